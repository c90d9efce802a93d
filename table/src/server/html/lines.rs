//! The lines of a table: looking at one, returning to it, and changing what was entered before.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::answer::{Made, answer};
use super::look::{Asker, Look, heavy};
use super::reply::{Failure, html};
use crate::app::App;
use crate::page::line;

/// A line, by its number.
#[derive(Deserialize)]
pub(super) struct OfLine {
    line: u32,
    revision: Option<u64>,
}

pub(super) async fn look(
    State(app): State<Arc<App>>,
    Path((link, line)): Path<(String, u32)>,
    asker: Asker,
) -> Result<Response, Failure> {
    let look = Look::asked(&app, &link, &asker).await?;
    let there = if line == look.view.line {
        Arc::clone(&look.opened.table)
    } else {
        heavy(|| look.opened.table.return_to(line))?.table
    };
    let log = heavy(|| there.view(look.opened.viewer).log);
    Ok(html(StatusCode::OK, line::page(&look.shown(), line, &log)))
}

pub(super) async fn return_to(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(OfLine { line, revision }): Form<OfLine>,
) -> Result<Response, Failure> {
    let changed = app.change(&link, revision, move |table, _| table.return_to(line)).await;
    answer(&app, &link, &asker, changed).await
}

/// The name of a line.
#[derive(Deserialize)]
pub(super) struct Naming {
    line: u32,
    name: String,
    revision: Option<u64>,
}

pub(super) async fn name(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(Naming { line, name, revision }): Form<Naming>,
) -> Result<Response, Failure> {
    let changed = app
        .change(&link, revision, move |table, _| table.name_line(line, &name))
        .await;
    answer(&app, &link, &asker, changed).await
}

pub(super) async fn question(
    State(app): State<Arc<App>>,
    Path((link, entry)): Path<(String, usize)>,
    asker: Asker,
) -> Result<Response, Failure> {
    let look = Look::asked(&app, &link, &asker).await?;
    let before = heavy(|| look.opened.table.question(entry))?;
    Ok(html(StatusCode::OK, line::change_page(&look.shown(), entry, &before)))
}

/// Another step in the place of an entry.
#[derive(Deserialize)]
pub(super) struct Changing {
    entry: usize,
    step: String,
    revision: Option<u64>,
}

pub(super) async fn change(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(Changing { entry, step, revision }): Form<Changing>,
) -> Result<Response, Failure> {
    let changed = app
        .change(&link, revision, move |table, _| table.change(entry, &step))
        .await;
    answer(&app, &link, &asker, changed).await
}

/// Entries of a line from a number on.
#[derive(Deserialize)]
pub(super) struct Replaying {
    line: u32,
    from: usize,
    revision: Option<u64>,
}

pub(super) async fn replay(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(Replaying { line, from, revision }): Form<Replaying>,
) -> Result<Response, Failure> {
    let changed = app
        .change(&link, revision, move |table, _| table.replay(line, from))
        .await;
    answer(&app, &link, &asker, changed).await
}

pub(super) async fn leave_rest(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(made): Form<Made>,
) -> Result<Response, Failure> {
    let changed = app.change(&link, made.revision, |table, _| table.leave_rest()).await;
    answer(&app, &link, &asker, changed).await
}
