//! Bodyguard's set-up (finale.bodyguard.setup).

use super::super::action::Action;
use super::super::components::Chip;
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::place::{GRID, LEVELS, Place};
use super::super::state::{CasinoCapers, HOLE, NONE, chip};
use super::super::tables::Tables;
use crate::board::{Cell, squares};

/// finale.bodyguard.setup.2: chips on a floor.
const CHIPS_A_FLOOR: u32 = 8;

impl CasinoCapers {
    /// finale.bodyguard.setup.1: the chips of this game are gathered, used or not, and shuffled.
    /// finale.bodyguard.ruling.8: whoever was held by a Saleswoman is free.
    /// info.fin1: what nobody had seen until now says what the chip in the box may be.
    pub(super) fn gather_chips(&mut self) {
        let mut unseen = self.chip_stock;
        for &byte in self
            .chips
            .iter()
            .filter(|&&byte| byte < HOLE && byte & (chip::FACE_UP | chip::PUBLIC) == 0)
        {
            unseen[(byte & chip::KIND) as usize] += 1;
        }
        let mut stock = Chip::COPIES;
        if self.count() == 2 {
            // set.chips: there the Saleswoman in the box is known.
            stock[Chip::Saleswoman.index()] -= 1;
        } else {
            self.box_weights = unseen;
            // A world knows the chip in the box: it is the only one without a place.
            if self.chip_stock.iter().sum::<u8>() == 1 {
                let boxed = self.chip_stock.iter().position(|&count| count > 0);
                let boxed = boxed.expect("one chip is left");
                self.boxed = boxed as u8;
                stock[boxed] -= 1;
            }
        }
        self.chip_stock = stock;
        self.chips = [NONE; Place::COUNT];
        self.push(Frame::PlaceChips);
        self.push(Frame::DrawLayout(0));
    }

    /// finale.bodyguard.setup.2: the ordinary cards of a floor's discards; finale.bodyguard.ruling.4: without one, any
    /// card of the floor.
    pub(super) fn layout_cards(&self, floor: usize) -> u32 {
        match self.patrol.decks[floor].discards.cells() {
            0 => 0xffff << (16 * floor),
            cards => cards,
        }
    }

    /// finale.bodyguard.ruling.6: dots that are not blocked are filled.
    /// finale.bodyguard.ruling.11: on the floor of the pile, wherever the card was printed for.
    pub(super) fn layout_drawn(&mut self, floor: usize, card: u8) {
        let dots = Tables::get().dots[card as usize];
        self.lay_chips(floor, dots & !self.occupied_squares(floor));
        if floor + 1 < LEVELS {
            self.push(Frame::DrawLayout(floor as u8 + 1));
        }
    }

    /// finale.bodyguard.setup.3: for each blocked dot the team names a tile; finale.bodyguard.setup.4: then the chips
    /// to discard.
    pub(super) fn place_chips(&mut self) {
        for floor in 0..LEVELS {
            if self.chip_squares(floor).count_ones() < CHIPS_A_FLOOR {
                self.push(Frame::PlaceChips);
                return self.push(Frame::AskChipTile(floor as u8));
            }
        }
        self.push(Frame::TurnUpNamed);
        let named = match self.count() {
            2 => 6,
            3 => 3,
            _ => return,
        };
        self.push(Frame::AskChipDiscard(0, named));
    }

    /// finale.bodyguard.setup.3, finale.bodyguard.ruling.1: a tile of the floor without a player and without a chip.
    pub(super) fn offer_chip_tiles(&self, floor: usize, out: &mut impl Offers) {
        let free = GRID & !self.occupied_squares(floor) & !self.chip_squares(floor);
        out.extend(CasinoCapers::cells_of(floor, free).map(Action::Tile));
    }

    pub(super) fn chip_placed(&mut self, cell: Cell) {
        self.lay_chips(cell.floor(), cell.bit());
    }

    /// Places with a chip, as bits.
    fn chip_places(&self) -> u32 {
        (0..Place::COUNT)
            .filter(|&place| self.chips[place] != NONE)
            .fold(0, |set, place| set | 1 << place)
    }

    /// finale.bodyguard.setup.4, finale.bodyguard.ruling.7: chips are named one after the other, in the order of cells.
    pub(super) fn offer_chip_discards(&self, first: u8, left: u8, out: &mut impl Offers) {
        let later = self.chip_places() & (u32::MAX << first);
        let choices = later.count_ones() as usize + 1 - left as usize;
        out.extend(
            squares(later)
                .take(choices)
                .map(|place| Action::Tile(Place::from_index(place).cell())),
        );
    }

    pub(super) fn chip_named(&mut self, cell: Cell, left: u8) {
        let place = Place::of(cell).index();
        self.named_chips |= 1 << place;
        if left > 1 {
            self.push(Frame::AskChipDiscard(place as u8 + 1, left - 1));
        }
    }

    /// finale.bodyguard.ruling.7: they are turned up one after the other, without a window.
    pub(super) fn turn_up_named(&mut self) {
        if self.named_chips != 0 {
            let place = self.named_chips.trailing_zeros() as usize;
            self.named_chips &= self.named_chips - 1;
            self.push(Frame::TurnUpNamed);
            self.push(Frame::DrawNamedChip(Place::from_index(place).cell()));
        }
    }

    /// finale.bodyguard.setup.4, finale.bodyguard.ruling.2, finale.bodyguard.ruling.5: a Prima Donna goes back face
    /// down, and everybody knows where.
    pub(super) fn named_chip_shown(&mut self, cell: Cell, kind: Chip) {
        self.chip_shown(cell, kind);
        if kind == Chip::PrimaDonna {
            self.chips[Place::of(cell).index()] = kind as u8 | chip::PUBLIC;
        } else {
            self.discard_chip(cell);
        }
    }
}
