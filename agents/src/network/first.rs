//! The first layer: a sum of the rows of the active features.

use super::format::Tensor;

/// Numbers that are added side by side: rows are padded to a multiple.
const LANES: usize = 32;
/// Rows that are added up in 16 bits before their sum is widened.
const GROUP: usize = 4;
/// The greatest quantised weight: the sum of a group still fits into 16 bits.
const LARGEST: f32 = (i16::MAX / GROUP as i16) as f32;

/// The first layer in single precision, computed from scratch in the order of the features.
#[derive(Debug)]
pub struct SingleFirst {
    width: usize,
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl SingleFirst {
    /// The layer of a weight of shape [features, width] and a bias.
    pub fn new(weight: &Tensor, bias: &Tensor) -> SingleFirst {
        SingleFirst {
            width: bias.values.len(),
            weight: weight.values.clone(),
            bias: bias.values.clone(),
        }
    }

    /// Replaces `out` by the sums, before their activation.
    pub fn sum(&self, features: &[u32], out: &mut Vec<f32>) {
        out.clear();
        out.extend_from_slice(&self.bias);
        for &feature in features {
            let row = &self.weight[feature as usize * self.width..][..self.width];
            out.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
    }
}

/// The first layer with weights of 16 bits and sums of 32, which are exact in any order: a sum that was brought up to
/// date has the same bits as one from scratch.
///
/// Every column has a scale of its own. Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for
/// Computer Shogi" (2018), introduced such layers.
#[derive(Debug)]
pub struct QuantisedFirst {
    /// The width of a row with its padding.
    padded: usize,
    weight: Vec<i16>,
    /// What one step of a column's sum is worth.
    steps: Vec<f32>,
    bias: Vec<f32>,
}

/// A sum of the first layer with the features it was made of.
#[derive(Clone, Default, Debug)]
pub struct Accumulator {
    /// The features as bits.
    features: Vec<u64>,
    /// The sums without the bias, padded.
    sums: Vec<i32>,
}

/// Buffers for the comparison of features.
#[derive(Default, Debug)]
pub struct Difference {
    features: Vec<u64>,
    went: Vec<u32>,
    came: Vec<u32>,
}

impl QuantisedFirst {
    /// The layer of a weight of shape [features, width] and a bias.
    pub fn new(weight: &Tensor, bias: &Tensor) -> QuantisedFirst {
        let width = bias.values.len();
        let mut largest = vec![0f32; width];
        for row in weight.values.chunks_exact(width) {
            largest
                .iter_mut()
                .zip(row)
                .for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        // A column without weights has any scale.
        let steps: Vec<f32> = largest
            .into_iter()
            .map(|most| if most > f32::MIN_POSITIVE { most / LARGEST } else { 1.0 })
            .collect();
        let padded = width.next_multiple_of(LANES);
        let mut quantised = vec![0i16; weight.values.len() / width * padded];
        for (to, from) in quantised
            .chunks_exact_mut(padded)
            .zip(weight.values.chunks_exact(width))
        {
            for ((to, from), step) in to.iter_mut().zip(from).zip(&steps) {
                *to = (from / step).round().clamp(-LARGEST, LARGEST) as i16;
            }
        }
        QuantisedFirst {
            padded,
            weight: quantised,
            steps,
            bias: bias.values.clone(),
        }
    }

    /// The sums of features from scratch.
    pub fn start(&self, features: &[u32], to: &mut Accumulator) {
        to.sums.clear();
        to.sums.resize(self.padded, 0);
        self.add::<1>(features, &mut to.sums);
        to.features.clear();
        to.features.resize(self.weight.len() / self.padded / 64 + 1, 0);
        set_bits(features, &mut to.features);
    }

    /// The sums of features by those of another accumulator, whose features are much the same, or from scratch if that
    /// is shorter.
    pub fn update(&self, from: &Accumulator, features: &[u32], difference: &mut Difference, to: &mut Accumulator) {
        difference.compare(&from.features, features);
        let Difference {
            went,
            came,
            features: bits,
        } = difference;
        if went.len() + came.len() >= features.len() {
            return self.start(features, to);
        }
        to.sums.clone_from(&from.sums);
        self.add::<1>(came, &mut to.sums);
        self.add::<-1>(went, &mut to.sums);
        std::mem::swap(&mut to.features, bits);
    }

    /// Brings sums up to date with features, or computes them from scratch if that is shorter.
    pub fn advance(&self, sums: &mut Accumulator, features: &[u32], difference: &mut Difference) {
        difference.compare(&sums.features, features);
        if difference.went.len() + difference.came.len() >= features.len() {
            return self.start(features, sums);
        }
        self.add::<1>(&difference.came, &mut sums.sums);
        self.add::<-1>(&difference.went, &mut sums.sums);
        std::mem::swap(&mut sums.features, &mut difference.features);
    }

    /// Replaces `out` by the sums with the bias, before their activation.
    pub fn read(&self, sums: &Accumulator, out: &mut Vec<f32>) {
        let numbers = sums.sums.iter().zip(&self.steps).zip(&self.bias);
        out.clear();
        out.extend(numbers.map(|((&sum, step), bias)| sum as f32 * step + bias));
    }

    /// Adds the rows of features to sums, with a sign.
    fn add<const SIGN: i32>(&self, features: &[u32], sums: &mut [i32]) {
        for (place, sums) in sums.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let row = |feature: u32| -> &[i16; LANES] {
                let start = feature as usize * self.padded + place * LANES;
                self.weight[start..]
                    .first_chunk()
                    .expect("rows are padded to whole chunks")
            };
            let (groups, rest) = features.as_chunks::<GROUP>();
            let mut lanes = *sums;
            for &group in groups {
                let [a, b, c, d] = group.map(row);
                for lane in 0..LANES {
                    lanes[lane] += SIGN * i32::from(a[lane] + b[lane] + (c[lane] + d[lane]));
                }
            }
            for &feature in rest {
                let row = row(feature);
                for lane in 0..LANES {
                    lanes[lane] += SIGN * i32::from(row[lane]);
                }
            }
            *sums = lanes;
        }
    }
}

impl Difference {
    /// Finds what went from features, as bits, and what came. `after` is ascending.
    fn compare(&mut self, before: &[u64], after: &[u32]) {
        self.features.clear();
        self.features.resize(before.len(), 0);
        set_bits(after, &mut self.features);
        self.went.clear();
        self.came.clear();
        for (word, (&was, &is)) in before.iter().zip(&self.features).enumerate() {
            let first = word as u32 * u64::BITS;
            push_bits(was & !is, first, &mut self.went);
            push_bits(is & !was, first, &mut self.came);
        }
    }
}

fn set_bits(features: &[u32], bits: &mut [u64]) {
    for &feature in features {
        bits[feature as usize / 64] |= 1 << (feature % 64);
    }
}

fn push_bits(mut bits: u64, first: u32, out: &mut Vec<u32>) {
    while bits != 0 {
        out.push(first + bits.trailing_zeros());
        bits &= bits - 1;
    }
}
