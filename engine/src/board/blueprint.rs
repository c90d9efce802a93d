//! What the walls of a scenario may be.

use super::Layout;
use crate::game::Problem;

/// The shape of the building that a scenario is played in, for whatever draws or checks walls.
#[derive(Clone, Copy, Debug)]
pub struct Blueprint {
    /// The scenario, as setups name it.
    pub scenario: &'static str,
    /// The scenario's own walls and empty space.
    pub layout: fn() -> &'static Layout,
    /// How many wall pieces stand on each floor.
    pub walls_per_floor: usize,
    /// The field of setups that moves the empty space to another square; none if it stays where it is in the layout.
    pub space_field: Option<&'static str>,
}

impl Blueprint {
    /// Everything that keeps a layout from being played in this scenario. Of a layout with another shape only that is
    /// listed.
    pub fn problems(&self, layout: &Layout) -> Vec<Problem> {
        let usual = (self.layout)();
        let shape = |layout: &Layout| (layout.size, layout.walls.len(), layout.space.is_some());
        if shape(layout) == shape(usual) {
            return layout.problems(self.walls_per_floor);
        }
        let in_words = |layout: &Layout| {
            let (size, floors, has_space) = shape(layout);
            let with = if has_space { "an" } else { "no" };
            format!("{floors} floors of {size}x{size} with {with} empty space")
        };
        let (found, expected) = (in_words(layout), in_words(usual));
        let what = format!("{found}, expected {expected} for the {}", self.scenario);
        vec![Problem::new("walls", what)]
    }
}
