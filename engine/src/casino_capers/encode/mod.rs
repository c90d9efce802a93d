//! What networks read: a dense index for every action, and sparse features of an information state.

mod about;
mod actions;
mod features;
mod listing;
mod places;
mod sizes;
mod uses;

use actions::ActionBlock;
use features::FeatureBlock;
use uses::UseBlock;

use super::action::Action;
use super::offers::Indices;
use super::place::{LEVELS, SIZE};
use super::state::CasinoCapers;
use crate::blocks;
use crate::game::{BoardShape, Encode, FeaturePlace, IndexBlocks, Seat};

/// The floors as an array.
const SHAPE: BoardShape = BoardShape {
    floors: LEVELS,
    rows: SIZE,
    columns: SIZE,
};

impl Encode for CasinoCapers {
    fn feature_count() -> usize {
        FeatureBlock::COUNT
    }

    fn feature_blocks() -> IndexBlocks {
        FeatureBlock::blocks()
    }

    fn max_active_features() -> usize {
        FeatureBlock::ALL.iter().map(|block| block.most()).sum()
    }

    fn features(&self, _seat: Seat, out: &mut Vec<u32>) {
        self.list_features(out);
    }

    /// Panics past the end of the features.
    fn feature_name(index: usize) -> String {
        blocks::feature_name(FeatureBlock::read, FeatureBlock::COUNT, index)
    }

    fn action_count() -> usize {
        ActionBlock::COUNT
    }

    /// The last block, of all uses, is given as its own blocks.
    fn action_blocks() -> IndexBlocks {
        let mut blocks = ActionBlock::blocks();
        if let Some((_, all)) = blocks.pop() {
            let uses = UseBlock::blocks().into_iter();
            blocks.extend(uses.map(|(name, range)| (name, range.start + all.start..range.end + all.start)));
        }
        blocks
    }

    #[inline]
    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        self.offer(&mut Indices(out));
    }

    /// Panics on a value that no game offers, such as a die turned to the face it shows.
    #[inline(always)]
    fn action_index(action: Action) -> usize {
        match actions::index_of(action) {
            Some(index) => index,
            None => panic!("`{action}` is never a legal action and has no index"),
        }
    }

    fn action_at(index: usize) -> Option<Action> {
        ActionBlock::read(index)
    }

    fn board_shape(&self) -> Option<BoardShape> {
        Some(SHAPE)
    }

    fn feature_place(&self, index: usize) -> FeaturePlace {
        blocks::place_on_floors(&Self::feature_name(index), SHAPE)
    }
}
