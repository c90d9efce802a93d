//! A shard that grows on the disk.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::ShardError;
use super::header::Header;
use super::read::{Damage, HEADER_LIMIT, Part, ShardReader};
use super::write::ShardWriter;
use crate::difference::Difference;
use crate::record::RecordedGame;

/// The extension of shards.
pub const EXTENSION: &str = "shard";

/// What the name of a shard that still grows has at its end.
const PART: &str = "part";

/// A shard that is written: under a temporary name as long as it grows, and under its own once it is complete.
///
/// Whatever interrupts it, opening it again with the same header goes on after the last block that was written, and
/// ends with the same bytes. One without a block may be begun anew with any header. What was there and is damaged is
/// told, see [`ShardFile::damage`].
#[derive(Debug)]
pub struct ShardFile {
    path: PathBuf,
    growing: PathBuf,
    /// `None` if it was complete before.
    writer: Option<ShardWriter<File>>,
    games: u64,
    damage: Vec<String>,
}

impl ShardFile {
    /// Begins the shard of a header, goes on with it, or finds that it is complete.
    ///
    /// # Errors
    /// When the file cannot be read or written, another run writes it, or it is a shard of another header.
    pub fn open(path: &Path, header: &Header) -> Result<ShardFile, ShardError> {
        let growing = growing(path);
        if path.exists() {
            let reader = ShardReader::open(path)?;
            compare(path, reader.header(), header)?;
            return Ok(ShardFile {
                path: path.to_owned(),
                growing,
                writer: None,
                games: header.games,
                damage: damage(reader, path)?,
            });
        }
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&growing);
        let file = file.map_err(ShardError::io(&growing))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ShardError::Busy(growing)),
            Err(TryLockError::Error(error)) => return Err(ShardError::io(&growing)(error)),
        }
        let mut damage = Vec::new();
        let writer = resume(file, &growing, header, &mut damage)?;
        Ok(ShardFile {
            path: path.to_owned(),
            growing,
            games: writer.games(),
            writer: Some(writer),
            damage,
        })
    }

    /// Whether a shard of this name is there, complete or not.
    pub fn is_begun(path: &Path) -> bool {
        path.exists() || growing(path).exists()
    }

    /// How many games it has, those included that are lost if the run is killed now.
    pub fn games(&self) -> u64 {
        self.writer.as_ref().map_or(self.games, ShardWriter::games)
    }

    /// What of the file that was there is damaged, in a line each.
    ///
    /// A shard that grows is cut before its first damaged block, and the games from there on are missing from it. A
    /// block that was not written to its end, which is what a killed run leaves, is no damage. A complete shard stays
    /// as it is: its damaged blocks are skipped by all who read it.
    pub fn damage(&self) -> &[String] {
        &self.damage
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// When it cannot be written; the blocks before are safe.
    pub fn add(&mut self, game: &RecordedGame) -> Result<(), ShardError> {
        let added = match &mut self.writer {
            Some(writer) => writer.add(game),
            None => Err(io::Error::other("the shard is complete")),
        };
        added.map_err(ShardError::io(&self.growing))
    }

    /// Gives it its own name, once all games are in it.
    ///
    /// # Errors
    /// When some are missing, or the file cannot be renamed.
    pub fn finish(self) -> Result<(), ShardError> {
        let Some(writer) = self.writer else { return Ok(()) };
        let file = writer.finish().map_err(ShardError::io(&self.growing))?;
        file.sync_all().map_err(ShardError::io(&self.growing))?;
        fs::rename(&self.growing, &self.path).map_err(ShardError::io(&self.path))?;
        // The rename itself is on the disk once the folder is. Not every file system can flush a folder; the file is
        // whole either way.
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            drop(folder.sync_all());
        }
        Ok(())
    }
}

/// The name of a shard as long as it grows.
fn growing(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(PART);
    PathBuf::from(name)
}

/// What is damaged in a complete shard, in a line each.
fn damage(mut reader: ShardReader<BufReader<File>>, path: &Path) -> Result<Vec<String>, ShardError> {
    let mut damage = Vec::new();
    while let Some(part) = reader.next_part()? {
        if let Part::Damage(found) = part {
            damage.push(format!("{}: {found}", path.display()));
        }
    }
    Ok(damage)
}

/// A writer after the last whole block before any damage of a file, which ends there from now on. If that loses more
/// than a block that was not written to its end, `damage` is told.
fn resume(file: File, path: &Path, header: &Header, damage: &mut Vec<String>) -> Result<ShardWriter<File>, ShardError> {
    let failed = || ShardError::io(path);
    let length = file.metadata().map_err(failed())?.len();
    let reader = match length {
        0 => None,
        // A header that was cut off is written again; of what is no header at all nothing is overwritten.
        _ => match ShardReader::new(BufReader::new(file.try_clone().map_err(failed())?), path) {
            Ok(reader) => Some(reader),
            Err(_) if is_beginning(&file, length, header).map_err(failed())? => None,
            Err(error) => return Err(error),
        },
    };
    let Some(mut reader) = reader else {
        return start(file, header).map_err(failed());
    };
    let (mut end, mut done) = (reader.position(), reader.done());
    if let Err(other) = compare(path, reader.header(), header) {
        // What ended before its first block has left nothing that could be lost.
        return match reader.next_part()? {
            None | Some(Part::Damage(Damage { is_end: true, .. })) => start(file, header).map_err(failed()),
            Some(_) => Err(other),
        };
    }
    while let Some(part) = reader.next_part()? {
        match part {
            Part::Block(_) => (end, done) = (reader.position(), reader.done()),
            Part::Damage(Damage { is_end: true, .. }) => break,
            Part::Damage(found) => {
                let Damage {
                    block,
                    games,
                    offset,
                    what,
                    ..
                } = found;
                damage.push(format!(
                    "{}: block {block} at byte {offset}: {what}; the shard is cut there, and its games from {} on are \
                     made again",
                    path.display(),
                    games.start
                ));
                break;
            }
        }
    }
    let (blocks, games) = done;
    let mut file = file;
    file.set_len(end).map_err(failed())?;
    file.seek(SeekFrom::Start(end)).map_err(failed())?;
    Ok(ShardWriter::after(file, header, blocks, games))
}

fn start(mut file: File, header: &Header) -> io::Result<ShardWriter<File>> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    ShardWriter::new(file, header)
}

/// Whether a file is the beginning of the line of a header: of this one, or of any that was cut off.
fn is_beginning(file: &File, length: u64, header: &Header) -> io::Result<bool> {
    use std::io::Read;
    const ANY: &[u8] = b"{\"heistlab\":\"shard\",";
    let line = serde_json::to_vec(header)?;
    if length > HEADER_LIMIT {
        return Ok(false);
    }
    let mut file = file;
    let mut found = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut found)?;
    let is_any = found.starts_with(ANY) && !found.contains(&b'\n');
    Ok(line.starts_with(&found) || is_any)
}

/// Whether a shard is the one that would be written.
fn compare(path: &Path, found: &Header, expected: &Header) -> Result<(), ShardError> {
    if found == expected {
        return Ok(());
    }
    let fields = |header: &Header| serde_json::to_value(header).expect("headers are plain data with text keys");
    let (found, expected) = (fields(found), fields(expected));
    let Difference { field, found, expected } = Difference::first(&found, &expected).unwrap_or_default();
    Err(ShardError::Other {
        path: path.to_owned(),
        field,
        found,
        expected,
    })
}

/// What a complete shard is to a run that would write one of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The same shard.
    Same,
    /// The beginning of it: as it would be if the run had fewer games.
    Beginning,
}

impl Standing {
    /// By the headers of both; `path` is the name of the shard that is there.
    ///
    /// # Errors
    /// When it is a shard of another run, as [`ShardFile::open`] says it, or has more games.
    pub fn of(path: &Path, found: &Header, expected: &Header) -> Result<Standing, ShardError> {
        let mut grown = found.clone();
        grown.games = found.games.max(expected.games);
        for (run, expected) in grown.runs.iter_mut().zip(&expected.runs) {
            run.games = run.games.max(expected.games);
        }
        match (found == expected, grown == *expected) {
            (true, _) => Ok(Standing::Same),
            (false, true) => Ok(Standing::Beginning),
            (false, false) => compare(path, found, expected).map(|()| Standing::Same),
        }
    }
}
