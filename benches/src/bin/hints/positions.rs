//! Games of the suite, and decisions in them.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use heist_agents::arena::{Entrant, Threads, any_config, setup_seed};
use heist_engine::any::{AnyReplay, AnyState};
use heist_engine::game::{Node, Seat};
use heist_engine::random::{shuffle, stream};

use crate::effort::player;
use crate::suite::Suite;

/// A game of a setting.
pub struct Played {
    /// The replay's file.
    pub path: PathBuf,
    replay: Box<dyn AnyReplay>,
}

/// A decision of a game with more than one legal move.
#[derive(Clone, Debug)]
pub struct Position {
    /// The number of steps before it.
    pub step: usize,
    /// Who decides.
    pub seat: Seat,
    /// What that seat knows.
    pub view: Box<dyn AnyState>,
}

impl Played {
    /// Game `number` of a setting: the recommended search plays it, unless its replay is in the folder already.
    ///
    /// # Errors
    /// When it cannot be played, read or written.
    pub fn open(
        suite: &Suite,
        setting: usize,
        number: u64,
        folder: &Path,
        stop: &AtomicBool,
    ) -> Result<Played, String> {
        let path = folder.join(format!("{}-{number}.jsonl", setting + 1));
        let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let game = suite.settings[setting].game()?;
        if path.exists() {
            let file = File::open(&path).map_err(|error| in_file(&error))?;
            let replay = game
                .read_replay(&mut BufReader::new(file))
                .map_err(|error| in_file(&error))?;
            return Ok(Played { path, replay });
        }
        let replay = play(suite, setting, number, stop)?;
        // A game that was written in part has another name.
        let unfinished = path.with_extension("part");
        let mut text = Vec::new();
        replay.write(&mut text).map_err(|error| in_file(&error))?;
        let written = File::create(&unfinished).and_then(|mut file| file.write_all(&text));
        written
            .and_then(|()| fs::rename(&unfinished, &path))
            .map_err(|error| in_file(&error))?;
        Ok(Played { path, replay })
    }

    /// Its decisions in an order that is drawn for a use of them.
    ///
    /// # Errors
    /// When the replay does not follow the rules.
    pub fn positions(
        &self,
        suite: &Suite,
        purpose: &str,
        setting: usize,
        number: u64,
    ) -> Result<Vec<Position>, String> {
        let mut positions = Vec::new();
        for (step, state) in self.replay.states().enumerate() {
            let state = state.map_err(|error| format!("{}: {error}", self.path.display()))?;
            let Node::Decision(seat) = state.node() else { continue };
            if state.branch_count() > 1 && state.holds(seat) {
                positions.push(Position {
                    step,
                    seat,
                    view: state.information_state(seat),
                });
            }
        }
        let mut rng = stream(suite.seed, &format!("hints/{purpose}/{setting}"), number);
        shuffle(&mut rng, &mut positions);
        Ok(positions)
    }
}

fn play(suite: &Suite, setting: usize, number: u64, stop: &AtomicBool) -> Result<Box<dyn AnyReplay>, String> {
    let of = &suite.settings[setting];
    let setup = of.open()?;
    // Settings of one game do not share their deals.
    let seed = suite.seed + setting as u64;
    let first = setup.with_seed(Some(setup_seed(seed, number))).begin();
    let first = first.map_err(|error| format!("setting `{}`: {error}", of.name))?;
    let spec = player(&*first, suite.player_sims)?.to_string();
    let entrants = [Entrant::of_all_deals(&spec)];
    let config = any_config(&*setup, &entrants, 1, seed, Threads::new(1)).map_err(|error| error.to_string())?;
    config.replay(number, 0, &[stop]).map_err(|error| error.to_string())
}
