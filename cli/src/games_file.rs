//! A row for every game of a run, as Parquet.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use heist_agents::arena::{Config, GameSummary, Tally};
use heist_engine::game::Game;

use crate::columns::{Columns, Values};
use crate::failure::Failure;

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

/// The games of a run, ready to be written.
pub struct GamesFile(Columns);

impl GamesFile {
    /// The columns of a run's games.
    ///
    /// # Errors
    /// When the first deal is not playable.
    pub fn new<G: Game>(config: &Config<G>, rows: Rows) -> Result<GamesFile, Failure> {
        let rows = rows.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let seats = config.deal(0).map_err(Failure::input)?.world.seats();
        let mut columns = Columns::new("game");
        let mut column = |name: &str, values| columns.add(name, values);
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
        for (place, name) in G::FIGURES.iter().enumerate() {
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
        Ok(GamesFile(columns))
    }

    /// Writes the file whole or not at all, in the place of what is there.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        self.0.write(path)
    }
}

fn list<T>(rows: &[Row], value: impl Fn(&Row) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

fn longs(rows: &[Row], value: impl Fn(&Row) -> u64) -> Values {
    Values::Long(list(rows, |row| value(row) as i64))
}

fn texts(rows: &[Row], value: impl Fn(&Row) -> String) -> Values {
    Values::Text(list(rows, value))
}

/// Each game's value with its luck taken off, as the report takes it: contestant by contestant, in the deals' order.
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
