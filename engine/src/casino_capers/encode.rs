//! What networks read: a fixed action index space, and sparse features of an information state.

use super::action::Action;
use super::state::CasinoCapers;
use crate::game::{Encode, Game, IndexBlocks, Seat};

impl Encode for CasinoCapers {
    fn feature_count() -> usize {
        1
    }
    fn feature_blocks() -> IndexBlocks {
        std::iter::once(("nothing", 0..1)).collect()
    }
    fn max_active_features() -> usize {
        1
    }
    fn features(&self, _seat: Seat, out: &mut Vec<u32>) {
        out.clear();
    }
    fn feature_name(_index: usize) -> String {
        "nothing".to_owned()
    }
    fn action_count() -> usize {
        1
    }
    fn action_blocks() -> IndexBlocks {
        std::iter::once(("nothing", 0..1)).collect()
    }
    fn legal_indices(&self, out: &mut Vec<u32>) {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        out.clear();
        out.extend(legal.iter().map(|_| 0));
    }
    fn action_index(_action: Action) -> usize {
        0
    }
    fn action_at(_index: usize) -> Option<Action> {
        None
    }
}
