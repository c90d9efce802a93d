//! What must hold after the steps of a case.

use heist_engine::any::Listed;
use heist_engine::game::{LEFT_OUT, Node};
use serde_json::Value;

use super::file::{Case, Text};
use super::notation::{Move, Script};
use super::path::Query;
use super::report::{Failures, legal_actions, options, outcomes, position_json, show_all, show_node};

/// How far a probability may be off.
const TOLERANCE: f64 = 1e-9;

/// Everything that the case expects of the state.
pub(super) fn check<G: Listed>(case: &Case, script: &Script<G>, state: &G, failures: &mut Failures) {
    if let Some(node) = script.node
        && node != state.node()
    {
        failures.add("node", show_node(node), options(state));
    }
    check_illegal(script, state, failures);
    check_legal(case, script, state, failures);
    check_chances(case, state, failures);
    check_result(case, state, failures);
    check_values(case, state, failures);
}

/// `illegal`: each is refused where it could be meant. Where somebody else decides every action is refused, whatever
/// the rule, so that is a failure unless the case says by `node` that it means just that.
fn check_illegal<G: Listed>(script: &Script<G>, state: &G, failures: &mut Failures) {
    for refused in &script.illegal {
        let what = format!("illegal, line {}", refused.text.line);
        let text = &refused.text.text;
        if refused.is_possible(state) {
            failures.add(
                what,
                format!("`{text}` is refused"),
                match refused
                    .action
                    .is_some_and(|action| all_left_out(state).contains(&action))
                {
                    true => format!("it {LEFT_OUT}, and accepted: {}", options(state)),
                    false => format!("it is possible: {}", options(state)),
                },
            );
        } else if script.node != Some(state.node()) && !refused.is_meant_for(state.node()) {
            let expected = format!(
                "`{text}` is refused {}, or a `node` that says who decides",
                whose(refused)
            );
            failures.add(what, expected, options(state));
        }
    }
}

/// Where a step could be meant, in words.
fn whose<G: Listed>(step: &Move<G>) -> String {
    match (step.seat, step.action.is_some(), step.outcome.is_some()) {
        (Some(seat), _, _) => format!("where seat {seat} decides"),
        (None, true, true) => "where a seat or chance decides".to_owned(),
        (None, true, false) => "where a seat decides".to_owned(),
        (None, false, _) => "where chance decides".to_owned(),
    }
}

/// `legal`, `legal-include` and `legal-exclude`.
fn check_legal<G: Listed>(case: &Case, script: &Script<G>, state: &G, failures: &mut Failures) {
    let legal: Vec<String> = legal_actions(state).iter().map(ToString::to_string).collect();
    if let Some(expected) = &case.legal {
        let named: Vec<&str> = expected.iter().map(|text| text.text.as_str()).collect();
        let surplus = legal.iter().any(|text| !named.contains(&text.as_str()));
        if surplus || !missing(expected, &legal).is_empty() {
            let found = format!("{}{}", options(state), left_out(&missing(expected, &legal), state));
            failures.add("legal", format!("exactly {}", show_all(&named)), found);
        }
    }
    let missed = missing(&case.legal_include, &legal);
    if !missed.is_empty() {
        failures.add(
            "legal-include",
            format!("{} as well", show_all(&missed)),
            format!("{}{}", options(state), left_out(&missed, state)),
        );
    }
    let excluded: Vec<&str> = case.legal_exclude.iter().map(|text| text.text.as_str()).collect();
    if excluded.iter().any(|text| legal.iter().any(|it| it == text)) {
        failures.add("legal-exclude", format!("not {}", show_all(&excluded)), options(state));
    } else if !excluded.is_empty() && !matches!(state.node(), Node::Decision(_)) && script.node != Some(state.node()) {
        let expected = "a seat that decides, or a `node` that says who does";
        failures.add("legal-exclude", expected, options(state));
    }
}

/// Which of some texts the setup's mode has left out of the legal actions, in words; nothing if none.
fn left_out<G: Listed>(texts: &[&str], state: &G) -> String {
    let actions: Vec<String> = all_left_out(state).iter().map(ToString::to_string).collect();
    let named = texts.iter().filter(|text| actions.iter().any(|action| action == *text));
    named.map(|text| format!("; `{text}` {LEFT_OUT}")).collect()
}

fn all_left_out<G: Listed>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.left_out(&mut actions);
    actions
}

/// Those of the texts that are not found.
fn missing<'a>(expected: &'a [Text], found: &[String]) -> Vec<&'a str> {
    let texts = expected.iter().map(|text| text.text.as_str());
    texts.filter(|text| found.iter().all(|it| it != text)).collect()
}

/// `outcomes` and `outcomes-include`.
fn check_chances<G: Listed>(case: &Case, state: &G, failures: &mut Failures) {
    let found: Vec<(String, f64)> = outcomes(state)
        .into_iter()
        .map(|(outcome, chance)| (outcome.to_string(), chance))
        .collect();
    let all = case.outcomes.iter().flatten();
    let wrong: Vec<String> = all
        .chain(&case.outcomes_include)
        .filter(|(text, chance)| {
            let there = found.iter().find(|(outcome, _)| *outcome == text.text);
            !there.is_some_and(|(_, found)| (found - chance).abs() <= TOLERANCE)
        })
        .map(|(text, chance)| format!("`{}` {chance:.6}", text.text))
        .collect();
    if !wrong.is_empty() {
        failures.add("outcomes", wrong.join(", "), options(state));
    }
    if let Some(expected) = &case.outcomes {
        let surplus: Vec<&String> = found
            .iter()
            .map(|(outcome, _)| outcome)
            .filter(|outcome| expected.iter().all(|(text, _)| text.text != **outcome))
            .collect();
        if !surplus.is_empty() {
            failures.add("outcomes", format!("not {}", show_all(&surplus)), options(state));
        }
    }
}

/// `result` and `value`: how the game ended. `figures`: how they stand, at the end or before.
fn check_result<G: Listed>(case: &Case, state: &G, failures: &mut Failures) {
    let result = state.result();
    if let Some(expected) = &case.result
        && result.is_none_or(|result| result.ending != expected.text)
    {
        failures.add("result", &expected.text, options(state));
    }
    if let Some(expected) = case.value
        && result.is_none_or(|result| (result.value - expected).abs() > TOLERANCE)
    {
        let found = result.map_or_else(|| options(state), |result| result.value.to_string());
        failures.add("value", expected, found);
    }
    let figures = state.figures();
    for (name, expected) in &case.figures {
        let what = format!("figures, `{name}`");
        match G::FIGURES.iter().position(|figure| figure.name == name) {
            None => {
                let names: Vec<&str> = G::FIGURES.iter().map(|figure| figure.name).collect();
                failures.add(
                    what,
                    expected,
                    format!("no figure of this name, but: {}", names.join(", ")),
                );
            }
            Some(place) if i64::from(figures[place]) != *expected => failures.add(what, expected, figures[place]),
            Some(_) => {}
        }
    }
}

/// `expect`, `expect-any-order` and `expect-absent`.
fn check_values<G: Listed>(case: &Case, state: &G, failures: &mut Failures) {
    if case.expect.is_empty() && case.any_order.is_empty() && case.absent.is_empty() {
        return;
    }
    let json = match position_json(state) {
        Ok(json) => json,
        Err(error) => return failures.add("the position", "JSON", error),
    };
    for (query, expected) in &case.expect {
        let found = query.value(&json);
        if found.as_ref().is_none_or(|found| !same(found, expected)) {
            failures.add(query, expected, show_found(found));
        } else {
            check_spelling::<G>(query, &json, failures);
        }
    }
    for (query, expected) in &case.any_order {
        let found = query.value(&json);
        let holds = match &found {
            Some(Value::Array(items)) => same_in_any_order(items, expected),
            _ => false,
        };
        if !holds {
            let expected = format!("in any order {}", Value::from(expected.clone()));
            failures.add(query, expected, show_found(found));
        } else {
            check_spelling::<G>(query, &json, failures);
        }
    }
    for query in &case.absent {
        match query.first(&json) {
            Some(node) => failures.add(query, "absent", node),
            None => check_spelling::<G>(query, &json, failures),
        }
    }
}

fn show_found(found: Option<Value>) -> String {
    found.map_or_else(|| "absent".to_owned(), |found| found.to_string())
}

/// A path that selects nothing is one that a position can have.
fn check_spelling<G: Listed>(query: &Query, json: &Value, failures: &mut Failures) {
    if query.first(json).is_none()
        && let Some(name) = query.misspelt::<G::Position>(json)
    {
        failures.add(
            query,
            "a path that a position can have",
            format!("no position has `{name}` there"),
        );
    }
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
