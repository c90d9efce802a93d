//! A network as tensors with gradients.

use heist_engine::random::{self, Generator};
use rand::Rng;
use tch::{Device, Kind, Tensor};

use heist_agents::network::Activation;

use super::architecture::Architecture;
use super::input::{Bags, Input};

/// A network whose weights are tensors of LibTorch.
#[derive(Debug)]
pub struct Model {
    architecture: Architecture,
    device: Device,
    first_layer: FirstLayer,
    shared: Option<Shared>,
    /// Named as in the files of networks, in their order.
    parameters: Vec<(String, Tensor)>,
}

/// Features that share a part of their weights: the weights of such a feature are its own and those of its group.
#[derive(Debug)]
struct Shared {
    /// The features, i64.
    features: Tensor,
    /// The group of each, i64.
    groups: Tensor,
}

/// The parameter with the weights of features.
const FIRST: &str = "first.weight";

/// The parameter with the weights of groups, which is folded into those of features in files.
const SHARED: &str = "shared.weight";

/// What the heads say; `None` for a head that the network lacks.
#[derive(Debug)]
pub struct Output {
    /// The logit of the expected result, the base included, `[positions]`.
    pub value: Option<Tensor>,
    /// A logit for each action, `[positions, actions]`; this head and those below do not read siblings.
    pub policy: Option<Tensor>,
    /// What is lost of the stake until the next round, `[positions, 1]`.
    pub stake: Option<Tensor>,
    /// How long the game goes on, `[positions, 1]`.
    pub turns: Option<Tensor>,
    /// The figures of the result, `[positions, figures]`.
    pub figures: Option<Tensor>,
    /// The sums of embeddings, `[positions, width]`, from which gradients are scattered; `None` if LibTorch does that.
    embedded: Option<Tensor>,
}

/// How gradients of the first layer's weights are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstLayer {
    /// The gradients of the sums are added to the rows of the weights here. On a CPU this takes a tenth of the time of
    /// LibTorch, which sorts all indices first.
    Scatter,
    /// By LibTorch, on any device.
    Autograd,
}

/// In which numbers a forward pass is calculated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 32-bit floats throughout.
    Single,
    /// Weights and activations of the hidden layers as bfloat16; parameters, heads, gradients of parameters and losses
    /// as f32.
    Bfloat16,
}

/// Tensors that do not fit the network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    /// A tensor is missing.
    #[error("there is no tensor {name}, expected one of shape {expected:?}")]
    Missing {
        /// Its name.
        name: String,
        /// Its shape.
        expected: Vec<i64>,
    },
    /// A tensor has another shape.
    #[error("the tensor {name} has the shape {found:?}, expected {expected:?}")]
    Shape {
        /// Its name.
        name: String,
        /// The shape found.
        found: Vec<i64>,
        /// The shape of the network's.
        expected: Vec<i64>,
    },
}

impl Model {
    /// A network with small random weights, and heads of zeros: its value is 1/2, or its base where one is given, and
    /// its policy is uniform. The same seed gives the same weights.
    pub fn new(architecture: &Architecture, seed: u64, device: Device) -> Model {
        let mut rng = random::stream(seed, "learn/initial", 0);
        let mut model = Model {
            architecture: architecture.clone(),
            device,
            first_layer: if device == Device::Cpu {
                FirstLayer::Scatter
            } else {
                FirstLayer::Autograd
            },
            shared: None,
            parameters: Vec::new(),
        };
        let width = architecture.hidden[0];
        // As many terms as a position has features give a sum of about 1/2.
        let bound = 1.0 / (architecture.max_active as f32).sqrt();
        model.add(FIRST, &[architecture.features, width], |_| uniform(&mut rng, bound));
        // The middle of the range where a clipped unit passes its gradient on.
        model.add("first.bias", &[width], |_| 0.5);
        for (place, (inputs, outputs)) in architecture.layers().enumerate() {
            let bound = (6.0 / inputs as f32).sqrt();
            let name = format!("dense{}", place + 1);
            model.add(&format!("{name}.weight"), &[outputs, inputs], |_| {
                uniform(&mut rng, bound)
            });
            model.add(&format!("{name}.bias"), &[outputs], |_| 0.0);
        }
        for (name, outputs) in architecture.heads.list(architecture.actions) {
            model.add(&format!("{name}.weight"), &[outputs, architecture.last()], |_| 0.0);
            model.add(&format!("{name}.bias"), &[outputs], |_| 0.0);
        }
        model
    }

    fn add(&mut self, name: &str, shape: &[usize], value: impl FnMut(usize) -> f32) {
        let values: Vec<f32> = (0..shape.iter().product()).map(value).collect();
        let shape: Vec<i64> = shape.iter().map(|&width| width as i64).collect();
        let tensor = Tensor::from_slice(&values)
            .view(shape.as_slice())
            .to_device(self.device)
            .set_requires_grad(true);
        self.parameters.push((name.to_owned(), tensor));
    }

    /// Finds the gradients of the first layer in another way than the usual one of its device. They agree but for
    /// rounding.
    pub fn with_first_layer(mut self, first_layer: FirstLayer) -> Model {
        self.first_layer = first_layer;
        self
    }

    /// Lets features share a part of their weights, which begins with zeros: each of these features with the number of
    /// its group. What is learned of one is then learned of all of its group, apart from what makes it special.
    pub fn with_shared(mut self, members: &[(usize, usize)]) -> Model {
        let Some(last) = members.iter().map(|&(_, group)| group).max() else {
            return self;
        };
        let list = |of: fn(&(usize, usize)) -> usize| {
            let numbers: Vec<i64> = members.iter().map(|member| of(member) as i64).collect();
            self.tensor(&numbers)
        };
        self.shared = Some(Shared {
            features: list(|member| member.0),
            groups: list(|member| member.1),
        });
        let width = self.architecture.hidden[0];
        self.add(SHARED, &[last + 1, width], |_| 0.0);
        self
    }

    /// Weights as files have them: those of groups are added to those of their features.
    pub fn folded(&self, mut weights: Vec<(String, Tensor)>) -> Vec<(String, Tensor)> {
        let Some(place) = weights.iter().position(|(name, _)| name == SHARED) else {
            return weights;
        };
        let (_, shared) = weights.remove(place);
        if let Some((_, first)) = weights.iter_mut().find(|(name, _)| name == FIRST) {
            *first = tch::no_grad(|| self.with_groups(first, &shared));
        }
        weights
    }

    /// The weights of features, those of their groups included.
    fn with_groups(&self, first: &Tensor, groups: &Tensor) -> Tensor {
        match &self.shared {
            None => first.shallow_clone(),
            Some(shared) => first.index_add(0, &shared.features, &groups.index_select(0, &shared.groups)),
        }
    }

    /// The shape of the network.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Where its weights are.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Its weights by name, f32, in the order of the file format.
    pub fn parameters(&self) -> &[(String, Tensor)] {
        &self.parameters
    }

    /// The weights, to be changed in place.
    pub(super) fn parameters_mut(&mut self) -> &mut [(String, Tensor)] {
        &mut self.parameters
    }

    /// Replaces the weights by tensors of the same names and shapes; further tensors are ignored.
    pub fn import(&mut self, tensors: &[(String, Tensor)]) -> Result<(), ImportError> {
        let mut found = Vec::with_capacity(self.parameters.len());
        for (name, parameter) in &self.parameters {
            let Some((_, tensor)) = tensors.iter().find(|(other, _)| other == name) else {
                return Err(ImportError::Missing {
                    name: name.clone(),
                    expected: parameter.size(),
                });
            };
            if tensor.size() != parameter.size() {
                return Err(ImportError::Shape {
                    name: name.clone(),
                    found: tensor.size(),
                    expected: parameter.size(),
                });
            }
            found.push(tensor);
        }
        tch::no_grad(|| {
            for ((_, parameter), tensor) in self.parameters.iter_mut().zip(found) {
                parameter.copy_(tensor);
            }
        });
        Ok(())
    }

    /// What the network says of a batch of positions.
    pub fn forward(&self, input: &Input, precision: Precision) -> Output {
        let (last, embedded) = self.hidden(input, precision);
        let whole = match input.siblings {
            Some(_) => last.narrow(0, 0, input.positions.len() as i64),
            None => last.shallow_clone(),
        };
        let head = |name: &str, layer: &Tensor| {
            let weight = self.find(&format!("{name}.weight"))?;
            Some(layer.linear(weight, self.find(&format!("{name}.bias"))))
        };
        Output {
            value: head("value", &last).map(|logit| match &input.base {
                Some(base) => logit.squeeze_dim(1) + self.tensor(base),
                None => logit.squeeze_dim(1),
            }),
            policy: head("policy", &whole),
            stake: head("stake", &whole),
            turns: head("turns", &whole),
            figures: head("figures", &whole),
            embedded,
        }
    }

    /// The last hidden layer, `[positions, width]`, f32, and the sums of embeddings if gradients are scattered from
    /// them.
    fn hidden(&self, input: &Input, precision: Precision) -> (Tensor, Option<Tensor>) {
        let kind = match precision {
            Precision::Single => Kind::Float,
            Precision::Bfloat16 => Kind::BFloat16,
        };
        let parameter = |name: &str| {
            let found = self.find(name).expect("every network has its hidden layers");
            found.to_kind(kind)
        };
        let first = self.find(FIRST).expect("every network has its first layer");
        let weight = match self.find(SHARED) {
            Some(groups) => self.with_groups(first, groups).to_kind(kind),
            None => first.to_kind(kind),
        };
        let (sums, embedded) = match self.first_layer {
            FirstLayer::Autograd => (self.embed(&weight, input), None),
            FirstLayer::Scatter => {
                let leaf = tch::no_grad(|| self.embed(&weight, input)).set_requires_grad(true);
                (leaf.shallow_clone(), Some(leaf))
            }
        };
        let mut layer = self.activate(&(sums + parameter("first.bias")));
        if let Some(dense) = &input.dense {
            let shape = [-1, self.architecture.dense as i64];
            layer = Tensor::cat(&[layer, self.tensor(dense).view(shape).to_kind(kind)], 1);
        }
        for place in 1..self.architecture.hidden.len() {
            let weight = parameter(&format!("dense{place}.weight"));
            let bias = parameter(&format!("dense{place}.bias"));
            layer = self.activate(&layer.linear(&weight, Some(&bias)));
        }
        (layer.to_kind(Kind::Float), embedded)
    }

    /// The sums of embeddings, `[positions, width]`.
    fn embed(&self, weight: &Tensor, input: &Input) -> Tensor {
        let whole = self.sum(weight, &input.positions, None);
        let Some(siblings) = &input.siblings else {
            return whole;
        };
        let signs = self.tensor(&siblings.signs).to_kind(weight.kind());
        let changes = self.sum(weight, &siblings.changes, Some(&signs));
        let siblings = whole.index_select(0, &self.tensor(&siblings.parents)) + changes;
        Tensor::cat(&[whole, siblings], 0)
    }

    fn sum(&self, weight: &Tensor, bags: &Bags, signs: Option<&Tensor>) -> Tensor {
        /// PyTorch's number of the mode that adds.
        const SUM: i64 = 0;
        let indices = self.indices(&bags.indices, self.architecture.features);
        let offsets = self.tensor(&bags.offsets);
        let (sums, ..) = Tensor::embedding_bag(weight, &indices, &offsets, false, SUM, false, signs, false);
        sums
    }

    /// The gradients of a loss by each of the [`parameters`](Model::parameters), in their order; `None` for one that
    /// the loss does not depend on. The loss is a number that was calculated from this output of this input.
    pub fn gradients(&self, loss: &Tensor, input: &Input, output: &Output) -> Vec<Option<Tensor>> {
        // A batch may have nothing to teach: a policy learns nothing from decisions that were not looked into.
        if !loss.requires_grad() {
            return self.parameters.iter().map(|_| None).collect();
        }
        let mut leaves: Vec<&Tensor> = self.parameters.iter().map(|(_, tensor)| tensor).collect();
        if let Some(embedded) = &output.embedded {
            leaves[0] = embedded;
        }
        let gradients = Tensor::run_backward(&[loss], &leaves, false, false);
        let mut gradients: Vec<Option<Tensor>> = gradients
            .into_iter()
            .map(|gradient| gradient.defined().then_some(gradient))
            .collect();
        if output.embedded.is_some() {
            let first = gradients[0].take().map(|sums| self.scatter(&sums, input));
            if let (Some(shared), Some(first)) = (&self.shared, &first) {
                // The last one that was added.
                let place = self.parameters.len() - 1;
                let groups = self.parameters[place].1.zeros_like().set_requires_grad(false);
                gradients[place] = Some(groups.index_add(0, &shared.groups, &first.index_select(0, &shared.features)));
            }
            gradients[0] = first;
        }
        gradients
    }

    /// The gradients of the first layer's weights from those of the sums.
    fn scatter(&self, sums: &Tensor, input: &Input) -> Tensor {
        let width = self.architecture.hidden[0];
        let mut rows = vec![0.0f32; sums.numel()];
        let length = rows.len();
        sums.to_kind(Kind::Float).copy_data(&mut rows, length);
        let mut weight = vec![0.0f32; self.architecture.features * width];
        let (whole, siblings) = rows.split_at_mut(input.positions.len() * width);
        if let Some(input) = &input.siblings {
            for (place, row) in siblings.chunks_exact(width).enumerate() {
                let parent = &mut whole[input.parents[place] as usize * width..][..width];
                add(parent, row, 1.0);
                for at in input.changes.range(place) {
                    let feature = input.changes.indices[at] as usize;
                    add(&mut weight[feature * width..][..width], row, input.signs[at]);
                }
            }
        }
        for (place, row) in whole.chunks_exact(width).enumerate() {
            for at in input.positions.range(place) {
                let feature = input.positions.indices[at] as usize;
                add(&mut weight[feature * width..][..width], row, 1.0);
            }
        }
        Tensor::from_slice(&weight)
            .view([-1, width as i64])
            .to_device(self.device)
    }

    /// Indices below `count` as a tensor of 32 bits on the device of the model; on their way there they have 16 where
    /// those suffice.
    pub(super) fn indices(&self, indices: &[i32], count: usize) -> Tensor {
        if count > 1 << 15 {
            return self.tensor(indices);
        }
        let narrow: Vec<i16> = indices.iter().map(|&index| index as i16).collect();
        self.tensor(&narrow).to_kind(Kind::Int)
    }

    /// Numbers as a tensor on the device of the model.
    pub(super) fn tensor<T: tch::kind::Element>(&self, numbers: &[T]) -> Tensor {
        Tensor::from_slice(numbers).to_device(self.device)
    }

    fn activate(&self, layer: &Tensor) -> Tensor {
        match self.architecture.activation {
            Activation::Crelu => layer.clamp(0.0, 1.0),
            Activation::Relu => layer.relu(),
        }
    }

    fn find(&self, name: &str) -> Option<&Tensor> {
        self.parameters
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, tensor)| tensor)
    }
}

fn add(to: &mut [f32], row: &[f32], sign: f32) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += sign * number;
    }
}

/// A number between `-bound` and `bound`.
fn uniform(rng: &mut Generator, bound: f32) -> f32 {
    // As many bits as an f32 of [1, 2) has.
    let unit = (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
    bound * (2.0 * unit - 1.0)
}
