//! The walls in a setup.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Layout, Wall, parse_square, square_name};

/// Which walls a game is played with.
///
/// In JSON `"standard"`, `"random"`, a list of wall names for each floor from the ground up (`[["A1-B1", "C2-C3"],
/// []]`), or the text of a drawing, which brings its empty space along. A drawing is written as an object that says the
/// same in one line: `{"size": 5, "empty-space": "C3", "walls": [["A1-B1"], []]}`.
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
            Walls::Pieces(floors) => {
                serializer.collect_seq(floors.iter().map(|&walls| Wall::names(walls).collect::<Vec<_>>()))
            }
            Walls::Drawing(layout) => LayoutForm {
                size: layout.size,
                empty_space: layout.space,
                walls: layout.walls.iter().map(|&walls| Wall::names(walls).collect()).collect(),
            }
            .serialize(serializer),
        }
    }
}

/// A drawing in one line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LayoutForm {
    size: usize,
    #[serde(default, with = "space_name", skip_serializing_if = "Option::is_none")]
    empty_space: Option<usize>,
    walls: Vec<Vec<String>>,
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
            // A text without a line break is no drawing: more likely a word mistyped.
            _ if text.contains('\n') => text.parse().map(Walls::Drawing).map_err(E::custom),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Walls, A::Error> {
        let mut floors = Vec::new();
        while let Some(names) = list.next_element::<Vec<String>>()? {
            floors.push(pieces(floors.len(), &names).map_err(serde::de::Error::custom)?);
        }
        Ok(Walls::Pieces(floors))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Walls, A::Error> {
        let form = LayoutForm::deserialize(MapAccessDeserializer::new(map))?;
        let floors = form.walls.iter().enumerate();
        let walls: Result<Vec<u64>, String> = floors.map(|(floor, names)| pieces(floor, names)).collect();
        Ok(Walls::Drawing(Layout {
            size: form.size,
            space: form.empty_space,
            walls: walls.map_err(serde::de::Error::custom)?,
        }))
    }
}

/// The walls of these names, each once.
fn pieces(floor: usize, names: &[String]) -> Result<u64, String> {
    let floor = floor + 1;
    names.iter().try_fold(0u64, |walls, name| {
        let wall = Wall::parse(name)
            .ok_or_else(|| format!("floor {floor}: `{name}`, expected a wall between two neighbours such as A1-B1"))?;
        match walls & wall.bit() {
            0 => Ok(walls | wall.bit()),
            _ => Err(format!("floor {floor}: {wall} twice, expected it once")),
        }
    })
}

/// The empty space of a setup, by the name of its square.
pub(crate) mod space_name {
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
