//! Search guided by priors and values of positions, with a Gumbel root: `puct`.
//!
//! I. Danihelka, A. Guez, J. Schrittwieser and D. Silver, "Policy improvement by planning with Gumbel", ICLR 2022;
//! `mctx` and its `gumbel_muzero_policy` are the model. At the root as many moves as are considered are drawn without
//! replacement, by their priors: those with the greatest sums of Gumbel noise and logit. Sequential halving (Z. Karnin,
//! T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013) shares the simulations out
//! among them, and after each phase the worse half by noise, logit and value is out. The move that stays is played, in
//! expectation no worse than one drawn by the priors. Below the root a simulation follows the improved policy
//! ([`Improvement`]), and chance nodes are those of every tree here.
//!
//! Where nothing is private, a node is an information state; otherwise it is what its seat has observed
//! ([`Kind::Observers`]).

use std::iter::repeat_n;
use std::ops::Range;

use heist_engine::game::{Game, Seat};
use heist_engine::random::{Generator, stream};
use rand::Rng;

use super::forest::{Forest, GLANCE, Trees};
use super::tree::{Formula, Improvement, Kind, Tree, Tried, is_private, untried_value};
use super::{Alike, Budget, Search, Watch};
use crate::agent::is_stopped;
use crate::analysis::{Analysis, Estimate, Moments};

/// Simulations of each tree until all wait for each other: the first time, and at most. It doubles in between.
const ROUNDS: [u64; 2] = [64, 4_096];

/// A search with a Gumbel root.
#[derive(Clone, Debug)]
pub struct GumbelSearch<G: Game> {
    /// The trees. The search itself says of which kind they are and by which formula they select moves.
    pub trees: Trees<G>,
    /// How far values move a policy.
    pub improvement: Improvement,
    /// How many moves of the root are considered at most.
    pub considered: usize,
    /// The factor of the Gumbel noise: 1 draws moves by their priors, as learning wants it; 0 considers the likeliest
    /// ones.
    pub noise: f64,
    /// How long it goes on.
    pub budget: Budget,
}

/// The race between moves of the root.
struct Race<'a, G: Game> {
    forest: Forest<'a, G>,
    improvement: Improvement,
    /// The Gumbel noise of every move.
    noise: Vec<f64>,
    /// The place of every move in the root of each tree.
    places: Vec<Vec<usize>>,
    /// The moves that are still considered.
    racing: Vec<usize>,
    /// Simulations that a try of a move takes: two where every other one is for the partners' nodes.
    cost: u64,
}

impl<G: Game> Search<G> for GumbelSearch<G> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        let seed = rng.next_u64();
        let mut trees = self.trees.clone();
        trees.growth.formula = Formula::Improved(self.improvement);
        trees.growth.kind = if is_private(view, seat) {
            Kind::Observers
        } else {
            Kind::Closed
        };
        let mut race = Race::new(self, trees.plant(view, seat, legal, seed), seed);
        let tries = self.budget.simulations / race.cost;
        race.racing.truncate(tries.try_into().unwrap_or(usize::MAX));
        // The logarithm of their number to the base 2, rounded up.
        let phases = race.racing.len().next_power_of_two().ilog2().max(1);
        let (start, stop) = (race.forest.start, watch.stop());
        // Something is always tried: an analysis without a simulation says nothing.
        race.try_moves(0..1, &|| false);
        let (mut begin, mut done) = (0, 1);
        let [mut round, longest] = ROUNDS.map(|round| round * trees.count as u64);
        for phase in 1..=phases {
            // Each phase has its share of the time and of the tries: every move as many, at least one. The last phase
            // gets what the others left.
            let part = f64::from(phase) / f64::from(phases);
            let time = self.budget.time.map(|time| time.mul_f64(part));
            let is_over = || time.is_some_and(|time| start.elapsed() >= time) || is_stopped(stop);
            let racing = race.racing.len() as u64;
            let each = (tries / u64::from(phases) / racing).max(1);
            let end = if phase == phases {
                tries
            } else {
                tries.min(begin + racing * each)
            };
            while done < end && !is_over() {
                let next = end.min(done + round);
                race.try_moves(done - begin..next - begin, &is_over);
                (done, round) = (next, longest.min(2 * round));
                watch.tell(|| race.report(true));
            }
            if is_stopped(stop) {
                break;
            }
            if phase < phases {
                race.halve();
            }
            begin = done;
        }
        race.report(watch.is_patient())
    }
}

impl<'a, G: Game> Race<'a, G> {
    fn new(search: &GumbelSearch<G>, forest: Forest<'a, G>, seed: u64) -> Race<'a, G> {
        let mut rng = stream(seed, "search/gumbel", 0);
        let noise = forest.groups.iter().map(|_| search.noise * gumbel(&mut rng)).collect();
        let places = |tree: &Tree<G>| {
            let place = |group: &Alike<G>| tree.root().position(|root| root.action == group.action);
            let found = forest.groups.iter().map(place);
            found.map(|place| place.expect("a root has every move")).collect()
        };
        let teaches = forest.trees[0].teaches_partners();
        let mut race = Race {
            places: forest.trees.iter().map(places).collect(),
            racing: (0..forest.groups.len()).collect(),
            cost: if teaches && search.budget.simulations > 1 { 2 } else { 1 },
            improvement: search.improvement,
            noise,
            forest,
        };
        race.keep(search.considered);
        race
    }

    /// Tries the racing moves in turn; `tries` are the numbers of these tries in the phase.
    fn try_moves(&mut self, tries: Range<u64>, over: &(dyn Fn() -> bool + Sync)) {
        let (places, racing, cost) = (&self.places, &self.racing, self.cost as usize);
        let (trees, moves) = (self.forest.trees.len() as u64, racing.len() as u64);
        self.forest.grow(|tree_number, tree| {
            let own = tries
                .clone()
                .filter(|number| (number / moves + number % moves) % trees == tree_number as u64);
            let place = |number: u64| places[tree_number][racing[(number % moves) as usize]];
            let first: Vec<usize> = own.flat_map(|number| repeat_n(place(number), cost)).collect();
            for some in first.chunks(GLANCE) {
                if over() {
                    return;
                }
                tree.simulate_moves(some);
            }
        });
    }

    /// What is known of every move.
    fn tried(&self, moves: &[Moments]) -> Vec<Tried> {
        let priors: Vec<f32> = self.forest.trees[0].root().map(|root| root.prior).collect();
        let known = moves.iter().zip(&self.places[0]).map(|(values, &place)| Tried {
            prior: priors[place],
            visits: values.count(),
            value: values.mean(),
        });
        known.collect()
    }

    fn own_value(&self) -> f64 {
        self.forest.trees[0].own_value()
    }

    /// By what every move is judged: noise, logit and value.
    fn scores(&self) -> Vec<f64> {
        let mut scores = Vec::new();
        let tried = self.tried(&self.forest.moments());
        self.improvement.logits(&tried, self.own_value(), &mut scores);
        scores
            .iter_mut()
            .zip(&self.noise)
            .for_each(|(score, noise)| *score += noise);
        scores
    }

    /// Ends the race of all but some moves, those with the best scores; the best one comes first.
    fn keep(&mut self, count: usize) {
        let scores = self.scores();
        self.racing.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        self.racing.truncate(count);
    }

    /// Ends the race of the worse half. Two moves stay at least.
    fn halve(&mut self) {
        self.keep((self.racing.len() / 2).max(2));
    }

    fn report(&self, lines: bool) -> Analysis<G> {
        let scores = self.scores();
        let better = |&a: &usize, &b: &usize| scores[a].total_cmp(&scores[b]);
        let chosen = self.racing.iter().rev().copied().max_by(better);
        let chosen = chosen.expect("some move is left in the race");
        let moves = self.forest.moments();
        let tried = self.tried(&moves);
        let all = moves.iter().fold(Moments::default(), |sum, values| sum.merged(*values));
        let untried = untried_value(&tried, self.own_value());
        let value = |values: &Moments| match values.estimate_among(&all) {
            known if values.count() > 0 => known,
            Estimate { error, .. } => Estimate { mean: untried, error },
        };
        let values: Vec<Estimate> = moves.iter().map(value).collect();
        let mut policy = Vec::new();
        self.improvement.policy(&tried, self.own_value(), &mut policy);
        let mut analysis = self.forest.analysis(&moves, &values, chosen, lines);
        for (group, share) in self.forest.groups.iter().zip(policy) {
            let same = analysis
                .candidates
                .iter_mut()
                .find(|candidate| candidate.action == group.action);
            same.into_iter().for_each(|candidate| candidate.policy = Some(share));
        }
        analysis
    }
}

/// A draw from the standard Gumbel distribution.
fn gumbel(rng: &mut Generator) -> f64 {
    let uniform = ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -(-uniform.ln()).ln()
}
