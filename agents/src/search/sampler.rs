//! Moves of one decision tried in common worlds.

use heist_engine::game::{Fill, Game, Seat, Windows};
use heist_engine::random::stream;

use super::holds_all;
use super::rollout::Rollout;
use super::worlds::Belief;
use crate::evaluator::seat_of;

/// Tries moves in sampled worlds, each with the same dice, and says nothing of what they are good for. For labels: a
/// search decides while it goes on which moves it tries more often.
#[derive(Clone, Debug)]
pub struct Sampler<G: Game> {
    /// Which worlds are sampled.
    pub belief: Belief<G>,
    /// How simulations go on after the move.
    pub rollout: Rollout<G>,
    /// Which optional windows open in simulations.
    pub windows: Windows,
}

impl<G: Game> Sampler<G> {
    /// Replaces `values` by the values of moves, 0 to 1 but for the luck of a first draw that was taken off: all moves
    /// in a first world, all in a second one, and so on. A function of the arguments. `view` is the information state
    /// of `seat`. Other crates call [`Players::try_moves`](crate::spec::Players::try_moves), which is compiled once.
    pub fn sample(&self, view: &G, seat: Seat, moves: &[G::Action], worlds: u64, seed: u64, values: &mut Vec<f64>) {
        let mut view = view.clone();
        view.set_windows(self.windows);
        let lucks: Vec<FirstLuck<G>> = moves
            .iter()
            .map(|&action| FirstLuck::new(&self.rollout, &view, seat, action))
            .collect();
        let mut legal = Vec::new();
        values.clear();
        for number in 0..worlds {
            let mut rng = stream(seed, "search/world", number);
            let mut world = view.clone();
            self.belief.fill(&mut world, seat, Fill::All, &mut rng);
            for (&action, luck) in moves.iter().zip(&lucks) {
                let (mut after, mut dice) = (world.clone(), rng.clone());
                after.apply(action);
                let luck = luck.draw(&mut after, &mut dice);
                values.push(self.rollout.play(after, view.turn(), &mut dice, &mut legal) - luck);
            }
        }
    }
}

/// The luck of the draw right after a move: by how much each outcome is better than their mean, as estimated. Its
/// expectation is 0, so taking it off changes no value, and with a good estimate leaves less to chance.
#[derive(Clone, Debug)]
pub(super) struct FirstLuck<G: Game> {
    /// Empty if there is no such draw or no estimate.
    outcomes: Vec<(G::Outcome, f64)>,
}

impl<G: Game> FirstLuck<G> {
    /// That of a move of `seat`, whose view is given.
    pub(super) fn new(rollout: &Rollout<G>, view: &G, seat: Seat, action: G::Action) -> FirstLuck<G> {
        let mut after = view.clone();
        after.apply(action);
        let Some((evaluator, _)) = rollout.cut.as_ref().filter(|_| holds_all(&after)) else {
            return FirstLuck { outcomes: Vec::new() };
        };
        let mut outcomes = Vec::new();
        after.outcomes(&mut outcomes);
        let value = |outcome| {
            let mut next = after.clone();
            next.resolve(outcome);
            let estimate = || evaluator.value(&next, seat_of(&next, seat));
            next.reward().unwrap_or_else(estimate)
        };
        let values: Vec<f64> = outcomes.iter().map(|&(outcome, _)| value(outcome)).collect();
        let mean: f64 = outcomes
            .iter()
            .zip(&values)
            .map(|((_, chance), value)| chance * value)
            .sum();
        let lucks = outcomes.iter().zip(values);
        FirstLuck {
            outcomes: lucks.map(|(&(outcome, _), value)| (outcome, value - mean)).collect(),
        }
    }

    /// Settles the draw in the state after the move, if there is one, and says how lucky it was.
    pub(super) fn draw<R: rand::Rng>(&self, after: &mut G, dice: &mut R) -> f64 {
        if self.outcomes.is_empty() {
            return 0.0;
        }
        let outcome = after.sample(dice);
        after.resolve(outcome);
        let found = self.outcomes.iter().find(|(known, _)| *known == outcome);
        found.map_or(0.0, |(_, luck)| *luck)
    }
}
