//! Networks brought from another encoding of their game to that of this version.

use std::collections::HashMap;

use super::error::NetworkError;
use super::format::{NetworkConfig, Tensor, Tensors, action_name, encoding, hexadecimal, name_hash, sizes};
use super::read::NetworkFile;
use crate::heuristics::Heuristics;

/// A converted network, and how its weights were found.
#[derive(Clone, PartialEq, Debug)]
pub struct Converted {
    /// The configuration for this version's encoding.
    pub config: NetworkConfig,
    /// The tensors.
    pub tensors: Tensors,
    /// The rows of the first layer, one a feature; `None` without layers.
    pub features: Option<Moved>,
    /// The rows of the policy, one an action; `None` without such a policy.
    pub actions: Option<Moved>,
    /// The numbers of the decision and those of a move, where the policy scores moves one by one.
    pub numbers: Option<[Moved; 2]>,
}

/// What became of rows or numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Moved {
    /// Those that were found again.
    pub kept: usize,
    /// Rows that there were none of before, which are 0.
    pub new: usize,
    /// Those that mean nothing any more.
    pub dropped: usize,
}

/// Converts a network: rows of features and actions are found by the names of their blocks and their own names. New
/// rows are 0, so that what is new makes no difference until the network is trained further. Numbers of moves are found
/// by their names; it goes on without those that there are no longer.
///
/// # Errors
/// When the network is for another game; when it does not hold the names and a block has another size; when no row or
/// number is left; when it reads dense inputs that there are no longer, or numbers of moves whose names have another
/// meaning now.
pub fn convert<G: Heuristics>(file: &NetworkFile) -> Result<Converted, NetworkError> {
    file.config.check()?;
    file.config.check_id::<G>()?;
    let mut converted = Converted {
        config: file.config.clone(),
        tensors: file.tensors.clone(),
        features: None,
        actions: None,
        numbers: None,
    };
    if file.config.has_layers() {
        converted.find_features::<G>(file)?;
    } else if let Some(moves) = file.config.moves.clone() {
        // What such a network does not read, its file does not say.
        converted.config = NetworkConfig {
            card: file.config.card.clone(),
            ..NetworkConfig::of_moves::<G>(moves)
        };
    }
    if file.config.has_action_rows() {
        converted.find_actions::<G>(file)?;
    }
    if file.config.moves.is_some() {
        converted.find_numbers::<G>()?;
    }
    converted.config.check_game::<G>()?;
    Ok(converted)
}

impl Converted {
    fn find_features<G: Heuristics>(&mut self, file: &NetworkFile) -> Result<(), NetworkError> {
        let config = &mut self.config;
        config.encoding = encoding::<G>();
        config.blocks = sizes(G::feature_blocks());
        config.features = G::feature_count();
        config.actions = G::action_count();
        if !config.action_blocks.is_empty() || config.has_action_rows() {
            config.action_blocks = sizes(G::action_blocks());
        }
        let was = Space {
            blocks: &file.config.blocks,
            names: file.feature_names.as_deref(),
        };
        let is_now: Vec<u32> = (0..G::feature_count())
            .map(|index| name_hash(&G::feature_name(index)))
            .collect();
        let (rows, moved) = find_rows("features", &was, &config.blocks, &is_now)?;
        move_rows(&mut self.tensors, "first.weight", &rows);
        self.features = Some(moved);
        Ok(())
    }

    fn find_actions<G: Heuristics>(&mut self, file: &NetworkFile) -> Result<(), NetworkError> {
        let was = Space {
            blocks: &file.config.action_blocks,
            names: file.action_names.as_deref(),
        };
        let is_now: Vec<u32> = (0..G::action_count())
            .map(|index| name_hash(&action_name::<G>(index)))
            .collect();
        let (rows, moved) = find_rows("actions", &was, &self.config.action_blocks, &is_now)?;
        move_rows(&mut self.tensors, "policy.weight", &rows);
        move_rows(&mut self.tensors, "policy.bias", &rows);
        self.actions = Some(moved);
        Ok(())
    }

    fn find_numbers<G: Heuristics>(&mut self) -> Result<(), NetworkError> {
        let (Some(moves), Some(known)) = (&mut self.config.moves, G::MOVES) else {
            return Err(NetworkError::NoMoves { game: G::NAME });
        };
        let (context, inputs) = (moves.context.len(), moves.inputs.len());
        let kept = [
            keep(&mut moves.context, &(known.context)()),
            keep(&mut moves.inputs, &(known.inputs)()),
        ];
        if kept[1].is_empty() && inputs > 0 {
            return Err(NetworkError::Conversion {
                problem: "numbers of moves: none has a name that this version knows".to_owned(),
            });
        }
        moves.encoding = hexadecimal(known.hash());
        // The inputs by the expert's scores are the last ones.
        let expert = inputs..inputs + moves.move_inputs() - moves.inputs.len();
        let of_moves = || kept[1].iter().copied().chain(expert.clone());
        let columns = kept[0].iter().copied().chain(of_moves().map(|place| context + place));
        let scored = (0..moves.hidden).chain(of_moves().map(|place| moves.hidden + place));
        let columns: [Vec<usize>; 2] = [columns.collect(), scored.collect()];
        for (name, columns) in ["moves.weight", "score.weight"].into_iter().zip(columns) {
            keep_columns(&mut self.tensors, name, &columns);
        }
        let moved = |kept: &[usize], before: usize| Moved {
            kept: kept.len(),
            new: 0,
            dropped: before - kept.len(),
        };
        self.numbers = Some([moved(&kept[0], context), moved(&kept[1], inputs)]);
        Ok(())
    }
}

/// Keeps the numbers whose names are known. Answers with the places they had.
fn keep(read: &mut Vec<(String, f32)>, known: &[(String, f32)]) -> Vec<usize> {
    let before = std::mem::take(read);
    let mut places = Vec::with_capacity(before.len());
    for (place, number) in before.into_iter().enumerate() {
        if known.iter().any(|(name, _)| *name == number.0) {
            places.push(place);
            read.push(number);
        }
    }
    places
}

/// Keeps some columns of a matrix.
fn keep_columns(tensors: &mut Tensors, name: &str, columns: &[usize]) {
    let Some(tensor) = tensors.get_mut(name) else { return };
    let [rows, width] = tensor.shape[..] else { return };
    let values = (0..rows).flat_map(|row| columns.iter().map(move |column| row * width + column));
    *tensor = Tensor {
        shape: vec![rows, columns.len()],
        values: values.map(|place| tensor.values[place]).collect(),
    };
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
