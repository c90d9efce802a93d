//! Rows as an NPZ file: NumPy's arrays in a zip.
//!
//! An array's header says how long it is, and the arrays of a zip come one after the other: so every column goes to a
//! temporary file first.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::Writer;
use super::columns::{Columns, List, Type, Values};

/// Writes rows as an NPZ file.
///
/// A list column is one array with all values; where the list of each row begins is in the array of the [list's
/// name](List::name) and `_offsets`. The array `metadata` has the bytes of a JSON text.
pub struct NpzWriter {
    metadata: String,
    columns: Vec<Spool>,
    /// In the order of [`List::ALL`].
    offsets: Vec<Spool>,
    /// Where the last list of each kind ends.
    ends: [u64; List::ALL.len()],
}

impl NpzWriter {
    /// A writer of columns like these. A folder is given for the temporary files, which take as much room as the file
    /// itself and have no names: nothing is left of them, whatever happens.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn new(columns: &Columns, metadata: &Value, folder: &Path) -> io::Result<NpzWriter> {
        let columns = columns.columns().iter();
        let spools = columns.map(|column| Spool::new(&column.name, column.values.type_of(), folder));
        let offsets = List::ALL.iter().map(|list| {
            let mut spool = Spool::new(&format!("{}_offsets", list.name()), Type::U64, folder)?;
            spool.add(&Values::U64(vec![0]))?;
            Ok(spool)
        });
        Ok(NpzWriter {
            metadata: metadata.to_string(),
            columns: spools.collect::<io::Result<_>>()?,
            offsets: offsets.collect::<io::Result<_>>()?,
            ends: [0; List::ALL.len()],
        })
    }
}

impl Writer for NpzWriter {
    fn write(&mut self, rows: &Columns, _: &mut dyn Write) -> io::Result<()> {
        for (spool, column) in self.columns.iter_mut().zip(rows.columns()) {
            spool.add(&column.values)?;
        }
        for ((spool, list), end) in self.offsets.iter_mut().zip(List::ALL).zip(&mut self.ends) {
            let ends: Vec<u64> = rows.offsets(list).iter().skip(1).map(|offset| *end + offset).collect();
            *end = ends.last().copied().unwrap_or(*end);
            spool.add(&Values::U64(ends))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, out: &mut dyn Write) -> io::Result<()> {
        let mut zip = ZipWriter::new_stream(out);
        let stored = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(true);
        zip.start_file("metadata.npy", stored)?;
        zip.write_all(&header("|u1", self.metadata.len() as u64))?;
        zip.write_all(self.metadata.as_bytes())?;
        for spool in self.columns.into_iter().chain(self.offsets) {
            zip.start_file(format!("{}.npy", spool.name), stored)?;
            zip.write_all(&header(descr(spool.of), spool.length))?;
            io::copy(&mut spool.read()?, &mut zip)?;
        }
        zip.finish()?;
        Ok(())
    }
}

/// An array on its way.
struct Spool {
    name: String,
    of: Type,
    length: u64,
    file: BufWriter<File>,
}

impl Spool {
    fn new(name: &str, of: Type, folder: &Path) -> io::Result<Spool> {
        Ok(Spool {
            name: name.to_owned(),
            of,
            length: 0,
            file: BufWriter::new(tempfile::tempfile_in(folder)?),
        })
    }

    fn add(&mut self, values: &Values) -> io::Result<()> {
        self.length += values.len() as u64;
        let file = &mut self.file;
        match values {
            Values::U32(values) => values.iter().try_for_each(|value| file.write_all(&value.to_le_bytes())),
            Values::U64(values) => values.iter().try_for_each(|value| file.write_all(&value.to_le_bytes())),
            Values::I32(values) => values.iter().try_for_each(|value| file.write_all(&value.to_le_bytes())),
            Values::F32(values) => values.iter().try_for_each(|value| file.write_all(&value.to_le_bytes())),
            Values::F64(values) => values.iter().try_for_each(|value| file.write_all(&value.to_le_bytes())),
        }
    }

    /// What was added, from the start.
    fn read(self) -> io::Result<BufReader<File>> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(BufReader::new(file))
    }
}

/// NumPy's name of a type.
fn descr(of: Type) -> &'static str {
    match of {
        Type::U32 => "<u4",
        Type::U64 => "<u8",
        Type::I32 => "<i4",
        Type::F32 => "<f4",
        Type::F64 => "<f8",
    }
}

/// The header of an array of one dimension, as the description of NumPy's format has it: version 1.0, a multiple of 64
/// bytes long.
fn header(descr: &str, length: u64) -> Vec<u8> {
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({length},), }}");
    let before = b"\x93NUMPY\x01\x00".len() + size_of::<u16>();
    let whole = (before + text.len() + 1).next_multiple_of(64);
    text.extend(std::iter::repeat_n(' ', whole - before - text.len() - 1));
    text.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((text.len() as u16).to_le_bytes());
    header.extend(text.into_bytes());
    header
}
