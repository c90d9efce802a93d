//! How quickly pages come while many look and some analyse.
//!
//! `cargo run --release -p heist-table --example load`: a server on loopback, 200 tables each with an open stream of events, two
//! streams of hints (or analyses, where there are none), and one visitor after the other who looks at tables and enters steps.
//! Prints the median, the 99th hundredth and the longest answer; ends with 1 if the 99th hundredth is over 100 ms.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]

use std::num::NonZeroU32;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::SinkExt;
use heist_table::advice::Pool;
use heist_table::app::{App, AppOptions};
use heist_table::server::{Guard, Limits, Policy, serve_on};
use heist_table::store::Store;
use heist_table::table::Waits;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;

const TABLES: usize = 200;
const ANALYSING: usize = 2;
const VISITS: usize = 2000;
const SETUP: &str = r#"{"seats": 1, "characters": ["hacker-basic"], "first": 1}"#;
/// What the page answers within, in the 99th hundredth.
const EXPECTED: Duration = Duration::from_millis(100);

/// A connection that is kept.
struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    async fn connect(host: &str) -> Client {
        Client {
            stream: BufReader::new(TcpStream::connect(host).await.unwrap()),
            host: host.to_owned(),
        }
    }

    /// Sends a request and reads the head of the answer: its status and length, none of a stream.
    async fn begin(&mut self, method: &str, path: &str, kind: &str, body: &str) -> (u16, Option<usize>) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.get_mut().write_all(head.as_bytes()).await.unwrap();
        let (mut status, mut length) = (0, None);
        loop {
            let mut line = String::new();
            assert!(
                self.stream.read_line(&mut line).await.unwrap() > 0,
                "{method} {path}: the connection is closed"
            );
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = Some(value.parse().unwrap());
            } else if line.is_empty() {
                return (status, length);
            }
        }
    }

    /// Asks and waits for the whole answer; its status and how long it took.
    async fn ask(&mut self, method: &str, path: &str, kind: &str, body: &str) -> (u16, Duration) {
        let begun = Instant::now();
        let (status, length) = self.begin(method, path, kind, body).await;
        let mut answer = vec![0; length.unwrap_or(0)];
        self.stream.read_exact(&mut answer).await.unwrap();
        (status, begun.elapsed())
    }
}

fn report(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{what:<28} {:>6} answers   median {:>8.2?}   p99 {:>8.2?}   longest {:>8.2?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    at(0.99)
}

#[tokio::main(flavor = "multi_thread")]
async fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = Pool::new(ANALYSING.min(cores), 32);
    let app = Arc::new(App::new(Store::open(folder.path()).unwrap(), AppOptions::new(pool)));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let listen = listener.local_addr().unwrap();
    let policy = Policy {
        addresses: Vec::new(),
        listen,
        names: Vec::new(),
        token: None,
    };
    let limits = Limits {
        rate: NonZeroU32::MAX,
        burst: NonZeroU32::MAX,
        ..Limits::default()
    };
    let guard = Arc::new(Guard::new(policy, limits));
    tokio::spawn(serve_on(listener, Arc::clone(&app), guard, std::future::pending()));
    let host = listen.to_string();

    let mut links = Vec::new();
    for _ in 0..TABLES {
        let begun = app
            .create("burgle-bros", SETUP.to_owned(), Vec::new(), String::new())
            .await
            .unwrap();
        links.push(begun.link);
    }
    let mut client = Client::connect(&host).await;
    // Which side of the server is measured: the page where there is one.
    let has_page = client.ask("GET", &format!("/t/{}", links[0]), "text/plain", "").await.0 == 200;
    let side = if has_page { "/t/" } else { "/api/t/" };
    println!("{TABLES} tables with open streams, {ANALYSING} analysing, {cores} cores, below {side}");

    // What every table hears of.
    let heard = Arc::new(AtomicUsize::new(0));
    for link in &links {
        let mut stream = Client::connect(&host).await;
        let (status, _) = stream
            .begin("GET", &format!("{side}{link}/events"), "text/plain", "")
            .await;
        assert_eq!(status, 200);
        let heard = Arc::clone(&heard);
        tokio::spawn(async move {
            let mut line = String::new();
            while stream.stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
                heard.fetch_add(usize::from(line.starts_with("data:")), Ordering::Relaxed);
                line.clear();
            }
        });
    }
    for link in links.iter().take(ANALYSING) {
        for step in ["patrol B2", "enter 1:A1", "tile detector-5", "patrol A3"] {
            app.change(link, None, move |table, viewer| table.enter(viewer, step))
                .await
                .unwrap();
        }
        analyse(&host, link, has_page).await;
    }

    let (mut looks, mut enters) = (Vec::new(), Vec::new());
    for visit in 0..VISITS {
        let link = &links[ANALYSING + visit % (TABLES - ANALYSING)];
        let (status, time) = client.ask("GET", &format!("{side}{link}"), "text/plain", "").await;
        assert_eq!(status, 200);
        looks.push(time);
        let opened = app.open(link).await.unwrap();
        let view = opened.table.view(opened.viewer);
        if matches!(view.waits, Waits::Over { .. }) {
            continue;
        }
        let step = &view.choices[visit % view.choices.len()].notation;
        let (kind, body) = match has_page {
            true => (
                "application/x-www-form-urlencoded",
                format!("step={}&revision={}", encoded(step), opened.revision),
            ),
            false => (
                "application/json",
                serde_json::json!({"step": step, "revision": opened.revision}).to_string(),
            ),
        };
        let (status, time) = client.ask("POST", &format!("{side}{link}/enter"), kind, &body).await;
        assert!((200..400).contains(&status), "entering `{step}` is answered {status}");
        enters.push(time);
    }
    println!("{} events were heard of", heard.load(Ordering::Relaxed));
    let worst =
        report(&format!("GET {side}{{link}}"), looks).max(report(&format!("POST {side}{{link}}/enter"), enters));
    match worst <= EXPECTED {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    }
}

/// Keeps a search under way: a stream of hints of the page, or a query of the analysis protocol.
async fn analyse(host: &str, link: &str, has_page: bool) {
    if has_page {
        let (host, address) = (host.to_owned(), format!("/t/{link}/hints?level=proof"));
        // A search that is sure ends early: whoever analyses asks again.
        tokio::spawn(async move {
            loop {
                let mut stream = Client::connect(&host).await;
                let (status, _) = stream.begin("GET", &address, "text/plain", "").await;
                assert_eq!(status, 200, "a stream of hints");
                let mut line = String::new();
                while stream.stream.read_line(&mut line).await.is_ok_and(|read| read > 0)
                    && line.trim() != "event: done"
                {
                    line.clear();
                }
            }
        });
        return;
    }
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{host}/api/analysis"))
        .await
        .unwrap();
    let setup: serde_json::Value = serde_json::from_str(SETUP).unwrap();
    let query = serde_json::json!({"id": "a", "game": "burgle-bros", "setup": setup, "agent": "flat:time=3600", "report_every": 0.5,
        "steps": ["patrol B2", "enter 1:A1", "tile detector-5", "patrol A3"]});
    socket.send(Message::text(query.to_string())).await.unwrap();
    tokio::spawn(async move {
        use futures_util::StreamExt;
        while socket.next().await.is_some_and(|message| message.is_ok()) {}
    });
}

/// A text as forms have it.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
