//! Tests of the learner.

mod agreement;
mod evaluator;
pub mod events;
mod loss;
mod model;
mod run;
mod sample;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use heist_agents::Players;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_training::selfplay::{Selfplay, SelfplayOptions};
use serde_json::{Value, json};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("heist-learn-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        Folder(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Plays some games of a search and records them.
fn play<G: Players>(folder: &Path, setup: Value, agent: &str, games: u64) {
    let setup = serde_json::from_value::<G::Setup>(setup).unwrap();
    let options = SelfplayOptions {
        games,
        games_per_block: 4,
        ..SelfplayOptions::default()
    };
    let run = Selfplay::<G>::new(&setup, &[agent.parse().unwrap()], options).unwrap();
    let plan = run.plan(folder).unwrap();
    assert_eq!(run.run(plan, &|| (), &[]).unwrap(), games);
}

/// A folder with games of Caper Cards.
fn caper_cards() -> &'static Path {
    static GAMES: OnceLock<PathBuf> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("caper-cards-games");
        drop(fs::remove_dir_all(&folder));
        play::<CaperCards>(&folder, json!({"seats": 3}), "improve:sims=30", 12);
        folder
    })
}

/// A folder with a game of Burgle Bros.
fn burgle_bros() -> &'static Path {
    static GAMES: OnceLock<PathBuf> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("burgle-bros-games");
        drop(fs::remove_dir_all(&folder));
        let setup = json!({"scenario": "bank-job", "seats": 2});
        play::<BurgleBros>(&folder, setup, "improve:sims=8,turns=1", 4);
        folder
    })
}
