//! The map of hexes as SVG.

use heist_engine::masters::{MastersOfTheHeist, Tile};

use super::geometry::Geometry;
use super::things::{Ground, Thing, places};
use super::token;
use crate::block::{Block, centred, path};
use crate::board::placement;
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::picture::{Layout, Pen};
use crate::svg::Element;

/// The radius of a hex at most.
const LARGEST: f64 = 46.0;
/// Half the side of an Exit, in parts of the radius of a hex.
const EXIT: f64 = 0.74;

/// The map in a width.
pub(super) fn map(game: &MastersOfTheHeist, width: f64, pen: &Pen) -> Block {
    let places = places(game);
    let tiles: Vec<Tile> = places.iter().map(|&(at, _)| at).collect();
    let may_turn = pen.style.layout == Layout::Narrow;
    let geometry = Geometry::fit(&tiles, width, LARGEST, may_turn);
    let mut block = Block::new(geometry.size[0], geometry.size[1]);
    for &(at, ground) in &places {
        block = block.with(drawn_ground(game, at, ground, &geometry, pen.palette));
    }
    for &(at, ground) in &places {
        for element in contents(game, at, ground, &geometry, pen.palette) {
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

/// The ground of a place, which says by its data what it is and takes clicks for all that lies above it.
fn drawn_ground(game: &MastersOfTheHeist, at: Tile, ground: Ground, geometry: &Geometry, palette: &Palette) -> Element {
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
        Ground::Unrevealed(_) => {
            let [x, y] = middle;
            let size = (geometry.radius * 0.95).round();
            group
                .with(outline.fill(palette.back.pale).stroke(palette.back.strong, 1.2))
                .with(centred(
                    [x, y + size * 0.45],
                    "?",
                    Font::bold(size),
                    palette.back.strong,
                ))
        }
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
        Ground::Exit(side) => {
            let [x, y] = middle;
            let [dx, dy] = geometry.direction(side);
            let point = |ahead: f64, aside: f64| {
                let (ahead, aside) = (ahead * geometry.radius, aside * geometry.radius);
                format!("{:.1} {:.1}", x + dx * ahead - dy * aside, y + dy * ahead + dx * aside)
            };
            let corners = [
                (0.3, 0.2),
                (0.78, 0.2),
                (0.78, 0.36),
                (1.06, 0.0),
                (0.78, -0.36),
                (0.78, -0.2),
                (0.3, -0.2),
            ];
            let corners: Vec<String> = corners.iter().map(|&(ahead, aside)| point(ahead, aside)).collect();
            group
                .with(path(&format!("M{}z", corners.join("L"))).fill(palette.aid.strong))
                .with(
                    path(&square(middle, geometry.radius * EXIT))
                        .fill(palette.aid.pale)
                        .stroke(palette.aid.strong, 2.0)
                        .set("stroke-linejoin", "round"),
                )
        }
    }
}

fn square([x, y]: [f64; 2], half: f64) -> String {
    let side = 2.0 * half;
    format!("M{:.1} {:.1}h{side:.1}v{side:.1}h-{side:.1}z", x - half, y - half)
}

/// What a place is, for those who point at it.
fn title(game: &MastersOfTheHeist, at: Tile, ground: Ground) -> String {
    let what = match ground {
        Ground::Hex(_) => String::new(),
        Ground::Unrevealed(_) => ", unrevealed".to_owned(),
        Ground::Gone => ", closed".to_owned(),
        Ground::Exit(_) => ", Exit".to_owned(),
        Ground::Tunnel => ", free tunnel space".to_owned(),
    };
    let things = Thing::on(game, at, ground).into_iter();
    let things: Vec<String> = things.map(|thing| described(game, thing)).collect();
    match things.is_empty() {
        true => format!("{at}{what}"),
        false => format!("{at}{what}: {}", things.join(", ")),
    }
}

/// A thing in words, with its number.
fn described(game: &MastersOfTheHeist, thing: Thing) -> String {
    match thing {
        Thing::Character(who, _) => super::names::title(game, who),
        Thing::Plans(plans) => {
            let owners: Vec<String> = super::things::owners(plans).map(|who| who.to_string()).collect();
            format!("planning tokens of {}", owners.join(" "))
        }
        Thing::Safe(cracks, needed) => format!("safe with {cracks} of {needed} cracks"),
        Thing::Loot(piece @ heist_engine::masters::Piece::Cash(_), _) => super::names::piece(piece),
        thing => match thing.count() {
            Some(count) if count > 1 => format!("{count} {}", thing.meaning(game)),
            _ => thing.meaning(game),
        },
    }
}

/// The colours of a hex, by what stands on it.
fn hue(game: &MastersOfTheHeist, at: Tile, ground: Ground, palette: &Palette) -> Hue {
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
fn contents(
    game: &MastersOfTheHeist,
    at: Tile,
    ground: Ground,
    geometry: &Geometry,
    palette: &Palette,
) -> Vec<Element> {
    let [x, y] = geometry.middle(at);
    let ([label_x, label_y], size) = geometry.label();
    let colour = if ground == Ground::Gone {
        palette.faint
    } else {
        palette.ink
    };
    let label = centred([x + label_x, y + label_y], &at.to_string(), Font::plain(size), colour);
    let pieces = Thing::on(game, at, ground).into_iter();
    let pieces: Vec<Element> = pieces.map(|thing| token::on_map(game, thing, at, palette)).collect();
    let ([room_x, room_y], room) = geometry.room();
    let pieces = placement::rows(pieces, [x + room_x, y + room_y], room);
    [label].into_iter().chain(pieces).collect()
}
