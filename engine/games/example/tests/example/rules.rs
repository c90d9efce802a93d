//! The example game through the conformance suite, and its rules (docs/rules/example-game.md).

use heist_engine::game::{Actor, Fill, Game, Node, Seat, Windows};
use heist_engine::random::stream;
use heist_example_game::{ExampleGame, Room, Setup, Tool};
use serde_json::{Value, json};

use heist_testkit::steps::{legal, play};

/// One person and two, without alarms and with everything, in every window.
fn setups() -> Vec<Setup> {
    let drawing =
        serde_json::from_str(r#"{"seats": 2, "plan": "........\n   ^", "tools": ["radio", "crowbar"], "seed": 3}"#);
    vec![
        Setup::shop(1, 1),
        Setup::shop(2, 2),
        drawing.expect("a setup"),
        Setup {
            windows: Windows::Reduced,
            noise: 2,
            vault: Some(4),
            first: Some(Seat(0)),
            ..Setup::shop(1, 4)
        },
        Setup {
            windows: Windows::Off,
            tools: Tool::ALL.to_vec(),
            ..Setup::shop(2, 5)
        },
        Setup {
            alarms: false,
            noise: 6,
            ..Setup::shop(2, 6)
        },
    ]
}

mod conformance {
    use super::{ExampleGame, setups};

    heist_testkit::conformance_tests!(ExampleGame, setups());
}

fn position(json: &str) -> ExampleGame {
    let position = serde_json::from_str(json).expect("a position");
    ExampleGame::from_position(position, Default::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The legal actions in notation.
fn legal_names(state: &ExampleGame) -> Vec<String> {
    legal(state).iter().map(ToString::to_string).collect()
}

/// The outcomes in notation with their probabilities.
fn outcomes(state: &ExampleGame) -> Vec<(String, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    outcomes
        .into_iter()
        .map(|(outcome, chance)| (outcome.to_string(), chance))
        .collect()
}

/// The first state of a game of two people, the first of whom begins, with further fields of the setup.
fn setup(further: Value) -> Result<ExampleGame, String> {
    let mut fields = json!({"seats": 2, "first": 1});
    for (name, value) in further.as_object().expect("fields") {
        fields[name] = value.clone();
    }
    let setup: Setup = serde_json::from_value(fields).map_err(|error| error.to_string())?;
    ExampleGame::new(&setup).map_err(|error| error.to_string())
}

/// EG-SEATS: one person plays both characters, two play one each.
#[test]
fn one_person_plays_both_characters() {
    let alone = ExampleGame::new(&Setup::shop(1, 1)).expect("playable");
    assert_eq!((alone.seats(), alone.characters()), (1, 2));
    assert_eq!((alone.seat_of(0), alone.seat_of(1)), (Seat(0), Seat(0)));
    let both = ExampleGame::new(&Setup::shop(2, 1)).expect("playable");
    assert_eq!((both.seat_of(0), both.seat_of(1)), (Seat(0), Seat(1)));
}

/// EG-RADIO: the character whose turn it is not may silence an alarm; EG-ALARM: otherwise it makes 1 noise.
#[test]
fn the_other_character_reacts_to_an_alarm() {
    let mut state = position(r#"{"seats": 2, "tools": ["radio"]}"#);
    play(&mut state, &["move B", "room alarm"]);
    assert_eq!(
        (state.node(), state.actor()),
        (Node::Decision(Seat(1)), Some(Actor::Character(1)))
    );
    let mut silent = state;
    play(&mut silent, &["radio"]);
    assert_eq!((silent.noise().0, silent.has(Tool::Radio)), (0, false));
    play(&mut state, &["pass"]);
    assert_eq!((state.noise().0, state.has(Tool::Radio)), (1, true));
}

/// EG-PEEK: an alarm that is only looked at stays silent.
#[test]
fn an_alarm_looked_at_stays_silent() {
    let mut state = position(r#"{"seats": 2, "tools": ["radio"]}"#);
    play(&mut state, &["peek B", "room alarm"]);
    assert_eq!((state.noise().0, state.actor()), (0, Some(Actor::Character(0))));
}

/// EG-CRACK: the die reaches 4 in the shop, with the lifter's 1 more from a 3;
/// EG-ROUTE: then the crew chooses its way together.
#[test]
fn the_crew_chooses_its_way_out_together() {
    let at_vault = r#"{"seats": 2, "rooms": {"B": "vault"}, "at": ["B", "A"]}"#;
    let mut state = position(at_vault);
    play(&mut state, &["crack", "die 3"]);
    assert_eq!(
        (state.node(), state.actor()),
        (Node::Decision(Seat(0)), Some(Actor::Team))
    );
    for (steps, ending, value) in [
        (&["back"][..], "half", 0.5),
        (&["front", "die 2"], "caught", 0.0),
        (&["front", "die 3"], "escaped", 1.0),
    ] {
        let mut state = state;
        play(&mut state, steps);
        let result = state.result().expect("over");
        assert_eq!((result.ending, result.value), (ending, value));
    }
    let mut failed = position(at_vault);
    play(&mut failed, &["crack", "die 2"]);
    assert_eq!((failed.noise().0, failed.actor()), (1, Some(Actor::Character(0))));
}

/// EG-NOISE: at the limit the crew is caught; EG-DAWN: after turn 24 the night is over.
#[test]
fn noise_and_dawn_lose_the_game() {
    let mut state = position(r#"{"seats": 1, "noise": 2}"#);
    play(&mut state, &["move B", "room alarm"]);
    assert_eq!(state.result().map(|result| result.ending), Some("caught"));
    let mut state = position(r#"{"seats": 1, "turn": 24}"#);
    play(&mut state, &["end"]);
    assert_eq!(state.result().map(|result| result.ending), Some("dawn"));
}

/// EG-RADIO: windows that are switched off later open no more, and the one that is open stays.
#[test]
fn windows_close_for_what_is_to_come() {
    let mut state = position(r#"{"seats": 2, "tools": ["radio"]}"#);
    play(&mut state, &["move B", "room alarm"]);
    state.set_windows(Windows::Off);
    assert_eq!(state.actor(), Some(Actor::Character(1)));
    let mut state = position(r#"{"seats": 2, "tools": ["radio"]}"#);
    state.set_windows(Windows::Off);
    play(&mut state, &["move B", "room alarm"]);
    assert_eq!((state.actor(), state.noise().0), (Some(Actor::Character(0)), 1));
    let mut state = position(r#"{"seats": 2, "tools": ["radio"], "noise": 2}"#);
    state.set_windows(Windows::Reduced);
    play(&mut state, &["move B", "room alarm"]);
    assert_eq!(state.actor(), Some(Actor::Character(1)));
}

/// EG-ROLES: a lifter adds 1 to the die at the vault, a runner has 3 actions and not 2, a rookie has neither, and both
/// characters may have the same role.
#[test]
fn roles_change_the_die_and_the_actions() {
    for (role, actions, opens_with) in [("lifter", 2, 3), ("runner", 3, 4), ("rookie", 2, 4)] {
        let mut state = setup(json!({"characters": [role, role]})).expect("a role may be there twice");
        for used in 0..actions {
            let options = legal_names(&state);
            assert!(options.len() > 1, "{role} after {used} actions: {options:?}");
            // To and fro between A and B.
            play(&mut state, &[["move B", "move A"][used % 2]]);
            if used == 0 {
                play(&mut state, &["room empty"]);
            }
        }
        assert_eq!(legal_names(&state), ["end"], "{role} after {actions} actions");
        let vault = format!(
            r#"{{"seats": 2, "characters": ["{role}", "rookie"], "rooms": {{"B": "vault"}}, "at": ["B", "A"]}}"#
        );
        for die in 1..=6 {
            let mut state = position(&vault);
            play(&mut state, &["crack", &format!("die {die}")]);
            assert_eq!(
                state.actor() == Some(Actor::Team),
                die >= opens_with,
                "{role} with {die}"
            );
        }
    }
}

/// EG-PLAN: 4 to 8 rooms in a row; the entrance is empty and face up, both begin there, and neighbours are next door.
#[test]
fn rooms_lie_in_a_row_and_the_crew_begins_at_the_entrance() {
    let standard = setup(json!({})).expect("playable");
    assert_eq!(
        (standard.room_count(), standard.place_of(0), standard.place_of(1)),
        (6, 0, 0)
    );
    assert_eq!(legal_names(&standard), ["move B", "peek B", "end"]);
    for rooms in 4..=8 {
        let plan = format!("{}\n  ^", ".".repeat(rooms));
        let state = setup(json!({"plan": plan})).expect("playable");
        assert_eq!(
            (state.room_count(), state.place_of(0), state.place_of(1)),
            (rooms, 2, 2)
        );
        let open: Vec<usize> = (0..rooms).filter(|&room| state.is_revealed(room)).collect();
        assert_eq!((open, state.room(2)), (vec![2], Some(Room::Empty)));
        assert_eq!(legal_names(&state), ["move B", "move D", "peek B", "peek D", "end"]);
    }
    for rooms in [3, 9] {
        let plan = format!("{}\n^", ".".repeat(rooms));
        assert!(setup(json!({"plan": plan})).is_err(), "{rooms} rooms");
    }
}

/// EG-ROOMS: one vault, a third of all rooms rounded down with alarms, the rest empty, each arrangement equally likely.
#[test]
fn rooms_are_shuffled_evenly() {
    let mut state = setup(json!({"characters": ["rookie", "rookie"]})).expect("playable");
    play(&mut state, &["move B"]);
    let expected = [
        ("room empty", 2.0 / 5.0),
        ("room alarm", 2.0 / 5.0),
        ("room vault", 1.0 / 5.0),
    ];
    assert_eq!(
        outcomes(&state),
        expected.map(|(room, chance)| (room.to_owned(), chance))
    );
    play(&mut state, &["room empty", "peek C"]);
    let expected = [
        ("room empty", 1.0 / 4.0),
        ("room alarm", 2.0 / 4.0),
        ("room vault", 1.0 / 4.0),
    ];
    assert_eq!(
        outcomes(&state),
        expected.map(|(room, chance)| (room.to_owned(), chance))
    );
    play(&mut state, &["room vault"]);
    // What was revealed stays face up.
    assert!(state.is_revealed(1) && state.is_revealed(2));
    assert_eq!((state.room(1), state.room(2)), (Some(Room::Empty), Some(Room::Vault)));
    // 8 rooms hold 2 alarms and 5 empty rooms, the entrance among them; without alarms there are none.
    for (with_alarms, rooms, alarms) in [(true, 8, 2), (false, 8, 0)] {
        let mut world = setup(json!({"plan": "........\n^", "alarms": with_alarms})).expect("playable");
        world.determinize(Fill::All, &mut stream(5, "example rooms", 0));
        let count = |content| (0..rooms).filter(|&room| world.room(room) == Some(content)).count();
        assert_eq!(
            (count(Room::Vault), count(Room::Alarm), count(Room::Empty)),
            (1, alarms, rooms - 1 - alarms)
        );
    }
}

/// EG-TIP: the room of the vault is given away and known, and lies face down all the same.
#[test]
fn a_tip_is_known_and_face_down() {
    let mut state = setup(json!({"vault": "B"})).expect("playable");
    assert_eq!((state.room(1), state.is_revealed(1)), (Some(Room::Vault), false));
    play(&mut state, &["move B"]);
    assert_eq!(outcomes(&state), [("room vault".to_owned(), 1.0)]);
    let mut state = setup(json!({"vault": "C"})).expect("playable");
    play(&mut state, &["move B"]);
    assert_eq!(
        outcomes(&state),
        [("room empty".to_owned(), 0.5), ("room alarm".to_owned(), 0.5)]
    );
    let error = setup(json!({"vault": "A"})).expect_err("the entrance");
    assert!(error.contains("EG-TIP"), "{error}");
}

/// EG-TOOLS: a radio, a crowbar, both or neither, none of them twice; EG-CRACK: the crowbar adds 1.
#[test]
fn the_crew_brings_the_tools_of_the_setup() {
    for (tools, expected) in [
        (json!([]), [false, false]),
        (json!(["radio"]), [true, false]),
        (json!(["crowbar"]), [false, true]),
        (json!(["crowbar", "radio"]), [true, true]),
    ] {
        let state = setup(json!({"tools": tools})).expect("playable");
        assert_eq!(Tool::ALL.map(|tool| state.has(tool)), expected);
    }
    let error = setup(json!({"tools": ["radio", "radio"]})).expect_err("twice");
    assert!(error.contains("EG-TOOLS"), "{error}");
    for (scenario, opens_with) in [("shop", 3), ("bank", 5)] {
        for die in 1..=6 {
            let mut state = position(&format!(
                r#"{{"seats": 2, "scenario": "{scenario}", "characters": ["rookie", "rookie"], "tools": ["crowbar"],
                    "rooms": {{"B": "vault"}}, "at": ["B", "A"]}}"#
            ));
            play(&mut state, &["crack", &format!("die {die}")]);
            assert_eq!(
                state.actor() == Some(Actor::Team),
                die >= opens_with,
                "{scenario} with {die}"
            );
        }
    }
}

/// EG-OPEN: both people see what is face up and what the setup gave away, and nothing else.
#[test]
fn everybody_sees_the_same() {
    let mut world = setup(json!({"vault": "D"})).expect("playable");
    world.determinize(Fill::All, &mut stream(6, "example view", 0));
    play(&mut world, &["peek B"]);
    let content = world.room(1).expect("everything is filled in");
    play(&mut world, &[&format!("room {content}")]);
    let views = [world.information_state(Seat(0)), world.information_state(Seat(1))];
    assert_eq!(views[0], views[1]);
    let seen: Vec<Option<Room>> = (0..6).map(|room| views[0].room(room)).collect();
    assert_eq!(
        seen,
        [Some(Room::Empty), Some(content), None, Some(Room::Vault), None, None]
    );
}

/// EG-TURN: the first person's character begins, turns alternate, and actions may be left unused.
#[test]
fn characters_take_turns() {
    for first in [1, 2u8] {
        let mut state = setup(json!({"first": first})).expect("playable");
        for turn in 0..4u8 {
            let character = (first - 1 + turn) % 2;
            assert_eq!(
                (state.actor(), state.turn()),
                (Some(Actor::Character(character)), 1 + u32::from(turn))
            );
            assert!(legal_names(&state).contains(&"end".to_owned()));
            play(&mut state, &["end"]);
        }
    }
}

/// EG-MOVE: a step goes next door and reveals what is face down; a room that is face up is only entered.
#[test]
fn a_move_reveals_the_room_that_is_entered() {
    let mut state = setup(json!({"tools": []})).expect("playable");
    play(&mut state, &["move B"]);
    assert_eq!(
        (state.node(), state.place_of(0), state.is_revealed(1)),
        (Node::Chance, 1, false)
    );
    play(&mut state, &["room empty"]);
    assert!(state.is_revealed(1));
    assert_eq!(legal_names(&state), ["move A", "move C", "peek C", "end"]);
    play(&mut state, &["move A"]);
    assert_eq!((state.node(), state.place_of(0)), (Node::Decision(state.seat_of(0)), 0));
}
