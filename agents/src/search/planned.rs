//! Searches that hand over a whole plan where the game begins with planning.

use std::sync::Arc;
use std::time::{Duration, Instant};

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;
use rayon::ThreadPool;

use super::{Budget, Search, Watch, alike};
use crate::analysis::{Analysis, Candidate, Estimate, Foreseen, Totals};
use crate::heuristics::Heuristics;
use crate::planning::{Effort, Plan};

/// Decisions of a planning part, about: while a game is played, a plan may take as long as so many of them.
const DECISIONS: u32 = 40;
/// The longest time that a plan may take.
const LONGEST: Duration = Duration::from_secs(30);
/// Games that a plan may take, at most.
const MOST_PLAYOUTS: u64 = 12_000;

/// A search that leaves the planning part to the game's [planner](Heuristics::PLANNER), if it has one, and remembers the plan.
#[derive(Clone, Debug)]
pub struct Planned<G: Game, S> {
    search: S,
    budget: Budget,
    pool: Option<Arc<ThreadPool>>,
    /// The decisions of the last plan by the keys of their states, and its value.
    plan: Vec<(u64, G::Action)>,
    value: Estimate,
}

impl<G: Heuristics, S: Search<G>> Planned<G, S> {
    /// The same search with plans, which may take as long as `budget` allows for the planning part as a whole, on the threads of a pool.
    pub fn new(search: S, budget: Budget, pool: Option<Arc<ThreadPool>>) -> Planned<G, S> {
        Planned {
            search,
            budget,
            pool,
            plan: Vec::new(),
            value: Estimate::UNKNOWN,
        }
    }

    fn effort(&self, is_patient: bool) -> Effort {
        let decisions = if is_patient { 1 } else { DECISIONS };
        Effort {
            playouts: self
                .budget
                .simulations
                .saturating_mul(decisions.into())
                .min(MOST_PLAYOUTS),
            time: self.budget.time.map(|time| (time * decisions).min(LONGEST)),
            parallel: self.pool.is_some(),
            compares: is_patient,
        }
    }

    /// What the remembered plan does here.
    fn remembered(&self, view: &G, legal: &[G::Action]) -> Option<G::Action> {
        if self.plan.is_empty() {
            return None;
        }
        let key = view.key();
        let here = self.plan.iter().find(|(known, _)| *known == key);
        here.map(|&(_, action)| action).filter(|action| legal.contains(action))
    }

    fn remember(&mut self, view: &G, plan: &Plan<G>) {
        self.value = plan.value;
        self.plan.clear();
        let mut at = view.clone();
        for &action in &plan.line {
            self.plan.push((at.key(), action));
            at.apply(action);
        }
    }
}

impl<G: Heuristics, S: Search<G>> Search<G> for Planned<G, S> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        let start = Instant::now();
        if !watch.is_patient()
            && let Some(action) = self.remembered(view, legal)
        {
            return only(action, self.value, start);
        }
        let effort = self.effort(watch.is_patient());
        let stop = watch.stop();
        let plan = G::PLANNER.and_then(|planner| match &self.pool {
            Some(pool) => pool.install(|| planner(view, &effort, rng, stop)),
            None => planner(view, &effort, rng, stop),
        });
        match plan.filter(|plan| plan.line.first().is_some_and(|first| legal.contains(first))) {
            Some(plan) => {
                self.remember(view, &plan);
                account(view, seat, legal, &plan, start)
            }
            None => self.search.analyse(view, seat, legal, rng, watch),
        }
    }
}

/// An analysis of one move, which a plan made before says.
fn only<G: Game>(action: G::Action, value: Estimate, start: Instant) -> Analysis<G> {
    let group = super::Alike {
        action,
        others: Vec::new(),
    };
    let totals = Totals {
        time: start.elapsed(),
        ..Totals::default()
    };
    Analysis::ranked(
        vec![group.candidate(0, value, Estimate::default())],
        0,
        &[value],
        totals,
    )
}

/// A plan as an analysis of its first decision: the line is the plan.
fn account<G: Game>(view: &G, seat: Seat, legal: &[G::Action], plan: &Plan<G>, start: Instant) -> Analysis<G> {
    let first = plan.line[0];
    let value_of = |action: G::Action| match action == first {
        true => Some(plan.value),
        false => plan
            .others
            .iter()
            .find(|(other, _)| *other == action)
            .map(|(_, value)| *value),
    };
    let mut candidates: Vec<Candidate<G>> = Vec::new();
    for group in alike(view, legal) {
        let is_chosen = group.contains(first);
        let value = if is_chosen {
            Some(plan.value)
        } else {
            value_of(group.action)
        };
        let Some(value) = value else { continue };
        let difference = Estimate {
            mean: value.mean - plan.value.mean,
            error: if is_chosen {
                0.0
            } else {
                value.error.hypot(plan.value.error)
            },
        };
        let mut candidate = group.candidate(plan.playouts, value, difference);
        if is_chosen {
            candidate.action = first;
            let mut at = view.clone();
            at.apply(first);
            for &action in &plan.line[1..] {
                let seat = match at.node() {
                    heist_engine::game::Node::Decision(seat) => seat,
                    _ => seat,
                };
                candidate.line.push(Foreseen::decision(seat, action));
                at.apply(action);
            }
        }
        candidates.push(candidate);
    }
    let chosen = candidates
        .iter()
        .position(|candidate| candidate.action == first)
        .unwrap_or(0);
    let standings: Vec<Estimate> = candidates.iter().map(|candidate| candidate.value).collect();
    let totals = Totals {
        simulations: plan.playouts,
        worlds: plan.playouts,
        time: start.elapsed(),
        ..Totals::default()
    };
    Analysis::ranked(candidates, chosen, &standings, totals)
}
