//! What inputs are made from: texts of the repository that are accepted.

use std::fs;
use std::path::{Path, PathBuf};

use heist_agents::Heuristics;
use heist_agents::network::{MovesConfig, NetworkConfig, Precision, Tensor, write};
use heist_engine::each_game;
use heist_engine::game::Game;
use heist_engine::record::{Replay, read_header};
use heist_engine::with_game;
use heist_training::learn::config::LearnConfig;

use crate::every_game::for_each_game;

/// One state in so many of a replay becomes a position of the corpus.
const STRIDE: usize = 30;

/// The corpus of a target, in a fixed order.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    if target == "networks" {
        return networks();
    }
    let texts = match target {
        "shards" => return crate::shards::corpus(),
        "positions" => [texts("docs/examples", "json"), golden_positions()].concat(),
        "replays" => texts("engine/tests/golden", "jsonl"),
        "cases" => single_cases(),
        "drawings" => [texts("docs/examples", "txt"), drawings()].concat(),
        "protocol" => queries(),
        "bot" => sessions(),
        "configurations" => configurations(),
        "calibrations" => texts("agents/data/calibration", "json"),
        _ => Vec::new(),
    };
    texts.into_iter().map(String::into_bytes).collect()
}

/// The files of a folder and the folders in it that have an extension, by name.
fn texts(folder: &str, extension: &str) -> Vec<String> {
    let mut files = Vec::new();
    find(&root().join(folder), extension, &mut files);
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    files.iter().map(read).collect()
}

fn find(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder is readable").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            find(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Positions out of the golden games.
fn golden_positions() -> Vec<String> {
    let mut positions = Vec::new();
    for text in texts("engine/tests/golden", "jsonl") {
        let header = read_header(text.as_bytes()).expect("a golden game has a header");
        with_game!(
            header.game.as_str(),
            G => positions_of::<G>(&text, &mut positions),
            // A game behind a feature that is off.
            else _name => (),
        );
    }
    positions
}

fn positions_of<G: Game>(text: &str, positions: &mut Vec<String>) {
    let replay = Replay::<G>::read(text.as_bytes()).expect("a golden game is a replay");
    for state in replay.states().step_by(STRIDE) {
        let state = state.expect("a golden game can be run again");
        positions.push(serde_json::to_string(&state.position()).expect("a position can be written"));
    }
}

/// Each rule case as a file of its own.
fn single_cases() -> Vec<String> {
    let mark = "[[case]]";
    let split = |file: String| {
        let (head, cases) = file.split_once(mark).unwrap_or((&file, ""));
        cases
            .split(mark)
            .map(|case| format!("{head}{mark}{case}"))
            .collect::<Vec<_>>()
    };
    texts("engine/tests/cases", "toml")
        .into_iter()
        .flat_map(split)
        .collect()
}

/// Drawings of all sizes and with the empty space.
fn drawings() -> Vec<String> {
    use heist_engine::burgle_bros::Scenario;
    [Scenario::BankJob, Scenario::OfficeJob, Scenario::FortKnox]
        .map(|scenario| scenario.layout().to_string())
        .to_vec()
}

/// Small networks of every game, of each kind that there is for it, in both precisions, with and without a checksum.
fn networks() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    each_game!([for_each_game] networks_of(&mut files));
    files
}

fn networks_of<G: Heuristics>(files: &mut Vec<Vec<u8>>) {
    let with_layers = NetworkConfig {
        hidden: vec![3, 2],
        ..NetworkConfig::of_game::<G>()
    };
    let of_moves = [false, true].map(|residual| MovesConfig::of_game::<G>(3, residual));
    let of_moves = of_moves.into_iter().flatten().map(NetworkConfig::of_moves::<G>);
    for config in [with_layers].into_iter().chain(of_moves) {
        let tensor = |(name, shape): (String, Vec<usize>)| {
            let count: usize = shape.iter().product();
            let values = (0..count).map(|place| (place % 7) as f32 / 8.0 - 0.4).collect();
            (name, Tensor { shape, values })
        };
        let tensors = config.shapes().into_iter().map(tensor).collect();
        for precision in [Precision::Single, Precision::Half] {
            let file = write::<G>(&config, &tensors, precision).expect("the network fits its game");
            files.extend([without_checksum(&file), file]);
        }
    }
}

/// The file as another program may write it: whatever is changed in one with a checksum is refused, and goes no
/// further.
fn without_checksum(file: &[u8]) -> Vec<u8> {
    let (before, after) = (br#",\"checksum\":\""#, br#"\"}"#);
    let mut file = file.to_vec();
    let start = file.windows(before.len()).position(|bytes| bytes == before);
    let start = start.expect("every network is written with a checksum");
    // Space at the end of the text keeps everything else where it is.
    file[start] = b'}';
    file[start + 1..start + before.len() + 16 + after.len()].fill(b' ');
    file
}

/// Lines of the analysis protocol, about a few of the positions.
fn queries() -> Vec<String> {
    let more = [
        r#""agent":"flat:sims=20""#,
        r#""agent":"mcts:sims=30","seed":3,"samples":2,"report_every":0.1,"seat":1"#,
        r#""level":"instant","priority":3"#,
        r#""agent":"expectimax:sims=10","allow":["end"],"steps":[]"#,
    ];
    let positions = [
        texts("docs/examples", "json"),
        golden_positions().into_iter().step_by(9).collect(),
    ]
    .concat();
    let mut queries = Vec::new();
    for (position, more) in positions.iter().zip(more.iter().cycle()) {
        let position = position.replace('\n', " ");
        let read: serde_json::Value = serde_json::from_str(&position).expect("a position is JSON");
        let game = read["game"].as_str().expect("every position names its game");
        queries.push(format!(
            "{{\"id\":\"a\",\"game\":\"{game}\",\"position\":{position},{more}}}"
        ));
    }
    let setup =
        r#"{"id":"b","game":"burgle-bros","setup":{"scenario":"bank-job","seats":2},"steps":[],"agent":"random"}"#;
    queries.push(format!(
        "{setup}\n{{\"id\":\"c\",\"action\":\"terminate\",\"terminate_id\":\"b\"}}"
    ));
    queries.push("{\"id\":\"d\",\"action\":\"query_version\"}\n{\"id\":\"e\",\"action\":\"terminate_all\"}".to_owned());
    queries
}

/// The configurations of the loop that are there, also with a number that JSON does not have, and the usual one of the
/// learner.
fn configurations() -> Vec<String> {
    let of_loop = texts("training/configs", "toml");
    let not_finite = of_loop
        .iter()
        .map(|text| text.replace("seats = ", "risk = nan\nseats = "));
    let usual = LearnConfig::default().to_toml();
    not_finite.chain([usual]).chain(of_loop.iter().cloned()).collect()
}

/// What the arena says in the sessions of docs/protocol.md.
fn sessions() -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/protocol.md")).expect("the document is readable");
    let blocks = text
        .split("```session\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let said = |block: &str| {
        block
            .lines()
            .filter_map(|line| line.strip_prefix("> "))
            .collect::<Vec<_>>()
            .join("\n")
    };
    blocks.map(said).filter(|session| !session.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TARGETS;

    #[test]
    fn every_target_has_a_corpus() {
        for target in TARGETS {
            assert!(!of(target.name).is_empty(), "{}", target.name);
        }
    }

    #[test]
    fn positions_of_the_corpus_are_accepted_before_they_are_changed() {
        use heist_engine::game::{Game, Overrides};
        use heist_engine::{each_game, json};
        fn accepts<G: Game>(text: &str) -> bool {
            let position = json::read::<G::Position>(&json::without_fields(text, &["game"]));
            position.is_ok_and(|position| G::from_position(position, Overrides::None).is_ok())
        }
        macro_rules! any_game {
            ([$($game:path,)*] $text:expr) => { false $(|| accepts::<$game>($text))* };
        }
        for entry in of("positions") {
            let text = String::from_utf8(entry).expect("it is text");
            assert!(each_game!([any_game] & text), "{text}");
        }
    }
}
