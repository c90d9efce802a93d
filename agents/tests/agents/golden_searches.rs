//! What every search says of one position of Burgle Bros., as readable text, so that a change in a search is seen.
//!
//! `INSTA_UPDATE=always cargo test -p heist-agents --test agents golden_searches` accepts a change.

use std::fmt::Write;

use heist_agents::search::Watch;
use heist_agents::spec::search_factory;
use heist_agents::{Heuristics, Search};
use heist_engine::burgle_bros::{BurgleBros, Setup};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::stream;

/// Every search, small.
const SPECS: [&str; 9] = [
    "flat:sims=160,policy=heuristic",
    "improve:sims=400",
    "mcts:sims=400",
    "mcts:sims=400,leaf=heuristic,chance=sample",
    "mcts:sims=400,leaf=blend,select=uct,chance=widen",
    "mcts:sims=400,leaf=heuristic,open=true",
    "ismcts:sims=400,leaf=heuristic",
    "pimc:sims=400,leaf=heuristic,worlds=4",
    "expectimax:sims=20000,leaf=heuristic,depth=2",
];

/// Moves that are shown of each.
const SHOWN: usize = 4;

/// A decision with many moves in the tenth turn of a game of the expert.
fn position() -> (BurgleBros, Seat, Vec<<BurgleBros as Game>::Action>) {
    let expert = BurgleBros::HEURISTIC.unwrap();
    let mut rng = stream(12, "golden", 0);
    let mut state = BurgleBros::new(&Setup::bank_job(3, 12)).unwrap();
    let mut legal = Vec::new();
    loop {
        match state.node() {
            Node::Terminal => panic!("the game ends too early"),
            Node::Chance => {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
            }
            Node::Decision(seat) => {
                state.legal_actions(&mut legal);
                if state.turn() >= 10 && legal.len() >= 8 {
                    return (state.information_state(seat), seat, legal);
                }
                let action = expert(&state.information_state(seat), seat, &legal, &mut rng);
                state.apply(action);
            }
        }
    }
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
