//! The expert for Caper Cards: in a microsecond or two per decision (about ten with one player), the card that serves
//! this heist best without wasting what the next ones need.
//!
//! `prospect.rs` weighs the actions of a decision: `prospects.rs` knows how likely the heist is to succeed with a row,
//! `worth.rs` what a card is worth later. `belief.rs` is the model of partners.

mod belief;
mod prospect;
mod prospects;
mod worth;

use heist_engine::caper_cards::{Action, CaperCards};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use super::{Heuristics, Likelihood, Policy, Scores, Shipped};
pub use belief::{chance_of_play, likelihood};
pub use prospect::Prospect;

impl Heuristics for CaperCards {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
    const SCORES: Option<Scores<Self>> = Some(scores);
    const LIKELIHOOD: Option<Likelihood<Self>> = Some(likelihood);
    const NETWORKS: &'static [Shipped] = &[Shipped {
        name: "caper-cards-4",
        bytes: include_bytes!("../../../../models/caper-cards-4.safetensors"),
    }];
    const CALIBRATION: Option<&'static str> = Some(include_str!("../../../data/calibration/caper-cards.json"));
}

/// The expert's choice: the action of the greatest [`Prospect`], the first of equals.
pub fn choose(view: &CaperCards, _seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    let prospect = Prospect::of(view);
    best_of(legal, |action| prospect.value(action))
}

/// What the expert chooses by.
fn scores(view: &CaperCards, _seat: Seat, legal: &[Action]) -> Option<Vec<f64>> {
    let prospect = Prospect::of(view);
    Some(legal.iter().map(|&action| prospect.value(action).into()).collect())
}

/// The action of the greatest value, the first of equals; `legal` is not empty.
pub fn best_of(legal: &[Action], value: impl Fn(Action) -> f32) -> Action {
    let mut best = (legal[0], f32::NEG_INFINITY);
    for &action in legal {
        let value = value(action);
        if value > best.1 {
            best = (action, value);
        }
    }
    best.0
}
