//! The signature of the rules, and how fast they run on one core.

use std::fmt::{self, Display};
use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use heist_engine::any::{AnyGame, AnySetup, typed_setup};
use heist_engine::game::{Fill, Game, Node, SetupError};
use heist_engine::hash::append;
use heist_engine::part_of;
use heist_engine::random::{Generator, choose, stream};
use rand::Rng;
use serde::Serialize;

use crate::agent::{Factory, Stop, is_stopped};
use crate::arena::{Deal, PlayError, PlayOptions, play, setup_seed};
use crate::spec::{Players, Spec, SpecError, factory};

/// The setup of a number of seats, with what is left open drawn from a seed; none where that many cannot play.
pub type Setups<'a> = &'a dyn Fn(u8, u64) -> Option<Box<dyn AnySetup>>;

/// Why a game is not measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// A setup is not playable.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A game does not come to its end.
    #[error("{0}")]
    Play(#[from] PlayError),
}

/// What is measured of a game.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The hash of its fixed set of games.
    pub signature: Signature,
    /// How fast it is.
    pub speeds: Speeds,
}

/// How fast a game is, the best of several runs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Speeds {
    /// Decisions and draws per second in random playouts.
    pub transitions_per_s: f64,
    /// Random playouts per second.
    pub playouts_per_s: f64,
    /// Transitions in a random playout.
    pub mean_transitions: f64,
    /// The size of a state.
    pub state_bytes: usize,
    /// Nanoseconds to copy a state.
    pub clone_ns: f64,
    /// Nanoseconds to fill the holes of a state.
    pub determinize_ns: f64,
    /// Nanoseconds to compute the key of a state.
    pub key_ns: f64,
    /// The yardstick of `clone_ns`: nanoseconds to copy as many bytes.
    pub memcpy_ns: f64,
}

/// A running hash. Its text is 16 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Signature(u64);

impl Signature {
    fn add(&mut self, word: u64) {
        self.0 = append(self.0, &[word]);
    }

    /// Adds a text.
    pub fn add_text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(byte.into()));
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The most seats a game may have.
const SEATS: u8 = 8;
/// Games of each agent and seat count in the signature.
const SIGNED_GAMES: u64 = 12;
/// The seed of everything here.
const SEED: u64 = 20_150_101;

/// Measures a game. What is returned once `stop` is set means nothing.
///
/// # Errors
/// When a game of the fixed set cannot be played.
pub fn measure(game: &dyn AnyGame, setups: Setups<'_>, stop: Stop<'_>) -> Result<Measured, MeasureError> {
    measurer(game).measure(setups, stop)
}

/// What measures one game, without its types.
pub(crate) trait AnyMeasurer: Sync {
    fn measure(&self, setups: Setups<'_>, stop: Stop<'_>) -> Result<Measured, MeasureError>;
}

pub(crate) struct Measurer<G>(pub(crate) PhantomData<fn() -> G>);

fn measurer(game: &dyn AnyGame) -> &'static dyn AnyMeasurer {
    part_of!(game, Measurer as dyn AnyMeasurer)
}

impl<G: Players> AnyMeasurer for Measurer<G> {
    fn measure(&self, setups: Setups<'_>, stop: Stop<'_>) -> Result<Measured, MeasureError> {
        let setup = |seats, seed| typed_setup::<G>(&*setups(seats, seed)?).cloned();
        Ok(Measured {
            signature: sign::<G>(&setup, stop)?,
            speeds: speeds::<G>(&setup, stop)?,
        })
    }
}

/// The signature of the fixed set: every state by its key and how many actions or outcomes it has, and the results.
fn sign<G: Players>(setup: &dyn Fn(u8, u64) -> Option<G::Setup>, stop: Stop<'_>) -> Result<Signature, MeasureError> {
    let mut signature = Signature::default();
    signature.add_text(G::ID);
    signature.add(G::FORMAT.into());
    for name in ["random", "heuristic"] {
        let Ok(make) = agent::<G>(name) else { continue };
        for seats in 1..=SEATS {
            for number in 0..SIGNED_GAMES {
                if is_stopped(stop) {
                    return Ok(signature);
                }
                let Some(setup) = setup(seats, setup_seed(SEED, number)) else {
                    break;
                };
                sign_game(&setup, number, &make, &mut signature)?;
            }
        }
    }
    Ok(signature)
}

fn agent<G: Players>(name: &str) -> Result<Factory<G>, SpecError> {
    let spec: Spec = name.parse()?;
    factory(&spec)
}

fn sign_game<G: Game>(
    setup: &G::Setup,
    number: u64,
    make: &Factory<G>,
    signature: &mut Signature,
) -> Result<(), MeasureError> {
    let deal = Deal::<G>::new(setup, SEED, number)?;
    let mut team: Vec<_> = (0..deal.world.seats()).map(|_| make()).collect();
    let options = PlayOptions {
        record: true,
        ..PlayOptions::default()
    };
    let game = play(&deal, &mut team, options)?;
    let mut state = G::new(&deal.setup)?;
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for step in &game.steps {
        state.legal_actions(&mut actions);
        state.outcomes(&mut outcomes);
        signature.add(state.key());
        signature.add(actions.len() as u64);
        signature.add(outcomes.len() as u64);
        step.play(&mut state);
    }
    signature.add(state.key());
    signature.add(game.result.value.to_bits());
    signature.add_text(game.result.ending);
    game.result
        .figures
        .iter()
        .for_each(|&figure| signature.add(figure as u64));
    Ok(())
}

/// Time for one measurement.
const BUDGET: Duration = Duration::from_millis(400);

/// Nanoseconds per unit of work: a warm-up, then batches until the time is over; the best of them, which is the one
/// that was disturbed least. A batch returns how many units it did.
fn best_ns(stop: Stop<'_>, mut batch: impl FnMut() -> u64) -> f64 {
    batch();
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    while begun.elapsed() < BUDGET && !is_stopped(stop) {
        let start = Instant::now();
        let units = batch();
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / units as f64);
    }
    best
}

/// Nanoseconds of a draw from the random generator, a yardstick for the speeds of other machines.
pub fn draw_ns(stop: Stop<'_>) -> f64 {
    let mut rng = stream(SEED, "bench/draws", 0);
    best_ns(stop, || {
        let count = 1_000_000;
        let sum = (0..count).fold(0u64, |sum, _| sum.wrapping_add(rng.next_u64()));
        black_box(sum);
        count
    })
}

/// Playouts in a batch.
const PLAYOUTS: u64 = 256;
/// States that are cloned, filled and hashed.
const SAMPLES: usize = 256;

/// The speeds with 3 seats, or fewer where 3 cannot play.
fn speeds<G: Game>(setup: &dyn Fn(u8, u64) -> Option<G::Setup>, stop: Stop<'_>) -> Result<Speeds, MeasureError> {
    let is_playable = |seats: &u8| setup(*seats, 0).is_some();
    let seats = (1..=3).rev().find(is_playable).unwrap_or(1);
    let setups = (0..16).filter_map(|seed| setup(seats, seed));
    let firsts: Vec<G> = setups.map(|setup| G::new(&setup)).collect::<Result<_, _>>()?;
    let mut actions = Vec::with_capacity(256);
    let mut total = 0;
    let transition_ns = best_ns(stop, || {
        total = 0;
        for number in 0..PLAYOUTS {
            let mut rng = stream(SEED, "bench/playout", number);
            let mut state = firsts[number as usize % firsts.len()].clone();
            total += playout(&mut state, &mut actions, &mut rng);
            black_box(&state);
        }
        total
    });
    let mean_transitions = total as f64 / PLAYOUTS as f64;

    let samples = samples(&firsts);
    let count = samples.len() as u64;
    let clone_ns = best_ns(stop, || {
        for state in &samples {
            black_box(black_box(state).clone());
        }
        count
    });
    let size = size_of::<G>();
    let bytes = vec![0u8; size * samples.len()];
    let mut target = vec![0u8; size];
    let memcpy_ns = best_ns(stop, || {
        for source in bytes.chunks_exact(size) {
            black_box(&mut target).copy_from_slice(black_box(source));
        }
        count
    });
    let mut rng = stream(SEED, "bench/determinize", 0);
    let filled_ns = best_ns(stop, || {
        for state in &samples {
            let mut world = black_box(state).clone();
            world.determinize(Fill::All, &mut rng);
            black_box(&world);
        }
        count
    });
    let key_ns = best_ns(stop, || {
        for state in &samples {
            black_box(black_box(state).key());
        }
        count
    });
    Ok(Speeds {
        transitions_per_s: 1e9 / transition_ns,
        playouts_per_s: 1e9 / (transition_ns * mean_transitions),
        mean_transitions,
        state_bytes: size_of::<G>(),
        clone_ns,
        determinize_ns: (filled_ns - clone_ns).max(0.0),
        key_ns,
        memcpy_ns,
    })
}

/// Plays at random to the end; returns the number of transitions.
fn playout<G: Game>(state: &mut G, actions: &mut Vec<G::Action>, rng: &mut Generator) -> u64 {
    let mut count = 0;
    loop {
        match state.node() {
            Node::Terminal => return count,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(actions);
                let action = choose(rng, actions);
                state.apply(action);
            }
        }
        count += 1;
    }
}

/// Information states from all over random games.
fn samples<G: Game>(firsts: &[G]) -> Vec<G> {
    let mut samples = Vec::new();
    let mut actions = Vec::new();
    let mut rng = stream(SEED, "bench/samples", 0);
    for first in firsts.iter().cycle() {
        let mut state = first.clone();
        for step in 0.. {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                Node::Decision(seat) => {
                    if step % 16 == 0 {
                        samples.push(state.information_state(seat));
                    }
                    state.legal_actions(&mut actions);
                    let action = choose(&mut rng, &actions);
                    state.apply(action);
                }
            }
            if samples.len() == SAMPLES {
                return samples;
            }
        }
    }
    samples
}
