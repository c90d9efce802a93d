//! The figures that people follow, at states and in results.

use heist_engine::Game;
use heist_engine::burgle_bros::BurgleBros;
use serde_json::{Value, json};

use super::support::{play, position, state};
use crate::common::figures::assert_figures;

/// A new position counts nothing but its players, its tiles and its Stealth.
#[test]
fn a_position_counts_what_is_in_it() {
    let state = position(&[
        ("/floors/1/tiles", json!({"A1": "laser-1", "B1": "laser-2"})),
        ("/floors/1/alarms", json!(["A1", "B1"])),
        ("/players/1/loot", json!(["stamp"])),
        ("/players/1/tools", json!(["donuts", "virus"])),
        ("/tally", json!({"events": 4, "alarms": 7, "stealth-lost": 2})),
    ]);
    assert_figures(
        &state,
        &[
            ("turns", 3),
            ("stealth left", 10),
            ("stealth lost", 2),
            ("events", 4),
            ("alarms", 7),
            ("safes opened", 0),
            ("players escaped", 0),
            ("loot out", 0),
            ("loot held", 1),
            ("tiles seen", 4),
            ("floors seen", 2),
            ("alarms ringing", 2),
            ("tools held", 2),
        ],
    );
}

/// M-MOVE-10a: the alarm of a Laser rings and is counted.
#[test]
fn an_alarm_is_counted_and_rings() {
    let mut state = position(&[
        ("/floors/0/tiles/A2", json!("laser-2")),
        ("/turn", json!({"number": 3, "counted": 0, "actions": 1})),
    ]);
    assert_figures(&state, &[("alarms", 0), ("alarms ringing", 0), ("tiles seen", 3)]);
    play(&mut state, &["move 1:A2"]);
    assert_figures(&state, &[("alarms", 1), ("alarms ringing", 1), ("tiles seen", 3)]);
}

/// The end of the Bank Job: Safes opened, and the Loot that goes out with its players.
fn endgame() -> Value {
    serde_json::from_str(include_str!("../cases/endgame.json")).expect("the file is JSON")
}

/// Safes count from the moment they are open, Loot is held until its holder is on the roof, and a result keeps what
/// the last state says.
#[test]
fn loot_goes_out_with_its_holder() {
    let mut game = state(&endgame());
    assert_figures(
        &game,
        &[
            ("safes opened", 3),
            ("loot held", 3),
            ("loot out", 0),
            ("players escaped", 0),
            ("floors seen", 3),
        ],
    );
    play(&mut game, &["escape"]);
    assert_figures(&game, &[("loot held", 2), ("loot out", 1), ("players escaped", 1)]);
    play(&mut game, &["escape"]);
    assert_figures(&game, &[("loot held", 0), ("loot out", 3), ("players escaped", 2)]);
    let result = game.result().expect("everybody is out");
    let kept = BurgleBros::FIGURES.iter().filter(|figure| figure.is_kept).count();
    assert_eq!(result.figures[..kept], game.figures()[..kept]);
}
