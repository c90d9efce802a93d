//! Our own agents as outside bots: the other side of the protocol (`heist bot`).

use std::io::{self, Write};

use heist_engine::any::{Listed, PositionFault, typed_setup};
use heist_engine::game::{Game, Overrides, Seat};
use heist_engine::json;
use heist_engine::random::{self, Generator};
use heist_engine::with_game;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::agent::{Agent, Factory, Start};
use crate::bot::message::{self, Announcement, End, PROTOCOL, Question, Told, VERSION, line, shortened};
use crate::spec::{Players, Spec, SpecError, factory};

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
    /// The games that were played, by name.
    hosts: Vec<(String, Box<dyn Host>)>,
    /// The game in progress.
    table: Option<Box<dyn Table>>,
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

    fn table(&mut self, word: &str) -> Result<&mut Box<dyn Table>, String> {
        let none = || format!("`{word}` before any `game`");
        self.table.as_mut().ok_or_else(none)
    }

    fn host(&mut self, game: &str) -> Result<&dyn Host, String> {
        let place = match self.hosts.iter().position(|(known, _)| known == game) {
            Some(place) => place,
            None => {
                let host = with_game!(game, G => Hosted::<G>::new(self.spec), else name => {
                    return Err(format!("no game `{name}` is played here"))
                });
                self.hosts
                    .push((game.to_owned(), host.map_err(|error| error.to_string())?));
                self.hosts.len() - 1
            }
        };
        Ok(&*self.hosts[place].1)
    }
}

/// The JSON after a word.
fn read<T: DeserializeOwned>(word: &str, text: &str) -> Result<T, String> {
    json::read(text).map_err(|error| match error.field {
        Some(field) => format!("`{word}`, field `{field}`: {}", error.message),
        None => format!("`{word}`: {}", error.message),
    })
}

/// The setup of an announcement.
fn read_setup<G: Listed>(setup: &Value) -> Result<G::Setup, String> {
    let setup = G::any_game().read_setup(&setup.to_string());
    let setup = setup.map_err(|error| format!("`game`, field `{}`: {}", error.field_in("setup"), error.message))?;
    Ok(typed_setup::<G>(&*setup)
        .expect("a game reads setups of its own")
        .clone())
}

/// The position of a question.
fn read_position<G: Listed>(text: &str) -> Result<G, String> {
    let state = G::any_game().read_position(text, Overrides::None);
    let state = state.map_err(|fault| match fault {
        PositionFault::Read(error) => format!("`decide`, field `{}`: {}", error.field_in("position"), error.message),
        fault => format!("`decide`: {fault}"),
    })?;
    let state = state.as_any().downcast_ref::<G>();
    Ok(state.expect("a game reads positions of its own").clone())
}

/// A game of any kind, ready to be played.
trait Host {
    /// A game that begins.
    fn table(&self, announcement: &Announcement) -> Result<Box<dyn Table>, String>;
}

/// A seat in a game of any kind.
trait Table {
    /// Something happened.
    fn step(&mut self, json: &str) -> Result<(), String>;
    /// The action in notation.
    fn decide(&mut self, json: &str) -> Result<String, String>;
    /// The game is over.
    fn end(&mut self, json: &str) -> Result<(), String>;
}

struct Hosted<G: Game>(Factory<G>);

impl<G: Players> Hosted<G> {
    #[expect(clippy::new_ret_no_self, reason = "games of all kinds are kept in one list")]
    fn new(spec: &Spec) -> Result<Box<dyn Host>, SpecError> {
        Ok(Box::new(Hosted::<G>(factory(spec)?)))
    }
}

impl<G: Listed> Host for Hosted<G> {
    fn table(&self, announcement: &Announcement) -> Result<Box<dyn Table>, String> {
        if announcement.format != G::FORMAT {
            return Err(format!(
                "`game`: format {} of {}; expected {}",
                announcement.format,
                G::ID,
                G::FORMAT
            ));
        }
        let setup = read_setup::<G>(&announcement.setup)?;
        let setup = G::complete(&setup).map_err(|error| format!("`game`: {error}"))?;
        let seats = G::new(&setup).map_err(|error| format!("`game`: {error}"))?.seats();
        if announcement.seats != seats || announcement.seat.index() >= seats {
            return Err(format!(
                "`game`: seat {} of {}; the setup has seats 1 to {seats}",
                announcement.seat, announcement.seats
            ));
        }
        let seed = announcement.seed();
        let seed =
            seed.ok_or_else(|| format!("`game`: seed `{}`; expected 16 hexadecimal digits", announcement.seed))?;
        let mut agent = (self.0)();
        let start = Start {
            setup: &setup,
            seats,
            seat: announcement.seat,
            seed,
        };
        agent.begin(&start).map_err(|fault| fault.to_string())?;
        Ok(Box::new(Seated {
            agent,
            seat: announcement.seat,
            rng: random::from_seed(seed),
        }))
    }
}

struct Seated<G: Game> {
    agent: Box<dyn Agent<G>>,
    seat: Seat,
    rng: Generator,
}

impl<G: Listed> Table for Seated<G> {
    fn step(&mut self, json: &str) -> Result<(), String> {
        if self.agent.watches() {
            let told: Told = read("step", json)?;
            self.agent
                .observe(told.step().map_err(|error| format!("`step`: {error}"))?);
        }
        Ok(())
    }

    fn decide(&mut self, json: &str) -> Result<String, String> {
        let question: Question = read("decide", json)?;
        let view = read_position::<G>(question.position.get())?;
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let expected: Vec<String> = legal.iter().map(ToString::to_string).collect();
        if question.seat != self.seat || question.legal != expected || legal.is_empty() {
            return Err(format!(
                "`decide`: seat {} may not choose among {}; the position has seat {} choose among {}",
                question.seat,
                Value::from(question.legal),
                self.seat,
                Value::from(expected)
            ));
        }
        let chosen = self.agent.decide(&view, self.seat, &legal, &mut self.rng);
        chosen
            .map(|action| action.to_string())
            .map_err(|fault| fault.to_string())
    }

    fn end(&mut self, json: &str) -> Result<(), String> {
        let end: End = read("end", json)?;
        if let Some(ending) = end.result {
            let result = ending.result::<G>().map_err(|error| format!("`end`: {error}"))?;
            self.agent.end(&result);
        }
        Ok(())
    }
}
