//! Lists in setups, written as one text, such as `radio:2 flashbang:1`; read as a text or as a list.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serializer};

/// Writes a list as a text.
pub(super) fn serialize<T: Display, S: Serializer>(items: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    let words: Vec<String> = items.iter().map(T::to_string).collect();
    serializer.serialize_str(&words.join(" "))
}

/// Reads a text or a list.
pub(super) fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de> + FromStr<Err: Display>,
{
    deserializer.deserialize_any(TextOrList(PhantomData))
}

struct TextOrList<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + FromStr<Err: Display>> Visitor<'de> for TextOrList<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text with a word for each, or a list")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<T>, E> {
        let words = text.split_whitespace().map(|word| word.trim_end_matches(','));
        words.map(|word| word.parse().map_err(E::custom)).collect()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list))
    }
}
