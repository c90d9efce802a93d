//! Replays: games as JSON Lines that anybody can re-run and check.
//!
//! ```text
//! {"heistlab":"replay","format":1,"game":"burgle-bros","setup":{..},"seed":7,"agents":["random"],"key":"9f0c.."}
//! {"step":1,"seat":1,"action":"..","key":".."}
//! {"step":2,"chance":"..","key":".."}
//! {"result":{"value":1.0,"ending":"..","figures":{..}},"key":".."}
//! ```
//!
//! The first line is the header: the completed setup, the seed and the agents that played (both may be absent), and
//! the key of the first state. Then comes a line a step, with the key of the state it leads to, and last the result
//! with the key of the last state. The result is `null` for a game that was stopped before its end; a file without
//! that line is truncated.
//!
//! **Which keys.** Every draw stops at a chance node, so setup and steps say everything that happened. The keys are
//! those of the state run by the steps from `G::new(&setup)`, whose holes nobody filled in advance: a game that was
//! played on a filled world is recorded by re-running its steps on that state, as [`Recorder`] does. The header may
//! hold the filled world as well (`"world"`), for those who ask what lay under the other tiles. It must be a filling
//! of the first state in which every step is possible; keys are not taken from it.

use std::fmt::{self, Display};
use std::io::{self, BufRead, Read, Write};
use std::str::FromStr;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::describe::kept_names;
use crate::game::{ApplyError, Game, Node, NotationError, ResolveError, Seat, SetupError, TeamResult};

/// The longest line that is read, in bytes.
pub const LINE_LIMIT: usize = 1 << 20;

/// How many alternatives an error lists before it only counts the rest.
const LISTED: usize = 12;

/// One step of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step<G: Game> {
    /// A seat's decision.
    Action(Seat, G::Action),
    /// What chance decided.
    Chance(G::Outcome),
}

impl<G: Game> Copy for Step<G> {}

impl<G: Game> Step<G> {
    /// The step as `seat` sees it ([`Game::observed`] by the state before the step).
    pub fn observed(self, before: &G, seat: Seat) -> Step<G> {
        match self {
            Step::Action(..) => self,
            Step::Chance(outcome) => Step::Chance(before.observed(outcome, seat)),
        }
    }

    /// Plays the step unchecked; as [`Game::apply`] and [`Game::resolve`].
    pub fn play(self, state: &mut G) {
        match self {
            Step::Action(_, action) => state.apply(action),
            Step::Chance(outcome) => state.resolve(outcome),
        }
    }

    /// The name of the step's field in a replay.
    fn field(self) -> &'static str {
        match self {
            Step::Action(..) => "action",
            Step::Chance(_) => "chance",
        }
    }
}

impl<G: Game> Display for Step<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Action(seat, action) => write!(f, "seat {seat}: {action}"),
            Step::Chance(outcome) => write!(f, "chance: {outcome}"),
        }
    }
}

/// A recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay<G: Game> {
    /// The completed setup.
    pub setup: G::Setup,
    /// The seed of the deal, where there was one.
    pub seed: Option<u64>,
    /// Specs of the agents that played: one for the team or one a seat; empty where nobody said.
    pub agents: Vec<String>,
    /// The filled world the game was played on, where somebody wants it kept.
    pub world: Option<G>,
    /// What happened, in order.
    pub steps: Vec<Step<G>>,
    /// The result; none for a game that was stopped before its end.
    pub result: Option<TeamResult>,
}

impl<G: Game> Replay<G> {
    /// The states of the game, the first one included: one more than there are steps. Ends after the first error.
    pub fn states(&self) -> States<'_, G> {
        States {
            replay: self,
            run: None,
            failed: false,
        }
    }

    /// Re-runs the whole game and returns its last state.
    ///
    /// # Errors
    /// Names the first thing that is wrong, with the line it has in a file: step `n` is on line `n + 1`.
    pub fn verify(&self) -> Result<G, ReplayError> {
        let mut run = Run::new(&self.setup, self.world.clone())?;
        for &step in &self.steps {
            run.take(step)?;
        }
        if self.result != run.state.result() {
            return Err(run.error(
                "result",
                Fault::Result,
                show_result::<G>(self.result),
                show_result::<G>(run.state.result()),
            ));
        }
        Ok(run.state)
    }

    /// Writes the replay, re-running it for the keys.
    ///
    /// # Errors
    /// When the replay does not [`verify`](Replay::verify), before anything wrong is written, or `out` refuses.
    pub fn write(&self, out: &mut impl Write) -> Result<(), WriteError> {
        let mut run = Run::new(&self.setup, self.world.clone())?;
        line(
            out,
            &HeaderLine::<G> {
                heistlab: REPLAY,
                format: G::FORMAT,
                game: G::ID,
                setup: &self.setup,
                seed: self.seed,
                agents: &self.agents,
                world: self.world.as_ref(),
                key: hex(run.state.key()),
            },
        )?;
        for &step in &self.steps {
            run.take(step)?;
            let (seat, action, chance) = match step {
                Step::Action(seat, action) => (Some(seat), Some(action.to_string()), None),
                Step::Chance(outcome) => (None, None, Some(outcome.to_string())),
            };
            line(
                out,
                &StepLine {
                    step: run.taken,
                    seat,
                    action,
                    chance,
                    key: hex(run.state.key()),
                },
            )?;
        }
        if self.result != run.state.result() {
            return Err(run
                .error(
                    "result",
                    Fault::Result,
                    show_result::<G>(self.result),
                    show_result::<G>(run.state.result()),
                )
                .into());
        }
        line(
            out,
            &ResultLine {
                result: self.result.map(result_fields::<G>),
                key: hex(run.state.key()),
            },
        )?;
        out.flush()?;
        Ok(())
    }

    /// Reads a replay and re-runs it, checking every step and every key.
    ///
    /// A setup that leaves something open is completed.
    ///
    /// # Errors
    /// Names line and field, what was found there and what was expected.
    pub fn read(input: impl BufRead) -> Result<Replay<G>, ReplayError> {
        let mut lines = Lines::new(input);
        let mut fields = lines.header()?;
        let header = fields.header()?;
        if header.game != G::ID {
            return Err(fields.error("game", Fault::Game, quoted(&header.game), quoted(G::ID)));
        }
        if header.format != G::FORMAT {
            let age = if header.format > G::FORMAT { "newer" } else { "older" };
            return Err(fields.error(
                "format",
                Fault::Format,
                format!("{}, a {age} format", header.format),
                format!("{}, the format of this release", G::FORMAT),
            ));
        }
        let setup: G::Setup = fields.parsed("setup", "a setup")?;
        let seed = match fields.optional("seed") {
            None => None,
            Some(value) => match value.as_u64() {
                Some(seed) => Some(seed),
                None => return Err(fields.error("seed", Fault::Value, show(&value), "a whole number below 2^64")),
            },
        };
        let agents = match fields.map.contains_key("agents") {
            true => fields.parsed("agents", "a list of agent specs")?,
            false => Vec::new(),
        };
        let world = match fields.map.contains_key("world") {
            true => Some(fields.parsed("world", "a state of the game")?),
            false => None,
        };
        let key = fields.key()?;
        fields.finish(&["heistlab", "format", "game", "setup", "seed", "agents", "world", "key"])?;
        let setup = G::complete(&setup).map_err(setup_error)?;
        let mut run = Run::new(&setup, world.clone())?;
        run.check_key(1, key)?;
        let mut steps = Vec::new();
        loop {
            let Some(mut fields) = lines.next()? else {
                return Err(ReplayError::new(
                    lines.number + 1,
                    "",
                    Fault::Truncated,
                    format!("the end of the file after step {}", run.taken),
                    "the next step or the result",
                ));
            };
            if fields.map.contains_key("result") {
                fields.result(&run)?;
                break;
            }
            let step = fields.step(&run)?;
            let key = fields.key()?;
            fields.finish(&["step", "seat", "action", "chance", "key"])?;
            run.take(step)?;
            run.check_key(run.taken + 1, key)?;
            steps.push(step);
        }
        lines.expect_end()?;
        Ok(Replay {
            setup,
            seed,
            agents,
            world,
            steps,
            result: run.state.result(),
        })
    }
}

/// The states of a [`Replay`], made by [`Replay::states`].
#[derive(Clone, Debug)]
pub struct States<'a, G: Game> {
    replay: &'a Replay<G>,
    /// None before the first state.
    run: Option<Run<G>>,
    failed: bool,
}

impl<G: Game> Iterator for States<'_, G> {
    type Item = Result<G, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = match &mut self.run {
            None => {
                Run::new(&self.replay.setup, self.replay.world.clone()).map(|run| self.run.insert(run).state.clone())
            }
            Some(run) => {
                let step = *self.replay.steps.get(run.taken)?;
                run.take(step).map(|()| run.state.clone())
            }
        };
        self.failed = next.is_err();
        Some(next)
    }
}

/// Builds a [`Replay`] while a game is played.
#[derive(Clone, Debug)]
pub struct Recorder<G: Game> {
    replay: Replay<G>,
    state: G,
}

impl<G: Game> Recorder<G> {
    /// The record of a game about to start.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(setup: &G::Setup) -> Result<Recorder<G>, SetupError> {
        let setup = G::complete(setup)?;
        let state = G::new(&setup)?;
        let replay = Replay {
            setup,
            seed: None,
            agents: Vec::new(),
            world: None,
            steps: Vec::new(),
            result: None,
        };
        Ok(Recorder { replay, state })
    }

    /// Notes the seed of the deal.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Recorder<G> {
        self.replay.seed = Some(seed);
        self
    }

    /// Notes who plays.
    #[must_use]
    pub fn with_agents(mut self, agents: impl IntoIterator<Item = impl Into<String>>) -> Recorder<G> {
        self.replay.agents = agents.into_iter().map(Into::into).collect();
        self
    }

    /// Keeps the filled world the game is played on.
    #[must_use]
    pub fn with_world(mut self, world: G) -> Recorder<G> {
        self.replay.world = Some(world);
        self
    }

    /// The state run from the setup by the steps so far. Nobody fills its holes in advance.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step<G>] {
        &self.replay.steps
    }

    /// Records the decision of the seat whose turn it is.
    ///
    /// # Errors
    /// When the action is not legal in [`state`](Recorder::state); nothing is recorded then.
    pub fn action(&mut self, action: G::Action) -> Result<(), ApplyError> {
        let node = self.state.node();
        self.state.try_apply(action)?;
        // Only a decision node has legal actions, so the check above leaves no other node.
        if let Node::Decision(seat) = node {
            self.replay.steps.push(Step::Action(seat, action));
        }
        Ok(())
    }

    /// Records what chance decided.
    ///
    /// # Errors
    /// When the outcome is impossible in [`state`](Recorder::state); nothing is recorded then.
    pub fn chance(&mut self, outcome: G::Outcome) -> Result<(), ResolveError> {
        self.state.try_resolve(outcome)?;
        self.replay.steps.push(Step::Chance(outcome));
        Ok(())
    }

    /// The replay up to here, with the result if the game is over.
    pub fn finish(mut self) -> Replay<G> {
        self.replay.result = self.state.result();
        self.replay
    }
}

/// What every replay's first line says, whichever game it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game's [`Game::ID`].
    pub game: String,
    /// The game's [`Game::FORMAT`] at the time of writing.
    pub format: u32,
}

/// Reads only as much of a replay as says which game it is of.
///
/// # Errors
/// When the first line is no header of a replay.
pub fn read_header(input: impl BufRead) -> Result<Header, ReplayError> {
    Lines::new(input).header()?.header()
}

/// What is wrong with a replay: where, what was found there and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}{}: found {found}; expected {expected}", in_field(.field))]
pub struct ReplayError {
    /// The line, counted from 1. Step `n` is on line `n + 1`.
    pub line: usize,
    /// The field, as a path: `result.figures.turns`. Empty where the line as a whole is meant.
    pub field: String,
    /// The sort of error, for programs.
    pub fault: Fault,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl ReplayError {
    fn new(
        line: usize,
        field: impl Into<String>,
        fault: Fault,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReplayError {
        ReplayError {
            line,
            field: field.into(),
            fault,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// The sorts of [`ReplayError`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The input could not be read.
    Io,
    /// A line is no JSON object.
    Json,
    /// A field is missing.
    Missing,
    /// A field that no line of its kind has.
    Unknown,
    /// A field of the wrong type or out of its range.
    Value,
    /// Another file than a replay.
    Document,
    /// A replay of another game.
    Game,
    /// A newer or older format.
    Format,
    /// A setup that is not playable.
    Setup,
    /// A world that is no filling of the first state, or in which a step is impossible.
    World,
    /// A text that is no action or outcome.
    Notation,
    /// A step that was not possible.
    Illegal,
    /// Another key than the re-run gives.
    Key,
    /// Another result than the re-run gives.
    Result,
    /// The replay ends before its result.
    Truncated,
    /// The replay goes on after its result.
    Trailing,
}

/// Why a replay was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The replay is wrong.
    #[error("the replay does not re-run: {0}")]
    Replay(#[from] ReplayError),
    /// The output refused.
    #[error("the replay could not be written: {0}")]
    Io(#[from] io::Error),
}

/// The value of the field `heistlab`.
const REPLAY: &str = "replay";

#[derive(Serialize)]
#[serde(bound = "")]
struct HeaderLine<'a, G: Game> {
    heistlab: &'static str,
    format: u32,
    game: &'static str,
    setup: &'a G::Setup,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    agents: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<&'a G>,
    key: String,
}

#[derive(Serialize)]
struct StepLine {
    step: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<String>,
    key: String,
}

#[derive(Serialize)]
struct ResultLine {
    result: Option<ResultFields>,
    key: String,
}

#[derive(Serialize)]
struct ResultFields {
    value: f64,
    ending: &'static str,
    figures: Map<String, Value>,
}

fn result_fields<G: Game>(result: TeamResult) -> ResultFields {
    let figures = kept_names(G::FIGURES)
        .zip(result.figures)
        .map(|(name, figure)| (name.to_string(), figure.into()));
    ResultFields {
        value: result.value,
        ending: result.ending,
        figures: figures.collect(),
    }
}

fn show_result<G: Game>(result: Option<TeamResult>) -> String {
    match result {
        None => "null, for a game that goes on".to_owned(),
        // Numbers and texts always serialize; were that ever to change, the message would only be shorter.
        Some(result) => serde_json::to_string(&result_fields::<G>(result)).unwrap_or_default(),
    }
}

fn line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

fn hex(key: u64) -> String {
    format!("{key:016x}")
}

/// A game being re-run.
#[derive(Clone, Debug)]
struct Run<G: Game> {
    state: G,
    world: Option<G>,
    taken: usize,
}

impl<G: Game> Run<G> {
    fn new(setup: &G::Setup, world: Option<G>) -> Result<Run<G>, ReplayError> {
        let state = G::new(setup).map_err(setup_error)?;
        if let Some(world) = &world {
            let alike = |seat| world.information_state(seat) == state.information_state(seat);
            if world.seats() != state.seats() || !Seat::all(state.seats()).all(alike) {
                return Err(ReplayError::new(
                    1,
                    "world",
                    Fault::World,
                    "a state that is not the first one",
                    "the first state with its holes filled",
                ));
            }
        }
        Ok(Run { state, world, taken: 0 })
    }

    /// An error on the line of the next step.
    fn error(
        &self,
        field: impl Into<String>,
        fault: Fault,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReplayError {
        ReplayError::new(self.taken + 2, field, fault, found, expected)
    }

    fn take(&mut self, step: Step<G>) -> Result<(), ReplayError> {
        if let (Node::Decision(seat), Step::Action(given, _)) = (self.state.node(), step)
            && seat != given
        {
            return Err(self.error(
                "seat",
                Fault::Illegal,
                given.to_string(),
                format!("{seat}, whose decision it is"),
            ));
        }
        if let Err(expected) = try_step(&mut self.state, step) {
            return Err(self.error(step.field(), Fault::Illegal, quoted(&notation(step)), expected));
        }
        if let Some(world) = &mut self.world
            && let Err(expected) = try_step(world, step)
        {
            let found = format!(
                "{}, which the world in the header does not allow",
                quoted(&notation(step))
            );
            return Err(self.error(step.field(), Fault::World, found, expected));
        }
        self.taken += 1;
        Ok(())
    }

    fn check_key(&self, line: usize, key: u64) -> Result<(), ReplayError> {
        let expected = self.state.key();
        match key == expected {
            true => Ok(()),
            false => Err(ReplayError::new(
                line,
                "key",
                Fault::Key,
                quoted(&hex(key)),
                quoted(&hex(expected)),
            )),
        }
    }
}

fn notation<G: Game>(step: Step<G>) -> String {
    match step {
        Step::Action(_, action) => action.to_string(),
        Step::Chance(outcome) => outcome.to_string(),
    }
}

/// Takes a step if it is possible; says what was expected if not.
fn try_step<G: Game>(state: &mut G, step: Step<G>) -> Result<(), String> {
    let node = state.node();
    let refused = match step {
        Step::Action(_, action) => state.try_apply(action).err().map(|error| error.legal),
        Step::Chance(outcome) => state.try_resolve(outcome).err().map(|error| error.possible),
    };
    let Some(possible) = refused else { return Ok(()) };
    Err(match (node, step) {
        (Node::Terminal, _) => "the result: the game is over".to_owned(),
        (Node::Decision(seat), Step::Chance(_)) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let legal = legal.iter().map(ToString::to_string).collect();
            format!("an action of seat {seat}, {}", one_of(legal, ""))
        }
        (Node::Chance, Step::Action(..)) => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let possible = outcomes.iter().map(|(outcome, _)| outcome.to_string()).collect();
            format!("an outcome of chance, {}", one_of(possible, ""))
        }
        _ => one_of(possible, &notation(step)),
    })
}

/// The alternatives, those that begin like `given` first, shortened when there are many.
fn one_of(mut alternatives: Vec<String>, given: &str) -> String {
    let word = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    alternatives.sort_by_key(|text| word(text) != word(given));
    let rest = alternatives.len().saturating_sub(LISTED);
    alternatives.truncate(LISTED);
    let listed: Vec<String> = alternatives.iter().map(|text| quoted(text)).collect();
    match rest {
        0 => format!("one of: {}", listed.join(", ")),
        _ => format!("one of: {} and {rest} more", listed.join(", ")),
    }
}

fn setup_error(error: SetupError) -> ReplayError {
    ReplayError::new(1, "setup", Fault::Setup, error.to_string(), "a playable setup")
}

fn in_field(field: &str) -> String {
    match field.is_empty() {
        true => String::new(),
        false => format!(", field `{field}`"),
    }
}

fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// A text cut after 80 characters.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(80) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

fn show(value: &Value) -> String {
    quoted(&value.to_string())
}

/// The lines of a replay.
struct Lines<R> {
    input: R,
    /// The number of the last line read.
    number: usize,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn new(input: R) -> Lines<R> {
        Lines {
            input,
            number: 0,
            buffer: Vec::new(),
        }
    }

    /// Reads a line into the buffer; false at the end.
    fn fill(&mut self) -> Result<bool, ReplayError> {
        self.buffer.clear();
        let limit = LINE_LIMIT as u64 + 1;
        let read = (&mut self.input).take(limit).read_until(b'\n', &mut self.buffer);
        self.number += 1;
        match read {
            Err(error) => Err(ReplayError::new(
                self.number,
                "",
                Fault::Io,
                format!("an error: {error}"),
                "readable input",
            )),
            Ok(0) => {
                self.number -= 1;
                Ok(false)
            }
            Ok(length) if length > LINE_LIMIT => Err(ReplayError::new(
                self.number,
                "",
                Fault::Json,
                "an endless line",
                format!("at most {LINE_LIMIT} bytes"),
            )),
            Ok(_) => Ok(true),
        }
    }

    fn next(&mut self) -> Result<Option<Fields>, ReplayError> {
        if !self.fill()? {
            return Ok(None);
        }
        match serde_json::from_slice(&self.buffer) {
            Ok(Value::Object(map)) => Ok(Some(Fields { line: self.number, map })),
            Ok(value) => Err(ReplayError::new(
                self.number,
                "",
                Fault::Json,
                show(&value),
                "a JSON object",
            )),
            Err(error) if error.is_eof() && !self.buffer.ends_with(b"\n") => Err(ReplayError::new(
                self.number,
                "",
                Fault::Truncated,
                "the end of the file in the middle of a line",
                "a whole line and, last, the result",
            )),
            Err(error) => {
                let text = String::from_utf8_lossy(&self.buffer);
                let found = format!("{} (column {}: {error})", quoted(text.trim_end()), error.column());
                Err(ReplayError::new(self.number, "", Fault::Json, found, "a JSON object"))
            }
        }
    }

    fn header(&mut self) -> Result<Fields, ReplayError> {
        match self.next()? {
            Some(fields) => Ok(fields),
            None => Err(ReplayError::new(
                1,
                "",
                Fault::Truncated,
                "an empty file",
                "the header of a replay",
            )),
        }
    }

    /// Nothing but blank lines may follow.
    fn expect_end(&mut self) -> Result<(), ReplayError> {
        while self.fill()? {
            let text = String::from_utf8_lossy(&self.buffer);
            if !text.trim().is_empty() {
                let found = quoted(text.trim());
                return Err(ReplayError::new(
                    self.number,
                    "",
                    Fault::Trailing,
                    found,
                    "nothing after the result",
                ));
            }
        }
        Ok(())
    }
}

/// The fields of a line that were not taken yet.
struct Fields {
    line: usize,
    map: Map<String, Value>,
}

impl Fields {
    fn error(
        &self,
        field: impl Into<String>,
        fault: Fault,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ReplayError {
        ReplayError::new(self.line, field, fault, found, expected)
    }

    fn optional(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name)
    }

    fn required(&mut self, name: &str, expected: &str) -> Result<Value, ReplayError> {
        self.optional(name)
            .ok_or_else(|| self.error(name, Fault::Missing, "nothing", expected))
    }

    fn text(&mut self, name: &str, expected: &str) -> Result<String, ReplayError> {
        match self.required(name, expected)? {
            Value::String(text) => Ok(text),
            value => Err(self.error(name, Fault::Value, show(&value), expected)),
        }
    }

    /// A whole number that fits its type.
    fn number<N: TryFrom<u64>>(&mut self, name: &str, expected: &str) -> Result<N, ReplayError> {
        let value = self.required(name, expected)?;
        let number = value.as_u64().and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| self.error(name, Fault::Value, show(&value), expected))
    }

    fn parsed<T: serde::de::DeserializeOwned>(&mut self, name: &str, expected: &str) -> Result<T, ReplayError> {
        let value = self.required(name, expected)?;
        serde_json::from_value(value)
            .map_err(|error| self.error(name, Fault::Value, shortened(&error.to_string()), expected))
    }

    fn key(&mut self) -> Result<u64, ReplayError> {
        let expected = "a key of 16 hexadecimal digits";
        let text = self.text("key", expected)?;
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let key = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
        key.ok_or_else(|| self.error("key", Fault::Value, quoted(&text), expected))
    }

    /// No field may be left.
    fn finish(self, known: &[&str]) -> Result<(), ReplayError> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(name) => Err(self.error(
                name,
                Fault::Unknown,
                "a field of this name",
                format!("no fields here but {}", known.join(", ")),
            )),
        }
    }

    fn header(&mut self) -> Result<Header, ReplayError> {
        let expected = "`replay`, which marks a replay of Heistlab";
        let document = self.text("heistlab", expected)?;
        if document != REPLAY {
            return Err(self.error("heistlab", Fault::Document, quoted(&document), expected));
        }
        let game = self.text("game", "the name of a game")?;
        let format = self.number("format", "the number of a format")?;
        Ok(Header { game, format })
    }

    fn step<G: Game>(&mut self, run: &Run<G>) -> Result<Step<G>, ReplayError> {
        let number: usize = self.number("step", "the number of the step, or a result")?;
        let expected = run.taken + 1;
        if number != expected {
            return Err(self.error("step", Fault::Value, number.to_string(), expected.to_string()));
        }
        match (self.map.contains_key("action"), self.map.contains_key("chance")) {
            (true, true) => Err(self.error("chance", Fault::Unknown, "beside `action`", "one of the two")),
            (false, false) => Err(self.error("action", Fault::Missing, "nothing", "either `action` or `chance`")),
            (true, false) => {
                let seat: u8 = self.number("seat", "the number of a seat")?;
                let Some(seat) = seat.checked_sub(1) else {
                    return Err(self.error("seat", Fault::Value, "0", "the number of a seat, counted from 1"));
                };
                Ok(Step::Action(Seat(seat), self.notation("action")?))
            }
            (false, true) => {
                if let Some(seat) = self.optional("seat") {
                    return Err(self.error("seat", Fault::Unknown, show(&seat), "no seat where chance decides"));
                }
                Ok(Step::Chance(self.notation("chance")?))
            }
        }
    }

    fn notation<T: FromStr<Err = NotationError>>(&mut self, name: &str) -> Result<T, ReplayError> {
        let text = self.text(name, "a text")?;
        text.parse()
            .map_err(|error: NotationError| self.error(name, Fault::Notation, quoted(&error.text), error.expected))
    }

    fn result<G: Game>(mut self, run: &Run<G>) -> Result<(), ReplayError> {
        let found = self.required("result", "the result")?;
        let key = self.key()?;
        let line = self.line;
        self.finish(&["result", "key"])?;
        let wrong = |field: String, found: String, expected: String| {
            Err(ReplayError::new(line, field, Fault::Result, found, expected))
        };
        let (result, mut map) = match (run.state.result(), found) {
            (None, Value::Null) => return run.check_key(line, key),
            (Some(result), Value::Object(map)) => (result, map),
            (result, found) => return wrong("result".to_owned(), show(&found), show_result::<G>(result)),
        };
        let value = map.remove("value").unwrap_or_default();
        // The reader of JSON numbers may be off in the last digit.
        if !value
            .as_f64()
            .is_some_and(|value| (value - result.value).abs() <= 1e-12)
        {
            return wrong("result.value".to_owned(), show(&value), result.value.to_string());
        }
        let ending = map.remove("ending").unwrap_or_default();
        if ending != result.ending {
            return wrong("result.ending".to_owned(), show(&ending), quoted(result.ending));
        }
        let Value::Object(mut figures) = map.remove("figures").unwrap_or_default() else {
            return wrong(
                "result.figures".to_owned(),
                "no object".to_owned(),
                "the figures by name".to_owned(),
            );
        };
        for (name, figure) in kept_names(G::FIGURES).zip(result.figures) {
            let value = figures.remove(name).unwrap_or_default();
            if value != figure {
                return wrong(format!("result.figures.{name}"), show(&value), figure.to_string());
            }
        }
        Fields { line, map: figures }.finish(&kept_names(G::FIGURES).collect::<Vec<_>>())?;
        Fields { line, map }.finish(&["value", "ending", "figures"])?;
        run.check_key(line, key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::burgle_bros::{BurgleBros, Setup};
    use crate::game::Fill;
    use crate::random::{below, choose, stream};

    /// A finished random game with everything in its header.
    fn replay() -> Replay<BurgleBros> {
        let setup = Setup::bank_job(2, 5);
        let mut rng = stream(5, "record tests", 0);
        let mut world = BurgleBros::new(&setup).expect("the setup is playable");
        world.determinize(Fill::All, &mut rng);
        let recorder = Recorder::new(&setup).expect("the setup is playable");
        let mut recorder = recorder
            .with_seed(u64::MAX)
            .with_agents(["random", "random"])
            .with_world(world);
        let mut actions = Vec::new();
        loop {
            match world.node() {
                Node::Terminal => return recorder.finish(),
                Node::Chance => {
                    let outcome = world.sample(&mut rng);
                    world.resolve(outcome);
                    recorder
                        .chance(outcome)
                        .expect("what happens in the world is possible without its holes filled");
                }
                Node::Decision(_) => {
                    world.legal_actions(&mut actions);
                    let action = choose(&mut rng, &actions);
                    world.apply(action);
                    recorder
                        .action(action)
                        .expect("what is legal in the world is legal without its holes filled");
                }
            }
        }
    }

    fn text(replay: &Replay<BurgleBros>) -> String {
        let mut bytes = Vec::new();
        replay.write(&mut bytes).expect("memory takes everything");
        String::from_utf8(bytes).expect("JSON is UTF-8")
    }

    fn read(text: &str) -> Result<Replay<BurgleBros>, ReplayError> {
        Replay::read(text.as_bytes())
    }

    /// The error of a replay with line `number` (from 1) changed.
    fn error_with(number: usize, change: impl Fn(&mut Map<String, Value>)) -> ReplayError {
        let lines = text(&replay());
        let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        let mut map: Map<String, Value> = serde_json::from_str(&lines[number - 1]).expect("each line is an object");
        change(&mut map);
        lines[number - 1] = Value::Object(map).to_string();
        let error = read(&lines.join("\n")).expect_err("the change is an error");
        assert_eq!(error.line, number, "{error}");
        error
    }

    fn set(name: &'static str, value: impl Into<Value> + Clone) -> impl Fn(&mut Map<String, Value>) {
        move |map| {
            map.insert(name.to_owned(), value.clone().into());
        }
    }

    /// The number of the first line that has a field.
    fn line_with(field: &str) -> usize {
        let text = text(&replay());
        let at = text
            .lines()
            .skip(1)
            .position(|line| line.contains(&format!("\"{field}\":")));
        at.expect("every game has decisions and chance") + 2
    }

    #[test]
    fn a_replay_reads_back_as_it_was_written() {
        let replay = replay();
        let text = text(&replay);
        assert_eq!(read(&text), Ok(replay.clone()));
        assert_eq!(text.lines().count(), replay.steps.len() + 2);
        assert!(text.starts_with(r#"{"heistlab":"replay","format":"#));
        let header = read_header(text.as_bytes()).expect("it has a header");
        assert_eq!(
            header,
            Header {
                game: BurgleBros::ID.to_owned(),
                format: BurgleBros::FORMAT
            }
        );
    }

    #[test]
    fn states_are_one_more_than_steps_and_end_with_the_result() {
        let replay = replay();
        let states: Result<Vec<BurgleBros>, ReplayError> = replay.states().collect();
        let states = states.expect("every step is legal");
        assert_eq!(states.len(), replay.steps.len() + 1);
        assert_eq!(states.last(), Some(&replay.verify().expect("the replay is right")));
        assert_eq!(states.last().and_then(BurgleBros::result), replay.result);
    }

    #[test]
    fn a_game_stopped_before_its_end_has_no_result() {
        let mut stopped = replay();
        stopped.steps.truncate(10);
        assert_eq!(stopped.verify().map_err(|error| error.fault), Err(Fault::Result));
        assert!(matches!(stopped.write(&mut Vec::new()), Err(WriteError::Replay(_))));
        stopped.result = None;
        let text = text(&stopped);
        assert!(
            text.lines()
                .last()
                .is_some_and(|line| line.starts_with(r#"{"result":null"#))
        );
        assert_eq!(read(&text), Ok(stopped));
    }

    #[test]
    fn every_cut_is_found() {
        let text = text(&replay());
        let lines: Vec<&str> = text.lines().collect();
        for kept in 0..lines.len() {
            let error = read(&lines[..kept].join("\n")).expect_err("the result is missing");
            assert_eq!((error.line, error.fault), (kept + 1, Fault::Truncated), "{error}");
        }
        let error = read(&text[..text.len() - 10]).expect_err("the last line is cut");
        assert_eq!((error.line, error.fault), (lines.len(), Fault::Truncated));
    }

    #[test]
    fn nothing_may_follow_the_result_but_blank_lines() {
        let text = text(&replay());
        assert!(read(&format!("{text}\n\r\n")).is_ok());
        let last = text.lines().last().expect("it has lines");
        let error = read(&format!("{text}{last}\n")).expect_err("there are two results");
        assert_eq!((error.line, error.fault), (text.lines().count() + 1, Fault::Trailing));
    }

    #[test]
    fn the_header_is_checked_field_by_field() {
        assert_eq!(error_with(1, set("heistlab", "position")).fault, Fault::Document);
        assert_eq!(error_with(1, set("game", "chess")).fault, Fault::Game);
        let newer = error_with(1, set("format", BurgleBros::FORMAT + 1));
        assert_eq!((newer.fault, newer.field.as_str()), (Fault::Format, "format"));
        assert!(newer.found.contains("newer"));
        assert_eq!(error_with(1, set("seed", -1)).fault, Fault::Value);
        assert_eq!(error_with(1, set("agents", "random")).fault, Fault::Value);
        assert_eq!(error_with(1, set("setup", 3)).fault, Fault::Value);
        assert_eq!(error_with(1, set("world", 3)).fault, Fault::Value);
        assert_eq!(error_with(1, set("key", "0123")).fault, Fault::Value);
        assert_eq!(error_with(1, set("key", "0000000000000000")).fault, Fault::Key);
        assert_eq!(error_with(1, set("surprise", 1)).fault, Fault::Unknown);
        for field in ["heistlab", "game", "format", "setup", "key"] {
            let error = error_with(1, |map| {
                map.remove(field);
            });
            assert_eq!((error.fault, error.field.as_str()), (Fault::Missing, field));
        }
    }

    #[test]
    fn a_world_must_fit_the_steps() {
        let mut other = replay();
        let last = other.verify().expect("the replay is right");
        other.world = Some(last);
        assert_eq!(other.verify().map_err(|error| error.fault), Err(Fault::World));
        let mut rng = stream(6, "record tests", 0);
        let mut world = BurgleBros::new(&other.setup).expect("the setup is playable");
        world.determinize(Fill::All, &mut rng);
        other.world = Some(world);
        assert_eq!(other.verify().map_err(|error| error.fault), Err(Fault::World));
    }

    #[test]
    fn steps_are_checked_field_by_field() {
        let (decision, chance) = (line_with("action"), line_with("chance"));
        assert_eq!(error_with(decision, set("step", 99)).field, "step");
        assert_eq!(error_with(decision, set("seat", 0)).fault, Fault::Value);
        assert_eq!(error_with(decision, set("seat", 4)).fault, Fault::Illegal);
        assert_eq!(
            error_with(decision, set("action", "no such thing")).fault,
            Fault::Notation
        );
        assert_eq!(error_with(decision, set("chance", "both")).fault, Fault::Unknown);
        assert_eq!(error_with(decision, set("key", "0000000000000000")).fault, Fault::Key);
        assert_eq!(error_with(decision, set("note", "hm")).fault, Fault::Unknown);
        assert_eq!(
            error_with(chance, set("chance", "no such thing")).fault,
            Fault::Notation
        );
        assert_eq!(error_with(chance, set("seat", 1)).field, "seat");
    }

    #[test]
    fn an_illegal_step_is_answered_with_what_was_legal() {
        let mut broken = replay();
        let decision = broken.steps.iter().position(|step| matches!(step, Step::Action(..)));
        let decision = decision.expect("every game has decisions");
        let chance = broken.steps.iter().position(|step| matches!(step, Step::Chance(_)));
        let chance = chance.expect("every game has chance");
        broken.steps.swap(decision, chance);
        let error = broken.verify().expect_err("the steps are in the wrong order");
        assert_eq!((error.fault, error.line), (Fault::Illegal, decision.min(chance) + 2));
        assert!(error.expected.contains("one of: `"), "{error}");
        let mut longer = replay();
        longer.steps.push(longer.steps[0]);
        let error = longer.verify().expect_err("the game is over");
        assert_eq!((error.fault, error.line), (Fault::Illegal, longer.steps.len() + 1));
    }

    #[test]
    fn a_long_list_is_shortened_and_begins_with_the_likeliest() {
        let many = (0..40).map(|number| {
            if number == 30 {
                "move 30".to_owned()
            } else {
                format!("peek {number}")
            }
        });
        let text = one_of(many.collect(), "move 7");
        assert!(text.starts_with("one of: `move 30`, `peek 0`"), "{text}");
        assert!(text.ends_with(" and 28 more"), "{text}");
    }

    #[test]
    fn the_result_is_checked_field_by_field() {
        let last = text(&replay()).lines().count();
        assert_eq!(error_with(last, set("result", Value::Null)).fault, Fault::Result);
        assert_eq!(error_with(last, set("key", "0000000000000000")).fault, Fault::Key);
        let within = |name: &'static str, value: Value| {
            move |map: &mut Map<String, Value>| {
                let result = map
                    .get_mut("result")
                    .and_then(Value::as_object_mut)
                    .expect("it is an object");
                result.insert(name.to_owned(), value.clone());
            }
        };
        assert_eq!(error_with(last, within("value", 0.123.into())).field, "result.value");
        assert_eq!(
            error_with(last, within("ending", "bored".into())).field,
            "result.ending"
        );
        assert_eq!(error_with(last, within("figures", Value::Null)).field, "result.figures");
        assert_eq!(error_with(last, within("luck", 3.into())).fault, Fault::Unknown);
    }

    #[test]
    fn lines_that_are_no_objects_are_named() {
        for bad in ["[1]", "nonsense", "\u{feff}{}", "{\"a\":\n"] {
            let error = read(&format!("{bad}\n")).expect_err("it is no object");
            assert_eq!((error.line, error.fault), (1, Fault::Json), "{error}");
        }
        let error = Replay::<BurgleBros>::read(&b"\xff\xfe\n"[..]).expect_err("it is no text");
        assert_eq!(error.fault, Fault::Json);
        let endless = vec![b' '; LINE_LIMIT + 2];
        let error = Replay::<BurgleBros>::read(&endless[..]).expect_err("it is too long");
        assert_eq!(error.fault, Fault::Json);
    }

    #[test]
    fn a_damaged_replay_is_an_error_or_another_replay() {
        let mut replay = replay();
        replay.steps.truncate(20);
        replay.result = None;
        let bytes = text(&replay).into_bytes();
        let mut rng = stream(7, "record tests", 0);
        for _ in 0..300 {
            let mut damaged = bytes.clone();
            for _ in 0..=below(&mut rng, 3) {
                let at = below(&mut rng, damaged.len() as u32) as usize;
                damaged[at] = choose(&mut rng, b"019{}[]\",:-xA\n\xff");
            }
            if let Ok(read) = Replay::<BurgleBros>::read(&damaged[..]) {
                assert_eq!(read.verify().map(|state| state.result()), Ok(None));
            }
        }
    }
}
