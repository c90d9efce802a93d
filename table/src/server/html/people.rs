//! The players: their names, whose player a visitor is, and what they agreed on.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use heist_engine::game::Seat;
use serde::Deserialize;

use super::answer::answer;
use super::look::{Asker, Look, remembered_me};
use super::reply::{Failure, Fields, html, is_part};
use crate::app::{App, AppError};
use crate::page::{live, people};
use crate::table::TableError;

pub(super) async fn form(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
) -> Result<Response, Failure> {
    let look = Look::asked(&app, &link, &asker).await?;
    let names = look.view.names.clone();
    Ok(html(StatusCode::OK, people::page(&look.shown(), &names, &names, None)))
}

/// Names are given while others play on, so no revision is asked for: what was changed in the form is changed in the
/// names as they stand, and everything else stays.
pub(super) async fn names(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let of = |field: &str| -> Vec<String> {
        let values = fields.iter().filter(|(name, _)| name == field);
        values.map(|(_, value)| value.trim().to_owned()).collect()
    };
    let (was, given) = (of("was"), of("name"));
    let (known, wanted) = (was.clone(), given.clone());
    let changed = app
        .change(&link, None, move |table, viewer| {
            let mut names = table.view(viewer).names;
            if wanted.len() != names.len() || known.len() != names.len() {
                // Says how many are expected.
                return table.name_players(&wanted);
            }
            for ((name, wanted), was) in names.iter_mut().zip(wanted).zip(known) {
                if wanted != was {
                    *name = wanted;
                }
            }
            table.name_players(&names)
        })
        .await;
    match changed {
        Ok(_) => Ok(Redirect::to(&format!("/t/{link}")).into_response()),
        Err(AppError::Table(error)) => {
            let look = Look::asked(&app, &link, &asker).await?;
            let page = people::page(&look.shown(), &given, &was, Some(&error));
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page))
        }
        Err(error) => Err(error.into()),
    }
}

/// Whose player a visitor is: a seat from 1, or 0 for nobody in particular.
#[derive(Deserialize)]
pub(super) struct Choosing {
    seat: u8,
}

pub(super) async fn me(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(choosing): Form<Choosing>,
) -> Result<Response, Failure> {
    let mut look = Look::asked(&app, &link, &asker).await?;
    let seats = look.view.seats;
    if look.view.is_private {
        return Err(TableError::new("hands are private in this game; each player takes a seat instead").into());
    }
    if choosing.seat > seats {
        return Err(TableError::new(format!("no seat {}; expected one from 1 to {seats}", choosing.seat)).into());
    }
    look.me = choosing.seat.checked_sub(1).map(Seat);
    let cookie = remembered_me(&link, look.me);
    Ok(if is_part(&asker) {
        (cookie, html(StatusCode::OK, live::part(&look.shown(), None))).into_response()
    } else {
        (cookie, Redirect::to(&format!("/t/{link}"))).into_response()
    })
}

/// Whether everybody may enter everything.
#[derive(Deserialize)]
pub(super) struct Agreeing {
    anybody_enters: bool,
    revision: Option<u64>,
}

pub(super) async fn anybody_enters(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(Agreeing {
        anybody_enters,
        revision,
    }): Form<Agreeing>,
) -> Result<Response, Failure> {
    let changed = app
        .change(&link, revision, move |table, _| {
            Ok(table.let_anybody_enter(anybody_enters))
        })
        .await;
    answer(&app, &link, &asker, changed).await
}
