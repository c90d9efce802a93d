//! Everything the game has happens in play: random games with fixed seeds meet every action, draw, source of chance,
//! ending and Complication with each seat count. What is missing is listed with all that was counted.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::caper_cards::{Action, CaperCards, Face, Kind, Outcome, Reward, Setup};
use heist_engine::random::stream;
use heist_engine::{Game, Node, Seat};

use super::support::{Step, random_game};

/// Games with each seat count.
const GAMES: u64 = 8000;

/// What is met in play, by name.
#[derive(Default)]
struct Counts(BTreeMap<String, u64>);

impl Counts {
    fn add(&mut self, name: impl Into<String>) {
        *self.0.entry(name.into()).or_default() += 1;
    }

    fn note(&mut self, before: &CaperCards, step: Step, after: &CaperCards) {
        match step {
            Step::Action(seat, action) => {
                self.add(format!("action {action}"));
                self.add(format!("decision of {seat}"));
            }
            Step::Outcome(outcome) => {
                self.add(outcome.to_string());
                self.add(format!(
                    "purpose {}",
                    CaperCards::PURPOSES[usize::from(before.purpose().0)]
                ));
                if let Outcome::Peek(_) = outcome {
                    let shown =
                        Seat::all(after.seats()).filter(|&seat| after.has_peeked(seat) && !before.has_peeked(seat));
                    shown.for_each(|seat| self.add(format!("peek by {seat}")));
                }
                if let Outcome::Flip(_) = outcome {
                    self.add(if after.flipped().is_some() {
                        "flip with a choice"
                    } else {
                        "flip without a choice"
                    });
                }
            }
        }
        if after.slot() == 4 && before.slot() < 4 {
            self.note_row(after);
        }
        if let Some(result) = after.result() {
            self.add(format!("ending {}", result.ending));
            self.add(format!("heists won {}", after.heists_won()));
        }
    }

    /// What lies there at a check.
    fn note_row(&mut self, state: &CaperCards) {
        state
            .complications()
            .for_each(|reward| self.add(format!("in force {reward}")));
        let check = state.check();
        if state.row().has(Face::Cover) {
            self.add(if check.risk == 8 {
                "cover at the check"
            } else {
                "cover discarded"
            });
        }
        if !check.tie_wins {
            self.add("ties are lost");
        }
        self.add(format!("Complications in force {}", state.complications().count()));
        let heist = state
            .plays()
            .filter(|play| usize::from(play.heist) == state.heists_won());
        let thieves = heist.filter(|play| play.action == Action::Thief).count();
        if thieves > 1 {
            self.add("two Thieves");
            let peekers = Seat::all(state.seats()).filter(|&seat| state.has_peeked(seat)).count();
            if peekers > 1 {
                self.add("two peekers");
            }
        }
        state.row().faces().for_each(|face| self.add(format!("face {face}")));
        if state.row().len() < 4 {
            self.add("discards");
        }
    }
}

/// What must be met with a seat count.
fn expected(seats: u8) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = Action::ALL.iter().map(|action| format!("action {action}")).collect();
    let mut need = |name: String| {
        names.insert(name);
    };
    for kind in Kind::ALL {
        need(format!("deal {kind}"));
        if seats % 2 == 1 {
            need(format!("flip {kind}"));
        }
        if seats < 3 {
            need(format!("draw {kind}"));
        }
    }
    let last = if seats < 3 { 5 } else { 4 };
    for reward in Reward::ALL {
        need(format!("reveal {reward}"));
        need(format!("peek {reward}"));
        need(format!("in force {reward}"));
    }
    for number in 0..last {
        need(format!("Complications in force {number}"));
    }
    (0..=last).for_each(|number| need(format!("heists won {number}")));
    for seat in Seat::all(seats.into()) {
        need(format!("decision of {seat}"));
        need(format!("peek by {seat}"));
    }
    Face::ALL.iter().for_each(|face| need(format!("face {face}")));
    CaperCards::ENDINGS
        .iter()
        .for_each(|ending| need(format!("ending {ending}")));
    for purpose in CaperCards::PURPOSES {
        let happens = match *purpose {
            "flips" => seats % 2 == 1,
            "draws" => seats < 3,
            _ => true,
        };
        if happens {
            need(format!("purpose {purpose}"));
        }
    }
    for name in [
        "cover at the check",
        "cover discarded",
        "ties are lost",
        "two Thieves",
        "discards",
    ] {
        need(name.to_owned());
    }
    if seats > 1 {
        need("two peekers".to_owned());
    }
    if seats % 2 == 1 {
        need("flip with a choice".to_owned());
        need("flip without a choice".to_owned());
    }
    names
}

/// CC8.1a, CC8.1b, CC8.1c, CC8.1d, CC8.1e, CC8.1f: the complete list of draws, and nothing that is not expected.
#[test]
fn everything_happens_in_random_games_of_each_seat_count() {
    for seats in 1..=4u8 {
        let mut counts = Counts::default();
        let mut rng = stream(81, "coverage", seats.into());
        for number in 0..GAMES {
            let setup = Setup {
                first: Some(Seat((number % u64::from(seats)) as u8)),
                risk: 11 + (number % 2) as u8,
                ..Setup::new(seats)
            };
            let over = random_game(&setup, &mut rng, |before, step, after| counts.note(before, step, after));
            assert_eq!(over.node(), Node::Terminal);
        }
        let found: BTreeSet<String> = counts.0.keys().cloned().collect();
        let expected = expected(seats);
        let missing: Vec<&String> = expected.difference(&found).collect();
        let surplus: Vec<&String> = found.difference(&expected).collect();
        assert!(
            missing.is_empty() && surplus.is_empty(),
            "{seats} players: missing {missing:?}, surplus {surplus:?} in {:#?}",
            counts.0
        );
    }
}
