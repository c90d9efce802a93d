//! What reasons hints give.
//!
//! `cargo run --release -p heist-advice --example reasons -- [POSITIONS] [LEVEL]` takes so many positions (500) from
//! games of all kinds in which the expert decides, every fifth time at random, asks for the hint of a level (`quick`)
//! in each, and prints how often each kind of reason is given, with an example. A reason is then checked in other
//! worlds: the share of those that hold there is printed as well. Ends with 1 if more than 15% of the hints have the
//! generic reason, that a move wins more often, or none.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use heist_agents::search::foresight::Foresight;
use heist_agents::spec::analysis_factory;
use heist_agents::{Evaluator, Expert, Inquiry, Level, Players};
use heist_draw::Draw;
use heist_engine::any::{self, AnyState};
use heist_engine::game::{Game, Node};
use heist_engine::random::{Generator, below, choose, stream};
use heist_engine::with_game;
use rayon::prelude::*;

/// The kinds of games, with their setups.
const SETUPS: [(&str, &str); 8] = [
    ("burgle-bros", r#"{"scenario": "bank-job", "seats": 3}"#),
    ("burgle-bros", r#"{"scenario": "office-job", "seats": 2}"#),
    ("burgle-bros", r#"{"scenario": "fort-knox", "seats": 4}"#),
    ("caper-cards", r#"{"seats": 2}"#),
    ("caper-cards", r#"{"seats": 4}"#),
    ("casino-capers", r#"{"seats": 2}"#),
    ("casino-capers", r#"{"seats": 3, "dead-drops": true}"#),
    ("masters-of-the-heist", r#"{"scenario": "the-track", "seats": 1}"#),
];
/// The most of the generic reason.
const MOST_GENERIC: f64 = 0.15;
/// One decision of so many is looked at.
const STRIDE: u32 = 12;
/// In how many other worlds a reason is checked, as a multiple of those that it was found in.
const CHECKED: u64 = 4;

/// What was found in a position.
struct Found {
    kind: &'static str,
    sentence: String,
    /// Whether it holds in other worlds as well; none where there is nothing to check.
    holds: Option<bool>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(500);
    let name = arguments.get(1).map_or("quick", String::as_str);
    let level = match Level::find(name) {
        Ok(level) => level,
        Err(unknown) => {
            eprintln!("{unknown}");
            return ExitCode::FAILURE;
        }
    };
    let mut all: BTreeMap<&str, Vec<Found>> = BTreeMap::new();
    for (place, (game, setup)) in SETUPS.iter().enumerate() {
        let share = (wanted * (place + 1) / SETUPS.len()) - wanted * place / SETUPS.len();
        let positions = positions(game, setup, share, 784_000 + place as u64);
        let found: Vec<Found> = positions
            .par_iter()
            .filter_map(|state| with_game!(*game, G => look::<G>(typed(&**state), level), else _name => None))
            .collect();
        let generic = found.iter().filter(|found| is_generic(found.kind)).count();
        println!(
            "{game} {setup}: {} positions, {generic} with the generic reason",
            found.len()
        );
        for found in found {
            all.entry(found.kind).or_default().push(found);
        }
    }
    let count: usize = all.values().map(Vec::len).sum();
    let mut generic = 0;
    for (kind, found) in &all {
        let checked: Vec<bool> = found.iter().filter_map(|found| found.holds).collect();
        let held = checked.iter().filter(|holds| **holds).count();
        let share = 100.0 * found.len() as f64 / count as f64;
        println!(
            "{kind:10} {share:5.1}%  {held} of {} hold in other worlds",
            checked.len()
        );
        for found in found.iter().step_by(found.len().div_ceil(3)) {
            println!("    {}", found.sentence);
        }
        generic += if is_generic(kind) { found.len() } else { 0 };
    }
    let share = generic as f64 / count as f64;
    println!("{:.1}% of {count} hints have the generic reason or none", 100.0 * share);
    if share <= MOST_GENERIC {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The state with its type.
fn typed<G: Game>(state: &dyn AnyState) -> &G {
    state.as_any().downcast_ref().expect("the state is of this game")
}

fn is_generic(kind: &str) -> bool {
    matches!(kind, "value" | "none")
}

/// Decisions of games in which the expert decides, every fifth time at random.
fn positions(game: &str, setup: &str, wanted: usize, seed: u64) -> Vec<Box<dyn AnyState>> {
    let begin = |number: u64| {
        let setup = any::find(game)?.read_setup(setup).ok()?.with_seed(Some(seed + number));
        setup.complete().ok()?.begin().ok()
    };
    let mut positions = Vec::new();
    for number in 0.. {
        let Some(mut state) = begin(number) else {
            eprintln!("{game} {setup}: not a setup");
            std::process::exit(1);
        };
        let mut rng = stream(seed, "reasons", number);
        while positions.len() < wanted && state.node() != Node::Terminal {
            if matches!(state.node(), Node::Decision(_)) && state.branch_count() > 1 && below(&mut rng, STRIDE) == 0 {
                positions.push(state.copy());
            }
            let place = with_game!(game, G => step::<G>(typed(&*state), &mut rng), else _name => usize::MAX);
            if !state.take(place) {
                break;
            }
        }
        if positions.len() >= wanted {
            break;
        }
    }
    positions
}

/// The place of what happens next.
fn step<G: Players>(state: &G, rng: &mut Generator) -> usize {
    match state.node() {
        Node::Decision(seat) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let action = match below(rng, 5) {
                0 => choose(rng, &legal),
                _ => Expert::of_game().choose(&state.information_state(seat), seat, &legal, rng),
            };
            legal.iter().position(|known| *known == action).unwrap_or_default()
        }
        _ => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let outcome = state.sample(rng);
            outcomes
                .iter()
                .position(|(known, _)| *known == outcome)
                .unwrap_or_default()
        }
    }
}

/// The reason of a hint, and whether it holds in other worlds.
fn look<G: Draw + Players>(view: &G, level: &Level) -> Option<Found> {
    let Node::Decision(seat) = view.node() else { return None };
    let spec = level.spec(view, 1).ok()?;
    let mut moves = Vec::new();
    view.legal_actions(&mut moves);
    let never = AtomicBool::new(false);
    let inquiry = Inquiry {
        state: view.clone(),
        seat,
        moves: moves.clone(),
        asked: Vec::new(),
        samples: level.samples,
        seed: 0,
    };
    let analysis = inquiry.answer(analysis_factory::<G>(&spec).ok()?().as_mut(), &never, None);
    let known = view.information_state(seat);
    let Some(reason) = &analysis.reason else {
        return Some(Found {
            kind: "none",
            sentence: String::new(),
            holds: None,
        });
    };
    let holds = || -> Option<bool> {
        let (first, against) = (analysis.candidates.first()?.action, reason.against?);
        let others = Foresight::new(&known, seat, &[first, against], CHECKED * level.samples, 1, &never);
        others.holds(reason, &never)
    };
    Some(Found {
        kind: reason.name(),
        sentence: reason.sentence(&known, G::explain),
        holds: holds(),
    })
}
