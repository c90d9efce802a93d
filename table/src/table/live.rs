//! Any game of the registry at a table.

use super::AnyGame;

/// Every game, in the order of the registry.
pub fn known_games() -> Vec<&'static dyn AnyGame> {
    Vec::new()
}
