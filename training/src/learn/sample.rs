//! An annotated decision as the learner keeps it: positions as short lists of numbers, and what is learned from them.

use std::mem::size_of_val;

use heist_agents::heuristics::Heuristics;
use heist_agents::network::{Base, Head, base_and_numbers};
use heist_engine::describe::kept_names;
use heist_engine::game::{FeatureChanges, Game};

use super::config::{LearnConfig, PolicyTarget};
use crate::rows::Row;
use crate::shard::Kind;

/// Values nearer than this to 0 or 1 are taken as this near: the logit of a certain result is finite, yet so large that
/// a network that is off by several logits changes the value by nothing that counts.
const NEAREST: f64 = 1e-6;

/// An annotated decision. Its positions are the one in which it is taken, then those after each of the moves that were
/// valued, all as the deciding seat sees them.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The features of the first position, then for each other one what went and what came.
    features: Box<[u8]>,
    /// The dense inputs of all positions.
    pub dense: Box<[f32]>,
    /// A logit for each position that is added to the network's own.
    pub base: Box<[f32]>,
    /// What is known of the moves.
    pub moves: Box<[Valued]>,
    /// The value of the game's result.
    pub result: f32,
    /// What the team lost of its stake until the next round, the turns left, and the kept figures of the result.
    pub later: Box<[f32]>,
    /// What a policy learns, if anything.
    pub policy: Option<PolicyRow>,
}

/// How good a move is beside the others of its decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Valued {
    /// The difference of its value from the reference.
    pub difference: f32,
    /// The standard error of the difference.
    pub error: f32,
    /// Its share of the reference. The shares of a decision's moves have the sum 1: all have the same if the reference
    /// is their mean, one has all of it if it is that move.
    pub reference: f32,
}

/// What a policy learns from a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyRow {
    /// The legal actions, as indices of the action space, each with how likely it should be. The sum is 1.
    pub legal: Box<[(u32, f32)]>,
    /// How much the decision counts, from 0 to 1.
    pub weight: f32,
}

impl Sample {
    /// About how much memory it takes, in bytes.
    pub fn size(&self) -> usize {
        let policy = self.policy.as_ref().map_or(0, |policy| size_of_val(&*policy.legal));
        size_of_val(self)
            + self.features.len()
            + size_of_val(&*self.dense)
            + size_of_val(&*self.base)
            + size_of_val(&*self.moves)
            + size_of_val(&*self.later)
            + policy
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        1 + self.moves.len()
    }

    /// The lists of features: those of the first position, then for each other one what went and what came.
    pub fn lists(&self) -> Lists<'_> {
        Lists(&self.features)
    }
}

/// Packed lists of features, one after the other.
#[derive(Clone, Debug)]
pub struct Lists<'a>(&'a [u8]);

impl Lists<'_> {
    /// Calls `add` for each feature of the next list, in ascending order.
    pub fn next(&mut self, mut add: impl FnMut(i32)) {
        let mut feature = 0;
        for place in 0..self.number() {
            let gap = self.number();
            feature = if place == 0 { gap } else { feature + gap };
            add(feature as i32);
        }
    }

    /// The next number, seven bits a byte, the lowest first (LEB128).
    fn number(&mut self) -> u32 {
        let mut number = 0;
        let mut shift = 0;
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        number
    }
}

/// Packs an ascending list: its length, its first number and the gaps, most of which fit into a byte.
fn pack(list: &[u32], out: &mut Vec<u8>) {
    let mut number = |mut number: u32| {
        while number >= 0x80 {
            out.push(number as u8 | 0x80);
            number >>= 7;
        }
        out.push(number as u8);
    };
    number(list.len() as u32);
    let mut last = 0;
    for (place, &feature) in list.iter().enumerate() {
        number(if place == 0 { feature } else { feature - last });
        last = feature;
    }
}

/// Makes samples of re-simulated decisions. Kept between them, for its lists.
#[derive(Clone, Debug)]
pub struct Sampler {
    base: Base,
    has_dense: bool,
    has_values: bool,
    policy: Option<PolicyTarget>,
    error_floor: f64,
    temperature: f64,
    /// The features of the decision and, while they are compared, of a position after it.
    features: Vec<u32>,
    after: Vec<u32>,
    changes: FeatureChanges,
    packed: Vec<u8>,
    indices: Vec<u32>,
    numbers: Vec<f32>,
}

impl Sampler {
    /// For what a configuration asks to be learned.
    pub fn new<G: Heuristics>(config: &LearnConfig) -> Sampler {
        let network = config.network::<G>();
        Sampler {
            base: network.base,
            has_dense: !network.dense.is_empty(),
            has_values: config.has(Head::Value) && config.loss.difference > 0.0,
            policy: config.has(Head::Policy).then_some(config.loss.policy_target),
            error_floor: config.loss.error_floor,
            temperature: config.loss.temperature,
            features: Vec::new(),
            after: Vec::new(),
            changes: FeatureChanges::default(),
            packed: Vec::new(),
            indices: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// A decision of a shard of this kind.
    pub fn sample<G: Heuristics>(&mut self, row: &Row<'_, G>, kind: Kind) -> Sample {
        let (mut base, mut dense) = (Vec::new(), Vec::new());
        self.measure(row.view, &mut base, &mut dense);
        row.view.features(row.seat, &mut self.features);
        self.packed.clear();
        pack(&self.features, &mut self.packed);
        let moves = if self.has_values { valued(row, kind) } else { Vec::new() };
        for &(action, _) in &moves {
            let mut after = row.view.clone();
            after.apply(action);
            self.measure(&after, &mut base, &mut dense);
            if after.result().is_some() {
                pack(&[], &mut self.packed);
                pack(&[], &mut self.packed);
                continue;
            }
            self.after.clone_from(&self.features);
            after.feature_changes(row.seat, &mut self.after, &mut self.changes);
            pack(&self.changes.went, &mut self.packed);
            pack(&self.changes.came, &mut self.packed);
        }
        let kept = kept_names(G::FIGURES).count();
        let figures = row.result.figures[..kept].iter().map(|&figure| figure as f32);
        Sample {
            features: self.packed.as_slice().into(),
            dense: dense.into(),
            base: base.into(),
            moves: moves.into_iter().map(|(_, valued)| valued).collect(),
            result: row.result.value as f32,
            later: [row.stake_lost as f32, row.turns_left as f32]
                .into_iter()
                .chain(figures)
                .collect(),
            policy: self.policy.and_then(|target| self.policy(row, target)),
        }
    }

    /// Appends what is added to the network's logit, and the dense inputs.
    fn measure<G: Heuristics>(&mut self, state: &G, base: &mut Vec<f32>, dense: &mut Vec<f32>) {
        let inputs = G::DENSE.map_or(&[][..], |dense| if self.has_dense { dense.inputs } else { &[] });
        if let Some(result) = state.result() {
            // Only the base speaks; the network reads what it read of the decision.
            dense.extend_from_within(..inputs.len());
            base.push(log_odds(result.value));
            return;
        }
        let wants_base = self.base == Base::Estimate;
        base.push(base_and_numbers(state, wants_base, self.has_dense, &mut self.numbers));
        let scaled = self
            .numbers
            .iter()
            .zip(inputs)
            .map(|(number, (_, scale))| number * scale);
        dense.extend(scaled);
    }

    fn policy<G: Heuristics>(&mut self, row: &Row<'_, G>, target: PolicyTarget) -> Option<PolicyRow> {
        let certain = |place: usize| Some((vec![(place, 1.0)], 1.0));
        let (targets, weight) = match target {
            PolicyTarget::Played => certain(row.played),
            PolicyTarget::Expert => row.expert().and_then(|_| certain(usize::from(row.decision.expert))),
            PolicyTarget::Differences => self.preferences(row),
        }?;
        row.world.legal_indices(&mut self.indices);
        let mut legal: Vec<(u32, f32)> = self.indices.iter().map(|&index| (index, 0.0)).collect();
        for (place, likelihood) in targets {
            legal[place].1 = likelihood as f32;
        }
        Some(PolicyRow {
            legal: legal.into(),
            weight: weight as f32,
        })
    }

    /// How likely each valued move should be, by its place, and how much that counts.
    fn preferences<G: Game>(&self, row: &Row<'_, G>) -> Option<(Vec<(usize, f64)>, f64)> {
        let known = || {
            row.decision
                .moves
                .iter()
                .filter(|known| is_known(known.difference, known.difference_error))
        };
        let count = known().count();
        if count < 2 {
            return None;
        }
        let best = known().map(|known| known.difference).fold(f32::NEG_INFINITY, f32::max);
        let likelihoods = known().map(|known| (f64::from(known.difference - best) / self.temperature).exp());
        let sum: f64 = likelihoods.clone().sum();
        let places = known().map(|known| usize::from(known.place));
        let variance = known()
            .map(|known| f64::from(known.difference_error).powi(2))
            .sum::<f64>()
            / count as f64;
        let floor = self.error_floor.powi(2);
        let targets = places.zip(likelihoods.map(|likelihood| likelihood / sum)).collect();
        Some((targets, floor / (floor + variance)))
    }
}

fn log_odds(value: f64) -> f32 {
    let value = value.clamp(NEAREST, 1.0 - NEAREST);
    (value / (1.0 - value)).ln() as f32
}

fn is_known(difference: f32, error: f32) -> bool {
    difference.is_finite() && error.is_finite()
}

/// The moves with a known difference, if there are two or more to compare.
fn valued<G: Game>(row: &Row<'_, G>, kind: Kind) -> Vec<(G::Action, Valued)> {
    let is_reference_known = match (kind, row.decision.moves.first()) {
        (Kind::Selfplay, Some(first)) => is_known(first.difference, first.difference_error),
        (Kind::Label, Some(_)) => true,
        (_, None) => false,
    };
    if !is_reference_known {
        return Vec::new();
    }
    let mut valued: Vec<(G::Action, Valued)> = row
        .moves()
        .filter(|(_, known)| is_known(known.difference, known.difference_error))
        .map(|(action, known)| {
            let valued = Valued {
                difference: known.difference,
                error: known.difference_error,
                reference: 0.0,
            };
            (action, valued)
        })
        .collect();
    if valued.len() < 2 {
        return Vec::new();
    }
    match kind {
        // Differences from the move that the search chose, which is the first.
        Kind::Selfplay => valued[0].1.reference = 1.0,
        Kind::Label => {
            let share = 1.0 / valued.len() as f32;
            valued.iter_mut().for_each(|(_, valued)| valued.reference = share);
        }
    }
    valued
}
