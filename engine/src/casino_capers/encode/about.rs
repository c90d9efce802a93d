//! What the steps that are being resolved are about.

// A new step must not be forgotten: every match names all cases.
#![deny(clippy::wildcard_enum_match_arm)]

use super::features::{MANNERS, WAYS};
use super::sizes::EVENTS;
use crate::board::Cell;
use crate::casino_capers::components::{Event, Gear, Task};
use crate::casino_capers::dice::Dice;
use crate::casino_capers::frame::{At, Frame, How, Movement};
use crate::casino_capers::place::{Dir, LEVELS, Place};
use crate::casino_capers::state::NONE;
use crate::casino_capers::window::Window;

/// What one step or several are about, together.
pub(super) struct About {
    /// Windows, as a set.
    pub windows: u8,
    /// Floors, cells by place, and players, as bits.
    pub floors: u8,
    pub cells: u32,
    pub players: u8,
    pub gear: u64,
    pub events: u32,
    pub tasks: u32,
    /// Directions and manners of entering, as bits.
    pub ways: u32,
    pub manners: u32,
    /// Dice to roll, or cards and chips that are left to be dealt with.
    pub number: u8,
    pub dice: Dice,
    pub is_steady: bool,
    /// Spaces left to a floor's bouncer, and whether his movement ends with an arrival.
    pub spaces: [u8; LEVELS],
    pub stops: u8,
}

impl About {
    /// Nothing yet.
    pub fn nothing() -> About {
        About {
            windows: 0,
            floors: 0,
            cells: 0,
            players: 0,
            gear: 0,
            events: 0,
            tasks: 0,
            ways: 0,
            manners: 0,
            number: 0,
            dice: Dice::NONE,
            is_steady: false,
            spaces: [0; LEVELS],
            stops: 0,
        }
    }

    fn floor(&mut self, floor: u8) {
        if floor != NONE {
            self.floors |= 1 << floor;
        }
    }

    fn cell(&mut self, cell: Cell) {
        self.cells |= 1 << Place::of(cell).index();
    }

    fn player(&mut self, player: u8) {
        self.players |= 1 << player;
    }

    fn figure(&mut self, at: At) {
        self.player(at.player() as u8);
        self.cell(at.cell());
    }

    fn way(&mut self, dir: Dir) {
        if (dir as usize) < WAYS.len() {
            self.ways |= 1 << dir as u32;
        }
    }

    fn entering(&mut self, at: At, how: How) {
        self.figure(at);
        self.way(how.dir());
        let manners: [bool; MANNERS.len()] = [
            how.is_ignoring(),
            how.is_quiet(),
            how.is_crossing(),
            how.is_past_bouncer(),
        ];
        for (place, holds) in manners.into_iter().enumerate() {
            self.manners |= u32::from(holds) << place;
        }
    }

    fn moving(&mut self, floor: usize, left: u8, stops: bool) {
        self.floors |= 1 << floor;
        self.spaces[floor] = left;
        self.stops = self.stops & !(1 << floor) | u8::from(stops) << floor;
    }

    fn movement(&mut self, movement: Movement) {
        self.moving(movement.floor(), movement.left(), movement.stops());
    }

    fn window(&mut self, window: Window, context: u8) {
        self.windows |= window.bit();
        match context {
            NONE => {}
            floor if window == Window::S => self.floor(floor),
            cell => self.cell(Cell::from_code(cell)),
        }
    }

    fn roll(&mut self, dice: Dice) {
        self.dice = dice;
        self.is_steady |= dice.is_steady();
    }

    fn event(&mut self, event: Event) {
        self.events |= 1 << event.index();
    }

    fn card(&mut self, card: Gear) {
        self.gear |= card.bit();
    }

    fn task(&mut self, task: Task) {
        self.tasks |= task.bit();
    }

    /// Adds what a step is about; of several movements of one bouncer the last one added counts.
    pub fn add(&mut self, frame: Frame) {
        match frame {
            Frame::DrawBouncer(floor, number) | Frame::DrawMarker(floor, number) => {
                self.floor(floor);
                self.number = number;
            }
            Frame::Enter(at, how)
            | Frame::Arrive(at, how)
            | Frame::ChipEntered(at, how)
            | Frame::EnterTile(at, how)
            | Frame::EnterHooks(at, how)
            | Frame::CagesRoll(at, how) => self.entering(at, how),
            Frame::ChipPeeked(at) | Frame::WhenYouEnter(at) | Frame::TableRoll(at) => self.figure(at),
            Frame::RevealChip(cell)
            | Frame::RevealTile(cell)
            | Frame::PeekTile(cell)
            | Frame::Announce(cell)
            | Frame::MoveMarker(cell)
            | Frame::SetMarker(cell)
            | Frame::DrawNamedChip(cell) => self.cell(cell),
            Frame::Commotion(cell, spec) => {
                self.cell(cell);
                self.moving(cell.floor(), spec >> 1, spec & 1 != 0);
            }
            Frame::Open(window, context) | Frame::AskWindow(window, context) => self.window(window, context),
            Frame::OpenDice(dice) | Frame::AskDice(dice) => {
                self.windows |= Window::D.bit();
                self.roll(dice);
            }
            Frame::KeptDice(dice) => self.roll(dice),
            Frame::RollDice(number) => self.number = number,
            Frame::SafeReturn(is_steady) => self.is_steady |= is_steady,
            Frame::BouncerTurn(movement)
            | Frame::StandingHeat(movement)
            | Frame::Walk(movement)
            | Frame::Step(movement)
            | Frame::AfterStep(movement) => self.movement(movement),
            Frame::BouncerStep(floor)
            | Frame::AskHunt(floor)
            | Frame::Reached(floor)
            | Frame::DrawDestination(floor)
            | Frame::AskDistract(floor)
            | Frame::CheckMarker(floor)
            | Frame::DrawSwim(floor)
            | Frame::AskSwimTile(floor)
            | Frame::LookPatrol(floor)
            | Frame::AskInsideLine(floor)
            | Frame::DrawLayout(floor)
            | Frame::AskChipTile(floor) => self.floor(floor),
            Frame::DrawFakeOrder(floor, number) => {
                self.floor(floor);
                self.number = number;
            }
            Frame::AskChipDiscard(first, number) => {
                self.cells |= 1u32.checked_shl(first.into()).unwrap_or(0);
                self.number = number;
            }
            // Any event of the deck may come.
            Frame::DrawEvent(player, deck) => {
                self.player(player);
                let deck_size = EVENTS / LEVELS;
                self.events |= ((1 << deck_size) - 1) << (usize::from(deck) * deck_size);
            }
            Frame::Event(event, player) => {
                self.event(event);
                self.player(player);
            }
            Frame::DiscardEvent(event) => self.event(event),
            Frame::AskDiscard(player)
            | Frame::DrawSplash(player)
            | Frame::AskLifeguard(player)
            | Frame::AskDirections(player)
            | Frame::AskDrinker(player)
            | Frame::KeepFor(player)
            | Frame::DrawToken(player) => self.player(player),
            Frame::AskTask(task) | Frame::DrawReward(task) => self.task(task),
            Frame::DrawSecondReward(task, card) => {
                self.task(task);
                self.card(card);
            }
            Frame::AskKeep(first, second) => {
                self.card(first);
                self.card(second);
            }
            Frame::Shift(floor, dir) | Frame::AfterSlide(floor, dir) => {
                self.floor(floor);
                self.way(dir);
            }
            // About the turn or nothing in particular.
            Frame::Idle
            | Frame::ChooseEntrances
            | Frame::BeginTurn
            | Frame::AskEntry
            | Frame::Act
            | Frame::EndTurn
            | Frame::ExitStep
            | Frame::TigerStep
            | Frame::NextTurn
            | Frame::SafeRoll
            | Frame::DrawPrank
            | Frame::AskTrade
            | Frame::AskSwim
            | Frame::FaintJump
            | Frame::StartFinale
            | Frame::DrawFinale
            | Frame::SetUpFinale
            | Frame::AskFakeOrders
            | Frame::PlaceChips
            | Frame::TurnUpNamed
            | Frame::AskTigerStart
            | Frame::AskSteak => {}
        }
    }
}
