//! What was played, as a table.

use std::time::Duration;

use heist_engine::casino_capers::{CasinoCapers, Finale};
use heist_engine::game::{Game, Node};

/// Games that were played.
#[derive(Default)]
pub struct Tally {
    games: u64,
    wins: u64,
    states: u64,
    entered: [u64; Finale::ALL.len()],
    won: [u64; Finale::ALL.len()],
}

impl Tally {
    /// Notes a state.
    pub fn note(&mut self, before: Option<&CasinoCapers>, after: &CasinoCapers) {
        self.states += 1;
        let was = before.and_then(CasinoCapers::running_finale);
        let running = after.running_finale();
        if let (None, Some(finale)) = (was, running) {
            self.entered[finale as usize] += 1;
        }
        if after.node() == Node::Terminal {
            let is_win = after.result().is_some_and(|result| result.is_win());
            self.games += 1;
            self.wins += u64::from(is_win);
            if let (Some(finale), true) = (running, is_win) {
                self.won[finale as usize] += 1;
            }
        }
    }

    /// Both together.
    pub fn and(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.wins += other.wins;
        self.states += other.states;
        for finale in 0..Finale::ALL.len() {
            self.entered[finale] += other.entered[finale];
            self.won[finale] += other.won[finale];
        }
        self
    }

    /// How often a finale was entered.
    pub fn entered(&self, finale: Finale) -> u64 {
        self.entered[finale as usize]
    }
}

/// Prints what was played.
pub fn print(tallies: &[(String, Tally)], time: Duration) {
    println!("{:24} {:>8} {:>8} {:>12}", "", "games", "won", "states");
    for (name, tally) in tallies {
        println!("{name:24} {:>8} {:>8} {:>12}", tally.games, tally.wins, tally.states);
    }
    println!("\n{:24} {:>8} {:>8}", "finale", "entered", "won");
    for &finale in Finale::ALL {
        let sum = |of: fn(&Tally) -> &[u64; Finale::ALL.len()]| -> u64 {
            tallies.iter().map(|(_, tally)| of(tally)[finale as usize]).sum()
        };
        let (entered, won) = (sum(|tally| &tally.entered), sum(|tally| &tally.won));
        println!("{:24} {entered:>8} {won:>8}", finale.name());
    }
    println!("\nEverything holds. {:.0} s", time.as_secs_f64());
}
