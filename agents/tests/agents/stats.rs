use heist_agents::arena::GameSummary;
use heist_agents::arena::matches::Thinking;
use heist_agents::arena::stats::{Tally, paired_bootstrap, wilson};
use heist_engine::describe::MAX_KEPT_FIGURES;
use heist_engine::game::TeamResult;
use heist_engine::random;

use crate::vault::Game1;

/// The score method in table I of R. G. Newcombe, "Two-sided confidence intervals for the single proportion",
/// Statistics in Medicine 17 (1998).
#[test]
fn wilson_gives_the_published_values() {
    for (wins, games, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let [found_low, found_high] = wilson(wins, games);
        assert!((found_low - low).abs() < 0.5e-4, "{wins}/{games}: {found_low}");
        assert!((found_high - high).abs() < 0.5e-4, "{wins}/{games}: {found_high}");
        let [mirror_low, mirror_high] = wilson(games - wins, games);
        assert!((mirror_low + found_high - 1.0).abs() < 1e-12);
        assert!((mirror_high + found_low - 1.0).abs() < 1e-12);
    }
    assert_eq!(wilson(0, 0), [0.0, 1.0]);
    assert_eq!(wilson(7, 7)[1], 1.0);
}

/// One success in four: the mean of a resample is a quarter of Binomial(4, 1/4), which is 0 with probability
/// 0.316 and at most 2 with 0.949, at most 3 with 0.996.
#[test]
fn the_bootstrap_agrees_with_the_exact_distribution() {
    assert_eq!(paired_bootstrap(&[0.0, 1.0, 0.0, 0.0], 1), [0.0, 0.75]);
    assert_eq!(paired_bootstrap(&[0.5], 1), [0.5, 0.5]);
    assert_eq!(paired_bootstrap(&[], 1), [0.0, 0.0]);
}

#[test]
fn the_bootstrap_of_many_deals_is_nearly_normal() {
    let few = |deal: usize| [0.0, 1.0, 0.0, -1.0, 1.0][deal % 5];
    let many = |deal: usize| (deal as f64 / 500.0 - 1.0).powi(3);
    for differences in [(0..1000).map(few).collect::<Vec<f64>>(), (0..1000).map(many).collect()] {
        let mean = differences.iter().sum::<f64>() / 1000.0;
        let variance = differences.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 1000.0;
        let spread = 1.96 * (variance / 1000.0).sqrt();
        let [low, high] = paired_bootstrap(&differences, 7);
        assert!((mean - low - spread).abs() < 0.06 * spread, "{low}");
        assert!((high - mean - spread).abs() < 0.06 * spread, "{high}");
        assert_eq!([low, high], paired_bootstrap(&differences, 7));
        assert_ne!([low, high], paired_bootstrap(&differences, 8));
    }
}

#[test]
fn the_bootstrap_does_not_depend_on_the_order_of_deals_or_the_threads() {
    let mut differences: Vec<f64> = (0..60).map(|deal| f64::from(deal % 7) / 7.0 - 0.3).collect();
    let interval = paired_bootstrap(&differences, 3);
    random::shuffle(&mut random::stream(5, "test", 0), &mut differences);
    assert_eq!(paired_bootstrap(&differences, 3), interval);
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(single.install(|| paired_bootstrap(&differences, 3)), interval);
}

/// Deals worth 1, 0 or -1 with probabilities 0.3, 0.5, 0.2: the mean 0.1 lies in 95% of the intervals, up to
/// four standard errors of 100 trials and what percentiles lose at 60 deals.
#[test]
fn the_bootstrap_covers_the_truth() {
    let mut rng = random::stream(11, "test", 0);
    let covered = (0..100)
        .filter(|&trial| {
            let differences: Vec<f64> = (0..60)
                .map(|_| match random::below(&mut rng, 10) {
                    0..=2 => 1.0,
                    3..=7 => 0.0,
                    _ => -1.0,
                })
                .collect();
            let [low, high] = paired_bootstrap(&differences, trial);
            (low..=high).contains(&0.1)
        })
        .count();
    assert!((86..=100).contains(&covered), "{covered} of 100");
}

#[test]
fn a_tally_counts_endings_and_averages_figures() {
    let game = |value, ending, alarms, turns| {
        let mut figures = [0; MAX_KEPT_FIGURES];
        figures[..2].copy_from_slice(&[alarms, turns]);
        TeamResult { value, ending, figures }
    };
    let mut tally = Tally::new::<Game1>();
    for result in [
        game(1.0, "escaped", 0, 4),
        game(0.5, "escaped", 1, 4),
        game(0.0, "caught", 2, 2),
        game(0.0, "caught", 2, 3),
    ] {
        tally.add::<Game1>(
            0,
            &GameSummary {
                result,
                fault: None,
                decisions: 3,
                thinking: Thinking::default(),
                luck: None,
            },
        );
    }
    let report = tally.report::<Game1>("someone");
    assert_eq!((report.wins, report.win_rate, report.mean_value), (1, 0.25, 0.375));
    assert_eq!(
        report.losses.0,
        [("escaped", 1), ("caught", 2)],
        "half an aim is no win"
    );
    assert_eq!(report.endings.0, [("escaped", 2), ("caught", 2), ("late", 0)]);
    assert_eq!(report.figures.0, [("alarms", 1.25), ("turns", 3.25)]);
    assert_eq!(report.headline.0, [("turns", 3.25)]);
    assert_eq!(report.mean_decisions, 3.0);
    assert_eq!(report.decision_us_mean, 0.0, "nothing was timed");
    assert_eq!(report.wilson95, wilson(1, 4));
}
