//! Shards merged, counted and verified.

use std::fs;
use std::path::PathBuf;

use heist_agents::arena::Threads;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_training::merge::merge;
use heist_training::rows::Resimulator;
use heist_training::selfplay::SelfplayOptions;
use heist_training::shard::{ShardReader, shard_paths};
use heist_training::survey::{contents, verify};

use crate::support::{Folder, QUICK, games, record, selfplay, short};

/// Runs of different agents and seeds, each in a folder of its own.
fn runs() -> [Folder; 2] {
    let folders = [Folder::new(), Folder::new()];
    record(&selfplay::<CaperCards>(&[QUICK], short(23)), &folders[0].0);
    let other = SelfplayOptions { seed: 8, ..short(5) };
    record(&selfplay::<CaperCards>(&["heuristic"], other), &folders[1].0);
    folders
}

fn paths(folders: &[Folder]) -> Vec<PathBuf> {
    let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.0.clone()).collect();
    shard_paths(&folders).unwrap()
}

#[test]
fn a_merged_shard_has_the_games_of_all() {
    let folders = runs();
    let paths = paths(&folders);
    assert_eq!(paths.len(), 4);
    let out = Folder::new();
    let path = out.0.join("all.shard");
    let count = merge(&paths, &path, &mut |line| panic!("{line}")).unwrap();
    assert_eq!(count, 28);
    let header = ShardReader::open(&path).unwrap().header().clone();
    let ranges: Vec<_> = header.runs.iter().map(|run| (run.seed, run.first, run.games)).collect();
    assert_eq!(ranges, [(7, 0, 23), (8, 0, 5)], "the parts of a run are one run again");
    let mut simulator = Resimulator::<CaperCards>::new(&header).unwrap();
    let merged = games(&path);
    let parts: Vec<_> = paths.iter().flat_map(|path| games(path)).collect();
    for (merged, part) in merged.iter().zip(&parts) {
        assert_eq!((merged.number, &merged.steps), (part.number, &part.steps));
        assert_eq!(merged.decisions, part.decisions);
        simulator.play(merged).unwrap();
    }
    let verdict = verify::<CaperCards>(&path, &Threads::new(2), &|_| {}, &[]).unwrap();
    assert!(verdict.is_right() && verdict.encoding.is_none());
    let rows: usize = merged.iter().map(|game| game.decisions.len()).sum();
    assert_eq!((verdict.games, verdict.rows), (28, rows as u64));
    let whole = fs::read(&path).unwrap();
    assert_eq!(merge(&paths, &path, &mut |_| {}).unwrap(), 28, "again");
    fs::write(out.0.join("b.shard.part"), &whole[..whole.len() / 2]).unwrap();
    merge(&paths, &out.0.join("b.shard"), &mut |_| {}).unwrap();
    assert!(
        fs::read(out.0.join("b.shard")).unwrap() == whole,
        "a killed merge goes on"
    );
}

#[test]
fn shards_that_do_not_go_together_are_refused() {
    let folders = runs();
    let mut all = paths(&folders);
    let out = Folder::new();
    let refused = |paths: &[PathBuf]| {
        let path = out.0.join("x.shard");
        let error = merge(paths, &path, &mut |_| {}).unwrap_err().to_string();
        assert!(out.files().is_empty(), "{error}");
        error
    };
    assert!(refused(&[]).contains("expected one or more"));
    all.push(all[0].clone());
    assert!(
        refused(&all).contains("deal 0 of the same run is in"),
        "{}",
        refused(&all)
    );
    let other = Folder::new();
    record(&selfplay::<BurgleBros>(&["random"], short(2)), &other.0);
    let mixed = [all[0].clone(), other.0.join("games-00000000.shard")];
    assert!(
        refused(&mixed).contains("field `game`: found burgle-bros, expected caper-cards"),
        "{}",
        refused(&mixed)
    );
    let empty = Folder::new();
    let error = shard_paths(std::slice::from_ref(&empty.0)).unwrap_err().to_string();
    assert!(error.contains("no complete shard"), "{error}");
}

#[test]
fn what_is_damaged_or_wrong_is_counted_and_named() {
    let folders = runs();
    let path = folders[0].0.join("games-00000000.shard");
    let good = contents(&path).unwrap();
    let all = games(&path);
    assert_eq!((good.games, good.lost_games), (10, 0));
    assert_eq!(good.wins, all.iter().filter(|game| game.value >= 1.0).count() as u64);
    assert_eq!(good.steps, all.iter().map(|game| game.steps.len() as u64).sum::<u64>());
    assert_eq!(
        good.rows,
        all.iter().map(|game| game.decisions.len() as u64).sum::<u64>()
    );
    assert_eq!(good.bytes, fs::metadata(&path).unwrap().len());
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    let last = damaged.len() - 3;
    damaged[last] ^= 8;
    fs::write(&path, &damaged).unwrap();
    let found = contents(&path).unwrap();
    assert_eq!((found.games, found.lost_games, found.damage.len()), (8, 2, 1));
    let verdict = verify::<CaperCards>(&path, &Threads::new(1), &|_| {}, &[]).unwrap();
    assert_eq!((verdict.games, verdict.damage.len(), verdict.is_right()), (8, 1, false));
    // Another seed: all checksums are right, and the games are others.
    let text = String::from_utf8_lossy(&whole).into_owned();
    let line = text.lines().next().unwrap();
    let changed = line.replace("\"seed\":7", "\"seed\":9");
    assert_ne!(changed, line);
    fs::write(&path, [changed.as_bytes(), &whole[line.len()..]].concat()).unwrap();
    let verdict = verify::<CaperCards>(&path, &Threads::new(2), &|_| {}, &[]).unwrap();
    assert_eq!((verdict.damage.len(), verdict.is_right()), (0, false));
    assert!(
        verdict.faults.len() >= 9,
        "{} of 10 games are others",
        verdict.faults.len()
    );
    let changed = line.replace(&verdict.header.encoding, "0123456789abcdef");
    fs::write(&path, [changed.as_bytes(), &whole[line.len()..]].concat()).unwrap();
    let verdict = verify::<CaperCards>(&path, &Threads::new(2), &|_| {}, &[]).unwrap();
    assert!(
        verdict.is_right() && verdict.encoding.is_some(),
        "an encoding alone changes nothing"
    );
    let error = verify::<BurgleBros>(&path, &Threads::new(1), &|_| {}, &[])
        .unwrap_err()
        .to_string();
    assert!(error.contains("a shard of caper-cards"), "{error}");
}
