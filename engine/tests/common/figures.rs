//! Figures of states by their names, in any game.

use heist_engine::Game;

/// A figure of a state.
#[track_caller]
pub fn figure<G: Game>(state: &G, name: &str) -> i32 {
    let place = G::FIGURES.iter().position(|figure| figure.name == name);
    state.figures()[place.unwrap_or_else(|| panic!("there is no figure `{name}`"))]
}

/// Some figures of a state.
#[track_caller]
pub fn assert_figures<G: Game>(state: &G, expected: &[(&str, i32)]) {
    for &(name, value) in expected {
        assert_eq!(figure(state, name), value, "{name}");
    }
}
