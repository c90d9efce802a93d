//! A file of the rows of shards.

use std::io;

use heist_agents::agent::{Stop, is_stopped};
use heist_agents::parallel;
use heist_engine::game::Encode;
use rayon::ThreadPool;

use super::columns::Columns;
use super::source::{Piece, Source, TabulateError, Tabulator};
use super::{ROWS_AT_ONCE, Writer};
use crate::shard::{Block, Damage, ShardError};

/// What becomes rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exported {
    /// Games.
    pub games: u64,
    /// Rows.
    pub rows: u64,
}

/// Something that ended an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A shard cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A game cannot be played again.
    #[error(transparent)]
    Game(#[from] TabulateError),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// A file of the rows of shards: of annotated decisions, or of every one.
pub struct Export<'a> {
    /// The shards.
    pub source: &'a Source,
    /// Whether decisions that nobody looked into have rows as well.
    pub every: bool,
    /// The threads that games are played again on. The file is the same for any number of them.
    pub pool: &'a ThreadPool,
    /// Ends the export early.
    pub stop: Stop<'a>,
}

impl Export<'_> {
    /// Writes the file. `progress` is told what has become rows so far, `damaged` of blocks that are skipped.
    ///
    /// # Errors
    /// When something cannot be read, played again or written, or it is stopped: then the file is of no use.
    pub fn write<G: Encode>(
        &self,
        mut writer: Box<dyn Writer>,
        out: &mut dyn io::Write,
        progress: &mut dyn FnMut(Exported),
        damaged: &mut dyn FnMut(Piece<Damage>),
    ) -> Result<Exported, ExportError> {
        let tabulator = self.source.tabulator::<G>(self.every)?;
        let mut blocks = self.source.all_blocks();
        let (mut waiting, mut done) = (Columns::new::<G>(), Exported::default());
        loop {
            let read = blocks.next_blocks(self.pool.current_num_threads(), damaged)?;
            if read.is_empty() {
                break;
            }
            for (table, block) in self.tables(&tabulator, &read)?.into_iter().zip(&read) {
                done.games += block.part.games.len() as u64;
                done.rows += table.len() as u64;
                waiting.append(table);
                if waiting.len() >= ROWS_AT_ONCE {
                    writer.write(&waiting, out)?;
                    waiting.clear();
                }
                progress(done);
            }
        }
        if !waiting.is_empty() {
            writer.write(&waiting, out)?;
        }
        writer.finish(out)?;
        Ok(done)
    }

    /// The rows of each block.
    fn tables<G: Encode>(
        &self,
        tabulator: &Tabulator<G>,
        blocks: &[Piece<Block>],
    ) -> Result<Vec<Columns>, ExportError> {
        let tabulate = |number: usize| {
            if is_stopped(self.stop) {
                return Err(ExportError::Stopped);
            }
            let mut columns = Columns::new::<G>();
            tabulator.clone().add(&blocks[number], &mut columns)?;
            Ok(columns)
        };
        parallel::install(self.pool, || parallel::try_map(blocks.len(), tabulate))
    }
}
