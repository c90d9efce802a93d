//! What the loop is asked to do, as a TOML file says it.

use heist_agents::Players;
use heist_agents::arena::{Sprt, Threads};
use heist_agents::spec::{self, Spec};
use heist_engine::json;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::label::{LabelOptions, Labeller, Pick};
use crate::learn;
use crate::learn::config::{ConfigError, LearnConfig, read};
use crate::ppo;
use crate::ppo::config::PolicyGradient;
use crate::problem::{Bound, Field, Problem, Product, all_from, fields, out_of_bounds};
use crate::selfplay::{Selfplay, SelfplayOptions};

/// Stands for the path of a network in the specs of agents.
pub const NET: &str = "{net}";
/// The most minutes that a gate may have.
pub const GATE_MINUTES: f64 = 10.0;

/// A run of the loop. A round plays and records games, labels decisions, and learns from them; or goes on with a policy
/// gradient. Then it measures the new network, and takes it if it is better than the one before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrainConfig {
    /// The game's id.
    pub game: String,
    /// The name of the network: lower-case letters, digits and hyphens.
    pub name: String,
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// How many rounds there are.
    pub rounds: u32,
    /// Fields of the game's setup; what is left open is drawn for each deal.
    #[serde(default)]
    pub setup: Map<String, Value>,
    /// How games are played and recorded. Needs `learn`.
    pub play: Option<PlayConfig>,
    /// How recorded decisions are labelled; without it the searches of the games are learned from.
    pub label: Option<LabelConfig>,
    /// How networks are fitted to what was recorded.
    pub learn: Option<LearnConfig>,
    /// Self-play policy gradient, instead of `play`, `label` and `learn`. Its updates are shared out over the rounds.
    pub policy_gradient: Option<PolicyGradient>,
    /// When a network takes the place of the one before.
    pub gate: GateConfig,
    /// How every network is measured.
    pub curve: CurveConfig,
}

/// How games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayConfig {
    /// The agent of all seats while there is no network.
    pub first_agent: String,
    /// The agent from the second round on; `{net}` stands for the network.
    pub agent: Option<String>,
    /// Games per round.
    pub games: u64,
    /// Rounds whose games are learned from, the last ones.
    #[serde(default = "one")]
    pub window: u32,
}

/// How decisions are labelled: as `heist label` does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LabelConfig {
    /// The search whose rollouts label, while there is no network.
    pub first_rollouts: String,
    /// The same from the second round on; `{net}` stands for the network.
    pub rollouts: Option<String>,
    /// Worlds that every move is tried in.
    pub worlds: u32,
    /// Moves of a decision, at most.
    pub moves: usize,
    /// Decisions per game.
    pub per_game: u32,
}

/// A sequential test of a new network against the one before, in the same deals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GateConfig {
    /// The agent that plays with each of the two networks, `{net}`.
    pub agent: String,
    /// What the first network must be better than; without it the first network is taken.
    pub against: Option<String>,
    /// Deals at most.
    pub games: u32,
    /// Minutes at most, up to [`GATE_MINUTES`], over all stops of the run. A test that has no verdict by then keeps the
    /// old network.
    pub minutes: f64,
    /// Elo of the hypothesis that the new network is no better.
    pub elo0: f64,
    /// Elo of the hypothesis that it is.
    pub elo1: f64,
}

/// The curve of a run: every network in the same deals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CurveConfig {
    /// The agent that plays with each network, `{net}`.
    pub agent: String,
    /// Agents that it is drawn beside.
    #[serde(default)]
    pub beside: Vec<String>,
    /// Deals.
    pub games: u32,
    /// How many checkpoints of a round are on the curve, that at its end included; more than there are show all. Only
    /// those of a policy gradient are after numbers of updates that do not depend on the machine.
    #[serde(default = "one")]
    pub checkpoints: u32,
}

/// The bytes of memory that a game of a comparison takes while the run goes on: what the report needs of it.
const GAME_BYTES: u64 = 1 << 8;

/// The ranges of the whole numbers of the loop; its learner and its policy gradient have their own.
const BOUNDS: &[Bound<TrainConfig>] = &[
    Bound {
        field: "seed",
        range: all_from(0),
        bytes: 0,
        of: |config| vec![config.seed],
    },
    Bound {
        field: "rounds",
        range: 1..=10_000,
        bytes: 0,
        of: |config| vec![config.rounds.into()],
    },
    Bound {
        field: "play.games",
        range: 1..=1_000_000_000,
        bytes: 0,
        of: |config| config.play.iter().map(|play| play.games).collect(),
    },
    Bound {
        field: "play.window",
        range: 1..=10_000,
        bytes: 0,
        of: |config| config.play.iter().map(|play| play.window.into()).collect(),
    },
    Bound {
        field: "label.worlds",
        range: 1..=1_000_000,
        bytes: 0,
        of: |config| config.label.iter().map(|label| label.worlds.into()).collect(),
    },
    Bound {
        field: "label.moves",
        range: 2..=65_535,
        bytes: 0,
        of: |config| config.label.iter().map(|label| label.moves as u64).collect(),
    },
    Bound {
        field: "label.per-game",
        range: 1..=u32::MAX as u64,
        bytes: 0,
        of: |config| config.label.iter().map(|label| label.per_game.into()).collect(),
    },
    Bound {
        field: "gate.games",
        range: 1..=10_000_000,
        bytes: GAME_BYTES,
        of: |config| vec![config.gate.games.into()],
    },
    Bound {
        field: "curve.games",
        range: 1..=10_000_000,
        bytes: GAME_BYTES,
        of: |config| vec![config.curve.games.into()],
    },
    Bound {
        field: "curve.checkpoints",
        range: 1..=10_000,
        bytes: 0,
        of: |config| vec![config.curve.checkpoints.into()],
    },
];

/// What is too much together.
const PRODUCTS: &[Product<TrainConfig>] = &[Product {
    what: "games on the curve",
    field: "curve.games",
    with: &["`rounds`", "`curve.checkpoints`"],
    most: 100_000_000,
    bytes: GAME_BYTES,
    of: |config| {
        let curve = &config.curve;
        vec![config.rounds.into(), curve.checkpoints.into(), curve.games.into()]
    },
}];

fn one() -> u32 {
    1
}

/// Whether there is nothing in a place of a value of the setup. TOML can say infinite numbers and those that are none,
/// JSON cannot.
fn has_no_value(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.iter().any(has_no_value),
        Value::Object(fields) => fields.values().any(has_no_value),
        _ => false,
    }
}

/// A setup of a policy gradient by its place.
fn in_list(place: usize) -> String {
    format!("policy-gradient.moves.setups[{place}]")
}

/// The setup of some fields, which stand in a table.
fn playable<G: Players>(table: &str, fields: &Map<String, Value>) -> Result<G::Setup, ConfigError> {
    let setup: G::Setup =
        json::read_value(&Value::Object(fields.clone())).map_err(|error| in_table(table)(json::message(&error)))?;
    G::new(&G::with_seed(&setup, Some(0))).map_err(in_table(table))?;
    Ok(setup)
}

/// What is wrong with a field.
pub(super) fn at_field<E: std::fmt::Display>(field: &str) -> impl FnOnce(E) -> ConfigError {
    let field = field.to_owned();
    move |error| ConfigError {
        line: None,
        what: format!("field `{field}`: {error}"),
    }
}

/// What is wrong with a table.
fn in_table<E: std::fmt::Display>(table: &str) -> impl FnOnce(E) -> ConfigError {
    let table = table.to_owned();
    move |error| ConfigError {
        line: None,
        what: format!("table `{table}`: {error}"),
    }
}

impl PlayConfig {
    /// How games are played with a seed.
    pub(super) fn options(&self, seed: u64, threads: Threads) -> SelfplayOptions {
        SelfplayOptions {
            seed,
            games: self.games,
            threads,
            ..SelfplayOptions::default()
        }
    }
}

impl LabelConfig {
    /// How decisions are labelled with rollouts and a seed.
    pub(super) fn options(&self, rollouts: Spec, seed: u64, threads: Threads) -> LabelOptions {
        LabelOptions {
            rollouts,
            worlds: self.worlds,
            moves: self.moves,
            pick: Pick::Count(self.per_game),
            seed,
            threads,
        }
    }
}

impl TrainConfig {
    /// Reads a configuration, all but what depends on the game.
    ///
    /// # Errors
    /// When it is no TOML, a field is unknown or missing, or a value makes no sense.
    pub fn parse(text: &str) -> Result<TrainConfig, ConfigError> {
        read(text, &TrainConfig::numbers(), TrainConfig::problem)
    }

    /// The configuration as a file says it.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("it has no map whose keys are no texts")
    }

    /// All whole numbers of a file, with their ranges; those of setups are the game's to judge.
    fn numbers() -> Vec<Field> {
        let mut numbers = fields(BOUNDS, "");
        numbers.extend(fields(learn::config::BOUNDS, "learn."));
        numbers.extend(fields(ppo::config::BOUNDS, "policy-gradient."));
        numbers
    }

    fn problem(&self) -> Option<String> {
        let fits = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        if self.name.is_empty() || !self.name.bytes().all(fits) {
            let name = &self.name;
            return Some(format!(
                "field `name`: found {name:?}; expected lower-case letters, digits and hyphens"
            ));
        }
        if let Some(problem) = out_of_bounds(self, BOUNDS, PRODUCTS) {
            return Some(problem.to_string());
        }
        let named = |table: String| move |(name, value)| (format!("{table}.{name}"), value);
        let others = self.other_setups().iter().enumerate();
        let others = others.flat_map(|(place, fields)| fields.iter().map(named(in_list(place))));
        let mut fields = self.setup.iter().map(named("setup".to_owned())).chain(others);
        if let Some((field, _)) = fields.find(|(_, value)| has_no_value(value)) {
            let found = "a number that is not finite";
            return Some(Problem::new(&field, found, "finite numbers").to_string());
        }
        match (&self.play, &self.learn, &self.policy_gradient) {
            (Some(_), Some(_), None) => {}
            (None, None, Some(_)) if self.label.is_none() => {}
            _ => {
                return Some(
                    "expected either the tables `play` and `learn`, with or without `label`, or the table \
                     `policy-gradient`"
                        .to_owned(),
                );
            }
        }
        let of_learner = self.learn.as_ref().and_then(LearnConfig::problem);
        let of_gradient = self.policy_gradient.as_ref().and_then(PolicyGradient::problem);
        let problem = of_learner
            .map(|problem| problem.within("learn"))
            .or_else(|| of_gradient.map(|problem| problem.within("policy-gradient")));
        if let Some(problem) = problem {
            return Some(problem.to_string());
        }
        if self.curve.checkpoints > 1 && self.policy_gradient.is_none() {
            return Some("field `curve.checkpoints`: expected 1, as there is no `[policy-gradient]`".to_owned());
        }
        if !(self.gate.minutes > 0.0 && self.gate.minutes <= GATE_MINUTES) {
            let minutes = self.gate.minutes;
            return Some(format!(
                "field `gate.minutes`: found {minutes}; expected a number greater than 0 and at most {GATE_MINUTES}"
            ));
        }
        if let Err(what) = self.sprt() {
            return Some(format!("fields `gate.elo0` and `gate.elo1`: {what}"));
        }
        let networks = [("gate.agent", &self.gate.agent), ("curve.agent", &self.curve.agent)];
        networks
            .into_iter()
            .find(|(_, text)| !text.contains(NET))
            .map(|(field, text)| {
                format!("field `{field}`: found {text:?}; expected an agent with `{NET}` where the network is named")
            })
    }

    /// The test of the gate, with errors of 5%.
    ///
    /// # Errors
    /// When its hypotheses make no sense.
    pub fn sprt(&self) -> Result<Sprt, String> {
        Sprt::new(self.gate.elo0, self.gate.elo1, 0.05, 0.05)
    }

    /// Whether the run needs LibTorch: to fit networks, or for a policy gradient that does not score moves one by one.
    pub fn needs_torch(&self) -> bool {
        let gradient = self.policy_gradient.as_ref();
        self.learn.is_some() || gradient.is_some_and(|gradient| gradient.moves.is_none())
    }

    /// The setup of the game.
    ///
    /// # Errors
    /// When a field is unknown or does not fit, or the setup is not playable.
    pub fn setup<G: Players>(&self) -> Result<G::Setup, ConfigError> {
        playable::<G>("setup", &self.setup)
    }

    /// The setups in which a policy gradient plays, at least one: its own, or the run's.
    ///
    /// # Errors
    /// When a field of one is unknown or does not fit, or one is not playable.
    pub fn setups_to_learn<G: Players>(&self) -> Result<Vec<G::Setup>, ConfigError> {
        if !self.has_setups_to_learn() {
            return Ok(vec![self.setup::<G>()?]);
        }
        let with = |(place, others): (usize, &Map<String, Value>)| {
            let mut fields = self.setup.clone();
            fields.extend(others.clone());
            playable::<G>(&in_list(place), &fields)
        };
        self.other_setups().iter().enumerate().map(with).collect()
    }

    /// Whether a policy gradient plays in setups of its own.
    pub fn has_setups_to_learn(&self) -> bool {
        !self.other_setups().is_empty()
    }

    /// The setups of a policy gradient as they are given.
    fn other_setups(&self) -> &[Map<String, Value>] {
        let moves = self
            .policy_gradient
            .as_ref()
            .and_then(|gradient| gradient.moves.as_ref());
        moves.map_or(&[], |moves| &moves.setups)
    }

    /// Finds out, before anything is played, whether the configuration fits the game: its setup, its learner or policy
    /// gradient, and every agent as far as that can be known without the networks of the run. Answers with the setup.
    ///
    /// # Errors
    /// When it does not.
    pub fn check<G: Players>(&self) -> Result<G::Setup, ConfigError> {
        let setup = self.setup::<G>()?;
        if let Some(learn) = &self.learn {
            learn.check::<G>().map_err(|problem| problem.within("learn"))?;
        }
        if let Some(gradient) = &self.policy_gradient {
            gradient.check::<G>().map_err(in_table("policy-gradient"))?;
            self.setups_to_learn::<G>()?;
        }
        for (field, text) in self.agents() {
            let spec = Self::spec(field, text)?;
            // What plays with a network of the run can be made once there is one.
            if text.contains(NET) {
                continue;
            }
            if field.starts_with("label.") {
                spec::sampler::<G>(&spec).map(drop).map_err(at_field(field))?;
            } else {
                spec::factory::<G>(&spec).map(drop).map_err(at_field(field))?;
            }
        }
        if let Some(play) = &self.play {
            let agent = Self::spec("play.first-agent", &play.first_agent)?;
            let options = play.options(self.seed, Threads::default());
            Selfplay::<G>::new(&setup, &[agent], options).map_err(in_table("play"))?;
        }
        if let Some(label) = &self.label {
            let rollouts = Self::spec("label.first-rollouts", &label.first_rollouts)?;
            let options = label.options(rollouts, self.seed, Threads::default());
            Labeller::<G>::new(options).map_err(in_table("label"))?;
        }
        Ok(setup)
    }

    /// The agents of all fields, as they are given.
    pub fn agents(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let play = self.play.iter().flat_map(|play| {
            let first = Some(("play.first-agent", &play.first_agent));
            first
                .into_iter()
                .chain(play.agent.as_ref().map(|agent| ("play.agent", agent)))
        });
        let label = self.label.iter().flat_map(|label| {
            let first = Some(("label.first-rollouts", &label.first_rollouts));
            let rollouts = label.rollouts.as_ref();
            first
                .into_iter()
                .chain(rollouts.map(|rollouts| ("label.rollouts", rollouts)))
        });
        let against = self.gate.against.as_ref().map(|agent| ("gate.against", agent));
        let others = [("gate.agent", &self.gate.agent), ("curve.agent", &self.curve.agent)];
        let beside = self.curve.beside.iter().map(|agent| ("curve.beside", agent));
        let all = play.chain(label).chain(against).chain(others).chain(beside);
        all.map(|(field, text)| (field, text.as_str()))
    }

    /// The network that a policy gradient begins by cloning, by name or path.
    pub fn teacher(&self) -> Option<&str> {
        self.policy_gradient.as_ref()?.moves.as_ref()?.teacher.as_deref()
    }

    /// An agent of a field.
    ///
    /// # Errors
    /// When its text names no agent.
    pub fn spec(field: &str, text: &str) -> Result<Spec, ConfigError> {
        text.parse().map_err(at_field(field))
    }

    /// An agent of a field, with a network in it.
    ///
    /// # Errors
    /// When its text names no agent.
    pub fn agent(field: &str, text: &str, network: &str) -> Result<Spec, ConfigError> {
        Self::spec(field, &text.replace(NET, network))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        game = "caper-cards"
        name = "small"
        seed = 1
        rounds = 2
        setup = { seats = 4 }
        [policy-gradient]
        lanes = 64
        [gate]
        agent = "policy:net={net}"
        games = 100
        minutes = 1
        elo0 = 0
        elo1 = 20
        [curve]
        agent = "policy:net={net}"
        games = 100
    "#;

    #[test]
    fn a_configuration_is_read_and_written() {
        let config = TrainConfig::parse(SMALL).unwrap();
        assert_eq!(config.policy_gradient.as_ref().unwrap().lanes, 64);
        assert_eq!(TrainConfig::parse(&config.to_toml()).unwrap(), config);
    }

    #[test]
    fn what_is_wrong_with_a_configuration_is_named() {
        let of = |from: &str, to: &str| TrainConfig::parse(&SMALL.replace(from, to)).unwrap_err().to_string();
        assert!(
            of("lanes = 64", "lane = 64").contains("lane"),
            "{}",
            of("lanes = 64", "lane = 64")
        );
        assert!(of("name = \"small\"", "name = \"Small one\"").contains("`name`"));
        assert!(of("rounds = 2", "rounds = 0").contains("`rounds`"));
        for minutes in ["0", "-1", "nan", "10.5", "inf"] {
            let refused = of("minutes = 1", &format!("minutes = {minutes}"));
            assert!(
                refused.contains("`gate.minutes`") && refused.contains("at most 10"),
                "{refused}"
            );
        }
        assert!(of("[policy-gradient]\n        lanes = 64", "").contains("`policy-gradient`"));
        assert!(
            of(
                "agent = \"policy:net={net}\"\n        games = 100\n        minutes",
                "agent = \"heuristic\"\n        games = 100\n        minutes"
            )
            .contains("{net}")
        );
        assert!(of("elo1 = 20", "elo1 = -5").contains("elo1"));
        assert!(of("game = \"caper-cards\"", "").contains("game"));
    }
}
