//! The curve of a run: every network in the same deals.

use std::sync::atomic::AtomicBool;

use heist_agents::arena::{self, ArenaError, Contestant, RunFolder};
use heist_agents::heuristics::Heuristics;

use super::config::TrainConfig;
use super::context::{Context, Event, Told};
use super::error::TrainError;
use super::json;
use super::report::CurvePoint;
use super::times::Step;

impl<G: Heuristics> Context<'_, G> {
    /// Every network up to a round in the deals of the curve; `None` if it was stopped.
    pub(super) fn curve(&self, round: u32) -> Result<Option<Vec<CurvePoint>>, TrainError> {
        let config = &self.config.curve;
        let mut rounds = Vec::new();
        let mut contestants = Vec::new();
        for round in 1..=round {
            let spec = self.agent("curve.agent", &config.agent, round)?;
            contestants.push(self.contestant(format!("round {round}"), &spec)?);
            rounds.push(Some(round));
        }
        for text in &config.beside {
            contestants.push(Contestant::from_spec(&TrainConfig::spec("curve.beside", text)?)?);
            rounds.push(None);
        }
        let arena = self.arena(contestants, self.seed("curve", 0), config.games, None);
        let folder = RunFolder::open(&self.options.out.join("curve"), &arena)?;
        let games = u64::from(config.games) * rounds.len() as u64;
        self.begin(round, "curve, games", games, 0);
        let play = |over: &AtomicBool| match arena::resume(&arena, &folder, &Told(self.tell), over) {
            Ok(report) => Ok(Some(report)),
            Err(ArenaError::NothingFinished) => Ok(None),
            Err(error) => Err(TrainError::from(error)),
        };
        let report = if folder.len() as u64 >= games {
            // Nothing is left to play: that takes no time worth counting.
            play(&AtomicBool::new(false))?
        } else {
            let stop = self.options.stop;
            self.times.measure(round, Step::Curve, f64::INFINITY, stop, play)?
        };
        let Some(report) = report.filter(|report| report.games == report.requested) else {
            return Ok(None);
        };
        let points = report.contestants.iter().zip(rounds);
        let points: Vec<CurvePoint> = points
            .map(|(contestant, round)| CurvePoint {
                agent: contestant.agent.clone(),
                round,
                wins: contestant.wins,
                games: contestant.games,
                interval95: contestant.wilson95,
            })
            .collect();
        json::write(&self.options.out.join("curve.json"), &points)?;
        if let Some(point) = points.iter().rfind(|point| point.round.is_some()) {
            (self.tell)(Event::Result(point.to_string()));
        }
        Ok(Some(points))
    }
}
