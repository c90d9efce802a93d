//! The page of a table: the picture, what is asked, and what happened.

use heist_engine::game::Seat;
use maud::{Markup, html};

use super::shown::{Shown, address, seat_name};
use super::{document, heist, hints, percent, place_id, refused, titled};
use crate::app::later_steps;
use crate::table::{Choice, LogLine, TableError, View, Viewer, Waits};

/// From how many on choices are short buttons with a box to filter them, and groups are folded.
const MANY: usize = 8;
/// How many lines of the log stand on the page; the rest is a click away.
const LOG_LINES: usize = 30;

/// Something to say before anything else.
#[derive(Clone, Debug)]
pub enum Notice {
    /// The table changed before this came; it stands as it is shown.
    Stale,
    /// It could not be entered.
    Refused(TableError),
    /// What was about to be entered gives win probability away.
    Blunder(hints::Blunder),
    /// What was about to be entered drops later steps.
    Drops {
        /// What was about to be entered.
        step: String,
        /// How many steps it drops.
        count: usize,
        /// Whether the warning before a blunder was seen.
        is_warned: bool,
    },
}

/// The whole page of a table.
pub fn page(shown: &Shown, notice: Option<&Notice>) -> Markup {
    let Shown { name, link, view, .. } = *shown;
    let body = html! {
        a class="skip" href="#asked" { "Skip to what is asked" }
        header class="bar" {
            // The list of tables is the host's; a seat's own page is seldom his.
            @if shown.is_host && shown.viewer == Viewer::Public { a href="/" { "All tables" } }
            @if let Some(heist) = shown.heist { (heist::back(heist)) }
            h1 { (name) }
            @match own_seat(shown) {
                Some(seat) => p { (view.name) ", seen by " (seat) },
                None if view.name != name => p { (view.name) },
                None => {}
            }
        }
        p #trouble class="notice" role="alert" hidden { }
        p #said class="unseen" role="status" { }
        main class="table" hx-ext="sse" sse-connect=(address(link, "events")) sse-close="gone" {
            (picture(&address(link, "picture"), "", &view.explanation))
            (live(shown, notice))
        }
    };
    document(name, &body)
}

/// Whose view it is, if it is a seat's.
fn own_seat<'a>(shown: &Shown<'a>) -> Option<&'a str> {
    match shown.viewer {
        Viewer::Public => None,
        Viewer::Seat(seat) => Some(seat_name(shown.view, seat)),
    }
}

/// The place of the picture: an image for browsers without JavaScript, else filled by `table.js` with what suits the screen.
pub(super) fn picture(base: &str, query: &str, description: &str) -> Markup {
    let of = |layout: &str, theme: &str| format!("{base}?layout={layout}&theme={theme}{query}");
    html! {
        section #board aria-label="Board" {
            figure data-picture=(base) data-query=(query) {
                div #picture {
                    noscript {
                        picture {
                            source media="(min-width: 60rem) and (prefers-color-scheme: dark)" srcset=(of("wide", "dark"));
                            source media="(min-width: 60rem)" srcset=(of("wide", "light"));
                            source media="(prefers-color-scheme: dark)" srcset=(of("narrow", "dark"));
                            img src=(of("narrow", "light")) alt=(description);
                        }
                    }
                }
            }
            div #here role="dialog" aria-labelledby="here-name" hidden {
                p #here-name {}
                div #here-choices class="choices" {}
                button type="button" #here-close { "Close" }
            }
        }
    }
}

/// The part of the page that changes when the table does.
pub fn live(shown: &Shown, notice: Option<&Notice>) -> Markup {
    let Shown { link, revision, .. } = *shown;
    html! {
        div #live data-revision=(revision) data-query={ "&at=" (revision) } hx-get=(address(link, "live"))
            hx-trigger="sse:changed, refresh" hx-target="#live" hx-swap="outerHTML" {
            (asked(shown, notice))
            div class="beside" {
                (seats(shown))
                (hints::section(shown, None))
                (log(shown))
                (more(shown))
            }
        }
    }
}

/// What is asked: the question, what can be answered, and the way back.
fn asked(shown: &Shown, notice: Option<&Notice>) -> Markup {
    let Shown { link, view, .. } = *shown;
    html! {
        section #asked aria-labelledby="question" {
            @if let Some(notice) = notice { (noticed(shown, notice)) }
            @if let Some(heist) = shown.heist { (heist::logged(heist)) }
            div class="question first" {
                h2 #question tabindex="-1" { (view.explanation) }
                (ways_back(shown))
            }
            div class="question" {
                @if let Some(line) = view.log.last() {
                    p #happened class="faint" { "Just now: " (line.text) }
                }
                @if view.can_hint { a class="button to-hints" href="#hints" { "Hints" } }
            }
            @if let Waits::Secret { .. } = view.waits {
                p class="faint" { "Only this page shows what you enter here. Nobody else sees it." }
            }
            @match &view.waits {
                Waits::Over { value, figures, .. } => (over(shown, *value, figures)),
                _ => {
                    form #choices class="choices" method="post" action=(address(link, "enter")) hx-post=(address(link, "enter")) {
                        input type="hidden" name="revision" value=(shown.revision);
                        (windows(view))
                        (choices(view))
                    }
                }
            }
        }
    }
}

/// Optional windows, a line each: whoever does not react enters what comes next.
pub(super) fn windows(view: &View) -> Markup {
    html! {
        @for (place, window) in view.windows.iter().enumerate() {
            details #{ "window-" (place) } class="window" {
                summary { (window.explanation) " (" (window.choices.len()) ")" }
                @for choice in &window.choices { (decision(choice)) }
            }
        }
    }
}

/// Undo and redo.
fn ways_back(shown: &Shown) -> Markup {
    let View { can_undo, undone, .. } = *shown.view;
    let way = |what: &str, key: &str, label: &str, is_possible: bool| {
        let action = address(shown.link, what);
        html! {
            form method="post" action=(action) hx-post=(action) {
                input type="hidden" name="revision" value=(shown.revision);
                button #(what) title={ (label) " (key " (key) ")" } aria-keyshortcuts=(key) disabled[!is_possible] { (label) }
            }
        }
    };
    html! {
        div class="ways" role="group" aria-label="Way back" {
            (way("undo", "u", "Undo", can_undo))
            (way("redo", "r", "Redo", undone > 0))
        }
    }
}

/// What has to be said first.
fn noticed(shown: &Shown, notice: &Notice) -> Markup {
    match notice {
        Notice::Stale => html! {
            p class="notice" role="alert" {
                "The table had changed in the meantime, so nothing was entered. This is how it stands now."
            }
        },
        Notice::Refused(error) => refused(error),
        Notice::Blunder(blunder) => hints::warning(shown, blunder),
        Notice::Drops { step, count, is_warned } => drops(shown, step, *count, *is_warned),
    }
}

/// The question before later steps are dropped.
fn drops(shown: &Shown, step: &str, count: usize, is_warned: bool) -> Markup {
    let enter = address(shown.link, "enter");
    let known = shown.view.choices.iter().find(|choice| choice.notation == step);
    html! {
        section #warning class="notice" role="alert" aria-labelledby="warning-name" {
            h2 #warning-name tabindex="-1" { "This drops " (later_steps(count)) }
            p {
                @if let Some(choice) = known { (choice.text) " " }
                kbd { (step) } " is not the step that followed here before. What it drops can be brought back from the log."
            }
            div class="buttons" {
                form method="get" action={ "/t/" (shown.link) } hx-get=(address(shown.link, "live")) {
                    button #keep class="main" { "Keep the later steps" }
                }
                form method="post" action=(enter) hx-post=(enter) {
                    input type="hidden" name="revision" value=(shown.revision);
                    input type="hidden" name="drop" value="1";
                    @if is_warned { input type="hidden" name="anyway" value="1"; }
                    button #drop name="step" value=(step) { "Drop them and enter this" }
                }
            }
        }
    }
}

/// What the game came to; how it ended is said above.
fn over(shown: &Shown, value: f64, figures: &[(String, i32)]) -> Markup {
    html! {
        div class="over" {
            @if value > 0.0 && value < 1.0 { p { "Worth " (percent(value)) " of a full win." } }
            @if !figures.is_empty() {
                dl { @for (name, figure) in figures { div { dt { (titled(name)) } dd { (figure) } } } }
            }
            @if let Some(heist) = shown.heist { (heist::to_be_logged(heist)) }
            p { a class="button main" href=(address(shown.link, "after")) { "Look back on the game" } }
        }
    }
}

/// What can be entered, as buttons.
pub(super) fn choices(view: &View) -> Markup {
    match &view.waits {
        Waits::Decision { .. } => decisions(&view.choices),
        _ => outcomes(&view.choices),
    }
}

/// The first word of a text in notation.
fn first_word(notation: &str) -> &str {
    notation.split(' ').next().unwrap_or_default()
}

/// Decisions in groups by who acts, or else by their first word. What stands alone comes last, under one heading.
fn decisions(choices: &[Choice]) -> Markup {
    let mut groups: Vec<(&str, Vec<&Choice>)> = Vec::new();
    for choice in choices {
        let name = match choice.parts() {
            ("", notation) => first_word(notation),
            (actor, _) => actor,
        };
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push(choice),
            None => groups.push((name, vec![choice])),
        }
    }
    let is_group = |group: &[&Choice]| group.len() > 1 || !group[0].actor.is_empty();
    let (groups, single): (Vec<_>, Vec<_>) = groups.into_iter().partition(|(_, group)| is_group(group));
    let single: Vec<&Choice> = single.into_iter().flat_map(|(_, group)| group).collect();
    let is_one = groups.len() + usize::from(!single.is_empty()) == 1;
    let heading = |name: &str, group: &[&Choice]| match group[0].actor.as_str() {
        "" => titled(name),
        actor => actor.trim_end_matches('.').to_owned(),
    };
    html! {
        @for (name, group) in &groups {
            @if group.len() > MANY && !is_one {
                details #{ "group-" (place_id(name)) } {
                    summary { (heading(name, group)) " (" (group.len()) ")" }
                    @for choice in group { (decision(choice)) }
                }
            } @else {
                @if !is_one { h3 { (heading(name, group)) } }
                @for choice in group { (decision(choice)) }
            }
        }
        @if !groups.is_empty() && !single.is_empty() { h3 { "Other" } }
        @for choice in single { (decision(choice)) }
    }
}

/// One decision with its sentence and notation.
fn decision(choice: &Choice) -> Markup {
    html! {
        button name="step" value=(choice.notation) data-spots=(choice.spots.join(" ")) {
            span { (choice.text) }
            // Who acts stands above it.
            @if choice.text != choice.notation { " " kbd { (choice.parts().1) } }
        }
    }
}

/// Outcomes by name. Many are short, with a box to filter them.
fn outcomes(choices: &[Choice]) -> Markup {
    let mut sorted: Vec<&Choice> = choices.iter().collect();
    if sorted.len() <= MANY {
        return html! { @for choice in sorted { (outcome(choice)) } };
    }
    sorted.sort_by_cached_key(|choice| in_order(&choice.notation));
    let word = first_word(&choices[0].notation);
    let is_shared = choices.iter().all(|choice| first_word(&choice.notation) == word);
    let shorts: Vec<String> = sorted.iter().map(|choice| short(&choice.notation, is_shared)).collect();
    let is_tiny = shorts.iter().all(|short| short.len() <= 6);
    let are_dice = shorts.iter().all(|short| is_row_of_dice(short));
    html! {
        label class="filter" {
            "Find "
            input #filter type="search" autocomplete="off" autocapitalize="off" spellcheck="false" data-filter="outcomes"
                data-dice[are_dice] placeholder=(if are_dice { "the dice in any order" } else { "part of the name" });
        }
        div #outcomes class={ "grid" @if is_tiny { " tiny" } } {
            @for (choice, short) in sorted.iter().zip(&shorts) {
                button name="step" value=(choice.notation) title=(choice.text) data-spots=(choice.spots.join(" ")) { (short) }
            }
        }
        p #none-found hidden { "Nothing that is still possible matches this." }
    }
}

/// One of a few outcomes.
fn outcome(choice: &Choice) -> Markup {
    html! {
        button name="step" value=(choice.notation) data-spots=(choice.spots.join(" ")) {
            span { (choice.text) }
            " "
            @if let Some(probability) = choice.probability { small { (percent(probability)) } " " }
            @if choice.text != choice.notation { kbd { (choice.notation) } }
        }
    }
}

/// An outcome's name for a small button: without the word that all have in common.
fn short(notation: &str, is_shared: bool) -> String {
    let rest = match notation.split_once(' ') {
        Some((_, rest)) if is_shared => rest,
        _ => notation,
    };
    titled(rest)
}

/// Whether a name is a row of dice: their faces in ascending order. Dice may be searched for in any order.
fn is_row_of_dice(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|face| face.is_ascii_digit()) && name.bytes().is_sorted()
}

/// Names in the order of people: `camera-2` before `camera-10`.
fn in_order(notation: &str) -> (String, u64, String) {
    let letters = notation.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = notation[letters.len()..].parse().unwrap_or(0);
    (letters.to_owned(), number, notation.to_owned())
}

/// The seats of a game with private content: which have a page of their own, and how to get one.
fn seats(shown: &Shown) -> Markup {
    let Shown { link, view, taken, .. } = *shown;
    if !view.is_private || shown.viewer != Viewer::Public {
        return html! {};
    }
    let action = address(link, "take-seat");
    html! {
        section #seats aria-labelledby="seats-name" {
            h2 #seats-name { "Seats" }
            p { "Each player takes a seat on a device of their own: only that device shows the player's cards. A seat is taken until its player leaves it." }
            form method="post" action=(action) class="seats" {
                input type="hidden" name="revision" value=(shown.revision);
                @for (seat, name) in Seat::all(view.seats.into()).zip(&view.seat_names) {
                    @let is_taken = taken.get(seat.index()).copied().unwrap_or(false);
                    @if is_taken && shown.is_host {
                        details #{ "free-" (seat) } class="taken" {
                            summary { (name) ": taken. Free this seat" span class="unseen" { ", " (name) } " …" }
                            p { "If the seat's link is lost: the link stops working, what was entered on its page is dropped, and anybody can take the seat again." }
                            button class="danger" name="seat" value=(seat) formaction=(address(link, "free-seat")) {
                                "Free this seat" span class="unseen" { ": " (name) }
                            }
                        }
                    } @else if is_taken {
                        p class="taken" { (name) ": taken" }
                    } @else {
                        button name="seat" value=(seat) { "Take seat " (seat) @if !name.contains(&seat.to_string()) { ", " (name) } }
                    }
                }
            }
        }
    }
}

/// The last lines of the log, newest first.
fn log(shown: &Shown) -> Markup {
    let lines = told(shown.view);
    html! {
        section #log aria-labelledby="log-name" {
            h2 #log-name { "What happened" }
            @if lines.is_empty() && shown.view.dropped.is_empty() {
                p class="faint" { "Nothing yet. Every step is saved as soon as it is entered." }
            } @else {
                @let first = lines.len().saturating_sub(LOG_LINES);
                (log_lines(shown, &lines[first..], first == 0))
                @if lines.len() > LOG_LINES {
                    p { a class="button" href=(address(shown.link, "log")) { "All " (shown.view.log.len()) " steps" } }
                }
            }
        }
    }
}

/// The lines of the log, without those that only say who acts in the next one of the same entry.
fn told(view: &View) -> Vec<&LogLine> {
    let lines = view.log.iter().enumerate();
    let goes_on = |place: usize, entry: usize| view.log.get(place + 1).is_some_and(|next| next.entry == entry);
    let told = lines.filter(|(place, line)| !(line.names_actor && goes_on(*place, line.entry)));
    told.map(|(_, line)| line).collect()
}

/// Lines of the log, newest first, each with the way back to it, and what was dropped in between.
fn log_lines(shown: &Shown, lines: &[&LogLine], is_whole: bool) -> Markup {
    let action = address(shown.link, "go-to");
    let restore = address(shown.link, "restore");
    // What is dropped after an entry stands above the last line of that entry.
    let is_last = |place: usize| lines.get(place + 1).is_none_or(|next| next.entry != lines[place].entry);
    html! {
        form #restore-form method="post" action=(restore) hx-post=(restore) {
            input type="hidden" name="revision" value=(shown.revision);
        }
        form #log-form method="post" action=(action) hx-post=(action) {
            input type="hidden" name="revision" value=(shown.revision);
            ol class="log" reversed {
                @for (place, line) in lines.iter().enumerate().rev() {
                    @if is_last(place) && line.entry > 0 { (dropped_at(shown, line.entry)) }
                    li value=(line.step) {
                        div {
                            @if !line.decider.is_empty() { b { (line.decider) ": " } }
                            (line.text)
                            @if line.notation.is_empty() {
                                " " span class="faint" { "(corrected)" }
                            } @else if line.notation != line.text {
                                " " kbd { (line.notation) }
                            }
                        }
                        @if line.entry != shown.view.entries {
                            button name="entries" value=(line.entry) { "Back to here" span class="unseen" { ", after step " (line.step) } }
                        }
                    }
                }
                @if is_whole { (dropped_at(shown, 0)) }
            }
        }
    }
}

/// The lines that were dropped after a number of entries, the latest first, each with a button that brings it back.
fn dropped_at(shown: &Shown, entries: usize) -> Markup {
    let dropped = shown.view.dropped.iter().filter(|line| line.at == entries);
    html! {
        @for line in dropped.rev() {
            li class="dropped" {
                div class="faint" {
                    "Dropped here: " (later_steps(line.entries)) ", from "
                    @if line.first.is_empty() { "a correction" } @else { kbd { (line.first) } }
                    " on"
                }
                button form="restore-form" name="line" value=(line.line) {
                    "Bring back" span class="unseen" { " " (later_steps(line.entries)) }
                }
            }
        }
    }
}

/// The page with the whole log.
pub fn log_page(shown: &Shown) -> Markup {
    let body = html! {
        header class="bar" { a href={ "/t/" (shown.link) } { "Back to the table" } h1 { (shown.name) ": what happened" } }
        main class="narrow" {
            p { "Going back drops nothing. Later steps are dropped only when you enter something else in their place and confirm it, and even then you can bring them back here." }
            div hx-disable="true" { (log_lines(shown, &told(shown.view), true)) }
        }
    };
    document(&format!("{}: what happened", shown.name), &body)
}

/// What is not needed at every step.
fn more(shown: &Shown) -> Markup {
    let Shown { link, viewer, view, .. } = *shown;
    html! {
        section #more aria-labelledby="more-name" {
            h2 #more-name { "This table" }
            p class="faint" { "Everything is saved as soon as it is entered. Close the page whenever you like and come back with its link." }
            @match viewer {
                Viewer::Public => {
                    div class="share" {
                        label for="share" { "Link of this table, for everybody who plays" }
                        input #share readonly value={ "/t/" (link) } data-share;
                        button type="button" #copy data-copy="share" hidden { "Copy link" }
                        (near_only())
                    }
                }
                Viewer::Seat(seat) => {
                    div class="share" {
                        label for="share" {
                            "Link of this page, " (seat_name(view, seat)) "'s own. Keep it to yourself: it shows your cards, and it is the way back to your seat"
                        }
                        input #share readonly value={ "/t/" (link) } data-share;
                        button type="button" #copy data-copy="share" hidden { "Copy link" }
                        (near_only())
                    }
                }
            }
            p class="buttons" {
                a class="button" href=(address(link, "correct")) { "Correct something" }
                a class="button" href=(address(link, "what-if")) { "What if" }
                a class="button" href=(address(link, "after")) { "Look back" }
                a class="button" href=(address(link, "record")) download { "Download record" }
            }
            @if let Viewer::Seat(seat) = viewer {
                details #leave {
                    summary { "Leave this seat …" }
                    form method="post" action=(address(link, "leave-seat")) {
                        p {
                            "If you took this seat by mistake: what was entered here is dropped, this page stops working, and anybody can take "
                            (seat_name(view, seat)) "'s seat."
                        }
                        button class="danger" { "Leave this seat" }
                    }
                }
            }
        }
    }
}

/// What `table.js` shows where the link leads nowhere from another device.
fn near_only() -> Markup {
    html! {
        p class="faint" data-near hidden {
            "This link works on this machine only. For other devices, start the server with " code { "--listen 0.0.0.0:4747" }
            " and open the address that it prints."
        }
    }
}
