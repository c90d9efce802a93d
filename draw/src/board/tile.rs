//! A cell's tile: its lengths, its ground, and what is printed on it.

use heist_engine::board::Cell;

use crate::block::{centred, circle, label, path, rect};
use crate::letters::Font;
use crate::palette::{Hue, Palette};
use crate::svg::Element;

/// The space between a tile and the edge of its cell, where walls run.
pub(crate) const INSET: f64 = 3.0;
/// The letters of a name and a number on a tile: 14 pixels at least where a floor is as wide as a phone, 390 pixels. A
/// word that is wider than its tile is squeezed rather than made smaller.
pub(crate) const READABLE: f64 = 12.5;
/// The letters on a tile's back, and at least.
const LEGIBLE: f64 = 9.5;
const LEAST: f64 = 7.5;
/// How far a word is squeezed at most.
const NARROWEST: f64 = 0.55;
/// Between the lines of a name.
const LINE: f64 = 12.0;
/// The smallest disc with a number.
const LEAST_BADGE: f64 = 8.0;
/// The side of the smallest pictogram.
const LEAST_PICTURE: f64 = 11.0;
/// The room for the tick beside a cracked number.
pub(crate) const TICK: f64 = 11.0;

/// The lengths of a cell, by its side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Measure {
    /// The side of the cell.
    pub side: f64,
}

impl Measure {
    /// The side of the tile.
    pub fn tile(self) -> f64 {
        self.side - 2.0 * INSET
    }

    /// The side of the pictogram.
    pub fn picture(self) -> f64 {
        (self.side * 0.26).round()
    }

    /// Where the pictogram begins, from the upper edge of the cell.
    fn picture_top(self) -> f64 {
        INSET + 16.0
    }

    /// Where the pieces begin.
    pub fn pieces_top(self) -> f64 {
        self.picture_top() + self.picture() + 2.0
    }

    /// The size of the disc with the number.
    pub fn badge_radius(self) -> f64 {
        (self.picture() / 2.0 - 2.0).max(LEAST_BADGE)
    }

    /// The middle of that disc.
    pub fn badge(self) -> [f64; 2] {
        let x = self.side - INSET - 4.0 - self.badge_radius();
        [x, self.picture_top() + self.picture() / 2.0 + 1.0]
    }

    /// Where pieces stand if there is one row of them, and where Guards' ways run.
    pub fn lane(self) -> [f64; 2] {
        let bottom = self.side - INSET - 1.0;
        [self.side / 2.0, ((self.pieces_top() + bottom) / 2.0).round()]
    }
}

/// The ground of a tile, put into a group whose data say what it is. What is printed on it comes later, above guards'
/// ways.
pub(crate) fn ground(group: Element, title: &str, colours: Hue, measure: Measure) -> Element {
    group.with(Element::new("title").text(title)).with(
        rect([INSET; 2], [measure.tile(); 2], 6.0)
            .fill(colours.pale)
            .stroke(colours.strong, 1.0),
    )
}

/// What is printed on a tile.
#[derive(Clone, Debug)]
pub(crate) struct Front<'a> {
    /// The name of its kind.
    pub name: &'a str,
    /// The number; 0 for none.
    pub number: u8,
    /// Whether its number is cracked.
    pub is_cracked: bool,
}

impl Front<'_> {
    /// The name in one line, or in two if it would be too small in one.
    fn names(&self, measure: Measure) -> Vec<String> {
        Font::bold(READABLE).lines(self.name, measure.tile() - 6.0)
    }

    /// The print on a ground of a colour: the name, a drawing made for a place and a size, and the number.
    pub fn print(
        &self,
        at: Cell,
        measure: Measure,
        palette: &Palette,
        ground: &str,
        drawing: impl Fn([f64; 2], f64) -> Element,
    ) -> Element {
        let mut group = Element::new("g");
        let top = self.write_name(&mut group, measure, palette.ink, ground);
        let size = (measure.picture() - (top - measure.picture_top())).max(LEAST_PICTURE);
        group.push(drawing([INSET + 4.0, top], size));
        if self.number > 0 {
            group.push(self.badge(at, measure, palette));
        }
        group
    }

    /// Writes the name; returns where the drawing begins.
    fn write_name(&self, group: &mut Element, measure: Measure, ink: &str, ground: &str) -> f64 {
        let (font, room) = (Font::bold(READABLE), measure.tile() - 6.0);
        let lines = self.names(measure);
        for (place, line) in lines.iter().enumerate() {
            let y = INSET + 12.5 + place as f64 * LINE;
            // The second line ends before the number.
            let room = match (place, self.number) {
                (0, _) | (_, 0) => room,
                _ => measure.badge()[0] - measure.badge_radius() - INSET - 4.0,
            };
            // Squeezed more than that it could not be read, so that it loses its end.
            let (text, _) = font.fitted(line, room / NARROWEST, font.size);
            let is_squeezed = font.width(&text) > room;
            let text = label([INSET + 3.0, y], &text, font, ink).clear(ground);
            group.push(if is_squeezed {
                text.set("textLength", room).set("lengthAdjust", "spacingAndGlyphs")
            } else {
                text
            });
        }
        measure.picture_top() + (lines.len() - 1) as f64 * LINE
    }

    /// The number; with a tick beside it once it is cracked.
    fn badge(&self, at: Cell, measure: Measure, palette: &Palette) -> Element {
        let (radius, [x, y]) = (measure.badge_radius(), measure.badge());
        let (fill, ink) = if self.is_cracked {
            (palette.prize.strong, palette.on_strong)
        } else {
            (palette.card, palette.ink)
        };
        let badge = Element::new("g").with(circle([x, y], radius).fill(fill).stroke(palette.ink, 1.2));
        let badge = badge.with(centred(
            [x, y + radius * 0.55],
            &self.number.to_string(),
            Font::bold((radius * 1.55).round().max(READABLE)),
            ink,
        ));
        if !self.is_cracked {
            badge
        } else {
            badge.with(
                path(&format!("M{} {y}l3 3.5 5.5-7", x - radius - TICK))
                    .fill("none")
                    .stroke(palette.prize.strong, 2.5)
                    .set("stroke-linecap", "round")
                    .set("data-token", "cracked")
                    .set("data-at", at),
            )
        }
    }

    /// Where signs begin beside the drawing, and where they end before the number; nowhere beside a name in two lines.
    pub fn sign_room(&self, measure: Measure) -> [f64; 2] {
        if self.names(measure).len() > 1 {
            return [0.0; 2];
        }
        let left = INSET + 4.0 + measure.picture() + 2.0;
        let [x, _] = measure.badge();
        let right = match (self.is_cracked, self.number) {
            (true, _) => x - measure.badge_radius() - TICK,
            (_, 0) => measure.side - INSET - 2.0,
            _ => x - measure.badge_radius(),
        };
        [left, right]
    }
}

/// The back of a tile, with a sign on it; what a whole world knows of it is written small.
pub(crate) fn back(known: Option<&str>, sign_at: [f64; 2], measure: Measure, palette: &Palette) -> Element {
    let middle = measure.side / 2.0;
    let (low, high) = (INSET + 7.0, measure.side - INSET - 7.0);
    let diamond = format!("M{middle} {low}L{high} {middle}L{middle} {high}L{low} {middle}Z");
    let group = Element::new("g").with(
        path(&diamond)
            .fill("none")
            .stroke(palette.back.strong, 1.0)
            .set("opacity", 0.6),
    );
    let Some(known) = known else {
        return group.with(centred(sign_at, "?", Font::bold(20.0), palette.back.strong).clear(palette.back.pale));
    };
    let room = measure.tile() - 6.0;
    let lines = Font::plain(LEGIBLE).lines(known, room);
    lines.iter().enumerate().fold(group, |group, (place, line)| {
        let (text, font) = Font::plain(LEGIBLE).fitted(line, room, LEAST);
        let y = INSET + 12.5 + place as f64 * 10.0;
        group.with(centred([middle, y], &text, font, palette.ink).clear(palette.back.pale))
    })
}
