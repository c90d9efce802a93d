//! An agent that also notes what its search found out.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heist_agents::Players;
use heist_agents::agent::{Agent, Fault, Start, Stop};
use heist_agents::analysis::Candidate;
use heist_agents::search::{Search, Watch};
use heist_engine::game::{Game, Seat, TeamResult};
use heist_engine::random::{self, Generator};
use heist_engine::record::Step;

use crate::record::{NO_EXPERT, RecordedDecision, RecordedMove, place_of};

/// What the players of a game note, in the order of their decisions.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    /// How many decisions were taken.
    decisions: u32,
    /// What is known of some, with their places among all decisions for steps.
    annotated: Vec<RecordedDecision>,
}

impl Log {
    fn open(&self) -> MutexGuard<'_, Notes> {
        // A player that panicked takes the game with it: nothing reads what it left behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The annotations, given the steps of all decisions.
    pub(super) fn annotations(self, steps: &[u32]) -> Vec<RecordedDecision> {
        let mut annotated = std::mem::take(&mut self.open().annotated);
        for decision in &mut annotated {
            decision.step = steps[decision.step as usize];
        }
        annotated
    }
}

/// A player of one seat.
pub(super) struct Player<G: Game> {
    mind: Mind<G>,
    /// Its own draws, so that the stream of its seat stays that of the arena's games.
    rng: Generator,
    log: Log,
}

enum Mind<G: Game> {
    Quiet(Box<dyn Agent<G>>),
    Searching {
        search: Box<dyn Search<G>>,
        fast: Option<(Box<dyn Agent<G>>, u32)>,
        temperature: f64,
    },
}

impl<G: Game> Player<G> {
    /// One that plays without giving reasons.
    pub(super) fn quiet(agent: Box<dyn Agent<G>>, log: &Log) -> Player<G> {
        Player::new(Mind::Quiet(agent), log)
    }

    /// One that searches: all decisions, or one in so many while a fast agent takes the others.
    pub(super) fn searching(
        search: Box<dyn Search<G>>,
        fast: Option<(Box<dyn Agent<G>>, u32)>,
        temperature: f64,
        log: &Log,
    ) -> Player<G> {
        let mind = Mind::Searching {
            search,
            fast,
            temperature,
        };
        Player::new(mind, log)
    }

    fn new(mind: Mind<G>, log: &Log) -> Player<G> {
        Player {
            mind,
            // Replaced when the game begins.
            rng: random::from_seed(0),
            log: log.clone(),
        }
    }

    /// The agent within that is a whole agent itself.
    fn inner(&mut self) -> Option<&mut Box<dyn Agent<G>>> {
        match &mut self.mind {
            Mind::Quiet(agent) => Some(agent),
            Mind::Searching { fast, .. } => fast.as_mut().map(|(agent, _)| agent),
        }
    }
}

impl<G: Players> Agent<G> for Player<G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.begin_until(start, &[])
    }

    fn begin_until(&mut self, start: &Start<'_, G>, stop: Stop<'_>) -> Result<(), Fault> {
        self.rng = random::stream(start.seed, "selfplay/player", 0);
        self.inner().map_or(Ok(()), |agent| agent.begin_until(start, stop))
    }

    fn watches(&self) -> bool {
        match &self.mind {
            Mind::Quiet(agent) => agent.watches(),
            Mind::Searching { fast, .. } => fast.as_ref().is_some_and(|(agent, _)| agent.watches()),
        }
    }

    fn observe(&mut self, step: Step<G>) {
        if let Some(agent) = self.inner() {
            agent.observe(step);
        }
    }

    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        self.decide_until(view, seat, legal, rng, &[])
    }

    fn decide_until(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        stop: Stop<'_>,
    ) -> Result<G::Action, Fault> {
        let decision = self.log.open().decisions;
        self.log.open().decisions += 1;
        let (search, temperature) = match &mut self.mind {
            Mind::Quiet(agent) => return agent.decide_until(view, seat, legal, rng, stop),
            Mind::Searching { .. } if legal.len() == 1 => return Ok(legal[0]),
            Mind::Searching {
                fast: Some((agent, one_in)),
                ..
            } if random::below(&mut self.rng, *one_in) > 0 => return agent.decide_until(view, seat, legal, rng, stop),
            Mind::Searching {
                search, temperature, ..
            } => (search, *temperature),
        };
        let analysis = search.analyse(view, seat, legal, rng, &mut Watch::hurried().until(stop));
        let expert = G::HEURISTIC.map(|policy| policy(view, seat, legal, &mut self.rng));
        self.log.open().annotated.push(RecordedDecision {
            step: decision,
            expert: expert.map_or(NO_EXPERT, |action| place_of(action, legal)),
            surprise: expert.map_or(0.0, |action| surprise(&analysis.candidates, action)),
            moves: analysis.candidates.iter().map(|found| recorded(found, legal)).collect(),
        });
        Ok(drawn(&analysis.candidates, temperature, &mut self.rng).unwrap_or(legal[0]))
    }

    fn end(&mut self, result: &TeamResult) {
        if let Some(agent) = self.inner() {
            agent.end(result);
        }
    }
}

fn recorded<G: Game>(found: &Candidate<G>, legal: &[G::Action]) -> RecordedMove {
    RecordedMove {
        place: place_of(found.action, legal),
        alike: u16::try_from(found.alike.len()).unwrap_or(u16::MAX),
        visits: u32::try_from(found.visits).unwrap_or(u32::MAX),
        value: found.value.mean as f32,
        error: found.value.error as f32,
        difference: found.difference.mean as f32,
        difference_error: found.difference.error as f32,
    }
}

/// By how much the chosen move is better than the expert's.
fn surprise<G: Game>(candidates: &[Candidate<G>], expert: G::Action) -> f32 {
    let is_experts = |found: &&Candidate<G>| found.action == expert || found.alike.contains(&expert);
    let difference = candidates.iter().find(is_experts).map(|found| found.difference.mean);
    difference
        .filter(|mean| mean.is_finite())
        .map_or(0.0, |mean| -mean as f32)
}

/// The move that is played: the chosen one, or one drawn at a temperature.
fn drawn<G: Game>(candidates: &[Candidate<G>], temperature: f64, rng: &mut Generator) -> Option<G::Action> {
    if temperature <= 0.0 {
        return candidates.first().map(|found| found.action);
    }
    let best = candidates
        .iter()
        .map(|found| found.value.mean)
        .fold(f64::NEG_INFINITY, f64::max);
    let weight = |found: &Candidate<G>| match ((found.value.mean - best) / temperature).exp() {
        weight if weight.is_finite() => weight,
        _ => 0.0,
    };
    let weights: Vec<f64> = candidates.iter().map(weight).collect();
    if weights.iter().sum::<f64>() > 0.0 {
        Some(candidates[random::choose_weighted(rng, &weights)].action)
    } else {
        candidates.first().map(|found| found.action)
    }
}
