//! How quickly pages and instant hints come while many look and some analyse.
//!
//! `cargo run --release -p heist-table --example load`: a server on loopback, 200 tables each with an open stream of
//! events, two streams of hints at the level `proof`, and one visitor after the other who looks at tables and enters
//! steps. Then, while the proofs go on, 200 instant hints at tables of three games, one after the other, each for a
//! position of its own.
//!
//! Prints the median, the 99th percentile and the longest answer. Ends with 1 if the 99th percentile of pages is over
//! 100 ms, or that of instant hints over 1 s.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]

use std::num::NonZeroU32;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use heist_advice::Pool;
use heist_table::app::{App, AppOptions};
use heist_table::server::{Guard, Limits, Policy, serve_on};
use heist_table::store::Store;
use heist_table::table::Waits;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

const TABLES: usize = 200;
const ANALYSING: usize = 2;
const VISITS: usize = 2000;
const HINTS: usize = 200;
const SETUP: &str = r#"{"seats": 1, "characters": ["hacker-basic"], "first": 1}"#;
/// What the page answers within, in the 99th percentile.
const EXPECTED: Duration = Duration::from_millis(100);
/// The same for an instant hint.
const EXPECTED_HINT: Duration = Duration::from_secs(1);
/// A decision is close if a proof of it is not done after this.
const CLOSE: Duration = Duration::from_secs(2);
/// Games whose tables can give hints to everybody, and a setup of each.
const GAMES: [(&str, &str); 3] = [
    ("burgle-bros", r#"{"seats": 2, "seed": 1}"#),
    ("casino-capers", r#"{"seats": 2, "seed": 1}"#),
    ("masters-of-the-heist", r#"{"seats": 3, "seed": 1}"#),
];
/// Tables of each of them that instant hints are asked at.
const HINTED: usize = 20;

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

    /// Reads a stream of events up to the end of the first one of a name, of any if that is empty; its name and data.
    /// None if the stream ends before.
    async fn event(&mut self, name: &str) -> Option<(String, String)> {
        let (mut of, mut data) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(named) = line.strip_prefix("event: ") {
                (of, data) = (named.to_owned(), String::new());
            } else if let Some(rest) = line.strip_prefix("data: ") {
                data.push_str(rest);
            } else if line.is_empty() && !of.is_empty() && (of == name || name.is_empty()) {
                return Some((of, data));
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
        "{what:<36} {:>6} answers   median {:>8.2?}   p99 {:>8.2?}   longest {:>8.2?}",
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
    println!("{TABLES} tables with open streams, {ANALYSING} analysing, {cores} cores");

    // What every table hears of.
    let heard = Arc::new(AtomicUsize::new(0));
    for link in &links {
        let mut stream = Client::connect(&host).await;
        let (status, _) = stream
            .begin("GET", &format!("/t/{link}/events"), "text/plain", "")
            .await;
        assert_eq!(status, 200);
        let heard = Arc::clone(&heard);
        tokio::spawn(async move {
            let mut line = String::new();
            while stream.stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
                heard.fetch_add(usize::from(line.starts_with("event: changed")), Ordering::Relaxed);
                line.clear();
            }
        });
    }
    let proofs = Arc::new(AtomicUsize::new(0));
    for link in links.iter().take(ANALYSING) {
        prove(&app, &host, link, Arc::clone(&proofs)).await;
    }

    let (mut looks, mut enters) = (Vec::new(), Vec::new());
    for visit in 0..VISITS {
        let link = &links[ANALYSING + visit % (TABLES - ANALYSING)];
        let (status, time) = client.ask("GET", &format!("/t/{link}"), "text/plain", "").await;
        assert_eq!(status, 200);
        looks.push(time);
        let opened = app.open(link).await.unwrap();
        let view = opened.table.view(opened.viewer);
        if matches!(view.waits, Waits::Over { .. }) {
            continue;
        }
        let step = &view.choices[visit % view.choices.len()].notation;
        let kind = "application/x-www-form-urlencoded";
        let body = format!("step={}&revision={}", encoded(step), opened.revision);
        let (status, time) = client.ask("POST", &format!("/t/{link}/enter"), kind, &body).await;
        assert!((200..400).contains(&status), "entering `{step}` is answered {status}");
        enters.push(time);
    }
    println!("{} events were heard of", heard.load(Ordering::Relaxed));
    let worst = report("GET /t/{link}", looks).max(report("POST /t/{link}/enter", enters));

    let before = proofs.load(Ordering::Relaxed);
    let mut times_of = [const { Vec::new() }; GAMES.len()];
    let mut hinted = Vec::new();
    for (game, setup) in GAMES.iter().cycle().take(GAMES.len() * HINTED) {
        let begun = app
            .create(game, (*setup).to_owned(), Vec::new(), String::new())
            .await
            .unwrap();
        hinted.push(begun.link);
    }
    let mut hints = Vec::new();
    for (number, link) in hinted.iter().cycle().take(10 * HINTS).enumerate() {
        // A position that nobody has asked about, unless the game is over.
        if play_on(&app, link, number).await {
            let time = instant(&host, link).await;
            times_of[number % GAMES.len()].push(time);
            hints.push(time);
        }
        if hints.len() == HINTS {
            break;
        }
    }
    let told = proofs.load(Ordering::Relaxed) - before;
    println!("{told} hints of proofs came in the meantime");
    assert_eq!(hints.len(), HINTS, "enough games go on");
    assert!(told > 0, "the proofs go on");
    for ((game, _), times) in GAMES.iter().zip(times_of) {
        report(&format!("instant hints, {game}"), times);
    }
    let worst_hint = report("instant hints, all", hints);
    if worst <= EXPECTED && worst_hint <= EXPECTED_HINT {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

/// Asks for an instant hint; how long it took until the whole hint was there.
async fn instant(host: &str, link: &str) -> Duration {
    let begun = Instant::now();
    let mut stream = ask_for_hints(host, link, "instant").await;
    let (_, hint) = stream.event("hint").await.unwrap();
    let time = begun.elapsed();
    assert!(hint.contains("Done"), "the first hint is the last: {hint}");
    time
}

/// Plays a table on to a close decision and keeps a proof of it under way; counts the hints that it tells.
async fn prove(app: &App, host: &str, link: &str, told: Arc<AtomicUsize>) {
    for number in 0.. {
        assert!(play_on(app, link, number).await, "the game has a close decision");
        let mut stream = ask_for_hints(host, link, "proof").await;
        let is_done = tokio::time::timeout(CLOSE, stream.event("done")).await.is_ok();
        if is_done {
            // A search that is certain sooner ends sooner.
            continue;
        }
        let (host, link) = (host.to_owned(), link.to_owned());
        tokio::spawn(async move {
            loop {
                while stream.event("").await.is_some_and(|(name, _)| name != "done") {
                    told.fetch_add(1, Ordering::Relaxed);
                }
                stream = ask_for_hints(&host, &link, "proof").await;
            }
        });
        return;
    }
}

async fn ask_for_hints(host: &str, link: &str, level: &str) -> Client {
    let mut stream = Client::connect(host).await;
    let path = format!("/t/{link}/hints?level={level}");
    let (status, _) = stream.begin("GET", &path, "text/plain", "").await;
    assert_eq!(status, 200, "a stream of hints");
    stream
}

/// Plays a table on by a step or more, to a decision with several moves; whether there is one. `number` chooses the
/// steps.
async fn play_on(app: &App, link: &str, number: usize) -> bool {
    for played in 0.. {
        let opened = app.open(link).await.unwrap();
        let view = opened.table.view(opened.viewer);
        if played > 0 && view.can_hint && view.choices.len() > 1 {
            return true;
        }
        let Some(choice) = view.choices.get((number + played) % view.choices.len().max(1)) else {
            break;
        };
        let step = choice.notation.clone();
        app.change(link, None, move |table, viewer| table.enter(viewer, &step))
            .await
            .unwrap();
    }
    false
}

/// A text as forms have it.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
