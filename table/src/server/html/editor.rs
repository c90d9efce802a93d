//! Setting up a position: for a new table, or to correct one.

use std::sync::Arc;

use axum::extract::{Extension, Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use heist_draw::{Layout, Theme};
use heist_engine::any::AnyGame;
use serde_json::json;

use super::look::{Asker, Look, heavy};
use super::looking::screen;
use super::memory::Memory;
use super::reply::{Failure, Fields, field, game_of, html, is_part, setup};
use crate::app::{App, AppError, random_seed};
use crate::page::editor::{self, AT, EDIT, Editor, FACT, GROUP, PICK, Purpose};
use crate::page::home;
use crate::page::shown::Shown;
use crate::table::{Draft, Edit, TableError};

/// The header by which htmx is sent to another page.
const REDIRECT: &str = "hx-redirect";

/// What the form of an editor says.
struct Sent<'a> {
    fields: &'a Fields,
}

/// What people want of a draft.
enum Wanted {
    /// To see it, as it is or after a change.
    Look,
    /// To begin a table with it, or to correct the table.
    Save,
    /// To try steps out from it.
    WhatIf,
}

impl Sent<'_> {
    fn get(&self, name: &str) -> &str {
        field(self.fields, name).unwrap_or_default()
    }

    /// The draft before what is asked for now.
    fn draft(&self, game: &'static dyn AnyGame) -> Result<Draft, TableError> {
        let drawn = field(self.fields, "drawn");
        Draft::read(game, self.get("position"), drawn)
    }

    fn wanted(&self) -> Result<Wanted, TableError> {
        match self.get("by") {
            "" | "text" => Ok(Wanted::Look),
            "open" | "save" => Ok(Wanted::Save),
            "what-if" => Ok(Wanted::WhatIf),
            _ => Err(TableError::new(
                "found another `by`; expected text, open, save or what-if",
            )),
        }
    }

    /// The draft after what is asked for now; as it was, and why, if that cannot be.
    fn changed(&self, draft: Draft) -> (Draft, Option<TableError>) {
        let changed = match (self.get("by"), field(self.fields, EDIT)) {
            ("text", _) => Draft::read(draft.game(), self.get("text"), Some(&draft.drawn())),
            (_, Some(edit)) => self.edit(edit).and_then(|edit| draft.after(&edit)),
            _ => return (draft, None),
        };
        match changed {
            Ok(changed) => (changed, None),
            Err(error) => (draft, Some(error)),
        }
    }

    /// A change, or the value of the list beside a button.
    fn edit(&self, text: &str) -> Result<Edit, TableError> {
        let Some(path) = text.strip_prefix(PICK) else {
            return Edit::read(text);
        };
        let path = path.trim();
        Ok(match self.get(&format!("{PICK}:{path}")) {
            "" => Edit::Clear(path.to_owned()),
            option => Edit::Set(path.to_owned(), json!(option)),
        })
    }

    /// The path of the fact that is changed now.
    fn touched(&self) -> Option<&str> {
        field(self.fields, EDIT)?.split(' ').nth(1)
    }

    /// Where people are: the first place of those that were tapped where something can be set, or where they were.
    fn at(&self, draft: &Draft) -> Option<String> {
        let is_known = |place: &str| match (place.strip_prefix(GROUP), place.strip_prefix(FACT)) {
            (Some(group), _) => draft.facts().iter().any(|fact| fact.group == group),
            (_, Some(path)) => draft.facts().iter().any(|fact| fact.path == path),
            _ => !draft.at(place).is_empty(),
        };
        let tapped = self.get(AT).lines().find(|place| is_known(place));
        let stayed = Some(self.get("stay")).filter(|place| is_known(place));
        tapped.or(stayed).map(str::to_owned)
    }

    fn screen(&self) -> (Layout, Theme) {
        screen(field(self.fields, "layout"), field(self.fields, "theme"))
    }

    fn revision(&self) -> Option<u64> {
        self.get("revision").parse().ok()
    }

    fn is_overridden(&self) -> bool {
        field(self.fields, "overridden").is_some()
    }
}

/// The answer to a form of an editor: to htmx the part of the page that changed.
fn shown(asker: &Asker, status: StatusCode, editor: &Editor) -> Response {
    if is_part(asker) {
        html(StatusCode::OK, heavy(|| editor::part(editor)))
    } else {
        html(status, heavy(|| editor::page(editor)))
    }
}

/// Leads to another page, htmx as well.
fn to(asker: &Asker, address: &str) -> Response {
    if is_part(asker) {
        ([(REDIRECT, address.to_owned())], StatusCode::OK).into_response()
    } else {
        Redirect::to(address).into_response()
    }
}

/// Begins to set up a game in progress, from the form of a new table; goes on with it; and opens the table.
pub(super) async fn begin(
    State(app): State<Arc<App>>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let sent = Sent { fields: &fields };
    let game = game_of(sent.get("game"))?;
    if field(&fields, "position").is_none() {
        return from_form(game, &asker, &fields);
    }
    let name = sent.get("name");
    let before = heavy(|| sent.draft(game))?;
    let (draft, error) = heavy(|| sent.changed(before));
    let error = match (error, sent.wanted()?) {
        (None, Wanted::Save) => match open(&app, &draft, sent.is_overridden(), name).await {
            Ok(link) => return Ok(to(&asker, &format!("/t/{link}"))),
            Err(AppError::Table(error)) => Some(error),
            Err(error) => return Err(error.into()),
        },
        (error, _) => error,
    };
    Ok(begun(&asker, &sent, &draft, name, error.as_ref()))
}

/// The page on which a game in progress is set up.
fn begun(asker: &Asker, sent: &Sent, draft: &Draft, name: &str, error: Option<&TableError>) -> Response {
    let status = match error {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let at = sent.at(draft);
    let editor = Editor {
        draft,
        purpose: Purpose::Begin(name),
        at: at.as_deref(),
        touched: sent.touched(),
        error,
        screen: sent.screen(),
    };
    shown(asker, status, &editor)
}

/// From the form of a new table to the position of a game in progress.
fn from_form(game: &'static dyn AnyGame, asker: &Asker, fields: &Fields) -> Result<Response, Failure> {
    let sent = Sent { fields };
    let draft = match setup(game, fields) {
        Ok(setup) => heavy(|| Draft::in_progress(game, &setup)),
        Err(AppError::Table(error)) => Err(error),
        Err(error) => return Err(error.into()),
    };
    Ok(match draft {
        Ok(draft) => begun(asker, &sent, &draft, sent.get("name"), None),
        Err(error) => html(
            StatusCode::UNPROCESSABLE_ENTITY,
            home::new_table(game.info(), fields, Some(&error)),
        ),
    })
}

/// Opens a table with a position as its first entry; its link.
async fn open(app: &App, draft: &Draft, overridden: bool, name: &str) -> Result<String, AppError> {
    let seed = random_seed()?;
    let (setup, entry) = heavy(|| draft.table(overridden, seed))?;
    let name = match name.trim() {
        "" => draft.game().info().name.to_owned(),
        name => name.to_owned(),
    };
    let opened = app.create(draft.game().info().id, setup, vec![entry], name).await?;
    Ok(opened.link)
}

/// A position that somebody pasted where a record was expected: a table if it is possible as it is, else the page on
/// which it is corrected.
pub(super) async fn pasted(
    app: &App,
    asker: &Asker,
    game: &'static dyn AnyGame,
    text: &str,
    name: &str,
) -> Result<Response, Failure> {
    let draft = heavy(|| Draft::read(game, text, None))?;
    if draft.problems().is_empty() {
        match open(app, &draft, false, name).await {
            Ok(link) => return Ok(to(asker, &format!("/t/{link}"))),
            Err(AppError::Table(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let fields = Fields::new();
    Ok(begun(asker, &Sent { fields: &fields }, &draft, name, None))
}

/// The position of a table, to be corrected.
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Path(link): Path<String>,
    Query(fields): Query<Fields>,
    asker: Asker,
) -> Result<Response, Failure> {
    let look = Look::asked(&app, &link, &asker).await?;
    let draft = heavy(|| draft_of(&look))?;
    let sent = Sent { fields: &fields };
    let at = sent.at(&draft);
    let shown_table = look.shown();
    let editor = Editor {
        draft: &draft,
        purpose: Purpose::Correct(&shown_table),
        at: at.as_deref(),
        touched: sent.touched(),
        error: None,
        screen: sent.screen(),
    };
    Ok(shown(&asker, StatusCode::OK, &editor))
}

/// What a viewer sees of a table as a draft.
fn draft_of(look: &Look) -> Result<Draft, TableError> {
    let position = look.opened.table.position(look.opened.viewer);
    Draft::read(game_of(look.view.game)?, &position, None)
}

/// A correction, or a step on the way to it.
pub(super) async fn correct(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    asker: Asker,
    Form(fields): Form<Fields>,
) -> Result<Response, Failure> {
    let sent = Sent { fields: &fields };
    let look = Look::asked(&app, &link, &asker).await?;
    let game = game_of(look.view.game)?;
    let before = heavy(|| sent.draft(game))?;
    let (draft, mut error) = heavy(|| sent.changed(before));
    let mut status = StatusCode::OK;
    let (text, overridden) = (draft.text(), sent.is_overridden());
    match (&error, sent.wanted()?) {
        (Some(_), _) => status = StatusCode::UNPROCESSABLE_ENTITY,
        (None, Wanted::Look) => {}
        (None, Wanted::WhatIf) => match heavy(|| look.opened.table.correct(look.opened.viewer, &text, overridden)) {
            Ok(change) => {
                let key = memory.keep_imagined(&look.opened.link, &text, change.table);
                return Ok(to(&asker, &format!("/t/{link}/what-if?imagined={key}")));
            }
            Err(wrong) => (error, status) = (Some(wrong), StatusCode::UNPROCESSABLE_ENTITY),
        },
        (None, Wanted::Save) => {
            let kept = text.clone();
            let change = app.change(&link, sent.revision(), move |table, viewer| {
                table.correct(viewer, &kept, overridden)
            });
            match change.await {
                Ok(_) => return Ok(to(&asker, &format!("/t/{link}"))),
                Err(AppError::Table(wrong)) => (error, status) = (Some(wrong), StatusCode::UNPROCESSABLE_ENTITY),
                Err(AppError::Stale(_)) => {
                    error = Some(TableError::new(
                        "The table has changed since this page was opened, so nothing was saved. If you save again, \
                         this position replaces what was entered in the meantime.",
                    ));
                    status = StatusCode::CONFLICT;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    let look = match status {
        // The revision of the table as it stands now.
        StatusCode::CONFLICT => Look::asked(&app, &link, &asker).await?,
        _ => look,
    };
    let at = sent.at(&draft);
    let shown_table = look.shown();
    let revision = match status {
        StatusCode::CONFLICT => shown_table.revision,
        _ => sent.revision().unwrap_or(shown_table.revision),
    };
    let shown_table = Shown {
        revision,
        ..shown_table
    };
    let editor = Editor {
        draft: &draft,
        purpose: Purpose::Correct(&shown_table),
        at: at.as_deref(),
        touched: sent.touched(),
        error: error.as_ref(),
        screen: sent.screen(),
    };
    Ok(shown(&asker, status, &editor))
}
