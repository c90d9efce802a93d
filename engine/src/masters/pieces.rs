//! Chits of the bag, kinds of loot, and pieces of loot.

use super::components::Item;
use crate::component_set::components;

/// Item cards: all copies of all items, then the card on the map and the one in the safe.
pub(super) const ITEM_SLOTS: usize = 17;
/// All loot but cash: item cards, then jewels, documents, USB keys and keycards.
pub(super) const PIECES: usize = ITEM_SLOTS + 6;

components! {
    /// MH3.1b: what a chit of the bag shows. Blanks come from fixers alone.
    Chit: "a chit" {
        /// A Guard.
        Guard = "guard",
        /// A Dog, which is a Guard for every rule.
        Dog = "dog",
        /// A Lock.
        Lock = "lock",
        /// A Camera.
        Camera = "camera",
        /// A jewel.
        Jewel = "jewel",
        /// Documents.
        Documents = "documents",
        /// The USB key.
        Usb = "usb",
        /// A keycard (H1).
        Keycard = "keycard",
        /// MH5.3g: nothing.
        Blank = "blank",
    }
}

components! {
    /// Kinds of loot that are no items (1, glossary).
    Loot: "a kind of loot" {
        /// Counted in $k.
        Cash = "cash",
        /// A jewel.
        Jewel = "jewel",
        /// Documents.
        Documents = "documents",
        /// The USB key.
        Usb = "usb",
        /// A keycard (H1).
        Keycard = "keycard",
    }
}

impl Chit {
    /// MH5.3h: the loot that the chit is, if it is any.
    pub const fn loot(self) -> Option<Loot> {
        match self {
            Chit::Jewel => Some(Loot::Jewel),
            Chit::Documents => Some(Loot::Documents),
            Chit::Usb => Some(Loot::Usb),
            Chit::Keycard => Some(Loot::Keycard),
            _ => None,
        }
    }
}

/// A piece of loot; items are loot too (MH7.6a). All cash in one place is one piece, but may be split (H19).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// So many $k; [`Piece::ALL_CASH`] for all that lies there.
    Cash(u8),
    /// A jewel.
    Jewel,
    /// Documents.
    Documents,
    /// The USB key.
    Usb,
    /// A keycard.
    Keycard,
    /// An Item card.
    Item(Item),
}

impl Piece {
    /// All cash of a place, however much.
    pub const ALL_CASH: Piece = Piece::Cash(0);

    /// A piece of a kind; cash of $1k.
    pub const fn of(loot: Loot) -> Piece {
        match loot {
            Loot::Cash => Piece::Cash(1),
            Loot::Jewel => Piece::Jewel,
            Loot::Documents => Piece::Documents,
            Loot::Usb => Piece::Usb,
            Loot::Keycard => Piece::Keycard,
        }
    }

    /// The piece of a [rank](Piece::rank) other than that of cash.
    pub(super) fn of_rank(rank: u8) -> Option<Piece> {
        match rank {
            0 => None,
            1 => Some(Piece::Jewel),
            2 => Some(Piece::Documents),
            3 => Some(Piece::Usb),
            4 => Some(Piece::Keycard),
            rank => Item::ALL.get(usize::from(rank) - 5).copied().map(Piece::Item),
        }
    }

    /// The kind of loot; none for an Item card.
    pub const fn loot(self) -> Option<Loot> {
        match self {
            Piece::Cash(_) => Some(Loot::Cash),
            Piece::Jewel => Some(Loot::Jewel),
            Piece::Documents => Some(Loot::Documents),
            Piece::Usb => Some(Loot::Usb),
            Piece::Keycard => Some(Loot::Keycard),
            Piece::Item(_) => None,
        }
    }

    /// The order of E22: cash, jewels, documents, USB keys, keycards, items; the amount of cash aside.
    pub const fn rank(self) -> u8 {
        match self {
            Piece::Cash(_) => 0,
            Piece::Jewel => 1,
            Piece::Documents => 2,
            Piece::Usb => 3,
            Piece::Keycard => 4,
            Piece::Item(item) => 5 + item as u8,
        }
    }
}
