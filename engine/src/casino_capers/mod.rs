//! Casino Capers, the second Burgle Bros. game (docs/rules/casino-capers.md; rule ids stand beside the code they are
//! kept by).
//!
//! The state is [`CasinoCapers`]; [`Setup`] begins a game; [`Action`] and [`Outcome`] are what the team and chance
//! decide. Everything is public or hidden from all (info.public), so every seat's information state is the same.

mod action;
mod campaign;
mod chance;
mod components;
mod describe;
mod dice;
mod encode;
mod figures;
mod frame;
mod hidden;
mod key;
mod notation;
mod offers;
mod patrol;
mod place;
mod position;
mod question;
mod rules;
mod scenario;
mod setup;
mod stack;
mod state;
mod tables;
mod view;
mod waiting;
mod window;

pub use action::{Action, Use};
pub use campaign::{CasinoCampaign, Heist, Party};
pub use chance::Outcome;
pub use components::{Back, Character, Chip, Event, Face, Finale, Gear, Kind, Task};
pub use dice::Dice;
pub use place::Dir;
pub use position::Position;
pub use question::{NextPatrol, Question};
pub use scenario::Scenario;
pub use setup::{Chips, DeadDrops, Setup};
pub use state::{CHARACTERS, CasinoCapers, Ending};
pub use tables::{GearCard, Suspicion, Tables, Timing};
pub use view::{ChipView, GearView, PatrolCard, PatrolPlace, Whereabouts};
pub use waiting::{Roll, Waiting};
pub use window::Window;

use rand::Rng;

use crate::board::Blueprint;
use crate::describe::{Fact, Figure, MAX_FIGURES, SetupField, capitalized, kept};
use crate::game::{Actor, Fill, Game, Node, Overrides, PositionError, Purpose, Seat, SetupError, TeamResult, Windows};

impl Game for CasinoCapers {
    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Position = Position;

    const ID: &'static str = "casino-capers";
    const NAME: &'static str = "Casino Capers";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &[
        "escaped",
        "red-handed",
        "raid-over",
        "caught",
        "prima-donna-seen",
        "tiger-seen",
        "stall",
    ];
    const FIGURES: &'static [Figure] = figures::ALL;
    const SETUP: &'static [SetupField] = describe::FIELDS;
    const PURPOSES: &'static [&'static str] = chance::purpose::NAMES;
    const WINDOWS: &'static [Windows] = Windows::ALL;
    const BLUEPRINTS: &'static [Blueprint] = scenario::BLUEPRINTS;
    const SCENARIOS: &'static [&'static str] = &scenario::NAMES;
    const STAKE: &'static str = "Heat";
    const MAX_OUTCOMES: usize = chance::MAX_OUTCOMES;

    fn new(setup: &Setup) -> Result<CasinoCapers, SetupError> {
        Ok(CasinoCapers::first_state(&setup.complete()?))
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

    fn characters(&self) -> usize {
        self.count()
    }

    fn seat_of(&self, character: usize) -> Seat {
        self.seat_playing(character)
    }

    fn character_name(&self, character: usize) -> String {
        capitalized(self.players[character].character.name())
    }

    fn actor(&self) -> Option<Actor> {
        self.decider()
    }

    #[inline]
    fn turn(&self) -> u32 {
        u32::from(self.turn.number)
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        self.count_figures()
    }

    /// mode.full, mode.reduced, mode.off.
    fn set_windows(&mut self, windows: Windows) {
        self.windows = windows;
    }

    fn pass(&self) -> Option<Action> {
        let is_window = matches!(
            self.question(),
            Some(Question::Step(_) | Question::Window(..) | Question::Dice(_))
        );
        is_window.then_some(Action::Pass)
    }

    #[inline]
    fn lost(&self) -> u32 {
        u32::from(self.tally.heat)
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

    #[inline]
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

    /// end.win: won or not, and figures for statistics; there is no score.
    fn result(&self) -> Option<TeamResult> {
        let (value, place) = match self.ending {
            Ending::Playing => return None,
            Ending::Escaped => (1.0, 0),
            Ending::RedHanded => (1.0, 1),
            Ending::RaidOver => (1.0, 2),
            Ending::Caught => (0.0, 3),
            Ending::PrimaDonnaSeen => (0.0, 4),
            Ending::TigerSeen => (0.0, 5),
            Ending::Stall => (0.0, 6),
        };
        Some(TeamResult {
            value,
            ending: Self::ENDINGS[place],
            figures: kept(Self::FIGURES, self.figures()),
        })
    }

    /// info.public: the same for every seat.
    fn information_state(&self, _seat: Seat) -> CasinoCapers {
        let mut view = *self;
        view.hide();
        view
    }

    /// Section 8. Nothing is private, so only [`Fill::All`] has anything to fill.
    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        if fill == Fill::All {
            self.fill(rng);
        }
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

    fn from_position(position: Position, overrides: Overrides) -> Result<CasinoCapers, PositionError<Position>> {
        position.check(overrides)
    }
}

impl CasinoCapers {
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
