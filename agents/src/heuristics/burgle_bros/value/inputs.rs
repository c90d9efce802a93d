//! The features of the estimate as inputs for networks.

use heist_engine::burgle_bros::BurgleBros;

use super::{COUNT, FEATURES, features, log_odds};
use crate::heuristics::Dense;

/// The features of the estimate, which is their weighted sum.
pub const DENSE: Dense<BurgleBros> = Dense {
    inputs: &INPUTS,
    fill: |state, numbers| numbers.copy_from_slice(&features(state)),
    estimate: Some(|numbers| numbers.first_chunk().map_or(f32::NAN, log_odds)),
};

const INPUTS: [(&str, f32); COUNT] = {
    let mut inputs = [("", 0.0); COUNT];
    let mut place = 0;
    while place < COUNT {
        let (name, _) = FEATURES[place];
        inputs[place] = (name, scale(name));
        place += 1;
    }
    inputs
};

/// The factor of a feature: one by what is usual of those that exceed 2 or so.
const fn scale(name: &str) -> f32 {
    match name.as_bytes() {
        b"turns" | b"root_work" | b"exit_speed" | b"dice" => 0.2,
        b"least_stealth" | b"second_stealth" | b"log_stealth" | b"leaving_stealth" | b"alarms" => 0.3,
        b"speeds" | b"nearest_work" | b"farthest_work" | b"leaving_way" => 0.1,
        b"work_by_stealth" | b"patrol_cards" | b"ways_to_work" | b"way" => 0.05,
        _ => 1.0,
    }
}
