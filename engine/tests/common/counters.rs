//! What happened in games, counted.

use std::collections::BTreeMap;

/// What was counted, by category and name.
#[derive(Default, Debug)]
pub struct Counters(BTreeMap<&'static str, BTreeMap<String, u64>>);

impl Counters {
    /// Counts one more.
    pub fn count(&mut self, category: &'static str, name: impl ToString) {
        *self.0.entry(category).or_default().entry(name.to_string()).or_default() += 1;
    }

    /// What of the expected names was never counted.
    pub fn missing(&self, category: &'static str, expected: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
        let found = self.0.get(category);
        let names = expected.into_iter().map(|name| name.to_string());
        names
            .filter(|name| found.is_none_or(|found| !found.contains_key(name)))
            .map(|name| format!("{category}: {name}"))
            .collect()
    }
}
