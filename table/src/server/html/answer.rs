//! Changes of a table and what answers them.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::look::{Asker, Look};
use super::reply::{Failure, html, is_part};
use crate::app::{App, AppError, Opened};
use crate::page::live::{self, Notice};

/// What a form without further fields is posted with.
#[derive(Deserialize)]
pub(super) struct Made {
    pub revision: Option<u64>,
}

/// The answer to a change: the table as it stands now, with a notice if the change could not be made.
pub(super) async fn answer(
    app: &App,
    link: &str,
    asker: &Asker,
    changed: Result<Opened, AppError>,
) -> Result<Response, Failure> {
    let (opened, notice, status) = match changed {
        Ok(opened) if is_part(asker) => {
            let look = Look::of(app, opened, asker).await?.shown_to(asker);
            return Ok(html(StatusCode::OK, live::part(&look.shown(), None)));
        }
        Ok(_) => return Ok(Redirect::to(&format!("/t/{link}")).into_response()),
        Err(AppError::Stale(opened)) => (*opened, Notice::Stale, StatusCode::CONFLICT),
        Err(AppError::Table(error)) => {
            let opened = app.open(link).await?;
            (opened, Notice::Refused(error), StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => return Err(error.into()),
    };
    let look = Look::of(app, opened, asker).await?.shown_to(asker);
    Ok(noticed(&look, &notice, status, asker))
}

/// The table with something said first. To htmx that is an answer like any other.
pub(super) fn noticed(look: &Look, notice: &Notice, status: StatusCode, asker: &Asker) -> Response {
    if is_part(asker) {
        html(StatusCode::OK, live::part(&look.shown(), Some(notice)))
    } else {
        html(status, live::page(&look.shown(), Some(notice)))
    }
}
