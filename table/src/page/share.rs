//! The way in for other devices: the link of the page, and a QR code of it.

use maud::{Markup, html};

use super::shown::{Reach, Shown, seat_name};
use crate::qr::QrCode;
use crate::table::Viewer;

/// The link of the page, and how other devices get there.
pub(super) fn link(shown: &Shown) -> Markup {
    let Shown {
        link,
        viewer,
        view,
        reach,
        ..
    } = *shown;
    let address = match reach {
        Reach::Network(base) => format!("{base}/t/{link}"),
        // `table.js` completes it with the address by which the page was opened.
        Reach::ThisMachine | Reach::NoNetwork => format!("/t/{link}"),
    };
    html! {
        div class="share" {
            label for="share" {
                @match viewer {
                    Viewer::Public => "Link of this table, for everybody who plays",
                    Viewer::Seat(seat) => {
                        "Link of this page, " (seat_name(view, seat)) "'s own. Keep it to yourself: it shows your cards, and it is the way back to your seat"
                    }
                }
            }
            input #share readonly value=(address) data-share;
            button type="button" #copy data-copy="share" hidden { "Copy link" }
            @match reach {
                Reach::Network(_) => (code(viewer, &address)),
                Reach::ThisMachine => p class="faint" {
                    "This link works on this machine only. For other devices, start the server with " code { "--listen 0.0.0.0:4747" }
                    " and open the address that it prints."
                },
                Reach::NoNetwork => p class="faint" {
                    "No address of this machine in a network was found when the server started: other devices cannot open this link."
                },
            }
        }
    }
}

/// The QR code of an address. That of a seat is folded away, since whoever photographs it sees the cards.
fn code(viewer: Viewer, address: &str) -> Markup {
    match viewer {
        Viewer::Public => html! {
            figure {
                (picture(address, "QR code of the link of this table"))
                figcaption class="faint" { "Point the camera of a phone in the same network here to open this table." }
            }
        },
        Viewer::Seat(_) => html! {
            details #own-code {
                summary { "QR code of this page …" }
                p { "Whoever points a camera here sees your cards. It is for another device of your own." }
                (picture(address, "QR code of the link of your own page, which shows your cards"))
            }
        },
    }
}

/// A QR code as a picture; nothing if the address is too long for one, which none is that the server answers to.
fn picture(address: &str, label: &str) -> Markup {
    let Some(code) = QrCode::of(address) else {
        return html! {};
    };
    let side = code.side();
    html! {
        // Black on white in dark mode as well: not every camera reads the reverse.
        svg class="qr" role="img" aria-label=(label) viewBox={ "0 0 " (side) " " (side) } shape-rendering="crispEdges" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(code.path()) fill="#000" {}
        }
    }
}
