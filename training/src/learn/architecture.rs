//! What a network looks like, whatever its weights.

use serde::{Deserialize, Serialize};

/// The shape of a network: a sum of embeddings over the active features, dense layers, and linear heads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Architecture {
    /// Number of sparse features.
    pub features: usize,
    /// No position has more active features; it scales the first weights.
    pub max_active: usize,
    /// Number of actions: the width of the policy head.
    pub actions: usize,
    /// Widths of the hidden layers, the sum of embeddings first; never empty.
    pub hidden: Vec<usize>,
    /// Number of dense inputs, appended to the first hidden layer.
    pub dense: usize,
    /// What follows each hidden layer.
    pub activation: Activation,
    /// Which heads there are.
    pub heads: Heads,
}

impl Architecture {
    /// The widths of input and output of each dense layer, the first of which reads the sum of embeddings and the dense inputs.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.hidden.windows(2).enumerate().map(|(place, widths)| {
            let dense = if place == 0 { self.dense } else { 0 };
            (widths[0] + dense, widths[1])
        })
    }

    /// The width of what the heads read.
    pub fn last(&self) -> usize {
        let last = *self.hidden.last().expect("a network has a hidden layer");
        // Without a dense layer the heads read the dense inputs themselves.
        if self.hidden.len() == 1 {
            last + self.dense
        } else {
            last
        }
    }
}

/// What follows a hidden layer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// Values below 0 become 0, values above 1 become 1: what quantised inference needs.
    #[default]
    Crelu,
    /// Values below 0 become 0.
    Relu,
}

/// Which heads a network has. Each is linear on the last hidden layer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Heads {
    /// The expected result, as a logit.
    pub value: bool,
    /// A logit for every action.
    pub policy: bool,
    /// What is lost of the stake until the next round. For training only.
    pub stake: bool,
    /// How many figures of the result are predicted. For training only.
    pub figures: usize,
    /// How long the game goes on. For training only.
    pub turns: bool,
}

impl Heads {
    /// Names and widths of the heads there are, in the order of the file format.
    pub fn list(&self, actions: usize) -> Vec<(&'static str, usize)> {
        [
            ("value", usize::from(self.value)),
            ("policy", if self.policy { actions } else { 0 }),
            ("stake", usize::from(self.stake)),
            ("figures", self.figures),
            ("turns", usize::from(self.turns)),
        ]
        .into_iter()
        .filter(|&(_, width)| width > 0)
        .collect()
    }
}
