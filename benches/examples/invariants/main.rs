//! Plays many games and checks at every step what must hold in all of them (docs/invariants.md).
//!
//! `cargo run --release -p heist-benches --example invariants -- [GAME] [NUMBERS...]`, with one of these games:
//!
//! - `casino-capers [GAMES] [SEED] [FINALES]`, also if no game is named, plays GAMES games at each number of characters
//!   (10,000 by default), of every kind of setup in turn. It goes on, with easy setups and the expert, until each
//!   finale was entered FINALES times (1,000 by default).
//! - `masters-of-the-heist [GAMES] [SEED]` plays GAMES heists of every scenario with three characters and as many with
//!   four (1,000 by default), of every kind of setup.
//!
//! Half of the games are the expert's, in the other half a fifth of its decisions are random. It stops with a panic at
//! the first thing that does not hold, and names the game, the step and the setup; the same seed finds it again.

mod casino_capers;
mod masters_of_the_heist;
mod play;
mod table;

use std::process::ExitCode;

use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::Game;
use heist_engine::masters::MastersOfTheHeist;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_number = |text: &String| text.parse::<u64>().is_ok();
    let game = match arguments.first() {
        Some(first) if !is_number(first) => arguments.remove(0),
        _ => CasinoCapers::ID.to_owned(),
    };
    let numbers: Result<Vec<u64>, _> = arguments.iter().map(|text| text.parse()).collect();
    let number = |place: usize, numbers: &[u64], default: u64| numbers.get(place).copied().unwrap_or(default);
    match numbers {
        Ok(numbers) if game == CasinoCapers::ID && numbers.len() <= 3 => {
            let of = |place, default| number(place, &numbers, default);
            casino_capers::run(of(0, 10_000), of(1, 1), of(2, 1_000))
        }
        Ok(numbers) if game == MastersOfTheHeist::ID && numbers.len() <= 2 => {
            let of = |place, default| number(place, &numbers, default);
            masters_of_the_heist::run(of(0, 1_000), of(1, 1))
        }
        _ => {
            eprintln!(
                "invariants: expected {} [GAMES] [SEED] [FINALES] or {} [GAMES] [SEED], with whole numbers",
                CasinoCapers::ID,
                MastersOfTheHeist::ID
            );
            ExitCode::from(2)
        }
    }
}
