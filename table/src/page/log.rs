//! The log of a table: what happened, with the ways back and the lines that leave it.

use maud::{Markup, html};

use super::after::{costly_id, points};
use super::document;
use super::lines::{steps, title};
use super::shown::{Shown, address};
use crate::table::{LogLine, OpenBranch, View};
use heist_advice::Costly;

/// How many lines of the log stand on the page; the rest is a click away.
const LOG_LINES: usize = 30;

/// The last lines of the log, newest first.
pub(super) fn section(shown: &Shown) -> Markup {
    let View { branches, log, .. } = shown.view;
    let lines = told(log);
    html! {
        section #log aria-labelledby="log-name" {
            h2 #log-name { "What happened" }
            @if lines.is_empty() && branches.is_empty() {
                p class="faint" { "Nothing yet. Every step is saved as soon as it is entered." }
            } @else {
                @let first = lines.len().saturating_sub(LOG_LINES);
                (log_lines(shown, &lines[first..], first == 0))
                @if lines.len() > LOG_LINES {
                    @let earlier = branches.iter().filter(|branch| branch.follows.is_none() && branch.at < lines[first].entry).count();
                    p {
                        a class="button" href=(address(shown.link, "log")) {
                            "All " (log.len()) " steps"
                            @match earlier { 0 => {}, 1 => ", and another line", more => { ", and " (more) " other lines" } }
                        }
                    }
                }
            }
        }
    }
}

/// Lines of a log without those that only say who acts in the next one of the same entry.
pub(super) fn told(log: &[LogLine]) -> Vec<&LogLine> {
    let goes_on = |place: usize, entry: usize| log.get(place + 1).is_some_and(|next| next.entry == entry);
    let told = log
        .iter()
        .enumerate()
        .filter(|(place, line)| !(line.names_actor && goes_on(*place, line.entry)));
    told.map(|(_, line)| line).collect()
}

/// What happened, on whose behalf, and in notation.
pub(super) fn happened(line: &LogLine) -> Markup {
    html! {
        @if !line.decider.is_empty() { b { (line.decider) ": " } }
        (line.text)
        @if line.notation.is_empty() {
            " " span class="faint" { "(corrected)" }
        } @else if line.notation != line.text {
            " " kbd { (line.notation) }
        }
    }
}

/// Lines of the log, newest first, each with the way back to it, and the branches in between.
fn log_lines(shown: &Shown, lines: &[&LogLine], is_whole: bool) -> Markup {
    let View { entries, branches, .. } = shown.view;
    let go_to = address(shown.link, "go-to");
    let return_to = address(shown.link, "return");
    // A branch that leaves an entry stands above the last line of that entry.
    let is_last = |place: usize| lines.get(place + 1).is_none_or(|next| next.entry != lines[place].entry);
    let is_first = |place: usize| place == 0 || lines[place - 1].entry != lines[place].entry;
    let leaving = |at: &dyn Fn(usize) -> bool| -> Vec<&OpenBranch> {
        let branches = branches.iter().rev();
        branches
            .filter(|branch| branch.follows.is_none() && at(branch.at))
            .collect()
    };
    html! {
        form #return-form method="post" action=(return_to) hx-post=(return_to) {
            input type="hidden" name="revision" value=(shown.revision);
        }
        form #log-form method="post" action=(go_to) hx-post=(go_to) {
            input type="hidden" name="revision" value=(shown.revision);
            @if !branches.is_empty() {
                p class="faint" {
                    "This is " a href=(line_address(shown, shown.view.line)) { (title(shown.view.line, &shown.view.line_name)) } "."
                }
            }
            ol class="log" reversed {
                @for branch in leaving(&|at| at > *entries) { (leaves(shown, branch)) }
                @for (place, line) in lines.iter().enumerate().rev() {
                    @if is_last(place) && line.entry > 0 {
                        @for branch in leaving(&|at| at == line.entry) { (leaves(shown, branch)) }
                    }
                    li value=(line.step) {
                        div {
                            (happened(line))
                            (mistake(shown, line))
                            @if is_first(place) && line.entry > 0 && !line.notation.is_empty() {
                                " " a class="change" href={ (address(shown.link, "change/")) (line.entry) } {
                                    "Change" span class="unseen" { " step " (line.step) }
                                }
                            }
                        }
                        @if line.entry != *entries {
                            button name="entries" value=(line.entry) { "Back to here" span class="unseen" { ", after step " (line.step) } }
                        }
                    }
                }
                @if is_whole {
                    @for branch in leaving(&|at| at == 0) { (leaves(shown, branch)) }
                }
            }
        }
    }
}

/// What a decision gave away, once somebody has looked back: how much, and the way to what was better and why.
fn mistake(shown: &Shown, line: &LogLine) -> Markup {
    let mut costly = shown.costly.iter().enumerate();
    let is_it = |decision: &Costly| decision.entry + 1 == line.entry && decision.played.0 == line.notation;
    let Some((place, decision)) = costly.find(|(_, decision)| is_it(decision)) else {
        return html! {};
    };
    html! {
        " " a class="mistake" href={ (address(shown.link, "after")) "#" (costly_id(place)) } {
            "\u{2212}" (points(decision.cost.0)) " points"
            span class="unseen" { " of win probability; better: " (decision.better.1) }
        }
    }
}

/// The page of a line.
fn line_address(shown: &Shown, line: u32) -> String {
    format!("{}{line}", address(shown.link, "lines/"))
}

/// A branch, with the way to it and those that leave it in turn.
fn leaves(shown: &Shown, branch: &OpenBranch) -> Markup {
    let name = title(branch.line, &branch.name);
    let behind = branch.at.checked_sub(shown.view.entries).filter(|behind| *behind > 0);
    let inner: Vec<&OpenBranch> = shown
        .view
        .branches
        .iter()
        .rev()
        .filter(|inner| inner.follows == Some(branch.line))
        .collect();
    html! {
        li class="branch" {
            div class="faint" {
                a href=(line_address(shown, branch.line)) { (name) }
                ": " (steps(branch.entries)) ", from "
                @if branch.first.is_empty() { "a correction" } @else { kbd { (branch.first) } }
                " on"
                @if let (Some(behind), None) = (behind, branch.follows) { ", " (steps(behind)) " after this place" }
            }
            button form="return-form" name="line" value=(branch.line) { "Return" span class="unseen" { " to " (name) } }
            @if !inner.is_empty() { ul { @for branch in inner { (leaves(shown, branch)) } } }
        }
    }
}

/// The page with the whole log.
pub fn page(shown: &Shown) -> Markup {
    let body = html! {
        header class="bar" { a href={ "/t/" (shown.link) } { "Back to the table" } h1 { (shown.name) ": what happened" } }
        main class={ "narrow" @if shown.notation { " with-notation" } } {
            p { "Going back loses nothing. If you then enter something else, that begins another line, and the one that you left stays here." }
            div hx-disable="true" { (log_lines(shown, &told(&shown.view.log), true)) }
        }
    };
    document(&format!("{}: what happened", shown.name), &body)
}
