//! Reading a replay: line by line, field by field, each checked against the re-run.

use std::io::{BufRead, Read};
use std::str::FromStr;

use serde_json::{Map, Value};

use super::error::{Fault, ReplayError, quoted, shortened, show};
use super::lines::{REPLAY, show_result};
use super::replay::Replay;
use super::run::{Run, setup_error};
use super::step::Step;
use crate::describe::kept_names;
use crate::game::{Game, NotationError, Seat};
use crate::json;

/// The longest line that is read, in bytes.
pub const LINE_LIMIT: usize = 1 << 20;

impl<G: Game> Replay<G> {
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
        let agents = if fields.map.contains_key("agents") {
            fields.parsed("agents", "a list of agent specs")?
        } else {
            Vec::new()
        };
        let world = if fields.map.contains_key("world") {
            Some(fields.parsed("world", "a state of the game")?)
        } else {
            None
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
            Ok(_) => {
                if self.number == 1 && self.buffer.starts_with(json::BOM.as_bytes()) {
                    self.buffer.drain(..json::BOM.len());
                }
                Ok(true)
            }
        }
    }

    fn next(&mut self) -> Result<Option<Fields>, ReplayError> {
        if !self.fill()? {
            return Ok(None);
        }
        match json::without_repeats(&self.buffer) {
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
                let found = format!("{} ({})", quoted(text.trim_end()), json::message_in_line(&error));
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

    /// Nothing but white space of JSON may follow: other characters that show nothing are no part of any replay.
    fn expect_end(&mut self) -> Result<(), ReplayError> {
        while self.fill()? {
            let is_space = |byte: &u8| b" \t\r\n".contains(byte);
            if !self.buffer.iter().all(is_space) {
                let text = String::from_utf8_lossy(&self.buffer);
                let found = quoted(text.trim_matches([' ', '\t', '\r', '\n']));
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
        json::read_value(&value)
            .map_err(|error| self.error(name, Fault::Value, shortened(&json::message(&error)), expected))
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
