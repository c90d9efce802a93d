//! Many games side by side, each waiting at a decision.

use heist_agents::arena::matches::Deal;
use heist_engine::game::{Game, Node, Seat, SetupError};
use heist_engine::random::{self, Generator};
use rayon::prelude::*;

/// Where games begin: deals of a setup, one after the other.
#[derive(Clone, Debug)]
pub struct Deals<G: Game> {
    /// The setup; what it leaves open is drawn for each deal anew.
    pub setup: G::Setup,
    /// The seed of the deals.
    pub seed: u64,
}

impl<G: Game> Deals<G> {
    fn world(&self, number: u64) -> Result<G, SetupError> {
        let setup = G::with_seed(&self.setup, Some(Deal::<G>::setup_seed(self.seed, number)));
        Ok(Deal::new(&setup, self.seed, number)?.world)
    }
}

/// A finished game: the value of its result and how many turns it took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Finished {
    /// [`heist_engine::game::TeamResult::value`].
    pub value: f64,
    /// The turn in which it ended.
    pub turns: u32,
}

/// A game that waits at a decision with at least two legal actions.
#[derive(Clone, Debug)]
pub struct Lane<G: Game> {
    /// The world; nothing in it is hidden.
    pub world: G,
    /// Who decides.
    pub seat: Seat,
    /// What is legal, in the game's order.
    pub legal: Vec<G::Action>,
    /// The number of the deal that is played.
    deal: u64,
    /// Chance.
    dice: Generator,
}

impl<G: Game> Lane<G> {
    /// A lane at the first decision of a deal or, if that has none, of a later one: deals `number`, `number + stride` and so on.
    ///
    /// # Errors
    /// When a setup drawn for a deal is not playable.
    pub fn new(deals: &Deals<G>, number: u64, stride: u64) -> Result<Lane<G>, SetupError> {
        let mut lane = Lane {
            world: deals.world(number)?,
            seat: Seat(0),
            legal: Vec::new(),
            deal: number,
            dice: random::stream(deals.seed, "lanes/dice", number),
        };
        while lane.advance().is_some() {
            lane.restart(deals, stride)?;
        }
        Ok(lane)
    }

    fn restart(&mut self, deals: &Deals<G>, stride: u64) -> Result<(), SetupError> {
        self.deal += stride;
        self.world = deals.world(self.deal)?;
        self.dice = random::stream(deals.seed, "lanes/dice", self.deal);
        Ok(())
    }

    /// Goes on to the next decision that is one, or to the end.
    fn advance(&mut self) -> Option<Finished> {
        loop {
            match self.world.node() {
                Node::Terminal => {
                    return Some(Finished {
                        value: self.world.result().map_or(0.0, |result| result.value),
                        turns: self.world.turn(),
                    });
                }
                Node::Chance => {
                    let outcome = self.world.sample(&mut self.dice);
                    self.world.resolve(outcome);
                }
                Node::Decision(seat) => {
                    self.world.legal_actions(&mut self.legal);
                    if let [only] = self.legal[..] {
                        self.world.apply(only);
                        continue;
                    }
                    self.seat = seat;
                    return None;
                }
            }
        }
    }

    /// Plays the legal action of a place and goes on. A game that ends is reported, and the next one begun.
    ///
    /// # Errors
    /// When a setup drawn for a new deal is not playable.
    pub fn play(&mut self, place: usize, deals: &Deals<G>, stride: u64) -> Result<Option<Finished>, SetupError> {
        self.world.apply(self.legal[place]);
        let mut finished = None;
        while let Some(end) = self.advance() {
            finished.get_or_insert(end);
            self.restart(deals, stride)?;
        }
        Ok(finished)
    }
}

/// Lanes that step together.
#[derive(Clone, Debug)]
pub struct Lanes<G: Game> {
    deals: Deals<G>,
    lanes: Vec<Lane<G>>,
}

impl<G: Game> Lanes<G> {
    /// `count` lanes. Lane `i` plays the deals `first + i`, `first + i + count` and so on.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(deals: Deals<G>, first: u64, count: usize) -> Result<Lanes<G>, SetupError> {
        let lanes = (first..first + count as u64).into_par_iter();
        let lanes = lanes
            .map(|number| Lane::new(&deals, number, count as u64))
            .collect::<Result<_, _>>()?;
        Ok(Lanes { deals, lanes })
    }

    /// The lanes.
    pub fn lanes(&self) -> &[Lane<G>] {
        &self.lanes
    }

    /// Plays a legal action in each lane, given by its place, and says which games ended.
    ///
    /// # Errors
    /// When a setup drawn for a new deal is not playable.
    pub fn play(&mut self, places: impl Iterator<Item = usize>) -> Result<Vec<Option<Finished>>, SetupError> {
        let places: Vec<usize> = places.collect();
        self.each(|number, lane, step| step.play(lane, places[number]))
    }

    /// Lets each lane play by itself, on all threads; its number is told.
    ///
    /// # Errors
    /// When a setup drawn for a new deal is not playable.
    pub fn each<T: Send>(
        &mut self,
        play: impl Fn(usize, &mut Lane<G>, &Step<'_, G>) -> Result<T, SetupError> + Sync,
    ) -> Result<Vec<T>, SetupError> {
        let step = Step {
            deals: &self.deals,
            stride: self.lanes.len() as u64,
        };
        let lanes = self.lanes.par_iter_mut().enumerate();
        lanes.map(|(number, lane)| play(number, lane, &step)).collect()
    }
}

/// How lanes go on.
#[derive(Debug)]
pub struct Step<'a, G: Game> {
    deals: &'a Deals<G>,
    stride: u64,
}

impl<G: Game> Step<'_, G> {
    /// Plays the legal action of a place, and tells whether a game ended with it.
    ///
    /// # Errors
    /// When a setup drawn for a new deal is not playable.
    pub fn play(&self, lane: &mut Lane<G>, place: usize) -> Result<Option<Finished>, SetupError> {
        lane.play(place, self.deals, self.stride)
    }
}
