//! Lines, branches and what follows, in decisions of all games: whatever is told can be played.

use std::sync::atomic::AtomicBool;

use heist_agents::search::foresight::{LIKELY, MOST_BRANCHES};
use heist_agents::spec::analysis_factory;
use heist_agents::{Branch, Candidate, Foreseen, Inquiry, Players, Spec};
use heist_engine::any::any_state;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Node, Seat};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::record::Step;
use serde_json::{Value, json};

use crate::reasons::decisions;

/// What was seen in the analyses of some decisions.
#[derive(Debug, Default)]
struct Seen {
    steps: usize,
    draws: usize,
    passes: usize,
    branches: usize,
    rests: usize,
    next: usize,
}

/// Plays a step that a line tells, after a check that it is possible, and that a draw can be foretold.
fn play<G: Players>(state: &mut G, foreseen: &Foreseen<G>, seen: &mut Seen) {
    match foreseen.step {
        Step::Action(seat, action) => {
            assert_eq!(state.node(), Node::Decision(seat));
            assert!(state.accepts(action), "{action}");
            assert_eq!(foreseen.is_pass, state.pass() == Some(action));
            seen.passes += usize::from(foreseen.is_pass);
        }
        Step::Chance(outcome) => {
            assert!(!foreseen.is_pass);
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let chance = |known: &(G::Outcome, f64)| (known.0 == outcome).then_some(known.1);
            assert_eq!(outcomes.iter().find_map(chance), Some(foreseen.chance), "{outcome}");
            let others = outcomes.iter().filter(|(known, _)| *known != outcome);
            for (_, chance) in others {
                assert!(
                    foreseen.chance >= LIKELY && *chance < foreseen.chance,
                    "{outcome} is no more than a guess"
                );
            }
            seen.draws += 1;
        }
    }
    foreseen.step.play(state);
    seen.steps += 1;
}

/// Enters what is told of a line as people do, who say nothing of windows that go by: they get to the same state.
fn enter<G: Players>(after: &G, line: &[Foreseen<G>], end: &G) {
    let mut state = any_state(after.clone());
    for foreseen in line.iter().filter(|foreseen| !foreseen.is_pass) {
        let notation = match foreseen.step {
            Step::Action(_, action) => action.to_string(),
            Step::Chance(outcome) => outcome.to_string(),
        };
        while state.place(&notation).is_none() {
            let pass = state.pass().expect("only windows come before a step");
            assert!(state.take(pass));
        }
        let place = state.find(&notation).expect("it is possible");
        assert!(state.take(place));
    }
    let trailing = line.iter().rev().take_while(|foreseen| foreseen.is_pass).count();
    for _ in 0..trailing {
        let pass = state.pass().expect("a window");
        assert!(state.take(pass));
    }
    assert_eq!(state.key(), end.key());
}

fn check_branches<G: Players>(state: &G, branches: &[Branch<G>], seat: Seat, seen: &mut Seen) {
    assert_eq!(state.node(), Node::Chance);
    assert!(branches.len() <= MOST_BRANCHES);
    let total: f64 = branches.iter().map(|branch| branch.chance).sum();
    assert!((0.5..=1.0 + 1e-9).contains(&total), "{total}");
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    for (place, branch) in branches.iter().enumerate() {
        let of_branch = outcomes
            .iter()
            .filter(|(outcome, _)| branch.outcomes.contains(&state.observed(*outcome, seat)));
        let chance: f64 = of_branch.map(|(_, chance)| chance).sum();
        assert!((chance - branch.chance).abs() < 1e-9);
        assert!(outcomes.iter().any(|(outcome, _)| *outcome == branch.sample));
        let mut after = state.clone();
        after.resolve(branch.sample);
        let first = after.clone();
        let line = &branch.line;
        line.iter()
            .for_each(|foreseen| play(&mut after, foreseen, &mut Seen::default()));
        enter(&first, line, &after);
        let told = branch.line.iter().filter(|foreseen| !foreseen.is_pass);
        assert!(matches!(told.last().map(|last| last.step), Some(Step::Action(..))));
        let is_last = place + 1 == branches.len();
        assert!(!branch.is_rest || (is_last && (total - 1.0).abs() < 1e-9));
        seen.branches += 1;
        seen.rests += usize::from(branch.is_rest);
    }
}

fn check_candidate<G: Players>(view: &G, candidate: &Candidate<G>, seat: Seat, seen: &mut Seen) {
    let mut state = view.clone();
    state.apply(candidate.action);
    let after = state.clone();
    candidate
        .line
        .iter()
        .for_each(|foreseen| play(&mut state, foreseen, seen));
    enter(&after, &candidate.line, &state);
    if !candidate.branches.is_empty() {
        check_branches(&state, &candidate.branches, seat, seen);
    }
}

fn check<G: Players>(setup: &Value, spec: &str, wanted: usize, seed: u64) -> Seen {
    let spec: Spec = spec.parse().expect("a spec");
    let never = AtomicBool::new(false);
    let mut seen = Seen::default();
    for (view, seat) in decisions::<G>(setup, wanted, seed) {
        let mut moves = Vec::new();
        view.legal_actions(&mut moves);
        let asked = moves[moves.len() - 1];
        let inquiry = Inquiry {
            state: view.clone(),
            seat,
            moves,
            asked: vec![asked],
            samples: 40,
            seed: 3,
        };
        let mut search = analysis_factory::<G>(&spec).expect("a search")();
        let analysis = inquiry.answer(search.as_mut(), &never, None);
        for (place, candidate) in analysis.candidates.iter().enumerate() {
            check_candidate(&view, candidate, seat, &mut seen);
            let is_asked = candidate.action == asked || candidate.alike.contains(&asked);
            assert!(place == 0 || is_asked || candidate.branches.is_empty());
            assert!(place > 0 || candidate.reason.is_none());
            assert!(
                place == 0 || !is_asked || candidate.reason.is_some(),
                "who asks gets a reason"
            );
        }
        if let Some(next) = &analysis.next {
            seen.next += 1;
            assert!((0.5..=1.0).contains(&next.chance) && (1..=3).contains(&next.actions.len()));
            for (state, action) in &next.actions {
                assert_eq!(state.node(), Node::Decision(next.seat));
                assert!(state.accepts(*action) && state.turn() > view.turn());
            }
        }
        if let Some(change) = &analysis.change {
            let mut outcomes = Vec::new();
            change.before.outcomes(&mut outcomes);
            assert!(
                outcomes
                    .iter()
                    .any(|(outcome, _)| change.before.observed(*outcome, seat) == change.outcome)
            );
            assert!(change.chance > 0.0 && change.chance < 1.0);
            assert!(
                analysis.candidates[1..]
                    .iter()
                    .any(|candidate| candidate.action == change.better)
            );
        }
    }
    seen
}

#[test]
fn whatever_is_told_can_be_played() {
    let office = json!({"scenario": "office-job", "seats": 2});
    let burgle = check::<BurgleBros>(&office, "improve:sims=60,doubt=1", 25, 787_000);
    assert!(
        burgle.steps > 100 && burgle.branches > 5 && burgle.rests > 0 && burgle.next > 0,
        "{burgle:?}"
    );
    let tree = check::<BurgleBros>(&office, "mcts:sims=200", 10, 787_050);
    assert!(tree.steps > 40, "{tree:?}");
    let caper = check::<CaperCards>(&json!({"seats": 3}), "improve:sims=60,doubt=1", 15, 787_100);
    assert!(caper.steps > 0, "{caper:?}");
    let casino = json!({"seats": 2});
    for spec in ["improve:sims=60,doubt=1,windows=off", "mcts:sims=200,windows=reduced"] {
        let found = check::<CasinoCapers>(&casino, spec, 20, 787_200);
        assert!(found.steps > 100 && found.passes > 10, "{spec}: {found:?}");
    }
    let track = json!({"scenario": "the-track", "seats": 1});
    let masters = check::<MastersOfTheHeist>(&track, "improve:sims=60,doubt=1", 15, 787_300);
    assert!(
        masters.steps > 50 && masters.draws + caper.draws + tree.draws > 0,
        "{masters:?}"
    );
}
