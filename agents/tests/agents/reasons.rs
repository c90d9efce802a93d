//! Reasons for moves: what a hint says holds when the game is played on in other worlds.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use heist_agents::search::foresight::Foresight;
use heist_agents::spec::analysis_factory;
use heist_agents::{Evaluator, Expert, Inquiry, Players, Spec};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Game, Node, Seat};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::{below, choose, stream};
use serde_json::Value;

/// Decisions of games in which the expert decides, every fifth time at random.
pub fn decisions<G: Players>(setup: &Value, wanted: usize, seed: u64) -> Vec<(G, Seat)> {
    let setup: G::Setup = serde_json::from_value(setup.clone()).expect("a setup");
    let mut found = Vec::new();
    let mut legal = Vec::new();
    for number in 0.. {
        let mut rng = stream(seed, "reason tests", number);
        let mut state = G::new(&G::with_seed(&setup, Some(number))).expect("it is playable");
        while state.node() != Node::Terminal {
            let Node::Decision(seat) = state.node() else {
                state.resolve(state.sample(&mut rng));
                continue;
            };
            state.legal_actions(&mut legal);
            let view = state.information_state(seat);
            if legal.len() > 1 && below(&mut rng, 12) == 0 {
                found.push((view.clone(), seat));
                if found.len() == wanted {
                    return found;
                }
            }
            state.apply(match below(&mut rng, 5) {
                0 => choose(&mut rng, &legal),
                _ => Expert::of_game().choose(&view, seat, &legal, &mut rng),
            });
        }
    }
    found
}

/// Asks for the reason in each decision, and checks it in other worlds: kinds, how many were checked, and how many
/// held.
fn checked<G: Players>(setup: &Value, wanted: usize, seed: u64) -> (BTreeSet<&'static str>, usize, usize) {
    let spec: Spec = "improve:sims=60,doubt=1".parse().expect("a spec");
    let never = AtomicBool::new(false);
    let (mut kinds, mut count, mut held) = (BTreeSet::new(), 0, 0);
    for (view, seat) in decisions::<G>(setup, wanted, seed) {
        let mut moves = Vec::new();
        view.legal_actions(&mut moves);
        let inquiry = Inquiry {
            state: view.clone(),
            seat,
            moves,
            asked: Vec::new(),
            samples: 60,
            seed: 3,
        };
        let mut search = analysis_factory::<G>(&spec).expect("a search")();
        let analysis = inquiry.answer(search.as_mut(), &never, None);
        let reason = analysis.reason.as_ref().expect("a search gives a reason");
        kinds.insert(reason.name());
        let sentence = reason.sentence(&view, |_, action| action.to_string());
        assert!(sentence.ends_with('.') && sentence.len() < 400, "{sentence}");
        let first = analysis.candidates[0].action;
        let Some(against) = reason.against.filter(|_| reason.name() != "value") else {
            continue;
        };
        let others = Foresight::new(&view, seat, &[first, against], 400, 4, &never);
        count += 1;
        held += usize::from(others.holds(reason, &never) == Some(true));
        // The same question gets the same answer.
        let mut search = analysis_factory::<G>(&spec).expect("a search")();
        assert_eq!(inquiry.answer(search.as_mut(), &never, None).reason, analysis.reason);
    }
    (kinds, count, held)
}

#[test]
fn reasons_hold_in_other_worlds() {
    let json = |text: &str| serde_json::from_str(text).expect("JSON");
    let mut kinds = BTreeSet::new();
    let (mut count, mut held) = (0, 0);
    let found = [
        checked::<BurgleBros>(&json(r#"{"scenario": "office-job", "seats": 2}"#), 40, 785_000),
        checked::<CaperCards>(&json(r#"{"seats": 3}"#), 60, 785_100),
        checked::<CasinoCapers>(&json(r#"{"seats": 2}"#), 25, 785_200),
        checked::<MastersOfTheHeist>(&json(r#"{"scenario": "the-track", "seats": 1}"#), 25, 785_300),
    ];
    for (of_game, checks, holds) in found {
        kinds.extend(of_game);
        count += checks;
        held += holds;
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
    assert!(count >= 80, "{count} reasons were checked");
    assert!(held as f64 >= 0.97 * count as f64, "{held} of {count} hold");
}

/// The reasons that other seeds give for the same move in the same decision: how many say why, and how many of those
/// say something else than the first one does.
fn flips<G: Players>(setup: &Value, wanted: usize, seed: u64) -> (usize, usize) {
    let spec: Spec = "improve:sims=60,doubt=1".parse().expect("a spec");
    let never = AtomicBool::new(false);
    let (mut count, mut flipped) = (0, 0);
    for (view, seat) in decisions::<G>(setup, wanted, seed) {
        let mut moves = Vec::new();
        view.legal_actions(&mut moves);
        let mut search = analysis_factory::<G>(&spec).expect("a search")();
        let rng = &mut stream(1, "flips", 0);
        let found = search.analyse(&view, seat, &moves, rng, &mut heist_agents::search::Watch::patient());
        let told = (0..6).filter_map(|seed| {
            let mut analysis = found.clone();
            // Against one and the same move, so that only the reason can change.
            let against = analysis.candidates.get(1)?.action;
            let foresight = Foresight::new(&view, seat, &moves, 60, seed, &never).asking(&[against]);
            foresight.complete(&mut analysis);
            foresight.conclude(&mut analysis, &never);
            let is_same = analysis.candidates.first()?.action == found.candidates[0].action;
            analysis.reason.filter(|reason| is_same && reason.kind.says_why())
        });
        let told: Vec<_> = told.map(|reason| reason.name()).collect();
        count += told.len();
        flipped += told.iter().filter(|name| **name != told[0]).count();
    }
    (count, flipped)
}

#[test]
fn reasons_hardly_depend_on_the_seed() {
    let json = |text: &str| serde_json::from_str(text).expect("JSON");
    let found = [
        flips::<BurgleBros>(&json(r#"{"scenario": "office-job", "seats": 2}"#), 15, 786_000),
        flips::<CaperCards>(&json(r#"{"seats": 3}"#), 15, 786_100),
        flips::<CasinoCapers>(&json(r#"{"seats": 2}"#), 10, 786_200),
    ];
    let (count, flipped) = found.iter().fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    assert!(count >= 60, "{count} reasons were given");
    assert!(
        flipped as f64 <= 0.1 * count as f64,
        "{flipped} of {count} say something else"
    );
}

/// One move, several moves that come to the same, and an agent that estimates nothing.
#[test]
fn the_simplest_reasons_need_no_games() {
    let state =
        BurgleBros::new(&serde_json::from_str(r#"{"seats": 1, "seed": 1}"#).expect("a setup")).expect("it is playable");
    let never = AtomicBool::new(false);
    let mut rng = stream(1, "reason tests", 0);
    let mut view = state;
    while !matches!(view.node(), Node::Decision(_)) {
        view.resolve(view.sample(&mut rng));
    }
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let ask = |spec: &str, moves: &[_]| {
        let inquiry = Inquiry {
            state: view,
            seat: Seat(0),
            moves: moves.to_vec(),
            asked: Vec::new(),
            samples: 0,
            seed: 0,
        };
        let spec: Spec = spec.parse().expect("a spec");
        let mut search = analysis_factory::<BurgleBros>(&spec).expect("a search")();
        let reason = inquiry.answer(search.as_mut(), &never, None).reason;
        reason.map(|reason| reason.sentence(&view, |_, action| action.to_string()))
    };
    let only = ask("improve:sims=20", &legal[..1]);
    assert_eq!(only.as_deref(), Some("Nothing else is possible."));
    assert!(ask("improve:sims=20", &legal[..3]).is_some());
}
