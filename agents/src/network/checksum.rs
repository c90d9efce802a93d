//! Checksums of files. The format safetensors has none, and a flipped bit in a weight would make another network of it.
//!
//! The checksum is the last field of the object in the metadata. It covers the text of that object without the field,
//! and all tensors.

use heist_engine::hash;

use super::error::NetworkError;
use super::format::hexadecimal;

/// The field.
pub(super) const CHECKSUM: &str = "checksum";
/// What stands before the checksum in a text, and after it.
const BEFORE: &str = ",\"checksum\":\"";
const AFTER: &str = "\"}";

/// The text of an object that has fields, with a checksum of it and of tensors: names and bytes, in the order of the
/// names.
pub(super) fn seal<'a>(text: &str, tensors: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let checksum = of(text, tensors);
    let fields = text.strip_suffix('}').unwrap_or(text);
    format!("{fields}{BEFORE}{checksum}{AFTER}")
}

/// The text without its checksum, and that, if it has one where [`seal`] puts it.
pub(super) fn unseal(text: &str) -> (String, Option<&str>) {
    let sealed = text.strip_suffix(AFTER).and_then(|text| text.rsplit_once(BEFORE));
    match sealed.filter(|(_, checksum)| checksum.len() == 16 && checksum.bytes().all(|digit| digit.is_ascii_hexdigit()))
    {
        Some((fields, checksum)) => (format!("{fields}}}"), Some(checksum)),
        None => (text.to_owned(), None),
    }
}

/// Whether a text and tensors are those of a checksum.
///
/// # Errors
/// When they are not.
pub(super) fn check<'a>(
    text: &str,
    tensors: impl Iterator<Item = (&'a str, &'a [u8])>,
    expected: &str,
) -> Result<(), NetworkError> {
    let found = of(text, tensors);
    if found == expected {
        Ok(())
    } else {
        Err(NetworkError::Checksum {
            found,
            expected: expected.to_owned(),
        })
    }
}

/// XXH3 of everything in turn, each time with what came before as the seed.
fn of<'a>(text: &str, tensors: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let key = hash::append_bytes(0, text.as_bytes());
    let parts = tensors.flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
    hexadecimal(parts.fold(key, hash::append_bytes))
}
