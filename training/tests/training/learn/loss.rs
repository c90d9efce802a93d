//! Tests of what is minimised.

use heist_training::learn::batch::{PolicyTargets, Targets};
use heist_training::learn::config::LossConfig;
use heist_training::learn::loss::Loss;
use heist_training::learn::metrics::Losses;
use heist_training::learn::model::{Model, Precision};
use tch::Tensor;

use super::model::{input, model};
use heist_training::learn::model::FirstLayer;

/// Two decisions, of which the first has two valued moves and the second one.
fn targets() -> Targets {
    Targets {
        decisions: vec![0, 0, 1],
        differences: vec![0.0, 0.3, 0.0],
        errors: vec![0.0, 0.04, 0.0],
        references: vec![1.0, 0.0, 1.0],
        results: vec![1.0, 0.0],
        later: vec![1.0, -1.0, 0.5, 0.0, -1.0, 1.0, 0.0, 2.0],
        policy: Some(PolicyTargets {
            width: 3,
            legal: vec![4, 0, 2, 1, 0, 0],
            is_legal: vec![true, true, true, true, false, false],
            likelihoods: vec![0.5, 0.25, 0.25, 1.0, 0.0, 0.0],
            weights: vec![1.0, 0.5],
        }),
    }
}

fn losses(model: &Model, targets: &Targets) -> Losses {
    let output = model.forward(&input(), Precision::Single);
    let config = LossConfig {
        huber: 100.0,
        ..LossConfig::default()
    };
    Loss::of(model, &output, targets, &config).numbers()
}

fn numbers(tensor: &Tensor) -> Vec<f64> {
    Vec::<f64>::try_from(tensor.to_kind(tch::Kind::Double).view(-1)).unwrap()
}

#[test]
fn losses_are_those_of_their_formulas() {
    let model = model(FirstLayer::Scatter);
    let output = model.forward(&input(), Precision::Single);
    let found = losses(&model, &targets());
    let value = |logit: f64| 1.0 / (1.0 + (-logit).exp());
    let logits = numbers(output.value.as_ref().unwrap());
    let error = value(logits[3]) - value(logits[2]) - 0.3;
    let difference = 0.5 * error * error / (0.04f64.powi(2) + 0.02f64.powi(2)) / 2.0;
    assert!(
        (found.difference - difference).abs() < 1e-4 * difference,
        "{found:?}, {difference}"
    );
    let result = -(value(logits[0]).ln() + (1.0 - value(logits[1])).ln()) / 2.0;
    assert!((found.result - result).abs() < 1e-5, "{found:?}, {result}");
    let said = |head: &Option<Tensor>| numbers(head.as_ref().unwrap());
    let (stake, turns, figures) = (said(&output.stake), said(&output.turns), said(&output.figures));
    let said = [
        stake[0], turns[0], figures[0], figures[1], stake[1], turns[1], figures[2], figures[3],
    ];
    let errors = said
        .iter()
        .zip(targets().later)
        .map(|(said, later)| (said - f64::from(later)).powi(2));
    let auxiliary = 0.5 * errors.sum::<f64>() / 2.0;
    assert!((found.auxiliary - auxiliary).abs() < 1e-5, "{found:?}, {auxiliary}");
    let policy = numbers(output.policy.as_ref().unwrap());
    let sum: f64 = [4, 0, 2].iter().map(|&action| policy[action].exp()).sum();
    let likelihood = |action: usize| (policy[action].exp() / sum).ln();
    let entropy = -(0.5 * likelihood(4) + 0.25 * likelihood(0) + 0.25 * likelihood(2));
    // The only legal action of the second decision is certain.
    assert!((found.policy - entropy / 2.0).abs() < 1e-5, "{found:?}, {entropy}");
    let total = difference + result + 0.1 * auxiliary + entropy / 2.0;
    assert!((found.total - total).abs() < 1e-4 * total, "{found:?}, {total}");
}

#[test]
fn differences_from_the_mean_are_compared_with_the_mean() {
    let model = model(FirstLayer::Scatter);
    let targets = Targets {
        references: vec![0.5, 0.5, 1.0],
        differences: vec![-0.1, 0.1, 0.0],
        errors: vec![0.0, 0.0, 0.0],
        ..targets()
    };
    let output = model.forward(&input(), Precision::Single);
    let values = numbers(&output.value.as_ref().unwrap().sigmoid());
    let half = (values[3] - values[2]) / 2.0;
    let expected = 2.0 * 0.5 * (half - 0.1).powi(2) / 0.02f64.powi(2) / 2.0;
    let found = losses(&model, &targets).difference;
    assert!((found - expected).abs() < 1e-4 * expected, "{found}, {expected}");
}

#[test]
fn errors_of_many_standard_errors_count_by_their_size() {
    let model = model(FirstLayer::Scatter);
    let targets = Targets {
        differences: vec![0.0, 0.9, 0.0],
        ..targets()
    };
    let output = model.forward(&input(), Precision::Single);
    let found = Loss::of(&model, &output, &targets, &LossConfig::default())
        .numbers()
        .difference;
    let values = numbers(&output.value.as_ref().unwrap().sigmoid());
    let errors = (values[3] - values[2] - 0.9).abs() / (0.04f64.powi(2) + 0.02f64.powi(2)).sqrt();
    assert!(errors > 3.0);
    let expected = 3.0 * (errors - 1.5) / 2.0;
    assert!((found - expected).abs() < 1e-4 * expected, "{found}, {expected}");
}

#[test]
fn actions_that_are_not_legal_learn_nothing() {
    let model = model(FirstLayer::Scatter);
    let output = model.forward(&input(), Precision::Single);
    let config = LossConfig {
        difference: 0.0,
        result: 0.0,
        auxiliary: 0.0,
        ..LossConfig::default()
    };
    let loss = Loss::of(&model, &output, &targets(), &config);
    let gradients = model.gradients(&loss.total, &input(), &output);
    let place = model
        .parameters()
        .iter()
        .position(|(name, _)| name == "policy.bias")
        .unwrap();
    let gradient = numbers(gradients[place].as_ref().unwrap());
    let is_learned: Vec<bool> = gradient.iter().map(|number| number.abs() > 1e-6).collect();
    // The action 1 is the only one of its decision, so that there is nothing to learn either; 3 is never legal.
    assert_eq!(is_learned, [true, false, true, false, true]);
}
