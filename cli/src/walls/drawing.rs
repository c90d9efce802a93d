//! Drawings of layouts: texts that people read and edit.

use std::path::Path;

use heist_engine::board::{Layout, Wall, parse_square, square_name};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::files;

/// The square of a name such as C3.
pub fn square(name: &str) -> Result<usize, String> {
    parse_square(name).ok_or_else(|| format!("found `{name}`; expected a square such as C3"))
}

/// Reads a drawing.
pub fn read(path: &Path) -> Result<Layout, Failure> {
    let text = files::read_text(path)?;
    text.parse().map_err(|error| Failure::file(path, error))
}

/// A drawing with a line before it that says where it is from.
pub fn with_origin(layout: &Layout, origin: &str) -> String {
    format!("// {origin}\n{layout}")
}

/// The names of the walls of each floor, as setups have them.
pub fn wall_names(layout: &Layout) -> Value {
    let names = |&walls: &u64| Wall::names(walls).collect::<Vec<_>>();
    layout.walls.iter().map(names).collect()
}

/// A layout in JSON.
pub fn described(layout: &Layout) -> Value {
    json!({
        "size": layout.size,
        "empty-space": layout.space.map(square_name),
        "walls": wall_names(layout),
        "drawing": layout.to_string(),
    })
}
