//! The numbers of a decision.

use heist_engine::burgle_bros::{BurgleBros, Character, Frame, Loot, Tool};
use heist_engine::game::Seat;

use super::super::value;

/// Stealth tokens that are told apart: 0, 1, 2, and 3 or more.
const STEALTH: usize = 4;
/// Actions left that are told apart: 0 to 3, and 4 or more.
const ACTIONS: usize = 5;
const FLAGS: [&str; 3] = ["acting", "own turn", "ability used"];

const FIRST_STEALTH: usize = value::FEATURES.len();
const FIRST_ACTIONS: usize = FIRST_STEALTH + STEALTH;
const FIRST_FLAG: usize = FIRST_ACTIONS + ACTIONS;
const FIRST_CHARACTER: usize = FIRST_FLAG + FLAGS.len();
const FIRST_LOOT: usize = FIRST_CHARACTER + Character::ALL.len();
const FIRST_TOOL: usize = FIRST_LOOT + Loot::ALL.len();

/// The features of the estimate, what the deciding seat has and how far its turn is.
pub(super) fn names() -> Vec<(String, f32)> {
    let estimate = value::DENSE
        .inputs
        .iter()
        .map(|&(name, factor)| (name.to_owned(), factor));
    let stealth = (0..STEALTH).map(|count| format!("stealth {count}"));
    let actions = (0..ACTIONS).map(|count| format!("actions {count}"));
    let flags = FLAGS.map(str::to_owned);
    let characters = Character::ALL.iter().map(|character| format!("character {character}"));
    let loot = Loot::ALL.iter().map(|loot| format!("loot {loot}"));
    let tools = Tool::ALL.iter().map(|tool| format!("tool {tool}"));
    let flags = stealth
        .chain(actions)
        .chain(flags)
        .chain(characters)
        .chain(loot)
        .chain(tools);
    estimate.chain(flags.map(|name| (name, 1.0))).collect()
}

pub(super) fn fill(state: &BurgleBros, seat: Seat, estimate: &[f32; value::COUNT], context: &mut [f32]) {
    context[..FIRST_STEALTH].copy_from_slice(estimate);
    context[FIRST_STEALTH + usize::from(state.stealth(seat)).min(STEALTH - 1)] = 1.0;
    context[FIRST_ACTIONS + usize::from(state.actions_left()).min(ACTIONS - 1)] = 1.0;
    let flags = [
        state.frames().last() == Some(&Frame::Act),
        seat == state.active_seat(),
        state.ability_used(),
    ];
    for (number, flag) in context[FIRST_FLAG..].iter_mut().zip(flags) {
        *number = f32::from(u8::from(flag));
    }
    context[FIRST_CHARACTER + state.character(seat).index()] = 1.0;
    for loot in Loot::members(state.loot(seat)) {
        context[FIRST_LOOT + loot.index()] = 1.0;
    }
    for tool in Tool::members(state.tools(seat)) {
        context[FIRST_TOOL + tool.index()] = 1.0;
    }
}
