//! Where the options of a decision are put.

use super::action::Action;
use super::state::{BurgleBros, Cells};
use crate::board::{Cell, FLOORS, SQUARES};
use crate::game::Encode;

/// Takes the options of a decision in the order in which they are offered: as a list of actions or of their indices, or
/// as a set of indices.
pub(super) trait Offers {
    /// Takes one more.
    fn push(&mut self, action: Action);

    /// Takes some more.
    fn extend(&mut self, actions: impl IntoIterator<Item = Action>) {
        actions.into_iter().for_each(|action| self.push(action));
    }

    /// Takes the same action for each of some cells.
    #[inline(always)]
    fn extend_cells(&mut self, cells: Cells, action: impl Fn(Cell) -> Action) {
        cells.each(|cell| self.push(action(cell)));
    }
}

impl Offers for Vec<Action> {
    #[inline]
    fn push(&mut self, action: Action) {
        Vec::push(self, action);
    }
}

/// Indices of actions ([`Encode::action_index`]). Where an option is offered its kind is known, so that only its
/// parameter is left to be worked out.
pub(super) struct Indices<'a>(pub &'a mut Vec<u32>);

impl Offers for Indices<'_> {
    #[inline(always)]
    fn push(&mut self, action: Action) {
        self.0.push(BurgleBros::action_index(action) as u32);
    }
}

/// A set of indices of actions, a bit each: 64 in every word, the lowest first.
pub(super) struct IndexSet<'a, const WORDS: usize>(pub &'a mut [u64; WORDS]);

impl<const WORDS: usize> Offers for IndexSet<'_, WORDS> {
    #[inline(always)]
    fn push(&mut self, action: Action) {
        let index = BurgleBros::action_index(action);
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// A block of cells holds them by their numbers, so a floor's mask is a run of bits.
    #[inline(always)]
    fn extend_cells(&mut self, cells: Cells, action: impl Fn(Cell) -> Action) {
        let first = BurgleBros::action_index(action(Cell::new(0, 0)));
        for floor in 0..FLOORS {
            let index = first + floor * SQUARES;
            let (word, bit) = (index / 64, index % 64);
            let bits = u64::from(cells.0[floor]);
            self.0[word] |= bits << bit;
            if bit + SQUARES > 64 {
                self.0[word + 1] |= bits >> (64 - bit);
            }
        }
    }
}
