//! The analysis protocol: questions about positions in, ranked moves out, both as JSON objects a line each.
//!
//! In the manner of KataGo's analysis engine (D. Wu, `docs/Analysis_Engine.md` of KataGo): many queries may be under
//! way, answers carry the id of their query and come as they are ready, errors and warnings are objects of their own.
//! No line is read or written here, so that a command, a web server and a binding can share all of it; docs/protocol.md
//! describes every field.
//!
//! - [`mod@cells`]: the figures of a report as they are shown to people.
//! - [`question`]: what one query asks, read from JSON and checked.
//! - [`report`]: what is answered.
//! - [`engine`]: the queries under way and the threads that work on them.

pub mod cells;
pub mod engine;
pub mod question;
mod remark;
pub mod report;

pub use cells::{Cells, cells};
pub use engine::{Engine, EngineOptions, LINE_LIMIT, VERSION};
pub use question::{Effort, Question, Task};
pub use remark::Remark;
pub use report::{Answer, MoveReport, Report, StepReport, TotalsReport, Words};
