//! Fits what Crew cards are worth in the heists to come (agents/src/heuristics/caper_cards/worth.rs): `fit_caper GAMES
//! SEED`.
//!
//! Games of the expert, a tenth of whose plays are drawn at random, are looked at where a heist begins. A logistic
//! regression of winning on the Complications in force and on the cards in all hands and in the deck says by how much a
//! card of each kind in a hand raises the log-odds of winning; times the chance of losing, that is how much it raises
//! the logarithm of the chance. What the expert should count of it is then found by playing with several shares of it.
//! The tables depend on those of the expert that played: fit again until they stay.

use heist_agents::heuristics::caper_cards::{Prospect, best_of, choose};
use heist_benches::solve;
use heist_engine::caper_cards::{Action, CaperCards, Kind, Reward, Setup};
use heist_engine::game::{Game, Seat, play_out};
use heist_engine::random::{self, Generator, below, stream};
use rayon::prelude::*;

const KINDS: usize = Kind::ALL.len();
/// A constant, the Complications but one, cards in hands, cards in the deck.
const COUNT: usize = Reward::ALL.len() + 2 * KINDS;
const FIRST_HAND: usize = Reward::ALL.len();
/// Heists with others to come, at most.
const HEISTS: usize = 4;
/// One play in so many is drawn at random.
const WILD: u32 = 10;
/// The penalty on squares of coefficients; those of cards are not all determined, since hands have fixed sizes.
const RIDGE: f64 = 3.0;
/// Newton's method has arrived by then.
const ROUNDS: usize = 12;
/// Shares of the worth that are tried.
const SHARES: [f32; 8] = [0.0, 0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5];

type Worth = [[f32; KINDS]; HEISTS];

/// The beginning of a heist, and whether its game was won.
struct Start {
    heist: usize,
    features: [f64; COUNT],
    win: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, seed) = (number(100_000), number(1));
    for seats in 1..=4 {
        let starts: Vec<Start> = (0..games)
            .into_par_iter()
            .flat_map_iter(|game| play(seats, seed, game))
            .collect();
        let mut worth: Worth = Default::default();
        for (heist, worth) in worth.iter_mut().enumerate() {
            let of_heist: Vec<&Start> = starts.iter().filter(|start| start.heist == heist + 1).collect();
            if !of_heist.is_empty() {
                *worth = worth_of(&of_heist);
            }
        }
        println!("{seats} players");
        for share in SHARES {
            let wins: usize = (0..games)
                .into_par_iter()
                .map(|game| usize::from(play_by(seats, seed + 1, game, &worth, share)))
                .sum();
            println!("share {share}: {:.2}% won", 100.0 * wins as f64 / games as f64);
        }
        for worth in worth.iter().take_while(|worth| worth.iter().any(|&worth| worth != 0.0)) {
            println!("{worth:.3?},");
        }
    }
}

fn first_state(seats: u8) -> CaperCards {
    CaperCards::new(&Setup::new(seats)).unwrap_or_else(|problem| {
        eprintln!("{problem}");
        std::process::exit(2);
    })
}

/// The beginnings of heists of one game, without the first.
fn play(seats: u8, seed: u64, game: u64) -> Vec<Start> {
    let mut state = first_state(seats);
    let mut rng = stream(seed, "fit caper", game * 4 + u64::from(seats));
    let mut starts: Vec<Start> = Vec::new();
    play_out(&mut state, &mut rng, |state, seat, legal, rng| {
        let heist = state.heists_won();
        if heist > starts.len() {
            starts.push(Start {
                heist,
                features: features(state),
                win: false,
            });
        }
        match below(rng, WILD) {
            0 => random::choose(rng, legal),
            _ => choose(&state.information_state(seat), seat, legal, rng),
        }
    });
    let win = state.result().is_some_and(|result| result.is_win());
    starts.iter_mut().for_each(|start| start.win = win);
    starts
}

fn features(state: &CaperCards) -> [f64; COUNT] {
    let mut features = [0.0; COUNT];
    features[0] = 1.0;
    for reward in state.complications() {
        // One of them goes without saying, since their number is given.
        if reward as usize > 0 {
            features[reward as usize] = 1.0;
        }
    }
    for kind in Kind::ALL {
        let hands = Seat::all(state.seats()).filter_map(|seat| state.hand(seat));
        let in_hands: u8 = hands.map(|hand| hand.count(kind)).sum();
        let unseen = state.unseen_crew().count(kind);
        features[FIRST_HAND + kind as usize] = in_hands.into();
        features[FIRST_HAND + KINDS + kind as usize] = unseen.into();
    }
    features
}

/// By how much a card of each kind in a hand raises the logarithm of the chance to win, less the mean over the kinds.
fn worth_of(starts: &[&Start]) -> [f32; KINDS] {
    let mut coefficients = [0.0; COUNT];
    for _ in 0..ROUNDS {
        let mut gradient = coefficients.map(|coefficient| -RIDGE * coefficient);
        let mut curvature = [[0.0; COUNT]; COUNT];
        (0..COUNT).for_each(|place| curvature[place][place] = RIDGE);
        for start in starts {
            let log_odds: f64 = start.features.iter().zip(&coefficients).map(|(a, b)| a * b).sum();
            let chance = 1.0 / (1.0 + (-log_odds).exp());
            let (error, weight) = (f64::from(u8::from(start.win)) - chance, chance * (1.0 - chance));
            for row in 0..COUNT {
                gradient[row] += start.features[row] * error;
                let columns = curvature[row].iter_mut().zip(&start.features).take(row + 1);
                columns.for_each(|(cell, other)| *cell += weight * start.features[row] * other);
            }
        }
        let step = solve(&mut curvature, gradient);
        coefficients
            .iter_mut()
            .zip(step)
            .for_each(|(coefficient, step)| *coefficient += step);
    }
    let hand = &coefficients[FIRST_HAND..FIRST_HAND + KINDS];
    let mean = hand.iter().sum::<f64>() / KINDS as f64;
    let lost = starts.iter().filter(|start| !start.win).count() as f64 / starts.len() as f64;
    std::array::from_fn(|kind| ((hand[kind] - mean) * lost) as f32)
}

/// Whether a game is won by the expert with other tables.
fn play_by(seats: u8, seed: u64, game: u64, worth: &Worth, share: f32) -> bool {
    let mut state = first_state(seats);
    let mut rng = stream(seed, "fit caper", game * 4 + u64::from(seats));
    play_out(&mut state, &mut rng, |state, seat, legal, _: &mut Generator| {
        let view = state.information_state(seat);
        let prospect = Prospect::of(&view);
        let spent = |action: Action| match worth.get(view.heists_won()) {
            Some(worth) => share * worth[action.kind() as usize],
            None => 0.0,
        };
        best_of(legal, |action| prospect.success(action) * (-spent(action)).exp())
    });
    state.result().is_some_and(|result| result.is_win())
}
