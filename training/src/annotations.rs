//! Whether the numbers of an annotation can be what a search or a labelling found out.

use std::collections::HashSet;

use heist_agents::Spec;
use heist_agents::heuristics::Heuristics;
use heist_engine::game::Seat;

use crate::record::{NO_EXPERT, RecordedDecision, RecordedMove};
use crate::rows::Row;
use crate::shard::{Kind, Run};

/// The least and the greatest expected value of a result: one from 0 to 1, less the luck of a first draw, from -1 to 1.
const VALUES: [f32; 2] = [-1.0, 2.0];
/// The greatest difference of two of them, which no standard error exceeds either.
const WIDEST: f32 = 3.0;
/// How far sums of numbers of 32 bits may be off.
const ROUNDING: f32 = 1e-3;

/// What the annotations of a run were made with.
#[derive(Clone, PartialEq, Debug)]
pub struct Makers {
    kind: Kind,
    /// Searches: for each agent, one for all seats or one a seat, how many simulations it makes; `None` where only its
    /// time is limited.
    simulations: Vec<Option<Simulations>>,
    /// Labels: the worlds that every move is tried in.
    worlds: Option<u64>,
}

/// How many simulations an agent makes for a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Simulations {
    /// At most, of all moves together.
    all: u64,
    /// In any case, of every move.
    of_every_move: u64,
}

impl Makers {
    /// Those of the annotations of a run in a shard of this kind.
    pub fn of(kind: Kind, run: &Run) -> Makers {
        let simulations = |agent: &String| {
            let spec: Spec = agent.parse().ok()?;
            let is_given = |name| spec.options().any(|(option, _)| option == name);
            let is_limited = is_given("sims") || !is_given("time");
            let simulations = spec.value("sims").ok().filter(|_| is_limited)?;
            Some(Simulations {
                all: simulations,
                // A search that shares its simulations among worlds may try every move in each.
                of_every_move: spec.value("worlds").unwrap_or(0).max(spec.info().least_per_move),
            })
        };
        Makers {
            kind,
            simulations: run.agents.iter().map(simulations).collect(),
            worlds: run.settings.get("label").and_then(|label| label["worlds"].as_u64()),
        }
    }

    /// What is wrong with the annotation of a decision, if anything.
    pub fn problem<G: Heuristics>(&self, row: &Row<'_, G>) -> Option<String> {
        let decision = row.decision;
        places(decision, row.legal.len())
            .or_else(|| decision.moves.iter().find_map(|found| self.number(found)))
            .or_else(|| match self.kind {
                Kind::Selfplay => self.simulations(decision, row.seat).or_else(|| searched(decision)),
                Kind::Label => self.worlds(decision).or_else(|| labelled(decision, row.played)),
            })
            .or_else(|| expert(decision, G::HEURISTIC.is_some()))
            .or_else(|| self.surprise(decision))
    }

    /// Whether the numbers of a move are in their ranges. Only a search may leave something unknown, and then both
    /// numbers of it.
    fn number(&self, found: &RecordedMove) -> Option<String> {
        let RecordedMove {
            place,
            value,
            error,
            difference,
            difference_error,
            ..
        } = *found;
        let may_be_unknown = self.kind == Kind::Selfplay;
        let [least, most] = VALUES;
        for (name, number, least, most, error) in [
            ("value", value, least, most, error),
            ("difference", difference, -WIDEST, WIDEST, difference_error),
        ] {
            if may_be_unknown && number.is_nan() && error.is_nan() {
                continue;
            }
            if !(least..=most).contains(&number) {
                return Some(format!(
                    "the {name} of move {place}: found {number}, expected a number from {least} to {most}"
                ));
            }
            if !(0.0..=WIDEST).contains(&error) {
                let what = format!("the standard error of the {name} of move {place}");
                return Some(format!("{what}: found {error}, expected a number from 0 to {WIDEST}"));
            }
        }
        None
    }

    /// Whether no more simulations were made than the agent of a seat makes.
    fn simulations(&self, decision: &RecordedDecision, seat: Seat) -> Option<String> {
        let agent = match &self.simulations[..] {
            [one] => one,
            several => several.get(seat.index())?,
        };
        let Simulations { all, of_every_move } = (*agent)?;
        let most = all.max(of_every_move * decision.moves.len() as u64);
        let visits: u64 = decision.moves.iter().map(|found| u64::from(found.visits)).sum();
        (visits > most).then(|| format!("found {visits} visits, expected at most the {most} simulations of the agent"))
    }

    /// Whether every move was tried in every world.
    fn worlds(&self, decision: &RecordedDecision) -> Option<String> {
        let worlds = self.worlds?;
        let other = decision.moves.iter().find(|found| u64::from(found.visits) != worlds)?;
        let RecordedMove { place, visits, .. } = other;
        Some(format!(
            "the visits of move {place}: found {visits}, expected {worlds}, the worlds of the labels"
        ))
    }

    /// Whether the surprise is the difference that it stands for: that of the expert's move, or of one of those that
    /// speak for others, of which the expert's may be one.
    fn surprise(&self, decision: &RecordedDecision) -> Option<String> {
        let found = decision.surprise;
        let best = decision
            .moves
            .iter()
            .map(|found| found.difference)
            .fold(f32::NEG_INFINITY, f32::max);
        let above = |found: &RecordedMove| match self.kind {
            Kind::Selfplay if found.difference.is_nan() => 0.0,
            Kind::Selfplay => -found.difference,
            Kind::Label => best - found.difference,
        };
        let own = decision.moves.iter().find(|found| found.place == decision.expert);
        let is_right = match own {
            Some(own) => found == above(own),
            None if decision.expert == NO_EXPERT => found == 0.0,
            None => {
                let mut speakers = decision.moves.iter().filter(|found| found.alike > 0);
                found == 0.0 || speakers.any(|speaker| found == above(speaker))
            }
        };
        let expected = match own {
            Some(own) => format!("{}, by how much the best move is better than the expert's", above(own)),
            None => "that of a move".to_owned(),
        };
        (!is_right).then(|| format!("the surprise: found {found}, expected {expected}"))
    }
}

/// Whether there are moves, each once, and no more than are legal with those that they speak for.
fn places(decision: &RecordedDecision, legal: usize) -> Option<String> {
    if decision.moves.is_empty() {
        return Some("found no moves, expected one or more".to_owned());
    }
    let mut seen = HashSet::new();
    if let Some(again) = decision.moves.iter().find(|found| !seen.insert(found.place)) {
        return Some(format!("found move {} twice, expected each once", again.place));
    }
    let all: usize = decision.moves.iter().map(|found| 1 + usize::from(found.alike)).sum();
    (all > legal).then(|| format!("found {all} moves with those alike, expected at most the {legal} that are legal"))
}

/// The differences of a search are those to its first move.
fn searched(decision: &RecordedDecision) -> Option<String> {
    let first = decision.moves.first()?;
    let is_own = [first.difference, first.difference_error]
        .iter()
        .all(|number| *number == 0.0 || number.is_nan());
    (!is_own).then(|| {
        format!(
            "the difference of the first move: found {}, expected 0",
            first.difference
        )
    })
}

/// The first move of a label is the one that was played, and its differences are those to the mean of all moves.
fn labelled(decision: &RecordedDecision, played: usize) -> Option<String> {
    let first = decision.moves.first()?;
    if usize::from(first.place) != played {
        return Some(format!(
            "found move {} first, expected move {played}, which was played",
            first.place
        ));
    }
    let mean =
        |number: fn(&RecordedMove) -> f32| decision.moves.iter().map(number).sum::<f32>() / decision.moves.len() as f32;
    let (values, differences) = (mean(|found| found.value), mean(|found| found.difference));
    let is_to_mean = |found: &RecordedMove| (found.value - found.difference - values).abs() <= ROUNDING;
    if let Some(other) = decision.moves.iter().find(|found| !is_to_mean(found)) {
        let RecordedMove {
            place,
            value,
            difference,
            ..
        } = *other;
        let expected = value - values;
        return Some(format!(
            "the difference of move {place}: found {difference}, expected {expected}, its value less the mean"
        ));
    }
    (differences.abs() > ROUNDING).then(|| format!("the mean of the differences: found {differences}, expected 0"))
}

/// Whether there is an expert's move where the game has an expert.
fn expert(decision: &RecordedDecision, has_expert: bool) -> Option<String> {
    match (has_expert, decision.expert == NO_EXPERT) {
        (true, true) => Some("the expert's move is missing; the game has an expert".to_owned()),
        (false, false) => Some(format!(
            "found {} as the expert's move; the game has no expert",
            decision.expert
        )),
        _ => None,
    }
}
