//! The pieces on the map, each in a box of 24 units.

use heist_engine::game::Seat;
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::{MastersOfTheHeist, Piece, Standing, Tile, Who};

use super::things::{Security, Thing, is_active, owners};
use crate::block::{centred, circle, path};
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::pieces::{pawn, player_colour, shield};
use crate::svg::Element;

const HEAD: &str = "M3 3l5 3.5h8L21 3v10c0 5-4 9-9 9s-9-4-9-9z";
const SHACKLE: &str = "M7 11V8a5 5 0 0 1 10 0v3";
const CAMERA: &str = "M2 7h13v3.5l7-3.5v11l-7-3.5V18H2z";
const SHIELD: &str = "M12 1.5 21.5 5v7c0 6-4.5 9.5-9.5 11C7 21.5 2.5 18 2.5 12V5z";
const DIAMOND: &str = "M12 1 22.5 10 12 23 1.5 10z";
const PAGE: &str = "M4 1.5h11l5 5v16H4z";
const TOWER: &str = "M5 2h3v3h2.5V2h3v3H16V2h3v7l-2 2v11H7V11L5 9z";
const HOUSE: &str = "M12 2 22 10v12H2V10z";
const PLUS: &str = "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z";
const STAR: &str = "M12 1.5l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 18.1l-6.7 3.8 1.6-7.5L1.2 9.3l7.6-.8z";
const FLASH: &str = "M13 1 4 14h6l-2 9 10-14h-6z";

/// A thing on a place with what a page may ask about it.
pub(super) fn on_map(game: &MastersOfTheHeist, thing: Thing, at: Tile, palette: &Palette) -> Element {
    let group = Element::new("g").set("data-token", thing.name()).set("data-at", at);
    let group = match (thing, thing.count()) {
        (Thing::Character(who, _), _) => group.set("data-character", who),
        (Thing::Coming(who), _) => group.set("data-character", who),
        (Thing::Plans(plans) | Thing::Planned(plans), _) => {
            let owners: Vec<String> = owners(plans).map(|who| who.to_string()).collect();
            group.set("data-of", owners.join(" "))
        }
        (_, Some(count)) => group.set("data-count", count),
        _ => group,
    };
    match thing {
        Thing::Character(who, standing) => group.with(figure(who, standing, is_active(game, who), palette)),
        thing => group.with(token(thing, palette)),
    }
}

/// A character: a pawn with its number, the NPC with a letter; hollow if it is not in play, crossed out if it is
/// Busted.
pub(super) fn figure(who: Who, standing: Standing, is_active: bool, palette: &Palette) -> Element {
    let figure = match (who.is_npc(), standing) {
        (false, _) => pawn(Seat(who.0), is_active, palette),
        (true, Standing::Inactive) => Element::new("g")
            .with(circle([12.0, 12.0], 10.0).fill(palette.card).stroke(palette.ink, 2.0))
            .with(centred([12.0, 17.0], "N", Font::bold(14.0), palette.ink)),
        (true, _) => Element::new("g")
            .with(circle([12.0, 12.0], 11.0).fill(palette.ink))
            .with(centred([12.0, 17.0], "N", Font::bold(14.0), palette.card)),
    };
    match standing {
        Standing::Busted => figure
            .with(lines("M3 3 21 21M21 3 3 21", palette.alarm))
            .with(path("M3 3 21 21M21 3 3 21").fill("none").stroke(palette.ink, 1.0)),
        _ => figure,
    }
}

/// The sign of an unrevealed hex.
pub(super) fn question(palette: &Palette) -> Element {
    centred([12.0, 20.0], "?", Font::bold(22.0), palette.back.strong)
}

/// A token as the legend shows it.
pub(super) fn token(thing: Thing, palette: &Palette) -> Element {
    match thing {
        Thing::Gate(number) => gate(number, palette),
        Thing::Server(number) => server(number, palette),
        Thing::Ring(number) => Element::new("g")
            .with(
                circle([12.0, 12.0], 9.5)
                    .fill(palette.card)
                    .stroke(palette.lock.strong, 4.0),
            )
            .with(centred(
                [12.0, 16.0],
                &letter(number, b'X'),
                Font::bold(11.0),
                palette.ink,
            )),
        Thing::Door => Element::new("g")
            .with(plate([4.0, 1.5], [16.0, 21.0]).fill(palette.lock.strong))
            .with(plate([7.0, 4.5], [10.0, 7.0]).fill(palette.lock.pale))
            .with(circle([16.0, 15.5], 1.8).fill(palette.lock.pale)),
        Thing::Tower => filled(TOWER, palette.guard),
        Thing::Reinforcements => filled(PLUS, palette.guard),
        Thing::Kennel => lettered(
            path(HOUSE).fill(palette.guard.pale).stroke(palette.guard.strong, 1.8),
            "D",
            18.5,
            palette.ink,
        ),
        Thing::Safe(cracks, needed) => Element::new("g")
            .with(
                plate([1.0, 3.0], [22.0, 18.0])
                    .fill(palette.prize.pale)
                    .stroke(palette.prize.strong, 2.0),
            )
            .with(centred(
                [12.0, 15.5],
                &format!("{cracks}/{needed}"),
                Font::bold(9.5),
                palette.ink,
            )),
        Thing::Story => filled(STAR, palette.prize),
        Thing::Pawn => Element::new("g").with(
            circle([12.0, 12.0], 9.5)
                .fill(palette.card)
                .stroke(palette.aid.strong, 2.0)
                .set("stroke-dasharray", "4 3"),
        ),
        Thing::Hidden(chit) => {
            let letter = hidden_letter(chit);
            Element::new("g")
                .with(
                    circle([12.0, 12.0], 10.0)
                        .fill("none")
                        .stroke(palette.faint, 1.5)
                        .set("stroke-dasharray", "3 2.5"),
                )
                .with(centred([12.0, 16.5], letter, Font::bold(12.0), palette.faint))
        }
        Thing::Chits(kind, is_active, count) => counted(security(kind, is_active, palette), count, palette),
        Thing::Flashed(count) => counted(
            Element::new("g").with(path(FLASH).fill(palette.alarm).stroke(palette.on_alarm, 1.2)),
            count,
            palette,
        ),
        Thing::Loot(piece, count) => loot(piece, count, palette),
        Thing::Idea => lettered(
            circle([12.0, 12.0], 10.0)
                .fill(palette.aid.pale)
                .stroke(palette.aid.strong, 2.0),
            "i",
            17.0,
            palette.ink,
        ),
        Thing::Plans(plans) => plan_tokens(plans, false, palette),
        Thing::Planned(plans) => plan_tokens(plans, true, palette),
        Thing::Character(who, standing) => figure(who, standing, false, palette),
        Thing::Coming(who) => Element::new("g")
            .with(
                circle([12.0, 12.0], 10.5)
                    .fill(palette.card)
                    .stroke(player_colour(Seat(who.0), palette), 2.4)
                    .set("stroke-dasharray", "3.5 2.5"),
            )
            .with(centred([12.0, 17.0], &who.to_string(), Font::bold(14.0), palette.ink)),
    }
}

/// A letter of the alphabet, by its number from `first` on.
fn letter(number: u8, first: u8) -> String {
    char::from(first + number).to_string()
}

/// The letter of a chit that is not revealed.
const fn hidden_letter(chit: Chit) -> &'static str {
    match chit {
        Chit::Guard => "G",
        Chit::Dog => "D",
        Chit::Lock => "L",
        Chit::Camera => "C",
        Chit::Jewel => "J",
        Chit::Documents => "P",
        Chit::Usb => "U",
        Chit::Keycard => "K",
        Chit::Blank => "-",
    }
}

/// A plate; what lies on a hex may lie over letters of its ground, so it is no box that texts must keep to.
fn plate([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Element {
    path(&format!("M{x} {y}h{width}v{height}h-{width}z")).set("stroke-linejoin", "round")
}

/// A shape with a letter on it.
fn lettered(shape: Element, letter: &str, base: f64, colour: &str) -> Element {
    Element::new("g")
        .with(shape)
        .with(centred([12.0, base], letter, Font::bold(13.0), colour))
}

/// A shape in the colour of a family.
fn filled(way: &str, hue: Hue) -> Element {
    Element::new("g").with(path(way).fill(hue.strong).stroke(hue.pale, 0.8))
}

/// Thick lines.
fn lines(way: &str, colour: &str) -> Element {
    path(way)
        .fill("none")
        .stroke(colour, 4.0)
        .set("stroke-linecap", "round")
}

/// A security chit: full with a capital letter, or hollow with a small one and struck through.
fn security(kind: Security, is_active: bool, palette: &Palette) -> Element {
    let (shape, letters, base) = match kind {
        Security::Guard if is_active => return shield("G", palette),
        Security::Guard => (path(SHIELD), ["G", "g"], 16.0),
        Security::Dog => (path(HEAD), ["D", "d"], 17.5),
        Security::Lock => (path("M3.5 10.5h17V22h-17z"), ["L", "l"], 20.5),
        Security::Camera => (path(CAMERA), ["C", "c"], 17.0),
    };
    let hue = match kind {
        Security::Guard | Security::Dog => palette.guard,
        Security::Lock => palette.lock,
        Security::Camera => palette.watch,
    };
    let colour = if is_active { hue.strong } else { palette.faint };
    let fill = if is_active { hue.strong } else { palette.card };
    let ink = if is_active { palette.on_strong } else { palette.faint };
    let size = if kind == Security::Lock { 11.0 } else { 13.0 };
    let mut chit = Element::new("g");
    if kind == Security::Lock {
        chit.push(path(SHACKLE).fill("none").stroke(colour, 3.0));
    }
    chit.push(shape.fill(fill).stroke(colour, 1.5));
    let x = if kind == Security::Camera { 8.5 } else { 12.0 };
    let letter = letters[usize::from(!is_active)];
    chit.push(centred([x, base], letter, Font::bold(size), ink));
    if is_active {
        chit
    } else {
        chit.with(path("M2 22 22 2").fill("none").stroke(palette.faint, 1.5))
    }
}

/// A token with a number at its corner, if there are several.
fn counted(token: Element, count: u8, palette: &Palette) -> Element {
    match count {
        0 | 1 => token,
        count => token
            .with(circle([18.0, 18.0], 6.0).fill(palette.card).stroke(palette.ink, 1.0))
            .with(centred([18.0, 21.4], &count.to_string(), Font::bold(9.5), palette.ink)),
    }
}

fn loot(piece: Piece, count: u8, palette: &Palette) -> Element {
    let hue = palette.prize;
    let drawn = |shape: Element, letter: &str, base: f64| {
        lettered(shape.fill(hue.pale).stroke(hue.strong, 1.8), letter, base, palette.ink)
    };
    let token = match piece {
        Piece::Cash(amount) => {
            return Element::new("g")
                .with(circle([12.0, 12.0], 11.0).fill(hue.pale).stroke(hue.strong, 1.8))
                .with(centred(
                    [12.0, 16.0],
                    &format!("${amount}"),
                    Font::bold(10.5),
                    palette.ink,
                ));
        }
        Piece::Jewel => drawn(path(DIAMOND), "J", 15.5),
        Piece::Documents => drawn(path(PAGE), "P", 18.0),
        Piece::Usb => drawn(path("M7 1.5h10v6h3v15H4v-15h3z"), "U", 19.0),
        Piece::Keycard => drawn(path("M1.5 4h21v16h-21z"), "K", 16.5),
        Piece::Item(_) => drawn(path("M8 5V2.5h8V5h6.5v16h-21V5z"), "T", 18.0),
    };
    counted(token, count, palette)
}

fn gate(number: u8, palette: &Palette) -> Element {
    let hue = palette.lock;
    Element::new("g")
        .with(
            path("M2 22V9a10 10 0 0 1 20 0v13z")
                .fill(hue.pale)
                .stroke(hue.strong, 2.0),
        )
        .with(path("M7 21V4M17 21V4").fill("none").stroke(hue.strong, 1.5))
        .with(centred(
            [12.0, 18.0],
            &letter(number, b'A'),
            Font::bold(12.0),
            palette.ink,
        ))
}

fn server(number: u8, palette: &Palette) -> Element {
    let hue = palette.machine;
    Element::new("g")
        .with(path("M4 1.5h16v21H4z").fill(hue.pale).stroke(hue.strong, 2.0))
        .with(path("M7 5.5h10M7 20h10").fill("none").stroke(hue.strong, 1.8))
        .with(centred(
            [12.0, 17.0],
            &letter(number, b'X'),
            Font::bold(12.0),
            palette.ink,
        ))
}

/// Planning tokens, as large as their number allows, each with the number of its player; with broken lines if they are
/// only suggested.
fn plan_tokens(plans: u8, are_suggested: bool, palette: &Palette) -> Element {
    let owners: Vec<Who> = owners(plans).collect();
    let (side, columns) = match owners.len() {
        0 | 1 => (16.0, 1),
        _ => (11.5, 2),
    };
    let rows = owners.len().div_ceil(columns);
    let pitch = side + 1.0;
    let start = |count: usize| 12.0 - (count as f64 * pitch - 1.0) / 2.0;
    let mut tokens = Element::new("g");
    for (place, who) in owners.into_iter().enumerate() {
        let x = start(columns) + (place % columns) as f64 * pitch;
        let y = start(rows) + (place / columns) as f64 * pitch;
        let colour = player_colour(Seat(who.0), palette);
        let token = plate([x, y], [side, side]).fill(palette.card).stroke(colour, 1.8);
        tokens.push(if are_suggested {
            token.set("stroke-dasharray", "3 2")
        } else {
            token
        });
        let font = Font::bold((side * 0.82).round());
        tokens.push(centred(
            [x + side / 2.0, y + side * 0.8],
            &who.to_string(),
            font,
            palette.ink,
        ));
    }
    tokens
}
