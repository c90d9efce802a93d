//! The analysis protocol over a WebSocket: a message is a line.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use heist_agents::network::is_path;
use heist_agents::protocol::{Answer, Engine, EngineOptions, LINE_LIMIT};
use heist_agents::spec::Spec;
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::timeout;

use super::guard::Guard;

/// Answers that wait to be sent at most; searches pause while nobody reads them.
const BACKLOG: usize = 256;

/// Queries that wait to be read at most.
const INPUT: usize = 16;

/// How often a silent connection is asked whether it is there, and how long it may take to say so.
const PING: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(90);

/// Each connection has an engine of its own with one worker and one thread a search, so that so many searches are under
/// way as there are connections.
const OPTIONS: EngineOptions = EngineOptions { workers: 1, threads: 1 };

/// A message that arrived.
type Line = Vec<u8>;

pub(super) async fn upgrade(Extension(guard): Extension<Arc<Guard>>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = guard.analyses().try_acquire_owned() else {
        let text = "too many connections ask for analyses; close one";
        return (StatusCode::TOO_MANY_REQUESTS, text).into_response();
    };
    let ended = guard.ended();
    let upgrade = upgrade.max_message_size(LINE_LIMIT).max_frame_size(LINE_LIMIT);
    upgrade.on_upgrade(async move |socket| converse(socket, ended, permit).await)
}

async fn converse(socket: WebSocket, ended: impl Future<Output = ()>, permit: OwnedSemaphorePermit) {
    let (answers, outgoing) = mpsc::channel(BACKLOG);
    let (lines, incoming) = mpsc::channel(INPUT);
    let refusals = answers.clone();
    let engine = Arc::new(Engine::new(
        OPTIONS,
        // Nobody listens any more once the connection is closed.
        Box::new(move |answer| drop(answers.blocking_send(answer))),
    ));
    let fed = Arc::clone(&engine);
    // The engine makes whoever brings too much wait, which must be no thread that answers others.
    std::thread::spawn(move || {
        feed(&fed, incoming, &refusals);
        drop(permit);
    });
    let (sink, stream) = socket.split();
    tokio::select! {
        () = read(stream, lines) => {}
        () = write(sink, outgoing) => {}
        () = ended => {}
    }
    engine.stop();
}

/// Hands every message to the engine until there are no more, then waits for its searches to end.
fn feed(engine: &Engine, mut lines: mpsc::Receiver<Line>, refusals: &mpsc::Sender<Answer>) {
    let mut number = 0;
    while let Some(line) = lines.blocking_recv() {
        number += 1;
        match refused(&line, number) {
            None => engine.receive(&line),
            Some(refusal) => {
                // Keeps the engine's count of lines.
                engine.receive(b"");
                drop(refusals.blocking_send(refusal));
            }
        }
    }
    engine.finish();
}

/// A query whose agent wants more threads than its share, or a file of this machine; the engine finds whatever else is
/// wrong with it.
fn refused(line: &[u8], number: u64) -> Option<Answer> {
    #[derive(Deserialize)]
    struct Query {
        id: Option<String>,
        agent: String,
    }
    let query: Query = serde_json::from_slice(line).ok()?;
    let spec: Spec = query.agent.parse().ok()?;
    let error = if spec.options().any(|(name, value)| name == "threads" && value != "1") {
        "several threads; expected threads=1, as the page is answered by the same machine".to_owned()
    } else if let Some(path) = spec.network().filter(|name| is_path(name)) {
        format!("found the path `{path}`; expected the name of a network that is shipped")
    } else {
        return None;
    };
    Some(Answer::Error {
        id: query.id,
        line: number,
        field: "agent".to_owned(),
        error,
    })
}

/// Takes messages until the connection is closed or silent for too long.
async fn read(mut stream: SplitStream<WebSocket>, lines: mpsc::Sender<Line>) {
    while let Ok(Some(Ok(message))) = timeout(PATIENCE, stream.next()).await {
        let line = match message {
            Message::Text(text) => text.as_bytes().to_vec(),
            Message::Binary(bytes) => bytes.to_vec(),
            Message::Close(_) => return,
            Message::Ping(_) | Message::Pong(_) => continue,
        };
        if lines.send(line).await.is_err() {
            return;
        }
    }
}

/// Sends answers, and a ping when there is nothing to say, until nobody reads them.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut answers: mpsc::Receiver<Answer>) {
    loop {
        let message = match timeout(PING, answers.recv()).await {
            Ok(None) => return,
            Ok(Some(answer)) => match serde_json::to_string(&answer) {
                Ok(text) => Message::text(text),
                // Answers are made of texts and numbers, which JSON has.
                Err(_) => continue,
            },
            Err(_) => Message::Ping(Vec::new().into()),
        };
        if !matches!(timeout(PATIENCE, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
}
