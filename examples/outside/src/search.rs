//! An evaluation of positions, and a search that looks some turns ahead with it.

use std::time::Instant;

use heist_agents::analysis::{Analysis, Candidate, Estimate, Totals};
use heist_agents::search::{Search, Watch, alike};
use heist_agents::spec::{AgentInfo, Kind, OptionInfo, SearchFactory};
use heist_agents::{Spec, SpecError};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::Generator;

use crate::{Action, LuckyLock, PINS, TURNS};

/// The estimate of a position: what share of the pins is set, less what the noise costs and for want of time.
pub fn estimate(state: &LuckyLock) -> f64 {
    if let Some(result) = state.result() {
        return result.value;
    }
    let missing = f64::from(PINS - state.pins);
    let in_time = 0.6 * f64::from(TURNS + 1 - state.turn) >= missing;
    let quiet = 1.0 - f64::from(state.noise) / f64::from(state.patience);
    (1.0 - missing / f64::from(PINS)) * quiet * if in_time { 1.0 } else { 0.5 }
}

/// What specs know of the agent `lookahead`.
pub static LOOKAHEAD: AgentInfo = AgentInfo {
    name: "lookahead",
    summary: "tries every action and every die some turns ahead",
    options: &[OptionInfo {
        name: "turns",
        kind: Kind::Whole { least: 1, most: 5 },
        default: Some("3"),
        meaning: "how many turns it looks ahead",
    }],
    least_per_move: 1,
};

/// The searches of a spec.
///
/// # Errors
/// When the spec has another form.
pub fn searches(spec: &Spec) -> Result<SearchFactory<LuckyLock>, SpecError> {
    let turns = spec.value("turns")?;
    Ok(Box::new(move || Box::new(Lookahead { turns })))
}

/// The agent for hints. It needs about a millisecond, whatever the budget.
pub fn recommended(_state: &LuckyLock, _budget: &str) -> Option<String> {
    Some("lookahead:turns=3".to_owned())
}

struct Lookahead {
    turns: u8,
}

/// The value of a state so many turns ahead.
fn value(state: &LuckyLock, turns: u8) -> f64 {
    match state.node() {
        Node::Decision(_) if turns > 0 => {
            let after = |action| {
                let mut after = *state;
                after.apply(action);
                value(&after, turns - 1)
            };
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            legal.into_iter().map(after).fold(0.0, f64::max)
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let after = |(outcome, chance)| {
                let mut after = *state;
                after.resolve(outcome);
                chance * value(&after, turns)
            };
            outcomes.into_iter().map(after).sum()
        }
        _ => estimate(state),
    }
}

impl Search<LuckyLock> for Lookahead {
    fn analyse(
        &mut self,
        view: &LuckyLock,
        _seat: Seat,
        legal: &[Action],
        _rng: &mut Generator,
        _watch: &mut Watch<'_, LuckyLock>,
    ) -> Analysis<LuckyLock> {
        let start = Instant::now();
        let groups = alike(view, legal);
        let values: Vec<f64> = groups
            .iter()
            .map(|group| {
                let mut after = *view;
                after.apply(group.action);
                value(&after, self.turns - 1)
            })
            .collect();
        let exact = |mean| Estimate { mean, error: 0.0 };
        let mut best = 0;
        for place in 1..values.len() {
            // Of equals, the bolder move: drilling leaves nothing to chance.
            if values[place] > values[best] || values[place] == values[best] && groups[place].action == Action::Drill {
                best = place;
            }
        }
        let is_seen_to_the_end = view.turn + self.turns > TURNS;
        let candidates = groups.iter().zip(&values).map(|(group, &value)| Candidate {
            is_certain: is_seen_to_the_end,
            ..group.candidate(1, exact(value), exact(value - values[best]))
        });
        let standings: Vec<Estimate> = values.iter().copied().map(exact).collect();
        let totals = Totals {
            simulations: groups.len() as u64,
            time: start.elapsed(),
            ..Totals::default()
        };
        Analysis::ranked(candidates.collect(), best, &standings, totals)
    }
}
