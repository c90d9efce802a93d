//! What several characters do one after the other, told as a script.

use std::fmt;

use heist_engine::record::Step;

use crate::Draw;

/// An action in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brief {
    /// Who acts.
    pub who: String,
    /// The action in a word or two, such as `move to 5,4`; empty if it only says who acts.
    pub what: String,
}

/// A line of decisions, grouped by who acts: `Sprinter: move to 4,3, 4,4; then Locksmith: pick, unlock 5,4`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// Who acts, and what they do until somebody else acts.
    pub parts: Vec<(String, Vec<String>)>,
    /// How many steps of the line it tells.
    pub steps: usize,
}

impl Script {
    /// The script of a line from a state on, up to the first chance or the first action that belongs to no script. None
    /// if it would have fewer than two actions.
    pub fn of<G: Draw>(state: &G, line: impl IntoIterator<Item = Step<G>>) -> Option<Script> {
        let mut state = state.clone();
        let mut script = Script::default();
        for step in line {
            let Step::Action(_, action) = step else { break };
            let Some(brief) = state.brief(action) else { break };
            script.add(brief);
            script.steps += 1;
            state.apply(action);
        }
        let actions: usize = script.parts.iter().map(|(_, actions)| actions.len()).sum();
        (actions > 1).then_some(script)
    }

    fn add(&mut self, Brief { who, what }: Brief) {
        if what.is_empty() {
            return;
        }
        match self.parts.last_mut() {
            Some((last, actions)) if *last == who => actions.push(what),
            _ => self.parts.push((who, vec![what])),
        }
    }

    /// What somebody does in a row, in words: of actions that differ in their last word only, the other words are said
    /// once.
    pub fn told(actions: &[String]) -> String {
        let mut told = String::new();
        let mut before = None;
        for action in actions {
            let parts = action.rsplit_once(' ');
            let is_same = |(words, last): (&str, &str)| {
                before.is_some_and(|(other, end): (&str, &str)| other == words && end != last)
            };
            let said = match parts {
                Some(parts) if is_same(parts) => parts.1,
                _ => action,
            };
            if !told.is_empty() {
                told.push_str(", ");
            }
            told.push_str(said);
            before = parts;
        }
        told
    }
}

impl fmt::Display for Script {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (who, actions)) in self.parts.iter().enumerate() {
            let before = if place > 0 { "; then " } else { "" };
            write!(text, "{before}{who}: {}", Script::told(actions))?;
        }
        Ok(())
    }
}

/// What something is for that a decision of a plan places, in one sentence: in how many games it was used, in which
/// turn first most often, and what for, with the state before that. None where the game has no word for the decision.
pub fn explain_purpose<G: Draw>(
    placed: (&G, G::Action),
    used: u64,
    turn: Option<u32>,
    deed: Option<(&G, G::Action)>,
) -> Option<String> {
    let (before, action) = placed;
    let Brief { who, what } = before.brief(action)?;
    let uses = match used {
        0 => "not used".to_owned(),
        1 => "used once".to_owned(),
        used => format!("used {used} times"),
    };
    let turn_word = match before.turns_per_round() {
        1 => "round",
        _ => "turn",
    };
    let turn = turn.map_or_else(String::new, |turn| match used {
        1 => format!(", in {turn_word} {turn}"),
        _ => format!(", most often in {turn_word} {turn}"),
    });
    let deed = deed.and_then(|(state, action)| state.brief(action));
    let deed = deed.map_or_else(String::new, |deed| format!(", to {}", deed.what));
    Some(format!("{who}, {what}: {uses}{turn}{deed}."))
}
