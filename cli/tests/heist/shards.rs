//! `heist selfplay`, `heist label` and `heist shards`.

use std::fs;

use serde_json::Value;

use crate::Folder;

/// Games that are over soon, in shards of 20 with blocks of 4.
const PLAY: &str =
    "selfplay caper-cards --agents heuristic --seed 3 --games-per-shard 20 --games-per-block 4 --out games";

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn games_are_recorded_verified_counted_printed_labelled_and_merged() {
    let folder = Folder::new();
    let agents = "selfplay burgle-bros --seats 2 --seed 3 --games 5 --games-per-shard 3 --out games --agents";
    let run = folder
        .heist(&format!("{agents} mcts:sims=6,turns=1 --full 1/4 --fast heuristic"))
        .exits(0);
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("5 games recorded in games\n", "")
    );
    assert_eq!(
        folder.names_in("games"),
        ["games-00000000.shard", "games-00000003.shard"]
    );
    let again = folder
        .heist(&format!("{agents} mcts:sims=6,turns=1 --full 1/4 --fast heuristic"))
        .exits(0);
    assert_eq!(again.out, "5 games recorded in games, 5 of them before\n");
    let verified = folder.heist("shards verify games").exits(0).out;
    assert!(
        verified.starts_with("games/games-00000000.shard: 3 games right, "),
        "{verified}"
    );
    let stat = folder.heist("shards stat games --json -").exits(0).out;
    let stat: Value = serde_json::from_str(&stat).unwrap();
    let first = &stat["shards"][0];
    assert_eq!((&first["games"], &first["kind"]), (&3.into(), &"selfplay".into()));
    let rows = first["rows"].as_u64().unwrap();
    assert!(rows > 0 && first["labels"].as_u64().unwrap() > rows);
    let table = folder.heist("shards stat games").exits(0).out;
    assert!(table.contains("win rate") && table.contains("all"), "{table}");
    let printed = lines(
        &folder
            .heist("shards cat games/games-00000000.shard --rows")
            .exits(0)
            .out,
    );
    assert_eq!(printed.len() as u64, rows);
    assert!(printed[0]["moves"][0]["action"].is_string() && printed[0]["result"]["figures"].is_object());
    let printed = lines(&folder.heist("shards cat games").exits(0).out);
    assert_eq!(printed.len(), 5);
    assert!(printed.iter().all(|game| game["steps"].as_array().unwrap().len() > 20));
    let labels = "label --from games --out labels --per-game 2 --worlds 2 --rollouts improve:turns=1";
    let labelled = folder.heist(labels).exits(0).out;
    assert!(labelled.starts_with("5 games labelled in labels\n"), "{labelled}");
    assert!(labelled.contains(" labels at 10 decisions, "), "{labelled}");
    assert_eq!(
        folder.heist(labels).exits(0).out,
        "5 games labelled in labels, 5 of them before\n"
    );
    folder.heist("shards verify labels").exits(0);
    let merged = folder.heist("shards merge labels --out all.shard").exits(0).out;
    assert_eq!(merged, "5 games of 2 shards in all.shard\n");
    let verified = folder.heist("shards verify all.shard").exits(0).out;
    assert_eq!(verified, "all.shard: 5 games right, 10 annotated decisions\n");
    folder
        .heist("shards merge labels games --out x.shard")
        .refuses(&["field `kind`: found selfplay", "label"]);
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_or_killed_goes_on_with_the_same_bytes() {
    use crate::signals::{Signal, stopped};
    let bytes = |folder: &Folder| -> Vec<(String, Vec<u8>)> {
        let names = folder.names_in("games").into_iter();
        names
            .map(|name| (name.clone(), fs::read(folder.path(&format!("games/{name}"))).unwrap()))
            .collect()
    };
    let words = format!("{PLAY} --games 3000");
    let whole = Folder::new();
    whole.heist(&words).exits(0);
    let expected = bytes(&whole);
    assert_eq!(expected.len(), 150);
    let folder = Folder::new();
    for (shard, signal) in [(2, Signal::SIGKILL), (7, Signal::SIGINT), (11, Signal::SIGKILL)] {
        let shard = format!("games/games-{:08}.shard", 20 * shard);
        let run = stopped(&folder, &words, signal, |folder| folder.path(&shard).exists());
        let told = run.err.contains(" of 3000 games recorded; the same command continues");
        match signal {
            Signal::SIGINT => assert!(run.code == Some(130) && told, "{run:?}"),
            _ => assert_eq!(run.code, None),
        }
        assert!(folder.names_in("games").len() < 150);
    }
    let run = folder.heist(&words).exits(0);
    assert!(run.out.contains("of them before"), "{}", run.out);
    assert!(bytes(&folder) == expected);
}

/// A shard that has no room grows on when there is some, and nothing else is left beside it.
#[cfg(unix)]
#[test]
fn commands_go_on_after_a_full_disk_with_the_same_bytes() {
    let (whole, folder) = (Folder::new(), Folder::new());
    // Longer than what proves that there is room.
    let play = format!(
        "{} --games 120",
        PLAY.replace("--games-per-shard 20", "--games-per-shard 120")
    );
    let label = "label --from games --out labels --per-game 2 --worlds 2 --rollouts improve:turns=1";
    let merge = "shards merge games --out all.shard";
    for (words, place, shard) in [
        (&play[..], "games", "games-00000000.shard"),
        (label, "labels", "games-00000000.shard"),
        (merge, ".", "all.shard"),
    ] {
        whole.heist(words).exits(0);
        let expected = fs::read(whole.path(place).join(shard)).unwrap();
        let growing = format!("{shard}.part");
        let mut names = if place == "." { folder.names() } else { Vec::new() };
        names.push(growing.clone());
        names.sort();
        let error = if place == "." {
            growing
        } else {
            format!("{place}/{growing}")
        };
        // Too little for anything is known before anything is made.
        let named = if place == "." { shard } else { place };
        let before = folder.names();
        for room in [0, 1] {
            folder.heist_with_room_for(room, words).has_no_room_for(named);
            assert_eq!(folder.names(), before, "{room}");
        }
        // Some of the blocks.
        let room = expected.len() as u32 / 512;
        folder.heist_with_room_for(room, words).has_no_room_for(&error);
        assert_eq!(folder.names_in(place), names);
        folder.heist(words).exits(0);
        assert!(fs::read(folder.path(place).join(shard)).unwrap() == expected, "{words}");
        let left = folder.names_in(place);
        assert!(left.iter().all(|name| !name.ends_with(".part")), "{left:?}");
    }
}

/// The same command, and another one, may use the folder of a run that ended before its first block.
#[cfg(unix)]
#[test]
fn a_run_without_a_block_leaves_a_folder_for_any_other() {
    let folder = Folder::new();
    let play = format!("{PLAY} --games 20");
    folder.heist(&play).exits(0);
    let whole = fs::read(folder.path("games/games-00000000.shard")).unwrap();
    let header = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let other_play = play.replace("--seed 3", "--seed 99");
    fs::remove_dir_all(folder.path("games")).unwrap();
    // What a run leaves that was killed within its header, after it, and within its first block.
    for length in [0, 10, header, header + 20] {
        for other in [&other_play, &play] {
            folder.heist(other).exits(0);
            let left = fs::read(folder.path("games/games-00000000.shard")).unwrap();
            fs::remove_file(folder.path("games/games-00000000.shard")).unwrap();
            fs::write(folder.path("games/games-00000000.shard.part"), &left[..length]).unwrap();
            let run = folder.heist(&play).exits(0);
            assert_eq!(run.out, "20 games recorded in games\n", "{length} {other}");
            assert!(fs::read(folder.path("games/games-00000000.shard")).unwrap() == whole);
            fs::remove_dir_all(folder.path("games")).unwrap();
        }
    }
    // With a block there is something to lose.
    folder.heist(&other_play).exits(0);
    let left = fs::read(folder.path("games/games-00000000.shard")).unwrap();
    fs::rename(
        folder.path("games/games-00000000.shard"),
        folder.path("games/games-00000000.shard.part"),
    )
    .unwrap();
    fs::write(folder.path("games/games-00000000.shard.part"), &left[..left.len() - 10]).unwrap();
    folder
        .heist(&play)
        .refuses(&["games-00000000.shard.part: field `runs[0].seed`: the file has 99"]);
}

#[test]
fn damage_is_named_and_what_is_left_is_used() {
    let folder = Folder::new();
    folder.heist(&format!("{PLAY} --games 20")).exits(0);
    let path = folder.path("games/games-00000000.shard");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let verified = folder.heist("shards verify games").exits(1);
    assert!(verified.out.contains(": DAMAGED: block 1 at byte "), "{}", verified.out);
    assert!(
        verified.out.contains("games 4 to 7 of the shard are lost"),
        "{}",
        verified.out
    );
    assert!(verified.out.contains(": 16 of 20 games right"), "{}", verified.out);
    assert!(folder.heist("shards stat games").exits(1).out.contains("DAMAGED"));
    let printed = folder.heist("shards cat games").exits(1);
    assert_eq!(printed.out.lines().count(), 16);
    assert!(printed.err.contains("games 4 to 7"), "{}", printed.err);
    let merged = folder.heist("shards merge games --out new.shard").exits(0);
    assert!(merged.err.contains("games 4 to 7"), "{}", merged.err);
    assert_eq!(merged.out, "16 games of 1 shard in new.shard\n");
    folder.heist("shards verify new.shard").exits(0);
}

#[test]
fn bad_input_is_refused_with_one_message() {
    let folder = Folder::new();
    let refuses = |words: &str, texts: &[&str]| drop(folder.heist(words).refuses(texts));
    refuses(&format!("{PLAY} --games 0"), &["--games 0: expected a whole number"]);
    refuses(
        "selfplay chess --agents random --games 1 --out games",
        &["no game `chess`"],
    );
    refuses(
        "selfplay caper-cards --agents heuristik --games 1 --out games",
        &["--agents: no agent `heuristik`", "did you mean `heuristic`"],
    );
    refuses(
        "selfplay caper-cards --seats 4 --agents random,random --games 1 --out games",
        &["--agents: found 2 agents for 4 seats"],
    );
    refuses(
        &format!("{PLAY} --games 1 --full 1/8 --fast random"),
        &["--fast: none of the agents is a search"],
    );
    refuses(
        "selfplay caper-cards --agents mcts --games 1 --full 3 --fast random --out games",
        &["--full 3: expected a share such as 1/8"],
    );
    refuses(
        &format!("{PLAY} --games 1 --temperature -1"),
        &["--temperature -1: expected a number from 0 to 100"],
    );
    assert!(folder.names().is_empty(), "nothing is left: {:?}", folder.names());
    folder.write("games", "a file");
    refuses(&format!("{PLAY} --games 1"), &["games: is a file, expected a folder"]);
    fs::remove_file(folder.path("games")).unwrap();
    folder.heist(&format!("{PLAY} --games 5")).exits(0);
    refuses(
        &format!("{PLAY} --games 6"),
        &["games-00000000.shard: field `games`: the file has 5, this run has 6"],
    );
    refuses(
        "shards verify nothing",
        &["nothing: cannot be read or written: No such file"],
    );
    folder.write("other.shard", "{\"heistlab\":\"replay\"}\n");
    refuses(
        "shards verify other.shard",
        &["other.shard: line 1: found another document"],
    );
    fs::create_dir(folder.path("empty")).unwrap();
    refuses(
        "shards stat empty",
        &["empty: there is no complete shard in this folder"],
    );
    refuses("shards stat games games", &["is given twice"]);
    refuses(
        "label --from games --out labels --rollouts mcts",
        &["--rollouts: agent `mcts`", "flat, improve"],
    );
    refuses(
        "label --from games --out labels --share 2",
        &["--share 2: expected a number above 0"],
    );
    refuses(
        "label --from games --out games",
        &["games-00000000.shard: field `kind`"],
    );
    let text = fs::read(folder.path("games/games-00000000.shard")).unwrap();
    let line = text.iter().position(|byte| *byte == b'\n').unwrap();
    let header = String::from_utf8_lossy(&text[..line]).replace("\"format\":1", "\"format\":99");
    fs::write(folder.path("newer.shard"), [header.as_bytes(), &text[line..]].concat()).unwrap();
    for command in ["shards verify", "shards cat", "label --out labels --from"] {
        refuses(
            &format!("{command} newer.shard"),
            &["newer.shard: line 1, field `format`: found 99, expected 1"],
        );
    }
}
