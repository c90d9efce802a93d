//! A table as somebody looks at it.

use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use heist_agents::{Level, Thinker};
use heist_draw::BoardTable;
use heist_engine::any;
use heist_engine::game::Seat;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

use super::memory::Memory;
use crate::app::{App, AppError, Opened};
use crate::page::hints::level_of_every_step;
use crate::page::shown::{Reach, Shown};
use crate::server::guard::Guard;
use crate::table::{View, Viewer};
use heist_advice::After;

/// The cookie of whoever wants hints only before a blunder.
pub(super) const MODE: &str = "heist-warns";
/// The cookie with the level of the hint that comes by itself after every step.
pub(super) const ALWAYS: &str = "heist-always";
/// The cookie that remembers who is to think about hints.
pub(super) const THINKER: &str = "heist-thinker";
/// The cookie of whoever wants notation beside words.
pub(super) const NOTATION: &str = "heist-notation";

/// The cookie that says, for one table, whose player this visitor is: the number of a seat.
const ME: &str = "heist-me";

/// Who asks: the headers, whether it is the host, and where others find what is shown.
pub(super) struct Asker {
    pub headers: HeaderMap,
    pub is_host: bool,
    pub reach: Reach,
}

impl std::ops::Deref for Asker {
    type Target = HeaderMap;

    fn deref(&self) -> &HeaderMap {
        &self.headers
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asker, Infallible> {
        let guard = parts.extensions.get::<Arc<Guard>>();
        Ok(Asker {
            is_host: guard.is_some_and(|guard| guard.is_host(&parts.headers)),
            reach: guard.map_or(Reach::ThisMachine, |guard| guard.reach(&parts.headers)),
            headers: parts.headers.clone(),
        })
    }
}

/// What a page of a table is made of.
pub(super) struct Look {
    pub opened: Opened,
    pub view: View,
    pub boards: Vec<BoardTable>,
    pub taken: Vec<bool>,
    pub warns: bool,
    pub always: Option<&'static Level>,
    pub thinker: Thinker,
    pub notation: bool,
    pub is_host: bool,
    pub me: Option<Seat>,
    /// The revision whose decision this visitor enters for whoever decides.
    pub enters_for: Option<u64>,
    pub reach: Reach,
    /// What was found when this viewer looked back on the table as it stands.
    pub after: Option<Arc<After>>,
}

impl Look {
    pub async fn at(app: &App, link: &str, headers: &HeaderMap) -> Result<Look, AppError> {
        let opened = app.open(link).await?;
        Look::of(app, opened, headers).await
    }

    /// As [`at`](Look::at), with what is the host's alone where he asks, and with the way in for others.
    pub async fn asked(app: &App, link: &str, asker: &Asker) -> Result<Look, AppError> {
        Ok(Look::at(app, link, asker).await?.shown_to(asker))
    }

    pub fn shown_to(self, asker: &Asker) -> Look {
        Look {
            is_host: asker.is_host,
            reach: asker.reach.clone(),
            ..self
        }
    }

    pub async fn of(app: &App, opened: Opened, headers: &HeaderMap) -> Result<Look, AppError> {
        let (view, boards) = heavy(|| (opened.table.view(opened.viewer), opened.table.boards(opened.viewer)));
        let taken = if view.is_private {
            app.seats_taken(&opened.link).await?
        } else {
            Vec::new()
        };
        Ok(Look {
            warns: warns(headers),
            always: cookie(headers, ALWAYS).and_then(level_of_every_step),
            // Whoever thinks at tables of another game does not think here.
            thinker: cookie(headers, THINKER)
                .and_then(|name| Thinker::find(any::find(view.game)?, name).ok())
                .unwrap_or_default(),
            notation: cookie(headers, NOTATION) == Some("1"),
            is_host: false,
            me: me(headers, opened.viewer, &view),
            enters_for: None,
            reach: Reach::ThisMachine,
            after: None,
            opened,
            view,
            boards,
            taken,
        })
    }

    /// With what is remembered of having looked back.
    pub fn reviewed(self, memory: &Memory) -> Look {
        Look {
            after: memory.after(&self.opened, self.opened.revision),
            ..self
        }
    }

    pub fn shown(&self) -> Shown<'_> {
        Shown {
            name: &self.opened.name,
            link: &self.opened.link,
            revision: self.opened.revision,
            viewer: self.opened.viewer,
            view: &self.view,
            boards: &self.boards,
            taken: &self.taken,
            warns: self.warns,
            always: self.always,
            thinker: self.thinker,
            notation: self.notation,
            is_host: self.is_host,
            me: self.me,
            enters_for_others: self.enters_for == Some(self.opened.revision),
            reach: &self.reach,
            heist: self.opened.heist.as_ref(),
            costly: self.after.as_ref().map_or(&[], |after| &after.costly),
        }
    }
}

/// Does what may take longer than a page should wait for; other threads take over what waits on this one.
pub(super) fn heavy<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => block_in_place(work),
        // There is no other thread.
        _ => work(),
    }
}

/// Whose player looks: on the page of a seat its own, elsewhere whom this visitor chose. Where hands are private a
/// player has a page instead of a choice.
fn me(headers: &HeaderMap, viewer: Viewer, view: &View) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public if view.is_private => None,
        Viewer::Public => {
            let number: u8 = cookie(headers, ME)?.parse().ok()?;
            number.checked_sub(1).filter(|number| *number < view.seats).map(Seat)
        }
    }
}

/// The header that lets a browser remember for a year whose player it is at the table of a link; with no seat it
/// forgets.
pub(super) fn remembered_me(link: &str, seat: Option<Seat>) -> [(HeaderName, String); 1] {
    let (value, age) = match seat {
        Some(seat) => (seat.to_string(), 31_536_000),
        None => (String::new(), 0),
    };
    // The path keeps it to this table.
    let cookie = format!("{ME}={value}; Path=/t/{link}; Max-Age={age}; HttpOnly; SameSite=Strict");
    [(header::SET_COOKIE, cookie)]
}

/// Whether hints are wanted only before a blunder.
pub(super) fn warns(headers: &HeaderMap) -> bool {
    cookie(headers, MODE) == Some("1")
}

/// The value of a cookie; of several, the first.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let mut pairs = cookies
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// The header that lets a browser remember something for a year.
pub(super) fn remembered(name: &str, value: impl Display) -> (HeaderName, String) {
    let cookie = format!("{name}={value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict");
    (header::SET_COOKIE, cookie)
}
