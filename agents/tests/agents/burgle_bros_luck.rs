//! Luck in Burgle Bros.: none on average, and less spread without it.

use std::sync::atomic::AtomicBool;

use heist_agents::arena::luck::foresight;
use heist_agents::arena::{Config, Contestant, PlayOptions, Threads, run};
use heist_engine::burgle_bros::{BurgleBros, Setup};
use serde_json::json;

#[test]
fn the_estimate_takes_luck_off_and_moves_no_rate() {
    let agent = "heuristic".parse().expect("an agent");
    let config: Config<BurgleBros> = Config {
        contestants: vec![Contestant::from_spec(&agent).expect("an expert")],
        pairs: Vec::new(),
        setup: json!({"seats": 2, "stealth": 5}),
        setup_of: Box::new(|seed| Setup {
            stealth: 5,
            ..Setup::bank_job(2, seed)
        }),
        first: 0,
        games: 600,
        seed: 77,
        threads: Threads::new(2),
        decision_limit: PlayOptions::DECISION_LIMIT,
        luck: foresight(),
        sprt: None,
        max_faults: None,
    };
    let report = run(&config, &(), &AtomicBool::new(false)).expect("all deals are played");
    let expert = &report.contestants[0];
    let adjusted = expert.luck_adjusted.expect("the game has an estimate");
    let ratio = adjusted.variance_ratio.expect("games were won and lost");
    // It is 1.2 over twenty thousand games.
    assert!(ratio > 1.08, "{ratio}");
    // What was taken off is luck with its coefficient, and small on average.
    let moved = (adjusted.mean - expert.win_rate).abs();
    let [low, high] = expert.wilson95;
    assert!(moved < (high - low) / 2.0, "{moved}: {adjusted:?}");
    assert!(adjusted.interval95[1] - adjusted.interval95[0] < high - low);
}
