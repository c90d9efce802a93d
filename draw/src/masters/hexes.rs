//! The map of hexes as SVG.

use heist_engine::masters::{Action, MastersOfTheHeist, Piece, Tile};

use super::geometry::Geometry;
use super::things::{Ground, Scene, Thing, owners, places};
use super::{names, token};
use crate::block::{Block, centred, path};
use crate::board::placement;
use crate::board::tile::READABLE;
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::picture::{Layout, Pen};
use crate::svg::Element;

/// The radius of a hex at most.
const LARGEST: f64 = 46.0;
/// The side of a piece at most, in parts of the radius of a hex.
const PIECE: f64 = 0.72;
/// The letters of coordinates at least, in a wide picture.
const LEAST: f64 = 6.5;
/// Half the side of an Exit, in parts of the radius of a hex.
const EXIT: f64 = 0.62;

/// The map in a width.
pub(super) fn map(game: &Scene, width: f64, pen: &Pen) -> Block {
    let places = places(game);
    let tiles: Vec<Tile> = places.iter().map(|&(at, _)| at).collect();
    let may_turn = pen.style.layout == Layout::Narrow;
    let geometry = Geometry::fit(&tiles, width, LARGEST, may_turn);
    let mut block = Block::new(geometry.size[0], geometry.size[1]);
    for &(at, ground) in &places {
        block = block.with(drawn_ground(game, at, ground, &geometry, pen.palette));
    }
    if let Some(way) = route(game, &geometry) {
        block = block.with(
            path(&way)
                .fill("none")
                .stroke(pen.palette.aid.strong, 3.0)
                .set("stroke-dasharray", "6 4")
                .set("pointer-events", "none")
                .set("data-route", ""),
        );
    }
    for &(at, ground) in &places {
        for element in contents(game, at, ground, &geometry, pen) {
            block = block.with(element);
        }
    }
    let pointed = places.iter().filter(|(at, _)| pen.points_at("cell", at));
    for &(at, _) in pointed {
        let ring = path(&geometry.outline(geometry.middle(at), 1.5))
            .fill("none")
            .stroke(pen.palette.highlight, 4.0)
            .set("pointer-events", "none")
            .set("data-highlight", "");
        block = block.with(ring);
    }
    block
}

/// The route of a last ditch from where its character stands.
fn route(game: &MastersOfTheHeist, geometry: &Geometry) -> Option<String> {
    let elements = game.last_ditch_route()?;
    let who = game.deciding().or(game.roller())?;
    let steps = elements.into_iter().filter_map(|element| match element {
        Action::Step(to) => Some(to),
        _ => None,
    });
    let tiles = game.tile_of(who).into_iter().chain(steps);
    let points = tiles
        .map(|at| geometry.middle(at))
        .map(|[x, y]| format!("{x:.1} {y:.1}"));
    Some(format!("M{}", points.collect::<Vec<_>>().join("L")))
}

/// The ground of a place, which says by its data what it is and takes clicks for all that lies above it.
fn drawn_ground(game: &Scene, at: Tile, ground: Ground, geometry: &Geometry, palette: &Palette) -> Element {
    let middle = geometry.middle(at);
    let outline = path(&geometry.outline(middle, 1.0));
    let group = Element::new("g").set("data-cell", at).set("data-ground", ground.name());
    let group = match ground {
        Ground::Exit(side) => group.set("data-opens", side),
        Ground::Unrevealed(hex) => match game.hidden_chit(hex) {
            Some(chit) => group.set("data-hidden", chit),
            None => group,
        },
        _ => group,
    };
    let group = group.with(Element::new("title").text(&title(game, at, ground)));
    match ground {
        Ground::Hex(_) => {
            let hue = hue(game, at, ground, palette);
            group.with(outline.fill(hue.pale).stroke(hue.strong, 1.2))
        }
        Ground::Unrevealed(_) => group.with(outline.fill(palette.back.pale).stroke(palette.back.strong, 1.2)),
        Ground::Gone => group.with(
            outline
                .fill("none")
                .stroke(palette.faint, 1.0)
                .set("stroke-dasharray", "2 4"),
        ),
        Ground::Tunnel => group.with(
            path(&square(middle, geometry.radius * EXIT))
                .fill("none")
                .stroke(palette.aid.strong, 1.5)
                .set("stroke-dasharray", "4 3"),
        ),
        Ground::Exit(side) => group
            .with(
                path(&square(middle, geometry.radius * EXIT))
                    .fill(palette.aid.pale)
                    .stroke(palette.aid.strong, 2.0)
                    .set("stroke-linejoin", "round"),
            )
            .with(
                path(&arrow(middle, geometry.direction(side), geometry.radius))
                    .fill(palette.aid.strong)
                    .stroke(palette.paper, 1.0),
            ),
    }
}

/// An arrow from an Exit into the hex that it opens to.
fn arrow([x, y]: [f64; 2], [dx, dy]: [f64; 2], radius: f64) -> String {
    const CORNERS: [(f64, f64); 7] = [
        (0.6, 0.13),
        (0.82, 0.13),
        (0.82, 0.28),
        (1.08, 0.0),
        (0.82, -0.28),
        (0.82, -0.13),
        (0.6, -0.13),
    ];
    let corner = |(ahead, aside): (f64, f64)| {
        let (ahead, aside) = (ahead * radius, aside * radius);
        format!("{:.1} {:.1}", x + dx * ahead - dy * aside, y + dy * ahead + dx * aside)
    };
    format!("M{}z", CORNERS.map(corner).join("L"))
}

fn square([x, y]: [f64; 2], half: f64) -> String {
    let side = 2.0 * half;
    format!("M{:.1} {:.1}h{side:.1}v{side:.1}h-{side:.1}z", x - half, y - half)
}

/// A kind of ground as the legend shows it, in a box of 24 units, and what it is.
pub(super) fn legend(ground: Ground, palette: &Palette) -> Option<(Element, &'static str)> {
    const HEX: &str = "M12 1 21.5 6.5v11L12 23 2.5 17.5v-11z";
    let group = Element::new("g");
    Some(match ground {
        Ground::Hex(_) => return None,
        Ground::Unrevealed(_) => (
            group
                .with(path(HEX).fill(palette.back.pale).stroke(palette.back.strong, 1.2))
                .with(centred([12.0, 17.5], "?", Font::bold(15.0), palette.back.strong)),
            "unrevealed",
        ),
        Ground::Gone => (
            group.with(
                path(HEX)
                    .fill("none")
                    .stroke(palette.faint, 1.5)
                    .set("stroke-dasharray", "2 4"),
            ),
            "closed by a gate",
        ),
        Ground::Exit(_) => (
            group
                .with(
                    path("M1.5 4h15v16h-15z")
                        .fill(palette.aid.pale)
                        .stroke(palette.aid.strong, 2.0),
                )
                .with(path("M15 10h3V7l6 5-6 5v-3h-3z").fill(palette.aid.strong)),
            "Exit and its way in",
        ),
        Ground::Tunnel => (
            group.with(
                path("M2 2h20v20H2z")
                    .fill("none")
                    .stroke(palette.aid.strong, 1.5)
                    .set("stroke-dasharray", "4 3"),
            ),
            "free tunnel space",
        ),
    })
}

/// What a place is, for those who point at it.
fn title(game: &Scene, at: Tile, ground: Ground) -> String {
    let what = match ground {
        Ground::Hex(_) => String::new(),
        Ground::Unrevealed(_) => ", unrevealed".to_owned(),
        Ground::Gone => ", closed".to_owned(),
        Ground::Exit(_) => ", Exit".to_owned(),
        Ground::Tunnel => ", free tunnel space".to_owned(),
    };
    let things = Thing::on(game, at, ground).into_iter();
    let things: Vec<String> = things.map(|thing| described(game, thing)).collect();
    if things.is_empty() {
        format!("{at}{what}")
    } else {
        format!("{at}{what}: {}", things.join(", "))
    }
}

/// A thing in words, with its number.
pub(super) fn described(game: &MastersOfTheHeist, thing: Thing) -> String {
    match thing {
        Thing::Character(who, _) => names::title(game, who),
        Thing::Plans(plans) => {
            let owners: Vec<String> = owners(plans).map(|who| who.to_string()).collect();
            format!("planning tokens of {}", owners.join(" "))
        }
        Thing::Planned(plans) => {
            let owners: Vec<String> = owners(plans).map(|who| who.to_string()).collect();
            format!("tokens of {} by the suggested plan", owners.join(" "))
        }
        Thing::Coming(who) => format!("{} starts here by the suggested plan", names::title(game, who)),
        Thing::Safe(cracks, needed) => format!("safe with {cracks} of {needed} cracks"),
        Thing::Loot(piece @ Piece::Cash(_), _) => names::piece(piece),
        thing => match thing.count() {
            Some(count) if count > 1 => format!("{count} {}", thing.meaning(game)),
            _ => thing.meaning(game),
        },
    }
}

/// The colours of a hex, by what stands on it.
fn hue(game: &Scene, at: Tile, ground: Ground, palette: &Palette) -> Hue {
    let plain = Hue {
        strong: palette.faint,
        pale: palette.card,
    };
    let fixture = Thing::on(game, at, ground).into_iter().find(|thing| thing.rank() >= 50);
    match fixture {
        Some(Thing::Gate(_) | Thing::Ring(_) | Thing::Door) => palette.lock,
        Some(Thing::Server(_)) => palette.machine,
        Some(Thing::Tower | Thing::Reinforcements | Thing::Kennel) => palette.guard,
        Some(Thing::Safe(..) | Thing::Story) => palette.prize,
        Some(Thing::Pawn) => palette.aid,
        _ => plain,
    }
}

/// The coordinates of a place and the pieces on it.
fn contents(game: &Scene, at: Tile, ground: Ground, geometry: &Geometry, pen: &Pen) -> Vec<Element> {
    let palette = pen.palette;
    let [x, y] = geometry.middle(at);
    let text = at.to_string();
    let least = match pen.style.layout {
        Layout::Narrow => READABLE,
        Layout::Wide => LEAST,
    };
    let (mut base_line, font) = geometry.label(&text, least);
    let ([room_x, mut room_y], mut room) = geometry.room(base_line);
    if matches!(ground, Ground::Exit(_) | Ground::Tunnel) {
        let (half, size) = (EXIT * geometry.radius, font.size);
        base_line = 1.2 * size - half;
        room_y = 0.6 * size;
        room = [1.85 * half, 1.9 * half - 1.3 * size];
    }
    let colour = if ground == Ground::Gone {
        palette.faint
    } else {
        palette.ink
    };
    let below = match ground {
        Ground::Hex(_) => hue(game, at, ground, palette).pale,
        Ground::Unrevealed(_) => palette.back.pale,
        Ground::Exit(_) => palette.aid.pale,
        Ground::Gone | Ground::Tunnel => palette.paper,
    };
    // An Exit's arrow may lie below it.
    let label = centred([x, y + base_line], &text, font, colour).clear(below);
    let pieces = Thing::on(game, at, ground).into_iter();
    let is_hidden = matches!(ground, Ground::Unrevealed(_));
    let sign = is_hidden.then(|| token::question(palette));
    let pieces = pieces.map(|thing| token::on_map(game, thing, at, palette));
    let pieces: Vec<Element> = sign.into_iter().chain(pieces).collect();
    let pieces = placement::rows(pieces, [x + room_x, y + room_y], room, PIECE * geometry.radius);
    [label].into_iter().chain(pieces).collect()
}
