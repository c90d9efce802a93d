//! The lines of a table: what is said of them on its page.

use maud::{Markup, html};

use super::shown::{Shown, address};
use crate::table::{OpenBranch, View};

/// What a line is called.
pub(super) fn title(line: u32, name: &str) -> String {
    match name {
        "" => format!("Line {line}"),
        name => name.to_owned(),
    }
}

/// `1 step`, `3 steps`.
pub(super) fn steps(count: usize) -> String {
    match count {
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    }
}

/// That the last step left another line, and the way back to that.
pub(super) fn left(shown: &Shown) -> Markup {
    let View {
        branches,
        entries,
        undone,
        ..
    } = shown.view;
    let is_left = |branch: &&OpenBranch| *undone == 0 && branch.follows.is_none() && branch.at + 1 == *entries;
    let Some(branch) = branches.iter().rev().find(is_left) else {
        return html! {};
    };
    let action = address(shown.link, "return");
    html! {
        form #left class="question" method="post" action=(action) hx-post=(action) {
            input type="hidden" name="revision" value=(shown.revision);
            p class="faint" { (title(branch.line, &branch.name)) " goes on differently here, by " (steps(branch.entries)) "." }
            button name="line" value=(branch.line) { "Return to it" }
        }
    }
}

/// What could not be played again after an old entry was changed.
pub(super) fn rest(shown: &Shown) -> Markup {
    let Some(rest) = &shown.view.rest else { return html! {} };
    let (replay, leave) = (address(shown.link, "replay"), address(shown.link, "leave-rest"));
    let branches = &shown.view.branches;
    let branch = branches.iter().find(|branch| branch.line == rest.line);
    let name = title(rest.line, branch.map_or("", |branch| &branch.name));
    html! {
        // Open once it can go on: until then what is asked stays in view on a phone.
        details #rest class="notice" open[rest.problem.is_none()] {
            summary {
                "Still to be entered again: " (steps(rest.entries)) " of " (name) ", from "
                @if rest.next.is_empty() { "a correction" } @else { kbd { (rest.next) } }
                " on"
            }
            @match &rest.problem {
                Some(problem) => {
                    p { "The next step is not possible here: " (problem) }
                    p { "Enter what happens instead, then go on with the rest." }
                }
                None => { p { "The next step is possible here." } }
            }
            div class="buttons" {
                @if rest.problem.is_none() {
                    form method="post" action=(replay) hx-post=(replay) {
                        input type="hidden" name="revision" value=(shown.revision);
                        input type="hidden" name="from" value=(rest.from);
                        button #replay-rest class="main" name="line" value=(rest.line) { "Enter them again" }
                    }
                }
                a class="button" href={ (address(shown.link, "lines/")) (rest.line) "#entry-" (rest.from) } { "Choose where to go on" }
                form method="post" action=(leave) hx-post=(leave) {
                    input type="hidden" name="revision" value=(shown.revision);
                    button #leave-rest { "Leave them there" }
                }
            }
        }
    }
}
