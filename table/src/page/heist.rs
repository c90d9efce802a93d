//! What the page of a table says of the campaign that its heist belongs to.

use maud::{Markup, html};

use crate::store::HeistOfTable;

/// The way back to the campaign.
pub(super) fn back(heist: &HeistOfTable) -> Markup {
    html! {
        a href={ "/c/" (heist.link) } { "Campaign: " (heist.name) }
    }
}

/// That the result is in the log, where it is.
pub(super) fn logged(heist: &HeistOfTable) -> Markup {
    html! {
        @if heist.is_logged {
            p #logged class="faint" {
                "The result of this heist is in the log of "
                a href={ "/c/" (heist.link) } { "its campaign" }
                ". Whatever you correct here from now on does not change the log."
            }
        }
    }
}

/// What a game that is over offers: to write its result into the log.
pub(super) fn to_be_logged(heist: &HeistOfTable) -> Markup {
    html! {
        @if !heist.is_logged {
            form #log-heist method="post" action={ "/c/" (heist.link) "/log" } class="stack" {
                p class="faint" { "If something is wrong, correct it first. Once the result is in the log, corrections of this table do not change it." }
                button class="main" { "Write the result into the log of the campaign" }
            }
        }
    }
}
