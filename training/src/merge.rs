//! One shard of several.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::shard::{Header, Part, Run, ShardError, ShardFile, ShardReader};

/// Shards that cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There are none.
    #[error("found no shard; expected one or more")]
    Nothing,
    /// A shard that cannot be read or written.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Shards that do not go together.
    #[error("{}: field `{field}`: found {found}, expected {expected}, as in {}", .path.display(), .first.display())]
    Unlike {
        /// The shard.
        path: PathBuf,
        /// The field of its header that is not that of the first one.
        field: &'static str,
        /// Its value.
        found: String,
        /// That of the first one.
        expected: String,
        /// The first one.
        first: PathBuf,
    },
    /// A game that comes twice.
    #[error("{}: deal {deal} of the same run is in {} already", .path.display(), .first.display())]
    Repeated {
        /// The shard that has it again.
        path: PathBuf,
        /// The deal.
        deal: u64,
        /// The shard that has it.
        first: PathBuf,
    },
    /// More runs than can be numbered.
    #[error("the games are of {0} runs, expected at most 65535")]
    Runs(usize),
}

/// Writes the games of several shards into one, in the order of the shards, and returns how many there are. `damaged`
/// is told, in a line each, what cannot be read of them, which is left out, and of what an earlier merge wrote.
///
/// # Errors
/// When a shard cannot be read, is of another game, version or kind, or has games that another one has; or when the new
/// one cannot be written.
pub fn merge(paths: &[PathBuf], out: &Path, damaged: &mut dyn FnMut(String)) -> Result<u64, MergeError> {
    let mut plan = Plan::default();
    for path in paths {
        plan.add(path, damaged)?;
    }
    let header = plan.header.ok_or(MergeError::Nothing)?;
    let mut file = ShardFile::open(out, &header)?;
    file.damage().iter().cloned().for_each(damaged);
    // What an earlier merge of the same shards wrote before it was killed.
    let mut written = file.games();
    for (path, runs) in paths.iter().zip(&plan.runs) {
        let mut reader = ShardReader::open(path)?;
        while let Some(part) = reader.next_part()? {
            let Part::Block(block) = part else { continue };
            for mut game in block.games {
                if written > 0 {
                    written -= 1;
                    continue;
                }
                game.run = runs[usize::from(game.run)];
                file.add(&game)?;
            }
        }
    }
    file.finish()?;
    Ok(header.games)
}

/// What is merged.
#[derive(Default)]
struct Plan {
    header: Option<Header>,
    /// The shards that were read.
    paths: Vec<PathBuf>,
    /// For each of them, which run of the new one its runs become.
    runs: Vec<Vec<u16>>,
    /// What the games of a run depend on beside their deals, for each different one.
    origins: Vec<Run>,
    /// Which shard a game is in, by its origin and its deal.
    places: HashMap<(usize, u64), usize>,
}

impl Plan {
    /// Reads a shard through.
    fn add(&mut self, path: &Path, damaged: &mut dyn FnMut(String)) -> Result<(), MergeError> {
        let mut reader = ShardReader::open(path)?;
        let source = reader.header().clone();
        self.check(path, &source)?;
        self.paths.push(path.to_owned());
        let origins: Vec<usize> = source.runs.iter().map(|run| self.origin(run)).collect();
        let header = self.header.get_or_insert_with(|| Header {
            games: 0,
            runs: Vec::new(),
            ..source.clone()
        });
        while let Some(part) = reader.next_part()? {
            let block = match part {
                Part::Block(block) => block,
                Part::Damage(damage) => {
                    damaged(format!("{}: {damage}", path.display()));
                    continue;
                }
            };
            header.games += block.games.len() as u64;
            for game in &block.games {
                let key = (origins[usize::from(game.run)], game.number);
                if let Some(place) = self.places.insert(key, self.runs.len()) {
                    return Err(MergeError::Repeated {
                        path: path.to_owned(),
                        deal: game.number,
                        first: self.paths[place].clone(),
                    });
                }
            }
        }
        let runs = source.runs.into_iter().map(|run| run_of(header, run)).collect();
        self.runs.push(runs);
        if header.runs.len() > MOST_RUNS {
            Err(MergeError::Runs(header.runs.len()))
        } else {
            Ok(())
        }
    }

    /// Whether a shard goes together with the first one.
    fn check(&self, path: &Path, source: &Header) -> Result<(), MergeError> {
        let Some((header, first)) = self.header.as_ref().zip(self.paths.first()) else {
            return Ok(());
        };
        let fields = [
            ("game", source.game.clone(), header.game.clone()),
            ("format", source.format.to_string(), header.format.to_string()),
            ("kind", source.kind.to_string(), header.kind.to_string()),
        ];
        match fields.into_iter().find(|(_, found, expected)| found != expected) {
            None => Ok(()),
            Some((field, found, expected)) => Err(MergeError::Unlike {
                path: path.to_owned(),
                field,
                found,
                expected,
                first: first.clone(),
            }),
        }
    }

    /// The number of what the games of a run depend on.
    fn origin(&mut self, run: &Run) -> usize {
        let origin = Run {
            first: 0,
            games: 0,
            ..run.clone()
        };
        let known = self.origins.iter().position(|known| *known == origin);
        known.unwrap_or_else(|| {
            self.origins.push(origin);
            self.origins.len() - 1
        })
    }
}

/// A shard has no more runs.
const MOST_RUNS: usize = u16::MAX as usize;

/// The number of a run in the new header: that of one that it goes on, or a new one.
fn run_of(header: &mut Header, run: Run) -> u16 {
    let goes_on = |known: &Run| {
        let next = Run {
            first: known.first.saturating_add(known.games),
            games: run.games,
            ..known.clone()
        };
        next == run
    };
    let known = header.runs.iter().position(goes_on);
    let place = match known {
        Some(place) => {
            header.runs[place].games = header.runs[place].games.saturating_add(run.games);
            place
        }
        None => {
            header.runs.push(run);
            header.runs.len() - 1
        }
    };
    // Too many are refused once the shard is read.
    u16::try_from(place).unwrap_or(u16::MAX)
}
