//! Tables as files: a replay where it can be one, else the entries line by line.

use heist_engine::any::{AnyGame, AnySetup, common_knowledge};
use heist_engine::json;
use serde::Serialize;
use serde_json::{Map, Value};

use super::input::{read_setup, shortened};
use super::line::{Line, public_entry, read_correction};
use super::{Entry, TableError};

/// The value of the field `heistlab` in a record of a table.
const TABLE: &str = "table";
/// The value of the field `heistlab` in a replay.
const REPLAY: &str = "replay";
/// The format of records of tables.
const FORMAT: u32 = 1;
/// The longest line that is read, in bytes.
const LINE_LIMIT: usize = heist_engine::record::LINE_LIMIT;

#[derive(Serialize)]
struct Header {
    heistlab: &'static str,
    format: u32,
    game: &'static str,
    setup: Map<String, Value>,
    /// How many lines follow, so that a file that was cut is found out.
    entries: usize,
}

/// A game that was run from its setup by steps that everybody saw, each given by its place. None if it does not re-run.
pub(super) fn write_replay(setup: &dyn AnySetup, places: &[usize]) -> Option<String> {
    let mut bytes = Vec::new();
    setup.replay(None, Vec::new(), places)?.write(&mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

/// A table's setup and entries.
pub(super) fn write_table(setup: &dyn AnySetup, entries: &[Entry]) -> String {
    let header = Header {
        heistlab: TABLE,
        format: FORMAT,
        game: setup.game().info().id,
        setup: setup.fields(),
        entries: entries.len(),
    };
    let mut text = serde_json::to_string(&header).expect("setups are plain data with text keys");
    for entry in entries {
        text.push('\n');
        text.push_str(&serde_json::to_string(entry).expect("entries are plain data with text keys"));
    }
    text.push('\n');
    text
}

/// The setup, as JSON, and the entries of a replay or of a table that was [written](super::Table::record).
///
/// # Errors
/// Names the line and what is wrong.
pub fn read_record(game: &dyn AnyGame, text: &str) -> Result<(String, Vec<Entry>), TableError> {
    let header = header(text)?;
    match header.get("heistlab").and_then(Value::as_str) {
        Some(TABLE) => read_table(game, text, &header),
        Some(REPLAY) => read_replay(game, text),
        _ => {
            let found = header.get("heistlab").map_or("nothing".to_owned(), show);
            Err(wrong(1, "heistlab", &found, "`replay` or `table`"))
        }
    }
}

/// The id of the game that a replay or a record of a table is of.
///
/// # Errors
/// When the text is neither.
pub fn game_of_record(text: &str) -> Result<String, TableError> {
    let header = header(text)?;
    match header.get("game") {
        Some(Value::String(game)) => Ok(game.clone()),
        found => Err(wrong(
            1,
            "game",
            &found.map_or("nothing".to_owned(), show),
            "the id of a game",
        )),
    }
}

/// The id of the game that a text is a position of; none if it is no position.
pub fn game_of_position(text: &str) -> Option<String> {
    let position: Map<String, Value> = json::read(text).ok()?;
    match (position.get("heistlab").and_then(Value::as_str), position.get("game")) {
        (None | Some("position"), Some(Value::String(game))) => Some(game.clone()),
        _ => None,
    }
}

fn header(text: &str) -> Result<Map<String, Value>, TableError> {
    match text.lines().next() {
        None => Err(TableError::new(
            "line 1: found an empty file; expected the header of a replay or of a table",
        )),
        Some(line) => object(1, line),
    }
}

/// A line as an object.
fn object(number: usize, line: &str) -> Result<Map<String, Value>, TableError> {
    if line.len() > LINE_LIMIT {
        let expected = format!("at most {LINE_LIMIT} bytes");
        return Err(TableError::new(format!(
            "line {number}: found an endless line; expected {expected}"
        )));
    }
    let found = match json::without_repeats(line.as_bytes()) {
        Ok(Value::Object(map)) => return Ok(map),
        Ok(value) => show(&value),
        Err(error) => format!("`{}` ({})", shortened(line), json::message_in_line(&error)),
    };
    Err(TableError::new(format!(
        "line {number}: found {found}; expected a JSON object"
    )))
}

fn show(value: &Value) -> String {
    format!("`{}`", shortened(&value.to_string()))
}

fn wrong(line: usize, field: &str, found: &str, expected: &str) -> TableError {
    TableError::new(format!(
        "line {line}, field `{field}`: found {found}; expected {expected}"
    ))
}

/// A replay's steps, as everybody at the table sees them.
fn read_replay(game: &dyn AnyGame, text: &str) -> Result<(String, Vec<Entry>), TableError> {
    let replay = game.read_replay(&mut text.as_bytes()).map_err(TableError::new)?;
    let setup = replay.setup();
    let mut line = first_line(&*setup)?;
    let mut entries = Vec::new();
    for (number, step) in replay.steps().into_iter().enumerate() {
        // What everybody sees coming, or cannot see, is played by itself.
        if number < line.steps() {
            continue;
        }
        let entry = Entry::Step(step.notation);
        // Step n stands on line n + 1.
        line.play(&entry)
            .map_err(|error| TableError::new(format!("line {}: {error}", number + 2)))?;
        entries.push(entry);
    }
    Ok((setup.text(), entries))
}

/// A game that begins with a setup, as everybody sees it.
fn first_line(setup: &dyn AnySetup) -> Result<Line, TableError> {
    let first = setup.begin().map_err(TableError::new)?;
    Ok(Line::new(common_knowledge(&*first)))
}

fn read_table(game: &dyn AnyGame, text: &str, header: &Map<String, Value>) -> Result<(String, Vec<Entry>), TableError> {
    let setup = read_header(game, header)?;
    let mut line = first_line(&*setup)?;
    let mut entries = Vec::new();
    for (number, text) in (2..).zip(text.lines().skip(1)) {
        if text.trim().is_empty() {
            continue;
        }
        let entry = read_entry(number, text)?;
        let field = field_of(&entry);
        let played = play_for_everybody(&mut line, entry).map_err(|error| TableError {
            message: format!("line {number}, field `{field}`: {error}"),
            problems: error.problems,
        })?;
        entries.push(played);
    }
    match header.get("entries") {
        Some(count) if *count != entries.len() => {
            let found = format!("{count}, but {} lines with entries", entries.len());
            Err(wrong(1, "entries", &found, "as many lines as the header says"))
        }
        _ => Ok((setup.text(), entries)),
    }
}

/// Plays an entry of a file, which may say more than everybody may know: the entry without that.
fn play_for_everybody(line: &mut Line, entry: Entry) -> Result<Entry, TableError> {
    let entry = match entry {
        Entry::Position { text, overridden } => {
            let state = read_correction(&text, overridden, &*line.first)?;
            public_entry(&text, &*state, overridden)?
        }
        step => step,
    };
    line.play(&entry)?;
    Ok(entry)
}

fn read_header(game: &dyn AnyGame, header: &Map<String, Value>) -> Result<Box<dyn AnySetup>, TableError> {
    const KNOWN: [&str; 5] = ["heistlab", "format", "game", "setup", "entries"];
    for (field, expected) in [("game", Value::from(game.info().id)), ("format", Value::from(FORMAT))] {
        match header.get(field) {
            Some(found) if *found == expected => {}
            Some(found) => return Err(wrong(1, field, &show(found), &show(&expected))),
            None => return Err(wrong(1, field, "nothing", &show(&expected))),
        }
    }
    if let Some(unknown) = header.keys().find(|name| !KNOWN.contains(&name.as_str())) {
        let expected = format!("no fields here but {}", KNOWN.join(", "));
        return Err(wrong(1, unknown, "a field of this name", &expected));
    }
    let Some(setup) = header.get("setup") else {
        return Err(wrong(1, "setup", "nothing", "a setup"));
    };
    read_setup(game, &setup.to_string()).map_err(|error| TableError {
        message: format!("line 1, field `setup`: {error}"),
        problems: error.problems,
    })
}

/// The name of the field that an entry has in its line.
fn field_of(entry: &Entry) -> &'static str {
    match entry {
        Entry::Step(_) => "step",
        Entry::Position { .. } => "position",
    }
}

fn read_entry(number: usize, text: &str) -> Result<Entry, TableError> {
    let map = object(number, text)?;
    serde_json::from_value(Value::Object(map)).map_err(|error| {
        TableError::new(format!(
            "line {number}: found {} ({}); expected {{\"step\": ..}} or {{\"position\": {{\"text\": .., \
             \"overridden\": ..}}}}",
            format_args!("`{}`", shortened(text)),
            shortened(&json::message(&error)),
        ))
    })
}
