//! Pictures of Burgle Bros. against golden files, and what holds for every picture.

use std::collections::BTreeSet;

use heist_draw::Draw;
use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{BurgleBros, Frame, Scenario, Setup, Sides, Walls};
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::stream;
use heist_testkit::play_randomly;
use roxmltree::Document;

use super::documents::{check_document, lines, play, styles, values, with};
use super::support::{check_colour, check_lines, check_sentences, options, plain, state};

fn busy() -> BurgleBros {
    state(include_str!("../positions/busy.json"))
}

/// Fort Knox with the empty space and the walls elsewhere, sides of the older printing, and Lost Visual.
fn knox() -> BurgleBros {
    state(include_str!("../positions/knox.json"))
}

#[test]
fn a_busy_board_in_80_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(80)));
}

#[test]
fn a_busy_board_in_120_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(120)));
}

#[test]
fn a_narrow_terminal_puts_floors_below_each_other() {
    insta::assert_snapshot!(busy().draw_text(&plain(50)));
}

/// S-SCEN-1, S-BUILD-4, S-WALL-3, G-LOST-1: two floors of 5x5 with the empty space filled in, a Guard held up by the
/// older Raven's crow, and one out of sight.
#[test]
fn fort_knox_in_80_columns() {
    insta::assert_snapshot!(knox().draw_text(&plain(80)));
}

#[test]
fn fort_knox_in_120_columns() {
    insta::assert_snapshot!(knox().draw_text(&plain(120)));
}

#[test]
fn actions_of_the_older_sides_are_explained() {
    let mut text = String::new();
    for (seat, first) in [
        (1, "raven-older"),
        (1, "juicer-older"),
        (1, "hawk-older"),
        (2, "hawk-older"),
    ] {
        let mut written = serde_json::to_value(knox().position()).expect("a position is JSON");
        written["players"][0]["character"] = first.into();
        written["turn"] = serde_json::json!({"number": 14, "seat": seat, "actions": 3, "counted": 3});
        if first != "raven-older" {
            written["crow"] = serde_json::Value::Null;
        }
        text.push_str(&format!("{}\n\n", options(&state::<BurgleBros>(&written.to_string()))));
    }
    insta::assert_snapshot!(text);
}

/// G-LOST-1 to G-LOST-4, C-SPOTTER-B: the card of Lost Visual from the look at it to the Guard's return.
#[test]
fn a_guard_out_of_sight_is_told_of() {
    let text = r#"{
        "scenario": "office-job", "lost-visual": true,
        "players": [{"character": "spotter-basic", "at": "2:A1"}], "entrance": "1:A1", "turn": {"number": 5, "counted": 3},
        "floors": [
            {"tiles": {"A1": "foyer-1"}, "guard": {"at": "D4", "die": "C1"}, "discard": ["D4", "C1"]},
            {"tiles": {"A1": "foyer-2"}, "guard": {"at": "C3", "die": "C4"}, "discard": ["C3", "C4"]}
        ]
    }"#;
    let mut state: BurgleBros = state(text);
    let status = |state: &BurgleBros| {
        let text = state.draw_text(&plain(100));
        let lines = text.lines().filter(|line| {
            ["Guard", "Patrol", "Next", "Player", "Chance"]
                .iter()
                .any(|word| line.starts_with(word))
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let mut told = format!("{}\n", status(&state));
    let mut step = |state: &mut BurgleBros, step: &str| {
        match state.node() {
            Node::Chance => {
                let outcome = step.parse().expect("an outcome");
                told.push_str(&format!("\n{step} | {}\n\n", state.explain_outcome(outcome)));
                state.resolve(outcome);
            }
            _ => {
                let action = step.parse().expect("an action");
                told.push_str(&format!("\n{step} | {}\n\n", state.explain(action)));
                state.apply(action);
            }
        }
        told.push_str(&format!("{}\n", status(state)));
    };
    for text in [
        "clairvoyance",
        "patrol lost-visual",
        "top",
        "end",
        "patrol lost-visual",
        "end",
        "event espresso",
    ] {
        step(&mut state, text);
    }
    assert_eq!(state.frames().last(), Some(&Frame::ReturnGuard(1)));
    step(&mut state, "patrol B2");
    step(&mut state, "patrol D1");
    insta::assert_snapshot!(told);
}

/// C-RAVEN-O, G-MOVE-7: what the picture says of the way comes true, wherever the crow of either side lies.
#[test]
fn the_way_ahead_is_told_as_it_is_walked() {
    for side in ["raven-older", "raven-basic"] {
        for speed in 1..=6 {
            for crow in ["D4", "C4", "C3", "C2", "B2", "B1", "C1", "A1"] {
                let written = serde_json::json!({
                    "players": [{"character": side, "at": "1:A1", "stealth": 9}], "entrance": "1:A1", "crow": format!("1:{crow}"),
                    "turn": {"number": 3, "counted": 3},
                    "floors": [{
                        "tiles": {"A1": "thermo-1"}, "disabled": ["A1"],
                        "guard": {"at": "D4", "die": "C1"}, "speed": speed, "discard": ["D4", "C1"]
                    }],
                });
                let mut state: BurgleBros = state(&written.to_string());
                let text = state.draw_text(&plain(160));
                let line = text
                    .lines()
                    .find(|line| line.starts_with("Guard 1"))
                    .expect("a line of the Guard")
                    .to_owned();
                state.apply("end".parse().expect("an action"));
                let at = state.guard(0).expect("in play").at.to_string();
                let told = line.rsplit_once("moves ").and_then(|(_, way)| way.split_once(": "));
                let last = match told {
                    Some((_, way)) => way
                        .split(',')
                        .next()
                        .and_then(|way| way.split(' ').next_back())
                        .expect("a way"),
                    None => "D4",
                };
                assert_eq!(at, format!("1:{last}"), "{side} {speed} {crow}: {line}");
            }
        }
    }
}

#[test]
fn actions_are_explained() {
    insta::assert_snapshot!(options(&busy()));
}

#[test]
fn the_first_states_of_a_game() {
    let mut state = BurgleBros::new(&Setup::bank_job(2, 1)).expect("the setup is playable");
    let mut text = state.draw_text(&plain(80));
    text.push_str(&options(&state));
    state.resolve("patrol B2".parse().expect("it is an outcome"));
    text.push_str(&format!("\n\n{}", state.draw_text(&plain(80))));
    insta::assert_snapshot!(text);
}

#[test]
fn a_world_shows_what_lies_face_down() {
    let mut world = busy();
    world.determinize(Fill::All, &mut stream(1, "draw tests", 0));
    let text = world.draw_text(&plain(80));
    assert!(!text.contains("??"), "{text}");
    assert_eq!(
        world.information_state(Seat(0)).draw_text(&plain(80)),
        busy().draw_text(&plain(80))
    );
}

#[test]
fn colour_adds_escape_sequences_and_nothing_else() {
    check_colour(&busy(), &["\x1b[0;1;31mG"]);
}

/// The name of the E.M.P. ends with a full stop of its own, which ends a sentence as well.
#[test]
fn a_sentence_ends_with_one_full_stop() {
    let mut written = serde_json::to_value(busy().position()).expect("a position is JSON");
    written["turn"]["seat"] = 2.into();
    let asking: BurgleBros = state(&written.to_string());
    let told = options(&asking);
    assert!(
        told.contains("take 1 emp | Ask player 1 (Raven) for the E.M.P.\n"),
        "{told}"
    );
    assert!(
        told.contains("take 1 virus | Ask player 1 (Raven) for the Virus.\n"),
        "{told}"
    );
    check_sentences(&asking, 120);
}

/// Random games of all scenarios on all sides of the characters, with Lost Visual and walls of their own: every picture
/// keeps its width and shows every piece, and everything that can happen is explained in a sentence.
#[test]
fn every_state_of_random_games_can_be_drawn_and_explained() {
    for seed in 0..60 {
        let mut rng = stream(seed, "draw tests", 0);
        let scenario = Scenario::ALL[seed as usize / 4 % 3];
        let setup = Setup {
            sides: if seed % 5 == 0 { Sides::Older } else { Sides::Both },
            lost_visual: seed % 2 == 1,
            walls: if seed % 7 < 3 { Walls::Random } else { Walls::Standard },
            ..Setup::new(scenario, 1 + (seed % 4) as u8, seed)
        };
        let first = BurgleBros::new(&setup).expect("the setup is playable");
        let width = [40, 80, 120][seed as usize % 3];
        for (state, _) in play_randomly(first, &mut rng) {
            check_picture(&state, width);
            check_sentences(&state, 120);
        }
    }
}

fn check_picture(state: &BurgleBros, width: usize) {
    let text = state.draw_text(&plain(width));
    check_lines(&text, width);
    let start = text.find('┌').expect("there are floors");
    let end = text.rfind('┘').expect("there are floors");
    let board = &text[start..end];
    let inside = Seat::all(state.seats())
        .filter(|seat| state.at(*seat).is_some())
        .count();
    let guards = (0..state.floors())
        .filter(|&floor| state.guard(floor).is_some())
        .count();
    let alarms: usize = (0..state.floors())
        .map(|floor| state.alarms(floor).count_ones() as usize)
        .sum();
    assert_eq!(board.matches('G').count(), guards);
    assert_eq!(board.matches('!').count(), alarms);
    // A player's digit follows a wall, a space or another player; numbers of tiles and counters follow a letter.
    let letters: Vec<char> = board.chars().collect();
    let digits = letters
        .windows(2)
        .filter(|pair| "1234".contains(pair[1]) && "│ 1234".contains(pair[0]));
    // The row numbers, one a row and floor, stand before a space.
    assert!(digits.count() >= inside, "{text}");
}

/// Where the tokens of a name lie.
fn tokens(document: &Document, name: &str) -> BTreeSet<String> {
    let named = with(document, "data-token").filter(|element| element.attribute("data-token") == Some(name));
    named
        .map(|element| element.attribute("data-at").expect("tokens have a place").to_owned())
        .collect()
}

/// Every cell is there with its tile, and every piece where the state says.
fn check_building(state: &BurgleBros, text: &str) {
    let document = Document::parse(text).expect("it was read before");
    let cells: Vec<Cell> = (0..state.floors())
        .flat_map(|floor| squares(state.floor_plan(floor).cells()).map(move |square| Cell::new(floor, square)))
        .collect();
    let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
    assert_eq!(values(&document, "data-cell"), names);
    for (cell, element) in cells.iter().zip(with(&document, "data-cell")) {
        let tile = state.face_at(*cell).map(|face| face.to_string());
        let hidden = state.hidden_face(*cell).map(|face| face.to_string());
        assert_eq!(element.attribute("data-tile"), tile.as_deref(), "{cell}");
        assert_eq!(element.attribute("data-hidden"), hidden.as_deref(), "{cell}");
    }
    let guards = (0..state.floors()).filter_map(|floor| state.guard(floor));
    let dice = guards.clone().filter_map(|guard| guard.die);
    assert_eq!(
        tokens(&document, "guard"),
        guards.map(|guard| guard.at.to_string()).collect()
    );
    assert_eq!(tokens(&document, "die"), dice.map(|die| die.to_string()).collect());
    let on = |set: &dyn Fn(&Cell) -> bool| cells.iter().filter(|cell| set(cell)).map(ToString::to_string).collect();
    let alarms: BTreeSet<String> = on(&|cell| state.alarms(cell.floor()) & cell.bit() != 0);
    assert_eq!(tokens(&document, "alarm"), alarms);
    let stealth: BTreeSet<String> = on(&|cell| state.tile_tokens(*cell) > 0);
    assert_eq!(tokens(&document, "stealth"), stealth);
    let cracked: BTreeSet<String> = on(&|cell| state.face_at(*cell).is_some_and(|face| state.is_cracked(face)));
    assert_eq!(tokens(&document, "cracked"), cracked);
    assert_eq!(
        tokens(&document, "crow"),
        state.crow().iter().map(ToString::to_string).collect()
    );
    assert_eq!(
        tokens(&document, "kitty"),
        state.kitty().iter().map(ToString::to_string).collect()
    );
    let players: Vec<(String, String)> = with(&document, "data-token")
        .filter(|element| element.attribute("data-token") == Some("player"))
        .map(|element| ["data-seat", "data-at"].map(|name| element.attribute(name).unwrap_or_default().to_owned()))
        .map(|[seat, at]| (seat, at))
        .collect();
    let expected = Seat::all(state.seats()).filter_map(|seat| Some((seat.to_string(), state.at(seat)?.to_string())));
    assert_eq!(players.into_iter().collect::<BTreeSet<_>>(), expected.collect());
}

/// S-SCEN-1: games of every scenario on all sides, by chance and by experts, with walls of their own and Lost Visual.
#[test]
fn every_building_is_drawn_as_it_is() {
    let mut seen = 0;
    for seed in 0..15u64 {
        let setup = Setup {
            sides: if seed % 5 == 0 { Sides::Older } else { Sides::Both },
            lost_visual: seed % 2 == 1,
            walls: if seed % 7 < 3 { Walls::Random } else { Walls::Standard },
            ..Setup::new(Scenario::ALL[seed as usize % 3], 1 + (seed / 3 % 4) as u8, seed)
        };
        let mut first = BurgleBros::new(&setup).expect("the setup is playable");
        if seed % 6 == 5 {
            first.determinize(Fill::All, &mut stream(seed, "svg worlds", 0));
        }
        let styles = styles();
        play(first, seed, seed % 2 == 0, |step, state| {
            let text = check_document(state, &styles[step % styles.len()]);
            check_building(state, &text);
            seen += 1;
        });
    }
    assert!(seen > 2000, "{seen} states");
}

#[test]
fn a_building_on_a_phone() {
    let state: BurgleBros = state(
        r#"{
  "scenario": "office-job",
  "players": [{"character": "raven-older", "at": "1:B1", "stealth": 2, "tools": ["donuts"], "loot": ["tiara"]}],
  "entrance": "1:A1", "turn": {"number": 9, "actions": 2, "counted": 2}, "crow": "1:D2",
  "floors": [
    {
      "tiles": {"A1": "foyer-1", "B1": "computer-laser-5", "C1": "safe", "C2": "laser-1"},
      "safes": {"C1": {"dice": 2}}, "cracked": ["C2"], "alarms": ["C2"],
      "guard": {"at": "D4", "die": "C2"}, "speed": 3, "discard": ["D4", "C2"]
    },
    {}
  ]
}"#,
    );
    insta::assert_snapshot!(lines(&state.draw_svg(&styles()[3])));
}
