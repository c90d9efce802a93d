//! Caper Cards (docs/rules/caper-cards.md; the ids of the rules stand beside the code that carries them out).
//!
//! The state is [`CaperCards`]; [`Setup`] begins a game; [`Action`] and [`Outcome`] are what seats and chance decide.
//! Hands are private, and nobody talks (CC8a): a seat's information state is all that was played, its own hand, and the
//! Reward if it was shown it in this heist (CC8.2j).

mod action;
mod chance;
mod components;
mod encode;
mod facts;
mod hidden;
mod notation;
mod position;
mod rules;
mod setup;
mod state;
mod table;

pub use action::Action;
pub use chance::Outcome;
pub use components::{COPIES, CREW, Crew, Face, FaceSet, Icon, Kind, Reward, Rewards, Row};
pub use position::Position;
pub use rules::crew::{each_option, put_into_play};
pub use rules::score::{Check, Verdict, before_scoring, crew_score};
pub use setup::Setup;
pub use state::{CaperCards, Play, SLOTS};
pub use table::{SEATS, Table};

use rand::Rng;

use crate::describe::{Concern, Fact, Figure, MAX_FIGURES, SetupField, kept};
use crate::game::{Fill, Game, Node, Overrides, PositionError, Purpose, Seat, SetupError, TeamResult};
use state::Phase;

impl Game for CaperCards {
    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Position = Position;

    const ID: &'static str = "caper-cards";
    const NAME: &'static str = "Caper Cards";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["won", "short", "bust"];
    const FIGURES: &'static [Figure] = &[
        Figure::headline("heists won", "heists won so far (CC9c)").wanted(),
        Figure::kept(
            "last crew score",
            "the Crew score of the heist in play, or of the last one (H14)",
        ),
        Figure::kept(
            "last difficulty",
            "the difficulty of that heist, 0 while its Reward is not known",
        ),
        Figure::passing("plays", "plays so far, those of flipped cards included"),
        Figure::passing("unseen crew", "Crew cards that were neither played nor flipped")
            .wanted()
            .of_concern(Concern::Supplies),
    ];
    const SETUP: &'static [SetupField] = setup::FIELDS;
    const PURPOSES: &'static [&'static str] = chance::purpose::NAMES;
    const SCENARIOS: &'static [&'static str] = &[];
    const STAKE: &'static str = "";
    /// A draw has one for each Crew kind or each Reward.
    const MAX_OUTCOMES: usize = components::Reward::ALL.len();

    fn new(setup: &Setup) -> Result<CaperCards, SetupError> {
        Ok(CaperCards::first_state(&setup.complete()?))
    }

    fn complete(setup: &Setup) -> Result<Setup, SetupError> {
        setup.complete()
    }

    fn with_seed(setup: &Setup, seed: Option<u64>) -> Setup {
        Setup { seed, ..setup.clone() }
    }

    #[inline]
    fn seats(&self) -> usize {
        self.seats.into()
    }

    /// Plays made.
    #[inline]
    fn turn(&self) -> u32 {
        self.played.into()
    }

    /// CC9c, H14.
    fn figures(&self) -> [i32; MAX_FIGURES] {
        let check = self.check();
        let mut figures = [0; MAX_FIGURES];
        figures[0] = i32::from(self.won);
        figures[1] = check.score;
        figures[2] = self
            .reward_at(self.heist().into())
            .map_or(0, |reward| check.difficulty(reward));
        figures[3] = i32::from(self.played);
        figures[4] = (components::CREW - self.gone().len()) as i32;
        figures
    }

    fn lost(&self) -> u32 {
        0
    }

    #[inline]
    fn node(&self) -> Node {
        self.current_node()
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        self.each_legal(|action| out.push(action));
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(
            {
                let mut is_legal = false;
                self.each_legal(|legal| is_legal |= legal == action);
                is_legal
            },
            "{action} is not legal"
        );
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
        match (self.phase, outcome) {
            (Phase::Deal, Outcome::Deal(card)) => self.deal(card),
            (Phase::Flip, Outcome::Flip(kind)) => self.flip(kind),
            (Phase::Draw(left), Outcome::Draw(card)) => self.draw(left, card),
            (Phase::Peek(seat), Outcome::Peek(reward)) => self.peek(seat, reward),
            (Phase::Check, Outcome::Reveal(reward)) => self.reveal(reward),
            (phase, outcome) => debug_assert!(false, "{outcome} does not settle {phase:?}"),
        }
    }

    fn result(&self) -> Option<TeamResult> {
        let place = match self.phase {
            Phase::Won => 0,
            Phase::Short => 1,
            Phase::Bust => 2,
            _ => return None,
        };
        Some(TeamResult {
            value: if self.phase == Phase::Won { 1.0 } else { 0.0 },
            ending: Self::ENDINGS[place],
            figures: kept(Self::FIGURES, self.figures()),
        })
    }

    fn information_state(&self, seat: Seat) -> CaperCards {
        self.seen_from(seat)
    }

    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        self.fill(fill, rng);
    }

    #[inline]
    fn holds(&self, seat: Seat) -> bool {
        self.knows(seat)
    }

    fn observed(&self, outcome: Outcome, seat: Seat) -> Outcome {
        self.seen_by(outcome, seat)
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

    fn from_position(position: Position, overrides: Overrides) -> Result<CaperCards, PositionError<Position>> {
        position.check(overrides)
    }
}
