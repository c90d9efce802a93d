//! The features of a state: which are on, block by block.

// A new frame, room or card must not be forgotten: every match names all cases.
#![deny(clippy::wildcard_enum_match_arm)]

use super::features::{
    ACTIONS, ATTEMPTS, DONE, FeatureBlock, KNOWN_EVENTS, LYING_LOOT, NUMBERS, PENDING, ROLLED, STEALTH, STEPS,
    TILE_TOKENS, TURNS, USED, pending,
};
use super::sizes::{CELLS, DIE_FACES, EVENTS, LOOT, TOOLS, cell};
use crate::blocks::{Writer, turn_steps};
use crate::board::{Cell, FLOORS, SQUARES, Wall, squares};
use crate::burgle_bros::chance::Dice;
use crate::burgle_bros::components::{Character, Event, Face, Loot, Room};
use crate::burgle_bros::decks::{DeckName, LOST_VISUAL};
use crate::burgle_bros::frame::{Drilled, Frame, Offer, rests, runs};
use crate::burgle_bros::rules::TOP_SPEED;
use crate::burgle_bros::state::{BurgleBros, NONE, ROOM_TOKENS, SAFE_DICE, SEATS, flag};
use crate::burgle_bros::view::public_card;
use crate::game::{Game, Node, Seat};

/// What the top pending frame is about.
#[derive(Default)]
struct Question {
    /// Floors, as bits.
    floors: u8,
    cell: Option<Cell>,
    player: Option<Seat>,
    tools: u16,
    loot: u16,
    /// Whether a trade takes from the player asked.
    takes: Option<bool>,
    event: Option<Event>,
    number: u8,
    roll: Dice,
}

/// The members of a set of cells, by their numbers.
#[inline]
fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// Features of cells by their numbers.
trait CellFeatures {
    /// Cells, as bits.
    fn cells(&mut self, block: FeatureBlock, set: u128);
    fn cell(&mut self, block: FeatureBlock, cell: Option<Cell>);
}

impl CellFeatures for Writer<'_> {
    #[inline]
    fn cells(&mut self, block: FeatureBlock, set: u128) {
        members(set).for_each(|cell| self.on(block, cell));
    }

    #[inline]
    fn cell(&mut self, block: FeatureBlock, cell: Option<Cell>) {
        if let Some(cell) = cell {
            self.on(block, cell.number());
        }
    }
}

/// The players with their places, the seat that looks first.
#[inline]
fn seats(to: &Writer) -> impl Iterator<Item = (usize, Seat)> + use<> {
    to.players().map(|(place, number)| (place, Seat(number)))
}

impl BurgleBros {
    /// Calls `visit` for every revealed tile, in the order of the cells.
    #[inline]
    fn each_revealed(&self, mut visit: impl FnMut(Cell, Face)) {
        for floor in 0..self.floors() {
            for square in squares(self.revealed(floor)) {
                let cell = Cell::new(floor, square);
                if let Some(face) = self.face_at(cell) {
                    visit(cell, face);
                }
            }
        }
    }

    fn tile_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for floor in 0..self.floors() {
            to.set(
                Block::Unrevealed,
                floor * SQUARES,
                self.floor_plan(floor).cells() & !self.revealed(floor),
            );
        }
        // Cells by what their faces carry, as bits: the tiles are looked at once.
        let [mut cracked, mut disabled, mut marked] = [0u128; 3];
        self.each_revealed(|cell, face| {
            to.on(Block::Face, cell.number() * Face::COUNT + face.index());
            cracked |= u128::from(self.is_cracked(face)) << cell.number();
            disabled |= u128::from(self.is_disabled(face)) << cell.number();
            marked |= u128::from(self.is_marked(face)) << cell.number();
        });
        to.cells(Block::Cracked, cracked);
        to.cells(Block::Disabled, disabled);
        to.cells(Block::Marked, marked);
        for floor in 0..self.floors() {
            to.set(Block::Alarm, floor * SQUARES, self.alarms(floor));
        }
        for floor in 0..self.floors() {
            to.set(Block::Link, floor * SQUARES, self.links(floor));
        }
        let with_tokens = self
            .token_tiles()
            .fold(0, |set, (cell, _)| set | 1u128 << cell.number());
        for cell in members(with_tokens) {
            let tokens = self.tile_tokens(self::cell(cell)) as usize;
            to.level(Block::TileStealth, cell * TILE_TOKENS, TILE_TOKENS, tokens);
        }
        for safe in self.safes() {
            let dice = SAFE_DICE as usize;
            to.level(Block::SafeDice, safe.at.number() * dice, dice, safe.dice as usize);
        }
        for safe in self.safes() {
            to.on_if(safe.open, Block::OpenSafe, safe.at.number());
        }
        for safe in self.safes() {
            to.set(Block::LyingTool, safe.at.number() * TOOLS, u32::from(safe.tools));
        }
        for safe in self.safes() {
            to.set(Block::LyingLoot, safe.at.number() * LYING_LOOT, u32::from(safe.loot));
        }
        for floor in 0..self.floors() {
            for wall in Wall::all(self.floor_plan(floor).walls()) {
                to.on(Block::Walls, floor * Wall::COUNT + wall.index());
            }
        }
    }

    fn piece_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for (place, seat) in seats(to) {
            if let Some(at) = self.at(seat) {
                to.on(Block::Player, place * CELLS + at.number());
            }
        }
        for floor in 0..self.floors() {
            to.cell(Block::Guard, self.guard(floor).map(|guard| guard.at));
        }
        for floor in 0..self.floors() {
            to.cell(Block::GuardDie, self.guard(floor).and_then(|guard| guard.die));
        }
        for floor in 0..self.floors() {
            let top = TOP_SPEED as usize;
            to.level(Block::GuardSpeed, floor * top, top, self.guard_speed(floor) as usize);
        }
        for floor in 0..self.floors() {
            to.on_if(self.is_guard_away(floor), Block::GuardAway, floor);
        }
        for floor in 0..self.floors() {
            to.on_if(self.donuts() == Some(floor), Block::Donuts, floor);
        }
        to.cell(Block::Crow, self.crow());
        to.cell(Block::Kitty, self.kitty());
        to.cell(Block::Entrance, self.entrance());
    }

    /// The cards that everybody knows to lie `from` places below the top or deeper, as bits.
    fn public_from(&self, name: DeckName, from: usize) -> u32 {
        let deck = self.deck(name);
        if !deck.is_known {
            return 0;
        }
        (from..deck.len())
            .filter_map(|depth| public_card(deck, depth))
            .fold(0, |set, card| set | 1 << card)
    }

    fn deck_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for floor in 0..self.floors() {
            to.set(Block::PatrolUnseen, floor * SQUARES, self.patrol(floor).0);
        }
        for floor in 0..self.floors() {
            to.cell(Block::PatrolTop, self.known_patrol(floor));
        }
        for floor in 0..self.floors() {
            let below = self.public_from(DeckName::Patrol(floor), 1) & !(1 << LOST_VISUAL);
            to.set(Block::PatrolBelow, floor * SQUARES, below);
        }
        if self.has_lost_visual() {
            self.lost_visual_features(to);
        }
        to.set(Block::EventUnseen, 0, self.deck(DeckName::Events).unseen);
        for depth in 0..KNOWN_EVENTS {
            if let Some(card) = public_card(self.deck(DeckName::Events), depth) {
                to.on(Block::EventKnown, depth * EVENTS + card as usize);
            }
        }
        to.set(Block::EventBelow, 0, self.public_from(DeckName::Events, KNOWN_EVENTS));
        to.set(Block::ToolUnseen, 0, self.deck(DeckName::Tools).unseen);
        to.set(Block::ToolDiscarded, 0, u32::from(self.tool_discard()));
        to.set(
            Block::LootUnseen,
            0,
            self.deck(DeckName::Loot).unseen & u32::from(Loot::SET),
        );
    }

    fn lost_visual_features(&self, to: &mut Writer) {
        let is_below = |floor| self.public_from(DeckName::Patrol(floor), 1) & 1 << LOST_VISUAL != 0;
        for floor in 0..self.floors() {
            to.on_if(self.lost_visual_unseen(floor), FeatureBlock::LostVisual, floor);
        }
        for floor in 0..self.floors() {
            to.on_if(
                self.lost_visual_is_next(floor),
                FeatureBlock::LostVisual,
                FLOORS + floor,
            );
        }
        for floor in 0..self.floors() {
            to.on_if(is_below(floor), FeatureBlock::LostVisual, 2 * FLOORS + floor);
        }
    }

    fn player_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        to.on(Block::Seat, to.me as usize);
        to.on(Block::Seats, to.count as usize - 1);
        for (place, seat) in seats(to) {
            to.on(
                Block::Character,
                place * Character::ALL.len() + self.character(seat).index(),
            );
        }
        for (place, seat) in seats(to) {
            to.level(Block::Stealth, place * STEALTH, STEALTH, self.stealth(seat) as usize);
        }
        for (place, seat) in seats(to) {
            to.on_if(
                self.at(seat).is_none() && !self.has_escaped(seat),
                Block::Outside,
                place,
            );
        }
        for (place, seat) in seats(to) {
            to.on_if(self.has_escaped(seat), Block::Escaped, place);
        }
        for (place, seat) in seats(to) {
            to.set(Block::Tool, place * TOOLS, u32::from(self.tools(seat)));
        }
        for (place, seat) in seats(to) {
            to.set(Block::Loot, place * LOOT, u32::from(self.loot(seat)));
        }
        for &room in Room::ALL {
            let most = ROOM_TOKENS as usize;
            to.level(
                Block::HackTokens,
                room.index() * most,
                most,
                self.hack_tokens(room) as usize,
            );
        }
        to.on_if(self.laptop_token(), Block::Laptop, 0);
        to.on_if(self.juicer_token(), Block::JuicerToken, 0);
        let [gymnastics, time_lock, video_loop] = self.round_effects().map(|(_, owner)| owner);
        let [heads_up, jump_the_gun] = self.pending_events().map(|(_, owner)| owner);
        let owners = [
            self.emp_owner(),
            gymnastics,
            time_lock,
            video_loop,
            heads_up,
            jump_the_gun,
        ];
        for (effect, owner) in owners.into_iter().enumerate() {
            to.player(Block::Effect, effect * SEATS, owner.map(|seat| seat.0));
        }
    }

    fn turn_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        to.player(Block::TurnOf, 0, Some(self.active_seat().0));
        to.level(Block::TurnNumber, 0, TURNS, turn_steps(self.turn_number().into()));
        to.level(Block::ActionsLeft, 0, ACTIONS, self.actions_left() as usize);
        to.level(Block::ActionsUsed, 0, USED, self.actions_used() as usize);
        for (place, (what, _)) in DONE.into_iter().enumerate() {
            to.on_if(self.has_done(what), Block::Done, place);
        }
        to.on_if(self.turn.flexed_to != NONE, Block::Flexibility, 0);
        to.set(Block::Flexibility, 1, u32::from(self.turn.flexed_floors));
        for (keypad, attempts) in self.turn.attempts.into_iter().enumerate() {
            to.level(Block::Attempts, keypad * ATTEMPTS, ATTEMPTS, attempts as usize);
        }
        to.on_if(self.turn.espresso != NONE, Block::Espresso, self.turn.espresso as usize);
        to.on_if(
            self.turn.daydreaming != NONE,
            Block::Daydreaming,
            self.turn.daydreaming as usize,
        );
        if self.mover.seat != NONE {
            to.player(Block::Mover, 0, Some(self.mover.seat));
            to.on(Block::MoveTo, Cell::from_code(self.mover.to).number());
        }
    }

    /// The Safe that a player drills, if he does.
    fn safe_drilled(&self, drawer: Seat, safe: Option<Drilled>) -> Option<Cell> {
        let at = self.at(drawer)?;
        match safe? {
            Drilled::Above => Some(at.above()),
            Drilled::Below => Some(at.below()),
        }
    }

    /// What the top frame is about. Only frames that wait are on top.
    fn question(&self) -> Question {
        let mut about = Question::default();
        match self.frames().last().copied().unwrap_or(Frame::Idle) {
            Frame::ChooseGuard(floors) => about.floors = floors,
            Frame::AskNearest(floor)
            | Frame::SetUpGuard(floor)
            | Frame::SetUpDie(floor)
            | Frame::DrawPatrol(floor)
            | Frame::ReturnGuard(floor)
            | Frame::LookPatrol(floor)
            | Frame::AskPatrolPlace(floor) => about.floors = 1 << floor,
            Frame::Reveal(cell) | Frame::AskHack(cell) => about.cell = Some(cell),
            Frame::RollKeypad(dice) => about.number = dice,
            Frame::AskToken { payer, .. } => about.player = Some(payer),
            Frame::RollCrack { safe, dice } => {
                about.cell = Some(safe);
                about.number = dice;
            }
            Frame::AskStethoscope([low, middle, high]) => {
                about.roll = Dice(u32::from_le_bytes([low, middle, high, 0]));
                about.cell = self.frames().iter().rev().find_map(|frame| {
                    let Frame::Cracking(safe) = *frame else { return None };
                    Some(safe)
                });
            }
            Frame::DrawTool { drawer, safe } => {
                about.player = Some(drawer);
                about.cell = self.safe_drilled(drawer, safe);
            }
            Frame::DrawSecondTool { drawer, safe, first } => {
                about.player = Some(drawer);
                about.cell = self.safe_drilled(drawer, safe);
                about.tools = first.bit();
            }
            Frame::KeepTool { drawer, safe, pair } => {
                let (first, second) = pair.tools();
                about.player = Some(drawer);
                about.cell = self.safe_drilled(drawer, safe);
                about.tools = first.bit() | second.bit();
            }
            Frame::DrawLoot { drawer, safe } => {
                about.player = Some(drawer);
                about.cell = Some(safe);
            }
            Frame::AskTrade { partner, offer } => {
                about.player = Some(partner);
                match offer {
                    Offer::GiveTool(tool) | Offer::TakeTool(tool) => about.tools = tool.bit(),
                    Offer::GiveLoot(loot) | Offer::TakeLoot(loot) => about.loot = loot.bit(),
                }
                about.takes = Some(matches!(offer, Offer::TakeTool(_) | Offer::TakeLoot(_)));
            }
            Frame::AskOrders(seat, cell) => {
                about.player = Some(seat);
                about.cell = Some(cell);
            }
            Frame::LookEvent { seen, count } => about.number = count - seen,
            Frame::AskEventOrder(count) => about.number = count,
            Frame::AskTile(event) => about.event = Some(event),
            // About the turn, the Move in progress or nothing in particular.
            Frame::Act | Frame::ChooseEntrance | Frame::ChooseKittyTile => {}
            Frame::AskDeadbolt | Frame::AskLaser | Frame::AskEventPlace | Frame::AskPlayer => {}
            Frame::PlaceFirstGuard | Frame::PlaceFirstDie => {}
            Frame::RollChihuahua | Frame::RollKitty | Frame::DrawEvent => {}
            runs!() | rests!() => {}
        }
        about
    }

    fn question_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        if let Node::Decision(seat) = self.node() {
            to.player(Block::Decides, 0, Some(seat.0));
        }
        let (top, below) = self
            .frames()
            .split_last()
            .map_or((Frame::Idle, &[][..]), |(top, below)| (*top, below));
        to.on(Block::Waiting, pending(top) as usize);
        let kinds = below.iter().fold(0u64, |set, &frame| set | 1 << pending(frame) as u64);
        for kind in (0..PENDING.len()).filter(|kind| kinds & 1 << kind != 0) {
            to.on(Block::UnderWay, kind);
        }
        let about = self.question();
        to.set(Block::AskedFloor, 0, u32::from(about.floors));
        to.cell(Block::AskedCell, about.cell);
        to.player(Block::AskedPlayer, 0, about.player.map(|seat| seat.0));
        to.set(Block::AskedTool, 0, u32::from(about.tools));
        to.set(Block::AskedLoot, 0, u32::from(about.loot));
        if let Some(takes) = about.takes {
            to.on(Block::Trade, usize::from(takes));
        }
        if let Some(event) = about.event {
            to.on(Block::AskedEvent, event.index());
        }
        to.level(Block::AskedNumber, 0, NUMBERS, about.number as usize);
        for face in 1..=DIE_FACES {
            to.level(
                Block::Roll,
                (face - 1) * ROLLED,
                ROLLED,
                about.roll.count(face as u8) as usize,
            );
        }
        let steps = self.frames().iter().rev().find_map(|frame| {
            let Frame::Walk { left, .. } = *frame else { return None };
            Some(left)
        });
        to.level(Block::StepsLeft, 0, STEPS, steps.unwrap_or(0) as usize);
    }
    /// The features of the state as a seat sees it ([`crate::game::Encode::features`]).
    pub(super) fn list_features(&self, seat: Seat, out: &mut Vec<u32>) {
        let seats = self.seat_count;
        debug_assert!(seat.0 < seats, "seat {seat} does not play");
        let mut writer = Writer::new(out, seat.0, seats);
        let to = &mut writer;
        self.tile_features(to);
        self.piece_features(to);
        self.deck_features(to);
        self.player_features(to);
        self.turn_features(to);
        self.question_features(to);
        to.on_if(self.is_set(flag::LOOP_RULE), FeatureBlock::LoopRule, 0);
        to.on(FeatureBlock::Scenario, self.scenario() as usize);
    }
}
