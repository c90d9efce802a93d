//! Whether a move that costs nothing is shown worse than one that stays possible after it.

use std::fmt::Write;

use heist_agents::Estimate;
use heist_agents::protocol::Report;
use heist_engine::random::{below, stream};
use heist_testkit::free::{FreeMove, free_moves};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::positions::Position;
use crate::run::{Findings, Protocol, Row, Run};
use crate::stats::{mean, points, table};
use crate::suite::Suite;

/// In how many worlds a move has to cost nothing.
const WORLDS: u32 = 8;
/// By how much a move may be shown worse.
const TOLERATED: f64 = 0.03;
/// The quantiles of the normal distribution below which 95% and 99.9% lie: the question has one side.
const ONE_SIDED_95: f64 = 1.645;
const ONE_SIDED_999: f64 = 3.090;
/// How many of the worst pairs are listed.
const LISTED: usize = 10;

/// The protocol.
pub struct Pairs;

/// A free move and the best of those that stay possible after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The free move.
    pub free: String,
    /// The move that is shown to be worth most of those that stay possible.
    pub lasting: String,
    /// The value of each as shown.
    pub values: [f64; 2],
    /// By how much the free one is shown worse.
    pub worse: f64,
    /// The standard error of that.
    pub error: f64,
    /// The search that was made.
    pub agent: String,
}

impl Protocol for Pairs {
    type Finding = Pair;
    const NAME: &'static str = "pairs";

    fn choose(&self, position: &Position, suite: &Suite) -> Option<Value> {
        let mut rng = stream(suite.seed, "hints/pairs/worlds", position.view.key());
        let free = free_moves(&*position.view, position.seat, WORLDS, &mut rng);
        // One of them, so that positions with many do not count for more.
        let drawn = (!free.is_empty()).then(|| &free[below(&mut rng, free.len() as u32) as usize])?;
        serde_json::to_value(drawn).ok()
    }

    fn ask(&self, position: &Position, chosen: &Value, run: &Run<'_>) -> Result<Option<Pair>, String> {
        let free: FreeMove = serde_json::from_value(chosen.clone()).map_err(|error| error.to_string())?;
        let report = run
            .effort
            .ask(&*position.view, position.seat, run.suite.seed, 1, run.stop)?;
        Ok(pair(&report, &free))
    }
}

/// The pair of a free move; `None` if the moves have no values.
fn pair(report: &Report, free: &FreeMove) -> Option<Pair> {
    let (shown, best) = (report.find(&free.action)?, report.best_among(&free.lasting)?);
    let Estimate { mean, error } = report.gap(&best.action, &shown.action)?;
    (!mean.is_nan()).then(|| Pair {
        free: free.action.clone(),
        lasting: best.action.clone(),
        values: [shown.value, best.value],
        worse: mean,
        error,
        agent: report.agent.clone(),
    })
}

impl Pair {
    /// Whether the free move is shown worse by more than is tolerated, so many standard errors off.
    fn is_worse(&self, errors: f64) -> bool {
        self.worse - errors * self.error > TOLERATED
    }
}

/// The findings in Markdown.
pub fn report(findings: &Findings<Pair>, run: &Run<'_>) -> String {
    let rows: Vec<Vec<String>> = findings
        .lines()
        .into_iter()
        .map(|(name, game)| {
            let clusters = findings.clusters(game);
            let pairs: Vec<&Pair> = clusters.iter().flatten().map(|row| &row.finding).collect();
            let worse = |errors: f64| pairs.iter().filter(|pair| pair.is_worse(errors)).count().to_string();
            vec![
                name,
                format!("{}, {}", pairs.len(), clusters.len()),
                worse(ONE_SIDED_95),
                worse(ONE_SIDED_999),
                points(mean(pairs.iter().map(|pair| pair.worse))),
            ]
        })
        .collect();
    let heads = [
        "",
        "pairs, games",
        "free move worse by 3 points, at 95%",
        "at 99.9%",
        "worse on average",
    ];
    let mut text = table(&heads, &rows);
    let mut worst: Vec<&Row<Pair>> = findings.all().collect();
    worst.sort_by(|a, b| {
        let surely = |row: &Row<Pair>| row.finding.worse - ONE_SIDED_95 * row.finding.error;
        surely(b).total_cmp(&surely(a))
    });
    for row in worst
        .into_iter()
        .take(LISTED)
        .filter(|row| row.finding.is_worse(ONE_SIDED_95))
    {
        let (pair, path) = (&row.finding, run.replay_of(row));
        writeln!(
            text,
            "- `{}`: {}%, {} ± {} less than `{}`, {}%: `heist hint {} --step {}`, {}",
            pair.free,
            points(pair.values[0]),
            points(pair.worse),
            points(1.96 * pair.error),
            pair.lasting,
            points(pair.values[1]),
            path.display(),
            row.step,
            pair.agent,
        )
        .expect("texts can be written to");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair_of(worse: f64, error: f64) -> Pair {
        Pair {
            free: String::new(),
            lasting: String::new(),
            values: [0.0; 2],
            worse,
            error,
            agent: String::new(),
        }
    }

    #[test]
    fn certainty_grows_with_the_gap() {
        let is_worse =
            |worse, error| [ONE_SIDED_95, ONE_SIDED_999].map(|errors| pair_of(worse, error).is_worse(errors));
        assert_eq!(is_worse(0.1, 0.01), [true, true]);
        assert_eq!(is_worse(0.1, 0.03), [true, false]);
        assert_eq!(is_worse(0.1, 0.05), [false, false]);
        assert_eq!(is_worse(0.02, 0.0), [false, false]);
        assert_eq!(is_worse(-0.5, 0.01), [false, false]);
    }
}
