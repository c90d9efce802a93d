//! AdamW, with the average of the weights.
//!
//! Written with tensors because the state of LibTorch's own optimisers cannot be saved through `tch`, without which a
//! run that is resumed could not end with the same bytes.

use tch::{Kind, Tensor};

pub use super::config::OptimizerConfig;
use super::model::{ImportError, Model};

/// The state of AdamW for one model.
#[derive(Debug)]
pub struct Optimizer {
    config: OptimizerConfig,
    steps: u64,
    moments: Vec<Moments>,
}

/// What is kept of a parameter, all of its shape.
#[derive(Debug)]
struct Moments {
    name: String,
    gradient: Tensor,
    square: Tensor,
    average: Tensor,
}

impl Optimizer {
    /// An optimiser that has made no step.
    pub fn new(config: OptimizerConfig, model: &Model) -> Optimizer {
        let moments = model.parameters().iter().map(|(name, parameter)| Moments {
            name: name.clone(),
            gradient: tch::no_grad(|| parameter.zeros_like()),
            square: tch::no_grad(|| parameter.zeros_like()),
            average: parameter.detach().copy(),
        });
        Optimizer {
            config,
            steps: 0,
            moments: moments.collect(),
        }
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Makes a step down the gradients, of which there is one for each parameter of the model (see
    /// [`Model::gradients`]); a parameter without one stays as it is. Answers with the length of all gradients
    /// together, before they were shortened.
    pub fn step(&mut self, model: &mut Model, gradients: &[Option<Tensor>], rate: f64) -> f64 {
        tch::no_grad(|| self.step_without_gradients(model, gradients, rate))
    }

    fn step_without_gradients(&mut self, model: &mut Model, gradients: &[Option<Tensor>], rate: f64) -> f64 {
        let config = self.config;
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let norms: Vec<Tensor> = gradients.iter().flatten().map(Tensor::norm).collect();
        let norm = if norms.is_empty() {
            0.0
        } else {
            Tensor::stack(&norms, 0).norm().double_value(&[])
        };
        let scale = if config.clip > 0.0 && norm > config.clip {
            config.clip / norm
        } else {
            1.0
        };
        let correction1 = 1.0 - config.beta1.powi(steps);
        let correction2 = 1.0 - config.beta2.powi(steps);
        // As PyTorch's rule for averages: it trusts the first steps less than the constant share would.
        let keep = config.average.min((1 + self.steps) as f64 / (10 + self.steps) as f64);
        for (place, moments) in self.moments.iter_mut().enumerate() {
            let parameter = &mut model.parameters_mut()[place].1;
            if let Some(gradient) = &gradients[place] {
                let _ = moments.gradient.g_mul_scalar_(config.beta1);
                let _ = moments.gradient.g_add_(&(gradient * (scale * (1.0 - config.beta1))));
                let _ = moments.square.g_mul_scalar_(config.beta2);
                let weighted = gradient * (scale * scale * (1.0 - config.beta2));
                let _ = moments.square.addcmul_(gradient, &weighted);
                if moments.name.ends_with(".weight") {
                    let _ = parameter.g_mul_scalar_(1.0 - rate * config.weight_decay);
                }
                let root = (&moments.square / correction2).sqrt_() + config.epsilon;
                let _ = parameter.addcdiv_(&(&moments.gradient * (-rate / correction1)), &root);
            }
            if config.average > 0.0 {
                let _ = moments.average.lerp_(parameter, 1.0 - keep);
            } else {
                moments.average.copy_(parameter);
            }
        }
        norm
    }

    /// The averaged weights by name: the network to export.
    pub fn averaged(&self) -> Vec<(String, Tensor)> {
        let averaged = self.moments.iter();
        averaged
            .map(|moments| (moments.name.clone(), moments.average.to_kind(Kind::Float)))
            .collect()
    }

    /// The state as named tensors.
    pub fn export(&self) -> Vec<(String, Tensor)> {
        let parts = self.moments.iter().flat_map(|moments| {
            [
                ("gradient", &moments.gradient),
                ("square", &moments.square),
                ("average", &moments.average),
            ]
            .map(|(part, tensor)| (format!("{part}.{}", moments.name), tensor.shallow_clone()))
        });
        parts.collect()
    }

    /// Replaces the state by what [`export`](Optimizer::export) gave after as many steps.
    pub fn import(&mut self, tensors: &[(String, Tensor)], steps: u64) -> Result<(), ImportError> {
        let find = |part: &str, moments: &Moments| {
            let name = format!("{part}.{}", moments.name);
            let expected = moments.gradient.size();
            match tensors.iter().find(|(other, _)| *other == name) {
                None => Err(ImportError::Missing { name, expected }),
                Some((_, tensor)) if tensor.size() != expected => Err(ImportError::Shape {
                    name,
                    found: tensor.size(),
                    expected,
                }),
                Some((_, tensor)) => Ok(tensor),
            }
        };
        for moments in &self.moments {
            for part in ["gradient", "square", "average"] {
                find(part, moments)?;
            }
        }
        for moments in &mut self.moments {
            let (gradient, square, average) = (
                find("gradient", moments)?,
                find("square", moments)?,
                find("average", moments)?,
            );
            moments.gradient.copy_(gradient);
            moments.square.copy_(square);
            moments.average.copy_(average);
        }
        self.steps = steps;
        Ok(())
    }
}
