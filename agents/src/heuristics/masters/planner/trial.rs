//! A plan as it is tried: heists from it that the expert plays out.

use heist_engine::board::hexes::MOST_HEXES;
use heist_engine::game::{Fill, Game};
use heist_engine::masters::{Action, Ending, MastersOfTheHeist, Phase};
use heist_engine::random::{stream, stream_seed};

use super::super::chart::CHARACTERS;
use super::super::choice::{chance_to_escape, play_on};
use super::super::progress::progress;
use super::super::value;
use super::account::Account;
use super::draft::Draft;

/// What is worth most of a heist that is lost, beside its chance: how far the team came.
const CONSOLATION: f64 = 0.1;

/// How a heist went that the expert played out.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The value of its result.
    pub result: f64,
    /// What it is worth to the search: the result, the chance as the Escape part began, which the dice do not blur, and
    /// a consolation for how far the team came, which is a guide where wins are rare.
    pub worth: f64,
    /// The hexes that each character moved onto.
    entered: [u32; CHARACTERS],
}

/// Plays a heist out with the expert. What is hidden lies in the same order in all heists of a seed, whatever the plan.
pub fn play_out(start: &MastersOfTheHeist, seed: u64) -> Outcome {
    let mut rng = stream(seed, "plan/heist", 0);
    let mut world = *start;
    world.determinize(Fill::All, &mut rng);
    let mut chance = None;
    let mut entered = [0; CHARACTERS];
    let end = play_on(&world, &mut rng, |state, action| match (state.phase(), action) {
        (Phase::Escape, _) if chance.is_none() => chance = Some(value::weighed(state, chance_to_escape(state))),
        (Phase::Action, Action::Move(tile)) => {
            let hex = state.scenario().hex_number(tile);
            if let (Some(who), Some(hex)) = (state.deciding(), hex) {
                entered[who.index()] |= 1 << hex;
            }
        }
        _ => {}
    });
    let is_won = end.ending() == Ending::Won;
    let result = end.reward().expect("a heist that was played to its end has a result");
    let luckless = 0.5 * (result + chance.unwrap_or(result));
    Outcome {
        result,
        worth: luckless + CONSOLATION * if is_won { 1.0 } else { progress(&end) },
        entered,
    }
}

/// A plan that is tried: where it leads, and what its heists were worth, by their numbers.
#[derive(Clone, Debug)]
pub struct Trial {
    pub draft: Draft,
    pub start: MastersOfTheHeist,
    worths: Vec<f64>,
    /// In how many heists each character moved onto each hex.
    entered: [[u16; MOST_HEXES]; CHARACTERS],
}

impl Trial {
    pub fn new(state: &MastersOfTheHeist, draft: Draft) -> Trial {
        let start = draft.follow(state, &mut Vec::new());
        Trial {
            draft,
            start,
            worths: Vec::new(),
            entered: [[0; MOST_HEXES]; CHARACTERS],
        }
    }

    /// Plays heists until there are so many in all, or the budget is used up.
    pub fn try_in(&mut self, heists: usize, seed: u64, account: &mut Account<'_>) {
        let (start, first) = (&self.start, self.worths.len());
        let heist = |number: usize| play_out(start, stream_seed(seed, "plan/heists", (first + number) as u64));
        let outcomes = account.play(heists.saturating_sub(first), 0, heist);
        for outcome in outcomes {
            self.worths.push(outcome.worth);
            for (counts, entered) in self.entered.iter_mut().zip(outcome.entered) {
                for hex in heist_engine::board::hexes::members(entered) {
                    counts[hex] = counts[hex].saturating_add(1);
                }
            }
        }
    }

    /// Forgets what its heists were worth, to be tried in others.
    pub fn forget(&mut self) {
        self.worths.clear();
    }

    /// How many heists it was tried in.
    pub fn count(&self) -> usize {
        self.worths.len()
    }

    /// The mean worth of its first heists.
    pub fn mean(&self, heists: usize) -> f64 {
        let tried = &self.worths[..heists.min(self.worths.len())];
        tried.iter().sum::<f64>() / tried.len().max(1) as f64
    }

    /// In how many heists a character moved onto a hex.
    pub fn uses(&self, character: usize, hex: usize) -> u16 {
        self.entered[character][hex]
    }
}
