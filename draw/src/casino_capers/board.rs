//! The floors as boxes with walls, for the terminal.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Chip, Face, Kind};

use super::names;
use super::things::{Shown, Thing};
use crate::board::text::{self, Mark, Marks};
use crate::ink::{Line, Paint};

/// Columns inside a cell, at most.
const WIDEST: usize = 11;

/// The two letters of a kind of tile; those of which there is one are named in full.
const fn short_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Buffet => "Bu",
        Kind::CashierCages => "Cc",
        Kind::CountRoom => "Cr",
        Kind::CrowsNest => "Cn",
        Kind::FrontDesk => "Fd",
        Kind::Lounge => "Lo",
        Kind::MagicShow => "Ms",
        Kind::PitBoss => "Pb",
        Kind::Pool => "Po",
        Kind::RevolvingDoor => "Rd",
        Kind::Slots => "Sl",
        Kind::Surveillance => "Su",
        Kind::TableGames => "Tg",
        Kind::Monorail => "Mo",
        Kind::Escalator => "Es",
        Kind::OwnersOffice => "Off",
        Kind::Safe => "Safe",
    }
}

/// The letters and the number of a face.
fn code(face: Face) -> String {
    match face.number() {
        0 => short_name(face.kind()).to_owned(),
        number => format!("{}{number}", short_name(face.kind())),
    }
}

/// The letter of a kind of chip.
pub(super) const fn letter(kind: Chip) -> &'static str {
    match kind {
        Chip::Drunk => "D",
        Chip::Saleswoman => "S",
        Chip::PrimaDonna => "P",
        Chip::Undercover => "U",
        Chip::Crowd => "C",
        Chip::Mole => "M",
    }
}

/// The floors, beside each other if the width allows.
pub(super) fn floors(game: &CasinoCapers, width: usize) -> Vec<Line> {
    text::floors(&[game.floor_plan(0), game.floor_plan(1)], WIDEST, width, |at| {
        marks(game, at)
    })
}

/// What is on a cell.
fn marks(game: &CasinoCapers, at: Cell) -> Marks {
    let (mut tile, mut things) = (Vec::new(), Vec::new());
    let mark = |text: String, paint, apart| Mark { text, paint, apart };
    let face = game.face_at(at);
    match (face, game.hidden_face(at)) {
        (Some(face), _) => {
            let paint = if face.number() == 0 { Paint::Prize } else { Paint::Plain };
            tile.push(mark(code(face), paint, false));
        }
        (None, Some(face)) => tile.push(mark(format!("{}?", code(face).to_lowercase()), Paint::Faint, false)),
        (None, None) => tile.push(mark("??".to_owned(), Paint::Faint, false)),
    }
    // Names without a number are parted from the signs behind them.
    let is_named = face.is_some_and(|face| face.number() == 0);
    for thing in Thing::on(game, at) {
        let (text, paint) = sign(thing);
        if thing.is_of_tile() {
            tile.push(mark(text, paint, is_named && tile.len() == 1))
        } else {
            things.push(mark(text, paint, thing.count().is_some()))
        }
    }
    [tile, things]
}

/// The paint of a kind of chip.
const fn chip_paint(kind: Chip) -> Paint {
    match kind {
        Chip::Drunk | Chip::Saleswoman => Paint::Red,
        Chip::PrimaDonna | Chip::Undercover => Paint::Prize,
        Chip::Crowd | Chip::Mole => Paint::Blue,
    }
}

/// The sign of a thing and its paint.
fn sign(thing: Thing) -> (String, Paint) {
    let (sign, paint) = match thing {
        Thing::Player(player) => return ((player + 1).to_string(), Paint::Player(player as u8)),
        Thing::Bouncer => ("B", Paint::Guard),
        Thing::Marker => ("*", Paint::Guard),
        Thing::Chip(Shown::Up(kind)) => return (format!("({})", letter(kind)), chip_paint(kind)),
        Thing::Chip(Shown::Known(kind)) => return (format!("({})", letter(kind).to_lowercase()), Paint::Faint),
        Thing::Chip(Shown::Down) => ("(?)", Paint::Faint),
        Thing::Car => ("A", Paint::Prize),
        Thing::Tiger => ("T", Paint::Alarm),
        Thing::Football => ("F", Paint::Prize),
        Thing::Cubes(_) => ("u", Paint::Plain),
        Thing::Dice(_) => ("d", Paint::Prize),
        Thing::Crow => ("w", Paint::Aid),
        Thing::Crowd => ("y", Paint::Aid),
        Thing::Swat => ("!", Paint::Alarm),
        Thing::Steak => ("s", Paint::Aid),
        Thing::HadSteak => ("-", Paint::Faint),
        Thing::Cracked => ("x", Paint::Prize),
        Thing::OutOfOrder => ("#", Paint::Aid),
        Thing::Jammed => ("j", Paint::Aid),
        Thing::Monorail => ("m", Paint::Aid),
        Thing::Escalator => ("e", Paint::Aid),
        Thing::ZipLine => ("z", Paint::Aid),
        Thing::Entrance => (">", Paint::Strong),
        Thing::Named => ("n", Paint::Guard),
    };
    let count = thing.count().map_or(String::new(), |count| count.to_string());
    (format!("{sign}{count}"), paint)
}

/// What the letters and signs in this picture mean, those that are in it.
pub(super) fn legend(game: &CasinoCapers, width: usize) -> Vec<Line> {
    let (mut kinds, mut things, mut is_hidden) = (Vec::new(), Vec::new(), false);
    for at in CasinoCapers::cells() {
        match game.face_at(at).or(game.hidden_face(at)) {
            Some(face) => kinds.push(face.kind()),
            None => is_hidden = true,
        }
        things.extend(Thing::on(game, at));
    }
    let tiles = Kind::ALL.iter().copied().filter(|kind| kinds.contains(kind));
    let tiles = tiles.filter(|&kind| kind != Kind::Safe);
    let mut items: Vec<String> = tiles
        .map(|kind| format!("{} {}", short_name(kind), names::kind(kind)))
        .collect();
    things.retain(|thing| !matches!(thing, Thing::Player(_)));
    things.sort();
    for thing in things {
        let (sign, _) = sign(thing);
        let sign = sign.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let item = format!("{sign} {}", thing.meaning());
        if !items.contains(&item) {
            items.push(item);
        }
    }
    if is_hidden {
        items.push("?? face down".to_owned());
    }
    Line::items(&items, "  ", Paint::Faint, width)
}
