//! Shards: files of recorded games.
//!
//! A line of JSON says what the games are ([`Header`]). Blocks of some 64 games follow, each compressed and with checksums, so that
//! a damaged one is known, named and skipped. docs/formats.md describes every byte.

mod header;

pub use header::{Header, HeaderError, Kind, Run, SHARD_FORMAT, encoding};
