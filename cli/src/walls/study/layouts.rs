//! Which layouts a study is about.

use heist_engine::board::{Blueprint, Layout, parse_square};
use serde_json::{Map, Value};

use super::entry::Entry;
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::progress;
use crate::walls::shape::Shape;

/// The field of setups that names the scenario, in every game that has several ([`Game::SCENARIOS`]).
///
/// [`Game::SCENARIOS`]: heist_engine::game::Game::SCENARIOS
pub const SCENARIO: &str = "scenario";

/// The layouts that a study may be about.
pub struct Layouts {
    /// The scenario that they are for.
    pub scenario: &'static str,
    /// The scenario's own one, if the setup can be played on it.
    own: Option<Layout>,
    shape: Shape,
}

impl Layouts {
    /// The layouts of the building of a setup without walls. A game without scenarios has one building.
    pub fn new(blueprints: &'static [Blueprint], setup: &Map<String, Value>) -> Result<Layouts, Failure> {
        let text = |field: &str| setup.get(field).and_then(Value::as_str);
        let scenario = text(SCENARIO);
        let is_meant = |blueprint: &&Blueprint| scenario.is_none_or(|name| blueprint.scenario == name);
        let blueprint = blueprints.iter().find(is_meant).ok_or_else(|| {
            let known: Vec<&str> = blueprints.iter().map(|blueprint| blueprint.scenario).collect();
            Failure::input(format!(
                "the walls of scenario `{}` may not be drawn; there are: {}",
                scenario.unwrap_or_default(),
                known.join(", ")
            ))
        })?;
        let own = (blueprint.layout)().clone();
        let moved = blueprint.space_field.and_then(text).and_then(parse_square);
        let space = moved.or(own.space);
        Ok(Layouts {
            scenario: blueprint.scenario,
            shape: Shape {
                size: own.size,
                space,
                floors: own.walls.len(),
                walls: blueprint.walls_per_floor,
            },
            // S-WALL-2: walls fit their own empty space only.
            own: (space == own.space).then_some(own),
        })
    }

    /// The first of them.
    pub fn first(&self, seed: u64) -> Layout {
        self.own.clone().unwrap_or_else(|| self.shape.layout(seed, 1))
    }

    /// The scenario's own layout, if it can be played, and this many random ones; `None` if the user stopped it.
    pub fn entries(self, count: u32, seed: u64) -> Result<Option<Vec<Entry>>, Failure> {
        let own = self.own.map(|own| (0, own));
        let random = (1..=u64::from(count)).map(|number| (number, self.shape.layout(seed, number)));
        let bar = progress(count.into(), "layouts");
        let mut entries = Vec::new();
        for (number, layout) in own.into_iter().chain(random) {
            if interrupt::is_wanted() {
                bar.finish_and_clear();
                return Ok(None);
            }
            entries.push(Entry::new(number, layout)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(Some(entries))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use serde_json::json;

    use super::*;

    /// A floor of 4 squares a side with the empty space on B2, of a game that is none of ours.
    static MINE: LazyLock<Layout> = LazyLock::new(|| {
        let shape = Shape {
            size: 4,
            space: parse_square("B2"),
            floors: 1,
            walls: 3,
        };
        shape.layout(1, 1)
    });

    const MINES: &[Blueprint] = &[
        Blueprint {
            scenario: "flooded",
            layout: || &MINE,
            walls_per_floor: 5,
            space_field: None,
        },
        Blueprint {
            scenario: "dry",
            layout: || &MINE,
            walls_per_floor: 3,
            space_field: Some("shaft"),
        },
    ];

    fn layouts(blueprints: &'static [Blueprint], setup: Value) -> Result<Layouts, String> {
        let setup = setup.as_object().expect("a setup has fields").clone();
        Layouts::new(blueprints, &setup).map_err(|failure| failure.message())
    }

    #[test]
    fn layouts_follow_what_a_game_says_of_its_buildings() {
        let dry = layouts(MINES, json!({"scenario": "dry", "shaft": "C3"})).expect("there is such a building");
        assert_eq!((dry.scenario, dry.shape.walls), ("dry", 3));
        assert_eq!((dry.shape.space, dry.own.is_none()), (parse_square("C3"), true));
        let usual = layouts(MINES, json!({"scenario": "dry", "empty-space": "C3"})).expect("there is such a building");
        assert_eq!(
            (usual.shape.space, usual.own.as_ref()),
            (MINE.space, Some(&*MINE)),
            "no such field"
        );
        let fixed = layouts(MINES, json!({"scenario": "flooded", "shaft": "C3"})).expect("there is such a building");
        assert_eq!((fixed.shape.space, fixed.shape.walls), (MINE.space, 5));
        let only = layouts(&MINES[1..], json!({"seats": 2})).expect("there is only one building");
        assert_eq!(only.scenario, "dry");
        let error = layouts(MINES, json!({"scenario": "deep"}))
            .err()
            .expect("there is none");
        assert!(error.contains("`deep`") && error.contains("flooded, dry"), "{error}");
    }
}
