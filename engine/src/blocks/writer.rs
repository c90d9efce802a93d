//! Listing the features of a state.

use super::IndexBlock;
use crate::board::squares;

/// Writes features in the order of their blocks, which is ascending. Players are counted from one of them.
pub(crate) struct Writer<'a> {
    out: &'a mut Vec<u32>,
    /// The player that the others are counted from, and how many there are.
    pub me: u8,
    pub count: u8,
}

impl<'a> Writer<'a> {
    /// Into an empty list.
    pub fn new(out: &'a mut Vec<u32>, me: u8, count: u8) -> Writer<'a> {
        out.clear();
        Writer { out, me, count }
    }

    /// The feature at a place of a block.
    #[inline]
    pub fn on(&mut self, block: impl IndexBlock, place: usize) {
        debug_assert!(
            place < block.size(),
            "{place} is no place of the block from {}",
            block.first()
        );
        let index = (block.first() + place) as u32;
        debug_assert!(
            self.out.last().is_none_or(|&last| last < index),
            "feature {index} is out of order"
        );
        self.out.push(index);
    }

    /// The same if a condition holds.
    #[inline]
    pub fn on_if(&mut self, condition: bool, block: impl IndexBlock, place: usize) {
        if condition {
            self.on(block, place);
        }
    }

    /// The members of a set, from a place on.
    #[inline]
    pub fn set(&mut self, block: impl IndexBlock, first: usize, set: u32) {
        for member in squares(set) {
            self.on(block, first + member);
        }
    }

    /// A thermometer of `steps` steps, from a place on.
    #[inline]
    pub fn level(&mut self, block: impl IndexBlock, first: usize, steps: usize, value: usize) {
        for step in 0..steps.min(value) {
            self.on(block, first + step);
        }
    }

    /// How many places after the first one a player comes.
    #[inline]
    pub fn relative(&self, player: u8) -> usize {
        ((player + self.count - self.me) % self.count) as usize
    }

    /// The players with their places.
    #[inline]
    pub fn players(&self) -> impl Iterator<Item = (usize, u8)> + Clone + use<> {
        let (me, count) = (self.me, self.count);
        (0..count).map(move |place| (place as usize, (me + place) % count))
    }

    /// A player's place, from a place on.
    #[inline]
    pub fn player(&mut self, block: impl IndexBlock, first: usize, player: Option<u8>) {
        if let Some(player) = player {
            let place = first + self.relative(player);
            self.on(block, place);
        }
    }
}
