//! The tables that are open, on top of the [store](crate::store).
//!
//! Changes of one table happen in order, each kept before it is shown. A change that has begun is finished even if whoever
//! asked for it has gone, so that what is in memory is what is on the disk.

mod error;
mod link;
mod loaded;
mod memory;
mod tables;
mod work;

pub use self::error::{AppError, later_steps};
pub(crate) use self::link::random_bits;
pub use self::link::{LINK_LENGTH, LinkSource, is_link};
pub use self::loaded::Opened;
pub use self::tables::{AdviceSource, App, AppOptions, Later, Summary};
pub use self::work::NAME_LENGTH;
