//! Which layouts a study is about.

use heist_engine::board::{Layout, parse_square};
use heist_engine::burgle_bros::Scenario;
use serde_json::{Map, Value};

use super::entry::Entry;
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::progress;
use crate::walls::shape::Shape;

/// The layouts that a study may be about.
pub struct Layouts {
    /// The scenario that they are for.
    pub scenario: Scenario,
    /// The scenario's own one, if the setup can be played on it.
    own: Option<Layout>,
    shape: Shape,
}

impl Layouts {
    /// The layouts for a setup without walls.
    pub fn new(setup: &Map<String, Value>) -> Result<Layouts, Failure> {
        let text = |field: &str| setup.get(field).and_then(Value::as_str);
        let scenario: Scenario = text("scenario").unwrap_or_default().parse().map_err(Failure::input)?;
        let own = scenario.layout().clone();
        let space = text("empty-space").and_then(parse_square).or(own.space);
        Ok(Layouts {
            scenario,
            shape: Shape {
                size: own.size,
                space,
                floors: own.walls.len(),
                walls: scenario.walls_per_floor(),
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
