//! Where things stand in a JSON text, so that an error can name line and field.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The byte order mark that some editors put at the beginning of a text. It is skipped.
pub const BOM: &str = "\u{feff}";

/// A text without the byte order mark at its beginning.
pub fn without_bom(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// A value of a JSON text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its path: `floors[0].guard.at`; empty for the whole text.
    pub path: String,
    /// Its bytes, with its key if it has one.
    pub span: Range<usize>,
}

/// Every value of a JSON text in the order in which they begin, as far as the text is JSON.
pub fn places(text: &str) -> Vec<Place> {
    let mut scanner = Scanner {
        text: text.as_bytes(),
        at: text.len() - without_bom(text).len(),
        places: Vec::new(),
    };
    scanner.value(String::new(), None, 0);
    scanner.places
}

/// A text that is not the value it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}{}: {message}", .field.as_ref().map(|field| format!(", field `{field}`")).unwrap_or_default())]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// The path of the value that is wrong; `None` where the text is no JSON or a field is missing.
    pub field: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl ReadError {
    /// The path of the value that is wrong, within the field of a name that the text is the value of.
    pub fn field_in(&self, name: &str) -> String {
        match &self.field {
            Some(inner) => format!("{name}.{inner}"),
            None => name.to_owned(),
        }
    }
}

/// Reads a value from a text. A byte order mark at the beginning is skipped; an object that has a name twice is an
/// error.
///
/// # Errors
/// Names line, column and field.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    let text = without_bom(text);
    if text.trim().is_empty() {
        return Err(ReadError {
            line: 1,
            column: 1,
            field: None,
            message: "found an empty text; expected JSON".to_owned(),
        });
    }
    without_repeats(text.as_bytes())
        .and_then(|_| serde_json::from_str(text))
        .map_err(|error| {
            let is_missing = error.to_string().starts_with(MISSING);
            let field = field_at(text, error.line(), error.column());
            ReadError {
                line: error.line(),
                column: column(&error),
                field: field.filter(|_| error.is_data() && !is_missing),
                message: message(&error),
            }
        })
}

/// Reads a value from JSON that has been read before. It is written as text first, so that each type has one reader:
/// readers are a large part of what a game takes to compile.
///
/// # Errors
/// When it is not the value it should be. The place in the error is of no use; [`message`] leaves it out.
pub fn read_value<T: DeserializeOwned>(value: &Value) -> Result<T, serde_json::Error> {
    serde_json::from_str(&value.to_string())
}

/// What is wrong with a text or value, without its place and in words of JSON.
pub fn message(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    in_words(whole.strip_suffix(&place).unwrap_or(&whole))
}

/// What is wrong with a text of one line: the column, from 1, and the [message].
pub fn message_in_line(error: &serde_json::Error) -> String {
    format!("column {}: {}", column(error), message(error))
}

/// The column of an error; serde_json counts from 0 where nothing of the line has been read.
fn column(error: &serde_json::Error) -> usize {
    error.column().max(1)
}

/// What serde's messages about fields that are missing begin with.
const MISSING: &str = "missing field ";

/// A message of serde, whatever the format of the text, in plain words: serde speaks of its own types and of those of
/// the program.
pub fn in_words(message: &str) -> String {
    if let Some(unfinished) = message.strip_prefix("EOF while parsing ") {
        return match unfinished {
            "a value" => "the text ends, expected a value".to_owned(),
            other => format!("the text ends, expected the rest of {other}"),
        };
    }
    if let Some(name) = message.strip_prefix(MISSING) {
        return format!("field {name} is missing");
    }
    let unknown = message.strip_prefix("unknown variant ");
    if let Some((found, expected)) = unknown.and_then(|names| names.rsplit_once(", expected ")) {
        return format!("found {found}; expected {expected}");
    }
    match message {
        "trailing characters" => return "found more after the end of the value; expected nothing".to_owned(),
        "expected ident" => return "expected true, false or null".to_owned(),
        "key must be a string" => return "expected the name of a field in quotation marks".to_owned(),
        _ => {}
    }
    // What was found may be a text that holds these words.
    match message.rsplit_once(", expected ") {
        Some((found, expected)) if found.starts_with("invalid ") => {
            let (kind, what) = found.split_once(": ").unwrap_or((found, ""));
            let found = match what {
                "map" => format!("{kind}: object"),
                "sequence" => format!("{kind}: list"),
                "unit variant" => format!("{kind}: name alone"),
                "newtype variant" | "struct variant" | "tuple variant" => format!("{kind}: name with a value"),
                // serde would take a list for the fields in their order.
                _ if expected.starts_with("struct ") && kind.starts_with("invalid length ") => {
                    "invalid type: list".to_owned()
                }
                _ => found.to_owned(),
            };
            format!("{found}, expected {}", type_in_words(expected))
        }
        _ => message.to_owned(),
    }
}

/// What serde expects, in words of JSON; what a game expects, in its own.
fn type_in_words(expected: &str) -> String {
    let words = match expected {
        "map" | "a map" => "an object",
        "map with a single key" => "an object with one name",
        "unit variant" => "a name alone",
        "newtype variant" | "struct variant" | "tuple variant" => "a name with a value",
        "a sequence" => "a list",
        "a string" => "a text",
        "string or map" => "a name, alone or with a value",
        "a boolean" => "true or false",
        "unit" => "null",
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "fewer elements in array" => "a shorter list",
        "fewer elements in map" => "an object with fewer fields",
        _ if expected.starts_with("tuple ") || expected.starts_with("a tuple ") => "a list of the right length",
        _ if expected.starts_with("struct ") => "an object",
        _ => match expected.strip_prefix("an array of length ") {
            Some(length) => return format!("a list of {length}"),
            None => expected,
        },
    };
    words.to_owned()
}

/// Reads any JSON. serde_json keeps the last of two values of one name, so that what a reader sees first says nothing;
/// here the second is an error.
///
/// # Errors
/// When the bytes are no JSON, or an object has a name twice.
pub fn without_repeats(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<Unrepeated>(bytes).map(|value| value.0)
}

/// Any JSON in which no object has a name twice.
struct Unrepeated(Value);

impl<'de> Deserialize<'de> for Unrepeated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unrepeated, D::Error> {
        deserializer.deserialize_any(AnyUnrepeated)
    }
}

struct AnyUnrepeated;

macro_rules! scalars {
    ($($visit:ident: $type:ty),+) => {$(
        fn $visit<E>(self, value: $type) -> Result<Unrepeated, E> {
            Ok(Unrepeated(Value::from(value)))
        }
    )+};
}

impl<'de> Visitor<'de> for AnyUnrepeated {
    type Value = Unrepeated;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    scalars! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str, visit_string: String }

    fn visit_unit<E>(self) -> Result<Unrepeated, E> {
        Ok(Unrepeated(Value::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Unrepeated, A::Error> {
        let mut items = Vec::new();
        while let Some(Unrepeated(item)) = list.next_element()? {
            items.push(item);
        }
        Ok(Unrepeated(Value::Array(items)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Unrepeated, A::Error> {
        let mut map = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            if map.contains_key(&name) {
                return Err(A::Error::custom(format_args!(
                    "the name `{name}` for the second time in one object"
                )));
            }
            let Unrepeated(value) = object.next_value()?;
            map.insert(name, value);
        }
        Ok(Unrepeated(Value::Object(map)))
    }
}

/// The line of the value with a path, or of the innermost value around it that the text has.
pub fn line_of(text: &str, path: &str) -> usize {
    let places = places(text);
    let encloses = |place: &&Place| {
        let rest = path.strip_prefix(place.path.as_str());
        rest.is_some_and(|rest| place.path.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let start = places.iter().filter(encloses).map(|place| place.span.start).max();
    line_at(text, start.unwrap_or(0))
}

/// The text with some of the outermost object's fields blanked out, everything else in its place.
pub fn without_fields(text: &str, fields: &[&str]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for place in places(text)
        .iter()
        .filter(|place| fields.contains(&place.path.as_str()))
    {
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let after = bytes[place.span.end..]
            .iter()
            .position(|byte| !blank(byte))
            .map(|gap| place.span.end + gap);
        let before = bytes[..place.span.start].iter().rposition(|byte| !blank(byte));
        // One of the two commas goes with it: the next one, or the one before the last field.
        match (after, before) {
            (Some(after), _) if bytes[after] == b',' => bytes[after] = b' ',
            (_, Some(before)) if bytes[before] == b',' => bytes[before] = b' ',
            _ => {}
        }
        bytes[place.span.clone()]
            .iter_mut()
            .filter(|byte| !blank(byte))
            .for_each(|byte| *byte = b' ');
    }
    // Whole fields were replaced by spaces, so no character was cut.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The field around a line and column, both from 1.
fn field_at(text: &str, line: usize, column: usize) -> Option<String> {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let offset = (start + column).saturating_sub(1);
    let places = places(text);
    let inner = places
        .iter()
        .filter(|place| place.span.contains(&offset))
        .max_by_key(|place| place.span.start);
    // Just past a value, the value itself is meant.
    let before = places
        .iter()
        .filter(|place| place.span.end == offset)
        .max_by_key(|place| place.span.start);
    let found = before.or(inner).filter(|place| !place.path.is_empty());
    found.map(|place| place.path.clone())
}

fn line_at(text: &str, offset: usize) -> usize {
    1 + text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count()
}

/// How deep a text may nest before the scanner gives up; serde_json does so at the same depth.
const DEPTH: usize = 128;

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    places: Vec<Place>,
}

impl Scanner<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Scans a value; `None` where the text is no JSON.
    fn value(&mut self, path: String, key: Option<usize>, depth: usize) -> Option<()> {
        let first = self.peek()?;
        let start = key.unwrap_or(self.at);
        let place = self.places.len();
        self.places.push(Place {
            path: path.clone(),
            span: start..self.text.len(),
        });
        if depth > DEPTH {
            return None;
        }
        match first {
            b'{' => self.object(&path, depth)?,
            b'[' => self.list(&path, depth)?,
            b'"' => drop(self.string()?),
            _ => {
                let end = |byte: &u8| matches!(byte, b',' | b']' | b'}') || byte.is_ascii_whitespace();
                let length = self.text[self.at..].iter().position(end);
                self.at = length.map_or(self.text.len(), |length| self.at + length);
            }
        }
        self.places[place].span.end = self.at;
        Some(())
    }

    fn object(&mut self, path: &str, depth: usize) -> Option<()> {
        self.at += 1;
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(());
        }
        loop {
            let start = match self.peek()? {
                b'"' => self.at,
                _ => return None,
            };
            let name = self.string()?;
            if self.peek()? != b':' {
                return None;
            }
            self.at += 1;
            let inner = if path.is_empty() {
                name
            } else {
                format!("{path}.{name}")
            };
            self.value(inner, Some(start), depth + 1)?;
            if self.next_item(b'}')? {
                return Some(());
            }
        }
    }

    fn list(&mut self, path: &str, depth: usize) -> Option<()> {
        self.at += 1;
        if self.peek()? == b']' {
            self.at += 1;
            return Some(());
        }
        for index in 0.. {
            self.value(format!("{path}[{index}]"), None, depth + 1)?;
            if self.next_item(b']')? {
                return Some(());
            }
        }
        None
    }

    /// Passes a comma, or the closing bracket: true.
    fn next_item(&mut self, close: u8) -> Option<bool> {
        let byte = self.peek()?;
        self.at += 1;
        match byte {
            b',' => Some(false),
            byte if byte == close => Some(true),
            _ => None,
        }
    }

    /// Passes a string and returns what stands in it.
    fn string(&mut self) -> Option<String> {
        let start = self.at + 1;
        let mut end = start;
        while *self.text.get(end)? != b'"' {
            end += if self.text[end] == b'\\' { 2 } else { 1 };
        }
        self.at = end + 1;
        Some(String::from_utf8_lossy(&self.text[start..end]).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{
  "game": "x",
  "floors": [
    {"at": "C4", "speed": -3},
    {}
  ],
  "last": 1
}
"#;

    #[test]
    fn every_value_has_its_path() {
        let paths: Vec<String> = places(TEXT).into_iter().map(|place| place.path).collect();
        assert_eq!(
            paths,
            [
                "",
                "game",
                "floors",
                "floors[0]",
                "floors[0].at",
                "floors[0].speed",
                "floors[1]",
                "last"
            ]
        );
    }

    #[test]
    fn a_path_has_its_line_or_that_of_what_is_around_it() {
        assert_eq!(line_of(TEXT, "floors[0].speed"), 4);
        assert_eq!(line_of(TEXT, "floors[1].speed"), 5);
        assert_eq!(line_of(TEXT, "players"), 1);
        assert_eq!(line_of(TEXT, "last"), 7);
        assert_eq!(line_of("", "last"), 1);
    }

    #[test]
    fn messages_are_in_words_of_json() {
        #[derive(serde::Deserialize, Debug)]
        #[expect(dead_code, reason = "it is only read into")]
        struct Guard {
            at: String,
            route: [u8; 2],
        }
        #[derive(serde::Deserialize, Debug)]
        #[expect(dead_code, reason = "it is only read into")]
        #[serde(rename_all = "kebab-case")]
        enum Frame {
            Act,
            Move { to: String },
        }
        #[derive(serde::Deserialize, Debug)]
        #[expect(dead_code, reason = "it is only read into")]
        struct Floor {
            pending: Option<Frame>,
            guard: Option<Guard>,
            speed: Option<u16>,
            stealth: Option<i32>,
            seed: Option<u64>,
            value: Option<f64>,
            open: Option<bool>,
            tiles: Option<Vec<String>>,
            places: Option<std::collections::BTreeMap<String, u32>>,
            side: Option<Side>,
        }
        #[derive(serde::Deserialize, Debug)]
        #[serde(rename_all = "kebab-case")]
        enum Side {
            Basic,
            Advanced,
        }
        for (text, expected) in [
            ("7", "invalid type: integer `7`, expected an object"),
            ("[]", "invalid type: list, expected an object"),
            (r#"{"guard": "D4"}"#, "invalid type: string \"D4\", expected an object"),
            (r#"{"guard": ["D4"]}"#, "invalid type: list, expected an object"),
            (r#"{"guard": {"at": {}}}"#, "invalid type: object, expected a text"),
            (
                r#"{"guard": {"at": "D4", "route": [1]}}"#,
                "invalid length 1, expected a list of 2",
            ),
            (
                r#"{"guard": {"at": "D4", "route": [1, 256]}}"#,
                "invalid value: integer `256`, expected a whole number from 0 to 255",
            ),
            (
                r#"{"speed": -1}"#,
                "invalid value: integer `-1`, expected a whole number from 0 to 65535",
            ),
            (
                r#"{"stealth": 1.5}"#,
                "invalid type: floating point `1.5`, expected a whole number",
            ),
            (
                r#"{"seed": "x"}"#,
                "invalid type: string \"x\", expected a whole number, 0 or more",
            ),
            (r#"{"value": []}"#, "invalid type: list, expected a number"),
            (r#"{"open": 1}"#, "invalid type: integer `1`, expected true or false"),
            (r#"{"tiles": {}}"#, "invalid type: object, expected a list"),
            (r#"{"places": []}"#, "invalid type: list, expected an object"),
            (
                r#"{"pending": "move"}"#,
                "invalid type: name alone, expected a name with a value",
            ),
            (
                r#"{"pending": {"act": {"to": "B2"}}}"#,
                "invalid type: object, expected null",
            ),
            (r#"{"guard": {}}"#, "field `at` is missing"),
            ("", "found an empty text; expected JSON"),
            (" \n", "found an empty text; expected JSON"),
            (r#"{"speed":"#, "the text ends, expected a value"),
            ("{} {}", "found more after the end of the value; expected nothing"),
            ("{speed: 1}", "expected the name of a field in quotation marks"),
            ("no", "expected true, false or null"),
            (
                r#"{"side": "basics"}"#,
                "found `basics`; expected `basic` or `advanced`",
            ),
            (r#"{"tiles": ["#, "the text ends, expected the rest of a list"),
        ] {
            let error = read::<Floor>(text).expect_err("it does not fit");
            assert_eq!(error.message, expected, "{text}");
        }
    }

    #[test]
    fn errors_name_the_field() {
        #[derive(serde::Deserialize, Debug)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "it is only read into")]
        struct Floor {
            at: String,
            speed: u8,
        }
        #[derive(serde::Deserialize, Debug)]
        #[expect(dead_code, reason = "it is only read into")]
        struct File {
            floors: Vec<Floor>,
        }
        let error = read::<File>(TEXT).expect_err("a speed is not negative").to_string();
        assert!(error.starts_with("line 4, column "), "{error}");
        assert!(error.contains("field `floors[0].speed`: invalid value"), "{error}");
        let error = read::<File>(&TEXT.replace("-3", "3"))
            .expect_err("a floor is empty")
            .to_string();
        assert_eq!(error, "line 5, column 6: field `at` is missing");
        let error = read::<File>("{\"floors\": [").expect_err("it is cut").to_string();
        assert!(error.starts_with("line 1"), "{error}");
    }

    #[test]
    fn a_name_twice_in_an_object_is_an_error_wherever_it_stands() {
        let text = TEXT.replace("\"at\": \"C4\",", "\"at\": \"C4\", \"a\\u0074\": \"C1\",");
        let error = read::<Value>(&text).expect_err("`at` stands there twice");
        assert_eq!(
            (error.line, error.message.as_str()),
            (4, "the name `at` for the second time in one object")
        );
        assert!(error.field.is_some_and(|field| field.starts_with("floors[0]")));
        assert!(read::<Value>("{\"a\": {\"b\": 1}, \"b\": [{\"b\": 1}, {\"b\": 1}]}").is_ok());
        let text = r#"{"a": [null, true, -1, 18446744073709551615, 0.1, "x", {"b": {}}]}"#;
        let plain: Value = serde_json::from_str(text).expect("it is JSON");
        assert_eq!(without_repeats(text.as_bytes()).expect("no name is there twice"), plain);
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        let text = format!("{BOM}{TEXT}");
        assert_eq!(
            read::<Value>(&text).expect("it is JSON"),
            read::<Value>(TEXT).expect("it is JSON")
        );
        assert_eq!(line_of(&text, "floors[0].speed"), 4);
        let error = read::<Vec<u8>>(&text).expect_err("it is no list");
        assert_eq!((error.line, error.column), (1, 1));
        assert!(read::<Value>(&without_fields(&text, &["game"])).is_ok_and(|value| value.get("game").is_none()));
        assert!(read::<Value>(&format!("{BOM}{BOM}1")).is_err());
    }

    #[test]
    fn fields_are_blanked_out_in_place() {
        let text = without_fields(TEXT, &["game", "last"]);
        assert_eq!(text.len(), TEXT.len());
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is still JSON");
        assert_eq!(value, serde_json::json!({"floors": [{"at": "C4", "speed": -3}, {}]}));
        assert_eq!(line_of(&text, "floors[1]"), 5);
        assert_eq!(without_fields("no JSON", &["game"]), "no JSON");
    }

    #[test]
    fn broken_texts_are_scanned_as_far_as_they_go() {
        for broken in [
            "",
            "{",
            "{\"a\"",
            "{\"a\":",
            "[1,",
            "\"\\",
            "{\"a\":1 2}",
            &"[".repeat(1000),
        ] {
            places(broken);
        }
    }
}
