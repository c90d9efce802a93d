//! A run's folder: what is played, and every game as soon as it is finished, so that a run can be killed at any moment and
//! go on later.
//!
//! `run.json` holds what a game depends on beside its agents and the number of its deal. `games.jsonl` has a line a game,
//! in the order in which they finished, each written at once and whole. A line without its end was being written when the run
//! was killed; it is dropped, and its game is played again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use heist_engine::game::Game;
use heist_engine::json;
use heist_engine::record::LINE_LIMIT;
use serde_json::{Map, Value, json};

use super::config::Config;
use super::summary::{GameLine, GameSummary, KnownGames};

/// What is played.
const RUN: &str = "run.json";
/// The finished games.
const GAMES: &str = "games.jsonl";
/// The format of both.
const FORMAT: u32 = 1;

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The file system refused.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Another run has it open.
    #[error("{}: another run is using this folder", .0.display())]
    Busy(PathBuf),
    /// There are games, and nothing says of which run.
    #[error("{}: there are games but no {RUN} that says what they are; expected a new folder", .0.display())]
    NoRun(PathBuf),
    /// The games are those of another run.
    #[error(
        "{}: field `{field}`: the folder has {found}, this run has {expected}; expected the same run, or another folder",
        .path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The first field that differs.
        field: String,
        /// What the folder says.
        found: String,
        /// What the run asks for.
        expected: String,
    },
    /// Something that no run wrote.
    #[error("{}: line {line}: {what}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl FolderError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> FolderError + use<> {
        let path = path.to_owned();
        |source| FolderError::Io { path, source }
    }
}

/// The folder of a run, locked against other runs while it is open.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// The games that were finished before.
    games: KnownGames,
    file: Mutex<File>,
}

impl RunFolder {
    /// Opens the folder of a run, or makes it.
    ///
    /// The run may have other contestants than before and more deals or fewer; a game that is there is not played again.
    ///
    /// # Errors
    /// When the folder cannot be read or written, is in use, or holds something else than games of this run.
    pub fn open<G: Game>(path: &Path, config: &Config<G>) -> Result<RunFolder, FolderError> {
        fs::create_dir_all(path).map_err(FolderError::io(path))?;
        let games_path = path.join(GAMES);
        let mut options = OpenOptions::new();
        let file = options.create(true).read(true).append(true).open(&games_path);
        let file = file.map_err(FolderError::io(&games_path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(FolderError::io(&games_path)(error)),
        }
        let run_path = path.join(RUN);
        match fs::read_to_string(&run_path) {
            Ok(text) => compare(&run_path, &text, &header(config))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let size = file.metadata().map_err(FolderError::io(&games_path))?.len();
                if size > 0 {
                    return Err(FolderError::NoRun(path.to_owned()));
                }
                write_whole(&run_path, &header(config)).map_err(FolderError::io(&run_path))?;
            }
            Err(error) => return Err(FolderError::io(&run_path)(error)),
        }
        let games = read_games(&file, &games_path, config)?;
        Ok(RunFolder {
            path: games_path,
            games,
            file: Mutex::new(file),
        })
    }

    /// A game that was finished before.
    pub fn game(&self, deal: u64, agent: &str) -> Option<&GameSummary> {
        self.games.get(deal, agent)
    }

    /// How many games were finished before.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether no game was finished before.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Writes a finished game down, in one piece.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&self, line: &GameLine) -> Result<(), FolderError> {
        let fail = FolderError::io(&self.path);
        let mut text = match serde_json::to_string(line) {
            Ok(text) => text,
            Err(error) => return Err(fail(error.into())),
        };
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.metadata().and_then(|before| {
            let written = file.write_all(text.as_bytes());
            // On a full disk a part of the line may be there, which a game that is finished later must not follow.
            written.inspect_err(|_| drop(file.set_len(before.len())))
        });
        written.map_err(fail)
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // Closing the file would do, but for a process that is just being started elsewhere in this one: until it runs its own
        // program it holds a copy of the file, and with it the lock.
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(file.unlock());
    }
}

/// Everything that a game depends on beside its agents and the number of its deal.
fn header<G: Game>(config: &Config<G>) -> Map<String, Value> {
    let fields = [
        ("heistlab", json!("run")),
        ("run-format", json!(FORMAT)),
        // What agents play may change from release to release.
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("game", json!(G::ID)),
        ("format", json!(G::FORMAT)),
        ("setup", config.setup.clone()),
        ("seed", json!(config.seed)),
        ("luck", json!(config.luck.is_some())),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn compare(path: &Path, text: &str, expected: &Map<String, Value>) -> Result<(), FolderError> {
    let found: Map<String, Value> = json::read(text).map_err(|error| FolderError::Line {
        path: path.to_owned(),
        line: error.line,
        what: format!("no description of a run: {} (column {})", error.message, error.column),
    })?;
    let names = expected.keys().chain(found.keys());
    let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    for name in names {
        let (found, expected) = (found.get(name), expected.get(name));
        if found != expected {
            return Err(FolderError::Other {
                path: path.to_owned(),
                field: name.clone(),
                found: shown(found),
                expected: shown(expected),
            });
        }
    }
    Ok(())
}

/// Writes a file whole or not at all.
fn write_whole(path: &Path, value: &Map<String, Value>) -> io::Result<()> {
    let temporary = path.with_extension("json.tmp");
    let mut file = File::create(&temporary)?;
    serde_json::to_writer_pretty(&mut file, value)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

/// The games of a file, which is cut where its last whole line ends.
fn read_games<G: Game>(file: &File, path: &Path, config: &Config<G>) -> Result<KnownGames, FolderError> {
    let mut games = KnownGames::default();
    let mut reader = BufReader::new(file);
    let mut text = Vec::new();
    let mut whole = 0;
    for line in 1.. {
        text.clear();
        let refused = |what| FolderError::Line {
            path: path.to_owned(),
            line,
            what,
        };
        let mut limited = (&mut reader).take(LINE_LIMIT as u64 + 1);
        let length = limited.read_until(b'\n', &mut text).map_err(FolderError::io(path))?;
        if length > LINE_LIMIT {
            return Err(refused(format!("a longer line; expected at most {LINE_LIMIT} bytes")));
        }
        if text.last() != Some(&b'\n') {
            break;
        }
        whole += length as u64;
        let unmarked = text.strip_prefix(json::BOM.as_bytes()).filter(|_| line == 1);
        let game = games.add::<G>(unmarked.unwrap_or(&text)).map_err(refused)?;
        if game.luck.is_some() != config.luck.is_some() {
            let expected = if config.luck.is_some() { "a number" } else { "none" };
            let found = if game.luck.is_some() { "a number" } else { "nothing" };
            return Err(refused(format!(
                "field `luck`: found {found}; expected {expected}, as {RUN} says"
            )));
        }
    }
    file.set_len(whole).map_err(FolderError::io(path))?;
    Ok(games)
}
