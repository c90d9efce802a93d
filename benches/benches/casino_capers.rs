//! What the optional windows of Casino Capers cost: player turns per second in random playouts with the windows full,
//! reduced and off, from first states and from games of the expert cut in the middle and in the finale. The Bank Job of
//! Burgle Bros. stands beside, in transitions per second; so do the expert's decisions.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use heist_agents::Heuristics;
use heist_benches::{openings, play_expertly, play_randomly};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Game, Node, Seat, Windows, play_out};
use heist_engine::random::{Generator, stream};

const SCENARIO: Option<&str> = Some("random-finale");
const SEATS: i64 = 3;
/// Transitions of the expert before a game is cut in the middle.
const MIDDLE: u64 = 150;
/// Playouts from which their mean length is taken.
const COUNTED: usize = 4_000;

/// First states of the game with its usual setup.
fn first_states() -> Vec<CasinoCapers> {
    openings(SCENARIO, SEATS)
}

/// Games of the expert after [`MIDDLE`] transitions.
fn middles() -> Vec<CasinoCapers> {
    let (mut legal, mut rng) = (Vec::new(), stream(11, "benches/casino-middles", 0));
    let mut states = first_states();
    for state in &mut states {
        play_expertly(state, MIDDLE, &mut legal, &mut rng);
    }
    states.retain(|state| state.node() != Node::Terminal);
    states
}

/// Games of the expert at the first decision of their finale; many games never come to theirs.
fn finales() -> Vec<CasinoCapers> {
    let (mut legal, mut rng) = (Vec::new(), stream(11, "benches/casino-finales", 0));
    let mut found = Vec::new();
    for _ in 0..20 {
        for mut state in first_states() {
            while state.node() != Node::Terminal && state.running_finale().is_none() {
                play_expertly(&mut state, 1, &mut legal, &mut rng);
            }
            if state.node() != Node::Terminal {
                found.push(state);
            }
        }
    }
    found
}

/// Plays on at random to the end and counts the turns that begin.
fn turns(state: &mut CasinoCapers, legal: &mut Vec<<CasinoCapers as Game>::Action>, rng: &mut Generator) -> u64 {
    let first = state.turn();
    play_randomly(state, legal, rng);
    u64::from(state.turn() - first) + 1
}

fn player_turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("casino capers, player turns");
    for (start, states) in [("first", first_states()), ("middle", middles()), ("finale", finales())] {
        for windows in Windows::ALL {
            let states: Vec<CasinoCapers> = states.iter().map(|state| with_windows(*state, *windows)).collect();
            measure(&mut group, &format!("{start}, {windows}"), &states, turns);
        }
    }
    group.finish();
}

fn transitions(c: &mut Criterion) {
    let mut group = c.benchmark_group("transitions");
    measure(
        &mut group,
        "bank job",
        &openings::<BurgleBros>(Some("bank-job"), SEATS),
        play_randomly,
    );
    for windows in Windows::ALL {
        let states: Vec<CasinoCapers> = first_states()
            .iter()
            .map(|state| with_windows(*state, *windows))
            .collect();
        measure(&mut group, &format!("casino capers, {windows}"), &states, play_randomly);
    }
    group.finish();
}

fn with_windows(mut state: CasinoCapers, windows: Windows) -> CasinoCapers {
    state.set_windows(windows);
    state
}

/// Times playouts from these states in turn; `count` says what one is worth.
fn measure<G: Game>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    states: &[G],
    count: fn(&mut G, &mut Vec<G::Action>, &mut Generator) -> u64,
) {
    let mut legal = Vec::with_capacity(256);
    let mut rng = stream(1, "benches/casino-playouts", 0);
    let of = |number: usize| states[number % states.len()].clone();
    let counted: u64 = (0..COUNTED)
        .map(|number| count(&mut of(number), &mut legal, &mut rng))
        .sum();
    // Elements are whole numbers: a thousand times the mean keeps its decimals, and figures read as thousandths.
    group.throughput(Throughput::Elements(1_000 * counted / COUNTED as u64));
    let mut number = 0;
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            number += 1;
            count(&mut of(number), &mut legal, &mut rng)
        });
    });
}

/// The expert's choices alone, without the moves between them.
fn expert(c: &mut Criterion) {
    let policy = CasinoCapers::HEURISTIC.expect("the game has an expert");
    let mut rng = stream(2, "benches/casino-expert", 0);
    let mut decisions: Vec<(CasinoCapers, Seat, Vec<_>)> = Vec::new();
    for opening in first_states() {
        play_out(&mut opening.clone(), &mut rng, |state, seat, legal, rng| {
            decisions.push((state.information_state(seat), seat, legal.to_vec()));
            policy(state, seat, legal, rng)
        });
    }
    let mut group = c.benchmark_group("casino capers, expert");
    group.throughput(Throughput::Elements(decisions.len() as u64));
    group.bench_function("the choices alone", |bencher| {
        bencher.iter(|| {
            for (view, seat, legal) in &decisions {
                std::hint::black_box(policy(view, *seat, legal, &mut rng));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, transitions, player_turns, expert);
criterion_main!(benches);
