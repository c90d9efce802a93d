//! Hints are consistent along a turn: a move that costs nothing is not shown worse than one that stays possible after
//! it.

use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;

use heist_agents::Estimate;
use heist_agents::arena::{Entrant, Threads, any_config};
use heist_agents::protocol::{Effort, Question, Report};
use heist_engine::any::{self, AnyReplay, AnyState};
use heist_engine::game::{Node, Seat};
use heist_engine::random::{below, shuffle, stream};
use heist_testkit::free::free_moves;
use serde_json::Value;

/// By how much a free move may be shown worse.
const TOLERATED: f64 = 0.03;
/// The quantiles of the normal distribution below which 95% and 99.9% lie: the question has one side.
const ONE_SIDED_95: f64 = 1.645;
const ONE_SIDED_999: f64 = 3.090;
/// In how many worlds a move has to cost nothing.
const WORLDS: u32 = 6;

/// A free move and the best of those that stay possible after it, as a hint shows them.
struct Shown {
    game: u64,
    step: usize,
    free: String,
    lasting: String,
    /// By how much the free one is worse.
    worse: Estimate,
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { mean, error } = self.worse;
        let (free, lasting) = (&self.free, &self.lasting);
        write!(
            f,
            "game {}, step {}: `{free}` {mean:.3}, error {error:.3}, less than `{lasting}`",
            self.game, self.step
        )
    }
}

impl Shown {
    fn is_worse(&self, errors: f64) -> bool {
        self.worse.mean - errors * self.worse.error > TOLERATED
    }
}

fn ask(view: &dyn AnyState, seat: Seat, spec: &str) -> Report {
    let question = Question {
        asked: Vec::new(),
        id: "consistency".to_owned(),
        state: view.copy(),
        seat,
        moves: (0..view.branch_count()).collect(),
        effort: Effort::Agent(spec.parse().unwrap()),
        samples: 0,
        seed: 1,
        report_every: None,
    };
    question.answer(&AtomicBool::new(false)).unwrap()
}

/// Decisions of a game that leave a choice: the number of steps before each, whose it is, and what that seat knows.
fn decisions(replay: &dyn AnyReplay) -> Vec<(usize, Seat, Box<dyn AnyState>)> {
    let states = replay.states().map(|state| state.unwrap()).enumerate();
    let decision = |(step, state): (usize, Box<dyn AnyState>)| match state.node() {
        Node::Decision(seat) if state.branch_count() > 1 => Some((step, seat, state.information_state(seat))),
        _ => None,
    };
    states.filter_map(decision).collect()
}

/// What a search shows of free moves in games that the expert plays: `wanted` of them, two of a game at most.
fn shown(game: &str, setup: &str, spec: &str, wanted: usize) -> Vec<Shown> {
    let fields: Value = serde_json::from_str(setup).unwrap();
    let setup = any::find(game)
        .unwrap()
        .setup_from(fields.as_object().unwrap())
        .unwrap();
    let entrants = [Entrant::of_all_deals("heuristic")];
    let config = any_config(&*setup, &entrants, 1, 786_000, Threads::new(1)).unwrap();
    let mut found = Vec::new();
    for number in 0..60 {
        let replay = config.replay(number, 0, &[]).unwrap();
        let mut rng = stream(786_001, "consistency tests", number);
        let mut decisions = decisions(&*replay);
        shuffle(&mut rng, &mut decisions);
        let free = decisions.iter().filter_map(|(step, seat, view)| {
            let mut free = free_moves(&**view, *seat, WORLDS, &mut rng);
            // What was dropped has to be taken up before the other move: a third decision, and searches look at two.
            free.retain(|free| !free.action.starts_with("drop "));
            let drawn = (!free.is_empty()).then(|| free[below(&mut rng, free.len() as u32) as usize].clone())?;
            Some((*step, *seat, view, drawn))
        });
        let free: Vec<_> = free.take(2).collect();
        for (step, seat, view, free) in free {
            let report = ask(&**view, seat, spec);
            let lasting = report.best_among(&free.lasting).unwrap().action.clone();
            found.push(Shown {
                game: number,
                step,
                worse: report.gap(&lasting, &free.action).unwrap(),
                free: free.action,
                lasting,
            });
            if found.len() == wanted {
                return found;
            }
        }
    }
    panic!("{} free moves in 60 games; expected {wanted}", found.len())
}

/// At most one in twenty may be worse at 95%, none at 99.9%.
fn require_consistency(shown: &[Shown]) {
    let worse = |errors| -> Vec<String> {
        let worse = shown.iter().filter(|shown| shown.is_worse(errors));
        worse.map(Shown::to_string).collect()
    };
    let (likely, surely) = (worse(ONE_SIDED_95), worse(ONE_SIDED_999));
    assert!(
        surely.is_empty() && 20 * likely.len() <= shown.len(),
        "of {} free moves {} are shown worse by 3 points at 95% and {} at 99.9%: {likely:#?}",
        shown.len(),
        likely.len(),
        surely.len()
    );
}

#[test]
fn free_moves_of_burgle_bros_are_not_shown_worse() {
    let setup = r#"{"scenario": "office-job", "seats": 2, "characters": ["hawk-advanced", "raven-basic"]}"#;
    require_consistency(&shown("burgle-bros", setup, "improve:sims=640,doubt=1,margin=0", 24));
}

#[test]
fn windows_of_casino_capers_are_not_shown_worse() {
    let setup = r#"{"scenario": "random-finale", "seats": 2}"#;
    require_consistency(&shown("casino-capers", setup, "improve:sims=320,doubt=1,margin=0", 20));
}

#[test]
fn free_moves_of_masters_are_not_shown_worse() {
    // All orders of actions: loot may be taken and other things done for free.
    let setup = r#"{"scenario": "delinquent-jeweler", "seats": 2, "actions": "strict"}"#;
    require_consistency(&shown(
        "masters-of-the-heist",
        setup,
        "improve:sims=320,doubt=1,margin=0",
        12,
    ));
}

/// The decision after so many steps of a recorded game.
fn decision(replay: &str, step: usize) -> (Seat, Box<dyn AnyState>) {
    let header: Value = serde_json::from_str(replay.lines().next().unwrap()).unwrap();
    let game = any::find(header["game"].as_str().unwrap()).unwrap();
    let replay = game.read_replay(&mut replay.as_bytes()).unwrap();
    let state = replay.states().nth(step).unwrap().unwrap();
    match state.node() {
        Node::Decision(seat) => (seat, state.information_state(seat)),
        node => panic!("{node:?}"),
    }
}

/// Asks about a move of a recorded game after which some others stay possible.
fn require_consistency_of(replay: &str, step: usize, action: &str, lasting: &[&str], spec: &str) {
    let (seat, view) = decision(replay, step);
    let report = ask(&*view, seat, spec);
    let lasting: Vec<String> = lasting.iter().map(ToString::to_string).collect();
    let best = &report.best_among(&lasting).unwrap().action;
    let worse = report.gap(best, action).unwrap();
    assert!(
        worse.mean - ONE_SIDED_95 * worse.error <= TOLERATED,
        "`{action}` is shown worse than `{best}`, which stays possible after it, by {worse:?}"
    );
}

#[test]
fn a_peek_that_costs_no_action_is_not_shown_worse() {
    let replay = include_str!("../data/hints/bank-job-free-peek.jsonl");
    let lasting = ["end", "move 1:D3", "crack 1:C3"];
    require_consistency_of(
        replay,
        105,
        "enhance 1:B4",
        &lasting,
        "improve:sims=4000,doubt=1,margin=0",
    );
}

/// The card that wins may be used in the next window as well.
#[test]
fn to_wait_for_the_next_window_is_not_shown_worse() {
    let replay = include_str!("../data/hints/casino-pass.jsonl");
    let spec = "improve:sims=1200,doubt=1,margin=0";
    require_consistency_of(replay, 420, "pass", &["spur-line 1:B1"], spec);
}
