//! Lines and losses over the Vault, small enough to be worked out exactly.

use std::sync::atomic::AtomicBool;

use heist_agents::analysis::{Analysis, Estimate, Foreseen};
use heist_agents::search::Watch;
use heist_agents::search::foresight::Foresight;
use heist_agents::{Confidence, Players, Spec, Standing, ranking};
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
    let mut search = heist_agents::spec::analysis_factory::<G>(&spec).unwrap()();
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

/// Cards 3 and 5 are left, equally likely: neither is told, whether or not a search gave one, and the turn ends before
/// anybody decides.
#[test]
fn no_first_of_equals_is_taken_for_the_draw() {
    let (view, seat) = (last_turn::<true>(2, [0, 1, 4]), Seat(1));
    let mut analysis = analysed("flat:sims=32", &view, seat);
    analysis.candidates[0].line = vec![Foreseen {
        step: Step::Chance(Luck::Card(3)),
        chance: 0.5,
        is_pass: false,
    }];
    let legal = [Guess::Lower, Guess::Higher];
    Foresight::new(&view, seat, &legal, 0, 5, &AtomicBool::new(false)).complete(&mut analysis);
    for candidate in &analysis.candidates {
        assert!(
            candidate.line.is_empty() && candidate.branches.is_empty(),
            "{candidate:?}"
        );
    }
}

/// Moves that are the same as the first one in every world, whatever the search made of them.
fn tied<const EXPERT: bool>(view: &Vault<EXPERT>, first: Guess) -> Analysis<Vault<EXPERT>>
where
    Vault<EXPERT>: Players<Action = Guess>,
{
    let mut analysis = analysed("flat:sims=32", view, Seat(1));
    for candidate in &mut analysis.candidates {
        candidate.difference = Estimate::default();
        candidate.worth_difference = Estimate::default();
        candidate.best = 0.5;
    }
    analysis.candidates.sort_by_key(|candidate| candidate.action != first);
    analysis
}

/// The first move once the analysis is complete.
fn first_of<G: Players<Action = Guess>>(view: &G, analysis: &mut Analysis<G>, samples: u64) -> Guess {
    let legal = [Guess::Lower, Guess::Higher];
    let never = AtomicBool::new(false);
    let foresight = Foresight::new(view, Seat(1), &legal, samples, 5, &never);
    foresight.complete(analysis);
    foresight.conclude(analysis, &never);
    analysis.candidates[0].action
}

/// Own card 0: higher is right for sure, and lower may set off an alarm.
#[test]
fn of_moves_that_are_the_same_the_one_that_people_would_take_comes_first() {
    use Guess::{Higher, Lower};
    // Nothing is sampled: the expert's move, and without an expert the first in the game's order.
    let with = last_turn::<true>(0, [1, 2, 3]);
    for first in [Lower, Higher] {
        assert_eq!(first_of(&with, &mut tied(&with, first), 0), Higher);
    }
    let without = last_turn::<false>(0, [1, 2, 3]);
    for first in [Lower, Higher] {
        assert_eq!(first_of(&without, &mut tied(&without, first), 0), Lower);
    }
    // What is lost counts more than the order.
    for first in [Lower, Higher] {
        let mut analysis = tied(&without, first);
        assert_eq!(first_of(&without, &mut analysis, 200), Higher);
        let standings: Vec<Standing> = ranking(&analysis).iter().map(|ranked| ranked.standing).collect();
        assert_eq!(standings, [Standing::First, Standing::Same]);
        let equals = heist_agents::ranking::equals(&analysis);
        assert_eq!(equals.iter().map(|equal| equal.action).collect::<Vec<_>>(), [Lower]);
        let reason = analysis.reason.as_ref().unwrap();
        assert_eq!((reason.name(), reason.against), ("wins", Some(Lower)));
        assert_eq!(analysis.candidates[1].reason, analysis.reason);
    }
    // A move that was compared in few worlds stays behind, and so does one that is not the same.
    let mut rough = tied(&without, Lower);
    rough.candidates[1].visits = rough.candidates[0].visits / 4;
    assert_eq!(first_of(&without, &mut rough, 200), Lower);
    let mut other = tied(&without, Lower);
    other.candidates[1].difference.error = 0.01;
    assert_eq!(first_of(&without, &mut other, 200), Lower);
    // The same results are not enough where a search looks at more than results.
    let mut nearer = tied(&without, Lower);
    nearer.candidates[1].worth_difference.mean = -0.1;
    assert_eq!(first_of(&without, &mut nearer, 200), Lower);
}

#[test]
fn a_move_that_was_asked_about_has_a_reason_of_its_own() {
    let view = last_turn::<true>(0, [1, 2, 3]);
    let mut analysis = analysed("flat:sims=64", &view, Seat(1));
    let never = AtomicBool::new(false);
    let foresight = Foresight::new(&view, Seat(1), &[Guess::Lower, Guess::Higher], 0, 5, &never);
    let foresight = foresight.asking(&[Guess::Lower]);
    foresight.complete(&mut analysis);
    foresight.conclude(&mut analysis, &never);
    assert_eq!(analysis.candidates[0].action, Guess::Higher);
    assert_eq!(analysis.candidates[0].reason, None);
    // Nothing was sampled, so that only the values tell.
    let reason = analysis.candidates[1].reason.as_ref().unwrap();
    assert_eq!((reason.name(), reason.against), ("value", Some(Guess::Lower)));
    assert_eq!(analysis.reason.as_ref(), Some(reason));
}

#[test]
fn confidence_follows_from_chances_and_intervals() {
    let view = last_turn::<true>(0, [1, 2, 3]);
    let confidence = |best: f64, mean: f64, error: f64| {
        let mut analysis = analysed("flat:sims=32", &view, Seat(1));
        analysis.candidates[0].best = best;
        analysis.candidates[1].best = 1.0 - best;
        analysis.candidates[1].difference = Estimate { mean, error };
        analysis.candidates[1].worth_difference = Estimate { mean, error };
        Confidence::of(&analysis).unwrap()
    };
    assert_eq!(confidence(0.99, -0.2, 0.01), Confidence::Sure);
    assert_eq!(
        confidence(0.99, -0.2, 0.2),
        Confidence::Likely,
        "the interval reaches beyond 0"
    );
    assert_eq!(confidence(0.9, -0.2, 0.01), Confidence::Likely);
    assert_eq!(confidence(0.5, -0.1, 0.2), Confidence::Open);
    // What is as good in every world is as good an advice.
    assert_eq!(confidence(0.5, 0.0, 0.0), Confidence::Sure);
    let names = [Confidence::Sure, Confidence::Likely, Confidence::Open].map(|of| (of.name(), of.sentence()));
    assert!(
        names
            .iter()
            .all(|(name, sentence)| !name.is_empty() && sentence.ends_with('.'))
    );
    let expert = analysed("heuristic", &view, Seat(1));
    assert_eq!(Confidence::of(&expert), None);
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
        assert!(candidate.branches.is_empty());
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

/// A stopped inquiry samples no more worlds: losses stay unknown if there are none, and moves and lines are there all
/// the same.
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
