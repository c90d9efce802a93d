//! One deal, one team, one game.

use std::time::{Duration, Instant};

use heist_engine::any::{AnySetup, AnyState};
use heist_engine::describe::MAX_KEPT_FIGURES;
use heist_engine::game::{Fill, Game, Node, Seat, SetupError, TeamResult};
use heist_engine::random::{self, Generator};
use heist_engine::record::{Replay, Step};
use rand::Rng;

use crate::agent::{Agent, Fault, Start, Stop, is_stopped};

/// The agents of a team, one a seat, in seating order.
pub type Team<G> = Vec<Box<dyn Agent<G>>>;

/// A world with every hole filled, and where its dice come from.
///
/// Everything is a function of setup, seed and number. The arena's own streams are named `arena/...`, those of
/// chance by the names in [`Game::PURPOSES`], so none runs into another.
#[derive(Clone, PartialEq, Debug)]
pub struct Deal<G: Game> {
    /// The setup, with nothing left open and no seed in it.
    pub setup: G::Setup,
    /// The first state, with every hole filled.
    pub world: G,
    /// The seed of the streams.
    pub seed: u64,
    /// The number of the deal under that seed.
    pub number: u64,
}

impl<G: Game> Deal<G> {
    /// Deal `number` of `seed`.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(setup: &G::Setup, seed: u64, number: u64) -> Result<Self, SetupError> {
        let setup = G::complete(setup)?;
        let mut world = G::new(&setup)?;
        world.determinize(Fill::All, &mut world_stream(seed, number));
        Ok(Deal {
            setup,
            world,
            seed,
            number,
        })
    }

    /// The seed from which a deal draws what its setup leaves open, see [`setup_seed`].
    pub fn setup_seed(seed: u64, number: u64) -> u64 {
        setup_seed(seed, number)
    }

    /// The replay of a game of this deal that was played with [`PlayOptions::record`] set; `agents` are the specs
    /// of its team, one for all seats or one a seat. A game that ended with a fault is a game that goes on.
    pub fn replay(&self, game: GameRecord<G>, agents: Vec<String>) -> Replay<G> {
        Replay {
            setup: self.setup.clone(),
            seed: Some(self.seed),
            agents,
            world: Some(self.world.clone()),
            steps: game.steps,
            result: game.fault.is_none().then_some(game.result),
        }
    }

    /// One stream for each of [`Game::PURPOSES`], in their order.
    fn dice(&self) -> Vec<Generator> {
        dice(G::PURPOSES, self.seed, self.number)
    }

    /// The seed of the stream of each seat for the agents' own randomness. The names distinguish seats and not
    /// contestants, so the same team plays the same game twice.
    fn agent_seeds(&self) -> Vec<u64> {
        let seats = Seat::all(self.world.seats());
        seats
            .map(|seat| random::stream_seed(self.seed, &format!("arena/seat/{seat}"), self.number))
            .collect()
    }
}

/// A [`Deal`] without its type.
#[derive(Clone, Debug)]
pub struct AnyDeal {
    /// The setup, with nothing left open and no seed in it.
    pub setup: Box<dyn AnySetup>,
    /// The first state, with every hole filled.
    pub world: Box<dyn AnyState>,
    /// The seed of the streams.
    pub seed: u64,
    /// The number of the deal under that seed.
    pub number: u64,
}

impl AnyDeal {
    /// Deal `number` of `seed`, the same as [`Deal::new`] gives.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn new(setup: &dyn AnySetup, seed: u64, number: u64) -> Result<AnyDeal, SetupError> {
        let setup = setup.complete()?;
        let mut world = setup.begin()?;
        world.determinize(Fill::All, &mut world_stream(seed, number));
        Ok(AnyDeal {
            setup,
            world,
            seed,
            number,
        })
    }

    /// One stream for each of [`Game::PURPOSES`], in their order.
    pub fn dice(&self) -> Vec<Generator> {
        dice(self.setup.game().info().purposes, self.seed, self.number)
    }
}

/// The seed from which a deal draws what its setup leaves open: a function of the run's seed and the deal's number.
pub fn setup_seed(seed: u64, number: u64) -> u64 {
    random::stream(seed, "arena/setup", number).next_u64()
}

/// What fills the holes of a deal's world.
fn world_stream(seed: u64, number: u64) -> Generator {
    random::stream(seed, "arena/world", number)
}

fn dice(purposes: &[&str], seed: u64, number: u64) -> Vec<Generator> {
    let purposes = purposes.iter();
    purposes.map(|name| random::stream(seed, name, number)).collect()
}

/// What a team is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sight {
    /// Each seat its information state.
    #[default]
    Own,
    /// The world with nothing hidden but the dice: no team may play so, but what it would reach is a bound to compare
    /// with.
    World,
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub struct PlayOptions<'a> {
    /// What the team is shown.
    pub sight: Sight,
    /// Whether every step is kept.
    pub record: bool,
    /// How many decisions a game may take. A game that needs more is an error, not a loss.
    pub decision_limit: u64,
    /// The game is given up soon after one of these is set, even in the middle of a decision or while an agent gets
    /// ready.
    pub stop: Stop<'a>,
}

impl PlayOptions<'_> {
    /// A million decisions, some thousand times those of the longest games seen.
    pub const DECISION_LIMIT: u64 = 1_000_000;
}

impl Default for PlayOptions<'_> {
    fn default() -> Self {
        PlayOptions {
            sight: Sight::Own,
            record: false,
            decision_limit: PlayOptions::DECISION_LIMIT,
            stop: &[],
        }
    }
}

/// The ending of a game that an agent could not go on with. No game has an ending of this name.
pub const FAULT: &str = "fault";

/// An agent that could not go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seat {seat}: {fault}")]
pub struct SeatFault {
    /// Whose agent.
    pub seat: Seat,
    /// What went wrong.
    pub fault: Fault,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord<G: Game> {
    /// The team's result. After a fault it is lost: value 0, the ending [`FAULT`], figures of 0.
    pub result: TeamResult,
    /// What ended the game, if it did not end by the rules.
    pub fault: Option<SeatFault>,
    /// How many decisions the team took.
    pub decisions: u64,
    /// How long it thought.
    pub thinking: Thinking,
    /// Every step from the first state on; empty unless [`PlayOptions::record`] is set.
    pub steps: Vec<Step<G>>,
}

/// Time spent on decisions: making the view and choosing, nothing else.
///
/// Reading the clock takes about as long as a random agent's whole decision, so a game of quick decisions has one
/// in 64 timed, and time and count are scaled by 64. Where the timed ones start moves on by one from deal to
/// deal, so over many deals every decision is as likely to be timed. A game whose first decision takes 20
/// microseconds or more has every decision timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// Time of the decisions it stands for.
    pub time: Duration,
    /// How many decisions it stands for; in one game perhaps none.
    pub decisions: u64,
}

impl Thinking {
    /// Adds another game's.
    pub fn add(&mut self, other: Thinking) {
        self.time += other.time;
        self.decisions += other.decisions;
    }

    /// Microseconds a decision; 0 if no decision was timed.
    pub fn mean_us(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.decisions.max(1) as f64
    }
}

/// One in this many quick decisions is timed.
const STRIDE: u32 = 64;
/// From here on a reading of the clock is lost in the noise.
const SLOW: Duration = Duration::from_micros(20);

/// Times decisions as [`Thinking`] says.
struct Stopwatch {
    phase: u64,
    every: bool,
    due: bool,
    counts: bool,
    current: Duration,
    total: Thinking,
}

impl Stopwatch {
    /// The phase of deal 0 is 0, so a run always times at least its first decision.
    fn new(deal: u64) -> Stopwatch {
        Stopwatch {
            phase: deal % u64::from(STRIDE),
            every: false,
            due: false,
            counts: false,
            current: Duration::ZERO,
            total: Thinking::default(),
        }
    }

    /// Before decision `index` of the game.
    #[inline]
    fn begin(&mut self, index: u64) {
        self.counts = self.every || index % u64::from(STRIDE) == self.phase;
        self.due = self.counts || index == 0;
        self.current = Duration::ZERO;
    }

    /// A part of the decision.
    #[inline]
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        if !self.due {
            return work();
        }
        let start = Instant::now();
        let done = work();
        self.current += start.elapsed();
        done
    }

    /// After decision `index`.
    #[inline]
    fn end(&mut self, index: u64) {
        if index == 0 && self.current >= SLOW {
            self.every = true;
            self.counts = true;
        }
        if self.counts {
            self.total.add(Thinking {
                time: self.current,
                decisions: 1,
            });
        }
    }

    fn finish(self) -> Thinking {
        let scale = if self.every { 1 } else { STRIDE };
        Thinking {
            time: self.total.time * scale,
            decisions: self.total.decisions * u64::from(scale),
        }
    }
}

/// A game of a deal that goes on decision by decision: it plays what chance decides and waits where a seat does.
/// [`play`] asks a team; many games side by side may wait for common answers.
#[derive(Clone, Debug)]
pub struct Ongoing<G: Game> {
    world: G,
    /// A stream for each of [`Game::PURPOSES`].
    dice: Vec<Generator>,
    /// A stream for the agent of each seat.
    streams: Vec<Generator>,
    decisions: u64,
    /// `None` if they are not kept.
    steps: Option<Vec<Step<G>>>,
}

impl<G: Game> Ongoing<G> {
    /// A game before its first step, whose steps are kept if `records` says so.
    pub fn new(deal: &Deal<G>, records: bool) -> Ongoing<G> {
        let seeds = deal.agent_seeds();
        Ongoing {
            world: deal.world.clone(),
            dice: deal.dice(),
            streams: seeds.into_iter().map(random::from_seed).collect(),
            decisions: 0,
            steps: records.then(Vec::new),
        }
    }

    /// Goes on to the next decision: the seat that decides, or `None` at the end of the game. `tell` is told what
    /// chance decides, with the world before it.
    #[inline]
    pub fn advance(&mut self, mut tell: impl FnMut(Step<G>, &G)) -> Option<Seat> {
        loop {
            match self.world.node() {
                Node::Decision(seat) => return Some(seat),
                Node::Chance => {
                    let stream = &mut self.dice[usize::from(self.world.purpose().0)];
                    let outcome = self.world.sample(stream);
                    tell(Step::Chance(outcome), &self.world);
                    self.world.resolve(outcome);
                    self.steps
                        .iter_mut()
                        .for_each(|steps| steps.push(Step::Chance(outcome)));
                }
                Node::Terminal => return None,
            }
        }
    }

    /// Takes a legal action of the seat that decides.
    #[inline]
    pub fn act(&mut self, seat: Seat, action: G::Action) {
        self.decisions += 1;
        self.world.apply(action);
        self.steps
            .iter_mut()
            .for_each(|steps| steps.push(Step::Action(seat, action)));
    }

    /// The world, in which nothing is hidden but the dice.
    pub fn world(&self) -> &G {
        &self.world
    }

    /// The stream for the randomness of a seat's agent.
    pub fn stream(&mut self, seat: Seat) -> &mut Generator {
        &mut self.streams[seat.index()]
    }

    /// How many decisions were taken.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Every step from the first state on; none if they were not kept.
    pub fn into_steps(self) -> Vec<Step<G>> {
        self.steps.unwrap_or_default()
    }
}

/// Plays a deal to its end.
///
/// At a decision the seat's agent gets the seat's information state, what that state lists as legal, and the seat's own
/// stream. At a chance node the outcome is drawn from the stream of its purpose.
///
/// An agent that has no action to give, or one that the state does not [accept](Game::accepts), loses the game for its
/// team.
///
/// # Errors
/// When the game takes more decisions than it may, or it is stopped.
///
/// # Panics
/// When `team` has not one agent a seat.
pub fn play<G: Game>(
    deal: &Deal<G>,
    team: &mut [Box<dyn Agent<G>>],
    options: PlayOptions<'_>,
) -> Result<GameRecord<G>, PlayError> {
    assert_eq!(team.len(), deal.world.seats(), "a team has one agent a seat");
    let mut game = Ongoing::new(deal, options.record);
    let mut watch = Stopwatch::new(deal.number);
    let mut legal = Vec::new();
    if is_stopped(options.stop) {
        return Err(PlayError::Stopped);
    }
    let mut fault = begin(deal, team, options.stop).err();
    // An agent that was not waited for is not to blame.
    if is_stopped(options.stop) {
        return Err(PlayError::Stopped);
    }
    if let Some(SeatFault {
        seat,
        fault: Fault::Unable(text),
    }) = fault
    {
        return Err(PlayError::Unable { seat, text });
    }
    let is_watched = team.iter().any(|agent| agent.watches());
    while fault.is_none() {
        let tell_chance = |step, before: &G| {
            if is_watched {
                tell(team, step, before);
            }
        };
        let Some(seat) = game.advance(tell_chance) else { break };
        let decisions = game.decisions();
        if decisions == options.decision_limit {
            return Err(PlayError::Endless { decisions });
        }
        watch.begin(decisions);
        let view = watch.time(|| match options.sight {
            Sight::Own => game.world().information_state(seat),
            Sight::World => game.world().clone(),
        });
        // Listed by the view, not the world: an agent learns nothing that its seat does not know.
        view.legal_actions(&mut legal);
        let agent = &mut team[seat.index()];
        let rng = game.stream(seat);
        let chosen = watch.time(|| agent.decide_until(&view, seat, &legal, rng, options.stop));
        watch.end(decisions);
        // What was chosen in a hurry is not played.
        if is_stopped(options.stop) {
            return Err(PlayError::Stopped);
        }
        match chosen.and_then(|action| Fault::unless_accepted(action, &view, seat, &legal)) {
            Ok(action) => {
                if is_watched {
                    tell(team, Step::Action(seat, action), game.world());
                }
                game.act(seat, action);
            }
            Err(cause) => fault = Some(SeatFault { seat, fault: cause }),
        }
    }
    let result = match fault {
        Some(_) => TeamResult {
            value: 0.0,
            ending: FAULT,
            figures: [0; MAX_KEPT_FIGURES],
        },
        None => {
            // The node is terminal, and there the contract promises a result.
            let result = game.world().result().expect("a terminal state has a result");
            team.iter_mut().for_each(|agent| agent.end(&result));
            result
        }
    };
    Ok(GameRecord {
        result,
        fault,
        decisions: game.decisions(),
        thinking: watch.finish(),
        steps: game.into_steps(),
    })
}

/// Announces the game to every agent; the first one that cannot play it ends it.
fn begin<G: Game>(deal: &Deal<G>, team: &mut [Box<dyn Agent<G>>], stop: Stop<'_>) -> Result<(), SeatFault> {
    let seats = team.len();
    for ((seat, agent), seed) in Seat::all(seats).zip(team).zip(deal.agent_seeds()) {
        let start = Start {
            setup: &deal.setup,
            seats,
            seat,
            seed,
        };
        agent
            .begin_until(&start, stop)
            .map_err(|fault| SeatFault { seat, fault })?;
    }
    Ok(())
}

/// Shows the agents that watch the step that is taken next.
fn tell<G: Game>(team: &mut [Box<dyn Agent<G>>], step: Step<G>, before: &G) {
    for (seat, agent) in Seat::all(team.len()).zip(team) {
        if agent.watches() {
            agent.observe(step.observed(before, seat));
        }
    }
}

/// A game that did not come to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The game took more decisions than it may.
    #[error("the game has not ended after {decisions} decisions")]
    Endless {
        /// How many were taken.
        decisions: u64,
    },
    /// An agent cannot play at all ([`Fault::Unable`]): to count its games as lost would say nothing about it.
    #[error("seat {seat}: {text}; no game was begun with it")]
    Unable {
        /// Whose agent.
        seat: Seat,
        /// Why.
        text: Box<str>,
    },
    /// The game was given up because [`PlayOptions::stop`] said so.
    #[error("the game was stopped")]
    Stopped,
}
