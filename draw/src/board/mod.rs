//! Floors of square tiles, which several games have: as text, as tables, and as pictures with walls, ways and pieces.

pub(crate) mod floor;
pub(crate) mod patrol;
pub(crate) mod placement;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod tile;
