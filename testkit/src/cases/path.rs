//! JSONPaths, and whether a position of the game can have what they name.
//!
//! A path that no position can have selects nothing, so that a misspelt one would always be "absent". It is known from
//! reading: a document that has nothing but the path is read as a position, and if the reader asks for the value at the
//! end of it, positions have such a place.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::de::value::{Error, MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use serde_json_path::{JsonPath, ParseError};

/// A JSONPath.
#[derive(Clone, Debug)]
pub(super) struct Query {
    text: String,
    path: JsonPath,
    /// It selects at most one value, whatever the document.
    single: bool,
}

impl Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Query {
    pub(super) fn parse(text: &str) -> Result<Query, ParseError> {
        Ok(Query {
            text: text.to_owned(),
            path: JsonPath::parse(text)?,
            single: selects_at_most_one(text),
        })
    }

    /// The value it selects, or the list of all it selects if it may select several; none if it selects nothing and may
    /// select one.
    pub(super) fn value(&self, json: &Value) -> Option<Value> {
        let nodes = self.path.query(json).all();
        if self.single {
            nodes.first().map(|&node| node.clone())
        } else {
            Some(nodes.into_iter().cloned().collect())
        }
    }

    /// The first value it selects.
    pub(super) fn first<'a>(&self, json: &'a Value) -> Option<&'a Value> {
        self.path.query(json).all().first().copied()
    }

    /// Where the value that it selects stands or would stand, as a JSON Pointer; none if it may select several.
    pub(super) fn pointer(&self) -> Option<String> {
        let steps = if self.single { steps(&self.text) } else { None };
        Some(steps?.iter().map(|step| step.part.as_str()).collect())
    }

    /// Where the values that it selects stand, as JSON Pointers. If it ends with a name, also where that is left out of
    /// an object.
    pub(super) fn places(&self, json: &Value) -> Vec<String> {
        let located = |path: &JsonPath| -> Vec<String> {
            let nodes = path.query_located(json);
            nodes.iter().map(|node| node.location().to_json_pointer()).collect()
        };
        let last = last_name(&self.text);
        let parent = last.and_then(|(parent, name)| Some((JsonPath::parse(parent).ok()?, name)));
        match parent {
            None => located(&self.path),
            Some((parent, name)) => {
                let is_object = |pointer: &String| json.pointer(pointer).is_some_and(Value::is_object);
                let parents = located(&parent).into_iter().filter(is_object);
                parents.map(|parent| parent + &name).collect()
            }
        }
    }

    /// The name that it begins with, if it begins with one.
    pub(super) fn first_name(&self) -> Option<String> {
        let mut ways = Vec::new();
        ways_from(&self.text, 1, Vec::new(), &mut ways);
        match ways.first()?.first()? {
            Part::Name(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// The first name in it that no position `P` has at its place. Where `json`, a position, has what a part of the
    /// path selects, it says whether that is a list or an object. Paths with `..` are taken as they are.
    pub(super) fn misspelt<P: DeserializeOwned>(&self, json: &Value) -> Option<String> {
        let mut ways = Vec::new();
        ways_from(&self.text, 1, Vec::new(), &mut ways);
        ways.iter().find_map(|way| first_unknown::<P>(way, json))
    }
}

/// A step of a path: the part of a JSON Pointer that it is, and whether that is a name.
struct Step {
    part: String,
    is_name: bool,
}

/// The steps of a path of names and indices from 0; none if it has others.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut start = path.find('$')? + 1;
    loop {
        let rest = path.get(start..)?;
        let trimmed = rest.trim_start();
        start += rest.len() - trimmed.len();
        if trimmed.is_empty() {
            return Some(steps);
        }
        let (step, length) = step_at(trimmed)?;
        steps.push(step);
        start += length;
    }
}

/// The step that a text begins with, and its length in bytes; none if it is no name and no index from 0.
fn step_at(text: &str) -> Option<(Step, usize)> {
    let (name, length, is_name) = if let Some(name) = text.strip_prefix('.') {
        let length = name.find(|letter: char| !is_part_of_name(letter)).unwrap_or(name.len());
        (
            name.get(..length).filter(|name| !name.is_empty())?.to_owned(),
            1 + length,
            true,
        )
    } else {
        let end = closing(text)?;
        match selectors(text.get(1..end)?)[..] {
            [quoted] if quoted.starts_with(['\'', '"']) => (unquoted(quoted), end + 1, true),
            [index] => (index.parse::<usize>().ok()?.to_string(), end + 1, false),
            _ => return None,
        }
    };
    let part = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
    Some((Step { part, is_name }, length))
}

/// A path that ends with a name in two: what comes before it, and the name as the end of a JSON Pointer. None after
/// `..`, which goes everywhere.
fn last_name(path: &str) -> Option<(&str, String)> {
    let bare = without_quoted_bytes(path);
    if bare.contains("..") {
        return None;
    }
    let start = bare.char_indices().rev().find_map(|(at, letter)| {
        let opens = matches!(letter, '.' | '[')
            && step_at(&path[at..]).is_some_and(|(_, length)| path[at + length..].trim().is_empty());
        opens.then_some(at)
    })?;
    let (step, _) = step_at(&path[start..])?;
    step.is_name.then(|| (&path[..start], step.part))
}

/// Whether a JSONPath is made of names and indices only, so that it selects at most one value (RFC 9535, a singular
/// query).
pub(super) fn selects_at_most_one(path: &str) -> bool {
    let bare = without_quoted(path);
    !bare.contains(['*', '?', ',', ':']) && !bare.contains("..")
}

/// A text with blanks in place of its quoted parts.
fn without_quoted(text: &str) -> String {
    let mut quote = None;
    let mut escaped = false;
    let bare = text.chars().map(|letter| match quote {
        Some(_) if escaped => {
            escaped = false;
            ' '
        }
        Some(open) => {
            escaped = letter == '\\';
            if letter == open {
                quote = None;
            }
            ' '
        }
        None if matches!(letter, '"' | '\'') => {
            quote = Some(letter);
            ' '
        }
        None => letter,
    });
    bare.collect()
}

/// One step into a document.
#[derive(Clone, PartialEq, Debug)]
enum Part {
    /// To the member of this name.
    Name(String),
    /// To an item of a list.
    Item,
    /// To any item or member.
    Any,
}

/// Every straight way that a path goes, and the paths in its filters go, from byte `start` on. `..` ends a way.
fn ways_from(text: &str, start: usize, mut way: Vec<Part>, ways: &mut Vec<Vec<Part>>) {
    let rest = text.get(start..).unwrap_or_default();
    let trimmed = rest.trim_start();
    let start = start + rest.len() - trimmed.len();
    if let Some(name) = trimmed.strip_prefix('.').filter(|name| !name.starts_with('.')) {
        let length = name.find(|letter: char| !is_part_of_name(letter)).unwrap_or(name.len());
        if length > 0 {
            way.push(Part::Name(name[..length].to_owned()));
            return ways_from(text, start + 1 + length, way, ways);
        }
        if name.starts_with('*') {
            way.push(Part::Any);
            return ways_from(text, start + 2, way, ways);
        }
    }
    let Some(end) = closing(trimmed) else {
        return ways.push(way);
    };
    for selector in selectors(&trimmed[1..end]) {
        let mut way = way.clone();
        match selector.chars().next() {
            Some('\'' | '"') => way.push(Part::Name(unquoted(selector))),
            Some('*') => way.push(Part::Any),
            Some('?') => {
                way.push(Part::Any);
                // Paths of the filter begin at what is filtered.
                for (at, _) in without_quoted_bytes(selector).match_indices('@') {
                    ways_from(selector, at + 1, way.clone(), ways);
                }
            }
            _ => way.push(Part::Item),
        }
        ways_from(text, start + end + 1, way, ways);
    }
}

/// As [`without_quoted`], with every part at its byte.
fn without_quoted_bytes(text: &str) -> String {
    let bare = without_quoted(text);
    let letters = text.chars().zip(bare.chars());
    letters
        .map(|(letter, bare)| {
            if letter == bare {
                letter.to_string()
            } else {
                " ".repeat(letter.len_utf8())
            }
        })
        .collect()
}

fn is_part_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || !letter.is_ascii()
}

/// The byte of the bracket that closes the one a text begins with; none if it begins with none.
fn closing(text: &str) -> Option<usize> {
    if !text.starts_with('[') {
        return None;
    }
    let mut depth = 0;
    for (at, letter) in without_quoted_bytes(text).char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The selectors between brackets.
fn selectors(text: &str) -> Vec<&str> {
    let mut selectors = Vec::new();
    let (mut depth, mut begun) = (0, 0);
    for (at, letter) in without_quoted_bytes(text).char_indices() {
        match letter {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            ',' if depth == 0 => {
                selectors.push(text[begun..at].trim());
                begun = at + 1;
            }
            _ => {}
        }
    }
    selectors.push(text[begun..].trim());
    selectors
}

/// What a quoted name says.
fn unquoted(text: &str) -> String {
    let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    let json = format!(
        "\"{}\"",
        inside.replace("\\'", "'").replace("\\\"", "\"").replace('"', "\\\"")
    );
    serde_json::from_str(&json).unwrap_or_else(|_| inside.to_owned())
}

/// The first name of a way that positions do not have at its place.
fn first_unknown<P: DeserializeOwned>(way: &[Part], json: &Value) -> Option<String> {
    let mut known = Vec::new();
    let mut here = Some(json);
    for part in way {
        let part = match part {
            Part::Any if here.is_some_and(Value::is_object) => Part::Any,
            Part::Any => Part::Item,
            other => other.clone(),
        };
        here = match &part {
            Part::Name(name) => here.and_then(|value| value.get(name)),
            Part::Item => here.and_then(|value| value.get(0)),
            // Members of an object may be of any kind.
            Part::Any => None,
        };
        known.push(part);
        if let Some(Part::Name(name)) = known.last()
            && !is_asked_for::<P>(&known)
        {
            return Some(name.clone());
        }
    }
    None
}

/// Whether a reader of positions asks for the value at the end of a way.
fn is_asked_for<P: DeserializeOwned>(way: &[Part]) -> bool {
    let asked = Cell::new(false);
    // It is always an error: the document lacks everything else.
    drop(P::deserialize(Probe { way, asked: &asked }));
    asked.get()
}

/// A document that has only what is on a way, and notes whether the value at the end of it is asked for.
#[derive(Clone, Copy)]
struct Probe<'a> {
    way: &'a [Part],
    asked: &'a Cell<bool>,
}

impl Probe<'_> {
    fn end(self) -> Error {
        self.asked.set(true);
        Error::custom("the end of the way")
    }
}

impl<'a, 'de> Deserializer<'de> for Probe<'a> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.way {
            [] => Err(self.end()),
            [Part::Item, ..] => visitor.visit_seq(Once(Some(self))),
            [_, ..] => visitor.visit_map(Once(Some(self))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.way {
            [] => Err(self.end()),
            _ => MapAccessDeserializer::new(Once(Some(self))).deserialize_enum(name, variants, visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("nobody reads this"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

/// A list or an object of one value.
struct Once<'a>(Option<Probe<'a>>);

impl<'a> Once<'a> {
    /// What follows the first part of the way.
    fn inner(&mut self) -> Option<Probe<'a>> {
        self.0.take().map(|probe| Probe {
            way: &probe.way[1..],
            ..probe
        })
    }
}

impl<'de> SeqAccess<'de> for Once<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.inner().map(|inner| seed.deserialize(inner)).transpose()
    }
}

impl<'de> MapAccess<'de> for Once<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        match self.0.map(|probe| (probe, probe.way)) {
            Some((_, [Part::Name(name), ..])) => seed.deserialize(StrDeserializer::new(name)).map(Some),
            // Which names there are is not known: that one is asked for says enough.
            Some((probe, _)) => Err(probe.end()),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        match self.inner() {
            Some(inner) => seed.deserialize(inner),
            None => Err(Error::custom("a value without a name")),
        }
    }
}

#[cfg(test)]
mod tests {
    use heist_engine::burgle_bros::{BurgleBros, Setup};
    use heist_engine::caper_cards::{self, CaperCards};
    use heist_engine::game::Game;

    use super::*;

    #[test]
    fn paths_of_names_and_indices_select_one_value() {
        for single in ["$", "$.a[0].b", "$['a,b'][\"*\"]", r"$['it\'s:'].x", "$.a[-1]"] {
            assert!(selects_at_most_one(single), "{single}");
        }
        for several in ["$.*", "$..a", "$.a[0,1]", "$.a[0:2]", "$.a[?@ == 1]"] {
            assert!(!selects_at_most_one(several), "{several}");
        }
    }

    #[test]
    fn paths_say_where_values_stand_or_would_stand() {
        let query = |text: &str| Query::parse(text).expect("a JSONPath");
        for (path, pointer) in [
            ("$", Some("")),
            ("$.a[0].b-c", None),
            ("$.a[0]['b-c'].d", Some("/a/0/b-c/d")),
            ("$ .a ['x/y~'] [2]", Some("/a/x~1y~0/2")),
            ("$.a[-1]", None),
            ("$.a[*]", None),
        ] {
            if let Ok(query) = Query::parse(path) {
                assert_eq!(query.pointer().as_deref(), pointer, "{path}");
            }
        }
        let json = serde_json::json!({"a": [{"b": 1, "c": {"d.e": 2}}, {"c": {}}, 3]});
        for (path, places) in [
            ("$.a[*].b", &["/a/0/b", "/a/1/b"][..]),
            ("$.a[*].c['d.e']", &["/a/0/c/d.e", "/a/1/c/d.e"]),
            ("$.a[?@.b == 1].x", &["/a/0/x"]),
            ("$.a[*]", &["/a/0", "/a/1", "/a/2"]),
            ("$..b", &["/a/0/b"]),
            ("$.a[?@.c]", &["/a/0", "/a/1"]),
        ] {
            assert_eq!(query(path).places(&json), places, "{path}");
        }
        assert_eq!(query("$['figures'].cash").first_name().as_deref(), Some("figures"));
    }

    /// The first unknown name of a path in the first position of a game.
    fn misspelt<G: Game>(setup: &G::Setup, path: &str) -> Option<String> {
        let state = G::new(setup).expect("a playable setup");
        let json = serde_json::to_value(state.position()).expect("a position is JSON");
        Query::parse(path).expect("a JSONPath").misspelt::<G::Position>(&json)
    }

    #[test]
    fn names_that_no_position_has_are_found_in_paths_and_filters() {
        let setup = Setup::bank_job(2, 1);
        for known in [
            "$",
            "$.crow",
            "$.floors[0].alarms[*]",
            "$.floors[*].safes.B2.loot",
            "$.floors[2]['moved-into']",
            "$['hack-tokens'][?@ > 0]",
            "$.floors[?@.speed == 5 && @.guard.die == 'crow].x']",
            "$.players[0, 1]['at', \"tools\"]",
            "$.turn.attempts['4']",
            "$.pending[0].reveal",
            "$..anything",
            "$.effects.*",
        ] {
            assert_eq!(misspelt::<BurgleBros>(&setup, known), None, "{known}");
        }
        for (path, name) in [
            ("$.crows", "crows"),
            ("$.floor[0].alarms", "floor"),
            ("$.floors[0].alarm", "alarm"),
            ("$.floors[*].alarm[*]", "alarm"),
            ("$.floors[0].safes.B2.looot", "looot"),
            ("$['hack_tokens']", "hack_tokens"),
            ("$.floors[?@.sped == 5]", "sped"),
            ("$.players[0]['at', 'tols']", "tols"),
            ("$.turn['flexed-tö']", "flexed-tö"),
            ("$.effects.emps", "emps"),
        ] {
            assert_eq!(misspelt::<BurgleBros>(&setup, path).as_deref(), Some(name), "{path}");
        }
        let setup = caper_cards::Setup::new(3);
        for known in [
            "$.deck[0]",
            "$.heists[1].plays[3]",
            "$.hands[2][0]",
            "$.hands[*]",
            "$.peeking",
        ] {
            assert_eq!(misspelt::<CaperCards>(&setup, known), None, "{known}");
        }
        for (path, name) in [("$.heists[0].rewards", "rewards"), ("$.peaking", "peaking")] {
            assert_eq!(misspelt::<CaperCards>(&setup, path).as_deref(), Some(name), "{path}");
        }
    }
}
