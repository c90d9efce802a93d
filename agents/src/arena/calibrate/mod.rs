//! Games of the recommended agent whose positions show what values of its searches are worth: what a
//! [calibration](crate::calibration) is fitted on and measured by.
//!
//! - [`draws`]: setups of all kinds.
//! - [`mod@line`]: a game with what was found in some of its positions, as folders hold it.
//! - [`mod@record`]: playing such games, on several threads, into a folder that a run goes on from.
//! - [`mod@report`]: how far chances that were shown are from results.
//! - [`any`]: all of it without the type of the game.

pub mod any;
pub mod draws;
pub mod line;
pub mod record;
pub mod report;

pub use any::{calibrate, record, shown};
pub use draws::Setting;
pub use line::{Look, PlayedGame};
pub use record::{Effort, Limits, Protocol, RecordError, Setups};
pub use report::{Group, Report, Shown};
