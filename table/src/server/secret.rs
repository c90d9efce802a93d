//! The host's token.

use std::fmt;

use crate::app::random_bits;

/// What lets the host in: 128 random bits. Its owner may see the list of tables, begin and delete them.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one from the system's randomness.
    ///
    /// # Errors
    /// When the system has none.
    pub fn random() -> Result<Token, getrandom::Error> {
        Ok(Token::from_bits(random_bits()?))
    }

    /// The token of these bits.
    pub fn from_bits(bits: u128) -> Token {
        Token(format!("{bits:032x}"))
    }

    /// The token in hexadecimal, to be shown to the host alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token. How long that takes does not depend on where they differ.
    pub(super) fn is(&self, text: &[u8]) -> bool {
        let token = self.0.as_bytes();
        let differing = token
            .iter()
            .zip(text)
            .fold(0, |bits, (one, other)| std::hint::black_box(bits | (one ^ other)));
        token.len() == text.len() && differing == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}
