//! The queries under way and the threads that work on them.

use std::any::Any;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use heist_engine::any::AnyGame;
use heist_engine::json;
use heist_engine::{any, part_of};
use serde_json::{Map, Value};

use super::question::{Fields, Question, Task};
use super::remark::Remark;
use super::report::{Answer, Report};
use crate::analysis::Analysis;
use crate::inquiry::Told;
use crate::level::Level;
use crate::spec::Players;

/// The version of the protocol. It grows when a field changes its meaning or goes; new fields may come without.
pub const VERSION: u32 = 1;

/// The longest line that is read, in bytes.
pub const LINE_LIMIT: usize = heist_engine::record::LINE_LIMIT;

/// Waiting queries at most; [`Engine::receive`] blocks while there are as many.
pub const WAITING_LIMIT: usize = 4096;

/// The longest id, in bytes.
pub const ID_LIMIT: usize = 256;

/// How much may be done at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Queries that are worked on in parallel.
    pub workers: usize,
    /// Threads of a level's search. An agent's spec has its own.
    pub threads: usize,
}

/// Takes the answers, on the thread that has one.
pub type Sink = Box<dyn Fn(Answer) + Send + Sync>;

/// Answers queries on threads of its own.
///
/// Dropping it stops what is left, as [`stop`](Engine::stop) does.
pub struct Engine {
    shared: Arc<Shared>,
    options: EngineOptions,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Something was added, taken or closed.
    changed: Condvar,
    sink: Sink,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    running: Vec<Running>,
    /// Input lines seen.
    lines: u64,
    /// Queries accepted.
    accepted: u64,
    /// No more queries come.
    closed: bool,
}

/// Works on a query until the flag is true, telling partial reports; returns the last one.
type Work = Box<dyn FnOnce(&AtomicBool, &dyn Fn(Answer)) -> Answer + Send>;

struct Waiting {
    id: String,
    line: u64,
    priority: i64,
    number: u64,
    work: Work,
}

struct Running {
    id: String,
    number: u64,
    stop: Arc<AtomicBool>,
}

impl Queue {
    fn knows(&self, id: &str) -> bool {
        self.waiting.iter().any(|query| query.id == id) || self.running.iter().any(|query| query.id == id)
    }

    /// The query of the highest priority, the earliest of equals.
    fn next(&mut self) -> Option<Waiting> {
        let order = |query: &Waiting| (query.priority, std::cmp::Reverse(query.number));
        let (place, _) = self.waiting.iter().enumerate().max_by_key(|(_, query)| order(query))?;
        Some(self.waiting.remove(place))
    }

    /// Stops the query of an id, or all; says which were under way and which were waiting.
    fn stop(&mut self, id: Option<&str>) -> (Vec<String>, Vec<String>) {
        let is_meant = |other: &str| id.is_none_or(|id| id == other);
        let stopping = self.running.iter().filter(|query| is_meant(&query.id));
        let stopping = stopping.map(|query| {
            query.stop.store(true, Ordering::Relaxed);
            query.id.clone()
        });
        let stopping = stopping.collect();
        let mut dropped = Vec::new();
        self.waiting.retain(|query| {
            let is_dropped = is_meant(&query.id);
            if is_dropped {
                dropped.push(query.id.clone());
            }
            !is_dropped
        });
        (stopping, dropped)
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing that can panic happens while the lock is held, so what a poisoned one guards is whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on queries until no more come.
    fn work(&self) {
        loop {
            let mut queue = self.queue();
            let query = loop {
                match queue.next() {
                    Some(query) => break query,
                    None if queue.closed => return,
                    None => queue = self.wait(queue),
                }
            };
            let stop = Arc::new(AtomicBool::new(false));
            queue.running.push(Running {
                id: query.id.clone(),
                number: query.number,
                stop: Arc::clone(&stop),
            });
            drop(queue);
            self.changed.notify_all();
            let work = AssertUnwindSafe(|| (query.work)(&stop, &|answer| (self.sink)(answer)));
            let done = catch_unwind(work);
            // After the last answer the id may be used again at once.
            self.queue().running.retain(|running| running.number != query.number);
            self.changed.notify_all();
            match done {
                Ok(answer) => (self.sink)(answer),
                Err(panic) => {
                    let text = format!("the search failed: {}", message(&panic));
                    self.refuse(Some(query.id), query.line, Remark::new("", text));
                }
            }
        }
    }

    fn refuse(&self, id: Option<String>, line: u64, remark: Remark) {
        (self.sink)(Answer::Error {
            id,
            line,
            field: remark.field,
            error: remark.text,
        });
    }
}

fn message(panic: &Box<dyn Any + Send>) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}

impl Engine {
    /// An engine that waits for queries; at least one worker.
    pub fn new(options: EngineOptions, sink: Sink) -> Engine {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            sink,
        });
        let spawn = |_| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.work())
        };
        let workers = (0..options.workers.max(1)).map(spawn).collect();
        Engine {
            shared,
            options,
            workers: Mutex::new(workers),
        }
    }

    /// Takes an input line, without its break. Whatever is wrong with it is answered by an error, and the engine goes
    /// on. Waits while [`WAITING_LIMIT`] queries wait.
    pub fn receive(&self, line: &[u8]) {
        let number = {
            let mut queue = self.shared.queue();
            queue.lines += 1;
            queue.lines
        };
        // Some programs write a byte order mark first.
        let mark = json::BOM.as_bytes();
        let line = line.strip_prefix(mark).filter(|_| number == 1).unwrap_or(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match read_line(line) {
            Err(remark) => self.shared.refuse(None, number, remark),
            Ok(map) => {
                let mut fields = Fields::new(map);
                match read_id(&mut fields) {
                    Err(remark) => self.shared.refuse(None, number, remark),
                    Ok(id) => {
                        if let Err(remarks) = self.obey(&id, number, fields) {
                            for remark in remarks {
                                self.shared.refuse(Some(id.clone()), number, remark);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Stops everything: queries under way end with a last report, those that wait are dropped, later ones are refused.
    pub fn stop(&self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.stop(None);
        drop(queue);
        self.shared.changed.notify_all();
    }

    /// Takes no more queries and returns when all have been answered.
    pub fn finish(&self) {
        self.shared.queue().closed = true;
        self.shared.changed.notify_all();
        let workers: Vec<JoinHandle<()>> = {
            let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
            workers.drain(..).collect()
        };
        for worker in workers {
            // A worker answers a panic of its query and goes on, so it ends well.
            drop(worker.join());
        }
    }

    fn obey(&self, id: &str, line: u64, mut fields: Fields) -> Result<(), Vec<Remark>> {
        let one = |remark| vec![remark];
        let command = fields.text("command").map_err(one)?;
        match command.as_deref().unwrap_or("analyse") {
            "analyse" => return self.analyse(id, line, fields),
            "query_version" => (self.shared.sink)(version(id)),
            "terminate" => {
                let target = fields.text("terminate_id").map_err(one)?;
                let missing = || one(Remark::new("terminate_id", "missing; expected the id of a query"));
                self.terminate(id, Some(&target.ok_or_else(missing)?)).map_err(one)?;
            }
            "terminate_all" => self.terminate(id, None).map_err(one)?,
            other => {
                let text =
                    format!("found \"{other}\"; expected one of: analyse, terminate, terminate_all, query_version");
                return Err(one(Remark::new("command", text)));
            }
        }
        self.warn(id, line, &fields);
        Ok(())
    }

    fn terminate(&self, id: &str, target: Option<&str>) -> Result<(), Remark> {
        let (stopping, dropped) = self.shared.queue().stop(target);
        self.shared.changed.notify_all();
        if let Some(target) = target.filter(|_| stopping.is_empty() && dropped.is_empty()) {
            let text = format!("found \"{target}\"; expected a query that waits or is under way");
            return Err(Remark::new("terminate_id", text));
        }
        (self.shared.sink)(Answer::Terminated {
            id: id.to_owned(),
            terminating: stopping,
            dropped,
        });
        Ok(())
    }

    fn analyse(&self, id: &str, line: u64, mut fields: Fields) -> Result<(), Vec<Remark>> {
        let one = |remark| vec![remark];
        if self.shared.queue().knows(id) {
            let text = format!("found \"{id}\" a second time while its query is under way; expected another id");
            return Err(one(Remark::new("id", text)));
        }
        let priority = fields.integer("priority").map_err(one)?.unwrap_or(0);
        let game = game(&mut fields).map_err(one)?;
        let known = any::find(&game).ok_or_else(|| one(unknown_game("game", &game)))?;
        let question = Question::read(known, id, &mut fields, self.options.threads)?;
        let work = tasks(known).work(&question).map_err(one)?;
        self.warn(id, line, &fields);
        let mut queue = self.shared.queue();
        while queue.waiting.len() >= WAITING_LIMIT && !queue.closed {
            queue = self.shared.wait(queue);
        }
        if queue.closed {
            return Err(one(Remark::new("", "the engine is closing; expected no more queries")));
        }
        queue.accepted += 1;
        let number = queue.accepted;
        queue.waiting.push(Waiting {
            id: id.to_owned(),
            line,
            priority,
            number,
            work,
        });
        drop(queue);
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Warns of fields that nobody has read.
    fn warn(&self, id: &str, line: u64, fields: &Fields) {
        for field in fields.left() {
            (self.shared.sink)(Answer::Warning {
                id: id.to_owned(),
                line,
                field: field.to_owned(),
                warning: "unknown field; it was ignored".to_owned(),
            });
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Question {
    /// Searches until it is done or `stop` is true, and reports what was found; nobody is told anything on the way.
    ///
    /// # Errors
    /// When the agent cannot analyse decisions of this game.
    pub fn answer(&self, stop: &AtomicBool) -> Result<Report, Remark> {
        tasks(self.state.game()).answer(self, stop, None)
    }

    /// The same; partial reports go to `tell`, as often as the question says.
    ///
    /// # Errors
    /// As [`answer`](Question::answer).
    pub fn answer_and_tell(&self, stop: &AtomicBool, tell: &mut dyn FnMut(Report)) -> Result<Report, Remark> {
        tasks(self.state.game()).answer(self, stop, Some(tell))
    }
}

/// What works on questions about one game, without its types.
pub(crate) trait AnyTasks: Sync {
    fn work(&self, question: &Question) -> Result<Work, Remark>;
    fn answer(&self, question: &Question, stop: &AtomicBool, tell: Tell<'_>) -> Result<Report, Remark>;
}

/// Who is told partial reports.
type Tell<'a> = Option<&'a mut dyn FnMut(Report)>;

pub(crate) struct Tasks<G>(pub(crate) PhantomData<fn() -> G>);

fn tasks(game: &dyn AnyGame) -> &'static dyn AnyTasks {
    part_of!(game, Tasks as dyn AnyTasks)
}

impl<G: Players> Tasks<G> {
    fn task(question: &Question) -> Result<Task<G>, Remark> {
        let state: Option<&G> = question.state.as_any().downcast_ref();
        Task::new(state.expect("the state is of this game"), question)
    }
}

impl<G: Players> AnyTasks for Tasks<G> {
    fn work(&self, question: &Question) -> Result<Work, Remark> {
        Self::task(question).map(work)
    }

    fn answer(&self, question: &Question, stop: &AtomicBool, tell: Tell<'_>) -> Result<Report, Remark> {
        Ok(answer(&Self::task(question)?, stop, tell))
    }
}

/// The reports of a task.
fn work<G: Players>(task: Task<G>) -> Work {
    Box::new(move |stop, tell| {
        let mut tell = |report| tell(Answer::Report(Box::new(report)));
        Answer::Report(Box::new(answer(&task, stop, Some(&mut tell))))
    })
}

/// The last report of a task; partial ones go to `tell`.
fn answer<G: Players>(task: &Task<G>, stop: &AtomicBool, mut tell: Tell<'_>) -> Report {
    let report = |analysis: &Analysis<G>| Report::new(&task.about, &task.inquiry.state, analysis);
    let mut tell_partial = |analysis: Analysis<G>| {
        if let Some(tell) = &mut tell {
            tell(Report {
                partial: true,
                ..report(&analysis)
            });
        }
    };
    let told = task.report_every.map(|every| Told {
        every,
        tell: &mut tell_partial,
    });
    let mut search = (task.search)();
    let analysis = G::answer(&task.inquiry, search.as_mut(), stop, told);
    report(&analysis).ended(stop.load(Ordering::Relaxed))
}

fn read_line(line: &[u8]) -> Result<Map<String, Value>, Remark> {
    if line.len() > LINE_LIMIT {
        return Err(Remark::new(
            "",
            format!("found a longer line; expected at most {LINE_LIMIT} bytes"),
        ));
    }
    match json::without_repeats(line) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Remark::new("", "found JSON that is no object; expected {\"id\": ...}")),
        Err(error) if error.is_data() => Err(Remark::new(
            "",
            format!("found {}; expected each name once", json::message(&error)),
        )),
        Err(error) => Err(Remark::new(
            "",
            format!(
                "found no JSON ({}); expected an object on one line",
                json::message_in_line(&error)
            ),
        )),
    }
}

fn read_id(fields: &mut Fields) -> Result<String, Remark> {
    match fields.text("id")? {
        None => Err(Remark::new("id", "missing; expected a text that names the query")),
        Some(id) if id.is_empty() || id.len() > ID_LIMIT => Err(Remark::new(
            "id",
            format!("found {} bytes; expected 1 to {ID_LIMIT}", id.len()),
        )),
        Some(id) => Ok(id),
    }
}

/// The game a query is about: the one it names, the one its position names, or the only one there is.
fn game(fields: &mut Fields) -> Result<String, Remark> {
    if let Some(game) = fields.text("game")? {
        return Ok(game);
    }
    let in_position = fields.peek("position").and_then(|position| position.get("game"));
    match (in_position.and_then(Value::as_str), any::games()) {
        (Some(game), _) if any::infos().any(|known| known.id == game) => Ok(game.to_owned()),
        (Some(game), _) => Err(unknown_game("position.game", game)),
        (None, [only]) => Ok(only.info().id.to_owned()),
        (None, _) => Err(Remark::new(
            "game",
            format!("missing; expected one of: {}", games().join(", ")),
        )),
    }
}

fn unknown_game(field: &str, name: &str) -> Remark {
    Remark::new(field, format!("no game `{name}`; there are: {}", games().join(", ")))
}

fn games() -> Vec<String> {
    any::infos().map(|game| game.id.to_owned()).collect()
}

fn version(id: &str) -> Answer {
    Answer::Version {
        id: id.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: VERSION,
        games: games(),
        levels: Level::names().into_iter().map(str::to_owned).collect(),
    }
}
