//! The measures of layouts.

use heist_engine::board::{FloorMeasures, FloorPlan, Layout, MEASURES};
use serde_json::{Map, Value, json};

/// The measures of each floor; `None` if one falls into parts.
pub fn measures(layout: &Layout) -> Option<Vec<FloorMeasures>> {
    let floor = |&walls: &u64| {
        let plan = FloorPlan::new(layout.size, layout.space, walls);
        plan.is_connected().then(|| FloorMeasures::of(&plan))
    };
    layout.walls.iter().map(floor).collect()
}

/// Measures as an object.
pub fn by_name(values: [f64; MEASURES.len()]) -> Value {
    let fields = MEASURES.iter().zip(values);
    fields
        .map(|(measure, value)| (measure.name.to_owned(), json!(value)))
        .collect::<Map<String, Value>>()
        .into()
}

/// A measure for people: whole if it is, else with three digits or so.
pub fn number(value: f64) -> String {
    // Means over three floors may be off in the last bits.
    if (value - value.round()).abs() < 1e-9 {
        format!("{value:.0}")
    } else if value.abs() < 1.0 {
        format!("{value:.3}")
    } else {
        format!("{value:.2}")
    }
}
