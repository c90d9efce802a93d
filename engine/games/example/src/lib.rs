//! The example game: a small heist that uses every part of the contract, for `docs/adding-a-game.md` and for tests of
//! whatever works with any game (docs/rules/example-game.md; rule ids stand beside the code they are kept by).
//!
//! Two characters, played by one person or by two, look for the vault behind hidden doors, crack it, and choose a way
//! out.

mod action;
mod encode;
mod facts;
mod hidden;
#[cfg(feature = "pictures")]
mod pictures;
mod position;
mod room;
mod rules;
mod setup;
mod state;

pub use action::{Action, Outcome};
pub use position::Position;
pub use room::{Room, room_name};
pub use setup::{Role, Scenario, Setup, Tool};
pub use state::ExampleGame;

use rand::Rng;

use heist_engine::describe::{Fact, Figure, MAX_FIGURES, SetupField, kept};
use heist_engine::game::{
    Actor, Fill, Game, Node, Overrides, PositionError, Purpose, Seat, SetupError, TeamResult, Windows,
};
use state::{CREW, Ending, Phase};

heist_engine::listed!(ExampleGame; [
    #[cfg(feature = "players")]
    heist_agents::Parts::<ExampleGame>::ALL,
    #[cfg(feature = "pictures")]
    heist_draw::Parts::<ExampleGame>::ALL,
    #[cfg(feature = "advice")]
    heist_advice::Parts::<ExampleGame>::ALL,
    #[cfg(feature = "training")]
    heist_training::Parts::<ExampleGame>::ALL,
    #[cfg(feature = "cases")]
    heist_testkit::Parts::<ExampleGame>::ALL,
]);

/// No expert: it plays with every agent that needs none.
#[cfg(feature = "players")]
impl heist_agents::Heuristics for ExampleGame {}

#[cfg(feature = "players")]
heist_agents::players!(ExampleGame);

impl Game for ExampleGame {
    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Position = Position;

    const ID: &'static str = "example-game";
    const NAME: &'static str = "Example Heist";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["escaped", "half", "caught", "dawn"];
    const FIGURES: &'static [Figure] = &[
        Figure::headline("turns", "turns begun"),
        Figure::kept("noise", "noise made so far"),
        Figure::passing("rooms seen", "rooms face up").wanted(),
    ];
    const PURPOSES: &'static [&'static str] = &["rooms", "dice"];
    const SETUP: &'static [SetupField] = setup::FIELDS;
    const WINDOWS: &'static [Windows] = Windows::ALL;
    const SCENARIOS: &'static [&'static str] = &setup::SCENARIOS;
    const STAKE: &'static str = "Noise";
    const MAX_OUTCOMES: usize = 6;

    fn new(setup: &Setup) -> Result<ExampleGame, SetupError> {
        Ok(ExampleGame::first_state(&setup.complete()?))
    }

    fn complete(setup: &Setup) -> Result<Setup, SetupError> {
        setup.complete()
    }

    fn with_seed(setup: &Setup, seed: Option<u64>) -> Setup {
        Setup { seed, ..setup.clone() }
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    /// EG-SEATS.
    fn characters(&self) -> usize {
        CREW
    }

    /// EG-SEATS.
    fn seat_of(&self, character: usize) -> Seat {
        Seat(character as u8 % self.seats)
    }

    fn character_name(&self, character: usize) -> String {
        format!("{} {}", self.roles[character], character + 1)
    }

    /// EG-ROUTE is chosen together, all else by a character.
    fn actor(&self) -> Option<Actor> {
        match self.phase {
            Phase::Act => Some(Actor::Character(self.active)),
            Phase::React => Some(Actor::Character(self.other())),
            Phase::Route => Some(Actor::Team),
            Phase::Reveal { .. } | Phase::Crack | Phase::Escape | Phase::Over(_) => None,
        }
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        let mut figures = [0; MAX_FIGURES];
        figures[0] = self.turn.into();
        figures[1] = self.noise.into();
        figures[2] = self.revealed.count_ones() as i32;
        figures
    }

    fn set_windows(&mut self, windows: Windows) {
        self.windows = windows;
    }

    fn lost(&self) -> u32 {
        self.noise.into()
    }

    fn node(&self) -> Node {
        match self.phase {
            Phase::Act => Node::Decision(self.seat_of(self.active.into())),
            Phase::React => Node::Decision(self.seat_of(self.other().into())),
            Phase::Route => Node::Decision(self.seat_of(self.active.into())),
            Phase::Reveal { .. } | Phase::Crack | Phase::Escape => Node::Chance,
            Phase::Over(_) => Node::Terminal,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        self.offer(out);
    }

    fn apply(&mut self, action: Action) {
        debug_assert!(self.is_offered(action), "{action} is not legal");
        self.decide(action);
    }

    fn outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        out.clear();
        self.chances(out);
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        self.draw_chance(rng)
    }

    fn purpose(&self) -> Purpose {
        match self.phase {
            Phase::Reveal { .. } => Purpose(0),
            _ => Purpose(1),
        }
    }

    fn resolve(&mut self, outcome: Outcome) {
        self.settle(outcome);
    }

    fn result(&self) -> Option<TeamResult> {
        let Phase::Over(ending) = self.phase else { return None };
        Some(TeamResult {
            value: match ending {
                Ending::Escaped => 1.0,
                Ending::Half => 0.5,
                Ending::Caught | Ending::Dawn => 0.0,
            },
            ending: Self::ENDINGS[ending as usize],
            figures: kept(Self::FIGURES, self.figures()),
        })
    }

    /// EG-OPEN: the same for every seat.
    fn information_state(&self, _seat: Seat) -> ExampleGame {
        self.seen()
    }

    /// EG-ROOMS. Nothing is private, so only [`Fill::All`] has anything to fill.
    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        if fill == Fill::All {
            self.fill_rooms(rng);
        }
    }

    fn key(&self) -> u64 {
        self.hash_key()
    }

    fn position(&self) -> Position {
        Position::of(self)
    }

    fn facts(&self) -> Vec<Fact> {
        facts::of(self)
    }

    fn from_position(position: Position, overrides: Overrides) -> Result<ExampleGame, PositionError<Position>> {
        position.check(overrides)
    }
}

impl ExampleGame {
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
