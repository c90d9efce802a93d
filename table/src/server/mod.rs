//! Routes, streams, and who is let in.

mod addresses;
mod analysis;
pub mod api;
pub mod guard;
mod html;
pub mod limits;
mod listen;
mod refused;
mod secret;

use std::any::Any;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;

pub use self::guard::{Guard, Policy};
pub use self::limits::Limits;
pub use self::secret::Token;
use crate::app::{App, AppOptions};
use crate::store::{Store, StoreError};
use heist_advice::Pool;

/// Hints that may wait for a thread.
const WAITING: usize = 32;

/// Threads that may wait for the disk or work out a page at the same time.
const BLOCKING: usize = 64;

/// How long work that nobody waits for may take to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// How to serve.
pub struct ServeOptions {
    /// The folder that the tables are kept in.
    pub data: PathBuf,
    /// The address to listen at; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// Further names that this machine goes by, as others write it in the address.
    pub names: Vec<String>,
    /// Threads that think about hints.
    pub threads: usize,
    /// How much may be going on.
    pub limits: Limits,
    /// Told once requests are answered.
    pub started: Box<dyn FnOnce(&Started) + Send>,
}

/// Where to find a server that has started.
#[derive(Clone, Debug)]
pub struct Started {
    /// The address that it listens at.
    pub listen: SocketAddr,
    /// The addresses that browsers can open, the likeliest first. Where it listens at every address of this machine,
    /// those that other devices reach; empty if there is none.
    pub addresses: Vec<SocketAddr>,
    /// What the host needs, where it is not on loopback.
    pub token: Option<Token>,
}

impl Started {
    /// What the host's browser can open, with the token if there is one; at least one.
    pub fn urls(&self) -> Vec<String> {
        let url = |address: &SocketAddr| match &self.token {
            None => format!("http://{address}/"),
            Some(token) => format!("http://{address}/?token={}", token.reveal()),
        };
        match &self.addresses[..] {
            [] => vec![url(&(Ipv4Addr::LOCALHOST, self.listen.port()).into())],
            addresses => addresses.iter().map(url).collect(),
        }
    }
}

/// Why serving ended.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The tables cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be had.
    #[error("{address}: {problem}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        problem: std::io::Error,
    },
    /// The system refuses something else.
    #[error("the server cannot start: {0}")]
    System(String),
}

/// Serves until it is interrupted, by Ctrl-C, SIGTERM or SIGHUP. What was under way ends first.
///
/// # Errors
/// When the address cannot be had or the data folder cannot be used.
pub fn serve(options: ServeOptions) -> Result<(), ServeError> {
    let system = |error: std::io::Error| ServeError::System(error.to_string());
    let store = Store::open(&options.data)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING)
        .build()
        .map_err(system)?;
    let served = runtime.block_on(async {
        let app = App::new(store, AppOptions::new(Pool::new(options.threads, WAITING)));
        run(Arc::new(app), options).await
    });
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn run(app: Arc<App>, options: ServeOptions) -> Result<(), ServeError> {
    let refused = |problem| ServeError::Listen {
        address: options.listen,
        problem,
    };
    let listener = TcpListener::bind(options.listen).await.map_err(refused)?;
    let listen = listener.local_addr().map_err(refused)?;
    // Before anybody learns that the server is there, so that it ends well even if it is ended at once.
    let interrupted = interrupted().map_err(|error| ServeError::System(error.to_string()))?;
    // A further name means that people come from elsewhere, perhaps through a proxy on this machine.
    let token = if listen.ip().is_loopback() && options.names.is_empty() {
        None
    } else {
        Some(Token::random().map_err(|error| ServeError::System(error.to_string()))?)
    };
    let addresses = addresses::reachable(listen);
    let policy = Policy {
        listen,
        names: options.names,
        addresses: addresses.clone(),
        token: token.clone(),
    };
    let guard = Arc::new(Guard::new(policy, options.limits));
    (options.started)(&Started {
        listen,
        addresses,
        token,
    });
    serve_on(listener, app, guard, interrupted).await;
    Ok(())
}

/// Answers connections until `ending` returns; requests under way end first, streams are ended.
pub async fn serve_on(listener: TcpListener, app: Arc<App>, guard: Arc<Guard>, ending: impl Future<Output = ()>) {
    let router = router(app, Arc::clone(&guard));
    listen::serve(listener, router, guard, ending).await;
}

/// Returns when somebody wants the server to end.
#[cfg(unix)]
fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    })
}

/// Returns when somebody wants the server to end.
#[cfg(not(unix))]
fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Every route behind its guard.
pub fn router(app: Arc<App>, guard: Arc<Guard>) -> Router {
    let body = guard.limits().body;
    let state = (Arc::clone(&guard), Arc::clone(&app));
    html::routes()
        .merge(api::routes())
        .route("/favicon.ico", get(refused::icon))
        .fallback(refused::nowhere)
        .layer(Extension(guard))
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(body))
        .with_state(app)
        .layer(middleware::from_fn_with_state(state, guard::check))
        .layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| failed()))
        .layer(middleware::from_fn(refused::show))
        .layer(middleware::from_fn(api::explain))
        .layer(middleware::from_fn(guard::dress))
}

/// What is answered where the program is at fault.
fn failed() -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, "something failed inside").into_response()
}
