//! The games of a shard, and what is damaged.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::ShardError;
use super::block::{self, HEAD, Head, LIMIT, MARK};
use super::header::{Header, HeaderError};
use crate::record::RecordedGame;

/// No header is longer, in bytes.
pub(super) const HEADER_LIMIT: u64 = 16 << 20;

/// Bytes that are searched for a mark at a time.
const WINDOW: usize = 1 << 16;

/// Some games of a shard.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its place among the blocks of the shard, from 0.
    pub number: u32,
    /// The place of its first game in the shard, from 0.
    pub first: u64,
    /// The games.
    pub games: Vec<RecordedGame>,
}

/// Something in a shard that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The first block that is damaged, by its place from 0.
    pub block: u32,
    /// The games that are lost by it, by their places from 0; none if what is damaged held no games that are not read.
    pub games: Range<u64>,
    /// Where it begins, in bytes from the beginning of the file.
    pub offset: u64,
    /// What is wrong.
    pub what: String,
    /// Whether only the end of the file is missing, as after a run that was killed: no byte that is there is damaged.
    pub is_end: bool,
}

impl Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {} at byte {}: {}", self.block, self.offset, self.what)?;
        match self.games.end - self.games.start {
            0 => write!(f, "; no games are lost"),
            1 => write!(f, "; game {} of the shard is lost", self.games.start),
            _ => write!(
                f,
                "; games {} to {} of the shard are lost",
                self.games.start,
                self.games.end - 1
            ),
        }
    }
}

/// What a shard is read as.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// Games.
    Block(Block),
    /// What was skipped.
    Damage(Damage),
}

/// Reads a shard block by block. What is damaged is named, skipped, and the next block searched for by its mark.
#[derive(Debug)]
pub struct ShardReader<R> {
    path: PathBuf,
    input: R,
    header: Header,
    /// Where the next block should be.
    at: u64,
    /// The block and the game that should come next.
    block: u32,
    game: u64,
    /// A block that was read after the damage that was told first.
    held: Option<Block>,
    is_over: bool,
}

impl ShardReader<BufReader<File>> {
    /// Opens a shard.
    ///
    /// # Errors
    /// When the file cannot be read, or its first line is no header of a shard.
    pub fn open(path: &Path) -> Result<Self, ShardError> {
        let file = File::open(path).map_err(ShardError::io(path))?;
        ShardReader::new(BufReader::new(file), path)
    }
}

impl<R: BufRead + Seek> ShardReader<R> {
    /// Reads a shard that begins where `input` stands, at its first byte. `path` is its name in errors.
    ///
    /// # Errors
    /// As [`open`](ShardReader::open).
    pub fn new(mut input: R, path: &Path) -> Result<Self, ShardError> {
        let mut line = Vec::new();
        let read = (&mut input).take(HEADER_LIMIT + 1).read_until(b'\n', &mut line);
        let length = read.map_err(ShardError::io(path))? as u64;
        let header = match line.split_last() {
            Some((b'\n', line)) => Header::read(line),
            _ if length > HEADER_LIMIT => Err(HeaderError::NotAShard("line 1: found a longer line".to_owned())),
            // Read nevertheless: what is no shard at all is not called cut off.
            _ => Header::read(&line).and(Err(HeaderError::NotAShard("line 1: it is cut off".to_owned()))),
        };
        Ok(ShardReader {
            path: path.to_owned(),
            input,
            header: header.map_err(ShardError::header(path))?,
            at: length,
            block: 0,
            game: 0,
            held: None,
            is_over: false,
        })
    }

    /// What the shard says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the last block ended that was read.
    pub(super) fn position(&self) -> u64 {
        self.at
    }

    /// Where the last block ended, and what came before it: blocks, games.
    pub(super) fn done(&self) -> (u32, u64) {
        (self.block, self.game)
    }

    /// All games that can be read, in their order; `damaged` is told of the others.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(mut self, mut damaged: impl FnMut(Damage)) -> Result<Vec<RecordedGame>, ShardError> {
        let mut games = Vec::new();
        while let Some(part) = self.next_part()? {
            match part {
                Part::Block(block) => games.extend(block.games),
                Part::Damage(damage) => damaged(damage),
            }
        }
        Ok(games)
    }

    /// The next block or what is damaged before it; `None` at the end.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_part(&mut self) -> Result<Option<Part>, ShardError> {
        let path = self.path.clone();
        self.read_part().map_err(ShardError::io(&path))
    }

    fn read_part(&mut self) -> io::Result<Option<Part>> {
        if let Some(block) = self.held.take() {
            return Ok(Some(Part::Block(block)));
        }
        if self.is_over {
            return Ok(None);
        }
        let (start, number, game) = (self.at, self.block, self.game);
        let mut problem = None;
        let block = loop {
            let found = match self.read_block()? {
                Found::Block(block) => break Some(block),
                Found::End => break None,
                Found::CutOff => ("it is cut off".to_owned(), true),
                Found::Problem(what) => (what, false),
            };
            problem.get_or_insert(found);
            match self.search(self.at + 1)? {
                Some(at) => self.at = at,
                None => break None,
            }
        };
        let next = match &block {
            Some(block) => block.first,
            None => {
                self.is_over = true;
                self.header.games
            }
        };
        if next > game && problem.is_none() {
            problem = Some(match &block {
                Some(_) => ("it is missing".to_owned(), false),
                None => ("the shard ends before it".to_owned(), true),
            });
        }
        let Some((what, is_cut_off)) = problem else {
            return Ok(block.map(Part::Block));
        };
        self.held = block;
        Ok(Some(Part::Damage(Damage {
            block: number,
            games: game..next,
            offset: start,
            what,
            is_end: is_cut_off && self.held.is_none(),
        })))
    }

    /// What stands where the next block should be; after a block, the position is that of its end.
    fn read_block(&mut self) -> io::Result<Found> {
        self.input.seek(SeekFrom::Start(self.at))?;
        let mut head = Vec::with_capacity(HEAD);
        (&mut self.input).take(HEAD as u64).read_to_end(&mut head)?;
        if head.is_empty() {
            return Ok(Found::End);
        }
        let problem = |what: &str| Ok(Found::Problem(what.to_owned()));
        if head.len() < HEAD {
            return Ok(Found::CutOff);
        }
        let Some(head) = Head::read(&head) else {
            return problem("there is no block whose head has the right checksum");
        };
        if head.first < self.game || head.number < self.block {
            return problem("it repeats a block that came before");
        }
        let is_within = head
            .first
            .checked_add(head.games.into())
            .is_some_and(|end| end <= self.header.games);
        if head.games == 0 || head.games > self.header.games_per_block || !is_within {
            return problem("it has other games than the header says");
        }
        if head.packed > LIMIT || head.raw > LIMIT {
            return Ok(Found::Problem(format!(
                "it is longer than the {LIMIT} bytes that a block may have"
            )));
        }
        let mut packed = Vec::new();
        (&mut self.input).take(head.packed.into()).read_to_end(&mut packed)?;
        if packed.len() < head.packed as usize {
            return Ok(Found::CutOff);
        }
        let games = match block::unpack(&head, &packed) {
            Ok(games) => games,
            Err(what) => return Ok(Found::Problem(what)),
        };
        if games.iter().any(|game| usize::from(game.run) >= self.header.runs.len()) {
            return problem("it has a game of a run that the header does not have");
        }
        self.at += (HEAD + packed.len()) as u64;
        self.block = head.number.saturating_add(1);
        self.game = head.first + u64::from(head.games);
        Ok(Found::Block(Block {
            number: head.number,
            first: head.first,
            games,
        }))
    }

    /// Where the next head stands whose checksum is right.
    fn search(&mut self, from: u64) -> io::Result<Option<u64>> {
        self.input.seek(SeekFrom::Start(from))?;
        let (mut at, mut window) = (from, Vec::new());
        loop {
            let length = (&mut self.input).take(WINDOW as u64).read_to_end(&mut window)?;
            let mut marks = window
                .windows(MARK.len())
                .enumerate()
                .filter(|(_, bytes)| *bytes == MARK);
            if let Some((place, _)) = marks.find(|(place, _)| Head::read(&window[*place..]).is_some()) {
                return Ok(Some(at + place as u64));
            }
            if length == 0 {
                return Ok(None);
            }
            // A head may begin in this window and end in the next one.
            let done = window.len().saturating_sub(HEAD - 1);
            window.drain(..done);
            at += done as u64;
        }
    }
}

/// What stands where a block should.
enum Found {
    Block(Block),
    /// The beginning of one, at the end of the file.
    CutOff,
    Problem(String),
    End,
}
