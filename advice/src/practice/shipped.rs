//! The sets that are part of the program.

use std::sync::LazyLock;

use super::Set;

/// The files, each made by the command that stands in it.
const FILES: [&str; 4] = [
    include_str!("../../practice/burgle-bros.json"),
    include_str!("../../practice/caper-cards.json"),
    include_str!("../../practice/casino-capers.json"),
    include_str!("../../practice/masters-of-the-heist.json"),
];

/// Read once. A test reads every one of them.
static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| FILES.iter().filter_map(|text| Set::read(text).ok()).collect());

/// The shipped sets, one for each game that has one.
pub fn shipped() -> &'static [Set] {
    &SETS
}
