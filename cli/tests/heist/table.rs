//! `heist table`: killed at any moment it loses nothing that it acknowledged.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::Folder;

/// A server once it says where to open it: its process, what it goes on to print, and what it has printed.
fn listening(folder: &Folder, words: &str) -> (Child, BufReader<ChildStdout>, String) {
    let mut child = crate::heist(&folder.path("."), words).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut lines = String::new();
    while !lines.contains("Open http") {
        let read = out.read_line(&mut lines).unwrap();
        assert!(read > 0, "{lines}");
    }
    (child, out, lines)
}

/// A server that runs.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(folder: &Folder) -> Server {
        let (child, mut out, lines) = listening(folder, "table --data tables --listen 127.0.0.1:0 --threads 1");
        // What it prints later has somewhere to go.
        std::thread::spawn(move || out.read_to_end(&mut Vec::new()));
        let address = lines.split("http://").nth(1).unwrap().trim_end().trim_end_matches('/');
        let address = address.parse().unwrap();
        Server { child, address }
    }

    fn kill(mut self) {
        // SIGKILL: nothing can be done about it.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A connection that asks one thing after the other.
struct Client(BufReader<TcpStream>, SocketAddr);

impl Client {
    fn connect(address: SocketAddr) -> std::io::Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        Ok(Client(BufReader::new(stream), address))
    }

    /// The status and the body; an error when the server is gone.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        let body = body.to_string();
        let (address, length) = (self.1, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: \
             {length}\r\n\r\n"
        );
        self.0.get_mut().write_all(format!("{head}{body}").as_bytes())?;
        let gone = || std::io::Error::other("the server is gone");
        let (mut status, mut length) = (0, 0);
        for number in 0.. {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                return Err(gone());
            }
            let line = line.trim_end();
            if number == 0 {
                status = line.split(' ').nth(1).ok_or_else(gone)?.parse().map_err(|_| gone())?;
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().map_err(|_| gone())?;
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }
}

/// What somebody at a table was told: how it stands, and what it was about to become when the server went.
#[derive(Clone, Debug)]
struct Told {
    link: String,
    /// Revision, key, entries, undone entries.
    state: (u64, String, u64, u64),
}

fn state(seen: &Value) -> (u64, String, u64, u64) {
    let view = &seen["view"];
    let number = |value: &Value| value.as_u64().unwrap();
    (
        number(&seen["revision"]),
        view["key"].as_str().unwrap().to_owned(),
        number(&view["entries"]),
        number(&view["undone"]),
    )
}

/// A small generator that is the same everywhere.
fn next(dice: &mut u64) -> u64 {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    *dice
}

/// Enters, undoes and redoes by chance until the server is gone; what was acknowledged last.
fn play(address: SocketAddr, mut told: Told, seed: u64, steps: &std::sync::atomic::AtomicUsize) -> Told {
    let mut dice = seed;
    let Ok(mut client) = Client::connect(address) else {
        return told;
    };
    let path = format!("/api/t/{}", told.link);
    let Ok((200, mut seen)) = client.ask("GET", &path, &json!({})) else {
        return told;
    };
    loop {
        let choices = seen["view"]["choices"].as_array().unwrap();
        let undone = told.state.3;
        let (what, body) = match next(&mut dice) % 8 {
            0 if told.state.2 > 0 => ("undo", json!({})),
            1 if undone > 0 => ("redo", json!({})),
            _ if choices.is_empty() => ("undo", json!({"count": told.state.2})),
            number => (
                "enter",
                json!({"step": choices[number as usize % choices.len()]["notation"]}),
            ),
        };
        match client.ask("POST", &format!("{path}/{what}"), &body) {
            Ok((200, after)) => {
                told.state = state(&after);
                seen = after;
                steps.fetch_add(1, Ordering::Relaxed);
            }
            // The limit on the rate; it is asked again.
            Ok((429, _)) => std::thread::sleep(Duration::from_millis(20)),
            Ok((status, answer)) => panic!("{status}: {answer}"),
            Err(_) => return told,
        }
    }
}

#[test]
fn a_killed_server_loses_nothing_that_it_acknowledged() {
    let folder = Folder::new();
    let mut dice = 0x5eed;
    let server = Server::start(&folder);
    let mut client = Client::connect(server.address).unwrap();
    let begin = json!({"game": "burgle-bros", "setup": {"seats": 1, "characters": ["hacker-basic"], "first": 1}});
    let mut tables: Vec<Told> = Vec::new();
    for _ in 0..4 {
        let (status, seen) = client.ask("POST", "/api/tables", &begin).unwrap();
        assert_eq!(status, 201, "{seen}");
        tables.push(Told {
            link: seen["link"].as_str().unwrap().to_owned(),
            state: state(&seen),
        });
    }
    let mut server = Some(server);
    for round in 0..6 {
        let running = server.take().unwrap();
        let (address, steps) = (running.address, std::sync::atomic::AtomicUsize::new(0));
        let killed = AtomicBool::new(false);
        let pause = Duration::from_micros(50_000 + next(&mut dice) % 250_000);
        let seeds: Vec<u64> = tables.iter().map(|_| next(&mut dice)).collect();
        tables = std::thread::scope(|scope| {
            let players: Vec<_> = tables
                .iter()
                .zip(&seeds)
                .map(|(told, seed)| {
                    let (told, steps, killed) = (told.clone(), &steps, &killed);
                    scope.spawn(move || {
                        let told = play(address, told, *seed, steps);
                        assert!(killed.load(Ordering::Relaxed), "the server went by itself");
                        told
                    })
                })
                .collect();
            std::thread::sleep(pause);
            killed.store(true, Ordering::Relaxed);
            running.kill();
            players.into_iter().map(|player| player.join().unwrap()).collect()
        });
        assert!(
            steps.load(Ordering::Relaxed) > 0,
            "nothing was entered in round {round}"
        );
        let running = Server::start(&folder);
        let mut client = Client::connect(running.address).unwrap();
        for told in &mut tables {
            let (status, seen) = client.ask("GET", &format!("/api/t/{}", told.link), &json!({})).unwrap();
            assert_eq!(status, 200, "{seen}");
            let found = state(&seen);
            // The one change that was under way may have been kept without anybody having been told.
            match found.0 - told.state.0 {
                0 => assert_eq!(found, told.state, "round {round}"),
                1 => {}
                more => panic!("round {round}: {more} changes that nobody made"),
            }
            told.state = found;
        }
        server = Some(running);
    }
    server.unwrap().kill();
}

#[cfg(unix)]
#[test]
fn it_ends_well_when_it_is_asked_to() {
    let folder = Folder::new();
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut server = Server::start(&folder);
        let mut client = Client::connect(server.address).unwrap();
        assert_eq!(client.ask("GET", "/api/tables", &json!({})).unwrap().0, 200);
        let pid = server.child.id().to_string();
        assert!(
            std::process::Command::new("kill")
                .args([signal, &pid])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(server.child.wait().unwrap().code(), Some(130), "{signal}");
        let mut said = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "heist: stopped; the tables are kept in tables\n");
    }
}

#[test]
fn what_stands_in_the_way_of_a_server_is_said_once() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    folder
        .heist("table --data tables --listen 127.0.0.1:0")
        .refuses(&["tables", "another server", "--data"]);
    let port = server.address.port();
    folder
        .heist(&format!("table --data others --listen 127.0.0.1:{port}"))
        .refuses(&["in use already", "--listen"]);
    server.kill();
    folder
        .heist("table --data others --listen 192.0.2.1:4747")
        .refuses(&["192.0.2.1:4747", "--listen"]);
    folder.write("file", "");
    folder
        .heist("table --data file --listen 127.0.0.1:0")
        .refuses(&["file", "--data"]);
    let run = folder.heist("table --listen here").exits(2);
    assert!(run.err.contains("--listen"), "{}", run.err);
}

/// The printed address is one that other devices can open, or it says that there is none.
#[test]
fn listening_everywhere_prints_an_address_that_can_be_opened() {
    let folder = Folder::new();
    let (mut child, mut out, lines) = listening(&folder, "table --data tables --listen 0.0.0.0:0");
    let url = lines.split("http://").nth(1).unwrap().trim_end();
    let (address, path) = url.split_once('/').unwrap();
    let address: SocketAddr = address.parse().unwrap();
    assert!(!address.ip().is_unspecified() && path.starts_with("?token="), "{lines}");
    let answer = Client::connect(address)
        .unwrap()
        .ask("GET", &format!("/{path}"), &json!({}));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(answer.unwrap().0, 303, "the token becomes a cookie");
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let expected = if address.ip().is_loopback() {
        "No address of this machine in a network"
    } else {
        "Phones in the same network"
    };
    assert!(rest.contains(expected), "{rest}");
}

#[test]
fn whoever_names_it_to_others_has_a_token_even_on_loopback() {
    let folder = Folder::new();
    let words = "table --data tables --listen 127.0.0.1:0 --name cellar.example";
    let (mut child, _out, lines) = listening(&folder, words);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines.contains("/?token="), "{lines}");
}
