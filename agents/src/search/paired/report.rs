//! Which move is chosen, and what is said about all of them.

use heist_engine::game::{Game, Node, Seat};

use super::best::chances_of_best;
use super::race;
use super::rule::Rule;
use super::runner::Runner;
use crate::analysis::{Analysis, Candidate, Estimate, Foreseen, Moments, Totals};

/// The chosen move, and how sure it is.
pub(super) struct Choice {
    /// Its place among the runners.
    pub chosen: usize,
    /// The chance of each runner that it is the best; empty where nobody asks.
    best: Vec<f64>,
    /// The move that is worth more, where the rule of doubt keeps the blueprint's.
    doubted: Option<usize>,
}

impl Choice {
    /// Another move of which both the chance to be the best and, by more than a margin, the mean are greater than those
    /// of the chosen one.
    pub fn surpassing<G: Game>(&self, runners: &[Runner<G>], margin: f64) -> Option<usize> {
        let is_likelier = |&place: &usize| self.best[place] > self.best[self.chosen];
        let is_better = |&place: &usize| beside(runners[place].worths(), runners[self.chosen].worths()).1.mean > margin;
        (0..runners.len()).filter(is_likelier).find(is_better)
    }

    /// Chooses such a move as long as there is one.
    pub fn give_way<G: Game>(&mut self, runners: &[Runner<G>], margin: f64) {
        while let Some(place) = self.surpassing(runners, margin) {
            self.chosen = place;
            self.doubted = None;
        }
    }

    /// The same choice with the chances as they are now.
    pub fn again<G: Game>(self, runners: &[Runner<G>]) -> Choice {
        Choice {
            best: chances(runners),
            ..self
        }
    }
}

fn chances<G: Game>(runners: &[Runner<G>]) -> Vec<f64> {
    chances_of_best(&runners.iter().map(Runner::worths).collect::<Vec<_>>())
}

/// The move that is played: the blueprint's, at the place `home`, unless another one is surely better. One that dropped
/// out surely is not the best. Whoever is shown the chances is not advised to a move of which both the mean and the
/// chance to be the best are lower than another's.
pub(super) fn choose<G: Game>(runners: &[Runner<G>], home: Option<usize>, rule: Rule, shows_chances: bool) -> Choice {
    let leader = race::leader(runners);
    let best = if shows_chances { chances(runners) } else { Vec::new() };
    let mut choice = Choice {
        chosen: leader,
        best,
        doubted: None,
    };
    if let Rule::Improve { doubt, margin, .. } = rule
        && let Some(home) = home.filter(|&home| home != leader && runners[home].racing)
    {
        let gain = race::gain(runners, leader, home);
        let is_better = gain.mean > margin && gain.mean > doubt * gain.error;
        let is_likelier = shows_chances && choice.best[leader] > choice.best[home] && gain.mean > margin;
        if !is_better && !is_likelier {
            choice.chosen = home;
            choice.doubted = (gain.mean > 0.0).then_some(leader);
        }
    }
    choice
}

/// What was found out about all moves. Values are those of the chosen move with the differences to it, so that all come
/// from the same worlds.
pub(super) fn report<G: Game>(
    runners: &[Runner<G>],
    choice: &Choice,
    (view, seat): (&G, Seat),
    totals: Totals,
) -> Analysis<G> {
    let first = &runners[choice.chosen];
    let candidate = |(place, runner): (usize, &Runner<G>)| {
        let is_first = place == choice.chosen;
        let (value, difference) = beside(runner.values(), first.values());
        let (worth, worth_difference) = beside(runner.worths(), first.worths());
        Candidate {
            best: choice.best.get(place).copied().unwrap_or(0.0),
            worth,
            worth_difference,
            is_rough: !runner.racing && !is_first && !runner.is_certain,
            is_certain: runner.is_certain,
            line: second(runner, view, seat).into_iter().collect(),
            ..runner.moves.candidate(runner.visits, value, difference)
        }
    };
    let candidates: Vec<Candidate<G>> = runners.iter().enumerate().map(candidate).collect();
    Analysis {
        doubted: choice.doubted.map(|place| runners[place].moves.action),
        ..Analysis::of(candidates, choice.chosen, totals)
    }
}

/// The second move that a move is judged by, where it is the next step.
fn second<G: Game>(runner: &Runner<G>, view: &G, seat: Seat) -> Option<Foreseen<G>> {
    let mut after = view.clone();
    after.apply(runner.moves.action);
    let is_next = |&then: &G::Action| after.node() == Node::Decision(seat) && after.accepts(then);
    runner.then().filter(is_next).map(|then| Foreseen::decision(seat, then))
}

/// The mean of what a move came to, and by how much it differs from that of the first one, which was tried in as many
/// worlds or more. As far as the two vary together, the luck of the few worlds is taken off: the regression estimator,
/// W. G. Cochran, "Sampling Techniques" (1977), chapter 7.
fn beside(own: &[f64], first: &[f64]) -> (Estimate, Estimate) {
    let common = own.len().min(first.len());
    let (own, shared) = (&own[..common], &first[..common]);
    let all: Moments = first.iter().copied().collect();
    if own == shared {
        return (within(all.estimate()), Estimate::default());
    }
    let moments: Moments = own.iter().copied().collect();
    let of_shared: Moments = shared.iter().copied().collect();
    let slope = if common == first.len() {
        1.0
    } else {
        slope(own, shared, moments.mean(), of_shared.mean())
    };
    let rest: Moments = own.iter().zip(shared).map(|(own, other)| own - slope * other).collect();
    let (rest, all) = (rest.estimate(), all.estimate());
    let value = Estimate {
        mean: rest.mean + slope * all.mean,
        // Over the same worlds its own error is known best.
        error: if common == first.len() {
            moments.estimate().error
        } else {
            rest.error.hypot(slope * all.error)
        },
    };
    let value = within(value);
    let difference = Estimate {
        mean: value.mean - within(all).mean,
        error: rest.error.hypot((1.0 - slope) * all.error),
    };
    (value, difference)
}

/// By how much one list of numbers follows another, 0 to 1.
fn slope(own: &[f64], other: &[f64], own_mean: f64, other_mean: f64) -> f64 {
    let pairs = own.iter().zip(other);
    let (mut together, mut alone) = (0.0, 0.0);
    for (own, other) in pairs {
        together += (own - own_mean) * (other - other_mean);
        alone += (other - other_mean).powi(2);
    }
    if alone > 0.0 {
        (together / alone).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// A mean of results with the luck of draws taken off may lie a little outside of what results can be.
fn within(estimate: Estimate) -> Estimate {
    Estimate {
        mean: estimate.mean.clamp(0.0, 1.0),
        ..estimate
    }
}
