//! What a run of the learner is asked to do, as a TOML file says it.

use heist_agents::heuristics::Heuristics;
use heist_agents::network::{Activation, Base, Head, NetworkConfig};
use heist_engine::json::in_words;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::problem::{
    Bound, Field, Problem, Product, WIDTHS, all_from, each, fields, layers, not_negative, out_of_bounds, out_of_range,
    positive, share,
};

/// A run of the learner. Every field has a default; unknown ones are refused.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct LearnConfig {
    /// The seed of the first weights and of the order of decisions.
    pub seed: u64,
    /// The network.
    pub network: NetworkOptions,
    /// What is learned from.
    pub data: DataConfig,
    /// What is minimised.
    pub loss: LossConfig,
    /// How each step is made.
    pub optimizer: OptimizerConfig,
    /// How many steps there are, and how long they are.
    pub schedule: ScheduleConfig,
}

/// The network.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct NetworkOptions {
    /// Widths of the hidden layers, the sum of embeddings first.
    pub hidden: Vec<usize>,
    /// What follows each hidden layer.
    pub activation: Activation,
    /// What is added to the network's own value: nothing, or the game's estimate, with whose strength the network then
    /// begins. By default the estimate, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// Whether the numbers that the game computes for its estimate are inputs of the network.
    pub dense: bool,
    /// What the network says.
    pub heads: Vec<Head>,
    /// Whether features that differ only in their place on a floor share a part of their weights.
    pub shared: bool,
}

impl Default for NetworkOptions {
    fn default() -> Self {
        NetworkOptions {
            hidden: vec![64, 32, 32],
            activation: Activation::default(),
            base: None,
            dense: true,
            heads: vec![Head::Value, Head::Stake, Head::Figures, Head::Turns],
            shared: false,
        }
    }
}

/// What is learned from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct DataConfig {
    /// The share of the games that is only measured on. Which ones depends on the deal alone, so that no run learns
    /// from them.
    pub held_out: f64,
    /// The most memory that samples may take, in MB.
    pub memory_mb: usize,
}

impl Default for DataConfig {
    fn default() -> Self {
        DataConfig {
            held_out: 0.05,
            memory_mb: 8192,
        }
    }
}

/// What is minimised: a sum of losses with these weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct LossConfig {
    /// The squared errors of the differences between the moves of a decision, each over twice its variance. Errors as
    /// large as `huber` says count for less.
    pub difference: f64,
    /// Added to each standard error as a variance, in win probability: no difference counts as known more exactly.
    pub error_floor: f64,
    /// From so many standard errors on, the loss grows with an error and no longer with its square (Huber, 1964):
    /// searches that have won everywhere after one move and nowhere after another claim a certainty that they do not
    /// have.
    pub huber: f64,
    /// The cross-entropy of the game's result at the decision.
    pub result: f64,
    /// The squared errors of stake, figures and turns, in their standard deviations.
    pub auxiliary: f64,
    /// The cross-entropy of the policy over the legal moves.
    pub policy: f64,
    /// What the policy learns.
    pub policy_target: PolicyTarget,
    /// The difference in win probability that makes a move e times as likely, where the policy learns from differences.
    pub temperature: f64,
}

impl Default for LossConfig {
    fn default() -> Self {
        LossConfig {
            difference: 1.0,
            error_floor: 0.02,
            huber: 3.0,
            result: 1.0,
            auxiliary: 0.1,
            policy: 1.0,
            policy_target: PolicyTarget::default(),
            temperature: 0.02,
        }
    }
}

/// What a policy learns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PolicyTarget {
    /// Moves the likelier the better they are, by the differences between them; a decision counts the more the better
    /// those are known.
    #[default]
    Differences,
    /// The move that was played.
    Played,
    /// The move of the game's expert.
    Expert,
}

/// AdamW and the average of the weights (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct OptimizerConfig {
    /// The share by which weights shrink in a step, times the learning rate. Biases do not shrink.
    pub weight_decay: f64,
    /// The share of the average gradient that a step keeps.
    pub beta1: f64,
    /// The share of the average square of gradients that a step keeps.
    pub beta2: f64,
    /// Added to the root of the average square.
    pub epsilon: f64,
    /// Gradients longer than this are shortened to it; 0 leaves them as they are.
    pub clip: f64,
    /// The share of the averaged weights that a step keeps; 0 exports the last weights.
    pub average: f64,
}

impl Default for OptimizerConfig {
    fn default() -> Self {
        OptimizerConfig {
            weight_decay: 0.01,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            clip: 1.0,
            average: 0.999,
        }
    }
}

/// How many steps there are, and how long they are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ScheduleConfig {
    /// How often each decision is learned from.
    pub epochs: u32,
    /// Decisions in a step.
    pub batch: usize,
    /// The greatest learning rate.
    pub rate: f64,
    /// Steps in which the rate rises to its greatest.
    pub warm_up: u64,
    /// The share of the greatest rate to which it falls by the end, along half a cosine.
    pub last_rate: f64,
    /// Steps between two lines of metrics.
    pub report_every: u64,
}

impl Default for ScheduleConfig {
    fn default() -> Self {
        ScheduleConfig {
            epochs: 5,
            batch: 256,
            rate: 1e-3,
            warm_up: 200,
            last_rate: 0.01,
            report_every: 50,
        }
    }
}

impl ScheduleConfig {
    /// The learning rate of a step, the first of which is 0, of so many in all.
    pub fn rate_at(&self, step: u64, steps: u64) -> f64 {
        if step < self.warm_up {
            return self.rate * (step + 1) as f64 / self.warm_up as f64;
        }
        let rest = steps.saturating_sub(self.warm_up).max(1);
        let done = ((step - self.warm_up) as f64 / rest as f64).min(1.0);
        let share = self.last_rate + (1.0 - self.last_rate) * 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        self.rate * share
    }
}

/// The numbers of a layer that a decision of a step takes in memory: its outputs, their slopes, and what is kept
/// between.
pub(crate) const COPIES: u64 = 4;

/// The ranges of all whole numbers.
pub(crate) const BOUNDS: &[Bound<LearnConfig>] = &[
    Bound {
        field: "seed",
        range: all_from(0),
        bytes: 0,
        of: |config| vec![config.seed],
    },
    Bound {
        field: "network.hidden",
        range: WIDTHS,
        bytes: 0,
        of: |config| each(&config.network.hidden),
    },
    Bound {
        field: "data.memory-mb",
        range: 1..=1 << 24,
        bytes: 1 << 20,
        of: |config| vec![config.data.memory_mb as u64],
    },
    Bound {
        field: "schedule.epochs",
        range: 1..=1_000_000,
        bytes: 0,
        of: |config| vec![config.schedule.epochs.into()],
    },
    Bound {
        field: "schedule.batch",
        range: 1..=1 << 16,
        bytes: 0,
        of: |config| vec![config.schedule.batch as u64],
    },
    Bound {
        field: "schedule.warm-up",
        range: 0..=1_000_000_000_000,
        bytes: 0,
        of: |config| vec![config.schedule.warm_up],
    },
    Bound {
        field: "schedule.report-every",
        range: 1..=1_000_000_000_000,
        bytes: 0,
        of: |config| vec![config.schedule.report_every],
    },
];

/// What is too much together.
pub(crate) const PRODUCTS: &[Product<LearnConfig>] = &[Product {
    what: "numbers of hidden units per step",
    field: "schedule.batch",
    with: &["the sum of `network.hidden`"],
    most: 1 << 30,
    bytes: 4 * COPIES,
    of: |config| vec![each(&config.network.hidden).iter().sum(), config.schedule.batch as u64],
}];

/// A configuration that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{}", .line.map_or(String::new(), |line| format!("line {line}: ")), .what)]
pub struct ConfigError {
    /// The line of its text, where it is known.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub what: String,
}

/// Reads a configuration; `numbers` are its fields with ranges, `problem` names the first value of it that makes no
/// sense.
///
/// # Errors
/// When it is no TOML, a field is unknown or missing, or there is a problem.
pub(crate) fn read<T, P>(text: &str, numbers: &[Field], problem: impl Fn(&T) -> Option<P>) -> Result<T, ConfigError>
where
    T: DeserializeOwned,
    ConfigError: From<P>,
{
    let line = |start: usize| 1 + text[..start].matches('\n').count();
    if let Some((start, problem)) = out_of_range(text, numbers) {
        return Err(ConfigError {
            line: Some(line(start)),
            what: problem.to_string(),
        });
    }
    let config: T = toml::from_str(text).map_err(|error| ConfigError {
        line: error.span().map(|span| line(span.start)),
        what: in_words(error.message()),
    })?;
    match problem(&config) {
        None => Ok(config),
        Some(problem) => Err(problem.into()),
    }
}

impl From<String> for ConfigError {
    fn from(what: String) -> ConfigError {
        ConfigError { line: None, what }
    }
}

impl From<Problem> for ConfigError {
    fn from(problem: Problem) -> ConfigError {
        ConfigError::from(problem.to_string())
    }
}

impl LearnConfig {
    /// Reads a configuration.
    ///
    /// # Errors
    /// When it is no TOML, a field is unknown, or a value makes no sense.
    pub fn parse(text: &str) -> Result<LearnConfig, ConfigError> {
        read(text, &fields(BOUNDS, ""), LearnConfig::problem)
    }

    /// The configuration as a file says it.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("it has no map whose keys are no texts")
    }

    /// The network for a game.
    pub fn network<G: Heuristics>(&self) -> NetworkConfig {
        let usual = NetworkConfig::of_game::<G>();
        NetworkConfig {
            hidden: self.network.hidden.clone(),
            activation: self.network.activation,
            base: self.network.base.unwrap_or(usual.base),
            dense: if self.network.dense { usual.dense } else { Vec::new() },
            heads: self.network.heads.clone(),
            card: Map::new(),
            ..usual
        }
    }

    /// Whether the network has a head.
    pub fn has(&self, head: Head) -> bool {
        self.network.heads.contains(&head)
    }

    /// Finds out whether it can be followed for a game: whether every value makes sense, and the game has what the
    /// network adds to.
    ///
    /// # Errors
    /// Names the field that does not fit.
    pub fn check<G: Heuristics>(&self) -> Result<(), Problem> {
        if let Some(problem) = self.problem() {
            return Err(problem);
        }
        match (self.network.base, G::EVALUATION) {
            (Some(Base::Estimate), None) => {
                let expected = format!("`none`, since {} has no estimate of positions", G::NAME);
                Err(Problem::new("network.base", "`estimate`", expected))
            }
            _ => Ok(()),
        }
    }

    /// The first value that makes no sense in any game.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let LearnConfig {
            network,
            data,
            loss,
            optimizer,
            schedule,
            ..
        } = self;
        out_of_bounds(self, BOUNDS, PRODUCTS)
            .or_else(|| layers("network.hidden", &network.hidden))
            .or_else(|| heads("network.heads", &network.heads))
            .or_else(|| share("data.held-out", data.held_out))
            .or_else(|| not_negative("loss.difference", loss.difference))
            .or_else(|| positive("loss.error-floor", loss.error_floor))
            .or_else(|| positive("loss.huber", loss.huber))
            .or_else(|| not_negative("loss.result", loss.result))
            .or_else(|| not_negative("loss.auxiliary", loss.auxiliary))
            .or_else(|| not_negative("loss.policy", loss.policy))
            .or_else(|| positive("loss.temperature", loss.temperature))
            .or_else(|| not_negative("optimizer.weight-decay", optimizer.weight_decay))
            .or_else(|| share("optimizer.beta1", optimizer.beta1))
            .or_else(|| share("optimizer.beta2", optimizer.beta2))
            .or_else(|| positive("optimizer.epsilon", optimizer.epsilon))
            .or_else(|| not_negative("optimizer.clip", optimizer.clip))
            .or_else(|| share("optimizer.average", optimizer.average))
            .or_else(|| positive("schedule.rate", schedule.rate))
            .or_else(|| not_negative("schedule.last-rate", schedule.last_rate))
    }
}

/// Heads of which none is read in play, or one is named twice.
fn heads(field: &str, found: &[Head]) -> Option<Problem> {
    let is_again = |place: usize| found[..place].contains(&found[place]);
    let expected = if !Head::READ.iter().any(|head| found.contains(head)) {
        "`value`, `policy` or both among them"
    } else if (0..found.len()).any(is_again) {
        "each head once"
    } else {
        return None;
    };
    let names: Vec<&str> = found.iter().map(|head| head.name()).collect();
    Some(Problem::new(field, format!("{names:?}"), expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(warm_up: u64) -> ScheduleConfig {
        ScheduleConfig {
            rate: 0.008,
            warm_up,
            last_rate: 0.25,
            ..ScheduleConfig::default()
        }
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    #[test]
    fn the_rate_rises_in_a_straight_line_and_falls_along_half_a_cosine() {
        let rate = |step| schedule(4).rate_at(step, 16);
        for (step, expected) in [0.002, 0.004, 0.006, 0.008].into_iter().enumerate() {
            close(rate(step as u64), expected);
        }
        // Twelve steps down from the greatest rate: half of the way is lost in the middle, and 1/4 of the rate is left
        // at the end.
        close(rate(4), 0.008);
        close(rate(8), 0.008 * (0.25 + 0.75 * 0.75));
        close(rate(10), 0.008 * (0.25 + 0.75 * 0.5));
        close(rate(16), 0.002);
        close(rate(100), 0.002);
        assert!((4..16).all(|step| rate(step + 1) < rate(step)));
    }

    #[test]
    fn a_schedule_may_be_without_a_warm_up_or_nothing_else() {
        close(schedule(0).rate_at(0, 10), 0.008);
        close(schedule(0).rate_at(10, 10), 0.002);
        close(schedule(10).rate_at(9, 10), 0.008);
        close(schedule(20).rate_at(9, 10), 0.004);
    }
}
