//! The page of a campaign: the next heist, the level, the log, and what the team has gathered.

use heist_engine::campaign::Holding;
use maud::{Markup, html};

use super::{document, form, refused, titled};
use crate::app::NAME_LENGTH;
use crate::campaign::{CampaignView, LevelView, LoggedHeist, NextHeist};
use crate::table::{SetupField, TableError};

/// A campaign as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct ShownCampaign<'a> {
    /// What people call it.
    pub name: &'a str,
    /// Its link.
    pub link: &'a str,
    /// What changes are made from.
    pub revision: u64,
    /// How it stands.
    pub view: &'a CampaignView,
    /// The values of the form with the choices before the next heist.
    pub choice: &'a [(String, String)],
    /// Whether the host looks, who has the lists and can give heists up.
    pub is_host: bool,
}

/// The form that begins a campaign. `given`: what was entered before, if something was wrong with it.
pub fn new_campaign(
    game: (&str, &str),
    fields: &[SetupField],
    given: &[(String, String)],
    error: Option<&TableError>,
) -> Markup {
    let (id, name) = game;
    let body = html! {
        header class="bar" { a href="/" { "All tables" } h1 { "New campaign: " (name) } }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            form method="post" action="/campaigns" class="stack" {
                input type="hidden" name="game" value=(id);
                label for="name" { "Name of the campaign" }
                input #name name="name" maxlength=(NAME_LENGTH) autocomplete="off" value=(form::given(given, "name", 0).unwrap_or(name));
                (form::fields(fields, given))
                button class="main" { "Start" }
            }
        }
    };
    document(&format!("New campaign: {name}"), &body)
}

/// The whole page. `error`: why what was asked for was not done.
pub fn page(shown: &ShownCampaign, error: Option<&TableError>) -> Markup {
    let ShownCampaign { name, view, .. } = *shown;
    let body = html! {
        header class="bar" {
            @if shown.is_host { a href="/" { "All tables" } }
            h1 { (name) }
            p { "Campaign" @if view.name != name { ", " (view.name) } }
        }
        p #said class="unseen" role="status" { }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            @match &view.next {
                Some(next) => (next_heist(shown, next)),
                None => (over(view)),
            }
            (level(&view.level, &view.log))
            (log(&view.level, &view.log))
            @for holding in &view.holdings { (gathered(holding)) }
            (share(shown))
        }
    };
    document(name, &body)
}

/// The next heist: its table if it is in play, else the choices before it.
fn next_heist(shown: &ShownCampaign, next: &NextHeist) -> Markup {
    let title = html! { "Heist " (next.number) " of " (shown.view.heists) ": " (next.name) };
    html! {
        section #next aria-labelledby="next-name" {
            h2 #next-name { (title) }
            @match &next.table {
                Some(table) => (in_play(shown, table)),
                None => (choices(shown, next)),
            }
        }
    }
}

/// The heist that is in play at a table.
fn in_play(shown: &ShownCampaign, table: &str) -> Markup {
    html! {
        p { "This heist is in play. When it is over, its table offers to write the result into the log." }
        p { a class="button main" href={ "/t/" (table) } { "To its table" } }
        @if shown.is_host {
            details {
                summary { "Give this heist up …" }
                form method="post" action={ "/c/" (shown.link) "/give-up" } {
                    input type="hidden" name="revision" value=(shown.revision);
                    p { "The table is deleted for good and the log stays as it is. The heist can then be set up again, with other choices if you like." }
                    button class="danger" { "Give it up" }
                }
            }
        } @else {
            p class="faint" { "If it was set up wrongly, the host can give it up here, so that it can be set up again." }
        }
    }
}

/// The choices before the next heist, and its beginning.
fn choices(shown: &ShownCampaign, next: &NextHeist) -> Markup {
    let address = |what: &str| format!("/c/{}/{what}", shown.link);
    html! {
        form method="post" action=(address("open")) class="stack" {
            input type="hidden" name="revision" value=(shown.revision);
            @if !next.fields.is_empty() {
                p class="faint" { "Choose anew before each heist, or leave everything as it was. What is left open is drawn when the table is opened." }
                (form::fields(&next.fields, shown.choice))
            }
            p class="buttons" {
                button class="main" { "Open the table of this heist" }
                @if !next.fields.is_empty() { button formaction=(address("choose")) { "Save the choices" } }
            }
        }
    }
}

/// What the campaign came to.
fn over(view: &CampaignView) -> Markup {
    let (level, lost) = (&view.level, view.log.len() - view.won);
    html! {
        section #next aria-labelledby="next-name" {
            h2 #next-name { "The campaign is over" }
            dl {
                div { dt { "Heists won" } dd { (view.won) " of " (view.log.len()) } }
                div { dt { "Heists lost" } dd { (lost) } }
                div { dt { (titled(level.name)) " at the end" } dd { (level.value) } }
                @for Holding { label, items } in &view.holdings { div { dt { (label) } dd { (items.len()) } } }
            }
        }
    }
}

/// The level, what it does, and where it came from.
fn level(level: &LevelView, log: &[LoggedHeist]) -> Markup {
    html! {
        section aria-labelledby="level-name" {
            h2 #level-name { (titled(level.name)) }
            p class="big" { (level.value) span class="faint" { ", from " (level.least) " to " (level.most) } }
            p {
                @match (level.before, log.last()) {
                    (Some(before), Some(last)) => { "It was " (before) " before " (last.heist) ", which was " (outcome(last)) "." }
                    _ => "Every campaign begins at this value.",
                }
            }
            p class="faint" { (titled(level.name)) ": " (level.help) "." }
        }
    }
}

fn outcome(entry: &LoggedHeist) -> &'static str {
    if entry.won { "won" } else { "lost" }
}

/// The heists that were played.
fn log(level: &LevelView, log: &[LoggedHeist]) -> Markup {
    let after = format!("{} after it", titled(level.name));
    html! {
        section aria-labelledby="log-name" {
            h2 #log-name { "Log" }
            @if log.is_empty() {
                p class="faint" { "No heist has been played yet." }
            } @else {
                div class="scrolls" tabindex="0" role="region" aria-label="Heists that were played" {
                    table {
                        thead {
                            tr { @for head in ["Heist", "Characters", "Result", &after, "Table"] { th scope="col" { (head) } } }
                        }
                        tbody { @for (place, entry) in log.iter().enumerate() { (logged(place + 1, entry)) } }
                    }
                }
            }
        }
    }
}

/// A row of the log.
fn logged(number: usize, entry: &LoggedHeist) -> Markup {
    let players: Vec<String> = entry.players.iter().map(|player| titled(player)).collect();
    html! {
        tr {
            th scope="row" { (number) ". " (entry.heist) }
            td { (players.join(", ")) }
            td { (titled(outcome(entry))) }
            td { (entry.level) }
            td {
                @match &entry.table {
                    Some(table) => a href={ "/t/" (table) } { "Open" span class="unseen" { " the table of " (entry.heist) } },
                    None => span class="faint" { "deleted" },
                }
            }
        }
    }
}

/// What the team has gathered of one kind.
fn gathered(holding: &Holding) -> Markup {
    html! {
        section {
            h2 { (holding.label) }
            @if holding.items.is_empty() {
                p class="faint" { "None yet." }
            } @else {
                ul class="held" { @for item in &holding.items { li { (item) } } }
            }
        }
    }
}

/// The link to send to the others.
fn share(shown: &ShownCampaign) -> Markup {
    html! {
        section aria-labelledby="share-name" {
            h2 #share-name { "This campaign" }
            p class="faint" { "Everything is saved at once. Come back with its link, even in a year." }
            div class="share" {
                label for="share" { "Link of this campaign, for the whole team" }
                input #share readonly value={ "/c/" (shown.link) } data-share;
                button type="button" #copy data-copy="share" hidden { "Copy link" }
            }
        }
    }
}
