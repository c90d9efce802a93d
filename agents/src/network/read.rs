//! Networks read from bytes.

use half::f16;
use heist_engine::json;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError, SafeTensors};

use super::checksum::{self, CHECKSUM};
use super::error::NetworkError;
use super::format::{FORMAT, METADATA, NetworkConfig, Precision, Tensor, Tensors};

/// A network's file as it was read: whole, and in agreement with itself, for whatever game and encoding.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFile {
    /// What it says about itself.
    pub config: NetworkConfig,
    /// Its tensors, those of heads for training among them.
    pub tensors: Tensors,
    /// The precision of its first tensor.
    pub precision: Precision,
    /// Hashes of the features' names, in their order, if it holds them.
    pub(super) feature_names: Option<Vec<u32>>,
    /// Hashes of the actions' names, in their order, if it holds them.
    pub(super) action_names: Option<Vec<u32>>,
}

/// The tensors with the hashes of names.
pub(super) const FEATURE_NAMES: &str = "first.names";
pub(super) const ACTION_NAMES: &str = "policy.names";

impl NetworkFile {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is damaged, holds no network, or tensors are missing, of another shape, or hold what is not a finite
    /// number. Files that other programs wrote may have no checksum; damage to their weights is not noticed.
    pub fn read(bytes: &[u8]) -> Result<NetworkFile, NetworkError> {
        let text = read_text(bytes)?;
        let (text, checksum) = checksum::unseal(&text);
        let config = read_config(&text)?;
        let (file, tensors) = read_numbers(bytes, &text, checksum)?;
        config.check_tensors(&tensors)?;
        let is_half = |(name, _): &(String, _)| file.tensor(name).is_ok_and(|view| view.dtype() == Dtype::F16);
        Ok(NetworkFile {
            precision: if config.shapes().first().is_some_and(is_half) {
                Precision::Half
            } else {
                Precision::Single
            },
            feature_names: read_names(&file, FEATURE_NAMES, config.features)?,
            action_names: read_names(&file, ACTION_NAMES, config.actions)?,
            config,
            tensors,
        })
    }

    /// Reads only what a file says about its network; the numbers are not looked at.
    ///
    /// # Errors
    /// When it holds no network.
    pub fn read_config(bytes: &[u8]) -> Result<NetworkConfig, NetworkError> {
        let text = read_text(bytes)?;
        read_config(&checksum::unseal(&text).0)
    }
}

impl NetworkFile {
    /// Leaves out the names of features and actions, as files have it that other programs wrote.
    pub fn forget_names(&mut self) {
        self.feature_names = None;
        self.action_names = None;
    }
}

/// Tensors that [`write_tensors`](super::write_tensors) wrote, and the text beside them.
///
/// # Errors
/// When they are damaged, or hold what is not a finite number.
pub fn read_tensors(bytes: &[u8]) -> Result<(Tensors, String), NetworkError> {
    let text = read_text(bytes)?;
    let (text, checksum) = checksum::unseal(&text);
    let (_, tensors) = read_numbers(bytes, &text, checksum)?;
    Ok((tensors, text))
}

fn damaged(error: SafeTensorError) -> NetworkError {
    NetworkError::Damaged {
        problem: error.to_string(),
    }
}

/// The entry [`METADATA`].
fn read_text(bytes: &[u8]) -> Result<String, NetworkError> {
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
    let text = metadata.metadata().as_ref().and_then(|entries| entries.get(METADATA));
    text.cloned().ok_or(NetworkError::NoConfig)
}

/// All tensors, and those with weights; they are those that were written with the text, if there is a checksum.
fn read_numbers<'a>(
    bytes: &'a [u8],
    text: &str,
    checksum: Option<&str>,
) -> Result<(SafeTensors<'a>, Tensors), NetworkError> {
    let file = SafeTensors::deserialize(bytes).map_err(damaged)?;
    let mut views: Vec<(&str, TensorView<'_>)> = file.iter().collect();
    views.sort_unstable_by_key(|(name, _)| *name);
    if let Some(checksum) = checksum {
        checksum::check(text, views.iter().map(|(name, view)| (*name, view.data())), checksum)?;
    }
    let mut tensors = Tensors::new();
    for (name, view) in views {
        if ![FEATURE_NAMES, ACTION_NAMES].contains(&name) {
            tensors.insert(name.to_owned(), read_tensor(name, &view)?);
        }
    }
    Ok((file, tensors))
}

/// The format comes first: what else a file of another format says means nothing.
fn read_config(text: &str) -> Result<NetworkConfig, NetworkError> {
    let wrong = |problem: String| NetworkError::Config { problem };
    let value: serde_json::Value = json::read(text).map_err(|error| wrong(error.to_string()))?;
    let format = value.get("format").and_then(serde_json::Value::as_u64);
    if let Some(found) = format
        .and_then(|format| u32::try_from(format).ok())
        .filter(|&format| format != FORMAT)
    {
        return Err(NetworkError::Format {
            found,
            expected: FORMAT,
        });
    }
    if value.get(CHECKSUM).is_some() {
        return Err(wrong(format!(
            "field `{CHECKSUM}`: expected 16 hexadecimal digits as the last field; leave it out of a file that you \
             change"
        )));
    }
    let config: NetworkConfig = json::read(text).map_err(|error| wrong(error.to_string()))?;
    config.check()?;
    Ok(config)
}

fn check_shape(name: &str, view: &TensorView<'_>, expected: &[usize]) -> Result<(), NetworkError> {
    if view.shape() == expected {
        Ok(())
    } else {
        Err(NetworkError::Shape {
            name: name.to_owned(),
            found: view.shape().to_vec(),
            expected: expected.to_vec(),
        })
    }
}

fn read_tensor(name: &str, view: &TensorView<'_>) -> Result<Tensor, NetworkError> {
    let values: Vec<f32> = match view.dtype() {
        Dtype::F32 => words::<4>(view).map(f32::from_le_bytes).collect(),
        Dtype::F16 => words::<2>(view)
            .map(|bytes| f16::from_le_bytes(bytes).to_f32())
            .collect(),
        other => return Err(kind(name, other, "F32 or F16")),
    };
    check_finite(name, &values)?;
    Ok(Tensor {
        shape: view.shape().to_vec(),
        values,
    })
}

fn read_names(file: &SafeTensors<'_>, name: &str, count: usize) -> Result<Option<Vec<u32>>, NetworkError> {
    let Ok(view) = file.tensor(name) else { return Ok(None) };
    check_shape(name, &view, &[count])?;
    match view.dtype() {
        Dtype::U32 => Ok(Some(words::<4>(&view).map(u32::from_le_bytes).collect())),
        other => Err(kind(name, other, "U32")),
    }
}

fn kind(name: &str, found: Dtype, expected: &'static str) -> NetworkError {
    NetworkError::Kind {
        name: name.to_owned(),
        found: found.to_string(),
        expected,
    }
}

/// The elements of a tensor as bytes, least first.
fn words<const N: usize>(view: &TensorView<'_>) -> impl Iterator<Item = [u8; N]> {
    view.data().as_chunks::<N>().0.iter().copied()
}

/// Whether all weights of a tensor are finite.
pub(super) fn check_finite(name: &str, values: &[f32]) -> Result<(), NetworkError> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(element) => Err(NetworkError::Weight {
            name: name.to_owned(),
            element,
            value: values[element],
        }),
    }
}
