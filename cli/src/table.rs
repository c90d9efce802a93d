//! `heist table`: the live table, a page in the browser.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use heist_table::server::{Limits, Started};
use heist_table::{ServeError, ServeOptions};

use crate::failure::{Done, Failure, Outcome};

/// Serve the live table: a page for people who play with cardboard
///
/// They enter what happens by clicking the board and get advice: ranked moves with win probabilities, what a mistake would
/// cost, and after the game where it was won or lost. Undo, redo and correct anything; every step is on the disk before
/// it is shown, so nothing is lost when the machine goes off.
///
/// Example:
///
/// $ heist table
///
/// $ heist table --listen 0.0.0.0:4747 --data ~/game-night
///
/// The first is for this machine alone. The second is for every device in the house: it prints an address that a phone can
/// open. The address holds a token, with which one can see all tables, begin and delete them; the link of a table works
/// without it. Nothing is encrypted on the way: use it in a network that you trust.
///
/// Ctrl-C ends it; the exit code is 0 then. The tables are there again at the next start.
#[derive(Debug, Args)]
pub struct Options {
    /// The folder that tables are kept in, made if it is missing. If not given: heistlab in $XDG_DATA_HOME or in
    /// ~/.local/share
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The address and port to listen at; 0.0.0.0:4747 for every device in the house
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:4747")]
    listen: SocketAddr,

    /// A further name of this machine, as others write it in the address, such as cellar.local
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// Threads that think about hints; all cores but one if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let data = match &options.data {
        Some(data) => data.clone(),
        None => default_folder()?,
    };
    writeln!(out, "Tables are kept in {}", data.display())?;
    out.flush()?;
    let served = heist_table::serve(ServeOptions {
        data,
        listen: options.listen,
        names: options.name.clone(),
        threads: options.threads.map_or(cores.saturating_sub(1).max(1), usize::from),
        limits: Limits::default(),
        started: Box::new(|started| tell(started, &mut io::stdout())),
    });
    match served {
        Ok(()) => Ok(Done::Well),
        Err(error) => Err(explain(options.listen, &error)),
    }
}

/// Says where the page is. It is no reason to end that nobody reads standard output any more.
fn tell(started: &Started, out: &mut dyn Write) {
    for (place, url) in started.urls().iter().enumerate() {
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
        drop(writeln!(out, "Ctrl-C ends it."));
    }
    drop(out.flush());
}

fn explain(listen: SocketAddr, error: &ServeError) -> Failure {
    match error {
        ServeError::Listen { problem, .. } if problem.kind() == io::ErrorKind::AddrInUse => Failure::input(format!(
            "{listen} is in use already; end what listens there or choose another port with --listen {}:{}",
            listen.ip(),
            listen.port().wrapping_add(1)
        )),
        ServeError::Listen { problem, .. } => Failure::input(format!(
            "cannot listen at {listen}: {problem}; expected an address of this machine after --listen"
        )),
        ServeError::Store(problem) => Failure::input(format!("{problem}; --data chooses another folder")),
        ServeError::System(_) => Failure::input(error),
    }
}

/// A place of the user's own.
fn default_folder() -> Result<PathBuf, Failure> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    // The specification says to pass over a relative path.
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
