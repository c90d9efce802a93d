//! The SVG document around a game's picture, and how people want it.

use crate::svg::Element;
use crate::{Draw, Style};

/// How to draw as SVG.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SvgStyle {
    /// For which screen.
    pub layout: Layout,
    /// Light or dark.
    pub theme: Theme,
    /// What to point at: data attributes of the picture without `data-`, with their values, such as `cell=1:C2`.
    /// [`Draw::spots`] gives those of an action. What is not in the picture is passed over.
    pub highlight: Vec<String>,
    /// What just happened, in a sentence for people.
    pub happened: Option<String>,
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
}

/// The colours of the paper and what is on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The document of a game: its name, what the picture shows in words, and the picture.
pub(crate) fn document<G: Draw>(game: &G, description: &str, [width, height]: [f64; 2]) -> Element {
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format_args!("0 0 {width} {height}"))
        .set("role", "img")
        .set("data-game", G::ID)
        .set("data-key", format_args!("{:016x}", game.key()))
        .with(Element::new("title").text(G::NAME))
        .with(Element::new("desc").text(description))
}

/// The text of a game as a picture of letters of one width.
pub(crate) fn of_text<G: Draw>(game: &G, style: &SvgStyle) -> String {
    const SIZE: f64 = 12.0;
    const LINE: f64 = 16.0;
    const MARGIN: f64 = 12.0;
    // A letter of a font of one width takes six tenths of its size or a little more.
    const LETTER: f64 = 0.62 * SIZE;
    let columns = (f64::from(style.layout.width()) - 2.0 * MARGIN) / LETTER;
    let text = game.draw_text(&Style {
        width: columns as usize,
        colour: false,
    });
    let happened = style.happened.iter().map(String::as_str);
    let lines: Vec<&str> = happened.chain(text.lines()).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = f64::from(style.layout.width()).max((longest as f64 * LETTER + 2.0 * MARGIN).ceil());
    let height = lines.len() as f64 * LINE + 2.0 * MARGIN;
    let (paper, ink) = match style.theme {
        Theme::Light => ("#ffffff", "#1f2933"),
        Theme::Dark => ("#14191f", "#e6ebf0"),
    };
    let paper = Element::new("rect")
        .set("width", width)
        .set("height", height)
        .set("fill", paper);
    let mut letters = Element::new("g")
        .set(
            "font-family",
            "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
        )
        .set("font-size", SIZE)
        .set("fill", ink);
    for (place, line) in lines.iter().enumerate() {
        // Spaces that do not break keep their place.
        let line = Element::new("text")
            .set("x", MARGIN)
            .set("y", MARGIN + SIZE + place as f64 * LINE)
            .text(&line.replace(' ', "\u{a0}"));
        letters.push(line);
    }
    document(game, &game.explain_node(), [width, height])
        .with(paper)
        .with(letters)
        .to_string()
}
