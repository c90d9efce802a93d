//! The colours of pictures.
//!
//! They are chosen to differ in lightness as well as in hue, after the palette of Okabe and Ito, and nothing is told by
//! colour alone: every piece has a shape, a letter or a number of its own. What is written on a colour has the contrast
//! that WCAG 2.2 asks for, 4.5 to 1, which a test measures in pictures of every game.

/// The colours of the paper and what is on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// A colour of the strong parts of something, and a pale one to lay under it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hue {
    /// As in SVG: `#rrggbb`.
    pub strong: &'static str,
    /// As in SVG: `#rrggbb`.
    pub pale: &'static str,
}

const fn hue(strong: &'static str, pale: &'static str) -> Hue {
    Hue { strong, pale }
}

/// The colours of a theme, by what they stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// What everything lies on.
    pub paper: &'static str,
    /// Panels on the paper.
    pub card: &'static str,
    /// Texts and walls.
    pub ink: &'static str,
    /// Texts of little weight.
    pub faint: &'static str,
    /// Thin lines round things.
    pub line: &'static str,
    /// The back of a tile or a card, and the sign on it.
    pub back: Hue,
    /// What is pointed at.
    pub highlight: &'static str,
    /// Letters on a strong colour.
    pub on_strong: &'static str,
    /// Guards, their dice and ways.
    pub guard: Hue,
    /// Alarm tokens.
    pub alarm: &'static str,
    /// Letters on an alarm token.
    pub on_alarm: &'static str,
    /// What the crew is after.
    pub prize: Hue,
    /// What helps the crew.
    pub aid: Hue,
    /// Calm neutral things.
    pub calm: Hue,
    /// Machines.
    pub machine: Hue,
    /// What is locked.
    pub lock: Hue,
    /// What watches.
    pub watch: Hue,
    /// Players, by seat.
    pub players: [&'static str; 4],
}

impl Palette {
    /// The colours of a theme.
    pub const fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

const LIGHT: Palette = Palette {
    paper: "#f6f4ef",
    card: "#ffffff",
    ink: "#1d2733",
    faint: "#525e6a",
    line: "#d8d4ca",
    back: hue("#4c5d70", "#d0d9e1"),
    highlight: "#7a2ff0",
    on_strong: "#ffffff",
    guard: hue("#b24300", "#fbe3d3"),
    alarm: "#ffcf1f",
    on_alarm: "#1d2733",
    prize: hue("#856200", "#fbe9ae"),
    aid: hue("#00705a", "#d9f0e8"),
    calm: hue("#53588c", "#ebebf5"),
    machine: hue("#0a5c9e", "#deecf8"),
    lock: hue("#7a5220", "#f3e8d5"),
    watch: hue("#a8324a", "#fae6e6"),
    players: ["#0067a6", "#9a3f8c", "#00745c", "#7a4a1c"],
};

const DARK: Palette = Palette {
    paper: "#12171d",
    card: "#1c242d",
    ink: "#e8edf2",
    faint: "#9aa7b4",
    line: "#34404c",
    back: hue("#93a4b5", "#2c3845"),
    highlight: "#c79bff",
    on_strong: "#10151b",
    guard: hue("#ff8a4c", "#4a2c1c"),
    alarm: "#ffd43b",
    on_alarm: "#10151b",
    prize: hue("#f2cc5c", "#463a14"),
    aid: hue("#4fd1ae", "#17382f"),
    calm: hue("#b3b7ea", "#2b2d48"),
    machine: hue("#6db8f2", "#1b3448"),
    lock: hue("#dcae74", "#3b2f1e"),
    watch: hue("#f28ba0", "#45232b"),
    players: ["#5cb3f0", "#e59ad8", "#45d0a6", "#e0ad72"],
};
