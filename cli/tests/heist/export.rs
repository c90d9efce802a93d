//! Recorded games as tables for other programs. What is in the files the tests of the Python package read.

use super::Folder;

/// With two shards of a game each.
fn recorded() -> Folder {
    let folder = Folder::new();
    folder
        .heist("selfplay caper-cards --seats 2 --agents improve:sims=10 --games 2 --games-per-shard 1 --out games")
        .exits(0);
    folder
}

#[test]
fn the_name_of_the_file_says_the_format() {
    let folder = recorded();
    for (words, begins) in [
        ("--out rows.parquet", &b"PAR1"[..]),
        ("--out rows.npz --all", b"PK\x03\x04"),
        ("--out rows --format npz --threads 1", b"PK\x03\x04"),
    ] {
        let run = folder.heist(&format!("export games {words}")).exits(0);
        let name = words.split(' ').nth(1).unwrap();
        assert!(
            run.out.starts_with(&format!("{name}: ")) && run.out.contains(" rows of 2 games"),
            "{}",
            run.out
        );
        assert!(std::fs::read(folder.path(name)).unwrap().starts_with(begins));
    }
    assert_eq!(folder.names(), ["games", "rows", "rows.npz", "rows.parquet"]);
}

#[test]
fn a_file_that_is_there_is_kept_unless_it_may_be_replaced() {
    let folder = recorded();
    folder.write("rows.npz", "mine");
    folder
        .heist("export games --out rows.npz")
        .refuses(&["rows.npz", "is there already", "--force"]);
    assert_eq!(folder.read("rows.npz"), "mine");
    folder.heist("export games --out rows.npz --force").exits(0);
    assert!(folder.path("rows.npz").metadata().unwrap().len() > 1000);
}

#[test]
fn a_damaged_block_is_named_and_left_out() {
    let folder = recorded();
    let path = folder.path("games/games-00000001.shard");
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len() - 10;
    bytes[end] ^= 255;
    std::fs::write(&path, bytes).unwrap();
    let run = folder.heist("export games --out rows.parquet").exits(0);
    assert!(run.err.contains("games-00000001.shard: block 0"), "{}", run.err);
    assert!(run.out.contains(" rows of 1 games; 1 games are lost"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_nothing_is_left_or_lost() {
    let folder = recorded();
    for name in ["rows.parquet", "rows.npz"] {
        let export = format!("export games --out {name}");
        for blocks in [0, 1, 4, 8] {
            folder.heist_with_room_for(blocks, &export).has_no_room_for(name);
            assert_eq!(folder.names(), ["games"], "{blocks}");
        }
        folder.write(name, "mine");
        folder
            .heist_with_room_for(4, &format!("{export} --force"))
            .has_no_room_for(name);
        assert_eq!(
            (folder.names(), folder.read(name)),
            (vec!["games".to_owned(), name.to_owned()], "mine".to_owned())
        );
        folder.heist(&format!("{export} --force")).exits(0);
        std::fs::remove_file(folder.path(name)).unwrap();
    }
}

#[test]
fn what_cannot_be_exported_is_refused_and_nothing_is_written() {
    let folder = recorded();
    folder.write("other.shard", "{}\n");
    folder
        .heist("selfplay burgle-bros --seats 1 --agents random --games 1 --out more")
        .exits(0);
    for (words, texts) in [
        (
            "games --out rows",
            &["--out", "expected a name with .parquet or .npz, or --format"][..],
        ),
        (
            "other.shard --out rows.npz",
            &["other.shard", "expected the header of a shard"],
        ),
        ("none.shard --out rows.npz", &["none.shard"]),
        ("games more --out rows.npz", &["more", "burgle-bros"]),
        ("games --out no/rows.npz", &["no/rows.npz", "there is no folder"]),
        ("games games --out rows.npz", &["given twice"]),
    ] {
        folder.heist(&format!("export {words}")).refuses(texts);
    }
    assert_eq!(folder.names(), ["games", "more", "other.shard"]);
}
