//! Events (7.4): each is put on top of the deck, the Action phase ends, and its consequences are looked at.
//!
//! Most scenes are the Tech Lab with nothing on its hexes. Its row `r = 2` is a line from 2,2 to 7,2; the Exits 5,7 and
//! 2,8 open to 5,6 and 2,7.

use heist_engine::masters::components::Event;
use heist_engine::masters::scenario::Scenario;
use serde_json::{Value, json};

use super::scenes::{Scene, after, deck, scene};
use super::support::{legal, odds, play};

/// After an Event of the Tech Lab with nobody near but player 1 at 4,2: the others stand on an Exit each.
fn alone(card: &str, hexes: Value) -> Scene {
    after(card, "tech-lab", &["4,2", "5,7", "2,8"], json!({"hexes": hexes}))
}

/// Players 1 and 2 at tiles of the Tech Lab, player 3 on an Exit.
fn two(card: &str, first: &str, second: &str, hexes: Value) -> Scene {
    after(card, "tech-lab", &[first, second, "2,8"], json!({"hexes": hexes}))
}

/// What an Event has done: alerts, changed hexes, ideas of the players, noise marker.
fn done(scene: &Scene) -> (usize, Value, Vec<i64>, i64) {
    (
        scene.alerts(),
        scene.changes(),
        scene.all_ideas(),
        scene.number("/marker"),
    )
}

/// Nothing but so many alerts, the players having two ideas each.
fn alerts_alone(count: usize) -> (usize, Value, Vec<i64>, i64) {
    (count, json!({}), vec![2, 2, 2], 0)
}

/// Nothing but changed hexes.
fn hexes_alone(hexes: Value) -> (usize, Value, Vec<i64>, i64) {
    (0, hexes, vec![2, 2, 2], 0)
}

/// Nothing but these ideas.
fn ideas_alone(ideas: [i64; 3]) -> (usize, Value, Vec<i64>, i64) {
    (0, json!({}), ideas.to_vec(), 0)
}

fn nothing() -> (usize, Value, Vec<i64>, i64) {
    alerts_alone(0)
}

/// events:E1, MH7.4b: three Cameras come into the bag, and later draws know them.
#[test]
fn events_e1_brings_three_cameras() {
    let bag = json!({"guard": 1});
    let hexes = json!({"6,4": {"unrevealed": true}});
    let mut scene = after(
        "E1",
        "tech-lab",
        &["4,2", "5,7", "2,8"],
        json!({"bag": bag, "hexes": hexes}),
    );
    assert_eq!(done(&scene), nothing());
    assert_eq!(scene.get("/bag"), json!({"guard": 1, "camera": 3}));
    scene.play(&[
        "die 1",
        "die 1",
        "die 1",
        "act 2",
        "commit discover",
        "act 2",
        "reveal 6,4",
    ]);
    assert_eq!(
        odds(&scene.state),
        [("chit guard".to_owned(), 0.25), ("chit camera".to_owned(), 0.75)]
    );
}

/// events:E6, MH7.4b.
#[test]
fn events_e6_brings_two_locks() {
    let more = json!({"bag": {"guard": 1, "lock": 1}, "hexes": {"6,4": {"unrevealed": true}}});
    let mut scene = after("E6", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(done(&scene), nothing());
    assert_eq!(scene.get("/bag"), json!({"guard": 1, "lock": 3}));
    scene.play(&[
        "die 1",
        "die 1",
        "die 1",
        "act 2",
        "commit discover",
        "act 2",
        "reveal 6,4",
    ]);
    let mut found = odds(&scene.state);
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(found, [("chit guard".to_owned(), 0.25), ("chit lock".to_owned(), 0.75)]);
}

/// events:E2, MH7.4c: two alerts for each Exit with two characters; hexes do not count.
#[test]
fn events_e2_two_alerts_for_a_crowded_exit() {
    let at = |places: &[&str]| after("E2", "tech-lab", places, json!({})).alerts();
    assert_eq!(at(&["5,7", "5,7", "2,8"]), 2);
    assert_eq!(at(&["5,7", "5,7", "5,7"]), 2, "three characters on one Exit");
    assert_eq!(at(&["5,7", "5,7", "2,8", "2,8"]), 4);
    assert_eq!(at(&["4,2", "4,2", "2,8"]), 0, "a hex is no Exit");
}

/// events:E3, MH7.4d, MH7.4a: adjacent never includes the own tile, a disabled Camera is not live, and one alert is
/// all.
#[test]
fn events_e3_one_alert_next_to_a_live_camera() {
    assert_eq!(done(&alone("E3", json!({"5,2": {"cameras": 2}}))), alerts_alone(1));
    assert_eq!(done(&alone("E3", json!({"4,2": {"cameras": 1}}))), nothing());
    assert_eq!(done(&alone("E3", json!({"5,2": {"disabled": 1}}))), nothing());
    assert_eq!(done(&alone("E3", json!({"6,2": {"cameras": 1}}))), nothing());
    assert_eq!(
        done(&two("E3", "4,2", "6,2", json!({"5,2": {"cameras": 1}}))),
        alerts_alone(1)
    );
    let out = alone("E3", json!({"5,6": {"cameras": 1}}));
    assert_eq!(done(&out), alerts_alone(1), "a character outdoors is a character too");
}

/// events:E4, MH7.4a, MH7.4d: an unsubdued guard, Dogs included.
#[test]
fn events_e4_one_alert_next_to_an_unsubdued_guard() {
    assert_eq!(
        done(&alone("E4", json!({"5,2": {"guards": 2}, "3,2": {"guards": 1}}))),
        alerts_alone(1)
    );
    assert_eq!(done(&alone("E4", json!({"4,2": {"guards": 1}}))), nothing());
    assert_eq!(done(&alone("E4", json!({"5,2": {"subdued-guards": 1}}))), nothing());
    assert_eq!(
        done(&two("E4", "4,2", "5,2", json!({"5,2": {"dogs": 1}}))),
        alerts_alone(1)
    );
    assert_eq!(done(&two("E4", "4,2", "6,2", json!({"6,2": {"dogs": 1}}))), nothing());
}

/// events:E5, MH7.4e: one Lock on a hex, however many guards; a guard under a character only if another character is
/// adjacent.
#[test]
fn events_e5_locks_guards_in() {
    let hexes = json!({"5,2": {"guards": 2}, "3,2": {"guards": 1, "locks": 1}, "4,3": {"subdued-guards": 1}, "6,2": {"guards": 1}});
    let expected = json!({"5,2": {"guards": 2, "locks": 1}, "3,2": {"guards": 1, "locks": 2}});
    assert_eq!(done(&alone("E5", hexes)), hexes_alone(expected));
    assert_eq!(done(&alone("E5", json!({"4,2": {"guards": 1}}))), nothing());
    let beside = two("E5", "4,2", "5,2", json!({"4,2": {"guards": 1}}));
    assert_eq!(done(&beside), hexes_alone(json!({"4,2": {"guards": 1, "locks": 1}})));
}

/// events:E5, MH10.25: a Dog is a guard for it.
#[test]
fn mh10_25_e5_counts_dogs() {
    let scene = two("E5", "4,2", "5,2", json!({"5,2": {"dogs": 1}}));
    assert_eq!(done(&scene), hexes_alone(json!({"5,2": {"dogs": 1, "locks": 1}})));
}

/// events:E5, MH7.4e, MH2a: in v24 the team chooses three hexes where more qualify, in index order.
#[test]
fn mh7_4e_v24_has_three_locks() {
    let guards = json!({"5,2": {"guards": 1}, "3,2": {"guards": 1}, "3,3": {"guards": 1}, "4,3": {"guards": 1}});
    let more = |hexes: Value| json!({"edition": "v24", "hexes": hexes});
    let mut scene = after("E5", "tech-lab", &["4,2", "5,7", "2,8"], more(guards));
    assert_eq!(
        legal(&scene.state),
        ["lock 3,2", "lock 5,2"],
        "with two more to choose behind it"
    );
    scene.play(&["lock 3,2"]);
    assert_eq!(legal(&scene.state), ["lock 5,2", "lock 3,3"]);
    scene.play(&["lock 3,3"]);
    assert_eq!(legal(&scene.state), ["lock 4,3"]);
    scene.play(&["lock 4,3"]);
    let locked = json!({"guards": 1, "locks": 1});
    let changes = json!({"3,2": locked, "3,3": locked, "4,3": locked});
    assert_eq!(done(&scene), hexes_alone(changes));
    let three = json!({"5,2": {"guards": 1}, "3,2": {"guards": 1}, "4,3": {"guards": 1}});
    let scene = after("E5", "tech-lab", &["4,2", "5,7", "2,8"], more(three));
    assert_eq!(
        done(&scene),
        hexes_alone(json!({"5,2": locked, "3,2": locked, "4,3": locked}))
    );
}

/// events:E7, MH7.4d, MH1d, H3: one alert if anybody is on a hex with an external side. The Tech Lab encloses a pocket
/// of three spaces (3,4, 4,4 and 3,5), which is not external.
#[test]
fn events_e7_one_alert_on_an_external_side() {
    assert_eq!(done(&alone("E7", json!({}))), alerts_alone(1));
    assert_eq!(done(&two("E7", "4,2", "2,2", json!({}))), alerts_alone(1));
    let inside = |first: &str| done(&two("E7", first, "5,3", json!({})));
    assert_eq!(inside("5,3"), nothing(), "hexes and the pocket around it");
    assert_eq!(inside("2,5"), nothing(), "two sides to the pocket, else hexes");
    assert_eq!(inside("4,5"), nothing());
    assert_eq!(inside("5,6"), alerts_alone(1), "an Exit is an empty space");
    assert_eq!(
        done(&two("E7", "5,7", "2,8", json!({}))),
        nothing(),
        "nobody is on a hex"
    );
}

/// events:E8, MH7.4f, MH6.1c: Cameras on different, adjacent hexes; one alert for each that becomes live again under a
/// character.
#[test]
fn events_e8_reboots_adjacent_cameras() {
    let hexes = json!({
        "4,2": {"disabled": 1}, "5,2": {"disabled": 2}, "2,7": {"disabled": 2}, "6,4": {"cameras": 1}, "6,5": {"disabled": 1},
    });
    let expected = json!({"4,2": {"cameras": 1}, "5,2": {"cameras": 2}});
    assert_eq!(
        done(&alone("E8", hexes.clone())),
        (1, expected.clone(), vec![2, 2, 2], 0)
    );
    let both = two("E8", "4,2", "4,2", hexes.clone());
    assert_eq!(done(&both), (2, expected.clone(), vec![2, 2, 2], 0));
    let on_two = two("E8", "4,2", "5,2", hexes.clone());
    assert_eq!(on_two.alerts(), 3, "two of them under the second character");
    // MH7.2o: only the camera penalty is saved.
    let more = json!({"hexes": hexes, "loop-footage": true});
    let footage = after("E8", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(done(&footage), hexes_alone(expected));
}

/// events:E9, MH7.4g, H24: one more Camera for each hex; a new one under a character raises nothing.
#[test]
fn events_e9_doubles_cameras() {
    let hexes = json!({"5,2": {"cameras": 2}, "3,2": {"disabled": 1}, "4,2": {"cameras": 1}, "6,2": {"cameras": 1}});
    assert_eq!(done(&alone("E9", hexes)), hexes_alone(json!({"5,2": {"cameras": 3}})));
    let under = two("E9", "4,2", "5,2", json!({"5,2": {"cameras": 1}}));
    assert_eq!(done(&under), hexes_alone(json!({"5,2": {"cameras": 2}})));
    let more = json!({"hexes": {"5,2": {"cameras": 1}}, "loop-footage": true});
    let footage = after("E9", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(
        done(&footage),
        hexes_alone(json!({"5,2": {"cameras": 2}})),
        "H42: works as usual"
    );
}

/// events:E10, MH7.4d, H42: a guard and a Camera are counted apart; Loop Footage saves the second.
#[test]
fn events_e10_guard_and_camera() {
    let (guard, camera) = (json!({"guards": 1}), json!({"cameras": 1}));
    assert_eq!(done(&alone("E10", json!({"5,2": guard}))), alerts_alone(1));
    assert_eq!(done(&alone("E10", json!({"5,2": camera}))), alerts_alone(1));
    let both = json!({"5,2": camera, "3,2": guard});
    assert_eq!(done(&alone("E10", both.clone())), alerts_alone(2));
    let own = json!({"4,2": {"guards": 1, "cameras": 1}});
    assert_eq!(done(&alone("E10", own)), nothing());
    let more = json!({"hexes": both, "loop-footage": true});
    assert_eq!(
        done(&after("E10", "tech-lab", &["4,2", "5,7", "2,8"], more)),
        alerts_alone(1)
    );
}

/// events:E3, events:E16, events:E19, events:A1, MH7.2o, H42: do nothing under Loop Footage.
#[test]
fn h42_loop_footage_stops_events_about_cameras() {
    for card in ["E3", "E16", "E19", "A1"] {
        let more = |footage: bool| json!({"hexes": {"5,2": {"cameras": 1}}, "loop-footage": footage});
        let with = after(card, "tech-lab", &["4,2", "4,2", "2,8"], more(true));
        assert_eq!(done(&with), nothing(), "{card}");
        let without = after(card, "tech-lab", &["4,2", "4,2", "2,8"], more(false));
        assert_ne!(done(&without), nothing(), "{card}");
        assert_eq!(with.get("/loop-footage"), Value::Null, "it ends with the Event phase");
    }
}

/// events:E11, MH7.4h: all unlocked Locks next to a character; not under it unless another one is adjacent.
#[test]
fn events_e11_relocks() {
    let hexes = json!({"5,2": {"unlocked": 2, "locks": 1}, "4,2": {"unlocked": 1}, "6,2": {"unlocked": 1}});
    assert_eq!(done(&alone("E11", hexes)), hexes_alone(json!({"5,2": {"locks": 3}})));
    let beside = two("E11", "4,2", "3,2", json!({"4,2": {"unlocked": 1}}));
    assert_eq!(done(&beside), hexes_alone(json!({"4,2": {"locks": 1}})));
}

/// events:E12, MH7.4i, MH10.25: each qualifying character once, however many subdued guards; the noise comes at once.
#[test]
fn events_e12_offers_an_idea_for_noise() {
    let hexes = json!({"4,2": {"subdued-guards": 2}, "6,2": {"subdued-dogs": 1}, "5,2": {"subdued-guards": 1}});
    let more = json!({"hexes": hexes, "marker": 3});
    let mut scene = after("E12", "tech-lab", &["4,2", "6,2", "2,8"], more);
    assert_eq!(legal(&scene.state), ["accept", "decline"]);
    scene.play(&["accept"]);
    assert_eq!(
        done(&scene),
        (1, json!({}), vec![3, 2, 2], 4),
        "position 4 of three players raises an alert"
    );
    assert_eq!(
        legal(&scene.state),
        ["accept", "decline"],
        "the second character, with a Dog"
    );
    scene.play(&["decline"]);
    assert_eq!(scene.phase(), "roll");
    assert_eq!(done(&scene), (1, json!({}), vec![3, 2, 2], 4));
    let unsubdued = alone("E12", json!({"4,2": {"guards": 1}}));
    assert_eq!((done(&unsubdued), unsubdued.phase()), (nothing(), "roll".to_owned()));
}

/// events:E13, MH7.4j: two or more active chits on the own and all adjacent tiles together; fixtures are no chits.
#[test]
fn events_e13_overwhelms() {
    let loses = ideas_alone([1, 2, 2]);
    assert_eq!(
        done(&alone("E13", json!({"4,2": {"locks": 1}, "5,2": {"cameras": 1}}))),
        loses
    );
    assert_eq!(done(&alone("E13", json!({"5,2": {"guards": 2}}))), loses);
    assert_eq!(
        done(&alone("E13", json!({"5,2": {"guards": 1}, "4,3": {"guards": 1}}))),
        loses
    );
    let one = json!({"5,2": {"guards": 1, "disabled": 1, "unlocked": 1, "subdued-guards": 2}, "6,2": {"guards": 1}});
    assert_eq!(
        done(&alone("E13", one)),
        nothing(),
        "the Watchtower on 3,3 does not count either"
    );
    let without = json!({"hexes": {"5,2": {"guards": 2}}, "players": [{"ideas": 0}]});
    let scene = after("E13", "tech-lab", &["4,2", "5,7", "2,8"], without);
    assert_eq!(
        done(&scene),
        ideas_alone([0, 2, 2]),
        "MH7.4a, MH10.20: losing an idea needs one"
    );
    let outdoors = alone("E13", json!({"5,6": {"guards": 1, "locks": 1}}));
    assert_eq!(done(&outdoors), ideas_alone([2, 1, 2]));
}

/// events:E14, MH7.4k.
#[test]
fn events_e14_guards_behind_locks() {
    let hexes = json!({"5,2": {"locks": 2}, "3,2": {"unlocked": 1}, "4,2": {"locks": 1}, "6,2": {"locks": 1}});
    assert_eq!(
        done(&alone("E14", hexes)),
        hexes_alone(json!({"5,2": {"locks": 2, "guards": 1}}))
    );
    let beside = two("E14", "4,2", "3,2", json!({"4,2": {"locks": 1}}));
    assert_eq!(done(&beside), hexes_alone(json!({"4,2": {"locks": 1, "guards": 1}})));
    let outdoors = alone("E14", json!({"5,6": {"locks": 1}}));
    assert_eq!(done(&outdoors), hexes_alone(json!({"5,6": {"locks": 1, "guards": 1}})));
}

/// events:E15, MH7.4l, MH6.1b: all guards under characters; if one changed, one idea for any character and N.
#[test]
fn events_e15_gives_one_idea_if_a_guard_changed() {
    let hexes = json!({"4,2": {"subdued-guards": 1, "guards": 1, "subdued-dogs": 1}, "5,2": {"subdued-guards": 1}});
    let changed = json!({"4,2": {"guards": 2, "dogs": 1}});
    let mut scene = alone("E15", hexes);
    assert_eq!(legal(&scene.state), ["give 1", "give 2", "give 3", "decline"]);
    let mut declined = scene.state;
    play(&mut declined, &["decline"]);
    scene.play(&["give 2"]);
    assert_eq!(done(&scene), (0, changed.clone(), vec![2, 3, 2], 1));
    scene.state = declined;
    assert_eq!(done(&scene), hexes_alone(changed));
    assert_eq!(scene.phase(), "roll");
    let unchanged = alone("E15", json!({"4,2": {"guards": 1}, "5,2": {"subdued-guards": 1}}));
    assert_eq!(
        (done(&unchanged), unchanged.phase()),
        (nothing(), "roll".to_owned()),
        "no idea is offered"
    );
}

/// events:E16, MH7.4d, MH11.18: one alert for one character, two in total for more.
#[test]
fn mh11_18_e16_two_alerts_not_three() {
    let camera = json!({"5,2": {"cameras": 1}, "3,2": {"cameras": 2}});
    assert_eq!(done(&alone("E16", camera.clone())), alerts_alone(1));
    assert_eq!(done(&two("E16", "4,2", "6,2", camera.clone())), alerts_alone(2));
    let three = after("E16", "tech-lab", &["4,2", "6,2", "4,2"], json!({"hexes": camera}));
    assert_eq!(done(&three), alerts_alone(2));
    assert_eq!(done(&alone("E16", json!({"4,2": {"cameras": 1}}))), nothing());
}

/// events:E17, MH7.4m, H70, MH10.35: one transfer for each pair on the same or adjacent tiles, in one direction; N for
/// each idea.
#[test]
fn events_e17_transfers_for_noise() {
    let more = json!({"players": [{"ideas": 2}, {"ideas": 1}, {"ideas": 0}]});
    let mut scene = after("E17", "tech-lab", &["4,2", "5,2", "6,2"], more);
    assert_eq!(
        legal(&scene.state),
        [
            "transfer 1 2 1",
            "transfer 1 2 2",
            "transfer 2 1 1",
            "transfer 2 3 1",
            "done"
        ],
        "1 and 3 are two steps apart"
    );
    scene.play(&["transfer 1 2 2"]);
    assert_eq!(done(&scene), (0, json!({}), vec![0, 3, 0], 2));
    assert_eq!(
        legal(&scene.state),
        ["transfer 2 3 1", "transfer 2 3 2", "transfer 2 3 3", "done"],
        "the first pair has exchanged"
    );
    scene.play(&["transfer 2 3 3"]);
    assert_eq!(
        done(&scene),
        (1, json!({}), vec![0, 0, 3], 5),
        "position 4 raises an alert"
    );
    assert_eq!(scene.phase(), "roll", "every pair has exchanged");
    let exit = after("E17", "tech-lab", &["4,2", "5,7", "5,7"], json!({}));
    assert_eq!(
        legal(&exit.state),
        [
            "transfer 2 3 1",
            "transfer 2 3 2",
            "transfer 3 2 1",
            "transfer 3 2 2",
            "done"
        ],
        "the same Exit counts"
    );
}

/// events:E18, MH7.4n.
#[test]
fn events_e18_doubts_of_who_is_alone() {
    let at = |places: &[&str]| after("E18", "tech-lab", places, json!({})).all_ideas();
    assert_eq!(at(&["4,2", "6,2", "2,8"]), [1, 1, 1], "two steps are too far");
    assert_eq!(at(&["4,2", "5,2", "2,8"]), [2, 2, 1]);
    assert_eq!(at(&["5,7", "5,7", "2,2"]), [2, 2, 1]);
    assert_eq!(
        at(&["5,7", "5,6", "2,8"]),
        [2, 2, 1],
        "an Exit is adjacent to the hex that it opens to"
    );
}

/// events:E18, MH7.4a: two Exits are never adjacent, and a Busted character is no company.
#[test]
fn mh7_4a_busted_characters_are_no_company() {
    let more = json!({"players": [{}, {"status": "busted"}]});
    let scene = after("E18", "tech-lab", &["4,2", "5,2", "2,8"], more);
    assert_eq!(scene.all_ideas(), [1, 2, 1]);
}

/// events:E19, events:A1, MH7.4o: one Guard on the hex of each character next to a live Camera; Exits never receive
/// chits.
#[test]
fn events_e19_and_a1_guards_on_characters() {
    for card in ["E19", "A1"] {
        let both = two(
            card,
            "4,2",
            "4,2",
            json!({"5,2": {"cameras": 1}, "3,2": {"cameras": 1}}),
        );
        assert_eq!(
            done(&both),
            hexes_alone(json!({"4,2": {"guards": 1}})),
            "{card}: one for a hex"
        );
        let own = alone(card, json!({"4,2": {"cameras": 1}}));
        assert_eq!(done(&own), nothing(), "{card}");
        let outdoors = alone(card, json!({"5,6": {"cameras": 1}}));
        assert_eq!(done(&outdoors), nothing(), "{card}: 5,7 is an Exit");
        let apart = two(card, "4,2", "6,2", json!({"5,2": {"cameras": 1}}));
        assert_eq!(
            done(&apart),
            hexes_alone(json!({"4,2": {"guards": 1}, "6,2": {"guards": 1}})),
            "{card}"
        );
    }
}

/// events:E20, MH7.4p.
#[test]
fn events_e20_hurries_up() {
    assert_eq!(
        done(&alone("E20", json!({"4,2": {"guards": 2}}))),
        ideas_alone([1, 2, 2])
    );
    assert_eq!(done(&alone("E20", json!({"4,2": {"dogs": 1}}))), ideas_alone([1, 2, 2]));
    assert_eq!(
        done(&alone(
            "E20",
            json!({"4,2": {"subdued-guards": 1}, "5,2": {"guards": 1}})
        )),
        nothing()
    );
}

/// events:E21, MH7.4q: an own token on a hex that is unrevealed now.
#[test]
fn events_e21_fears_the_unknown() {
    let players = json!([{"tokens": ["6,4", "6,5"]}, {"tokens": ["5,2"]}, {"tokens": []}]);
    let more = json!({"hexes": {"6,4": {"unrevealed": true}, "6,5": {"unrevealed": true}}, "players": players});
    let scene = after("E21", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(done(&scene), ideas_alone([1, 2, 2]), "two tokens lose one idea");
}

/// events:E22, MH7.4r, H67, MH7.6a: what the objective does not ask for, piece by piece, all cash as one; not next to a
/// guard.
#[test]
fn events_e22_fumbles_the_loot() {
    let loot = json!(["cash:3", "documents", "keycard", "radio"]);
    let hexes = json!({"5,2": {"guards": 1}, "3,2": {"locks": 1}, "3,3": {"subdued-guards": 1}});
    let more = json!({"players": [{"loot": loot}, {"loot": ["cash:1"]}], "hexes": hexes});
    let mut scene = after("E22", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(legal(&scene.state), ["put cash w", "put cash sw", "put cash se"]);
    scene.play(&["put cash se"]);
    assert_eq!(
        legal(&scene.state),
        ["put keycard w", "put keycard sw", "put keycard se"],
        "documents are asked for"
    );
    scene.play(&["put keycard w"]);
    assert_eq!(legal(&scene.state), ["put radio w", "put radio sw", "put radio se"]);
    scene.play(&["put radio w"]);
    let expected = json!({"4,3": {"loot": ["cash:3"]}, "3,2": {"locks": 1, "loot": ["radio", "keycard"]}});
    assert_eq!(done(&scene), hexes_alone(expected));
    assert_eq!(scene.loot("1"), json!(["documents"]));
    assert_eq!(scene.loot("2"), json!(["cash:1"]), "outdoors characters are exempt");
}

/// events:E22, MH7.4r: what can go nowhere is lost, without a question.
#[test]
fn mh7_4r_loot_that_can_go_nowhere_is_lost() {
    // 7,2 has the neighbours 6,2, 7,1, 8,1 and 6,3.
    let guard = json!({"guards": 1});
    let hexes = json!({"6,2": guard, "7,1": guard, "8,1": guard, "6,3": guard});
    let more = json!({"players": [{"loot": ["cash:3", "keycard", "radio"]}], "hexes": hexes});
    let scene = after("E22", "tech-lab", &["7,2", "5,7", "2,8"], more);
    assert_eq!(done(&scene), nothing());
    assert_eq!((scene.loot("1"), scene.phase()), (json!([]), "roll".to_owned()));
}

/// events:E23, events:A3, MH6.1b, MH6.2b: guards under characters come back; no idea is offered.
#[test]
fn events_e23_and_a3_ties_broke() {
    for card in ["E23", "A3"] {
        let hexes = json!({"4,2": {"subdued-guards": 2, "subdued-dogs": 1}, "5,2": {"subdued-guards": 1}});
        let scene = alone(card, hexes);
        assert_eq!(
            done(&scene),
            hexes_alone(json!({"4,2": {"guards": 2, "dogs": 1}})),
            "{card}"
        );
        assert_eq!(scene.phase(), "roll", "{card}");
    }
}

/// events:E23, events:A3, events:E15, MH7.2q: Pressure Points keep guards on and adjacent to their owner down.
#[test]
fn mh7_2q_pressure_points_hold_guards_down() {
    for card in ["E15", "E23", "A3"] {
        let more = json!({
            "players": [{"card": "operative"}],
            "hexes": {"4,2": {"subdued-guards": 1}, "5,2": {"subdued-guards": 1}, "6,2": {"subdued-guards": 1}},
        });
        let near = after(card, "tech-lab", &["4,2", "5,2", "2,8"], more.clone());
        assert_eq!((near.changes(), near.phase()), (json!({}), "roll".to_owned()), "{card}");
        let far = after(card, "tech-lab", &["4,2", "6,2", "2,8"], more);
        assert_eq!(far.changes(), json!({"6,2": {"guards": 1}}), "{card}");
    }
}

/// events:E24, MH7.4s: one gift of any size from one character to one other, wherever they are.
#[test]
fn events_e24_one_gift() {
    let more = json!({"players": [{"ideas": 2}, {"ideas": 0}, {"ideas": 1}]});
    let mut scene = after("E24", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(
        legal(&scene.state),
        [
            "transfer 1 2 1",
            "transfer 1 2 2",
            "transfer 1 3 1",
            "transfer 1 3 2",
            "transfer 3 1 1",
            "transfer 3 2 1",
            "decline"
        ]
    );
    scene.play(&["transfer 1 2 2"]);
    assert_eq!(done(&scene), ideas_alone([0, 2, 1]));
    assert_eq!(scene.phase(), "roll");
    let poor = json!({"players": [{"ideas": 0}, {"ideas": 0}, {"ideas": 0}]});
    let scene = after("E24", "tech-lab", &["4,2", "5,7", "2,8"], poor);
    assert_eq!(scene.phase(), "roll", "nobody has an idea: nothing is asked");
}

/// events:E24, MH7.4s, MH4.4d, MH4.5a, MH11.5, MH10.14: three alerts discard E23, E24 and nothing; E24 is resolved from
/// the discard pile without effect, then Z1 and ESCAPE.
#[test]
fn mh11_5_empty_deck() {
    // Position 10 of three players: 11, 14 and 17 are alerts.
    let more = json!({"deck": ["E23", "E24", "Z1"], "marker": 10, "owed": 7, "hexes": {"4,2": {"subdued-guards": 1}}});
    let scene = after("M1", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(scene.phase(), "escape");
    assert_eq!(scene.number("/marker"), 17);
    assert_eq!(scene.changes(), json!({}), "E23 was not resolved");
    assert_eq!(scene.all_ideas(), [2, 2, 2]);
    assert_eq!(scene.get("/last-event"), json!("E24"));
}

/// events:E24, MH7.4s: with one alert fewer it is still the top Event, and nothing has overshot.
#[test]
fn mh7_4s_e24_as_the_last_event_of_the_deck() {
    let more = json!({"deck": ["E23", "E24", "Z1"], "marker": 10, "owed": 1});
    let mut scene = after("M1", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(
        legal(&scene.state).len(),
        13,
        "two ideas of three characters to two others each, or none"
    );
    scene.play(&["transfer 1 3 2"]);
    assert_eq!((scene.all_ideas(), scene.phase()), (vec![0, 2, 4], "escape".to_owned()));
}

/// events:A2, MH7.4t, MH10.25: a live Camera next to a subdued guard, whoever is there.
#[test]
fn events_a2_looks_for_the_guard() {
    let hexes = json!({
        "5,2": {"cameras": 2}, "6,2": {"subdued-guards": 1}, "7,2": {"disabled": 1}, "1,5": {"subdued-dogs": 1}, "1,6": {"cameras": 1},
        "3,2": {"cameras": 1, "subdued-guards": 1},
    });
    let expected = json!({"5,2": {"cameras": 2, "guards": 1}, "1,6": {"cameras": 1, "guards": 1}});
    assert_eq!(done(&alone("A2", hexes.clone())), hexes_alone(expected.clone()));
    let more = json!({"hexes": hexes, "loop-footage": true});
    let footage = after("A2", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(done(&footage), hexes_alone(expected), "H42: works as usual");
}

/// events:A4, MH7.4u: no live Camera, but an unsubdued guard on or adjacent.
#[test]
fn events_a4_their_word_against_yours() {
    assert_eq!(
        done(&alone("A4", json!({"5,2": {"guards": 1}}))),
        ideas_alone([1, 2, 2])
    );
    assert_eq!(
        done(&alone("A4", json!({"4,2": {"guards": 1}, "5,2": {"disabled": 1}}))),
        ideas_alone([1, 2, 2])
    );
    assert_eq!(
        done(&alone("A4", json!({"5,2": {"guards": 1}, "3,2": {"cameras": 1}}))),
        nothing()
    );
    assert_eq!(
        done(&alone("A4", json!({"5,2": {"guards": 1}, "4,2": {"cameras": 1}}))),
        nothing()
    );
    assert_eq!(done(&alone("A4", json!({"5,2": {"subdued-guards": 1}}))), nothing());
    // H42: Loop Footage does not help.
    let more = json!({"hexes": {"5,2": {"guards": 1}}, "loop-footage": true});
    assert_eq!(
        done(&after("A4", "tech-lab", &["4,2", "5,7", "2,8"], more)),
        ideas_alone([1, 2, 2])
    );
}

/// The gates of The Proving Grounds in their order.
const GATES: [&str; 4] = ["5,2", "2,3", "4,4", "1,6"];

/// After an Event of The Proving Grounds with everybody outdoors and the first gates closed.
fn gates(card: &str, closed: usize) -> Scene {
    let mut whole = scene(
        "rival-hq",
        &["7,3", "7,3", "4,7"],
        json!({"closed-gates": closed, "deck": deck(&[card])}),
    );
    let hexes = whole["hexes"].as_object_mut().expect("hexes");
    hexes.retain(|tile, _| !GATES[..closed].contains(&tile.as_str()));
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    scene
}

/// events:G1, MH7.4v, MH6.5a: the next gate in the order A, B, C, D.
#[test]
fn events_g1_shuts_the_next_gate() {
    for closed in 0..4 {
        let scene = gates("G1", closed);
        assert_eq!(scene.number("/closed-gates"), closed as i64 + 1);
        let mut gone = json!({});
        gone[GATES[closed]] = Value::Null;
        assert_eq!(scene.changes(), gone);
    }
    assert_eq!(gates("G1", 4).number("/closed-gates"), 4, "none is left");
}

/// events:G2, MH7.4v: two gates, or what is left.
#[test]
fn events_g2_shuts_two_gates() {
    let closed = [0, 1, 2, 3, 4].map(|closed| gates("G2", closed).number("/closed-gates"));
    assert_eq!(closed, [2, 3, 4, 4, 4]);
}

/// events:G3, events:G4, MH7.4w: on the hex of the lowest letter still open, nothing if none is.
#[test]
fn events_g3_and_g4_on_the_next_gate() {
    for (card, chit) in [("G3", "locks"), ("G4", "guards")] {
        for (closed, gate) in GATES.into_iter().enumerate() {
            let mut expected = json!({});
            expected[gate] = json!({chit: 1});
            assert_eq!(gates(card, closed).changes(), expected, "{card}");
        }
        assert_eq!(gates(card, 4).changes(), json!({}), "{card}");
    }
}

/// events:M1, MH7.4x: nothing.
#[test]
fn events_m1_does_nothing() {
    let hexes = json!({"4,2": {"guards": 1, "subdued-guards": 1}, "5,2": {"cameras": 1, "guards": 1, "unlocked": 1}});
    assert_eq!(done(&alone("M1", hexes)), nothing());
}

/// events:M2, MH7.4x: two ideas for indoors characters with two or fewer.
#[test]
fn events_m2_gives_two_ideas() {
    let ideas = |first: i64| {
        let more = json!({"players": [{"ideas": first}, {"ideas": 0}]});
        after("M2", "tech-lab", &["4,2", "5,7", "2,8"], more).all_ideas()
    };
    assert_eq!(ideas(0), [2, 0, 2], "who is outdoors gains nothing");
    assert_eq!(ideas(2), [4, 0, 2]);
    assert_eq!(ideas(3), [3, 0, 2]);
}

/// events:M3, MH7.4x: one idea for indoors characters if the objective is already met.
#[test]
fn events_m3_if_the_objective_is_met() {
    let with = |more: Value| after("M3", "tech-lab", &["4,2", "5,7", "2,8"], more).all_ideas();
    assert_eq!(with(json!({"banked": ["documents"]})), [3, 2, 2]);
    assert_eq!(with(json!({"banked": ["cash:3"]})), [2, 2, 2]);
    assert_eq!(
        with(json!({"players": [{"loot": ["documents"]}]})),
        [2, 2, 2],
        "not banked yet"
    );
}

/// events:B1, events:B2, events:B3, MH7.4x: in no deck, and without effect; M1 to M3 come into a deck by the Retiree
/// alone.
#[test]
fn mh7_4x_events_in_no_deck() {
    let others = [Event::B1, Event::B2, Event::B3, Event::M1, Event::M2, Event::M3];
    for scenario in Scenario::all() {
        let mut events = scenario.deck.iter().filter_map(|card| card.event());
        assert!(events.all(|event| !others.contains(&event)), "{}", scenario.name);
    }
    let bag = json!({"camera": 1, "lock": 1, "guard": 1});
    for card in ["B1", "B2", "B3"] {
        let scene = after(card, "tech-lab", &["4,2", "5,7", "2,8"], json!({"bag": bag}));
        assert_eq!((done(&scene), scene.get("/bag")), (nothing(), bag.clone()), "{card}");
    }
}

/// MH10.12: an Event whose condition fails is discarded all the same, and the next one is on top.
#[test]
fn mh10_12_an_event_whose_condition_fails_is_discarded() {
    let scene = alone("E3", json!({}));
    assert_eq!(done(&scene), nothing());
    assert_eq!((scene.get("/deck"), scene.get("/active")), (deck(&[]), Value::Null));
}

/// MH10.13: alerts of the last Event do nothing after the deck is empty.
#[test]
fn mh10_13_alerts_of_the_last_event_do_nothing() {
    let more = json!({"deck": ["E16", "Z1"], "hexes": {"5,2": {"cameras": 1}}});
    let scene = after("M1", "tech-lab", &["4,2", "4,2", "2,8"], more);
    assert_eq!((scene.phase(), scene.all_ideas()), ("escape".to_owned(), vec![2, 2, 2]));
    assert_eq!(scene.get("/last-event"), json!("E16"));
}

/// MH4.6b, H13: between the Action phase and the next ROLL nothing is asked but what a text offers; loot on the own hex
/// stays.
#[test]
fn h13_no_free_things_in_the_event_phase() {
    let more = json!({"hexes": {"4,2": {"subdued-guards": 1, "loot": ["cash:2"]}}, "players": [{"loot": ["keycard"]}]});
    let scene = after("E12", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(legal(&scene.state), ["accept", "decline"]);
}

/// MH7.4a, H43, H14: placed Guards do not change conditions of the same card: A4 and E19 look once at the start.
#[test]
fn h43_conditions_are_evaluated_once() {
    // E9: the Camera that comes to 5,2 makes no further hex qualify; each of the two hexes gets one.
    let hexes = json!({"5,2": {"cameras": 1}, "3,2": {"cameras": 1}});
    let scene = two("E9", "4,2", "4,2", hexes);
    assert_eq!(scene.changes(), json!({"5,2": {"cameras": 2}, "3,2": {"cameras": 2}}));
    // E10: both conditions are looked at before the first alert is raised, which discards a Crisis' cover.
    let more = json!({"deck": ["E10", "M1", "C1", "M1", "M1", "Z1"], "hexes": {"5,2": {"cameras": 1, "guards": 1}}});
    let scene = after("M1", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(
        (scene.alerts(), scene.changes()),
        (2, json!({})),
        "no Reinforcements stand in the Tech Lab"
    );
    assert_eq!(
        scene.get("/deck"),
        json!(["M1", "Z1"]),
        "E10 is taken, two Events are discarded, C1 is done"
    );
}
