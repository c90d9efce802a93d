//! What is wrong with a query, or doubtful about it.

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
