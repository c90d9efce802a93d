//! A row for every game of a run, as Parquet.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use heist_agents::arena::{Config, GameSummary, Tally};
use heist_engine::game::Game;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use crate::failure::Failure;
use crate::files::{Existing, write_atomically};

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

/// A column of the file.
struct Column {
    name: String,
    values: Values,
}

/// The values of a column, one a row.
enum Values {
    Truth(Vec<bool>),
    Int(Vec<i32>),
    /// Of 64 bits without sign, which Parquet stores as if they had one.
    Long(Vec<i64>),
    Real(Vec<f64>),
    /// Absent where not measured.
    Perhaps(Vec<Option<f64>>),
    Text(Vec<ByteArray>),
}

impl Column {
    fn schema(&self) -> Result<Type, ParquetError> {
        let (physical, logical, repetition) = match &self.values {
            Values::Truth(_) => (Physical::BOOLEAN, None, Repetition::REQUIRED),
            Values::Int(_) => (Physical::INT32, None, Repetition::REQUIRED),
            Values::Long(_) => {
                let unsigned = LogicalType::integer(64, false);
                (Physical::INT64, Some(unsigned), Repetition::REQUIRED)
            }
            Values::Real(_) => (Physical::DOUBLE, None, Repetition::REQUIRED),
            Values::Perhaps(_) => (Physical::DOUBLE, None, Repetition::OPTIONAL),
            Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        };
        Type::primitive_type_builder(&self.name, physical)
            .with_logical_type(logical)
            .with_repetition(repetition)
            .build()
    }

    fn write(&self, writer: &mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError> {
        match &self.values {
            Values::Truth(values) => writer.typed::<BoolType>().write_batch(values, None, None),
            Values::Int(values) => writer.typed::<Int32Type>().write_batch(values, None, None),
            Values::Long(values) => writer.typed::<Int64Type>().write_batch(values, None, None),
            Values::Real(values) => writer.typed::<DoubleType>().write_batch(values, None, None),
            Values::Perhaps(values) => {
                let there: Vec<f64> = values.iter().copied().flatten().collect();
                let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                writer.typed::<DoubleType>().write_batch(&there, Some(&levels), None)
            }
            Values::Text(values) => writer.typed::<ByteArrayType>().write_batch(values, None, None),
        }
    }
}

/// The games of a run, ready to be written.
pub struct GamesFile {
    columns: Vec<Column>,
}

impl GamesFile {
    /// The columns of a run's games.
    ///
    /// # Errors
    /// When the first deal is not playable.
    pub fn new<G: Game>(config: &Config<G>, rows: Rows) -> Result<GamesFile, Failure> {
        let rows = rows.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let seats = config.deal(0).map_err(Failure::input)?.world.seats();
        let mut columns = Vec::new();
        let mut column = |name: &str, values| {
            columns.push(Column {
                name: name.to_owned(),
                values,
            });
        };
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
        Ok(GamesFile { columns })
    }

    /// Writes the file whole or not at all, in the place of what is there.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        write_atomically(path, Existing::Replace, |out| {
            out.write_all(&self.bytes().map_err(io::Error::other)?)
        })
    }

    fn bytes(&self) -> Result<Vec<u8>, ParquetError> {
        let fields = self.columns.iter().map(|column| Ok(Arc::new(column.schema()?)));
        let schema = Type::group_type_builder("game")
            .with_fields(fields.collect::<Result<_, ParquetError>>()?)
            .build()?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut bytes = Vec::new();
        let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        for column in &self.columns {
            let Some(mut writer) = group.next_column()? else { break };
            column.write(&mut writer)?;
            writer.close()?;
        }
        group.close()?;
        file.close()?;
        Ok(bytes)
    }
}

fn list<T>(rows: &[Row], value: impl Fn(&Row) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

fn longs(rows: &[Row], value: impl Fn(&Row) -> u64) -> Values {
    Values::Long(list(rows, |row| value(row) as i64))
}

fn texts(rows: &[Row], value: impl Fn(&Row) -> String) -> Values {
    Values::Text(list(rows, |row| ByteArray::from(value(row).into_bytes())))
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
