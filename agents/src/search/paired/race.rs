//! Who stays in the race, and who leads it.

use heist_engine::game::Game;

use super::super::confidence::Bounds;
use super::rule::LEAST_PER_MOVE;
use super::runner::{Runner, racing};
use crate::analysis::{Estimate, Moments};

/// By how much one move is better than another. A few worlds say little about how much that varies, so that what all
/// moves show counts as well.
pub(super) fn gain<G: Game>(runners: &[Runner<G>], leader: usize, home: usize) -> Estimate {
    let gain = runners[leader].gains(&runners[home]);
    if gain.count() >= LEAST_PER_MOVE {
        return gain.estimate();
    }
    let others = runners.iter().enumerate().filter(|&(place, _)| place != home);
    let all = others.map(|(_, runner)| runner.gains(&runners[home]));
    gain.estimate_among(&all.fold(Moments::default(), Moments::merged))
}

/// The racing move that is worth most, the first of equals.
pub(super) fn leader<G: Game>(runners: &[Runner<G>]) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for place in racing(runners) {
        let worth = runners[place].worth();
        if worth > best.1 {
            best = (place, worth);
        }
    }
    best.0
}

/// Ends the race of those that surely do not win it: they are behind the leader, or not better than the blueprint's
/// move, at the place `home`, by the margin that is asked of them. When that is out, the leader takes its place. The
/// race is looked at after each batch, so only what bounds for all times exclude is sure.
pub(super) fn drop_out<G: Game>(runners: &mut [Runner<G>], home: Option<usize>, doubt: f64, margin: f64) {
    let bounds = Bounds::new(doubt);
    let leader = leader(runners);
    let safe = home.filter(|&home| runners[home].racing).unwrap_or(leader);
    let racing = racing(runners);
    // The gains over another with the most that each may be off.
    let gains_over = |other: usize| -> Vec<(f64, f64)> {
        let mut gains = vec![Moments::default(); runners.len()];
        let mut all = Moments::default();
        for &place in racing.iter().filter(|&&place| place != other) {
            gains[place] = runners[place].gains(&runners[other]);
            all = all.merged(gains[place]);
        }
        let bounded = gains.iter().map(|gains| {
            let Estimate { mean, error } = gains.estimate_among(&all);
            (mean, bounds.errors(gains.count()) * error)
        });
        bounded.collect()
    };
    let over_leader = gains_over(leader);
    let over_safe = if safe == leader {
        over_leader.clone()
    } else {
        gains_over(safe)
    };
    let is_behind = |place: usize| {
        let (gain, off) = over_leader[place];
        gain + off < 0.0
    };
    let is_no_gain = |place: usize| {
        let (gain, off) = over_safe[place];
        gain + off < margin
    };
    // One of these two always stays.
    let is_leader_out = leader != safe && is_no_gain(leader);
    let out: Vec<usize> = racing
        .iter()
        .copied()
        .filter(|&place| match place {
            _ if place == leader => is_leader_out,
            _ if place == safe => !is_leader_out && is_behind(place),
            _ => is_behind(place) || is_no_gain(place),
        })
        .collect();
    for place in out {
        runners[place].racing = false;
    }
}

/// Ends the race for the worse half of the moves, again and again while the simulations are used up, so that those that
/// may be the best are tried more and more often: sequential halving, Z. Karnin, T. Koren and O. Somekh, "Almost
/// Optimal Exploration in Multi-Armed Bandits", ICML 2013.
pub(super) struct Halvings {
    /// How many there are, and how many are done. Each comes when its share of the simulations is used up.
    all: u32,
    done: u32,
}

impl Halvings {
    /// Those after which one of so many moves is left.
    pub fn of(moves: usize) -> Halvings {
        Halvings {
            all: moves.max(1).next_power_of_two().ilog2(),
            done: 0,
        }
    }

    /// Makes those that are due. A blueprint's move, at the place `home`, stays beside the others, which are compared
    /// with it.
    pub fn catch_up<G: Game>(
        &mut self,
        runners: &mut [Runner<G>],
        home: Option<usize>,
        simulations: u64,
        schedule: u64,
    ) {
        let used = simulations as f64 / schedule.max(1) as f64;
        while self.done < self.all && used * f64::from(self.all) >= f64::from(self.done + 1) {
            self.done += 1;
            let is_other = |place: &usize| runners[*place].racing && Some(*place) != home;
            let mut others: Vec<usize> = (0..runners.len()).filter(is_other).collect();
            others.sort_by(|&a, &b| runners[b].worth().total_cmp(&runners[a].worth()));
            for &place in &others[others.len().div_ceil(2)..] {
                runners[place].racing = false;
            }
            // By now it shows which course is best whatever is seen.
            runners.iter_mut().for_each(Runner::settle_for_one);
        }
    }
}
