//! How a policy gradient is run.

use heist_agents::Heuristics;
use heist_agents::network::NetworkError;
use heist_engine::game::SetupError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::learn::architecture::Activation;
use crate::learn::config::COPIES;
use crate::problem::{
    Bound, Problem, Product, WIDTHS, each, layers, not_negative, out_of_bounds, positive, share, share_or_all,
};

/// Why no policy gradient can be run.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PolicyGradientError {
    /// The teacher cannot be loaded.
    #[error("field `moves.teacher`: {}", .source.of(.name))]
    Teacher {
        /// Its network, as it was named.
        name: String,
        /// What is wrong with it.
        source: NetworkError,
    },
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
    /// Updates in which the actor learns to play as a teacher, before it plays itself: the game's expert or, where
    /// moves are scored one by one, a network.
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
    /// What a result is worth a decision earlier: below 1, shorter ways to the same result are better, also where games
    /// can waste decisions.
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
    /// How moves are scored one by one by numbers of each ([`Moves`](heist_agents::heuristics::Moves)). Without it the
    /// policy scores them by their indices, from the features of the position. Needs no LibTorch.
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
    /// The width of the critic's hidden layer. It reads the numbers of the decision, which are those of the deciding
    /// seat's information state.
    pub critic_hidden: usize,
    /// The network that it learns to play as while it clones, by name or path; without it that is the expert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// Whether the policy begins as the expert's and learns what to add to it: then the expert is asked at every
    /// decision.
    pub residual: bool,
    /// Games that are played out for each plan in a game that begins with a planning part, which policies leave to the
    /// game's planner; with 0 the plans are the expert's.
    pub plan: u64,
    /// Setups that deals take in turn, each by the fields that it has in place of those of the run's setup; with none
    /// it is the run's alone.
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

/// The bytes that a game at a decision takes: its state, its chance and its legal actions.
const LANE_BYTES: u64 = 1 << 10;
/// The bytes that a decision of an update takes: what actor and critic see, which is most in games with many moves.
const DECISION_BYTES: u64 = 1 << 12;

/// The ranges of all whole numbers.
pub(crate) const BOUNDS: &[Bound<PolicyGradient>] = &[
    Bound {
        field: "lanes",
        range: 1..=65_536,
        bytes: LANE_BYTES,
        of: |config| vec![config.lanes as u64],
    },
    Bound {
        field: "horizon",
        range: 1..=65_536,
        bytes: 0,
        of: |config| vec![config.horizon as u64],
    },
    Bound {
        field: "clone-updates",
        range: 0..=1_000_000,
        bytes: 0,
        of: |config| vec![config.clone_updates as u64],
    },
    Bound {
        field: "updates",
        range: 1..=1_000_000,
        bytes: 0,
        of: |config| vec![config.updates as u64],
    },
    Bound {
        field: "epochs",
        range: 1..=1_000,
        bytes: 0,
        of: |config| vec![config.epochs as u64],
    },
    Bound {
        field: "batch",
        range: 1..=MOST_DECISIONS,
        bytes: 0,
        of: |config| vec![config.batch as u64],
    },
    Bound {
        field: "hidden",
        range: WIDTHS,
        bytes: 0,
        of: |config| each(&config.hidden),
    },
    Bound {
        field: "critic-hidden",
        range: WIDTHS,
        bytes: 0,
        of: |config| each(&config.critic_hidden),
    },
    Bound {
        field: "moves.hidden",
        range: WIDTHS,
        bytes: 0,
        of: |config| config.moves.iter().map(|moves| moves.hidden as u64).collect(),
    },
    Bound {
        field: "moves.critic-hidden",
        range: WIDTHS,
        bytes: 0,
        of: |config| config.moves.iter().map(|moves| moves.critic_hidden as u64).collect(),
    },
    Bound {
        field: "moves.plan",
        range: 0..=1_000_000,
        bytes: 0,
        of: |config| config.moves.iter().map(|moves| moves.plan).collect(),
    },
    Bound {
        field: "round",
        range: 1..=1_000_000,
        bytes: 0,
        of: |config| vec![config.round as u64],
    },
    Bound {
        field: "evaluation-games",
        range: 1..=1_000_000,
        bytes: LANE_BYTES,
        of: |config| vec![config.evaluation_games as u64],
    },
];

/// The most decisions of an update. LibTorch's lists of features have 31-bit indices, of which a decision may take two
/// thousand.
const MOST_DECISIONS: u64 = 1 << 20;

/// What is too much together.
pub(crate) const PRODUCTS: &[Product<PolicyGradient>] = &[
    Product {
        what: "decisions per update",
        field: "horizon",
        with: &["`lanes`"],
        most: MOST_DECISIONS,
        bytes: DECISION_BYTES,
        of: |config| vec![config.lanes as u64, config.horizon as u64],
    },
    // What scores moves one by one keeps the hidden units of a single decision.
    Product {
        what: "numbers of hidden units per step",
        field: "batch",
        with: &["the sum of `hidden` and `critic-hidden`"],
        most: 1 << 30,
        bytes: 4 * COPIES,
        of: |config| match config.moves {
            Some(_) => Vec::new(),
            None => {
                let widths = config.hidden.iter().chain(&config.critic_hidden);
                vec![widths.sum::<usize>() as u64, config.batch as u64]
            }
        },
    },
];

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
            // The lists that stand beside `moves` are not used, and only defaults are accepted there.
            Some(_) => None,
            None => layers("hidden", &self.hidden).or_else(|| layers("critic-hidden", &self.critic_hidden)),
        };
        out_of_bounds(self, BOUNDS, PRODUCTS)
            .or_else(|| positive("rate", self.rate))
            .or_else(|| positive("clone-rate", self.clone_rate))
            .or_else(|| positive("clip", self.clip))
            .or_else(|| not_negative("entropy", self.entropy))
            .or_else(|| share_or_all("lambda", self.lambda))
            .or_else(|| share_or_all("discount", self.discount))
            .or_else(|| not_negative("longest-gradient", self.longest_gradient))
            .or_else(|| share("average", self.average))
            .or_else(of_layers)
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

#[cfg(test)]
mod tests {
    use heist_agents::network::{MoveBuffers, MoveNumbers, MoveReader, MovesConfig};
    use heist_engine::burgle_bros::BurgleBros;
    use heist_engine::caper_cards::CaperCards;
    use heist_engine::casino_capers::CasinoCapers;
    use heist_engine::game::Encode;
    use heist_engine::masters::MastersOfTheHeist;
    use heist_engine::random;
    use serde_json::json;

    use super::*;
    use crate::ppo::lanes::{Deals, Lanes, Plans};
    use crate::ppo::rollout::Decisions;

    /// The mean bytes of a decision of random games, as a policy by features and as one by numbers of moves keeps it.
    fn bytes_of_a_decision<G: Heuristics + Encode>() -> (u64, Option<u64>) {
        const STEPS: u64 = 20;
        let setup: G::Setup = serde_json::from_value(json!({"seats": 4, "seed": 1})).expect("a setup of every game");
        let deals = Deals::<G> {
            setups: vec![setup],
            seed: 1,
            plans: Plans::NONE,
        };
        let mut lanes = Lanes::new(deals, 0, 16).expect("a playable setup");
        let moves = MovesConfig::of_game::<G>(48, false);
        let reader = moves.map(|moves| MoveReader::<G>::new(&moves).expect("it reads what the game has"));
        let mut rng = random::stream(1, "bytes of a decision", 0);
        let (mut features, mut numbers) = (0, 0);
        for _ in 0..STEPS {
            let waiting = Decisions::waiting(&lanes);
            for bags in [&waiting.seen, &waiting.all, &waiting.legal] {
                features += 4 * (bags.indices.len() + bags.offsets.len()) as u64;
            }
            let mut places = Vec::new();
            for lane in lanes.lanes() {
                places.push(random::below(&mut rng, lane.legal.len() as u32) as usize);
                if let Some(reader) = &reader {
                    let (mut buffers, mut seen) = (MoveBuffers::default(), MoveNumbers::default());
                    let view = lane.world.information_state(lane.seat);
                    reader.read(&view, lane.seat, &lane.legal, &mut buffers, &mut seen);
                    // The critic has the numbers of the decision for itself.
                    numbers += 8 * (2 * seen.context.len() + seen.moves.len()) as u64 + 4 * seen.ends.len() as u64;
                }
            }
            lanes.play(places.into_iter()).expect("a playable setup");
        }
        let decisions = STEPS * lanes.lanes().len() as u64;
        (features / decisions, reader.map(|_| numbers / decisions))
    }

    /// What messages say of memory is of the right size: no game takes more than twice as much, and some take a
    /// quarter.
    #[test]
    fn a_decision_takes_about_as_much_memory_as_messages_say() {
        let games = [
            bytes_of_a_decision::<BurgleBros>(),
            bytes_of_a_decision::<CaperCards>(),
            bytes_of_a_decision::<CasinoCapers>(),
            bytes_of_a_decision::<MastersOfTheHeist>(),
        ];
        let all = games
            .iter()
            .flat_map(|(features, numbers)| [Some(*features), *numbers])
            .flatten();
        let most = all.max().expect("there are games");
        assert!((DECISION_BYTES / 4..=2 * DECISION_BYTES).contains(&most), "{games:?}");
        // Three numbers of 31 bits a decision are enough for the places of its features.
        let features = 4 * (i32::MAX as u64) / MOST_DECISIONS;
        assert!(games.iter().all(|(bytes, _)| *bytes < features), "{games:?}");
    }
}
