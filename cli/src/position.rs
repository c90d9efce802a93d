//! `heist position`: what a position is and what can happen in it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_draw::{Draw, Style};
use heist_engine::game::{Game, Node, Overrides};
use heist_engine::json;
use heist_engine::registry::GAMES;
use heist_engine::with_game;
use serde_json::{Map, Value, json};

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, JsonOption};
use crate::picture::SvgOption;
use crate::terminal::Table;

/// Draw a position and list what can happen in it
///
/// A position is a JSON file that says what is known about a game: who is where, which tiles are face up, what the
/// Guards do. What it leaves out is unknown. docs/formats.md describes the fields. A field `game` may name the game.
///
/// Example:
///
/// $ heist position docs/examples/table.json
///
/// Below the picture is what comes next: the legal actions of the player who decides, each with its notation and what
/// it does, or the possible outcomes of chance with their probabilities.
///
/// With --svg the picture is also written as an SVG file, for a web page or a document.
///
/// A position that contradicts itself or the rules is refused; every contradiction is listed with its line and field.
/// Those marked "may be overridden" are accepted with --override.
#[derive(Debug, Args)]
pub struct Options {
    /// The position
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The game, for a file that does not name it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Accept contradictions that may be overridden
    #[arg(long = "override")]
    overrides: bool,

    #[command(flatten)]
    json: JsonOption,

    #[command(flatten)]
    svg: SvgOption,
}

/// The fields that say what a file is rather than what the position is.
const HEADER: &[&str] = &["heistlab", "game", "format"];

/// Runs the command.
pub fn command(options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    let text = files::read_text(&options.file)?;
    let id = game_of(&text, &options.file, options.game.as_deref())?;
    with_game!(id.as_str(), G => show::<G>(&text, options, style, out), else name => Err(Failure::unknown_game(name)))
}

/// The game a file says it is about, or the one the user names, or the only one there is.
pub fn game_of(text: &str, path: &Path, given: Option<&str>) -> Result<String, Failure> {
    let value: Value = json::read(text).map_err(|error| Failure::file(path, error))?;
    let Value::Object(map) = value else {
        return Err(Failure::file(
            path,
            "line 1: found no object; expected the fields of a position",
        ));
    };
    let wrong = |field: &str, expected: String| Err(wrong_field(text, path, field, &map[field], &expected));
    if map.get("heistlab").is_some_and(|kind| kind != "position") {
        return wrong("heistlab", "\"position\"".to_owned());
    }
    let known: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
    let named = match map.get("game") {
        Some(Value::String(game)) if known.contains(&game.as_str()) => Some(game.clone()),
        Some(_) => return wrong("game", format!("one of: {}", known.join(", "))),
        None => None,
    };
    match (given, named) {
        (Some(given), Some(named)) if given != named => wrong("game", format!("\"{given}\", as --game says")),
        (_, Some(named)) => Ok(named),
        (Some(given), None) => Ok(given.to_owned()),
        (None, None) if known.len() == 1 => Ok(known[0].to_owned()),
        (None, None) => Err(Failure::file(
            path,
            format!(
                "does not name its game; expected a field `game` or --game with one of: {}",
                known.join(", ")
            ),
        )),
    }
}

fn wrong_field(text: &str, path: &Path, field: &str, found: &Value, expected: &str) -> Failure {
    let line = json::line_of(text, field);
    Failure::file(
        path,
        format!("line {line}, field `{field}`: found {found}; expected {expected}"),
    )
}

/// Reads a position and checks it.
pub fn load<G: Game>(text: &str, path: &Path, overrides: Overrides) -> Result<G, Failure> {
    let value: Value = json::read(text).map_err(|error| Failure::file(path, error))?;
    if let Some(format) = value.get("format").filter(|&format| *format != G::FORMAT) {
        let expected = format!("{}, the format of this release", G::FORMAT);
        return Err(wrong_field(text, path, "format", format, &expected));
    }
    let whole = json::read::<G::Position>(text);
    let position = match whole {
        Ok(position) => position,
        Err(_) => {
            let bare = json::without_fields(text, HEADER);
            json::read::<G::Position>(&bare).map_err(|error| Failure::file(path, error))?
        }
    };
    G::from_position(position, overrides).map_err(|refused| {
        let lines = refused.problems.iter().map(|problem| {
            let line = json::line_of(text, &problem.field);
            format!("line {line}, field `{}`: {}", problem.field, what(problem))
        });
        Failure::file(path, lines.collect::<Vec<_>>().join("\n"))
    })
}

fn what(problem: &heist_engine::Problem) -> String {
    match problem.waivable {
        true => format!("{} (may be overridden: --override)", problem.what),
        false => problem.what.clone(),
    }
}

fn show<G: Draw>(text: &str, options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    let overrides = if options.overrides {
        Overrides::Waivable
    } else {
        Overrides::None
    };
    let state: G = load(text, &options.file, overrides)?;
    options.json.check()?;
    options.svg.check()?;
    options.svg.write(&state, None)?;
    options.json.write(&described(&state), out)?;
    if !options.json.replaces_text() {
        write!(out, "{}", state.draw_text(style))?;
        writeln!(out)?;
        list(&state, out)?;
    }
    Ok(Done::Well)
}

/// Prints what can happen: the legal actions, or the outcomes with their probabilities.
fn list<G: Draw>(state: &G, out: &mut dyn Write) -> Result<(), Failure> {
    match state.node() {
        Node::Decision(_) => {
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            let mut table = Table::new(&["action", "what it does"], 2);
            for action in actions {
                table.row(vec![action.to_string(), state.explain(action)]);
            }
            table.print(out)?;
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let mut table = Table::new(&["outcome", "probability", "what it means"], 3);
            for (outcome, probability) in outcomes {
                table.row(vec![
                    outcome.to_string(),
                    format!("{probability:.6}"),
                    state.explain_outcome(outcome),
                ]);
            }
            table.print(out)?;
        }
        Node::Terminal => {}
    }
    Ok(())
}

/// The state for machines.
fn described<G: Draw>(state: &G) -> Value {
    let mut map = Map::new();
    map.insert("game".to_owned(), json!(G::ID));
    map.insert("key".to_owned(), json!(format!("{:016x}", state.key())));
    match state.node() {
        Node::Decision(seat) => {
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            let describe = |action: &G::Action| json!({"action": action, "explanation": state.explain(*action)});
            map.insert("node".to_owned(), json!("decision"));
            map.insert("seat".to_owned(), json!(seat));
            map.insert("actions".to_owned(), actions.iter().map(describe).collect());
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let describe = |(outcome, probability): &(G::Outcome, f64)| {
                let explanation = state.explain_outcome(*outcome);
                json!({"outcome": outcome, "probability": probability, "explanation": explanation})
            };
            map.insert("node".to_owned(), json!("chance"));
            map.insert("outcomes".to_owned(), outcomes.iter().map(describe).collect());
        }
        Node::Terminal => {
            let result = state
                .result()
                .map(|result| json!({"value": result.value, "ending": result.ending}));
            map.insert("node".to_owned(), json!("terminal"));
            map.insert("result".to_owned(), json!(result));
        }
    }
    map.insert("position".to_owned(), json!(state.position()));
    Value::Object(map)
}
