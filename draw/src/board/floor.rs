//! A floor as a picture: tiles, walls, a guard's way and the pieces.

use heist_engine::board::{Cell, FloorPlan, SIDE, Wall, inner_sides, squares};

use super::table::SPACE;
use super::tile::READABLE;
use crate::block::{Block, centred, circle, label, path, rect};
use crate::letters::Font;
use crate::picture::Pen;
use crate::svg::Element;

/// The room for row numbers left of a floor.
const MARGIN: f64 = 16.0;
/// The room for the heading and for column letters above it.
pub(crate) const HEADING: f64 = 24.0;
const LETTERS: f64 = 16.0;
/// How thick walls are.
const THICK: f64 = 5.0;
/// How much of a cell's side the tap on a wall may be off, both ways together.
const TAP: f64 = 0.22;

/// What a floor is made of beside its plan.
pub(crate) struct Layers<'a> {
    /// The ground of each cell.
    pub ground: &'a dyn Fn(Cell) -> Element,
    /// Where walls were.
    pub gone: Vec<Element>,
    /// The guard's way.
    pub way: Option<Element>,
    /// What is printed on each cell and what stands there.
    pub above: &'a dyn Fn(Cell) -> Element,
}

/// The side of a cell, so that a floor takes no more than `room`.
pub(crate) fn side(size: usize, room: f64) -> f64 {
    ((room - MARGIN - THICK / 2.0) / size as f64).floor()
}

/// A floor (0 at the bottom) with cells of a side.
pub(crate) fn floor(plan: &FloorPlan, floor: usize, side: f64, layers: Layers, pen: &Pen) -> Block {
    let length = side * plan.size() as f64;
    let palette = pen.palette;
    let at = |square: usize, element: Element| {
        let [x, y] = corner(square, side);
        element.set("transform", format_args!("translate({x} {y})"))
    };
    let mut board = Element::new("g")
        .set("transform", format_args!("translate({MARGIN} {})", HEADING + LETTERS))
        .with(rect([0.0; 2], [length; 2], 4.0).fill(palette.card));
    for square in squares(plan.cells()) {
        board.push(at(square, (layers.ground)(Cell::new(floor, square))));
    }
    board.extend(plan.hole().map(|square| space(square, side, pen)));
    let mut walls = walls(plan, side, pen);
    walls.extend(layers.gone);
    board.push(walls);
    if pen.style.is_edited {
        board.extend(Wall::all(inner_sides(plan.size(), plan.hole())).map(|wall| side_to_tap(floor, wall, side)));
    }
    // What stands on the tiles lets a pointer through to them.
    let mut above = Element::new("g").set("pointer-events", "none");
    above.extend(layers.way);
    for square in squares(plan.cells()) {
        above.push(at(square, (layers.above)(Cell::new(floor, square))));
    }
    Block::new(MARGIN + length + THICK / 2.0, HEADING + LETTERS + length + THICK / 2.0)
        .set("data-floor", floor + 1)
        .with(label(
            [MARGIN, 15.0],
            &format!("Floor {}", floor + 1),
            Font::bold(14.0),
            palette.ink,
        ))
        .with(names(plan.size(), side, pen))
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
        let font = Font::bold(READABLE);
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

/// An empty space.
fn space(square: usize, side: f64, pen: &Pen) -> Element {
    let [x, y] = corner(square, side);
    let (low, high) = (10.0, side - 10.0);
    Element::new("g")
        .set("transform", format_args!("translate({x} {y})"))
        .with(Element::new("title").text(SPACE))
        .with(rect([0.0; 2], [side; 2], 0.0).fill(pen.palette.line))
        .with(
            path(&format!("M{low} {low}L{high} {high}M{high} {low}L{low} {high}"))
                .stroke(pen.palette.faint, 1.5)
                .set("opacity", "0.5"),
        )
}

/// The outer walls and the wall pieces.
fn walls(plan: &FloorPlan, side: f64, pen: &Pen) -> Element {
    let length = side * plan.size() as f64;
    let mut lines = format!("M0 0H{length}V{length}H0Z");
    if let Some(hole) = plan.hole() {
        let [x, y] = corner(hole, side);
        lines.push_str(&format!("M{x} {y}h{side}v{side}h-{side}z"));
    }
    for wall in Wall::all(plan.walls()) {
        lines.push_str(&piece(wall, side));
    }
    Element::new("g").with(
        path(&lines)
            .fill("none")
            .stroke(pen.palette.ink, THICK)
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round"),
    )
}

/// Where a wall piece may stand, to be found by a tap.
fn side_to_tap(floor: usize, wall: Wall, side: f64) -> Element {
    path(&piece(wall, side))
        .stroke("transparent", side * TAP)
        .set("data-wall", format_args!("{}:{wall}", floor + 1))
}

/// A wall piece as a line.
pub(crate) fn piece(wall: Wall, side: f64) -> String {
    let (low, high) = wall.squares();
    let [x, y] = corner(high, side);
    if high == low + 1 {
        format!("M{x} {y}v{side}")
    } else {
        format!("M{x} {y}h{side}")
    }
}

/// Where a guard on a square goes on a floor: `steps`, his next squares, as a line with a point at every border, and
/// the `rest` of his way as dots. The lane is where ways run in a cell.
pub(crate) fn way(
    floor: usize,
    from: usize,
    [steps, rest]: [&[usize]; 2],
    tile: super::tile::Measure,
    pen: &Pen,
) -> Element {
    let lane = |square: usize| {
        let ([x, y], [dx, dy]) = (corner(square, tile.side), tile.lane());
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
    let reached = steps.last().copied().unwrap_or(from);
    let colour = pen.palette.guard.strong;
    let mut group = Element::new("g").set("data-way", floor + 1);
    if !rest.is_empty() {
        group.push(line(reached, rest).stroke(colour, 3.0).set("stroke-dasharray", "0.1 7"));
    }
    if !steps.is_empty() {
        group.push(line(from, steps).stroke(pen.palette.card, 6.0));
        group.push(line(from, steps).stroke(colour, 3.0));
        let mut at = from;
        for &to in steps {
            group.push(arrow(lane(at), lane(to), colour));
            at = to;
        }
        group.push(circle(lane(reached), 5.0).fill(pen.palette.card).stroke(colour, 3.0));
    }
    group
}

/// The squares from one to another on the guards' way, without the first.
pub(crate) fn route(plan: &FloorPlan, from: usize, to: usize) -> Vec<usize> {
    let next = |&at: &usize| (at != to).then(|| plan.step(at, to));
    std::iter::successors(Some(from), next).skip(1).collect()
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
