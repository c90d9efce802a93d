//! Speeds of searches: simulations a second from the first turn of the 3-seat Bank Job, on one thread and on two.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use heist_agents::search::Watch;
use heist_agents::spec::search_factory;
use heist_agents::{Heuristics, Search};
use heist_benches::openings;
use heist_engine::burgle_bros::{Action, BurgleBros};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use heist_testkit::play_with;

/// Searches, with their simulations a decision.
const SEARCHES: [(&str, u64); 8] = [
    ("mcts:sims=20000,leaf=heuristic", 20_000),
    ("mcts:sims=200000,leaf=heuristic", 200_000),
    ("mcts:sims=200000,leaf=heuristic,trees=2,threads=2", 200_000),
    ("ismcts:sims=20000,leaf=heuristic", 20_000),
    ("mcts:sims=2000", 2_000),
    ("flat:sims=1920,policy=heuristic", 1_920),
    ("flat:sims=1920,policy=heuristic,threads=2", 1_920),
    ("expectimax:sims=20000,leaf=heuristic,depth=8", 20_000),
];

/// The first decision with actions to spend: everybody outside, the first player just in.
fn first_turn() -> (BurgleBros, Seat, Vec<Action>) {
    let expert = BurgleBros::HEURISTIC.expect("the game has an expert");
    let mut rng = stream(5, "benches/search", 0);
    let first = openings::<BurgleBros>(Some("bank-job"), 3)[0];
    let decide = |state: &BurgleBros, seat, legal: &[Action], rng: &mut Generator| {
        expert(&state.information_state(seat), seat, legal, rng)
    };
    for (state, _) in play_with(first, &mut rng, decide) {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        if let Node::Decision(seat) = state.node()
            && legal.contains(&Action::EndActions)
        {
            return (state.information_state(seat), seat, legal);
        }
    }
    unreachable!("no game ends before its first turn")
}

fn searches(c: &mut Criterion) {
    let (view, seat, legal) = first_turn();
    let mut group = c.benchmark_group("search");
    group.sample_size(20);
    for (text, simulations) in SEARCHES {
        let spec = text.parse().expect("a spec of the catalogue");
        let mut search = search_factory::<BurgleBros>(&spec).expect("the game has all it takes")();
        let mut rng = stream(6, "benches/search", 0);
        group.throughput(Throughput::Elements(simulations));
        group.bench_function(text, |bencher| {
            bencher.iter(|| search.analyse(&view, seat, &legal, &mut rng, &mut Watch::hurried()));
        });
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
