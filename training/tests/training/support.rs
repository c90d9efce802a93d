//! Runs of self-play that are over soon.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use heist_agents::Players;
use heist_agents::arena::Threads;
use heist_agents::network::{Head, NetworkConfig, Precision, Tensor, Tensors, write};
use heist_engine::describe::FieldDefault;
use heist_engine::game::Game;
use heist_engine::random::{below, stream};
use heist_training::record::RecordedGame;
use heist_training::selfplay::{Selfplay, SelfplayOptions};
use heist_training::shard::{Header, Kind, Run, ShardReader, ShardWriter};
use serde_json::{Map, Value, json};

/// A folder of its own, gone when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("heist-training-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Every file in it with its bytes, by name.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<(String, Vec<u8>)> = entries
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read(&path).unwrap())
            })
            .collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The usual setup of a game for two, with no seed.
pub fn setup<G: Game>() -> G::Setup {
    let mut fields = Map::new();
    for field in G::SETUP {
        if let FieldDefault::Required(text) = field.default {
            fields.insert(field.name.to_owned(), field.read(text).unwrap());
        }
    }
    fields.insert("seats".to_owned(), json!(2));
    serde_json::from_value(Value::Object(fields)).unwrap()
}

/// Self-play with a search that has made up its mind soon.
pub const QUICK: &str = "mcts:sims=6,turns=1";

pub fn selfplay<G: Players>(agents: &[&str], options: SelfplayOptions) -> Selfplay<G> {
    let specs: Vec<_> = agents.iter().map(|spec| spec.parse().unwrap()).collect();
    Selfplay::new(&setup::<G>(), &specs, options).unwrap()
}

/// Options of a short run: blocks of four games, shards of ten.
pub fn short(games: u64) -> SelfplayOptions {
    SelfplayOptions {
        seed: 7,
        games,
        games_per_shard: 10,
        games_per_block: 4,
        threads: Threads::new(2),
        ..SelfplayOptions::default()
    }
}

/// Runs self-play into a folder, to its end.
pub fn record<G: Players>(run: &Selfplay<G>, folder: &Path) -> u64 {
    let plan = run.plan(folder).unwrap();
    run.run(plan, &|| {}, &[]).unwrap()
}

/// The games of a shard in which nothing is damaged.
pub fn games(path: &Path) -> Vec<RecordedGame> {
    let reader = ShardReader::open(path).unwrap();
    reader.games(|damage| panic!("{damage}")).unwrap()
}

/// Weights of a network, drawn so that activations are between their bounds as often as not.
pub fn weights(config: &NetworkConfig) -> Tensors {
    let mut rng = stream(9, "drawn", 0);
    let mut draw = |most: f32| most * (below(&mut rng, 2001) as f32 / 1000.0 - 1.0);
    let tensor = |(name, shape): (String, Vec<usize>)| {
        let most = if name == "first.weight" { 0.1 } else { 0.4 };
        let values = (0..shape.iter().product()).map(|_| draw(most)).collect();
        (name, Tensor { shape, values })
    };
    config.shapes().into_iter().map(tensor).collect()
}

/// The file of a small network with drawn weights and these heads.
pub fn drawn<G: Players>(heads: &[Head]) -> Vec<u8> {
    let config = NetworkConfig {
        hidden: vec![20, 12, 9],
        heads: heads.to_vec(),
        ..NetworkConfig::of_game::<G>()
    };
    write::<G>(&config, &weights(&config), Precision::Single).unwrap()
}

/// Games that no rules allow, for tests of the format alone.
pub fn made_up(count: u64) -> Vec<RecordedGame> {
    use heist_training::record::{RecordedDecision, RecordedMove};
    let game = |number: u64| {
        let mut rng = stream(3, "made up", number);
        let steps: Vec<u16> = (0..20 + below(&mut rng, 80))
            .map(|_| below(&mut rng, 9) as u16)
            .collect();
        let decision = |step: u32| RecordedDecision {
            step,
            expert: 1,
            surprise: 0.25,
            moves: (0..3)
                .map(|place| RecordedMove {
                    place,
                    visits: below(&mut rng, 100),
                    value: below(&mut rng, 100) as f32 / 100.0,
                    ..RecordedMove::default()
                })
                .collect(),
        };
        RecordedGame {
            run: 0,
            number,
            decisions: (0..5).map(decision).collect(),
            steps,
            value: 1.0,
            key: number * 77,
        }
    };
    (0..count).map(game).collect()
}

/// A header for them: four games a block.
pub fn header(games: u64) -> Header {
    let run = Run {
        setup: json!({}),
        agents: vec!["random".to_owned()],
        seed: 1,
        first: 0,
        games,
        settings: Map::new(),
    };
    Header::new::<heist_engine::burgle_bros::BurgleBros>(Kind::Selfplay, games, 4, vec![run])
}

/// The bytes of a shard of games.
pub fn bytes(header: &Header, games: &[RecordedGame]) -> Vec<u8> {
    let mut writer = ShardWriter::new(Vec::new(), header).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    writer.finish().unwrap()
}

/// Calls a function generic over games for each of them: `for_each_game!(function)`.
macro_rules! for_each_game {
    ($function:ident) => {
        heist_registry::each_game!([crate::support::call_for_each] $function)
    };
}

macro_rules! call_for_each {
    ([$($game:path,)*] $function:ident) => {
        $($function::<$game>();)*
    };
}

pub(crate) use {call_for_each, for_each_game};
