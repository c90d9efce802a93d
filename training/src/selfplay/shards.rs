//! A run over the shards of a folder.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use heist_agents::Players;
use heist_agents::agent::Stop;
use heist_agents::parallel;

use super::lockstep::Deals;
use super::missing::Missing;
use super::{Selfplay, SelfplayError};
use crate::order::in_order;
use crate::record::RecordedGame;
use crate::shard::{EXTENSION, Header, ShardError, ShardFile};

/// The name of the shard that begins with a game.
pub fn shard_name(first: u64) -> String {
    format!("games-{first:08}.{EXTENSION}")
}

/// What is still to be played for the shards of a folder.
#[derive(Debug)]
pub struct Plan {
    shards: Vec<Growing>,
    /// How many games are there already.
    done: u64,
    /// How many there will be.
    games: u64,
    /// What of the shards that are there is damaged.
    damage: Vec<String>,
}

/// A shard that is not complete.
#[derive(Debug)]
struct Growing {
    path: PathBuf,
    /// The numbers of its deals.
    deals: Range<u64>,
    /// Those that are in it.
    done: u64,
    /// `None` before it begins.
    file: Option<ShardFile>,
}

impl Plan {
    /// How many games were there before the run.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How many games there are in the end.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What of the shards that are there is damaged, in a line each ([`ShardFile::damage`]).
    pub fn damage(&self) -> &[String] {
        &self.damage
    }
}

impl<G: Players> Selfplay<G> {
    /// The numbers of the deals of each shard: shards begin at multiples of their length, so that parts of a run that
    /// are played apart have the same shards as the whole.
    fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        let length = u64::from(self.options.games_per_shard);
        let end = self.options.first.saturating_add(self.options.games);
        let next = move |start: u64| (start / length).saturating_add(1).saturating_mul(length).min(end);
        let starts = std::iter::successors(Some(self.options.first), move |&start| Some(next(start)));
        starts
            .take_while(move |&start| start < end)
            .map(move |start| start..next(start))
    }

    /// The names of the shards of the run, with their headers, in their order.
    ///
    /// # Errors
    /// When the setup has no JSON.
    pub fn shards(&self) -> Result<Vec<(String, Header)>, SelfplayError> {
        let shard = |deals: Range<u64>| Ok((shard_name(deals.start), self.header(&deals)?));
        self.ranges().map(shard).collect()
    }

    /// Finds out what the shards of a folder still need, for which it reads those that are there. The folder is made if
    /// it is missing.
    ///
    /// # Errors
    /// When it cannot be read or written, is in use, or has shards of another run.
    pub fn plan(&self, folder: &Path) -> Result<Plan, SelfplayError> {
        fs::create_dir_all(folder).map_err(ShardError::io(folder))?;
        let mut plan = Plan {
            shards: Vec::new(),
            done: 0,
            games: self.options.games,
            damage: Vec::new(),
        };
        for deals in self.ranges() {
            let path = folder.join(shard_name(deals.start));
            let file = if ShardFile::is_begun(&path) {
                Some(ShardFile::open(&path, &self.header(&deals)?)?)
            } else {
                None
            };
            let done = file.as_ref().map_or(0, ShardFile::games);
            plan.damage
                .extend(file.iter().flat_map(|file| file.damage().iter().cloned()));
            plan.done += done;
            let shard = Growing {
                path,
                deals,
                done,
                file,
            };
            match (shard.missing().is_empty(), shard.file) {
                // Killed between its last block and its name.
                (true, Some(file)) => file.finish()?,
                (_, file) => plan.shards.push(Growing { file, ..shard }),
            }
        }
        Ok(plan)
    }

    /// Plays what a plan still needs. Returns how many games are in the shards then: all, or fewer if it was stopped;
    /// the same call goes on from there. `progress` is called after each game, from the threads that play.
    ///
    /// The bytes of the shards are the same for any number of threads, and however often a run was stopped or killed,
    /// unless an agent has a limit of time.
    ///
    /// # Errors
    /// When a game cannot be played or written; the blocks that are written are safe.
    pub fn run(&self, plan: Plan, progress: &(dyn Fn() + Sync), stop: Stop<'_>) -> Result<u64, SelfplayError> {
        let pool = self.options.threads.start()?;
        let missing = Missing::new(plan.shards.iter().map(Growing::missing));
        let mut shards = plan.shards.into_iter();
        let mut growing: Option<Growing> = None;
        let write = |_, game| {
            // The games come in the order of the shards, so there is one for each.
            if let Some(shard) = growing.take().or_else(|| shards.next()) {
                growing = shard.with(self, &game)?;
            }
            Ok(())
        };
        let deals = Deals {
            deal: &|number| self.deal(number),
            decision_limit: self.options.decision_limit,
        };
        let played = match &self.lockstep {
            Some(lockstep) => parallel::install(&pool, || lockstep.play(&deals, &missing, progress, stop, write))?,
            None => {
                let play = |place: u64| {
                    let game = self.play(missing.deal(place), stop)?;
                    if game.is_some() {
                        progress();
                    }
                    Ok(game)
                };
                in_order::<RecordedGame, SelfplayError>(&pool, missing.count(), stop, play, write)?
            }
        };
        Ok(plan.done + played)
    }
}

impl Growing {
    /// The numbers of the deals that are not in it.
    fn missing(&self) -> Range<u64> {
        self.deals.start + self.done..self.deals.end
    }

    /// The shard with one more game; `None` when it is complete.
    fn with<G: Players>(mut self, run: &Selfplay<G>, game: &RecordedGame) -> Result<Option<Growing>, SelfplayError> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => ShardFile::open(&self.path, &run.header(&self.deals)?)?,
        };
        file.add(game)?;
        self.done += 1;
        if self.missing().is_empty() {
            file.finish()?;
            return Ok(None);
        }
        self.file = Some(file);
        Ok(Some(self))
    }
}
