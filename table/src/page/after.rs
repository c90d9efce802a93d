//! Looking back: the result without luck, the curve, and the decisions that cost most.

use heist_agents::protocol::report::CONFIDENCE_95;
use maud::{Markup, html};

use super::shown::{Shown, address, line_query};
use super::{document, percent};
use crate::advice::{After, Costly};
use crate::table::Waits;

/// The page. `after` is the summary, if it has been worked out already.
pub fn page(shown: &Shown, after: Option<&After>) -> Markup {
    let Shown { name, link, view, .. } = *shown;
    let body = html! {
        header class="bar" { a href={ "/t/" (link) } { "Back to the table" } h1 { "Looking back · " (name) } }
        main class="narrow broad" {
            @if let Waits::Over { ending, .. } = &view.waits {
                p class="big" { "The game is over: " (ending) "." }
            } @else {
                p { "The game is not over yet. This is how it went so far." }
            }
            @if view.log.iter().any(|line| line.notation.is_empty()) {
                p class="faint" { "A position was corrected. Only what came after the last correction is examined, and steps are counted from there." }
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

/// How much of the work is done, from 0 to 1.
pub fn progress(done: f64) -> Markup {
    html! {
        p { label for="progress" { "Going through every decision again: " (percent(done)) } }
        progress #progress max="1" value=(format!("{done:.3}")) { (percent(done)) }
    }
}

/// Why there is no summary.
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
            @if after.curve.len() < 2 && after.left_out > 0 {
                p class="faint" { "This page shows nobody's private cards. Look back from your own seat's page." }
            } @else if after.curve.len() < 2 {
                p class="faint" { "Too little was played for a curve." }
            } @else {
                figure { (curve(shown)) }
                (curve_table(after))
            }
        }
        section aria-labelledby="costly-name" {
            h2 #costly-name { "The costliest decisions" }
            @if after.curve.len() < 2 {
                p class="faint" { "No decision was examined." }
            } @else if after.costly.is_empty() {
                p { "No decision cost anything that can be distinguished from chance." }
            } @else {
                ol class="costly" { @for decision in &after.costly { (costly(shown, decision)) } }
            }
        }
    }
}

/// The result, and how much of it was luck.
fn result(after: &After) -> Markup {
    html! {
        dl {
            @if let Some(value) = after.value { div { dt { "Result" } dd { (percent(value)) } } }
            @if let Some(luck) = after.luck {
                div { dt { "Luck" } dd { (signed(luck)) " points" } }
                @if let Some(adjusted) = after.adjusted() { div { dt { "Without luck" } dd { (percent(adjusted)) } } }
            }
        }
        @if let Some(luck) = after.luck {
            p {
                @if luck > 0.005 { "Chance was kinder to you than average." }
                @else if luck < -0.005 { "Chance was harder on you than average." }
                @else { "Chance was neither kind nor hard." }
                " \u{201c}Without luck\u{201d} is the result minus luck. Over many games it measures how well you play; for a single game it is only a rough estimate, and may be above 100% or below 0%."
            }
        }
        @if after.left_out > 0 {
            p class="faint" {
                @if after.left_out == 1 { "1 decision was left out, because the record does not say what its player held." }
                @else { (after.left_out) " decisions were left out, because the record does not say what their players held." }
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
    let (cost, error) = (decision.cost.0, CONFIDENCE_95 * decision.cost.1);
    let query = line_query(Some(decision.entry), std::slice::from_ref(&decision.better.0));
    html! {
        li {
            p { "Step " (decision.step + 1) ", " b { (decision.decider) } ": cost "
                b { (format!("{:.1}", 100.0 * cost)) " points" } " (± " (format!("{:.1}", 100.0 * error)) ")" }
            p { "Played: " (decision.played.1) " " kbd { (decision.played.0) } }
            p { "Better: " (decision.better.1) " " kbd { (decision.better.0) } }
            p { a class="button" href={ (address(shown.link, "what-if")) "?at=0" (query) } {
                "See that moment" span class="unseen" { ", step " (decision.step + 1) }
            } }
        }
    }
}

/// The curve as a picture, in the layout and theme that suit the screen.
fn curve(shown: &Shown) -> Markup {
    let of = |layout: &str, theme: &str| {
        let query = format!("curve?layout={layout}&theme={theme}&at={}", shown.revision);
        address(shown.link, &query)
    };
    html! {
        picture {
            source media="(min-width: 60rem) and (prefers-color-scheme: dark)" srcset=(of("wide", "dark"));
            source media="(min-width: 60rem)" srcset=(of("wide", "light"));
            source media="(prefers-color-scheme: dark)" srcset=(of("narrow", "dark"));
            img class="curve" src=(of("narrow", "light")) alt="The win probability over the game as a curve; its figures are below.";
        }
    }
}

/// The curve's figures, for people who cannot see the picture.
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
