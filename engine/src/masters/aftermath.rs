//! What a heist leaves behind (section 9), as figures of its result: several small numbers are packed into one figure.

use super::action::{PLAYERS, Who};
use super::components::Item;
use super::pieces::{ITEM_SLOTS, Piece};
use super::scenario::Loot;
use super::state::{BANKED, EXIT, Ending, HELD, IN_SAFE, MastersOfTheHeist, Place, Status};

/// The figures that hold it, by name.
pub(super) mod name {
    pub const TEAM_CASH: &str = "team cash";
    pub const JEWELS: &str = "jewels";
    pub const FATES: &str = "fates";
    pub const IDEAS_LEFT: &str = "ideas left";
    pub const ITEMS: &str = "items";
    pub const ITEMS_FOUND: &str = "items found";
    pub const OTHER_LOOT: &str = "other loot";
}

/// Fates and kinds of loot stand in a decimal digit each, ideas in two, copies of an item in two bits.
const DIGIT: i32 = 10;
const IDEAS: i32 = 100;
const COPIES: i32 = 4;

/// Loot that is recorded and has no use (MH9a), in the order of its digits.
pub(super) const KEEPSAKES: [Loot; 3] = [Loot::Documents, Loot::Usb, Loot::Keycard];

/// What became of a character (MH6.6k).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// H55: saved by Camouflage, neither out nor Busted.
    Hidden,
    /// Busted.
    Busted,
    /// On an Exit, or in Part 1 of the Final Score on a hideout: the number of that hideout, from 0.
    Escaped(u8),
}

impl Fate {
    fn digit(self) -> i32 {
        match self {
            Fate::Hidden => 0,
            Fate::Busted => 1,
            Fate::Escaped(hideout) => 2 + i32::from(hideout),
        }
    }

    fn of(digit: i32) -> Fate {
        match digit {
            0 => Fate::Hidden,
            1 => Fate::Busted,
            digit => Fate::Escaped((digit - 2) as u8),
        }
    }
}

/// What a heist left, as a campaign records it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Aftermath {
    /// Team cash with what was banked and what the Bookie pays.
    pub cash: u16,
    /// Jewels of the team.
    pub jewels: u8,
    /// What became of each character, in team order.
    pub fates: Vec<Fate>,
    /// Ideas that each character had left.
    pub ideas: Vec<u8>,
    /// Cards of each item that the team owns.
    pub items: [u8; Item::ALL.len()],
    /// MH7.6k: whether the item on the map and the one in the safe were taken.
    pub found: [bool; 2],
    /// [`KEEPSAKES`] that were banked.
    pub keepsakes: [u8; KEEPSAKES.len()],
}

impl Aftermath {
    /// What the figures of a result say; `figure` has them by name.
    pub fn read(figure: impl Fn(&str) -> i32, characters: usize) -> Aftermath {
        let of_players = |name, base| unpacked(figure(name), base, PLAYERS).take(characters);
        let mut items = [0; Item::ALL.len()];
        let mut keepsakes = [0; KEEPSAKES.len()];
        let copies = unpacked(figure(name::ITEMS), COPIES, items.len());
        items
            .iter_mut()
            .zip(copies)
            .for_each(|(item, count)| *item = count as u8);
        let loot = unpacked(figure(name::OTHER_LOOT), DIGIT, keepsakes.len());
        keepsakes
            .iter_mut()
            .zip(loot)
            .for_each(|(kind, count)| *kind = count as u8);
        let found = figure(name::ITEMS_FOUND);
        Aftermath {
            cash: figure(name::TEAM_CASH).clamp(0, u16::MAX.into()) as u16,
            jewels: figure(name::JEWELS).clamp(0, u8::MAX.into()) as u8,
            fates: of_players(name::FATES, DIGIT).map(Fate::of).collect(),
            ideas: of_players(name::IDEAS_LEFT, IDEAS).map(|ideas| ideas as u8).collect(),
            items,
            found: [found & 1 != 0, found & 2 != 0],
            keepsakes,
        }
    }
}

/// Numbers in one, the first of them foremost; none counts more than a place can hold.
fn packed(numbers: impl Iterator<Item = i32>, base: i32) -> i32 {
    numbers.fold(0, |sum, number| sum * base + number.clamp(0, base - 1))
}

/// The numbers that [`packed`] put into one.
fn unpacked(sum: i32, base: i32, count: usize) -> impl Iterator<Item = i32> {
    (0..count as u32)
        .rev()
        .map(move |place| sum.max(0) / base.pow(place) % base)
}

impl MastersOfTheHeist {
    /// MH9a, MH7.8f: team cash; once the heist is over with what was banked, and with twice the stake if the objective
    /// is met and nobody is Busted.
    pub(super) fn cash_after(&self) -> i32 {
        let banked = i32::from(self.cash_at[usize::from(BANKED)]);
        let stake = if self.is_bet_won() {
            2 * i32::from(self.stake)
        } else {
            0
        };
        let is_over = self.ending != Ending::Playing;
        i32::from(self.cash) + if is_over { banked + stake } else { 0 }
    }

    /// fixers:bookie: NPCs count among the Busted.
    fn is_bet_won(&self) -> bool {
        let is_busted = |who: Who| self.get(who).status == Status::Busted;
        self.ending == Ending::Won && !self.everybody().any(is_busted)
    }

    /// MH3.3e: jewels of the team that were not sold, and those that were banked.
    pub(super) fn team_jewels(&self) -> i32 {
        i32::from(self.planning.jewels) + i32::from(self.count_at(Piece::Jewel, BANKED))
    }

    /// The fates of the characters; as long as nobody is Busted and the heist goes on, 0.
    pub(super) fn fates(&self) -> i32 {
        packed(self.all_players().map(|who| self.fate(who).digit()), DIGIT)
    }

    fn fate(&self, who: Who) -> Fate {
        let character = self.get(who);
        if character.status == Status::Busted {
            return Fate::Busted;
        }
        if self.escaped & 1 << who.0 == 0 {
            return Fate::Hidden;
        }
        let is_on_hideout = character.at < EXIT && self.scenario().ends_on_hideouts();
        Fate::Escaped(if is_on_hideout {
            (self.scenario().story_hexes & ((1 << character.at) - 1)).count_ones() as u8
        } else {
            0
        })
    }

    /// Places for all four, so that a number means the same in heists of three.
    fn all_players(&self) -> impl Iterator<Item = Who> + use<> {
        (0..PLAYERS as u8).map(Who)
    }

    pub(super) fn ideas_left(&self) -> i32 {
        packed(self.all_players().map(|who| self.get(who).ideas.into()), IDEAS)
    }

    /// MH10.32: items that the team has, once the heist is over those that are out. H44: what characters start with is
    /// none of the team's. items:master-plan-copy: it is discarded at the end.
    pub(super) fn team_items(&self) -> i32 {
        let is_over = self.ending != Ending::Playing;
        let own = if is_over { BANKED..BANKED + 1 } else { HELD..BANKED + 1 };
        let mut counts = [0; Item::ALL.len()];
        for slot in (0..ITEM_SLOTS).filter(|&slot| own.contains(&self.pieces[slot])) {
            match self.piece_in(slot) {
                Some(Piece::Item(Item::MasterPlanCopy)) if is_over => {}
                Some(Piece::Item(item)) if !self.is_starting_item(slot) => counts[item.index()] += 1,
                _ => {}
            }
        }
        packed(counts.into_iter(), COPIES)
    }

    /// MH7.6k: 1 if the item on the map was taken, 2 if the one in the safe was. An item that lies where it was found
    /// was not.
    pub(super) fn items_found(&self) -> i32 {
        let scenario = self.scenario();
        let lies = |item: Item, place: Place| self.count_at(Piece::Item(item), place) > 0;
        let on_map = scenario.item.is_some_and(|(hex, item)| !lies(item, hex));
        let in_safe = scenario
            .safe
            .as_ref()
            .and_then(|safe| Some((safe.hex, *safe.items.first()?)));
        let from_safe = in_safe.is_some_and(|(hex, item)| !lies(item, hex) && !lies(item, IN_SAFE));
        i32::from(on_map) + 2 * i32::from(from_safe)
    }

    /// MH9a: loot that is recorded.
    pub(super) fn keepsakes(&self) -> i32 {
        let banked = |kind: Loot| i32::from(self.count_at(Piece::of(kind), BANKED));
        packed(KEEPSAKES.into_iter().map(banked), DIGIT)
    }
}
