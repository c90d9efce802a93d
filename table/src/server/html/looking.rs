//! What is looked at and changes nothing: the picture, looking ahead, looking back, the record.

use std::sync::Arc;

use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use heist_draw::{Layout, SvgStyle, Theme};
use serde::Deserialize;

use super::look::{Look, heavy};
use super::memory::Memory;
use super::reply::{Failure, html};
use crate::app::{App, Opened};
use crate::page;
use crate::page::review::Board;
use crate::page::what_if::{self, Walk};
use crate::table::{Table, TableError, steps};
use heist_advice::curve_svg;

/// How many steps can be walked ahead.
const STEPS: usize = 100;

/// What of a table is looked at, and how.
#[derive(Deserialize)]
pub(super) struct Wish {
    layout: Option<String>,
    theme: Option<String>,
    /// The number of entries that a line starts after.
    from: Option<usize>,
    /// The steps of a line, with semicolons between them.
    line: Option<String>,
    /// One more.
    step: Option<String>,
    /// The key of a position that is tried out instead of the table's own.
    imagined: Option<String>,
    /// The decisions of a plan that a picture shows as a suggestion, with semicolons between them.
    plan: Option<String>,
    /// How many of them were walked, all where there is one more; in a picture the revision, which only tells browsers
    /// pictures apart.
    at: Option<u64>,
    /// What a picture has rings around, with spaces between the spots.
    ring: Option<String>,
}

impl Wish {
    fn screen(&self) -> (Layout, Theme) {
        screen(self.layout.as_deref(), self.theme.as_deref())
    }

    /// The steps of the line.
    fn steps(&self) -> Result<Vec<String>, TableError> {
        limited(self.line.iter().chain(&self.step).flat_map(|line| steps(line)))
    }

    /// The steps of the plan.
    fn plan(&self) -> Result<Vec<String>, TableError> {
        limited(self.plan.iter().flat_map(|plan| steps(plan)))
    }
}

/// The screen that a picture is for: a laptop's and light unless something else is said.
pub(super) fn screen(layout: Option<&str>, theme: Option<&str>) -> (Layout, Theme) {
    let layout = match layout {
        Some("narrow") => Layout::Narrow,
        _ => Layout::Wide,
    };
    let theme = match theme {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    (layout, theme)
}

/// Steps that are walked, of which there may not be too many.
fn limited<'a>(steps: impl Iterator<Item = &'a str>) -> Result<Vec<String>, TableError> {
    let steps: Vec<String> = steps.filter(|step| !step.is_empty()).map(str::to_owned).collect();
    match steps.len() {
        0..=STEPS => Ok(steps),
        count => Err(TableError::new(format!(
            "{count} steps ahead; expected at most {STEPS}"
        ))),
    }
}

/// The table after some steps of a line.
fn walked(opened: &Opened, memory: &Memory, wish: &Wish, steps: &[String]) -> Result<Arc<Table>, TableError> {
    let start = match (&wish.imagined, wish.from) {
        (Some(key), _) => memory.imagined(&opened.link, key).ok_or_else(|| {
            TableError::new(
                "the position that was tried out is not remembered any more; set it up again with Correct something",
            )
        })?,
        (None, Some(entry)) => opened.table.go_to(entry)?.table,
        (None, None) => Arc::clone(&opened.table),
    };
    if steps.is_empty() {
        Ok(start)
    } else {
        heavy(|| start.what_if(opened.viewer, steps)).map(Arc::new)
    }
}

/// The spots that are ringed, of which more than a picture can have are left out.
fn rings(given: Option<&str>) -> Vec<String> {
    given
        .unwrap_or_default()
        .split_whitespace()
        .take(STEPS)
        .map(str::to_owned)
        .collect()
}

fn svg(picture: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
}

pub(super) async fn picture(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Response, Failure> {
    let opened = app.open(&link).await?;
    let table = walked(&opened, &memory, &wish, &wish.steps()?)?;
    let (layout, theme) = wish.screen();
    let happened = heavy(|| table.view(opened.viewer).log.pop().map(|line| line.text));
    let style = SvgStyle {
        layout,
        theme,
        happened,
        highlight: rings(wish.ring.as_deref()),
        ..SvgStyle::default()
    };
    let plan = wish.plan()?;
    if plan.is_empty() {
        return Ok(svg(heavy(|| table.picture(opened.viewer, &style))));
    }
    let planned = heavy(|| table.what_if(opened.viewer, &plan))?;
    Ok(svg(heavy(|| table.picture_of_plan(opened.viewer, &planned, &style))))
}

pub(super) async fn what_if(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    Query(wish): Query<Wish>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let mut look = Look::at(&app, &link, &headers).await?;
    let line = wish.steps()?;
    let at = match (&wish.step, wish.at.and_then(|at| usize::try_from(at).ok())) {
        (Some(_), _) => line.len(),
        (None, at) => at.unwrap_or(0).min(line.len()),
    };
    let start = walked(&look.opened, &memory, &wish, &[])?.view(look.opened.viewer);
    let ahead = walked(&look.opened, &memory, &wish, &line[..at])?;
    (look.view, look.boards) = (ahead.view(look.opened.viewer), ahead.boards(look.opened.viewer));
    // What can come out only one way happens by itself, so there may be more lines than steps.
    let mut ahead = look.view.log.get(start.log.len()..).unwrap_or_default();
    let text_of = |step: &String| {
        let Some(place) = ahead.iter().position(|line| line.notation == *step) else {
            return String::new();
        };
        let text = ahead[place].text.clone();
        ahead = &ahead[place + 1..];
        text
    };
    let walk = Walk {
        from: wish.from,
        imagined: wish.imagined,
        texts: line[..at].iter().map(text_of).collect(),
        line,
        at,
    };
    Ok(html(StatusCode::OK, what_if::page(&look.shown(), &walk)))
}

pub(super) async fn after(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let look = Look::at(&app, &link, &headers).await?;
    let after = memory.after(&look.opened, look.opened.revision);
    Ok(html(StatusCode::OK, page::after::page(&look.shown(), after.as_deref())))
}

pub(super) async fn curve(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Response, Failure> {
    let opened = app.open(&link).await?;
    let (layout, theme) = wish.screen();
    // Drawn beside a page that shows the table as it was then.
    Ok(match memory.after(&opened, wish.at.unwrap_or(opened.revision)) {
        Some(after) => svg(curve_svg(&after, layout, theme)),
        None => Redirect::to(&format!("/t/{link}/after")).into_response(),
    })
}

pub(super) async fn review(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let look = Look::at(&app, &link, &headers).await?.reviewed(&memory);
    let opened = &look.opened;
    let Some(after) = &look.after else {
        return Ok(Redirect::to(&format!("/t/{link}/after")).into_response());
    };
    let boards: Result<Vec<Board>, TableError> = after
        .costly
        .iter()
        .map(|decision| {
            let table = opened.table.go_to(decision.entry)?.table;
            let picture = |layout| {
                let style = SvgStyle {
                    layout,
                    theme: Theme::Light,
                    happened: None,
                    highlight: page::after::rings(decision),
                    is_edited: false,
                };
                heavy(|| table.picture(opened.viewer, &style))
            };
            Ok(Board {
                wide: picture(Layout::Wide),
                narrow: picture(Layout::Narrow),
            })
        })
        .collect();
    let file = page::review::file(&opened.name, &look.view, after, &boards?);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        // What the server allows its own pages has no room for styles inside them, so this is a file to be kept.
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"review-{}.html\"", look.view.game),
        ),
    ];
    Ok((headers, file.into_string()).into_response())
}

pub(super) async fn record(State(app): State<Arc<App>>, Path(link): Path<String>) -> Result<Response, Failure> {
    let opened = app.open(&link).await?;
    let game = opened.table.view(opened.viewer).game;
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{game}-{}.jsonl\"", opened.table_id()),
        ),
    ];
    Ok((headers, heavy(|| opened.table.record())).into_response())
}
