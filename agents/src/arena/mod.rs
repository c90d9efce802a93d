//! The arena: teams of agents over common deals.
//!
//! A [deal](Deal) is a whole world and one stream of random numbers for each source of chance, all from a seed
//! and a number. Every contestant plays every deal, so it meets the same building, the same decks and the same
//! dice as far as its choices allow, and differences are taken deal by deal: the method of common random
//! numbers. Agents see information states only.
//!
//! - [`mod@matches`]: one deal, one team, one game.
//! - [`stats`]: what many games add up to.
//! - [`mod@run`]: contestants over a range of deals, on several threads, into a [`Report`].

pub mod matches;
pub mod run;
pub mod stats;

pub use matches::{Deal, FAULT, GameRecord, PlayError, PlayOptions, SeatFault, Team, Thinking, play};
pub use run::{ArenaError, Config, Contestant, Progress, run};
pub use stats::{ContestantReport, FirstFault, PairedReport, Report, Tally, paired_bootstrap, wilson};
