//! The floors as boxes with walls.

use heist_engine::board::{Cell, FloorPlan, squares};
use heist_engine::burgle_bros::{BurgleBros, Face, Kind};

use super::things::Thing;
use crate::board::text::{self, Mark, Marks, SPACE};
use crate::ink::{Line, Paint};

/// Columns inside a cell, at most.
const WIDEST: usize = 7;

/// The two letters of a kind of tile.
pub(super) const fn short_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Atrium => "At",
        Kind::Camera => "Ca",
        Kind::ComputerFingerprint => "Cf",
        Kind::ComputerLaser => "Cl",
        Kind::ComputerMotion => "Cm",
        Kind::Deadbolt => "De",
        Kind::Detector => "Dt",
        Kind::Fingerprint => "Fi",
        Kind::Foyer => "Fo",
        Kind::Keypad => "Ke",
        Kind::Laboratory => "Lb",
        Kind::Laser => "La",
        Kind::Lavatory => "Lv",
        Kind::Motion => "Mo",
        Kind::SecretDoor => "Sd",
        Kind::ServiceDuct => "Du",
        Kind::Stairs => "St",
        Kind::Thermo => "Th",
        Kind::Walkway => "Wa",
        Kind::Safe => "Safe",
    }
}

/// The two letters and the combination number; a Safe has none.
fn code(face: Face) -> String {
    match face.number() {
        0 => short_name(face.kind()).to_owned(),
        number => format!("{}{number}", short_name(face.kind())),
    }
}

/// The floors, as many beside each other as the width allows.
pub(super) fn floors(game: &BurgleBros, width: usize) -> Vec<Line> {
    let plans: Vec<FloorPlan> = (0..game.floors()).map(|floor| game.floor_plan(floor)).collect();
    text::floors(&plans, WIDEST, width, |at| marks(game, at))
}

/// What is on a cell: the tile with its own marks, and everything that stands or lies on it.
fn marks(game: &BurgleBros, at: Cell) -> Marks {
    let mut tile = Vec::new();
    let mut things = Vec::new();
    let mark = |text: String, paint, apart| Mark { text, paint, apart };
    match (game.face_at(at), game.hidden_face(at)) {
        (Some(face), _) => {
            let paint = if face == Face::SAFE { Paint::Prize } else { Paint::Plain };
            tile.push(mark(code(face), paint, false));
        }
        (None, Some(face)) => tile.push(mark(format!("{}?", code(face).to_lowercase()), Paint::Faint, false)),
        (None, None) => tile.push(mark("??".to_owned(), Paint::Faint, false)),
    }
    // A Safe has no number to part its name from what follows.
    let is_safe = game.face_at(at) == Some(Face::SAFE);
    for thing in Thing::on(game, at) {
        let (text, paint) = sign(thing);
        if thing.is_of_tile() {
            tile.push(mark(text, paint, is_safe))
        } else {
            things.push(mark(text, paint, thing.count().is_some()))
        }
    }
    [tile, things]
}

/// The sign of a thing and its paint.
fn sign(thing: Thing) -> (String, Paint) {
    let (sign, paint) = match thing {
        Thing::Cracked => ("x", Paint::Prize),
        Thing::Disabled => ("#", Paint::Aid),
        Thing::Marked => ("o", Paint::Aid),
        Thing::WayUp => ("^", Paint::Aid),
        Thing::WayDown => ("v", Paint::Aid),
        Thing::Open => ("o", Paint::Prize),
        Thing::Player(seat) => return (seat.to_string(), Paint::Player(seat.0)),
        Thing::Guard => ("G", Paint::Guard),
        Thing::Destination => ("*", Paint::Guard),
        Thing::Alarm => ("!", Paint::Alarm),
        Thing::Crow => ("c", Paint::Aid),
        Thing::Kitty => ("k", Paint::Prize),
        Thing::Hack(_) => ("h", Paint::Aid),
        Thing::Stealth(_) => ("s", Paint::Aid),
        Thing::Dice(_) => ("d", Paint::Plain),
        Thing::Tools(_) => ("t", Paint::Prize),
        Thing::Loot(_) => ("l", Paint::Prize),
    };
    let count = thing.count().map_or(String::new(), |count| count.to_string());
    (format!("{sign}{count}"), paint)
}

/// What the signs mean, in the order of the legend.
const SIGNS: &[(char, &str)] = &[
    ('G', "Guard"),
    ('*', "his destination"),
    ('!', "alarm"),
    ('c', "crow"),
    ('k', "kitty"),
    ('x', "cracked"),
    ('#', "disabled"),
    ('o', "open, taken or moved into"),
    ('^', "way up"),
    ('v', "way down"),
    ('h', "hack tokens"),
    ('s', "stealth tokens"),
    ('d', "dice"),
    ('t', "tools"),
    ('l', "loot"),
];

/// What the letters and signs in this picture mean, those that are in it.
pub(super) fn legend(game: &BurgleBros, width: usize) -> Vec<Line> {
    let cells = |floor| squares(game.floor_plan(floor).cells()).map(move |square| Cell::new(floor, square));
    let mut kinds = Vec::new();
    let mut signs = Vec::new();
    let mut is_hidden = false;
    for at in (0..game.floors()).flat_map(cells) {
        match game.face_at(at).or(game.hidden_face(at)) {
            Some(face) => kinds.push(face.kind()),
            None => is_hidden = true,
        }
        let [tile, things] = marks(game, at);
        signs.extend(
            tile[1..]
                .iter()
                .chain(&things)
                .filter_map(|mark| mark.text.chars().next()),
        );
    }
    let tiles = Kind::ALL
        .iter()
        .filter(|kind| **kind != Kind::Safe && kinds.contains(kind));
    let mut items: Vec<String> = tiles
        .map(|kind| format!("{} {}", short_name(*kind), kind.name()))
        .collect();
    let signs = SIGNS.iter().filter(|(sign, _)| signs.contains(sign));
    items.extend(signs.map(|(sign, meaning)| format!("{sign} {meaning}")));
    if is_hidden {
        items.push("?? face down".to_owned());
    }
    if game.floor_plan(0).hole().is_some() {
        items.push(format!("{} empty space", SPACE.repeat(2)));
    }
    Line::items(&items, "  ", Paint::Faint, width)
}
