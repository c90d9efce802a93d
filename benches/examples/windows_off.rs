//! How fast Casino Capers is without optional windows, as a share of the Bank Job's transitions per second in random
//! playouts.
//!
//! `cargo run --release -p heist-benches --example windows_off`
//!
//! The two games take turns, so that what else the machine does falls on both: the median of the rounds is steadier
//! than the ratio of two benchmarks that run one after the other.

use std::time::Instant;

use heist_benches::{openings, play_randomly};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Game, Windows};
use heist_engine::random::stream;

const SEATS: i64 = 3;
const ROUNDS: usize = 7;
const PLAYOUTS: usize = 30_000;

fn main() {
    let bank_job: Vec<BurgleBros> = openings(Some("bank-job"), SEATS);
    let mut casino: Vec<CasinoCapers> = openings(Some("random-finale"), SEATS);
    for state in &mut casino {
        state.set_windows(Windows::Off);
    }
    let round = |number: usize| {
        let (whole, part) = (transitions_per_second(&bank_job), transitions_per_second(&casino));
        let share = part / whole;
        println!(
            "round {number}: Bank Job {:.2}, Casino Capers {:.2} million transitions per second, share {share:.3}",
            whole / 1e6,
            part / 1e6
        );
        share
    };
    let mut shares: Vec<f64> = (1..=ROUNDS).map(round).collect();
    shares.sort_by(f64::total_cmp);
    println!("median share {:.3}", shares[ROUNDS / 2]);
}

fn transitions_per_second<G: Game>(states: &[G]) -> f64 {
    let mut legal = Vec::with_capacity(256);
    let mut rng = stream(1, "benches/windows-off", 0);
    let start = Instant::now();
    let playouts = states.iter().cycle().take(PLAYOUTS);
    let transitions: u64 = playouts
        .map(|state| play_randomly(&mut state.clone(), &mut legal, &mut rng))
        .sum();
    transitions as f64 / start.elapsed().as_secs_f64()
}
