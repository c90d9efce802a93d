//! Practice: positions to find the best move in. It is the host's side; nothing of it touches a table, and nothing is
//! kept.

use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use heist_draw::SvgStyle;
use heist_draw::any::{draw_svg, explain_all};
use serde::Deserialize;

use super::look::heavy;
use super::looking::screen;
use super::reply::html;
use crate::page::practice::{self, Asked, Sitting};
use crate::server::refused::Told;
use heist_advice::choice::Choice;
use heist_advice::practice::{Set, shipped};

/// What an address says of a sitting, and of a choice or a picture.
#[derive(Default, Deserialize)]
pub(super) struct Wish {
    #[serde(default)]
    asked: u32,
    #[serde(default)]
    right: u32,
    /// The move that was chosen.
    step: Option<String>,
    /// The move that a picture points out beside the best one.
    #[serde(rename = "move")]
    chosen: Option<String>,
    layout: Option<String>,
    theme: Option<String>,
}

pub(super) async fn games() -> Response {
    html(StatusCode::OK, practice::games(shipped()))
}

/// Why there is no page.
pub(super) enum Refused {
    /// There is no such position; the message says which there are.
    Position(String),
    /// There is no such move.
    Move(String),
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self {
            Refused::Position(message) => Told::response(StatusCode::NOT_FOUND, "No such position", message),
            Refused::Move(message) => Told::response(StatusCode::UNPROCESSABLE_ENTITY, "No such move", message),
        }
    }
}

/// The position of an address.
fn asked(game: &str, number: &str, wish: &Wish) -> Result<Asked<'static>, Refused> {
    let refused = Refused::Position;
    let known = || {
        let names: Vec<&str> = shipped().iter().map(|set| set.game.info().id).collect();
        names.join(", ")
    };
    let set: &'static Set = shipped().iter().find(|set| set.game.info().id == game).ok_or_else(|| {
        refused(format!(
            "no positions of a game `{game}`; there are some of: {}",
            known()
        ))
    })?;
    let found = number.parse().ok().and_then(|number: usize| {
        let puzzle = set.puzzles.get(number.checked_sub(1)?)?;
        Some((number, puzzle))
    });
    let count = set.puzzles.len();
    let (number, puzzle) = found.ok_or_else(|| refused(format!("no position `{number}`; expected 1 to {count}")))?;
    Ok(Asked {
        set,
        number,
        puzzle,
        sitting: Sitting {
            asked: wish.asked,
            right: wish.right.min(wish.asked),
        },
    })
}

pub(super) async fn question(
    Path((game, number)): Path<(String, String)>,
    Query(wish): Query<Wish>,
) -> Result<Response, Refused> {
    let asked = asked(&game, &number, &wish)?;
    let choices: Vec<Choice> = heavy(|| explain_all(&*asked.puzzle.state))
        .into_iter()
        .map(Choice::from)
        .collect();
    Ok(html(StatusCode::OK, practice::question(&asked, &choices)))
}

pub(super) async fn answer(
    Path((game, number)): Path<(String, String)>,
    Query(wish): Query<Wish>,
) -> Result<Response, Refused> {
    let asked = asked(&game, &number, &wish)?;
    let step = wish.step.unwrap_or_default();
    let Some(verdict) = asked.puzzle.judge(&step) else {
        let message = format!("`{step}` is not a move of this position; expected one of those on its page");
        return Err(Refused::Move(message));
    };
    let sitting = asked.sitting.with(verdict.is_right());
    Ok(html(StatusCode::OK, practice::answer(&asked, &verdict, sitting)))
}

pub(super) async fn picture(
    Path((game, number)): Path<(String, String)>,
    Query(wish): Query<Wish>,
) -> Result<Response, Refused> {
    let puzzle = asked(&game, &number, &wish)?.puzzle;
    // Without a choice the picture gives nothing away.
    let verdict = wish.chosen.and_then(|chosen| puzzle.judge(&chosen));
    let spots = verdict.map(|verdict| verdict.choice.spots.into_iter().chain(verdict.better.spots).collect());
    let (layout, theme) = screen(wish.layout.as_deref(), wish.theme.as_deref());
    let style = SvgStyle {
        layout,
        theme,
        is_edited: false,
        happened: None,
        highlight: spots.unwrap_or_default(),
    };
    let drawn = heavy(|| draw_svg(&*puzzle.state, &style));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}
