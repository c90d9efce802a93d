//! States from which games begin in the middle.

use heist_agents::Players;
use heist_engine::any::AnyState;
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, below, choose_weighted, stream};
use serde::{Deserialize, Serialize};

use super::error::BatchError;

/// Into how many parts the share of games that begin in the middle is measured.
const PARTS: u32 = 1 << 24;

/// States from which games begin in the middle, and how many of all games do.
#[derive(Serialize, Deserialize)]
#[serde(bound = "G: Game")]
pub(super) struct Starts<G: Game> {
    states: Vec<G>,
    /// One for each state; none if all are equally likely.
    weights: Option<Vec<f64>>,
    /// From 0 to 1.
    share: f64,
}

impl<G: Players> Starts<G> {
    /// One of the states, each as likely as its weight says or, without weights, as the others, for a share of all
    /// games; the others begin as the setup says.
    ///
    /// # Errors
    /// When a state cannot be one of the batch, or nobody decides in it, or the weights do not fit.
    pub(super) fn new(
        states: &[&dyn AnyState],
        seats: usize,
        share: f64,
        weights: Option<&[f64]>,
    ) -> Result<Starts<G>, BatchError> {
        let checked = |(place, &state): (usize, &&dyn AnyState)| {
            let state =
                typed::<G>(state, seats).map_err(|found| BatchError::Value(format!("states[{place}]: {found}")))?;
            match state.node() {
                Node::Decision(_) => Ok(state.clone()),
                Node::Chance | Node::Terminal => Err(BatchError::Value(format!(
                    "states[{place}]: nobody decides in it; expected a state at a decision (`state.play_chance(seed)` \
                     draws what chance decides)"
                ))),
            }
        };
        if let Some(weights) = weights {
            check(weights, states.len())?;
        }
        Ok(Starts {
            states: states.iter().enumerate().map(checked).collect::<Result<_, _>>()?,
            weights: weights.map(<[f64]>::to_vec),
            share,
        })
    }

    /// The state from which a game of a seed begins, with its place; `None` for that of the setup.
    pub(super) fn draw(&self, seed: u64, episode: u64) -> Option<(usize, &G)> {
        let mut rng = stream(seed, "batch/start", episode);
        let is_chosen = f64::from(below(&mut rng, PARTS)) < self.share * f64::from(PARTS);
        if self.states.is_empty() || !is_chosen {
            return None;
        }
        let place = match &self.weights {
            Some(weights) => choose_weighted(&mut rng, weights),
            None => below(&mut rng, self.states.len() as u32) as usize,
        };
        Some((place, &self.states[place]))
    }
}

/// Whether weights fit so many states.
///
/// # Errors
/// When there are not as many, or one is negative or not finite, or all are 0.
fn check(weights: &[f64], states: usize) -> Result<(), BatchError> {
    if weights.len() != states {
        let found = weights.len();
        return Err(BatchError::Value(format!(
            "weights: found {found}; expected one for each of {states} states"
        )));
    }
    if let Some(place) = weights.iter().position(|weight| !weight.is_finite() || *weight < 0.0) {
        return Err(BatchError::Value(format!(
            "weights[{place}]: found {}; expected a finite number of at least 0",
            weights[place]
        )));
    }
    if states > 0 && weights.iter().all(|&weight| weight == 0.0) {
        return Err(BatchError::Value(
            "weights: found zeros alone; expected a number above 0".to_owned(),
        ));
    }
    Ok(())
}

/// A state of a game for so many players.
///
/// # Errors
/// When it is of another game, or for another number of players: what was found and what was expected.
pub(super) fn typed<G: Players>(state: &dyn AnyState, seats: usize) -> Result<&G, String> {
    let found = state.seats();
    match state.as_any().downcast_ref::<G>() {
        Some(state) if found == seats => Ok(state),
        _ => Err(format!(
            "found a state of {} for {found} players; expected one of {} for {seats}",
            state.game().info().id,
            G::ID
        )),
    }
}

/// A copy of a state with all that players know; what the state leaves open of that is drawn by the exact posterior.
pub(super) fn filled<G: Players>(state: &G, rng: &mut Generator) -> G {
    let mut state = state.clone();
    let seats = (0..state.seats()).map(|seat| Seat(seat as u8));
    if seats.into_iter().any(|seat| !state.holds(seat)) {
        state.determinize(Fill::Private, rng);
    }
    state
}
