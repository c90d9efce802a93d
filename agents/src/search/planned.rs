//! Searches that hand over a whole plan where the game begins with planning.

use std::sync::Arc;
use std::time::{Duration, Instant};

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;
use rayon::ThreadPool;

use super::policy::account;
use super::{Budget, Search, Watch, alike};
use crate::analysis::{Analysis, Candidate, Estimate, Foreseen, Totals};
use crate::heuristics::Heuristics;
use crate::planning::{Effort, Plan};

/// Decisions of a planning part, about: while a game is played, a plan may take the time of so many of them.
const DECISIONS: u32 = 40;
/// And so many games for each simulation of a decision: a whole game takes as long as several.
const GAMES: u64 = 10;
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
    /// The decisions of the last plan by the keys of their states.
    plan: Vec<(u64, G::Action)>,
}

impl<G: Heuristics, S: Search<G>> Planned<G, S> {
    /// The same search with plans, which may take as long as `budget` allows for the planning part as a whole, on the threads of a pool.
    pub fn new(search: S, budget: Budget, pool: Option<Arc<ThreadPool>>) -> Planned<G, S> {
        Planned {
            search,
            budget,
            pool,
            plan: Vec::new(),
        }
    }

    fn effort(&self, is_patient: bool) -> Effort {
        let (decisions, games) = if is_patient { (1, 1) } else { (DECISIONS, GAMES) };
        Effort {
            playouts: self.budget.simulations.saturating_mul(games).min(MOST_PLAYOUTS),
            time: self.budget.time.map(|time| (time * decisions).min(LONGEST)),
            parallel: self.pool.is_some(),
            reports: is_patient,
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
            return only(view, legal, action, start);
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
                match watch.is_patient() {
                    true => explain(view, seat, legal, &plan, start),
                    false => only(view, legal, plan.line[0], start),
                }
            }
            None => self.search.analyse(view, seat, legal, rng, watch),
        }
    }
}

/// What is said of a decision while a game is played: the plan's move, without estimates of the others.
fn only<G: Game>(view: &G, legal: &[G::Action], action: G::Action, start: Instant) -> Analysis<G> {
    let chances: Vec<f32> = legal
        .iter()
        .map(|&other| f32::from(u8::from(other == action)))
        .collect();
    account(view, legal, Some(&chances), None, start)
}

/// A plan as an analysis of its first decision: the line is the plan.
fn explain<G: Game>(view: &G, seat: Seat, legal: &[G::Action], plan: &Plan<G>, start: Instant) -> Analysis<G> {
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
    Analysis {
        purposes: plan.purposes.clone(),
        ..Analysis::ranked(candidates, chosen, &standings, totals)
    }
}
