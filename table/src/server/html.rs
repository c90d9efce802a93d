//! The routes of the page.
//!
//! A change is a form that is posted with the revision that the page was made from. htmx is answered with the part of
//! the page that changed, a plain form with a redirection. If something could not be entered, the page of the table
//! says so; if it has to be confirmed, that page asks.

mod answer;
mod beginning;
mod campaigns;
mod editor;
mod lines;
mod look;
mod looking;
mod memory;
mod people;
mod practice;
mod reply;
mod streams;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Form, Path, Query, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use heist_agents::Thinker;
use heist_engine::game::Seat;
use serde::Deserialize;

use self::answer::{Made, answer, noticed};
use self::look::{ALWAYS, Asker, Look, MODE, NOTATION, THINKER, heavy, remembered, warns};
use self::memory::{KeptHint, Memory};
use self::reply::{Failure, html, is_part, level, thinker};
use crate::app::App;
use crate::page::hints::{Blunder, level_of_every_step};
use crate::page::live::Notice;
use crate::page::{assets, hand, hints, live, log, offline};
use crate::table::TableError;
use heist_advice::{blunder, covers};

/// Every route that answers a browser.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(beginning::home))
        .route("/new", get(beginning::new_table))
        .route("/tables", post(beginning::begin))
        .route("/tables/open", post(beginning::open_record))
        .route("/editor", post(editor::begin))
        .route("/practice", get(practice::games))
        .route("/practice/{game}/{number}", get(practice::question))
        .route("/practice/{game}/{number}/answer", get(practice::answer))
        .route("/practice/{game}/{number}/picture", get(practice::picture))
        .route("/new-campaign", get(campaigns::new_campaign))
        .route("/campaigns", post(campaigns::begin))
        .route("/c/{link}", get(campaigns::look))
        .route("/c/{link}/choose", post(campaigns::choose))
        .route("/c/{link}/open", post(campaigns::open))
        .route("/c/{link}/log", post(campaigns::log))
        .route("/c/{link}/give-up", post(campaigns::give_up))
        .route("/c/{link}/delete", post(campaigns::delete))
        .route(offline::WORKER, get(worker))
        .route("/assets/{name}", get(asset))
        .route("/t/{link}", get(table))
        .route("/t/{link}/live", get(fragment))
        .route("/t/{link}/log", get(whole_log))
        .route("/t/{link}/enter", post(enter))
        .route("/t/{link}/undo", post(undo))
        .route("/t/{link}/redo", post(redo))
        .route("/t/{link}/go-to", post(go_to))
        .route("/t/{link}/lines/{line}", get(lines::look))
        .route("/t/{link}/return", post(lines::return_to))
        .route("/t/{link}/name", post(lines::name))
        .route("/t/{link}/change/{entry}", get(lines::question))
        .route("/t/{link}/change", post(lines::change))
        .route("/t/{link}/replay", post(lines::replay))
        .route("/t/{link}/leave-rest", post(lines::leave_rest))
        .route("/t/{link}/names", get(people::form).post(people::names))
        .route("/t/{link}/me", post(people::me))
        .route("/t/{link}/anybody-enters", post(people::anybody_enters))
        .route("/t/{link}/take-seat", post(take_seat))
        .route("/t/{link}/leave-seat", post(leave_seat))
        .route("/t/{link}/free-seat", post(free_seat))
        .route("/t/{link}/delete", post(beginning::delete))
        .route("/t/{link}/correct", get(editor::position).post(editor::correct))
        .route("/t/{link}/hand", get(hand))
        .route("/t/{link}/mode", post(mode))
        .route("/t/{link}/panel", get(panel))
        .route("/t/{link}/picture", get(looking::picture))
        .route("/t/{link}/what-if", get(looking::what_if))
        .route("/t/{link}/after", get(looking::after))
        .route("/t/{link}/curve", get(looking::curve))
        .route("/t/{link}/review.html", get(looking::review))
        .route("/t/{link}/record", get(looking::record))
        .route("/t/{link}/events", get(streams::events))
        .route("/t/{link}/hints", get(streams::hints))
        .route("/t/{link}/after/stream", get(streams::after))
        .layer(Extension(Arc::new(Memory::default())))
}

async fn asset(Path(name): Path<String>) -> Response {
    const FOR_GOOD: &str = "public, max-age=31536000, immutable";
    match assets::find(&name).or_else(|| offline::find(&name)) {
        Some(asset) => {
            let headers = [
                (header::CONTENT_TYPE, asset.content_type),
                (header::CACHE_CONTROL, FOR_GOOD),
            ];
            (headers, asset.content).into_response()
        }
        None => (StatusCode::NOT_FOUND, "no such file").into_response(),
    }
}

/// The worker may answer for every page of this server, and browsers ask each time whether there is a new one.
async fn worker() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("service-worker-allowed"), "/"),
    ];
    (headers, offline::WORKER_SCRIPT.as_str()).into_response()
}

/// What a page is asked for with.
#[derive(Deserialize)]
struct Wish {
    /// The revision whose decision this visitor enters for whoever decides.
    enters: Option<u64>,
}

async fn table(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    Query(wish): Query<Wish>,
    asker: Asker,
) -> Result<Response, Failure> {
    let mut look = Look::asked(&app, &link, &asker).await?.reviewed(&memory);
    look.enters_for = wish.enters;
    Ok(html(StatusCode::OK, live::page(&look.shown(), None)))
}

async fn fragment(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    Query(wish): Query<Wish>,
    asker: Asker,
) -> Result<Response, Failure> {
    let mut look = Look::asked(&app, &link, &asker).await?.reviewed(&memory);
    look.enters_for = wish.enters;
    Ok(html(StatusCode::OK, live::part(&look.shown(), None)))
}

async fn whole_log(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    asker: Asker,
) -> Result<Response, Failure> {
    let look = Look::asked(&app, &link, &asker).await?.reviewed(&memory);
    Ok(html(StatusCode::OK, log::page(&look.shown())))
}

/// A step that is entered.
#[derive(Deserialize)]
struct Step {
    step: String,
    revision: Option<u64>,
    /// Whether the warning before a blunder was seen.
    anyway: Option<String>,
}

async fn enter(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(given): Form<Step>,
) -> Result<Response, Failure> {
    let mut is_unchecked = false;
    if warns(&asker) && given.anyway.is_none() {
        let look = Look::asked(&app, &link, &asker).await?;
        // If the page was made from an earlier state, the change itself says so.
        let is_present = given.revision.is_none_or(|revision| revision == look.opened.revision);
        match check(&memory, &look, &given.step) {
            Check::Blunder(blunder) if is_present => {
                return Ok(noticed(&look, &Notice::Blunder(blunder), StatusCode::OK, &asker));
            }
            Check::Missing => is_unchecked = true,
            Check::Blunder(_) | Check::Passed => {}
        }
    }
    let Step { step, revision, .. } = given;
    let changed = app
        .change(&link, revision, move |table, viewer| {
            table.enter(viewer, &table.completed(viewer, &step))
        })
        .await;
    match changed {
        // Without htmx no move is ever checked, which the page says beforehand.
        Ok(opened) if is_unchecked && is_part(&asker) => {
            let look = Look::of(&app, opened, &asker).await?.shown_to(&asker);
            Ok(noticed(&look, &Notice::Unchecked, StatusCode::OK, &asker))
        }
        changed => answer(&app, &link, &asker, changed).await,
    }
}

/// What is known of a step before it is entered.
enum Check {
    /// No search calls it a blunder, or there is nothing to choose.
    Passed,
    Blunder(Blunder),
    /// No search that is long enough has come to its end, or none has looked at this step.
    Missing,
}

fn check(memory: &Memory, look: &Look, step: &str) -> Check {
    let has_choice = look.view.choices.len() > 1 || !look.view.windows.is_empty();
    if !look.view.can_hint || !has_choice {
        return Check::Passed;
    }
    let Some((first, text)) = look.opened.table.first_step(look.opened.viewer, step) else {
        // It will not be entered, and the page says why.
        return Check::Passed;
    };
    let Some(KeptHint { hint, is_checked }) = memory.hint(&look.opened) else {
        return Check::Missing;
    };
    match (blunder(&hint, &first), hint.moves.first()) {
        (Some(cost), Some(better)) => Check::Blunder(Blunder {
            played: (step.to_owned(), text),
            better: (better.notation.clone(), better.text.clone()),
            cost,
        }),
        _ if is_checked && covers(&hint, &first) => Check::Passed,
        _ => Check::Missing,
    }
}

async fn undo(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(made): Form<Made>,
) -> Result<Response, Failure> {
    let changed = app
        .change(&link, made.revision, |table, viewer| table.undo_last(viewer))
        .await;
    answer(&app, &link, &asker, changed).await
}

async fn redo(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(made): Form<Made>,
) -> Result<Response, Failure> {
    let changed = app.change(&link, made.revision, |table, _| table.redo(1)).await;
    answer(&app, &link, &asker, changed).await
}

/// Where to go back to.
#[derive(Deserialize)]
struct Back {
    entries: usize,
    revision: Option<u64>,
}

async fn go_to(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(back): Form<Back>,
) -> Result<Response, Failure> {
    let changed = app
        .change(&link, back.revision, move |table, _| table.go_to(back.entries))
        .await;
    answer(&app, &link, &asker, changed).await
}

/// The seat somebody takes, from 1.
#[derive(Deserialize)]
struct Taking {
    seat: u8,
}

async fn take_seat(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    Form(taking): Form<Taking>,
) -> Result<Response, Failure> {
    let opened = app.take_seat(&link, numbered_seat(taking.seat)?).await?;
    Ok(Redirect::to(&format!("/t/{}", opened.link)).into_response())
}

/// The seat of a number as people count, from 1.
fn numbered_seat(number: u8) -> Result<Seat, TableError> {
    let seat = number.checked_sub(1).map(Seat);
    seat.ok_or_else(|| TableError::new("no seat 0; seats are numbered from 1"))
}

async fn leave_seat(State(app): State<Arc<App>>, Path(link): Path<String>) -> Result<Response, Failure> {
    let opened = app.leave_seat(&link).await?;
    Ok(Redirect::to(&format!("/t/{}", opened.link)).into_response())
}

/// The seat that the host frees, from 1.
#[derive(Deserialize)]
struct Freeing {
    seat: u8,
    revision: Option<u64>,
}

async fn free_seat(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(freeing): Form<Freeing>,
) -> Result<Response, Failure> {
    if !asker.is_host {
        let text = "only the host frees a seat: open the address that the server printed at its start";
        return Ok((StatusCode::UNAUTHORIZED, text).into_response());
    }
    let seat = numbered_seat(freeing.seat)?;
    let changed = app.free_seat(&link, freeing.revision, seat).await;
    answer(&app, &link, &asker, changed).await
}

async fn hand(State(app): State<Arc<App>>, Path(link): Path<String>, asker: Asker) -> Result<Response, Failure> {
    let look = Look::asked(&app, &link, &asker).await?;
    let cards = heavy(|| look.opened.table.told_cards(look.opened.viewer));
    Ok(html(StatusCode::OK, hand::page(&look.shown(), &cards)))
}

/// How hints are wanted.
#[derive(Deserialize)]
struct Mode {
    /// 1: only before a blunder.
    warns: Option<u8>,
    /// The level of the hint that comes by itself, or `off`.
    always: Option<String>,
    /// 1: with notation. Nothing else changes then.
    notation: Option<u8>,
}

async fn mode(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(mode): Form<Mode>,
) -> Result<Response, Failure> {
    let mut look = Look::asked(&app, &link, &asker).await?;
    if let Some(notation) = mode.notation {
        look.notation = notation == 1;
        let cookie = AppendHeaders([remembered(NOTATION, u8::from(look.notation))]);
        return Ok(if is_part(&asker) {
            (cookie, html(StatusCode::OK, live::part(&look.shown(), None))).into_response()
        } else {
            (cookie, Redirect::to(&format!("/t/{link}"))).into_response()
        });
    }
    look.warns = mode.warns == Some(1);
    if let Some(name) = &mode.always {
        look.always = match name.as_str() {
            "off" => None,
            name => Some(level_of_every_step(name).ok_or_else(|| {
                TableError::new("no hint of this level comes by itself; expected off, instant, quick or strong")
            })?),
        };
    }
    let always = look.always.map_or("off", |level| level.name);
    let cookies = AppendHeaders([remembered(MODE, u8::from(look.warns)), remembered(ALWAYS, always)]);
    Ok(if is_part(&asker) {
        (cookies, html(StatusCode::OK, live::part(&look.shown(), None))).into_response()
    } else {
        (cookies, Redirect::to(&format!("/t/{link}"))).into_response()
    })
}

/// How long to think, and who.
#[derive(Deserialize)]
struct Asked {
    level: String,
    thinker: Option<String>,
    /// A move of which is asked why it is not recommended.
    about: Option<String>,
}

async fn panel(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    Query(asked): Query<Asked>,
    asker: Asker,
) -> Result<Response, Failure> {
    let mut look = Look::asked(&app, &link, &asker).await?;
    let level = level(&asked.level)?;
    look.thinker = match &asked.thinker {
        Some(name) => thinker(look.view.game, name)?,
        // Whoever asks about a move asks whom it is that thinks here.
        None if asked.about.is_some() => look.thinker,
        None => Thinker::Recommended,
    };
    let answer = if is_part(&asker) {
        html(
            StatusCode::OK,
            match &asked.about {
                None => hints::section(&look.shown(), Some(level.name)),
                Some(about) => hints::why(&look.shown(), level.name, about),
            },
        )
    } else {
        Redirect::to(&format!("/t/{link}")).into_response()
    };
    Ok(match asked.thinker {
        Some(_) => ([remembered(THINKER, look.thinker)], answer).into_response(),
        None => answer,
    })
}
