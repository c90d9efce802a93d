//! Networks written to bytes.

use std::borrow::Cow;

use half::f16;
use safetensors::{Dtype, View};

use super::checksum;
use super::error::NetworkError;
use super::format::{METADATA, NetworkConfig, Precision, Tensor, Tensors, action_name, name_hash};
use super::read::{ACTION_NAMES, FEATURE_NAMES, check_finite};
use crate::heuristics::Heuristics;

/// A tensor as its bytes.
struct Encoded {
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl View for Encoded {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

/// The bytes of a network's file: the same bytes for the same arguments. What is written can be read back for the game.
///
/// Beside the tensors of the network it holds a checksum of everything, and hashes of the names of features and
/// actions, as far as the network has a row for each, by which `heist net convert` finds rows again in another
/// encoding.
///
/// # Errors
/// When the configuration does not fit the game, a tensor is missing, of another shape or unknown, or a weight is not
/// finite in the precision it is written in.
pub fn write<G: Heuristics>(
    config: &NetworkConfig,
    tensors: &Tensors,
    precision: Precision,
) -> Result<Vec<u8>, NetworkError> {
    config.check_game::<G>()?;
    config.check_tensors(tensors)?;
    let mut encoded = encode_all(tensors, precision)?;
    if config.has_layers() {
        let feature_names = names((0..G::feature_count()).map(G::feature_name));
        encoded.push((FEATURE_NAMES.to_owned(), feature_names));
    }
    if config.has_action_rows() {
        encoded.push((
            ACTION_NAMES.to_owned(),
            names((0..G::action_count()).map(action_name::<G>)),
        ));
    }
    let text = serde_json::to_string(config).map_err(|error| NetworkError::Config {
        problem: error.to_string(),
    })?;
    to_bytes(encoded, &text)
}

/// The bytes of a file in the format of networks that is none, such as the state of an optimiser: tensors in 32 bits,
/// and the text of a JSON object, which has a field or more. It holds a checksum of both.
///
/// # Errors
/// When a number is not finite.
pub fn write_tensors(tensors: &Tensors, text: &str) -> Result<Vec<u8>, NetworkError> {
    to_bytes(encode_all(tensors, Precision::Single)?, text)
}

/// The text is the only entry of the metadata, whose entries are in no fixed order.
fn to_bytes(mut encoded: Vec<(String, Encoded)>, text: &str) -> Result<Vec<u8>, NetworkError> {
    encoded.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let tensors = encoded.iter().map(|(name, tensor)| (&name[..], &tensor.bytes[..]));
    let metadata = [(METADATA.to_owned(), checksum::seal(text, tensors))]
        .into_iter()
        .collect();
    safetensors::serialize(encoded, Some(metadata)).map_err(|error| NetworkError::Config {
        problem: error.to_string(),
    })
}

fn encode_all(tensors: &Tensors, precision: Precision) -> Result<Vec<(String, Encoded)>, NetworkError> {
    let encode = |(name, tensor): (&String, &Tensor)| {
        let (dtype, bytes) = encode(name, &tensor.values, precision)?;
        let shape = tensor.shape.clone();
        Ok((name.clone(), Encoded { dtype, shape, bytes }))
    };
    tensors.iter().map(encode).collect()
}

/// The numbers as bytes, least byte first.
fn encode(name: &str, values: &[f32], precision: Precision) -> Result<(Dtype, Vec<u8>), NetworkError> {
    check_finite(name, values)?;
    match precision {
        Precision::Single => Ok((
            Dtype::F32,
            values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        )),
        Precision::Half => {
            let halves: Vec<f16> = values.iter().map(|&value| f16::from_f32(value)).collect();
            if let Some(element) = halves.iter().position(|half| !half.is_finite()) {
                return Err(NetworkError::Weight {
                    name: name.to_owned(),
                    element,
                    value: values[element],
                });
            }
            Ok((Dtype::F16, halves.iter().flat_map(|half| half.to_le_bytes()).collect()))
        }
    }
}

fn names(names: impl Iterator<Item = String>) -> Encoded {
    let hashes: Vec<u32> = names.map(|name| name_hash(&name)).collect();
    Encoded {
        dtype: Dtype::U32,
        shape: vec![hashes.len()],
        bytes: hashes.into_iter().flat_map(u32::to_le_bytes).collect(),
    }
}
