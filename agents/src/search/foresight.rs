//! What a search does not look at itself: how a line goes on after it, and what a move costs until the seat's next turn.
//!
//! Searches compare moves by the result of the game. A player also wants to know what is likely to happen next and how dear the
//! next round is. Both are worked out here by letting the game's expert play on, so they say the same of every search.

use std::sync::atomic::{AtomicBool, Ordering};

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use heist_engine::record::Step;
use rayon::prelude::*;

use super::alike;
use crate::analysis::{Analysis, Candidate, Estimate, Foreseen, Moments};
use crate::evaluator::Evaluator;
use crate::heuristics::{Expert, Heuristics};

/// No line gets more steps than this.
pub const LONGEST_LINE: usize = 64;

/// What is foreseen of one decision, to complete analyses of it with.
///
/// It holds no world: everything comes from what the seat knows.
#[derive(Clone, Debug)]
pub struct Foresight<G: Game> {
    view: G,
    seed: u64,
    /// Moves with what they cost; empty if it was not asked for.
    losses: Vec<(G::Action, Estimate)>,
}

impl<G: Heuristics> Foresight<G> {
    /// Looks ahead over `samples` sampled worlds, the same for all moves; with none, losses stay unknown. They stay unknown as
    /// well in a game without a [`STAKE`](Game::STAKE).
    ///
    /// `legal` are the moves of `seat` that may be asked about. The result is a function of the arguments, whatever the number
    /// of threads; work is shared out among those of the rayon pool it is called in.
    ///
    /// Sampling ends early once `stop` is true. Losses are then those of the worlds sampled so far, unknown if there are none.
    pub fn new(view: &G, seat: Seat, legal: &[G::Action], samples: u64, seed: u64, stop: &AtomicBool) -> Foresight<G> {
        let view = view.information_state(seat);
        let moves: Vec<G::Action> = alike(&view, legal).iter().map(|group| group.action).collect();
        let losses = match G::STAKE {
            "" => Vec::new(),
            _ => losses(&view, &moves, samples, seed, stop),
        };
        Foresight { view, seed, losses }
    }

    /// Fills in what an analysis leaves open: every candidate's loss, and its line as far as the end of the turn.
    pub fn complete(&self, analysis: &mut Analysis<G>) {
        for candidate in &mut analysis.candidates {
            candidate.loss = candidate.loss.or_else(|| self.loss(candidate));
            self.extend(candidate);
        }
    }

    fn loss(&self, candidate: &Candidate<G>) -> Option<Estimate> {
        let known = self
            .losses
            .iter()
            .find(|(action, _)| *action == candidate.action || candidate.alike.contains(action));
        known.map(|(_, loss)| *loss)
    }

    /// Goes on with a line where the search left off: the expert decides, the likeliest happens. It ends with the turn and the
    /// draws that come with that, where only another seat could tell what is decided, and in games without an expert at the
    /// first decision.
    fn extend(&self, candidate: &mut Candidate<G>) {
        let mut state = self.view.clone();
        state.apply(candidate.action);
        candidate
            .line
            .iter()
            .for_each(|foreseen| foreseen.step.play(&mut state));
        let mut rng = stream(self.seed, "foresight/line", 0);
        let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
        while candidate.line.len() < LONGEST_LINE {
            let foreseen = match state.node() {
                Node::Terminal => return,
                Node::Chance => {
                    state.outcomes(&mut outcomes);
                    Foreseen::likeliest(&outcomes)
                }
                Node::Decision(_) if state.turn() != self.view.turn() => return,
                Node::Decision(seat) if !state.holds(seat) => return,
                Node::Decision(seat) => {
                    state.legal_actions(&mut legal);
                    let is_told = G::HEURISTIC.is_some() || legal.len() == 1;
                    is_told.then(|| Foreseen::decision(seat, by_the_expert(&state, seat, &legal, &mut rng)))
                }
            };
            let Some(foreseen) = foreseen else { return };
            foreseen.step.play(&mut state);
            candidate.line.push(foreseen);
        }
    }
}

/// What each move costs on average until a round later, everybody playing on by the expert, at random in a game without one.
fn losses<G: Heuristics>(
    view: &G,
    moves: &[G::Action],
    samples: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Vec<(G::Action, Estimate)> {
    let worlds = sampled(samples, stop, |number| {
        losses_in_world(view, moves, &mut stream(seed, "foresight/world", number))
    });
    if worlds.is_empty() {
        return Vec::new();
    }
    let estimate = |place: usize| worlds.iter().map(|world| world[place]).collect::<Moments>().estimate();
    let listed = moves.iter().enumerate();
    listed.map(|(place, &action)| (action, estimate(place))).collect()
}

/// Samples in the order of their numbers: all of them, or once `stop` is true those that were begun by then.
fn sampled<T: Send>(samples: u64, stop: &AtomicBool, sample: impl Fn(u64) -> T + Sync) -> Vec<T> {
    (0..samples)
        .into_par_iter()
        .map(|number| (!stop.load(Ordering::Relaxed)).then(|| sample(number)))
        .while_some()
        .collect()
}

/// What each move costs in one world, with the same dice for all.
fn losses_in_world<G: Heuristics>(view: &G, moves: &[G::Action], rng: &mut Generator) -> Vec<f64> {
    let mut world = view.clone();
    world.determinize(Fill::All, rng);
    let round = view.turn() + view.turns_per_round();
    let mut legal = Vec::new();
    let cost = |&action: &G::Action| {
        let mut after = world.clone();
        after.apply(action);
        let mut dice = rng.clone();
        while after.turn() < round
            && let Some(step) = next_step(&after, &mut dice, &mut legal)
        {
            step.play(&mut after);
        }
        f64::from(after.lost() - view.lost())
    };
    moves.iter().map(cost).collect()
}

/// What is decided among `legal` moves: the only one, or the expert's, in a game without one a random move.
fn by_the_expert<G: Heuristics>(state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
    match legal {
        [only] => *only,
        _ => Expert::of_game().choose(state, seat, legal, rng),
    }
}

/// What happens next in a world; `None` at its end.
fn next_step<G: Heuristics>(world: &G, rng: &mut Generator, legal: &mut Vec<G::Action>) -> Option<Step<G>> {
    match world.node() {
        Node::Terminal => None,
        Node::Chance => Some(Step::Chance(world.sample(rng))),
        Node::Decision(seat) => {
            world.legal_actions(legal);
            Some(Step::Action(seat, by_the_expert(world, seat, legal, rng)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn samples_are_taken_in_order_until_they_are_stopped() {
        let never = AtomicBool::new(false);
        assert_eq!(sampled(1000, &never, |number| number), (0..1000).collect::<Vec<u64>>());
        let already = AtomicBool::new(true);
        assert!(sampled(1000, &already, |number| number).is_empty());
        // Set on the way: each thread ends the sample that it is at, and begins no other.
        let (stop, begun) = (AtomicBool::new(false), AtomicU64::new(0));
        let found = sampled(1_000_000, &stop, |number| {
            if begun.fetch_add(1, Ordering::Relaxed) + 1 == 10 {
                stop.store(true, Ordering::Relaxed);
            }
            number
        });
        assert!(found.is_sorted());
        assert!(found.len() < 1_000_000, "{} samples", found.len());
        let begun = begun.into_inner() as usize;
        // Between the tenth sample's count and its store the other threads may have gone on a little.
        assert!((10..500_000).contains(&begun), "{begun} samples");
    }
}
