//! What every search says of one position of Burgle Bros., as readable text, so that a change in a search is seen.
//!
//! `INSTA_UPDATE=always cargo test -p heist-agents --test agents golden_searches` accepts a change.

use std::fmt::Write;

use heist_agents::analysis::{Candidate, Totals};
use heist_agents::search::Watch;
use heist_agents::search::tree::BYTES_PER_NODE;
use heist_agents::spec::search_factory;
use heist_agents::{AGENTS, Heuristics, Search};
use heist_engine::burgle_bros::{BurgleBros, Setup};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::stream;
use heist_testkit::play_with;

/// Every search, small.
const SPECS: [&str; 11] = [
    "flat:sims=160,policy=heuristic",
    "improve:sims=400",
    "mcts:sims=400",
    "mcts:sims=400,leaf=heuristic,chance=sample",
    "mcts:sims=400,leaf=blend,select=uct,chance=widen",
    "mcts:sims=400,leaf=heuristic,open=true",
    "ismcts:sims=400,leaf=heuristic",
    "pimc:sims=400,leaf=heuristic,worlds=4",
    "expectimax:sims=20000,leaf=heuristic,depth=2",
    "puct:sims=400",
    "puct:sims=400,leaf=rollout,noise=0,chance=sample",
];

/// Moves that are shown of each.
const SHOWN: usize = 4;

/// A decision with many moves in the tenth turn of a game of the expert.
fn position() -> (BurgleBros, Seat, Vec<<BurgleBros as Game>::Action>) {
    position_of(12)
}

/// The same in a game with another seed.
fn position_of(game: u64) -> (BurgleBros, Seat, Vec<<BurgleBros as Game>::Action>) {
    let expert = BurgleBros::HEURISTIC.unwrap();
    let mut rng = stream(game, "golden", 0);
    let first = BurgleBros::new(&Setup::bank_job(3, game)).unwrap();
    let decide =
        |state: &BurgleBros, seat, legal: &[_], rng: &mut _| expert(&state.information_state(seat), seat, legal, rng);
    for (state, _) in play_with(first, &mut rng, decide) {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        if let Node::Decision(seat) = state.node()
            && state.turn() >= 10
            && legal.len() >= 8
        {
            return (state.information_state(seat), seat, legal);
        }
    }
    panic!("the game ends too early")
}

#[test]
fn searches_say_what_they_said() {
    let (view, seat, legal) = position();
    let mut text = String::new();
    for spec in SPECS {
        let mut search = search_factory::<BurgleBros>(&spec.parse().unwrap()).unwrap()();
        let mut rng = stream(3, "golden/search", 0);
        let found = search.analyse(&view, seat, &legal, &mut rng, &mut Watch::patient());
        let totals = found.totals;
        writeln!(
            text,
            "{spec}\n  {} simulations, {} worlds, {} nodes, depth {}",
            totals.simulations, totals.worlds, totals.nodes, totals.depth
        )
        .unwrap();
        for tried in found.candidates.iter().take(SHOWN) {
            writeln!(
                text,
                "  {}: {} visits, {:.4} +- {:.4}, {:+.4} +- {:.4}, best {:.2}",
                tried.action,
                tried.visits,
                tried.value.mean,
                tried.value.error,
                tried.difference.mean,
                tried.difference.error,
                tried.best
            )
            .unwrap();
            let line: Vec<String> = tried.line.iter().take(6).map(|next| next.step.to_string()).collect();
            if !line.is_empty() {
                writeln!(text, "    {}", line.join("; ")).unwrap();
            }
        }
    }
    insta::assert_snapshot!(text);
}

/// What a search of the position costs, and how many moves it distinguished.
fn cost(spec: &str) -> (Totals, u64) {
    let (view, seat, legal) = position();
    let mut search = search_factory::<BurgleBros>(&spec.parse().unwrap()).unwrap()();
    let found = search.analyse(&view, seat, &legal, &mut stream(3, "budget", 0), &mut Watch::patient());
    assert!(found.is_estimated(), "{spec}");
    (found.totals, found.candidates.len() as u64)
}

#[test]
fn no_agent_makes_more_simulations_than_its_budget_and_its_documented_minimum() {
    let searches = AGENTS
        .iter()
        .filter(|info| info.options.iter().any(|option| option.name == "sims"));
    for info in searches {
        for budget in [1, 7, 60, 300, 1000] {
            let spec = format!("{}:sims={budget}", info.name);
            let (totals, moves) = cost(&spec);
            let most = budget.max(info.least_per_move * moves);
            assert!(
                (1..=most).contains(&totals.simulations),
                "{spec}: {} of {most}",
                totals.simulations
            );
        }
    }
}

#[test]
fn expectimax_samples_outcomes_where_the_budget_does_not_last_for_a_depth() {
    let (sampled, moves) = cost("expectimax:sims=60,leaf=heuristic");
    assert_eq!(sampled.depth, 0);
    assert!(sampled.simulations + moves > 60, "the budget is spent: {sampled:?}");
    let (looked, _) = cost("expectimax:sims=20000,leaf=heuristic,depth=1");
    assert_eq!((looked.depth, looked.worlds), (1, 1));
    // One simulation more or less decides which of the two it is.
    let enough = looked.simulations;
    assert!(enough > moves, "{enough}");
    let spec = |budget: u64| format!("expectimax:sims={budget},leaf=heuristic,depth=1");
    assert_eq!(cost(&spec(enough)).0.depth, 1);
    assert_eq!(cost(&spec(enough - 1)).0.depth, 0);
}

#[test]
fn expectimax_leaves_the_move_of_the_expert_only_without_doubt() {
    let expert = BurgleBros::HEURISTIC.unwrap();
    let (mut kept, mut left) = (0, 0);
    for game in 12..18 {
        let (view, seat, legal) = position_of(game);
        let favourite = expert(&view, seat, &legal, &mut stream(3, "doubt", 0));
        for doubt in [0.0, 0.1, 3.0] {
            let spec = format!("expectimax:sims=20000,depth=1,leaf=heuristic,doubt={doubt}");
            let mut search = search_factory::<BurgleBros>(&spec.parse().unwrap()).unwrap()();
            let mut rng = stream(3, "doubt", 1);
            let found = search.analyse(&view, seat, &legal, &mut rng, &mut Watch::patient());
            let is_favourite = |tried: &&Candidate<_>| tried.action == favourite || tried.alike.contains(&favourite);
            let by_value = |a: &&Candidate<_>, b: &&Candidate<_>| a.value.mean.total_cmp(&b.value.mean);
            let best = found.candidates.iter().max_by(by_value).unwrap();
            let home = found.candidates.iter().find(is_favourite).unwrap();
            let gain = best.value.mean - home.value.mean;
            let error = best.value.error.hypot(home.value.error);
            let expected = if gain > doubt * error { best } else { home };
            let chosen = &found.candidates[0];
            assert_eq!(
                chosen.value.mean, expected.value.mean,
                "{game}, {doubt}: {gain} +- {error}"
            );
            kept += u32::from(gain > 0.0 && is_favourite(&chosen));
            left += u32::from(!is_favourite(&chosen));
        }
    }
    assert!(kept > 0 && left > 0, "{kept}, {left}");
}

#[test]
fn trees_keep_to_their_memory() {
    for agent in [
        "mcts",
        "mcts:open=true",
        "mcts:chance=widen",
        "ismcts",
        "pimc:worlds=4",
        "puct",
        "expectimax",
    ] {
        for nodes in [64, 500] {
            let join = if agent.contains(':') { ',' } else { ':' };
            let leaf = if agent == "puct" { "value" } else { "heuristic" };
            let spec = format!("{agent}{join}sims=4000,leaf={leaf},nodes={nodes}");
            let (totals, _) = cost(&spec);
            assert!(totals.nodes <= nodes, "{spec}: {totals:?}");
            assert!(totals.memory <= nodes * BYTES_PER_NODE as u64, "{spec}: {totals:?}");
            assert_eq!(totals.simulations, 4000, "it goes on without new nodes");
        }
    }
}
