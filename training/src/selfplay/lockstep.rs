//! Games side by side: each waits at a decision until all do, then one batch answers all of them.
//!
//! A deal is always played in the same lane, by its number, and a batch always has a query a lane, so that what a
//! network answers does not depend on where a run was interrupted: arithmetic on a device may round by the shape of a
//! batch and by the place in it.

use std::sync::Arc;

use heist_agents::Players;
use heist_agents::agent::{Stop, is_stopped};
use heist_agents::arena::{Deal, Ongoing, PlayError};
use heist_agents::evaluator::{Evaluations, Evaluator, Query};
use heist_agents::parallel;
use heist_agents::spec::{self, NetworkLoader, Spec};
use heist_engine::game::{Game, Seat};
use heist_engine::random::{self, Generator, choose_weighted};

use super::error::SelfplayError;
use super::missing::Missing;
use super::numbered::numbered;
use super::player::Log;
use crate::order::Ledger;
use crate::record::RecordedGame;

/// No game begins that is so many times the number of lanes after the first one that is not written: games that are
/// over wait in memory for those before them, and are lost when a run is killed.
const AHEAD: u64 = 4;

/// Who decides in games that are played side by side.
pub(super) struct Lockstep<G: Game> {
    /// One for all seats, or one a seat.
    pub minds: Vec<Mind<G>>,
    /// How many games are played at a time.
    pub lanes: usize,
}

/// An agent that decides by the policy of a network.
pub(super) struct Mind<G: Game> {
    network: Arc<dyn Evaluator<G>>,
    temperature: f32,
}

impl<G: Players> Mind<G> {
    /// That of a spec.
    pub fn new(agent: &Spec, networks: NetworkLoader<'_, G>) -> Result<Mind<G>, SelfplayError> {
        let no_network = || SelfplayError::NoNetwork {
            agent: agent.to_string(),
        };
        let network = spec::network(agent, networks)?.ok_or_else(no_network)?;
        if network.has_policy {
            Ok(Mind {
                network: network.evaluator,
                temperature: agent.value("temperature")?,
            })
        } else {
            Err(SelfplayError::NoPolicy {
                agent: agent.to_string(),
            })
        }
    }
}

/// A game at a decision with at least two legal actions.
struct Waiting<G: Game> {
    place: u64,
    deal: Deal<G>,
    game: Ongoing<G>,
    seat: Seat,
    /// What the seat knows.
    view: G,
    legal: Vec<G::Action>,
    /// The prior of each legal action, once it is known.
    priors: Vec<f32>,
}

/// A place for one game at a time.
struct Lane<G: Game> {
    number: u64,
    /// No earlier deal is left for it.
    earliest: u64,
    waiting: Option<Box<Waiting<G>>>,
}

/// The games that a lane has finished, by their places.
type Finished = Vec<(u64, Result<RecordedGame, SelfplayError>)>;

/// The deals of a run.
pub struct Deals<'a, G: Game> {
    /// The deal of a number.
    pub deal: &'a (dyn Fn(u64) -> Result<Deal<G>, SelfplayError> + Sync),
    /// The most decisions of a game.
    pub decision_limit: u64,
}

impl<G: Players> Lockstep<G> {
    /// Plays what is missing and hands it to `write` in order. Returns how many games that were: fewer than are missing
    /// if it was stopped.
    ///
    /// # Errors
    /// When a game cannot be played or written: the failure of the earliest game; all before it are written.
    pub fn play(
        &self,
        deals: &Deals<'_, G>,
        missing: &Missing,
        progress: &(dyn Fn() + Sync),
        stop: Stop<'_>,
        write: impl FnMut(u64, RecordedGame) -> Result<(), SelfplayError>,
    ) -> Result<u64, SelfplayError> {
        let mut ledger = Ledger::new(write);
        let mut lanes: Vec<Lane<G>> = (0..self.lanes as u64).map(Lane::new).collect();
        let mut answers = Evaluations::default();
        // Nothing from here on is played: what is after a failure would not be written.
        let mut end = missing.count();
        while !is_stopped(stop) {
            let horizon = end.min(ledger.next() + AHEAD * self.lanes as u64);
            let go_on = |_, lane: &mut Lane<G>| lane.go_on(self, deals, missing, horizon);
            let finished: Vec<Finished> = parallel::map_mut(&mut lanes, go_on);
            for (place, game) in finished.into_iter().flatten() {
                match game {
                    Ok(game) => {
                        progress();
                        if !ledger.add(place, game) {
                            end = end.min(ledger.next());
                        }
                    }
                    Err(error) => {
                        ledger.fail(place, error);
                        end = end.min(place);
                    }
                }
            }
            for lane in &mut lanes {
                lane.waiting.take_if(|waiting| waiting.place >= end);
            }
            if ledger.next() >= end {
                break;
            }
            self.ask(&mut lanes, &mut answers);
        }
        ledger.finish()
    }

    /// Asks for the priors of all decisions that lanes wait at.
    fn ask(&self, lanes: &mut [Lane<G>], answers: &mut Evaluations) {
        for (number, mind) in self.minds.iter().enumerate() {
            let is_asked = |waiting: &Waiting<G>| self.mind_of(waiting.seat) == number;
            // Lanes with nothing to ask fill the batch with a position that is in it.
            let Some(filler) = lanes.iter().find_map(|lane| lane.asking(is_asked)) else {
                continue;
            };
            let queries: Vec<Query<'_, G>> = lanes
                .iter()
                .map(|lane| match lane.asking(is_asked) {
                    Some(waiting) => waiting.query(),
                    None => Query {
                        legal: &[],
                        ..filler.query()
                    },
                })
                .collect();
            // The priors of a network are not drawn.
            mind.network.evaluate(&queries, &mut random::from_seed(0), answers);
            for (place, lane) in lanes.iter_mut().enumerate() {
                if let Some(waiting) = lane.waiting.as_deref_mut().filter(|waiting| is_asked(waiting)) {
                    waiting.priors.extend_from_slice(answers.priors(place));
                }
            }
        }
    }

    /// The number of the mind of a seat.
    fn mind_of(&self, seat: Seat) -> usize {
        if self.minds.len() == 1 { 0 } else { seat.index() }
    }
}

impl<G: Game> Waiting<G> {
    fn query(&self) -> Query<'_, G> {
        Query {
            state: &self.view,
            seat: self.seat,
            legal: &self.legal,
        }
    }
}

impl<G: Players> Lane<G> {
    fn new(number: u64) -> Lane<G> {
        Lane {
            number,
            earliest: 0,
            waiting: None,
        }
    }

    /// The decision that it waits at, if the answer is wanted from whom `is_asked` knows.
    fn asking(&self, is_asked: impl Fn(&Waiting<G>) -> bool) -> Option<&Waiting<G>> {
        self.waiting.as_deref().filter(|waiting| is_asked(waiting))
    }

    /// Plays what was answered, and on to the next decision to ask about, in this game or a later one. No game begins
    /// whose place is not before `horizon`.
    fn go_on(&mut self, minds: &Lockstep<G>, deals: &Deals<'_, G>, missing: &Missing, horizon: u64) -> Finished {
        let mut finished = Vec::new();
        if let Some(mut waiting) = self.waiting.take() {
            let temperature = minds.minds[minds.mind_of(waiting.seat)].temperature;
            let stream = waiting.game.stream(waiting.seat);
            let action = waiting.legal[chosen(&waiting.priors, temperature, stream)];
            waiting.game.act(waiting.seat, action);
            self.enter(waiting, deals, &mut finished);
        }
        while self.waiting.is_none()
            && let Some((place, number)) = missing.next_of_lane(self.number, minds.lanes as u64, self.earliest)
            && place < horizon
        {
            self.earliest = number + 1;
            match (deals.deal)(number) {
                Ok(deal) => {
                    let waiting = Waiting {
                        place,
                        game: Ongoing::new(&deal, true),
                        seat: Seat(0),
                        view: deal.world.clone(),
                        legal: Vec::new(),
                        priors: Vec::new(),
                        deal,
                    };
                    self.enter(Box::new(waiting), deals, &mut finished);
                }
                Err(error) => finished.push((place, Err(error))),
            }
        }
        finished
    }

    /// Lets a game go on to its next decision, where it waits, or to its end.
    fn enter(&mut self, mut waiting: Box<Waiting<G>>, deals: &Deals<'_, G>, finished: &mut Finished) {
        let deal = waiting.deal.number;
        while let Some(seat) = waiting.game.advance(|_, _| ()) {
            let decisions = waiting.game.decisions();
            if decisions == deals.decision_limit {
                let source = PlayError::Endless { decisions };
                finished.push((waiting.place, Err(SelfplayError::Play { deal, source })));
                return;
            }
            // Listed by the view, as for any agent.
            waiting.view = waiting.game.world().information_state(seat);
            waiting.view.legal_actions(&mut waiting.legal);
            if let [only] = waiting.legal[..] {
                waiting.game.act(seat, only);
                continue;
            }
            waiting.seat = seat;
            waiting.priors.clear();
            self.waiting = Some(waiting);
            return;
        }
        let Waiting { place, deal, game, .. } = *waiting;
        finished.push((place, numbered(&deal, &game.into_steps(), Log::default())));
    }
}

/// The place of the action that is played: the likeliest one, the first of equals, or with a temperature one by chance.
fn chosen(priors: &[f32], temperature: f32, rng: &mut Generator) -> usize {
    if temperature > 0.0 {
        let power = 1.0 / f64::from(temperature);
        let weights: Vec<f64> = priors.iter().map(|&prior| f64::from(prior).powf(power)).collect();
        return choose_weighted(rng, &weights);
    }
    let likelier = |best: usize, place: usize| if priors[place] > priors[best] { place } else { best };
    (0..priors.len()).reduce(likelier).expect("a decision has an action")
}
