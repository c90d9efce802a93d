//! Which layouts a study is about.

use heist_engine::board::{Blueprint, Layout, parse_square};
use serde_json::{Map, Value};

use super::entry::Entry;
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::progress;
use crate::walls::shape::Shape;

/// The layouts that a study may be about.
pub struct Layouts {
    /// The scenario that they are for.
    pub scenario: &'static str,
    /// The scenario's own one, if the setup can be played on it.
    own: Option<Layout>,
    shape: Shape,
}

impl Layouts {
    /// The layouts of a building for a setup without walls.
    pub fn new(blueprints: &'static [Blueprint], setup: &Map<String, Value>) -> Result<Layouts, Failure> {
        let text = |field: &str| setup.get(field).and_then(Value::as_str);
        let scenario = text("scenario").unwrap_or_default();
        let blueprint = blueprints.iter().find(|blueprint| blueprint.scenario == scenario);
        let blueprint = blueprint.ok_or_else(|| {
            let known: Vec<&str> = blueprints.iter().map(|blueprint| blueprint.scenario).collect();
            let known = known.join(", ");
            Failure::input(format!(
                "the walls of scenario `{scenario}` may not be drawn; there are: {known}"
            ))
        })?;
        let own = (blueprint.layout)().clone();
        let space = text("empty-space").and_then(parse_square).or(own.space);
        Ok(Layouts {
            scenario: blueprint.scenario,
            shape: Shape {
                size: own.size,
                space,
                floors: own.walls.len(),
                walls: blueprint.walls_per_floor,
            },
            // S-WALL-2: the scenario's walls fit its own empty space only.
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
