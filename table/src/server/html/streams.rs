//! What arrives by and by: the table changed, hints, looking back.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{Extension, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use heist_agents::Thinker;
use maud::Markup;
use serde::Deserialize;
use tokio::sync::mpsc::{self, error::TrySendError};

use super::look::Look;
use super::memory::Memory;
use super::reply::{Failure, level, thinker};
use crate::app::App;
use crate::page;
use crate::page::hints::{WarningState, warning_state};
use heist_advice::{Job, Length, Pool, PoolError, is_enough_for_warnings, length};

/// How often a hint is told anew.
const EVERY: Duration = Duration::from_millis(500);
/// How often a stream of changes with none says that it is there, so that the page knows that it still has a
/// connection.
const ALIVE: Duration = Duration::from_secs(15);
/// How long the last message waits for a slow reader.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many messages may wait for a slow reader; then those in between are left out.
const WAITING: usize = 8;

/// A message that a stream ends with, so that the browser does not ask again. One without data would not be heard.
fn last() -> Event {
    Event::default().event("done").data("done")
}

/// What a stream that has begun ends with.
fn ending() -> impl Stream<Item = Event> + Send {
    stream::once(async { last() })
}

fn part(name: &str, markup: Markup) -> Event {
    // A carriage return would end a line of the stream.
    Event::default()
        .event(name)
        .data(markup.into_string().replace('\r', " "))
}

fn sent(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    let events = events.map(Ok::<Event, Infallible>);
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

/// The revision of the table, at once and whenever it grows, and in between that the stream is alive, which browsers
/// would not tell a page of a comment. The last message says that the table is gone.
pub(super) async fn events(State(app): State<Arc<App>>, Path(link): Path<String>) -> Result<Response, Failure> {
    let opened = app.open(&link).await?;
    let mut watched = app.watch(&opened.id);
    watched.mark_changed();
    // The table stays open as long as somebody listens.
    let changes = stream::unfold(Some((watched, opened)), |state| async move {
        let (mut watched, opened) = state?;
        match watched.changed().await {
            Ok(()) => {
                let revision = *watched.borrow_and_update();
                let event = Event::default().event("changed").data(revision.to_string());
                Some((event, Some((watched, opened))))
            }
            Err(_) => Some((Event::default().event("gone").data("gone"), None)),
        }
    });
    let alive = KeepAlive::new()
        .interval(ALIVE)
        .event(Event::default().event("alive").data("alive"));
    let changes = changes.map(Ok::<Event, Infallible>);
    Ok(Sse::new(changes).keep_alive(alive).into_response())
}

/// For what a hint is asked.
#[derive(Deserialize)]
pub(super) struct Asked {
    level: String,
    thinker: Option<String>,
    revision: Option<u64>,
    /// A move of which is asked why it is not recommended.
    about: Option<String>,
    /// Given where the hint is not to be shown, but whether there will be a warning before a blunder.
    watch: Option<String>,
}

pub(super) async fn hints(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let look = Look::at(&app, &link, &headers).await?;
    let level = level(&asked.level)?;
    let thinker = match &asked.thinker {
        Some(name) => thinker(look.view.game, name)?,
        None => Thinker::Recommended,
    };
    let is_watch = asked.watch.is_some();
    let shown = look.shown();
    let nothing = |state: WarningState, message: &str| {
        let message = if is_watch {
            warning_state(&shown, state)
        } else {
            page::hints::no_hint(message)
        };
        sent(stream::iter([part("hint", message), last()]))
    };
    let unfinished = part("hint", warning_state(&shown, WarningState::Unfinished));
    if asked.revision.is_some_and(|revision| revision != look.opened.revision) {
        return Ok(nothing(WarningState::Changed, "The table has changed meanwhile."));
    }
    let Some(mut advisable) = app.advisable(&look.opened) else {
        let message = "There is nothing to decide here, or this page does not know enough to give a hint.";
        return Ok(nothing(WarningState::Unknown, message));
    };
    let about = asked.about.as_ref();
    if let Some((first, _)) = about.and_then(|entry| look.opened.table.first_step(look.opened.viewer, entry)) {
        advisable.ask_about(&first);
    }
    let full = nothing(WarningState::Full, &format!("{}.", PoolError::Full));
    // The hint is for the table as it stood when it was opened: it ends with the first change from then on.
    let mut watched = app.watch(&look.opened.id);
    let revision = look.opened.revision;
    let started = started(app.pool(), length(level), move |stop, tell| {
        let tell_hint = |mut hint: heist_advice::Hint| {
            look.opened.table.put_names_into(hint.texts_mut());
            let hint = Arc::new(hint);
            // Warnings before a blunder rest on the recommended search, whatever else was asked.
            let is_recommended = thinker == Thinker::Recommended;
            let is_whole = hint.is_final && !hint.report.stopped;
            let is_checked = is_recommended && is_whole && is_enough_for_warnings(level);
            if is_recommended {
                memory.keep_hint(&look.opened, Arc::clone(&hint), is_checked);
            }
            let state = if is_checked {
                WarningState::Ready
            } else {
                WarningState::Unfinished
            };
            let shown = look.shown();
            match (is_watch, hint.is_final) {
                (true, true) => vec![part("hint", warning_state(&shown, state))],
                (true, false) => Vec::new(),
                (false, _) => vec![
                    part("hint", page::hints::hint(&shown, &hint)),
                    part("brief", page::hints::brief(&shown, &hint)),
                ],
            }
        };
        let mut tell_some = |hint| tell_hint(hint).into_iter().for_each(|event| tell.sometime(event));
        let hint = advisable.advise(thinker, level, EVERY, stop, &mut tell_some);
        for event in tell_hint(hint) {
            tell.surely(event, stop);
        }
    });
    let Ok(events) = started else { return Ok(full) };
    // An error says that the table is deleted or the seat left.
    let gone = async move { drop(watched.wait_for(|present| *present != revision).await) };
    let events = events.take_until(Box::pin(gone));
    Ok(if is_watch {
        sent(or_else(events, unfinished).chain(ending()))
    } else {
        sent(events.chain(ending()))
    })
}

/// The events, or another one where there are none.
fn or_else(events: impl Stream<Item = Event> + Send, other: Event) -> impl Stream<Item = Event> + Send {
    let events = events.map(Some).chain(stream::once(async { None }));
    events
        .scan((false, Some(other)), |(is_told, other), event| {
            *is_told |= event.is_some();
            let told = event.or_else(|| other.take().filter(|_| !*is_told));
            std::future::ready(Some(told))
        })
        .filter_map(std::future::ready)
}

pub(super) async fn after(
    State(app): State<Arc<App>>,
    Extension(memory): Extension<Arc<Memory>>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let look = Look::at(&app, &link, &headers).await?;
    let hindsight = look.opened.table.hindsight(look.opened.viewer);
    let started = started(app.look_backs(), Length::Long, move |stop, tell| {
        let mut told = -1.0;
        let found = hindsight.look_back(stop, &mut |done| {
            // A message for each per cent is enough.
            if done >= told + 0.01 {
                told = done;
                tell.sometime(part("after", page::after::progress(done)));
            }
        });
        if let Some(mut after) = found {
            look.opened.table.put_names_into(after.texts_mut());
            let after = Arc::new(after);
            memory.keep_after(&look.opened, Arc::clone(&after));
            tell.surely(part("after", page::after::summary(&look.shown(), &after)), stop);
        }
    });
    Ok(match started {
        Ok(events) => sent(events.chain(ending())),
        Err(error) => {
            let message = part("after", page::after::no_summary(&format!("{error}.")));
            sent(stream::iter([message, last()]))
        }
    })
}

/// Where something that thinks puts its messages.
struct Tell(mpsc::Sender<Event>);

impl Tell {
    /// A message that a slow reader may miss.
    fn sometime(&self, event: Event) {
        // Full or closed: there will be another, or nobody cares.
        let _ = self.0.try_send(event);
    }

    /// The message that matters. Waits for the reader, but not for ever: the thread is wanted by others.
    fn surely(&self, mut event: Event, stop: &AtomicBool) {
        let begun = Instant::now();
        loop {
            match self.0.try_send(event) {
                Err(TrySendError::Full(back)) if begun.elapsed() < PATIENCE && !stop.load(Ordering::Relaxed) => {
                    event = back
                }
                _ => return,
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The messages of something that thinks in the pool. It is stopped when the stream is dropped.
fn started(
    pool: &Pool,
    length: Length,
    work: impl FnOnce(&AtomicBool, &Tell) + Send + 'static,
) -> Result<impl Stream<Item = Event> + Send + 'static, PoolError> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let job = pool.start(length, move |stop| work(stop, &Tell(sender)))?;
    Ok(stream::unfold((receiver, job), next))
}

async fn next(state: (mpsc::Receiver<Event>, Job)) -> Option<(Event, (mpsc::Receiver<Event>, Job))> {
    let (mut receiver, job) = state;
    let event = receiver.recv().await?;
    Some((event, (receiver, job)))
}
