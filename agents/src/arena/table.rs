//! Tables: columns of equal length, and the one with a row for every game of a run.
//!
//! What is done with them (a Parquet file, a data frame) is up to others.

use std::sync::{Mutex, PoisonError};

use heist_engine::describe::kept_names;
use heist_engine::game::{Game, SetupError};

use super::config::Config;
use super::stats::Tally;
use super::summary::GameSummary;

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What a row is.
    pub row: &'static str,
    /// Its columns, of equal length.
    pub columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub values: Values,
}

/// The values of a column, one a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// Yes or no.
    Truth(Vec<bool>),
    /// Of 32 bits with sign.
    Int(Vec<i32>),
    /// Of 64 bits without sign.
    Long(Vec<u64>),
    /// Real numbers.
    Real(Vec<f64>),
    /// Absent where not measured.
    Perhaps(Vec<Option<f64>>),
    /// Texts.
    Text(Vec<String>),
}

impl Table {
    /// No columns of rows that are each a `row`.
    pub fn new(row: &'static str) -> Table {
        Table {
            row,
            columns: Vec::new(),
        }
    }

    /// One more column. All have as many values.
    pub fn add(&mut self, name: &str, values: Values) {
        self.columns.push(Column {
            name: name.to_owned(),
            values,
        });
    }
}

/// The games of a run as they come.
#[derive(Debug, Default)]
pub struct Rows(Mutex<Vec<Row>>);

/// A game.
#[derive(Debug)]
struct Row {
    deal: u64,
    place: usize,
    game: GameSummary,
}

impl Rows {
    /// The games of the next deal.
    pub fn add(&self, deal: u64, games: &[Option<GameSummary>]) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let games = games.iter().enumerate();
        rows.extend(games.filter_map(|(place, game)| {
            let game = game.clone()?;
            Some(Row { deal, place, game })
        }));
    }
}

/// A row for every game of a run (docs/formats.md lists the columns).
///
/// # Errors
/// When the first deal is not playable.
pub fn games_table<G: Game>(config: &Config<G>, rows: Rows) -> Result<Table, SetupError> {
    let rows = rows.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    let seats = config.deal(config.first)?.world.seats();
    let mut table = Table::new("game");
    let mut column = |name: &str, values| table.add(name, values);
    column("deal", longs(&rows, |row| row.deal));
    column("seed", longs(&rows, |_| config.seed));
    let contestant = |row: &Row| &config.contestants[row.place];
    column("contestant", texts(&rows, |row| contestant(row).name.clone()));
    for seat in 0..seats {
        let agent = |row: &Row| {
            let agents = contestant(row).agents(seats, row.deal);
            agents[seat.min(agents.len() - 1)].clone()
        };
        column(&format!("seat_{}", seat + 1), texts(&rows, agent));
    }
    column("value", Values::Real(list(&rows, |row| row.game.result.value)));
    column("win", Values::Truth(list(&rows, |row| row.game.result.is_win())));
    column("ending", texts(&rows, |row| row.game.result.ending.to_owned()));
    for (place, name) in kept_names(G::FIGURES).enumerate() {
        let name = format!("figure_{}", name.replace([' ', '-'], "_"));
        column(&name, Values::Int(list(&rows, |row| row.game.result.figures[place])));
    }
    column("decisions", longs(&rows, |row| row.game.decisions));
    column(
        "thinking_seconds",
        Values::Real(list(&rows, |row| row.game.thinking.time.as_secs_f64())),
    );
    column("timed_decisions", longs(&rows, |row| row.game.thinking.decisions));
    column("luck", Values::Perhaps(list(&rows, |row| row.game.luck)));
    column("luck_adjusted_value", Values::Perhaps(adjusted::<G>(config, &rows)));
    Ok(table)
}

fn list<T>(rows: &[Row], value: impl Fn(&Row) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

fn longs(rows: &[Row], value: impl Fn(&Row) -> u64) -> Values {
    Values::Long(list(rows, value))
}

fn texts(rows: &[Row], value: impl Fn(&Row) -> String) -> Values {
    Values::Text(list(rows, value))
}

/// Each game's luck-adjusted value, as in the report: contestant by contestant, in the deals' order.
fn adjusted<G: Game>(config: &Config<G>, rows: &[Row]) -> Vec<Option<f64>> {
    let mut adjusted = vec![None; rows.len()];
    for place in 0..config.contestants.len() {
        let own: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].place == place).collect();
        let mut tally = Tally::new::<G>();
        own.iter()
            .for_each(|&row| tally.add::<G>(rows[row].deal, &rows[row].game));
        for (row, value) in own.into_iter().zip(tally.luck_adjusted().into_iter().flatten()) {
            adjusted[row] = Some(value);
        }
    }
    adjusted
}
