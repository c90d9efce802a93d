//! `heist net`, and agents that play by networks.

use std::fs;

use heist_agents::Players;
use heist_agents::network::{MovesConfig, NetworkConfig, Precision, Tensor, write};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use serde_json::{Value, json};

use crate::Folder;

/// A folder with a small network, `net.safetensors`.
fn folder_with<G: Players>(mut config: NetworkConfig) -> Folder {
    config.card.insert("made by".to_owned(), json!("a test"));
    let tensor = |(name, shape): (String, Vec<usize>)| {
        let count: usize = shape.iter().product();
        let values = (0..count)
            .map(|place| (place * 37 % 101) as f32 / 101.0 - 0.5)
            .collect();
        (name, Tensor { shape, values })
    };
    let tensors = config.shapes().into_iter().map(tensor).collect();
    let folder = Folder::new();
    let bytes = write::<G>(&config, &tensors, Precision::Half).unwrap();
    fs::write(folder.0.join("net.safetensors"), bytes).unwrap();
    folder
}

/// One for Caper Cards.
fn folder() -> Folder {
    folder_with::<CaperCards>(NetworkConfig {
        hidden: vec![8, 4],
        ..NetworkConfig::of_game::<CaperCards>()
    })
}

/// One for Burgle Bros. that scores moves one by one, on top of the expert's scores.
fn folder_of_moves() -> Folder {
    let moves = MovesConfig::of_game::<BurgleBros>(6, true).unwrap();
    folder_with::<BurgleBros>(NetworkConfig::of_moves::<BurgleBros>(moves))
}

/// The file as another version would have written it.
fn make_older(folder: &Folder) {
    change(folder, "\\\"encoding\\\":\\\"", b"0123456789abcdef");
}

/// Writes `old.safetensors`, in which other bytes follow the first occurrence of a text, and which has no checksum.
fn change(folder: &Folder, mark: &str, bytes: &[u8]) {
    let mut older = fs::read(folder.0.join("net.safetensors")).unwrap();
    let mut put = |mark: &str, after: usize, bytes: &[u8]| {
        let place = older
            .windows(mark.len())
            .position(|part| part == mark.as_bytes())
            .unwrap()
            + after;
        older[place..place + bytes.len()].copy_from_slice(bytes);
    };
    put(mark, mark.len(), bytes);
    // Space in the place of the field keeps everything else where it is.
    let (before, after) = (r#",\"checksum\":\""#, r#"\"}"#);
    let spaces = before.len() + 16 + after.len() - 1;
    put(before, 0, format!("}}{}", " ".repeat(spaces)).as_bytes());
    fs::write(folder.0.join("old.safetensors"), older).unwrap();
}

/// A file of 30 GB is not read into memory, whoever asks for it.
#[test]
fn a_network_has_a_size() {
    let folder = Folder::new();
    fs::File::create(folder.path("large.safetensors"))
        .unwrap()
        .set_len(30 << 30)
        .unwrap();
    for command in [
        "net show large.safetensors",
        "arena caper-cards --seats 3 --agents policy:net=large.safetensors,random --games 1",
    ] {
        folder.heist(command).refuses(&[
            "large.safetensors",
            "is too long: found 32212254720 bytes; expected at most 2147483648 bytes",
        ]);
    }
}

#[test]
fn every_net_command_explains_itself_with_an_example() {
    let folder = Folder::new();
    for command in ["show", "check", "convert"] {
        let help = folder.heist(&format!("net {command} --help")).exits(0).out;
        assert!(help.contains(&format!("$ heist net {command}")), "{help}");
    }
}

#[test]
fn a_network_is_shown_with_its_card() {
    let folder = folder();
    let shown = folder.heist("net show net.safetensors").exits(0).out;
    for text in [
        "caper-cards",
        "that of this version",
        "8, 4",
        "crelu",
        "value, policy",
        "16 bits each",
        "made by: a test",
    ] {
        assert!(shown.contains(text), "`{text}` is not in: {shown}");
    }
    let json: Value = serde_json::from_str(&folder.heist("net show net.safetensors --json -").exits(0).out).unwrap();
    assert_eq!(json["fits"], true);
    assert_eq!(json["config"]["hidden"], json!([8, 4]));
    let mut flipped = fs::read(folder.0.join("net.safetensors")).unwrap();
    *flipped.last_mut().unwrap() ^= 1;
    fs::write(folder.0.join("flipped.safetensors"), flipped).unwrap();
    for command in ["net show flipped.safetensors", "net check flipped.safetensors"] {
        folder
            .heist(command)
            .refuses(&["flipped.safetensors: ", "the checksum of its contents is "]);
    }
    make_older(&folder);
    let older = folder.heist("net show old.safetensors").exits(1).out;
    assert!(
        older.contains("does not fit: the network was trained for another encoding of Caper Cards"),
        "{older}"
    );
}

#[test]
fn a_check_compares_forms_and_values_with_results() {
    let folder = folder();
    let words = "net check net.safetensors --games 6 --seed 3 --seats 2";
    let json: Value = serde_json::from_str(&folder.heist(&format!("{words} --json -")).exits(0).out).unwrap();
    assert_eq!(
        (&json["games"], &json["random_games"], &json["agent"], &json["seed"]),
        (&json!(6), &json!(6), &json!("heuristic"), &json!(3))
    );
    assert!(json["largest_value_error"].as_f64().unwrap() < 0.01, "{json}");
    assert!(json["same_move"].as_u64() <= json["choices"].as_u64());
    let phases = json["phases"].as_array().unwrap();
    // Values are compared with the results of the agent's games alone.
    let sum: u64 = phases.iter().map(|phase| phase["decisions"].as_u64().unwrap()).sum();
    let all = json["decisions"].as_u64().unwrap();
    assert!(sum > 0 && sum < all, "{sum} of {all} decisions");
    for phase in phases {
        let (brier, constant) = (phase["brier"].as_f64().unwrap(), phase["constant"].as_f64().unwrap());
        assert!((0.0..=1.0).contains(&brier) && constant <= brier + 1e-9, "{phase}");
    }
    assert!(json["per_second"]["in_order"].as_f64() > Some(0.0));
    let printed = folder.heist(words).exits(0).out;
    for text in [
        "6 games of heuristic and 6 at random, seed 3",
        "same move",
        "turns left",
        "evaluations a second in order",
    ] {
        assert!(printed.contains(text), "`{text}` is not in: {printed}");
    }
    folder
        .heist("net check net.safetensors --agent nobody")
        .refuses(&["--agent", "no agent `nobody`"]);
}

#[test]
fn a_network_of_another_encoding_is_converted() {
    let folder = folder();
    make_older(&folder);
    folder
        .heist("arena caper-cards --seats 2 --agents policy:net=old.safetensors --games 1")
        .refuses(&["net=old.safetensors", "heist net convert FILE --to OUT"]);
    let said = folder
        .heist("net convert old.safetensors --to new.safetensors")
        .exits(0)
        .out;
    assert!(said.contains(" kept, 0 new, 0 dropped"), "{said}");
    let read = |name: &str| fs::read(folder.0.join(name)).unwrap();
    assert!(
        read("new.safetensors") == read("net.safetensors"),
        "nothing else has changed"
    );
    folder
        .heist("net convert old.safetensors --to new.safetensors")
        .refuses(&["new.safetensors", "is there already"]);
}

#[test]
fn a_message_about_a_network_names_its_file_once() {
    let folder = folder();
    let whole = fs::read(folder.0.join("net.safetensors")).unwrap();
    fs::write(folder.0.join("cut.safetensors"), &whole[..whole.len() / 2]).unwrap();
    folder.write("text.safetensors", "hello");
    folder.write(
        "tiny.toml",
        &crate::train::CONFIG.replace("critic-hidden = 4\n", "critic-hidden = 4\nteacher = \"FILE\"\n"),
    );
    let config = folder.read("tiny.toml");
    for file in ["cut.safetensors", "text.safetensors", "missing.safetensors"] {
        folder.write("tiny.toml", &config.replace("FILE", file));
        for words in [
            format!("net show {file}"),
            format!("net check {file} --games 1"),
            format!("net convert {file} --to new.safetensors"),
            format!("arena caper-cards --seats 2 --agents policy:net={file} --games 1"),
            "train --config tiny.toml --out run".to_owned(),
        ] {
            let run = folder.heist(&words).refuses(&[&format!("{file}: ")]);
            assert_eq!(run.err.matches(file).count(), 1, "{words}: {}", run.err);
            assert!(!run.err.contains("os error"), "{words}: {}", run.err);
        }
    }
    let refused = folder.heist("--errors json net show cut.safetensors").exits(2).err;
    let error: Value = serde_json::from_str(&refused).unwrap();
    assert_eq!(error["error"]["file"], "cut.safetensors", "{refused}");
}

#[cfg(unix)]
#[test]
fn a_conversion_on_a_full_disk_leaves_nothing_and_loses_nothing() {
    let folder = folder();
    make_older(&folder);
    let convert = "net convert old.safetensors --to new.safetensors";
    let before = folder.names();
    for blocks in [0, 1, 8] {
        folder
            .heist_with_room_for(blocks, convert)
            .has_no_room_for("new.safetensors");
        assert_eq!(folder.names(), before, "{blocks}");
    }
    folder.write("new.safetensors", "mine");
    folder
        .heist_with_room_for(8, &format!("{convert} --force"))
        .has_no_room_for("new.safetensors");
    assert_eq!(folder.read("new.safetensors"), "mine");
    folder.heist(&format!("{convert} --force")).exits(0);
    let read = |name: &str| fs::read(folder.0.join(name)).unwrap();
    assert!(read("new.safetensors") == read("net.safetensors"));
    assert_eq!(folder.names().len(), before.len() + 1);
}

#[test]
fn a_network_that_scores_moves_is_shown_checked_and_converted() {
    let folder = folder_of_moves();
    let shown = folder.heist("net show net.safetensors").exits(0).out;
    for text in [
        "numbers of each and",
        "6 hidden units; adds to the expert's scores",
        "version 1, ",
        ", that of this version",
        "policy",
        "made by: a test",
    ] {
        assert!(shown.contains(text), "`{text}` is not in: {shown}");
    }
    assert!(!shown.contains("features") && !shown.contains("layers"), "{shown}");
    let words = "net check net.safetensors --games 3 --seed 3 --seats 2 --json -";
    let json: Value = serde_json::from_str(&folder.heist(words).exits(0).out).unwrap();
    assert_eq!(json["largest_value_error"], Value::Null);
    assert_eq!(json["phases"], json!([]));
    assert!(
        json["choices"].as_u64() > Some(50) && json["same_move"] == json["choices"],
        "{json}"
    );

    make_older(&folder);
    let older = folder.heist("net show old.safetensors").exits(1).out;
    assert!(
        older.contains("does not fit: the network was trained with other numbers of moves of Burgle Bros."),
        "{older}"
    );
    let said = folder
        .heist("net convert old.safetensors --to new.safetensors")
        .exits(0)
        .out;
    assert!(
        said.contains("numbers of the decision: ") && said.contains("numbers of moves: "),
        "{said}"
    );
    assert!(
        !said.contains("features") && said.contains(" kept, 0 new, 0 dropped"),
        "{said}"
    );
    let read = |name: &str| fs::read(folder.0.join(name)).unwrap();
    assert!(
        read("new.safetensors") == read("net.safetensors"),
        "nothing else has changed"
    );
    change(&folder, "\\\"version\\\":", b"7");
    folder
        .heist("net convert old.safetensors --to other.safetensors")
        .refuses(&["numbers of version 7", "train it anew"]);
    folder
        .heist("arena burgle-bros --seats 2 --agents policy:net=old.safetensors --games 1")
        .refuses(&["net=old.safetensors", "numbers of version 7"]);
}

#[test]
fn what_is_no_network_is_refused() {
    let folder = folder();
    folder
        .heist("net show clever")
        .refuses(&["no network `clever`", "a file that ends in .safetensors"]);
    folder.heist("net show none.safetensors").refuses(&["none.safetensors"]);
    fs::write(folder.0.join("text.safetensors"), "words").unwrap();
    folder
        .heist("net check text.safetensors")
        .refuses(&["text.safetensors", "not a whole safetensors file"]);
}

#[test]
fn a_network_plays_and_gives_reasons_like_other_agents() {
    let folder = folder();
    let words = "arena caper-cards --seats 2 --agents policy:net=net.safetensors,random --games 20 --seed 1";
    let one = folder
        .heist(&format!("{words} --threads 1 --json one.json"))
        .exits(0)
        .out;
    assert!(one.contains("policy:net=net.safetensors"), "{one}");
    folder.heist(&format!("{words} --threads 2 --json two.json")).exits(0);
    let wins = |name: &str| {
        let report: Value = serde_json::from_str(&folder.read(name)).unwrap();
        report["contestants"][0]["wins"].clone()
    };
    assert_eq!(wins("one.json"), wins("two.json"), "whatever the number of threads");
}
