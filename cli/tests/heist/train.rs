//! `heist train`.

use serde_json::Value;

use super::{Folder, Run};

/// A policy gradient that needs no PyTorch and is over in a second.
pub const CONFIG: &str = "\
game = \"burgle-bros\"
name = \"tiny\"
seed = 3
rounds = 2

[setup]
scenario = \"office-job\"
seats = 2

[policy-gradient]
lanes = 6
horizon = 8
clone-updates = 2
updates = 6
batch = 32
round = 1
evaluation-games = 4

[policy-gradient.moves]
hidden = 4
critic-hidden = 4

[gate]
agent = \"policy:net={net}\"
games = 6
minutes = 1
elo0 = 0
elo1 = 20

[curve]
agent = \"policy:net={net}\"
beside = [\"random\", \"heuristic\"]
games = 6
";

const TRAIN: &str = "train --config tiny.toml --out run";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("tiny.toml", CONFIG);
    folder
}

/// What a whole run has printed and left.
fn check_finished(folder: &Folder, run: &Run) {
    for part in ["round 1: ", "round 2: ", "heuristic: ", "gate of round 2: "] {
        assert!(run.out.contains(part), "`{part}` is not in:\n{}", run.out);
    }
    assert!(
        run.out.ends_with("network: run/tiny.safetensors\ncard: run/tiny.md\n"),
        "{}",
        run.out
    );
    for name in ["config.toml", "times.json", "curve.json", "rounds/02/gate.json"] {
        assert!(folder.path("run").join(name).exists(), "{name}");
    }
    assert!(folder.read("run/tiny.md").contains("$ heist train --config tiny.toml"));
}

#[test]
fn a_run_ends_with_a_curve_a_card_and_a_network_that_plays() {
    let folder = folder();
    let run = folder.heist(TRAIN).exits(0);
    check_finished(&folder, &run);
    check_curve(&folder.read("run/curve.svg"), &folder.json("run/curve.json"));
    let arena = "arena burgle-bros --scenario office-job --seats 2 --games 4 --agents";
    folder
        .heist(&format!("{arena} random,policy:net=run/tiny.safetensors"))
        .exits(0);
    let shown = folder.heist("net show run/tiny.safetensors").exits(0).out;
    assert!(shown.contains("heist train --config tiny.toml"), "{shown}");
    // Everything is there: the command only says so again.
    let network = std::fs::read(folder.path("run/tiny.safetensors")).unwrap();
    let again = folder.heist(TRAIN).exits(0);
    assert_eq!(again.out, run.out);
    assert_eq!(std::fs::read(folder.path("run/tiny.safetensors")).unwrap(), network);
}

/// A run without a network that passes its gate ends with the last one, and says that it was not taken.
#[test]
fn a_network_that_was_not_taken_is_told_apart() {
    let folder = Folder::new();
    // One deal is never enough for the test.
    let config = CONFIG.replace("rounds = 2", "rounds = 1").replace(
        "games = 6\nminutes = 1",
        "games = 1\nminutes = 1\nagainst = \"heuristic\"",
    );
    folder.write("tiny.toml", &config);
    let run = folder.heist(TRAIN).exits(0);
    let expected =
        "network: run/tiny.safetensors (not taken: no network has passed its gate, and this is the last one)\n";
    assert!(run.out.contains(expected), "{}", run.out);
    let card = folder.read("run/tiny.md");
    assert!(
        card.contains("It was not taken: no network of the run has passed its gate"),
        "{card}"
    );
}

/// The card beside a network has a command that works where the run was begun. The network itself is the same wherever
/// its configuration lay.
#[test]
fn a_card_names_the_configuration_as_it_was_given() {
    let folder = folder();
    folder.heist(TRAIN).exits(0);
    let network = std::fs::read(folder.path("run/tiny.safetensors")).unwrap();
    std::fs::create_dir_all(folder.path("training/configs")).unwrap();
    folder.write("training/configs/tiny.toml", CONFIG);
    // The run is there already: only its card is written anew.
    folder
        .heist("train --config training/configs/tiny.toml --out run")
        .exits(0);
    let card = folder.read("run/tiny.md");
    let command = "$ heist train --config training/configs/tiny.toml --out runs/tiny\n";
    assert!(card.contains(command), "{card}");
    assert_eq!(std::fs::read(folder.path("run/tiny.safetensors")).unwrap(), network);
}

/// The picture is XML, with a point for each network and a level line for each of the others.
fn check_curve(svg: &str, points: &Value) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    let points = points.as_array().unwrap();
    let networks = points.iter().filter(|point| !point["round"].is_null()).count();
    assert_eq!((points.len(), networks), (4, 2));
    // One more is the sign in the legend.
    assert_eq!(count("circle"), networks + 1);
    let texts: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.text())
        .map(str::trim)
        .collect();
    for text in [
        "tiny: games won over rounds",
        "round",
        "policy:net={net}",
        "random",
        "heuristic",
    ] {
        assert!(texts.contains(&text), "`{text}` is not in: {texts:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_goes_on_and_ends_as_one_that_was_not() {
    use super::signals::{Signal, stopped};
    let (whole, folder) = (folder(), folder());
    // Enough updates that the signal comes before the last one.
    let config = CONFIG.replace("updates = 6", "updates = 60");
    whole.write("tiny.toml", &config);
    folder.write("tiny.toml", &config);
    whole.heist(TRAIN).exits(0);
    let is_at_work = |folder: &Folder| folder.path("run/rounds/01/learn/1").exists();
    let run = stopped(&folder, TRAIN, Signal::SIGINT, is_at_work).exits(130);
    assert!(
        run.err.ends_with("heist: stopped; the same command continues\n"),
        "{}",
        run.err
    );
    assert!(!folder.path("run/rounds/02/net.safetensors").exists());
    let run = folder.heist(TRAIN).exits(0);
    check_finished(&folder, &run);
    for name in [
        "run/tiny.safetensors",
        "run/curve.json",
        "run/curve.svg",
        "run/rounds/02/gate.json",
    ] {
        let [one, other] = [&whole, &folder].map(|folder| std::fs::read(folder.path(name)).unwrap());
        assert_eq!(one, other, "{name}");
    }
}

/// Killed while it learns, keeps a verdict, plays for the curve, and plays a gate.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_in_several_steps_ends_as_one_that_was_not() {
    use super::signals::{Signal, stopped};
    let (whole, folder) = (folder(), folder());
    let config = CONFIG
        .replace("rounds = 2", "rounds = 3")
        .replace("updates = 6", "updates = 58");
    whole.write("tiny.toml", &config);
    folder.write("tiny.toml", &config);
    whole.heist(TRAIN).exits(0);
    for begun in [
        "rounds/01/learn/1",
        "rounds/01/gate.json",
        "curve",
        "rounds/02/learn/21",
        "rounds/02/gate",
        "rounds/02/gate.json",
        "rounds/03/learn/45",
    ] {
        let is_at_work = |folder: &Folder| folder.path("run").join(begun).exists();
        let run = stopped(&folder, TRAIN, Signal::SIGKILL, is_at_work);
        assert_eq!(run.code, None, "{begun}: {}", run.err);
        assert!(!folder.path("run/tiny.safetensors").exists(), "{begun}");
    }
    let run = folder.heist(TRAIN).exits(0);
    check_finished(&folder, &run);
    let rounds = (1..=3).flat_map(|round| {
        ["net.safetensors", "data.json", "gate.json", "learn/metrics.jsonl"]
            .map(|name| format!("run/rounds/0{round}/{name}"))
    });
    let last = ["run/tiny.safetensors", "run/curve.json", "run/curve.svg"].map(str::to_owned);
    for name in rounds.chain(last) {
        let [one, other] = [&whole, &folder].map(|folder| std::fs::read(folder.path(&name)).unwrap());
        assert!(one == other, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_named_once_and_nothing_is_lost() {
    let (whole, folder) = (folder(), folder());
    whole.heist(TRAIN).exits(0);
    let mut failed = 0;
    for blocks in [0, 1, 2, 4, 8, 12, 16, 32, 64] {
        let run = folder.heist_with_room_for(blocks, TRAIN);
        if run.code != Some(0) {
            run.has_no_room_for("run");
            failed += 1;
        }
    }
    assert!(failed >= 3, "{failed}");
    let run = folder.heist(TRAIN).exits(0);
    check_finished(&folder, &run);
    for name in ["run/tiny.safetensors", "run/curve.json", "run/curve.svg"] {
        let [one, other] = [&whole, &folder].map(|folder| std::fs::read(folder.path(name)).unwrap());
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn a_picture_that_cannot_be_written_is_named_and_can_be_made_later() {
    let folder = folder();
    std::fs::create_dir_all(folder.path("run/curve.svg")).unwrap();
    let run = folder.heist(TRAIN).exits(2);
    assert_eq!(run.err.matches("curve.svg").count(), 1, "{}", run.err);
    std::fs::remove_dir(folder.path("run/curve.svg")).unwrap();
    let run = folder.heist(TRAIN).exits(0);
    check_finished(&folder, &run);
}

#[test]
fn what_is_wrong_with_a_configuration_is_named_with_its_file_before_anything_is_written() {
    let folder = Folder::new();
    let refused = |from: &str, to: &str, texts: &[&str]| {
        assert!(CONFIG.contains(from), "{from}");
        folder.write("tiny.toml", &CONFIG.replace(from, to));
        let texts: Vec<&str> = ["tiny.toml: "].iter().chain(texts).copied().collect();
        folder.heist(TRAIN).refuses(&texts);
        assert!(!folder.path("run").exists());
    };
    refused(
        "horizon = 8",
        "horizn = 8",
        &["line 12", "unknown field `horizn`", "`horizon`"],
    );
    refused("]\nhidden = 4\n", "]\nwidth = 4\n", &["unknown field `width`"]);
    refused(
        "seats = 2",
        "seat = 2",
        &["table `setup`", "unknown field `seat`", "did you mean `seats`?"],
    );
    refused("seats = 2", "seats = 7", &["table `setup`"]);
    refused(
        "minutes = 1",
        "minutes = 11",
        &["`gate.minutes`", "found 11", "at most 10"],
    );
    refused(
        "[\"random\", ",
        "[\"randm\", ",
        &["`curve.beside`", "randm", "did you mean `random`?"],
    );
    refused(
        "game = \"burgle-bros\"",
        "game = \"burgle\"",
        &["`game`", "burgle-bros"],
    );
    refused(
        "evaluation-games = 4",
        "evaluation-games = 0",
        &["`policy-gradient.evaluation-games`: found 0; expected a whole number from 1 to 1000000"],
    );
    folder.write("tiny.toml", CONFIG);
    folder
        .heist(&format!("{TRAIN} --device cuda"))
        .refuses(&["--device cuda: ", "`moves`"]);
    folder
        .heist("train --config nowhere.toml --out run")
        .refuses(&["nowhere.toml"]);
    if !cfg!(target_os = "macos") {
        folder
            .heist("train --config tiny.toml --out /dev/full/run")
            .refuses(&["/dev/full/run"]);
    }
    assert!(!folder.path("run").exists());
}

#[cfg(not(feature = "torch"))]
#[test]
fn a_build_without_the_learner_says_how_to_make_one_with_it_where_it_is_needed() {
    let folder = Folder::new();
    for name in ["caper-cards-small", "caper-cards-4"] {
        let config = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../training/configs/{name}.toml"));
        std::fs::copy(config, folder.path("needs.toml")).unwrap();
        let refused = folder.heist("train --config needs.toml --out run").refuses(&[
            "needs PyTorch 2.11.0",
            "pip install torch==2.11.0",
            "cargo build --release --features torch",
            "2.7 GB",
        ]);
        let learn = folder.heist("learn --data games --config learn.toml --out run").err;
        assert_eq!(refused.err, learn);
        assert!(!folder.path("run").exists());
    }
}

#[test]
fn a_run_without_a_result_leaves_a_folder_that_a_changed_configuration_may_use() {
    let folder = folder();
    folder.heist(TRAIN).exits(0);
    let changed = CONFIG.replace("seed = 3", "seed = 4");
    folder.write("tiny.toml", &changed);
    let refused = folder.heist(TRAIN).exits(2).err;
    assert!(
        refused.contains("a run with another configuration is there"),
        "{refused}"
    );
    std::fs::remove_dir_all(folder.path("run/rounds")).unwrap();
    std::fs::remove_dir_all(folder.path("run/curve")).unwrap();
    std::fs::create_dir_all(folder.path("run/rounds/01/learn")).unwrap();
    let run = folder.heist(TRAIN).exits(0);
    check_finished(&folder, &run);
    assert!(folder.read("run/config.toml").contains("seed = 4"));
    // A configuration of one's own in the folder is not taken for what a run left.
    let own = Folder::new();
    own.write("tiny.toml", &changed);
    std::fs::create_dir(own.path("run")).unwrap();
    own.write("run/config.toml", CONFIG);
    own.heist(TRAIN).exits(2);
    assert_eq!(own.read("run/config.toml"), CONFIG);
}
