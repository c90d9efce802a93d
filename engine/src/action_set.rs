//! Sets of legal actions.

use std::iter;

use zerocopy::IntoBytes;

use crate::random::nth_bit;

/// A set of indices of actions ([`Encode::action_index`](crate::game::Encode::action_index)), a bit each. Kept between
/// calls of [`Encode::legal_set`](crate::game::Encode::legal_set), it allocates nothing once it has held a set of its
/// game.
#[derive(Clone, Debug, Default)]
pub struct ActionSet {
    /// 64 indices in each word, the lowest in the lowest bit.
    words: Vec<u64>,
    /// The same as a list, while a game without a way of its own fills the set.
    pub(crate) list: Vec<u32>,
}

impl ActionSet {
    /// Makes it a set with nothing in it, of indices below `count`.
    #[inline]
    pub fn clear(&mut self, count: usize) {
        self.words.resize(count.div_ceil(64), 0);
        self.words.fill(0);
    }

    /// The words of a set of so many, with nothing in it. Their number is known when this is compiled, so that they are
    /// cleared without a call.
    #[inline]
    pub(crate) fn cleared<const WORDS: usize>(&mut self) -> &mut [u64; WORDS] {
        if self.words.len() != WORDS {
            self.words.resize(WORDS, 0);
        }
        let words = self.words.first_chunk_mut().expect("there are as many words now");
        *words = [0; WORDS];
        words
    }

    /// Puts an index in.
    ///
    /// # Panics
    /// If it is not below the count of the set.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Whether an index is in it.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        let word = self.words.get(index / 64);
        word.is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |any, word| any | word) == 0
    }

    /// How many indices are in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The index at a place in ascending order, if there are as many.
    #[inline]
    pub fn nth(&self, mut place: u32) -> Option<usize> {
        for (number, &word) in self.words.iter().enumerate() {
            let here = word.count_ones();
            if place < here {
                return Some(number * 64 + usize::from(nth_bit(word, place)));
            }
            place -= here;
        }
        None
    }

    /// The indices, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            let mut left = word;
            iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(number * 64 + bit)
            })
        })
    }

    /// Writes it a bit each, eight indices in a byte, the lowest in the lowest bit. Bytes past the last index become 0.
    #[inline]
    pub fn write_bits(&self, bytes: &mut [u8]) {
        if cfg!(target_endian = "little") {
            // The words as they lie are these bytes: one copy, as wide as the processor can.
            let own = self.words.as_bytes();
            let count = bytes.len().min(own.len());
            bytes[..count].copy_from_slice(&own[..count]);
        } else {
            for (bytes, word) in bytes.chunks_mut(8).zip(&self.words) {
                bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_what_was_put_in() {
        let mut set = ActionSet::default();
        assert!(set.is_empty() && !set.contains(0));
        for indices in [&[0, 1, 63, 64, 129][..], &[5], &[], &[7, 64, 65, 66, 127, 128]] {
            set.clear(130);
            indices.iter().rev().for_each(|&index| set.insert(index));
            assert_eq!(set.iter().collect::<Vec<usize>>(), indices);
            assert_eq!((set.len(), set.is_empty()), (indices.len(), indices.is_empty()));
            let places = 0..indices.len() as u32;
            assert!(
                places
                    .clone()
                    .map(|place| set.nth(place))
                    .eq(indices.iter().map(|&index| Some(index)))
            );
            assert_eq!(set.nth(places.end), None);
            assert!((0..200).all(|index| set.contains(index) == indices.contains(&index)));
            let mut bytes = [0xff; 17];
            set.write_bits(&mut bytes);
            let bit = |index: usize| bytes[index / 8] >> (index % 8) & 1 == 1;
            assert!((0..17 * 8).all(|index| bit(index) == indices.contains(&index)));
        }
    }
}
