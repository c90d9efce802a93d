//! The map as a table of words.

use super::hexes::described;
use super::names;
use super::things::{Ground, Scene, Thing, places};
use crate::BoardTable;
use crate::board_table::place;

/// The map with a column and a row for each number in the coordinates of tiles.
pub(super) fn table(game: &Scene) -> BoardTable {
    let places = places(game);
    let span = |numbers: &[i8]| {
        let (least, most) = (numbers.iter().min(), numbers.iter().max());
        least.zip(most).map_or(0..0, |(&least, &most)| least..most + 1)
    };
    let columns = span(&places.iter().map(|(at, _)| at.place().q).collect::<Vec<_>>());
    let rows = span(&places.iter().map(|(at, _)| at.place().r).collect::<Vec<_>>());
    let text = |q: i8, r: i8| {
        let found = places.iter().find(|(at, _)| (at.place().q, at.place().r) == (q, r));
        found.map(|&(at, ground)| {
            let things = Thing::on(game, at, ground).into_iter();
            let things: Vec<String> = things.map(|thing| described(game, thing)).collect();
            place(&what(ground, things.is_empty()), &things, "")
        })
    };
    BoardTable {
        name: "Map".to_owned(),
        about: "A hex touches those left and right of it, above and above to the right, below and below to the left.",
        columns: columns.clone().map(|q| q.to_string()).collect(),
        rows: rows
            .map(|r| (r.to_string(), columns.clone().map(|q| text(q, r)).collect()))
            .collect(),
    }
}

/// What a place is. A hex with something on it needs no word.
fn what(ground: Ground, is_bare: bool) -> String {
    match ground {
        Ground::Hex(_) if is_bare => "nothing on it".to_owned(),
        Ground::Hex(_) => String::new(),
        Ground::Unrevealed(_) => "unrevealed".to_owned(),
        Ground::Gone => "closed by a gate".to_owned(),
        Ground::Exit(side) => format!("Exit that opens to {}", names::direction(side)),
        Ground::Tunnel => "free tunnel space".to_owned(),
    }
}
