//! Our own agents as outside bots: the other side of the protocol (`heist bot`).

use std::io::{self, Write};

use heist_engine::any::{self, AnyGame, PositionFault};
use heist_engine::game::{Node, Overrides, Seat};
use heist_engine::json;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::any::{AnyAgent, AnyFactory, AnyStart, any_factory};
use crate::bot::message::{self, Announcement, End, PROTOCOL, Question, Told, VERSION, line, shortened};
use crate::spec::Spec;

/// The longest line that is understood, in bytes. A reader may cut longer ones off after one more byte.
pub const LINE_LIMIT: usize = heist_engine::record::LINE_LIMIT;

/// Letters of an error at most: it may quote what was said.
const ERROR_LETTERS: usize = 2000;

/// Why an agent is served no longer.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// What was said cannot be understood, or the agent failed. The other side has been sent the error.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The other side cannot be heard or reached.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Serves an agent until `quit` or the end of the input. `next` gives the lines said, without their breaks.
///
/// The agent plays as it would in the arena itself: it is shown the position, and draws from the generator of the seed
/// it is given.
///
/// # Errors
/// When a line is out of place, is not understood or cannot be read, or the agent fails.
pub fn serve(
    spec: &Spec,
    next: &mut dyn FnMut() -> io::Result<Option<String>>,
    out: &mut dyn Write,
) -> Result<(), ServeError> {
    let mut server = Server {
        spec,
        hosts: Vec::new(),
        table: None,
    };
    let mut number = 0;
    while let Some(text) = next()? {
        number += 1;
        let text = if number == 1 { json::without_bom(&text) } else { &text };
        let answer = match message::split(text) {
            _ if text.len() > LINE_LIMIT => Err(format!("found a longer line; expected at most {LINE_LIMIT} bytes")),
            None => continue,
            Some(("quit", _)) => break,
            Some((word, rest)) => server.answer(word, rest),
        };
        match answer {
            Ok(answer) => {
                out.write_all(answer.as_bytes())?;
                out.flush()?;
            }
            Err(problem) => {
                let problem = shortened(&problem, ERROR_LETTERS);
                out.write_all(line("error", &problem).as_bytes())?;
                out.flush()?;
                return Err(ServeError::Line { line: number, problem });
            }
        }
    }
    Ok(())
}

struct Server<'a> {
    spec: &'a Spec,
    /// The games that were played.
    hosts: Vec<Host>,
    /// The game in progress.
    table: Option<Seated>,
}

impl Server<'_> {
    /// The answer to a line; empty for one that needs none.
    fn answer(&mut self, word: &str, rest: &str) -> Result<String, String> {
        match word {
            PROTOCOL => match rest.parse() {
                Ok(VERSION) => Ok(format!("name heist {}\nready\n", self.spec)),
                _ => Err(format!("{PROTOCOL} `{rest}` is not spoken here; expected {VERSION}")),
            },
            "game" => {
                self.table = None;
                let announcement: Announcement = read(word, rest)?;
                self.table = Some(self.host(&announcement.game)?.table(&announcement)?);
                Ok("ready\n".to_owned())
            }
            "step" => self.table(word)?.step(rest).map(|()| String::new()),
            "decide" => self.table(word)?.decide(rest).map(|action| line("play", action)),
            "end" => {
                self.table(word)?.end(rest)?;
                self.table = None;
                Ok(String::new())
            }
            // A later version of the protocol may say more.
            _ => Ok(String::new()),
        }
    }

    fn table(&mut self, word: &str) -> Result<&mut Seated, String> {
        let none = || format!("`{word}` before any `game`");
        self.table.as_mut().ok_or_else(none)
    }

    fn host(&mut self, game: &str) -> Result<&Host, String> {
        let place = match self.hosts.iter().position(|host| host.game.info().id == game) {
            Some(place) => place,
            None => {
                let known = any::find(game).ok_or_else(|| format!("no game `{game}` is played here"))?;
                let make = any_factory(known, self.spec).map_err(|error| error.to_string())?;
                self.hosts.push(Host { game: known, make });
                self.hosts.len() - 1
            }
        };
        Ok(&self.hosts[place])
    }
}

/// The JSON after a word.
fn read<T: DeserializeOwned>(word: &str, text: &str) -> Result<T, String> {
    json::read(text).map_err(|error| match error.field {
        Some(field) => format!("`{word}`, field `{field}`: {}", error.message),
        None => format!("`{word}`: {}", error.message),
    })
}

/// A game with the agents that play it.
struct Host {
    game: &'static dyn AnyGame,
    make: AnyFactory,
}

/// A seat in a game.
struct Seated {
    game: &'static dyn AnyGame,
    agent: Box<dyn AnyAgent>,
    seat: Seat,
}

impl Host {
    /// A game that begins.
    fn table(&self, announcement: &Announcement) -> Result<Seated, String> {
        let info = self.game.info();
        if announcement.format != info.format {
            return Err(format!(
                "`game`: format {} of {}; expected {}",
                announcement.format, info.id, info.format
            ));
        }
        let setup = self.game.read_setup(&announcement.setup.to_string());
        let setup = setup.map_err(|error| format!("`game`, field `{}`: {}", error.field_in("setup"), error.message))?;
        let setup = setup.complete().map_err(|error| format!("`game`: {error}"))?;
        let seats = setup.begin().map_err(|error| format!("`game`: {error}"))?.seats();
        if announcement.seats != seats || announcement.seat.index() >= seats {
            return Err(format!(
                "`game`: seat {} of {}; the setup has seats 1 to {seats}",
                announcement.seat, announcement.seats
            ));
        }
        let seed = announcement.seed();
        let seed =
            seed.ok_or_else(|| format!("`game`: seed `{}`; expected 16 hexadecimal digits", announcement.seed))?;
        let start = AnyStart {
            setup: &*setup,
            seats,
            seat: announcement.seat,
            seed,
        };
        Ok(Seated {
            game: self.game,
            agent: (self.make)(&start, &[]).map_err(|fault| fault.to_string())?,
            seat: announcement.seat,
        })
    }
}

impl Seated {
    /// Something happened.
    fn step(&mut self, json: &str) -> Result<(), String> {
        if self.agent.watches() {
            let told: Told = read("step", json)?;
            let observed = self.agent.observe(&told.step());
            observed.map_err(|error| format!("`step`: {error}"))?;
        }
        Ok(())
    }

    /// The action in notation.
    fn decide(&mut self, json: &str) -> Result<String, String> {
        let question: Question = read("decide", json)?;
        let view = self.game.read_position(question.position.get(), Overrides::None);
        let view = view.map_err(|fault| match fault {
            PositionFault::Read(error) => {
                format!("`decide`, field `{}`: {}", error.field_in("position"), error.message)
            }
            fault => format!("`decide`: {fault}"),
        })?;
        let expected = match view.node() {
            Node::Decision(_) => view.branches().into_iter().map(|branch| branch.notation).collect(),
            Node::Chance | Node::Terminal => Vec::new(),
        };
        if question.seat != self.seat || question.legal != expected || expected.is_empty() {
            return Err(format!(
                "`decide`: seat {} may not choose among {}; the position has seat {} choose among {}",
                question.seat,
                Value::from(question.legal),
                self.seat,
                Value::from(expected)
            ));
        }
        let place = self
            .agent
            .decide_until(&*view, &[])
            .map_err(|fault| fault.to_string())?;
        let chosen = view.branch(place);
        Ok(chosen
            .expect("an agent chooses among the actions that there are")
            .notation)
    }

    /// The game is over.
    fn end(&mut self, json: &str) -> Result<(), String> {
        let end: End = read("end", json)?;
        if let Some(ending) = end.result {
            let result = ending
                .result(self.game.info())
                .map_err(|error| format!("`end`: {error}"))?;
            self.agent.end(&result);
        }
        Ok(())
    }
}
