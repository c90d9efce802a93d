//! Many games side by side, each waiting at a decision.

use std::collections::VecDeque;

use heist_agents::Heuristics;
use heist_agents::arena::matches::Deal;
use heist_agents::parallel;
use heist_agents::planning::Effort;
use heist_engine::game::{Game, Node, Seat, SetupError};
use heist_engine::random::{self, Generator};

/// Where games begin: deals of setups, one after the other.
#[derive(Clone, Debug)]
pub struct Deals<G: Game> {
    /// The setups, at least one, which deals take in turn; what they leave open is drawn for each deal anew.
    pub setups: Vec<G::Setup>,
    /// The seed of the deals.
    pub seed: u64,
    /// Plans for the setups, if the game begins with a planning part.
    pub plans: Plans<G>,
}

impl<G: Game> Deals<G> {
    fn world(&self, number: u64) -> Result<G, SetupError> {
        let setup = &self.setups[self.setup_of(number)];
        let setup = G::with_seed(setup, Some(Deal::<G>::setup_seed(self.seed, number)));
        Ok(Deal::new(&setup, self.seed, number)?.world)
    }

    /// The place of a deal's setup.
    fn setup_of(&self, number: u64) -> usize {
        (number % self.setups.len() as u64) as usize
    }

    /// The plan of a deal.
    fn plan(&self, number: u64) -> &[G::Action] {
        let plans = self.plans.of_setups.get(self.setup_of(number));
        let turn = number / self.setups.len() as u64;
        plans.map_or(&[], |plans| &plans[(turn % PLANS) as usize])
    }
}

/// Plans of a setup.
const PLANS: u64 = 4;

/// Whole plans of the game's [planner](Heuristics::PLANNER), a few for each setup: one for each deal would take longer
/// than to play it.
///
/// Policies do not learn to plan. Deals begin with such a plan as far as it can be followed in them, and then with the
/// expert's.
#[derive(Clone, Debug)]
pub struct Plans<G: Game> {
    /// [`PLANS`] lists of decisions for each setup; empty in a game without a planner.
    of_setups: Vec<Vec<Vec<G::Action>>>,
}

impl<G: Heuristics> Plans<G> {
    /// No plans but the expert's.
    pub const NONE: Plans<G> = Plans { of_setups: Vec::new() };

    /// Finds plans, each with so many games played out; with 0 they are the expert's.
    ///
    /// # Errors
    /// When a setup is not playable.
    pub fn find(setups: &[G::Setup], seed: u64, playouts: u64) -> Result<Plans<G>, SetupError> {
        if G::PLANNER.is_none() || playouts == 0 {
            return Ok(Plans::NONE);
        }
        let deals = Deals::<G> {
            setups: setups.to_vec(),
            seed,
            plans: Plans::NONE,
        };
        let setups = setups.len() as u64;
        let plan = |place: usize| -> Result<Vec<G::Action>, SetupError> {
            let place = place as u64;
            let number = place / PLANS + setups * (place % PLANS);
            let mut rng = random::stream(seed, "lanes/plan", number);
            let mut world = deals.world(number)?;
            while matches!(world.node(), Node::Chance) {
                let outcome = world.sample(&mut rng);
                world.resolve(outcome);
            }
            Ok(find_plan(&world, playouts, &mut rng))
        };
        let all = parallel::try_map((setups * PLANS) as usize, plan)?;
        Ok(Plans {
            of_setups: all.chunks(PLANS as usize).map(<[_]>::to_vec).collect(),
        })
    }
}

/// The decisions of a whole plan from here on, if this is a planning part.
fn find_plan<G: Heuristics>(world: &G, playouts: u64, rng: &mut Generator) -> Vec<G::Action> {
    let effort = Effort {
        playouts,
        time: None,
        parallel: false,
        reports: false,
    };
    let Node::Decision(seat) = world.node() else {
        return Vec::new();
    };
    let plan = G::PLANNER.and_then(|planner| planner(&world.information_state(seat), &effort, rng, &[]));
    plan.map_or_else(Vec::new, |plan| plan.line)
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
    /// What is left of the deal's plan.
    plan: VecDeque<G::Action>,
}

impl<G: Heuristics> Lane<G> {
    /// A lane at the first decision of a deal or, if that has none, of a later one: deals `number`, `number + stride`
    /// and so on.
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
            plan: deals.plan(number).iter().copied().collect(),
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
        self.plan = deals.plan(self.deal).iter().copied().collect();
        Ok(())
    }

    /// What the plan of the deal does here, or that of the expert where it cannot be followed; nothing outside
    /// planning.
    fn planned(&mut self) -> Option<G::Action> {
        if self.plan.front().is_none_or(|action| !self.legal.contains(action)) {
            self.plan = find_plan(&self.world, 0, &mut self.dice).into();
        }
        self.plan.pop_front()
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
                    if let Some(action) = self.planned() {
                        self.world.apply(action);
                        continue;
                    }
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

impl<G: Heuristics> Lanes<G> {
    /// `count` lanes. Lane `i` plays the deals `first + i`, `first + i + count` and so on.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(deals: Deals<G>, first: u64, count: usize) -> Result<Lanes<G>, SetupError> {
        let lane = |place: usize| Lane::new(&deals, first + place as u64, count as u64);
        let lanes = parallel::try_map(count, lane)?;
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
        let played = parallel::map_mut(&mut self.lanes, |number, lane| play(number, lane, &step));
        played.into_iter().collect()
    }
}

/// How lanes go on.
#[derive(Debug)]
pub struct Step<'a, G: Game> {
    deals: &'a Deals<G>,
    stride: u64,
}

impl<G: Heuristics> Step<'_, G> {
    /// Plays the legal action of a place, and tells whether a game ended with it.
    ///
    /// # Errors
    /// When a setup drawn for a new deal is not playable.
    pub fn play(&self, lane: &mut Lane<G>, place: usize) -> Result<Option<Finished>, SetupError> {
        lane.play(place, self.deals, self.stride)
    }
}
