//! Games without their types: one object-safe interface for code whose speed does not matter, such as files, pages,
//! reports and single states in Python. Code that crosses it is compiled once, however many games there are; code whose
//! speed counts (playouts, search, batches) stays generic in the [`Game`].
//!
//! A [`Box<dyn AnyState>`](AnyState) is a state of any listed game. What can happen in it are [`Branch`]es, addressed
//! by their place in the game's order. What other crates do with a game's types, such as drawing or searching, they
//! compile for each game behind an object-safe trait of their own: one of the game's [parts](part).

use std::any::Any;
use std::fmt::Debug;
use std::io::{BufRead, Write};
use std::marker::PhantomData;
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::describe::{Fact, FieldDefault, SetupField, kept_names};
use crate::encoding::encoding_hash;
use crate::game::{
    Actor, ApplyError, BoardShape, Encode, FeatureChanges, FeaturePlace, Fill, Game, IndexBlocks, Node, NotationError,
    Overrides, Problem, Seat, SetupError, TeamResult, Windows,
};
use crate::json::{self, ReadError};
use crate::random::Generator;
use crate::record::{Replay, ReplayError, Step, WriteError, read_header};
use crate::registry::GameInfo;

/// Runs code for the game behind an [`AnyGame`]: `with_known_game!(game, G => body)`.
///
/// In `body`, which is compiled once per game, the type `G` is the game.
#[macro_export]
macro_rules! with_known_game {
    ($known:expr, $game:ident => $body:expr $(,)?) => {{
        let known: &dyn $crate::any::AnyGame = $known;
        // Only listed games can be made into such games.
        $crate::with_game!(known.info().id, $game => $body, else _unknown => unreachable!("a game that is not listed"))
    }};
}

/// The part of a game: `part_of!(game, Seats as dyn AnySeats)`. A game of the list in this crate has no parts of its
/// own; `Seats<G>` stands for them.
#[macro_export]
macro_rules! part_of {
    ($game:expr, $part:ident as $known:ty) => {{
        let game: &dyn $crate::any::AnyGame = $game;
        let part: &'static $known = $crate::any::part::<$known>(game)
            .unwrap_or_else(|| $crate::with_known_game!(game, G => &$part::<G>(::std::marker::PhantomData)));
        part
    }};
}

/// The fields of a file with a position that say what the file is.
pub const POSITION_HEADER: &[&str] = &["heistlab", "game", "format"];

/// Something that was compiled for a game, such as its players or its pictures: a reference to a `&'static P`, which
/// [`part`] finds by the type `P`, mostly an object-safe trait. The crate that owns `P` makes it.
pub type Part = &'static (dyn Any + Send + Sync);

/// A listed game without its types. [`find`] gives one by its id.
pub trait AnyGame: Debug + Send + Sync {
    /// What there is to know of it without playing.
    fn info(&self) -> &'static GameInfo;
    /// What was compiled for it beside its rules, by the crates that made it.
    fn parts(&self) -> &'static [&'static [Part]];
    /// [`Encode::action_count`].
    fn action_count(&self) -> usize;
    /// [`Encode::feature_count`].
    fn feature_count(&self) -> usize;
    /// [`Encode::max_active_features`].
    fn max_active_features(&self) -> usize;
    /// [`Encode::feature_blocks`].
    fn feature_blocks(&self) -> IndexBlocks;
    /// [`Encode::action_blocks`].
    fn action_blocks(&self) -> IndexBlocks;
    /// [`encoding_hash`].
    fn encoding_hash(&self) -> u64;
    /// The notation of the action of an index; none past the end.
    fn action_text(&self, index: usize) -> Option<String>;
    /// The index of an action in notation; none if no game ever offers it.
    ///
    /// # Errors
    /// When the text is no notation of an action.
    fn action_index(&self, notation: &str) -> Result<Option<usize>, NotationError>;
    /// What a feature means; none past the end.
    fn feature_name(&self, index: usize) -> Option<String>;
    /// A setup from JSON.
    ///
    /// # Errors
    /// Names line, column and field.
    fn read_setup(&self, text: &str) -> Result<Box<dyn AnySetup>, ReadError>;
    /// A setup from its fields.
    ///
    /// # Errors
    /// Says what is wrong, without a place: there is no text.
    fn setup_from(&self, fields: &Map<String, Value>) -> Result<Box<dyn AnySetup>, String>;
    /// A state from a position as JSON, with or without the [fields that say what the file is](POSITION_HEADER).
    ///
    /// # Errors
    /// When the text is no position of this game, or contradicts itself or the rules.
    fn read_position(&self, text: &str, overrides: Overrides) -> Result<Box<dyn AnyState>, PositionFault>;
    /// A state from what [`AnyState::to_json`] writes.
    ///
    /// # Errors
    /// Names line, column and field.
    fn read_state(&self, text: &str) -> Result<Box<dyn AnyState>, ReadError>;
    /// Reads and checks a replay of this game.
    ///
    /// # Errors
    /// Names line and field of the first thing that is wrong.
    fn read_replay(&self, file: &mut dyn BufRead) -> Result<Box<dyn AnyReplay>, ReplayError>;
}

/// The setup of a game without its type.
pub trait AnySetup: Debug + Send + Sync {
    /// The [`Game::Setup`] itself.
    fn as_any(&self) -> &dyn Any;
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;
    /// A copy.
    fn copy(&self) -> Box<dyn AnySetup>;
    /// As JSON in one line.
    fn text(&self) -> String;
    /// The fields as JSON.
    fn fields(&self) -> Map<String, Value>;
    /// [`Game::with_seed`].
    fn with_seed(&self, seed: Option<u64>) -> Box<dyn AnySetup>;
    /// [`Game::complete`].
    ///
    /// # Errors
    /// When the setup is not playable.
    fn complete(&self) -> Result<Box<dyn AnySetup>, SetupError>;
    /// [`Game::new`].
    ///
    /// # Errors
    /// When the setup is not playable.
    fn begin(&self) -> Result<Box<dyn AnyState>, SetupError>;
    /// The record of a game of this completed setup: the seed of the deal, where there was one, who played, and the
    /// steps from the first state on, each by its place among the branches. None if a step is not possible.
    fn replay(&self, seed: Option<u64>, agents: Vec<String>, places: &[usize]) -> Option<Box<dyn AnyReplay>>;
}

/// What can happen in a state: a legal action, or a possible outcome of chance.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The action or the outcome in notation.
    pub notation: String,
    /// The probability of an outcome; none for actions.
    pub probability: Option<f64>,
}

/// A step of a game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyStep {
    /// Who decided; none where chance did.
    pub seat: Option<Seat>,
    /// The action or the outcome in notation.
    pub notation: String,
}

impl<G: Game> From<Step<G>> for AnyStep {
    // Hardly more than a call, so it is inlined instead of compiled again in every crate. The same holds for `typed`.
    #[inline(always)]
    fn from(step: Step<G>) -> AnyStep {
        match step {
            Step::Action(seat, action) => AnyStep {
                seat: Some(seat),
                notation: action.to_string(),
            },
            Step::Chance(outcome) => AnyStep {
                seat: None,
                notation: outcome.to_string(),
            },
        }
    }
}

impl AnyStep {
    /// The step of a game, whether or not it is possible in some state.
    ///
    /// # Errors
    /// When it is no notation of the game.
    #[inline(always)]
    pub fn typed<G: Game>(&self) -> Result<Step<G>, NotationError> {
        Ok(match self.seat {
            Some(seat) => Step::Action(seat, self.notation.parse()?),
            None => Step::Chance(self.notation.parse()?),
        })
    }
}

/// A state of a game without its type.
///
/// Branches are numbered by their place in the order of [`legal_actions`](crate::game::Game::legal_actions) or
/// [`outcomes`](crate::game::Game::outcomes). The places behind them, from [`branch_count`](AnyState::branch_count) on,
/// are those of actions that the setup's mode has [left out](Game::left_out): no list has them, but whoever names one
/// by its notation finds it and may take it.
pub trait AnyState: Debug + Send + Sync {
    /// The state itself.
    fn as_any(&self) -> &dyn Any;
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyState>;
    /// Whether the other one is the same state of the same game.
    fn is_same(&self, other: &dyn AnyState) -> bool;
    /// [`Game::seats`].
    fn seats(&self) -> usize;
    /// The characters in turn order: what people call each, and who plays it.
    fn characters(&self) -> Vec<(String, Seat)>;
    /// [`Game::actor`].
    fn actor(&self) -> Option<Actor>;
    /// [`Game::turn`].
    fn turn(&self) -> u32;
    /// [`Game::node`].
    fn node(&self) -> Node;
    /// What can happen; empty once the game is over.
    fn branches(&self) -> Vec<Branch>;
    /// How many branches there are.
    fn branch_count(&self) -> usize;
    /// The branch at a place, also at that of an action that is left out.
    fn branch(&self, place: usize) -> Option<Branch>;
    /// The place of the branch of a text in notation, which may be an action that is left out; none if it names none.
    fn place(&self, text: &str) -> Option<usize>;
    /// As [`place`](AnyState::place), but only of branches that are listed.
    ///
    /// # Errors
    /// When the text is no notation, names what cannot happen here, or an action that the setup's mode has left out.
    fn find_listed(&self, text: &str) -> Result<usize, StepError>;
    /// As [`place`](AnyState::place), with a reason.
    ///
    /// # Errors
    /// When the text is no notation, or names what cannot happen here.
    fn find(&self, text: &str) -> Result<usize, StepError>;
    /// Takes a branch. False, and the state unchanged, if there is none at that place.
    #[must_use]
    fn take(&mut self, place: usize) -> bool;
    /// Takes the legal action of an index and gives its place. None, and the state unchanged, if there is no such
    /// action here.
    fn take_action(&mut self, index: usize) -> Option<usize>;
    /// The index of the action at a place; none where there is none.
    fn action_index(&self, place: usize) -> Option<usize>;
    /// Draws an outcome, takes it and gives its place; none where chance does not decide.
    fn take_chance(&mut self, rng: &mut Generator) -> Option<usize>;
    /// [`Game::purpose`], by its place in [`Game::PURPOSES`]; none where chance does not decide.
    fn purpose(&self) -> Option<usize>;
    /// Draws the place of an outcome; none where chance does not decide.
    fn sample(&self, rng: &mut Generator) -> Option<usize>;
    /// The notation of an outcome as a seat sees it; none if there is no outcome at that place.
    fn observed(&self, place: usize, seat: Seat) -> Option<String>;
    /// The places of the outcomes that at least one seat sees as the outcome of a text in notation.
    fn observed_as(&self, text: &str) -> Vec<usize>;
    /// The action indices of the branches, in their order; empty where nobody decides.
    fn legal_indices(&self, out: &mut Vec<u32>);
    /// The features of a seat's information state.
    fn features(&self, seat: Seat, out: &mut Vec<u32>);
    /// [`Encode::feature_changes`].
    fn feature_changes(&self, seat: Seat, features: &mut Vec<u32>, changes: &mut FeatureChanges);
    /// [`Encode::board_shape`].
    fn board_shape(&self) -> Option<BoardShape>;
    /// [`Encode::feature_place`].
    fn feature_place(&self, index: usize) -> FeaturePlace;
    /// [`Game::information_state`].
    fn information_state(&self, seat: Seat) -> Box<dyn AnyState>;
    /// [`Game::determinize`].
    fn determinize(&mut self, fill: Fill, rng: &mut Generator);
    /// [`Game::holds`].
    fn holds(&self, seat: Seat) -> bool;
    /// [`Game::set_windows`].
    fn set_windows(&mut self, windows: Windows);
    /// The place of the action that lets an optional window go by, where the state waits in one: [`Game::pass`].
    fn pass(&self) -> Option<usize>;
    /// Whether the branch at a place does nothing but say who acts next: [`Game::names_actor`].
    fn names_actor(&self, place: usize) -> bool;
    /// [`Game::key`].
    fn key(&self) -> u64;
    /// [`Game::information_key`].
    fn information_key(&self, seat: Seat) -> u64;
    /// [`Game::figures`] by name.
    fn figures(&self) -> Vec<(&'static str, i32)>;
    /// [`Game::result`].
    fn result(&self) -> Option<TeamResult>;
    /// [`Game::facts`].
    fn facts(&self) -> Vec<Fact>;
    /// The position as JSON in one line.
    fn position(&self) -> String;
    /// The position as JSON, indented.
    fn pretty_position(&self) -> String;
    /// [`Game::in_progress`] as JSON, indented.
    fn position_in_progress(&self) -> String;
    /// The state as JSON, everything it holds included, for [`AnyGame::read_state`].
    fn to_json(&self) -> Value;
}

impl Clone for Box<dyn AnyState> {
    fn clone(&self) -> Box<dyn AnyState> {
        self.copy()
    }
}

impl PartialEq for dyn AnyState {
    fn eq(&self, other: &dyn AnyState) -> bool {
        self.is_same(other)
    }
}

impl Clone for Box<dyn AnySetup> {
    fn clone(&self) -> Box<dyn AnySetup> {
        self.copy()
    }
}

/// A recorded game without its type, see [`Replay`].
pub trait AnyReplay: Debug + Send + Sync {
    /// The [`Replay`] itself.
    fn as_any(&self) -> &dyn Any;
    /// The completed setup.
    fn setup(&self) -> Box<dyn AnySetup>;
    /// The seed of the deal, where there was one.
    fn seed(&self) -> Option<u64>;
    /// Who played.
    fn agents(&self) -> &[String];
    /// The steps.
    fn steps(&self) -> Vec<AnyStep>;
    /// How many steps there are.
    fn step_count(&self) -> usize;
    /// The result; none for a game that was stopped before its end.
    fn result(&self) -> Option<TeamResult>;
    /// The states, the first one included: one more than there are steps. Ends after the first error.
    fn states(&self) -> Box<dyn Iterator<Item = Result<Box<dyn AnyState>, ReplayError>> + '_>;
    /// [`Replay::write`].
    ///
    /// # Errors
    /// When the game does not re-run, or `out` refuses.
    fn write(&self, out: &mut dyn Write) -> Result<(), WriteError>;
}

/// Why a text names no branch of a state.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// It is neither an action nor an outcome.
    #[error("{}", unreadable(.text, .expected, .possible))]
    Notation {
        /// The text.
        text: String,
        /// What the notation would be.
        expected: String,
        /// What can happen, in notation.
        possible: Vec<String>,
    },
    /// It is an action or an outcome that cannot happen here. The message says what can.
    #[error("{message}")]
    Impossible {
        /// The text.
        text: String,
        /// What is wrong.
        message: String,
        /// What can happen, in notation.
        possible: Vec<String>,
    },
}

fn unreadable(text: &str, expected: &str, possible: &[String]) -> String {
    match possible {
        [] => format!("`{text}`: the game is over"),
        possible => format!("`{text}` is not {expected}; possible here: {}", possible.join(", ")),
    }
}

/// Why a text is no position of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionFault {
    /// It is no JSON, or a field is missing, superfluous or of the wrong kind.
    #[error("{0}")]
    Read(ReadError),
    /// It is something else, or of another game or format.
    #[error("line {line}, field `{field}`: found {found}; expected {expected}")]
    Header {
        /// The line, from 1.
        line: usize,
        /// One of [`POSITION_HEADER`].
        field: &'static str,
        /// The value.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// It contradicts itself or the rules.
    #[error("{message}")]
    Contradictory {
        /// All problems in one line.
        message: String,
        /// Every problem found.
        problems: Vec<Problem>,
    },
}

/// The part of a game that is known by its type; none if that was not compiled for it.
pub fn part<P: ?Sized + 'static>(game: &dyn AnyGame) -> Option<&'static P> {
    let mut parts = game.parts().iter().copied().flatten();
    parts.find_map(|part| part.downcast_ref::<&'static P>().copied())
}

/// The listed game of an id.
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    games().iter().copied().find(|game| game.info().id == id)
}

/// A game without its types.
// Only a call, like `any_state` and `any_replay`: inlined instead of compiled again in every crate.
#[inline(always)]
pub fn of<G: Listed>() -> &'static dyn AnyGame {
    G::any_game()
}

/// All listed games, in the order of the list.
pub fn games() -> &'static [&'static dyn AnyGame] {
    LISTED.get().map_or(ANY_GAMES, Vec::as_slice)
}

/// Makes the list of games, for the whole program, which calls this when it begins. Only the first call counts.
pub fn list(games: &[&'static dyn AnyGame]) {
    LISTED.get_or_init(|| games.to_vec());
}

/// What there is to know of the listed game of an id.
pub fn find_info(id: &str) -> Option<&'static GameInfo> {
    find(id).map(|game| game.info())
}

/// What there is to know of all listed games, in the order of the list.
pub fn infos() -> impl ExactSizeIterator<Item = &'static GameInfo> + Clone {
    games().iter().map(|game| game.info())
}

static LISTED: OnceLock<Vec<&'static dyn AnyGame>> = OnceLock::new();

macro_rules! any_games {
    ([$($game:path,)*]) => {
        &[$(&Known::<$game>::GAME),*]
    };
}

// A `static` stays in this crate. The value of a `const` is made anew wherever it is used, and with it everything that
// hangs on its vtables.
static ANY_GAMES: &[&dyn AnyGame] = crate::each_game!([any_games]);

/// The setup of a game behind an [`AnySetup`]; none if it is one of another game.
pub fn typed_setup<G: Game>(setup: &dyn AnySetup) -> Option<&G::Setup> {
    setup.as_any().downcast_ref()
}

/// A state without its type.
#[inline(always)]
pub fn any_state<G: Listed>(state: G) -> Box<dyn AnyState> {
    state.into_any()
}

/// A setup without its type.
#[inline(always)]
pub fn any_setup<G: Listed>(setup: G::Setup) -> Box<dyn AnySetup> {
    G::setup_into_any(setup)
}

/// A replay without its type.
#[inline(always)]
pub fn any_replay<G: Listed>(replay: Replay<G>) -> Box<dyn AnyReplay> {
    G::replay_into_any(replay)
}

/// Reads and checks a replay of any listed game. The inner error is the game's name if no listed game has it.
///
/// # Errors
/// Names line and field of the first thing that is wrong.
pub fn read_replay(text: &str) -> Result<Result<Box<dyn AnyReplay>, String>, ReplayError> {
    let header = read_header(text.as_bytes())?;
    match find(&header.game) {
        Some(game) => game.read_replay(&mut text.as_bytes()).map(Ok),
        None => Ok(Err(header.game)),
    }
}

/// Whether a field of a game's setups takes a value: in the form that people give ([`SetupField::fits`]), or in a form
/// of the game's own, such as that in which a completed setup has what was drawn (`"dead-drops": [2, 1]` for `true`).
/// Whoever reads setups asks this, so that completed ones are read wherever described ones are. Whether the value is
/// right beside the others is the game's to say.
pub fn takes(game: &dyn AnyGame, field: &SetupField, value: &Value) -> bool {
    field.fits(value) || ((value.is_array() || value.is_object()) && is_read(game, field, value))
}

/// Whether a setup with nothing but this value is read.
fn is_read(game: &dyn AnyGame, field: &SetupField, value: &Value) -> bool {
    let required = game.info().setup.iter().filter_map(|field| match field.default {
        FieldDefault::Required(text) => Some((field.name.to_owned(), field.read(text).ok()?)),
        _ => None,
    });
    let mut fields: Map<String, Value> = required.collect();
    fields.insert(field.name.to_owned(), value.clone());
    game.setup_from(&fields).is_ok()
}

/// What everybody at the table knows of a state.
pub fn common_knowledge(state: &dyn AnyState) -> Box<dyn AnyState> {
    let seats = Seat::all(state.seats());
    seats.fold(state.copy(), |known, seat| known.information_state(seat))
}

/// A result's figures by name, of a game.
pub fn named_figures(game: &GameInfo, result: &TeamResult) -> Vec<(&'static str, i32)> {
    kept_names(game.figures).zip(result.figures).collect()
}

/// The same for people: without what is [packed](crate::describe::Figure::is_packed) for programs.
pub fn figures_to_read(game: &GameInfo, result: &TeamResult) -> Vec<(&'static str, i32)> {
    let all = game.figures.iter().zip(result.figures);
    let shown = all.filter(|(figure, _)| figure.is_kept && !figure.is_packed);
    shown.map(|(figure, count)| (figure.name, count)).collect()
}

/// A game that is reached without its types. [`listed!`](crate::listed) implements it.
///
/// Its functions belong to one game each, so they are compiled where they stand, with all that hangs on the vtables
/// that they make. A generic function is compiled by every crate that calls it.
pub trait Listed: Encode {
    /// The game, see [`of`].
    fn any_game() -> &'static dyn AnyGame;
    /// [`AnyGame::parts`].
    fn parts() -> &'static [&'static [Part]];
    /// The state, see [`any_state`].
    fn into_any(self) -> Box<dyn AnyState>;
    /// A setup, see [`any_setup`].
    fn setup_into_any(setup: Self::Setup) -> Box<dyn AnySetup>;
    /// A replay, see [`any_replay`].
    fn replay_into_any(replay: Replay<Self>) -> Box<dyn AnyReplay>;
}

/// Compiles games without their types here: `listed!(TheGame)`, or with what else was compiled for one,
/// `listed!(TheGame; [Parts::<TheGame>::ALL])`. A game is found by its name once it is in the [list](crate::any::list).
#[macro_export]
macro_rules! listed {
    ($($game:ty),+ $(,)?) => {
        $($crate::listed!($game; []);)+
    };
    ($game:ty; $parts:expr) => {
        impl $crate::any::Listed for $game {
            fn parts() -> &'static [&'static [$crate::any::Part]] {
                const { &$parts }
            }

            #[inline(never)]
            fn any_game() -> &'static dyn $crate::any::AnyGame {
                const { &$crate::any::Known::<$game>::GAME }
            }

            #[inline(never)]
            fn into_any(self) -> ::std::boxed::Box<dyn $crate::any::AnyState> {
                ::std::boxed::Box::new($crate::any::Erased(self))
            }

            #[inline(never)]
            fn setup_into_any(
                setup: <Self as $crate::game::Game>::Setup,
            ) -> ::std::boxed::Box<dyn $crate::any::AnySetup> {
                ::std::boxed::Box::new($crate::any::Typed::<$game>(setup))
            }

            #[inline(never)]
            fn replay_into_any(
                replay: $crate::record::Replay<Self>,
            ) -> ::std::boxed::Box<dyn $crate::any::AnyReplay> {
                ::std::boxed::Box::new(replay)
            }
        }
    };
}

macro_rules! of_the_list {
    ([$($game:path,)*]) => {
        crate::listed!($($game),*);
    };
}

crate::each_game!([of_the_list]);

/// A game behind [`AnyGame`]. Public for [`listed!`](crate::listed) alone.
#[doc(hidden)]
pub struct Known<G>(PhantomData<fn() -> G>);

impl<G> Known<G> {
    /// The game.
    pub const GAME: Known<G> = Known(PhantomData);
}

impl<G: Listed> Debug for Known<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(G::ID)
    }
}

impl<G: Listed> AnyGame for Known<G> {
    fn info(&self) -> &'static GameInfo {
        const { &GameInfo::of::<G>() }
    }

    fn parts(&self) -> &'static [&'static [Part]] {
        G::parts()
    }

    fn action_count(&self) -> usize {
        G::action_count()
    }

    fn feature_count(&self) -> usize {
        G::feature_count()
    }

    fn max_active_features(&self) -> usize {
        G::max_active_features()
    }

    fn feature_blocks(&self) -> IndexBlocks {
        G::feature_blocks()
    }

    fn action_blocks(&self) -> IndexBlocks {
        G::action_blocks()
    }

    fn encoding_hash(&self) -> u64 {
        encoding_hash::<G>()
    }

    fn action_text(&self, index: usize) -> Option<String> {
        G::action_at(index).map(|action| action.to_string())
    }

    fn action_index(&self, notation: &str) -> Result<Option<usize>, NotationError> {
        let action: G::Action = notation.parse()?;
        Ok((0..G::action_count()).find(|&index| G::action_at(index) == Some(action)))
    }

    fn feature_name(&self, index: usize) -> Option<String> {
        (index < G::feature_count()).then(|| G::feature_name(index))
    }

    fn read_setup(&self, text: &str) -> Result<Box<dyn AnySetup>, ReadError> {
        Ok(any_setup::<G>(json::read(text)?))
    }

    fn setup_from(&self, fields: &Map<String, Value>) -> Result<Box<dyn AnySetup>, String> {
        let read = json::read_value(&Value::Object(fields.clone()));
        Ok(any_setup::<G>(read.map_err(|error| json::message(&error))?))
    }

    fn read_position(&self, text: &str, overrides: Overrides) -> Result<Box<dyn AnyState>, PositionFault> {
        check_header(text, self.info())?;
        let position = json::read(&json::without_fields(text, POSITION_HEADER)).map_err(PositionFault::Read)?;
        let state = G::from_position(position, overrides).map_err(|error| PositionFault::Contradictory {
            message: error.to_string(),
            problems: error.problems,
        })?;
        Ok(any_state(state))
    }

    fn read_state(&self, text: &str) -> Result<Box<dyn AnyState>, ReadError> {
        Ok(any_state(json::read::<G>(text)?))
    }

    fn read_replay(&self, file: &mut dyn BufRead) -> Result<Box<dyn AnyReplay>, ReplayError> {
        Ok(any_replay(Replay::<G>::read(file)?))
    }
}

/// Whether a text says that it is a position of a game, or nothing about what it is.
fn check_header(text: &str, game: &GameInfo) -> Result<(), PositionFault> {
    let value: Map<String, Value> = json::read(text).map_err(PositionFault::Read)?;
    let expected = [Value::from("position"), Value::from(game.id), Value::from(game.format)];
    let explained = ["", "", ", the format of this release"];
    for ((&field, expected), explained) in POSITION_HEADER.iter().zip(expected).zip(explained) {
        if let Some(found) = value.get(field).filter(|found| **found != expected) {
            return Err(PositionFault::Header {
                line: json::line_of(text, field),
                field,
                found: found.to_string(),
                expected: format!("{expected}{explained}"),
            });
        }
    }
    Ok(())
}

/// A setup behind [`AnySetup`]. Public for [`listed!`](crate::listed) alone.
#[doc(hidden)]
pub struct Typed<G: Listed>(pub G::Setup);

impl<G: Listed> Debug for Typed<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl<G: Listed> AnySetup for Typed<G> {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn game(&self) -> &'static dyn AnyGame {
        of::<G>()
    }

    fn copy(&self) -> Box<dyn AnySetup> {
        any_setup::<G>(self.0.clone())
    }

    fn text(&self) -> String {
        line(&self.0)
    }

    fn fields(&self) -> Map<String, Value> {
        match value(&self.0) {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    fn with_seed(&self, seed: Option<u64>) -> Box<dyn AnySetup> {
        any_setup::<G>(G::with_seed(&self.0, seed))
    }

    fn complete(&self) -> Result<Box<dyn AnySetup>, SetupError> {
        Ok(any_setup::<G>(G::complete(&self.0)?))
    }

    fn begin(&self) -> Result<Box<dyn AnyState>, SetupError> {
        Ok(any_state(G::new(&self.0)?))
    }

    fn replay(&self, seed: Option<u64>, agents: Vec<String>, places: &[usize]) -> Option<Box<dyn AnyReplay>> {
        let mut state = G::new(&self.0).ok()?;
        let mut steps = Vec::with_capacity(places.len());
        for &place in places {
            let step = step_at(&state, place)?;
            step.play(&mut state);
            steps.push(step);
        }
        Some(Box::new(Replay::<G> {
            setup: self.0.clone(),
            seed,
            agents,
            world: None,
            steps,
            result: state.result(),
        }))
    }
}

/// A state behind [`AnyState`]. A type of its own, so that the two traits' methods of one name are never confused.
/// Public for [`listed!`](crate::listed) alone.
#[doc(hidden)]
#[derive(Debug)]
pub struct Erased<G>(pub G);

impl<G: Listed> AnyState for Erased<G> {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn game(&self) -> &'static dyn AnyGame {
        of::<G>()
    }

    fn copy(&self) -> Box<dyn AnyState> {
        any_state(self.0.clone())
    }

    fn is_same(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<G>() == Some(&self.0)
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn characters(&self) -> Vec<(String, Seat)> {
        let character = |number| (self.0.character_name(number), self.0.seat_of(number));
        (0..self.0.characters()).map(character).collect()
    }

    fn actor(&self) -> Option<Actor> {
        self.0.actor()
    }

    fn turn(&self) -> u32 {
        self.0.turn()
    }

    fn node(&self) -> Node {
        self.0.node()
    }

    fn branches(&self) -> Vec<Branch> {
        let actions = actions(&self.0).into_iter().map(|action| Branch {
            notation: action.to_string(),
            probability: None,
        });
        actions
            .chain(outcomes(&self.0).into_iter().map(outcome_branch::<G>))
            .collect()
    }

    fn branch_count(&self) -> usize {
        actions(&self.0).len() + outcomes(&self.0).len()
    }

    fn branch(&self, place: usize) -> Option<Branch> {
        let action = accepted(&self.0).get(place).map(|action| Branch {
            notation: action.to_string(),
            probability: None,
        });
        action.or_else(|| outcomes(&self.0).get(place).copied().map(outcome_branch::<G>))
    }

    fn place(&self, text: &str) -> Option<usize> {
        let state = &self.0;
        match state.node() {
            Node::Decision(_) => {
                let action: G::Action = text.parse().ok()?;
                accepted(state).iter().position(|known| *known == action)
            }
            Node::Chance => {
                let outcome: G::Outcome = text.parse().ok()?;
                outcomes(state).iter().position(|(possible, _)| *possible == outcome)
            }
            Node::Terminal => None,
        }
    }

    fn find(&self, text: &str) -> Result<usize, StepError> {
        self.place(text).ok_or_else(|| {
            let (action, outcome) = (text.parse::<G::Action>(), text.parse::<G::Outcome>());
            let (text, possible) = (text.to_owned(), notations(self));
            let mut state = self.0.clone();
            let message = match (state.node(), action, outcome) {
                (Node::Chance, _, Ok(outcome)) => state.try_resolve(outcome).err().map(|error| error.to_string()),
                (_, Ok(action), _) => state.try_apply(action).err().map(|error| error.to_string()),
                (_, _, Ok(outcome)) => state.try_resolve(outcome).err().map(|error| error.to_string()),
                (node, Err(action), Err(outcome)) => {
                    let expected = match node {
                        Node::Chance => outcome.expected,
                        Node::Decision(_) | Node::Terminal => action.expected,
                    };
                    return StepError::Notation {
                        text,
                        expected,
                        possible,
                    };
                }
            };
            StepError::Impossible {
                text,
                message: message.unwrap_or_default(),
                possible,
            }
        })
    }

    fn find_listed(&self, text: &str) -> Result<usize, StepError> {
        let place = self.find(text)?;
        if place < self.branch_count() {
            return Ok(place);
        }
        let possible = notations(self);
        let error = ApplyError {
            given: text.to_owned(),
            node: self.0.node(),
            is_left_out: true,
            legal: possible.clone(),
        };
        Err(StepError::Impossible {
            text: text.to_owned(),
            message: error.to_string(),
            possible,
        })
    }

    fn take(&mut self, place: usize) -> bool {
        let step = step_at(&self.0, place);
        if let Some(step) = step {
            step.play(&mut self.0);
        }
        step.is_some()
    }

    fn take_action(&mut self, index: usize) -> Option<usize> {
        let wanted = G::action_at(index)?;
        let place = actions(&self.0).iter().position(|action| *action == wanted)?;
        self.0.apply(wanted);
        Some(place)
    }

    fn action_index(&self, place: usize) -> Option<usize> {
        accepted(&self.0).get(place).map(|&action| G::action_index(action))
    }

    fn take_chance(&mut self, rng: &mut Generator) -> Option<usize> {
        let (place, outcome) = draw(&self.0, rng)?;
        self.0.resolve(outcome);
        Some(place)
    }

    fn purpose(&self) -> Option<usize> {
        (self.0.node() == Node::Chance).then(|| usize::from(self.0.purpose().0))
    }

    fn sample(&self, rng: &mut Generator) -> Option<usize> {
        draw(&self.0, rng).map(|(place, _)| place)
    }

    fn observed(&self, place: usize, seat: Seat) -> Option<String> {
        let (outcome, _) = outcomes(&self.0).get(place).copied()?;
        Some(self.0.observed(outcome, seat).to_string())
    }

    fn observed_as(&self, text: &str) -> Vec<usize> {
        let (state, Ok(seen)) = (&self.0, text.parse::<G::Outcome>()) else {
            return Vec::new();
        };
        let is_it = |outcome| Seat::all(state.seats()).any(|seat| state.observed(outcome, seat) == seen);
        let places = outcomes(state).into_iter().enumerate();
        places
            .filter(|(_, (outcome, _))| is_it(*outcome))
            .map(|(place, _)| place)
            .collect()
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        self.0.legal_indices(out);
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        self.0.features(seat, out);
    }

    fn feature_changes(&self, seat: Seat, features: &mut Vec<u32>, changes: &mut FeatureChanges) {
        self.0.feature_changes(seat, features, changes);
    }

    fn board_shape(&self) -> Option<BoardShape> {
        self.0.board_shape()
    }

    fn feature_place(&self, index: usize) -> FeaturePlace {
        self.0.feature_place(index)
    }

    fn information_state(&self, seat: Seat) -> Box<dyn AnyState> {
        any_state(self.0.information_state(seat))
    }

    fn determinize(&mut self, fill: Fill, rng: &mut Generator) {
        self.0.determinize(fill, rng);
    }

    fn holds(&self, seat: Seat) -> bool {
        self.0.holds(seat)
    }

    fn set_windows(&mut self, windows: Windows) {
        self.0.set_windows(windows);
    }

    fn pass(&self) -> Option<usize> {
        let pass = self.0.pass()?;
        actions(&self.0).iter().position(|action| *action == pass)
    }

    fn names_actor(&self, place: usize) -> bool {
        accepted(&self.0)
            .get(place)
            .is_some_and(|action| G::names_actor(*action))
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn information_key(&self, seat: Seat) -> u64 {
        self.0.information_key(seat)
    }

    fn figures(&self) -> Vec<(&'static str, i32)> {
        let names = G::FIGURES.iter().map(|figure| figure.name);
        names.zip(self.0.figures()).collect()
    }

    fn result(&self) -> Option<TeamResult> {
        self.0.result()
    }

    fn facts(&self) -> Vec<Fact> {
        self.0.facts()
    }

    fn position(&self) -> String {
        line(&self.0.position())
    }

    fn pretty_position(&self) -> String {
        pretty(&self.0.position())
    }

    fn position_in_progress(&self) -> String {
        pretty(&self.0.in_progress())
    }

    fn to_json(&self) -> Value {
        value(&self.0)
    }
}

impl<G: Listed> AnyReplay for Replay<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn setup(&self) -> Box<dyn AnySetup> {
        any_setup::<G>(self.setup.clone())
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn agents(&self) -> &[String] {
        &self.agents
    }

    fn steps(&self) -> Vec<AnyStep> {
        self.steps.iter().copied().map(AnyStep::from).collect()
    }

    fn step_count(&self) -> usize {
        self.steps.len()
    }

    fn result(&self) -> Option<TeamResult> {
        self.result
    }

    fn states(&self) -> Box<dyn Iterator<Item = Result<Box<dyn AnyState>, ReplayError>> + '_> {
        Box::new(Replay::states(self).map(|state| state.map(any_state)))
    }

    fn write(&self, mut out: &mut dyn Write) -> Result<(), WriteError> {
        Replay::write(self, &mut out)
    }
}

fn actions<G: Listed>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

/// The legal actions, and behind them those that the setup's mode has left out.
fn accepted<G: Listed>(state: &G) -> Vec<G::Action> {
    let (mut actions, mut left_out) = (actions(state), Vec::new());
    state.left_out(&mut left_out);
    actions.append(&mut left_out);
    actions
}

fn outcomes<G: Listed>(state: &G) -> Vec<(G::Outcome, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    outcomes
}

fn outcome_branch<G: Listed>((outcome, probability): (G::Outcome, f64)) -> Branch {
    Branch {
        notation: outcome.to_string(),
        probability: Some(probability),
    }
}

/// An outcome drawn, with its place.
fn draw<G: Listed>(state: &G, rng: &mut Generator) -> Option<(usize, G::Outcome)> {
    if state.node() != Node::Chance {
        return None;
    }
    let drawn = state.sample(rng);
    let place = outcomes(state).iter().position(|(outcome, _)| *outcome == drawn)?;
    Some((place, drawn))
}

/// The branch at a place.
fn step_at<G: Listed>(state: &G, place: usize) -> Option<Step<G>> {
    match state.node() {
        Node::Decision(seat) => accepted(state).get(place).map(|&action| Step::Action(seat, action)),
        Node::Chance => outcomes(state).get(place).map(|&(outcome, _)| Step::Chance(outcome)),
        Node::Terminal => None,
    }
}

/// What can happen, in notation.
fn notations(state: &dyn AnyState) -> Vec<String> {
    state.branches().into_iter().map(|branch| branch.notation).collect()
}

/// As JSON in one line. Setups, positions and states are plain data with text keys, which always serialize.
fn line(data: &impl Serialize) -> String {
    value(data).to_string()
}

/// As JSON, indented. As with [`line`].
fn pretty(data: &impl Serialize) -> String {
    serde_json::to_string_pretty(&value(data)).expect("JSON values serialize")
}

/// As JSON. As with [`line`].
fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("plain data with text keys serializes")
}
