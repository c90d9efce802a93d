//! Links: 128 random bits that open a table or a seat.

/// Digits of a link: 128 bits in hexadecimal.
pub const LINK_LENGTH: usize = 32;

/// Where new links come from: 128 bits each time.
pub type LinkSource = Box<dyn Fn() -> Result<u128, getrandom::Error> + Send + Sync>;

/// Whether a text has the form of a link.
pub fn is_link(text: &str) -> bool {
    text.len() == LINK_LENGTH && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// As many bits as a link or a token has, from the system's randomness.
pub(crate) fn random_bits() -> Result<u128, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(u128::from_le_bytes(bytes))
}
