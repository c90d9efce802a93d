//! The deals that a run still needs.

use std::ops::Range;

/// The deals that are still to be played, in the order in which they are written. Each has a place among them.
pub struct Missing {
    count: u64,
    /// Deals that follow each other, and the place of the first of them.
    parts: Vec<(u64, Range<u64>)>,
}

impl Missing {
    /// Ranges of deals, in ascending order.
    pub fn new(ranges: impl Iterator<Item = Range<u64>>) -> Missing {
        let mut missing = Missing {
            count: 0,
            parts: Vec::new(),
        };
        for range in ranges {
            let length = range.end - range.start;
            missing.parts.push((missing.count, range));
            missing.count += length;
        }
        missing
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The deal of a place.
    pub fn deal(&self, place: u64) -> u64 {
        let (first, deals) = &self.parts[self.parts.partition_point(|(first, _)| *first <= place) - 1];
        deals.start + (place - first)
    }

    /// The first deal from `earliest` on whose remainder by `lanes` is `lane`, and its place.
    pub fn next_of_lane(&self, lane: u64, lanes: u64, earliest: u64) -> Option<(u64, u64)> {
        let reached = self.parts.partition_point(|(_, deals)| deals.end <= earliest);
        self.parts[reached..].iter().find_map(|(first, deals)| {
            let start = deals.start.max(earliest);
            let deal = start + (lane + lanes - start % lanes) % lanes;
            (deal < deals.end).then(|| (first + (deal - deals.start), deal))
        })
    }
}
