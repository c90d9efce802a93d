//! The figures of a report as they are shown to people: rounded once, so that every text and every page says the same,
//! and values differ by what stands beside them.

use serde::{Deserialize, Serialize};

use super::report::{MoveReport, Report};
use crate::ranking::Standing;

/// What stands over the columns of [`Cells`], the note aside.
pub const HEADINGS: [&str; 4] = ["to win", "95%", "differs", "95%"];

/// The figures of a move in percent and percentage points, as texts. All are empty of a move that was not estimated.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cells {
    /// The value: `46.9%`, or `~41%` where it is only roughly known.
    pub value: String,
    /// Its 95% interval: `45.9 to 47.9`, or `certain`.
    pub value_interval: String,
    /// The difference from the first move, with its sign; empty for the first.
    pub difference: String,
    /// Its 95% interval, or `the same`; empty for the first.
    pub difference_interval: String,
    /// How the move compares with the first, in a word: `best`, `same` in every world, `ahead` so far though not
    /// surely, `unclear` where it may be as good, `worse`; or that its figures are only `roughly` known.
    pub note: String,
}

impl Cells {
    /// The columns in their order, below [`HEADINGS`].
    pub fn columns(&self) -> [&str; 4] {
        [
            &self.value,
            &self.value_interval,
            &self.difference,
            &self.difference_interval,
        ]
    }
}

/// The cells of all moves of a report, in their order.
pub fn cells(report: &Report) -> Vec<Cells> {
    let Some(first) = report.moves.first().filter(|first| !first.value.is_nan()) else {
        return vec![Cells::default(); report.moves.len()];
    };
    let scale = Scale {
        decimals: decimals(&report.moves),
    };
    let base = scale.units(first.value);
    report.moves.iter().map(|of| row(of, base, scale)).collect()
}

/// How many decimals all figures have: one if an interval that is shown is so narrow that it needs one, else none.
fn decimals(moves: &[MoveReport]) -> usize {
    const NARROW: f64 = 0.01;
    let interval = |of: &MoveReport| match of.standing {
        Standing::First => Some(of.value_interval95),
        Standing::Same => None,
        _ => Some(of.difference_interval95).filter(|_| !of.rough),
    };
    let mut widths = moves.iter().filter_map(interval).map(|[least, most]| most - least);
    usize::from(widths.any(|width| width <= NARROW))
}

fn row(of: &MoveReport, base: i64, scale: Scale) -> Cells {
    let is_first = of.standing == Standing::First;
    let all = scale.units(1.0);
    // The difference is what was measured; rounded, it may lead beyond what is possible.
    let value = if is_first {
        base
    } else {
        (base + scale.units(of.difference)).clamp(0, all)
    };
    let difference = value - base;
    let mark = if of.rough { "~" } else { "" };
    Cells {
        value: format!("{mark}{}%", scale.text(value)),
        value_interval: if of.certain {
            "certain".to_owned()
        } else {
            scale.interval(of.value_interval95, value, [0, all], false)
        },
        difference: if is_first {
            String::new()
        } else {
            scale.signed(difference)
        },
        difference_interval: match of.standing {
            Standing::First => String::new(),
            Standing::Same => "the same".to_owned(),
            _ => scale.interval(of.difference_interval95, difference, [-all, all], true),
        },
        note: note(of).to_owned(),
    }
}

/// Short, so that the table fits into 80 columns.
fn note(of: &MoveReport) -> &'static str {
    match of.standing {
        Standing::First => "best",
        Standing::Same => "same",
        _ if of.rough => "roughly",
        Standing::Better => "ahead",
        Standing::Equal => "unclear",
        Standing::Worse => "worse",
    }
}

/// Percent with so many decimals.
#[derive(Clone, Copy)]
struct Scale {
    decimals: usize,
}

impl Scale {
    fn factor(self) -> f64 {
        match self.decimals {
            0 => 100.0,
            _ => 1000.0,
        }
    }

    /// A share in the smallest unit that is shown.
    fn units(self, share: f64) -> i64 {
        (share * self.factor()).round() as i64
    }

    fn text(self, units: i64) -> String {
        format!(
            "{:.*}",
            self.decimals,
            units.unsigned_abs() as f64 * 100.0 / self.factor()
        )
    }

    fn signed(self, units: i64) -> String {
        let sign = match units {
            0 => "",
            1.. => "+",
            _ => "\u{2212}",
        };
        format!("{sign}{}", self.text(units))
    }

    /// An interval, rounded outward, so that it has no width only where there is none; it holds `within` and stays
    /// between the ends of what is possible.
    fn interval(self, [least, most]: [f64; 2], within: i64, [from, to]: [i64; 2], has_sign: bool) -> String {
        // What is on a step as far as six decimals tell stays there.
        const NOTHING: f64 = 1e-4;
        let low = (least * self.factor() + NOTHING).floor() as i64;
        let high = (most * self.factor() - NOTHING).ceil() as i64;
        let text = |units: i64| if has_sign { self.signed(units) } else { self.text(units) };
        format!(
            "{} to {}",
            text(low.min(within).max(from)),
            text(high.max(within).min(to))
        )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A move that was not estimated.
    fn unknown(standing: Standing) -> MoveReport {
        let found = json!({
            "action": "move", "alike": [], "standing": standing, "visits": 100, "rough": false, "certain": false,
            "value": null, "value_error": null, "value_interval95": null, "simulated": null, "simulated_error": null,
            "difference": null, "difference_error": null, "difference_interval95": null, "best": null,
            "loss": null, "loss_error": null, "line": [],
        });
        serde_json::from_value(found).unwrap()
    }

    /// A move with a difference, and half of the width of its interval.
    fn found(standing: Standing, value: f64, difference: f64, reach: f64) -> MoveReport {
        MoveReport {
            value,
            value_interval95: [(value - 2.0 * reach).max(0.0), (value + 2.0 * reach).min(1.0)],
            difference,
            difference_interval95: [difference - reach, difference + reach],
            ..unknown(standing)
        }
    }

    fn report(moves: Vec<MoveReport>) -> Report {
        let totals = json!({
            "simulations": 100, "worlds": 100, "nodes": 0, "depth": 0, "memory_bytes": 0, "seconds": 0.1,
        });
        let report = json!({
            "id": "q", "partial": false, "stopped": false, "game": "some-game", "key": "0", "seat": 1, "turn": 1,
            "agent": "flat", "seed": 0, "stake": "", "moves": [], "totals": totals,
        });
        Report {
            moves,
            ..serde_json::from_value(report).unwrap()
        }
    }

    fn told(moves: Vec<MoveReport>) -> Vec<[String; 5]> {
        let cells = cells(&report(moves)).into_iter();
        cells
            .map(|of| {
                [
                    of.value,
                    of.value_interval,
                    of.difference,
                    of.difference_interval,
                    of.note,
                ]
            })
            .collect()
    }

    #[test]
    fn figures_are_rounded_once_and_agree() {
        let rows = told(vec![
            found(Standing::First, 0.7144, 0.0, 0.002),
            found(Standing::Equal, 0.7086, -0.0058, 0.006),
            found(Standing::Worse, 0.2, -0.5144, 0.03),
        ]);
        assert_eq!(rows[0], ["71.4%", "71.0 to 71.9", "", "", "best"]);
        assert_eq!(
            rows[1],
            ["70.8%", "69.6 to 72.1", "\u{2212}0.6", "\u{2212}1.2 to +0.1", "unclear"]
        );
        assert_eq!(rows[2][..3], ["20.0%", "14.0 to 26.0", "\u{2212}51.4"]);
        // Where nothing is known to a point, whole percents do.
        let rows = told(vec![
            found(Standing::First, 0.7144, 0.0, 0.03),
            found(Standing::Worse, 0.66, -0.0544, 0.03),
        ]);
        assert_eq!(rows[0][..2], ["71%", "65 to 78"]);
        assert_eq!(
            rows[1],
            ["66%", "60 to 72", "\u{2212}5", "\u{2212}9 to \u{2212}2", "worse"]
        );
    }

    #[test]
    fn what_is_certain_the_same_or_roughly_known_says_so() {
        let mut certain = found(Standing::First, 0.25, 0.0, 0.0);
        certain.certain = true;
        let mut rough = found(Standing::Worse, 0.104, -0.146, 0.004);
        rough.rough = true;
        let rows = told(vec![certain, found(Standing::Same, 0.25, 0.0, 0.0), rough]);
        assert_eq!(rows[0][..2], ["25.0%", "certain"]);
        assert_eq!(rows[1][2..], ["0.0", "the same", "same"]);
        assert_eq!((&rows[2][0][..], &rows[2][4][..]), ("~10.4%", "roughly"));
        assert_eq!(told(vec![unknown(Standing::First)]), [[const { String::new() }; 5]]);
    }

    #[test]
    fn nothing_is_shown_beyond_what_is_possible_and_nothing_as_a_point_that_is_none() {
        let rows = told(vec![
            found(Standing::First, 0.9996, 0.0, 0.0002),
            found(Standing::Worse, 0.0004, -0.9996, 0.0002),
        ]);
        assert_eq!(rows[0][..2], ["100.0%", "99.9 to 100.0"]);
        assert_eq!(rows[1][..2], ["0.0%", "0.0 to 0.1"]);
    }
}
