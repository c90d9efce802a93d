//! Policies that score moves one by one, as tensors: [`MoveScorer`](heist_agents::network::MoveScorer) for many
//! decisions at once.

use heist_agents::network::{MoveNumbers, MovesConfig};
use tch::{Device, Kind, Tensor};

use super::input::Bags;

/// The moves of a batch are filled up to a multiple, so that sums have the same shape, and are rounded alike, in most
/// batches.
const MULTIPLE: usize = 1024;

/// The numbers of decisions and of their moves that are not 0.
#[derive(Default)]
pub(super) struct MoveBatch {
    decisions: Sparse,
    moves: Sparse,
}

/// Lists of numbers, each with its place.
#[derive(Default)]
struct Sparse {
    places: Bags,
    numbers: Vec<f32>,
}

impl Sparse {
    fn push(&mut self, list: &[(u16, f32)]) {
        self.places.push(list.iter().map(|&(place, _)| place.into()));
        self.numbers.extend(list.iter().map(|&(_, number)| number));
    }

    fn append(&mut self, other: &mut Sparse) {
        self.places.append(&mut other.places);
        self.numbers.append(&mut other.numbers);
    }

    /// The sums of rows of a weight, each times a number; empty lists are added up to `count`.
    fn sum(&self, weight: &Tensor, count: usize) -> Tensor {
        /// PyTorch's number of the mode that adds.
        const SUM: i64 = 0;
        let mut offsets = self.places.offsets.clone();
        offsets.resize(count, self.places.indices.len() as i32);
        let device = weight.device();
        let places = Tensor::from_slice(&self.places.indices).to_device(device);
        let offsets = Tensor::from_slice(&offsets).to_device(device);
        let numbers = Tensor::from_slice(&self.numbers).to_device(device);
        let (sums, ..) = Tensor::embedding_bag(weight, &places, &offsets, false, SUM, false, Some(&numbers), false);
        sums
    }
}

impl MoveBatch {
    /// Adds a decision with its moves.
    pub fn push(&mut self, numbers: &MoveNumbers) {
        self.decisions.push(&numbers.context);
        numbers.rows().for_each(|row| self.moves.push(row));
    }

    /// Moves the decisions of another after these.
    pub fn append(&mut self, other: &mut MoveBatch) {
        self.decisions.append(&mut other.decisions);
        self.moves.append(&mut other.moves);
    }
}

/// The weights.
#[derive(Debug)]
pub(super) struct MoveModel {
    /// Of the decision's numbers, `[numbers, hidden]`.
    decisions: Tensor,
    /// Of the move's numbers, `[numbers, hidden]`.
    moves: Tensor,
    /// `[hidden]`.
    bias: Tensor,
    /// Of the hidden units, `[hidden]`.
    score: Tensor,
    /// Of the move's numbers in its score, `[numbers, 1]`.
    direct: Tensor,
}

impl MoveModel {
    /// The weights among the tensors of a file, which has them.
    pub fn new(config: &MovesConfig, tensors: &[(String, Tensor)], device: Device) -> MoveModel {
        let [weight, bias, score] = config.shapes().map(|(name, _)| {
            let found = tensors.iter().find(|(other, _)| *other == name);
            found.expect("the tensors were checked").1.to_device(device)
        });
        let (context, inputs) = (config.context.len() as i64, config.move_inputs() as i64);
        let columns = |first, count| weight.narrow(1, first, count).transpose(0, 1).contiguous();
        let hidden = config.hidden as i64;
        MoveModel {
            decisions: columns(0, context),
            moves: columns(context, inputs),
            score: score.narrow(1, 0, hidden).reshape([-1]),
            direct: score.narrow(1, hidden, inputs).reshape([-1, 1]),
            bias,
        }
    }

    /// The log odds of all moves, given how many each decision has.
    pub fn logits(&self, batch: &MoveBatch, counts: &[i32]) -> Tensor {
        let count = batch.moves.places.len();
        if count == 0 {
            return Tensor::empty([0], (Kind::Float, self.bias.device()));
        }
        let filled = count.next_multiple_of(MULTIPLE);
        // The moves that fill up belong to the last decision.
        let mut counts = counts.to_vec();
        if let Some(last) = counts.last_mut() {
            *last += (filled - count) as i32;
        }
        let counts = Tensor::from_slice(&counts).to_device(self.bias.device());
        let decision = Tensor::repeat_interleave(&counts, filled as i64);
        let of_decisions = batch.decisions.sum(&self.decisions, batch.decisions.places.len());
        let of_moves = batch.moves.sum(&self.moves, filled);
        let hidden = (of_decisions.index_select(0, &decision) + of_moves + &self.bias).relu();
        let scores = (hidden * &self.score).sum_dim_intlist(1, false, Kind::Float);
        let direct = batch.moves.sum(&self.direct, filled).squeeze_dim(1);
        (scores + direct).narrow(0, 0, count as i64)
    }
}
