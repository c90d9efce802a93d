//! Columns of equal length as a Parquet file.

use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use crate::failure::Failure;
use crate::files::{Existing, write_atomically};

/// A column of the file.
struct Column {
    name: String,
    values: Values,
}

/// The values of a column, one a row.
pub enum Values {
    /// Yes or no.
    Truth(Vec<bool>),
    /// Of 32 bits with sign.
    Int(Vec<i32>),
    /// Of 64 bits without sign, which Parquet stores as if they had one.
    Long(Vec<i64>),
    /// Real numbers.
    Real(Vec<f64>),
    /// Absent where not measured.
    Perhaps(Vec<Option<f64>>),
    /// Texts.
    Text(Vec<String>),
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
            Values::Text(values) => {
                let texts: Vec<ByteArray> = values.iter().map(|text| ByteArray::from(text.as_str())).collect();
                writer.typed::<ByteArrayType>().write_batch(&texts, None, None)
            }
        }
    }
}

/// A file's columns.
pub struct Columns {
    /// What a row is.
    row: &'static str,
    columns: Vec<Column>,
}

impl Columns {
    /// No columns of rows that are each a `row`.
    pub fn new(row: &'static str) -> Columns {
        Columns {
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

    /// Writes the file whole or not at all, in the place of what is there.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        write_atomically(path, Existing::Replace, |out| {
            out.write_all(&self.bytes().map_err(io::Error::other)?)
        })
    }

    fn bytes(&self) -> Result<Vec<u8>, ParquetError> {
        let fields = self.columns.iter().map(|column| Ok(Arc::new(column.schema()?)));
        let schema = Type::group_type_builder(self.row)
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
