//! The page of a line, and the question that changes an old entry.

use maud::{Markup, html};

use super::document;
use super::lines::title;
use super::live::{choices, picture, windows};
use super::log::{happened, told};
use super::shown::{Shown, address, line_query};
use crate::table::{LINE_NAME_LENGTH, LogLine, OpenBranch, View};

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
