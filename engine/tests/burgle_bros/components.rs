//! The columns of the component tables that say how a card is used, row by row against the game: what an ability costs,
//! how often and when it may be used; what a Tool or an Event lets its user choose, and how long it lasts; when a Loot
//! acts. What the cards do, clause by clause, is in `cases/characters.toml`, `tools.toml`, `loot.toml` and
//! `events.toml`.

use std::collections::BTreeSet;

use heist_engine::burgle_bros::{Action, BurgleBros, Event, Outcome};
use heist_engine::{Game, Node};
use serde_json::{Value, json};

use super::support::{self, changed, legal, state, table};

// ---- Helpers -------------------------------------------------------------------------------------------------------

fn written(state: &BurgleBros) -> Value {
    serde_json::to_value(state.position()).expect("a position is JSON")
}

/// The first word of an action.
fn word(action: Action) -> String {
    action.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// The legal actions that begin with one of these words.
fn offered(state: &BurgleBros, words: &[&str]) -> Vec<Action> {
    legal(state)
        .into_iter()
        .filter(|&action| words.contains(&word(action).as_str()))
        .collect()
}

fn outcomes(state: &BurgleBros) -> Vec<Outcome> {
    let mut list = Vec::new();
    state.outcomes(&mut list);
    list.into_iter().map(|(outcome, _)| outcome).collect()
}

/// Plays an action or outcome in notation.
fn play(state: &mut BurgleBros, step: &str) {
    support::play(state, &[step]);
}

fn is_acting(state: &BurgleBros) -> bool {
    legal(state).contains(&Action::EndActions)
}

/// Resolves chance and questions, always with the last outcome and the first option, until a player acts; the words of
/// the questions asked on the way.
fn settle(state: &mut BurgleBros) -> BTreeSet<String> {
    let mut asked = BTreeSet::new();
    while !is_acting(state) {
        match state.node() {
            Node::Chance => {
                let outcome = *outcomes(state).last().expect("an outcome");
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                let options = legal(state);
                asked.extend(options.iter().copied().map(word));
                state.apply(options[0]);
            }
            Node::Terminal => panic!("the game is over"),
        }
    }
    asked
}

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The first player on floor 2 of a busy building, a second on floor 1, a third on floor 3; the Guards are far from
/// all.
fn building() -> Value {
    json!({
        "players": [
            { "character": "hawk-basic", "at": "2:B2", "stealth": 9 },
            { "character": "juicer-basic", "at": "1:A4", "stealth": 9 },
            { "character": "acrobat-basic", "at": "3:A4", "stealth": 9 },
        ],
        "entrance": "1:A4",
        "turn": { "number": 9, "seat": 1 },
        "floors": [
            {
                "tiles": { "A4": "foyer-1", "A1": "computer-laser-5", "A2": "laboratory-3" },
                "taken": ["A2"],
                "guard": { "at": "D3", "die": "D4" },
                "discard": ["D3", "D4"],
            },
            {
                "tiles": { "B2": "secret-door-1", "A2": "keypad-4" },
                "open": ["A2"],
                "guard": { "at": "D4", "die": "D1" },
                "discard": ["D4", "D1"],
            },
            {
                "tiles": { "A4": "atrium-3", "A3": "computer-motion-6" },
                "guard": { "at": "D2", "die": "D1" },
                "discard": ["D2", "D1"],
            },
        ],
    })
}

// ---- characters.csv ------------------------------------------------------------------------------------------------

/// The words of a side's own actions; the Drill's are the usual ones, on other floors.
fn ability_words(side: &str) -> &'static [&'static str] {
    match side {
        "acrobat-basic" => &["flexibility"],
        "acrobat-advanced" => &["climb-window"],
        "hacker-advanced" => &["laptop"],
        "hawk-basic" => &["x-ray"],
        "hawk-advanced" => &["enhance"],
        "juicer-basic" => &["crybaby"],
        "juicer-advanced" => &["reroute-take", "reroute-discard"],
        "peterman-advanced" => &["add-die", "crack"],
        "raven-basic" | "raven-advanced" => &["crow"],
        "rigger-advanced" => &["tinker"],
        "rook-basic" => &["orders"],
        "rook-advanced" => &["disguise"],
        "spotter-basic" => &["clairvoyance"],
        "spotter-advanced" => &["precognition"],
        "hacker-basic" | "peterman-basic" | "rigger-basic" => &[],
        side => panic!("{side} is no character side"),
    }
}

/// A position in which every side has something to do: the first player with this side on an outer tile of floor 2, a
/// wall beside him, an alarm under him, Safes above and below, and for Flexibility the Guard one step away.
fn stage(side: &str) -> Value {
    let others: Vec<&str> = ["hawk-basic", "rook-basic", "acrobat-basic"]
        .into_iter()
        .filter(|other| other[..4] != side[..4])
        .take(2)
        .collect();
    let guard = if side == "acrobat-basic" { "A2" } else { "D1" };
    json!({
        "players": [
            { "character": side, "at": "2:A1", "stealth": 9, "tools": ["rollerskates"] },
            { "character": others[0], "at": "1:A4", "stealth": 9 },
            { "character": others[1], "at": "2:A3", "stealth": 9 },
        ],
        "entrance": "1:A4",
        "turn": { "number": 9, "seat": 1 },
        "floors": [
            {
                "tiles": { "A1": "safe", "A4": "foyer-1" },
                "safes": { "A1": { "dice": 1 } },
                "guard": { "at": "D3", "die": "D4" },
                "discard": ["D3", "D4"],
            },
            {
                "tiles": { "A1": "secret-door-1", "A2": "secret-door-2", "A3": "foyer-2" },
                "alarms": ["A1"],
                "guard": { "at": guard, "die": "A1" },
                "discard": [guard, "D4"],
            },
            {
                "tiles": { "A1": "safe" },
                "safes": { "A1": { "dice": 1 } },
                "guard": { "at": "D2", "die": "D1" },
                "discard": ["D2", "D1"],
            },
        ],
    })
}

/// Column `action_cost`, C-ACROBAT-B to C-SPOTTER-A: an ability takes the actions
/// of its row, so with fewer left it is not offered and a free one always is.
#[test]
fn every_ability_costs_what_its_row_says() {
    for row in table("characters.csv") {
        let side = row["id"].as_str();
        let words = ability_words(side);
        for &used in words.iter().filter(|&&used| used != "reroute-discard") {
            let cost = match (row["action_cost"].as_str(), used) {
                ("2 (add die) or 1 (crack)", "add-die") => 2,
                ("2 (add die) or 1 (crack)", _) => 1,
                (cost, _) => cost.parse::<u8>().unwrap_or_else(|_| panic!("{side}: a cost")),
            };
            for left in 0..=4u8 {
                let position = changed(stage(side), "/turn/actions", json!(left));
                let actions = offered(&state(&position), &[used]);
                assert_eq!(
                    !actions.is_empty(),
                    left >= cost,
                    "{side} with {left} actions: {actions:?}"
                );
                let Some(&action) = actions.first() else { continue };
                // Climb Window ends the phase, so that nothing is left to compare.
                if used == "climb-window" {
                    continue;
                }
                let mut after = state(&position);
                after.apply(action);
                settle(&mut after);
                assert_eq!(after.actions_left(), left - cost, "{side}: {action}");
                assert_eq!(after.active_seat().index(), 0, "{side}: {action}");
            }
        }
    }
}

/// Column `timing`: a passive ability is no action; the others are for the own action phase, not for another player's
/// turn, and "first thing" means before anything else, even a Tool.
#[test]
fn every_ability_is_used_when_its_row_says() {
    let rows = table("characters.csv");
    let all: Vec<&str> = rows.iter().flat_map(|row| ability_words(&row["id"])).copied().collect();
    for row in &rows {
        let side = row["id"].as_str();
        let words = ability_words(side);
        let mut now = state(&stage(side));
        let own: BTreeSet<String> = offered(&now, &all).into_iter().map(word).collect();
        let expected: Vec<&str> = words
            .iter()
            .filter(|&&word| word != "reroute-discard")
            .copied()
            .collect();
        assert_eq!(own, set(&expected), "{side}");

        play(&mut now, "rollerskates");
        let still: BTreeSet<String> = offered(&now, &all).into_iter().map(word).collect();
        match row["timing"].as_str() {
            "passive" | "setup and passive" => assert!(words.is_empty(), "{side}"),
            "own action phase" => assert_eq!(still, own, "{side} after a Tool"),
            "first thing done in the own action phase" => assert!(still.is_empty(), "{side} after a Tool"),
            timing => panic!("{side}: {timing}"),
        }

        play(&mut now, "end");
        settle(&mut now);
        assert_eq!(now.active_seat().index(), 1, "{side}");
        let others = ability_words(now.character(now.active_seat()).name());
        let foreign: Vec<&str> = words.iter().filter(|word| !others.contains(word)).copied().collect();
        assert!(offered(&now, &foreign).is_empty(), "{side} on another player's turn");
    }
}

/// Column `limit`: what is once per turn is gone after its use, also after a costed action; what is unlimited is there
/// again; the Hacker's and the Juicer's cards hold one token.
#[test]
fn every_ability_is_limited_as_its_row_says() {
    for row in table("characters.csv") {
        let side = row["id"].as_str();
        let words = ability_words(side);
        let mut now = state(&stage(side));
        let Some(&action) = offered(&now, words).first() else {
            continue;
        };
        now.apply(action);
        settle(&mut now);
        let mut after = now;
        if row["limit"] != "needs 3 actions left" {
            let here = now.at(now.active_seat()).expect("on the board").to_string();
            if here == "2:A1" || here == "2:A2" {
                play(&mut after, if here == "2:A1" { "move 2:A2" } else { "move 2:A1" });
                settle(&mut after);
            }
        }
        match row["limit"].as_str() {
            "once per turn" | "once per turn; holds at most 1 token" | "holds at most 1 token" => {
                assert!(offered(&now, words).is_empty(), "{side} after {action}");
                assert!(offered(&after, words).is_empty(), "{side} after {action} and a Move");
            }
            "unlimited" => assert!(!offered(&after, words).is_empty(), "{side} after {action} and a Move"),
            "as the actions" => assert!(!offered(&now, words).is_empty(), "{side} after {action}"),
            "needs 3 actions left" => assert_ne!(now.active_seat().index(), 0, "{side}: the phase ends"),
            limit => panic!("{side}: {limit}"),
        }
    }
    for row in table("characters.csv")
        .iter()
        .filter(|row| ability_words(&row["id"]).is_empty())
    {
        assert!(
            ["always on", "always on, not optional", "every roll"].contains(&row["limit"].as_str()),
            "{}: {}",
            row["id"],
            row["limit"]
        );
    }
}

// ---- tools.csv -----------------------------------------------------------------------------------------------------

/// Column `choice`, U-BLUEPRINTS to U-VIRUS: what a user chooses: nothing where the row says none, else one of several
/// actions or answers of the kind it names.
#[test]
fn every_tool_asks_what_its_row_says() {
    for row in table("tools.csv") {
        let tool = row["id"].as_str();
        let position = changed(building(), "/players/0/tools", json!([tool]));
        let position = changed(position, "/floors/1/tiles/C2", json!("laser-1"));
        let mut now = state(&position);
        let uses = offered(&now, &[tool]);
        let choices: Vec<String> = uses.iter().map(ToString::to_string).collect();
        match row["choice"].as_str() {
            "none" => {
                assert_eq!(choices, [tool]);
                now.apply(uses[0]);
                assert!(is_acting(&now), "{tool} asks nothing");
            }
            "target tile" => {
                let revealed: u32 = (0..3).map(|floor| now.revealed(floor).count_ones()).sum();
                assert_eq!(choices.len() as u32, 48 - revealed, "{tool}");
            }
            "target tile (Camera, Deadbolt, Detector, Fingerprint, Keypad, Laser, Motion or Thermo)" => {
                assert_eq!(choices, ["crowbar 2:A2", "crowbar 2:C2"]);
                for kind in [
                    "camera-1",
                    "deadbolt-1",
                    "detector-4",
                    "fingerprint-4",
                    "laser-2",
                    "motion-1",
                    "thermo-1",
                ] {
                    let other = state(&with_tile(position.clone(), kind));
                    assert_eq!(offered(&other, &[tool]).len(), 2, "{kind}");
                }
                for kind in [
                    "atrium-4",
                    "foyer-2",
                    "laboratory-4",
                    "secret-door-2",
                    "service-duct-5",
                    "walkway-1",
                    "safe",
                ] {
                    let other = state(&with_tile(position.clone(), kind));
                    assert_eq!(offered(&other, &[tool]).len(), 1, "{kind}");
                }
            }
            "order of the cards" => {
                assert_eq!(choices, [tool]);
                now.apply(uses[0]);
                while now.node() == Node::Chance {
                    let outcome = outcomes(&now)[0];
                    now.resolve(outcome);
                }
                assert_eq!(offered(&now, &["order"]).len(), 6);
            }
            "target Guard" => assert_eq!(choices, ["donuts 1", "donuts 2", "donuts 3"]),
            "wall" => {
                assert_eq!(choices, ["dynamite 2:B3"]);
                let position = changed(position.clone(), "/players/0/at", json!("2:B4"));
                let corner = state(&changed(position, "/floors/1/tiles/B4", json!("foyer-2")));
                let walls: Vec<String> = offered(&corner, &[tool]).iter().map(ToString::to_string).collect();
                assert_eq!(walls, ["dynamite 2:A4", "dynamite 2:C4"]);
            }
            "die and face, or do not use" => {
                assert!(choices.is_empty());
                let position = changed(position, "/floors/1/tiles/B2", json!("safe"));
                let mut safe = state(&changed(position, "/floors/1/safes", json!({ "B2": { "dice": 1 } })));
                play(&mut safe, "crack 2:B2");
                play(&mut safe, "dice 4");
                assert_eq!(offered(&safe, &["set-die"]).len(), 5);
                assert_eq!(offered(&safe, &["keep-roll"]).len(), 1);
            }
            "up or down" => assert_eq!(choices, ["thermal-bomb up", "thermal-bomb down"]),
            "distribution" => assert_eq!(choices, ["virus 0 0 3", "virus 0 1 2", "virus 0 2 1", "virus 0 3 0"]),
            choice => panic!("{tool}: {choice}"),
        }
    }
}

/// The same position with another tile on A2 of floor 2, where an open Keypad was.
fn with_tile(mut position: Value, kind: &str) -> Value {
    position["floors"][1].as_object_mut().expect("a floor").remove("open");
    changed(position, "/floors/1/tiles/A2", json!(kind))
}

// ---- loot.csv ------------------------------------------------------------------------------------------------------

/// The first player on a Safe of floor 1 that lacks one number; the Loot in the second player's hands.
fn vault(held: &[&str]) -> Value {
    json!({
        "players": [
            { "character": "hawk-basic", "at": "1:B2", "stealth": 5 },
            { "character": "juicer-basic", "at": "1:A4", "stealth": 5, "loot": held },
        ],
        "entrance": "1:A4",
        "turn": { "number": 9, "seat": 2, "counted": 3 },
        "floors": [{
            "tiles": {
                "B2": "safe", "A2": "laser-1", "C2": "laser-2", "D2": "laser-3", "B1": "camera-1", "B3": "camera-2",
                "B4": "camera-3", "A4": "foyer-1",
            },
            "cracked": ["A2", "C2", "D2", "B3", "B4"],
            "safes": { "B2": { "dice": 1 } },
            "guard": { "at": "D4", "die": "A1" },
            "discard": ["D4", "A1"],
        }],
    })
}

/// Column `timing`, L-BUST to L-TIARA: who holds a Loot that acts at the start of his turn rolls then, and nobody else
/// does; one that acts when drawn does something to its drawer or his Safe at once; one that acts at the Event check
/// draws an Event at three used actions.
#[test]
fn every_loot_acts_when_its_row_says() {
    for row in table("loot.csv") {
        let (loot, timing) = (row["id"].as_str(), row["timing"].as_str());
        assert!(
            [
                "continuous",
                "start of turn",
                "when drawn",
                "when drawn and continuous",
                "event check"
            ]
            .contains(&timing),
            "{loot}: {timing}"
        );

        let mut checked = state(&vault(&[loot]));
        play(&mut checked, "end");
        let event = checked.node() == Node::Chance && matches!(outcomes(&checked)[0], Outcome::Event(_));
        assert_eq!(event, timing == "event check", "{loot} at three used actions");

        let mut next = state(&changed(vault(&[]), "/players/0/loot", json!([loot])));
        play(&mut next, "end");
        let rolls = next.node() == Node::Chance && matches!(outcomes(&next)[0], Outcome::Roll(_));
        assert_eq!(rolls, timing == "start of turn", "{loot} at its holder's turn start");

        let mut drawn = state(&changed(vault(&[]), "/turn/seat", json!(1)));
        for step in ["crack 1:B2", "faces 1", "tool virus"] {
            play(&mut drawn, step);
        }
        play(&mut drawn, &format!("loot {loot}"));
        settle(&mut drawn);
        let after = written(&drawn);
        assert_eq!(after["players"][0]["loot"], json!([loot]));
        let acted = after["players"][0]["stealth"] != json!(5) || after.pointer("/floors/0/safes/B2/loot").is_some();
        assert_eq!(acted, timing.starts_with("when drawn"), "{loot} when drawn");
    }
}

// ---- events.csv ----------------------------------------------------------------------------------------------------

/// The state after the first player ended his turn with this Event, and what was asked on the way.
fn after_event(position: &Value, event: &str) -> (BurgleBros, BTreeSet<String>) {
    let mut now = state(position);
    play(&mut now, "end");
    play(&mut now, &format!("event {event}"));
    let asked = settle(&mut now);
    (now, asked)
}

/// Column `choice`, E-BROWN-OUT to E-WHERE-IS-HE, M-DEC-16: what the active player is asked; nothing where the row says
/// none or where nothing is tied.
#[test]
fn every_event_asks_what_its_row_says() {
    for row in table("events.csv") {
        let event = row["id"].as_str();
        let (_, asked) = after_event(&building(), event);
        let (usual, special) = match row["choice"].as_str() {
            "none" => (set(&[]), None),
            "which player" => (set(&["player"]), None),
            "which tile" => (set(&["tile"]), None),
            "tile or none" => (set(&["tile", "skip"]), None),
            "order of the Guards" => (set(&["guard"]), None),
            "Rigger choice" => {
                let position = changed(building(), "/players/1/character", json!("rigger-advanced"));
                (set(&[]), Some((position, set(&["keep"]))))
            }
            "which nearest player if tied" => {
                let position = changed(building(), "/players/2/at", json!("2:B4"));
                let position = changed(position, "/floors/1/tiles/B4", json!("foyer-2"));
                (set(&[]), Some((position, set(&["tile"]))))
            }
            "tied alarms" => {
                let position = changed(building(), "/floors/1/tiles/C3", json!("laser-1"));
                let position = changed(position, "/floors/1/tiles/D2", json!("laser-2"));
                let position = changed(position, "/floors/1/alarms", json!(["C3", "D2"]));
                let position = changed(position, "/floors/1/guard/die", json!("C3"));
                (set(&[]), Some((position, set(&["tile"]))))
            }
            choice => panic!("{event}: {choice}"),
        };
        assert_eq!(asked, usual, "{event}");
        if let Some((position, expected)) = special {
            assert_eq!(after_event(&position, event).1, expected, "{event}");
        }
    }
}

/// Column `duration`, E-NOTE-1: what is instant or for this turn is discarded and leaves nothing in force; a round
/// effect stays through the others' turns until its owner's next one; what waits for the next turn is used up by it.
#[test]
fn every_event_lasts_as_long_as_its_row_says() {
    let discarded = |state: &BurgleBros, event: &str| {
        let position = written(state);
        position["events"]["discard"]
            .as_array()
            .is_some_and(|cards| cards.contains(&json!(event)))
    };
    let in_force = |state: &BurgleBros, event: &str| written(state).pointer(&format!("/effects/{event}")).is_some();
    for row in table("events.csv") {
        let (event, duration) = (row["id"].as_str(), row["duration"].as_str());
        let (mut now, _) = after_event(&building(), event);
        match duration {
            "instant" | "this turn" => {
                assert!(discarded(&now, event), "{event}");
                assert!(written(&now).get("effects").is_none(), "{event}");
                let turn = &written(&now)["turn"];
                assert!(
                    turn.get("done").is_none() && turn.get(event).is_none(),
                    "{event}: {turn}"
                );
                assert_eq!(now.active_seat().index(), 1, "{event}");
            }
            "round" => {
                for seat in [1, 2] {
                    assert_eq!(now.active_seat().index(), seat, "{event}");
                    assert!(
                        in_force(&now, event) && !discarded(&now, event),
                        "{event} on the turn of seat {seat}"
                    );
                    play(&mut now, "end");
                    play_quiet_event(&mut now);
                    settle(&mut now);
                }
                assert_eq!(now.active_seat().index(), 0, "{event}");
                assert!(
                    !in_force(&now, event) && discarded(&now, event),
                    "{event} on its owner's next turn"
                );
            }
            "next turn" => {
                assert!(!in_force(&now, event) && discarded(&now, event), "{event}");
                let (seat, actions) = if event == "heads-up" { (1, 5) } else { (2, 4) };
                assert_eq!(
                    (now.active_seat().index(), now.actions_left()),
                    (seat, actions),
                    "{event}"
                );
            }
            duration => panic!("{event}: {duration}"),
        }
    }
}

/// Draws an Event that changes no turn order.
fn play_quiet_event(state: &mut BurgleBros) {
    let quiet = [Event::KeycodeChange, Event::Lampshade].map(Outcome::Event);
    let outcome = quiet
        .into_iter()
        .find(|outcome| outcomes(state).contains(outcome))
        .expect("one of two is left");
    state.resolve(outcome);
}
