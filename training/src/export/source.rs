//! Several shards, read one after the other.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use heist_engine::game::Encode;

use super::columns::Columns;
use super::every::annotate_every;
use crate::record::RecordedGame;
use crate::rows::{ResimulateError, Resimulator};
use crate::shard::{Block, Damage, Header, Part, ShardError, ShardReader};

/// Shards that are read together.
#[derive(Clone, Debug)]
pub struct Source {
    paths: Vec<PathBuf>,
    headers: Vec<Header>,
}

/// A part of a shard of a [`Source`].
#[derive(Clone, PartialEq, Debug)]
pub struct Piece<T> {
    /// The place of the shard.
    pub shard: u32,
    /// Its name.
    pub path: PathBuf,
    /// What it is.
    pub part: T,
}

impl Source {
    /// Reads the headers of shards.
    ///
    /// # Errors
    /// When a file cannot be read or is no shard.
    pub fn open(paths: &[PathBuf]) -> Result<Source, ShardError> {
        let header = |path: &PathBuf| Ok(ShardReader::open(path)?.header().clone());
        Ok(Source {
            paths: paths.to_vec(),
            headers: paths.iter().map(header).collect::<Result<_, ShardError>>()?,
        })
    }

    /// The headers, in the order of the shards.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// How many games the headers name.
    pub fn games(&self) -> u64 {
        self.headers.iter().map(|header| header.games).sum()
    }

    /// What plays the games of all shards again.
    ///
    /// # Errors
    /// When one is of another game or of another version of its rules.
    pub fn tabulator<G: Encode>(&self, every: bool) -> Result<Tabulator<G>, ShardError> {
        let simulator =
            |(path, header): (&PathBuf, &Header)| Resimulator::new(header).map_err(ShardError::header(path));
        let simulators = self.paths.iter().zip(&self.headers).map(simulator);
        Ok(Tabulator {
            simulators: simulators.collect::<Result<_, ShardError>>()?,
            every,
        })
    }

    /// The blocks of some of the shards, by their places, in this order.
    pub fn blocks(&self, order: Vec<u32>) -> Blocks {
        Blocks {
            paths: self.paths.clone(),
            order: order.into_iter(),
            current: None,
        }
    }

    /// The blocks of all shards.
    pub fn all_blocks(&self) -> Blocks {
        self.blocks((0..self.paths.len() as u32).collect())
    }
}

/// The blocks of shards.
#[derive(Debug)]
pub struct Blocks {
    paths: Vec<PathBuf>,
    order: std::vec::IntoIter<u32>,
    current: Option<(u32, ShardReader<BufReader<File>>)>,
}

impl Blocks {
    /// The next block, or what is damaged before it; `None` at the end.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn next_piece(&mut self) -> Result<Option<Piece<Part>>, ShardError> {
        loop {
            if let Some((shard, reader)) = &mut self.current {
                let shard = *shard;
                if let Some(part) = reader.next_part()? {
                    let path = self.path(shard).to_owned();
                    return Ok(Some(Piece { shard, path, part }));
                }
            }
            let Some(shard) = self.order.next() else {
                return Ok(None);
            };
            self.current = Some((shard, ShardReader::open(self.path(shard))?));
        }
    }

    /// The next blocks, at most `count`; none at the end. `damaged` is told of what is skipped.
    ///
    /// # Errors
    /// As [`next_piece`](Blocks::next_piece).
    pub fn next_blocks(
        &mut self,
        count: usize,
        damaged: &mut dyn FnMut(Piece<Damage>),
    ) -> Result<Vec<Piece<Block>>, ShardError> {
        let mut blocks = Vec::with_capacity(count);
        while blocks.len() < count {
            let Some(Piece { shard, path, part }) = self.next_piece()? else {
                break;
            };
            match part {
                Part::Block(part) => blocks.push(Piece { shard, path, part }),
                Part::Damage(part) => damaged(Piece { shard, path, part }),
            }
        }
        Ok(blocks)
    }

    fn path(&self, shard: u32) -> &Path {
        &self.paths[shard as usize]
    }
}

/// A game of a shard that could not be played again.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{}: game {number}: {source}", .path.display())]
pub struct TabulateError {
    /// The shard.
    pub path: PathBuf,
    /// The number of the game's deal.
    pub number: u64,
    /// What went wrong.
    pub source: ResimulateError,
}

/// Makes rows of recorded games.
#[derive(Clone, Debug)]
pub struct Tabulator<G: Encode> {
    /// One for each shard.
    simulators: Vec<Resimulator<G>>,
    every: bool,
}

impl<G: Encode> Tabulator<G> {
    /// Adds the rows of a block's games: the annotated decisions, or every one.
    ///
    /// # Errors
    /// When a game does not go as it is recorded.
    pub fn add(&mut self, block: &Piece<Block>, columns: &mut Columns) -> Result<(), TabulateError> {
        block.part.games.iter().try_for_each(|game| {
            self.visit(block.shard, game, |rows| {
                rows.iter().for_each(|row| columns.push(block.shard, &row))
            })
            .map_err(|source| TabulateError {
                path: block.path.clone(),
                number: game.number,
                source,
            })
        })
    }

    /// Plays a game again.
    ///
    /// # Errors
    /// When it does not go as it is recorded.
    pub fn visit<T>(
        &mut self,
        shard: u32,
        game: &RecordedGame,
        visit: impl FnOnce(&crate::rows::Rows<'_, G>) -> T,
    ) -> Result<T, ResimulateError> {
        let simulator = &mut self.simulators[shard as usize];
        if self.every {
            Ok(visit(&simulator.play(&annotate_every(simulator, game)?)?))
        } else {
            Ok(visit(&simulator.play(game)?))
        }
    }
}
