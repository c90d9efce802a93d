//! Stable 64-bit keys: XXH3 over a state's canonical bytes.

/// Collects a state's canonical bytes in a buffer on the stack and hashes them with XXH3 (64 bits), a published
/// function whose values are the same on every platform.
pub struct KeyWriter<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Default for KeyWriter<N> {
    fn default() -> Self {
        KeyWriter {
            bytes: [0; N],
            length: 0,
        }
    }
}

impl<const N: usize> KeyWriter<N> {
    /// Appends bytes. Panics past `N` bytes: the caller sizes the buffer for its state.
    #[inline(always)]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    /// Appends a number, least byte first.
    #[inline(always)]
    pub fn word(&mut self, word: u64) {
        self.bytes(&word.to_le_bytes());
    }

    /// The key of everything appended.
    #[inline]
    pub fn key(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.bytes[..self.length])
    }
}
