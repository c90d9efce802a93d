//! Recorded decisions as tables: what other programs read.
//!
//! A row is a decision, see [`Columns`]. [`Export`] makes a file of shards: [`ParquetWriter`] and [`NpzWriter`] write
//! files of any length while they hold some thousand rows. docs/formats.md describes the columns.

mod columns;
mod every;
mod npz;
mod parquet;
mod run;
mod source;

use std::io;

pub use columns::{Column, Columns, List, Type, Values};
pub use every::annotate_every;
pub use npz::NpzWriter;
pub use parquet::ParquetWriter;
pub use run::{Export, ExportError, Exported};
use serde_json::{Value, json};
pub use source::{Blocks, Piece, Source, TabulateError, Tabulator};

use heist_engine::any::{self, AnyGame, Listed};

use crate::shard::Header;

/// Rows that are held before they are written: some 10 MB.
pub const ROWS_AT_ONCE: usize = 8192;

/// The version of the columns.
pub const EXPORT_FORMAT: u32 = 1;

/// What a file says about itself: game, encoding, names of endings and figures, and the headers of the shards, whose
/// places the column `shard` has.
pub fn metadata<G: Listed>(shards: &[Header]) -> Value {
    metadata_of(any::of::<G>(), shards)
}

/// The same, of a game without its types.
pub fn metadata_of(game: &dyn AnyGame, shards: &[Header]) -> Value {
    let info = game.info();
    json!({
        "heistlab": "export",
        "export-format": EXPORT_FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "game": info.id,
        "format": info.format,
        "encoding": format!("{:016x}", game.encoding_hash()),
        "features": game.feature_count(),
        "actions": game.action_count(),
        "endings": info.endings,
        "shards": shards,
    })
}

/// A file of rows that is written part by part.
pub trait Writer {
    /// Writes rows.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn write(&mut self, rows: &Columns, out: &mut dyn io::Write) -> io::Result<()>;

    /// Brings the file to its end.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn finish(self: Box<Self>, out: &mut dyn io::Write) -> io::Result<()>;
}
