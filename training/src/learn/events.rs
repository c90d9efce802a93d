//! Metrics as an event file of TensorBoard.
//!
//! Written here because no maintained crate writes them. The file is a row of TFRecords, each with its length, the
//! masked CRC32C of that, an `Event` in the wire format of Protocol Buffers, and the masked CRC32C of the event. Field
//! numbers are those of TensorFlow's `event.proto` and `summary.proto`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Appends to an event file.
#[derive(Debug)]
pub struct EventWriter {
    path: PathBuf,
    file: File,
}

impl EventWriter {
    /// Begins a new file in a folder. What earlier files of the folder say of `step` and later counts for nothing any
    /// more.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(folder: &Path, step: u64) -> io::Result<EventWriter> {
        let seconds = since_epoch().as_secs();
        let mut number = 0;
        loop {
            // TensorBoard reads the files of a folder in the order of their names.
            let path = folder.join(format!("events.out.tfevents.{seconds:010}.{number:03}.heist"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let mut writer = EventWriter { path, file };
                    writer.begin(step)?;
                    return Ok(writer);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds numbers that were measured at a step, each with its tag.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add<'a>(&mut self, step: u64, numbers: impl IntoIterator<Item = (&'a str, f64)>) -> io::Result<()> {
        let mut summary = Vec::new();
        for (tag, number) in numbers {
            let mut value = Vec::new();
            put_bytes(&mut value, 1, tag.as_bytes());
            put_fixed32(&mut value, 2, (number as f32).to_bits());
            put_bytes(&mut summary, 1, &value);
        }
        self.write(step, |event| put_bytes(event, 5, &summary))
    }

    fn begin(&mut self, step: u64) -> io::Result<()> {
        self.write(0, |event| put_bytes(event, 3, b"brain.Event:2"))?;
        /// `SessionLog.START`: the reader drops what it has of this step and later.
        const START: u64 = 1;
        let mut log = Vec::new();
        put_number(&mut log, 1, START);
        self.write(step, |event| put_bytes(event, 7, &log))
    }

    fn write(&mut self, step: u64, add_what: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let mut event = Vec::new();
        put_fixed64(&mut event, 1, since_epoch().as_secs_f64().to_bits());
        put_number(&mut event, 2, step);
        add_what(&mut event);
        let length = (event.len() as u64).to_le_bytes();
        let mut record = length.to_vec();
        record.extend(masked_crc(&length).to_le_bytes());
        record.extend(&event);
        record.extend(masked_crc(&event).to_le_bytes());
        self.file.write_all(&record)
    }
}

fn since_epoch() -> Duration {
    // A clock before 1970 is as good as none.
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
}

/// The checksum of TFRecords: rotated and shifted, so that the checksum of a text with a checksum in it is no special
/// number.
fn masked_crc(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8)
}

/// The wire types of Protocol Buffers.
const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const BYTES: u64 = 2;
const FIXED32: u64 = 5;

fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_number(out: &mut Vec<u8>, field: u64, number: u64) {
    put_varint(out, field << 3 | VARINT);
    put_varint(out, number);
}

fn put_fixed64(out: &mut Vec<u8>, field: u64, bits: u64) {
    put_varint(out, field << 3 | FIXED64);
    out.extend(bits.to_le_bytes());
}

fn put_fixed32(out: &mut Vec<u8>, field: u64, bits: u32) {
    put_varint(out, field << 3 | FIXED32);
    out.extend(bits.to_le_bytes());
}

fn put_bytes(out: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    put_varint(out, field << 3 | BYTES);
    put_varint(out, bytes.len() as u64);
    out.extend(bytes);
}
