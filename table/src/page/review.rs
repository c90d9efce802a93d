//! A review as one file: it opens without a server, and leads to none.

use heist_draw::{Layout, Theme};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::after::{RINGS, costly_id, points, result, told};
use super::with_interval;
use crate::table::{View, Waits};
use heist_advice::{After, linked_curve_svg};

/// The style of the file.
const STYLE: &str = include_str!("../assets/review.css");

/// What the file itself forbids, wherever it is opened: everything but its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A board in both layouts, as SVG.
#[derive(Clone, Debug)]
pub struct Board {
    /// For a laptop.
    pub wide: String,
    /// For a phone.
    pub narrow: String,
}

/// The file. `boards` are those of the costly decisions, in their order.
pub fn file(name: &str, view: &View, after: &After, boards: &[Board]) -> Markup {
    let to_costly = |place: usize| format!("#{}", costly_id(place));
    let curve = |layout: Layout| linked_curve_svg(after, layout, Theme::Light, None, &to_costly);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="referrer" content="no-referrer";
                title { "Review · " (name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header { h1 { "Review · " (name) } p { (view.name) } }
                main {
                    section {
                        @if let Waits::Over { ending, .. } = &view.waits {
                            p class="big" { "The game is over: " (ending) "." }
                        } @else {
                            p class="big" { "The game is not over yet: turn " (view.turn) "." }
                        }
                        (result(after))
                    }
                    section {
                        h2 { "Win probability over the game" }
                        (both(&curve(Layout::Wide), &curve(Layout::Narrow)))
                    }
                    section {
                        h2 { "The costliest decisions" }
                        @if after.costly.is_empty() { p { "No decision cost anything that can be distinguished from chance." } }
                        @for (place, decision) in after.costly.iter().enumerate() {
                            article id=(costly_id(place)) {
                                h3 { (place + 1) ". " (points(decision.cost.0)) " points" }
                                (told(decision))
                                @if let Some(board) = boards.get(place) {
                                    (both(&board.wide, &board.narrow))
                                    p class="faint" { (RINGS) }
                                }
                            }
                        }
                    }
                    section {
                        h2 { "Every decision" }
                        table {
                            thead { tr { th scope="col" { "After step" } th scope="col" { "Win probability" } } }
                            tbody {
                                @for &(step, value, interval) in &after.curve { tr { td { (step) } td { (with_interval(value, interval)) } } }
                            }
                        }
                        p class="faint" {
                            "Every decision was searched again from what its player knew. In brackets: the 95% interval."
                        }
                    }
                }
                footer { p class="faint" { "Made by Heistlab." } }
            }
        }
    }
}

/// A picture in both layouts; the style shows the one that suits the screen.
fn both(wide: &str, narrow: &str) -> Markup {
    html! {
        div class="wide" { (PreEscaped(wide)) }
        div class="narrow" { (PreEscaped(narrow)) }
    }
}
