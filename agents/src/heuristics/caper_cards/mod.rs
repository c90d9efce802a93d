//! The expert for Caper Cards.

pub mod prospects;

use heist_engine::caper_cards::{Action, CaperCards, SLOTS, put_into_play};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use prospects::{Odds, Prospects};

pub fn choose(view: &CaperCards, _seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    let slot = view.slot();
    let known = view.current_reward();
    let odds = Odds::of(known.map_or_else(|| view.unseen_rewards(), |reward| [reward].into_iter().collect()));
    let table = Prospects::of(view, known.map(|reward| reward.value()));
    let value = |action: Action| {
        let row = put_into_play(view.row(), action);
        if slot + 1 == SLOTS { odds.success(view.check_of(row)) } else { table.value(slot + 1, row) }
    };
    let mut best = (legal[0], f32::NEG_INFINITY);
    for &action in legal {
        let v = value(action);
        if v > best.1 {
            best = (action, v);
        }
    }
    best.0
}
