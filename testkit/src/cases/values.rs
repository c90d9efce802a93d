//! `expect`, `expect-any-order` and `expect-absent`: values in the JSON of what a case came to.
//!
//! A written position leaves out what has its default. What that is depends on the rest of the position, and only its
//! reader knows it. So a value stands for one that is left out if the position with it is read as the same state.

use serde_json::{Map, Value};

use super::file::Case;
use super::path::Query;
use super::report::Failures;

/// What is known of a document beside its text.
pub(super) trait Unfilled {
    /// Whether another document says the same.
    fn is_same(&self, document: &Value) -> bool;

    /// What the absence of a JSON Pointer's value stands for, as far as that can be found.
    fn default_at(&self, pointer: &str) -> Option<Value>;

    /// The first name in a path that selects nothing which no such document has at its place.
    fn misspelt(&self, query: &Query, document: &Value) -> Option<String>;
}

/// Compares the values that a case expects with those of a document.
pub(super) fn check_values(case: &Case, json: &Value, known: &dyn Unfilled, failures: &mut Failures) {
    let spelling = |query: &Query, failures: &mut Failures| {
        if query.first(json).is_none()
            && let Some(name) = known.misspelt(query, json)
        {
            failures.add(
                query,
                "a path that a position can have",
                format!("no position has `{name}` there"),
            );
        }
    };
    for (query, expected) in &case.expect {
        let found = query.value(json);
        if found.as_ref().is_some_and(|found| same(found, expected)) {
            spelling(query, failures);
        } else if !stands_for(query, expected, json, known) {
            failures.add(query, expected, show_found(query, found, json, known));
        }
    }
    for (query, expected) in &case.any_order {
        let found = query.value(json);
        let holds = match &found {
            Some(Value::Array(items)) => same_in_any_order(items, expected),
            _ => false,
        };
        let expected = Value::from(expected.clone());
        if holds {
            spelling(query, failures);
        } else if found.is_some() || !stands_for(query, &expected, json, known) {
            failures.add(
                query,
                format!("in any order {expected}"),
                show_found(query, found, json, known),
            );
        }
    }
    for query in &case.absent {
        match query.first(json) {
            Some(node) => failures.add(query, "absent", node),
            None => spelling(query, failures),
        }
    }
}

/// What was found; of what is left out, what that stands for.
fn show_found(query: &Query, found: Option<Value>, json: &Value, known: &dyn Unfilled) -> String {
    let Some(found) = found else {
        if let Some(name) = known.misspelt(query, json) {
            return format!("absent; no position has `{name}` there");
        }
        let default = query.pointer().and_then(|pointer| known.default_at(&pointer));
        return default.map_or("absent".to_owned(), |default| format!("absent (default {default})"));
    };
    found.to_string()
}

/// Whether values are found if those are filled in that are left out.
fn stands_for(query: &Query, expected: &Value, json: &Value, known: &dyn Unfilled) -> bool {
    let mut filled = json.clone();
    let places = match query.pointer() {
        Some(pointer) => vec![(pointer, expected)],
        // A list of one value each: of what the path selects, or of what its last name may be left out of.
        None => {
            let Value::Array(items) = expected else { return false };
            let places = query.places(json);
            if places.len() != items.len() {
                return false;
            }
            places.into_iter().zip(items).collect()
        }
    };
    let agree = places.iter().all(|(pointer, expected)| {
        json.pointer(pointer).is_none_or(|found| agrees(found, expected)) && put(&mut filled, pointer, expected)
    });
    agree && !places.is_empty() && known.is_same(&filled)
}

/// Whether two values say nothing different: what both have is the same.
fn agrees(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b)),
        (Value::Object(a), Value::Object(b)) => a.iter().all(|(key, a)| b.get(key).is_none_or(|b| agrees(a, b))),
        _ => same(a, b),
    }
}

/// Puts a value at a pointer; objects on the way that are left out are made. Whether there is such a place.
pub(super) fn put(json: &mut Value, pointer: &str, value: &Value) -> bool {
    let mut here = json;
    for part in pointer.split('/').skip(1) {
        let name = part.replace("~1", "/").replace("~0", "~");
        let inner = match here {
            Value::Object(fields) => fields.entry(name).or_insert_with(|| Value::Object(Map::new())),
            Value::Array(items) => match name.parse::<usize>().ok().and_then(|place| items.get_mut(place)) {
                Some(item) => item,
                None => return false,
            },
            _ => return false,
        };
        here = inner;
    }
    *here = value.clone();
    true
}

/// Equality of JSON, numbers by value.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// Whether two lists have the same items, each as often.
fn same_in_any_order(a: &[Value], b: &[Value]) -> bool {
    let mut rest: Vec<&Value> = b.iter().collect();
    a.len() == b.len()
        && a.iter().all(|item| {
            let place = rest.iter().position(|other| same(item, other));
            place.map(|place| rest.swap_remove(place)).is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_equal_by_value() {
        assert!(same(&Value::from(1), &Value::from(1.0)));
        assert!(!same(&Value::from(1), &Value::from("1")));
        let (ab, ba) = (
            serde_json::json!({"a": 1, "b": [2]}),
            serde_json::json!({"b": [2.0], "a": 1}),
        );
        assert!(same(&ab, &ba) && !same(&ab, &serde_json::json!({"a": 1})));
    }

    #[test]
    fn lists_in_any_order_have_each_item_as_often() {
        let list = |text: &str| serde_json::from_str::<Vec<Value>>(text).expect("a list");
        assert!(same_in_any_order(
            &list("[1, 2, [3, 4], 1]"),
            &list("[[3, 4], 1, 1.0, 2]")
        ));
        assert!(!same_in_any_order(&list("[1, 2, 2]"), &list("[1, 1, 2]")));
        assert!(!same_in_any_order(&list("[1, 2]"), &list("[1, 2, 2]")));
        assert!(!same_in_any_order(&list("[[1, 2]]"), &list("[[2, 1]]")));
    }
}
