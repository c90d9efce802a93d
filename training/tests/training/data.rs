//! Samples of shards: which data they are, and what is damaged.

use std::fs;
use std::path::Path;

use heist_engine::caper_cards::CaperCards;
use heist_training::learn::config::LearnConfig;
use heist_training::learn::data::{Data, DataError, load};
use heist_training::record::RecordedGame;
use heist_training::shard::ShardReader;
use rayon::ThreadPoolBuilder;

use crate::support::{Folder, QUICK, bytes, games, record, selfplay, short};

/// A folder with a shard of eight games in two blocks.
fn recorded() -> Folder {
    let folder = Folder::new();
    record(&selfplay::<CaperCards>(&[QUICK], short(8)), &folder.0);
    folder
}

const SHARD: &str = "games-00000000.shard";

fn read(folder: &Path) -> Result<Data, DataError> {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let config = LearnConfig::parse("").unwrap();
    load::<CaperCards>(&[folder.to_owned()], &config, &pool, &[], |_| {}).map(|data| data.expect("nobody stopped it"))
}

/// The fingerprint of the same games after a change of one of them.
fn fingerprint(folder: &Folder, change: impl FnOnce(&mut RecordedGame)) -> u64 {
    let path = folder.0.join(SHARD);
    let header = ShardReader::open(&path).unwrap().header().clone();
    let mut games = games(&path);
    change(&mut games[5]);
    let other = Folder::new();
    fs::write(other.0.join(SHARD), bytes(&header, &games)).unwrap();
    read(&other.0).unwrap().fingerprint
}

#[test]
fn data_with_other_labels_are_other_data() {
    let folder = recorded();
    let own = read(&folder.0).unwrap().fingerprint;
    assert_eq!(fingerprint(&folder, |_| {}), own, "wherever they are");
    let changes: [fn(&mut RecordedGame); 5] = [
        |game| game.decisions[0].moves[0].difference += 0.25,
        |game| game.decisions[0].moves[0].difference_error += 0.25,
        |game| game.decisions[0].expert ^= 1,
        |game| drop(game.decisions.pop()),
        |game| game.key ^= 1,
    ];
    for change in changes {
        assert_ne!(fingerprint(&folder, change), own);
    }
}

#[test]
fn a_damaged_block_is_named_with_its_shard_and_skipped() {
    let folder = recorded();
    let whole = read(&folder.0).unwrap();
    assert_eq!((whole.games, &whole.damage[..]), (8, &[][..]));
    let path = folder.0.join(SHARD);
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let damaged = read(&folder.0).unwrap();
    assert_eq!(damaged.games, 4);
    assert!(!damaged.learned.is_empty() && damaged.learned[..] == whole.learned[..damaged.learned.len()]);
    let [line] = &damaged.damage[..] else {
        panic!("{:?}", damaged.damage)
    };
    assert!(
        line.starts_with(&format!("{}: block 1 at byte ", path.display()))
            && line.ends_with("; games 4 to 7 of the shard are lost"),
        "{line}"
    );
    assert_ne!(damaged.fingerprint, whole.fingerprint);
}

#[test]
fn a_game_that_cannot_be_played_again_is_named_and_skipped() {
    let folder = recorded();
    let path = folder.0.join(SHARD);
    let header = ShardReader::open(&path).unwrap().header().clone();
    let mut games = games(&path);
    games[5].steps[3] = u16::MAX;
    fs::write(&path, bytes(&header, &games)).unwrap();
    let data = read(&folder.0).unwrap();
    let [line] = &data.damage[..] else {
        panic!("{:?}", data.damage)
    };
    assert!(
        line.starts_with(&format!("{}: game 5: step 3: ", path.display())),
        "{line}"
    );
}

#[test]
fn what_is_damaged_is_named_where_nothing_is_left() {
    let folder = recorded();
    let path = folder.0.join(SHARD);
    let whole = fs::read(&path).unwrap();
    let line = whole.iter().position(|byte| *byte == b'\n').unwrap();
    fs::write(&path, &whole[..line + 20]).unwrap();
    let refused = read(&folder.0).unwrap_err().to_string();
    let lines: Vec<&str> = refused.lines().collect();
    assert_eq!(lines.len(), 2, "{refused}");
    assert!(
        lines[0].ends_with("no annotated decisions; expected shards of searches or labels"),
        "{refused}"
    );
    assert!(
        lines[1].starts_with(&format!("{}: block 0 at byte ", path.display()))
            && lines[1].ends_with("it is cut off; games 0 to 7 of the shard are lost"),
        "{refused}"
    );
}
