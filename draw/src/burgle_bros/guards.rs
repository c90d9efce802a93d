//! What Guards are about to do, as far as it is known now.

use heist_engine::board::{Cell, square_name};
use heist_engine::burgle_bros::{BurgleBros, Character, GuardView};
use heist_engine::game::{Game, Seat};

/// The way of a Guard in his next step, as far as it is known now (G-MOVE-7, G-MOVE-8, C-RAVEN-O).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Way {
    /// The squares he is about to enter, in their order.
    pub squares: Vec<usize>,
    /// Movement that the crow takes.
    pub lost: u8,
    /// Movement left at his destination, for which a card is drawn.
    pub left: u8,
}

impl Way {
    /// The way of a Guard with a destination.
    pub fn of(game: &BurgleBros, from: Cell, die: Cell) -> Way {
        let is_slowed = plays(game, Character::RavenBasic);
        let is_held = plays(game, Character::RavenOlder);
        let floor = from.floor();
        let plan = game.floor_plan(floor);
        let has_crow = |square| game.crow() == Some(Cell::new(floor, square));
        let mut at = from.square();
        let mut way = Way {
            left: game.guard_steps(floor),
            ..Way::default()
        };
        while way.left > 0 && at != die.square() {
            if is_held && has_crow(at) {
                (way.left, way.lost) = (way.left - 1, 1);
            }
            if way.left == 0 {
                break;
            }
            at = plan.step(at, die.square());
            way.left -= 1;
            if is_slowed && has_crow(at) && way.left > 0 {
                (way.left, way.lost) = (way.left - 1, 1);
            }
            way.squares.push(at);
        }
        way
    }
}

/// Why a Guard will not move in his next step (G-MOVE-3, G-MOVE-4).
pub(super) fn stopped_by(game: &BurgleBros, floor: usize) -> Option<&'static str> {
    let has_crow = |guard: GuardView| game.crow() == Some(guard.at) && game.alarms(floor) == 0;
    if plays(game, Character::RavenAdvanced) && game.guard(floor).is_some_and(has_crow) {
        return Some("the crow");
    }
    (game.donuts() == Some(floor)).then_some("donuts")
}

/// Whether a character side is in the game.
fn plays(game: &BurgleBros, side: Character) -> bool {
    Seat::all(game.seats()).any(|seat| game.character(seat) == side)
}

/// What a Guard does in his next step, if it is known that he takes one: `next step he moves 3: B1 C1 C2`.
pub(super) fn next_step(game: &BurgleBros, floor: usize) -> Option<String> {
    let movement = game.guard_steps(floor);
    match (game.guard(floor), stopped_by(game, floor)) {
        (Some(_), Some(reason)) => Some(format!("next step he stays ({reason})")),
        (Some(guard), None) => Some(walk(game, guard, movement)),
        (None, _) if !game.is_guard_away(floor) => None,
        (None, Some(reason)) => Some(format!("next step he comes back and stays there ({reason})")),
        (None, None) => Some(format!("next step he comes back and moves {movement}")),
    }
}

fn walk(game: &BurgleBros, guard: GuardView, movement: u8) -> String {
    let mut text = format!("next step he moves {movement}");
    let Some(die) = guard.die else { return text };
    if die == guard.at {
        text.push_str(" after a new card");
        return text;
    }
    let way = Way::of(game, guard.at, die);
    if way.squares.is_empty() {
        return "next step he stays (the crow takes his movement)".to_owned();
    }
    let names: Vec<String> = way.squares.iter().map(|&square| square_name(square)).collect();
    text.push_str(&format!(": {}", names.join(" ")));
    if way.lost > 0 {
        text.push_str(", 1 lost to the crow");
    }
    if way.left > 0 {
        text.push_str(&format!(", then {} more", way.left));
    }
    text
}
