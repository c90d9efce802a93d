//! Games as bytes.
//!
//! A block is its head, of [`HEAD`] bytes, and its games: a list of [`RecordedGame`] in the layout of bincode,
//! compressed by zstd. The head begins with a mark by which the next block is found after a damaged one, and ends with
//! its own checksum, so that it can be trusted even if the games cannot.

use std::io::{self, Read};

use wincode::{SchemaRead, SchemaWrite};

use crate::record::RecordedGame;

/// What every block begins with.
pub(super) const MARK: [u8; 8] = *b"\x9eHLBLCK\n";

/// Bytes before the compressed games: the mark, the numbers and their checksum.
pub(super) const HEAD: usize = MARK.len() + NUMBERS + 4;

const NUMBERS: usize = 28;

/// A block holds at most this many bytes of games, compressed or not, so that no length in a file can claim much
/// memory.
pub(super) const LIMIT: u32 = 64 << 20;

/// A block ends early with the game that reaches this many bytes.
pub(super) const FULL: usize = 16 << 20;

/// Compression level: self-play takes far longer than the compression of its games.
const LEVEL: i32 = 6;

/// The numbers at the beginning of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, SchemaRead, SchemaWrite)]
pub(super) struct Head {
    /// Its place among the blocks of the shard, from 0.
    pub(super) number: u32,
    /// How many games it holds.
    pub(super) games: u32,
    /// The place of its first game in the shard, from 0.
    pub(super) first: u64,
    /// Bytes of the games.
    pub(super) raw: u32,
    /// Bytes of the games compressed, which follow the head.
    pub(super) packed: u32,
    /// CRC-32C of those.
    pub(super) checksum: u32,
}

impl Head {
    /// The head as [`HEAD`] bytes.
    fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = MARK.to_vec();
        bytes.extend(wincode::serialize(self).map_err(io::Error::other)?);
        bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// The head that stands at the beginning of some bytes, if one does whose checksum is right.
    pub(super) fn read(bytes: &[u8]) -> Option<Head> {
        let (checked, rest) = bytes.split_at_checked(HEAD - 4)?;
        let checksum = u32::from_le_bytes(*rest.first_chunk()?);
        let numbers = checked.strip_prefix(&MARK)?;
        if crc32c::crc32c(checked) != checksum {
            return None;
        }
        wincode::deserialize_exact(numbers).ok()
    }
}

/// The games of a block that is being filled.
#[derive(Debug)]
pub(super) struct Filling {
    raw: Vec<u8>,
    games: u32,
}

impl Filling {
    pub(super) fn new() -> Filling {
        // The length of the list, which is known when the block is full.
        Filling {
            raw: vec![0; size_of::<u64>()],
            games: 0,
        }
    }

    pub(super) fn games(&self) -> u32 {
        self.games
    }

    pub(super) fn is_full(&self) -> bool {
        self.raw.len() >= FULL
    }

    pub(super) fn add(&mut self, game: &RecordedGame) -> io::Result<()> {
        let before = self.raw.len();
        let written = wincode::serialize_into(&mut self.raw, game).map_err(io::Error::other);
        let fits = written.and_then(|()| {
            if self.raw.len() <= LIMIT as usize {
                Ok(())
            } else {
                Err(io::Error::other(format!(
                    "game {}: longer than the {LIMIT} bytes that a block may hold",
                    game.number
                )))
            }
        });
        match fits {
            Ok(()) => self.games += 1,
            Err(_) => self.raw.truncate(before),
        }
        fits
    }

    /// The block as bytes; afterwards it is empty.
    pub(super) fn take(&mut self, number: u32, first: u64) -> io::Result<Vec<u8>> {
        let (length, _) = self.raw.split_at_mut(size_of::<u64>());
        length.copy_from_slice(&u64::from(self.games).to_le_bytes());
        let packed = zstd::bulk::compress(&self.raw, LEVEL)?;
        let too_long = |_| io::Error::other(format!("block {number} is longer than {LIMIT} bytes"));
        let head = Head {
            number,
            games: self.games,
            first,
            raw: u32::try_from(self.raw.len()).map_err(too_long)?,
            packed: u32::try_from(packed.len()).map_err(too_long)?,
            checksum: crc32c::crc32c(&packed),
        };
        let mut bytes = head.bytes()?;
        bytes.extend(packed);
        *self = Filling::new();
        Ok(bytes)
    }
}

/// The games of a block; the error says what is wrong with them.
pub(super) fn unpack(head: &Head, packed: &[u8]) -> Result<Vec<RecordedGame>, String> {
    if crc32c::crc32c(packed) != head.checksum {
        return Err("its checksum does not match".to_owned());
    }
    let unreadable = |what: &dyn std::fmt::Display| format!("its games cannot be read: {what}");
    let mut raw = Vec::new();
    let mut decoder = zstd::stream::read::Decoder::new(packed).map_err(|error| unreadable(&error))?;
    let limited = decoder
        .window_log_max(LIMIT.ilog2())
        .map(|()| decoder.take(u64::from(head.raw) + 1));
    let read = limited.and_then(|mut limited| limited.read_to_end(&mut raw));
    read.map_err(|error| unreadable(&error))?;
    if raw.len() != head.raw as usize {
        return Err(unreadable(&format!("{} bytes, expected {}", raw.len(), head.raw)));
    }
    let games: Vec<RecordedGame> = wincode::deserialize_exact(&raw).map_err(|error| unreadable(&error))?;
    if games.len() == head.games as usize {
        Ok(games)
    } else {
        Err(unreadable(&format!("{} games, expected {}", games.len(), head.games)))
    }
}
