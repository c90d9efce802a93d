//! Ways over the board: several steps in one entry, to a place further away.
//!
//! They are found without knowing the game, by trying the steps that do [nothing but go
//! somewhere](heist_draw::Draw::is_step): the nearest places first, as far as the turn of the one who acts goes. A step
//! that costs something, or after which chance decides, is on no way.

use std::collections::{HashSet, VecDeque};

use heist_draw::any::{ExplainedBranch, explain_all};
use heist_engine::any::AnyState;
use heist_engine::game::Node;

use super::Choice;
use super::windows::Windows;
use heist_advice::choice::SEPARATOR;

/// How many steps a way has at most; no turn of a game has more.
const LONGEST: usize = 8;
/// How many states are tried at most.
const MOST_TRIED: usize = 400;

/// A way so far.
struct Way {
    state: Box<dyn AnyState>,
    /// Its steps in notation.
    notation: String,
    steps: usize,
}

/// A step of a way.
struct Step {
    /// What says who acts, where that is entered first.
    actor: Option<ExplainedBranch>,
    step: ExplainedBranch,
    after: Box<dyn AnyState>,
}

impl Windows {
    /// The ways of two steps and more, the nearest places first. None while a window is open, since every step may open
    /// another one.
    pub fn ways(&self) -> Vec<Choice> {
        if self.are_open() {
            Vec::new()
        } else {
            from(&*self.after)
        }
    }
}

fn from(start: &dyn AnyState) -> Vec<Choice> {
    let Node::Decision(_) = start.node() else {
        return Vec::new();
    };
    let mut ways = Vec::new();
    let mut seen = HashSet::new();
    let mut open = VecDeque::from([Way {
        state: start.copy(),
        notation: String::new(),
        steps: 0,
    }]);
    let mut tried = 0;
    while let Some(way) = open.pop_front() {
        for Step { actor, step, after } in steps(&*way.state) {
            let Some(spot) = step.spots.first().cloned() else {
                continue;
            };
            let who = actor.as_ref().map(|actor| actor.notation.clone()).unwrap_or_default();
            if !seen.insert((who, spot.clone())) {
                continue;
            }
            let notation = [actor.as_ref(), Some(&step)]
                .into_iter()
                .flatten()
                .map(|part| &part.notation);
            let before = Some(&way.notation).filter(|before| !before.is_empty());
            let notation: Vec<&str> = before.into_iter().chain(notation).map(String::as_str).collect();
            let notation = notation.join(SEPARATOR);
            let count = way.steps + 1;
            if count > 1 {
                ways.push(choice(notation.clone(), spot, actor, count));
            }
            tried += 1;
            if count < LONGEST && tried < MOST_TRIED && goes_on(start, &*after) {
                open.push_back(Way {
                    state: after,
                    notation,
                    steps: count,
                });
            }
        }
    }
    ways
}

fn choice(notation: String, spot: String, actor: Option<ExplainedBranch>, count: usize) -> Choice {
    let (_, place) = spot.split_once('=').unwrap_or_default();
    let who = actor.map(|actor| actor.text).unwrap_or_default();
    Choice {
        text: match who.as_str() {
            "" => format!("Go to {place}: {count} steps."),
            who => format!("{} Go to {place}: {count} steps.", who),
        },
        notation,
        spots: vec![spot],
        probability: None,
        costs: None,
        actor: String::new(),
    }
}

/// Whether the same one goes on: nobody else decides, and the turn is the same.
fn goes_on(start: &dyn AnyState, now: &dyn AnyState) -> bool {
    now.node() == start.node() && now.actor() == start.actor() && now.turn() == start.turn() && now.pass().is_none()
}

/// The steps of a state that cost nothing and after which chance does not decide.
fn steps(state: &dyn AnyState) -> Vec<Step> {
    let mut steps = Vec::new();
    for (place, branch) in explain_all(state).into_iter().enumerate() {
        let Some(after) = taken(state, place) else { continue };
        if state.names_actor(place) {
            for (deed, step) in explain_all(&*after).into_iter().enumerate() {
                let last = taken(&*after, deed).filter(|_| is_plain(&step));
                steps.extend(last.map(|after| Step {
                    actor: Some(branch.clone()),
                    step,
                    after,
                }));
            }
        } else if is_plain(&branch) {
            steps.push(Step {
                actor: None,
                step: branch,
                after,
            });
        }
    }
    steps.retain(|step| matches!(step.after.node(), Node::Decision(_)));
    steps
}

fn is_plain(step: &ExplainedBranch) -> bool {
    step.is_step && step.costs.is_none()
}

fn taken(state: &dyn AnyState, place: usize) -> Option<Box<dyn AnyState>> {
    let mut after = state.copy();
    after.take(place).then_some(after)
}
