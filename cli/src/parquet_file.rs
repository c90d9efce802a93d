//! Tables as Parquet files.

use std::io;
use std::path::Path;
use std::sync::Arc;

use heist_agents::arena::table::{Column, Table, Values};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use crate::failure::Failure;
use crate::files::{Existing, write_atomically};

/// Writes a table whole or not at all, in the place of what is there.
pub fn write(table: &Table, path: &Path) -> Result<(), Failure> {
    write_atomically(path, Existing::Replace, |out| {
        out.write_all(&bytes(table).map_err(io::Error::other)?)
    })
}

fn bytes(table: &Table) -> Result<Vec<u8>, ParquetError> {
    let fields = table.columns.iter().map(|column| Ok(Arc::new(schema(column)?)));
    let schema = Type::group_type_builder(table.row)
        .with_fields(fields.collect::<Result<_, ParquetError>>()?)
        .build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for column in &table.columns {
        let Some(mut writer) = group.next_column()? else { break };
        write_values(&column.values, &mut writer)?;
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}

fn schema(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical, repetition) = match &column.values {
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
    Type::primitive_type_builder(&column.name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()
}

fn write_values(values: &Values, writer: &mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError> {
    match values {
        Values::Truth(values) => writer.typed::<BoolType>().write_batch(values, None, None),
        Values::Int(values) => writer.typed::<Int32Type>().write_batch(values, None, None),
        Values::Long(values) => {
            // Parquet stores them as if they had a sign.
            let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
            writer.typed::<Int64Type>().write_batch(&values, None, None)
        }
        Values::Real(values) => writer.typed::<DoubleType>().write_batch(values, None, None),
        Values::Perhaps(values) => {
            let there: Vec<f64> = values.iter().copied().flatten().collect();
            let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
            writer.typed::<DoubleType>().write_batch(&there, Some(&levels), None)
        }
        Values::Text(values) => {
            let texts: Vec<ByteArray> = values.iter().map(|text| ByteArray::from(text.as_str())).collect();
            writer.typed::<ByteArrayType>().write_batch(&texts, None, None)
        }
    }
}
