//! The pieces on the board, each in a box of 24 units.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Chip};
use heist_engine::game::{Game, Node, Seat};

use super::board::letter;
use super::things::{Shown, Thing};
use crate::block::{centred, circle, path, rect};
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::pieces::{bird, door, pawn, shield};
use crate::svg::Element;

const DIAMOND: &str = "M12 .5 23.5 12 12 23.5.5 12z";
const CUBE: &str = "M12 1.5 21.5 6.5v11L12 22.5 2.5 17.5v-11z";
const OCTAGON: &str = "M7.5 1.5h9l6 6v9l-6 6h-9l-6-6v-9z";
const HEADS: &str = "M12 11a3.5 3.5 0 1 0-.01 0M5 13a2.8 2.8 0 1 0-.01 0M19 13a2.8 2.8 0 1 0-.01 0M5.5 22v-4a6.5 6.5 \
                     0 0 1 13 0v4zM1 21v-3a4 4 0 0 1 5-3.5M23 21v-3a4 4 0 0 0-5-3.5";
const STEAK: &str = "M4 8c3-6 14-6 17-1 3 6-4 9-7 13-3 4-8 3-10-2-1-4-1.5-7 0-10z";
const CAR: &str = "M1.5 16v-4l4-1.5L8 6h8l3 4.5 3.5 1.5v4h-2.5a3 3 0 0 1-6 0h-4a3 3 0 0 1-6 0z";
const TIGER: &str = "M3 3l5 3.5h8L21 3v10c0 5-4 9-9 9s-9-4-9-9z";
const BALL: &str = "M2 12c3-7.5 17-7.5 20 0-3 7.5-17 7.5-20 0z";

/// A thing on a cell with what a page may ask about it.
pub(super) fn on_board(game: &CasinoCapers, thing: Thing, at: Cell, palette: &Palette) -> Element {
    let group = Element::new("g").set("data-token", thing.name()).set("data-at", at);
    let group = match (thing, thing.count()) {
        (Thing::Player(player), _) => group.set("data-player", player + 1),
        (Thing::Chip(Shown::Up(kind)), _) => group.set("data-chip", kind),
        (Thing::Chip(Shown::Known(kind)), _) => group.set("data-chip", format_args!("?{kind}")),
        (Thing::Chip(Shown::Down), _) => group.set("data-chip", "?"),
        (_, Some(count)) => group.set("data-count", count),
        _ => group,
    };
    match thing {
        Thing::Player(player) => group.with(pawn(Seat(player as u8), is_active(game, player), palette)),
        thing => group.with(token(thing, palette)),
    }
}

/// Whether it is a player's turn.
pub(super) fn is_active(game: &CasinoCapers, player: usize) -> bool {
    game.node() != Node::Terminal && game.turn() > 0 && game.current_player() == player
}

/// A token as the legend shows it.
pub(super) fn token(thing: Thing, palette: &Palette) -> Element {
    let group = Element::new("g");
    let strong = |colour: &str| sign_on(path(OCTAGON).fill(colour));
    let counted = |shape: &str, hue: Hue, count: u8| {
        Element::new("g")
            .with(path(shape).fill(hue.pale).stroke(hue.strong, 1.5))
            .with(centred([12.0, 16.5], &count.to_string(), Font::bold(13.0), hue.strong))
    };
    match thing {
        Thing::Player(player) => pawn(Seat(player as u8), false, palette),
        Thing::Bouncer => shield("B", palette),
        Thing::Marker => group
            .with(
                circle([12.0, 12.0], 10.0)
                    .fill(palette.card)
                    .stroke(palette.guard.strong, 2.5),
            )
            .with(circle([12.0, 12.0], 5.5).fill("none").stroke(palette.guard.strong, 2.0))
            .with(circle([12.0, 12.0], 1.8).fill(palette.guard.strong)),
        Thing::Chip(Shown::Up(kind)) => chip(letter(kind), chip_hue(kind, palette), palette),
        Thing::Chip(Shown::Known(kind)) => chip(&letter(kind).to_lowercase(), palette.back, palette),
        Thing::Chip(Shown::Down) => chip("?", palette.back, palette),
        Thing::Car => group
            .with(path(CAR).fill(palette.prize.strong).stroke(palette.card, 1.0))
            .with(path("M8.5 10.5L9.5 8h5l1 2.5z").fill(palette.card)),
        Thing::Tiger => group
            .with(path(TIGER).fill(palette.alarm).stroke(palette.on_alarm, 1.5))
            .with(
                path("M12 7v4M8.5 7.5v2.5M15.5 7.5v2.5M4 15h4M20 15h-4M10.5 18h3")
                    .fill("none")
                    .stroke(palette.on_alarm, 1.6),
            )
            .with(circle([9.0, 13.0], 1.2).fill(palette.on_alarm))
            .with(circle([15.0, 13.0], 1.2).fill(palette.on_alarm)),
        Thing::Football => group
            .with(path(BALL).fill(palette.lock.strong).stroke(palette.card, 1.0))
            .with(path("M7.5 12h9M10 10v4M12 10v4M14 10v4").stroke(palette.card, 1.6)),
        Thing::Cubes(count) => counted(CUBE, palette.watch, count),
        Thing::Dice(count) => counted(DIAMOND, palette.prize, count),
        Thing::Crow => bird(palette),
        Thing::Crowd => group.with(
            path(HEADS)
                .fill(palette.machine.pale)
                .stroke(palette.machine.strong, 1.8)
                .set("stroke-linejoin", "round"),
        ),
        Thing::Swat => Element::new("g")
            .with(path(OCTAGON).fill(palette.watch.strong).stroke(palette.card, 1.0))
            .with(centred([12.0, 16.0], "SW", Font::bold(11.0), palette.on_strong)),
        Thing::Steak => group
            .with(path(STEAK).fill(palette.watch.pale).stroke(palette.watch.strong, 2.0))
            .with(
                circle([9.5, 10.5], 2.6)
                    .fill(palette.card)
                    .stroke(palette.watch.strong, 1.5),
            ),
        Thing::HadSteak => group.with(
            path(STEAK)
                .fill("none")
                .stroke(palette.watch.strong, 1.6)
                .set("stroke-dasharray", "3 2.5"),
        ),
        Thing::Cracked => group.with(circle([12.0, 12.0], 10.0).fill(palette.prize.strong)).with(
            path("M7 12.5l3.5 3.5 6.5-7.5")
                .fill("none")
                .stroke(palette.on_strong, 2.5)
                .set("stroke-linecap", "round"),
        ),
        Thing::OutOfOrder => strong(palette.ink).with(lines("M7.5 7.5l9 9M16.5 7.5l-9 9", palette.card)),
        Thing::Jammed => strong(palette.machine.strong).with(lines("M9 7v10M15 7v10", palette.card)),
        Thing::Monorail => plate("M", palette),
        Thing::Escalator => plate("E", palette),
        Thing::ZipLine => plate("Z", palette),
        Thing::Entrance => door(palette),
        Thing::Named => group
            .with(circle([12.0, 12.0], 9.5).fill("none").stroke(palette.guard.strong, 2.5))
            .with(lines("M6 6l12 12", palette.guard.strong)),
    }
}

/// A group that begins with a shape.
fn sign_on(shape: Element) -> Element {
    Element::new("g").with(shape)
}

/// Thick lines.
fn lines(way: &str, colour: &str) -> Element {
    path(way)
        .fill("none")
        .stroke(colour, 2.5)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

/// The token of a way, with its letter.
fn plate(letter: &str, palette: &Palette) -> Element {
    Element::new("g")
        .with(rect([2.0, 2.0], [20.0, 20.0], 4.0).fill(palette.aid.strong))
        .with(centred([12.0, 17.0], letter, Font::bold(14.0), palette.on_strong))
}

/// The colour printed on a chip.
pub(super) const fn chip_hue(kind: Chip, palette: &Palette) -> Hue {
    match kind {
        Chip::Drunk | Chip::Saleswoman => palette.watch,
        Chip::PrimaDonna | Chip::Undercover => palette.prize,
        Chip::Crowd | Chip::Mole => palette.machine,
    }
}

/// A chip of the casino with a letter.
fn chip(letter: &str, hue: Hue, palette: &Palette) -> Element {
    Element::new("g")
        .with(circle([12.0, 12.0], 11.0).fill(hue.strong).stroke(palette.card, 0.8))
        .with(
            circle([12.0, 12.0], 9.2)
                .fill("none")
                .stroke(hue.pale, 3.0)
                .set("stroke-dasharray", "4.8 4.83"),
        )
        .with(circle([12.0, 12.0], 7.2).fill(hue.pale))
        .with(centred([12.0, 16.3], letter, Font::bold(12.0), palette.ink))
}
