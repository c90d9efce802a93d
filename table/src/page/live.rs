//! The page of a table: the picture, what is asked, and what happened.

use heist_engine::game::Seat;
use maud::{Markup, html};

use super::shown::{Shown, address, seat_name};
use super::{
    boards, document, heist, hints, lines, log, people, percent, place_id, refused, share, titled, window_title,
};
use crate::table::{Choice, OpenWindow, TableError, View, Viewer, Waits};

/// From how many on choices are short buttons with a box to filter them, and groups are folded.
const MANY: usize = 8;

/// Something to say before anything else.
#[derive(Clone, Debug)]
pub enum Notice {
    /// The table changed before this came; it stands as it is shown.
    Stale,
    /// It could not be entered.
    Refused(TableError),
    /// What was about to be entered gives win probability away.
    Blunder(hints::Blunder),
    /// It was entered, but the warning before a blunder could not be worked out.
    Unchecked,
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
    document(&people::title(shown), &body)
}

/// Whose view it is, if it is a seat's.
fn own_seat<'a>(shown: &Shown<'a>) -> Option<&'a str> {
    match shown.viewer {
        Viewer::Public => None,
        Viewer::Seat(seat) => Some(seat_name(shown.view, seat)),
    }
}

/// The place of the picture: an image for browsers without JavaScript, else filled by `table.js` with what suits the
/// screen.
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

/// The part of the page that changes when the table does, with the title, which htmx puts in its place.
pub fn part(shown: &Shown, notice: Option<&Notice>) -> Markup {
    html! {
        (window_title(&people::title(shown)))
        (live(shown, notice))
    }
}

/// The part of the page that changes when the table does.
pub fn live(shown: &Shown, notice: Option<&Notice>) -> Markup {
    let Shown { link, revision, .. } = *shown;
    // Asked for again at the same revision, the page still lets this visitor enter what another player decides.
    let query = if shown.enters_for_others {
        format!("?enters={revision}")
    } else {
        String::new()
    };
    html! {
        div #live class=[shown.notation.then_some("with-notation")] data-revision=(revision) data-query={ "&at=" (revision) } hx-get={ (address(link, "live")) (query) }
            hx-trigger="sse:changed, refresh" hx-target="#live" hx-swap="outerHTML" {
            // The hint that comes by itself stands in the sheet in brief, and in whole further down: both hear the same
            // stream.
            @match shown.hinted() {
                Some(level) => {
                    div #hinting hx-ext="sse" sse-connect=(hints::stream(shown, level.name, shown.thinker, None)) sse-close="done" {
                        (parts(shown, notice))
                    }
                }
                None => (parts(shown, notice)),
            }
        }
    }
}

fn parts(shown: &Shown, notice: Option<&Notice>) -> Markup {
    html! {
        (asked(shown, notice))
        div class="beside" {
            (seats(shown))
            (hints::section(shown, None))
            (people::section(shown))
            (log::section(shown))
            (boards::section(shown))
            (more(shown))
        }
    }
}

/// What is asked: the question, what can be answered, and the way back.
fn asked(shown: &Shown, notice: Option<&Notice>) -> Markup {
    let view = shown.view;
    html! {
        section #asked aria-labelledby="question" {
            @if let Some(notice) = notice { (noticed(shown, notice)) }
            @if let Some(heist) = shown.heist { (heist::logged(heist)) }
            div class="question first" {
                h2 #question tabindex="-1" { (people::band(shown)) (view.explanation) }
                (ways_back(shown))
            }
            div class="question" {
                (has_left(view))
                @if let Some(line) = view.log.last() {
                    p #happened class="faint" { "Just now: " (line.text) }
                }
                @if view.can_hint { a class="button to-hints" href="#hints" { "Hints" } }
            }
            (lines::left(shown))
            (lines::rest(shown))
            @if shown.hinted().is_some() {
                div #brief sse-swap="brief" hx-target="this" hx-swap="innerHTML" { p class="faint" { "Thinking …" } }
            }
            @if let Waits::Secret { .. } = view.waits {
                p class="faint" { "Only this page shows what you enter here. Nobody else sees it." }
            }
            @match &view.waits {
                Waits::Over { value, figures, .. } => (over(shown, *value, figures)),
                _ => (to_enter(shown)),
            }
        }
    }
}

/// What can be entered. What another player decides is only shown to a visitor who has said who they are.
fn to_enter(shown: &Shown) -> Markup {
    let view = shown.view;
    let enter = address(shown.link, "enter");
    let waiting = people::decider_to_wait_for(shown);
    let is_live = |window: &OpenWindow| !window.seat.is_some_and(|seat| people::is_quiet_for(shown, seat));
    let windows = view.windows.iter().enumerate();
    let (own, others): (Vec<_>, Vec<_>) = windows.partition(|(_, window)| is_live(window));
    let reacting = others.iter().filter_map(|(_, window)| window.seat).collect();
    html! {
        form #choices class="choices" method="post" action=(enter) hx-post=(enter) {
            input type="hidden" name="revision" value=(shown.revision);
            @for (place, window) in own { (optional_window(place, window)) }
            @if waiting.is_none() { (own_choices(shown)) (ways(&view.ways)) }
        }
        @if waiting.is_some() || !others.is_empty() {
            (people::enter_for(shown, waiting, reacting))
            // Outside of the form, so that the picture does not lead to them either.
            fieldset class="choices quiet" disabled aria-labelledby="whose" {
                @for (place, window) in others { (optional_window(place, window)) }
                @if waiting.is_some() { (choices(view)) }
            }
        }
    }
}

/// What the one who acts has left.
fn has_left(view: &View) -> Markup {
    html! {
        @if !view.has_left.is_empty() {
            dl #has-left { @for (name, value) in &view.has_left { div { dt { (name) } dd { (value) } } } }
        }
    }
}

/// Ways to places further away, folded: the board offers each where it ends.
fn ways(ways: &[Choice]) -> Markup {
    html! {
        @if !ways.is_empty() {
            details #ways class="placed" {
                summary { "Go further (" (ways.len()) ")" }
                @for way in ways {
                    button name="step" value=(way.notation) data-spots=(way.spots.join(" ")) data-way { span { (way.text) } }
                }
            }
        }
    }
}

/// Optional windows, a line each: whoever does not react enters what comes next.
pub(super) fn windows(view: &View) -> Markup {
    html! {
        @for (place, window) in view.windows.iter().enumerate() { (optional_window(place, window)) }
    }
}

fn optional_window(place: usize, window: &OpenWindow) -> Markup {
    html! {
        details #{ "window-" (place) } class="window" {
            summary { (window.explanation) " (" (window.choices.len()) ")" }
            @for choice in &window.choices { (decision(choice)) }
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
        Notice::Unchecked => hints::unchecked(),
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

/// What can be entered, as buttons; where hints are given each decision has a way to ask why not that one.
fn own_choices(shown: &Shown) -> Markup {
    match &shown.view.waits {
        Waits::Decision { .. } => grouped(&shown.view.choices, &|choice| asked_about(shown, choice)),
        _ => choices(shown.view),
    }
}

/// One decision, and beside it the question why it is not recommended.
fn asked_about(shown: &Shown, choice: &Choice) -> Markup {
    match hints::why_address(shown, &choice.notation) {
        None => decision(choice),
        Some(address) => html! {
            div class="choice" {
                (decision(choice))
                a class="button why" href=(address) hx-get=(address) hx-target="#hints" hx-swap="outerHTML show:#hints:top"
                    title="Why not this?" { "?" span class="unseen" { " Why not this: " (choice.text) } }
            }
        },
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
pub(super) fn decisions(choices: &[Choice]) -> Markup {
    grouped(choices, &decision)
}

/// The same, each decision as `shown` shows it.
fn grouped(choices: &[Choice], shown: &dyn Fn(&Choice) -> Markup) -> Markup {
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
    let is_placed = |group: &[&Choice]| {
        group
            .iter()
            .all(|choice| choice.spots.iter().any(|spot| spot.starts_with("cell=")))
    };
    html! {
        @for (name, group) in &groups {
            // Where the board offers them as well, a small screen shows what it does not offer first.
            div class={ "answers" @if is_placed(group) { " placed" } } {
            @if group.len() > MANY && !is_one {
                details #{ "group-" (place_id(name)) } {
                    summary { (heading(name, group)) " (" (group.len()) ")" }
                    @for choice in group { (shown(choice)) }
                }
            } @else {
                @if !is_one { h3 { (heading(name, group)) } }
                @for choice in group { (shown(choice)) }
            }
            }
        }
        div class="answers" {
            @if !groups.is_empty() && !single.is_empty() { h3 { "Other" } }
            @for choice in single { (shown(choice)) }
        }
    }
}

/// One decision with its sentence and notation.
fn decision(choice: &Choice) -> Markup {
    html! {
        button name="step" value=(choice.notation) data-spots=(choice.spots.join(" ")) data-costs=[&choice.costs] {
            span {
                (choice.text)
                @if let Some(costs) = choice.costs.as_ref().filter(|costs| !choice.text.contains(*costs)) {
                    " " small { "Costs: " (costs) "." }
                }
            }
            // Who acts stands above it.
            @if choice.text != choice.notation { " " kbd { (choice.parts().1) } }
        }
    }
}

/// Outcomes by name. Many are short, with a box to filter them.
fn outcomes(choices: &[Choice]) -> Markup {
    let mut sorted: Vec<&Choice> = choices.iter().collect();
    let word = choices.first().map_or("", |choice| first_word(&choice.notation));
    let is_shared = choices.iter().all(|choice| first_word(&choice.notation) == word);
    if sorted.len() > MANY {
        sorted.sort_by_cached_key(|choice| in_order(&choice.notation));
    }
    let shorts: Vec<String> = sorted.iter().map(|choice| short(&choice.notation, is_shared)).collect();
    let is_tiny = shorts.iter().all(|short| short.len() <= 6);
    let are_dice = shorts.len() > 1 && shorts.iter().all(|short| is_row_of_dice(short));
    if sorted.len() <= MANY {
        return html! {
            @if are_dice { (keypad(&shorts)) }
            @for (choice, short) in sorted.iter().zip(&shorts) { (outcome(choice, are_dice.then_some(short))) }
        };
    }
    html! {
        @if are_dice { (keypad(&shorts)) }
        label class="filter" {
            "Find "
            input #filter type="search" autocomplete="off" autocapitalize="off" spellcheck="false" data-filter="outcomes"
                data-dice[are_dice] placeholder=(if are_dice { "the dice in any order" } else { "part of the name" });
        }
        div #outcomes class={ "grid" @if is_tiny { " tiny" } } {
            @for (choice, short) in sorted.iter().zip(&shorts) {
                button name="step" value=(choice.notation) title=(choice.text) data-spots=(choice.spots.join(" "))
                    data-dice=[are_dice.then_some(short)] { (short) }
            }
        }
        p #none-found hidden { "Nothing that is still possible matches this." }
    }
}

/// Keys for the faces of dice, to enter them as they lie on the table; `table.js` shows it. Rows that say only which
/// faces there are have different lengths; the longest has one for each die, unless there are as many dice as faces.
fn keypad(rows: &[String]) -> Markup {
    const FACES: u8 = 6;
    let most = rows.iter().map(String::len).max().unwrap_or(0);
    let is_number_known = most < usize::from(FACES) || rows.iter().all(|row| row.len() == most);
    html! {
        div #dice data-dice-count=[is_number_known.then_some(most)] hidden {
            p #dice-name {
                @match (is_number_known, most) {
                    (true, 1) => "Tap what the die shows.",
                    (true, count) => { "Tap what each of the " (count) " dice shows." }
                    (false, _) => "Tap what each die shows.",
                }
                " " output #dice-rolled {}
            }
            div class="faces" role="group" aria-labelledby="dice-name" {
                @for face in 1..=FACES {
                    button type="button" data-face=(face) { (face) }
                }
            }
            div class="buttons" {
                button type="button" #dice-back hidden { "Take the last one back" }
                @if !is_number_known { button type="button" #dice-all hidden { "These are all" } }
            }
        }
    }
}

/// One of a few outcomes; `dice` is its row of dice.
fn outcome(choice: &Choice, dice: Option<&String>) -> Markup {
    html! {
        button name="step" value=(choice.notation) data-spots=(choice.spots.join(" ")) data-dice=[dice] {
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

/// What is not needed at every step.
fn more(shown: &Shown) -> Markup {
    let Shown { link, viewer, view, .. } = *shown;
    html! {
        section #more aria-labelledby="more-name" {
            h2 #more-name { "This table" }
            p class="faint" { "Everything is saved as soon as it is entered. Close the page whenever you like and come back with its link." }
            (share::link(shown))
            form method="post" action=(address(link, "mode")) hx-post=(address(link, "mode")) hx-target="#live" hx-swap="outerHTML" {
                @if shown.notation {
                    button name="notation" value="0" { "Hide notation" }
                } @else {
                    button name="notation" value="1" { "Show notation" }
                }
            }
            p class="buttons" {
                a class="button" href=(address(link, "correct")) { "Correct something" }
                @if view.is_private && viewer != Viewer::Public { a class="button" href=(address(link, "hand")) { "Correct a card" } }
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
