//! What can go wrong in self-play.

use heist_agents::arena::{PlayError, SeatFault};
use heist_agents::spec::SpecError;
use heist_engine::game::{LEFT_OUT, SetupError};

use crate::shard::ShardError;

/// A run of self-play that cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// An agent that cannot play.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Neither one agent for all seats nor one for each.
    #[error("found {found} agents for {seats} seats; expected one for all seats, or one a seat")]
    Agents {
        /// How many there are.
        found: usize,
        /// How many seats play.
        seats: usize,
    },
    /// An agent without a network, where networks are evaluated in batches.
    #[error("agent `{agent}` has no network; expected agents with one, such as policy:net=NAME or puct:net=NAME")]
    NoNetwork {
        /// The agent.
        agent: String,
    },
    /// An agent that asks its network for one answer at a time.
    #[error(
        "agent `{agent}` asks its network for one position at a time; expected policy:net=NAME, puct:net=NAME or a \
         tree search with leaf=net"
    )]
    NoBatches {
        /// The agent.
        agent: String,
    },
    /// A network without a policy, where agents are to decide by one.
    #[error("agent `{agent}`: the network has no policy; expected one with the head `policy`, to ask it in batches")]
    NoPolicy {
        /// The agent.
        agent: String,
    },
    /// An option that means something for searches only, and no agent is one.
    #[error("{0}: none of the agents is a search")]
    NoSearch(&'static str),
    /// A number that cannot be.
    #[error("{name}: found {found}, expected {expected}")]
    Number {
        /// What it is.
        name: &'static str,
        /// Its value.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The setup of a deal is not playable.
    #[error("deal {deal}: {source}")]
    Setup {
        /// The deal.
        deal: u64,
        /// What is wrong.
        source: SetupError,
    },
    /// A game did not come to its end.
    #[error("deal {deal}: {source}")]
    Play {
        /// The deal.
        deal: u64,
        /// What went wrong.
        source: PlayError,
    },
    /// An agent could not go on.
    #[error("deal {deal}: {source}")]
    Fault {
        /// The deal.
        deal: u64,
        /// Whose agent, and why.
        source: SeatFault,
    },
    /// More actions or outcomes than can be numbered.
    #[error("deal {deal}, step {step}: {count} actions or outcomes, expected at most 65535")]
    TooMany {
        /// The deal.
        deal: u64,
        /// The step, from 0.
        step: usize,
        /// How many there are.
        count: usize,
    },
    /// An agent played what the setup's mode leaves out of the legal actions, whose places are what is recorded.
    #[error(
        "deal {deal}, step {step}: `{action}` {}; expected a legal action, by whose place games are recorded",
        LEFT_OUT
    )]
    LeftOut {
        /// The deal.
        deal: u64,
        /// The step, from 0.
        step: usize,
        /// The action, in notation.
        action: String,
    },
    /// A shard that cannot be written.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A setup that has no JSON.
    #[error("the setup cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}
