//! Whether the figures of a hint agree with each other.

use std::fmt::Write;

use heist_agents::protocol::Report;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::positions::Position;
use crate::run::{Findings, Protocol, Run};
use crate::stats::table;
use crate::suite::Suite;

/// Figures are rounded to six decimals.
const ROUNDED: f64 = 2e-6;
/// How many violations are listed.
const LISTED: usize = 10;

/// The protocol.
pub struct Ties;

/// What is wrong with the figures of a hint.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Violations {
    /// Moves that share all of their results with an earlier one.
    pub equals: usize,
    /// Such moves whose probability of being best, or whose figures, differ from the earlier one's.
    pub unequal: Vec<String>,
    /// The moves that are above the recommended one both in value and in probability.
    pub above: Vec<String>,
    /// The moves whose interval reaches below 0 or above 1.
    pub outside: Vec<String>,
    /// The moves whose interval has no width, though not everything was looked at.
    pub unproved: Vec<String>,
    /// Whether the probabilities do not add up to 1.
    pub is_no_distribution: bool,
    /// The search that was made.
    pub agent: String,
}

/// The kinds of violations that are listed move by move.
const KINDS: [&str; 4] = [
    "equals differ",
    "above the recommended move",
    "outside 0 to 100",
    "no width without proof",
];

impl Violations {
    /// The moves of each of the [`KINDS`].
    fn of_kinds(&self) -> [&[String]; KINDS.len()] {
        [&self.unequal, &self.above, &self.outside, &self.unproved]
    }
}

impl Protocol for Ties {
    type Finding = Violations;
    const NAME: &'static str = "ties";

    fn choose(&self, _: &Position, _: &Suite) -> Option<Value> {
        Some(Value::Null)
    }

    fn ask(&self, position: &Position, _: &Value, run: &Run<'_>) -> Result<Option<Violations>, String> {
        let report = run
            .effort
            .ask(&*position.view, position.seat, run.suite.seed, 1, run.stop)?;
        violations(&report).map(Some)
    }
}

/// A move as the report shows it in JSON, which is what others read.
struct Shown {
    action: String,
    fields: Value,
}

impl Shown {
    fn number(&self, name: &str) -> f64 {
        self.fields[name].as_f64().unwrap_or(f64::NAN)
    }

    /// The value's 95% interval.
    fn interval(&self) -> [f64; 2] {
        [0, 1].map(|end| self.fields["value_interval95"][end].as_f64().unwrap_or(f64::NAN))
    }

    /// Whether everything was looked at.
    fn is_certain(&self) -> bool {
        self.fields["certain"].as_bool().unwrap_or(false)
    }

    /// Whether two moves had the same results, as far as a report tells.
    fn is_equal(&self, other: &Shown) -> bool {
        const RESULTS: [&str; 5] = ["visits", "value", "value_error", "difference", "difference_error"];
        RESULTS
            .iter()
            .all(|name| (self.number(name) - other.number(name)).abs() < ROUNDED)
    }

    /// Whether it is shown as good as the first move in every simulation.
    fn is_same_as_first(&self) -> bool {
        self.number("visits") > 1.0 && self.number("difference") == 0.0 && self.number("difference_error") == 0.0
    }
}

fn violations(report: &Report) -> Result<Violations, String> {
    let shown = |found| {
        let fields = serde_json::to_value(found).map_err(|error| error.to_string())?;
        let action = fields["action"].as_str().unwrap_or_default().to_owned();
        Ok::<Shown, String>(Shown { action, fields })
    };
    let moves: Vec<Shown> = report.moves.iter().map(shown).collect::<Result<_, _>>()?;
    let mut found = Violations {
        agent: report.agent.clone(),
        ..Violations::default()
    };
    let (Some(first), true) = (moves.first(), report.not_estimated.is_empty()) else {
        return Ok(found);
    };
    for (place, shown) in moves.iter().enumerate() {
        let named = |other: &Shown| format!("{} / {}", other.action, shown.action);
        if place > 0 && shown.is_same_as_first() && shown.number("visits") == first.number("visits") {
            found.equals += 1;
            let differs = |name| (shown.number(name) - first.number(name)).abs() >= ROUNDED;
            if ["value", "value_error", "best"].into_iter().any(differs) {
                found.unequal.push(named(first));
            }
        } else if let Some(equal) = moves[..place].iter().find(|other| other.is_equal(shown)) {
            found.equals += 1;
            if (shown.number("best") - equal.number("best")).abs() >= ROUNDED {
                found.unequal.push(named(equal));
            }
        }
        let is_above = |name| shown.number(name) > first.number(name) + ROUNDED;
        if is_above("value") && is_above("best") {
            found.above.push(named(first));
        }
        let [least, most] = shown.interval();
        if least < -ROUNDED || most > 1.0 + ROUNDED {
            found.outside.push(shown.action.clone());
        }
        if most - least < ROUNDED && !shown.is_certain() {
            found.unproved.push(shown.action.clone());
        }
    }
    let sum: f64 = moves.iter().map(|shown| shown.number("best")).sum();
    found.is_no_distribution = (sum - 1.0).abs() > ROUNDED * moves.len() as f64;
    Ok(found)
}

/// The findings in Markdown: of how many positions something is wrong, and examples.
pub fn report(findings: &Findings<Violations>, run: &Run<'_>) -> String {
    let rows: Vec<Vec<String>> = findings
        .lines()
        .into_iter()
        .map(|(name, game)| {
            let clusters = findings.clusters(game);
            let all: Vec<&Violations> = clusters.iter().flatten().map(|row| &row.finding).collect();
            let count = |is_meant: &dyn Fn(&Violations) -> bool| {
                let meant = all.iter().filter(|violations| is_meant(violations));
                meant.count().to_string()
            };
            vec![
                name,
                format!("{}, {}", all.len(), clusters.len()),
                all.iter()
                    .map(|violations| violations.equals)
                    .sum::<usize>()
                    .to_string(),
                count(&|violations| !violations.unequal.is_empty()),
                count(&|violations| !violations.above.is_empty()),
                count(&|violations| !violations.outside.is_empty()),
                count(&|violations| !violations.unproved.is_empty()),
                count(&|violations| violations.is_no_distribution),
            ]
        })
        .collect();
    let heads = [
        "",
        "positions, games",
        "moves equal to another",
        "positions where equals differ",
        "recommended below another in value and P(best)",
        "interval outside 0 to 100",
        "no width without proof",
        "P(best) do not add up",
    ];
    let mut text = table(&heads, &rows);
    for (place, kind) in KINDS.into_iter().enumerate() {
        let names = |violations: &Violations| violations.of_kinds()[place].to_vec();
        for row in findings
            .all()
            .filter(|row| !names(&row.finding).is_empty())
            .take(LISTED)
        {
            let (names, path) = (names(&row.finding), run.replay_of(row));
            writeln!(
                text,
                "- {kind}: `{}`{}: `heist hint {} --step {}`, {}",
                names[0],
                if names.len() > 1 {
                    format!(" and {} more", names.len() - 1)
                } else {
                    String::new()
                },
                path.display(),
                row.step,
                row.finding.agent,
            )
            .expect("texts can be written to");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use heist_agents::protocol::report::CONFIDENCE_95;
    use serde_json::json;

    use super::*;

    fn report_of(moves: &[(&str, f64, f64, f64, f64)]) -> Report {
        let moves = moves.iter().map(|(action, value, error, difference, best)| {
            json!({
                "action": action, "alike": [], "standing": "equal", "visits": 16, "rough": false, "certain": false, "value": value,
                "value_error": error, "value_interval95": [value - CONFIDENCE_95 * error, value + CONFIDENCE_95 * error],
                "simulated": value, "simulated_error": error,
                "difference": difference, "difference_error": if *difference == 0.0 { 0.0 } else { 0.01 },
                "difference_interval95": [0.0, 0.0], "best": best, "loss": null, "loss_error": null, "line": [],
            })
        });
        let moves: Vec<Value> = moves.collect();
        serde_json::from_value(json!({
            "id": "", "partial": false, "stopped": false, "game": "caper-cards", "key": "", "seat": 1, "turn": 1,
            "agent": "flat", "seed": 0, "stake": "", "moves": moves,
            "totals": {"simulations": 0, "worlds": 0, "nodes": 0, "depth": 0, "memory_bytes": 0, "seconds": 0.0},
        }))
        .unwrap()
    }

    #[test]
    fn consistent_figures_pass() {
        let report = report_of(&[
            ("a", 0.5, 0.1, 0.0, 0.45),
            ("b", 0.5, 0.1, 0.0, 0.45),
            ("c", 0.4, 0.1, -0.1, 0.1),
        ]);
        let found = violations(&report).unwrap();
        assert_eq!(found.equals, 1);
        assert!(found.unequal.is_empty() && found.above.is_empty() && found.outside.is_empty());
        assert!(found.unproved.is_empty() && !found.is_no_distribution);
    }

    #[test]
    fn each_violation_is_found() {
        let unequal = report_of(&[
            ("a", 0.5, 0.1, 0.0, 0.9),
            ("b", 0.4, 0.1, -0.1, 0.02),
            ("c", 0.4, 0.1, -0.1, 0.08),
        ]);
        assert_eq!(violations(&unequal).unwrap().unequal, ["b / c"]);
        let above = report_of(&[("a", 0.5, 0.1, 0.0, 0.3), ("b", 0.6, 0.1, 0.1, 0.7)]);
        assert_eq!(violations(&above).unwrap().above, ["a / b"]);
        let outside = report_of(&[("a", 0.95, 0.1, 0.0, 0.5), ("b", 0.9, 0.02, -0.05, 0.6)]);
        let found = violations(&outside).unwrap();
        assert_eq!(found.outside, ["a"]);
        assert!(found.is_no_distribution);
        let unproved = report_of(&[("a", 1.0, 0.0, 0.0, 1.0)]);
        assert_eq!(violations(&unproved).unwrap().unproved, ["a"]);
    }
}
