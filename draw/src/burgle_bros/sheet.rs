//! The whole picture of a state.

use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::{Game, Node, Seat};

use super::{floor, panels, table, words};
use crate::block::Block;
use crate::board::floor::HEADING;
use crate::picture::{Layout, Pen};

/// Between the parts of a picture.
const GAP: f64 = 24.0;
/// Between panels.
const SMALL_GAP: f64 = 12.0;
/// How many columns a wide picture has.
const COLUMNS: usize = 3;

/// Everything, from the heading to the legend.
pub(super) fn sheet(game: &BurgleBros, pen: &Pen) -> Block {
    let room = pen.style.layout.room();
    let about = format!("{} · {}", words::scenario(game.scenario()), table::turn_words(game));
    let heading = pen.heading(BurgleBros::NAME, &about, &words::node(game), room);
    let body = match pen.style.layout {
        Layout::Narrow => narrow(game, room, pen),
        Layout::Wide => wide(game, room, pen),
    };
    let legend = panels::legend(game, room, pen).part("panel", "", 0.0);
    Block::column([heading, body, legend], 16.0)
}

fn narrow(game: &BurgleBros, room: f64, pen: &Pen) -> Block {
    let floors = (0..game.floors()).map(|floor| with_guard(game, floor, room, pen));
    let players = players(game, room, pen).map(|player| player.part("panel", "", 0.0));
    let cards = panels::cards(game, room, pen).part("panel", "", 0.0);
    Block::column(floors.chain([Block::column(players, SMALL_GAP), cards]), 16.0)
}

/// Floors beside each other; the rest in the column that two of them leave, or below three of them.
fn wide(game: &BurgleBros, room: f64, pen: &Pen) -> Block {
    let column = (room - (COLUMNS - 1) as f64 * GAP) / COLUMNS as f64;
    let is_large = game.floor_plan(0).size() > 4;
    let floor_room = if is_large { 420.0 } else { column };
    let floors: Vec<Block> = (0..game.floors())
        .map(|floor| with_guard(game, floor, floor_room, pen))
        .collect();
    if floors.len() == COLUMNS {
        let players: Vec<Block> = players(game, column, pen).collect();
        let (first, second) = players.split_at(players.len().div_ceil(2));
        let columns = [
            Block::column(first.to_vec(), SMALL_GAP),
            Block::column(second.to_vec(), SMALL_GAP),
            panels::cards(game, column, pen),
        ];
        return Block::column([Block::row(floors, GAP), Block::row(columns, GAP)], 16.0);
    }
    let board = Block::row(floors, GAP);
    let rest = room - board.width - GAP;
    let panels = players(game, rest, pen).chain([panels::cards(game, rest, pen)]);
    Block::row([board, Block::column(panels, SMALL_GAP)], GAP)
}

fn with_guard(game: &BurgleBros, floor: usize, room: f64, pen: &Pen) -> Block {
    let side = crate::board::floor::side(game.floor_plan(floor).size(), room);
    let is_active = game.at(game.active_seat()).is_some_and(|at| at.floor() == floor);
    let board = floor::floor(game, floor, side, pen)
        .part("board", &format!("Floor {}", floor + 1), HEADING)
        .active(is_active);
    let guard = panels::guard(game, floor, room, pen).part("panel", "", 0.0);
    Block::column([board, guard], SMALL_GAP)
}

fn players<'a>(game: &'a BurgleBros, width: f64, pen: &'a Pen) -> impl Iterator<Item = Block> + 'a {
    Seat::all(game.seats()).map(move |seat| panels::player(game, seat, width, pen))
}

/// The picture in words, for those who do not see it.
pub(super) fn description(game: &BurgleBros) -> String {
    let mut sentences = vec![format!(
        "{}. {}",
        words::scenario(game.scenario()),
        table::turn_words(game)
    )];
    for seat in Seat::all(game.seats()) {
        let place = match game.at(seat) {
            Some(at) => format!("on {at}"),
            None if game.has_escaped(seat) => "escaped".to_owned(),
            None => "outside".to_owned(),
        };
        let name = words::character(game.character(seat));
        sentences.push(format!(
            "Player {seat}, {name}, is {place} with Stealth {}",
            game.stealth(seat)
        ));
    }
    for floor in 0..game.floors() {
        sentences.push(format!("Guard {}: {}", floor + 1, table::whereabouts(game, floor)));
    }
    if game.node() != Node::Terminal || game.result().is_some() {
        sentences.push(words::node(game).trim_end_matches('.').to_owned());
    }
    format!("{}.", sentences.join(". "))
}
