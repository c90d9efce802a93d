//! Blocks one after the other.

use std::fs::File;
use std::io::{self, Write};

use super::block::Filling;
use super::header::Header;
use crate::record::RecordedGame;

/// How many games a block usually holds.
pub const GAMES_PER_BLOCK: u32 = 64;

/// Something to write a shard to.
pub trait Sink: Write {
    /// Returns once everything that was written cannot be lost by a crash.
    ///
    /// # Errors
    /// When it is not certain that it cannot.
    fn sync(&mut self) -> io::Result<()>;
}

impl Sink for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

impl Sink for Vec<u8> {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the games of a shard, block by block: a block is written in one piece once it is full, and is on the disk
/// before the next one begins.
#[derive(Debug)]
pub struct ShardWriter<S> {
    sink: S,
    filling: Filling,
    /// How many blocks are written.
    blocks: u32,
    /// How many games are in them.
    games: u64,
    games_per_block: u32,
    /// How many games the shard is to hold.
    expected: u64,
    /// Whether a write has failed: what came of it is not known, so nothing may follow.
    is_broken: bool,
}

impl<S: Sink> ShardWriter<S> {
    /// Begins a shard with its header.
    ///
    /// # Errors
    /// When the sink does not take it.
    pub fn new(mut sink: S, header: &Header) -> io::Result<ShardWriter<S>> {
        let mut line = serde_json::to_vec(header)?;
        line.push(b'\n');
        sink.write_all(&line)?;
        sink.sync()?;
        Ok(ShardWriter::after(sink, header, 0, 0))
    }

    /// Goes on with a shard that holds its header and some blocks already.
    pub(super) fn after(sink: S, header: &Header, blocks: u32, games: u64) -> ShardWriter<S> {
        ShardWriter {
            sink,
            filling: Filling::new(),
            blocks,
            games,
            games_per_block: header.games_per_block,
            expected: header.games,
            is_broken: false,
        }
    }

    /// How many games were added, those included that are not written yet.
    pub fn games(&self) -> u64 {
        self.games + u64::from(self.filling.games())
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// When there are enough, the game is too large, or the sink does not take its block. After that nothing more is
    /// written.
    pub fn add(&mut self, game: &RecordedGame) -> io::Result<()> {
        if self.games() == self.expected {
            return Err(io::Error::other(format!("the shard has its {} games", self.expected)));
        }
        self.filling.add(game)?;
        let is_last = self.games() == self.expected;
        if self.filling.games() == self.games_per_block || self.filling.is_full() || is_last {
            self.end_block()
        } else {
            Ok(())
        }
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.is_broken {
            return Err(io::Error::other("an earlier block could not be written"));
        }
        self.is_broken = true;
        let games = self.filling.games();
        let bytes = self.filling.take(self.blocks, self.games)?;
        self.sink.write_all(&bytes)?;
        self.sink.sync()?;
        self.blocks += 1;
        self.games += u64::from(games);
        self.is_broken = false;
        Ok(())
    }

    /// The sink, once all games are in it.
    ///
    /// # Errors
    /// When some are missing.
    pub fn finish(self) -> io::Result<S> {
        if self.games == self.expected {
            Ok(self.sink)
        } else {
            Err(io::Error::other(format!(
                "the shard has {} games, expected {}",
                self.games, self.expected
            )))
        }
    }
}
