//! What random layouts have in common, and the layouts themselves.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use heist_engine::board::{Layout, random_walls};
use heist_engine::burgle_bros::Scenario;
use heist_engine::random::stream;

/// What random layouts have in common.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Squares a side.
    pub size: usize,
    /// The empty space, on every floor.
    pub space: Option<usize>,
    /// How many floors.
    pub floors: usize,
    /// Walls on each floor.
    pub walls: usize,
}

impl Shape {
    /// S-WALL-5: the layout of this number of a seed, floor by floor.
    pub fn layout(self, seed: u64, number: u64) -> Layout {
        let mut rng = stream(seed, "walls", number);
        let floor = |_| random_walls(self.size, self.space, self.walls, &mut rng);
        Layout {
            size: self.size,
            space: self.space,
            walls: (0..self.floors).map(floor).collect(),
        }
    }
}

/// Reads the name of a scenario.
pub fn scenario_parser() -> impl TypedValueParser<Value = Scenario> {
    let names = Scenario::ALL.iter().map(|scenario| scenario.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Scenario>())
}
