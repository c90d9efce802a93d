//! Means over positions, with intervals over games.

use std::fmt::Write;

use heist_engine::random::{below, stream};

/// Resamples of the bootstrap.
const RESAMPLES: u64 = 2000;

/// The 95% interval of a figure of some rows, by the percentile bootstrap over games: the rows of a game are drawn
/// together, since they share its course. `clusters` has those of each game.
///
/// B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
pub fn interval<T>(clusters: &[Vec<T>], figure: impl Fn(&[&T]) -> f64) -> [f64; 2] {
    if clusters.is_empty() {
        return [f64::NAN; 2];
    }
    let count = clusters.len() as u32;
    let mut rows: Vec<&T> = Vec::new();
    let resample = |number: u64| {
        let mut rng = stream(0, "hints/bootstrap", number);
        rows.clear();
        for _ in 0..count {
            rows.extend(&clusters[below(&mut rng, count) as usize]);
        }
        figure(&rows)
    };
    let mut figures: Vec<f64> = (0..RESAMPLES).map(resample).collect();
    figures.sort_by(f64::total_cmp);
    let at = |share: f64| figures[(share * (RESAMPLES - 1) as f64).round() as usize];
    [at(0.025), at(0.975)]
}

/// The mean of numbers; not a number where there are none.
pub fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    sum / count
}

/// A share as percentage points: `3.2`.
pub fn points(share: f64) -> String {
    if share.is_nan() {
        "-".to_owned()
    } else {
        // No negative zero.
        format!("{:.1}", (share * 1000.0).round() / 10.0 + 0.0)
    }
}

/// An interval as percentage points: `-1.0 to 2.3`.
pub fn range([least, most]: [f64; 2]) -> String {
    if least.is_nan() {
        "-".to_owned()
    } else {
        format!("{} to {}", points(least), points(most))
    }
}

/// A table in Markdown; the first column is text, the others are numbers.
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|---|{}\n", heads.join(" | "), "---:|".repeat(heads.len() - 1));
    for row in rows {
        writeln!(text, "| {} |", row.join(" | ")).expect("texts can be written to");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_game_are_drawn_together() {
        let of = |rows: &[&f64]| mean(rows.iter().map(|row| **row));
        let apart: Vec<Vec<f64>> = (0..100).map(|number| vec![f64::from(number % 2)]).collect();
        let together: Vec<Vec<f64>> = (0..10).map(|number| vec![f64::from(number % 2); 10]).collect();
        let width = |[least, most]: [f64; 2]| most - least;
        let (narrow, wide) = (width(interval(&apart, of)), width(interval(&together, of)));
        assert!((0.15..0.25).contains(&narrow), "{narrow}");
        assert!((0.5..0.7).contains(&wide), "{wide}");
    }

    #[test]
    fn tables_are_in_markdown() {
        let shown = table(&["Game", "n"], &[vec!["All".to_owned(), points(0.0312)]]);
        assert_eq!(shown, "| Game | n |\n|---|---:|\n| All | 3.1 |\n");
        assert_eq!(range([-0.0001, 0.02]), "0.0 to 2.0");
        assert_eq!(points(f64::NAN), "-");
    }
}
