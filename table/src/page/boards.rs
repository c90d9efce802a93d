//! The board in words, for people who hear a page and for those who want to read it.

use heist_draw::BoardTable;
use maud::{Markup, html};

use super::shown::Shown;

/// The board as tables, folded; nothing where the game has none.
pub(super) fn section(shown: &Shown) -> Markup {
    html! {
        @if !shown.boards.is_empty() {
            details #board-table {
                summary { "The board as a table" }
                @for board in shown.boards { (table(board)) }
            }
        }
    }
}

fn table(board: &BoardTable) -> Markup {
    html! {
        // A wide table scrolls by itself, with the keyboard too.
        div class="scrolls" role="region" aria-label=(board.name) tabindex="0" {
            table {
                caption { (board.name) @if !board.about.is_empty() { ". " (board.about) } }
                thead { tr { td {} @for column in &board.columns { th scope="col" { (column) } } } }
                tbody {
                    @for (name, cells) in &board.rows {
                        tr {
                            th scope="row" { (name) }
                            @for cell in cells { td { @if let Some(text) = cell { (text) } } }
                        }
                    }
                }
            }
        }
    }
}
