//! What lies beside the board: bouncers with their patrol decks, players, cards, and what the tokens mean.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, PatrolCard, PatrolPlace, Waiting};
use heist_engine::describe::capitalized;
use heist_engine::game::{Game, Seat};

use super::table::Side;
use super::things::Thing;
use super::{bouncers, names, table, token};
use crate::block::{Block, PADDING, ending, label, rect};
use crate::board::patrol::{Card, map};
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::picture::Pen;
use crate::pieces::{chip, die, legend_item, pawn, pile, to_move};

const HEADING: Font = Font::bold(14.0);
const TEXT: Font = Font::plain(12.0);
const LABEL: Font = Font::bold(11.0);
/// end.heat: the heat that loses.
const CAUGHT: u8 = 6;

/// A floor's bouncer: what he is about to do, and where he may be sent.
pub(super) fn bouncer(game: &CasinoCapers, floor: usize, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let deck = patrol(game, floor, pen);
    let room = width - 3.0 * PADDING - deck.width;
    let mut lines = vec![Block::text(
        &format!("Bouncer {}, {}", floor + 1, bouncers::whereabouts(game, floor)),
        HEADING,
        palette.guard.strong,
        room,
    )];
    if let Some(next) = bouncers::next_movement(game, floor) {
        lines.push(Block::text(
            &format!("{}.", capitalized(&next)),
            TEXT,
            palette.ink,
            room,
        ));
    }
    let words = format!("{}.", capitalized(&table::patrol_words(game, floor).join("; ")));
    lines.push(Block::text(&words, TEXT, palette.faint, room));
    Block::row([deck, Block::column(lines, 2.0)], PADDING)
        .panel(width, palette)
        .set("data-bouncer", floor + 1)
}

/// The patrol cards of a floor as a small map: full where nobody has turned the card up.
fn patrol(game: &CasinoCapers, floor: usize, pen: &Pen) -> Block {
    let unseen: Vec<PatrolCard> = game.patrol_unseen(floor).collect();
    let next = match game.patrol_places(floor).next() {
        Some(PatrolPlace::Known(PatrolCard::Cell(at))) => Some(at.square()),
        _ => None,
    };
    let card = |square: usize| match unseen.contains(&PatrolCard::Cell(Cell::new(floor, square))) {
        _ if next == Some(square) => Card::Next,
        true => Card::Unseen,
        false => Card::Gone,
    };
    let map = map(&game.floor_plan(floor), card, pen.palette).set("data-count", game.patrol_size(floor));
    pen.marked(map, "deck", format_args!("patrol-{}", floor + 1))
}

/// A player: who it is, where, the heat, the gear, and on the own turn what is left.
pub(super) fn player(game: &CasinoCapers, player: usize, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let is_active = token::is_active(game, player);
    let room = width - 2.0 * PADDING;
    let mut rows = vec![
        title(game, player, is_active, room, palette),
        heat(game.heat(player), palette),
    ];
    if is_active {
        let text = format!("{}.", capitalized(&table::rest_of_turn(game)));
        rows.push(Block::text(&text, TEXT, palette.ink, room));
    }
    for (name, side, hue) in [
        ("Prepped", Side::Front, palette.aid),
        ("Back", Side::Back, palette.prize),
        ("Hand", Side::Hand, palette.back),
    ] {
        rows.extend(gear(game, player, (name, side, hue), room, pen));
    }
    let held = table::held(game, player);
    rows.push(Block::flow(
        held.iter().map(|text| chip(text, palette.machine)),
        [5.0; 2],
        room,
    ));
    rows.extend(tasks(game, player, room, palette));
    let panel = Block::column(rows, 6.0).panel(width, palette);
    let panel = if is_active {
        panel.with(to_move(Seat(player as u8), palette))
    } else {
        panel
    };
    pen.marked(panel, "player", player + 1)
        .set("data-seat", game.seat_of(player))
}

fn title(game: &CasinoCapers, player: usize, is_active: bool, width: f64, palette: &Palette) -> Block {
    let place = table::whereabouts(game, player);
    let place_font = Font::bold(13.0);
    let room = width - 32.0 - place_font.width(&place) - 8.0;
    let (name, font) = Font::bold(15.0).fitted(&names::character(game.character(player)), room, 11.0);
    Block::new(width, 24.0)
        .with(pawn(Seat(player as u8), is_active, palette))
        .with(label([32.0, 17.0], &name, font, palette.ink))
        .with(ending([width, 17.0], &place, place_font, palette.faint))
}

/// Heat as a number and as boxes up to the last one, which loses.
fn heat(count: u8, palette: &Palette) -> Block {
    const PITCH: f64 = 17.0;
    let text = format!("Heat {count}");
    let start = TEXT.width("Heat 10") + 8.0;
    let mut block = Block::new(start + f64::from(CAUGHT) * PITCH, 16.0)
        .set("data-heat", count)
        .with(label([0.0, 12.0], &text, TEXT, palette.ink));
    for place in 0..CAUGHT {
        let spot = rect([start + f64::from(place) * PITCH, 2.0], [14.0, 12.0], 3.0);
        block = block.with(if place < count {
            spot.fill(palette.watch.strong)
        } else {
            spot.fill(palette.watch.pale).stroke(palette.line, 1.0)
        });
    }
    block
}

/// The gear of one side in a row of its own.
fn gear(
    game: &CasinoCapers,
    player: usize,
    (name, side, hue): (&str, Side, Hue),
    width: f64,
    pen: &Pen,
) -> Option<Block> {
    const INDENT: f64 = 64.0;
    let palette = pen.palette;
    let hue = match side {
        // Cards that do nothing yet are written in ink, for it is easier to read than the colour of backs.
        Side::Hand => Hue {
            strong: palette.ink,
            pale: palette.paper,
        },
        Side::Front | Side::Back => hue,
    };
    let cards: Vec<Block> = table::gear(game, player)
        .filter(|(_, _, of)| *of == side)
        .map(|(card, text, _)| pen.marked(chip(&text, hue).set("data-side", side.name()), "gear", card))
        .collect();
    if cards.is_empty() {
        return None;
    }
    let cards = Block::flow(cards, [5.0; 2], width - INDENT);
    let title = Block::new(INDENT, 22.0).with(label([0.0, 15.0], name, LABEL, palette.faint));
    Some(Block::row([title, cards], 0.0))
}

/// The tasks on a player's Dead Drops card.
fn tasks(game: &CasinoCapers, player: usize, width: f64, palette: &Palette) -> Vec<Block> {
    let tasks = table::tasks(game, player).into_iter();
    tasks
        .map(|(task, is_done)| {
            let (mark, colour) = if is_done {
                ("Done", palette.faint)
            } else {
                ("Task", palette.ink)
            };
            Block::text(&format!("{mark}: {}.", names::task(task)), TEXT, colour, width).set("data-task", task)
        })
        .collect()
}

/// The Safe and the finale.
pub(super) fn finale(game: &CasinoCapers, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let notes = table::safe_notes(game)
        .into_iter()
        .map(|note| note.block(room, palette));
    let panel = Block::column(notes, 8.0).panel(width, palette);
    match game.known_finale() {
        Some(finale) => panel.set("data-finale", finale),
        None => panel,
    }
}

/// The event decks, dice that were rolled, and in words what else there is to know, in as many columns as fit.
pub(super) fn cards(game: &CasinoCapers, width: f64, pen: &Pen) -> Block {
    const COLUMN: f64 = 300.0;
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let decks = [("Pool", "pool"), ("Lounge", "lounge")].into_iter().enumerate();
    let decks = decks.map(|(deck, (title, name))| pile(title, name, game.event_deck_size(deck), palette));
    let mut rows = vec![Block::flow(decks, [14.0, 6.0], room)];
    if let Waiting::DiceWindow(dice, _) = game.waiting() {
        let dice = dice.faces().map(|face| Block::new(24.0, 24.0).with(die(face, palette)));
        rows.push(Block::row(dice, 4.0));
    }
    let columns = (room / COLUMN).floor().max(1.0);
    let column = (room - (columns - 1.0) * PADDING) / columns;
    // The decks are drawn as piles.
    let notes = table::notes(game)
        .into_iter()
        .filter(|note| note.about != "Event cards");
    let notes = notes.map(|note| note.block(column, palette));
    rows.push(Block::flow(notes, [PADDING, 8.0], room));
    Block::column(rows, 8.0).panel(width, palette)
}

/// What the tokens of this picture mean.
pub(super) fn legend(game: &CasinoCapers, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let mut things: Vec<(Thing, String)> = Vec::new();
    for thing in CasinoCapers::cells().flat_map(|at| Thing::on(game, at)) {
        let meaning = thing.meaning();
        if !things.iter().any(|(_, other)| *other == meaning) {
            things.push((thing, meaning));
        }
    }
    things.sort();
    let items = things
        .into_iter()
        .map(|(thing, meaning)| legend_item(token::token(thing, palette), &meaning, palette));
    Block::flow(items, [14.0, 6.0], width)
}
