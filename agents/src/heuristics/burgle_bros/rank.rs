//! What is preferred: the best of scored actions, and Tools in their order.

use heist_engine::burgle_bros::{Action, Tool};

/// The first of the actions with the highest score.
pub(super) fn best(legal: &[Action], score: impl Fn(Action) -> f32) -> Action {
    let mut choice = legal[0];
    let mut highest = f32::MIN;
    for &action in legal {
        let value = score(action);
        if value > highest {
            (choice, highest) = (action, value);
        }
    }
    choice
}

/// How much the expert wants a Tool, for the choices between two.
pub(super) fn tool_rank(tool: Tool) -> u8 {
    match tool {
        Tool::Donuts => 12,
        Tool::InvisibleSuit => 11,
        Tool::MakeupKit => 10,
        Tool::SmokeBomb => 9,
        Tool::Rollerskates => 8,
        Tool::Blueprints => 7,
        Tool::Stethoscope => 6,
        Tool::Virus => 5,
        Tool::Emp => 4,
        Tool::ThermalBomb => 3,
        Tool::Crowbar => 2,
        Tool::CrystalBall => 1,
        Tool::Dynamite => 0,
    }
}
