//! Looking back: the result without luck, the curve, and the decisions that cost most.

use heist_draw::{Layout, Theme};
use maud::{Markup, PreEscaped, html};

use super::shown::{Shown, address, line_query};
use super::{document, escaped, percent};
use crate::table::Waits;
use heist_advice::{After, Costly, linked_curve_svg};

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
                p class="faint" { "Choose a decision on the curve, or in the list below it, to go to that moment. The numbers are the costliest decisions." }
                figure { (curve(shown, after)) }
                (curve_table(shown, after))
            }
        }
        section aria-labelledby="costly-name" {
            h2 #costly-name { "The costliest decisions" }
            @if after.curve.len() < 2 {
                p class="faint" { "No decision was examined." }
            } @else if after.costly.is_empty() {
                p { "No decision cost anything that can be distinguished from chance." }
            } @else {
                ol class="costly" { @for (place, decision) in after.costly.iter().enumerate() { (costly(shown, place, decision)) } }
            }
        }
        @if after.curve.len() >= 2 {
            section aria-labelledby="share-name" {
                h2 #share-name { "Share this review" }
                p class="faint" {
                    "One file that opens in every browser, without this server: the result, the curve and the costly moments with their boards. "
                    "It does not have the link of the table in it."
                }
                p { a class="button" href=(address(shown.link, "review.html")) download { "Download the review" } }
            }
        }
    }
}

/// The result, and how much of it was luck.
pub(super) fn result(after: &After) -> Markup {
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

/// A decision that cost something, with its board.
fn costly(shown: &Shown, place: usize, decision: &Costly) -> Markup {
    let query = line_query(Some(decision.entry), std::slice::from_ref(&decision.better.0));
    html! {
        li id=(costly_id(place)) tabindex="-1" {
            (told(decision))
            figure { (moment(shown, decision)) }
            p { a class="button" href={ (address(shown.link, "what-if")) "?at=0" (query) } {
                "See that moment" span class="unseen" { ", step " (decision.step + 1) }
            } }
        }
    }
}

/// The id of a costly decision on its page, by its place.
pub(super) fn costly_id(place: usize) -> String {
    format!("costly-{}", place + 1)
}

/// What a costly decision was, what would have been better, and why.
pub(super) fn told(decision: &Costly) -> Markup {
    let (cost, [least, most]) = decision.cost;
    html! {
        p { "Step " (decision.step + 1) ", " b { (decision.decider) } ": cost "
            b { (points(cost)) " points" } " (" (points(least)) " to " (points(most)) ")" }
        p { "Played: " (decision.played.1) " " kbd { (decision.played.0) } }
        p { "Better: " (decision.better.1) " " kbd { (decision.better.0) } }
        @if let Some(reason) = &decision.reason { p { "Why: " (reason) } }
    }
}

/// A share of win probability in percentage points.
pub(super) fn points(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// What the rings on a board are of.
pub(super) const RINGS: &str =
    "The board at that moment, with rings around what was played and what would have been better.";

/// The board before a costly decision, with the two moves ringed.
fn moment(shown: &Shown, decision: &Costly) -> Markup {
    let ring = escaped(&rings(decision).join(" "));
    let of = |layout: &str, theme: &str| {
        let query = format!(
            "picture?layout={layout}&theme={theme}&from={}&ring={ring}",
            decision.entry
        );
        address(shown.link, &query)
    };
    html! {
        picture {
            source media="(min-width: 60rem) and (prefers-color-scheme: dark)" srcset=(of("wide", "dark"));
            source media="(min-width: 60rem)" srcset=(of("wide", "light"));
            source media="(prefers-color-scheme: dark)" srcset=(of("narrow", "dark"));
            img class="moment" loading="lazy" src=(of("narrow", "light")) alt=(RINGS);
        }
    }
}

/// What both moves of a costly decision point at, each thing once.
pub fn rings(decision: &Costly) -> Vec<String> {
    let [played, better] = &decision.spots;
    let others = better.iter().filter(|spot| !played.contains(spot));
    played.iter().chain(others).cloned().collect()
}

/// The address of a moment of the game.
fn moment_address(shown: &Shown, entry: usize) -> String {
    format!("{}?from={entry}", address(shown.link, "what-if"))
}

/// The curve, once for each layout and theme; the style sheet shows the one that suits the screen.
fn curve(shown: &Shown, after: &After) -> Markup {
    let to_moment = |entry: usize| moment_address(shown, entry);
    let to_costly = |place: usize| format!("#{}", costly_id(place));
    let variants = [("wide", Layout::Wide), ("narrow", Layout::Narrow)]
        .into_iter()
        .flat_map(|(width, layout)| {
            [("light", Theme::Light), ("dark", Theme::Dark)].map(|(colours, theme)| (width, layout, colours, theme))
        });
    html! {
        div class="variants" {
            @for (width, layout, colours, theme) in variants {
                div class={ (width) "-" (colours) } {
                    (PreEscaped(linked_curve_svg(after, layout, theme, Some(&to_moment), &to_costly)))
                }
            }
        }
    }
}

/// The curve's figures, each with the way to its moment: for the keyboard, and for people who cannot see the picture.
fn curve_table(shown: &Shown, after: &After) -> Markup {
    html! {
        details {
            summary { "Every decision" }
            div class="scrolls" tabindex="0" role="region" aria-label="Figures of the curve" {
                table {
                    thead { tr { th scope="col" { "Moment" } th scope="col" { "Win probability" } } }
                    tbody {
                        @for (&(step, value, interval), &entry) in after.curve.iter().zip(&after.entries) {
                            tr {
                                td { a href=(moment_address(shown, entry)) { "After step " (step) } }
                                td { (super::with_interval(value, interval)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
