//! The whole picture of a state.

use heist_engine::game::Game;
use heist_engine::masters::MastersOfTheHeist;

use super::things::Scene;
use super::{hexes, names, panels, people, table, words};
use crate::block::Block;
use crate::picture::{Layout, Pen};

/// Between the parts of a picture.
const GAP: f64 = 24.0;
/// Between panels.
const SMALL_GAP: f64 = 12.0;
/// The room for the map of a wide picture.
const MAP: f64 = 760.0;

/// Everything, from the heading to the legend.
pub(super) fn sheet(game: &Scene, pen: &Pen) -> Block {
    let room = pen.style.layout.room();
    let about = format!("{} · {}", table::job(game), table::phase(game));
    let node = match words::route(game) {
        Some(route) => format!("{} {route}", words::node(game)),
        None => words::node(game),
    };
    let heading = pen.heading(MastersOfTheHeist::NAME, &about, &node, room);
    let body = match pen.style.layout {
        Layout::Narrow => narrow(game, room, pen),
        Layout::Wide => wide(game, room, pen),
    };
    Block::column([heading, body], 16.0)
}

/// The map alone, with its legend.
pub(super) fn map(game: &Scene, pen: &Pen) -> Block {
    let room = pen.style.layout.room();
    Block::column([hexes::map(game, room, pen), panels::legend(game, room, pen)], 14.0)
}

fn narrow(game: &Scene, room: f64, pen: &Pen) -> Block {
    let panel = |block: Block| block.part("panel", "", 0.0);
    let map = hexes::map(game, room, pen).part("board", "Map", 0.0);
    let legend = panel(panels::legend(game, room, pen));
    let characters = Block::column(characters(game, room, pen).map(panel), SMALL_GAP);
    let rest = [
        panels::noise(game, room, pen),
        panels::deck(game, room, pen),
        panels::bag(game, room, pen),
        panels::team(game, room, pen),
    ]
    .map(panel);
    Block::column([map, characters].into_iter().chain(rest).chain([legend]), 14.0)
}

/// The map with noise, deck and team below it; characters and the bag on the right.
fn wide(game: &Scene, room: f64, pen: &Pen) -> Block {
    let side = room - MAP - GAP;
    let left = [
        hexes::map(game, MAP, pen),
        panels::noise(game, MAP, pen),
        panels::deck(game, MAP, pen),
        panels::team(game, MAP, pen),
        panels::legend(game, MAP, pen),
    ];
    let right = characters(game, side, pen).chain([panels::bag(game, side, pen)]);
    Block::row([Block::column(left, SMALL_GAP), Block::column(right, SMALL_GAP)], GAP)
}

fn characters<'a>(game: &'a MastersOfTheHeist, width: f64, pen: &'a Pen) -> impl Iterator<Item = Block> + 'a {
    game.everyone().map(move |who| panels::character(game, who, width, pen))
}

/// The picture in words, for those who do not see it.
pub(super) fn description(game: &MastersOfTheHeist) -> String {
    let mut sentences = vec![table::job(game), table::phase(game)];
    for who in game.everyone() {
        sentences.push(format!(
            "{}: {}, {}",
            names::title(game, who),
            people::place(game, who),
            names::ideas(game.ideas(who))
        ));
    }
    sentences.push(table::noise_sentence(game));
    sentences.push(words::node(game).trim_end_matches('.').to_owned());
    format!("{}.", sentences.join(". "))
}
