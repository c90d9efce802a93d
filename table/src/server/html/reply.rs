//! What a browser sends and is answered.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use heist_agents::{Level, Thinker};
use heist_engine::any::{self, AnyGame};
use maud::Markup;

use crate::app::{AppError, random_seed};
use crate::server::refused;
use crate::table::{TableError, setup_from_form};

/// The fields of a form.
pub(super) type Fields = Vec<(String, String)>;

/// The value of a field.
pub(super) fn field<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    let found = fields.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_str())
}

/// The game of an id.
pub(super) fn game_of(id: &str) -> Result<&'static dyn AnyGame, TableError> {
    any::find(id).ok_or_else(|| TableError::new(format!("no game `{id}`")))
}

/// The setup of the form that begins a table, with what it leaves open drawn.
pub(super) fn setup(game: &dyn AnyGame, fields: &Fields) -> Result<String, AppError> {
    Ok(setup_from_form(game, fields, random_seed()?)?)
}

/// Whether htmx asks, which swaps a part of the page.
pub(super) fn is_part(headers: &HeaderMap) -> bool {
    headers.contains_key("hx-request")
}

pub(super) fn html(status: StatusCode, page: Markup) -> Response {
    (status, Html(page.into_string())).into_response()
}

/// What goes wrong, as a page that says so.
pub(super) struct Failure(AppError);

impl<E: Into<AppError>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.into())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let title = match &self.0 {
            AppError::NotFound => "No such table",
            AppError::Stale(_) => "The table has changed",
            AppError::Taken => "The seat is taken",
            AppError::NoCampaign => "No such campaign",
            AppError::CampaignStale(_) => "The campaign has changed",
            AppError::InPlay(_) => "The heist is in play",
            AppError::NotInPlay(_) => "No heist is in play",
            AppError::Table(_) => "That is not possible",
            AppError::Full => "The disk is full",
            AppError::Store(_) => "Something failed",
        };
        refused::Told::response(self.0.status(), title, self.0.to_string())
    }
}

/// The level of a name in an address.
pub(super) fn level(name: &str) -> Result<&'static Level, TableError> {
    Level::find(name).map_err(|unknown| TableError::new(unknown.to_string()))
}

/// Who thinks about a game by the name in an address.
pub(super) fn thinker(game: &str, name: &str) -> Result<Thinker, TableError> {
    Thinker::find(game_of(game)?, name).map_err(|unknown| TableError::new(unknown.to_string()))
}
