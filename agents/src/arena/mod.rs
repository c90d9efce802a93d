//! The arena: teams of agents over common deals.
//!
//! A [deal](Deal) is a whole world and one stream of random numbers for each source of chance, all from a seed
//! and a number. Every contestant plays every deal, so it meets the same building, the same decks and the same
//! dice as far as its choices allow, and differences are taken deal by deal: the method of common random
//! numbers. Agents see information states only.
//!
//! - [`mod@matches`]: one deal, one team, one game; [`contestant`]: the teams.
//! - [`mod@luck`]: how lucky a game was.
//! - [`stats`]: what many games add up to; [`control`]: luck-adjusted means, still unbiased, with narrower intervals.
//! - [`config`]: what a run plays; [`mod@run`]: contestants over a range of deals, on several threads, into a
//!   [`Report`].
//! - [`sprt`]: when two contestants have been compared for long enough.
//! - [`cross`]: every agent among all others.
//! - [`study`]: many setups on common deals, and what makes the difference between them.
//! - [`threads`]: the threads that games are played on in parallel.
//! - [`table`]: a row for every game.
//! - [`folder`]: finished games on the disk, so that a run can be killed and go on; [`Journal`] does so for any piece
//!   of work.
//! - [`calibrate`]: games whose positions show what values of searches are worth, see [`crate::calibration`].
//! - [`campaign`]: heists in a row, each with what the earlier ones left.
//! - [`any`]: runs without the type of their game.

pub mod any;
pub mod calibrate;
pub mod campaign;
pub mod config;
pub mod contestant;
pub mod control;
pub mod cross;
pub mod folder;
mod journal;
pub mod luck;
pub mod matches;
mod normal;
pub mod run;
pub mod sprt;
pub mod stats;
pub mod study;
pub mod summary;
pub mod table;
pub mod threads;

pub use any::{AnyConfig, CrossError, Entrant, GameError, LinesError, any_config};
pub use campaign::{
    AnyCampaignConfig, CampaignConfig, CampaignConfigError, CampaignFolder, CampaignLine, CampaignReport,
    CampaignRunError, any_campaign_config, run_campaigns,
};
pub use config::{Config, against_the_first};
pub use contestant::{CLAIRVOYANT, Contestant};
pub use control::Adjusted;
pub use cross::{Cross, Findings};
pub use folder::RunFolder;
pub use journal::{FolderError, Journal};
pub use luck::{luck, luck_from};
pub use matches::{
    AnyDeal, Deal, FAULT, GameRecord, Ongoing, PlayError, PlayOptions, SeatFault, Sight, Team, Thinking, play,
    setup_seed,
};
pub use run::{ArenaError, Progress, play_range, report_of, resume, run};
pub use sprt::{Sprt, SprtReport, Verdict};
pub use stats::{ContestantReport, FirstFault, PairedReport, Report, Tally, paired_bootstrap, wilson};
pub use study::{Effect, Joint, Spread, effects, fewest_setups, joint};
pub use summary::{GameFault, GameLine, GameSummary, KnownGames};
pub use table::{Rows, games_table};
pub use threads::Threads;
