//! Rolls of dice, in two bytes.

/// Up to five dice in ascending order, three bits each from the lowest, 0 for none; the top bit says that Steady Hands
/// is used. In two bytes, the higher one first, so that frames are not aligned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Dice([u8; 2]);

impl Dice {
    const STEADY: u16 = 0x8000;

    /// No die.
    pub const NONE: Dice = Dice([0; 2]);

    #[inline]
    const fn bits(self) -> u16 {
        u16::from_be_bytes(self.0)
    }

    #[inline]
    const fn of(bits: u16) -> Dice {
        Dice(bits.to_be_bytes())
    }

    /// The faces, in ascending order.
    #[inline]
    pub fn faces(self) -> impl Iterator<Item = u8> {
        let mut left = self.bits() & !Dice::STEADY;
        std::iter::from_fn(move || {
            let face = (left & 7) as u8;
            left >>= 3;
            (face != 0).then_some(face)
        })
    }

    /// One more die; at most five.
    #[inline]
    pub fn with(self, face: u8) -> Dice {
        let (dice, mark) = (self.bits() & !Dice::STEADY, self.bits() & Dice::STEADY);
        let mut shift = 0;
        while shift < 12 && dice >> shift & 7 != 0 && (dice >> shift & 7) as u8 <= face {
            shift += 3;
        }
        let low = dice & ((1 << shift) - 1);
        let high = dice >> shift << (shift + 3) & !Dice::STEADY;
        Dice::of(low | u16::from(face) << shift | high | mark)
    }

    /// These dice without those of a part of them.
    pub fn without(self, part: Dice) -> Dice {
        let mut gone = [0u8; 7];
        part.faces().for_each(|face| gone[face as usize] += 1);
        let kept = self.faces().filter(|&face| {
            let goes = gone[face as usize] > 0;
            gone[face as usize] -= u8::from(goes);
            !goes
        });
        kept.fold(Dice::of(self.bits() & Dice::STEADY), Dice::with)
    }

    /// Whether all dice of another roll are among these.
    pub fn contains(self, part: Dice) -> bool {
        (1..=6).all(|face| part.count(face) <= self.count(face))
    }

    /// How many there are.
    #[inline]
    pub fn total(self) -> u8 {
        self.faces().count() as u8
    }

    /// How many show a face.
    pub fn count(self, face: u8) -> u8 {
        self.faces().filter(|&shown| shown == face).count() as u8
    }

    /// What they add up to.
    pub fn sum(self) -> u8 {
        self.faces().sum()
    }

    /// Every part of these dice with at least one die, each once.
    pub(super) fn parts(self) -> impl Iterator<Item = Dice> {
        let counts: [u8; 6] = std::array::from_fn(|face| self.count(face as u8 + 1));
        let number: u32 = counts.iter().map(|&count| u32::from(count) + 1).product();
        (1..number).map(move |mut code| {
            let mut part = Dice::NONE;
            for (face, &count) in counts.iter().enumerate() {
                let taken = code % (u32::from(count) + 1);
                code /= u32::from(count) + 1;
                part = (0..taken).fold(part, |part, _| part.with(face as u8 + 1));
            }
            part
        })
    }

    /// Whether gear.steady_hands is used on this roll.
    pub(super) fn is_steady(self) -> bool {
        self.bits() & Dice::STEADY != 0
    }

    pub(super) fn steadied(self) -> Dice {
        Dice::of(self.bits() | Dice::STEADY)
    }

    /// These and the dice of another roll, with the marks of both.
    pub(super) fn and(self, others: Dice) -> Dice {
        let marked = Dice::of(self.bits() | others.bits() & Dice::STEADY);
        others.faces().fold(marked, Dice::with)
    }

    /// The two bytes, for keys.
    pub(super) const fn bytes(self) -> [u8; 2] {
        self.0
    }
}
