//! The first difference between two JSON values.

use serde_json::Value;

/// Where two values differ first, and how.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Difference {
    /// The field, with those that it is in: `runs[0].seed`.
    pub field: String,
    /// What was found there, as JSON or `nothing`.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl Difference {
    /// The first difference, in the order of the fields that are expected; `None` between equal values.
    pub fn first(found: &Value, expected: &Value) -> Option<Difference> {
        within(String::new(), found, expected)
    }
}

fn within(at: String, found: &Value, expected: &Value) -> Option<Difference> {
    let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    match (found, expected) {
        (Value::Object(a), Value::Object(b)) => {
            let mut names = b.keys().chain(a.keys());
            names.find_map(|name| {
                let field = if at.is_empty() {
                    name.clone()
                } else {
                    format!("{at}.{name}")
                };
                match (a.get(name), b.get(name)) {
                    (Some(found), Some(expected)) => within(field, found, expected),
                    (found, expected) => Some(Difference {
                        field,
                        found: shown(found),
                        expected: shown(expected),
                    }),
                }
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            let mut differences = pairs.filter_map(|(place, (a, b))| within(format!("{at}[{place}]"), a, b));
            differences.next()
        }
        _ if found == expected => None,
        _ => Some(Difference {
            field: at,
            found: found.to_string(),
            expected: expected.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named_by_its_field() {
        let difference = |found: &Value, expected: &Value| {
            let Difference { field, found, expected } = Difference::first(found, expected)?;
            Some(format!("{field}: {found}, not {expected}"))
        };
        let one = json!({"seed": 1, "runs": [{"agents": ["a", "b"]}]});
        assert_eq!(difference(&one, &one), None);
        let other = json!({"seed": 1, "runs": [{"agents": ["a", "c"]}]});
        assert_eq!(
            difference(&one, &other).as_deref(),
            Some("runs[0].agents[1]: \"b\", not \"c\"")
        );
        let other = json!({"seed": 1, "runs": [{"agents": ["a"]}]});
        assert_eq!(
            difference(&one, &other).as_deref(),
            Some("runs[0].agents: [\"a\",\"b\"], not [\"a\"]")
        );
        let other = json!({"seed": 1, "runs": [{"agents": ["a", "b"]}], "more": null});
        assert_eq!(difference(&one, &other).as_deref(), Some("more: nothing, not null"));
        assert_eq!(difference(&other, &one).as_deref(), Some("more: null, not nothing"));
    }
}
