//! Speeds: whole playouts of every game; of Burgle Bros. the expert's decisions, and what searches do to one state.
//!
//! Machines differ, so the yardsticks stand beside: a copy of as many bytes as a state has, and draws of the generator.

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use heist_agents::Heuristics;
use heist_agents::heuristics::burgle_bros::value;
use heist_benches::{middles, openings, play_expertly, play_randomly, scenarios, seat_counts};
use heist_engine::any::infos;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::{Fill, Game, play_out};
use heist_engine::random::stream;
use heist_engine::with_game;
use rand::Rng;
use std::hint::black_box;

/// Random playouts of every game, scenario and number of seats.
fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("random playout");
    for game in infos() {
        with_game!(game.id, G => playouts_of::<G>(&mut group), else name => unreachable!("{name} is listed"));
    }
    group.finish();
}

fn playouts_of<G: Game>(group: &mut BenchmarkGroup<'_, WallTime>) {
    for (scenario, seats) in scenarios::<G>()
        .into_iter()
        .flat_map(|scenario| seat_counts::<G>().map(move |seats| (scenario, seats)))
    {
        let openings = openings::<G>(scenario, seats);
        let mut legal = Vec::with_capacity(256);
        let mut rng = stream(1, "benches/playouts", seats as u64);
        let transitions: u64 = (0..2_000)
            .map(|game| play_randomly(&mut openings[game % 64].clone(), &mut legal, &mut rng))
            .sum::<u64>()
            / 2_000;
        group.throughput(Throughput::Elements(transitions));
        let mut game = 0;
        group.bench_function(format!("{}, {seats} seats", scenario.unwrap_or(G::ID)), |bencher| {
            bencher.iter(|| {
                game += 1;
                play_randomly(&mut openings[game % 64].clone(), &mut legal, &mut rng)
            });
        });
    }
}

fn expert(c: &mut Criterion) {
    let openings = openings::<BurgleBros>(Some("bank-job"), 3);
    let mut legal = Vec::with_capacity(256);
    let mut rng = stream(2, "benches/expert", 0);
    let mut group = c.benchmark_group("expert game");
    let decisions: u64 = (0..500)
        .map(|game| play_expertly(&mut openings[game % 64].clone(), u64::MAX, &mut legal, &mut rng))
        .sum::<u64>()
        / 500;
    group.throughput(Throughput::Elements(decisions));
    let mut game = 0;
    group.bench_function("3 seats, per decision", |bencher| {
        bencher.iter(|| {
            game += 1;
            play_expertly(&mut openings[game % 64].clone(), u64::MAX, &mut legal, &mut rng)
        });
    });
    let policy = BurgleBros::HEURISTIC.expect("the game has an expert");
    let mut decisions = Vec::new();
    for opening in &openings {
        play_out(&mut opening.clone(), &mut rng, |state, seat, legal, rng| {
            decisions.push((state.information_state(seat), seat, legal.to_vec()));
            policy(state, seat, legal, rng)
        });
    }
    group.throughput(Throughput::Elements(decisions.len() as u64));
    group.bench_function("3 seats, the choices alone", |bencher| {
        bencher.iter(|| {
            for (view, seat, legal) in &decisions {
                black_box(policy(view, *seat, legal, &mut rng));
            }
        });
    });
    group.finish();
}

fn state(c: &mut Criterion) {
    let middles = middles(3);
    let views: Vec<BurgleBros> = middles
        .iter()
        .map(|state| state.information_state(heist_engine::Seat(0)))
        .collect();
    let mut rng = stream(3, "benches/state", 0);
    let mut group = c.benchmark_group("one state");
    let mut place = 0;
    let mut next = move || {
        place += 1;
        place
    };
    group.bench_function("clone", |bencher| {
        bencher.iter(|| black_box(*black_box(&middles[next() % middles.len()])));
    });
    let bytes = [7u8; size_of::<BurgleBros>()];
    group.bench_function("yardstick: copy of as many bytes", |bencher| {
        bencher.iter(|| black_box(*black_box(&bytes)));
    });
    group.bench_function("estimate", |bencher| {
        bencher.iter(|| value(black_box(&middles[next() % middles.len()])))
    });
    group.bench_function("key", |bencher| {
        bencher.iter(|| black_box(&middles[next() % middles.len()]).key())
    });
    group.bench_function("information_state", |bencher| {
        bencher.iter(|| black_box(&middles[next() % middles.len()]).information_state(heist_engine::Seat(0)));
    });
    group.bench_function("determinize", |bencher| {
        bencher.iter_batched_ref(
            || views[next() % views.len()],
            |state| state.determinize(Fill::All, &mut rng),
            BatchSize::SmallInput,
        );
    });
    let mut legal = Vec::with_capacity(256);
    group.bench_function("legal_actions", |bencher| {
        bencher.iter(|| {
            middles[next() % middles.len()].legal_actions(&mut legal);
            legal.len()
        });
    });
    group.bench_function("yardstick: one draw of the generator", |bencher| {
        bencher.iter(|| rng.next_u64())
    });
    group.finish();
}

criterion_group!(benches, playouts, expert, state);
criterion_main!(benches);
