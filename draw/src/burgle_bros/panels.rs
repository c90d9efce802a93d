//! What lies beside the board: Guards with their patrol decks, players, cards and effects, and what the tokens mean.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, Loot, Tool};
use heist_engine::describe::capitalized;
use heist_engine::describe::counted;
use heist_engine::game::{Game, Node, Seat};

use super::things::Thing;
use super::{guards, table, token, words};
use crate::block::{Block, PADDING, circle, ending, label};
use crate::board::patrol::{Card, map};
use crate::letters::Font;
use crate::palette::Palette;
use crate::picture::Pen;
use crate::pieces::{chip, door, legend_item, pawn, pile, to_move};

const HEADING: Font = Font::bold(14.0);
const TEXT: Font = Font::plain(12.0);

/// A floor's Guard: what he is about to do, and where he may be sent.
pub(super) fn guard(game: &BurgleBros, floor: usize, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let deck = patrol(game, floor, pen);
    let room = width - 2.0 * PADDING - deck.width - PADDING;
    let speed = game.guard_speed(floor);
    let alarms = game.alarms(floor).count_ones();
    let mut lines = vec![Block::text(
        &format!("Guard {}, {}", floor + 1, table::whereabouts(game, floor)),
        HEADING,
        palette.guard.strong,
        room,
    )];
    let mut speed = format!("Speed {speed}");
    if alarms > 0 {
        speed.push_str(&format!(" + {}", counted(alarms as usize, "alarm")));
    }
    lines.push(Block::text(&speed, TEXT, palette.ink, room));
    if let Some(next) = guards::next_step(game, floor) {
        lines.push(Block::text(
            &format!("{}.", capitalized(&next)),
            TEXT,
            palette.ink,
            room,
        ));
    }
    lines.push(Block::text(&patrol_words(game, floor), TEXT, palette.faint, room));
    Block::row([deck, Block::column(lines, 2.0)], PADDING)
        .panel(width, palette)
        .set("data-guard", floor + 1)
        .set("data-speed", game.guard_speed(floor))
}

/// The patrol cards of a floor as a small map: full where the card may still come.
fn patrol(game: &BurgleBros, floor: usize, pen: &Pen) -> Block {
    let plan = game.floor_plan(floor);
    let (unseen, left) = game.patrol(floor);
    let card = |square: usize| match unseen & 1 << square != 0 {
        _ if game.known_patrol(floor) == Some(Cell::new(floor, square)) => Card::Next,
        true => Card::Unseen,
        false => Card::Gone,
    };
    map(&plan, card, pen.palette)
        .set("data-deck", format_args!("patrol-{}", floor + 1))
        .set("data-count", left)
}

fn patrol_words(game: &BurgleBros, floor: usize) -> String {
    let (_, left) = game.patrol(floor);
    let mut text = match left {
        0 => "No patrol card left: a new deck comes".to_owned(),
        _ => format!("{} left", counted(left, "patrol card")),
    };
    if game.has_lost_visual() {
        text.push_str(if game.lost_visual_unseen(floor) {
            ", perhaps Lost Visual"
        } else {
            ", Lost Visual is out"
        });
    }
    text.push('.');
    text
}

/// A player: who he is, where, his Stealth, what he holds, and on his turn what he has left.
pub(super) fn player(game: &BurgleBros, seat: Seat, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let is_active = game.node() != Node::Terminal && game.active_seat() == seat;
    let room = width - 2.0 * PADDING;
    let mut rows = vec![
        title(game, seat, is_active, room, palette),
        stealth(game, seat, palette),
    ];
    if is_active && game.turn_number() > 0 {
        rows.push(Block::text(&turn(game), TEXT, palette.ink, room));
    }
    let tools = Tool::members(game.tools(seat)).map(|card| (words::tool(card), "tool", card.name(), palette.machine));
    let loot = Loot::members(game.loot(seat)).map(|card| (words::loot(card), "loot", card.name(), palette.prize));
    let chips = tools
        .chain(loot)
        .map(|(text, kind, name, hue)| chip(&text, hue).set(&format!("data-{kind}"), name));
    let tokens = held_tokens(game, seat);
    let chips = chips.chain(tokens.iter().map(|text| chip(text, palette.aid)));
    rows.push(Block::flow(chips, [5.0, 5.0], room));
    let panel = Block::column(rows, 6.0).panel(width, palette);
    let panel = if is_active {
        panel.with(to_move(seat, palette))
    } else {
        panel
    };
    pen.marked(panel, "seat", seat)
}

fn title(game: &BurgleBros, seat: Seat, is_active: bool, width: f64, palette: &Palette) -> Block {
    let place = match game.at(seat) {
        Some(at) => at.to_string(),
        None if game.has_escaped(seat) => "escaped".to_owned(),
        None => "outside".to_owned(),
    };
    let place_font = Font::bold(13.0);
    let room = width - 32.0 - place_font.width(&place) - 8.0;
    let (name, font) = Font::bold(15.0).fitted(&words::character(game.character(seat)), room, 11.0);
    Block::new(width, 24.0)
        .with(pawn(seat, is_active, palette))
        .with(label([32.0, 17.0], &name, font, palette.ink))
        .with(ending([width, 17.0], &place, place_font, palette.faint))
}

/// Stealth as a number and as discs.
fn stealth(game: &BurgleBros, seat: Seat, palette: &Palette) -> Block {
    const MOST: u8 = 12;
    let count = game.stealth(seat);
    let text = format!("Stealth {count}");
    let mut block = Block::new(100.0, 16.0).set("data-stealth", count).with(label(
        [0.0, 12.0],
        &text,
        Font::plain(12.0),
        palette.ink,
    ));
    let start = Font::plain(12.0).width(&text) + 10.0;
    for place in 0..count.min(MOST) {
        block = block.with(circle([start + f64::from(place) * 12.0, 8.0], 4.5).fill(palette.aid.strong));
    }
    block
}

/// What is left of the turn.
fn turn(game: &BurgleBros) -> String {
    let few = words::few_actions(game);
    format!(
        "{} left, {} counted (an Event at {few} or fewer){}.",
        counted(game.actions_left().into(), "action"),
        game.actions_used(),
        if game.ability_used() { ", ability used" } else { "" },
    )
}

/// The tokens that characters hold.
fn held_tokens(game: &BurgleBros, seat: Seat) -> Vec<&'static str> {
    let laptop = game.character(seat) == Character::HackerAdvanced && game.laptop_token();
    let alarm = game.character(seat) == Character::JuicerAdvanced && game.juicer_token();
    let tokens = [("laptop token", laptop), ("alarm token", alarm)];
    tokens
        .iter()
        .filter(|(_, is_held)| *is_held)
        .map(|(name, _)| *name)
        .collect()
}

/// The decks, and in words what lies on Safes, what is in force and what everybody knows to come.
pub(super) fn cards(game: &BurgleBros, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let (events, tools, loot) = game.deck_sizes();
    let decks = [
        ("Events", "events", events),
        ("Tools", "tools", tools),
        ("Loot", "loot", loot),
    ];
    let decks = decks.map(|(title, name, count)| pile(title, name, count, palette));
    let mut rows = vec![Block::flow(decks, [9.0, 6.0], room)];
    let notes = table::safes(game)
        .into_iter()
        .chain(table::effects(game))
        .chain(table::known(game))
        .chain(table::used_tools(game));
    for note in notes {
        let heading = Block::text(&capitalized(&note.about), Font::bold(12.0), palette.faint, room);
        let text = Block::text(&note.text(), TEXT, palette.ink, room);
        rows.push(Block::column([heading, text], 1.0));
    }
    Block::column(rows, 8.0).panel(width, palette)
}

/// What the tokens of this picture mean.
pub(super) fn legend(game: &BurgleBros, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let cells = |floor| squares(game.floor_plan(floor).cells()).map(move |square| Cell::new(floor, square));
    let all = (0..game.floors()).flat_map(cells).flat_map(|at| Thing::on(game, at));
    let mut things: Vec<Thing> = Vec::new();
    for thing in all {
        if !things.iter().any(|other| token::name(*other) == token::name(thing)) {
            things.push(thing);
        }
    }
    things.sort();
    let entrance = game.entrance().map(|_| (door(palette), token::ENTRANCE));
    let items = things
        .into_iter()
        .map(|thing| (token::example(thing, palette), token::meaning(thing)))
        .chain(entrance);
    let items = items.map(|(drawing, meaning)| legend_item(drawing, meaning, palette));
    Block::flow(items, [14.0, 6.0], width)
}
