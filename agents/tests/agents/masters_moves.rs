//! The numbers of moves of Masters of the Heist, and networks of drawn weights that play by them.

use std::collections::BTreeSet;

use heist_agents::Evaluator;
use heist_agents::heuristics::Heuristics;
use heist_engine::game::{Game, play_out};
use heist_engine::masters::{Action, MastersOfTheHeist};
use heist_engine::random::stream;

use crate::masters::setup;
use crate::moves::{
    Decision, another_world, config, decisions, has_names_of_its_own, numbers, of, reference, scores_or_choice,
};
use crate::network::drawn;

/// Decisions of heists in every scenario, one in `step`.
fn everywhere(heists: u64, step: usize) -> impl Iterator<Item = Decision<MastersOfTheHeist>> {
    (0..heists).flat_map(move |seed| decisions(&setup(seed), seed, 4).into_iter().step_by(step))
}

#[test]
fn numbers_have_names_of_their_own() {
    has_names_of_its_own::<MastersOfTheHeist>();
}

#[test]
fn numbers_are_finite_and_follow_from_what_the_seat_knows() {
    let mut met = 0;
    for (number, decision) in everywhere(84, 7).enumerate() {
        let (state, seat, legal) = &decision;
        let found = numbers(&decision);
        let all = found.0.iter().chain(found.1.iter().flatten());
        assert!(all.into_iter().all(|number| number.is_finite()));
        for other in [
            state.information_state(*seat),
            another_world(state, *seat, number as u64),
        ] {
            assert_eq!(numbers(&(other, *seat, legal.clone())), found);
        }
        met += 1;
    }
    assert!(met > 500, "{met}");
}

/// A number that is 0 in all heists says nothing: it is misspelt, or nobody sets it.
#[test]
fn every_measurement_differs_from_0_somewhere() {
    let moves = MastersOfTheHeist::MOVES.unwrap();
    // Kinds of action follow from the encoding, which has tests of its own; many are rare.
    let is_measured = |name: &String| !name.starts_with("kind ") && !name.starts_with("next ");
    let names =
        [(moves.context)(), (moves.inputs)()].map(|names| names.into_iter().map(|(name, _)| name).collect::<Vec<_>>());
    let mut missing: BTreeSet<&String> = names.iter().flatten().filter(|name| is_measured(name)).collect();
    // The estimate's are only told in the Action phase. A commit does not raise its alerts at once, and its ideas are
    // not left for later; networks read these, so they stay.
    const NEVER: [&str; 5] = [
        "planning",
        "the escape part",
        "alerts",
        "alerts_by_events",
        "ideas at hand",
    ];
    missing.retain(|name| !NEVER.contains(&name.as_str()));
    for seed in 0..400 {
        for decision in decisions::<MastersOfTheHeist>(&setup(seed), seed, 4) {
            let (context, rows) = numbers(&decision);
            for (names, numbers) in
                std::iter::once((&names[0], &context)).chain(rows.iter().map(|row| (&names[1], row)))
            {
                for (name, &number) in names.iter().zip(numbers) {
                    if number != 0.0 {
                        missing.remove(name);
                    }
                }
            }
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("always 0: {missing:?}");
}

/// A residual policy adds to the expert's scores, so the greatest is that of the expert's choice.
#[test]
fn the_experts_choice_has_the_greatest_score() {
    let expert = MastersOfTheHeist::HEURISTIC.unwrap();
    for decision in everywhere(84, 1) {
        let scores = scores_or_choice(&decision);
        let (state, seat, legal) = &decision;
        let choice = expert(state, *seat, legal, &mut stream(0, "unused", 0));
        let place = legal.iter().position(|&action| action == choice).unwrap();
        let better = |other: usize| other != place && scores[other] >= scores[place];
        assert!(!(0..legal.len()).any(better), "{choice:?} of {legal:?}: {scores:?}");
        assert!(scores[place].is_finite());
    }
}

#[test]
fn scores_are_those_of_the_description() {
    let mut ruled_out = 0;
    for residual in [false, true] {
        let config = config::<MastersOfTheHeist>(residual);
        let network = of::<MastersOfTheHeist>(&config, 2);
        for decision in everywhere(21, 5) {
            let expected = reference(&config, &drawn(&config, 2), &decision);
            let mut found = Vec::new();
            network.add_logits(&decision.0, decision.1, &decision.2, &mut found);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                let error = (f64::from(*found) - expected).abs();
                assert!(error < 1e-4 * (1.0 + expected.abs()), "{found}, expected {expected}");
            }
            ruled_out += found.iter().filter(|&&log_odds| log_odds < -1e5).count();
        }
    }
    assert!(ruled_out > 10, "{ruled_out}");
}

/// Pieces can be picked up and put down without end. Whatever its weights are, a residual policy gives things away only
/// as the expert does, so its heists end.
#[test]
fn heists_of_residual_policies_end() {
    let expert = MastersOfTheHeist::HEURISTIC.unwrap();
    let config = config::<MastersOfTheHeist>(true);
    for seed in 0..63 {
        let temperature = if seed % 2 == 0 { 0.0 } else { 1.0 };
        let network = of::<MastersOfTheHeist>(&config, seed % 5).with_temperature(temperature);
        let mut state = MastersOfTheHeist::new(&setup(seed)).unwrap();
        let mut decided = 0;
        play_out(
            &mut state,
            &mut stream(seed, "tests/moves", 0),
            |state, seat, legal, rng| {
                decided += 1;
                assert!(decided < 3000, "seed {seed}: {:?}", state.position());
                let view = state.information_state(seat);
                let action = network.choose(&view, seat, legal, rng);
                if matches!(action, Action::Drop(..) | Action::Pass(..)) {
                    assert_eq!(action, expert(&view, seat, legal, rng), "seed {seed}");
                }
                action
            },
        );
    }
}
