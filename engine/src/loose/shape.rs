//! JSON of about the right shape: what a position is made of.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A value of the wanted shape, or whatever else was written in its place: kept, so that checking can name its field.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Loose<T> {
    Good(T),
    Bad(Value),
}

/// A field that may be left out.
pub(crate) type Opt<T> = Option<Loose<T>>;
/// A list of names.
pub(crate) type Words = Vec<Loose<String>>;

/// A shape that a [`Loose`] value may have: which JSON fits it. What does not fit is kept as it is.
pub(crate) trait Part: Sized {
    /// The shape in words.
    const EXPECTED: &'static str;

    fn from_scalar(_value: &Value) -> Option<Self> {
        None
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Loose<Self>, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(list)).map(Loose::Bad)
    }

    fn from_object<'de, A: MapAccess<'de>>(object: A) -> Result<Loose<Self>, A::Error> {
        Value::deserialize(MapAccessDeserializer::new(object)).map(Loose::Bad)
    }
}

impl Part for bool {
    const EXPECTED: &'static str = "true or false";

    fn from_scalar(value: &Value) -> Option<bool> {
        value.as_bool()
    }
}

impl Part for i64 {
    const EXPECTED: &'static str = "a whole number";

    fn from_scalar(value: &Value) -> Option<i64> {
        value.as_i64()
    }
}

impl Part for String {
    const EXPECTED: &'static str = "a name in quotes";

    fn from_scalar(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
}

impl<T: for<'a> Deserialize<'a>> Part for Vec<T> {
    const EXPECTED: &'static str = "a list";

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Loose<Vec<T>>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Loose::Good)
    }
}

/// An object whose keys are data; a key written twice is kept twice.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Entries<T>(pub Vec<(String, Loose<T>)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<T: Part> Part for Entries<T> {
    const EXPECTED: &'static str = "an object";

    fn from_object<'de, A: MapAccess<'de>>(mut object: A) -> Result<Loose<Entries<T>>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = object.next_entry()? {
            entries.push(entry);
        }
        Ok(Loose::Good(Entries(entries)))
    }
}

impl<'de, T: Part> Deserialize<'de> for Loose<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loose<T>, D::Error> {
        deserializer.deserialize_any(AnyShape(PhantomData))
    }
}

struct AnyShape<T>(PhantomData<T>);

impl<T: Part> AnyShape<T> {
    fn scalar<E>(value: impl Into<Value>) -> Result<Loose<T>, E> {
        let value = value.into();
        Ok(T::from_scalar(&value).map_or(Loose::Bad(value), Loose::Good))
    }
}

macro_rules! scalars {
    ($($visit:ident: $type:ty),+) => {$(
        fn $visit<E>(self, value: $type) -> Result<Loose<T>, E> {
            Self::scalar(value)
        }
    )+};
}

impl<'de, T: Part> Visitor<'de> for AnyShape<T> {
    type Value = Loose<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    scalars! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }

    fn visit_unit<E>(self) -> Result<Loose<T>, E> {
        Self::scalar(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Loose<T>, A::Error> {
        T::from_list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Loose<T>, A::Error> {
        T::from_object(object)
    }
}

/// Reads a field for which `null` and absence are different things.
pub(crate) fn or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Opt<String>, D::Error> {
    Loose::deserialize(deserializer).map(Some)
}

/// Declares objects with named fields, all of which may be left out, and the way from an object's place to the places
/// of its fields.
macro_rules! forms {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident { $($(#[$how:meta])* $field:ident: $type:ty,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        $vis struct $name {
            $($(#[$how])* #[serde(skip_serializing_if = "Option::is_none")] pub(super) $field: Opt<$type>,)+
        }

        impl Part for $name {
            const EXPECTED: &'static str = "an object";

            fn from_object<'de, A: MapAccess<'de>>(object: A) -> Result<Loose<$name>, A::Error> {
                $name::deserialize(MapAccessDeserializer::new(object)).map(Loose::Good)
            }
        }

        impl<'a> At<'a, $name> {
            $(pub(super) fn $field(&self) -> At<'a, $type> {
                self.step(stringify!($field), self.value.and_then(|form| form.$field.as_ref()))
            })+
        }
    )+};
}
pub(crate) use forms;
