//! The pieces on the board, each in a box of 24 units.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::{Game, Node, Seat};

use super::things::Thing;
use crate::block::{centred, circle, path, rect};
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::pieces::{bird, pawn, shield};
use crate::svg::Element;

const WARNING: &str = "M12 1.5 23 21.5H1z";
const CAT: &str = "M4 3l5 4h6l5-4v11c0 5-4 8-8 8s-8-3-8-8z";
const MASK: &str = "M.5 5C5 3 8 4 12 4.5 16 4 19 3 23.5 5c0 9-2.5 15-6.5 15-2 0-3-2-5-2s-3 2-5 2C3 20 .5 14 .5 5z";
const NUT: &str = "M12 1.5 21.5 7v10L12 22.5 2.5 17V7z";
const GEM: &str = "M6 3h12l5 7-11 12L1 10z";
const DIAMOND: &str = "M12 .5 23.5 12 12 23.5.5 12z";

/// What the entrance is called in the legend.
pub(super) const ENTRANCE: &str = "entrance";

/// What is written beside a token in the legend.
pub(super) const fn meaning(thing: Thing) -> &'static str {
    match thing {
        Thing::Cracked => "number cracked",
        Thing::Disabled => "disabled",
        Thing::Marked => "open, taken or moved into",
        Thing::WayUp => "way up",
        Thing::WayDown => "way down",
        Thing::Open => "Safe open",
        Thing::Player(_) => "player",
        Thing::Guard => "Guard",
        Thing::Destination => "his die: goes there, speed",
        Thing::Alarm => "alarm",
        Thing::Crow => "crow",
        Thing::Kitty => "Persian Kitty",
        Thing::Hack(_) => "hack tokens",
        Thing::Stealth(_) => "Stealth tokens",
        Thing::Dice(_) => "dice on the Safe",
        Thing::Tools(_) => "Tools left here",
        Thing::Loot(_) => "Loot left here",
    }
}

/// The name of a token in the picture's data.
pub(super) const fn name(thing: Thing) -> &'static str {
    match thing {
        Thing::Cracked => "cracked",
        Thing::Disabled => "disabled",
        Thing::Marked => "marked",
        Thing::WayUp => "way-up",
        Thing::WayDown => "way-down",
        Thing::Open => "open",
        Thing::Player(_) => "player",
        Thing::Guard => "guard",
        Thing::Destination => "die",
        Thing::Alarm => "alarm",
        Thing::Crow => "crow",
        Thing::Kitty => "kitty",
        Thing::Hack(_) => "hack",
        Thing::Stealth(_) => "stealth",
        Thing::Dice(_) => "dice",
        Thing::Tools(_) => "tools",
        Thing::Loot(_) => "loot",
    }
}

/// A thing on a cell with what a page may ask about it.
pub(super) fn on_board(game: &BurgleBros, thing: Thing, at: Cell, palette: &Palette) -> Element {
    let is_active = |seat: Seat| game.node() != Node::Terminal && game.active_seat() == seat;
    let group = Element::new("g").set("data-token", name(thing)).set("data-at", at);
    let group = match (thing, thing.count()) {
        (Thing::Player(seat), _) => group.set("data-seat", seat),
        (_, Some(count)) => group.set("data-count", count),
        _ => group,
    };
    match thing {
        Thing::Player(seat) => group.with(pawn(seat, is_active(seat), palette)),
        Thing::Destination => group.with(die(&game.guard_speed(at.floor()).to_string(), palette)),
        Thing::Guard if game.donuts() == Some(at.floor()) => {
            let donut = circle([20.0, 19.0], 4.0)
                .fill(palette.card)
                .stroke(palette.prize.strong, 3.0);
            group
                .with(token(thing, palette))
                .with(donut.set("data-token", "donuts").set("data-at", at))
        }
        thing => group.with(token(thing, palette)),
    }
}

/// A token as the legend shows it.
pub(super) fn example(thing: Thing, palette: &Palette) -> Element {
    match thing {
        Thing::Cracked => Element::new("g").with(
            path("M5 12.5l5 5 9-11")
                .fill("none")
                .stroke(palette.prize.strong, 3.5)
                .set("stroke-linecap", "round"),
        ),
        Thing::Destination => die("n", palette),
        thing => token(thing, palette),
    }
}

/// The Guard's die with his speed.
pub(super) fn die(speed: &str, palette: &Palette) -> Element {
    Element::new("g")
        .with(
            rect([2.0, 2.0], [20.0, 20.0], 5.0)
                .fill(palette.card)
                .stroke(palette.guard.strong, 2.5),
        )
        .with(centred([12.0, 17.0], speed, Font::bold(14.0), palette.guard.strong))
}

/// Anything else.
pub(super) fn token(thing: Thing, palette: &Palette) -> Element {
    let group = Element::new("g");
    let letter = |text: &str, colour: &str| centred([12.0, 17.0], text, Font::bold(14.0), colour);
    let count = thing.count().unwrap_or(0).to_string();
    let sign = |way: &str| {
        path(way)
            .fill("none")
            .stroke(palette.on_strong, 2.5)
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round")
    };
    let counted = |shape: &str, hue: Hue| {
        Element::new("g")
            .with(path(shape).fill(hue.pale).stroke(hue.strong, 1.5))
            .with(centred([12.0, 16.5], &count, Font::bold(13.0), hue.strong))
    };
    match thing {
        Thing::Guard => shield("G", palette),
        Thing::Alarm => group
            .with(
                path(WARNING)
                    .fill(palette.alarm)
                    .stroke(palette.on_alarm, 1.5)
                    .set("stroke-linejoin", "round"),
            )
            .with(
                path("M12 8v6M12 17.8v.01")
                    .stroke(palette.on_alarm, 2.6)
                    .set("stroke-linecap", "round"),
            ),
        Thing::Crow => bird(palette),
        Thing::Kitty => group
            .with(path(CAT).fill(palette.prize.pale).stroke(palette.prize.strong, 1.5))
            .with(circle([9.0, 13.0], 1.3).fill(palette.prize.strong))
            .with(circle([15.0, 13.0], 1.3).fill(palette.prize.strong)),
        Thing::Cracked => group
            .with(circle([12.0, 12.0], 10.0).fill(palette.prize.strong))
            .with(sign("M7 12.5l3.5 3.5 6.5-7.5")),
        Thing::Disabled => group
            .with(circle([12.0, 12.0], 10.0).fill(palette.back.strong))
            .with(sign("M8 8l8 8M16 8l-8 8")),
        Thing::Marked | Thing::Open => group
            .with(circle([12.0, 12.0], 10.0).fill(palette.aid.strong))
            .with(sign("M7 12.5l3.5 3.5 6.5-7.5")),
        Thing::WayUp => group
            .with(rect([2.0, 2.0], [20.0, 20.0], 4.0).fill(palette.aid.strong))
            .with(sign("M12 18V6M7 11l5-5 5 5")),
        Thing::WayDown => group
            .with(rect([2.0, 2.0], [20.0, 20.0], 4.0).fill(palette.aid.strong))
            .with(sign("M12 6v12M7 13l5 5 5-5")),
        Thing::Hack(_) => group
            .with(path("M7 1v22M12 1v22M17 1v22").stroke(palette.machine.strong, 1.5))
            .with(rect([3.0, 4.0], [18.0, 16.0], 3.0).fill(palette.machine.strong))
            .with(letter(&count, palette.on_strong)),
        Thing::Stealth(_) => group.with(path(MASK).fill(palette.aid.strong)).with(centred(
            [12.0, 15.5],
            &count,
            Font::bold(11.0),
            palette.on_strong,
        )),
        Thing::Dice(_) => counted(DIAMOND, palette.prize),
        Thing::Tools(_) => counted(NUT, palette.machine),
        Thing::Loot(_) => counted(GEM, palette.prize),
        Thing::Player(seat) => pawn(seat, false, palette),
        Thing::Destination => die("", palette),
    }
}
