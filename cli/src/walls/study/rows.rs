//! A row for every layout and agent of a study, as Parquet.

use heist_agents::arena::table::{Table, Values};
use heist_agents::arena::wilson;
use heist_engine::board::{MEASURES, square_name};

use super::entry::Entry;
use super::found::Found;

/// The columns of a study.
pub fn columns(entries: &[Entry], found: &Found) -> Table {
    let agents = found.agents.len();
    let rows: Vec<(&Entry, usize)> = entries
        .iter()
        .flat_map(|entry| (0..agents).map(move |agent| (entry, agent)))
        .collect();
    let reals = |value: &dyn Fn(&Entry, usize) -> f64| {
        Values::Real(rows.iter().map(|(entry, agent)| value(entry, *agent)).collect())
    };
    let longs = |value: &dyn Fn(&Entry, usize) -> u64| {
        Values::Long(rows.iter().map(|(entry, agent)| value(entry, *agent)).collect())
    };
    let texts = |value: &dyn Fn(&Entry, usize) -> String| {
        Values::Text(rows.iter().map(|(entry, agent)| value(entry, *agent)).collect())
    };
    let games = |entry: &Entry, agent: usize| entry.games[agent].len() as u64;
    let interval = |entry: &Entry, agent: usize| wilson(entry.wins(agent), games(entry, agent));
    let mut table = Table::new("layout");
    table.add("layout", longs(&|entry, _| entry.number));
    table.add("seed", longs(&|_, _| found.seed));
    table.add("scenario", texts(&|_, _| found.scenario.to_owned()));
    table.add("agent", texts(&|_, agent| found.agents[agent].agent.clone()));
    table.add("games", longs(&games));
    table.add("wins", longs(&|entry, agent| entry.wins(agent)));
    table.add("win_rate", reals(&|entry, agent| entry.rate(agent)));
    table.add("win_rate_low", reals(&|entry, agent| interval(entry, agent)[0]));
    table.add("win_rate_high", reals(&|entry, agent| interval(entry, agent)[1]));
    table.add(
        "empty_space",
        texts(&|entry, _| entry.layout.space.map_or(String::new(), square_name)),
    );
    table.add("drawing", texts(&|entry, _| entry.layout.to_string()));
    for (place, measure) in MEASURES.iter().enumerate() {
        let name = measure.name.replace('-', "_");
        table.add(&name, reals(&|entry, _| entry.measures[place]));
        for floor in 0..entries.first().map_or(0, |entry| entry.floors.len()) {
            let value = |entry: &Entry, _: usize| entry.floors[floor].values()[place];
            table.add(&format!("floor_{}_{name}", floor + 1), reals(&value));
        }
    }
    table
}
