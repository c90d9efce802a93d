//! Tests of networks as tensors.

use heist_engine::random;
use heist_training::learn::architecture::{Activation, Architecture, Heads};
use heist_training::learn::config::OptimizerConfig;
use heist_training::learn::input::{Bags, Input, Siblings};
use heist_training::learn::model::{FirstLayer, ImportError, Model, Precision};
use heist_training::learn::optimizer::Optimizer;
use rand::Rng;
use tch::{Device, Kind, Tensor};

fn architecture() -> Architecture {
    Architecture {
        features: 50,
        max_active: 12,
        actions: 5,
        hidden: vec![8, 6],
        dense: 3,
        activation: Activation::Crelu,
        heads: Heads {
            value: true,
            policy: true,
            stake: true,
            figures: 2,
            turns: true,
        },
    }
}

/// Two positions and three siblings with random features, one feature of each sibling gone and one come.
pub fn input() -> Input {
    let mut rng = random::stream(1, "test/input", 0);
    let mut positions = Bags::default();
    positions.push_list(|list| list.extend([1, 4, 9, 30]));
    positions.push_list(|list| list.extend([0, 4, 49]));
    let mut siblings = Siblings::default();
    for (parent, went, came) in [(0, 4, 5), (0, 1, 2), (1, 49, 48)] {
        siblings.changes.push_list(|list| list.extend([went, came]));
        siblings.signs.extend([-1.0, 1.0]);
        siblings.parents.push(parent);
    }
    Input {
        positions,
        siblings: Some(siblings),
        dense: Some((0..15).map(|_| (rng.next_u32() % 100) as f32 / 100.0).collect()),
        base: Some(vec![0.1, -0.2, 0.3, 0.0, 2.0]),
    }
}

/// The same positions, each told by all its features.
fn spelt_out() -> Input {
    let mut positions = Bags::default();
    for features in [
        &[1, 4, 9, 30][..],
        &[0, 4, 49],
        &[1, 5, 9, 30],
        &[2, 4, 9, 30],
        &[0, 4, 48],
    ] {
        positions.push_list(|list| list.extend_from_slice(features));
    }
    Input {
        positions,
        siblings: None,
        ..input()
    }
}

/// A network whose heads are not zeros.
pub fn model(first_layer: FirstLayer) -> Model {
    let mut model = Model::new(&architecture(), 3, Device::Cpu).with_first_layer(first_layer);
    let mut rng = random::stream(2, "test/weights", 0);
    let tensors: Vec<(String, Tensor)> = model
        .parameters()
        .iter()
        .map(|(name, tensor)| {
            let values: Vec<f32> = (0..tensor.numel())
                .map(|_| (rng.next_u32() % 1000) as f32 / 2000.0 - 0.2)
                .collect();
            (name.clone(), Tensor::from_slice(&values).view_as(tensor))
        })
        .collect();
    model.import(&tensors).expect("names and shapes are its own");
    model
}

fn loss(model: &Model, input: &Input) -> (Tensor, Vec<Option<Tensor>>) {
    let output = model.forward(input, Precision::Single);
    let value = output.value.as_ref().expect("it has the head").sigmoid();
    let policy = output
        .policy
        .as_ref()
        .expect("it has the head")
        .log_softmax(1, Kind::Float);
    let loss = (&value * &value).sum(Kind::Float) - policy.get(1).get(2);
    let gradients = model.gradients(&loss, input, &output);
    (loss.detach(), gradients)
}

fn distance(one: &Tensor, other: &Tensor) -> f64 {
    (one - other).abs().max().double_value(&[])
}

#[test]
fn a_new_network_says_what_its_base_says_and_prefers_no_move() {
    let model = Model::new(&architecture(), 3, Device::Cpu);
    let output = model.forward(&input(), Precision::Single);
    let value = Vec::<f32>::try_from(output.value.expect("it has the head")).expect("a list of numbers");
    assert_eq!(value, [0.1, -0.2, 0.3, 0.0, 2.0]);
    let policy = output.policy.expect("it has the head");
    assert_eq!(policy.size(), [2, 5]);
    assert_eq!(policy.abs().max().double_value(&[]), 0.0);
}

#[test]
fn the_same_seed_gives_the_same_weights_and_another_seed_others() {
    let first = |seed| Model::new(&architecture(), seed, Device::Cpu).parameters()[0].1.copy();
    assert_eq!(distance(&first(3), &first(3)), 0.0);
    assert!(distance(&first(3), &first(4)) > 0.1);
}

#[test]
fn siblings_told_by_differences_are_evaluated_as_if_spelt_out() {
    let model = model(FirstLayer::Scatter);
    let (short, gradients) = loss(&model, &input());
    let (whole, expected) = loss(&model, &spelt_out());
    assert!(distance(&short, &whole) < 1e-5, "{short} and {whole}");
    for (gradient, expected) in gradients.iter().zip(&expected) {
        match (gradient, expected) {
            (Some(gradient), Some(expected)) => assert!(distance(gradient, expected) < 1e-5),
            (gradient, expected) => assert_eq!(gradient.is_some(), expected.is_some()),
        }
    }
}

#[test]
fn scattered_gradients_are_those_of_autograd() {
    for input in [input(), spelt_out()] {
        let (_, scattered) = loss(&model(FirstLayer::Scatter), &input);
        let (_, expected) = loss(&model(FirstLayer::Autograd), &input);
        assert!(
            scattered[0]
                .as_ref()
                .is_some_and(|gradient| gradient.abs().max().double_value(&[]) > 0.01)
        );
        for (gradient, expected) in scattered.iter().zip(&expected) {
            match (gradient, expected) {
                (Some(gradient), Some(expected)) => assert!(distance(gradient, expected) < 1e-5),
                (gradient, expected) => assert_eq!(gradient.is_some(), expected.is_some()),
            }
        }
    }
}

#[test]
fn a_head_that_the_loss_ignores_has_no_gradient() {
    let model = model(FirstLayer::Scatter);
    let (_, gradients) = loss(&model, &input());
    for ((name, _), gradient) in model.parameters().iter().zip(&gradients) {
        let is_used = !["stake", "figures", "turns"].iter().any(|head| name.starts_with(head));
        assert_eq!(gradient.is_some(), is_used, "{name}");
    }
}

#[test]
fn bfloat16_is_close_to_single_precision() {
    let model = model(FirstLayer::Autograd);
    let value = |precision| model.forward(&input(), precision).value.expect("it has the head");
    let distance = distance(&value(Precision::Single), &value(Precision::Bfloat16));
    assert!(distance > 0.0 && distance < 0.05, "{distance}");
}

#[test]
fn weights_of_other_names_or_shapes_are_refused() {
    let mut model = model(FirstLayer::Scatter);
    let mut tensors: Vec<(String, Tensor)> = model
        .parameters()
        .iter()
        .map(|(name, tensor)| (name.clone(), tensor.detach().copy()))
        .collect();
    let last = tensors.pop().expect("it has parameters");
    let missing = model.import(&tensors).expect_err("the last one is missing");
    assert_eq!(
        missing.to_string(),
        "there is no tensor turns.bias, expected one of shape [1]"
    );
    tensors.push((last.0, Tensor::zeros([2], (Kind::Float, Device::Cpu))));
    assert!(matches!(model.import(&tensors), Err(ImportError::Shape { .. })));
}

#[test]
fn adamw_takes_the_steps_that_its_paper_describes() {
    let mut model = model(FirstLayer::Scatter);
    let config = OptimizerConfig {
        clip: 0.0,
        average: 0.0,
        ..OptimizerConfig::default()
    };
    let mut optimizer = Optimizer::new(config, &model);
    let of = |tensor: &Tensor| tensor.double_value(&[1, 2]);
    let place = model.parameters().iter().position(|(name, _)| name == "dense1.weight");
    let place = place.expect("it has a dense layer");
    let (mut weight, mut gradient_average, mut square_average) = (of(&model.parameters()[place].1), 0.0, 0.0);
    for step in 1..=3 {
        let (_, gradients) = loss(&model, &input());
        let gradient = of(gradients[place].as_ref().expect("the loss depends on it"));
        gradient_average = 0.9 * gradient_average + 0.1 * gradient;
        square_average = 0.999 * square_average + 0.001 * gradient * gradient;
        weight *= 1.0 - 0.1 * 0.01;
        let root = (square_average / (1.0 - 0.999f64.powi(step))).sqrt() + 1e-8;
        weight -= 0.1 * gradient_average / (1.0 - 0.9f64.powi(step)) / root;
        optimizer.step(&mut model, &gradients, 0.1);
        let found = of(&model.parameters()[place].1);
        assert!((found - weight).abs() < 1e-5, "step {step}: {found}, expected {weight}");
    }
}

#[test]
fn clipped_gradients_have_the_length_allowed() {
    // A step of AdamW with equal shares does not depend on the length, so the state is compared.
    let mut model = model(FirstLayer::Scatter);
    let config = OptimizerConfig {
        clip: 0.01,
        beta1: 0.0,
        ..OptimizerConfig::default()
    };
    let mut optimizer = Optimizer::new(config, &model);
    let (_, gradients) = loss(&model, &input());
    let length = optimizer.step(&mut model, &gradients, 0.1);
    assert!(length > 0.1, "{length}");
    let squares: f64 = optimizer
        .export()
        .iter()
        .filter(|(name, _)| name.starts_with("gradient."))
        .map(|(_, tensor)| tensor.norm().double_value(&[]).powi(2))
        .sum();
    assert!((squares.sqrt() - 0.01).abs() < 1e-6, "{}", squares.sqrt());
}
