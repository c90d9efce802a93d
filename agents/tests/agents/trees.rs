//! Tree searches and expectimax, on games small enough to be worked out.

use heist_agents::search::Watch;
use heist_agents::spec::search_factory;
use heist_agents::{Analysis, Candidate, Players, Search, Spec};
use heist_engine::game::{Game, Seat};
use heist_engine::random::stream;

use crate::curtain::{Choice, Curtain};
use crate::search::views;
use crate::vault::Game1;
use crate::whisper::{Choice as Secret, Whisper};

/// Every search that grows a tree or looks at everything.
const SEARCHES: [&str; 8] = [
    "mcts:sims=4000,explore=0.5",
    "mcts:sims=4000,select=uct,explore=1",
    "mcts:sims=4000,explore=0.5,chance=sample",
    "mcts:sims=4000,explore=0.5,chance=widen",
    "mcts:sims=4000,explore=0.5,trees=3",
    "ismcts:sims=4000,explore=0.5",
    "puct:sims=4000",
    "expectimax:sims=4000",
];

fn analyse<G: Players>(spec: &str, view: &G, seed: u64) -> Analysis<G> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let mut search = search_factory::<G>(&spec.parse::<Spec>().unwrap()).unwrap()();
    search.analyse(
        view,
        Seat(0),
        &legal,
        &mut stream(seed, "analysis", 0),
        &mut Watch::patient(),
    )
}

fn candidate<G: Game>(analysis: &Analysis<G>, action: G::Action) -> &Candidate<G> {
    let found = analysis.candidates.iter().find(|candidate| candidate.action == action);
    found.unwrap()
}

/// Sees that peeking is worth 4/5 and calling blindly 1/2, where `pimc` believes that it will know the coin.
#[test]
fn strategies_are_not_fused() {
    for spec in SEARCHES {
        let found = analyse(spec, &Curtain::start(), 1);
        assert_eq!(found.candidates[0].action, Choice::Peek, "{spec}");
        for (action, exact) in [(Choice::Peek, 0.8), (Choice::Walk, 0.6), (Choice::Call, 0.5)] {
            let tried = candidate(&found, action);
            // A tree averages over the tries that taught it the better move as well.
            let margin = 5.0 * tried.value.error + 0.05;
            assert!((tried.value.mean - exact).abs() < margin, "{spec}: {tried:?}");
        }
    }
    let fooled = analyse("pimc:sims=4000,explore=0.5", &Curtain::start(), 1);
    assert_eq!(fooled.candidates[0].action, Choice::Call);
    assert!(candidate(&fooled, Choice::Call).value.mean > 0.9, "{fooled:?}");
}

/// An open loop answers chance with one and the same plan: having peeked it calls no better than before.
#[test]
fn an_open_loop_does_not_react() {
    let found = analyse("mcts:sims=4000,explore=0.5,open=true", &Curtain::start(), 1);
    assert_eq!(found.candidates[0].action, Choice::Walk);
    let peek = candidate(&found, Choice::Peek);
    assert!(
        (peek.value.mean - 0.4).abs() < 5.0 * peek.value.error + 0.02,
        "{peek:?}"
    );
}

#[test]
fn expectimax_is_exact() {
    let found = analyse("expectimax", &Curtain::start(), 1);
    let values: Vec<(Choice, f64)> = found.candidates.iter().map(|c| (c.action, c.value.mean)).collect();
    let expected = [(Choice::Peek, 0.8), (Choice::Walk, 0.6), (Choice::Call, 0.5)];
    for ((action, value), (name, exact)) in values.into_iter().zip(expected) {
        assert_eq!(action, name);
        assert!((value - exact).abs() < 1e-12, "{action}: {value}");
    }
}

/// The values of open worlds, worked out without pruning, are those that expectimax finds with it.
#[test]
fn pruning_changes_no_value() {
    fn best(state: &Game1) -> f64 {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        if legal.is_empty() {
            return mean(state);
        }
        let after = legal.into_iter().map(|action| {
            let mut after = state.clone();
            after.apply(action);
            mean(&after)
        });
        after.fold(0.0, f64::max)
    }
    fn mean(state: &Game1) -> f64 {
        let mut outcomes = Vec::new();
        state.outcomes(&mut outcomes);
        if let Some(result) = state.result() {
            return result.value;
        }
        if outcomes.is_empty() {
            return best(state);
        }
        let after = outcomes.into_iter().map(|(outcome, chance)| {
            let mut after = state.clone();
            after.resolve(outcome);
            chance * mean(&after)
        });
        after.sum()
    }
    for (number, (mut view, _)) in views(12).into_iter().enumerate() {
        // With both hands open there is nothing private left, and one world.
        let mut rng = stream(number as u64, "hands", 0);
        view.determinize(heist_engine::game::Fill::Private, &mut rng);
        let found = analyse("expectimax:sims=1000000,depth=8", &view, 1);
        for tried in &found.candidates {
            let mut after = view.clone();
            after.apply(tried.action);
            assert!((tried.value.mean - mean(&after)).abs() < 1e-12, "{tried:?}");
        }
    }
}

#[test]
fn an_analysis_is_consistent() {
    for spec in SEARCHES.iter().filter(|spec| !spec.starts_with("expectimax")) {
        let found = analyse(spec, &Curtain::start(), 2);
        let visits: u64 = found.candidates.iter().map(|tried| tried.visits).sum();
        assert_eq!((visits, found.totals.simulations), (4000, 4000), "{spec}");
        let most = found.candidates.iter().map(|tried| tried.visits).max();
        assert_eq!(Some(found.candidates[0].visits), most, "{spec}");
        let best: f64 = found.candidates.iter().map(|tried| tried.best).sum();
        assert!((best - 1.0).abs() < 1e-9, "{spec}");
        assert!(
            found.totals.nodes >= 4 && found.totals.depth >= 1,
            "{spec}: {:?}",
            found.totals
        );
        assert!(found.totals.memory > 0, "{spec}");
    }
}

#[test]
fn a_tree_has_the_nodes_there_are() {
    // Decisions: the start, the blind call, and the call after either side of the coin. Chance: the die of walking
    // away, the coin behind the curtain, lifting it after either blind call, lifting it after each of four calls that
    // know it, and the die after the two of those that are right.
    let found = analyse("mcts:sims=4000,explore=0.5", &Curtain::start(), 3);
    assert_eq!((found.totals.nodes, found.totals.depth), (4 + 10, 1));
    // Without chance nodes of their own the decisions are left.
    let found = analyse("mcts:sims=4000,explore=0.5,chance=sample", &Curtain::start(), 3);
    assert_eq!(found.totals.nodes, 4);
    // Open loop: one call after peeking, whatever was seen.
    let found = analyse("mcts:sims=4000,explore=0.5,open=true", &Curtain::start(), 3);
    assert_eq!(found.totals.nodes, 3);
}

#[test]
fn a_line_says_what_is_expected() {
    let found = analyse("mcts:sims=4000,explore=0.5", &Curtain::start(), 4);
    let line: Vec<String> = found.candidates[0]
        .line
        .iter()
        .map(|next| next.step.to_string())
        .collect();
    assert_eq!(
        line,
        ["chance: heads", "seat 1: heads", "chance: heads", "chance: die 1"]
    );
    let chances: Vec<f64> = found.candidates[0].line.iter().map(|next| next.chance).collect();
    assert_eq!(chances, [0.5, 1.0, 1.0, 0.2]);
}

#[test]
fn a_full_tree_goes_on_without_new_nodes() {
    for spec in ["mcts", "ismcts", "pimc:worlds=1", "puct"] {
        let (name, options) = spec.split_once(':').unwrap_or((spec, "sims=500"));
        let found = analyse::<Game1>(&format!("{name}:{options},nodes=3"), &views(1)[0].0, 5);
        assert!(found.totals.nodes <= 3, "{spec}: {:?}", found.totals);
        assert!(found.totals.simulations >= 500, "{spec}: {:?}", found.totals);
    }
}

#[test]
fn an_analysis_is_the_same_on_any_number_of_threads() {
    for (number, (view, _)) in views(4).into_iter().enumerate() {
        for spec in [
            "mcts:sims=301,trees=3",
            "ismcts:sims=301,trees=3",
            "pimc:sims=301,worlds=3",
            "puct:sims=301,trees=3",
        ] {
            let alone = analyse(spec, &view, number as u64);
            let together = analyse(&format!("{spec},threads=3"), &view, number as u64);
            assert_eq!(alone.candidates, together.candidates, "{spec}");
            // Where hands differ, a try of `puct` takes two simulations.
            let least = if spec.starts_with("puct") { 300 } else { 301 };
            assert!((least..=301).contains(&alone.totals.simulations), "{spec}");
        }
    }
}

/// A search is told how far it is, and stops when it is asked to.
#[test]
fn a_search_reports_and_stops() {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    for spec in [
        "mcts:sims=1000000000",
        "ismcts:sims=1000000000",
        "flat:sims=1000000000",
        "puct:sims=1000000000",
        "puct:time=80000",
    ] {
        let view = Curtain::start();
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let stop = AtomicBool::new(false);
        let mut reports = 0;
        let mut tell = |analysis: Analysis<Curtain>| {
            assert!(analysis.totals.simulations > 0);
            reports += 1;
            stop.store(reports == 3, Ordering::Relaxed);
        };
        let flags = [&stop];
        let mut watch = Watch::patient().told(Duration::ZERO, &mut tell).until(&flags);
        let mut search = search_factory::<Curtain>(&spec.parse().unwrap()).unwrap()();
        let mut rng = stream(1, "analysis", 0);
        let found = search.analyse(&view, Seat(0), &legal, &mut rng, &mut watch);
        assert!(found.totals.simulations < 1_000_000_000);
        assert_eq!(reports, 3, "{spec}");
    }
}

/// The partner cannot be told how the coin fell: passing is worth 1/2 however it fell, and a search that believes more
/// lets the partner act on what its own seat alone has seen.
///
/// A partner whose two calls look equally good is taken to make the one that looks a trace better, as if that were
/// agreed, so a single tree may take passing for better or worse than it is, whichever way the coin fell; many trees
/// together do not.
#[test]
fn a_secret_is_not_lent_to_a_partner() {
    for spec in [
        "mcts:sims=16000,trees=32,select=uct,explore=2",
        "mcts:sims=16000,trees=32,select=uct,explore=2,chance=sample",
        "mcts:sims=16000,trees=32,select=uct,explore=2,open=true",
        "mcts:sims=16000,trees=32,explore=2",
        "ismcts:sims=16000,trees=32,select=uct,explore=2",
        "ismcts:sims=16000,trees=32,explore=2",
        "puct:sims=16000,trees=32,scale=0.02",
        "flat:sims=4000",
    ] {
        for heads in [true, false] {
            let found = analyse(spec, &Whisper::<false>::seen(heads), 1);
            assert_eq!(found.candidates[0].action, Secret::Walk, "{spec}, heads {heads}");
            let pass = candidate(&found, Secret::Pass).value.mean;
            assert!((pass - 0.5).abs() < 0.08, "{spec}, heads {heads}: {pass}");
            let walk = candidate(&found, Secret::Walk).value.mean;
            assert!((walk - 0.6).abs() < 0.03, "{spec}, heads {heads}: {walk}");
        }
    }
}

/// To a search in worlds that everybody knows, the partner knows the coin too.
#[test]
fn worlds_that_all_know_lend_secrets() {
    for spec in ["pimc:sims=4000,explore=0.5", "expectimax"] {
        for heads in [true, false] {
            let found = analyse(spec, &Whisper::<false>::seen(heads), 1);
            assert_eq!(found.candidates[0].action, Secret::Pass, "{spec}, heads {heads}");
            assert!(candidate(&found, Secret::Pass).value.mean > 0.95, "{spec}: {found:?}");
        }
    }
}

/// An expert who calls heads calls heads however the coin fell: passing is worth 1 or nothing, and the searching seat
/// knows which.
#[test]
fn a_partner_who_plays_by_rule_is_taken_at_his_word() {
    for spec in [
        "ismcts:partner=heuristic",
        "puct:partner=heuristic",
        "improve",
        "flat:policy=heuristic",
    ] {
        for (heads, worth, better) in [(true, 1.0, Secret::Pass), (false, 0.0, Secret::Walk)] {
            let found = analyse(spec, &Whisper::<true>::seen(heads), 1);
            assert_eq!(found.candidates[0].action, better, "{spec}, heads {heads}");
            assert_eq!(
                candidate(&found, Secret::Pass).value.mean,
                worth,
                "{spec}, heads {heads}"
            );
        }
    }
}
