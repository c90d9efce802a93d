//! A policy that scores moves one by one, by numbers of each.
//!
//! A move's log odds are `direct . m + out . relu(weight . (c, m) + bias)`, where `m` are the numbers of the move and
//! `c` those of the decision ([`Moves`](crate::heuristics::Moves)). Most numbers are 0, so that only those that are not
//! are listed and multiplied.

use heist_engine::game::{Game, Seat};

use super::error::NetworkError;
use super::format::{MovesConfig, Tensor};
use crate::heuristics::{FillMoves, Heuristics};

/// The factor of the first input by the expert's scores.
const BEHIND_FACTOR: f32 = 0.3;
/// No move counts as further behind.
const MOST_BEHIND: f32 = 10.0;
/// The log odds of a move that the expert rules out: it is never played, and all sums stay finite.
const RULED_OUT: f32 = -1e6;

/// The numbers of a decision and of its moves that are not 0, each with its place, and factors applied.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct MoveNumbers {
    /// Those of the decision.
    pub context: Vec<(u16, f32)>,
    /// Those of the moves, one move after the other.
    pub moves: Vec<(u16, f32)>,
    /// Where those of each move end.
    pub ends: Vec<u32>,
    /// The places of moves that the expert of a residual policy rules out.
    pub ruled_out: Vec<u32>,
}

impl MoveNumbers {
    /// Those of each move, in order.
    pub fn rows(&self) -> impl Iterator<Item = &[(u16, f32)]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(|(&start, &end)| &self.moves[start as usize..end as usize])
    }
}

/// Lists the numbers that a network reads of moves.
#[derive(Clone, Debug)]
pub struct MoveReader<G: Game> {
    fill: FillMoves<G>,
    /// For each number of a decision that the game has, its place in the network and its factor, if that reads it.
    context: Vec<Option<(u16, f32)>>,
    /// The same for the numbers of a move.
    inputs: Vec<Option<(u16, f32)>>,
    /// Where the inputs by the expert's scores begin, if there are any.
    expert: Option<u16>,
}

/// Buffers of a [`MoveReader`].
#[derive(Clone, Default, Debug)]
pub struct MoveBuffers {
    context: Vec<f32>,
    rows: Vec<f32>,
    scores: Vec<f64>,
}

impl<G: Heuristics> MoveReader<G> {
    /// A reader of what a configuration names.
    ///
    /// # Errors
    /// When the game does not compute them ([`MovesConfig::check_game`]).
    pub fn new(config: &MovesConfig) -> Result<MoveReader<G>, NetworkError> {
        let moves = config.check_game::<G>()?;
        let places = |known: Vec<(String, f32)>, read: &[(String, f32)]| -> Vec<Option<(u16, f32)>> {
            let place = |(name, _): &(String, f32)| {
                let place = read.iter().position(|(read, _)| read == name)?;
                Some((place as u16, read[place].1))
            };
            known.iter().map(place).collect()
        };
        Ok(MoveReader {
            fill: moves.fill,
            context: places((moves.context)(), &config.context),
            inputs: places((moves.inputs)(), &config.inputs),
            expert: config.residual.then_some(config.inputs.len() as u16),
        })
    }

    /// Replaces `out` by the numbers of a decision.
    pub fn read(&self, state: &G, seat: Seat, legal: &[G::Action], buffers: &mut MoveBuffers, out: &mut MoveNumbers) {
        let MoveBuffers { context, rows, scores } = buffers;
        context.clear();
        context.resize(self.context.len(), 0.0);
        rows.clear();
        rows.resize(legal.len() * self.inputs.len(), 0.0);
        scores.clear();
        let wanted = self.expert.is_some().then_some(&mut *scores);
        (self.fill)(state, seat, legal, rows, context, wanted);
        out.context.clear();
        list(context, &self.context, &mut out.context);
        out.moves.clear();
        out.ends.clear();
        out.ruled_out.clear();
        if self.expert.is_some() && scores.is_empty() {
            score_choice(state, seat, legal, scores);
        }
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        for (place, row) in rows.chunks_exact(self.inputs.len()).enumerate() {
            list(row, &self.inputs, &mut out.moves);
            if let Some(first) = self.expert {
                if scores[place] == f64::NEG_INFINITY {
                    out.ruled_out.push(place as u32);
                }
                match (best - scores[place]) as f32 {
                    0.0 => out.moves.push((first + 1, 1.0)),
                    behind => out.moves.push((first, -BEHIND_FACTOR * behind.min(MOST_BEHIND))),
                }
            }
            out.ends.push(out.moves.len() as u32);
        }
    }
}

/// Appends the numbers that are not 0 and that are read.
fn list(numbers: &[f32], places: &[Option<(u16, f32)>], out: &mut Vec<(u16, f32)>) {
    const LANES: usize = 8;
    let (whole, last) = numbers.as_chunks::<LANES>();
    let (whole_places, last_places) = places.as_chunks::<LANES>();
    for (numbers, places) in whole.iter().zip(whole_places) {
        // Most numbers are 0, and several are passed over at once.
        if numbers.iter().fold(0, |bits, number| bits | number.to_bits()) == 0 {
            continue;
        }
        // Which of the others are 0 can hardly be foreseen: no branch depends on it.
        let (mut found, mut count) = ([(0, 0.0); LANES], 0);
        for (number, place) in numbers.iter().zip(places) {
            let (place, factor) = place.unwrap_or_default();
            found[count % LANES] = (place, number * factor);
            count += usize::from(number * factor != 0.0);
        }
        out.extend_from_slice(&found[..count]);
    }
    for (number, place) in last.iter().zip(last_places) {
        let (place, factor) = place.unwrap_or_default();
        if number * factor != 0.0 {
            out.push((place, number * factor));
        }
    }
}

/// Where the expert has no scores, those of all moves but the one it plays are 1 below.
fn score_choice<G: Heuristics>(state: &G, seat: Seat, legal: &[G::Action], scores: &mut Vec<f64>) {
    if let Some(expert) = G::HEURISTIC {
        // Experts with a rule for each kind of decision draw nothing; one that does is asked with a generator of its
        // own.
        let mut rng = heist_engine::random::stream(0, "residual", 0);
        let choice = expert(state, seat, legal, &mut rng);
        scores.extend(legal.iter().map(|&action| if action == choice { 0.0 } else { -1.0 }));
    }
}

/// The weights of a policy that scores moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveScorer {
    context: usize,
    inputs: usize,
    hidden: usize,
    /// The columns of `weight`, one number of the decision or of the move after the other; then `bias`, `out` and
    /// `direct`.
    parameters: Vec<f32>,
}

impl MoveScorer {
    /// The names of its tensors.
    pub const TENSORS: [&str; 3] = MovesConfig::TENSORS;

    /// A scorer whose weights are all 0.
    pub fn new(config: &MovesConfig) -> MoveScorer {
        let (context, inputs, hidden) = (config.context.len(), config.move_inputs(), config.hidden);
        MoveScorer {
            context,
            inputs,
            hidden,
            parameters: vec![0.0; (context + inputs + 2) * hidden + inputs],
        }
    }

    /// Takes over the values of its [tensors](MoveScorer::TENSORS), whose shapes are those of
    /// [`tensors`](MoveScorer::tensors).
    pub fn set_tensors(&mut self, [weight, bias, score]: [&[f32]; 3]) {
        let (columns, hidden) = (self.columns(), self.hidden);
        for (place, parameter) in self.parameters[..columns * hidden].iter_mut().enumerate() {
            *parameter = weight[place % hidden * columns + place / hidden];
        }
        self.parameters[columns * hidden..][..hidden].copy_from_slice(bias);
        self.parameters[(columns + 1) * hidden..].copy_from_slice(score);
    }

    /// Its [tensors](MoveScorer::TENSORS).
    pub fn tensors(&self) -> [Tensor; 3] {
        let columns = self.columns();
        let weight =
            (0..self.hidden * columns).map(|place| self.parameters[place % columns * self.hidden + place / columns]);
        let tensor = |shape: Vec<usize>, values: Vec<f32>| Tensor { shape, values };
        [
            tensor(vec![self.hidden, columns], weight.collect()),
            tensor(vec![self.hidden], self.bias().to_vec()),
            tensor(
                vec![1, self.hidden + self.inputs],
                self.parameters[(columns + 1) * self.hidden..].to_vec(),
            ),
        ]
    }

    /// All weights: for each number of the decision and then of the move, its weight in every hidden unit; then the
    /// biases of the hidden units, their weights in the score, and the weights of the move's numbers in it.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The same, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// Numbers of a decision.
    pub fn context(&self) -> usize {
        self.context
    }

    /// Numbers of a move.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Hidden units.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    fn columns(&self) -> usize {
        self.context + self.inputs
    }

    fn bias(&self) -> &[f32] {
        &self.parameters[self.columns() * self.hidden..][..self.hidden]
    }

    /// Appends the log odds of the moves of a decision. `hidden` is replaced by the sums of the hidden units before
    /// their activation, a row per move.
    pub fn logits(&self, numbers: &MoveNumbers, hidden: &mut Vec<f32>, out: &mut Vec<f32>) {
        let (column, rest) = self.parameters.split_at(self.columns() * self.hidden);
        let (bias, rest) = rest.split_at(self.hidden);
        let (score, direct) = rest.split_at(self.hidden);
        let of_moves = &column[self.context * self.hidden..];
        hidden.clear();
        hidden.extend_from_slice(bias);
        add(column, &numbers.context, hidden);
        // The sums of the decision are those that each move's begin with; the last move takes them over.
        let moves = numbers.ends.len();
        for _ in 1..moves {
            hidden.extend_from_within(..self.hidden);
        }
        for (row, sums) in numbers.rows().zip(hidden.chunks_exact_mut(self.hidden)) {
            add(of_moves, row, sums);
            let straight: f32 = row
                .iter()
                .map(|&(place, number)| direct[usize::from(place)] * number)
                .sum();
            out.push(straight + rectified_dot(sums, score));
        }
        let first = out.len() - moves;
        for &place in &numbers.ruled_out {
            out[first + place as usize] = RULED_OUT;
        }
    }
}

/// Adds columns, each times a number, to sums.
fn add(columns: &[f32], numbers: &[(u16, f32)], sums: &mut [f32]) {
    /// Sums that fit into the registers of every processor, so that they are loaded and stored once for all columns.
    const BLOCK: usize = 32;
    let width = sums.len();
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    for (place_of_block, block) in blocks.iter_mut().enumerate() {
        let mut sums = *block;
        for &(place, number) in numbers {
            let start = usize::from(place) * width + place_of_block * BLOCK;
            let column = &columns[start..start + BLOCK];
            for (sum, weight) in sums.iter_mut().zip(column) {
                *sum += weight * number;
            }
        }
        *block = sums;
    }
    let first = width - rest.len();
    for &(place, number) in numbers {
        let column = &columns[usize::from(place) * width + first..][..rest.len()];
        for (sum, weight) in rest.iter_mut().zip(column) {
            *sum += weight * number;
        }
    }
}

/// The sum of what is above 0, each times its weight.
fn rectified_dot(sums: &[f32], weights: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut lanes = [0.0; LANES];
    let (sums, last_sums) = sums.as_chunks::<LANES>();
    let (weights, last_weights) = weights.as_chunks::<LANES>();
    for (sums, weights) in sums.iter().zip(weights) {
        for lane in 0..LANES {
            lanes[lane] += sums[lane].max(0.0) * weights[lane];
        }
    }
    let rest = last_sums.iter().zip(last_weights);
    lanes.iter().sum::<f32>() + rest.map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>()
}
