//! How fast Masters of the Heist is in random play from a confirmed plan, as a share of the Bank Job's transitions per
//! second.
//!
//! `cargo run --release -p heist-benches --example masters_speed`
//!
//! The job is The Startup Job with four characters, whose plan is drawn once for each opening. The two games take
//! turns, so that what else the machine does falls on both. Cloning and keys are measured on states in the middle of
//! games.

use std::hint::black_box;
use std::time::Instant;

use heist_benches::{openings, play_randomly};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::{Game, Node};
use heist_engine::masters::{MastersOfTheHeist, Phase, Setup};
use heist_engine::random::{choose, stream};

const ROUNDS: usize = 7;
const OPENINGS: u64 = 16;
const PLAYOUTS: usize = 6_000;
const MIDDLES: usize = 2_000;

fn main() {
    let bank_job: Vec<BurgleBros> = openings(Some("bank-job"), 4);
    let heists: Vec<MastersOfTheHeist> = (0..OPENINGS).map(planned).collect();
    let round = |number: usize| {
        let (whole, _, _) = speed(&bank_job);
        let (part, games, rounds) = speed(&heists);
        let share = part / whole;
        println!(
            "round {number}: Bank Job {:.2}, Masters of the Heist {:.2} million transitions per second, share \
             {share:.3}, {games:.0} heists and {rounds:.0} rounds per second",
            whole / 1e6,
            part / 1e6
        );
        share
    };
    let mut shares: Vec<f64> = (1..=ROUNDS).map(round).collect();
    shares.sort_by(f64::total_cmp);
    println!("median share {:.3}", shares[ROUNDS / 2]);
    let (bank_middles, middles) = (middles(&bank_job), middles(&heists));
    let times = [
        ("clone", clone_time(&bank_middles), clone_time(&middles)),
        ("key", key_time(&bank_middles), key_time(&middles)),
    ];
    for (what, whole, part) in times {
        println!(
            "{what}: Bank Job {whole:.0} ns, Masters of the Heist {part:.0} ns, ratio {:.2}",
            part / whole
        );
    }
    println!(
        "state: Bank Job {} bytes, Masters of the Heist {} bytes",
        size_of::<BurgleBros>(),
        size_of::<MastersOfTheHeist>()
    );
}

/// A heist whose plan is confirmed, drawn at random.
fn planned(seed: u64) -> MastersOfTheHeist {
    let mut rng = stream(seed, "benches/masters-speed plan", 0);
    let mut legal = Vec::new();
    let mut state = MastersOfTheHeist::new(&Setup::new("tech-lab", 4, seed)).expect("a playable setup");
    while state.phase() == Phase::Plan {
        match state.node() {
            Node::Chance => {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
            }
            _ => {
                state.legal_actions(&mut legal);
                state.apply(choose(&mut rng, &legal));
            }
        }
    }
    state
}

/// Transitions, games and turns per second of random play: rounds in Masters of the Heist.
fn speed<G: Game>(states: &[G]) -> (f64, f64, f64) {
    let mut legal = Vec::with_capacity(256);
    let mut rng = stream(1, "benches/masters-speed", 0);
    let start = Instant::now();
    let (mut transitions, mut turns) = (0, 0);
    for state in states.iter().cycle().take(PLAYOUTS) {
        let mut state = state.clone();
        transitions += play_randomly(&mut state, &mut legal, &mut rng);
        turns += u64::from(state.turn());
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = |count: u64| count as f64 / seconds;
    (rate(transitions), rate(PLAYOUTS as u64), rate(turns))
}

/// States on the way of random games.
fn middles<G: Game>(states: &[G]) -> Vec<G> {
    let mut rng = stream(2, "benches/masters-speed", 0);
    let mut legal = Vec::new();
    let mut middles = Vec::with_capacity(MIDDLES);
    for opening in states.iter().cycle() {
        let mut state = opening.clone();
        while state.node() != Node::Terminal {
            match state.node() {
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                _ => {
                    state.legal_actions(&mut legal);
                    let action = choose(&mut rng, &legal);
                    state.apply(action);
                }
            }
            middles.push(state.clone());
            if middles.len() == MIDDLES {
                return middles;
            }
        }
    }
    middles
}

/// Nanoseconds for something done to each of some states, many times over.
fn nanoseconds<G>(states: &[G], mut each: impl FnMut(&G)) -> f64 {
    const TIMES: usize = 200;
    let start = Instant::now();
    for _ in 0..TIMES {
        states.iter().for_each(&mut each);
    }
    start.elapsed().as_secs_f64() * 1e9 / (TIMES * states.len()) as f64
}

fn clone_time<G: Game>(states: &[G]) -> f64 {
    nanoseconds(states, |state| {
        black_box(state.clone());
    })
}

fn key_time<G: Game>(states: &[G]) -> f64 {
    nanoseconds(states, |state| {
        black_box(state.key());
    })
}
