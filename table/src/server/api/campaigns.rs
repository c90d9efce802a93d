//! Campaigns for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{MethodRouter, get, post};
use heist_engine::any::AnyGame;
use heist_engine::campaign::Level;
use heist_engine::campaigns::CampaignInfo;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::seen::{Seen, SeenCampaign};
use crate::app::{App, AppError, CampaignSummary, blocking, random_seed};
use crate::campaign::{Campaign, begin_fields, begin_from_form};
use crate::table::{SetupField, TableError, form_from_json};

type Answer<T> = Result<T, AppError>;
type Shared = State<Arc<App>>;

/// Every route of campaigns: method, path and what answers it.
pub(super) fn table() -> Vec<(&'static str, &'static str, MethodRouter<Arc<App>>)> {
    vec![
        ("get", "/api/campaigns", get(list)),
        ("post", "/api/campaigns", post(begin)),
        ("get", "/api/c/{link}", get(look)),
        ("delete", "/api/c/{link}", axum::routing::delete(remove)),
        ("post", "/api/c/{link}/choose", post(choose)),
        ("post", "/api/c/{link}/open", post(open)),
        ("post", "/api/c/{link}/log", post(log)),
        ("post", "/api/c/{link}/give-up", post(give_up)),
    ]
}

/// What a game says of its campaign.
#[derive(Serialize)]
pub(super) struct Offer {
    heists: usize,
    level: Level,
    fields: Vec<SetupField>,
}

/// What there is to know of the campaign of a game; none if it has none.
pub(super) fn offer(game: &dyn AnyGame) -> Option<Offer> {
    let info = CampaignInfo::find(game.info().id)?;
    Some(Offer {
        heists: info.most_heists,
        level: info.level,
        fields: begin_fields(game),
    })
}

async fn list(State(app): Shared) -> Answer<Json<Vec<CampaignSummary>>> {
    Ok(Json(app.list_campaigns().await?))
}

/// What a campaign begins with: a setup, or fields of the form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Beginning {
    game: String,
    #[serde(default)]
    name: String,
    setup: Option<Map<String, Value>>,
    fields: Option<Map<String, Value>>,
}

async fn begin(State(app): Shared, Json(beginning): Json<Beginning>) -> Answer<(StatusCode, Json<SeenCampaign>)> {
    let seed = random_seed()?;
    let Beginning {
        game,
        name,
        setup,
        fields,
    } = beginning;
    let make = move || match (setup, fields) {
        (Some(_), Some(_)) => Err(TableError::new("expected one of `setup` and `fields`, not both")),
        (Some(setup), None) => Campaign::begin(&game, &Value::Object(setup).to_string()),
        (None, fields) => begin_from_form(&game, &form_from_json(fields.unwrap_or_default())?, seed),
    };
    let opened = app.begin_campaign(name, make).await?;
    Ok((StatusCode::CREATED, Json(opened.into())))
}

async fn look(State(app): Shared, Path(link): Path<String>) -> Answer<Json<SeenCampaign>> {
    Ok(Json(app.open_campaign(&link).await?.into()))
}

async fn remove(State(app): Shared, Path(link): Path<String>) -> Answer<StatusCode> {
    app.delete_campaign(&link).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is chosen before the next heist, as in setups or with the fields of the form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choosing {
    revision: Option<u64>,
    choice: Option<Map<String, Value>>,
    fields: Option<Map<String, Value>>,
}

async fn choose(
    State(app): Shared,
    Path(link): Path<String>,
    Json(choosing): Json<Choosing>,
) -> Answer<Json<SeenCampaign>> {
    let seed = random_seed()?;
    let Choosing {
        revision,
        choice,
        fields,
    } = choosing;
    let make = move |campaign: &Campaign| match (choice, fields) {
        (Some(choice), None) => campaign.choose(&Value::Object(choice).to_string()),
        (None, Some(fields)) => campaign.choose_from_form(&form_from_json(fields)?, seed),
        _ => Err(TableError::new("expected one of `choice` and `fields`")),
    };
    Ok(Json(app.choose(&link, revision, make).await?.into()))
}

/// The seed of the next heist; drawn if it is not given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    revision: Option<u64>,
    seed: Option<u64>,
}

async fn open(
    State(app): Shared,
    Path(link): Path<String>,
    Json(opening): Json<Opening>,
) -> Answer<(StatusCode, Json<Seen>)> {
    let seed = opening.seed.map_or_else(random_seed, Ok)?;
    let opened = app.open_heist(&link, opening.revision, seed).await?;
    let seen = blocking(move || Seen::from(opened)).await;
    let seen = seen.map_err(|_| AppError::Store("something failed inside; the table is open".to_owned()))?;
    Ok((StatusCode::CREATED, Json(seen)))
}

/// What a change without further fields is asked for with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    revision: Option<u64>,
}

async fn log(State(app): Shared, Path(link): Path<String>, Json(made): Json<Made>) -> Answer<Json<SeenCampaign>> {
    Ok(Json(app.log_heist(&link, made.revision).await?.into()))
}

async fn give_up(State(app): Shared, Path(link): Path<String>, Json(made): Json<Made>) -> Answer<Json<SeenCampaign>> {
    Ok(Json(app.give_up_heist(&link, made.revision).await?.into()))
}
