//! Which agents there are, with their options.

use std::fmt::{self, Display};
use std::sync::OnceLock;

use crate::search::{expectimax, paired, planned};

/// The value of the option `net` that stands for no network.
pub(super) const NO_NETWORK: &str = "none";

/// An agent as the catalogue describes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AgentInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// How many simulations of a move may be made where `sims` allows fewer, because an analysis without them would say
    /// nothing. No agent makes more than `sims` otherwise.
    pub least_per_move: u64,
}

impl AgentInfo {
    /// The value of an option where none is given; `None` if it has no such option, or one must be given.
    pub fn default_of(&self, option: &str) -> Option<&'static str> {
        self.options.iter().find(|known| known.name == option)?.default
    }
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
            Kind::Text => write!(f, "text that is not empty"),
        }
    }
}

/// The agents that other crates have added.
static ADDED: OnceLock<Vec<&AgentInfo>> = OnceLock::new();

/// Every agent that specs name: [`AGENTS`], then those that were [added](super::add_agents).
pub fn agents() -> impl Iterator<Item = &'static AgentInfo> + Clone {
    AGENTS.iter().chain(ADDED.get().into_iter().flatten().copied())
}

pub(super) fn add(infos: Vec<&'static AgentInfo>) {
    ADDED.get_or_init(|| infos);
}

/// The agents of this crate.
pub static AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        summary: "plays uniformly at random among the legal actions",
        options: &[],
        least_per_move: 0,
    },
    AgentInfo {
        name: "heuristic",
        summary: "plays like the game's rule-based expert",
        options: &[PLAN],
        least_per_move: 0,
    },
    AgentInfo {
        name: "policy",
        summary: "plays as a network does, without a search: by its policy or, if it has none, by the values of the \
                  positions after each move",
        options: &[NETWORK, TEMPERATURE, PLAN],
        least_per_move: 0,
    },
    AgentInfo {
        name: "flat",
        summary: "tries every move equally often in sampled worlds, plays on by a policy, and takes the move with the \
                  best mean",
        options: &[
            PAIRED_SIMULATIONS,
            TIME,
            POLICY,
            TURNS,
            CUT,
            OPTIONAL_NETWORK,
            BELIEF,
            WINDOWS,
            THREADS,
        ],
        least_per_move: paired::LEAST_PER_MOVE,
    },
    AgentInfo {
        name: "improve",
        summary: "plays the expert's move, or a network's, unless another is clearly better in the same sampled worlds",
        options: &[
            PAIRED_SIMULATIONS,
            TIME,
            ROLLOUT,
            BLUEPRINT,
            TURNS,
            CUT,
            OPTIONAL_NETWORK,
            DOUBT,
            MARGIN,
            FOLLOW,
            SCHEDULE,
            PROGRESS,
            BELIEF,
            WINDOWS,
            THREADS,
        ],
        least_per_move: paired::MOST_PER_MOVE,
    },
    AgentInfo {
        name: "mcts",
        summary: "grows a tree with explicit chance nodes, in which a state that is reached in several ways is one \
                  node",
        options: &[
            SIMULATIONS,
            TIME,
            LEAF,
            ROLLOUT,
            TURNS,
            BLEND,
            TREE_NETWORK,
            FORMULA,
            EXPLORE,
            PRIOR,
            CHANCE,
            WIDEN,
            OPEN,
            TREES,
            TREE_DOUBT,
            NODES,
            WINDOWS,
            THREADS,
        ],
        least_per_move: 0,
    },
    AgentInfo {
        name: "ismcts",
        summary: "grows a tree of what each seat observes, over sampled worlds (multiple observers)",
        options: &[
            SIMULATIONS,
            TIME,
            PARTNER,
            BELIEF,
            LEAF,
            ROLLOUT,
            TURNS,
            BLEND,
            TREE_NETWORK,
            FORMULA,
            EXPLORE,
            PRIOR,
            TREES,
            TREE_DOUBT,
            NODES,
            WINDOWS,
            THREADS,
        ],
        least_per_move: 0,
    },
    AgentInfo {
        name: "pimc",
        summary: "grows a tree in each of several sampled worlds, as if everybody knew that world, and adds the trees \
                  up",
        options: &[
            SIMULATIONS,
            TIME,
            LEAF,
            ROLLOUT,
            TURNS,
            BLEND,
            TREE_NETWORK,
            FORMULA,
            EXPLORE,
            PRIOR,
            CHANCE,
            WIDEN,
            WORLDS,
            BELIEF,
            TREE_DOUBT,
            NODES,
            WINDOWS,
            THREADS,
        ],
        least_per_move: 0,
    },
    AgentInfo {
        name: "puct",
        summary: "grows a tree that a network guides, or the expert and the estimate: sequential halving between \
                  moves drawn by their priors (Gumbel root)",
        options: &[
            SIMULATIONS,
            TIME,
            GUIDING_NETWORK,
            GUIDED_LEAF,
            ROLLOUT,
            TURNS,
            PRIOR,
            MOVES,
            NOISE,
            VISITS,
            SCALE,
            CHANCE,
            WIDEN,
            PARTNER,
            BELIEF,
            TREES,
            NODES,
            WINDOWS,
            THREADS,
        ],
        least_per_move: 0,
    },
    AgentInfo {
        name: "expectimax",
        summary: "looks at every move and every outcome to a depth that grows by one at a time; in sampled worlds \
                  where hands are private",
        options: &[
            EXHAUSTIVE_SIMULATIONS,
            TIME,
            LEAF,
            ROLLOUT,
            TURNS,
            BLEND,
            OPTIONAL_NETWORK,
            DEPTH,
            WORLDS,
            BELIEF,
            TREE_DOUBT,
            VALUES,
            WINDOWS,
        ],
        least_per_move: expectimax::LEAST_PER_MOVE,
    },
    AgentInfo {
        name: "bot",
        summary: "lets another program decide, over the protocol of docs/protocol.md; one process per seat and thread",
        options: &[COMMAND, ANSWER_TIME, START_TIME, RESTARTS],
        least_per_move: 0,
    },
];

const COMMAND: OptionInfo = OptionInfo {
    name: "cmd",
    kind: Kind::Text,
    default: None,
    meaning: "the program and its arguments, split into words as a POSIX shell does; no commas",
};
const ANSWER_TIME: OptionInfo = OptionInfo {
    name: "time",
    kind: Kind::Real {
        least: 0.001,
        most: 86_400.0,
    },
    default: Some("5"),
    meaning: "seconds per decision at most; a bot that takes longer loses the game",
};
const START_TIME: OptionInfo = OptionInfo {
    name: "start",
    kind: Kind::Real {
        least: 0.001,
        most: 86_400.0,
    },
    default: Some("10"),
    meaning: "seconds that the bot may take to be ready, when it is started and before each game",
};
const RESTARTS: OptionInfo = OptionInfo {
    name: "restarts",
    kind: Kind::Whole {
        least: 0,
        most: 1_000_000,
    },
    default: Some("100"),
    meaning: "how often the bot is started again after a fault; once none is left, games that need it are lost",
};

const SIMULATIONS: OptionInfo = OptionInfo {
    name: "sims",
    kind: Kind::Whole {
        least: 1,
        most: 1_000_000_000,
    },
    default: Some("1000"),
    meaning: "simulations per decision at most; unlimited if only `time` is given",
};
/// What is compared in the same worlds is tried in [`paired::LEAST_PER_MOVE`] of them before anything is decided.
const PAIRED_SIMULATIONS: OptionInfo = OptionInfo {
    meaning: "simulations per decision at most, but never fewer than 16 of every move; an analysis, which also tries \
              moves with another one after them, up to 48, and some more at its end. 100 million if only `time` is \
              given; each takes 16 bytes of memory",
    ..SIMULATIONS
};
const EXHAUSTIVE_SIMULATIONS: OptionInfo = OptionInfo {
    meaning: "positions valued per decision at most, but never fewer than one for every move; unlimited if only \
              `time` is given; where they do not last for depth 1, outcomes are sampled",
    ..SIMULATIONS
};
const TIME: OptionInfo = OptionInfo {
    name: "time",
    kind: Kind::Real {
        least: 0.0,
        most: 86_400.0,
    },
    default: Some("0"),
    meaning: "seconds per decision at most; 0 for no limit",
};
const NETWORK: OptionInfo = OptionInfo {
    name: "net",
    kind: Kind::Text,
    default: None,
    meaning: "the network: the name of one that is shipped, or the path of a file that ends in .safetensors",
};
const TEMPERATURE: OptionInfo = OptionInfo {
    name: "temperature",
    kind: Kind::Real {
        least: 0.0,
        most: 100.0,
    },
    default: Some("0"),
    meaning: "0 plays the move that the network likes best; above, moves by chance, the closer to uniformly the higher",
};
/// Searches take their own simulations and time.
const PLAN: OptionInfo = OptionInfo {
    name: "plan",
    kind: Kind::Whole {
        least: 0,
        most: planned::MOST_PLAYOUTS,
    },
    default: Some("0"),
    meaning: "games played out by the expert to find a whole plan, in games that begin with planning; with 0 each \
              decision of it is made like any other",
};
const POLICY: OptionInfo = OptionInfo {
    name: "policy",
    kind: Kind::Choice(&["random", "heuristic", "net"]),
    default: Some("random"),
    meaning: "who plays on in a simulation",
};
const ROLLOUT: OptionInfo = OptionInfo {
    name: "rollout",
    kind: Kind::Choice(&["heuristic", "net"]),
    default: Some("heuristic"),
    meaning: "who plays on in a simulation: the expert or the network",
};
const BLUEPRINT: OptionInfo = OptionInfo {
    name: "blueprint",
    kind: Kind::Choice(&["rollout", "heuristic", "net"]),
    default: Some("rollout"),
    meaning: "whose move is played unless another is clearly better: that of who plays on in simulations, the \
              expert's or the network's",
};
const CUT: OptionInfo = OptionInfo {
    name: "leaf",
    kind: Kind::Choice(&["heuristic", "net"]),
    default: Some("heuristic"),
    meaning: "how the position is valued where a simulation is cut off: by the estimate or by the network",
};
const OPTIONAL_NETWORK: OptionInfo = OptionInfo {
    default: Some(NO_NETWORK),
    meaning: "the network for the options that say `net`: the name of one that is shipped, or the path of a file that \
              ends in .safetensors",
    ..NETWORK
};
/// Trees take their priors from a network that has a policy.
const TREE_NETWORK: OptionInfo = OptionInfo {
    meaning: "the network for the options that say `net` and, if it has a policy, for the priors: the name of one \
              that is shipped, or the path of a file that ends in .safetensors",
    ..OPTIONAL_NETWORK
};
const TURNS: OptionInfo = OptionInfo {
    name: "turns",
    kind: Kind::Whole { least: 0, most: 10_000 },
    default: Some("6"),
    meaning: "turns after which a simulation is cut off and the position valued; with 0, and in games without an \
              estimate unless a network values positions, it is played to the end",
};
const DOUBT: OptionInfo = OptionInfo {
    name: "doubt",
    kind: Kind::Real { least: 0.0, most: 10.0 },
    default: Some("1"),
    meaning: "standard errors by which a move must be better than the expert's, or the network's where one takes the \
              expert's place",
};
const FOLLOW: OptionInfo = OptionInfo {
    name: "follow",
    kind: Kind::Flag,
    default: Some("true"),
    meaning: "whether an analysis also tries a move with another move of the decision after it, which the one who \
              plays on in simulations might not make; an agent that only plays does not",
};
const SCHEDULE: OptionInfo = OptionInfo {
    name: "schedule",
    kind: Kind::Whole {
        least: 0,
        most: paired::MOST_SIMULATIONS,
    },
    default: Some("0"),
    meaning: "simulations over which the worse half of the moves drops out again and again; 0 for those of the \
              budget, or those that `time` is likely to allow",
};
/// Simulations of a tree are not paired, and the bias of its leaves does not shrink with their number.
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
const PROGRESS: OptionInfo = OptionInfo {
    name: "progress",
    kind: Kind::Real { least: 0.0, most: 0.9 },
    default: Some("0.3"),
    meaning: "the share of what a simulation is worth that is not its result but how far the team came, in games that \
              measure it (Masters of the Heist): lost simulations then tell moves apart as well",
};
const LEAF: OptionInfo = OptionInfo {
    name: "leaf",
    kind: Kind::Choice(&["random", "rollout", "heuristic", "blend", "net"]),
    default: Some("rollout"),
    meaning: "how a leaf is valued: by a random rollout, by a rollout as `rollout` says, by the estimate of the \
              position, by a blend of the last two, or by the network; games without an expert have random rollouts \
              and networks only",
};
const GUIDING_NETWORK: OptionInfo = OptionInfo {
    meaning: "the network that values positions and, if it has a policy, predicts moves: the name of one that is \
              shipped, or the path of a file that ends in .safetensors; with `none` the estimate and the expert do",
    ..OPTIONAL_NETWORK
};
const GUIDED_LEAF: OptionInfo = OptionInfo {
    name: "leaf",
    kind: Kind::Choice(&["value", "rollout"]),
    default: Some("value"),
    meaning: "how a leaf is valued: by the network, or without one by the estimate of the position; or by a rollout, \
              as always in games without an estimate and without a network",
};
const MOVES: OptionInfo = OptionInfo {
    name: "moves",
    kind: Kind::Whole { least: 1, most: 10_000 },
    default: Some("16"),
    meaning: "moves that are considered at most",
};
const NOISE: OptionInfo = OptionInfo {
    name: "noise",
    kind: Kind::Real { least: 0.0, most: 10.0 },
    default: Some("1"),
    meaning: "factor of the Gumbel noise: with 1 the moves considered are drawn by their priors, with 0 they are the \
              likeliest",
};
const VISITS: OptionInfo = OptionInfo {
    name: "visits",
    kind: Kind::Real {
        least: 0.0,
        most: 1_000_000.0,
    },
    default: Some("50"),
    meaning: "tries that values are taken to rest on before the first one: the more, the more they count against \
              priors",
};
const SCALE: OptionInfo = OptionInfo {
    name: "scale",
    kind: Kind::Real {
        least: 0.0,
        most: 100.0,
    },
    default: Some("1"),
    meaning: "factor by which values count against priors, for values from 0 to 1",
};
const BLEND: OptionInfo = OptionInfo {
    name: "blend",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.5"),
    meaning: "the share of the estimate with leaf=blend",
};
const FORMULA: OptionInfo = OptionInfo {
    name: "select",
    kind: Kind::Choice(&["uct", "puct"]),
    default: Some("puct"),
    meaning: "how a simulation selects moves: by UCB1, or by PUCT with the move of the expert or the priors of the \
              network",
};
const EXPLORE: OptionInfo = OptionInfo {
    name: "explore",
    kind: Kind::Real {
        least: 0.0,
        most: 100.0,
    },
    default: Some("0.2"),
    meaning: "factor of the exploration term, for values from 0 to 1",
};
const PRIOR: OptionInfo = OptionInfo {
    name: "prior",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.8"),
    meaning: "prior probability of the expert's move, for PUCT; the other moves share the rest; a network has priors \
              of its own",
};
const PARTNER: OptionInfo = OptionInfo {
    name: "partner",
    kind: Kind::Choice(&["heuristic", "self"]),
    default: Some("self"),
    meaning: "how the other players are assumed to decide: like the expert or the network's policy, or by a search \
              like this one",
};
const BELIEF: OptionInfo = OptionInfo {
    name: "belief",
    kind: Kind::Choice(&["uniform", "partner"]),
    default: Some("uniform"),
    meaning: "which worlds are sampled: all that agree with what the seat knows, or preferably those in which the \
              partners would have played as they did, according to a model of them",
};
const CHANCE: OptionInfo = OptionInfo {
    name: "chance",
    kind: Kind::Choice(&["sample", "spread", "widen"]),
    default: Some("spread"),
    meaning: "outcomes of a chance node: drawn afresh, spread evenly over the full distribution, or progressively \
              widened",
};
const WIDEN: OptionInfo = OptionInfo {
    name: "widen",
    kind: Kind::Real { least: 0.0, most: 1.0 },
    default: Some("0.5"),
    meaning: "with chance=widen, the power of the visits that bounds the number of outcomes",
};
const OPEN: OptionInfo = OptionInfo {
    name: "open",
    kind: Kind::Flag,
    default: Some("false"),
    meaning: "open loop: a node is the sequence of moves that led to it, whatever chance did in between",
};
const TREES: OptionInfo = OptionInfo {
    name: "trees",
    kind: Kind::Whole { least: 1, most: 4096 },
    default: Some("1"),
    meaning: "trees that share the simulations and are added up, so that several threads have work",
};
const WORLDS: OptionInfo = OptionInfo {
    name: "worlds",
    kind: Kind::Whole { least: 1, most: 4096 },
    default: Some("16"),
    meaning: "sampled worlds, which share the simulations",
};
const DEPTH: OptionInfo = OptionInfo {
    name: "depth",
    kind: Kind::Whole { least: 1, most: 1000 },
    default: Some("4"),
    meaning: "decisions to look ahead at most",
};
const NODES: OptionInfo = OptionInfo {
    name: "nodes",
    kind: Kind::Whole {
        least: 1,
        most: 1_000_000_000,
    },
    default: Some("1000000"),
    meaning: "nodes kept at most, over all trees and threads; the search goes on without new ones; a node takes 150 \
              to 400 bytes, and all together at most 1 KiB each",
};
const VALUES: OptionInfo = OptionInfo {
    meaning: "values of positions kept at most, in case they are reached again; each takes at most 80 bytes",
    ..NODES
};
const WINDOWS: OptionInfo = OptionInfo {
    name: "windows",
    kind: Kind::Choice(&["full", "reduced", "off"]),
    default: Some("full"),
    meaning: "which optional decisions, such as reactions, simulations contain: all, only those in which somebody is \
              likely to act, or none; for games that have such decisions",
};
const THREADS: OptionInfo = OptionInfo {
    name: "threads",
    kind: Kind::Whole { least: 1, most: 256 },
    default: Some("1"),
    meaning: "threads of the search; the arena keeps all cores busy with one each",
};
