//! Which agents there are, with their options.

use std::fmt::{self, Display};

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
