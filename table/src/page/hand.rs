//! The cards that a seat entered, each of which can be corrected by itself.

use maud::{Markup, html};

use super::document;
use super::shown::{Shown, address};
use crate::table::{ToldCard, Viewer};

/// The page with the cards. What is entered here only this seat sees.
pub fn page(shown: &Shown, cards: &[ToldCard]) -> Markup {
    let Shown {
        name,
        link,
        revision,
        viewer,
        ..
    } = *shown;
    let enter = address(link, "enter");
    let body = html! {
        header class="bar" { a href={ "/t/" (link) } { "Back to the table" } h1 { "Your cards · " (name) } }
        main class="narrow" {
            @if viewer == Viewer::Public {
                p { "This is the page of the table, which shows nobody's cards. Cards are corrected on the page of the seat that holds them." }
            } @else if cards.is_empty() {
                p { "There is no card here that you entered and that may be another one. Cards that were played or shown are as everybody saw them." }
            } @else {
                p {
                    "These are the cards that you entered and that nobody else has seen. If one is wrong, say what it is instead: nobody else notices, "
                    "and nothing else that you entered changes. Undo does not take it back; correct the card again instead."
                }
                form #hand class="choices" method="post" action=(enter) {
                    input type="hidden" name="revision" value=(revision);
                    @for card in cards {
                        section aria-labelledby={ "card-" (card.step) } {
                            h2 id={ "card-" (card.step) } { (card.text) " " small { "(step " (card.step) ")" } }
                            details id={ "instead-" (card.step) } {
                                summary { "Not this one" span class="unseen" { ": " (card.text) } " …" }
                                p { "What is it instead?" }
                                @for other in &card.others { button name="step" value=(other.notation) { span { (other.text) } } }
                            }
                        }
                    }
                }
            }
            p { a class="button" href=(address(link, "correct")) { "Correct something else" } }
        }
    };
    document(&format!("Your cards · {name}"), &body)
}
