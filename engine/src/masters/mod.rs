//! Masters of the Heist.
//!
//! The rules are in docs/rules/masters-of-the-heist.md; ids such as MH5.3c are those of that document, and ids such as
//! `items:radio` are rows of data/masters-of-the-heist.

mod action;
mod aftermath;
mod bag_order;
mod campaign;
pub mod components;
pub mod deck;
mod describe;
mod encode;
mod figures;
mod first;
mod footprint;
mod frame;
mod hidden;
mod interned;
mod key;
pub mod letters;
pub mod noise;
mod notation;
mod offers;
pub mod pieces;
mod position;
mod region;
mod reward;
mod rules;
pub mod scenario;
pub mod setup;
mod state;
pub mod tables;
mod texts;
pub mod tile;
mod vents;
mod view;

pub use action::{Action, Commit, GuardKind, Outcome, PLAYERS, SafeTool, Sale, Way, Who};
pub use aftermath::Fate;
pub use campaign::{Difficulty, Heist, MastersCampaign, Named, Party};
pub use pieces::Piece;
pub use position::Position;
pub use setup::{Member, Setup};
pub use state::{Ending, MastersOfTheHeist, Phase};
pub use tile::Tile;
pub use view::{Pair, Standing};

use frame::Kind;
use rand::Rng;

use crate::describe::{Fact, Figure, MAX_FIGURES, SetupField, kept, titled};
use crate::game::{Actor, Fill, Game, Node, Overrides, PositionError, Purpose, Seat, SetupError, TeamResult};

/// The sources of chance, see [`Game::PURPOSES`].
mod purpose {
    use crate::game::Purpose;

    pub const NAMES: &[&str] = &["chits", "surplus chits", "dice", "last ditch"];
    pub const CHITS: Purpose = Purpose(0);
    pub const SURPLUS: Purpose = Purpose(1);
    pub const DICE: Purpose = Purpose(2);
    pub const DITCH: Purpose = Purpose(3);
}

impl Game for MastersOfTheHeist {
    type Setup = Setup;
    type Action = Action;
    type Outcome = Outcome;
    type Position = Position;

    const ID: &'static str = "masters-of-the-heist";
    const NAME: &'static str = "Masters of the Heist";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["won", "lost"];
    const FIGURES: &'static [Figure] = figures::ALL;
    const SETUP: &'static [SetupField] = describe::FIELDS;
    const PURPOSES: &'static [&'static str] = purpose::NAMES;
    const SCENARIOS: &'static [&'static str] = &describe::SCENARIO_NAMES;
    const STAKE: &'static str = "Events";
    /// The kinds of chits.
    const MAX_OUTCOMES: usize = 9;

    fn new(setup: &Setup) -> Result<MastersOfTheHeist, SetupError> {
        Ok(MastersOfTheHeist::first_state(&setup.complete()?).begun())
    }

    fn complete(setup: &Setup) -> Result<Setup, SetupError> {
        setup.complete()
    }

    fn with_seed(setup: &Setup, seed: Option<u64>) -> Setup {
        Setup { seed, ..setup.clone() }
    }

    fn seats(&self) -> usize {
        usize::from(self.seat_count)
    }

    fn characters(&self) -> usize {
        self.player_count()
    }

    /// Characters are dealt round to the people.
    fn seat_of(&self, character: usize) -> Seat {
        Seat((character % self.seats()) as u8)
    }

    fn character_name(&self, character: usize) -> String {
        titled(self.team[character].card.name())
    }

    /// MH4b: each player has the last word on the own character; everything else is the team's.
    fn actor(&self) -> Option<Actor> {
        match self.node() {
            Node::Decision(_) => Some(match self.decider().filter(|who| !who.is_npc()) {
                Some(who) => Actor::Character(who.0),
                None => Actor::Team,
            }),
            Node::Chance | Node::Terminal => None,
        }
    }

    #[inline]
    fn turn(&self) -> u32 {
        u32::from(self.round)
    }

    /// All act at the same time.
    fn turns_per_round(&self) -> u32 {
        1
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        self.count_figures()
    }

    /// MH5.8a, MH6.6b.
    fn names_actor(action: Action) -> bool {
        matches!(action, Action::Act(_))
    }

    fn lost(&self) -> u32 {
        self.events_gone()
    }

    #[inline]
    fn node(&self) -> Node {
        if self.ending != Ending::Playing {
            return Node::Terminal;
        }
        match self.stack.top().kind() {
            Kind::Draws => Node::Chance,
            Kind::Asks => Node::Decision(match self.decider().filter(|who| !who.is_npc()) {
                Some(who) => self.seat_of(who.index()),
                None => Seat(0),
            }),
            // These never stay on top.
            Kind::Runs => Node::Terminal,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        self.offer(out);
    }

    /// MH5.8c, and the normal forms of 5.8.
    fn left_out(&self, out: &mut Vec<Action>) {
        self.list_left_out(out);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.is_allowed(action), "{action} is not legal");
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
        match self.stack.top() {
            frame::Frame::DrawChit(_) => purpose::CHITS,
            frame::Frame::DrawSurplus => purpose::SURPLUS,
            frame::Frame::DrawDitch(..) => purpose::DITCH,
            _ => purpose::DICE,
        }
    }

    #[inline]
    fn resolve(&mut self, outcome: Outcome) {
        self.settle(outcome);
    }

    /// MH9a: the objective is met or not; loot is a figure.
    fn result(&self) -> Option<TeamResult> {
        let (value, place) = match self.ending {
            Ending::Playing => return None,
            Ending::Won => (1.0, 0),
            Ending::Lost => (0.0, 1),
        };
        Some(TeamResult {
            value,
            ending: Self::ENDINGS[place],
            figures: kept(Self::FIGURES, self.figures()),
        })
    }

    /// MH9a: the objective, and cash if it has a weight.
    fn weighs_more(&self) -> bool {
        self.cash_weight != 0
    }

    fn reward(&self) -> Option<f64> {
        let met = self.result()?.value;
        Some(self.weighed(met, self.cash_after().into(), self.escaped.count_ones().into()))
    }

    /// MH8a to MH8f: the order of the bag is hidden from all alike.
    fn information_state(&self, _seat: Seat) -> MastersOfTheHeist {
        let mut view = *self;
        view.hide();
        view
    }

    /// MH8g. Nothing is private, so only [`Fill::All`] has anything to fill.
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

    fn from_position(position: Position, overrides: Overrides) -> Result<MastersOfTheHeist, PositionError<Position>> {
        position.check(overrides).map(MastersOfTheHeist::begun)
    }
}

impl MastersOfTheHeist {
    /// The character that the decision is about; none where it is the team's.
    pub fn deciding(&self) -> Option<Who> {
        self.decider()
    }

    /// How the heist stands.
    pub fn ending(&self) -> Ending {
        self.ending
    }
}
