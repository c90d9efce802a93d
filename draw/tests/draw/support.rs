//! What the tests of all games share.

use heist_draw::{Draw, Style};
use heist_engine::game::Overrides;

pub fn plain(width: usize) -> Style {
    Style { width, colour: false }
}

/// The state of a position.
pub fn state<G: Draw>(text: &str) -> G {
    let position: G::Position = serde_json::from_str(text).expect("the position is readable");
    G::from_position(position, Overrides::None).unwrap_or_else(|error| panic!("{error}"))
}

/// The actions and outcomes of a state in notation, each with its sentence.
pub fn explained<G: Draw>(state: &G) -> Vec<(String, String)> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    state.legal_actions(&mut actions);
    state.outcomes(&mut outcomes);
    let actions = actions
        .iter()
        .map(|&action| (action.to_string(), state.explain(action)));
    let outcomes = outcomes
        .iter()
        .map(|&(outcome, _)| (outcome.to_string(), state.explain_outcome(outcome)));
    actions.chain(outcomes).collect()
}

/// The options with their explanations, as people see them.
pub fn options<G: Draw>(state: &G) -> String {
    let options = explained(state).into_iter();
    let lines = options.map(|(notation, sentence)| format!("{notation} | {sentence}"));
    [state.explain_node()]
        .into_iter()
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Everything that a state says is one sentence each, with one full stop and no longer than this.
pub fn check_sentences<G: Draw>(state: &G, longest: usize) {
    let options = explained(state).into_iter().map(|(_, sentence)| sentence);
    for sentence in options.chain([state.explain_node()]) {
        let is_ended = sentence.ends_with('.') && !sentence.ends_with("..");
        assert!(is_ended && sentence.len() < longest, "{sentence}");
    }
}

/// Colour adds escape sequences to a text, one of these among them, and changes nothing else.
pub fn check_colour<G: Draw>(state: &G, expected: &[&str]) {
    let style = Style {
        width: 80,
        colour: true,
    };
    let mut rest = state.draw_text(&style);
    assert!(expected.iter().any(|part| rest.contains(part)), "{rest}");
    while let Some(start) = rest.find('\x1b') {
        let length = rest[start..].find('m').expect("every sequence ends");
        rest.replace_range(start..=start + length, "");
    }
    assert_eq!(rest, state.draw_text(&plain(80)));
}

/// No line is wider than this, and none ends with blanks.
pub fn check_lines(text: &str, width: usize) {
    for line in text.lines() {
        assert!(line.chars().count() <= width, "wider than {width}: {line}");
        assert_eq!(line, line.trim_end());
    }
}
