//! What networks read: an action index space and sparse features of an information state.
//!
//! Both are rows of blocks (`heist net blocks masters-of-the-heist` lists them). Hexes are numbered as in their scenario, characters in
//! team order with the NPC last; everybody knows the same, so features are the same for every seat but for the seat that decides.

mod actions;
mod features;

use self::actions::ActionBlock;
use self::features::FeatureBlock;
use super::action::Action;
use super::offers::Offers;
use super::state::MastersOfTheHeist;
use crate::blocks::feature_name;
use crate::game::{Encode, IndexBlocks, Seat};

impl Encode for MastersOfTheHeist {
    fn feature_count() -> usize {
        FeatureBlock::COUNT
    }

    fn feature_blocks() -> IndexBlocks {
        FeatureBlock::blocks()
    }

    fn max_active_features() -> usize {
        features::most_active()
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        self.list_features(seat, out);
    }

    fn feature_name(index: usize) -> String {
        feature_name(FeatureBlock::read, FeatureBlock::COUNT, index)
    }

    fn action_count() -> usize {
        ActionBlock::COUNT
    }

    fn action_blocks() -> IndexBlocks {
        ActionBlock::blocks()
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        self.offer(&mut Indices(out));
    }

    fn action_index(action: Action) -> usize {
        actions::index(action)
    }

    fn action_at(index: usize) -> Option<Action> {
        ActionBlock::read(index)
    }
}

/// Indices of actions, in the order in which they are offered.
struct Indices<'a>(&'a mut Vec<u32>);

impl Offers for Indices<'_> {
    fn push(&mut self, action: Action) {
        self.0.push(actions::index(action) as u32);
    }
}
