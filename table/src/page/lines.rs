//! The lines of a table: what is said of them, the page of one, and the question that changes an old entry.

use maud::{Markup, html};

use super::document;
use super::live::{choices, picture, windows};
use super::log::{happened, told};
use super::shown::{Shown, address, line_query};
use crate::table::{LINE_NAME_LENGTH, LogLine, OpenBranch, View};

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

/// The page of a line; `log` is that of the whole line.
pub fn page(shown: &Shown, line: u32, log: &[LogLine]) -> Markup {
    let View {
        line: present,
        line_name,
        branches,
        ..
    } = shown.view;
    let branch = branches.iter().find(|branch| branch.line == line);
    let own_name = branch.map_or(line_name, |branch| &branch.name);
    let name = title(line, own_name);
    let (naming, returning) = (address(shown.link, "name"), address(shown.link, "return"));
    let shared = shared(shown.view, line);
    let lines = told(log);
    let own: Vec<&&LogLine> = lines.iter().filter(|line| line.entry > shared).collect();
    let body = html! {
        header class="bar" { a href={ "/t/" (shown.link) } { "Back to the table" } h1 { (name) " · " (shown.name) } }
        main class="narrow" {
            @if line == *present {
                p { "This is the line that is played on. If you go back and enter something else, it stays under this name." }
            } @else {
                form method="post" action=(returning) {
                    input type="hidden" name="revision" value=(shown.revision);
                    button class="main" name="line" value=(line) { "Return to this line" }
                }
            }
            form #naming class="buttons" method="post" action=(naming) {
                input type="hidden" name="revision" value=(shown.revision);
                input type="hidden" name="line" value=(line);
                div {
                    label for="line-title" { "Name of this line" }
                    input #line-title name="name" value=(own_name) maxlength=(LINE_NAME_LENGTH) autocomplete="off"
                        placeholder={ "Line " (line) };
                }
                button { "Save the name" }
            }
            @if line != *present { (own_steps(shown, line, &own)) }
        }
    };
    document(&format!("{name} · {}", shown.name), &body)
}

/// The steps that only this line has, each of which may be where the present line goes on.
fn own_steps(shown: &Shown, line: u32, own: &[&&LogLine]) -> Markup {
    let replay = address(shown.link, "replay");
    let is_first = |place: usize| place == 0 || own[place - 1].entry != own[place].entry;
    html! {
        section aria-labelledby="own-name" {
            h2 #own-name { "What happened in it" }
            p class="faint" { "The steps from any one on can be entered again where the table stands now, as far as they are possible there." }
            @for (place, told) in own.iter().enumerate() {
                @if is_first(place) {
                    form id={ "entry-" (told.entry) } class="own" method="post" action=(replay) {
                        input type="hidden" name="revision" value=(shown.revision);
                        input type="hidden" name="line" value=(line);
                        div {
                            @for (after, told) in own[place..].iter().take_while(|other| other.entry == told.entry).enumerate() {
                                @if after > 0 { br; }
                                (happened(told))
                            }
                        }
                        button name="from" value=(told.entry) { "Enter again from here" span class="unseen" { ", step " (told.step) } }
                    }
                }
            }
        }
    }
}

/// How many entries a line shares with the present one.
fn shared(view: &View, line: u32) -> usize {
    match view.branches.iter().find(|branch| branch.line == line) {
        None => view.entries + view.undone,
        Some(OpenBranch { at, follows: None, .. }) => *at,
        Some(OpenBranch {
            at,
            follows: Some(follows),
            ..
        }) => shared(view, *follows).min(*at),
    }
}

/// The question that changes an old entry; `before` is what everybody saw before it, with what may take its place.
pub fn change_page(shown: &Shown, entry: usize, before: &View) -> Markup {
    let Shown { name, link, view, .. } = *shown;
    let lines = told(&view.log);
    let was: Vec<&&LogLine> = lines.iter().filter(|line| line.entry == entry).collect();
    let body = html! {
        a class="skip" href="#asked" { "Skip to what can be entered" }
        header class="bar" { a href={ "/t/" (link) } { "Back to the table" } h1 { "Change · " (name) } }
        p #said class="unseen" role="status" {}
        main class="table" {
            (picture(&address(link, "picture"), &line_query(Some(entry - 1), &[]), &before.explanation))
            section #asked class="ahead" aria-labelledby="question" {
                h2 #question tabindex="-1" { "What happened instead?" }
                @for line in &was { p { "It was: " (happened(line)) } }
                p class="faint" {
                    (before.explanation) " What follows is entered again as far as it is possible. The line as it was stays in the log."
                }
                form #choices class="choices" method="post" action=(address(link, "change")) {
                    input type="hidden" name="revision" value=(shown.revision);
                    input type="hidden" name="entry" value=(entry);
                    (windows(before))
                    (choices(before))
                }
            }
        }
    };
    document(&format!("Change · {name}"), &body)
}
