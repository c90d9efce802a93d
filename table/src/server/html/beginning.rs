//! The tables there are, and beginning another.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use heist_engine::any::find_info;
use heist_engine::campaigns::CampaignInfo;
use heist_engine::describe::counted;
use serde::Deserialize;

use super::editor;
use super::look::{Asker, heavy};
use super::reply::{Failure, Fields, field, game_of, html, setup};
use crate::app::{App, AppError, CampaignSummary, Summary};
use crate::page::home::{self, Listed};
use crate::table::{TableError, game_of_position, game_of_record, read_record};

pub(super) async fn home(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let page = page(&app, None).await?;
    Ok(html(StatusCode::OK, page))
}

/// The first page. Only the host is let through to it, so the list is his to see.
async fn page(app: &App, error: Option<&TableError>) -> Result<maud::Markup, AppError> {
    let tables: Vec<Listed> = app.list().await?.into_iter().map(listed).collect();
    let campaigns = app.list_campaigns().await?.into_iter();
    let campaigns: Vec<Listed> = campaigns.map(listed_campaign).collect();
    Ok(home::page(&tables, &campaigns, error))
}

fn listed_campaign(campaign: CampaignSummary) -> Listed {
    let info = CampaignInfo::find(&campaign.game);
    let most = info.map_or(campaign.played, |info| info.most_heists);
    Listed {
        game: info.map_or(campaign.game, |info| info.name.to_owned()),
        name: campaign.name,
        link: campaign.link,
        state: if campaign.is_over {
            format!("over after {}", counted(campaign.played, "heist"))
        } else {
            format!("heist {} of {most}", campaign.played + 1)
        },
        changed: ago(campaign.changed),
    }
}

fn listed(table: Summary) -> Listed {
    let game = find_info(&table.game);
    Listed {
        game: game.map_or(table.game, |game| game.name.to_owned()),
        name: table.name,
        link: table.link,
        state: match table.ending {
            Some(ending) => format!("over: {ending}"),
            None => format!("turn {}", table.turn),
        },
        changed: ago(table.changed),
    }
}

/// How long ago a moment in milliseconds since 1970 was.
fn ago(moment: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let minutes = (now.as_secs()).saturating_sub(moment / 1000) / 60;
    let units = |number: u64, unit: &str| match number {
        1 => format!("1 {unit} ago"),
        _ => format!("{number} {unit}s ago"),
    };
    match minutes {
        0 => "just now".to_owned(),
        1..60 => units(minutes, "minute"),
        60..1440 => units(minutes / 60, "hour"),
        _ => units(minutes / 1440, "day"),
    }
}

/// Which game is to be played.
#[derive(Deserialize)]
pub(super) struct Chosen {
    game: String,
}

pub(super) async fn new_table(Query(chosen): Query<Chosen>) -> Result<Response, Failure> {
    let game = game_of(&chosen.game)?;
    Ok(html(StatusCode::OK, home::new_table(game.info(), &[], None)))
}

pub(super) async fn begin(State(app): State<Arc<App>>, Form(fields): Form<Fields>) -> Result<Response, Failure> {
    let game = game_of(field(&fields, "game").unwrap_or_default())?;
    let begun = match setup(game, &fields) {
        Ok(setup) => {
            let name = field(&fields, "name").unwrap_or_default().to_owned();
            app.create(game.info().id, setup, Vec::new(), name).await
        }
        Err(error) => Err(error),
    };
    match begun {
        Ok(opened) => Ok(Redirect::to(&format!("/t/{}", opened.link)).into_response()),
        Err(AppError::Table(error)) => Ok(html(
            StatusCode::UNPROCESSABLE_ENTITY,
            home::new_table(game.info(), &fields, Some(&error)),
        )),
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn open_record(
    State(app): State<Arc<App>>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let record = field(&fields, "record").unwrap_or_default();
    let name = field(&fields, "name").unwrap_or_default().to_owned();
    if let Some(game) = game_of_position(record) {
        return match game_of(&game) {
            Ok(game) => editor::pasted(&app, &asker, game, record, &name).await,
            Err(error) => Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page(&app, Some(&error)).await?)),
        };
    }
    let read = heavy(|| {
        let game = game_of(&game_of_record(record)?)?;
        Ok((game, read_record(game, record)?))
    });
    let opened = match read {
        Ok((game, (setup, entries))) => app.create(game.info().id, setup, entries, name).await,
        Err(error) => Err(AppError::Table(error)),
    };
    match opened {
        Ok(opened) => Ok(Redirect::to(&format!("/t/{}", opened.link)).into_response()),
        Err(AppError::Table(error)) => Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page(&app, Some(&error)).await?)),
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn delete(State(app): State<Arc<App>>, Path(link): Path<String>) -> Result<Response, Failure> {
    app.delete(&link).await?;
    Ok(Redirect::to("/").into_response())
}
