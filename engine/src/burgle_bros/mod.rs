//! Burgle Bros. (docs/rules/burgle-bros.md; rule ids stand beside the code they are kept by).
//!
//! The state is [`BurgleBros`]; [`Setup`] begins a game; [`Action`] and [`Outcome`] are what seats and chance decide.
//! All players share everything anybody sees (I-OPEN-1), so every seat's information state is the same.

mod action;
mod chance;
mod components;
mod decks;
mod describe;
mod encode;
mod figures;
mod frame;
mod key;
mod notation;
mod offers;
mod position;
mod rules;
mod scenario;
mod setup;
mod state;
mod view;

pub use crate::board::Walls;
pub use action::Action;
pub use chance::{Dice, Outcome};
pub use components::{Character, Event, Face, Kind, Loot, Room, Tool};
pub use frame::{Drilled, Frame, MoveStage, Offer, ToolPair};
pub use position::Position;
pub use rules::{HORIZON, TOP_SPEED};
pub use scenario::Scenario;
pub use setup::{Setup, Sides};
pub use state::{BurgleBros, Cause, Ending, ROOM_TOKENS, SAFE_DICE, SEATS};
pub use view::{GuardView, SafeView};

use rand::Rng;

use crate::board::Blueprint;
use crate::describe::{Fact, Figure, MAX_FIGURES, SetupField, capitalized, kept};
use crate::game::{Actor, Fill, Game, Node, Overrides, PositionError, Purpose, Seat, SetupError, TeamResult};

impl Game for BurgleBros {
    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Position = Position;

    const ID: &'static str = "burgle-bros";
    const NAME: &'static str = "Burgle Bros.";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &[
        "escaped",
        "caught on floor 1",
        "caught on floor 2",
        "caught on floor 3",
        "horizon",
    ];
    const FIGURES: &'static [Figure] = figures::ALL;
    const SETUP: &'static [SetupField] = describe::FIELDS;
    const PURPOSES: &'static [&'static str] = chance::purpose::NAMES;
    const BLUEPRINTS: &'static [Blueprint] = scenario::BLUEPRINTS;
    const SCENARIOS: &'static [&'static str] = &scenario::SCENARIOS;
    const STAKE: &'static str = "Stealth";
    const MAX_OUTCOMES: usize = chance::MAX_OUTCOMES;

    fn new(setup: &Setup) -> Result<BurgleBros, SetupError> {
        setup.check()?;
        // Batches begin games all the time: a setup is completed, and so copied, only for walls that are left open.
        Ok(match setup.walls {
            Walls::Random => BurgleBros::first_state(&setup.complete()?),
            Walls::Standard | Walls::Pieces(_) | Walls::Drawing(_) => BurgleBros::first_state(setup),
        })
    }

    fn complete(setup: &Setup) -> Result<Setup, SetupError> {
        setup.complete()
    }

    fn with_seed(setup: &Setup, seed: Option<u64>) -> Setup {
        Setup { seed, ..setup.clone() }
    }

    fn seats(&self) -> usize {
        self.seat_count as usize
    }

    fn character_name(&self, character: usize) -> String {
        // The side of the card is no part of the name.
        let name = self.players[character].character.name();
        let card = name.rsplit_once('-').map_or(name, |(card, _)| card);
        capitalized(card)
    }

    /// N-DEC-3: what the players choose together the active player answers for the team.
    fn actor(&self) -> Option<Actor> {
        match self.node() {
            Node::Decision(seat) if !self.is_joint() => Some(Actor::Character(seat.0)),
            Node::Decision(_) => Some(Actor::Team),
            Node::Chance | Node::Terminal => None,
        }
    }

    #[inline]
    fn turn(&self) -> u32 {
        u32::from(self.turn.number)
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        self.count_figures()
    }

    #[inline]
    fn lost(&self) -> u32 {
        u32::from(self.tally.stealth_lost)
    }

    #[inline]
    fn node(&self) -> Node {
        self.current_node()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        self.offer(out);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.is_offered(action), "{action} is not legal");
        self.decide(action);
    }

    fn outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        out.clear();
        if self.node() == Node::Chance {
            self.chances(out);
        }
    }

    #[inline(always)]
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        self.draw_chance(rng)
    }

    fn purpose(&self) -> Purpose {
        self.chance_purpose()
    }

    #[inline]
    fn resolve(&mut self, outcome: Outcome) {
        self.settle(outcome);
    }

    /// Z-END-4: won or not, and figures for statistics; there is no score.
    fn result(&self) -> Option<TeamResult> {
        let place = match self.ending {
            Ending::Playing => return None,
            Ending::Escaped => 0,
            Ending::CaughtFloor1 => 1,
            Ending::CaughtFloor2 => 2,
            Ending::CaughtFloor3 => 3,
            Ending::Horizon => 4,
        };
        Some(TeamResult {
            value: if self.ending == Ending::Escaped { 1.0 } else { 0.0 },
            ending: Self::ENDINGS[place],
            figures: kept(Self::FIGURES, self.figures()),
        })
    }

    /// I-OPEN-1: the same for every seat.
    fn information_state(&self, _seat: Seat) -> BurgleBros {
        let mut view = *self;
        view.hide_tiles();
        view.hide_decks();
        view
    }

    /// I-DET-1. Nothing is private, so only [`Fill::All`] has anything to fill.
    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        if fill == Fill::Private {
            return;
        }
        self.fill_tiles(rng);
        self.fill_decks(rng);
    }

    fn key(&self) -> u64 {
        self.hash_key()
    }

    fn position(&self) -> Position {
        Position::of(self)
    }

    fn facts(&self) -> Vec<Fact> {
        position::facts(self)
    }

    fn in_progress(&self) -> Position {
        Position::in_progress(self)
    }

    fn from_position(position: Position, overrides: Overrides) -> Result<BurgleBros, PositionError<Position>> {
        position.check(overrides)
    }
}

impl BurgleBros {
    /// Whether an action is legal. The list is kept between calls, so that debug builds allocate as little as release
    /// builds.
    fn is_offered(&self, action: Action) -> bool {
        use std::cell::RefCell;
        thread_local! {
            static LEGAL: RefCell<Vec<Action>> = RefCell::default();
        }
        LEGAL.with_borrow_mut(|legal| {
            self.legal_actions(legal);
            legal.contains(&action)
        })
    }
}
