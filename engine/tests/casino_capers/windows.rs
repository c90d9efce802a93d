//! Which gear is offered in which window, for every card and mode (docs/rules/casino-capers.md, section 4.2). Single
//! positions: `cases/casino-capers/windows.toml` and `window_modes.toml`.

use std::collections::HashMap;

use heist_engine::casino_capers::{CasinoCapers, Window};
use heist_engine::{Game, Node, Windows, random};
use serde_json::{Value, json};

use super::support::{hyphens, legal, outcomes, play, state, table};

/// Player 1 on B2 with one prepped card, for which everything has a target: walls with face-down tiles behind them,
/// cubes, both markers, tokens and a safe die in the supply. The bouncer's first step, and the way from his next card,
/// meet a player.
fn position(card: &str, mode: Windows, window: Window) -> Value {
    let mut position = json!({
        "windows": mode.to_string(),
        "players": [
            {"character": "hawk", "at": "1:B2", "gear": {card: "prepped"}},
            {"character": "raven", "at": "1:B4", "gear": {}}
        ],
        "pile": [],
        "entrances": ["1:A1", "1:D4"],
        "walls": [["B2-C2", "A2-A3"], []],
        "tiles": {
            "1:B2": "monorail-1", "1:B3": "magic-show-3", "1:B4": "crows-nest-1", "1:D1": "surveillance-3",
            "1:C4": "crows-nest-2", "1:D4": "revolving-door-5"
        },
        "cubes": {"1:D1": 1},
        "bouncers": [{"at": "1:D4", "marker": "1:C4"}, {"at": "2:A1", "marker": "2:D3"}],
        "decks": [{"discards": ["1:D4", "1:C4"]}, {"discards": ["2:A1", "2:D3"]}]
    });
    let tile = match window {
        Window::D => Some("table-games-5"),
        Window::T | Window::M => Some("pit-boss-6"),
        Window::V => Some("pool-1"),
        _ => None,
    };
    if let Some(tile) = tile {
        position["tiles"]["1:A2"] = json!(tile);
    }
    match window {
        Window::C => position["chips"] = json!({"1:A2": "?"}),
        // The first step is onto the tile of player 1.
        Window::S => {
            position["players"][1]["at"] = json!("1:D1");
            position["bouncers"][0] = json!({"at": "1:B3", "marker": "1:B1"});
            position["decks"][0] = json!({"discards": ["1:B3", "1:B1"]});
        }
        _ => {}
    }
    position
}

/// Plays on until a window is open, passing others; nothing if it does not open before the player may act again.
fn reach(mut state: CasinoCapers, window: Window) -> Option<CasinoCapers> {
    let begin = match window {
        Window::A => return Some(state),
        Window::S | Window::N => "end",
        _ => "move 1:A2",
    };
    play(&mut state, &[begin]);
    loop {
        match state.node() {
            Node::Terminal => return None,
            Node::Chance => {
                // What opens the windows; where none of these is possible, anything does.
                let preferred = ["chip mole", "dice 34", "event no-running", "patrol 1:A4"];
                let possible = outcomes(&state);
                let wanted = preferred.into_iter().find(|name| possible.contains_key(*name));
                let first = possible.keys().next().map(String::as_str);
                play(&mut state, &[wanted.or(first).expect("an outcome")]);
            }
            Node::Decision(_) => match state.window() {
                Some(Window::A) | None => return None,
                open if open == Some(window) => return Some(state),
                _ => play(&mut state, &["pass"]),
            },
        }
    }
}

/// The window in which cards of a timing react, if they do.
fn reaction(timing: &str) -> Option<Window> {
    Some(match timing {
        "react_die" => Window::D,
        "react_chip" => Window::C,
        "react_event" => Window::V,
        "react_commotion" => Window::M,
        "react_patrol" => Window::N,
        "react_step" => Window::S,
        _ => return None,
    })
}

/// Whether a card is to be offered.
fn is_expected(row: &HashMap<String, String>, mode: Windows, window: Window) -> bool {
    match (row["timing"].as_str(), mode) {
        ("player_turn", _) => window == Window::A,
        ("any", Windows::Full) => true,
        ("any", Windows::Off) => window == Window::A,
        ("any", Windows::Reduced) => row["reduced_windows"].split('|').any(|code| code == window.name()),
        (react, _) => reaction(react) == Some(window),
    }
}

/// Every card is offered in those windows of a mode in which it is to be.
#[track_caller]
fn check(mode: Windows) {
    let rows = table("gear.csv");
    assert_eq!(rows.len(), 36);
    let mut wrong = Vec::new();
    for row in &rows {
        let card = hyphens(&row["gear_id"]);
        // Steady Hands reacts to a Safe roll only, and there is none here.
        for window in Window::ALL.into_iter().filter(|_| card != "steady-hands") {
            let reached = reach(state(&position(&card, mode, window)), window);
            let uses = reached.map(|state| legal(&state)).unwrap_or_default();
            let is_use = |action: &String| *action == card || action.starts_with(&format!("{card} "));
            let is_offered = uses.iter().any(is_use);
            if is_offered != is_expected(row, mode, window) {
                let found = if is_offered { "offered" } else { "not offered" };
                wrong.push(format!("{card} ({}) in {}: {found}", row["timing"], window.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// gear.any_time, mode.full: gear of any time is offered in all eight windows, gear for a player's turn in A, a
/// reaction in its own.
#[test]
fn full_mode_offers_every_legal_use() {
    check(Windows::Full);
}

/// mode.reduced: gear of any time is offered in the windows that gear.csv lists for it; reactions as ever.
#[test]
fn reduced_mode_offers_what_the_table_lists() {
    check(Windows::Reduced);
}

/// mode.off: gear is offered in A, reactions in their own windows, nothing else.
#[test]
fn off_mode_offers_reactions_only() {
    check(Windows::Off);
}

/// win.none: whoever passes every window passes at most four times in a bouncer's turn, and once more for each patrol
/// card that is drawn in it.
#[test]
fn windows_of_a_bouncers_turn_are_few() {
    let mut most = 0;
    for (number, card) in ["crow", "flash-mob", "trapeze", "bingo", "disguise"]
        .into_iter()
        .enumerate()
    {
        let mut state = state(&position(card, Windows::Full, Window::A));
        let mut rng = random::stream(number as u64, "passes", 0);
        let (mut passes, mut draws) = (0, 0);
        for _ in 0..400 {
            match (state.node(), state.window()) {
                (Node::Terminal, _) => break,
                (Node::Chance, _) => {
                    let outcome = state.sample(&mut rng);
                    draws += usize::from(outcome.to_string().starts_with("patrol"));
                    state.resolve(outcome);
                }
                (Node::Decision(_), Some(Window::A)) => {
                    assert!(passes <= 4 + draws, "{passes} passes, {draws} cards");
                    most = most.max(passes);
                    (passes, draws) = (0, 0);
                    play(&mut state, &["end"]);
                }
                (Node::Decision(_), Some(_)) => {
                    passes += 1;
                    play(&mut state, &["pass"]);
                }
                (Node::Decision(_), None) => {
                    let first = legal(&state).swap_remove(0);
                    play(&mut state, &[&first]);
                }
            }
        }
    }
    assert!(most >= 4, "{most} passes at most");
}
