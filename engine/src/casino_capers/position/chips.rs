//! Chips: on the board, gone, on character cards and in the box.

use super::forms::FACE_DOWN;
use super::read::{CellField, CellsField, Reader};
use super::write::chips_in_game;
use crate::board::Cell;
use crate::casino_capers::components::{Chip, Finale};
use crate::casino_capers::frame::Frame;
use crate::casino_capers::place::{LEVELS, Place, cells};
use crate::casino_capers::setup::CHIPS;
use crate::casino_capers::state::{CasinoCapers, HOLE, NONE, chip};
use crate::loose::place::At;

/// The chips of a game that were not found anywhere so far.
struct Supply {
    left: [u8; Chip::ALL.len()],
    in_game: [u8; Chip::ALL.len()],
}

impl Supply {
    fn new(state: &CasinoCapers) -> Supply {
        let in_game = chips_in_game(state);
        Supply { left: in_game, in_game }
    }

    /// Takes a chip that lies somewhere.
    fn take<T>(&mut self, at: &At<'_, T>, kind: Chip) {
        let left = &mut self.left[kind.index()];
        let expected = format!("{} in the game", self.in_game[kind.index()]);
        at.require(*left > 0, format!("{kind} again"), expected);
        *left = left.saturating_sub(1);
    }
}

impl Reader<'_> {
    /// set.chips: chips on the board, gone, on character cards and in the box. What finales count for players is read.
    pub fn chips(&mut self) {
        let mut supply = Supply::new(&self.state);
        self.state.chips = self.laid(&mut supply);
        self.discarded(&mut supply);
        self.taken(&mut supply);
        let boxed = self.position.boxed();
        if let Some(kind) = boxed.name::<Chip>() {
            let fits = self.state.runs(Finale::Bodyguard) && self.state.count() > 2;
            boxed.require(
                fits,
                kind,
                "a known chip in the box in Bodyguard only, with more than two players",
            );
            supply.take(&boxed, kind);
            self.state.boxed = kind as u8;
        }
        self.state.chip_stock = supply.left;
        self.box_weights();
        self.named_chips();
        self.check_chips();
    }

    /// The chips on the board.
    fn laid(&self, supply: &mut Supply) -> [u8; Place::COUNT] {
        let mut laid = [NONE; Place::COUNT];
        let mut lay = |word: &At<'_, String>, cell: Cell, byte: u8| {
            let place = &mut laid[Place::of(cell).index()];
            word.require(
                *place == NONE,
                format!("a second chip on {cell}"),
                "one chip a cell (5.4)",
            );
            *place = byte;
            if byte < HOLE {
                supply.take(word, Chip::ALL[usize::from(byte & chip::KIND)]);
            }
        };
        for (key, word) in self.position.chips().entries() {
            if let (Some(cell), Some(byte)) = (key.cell(), chip_byte(&word)) {
                lay(&word, cell, byte);
            }
        }
        for (key, word) in self.position.hidden_chips().entries() {
            if let (Some(cell), Some(kind)) = (key.cell(), word.name::<Chip>()) {
                lay(&word, cell, kind as u8);
            }
        }
        laid
    }

    /// finale.bodyguard.ruling.3: in Bodyguard no Prima Donna is discarded once the chips are gathered.
    fn discarded(&self, supply: &mut Supply) {
        let is_bodyguard = self.state.runs(Finale::Bodyguard) && !self.is_set_up_to_come();
        for (at, kind) in self.position.discarded_chips().names::<Chip>() {
            if is_bodyguard && kind == Chip::PrimaDonna {
                at.wrong(
                    kind,
                    "none in Bodyguard, where she is taken onto a character card (finale.bodyguard.ruling.3)",
                );
            } else {
                supply.take(&at, kind);
            }
        }
    }

    /// finale.bodyguard.rule.2: Prima Donnas on character cards, which are neither unseen nor gone.
    fn taken(&self, supply: &mut Supply) {
        if !self.state.runs(Finale::Bodyguard) {
            return;
        }
        let is_to_come = self.is_set_up_to_come();
        for (number, player) in self.state.players.iter().enumerate() {
            let at = self.position.place(format!("players[{number}].prima-donnas"));
            at.require(
                player.count == 0 || !is_to_come,
                player.count,
                "0 before the chips are gathered (finale.bodyguard.setup.1)",
            );
            (0..player.count).for_each(|_| supply.take(&at, Chip::PrimaDonna));
        }
    }

    /// info.fin1.
    fn box_weights(&mut self) {
        let weights = self.position.box_weights();
        for (key, weight) in weights.entries() {
            let Some(kind) = key.name::<Chip>() else { continue };
            let most = chips_in_game(&self.state)[kind.index()];
            self.state.box_weights[kind.index()] = weight.number(0, 0..=most);
        }
        let fits = self.state.runs(Finale::Bodyguard) && self.state.count() > 2;
        weights.require(
            !weights.is_given || fits,
            "weights",
            "them in Bodyguard only, with more than two players",
        );
        let (stock, box_weights) = (self.state.chip_stock, self.state.box_weights);
        let is_possible = |kind: usize| box_weights[kind] > 0 && stock[kind] > 0;
        let is_open = box_weights.iter().any(|&weight| weight > 0) && self.state.boxed == HOLE;
        let fits = !is_open || (0..stock.len()).any(is_possible);
        weights.require(
            fits,
            "only chips that are seen",
            "one that may still lie in the box (info.fin1)",
        );
    }

    /// finale.bodyguard.ruling.7.
    fn named_chips(&mut self) {
        let list = self.position.named_chips();
        for (at, cell) in list.cells() {
            at.require(self.state.has_closed_chip(cell), cell, "a cell with a face-down chip");
            self.state.named_chips |= 1 << Place::of(cell).index();
        }
        let turns_up = self.is_resolving(|frame| frame == Frame::TurnUpNamed);
        list.require(
            self.state.named_chips == 0 || turns_up,
            "named chips",
            "them while they are turned up",
        );
    }

    /// Whether there are enough chips for those that lie face down, now and after what is being resolved.
    fn check_chips(&self) {
        let state = &self.state;
        let chips = self.position.chips();
        let holes = state.chips.iter().filter(|&&byte| byte == HOLE).count();
        let lying = state.chips.iter().filter(|&&byte| byte != NONE).count();
        let gathers = self.is_resolving(|frame| matches!(frame, Frame::PlaceChips | Frame::DrawLayout(_)));
        let to_come = match (gathers, self.is_setup()) {
            (true, _) => {
                let is_known = |byte: &u8| *byte < HOLE && *byte & (chip::FACE_UP | chip::PUBLIC) != 0;
                let is_shuffled = !state.chips.iter().any(is_known) && !self.is_laid_again();
                chips.require(
                    is_shuffled,
                    "other chips",
                    "only shuffled ones, while they are laid out",
                );
                (LEVELS * CHIPS).saturating_sub(lying)
            }
            (false, true) => self.chips_to_come(),
            (false, false) => 0,
        };
        let in_box = usize::from(state.count() > 2 && state.boxed == HOLE);
        let left = state
            .chip_stock
            .iter()
            .map(|&count| usize::from(count))
            .sum::<usize>()
            .saturating_sub(in_box);
        let found = format!("{} face-down chips", holes + to_come);
        chips.require(holes + to_come <= left, found, format!("at most {left} (set.chips)"));
        let found = format!("{lying} chips");
        chips.require(
            lying <= LEVELS * CHIPS,
            found,
            format!("at most {} (set.chips)", LEVELS * CHIPS),
        );
        let is_public = |cell: &Cell| {
            let byte = state.chips[Place::of(*cell).index()];
            byte < HOLE && byte & chip::PUBLIC != 0
        };
        if let Some(cell) = cells().find(is_public) {
            let is_donna = state.chips[Place::of(cell).index()] & chip::KIND == Chip::PrimaDonna as u8;
            let fits = is_donna && state.runs(Finale::Bodyguard);
            chips.require(
                fits,
                format!("a face-down chip that is known on {cell}"),
                "a Prima Donna in Bodyguard only",
            );
        }
        let may_lie = state.runs(Finale::Bodyguard) || state.runs(Finale::RescuingHerRide);
        let mut under = cells().filter(|&cell| state.has_closed_chip(cell) && state.is_revealed(cell));
        if let Some(cell) = under.next().filter(|_| !may_lie && self.is_playing()) {
            chips.doubtful(
                format!("a face-down chip on the face-up tile of {cell}"),
                "it face up or gone (act.peek)",
            );
        }
    }

    /// Whether chips lie on a floor whose card for them is still to be drawn (finale.bodyguard.setup.2).
    fn is_laid_again(&self) -> bool {
        let is_to_come = |floor: usize| {
            self.is_resolving(|frame| matches!(frame, Frame::DrawLayout(on) if usize::from(on) <= floor))
        };
        cells().any(|cell| self.state.has_chip(cell) && is_to_come(cell.floor()))
    }

    /// set.floor: the chips that are still to be laid in the set-up.
    fn chips_to_come(&self) -> usize {
        let has_chip = |floor: usize| cells().any(|cell| cell.floor() == floor && self.state.has_chip(cell));
        let is_empty = |floor: &usize| !has_chip(*floor) && self.is_to_be_placed(*floor);
        CHIPS * (0..LEVELS).filter(is_empty).count()
    }
}

/// The byte of a chip: `?`, `?prima-donna` or a kind.
fn chip_byte(at: &At<'_, String>) -> Option<u8> {
    let text = at.value?;
    if text == FACE_DOWN {
        return Some(HOLE);
    }
    let (name, mark) = match text.strip_prefix(FACE_DOWN) {
        Some(name) => (name, chip::PUBLIC),
        None => (text.as_str(), chip::FACE_UP),
    };
    let found = Chip::ALL.iter().find(|kind| kind.name() == name);
    at.require(
        found.is_some(),
        format!("`{text}`"),
        "a chip such as mole, or ? for one that lies face down",
    );
    found.map(|kind| *kind as u8 | mark)
}
