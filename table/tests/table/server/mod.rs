//! The server as programs meet it: who is let in, what is kept, what is told to whom.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod analysis;
mod campaign_fuzz;
mod campaign_pages;
mod campaigns;
mod durability;
mod example;
mod fuzz;
mod guard;
mod hints;
mod install;
mod json_side;
mod kept;
mod limits;
mod players;
mod practice;
mod privacy;
mod reach;
mod refused;
mod review;
mod sockets;
mod warnings;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use heist_advice::Pool;
use heist_table::app::{App, AppOptions, LinkSource};
use heist_table::server::{Guard, Limits, Policy, Token, router};
use heist_table::store::Store;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

/// The address of the server in tests without a socket.
const HOST: &str = "127.0.0.1:4747";

/// A server without a socket.
struct Server {
    app: Arc<App>,
    guard: Arc<Guard>,
    router: Router,
}

/// What came back.
#[derive(Debug)]
struct Reply {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Reply {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    /// The reply, if it has this status.
    #[track_caller]
    fn is(self, status: u16) -> Reply {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self
    }
}

/// The limits, without one on the rate.
fn lenient() -> Limits {
    Limits {
        rate: NonZeroU32::MAX,
        burst: NonZeroU32::MAX,
        ..Limits::default()
    }
}

fn loopback() -> Policy {
    Policy {
        listen: HOST.parse().unwrap(),
        names: Vec::new(),
        addresses: Vec::new(),
        token: None,
    }
}

/// Open to the house, with a token.
fn open_house() -> Policy {
    Policy {
        listen: "0.0.0.0:4747".parse().unwrap(),
        names: vec!["cellar.local".to_owned()],
        addresses: vec!["192.168.1.5:4747".parse().unwrap(), "[fd00::5]:4747".parse().unwrap()],
        token: Some(Token::from_bits(0xfeed)),
    }
}

/// Links that are the same in every run, counted from `first`.
fn counted_links(first: u64) -> LinkSource {
    let next = AtomicU64::new(first);
    Box::new(move || {
        let number = u128::from(next.fetch_add(1, Ordering::Relaxed));
        Ok(number << 64 | number)
    })
}

fn app(folder: &Path) -> Arc<App> {
    app_with(folder, |_| {})
}

fn app_with(folder: &Path, change: impl FnOnce(&mut AppOptions)) -> Arc<App> {
    heist_registry::install();
    let mut options = AppOptions::new(Pool::new(1, 4));
    change(&mut options);
    Arc::new(App::new(Store::open(folder).unwrap(), options))
}

impl Server {
    fn new(folder: &Path) -> Server {
        Server::with(app(folder), loopback(), lenient())
    }

    fn with(app: Arc<App>, policy: Policy, limits: Limits) -> Server {
        let guard = Arc::new(Guard::new(policy, limits));
        Server {
            router: router(Arc::clone(&app), Arc::clone(&guard)),
            app,
            guard,
        }
    }

    async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        Reply {
            status: parts.status,
            headers: parts.headers,
            body: body.collect().await.unwrap().to_bytes().to_vec(),
        }
    }

    async fn get(&self, path: &str) -> Reply {
        self.send(request("GET", path).body(Body::empty()).unwrap()).await
    }

    async fn post(&self, path: &str, body: &Value) -> Reply {
        let request = request("POST", path).header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    async fn delete(&self, path: &str) -> Reply {
        self.send(request("DELETE", path).body(Body::empty()).unwrap()).await
    }

    /// A new table of a setup; its link.
    async fn begin(&self, game: &str, setup: &Value) -> String {
        let reply = self.post("/api/tables", &json!({"game": game, "setup": setup})).await;
        reply.is(201).json()["link"].as_str().unwrap().to_owned()
    }

    /// A table of one Burgle Bros. seat.
    async fn burglar(&self) -> String {
        self.begin("burgle-bros", &burglar()).await
    }

    async fn enter(&self, link: &str, step: &str) -> Reply {
        self.post(&format!("/api/t/{link}/enter"), &json!({"step": step})).await
    }

    async fn look(&self, link: &str) -> Value {
        self.get(&format!("/api/t/{link}")).await.is(200).json()
    }
}

fn burglar() -> Value {
    json!({"seats": 1, "characters": ["hacker-basic"], "first": 1})
}

fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", HOST)
}

/// What may be entered, in notation.
fn choices(seen: &Value) -> Vec<String> {
    let choices = seen["view"]["choices"].as_array().unwrap();
    choices
        .iter()
        .map(|choice| choice["notation"].as_str().unwrap().to_owned())
        .collect()
}

/// A small generator that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

fn peer(text: &str) -> axum::extract::ConnectInfo<SocketAddr> {
    axum::extract::ConnectInfo(text.parse().unwrap())
}
