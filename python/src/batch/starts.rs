//! States from which games begin in the middle.

use heist_engine::any::AnyState;
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, below, stream};
use serde::{Deserialize, Serialize};

use crate::errors::Error;
use crate::loaded::Playable;

/// Into how many parts the share of games that begin in the middle is measured.
const PARTS: u32 = 1 << 24;

/// States from which games begin in the middle, and how many of all games do.
#[derive(Serialize, Deserialize)]
#[serde(bound = "G: Game")]
pub(super) struct Starts<G: Game> {
    states: Vec<G>,
    /// From 0 to 1.
    share: f64,
}

impl<G: Playable> Starts<G> {
    /// Uniformly one of the states, for a share of all games; the others begin as the setup says.
    ///
    /// # Errors
    /// When a state cannot be one of the batch, or nobody decides in it.
    pub(super) fn new(states: &[&dyn AnyState], seats: usize, share: f64) -> Result<Starts<G>, Error> {
        let checked = |(place, &state): (usize, &&dyn AnyState)| {
            let state = typed::<G>(state, seats).map_err(|found| Error::Value(format!("states[{place}]: {found}")))?;
            match state.node() {
                Node::Decision(_) => Ok(state.clone()),
                Node::Chance | Node::Terminal => Err(Error::Value(format!(
                    "states[{place}]: nobody decides in it; expected a state at a decision (`state.play_chance(seed)` draws what \
                     chance decides)"
                ))),
            }
        };
        Ok(Starts {
            states: states.iter().enumerate().map(checked).collect::<Result<_, _>>()?,
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
        let place = below(&mut rng, self.states.len() as u32) as usize;
        Some((place, &self.states[place]))
    }
}

/// A state of a game for so many players.
///
/// # Errors
/// When it is of another game, or for another number of players: what was found and what was expected.
pub(super) fn typed<G: Playable>(state: &dyn AnyState, seats: usize) -> Result<&G, String> {
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
pub(super) fn filled<G: Playable>(state: &G, rng: &mut Generator) -> G {
    let mut state = state.clone();
    let seats = (0..state.seats()).map(|seat| Seat(seat as u8));
    if seats.into_iter().any(|seat| !state.holds(seat)) {
        state.determinize(Fill::Private, rng);
    }
    state
}
