//! Networks for games without their types: what is done with a network for any game is compiled here, once for each.

use std::marker::PhantomData;

use heist_engine::any::{AnyGame, AnySetup, AnyState, typed_setup};
use heist_engine::game::{Node, Seat, SetupError};
use heist_engine::part_of;
use heist_engine::random;

use super::check::{Check, Decision, Findings, Speeds};
use super::convert::Converted;
use super::error::NetworkError;
use super::evaluation::{Mode, Network};
use super::format::{MovesConfig, NetworkConfig, Precision, Tensors};
use super::read::NetworkFile;
use crate::agent::{Agent, Factory, RandomAgent, Stop, is_stopped};
use crate::arena::matches::{Deal, PlayError, PlayOptions, SeatFault, play};
use crate::evaluator::{Evaluations, Evaluator, Query};
use crate::heuristics::{HeuristicsInfo, Shipped};
use crate::spec::{self, Players, Spec, SpecError};

/// Decisions with which speeds are measured, at most.
const MEASURED: usize = 10_000;

/// What is done with the networks of one game, without its types.
pub(crate) trait AnyNetworks: Sync {
    fn check_game(&self, config: &NetworkConfig) -> Result<(), NetworkError>;
    fn config(&self, moves: Option<usize>) -> Result<NetworkConfig, NetworkError>;
    fn write(&self, config: &NetworkConfig, tensors: &Tensors, precision: Precision) -> Result<Vec<u8>, NetworkError>;
    fn convert(&self, file: &NetworkFile) -> Result<Converted, NetworkError>;
    fn read(&self, bytes: &[u8], mode: Mode) -> Result<Box<dyn AnyNetwork>, NetworkError>;
    fn check(
        &self,
        file: &NetworkFile,
        setup: &dyn AnySetup,
        agent: &Spec,
        seed: u64,
    ) -> Result<Box<dyn AnyCheck>, CheckError>;
}

pub(crate) struct Networks<G>(pub(crate) PhantomData<fn() -> G>);

fn networks(game: &dyn AnyGame) -> &'static dyn AnyNetworks {
    part_of!(game, Networks as dyn AnyNetworks)
}

impl<G: Players> AnyNetworks for Networks<G> {
    fn check_game(&self, config: &NetworkConfig) -> Result<(), NetworkError> {
        config.check_game::<G>()
    }

    fn config(&self, moves: Option<usize>) -> Result<NetworkConfig, NetworkError> {
        match moves {
            None => Ok(NetworkConfig::of_game::<G>()),
            Some(hidden) => MovesConfig::of_game::<G>(hidden, false)
                .map(NetworkConfig::of_moves::<G>)
                .ok_or(NetworkError::NoMoves { game: G::NAME }),
        }
    }

    fn write(&self, config: &NetworkConfig, tensors: &Tensors, precision: Precision) -> Result<Vec<u8>, NetworkError> {
        super::write::write::<G>(config, tensors, precision)
    }

    fn convert(&self, file: &NetworkFile) -> Result<Converted, NetworkError> {
        super::convert::convert::<G>(file)
    }

    fn read(&self, bytes: &[u8], mode: Mode) -> Result<Box<dyn AnyNetwork>, NetworkError> {
        Ok(Box::new(Network::<G>::read(bytes, mode)?))
    }

    fn check(
        &self,
        file: &NetworkFile,
        setup: &dyn AnySetup,
        agent: &Spec,
        seed: u64,
    ) -> Result<Box<dyn AnyCheck>, CheckError> {
        Ok(Box::new(CheckedGames::<G> {
            check: Check::new(file)?,
            setup: typed_setup::<G>(setup).expect("the setup is of this game").clone(),
            make: spec::factory(agent)?,
            seed,
            decisions: Vec::new(),
        }))
    }
}

/// [`NetworkConfig::check_game`].
///
/// # Errors
/// Names what does not fit.
pub fn check_game(game: &dyn AnyGame, config: &NetworkConfig) -> Result<(), NetworkError> {
    networks(game).check_game(config)
}

/// [`NetworkConfig::of_game`] or, with a number of hidden units, that of a policy that scores moves one by one.
///
/// # Errors
/// When the game computes no numbers of moves.
pub fn config_of_game(game: &dyn AnyGame, moves: Option<usize>) -> Result<NetworkConfig, NetworkError> {
    networks(game).config(moves)
}

/// The shipped networks of a game.
pub fn shipped(game: &dyn AnyGame) -> &'static [Shipped] {
    HeuristicsInfo::find(game).networks
}

/// [`write`](fn@super::write).
///
/// # Errors
/// When the configuration does not fit the game, or the tensors do not fit it.
pub fn write(
    game: &dyn AnyGame,
    config: &NetworkConfig,
    tensors: &Tensors,
    precision: Precision,
) -> Result<Vec<u8>, NetworkError> {
    networks(game).write(config, tensors, precision)
}

/// [`convert`](fn@super::convert).
///
/// # Errors
/// When the network is for another game, or cannot be converted.
pub fn convert(game: &dyn AnyGame, file: &NetworkFile) -> Result<Converted, NetworkError> {
    networks(game).convert(file)
}

/// A network of some game that answers, see [`Network`].
pub trait AnyNetwork: Send + Sync {
    /// What its file says.
    fn config(&self) -> &NetworkConfig;
    /// The value of a state for a seat, that of its result once the game is over, and the index of each legal action
    /// with its prior. None for a state of another game.
    fn evaluate(&self, state: &dyn AnyState, seat: Seat) -> Option<(f64, Vec<(usize, f32)>)>;
}

impl<G: Players> AnyNetwork for Network<G> {
    fn config(&self) -> &NetworkConfig {
        Network::config(self)
    }

    fn evaluate(&self, state: &dyn AnyState, seat: Seat) -> Option<(f64, Vec<(usize, f32)>)> {
        let state: &G = state.as_any().downcast_ref()?;
        let mut legal = Vec::new();
        if matches!(state.node(), Node::Decision(_)) {
            state.information_state(seat).legal_actions(&mut legal);
        }
        let query = Query {
            state,
            seat,
            legal: &legal,
        };
        let mut found = Evaluations::default();
        // A network draws nothing.
        Evaluator::evaluate(self, &[query], &mut random::from_seed(0), &mut found);
        let value = state.result().map_or_else(|| found.value(0), |result| result.value);
        let indices = legal.iter().map(|&action| G::action_index(action));
        Some((value, indices.zip(found.priors(0).iter().copied()).collect()))
    }
}

/// [`Network::read`].
///
/// # Errors
/// When the bytes are damaged, or the network does not fit the game.
pub fn read(game: &dyn AnyGame, bytes: &[u8], mode: Mode) -> Result<Box<dyn AnyNetwork>, NetworkError> {
    networks(game).read(bytes, mode)
}

/// A [`Check`] of a network of some game, over games that it plays itself.
pub trait AnyCheck {
    /// Plays the game of a deal, by the agent or at random, and adds it. False, and nothing added, if it was stopped.
    ///
    /// # Errors
    /// When the game cannot be set up or does not come to its end.
    fn play(&mut self, number: u64, at_random: bool, stop: Stop<'_>) -> Result<bool, CheckError>;
    /// [`Check::findings`].
    fn findings(&self) -> Findings;
    /// [`Check::speeds`], at decisions of the games.
    fn speeds(&self) -> Speeds;
}

/// A network that cannot be checked.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum CheckError {
    /// It does not fit the game.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// There is no such agent for the game.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// A deal that is not playable.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A game that did not come to its end.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The agent could not go on.
    #[error(transparent)]
    Fault(#[from] SeatFault),
}

/// A check of a network over games of a setup, whose seed is left open: the deals of a seed, which an agent plays.
///
/// # Errors
/// When the network does not fit the game of the setup, or the agent cannot play it.
pub fn check(
    file: &NetworkFile,
    setup: &dyn AnySetup,
    agent: &Spec,
    seed: u64,
) -> Result<Box<dyn AnyCheck>, CheckError> {
    networks(setup.game()).check(file, setup, agent, seed)
}

/// A check with the games that it is made over.
struct CheckedGames<G: Players> {
    check: Check<G>,
    setup: G::Setup,
    make: Factory<G>,
    seed: u64,
    /// Decisions of the first games.
    decisions: Vec<Decision<G>>,
}

impl<G: Players> AnyCheck for CheckedGames<G> {
    fn play(&mut self, number: u64, at_random: bool, stop: Stop<'_>) -> Result<bool, CheckError> {
        let setup = G::with_seed(&self.setup, Some(Deal::<G>::setup_seed(self.seed, number)));
        let deal = Deal::<G>::new(&setup, self.seed, number)?;
        let player = || -> Box<dyn Agent<G>> {
            if at_random {
                Box::new(RandomAgent)
            } else {
                (self.make)()
            }
        };
        let mut team: Vec<_> = (0..deal.world.seats()).map(|_| player()).collect();
        let options = PlayOptions {
            record: true,
            stop,
            ..PlayOptions::default()
        };
        let played = play(&deal, &mut team, options);
        if is_stopped(stop) {
            return Ok(false);
        }
        let game = played?;
        if let Some(fault) = game.fault {
            return Err(fault.into());
        }
        let mut state = deal.world;
        let first = self.decisions.len();
        for step in &game.steps {
            if let Node::Decision(seat) = state.node() {
                let mut legal = Vec::new();
                state.legal_actions(&mut legal);
                self.decisions.push((state.information_state(seat), seat, legal));
            }
            step.play(&mut state);
        }
        if at_random {
            self.check.add_random(&self.decisions[first..])
        } else {
            self.check
                .add(&self.decisions[first..], state.turn(), game.result.value)
        }
        // Enough to measure speeds with.
        self.decisions.truncate(MEASURED);
        Ok(true)
    }

    fn findings(&self) -> Findings {
        self.check.findings()
    }

    fn speeds(&self) -> Speeds {
        self.check.speeds(&self.decisions)
    }
}
