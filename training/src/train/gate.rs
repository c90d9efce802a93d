//! Gates: whether the network of a round takes the place of the one before.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::Players;
use heist_agents::arena::{self, ArenaError, Config, Report, RunFolder, Verdict};

use super::config::TrainConfig;
use super::context::{Context, Event, Told};
use super::error::TrainError;
use super::json;
use super::report::Gate;
use super::times::Step;

impl<G: Players> Context<'_, G> {
    /// Whether a round's network takes the place of the one before; `None` if it was stopped.
    pub(super) fn gate(&self, round: u32, held: Option<u32>) -> Result<Option<Gate>, TrainError> {
        let path = self.folder(round).join("gate.json");
        if let Some(gate) = json::read(&path)? {
            return Ok(Some(gate));
        }
        let config = &self.config.gate;
        let against = match (held, &config.against) {
            (Some(held), _) => Some((format!("round {held}"), self.agent("gate.agent", &config.agent, held)?)),
            (None, Some(agent)) => Some((agent.clone(), TrainConfig::spec("gate.against", agent)?)),
            (None, None) => None,
        };
        let gate = match against {
            None => Gate {
                round,
                against: None,
                taken: true,
                deals: 0,
                verdict: "the first network".to_owned(),
                elo: None,
            },
            Some((name, spec)) => {
                let contestants = vec![
                    self.contestant(name.clone(), &spec)?,
                    self.contestant(
                        format!("round {round}"),
                        &self.agent("gate.agent", &config.agent, round)?,
                    )?,
                ];
                let test = self.config.sprt();
                let test = test.expect("it was checked when the configuration was read");
                let arena = self.arena(contestants, self.seed("gate", round), config.games, Some(test));
                self.begin(round, "gate, games", 2 * u64::from(config.games), 0);
                let folder = self.folder(round).join("gate");
                let (most, stop) = (60.0 * config.minutes, self.options.stop);
                let work = |over: &AtomicBool| self.compete(arena, &folder, over);
                let report = self.times.measure(round, Step::Gate, most, stop, work)?;
                if self.is_stopped() {
                    return Ok(None);
                }
                verdict(round, name, report.as_ref(), config.games)
            }
        };
        (self.tell)(Event::Result(gate.to_string()));
        json::write(&path, &gate)?;
        Ok(Some(gate))
    }

    /// Plays the games of a gate until the test has its verdict or the time is over; `None` if there are none.
    fn compete(&self, mut arena: Config<G>, folder: &Path, over: &AtomicBool) -> Result<Option<Report>, TrainError> {
        let folder = RunFolder::open(folder, &arena)?;
        let counting = AtomicBool::new(false);
        let mut stop = over;
        if over.load(Ordering::Relaxed) {
            // The time was over before this run of the program: what was played counts.
            let labels = arena.labels();
            let is_whole = |deal: &u32| labels.iter().all(|label| folder.game((*deal).into(), label).is_some());
            arena.games = (0..arena.games).take_while(is_whole).count() as u32;
            if arena.games == 0 {
                return Ok(None);
            }
            stop = &counting;
        }
        match arena::resume(&arena, &folder, &Told(self.tell), stop) {
            Ok(report) => Ok(Some(report)),
            Err(ArenaError::NothingFinished) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The verdict on a network that was to play so many games.
fn verdict(round: u32, against: String, report: Option<&Report>, games: u32) -> Gate {
    let deals = report.map_or(0, |report| report.games);
    let test = report.and_then(|report| report.sprt.as_ref());
    let words = match test.map(|test| test.verdict) {
        Some(Verdict::Elo1) => "better: taken",
        Some(Verdict::Elo0) => "not better: not taken",
        _ if deals < games.into() => "out of time: not taken",
        _ => "undecided: not taken",
    };
    Gate {
        round,
        against: Some(against),
        taken: test.is_some_and(|test| test.verdict == Verdict::Elo1),
        deals,
        verdict: words.to_owned(),
        elo: test.map(|test| (test.elo, test.elo_interval95)),
    }
}
