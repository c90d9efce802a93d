//! The bytes of shards: what is damaged is named and skipped, and nothing else is lost.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Write};
use std::path::Path;

use heist_engine::random::{below, stream};
use heist_training::record::RecordedGame;
use heist_training::shard::{Damage, Part, ShardError, ShardReader, ShardWriter, Sink};

use crate::support::{bytes, header, made_up};

/// Games by their places in the shard, and what is damaged.
type Found = (Vec<(u64, RecordedGame)>, Vec<Damage>);

fn read(bytes: &[u8]) -> Result<Found, ShardError> {
    let mut reader = ShardReader::new(Cursor::new(bytes), Path::new("test.shard"))?;
    let (mut games, mut damages) = (Vec::new(), Vec::new());
    while let Some(part) = reader.next_part()? {
        match part {
            Part::Block(block) => games.extend((block.first..).zip(block.games)),
            Part::Damage(damage) => damages.push(damage),
        }
    }
    Ok((games, damages))
}

/// What is read is what was written, and what is not read is named; says how many games are lost.
fn assert_nothing_is_lost_silently(damaged: &[u8], written: &[RecordedGame]) -> usize {
    let (games, damages) = match read(damaged) {
        Ok(found) => found,
        // The header is damaged: the whole file is refused.
        Err(error) => {
            assert!(error.to_string().contains("test.shard: line 1"), "{error}");
            return written.len();
        }
    };
    let mut places = BTreeSet::new();
    for (place, game) in &games {
        assert_eq!(game, &written[*place as usize], "game {place}");
        assert!(places.insert(*place), "game {place} comes twice");
    }
    let mut lost = 0;
    for damage in &damages {
        assert!(!damage.what.is_empty());
        for place in damage.games.clone() {
            assert!(places.insert(place), "game {place} is read and lost");
            lost += 1;
        }
    }
    assert_eq!(places.len(), written.len(), "every game is read or named: {damages:?}");
    lost
}

#[test]
fn a_shard_reads_back_as_it_was_written() {
    for count in [0, 1, 4, 5, 30] {
        let written = made_up(count);
        let bytes = bytes(&header(count), &written);
        let (games, damages) = read(&bytes).unwrap();
        assert_eq!(damages, []);
        let expected: Vec<(u64, RecordedGame)> = (0..).zip(written).collect();
        assert_eq!(games, expected);
    }
}

#[test]
fn whatever_is_changed_the_other_blocks_are_read() {
    let written = made_up(30);
    let whole = bytes(&header(30), &written);
    let start = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut rng = stream(11, "format tests", 0);
    let mut lost = 0;
    for _ in 0..300 {
        let mut damaged = whole.clone();
        let at = start + below(&mut rng, (whole.len() - start) as u32) as usize;
        damaged[at] ^= 1 << below(&mut rng, 8);
        let games = assert_nothing_is_lost_silently(&damaged, &written);
        assert!(
            (1..=4).contains(&games),
            "one byte of one block: {games} games are lost"
        );
        lost += games;
    }
    assert!(lost > 0);
    // The header too: it is refused, or says the same but for words that nothing depends on.
    for at in 0..start {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << below(&mut rng, 7);
        if let Ok((games, _)) = read(&damaged) {
            games
                .iter()
                .for_each(|(place, game)| assert_eq!(game, &written[*place as usize]));
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    let written = made_up(13);
    let whole = bytes(&header(13), &written);
    for length in 0..whole.len() {
        let lost = assert_nothing_is_lost_silently(&whole[..length], &written);
        assert!(lost > 0, "cut to {length} of {} bytes", whole.len());
    }
}

#[test]
fn blocks_that_are_missing_doubled_or_followed_by_something_are_noticed() {
    let written = made_up(30);
    let whole = bytes(&header(30), &written);
    let mut blocks = Vec::new();
    let mark = b"\x9eHLBLCK\n";
    for at in 0..whole.len() {
        if whole[at..].starts_with(mark) {
            blocks.push(at);
        }
    }
    assert_eq!(blocks.len(), 8);
    let without = [&whole[..blocks[2]], &whole[blocks[3]..]].concat();
    assert_eq!(assert_nothing_is_lost_silently(&without, &written), 4);
    let (_, damages) = read(&without).unwrap();
    assert_eq!(
        (damages.len(), damages[0].block, damages[0].games.clone()),
        (1, 2, 8..12)
    );
    assert!(damages[0].to_string().contains("block 2"), "{}", damages[0]);
    let doubled = [&whole[..blocks[3]], &whole[blocks[2]..]].concat();
    assert_eq!(assert_nothing_is_lost_silently(&doubled, &written), 0);
    let (_, damages) = read(&doubled).unwrap();
    assert!(damages[0].to_string().contains("repeats"), "{}", damages[0]);
    let followed = [&whole[..], b"and so on"].concat();
    assert_eq!(assert_nothing_is_lost_silently(&followed, &written), 0);
    assert_eq!(read(&followed).unwrap().1.len(), 1);
    // Bytes that are gone or too many in the middle of a block.
    for (from, to) in [(blocks[4] + 50, blocks[4] + 57), (blocks[4] + 3, blocks[5] + 3)] {
        let shifted = [&whole[..from], &whole[to..]].concat();
        assert!(assert_nothing_is_lost_silently(&shifted, &written) > 0);
    }
    let inserted = [&whole[..blocks[6]], &[7; 70_000], &whole[blocks[6]..]].concat();
    assert_eq!(assert_nothing_is_lost_silently(&inserted, &written), 0);
    assert_eq!(read(&inserted).unwrap().1.len(), 1, "what stands between is named");
}

/// A block as docs/formats.md describes it, whatever its numbers.
fn block(number: u32, games: u32, first: u64, raw: u32, packed: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x9eHLBLCK\n".to_vec();
    bytes.extend(number.to_le_bytes());
    bytes.extend(games.to_le_bytes());
    bytes.extend(first.to_le_bytes());
    bytes.extend(raw.to_le_bytes());
    bytes.extend(packed.to_le_bytes());
    bytes.extend(crc32c::crc32c(content).to_le_bytes());
    bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// A shard whose header says one game, with something after the header.
fn after_header(content: &[u8]) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(&header(1)).unwrap();
    bytes.push(b'\n');
    bytes.extend(content);
    bytes
}

#[test]
fn a_block_can_be_made_from_its_description() {
    // A list of one game: run 0, deal 5, steps 1 and 2, value 1, key 9, and an annotation of step 1 without moves.
    let mut raw = Vec::new();
    raw.extend(1u64.to_le_bytes());
    raw.extend(0u16.to_le_bytes());
    raw.extend(5u64.to_le_bytes());
    raw.extend(2u64.to_le_bytes());
    raw.extend([1, 0, 2, 0]);
    raw.extend(1f64.to_le_bytes());
    raw.extend(9u64.to_le_bytes());
    raw.extend(1u64.to_le_bytes());
    raw.extend(1u32.to_le_bytes());
    raw.extend(u16::MAX.to_le_bytes());
    raw.extend(0f32.to_le_bytes());
    raw.extend(0u64.to_le_bytes());
    let packed = zstd::bulk::compress(&raw, 1).unwrap();
    let bytes = after_header(&block(0, 1, 0, raw.len() as u32, packed.len() as u32, &packed));
    let (games, damages) = read(&bytes).unwrap();
    assert_eq!(damages, []);
    let game = &games[0].1;
    assert_eq!(
        (game.number, &game.steps[..], game.value, game.key),
        (5, &[1, 2][..], 1.0, 9)
    );
    assert_eq!((game.decisions.len(), game.decisions[0].step), (1, 1));
}

#[test]
fn hostile_lengths_are_refused() {
    let list = |length: u64| zstd::bulk::compress(&length.to_le_bytes(), 1).unwrap();
    let endless = zstd::bulk::compress(&vec![0; 80 << 20], 1).unwrap();
    let refused = |games: u32, raw: u32, content: &[u8], packed: u32, expected: &str| {
        let bytes = after_header(&block(0, games, 0, raw, packed, content));
        let (read, damages) = read(&bytes).unwrap();
        assert_eq!((read.len(), damages.len()), (0, 1));
        assert!(damages[0].what.contains(expected), "{}", damages[0]);
    };
    let length = |bytes: &[u8]| bytes.len() as u32;
    for huge in [u64::MAX, 1 << 40, 1 << 20, 2] {
        refused(1, 8, &list(huge), length(&list(huge)), "cannot be read");
    }
    refused(1, 8, &endless, length(&endless), "cannot be read");
    refused(1, u32::MAX, &endless, length(&endless), "longer than");
    refused(1, 8, b"", u32::MAX, "longer than");
    refused(1, 8, b"few", 60 << 20, "cut off");
    refused(1, 8, b"no zstd", 7, "cannot be read");
    refused(2, 8, &list(2), length(&list(2)), "other games");
    refused(0, 8, &list(0), length(&list(0)), "other games");
    let foreign = RecordedGame {
        run: 1,
        ..made_up(1).remove(0)
    };
    let (_, damages) = read(&bytes(&header(1), &[foreign])).unwrap();
    assert!(
        damages[0].what.contains("a run that the header does not have"),
        "{}",
        damages[0]
    );
}

#[test]
fn what_is_no_shard_says_so() {
    let good = String::from_utf8(after_header(b"")).unwrap();
    let refused = |text: &[u8], expected: &str| {
        let Err(error) = read(text) else {
            panic!("it is not refused")
        };
        let error = error.to_string();
        assert!(
            error.starts_with("test.shard: line 1") && error.contains(expected),
            "{error}"
        );
    };
    refused(b"", "expected the header of a shard");
    refused(b"PAR1 something else\n", "expected the header of a shard");
    refused(b"\xff\xfe\n", "not UTF-8");
    refused(b"{\"heistlab\":\"replay\"}\n", "found another document");
    refused(good.trim_end().as_bytes(), "cut off");
    refused(
        good.replace("\"shard-format\":1", "\"shard-format\":2").as_bytes(),
        "found 2, expected 1",
    );
    refused(
        good.replace("\"kind\":\"selfplay\"", "\"kind\":\"tea\"").as_bytes(),
        "kind",
    );
    refused(good.replace("\"seed\":1", "\"sead\":1").as_bytes(), "sead");
    refused(
        good.replace("\"games-per-block\":4", "\"games-per-block\":0")
            .as_bytes(),
        "games-per-block",
    );
    refused(good.replace("\"runs\":[", "\"runs\":[],\"was\":[").as_bytes(), "was");
    let without_runs = format!("{}\"runs\":[]}}\n", &good[..good.find("\"runs\"").unwrap()]);
    refused(without_runs.as_bytes(), "runs");
}

/// A disk with room for so many bytes, which takes what fits of a longer write.
struct Disk {
    bytes: Vec<u8>,
    room: usize,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(self.room - self.bytes.len());
        if fits == 0 && !bytes.is_empty() {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no space left on device"));
        }
        self.bytes.extend(&bytes[..fits]);
        Ok(fits)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for &mut Disk {
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_keeps_every_block_that_was_written() {
    let written = made_up(30);
    let whole = bytes(&header(30), &written);
    let mut rng = stream(12, "format tests", 0);
    for _ in 0..100 {
        let room = below(&mut rng, whole.len() as u32) as usize;
        let mut disk = Disk {
            bytes: Vec::new(),
            room,
        };
        let Ok(mut writer) = ShardWriter::new(&mut disk, &header(30)) else {
            assert!(!disk.bytes.contains(&b'\n'), "the header did not fit");
            continue;
        };
        let failed = written.iter().position(|game| writer.add(game).is_err());
        let failed = failed.expect("the disk is too small") as u64;
        assert!(writer.finish().is_err());
        let kept = read(&disk.bytes).unwrap().0;
        assert_eq!(
            kept.len() as u64,
            failed / 4 * 4,
            "all blocks but the one that did not fit"
        );
        assert_nothing_is_lost_silently(&disk.bytes, &written);
    }
}

#[test]
fn after_a_failed_write_nothing_more_is_written() {
    let written = made_up(30);
    let whole = bytes(&header(30), &written);
    let mut disk = Disk {
        bytes: Vec::new(),
        room: whole.len() / 2,
    };
    let mut writer = ShardWriter::new(&mut disk, &header(30)).unwrap();
    let first_error = written.iter().find_map(|game| writer.add(game).err()).unwrap();
    assert_eq!(first_error.kind(), io::ErrorKind::StorageFull);
    let later: Vec<io::Result<()>> = written.iter().map(|game| writer.add(game)).collect();
    assert!(later.iter().any(Result::is_err));
    drop(writer);
    assert!(
        whole.starts_with(&disk.bytes),
        "what is there is a beginning of the whole"
    );
}
