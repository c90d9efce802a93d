//! Agents and searches that hand over a whole plan where the game begins with planning.

use std::sync::Arc;
use std::time::{Duration, Instant};

use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::Generator;
use rayon::ThreadPool;

use super::policy::account;
use super::{Budget, Search, Watch, alike};
use crate::agent::{Agent, Fault, Stop};
use crate::analysis::{Analysis, Candidate, Estimate, Foreseen, Simulated, Totals};
use crate::heuristics::Heuristics;
use crate::parallel;
use crate::planning::{Effort, Plan};

/// Decisions of a planning part, about: while a game is played, a plan may take the time of so many of them.
const DECISIONS: u32 = 40;
/// And so many games for each simulation of a decision: a whole game takes as long as several.
const GAMES: u64 = 10;
/// The longest time that a plan may take.
const LONGEST: Duration = Duration::from_secs(30);
/// Games that a plan may take, at most.
pub const MOST_PLAYOUTS: u64 = 12_000;

/// An agent or a search that leaves the planning part to the game's [planner](Heuristics::PLANNER), if it has one, and
/// remembers the plan.
#[derive(Clone, Debug)]
pub struct Planned<G: Game, S> {
    player: S,
    /// The limits of a plan while a game is played.
    hurried: Budget,
    /// The limits of a plan that is explained.
    patient: Budget,
    pool: Option<Arc<ThreadPool>>,
    /// The decisions of the last plan by the keys of their states.
    plan: Vec<(u64, G::Action)>,
}

impl<G: Heuristics, S> Planned<G, S> {
    /// The same player with plans, which may take as long as it is given for the planning part as a whole by the
    /// `budget` of a decision, on the threads of a pool.
    pub fn new(player: S, budget: Budget, pool: Option<Arc<ThreadPool>>) -> Planned<G, S> {
        let limits = |decisions: u32, games: u64| Budget {
            simulations: budget.simulations.saturating_mul(games).min(MOST_PLAYOUTS),
            time: budget.time.map(|time| (time * decisions).min(LONGEST)),
        };
        Planned {
            player,
            hurried: limits(DECISIONS, GAMES),
            patient: limits(1, 1),
            pool,
            plan: Vec::new(),
        }
    }

    /// The same player with plans that take a number of games, at most [`MOST_PLAYOUTS`].
    pub fn with_playouts(player: S, playouts: u64) -> Planned<G, S> {
        let limits = Budget::simulations(playouts.min(MOST_PLAYOUTS));
        Planned {
            player,
            hurried: limits,
            patient: limits,
            pool: None,
            plan: Vec::new(),
        }
    }

    /// A new plan from here on; none outside the planning part.
    fn find(
        &mut self,
        view: &G,
        legal: &[G::Action],
        rng: &mut Generator,
        stop: Stop<'_>,
        is_patient: bool,
    ) -> Option<Plan<G>> {
        let limits = if is_patient { self.patient } else { self.hurried };
        let effort = Effort {
            playouts: limits.simulations,
            time: limits.time,
            parallel: self.pool.is_some(),
            reports: is_patient,
        };
        let planner = G::PLANNER?;
        let plan = match &self.pool {
            Some(pool) => parallel::install(pool, || planner(view, &effort, rng, stop)),
            None => planner(view, &effort, rng, stop),
        };
        let plan = plan.filter(|plan| plan.line.first().is_some_and(|first| legal.contains(first)))?;
        self.remember(view, &plan);
        Some(plan)
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
        match self.find(view, legal, rng, watch.stop(), watch.is_patient()) {
            Some(plan) if watch.is_patient() => explain(view, seat, legal, &plan, start),
            Some(plan) => only(view, legal, plan.line[0], start),
            None => self.player.analyse(view, seat, legal, rng, watch),
        }
    }
}

impl<G: Heuristics, A: Agent<G>> Agent<G> for Planned<G, A> {
    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        self.decide_until(view, seat, legal, rng, &[])
    }

    fn decide_until(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        stop: Stop<'_>,
    ) -> Result<G::Action, Fault> {
        if let Some(action) = self.remembered(view, legal) {
            return Ok(action);
        }
        match self.find(view, legal, rng, stop, false) {
            Some(plan) => Ok(plan.line[0]),
            None => self.player.decide_until(view, seat, legal, rng, stop),
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

/// A plan as an analysis of its first decision: every line is a whole plan. Values, differences and probabilities are
/// those of the planner, which compared the moves in common games.
fn explain<G: Game>(view: &G, seat: Seat, legal: &[G::Action], plan: &Plan<G>, start: Instant) -> Analysis<G> {
    let first = plan.line[0];
    let mut candidates: Vec<Candidate<G>> = Vec::new();
    let mut chances = Vec::new();
    for group in alike(view, legal) {
        let of_group = || plan.others.iter().filter(|other| group.contains(other.action));
        let mut candidate;
        let line: &[G::Action];
        let mut chance = of_group().map(|other| other.best).sum::<f64>();
        if group.contains(first) {
            candidate = group.candidate(plan.games, plan.value, Estimate::default());
            if candidate.action != first {
                // The plan's own move speaks for those that lead to the same state.
                candidate.alike.retain(|&other| other != first);
                candidate.alike.insert(0, candidate.action);
                candidate.action = first;
            }
            line = &plan.line;
            chance += plan.best;
        } else {
            let Some(other) = of_group().next() else { continue };
            candidate = group.candidate(other.games, other.value, other.difference);
            candidate.is_rough = other.is_rough;
            line = &other.line;
        }
        candidate.line = foreseen(view, seat, candidate.action, line);
        candidates.push(candidate);
        chances.push(chance);
    }
    let chosen = candidates.iter().position(|candidate| candidate.action == first);
    let chosen = chosen.expect("a plan begins with a legal action");
    let standings: Vec<Estimate> = candidates.iter().map(|candidate| candidate.difference).collect();
    let totals = Totals {
        simulations: plan.playouts,
        worlds: plan.playouts,
        time: start.elapsed(),
        simulated: Some(Simulated::Plans),
        ..Totals::default()
    };
    let chance_of: Vec<(G::Action, f64)> = candidates
        .iter()
        .map(|candidate| candidate.action)
        .zip(chances)
        .collect();
    let sum: f64 = chance_of.iter().map(|(_, chance)| chance).sum();
    let mut analysis = Analysis {
        purposes: plan.purposes.clone(),
        ..Analysis::ranked(candidates, chosen, &standings, totals)
    };
    for candidate in &mut analysis.candidates {
        // Moves that were not asked about have their share, too.
        let found = chance_of.iter().find(|(action, _)| *action == candidate.action);
        candidate.best = match found {
            Some((_, chance)) if sum > 0.0 => chance / sum,
            _ => f64::from(u8::from(candidate.action == first)),
        };
    }
    analysis
}

/// What follows a first move in a line that begins with one that leads to the same state.
fn foreseen<G: Game>(view: &G, seat: Seat, first: G::Action, line: &[G::Action]) -> Vec<Foreseen<G>> {
    let mut at = view.clone();
    at.apply(first);
    let rest = line.iter().skip(1).map(|&action| {
        let seat = match at.node() {
            Node::Decision(seat) => seat,
            _ => seat,
        };
        at.apply(action);
        Foreseen::decision(seat, action)
    });
    rest.collect()
}
