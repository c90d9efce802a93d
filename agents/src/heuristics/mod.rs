//! The rule-based experts: the baseline of every comparison, and the policy of rollouts.
//!
//! An expert is one function, in a file named after its game. A game without one joins with an empty line,
//! `impl Heuristics for TheGame {}`, and plays with every other agent.

pub mod burgle_bros;
pub mod caper_cards;
pub mod casino_capers;
mod expert;
pub mod masters;
mod weights;

use heist_engine::any::{AnyGame, part};
use heist_engine::game::{Encode, Game, Seat};
use heist_engine::hash::append_bytes;
use heist_engine::random::Generator;
use heist_engine::with_game;

use crate::agent::{Agent, Fault};
use crate::planning::Planner;
pub use expert::Expert;

/// A rule for playing without a memory: information state, seat to move, legal actions (never empty) and
/// generator in, one of the legal actions out.
pub type Policy<G> = fn(&G, Seat, &[<G as Game>::Action], &mut Generator) -> <G as Game>::Action;

/// A policy that decides twice where it knows its next choice as well: an action and, if the next thing after it is a
/// decision of which the policy knows the outcome, the action that it then chooses. It asks for less than two calls,
/// and chooses the same.
pub type Ahead<G> =
    fn(&G, Seat, &[<G as Game>::Action], &mut Generator) -> (<G as Game>::Action, Option<<G as Game>::Action>);

/// By what a policy prefers some actions to others: a score for each of the legal actions, the greater the better, of
/// which only the order means anything. `None` for a decision that it does not take by scores.
pub type Scores<G> = fn(&G, Seat, &[<G as Game>::Action]) -> Option<Vec<f64>>;

/// An estimate of the result under sensible play, for leaves of a search and for measuring luck: from a state, the
/// expected value of the result, 0 to 1. It looks at no hidden thing, so it is the same for a world and its views.
pub type Evaluation<G> = fn(&G) -> f64;

/// How likely a seat's partners were to decide as they did, were a world the true one, by a model of how they play:
/// from a world that holds everything private and the seat that asks, a number that is larger the likelier, up to a
/// common factor.
pub type Likelihood<G> = fn(&G, Seat, &mut Generator) -> f64;

/// Which shipped network plays on in simulations of the [recommended search](crate::Level::spec) of a state, by its
/// name; `None` where the expert does. It looks at no hidden thing.
pub type RolloutNetwork<G> = fn(&G) -> Option<&'static str>;

/// The agent that is recommended for a state, as a spec with a budget: an option such as `time=0.25` or `sims=500`.
/// `None` where the usual search is. It looks at no hidden thing.
pub type Recommended<G> = fn(&G, &str) -> Option<String>;

/// Numbers that a game computes of a position, as inputs for networks beside the features. They look at no hidden
/// thing.
#[derive(Clone, Copy, Debug)]
pub struct Dense<G: Game> {
    /// Their names, each with the factor that brings its usual values to about 1.
    pub inputs: &'static [(&'static str, f32)],
    /// Replaces the numbers in a slice as long as `inputs` by those of a position, in their order, before their
    /// factors.
    pub fill: fn(&G, &mut [f32]),
    /// The log odds of the [estimate](Heuristics::EVALUATION) by these numbers, so that both are computed at once;
    /// `None` if it does not follow from them.
    pub estimate: Option<fn(&[f32]) -> f32>,
}

/// Numbers that a game computes of each legal action of a decision, and of the decision, as inputs for networks that
/// score moves one by one. They follow from what the deciding seat knows.
#[derive(Clone, Copy, Debug)]
pub struct Moves<G: Game> {
    /// Raised when a number no longer means under its name what it meant: networks of another version are refused.
    pub version: u32,
    /// The names of the numbers of a move, each with the factor that brings its usual values to about 1.
    pub inputs: Names,
    /// The names of the numbers of a decision, which are the same for all its moves, with their factors.
    pub context: Names,
    /// Computes the numbers.
    pub fill: FillMoves<G>,
}

impl<G: Game> Moves<G> {
    /// Identifies the list of numbers: a hash of all names, in their order.
    pub fn hash(&self) -> u64 {
        let lists = [(self.context)(), (self.inputs)()];
        lists.iter().fold(0, |hash, names| {
            let hash = append_bytes(hash, &(names.len() as u64).to_le_bytes());
            names
                .iter()
                .fold(hash, |hash, (name, _)| append_bytes(hash, name.as_bytes()))
        })
    }
}

/// Writes the numbers of moves and decisions, before their factors, over zeros: those of the legal actions into as many
/// rows, each as long as [`inputs`](Moves::inputs), and those of the decision into a slice as long as
/// [`context`](Moves::context). Most stay 0.
///
/// The [scores](Heuristics::SCORES) of the expert are appended to the list, if there is one and the decision has them:
/// they follow from much of what the numbers follow from. A score of negative infinity rules an action out: networks
/// that add to the scores never play it.
pub type FillMoves<G> = fn(&G, Seat, &[<G as Game>::Action], &mut [f32], &mut [f32], Option<&mut Vec<f64>>);

/// A network that is part of the program, so that it is found from any folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub bytes: &'static [u8],
}

/// What every game says about its expert: which function it is, or that there is none.
///
/// A constant and not a method, so that one item says both whether there is an expert and what it does. A call through
/// it in code generic over the game is a direct call, which the compiler may inline. Agents need [`Encode`] as well, so
/// that networks may take the expert's place: see [`Evaluator`](crate::Evaluator).
pub trait Heuristics: Encode {
    /// The expert, if the game has one.
    const HEURISTIC: Option<Policy<Self>> = None;
    /// Whether the expert, asked in a world that holds hidden things, looks at none of them and decides as in the
    /// seat's information state. Simulations then need not make one for each of its decisions. A game that says so
    /// proves it by a test.
    const DECIDES_ALIKE_IN_WORLDS: bool = false;
    /// The expert with its choice at the next decision, if it often knows that. A game that has it proves by a test
    /// that both choose the same.
    const AHEAD: Option<Ahead<Self>> = None;
    /// The expert's scores, if it chooses by scores: it plays the action with the greatest.
    const SCORES: Option<Scores<Self>> = None;
    /// The estimate of positions, if the game has one.
    const EVALUATION: Option<Evaluation<Self>> = None;
    /// How far the team came, 0 to 1, of a state in which a simulation ended: what tells lost ones apart where most are
    /// lost. It looks at no hidden thing.
    const PROGRESS: Option<Evaluation<Self>> = None;
    /// The numbers that networks may read beside the features, if the game has any.
    const DENSE: Option<Dense<Self>> = None;
    /// The numbers of moves that networks may score them by, if the game has any.
    const MOVES: Option<Moves<Self>> = None;
    /// What partners' decisions reveal about what they hold in private, if the game has private things and a model of
    /// partners.
    const LIKELIHOOD: Option<Likelihood<Self>> = None;
    /// The network that plays on in simulations of the recommended search, if the game has setups in which it is better
    /// at that than the expert.
    const ROLLOUT_NETWORK: Option<RolloutNetwork<Self>> = None;
    /// The agent that is recommended in the place of the usual search, if the game has one of its own.
    const RECOMMENDED: Option<Recommended<Self>> = None;
    /// What looks for a whole plan, if the game begins with a planning part.
    const PLANNER: Option<Planner<Self>> = None;
    /// The networks that are part of the program.
    const NETWORKS: &'static [Shipped] = &[];
    /// What values of searches are worth as chances to win, as the text of a
    /// [calibration](crate::calibration::Calibration), if one is part of the program.
    const CALIBRATION: Option<&'static str> = None;

    /// Whether a state is a decision of the planning part, which [`PLANNER`](Heuristics::PLANNER) finds whole plans
    /// for.
    fn is_planning(&self) -> bool {
        false
    }
}

/// Names of numbers, each with the factor that brings its usual values to about 1.
pub type Names = fn() -> Vec<(String, f32)>;

/// The facts about a game's [`Heuristics`], for code without its types.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicsInfo {
    /// Whether there is an [expert](Heuristics::HEURISTIC).
    pub has_expert: bool,
    /// Whether there is a [network for simulations](Heuristics::ROLLOUT_NETWORK).
    pub has_rollout_network: bool,
    /// The names of the numbers of [decisions](Moves::context) and of [moves](Moves::inputs), if the game has any.
    pub moves: Option<[Names; 2]>,
    /// [`Heuristics::NETWORKS`].
    pub networks: &'static [Shipped],
    /// [`Heuristics::CALIBRATION`].
    pub calibration: Option<&'static str>,
}

impl HeuristicsInfo {
    /// The facts of a game.
    pub const fn of<G: Heuristics>() -> HeuristicsInfo {
        HeuristicsInfo {
            has_expert: G::HEURISTIC.is_some(),
            has_rollout_network: G::ROLLOUT_NETWORK.is_some(),
            moves: match G::MOVES {
                Some(moves) => Some([moves.context, moves.inputs]),
                None => None,
            },
            networks: G::NETWORKS,
            calibration: G::CALIBRATION,
        }
    }

    /// The facts of a game without its types; that there is nothing, of one that is not listed.
    pub fn find(game: &dyn AnyGame) -> HeuristicsInfo {
        const NOTHING: HeuristicsInfo = HeuristicsInfo {
            has_expert: false,
            has_rollout_network: false,
            moves: None,
            networks: &[],
            calibration: None,
        };
        part::<HeuristicsInfo>(game)
            .copied()
            .unwrap_or_else(|| with_game!(game.info().id, G => HeuristicsInfo::of::<G>(), else _unlisted => NOTHING))
    }
}

/// Whether a game has an [expert](Heuristics::HEURISTIC).
pub fn has_expert(game: &dyn AnyGame) -> bool {
    HeuristicsInfo::find(game).has_expert
}

/// Plays as the game's expert does.
#[derive(Clone, Debug)]
pub struct HeuristicAgent<G: Game> {
    policy: Policy<G>,
}

impl<G: Heuristics> HeuristicAgent<G> {
    /// The expert of the game; `None` if it has none.
    pub fn new() -> Option<Self> {
        G::HEURISTIC.map(|policy| HeuristicAgent { policy })
    }
}

impl<G: Game> Agent<G> for HeuristicAgent<G> {
    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        Ok((self.policy)(view, seat, legal, rng))
    }
}
