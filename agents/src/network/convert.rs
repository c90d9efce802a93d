//! Networks brought from another encoding of their game to that of this version.

use std::collections::HashMap;

use super::error::NetworkError;
use super::format::{Head, NetworkConfig, Tensor, Tensors, encoding, name_hash, sizes};
use super::read::NetworkFile;
use crate::heuristics::Heuristics;

/// A converted network, and how its rows were found.
#[derive(Clone, PartialEq, Debug)]
pub struct Converted {
    /// The configuration for this version's encoding.
    pub config: NetworkConfig,
    /// The tensors.
    pub tensors: Tensors,
    /// The rows of the first layer, one a feature.
    pub features: Moved,
    /// The rows of the policy, one an action; `None` without a policy.
    pub actions: Option<Moved>,
}

/// What became of rows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Moved {
    /// Rows that were found again.
    pub kept: usize,
    /// Rows that there were none of before, which are 0.
    pub new: usize,
    /// Rows that mean nothing any more.
    pub dropped: usize,
}

/// Converts a network: rows of features and actions are found by the names of their blocks and their own names. New rows are 0, so that
/// what is new makes no difference until the network is trained further.
///
/// # Errors
/// When the network is for another game; when it does not hold the names and a block has another size; when no row is left; when it
/// reads dense inputs that there are no longer.
pub fn convert<G: Heuristics>(file: &NetworkFile) -> Result<Converted, NetworkError> {
    file.config.check()?;
    file.config.check_id::<G>()?;
    let mut config = NetworkConfig {
        encoding: encoding::<G>(),
        blocks: sizes(G::feature_blocks()),
        features: G::feature_count(),
        actions: G::action_count(),
        ..file.config.clone()
    };
    let mut tensors = file.tensors.clone();
    let was = Space {
        blocks: &file.config.blocks,
        names: file.feature_names.as_deref(),
    };
    let is_now: Vec<u32> = (0..G::feature_count())
        .map(|index| name_hash(&G::feature_name(index)))
        .collect();
    let (rows, features) = find_rows("features", &was, &config.blocks, &is_now)?;
    move_rows(&mut tensors, "first.weight", &rows);
    let mut actions = None;
    if config.has(Head::Policy) {
        config.action_blocks = sizes(G::action_blocks());
        let was = Space {
            blocks: &file.config.action_blocks,
            names: file.action_names.as_deref(),
        };
        let name = |index| G::action_at(index).map_or(String::new(), |action| action.to_string());
        let is_now: Vec<u32> = (0..G::action_count()).map(|index| name_hash(&name(index))).collect();
        let (rows, moved) = find_rows("actions", &was, &config.action_blocks, &is_now)?;
        move_rows(&mut tensors, "policy.weight", &rows);
        move_rows(&mut tensors, "policy.bias", &rows);
        actions = Some(moved);
    }
    config.check_game::<G>()?;
    Ok(Converted {
        config,
        tensors,
        features,
        actions,
    })
}

/// An index space as a file describes it.
struct Space<'a> {
    blocks: &'a [(String, usize)],
    names: Option<&'a [u32]>,
}

/// Where every row comes from, `None` for new ones.
fn find_rows(
    what: &str,
    was: &Space<'_>,
    blocks: &[(String, usize)],
    names: &[u32],
) -> Result<(Vec<Option<usize>>, Moved), NetworkError> {
    let mut known: HashMap<(&str, u32), usize> = HashMap::new();
    let mut place = 0;
    for (block, size) in was.blocks {
        for row in 0..*size {
            // Without names a row is known by its place in the block.
            known.insert(
                (block, was.names.map_or(row as u32, |names| names[place + row])),
                place + row,
            );
        }
        place += size;
    }
    if was.names.is_none() {
        let size_of = |name: &str| {
            was.blocks
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, size)| *size)
        };
        let changed = |(name, size): &&(String, usize)| size_of(name).is_some_and(|was| was != *size);
        if let Some((name, _)) = blocks.iter().find(changed) {
            return Err(NetworkError::Conversion {
                problem: format!(
                    "{what}: block `{name}` has another size, and the file does not hold the names of its rows"
                ),
            });
        }
    }
    let mut rows = Vec::with_capacity(names.len());
    let mut first = 0;
    for (block, size) in blocks {
        for row in 0..*size {
            let name = if was.names.is_some() {
                names[first + row]
            } else {
                row as u32
            };
            rows.push(known.get(&(block.as_str(), name)).copied());
        }
        first += size;
    }
    let kept = rows.iter().flatten().count();
    if kept == 0 {
        return Err(NetworkError::Conversion {
            problem: format!("{what}: no row has a name that this version knows"),
        });
    }
    let moved = Moved {
        kept,
        new: rows.len() - kept,
        dropped: place - kept,
    };
    Ok((rows, moved))
}

/// Puts the rows of a tensor where they belong.
fn move_rows(tensors: &mut Tensors, name: &str, rows: &[Option<usize>]) {
    let Some(tensor) = tensors.get_mut(name) else { return };
    let width: usize = tensor.shape[1..].iter().product();
    let mut moved = Tensor {
        shape: [&[rows.len()], &tensor.shape[1..]].concat(),
        values: vec![0.0; rows.len() * width],
    };
    for (to, from) in moved.values.chunks_exact_mut(width).zip(rows) {
        if let Some(from) = from {
            to.copy_from_slice(&tensor.values[from * width..][..width]);
        }
    }
    *tensor = moved;
}
