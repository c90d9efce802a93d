//! The commands of training: games are recorded, labelled, looked at and exported.

pub mod export;
pub mod label;
pub mod learn;
pub mod pipeline;
pub mod selfplay;
pub mod shards;

use std::path::PathBuf;

use heist_training::shard::{Header, ShardError, ShardReader, shard_paths};

use crate::failure::{Failure, notice};
use crate::files;

/// What is wrong with a shard, as of a file.
fn shard_failure(error: ShardError) -> Failure {
    match &error {
        ShardError::Io { path, source } => files::failure(path, source),
        ShardError::Header { path, source } => Failure::file(path, source),
        ShardError::Other { path, .. } | ShardError::Busy(path) | ShardError::Nothing(path) => {
            let text = error.to_string();
            let message = text.strip_prefix(&format!("{}: ", path.display()));
            Failure::file(path, message.unwrap_or(&text))
        }
    }
}

/// The shards that paths stand for, each once.
fn shards_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let found = shard_paths(paths).map_err(shard_failure)?;
    match found
        .iter()
        .enumerate()
        .find(|(place, path)| found[..*place].contains(path))
    {
        Some((_, path)) => Err(Failure::file(path, "is given twice, expected each shard once")),
        None => Ok(found),
    }
}

/// The header of the first of some shards, by which the game is known.
fn first_header(paths: &[PathBuf]) -> Result<Header, Failure> {
    // There is no option that allows for none.
    let first = paths.first().ok_or_else(|| Failure::input("expected a shard"))?;
    Ok(ShardReader::open(first).map_err(shard_failure)?.header().clone())
}

/// Says that something in a shard cannot be read.
fn tell_damage(path: &std::path::Path, damage: &heist_training::shard::Damage) {
    notice(&format!("{}: {damage}", path.display()));
}

/// What to do where the learner is not part of the program. Sizes and times are those of PyTorch with CUDA, on two
/// cores.
fn without_torch() -> Failure {
    Failure::input(
        "\
this program was built without the learner, which needs PyTorch 2.11.0. To build it in a checkout, with Python 3.11 or \
         later and a C++ compiler:

  python3 -m venv torch-venv
  torch-venv/bin/pip install torch==2.11.0
  torch-venv/bin/python python/tools/with_torch.py cargo build --release --features torch
  torch-venv/bin/python python/tools/with_torch.py target/release/heist ...

PyTorch with CUDA downloads 2.7 GB, takes 4.7 GB on the disk and one to five minutes to install; its package for the \
         CPU alone, where there is one, takes a tenth of that. The build takes some 5 minutes longer than one without",
    )
}
