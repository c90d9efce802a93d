//! `heist games` and `heist agents`: what there is.

use std::io::Write;

use clap::Args;
use heist_agents::{AGENTS, Heuristics};
use heist_engine::registry::GAMES;
use heist_engine::with_game;
use serde_json::{Value, json};

use crate::failure::{Done, Outcome};
use crate::files::JsonOption;
use crate::terminal::Table;

/// List the games
///
/// Prints a row for each game: the name that commands take, the full name, the version of its file formats, whether it
/// has a rule-based expert for the agent `heuristic`, its scenarios, of which the first is the default, and the ways a
/// game can end, wins first.
///
/// Example:
///
/// $ heist games --json games.json
#[derive(Debug, Args)]
pub struct GamesOptions {
    #[command(flatten)]
    json: JsonOption,
}

/// List the agents and their options
///
/// Prints a row for each agent, followed by a row for each of its options: the values it takes, its default and what it
/// does. Commands take an agent as its name, or as its name with options: name:option=value,option=value. A value may
/// contain anything except a comma.
///
/// Example:
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
pub fn games(options: &GamesOptions, out: &mut dyn Write) -> Outcome {
    let has_expert = |id: &str| with_game!(id, G => <G as Heuristics>::HEURISTIC.is_some(), else _name => false);
    let described: Vec<Value> = GAMES
        .iter()
        .map(|game| {
            json!({
                "game": game.id,
                "name": game.name,
                "format": game.format,
                "heuristic": has_expert(game.id),
                "scenarios": game.scenarios,
                "endings": game.endings,
                "figures": game.figures,
                "setup": game.setup,
                "purposes": game.purposes,
            })
        })
        .collect();
    options.json.write(&described, out)?;
    if !options.json.replaces_text() {
        let mut table = Table::new(&["game", "name", "format", "heuristic", "scenarios", "endings"], 6);
        for game in GAMES {
            let expert = if has_expert(game.id) { "yes" } else { "no" };
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
        table.print(out)?;
    }
    Ok(Done::Well)
}

/// Runs `heist agents`.
pub fn agents(options: &AgentsOptions, out: &mut dyn Write) -> Outcome {
    let described: Vec<Value> = AGENTS
        .iter()
        .map(|agent| {
            let options = agent.options.iter().map(|option| {
                json!({
                    "option": option.name,
                    "values": option.kind.to_string(),
                    "default": option.default,
                    "meaning": option.meaning,
                })
            });
            json!({"agent": agent.name, "summary": agent.summary, "options": options.collect::<Vec<_>>()})
        })
        .collect();
    options.json.write(&described, out)?;
    if !options.json.replaces_text() {
        let mut table = Table::new(&["agent", "values", "default", "what it does"], 4);
        for agent in AGENTS {
            table.row(vec![
                agent.name.to_owned(),
                String::new(),
                String::new(),
                agent.summary.to_owned(),
            ]);
            for option in agent.options {
                let default = option.default.unwrap_or("(must be given)");
                let cells = [
                    format!("  {}=", option.name),
                    option.kind.to_string(),
                    default.to_owned(),
                ];
                table.row(cells.into_iter().chain([option.meaning.to_owned()]).collect());
            }
        }
        table.print(out)?;
    }
    Ok(Done::Well)
}
