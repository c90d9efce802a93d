//! The expert for Caper Cards: in a microsecond or two a decision, the card that serves this heist best without wasting what the
//! next ones need.
//!
//! `prospects.rs` knows how likely the heist is to succeed with a row, `worth.rs` what a card is worth later.

mod belief;
mod prospects;
mod worth;

use heist_engine::caper_cards::{Action, CaperCards, Rewards, SLOTS, put_into_play};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use super::{Heuristics, Likelihood, Policy};
pub use belief::{chance_of_play, likelihood};
use prospects::{Odds, Prospects};

impl Heuristics for CaperCards {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
    const LIKELIHOOD: Option<Likelihood<Self>> = Some(likelihood);
}

/// The expert's choice: the action of the greatest [`Prospect`], the first of equals.
pub fn choose(view: &CaperCards, _seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    let prospect = Prospect::of(view);
    let mut best = (legal[0], f32::NEG_INFINITY);
    for &action in legal {
        let value = prospect.value(action);
        if value > best.1 {
            best = (action, value);
        }
    }
    best.0
}

/// What the expert expects of the actions of a decision.
pub struct Prospect<'a> {
    view: &'a CaperCards,
    odds: Odds,
    table: &'static Prospects,
}

impl<'a> Prospect<'a> {
    /// The prospect of the seat to move, by what it knows.
    pub fn of(view: &'a CaperCards) -> Prospect<'a> {
        let known = view.current_reward();
        let possible = known.map_or_else(|| view.unseen_rewards(), |reward| Rewards::from_iter([reward]));
        Prospect {
            view,
            odds: Odds::of(possible),
            table: Prospects::of(view, known.map(|reward| reward.value())),
        }
    }

    /// How likely the heist succeeds after an action, as far as the tables know: 0 to 1.
    pub fn success(&self, action: Action) -> f32 {
        let row = put_into_play(self.view.row(), action);
        match self.view.slot() + 1 {
            SLOTS => self.odds.success(self.view.check_of(row)),
            next => self.table.value(next, row),
        }
    }

    /// The chance of success after an action, times what is left of the chances later. Not a probability: only ratios of values
    /// mean anything.
    pub fn value(&self, action: Action) -> f32 {
        self.success(action) * worth::share_kept(self.view, action.kind())
    }
}
