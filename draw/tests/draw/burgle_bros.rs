//! Pictures of Burgle Bros. against golden files, and what holds for every picture.

use heist_draw::{Draw, Style};
use heist_engine::burgle_bros::{BurgleBros, Frame, Position, Scenario, Setup, Sides, Walls};
use heist_engine::game::{Fill, Game, Node, Overrides, Seat};
use heist_engine::random::{choose, stream};

fn position(text: &str) -> BurgleBros {
    let position: Position = serde_json::from_str(text).expect("the position is readable");
    match BurgleBros::from_position(position, Overrides::None) {
        Ok(state) => state,
        Err(error) => panic!("{error}"),
    }
}

fn busy() -> BurgleBros {
    position(include_str!("../positions/busy.json"))
}

/// Fort Knox with the empty space and the walls elsewhere, sides of the older printing, and Lost Visual.
fn knox() -> BurgleBros {
    position(include_str!("../positions/knox.json"))
}

fn plain(width: usize) -> Style {
    Style { width, colour: false }
}

/// The options with their explanations, as people see them.
fn options(state: &BurgleBros) -> String {
    let mut lines = vec![state.explain_node()];
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    state.legal_actions(&mut actions);
    state.outcomes(&mut outcomes);
    lines.extend(
        actions
            .iter()
            .map(|action| format!("{action} | {}", state.explain(*action))),
    );
    lines.extend(
        outcomes
            .iter()
            .map(|(outcome, _)| format!("{outcome} | {}", state.explain_outcome(*outcome))),
    );
    lines.join("\n")
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

/// S-SCEN-1, S-BUILD-4, S-WALL-3, G-LOST-1: two floors of 5x5 with the empty space filled in, a Guard held up by the older
/// Raven's crow, and one out of sight.
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
        text.push_str(&format!("{}\n\n", options(&position(&written.to_string()))));
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
    let mut state = position(text);
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
                let mut state = position(&written.to_string());
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
    let style = Style {
        width: 80,
        colour: true,
    };
    let mut rest = busy().draw_text(&style);
    assert!(rest.contains("\x1b[0;1;31mG"), "{rest}");
    while let Some(start) = rest.find('\x1b') {
        let length = rest[start..].find('m').expect("every sequence ends");
        rest.replace_range(start..=start + length, "");
    }
    assert_eq!(rest, busy().draw_text(&plain(80)));
}

/// Random games of all scenarios on all sides of the characters, with Lost Visual and walls of their own: every picture
/// keeps its width and shows every piece, and everything that can happen is explained in a sentence.
#[test]
fn every_state_of_random_games_can_be_drawn_and_explained() {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for seed in 0..60 {
        let mut rng = stream(seed, "draw tests", 0);
        let scenario = Scenario::ALL[seed as usize / 4 % 3];
        let setup = Setup {
            sides: if seed % 5 == 0 { Sides::Older } else { Sides::Both },
            lost_visual: seed % 2 == 1,
            walls: if seed % 7 < 3 { Walls::Random } else { Walls::Standard },
            ..Setup::new(scenario, 1 + (seed % 4) as u8, seed)
        };
        let mut state = BurgleBros::new(&setup).expect("the setup is playable");
        let width = [40, 80, 120][seed as usize % 3];
        while state.node() != Node::Terminal {
            check_picture(&state, width);
            state.legal_actions(&mut actions);
            state.outcomes(&mut outcomes);
            let sentences = actions.iter().map(|action| state.explain(*action));
            let sentences = sentences.chain(outcomes.iter().map(|(outcome, _)| state.explain_outcome(*outcome)));
            for sentence in sentences.chain([state.explain_node()]) {
                assert!(sentence.ends_with('.') && sentence.len() < 120, "{sentence}");
            }
            match state.node() {
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                _ => state.apply(choose(&mut rng, &actions)),
            }
        }
        check_picture(&state, width);
    }
}

fn check_picture(state: &BurgleBros, width: usize) {
    let text = state.draw_text(&plain(width));
    for line in text.lines() {
        assert!(line.chars().count() <= width, "wider than {width}: {line}");
        assert_eq!(line, line.trim_end());
    }
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
