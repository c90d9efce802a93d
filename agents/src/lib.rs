//! Agents that play cooperative heist games, and the arena that compares them.
//!
//! - [`agent`]: the contract every agent keeps, and the random agent; [`any`]: agents without the game's types.
//! - [`heuristics`]: the rule-based experts, one a game.
//! - [`evaluator`]: what positions are worth and what is likely to be played: experts, estimates and networks behind
//!   one interface.
//! - [`network`]: networks, their files and their evaluation.
//! - [`search`]: agents that look ahead, and [`analysis`]: what they found.
//! - [`spec`]: agents named in text (`random`, `heuristic`), and the list of all there are.
//! - [`bot`]: outside programs as agents; [`mod@serve`]: agents as such programs.
//! - [`calibration`]: what values of searches are worth as chances to win.
//! - [`inquiry`]: one decision and everything that is asked about it.
//! - [`interval`]: the 95% intervals of what a search estimates.
//! - [`planning`]: whole plans for games that begin with a planning part.
//! - [`level`]: how hard to think, in four steps; [`thinker`]: who thinks, the recommended search or a network.
//! - [`mod@ranking`]: how the moves of an analysis stand to the first one, and their order.
//! - [`shaping`]: potentials that learners add to rewards.
//! - [`reasons`]: why a move is recommended.
//! - [`protocol`]: questions about positions in JSON, and their answers.
//! - [`parallel`]: work on several threads.
//! - [`files`]: files that are read whole.
//! - [`arena`]: matches over common deals, and their statistics.
//! - [`speed`]: the signature of the rules, and how fast they run.
//!
//! An agent is shown its seat's information state and nothing else. The driver of a game owns the world and
//! the randomness.

pub mod agent;
pub mod analysis;
pub mod any;
pub mod arena;
pub mod bot;
pub mod calibration;
pub mod evaluator;
pub mod files;
pub mod heuristics;
pub mod inquiry;
pub mod interval;
pub mod level;
pub mod network;
pub mod parallel;
mod parts;
pub mod planning;
pub mod protocol;
pub mod ranking;
pub mod reasons;
pub mod search;
pub mod serve;
pub mod shaping;
pub mod spec;
pub mod speed;
pub mod thinker;

#[doc(hidden)]
pub use heist_engine::game::{Game, Seat};

pub use agent::{Agent, Factory, Fault, RandomAgent, Start, Stop};
pub use analysis::{Analysis, Branch, Candidate, Change, Estimate, Foreseen, Next, Reason, ReasonKind};
pub use evaluator::{Answers, Evaluations, Evaluator, Query, Uniform};
pub use heuristics::{Evaluation, Expert, HeuristicAgent, Heuristics, Policy};
pub use inquiry::{Inquiry, Told};
pub use level::{LEVELS, Level, UnknownLevel};
pub use parts::Parts;
pub use ranking::{Confidence, Ranked, Standing, ranking};
pub use search::{Budget, Search, SearchAgent};
pub use shaping::{Shaping, ShapingError};
pub use spec::{AGENTS, AgentInfo, Players, Spec, SpecError, build, factory};
pub use thinker::{Role, Thinker, UnknownThinker};
