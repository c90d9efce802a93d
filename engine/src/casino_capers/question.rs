//! What the team is asked, for whoever answers by a rule: all of it is public.

use super::components::{Event, Task};
use super::dice::Dice;
use super::frame::Frame;
use super::patrol::DISTRACTED;
use super::place::{Place, SIZE};
use super::state::{CasinoCapers, NONE};
use super::window::Window;
use crate::board::{Cell, SIDE};
use crate::game::Windows;

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// set.entrances.
    Entrances,
    /// turn.enter.
    Entry,
    /// The ACTIONS phase.
    Act,
    /// A window, with the cell that it is about: the chip's, the commotion's, the new destination (C, M, N).
    Window(Window, Option<Cell>),
    /// Window S of the bouncer of a floor (0 below).
    Step(usize),
    /// Window D with the dice.
    Dice(Dice),
    /// hunt.target, on a floor.
    Prey(usize),
    /// dest.distracted and event.go_for_a_swim: a tile of a floor, to which the bouncer walks or jumps.
    Distraction(usize),
    /// event.splash_zone.
    Discard,
    /// event.trade_shifts, event.go_for_a_swim: a deck.
    Deck,
    /// event.lifeguard_tip: a player's neighbour tile for the bouncer.
    Lifeguard,
    /// event.directions: a tile to peek at.
    Directions,
    /// event.share_a_drink.
    Drinker,
    /// gear.inside_line, with the floor of the deck.
    InsideLine(usize),
    /// dd.task.
    Task(Task),
    /// dd.task: one of two cards.
    Keep,
    /// fin.fake_orders.
    FakeOrders,
    /// finale.bodyguard.setup.3.
    ChipTile,
    /// finale.bodyguard.setup.4.
    ChipDiscard,
    /// finale.catch_a_tiger.setup.1.
    TigerStart,
    /// finale.catch_a_tiger.ruling.1.
    Steak,
}

/// What may be drawn next from a patrol deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextPatrol {
    /// The squares that cards name which may be on top.
    pub squares: u32,
    /// The distracted cards among those that may be on top.
    pub distracted: u8,
}

impl CasinoCapers {
    /// What the state waits for; `None` if no decision.
    pub fn question(&self) -> Option<Question> {
        Some(match *self.stack.top() {
            Frame::ChooseEntrances => Question::Entrances,
            Frame::AskEntry => Question::Entry,
            Frame::Act => Question::Act,
            Frame::AskWindow(Window::S, floor) => Question::Step(floor as usize),
            Frame::AskWindow(window, cell) => Question::Window(window, (cell != NONE).then(|| Cell::from_code(cell))),
            Frame::AskDice(dice) => Question::Dice(dice),
            Frame::AskHunt(floor) => Question::Prey(floor as usize),
            Frame::AskDistract(floor) | Frame::AskSwimTile(floor) => Question::Distraction(floor as usize),
            Frame::AskDiscard(_) => Question::Discard,
            Frame::AskTrade | Frame::AskSwim => Question::Deck,
            Frame::AskLifeguard(_) => Question::Lifeguard,
            Frame::AskDirections(_) => Question::Directions,
            Frame::AskDrinker(_) => Question::Drinker,
            Frame::AskInsideLine(floor) => Question::InsideLine(floor as usize),
            Frame::AskTask(task) => Question::Task(task),
            Frame::AskKeep(..) => Question::Keep,
            Frame::AskFakeOrders => Question::FakeOrders,
            Frame::AskChipTile(_) => Question::ChipTile,
            Frame::AskChipDiscard(..) => Question::ChipDiscard,
            Frame::AskTigerStart => Question::TigerStart,
            Frame::AskSteak => Question::Steak,
            _ => return None,
        })
    }

    /// The event that was drawn and is about to be carried out, with the player who drew it.
    pub fn drawn_event(&self) -> Option<(Event, usize)> {
        let frames = self.stack.frames().rev();
        frames.into_iter().find_map(|frame| match frame {
            Frame::Event(event, player) => Some((event, player as usize)),
            _ => None,
        })
    }

    /// Whether the dice of window D were rolled for the Safe.
    pub fn is_rolling_for_safe(&self) -> bool {
        self.is_safe_roll()
    }

    /// In which windows prepped gear is offered from now on (4.2).
    pub fn windows(&self) -> Windows {
        self.windows
    }

    /// What may be drawn next from the patrol deck of a floor (info.patrol); nothing if the deck is empty. A card names
    /// the square on the floor of the deck (dest.redraw).
    pub fn next_patrol(&self, floor: usize) -> NextPatrol {
        let cards = self.patrol.top_seen(floor);
        let cells = cards.cells();
        let places = (cells | cells >> (SIZE * SIZE)) & 0xffff;
        let row = |row: usize| (places >> (row * SIZE) & 0b1111) << (row * SIDE);
        NextPatrol {
            squares: row(0) | row(1) | row(2) | row(3),
            distracted: cards.distracted,
        }
    }

    /// Gear of a player that lies prepped, that is flipped, and all that he holds, as sets of
    /// [`Gear::bit`](super::Gear::bit).
    pub fn gear_sets(&self, player: usize) -> [u64; 3] {
        let held = self.players[player].gear;
        [held & self.prepped, held & self.backs, held]
    }
}

const _: () = assert!(DISTRACTED as usize == Place::COUNT);
