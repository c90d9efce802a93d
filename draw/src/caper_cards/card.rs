//! Cards as pictures.

use heist_engine::caper_cards::{Face, Icon, Kind, Reward};
use heist_engine::game::Seat;

use super::{cards, words};
use crate::block::{Block, centred, label, path, rect};
use crate::letters::Font;
use crate::palette::Palette;
use crate::pieces::player_colour;
use crate::svg::Element;

/// How large a card is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Size {
    pub width: f64,
    pub height: f64,
}

impl Size {
    /// A card of a width.
    pub fn of(width: f64) -> Size {
        Size {
            width,
            height: (width * 1.4).round(),
        }
    }

    fn block(self) -> Block {
        Block::new(self.width, self.height)
    }

    fn middle(self) -> f64 {
        self.width / 2.0
    }

    /// The edge of the card.
    fn edge(self, fill: &str, line: &str, thickness: f64) -> Element {
        let inset = thickness / 2.0;
        let size = [self.width - thickness, self.height - thickness];
        rect([inset; 2], size, 7.0).fill(fill).stroke(line, thickness)
    }

    /// A name at the lower edge.
    fn name(self, text: &str, colour: &str) -> Element {
        let (text, font) = Font::bold(12.0).fitted(text, self.width - 8.0, 7.5);
        centred([self.middle(), self.height - 8.0], &text, font, colour)
    }
}

const CLUB: &str = "M12 2a4.5 4.5 0 0 1 3.8 7 4.5 4.5 0 1 1-2.6 8c.3 2 1.3 4 2.8 5H8c1.5-1 2.5-3 2.8-5a4.5 4.5 0 1 \
                    1-2.6-8A4.5 4.5 0 0 1 12 2z";
const HEART: &str = "M12 21C5 15 2 11.5 2 7.5A5 5 0 0 1 12 6a5 5 0 0 1 10 1.5C22 11.5 19 15 12 21z";
const SPADE: &str = "M12 2c4 5 9 8 9 12.5a4.5 4.5 0 0 1-7.8 3c.3 2 1.3 3.5 2.8 4.5H8c1.5-1 2.5-2.5 2.8-4.5A4.5 4.5 0 \
                     0 1 3 14.5C3 10 8 7 12 2z";
const DIAMOND: &str = "M12 1.5l8 10.5-8 10.5L4 12z";

/// An icon as wide and high as `size`.
pub(super) fn icon(of: Icon, [x, y]: [f64; 2], size: f64, palette: &Palette) -> Element {
    let shape = match of {
        Icon::Club => CLUB,
        Icon::Heart => HEART,
        Icon::Spade => SPADE,
        Icon::Diamond => DIAMOND,
    };
    path(shape)
        .set(
            "transform",
            format_args!("translate({x} {y}) scale({:.3})", size / 24.0),
        )
        .fill(colour(of, palette))
}

/// The colour of an icon: hearts and diamonds are red.
fn colour(of: Icon, palette: &Palette) -> &'static str {
    match of {
        Icon::Heart | Icon::Diamond => palette.watch.strong,
        Icon::Club | Icon::Spade => palette.ink,
    }
}

/// A Crew card with a number.
fn crew(kind: Kind, number: &str, size: Size, palette: &Palette) -> Block {
    let of = kind.icon();
    let number_font = Font::bold((size.width * 0.3).round());
    let (number, number_font) = number_font.fitted(number, size.width * 0.58, 7.5);
    let small = (size.width * 0.22).round();
    let large = (size.width * 0.42).round();
    let title = format!("{}: {}", words::kind(kind), words::ability(kind));
    size.block()
        .with(Element::new("title").text(&title))
        .with(size.edge(palette.card, palette.back.strong, 1.2))
        .with(label(
            [6.0, 5.0 + size.width * 0.25],
            &number,
            number_font,
            colour(of, palette),
        ))
        .with(icon(of, [size.width - small - 6.0, 6.0], small, palette))
        .with(icon(of, [size.middle() - large / 2.0, size.height * 0.42], large, palette).set("opacity", 0.16))
        .with(size.name(words::kind(kind), palette.ink))
}

/// A card in hand.
pub(super) fn in_hand(kind: Kind, size: Size, palette: &Palette) -> Block {
    crew(kind, cards::number(kind), size, palette)
}

/// A card in play.
pub(super) fn in_play(face: Face, size: Size, palette: &Palette) -> Block {
    crew(face.kind(), &words::number(face), size, palette)
}

/// A card that was turned over and waits for its option.
pub(super) fn flipped(kind: Kind, size: Size, palette: &Palette) -> Block {
    crew(kind, cards::number(kind), size, palette).with(size.edge("none", palette.machine.strong, 3.0))
}

/// The place of a play to come.
pub(super) fn outline(slot: u8, seat: Seat, is_flip: bool, size: Size, palette: &Palette) -> Block {
    let who = if is_flip {
        "a flip".to_owned()
    } else {
        format!("player {seat}")
    };
    let colour = if is_flip {
        palette.faint
    } else {
        player_colour(seat, palette)
    };
    let (who, font) = Font::bold(12.0).fitted(&who, size.width - 8.0, 8.0);
    size.block()
        .set("data-slot", slot + 1)
        .with(
            size.edge("none", palette.back.strong, 1.5)
                .set("stroke-dasharray", "5 5"),
        )
        .with(centred([size.middle(), size.height / 2.0 + 4.0], &who, font, colour))
}

/// The Risk, or the Mastermind that covers it.
pub(super) fn risk(number: i32, is_covered: bool, size: Size, palette: &Palette) -> Block {
    let card = if is_covered {
        cover(size, palette)
    } else {
        size.block()
            .with(size.edge(palette.prize.pale, palette.prize.strong, 2.0))
            .with(big(&number.to_string(), size, palette.prize.strong))
            .with(size.name("Risk", palette.prize.strong))
    };
    card.set("data-risk", number)
}

/// The Mastermind on the Risk, with a ribbon that says so.
fn cover(size: Size, palette: &Palette) -> Block {
    let ribbon = rect([2.0, size.height * 0.41], [size.width - 4.0, size.height * 0.33], 0.0);
    let (text, font) = Font::bold(11.0).fitted("covers the Risk", size.width - 10.0, 6.5);
    crew(Kind::Mastermind, "8", size, palette)
        .set("data-face", Face::Cover)
        .with(size.edge("none", palette.prize.strong, 2.0))
        .with(ribbon.fill(palette.prize.pale))
        .with(centred(
            [size.middle(), size.height * 0.6],
            &text,
            font,
            palette.prize.strong,
        ))
}

fn big(text: &str, size: Size, colour: &str) -> Element {
    let (text, font) = Font::bold((size.width * 0.42).round()).fitted(text, size.width - 10.0, 8.0);
    centred([size.middle(), size.height * 0.55], &text, font, colour)
}

/// The Reward of the heist, with what it may be worth if its face is not known.
pub(super) fn reward(known: Option<Reward>, worth: &str, size: Size, palette: &Palette) -> Block {
    let block = size.block();
    match known {
        Some(reward) => block
            .set("data-reward", reward)
            .with(Element::new("title").text(&words::valued(reward)))
            .with(size.edge(palette.aid.pale, palette.aid.strong, 2.0))
            .with(big(&format!("+{}", reward.value()), size, palette.aid.strong))
            .with(size.name(words::short_reward(reward), palette.aid.strong)),
        None => block
            .with(Element::new("title").text("the Reward, face down"))
            .with(size.edge(palette.back.pale, palette.back.strong, 1.5))
            .with(big("?", size, palette.back.strong))
            .with(size.name(worth, palette.ink)),
    }
}

/// The back of a card in a hand that is not seen.
pub(super) fn back(size: Size, palette: &Palette) -> Block {
    let (middle, low, high) = (size.middle(), 7.0, size.width - 7.0);
    let centre = size.height / 2.0;
    let diamond = format!(
        "M{middle} 9L{high} {centre}L{middle} {}L{low} {centre}Z",
        size.height - 9.0
    );
    size.block()
        .with(size.edge(palette.back.pale, palette.back.strong, 1.2))
        .with(path(&diamond).fill("none").stroke(palette.back.strong, 1.0))
}
