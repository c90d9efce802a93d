//! Vent Crawls that are paid for and not used yet: MH7.2j, H85.

use crate::board::hexes::Side;

/// The payments that wait. They are those of one character: classes are unique in a team (MH3.2b), and one card has the
/// ability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Vents([u8; Vents::MOST]);

impl Vents {
    /// R37: the most that wait at once, as many as a phase can use: the M, U, S and D of the richest action and those
    /// of an Exploit.
    pub const MOST: usize = 6;

    pub const NONE: Vents = Vents([FREE; Vents::MOST]);

    pub fn is_empty(self) -> bool {
        self == Vents::NONE
    }

    pub fn is_full(self) -> bool {
        !self.0.contains(&FREE)
    }

    /// One more, if there is room: the hex that it is paid on, and the side of it that the missing hex lies across.
    pub fn add(&mut self, hex: u8, side: Side) {
        if let Some(free) = self.0.iter_mut().find(|waiting| **waiting == FREE) {
            *free = payment(hex, side);
            self.0.sort_unstable();
        }
    }

    /// One of those of a hex and a side is used.
    ///
    /// # Panics
    /// If none waits.
    pub fn spend(&mut self, hex: u8, side: Side) {
        let used = self.0.iter_mut().find(|waiting| **waiting == payment(hex, side));
        *used.expect("a Vent Crawl that waits is used") = FREE;
        self.0.sort_unstable();
    }

    /// Each hex and side, equal ones as often as they were paid for, in ascending order.
    pub fn each(self) -> impl Iterator<Item = (u8, Side)> {
        let waiting = self.0.into_iter().take_while(|&payment| payment != FREE);
        waiting.map(|payment| (payment / SIDES, Side::ALL[usize::from(payment % SIDES)]))
    }

    /// All of it, for keys.
    pub fn bytes(self) -> [u8; Vents::MOST] {
        self.0
    }
}

/// The place of a payment that nobody has made.
const FREE: u8 = u8::MAX;

const SIDES: u8 = Side::ALL.len() as u8;

/// A hex and a side in a byte, below [`FREE`].
fn payment(hex: u8, side: Side) -> u8 {
    hex * SIDES + side as u8
}
