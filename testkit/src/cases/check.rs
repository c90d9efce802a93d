//! What must hold after the steps of a case.

use std::collections::HashSet;

use heist_engine::any::{Listed, any_state};
use heist_engine::describe::Picker;
use heist_engine::game::{LEFT_OUT, Node, Overrides};
use serde_json::{Value, json};

use super::file::{Case, Text};
use super::notation::{Move, Script};
use super::path::Query;
use super::report::{Failures, legal_actions, options, outcomes, position_json, show_all, show_node};
use super::values::{Unfilled, check_values, put};

/// How far a probability may be off.
const TOLERANCE: f64 = 1e-9;

/// How many positions `ends` looks at, at most.
const LOOKED_AT: usize = 100_000;

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
    check_counts(case, state, failures);
    check_result(case, state, failures);
    if case.expect.is_empty() && case.any_order.is_empty() && case.absent.is_empty() {
        return;
    }
    match position_json(state) {
        Ok(json) => check_values(case, &json, &OfGame { state }, failures),
        Err(error) => failures.add("the position", "JSON", error),
    }
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
                if refused
                    .action
                    .is_some_and(|action| all_left_out(state).contains(&action))
                {
                    format!("it {LEFT_OUT}, and accepted: {}", options(state))
                } else {
                    format!("it is possible: {}", options(state))
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

/// `legal-count`, `outcomes-count` and `ends`.
fn check_counts<G: Listed>(case: &Case, state: &G, failures: &mut Failures) {
    let mut compare = |what: &str, expected: Option<i64>, found: usize| match expected {
        Some(expected) if usize::try_from(expected) != Ok(found) => {
            failures.add(what, expected, format!("{found}; {}", options(state)));
        }
        _ => {}
    };
    compare("legal-count", case.legal_count, legal_actions(state).len());
    compare("outcomes-count", case.outcomes_count, outcomes(state).len());
    let Some(expected) = case.ends else { return };
    match ends(state) {
        Some(found) if usize::try_from(expected) == Ok(found) => {}
        Some(found) => failures.add("ends", expected, found),
        None => failures.add(
            "ends",
            expected,
            format!("more than {LOOKED_AT} positions on the way to them"),
        ),
    }
}

/// How many different positions decisions alone lead to in which a draw waits or the game is over; none if there are
/// too many positions on the way.
fn ends<G: Listed>(state: &G) -> Option<usize> {
    let mut seen = HashSet::from([state.key()]);
    let mut waiting = vec![state.clone()];
    let mut ends = 0;
    while let Some(state) = waiting.pop() {
        if !matches!(state.node(), Node::Decision(_)) {
            ends += 1;
            continue;
        }
        for action in legal_actions(&state) {
            let mut next = state.clone();
            next.apply(action);
            if seen.insert(next.key()) {
                waiting.push(next);
            }
        }
        if seen.len() > LOOKED_AT {
            return None;
        }
    }
    Some(ends)
}

/// What is known of the position of a state.
struct OfGame<'a, G> {
    state: &'a G,
}

impl<G: Listed> Unfilled for OfGame<'_, G> {
    /// Contradictions may be those that the case overrides.
    fn is_same(&self, document: &Value) -> bool {
        let read = G::any_game().read_position(&document.to_string(), Overrides::Waivable);
        read.is_ok_and(|read| read.position() == any_state(self.state.clone()).position())
    }

    fn default_at(&self, pointer: &str) -> Option<Value> {
        let position = position_json(self.state).ok()?;
        let facts = self.state.facts();
        let fact = facts.into_iter().find(|fact| fact.path == pointer);
        let is_default = |value: &Value| {
            let mut filled = position.clone();
            put(&mut filled, pointer, value) && self.is_same(&filled)
        };
        candidates(fact.map(|fact| fact.picker)).find(is_default)
    }

    fn misspelt(&self, query: &Query, document: &Value) -> Option<String> {
        query.misspelt::<G::Position>(document)
    }
}

/// Values that a field may have, the likely defaults first.
fn candidates(picker: Option<Picker>) -> Box<dyn Iterator<Item = Value>> {
    match picker {
        Some(Picker::One { options }) => Box::new(options.into_iter().map(Value::from)),
        Some(Picker::Number { least, most }) => Box::new((least..=most).map(Value::from)),
        Some(Picker::YesNo) => Box::new([json!(false), json!(true)].into_iter()),
        Some(Picker::List { .. }) => Box::new(std::iter::once(json!([]))),
        Some(Picker::Json) | None => {
            let others = [json!(false), json!(true), json!([]), json!({})];
            Box::new((0..=20).map(Value::from).chain(others))
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
