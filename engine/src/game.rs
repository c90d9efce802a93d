//! The contract every game keeps.
//!
//! Terms are the field's own, as in OpenSpiel: state, decision node, chance node, terminal, seat, information
//! state, determinization, legal actions.
//!
//! A state is plain data. Hidden content is either known to the state or a **hole**; an information state has a
//! hole wherever its seat does not know. When content is needed the state stops at a chance node, whose
//! distribution is the exact one given what the state knows: a single outcome where the content is known
//! already. So one type serves simulation, search and a live table, and a world and its views take the same
//! steps, node by node.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::Range;
use std::str::FromStr;

use rand::Rng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use crate::problem::{NotationError, Problem};

use crate::action_set::ActionSet;
use crate::board::Blueprint;
use crate::describe::{Fact, Figure, MAX_FIGURES, MAX_KEPT_FIGURES, SetupField};

/// A person's place at the table: 0 to 3 inside, written 1 to 4 for people.
///
/// A seat decides and knows; what acts on the board are [characters](Game::characters), of which a seat may play
/// several. It knows what any of its characters knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a game with `count` of them, in seating order.
    pub fn all(count: usize) -> impl Iterator<Item = Seat> {
        (0..count as u8).map(Seat)
    }
}

impl Serialize for Seat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> serde::Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        match u8::deserialize(deserializer)? {
            0 => Err(serde::de::Error::custom("seats are numbered from 1")),
            number => Ok(Seat(number - 1)),
        }
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// What a state waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A seat chooses one of the legal actions.
    Decision(Seat),
    /// Chance chooses one of the outcomes.
    Chance,
    /// The game is over; [`Game::result`] says how.
    Terminal,
}

/// On whose behalf a decision is taken. [`Node::Decision`] names the seat that answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// A character acts or reacts, by its number from 0 in turn order; the seat that plays it answers.
    Character(u8),
    /// The rules leave the choice to the players together. One seat answers for all, with what that seat knows: the one
    /// whose character's turn it is or, outside turns, the first one still in the game.
    Team,
}

/// Which optional windows of decision open, such as those in which a card may be used in reaction to something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Windows {
    /// All that the rules give: exact.
    #[default]
    Full,
    /// Only those in which somebody is likely to act.
    Reduced,
    /// None that the rules make optional.
    Off,
}

impl Windows {
    /// All of them, the exact one first.
    pub const ALL: &[Windows] = &[Windows::Full, Windows::Reduced, Windows::Off];

    /// The name in setups and agent options.
    pub const fn name(self) -> &'static str {
        match self {
            Windows::Full => "full",
            Windows::Reduced => "reduced",
            Windows::Off => "off",
        }
    }
}

impl Display for Windows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Windows {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Windows, NotationError> {
        let known = Windows::ALL.iter().find(|windows| windows.name() == text);
        known.copied().ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "full, reduced or off".to_owned(),
        })
    }
}

/// The one result a team shares.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TeamResult {
    /// What the team plays for: 1 is a full win, 0 a loss.
    pub value: f64,
    /// Why the game ended, one of [`Game::ENDINGS`].
    pub ending: &'static str,
    /// The [kept](Figure::is_kept) figures in the order of [`Game::FIGURES`]; unused places are 0.
    pub figures: [i32; MAX_KEPT_FIGURES],
}

impl TeamResult {
    /// Whether the team reached the whole of its aim.
    pub fn is_win(&self) -> bool {
        self.value >= 1.0
    }
}

/// Which holes a determinization fills.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fill {
    /// Only what some seat knows and this state does not hold (hands); what nobody knows stays for chance to
    /// decide.
    Private,
    /// Everything: tiles, decks and hands.
    All,
}

/// Which of a game's sources of chance a chance node draws from: an index into [`Game::PURPOSES`].
///
/// The arena gives each purpose a random stream of its own, so that two teams in the same deal meet the same
/// luck as far as their choices allow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Purpose(pub u8);

/// A cooperative game: setup, state and rules.
///
/// The order of [`legal_actions`](Game::legal_actions) and [`outcomes`](Game::outcomes) is fixed and part of
/// the game's [`FORMAT`](Game::FORMAT).
pub trait Game: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Scenario, seats, variants and component overrides. Everything a setup leaves open is drawn from the
    /// setup's own seed.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat decides. `Display` and `FromStr` are its notation and round-trip.
    type Action: Copy
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static;
    /// What chance decides. `Display` and `FromStr` are its notation and round-trip.
    type Outcome: Copy
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static;
    /// The unchecked, readable form of a state: setup and what is known, holes left out.
    type Position: Clone + Debug + Serialize + DeserializeOwned;

    /// The name in commands, files and registries: `burgle-bros`.
    const ID: &'static str;
    /// The name for people.
    const NAME: &'static str;
    /// Version of the rules and of everything written about them: keys, notation, replays, positions.
    const FORMAT: u32;
    /// The ways a game can end, wins first.
    const ENDINGS: &'static [&'static str];
    /// The figures that people follow, those that a [`TeamResult`] keeps first.
    const FIGURES: &'static [Figure];
    /// Names of the sources of chance.
    const PURPOSES: &'static [&'static str];
    /// The fields of a [`Setup`](Game::Setup) but for `seed`, in the order in which people are asked for them.
    const SETUP: &'static [SetupField];
    /// The [windows](Windows) that the game distinguishes, [`Windows::Full`] first.
    const WINDOWS: &'static [Windows] = &[Windows::Full];
    /// The buildings of scenarios whose walls may be drawn; empty in a game without walls. Such a game's setup has one
    /// field of the kind [`Drawing`](crate::describe::FieldKind::Drawing) for them.
    const BLUEPRINTS: &'static [Blueprint] = &[];
    /// The scenarios, as the field `scenario` of a setup names them, the usual one first; empty if the game has only
    /// one and its setups no such field.
    const SCENARIOS: &'static [&'static str];
    /// What the team loses bit by bit on the way to losing the game, for people: `Stealth`. Empty if the game has no
    /// such thing.
    const STAKE: &'static str;
    /// No chance node has more outcomes.
    const MAX_OUTCOMES: usize;

    /// The first state of a game. Equal setups give equal states.
    ///
    /// # Errors
    /// Lists everything in the setup that contradicts the rules or itself.
    fn new(setup: &Self::Setup) -> Result<Self, SetupError>;

    /// The setup with everything it left open drawn from its seed, and the seed erased: only what everybody may
    /// know is drawn there, and nothing hidden can be worked out from it.
    ///
    /// # Errors
    /// As [`new`](Game::new).
    fn complete(setup: &Self::Setup) -> Result<Self::Setup, SetupError>;

    /// The same setup with another seed, or with none.
    fn with_seed(setup: &Self::Setup, seed: Option<u64>) -> Self::Setup;

    /// How many seats play.
    fn seats(&self) -> usize;

    /// How many characters the seats play between them; at least as many as there are seats. Characters are numbered
    /// from 0 in turn order.
    fn characters(&self) -> usize {
        self.seats()
    }

    /// The seat that plays a character.
    fn seat_of(&self, character: usize) -> Seat {
        Seat(character as u8)
    }

    /// What people call a character: `Hacker`, `Player 2`.
    fn character_name(&self, character: usize) -> String {
        format!("Player {}", character + 1)
    }

    /// On whose behalf the decision of this node is taken; `None` where nobody decides.
    fn actor(&self) -> Option<Actor> {
        match self.node() {
            Node::Decision(seat) => Some(Actor::Character(seat.0)),
            Node::Chance | Node::Terminal => None,
        }
    }

    /// The number of the turn; it never falls.
    fn turn(&self) -> u32;

    /// How many turns it takes, if nobody is passed over, until the same character has its turn again; 1 where all act
    /// at the same time.
    fn turns_per_round(&self) -> u32 {
        self.characters() as u32
    }

    /// The [`FIGURES`](Game::FIGURES) as they stand now; unused places are 0. Those of a terminal state begin with
    /// those of its [`result`](Game::result).
    fn figures(&self) -> [i32; MAX_FIGURES];

    /// Sets which optional windows of decision open from now on. What the state waits for stays as it is, and so do its
    /// legal actions or outcomes. Nothing happens in a game that does not distinguish these windows.
    fn set_windows(&mut self, _windows: Windows) {}

    /// The action that lets an optional [window](Windows) go by, where the state waits in one. At a table nobody is
    /// asked for it: whatever is entered next says that nobody reacted.
    fn pass(&self) -> Option<Self::Action> {
        None
    }

    /// Whether an action does nothing but say who acts next. At a table it is entered together with what that one does.
    fn names_actor(_action: Self::Action) -> bool {
        false
    }

    /// How much of its [`STAKE`](Game::STAKE) the team has lost so far; it never falls. For statistics: no rule depends
    /// on it, and a state that was read from a position may count from there.
    fn lost(&self) -> u32;

    /// What the state waits for.
    fn node(&self) -> Node;

    /// Replaces `out` by the legal actions of a decision node; leaves it empty elsewhere. Never empty at a
    /// decision, without repeats, in a fixed order. Allocates nothing once `out` is large enough.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Replaces `out` by the actions that the rules allow at a decision node and that a mode of the setup leaves out of
    /// the [`legal_actions`](Game::legal_actions), for instance because another order of the same actions leads to the
    /// same state. Without repeats, in a fixed order, none of them legal; empty elsewhere, and always in a game whose
    /// setups have no such mode.
    ///
    /// People and files may play them: whoever enters what happened at a table need not know what a search leaves out.
    /// Agents are offered the legal actions alone, and lists, masks and indices of actions hold nothing else.
    fn left_out(&self, out: &mut Vec<Self::Action>) {
        out.clear();
    }

    /// Whether an action may be played here: a [legal](Game::legal_actions) one, or one that the setup's mode has
    /// [left out](Game::left_out).
    fn accepts(&self, action: Self::Action) -> bool {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        if actions.contains(&action) {
            return true;
        }
        self.left_out(&mut actions);
        actions.contains(&action)
    }

    /// Plays an action that the state [accepts](Game::accepts), at a decision node. That is checked only by debug
    /// assertions: boundaries use [`try_apply`](Game::try_apply).
    fn apply(&mut self, action: Self::Action);

    /// Replaces `out` by the exact distribution of a chance node given what the state knows: distinct
    /// outcomes, positive probabilities, sum 1. Leaves it empty elsewhere.
    fn outcomes(&self, out: &mut Vec<(Self::Outcome, f64)>);

    /// Draws an outcome of a chance node from the distribution of [`outcomes`](Game::outcomes).
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Outcome;

    /// Which source of chance a chance node draws from.
    fn purpose(&self) -> Purpose;

    /// Settles a chance node. The outcome must be one of [`outcomes`](Game::outcomes).
    fn resolve(&mut self, outcome: Self::Outcome);

    /// The result, once the node is terminal.
    fn result(&self) -> Option<TeamResult>;

    /// What the end is worth to agents, 0 to 1; none while the game goes on. It is the value of the result unless the
    /// setup weighs more with it: searches compare this, statistics count the result.
    fn reward(&self) -> Option<f64> {
        self.result().map(|result| result.value)
    }

    /// Whether the setup weighs more than the result in the [`reward`](Game::reward): it is then no chance to win.
    fn weighs_more(&self) -> bool {
        false
    }

    /// The state as `seat` knows it: a hole wherever it does not know. Idempotent; two states which the
    /// seat cannot tell apart give equal information states.
    fn information_state(&self, seat: Seat) -> Self;

    /// Fills holes by the exact posterior given what the state knows, whatever anybody's policy.
    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R);

    /// Whether the state holds everything that `seat` knows. False for the other seats of an information
    /// state with private content; their decisions then list every action that some filling allows.
    fn holds(&self, _seat: Seat) -> bool {
        true
    }

    /// The outcome of this chance node as `seat` sees it: itself, unless it is drawn in private.
    fn observed(&self, outcome: Self::Outcome, _seat: Seat) -> Self::Outcome {
        outcome
    }

    /// The [`key`](Game::key) of `seat`'s information state.
    fn information_key(&self, seat: Seat) -> u64 {
        self.information_state(seat).key()
    }

    /// A 64-bit key of everything that the rest of the game depends on. Stable over runs, platforms and
    /// releases of one [`FORMAT`](Game::FORMAT); equal states have equal keys.
    fn key(&self) -> u64;

    /// The readable form of the state.
    fn position(&self) -> Self::Position;

    /// What a person may set in the state's [`position`](Game::position), group by group. Together the facts cover
    /// every field that the position of a state of this setup can have.
    fn facts(&self) -> Vec<Fact>;

    /// The position of a game with this state's setup that is in progress and of which nothing else is known: nothing
    /// is being resolved, somebody is about to act. People who start in the middle of a game fill it in, so it may
    /// contradict itself until they have.
    fn in_progress(&self) -> Self::Position {
        self.position()
    }

    /// A state from its readable form.
    ///
    /// # Errors
    /// Lists every contradiction, gives the position back, and says which problems `overrides` may waive.
    fn from_position(position: Self::Position, overrides: Overrides) -> Result<Self, PositionError<Self::Position>>;

    /// [`apply`](Game::apply) behind a check.
    ///
    /// # Errors
    /// When this is no decision or the action is not [accepted](Game::accepts); the state is unchanged and the error
    /// lists what was legal.
    fn try_apply(&mut self, action: Self::Action) -> Result<(), ApplyError> {
        if self.accepts(action) {
            self.apply(action);
            return Ok(());
        }
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        Err(ApplyError {
            given: action.to_string(),
            node: self.node(),
            is_left_out: false,
            legal: legal.iter().map(ToString::to_string).collect(),
        })
    }

    /// [`resolve`](Game::resolve) behind a check.
    ///
    /// # Errors
    /// When this is no chance node or the outcome is impossible; the state is unchanged and the error
    /// lists what was possible.
    fn try_resolve(&mut self, outcome: Self::Outcome) -> Result<(), ResolveError> {
        let mut possible = Vec::new();
        self.outcomes(&mut possible);
        if possible.iter().any(|(known, _)| *known == outcome) {
            self.resolve(outcome);
            return Ok(());
        }
        Err(ResolveError {
            given: outcome.to_string(),
            node: self.node(),
            possible: possible.iter().map(|(known, _)| known.to_string()).collect(),
        })
    }
}

/// Plays a state on to its end: chance from `rng`, decisions by `decide`, which is given the state, the seat, what is
/// legal and the generator, and answers with a legal action.
pub fn play_out<G: Game, R: Rng>(
    state: &mut G,
    rng: &mut R,
    mut decide: impl FnMut(&G, Seat, &[G::Action], &mut R) -> G::Action,
) {
    let mut legal = Vec::new();
    loop {
        match state.node() {
            Node::Terminal => return,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(seat) => {
                state.legal_actions(&mut legal);
                let action = decide(state, seat, &legal, rng);
                state.apply(action);
            }
        }
    }
}

/// The blocks of an index space with their names and indices: they follow one another without a gap and fill the space.
pub type IndexBlocks = Vec<(&'static str, Range<usize>)>;

/// A game that networks can read: sparse features and a fixed action index space.
///
/// Both index spaces are rows of named blocks, each a run of indices with one meaning.
/// [`encoding_hash`](crate::encoding_hash) identifies them in files.
pub trait Encode: Game {
    /// Number of features; indices run from 0.
    fn feature_count() -> usize;
    /// The blocks of the features.
    fn feature_blocks() -> IndexBlocks;
    /// No state has more active features: the width of a table with a state's features in every row.
    fn max_active_features() -> usize;
    /// Replaces `out` by the active features of `seat`'s information state, ascending, without repeats.
    fn features(&self, seat: Seat, out: &mut Vec<u32>);
    /// Which features went and which came since `features` were listed for `seat`; replaces `features` by those of this
    /// state. For networks whose first layer is updated instead of computed anew.
    fn feature_changes(&self, seat: Seat, features: &mut Vec<u32>, changes: &mut FeatureChanges) {
        self.features(seat, &mut changes.now);
        changes.compare(features);
        std::mem::swap(features, &mut changes.now);
    }
    /// What a feature means.
    fn feature_name(index: usize) -> String;
    /// Size of the action index space.
    fn action_count() -> usize;
    /// The blocks of the action index space.
    fn action_blocks() -> IndexBlocks;
    /// Replaces `out` by the indices of the [legal actions](Game::legal_actions), in their order.
    fn legal_indices(&self, out: &mut Vec<u32>);
    /// Replaces `out` by the set of those indices.
    fn legal_set(&self, out: &mut ActionSet) {
        out.clear(Self::action_count());
        let mut list = std::mem::take(&mut out.list);
        self.legal_indices(&mut list);
        list.iter().for_each(|&index| out.insert(index as usize));
        out.list = list;
    }
    /// The index of an action, below [`action_count`](Encode::action_count).
    fn action_index(action: Self::Action) -> usize;
    /// The action of an index, the inverse of [`action_index`](Encode::action_index); `None` past the end.
    fn action_at(index: usize) -> Option<Self::Action>;
    /// The board as an array, for networks that convolve over it; `None` in a game without one. It is the same in all
    /// states of a game, though parts of the board go.
    fn board_shape(&self) -> Option<BoardShape> {
        None
    }
    /// Where a feature lies on that array.
    fn feature_place(&self, _index: usize) -> FeaturePlace {
        FeaturePlace::Elsewhere
    }
}

/// The axes of a board as an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardShape {
    /// Floors, from the ground up.
    pub floors: usize,
    /// Rows of each, from the top.
    pub rows: usize,
    /// Columns of each, from the left. Hexes are in axial coordinates: the neighbours of one are those of the same row
    /// and column, and those at the upper right and the lower left.
    pub columns: usize,
}

/// Where a feature lies on a board as an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeaturePlace {
    /// On a square.
    Square {
        /// What the feature says of its square, the same words on every square.
        plane: String,
        /// The floor, from 0.
        floor: usize,
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// On a square that other setups have; no state of this game has the feature.
    Missing,
    /// On no square: hands, decks, the turn, a whole floor.
    Elsewhere,
}

/// The features that a step took away and brought, see [`Encode::feature_changes`]. Kept between calls, it allocates
/// nothing once its lists are long enough.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeatureChanges {
    /// Features that were active and are no longer, ascending.
    pub went: Vec<u32>,
    /// Features that are active and were not, ascending.
    pub came: Vec<u32>,
    /// The features as they are now, while they are compared.
    now: Vec<u32>,
}

impl FeatureChanges {
    /// Compares the features of before with those of now, both ascending and without repeats.
    fn compare(&mut self, before: &[u32]) {
        self.went.clear();
        self.came.clear();
        let (mut old, mut new) = (before.iter().peekable(), self.now.iter().peekable());
        loop {
            match (old.peek(), new.peek()) {
                (Some(was), Some(is)) if was == is => {
                    old.next();
                    new.next();
                }
                (Some(was), Some(is)) if was < is => self.went.extend(old.next()),
                (Some(_), None) => self.went.extend(old.next()),
                (_, Some(_)) => self.came.extend(new.next()),
                (None, None) => return,
            }
        }
    }
}

/// A setup that contradicts the rules or itself.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the setup is not playable: {}", join(.0))]
pub struct SetupError(pub Vec<Problem>);

fn join(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("; ")
}

/// Which problems of a position a person knowingly waives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overrides {
    /// None: every problem is an error.
    #[default]
    None,
    /// All that are marked waivable.
    Waivable,
}

/// A position that contradicts itself or the rules.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the position is contradictory: {}", join(.problems))]
pub struct PositionError<P: Debug> {
    /// The position as it was given.
    pub position: Box<P>,
    /// Every problem found.
    pub problems: Vec<Problem>,
}

/// An action that is not legal here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", refusal("action", .given, *.node, *.is_left_out, .legal))]
pub struct ApplyError {
    /// The action in notation.
    pub given: String,
    /// What the state waits for.
    pub node: Node,
    /// Whether the rules allow the action and the setup's mode has [left it out](Game::left_out), where only legal
    /// actions count.
    pub is_left_out: bool,
    /// The legal actions in notation.
    pub legal: Vec<String>,
}

/// An outcome that is not possible here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", refusal("outcome", .given, *.node, false, .possible))]
pub struct ResolveError {
    /// The outcome in notation.
    pub given: String,
    /// What the state waits for.
    pub node: Node,
    /// The possible outcomes in notation.
    pub possible: Vec<String>,
}

fn refusal(what: &str, given: &str, node: Node, is_left_out: bool, expected: &[String]) -> String {
    match (node, what) {
        (Node::Terminal, _) => format!("{what} `{given}`: the game is over"),
        (Node::Chance, "action") => format!("action `{given}`: chance decides here, no seat"),
        (Node::Decision(seat), "outcome") => {
            format!("outcome `{given}`: seat {seat} decides here, not chance")
        }
        _ => {
            let why = if is_left_out { LEFT_OUT } else { "is not possible here" };
            format!("{what} `{given}` {why}; expected one of: {}", expected.join(", "))
        }
    }
}

/// What a refusal says of an action that the rules allow and the setup's mode has [left out](Game::left_out).
pub const LEFT_OUT: &str = "is left out in this mode";
