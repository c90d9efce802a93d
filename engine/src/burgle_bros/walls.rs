//! The walls in a setup (section 3.3).

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Layout, Wall, parse_square, square_name};

/// Which walls a game is played with.
///
/// In JSON `"standard"`, `"random"`, a list of wall names for each floor from the ground up (`[["A1-B1", "C2-C3"], []]`),
/// or the text of a drawing, which brings its empty space along.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Walls {
    /// The scenario's own (S-WALL-1, S-WALL-2).
    #[default]
    Standard,
    /// Drawn from the seed (S-WALL-5).
    Random,
    /// The wall pieces of each floor from the ground up, as bits of [`Wall`] (S-WALL-3).
    Pieces(Vec<u64>),
    /// A whole drawing (S-WALL-3).
    Drawing(Layout),
}

impl Walls {
    /// Whether they are the scenario's own.
    pub fn is_standard(&self) -> bool {
        *self == Walls::Standard
    }
}

impl Serialize for Walls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Walls::Standard => serializer.serialize_str("standard"),
            Walls::Random => serializer.serialize_str("random"),
            Walls::Pieces(floors) => serializer.collect_seq(floors.iter().map(|&walls| names(walls))),
            Walls::Drawing(layout) => serializer.collect_str(layout),
        }
    }
}

/// The names of the walls of a floor.
fn names(walls: u64) -> Vec<String> {
    Wall::all(walls).map(|wall| wall.to_string()).collect()
}

impl<'de> Deserialize<'de> for Walls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Walls, D::Error> {
        deserializer.deserialize_any(AnyWalls)
    }
}

struct AnyWalls;

impl<'de> Visitor<'de> for AnyWalls {
    type Value = Walls;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("walls: standard, random, a list of wall names such as A1-B1 for each floor, or a drawing")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Walls, E> {
        match text.trim() {
            "standard" => Ok(Walls::Standard),
            "random" => Ok(Walls::Random),
            // One line is no drawing: more likely a word mistyped.
            drawing if drawing.contains('\n') => text.parse().map(Walls::Drawing).map_err(E::custom),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Walls, A::Error> {
        let mut floors = Vec::new();
        while let Some(names) = list.next_element::<Vec<String>>()? {
            let mut walls = 0u64;
            for name in names {
                let wall = Wall::parse(&name).ok_or_else(|| {
                    let expected = "a wall between two neighbours such as A1-B1";
                    serde::de::Error::custom(format!("floor {}: `{name}`, expected {expected}", floors.len() + 1))
                })?;
                if walls & wall.bit() != 0 {
                    let floor = floors.len() + 1;
                    return Err(serde::de::Error::custom(format!(
                        "floor {floor}: {wall} twice, expected it once"
                    )));
                }
                walls |= wall.bit();
            }
            floors.push(walls);
        }
        Ok(Walls::Pieces(floors))
    }
}

/// The empty space of a setup, by the name of its square.
pub(super) mod space {
    use super::{Deserialize, Deserializer, Serializer, parse_square, square_name};

    pub fn serialize<S: Serializer>(space: &Option<usize>, serializer: S) -> Result<S::Ok, S::Error> {
        match space {
            Some(space) => serializer.serialize_str(&square_name(*space)),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
        let Some(name) = Option::<String>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let square = parse_square(&name);
        let wrong = || serde::de::Error::custom(format!("`{name}`, expected a square such as C3"));
        square.map(Some).ok_or_else(wrong)
    }
}
