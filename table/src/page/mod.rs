//! What the browser is sent.
//!
//! Everything is made from [`View`](crate::table::View), [`CampaignView`](crate::campaign::CampaignView),
//! [`SetupField`](crate::table::SetupField), hints and summaries, so no page knows which game is played. Pages are
//! whole without JavaScript: every change is a plain form, the picture is an image. With it, htmx swaps the part of the
//! page that changed, and `table.js` puts the picture in as SVG that can be clicked.

pub mod after;
pub mod assets;
mod boards;
pub mod campaign;
pub mod editor;
mod form;
pub mod hand;
mod heist;
pub mod hints;
pub mod home;
pub mod install;
pub mod line;
mod lines;
pub mod live;
pub mod log;
pub mod offline;
pub mod people;
pub mod practice;
pub mod review;
mod share;
pub mod shown;
pub mod what_if;

use std::fmt::Write;

use heist_engine::describe::titled;
use maud::{DOCTYPE, Markup, html};

use crate::table::TableError;

/// Nothing is evaluated, no style is added, nothing is kept of pages that were left: the content-security policy
/// forbids the former, private seats the latter.
const HTMX_CONFIG: &str = r#"{"allowEval":false,"includeIndicatorStyles":false,"historyEnabled":false,"selfRequestsOnly":true,"allowScriptTags":false,"scrollBehavior":"auto","defaultSettleDelay":0,"defaultSwapDelay":0}"#;

/// A notation as part of an id.
fn place_id(notation: &str) -> String {
    notation.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-")
}

/// What the window is called.
fn window_title(title: &str) -> Markup {
    html! { title { (title) " · Heistlab" } }
}

/// A whole page. `title` is what the window is called, `body` holds the landmarks.
pub fn document(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="htmx-config" content=(HTMX_CONFIG);
                (window_title(title))
                @for (scheme, colour) in install::THEME_COLOURS {
                    meta name="theme-color" content=(colour) media={ "(prefers-color-scheme: " (scheme) ")" };
                }
                link rel="manifest" href=(install::manifest());
                link rel="icon" type="image/svg+xml" href=(assets::address("icon.svg"));
                link rel="stylesheet" href=(assets::address("style.css"));
                script src=(assets::address("htmx.js")) defer {}
                script src=(assets::address("sse.js")) defer {}
                script src=(assets::address("table.js")) defer {}
            }
            body { (body) }
        }
    }
}

/// Where to go from something that did not work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WayBack {
    /// To the list of tables, which is the host's.
    Tables,
    /// To the table that this link opens.
    Table(String),
    /// To the campaign that this link opens.
    Campaign(String),
    /// Nowhere: the link opens nothing.
    Nowhere,
}

/// A page about something that did not work: what, and where to go from here.
pub fn failure(title: &str, message: &str, back: &WayBack) -> Markup {
    let way = match back {
        WayBack::Tables => Some(("/".to_owned(), "All tables", "To the tables")),
        WayBack::Table(link) => Some((format!("/t/{link}"), "Back to the table", "To the table")),
        WayBack::Campaign(link) => Some((format!("/c/{link}"), "Back to the campaign", "To the campaign")),
        WayBack::Nowhere => None,
    };
    document(
        title,
        &html! {
            header class="bar" {
                @match &way {
                    Some((address, short, _)) => a href=(address) { (short) },
                    None => p { "Heistlab" },
                }
            }
            main class="narrow" {
                h1 { (title) }
                p { (message) }
                @if let Some((address, _, long)) = &way { p { a class="button" href=(address) { (long) } } }
            }
        },
    )
}

/// What is wrong with something that was entered. A single contradiction that the message already states is not
/// repeated.
fn refused(error: &TableError) -> Markup {
    let problems = &error.problems;
    let is_told = matches!(&problems[..], [only] if !only.waivable && error.message.contains(&only.what));
    html! {
        div class="notice" role="alert" {
            p { (error.message) }
            @if !problems.is_empty() && !is_told {
                ul {
                    @for problem in problems {
                        li { code { (problem.field) } ": " (problem.what) @if problem.waivable { " (may be overridden)" } }
                    }
                }
            }
        }
    }
}

/// A text as part of an address's query.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b':' => escaped.push(byte.into()),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}

/// A probability in per cent.
pub fn percent(probability: f64) -> String {
    let value = 100.0 * probability;
    match value {
        value if value > 0.0 && value < 1.0 => format!("{value:.1}%"),
        _ => format!("{value:.0}%"),
    }
}

/// A value with its 95% interval in per cent, with as many digits as that deserves.
pub fn with_interval(value: f64, [least, most]: [f64; 2]) -> String {
    let decimals = usize::from(most - least <= 0.01);
    let text = |share: f64| format!("{:.decimals$}", 100.0 * share);
    if least == most {
        format!("{}%", text(value))
    } else {
        format!("{}% ({} to {})", text(value), text(least), text(most))
    }
}
