//! Looking back: the result without luck, the curve, and the decisions that cost most.

use std::fmt::Write;

use maud::{Markup, html};

use super::live::{Shown, address, line_query, seat_name};
use super::{document, percent};
use crate::advice::{After, Costly};
use crate::table::Waits;

/// The curve's width and height in units.
const SIDES: [f64; 2] = [600.0, 240.0];
/// The space for the scale on the left, and for the words below.
const SCALE: [f64; 2] = [44.0, 28.0];
/// The space above, so that the topmost label is not cut off.
const TOP: f64 = 10.0;

/// The page. `after` is there if it was worked out before.
pub fn page(shown: &Shown, after: Option<&After>) -> Markup {
    let Shown { name, link, view, .. } = *shown;
    let body = html! {
        header class="bar" { a href={ "/t/" (link) } { "Back to the table" } h1 { "Looking back · " (name) } }
        main class="narrow" {
            @if let Waits::Over { ending, .. } = &view.waits {
                p class="big" { "The game is over: " (ending) "." }
            } @else {
                p { "The game still goes on. This is what it was like so far." }
            }
            @match after {
                Some(after) => (summary(shown, after)),
                None => {
                    div #after hx-ext="sse" sse-connect=(address(link, "after/stream")) sse-close="done" sse-swap="after" {
                        (progress(0.0))
                        noscript { p { "Reload the page in a while: it is shown here once it is worked out." } }
                    }
                }
            }
        }
    };
    document(&format!("Looking back · {name}"), &body)
}

/// How far the work is, from 0 to 1.
pub fn progress(done: f64) -> Markup {
    html! {
        p { label for="progress" { "Every decision is looked at again: " (percent(done)) } }
        progress #progress max="1" value=(format!("{done:.3}")) { (percent(done)) }
    }
}

/// Why there is nothing to see.
pub fn no_summary(message: &str) -> Markup {
    html! { p class="notice" role="alert" { (message) } }
}

/// What the game was like.
pub fn summary(shown: &Shown, after: &After) -> Markup {
    html! {
        section aria-labelledby="result-name" {
            h2 #result-name { "Result" }
            (result(after))
        }
        section aria-labelledby="curve-name" {
            h2 #curve-name { "Win probability over the game" }
            @if after.curve.len() < 2 {
                p class="faint" { "Too little was played for a curve." }
            } @else {
                figure { (curve(&after.curve)) }
                (curve_table(after))
            }
        }
        section aria-labelledby="costly-name" {
            h2 #costly-name { "The costliest decisions" }
            @if after.costly.is_empty() {
                p { "No decision cost anything that can be told from chance." }
            } @else {
                ol class="costly" { @for decision in &after.costly { (costly(shown, decision)) } }
            }
        }
    }
}

/// The result and what of it was luck.
fn result(after: &After) -> Markup {
    html! {
        dl {
            @if let Some(value) = after.value { div { dt { "Result" } dd { (percent(value)) } } }
            @if let Some(luck) = after.luck {
                div { dt { "Luck" } dd { (signed(luck)) " points" } }
                @if let Some(value) = after.value { div { dt { "Without luck" } dd { (percent(value - luck)) } } }
            }
        }
        @if let Some(luck) = after.luck {
            p {
                @if luck > 0.005 { "Tiles, cards and dice were kinder to you than they are on average." }
                @else if luck < -0.005 { "Tiles, cards and dice were harder on you than they are on average." }
                @else { "Tiles, cards and dice were about as kind as they are on average." }
            }
        }
    }
}

/// A difference in points with its sign.
fn signed(value: f64) -> String {
    format!("{:+.0}", 100.0 * value).replace('-', "\u{2212}")
}

/// A decision that cost something.
fn costly(shown: &Shown, decision: &Costly) -> Markup {
    let (cost, error) = decision.cost;
    let query = line_query(Some(decision.entry), std::slice::from_ref(&decision.better.0));
    html! {
        li {
            p { "Step " (decision.step) ", " b { (seat_name(shown.view, decision.seat)) } ": cost "
                b { (format!("{:.0}", 100.0 * cost)) " points" } " (± " (format!("{:.0}", 100.0 * error)) ")" }
            p { "Played: " (decision.played.1) " " kbd { (decision.played.0) } }
            p { "Better: " (decision.better.1) " " kbd { (decision.better.0) } }
            p { a class="button" href={ (address(shown.link, "what-if")) "?at=0" (query) } {
                "See that moment" span class="unseen" { ", step " (decision.step) }
            } }
        }
    }
}

/// The curve as a picture: the estimates, and the range in which they lie in 95 of 100 cases.
fn curve(points: &[(usize, f64, f64)]) -> Markup {
    let [width, height] = SIDES;
    let (first, last) = (points[0], points[points.len() - 1]);
    let span = (last.0 - first.0).max(1) as f64;
    let x = |step: usize| SCALE[0] + (width - SCALE[0] - 8.0) * (step - first.0.min(step)) as f64 / span;
    let y = |value: f64| TOP + (height - SCALE[1] - TOP) * (1.0 - value.clamp(0.0, 1.0));
    let way = |places: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut way = String::new();
        for (x, y) in places {
            // Writing to a string cannot fail.
            let _ = write!(way, "{x:.1},{y:.1} ");
        }
        way
    };
    let line = way(&mut points.iter().map(|&(step, value, _)| (x(step), y(value))));
    let above = points.iter().map(|&(step, value, error)| (x(step), y(value + 1.96 * error)));
    let below = points.iter().rev().map(|&(step, value, error)| (x(step), y(value - 1.96 * error)));
    let range = way(&mut above.chain(below));
    let description = format!(
        "It began at {} and stood at {} after step {}.",
        percent(first.1),
        percent(last.1),
        last.0
    );
    html! {
        svg class="curve" viewBox={ "0 0 " (width) " " (height) } role="img" aria-label={ "Win probability over the game. " (description) } {
            @for value in [0.0, 0.25, 0.5, 0.75, 1.0] {
                line class="rule" x1=(SCALE[0]) x2=(width - 8.0) y1=(y(value)) y2=(y(value)) {}
                text x=(SCALE[0] - 6.0) y=(y(value) + 4.0) text-anchor="end" { (percent(value)) }
            }
            polygon class="range" points=(range.trim_end()) {}
            polyline class="way" points=(line.trim_end()) {}
            text x=(SCALE[0]) y=(height - 8.0) { "step " (first.0) }
            text x=(width - 8.0) y=(height - 8.0) text-anchor="end" { "step " (last.0) }
        }
    }
}

/// The curve's figures for whoever does not see it.
fn curve_table(after: &After) -> Markup {
    html! {
        details {
            summary { "The figures" }
            div class="scrolls" tabindex="0" role="region" aria-label="Figures of the curve" {
                table {
                    thead { tr { th scope="col" { "Step" } th scope="col" { "Win probability" } } }
                    tbody {
                        @for &(step, value, error) in &after.curve {
                            tr { td { (step) } td { (super::with_error(value, error)) } }
                        }
                    }
                }
            }
        }
    }
}
