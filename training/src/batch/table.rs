//! One row of a batch: a game, and where its randomness comes from.

use heist_agents::{Players, Shaping};
use heist_engine::ActionSet;
use heist_engine::game::{Game, LEFT_OUT, Node, Seat, TeamResult};
use heist_engine::random::{Generator, below, stream, stream_seed};
use serde::{Deserialize, Serialize};

use super::error::BatchError;
use super::order::Kinds;
use super::starts::{Starts, filled};

/// Who decides in a game that is over.
pub const TERMINAL_PLAYER: i8 = -4;

/// When a game that ended gives way to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoReset {
    /// In the step after.
    NextStep,
    /// In the same step.
    SameStep,
    /// Not at all.
    Disabled,
}

/// What a batch is made of.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// How many.
    pub games: usize,
    /// 0 for one a core.
    pub threads: usize,
    /// When a game that ended gives way to the next one.
    pub autoreset: AutoReset,
    /// When a game is given up.
    pub max_decisions: u32,
}

/// What all rows have in common.
pub(super) struct Shared<G: Game> {
    pub(super) setup: G::Setup,
    pub(super) options: BatchOptions,
    /// Every action, by its index.
    pub(super) actions: Vec<G::Action>,
    /// The kind of every action, by which rows are put in order.
    pub(super) kinds: Kinds,
    /// How many play.
    pub(super) seats: usize,
    /// Where games begin in the middle, if they do.
    pub(super) starts: Option<Starts<G>>,
    /// What shaping adds to rewards, if it does.
    pub(super) shaping: Option<Shaping<G>>,
}

impl<G: Players> Shared<G> {
    /// The potential of a state; 0 without shaping.
    #[inline]
    fn potential(&self, state: &G) -> f64 {
        self.shaping.as_ref().map_or(0.0, |shaping| shaping.potential(state))
    }

    /// The state among the starts from which a game of a seed begins, with its place; `None` for that of the setup.
    #[inline]
    fn draw_start(&self, seed: u64, episode: u64) -> Option<(usize, &G)> {
        self.starts.as_ref()?.draw(seed, episode)
    }
}

/// A row: a game and where its randomness comes from.
#[derive(Serialize, Deserialize)]
#[serde(bound = "G: Game")]
pub(super) struct Table<G: Game> {
    pub(super) state: G,
    /// Who decided last.
    pub(super) seat: Seat,
    seed: u64,
    episode: u64,
    chance: Generator,
    policy: Generator,
    pub(super) decisions: u32,
    /// Where the game began: the place among the starts, or -1.
    pub(super) start: i32,
    /// Whether the game is over or was given up.
    pub(super) is_over: bool,
    /// How the last step ended.
    #[serde(skip)]
    pub(super) ended: Ended,
    /// The potential of the state.
    #[serde(skip)]
    potential: f64,
    /// What shaping adds to the reward of the last step.
    #[serde(skip)]
    pub(super) shaping: f64,
    /// The legal actions; none in a game that is over by the rules.
    #[serde(skip)]
    pub(super) legal: ActionSet,
}

/// How a step ended.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Ended {
    #[default]
    No,
    Terminated,
    Truncated,
}

impl<G: Players> Table<G> {
    /// The first game of a seed, at its first decision: from a state, or else from where the batch lets games begin.
    pub(super) fn new(shared: &Shared<G>, seed: u64, start: Option<&G>) -> Result<Table<G>, BatchError> {
        Table::begin(shared, seed, 0, start)
    }

    /// The next game of the same seed, from a state.
    pub(super) fn next(&self, shared: &Shared<G>, start: &G) -> Result<Table<G>, BatchError> {
        Table::begin(shared, self.seed, self.episode + 1, Some(start))
    }

    fn begin(shared: &Shared<G>, seed: u64, episode: u64, start: Option<&G>) -> Result<Table<G>, BatchError> {
        let drawn = match start {
            Some(_) => None,
            None => shared.draw_start(seed, episode),
        };
        let mut table = Table {
            state: first_state(shared, seed, episode, start.or(drawn.map(|(_, state)| state)))?,
            seat: Seat(0),
            seed,
            episode,
            chance: chance(seed, episode),
            policy: policy(seed, episode),
            decisions: 0,
            start: start_number(drawn),
            is_over: false,
            ended: Ended::No,
            potential: 0.0,
            shaping: 0.0,
            legal: ActionSet::default(),
        };
        table.resume(shared);
        Ok(table)
    }

    /// Goes on to the next game of the same seed. In place: copying a whole table would take as long as dealing the
    /// game.
    pub(super) fn renew(&mut self, shared: &Shared<G>) -> Result<(), BatchError> {
        let (seed, episode) = (self.seed, self.episode + 1);
        let drawn = shared.draw_start(seed, episode);
        self.state = first_state(shared, seed, episode, drawn.map(|(_, state)| state))?;
        self.seat = Seat(0);
        self.episode = episode;
        self.chance = chance(seed, episode);
        self.policy = policy(seed, episode);
        self.decisions = 0;
        self.start = start_number(drawn);
        self.is_over = false;
        self.ended = Ended::No;
        self.shaping = 0.0;
        self.resume(shared);
        Ok(())
    }

    /// Goes on to the next decision, and works out what is not saved.
    pub(super) fn resume(&mut self, shared: &Shared<G>) {
        self.settle();
        self.potential = shared.potential(&self.state);
    }

    /// Plays chance until somebody decides or the game is over, and finds what is legal then.
    #[inline]
    fn settle(&mut self) {
        loop {
            match self.state.node() {
                Node::Chance => {
                    let outcome = self.state.sample(&mut self.chance);
                    self.state.resolve(outcome);
                }
                Node::Decision(seat) => {
                    self.seat = seat;
                    self.state.legal_set(&mut self.legal);
                    break;
                }
                Node::Terminal => {
                    self.legal.clear(G::action_count());
                    self.is_over = true;
                    break;
                }
            }
        }
    }

    #[inline]
    pub(super) fn is_legal(&self, action: i64) -> bool {
        usize::try_from(action).is_ok_and(|index| self.legal.contains(index))
    }

    /// Plays the action of a legal index; where the game is over begins the next one, unless the batch does not.
    #[inline]
    pub(super) fn advance(&mut self, shared: &Shared<G>, action: i64) -> Result<(), BatchError> {
        match (self.is_over, shared.options.autoreset) {
            (false, _) => self.play(shared, action),
            (true, AutoReset::Disabled) => {
                self.ended = Ended::No;
                self.shaping = 0.0;
            }
            (true, _) => self.renew(shared)?,
        }
        Ok(())
    }

    /// Plays an action and chance after it.
    #[inline]
    fn play(&mut self, shared: &Shared<G>, action: i64) {
        self.state.apply(shared.actions[action as usize]);
        self.decisions += 1;
        self.settle();
        if let Some(shaping) = &shared.shaping {
            let potential = shaping.potential(&self.state);
            self.shaping = shaping.of_step(self.potential, potential);
            self.potential = potential;
        }
        if self.is_over {
            self.ended = Ended::Terminated;
        } else if self.decisions >= shared.options.max_decisions {
            self.is_over = true;
            self.ended = Ended::Truncated;
        }
    }

    /// The value of the result, if the last step ended the game by the rules; else 0.
    #[inline]
    pub(super) fn reward(&self) -> f32 {
        self.result().map_or(0.0, |result| result.value as f32)
    }

    /// The place of the ending among those of the game, if the last step ended it by the rules; else -1.
    #[inline]
    pub(super) fn ending(&self) -> i8 {
        let ending = self.result().map(|result| result.ending);
        let place = ending.and_then(|ending| G::ENDINGS.iter().position(|other| *other == ending));
        place.map_or(-1, |place| place as i8)
    }

    #[inline]
    fn result(&self) -> Option<TeamResult> {
        match self.ended {
            Ended::Terminated => self.state.result(),
            Ended::No | Ended::Truncated => None,
        }
    }

    /// Who decides; who would, in a game that was given up.
    #[inline]
    pub(super) fn player(&self) -> i8 {
        if self.legal.is_empty() {
            TERMINAL_PLAYER
        } else {
            self.seat.0 as i8
        }
    }

    /// The index of a uniformly random legal action; 0 where the game is over.
    #[inline]
    pub(super) fn sample(&mut self) -> i64 {
        if self.is_over {
            return 0;
        }
        let place = below(&mut self.policy, self.legal.len() as u32);
        self.legal.nth(place).map_or(0, |index| index as i64)
    }

    pub(super) fn illegal(&self, shared: &Shared<G>, row: usize, action: i64) -> BatchError {
        let legal = self.legal.iter().map(|index| shared.actions[index]);
        let legal: Vec<String> = legal.map(|action| action.to_string()).collect();
        let listed = self.legal.iter().zip(&legal);
        let listed: Vec<String> = listed.map(|(number, text)| format!("{number} ({text})")).collect();
        let named = usize::try_from(action).ok().and_then(|index| shared.actions.get(index));
        let is_left_out = named.is_some_and(|&named| self.state.accepts(named));
        let why = if is_left_out { LEFT_OUT } else { "is not legal here" };
        let named = named.map_or(String::new(), |named| format!(" ({named})"));
        BatchError::Illegal {
            message: format!(
                "row {row}: action {action}{named} {why}; expected one of: {}",
                listed.join(", ")
            ),
            given: action.to_string(),
            legal,
        }
    }
}

/// The source of a game's chance.
fn chance(seed: u64, episode: u64) -> Generator {
    stream(seed, "batch/chance", episode)
}

/// The source of actions drawn in a game.
fn policy(seed: u64, episode: u64) -> Generator {
    stream(seed, "batch/policy", episode)
}

fn start_number<G>(start: Option<(usize, &G)>) -> i32 {
    start.map_or(-1, |(place, _)| place as i32)
}

/// Where a game begins: a copy of `start`, or a newly dealt game.
fn first_state<G: Players>(shared: &Shared<G>, seed: u64, episode: u64, start: Option<&G>) -> Result<G, BatchError> {
    match start {
        Some(start) => Ok(filled(start, &mut stream(seed, "batch/hands", episode))),
        None => {
            let seed = stream_seed(seed, "batch/setup", episode);
            G::new(&G::with_seed(&shared.setup, Some(seed))).map_err(BatchError::value)
        }
    }
}
