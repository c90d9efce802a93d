//! A game in progress.
//!
//! A session is a function of its setup, its seed and what the person chose: the world, the dice and the agents'
//! choices all come from seeded streams. So undo and resume play the steps again, and the luck of an undone move is no
//! secret to be fished for: the same choice meets the same dice.

use heist_agents::arena::{Deal, SeatFault};
use heist_agents::{Agent, Fault, Heuristics, Start, build};
use heist_engine::game::{Game, Node, Seat, TeamResult};
use heist_engine::random::{self, Generator};
use heist_engine::record::{Recorder, Replay, Step};

use super::player::Player;
use crate::failure::Failure;
use crate::interrupt;

/// An agent with its own stream of randomness.
struct Mind<G: Game> {
    agent: Box<dyn Agent<G>>,
    rng: Generator,
}

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
pub struct Session<G: Game> {
    /// How it began.
    pub setup: G::Setup,
    /// The seed of all chance.
    pub seed: u64,
    /// Who plays.
    pub players: Vec<Player>,
    /// What is true now.
    pub world: G,
    recorder: Recorder<G>,
    dice: Vec<Generator>,
    minds: Vec<Option<Mind<G>>>,
    /// The steps that persons chose.
    choices: Vec<usize>,
}

impl<G: Heuristics> Session<G> {
    /// A game about to start.
    pub fn new(setup: G::Setup, seed: u64, players: Vec<Player>) -> Result<Session<G>, Failure> {
        let deal = Deal::<G>::new(&setup, seed, 0).map_err(Failure::input)?;
        let mut minds = Vec::new();
        for (seat, player) in Seat::all(players.len()).zip(&players) {
            let Player::Agent(spec) = player else {
                minds.push(None);
                continue;
            };
            let mut agent = build(spec).map_err(|error| Failure::input(format!("--agents: {error}")))?;
            let start = Start {
                setup: &deal.setup,
                seats: players.len(),
                seat,
                seed: random::stream_seed(seed, &format!("play/seat/{seat}"), 0),
            };
            let begun = agent.begin(&start);
            begun.map_err(|fault| Failure::input(format!("--agents {spec}: {fault}")))?;
            minds.push(Some(Mind {
                agent,
                rng: random::from_seed(start.seed),
            }));
        }
        let recorder = Recorder::new(&setup).map_err(Failure::input)?;
        let recorder = recorder.with_seed(seed).with_agents(players.iter().map(Player::name));
        Ok(Session {
            setup: deal.setup,
            seed,
            players,
            world: deal.world,
            recorder,
            dice: G::PURPOSES.iter().map(|name| random::stream(seed, name, 0)).collect(),
            minds,
            choices: Vec::new(),
        })
    }

    /// The person whose decision it is, if it is one.
    pub fn person_to_decide(&self) -> Option<Seat> {
        match self.world.node() {
            Node::Decision(seat) if self.minds[seat.index()].is_none() => Some(seat),
            _ => None,
        }
    }

    /// What chance or the agent to move does now; `None` if a person decides or the game is over. Once the user wants to
    /// stop, what an agent chooses means nothing.
    pub fn propose(&mut self) -> Result<Option<Step<G>>, SeatFault> {
        match self.world.node() {
            Node::Terminal => Ok(None),
            Node::Chance => {
                let dice = &mut self.dice[usize::from(self.world.purpose().0)];
                Ok(Some(Step::Chance(self.world.sample(dice))))
            }
            Node::Decision(seat) => {
                let Some(mind) = self.minds[seat.index()].as_mut() else {
                    return Ok(None);
                };
                let view = self.world.information_state(seat);
                let mut legal = Vec::new();
                view.legal_actions(&mut legal);
                let chosen = mind
                    .agent
                    .decide_until(&view, seat, &legal, &mut mind.rng, &[interrupt::flag()]);
                let action = chosen.and_then(|action| Fault::unless_legal::<G>(action, seat, &legal));
                match action {
                    Ok(action) => Ok(Some(Step::Action(seat, action))),
                    Err(fault) => Err(SeatFault { seat, fault }),
                }
            }
        }
    }

    /// Takes a step; says why not if it is impossible, and then nothing has changed.
    pub fn take(&mut self, step: Step<G>) -> Result<(), String> {
        let is_choice = self.person_to_decide().is_some();
        let mut world = self.world.clone();
        match step {
            Step::Action(_, action) => {
                world.try_apply(action).map_err(|error| error.to_string())?;
                self.recorder.action(action).map_err(|error| error.to_string())?;
            }
            Step::Chance(outcome) => {
                world.try_resolve(outcome).map_err(|error| error.to_string())?;
                self.recorder.chance(outcome).map_err(|error| error.to_string())?;
            }
        }
        self.tell(step);
        self.world = world;
        if is_choice {
            self.choices.push(self.recorder.steps().len() - 1);
        }
        Ok(())
    }

    /// Tells the agents of the step that is taken next.
    fn tell(&mut self, step: Step<G>) {
        for (seat, mind) in Seat::all(self.minds.len()).zip(&mut self.minds) {
            if let Some(mind) = mind
                && mind.agent.watches()
            {
                mind.agent.observe(step.observed(&self.world, seat));
            }
        }
    }

    /// The session after these steps. Dice and agents are asked on the way, so that they are as far as the steps are.
    pub fn after(mut self, steps: &[Step<G>]) -> Result<Session<G>, Stuck> {
        for (place, &step) in steps.iter().enumerate() {
            let proposed = self.propose();
            // An agent that was asked in vain because of a signal is not at fault.
            if interrupt::is_wanted() {
                return Err(Stuck::Stopped);
            }
            proposed.map_err(Stuck::Fault)?;
            self.take(step).map_err(|_| Stuck::Impossible(place))?;
        }
        Ok(self)
    }

    /// Back to before the last choice of a person; false if there is none.
    pub fn undo(&mut self) -> Result<bool, Failure> {
        let Some(&last) = self.choices.last() else {
            return Ok(false);
        };
        let fresh = Session::new(self.setup.clone(), self.seed, self.players.clone())?;
        let steps = self.recorder.steps()[..last].to_vec();
        *self = fresh.after(&steps).map_err(|stuck| match stuck {
            Stuck::Impossible(step) => Failure::input(format!("step {} cannot be taken again", step + 1)),
            Stuck::Fault(fault) => Failure::input(fault),
            Stuck::Stopped => Failure::input("stopped: nothing is undone"),
        })?;
        Ok(true)
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step<G>] {
        self.recorder.steps()
    }

    /// Whether a person has chosen anything.
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// The first seat of a person.
    pub fn person(&self) -> Option<Seat> {
        let mut seats = Seat::all(self.players.len()).zip(&self.minds);
        seats.find(|(_, mind)| mind.is_none()).map(|(seat, _)| seat)
    }

    /// Tells the agents how it ended.
    pub fn end(&mut self, result: &TeamResult) {
        let minds = self.minds.iter_mut().flatten();
        minds.for_each(|mind| mind.agent.end(result));
    }

    /// The game so far.
    pub fn replay(&self) -> Replay<G> {
        self.recorder.clone().finish()
    }
}
