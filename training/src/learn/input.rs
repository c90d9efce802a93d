//! Positions as a network reads them.

use std::ops::Range;

/// A batch of positions: those told by all their features, then those told by what differs from one of the former.
/// Outputs have the same order.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Input {
    /// The active features of positions.
    pub positions: Bags,
    /// Further positions, told by differences.
    pub siblings: Option<Siblings>,
    /// The dense inputs of all positions, one position after the other, if the network has any.
    pub dense: Option<Vec<f32>>,
    /// A logit for each position that is added to the network's own.
    pub base: Option<Vec<f32>>,
}

impl Input {
    /// The number of positions, siblings included.
    pub fn len(&self) -> usize {
        self.positions.len() + self.siblings.as_ref().map_or(0, |siblings| siblings.parents.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Lists of features, one after the other.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bags {
    /// The features of all lists.
    pub indices: Vec<i32>,
    /// Where each list begins.
    pub offsets: Vec<i32>,
}

impl Bags {
    /// The number of lists.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Adds a list: `fill` appends its features.
    pub fn push_list(&mut self, fill: impl FnOnce(&mut Vec<i32>)) {
        let begin = i32::try_from(self.indices.len());
        self.offsets
            .push(begin.expect("the lists of a step have fewer than 2^31 features"));
        fill(&mut self.indices);
    }

    /// Adds a list of these features.
    pub fn push(&mut self, features: impl IntoIterator<Item = i32>) {
        self.push_list(|list| list.extend(features));
    }

    /// Moves the lists of another after these.
    pub fn append(&mut self, others: &mut Bags) {
        let first = self.indices.len() as i32;
        self.offsets
            .extend(others.offsets.drain(..).map(|offset| first + offset));
        self.indices.append(&mut others.indices);
    }

    /// The places in `indices` of a list.
    pub fn range(&self, list: usize) -> Range<usize> {
        let end = self
            .offsets
            .get(list + 1)
            .map_or(self.indices.len(), |&end| end as usize);
        self.offsets[list] as usize..end
    }
}

/// Positions told by what differs from a parent. Sums over features are linear, so that a few rows replace a whole
/// list.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Siblings {
    /// The features that came or went.
    pub changes: Bags,
    /// 1 for each feature that came, -1 for each that went.
    pub signs: Vec<f32>,
    /// The place of each sibling's parent among the positions told by all their features.
    pub parents: Vec<i32>,
}
