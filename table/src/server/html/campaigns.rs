//! Campaigns: beginning one, its page, and what is changed on it.

use std::sync::Arc;

use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::look::{Asker, heavy};
use super::reply::{Failure, Fields, field, html};
use crate::app::{App, AppError, OpenedCampaign, random_seed};
use crate::campaign::{Campaign, begin_fields, begin_from_form, game_with_campaign};
use crate::page::campaign::{self, ShownCampaign};
use crate::table::TableError;

/// The campaign of which game is to be played.
#[derive(Deserialize)]
pub(super) struct Chosen {
    game: String,
}

pub(super) async fn new_campaign(Query(chosen): Query<Chosen>) -> Result<Response, Failure> {
    Ok(html(StatusCode::OK, beginning(&chosen.game, &Fields::new(), None)?))
}

fn beginning(game: &str, given: &Fields, error: Option<&TableError>) -> Result<maud::Markup, TableError> {
    let game = game_with_campaign(game)?;
    let names = (game.info().id, game.info().name);
    Ok(campaign::new_campaign(names, &begin_fields(game), given, error))
}

pub(super) async fn begin(State(app): State<Arc<App>>, Form(fields): Form<Fields>) -> Result<Response, Failure> {
    let given = |name: &str| field(&fields, name).unwrap_or_default().to_owned();
    let (game, name, seed) = (given("game"), given("name"), random_seed()?);
    // Of a game without a campaign there is no form that could say what is wrong.
    game_with_campaign(&game)?;
    let form = fields.clone();
    let id = game.clone();
    let begun = app
        .begin_campaign(name, move || begin_from_form(&id, &form, seed))
        .await;
    match begun {
        Ok(opened) => Ok(Redirect::to(&format!("/c/{}", opened.link)).into_response()),
        Err(AppError::Table(error)) => {
            let page = beginning(&game, &fields, Some(&error))?;
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page))
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn look(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
) -> Result<Response, Failure> {
    let opened = app.open_campaign(&link).await?;
    Ok(shown(&opened, None, StatusCode::OK, &asker, None))
}

/// The page of a campaign. `given`: what was entered in the form of choices, if something was wrong with it.
fn shown(
    opened: &OpenedCampaign,
    error: Option<&TableError>,
    status: StatusCode,
    asker: &Asker,
    given: Option<&Fields>,
) -> Response {
    let page = heavy(|| {
        let chosen = opened.campaign.choice_form();
        let shown = ShownCampaign {
            name: &opened.name,
            link: &opened.link,
            revision: opened.revision,
            view: &opened.view(),
            choice: given.unwrap_or(&chosen),
            is_host: asker.is_host,
        };
        campaign::page(&shown, error)
    });
    html(status, page)
}

/// The answer to a change: the campaign as it stands now, with an error if the change could not be made.
async fn answer(
    app: &App,
    link: &str,
    asker: &Asker,
    changed: Result<String, AppError>,
    given: Option<&Fields>,
) -> Result<Response, Failure> {
    let status = match &changed {
        Ok(_) => StatusCode::SEE_OTHER,
        Err(error) => error.status(),
    };
    match changed {
        Ok(address) => Ok(Redirect::to(&address).into_response()),
        Err(AppError::Table(error)) => {
            let opened = app.open_campaign(link).await?;
            Ok(shown(&opened, Some(&error), status, asker, given))
        }
        Err(
            ref error @ (AppError::CampaignStale(ref opened)
            | AppError::InPlay(ref opened)
            | AppError::NotInPlay(ref opened)),
        ) => {
            let told = TableError::new(error);
            Ok(shown(opened, Some(&told), status, asker, None))
        }
        Err(error) => Err(error.into()),
    }
}

/// The revision that a page was made from.
fn revision(fields: &Fields) -> Option<u64> {
    field(fields, "revision").and_then(|text| text.parse().ok())
}

pub(super) async fn choose(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let chosen = save(&app, &link, &fields).await;
    let changed = chosen.map(|_| format!("/c/{link}"));
    answer(&app, &link, &asker, changed, Some(&fields)).await
}

/// Chooses what a form says.
async fn save(app: &App, link: &str, fields: &Fields) -> Result<OpenedCampaign, AppError> {
    let (form, seed) = (fields.clone(), random_seed()?);
    let make = move |campaign: &Campaign| campaign.choose_from_form(&form, seed);
    app.choose(link, revision(fields), make).await
}

/// Saves the choices of the form, then opens the table.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let opened = save_and_open(&app, &link, &fields).await;
    let changed = opened.map(|table| format!("/t/{table}"));
    answer(&app, &link, &asker, changed, Some(&fields)).await
}

async fn save_and_open(app: &App, link: &str, fields: &Fields) -> Result<String, AppError> {
    let mut revision = revision(fields);
    // A form that asks for nothing chooses nothing.
    let is_choice = |(name, _): &(String, String)| name != "revision";
    if fields.iter().any(is_choice) {
        revision = Some(save(app, link, fields).await?.revision);
    }
    Ok(app.open_heist(link, revision, random_seed()?).await?.link)
}

/// Writes the result of the heist in play into the log.
pub(super) async fn log(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let logged = app.log_heist(&link, revision(&fields)).await;
    let changed = logged.map(|_| format!("/c/{link}"));
    answer(&app, &link, &asker, changed, None).await
}

pub(super) async fn give_up(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let given_up = app.give_up_heist(&link, revision(&fields)).await;
    let changed = given_up.map(|_| format!("/c/{link}"));
    answer(&app, &link, &asker, changed, None).await
}

pub(super) async fn delete(State(app): State<Arc<App>>, Path(link): Path<String>) -> Result<Response, Failure> {
    app.delete_campaign(&link).await?;
    Ok(Redirect::to("/").into_response())
}
