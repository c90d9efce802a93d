//! A game in progress.
//!
//! A session is a function of its setup, its seed and what the person chose: the world, the dice and the agents'
//! choices all come from seeded streams. So undo and resume play the steps again, and the luck of an undone move is no
//! secret to be fished for: the same choice meets the same dice.

use heist_agents::any::{AnyAgent, AnyStart, SeatingError, seated};
use heist_agents::arena::{AnyDeal, SeatFault};
use heist_engine::any::{AnyReplay, AnySetup, AnyState, AnyStep};
use heist_engine::game::{Node, Seat, TeamResult};
use heist_engine::random::{self, Generator};

use super::player::Player;
use crate::failure::Failure;
use crate::interrupt;

/// Why steps cannot be taken again.
pub enum Stuck {
    /// The step at this place is impossible.
    Impossible(usize),
    /// An agent could not follow.
    Fault(SeatFault),
    /// The user stopped it.
    Stopped,
}

/// A game in progress.
pub struct Session {
    /// How it began.
    pub setup: Box<dyn AnySetup>,
    /// The seed of all chance.
    pub seed: u64,
    /// Who plays.
    pub players: Vec<Player>,
    /// What is true now.
    pub world: Box<dyn AnyState>,
    /// The same without what the deal filled in: replays are run from such a state.
    open: Box<dyn AnyState>,
    steps: Vec<AnyStep>,
    /// The places of the steps among the branches of `open`.
    places: Vec<usize>,
    dice: Vec<Generator>,
    /// The agents by their seats; none where a person sits.
    agents: Vec<Option<Box<dyn AnyAgent>>>,
    /// The steps that persons chose.
    choices: Vec<usize>,
}

impl Session {
    /// A game about to start.
    pub fn new(setup: &dyn AnySetup, seed: u64, players: Vec<Player>) -> Result<Session, Failure> {
        let deal = AnyDeal::new(setup, seed, 0).map_err(Failure::input)?;
        let mut agents = Vec::new();
        for (seat, player) in Seat::all(players.len()).zip(&players) {
            let Player::Agent(spec) = player else {
                agents.push(None);
                continue;
            };
            let start = AnyStart {
                setup: &*deal.setup,
                seats: players.len(),
                seat,
                seed: random::stream_seed(seed, &format!("play/seat/{seat}"), 0),
            };
            let agent = seated(spec, &start, &[interrupt::flag()]).map_err(|error| match error {
                SeatingError::Spec(error) => Failure::input(format!("--agents: {error}")),
                SeatingError::Begin(fault) => Failure::input(format!("--agents {spec}: {fault}")),
            })?;
            agents.push(Some(agent));
        }
        Ok(Session {
            open: deal.setup.begin().map_err(Failure::input)?,
            dice: deal.dice(),
            setup: deal.setup,
            seed,
            players,
            world: deal.world,
            steps: Vec::new(),
            places: Vec::new(),
            agents,
            choices: Vec::new(),
        })
    }

    /// The person whose decision it is, if it is one.
    pub fn person_to_decide(&self) -> Option<Seat> {
        match self.world.node() {
            Node::Decision(seat) if self.agents[seat.index()].is_none() => Some(seat),
            _ => None,
        }
    }

    /// What chance or the agent to move does now; `None` if a person decides or the game is over. Once the user wants
    /// to stop, what an agent chooses means nothing.
    pub fn propose(&mut self) -> Result<Option<AnyStep>, SeatFault> {
        if let Some(purpose) = self.world.purpose() {
            let place = self.world.sample(&mut self.dice[purpose]);
            return Ok(place.and_then(|place| step_at(&*self.world, place, None)));
        }
        let Node::Decision(seat) = self.world.node() else {
            return Ok(None);
        };
        let Some(agent) = self.agents[seat.index()].as_mut() else {
            return Ok(None);
        };
        let view = self.world.information_state(seat);
        match agent.decide_until(&*view, &[interrupt::flag()]) {
            Ok(place) => Ok(step_at(&*view, place, Some(seat))),
            Err(fault) => Err(SeatFault { seat, fault }),
        }
    }

    /// Takes a step; says why not if it is impossible, and then nothing has changed.
    pub fn take(&mut self, step: AnyStep) -> Result<(), String> {
        let is_choice = self.person_to_decide().is_some();
        let place = self.world.find(&step.notation).map_err(|error| error.to_string())?;
        let recorded = self.open.find(&step.notation).map_err(|error| error.to_string())?;
        self.tell(&step, place)?;
        // Both places have just been found.
        if !self.world.take(place) || !self.open.take(recorded) {
            return Err(format!("{} is not possible", step.notation));
        }
        self.steps.push(step);
        self.places.push(recorded);
        if is_choice {
            self.choices.push(self.steps.len() - 1);
        }
        Ok(())
    }

    /// Tells the agents of the step that is taken next, which is the branch of the world at `place`.
    fn tell(&mut self, step: &AnyStep, place: usize) -> Result<(), String> {
        for (seat, agent) in Seat::all(self.agents.len()).zip(&mut self.agents) {
            if let Some(agent) = agent
                && agent.watches()
            {
                let seen = observed(&*self.world, step, place, seat);
                agent.observe(&seen).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// The session after these steps. Dice and agents are asked on the way, so that they are as far as the steps are.
    pub fn after(mut self, steps: &[AnyStep]) -> Result<Session, Stuck> {
        for (place, step) in steps.iter().enumerate() {
            let proposed = self.propose();
            // An agent that was asked in vain because of a signal is not at fault.
            if interrupt::is_wanted() {
                return Err(Stuck::Stopped);
            }
            proposed.map_err(Stuck::Fault)?;
            self.take(step.clone()).map_err(|_| Stuck::Impossible(place))?;
        }
        Ok(self)
    }

    /// Back to before the last choice of a person; false if there is none.
    pub fn undo(&mut self) -> Result<bool, Failure> {
        let Some(&last) = self.choices.last() else {
            return Ok(false);
        };
        let fresh = Session::new(&*self.setup, self.seed, self.players.clone())?;
        *self = fresh.after(&self.steps[..last]).map_err(|stuck| match stuck {
            Stuck::Impossible(step) => Failure::input(format!("step {} cannot be taken again", step + 1)),
            Stuck::Fault(fault) => Failure::input(fault),
            Stuck::Stopped => Failure::input("stopped: nothing is undone"),
        })?;
        Ok(true)
    }

    /// The steps so far.
    pub fn steps(&self) -> &[AnyStep] {
        &self.steps
    }

    /// Whether a person has chosen anything.
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// The first seat of a person.
    pub fn person(&self) -> Option<Seat> {
        let mut seats = Seat::all(self.players.len()).zip(&self.agents);
        seats.find(|(_, agent)| agent.is_none()).map(|(seat, _)| seat)
    }

    /// Tells the agents how it ended.
    pub fn end(&mut self, result: &TeamResult) {
        let agents = self.agents.iter_mut().flatten();
        agents.for_each(|agent| agent.end(result));
    }

    /// The game so far.
    pub fn replay(&self) -> Box<dyn AnyReplay> {
        let names = self.players.iter().map(Player::name).collect();
        let replay = self.setup.replay(Some(self.seed), names, &self.places);
        replay.expect("the steps have been taken from this setup before")
    }
}

/// The step to the branch at a place.
fn step_at(state: &dyn AnyState, place: usize, seat: Option<Seat>) -> Option<AnyStep> {
    let notation = state.branch(place)?.notation;
    Some(AnyStep { seat, notation })
}

/// A step as a seat sees it; `place` is that of the step among the branches of the state before it.
pub fn observed(before: &dyn AnyState, step: &AnyStep, place: usize, seat: Seat) -> AnyStep {
    let seen = before.observed(place, seat);
    AnyStep {
        seat: step.seat,
        notation: seen.unwrap_or_else(|| step.notation.clone()),
    }
}
