//! Looking ahead: a line is walked step by step, or steps of one's own. Nothing of it is kept.

use maud::{Markup, html};

use super::live::{choices, picture, windows};
use super::shown::{Shown, address, line_query};
use super::{boards, document, escaped, percent};
use crate::table::Waits;

/// A line that is walked.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// The number of entries it starts after, if it is not the present state.
    pub from: Option<usize>,
    /// The key of the position that it starts from, if that is only tried out.
    pub imagined: Option<String>,
    /// The steps in notation.
    pub line: Vec<String>,
    /// How many of them were walked.
    pub at: usize,
    /// What each of those that were walked does.
    pub texts: Vec<String>,
}

/// The page of a line; `shown` has the view after the steps that were walked.
pub fn page(shown: &Shown, walk: &Walk) -> Markup {
    let Walk {
        from, line, at, texts, ..
    } = walk;
    let Shown { name, link, view, .. } = *shown;
    let query = |line: &[String]| {
        let imagined = walk
            .imagined
            .as_deref()
            .map(|key| format!("&imagined={}", escaped(key)));
        format!("{}{}", imagined.unwrap_or_default(), line_query(*from, line))
    };
    let to = |at: usize| format!("/t/{link}/what-if?at={at}{}", query(line));
    let walked = &line[..(*at).min(line.len())];
    let body = html! {
        a class="skip" href="#asked" { "Skip to what could follow" }
        header class="bar" { a href={ "/t/" (link) } { "Back to the table" } h1 { "What if · " (name) } }
        p #said class="unseen" role="status" {}
        main class={ "table" @if shown.notation { " with-notation" } } {
            (picture(&address(link, "picture"), &query(walked), &view.explanation))
            section #asked class="ahead" aria-labelledby="question" {
                p class="faint" { "Nothing that you try here changes the table." }
                h2 #question tabindex="-1" { (view.explanation) }
                nav class="buttons" aria-label="Steps of the line" {
                    @if *at > 0 { a class="button" #step-back href=(to(at - 1)) { "One step back" } }
                    @if *at < line.len() { a class="button main" #step-on href=(to(at + 1)) { "Next: " kbd { (line[*at]) } } }
                }
                @if let Waits::Over { ending, value, .. } = &view.waits {
                    p class="big" { "The game would be over: " (ending) "." }
                    @if *value > 0.0 && *value < 1.0 { p { "Worth " (percent(*value)) " of a full win." } }
                } @else if !view.choices.is_empty() {
                    form #choices class="choices" method="get" action=(address(link, "what-if")) {
                        @if let Some(key) = &walk.imagined { input type="hidden" name="imagined" value=(key); }
                        @if let Some(from) = from { input type="hidden" name="from" value=(from); }
                        input type="hidden" name="line" value=(walked.join(";"));
                        (windows(view))
                        (choices(view))
                    }
                }
            }
            div class="beside" {
                (boards::section(shown))
                section aria-labelledby="line-name" {
                    h2 #line-name { "The line" }
                    @if walk.imagined.is_some() { p class="faint" { "It starts from the position that you set up, which is not that of the table." } }
                    @if let Some(entry) = from { p class="faint" { "It starts after entry " (entry) " of the game." } }
                    @if line.is_empty() {
                        p class="faint" { "Choose a step to see what follows." }
                    } @else {
                        ol class="line" {
                            @for (place, step) in line.iter().enumerate() {
                                li aria-current=[(place + 1 == *at).then_some("step")] {
                                    a href=(to(place + 1)) { kbd { (step) } }
                                    @if let Some(text) = texts.get(place) { " " (text) }
                                }
                            }
                        }
                        p { a class="button" href=(to(0)) { "To its beginning" } }
                    }
                }
            }
        }
    };
    document(&format!("What if · {name}"), &body)
}
