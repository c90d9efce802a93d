//! `heist position`: what a position is and what can happen in it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_draw::Style;
use heist_draw::any::{ExplainedBranch, draw_text, explain_all};
use heist_engine::any::{self, AnyGame, AnyState, PositionFault};
use heist_engine::game::{Node, Overrides};
use heist_engine::json;
use serde_json::{Map, Value, json};

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, JsonOption};
use crate::picture::SvgOption;
use crate::terminal::Table;

/// Draw a position and list what can happen in it
///
/// A position is a JSON file that says what is known about a game: who is where, which tiles are face up, what the
/// Guards do. What it leaves out is unknown. docs/games describes the fields. A field `game` may name the game.
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

/// Runs the command.
pub fn command(options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    let text = files::read_text(&options.file)?;
    let id = game_of(&text, &options.file, options.game.as_deref())?;
    let game = any::find(&id).ok_or_else(|| Failure::unknown_game(&id))?;
    show(game, &text, options, style, out)
}

/// The game a file says it is about, or the one the user names, or the only one there is.
pub fn game_of(text: &str, path: &Path, given: Option<&str>) -> Result<String, Failure> {
    if let Some(name) = given.filter(|name| any::find_info(name).is_none()) {
        return Err(Failure::unknown_game(name));
    }
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
    let known: Vec<&str> = any::infos().map(|game| game.id).collect();
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

/// Reads a position of a game and checks it.
pub fn load(game: &dyn AnyGame, text: &str, path: &Path, overrides: Overrides) -> Result<Box<dyn AnyState>, Failure> {
    game.read_position(text, overrides).map_err(|fault| match fault {
        PositionFault::Read(error) => Failure::file(path, error),
        PositionFault::Header { .. } => Failure::file(path, fault),
        PositionFault::Contradictory { problems, .. } => {
            let lines = problems.iter().map(|problem| {
                let line = json::line_of(text, &problem.field);
                format!("line {line}, field `{}`: {}", problem.field, what(problem))
            });
            Failure::file(path, lines.collect::<Vec<_>>().join("\n"))
        }
    })
}

fn what(problem: &heist_engine::Problem) -> String {
    if problem.waivable {
        format!("{} (may be overridden: --override)", problem.what)
    } else {
        problem.what.clone()
    }
}

fn show(game: &dyn AnyGame, text: &str, options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    let overrides = if options.overrides {
        Overrides::Waivable
    } else {
        Overrides::None
    };
    let state = load(game, text, &options.file, overrides)?;
    options.json.check()?;
    options.svg.check()?;
    let drawn = options.svg.write(&*state, None);
    let branches = explain_all(&*state);
    options
        .json
        .write_and_print(&described(&*state, &branches)?, out, |out| {
            write!(out, "{}", draw_text(&*state, style))?;
            writeln!(out)?;
            list(state.node(), &branches, out)
        })?;
    drawn.map(|()| Done::Well)
}

/// Prints what can happen: the legal actions, or the outcomes with their probabilities.
fn list(node: Node, branches: &[ExplainedBranch], out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = match node {
        Node::Decision(_) => Table::new(&["action", "what it does"], 2),
        Node::Chance => Table::new(&["outcome", "probability", "what it means"], 3),
        Node::Terminal => return Ok(()),
    };
    for branch in branches {
        let probability = branch.probability.map(|probability| format!("{probability:.6}"));
        let cells = [Some(branch.notation.clone()), probability, Some(branch.text.clone())];
        table.row(cells.into_iter().flatten().collect());
    }
    table.print(out)?;
    Ok(())
}

/// The state for machines.
fn described(state: &dyn AnyState, branches: &[ExplainedBranch]) -> Result<Value, Failure> {
    let mut map = Map::new();
    map.insert("game".to_owned(), json!(state.game().info().id));
    map.insert("key".to_owned(), json!(format!("{:016x}", state.key())));
    match state.node() {
        Node::Decision(seat) => {
            let describe = |branch: &ExplainedBranch| json!({"action": branch.notation, "explanation": branch.text});
            map.insert("node".to_owned(), json!("decision"));
            map.insert("seat".to_owned(), json!(seat));
            map.insert("actions".to_owned(), branches.iter().map(describe).collect());
        }
        Node::Chance => {
            let describe = |branch: &ExplainedBranch| {
                json!({
                    "outcome": branch.notation,
                    "probability": branch.probability,
                    "explanation": branch.text,
                })
            };
            map.insert("node".to_owned(), json!("chance"));
            map.insert("outcomes".to_owned(), branches.iter().map(describe).collect());
        }
        Node::Terminal => {
            let result = state
                .result()
                .map(|result| json!({"value": result.value, "ending": result.ending}));
            map.insert("node".to_owned(), json!("terminal"));
            map.insert("result".to_owned(), json!(result));
        }
    }
    let position: Value = serde_json::from_str(&state.position()).map_err(Failure::input)?;
    map.insert("position".to_owned(), position);
    Ok(Value::Object(map))
}
