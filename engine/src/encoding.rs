//! What identifies an encoding in the files that depend on it.

use crate::game::{Encode, IndexBlocks};
use crate::hash::append_bytes;

/// Identifies what [`Encode`] says about a game: the XXH3 hash of its id, the names and sizes of all blocks, and every
/// feature and action by name. Whatever holds feature or action indices, or weights for them, keeps it: where the hash
/// is another, an index may mean something else.
///
/// It writes out every name, which takes milliseconds: ask once.
pub fn encoding_hash<G: Encode>() -> u64 {
    let features = (0..G::feature_count()).map(G::feature_name);
    let actions = (0..G::action_count()).map(|index| match G::action_at(index) {
        Some(action) => action.to_string(),
        None => String::new(),
    });
    let key = space(append_name(0, G::ID), G::feature_blocks(), features);
    space(key, G::action_blocks(), actions)
}

/// Goes on with an index space: its blocks, then its names.
fn space(key: u64, blocks: IndexBlocks, names: impl Iterator<Item = String>) -> u64 {
    let key = blocks.into_iter().fold(key, |key, (name, range)| {
        append_bytes(append_name(key, name), &(range.len() as u64).to_le_bytes())
    });
    names.fold(key, |key, name| append_name(key, &name))
}

/// Goes on with a name. Each is hashed by itself, so that no two lists of names run together to the same bytes.
fn append_name(key: u64, name: &str) -> u64 {
    append_bytes(key, name.as_bytes())
}
