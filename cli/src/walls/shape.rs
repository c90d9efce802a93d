//! What random layouts have in common, and the layouts themselves.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use heist_engine::any::infos;
use heist_engine::board::{Blueprint, Layout, random_walls};
use heist_engine::random::stream;
use heist_engine::registry::GameInfo;

use crate::failure::Failure;

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

/// The buildings of all games whose walls may be drawn, in the order of the games.
pub fn blueprints() -> impl Iterator<Item = &'static Blueprint> {
    infos().flat_map(|game| game.blueprints)
}

/// The first of them, which is taken where no scenario is named.
pub fn usual() -> Result<&'static Blueprint, Failure> {
    let none = || Failure::input("no game here has scenarios whose walls may be drawn");
    blueprints().next().ok_or_else(none)
}

/// The first game with a building for this scenario or, without a name, with any.
pub fn game_of(scenario: Option<&str>) -> Option<&'static GameInfo> {
    let fits = |blueprint: &Blueprint| scenario.is_none_or(|name| blueprint.scenario == name);
    infos().find(|game| game.blueprints.iter().any(fits))
}

/// Reads the name of a scenario.
pub fn scenario_parser() -> impl TypedValueParser<Value = &'static Blueprint> {
    let names = blueprints().map(|blueprint| blueprint.scenario);
    let find = |name: String| blueprints().find(|blueprint| blueprint.scenario == name);
    PossibleValuesParser::new(names).try_map(move |name| find(name).ok_or("expected the name of a scenario"))
}
