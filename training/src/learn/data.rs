//! The samples of shards, in memory.

use std::io;
use std::path::{Path, PathBuf};

use heist_agents::agent::{Stop, is_stopped};
use heist_agents::heuristics::Heuristics;
use heist_agents::parallel;
use heist_engine::{hash, random};
use rayon::ThreadPool;

use super::config::LearnConfig;
use super::sample::{Sample, Sampler};
use crate::rows::Resimulator;
use crate::shard::{Block, Header, Part, ShardError, ShardReader, shard_paths};

/// The samples of some shards.
#[derive(Debug, Default)]
pub struct Data {
    /// Those that are learned from, in the order of the shards.
    pub learned: Vec<Sample>,
    /// Those of held-out games.
    pub held_out: Vec<Sample>,
    /// Identifies the games and all that is known of their decisions, so that a run goes on with those with which it
    /// began.
    pub fingerprint: u64,
    /// How many games they are of.
    pub games: u64,
    /// What could not be read, a line each.
    pub damage: Vec<String>,
}

impl Data {
    /// About how much memory the samples take, in bytes.
    pub fn size(&self) -> usize {
        self.learned.iter().chain(&self.held_out).map(Sample::size).sum()
    }
}

/// Data that cannot be learned from.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A shard that cannot be used.
    #[error("{0}")]
    Shard(#[from] ShardError),
    /// There is nothing.
    #[error(
        "{}: no annotated decisions; expected shards of searches or labels{}",
        .paths.join(", "),
        .damage.iter().map(|line| format!("\n{line}")).collect::<String>()
    )]
    Empty {
        /// Where it was looked for.
        paths: Vec<String>,
        /// What could not be read, a line each.
        damage: Vec<String>,
    },
    /// There is nothing left to learn from.
    #[error("all decisions are held out; expected more games, or a smaller `data.held-out`")]
    AllHeldOut,
    /// There is too much.
    #[error(
        "the samples take more than the {allowed_mb} MB that `data.memory-mb` allows, after {games} of {of} games; \
         expected a greater `data.memory-mb` or less data"
    )]
    Memory {
        /// How much is allowed.
        allowed_mb: usize,
        /// How many games fitted.
        games: u64,
        /// How many there are.
        of: u64,
    },
}

/// How far the reading of data is.
#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    /// The games read.
    pub games: u64,
    /// All games of the shards.
    pub of: u64,
    /// The samples made of them.
    pub samples: usize,
}

/// Makes samples of all annotated decisions of some shards, on the threads of a pool. Their order does not depend on
/// how many there are. `None` if it was stopped.
///
/// # Errors
/// When a shard is of another game or cannot be read, there is nothing to learn from, or too much. Damaged blocks and
/// games are skipped and named in [`Data::damage`].
pub fn load<G: Heuristics>(
    paths: &[PathBuf],
    config: &LearnConfig,
    pool: &ThreadPool,
    stop: Stop<'_>,
    mut progress: impl FnMut(Loaded),
) -> Result<Option<Data>, DataError> {
    /// Bytes of a MB.
    const MB: usize = 1 << 20;
    let shards = shard_paths(paths)?;
    let mut readers = Vec::new();
    for path in &shards {
        let reader = ShardReader::open(path)?;
        reader.header().check::<G>().map_err(ShardError::header(path))?;
        readers.push(reader);
    }
    let of = readers.iter().map(|reader| reader.header().games).sum();
    let mut data = Data::default();
    let mut size = 0;
    for (path, mut reader) in shards.iter().zip(readers) {
        let header = reader.header().clone();
        // A few blocks at a time: so much is in memory twice, and as often it is seen whether to stop.
        loop {
            if is_stopped(stop) {
                return Ok(None);
            }
            let blocks = next_blocks(&mut reader, 4 * pool.current_num_threads(), path, &mut data.damage)?;
            if blocks.is_empty() {
                break;
            }
            let make = |number: usize| samples::<G>(path, &header, &blocks[number], config);
            let made: Result<Vec<Made>, ShardError> = parallel::install(pool, || parallel::try_map(blocks.len(), make));
            for (made, block) in made?.into_iter().zip(&blocks) {
                for game in &block.games {
                    data.fingerprint = hash::append_bytes(data.fingerprint, &game.key.to_le_bytes());
                    let known = wincode::serialize(&game.decisions).expect("it was read from this layout");
                    data.fingerprint = hash::append_bytes(data.fingerprint, &known);
                }
                data.games += block.games.len() as u64;
                size += made
                    .learned
                    .iter()
                    .chain(&made.held_out)
                    .map(Sample::size)
                    .sum::<usize>();
                data.learned.extend(made.learned);
                data.held_out.extend(made.held_out);
                data.damage.extend(made.damage);
            }
            if size > config.data.memory_mb * MB {
                return Err(DataError::Memory {
                    allowed_mb: config.data.memory_mb,
                    games: data.games,
                    of,
                });
            }
            let samples = data.learned.len() + data.held_out.len();
            progress(Loaded {
                games: data.games,
                of,
                samples,
            });
        }
    }
    match (data.learned.is_empty(), data.held_out.is_empty()) {
        (true, true) => Err(DataError::Empty {
            paths: paths.iter().map(|path| path.display().to_string()).collect(),
            damage: data.damage,
        }),
        (true, false) => Err(DataError::AllHeldOut),
        (false, _) => Ok(Some(data)),
    }
}

/// What a block holds.
#[derive(Default)]
struct Made {
    learned: Vec<Sample>,
    held_out: Vec<Sample>,
    damage: Vec<String>,
}

fn next_blocks<R: io::BufRead + io::Seek>(
    reader: &mut ShardReader<R>,
    count: usize,
    path: &Path,
    damage: &mut Vec<String>,
) -> Result<Vec<Block>, ShardError> {
    let mut blocks = Vec::new();
    while blocks.len() < count {
        match reader.next_part()? {
            Some(Part::Block(block)) => blocks.push(block),
            Some(Part::Damage(found)) => damage.push(format!("{}: {found}", path.display())),
            None => break,
        }
    }
    Ok(blocks)
}

fn samples<G: Heuristics>(
    path: &Path,
    header: &Header,
    block: &Block,
    config: &LearnConfig,
) -> Result<Made, ShardError> {
    let mut made = Made::default();
    let mut sampler = Sampler::new::<G>(config);
    let mut simulator = Resimulator::<G>::new(header).map_err(ShardError::header(path))?;
    for (place, game) in block.games.iter().enumerate() {
        let seed = header.runs.get(usize::from(game.run)).map_or(0, |run| run.seed);
        match simulator.play(game) {
            Ok(rows) => {
                let kept = if is_held_out(seed, game.number, config.data.held_out) {
                    &mut made.held_out
                } else {
                    &mut made.learned
                };
                kept.extend(rows.iter().map(|row| sampler.sample(&row, header.kind)));
            }
            Err(error) => {
                let game = block.first + place as u64;
                made.damage.push(format!("{}: game {game}: {error}", path.display()));
            }
        }
    }
    Ok(made)
}

/// Whether a deal is one of those that are only measured on.
fn is_held_out(seed: u64, number: u64, share: f64) -> bool {
    let draw = random::stream_seed(seed, "learn/held-out", number);
    // 53 bits, as many as a number below 1 has.
    ((draw >> 11) as f64 / (1u64 << 53) as f64) < share
}
