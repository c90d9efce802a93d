//! The whole picture of a state.

use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::Game;

use super::{bouncers, floor, names, panels, table, words};
use crate::block::Block;
use crate::board::floor::HEADING;
use crate::picture::{Layout, Pen};

/// Between the parts of a picture.
const GAP: f64 = 24.0;
/// Between panels.
const SMALL_GAP: f64 = 12.0;
/// The room for a floor of a wide picture.
const FLOOR: f64 = 402.0;

/// Everything, from the heading to the legend.
pub(super) fn sheet(game: &CasinoCapers, pen: &Pen) -> Block {
    let room = pen.style.layout.room();
    let about = format!("{} · {}", finale_words(game), table::turn_words(game));
    let heading = pen.heading(CasinoCapers::NAME, &about, &words::node(game), room);
    let body = match pen.style.layout {
        Layout::Narrow => narrow(game, room, pen),
        Layout::Wide => wide(game, room, pen),
    };
    let legend = panels::legend(game, room, pen).part("panel", "", 0.0);
    Block::column([heading, body, legend], 16.0)
}

/// The finale that is known, or that there is none yet.
fn finale_words(game: &CasinoCapers) -> String {
    match (game.running_finale(), game.known_finale()) {
        (Some(finale), _) => format!("Finale {}", names::finale(finale)),
        (None, Some(finale)) => format!("Heist with {}", names::finale(finale)),
        (None, None) => "Random finale".to_owned(),
    }
}

fn narrow(game: &CasinoCapers, room: f64, pen: &Pen) -> Block {
    let floors = (0..2).map(|floor| with_bouncer(game, floor, room, pen));
    let panel = |block: Block| block.part("panel", "", 0.0);
    let players = Block::column(players(game, room, pen).map(panel), SMALL_GAP);
    let rest = [panels::finale(game, room, pen), panels::cards(game, room, pen)].map(panel);
    Block::column(floors.chain([players]).chain(rest), 16.0)
}

/// The floors beside each other with the table below them, the players on the right, and the finale where there is more
/// room.
fn wide(game: &CasinoCapers, room: f64, pen: &Pen) -> Block {
    let floors = Block::row((0..2).map(|floor| with_bouncer(game, floor, FLOOR, pen)), GAP);
    let (width, side) = (floors.width, room - floors.width - GAP);
    let half = (width - GAP) / 2.0;
    let players = Block::column(players(game, side, pen), SMALL_GAP);
    let cards = panels::cards(game, width, pen);
    let finale = panels::finale(game, side, pen);
    let is_beside = players.height + SMALL_GAP + finale.height <= floors.height + SMALL_GAP + cards.height;
    let (table, players) = if is_beside {
        (cards, Block::column([players, finale], SMALL_GAP))
    } else {
        let panels = [panels::finale(game, half, pen), panels::cards(game, half, pen)];
        (Block::row(panels, GAP), players)
    };
    Block::row([Block::column([floors, table], SMALL_GAP), players], GAP)
}

fn with_bouncer(game: &CasinoCapers, floor: usize, room: f64, pen: &Pen) -> Block {
    let side = crate::board::floor::side(game.floor_plan(floor).size(), room);
    let is_active = game
        .player_cell(game.current_player())
        .is_some_and(|at| at.floor() == floor);
    let board = floor::floor(game, floor, side, pen)
        .part("board", &format!("Floor {}", floor + 1), HEADING)
        .active(is_active);
    let bouncer = panels::bouncer(game, floor, room, pen).part("panel", "", 0.0);
    Block::column([board, bouncer], SMALL_GAP)
}

fn players<'a>(game: &'a CasinoCapers, width: f64, pen: &'a Pen) -> impl Iterator<Item = Block> + 'a {
    (0..game.characters()).map(move |player| panels::player(game, player, width, pen))
}

/// The picture in words, for those who do not see it.
pub(super) fn description(game: &CasinoCapers) -> String {
    let mut sentences = vec![format!("{}. {}", finale_words(game), table::turn_words(game))];
    for player in 0..game.characters() {
        sentences.push(format!(
            "{} is {} with {} heat",
            names::first_player(game, player),
            table::whereabouts(game, player),
            game.heat(player)
        ));
    }
    for floor in 0..2 {
        sentences.push(format!("Bouncer {}: {}", floor + 1, bouncers::whereabouts(game, floor)));
    }
    sentences.push(words::node(game).trim_end_matches('.').to_owned());
    format!("{}.", sentences.join(". "))
}
