//! What lies beside the map: characters, noise, deck, bag, what the team has, and what the pieces mean.

use heist_engine::describe::counted;
use heist_engine::game::{Game, Seat};
use heist_engine::masters::{MastersOfTheHeist, Phase, Standing, Who};

use super::things::{Scene, Thing, is_active, places};
use super::{cards, hexes, names, people, table, token};
use crate::block::{Block, PADDING, centred, ending, label, rect};
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::picture::Pen;
use crate::pieces::{chip, die, legend_item, to_move};
use crate::svg::Element;

const HEADING: Font = Font::bold(14.0);
const TEXT: Font = Font::plain(12.0);

/// A character: who it is, where, what it does in this round, what it holds, and what it can do.
pub(super) fn character(game: &MastersOfTheHeist, who: Who, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let is_active = is_active(game, who);
    let mut rows = vec![
        title(game, who, is_active, room, palette),
        round(game, who, room, palette),
    ];
    let left = people::left(game, who);
    rows.push(Block::flow(
        left.iter().map(|text| chip(text, palette.aid)),
        [5.0; 2],
        room,
    ));
    let held = names::pieces(&game.loot_of(who));
    rows.push(Block::flow(
        held.iter().map(|text| chip(text, palette.prize)),
        [5.0; 2],
        room,
    ));
    let marks = people::marks(game, who);
    rows.push(Block::flow(
        marks.iter().map(|text| chip(text, palette.machine)),
        [5.0; 2],
        room,
    ));
    let small = Font::plain(11.0);
    for line in people::actions(game, who) {
        rows.push(Block::text(&line, small, palette.faint, room));
    }
    let abilities = people::abilities(game, who);
    if !abilities.is_empty() {
        let text = format!("Abilities: {}", abilities.join(", "));
        rows.push(Block::text(&text, small, palette.faint, room));
    }
    let panel = Block::column(rows, 5.0).panel(width, palette);
    let panel = if is_active && !who.is_npc() {
        panel.with(to_move(Seat(who.0), palette))
    } else {
        panel
    };
    let panel = pen.marked(panel, "character", who).set("data-ideas", game.ideas(who));
    if who.is_npc() {
        panel
    } else {
        panel.set("data-seat", game.seat_of(who.index()))
    }
}

fn title(game: &MastersOfTheHeist, who: Who, is_active: bool, width: f64, palette: &Palette) -> Block {
    let place = people::place(game, who);
    let place_font = Font::bold(13.0);
    let room = width - 32.0 - place_font.width(&place) - 8.0;
    let (name, font) = Font::bold(15.0).fitted(&names::title(game, who), room, 11.0);
    Block::new(width, 24.0)
        .with(token::figure(who, game.standing(who), is_active, palette))
        .with(label([32.0, 17.0], &name, font, palette.ink))
        .with(ending([width, 17.0], &place, place_font, palette.faint))
}

/// The die, ideas, planning tokens, and what the character commits to.
fn round(game: &MastersOfTheHeist, who: Who, width: f64, palette: &Palette) -> Block {
    let mut facts = vec![names::ideas(game.ideas(who))];
    facts.extend(people::plans(game, who));
    facts.extend(people::doing(game, who));
    let text = facts.join(" · ");
    match game.die(who) {
        Some(face) => Block::row(
            [
                Block::new(24.0, 24.0).with(die(face, palette)),
                Block::column(
                    [
                        Block::new(1.0, 3.0),
                        Block::text(&text, TEXT, palette.ink, width - 32.0),
                    ],
                    1.0,
                ),
            ],
            8.0,
        ),
        None => Block::text(&text, TEXT, palette.ink, width),
    }
}

/// The noise track: each position in a box, those that raise an alert with a mark.
pub(super) fn noise(game: &MastersOfTheHeist, width: f64, pen: &Pen) -> Block {
    const BOX: [f64; 2] = [24.0, 19.0];
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let track = game.tables().track(game.player_count());
    let alerts = track.alerts();
    let boxes = (0..=track.last).map(|place| {
        let is_here = place == game.marker();
        let is_alert = alerts & 1 << place != 0;
        let text = if is_alert {
            format!("{place}!")
        } else {
            place.to_string()
        };
        let (fill, ink, edge) = match (is_here, is_alert) {
            (true, _) => (palette.watch.strong, palette.on_strong, palette.ink),
            (false, true) => (palette.watch.pale, palette.ink, palette.watch.strong),
            (false, false) => (palette.card, palette.ink, palette.line),
        };
        let font = if is_here { Font::bold(10.5) } else { Font::plain(10.0) };
        let block = Block::new(BOX[0], BOX[1])
            .with(
                rect([0.5, 0.5], [BOX[0] - 1.0, BOX[1] - 1.0], 3.0)
                    .fill(fill)
                    .stroke(edge, 1.0),
            )
            .with(centred([BOX[0] / 2.0, 13.5], &text, font, ink));
        if is_here {
            block.set("data-marker", place)
        } else {
            block
        }
    });
    let words = format!("{}.", table::noise_sentence(game));
    Block::column(
        [
            Block::text(&words, Font::bold(12.0), palette.ink, room),
            Block::flow(boxes, [2.0, 2.0], room),
        ],
        6.0,
    )
    .panel(width, palette)
    .set("data-noise", game.marker())
}

/// The deck from the top, Crises with their names; and in words the cards that matter now.
pub(super) fn deck(game: &MastersOfTheHeist, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let events = table::events_left(game);
    let heading = Block::text(
        &format!("Deck: {}", counted(events, "Event")),
        HEADING,
        palette.ink,
        room,
    );
    let plain = Hue {
        strong: palette.ink,
        pale: palette.paper,
    };
    let chips = game.deck_cards().iter().map(|&card| {
        let block = match card.crisis() {
            Some(crisis) => {
                let mark = if table::is_final(game, crisis) { "!!" } else { "!" };
                chip(
                    &format!("{card} {}{mark}", cards::title(card).trim_end_matches('!')),
                    palette.guard,
                )
            }
            None => chip(&card.to_string(), plain),
        };
        block
            .set("data-card", card)
            .with(Element::new("title").text(&table::card_words(card)))
    });
    let chips = Block::flow(chips, [4.0, 4.0], room);
    let deck = Block::column([heading, chips], 6.0).set("data-count", game.deck_cards().len());
    let deck = pen.marked(deck, "deck", "events");
    let mut rows = vec![deck];
    // The Crises ahead stand in the deck.
    let notes = table::card_notes(game)
        .into_iter()
        .filter(|note| note.about != "Crises ahead");
    rows.extend(notes.map(|note| note.block(room, palette)));
    Block::column(rows, 8.0).panel(width, palette)
}

/// The bag: each kind with its number.
pub(super) fn bag(game: &MastersOfTheHeist, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let heading = format!("Bag: {}", table::bag_words(game));
    let heading = Block::text(&heading, HEADING, palette.ink, room);
    let kinds = table::bag(game).into_iter().map(|(kind, count)| {
        let block = chip(&names::chit_count(kind, count), palette.calm).set("data-count", count);
        pen.marked(block, "bag", kind)
    });
    Block::column([heading, Block::flow(kinds, [5.0, 5.0], room)], 6.0).panel(width, palette)
}

/// The objective and what the team has, in as many columns as fit.
pub(super) fn team(game: &MastersOfTheHeist, width: f64, pen: &Pen) -> Block {
    const COLUMN: f64 = 260.0;
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let columns = (room / COLUMN).floor().max(1.0);
    let column = (room - (columns - 1.0) * PADDING) / columns;
    let notes = table::objective(game).into_iter().chain(table::team(game));
    let notes = notes.map(|note| note.block(column, palette));
    Block::flow(notes, [PADDING, 8.0], room).panel(width, palette)
}

/// What the pieces of this picture and the letters of actions mean.
pub(super) fn legend(game: &Scene, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let mut things: Vec<(u8, String, Thing)> = Vec::new();
    for thing in places(game)
        .into_iter()
        .flat_map(|(at, ground)| Thing::on(game, at, ground))
    {
        let meaning = thing.meaning(game);
        let is_own = matches!(thing, Thing::Character(who, Standing::Active) if !who.is_npc());
        if !is_own && !things.iter().any(|(_, other, _)| *other == meaning) {
            things.push((thing.rank(), meaning, single(thing)));
        }
    }
    things.sort_by(|(a, first, _), (b, second, _)| (a, first).cmp(&(b, second)));
    let items = things
        .into_iter()
        .map(|(_, meaning, thing)| legend_item(token::token(thing, palette), &meaning, palette));
    let mut grounds: Vec<(Element, &str)> = Vec::new();
    for (_, ground) in places(game) {
        if let Some(item) =
            hexes::legend(ground, palette).filter(|(_, meaning)| !grounds.iter().any(|(_, other)| other == meaning))
        {
            grounds.push(item);
        }
    }
    let grounds = grounds
        .into_iter()
        .map(|(drawing, meaning)| legend_item(drawing, meaning, palette));
    let pieces = Block::flow(items.chain(grounds), [14.0, 6.0], width);
    let letters = match game.phase() {
        Phase::Escape | Phase::Over => String::new(),
        _ => people::letter_legend().join(", "),
    };
    let letters = Block::text(&letters, Font::plain(11.0), palette.faint, width);
    Block::column([pieces, letters], 8.0)
}

/// A thing as the legend shows it: one of it.
fn single(thing: Thing) -> Thing {
    match thing {
        Thing::Chits(kind, is_active, _) => Thing::Chits(kind, is_active, 1),
        Thing::Flashed(_) => Thing::Flashed(1),
        Thing::Loot(piece, _) => Thing::Loot(piece, 1),
        Thing::Plans(_) => Thing::Plans(15),
        Thing::Planned(_) => Thing::Planned(15),
        Thing::Coming(_) => Thing::Coming(Who(0)),
        thing => thing,
    }
}
