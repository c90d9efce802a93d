//! Decks as small sets with a partly known order.
//!
//! A game keeps the parts of its decks where they are smallest and looks at one through [`Deck`] or [`DeckMut`].

use rand::Rng;

use crate::random;

/// What lies at a place of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Top {
    /// No card is left there.
    Empty,
    /// A hole: any of [`Deck::loose`], equally likely.
    Hole,
    /// A card that the state knows.
    Known(u8),
}

/// The entry of a place whose card the state does not know.
pub const HOLE: u8 = 0xff;
/// The mark of an entry that everybody knows.
const PUBLIC: u8 = 0x80;

/// Forgets every place that not everybody knows.
pub fn hide(places: &mut [u8]) {
    // Without a branch, so that many entries are hidden at once.
    for entry in places {
        *entry = if *entry & PUBLIC == 0 { HOLE } else { *entry };
    }
}

/// A face-down deck of distinct cards numbered below 32.
///
/// `unseen` holds every card that nobody has turned up: those in the deck and those set aside with it. A place in
/// the deck is a hole, or a card the state knows; a known card is public if everybody has seen where it lies, and
/// otherwise known only to this world. Cards without a place are equally likely in every hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck<'a> {
    /// The cards nobody has turned up.
    pub unseen: u32,
    /// The places, bottom first.
    pub order: &'a [u8],
    /// Whether any place is known.
    pub is_known: bool,
}

impl Deck<'_> {
    /// Cards left in the deck.
    #[inline]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether no card is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The unseen cards whose place the state does not know.
    #[inline]
    pub fn loose(&self) -> u32 {
        if !self.is_known {
            return self.unseen;
        }
        let known = self.order.iter().filter(|&&entry| entry != HOLE);
        self.unseen & !known.fold(0u32, |placed, entry| placed | 1 << (entry & !PUBLIC))
    }

    /// The card `depth` places below the top, 0 for the top itself.
    #[inline]
    pub fn at_depth(&self, depth: usize) -> Top {
        match self.order.iter().rev().nth(depth) {
            None => Top::Empty,
            Some(&HOLE) => Top::Hole,
            Some(entry) => Top::Known(entry & !PUBLIC),
        }
    }

    /// The top card.
    #[inline]
    pub fn top(&self) -> Top {
        self.at_depth(0)
    }

    /// Whether everybody knows the card `depth` places below the top.
    pub fn is_public(&self, depth: usize) -> bool {
        self.order
            .iter()
            .rev()
            .nth(depth)
            .is_some_and(|&entry| entry != HOLE && entry & PUBLIC != 0)
    }

    /// A random card for the place `depth` below the top: the known one, or any loose one.
    #[inline]
    pub fn sample<R: Rng + ?Sized>(&self, depth: usize, rng: &mut R) -> u8 {
        match self.at_depth(depth) {
            Top::Known(card) => card,
            _ => random::choose_bit(rng, u64::from(self.loose())),
        }
    }
}

/// A deck to change. Places from `length` on are holes.
pub struct DeckMut<'a> {
    /// The cards nobody has turned up.
    pub unseen: &'a mut u32,
    /// All places, bottom first, used or not.
    pub order: &'a mut [u8],
    /// Cards left in the deck.
    pub length: &'a mut u8,
    /// Whether any place may be known; if not, all are holes.
    pub is_known: bool,
}

impl DeckMut<'_> {
    /// The deck to look at.
    #[inline]
    pub fn view(&self) -> Deck<'_> {
        Deck {
            unseen: *self.unseen,
            order: &self.order[..*self.length as usize],
            is_known: self.is_known,
        }
    }

    fn places(&mut self) -> &mut [u8] {
        &mut self.order[..*self.length as usize]
    }

    /// A freshly shuffled deck of `length` cards out of `unseen`; the other cards are set aside unseen.
    pub fn shuffle(&mut self, unseen: u32, length: usize) {
        debug_assert!(length <= self.order.len() && length <= unseen.count_ones() as usize);
        *self.unseen = unseen;
        *self.length = length as u8;
        if self.is_known {
            self.order.fill(HOLE);
            self.is_known = false;
        }
    }

    /// Turns up the top card, which is `card`: a loose card if the top is a hole.
    #[inline]
    pub fn draw(&mut self, card: u8) {
        debug_assert!(match self.view().top() {
            Top::Empty => false,
            Top::Hole => self.view().loose() & (1 << card) != 0,
            Top::Known(known) => known == card,
        });
        *self.length -= 1;
        self.order[*self.length as usize] = HOLE;
        *self.unseen &= !(1 << card);
    }

    /// Records that the card `depth` places below the top is `card`, seen by everybody if `public`.
    pub fn place(&mut self, depth: usize, card: u8, public: bool) {
        let place = *self.length as usize - 1 - depth;
        self.order[place] = card | if public { PUBLIC } else { 0 };
        self.is_known = true;
    }

    /// Takes `card` out of the deck, which is then shuffled.
    pub fn take_and_shuffle(&mut self, card: u8) {
        self.shuffle(*self.unseen & !(1 << card), *self.length as usize - 1);
    }

    /// Puts the top card at the bottom; everybody who knew it still does.
    pub fn top_to_bottom(&mut self) {
        self.places().rotate_right(1);
    }

    /// Rearranges the top `order.len()` (at most 3) cards: `order[i]` says which of them, counted from the top, comes
    /// to depth `i`.
    pub fn reorder(&mut self, order: &[u8]) {
        let places = self.places();
        let top = places.len() - 1;
        let mut before = [HOLE; 3];
        for (depth, entry) in before[..order.len()].iter_mut().enumerate() {
            *entry = places[top - depth];
        }
        for (depth, &from) in order.iter().enumerate() {
            places[top - depth] = before[from as usize];
        }
    }

    /// Forgets every place that not everybody knows.
    pub fn hide(&mut self) {
        hide(self.places());
    }

    /// Fills every hole uniformly.
    pub fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let (mut cards, mut count) = random::members(self.view().loose());
        for entry in self.places() {
            if *entry == HOLE {
                *entry = random::take(rng, &mut cards, &mut count);
            }
        }
        self.is_known = true;
    }
}
