//! Lines and losses over the Vault, small enough to be worked out exactly.

use std::sync::atomic::AtomicBool;

use heist_agents::analysis::{Analysis, Estimate};
use heist_agents::search::Watch;
use heist_agents::search::foresight::Foresight;
use heist_agents::{Players, Spec};
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::stream;
use heist_engine::record::Step;

use crate::search::{expectation, views};
use crate::vault::{Game1, Guess, HOLE, Luck, Phase, Vault};

/// An analysis by a spec, not yet completed.
fn analysed<G: Players>(spec: &str, view: &G, seat: Seat) -> Analysis<G> {
    let spec: Spec = spec.parse().unwrap();
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let mut search = heist_agents::spec::search_factory::<G>(&spec).unwrap()();
    search.analyse(view, seat, &legal, &mut stream(1, "analysis", 0), &mut Watch::patient())
}

fn completed<G: Players>(spec: &str, known: &G, seat: Seat, samples: u64) -> Analysis<G> {
    let view = known.information_state(seat);
    let mut analysis = analysed(spec, &view, seat);
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    Foresight::new(known, seat, &legal, samples, 5, &AtomicBool::new(false)).complete(&mut analysis);
    analysis
}

/// A last turn in which seat 1 decides; the other hand is a hole.
fn last_turn<const EXPERT: bool>(own: u8, deck: [u8; 3]) -> Vault<EXPERT> {
    Vault {
        hands: [HOLE, own],
        deck: [deck[0], deck[1], deck[2], HOLE],
        first: 0,
        turn: 3,
        phase: Phase::Guess,
        score: 2,
        alarms: 0,
    }
}

/// What the expert is expected to lose from a world until the turn `until`.
fn exact_loss(world: &Game1, until: u32) -> f64 {
    let is_over = |state: &Game1| state.turn() >= until || state.node() == Node::Terminal;
    expectation(world, &|state| is_over(state).then(|| f64::from(state.lost())))
}

#[test]
fn losses_agree_with_the_exact_ones() {
    let mut misses = 0;
    let views = views(6);
    for (view, seat) in &views {
        let analysis = completed("flat:sims=32", view, *seat, 2_000);
        for candidate in &analysis.candidates {
            let unseen: Vec<u8> = (0..6)
                .filter(|card| !view.hands.contains(card) && !view.deck.contains(card))
                .collect();
            let total: f64 = unseen
                .iter()
                .map(|&card| {
                    let mut world = view.clone();
                    world.hands[1 - seat.index()] = card;
                    world.apply(candidate.action);
                    exact_loss(&world, view.turn() + 2)
                })
                .sum();
            let exact = total / unseen.len() as f64 - f64::from(view.lost());
            let Estimate { mean, error } = candidate.loss.unwrap();
            assert!(
                (mean - exact).abs() <= 5.0 * error + 1e-9,
                "{candidate:?}, exactly {exact}"
            );
            misses += usize::from((mean - exact).abs() > 2.0 * error + 1e-9);
        }
    }
    assert!(
        misses <= views.len() / 4,
        "{misses} losses are off by more than two standard errors"
    );
}

#[test]
fn what_is_certain_has_no_error() {
    // Own card 0: every other card is higher.
    let analysis = completed("flat:sims=32", &last_turn::<true>(0, [1, 2, 3]), Seat(1), 400);
    let loss = |action| {
        let found = analysis.candidates.iter().find(|candidate| candidate.action == action);
        found.unwrap().loss.unwrap()
    };
    assert_eq!(loss(Guess::Higher), Estimate::default());
    // Wrong for sure, and every second die is an alarm.
    let wrong = loss(Guess::Lower);
    assert!(
        (wrong.mean - 0.5).abs() < 5.0 * wrong.error && wrong.error < 0.03,
        "{wrong:?}"
    );
}

#[test]
fn losses_are_open_where_nobody_samples() {
    let analysis = completed("flat:sims=32", &last_turn::<true>(0, [1, 2, 3]), Seat(1), 0);
    assert!(analysis.candidates.iter().all(|candidate| candidate.loss.is_none()));
}

#[test]
fn lines_go_on_to_the_end_of_the_turn() {
    let view = last_turn::<true>(2, [0, 1, 4]);
    let analysis = completed("flat:sims=32", &view, Seat(1), 0);
    let line = |action| {
        let found = analysis.candidates.iter().find(|candidate| candidate.action == action);
        let steps = found.unwrap().line.iter();
        steps
            .map(|foreseen| (foreseen.step, foreseen.chance))
            .collect::<Vec<_>>()
    };
    // Cards 3 and 5 are left, equally likely: the first one, which is higher.
    assert_eq!(line(Guess::Higher), [(Step::Chance(Luck::Card(3)), 0.5)]);
    let die = (Step::Chance(Luck::Die(1)), 1.0 / 6.0);
    assert_eq!(line(Guess::Lower), [(Step::Chance(Luck::Card(3)), 0.5), die]);
}

#[test]
fn lines_end_with_the_turn_where_the_game_goes_on() {
    for (view, seat) in views(4) {
        for spec in ["flat:sims=32", "improve:sims=32", "expectimax:sims=100"] {
            for candidate in completed(spec, &view, seat, 0).candidates {
                let mut state = view.clone();
                state.apply(candidate.action);
                for foreseen in &candidate.line {
                    assert!(state.turn() == view.turn() || state.node() == Node::Chance);
                    let (mut outcomes, mut total) = (Vec::new(), 0.0);
                    state.outcomes(&mut outcomes);
                    for (outcome, chance) in outcomes {
                        assert!(chance <= foreseen.chance + 1e-12, "the likeliest is foreseen");
                        total += if foreseen.step == Step::Chance(outcome) {
                            chance
                        } else {
                            0.0
                        };
                    }
                    assert!((total - foreseen.chance).abs() < 1e-12);
                    foreseen.step.play(&mut state);
                }
                assert!(state.turn() > view.turn() && state.node() != Node::Chance);
            }
        }
    }
}

#[test]
fn a_line_that_a_search_gave_is_kept_and_goes_on() {
    let (view, seat) = (last_turn::<true>(2, [0, 1, 4]), Seat(1));
    let mut analysis = analysed("flat:sims=32", &view, seat);
    let given = heist_agents::analysis::Foreseen {
        step: Step::Chance(Luck::Card(5)),
        chance: 0.5,
    };
    for candidate in &mut analysis.candidates {
        candidate.line = vec![given.clone()];
    }
    Foresight::new(
        &view,
        seat,
        &[Guess::Lower, Guess::Higher],
        0,
        5,
        &AtomicBool::new(false),
    )
    .complete(&mut analysis);
    for candidate in &analysis.candidates {
        let length = if candidate.action == Guess::Lower { 2 } else { 1 };
        assert_eq!(
            (candidate.line[0].clone(), candidate.line.len()),
            (given.clone(), length)
        );
    }
}

/// Whoever passes the whole world gets what the seat's view gives.
#[test]
fn foresight_sees_no_hidden_card() {
    for (number, (view, seat)) in views(4).into_iter().enumerate() {
        let fair = completed("flat:sims=32", &view, seat, 50);
        for world in 0..3 {
            let mut filled = view.clone();
            filled.determinize(Fill::All, &mut stream(world, "worlds", number as u64));
            assert_eq!(completed("flat:sims=32", &filled, seat, 50).candidates, fair.candidates);
        }
    }
}

#[test]
fn without_an_expert_lines_end_at_decisions_and_losses_are_random_play() {
    let view = last_turn::<false>(0, [1, 2, 3]);
    let analysis = completed("flat:sims=32", &view, Seat(1), 400);
    for candidate in &analysis.candidates {
        assert!(!candidate.line.is_empty());
        let exact = if candidate.action == Guess::Lower { 0.5 } else { 0.0 };
        let loss = candidate.loss.unwrap();
        assert!((loss.mean - exact).abs() <= 5.0 * loss.error + 1e-9);
    }
}

#[test]
fn foresight_is_the_same_on_any_number_of_threads() {
    let (view, seat) = views(1).remove(0);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| completed("flat:sims=32", &view, seat, 100).candidates)
    };
    assert_eq!(on(1), on(3));
}

/// A stopped inquiry samples no more worlds: losses stay unknown if there are none, and moves and lines are there all the same.
#[test]
fn a_stopped_foresight_leaves_losses_unknown() {
    let (view, seat) = views(1).remove(0);
    let mut analysis = analysed("flat:sims=32", &view, seat);
    let legal: Vec<Guess> = analysis.candidates.iter().map(|candidate| candidate.action).collect();
    // So many worlds would never be sampled.
    let foresight = Foresight::new(&view, seat, &legal, u64::MAX, 5, &AtomicBool::new(true));
    foresight.complete(&mut analysis);
    assert!(analysis.candidates.iter().all(|candidate| candidate.loss.is_none()));
}
