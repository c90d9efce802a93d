//! The floors as tables of words.

use heist_engine::board::{Cell, FloorPlan};
use heist_engine::burgle_bros::{BurgleBros, Tool};
use heist_engine::describe::capitalized;

use super::things::Thing;
use super::{tile, token, words};
use crate::BoardTable;
use crate::board::table;

/// A table for each floor.
pub(super) fn tables(game: &BurgleBros) -> Vec<BoardTable> {
    let plans: Vec<FloorPlan> = (0..game.floors()).map(|floor| game.floor_plan(floor)).collect();
    table::floors(&plans, |at| tile::title(game, at), |at| things(game, at))
}

/// What stands and lies on a cell, in words.
fn things(game: &BurgleBros, at: Cell) -> Vec<String> {
    let things = Thing::on(game, at).into_iter().map(|thing| described(game, thing, at));
    let entrance = (game.entrance() == Some(at)).then(|| token::ENTRANCE.to_owned());
    things.chain(entrance).collect()
}

/// A thing as people say it, with what is written on it.
fn described(game: &BurgleBros, thing: Thing, at: Cell) -> String {
    let meaning = token::meaning(thing);
    match thing {
        Thing::Player(seat) => capitalized(&words::player(game, seat)),
        Thing::Guard if game.donuts() == Some(at.floor()) => format!("{meaning} with {}", words::tool(Tool::Donuts)),
        // The legend has it below the Guard.
        Thing::Destination => format!("Guard's die, speed {}", game.guard_speed(at.floor())),
        thing => match thing.count() {
            Some(count) => format!("{meaning}: {count}"),
            None => meaning.to_owned(),
        },
    }
}
