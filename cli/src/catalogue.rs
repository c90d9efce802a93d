//! `heist games` and `heist agents`: what there is.

use std::io::{self, Write};

use clap::Args;
use heist_agents::heuristics::has_expert;
use heist_agents::spec;
use heist_draw::Style;
use heist_engine::any::{self, AnyGame};
use serde_json::{Value, json};

use crate::failure::{Done, Outcome};
use crate::files::JsonOption;
use crate::setup::{self, help, value_name};
use crate::terminal::{Table, wrapped};

/// List the games, or describe one
///
/// Prints a row for each game: the name that commands take, the full name, the version of its file formats, whether it
/// has a rule-based expert for the agent `heuristic`, its scenarios, of which the first is the default, and the ways a
/// game can end, wins first. With GAME, everything that a setup of that game can say, and the figures that describe how
/// a game went. --json has all of this for every game that is listed.
///
/// Examples:
///
/// $ heist games
///
/// $ heist games burgle-bros
///
/// $ heist games --json games.json
#[derive(Debug, Args)]
pub struct GamesOptions {
    /// The game to describe; all are listed if it is left out
    #[arg(value_name = "GAME")]
    game: Option<String>,

    #[command(flatten)]
    json: JsonOption,
}

/// List the agents and their options
///
/// Prints each agent with its options: the values that an option takes, its default and what it does. Commands take an
/// agent as its name, or as its name with options: name:option=value,option=value. A value may contain anything except
/// a comma.
///
/// Examples:
///
/// $ heist agents
///
/// $ heist arena burgle-bros --agents random,heuristic
#[derive(Debug, Args)]
pub struct AgentsOptions {
    #[command(flatten)]
    json: JsonOption,
}

/// Runs `heist games`.
pub fn games(options: &GamesOptions, style: &Style, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let asked = match &options.game {
        Some(name) => Some(setup::game(name)?),
        None => None,
    };
    let listed = any::games()
        .iter()
        .filter(|game| asked.is_none_or(|asked| asked.info().id == game.info().id));
    let described: Vec<Value> = listed
        .map(|&any| {
            let game = any.info();
            json!({
                "game": game.id,
                "name": game.name,
                "format": game.format,
                "heuristic": has_expert(any),
                "scenarios": game.scenarios,
                "endings": game.endings,
                "figures": game.figures,
                "setup": game.setup,
                "purposes": game.purposes,
            })
        })
        .collect();
    options.json.write_and_print(&described, out, |out| match asked {
        Some(game) => Ok(describe(game, style, out)?),
        None => {
            list(out)?;
            Ok(writeln!(
                out,
                "\n`heist games GAME` describes the setup and the figures of a game."
            )?)
        }
    })?;
    Ok(Done::Well)
}

/// A row for each game.
fn list(out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(&["game", "name", "format", "heuristic", "scenarios", "endings"], 6);
    for &any in any::games() {
        let game = any.info();
        let expert = if has_expert(any) { "yes" } else { "no" };
        let cells = [
            game.id,
            game.name,
            &game.format.to_string(),
            expert,
            &game.scenarios.join(", "),
            &game.endings.join(", "),
        ];
        table.row(cells.map(str::to_owned).to_vec());
    }
    table.print(out)
}

/// What a setup of a game can say, and its figures.
fn describe(any: &dyn AnyGame, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let game = any.info();
    let expert = if has_expert(any) { "with a" } else { "with no" };
    writeln!(
        out,
        "{} ({}), format {}, {expert} rule-based expert",
        game.name, game.id, game.format
    )?;
    writeln!(out, "\nSetup: options of commands, fields of files")?;
    for field in game.setup {
        writeln!(out, "  --{} {}", field.name, value_name(field))?;
        paragraph(&help(field), 6, style, out)?;
    }
    writeln!(out, "\nFigures")?;
    for figure in game.figures {
        let kept = if figure.is_kept { "" } else { " (not kept in results)" };
        writeln!(out, "  {}", figure.name)?;
        paragraph(&format!("{}{kept}", figure.help), 6, style, out)?;
    }
    writeln!(out, "\nEndings, wins first\n  {}", game.endings.join(", "))
}

/// A text, indented and broken to the width.
fn paragraph(text: &str, indent: usize, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let lines = wrapped(text, style.width.saturating_sub(indent), 0);
    lines.iter().try_for_each(|line| writeln!(out, "{:indent$}{line}", ""))
}

/// Runs `heist agents`.
pub fn agents(options: &AgentsOptions, style: &Style, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let described: Vec<Value> = spec::agents()
        .map(|agent| {
            let options = agent.options.iter().map(|option| {
                json!({
                    "option": option.name,
                    "values": option.kind.to_string(),
                    "default": option.default,
                    "meaning": option.meaning,
                })
            });
            json!({
                "agent": agent.name,
                "summary": agent.summary,
                "least_per_move": agent.least_per_move,
                "options": options.collect::<Vec<_>>(),
            })
        })
        .collect();
    options
        .json
        .write_and_print(&described, out, |out| Ok(list_agents(style, out)?))?;
    Ok(Done::Well)
}

/// The agents with their options.
fn list_agents(style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for (place, agent) in spec::agents().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", agent.name)?;
        paragraph(agent.summary, 4, style, out)?;
        for option in agent.options {
            let default = option
                .default
                .map_or("must be given".to_owned(), |value| format!("default: {value}"));
            writeln!(out, "  {}= {} [{default}]", option.name, option.kind)?;
            paragraph(option.meaning, 6, style, out)?;
        }
    }
    Ok(())
}
