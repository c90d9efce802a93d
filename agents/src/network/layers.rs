//! The layers after the first one, and what is done with their sums.

use super::format::{Activation, Tensor};

/// Outputs that are computed side by side.
const LANES: usize = 16;

/// A dense layer: a sum of the columns of its weight, each times an input, and the bias.
///
/// The weight is kept in strips of [`LANES`] outputs, within a strip input by input, so that a strip's sums stay in
/// registers.
#[derive(Debug)]
pub struct Dense {
    outputs: usize,
    strips: Vec<Strip>,
}

#[derive(Debug)]
struct Strip {
    bias: [f32; LANES],
    weight: Vec<[f32; LANES]>,
}

impl Dense {
    /// The layer of a weight of shape [outputs, inputs] and a bias.
    pub fn new(weight: &Tensor, bias: &Tensor) -> Dense {
        let outputs = bias.values.len();
        let inputs = weight.values.len() / outputs;
        let strip = |first: usize| {
            let lanes = first..(first + LANES).min(outputs);
            let mut strip = Strip {
                bias: [0.0; LANES],
                weight: vec![[0.0; LANES]; inputs],
            };
            for (lane, output) in lanes.enumerate() {
                strip.bias[lane] = bias.values[output];
                for (input, weights) in strip.weight.iter_mut().enumerate() {
                    weights[lane] = weight.values[output * inputs + input];
                }
            }
            strip
        };
        Dense {
            outputs,
            strips: (0..outputs).step_by(LANES).map(strip).collect(),
        }
    }

    /// Multiplies the weights of an input by a factor.
    pub fn scale_input(&mut self, input: usize, factor: f32) {
        for strip in &mut self.strips {
            strip.weight[input].iter_mut().for_each(|weight| *weight *= factor);
        }
    }

    /// Replaces `out` by the sums, before their activation.
    pub fn sum(&self, inputs: &[f32], out: &mut Vec<f32>) {
        out.clear();
        for strip in &self.strips {
            let mut lanes = strip.bias;
            for (&input, weights) in inputs.iter().zip(&strip.weight) {
                for lane in 0..LANES {
                    lanes[lane] += input * weights[lane];
                }
            }
            out.extend_from_slice(&lanes);
        }
        out.truncate(self.outputs);
    }
}

/// A layer of which only some outputs are wanted: rows as they are in the file.
#[derive(Debug)]
pub struct Rows {
    inputs: usize,
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl Rows {
    /// The layer of a weight of shape [outputs, inputs] and a bias.
    pub fn new(weight: &Tensor, bias: &Tensor) -> Rows {
        Rows {
            inputs: weight.values.len() / bias.values.len(),
            weight: weight.values.clone(),
            bias: bias.values.clone(),
        }
    }

    /// Multiplies the weights of an input by a factor.
    pub fn scale_input(&mut self, input: usize, factor: f32) {
        for row in self.weight.chunks_exact_mut(self.inputs) {
            row[input] *= factor;
        }
    }

    /// One output.
    pub fn sum(&self, output: usize, inputs: &[f32]) -> f32 {
        const LANES: usize = 8;
        let row = &self.weight[output * self.inputs..][..self.inputs];
        let (inputs, other_inputs) = inputs.as_chunks::<LANES>();
        let (weights, other_weights) = row.as_chunks::<LANES>();
        let mut lanes = [0.0; LANES];
        for (inputs, weights) in inputs.iter().zip(weights) {
            for lane in 0..LANES {
                lanes[lane] += inputs[lane] * weights[lane];
            }
        }
        let others: f32 = other_inputs
            .iter()
            .zip(other_weights)
            .map(|(input, weight)| input * weight)
            .sum();
        lanes.iter().sum::<f32>() + others + self.bias[output]
    }
}

/// Applies an activation to sums.
pub fn activate(activation: Activation, sums: &mut [f32]) {
    match activation {
        Activation::Crelu => sums.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0)),
        Activation::Relu => sums.iter_mut().for_each(|sum| *sum = sum.max(0.0)),
    }
}
