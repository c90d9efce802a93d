//! Distributions by name, exact ones and counted ones.

use std::collections::BTreeMap;

use heist_engine::Game;
use heist_engine::burgle_bros::BurgleBros;
use heist_testkit::chi_square_critical;

/// Probabilities of outcomes in notation.
pub type Distribution = BTreeMap<String, f64>;

/// The outcomes of a chance node in notation.
pub fn outcomes(state: &BurgleBros) -> Distribution {
    let mut list = Vec::new();
    state.outcomes(&mut list);
    list.iter()
        .map(|(outcome, probability)| (outcome.to_string(), *probability))
        .collect()
}

/// Equal probabilities for these outcomes.
pub fn uniform(names: impl IntoIterator<Item = String>) -> Distribution {
    let names: Vec<String> = names.into_iter().collect();
    let share = 1.0 / names.len() as f64;
    names.into_iter().map(|name| (name, share)).collect()
}

/// Two distributions are the same.
#[track_caller]
pub fn assert_same(found: &Distribution, expected: &Distribution) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, probability) in found {
        assert!(
            (probability - expected[name]).abs() < 1e-9,
            "{name}: {probability}, expected {}",
            expected[name]
        );
    }
}

/// Counts are as a distribution says, by a chi-square test that errs once in a million.
#[track_caller]
pub fn assert_fits(counts: &BTreeMap<String, u64>, expected: &Distribution) {
    let strange: Vec<_> = counts.keys().filter(|key| !expected.contains_key(*key)).collect();
    assert!(strange.is_empty(), "impossible: {strange:?}");
    let draws: u64 = counts.values().sum();
    let statistic: f64 = expected
        .iter()
        .map(|(key, probability)| {
            let mean = probability * draws as f64;
            assert!(mean >= 5.0, "{key} is expected {mean} times only");
            (counts.get(key).copied().unwrap_or(0) as f64 - mean).powi(2) / mean
        })
        .sum();
    let critical = chi_square_critical(expected.len() - 1);
    assert!(
        statistic <= critical,
        "chi-square {statistic:.1} over {critical:.1}: {counts:?}"
    );
}

/// Counts a name.
pub fn count(counts: &mut BTreeMap<String, u64>, name: impl ToString) {
    *counts.entry(name.to_string()).or_default() += 1;
}
