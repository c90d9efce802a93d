use heist_agents::arena::{Spread, effects, joint};
use heist_engine::random::{Generator, stream};
use rand::Rng;

fn uniform(rng: &mut Generator) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Games of setups with these win rates, on deals that are each kind or unkind to all of them by up to `kindness`.
fn play(rates: &[f64], deals: usize, kindness: f64, seed: u64) -> Vec<Vec<f64>> {
    let mut rng = stream(seed, "games", 0);
    let kind: Vec<f64> = (0..deals).map(|_| kindness * (2.0 * uniform(&mut rng) - 1.0)).collect();
    let mut game = |rate: f64, kind: f64| f64::from(u8::from(uniform(&mut rng) < rate + kind));
    rates
        .iter()
        .map(|rate| kind.iter().map(|kind| game(*rate, *kind)).collect())
        .collect()
}

/// Rates with mean 0.4 and a standard deviation of `sd`, evenly spread.
fn even(setups: usize, sd: f64) -> Vec<f64> {
    let half = sd * 3f64.sqrt();
    let place = |setup: usize| 2.0 * (setup as f64 + 0.5) / setups as f64 - 1.0;
    (0..setups).map(|setup| 0.4 + half * place(setup)).collect()
}

fn near(found: f64, expected: f64, error: f64) {
    assert!(
        (found - expected).abs() <= error,
        "{found}, expected {expected} within {error}"
    );
}

/// Table and sums by hand: rates 3/4, 1/4 and 1/2 with mean 1/2; deals 1, 2/3, 1/3 and 0. Sums of squares: setups 1/2,
/// deals 5/3, all 3, so 5/6 is left; mean squares 1/4, 5/9 and 5/36.
#[test]
fn the_parts_of_the_variance_are_those_of_the_analysis_by_hand() {
    let games = [[1.0, 1.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]].map(|row| row.to_vec());
    let spread = Spread::of(&games, 1);
    near(spread.mean, 0.5, 1e-12);
    near(spread.measured_sd, 0.25, 1e-12);
    near(spread.noise_sd, (5.0f64 / 36.0 / 4.0).sqrt(), 1e-12);
    near(spread.sd, ((0.25f64 - 5.0 / 36.0) / 4.0).sqrt(), 1e-12);
    near(spread.reliability, 1.0 - 5.0 / 9.0, 1e-12);
    let half = spread.mean_interval95[1] - spread.mean;
    near(
        half,
        1.959_964 * ((0.25f64 + 5.0 / 9.0 - 5.0 / 36.0) / 12.0).sqrt(),
        1e-6,
    );
    near(spread.expected(0.75), 0.5 + 0.25 * spread.reliability, 1e-12);
}

/// Deals that are kind or unkind to all setups alike say nothing of the setups.
#[test]
fn chance_and_deals_are_taken_off_the_spread_of_setups() {
    for (sd, kindness) in [(0.08, 0.0), (0.08, 0.25), (0.03, 0.3)] {
        let spread = Spread::of(&play(&even(400, sd), 150, kindness, 8), 8);
        near(spread.sd, sd, 0.01);
        let [low, high] = spread.sd_interval95;
        assert!(low < sd && sd < high && high - low < 0.03, "{low} to {high}");
        assert!(spread.measured_sd > spread.sd && spread.measured_sd > spread.noise_sd);
        let own = spread.sd.powi(2) / spread.measured_sd.powi(2);
        near(spread.reliability, own, 1e-9);
        let [low, high] = spread.mean_interval95;
        assert!(low < 0.4 && 0.4 < high, "{low} to {high}");
    }
}

#[test]
fn equal_setups_are_found_to_be_equal() {
    let spreads = (0..20).map(|seed| Spread::of(&play(&[0.4; 100], 60, 0.2, seed), seed));
    let spreads: Vec<Spread> = spreads.collect();
    // Each is off by chance; on average their variance is 0.
    let excess = spreads
        .iter()
        .map(|spread| spread.measured_sd.powi(2) - spread.noise_sd.powi(2));
    near(excess.sum::<f64>() / 20.0, 0.0, 2e-4);
    assert!(spreads.iter().filter(|spread| spread.sd == 0.0).count() >= 5);
    assert!(spreads.iter().filter(|spread| spread.sd_interval95[0] == 0.0).count() >= 15);
    let never = Spread::of(&[vec![0.0; 4], vec![0.0; 4]], 1);
    assert_eq!((never.mean, never.sd, never.reliability), (0.0, 0.0, 0.0));
    // Eight games without a win: the rate may well be a third.
    let [low, high] = never.mean_interval95;
    assert!(low == 0.0 && (0.3..0.4).contains(&high), "{high}");
    let measure = [vec![1.0, 2.0, 3.0, 4.0]];
    assert_eq!(effects(&measure, &[0.25; 4], 1), [None]);
    assert_eq!(joint(&measure, &[0.25; 4], 0.0, 1), None);
}

#[test]
fn a_measure_that_says_all_has_correlation_one() {
    let measure: Vec<f64> = (0..50).map(f64::from).collect();
    let rates: Vec<f64> = measure.iter().map(|x| 0.9 - 0.01 * x).collect();
    let found = effects(&[measure, vec![2.0 / 3.0; 50]], &rates, 1);
    let effect = found[0].unwrap();
    near(effect.correlation, -1.0, 1e-12);
    near(effect.slope, -0.01, 1e-12);
    near(effect.slope_interval95[0], -0.01, 1e-9);
    near(effect.correlation_interval95[1], -1.0, 1e-9);
    assert_eq!(found[1], None, "a measure that is the same everywhere has no effect");
}

#[test]
fn slopes_are_found_through_chance() {
    let mut rng = stream(3, "measures", 0);
    let one: Vec<f64> = (0..300).map(|_| 4.0 * uniform(&mut rng)).collect();
    // Goes with the first, and does nothing by itself.
    let other: Vec<f64> = one.iter().map(|x| x + uniform(&mut rng)).collect();
    let nothing: Vec<f64> = one.iter().map(|_| uniform(&mut rng)).collect();
    let rates: Vec<f64> = one.iter().map(|x| 0.3 + 0.05 * x).collect();
    let games = play(&rates, 200, 0.1, 4);
    let measured: Vec<f64> = games.iter().map(|row| row.iter().sum::<f64>() / 200.0).collect();
    let spread = Spread::of(&games, 5);
    let measures = [one, other, nothing];
    let found = effects(&measures, &measured, 5);
    let effect = found[0].unwrap();
    near(effect.slope, 0.05, 0.004);
    let [low, high] = effect.slope_interval95;
    assert!(low < 0.05 && 0.05 < high && high - low < 0.01, "{low} to {high}");
    near(effect.correlation, spread.reliability.sqrt(), 0.03);
    assert!(found[1].unwrap().correlation > 0.5);
    let [low, high] = found[2].unwrap().correlation_interval95;
    assert!(low < 0.0 && 0.0 < high, "{low} to {high}");
    let together = joint(&measures, &measured, spread.reliability, 5).unwrap();
    near(together.slopes[0], 0.05, 0.01);
    for place in [1, 2] {
        let [low, high] = together.intervals95[place];
        assert!(low < 0.0 && 0.0 < high, "{low} to {high}");
    }
    near(together.r_squared, spread.reliability, 0.05);
    assert!(together.adjusted_r_squared < together.r_squared);
    assert!(together.explained.unwrap() > 0.9);
}

#[test]
fn a_regression_is_exact_where_the_rates_are() {
    let mut rng = stream(6, "measures", 0);
    let measures: Vec<Vec<f64>> = (0..4)
        .map(|scale| (0..30).map(|_| 10f64.powi(scale) * uniform(&mut rng)).collect())
        .collect();
    let slopes = [1.0, -2.0, 0.5, 0.001];
    let rates: Vec<f64> = (0..30)
        .map(|setup| {
            measures
                .iter()
                .zip(slopes)
                .map(|(numbers, slope)| slope * numbers[setup])
                .sum()
        })
        .collect();
    let found = joint(&measures, &rates, 1.0, 1).unwrap();
    for (found, slope) in found.slopes.iter().zip(slopes) {
        near(*found, slope, 1e-9);
    }
    near(found.r_squared, 1.0, 1e-9);
    let alone = joint(&measures[..1], &rates, 0.5, 1).unwrap();
    near(
        alone.slopes[0],
        effects(&measures[..1], &rates, 1)[0].unwrap().slope,
        1e-12,
    );
    // A measure that follows from others, one that is constant, and more than setups can tell apart.
    let sum: Vec<f64> = (0..30).map(|setup| measures[0][setup] + measures[1][setup]).collect();
    assert_eq!(
        joint(&[measures[0].clone(), measures[1].clone(), sum], &rates, 1.0, 1),
        None
    );
    assert_eq!(joint(&[measures[0].clone(), vec![0.3; 30]], &rates, 1.0, 1), None);
    let few: Vec<Vec<f64>> = measures.iter().map(|numbers| numbers[..6].to_vec()).collect();
    assert_eq!(joint(&few, &rates[..6], 1.0, 1), None);
}
