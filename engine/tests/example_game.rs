//! The example game through the conformance suite, and its rules (docs/rules/example-game.md).

use heist_engine::example_game::{ExampleGame, Setup, Tool};
use heist_engine::game::{Actor, Game, Node, Seat, Windows};

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

fn play(state: &mut ExampleGame, steps: &[&str]) {
    for step in steps {
        match state.node() {
            Node::Chance => state.try_resolve(step.parse().expect("an outcome")).expect("possible"),
            _ => state.try_apply(step.parse().expect("an action")).expect("legal"),
        }
    }
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

/// EG-CRACK: the die reaches 4 in the shop, with the lifter's 1 more from a 3; EG-ROUTE: then the crew chooses its way together.
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
