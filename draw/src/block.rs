//! Parts of a picture with their sizes, and how they are put beside and below each other.

use crate::letters::Font;
use crate::palette::Palette;
use crate::svg::Element;

/// The space between a panel's edge and what is in it.
pub const PADDING: f64 = 12.0;

/// A part of a picture: what is drawn, and how much room it takes from its upper left corner.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// In units of the picture.
    pub width: f64,
    /// In units of the picture.
    pub height: f64,
    /// What is drawn, from the corner on.
    pub drawing: Element,
}

impl Block {
    /// Room with nothing in it yet.
    pub fn new(width: f64, height: f64) -> Block {
        Block {
            width,
            height,
            drawing: Element::new("g"),
        }
    }

    /// With an element in it.
    pub fn with(mut self, element: Element) -> Block {
        self.drawing.push(element);
        self
    }

    /// With another block in it.
    pub fn with_block(self, x: f64, y: f64, block: Block) -> Block {
        self.with(block.at(x, y))
    }

    /// With an attribute on all of it.
    pub fn set(mut self, name: &str, value: impl std::fmt::Display) -> Block {
        self.drawing = self.drawing.set(name, value);
        self
    }

    /// As a part that a page may show by itself: what kind of part it is (`board` or `panel`), its name, and from where
    /// on it is needed, since a page may say itself what stands above that.
    pub fn part(self, kind: &str, name: &str, top: f64) -> Block {
        let (width, height) = (self.width, self.height);
        let part = self
            .set("data-part", kind)
            .set("data-part-width", width)
            .set("data-part-height", height);
        let part = if name.is_empty() {
            part
        } else {
            part.set("data-part-name", name)
        };
        if top > 0.0 {
            part.set("data-part-top", top)
        } else {
            part
        }
    }

    /// As the part where the one who acts stands, if it is.
    pub fn active(self, is_active: bool) -> Block {
        if is_active {
            self.set("data-part-active", "")
        } else {
            self
        }
    }

    /// The drawing at a place.
    pub fn at(self, x: f64, y: f64) -> Element {
        match (x, y) {
            (0.0, 0.0) => self.drawing,
            _ => self.drawing.set("transform", format_args!("translate({x} {y})")),
        }
    }

    /// Blocks below each other.
    pub fn column(blocks: impl IntoIterator<Item = Block>, gap: f64) -> Block {
        let mut column = Block::new(0.0, 0.0);
        for block in blocks.into_iter().filter(|block| block.height > 0.0) {
            let y = if column.height > 0.0 { column.height + gap } else { 0.0 };
            column.width = column.width.max(block.width);
            column.height = y + block.height;
            column = column.with_block(0.0, y, block);
        }
        column
    }

    /// Blocks beside each other.
    pub fn row(blocks: impl IntoIterator<Item = Block>, gap: f64) -> Block {
        let mut row = Block::new(0.0, 0.0);
        for block in blocks.into_iter().filter(|block| block.width > 0.0) {
            let x = if row.width > 0.0 { row.width + gap } else { 0.0 };
            row.height = row.height.max(block.height);
            row.width = x + block.width;
            row = row.with_block(x, 0.0, block);
        }
        row
    }

    /// Blocks beside each other in as many rows as it takes for a width; the gaps are between columns and rows.
    pub fn flow(blocks: impl IntoIterator<Item = Block>, [gap, row_gap]: [f64; 2], width: f64) -> Block {
        let mut rows: Vec<Vec<Block>> = Vec::new();
        let mut taken = 0.0;
        for block in blocks {
            taken += gap + block.width;
            match rows.last_mut() {
                Some(row) if taken <= width => row.push(block),
                _ => {
                    taken = block.width;
                    rows.push(vec![block]);
                }
            }
        }
        Block::column(rows.into_iter().map(|row| Block::row(row, gap)), row_gap)
    }

    /// A text in as many lines as it takes for a width.
    pub fn text(text: &str, font: Font, colour: &str, width: f64) -> Block {
        let line_height = (font.size * 1.35).round();
        let lines = font.lines(text, width);
        let mut block = Block::new(width, lines.len() as f64 * line_height);
        for (place, line) in lines.iter().enumerate() {
            let (line, font) = font.fitted(line, width, font.size);
            let y = place as f64 * line_height + (font.size * 1.02).round();
            block = block.with(label([0.0, y], &line, font, colour));
        }
        block
    }

    /// A panel of a width with a block in it.
    pub fn panel(self, width: f64, palette: &Palette) -> Block {
        let height = self.height + 2.0 * PADDING;
        Block::new(width, height)
            .with(
                rect([0.5, 0.5], [width - 1.0, height - 1.0], 9.5)
                    .fill(palette.card)
                    .stroke(palette.line, 1.0),
            )
            .with_block(PADDING, PADDING, self)
    }

    /// With a ring round all of it, to point at it.
    pub fn ringed(self, palette: &Palette) -> Block {
        let size = [self.width, self.height];
        self.with(ring([0.0, 0.0], size, palette))
    }
}

/// A ring round a box, to point at it.
pub fn ring([x, y]: [f64; 2], [width, height]: [f64; 2], palette: &Palette) -> Element {
    rect([x, y], [width, height], 9.0)
        .fill("none")
        .stroke(palette.highlight, 4.0)
        .set("pointer-events", "none")
        .set("data-highlight", "")
}

/// A rectangle with round corners.
pub fn rect([x, y]: [f64; 2], [width, height]: [f64; 2], radius: f64) -> Element {
    Element::new("rect")
        .set("x", x)
        .set("y", y)
        .set("width", width)
        .set("height", height)
        .set("rx", radius)
}

/// A disc.
pub fn circle([x, y]: [f64; 2], radius: f64) -> Element {
    Element::new("circle").set("cx", x).set("cy", y).set("r", radius)
}

/// Lines and areas in the notation of SVG.
pub fn path(way: &str) -> Element {
    Element::new("path").set("d", way)
}

/// A line of text that begins at a place on its base line.
pub fn label([x, y]: [f64; 2], text: &str, font: Font, colour: &str) -> Element {
    let element = Element::new("text")
        .set("x", x)
        .set("y", y)
        .set("font-size", font.size)
        .fill(colour);
    if font.is_bold {
        element.set("font-weight", 700).text(text)
    } else {
        element.text(text)
    }
}

/// A line of text in the middle of a place.
pub fn centred([x, y]: [f64; 2], text: &str, font: Font, colour: &str) -> Element {
    label([x, y], text, font, colour).set("text-anchor", "middle")
}

/// A line of text that ends at a place.
pub fn ending([x, y]: [f64; 2], text: &str, font: Font, colour: &str) -> Element {
    label([x, y], text, font, colour).set("text-anchor", "end")
}

impl Element {
    /// As a text that keeps clear of lines and arrows below it: in a border of the colour of its ground.
    pub fn clear(self, ground: &str) -> Element {
        self.stroke(ground, 3.0)
            .set("stroke-linejoin", "round")
            .set("paint-order", "stroke")
    }

    /// With the inside in a colour.
    pub fn fill(self, colour: &str) -> Element {
        self.set("fill", colour)
    }

    /// With lines of a colour and width.
    pub fn stroke(self, colour: &str, width: f64) -> Element {
        self.set("stroke", colour).set("stroke-width", width)
    }
}
