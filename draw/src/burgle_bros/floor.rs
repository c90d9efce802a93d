//! A floor as a picture: tiles, walls, the Guard's way and the pieces.

use heist_engine::board::{Cell, SIDE, Wall, squares};
use heist_engine::burgle_bros::BurgleBros;

use super::guards::{self, Way};
use super::placement;
use super::tile::{self, Measure};
use crate::block::{Block, centred, circle, label, path, rect};
use crate::letters::Font;
use crate::picture::Pen;
use crate::svg::Element;

/// The room for row numbers left of a floor.
const MARGIN: f64 = 16.0;
/// The room for the heading and for column letters above it.
const HEADING: f64 = 24.0;
const LETTERS: f64 = 16.0;
/// How thick walls are.
const THICK: f64 = 5.0;

/// The side of a cell, so that a floor takes no more than `room`.
pub(super) fn side(size: usize, room: f64) -> f64 {
    ((room - MARGIN - THICK / 2.0) / size as f64).floor()
}

/// A floor with cells of a side.
pub(super) fn floor(game: &BurgleBros, floor: usize, side: f64, pen: &Pen) -> Block {
    let plan = game.floor_plan(floor);
    let length = side * plan.size as f64;
    let measure = Measure { side };
    let palette = pen.palette;
    let mut board = Element::new("g")
        .set("transform", format_args!("translate({MARGIN} {})", HEADING + LETTERS))
        .with(rect([0.0; 2], [length; 2], 4.0).fill(palette.card));
    for square in squares(plan.cells) {
        let [x, y] = corner(square, side);
        let ground = tile::ground(game, Cell::new(floor, square), measure, pen);
        board.push(ground.set("transform", format_args!("translate({x} {y})")));
    }
    board.extend(plan.hole.map(|square| space(square, side, pen)));
    board.push(walls(game, floor, side, pen));
    // What stands on the tiles lets a pointer through to them.
    let mut above = Element::new("g").set("pointer-events", "none");
    above.extend(way(game, floor, measure, pen));
    for square in squares(plan.cells) {
        let [x, y] = corner(square, side);
        let at = Cell::new(floor, square);
        let mut group = tile::print(game, at, measure, pen).set("transform", format_args!("translate({x} {y})"));
        group.extend(placement::pieces(game, at, measure, palette));
        above.push(group);
    }
    Block::new(MARGIN + length + THICK / 2.0, HEADING + LETTERS + length + THICK / 2.0)
        .set("data-floor", floor + 1)
        .with(label(
            [MARGIN, 15.0],
            &format!("Floor {}", floor + 1),
            Font::bold(14.0),
            palette.ink,
        ))
        .with(names(plan.size, side, pen))
        .with(board.with(above))
}

/// The upper left corner of a square.
fn corner(square: usize, side: f64) -> [f64; 2] {
    [(square % SIDE) as f64 * side, (square / SIDE) as f64 * side]
}

/// Column letters and row numbers.
fn names(size: usize, side: f64, pen: &Pen) -> Element {
    let mut names = Element::new("g");
    for place in 0..size {
        let middle = (place as f64 + 0.5) * side;
        let letter = char::from(b'A' + place as u8).to_string();
        let number = (place + 1).to_string();
        let font = Font::bold(11.0);
        names.push(centred(
            [MARGIN + middle, HEADING + 11.0],
            &letter,
            font,
            pen.palette.faint,
        ));
        names.push(centred(
            [6.0, HEADING + LETTERS + middle + 4.0],
            &number,
            font,
            pen.palette.faint,
        ));
    }
    names
}

/// The empty space of Fort Knox (S-BUILD-4).
fn space(square: usize, side: f64, pen: &Pen) -> Element {
    let [x, y] = corner(square, side);
    let (low, high) = (10.0, side - 10.0);
    Element::new("g")
        .set("transform", format_args!("translate({x} {y})"))
        .with(Element::new("title").text("empty space"))
        .with(rect([0.0; 2], [side; 2], 0.0).fill(pen.palette.line))
        .with(
            path(&format!("M{low} {low}L{high} {high}M{high} {low}L{low} {high}"))
                .stroke(pen.palette.faint, 1.5)
                .set("opacity", "0.5"),
        )
}

/// The outer walls, the wall pieces, and where Dynamite has taken one away.
fn walls(game: &BurgleBros, floor: usize, side: f64, pen: &Pen) -> Element {
    let plan = game.floor_plan(floor);
    let length = side * plan.size as f64;
    let mut lines = format!("M0 0H{length}V{length}H0Z");
    if let Some(hole) = plan.hole {
        let [x, y] = corner(hole, side);
        lines.push_str(&format!("M{x} {y}h{side}v{side}h-{side}z"));
    }
    for wall in Wall::all(plan.walls) {
        lines.push_str(&piece(wall, side));
    }
    let mut group = Element::new("g").with(
        path(&lines)
            .fill("none")
            .stroke(pen.palette.ink, THICK)
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round"),
    );
    for wall in Wall::all(blown_up(game, floor)) {
        let (a, b) = wall.squares();
        let cells = format!("{} {}", Cell::new(floor, a), Cell::new(floor, b));
        let piece = path(&piece(wall, side))
            .stroke(pen.palette.guard.strong, 3.0)
            .set("stroke-dasharray", "3 6")
            .set("data-dynamite", cells);
        group.push(piece);
    }
    group
}

/// A wall piece as a line.
fn piece(wall: Wall, side: f64) -> String {
    let (low, high) = wall.squares();
    let [x, y] = corner(high, side);
    match high == low + 1 {
        true => format!("M{x} {y}v{side}"),
        false => format!("M{x} {y}h{side}"),
    }
}

/// The walls that Dynamite has taken, as far as it can be told: those that the scenario's own layout has besides.
fn blown_up(game: &BurgleBros, floor: usize) -> u64 {
    let official = game.scenario().layout();
    let plan = game.floor_plan(floor);
    let is_official = plan.hole == official.space && plan.walls & !official.walls[floor] == 0;
    match is_official {
        true => official.walls[floor] & !plan.walls,
        false => 0,
    }
}

/// Where the Guard goes: his next step as a line with a point at every border, the rest of his way as dots.
fn way(game: &BurgleBros, floor: usize, measure: Measure, pen: &Pen) -> Option<Element> {
    let guard = game.guard(floor)?;
    let die = guard.die.filter(|&die| die != guard.at)?;
    let next = match guards::stopped_by(game, floor) {
        Some(_) => Way::default(),
        None => Way::of(game, guard.at, die),
    };
    let reached = next.squares.last().copied().unwrap_or(guard.at.square());
    let rest = guards::route(game, floor, reached, die.square());
    let lane = |square: usize| {
        let ([x, y], [dx, dy]) = (corner(square, measure.side), measure.lane());
        [x + dx, y + dy]
    };
    let line = |from: usize, to: &[usize]| {
        let [x, y] = lane(from);
        let points = to.iter().map(|&square| lane(square)).map(|[x, y]| format!("L{x} {y}"));
        path(&format!("M{x} {y}{}", points.collect::<String>()))
            .fill("none")
            .set("stroke-linejoin", "round")
            .set("stroke-linecap", "round")
    };
    let colour = pen.palette.guard.strong;
    let mut group = Element::new("g").set("data-way", floor + 1);
    if !rest.is_empty() {
        group.push(
            line(reached, &rest)
                .stroke(colour, 3.0)
                .set("stroke-dasharray", "0.1 7"),
        );
    }
    if !next.squares.is_empty() {
        group.push(line(guard.at.square(), &next.squares).stroke(pen.palette.card, 6.0));
        group.push(line(guard.at.square(), &next.squares).stroke(colour, 3.0));
        let mut from = guard.at.square();
        for &to in &next.squares {
            group.push(arrow(lane(from), lane(to), colour));
            from = to;
        }
        group.push(circle(lane(reached), 5.0).fill(pen.palette.card).stroke(colour, 3.0));
    }
    Some(group)
}

/// A point of an arrow half way between two places.
fn arrow([x, y]: [f64; 2], [to_x, to_y]: [f64; 2], colour: &str) -> Element {
    let (middle_x, middle_y) = ((x + to_x) / 2.0, (y + to_y) / 2.0);
    let angle = match (to_x > x, to_x < x, to_y > y) {
        (true, _, _) => 0,
        (_, true, _) => 180,
        (_, _, true) => 90,
        _ => 270,
    };
    path("M7 0L-4 6V-6Z")
        .set(
            "transform",
            format_args!("translate({middle_x} {middle_y}) rotate({angle})"),
        )
        .fill(colour)
}
