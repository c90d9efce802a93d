//! What is in shards, and whether it is right.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use heist_agents::agent::{Stop, is_stopped};
use heist_agents::arena::Threads;
use heist_agents::heuristics::Heuristics;
use heist_engine::encoding_hash;
use serde::Serialize;

use crate::annotations::Makers;
use crate::order::in_order;
use crate::record::RecordedGame;
use crate::rows::{ResimulateError, Resimulator};
use crate::shard::{Block, Damage, Header, Kind, Part, Run, ShardError, ShardReader};

/// What a shard holds, as far as it can be read without playing its games again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Contents {
    /// Its game.
    pub game: String,
    /// What its annotations are.
    pub kind: Kind,
    /// Its length in bytes.
    pub bytes: u64,
    /// Games that can be read.
    pub games: u64,
    /// Games that are damaged or missing.
    pub lost_games: u64,
    /// Games that were won.
    pub wins: u64,
    /// Steps of the games, decisions and chance.
    pub steps: u64,
    /// Annotated decisions.
    pub rows: u64,
    /// Moves of those.
    pub labels: u64,
    /// Simulations that began with those.
    pub visits: u64,
    /// What is damaged, in words.
    pub damage: Vec<String>,
}

/// Counts what a shard holds.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn contents(path: &Path) -> Result<Contents, ShardError> {
    let mut reader = ShardReader::open(path)?;
    let mut contents = Contents {
        game: reader.header().game.clone(),
        kind: reader.header().kind,
        bytes: fs::metadata(path).map_err(ShardError::io(path))?.len(),
        games: 0,
        lost_games: 0,
        wins: 0,
        steps: 0,
        rows: 0,
        labels: 0,
        visits: 0,
        damage: Vec::new(),
    };
    while let Some(part) = reader.next_part()? {
        match part {
            Part::Block(block) => block.games.iter().for_each(|game| contents.add(game)),
            Part::Damage(damage) => {
                contents.lost_games += damage.games.end - damage.games.start;
                contents.damage.push(damage.to_string());
            }
        }
    }
    Ok(contents)
}

impl Contents {
    fn add(&mut self, game: &RecordedGame) {
        let moves = || game.decisions.iter().flat_map(|decision| &decision.moves);
        self.games += 1;
        self.wins += u64::from(game.value >= 1.0);
        self.steps += game.steps.len() as u64;
        self.rows += game.decisions.len() as u64;
        self.labels += moves().count() as u64;
        self.visits += moves().map(|found| u64::from(found.visits)).sum::<u64>();
    }
}

/// What came of playing the games of a shard again.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// What the shard says of itself.
    pub header: Header,
    /// Games that went as they are recorded.
    pub games: u64,
    /// Their annotated decisions.
    pub rows: u64,
    /// What cannot be read.
    pub damage: Vec<Damage>,
    /// Games that do not go as they are recorded.
    pub faults: Vec<GameFault>,
    /// The encoding of today, if the shard was written with another. Rows do not depend on it: they are made anew.
    pub encoding: Option<String>,
    /// Whether it was stopped before its end.
    pub is_stopped: bool,
}

impl Verdict {
    /// Whether everything that was looked at is right.
    pub fn is_right(&self) -> bool {
        self.damage.is_empty() && self.faults.is_empty()
    }
}

/// A game that does not go as it is recorded.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("game {game} of the shard (deal {deal}): {fault}")]
pub struct GameFault {
    /// The place of the game in the shard, from 0.
    pub game: u64,
    /// Its deal.
    pub deal: u64,
    /// What is wrong.
    pub fault: ResimulateError,
}

/// Checks the checksums of a shard and plays all its games again: every step must be possible, every annotation fit its
/// decision, with numbers that its search or labelling can have found, every game end in the state it ended in, and
/// every deal be one of its run that no other game has. `progress` is called with the number of games of each block,
/// from the threads that play.
///
/// # Errors
/// When the file cannot be read, is no shard, or is of another game or version of its rules.
pub fn verify<G: Heuristics>(
    path: &Path,
    threads: &Threads,
    progress: &(dyn Fn(u64) + Sync),
    stop: Stop<'_>,
) -> Result<Verdict, VerifyError> {
    let mut reader = ShardReader::open(path)?;
    let header = reader.header().clone();
    let simulator = Resimulator::<G>::new(&header).map_err(ShardError::header(path))?;
    let encoding = format!("{:016x}", encoding_hash::<G>());
    let mut verdict = Verdict {
        encoding: Some(encoding).filter(|encoding| *encoding != header.encoding),
        header,
        games: 0,
        rows: 0,
        damage: Vec::new(),
        faults: Vec::new(),
        is_stopped: false,
    };
    let mut blocks = Vec::new();
    while let Some(part) = reader.next_part()? {
        match part {
            Part::Block(block) => blocks.push(block),
            Part::Damage(damage) => verdict.damage.push(damage),
        }
    }
    let mut deals = Deals::new(&verdict.header);
    let misplaced: HashMap<u64, ResimulateError> = blocks.iter().flat_map(|block| deals.problems(block)).collect();
    let makers: Vec<Makers> = verdict
        .header
        .runs
        .iter()
        .map(|run| Makers::of(verdict.header.kind, run))
        .collect();
    let pool = threads.start()?;
    let check = |place: u64| {
        let block = &blocks[place as usize];
        let checked = played(&mut simulator.clone(), block, &makers, &misplaced, stop);
        progress(block.games.len() as u64);
        Ok::<_, VerifyError>(checked)
    };
    let count = blocks.len() as u64;
    let checked = in_order(&pool, count, stop, check, |_, (games, rows, faults)| {
        verdict.games += games;
        verdict.rows += rows;
        verdict.faults.extend(faults);
        Ok(())
    })?;
    verdict.is_stopped = checked < count;
    Ok(verdict)
}

/// A shard that cannot be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Plays the games of a block again: how many went well, their annotated decisions, and the others. Nothing if it was
/// stopped.
fn played<G: Heuristics>(
    simulator: &mut Resimulator<G>,
    block: &Block,
    makers: &[Makers],
    misplaced: &HashMap<u64, ResimulateError>,
    stop: Stop<'_>,
) -> Option<(u64, u64, Vec<GameFault>)> {
    let (mut games, mut rows, mut faults) = (0, 0, Vec::new());
    for (place, game) in (block.first..).zip(&block.games) {
        if is_stopped(stop) {
            return None;
        }
        match checked(simulator, game, makers, misplaced.get(&place)) {
            Ok(annotated) => {
                games += 1;
                rows += annotated;
            }
            Err(fault) => faults.push(GameFault {
                game: place,
                deal: game.number,
                fault,
            }),
        }
    }
    Some((games, rows, faults))
}

/// Plays a game again and checks its annotations; how many there are.
fn checked<G: Heuristics>(
    simulator: &mut Resimulator<G>,
    game: &RecordedGame,
    makers: &[Makers],
    misplaced: Option<&ResimulateError>,
) -> Result<u64, ResimulateError> {
    let played = simulator.play(game)?;
    if let Some(problem) = misplaced {
        return Err(problem.clone());
    }
    // That the header has the run is known since the game was played.
    let makers = &makers[usize::from(game.run)];
    let problem = played
        .iter()
        .find_map(|row| Some((row.decision.step, makers.problem(&row)?)));
    match problem {
        Some((step, what)) => Err(ResimulateError::Annotation { step, what }),
        None => Ok(played.len() as u64),
    }
}

/// The deals of a shard as they come.
struct Deals<'a> {
    header: &'a Header,
    /// For each run the first one with the same deals: whose setup, agents, seed and settings are the same.
    origins: Vec<usize>,
    /// The places of the games in the shard by origin and deal.
    places: HashMap<(usize, u64), u64>,
}

impl<'a> Deals<'a> {
    fn new(header: &'a Header) -> Deals<'a> {
        let is_same = |run: &Run, other: &Run| {
            (&run.setup, &run.agents, run.seed, &run.settings)
                == (&other.setup, &other.agents, other.seed, &other.settings)
        };
        let origin = |(place, run): (usize, &Run)| {
            let first = header.runs.iter().position(|other| is_same(run, other));
            first.unwrap_or(place)
        };
        Deals {
            header,
            origins: header.runs.iter().enumerate().map(origin).collect(),
            places: HashMap::new(),
        }
    }

    /// The games of a block whose deals are not theirs, by their places in the shard. Those of runs that there are not
    /// are left to others.
    fn problems(&mut self, block: &Block) -> Vec<(u64, ResimulateError)> {
        let mut problems = Vec::new();
        for (place, game) in (block.first..).zip(&block.games) {
            let number = usize::from(game.run);
            let Some((run, origin)) = self.header.runs.get(number).zip(self.origins.get(number)) else {
                continue;
            };
            let end = run.first.saturating_add(run.games);
            if !(run.first..end).contains(&game.number) {
                let (first, last) = (run.first, end.saturating_sub(1));
                problems.push((place, ResimulateError::Deal { first, last }));
                continue;
            }
            let first = *self.places.entry((*origin, game.number)).or_insert(place);
            if first != place {
                problems.push((place, ResimulateError::Twice { first }));
            }
        }
        problems
    }
}
