//! The floors as tables of words.

use heist_engine::board::Cell;
use heist_engine::casino_capers::CasinoCapers;

use super::things::Thing;
use super::{names, tile};
use crate::BoardTable;
use crate::board::table;

/// A table for each floor.
pub(super) fn tables(game: &CasinoCapers) -> Vec<BoardTable> {
    let plans = [0, 1].map(|floor| game.floor_plan(floor));
    table::floors(&plans, |at| tile::title(game, at), |at| things(game, at))
}

/// What stands and lies on a cell, in words.
fn things(game: &CasinoCapers, at: Cell) -> Vec<String> {
    let described = |thing: Thing| match (thing, thing.count()) {
        (Thing::Player(player), _) => names::first_player(game, player),
        // The legend has it below the bouncer.
        (Thing::Marker, _) => "bouncer's destination".to_owned(),
        (thing, Some(count)) => format!("{}: {count}", thing.meaning()),
        (thing, None) => thing.meaning(),
    };
    Thing::on(game, at).into_iter().map(described).collect()
}
