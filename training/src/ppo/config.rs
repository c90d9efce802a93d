//! How a policy gradient is run.

use heist_agents::Heuristics;
use heist_agents::network::NetworkError;
use heist_engine::game::SetupError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::learn::architecture::Activation;
use crate::problem::{Problem, at_least_one, not_negative, positive, share, share_or_all, width, widths};

/// Why no policy gradient can be run.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PolicyGradientError {
    /// The teacher cannot be loaded.
    #[error("field `moves.teacher`: {0}")]
    Teacher(#[from] NetworkError),
    /// Nobody learns from the teacher.
    #[error("field `moves.teacher`: nothing is learned from it; expected clone-updates of 1 or more")]
    IdleTeacher,
    /// The setup is not playable.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Learning has failed.
    #[error("a weight is no finite number after update {update}; expected a lower `rate` or `clone-rate`")]
    Diverged {
        /// How many updates there were.
        update: usize,
    },
    /// There is no expert to clone.
    #[error("{game} has no rule-based expert; expected clone-updates = 0")]
    NoExpert {
        /// The game's name for people.
        game: &'static str,
    },
    /// The game computes no numbers of moves, or has no expert that a residual policy could ask.
    #[error("field `moves`: {game} {lacks}; expected a policy without that field")]
    NoMoves {
        /// The game's name for people.
        game: &'static str,
        /// What it does not have.
        lacks: &'static str,
    },
    /// A setting makes no sense.
    #[error(transparent)]
    Setting(#[from] Problem),
    /// A setting that the policy does not have is given.
    #[error(
        "field `{setting}`: a policy that scores moves one by one has no such layers; expected the widths in `moves`"
    )]
    Unused {
        /// Its name.
        setting: &'static str,
    },
}

/// Settings of proximal policy optimisation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct PolicyGradient {
    /// How many games are played side by side.
    pub lanes: usize,
    /// Decisions per lane between two updates.
    pub horizon: usize,
    /// Updates in which the actor learns to play as a teacher, before it plays itself: the game's expert or, where moves are scored one
    /// by one, a network.
    pub clone_updates: usize,
    /// Updates of self-play after those.
    pub updates: usize,
    /// How often each decision of an update is learnt from.
    pub epochs: usize,
    /// Decisions per step of the optimiser.
    pub batch: usize,
    /// Learning rate of the first update of self-play; it falls in a straight line to a twentieth.
    pub rate: f64,
    /// Learning rate while the expert is cloned.
    pub clone_rate: f64,
    /// By how much the ratio of chances, new to old, may leave 1 before a decision has no more weight.
    pub clip: f64,
    /// Weight of the entropy of the policy; it falls in a straight line to 0.
    pub entropy: f64,
    /// Decay of generalised advantages.
    pub lambda: f32,
    /// What a result is worth a decision earlier: below 1, shorter ways to the same result are better, also where games can waste decisions.
    pub discount: f32,
    /// The longest gradient; longer ones are shortened to it. 0 leaves them as they are.
    pub longest_gradient: f64,
    /// The share of the averaged weights that a step of the optimiser keeps.
    pub average: f64,
    /// Widths of the actor's hidden layers.
    pub hidden: Vec<usize>,
    /// Widths of the critic's hidden layers.
    pub critic_hidden: Vec<usize>,
    /// What follows the actor's hidden layers.
    pub activation: Activation,
    /// How moves are scored one by one by numbers of each ([`Moves`](heist_agents::heuristics::Moves)). Without it the policy scores
    /// them by their indices, from the features of the position. Needs no LibTorch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MoveScores>,
    /// Updates per round: after each the network is kept and evaluated, and a run can be resumed from there.
    pub round: usize,
    /// Deals in which the network is evaluated after each round, playing its likeliest move.
    pub evaluation_games: usize,
}

/// A policy that scores moves one by one, and its critic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MoveScores {
    /// The width of the actor's hidden layer.
    pub hidden: usize,
    /// The width of the critic's hidden layer. It reads the numbers of the decision, which are those of the deciding seat's information
    /// state.
    pub critic_hidden: usize,
    /// The network that it learns to play as while it clones, by name or path; without it that is the expert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// Whether the policy begins as the expert's and learns what to add to it: then the expert is asked at every decision.
    pub residual: bool,
    /// Games that are played out for each plan in a game that begins with a planning part, which policies leave to the game's planner; with
    /// 0 the plans are the expert's.
    pub plan: u64,
    /// Setups that deals take in turn, each by the fields that it has in place of those of the run's setup; with none it is the run's alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub setups: Vec<Map<String, Value>>,
}

impl Default for MoveScores {
    fn default() -> Self {
        MoveScores {
            hidden: 48,
            critic_hidden: 64,
            teacher: None,
            residual: false,
            plan: 0,
            setups: Vec::new(),
        }
    }
}

impl Default for PolicyGradient {
    fn default() -> Self {
        PolicyGradient {
            lanes: 1024,
            horizon: 16,
            clone_updates: 60,
            updates: 1200,
            epochs: 2,
            batch: 4096,
            rate: 1e-3,
            clone_rate: 2e-3,
            clip: 0.2,
            entropy: 0.01,
            lambda: 0.95,
            discount: 1.0,
            longest_gradient: 0.5,
            average: 0.995,
            hidden: vec![128, 64],
            critic_hidden: vec![128, 64],
            activation: Activation::Relu,
            moves: None,
            round: 60,
            evaluation_games: 4000,
        }
    }
}

impl PolicyGradient {
    /// Steps of the optimisers per update.
    pub fn steps_per_update(&self) -> usize {
        self.epochs * (self.lanes * self.horizon).div_ceil(self.batch)
    }

    /// Updates in all.
    pub fn planned(&self) -> usize {
        self.clone_updates + self.updates
    }

    /// The share of the updates of self-play that is left after so many updates.
    pub fn left(&self, updates: usize) -> f64 {
        1.0 - updates.saturating_sub(self.clone_updates) as f64 / self.updates as f64
    }

    /// The learning rate of the update after so many.
    pub fn rate_after(&self, updates: usize) -> f64 {
        if updates < self.clone_updates {
            self.clone_rate
        } else {
            self.rate * (0.05 + 0.95 * self.left(updates))
        }
    }

    /// The first setting that makes no sense in any game.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let of_layers = || match &self.moves {
            Some(moves) => {
                width("moves.hidden", moves.hidden).or_else(|| width("moves.critic-hidden", moves.critic_hidden))
            }
            None => widths("hidden", &self.hidden).or_else(|| widths("critic-hidden", &self.critic_hidden)),
        };
        at_least_one("lanes", self.lanes as u64)
            .or_else(|| at_least_one("horizon", self.horizon as u64))
            .or_else(|| at_least_one("updates", self.updates as u64))
            .or_else(|| at_least_one("epochs", self.epochs as u64))
            .or_else(|| at_least_one("batch", self.batch as u64))
            .or_else(|| positive("rate", self.rate))
            .or_else(|| positive("clone-rate", self.clone_rate))
            .or_else(|| positive("clip", self.clip))
            .or_else(|| not_negative("entropy", self.entropy))
            .or_else(|| share_or_all("lambda", self.lambda))
            .or_else(|| share_or_all("discount", self.discount))
            .or_else(|| not_negative("longest-gradient", self.longest_gradient))
            .or_else(|| share("average", self.average))
            .or_else(of_layers)
            .or_else(|| at_least_one("round", self.round as u64))
            .or_else(|| at_least_one("evaluation-games", self.evaluation_games as u64))
    }

    /// Finds out whether the settings make sense for a game.
    ///
    /// # Errors
    /// When they do not.
    pub fn check<G: Heuristics>(&self) -> Result<(), PolicyGradientError> {
        if let Some(problem) = self.problem() {
            return Err(problem.into());
        }
        let game = G::NAME;
        let has_teacher = self.moves.as_ref().is_some_and(|moves| moves.teacher.is_some());
        if has_teacher && self.clone_updates == 0 {
            return Err(PolicyGradientError::IdleTeacher);
        }
        if self.clone_updates > 0 && !has_teacher && G::HEURISTIC.is_none() {
            return Err(PolicyGradientError::NoExpert { game });
        }
        let Some(moves) = &self.moves else {
            return Ok(());
        };
        let lacks = match (G::MOVES, G::HEURISTIC) {
            (None, _) => Some("computes no numbers of moves"),
            (_, None) if moves.residual => Some("has no rule-based expert"),
            _ => None,
        };
        if let Some(lacks) = lacks {
            return Err(PolicyGradientError::NoMoves { game, lacks });
        }
        let default = PolicyGradient::default();
        let unused = [
            ("hidden", self.hidden != default.hidden),
            ("critic-hidden", self.critic_hidden != default.critic_hidden),
            ("activation", self.activation != default.activation),
        ];
        match unused.into_iter().find(|(_, is_given)| *is_given) {
            Some((setting, _)) => Err(PolicyGradientError::Unused { setting }),
            None => Ok(()),
        }
    }
}
