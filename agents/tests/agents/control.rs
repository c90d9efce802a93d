use heist_agents::arena::control::{Control, adjust, adjusted_mean};
use heist_engine::random::{Generator, stream};
use rand::Rng;

fn uniform(rng: &mut Generator) -> f64 {
    rng.next_u64() as f64 / 2f64.powi(64)
}

/// Samples of mean 1/3 that go with a control of mean 0, but not in a straight line: `x * x` and `x - 1/2`.
fn samples(rng: &mut Generator, count: usize) -> (Vec<f64>, Control) {
    let numbers: Vec<f64> = (0..count).map(|_| uniform(rng)).collect();
    let control = Control {
        numbers: numbers.iter().map(|x| x - 0.5).collect(),
        expected: 0.0,
    };
    (numbers.iter().map(|x| x * x).collect(), control)
}

#[test]
fn the_mean_stays_unbiased_and_gets_sharper() {
    const TRIALS: usize = 4_000;
    let mut rng = stream(1, "control", 0);
    let (mut plain, mut adjusted, mut covered) = (Vec::new(), Vec::new(), 0);
    for _ in 0..TRIALS {
        let (values, control) = samples(&mut rng, 20);
        plain.push(values.iter().sum::<f64>() / 20.0);
        let found = adjusted_mean(&values, &[control]).unwrap();
        adjusted.push(found.mean);
        covered += usize::from(found.interval95[0] <= 1.0 / 3.0 && 1.0 / 3.0 <= found.interval95[1]);
    }
    let spread = |means: &[f64]| {
        let mean = means.iter().sum::<f64>() / TRIALS as f64;
        let variance = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / TRIALS as f64;
        (mean, variance)
    };
    let ((_, before), (mean, after)) = (spread(&plain), spread(&adjusted));
    let error = (after / TRIALS as f64).sqrt();
    assert!((mean - 1.0 / 3.0).abs() < 4.0 * error, "{mean} with error {error}");
    assert!(before > 2.0 * after, "{before} and {after}");
    assert!(
        (3_640..=3_960).contains(&covered),
        "{covered} of {TRIALS} intervals hold the mean"
    );
}

#[test]
fn a_control_that_explains_everything_leaves_no_spread() {
    let numbers: Vec<f64> = (0..100).map(|number| f64::from(number) - 49.5).collect();
    let values: Vec<f64> = numbers.iter().map(|number| 3.0 + 2.0 * number).collect();
    let control = Control { numbers, expected: 2.0 };
    for value in adjust(&values, &[control]) {
        assert!((value - 3.0).abs() < 1e-9, "{value}");
    }
}

#[test]
fn two_controls_share_the_work() {
    let mut rng = stream(2, "control", 0);
    let lists: Vec<Vec<f64>> = (0..2)
        .map(|_| (0..500).map(|_| uniform(&mut rng) - 0.5).collect())
        .collect();
    let values: Vec<f64> = (0..500)
        .map(|i| 0.5 * lists[0][i] - lists[1][i] + 0.1 * (uniform(&mut rng) - 0.5))
        .collect();
    let controls = lists
        .into_iter()
        .zip([1.0, -1.0])
        .map(|(numbers, expected)| Control { numbers, expected });
    let found = adjusted_mean(&values, &controls.collect::<Vec<_>>()).unwrap();
    assert!(found.variance_ratio.unwrap() > 50.0, "{found:?}");
}

#[test]
fn few_samples_and_controls_without_spread_are_no_trouble() {
    let control = |count| Control {
        numbers: vec![0.0; count],
        expected: 1.0,
    };
    let with_wins = |wins: usize, losses: usize| {
        let samples = [vec![1.0; wins], vec![0.0; losses]].concat();
        adjusted_mean(&samples, &[control(wins + losses)])
    };
    for (wins, losses) in [(0, 0), (0, 1), (1, 1), (0, 100), (9, 100), (100, 9)] {
        assert_eq!(with_wins(wins, losses), None, "{wins} of {}", wins + losses);
    }
    let found = with_wins(10, 30).unwrap();
    assert_eq!((found.mean, found.variance_ratio), (0.25, Some(1.0)));
    assert!(found.interval95[0] > 0.1 && found.interval95[1] < 0.4, "{found:?}");
}
