//! Work that is done position by position, written down at once, and can be stopped at any moment.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heist_agents::arena::Journal;
use heist_agents::parallel;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::effort::Effort;
use crate::positions::{Played, Position};
use crate::suite::Suite;

/// The finished positions.
const ROWS: &str = "positions.jsonl";
/// The replays.
const GAMES: &str = "games";
/// The format of the rows.
const FORMAT: u32 = 1;

/// What is asked about one position after the other.
pub trait Protocol: Sync {
    /// What is found out about a position.
    type Finding: Serialize + DeserializeOwned + Clone + Send + Sync;
    /// Its name in commands and files.
    const NAME: &'static str;

    /// What makes the position one to ask about; `None` if it is none. A function of the position and the suite.
    fn choose(&self, position: &Position, suite: &Suite) -> Option<Value>;

    /// Asks. `chosen` is what made the position one to ask about; a finding that was stopped is thrown away.
    ///
    /// # Errors
    /// When the agent cannot analyse decisions of this game.
    fn ask(&self, position: &Position, chosen: &Value, run: &Run<'_>) -> Result<Option<Self::Finding>, String>;
}

/// How a protocol is run.
pub struct Run<'a> {
    /// The games.
    pub suite: &'a Suite,
    /// What searches.
    pub effort: &'a Effort,
    /// The game that is asked about; all if none.
    pub game: Option<&'a str>,
    /// Positions of each game.
    pub positions: usize,
    /// Where it is written down.
    pub folder: PathBuf,
    /// Positions that are asked about in parallel.
    pub threads: usize,
    /// How long this part of the run takes at most.
    pub part: Option<Duration>,
    /// Whether it is to end early.
    pub stop: &'a AtomicBool,
}

/// A finding with its place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row<T> {
    /// The place of its setting in the suite, from 1.
    pub setting: usize,
    /// The number of the game in its setting.
    pub number: u64,
    /// The number of steps before the position.
    pub step: usize,
    /// What was found out.
    pub finding: T,
}

/// What came of a run.
pub struct Findings<T> {
    /// The rows by game, those of each in the order of the suite.
    pub by_game: BTreeMap<String, Vec<Row<T>>>,
    /// Whether some positions are missing, because the run was stopped or its part is over.
    pub is_partial: bool,
}

impl<T> Findings<T> {
    /// All rows.
    pub fn all(&self) -> impl Iterator<Item = &Row<T>> {
        self.by_game.values().flatten()
    }

    /// The rows of each game that was played, of one of the games or of all.
    pub fn clusters(&self, game: Option<&str>) -> Vec<Vec<&Row<T>>> {
        let mut clusters: BTreeMap<(usize, u64), Vec<&Row<T>>> = BTreeMap::new();
        let of_game = self
            .by_game
            .iter()
            .filter(|(name, _)| game.is_none_or(|game| game == name.as_str()));
        for row in of_game.flat_map(|(_, rows)| rows) {
            clusters.entry((row.setting, row.number)).or_default().push(row);
        }
        clusters.into_values().collect()
    }

    /// The lines of a table: each game, and all together where there are several.
    pub fn lines(&self) -> Vec<(String, Option<&str>)> {
        let games = self.by_game.keys().map(|game| (game.clone(), Some(game.as_str())));
        let all = (self.by_game.len() > 1).then(|| ("all games".to_owned(), None));
        games.chain(all).collect()
    }
}

impl Run<'_> {
    /// Asks about positions until there are enough of each game.
    ///
    /// # Errors
    /// When the folder holds another run or cannot be used, or something cannot be asked.
    pub fn through<P: Protocol>(&self, protocol: &P) -> Result<Findings<P::Finding>, String> {
        let mut known: HashMap<(usize, u64, usize), P::Finding> = HashMap::new();
        let journal = Journal::open(&self.folder, ROWS, &self.header(P::NAME), |_, line| {
            let row: Row<P::Finding> = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            known.insert((row.setting, row.number, row.step), row.finding);
            Ok(())
        });
        let journal = journal.map_err(|error| error.to_string())?;
        let games = self.folder.join(GAMES);
        fs::create_dir_all(&games).map_err(|error| format!("{}: {error}", games.display()))?;
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
        let work = Work {
            run: self,
            protocol,
            journal,
            known,
            games,
            pool: pool.map_err(|error| error.to_string())?,
            start: Instant::now(),
        };
        work.finish()
    }

    /// Where the replay of a row is.
    pub fn replay_of<T>(&self, row: &Row<T>) -> PathBuf {
        self.folder
            .join(GAMES)
            .join(format!("{}-{}.jsonl", row.setting, row.number))
    }

    /// Everything that a finding depends on beside its position.
    fn header(&self, name: &str) -> Map<String, Value> {
        let fields = [
            ("heistlab", json!("hints")),
            ("hints-format", json!(FORMAT)),
            ("version", json!(env!("CARGO_PKG_VERSION"))),
            ("protocol", json!(name)),
            ("effort", json!(self.effort.to_string())),
            ("suite", json!(self.suite)),
        ];
        fields
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }
}

/// A run under way.
struct Work<'a, P: Protocol> {
    run: &'a Run<'a>,
    protocol: &'a P,
    journal: Journal,
    /// What was found out before.
    known: HashMap<(usize, u64, usize), P::Finding>,
    games: PathBuf,
    pool: ThreadPool,
    start: Instant,
}

impl<P: Protocol> Work<'_, P> {
    fn is_over(&self) -> bool {
        let is_late = self.run.part.is_some_and(|part| self.start.elapsed() >= part);
        is_late || self.run.stop.load(Ordering::Relaxed)
    }

    fn finish(&self) -> Result<Findings<P::Finding>, String> {
        let settings = self.run.suite.settings.iter().enumerate();
        let mut by_game: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, setting) in settings {
            if self.run.game.is_none_or(|game| game == setting.game) {
                by_game.entry(setting.game.clone()).or_default().push(place);
            }
        }
        let mut findings = Findings {
            by_game: BTreeMap::new(),
            is_partial: false,
        };
        for (game, settings) in by_game {
            let (mut rows, mut left) = (Vec::new(), settings.len());
            for setting in settings {
                // What one setting does not have the next ones make up for.
                let wanted = (self.run.positions - rows.len()).div_ceil(left);
                let found = self.of_setting(setting, wanted)?;
                findings.is_partial |= self.is_over() && found.len() < wanted;
                rows.extend(found);
                left -= 1;
            }
            findings.by_game.insert(game, rows);
        }
        Ok(findings)
    }

    /// As many rows of a setting as are wanted, fewer if it does not have them.
    fn of_setting(&self, setting: usize, wanted: usize) -> Result<Vec<Row<P::Finding>>, String> {
        let (suite, mut rows, mut fruitless) = (self.run.suite, Vec::new(), 0);
        for number in 0.. {
            if rows.len() >= wanted || fruitless >= suite.fruitless || self.is_over() {
                break;
            }
            self.tell(setting, number, rows.len(), wanted);
            let played = match Played::open(suite, setting, number, &self.games, self.run.stop) {
                // A game that was stopped is no game.
                Err(_) if self.is_over() => break,
                played => played?,
            };
            let positions = played.positions(suite, P::NAME, setting, number)?;
            let chosen = positions.iter().filter_map(|position| {
                let chosen = self.protocol.choose(position, suite)?;
                Some((position, chosen))
            });
            let most = suite.per_game.min(wanted - rows.len());
            let chosen: Vec<(&Position, Value)> = chosen.take(most).collect();
            fruitless = if chosen.is_empty() { fruitless + 1 } else { 0 };
            let ask = |place: usize| {
                let (position, chosen) = &chosen[place];
                self.row(setting, number, position, chosen)
            };
            let found = parallel::install(&self.pool, || parallel::try_map(chosen.len(), ask))?;
            rows.extend(found.into_iter().flatten());
        }
        self.tell(setting, 0, rows.len(), wanted);
        Ok(rows)
    }

    /// The row of a position: the one that is known, or a new one. `None` if the run is over.
    fn row(
        &self,
        setting: usize,
        number: u64,
        position: &Position,
        chosen: &Value,
    ) -> Result<Option<Row<P::Finding>>, String> {
        let (setting, step) = (setting + 1, position.step);
        let with = |finding| Row {
            setting,
            number,
            step,
            finding,
        };
        if let Some(finding) = self.known.get(&(setting, number, step)) {
            return Ok(Some(with(finding.clone())));
        }
        if self.is_over() {
            return Ok(None);
        }
        let finding = self.protocol.ask(position, chosen, self.run)?;
        let Some(row) = finding.filter(|_| !self.run.stop.load(Ordering::Relaxed)).map(with) else {
            return Ok(None);
        };
        self.journal.add(&row).map_err(|error| error.to_string())?;
        Ok(Some(row))
    }

    /// Says on the terminal how far it has come.
    fn tell(&self, setting: usize, number: u64, done: usize, wanted: usize) {
        let mut out = io::stderr();
        let name = &self.run.suite.settings[setting].name;
        let seconds = self.start.elapsed().as_secs();
        let line = format!(
            "{}: {name}: {done} of {wanted} positions, game {number}, {seconds} s",
            P::NAME
        );
        // Nobody reads it where it cannot be written.
        drop(if out.is_terminal() {
            write!(out, "\r\x1b[K{line}{}", if done >= wanted { "\n" } else { "" })
        } else {
            writeln!(out, "{line}")
        });
    }
}
