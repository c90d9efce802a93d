//! A row for every layout and agent of a study, as Parquet.

use heist_agents::arena::wilson;
use heist_engine::board::{MEASURES, square_name};

use super::study::{Entry, Found};
use crate::columns::{Columns, Values};

/// The columns of a study.
pub fn columns(entries: &[Entry], found: &Found) -> Columns {
    let agents = found.agents.len();
    let rows: Vec<(&Entry, usize)> = entries
        .iter()
        .flat_map(|entry| (0..agents).map(move |agent| (entry, agent)))
        .collect();
    let reals = |value: &dyn Fn(&Entry, usize) -> f64| {
        Values::Real(rows.iter().map(|(entry, agent)| value(entry, *agent)).collect())
    };
    let longs = |value: &dyn Fn(&Entry, usize) -> u64| {
        Values::Long(rows.iter().map(|(entry, agent)| value(entry, *agent) as i64).collect())
    };
    let texts = |value: &dyn Fn(&Entry, usize) -> String| {
        Values::Text(rows.iter().map(|(entry, agent)| value(entry, *agent)).collect())
    };
    let games = |entry: &Entry, agent: usize| entry.games[agent].len() as u64;
    let interval = |entry: &Entry, agent: usize| wilson(entry.wins(agent), games(entry, agent));
    let mut columns = Columns::new("layout");
    columns.add("layout", longs(&|entry, _| entry.number));
    columns.add("seed", longs(&|_, _| found.seed));
    columns.add("scenario", texts(&|_, _| found.scenario.to_owned()));
    columns.add("agent", texts(&|_, agent| found.agents[agent].agent.clone()));
    columns.add("games", longs(&games));
    columns.add("wins", longs(&|entry, agent| entry.wins(agent)));
    columns.add("win_rate", reals(&|entry, agent| entry.rate(agent)));
    columns.add("win_rate_low", reals(&|entry, agent| interval(entry, agent)[0]));
    columns.add("win_rate_high", reals(&|entry, agent| interval(entry, agent)[1]));
    columns.add(
        "empty_space",
        texts(&|entry, _| entry.layout.space.map_or(String::new(), square_name)),
    );
    columns.add("drawing", texts(&|entry, _| entry.layout.to_string()));
    for (place, measure) in MEASURES.iter().enumerate() {
        let name = measure.name.replace('-', "_");
        columns.add(&name, reals(&|entry, _| entry.measures[place]));
        for floor in 0..entries.first().map_or(0, |entry| entry.floors.len()) {
            let value = |entry: &Entry, _: usize| entry.floors[floor].values()[place];
            columns.add(&format!("floor_{}_{name}", floor + 1), reals(&value));
        }
    }
    columns
}
