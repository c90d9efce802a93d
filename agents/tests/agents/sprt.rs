use heist_agents::arena::sprt::{Sequential, elo_of, expected_score, log_likelihood_ratio};
use heist_agents::arena::{ArenaError, Sprt, Verdict, run};
use heist_engine::random::stream;
use rand::Rng;
use std::sync::atomic::AtomicBool;

use crate::run::{config, figures, played};

/// A test after so many deals lost, alike and won.
fn after(test: Sprt, counts: [u32; 3]) -> Sequential {
    let mut sequential = Sequential::new(test);
    for (difference, count) in [-1.0, 0.0, 1.0].into_iter().zip(counts) {
        for _ in 0..count {
            sequential.add(difference);
        }
    }
    sequential
}

/// A test that does not end early.
fn endless(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 1e-300, 1e-300).unwrap()
}

/// The values are those of the formulas of fishtest's `LLRcalc.py`, with SciPy's root finder.
#[test]
fn ratios_are_those_of_small_tables() {
    for (counts, elo0, elo1, expected) in [
        ([10, 20, 15], 0.0, 5.0, 0.121_264_610_958_842_86),
        ([100, 500, 140], 0.0, 10.0, 2.613_837_149_025_152),
        ([1, 0, 0], 0.0, 20.0, -0.059_223_759_466_477_04),
        ([0, 7, 0], 0.0, 20.0, -0.408_297_161_892_753_3),
        ([300, 900, 400], -5.0, 30.0, 9.798_083_023_033_378),
    ] {
        let found = after(endless(elo0, elo1), counts).report().llr;
        assert!(
            (found - expected).abs() < 1e-9,
            "{counts:?}: {found}, expected {expected}"
        );
    }
}

/// With two scores the mean is the distribution, and the ratio that of two coins.
#[test]
fn two_scores_are_a_coin() {
    let (won, lost) = (17.0, 12.0);
    let found = log_likelihood_ratio(&[(0.0, lost), (1.0, won)], 0.5, 0.6);
    let expected = won * (0.6f64 / 0.5).ln() + lost * (0.4f64 / 0.5).ln();
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

#[test]
fn advantages_and_scores_are_each_others_inverse() {
    assert_eq!(expected_score(0.0), 0.5);
    assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    for elo in [-300.0, -1.0, 0.0, 20.0, 800.0] {
        assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
    }
    assert_eq!(elo_of(1.0), f64::INFINITY);
}

/// Plays tests of a coin with sides -1, 0 and 1 until they end, and counts the verdicts for `elo1`.
fn accepted(test: Sprt, score: f64, alike: f64, name: &str) -> u32 {
    const TRIALS: u64 = 400;
    let won = score - alike / 2.0;
    (0..TRIALS).fold(0, |accepted, trial| {
        let mut rng = stream(4, name, trial);
        let mut sequential = Sequential::new(test);
        loop {
            let drawn = rng.next_u64() as f64 / 2f64.powi(64);
            let difference = if drawn < won {
                1.0
            } else if drawn < won + alike {
                0.0
            } else {
                -1.0
            };
            match sequential.add(difference) {
                Verdict::Undecided => {}
                Verdict::Elo0 => break accepted,
                Verdict::Elo1 => break accepted + 1,
            }
        }
    })
}

#[test]
fn errors_are_as_rare_as_was_asked() {
    let test = Sprt::new(0.0, 60.0, 0.05, 0.1).unwrap();
    for alike in [0.2, 0.7] {
        let wrong = accepted(test, expected_score(0.0), alike, "sprt/elo0");
        // 5% of 400 are 20, and 4 standard errors more are 37.
        assert!((4..=37).contains(&wrong), "{wrong} of 400 where elo0 is true");
        let right = accepted(test, expected_score(60.0), alike, "sprt/elo1");
        // 10% are 40, and 4 standard errors more are 64.
        assert!((336..=392).contains(&right), "{right} of 400 where elo1 is true");
        // Far from both the verdict is hardly in doubt.
        assert!(accepted(test, expected_score(-60.0), alike, "sprt/below") <= 2);
    }
}

#[test]
fn a_verdict_is_kept() {
    let mut sequential = after(Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap(), [0, 0, 200]);
    let report = sequential.report();
    assert_eq!(report.verdict, Verdict::Elo1);
    assert!(report.deals < 200 && report.llr >= report.bounds[1], "{report:?}");
    assert_eq!(sequential.add(-1.0), Verdict::Elo1);
    assert_eq!(sequential.report(), report);
}

#[test]
fn a_run_ends_with_the_verdict_at_the_same_deal_whatever_the_threads() {
    let tested = |threads| {
        let mut config = config(&["random", "heuristic"], 5_000, threads);
        config.sprt = Some(Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap());
        figures(played(&config))
    };
    let one = tested(1);
    let sprt = one.sprt.unwrap();
    assert_eq!(sprt.verdict, Verdict::Elo1);
    assert_eq!(sprt.deals, one.games);
    assert!(one.games < 2_000 && one.requested == 5_000, "{} deals", one.games);
    assert!(sprt.elo > 50.0 && sprt.elo_interval95[0] < sprt.elo && sprt.elo < sprt.elo_interval95[1]);
    assert!((expected_score(sprt.elo) - (1.0 + one.paired[0].difference) / 2.0).abs() < 1e-9);
    for threads in [2, 3] {
        assert_eq!(tested(threads), one, "{threads} threads");
    }
    // A run of as many deals has the same figures.
    let mut same = figures(played(&config(&["random", "heuristic"], one.games as u32, 1)));
    (same.sprt, same.requested) = (one.sprt, one.requested);
    assert_eq!(same, one);
}

#[test]
fn tests_that_make_no_sense_are_refused() {
    for (elo0, elo1, alpha, beta, what) in [
        (5.0, 5.0, 0.05, 0.05, "the lesser first"),
        (f64::NAN, 5.0, 0.05, 0.05, "from -2000"),
        (0.0, 5.0, 0.0, 0.05, "above 0"),
        (0.0, 5.0, 0.05, 0.5, "below 0.5"),
    ] {
        assert!(Sprt::new(elo0, elo1, alpha, beta).unwrap_err().contains(what));
    }
    let mut three = config(&["random", "heuristic", "random"], 10, 1);
    three.sprt = Some(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap());
    let error = run(&three, &(), &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, ArenaError::SprtContestants(3)));
}
