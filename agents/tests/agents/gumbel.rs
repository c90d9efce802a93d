//! The search with a Gumbel root, and the policy that it improves.

use heist_agents::search::Watch;
use heist_agents::search::tree::{Improvement, Tried, untried_value};
use heist_agents::spec::search_factory;
use heist_agents::{Analysis, Players, Spec};
use heist_engine::caper_cards::CaperCards;
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::stream;

use crate::curtain::{Choice, Curtain};
use crate::search::views;

const IMPROVEMENT: Improvement = Improvement {
    visits: 50.0,
    scale: 1.0,
};

fn tried(prior: f32, visits: u64, value: f64) -> Tried {
    Tried { prior, visits, value }
}

fn policy(moves: &[Tried], own: f64) -> Vec<f64> {
    let mut policy = Vec::new();
    IMPROVEMENT.policy(moves, own, &mut policy);
    policy
}

fn analyse<G: Players>(spec: &str, view: &G, seat: Seat, seed: u64) -> Analysis<G> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let mut search = search_factory::<G>(&spec.parse::<Spec>().unwrap()).unwrap()();
    let mut rng = stream(seed, "analysis", 0);
    search.analyse(view, seat, &legal, &mut rng, &mut Watch::patient())
}

#[test]
fn a_policy_without_tries_is_the_priors() {
    let moves = [tried(0.5, 0, 0.0), tried(0.3, 0, 0.0), tried(0.2, 0, 0.0)];
    for own in [0.7, f64::NAN] {
        for (share, known) in policy(&moves, own).iter().zip(moves) {
            assert!((share - f64::from(known.prior)).abs() < 1e-6, "{share} of {known:?}");
        }
    }
}

/// Values of the moves tried are weighted by their priors, and the node's own value counts as one try.
#[test]
fn a_move_that_was_not_tried_has_a_completed_value() {
    let moves = [tried(0.5, 3, 0.8), tried(0.25, 1, 0.2), tried(0.25, 0, 0.0)];
    let weighted = (0.5 * 0.8 + 0.25 * 0.2) / 0.75;
    let completed = (0.4 + 4.0 * weighted) / 5.0;
    assert!((untried_value(&moves, 0.4) - completed).abs() < 1e-12);
    assert!(
        (untried_value(&moves, f64::NAN) - weighted).abs() < 1e-12,
        "no own value"
    );
    assert_eq!(untried_value(&moves[2..], 0.4), 0.4, "nothing was tried");
    // The logits differ by those of the priors and by 53 for a whole point of value: 50 and the 3 tries of the first
    // move.
    let mut logits = Vec::new();
    IMPROVEMENT.logits(&moves, 0.4, &mut logits);
    for (logit, (prior, value)) in logits.iter().zip([(0.5f64, 0.8), (0.25, 0.2), (0.25, completed)]) {
        assert!((logit - (prior.ln() + 53.0 * value)).abs() < 1e-12, "{logits:?}");
    }
}

#[test]
fn an_improved_policy_sums_to_one_and_prefers_what_is_better() {
    let moves = [
        tried(0.6, 5, 0.5),
        tried(0.0, 2, 0.55),
        tried(0.4, 4, 0.6),
        tried(0.0, 0, 0.0),
    ];
    let policy = policy(&moves, 0.5);
    assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(policy[2] > 0.6, "{policy:?}");
    assert!(policy.iter().all(|share| share.is_finite()));
    assert!(
        policy[1] < 1e-6 && policy[3] < 1e-6,
        "a prior of 0 stays nearly 0: {policy:?}"
    );
}

/// With values that never change, the tries of moves come to follow the policy.
#[test]
fn tries_follow_the_policy() {
    let mut moves = [tried(0.2, 0, 0.50), tried(0.5, 0, 0.51), tried(0.3, 0, 0.52)];
    let mut buffer = Vec::new();
    assert_eq!(
        IMPROVEMENT.select(&moves, 0.5, &mut buffer),
        1,
        "the likeliest is first"
    );
    // A scale so small that more tries hardly move it.
    let gentle = Improvement {
        visits: 1.0,
        scale: 1e-6,
    };
    for _ in 0..1000 {
        let next = gentle.select(&moves, 0.5, &mut buffer);
        moves[next].visits += 1;
    }
    for known in moves {
        let share = known.visits as f64 / 1000.0;
        assert!((share - f64::from(known.prior)).abs() < 0.005, "{known:?}");
    }
}

/// With both hands open everything can be worked out: expectimax does.
#[test]
fn it_finds_a_best_move() {
    let mut found_better = 0;
    for (number, (mut view, seat)) in views(12).into_iter().enumerate() {
        view.determinize(Fill::Private, &mut stream(number as u64, "hands", 0));
        let exact = analyse("expectimax:sims=1000000,depth=8", &view, seat, 1);
        let found = analyse("puct:sims=3000", &view, seat, number as u64);
        let value = |action| {
            let same = exact.candidates.iter().find(|candidate| candidate.action == action);
            same.unwrap().value.mean
        };
        let best = exact.candidates[0].value.mean;
        let chosen = value(found.candidates[0].action);
        assert!(chosen > best - 0.02, "{chosen} of {best}: {view:?}");
        found_better += u32::from(
            exact
                .candidates
                .iter()
                .any(|candidate| candidate.value.mean < best - 0.02),
        );
    }
    assert!(found_better > 5, "there is a worse move in {found_better} only");
}

#[test]
fn the_budget_goes_to_the_moves_that_stay() {
    let found = analyse("puct:sims=400,noise=0", &Curtain::start(), Seat(0), 1);
    assert_eq!(found.totals.simulations, 400);
    let mut visits: Vec<u64> = found.candidates.iter().map(|candidate| candidate.visits).collect();
    visits.sort_unstable();
    // Two phases of three moves and of two: 66 of each, then the two that stay share the other 202.
    assert_eq!(visits, [66, 167, 167]);
    assert_eq!(found.candidates[0].action, Choice::Peek);
    // A move that is not considered is not tried, and has a completed value.
    let found = analyse("puct:sims=400,noise=0,moves=2", &Curtain::start(), Seat(0), 1);
    let untried = found.candidates.iter().find(|candidate| candidate.visits == 0).unwrap();
    let values = found.candidates.iter().filter(|candidate| candidate.visits > 0);
    let mean = values.map(|candidate| candidate.value.mean).sum::<f64>() / 2.0;
    assert!((untried.value.mean - mean).abs() < 1e-6, "{found:?}");
    // Fewer simulations than moves: as many are considered.
    let found = analyse("puct:sims=1", &Curtain::start(), Seat(0), 1);
    assert_eq!(found.totals.simulations, 1);
}

#[test]
fn an_analysis_has_the_improved_policy() {
    for (view, seat) in views(4) {
        for spec in ["puct:sims=64", "puct:sims=64,trees=3,noise=0"] {
            let found = analyse(spec, &view, seat, 1);
            let shares = found.candidates.iter().map(|candidate| candidate.policy.unwrap());
            assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{spec}");
        }
    }
}

/// Noise decides which moves are considered, and the seed decides the noise.
#[test]
fn moves_are_drawn_by_their_priors() {
    let drawn = |noise: &str| {
        let first = |seed| {
            let spec = format!("puct:sims=1,moves=1,noise={noise}");
            analyse(&spec, &Curtain::start(), Seat(0), seed).candidates[0].action
        };
        (0..200).map(first).filter(|action| *action == Choice::Walk).count()
    };
    assert_eq!(drawn("0"), 200, "the first of equals");
    // Three moves of equal priors: 67 of each, with a standard deviation of 6.7.
    assert!((40..=94).contains(&drawn("1")), "{}", drawn("1"));
}

/// Hands are private in Caper Cards: half of the simulations are for the partners, and no try is left half done.
#[test]
fn private_hands_are_searched_by_multiple_observers() {
    let mut rng = stream(1, "deal", 0);
    let mut state = CaperCards::new(&heist_engine::caper_cards::Setup::new(3)).unwrap();
    state.determinize(Fill::All, &mut rng);
    let seat = loop {
        match state.node() {
            Node::Decision(seat) => break seat,
            Node::Chance => state.resolve(state.sample(&mut rng)),
            Node::Terminal => panic!("nothing was decided"),
        }
    };
    let view = state.information_state(seat);
    for (sims, used) in [(200, 200u64), (201, 200), (1, 1)] {
        let found = analyse(&format!("puct:sims={sims}"), &view, seat, 1);
        let visits: u64 = found.candidates.iter().map(|candidate| candidate.visits).sum();
        assert_eq!((found.totals.simulations, visits), (used, used.div_ceil(2)), "{sims}");
    }
}
