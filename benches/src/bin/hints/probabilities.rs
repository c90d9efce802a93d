//! Whether the recommended move is the best as often as its probability says, where a long run stands for the truth.

use heist_agents::protocol::Report;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::positions::Position;
use crate::run::{Findings, Protocol, Run};
use crate::stats::{interval, mean, points, range, table};
use crate::suite::Suite;

/// How many times the budget a long run has.
const LONGER: u64 = 30;

/// The protocol.
pub struct Probabilities;

/// What was recommended, and what a long run recommends.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The recommended move.
    pub action: String,
    /// The probability that it is the best.
    pub best: f64,
    /// The move that a long run recommends.
    pub long: String,
    /// Whether that is the same move, or is as good in every simulation.
    pub agrees: bool,
    /// By how much the recommended move is worse in the long run.
    pub loss: f64,
}

impl Protocol for Probabilities {
    type Finding = Choice;
    const NAME: &'static str = "probabilities";

    fn choose(&self, _: &Position, _: &Suite) -> Option<Value> {
        Some(Value::Null)
    }

    fn ask(&self, position: &Position, _: &Value, run: &Run<'_>) -> Result<Option<Choice>, String> {
        let ask = |seed, times| run.effort.ask(&*position.view, position.seat, seed, times, run.stop);
        let short = ask(run.suite.seed, 1)?;
        // Fresh worlds: those of the short run had a part in its choice.
        let long = ask(run.suite.seed + 1, LONGER)?;
        Ok(compared(&short, &long))
    }
}

fn compared(short: &Report, long: &Report) -> Option<Choice> {
    let (first, chosen) = (short.moves.first()?, long.moves.first()?);
    let found = long.find(&first.action)?;
    let is_same =
        found.action == chosen.action || (found.visits > 1 && found.difference == 0.0 && found.difference_error == 0.0);
    (!first.best.is_nan()).then(|| Choice {
        action: first.action.clone(),
        best: first.best,
        long: chosen.action.clone(),
        agrees: is_same,
        loss: -found.difference,
    })
}

/// The findings in Markdown.
pub fn report(findings: &Findings<Choice>, _: &Run<'_>) -> String {
    let rows: Vec<Vec<String>> = findings
        .lines()
        .into_iter()
        .map(|(name, game)| {
            let clusters = findings.clusters(game);
            let choices: Vec<Vec<Choice>> = clusters
                .iter()
                .map(|rows| rows.iter().map(|row| row.finding.clone()).collect())
                .collect();
            let all: Vec<&Choice> = choices.iter().flatten().collect();
            vec![
                name,
                format!("{}, {}", all.len(), choices.len()),
                points(mean(all.iter().map(|choice| choice.best))),
                points(mean(all.iter().map(|choice| agreement(choice)))),
                points(excess(&all)),
                range(interval(&choices, excess)),
                points(mean(all.iter().map(|choice| choice.loss))),
            ]
        })
        .collect();
    let heads = [
        "",
        "positions, games",
        "mean P(best) of the recommended move",
        "a run 30 times as long agrees",
        "difference",
        "95%",
        "worse than its choice",
    ];
    table(&heads, &rows)
}

fn agreement(choice: &Choice) -> f64 {
    f64::from(u8::from(choice.agrees))
}

/// By how much the mean probability is above the share of agreements.
fn excess(choices: &[&Choice]) -> f64 {
    mean(choices.iter().map(|choice| choice.best - agreement(choice)))
}
