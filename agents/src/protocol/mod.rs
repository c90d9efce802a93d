//! The analysis protocol: questions about positions in, ranked moves out, both as JSON objects a line each.
//!
//! In the manner of KataGo's analysis engine (D. Wu, `docs/Analysis_Engine.md` of KataGo): many queries may be under way,
//! answers carry the id of their query and come as they are ready, errors and warnings are objects of their own. No line
//! is read or written here, so that a command, a web server and a binding can share all of it; docs/protocol.md
//! describes every field.
//!
//! - [`question`]: what one query asks, read from JSON and checked.
//! - [`report`]: what is answered.
//! - [`engine`]: the queries under way and the threads that work on them.

pub mod engine;
pub mod question;
pub mod report;

pub use engine::{Engine, EngineOptions};
pub use question::Question;
pub use report::{Answer, MoveReport, Report, StepReport, TotalsReport};

/// The version of the protocol. It grows when a field changes its meaning or goes; new fields may come without.
pub const VERSION: u32 = 1;

/// The longest line that is read, in bytes.
pub const LINE_LIMIT: usize = heist_engine::record::LINE_LIMIT;

/// What is wrong with a query, or doubtful about it: where, and what was found and expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{text}", at(.field))]
pub struct Remark {
    /// The field, as a path: `position.floors[0].guard`; empty where the query as a whole is meant.
    pub field: String,
    /// What was found and what was expected.
    pub text: String,
}

impl Remark {
    /// A remark about a field.
    pub fn new(field: impl Into<String>, text: impl Into<String>) -> Remark {
        Remark {
            field: field.into(),
            text: text.into(),
        }
    }
}

fn at(field: &str) -> String {
    match field {
        "" => String::new(),
        field => format!("field `{field}`: "),
    }
}
