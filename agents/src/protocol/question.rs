//! What one query asks, read from JSON and checked.

use std::time::Duration;

use heist_engine::any::{AnyGame, AnyState, PositionFault, StepError};
use heist_engine::game::{Game, Node, Overrides, Seat};
use heist_engine::json::ReadError;
use serde_json::{Map, Value};

use super::remark::Remark;
use super::report::About;
use crate::inquiry::Inquiry;
use crate::level::Level;
use crate::spec::{Players, SearchFactory, Spec, analysis_factory};
use crate::thinker::Thinker;

/// The level where a query names none.
const DEFAULT_LEVEL: &str = "quick";

/// Sampled worlds for losses where an agent is named.
const DEFAULT_SAMPLES: u64 = 200;

/// The most sampled worlds for losses.
const MOST_SAMPLES: u64 = 100_000;

/// How many optional windows in a row may be left out of the steps.
const MOST_WINDOWS: usize = 256;

/// Of how many moves may be asked why they are not recommended.
pub const MOST_ASKED: usize = 8;

/// A query about a decision.
#[derive(Debug)]
pub struct Question {
    /// The id of the query.
    pub id: String,
    /// The state asked about.
    pub state: Box<dyn AnyState>,
    /// Who decides there.
    pub seat: Seat,
    /// The places of the moves asked about among the state's branches.
    pub moves: Vec<usize>,
    /// Those of them of which is asked why they are not recommended, at most [`MOST_ASKED`].
    pub asked: Vec<usize>,
    /// What searches.
    pub effort: Effort,
    /// In how many worlds losses are sampled.
    pub samples: u64,
    /// The seed of the search.
    pub seed: u64,
    /// The time between two partial reports; `None` for the last one only.
    pub report_every: Option<Duration>,
}

/// What searches.
#[derive(Clone, Debug)]
pub enum Effort {
    /// An agent.
    Agent(Spec),
    /// A thinker for the time of a level, with this many threads.
    Level(&'static Level, Thinker, usize),
}

/// A [`Question`] about a game that is known, ready to be searched.
pub struct Task<G: Game> {
    /// The decision.
    pub inquiry: Inquiry<G>,
    /// What every report of it says of itself.
    pub about: About,
    /// Makes its search.
    pub search: SearchFactory<G>,
    /// The time between two partial reports; `None` for the last one only.
    pub report_every: Option<Duration>,
}

impl<G: Players> Task<G> {
    /// The task of a question about `state`, which is the question's own.
    ///
    /// # Errors
    /// When the agent cannot analyse decisions.
    pub fn new(state: &G, question: &Question) -> Result<Task<G>, Remark> {
        let agent = match &question.effort {
            Effort::Agent(spec) => spec.clone(),
            Effort::Level(level, thinker, threads) => thinker
                .spec(state, level, *threads)
                .map_err(|error| Remark::new("level", error.to_string()))?,
        };
        let search = analysis_factory(&agent).map_err(|error| Remark::new("agent", error.to_string()))?;
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        Ok(Task {
            about: About {
                id: question.id.clone(),
                seat: question.seat,
                agent: agent.to_string(),
                seed: question.seed,
            },
            inquiry: Inquiry {
                state: state.clone(),
                seat: question.seat,
                moves: question.moves.iter().map(|&place| legal[place]).collect(),
                asked: question.asked.iter().map(|&place| legal[place]).collect(),
                samples: question.samples,
                seed: question.seed,
            },
            search,
            report_every: question.report_every,
        })
    }
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

impl Question {
    /// Reads the fields of a query that are about its decision in a game; a level's search gets `threads` threads.
    ///
    /// # Errors
    /// The first field that is wrong, with what was expected. A position may have several problems, each a remark of
    /// its own.
    pub fn read(game: &dyn AnyGame, id: &str, fields: &mut Fields, threads: usize) -> Result<Question, Vec<Remark>> {
        let origin = if fields.has("position") { "position" } else { "steps" };
        let state = state(game, fields)?;
        Question::about(state, origin, id, fields, threads).map_err(|remark| vec![remark])
    }

    /// Reads what is asked about a state; `origin` is the field it came from.
    ///
    /// # Errors
    /// The first field that is wrong, with what was expected.
    pub fn about(
        state: Box<dyn AnyState>,
        origin: &str,
        id: &str,
        fields: &mut Fields,
        threads: usize,
    ) -> Result<Question, Remark> {
        let seat = seat(&*state, origin, fields)?;
        let moves = moves(&*state, fields)?;
        let asked = asked(&*state, &moves, fields)?;
        let (effort, samples) = effort(state.game(), fields, threads)?;
        let samples = fields.whole("samples", MOST_SAMPLES)?.unwrap_or(samples);
        let seed = fields.whole("seed", u64::MAX)?.unwrap_or(0);
        let report_every = fields.seconds("report_every", 0.01, 3600.0)?;
        Ok(Question {
            id: id.to_owned(),
            state,
            seat,
            moves,
            asked,
            effort,
            samples,
            seed,
            report_every,
        })
    }
}

/// The state asked about: a position, or a setup and the steps from it.
fn state(game: &dyn AnyGame, fields: &mut Fields) -> Result<Box<dyn AnyState>, Vec<Remark>> {
    let one = |remark| vec![remark];
    let overrides = if fields.flag("override").map_err(one)? {
        Overrides::Waivable
    } else {
        Overrides::None
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
        (Some(position), None) => from_position(game, &position, overrides),
        (None, Some(setup)) => from_steps(game, &setup, fields).map_err(one),
        (None, None) => Err(one(Remark::new(
            "position",
            "missing; expected `position`, or `setup` with `steps`",
        ))),
    }
}

fn from_position(game: &dyn AnyGame, position: &Value, overrides: Overrides) -> Result<Box<dyn AnyState>, Vec<Remark>> {
    let one = |remark| vec![remark];
    if !position.is_object() {
        return Err(one(wrong("position", position, "the fields of a position")));
    }
    let state = game.read_position(&position.to_string(), overrides);
    state.map_err(|fault| match fault {
        PositionFault::Read(error) => one(unread("position", error)),
        PositionFault::Header {
            field, found, expected, ..
        } => {
            let text = format!("found {found}; expected {expected}");
            one(Remark::new(format!("position.{field}"), text))
        }
        PositionFault::Contradictory { problems, .. } => problems.iter().map(contradiction).collect(),
    })
}

fn contradiction(problem: &heist_engine::Problem) -> Remark {
    let field = format!("position.{}", problem.field);
    if problem.waivable {
        Remark::new(
            field,
            format!("{} (may be overridden: \"override\": true)", problem.what),
        )
    } else {
        Remark::new(field, problem.what.clone())
    }
}

fn from_steps(game: &dyn AnyGame, setup: &Value, fields: &mut Fields) -> Result<Box<dyn AnyState>, Remark> {
    if !setup.is_object() {
        return Err(wrong("setup", setup, "the fields of a setup"));
    }
    let setup = game.read_setup(&setup.to_string());
    let setup = setup.map_err(|error| unread("setup", error))?;
    let refused = |error: heist_engine::SetupError| Remark::new("setup", error.to_string());
    let mut state = setup.complete().and_then(|setup| setup.begin()).map_err(refused)?;
    for (place, text) in fields.texts("steps")?.unwrap_or_default().iter().enumerate() {
        let_windows_go_by(&mut state, text);
        let taken = state.find(text).map(|branch| state.take(branch));
        taken.map_err(|error| Remark::new(format!("steps[{place}]"), step_refused(&*state, text, &error)))?;
    }
    Ok(state)
}

/// Lets optional windows go by until a step is possible, as far as there are any: what is told of a line leaves out
/// that nobody reacted. Nothing happens if the step is never possible.
fn let_windows_go_by(state: &mut Box<dyn AnyState>, text: &str) {
    if state.place(text).is_some() {
        return;
    }
    let mut after = state.copy();
    for _ in 0..MOST_WINDOWS {
        if !after.pass().is_some_and(|pass| after.take(pass)) {
            return;
        }
        if after.place(text).is_some() {
            *state = after;
            return;
        }
    }
}

fn step_refused(state: &dyn AnyState, text: &str, error: &StepError) -> String {
    match state.node() {
        Node::Terminal => format!("found `{text}`; expected no more steps, the game is over"),
        Node::Decision(_) | Node::Chance => error.to_string(),
    }
}

/// A value of a field that could not be read; the remark names the field within it.
fn unread(name: &str, error: ReadError) -> Remark {
    Remark::new(error.field_in(name), error.message)
}

/// Whose decision it is; a seat in the query must be that one.
fn seat(state: &dyn AnyState, origin: &str, fields: &mut Fields) -> Result<Seat, Remark> {
    let asked = fields.take("seat");
    let decider = match state.node() {
        Node::Decision(seat) => seat,
        Node::Chance => {
            let text = format!(
                "chance decides here; expected a decision. First comes one of: {}",
                listed(state)
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

/// What can happen, in notation.
fn listed(state: &dyn AnyState) -> String {
    let branches = state.branches().into_iter();
    let listed: Vec<String> = branches.map(|branch| format!("`{}`", branch.notation)).collect();
    listed.join(", ")
}

/// The places of the legal moves that a field names.
fn named(state: &dyn AnyState, fields: &mut Fields, name: &str) -> Result<Option<Vec<usize>>, Remark> {
    let Some(texts) = fields.texts(name)? else {
        return Ok(None);
    };
    let find = |(place, text): (usize, &String)| {
        state.find_listed(text).map_err(|error| {
            let text = match state.place(text) {
                Some(_) => error.to_string(),
                None => format!("`{text}` is not legal here; expected one of: {}", listed(state)),
            };
            Remark::new(format!("{name}[{place}]"), text)
        })
    };
    let found = texts.iter().enumerate().map(find);
    found.collect::<Result<Vec<_>, _>>().map(Some)
}

/// The places of the moves of which is asked why they are not recommended, which are among those that are compared.
fn asked(state: &dyn AnyState, moves: &[usize], fields: &mut Fields) -> Result<Vec<usize>, Remark> {
    const FIELD: &str = "why_not";
    let asked = named(state, fields, FIELD)?.unwrap_or_default();
    if asked.len() > MOST_ASKED {
        let text = format!("found {} moves; expected at most {MOST_ASKED}", asked.len());
        return Err(Remark::new(FIELD, text));
    }
    match asked.iter().position(|place| !moves.contains(place)) {
        Some(place) => {
            let text = "found a move that `allow` or `avoid` leaves out; expected one of those that are compared";
            Err(Remark::new(format!("{FIELD}[{place}]"), text))
        }
        None => Ok(asked),
    }
}

/// The places of the legal moves that are asked about.
fn moves(state: &dyn AnyState, fields: &mut Fields) -> Result<Vec<usize>, Remark> {
    let allowed = named(state, fields, "allow")?;
    let avoided = named(state, fields, "avoid")?.unwrap_or_default();
    let is_asked =
        |place: &usize| allowed.as_ref().is_none_or(|allowed| allowed.contains(place)) && !avoided.contains(place);
    let moves: Vec<usize> = (0..state.branch_count()).filter(is_asked).collect();
    if moves.is_empty() {
        let field = if avoided.is_empty() { "allow" } else { "avoid" };
        Err(Remark::new(field, "no move is left; expected at least one"))
    } else {
        Ok(moves)
    }
}

/// What searches, and how many worlds losses are sampled in.
fn effort(game: &dyn AnyGame, fields: &mut Fields, threads: usize) -> Result<(Effort, u64), Remark> {
    let (level, thinker) = (fields.text("level")?, fields.text("thinker")?);
    let beside = |field| Remark::new(field, "found beside `agent`; expected one of the two");
    match (fields.text("agent")?, level) {
        (Some(_), Some(_)) => Err(beside("level")),
        (Some(_), None) if thinker.is_some() => Err(beside("thinker")),
        (Some(agent), None) => match agent.parse() {
            Ok(spec) => Ok((Effort::Agent(spec), DEFAULT_SAMPLES)),
            Err(error) => Err(Remark::new("agent", format!("{error}"))),
        },
        (None, level) => {
            let name = level.as_deref().unwrap_or(DEFAULT_LEVEL);
            let level = Level::find(name).map_err(|error| Remark::new("level", error.to_string()))?;
            let thinker = match thinker {
                Some(name) => Thinker::find(game, &name).map_err(|error| Remark::new("thinker", error.to_string()))?,
                None => Thinker::Recommended,
            };
            Ok((Effort::Level(level, thinker, threads), level.samples))
        }
    }
}
