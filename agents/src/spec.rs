//! Agents named in text: `random`, `heuristic`, `name:option=value,option=value`.
//!
//! A [`Spec`] is read against a catalogue, [`AGENTS`], which lists every agent with its options, their kinds and
//! their defaults: it is what the reader checks, what error messages quote and what `heist agents` prints.
//! A value may hold anything but a comma.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use heist_engine::game::Game;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::agent::{Agent, Factory, RandomAgent};
use crate::bot::{BotAgent, BotOptions, Pool};
use crate::heuristics::{HeuristicAgent, Heuristics, Policy};
use crate::search::expectimax::Expectimax;
use crate::search::leaf::Leaf;
use crate::search::paired::{PairedRollouts, Rule};
use crate::search::rollout::Rollout;
use crate::search::tree::{ChanceRule, Formula, Growth, Kind as TreeKind, Partners};
use crate::search::trees::TreeSearch;
use crate::search::worlds::Belief;
use crate::search::{Budget, Search, SearchAgent};

/// An agent as the catalogue describes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
}

/// An option of an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value when none is given; `None` where one must be given.
    pub default: Option<&'static str>,
    /// What it does, with its unit.
    pub meaning: &'static str,
}

/// What values an option takes. Bounds are inclusive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number.
    Whole {
        /// The least one allowed.
        least: u64,
        /// The greatest one allowed.
        most: u64,
    },
    /// A decimal number.
    Real {
        /// The least one allowed.
        least: f64,
        /// The greatest one allowed.
        most: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Any text that is not empty.
    Text,
}

impl Kind {
    /// Whether `value` is of this kind.
    pub fn accepts(self, value: &str) -> bool {
        match self {
            Kind::Whole { least, most } => value.parse().is_ok_and(|number: u64| (least..=most).contains(&number)),
            Kind::Real { least, most } => value.parse().is_ok_and(|number: f64| (least..=most).contains(&number)),
            Kind::Choice(words) => words.contains(&value),
            Kind::Flag => matches!(value, "true" | "false"),
            Kind::Text => !value.is_empty(),
        }
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Kind::Whole { least, most } => write!(f, "a whole number from {least} to {most}"),
            Kind::Real { least, most } => write!(f, "a number from {least} to {most}"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Flag => write!(f, "true or false"),
            Kind::Text => write!(f, "a text that is not empty"),
        }
    }
}

/// Every agent there is.
pub static AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        summary: "plays uniformly at random among the legal actions",
        options: &[],
    },
    AgentInfo {
        name: "heuristic",
        summary: "plays by the game's rule-based expert",
        options: &[],
    },
    AgentInfo {
        name: "flat",
        summary: "tries every move equally often in sampled worlds, plays on by a policy, takes the best mean",
        options: &[SIMULATIONS, TIME, POLICY, TURNS, BELIEF, THREADS],
    },
    AgentInfo {
        name: "improve",
        summary: "plays the expert's move unless another is better beyond doubt in the same sampled worlds",
        options: &[SIMULATIONS, TIME, TURNS, DOUBT, MARGIN, BELIEF, THREADS],
    },
    AgentInfo {
        name: "mcts",
        summary: "grows a tree with explicit chance nodes; states reached on several ways are one",
        options: &[
            SIMULATIONS,
            TIME,
            LEAF,
            TURNS,
            BLEND,
            FORMULA,
            EXPLORE,
            PRIOR,
            CHANCE,
            WIDEN,
            OPEN,
            TREES,
            TREE_DOUBT,
            NODES,
            THREADS,
        ],
    },
    AgentInfo {
        name: "ismcts",
        summary: "grows a tree of what each seat observes over sampled worlds (multiple observers)",
        options: &[
            SIMULATIONS,
            TIME,
            PARTNER,
            BELIEF,
            LEAF,
            TURNS,
            BLEND,
            FORMULA,
            EXPLORE,
            PRIOR,
            TREES,
            TREE_DOUBT,
            NODES,
            THREADS,
        ],
    },
    AgentInfo {
        name: "pimc",
        summary: "grows a tree in each of some sampled worlds, as if everybody knew it, and adds them up",
        options: &[
            SIMULATIONS,
            TIME,
            LEAF,
            TURNS,
            BLEND,
            FORMULA,
            EXPLORE,
            PRIOR,
            CHANCE,
            WIDEN,
            WORLDS,
            BELIEF,
            TREE_DOUBT,
            NODES,
            THREADS,
        ],
    },
    AgentInfo {
        name: "expectimax",
        summary: "looks at every move and every outcome to a depth, deeper and deeper; in sampled worlds where hands are private",
        options: &[SIMULATIONS, TIME, LEAF, TURNS, BLEND, DEPTH, WORLDS, BELIEF, NODES],
    },
    AgentInfo {
        name: "bot",
        summary: "plays as another program says, over the protocol of docs/protocol.md; a process a seat and thread",
        options: &[COMMAND, ANSWER_TIME, START_TIME, RESTARTS],
    },
];

const COMMAND: OptionInfo = OptionInfo {
    name: "cmd",
    kind: Kind::Text,
    default: None,
    meaning: "the program and its arguments, split as a POSIX shell splits words; without commas",
};
const ANSWER_TIME: OptionInfo = OptionInfo {
    name: "time",
    kind: Kind::Real {
        least: 0.001,
        most: 86_400.0,
    },
    default: Some("5"),
    meaning: "seconds a decision at most; the game is lost then",
};
const START_TIME: OptionInfo = OptionInfo {
    name: "start",
    kind: Kind::Real {
        least: 0.001,
        most: 86_400.0,
    },
    default: Some("10"),
    meaning: "seconds until it is ready at most, at the start and for a game",
};
const RESTARTS: OptionInfo = OptionInfo {
    name: "restarts",
    kind: Kind::Whole {
        least: 0,
        most: 1_000_000,
    },
    default: Some("100"),
    meaning: "how often it is started again after a fault; without one left, games that need it are lost",
};

const SIMULATIONS: OptionInfo = OptionInfo {
    name: "sims",
    kind: Kind::Whole {
        least: 1,
        most: 1_000_000_000,
    },
    default: Some("1000"),
    meaning: "simulations a decision at most; no limit where only `time` is given",
};
const TIME: OptionInfo = OptionInfo {
    name: "time",
    kind: Kind::Real {
        least: 0.0,
        most: 86_400.0,
    },
    default: Some("0"),
    meaning: "seconds a decision at most; 0 for no limit",
};
const POLICY: OptionInfo = OptionInfo {
    name: "policy",
    kind: Kind::Choice(&["random", "heuristic"]),
    default: Some("random"),
    meaning: "who plays on in a simulation",
};
const TURNS: OptionInfo = OptionInfo {
    name: "turns",
    kind: Kind::Whole { least: 0, most: 10_000 },
    default: Some("6"),
    meaning: "turns after which a simulation is cut and the position estimated; 0 plays to the end, as do games \
              without an estimate",
};
const DOUBT: OptionInfo = OptionInfo {
    name: "doubt",
    kind: Kind::Real { least: 0.0, most: 10.0 },
    default: Some("1"),
    meaning: "standard errors by which a move must be better than the expert's",
};
/// Simulations of a tree are not paired, and what is wrong with its leaves is no less wrong for being counted often.
const TREE_DOUBT: OptionInfo = OptionInfo {
    default: Some("3"),
    ..DOUBT
};
const MARGIN: OptionInfo = OptionInfo {
    name: "margin",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.005"),
    meaning: "how much better it must be at least, in win probability",
};
const LEAF: OptionInfo = OptionInfo {
    name: "leaf",
    kind: Kind::Choice(&["random", "rollout", "heuristic", "blend"]),
    default: Some("rollout"),
    meaning: "the worth of a leaf: a random rollout, one by the expert, the estimate of the position, or a blend of the \
              last two; a game without an expert has random rollouts only",
};
const BLEND: OptionInfo = OptionInfo {
    name: "blend",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.5"),
    meaning: "the estimate's share where leaf=blend",
};
const FORMULA: OptionInfo = OptionInfo {
    name: "select",
    kind: Kind::Choice(&["uct", "puct"]),
    default: Some("puct"),
    meaning: "which move a simulation tries: by UCB1, or by PUCT with the expert's move as the prediction",
};
const EXPLORE: OptionInfo = OptionInfo {
    name: "explore",
    kind: Kind::Real {
        least: 0.0,
        most: 100.0,
    },
    default: Some("0.2"),
    meaning: "factor of the exploration term; values are 0 to 1",
};
const PRIOR: OptionInfo = OptionInfo {
    name: "prior",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.8"),
    meaning: "prior probability of the expert's move where select=puct; the others share the rest",
};
const PARTNER: OptionInfo = OptionInfo {
    name: "partner",
    kind: Kind::Choice(&["heuristic", "self"]),
    default: Some("self"),
    meaning: "how the other players are taken to decide: as the expert does, or by a search like this one",
};
const BELIEF: OptionInfo = OptionInfo {
    name: "belief",
    kind: Kind::Choice(&["uniform", "partner"]),
    default: Some("uniform"),
    meaning: "which worlds are sampled: all that agree with what the seat knows alike, or rather those in which the partners \
              would have played as they did, by a model of them",
};
const CHANCE: OptionInfo = OptionInfo {
    name: "chance",
    kind: Kind::Choice(&["sample", "spread", "widen"]),
    default: Some("spread"),
    meaning: "outcomes of a chance node: drawn afresh, evenly spread over the full distribution, or progressively widened",
};
const WIDEN: OptionInfo = OptionInfo {
    name: "widen",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.5"),
    meaning: "where chance=widen, the power of the visits that bounds the number of outcomes",
};
const OPEN: OptionInfo = OptionInfo {
    name: "open",
    kind: Kind::Flag,
    default: Some("false"),
    meaning: "open loop: a node is the moves that led to it, whatever chance did between",
};
const TREES: OptionInfo = OptionInfo {
    name: "trees",
    kind: Kind::Whole { least: 1, most: 4096 },
    default: Some("1"),
    meaning: "trees that share the simulations and are added up, so that several threads can work",
};
const WORLDS: OptionInfo = OptionInfo {
    name: "worlds",
    kind: Kind::Whole { least: 1, most: 4096 },
    default: Some("16"),
    meaning: "sampled worlds; the simulations are shared out among them",
};
const DEPTH: OptionInfo = OptionInfo {
    name: "depth",
    kind: Kind::Whole { least: 1, most: 1000 },
    default: Some("4"),
    meaning: "decisions ahead at most",
};
const NODES: OptionInfo = OptionInfo {
    name: "nodes",
    kind: Kind::Whole {
        least: 1,
        most: 1_000_000_000,
    },
    default: Some("1000000"),
    meaning: "nodes kept at most; a search goes on without new ones",
};
const THREADS: OptionInfo = OptionInfo {
    name: "threads",
    kind: Kind::Whole { least: 1, most: 256 },
    default: Some("1"),
    meaning: "threads of a search; the arena keeps all cores busy with one each",
};

/// An agent by name with its options, every one of them known and of its kind.
///
/// Written and read as text: `Display` gives what `FromStr` reads, with the options in the order they were given.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    info: &'static AgentInfo,
    given: Vec<(&'static str, String)>,
}

impl Spec {
    /// Reads a spec against a catalogue other than [`AGENTS`].
    ///
    /// # Errors
    /// When the agent or an option is not in the catalogue, a value is not of its option's kind, an option is
    /// given twice, or one that must be given is not.
    pub fn parse_from(catalogue: &'static [AgentInfo], text: &str) -> Result<Spec, SpecError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name.trim(), Some(options)),
            None => (text.trim(), None),
        };
        let Some(info) = catalogue.iter().find(|info| info.name == name) else {
            return Err(SpecError::UnknownAgent {
                name: name.to_owned(),
                known: catalogue.iter().map(|info| info.name).collect(),
            });
        };
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for pair in options.iter().flat_map(|options| options.split(',')) {
            let Some((key, value)) = pair.split_once('=') else {
                return Err(SpecError::Pair {
                    agent: info.name,
                    text: pair.to_owned(),
                });
            };
            let (key, value) = (key.trim(), value.trim());
            let Some(option) = info.options.iter().find(|option| option.name == key) else {
                return Err(SpecError::UnknownOption {
                    agent: info.name,
                    option: key.to_owned(),
                    known: info.options.iter().map(|option| option.name).collect(),
                });
            };
            if given.iter().any(|(name, _)| *name == option.name) {
                return Err(SpecError::Repeated {
                    agent: info.name,
                    option: option.name,
                });
            }
            if !option.kind.accepts(value) {
                return Err(SpecError::malformed(info, option, value));
            }
            given.push((option.name, value.to_owned()));
        }
        let spec = Spec { info, given };
        match info.options.iter().find(|option| spec.text(option.name).is_none()) {
            Some(option) => Err(SpecError::Missing {
                agent: info.name,
                option: option.name,
                expected: option.kind,
            }),
            None => Ok(spec),
        }
    }

    /// The agent's name.
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// The agent as its catalogue describes it.
    pub fn info(&self) -> &'static AgentInfo {
        self.info
    }

    /// The options that were given, in their order, as text.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.given.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The value of an option as text: the given one, else the default. `None` for an option the agent does not
    /// have.
    pub fn text(&self, option: &str) -> Option<&str> {
        let given = self.options().find(|(name, _)| *name == option);
        given
            .map(|(_, value)| value)
            .or_else(|| self.option_info(option)?.default)
    }

    /// The value of an option: the given one, else the default.
    ///
    /// # Errors
    /// When the agent has no such option, or its value does not fit into a `T`.
    pub fn value<T: FromStr>(&self, option: &str) -> Result<T, SpecError> {
        let (Some(info), Some(text)) = (self.option_info(option), self.text(option)) else {
            return Err(SpecError::UnknownOption {
                agent: self.name(),
                option: option.to_owned(),
                known: self.info.options.iter().map(|option| option.name).collect(),
            });
        };
        text.parse().map_err(|_| SpecError::malformed(self.info, info, text))
    }

    fn option_info(&self, name: &str) -> Option<&'static OptionInfo> {
        self.info.options.iter().find(|option| option.name == name)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        Spec::parse_from(AGENTS, text)
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        for (place, (name, value)) in self.options().enumerate() {
            write!(f, "{}{name}={value}", if place == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// A text that names no agent, or an agent that cannot play the game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No agent of this name.
    #[error("no agent `{name}`; there are: {}", .known.join(", "))]
    UnknownAgent {
        /// The name.
        name: String,
        /// The agents there are.
        known: Vec<&'static str>,
    },
    /// The agent has no option of this name.
    #[error("agent `{agent}` has no option `{option}`; {}", options(.known))]
    UnknownOption {
        /// The agent.
        agent: &'static str,
        /// The option.
        option: String,
        /// The options it has.
        known: Vec<&'static str>,
    },
    /// What follows the colon is not a list of options with values.
    #[error("agent `{agent}`: `{text}` is no option with its value; expected option=value, commas between")]
    Pair {
        /// The agent.
        agent: &'static str,
        /// What was found between commas.
        text: String,
    },
    /// A value that is not of its option's kind.
    #[error("agent `{agent}`: {option}={value}; expected {expected}")]
    Malformed {
        /// The agent.
        agent: &'static str,
        /// The option.
        option: &'static str,
        /// The value.
        value: String,
        /// What was expected.
        expected: Kind,
    },
    /// The system does not give so many threads.
    #[error("threads={threads}: {problem}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        problem: String,
    },
    /// An option that is given twice.
    #[error("agent `{agent}`: `{option}` is given twice")]
    Repeated {
        /// The agent.
        agent: &'static str,
        /// The option.
        option: &'static str,
    },
    /// An option that must be given and is not.
    #[error("agent `{agent}` needs `{option}`, {expected}")]
    Missing {
        /// The agent.
        agent: &'static str,
        /// The option.
        option: &'static str,
        /// What is expected.
        expected: Kind,
    },
    /// A command that cannot be run.
    #[error("agent `bot`: cmd={command}: {problem}")]
    Command {
        /// The command.
        command: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The agent is no search, and can give no reasons.
    #[error("agent `{name}` chooses without giving values; these give them: {}", .known.join(", "))]
    NoSearch {
        /// The agent.
        name: String,
        /// The searches there are.
        known: Vec<&'static str>,
    },
    /// The game has no estimate of positions.
    #[error("{game} has no estimate of positions; expected leaf=random or leaf=rollout")]
    NoEstimate {
        /// The game's name for people.
        game: &'static str,
    },
    /// The game has no model of partners.
    #[error("{game} has no model of what partners' decisions tell; expected belief=uniform")]
    NoLikelihood {
        /// The game's name for people.
        game: &'static str,
    },
    /// The game has no rule-based expert.
    #[error("agent `heuristic` cannot play {game}: the game has no rule-based expert")]
    NoHeuristic {
        /// The game's name for people.
        game: &'static str,
    },
}

impl SpecError {
    fn malformed(agent: &AgentInfo, option: &OptionInfo, value: &str) -> SpecError {
        SpecError::Malformed {
            agent: agent.name,
            option: option.name,
            value: value.to_owned(),
            expected: option.kind,
        }
    }
}

fn options(known: &[&str]) -> String {
    match known {
        [] => "it has none".to_owned(),
        known => format!("it has: {}", known.join(", ")),
    }
}

/// What makes agents of a spec. All that can go wrong with the spec goes wrong here, not later.
///
/// # Errors
/// When the agent cannot play the game, or comes from a catalogue other than [`AGENTS`].
pub fn factory<G: Heuristics>(spec: &Spec) -> Result<Factory<G>, SpecError> {
    match spec.name() {
        "random" => Ok(Box::new(|| Box::new(RandomAgent))),
        "heuristic" => {
            let agent = HeuristicAgent::<G>::new().ok_or(SpecError::NoHeuristic {
                game: <G as Game>::NAME,
            })?;
            Ok(Box::new(move || Box::new(agent.clone())))
        }
        "bot" => outside_bot(spec),
        _ => {
            let make = search_factory(spec)?;
            Ok(Box::new(move || Box::new(SearchAgent(make()))))
        }
    }
}

/// Makes searches of one kind.
pub type SearchFactory<G> = Box<dyn Fn() -> Box<dyn Search<G>> + Send + Sync>;

/// What makes the search of a spec whose agent is one.
///
/// # Errors
/// As [`factory`], and when the agent gives no reasons.
pub fn search_factory<G: Heuristics>(spec: &Spec) -> Result<SearchFactory<G>, SpecError> {
    match spec.name() {
        "flat" => {
            let policy = match spec.text("policy") {
                Some("heuristic") => Some(expert::<G>()?),
                _ => None,
            };
            share(paired_rollouts(spec, policy, Rule::Flat)?)
        }
        "improve" => {
            let rule = Rule::Improve {
                doubt: spec.value("doubt")?,
                margin: spec.value("margin")?,
            };
            share(paired_rollouts(spec, Some(expert::<G>()?), rule)?)
        }
        "mcts" => {
            let kind = if spec.value("open")? {
                TreeKind::Open
            } else {
                TreeKind::Closed
            };
            share(trees::<G>(spec, kind, spec.value("trees")?, chance(spec)?)?)
        }
        "ismcts" => share(trees::<G>(
            spec,
            TreeKind::Observers,
            spec.value("trees")?,
            ChanceRule::Sample,
        )?),
        "pimc" => share(trees::<G>(spec, TreeKind::World, spec.value("worlds")?, chance(spec)?)?),
        "expectimax" => share(Expectimax::<G> {
            depth: spec.value("depth")?,
            leaf: leaf(spec)?,
            belief: belief(spec)?,
            worlds: spec.value("worlds")?,
            nodes: spec.value("nodes")?,
            budget: budget(spec)?,
        }),
        other if REASONLESS.contains(&other) => Err(SpecError::NoSearch {
            name: other.to_owned(),
            known: names().filter(|name| !REASONLESS.contains(name)).collect(),
        }),
        other => Err(SpecError::UnknownAgent {
            name: other.to_owned(),
            known: names().collect(),
        }),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    AGENTS.iter().map(|info| info.name)
}

/// Agents that are no search.
const REASONLESS: [&str; 3] = ["random", "heuristic", "bot"];

fn share<G: Game, S: Search<G> + Clone + Sync + 'static>(search: S) -> Result<SearchFactory<G>, SpecError> {
    Ok(Box::new(move || Box::new(search.clone())))
}

/// Starts the first process, so that a command that cannot be run is known at once.
fn outside_bot<G: Game>(spec: &Spec) -> Result<Factory<G>, SpecError> {
    let command: String = spec.value("cmd")?;
    let refused = |problem: String| SpecError::Command {
        command: command.clone(),
        problem,
    };
    let words = shlex::split(&command).filter(|words| !words.is_empty());
    let options = BotOptions {
        command: words.ok_or_else(|| refused("expected words as in a shell, with quotes closed".to_owned()))?,
        time: Duration::from_secs_f64(spec.value("time")?),
        start: Duration::from_secs_f64(spec.value("start")?),
        restarts: spec.value("restarts")?,
    };
    let pool = Arc::new(Pool::new(options).map_err(|error| refused(error.to_string()))?);
    Ok(Box::new(move || Box::new(BotAgent::new(Arc::clone(&pool)))))
}

fn expert<G: Heuristics>() -> Result<Policy<G>, SpecError> {
    G::HEURISTIC.ok_or(SpecError::NoHeuristic { game: G::NAME })
}

/// A rollout by a policy, cut after `turns` where the game has an estimate.
fn rollout<G: Heuristics>(spec: &Spec, policy: Option<Policy<G>>) -> Result<Rollout<G>, SpecError> {
    let turns: u32 = spec.value("turns")?;
    let cut = G::EVALUATION.filter(|_| turns > 0);
    Ok(Rollout {
        policy,
        cut: cut.map(|evaluation| (evaluation, turns)),
    })
}

fn paired_rollouts<G: Heuristics>(
    spec: &Spec,
    policy: Option<Policy<G>>,
    rule: Rule,
) -> Result<PairedRollouts<G>, SpecError> {
    Ok(PairedRollouts {
        belief: belief(spec)?,
        rollout: rollout(spec, policy)?,
        rule,
        budget: budget(spec)?,
        threads: threads(spec)?,
    })
}

fn trees<G: Heuristics>(
    spec: &Spec,
    kind: TreeKind,
    trees: usize,
    chance: ChanceRule,
) -> Result<TreeSearch<G>, SpecError> {
    let exploration = spec.value("explore")?;
    let formula = match spec.text("select") {
        Some("puct") => Formula::Puct {
            exploration,
            prior: spec.value("prior")?,
        },
        _ => Formula::Uct { exploration },
    };
    Ok(TreeSearch {
        growth: Growth {
            kind,
            formula,
            partners: match spec.text("partner") {
                Some("heuristic") => Partners::Expert,
                _ => Partners::Search,
            },
            belief: belief(spec)?,
            expert: G::HEURISTIC,
            chance,
            leaf: leaf(spec)?,
        },
        trees,
        nodes: spec.value("nodes")?,
        budget: budget(spec)?,
        doubt: spec.value("doubt")?,
        threads: threads(spec)?,
    })
}

fn belief<G: Heuristics>(spec: &Spec) -> Result<Belief<G>, SpecError> {
    match spec.text("belief") {
        Some("partner") => G::LIKELIHOOD
            .map(Belief::Partners)
            .ok_or(SpecError::NoLikelihood { game: G::NAME }),
        _ => Ok(Belief::Uniform),
    }
}

fn chance(spec: &Spec) -> Result<ChanceRule, SpecError> {
    Ok(match spec.text("chance") {
        Some("spread") => ChanceRule::Spread,
        Some("widen") => ChanceRule::Widen {
            exponent: spec.value("widen")?,
        },
        _ => ChanceRule::Sample,
    })
}

/// The worth of leaves, as `leaf` says. Where nothing was said, a game without an expert takes random rollouts.
fn leaf<G: Heuristics>(spec: &Spec) -> Result<Leaf<G>, SpecError> {
    let given = spec.options().any(|(name, _)| name == "leaf");
    let policy = match spec.text("leaf") {
        Some("random") => None,
        _ if !given => G::HEURISTIC,
        _ => Some(expert::<G>()?),
    };
    let estimate = G::EVALUATION.ok_or(SpecError::NoEstimate { game: G::NAME });
    Ok(match spec.text("leaf") {
        Some("heuristic") => Leaf::Estimate(estimate?),
        Some("blend") => Leaf::Blend {
            rollout: rollout(spec, policy)?,
            estimate: estimate?,
            share: spec.value("blend")?,
        },
        _ => Leaf::Rollout(rollout(spec, policy)?),
    })
}

/// The limits of `sims` and `time`: time alone unless simulations are given too.
fn budget(spec: &Spec) -> Result<Budget, SpecError> {
    let seconds: f64 = spec.value("time")?;
    let given = spec.options().any(|(name, _)| name == "sims");
    Ok(Budget {
        simulations: if seconds > 0.0 && !given {
            u64::MAX
        } else {
            spec.value("sims")?
        },
        time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
    })
}

fn threads(spec: &Spec) -> Result<Option<Arc<ThreadPool>>, SpecError> {
    let threads: usize = spec.value("threads")?;
    if threads == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    match pool {
        Ok(pool) => Ok(Some(Arc::new(pool))),
        Err(problem) => Err(SpecError::Threads {
            threads,
            problem: problem.to_string(),
        }),
    }
}

/// One agent of a spec, for one seat and one game.
///
/// # Errors
/// As [`factory`].
pub fn build<G: Heuristics>(spec: &Spec) -> Result<Box<dyn Agent<G>>, SpecError> {
    Ok(factory(spec)?())
}
