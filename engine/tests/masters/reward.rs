//! What agents play for (MH9a).

use heist_engine::game::Game;
use heist_engine::masters::{MastersOfTheHeist, Setup};
use serde_json::{Value, json};

use super::scenes::escape;
use super::support::{heist, position};

/// The end of a Startup Job: the documents are banked or not, with so many $k; two of three characters are on Exits.
fn ended(weight: u8, is_won: bool, cash: u8) -> MastersOfTheHeist {
    let mut banked = vec![format!("cash:{cash}")];
    banked.extend(is_won.then(|| "documents".to_owned()));
    let more = json!({"banked": banked, "cash": 2, "cash-weight": weight});
    let mut scene = escape("tech-lab", &["2,8", "5,7", "4,2"], more);
    scene.play(&["finish"]);
    scene.state
}

fn reward(weight: u8, is_won: bool, cash: u8) -> f64 {
    ended(weight, is_won, cash).reward().expect("it is over")
}

fn is_about(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

/// MH9a: agents play for the objective. The result is the same with a weight of cash: won or lost.
#[test]
fn mh9a_without_a_weight_the_objective_counts() {
    for (is_won, value) in [(true, 1.0), (false, 0.0)] {
        for cash in [1, 9] {
            assert!(is_about(reward(0, is_won, cash), value));
            for weight in [0, 10] {
                let result = ended(weight, is_won, cash).result().expect("it is over");
                assert!(is_about(result.value, value));
                assert_eq!(result.is_win(), is_won);
            }
        }
    }
}

/// MH9a: with a weight of 10 each $k counts like a hundredth of the objective, and each character out like $1k, at most
/// $100k in all.
#[test]
fn mh9a_a_weight_of_cash_counts_cash() {
    // $2k and $9k, two characters out; the objective, in hundredths.
    assert!(is_about(reward(10, false, 9), 13.0 / 200.0));
    assert!(is_about(reward(10, true, 9), 113.0 / 200.0));
    assert!(is_about(reward(10, true, 8), 112.0 / 200.0));
    // The same weight for all: twice as much cash, twice as much of the reward.
    assert!(is_about(reward(100, false, 9), 130.0 / 1_100.0));
    assert!(is_about(reward(10, true, 99), 1.0));
}

/// MH9a: the weight is kept in positions, tells states apart, and leaves those without it as they were.
#[test]
fn mh9a_positions_keep_the_weight() {
    let setup = |weight: u8| -> Setup {
        let fields = json!({"scenario": "tech-lab", "seats": 3, "seed": 1, "cash-weight": weight});
        serde_json::from_value(fields).expect("a setup")
    };
    let state = |weight: u8| MastersOfTheHeist::new(&setup(weight)).expect("a playable setup");
    let weighed = position(&state(10));
    assert_eq!(weighed["cash-weight"], json!(10));
    let mut read = weighed.clone();
    read["actions"] = json!("normal");
    assert_eq!(heist(read), state(10));
    assert_ne!(state(10).key(), state(0).key());
    assert_eq!(position(&state(0)).get("cash-weight"), None::<&Value>);
    assert_eq!(state(10).reward(), None, "nothing is decided yet");
}
