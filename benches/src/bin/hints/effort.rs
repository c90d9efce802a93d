//! What searches: a level, the recommended search with a number of simulations, or an agent.

use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;

use heist_agents::protocol::{self, Question, Report};
use heist_agents::{Level, Spec, Thinker, any};
use heist_engine::any::AnyState;
use heist_engine::game::Seat;

/// What searches.
#[derive(Clone, Debug)]
pub enum Effort {
    /// The recommended search for the time of a level, which depends on the machine.
    Level(&'static Level),
    /// The recommended search with a number of simulations.
    Simulations(u64),
    /// An agent.
    Agent(Spec),
}

impl Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Level(level) => write!(f, "level {}", level.name),
            Effort::Simulations(simulations) => write!(f, "the recommended search with {simulations} simulations"),
            Effort::Agent(spec) => write!(f, "{spec}"),
        }
    }
}

impl Effort {
    /// What is found out about a decision of `seat`, whose information state is `view`, with `times` the budget.
    ///
    /// # Errors
    /// When the agent cannot analyse decisions of this game.
    pub fn ask(
        &self,
        view: &dyn AnyState,
        seat: Seat,
        seed: u64,
        times: u64,
        stop: &AtomicBool,
    ) -> Result<Report, String> {
        let (effort, samples) = match self {
            Effort::Level(level) if times == 1 => {
                let effort = protocol::Effort::Level(level, Thinker::Recommended, 1);
                (effort, level.samples)
            }
            // Losses of the next round, which samples are for, are not looked at here.
            _ => (protocol::Effort::Agent(self.spec(view, times)?), 0),
        };
        let question = Question {
            asked: Vec::new(),
            id: "hint".to_owned(),
            state: view.copy(),
            seat,
            moves: (0..view.branch_count()).collect(),
            effort,
            samples,
            seed,
            report_every: None,
        };
        question.answer(stop).map_err(|remark| remark.to_string())
    }

    /// The search as a spec, with `times` its budget.
    fn spec(&self, state: &dyn AnyState, times: u64) -> Result<Spec, String> {
        match self {
            Effort::Level(level) => with_budget(&recommended(state, level)?, None, times),
            Effort::Simulations(simulations) => player(state, simulations.saturating_mul(times)),
            Effort::Agent(spec) => with_budget(spec, None, times),
        }
    }
}

/// The search that is recommended for a state, with a number of simulations instead of the time of a level.
///
/// # Errors
/// When there is no such search.
pub fn player(state: &dyn AnyState, simulations: u64) -> Result<Spec, String> {
    let quick = Level::find("quick").map_err(|error| error.to_string())?;
    with_budget(&recommended(state, quick)?, Some(simulations), 1)
}

fn recommended(state: &dyn AnyState, level: &Level) -> Result<Spec, String> {
    any::recommended(state, level, 1).map_err(|error| error.to_string())
}

/// A search with `times` its budget, or with a number of simulations instead of its own limits.
fn with_budget(spec: &Spec, simulations: Option<u64>, times: u64) -> Result<Spec, String> {
    let refused = |error: &dyn Display| format!("`{spec}`: {error}");
    let mut options = Vec::new();
    let mut is_limited = false;
    for (name, value) in spec.options() {
        match (name, simulations) {
            ("time" | "sims", Some(_)) => {}
            ("time", None) => {
                let seconds: f64 = value.parse().map_err(|error| refused(&error))?;
                options.push(format!("time={}", seconds * times as f64));
                is_limited = true;
            }
            ("sims", None) => {
                let count: u64 = value.parse().map_err(|error| refused(&error))?;
                options.push(format!("sims={}", count.saturating_mul(times)));
                is_limited = true;
            }
            _ => options.push(format!("{name}={value}")),
        }
    }
    if let Some(count) = simulations {
        options.push(format!("sims={count}"));
    } else if !is_limited && spec.text("sims").is_some() {
        let count: u64 = spec.value("sims").map_err(|error| refused(&error))?;
        options.push(format!("sims={}", count.saturating_mul(times)));
    }
    let name = spec.name();
    let text = if options.is_empty() {
        name.to_owned()
    } else {
        format!("{name}:{}", options.join(","))
    };
    text.parse().map_err(|error| refused(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_multiplied_or_replaced() {
        let shown = |text: &str, simulations, times| {
            let spec: Spec = text.parse().unwrap();
            with_budget(&spec, simulations, times).unwrap().to_string()
        };
        assert_eq!(shown("improve:time=0.25,doubt=1", None, 30), "improve:time=7.5,doubt=1");
        assert_eq!(shown("improve:sims=100", None, 30), "improve:sims=3000");
        assert_eq!(
            shown("improve:time=0.25,doubt=1", Some(64), 1),
            "improve:doubt=1,sims=64"
        );
        assert_eq!(shown("heuristic", None, 30), "heuristic");
    }
}
