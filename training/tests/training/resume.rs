//! Runs that are stopped or killed and go on end with the same bytes.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heist_agents::arena::Threads;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::random::{below, stream};
use heist_training::selfplay::{Selfplay, SelfplayOptions};
use heist_training::shard::{Header, ShardError, ShardFile, ShardReader, Standing};

use crate::support::{Folder, bytes, games, header, made_up, record, selfplay, short};

fn run(options: SelfplayOptions) -> Selfplay<CaperCards> {
    selfplay(&["heuristic"], options)
}

/// The files of a run that nobody interrupted.
fn whole(games: u64) -> Vec<(String, Vec<u8>)> {
    let folder = Folder::new();
    assert_eq!(record(&run(short(games)), &folder.0), games);
    folder.files()
}

#[test]
fn the_same_games_give_the_same_bytes_on_any_number_of_threads_and_in_parts() {
    let expected = whole(35);
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "games-00000000.shard",
            "games-00000010.shard",
            "games-00000020.shard",
            "games-00000030.shard"
        ]
    );
    for threads in [1, 3] {
        let folder = Folder::new();
        let options = SelfplayOptions {
            threads: Threads::new(threads),
            ..short(35)
        };
        record(&run(options), &folder.0);
        assert!(folder.files() == expected, "{threads} threads");
    }
    let folder = Folder::new();
    for (first, games) in [(20, 15), (0, 20)] {
        let options = SelfplayOptions { first, ..short(games) };
        record(&run(options), &folder.0);
    }
    assert!(
        folder.files() == expected,
        "parts of a run have the shards of the whole"
    );
}

#[test]
fn a_run_that_is_stopped_goes_on() {
    let expected = whole(35);
    let mut rng = stream(21, "resume tests", 0);
    for _ in 0..6 {
        let folder = Folder::new();
        let mut recorded = 0;
        while recorded < 35 {
            let run = run(short(35));
            let plan = run.plan(&folder.0).unwrap();
            assert!(
                plan.done() >= recorded / 4 * 4 / 2,
                "finished blocks are not played again"
            );
            let (stop, count) = (AtomicBool::new(false), AtomicU64::new(0));
            let limit = u64::from(1 + below(&mut rng, 20));
            let progress = || {
                if count.fetch_add(1, Ordering::SeqCst) + 1 >= limit {
                    stop.store(true, Ordering::SeqCst);
                }
            };
            recorded = run.run(plan, &progress, &[&stop]).unwrap();
        }
        assert!(folder.files() == expected);
    }
}

#[test]
fn a_run_that_is_killed_goes_on_wherever_its_file_ends() {
    let expected = whole(25);
    let mut rng = stream(22, "resume tests", 0);
    for round in 0..25 {
        let folder = Folder::new();
        // The first shard is complete, the second one grows, the third has not begun.
        fs::write(folder.0.join(&expected[0].0), &expected[0].1).unwrap();
        let (name, whole) = &expected[1];
        let mut part = whole[..below(&mut rng, whole.len() as u32 + 1) as usize].to_vec();
        if round % 3 == 0 {
            // What was being written may be anything after a crash.
            part.extend((0..below(&mut rng, 200)).map(|_| below(&mut rng, 256) as u8));
        }
        if round % 5 == 0 && part.len() > 600 {
            let at = 600 + below(&mut rng, (part.len() - 600) as u32) as usize;
            part[at] ^= 4;
        }
        let is_header_whole = part.contains(&b'\n');
        if !is_header_whole {
            part.truncate(whole.iter().position(|byte| *byte == b'\n').unwrap().min(part.len()));
            if !whole.starts_with(&part) {
                continue;
            }
        }
        fs::write(folder.0.join(format!("{name}.part")), &part).unwrap();
        assert_eq!(record(&run(short(25)), &folder.0), 25);
        assert!(folder.files() == expected, "round {round}");
    }
}

#[test]
fn blocks_that_were_written_are_not_played_again() {
    let written = made_up(11);
    let whole = bytes(&header(11), &written);
    for length in (0..=whole.len()).step_by(7) {
        let folder = Folder::new();
        let path = folder.0.join("a.shard");
        fs::write(folder.0.join("a.shard.part"), &whole[..length]).unwrap();
        let mut file = ShardFile::open(&path, &header(11)).unwrap();
        let done = file.games();
        assert!(done == 11 || done.is_multiple_of(4), "{done}");
        written[done as usize..].iter().for_each(|game| file.add(game).unwrap());
        file.finish().unwrap();
        assert!(fs::read(&path).unwrap() == whole, "{length} bytes, {done} games");
        assert_eq!(folder.files().len(), 1);
    }
}

/// Where the blocks of a shard begin, and where the last one ends.
fn blocks(shard: &[u8]) -> Vec<usize> {
    let mark = b"\x9eHLBLCK\n";
    let is_mark = |place: &usize| shard[*place..].starts_with(mark);
    (0..shard.len()).filter(is_mark).chain([shard.len()]).collect()
}

#[test]
fn damage_in_a_shard_that_grows_is_named_and_its_games_are_made_again() {
    let written = made_up(11);
    let whole = bytes(&header(11), &written);
    let starts = blocks(&whole);
    assert_eq!(starts.len(), 4);
    let folder = Folder::new();
    let path = folder.0.join("a.shard");
    let part = folder.0.join("a.shard.part");
    let told = |bytes: &[u8], expected: u64| {
        fs::write(&part, bytes).unwrap();
        let mut file = ShardFile::open(&path, &header(11)).unwrap();
        assert_eq!(file.games(), expected);
        let told = file.damage().to_vec();
        written[expected as usize..]
            .iter()
            .for_each(|game| file.add(game).unwrap());
        file.finish().unwrap();
        assert!(fs::read(&path).unwrap() == whole);
        fs::remove_file(&path).unwrap();
        told
    };
    // What a killed run leaves is no damage.
    for length in [starts[1], starts[1] + 20, starts[2] - 1, starts[3]] {
        let games = 4 * (starts.partition_point(|start| *start <= length) as u64 - 1);
        assert!(told(&whole[..length], games.min(11)).is_empty(), "{length} bytes");
    }
    // A flipped bit in the games or in the head of a block, at the end or before other blocks.
    for (block, at, end) in [
        (0, starts[1] - 1, starts[2]),
        (1, starts[2] - 1, starts[2]),
        (1, starts[2] - 1, starts[2] + 50),
        (1, starts[1] + 10, starts[3]),
    ] {
        let mut damaged = whole[..end].to_vec();
        damaged[at] ^= 4;
        let told = told(&damaged, 4 * block);
        let offset = starts[block as usize];
        let begins = format!("{}: block {block} at byte {offset}: ", part.display());
        let ends = format!(
            "; the shard is cut there, and its games from {} on are made again",
            4 * block
        );
        assert!(
            matches!(&told[..], [line] if line.starts_with(&begins) && line.ends_with(&ends)),
            "{told:?}"
        );
    }
}

#[test]
fn damage_in_complete_shards_of_a_run_is_named_and_they_stay_as_they_are() {
    let folder = Folder::new();
    record(&run(short(25)), &folder.0);
    assert_eq!(run(short(25)).plan(&folder.0).unwrap().damage(), [""; 0]);
    let path = folder.0.join("games-00000010.shard");
    let mut bytes = fs::read(&path).unwrap();
    let start = blocks(&bytes)[1];
    bytes[start + 60] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let plan = run(short(25)).plan(&folder.0).unwrap();
    let expected = format!(
        "{}: block 1 at byte {start}: its checksum does not match; games 4 to 7 of the shard are lost",
        path.display()
    );
    assert_eq!(plan.damage(), [expected]);
    assert_eq!(plan.done(), 25);
    run(short(25)).run(plan, &|| {}, &[]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes);
    // Without it its games are played again.
    fs::remove_file(&path).unwrap();
    record(&run(short(25)), &folder.0);
    assert!(folder.files() == whole(25));
}

#[test]
fn a_complete_run_is_not_played_again_and_a_longer_one_goes_on() {
    let folder = Folder::new();
    record(&run(short(20)), &folder.0);
    let before = folder.files();
    let plan = run(short(20)).plan(&folder.0).unwrap();
    assert_eq!((plan.done(), plan.games()), (20, 20));
    let played = AtomicU64::new(0);
    let count = || {
        played.fetch_add(1, Ordering::SeqCst);
    };
    assert_eq!(run(short(20)).run(plan, &count, &[]).unwrap(), 20);
    assert_eq!(played.load(Ordering::SeqCst), 0);
    assert!(folder.files() == before);
    assert_eq!(record(&run(short(33)), &folder.0), 33);
    assert!(folder.files() == whole(33));
}

#[test]
fn the_shards_of_another_run_are_not_touched() {
    let folder = Folder::new();
    record(&run(short(15)), &folder.0);
    fs::write(folder.0.join("games-00000020.shard.part"), b"something of somebody's\n").unwrap();
    let before = folder.files();
    let refused = |run: &Selfplay<CaperCards>| {
        let error = run.plan(&folder.0).unwrap_err().to_string();
        assert!(folder.files() == before, "{error}");
        error
    };
    let error = refused(&run(SelfplayOptions { seed: 8, ..short(15) }));
    assert!(
        error.contains("field `runs[0].seed`: the file has 7, this run has 8"),
        "{error}"
    );
    let error = refused(&selfplay(&["random"], short(15)));
    assert!(error.contains("runs[0].agents"), "{error}");
    let error = refused(&run(short(18)));
    assert!(
        error.contains("games-00000010.shard: field `games`: the file has 5"),
        "{error}"
    );
    let error = selfplay::<BurgleBros>(&["heuristic"], short(15))
        .plan(&folder.0)
        .unwrap_err()
        .to_string();
    assert!(error.contains("field `game`"), "{error}");
    let error = refused(&run(SelfplayOptions { first: 20, ..short(5) }));
    assert!(
        error.contains("games-00000020.shard.part") && error.contains("line 1"),
        "{error}"
    );
}

#[test]
fn the_shards_of_a_run_are_known_by_their_headers() {
    let folder = Folder::new();
    record(&run(short(25)), &folder.0);
    let expected = run(short(25)).shards().unwrap();
    let found: Vec<(String, Header)> = folder
        .files()
        .into_iter()
        .map(|(name, _)| {
            let reader = ShardReader::open(&folder.0.join(&name)).unwrap();
            (name, reader.header().clone())
        })
        .collect();
    assert_eq!(expected, found);
}

#[test]
fn a_shard_with_fewer_games_is_the_beginning_of_another_and_one_with_more_is_not() {
    let path = std::path::Path::new("games/games-00000000.shard");
    let header = |options: SelfplayOptions| run(options).shards().unwrap().remove(0).1;
    let standing = |found: SelfplayOptions, expected: SelfplayOptions| {
        Standing::of(path, &header(found), &header(expected)).map_err(|error| error.to_string())
    };
    assert_eq!(standing(short(6), short(6)), Ok(Standing::Same));
    assert_eq!(standing(short(6), short(8)), Ok(Standing::Beginning));
    let refused = |field: &str, found: u64, expected: u64| {
        Err(format!(
            "games/games-00000000.shard: field `{field}`: the file has {found}, this run has {expected}; expected the \
             same run, or another folder"
        ))
    };
    assert_eq!(standing(short(8), short(6)), refused("games", 8, 6));
    let other = |games: u64| SelfplayOptions {
        seed: 8,
        ..short(games)
    };
    for (found, expected) in [(6, 6), (6, 8), (8, 6)] {
        let error = standing(short(found), other(expected)).unwrap_err();
        assert!(error.starts_with("games/games-00000000.shard: field `"), "{error}");
    }
    assert_eq!(standing(short(6), other(6)), refused("runs[0].seed", 7, 8));
    // Blocks of another length are other bytes.
    let blocks = SelfplayOptions {
        games_per_block: 3,
        ..short(8)
    };
    assert!(standing(short(6), blocks).is_err());
}

#[test]
fn a_shard_is_written_by_one_run_at_a_time() {
    let folder = Folder::new();
    let path = folder.0.join("a.shard");
    let mut first = ShardFile::open(&path, &header(5)).unwrap();
    let second = ShardFile::open(&path, &header(5));
    assert!(matches!(second, Err(ShardError::Busy(_))), "{second:?}");
    let written = made_up(5);
    written.iter().for_each(|game| first.add(game).unwrap());
    assert!(first.add(&written[0]).is_err(), "there are enough");
    first.finish().unwrap();
    assert_eq!(games(&path), written);
    let mut complete = ShardFile::open(&path, &header(5)).unwrap();
    assert_eq!(complete.games(), 5);
    assert!(complete.add(&written[0]).is_err());
    let unfinished = ShardFile::open(&folder.0.join("b.shard"), &header(5)).unwrap();
    assert!(unfinished.finish().is_err(), "games are missing");
}
