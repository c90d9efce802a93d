//! Specs read and written as text, checked against a catalogue.

use std::fmt::{self, Display};
use std::str::FromStr;

use heist_engine::game::Windows;

use super::catalogue::{AgentInfo, Kind, NO_NETWORK, OptionInfo, agents};
use crate::network::NetworkError;

/// An agent by name with its options, every one of them known and of its kind.
///
/// Written and read as text: `Display` gives what `FromStr` reads, with the options in the order they were given.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    info: &'static AgentInfo,
    given: Vec<(&'static str, String)>,
}

impl Spec {
    /// Reads a spec against a catalogue other than [that of all agents](agents).
    ///
    /// # Errors
    /// When the agent or an option is not in the catalogue, a value is not of its option's kind, an option is
    /// given twice, or one that must be given is not.
    pub fn parse_from(
        catalogue: impl IntoIterator<Item = &'static AgentInfo, IntoIter: Clone>,
        text: &str,
    ) -> Result<Spec, SpecError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name.trim(), Some(options)),
            None => (text.trim(), None),
        };
        let catalogue = catalogue.into_iter();
        let Some(info) = catalogue.clone().find(|info| info.name == name) else {
            return Err(SpecError::UnknownAgent {
                name: name.to_owned(),
                known: catalogue.map(|info| info.name).collect(),
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

    /// The name or the path of its network; `None` if it has none.
    pub fn network(&self) -> Option<&str> {
        self.text("net").filter(|name| *name != NO_NETWORK)
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
        Spec::parse_from(agents(), text)
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

/// A text that does not name an agent, or an agent that cannot play the game.
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
    #[error("agent `{agent}`: `{text}` is not an option with a value; expected option=value, separated by commas")]
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
    /// The system does not provide that many threads.
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
    /// A network that cannot be used.
    #[error("agent `{agent}`: net={network}: {problem}")]
    Network {
        /// The agent.
        agent: &'static str,
        /// The network, as it was named.
        network: String,
        /// What is wrong with it.
        problem: Box<NetworkError>,
    },
    /// The agent is not a search and cannot give reasons.
    #[error("agent `{name}` gives no reasons for what it plays; these do: {}", .known.join(", "))]
    NoSearch {
        /// The agent.
        name: String,
        /// The searches there are.
        known: Vec<&'static str>,
    },
    /// The agent does not play the game.
    #[error("agent `{name}` does not play {game}")]
    NotPlayed {
        /// The agent.
        name: &'static str,
        /// The name of the game.
        game: &'static str,
    },
    /// The agent does not try moves in common worlds.
    #[error("agent `{name}` does not compare moves by rollouts in common worlds; these do: {}", .known.join(", "))]
    NoSampler {
        /// The agent.
        name: &'static str,
        /// Those that do.
        known: &'static [&'static str],
    },
    /// An option needs a network, and none is given.
    #[error(
        "agent `{agent}`: {option} needs a network; expected net=NAME, the name of a network or the path of its file"
    )]
    NoNetwork {
        /// The agent.
        agent: &'static str,
        /// The option with its value.
        option: &'static str,
    },
    /// A network without values, where an option needs them.
    #[error("agent `{agent}`: net={network}: the network has no values, and {option} needs them")]
    NoValues {
        /// The agent.
        agent: &'static str,
        /// The network, as it was named.
        network: String,
        /// The option with its value.
        option: &'static str,
    },
    /// A network that is not used.
    #[error(
        "agent `{agent}`: net={network}: the network is not used; expected {}",
        .options.iter().map(|option| format!("{option}=net")).collect::<Vec<_>>().join(" or ")
    )]
    UnusedNetwork {
        /// The agent.
        agent: &'static str,
        /// The network, as it was named.
        network: String,
        /// The options that would use it.
        options: &'static [&'static str],
    },
    /// The game has no estimate of positions.
    #[error("{game} has no estimate of positions; expected leaf=random or leaf=rollout")]
    NoEstimate {
        /// The game's name for people.
        game: &'static str,
    },
    /// The game has no such windows of decision.
    #[error(
        "{game} has no simulations with windows={windows}; expected {}",
        .known.iter().map(|known| format!("windows={known}")).collect::<Vec<_>>().join(" or ")
    )]
    NoWindows {
        /// The game's name for people.
        game: &'static str,
        /// The windows that were asked for.
        windows: Windows,
        /// Those it has.
        known: &'static [Windows],
    },
    /// The game does not begin with planning.
    #[error("{game} does not begin with planning; expected plan=0")]
    NoPlanner {
        /// The game's name for people.
        game: &'static str,
    },
    /// The game has no model of partners.
    #[error("{game} has no model of how partners decide; expected belief=uniform")]
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
