//! Heists in the middle, for the tests of rules.

use heist_engine::game::{Game, Node, Overrides};
use heist_engine::masters::{Action, MastersOfTheHeist, Outcome, Position};
use serde_json::Value;

/// The heist of a position; with every order of actions unless the position says otherwise.
pub fn heist(mut position: Value) -> MastersOfTheHeist {
    let fields = position.as_object_mut().expect("a position is an object");
    fields.entry("actions").or_insert_with(|| "strict".into());
    let text = position.to_string();
    let position: Position = serde_json::from_value(position).unwrap_or_else(|error| panic!("{error}: {text}"));
    MastersOfTheHeist::from_position(position, Overrides::None).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What is wrong with a position.
pub fn refusal(position: Value) -> String {
    let position: Position = serde_json::from_value(position).expect("a position");
    match MastersOfTheHeist::from_position(position, Overrides::None) {
        Ok(_) => panic!("the position is accepted"),
        Err(error) => error.to_string(),
    }
}

/// The position of a heist as JSON.
pub fn position(state: &MastersOfTheHeist) -> Value {
    serde_json::to_value(state.position()).expect("positions are JSON")
}

/// The legal actions in notation.
pub fn legal(state: &MastersOfTheHeist) -> Vec<String> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal.iter().map(Action::to_string).collect()
}

/// The legal actions in notation that begin with a word.
pub fn legal_with(state: &MastersOfTheHeist, word: &str) -> Vec<String> {
    let is_it = |action: &String| action == word || action.starts_with(&format!("{word} "));
    legal(state).into_iter().filter(is_it).collect()
}

/// What one character may do next: the legal actions behind `act WHO`, none if it is not offered.
pub fn options(state: &MastersOfTheHeist, who: &str) -> Vec<String> {
    let mut state = *state;
    let act = format!("act {who}");
    if !legal(&state).contains(&act) {
        return Vec::new();
    }
    play(&mut state, &[&act]);
    legal(&state)
}

/// The outcomes in notation with their probabilities.
pub fn odds(state: &MastersOfTheHeist) -> Vec<(String, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    outcomes
        .iter()
        .map(|(outcome, odds)| (outcome.to_string(), *odds))
        .collect()
}

/// Plays actions and outcomes in notation, in order: each must be legal or possible.
pub fn play(state: &mut MastersOfTheHeist, steps: &[&str]) {
    for step in steps {
        match state.node() {
            Node::Decision(_) => {
                let action: Action = step.parse().unwrap_or_else(|error| panic!("{error}"));
                state.try_apply(action).unwrap_or_else(|error| panic!("{error}"));
            }
            Node::Chance => {
                let outcome: Outcome = step.parse().unwrap_or_else(|error| panic!("{error}"));
                state.try_resolve(outcome).unwrap_or_else(|error| panic!("{error}"));
            }
            Node::Terminal => panic!("`{step}`: the heist is over"),
        }
    }
}

/// Lets a character act, and plays what it does and what follows.
pub fn act(state: &mut MastersOfTheHeist, who: &str, steps: &[&str]) {
    play(state, &[&format!("act {who}")]);
    play(state, steps);
}
