//! What one query asks, read from JSON and checked.

use std::time::Duration;

use heist_engine::game::{Game, Node, Overrides, Seat};
use heist_engine::json;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::remark::Remark;
use super::report::About;
use crate::heuristics::Heuristics;
use crate::inquiry::Inquiry;
use crate::level::Level;
use crate::spec::{SearchFactory, Spec, analysis_factory};

/// The level where a query names none.
const DEFAULT_LEVEL: &str = "quick";

/// Sampled worlds for losses where an agent is named.
const DEFAULT_SAMPLES: u64 = 200;

/// The most sampled worlds for losses.
const MOST_SAMPLES: u64 = 100_000;

/// The fields of a position that say what it is rather than what stands where.
const POSITION_HEADER: [&str; 3] = ["heistlab", "game", "format"];

/// A query about a decision.
pub struct Question<G: Game> {
    /// The decision.
    pub inquiry: Inquiry<G>,
    /// What every report of it says of itself.
    pub about: About,
    /// Makes its search.
    pub search: SearchFactory<G>,
    /// The time between two partial reports; `None` for the last one only.
    pub report_every: Option<Duration>,
}

/// The fields of a query that nobody has read yet.
#[derive(Clone, Debug, Default)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// Fields to be read one by one.
    pub fn new(map: Map<String, Value>) -> Fields {
        Fields(map)
    }

    /// Takes a field; `null` counts as absent.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.0.shift_remove(name).filter(|value| !value.is_null())
    }

    /// Whether a field is given.
    pub fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_null())
    }

    /// The names of the fields left.
    pub fn left(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// A field that is looked at and stays.
    pub fn peek(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Takes a text.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Remark> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(name, &other, "a text")),
        }
    }

    fn whole(&mut self, name: &str, most: u64) -> Result<Option<u64>, Remark> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.as_u64().filter(|number| *number <= most) {
            Some(number) => Ok(Some(number)),
            None if most == u64::MAX => Err(wrong(name, &value, "a whole number below 2^64")),
            None => Err(wrong(name, &value, &format!("a whole number from 0 to {most}"))),
        }
    }

    /// Takes a whole number of either sign.
    ///
    /// # Errors
    /// When it is something else.
    pub fn integer(&mut self, name: &str) -> Result<Option<i64>, Remark> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.as_i64() {
            Some(number) => Ok(Some(number)),
            None => Err(wrong(name, &value, "a whole number")),
        }
    }

    fn seconds(&mut self, name: &str, least: f64, most: f64) -> Result<Option<Duration>, Remark> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.as_f64().filter(|number| (least..=most).contains(number)) {
            Some(number) => Ok(Some(Duration::from_secs_f64(number))),
            None => Err(wrong(name, &value, &format!("seconds from {least} to {most}"))),
        }
    }

    fn flag(&mut self, name: &str) -> Result<bool, Remark> {
        match self.take(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(other) => Err(wrong(name, &other, "true or false")),
        }
    }

    fn texts(&mut self, name: &str) -> Result<Option<Vec<String>>, Remark> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let Value::Array(items) = value else {
            return Err(wrong(name, &value, "a list of texts"));
        };
        let read = |(place, item): (usize, Value)| match item {
            Value::String(text) => Ok(text),
            other => Err(wrong(&format!("{name}[{place}]"), &other, "a text")),
        };
        items
            .into_iter()
            .enumerate()
            .map(read)
            .collect::<Result<_, _>>()
            .map(Some)
    }
}

fn wrong(field: &str, found: &Value, expected: &str) -> Remark {
    let found: String = found.to_string().chars().take(60).collect();
    Remark::new(field, format!("found {found}; expected {expected}"))
}

impl<G: Heuristics> Question<G> {
    /// Reads the fields of a query that are about its decision; a level's search gets `threads` threads.
    ///
    /// # Errors
    /// The first field that is wrong, with what was expected. A position may have several problems, each a remark of its own.
    pub fn read(id: &str, fields: &mut Fields, threads: usize) -> Result<Question<G>, Vec<Remark>> {
        let origin = if fields.has("position") { "position" } else { "steps" };
        let state = state::<G>(fields)?;
        Question::about(state, origin, id, fields, threads).map_err(|remark| vec![remark])
    }

    /// Reads what is asked about a state; `origin` is the field it came from.
    ///
    /// # Errors
    /// The first field that is wrong, with what was expected.
    pub fn about(state: G, origin: &str, id: &str, fields: &mut Fields, threads: usize) -> Result<Question<G>, Remark> {
        let seat = seat(&state, origin, fields)?;
        let moves = moves(&state, fields)?;
        let (spec, samples) = search::<G>(fields, threads)?;
        let search = analysis_factory(&spec).map_err(|error| Remark::new("agent", error.to_string()))?;
        let samples = fields.whole("samples", MOST_SAMPLES)?.unwrap_or(samples);
        let seed = fields.whole("seed", u64::MAX)?.unwrap_or(0);
        let report_every = fields.seconds("report_every", 0.01, 3600.0)?;
        Ok(Question {
            about: About {
                id: id.to_owned(),
                seat,
                agent: spec.to_string(),
                seed,
            },
            inquiry: Inquiry {
                state,
                seat,
                moves,
                samples,
                seed,
            },
            search,
            report_every,
        })
    }
}

/// The state asked about: a position, or a setup and the steps from it.
fn state<G: Game>(fields: &mut Fields) -> Result<G, Vec<Remark>> {
    let one = |remark| vec![remark];
    let overrides = match fields.flag("override").map_err(one)? {
        true => Overrides::Waivable,
        false => Overrides::None,
    };
    match (fields.take("position"), fields.take("setup")) {
        (Some(_), Some(_)) => Err(one(Remark::new(
            "setup",
            "found beside `position`; expected one of the two",
        ))),
        (Some(_), None) if fields.has("steps") => Err(one(Remark::new(
            "steps",
            "found beside `position`; expected them beside `setup`",
        ))),
        (Some(position), None) => from_position(position, overrides),
        (None, Some(setup)) => from_steps(&setup, fields).map_err(one),
        (None, None) => Err(one(Remark::new(
            "position",
            "missing; expected `position`, or `setup` with `steps`",
        ))),
    }
}

fn from_position<G: Game>(position: Value, overrides: Overrides) -> Result<G, Vec<Remark>> {
    let one = |remark| vec![remark];
    let Value::Object(mut map) = position else {
        return Err(one(wrong("position", &position, "the fields of a position")));
    };
    if let Some(format) = map.get("format").filter(|&format| *format != G::FORMAT) {
        let expected = format!("{}, the format of this release", G::FORMAT);
        return Err(one(wrong("position.format", format, &expected)));
    }
    if let Some(game) = map.get("game").filter(|&game| game != G::ID) {
        return Err(one(wrong("position.game", game, &format!("\"{}\"", G::ID))));
    }
    POSITION_HEADER.iter().for_each(|name| drop(map.shift_remove(*name)));
    let position = read("position", &Value::Object(map)).map_err(one)?;
    G::from_position(position, overrides).map_err(|refused| {
        let remark = |problem: &heist_engine::Problem| {
            let field = format!("position.{}", problem.field);
            match problem.waivable {
                true => Remark::new(
                    field,
                    format!("{} (may be overridden: \"override\": true)", problem.what),
                ),
                false => Remark::new(field, problem.what.clone()),
            }
        };
        refused.problems.iter().map(remark).collect()
    })
}

fn from_steps<G: Game>(setup: &Value, fields: &mut Fields) -> Result<G, Remark> {
    if !setup.is_object() {
        return Err(wrong("setup", setup, "the fields of a setup"));
    }
    let setup: G::Setup = read("setup", setup)?;
    let refused = |error: heist_engine::SetupError| Remark::new("setup", error.to_string());
    let setup = G::complete(&setup).map_err(refused)?;
    let mut state = G::new(&setup).map_err(refused)?;
    for (place, text) in fields.texts("steps")?.unwrap_or_default().iter().enumerate() {
        take(&mut state, text).map_err(|error| Remark::new(format!("steps[{place}]"), error))?;
    }
    Ok(state)
}

/// Takes the step of a notation: an action where a seat decides, an outcome where chance does.
fn take<G: Game>(state: &mut G, text: &str) -> Result<(), String> {
    match state.node() {
        Node::Terminal => Err(format!("found `{text}`; expected no more steps, the game is over")),
        Node::Decision(_) => {
            let action = text.parse::<G::Action>().map_err(|error| error.to_string())?;
            state.try_apply(action).map_err(|error| error.to_string())
        }
        Node::Chance => {
            let outcome = text.parse::<G::Outcome>().map_err(|error| error.to_string())?;
            state.try_resolve(outcome).map_err(|error| error.to_string())
        }
    }
}

/// Reads a value; an error names the field within it.
fn read<T: DeserializeOwned>(name: &str, value: &Value) -> Result<T, Remark> {
    json::read(&value.to_string()).map_err(|error| {
        let field = match error.field {
            Some(inner) => format!("{name}.{inner}"),
            None => name.to_owned(),
        };
        Remark::new(field, error.message)
    })
}

/// Whose decision it is; a seat in the query must be that one.
fn seat<G: Game>(state: &G, origin: &str, fields: &mut Fields) -> Result<Seat, Remark> {
    let asked = fields.take("seat");
    let decider = match state.node() {
        Node::Decision(seat) => seat,
        Node::Chance => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let listed: Vec<String> = outcomes.iter().map(|(outcome, _)| format!("`{outcome}`")).collect();
            let text = format!(
                "chance decides here; expected a decision. First comes one of: {}",
                listed.join(", ")
            );
            return Err(Remark::new(origin, text));
        }
        Node::Terminal => return Err(Remark::new(origin, "the game is over; expected a decision")),
    };
    match asked {
        Some(asked) if asked != u64::from(decider.0) + 1 => {
            Err(wrong("seat", &asked, &format!("{decider}, whose decision it is")))
        }
        _ if !state.holds(decider) => Err(Remark::new(
            "position",
            format!("what seat {decider} knows is left out; expected it, since that seat decides"),
        )),
        _ => Ok(decider),
    }
}

/// The legal moves that are asked about.
fn moves<G: Game>(state: &G, fields: &mut Fields) -> Result<Vec<G::Action>, Remark> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let mut read = |name: &str| -> Result<Option<Vec<G::Action>>, Remark> {
        let Some(texts) = fields.texts(name)? else {
            return Ok(None);
        };
        let find = |(place, text): (usize, &String)| {
            let found = legal.iter().find(|action| action.to_string() == *text).copied();
            found.ok_or_else(|| {
                let listed: Vec<String> = legal.iter().map(|action| format!("`{action}`")).collect();
                let text = format!("`{text}` is not legal here; expected one of: {}", listed.join(", "));
                Remark::new(format!("{name}[{place}]"), text)
            })
        };
        texts
            .iter()
            .enumerate()
            .map(find)
            .collect::<Result<Vec<_>, _>>()
            .map(Some)
    };
    let allowed = read("allow")?;
    let avoided = read("avoid")?.unwrap_or_default();
    legal.retain(|action| allowed.as_ref().is_none_or(|allowed| allowed.contains(action)) && !avoided.contains(action));
    match legal.is_empty() {
        true => {
            let field = if avoided.is_empty() { "allow" } else { "avoid" };
            Err(Remark::new(field, "no move is left; expected at least one"))
        }
        false => Ok(legal),
    }
}

/// The search, and how many worlds losses are sampled in.
fn search<G: Heuristics>(fields: &mut Fields, threads: usize) -> Result<(Spec, u64), Remark> {
    let level = fields.text("level")?;
    match (fields.text("agent")?, level) {
        (Some(_), Some(_)) => Err(Remark::new("level", "found beside `agent`; expected one of the two")),
        (Some(agent), None) => match agent.parse() {
            Ok(spec) => Ok((spec, DEFAULT_SAMPLES)),
            Err(error) => Err(Remark::new("agent", format!("{error}"))),
        },
        (None, level) => {
            let name = level.as_deref().unwrap_or(DEFAULT_LEVEL);
            let level = Level::find(name).map_err(|error| Remark::new("level", error.to_string()))?;
            let spec = level
                .spec::<G>(threads)
                .map_err(|error| Remark::new("level", error.to_string()))?;
            Ok((spec, level.samples))
        }
    }
}
