//! What a network looks like, whatever its weights.

use std::collections::BTreeMap;

use heist_agents::heuristics::Heuristics;
pub use heist_agents::network::Activation;
use heist_agents::network::{Head, NetworkConfig};
use heist_engine::describe::kept_names;
use heist_engine::game::Encode;
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
    /// That of a network for a game.
    pub fn of_game<G: Heuristics>(network: &NetworkConfig) -> Architecture {
        let figures = kept_names(G::FIGURES).count();
        Architecture {
            features: network.features,
            max_active: G::max_active_features(),
            actions: network.actions,
            hidden: network.hidden.clone(),
            dense: network.dense.len(),
            activation: network.activation,
            heads: Heads {
                value: network.has(Head::Value),
                policy: network.has(Head::Policy),
                stake: network.has(Head::Stake),
                figures: if network.has(Head::Figures) { figures } else { 0 },
                turns: network.has(Head::Turns),
            },
        }
    }

    /// The widths of input and output of each dense layer, the first of which reads the sum of embeddings and the dense
    /// inputs.
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

/// The features that differ only in their place on a floor, each with the number of its group: what stands on one
/// square of a floor means much the same on another one. Squares are known by their notation, `2:C3`.
pub fn alike_on_a_floor<G: Encode>() -> Vec<(usize, usize)> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for feature in 0..G::feature_count() {
        let name = G::feature_name(feature);
        let of_floor = without_squares(&name);
        if of_floor != name {
            groups.entry(of_floor).or_default().push(feature);
        }
    }
    groups.retain(|_, members| members.len() > 1);
    let numbered = groups.into_values().enumerate();
    numbered
        .flat_map(|(group, members)| members.into_iter().map(move |feature| (feature, group)))
        .collect()
}

/// A name in which the floor stands for each of its squares.
fn without_squares(name: &str) -> String {
    let words: Vec<&str> = name.split(' ').map(floor_of).collect();
    words.join(" ")
}

/// The floor of a square; any other word as it is.
fn floor_of(word: &str) -> &str {
    match word.split_once(':') {
        Some((floor, square)) if matches!(square.as_bytes(), [b'A'..=b'Z', b'0'..=b'9']) => floor,
        _ => word,
    }
}
