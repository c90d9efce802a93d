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
use crate::search::paired::{PairedRollouts, Rule};
use crate::search::rollout::Rollout;
use crate::search::{Budget, SearchAgent};

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
        options: &[SIMULATIONS, TIME, POLICY, TURNS, THREADS],
    },
    AgentInfo {
        name: "improve",
        summary: "plays the expert's move unless another is better beyond doubt in the same sampled worlds",
        options: &[SIMULATIONS, TIME, TURNS, DOUBT, MARGIN, THREADS],
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
    default: Some("3"),
    meaning: "turns after which a simulation is cut and the position estimated; 0 plays to the end, as do games \
              without an estimate",
};
const DOUBT: OptionInfo = OptionInfo {
    name: "doubt",
    kind: Kind::Real { least: 0.0, most: 10.0 },
    default: Some("1"),
    meaning: "standard errors by which a move must be better than the expert's",
};
const MARGIN: OptionInfo = OptionInfo {
    name: "margin",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.005"),
    meaning: "how much better it must be at least, in win probability",
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
        "flat" => {
            let policy = match spec.text("policy") {
                Some("heuristic") => Some(expert::<G>()?),
                _ => None,
            };
            paired_rollouts(spec, policy, Rule::Flat)
        }
        "improve" => {
            let rule = Rule::Improve {
                doubt: spec.value("doubt")?,
                margin: spec.value("margin")?,
            };
            paired_rollouts(spec, Some(expert::<G>()?), rule)
        }
        "bot" => outside_bot(spec),
        other => Err(SpecError::UnknownAgent {
            name: other.to_owned(),
            known: AGENTS.iter().map(|info| info.name).collect(),
        }),
    }
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

fn paired_rollouts<G: Heuristics>(spec: &Spec, policy: Option<Policy<G>>, rule: Rule) -> Result<Factory<G>, SpecError> {
    let turns: u32 = spec.value("turns")?;
    let search = PairedRollouts {
        rollout: Rollout {
            policy,
            cut: G::EVALUATION
                .filter(|_| turns > 0)
                .map(|evaluation| (evaluation, turns)),
        },
        rule,
        budget: budget(spec)?,
        threads: threads(spec)?,
    };
    Ok(Box::new(move || Box::new(SearchAgent(search.clone()))))
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
