//! The JSON side: what the page does, for programs. `openapi.json` describes it.

mod campaigns;
mod seen;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use axum::{Json, Router};
use futures_util::stream;
use heist_agents::Thinker;
use heist_draw::{Layout, SvgStyle, Theme};
use heist_engine::any::{self, AnyGame};
use heist_engine::game::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use self::seen::{Seen, SeenCampaign};
use super::analysis;
use super::refused;
use crate::app::{App, AppError, Opened, Summary, blocking, random_seed};
use crate::table::{
    Change, Entry, PositionProblem, SetupField, Table, TableError, Viewer, form_from_json, read_record, setup_fields,
    setup_from_form,
};

/// The description of all this.
const DESCRIPTION: &str = include_str!("openapi.json");

/// How often a stream with nothing to say shows that it is there.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

/// The most parts of a picture that are pointed at.
const HIGHLIGHT_LIMIT: usize = 64;

type Answer<T> = Result<T, AppError>;
type Shared = State<Arc<App>>;

/// Every route: method, path and what answers it.
fn table() -> Vec<(&'static str, &'static str, MethodRouter<Arc<App>>)> {
    let tables = vec![
        ("get", "/api/openapi.json", get(description)),
        ("get", "/api/games", get(games)),
        ("get", "/api/tables", get(list)),
        ("post", "/api/tables", post(create)),
        ("get", "/api/t/{link}", get(look)),
        ("delete", "/api/t/{link}", delete(remove)),
        ("get", "/api/t/{link}/position", get(position)),
        ("get", "/api/t/{link}/record", get(record)),
        ("get", "/api/t/{link}/picture.svg", get(picture)),
        ("get", "/api/t/{link}/events", get(events)),
        ("post", "/api/t/{link}/enter", post(enter)),
        ("post", "/api/t/{link}/undo", post(undo)),
        ("post", "/api/t/{link}/redo", post(redo)),
        ("post", "/api/t/{link}/go-to", post(go_to)),
        ("post", "/api/t/{link}/return", post(return_to)),
        ("post", "/api/t/{link}/name", post(name)),
        ("post", "/api/t/{link}/names", post(name_players)),
        ("post", "/api/t/{link}/anybody-enters", post(anybody_enters)),
        ("post", "/api/t/{link}/change", post(change_entry)),
        ("post", "/api/t/{link}/replay", post(replay)),
        ("post", "/api/t/{link}/leave-rest", post(leave_rest)),
        ("post", "/api/t/{link}/correct", post(correct)),
        ("post", "/api/t/{link}/take-seat", post(take_seat)),
        ("post", "/api/t/{link}/leave-seat", post(leave_seat)),
        ("get", "/api/analysis", get(analysis::upgrade)),
    ];
    tables.into_iter().chain(campaigns::table()).collect()
}

/// The method and path of every route.
pub fn paths() -> Vec<(&'static str, &'static str)> {
    table().into_iter().map(|(method, path, _)| (method, path)).collect()
}

/// Every route for programs.
pub(super) fn routes() -> Router<Arc<App>> {
    let router = Router::new();
    table()
        .into_iter()
        .fold(router, |router, (_, path, answer)| router.route(path, answer))
}

#[derive(Serialize)]
struct Problem {
    error: String,
    problems: Vec<PositionProblem>,
    /// How the table stands, when it has changed in the meantime.
    #[serde(skip_serializing_if = "Option::is_none")]
    present: Option<Seen>,
    /// How the campaign stands, when it cannot be changed as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    campaign: Option<SeenCampaign>,
}

impl AppError {
    /// The status that says what went wrong.
    pub fn status(&self) -> StatusCode {
        match self {
            AppError::NotFound | AppError::NoCampaign => StatusCode::NOT_FOUND,
            AppError::Stale(_) | AppError::Taken => StatusCode::CONFLICT,
            AppError::CampaignStale(_) | AppError::InPlay(_) | AppError::NotInPlay(_) => StatusCode::CONFLICT,
            AppError::Table(_) => StatusCode::UNPROCESSABLE_ENTITY,
            AppError::Full => StatusCode::INSUFFICIENT_STORAGE,
            AppError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let (status, error) = (self.status(), self.to_string());
        let mut problem = Problem {
            error,
            problems: Vec::new(),
            present: None,
            campaign: None,
        };
        match self {
            AppError::Table(error) => problem.problems = error.problems,
            AppError::Stale(opened) => problem.present = Some(Seen::from(*opened)),
            AppError::CampaignStale(opened) | AppError::InPlay(opened) | AppError::NotInPlay(opened) => {
                problem.campaign = Some(SeenCampaign::from(*opened));
            }
            AppError::NotFound | AppError::NoCampaign | AppError::Taken | AppError::Full | AppError::Store(_) => {}
        }
        (status, Json(problem)).into_response()
    }
}

/// Puts the errors of the web server itself into JSON as well, below `/api/`.
pub(super) async fn explain(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let response = next.run(request).await;
    let is_error = response.status().is_client_error() || response.status().is_server_error();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_api || !is_error || is_json {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = refused::text_of(body).await;
    let error = match text.trim() {
        "" => parts.status.canonical_reason().unwrap_or("the request was refused"),
        text => text,
    };
    let body = json!({"error": error, "problems": []}).to_string();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(
        header::CONTENT_TYPE,
        header::HeaderValue::from_static("application/json"),
    );
    Response::from_parts(parts, Body::from(body))
}

async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}

#[derive(Serialize)]
struct Playable {
    id: &'static str,
    name: &'static str,
    fields: Vec<SetupField>,
    thinkers: Vec<ThinkerInfo>,
    campaign: Option<campaigns::Offer>,
}

/// Who may think about decisions of a game: the name that asks for it, and what it is.
#[derive(Serialize)]
struct ThinkerInfo {
    name: String,
    label: String,
}

impl From<Thinker> for ThinkerInfo {
    fn from(thinker: Thinker) -> ThinkerInfo {
        ThinkerInfo {
            name: thinker.to_string(),
            label: thinker.label(),
        }
    }
}

async fn games() -> Json<Vec<Playable>> {
    let games = any::infos().map(|game| Playable {
        id: game.id,
        name: game.name,
        fields: setup_fields(game),
        thinkers: any::find(game.id)
            .map_or(Vec::new(), Thinker::all)
            .into_iter()
            .map(ThinkerInfo::from)
            .collect(),
        campaign: any::find(game.id).and_then(campaigns::offer),
    });
    Json(games.collect())
}

async fn list(State(app): Shared) -> Answer<Json<Vec<Summary>>> {
    Ok(Json(app.list().await?))
}

/// What a table begins with: a setup, or fields of the form, or a record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Beginning {
    game: String,
    #[serde(default)]
    name: String,
    setup: Option<Map<String, Value>>,
    fields: Option<Map<String, Value>>,
    seed: Option<u64>,
    record: Option<String>,
}

async fn create(State(app): Shared, Json(beginning): Json<Beginning>) -> Answer<(StatusCode, Json<Seen>)> {
    let game = beginning.game.clone();
    let name = beginning.name.clone();
    let begun = blocking(move || {
        // An unknown game is refused by the app, which knows what there is.
        let game = any::find(&beginning.game);
        game.map_or(Ok(Default::default()), |game| setup(game, beginning))
    });
    let (setup, entries) = begun.await??;
    let opened = app.create(&game, setup, entries, name).await?;
    Ok((StatusCode::CREATED, Json(opened.into())))
}

fn setup(game: &dyn AnyGame, beginning: Beginning) -> Answer<(String, Vec<Entry>)> {
    let seed = beginning.seed.map_or_else(random_seed, Ok)?;
    match (beginning.setup, beginning.fields, beginning.record) {
        (Some(setup), None, None) => Ok((Value::Object(setup).to_string(), Vec::new())),
        (None, None, Some(record)) => Ok(read_record(game, &record)?),
        (None, fields, None) => {
            let fields = form_from_json(fields.unwrap_or_default())?;
            Ok((setup_from_form(game, &fields, seed)?, Vec::new()))
        }
        _ => Err(TableError::new("expected one of `setup`, `fields` and `record`, not several").into()),
    }
}

/// Works something out about a table, apart from the threads that answer.
async fn about<T: Send + 'static>(opened: Opened, work: impl FnOnce(Opened) -> T + Send + 'static) -> Answer<T> {
    blocking(move || work(opened)).await
}

async fn seen(opened: Opened) -> Answer<Json<Seen>> {
    about(opened, |opened| Json(Seen::from(opened))).await
}

async fn look(State(app): Shared, Path(link): Path<String>) -> Answer<Json<Value>> {
    let taken = app.seats_taken(&link).await?;
    let Json(seen) = seen(app.open(&link).await?).await?;
    let mut seen = serde_json::to_value(seen).map_err(|error| AppError::Store(error.to_string()))?;
    if let Some(fields) = seen.as_object_mut() {
        fields.insert("seats_taken".to_owned(), json!(taken));
    }
    Ok(Json(seen))
}

async fn remove(State(app): Shared, Path(link): Path<String>) -> Answer<StatusCode> {
    app.delete(&link).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn position(State(app): Shared, Path(link): Path<String>) -> Answer<Response> {
    let opened = app.open(&link).await?;
    let position = about(opened, |opened| opened.table.position(opened.viewer)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], position).into_response())
}

async fn record(State(app): Shared, Path(link): Path<String>) -> Answer<Response> {
    let opened = app.open(&link).await?;
    let record = about(opened, |opened| opened.table.record()).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], record).into_response())
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LayoutName {
    Wide,
    Narrow,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ThemeName {
    Light,
    Dark,
}

/// How a picture is to be drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawing {
    layout: Option<LayoutName>,
    theme: Option<ThemeName>,
    /// What to point at, separated by commas.
    highlight: Option<String>,
}

async fn picture(State(app): Shared, Path(link): Path<String>, Query(drawing): Query<Drawing>) -> Answer<Response> {
    let opened = app.open(&link).await?;
    let spots = drawing.highlight.as_deref().unwrap_or_default();
    let style = SvgStyle {
        is_edited: false,
        layout: match drawing.layout {
            Some(LayoutName::Narrow) => Layout::Narrow,
            Some(LayoutName::Wide) | None => Layout::Wide,
        },
        theme: match drawing.theme {
            Some(ThemeName::Dark) => Theme::Dark,
            Some(ThemeName::Light) | None => Theme::Light,
        },
        highlight: spots
            .split(',')
            .filter(|spot| !spot.is_empty())
            .take(HIGHLIGHT_LIMIT)
            .map(str::to_owned)
            .collect(),
        happened: None,
    };
    let picture = about(opened, move |opened| opened.table.picture(opened.viewer, &style)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The revision, now and after every change; ends when the table is deleted.
async fn events(State(app): Shared, Path(link): Path<String>) -> Answer<impl IntoResponse> {
    let opened = app.open(&link).await?;
    let mut watched = app.watch(&opened.id);
    watched.mark_changed();
    // The table stays in memory as long as somebody watches it.
    let events = stream::unfold((watched, opened), async |(mut watched, opened)| {
        watched.changed().await.ok()?;
        let revision = *watched.borrow_and_update();
        let event = Event::default()
            .event("table")
            .data(json!({"revision": revision}).to_string());
        Some((Ok::<_, Infallible>(event), (watched, opened)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// A step that is entered.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entering {
    revision: Option<u64>,
    step: String,
}

async fn enter(State(app): Shared, Path(link): Path<String>, Json(entering): Json<Entering>) -> Answer<Json<Seen>> {
    let Entering { revision, step } = entering;
    change(&app, &link, revision, move |table, viewer| table.enter(viewer, &step)).await
}

/// How many entries to undo or redo.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moving {
    revision: Option<u64>,
    count: Option<usize>,
}

/// Without a count it is the last thing entered that is undone, which may be a card of a hand rather than an entry.
async fn undo(State(app): Shared, Path(link): Path<String>, Json(moving): Json<Moving>) -> Answer<Json<Seen>> {
    change(&app, &link, moving.revision, move |table, viewer| match moving.count {
        Some(count) => table.undo(count),
        None => table.undo_last(viewer),
    })
    .await
}

async fn redo(State(app): Shared, Path(link): Path<String>, Json(moving): Json<Moving>) -> Answer<Json<Seen>> {
    let count = moving.count.unwrap_or(1);
    change(&app, &link, moving.revision, move |table, _| table.redo(count)).await
}

/// A place in the list of entries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoingTo {
    revision: Option<u64>,
    entries: usize,
}

async fn go_to(State(app): Shared, Path(link): Path<String>, Json(going): Json<GoingTo>) -> Answer<Json<Seen>> {
    change(&app, &link, going.revision, move |table, _| table.go_to(going.entries)).await
}

/// A line, by its number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Returning {
    revision: Option<u64>,
    line: u32,
}

async fn return_to(
    State(app): Shared,
    Path(link): Path<String>,
    Json(returning): Json<Returning>,
) -> Answer<Json<Seen>> {
    let Returning { revision, line } = returning;
    change(&app, &link, revision, move |table, _| table.return_to(line)).await
}

/// The name of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Naming {
    revision: Option<u64>,
    line: u32,
    name: String,
}

async fn name(State(app): Shared, Path(link): Path<String>, Json(naming): Json<Naming>) -> Answer<Json<Seen>> {
    let Naming { revision, line, name } = naming;
    change(&app, &link, revision, move |table, _| table.name_line(line, &name)).await
}

/// The names of the players, by seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamingPlayers {
    revision: Option<u64>,
    names: Vec<String>,
}

async fn name_players(
    State(app): Shared,
    Path(link): Path<String>,
    Json(naming): Json<NamingPlayers>,
) -> Answer<Json<Seen>> {
    let NamingPlayers { revision, names } = naming;
    change(&app, &link, revision, move |table, _| table.name_players(&names)).await
}

/// Whether everybody may enter everything.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Agreeing {
    revision: Option<u64>,
    anybody_enters: bool,
}

async fn anybody_enters(
    State(app): Shared,
    Path(link): Path<String>,
    Json(agreeing): Json<Agreeing>,
) -> Answer<Json<Seen>> {
    let Agreeing {
        revision,
        anybody_enters,
    } = agreeing;
    change(&app, &link, revision, move |table, _| {
        Ok(table.let_anybody_enter(anybody_enters))
    })
    .await
}

/// Another step in the place of an entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changing {
    revision: Option<u64>,
    entry: usize,
    step: String,
}

async fn change_entry(
    State(app): Shared,
    Path(link): Path<String>,
    Json(changing): Json<Changing>,
) -> Answer<Json<Seen>> {
    let Changing { revision, entry, step } = changing;
    change(&app, &link, revision, move |table, _| table.change(entry, &step)).await
}

/// Entries of a line from a number on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replaying {
    revision: Option<u64>,
    line: u32,
    from: usize,
}

async fn replay(State(app): Shared, Path(link): Path<String>, Json(replaying): Json<Replaying>) -> Answer<Json<Seen>> {
    let Replaying { revision, line, from } = replaying;
    change(&app, &link, revision, move |table, _| table.replay(line, from)).await
}

/// What is left over needs no further words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeavingRest {
    revision: Option<u64>,
}

async fn leave_rest(
    State(app): Shared,
    Path(link): Path<String>,
    Json(leaving): Json<LeavingRest>,
) -> Answer<Json<Seen>> {
    change(&app, &link, leaving.revision, |table, _| table.leave_rest()).await
}

/// A position that takes the place of the state.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Correcting {
    revision: Option<u64>,
    position: Map<String, Value>,
    #[serde(default)]
    overridden: bool,
}

async fn correct(
    State(app): Shared,
    Path(link): Path<String>,
    Json(correcting): Json<Correcting>,
) -> Answer<Json<Seen>> {
    let position = Value::Object(correcting.position).to_string();
    change(&app, &link, correcting.revision, move |table, viewer| {
        table.correct(viewer, &position, correcting.overridden)
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TakingSeat {
    seat: Seat,
}

async fn take_seat(State(app): Shared, Path(link): Path<String>, Json(taking): Json<TakingSeat>) -> Answer<Json<Seen>> {
    seen(app.take_seat(&link, taking.seat).await?).await
}

/// A seat is known by its link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Leaving {}

async fn leave_seat(
    State(app): Shared,
    Path(link): Path<String>,
    Json(Leaving {}): Json<Leaving>,
) -> Answer<Json<Seen>> {
    seen(app.leave_seat(&link).await?).await
}

async fn change(
    app: &App,
    link: &str,
    revision: Option<u64>,
    make: impl FnOnce(&Table, Viewer) -> Result<Change, TableError> + Send + 'static,
) -> Answer<Json<Seen>> {
    seen(app.change(link, revision, make).await?).await
}
