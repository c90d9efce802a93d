//! The windows in which prepped gear may be used (section 4.2).

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::game::NotationError;

/// The windows of section 4.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Window {
    /// win.A: the ACTIONS phase and the way in.
    A,
    /// win.D: dice were rolled.
    D,
    /// win.C: a chip was revealed.
    C,
    /// win.T: a tile was revealed or entered.
    T,
    /// win.V: an event was drawn.
    V,
    /// win.M: a commotion is announced.
    M,
    /// win.N: a patrol card has given a bouncer a new destination.
    N,
    /// win.S: a bouncer is about to step, or to begin his turn.
    S,
}

impl Window {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// All of them, in the order of the rules.
    pub const ALL: [Window; Window::COUNT] = [
        Window::A,
        Window::D,
        Window::C,
        Window::T,
        Window::V,
        Window::M,
        Window::N,
        Window::S,
    ];

    /// The window as a member of a set.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The letter in the rules.
    pub const fn name(self) -> &'static str {
        match self {
            Window::A => "A",
            Window::D => "D",
            Window::C => "C",
            Window::T => "T",
            Window::V => "V",
            Window::M => "M",
            Window::N => "N",
            Window::S => "S",
        }
    }
}

impl Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Window {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Window, NotationError> {
        let found = Window::ALL.into_iter().find(|window| window.name() == text);
        found.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a window: A, D, C, T, V, M, N or S".to_owned(),
        })
    }
}
