//! `heist table`: the live table, a page in the browser.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use clap::Args;
use heist_table::qr::QrCode;
use heist_table::server::{Limits, Started};
use heist_table::{ServeError, ServeOptions};
use serde_json::json;

use crate::colour;
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, JsonOption};
use crate::interrupt;
use crate::plain;

/// Serve the live table: a web page for people who play with the physical game
///
/// Players enter what happens by clicking the board and get advice: ranked moves with win probabilities, what a mistake
/// would cost, and, after the game, where it was won or lost. Anything can be undone, redone and corrected. Every step
/// is saved to disk before it is shown, so nothing is lost when the machine is switched off.
///
/// Examples:
///
/// $ heist table
///
/// $ heist table --listen 0.0.0.0:4747 --data ~/game-night
///
/// The first is for this machine only. The second is for every device in the house: it prints an address that a phone
/// can open, on a terminal with a QR code of it. The address contains a token: anyone who has it can see, begin and
/// delete tables. The link of a single table needs no token. The connection is not encrypted: use it in a network that
/// you trust.
///
/// Ctrl-C or SIGTERM ends it, with exit code 130. The tables are there again at the next start.
#[derive(Debug, Args)]
pub struct Options {
    /// The folder that tables are kept in, made if it is missing; by default the folder heistlab in $XDG_DATA_HOME, or
    /// in ~/.local/share
    #[arg(long, value_name = "DIR", help_heading = "Server")]
    data: Option<PathBuf>,

    /// The address and port to listen on; 0.0.0.0:4747 for every device in the house
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:4747", help_heading = "Server")]
    listen: SocketAddr,

    /// Another name by which devices reach this machine, such as cellar.local
    #[arg(long, value_name = "NAME", value_parser = host_name, help_heading = "Server")]
    name: Vec<String>,

    /// Threads that work on hints; by default one fewer than there are processor cores
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=256),
        help_heading = "Server"
    )]
    threads: Option<u16>,

    #[command(flatten)]
    json: JsonOption,
}

/// A name that a browser sends as the host.
fn host_name(text: &str) -> Result<String, String> {
    let is_fit = |letter: char| letter.is_alphanumeric() || ".-_".contains(letter);
    if !text.is_empty() && text.chars().all(is_fit) {
        Ok(text.to_owned())
    } else {
        Err("expected the name of a machine, such as cellar.local".to_owned())
    }
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let data = match &options.data {
        Some(data) => data.clone(),
        None => default_folder()?,
    };
    files::check_folder(&data)
        .map_err(|failure| Failure::input(format!("{}; --data chooses another folder", failure.message())))?;
    if !options.json.replaces_text() {
        writeln!(out, "Tables are kept in {}", plain::text(&data.display().to_string()))?;
        out.flush()?;
    }
    let (json, folder) = (options.json.clone(), data.display().to_string());
    // Once the server listens to signals it stops by itself at the first one; until then a signal ends the program.
    let deferred = Arc::new(OnceLock::new());
    let (kept, own_folder) = (Arc::clone(&deferred), folder.clone());
    let served = heist_table::serve(ServeOptions {
        data,
        listen: options.listen,
        names: options.name.clone(),
        threads: options.threads.map_or(cores.saturating_sub(1).max(1), usize::from),
        limits: Limits::default(),
        started: Box::new(move |started| {
            kept.get_or_init(interrupt::defer);
            tell(started, &own_folder, &json, &mut io::stdout());
        }),
    });
    match served {
        Ok(()) => {
            notice(&format!("stopped; the tables are kept in {folder}"));
            drop(deferred);
            Ok(Done::Interrupted)
        }
        Err(error) => Err(explain(options.listen, &error)),
    }
}

/// Says where the page is. Standard output that nobody reads any more is no reason to end, and neither is a file that
/// can no longer be written.
fn tell(started: &Started, folder: &str, json: &JsonOption, out: &mut dyn Write) {
    let urls = started.urls();
    let described = json!({"url": urls.first(), "urls": urls, "listen": started.listen.to_string(), "data": folder});
    if let Err(failure) = json.write(&described, out) {
        notice(&failure.message());
    }
    if json.replaces_text() {
        drop(out.flush());
        return;
    }
    for (place, url) in urls.iter().enumerate() {
        drop(writeln!(out, "{} {url}", if place == 0 { "Open" } else { "  or" }));
    }
    match (started.listen.ip().is_unspecified(), started.addresses.is_empty()) {
        (true, true) => drop(writeln!(
            out,
            "No address of this machine in a network was found: other devices cannot open the page yet."
        )),
        (true, false) => drop(writeln!(out, "Phones in the same network can open it as well.")),
        (false, _) => {}
    }
    if io::stdout().is_terminal() {
        for line in code(started) {
            drop(writeln!(out, "{line}"));
        }
        drop(writeln!(out, "Ctrl-C ends it."));
    }
    drop(out.flush());
}

/// The QR code of the first address for phones, in lines for the terminal, with what it is; nothing if no other device
/// can open it.
fn code(started: &Started) -> Vec<String> {
    let is_reached = started
        .addresses
        .first()
        .is_some_and(|address| !address.ip().is_loopback());
    let Some(url) = started.urls().into_iter().next().filter(|_| is_reached) else {
        return Vec::new();
    };
    let Some(code) = QrCode::of(&url) else {
        return Vec::new();
    };
    let mut lines = vec![
        "The first address as a QR code, with the token; players use the one on the page of their table:".to_owned(),
    ];
    lines.extend(code.lines(colour::is_wanted(true)));
    lines
}

fn explain(listen: SocketAddr, error: &ServeError) -> Failure {
    match error {
        ServeError::Listen { problem, .. } if problem.kind() == io::ErrorKind::AddrInUse => Failure::input(format!(
            "--listen {listen}: this address is in use already; stop the program that uses it or choose another port, \
             such as --listen {}:{}",
            listen.ip(),
            listen.port().wrapping_add(1)
        )),
        ServeError::Listen { problem, .. } => Failure::input(format!(
            "--listen {listen}: {problem}; expected an address of this machine"
        )),
        ServeError::Store(problem) => Failure::input(format!("{problem}; --data chooses another folder")),
        ServeError::System(_) => Failure::input(error),
    }
}

/// The user's own folder for data.
fn default_folder() -> Result<PathBuf, Failure> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    // The XDG specification says to ignore a relative path.
    let data = data.filter(|path| path.is_absolute());
    let home = || std::env::home_dir().filter(|path| path.is_absolute());
    let folder = data.or_else(|| Some(home()?.join(".local/share")));
    match folder {
        Some(folder) => Ok(folder.join("heistlab")),
        None => Err(Failure::input(
            "there is no home folder to keep tables in; name a folder with --data",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_has_a_code_of_what_other_devices_can_open() {
        let started = |listen: &str, addresses: &[&str]| Started {
            listen: listen.parse().expect("it is an address"),
            addresses: addresses
                .iter()
                .map(|text| text.parse().expect("it is an address"))
                .collect(),
            token: None,
        };
        let shown = code(&started("0.0.0.0:4747", &["192.168.1.5:4747", "10.0.0.5:4747"]));
        let expected = QrCode::of("http://192.168.1.5:4747/").expect("it is short");
        assert_eq!(shown[1..], expected.lines(colour::is_wanted(true)));
        assert!(code(&started("127.0.0.1:4747", &["127.0.0.1:4747"])).is_empty());
        assert!(code(&started("0.0.0.0:4747", &[])).is_empty());
    }
}
