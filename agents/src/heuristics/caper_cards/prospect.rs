//! What the actions of a decision are worth to the expert.

use heist_engine::caper_cards::{Action, CaperCards, Crew, Kind, Rewards, Row, SLOTS, each_option, put_into_play};
use heist_engine::game::{Game, Seat};

use super::prospects::{Odds, Prospects};
use super::worth;

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

    /// How likely the heist succeeds after an action, 0 to 1: as far as the tables know, and for an only player by his
    /// cards.
    pub fn success(&self, action: Action) -> f32 {
        let row = put_into_play(self.view.row(), action);
        match self.view.slot() + 1 {
            next if self.view.seats() == 1 => self.alone(row, next, self.hand_after(action)),
            SLOTS => self.odds.success(self.view.check_of(row)),
            next => self.table.value(next, row),
        }
    }

    /// The hand of the only player once an action is taken; that of a flipped card leaves it as it is.
    fn hand_after(&self, action: Action) -> Crew {
        let hand = self.view.hand(Seat(0));
        let mut hand = hand.expect("the only player knows the hand");
        if self.view.flipped().is_none() {
            hand.remove(action.kind());
        }
        hand
    }

    /// How likely the heist of an only player succeeds before a slot: he knows his cards, and a flip is any card
    /// unseen.
    fn alone(&self, row: Row, slot: u8, hand: Crew) -> f32 {
        if slot == SLOTS {
            return self.odds.success(self.view.check_of(row));
        }
        let best_option = |kind: Kind, hand: Crew| {
            let mut best = 0.0f32;
            each_option(kind, row, |action| {
                best = best.max(self.alone(put_into_play(row, action), slot + 1, hand))
            });
            best
        };
        let (_, is_flip) = self.view.plan(slot);
        if is_flip {
            let unseen = self.view.unseen_crew();
            let shares = unseen
                .kinds()
                .map(|kind| f32::from(unseen.count(kind)) * best_option(kind, hand));
            return shares.sum::<f32>() / unseen.len() as f32;
        }
        let plays = hand.kinds().map(|kind| {
            let mut left = hand;
            left.remove(kind);
            best_option(kind, left)
        });
        plays.fold(0.0, f32::max)
    }

    /// The chance of success after an action, times what is left of the chances later. Not a probability: only ratios
    /// of values mean anything.
    pub fn value(&self, action: Action) -> f32 {
        self.success(action) * worth::share_kept(self.view, action.kind())
    }
}
