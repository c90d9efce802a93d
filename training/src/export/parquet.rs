//! Rows as a Parquet file.

use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type as Schema;
use serde_json::Value;

use super::Writer;
use super::columns::{Column, Columns, Type, Values};

/// Writes rows as a Parquet file, a row group at a time.
pub struct ParquetWriter {
    /// What it writes is taken away after each row group.
    file: SerializedFileWriter<Vec<u8>>,
}

impl ParquetWriter {
    /// A writer of columns like these. The metadata is the value of the key `heistlab`.
    ///
    /// # Errors
    /// Never for columns of a game: their names make a schema.
    pub fn new(columns: &Columns, metadata: &Value) -> io::Result<ParquetWriter> {
        let fields = columns.columns().iter().map(|column| Ok(Arc::new(schema(column)?)));
        let fields: Result<Vec<_>, ParquetError> = fields.collect();
        let schema = Schema::group_type_builder("decision")
            .with_fields(fields.map_err(io::Error::other)?)
            .build();
        let about = KeyValue::new("heistlab".to_owned(), metadata.to_string());
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(vec![about]))
            .build();
        let schema = Arc::new(schema.map_err(io::Error::other)?);
        let file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties));
        Ok(ParquetWriter {
            file: file.map_err(io::Error::other)?,
        })
    }

    fn write_group(&mut self, rows: &Columns) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for column in rows.columns() {
            let Some(mut writer) = group.next_column()? else { break };
            let levels = column.list.map(|list| levels(rows.offsets(list)));
            write_values(&column.values, levels.as_ref(), &mut writer)?;
            writer.close()?;
        }
        group.close()?;
        self.file.flush()?;
        Ok(())
    }
}

impl Writer for ParquetWriter {
    fn write(&mut self, rows: &Columns, out: &mut dyn io::Write) -> io::Result<()> {
        self.write_group(rows).map_err(io::Error::other)?;
        out.write_all(&std::mem::take(self.file.inner_mut()))
    }

    fn finish(self: Box<Self>, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(&self.file.into_inner().map_err(io::Error::other)?)
    }
}

/// How the values of a list column lie in its rows, in Parquet's terms.
struct Levels {
    /// For every value 1, for every empty list 0.
    definition: Vec<i16>,
    /// For every first value and every empty list 0, for the other values 1.
    repetition: Vec<i16>,
}

fn levels(offsets: &[u64]) -> Levels {
    let mut levels = Levels {
        definition: Vec::new(),
        repetition: Vec::new(),
    };
    for row in offsets.windows(2) {
        let length = (row[1] - row[0]) as usize;
        levels.definition.push(i16::from(length > 0));
        levels.repetition.push(0);
        let longer = levels.definition.len() + length.saturating_sub(1);
        levels.definition.resize(longer, 1);
        levels.repetition.resize(longer, 1);
    }
    levels
}

fn schema(column: &Column) -> Result<Schema, ParquetError> {
    let Some(_) = column.list else {
        return primitive(&column.name, column.values.type_of());
    };
    let list = Schema::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(primitive("element", column.values.type_of())?)])
        .build()?;
    Schema::group_type_builder(&column.name)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::List))
        .with_converted_type(ConvertedType::LIST)
        .with_fields(vec![Arc::new(list)])
        .build()
}

fn primitive(name: &str, of: Type) -> Result<Schema, ParquetError> {
    let (physical, logical) = match of {
        Type::U32 => (Physical::INT32, Some(LogicalType::integer(32, false))),
        Type::U64 => (Physical::INT64, Some(LogicalType::integer(64, false))),
        Type::I32 => (Physical::INT32, None),
        Type::F32 => (Physical::FLOAT, None),
        Type::F64 => (Physical::DOUBLE, None),
    };
    Schema::primitive_type_builder(name, physical)
        .with_logical_type(logical)
        .with_repetition(Repetition::REQUIRED)
        .build()
}

fn write_values(
    values: &Values,
    levels: Option<&Levels>,
    writer: &mut SerializedColumnWriter<'_>,
) -> Result<usize, ParquetError> {
    let (definition, repetition) = match levels {
        Some(levels) => (Some(&*levels.definition), Some(&*levels.repetition)),
        None => (None, None),
    };
    match values {
        // Parquet stores numbers without a sign as if they had one.
        Values::U32(values) => {
            let values: Vec<i32> = values.iter().map(|&value| value as i32).collect();
            writer.typed::<Int32Type>().write_batch(&values, definition, repetition)
        }
        Values::U64(values) => {
            let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
            writer.typed::<Int64Type>().write_batch(&values, definition, repetition)
        }
        Values::I32(values) => writer.typed::<Int32Type>().write_batch(values, definition, repetition),
        Values::F32(values) => writer.typed::<FloatType>().write_batch(values, definition, repetition),
        Values::F64(values) => writer.typed::<DoubleType>().write_batch(values, definition, repetition),
    }
}
