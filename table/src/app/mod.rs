//! The tables that are open and the campaigns, on top of the [store](crate::store).
//!
//! Changes of one table happen in order, each kept before it is shown. A change that has begun is finished even if
//! whoever asked for it has gone, so that what is in memory is what is on the disk.
//!
//! Campaigns change only a few times in an evening, so none stays in memory: each is read when somebody asks for it,
//! and one changes at a time. What a table needs of its campaign is in memory with the table.

mod blocking;
mod campaigns;
mod error;
mod heists;
mod link;
mod loaded;
mod memory;
mod opened;
mod seed;
mod tables;
mod work;

pub(crate) use self::blocking::blocking;
pub use self::campaigns::CampaignSummary;
pub use self::error::AppError;
pub(crate) use self::link::random_bits;
pub use self::link::{LINK_LENGTH, LinkSource, is_link};
pub use self::loaded::Opened;
pub use self::opened::OpenedCampaign;
pub(crate) use self::seed::random_seed;
pub use self::tables::{AdviceSource, App, AppOptions, Summary};
pub use self::work::NAME_LENGTH;
