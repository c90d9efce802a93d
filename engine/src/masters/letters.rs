//! Sub-actions: the letters of actions (page 1 of the rules, 5.2).

use std::fmt::{self, Display, Write};
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::game::NotationError;

/// A kind of sub-action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Letter {
    /// MH5.2a: M, one step.
    Move,
    /// MH5.2b: U, a Lock.
    Unlock,
    /// MH5.2c: S, a guard.
    Subdue,
    /// MH5.2d: D, a Camera.
    Disable,
    /// MH5.2e: I, one idea.
    Idea,
    /// MH5.2f: R, a hex or a chit of the bag.
    Reveal,
    /// MH5.2g: L, $1k.
    Loot,
    /// MH5.2h: N, must be taken.
    Noise,
    /// MH5.2i: A, must be taken.
    Alert,
}

impl Letter {
    /// All of them, in the order that actions are written in.
    pub const ALL: [Letter; 9] = [
        Letter::Move,
        Letter::Unlock,
        Letter::Subdue,
        Letter::Disable,
        Letter::Idea,
        Letter::Reveal,
        Letter::Loot,
        Letter::Noise,
        Letter::Alert,
    ];

    /// MH5.1c: those that may be done any time until the phase ends.
    pub const OPTIONAL: [Letter; 7] = [
        Letter::Move,
        Letter::Unlock,
        Letter::Subdue,
        Letter::Disable,
        Letter::Idea,
        Letter::Reveal,
        Letter::Loot,
    ];

    /// The letter itself.
    pub const fn char(self) -> char {
        ['M', 'U', 'S', 'D', 'I', 'R', 'L', 'N', 'A'][self as usize]
    }
}

/// How many of each letter, such as `MSNN`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Letters([u8; Letter::ALL.len()]);

impl Letters {
    /// No letter.
    pub const NONE: Letters = Letters([0; Letter::ALL.len()]);

    /// One number for these letters, to compare them by; four bits each.
    pub fn code(self) -> u64 {
        self.0.iter().fold(0, |code, &count| code << 4 | u64::from(count & 15))
    }

    /// Some more of a letter.
    pub const fn with(mut self, letter: Letter, count: u8) -> Letters {
        self.0[letter as usize] += count;
        self
    }

    /// Those of both.
    pub const fn plus(mut self, other: Letters) -> Letters {
        let mut letter = 0;
        while letter < Letter::ALL.len() {
            self.0[letter] += other.0[letter];
            letter += 1;
        }
        self
    }
}

impl Index<Letter> for Letters {
    type Output = u8;

    #[inline]
    fn index(&self, letter: Letter) -> &u8 {
        &self.0[letter as usize]
    }
}

impl IndexMut<Letter> for Letters {
    #[inline]
    fn index_mut(&mut self, letter: Letter) -> &mut u8 {
        &mut self.0[letter as usize]
    }
}

impl Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in Letter::ALL {
            for _ in 0..self[letter] {
                f.write_char(letter.char())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Letters {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Letters, NotationError> {
        let mut letters = Letters::NONE;
        for char in text.chars() {
            let letter = Letter::ALL.into_iter().find(|letter| letter.char() == char);
            let letter = letter.ok_or_else(|| NotationError {
                text: text.to_owned(),
                expected: "sub-actions, letters of MUSDIRLNA, such as MSNN".to_owned(),
            })?;
            letters[letter] += 1;
        }
        Ok(letters)
    }
}
