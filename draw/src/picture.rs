//! The SVG document around a game's picture, and how people want it.

use std::fmt::Display;

use heist_engine::game::Game;

use crate::block::{Block, PADDING, label, rect};
use crate::letters::{FONTS, Font};
use crate::palette::{Palette, Theme};
use crate::style::Style;
use crate::svg::Element;

/// How to draw as SVG.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SvgStyle {
    /// For which screen.
    pub layout: Layout,
    /// Light or dark.
    pub theme: Theme,
    /// What to point at: data attributes of the picture without `data-`, with their values, such as `cell=1:C2`.
    /// [`Draw::spots`](crate::Draw::spots) gives those of an action. What is not in the picture is passed over.
    pub highlight: Vec<String>,
    /// What just happened, in a sentence for people.
    pub happened: Option<String>,
    /// Whether what only an editor needs can be found in the picture as well: the sides of cells where walls may stand.
    pub is_edited: bool,
}

/// How wide a picture is and how its parts stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// 1200 units for a laptop: parts beside each other.
    #[default]
    Wide,
    /// 360 units for a phone: parts below each other.
    Narrow,
}

impl Layout {
    /// How wide the picture is.
    pub const fn width(self) -> u32 {
        match self {
            Layout::Wide => 1200,
            Layout::Narrow => 360,
        }
    }

    /// The space round the picture.
    pub const fn margin(self) -> f64 {
        match self {
            Layout::Wide => 24.0,
            Layout::Narrow => 10.0,
        }
    }

    /// The width inside the margins.
    pub fn room(self) -> f64 {
        f64::from(self.width()) - 2.0 * self.margin()
    }
}

/// What pictures are drawn with.
#[derive(Clone, Copy, Debug)]
pub struct Pen<'a> {
    /// The colours of its theme.
    pub palette: &'static Palette,
    /// How people want the picture.
    pub style: &'a SvgStyle,
}

impl<'a> Pen<'a> {
    /// The pen of a style.
    pub fn of(style: &'a SvgStyle) -> Pen<'a> {
        Pen {
            palette: Palette::of(style.theme),
            style,
        }
    }

    /// Whether the style points at what has this data attribute.
    pub fn points_at(&self, name: &str, value: impl Display) -> bool {
        let spots = &self.style.highlight;
        !spots.is_empty() && spots.contains(&format!("{name}={value}"))
    }

    /// A block with this data attribute, in a ring if the style points at it.
    pub fn marked(&self, block: Block, name: &str, value: impl Display) -> Block {
        let is_pointed_at = self.points_at(name, &value);
        let block = block.set(&format!("data-{name}"), value);
        if is_pointed_at {
            block.ringed(self.palette)
        } else {
            block
        }
    }

    /// A heading: the game and what of it, and in a panel what the state waits for and what just happened.
    pub fn heading(&self, name: &str, about: &str, node: &str, width: f64) -> Block {
        let palette = self.palette;
        let (name_font, about_font) = (Font::bold(20.0), Font::plain(14.0));
        let name_width = name_font.width(name) + 10.0;
        let about_lines = Block::text(about, about_font, palette.faint, width);
        let title = if name_width + about_font.width(about) <= width {
            Block::new(width, 26.0)
                .with(label([0.0, 20.0], name, name_font, palette.ink))
                .with(label([name_width, 20.0], about, about_font, palette.faint))
        } else {
            Block::new(width, 28.0 + about_lines.height)
                .with(label([0.0, 20.0], name, name_font, palette.ink))
                .with_block(0.0, 28.0, about_lines)
        };
        let room = width - 2.0 * PADDING;
        let node = Block::text(node, Font::bold(15.0), palette.ink, room);
        let happened = self.style.happened.as_deref().unwrap_or_default();
        let happened = Block::text(happened, Font::plain(13.0), palette.faint, room);
        let panel = Block::column([node, happened], 4.0).panel(width, palette);
        Block::column([title, panel], 10.0)
    }

    /// The whole document: a game's name, what the picture shows in words, and the picture.
    pub fn document<G: Game>(&self, game: &G, description: &str, picture: Block) -> String {
        let margin = self.style.layout.margin();
        let width = f64::from(self.style.layout.width());
        let height = picture.height + 2.0 * margin;
        let paper = rect([0.0; 2], [width, height], 0.0).fill(self.palette.paper);
        document(game, description, [width, height])
            .set("font-family", FONTS)
            .with(paper)
            .with(picture.at(margin, margin))
            .to_string()
    }
}

/// The beginning of a document of a game.
fn document<G: Game>(game: &G, description: &str, [width, height]: [f64; 2]) -> Element {
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format_args!("0 0 {width} {height}"))
        .set("role", "img")
        .set("data-game", G::ID)
        .set("data-key", format_args!("{:016x}", game.key()))
        .with(Element::new("title").text(G::NAME))
        .with(Element::new("desc").text(description))
}

/// The size of the letters of a text that stands for a picture.
const SIZE: f64 = 12.0;
/// The space round such a text.
const MARGIN: f64 = 12.0;
/// A letter of a font of one width takes six tenths of its size or a little more.
const LETTER: f64 = 0.62 * SIZE;

/// How a text is to be drawn that stands for a picture.
pub fn text_style(style: &SvgStyle) -> Style {
    let columns = (f64::from(style.layout.width()) - 2.0 * MARGIN) / LETTER;
    Style {
        width: columns as usize,
        colour: false,
    }
}

/// The text of a game as a picture of letters of one width.
pub fn of_text<G: Game>(game: &G, text: &str, description: &str, style: &SvgStyle) -> String {
    const LINE: f64 = 16.0;
    let happened = style.happened.iter().map(String::as_str);
    let lines: Vec<&str> = happened.chain(text.lines()).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = f64::from(style.layout.width()).max((longest as f64 * LETTER + 2.0 * MARGIN).ceil());
    let height = lines.len() as f64 * LINE + 2.0 * MARGIN;
    let palette = Palette::of(style.theme);
    let paper = rect([0.0; 2], [width, height], 0.0).fill(palette.paper);
    let mut letters = Element::new("g")
        .set(
            "font-family",
            "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
        )
        .set("font-size", SIZE)
        .fill(palette.ink);
    for (place, line) in lines.iter().enumerate() {
        // Spaces that do not break keep their place.
        let line = Element::new("text")
            .set("x", MARGIN)
            .set("y", MARGIN + SIZE + place as f64 * LINE)
            .text(&line.replace(' ', "\u{a0}"));
        letters.push(line);
    }
    document(game, description, [width, height])
        .with(paper)
        .with(letters)
        .to_string()
}

#[cfg(test)]
mod tests {
    use heist_engine::burgle_bros::{BurgleBros, Setup};
    use heist_engine::game::Game;
    use roxmltree::Document;

    use super::*;
    use crate::Draw;

    /// What a game that has no picture of its own would show.
    #[test]
    fn a_text_is_drawn_line_by_line() {
        let state = BurgleBros::new(&Setup::bank_job(2, 1)).expect("the setup is playable");
        for layout in [Layout::Wide, Layout::Narrow] {
            let style = SvgStyle {
                layout,
                happened: Some("It began.".to_owned()),
                ..SvgStyle::default()
            };
            let text = state.draw_text(&text_style(&style));
            let picture = of_text(&state, &text, &state.explain_node(), &style);
            let document = Document::parse(&picture).expect("the picture is well-formed");
            let lines: Vec<String> = document
                .descendants()
                .filter(|element| element.tag_name().name() == "text")
                .map(|element| element.text().unwrap_or_default().replace('\u{a0}', " "))
                .collect();
            assert_eq!(lines[0], "It began.");
            assert!(lines.iter().any(|line| line.contains("Floor 1")), "{picture}");
            let root = document.root_element();
            let view = format!("0 0 {} ", layout.width());
            assert!(
                root.attribute("viewBox").is_some_and(|sides| sides.starts_with(&view)),
                "{picture}"
            );
        }
    }
}
