//! Floors of square tiles, which several games have: as text, and as pictures with walls, ways and pieces.

pub(crate) mod floor;
pub(crate) mod patrol;
pub(crate) mod placement;
pub(crate) mod text;
pub(crate) mod tile;
