//! Entries of several steps. Nobody is asked to let an optional window go by: whatever is entered next says that nobody
//! reacted. And who acts is said together with what that one does.

use heist_draw::any::{explain_all, explain_node};
use heist_engine::any::AnyState;
use heist_engine::game::{Actor, Node};

use super::input::{read_step, shortened};
use super::{Choice, OpenWindow, TableError};
use heist_advice::choice::{SEPARATOR, steps};

/// How many steps are inferred at most; a game that asks for more has somebody decide in between.
const MOST_INFERRED: usize = 4;
/// How many steps an entry has at most.
const MOST_STEPS: usize = 32;

/// A state that waits in a window.
struct Window {
    state: Box<dyn AnyState>,
    /// The place of what lets it go by.
    pass: usize,
    /// What lets the windows before it go by, in notation.
    before: String,
}

/// Windows that open one after the other, and what comes when all of them have gone by.
pub(super) struct Windows {
    windows: Vec<Window>,
    /// The state then.
    pub after: Box<dyn AnyState>,
    /// What lets them go by, in notation.
    passes: String,
}

impl Windows {
    /// The windows that are open at a state; none if it waits in none. A window with which the game ends is not among
    /// them: how a game ends has to be entered.
    pub fn at(state: &dyn AnyState) -> Windows {
        let mut open = Windows {
            windows: Vec::new(),
            after: state.copy(),
            passes: String::new(),
        };
        while let Some(pass) = open.after.pass() {
            let mut after = open.after.copy();
            let branch = after.branch(pass).expect("a pass is one of the branches");
            take(&mut *after, pass, &mut Vec::new());
            if after.node() == Node::Terminal {
                break;
            }
            open.windows.push(Window {
                state: std::mem::replace(&mut open.after, after),
                pass,
                before: open.passes.clone(),
            });
            open.passes += &branch.notation;
            open.passes += SEPARATOR;
        }
        open
    }

    /// Whether there is one.
    pub fn are_open(&self) -> bool {
        !self.windows.is_empty()
    }

    /// What each of them offers, in notation that says which window it is.
    pub fn offers(&self) -> Vec<OpenWindow> {
        self.windows.iter().map(Window::offer).collect()
    }

    /// What may be entered when they have gone by, in notation that no window takes for its own.
    pub fn choices(&self) -> Vec<Choice> {
        let is_offered = |notation: &str| self.windows.iter().any(|window| window.state.place(notation).is_some());
        let mut choices = Vec::new();
        for (place, branch) in explain_all(&*self.after).into_iter().enumerate() {
            let mut choice = Choice::from(branch);
            if is_offered(&choice.notation) {
                choice.notation.insert_str(0, &self.passes);
            }
            if self.after.names_actor(place) {
                choices.extend(deeds(&*self.after, place, &choice))
            } else {
                choices.push(choice)
            }
        }
        choices
    }
}

impl Window {
    fn offer(&self) -> OpenWindow {
        let branches = explain_all(&*self.state).into_iter().enumerate();
        let reactions = branches.filter(|(place, _)| *place != self.pass);
        let choice = |(_, branch)| {
            let mut choice = Choice::from(branch);
            choice.notation.insert_str(0, &self.before);
            choice
        };
        OpenWindow {
            seat: match self.state.node() {
                Node::Decision(seat) if !is_joint(&*self.state) => Some(seat),
                _ => None,
            },
            explanation: explain_node(&*self.state),
            choices: reactions.map(choice).collect(),
        }
    }
}

/// What the one can do who acts if the branch at a place of a state is taken, which only says that; `actor` is that
/// branch.
fn deeds(state: &dyn AnyState, place: usize, actor: &Choice) -> Vec<Choice> {
    let mut acting = state.copy();
    take(&mut *acting, place, &mut Vec::new());
    let deeds = explain_all(&*acting).into_iter();
    deeds.map(|branch| Choice::from(branch).by(actor)).collect()
}

/// The places, one after the other, of what an entry says: its steps, before each of them the windows that go by,
/// whether it says so or not, and in between what can come out only one way.
///
/// # Errors
/// When a step is not possible, neither at once nor after windows that may go by, or when there are too many.
pub(super) fn read_steps(state: &dyn AnyState, text: &str) -> Result<Vec<usize>, TableError> {
    let mut state = state.copy();
    let mut places = Vec::new();
    for (number, step) in steps(text).enumerate() {
        if number == MOST_STEPS {
            return Err(TableError::new(format!(
                "`{}`: expected at most {MOST_STEPS} steps in one entry",
                shortened(text)
            )));
        }
        for window in Windows::at(&*state).windows {
            if state.place(step).is_some() {
                break;
            }
            take(&mut *state, window.pass, &mut places);
        }
        let place = read_step(&*state, step)?;
        take(&mut *state, place, &mut places);
    }
    Ok(places)
}

/// Takes a branch and what follows by itself, and notes their places. `place` is that of a branch of the state.
pub(super) fn take(state: &mut dyn AnyState, place: usize, places: &mut Vec<usize>) {
    let mut next = Some(place);
    while let Some(place) = next {
        let is_taken = state.take(place);
        debug_assert!(is_taken, "only branches of the state are taken");
        places.push(place);
        next = forced(state);
    }
}

/// The place of the only thing that can happen, where it is up to chance.
pub(super) fn forced(state: &dyn AnyState) -> Option<usize> {
    (state.node() == Node::Chance && state.branch_count() == 1).then_some(0)
}

/// The steps that nobody has to choose once the steps of an entry were made: decisions with one legal answer, such as
/// to end a turn in which nothing is left to be done, in notation. What leads to the end of the game has to be entered.
pub(super) fn inferred(state: &dyn AnyState, text: &str) -> Result<Vec<String>, TableError> {
    let mut state = state.copy();
    for place in read_steps(&*state, text)? {
        let is_taken = state.take(place);
        debug_assert!(is_taken, "these steps were just tried");
    }
    let mut steps = Vec::new();
    while let (Node::Decision(_), None, 1) = (state.node(), state.pass(), state.branch_count()) {
        // Behind the only legal answer may be others that the setup's mode has left out.
        let (Some(branch), None) = (state.branch(0), state.branch(1)) else {
            break;
        };
        take(&mut *state, 0, &mut Vec::new());
        if state.node() == Node::Terminal || steps.len() == MOST_INFERRED {
            break;
        }
        steps.push(branch.notation);
    }
    Ok(steps)
}

/// Whether the players decide together at a state.
pub(super) fn is_joint(state: &dyn AnyState) -> bool {
    matches!(state.node(), Node::Decision(_)) && state.actor() == Some(Actor::Team) && state.characters().len() > 1
}
