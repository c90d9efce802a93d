use std::sync::atomic::AtomicBool;

use heist_agents::arena::{Deal, PlayOptions, against_the_first, luck, play};
use heist_agents::{HeuristicAgent, Heuristics};
use heist_engine::game::{Game, Node};
use heist_engine::random::stream;
use heist_engine::record::Step;

use crate::run::{config, played};
use crate::vault::{Game1, Phase, Setup};

/// Some function of the state; what it says does not matter.
fn arbitrary(state: &Game1) -> f64 {
    (state.key() % 1_000) as f64 / 1_000.0
}

/// An estimate: the chance that enough of the guesses left are right, at 3 in 4 each, and that no second alarm comes.
fn estimate(state: &Game1) -> f64 {
    fn escapes(score: u8, alarms: u8, turns: u8) -> f64 {
        match (score, alarms, turns) {
            (_, 2, _) => 0.0,
            (3.., _, 0) => 1.0,
            (_, _, 0) => 0.0,
            _ => {
                let wrong = 0.5 * (escapes(score, alarms, turns - 1) + escapes(score, alarms + 1, turns - 1));
                0.75 * escapes(score + 1, alarms, turns - 1) + 0.25 * wrong
            }
        }
    }
    let turns = 4 - state.turn;
    match state.phase {
        Phase::Roll => {
            0.5 * (escapes(state.score, state.alarms, turns - 1) + escapes(state.score, state.alarms + 1, turns - 1))
        }
        _ => escapes(state.score, state.alarms, turns),
    }
}

/// Every game that the expert may play from here: visits its steps and its probability.
fn all_games(state: &Game1, steps: &mut Vec<Step<Game1>>, chance: f64, visit: &mut impl FnMut(&[Step<Game1>], f64)) {
    let mut next = |step: Step<Game1>, chance: f64| {
        let mut after = state.clone();
        step.play(&mut after);
        steps.push(step);
        all_games(&after, steps, chance, visit);
        steps.pop();
    };
    match state.node() {
        Node::Terminal => visit(steps, chance),
        Node::Decision(seat) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let policy = Game1::HEURISTIC.unwrap();
            let view = state.information_state(seat);
            let action = policy(&view, seat, &legal, &mut stream(0, "unused", 0));
            next(Step::Action(seat, action), chance);
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            for (outcome, probability) in outcomes {
                next(Step::Chance(outcome), chance * probability);
            }
        }
    }
}

#[test]
fn luck_has_expectation_zero_over_the_whole_tree() {
    let setup = Setup {
        first: Some(0),
        seed: None,
    };
    let (mut total, mut by_arbitrary, mut by_estimate, mut size) = (0.0, 0.0, 0.0, 0.0f64);
    all_games(
        &Game1::new(&setup).unwrap(),
        &mut Vec::new(),
        1.0,
        &mut |steps, chance| {
            total += chance;
            let wild = luck(&setup, steps, arbitrary).unwrap();
            by_arbitrary += chance * wild;
            by_estimate += chance * luck(&setup, steps, estimate).unwrap();
            size += chance * wild.abs();
        },
    );
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    assert!(size > 0.1, "games are lucky and unlucky: {size}");
    assert!(by_arbitrary.abs() < 1e-9, "{by_arbitrary}");
    assert!(by_estimate.abs() < 1e-9, "{by_estimate}");
}

/// With an estimate that knows everything, what is left of a result after its luck is what was expected of it at first.
#[test]
fn perfect_foresight_leaves_nothing_to_chance() {
    fn exact(state: &Game1) -> f64 {
        let mut sum = 0.0;
        all_games(state, &mut Vec::new(), 1.0, &mut |steps, chance| {
            let mut end = state.clone();
            steps.iter().for_each(|step| step.play(&mut end));
            sum += chance * end.result().unwrap().value;
        });
        sum
    }
    let deal: Deal<Game1> = Deal::new(
        &Setup {
            first: Some(1),
            seed: None,
        },
        3,
        0,
    )
    .unwrap();
    let team = || Box::new(HeuristicAgent::<Game1>::new().unwrap());
    let options = PlayOptions {
        record: true,
        ..PlayOptions::default()
    };
    let game = play(&deal, &mut [team(), team()], options).unwrap();
    // From the first guess on: the tree before it is large, and hands are dealt there.
    let mut first = Game1::new(&deal.setup).unwrap();
    game.steps[..2].iter().for_each(|step| step.play(&mut first));
    let mixed = |state: &Game1| {
        if state.turn == 0 && state.node() == Node::Chance && state.hands.contains(&u8::MAX) {
            arbitrary(state)
        } else {
            exact(state)
        }
    };
    let all = luck(&deal.setup, &game.steps, mixed).unwrap();
    let hands = luck(&deal.setup, &game.steps[..2], mixed).unwrap();
    assert!((game.result.value - (all - hands) - exact(&first)).abs() < 1e-9);
}

#[test]
fn games_of_filled_worlds_have_no_luck_on_average_and_less_spread_without_it() {
    for (agent, saved) in [("random", 1.15), ("heuristic", 1.25)] {
        let mut config = config(&[agent], 4_000, 2);
        config.luck = Some(Box::new(estimate));
        let sums = crate::run::Counted::default();
        let report = heist_agents::arena::run(&config, &sums, &AtomicBool::new(false)).unwrap();
        let luck: Vec<f64> = sums
            .games()
            .into_iter()
            .map(|games| games[0].clone().unwrap().luck.unwrap())
            .collect();
        let mean = luck.iter().sum::<f64>() / 4_000.0;
        let square = luck.iter().map(|luck| luck * luck).sum::<f64>() / 4_000.0;
        assert!(mean.abs() < 4.0 * (square / 4_000.0).sqrt(), "{agent}: {mean}");
        let adjusted = report.contestants[0].luck_adjusted.unwrap();
        assert!(adjusted.variance_ratio.unwrap() > saved, "{agent}: {adjusted:?}");
        let [low, high] = adjusted.interval95;
        assert!(low < adjusted.mean && adjusted.mean < high);
        let [raw_low, raw_high] = report.contestants[0].wilson95;
        assert!(high - low < raw_high - raw_low, "{agent}: narrower");
        assert!(low < raw_high && raw_low < high, "{agent}: they agree");
    }
}

#[test]
fn differences_are_adjusted_too_and_only_where_luck_is_measured() {
    let mut config = config(&["random", "heuristic"], 2_000, 2);
    let plain = played(&config);
    assert!(
        plain
            .contestants
            .iter()
            .all(|contestant| contestant.luck_adjusted.is_none())
    );
    assert!(plain.paired[0].luck_adjusted.is_none());
    config.luck = Some(Box::new(estimate));
    config.pairs = against_the_first(2);
    let report = played(&config);
    assert_eq!(
        report.contestants[1].wins, plain.contestants[1].wins,
        "luck changes no game"
    );
    let adjusted = report.paired[0].luck_adjusted.unwrap();
    assert!(adjusted.variance_ratio.unwrap() > 1.2, "{adjusted:?}");
    let [low, high] = report.paired[0].interval95;
    assert!(adjusted.interval95[0] < high && low < adjusted.interval95[1]);
}
