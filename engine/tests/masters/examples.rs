//! Worked examples of section 11 with their numbers, as far as no other file has them: MH11.5, MH11.18 are among the
//! events, MH11.3, MH11.4, MH11.14, MH11.17 among the Crises, MH11.11 among the dogs, MH11.12 and MH11.13 in the Escape
//! part, MH11.19 among the NPCs.

use serde_json::json;

use super::scenes::{after_crisis, uncommitted};
use super::support::options;

/// MH11.16: a tower, one character three steps east of it and one two steps east and one up: only the first is on a
/// line. The Tech Lab's tower on 3,3; its other one is used up.
#[test]
fn mh11_16_on_a_line_and_beside_it() {
    let more = json!({"hexes": {"5,4": {"fixture-gone": true}}});
    let scene = after_crisis("C2", "tech-lab", &["6,3", "5,2", "2,8"], more);
    assert_eq!(scene.changes(), json!({"6,3": {"guards": 1}}));
}

/// MH11.8, MH10.2: MMNN onto a hex with an unsubdued Guard: the second M is illegal until someone subdues it in this
/// phase.
#[test]
fn mh11_8_a_guard_stops_the_second_move() {
    let more =
        json!({"hexes": {"5,2": {"guards": 1}}, "players": [{"tokens": ["5,2", "6,2"]}, {"tokens": [], "die": 1}]});
    let mut scene = uncommitted("tech-lab", &["4,2", "6,2", "2,8"], more);
    scene.play(&["act 1", "commit hurry 1", "act 1", "move 5,2"]);
    assert!(options(&scene.state, "1").is_empty());
    scene.play(&["act 2", "commit linger 1", "act 2", "subdue 5,2 guard"]);
    assert_eq!(options(&scene.state, "1"), ["move 6,2"]);
}

/// MH11.9: two live Cameras are two alerts; with one of them disabled, one.
#[test]
fn mh11_9_two_cameras() {
    for (live, disabled) in [(2, 0), (1, 1)] {
        let more = json!({"hexes": {"5,2": {"cameras": live, "disabled": disabled}}, "players": [{"tokens": ["5,2"]}]});
        let mut scene = uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more);
        scene.play(&["act 1", "commit walk", "act 1", "move 5,2"]);
        assert_eq!(scene.alerts(), live);
    }
}
