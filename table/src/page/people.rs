//! The players: whose turn it is, what they are called, and who enters what.

use heist_engine::game::Seat;
use maud::{Markup, html};

use super::shown::{Shown, address, player_name, role_name, seat_name};
use super::{document, refused};
use crate::table::{PLAYER_NAME_LENGTH, TableError, Viewer, Waits};

/// Whose turn it is, as a visitor sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// The visitor's own.
    Mine,
    /// That of another player, or of whoever has the seat if it is not known who looks.
    Of(Seat),
    /// The players decide together.
    Together,
    /// The visitor is asked for cards that only they see.
    OwnCards,
    /// Nobody's: chance decides, the game is over, or one person plays alone.
    Nobody,
}

fn turn(shown: &Shown) -> Turn {
    match shown.view.waits {
        Waits::Secret { .. } => Turn::OwnCards,
        Waits::Decision { .. } if shown.view.seats == 1 => Turn::Nobody,
        Waits::Decision { .. } if shown.view.is_joint => Turn::Together,
        Waits::Decision { seat } if shown.me == Some(seat) => Turn::Mine,
        Waits::Decision { seat } => Turn::Of(seat),
        Waits::Chance | Waits::Over { .. } => Turn::Nobody,
    }
}

/// Whose turn it is in words, such as `Ann's turn`; none if it is nobody's.
fn words(shown: &Shown) -> Option<String> {
    Some(match turn(shown) {
        Turn::Mine => "Your turn".to_owned(),
        Turn::Of(seat) => format!("{}'s turn", player_name(shown.view, seat)),
        Turn::Together => "Everybody's turn".to_owned(),
        Turn::OwnCards => "Your cards".to_owned(),
        Turn::Nobody => return None,
    })
}

/// The title of the page of a table.
pub(super) fn title(shown: &Shown) -> String {
    match (words(shown), &shown.view.waits) {
        (Some(words), _) => format!("{words} · {}", shown.name),
        (None, Waits::Over { .. }) => format!("Over · {}", shown.name),
        (None, _) => shown.name.to_owned(),
    }
}

/// The band that says whose turn it is, above the question.
pub(super) fn band(shown: &Shown) -> Markup {
    let Some(words) = words(shown) else { return html! {} };
    let turn = turn(shown);
    html! {
        span class={ "turn" @if matches!(turn, Turn::Mine | Turn::OwnCards) { " mine" } } {
            (words)
            @if let Turn::Of(seat) = turn {
                @let role = role_name(shown.view, seat);
                @if role != player_name(shown.view, seat) { " (" (role) ")" }
            }
        }
        " "
    }
}

/// The player whose decision a visitor does not enter by accident; none if whoever looks may enter what is asked.
pub(super) fn decider_to_wait_for(shown: &Shown) -> Option<Seat> {
    match turn(shown) {
        Turn::Of(seat) if is_quiet_for(shown, seat) => Some(seat),
        _ => None,
    }
}

/// Whether what a seat decides is shown to a visitor without buttons that work.
pub(super) fn is_quiet_for(shown: &Shown, seat: Seat) -> bool {
    let is_others = shown.me.is_some_and(|me| me != seat);
    is_others && !shown.view.anybody_enters && !shown.enters_for_others
}

/// That other players decide or may react, with the way to enter it for them.
pub(super) fn enter_for(shown: &Shown, decider: Option<Seat>, reacting: Vec<Seat>) -> Markup {
    let mut seats: Vec<Seat> = Vec::new();
    for seat in decider.into_iter().chain(reacting) {
        if !seats.contains(&seat) {
            seats.push(seat);
        }
    }
    let names: Vec<&str> = seats.iter().map(|&seat| player_name(shown.view, seat)).collect();
    let names = names.join(" and ");
    html! {
        form #enter-for class="question" method="get" action={ "/t/" (shown.link) } hx-get=(address(shown.link, "live")) {
            input type="hidden" name="enters" value=(shown.revision);
            p #whose {
                @match decider {
                    Some(seat) => { "It is " (player_name(shown.view, seat)) "'s turn." }
                    None => { (names) " may react." }
                }
            }
            button { "Enter it for " (names) }
        }
    }
}

/// Who plays, who this visitor is, and whether everybody may enter everything.
pub(super) fn section(shown: &Shown) -> Markup {
    let Shown { link, view, me, .. } = *shown;
    let (choose, agree) = (address(link, "me"), address(link, "anybody-enters"));
    let can_choose = !view.is_private && view.seats > 1;
    html! {
        section #players aria-labelledby="players-name" {
            h2 #players-name { "Players" }
            @if can_choose {
                p class="faint" {
                    @match me {
                        Some(_) => "This device knows who you are, and says when it is your turn.",
                        None => "Say who you are, and this page says when it is your turn.",
                    }
                }
                form class="seats" method="post" action=(choose) hx-post=(choose) {
                    @for seat in Seat::all(view.seats.into()) {
                        button name="seat" value=(seat) aria-pressed=(if me == Some(seat) { "true" } else { "false" }) {
                            "I am " (seat_name(view, seat))
                        }
                    }
                    @if me.is_some() { button name="seat" value="0" { "Nobody in particular" } }
                }
            } @else {
                ul class="held" { @for name in &view.seat_names { li { (name) } } }
            }
            p { a class="button" href=(address(link, "names")) { "Names of the players" } }
            @if view.seats > 1 {
                form #agreement class="stack" method="post" action=(agree) hx-post=(agree) {
                    input type="hidden" name="revision" value=(shown.revision);
                    p class="faint" {
                        @if view.anybody_enters {
                            "At this table everybody may enter everything."
                        } @else if shown.viewer == Viewer::Public && me.is_none() {
                            "Whoever has said who they are is asked before they enter what another player decides."
                        } @else {
                            "You are asked before you enter what another player decides."
                        }
                    }
                    @if view.anybody_enters {
                        button name="anybody_enters" value="false" { "Ask before entering for another player" }
                    } @else {
                        button name="anybody_enters" value="true" { "Let everybody enter everything" }
                    }
                }
            }
        }
    }
}

/// The page with the names. `names` stand in the fields, `was` is what they were when the form was made, and `error`
/// what is wrong with them. It is a page of its own because the page of a table changes under whoever types there.
pub fn page(shown: &Shown, names: &[String], was: &[String], error: Option<&TableError>) -> Markup {
    let Shown { name, link, view, .. } = *shown;
    let text = |texts: &[String], seat: Seat| texts.get(seat.index()).cloned().unwrap_or_default();
    let body = html! {
        header class="bar" { a href={ "/t/" (link) } { "Back to the table" } h1 { "Names · " (name) } }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            p { "Everybody at the table sees the names. A field that is left empty takes the name away." }
            form #names class="stack" method="post" action=(address(link, "names")) {
                @for seat in Seat::all(view.seats.into()) {
                    input type="hidden" name="was" value=(text(was, seat));
                    label for={ "name-" (seat) } { "Who plays " (role_name(view, seat)) "?" }
                    input id={ "name-" (seat) } name="name" value=(text(names, seat)) maxlength=(PLAYER_NAME_LENGTH) autocomplete="off";
                }
                button class="main" { "Save the names" }
            }
        }
    };
    document(&format!("Names · {name}"), &body)
}
