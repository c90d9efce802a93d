//! Lucky Lock: a team takes turns at the lock of a vault and must open it before dawn, quietly.
//!
//! - LL-TURN: players take turns, ten in all. After the tenth it is dawn, and the game is lost.
//! - LL-PICK: who picks rolls a die. 4 to 6 sets a pin; 1 makes noise.
//! - LL-DRILL: who drills sets a pin and makes noise.
//! - LL-OIL: who oils the lock makes the next pick easier: it sets a pin on 3 as well, and makes no noise.
//! - LL-NOISE: at as much noise as the watchman's patience allows (3 unless set up otherwise), the team is caught.
//! - LL-OPEN: with five pins set the vault is open, and the game is won.
//!
//! [`policy`] and [`search`] are agents for it, [`agents`] lists them for specs.

mod encode;
mod notation;
mod pictures;
pub mod policy;
mod position;
pub mod search;

use heist_agents::heuristics::{Evaluation, Moves, Recommended};
use heist_agents::spec::OwnAgent;
use heist_agents::{Heuristics, Policy};
use heist_engine::describe::{Choice, Fact, FieldDefault, FieldKind, Figure, MAX_FIGURES, Picker, SetupField, kept};
use heist_engine::game::{Fill, Game, Node, Overrides, PositionError, Problem, Purpose, Seat, SetupError, TeamResult};
use heist_engine::{hash, random};
use rand::Rng;
use serde::{Deserialize, Serialize};

pub use notation::{Action, Outcome};
pub use position::Position;

/// LL-OPEN.
pub const PINS: u8 = 5;
/// LL-TURN.
pub const TURNS: u8 = 10;
/// LL-NOISE: the most patience that a watchman has.
pub const MOST_PATIENCE: u8 = 5;

/// What a game is set up from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many people play, 1 to 4.
    pub seats: u8,
    /// LL-NOISE.
    #[serde(default = "usual_patience")]
    pub patience: u8,
    /// Nothing is drawn when the game is set up; every setup may have a seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

fn usual_patience() -> u8 {
    3
}

/// A state: nothing in it is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LuckyLock {
    seats: u8,
    patience: u8,
    pins: u8,
    noise: u8,
    /// From 1 on.
    turn: u8,
    /// LL-OIL.
    is_oiled: bool,
    /// LL-PICK: whether the die is in the air.
    is_rolling: bool,
}

heist_engine::listed!(LuckyLock; [
    heist_agents::Parts::<LuckyLock>::ALL,
    heist_draw::Parts::<LuckyLock>::ALL,
    heist_advice::Parts::<LuckyLock>::ALL,
    heist_training::Parts::<LuckyLock>::ALL,
    heist_testkit::Parts::<LuckyLock>::ALL,
]);

heist_agents::players!(LuckyLock);

impl Heuristics for LuckyLock {
    const HEURISTIC: Option<Policy<Self>> = Some(policy::careful);
    const EVALUATION: Option<Evaluation<Self>> = Some(search::estimate);
    const MOVES: Option<Moves<Self>> = Some(policy::MOVES);
    const RECOMMENDED: Option<Recommended<Self>> = Some(search::recommended);
}

/// The agents of this crate, for specs: `bold`, `lookahead`.
pub fn agents() -> Vec<OwnAgent> {
    vec![
        OwnAgent::new(&policy::BOLD).plays::<LuckyLock>(policy::bold),
        OwnAgent::new(&search::LOOKAHEAD).searches::<LuckyLock>(search::searches),
    ]
}

impl LuckyLock {
    fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The place of the ending in [`Game::ENDINGS`].
    fn ending(&self) -> Option<usize> {
        match self {
            _ if self.pins >= PINS => Some(0),
            _ if self.noise >= self.patience => Some(1),
            _ if self.turn > TURNS => Some(2),
            _ => None,
        }
    }

    fn make_noise(&mut self) {
        self.noise += 1;
    }

    fn next_turn(&mut self) {
        // The turn in which the game ends is the last one.
        if self.pins < PINS && self.noise < self.patience {
            self.turn += 1;
        }
    }
}

fn problems(setup: &Setup) -> Vec<Problem> {
    let mut found = Vec::new();
    if !(1..=4).contains(&setup.seats) {
        found.push(Problem::new(
            "seats",
            format!("{} people; expected 1 to 4", setup.seats),
        ));
    }
    if !(1..=MOST_PATIENCE).contains(&setup.patience) {
        let what = format!("found {}; expected 1 to {MOST_PATIENCE}", setup.patience);
        found.push(Problem::new("patience", what));
    }
    found
}

impl Game for LuckyLock {
    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Position = Position;

    const ID: &'static str = "lucky-lock";
    const NAME: &'static str = "Lucky Lock";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["open", "caught", "dawn"];
    const FIGURES: &'static [Figure] = &[
        Figure::headline("turns", "turns begun"),
        Figure::kept("pins", "pins that are set").wanted(),
        Figure::kept("noise", "noise that the watchman hears").unwanted(),
    ];
    const PURPOSES: &'static [&'static str] = &["dice"];
    const SETUP: &'static [SetupField] = &[
        SetupField::new(
            "seats",
            "People",
            FieldKind::Number {
                least: 1,
                most: 4,
                named: &[],
            },
            FieldDefault::Required("2"),
            "how many people take turns",
        ),
        SetupField::new(
            "patience",
            "Patience of the watchman",
            FieldKind::Number {
                least: 1,
                most: MOST_PATIENCE as i64,
                named: &[Choice::new("3", "3 (usual)"), Choice::new("1", "1 (hard)")],
            },
            FieldDefault::Value("3"),
            "how much noise loses the game (LL-NOISE)",
        ),
    ];
    const SCENARIOS: &'static [&'static str] = &[];
    const STAKE: &'static str = "Patience";
    const MAX_OUTCOMES: usize = 6;

    fn new(setup: &Setup) -> Result<LuckyLock, SetupError> {
        let setup = Self::complete(setup)?;
        Ok(LuckyLock {
            seats: setup.seats,
            patience: setup.patience,
            pins: 0,
            noise: 0,
            turn: 1,
            is_oiled: false,
            is_rolling: false,
        })
    }

    fn complete(setup: &Setup) -> Result<Setup, SetupError> {
        match problems(setup) {
            problems if problems.is_empty() => Ok(Setup {
                seed: None,
                ..setup.clone()
            }),
            problems => Err(SetupError(problems)),
        }
    }

    fn with_seed(setup: &Setup, seed: Option<u64>) -> Setup {
        Setup { seed, ..setup.clone() }
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn turn(&self) -> u32 {
        self.turn.min(TURNS).into()
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        let mut figures = [0; MAX_FIGURES];
        figures[..3].copy_from_slice(&[self.turn.min(TURNS), self.pins, self.noise].map(i32::from));
        figures
    }

    fn lost(&self) -> u32 {
        self.noise.into()
    }

    fn node(&self) -> Node {
        match self {
            _ if self.is_over() => Node::Terminal,
            _ if self.is_rolling => Node::Chance,
            // LL-TURN.
            _ => Node::Decision(Seat((self.turn - 1) % self.seats)),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if matches!(self.node(), Node::Decision(_)) {
            // LL-OIL: once is enough.
            out.extend(
                Action::ALL
                    .into_iter()
                    .filter(|action| *action != Action::Oil || !self.is_oiled),
            );
        }
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Pick => {
                self.is_rolling = true;
                return;
            }
            // LL-DRILL.
            Action::Drill => {
                self.pins += 1;
                self.make_noise();
            }
            // LL-OIL.
            Action::Oil => self.is_oiled = true,
        }
        self.next_turn();
    }

    fn outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        out.clear();
        if self.node() == Node::Chance {
            out.extend((1..=6).map(|pips| (Outcome(pips), 1.0 / 6.0)));
        }
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        Outcome(1 + random::below(rng, 6) as u8)
    }

    fn purpose(&self) -> Purpose {
        Purpose(0)
    }

    /// LL-PICK, LL-OIL.
    fn resolve(&mut self, Outcome(pips): Outcome) {
        match (pips, self.is_oiled) {
            (4..=6, _) | (3, true) => self.pins += 1,
            (1, false) => self.make_noise(),
            _ => {}
        }
        (self.is_rolling, self.is_oiled) = (false, false);
        self.next_turn();
    }

    fn result(&self) -> Option<TeamResult> {
        let ending = self.ending()?;
        Some(TeamResult {
            value: if ending == 0 { 1.0 } else { 0.0 },
            ending: Self::ENDINGS[ending],
            figures: kept(Self::FIGURES, self.figures()),
        })
    }

    fn information_state(&self, _seat: Seat) -> LuckyLock {
        *self
    }

    fn determinize<R: Rng + ?Sized>(&mut self, _fill: Fill, _rng: &mut R) {}

    fn key(&self) -> u64 {
        let numbers = [self.seats, self.patience, self.pins, self.noise, self.turn];
        let flags = [self.is_oiled, self.is_rolling].map(u8::from);
        hash::append_bytes(hash::append_bytes(0, &numbers), &flags)
    }

    fn position(&self) -> Position {
        Position::of(self)
    }

    fn facts(&self) -> Vec<Fact> {
        let group = "The game";
        vec![
            Fact::new("/game", group, "Game", Picker::one([Self::ID])),
            Fact::new("/seats", group, "People", Picker::number(1, 4)),
            Fact::new("/patience", group, "Patience", Picker::number(1, MOST_PATIENCE.into())),
            Fact::new("/pins", group, "Pins set", Picker::number(0, PINS.into())),
            Fact::new("/noise", group, "Noise", Picker::number(0, MOST_PATIENCE.into())),
            Fact::new("/turn", group, "Turn", Picker::number(1, i64::from(TURNS) + 1)),
            Fact::new("/oiled", group, "The lock is oiled", Picker::YesNo),
            Fact::new("/rolling", group, "The die is in the air", Picker::YesNo),
        ]
    }

    fn from_position(position: Position, overrides: Overrides) -> Result<LuckyLock, PositionError<Position>> {
        position.check(overrides)
    }
}
