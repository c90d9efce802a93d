//! What a network's file says about it: the game, its encoding, the architecture, and which tensors there are.
//!
//! A file is in the format safetensors. The entry [`METADATA`] of its metadata holds a [`NetworkConfig`] in JSON, from
//! which every tensor follows ([`NetworkConfig::shapes`]).

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::encoding_hash;
use heist_engine::game::IndexBlocks;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::NetworkError;
use crate::heuristics::{Heuristics, Moves};

/// The version of the format.
pub const FORMAT: u32 = 1;
/// The entry of the metadata of a file.
pub const METADATA: &str = "heistlab";
/// No layer is wider.
pub const MAX_WIDTH: usize = 4096;
/// No policy reads more numbers of a decision and a move.
const MAX_INPUTS: usize = 1 << 14;
/// There are no more layers.
pub const MAX_LAYERS: usize = 16;

/// A network's architecture, what it was trained for, and its card.
///
/// The first layer is `x = first.bias + sum of the rows of first.weight for the active features`, to whose activation
/// the dense inputs are appended. Each dense layer takes the activations of the one before. The heads are linear on the
/// last layer: `value` gives log odds, to which those of the [`base`](NetworkConfig::base) are added; `policy` gives
/// log odds for every action, of which the legal ones count. With [`moves`](NetworkConfig::moves) the policy scores
/// legal actions one by one instead, and reads no layer: a network without a value then has none, and `hidden` is
/// empty. What describes features and actions is then left out, so that the network stays valid when they change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkConfig {
    /// The version of the format, [`FORMAT`].
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The [`encoding_hash`] in 16 hexadecimal digits; needed where there are layers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub encoding: String,
    /// Names and sizes of the blocks of features.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<(String, usize)>,
    /// The number of features, the rows of the first layer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub features: usize,
    /// Names and sizes of the blocks of actions; may be left out where there is no policy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub action_blocks: Vec<(String, usize)>,
    /// The number of actions, the rows of the policy.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub actions: usize,
    /// The widths of the layers: the first one, then the dense ones.
    pub hidden: Vec<usize>,
    /// The dense inputs: names of the game's numbers ([`Dense`](crate::heuristics::Dense)), each with the factor it is
    /// multiplied by.
    #[serde(default)]
    pub dense: Vec<(String, f32)>,
    /// How moves are scored one by one, where the policy does not score them by their indices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesConfig>,
    /// What the value head adds to.
    #[serde(default)]
    pub base: Base,
    /// The heads.
    pub heads: Vec<Head>,
    /// The activation of all layers.
    #[serde(default)]
    pub activation: Activation,
    /// What people should know of it: how it was made, how strong it is.
    #[serde(default)]
    pub card: Map<String, Value>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Numbers that the expert's scores add to every move of a residual policy: by how much it is behind the expert's best
/// move, and whether it is that.
pub const EXPERT_INPUTS: usize = 2;

/// How a network scores moves one by one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesConfig {
    /// The version of the game's numbers ([`Moves::version`]). Files that do not say it are older than it, and of the
    /// first one.
    #[serde(default = "first_version")]
    pub version: u32,
    /// The hash of the names of all numbers that the game had ([`Moves::hash`]), in 16 hexadecimal digits.
    #[serde(default)]
    pub encoding: String,
    /// The width of the hidden layer.
    pub hidden: usize,
    /// The numbers of the decision that it reads, each with the factor that it is multiplied by.
    pub context: Vec<(String, f32)>,
    /// The numbers of moves that it reads, with their factors.
    pub inputs: Vec<(String, f32)>,
    /// Whether the expert's scores are further inputs ([`EXPERT_INPUTS`]): such a policy is a residual of the expert's.
    pub residual: bool,
}

fn first_version() -> u32 {
    1
}

impl MovesConfig {
    /// The names of the tensors.
    pub const TENSORS: [&str; 3] = ["moves.weight", "moves.bias", "score.weight"];

    /// All that a game says about moves; `None` if it says nothing, or has no expert that a residual policy could ask.
    pub fn of_game<G: Heuristics>(hidden: usize, residual: bool) -> Option<MovesConfig> {
        let moves = G::MOVES.filter(|_| !residual || G::HEURISTIC.is_some())?;
        Some(MovesConfig {
            version: moves.version,
            encoding: hexadecimal(moves.hash()),
            hidden,
            context: (moves.context)(),
            inputs: (moves.inputs)(),
            residual,
        })
    }

    /// Whether the game computes what it reads, and means the same by it. Answers with what the game computes.
    ///
    /// # Errors
    /// Names what differs.
    pub fn check_game<G: Heuristics>(&self) -> Result<Moves<G>, NetworkError> {
        let moves = G::MOVES.ok_or(NetworkError::NoMoves { game: G::NAME })?;
        if self.residual && G::HEURISTIC.is_none() {
            return Err(NetworkError::NoExpert { game: G::NAME });
        }
        if self.version != moves.version {
            return Err(NetworkError::MovesVersion {
                game: G::NAME,
                found: self.version,
                expected: moves.version,
            });
        }
        let expected = hexadecimal(moves.hash());
        if self.encoding != expected {
            return Err(NetworkError::MovesEncoding {
                game: G::NAME,
                found: self.encoding.clone(),
                expected,
            });
        }
        let lists = [(&self.context, (moves.context)()), (&self.inputs, (moves.inputs)())];
        let unknown = lists.iter().find_map(|(read, known)| {
            read.iter()
                .find(|(name, _)| known.iter().all(|(known, _)| known != name))
        });
        match unknown {
            None => Ok(moves),
            Some((input, _)) => Err(NetworkError::Input {
                game: G::NAME,
                input: input.clone(),
            }),
        }
    }

    /// Numbers of a move that it reads.
    pub fn move_inputs(&self) -> usize {
        self.inputs.len() + if self.residual { EXPERT_INPUTS } else { 0 }
    }

    /// The tensors with their shapes: `moves.weight` \[hidden, numbers of the decision, then of the move\],
    /// `moves.bias` \[hidden\], `score.weight` [1, hidden, then numbers of the move].
    pub fn shapes(&self) -> [(String, Vec<usize>); 3] {
        let inputs = self.context.len() + self.move_inputs();
        let [weight, bias, score] = MovesConfig::TENSORS.map(str::to_owned);
        [
            (weight, vec![self.hidden, inputs]),
            (bias, vec![self.hidden]),
            (score, vec![1, self.hidden + self.move_inputs()]),
        ]
    }
}

/// What the value head adds to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// Nothing: the head's log odds are the value's.
    #[default]
    None,
    /// The log odds of the game's estimate.
    Estimate,
}

/// A head of a network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Head {
    /// The value of the position.
    Value,
    /// The moves that are likely to be played.
    Policy,
    /// How much of the stake is lost until the next round; for training only.
    Stake,
    /// The kept figures of the result; for training only.
    Figures,
    /// Turns until the end; for training only.
    Turns,
}

impl Head {
    /// The heads that inference reads.
    pub const READ: [Head; 2] = [Head::Value, Head::Policy];

    /// The name, which the names of its tensors begin with.
    pub const fn name(self) -> &'static str {
        match self {
            Head::Value => "value",
            Head::Policy => "policy",
            Head::Stake => "stake",
            Head::Figures => "figures",
            Head::Turns => "turns",
        }
    }
}

/// The activation of the layers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// Clipped ReLU: what is below 0 becomes 0, what is above 1 becomes 1.
    #[default]
    Crelu,
    /// ReLU: what is below 0 becomes 0.
    Relu,
}

/// In what precision weights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 32 bits: for checkpoints.
    Single,
    /// 16 bits (IEEE 754 binary16): for networks that are shipped.
    Half,
}

/// Numbers in rows.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tensor {
    /// The sizes of its dimensions, the last of which counts fastest.
    pub shape: Vec<usize>,
    /// As many numbers as the shape says.
    pub values: Vec<f32>,
}

/// Tensors by name.
pub type Tensors = BTreeMap<String, Tensor>;

impl NetworkConfig {
    /// The usual network of a game: layers of 64, 32 and 32 units, the dense inputs and the estimate that the game has,
    /// a value and a policy.
    pub fn of_game<G: Heuristics>() -> NetworkConfig {
        let dense = G::DENSE.map_or(&[][..], |dense| dense.inputs);
        NetworkConfig {
            format: FORMAT,
            game: G::ID.to_owned(),
            encoding: encoding::<G>(),
            blocks: sizes(G::feature_blocks()),
            features: G::feature_count(),
            action_blocks: sizes(G::action_blocks()),
            actions: G::action_count(),
            hidden: vec![64, 32, 32],
            dense: dense.iter().map(|&(name, scale)| (name.to_owned(), scale)).collect(),
            moves: None,
            base: match G::EVALUATION {
                Some(_) => Base::Estimate,
                None => Base::None,
            },
            heads: Head::READ.to_vec(),
            activation: Activation::Crelu,
            card: Map::new(),
        }
    }

    /// A network of a game without layers, whose policy scores moves one by one.
    pub fn of_moves<G: Heuristics>(moves: MovesConfig) -> NetworkConfig {
        NetworkConfig {
            format: FORMAT,
            game: G::ID.to_owned(),
            encoding: String::new(),
            blocks: Vec::new(),
            features: 0,
            action_blocks: Vec::new(),
            actions: 0,
            hidden: Vec::new(),
            dense: Vec::new(),
            moves: Some(moves),
            base: Base::None,
            heads: vec![Head::Policy],
            activation: Activation::default(),
            card: Map::new(),
        }
    }

    /// Whether it reads features: whether it has layers.
    pub fn has_layers(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// Whether its policy has a row of weights for every action.
    pub fn has_action_rows(&self) -> bool {
        self.has(Head::Policy) && self.moves.is_none()
    }

    /// Whether it has a head.
    pub fn has(&self, head: Head) -> bool {
        self.heads.contains(&head)
    }

    /// Inputs and outputs of the dense layers.
    pub fn dense_layers(&self) -> Vec<(usize, usize)> {
        let inputs = |layer: usize| self.hidden[layer] + if layer == 0 { self.dense.len() } else { 0 };
        (1..self.hidden.len())
            .map(|layer| (inputs(layer - 1), self.hidden[layer]))
            .collect()
    }

    /// The inputs of the heads.
    pub fn last(&self) -> usize {
        match self.dense_layers().last() {
            Some(&(_, outputs)) => outputs,
            None => self.hidden.first().map_or(0, |first| first + self.dense.len()),
        }
    }

    /// The tensors that inference reads, with their shapes: `first.weight`, `first.bias`, then `dense1.weight`,
    /// `dense1.bias` and so on, then `value` and `policy` alike. Weights are [outputs, inputs], but those of the first
    /// layer [features, outputs].
    ///
    /// A policy that scores moves one by one has the tensors of [`MovesConfig::shapes`] instead of `policy`.
    pub fn shapes(&self) -> Vec<(String, Vec<usize>)> {
        let mut shapes = Vec::new();
        if let Some(&first) = self.hidden.first() {
            shapes.push(("first.weight".to_owned(), vec![self.features, first]));
            shapes.push(("first.bias".to_owned(), vec![first]));
        }
        let mut linear = |name: &str, inputs, outputs| {
            shapes.push((format!("{name}.weight"), vec![outputs, inputs]));
            shapes.push((format!("{name}.bias"), vec![outputs]));
        };
        for (layer, (inputs, outputs)) in self.dense_layers().into_iter().enumerate() {
            linear(&format!("dense{}", layer + 1), inputs, outputs);
        }
        let is_linear = |head: &Head| match head {
            Head::Policy => self.has_action_rows(),
            _ => self.has(*head),
        };
        for head in Head::READ.into_iter().filter(is_linear) {
            linear(
                head.name(),
                self.last(),
                if head == Head::Value { 1 } else { self.actions },
            );
        }
        shapes.extend(self.moves.iter().flat_map(MovesConfig::shapes));
        shapes
    }

    /// Whether tensors are those of the network: all that inference reads in their shapes and, besides, only such as
    /// are for training.
    ///
    /// # Errors
    /// Names the tensor that is missing, of another shape or unexpected.
    pub fn check_tensors(&self, tensors: &Tensors) -> Result<(), NetworkError> {
        let shapes = self.shapes();
        for (name, expected) in &shapes {
            let tensor = tensors.get(name).ok_or_else(|| NetworkError::Missing {
                name: name.clone(),
                expected: expected.clone(),
            })?;
            if tensor.shape != *expected || tensor.values.len() != expected.iter().product::<usize>() {
                return Err(NetworkError::Shape {
                    name: name.clone(),
                    found: tensor.shape.clone(),
                    expected: expected.clone(),
                });
            }
        }
        let is_known = |name: &str| shapes.iter().any(|(known, _)| known == name) || self.is_for_training(name);
        match tensors.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => Err(NetworkError::Unexpected {
                name: name.clone(),
                expected: shapes.into_iter().map(|(name, _)| name).collect(),
            }),
        }
    }

    /// Whether a tensor belongs to a head that is for training only: it may be there in any shape, and is not read.
    pub(super) fn is_for_training(&self, tensor: &str) -> bool {
        let parts = tensor.split_once('.');
        parts.is_some_and(|(head, part)| {
            let mut others = self.heads.iter().filter(|head| !Head::READ.contains(head));
            others.any(|known| known.name() == head) && ["weight", "bias"].contains(&part)
        })
    }

    /// Whether it agrees with itself.
    ///
    /// # Errors
    /// Names the field that does not.
    pub fn check(&self) -> Result<(), NetworkError> {
        if self.format != FORMAT {
            return Err(NetworkError::Format {
                found: self.format,
                expected: FORMAT,
            });
        }
        let wrong = |problem: String| Err(NetworkError::Config { problem });
        let total =
            |blocks: &[(String, usize)]| blocks.iter().fold(0, |sum: usize, (_, size)| sum.saturating_add(*size));
        if total(&self.blocks) != self.features {
            return wrong(format!(
                "field `features`: {}; expected {}, the sum of `blocks`",
                self.features,
                total(&self.blocks)
            ));
        }
        if !self.action_blocks.is_empty() && total(&self.action_blocks) != self.actions {
            return wrong(format!(
                "field `actions`: {}; expected {}, the sum of `action_blocks`",
                self.actions,
                total(&self.action_blocks)
            ));
        }
        // Only scores of single moves can do without layers.
        let least = usize::from(self.moves.is_none() || self.heads != [Head::Policy]);
        if !(least..=MAX_LAYERS).contains(&self.hidden.len()) {
            return wrong(format!(
                "field `hidden`: {} layers; expected {least} to {MAX_LAYERS}",
                self.hidden.len()
            ));
        }
        if self.has_layers() && self.encoding.is_empty() {
            return wrong(
                "field `encoding` is missing; expected it and `blocks`, since the network has layers".to_owned(),
            );
        }
        if !self.has_layers() && !self.dense.is_empty() {
            return wrong("field `dense`: expected none, since the network has no layers to read them".to_owned());
        }
        if let Some(width) = self.hidden.iter().find(|width| !(1..=MAX_WIDTH).contains(*width)) {
            return wrong(format!("field `hidden`: width {width}; expected 1 to {MAX_WIDTH}"));
        }
        let of_moves = self.moves.iter();
        let of_moves = of_moves.flat_map(|moves| [("moves.context", &moves.context), ("moves.inputs", &moves.inputs)]);
        for (field, inputs) in [("dense", &self.dense)].into_iter().chain(of_moves) {
            let mut names = BTreeSet::new();
            if let Some((name, factor)) = inputs
                .iter()
                .find(|(name, factor)| !names.insert(name) || !factor.is_finite())
            {
                return wrong(format!(
                    "field `{field}`: `{name}`, {factor}; expected every name once, with a finite factor"
                ));
            }
        }
        if let Some(moves) = &self.moves {
            if !self.has(Head::Policy) {
                return wrong(
                    "field `moves`: there is no head `policy`; expected one, since moves are scored for it".to_owned(),
                );
            }
            if !(1..=MAX_WIDTH).contains(&moves.hidden) {
                return wrong(format!(
                    "field `moves.hidden`: {}; expected 1 to {MAX_WIDTH}",
                    moves.hidden
                ));
            }
            if moves.context.len() + moves.move_inputs() > MAX_INPUTS {
                let count = moves.context.len() + moves.move_inputs();
                return wrong(format!("field `moves`: {count} numbers; expected at most {MAX_INPUTS}"));
            }
        }
        if self.heads.iter().collect::<BTreeSet<_>>().len() != self.heads.len() {
            return wrong("field `heads`: a head is named twice".to_owned());
        }
        if !Head::READ.into_iter().any(|head| self.has(head)) {
            return wrong("field `heads`: expected `value`, `policy` or both".to_owned());
        }
        Ok(())
    }

    /// Whether it fits the game as this version encodes it.
    ///
    /// # Errors
    /// Names what differs.
    pub fn check_game<G: Heuristics>(&self) -> Result<(), NetworkError> {
        self.check()?;
        self.check_id::<G>()?;
        if self.has_layers() {
            self.check_encoding::<G>()?;
        }
        if let Some(moves) = &self.moves {
            moves.check_game::<G>()?;
        }
        if self.base == Base::Estimate && G::EVALUATION.is_none() {
            return Err(NetworkError::NoEstimate { game: G::NAME });
        }
        Ok(())
    }

    /// Whether its layers read what this version lists of a position.
    fn check_encoding<G: Heuristics>(&self) -> Result<(), NetworkError> {
        let expected = encoding::<G>();
        if self.encoding != expected {
            return Err(NetworkError::Encoding {
                game: G::NAME,
                found: self.encoding.clone(),
                expected,
            });
        }
        let (found, expected) = ((self.features, self.actions), (G::feature_count(), G::action_count()));
        if found != expected {
            return Err(NetworkError::Config {
                problem: format!(
                    "fields `features` and `actions`: {found:?}; expected {expected:?}, as in its encoding"
                ),
            });
        }
        let known = G::DENSE.map_or(&[][..], |dense| dense.inputs);
        let is_unknown = |name: &str| known.iter().all(|(known, _)| *known != name);
        match self.dense.iter().find(|(name, _)| is_unknown(name)) {
            None => Ok(()),
            Some((input, _)) => Err(NetworkError::Input {
                game: G::NAME,
                input: input.clone(),
            }),
        }
    }

    /// Whether it is for the game, in whatever encoding.
    pub(super) fn check_id<G: Heuristics>(&self) -> Result<(), NetworkError> {
        if self.game == G::ID {
            Ok(())
        } else {
            Err(NetworkError::Game {
                found: self.game.clone(),
                expected: G::ID,
            })
        }
    }
}

/// The game's encoding as files name it.
pub fn encoding<G: Heuristics>() -> String {
    hexadecimal(encoding_hash::<G>())
}

/// A hash as files name it.
pub(super) fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Names and sizes of blocks.
pub(super) fn sizes(blocks: IndexBlocks) -> Vec<(String, usize)> {
    let size = |(name, range): (&str, std::ops::Range<usize>)| (name.to_owned(), range.len());
    blocks.into_iter().map(size).collect()
}

/// The names of what has an index, as files hold them: the low half of their XXH3 hash each. By them rows are found
/// again in another encoding.
pub(super) fn name_hash(name: &str) -> u32 {
    heist_engine::hash::append_bytes(0, name.as_bytes()) as u32
}

/// The name of the action of an index; none has that of those that the game leaves out.
pub(super) fn action_name<G: Heuristics>(index: usize) -> String {
    G::action_at(index).map_or(String::new(), |action| action.to_string())
}
