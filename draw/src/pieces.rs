//! Pieces that several games have.

use heist_engine::game::Seat;

use crate::block::{Block, centred, circle, label, path, rect};
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::svg::Element;

/// The side of a piece's box.
pub const BOX: f64 = 24.0;

const SHIELD: &str = "M12 1.5 21.5 5v7c0 6-4.5 9.5-9.5 11C7 21.5 2.5 18 2.5 12V5z";
const BIRD: &str = "M2 17c3 0 4-2 5-5 1-4 4-6 8-6 3 0 4.5 1.5 5 3l3 1.5-3 1c-.5 5-4 8-9 8H9l-2 2.5v-3z";

/// A pictogram as a document of its own, in the colour of the text around it.
pub fn icon(way: &str) -> String {
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format_args!("0 0 {BOX} {BOX}"))
        .set("class", "icon")
        .set("aria-hidden", "true")
        .with(pictogram(way, [0.0; 2], BOX, "currentColor"))
        .to_string()
}

/// A player's pawn, 24 units wide and high; a ring tells whose turn it is.
pub fn pawn(seat: Seat, is_active: bool, palette: &Palette) -> Element {
    let edge = if is_active { palette.ink } else { palette.card };
    Element::new("g")
        .with(circle([12.0, 12.0], 11.0).fill(edge))
        .with(circle([12.0, 12.0], 9.5).fill(player_colour(seat, palette)))
        .with(centred(
            [12.0, 17.0],
            &seat.to_string(),
            Font::bold(14.0),
            palette.on_strong,
        ))
}

/// The colour of a player.
pub fn player_colour(seat: Seat, palette: &Palette) -> &'static str {
    palette.players[seat.index() % palette.players.len()]
}

/// A name in a box of its own.
pub fn chip(text: &str, hue: Hue) -> Block {
    let font = Font::bold(11.5);
    let width = (font.width(text) + 16.0).ceil();
    Block::new(width, 22.0)
        .with(
            rect([0.5, 0.5], [width - 1.0, 21.0], 10.5)
                .fill(hue.pale)
                .stroke(hue.strong, 1.0),
        )
        .with(centred([width / 2.0, 15.0], text, font, hue.strong))
}

/// A deck as a pile with its number of cards.
pub fn pile(title: &str, name: &str, count: usize, palette: &Palette) -> Block {
    let font = Font::bold(12.0);
    let text = format!("{title} {count}");
    let back = |x: f64| {
        rect([x, 2.5 - x / 2.0], [15.0, 20.0], 3.0)
            .fill(palette.back.pale)
            .stroke(palette.back.strong, 1.2)
    };
    Block::new(26.0 + font.width(&text), 24.0)
        .set("data-deck", name)
        .set("data-count", count)
        .with(back(4.0))
        .with(back(1.0))
        .with(label([24.0, 17.0], &text, font, palette.ink))
}

/// The mark at the edge of the panel of the player who moves.
pub fn to_move(seat: Seat, palette: &Palette) -> Element {
    rect([0.0, 12.0], [4.0, 24.0], 2.0).fill(player_colour(seat, palette))
}

/// Somebody who watches a floor, with a letter.
pub fn shield(letter: &str, palette: &Palette) -> Element {
    Element::new("g")
        .with(path(SHIELD).fill(palette.guard.strong).stroke(palette.card, 1.5))
        .with(centred([12.0, 17.0], letter, Font::bold(14.0), palette.on_strong))
}

/// A crow.
pub fn bird(palette: &Palette) -> Element {
    Element::new("g")
        .with(path(BIRD).fill(palette.ink))
        .with(circle([17.0, 9.5], 1.2).fill(palette.card))
}

/// A door that people come in by.
pub fn door(palette: &Palette) -> Element {
    Element::new("g")
        .with(path("M9 3h11v18H9").fill(palette.card).stroke(palette.ink, 2.0))
        .with(
            path("M2 12h11M9.5 8l4 4-4 4")
                .fill("none")
                .stroke(palette.ink, 2.0)
                .set("stroke-linecap", "round"),
        )
}

/// A piece with what it means, for a legend.
pub fn legend_item(drawing: Element, meaning: &str, palette: &Palette) -> Block {
    let font = Font::plain(11.0);
    Block::new(22.0 + font.width(meaning), 18.0)
        .with(Element::new("g").set("transform", "scale(0.75)").with(drawing))
        .with(label([22.0, 13.0], meaning, font, palette.faint))
}

/// The drawing of a kind of tile, as wide and high as `size`, from its lines in a box of 24 units.
pub fn pictogram(way: &str, [x, y]: [f64; 2], size: f64, colour: &str) -> Element {
    Element::new("g")
        .set("transform", format_args!("translate({x} {y}) scale({:.3})", size / BOX))
        .fill("none")
        .stroke(colour, 2.0)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
        .with(path(way))
}

/// A die with its pips, 24 units wide and high.
pub fn die(face: u8, palette: &Palette) -> Element {
    const LOW: f64 = 7.0;
    const MIDDLE: f64 = 12.0;
    const HIGH: f64 = 17.0;
    let pairs = [
        (face > 1, [LOW, LOW], [HIGH, HIGH]),
        (face > 3, [HIGH, LOW], [LOW, HIGH]),
        (face == 6, [LOW, MIDDLE], [HIGH, MIDDLE]),
    ];
    let mut pips: Vec<[f64; 2]> = pairs
        .iter()
        .filter(|(is_there, ..)| *is_there)
        .flat_map(|(_, first, second)| [*first, *second])
        .collect();
    if face % 2 == 1 {
        pips.push([MIDDLE, MIDDLE]);
    }
    let die = rect([2.0, 2.0], [20.0, 20.0], 4.0)
        .fill(palette.card)
        .stroke(palette.ink, 1.5);
    let start = Element::new("g").set("data-die", face).with(die);
    pips.into_iter()
        .fold(start, |die, at| die.with(circle(at, 2.0).fill(palette.ink)))
}
