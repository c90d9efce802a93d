//! The curve of a run: every network, and checkpoints before it, in the same deals.

use std::sync::atomic::AtomicBool;

use heist_agents::Players;
use heist_agents::arena::{self, ArenaError, Contestant, RunFolder};

use super::config::TrainConfig;
use super::context::{CURVE, Context, Event, Told};
use super::error::TrainError;
use super::json;
use super::report::CurvePoint;
use super::times::Step;
use crate::files::NETWORK;
use crate::ppo::config::PolicyGradient;

impl<G: Players> Context<'_, G> {
    /// Every network up to a round in the deals of the curve; `None` if it was stopped.
    pub(super) fn curve(&self, round: u32) -> Result<Option<Vec<CurvePoint>>, TrainError> {
        let config = &self.config.curve;
        let mut places = Vec::new();
        let mut contestants = Vec::new();
        for round in 1..=round {
            let updates = match &self.config.policy_gradient {
                Some(gradient) => self.checkpoints_on_curve(round, gradient)?,
                None => Vec::new(),
            };
            for (update, trained) in updates {
                let checkpoint = self.checkpoint(round, update);
                let spec = self.agent_with("curve.agent", &config.agent, &checkpoint.join(NETWORK))?;
                contestants.push(self.contestant(format!("round {round}, update {update}"), &spec)?);
                places.push((None, Some(trained)));
            }
            let spec = self.agent("curve.agent", &config.agent, round)?;
            contestants.push(self.contestant(format!("round {round}"), &spec)?);
            places.push((Some(round), Some(f64::from(round))));
        }
        for text in &config.beside {
            contestants.push(Contestant::from_spec(&TrainConfig::spec("curve.beside", text)?)?);
            places.push((None, None));
        }
        let arena = self.arena(contestants, self.seed("curve", 0), config.games, None);
        let folder = RunFolder::open(&self.options.out.join(CURVE), &arena)?;
        let games = u64::from(config.games) * places.len() as u64;
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
        let points = report.contestants.iter().zip(places);
        let points: Vec<CurvePoint> = points
            .map(|(contestant, (round, trained))| CurvePoint {
                agent: contestant.agent.clone(),
                round,
                trained,
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

    /// The checkpoints of a round that are on the curve, but for that at its end: after which update each was made, and
    /// how much of the run that was, in rounds. They divide the round into equal parts, as nearly as checkpoints allow.
    fn checkpoints_on_curve(&self, round: u32, config: &PolicyGradient) -> Result<Vec<(usize, f64)>, TrainError> {
        let (first, last) = (self.goal(round - 1, config), self.goal(round, config));
        let made = self.updates_of_checkpoints(round)?;
        let parts = self.config.curve.checkpoints as usize;
        let chosen = (1..parts).filter_map(|part| {
            let wanted = first + (last - first) * part / parts;
            made.iter().copied().find(|&update| wanted <= update && update < last)
        });
        let mut chosen: Vec<usize> = chosen.collect();
        chosen.dedup();
        let trained = |update| f64::from(round - 1) + (update - first) as f64 / (last - first) as f64;
        Ok(chosen.into_iter().map(|update| (update, trained(update))).collect())
    }
}
