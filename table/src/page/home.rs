//! The tables there are, and beginning another.

use heist_engine::any::infos;
use heist_engine::campaigns::CAMPAIGNS;
use heist_engine::registry::GameInfo;
use maud::{Markup, html};

use super::{document, form, refused};
use crate::app::NAME_LENGTH;
use crate::table::{TableError, setup_fields};

/// A table or a campaign in its list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What people call it.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// Its link.
    pub link: String,
    /// How far it is.
    pub state: String,
    /// When it changed last, in words.
    pub changed: String,
}

/// The first page. Without a list for those who are not the host.
pub fn page(tables: &[Listed], campaigns: &[Listed], error: Option<&TableError>) -> Markup {
    let body = html! {
        header class="bar" { h1 { "Live table" } p { "Play with cardboard, enter what happens, get advice." } }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            section aria-labelledby="new-name" {
                h2 #new-name { "Start a table" }
                p class="buttons" {
                    @for game in infos() { a class="button main" href={ "/new?game=" (game.id) } { "New table: " (game.name) } }
                }
            }
            section aria-labelledby="tables-name" {
                h2 #tables-name { "Tables" }
                @if tables.is_empty() { p class="faint" { "None yet." } }
                ul class="tables" { @for table in tables { (listed(table, "t", "It is gone for good.")) } }
            }
            section aria-labelledby="campaigns-name" {
                h2 #campaigns-name { "Campaigns" }
                p class="buttons" {
                    @for campaign in CAMPAIGNS {
                        a class="button" href={ "/new-campaign?game=" (campaign.game) } { "New campaign: " (campaign.name) }
                    }
                }
                @if campaigns.is_empty() { p class="faint" { "None yet." } }
                ul class="tables" {
                    @for campaign in campaigns { (listed(campaign, "c", "Its log is gone for good. The tables of its heists stay.")) }
                }
            }
            section aria-labelledby="practice-name" {
                h2 #practice-name { "Practice" }
                p { "Positions in which one move is clearly best, and it is not the obvious one." }
                p { a class="button" href="/practice" { "Find the best move" } }
            }
            section aria-labelledby="open-name" {
                h2 #open-name { "Open a record or a position" }
                form method="post" action="/tables/open" class="stack" {
                    label for="file" { "A replay, a record that was downloaded, or a position" }
                    input #file type="file" accept=".jsonl,.json,.txt" data-reads="record" hidden;
                    label for="record" { "Its text" }
                    textarea #record name="record" rows="4" required spellcheck="false" {}
                    label for="open-as" { "Name of the table" }
                    input #open-as name="name" maxlength=(NAME_LENGTH) autocomplete="off";
                    button { "Open as a new table" }
                }
            }
        }
    };
    document("Live table", &body)
}

/// One table or campaign, whose addresses begin with `side`: open it, or delete it in two steps.
fn listed(table: &Listed, side: &str, warning: &str) -> Markup {
    let address = format!("/{side}/{}", table.link);
    html! {
        li {
            div {
                a href=(address) { (table.name) }
                p class="faint" { (table.game) " · " (table.state) " · " (table.changed) }
            }
            details {
                summary { "Delete" span class="unseen" { " " (table.name) } " …" }
                form method="post" action={ (address) "/delete" } {
                    p { (warning) }
                    button class="danger" { "Delete for good" span class="unseen" { ": " (table.name) } }
                }
            }
        }
    }
}

/// The form that begins a table. `given`: what was entered before, if something was wrong with it.
pub fn new_table(game: &GameInfo, given: &[(String, String)], error: Option<&TableError>) -> Markup {
    let fields = setup_fields(game);
    let body = html! {
        header class="bar" { a href="/" { "All tables" } h1 { "New table: " (game.name) } }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            form method="post" action="/tables" class="stack" {
                input type="hidden" name="game" value=(game.id);
                label for="name" { "Name of the table" }
                input #name name="name" maxlength=(NAME_LENGTH) autocomplete="off" value=(form::given(given, "name", 0).unwrap_or(game.name));
                (form::fields(&fields, given))
                p class="buttons" {
                    button class="main" { "Start" }
                    button formaction="/editor" { "Set up a game in progress" }
                }
            }
        }
    };
    document(&format!("New table: {}", game.name), &body)
}
