//! Stable 64-bit keys: XXH3 (64 bits), a published function whose values are the same on every platform.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The key of bytes after everything that `key` stands for (0 for nothing): their XXH3 with `key` as its seed.
#[inline]
pub fn append_bytes(key: u64, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, key)
}

/// As [`append_bytes`] for words, least byte first. Their number is a constant, and up to 16 are hashed without a
/// buffer.
#[inline]
pub fn append<const N: usize>(key: u64, words: &[u64; N]) -> u64 {
    append_bytes(key, words.map(u64::to_le_bytes).as_flattened())
}
