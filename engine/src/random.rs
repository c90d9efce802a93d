//! Exact draws from a generator passed in.
//!
//! Written here rather than taken from `rand` because the bytes drawn are part of what the same seed promises,
//! and `rand` may change its algorithms in a minor release.

use rand::{Rng, SeedableRng};

/// The generator the project names wherever a seed is given: xoshiro256++ (Blackman and Vigna, 2019).
pub type Generator = rand::rngs::Xoshiro256PlusPlus;

/// The stream of a seed for a named use. Streams of different names or numbers are independent.
pub fn stream(seed: u64, name: &str, number: u64) -> Generator {
    from_seed(stream_seed(seed, name, number))
}

/// The generator of a seed of its own: `from_seed(stream_seed(seed, name, number))` is `stream(seed, name, number)`.
pub fn from_seed(seed: u64) -> Generator {
    Generator::seed_from_u64(seed)
}

/// The seed of the generator that [`stream`] gives, to hand a stream to another program.
pub fn stream_seed(seed: u64, name: &str, number: u64) -> u64 {
    let parts = [&seed.to_le_bytes(), &number.to_le_bytes(), name.as_bytes()];
    // New games take several streams each, of short names: those need no heap.
    let mut short = [0; 64];
    match short.get_mut(..name.len() + 16) {
        Some(bytes) => {
            bytes[..8].copy_from_slice(parts[0]);
            bytes[8..16].copy_from_slice(parts[1]);
            bytes[16..].copy_from_slice(parts[2]);
            xxhash_rust::xxh3::xxh3_64(bytes)
        }
        None => xxhash_rust::xxh3::xxh3_64(&parts.concat()),
    }
}

/// A uniform number below `bound`, exactly: multiply and shift with rejection (Lemire, "Fast Random Integer
/// Generation in an Interval", 2019). `bound` must not be 0.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    debug_assert!(bound > 0);
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// A uniform element of a slice that is not empty.
#[inline]
pub fn choose<T: Copy, R: Rng + ?Sized>(rng: &mut R, items: &[T]) -> T {
    items[below(rng, items.len() as u32) as usize]
}

/// A place of a list that is not empty, with a probability in proportion to its weight; any place if no weight is
/// positive.
pub fn choose_weighted<R: Rng + ?Sized>(rng: &mut R, weights: &[f64]) -> usize {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return below(rng, weights.len() as u32) as usize;
    }
    // 53 bits, as many as a number below 1 has.
    let mut left = total * (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    for (place, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return place;
        }
    }
    // Rounding may leave a little over.
    let last = weights.iter().rposition(|&weight| weight > 0.0);
    last.expect("one of weights with a positive sum is positive")
}

/// A uniform member of a bit set that is not empty, as its bit number.
#[inline]
pub fn choose_bit<R: Rng + ?Sized>(rng: &mut R, set: u64) -> u8 {
    let count = ranks(set) >> 56;
    nth_bit(set, below(rng, count as u32))
}

/// The number of the `n`-th set bit, counted from 0. The set must have more than `n` members.
///
/// Broadword selection of the byte, all bytes of a word at once (Vigna, "Broadword Implementation of Rank/Select
/// Queries", 2008), then a table of its bits: no branch depends on the random `n`.
#[inline]
pub fn nth_bit(set: u64, n: u32) -> u8 {
    let n = u64::from(n);
    let ranks_of_bytes = ranks(set);
    let skipped = 8 * at_most(ranks_of_bytes, n);
    let n_in_byte = n - ((ranks_of_bytes << 8) >> skipped & 0xff);
    let byte = (set >> skipped & 0xff) as usize;
    (skipped + u64::from(BITS_OF_BYTE[byte] >> (4 * n_in_byte) & 0xf)) as u8
}

/// The numbers of the set bits of every byte, lowest first, in four bits each.
const BITS_OF_BYTE: [u32; 256] = {
    let (mut bits, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let (mut bit, mut place) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                bits[byte] |= bit << (4 * place);
                place += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    bits
};

/// The number 1 in every byte, and the top bit of every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = BYTES << 7;

/// How many bits are set up to the end of each byte, in that byte; the last one counts them all.
#[inline]
fn ranks(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    eights.wrapping_mul(BYTES)
}

/// How many of the bytes of a word are at most `n`, all being below 128: those that leave the top bit over them as it
/// is.
#[inline]
fn at_most(bytes: u64, n: u64) -> u64 {
    let kept = ((n * BYTES) | TOPS) - bytes;
    (kept >> 7 & BYTES).wrapping_mul(BYTES) >> 56
}

/// Shuffles a slice uniformly (Fisher and Yates).
#[inline]
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    for end in (2..=items.len()).rev() {
        items.swap(end - 1, below(rng, end as u32) as usize);
    }
}

/// The members of a set as a list, lowest first, and how many there are: to be drawn one after the other by [`take`].
#[inline]
pub fn members(mut set: u32) -> ([u8; 32], usize) {
    let (mut list, mut count) = ([0; 32], 0);
    while set != 0 {
        list[count] = set.trailing_zeros() as u8;
        set &= set - 1;
        count += 1;
    }
    (list, count)
}

/// Takes a uniform element out of the first `count` (at least one) of a list, whose order changes.
#[inline]
pub fn take<R: Rng + ?Sized>(rng: &mut R, list: &mut [u8], count: &mut usize) -> u8 {
    let pick = below(rng, *count as u32) as usize;
    let item = list[pick];
    *count -= 1;
    list[pick] = list[*count];
    item
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_below_a_bound_are_uniform() {
        let mut rng = stream(1, "test", 0);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[below(&mut rng, 6) as usize] += 1;
        }
        let chi2: f64 = counts
            .iter()
            .map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi2 < 25.0, "chi-square {chi2} with 5 degrees of freedom");
    }

    #[test]
    fn streams_of_long_names_are_hashed_as_those_of_short_ones() {
        for length in [1, 47, 48, 49, 200] {
            let name = "n".repeat(length);
            let bytes = [&7u64.to_le_bytes()[..], &9u64.to_le_bytes(), name.as_bytes()].concat();
            assert_eq!(stream_seed(7, &name, 9), xxhash_rust::xxh3::xxh3_64(&bytes), "{length}");
        }
    }

    #[test]
    fn the_nth_bit_counts_from_the_lowest() {
        assert_eq!(nth_bit(0b1011_0000, 0), 4);
        assert_eq!(nth_bit(0b1011_0000, 2), 7);
        let set = 0x8421_0f00_0001_8001;
        let bits: Vec<u8> = (0..64).filter(|bit| set & 1u64 << bit != 0).collect();
        for (n, &bit) in bits.iter().enumerate() {
            assert_eq!(nth_bit(set, n as u32), bit);
        }
    }

    #[test]
    fn a_stream_can_be_handed_on_as_a_seed() {
        let mut handed = from_seed(stream_seed(1, "a", 2));
        let mut own = stream(1, "a", 2);
        assert!((0..9).all(|_| handed.next_u64() == own.next_u64()));
    }

    #[test]
    fn streams_with_other_names_differ() {
        assert_ne!(stream(1, "a", 0).next_u64(), stream(1, "b", 0).next_u64());
        assert_ne!(stream(1, "a", 0).next_u64(), stream(1, "a", 1).next_u64());
    }
}
