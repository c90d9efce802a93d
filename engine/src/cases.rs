//! Rule cases written as data: a position or a setup, what is played, and what must hold then.
//!
//! A case file is TOML. Nothing in it depends on the inside of a game: actions and outcomes are in notation, states
//! are compared as the JSON of [`Game::position`]. The caller reads the files; [`CaseFile::parse`] and [`run`] see
//! texts only.
//!
//! ```toml
//! game = "burgle-bros"
//!
//! [positions.two-players]              # positions that cases begin from, by name
//! players = [{ character = "hawk-basic", at = "1:A1" }, { character = "raven-basic", at = "1:A1" }]
//! floors = [{ tiles = { A1 = "foyer-1" }, guard = { at = "C4", die = "C1" }, speed = 2, discard = ["C4", "C1"] }]
//!
//! [[case]]
//! id = "X-1"                           # unique in the file
//! rules = ["X-1", "G-PATH-3"]          # the ids of the rules it proves
//! about = "a tie straight up is broken clockwise"
//! position = "two-players"
//! change = { "/turn" = { counted = 3 } }
//! steps = ["1: end"]
//! expect = { "$.floors[0].guard.at" = "C2" }
//! ```
//!
//! The top of a file has `game` ([`Game::ID`]), any number of `[positions.NAME]` and any number of `[[case]]`. The
//! fields of a case are these; `id`, `rules`, `about` and one of `position` and `setup` must be there.
//!
//! - `id`: the name of the case.
//! - `rules`: the ids of the rules it proves, at least one.
//! - `about`: what it shows, in a line.
//! - `position`: where it begins: a table, the name of one of `[positions]`, or the name of a JSON file relative to the
//!   case file.
//! - `setup`: or the setup of a game that begins.
//! - `change`: edits of the position, by JSON Pointer (RFC 6901), in the order written. A last key that is missing is
//!   created, and `-` appends to a list.
//! - `steps`: actions and outcomes in notation, in order; `2: accept` also says that seat 2 is the one who decides.
//! - `auto`: if `true`, decisions with one legal action and draws with one outcome are passed over before a step that
//!   does not name them.
//! - `node`: who is to move after the steps: `seat 1`, `chance` or `over`.
//! - `illegal`: actions or outcomes each of which is refused after the steps.
//! - `legal`, `legal-include`, `legal-exclude`: the legal actions: all of them, some of them, some that are not among
//!   them.
//! - `outcomes`, `outcomes-include`: the possible outcomes with their probabilities, all or some of them: numbers, or
//!   fractions such as `"1/14"`; within 1e-9.
//! - `result`: the ending of the game, one of [`Game::ENDINGS`].
//! - `expect`: values in the JSON of the position after the steps, by JSONPath (RFC 9535).
//! - `expect-absent`: JSONPaths that select nothing there.
//! - `invalid`: fields: the position or setup is refused, with problems on exactly these; there are no steps then.
//!
//! A JSONPath made of names and indices selects one value and is compared with it. One that may select several
//! (wildcard, slice, filter, several selectors, descendants) is compared with the list of all it selects, so
//! `"$.floors[0].discard[?@ == 'D1']" = ["D1"]` says that a set contains something. Names with a hyphen are written in
//! brackets: `$['hack-tokens'].laser`. What a position leaves out because it is as usual is absent there.

use std::fmt::{self, Display};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};
use serde_json_path::JsonPath;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::game::{Game, Node, Overrides, Problem, Seat};

/// How far a probability may be off.
const TOLERANCE: f64 = 1e-9;
/// How many decisions and draws `auto` passes over before one step; more is a loop.
const PASSED_OVER: usize = 1000;
/// How many characters of a line of a position a failure shows.
const EXCERPT_WIDTH: usize = 400;

/// What a JSONPath looks like.
const JSON_PATH: &str = "a JSONPath such as `$.players[0].at` or `$['hack-tokens'].laser`";

/// The fields of a file and of a case.
const FILE_FIELDS: &[&str] = &["game", "positions", "case"];
const CASE_FIELDS: &[&str] = &[
    "id",
    "rules",
    "about",
    "position",
    "setup",
    "change",
    "steps",
    "auto",
    "node",
    "illegal",
    "legal",
    "legal-include",
    "legal-exclude",
    "outcomes",
    "outcomes-include",
    "result",
    "expect",
    "expect-absent",
    "invalid",
];
/// The fields a case with `invalid` may have besides.
const INVALID_CASE_FIELDS: &[&str] = &["id", "rules", "about", "position", "setup", "change", "invalid"];

/// A case file as read. Notation is read when the game is known: by [`check`](CaseFile::check) or [`run`].
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// The name it was given, for messages.
    pub name: String,
    /// The game it is about ([`Game::ID`]).
    pub game: String,
    /// The cases, in order.
    pub cases: Vec<Case>,
    positions: Vec<(String, Value)>,
}

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, unique in the file.
    pub id: String,
    /// The ids of the rules it proves.
    pub rules: Vec<String>,
    /// What it shows, in a line.
    pub about: String,
    /// The line of the file it begins on.
    pub line: usize,
    start: Start,
    changes: Vec<(String, Value)>,
    steps: Vec<Text>,
    auto: bool,
    node: Option<Text>,
    illegal: Vec<Text>,
    legal: Option<Vec<Text>>,
    legal_include: Vec<Text>,
    legal_exclude: Vec<Text>,
    outcomes: Option<Vec<(Text, f64)>>,
    outcomes_include: Vec<(Text, f64)>,
    result: Option<Text>,
    expect: Vec<(Query, Value)>,
    absent: Vec<Query>,
    invalid: Option<Vec<String>>,
}

/// Where a case begins.
#[derive(Clone, Debug)]
enum Start {
    Position(Value),
    Named(String),
    File(String),
    Setup(Value),
}

/// A text of the file in notation, with the place it stands at.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    line: usize,
    field: String,
}

/// A JSONPath.
#[derive(Clone, Debug)]
struct Query {
    text: String,
    path: JsonPath,
    /// It selects at most one value, whatever the document.
    single: bool,
}

/// A case file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {field}: {found}, expected {expected}")]
pub struct CaseError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The field, as a path: `case[3].steps[0]`.
    pub field: String,
    /// What is there.
    pub found: String,
    /// What ought to be.
    pub expected: String,
}

/// What became of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseReport {
    /// The name of the case.
    pub id: String,
    /// The line of the file it begins on.
    pub line: usize,
    /// Whether it holds.
    pub outcome: CaseOutcome,
}

/// Whether a case holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseOutcome {
    /// It does.
    Passed,
    /// It does not: everything that was expected and what was found, in words, with the position.
    Failed(String),
}

impl CaseReport {
    /// Whether the case holds.
    pub fn passed(&self) -> bool {
        self.outcome == CaseOutcome::Passed
    }
}

impl CaseFile {
    /// Reads a case file. `name` is for messages.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and field.
    pub fn parse(text: &str, name: &str) -> Result<CaseFile, CaseError> {
        let source = Source { text, name };
        let document = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            source.error(&span, "file", error.message(), "TOML")
        })?;
        let top = Fields::of(&source, document.get_ref(), String::new(), document.span());
        top.allow(FILE_FIELDS)?;
        let game = top.required("game")?.string()?;
        let mut positions = Vec::new();
        if let Some(named) = top.get("positions") {
            for (name, position) in named.table()?.entries() {
                positions.push((name.to_owned(), position.table()?.json()?));
            }
        }
        let mut cases: Vec<Case> = Vec::new();
        if let Some(list) = top.get("case") {
            for item in list.list()? {
                let case = read_case(&item.table()?, &positions)?;
                if let Some(other) = cases.iter().find(|other| other.id == case.id) {
                    let found = format!("`{}` again, as on line {}", case.id, other.line);
                    return Err(item.wrong(found, "an id of its own"));
                }
                cases.push(case);
            }
        }
        Ok(CaseFile {
            name: name.to_owned(),
            game,
            cases,
            positions,
        })
    }

    /// Reads all notation of the file for its game, without playing anything.
    ///
    /// # Errors
    /// The first text that is none, with its line and field, or the wrong game.
    pub fn check<G: Game>(&self) -> Result<(), CaseError> {
        if self.game != G::ID {
            return Err(CaseError {
                file: self.name.clone(),
                line: 1,
                field: "game".to_owned(),
                found: format!("`{}`", self.game),
                expected: format!("`{}`", G::ID),
            });
        }
        self.cases
            .iter()
            .try_for_each(|case| Script::<G>::read(case, &self.name).map(|_| ()))
    }
}

// ---- Reading -------------------------------------------------------------------------------------------------------

/// The text of a file and its name.
struct Source<'a> {
    text: &'a str,
    name: &'a str,
}

impl Source<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        let before = self.text.as_bytes().iter().take(span.start);
        1 + before.filter(|&&byte| byte == b'\n').count()
    }

    fn error(
        &self,
        span: &Range<usize>,
        field: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> CaseError {
        CaseError {
            file: self.name.to_owned(),
            line: self.line(span),
            field: field.into(),
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// A value of the file and where it stands.
#[derive(Clone)]
struct Item<'a> {
    source: &'a Source<'a>,
    value: &'a DeValue<'a>,
    field: String,
    span: Range<usize>,
}

/// A table of the file and where it stands.
struct Fields<'a> {
    source: &'a Source<'a>,
    table: &'a DeTable<'a>,
    field: String,
    span: Range<usize>,
}

impl<'a> Item<'a> {
    fn of(source: &'a Source<'a>, value: &'a Spanned<DeValue<'a>>, field: String) -> Item<'a> {
        Item {
            source,
            value: value.get_ref(),
            field,
            span: value.span(),
        }
    }

    fn wrong(&self, found: impl Into<String>, expected: impl Into<String>) -> CaseError {
        self.source.error(&self.span, self.field.clone(), found, expected)
    }

    fn wrong_kind(&self, expected: &str) -> CaseError {
        let kind = self.value.type_str();
        let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
        self.wrong(format!("{article} {kind}"), expected)
    }

    fn string(&self) -> Result<String, CaseError> {
        let text = self.value.as_str().ok_or_else(|| self.wrong_kind("a string"))?;
        if text.trim().is_empty() {
            return Err(self.wrong("an empty string", "something in it"));
        }
        Ok(text.to_owned())
    }

    fn notation(&self) -> Result<Text, CaseError> {
        Ok(Text {
            text: self.string()?,
            line: self.source.line(&self.span),
            field: self.field.clone(),
        })
    }

    fn flag(&self) -> Result<bool, CaseError> {
        self.value.as_bool().ok_or_else(|| self.wrong_kind("true or false"))
    }

    fn list(&self) -> Result<Vec<Item<'a>>, CaseError> {
        let list = self.value.as_array().ok_or_else(|| self.wrong_kind("a list"))?;
        let items = list.iter().enumerate();
        Ok(items
            .map(|(place, item)| Item::of(self.source, item, format!("{}[{place}]", self.field)))
            .collect())
    }

    fn notations(&self) -> Result<Vec<Text>, CaseError> {
        self.list()?.iter().map(Item::notation).collect()
    }

    fn strings(&self) -> Result<Vec<String>, CaseError> {
        self.list()?.iter().map(Item::string).collect()
    }

    fn table(&self) -> Result<Fields<'a>, CaseError> {
        let table = self.value.as_table().ok_or_else(|| self.wrong_kind("a table"))?;
        Ok(Fields::of(self.source, table, self.field.clone(), self.span.clone()))
    }

    fn json(&self) -> Result<Value, CaseError> {
        match self.value {
            DeValue::String(text) => Ok(Value::from(text.as_ref())),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map(Value::from)
                .map_err(|_| self.wrong(format!("the integer {number}"), "one of at most 64 bits")),
            DeValue::Float(_) => self.float().map(Value::from),
            DeValue::Boolean(flag) => Ok(Value::from(*flag)),
            DeValue::Datetime(_) => Err(self.wrong_kind("something that JSON has")),
            DeValue::Array(_) => self.list()?.iter().map(Item::json).collect(),
            DeValue::Table(_) => self.table()?.json(),
        }
    }

    fn float(&self) -> Result<f64, CaseError> {
        let number = match self.value {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(number) => number.as_str().parse().ok(),
            _ => None,
        };
        number
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| self.wrong_kind("a finite number"))
    }

    /// A number, or a fraction such as `"1/14"`.
    fn probability(&self) -> Result<f64, CaseError> {
        let number = match self.value.as_str() {
            None => self.float()?,
            Some(text) => fraction(text).ok_or_else(|| self.wrong(format!("`{text}`"), "a fraction such as `1/14`"))?,
        };
        if (0.0..=1.0).contains(&number) {
            Ok(number)
        } else {
            Err(self.wrong(number.to_string(), "a probability"))
        }
    }

    fn probabilities(&self) -> Result<Vec<(Text, f64)>, CaseError> {
        let outcomes = self.table()?.entries().into_iter().map(|(name, item)| {
            let text = Text {
                text: name.to_owned(),
                line: self.source.line(&item.span),
                field: self.field.clone(),
            };
            Ok((text, item.probability()?))
        });
        outcomes.collect()
    }

    fn query(&self, text: &str) -> Result<Query, CaseError> {
        let path = JsonPath::parse(text).map_err(|error| self.wrong(format!("`{text}` ({error})"), JSON_PATH))?;
        Ok(Query {
            text: text.to_owned(),
            path,
            single: selects_at_most_one(text),
        })
    }
}

impl<'a> Fields<'a> {
    fn of(source: &'a Source<'a>, table: &'a DeTable<'a>, field: String, span: Range<usize>) -> Fields<'a> {
        Fields {
            source,
            table,
            field,
            span,
        }
    }

    fn path(&self, name: &str) -> String {
        if self.field.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.field)
        }
    }

    /// The entries in the order in which they are written.
    fn entries(&self) -> Vec<(&'a str, Item<'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let items = entries.into_iter().map(|(name, value)| {
            let name: &'a str = name.get_ref();
            (name, Item::of(self.source, value, self.path(name)))
        });
        items.collect()
    }

    fn get(&self, name: &str) -> Option<Item<'a>> {
        self.table
            .get(name)
            .map(|value| Item::of(self.source, value, self.path(name)))
    }

    fn required(&self, name: &str) -> Result<Item<'a>, CaseError> {
        self.get(name)
            .ok_or_else(|| self.source.error(&self.span, self.path(name), "nothing", "this field"))
    }

    fn allow(&self, known: &[&str]) -> Result<(), CaseError> {
        let strange = self
            .table
            .keys()
            .filter(|name| !known.contains(&name.get_ref().as_ref()));
        match strange.min_by_key(|name| name.span().start) {
            None => Ok(()),
            Some(name) => {
                let expected = format!("one of: {}", known.join(", "));
                Err(self
                    .source
                    .error(&name.span(), self.path(name.get_ref()), "an unknown field", expected))
            }
        }
    }

    fn json(&self) -> Result<Value, CaseError> {
        let fields = self
            .entries()
            .into_iter()
            .map(|(name, item)| Ok((name.to_owned(), item.json()?)));
        fields
            .collect::<Result<Map<String, Value>, CaseError>>()
            .map(Value::Object)
    }
}

fn fraction(text: &str) -> Option<f64> {
    let (over, under) = text.split_once('/')?;
    let (over, under): (u64, u64) = (over.trim().parse().ok()?, under.trim().parse().ok()?);
    (under > 0).then(|| over as f64 / under as f64)
}

/// Whether a JSONPath is made of names and indices only, so that it selects at most one value (RFC 9535, a singular
/// query).
fn selects_at_most_one(path: &str) -> bool {
    let mut quote = None;
    let mut escaped = false;
    let mut bare = String::new();
    for letter in path.chars() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if letter == '\\' => escaped = true,
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            None => bare.push(letter),
        }
    }
    !bare.contains(['*', '?', ',', ':']) && !bare.contains("..")
}

fn read_case(fields: &Fields, positions: &[(String, Value)]) -> Result<Case, CaseError> {
    fields.allow(CASE_FIELDS)?;
    if fields.get("invalid").is_some() {
        fields.allow(INVALID_CASE_FIELDS)?;
    }
    let texts = |name| fields.get(name).map_or_else(|| Ok(Vec::new()), |item| item.notations());
    let optional_texts = |name| fields.get(name).map(|item| item.notations()).transpose();
    let start = read_start(fields, positions)?;
    let mut changes = Vec::new();
    if let Some(change) = fields.get("change") {
        if matches!(start, Start::Setup(_)) {
            return Err(change.wrong("edits of a setup", "edits of a position"));
        }
        for (pointer, item) in change.table()?.entries() {
            if !pointer.starts_with('/') {
                return Err(item.wrong(format!("`{pointer}`"), "a JSON Pointer such as `/players/0/stealth`"));
            }
            changes.push((pointer.to_owned(), item.json()?));
        }
    }
    let mut expect = Vec::new();
    if let Some(item) = fields.get("expect") {
        for (path, value) in item.table()?.entries() {
            expect.push((value.query(path)?, value.json()?));
        }
    }
    let mut absent = Vec::new();
    if let Some(item) = fields.get("expect-absent") {
        for path in item.list()? {
            absent.push(path.query(&path.string()?)?);
        }
    }
    let rules = fields.required("rules")?;
    let case = Case {
        id: fields.required("id")?.string()?,
        rules: rules.strings()?,
        about: fields.required("about")?.string()?,
        line: fields.source.line(&fields.span),
        start,
        changes,
        steps: texts("steps")?,
        auto: fields.get("auto").map_or(Ok(false), |item| item.flag())?,
        node: fields.get("node").map(|item| item.notation()).transpose()?,
        illegal: texts("illegal")?,
        legal: optional_texts("legal")?,
        legal_include: texts("legal-include")?,
        legal_exclude: texts("legal-exclude")?,
        outcomes: fields.get("outcomes").map(|item| item.probabilities()).transpose()?,
        outcomes_include: fields
            .get("outcomes-include")
            .map_or_else(|| Ok(Vec::new()), |item| item.probabilities())?,
        result: fields.get("result").map(|item| item.notation()).transpose()?,
        expect,
        absent,
        invalid: fields.get("invalid").map(|item| item.strings()).transpose()?,
    };
    if case.rules.is_empty() {
        return Err(rules.wrong("no ids", "the ids of the rules that the case proves"));
    }
    Ok(case)
}

fn read_start(fields: &Fields, positions: &[(String, Value)]) -> Result<Start, CaseError> {
    match (fields.get("position"), fields.get("setup")) {
        (Some(position), None) if position.value.is_table() => Ok(Start::Position(position.json()?)),
        (Some(position), None) => {
            let name = position.string()?;
            if positions.iter().any(|(known, _)| *known == name) {
                Ok(Start::Named(name))
            } else if name.ends_with(".json") {
                Ok(Start::File(name))
            } else {
                let known: Vec<&str> = positions.iter().map(|(name, _)| name.as_str()).collect();
                let expected = format!("a table, a JSON file, or one of the positions: {}", known.join(", "));
                Err(position.wrong(format!("`{name}`"), expected))
            }
        }
        (None, Some(setup)) => Ok(Start::Setup(setup.table()?.json()?)),
        (Some(_), Some(setup)) => Err(setup.wrong("both a position and a setup", "one of them")),
        (None, None) => Err(fields.source.error(
            &fields.span,
            fields.path("position"),
            "neither a position nor a setup",
            "one of them",
        )),
    }
}

// ---- Notation ------------------------------------------------------------------------------------------------------

/// A case with its notation read for a game.
struct Script<'a, G: Game> {
    steps: Vec<Move<'a, G>>,
    illegal: Vec<Move<'a, G>>,
    node: Option<Node>,
}

/// An action or outcome in notation: some texts could be either, and the node says which.
struct Move<'a, G: Game> {
    text: &'a Text,
    seat: Option<Seat>,
    action: Option<G::Action>,
    outcome: Option<G::Outcome>,
}

impl<'a, G: Game> Script<'a, G> {
    fn read(case: &'a Case, file: &str) -> Result<Script<'a, G>, CaseError> {
        let moves = |texts: &'a [Text]| -> Result<Vec<Move<'a, G>>, CaseError> {
            texts.iter().map(|text| Move::read(text, file)).collect()
        };
        let actions = case
            .legal
            .iter()
            .flatten()
            .chain(&case.legal_include)
            .chain(&case.legal_exclude);
        for text in actions {
            text.text
                .parse::<G::Action>()
                .map_err(|error| text.wrong(file, error.expected))?;
        }
        for (text, _) in case.outcomes.iter().flatten().chain(&case.outcomes_include) {
            text.text
                .parse::<G::Outcome>()
                .map_err(|error| text.wrong(file, error.expected))?;
        }
        if let Some(result) = &case.result
            && !G::ENDINGS.contains(&result.text.as_str())
        {
            return Err(result.wrong(file, format!("one of: {}", G::ENDINGS.join(", "))));
        }
        let node = case.node.as_ref().map(|text| {
            let node = match text.text.as_str() {
                "chance" => Some(Node::Chance),
                "over" => Some(Node::Terminal),
                text => text.strip_prefix("seat ").and_then(parse_seat).map(Node::Decision),
            };
            node.ok_or_else(|| text.wrong(file, "`seat 1`, `chance` or `over`".to_owned()))
        });
        Ok(Script {
            steps: moves(&case.steps)?,
            illegal: moves(&case.illegal)?,
            node: node.transpose()?,
        })
    }
}

impl<'a, G: Game> Move<'a, G> {
    fn read(text: &'a Text, file: &str) -> Result<Move<'a, G>, CaseError> {
        let prefixed = text
            .text
            .split_once(": ")
            .and_then(|(seat, rest)| Some((parse_seat(seat)?, rest)));
        let (seat, notation) = prefixed.map_or((None, text.text.as_str()), |(seat, rest)| (Some(seat), rest));
        match (notation.parse::<G::Action>(), notation.parse::<G::Outcome>()) {
            (Err(action), Err(outcome)) => {
                Err(text.wrong(file, format!("{} or {}", action.expected, outcome.expected)))
            }
            (Err(action), Ok(_)) if seat.is_some() => Err(text.wrong(file, action.expected)),
            (action, outcome) => Ok(Move {
                text,
                seat,
                action: action.ok(),
                outcome: outcome.ok(),
            }),
        }
    }
}

impl Text {
    fn wrong(&self, file: &str, expected: String) -> CaseError {
        CaseError {
            file: file.to_owned(),
            line: self.line,
            field: self.field.clone(),
            found: format!("`{}`", self.text),
            expected,
        }
    }
}

/// A seat as people write it, from 1.
fn parse_seat(text: &str) -> Option<Seat> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(Seat(digit - b'1')),
        _ => None,
    }
}

// ---- Running -------------------------------------------------------------------------------------------------------

/// Plays every case of a file. `load` gives the text of a position file by its name in the case file.
///
/// A case whose notation cannot be read fails, with the line; so does one on which the rules panic.
pub fn run<G: Game>(file: &CaseFile, load: &dyn Fn(&str) -> Result<String, String>) -> Vec<CaseReport> {
    let reports = file.cases.iter().map(|case| {
        let held = catch_unwind(AssertUnwindSafe(|| play_case::<G>(file, case, load)));
        let outcome = match held {
            Ok(Ok(())) => CaseOutcome::Passed,
            Ok(Err(failure)) => CaseOutcome::Failed(failure),
            Err(panic) => CaseOutcome::Failed(format!("the rules panicked: {}", panic_text(panic.as_ref()))),
        };
        CaseReport {
            id: case.id.clone(),
            line: case.line,
            outcome,
        }
    });
    reports.collect()
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// Things that do not hold.
#[derive(Default)]
struct Failures(Vec<String>);

impl Failures {
    fn add(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.0
            .push(format!("{what}\n  expected: {expected}\n  found:    {found}"));
    }
}

fn play_case<G: Game>(
    file: &CaseFile,
    case: &Case,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<(), String> {
    if file.game != G::ID {
        return Err(format!("the file is about `{}`, not `{}`", file.game, G::ID));
    }
    let script = Script::<G>::read(case, &file.name).map_err(|error| error.to_string())?;
    let begun = begin::<G>(file, case, load)?;
    if let Some(fields) = &case.invalid {
        return check_refusal(&begun, fields);
    }
    let mut state = begun.map_err(|refusal| {
        format!(
            "where it begins is refused\n  expected: no problems\n  found:    {}",
            list_problems(&refusal)
        )
    })?;
    let mut failures = Failures::default();
    for (place, step) in script.steps.iter().enumerate() {
        if case.auto {
            pass_over(&mut state, step);
        }
        if let Err((expected, found)) = take(&mut state, step) {
            let what = format!(
                "step {} of {}, `{}` (line {})",
                place + 1,
                script.steps.len(),
                step.text.text,
                step.text.line
            );
            failures.add(what, expected, found);
            return Err(report(&failures, &state));
        }
    }
    check_options(case, &script, &state, &mut failures);
    check_result(case, &state, &mut failures);
    check_values(case, &state, &mut failures);
    if failures.0.is_empty() {
        Ok(())
    } else {
        Err(report(&failures, &state))
    }
}

/// The first state of a case, or the problems of its position or setup.
fn begin<G: Game>(
    file: &CaseFile,
    case: &Case,
    load: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Result<G, Vec<Problem>>, String> {
    let mut json = match &case.start {
        Start::Setup(setup) => {
            let setup: G::Setup =
                serde_json::from_value(setup.clone()).map_err(|error| format!("the setup cannot be read: {error}"))?;
            return Ok(G::new(&setup).map_err(|error| error.0));
        }
        Start::Position(json) => json.clone(),
        Start::Named(name) => {
            let named = file.positions.iter().find(|(known, _)| known == name);
            named
                .map(|(_, json)| json.clone())
                .ok_or_else(|| format!("there is no position `{name}`"))?
        }
        Start::File(name) => {
            let text = load(name).map_err(|error| format!("the position {name} cannot be read: {error}"))?;
            serde_json::from_str(&text).map_err(|error| format!("the position {name} is no JSON: {error}"))?
        }
    };
    for (pointer, value) in &case.changes {
        edit(&mut json, pointer, value)?;
    }
    let position: G::Position = serde_json::from_value(json.clone())
        .map_err(|error| format!("the position cannot be read: {error}\n{}", excerpt(&json)))?;
    Ok(G::from_position(position, Overrides::None).map_err(|error| error.problems))
}

/// Sets the value a JSON Pointer names; its last key may be new.
fn edit(json: &mut Value, pointer: &str, value: &Value) -> Result<(), String> {
    let (parent, key) = pointer
        .rsplit_once('/')
        .ok_or_else(|| format!("change `{pointer}` is no JSON Pointer"))?;
    let key = key.replace("~1", "/").replace("~0", "~");
    match json.pointer_mut(parent) {
        Some(Value::Object(map)) => {
            map.insert(key, value.clone());
            Ok(())
        }
        Some(Value::Array(list)) if key == "-" => {
            list.push(value.clone());
            Ok(())
        }
        Some(Value::Array(list)) => {
            let length = list.len();
            let item = key.parse::<usize>().ok().and_then(|place| list.get_mut(place));
            *item.ok_or_else(|| format!("change `{pointer}`: the list has {length} items, `-` appends one"))? =
                value.clone();
            Ok(())
        }
        Some(other) => Err(format!(
            "change `{pointer}`: `{parent}` is {other}, neither an object nor a list"
        )),
        None => Err(format!("change `{pointer}`: there is no `{parent}`")),
    }
}

fn list_problems(problems: &[Problem]) -> String {
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

/// `invalid`: problems on exactly these fields.
fn check_refusal<G>(begun: &Result<G, Vec<Problem>>, fields: &[String]) -> Result<(), String> {
    let problems = match begun {
        Ok(_) => &[],
        Err(problems) => problems.as_slice(),
    };
    let missed = fields
        .iter()
        .any(|field| problems.iter().all(|problem| problem.field != *field));
    let surplus = problems.iter().any(|problem| !fields.contains(&problem.field));
    if begun.is_err() && !missed && !surplus {
        return Ok(());
    }
    let found = if begun.is_ok() {
        "none, it is accepted".to_owned()
    } else {
        list_problems(problems)
    };
    Err(format!(
        "problems\n  expected: on exactly {}\n  found:    {found}",
        fields.join(", ")
    ))
}

/// `auto`: passes over what leaves no choice and is not what the step says.
fn pass_over<G: Game>(state: &mut G, step: &Move<G>) {
    for _ in 0..PASSED_OVER {
        match state.node() {
            Node::Decision(_) => {
                let legal = legal_actions(state);
                if legal.len() != 1 || step.action.is_some_and(|action| legal.contains(&action)) {
                    return;
                }
                state.apply(legal[0]);
            }
            Node::Chance => {
                let outcomes = outcomes(state);
                if outcomes.len() != 1 || step.outcome == Some(outcomes[0].0) {
                    return;
                }
                state.resolve(outcomes[0].0);
            }
            Node::Terminal => return,
        }
    }
}

/// Takes a step, or says what was expected and what is there instead.
fn take<G: Game>(state: &mut G, step: &Move<G>) -> Result<(), (String, String)> {
    let node = state.node();
    if let Some(seat) = step.seat
        && node != Node::Decision(seat)
    {
        return Err((format!("seat {seat} decides"), options(state)));
    }
    let taken = match (node, step.action, step.outcome) {
        (Node::Decision(_), Some(action), _) => state.try_apply(action).is_ok(),
        (Node::Chance, _, Some(outcome)) => state.try_resolve(outcome).is_ok(),
        _ => false,
    };
    if taken {
        Ok(())
    } else {
        Err((format!("`{}` is possible", step.text.text), options(state)))
    }
}

fn legal_actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal
}

fn outcomes<G: Game>(state: &G) -> Vec<(G::Outcome, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    outcomes
}

fn show_node(node: Node) -> String {
    match node {
        Node::Decision(seat) => format!("seat {seat}"),
        Node::Chance => "chance".to_owned(),
        Node::Terminal => "over".to_owned(),
    }
}

/// What is possible in a state, in words.
fn options<G: Game>(state: &G) -> String {
    match state.node() {
        Node::Decision(seat) => format!("seat {seat} decides: {}", show_all(&legal_actions(state))),
        Node::Chance => format!("chance decides: {}", show_outcomes(state)),
        Node::Terminal => format!(
            "the game is over: {}",
            state.result().map_or("no result", |result| result.ending)
        ),
    }
}

fn show_all(items: &[impl Display]) -> String {
    let texts: Vec<String> = items.iter().map(|item| format!("`{item}`")).collect();
    if texts.is_empty() {
        "nothing".to_owned()
    } else {
        texts.join(", ")
    }
}

fn show_outcomes<G: Game>(state: &G) -> String {
    let texts: Vec<String> = outcomes(state)
        .iter()
        .map(|(outcome, chance)| format!("`{outcome}` {chance:.6}"))
        .collect();
    if texts.is_empty() {
        "nothing".to_owned()
    } else {
        texts.join(", ")
    }
}

/// `node`, `illegal`, `legal...` and `outcomes...`.
fn check_options<G: Game>(case: &Case, script: &Script<G>, state: &G, failures: &mut Failures) {
    if let Some(node) = script.node
        && node != state.node()
    {
        failures.add("node", show_node(node), options(state));
    }
    for refused in &script.illegal {
        let mut copy = state.clone();
        if take(&mut copy, refused).is_ok() {
            failures.add(
                format!("illegal, line {}", refused.text.line),
                format!("`{}` is refused", refused.text.text),
                "it is possible",
            );
        }
    }
    let legal: Vec<String> = legal_actions(state).iter().map(ToString::to_string).collect();
    if let Some(expected) = &case.legal {
        let named: Vec<&str> = expected.iter().map(|text| text.text.as_str()).collect();
        let surplus = legal.iter().any(|text| !named.contains(&text.as_str()));
        if surplus || !missing(expected.iter(), &legal).is_empty() {
            failures.add("legal", format!("exactly {}", show_all(&named)), options(state));
        }
    }
    let missed = missing(case.legal_include.iter(), &legal);
    if !missed.is_empty() {
        failures.add(
            "legal-include",
            format!("{} as well", show_all(&missed)),
            options(state),
        );
    }
    let there: Vec<&str> = case
        .legal_exclude
        .iter()
        .map(|text| text.text.as_str())
        .filter(|text| legal.iter().any(|it| it == text))
        .collect();
    if !there.is_empty() {
        failures.add("legal-exclude", format!("not {}", show_all(&there)), options(state));
    }
    check_chances(case, state, failures);
}

fn missing<'a>(expected: impl Iterator<Item = &'a Text>, found: &[String]) -> Vec<&'a str> {
    expected
        .map(|text| text.text.as_str())
        .filter(|text| found.iter().all(|it| it != text))
        .collect()
}

fn check_chances<G: Game>(case: &Case, state: &G, failures: &mut Failures) {
    let found: Vec<(String, f64)> = outcomes(state)
        .into_iter()
        .map(|(outcome, chance)| (outcome.to_string(), chance))
        .collect();
    let all = case.outcomes.iter().flatten();
    let wrong: Vec<String> = all
        .chain(&case.outcomes_include)
        .filter(|(text, chance)| {
            let there = found.iter().find(|(outcome, _)| *outcome == text.text);
            !there.is_some_and(|(_, found)| (found - chance).abs() <= TOLERANCE)
        })
        .map(|(text, chance)| format!("`{}` {chance:.6}", text.text))
        .collect();
    if !wrong.is_empty() {
        failures.add("outcomes", wrong.join(", "), options(state));
    }
    if let Some(expected) = &case.outcomes {
        let surplus: Vec<&String> = found
            .iter()
            .map(|(outcome, _)| outcome)
            .filter(|outcome| expected.iter().all(|(text, _)| text.text != **outcome))
            .collect();
        if !surplus.is_empty() {
            failures.add("outcomes", format!("not {}", show_all(&surplus)), options(state));
        }
    }
}

/// `result`.
fn check_result<G: Game>(case: &Case, state: &G, failures: &mut Failures) {
    let Some(expected) = &case.result else { return };
    match state.result() {
        Some(result) if result.ending == expected.text => {}
        Some(result) => failures.add("result", &expected.text, result.ending),
        None => failures.add("result", &expected.text, options(state)),
    }
}

/// `expect` and `expect-absent`.
fn check_values<G: Game>(case: &Case, state: &G, failures: &mut Failures) {
    if case.expect.is_empty() && case.absent.is_empty() {
        return;
    }
    let json = match position_json(state) {
        Ok(json) => json,
        Err(error) => return failures.add("the position", "JSON", error),
    };
    for (query, expected) in &case.expect {
        let nodes = query.path.query(&json).all();
        let found = match (query.single, nodes.as_slice()) {
            (true, []) => {
                failures.add(&query.text, expected, "absent");
                continue;
            }
            (true, [node, ..]) => (*node).clone(),
            (false, nodes) => nodes.iter().map(|node| (*node).clone()).collect(),
        };
        if !same(&found, expected) {
            failures.add(&query.text, expected, found);
        }
    }
    for query in &case.absent {
        let nodes = query.path.query(&json).all();
        if let Some(node) = nodes.first() {
            failures.add(&query.text, "absent", node);
        }
    }
}

fn position_json<G: Game>(state: &G) -> Result<Value, serde_json::Error> {
    serde_json::to_value(state.position())
}

/// Equality of JSON, numbers by value.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn report<G: Game>(failures: &Failures, state: &G) -> String {
    let position = match position_json(state) {
        Ok(json) => excerpt(&json),
        Err(error) => error.to_string(),
    };
    format!(
        "{}\nposition, {} to move:\n{position}",
        failures.0.join("\n"),
        show_node(state.node())
    )
}

/// A position for a message: a line for each of its fields, and for each item of a list of objects.
fn excerpt(json: &Value) -> String {
    let Value::Object(fields) = json else {
        return cut(&json.to_string());
    };
    let lines = fields.iter().flat_map(|(name, value)| match value {
        Value::Array(items) if items.iter().any(Value::is_object) => items
            .iter()
            .enumerate()
            .map(|(place, item)| cut(&format!("{name}[{place}]: {item}")))
            .collect::<Vec<String>>(),
        _ => vec![cut(&format!("{name}: {value}"))],
    });
    lines
        .map(|line| format!("  {line}"))
        .collect::<Vec<String>>()
        .join("\n")
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(EXCERPT_WIDTH) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}...", &line[..end]),
    }
}

impl Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            CaseOutcome::Passed => write!(f, "{} (line {}): passed", self.id, self.line),
            CaseOutcome::Failed(why) => write!(f, "{} (line {}): {why}", self.id, self.line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::burgle_bros::BurgleBros;

    const TOP: &str = r#"game = "burgle-bros"
[positions.start]
players = [{ character = "spotter-basic", at = "1:A1", stealth = 5 }]
floors = [{ tiles = { A1 = "foyer-1" }, guard = { at = "C4", die = "C1" }, discard = ["C4", "C1"] }]
"#;
    /// The line on which the fields given to [`file`] begin.
    const FIELDS_LINE: usize = 9;

    fn file(fields: &str) -> String {
        format!("{TOP}[[case]]\nid = \"a\"\nrules = [\"N-ACT-2\"]\nabout = \"a case\"\n{fields}\n")
    }

    fn parsed(fields: &str) -> CaseFile {
        CaseFile::parse(&file(fields), "some.toml").expect("the case can be read")
    }

    fn outcome(fields: &str) -> CaseOutcome {
        let load = |name: &str| match name {
            "found.json" => {
                Ok(r#"{"players":[{"character":"hawk-basic"}],"pending":["place-first-guard"]}"#.to_owned())
            }
            _ => Err("no such file".to_owned()),
        };
        let mut reports = run::<BurgleBros>(&parsed(fields), &load);
        assert_eq!(reports.len(), 1);
        reports.remove(0).outcome
    }

    #[track_caller]
    fn passes(fields: &str) {
        assert_eq!(outcome(fields), CaseOutcome::Passed, "{fields}");
    }

    /// The case fails, and the message has these parts.
    #[track_caller]
    fn fails(fields: &str, parts: &[&str]) {
        let CaseOutcome::Failed(text) = outcome(fields) else {
            panic!("passed: {fields}")
        };
        for part in parts {
            assert!(text.contains(part), "no `{part}` in:\n{text}");
        }
    }

    #[track_caller]
    fn wrong(text: &str, line: usize, field: &str, found: &str) {
        let error = CaseFile::parse(text, "some.toml").expect_err("it is wrong");
        assert_eq!((error.line, error.field.as_str()), (line, field), "{error}");
        assert!(error.found.contains(found), "{error}");
        assert!(
            error.to_string().starts_with(&format!("some.toml:{line}: {field}: ")),
            "{error}"
        );
    }

    #[test]
    fn a_case_may_begin_anywhere() {
        passes(
            r#"
position = "start"
steps = ["1: move 1:A2", "tile foyer-2"]
expect = { "$.players[0].at" = "1:A2" }"#,
        );
        passes(
            r#"
position = { players = [{ character = "hawk-basic" }], pending = ["place-first-guard"] }
node = "chance""#,
        );
        passes("position = \"found.json\"\nnode = \"chance\"");
        passes("setup = { seats = 1, characters = [\"hawk-basic\"], first = 1 }\nnode = \"chance\"");
        fails("position = \"lost.json\"", &["lost.json cannot be read: no such file"]);
        fails("position = {}", &["is refused", "players"]);
        fails("position = { surprise = 1 }", &["surprise"]);
        fails("setup = { seats = 9 }", &["is refused", "seats: 9 players"]);
        fails("setup = { chairs = 1 }", &["the setup cannot be read", "chairs"]);
    }

    #[test]
    fn changes_are_made_before_the_position_is_read() {
        passes(
            r#"
position = "start"
change = { "/players/0/stealth" = 1, "/floors/0/discard/1" = "D4", "/floors/0/discard/-" = "C1", "/turn" = { actions = 2 } }
expect = { "$.players[0].stealth" = 1, "$.turn.actions" = 2, "$.floors[0].discard" = ["C1", "C4", "D4"] }"#,
        );
        fails(
            "position = \"start\"\nchange = { \"/nowhere/at/all\" = 1 }",
            &["there is no `/nowhere/at`"],
        );
        fails(
            "position = \"start\"\nchange = { \"/players/7\" = 1 }",
            &["the list has 1 items"],
        );
        fails(
            "position = \"start\"\nchange = { \"/players/0/at/x\" = 1 }",
            &["neither an object nor a list"],
        );
    }

    #[test]
    fn a_step_that_is_not_possible_is_answered_with_what_is() {
        let parts = [
            "step 2 of 2, `move 1:D4` (line 10)",
            "seat 1 decides: ",
            "`end`",
            "\"at\":\"1:A1\"",
            "seat 1 to move",
        ];
        fails(
            "position = \"start\"\nsteps = [\"1: peek 1:A2\", \"tile foyer-2\", \"move 1:D4\"]",
            &["step 3 of 3"],
        );
        fails(
            r#"
position = "start"
change = { "/floors/0/tiles/A2" = "foyer-2" }
steps = ["1: move 1:A2", "move 1:D4"]"#,
            &["step 2 of 2, `move 1:D4` (line 12)", parts[1], parts[2]],
        );
        fails(
            "position = \"start\"\nsteps = [\"2: end\"]",
            &["seat 2 decides", "seat 1 decides: "],
        );
        fails(
            "position = \"start\"\nsteps = [\"tile foyer-2\"]",
            &["`tile foyer-2` is possible", parts[3], parts[4]],
        );
        fails(
            "position = \"start\"\nsteps = [\"end\", \"end\"]",
            &["chance decides: `event brown-out` 0.045455"],
        );
    }

    #[test]
    fn auto_passes_over_what_leaves_no_choice() {
        let hidden = r#"
position = "start"
change = { "/floors/0/hidden" = { A2 = "foyer-2" }, "/turn" = { actions = 1 } }
"#;
        let steps = "steps = [\"move 1:A2\", \"event lampshade\"]\nexpect = { \"$.players[0].stealth\" = 6 }";
        fails(&format!("{hidden}{steps}"), &["step 2 of 2", "`tile foyer-2` 1.0"]);
        passes(&format!("{hidden}auto = true\n{steps}"));
        passes(&format!(
            "{hidden}auto = true\nsteps = [\"move 1:A2\", \"tile foyer-2\", \"end\"]\nnode = \"chance\""
        ));
        passes(&format!(
            "{hidden}auto = true\nsteps = [\"move 1:A2\"]\nnode = \"chance\""
        ));
    }

    #[test]
    fn options_are_compared() {
        let asked = "position = \"start\"\nsteps = [\"move 1:A2\", \"tile deadbolt-1\"]\n";
        passes(&format!(
            "{asked}node = \"seat 1\"\nlegal = [\"stay\", \"pay\"]\nillegal = [\"end\", \"2: pay\", \"tile foyer-2\"]"
        ));
        passes(&format!("{asked}legal-include = [\"pay\"]\nlegal-exclude = [\"end\"]"));
        fails(
            &format!("{asked}node = \"chance\""),
            &["node", "expected: chance", "seat 1 decides: `pay`, `stay`"],
        );
        fails(&format!("{asked}legal = [\"pay\"]"), &["exactly `pay`", "`stay`"]);
        fails(
            &format!("{asked}legal = [\"pay\", \"stay\", \"end\"]"),
            &["exactly `pay`, `stay`, `end`"],
        );
        fails(
            &format!("{asked}legal-include = [\"end\"]"),
            &["legal-include", "`end` as well"],
        );
        fails(
            &format!("{asked}legal-exclude = [\"pay\"]"),
            &["legal-exclude", "not `pay`"],
        );
        fails(
            &format!("{asked}illegal = [\"pay\"]"),
            &["illegal, line 11", "`pay` is refused"],
        );
    }

    #[test]
    fn chances_are_compared() {
        let rolled = "position = \"start\"\nsteps = [\"move 1:A2\", \"tile keypad-4\"]\n";
        passes(&format!(
            "{rolled}outcomes = {{ \"roll hit\" = \"1/6\", \"roll miss\" = 0.8333333333 }}"
        ));
        passes(&format!(
            "{rolled}outcomes-include = {{ \"roll hit\" = \"1/6\" }}\nillegal = [\"tile foyer-2\"]"
        ));
        fails(
            &format!("{rolled}outcomes = {{ \"roll hit\" = \"1/6\" }}"),
            &["not `roll miss`"],
        );
        fails(
            &format!("{rolled}outcomes-include = {{ \"roll hit\" = \"1/7\" }}"),
            &["`roll hit` 0.142857", "`roll hit` 0.166667"],
        );
        fails(
            &format!("{rolled}outcomes-include = {{ \"tile foyer-2\" = 1 }}"),
            &["`tile foyer-2` 1.0"],
        );
    }

    #[test]
    fn values_are_compared() {
        passes(
            r#"
position = "start"
expect = { "$.players[*].stealth" = [5], "$.players[?@.stealth > 5]" = [], "$.floors[0].guard" = { die = "C1", at = "C4" } }
expect-absent = ["$.crow", "$.players[1]"]"#,
        );
        fails(
            "position = \"start\"\nexpect = { \"$.players[0].stealth\" = 4 }",
            &["$.players[0].stealth", "expected: 4", "found:    5"],
        );
        fails(
            "position = \"start\"\nexpect = { \"$.players[*].stealth\" = 5 }",
            &["found:    [5]"],
        );
        fails(
            "position = \"start\"\nexpect = { \"$.crow\" = \"1:A1\" }",
            &["found:    absent"],
        );
        fails(
            "position = \"start\"\nexpect-absent = [\"$.players[0].at\"]",
            &["expected: absent", "\"1:A1\""],
        );
        fails(
            "position = \"start\"\nresult = \"escaped\"",
            &["result", "expected: escaped", "seat 1 decides"],
        );
    }

    #[test]
    fn every_failure_of_a_case_is_listed() {
        fails(
            "position = \"start\"\nnode = \"over\"\nexpect = { \"$.crow\" = 1, \"$.players[0].stealth\" = 4 }",
            &["node", "$.crow", "$.players[0].stealth"],
        );
    }

    #[test]
    fn refusals_name_exactly_the_fields() {
        let bad = "position = \"start\"\nchange = { \"/floors/0/guard/at\" = \"E5\" }\n";
        passes(&format!("{bad}invalid = [\"floors[0].guard.at\", \"floors[0].guard\"]"));
        fails(
            &format!("{bad}invalid = [\"turn\"]"),
            &["on exactly turn", "floors[0].guard.at"],
        );
        fails("position = \"start\"\ninvalid = [\"turn\"]", &["none, it is accepted"]);
        passes("setup = { seats = 9, seed = 1 }\ninvalid = [\"seats\"]");
    }

    #[test]
    fn numbers_are_equal_by_value() {
        assert!(same(&Value::from(1), &Value::from(1.0)));
        assert!(!same(&Value::from(1), &Value::from("1")));
        let (ab, ba) = (
            serde_json::json!({"a": 1, "b": [2]}),
            serde_json::json!({"b": [2.0], "a": 1}),
        );
        assert!(same(&ab, &ba) && !same(&ab, &serde_json::json!({"a": 1})));
    }

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
    fn what_cannot_be_read_is_named_with_line_and_field() {
        wrong("game = ", 1, "file", "");
        wrong("", 1, "game", "nothing");
        wrong("game = \"g\"\nrule = 1", 2, "rule", "an unknown field");
        wrong("game = 1", 1, "game", "an integer");
        wrong(
            "game = \"g\"\n[[case]]\nrules = [\"r\"]\nabout = \"x\"\nsetup = {}",
            2,
            "case[0].id",
            "nothing",
        );
        wrong(
            &file("position = \"start\"\nstep = []"),
            FIELDS_LINE + 1,
            "case[0].step",
            "an unknown field",
        );
        wrong(&file(""), 5, "case[0].position", "neither");
        wrong(
            &file("position = \"start\"\nsetup = {}"),
            FIELDS_LINE + 1,
            "case[0].setup",
            "both",
        );
        wrong(
            &file("position = \"nowhere\""),
            FIELDS_LINE,
            "case[0].position",
            "`nowhere`",
        );
        wrong(
            &file("position = \"start\"\nsteps = [\n  \"end\",\n  3,\n]"),
            FIELDS_LINE + 3,
            "case[0].steps[1]",
            "an integer",
        );
        wrong(
            &file("position = \"start\"\nsteps = [\"\"]"),
            FIELDS_LINE + 1,
            "case[0].steps[0]",
            "an empty string",
        );
        wrong(
            &file("position = \"start\"\nauto = 1"),
            FIELDS_LINE + 1,
            "case[0].auto",
            "an integer",
        );
        wrong(
            &file("position = \"start\"\nexpect = { \"players\" = 1 }"),
            FIELDS_LINE + 1,
            "case[0].expect.players",
            "`players`",
        );
        wrong(
            &file("position = \"start\"\noutcomes = { a = \"1/0\" }"),
            FIELDS_LINE + 1,
            "case[0].outcomes.a",
            "`1/0`",
        );
        wrong(
            &file("position = \"start\"\noutcomes = { a = 2 }"),
            FIELDS_LINE + 1,
            "case[0].outcomes.a",
            "2",
        );
        wrong(
            &file("position = \"start\"\nchange = { \"players\" = 2 }"),
            FIELDS_LINE + 1,
            "case[0].change.players",
            "`players`",
        );
        wrong(
            &file("setup = {}\nchange = { \"/players\" = 2 }"),
            FIELDS_LINE + 1,
            "case[0].change",
            "edits of a setup",
        );
        wrong(
            &file("position = \"start\"\ninvalid = [\"turn\"]\nsteps = []"),
            FIELDS_LINE + 2,
            "case[0].steps",
            "an unknown field",
        );
        wrong(
            &file("position = { at = 1979-05-27 }"),
            FIELDS_LINE,
            "case[0].position.at",
            "a datetime",
        );
        let twice = format!(
            "{}[[case]]\nid = \"a\"\nrules = [\"r\"]\nabout = \"x\"\nposition = \"start\"",
            file("position = \"start\"")
        );
        wrong(&twice, FIELDS_LINE + 1, "case[1]", "`a` again, as on line 5");
        let ruleless = TOP.to_owned() + "[[case]]\nid = \"a\"\nrules = []\nabout = \"x\"\nposition = \"start\"";
        wrong(&ruleless, 7, "case[0].rules", "no ids");
    }

    #[test]
    fn notation_is_read_for_the_game() {
        for (fields, line, field) in [
            (
                "position = \"start\"\nsteps = [\"end\", \"jump\"]",
                FIELDS_LINE + 1,
                "case[0].steps[1]",
            ),
            (
                "position = \"start\"\nsteps = [\"1: tile foyer-2\"]",
                FIELDS_LINE + 1,
                "case[0].steps[0]",
            ),
            (
                "position = \"start\"\nlegal = [\"tile foyer-2\"]",
                FIELDS_LINE + 1,
                "case[0].legal[0]",
            ),
            (
                "position = \"start\"\noutcomes = { end = 1 }",
                FIELDS_LINE + 1,
                "case[0].outcomes",
            ),
            (
                "position = \"start\"\nnode = \"seat 0\"",
                FIELDS_LINE + 1,
                "case[0].node",
            ),
            (
                "position = \"start\"\nresult = \"bored\"",
                FIELDS_LINE + 1,
                "case[0].result",
            ),
        ] {
            let error = parsed(fields).check::<BurgleBros>().expect_err("it is no notation");
            assert_eq!((error.line, error.field.as_str()), (line, field), "{error}");
            fails(fields, &[&error.to_string()]);
        }
        assert_eq!(
            parsed("position = \"start\"\nsteps = [\"1: end\", \"event squeak\"]").check::<BurgleBros>(),
            Ok(())
        );
        let other = CaseFile::parse("game = \"chess\"", "some.toml").expect("it can be read");
        assert_eq!(
            other.check::<BurgleBros>().map_err(|error| error.field),
            Err("game".to_owned())
        );
    }
}
