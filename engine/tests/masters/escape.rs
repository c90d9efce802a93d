//! The Escape part (6.6) and how a heist ends.
//!
//! In the Tech Lab five steps south-east lead from 5,2 over 5,3, 5,4, 5,5 and 5,6 to the Exit 5,7.

use heist_engine::game::{Game, Node};
use heist_engine::masters::scenario::{Fixture, Scenario};
use serde_json::{Map, Value, json};

use super::scenes::{Scene, after, escape, uncommitted};
use super::support::{heist, legal, legal_with, odds, options, position, refusal};

/// The Tech Lab in ESCAPE: player 1 at a tile with so many ideas, player 2 on the Exit 5,7 and player 3 on the Exit
/// 2,8.
fn lab(first: &str, ideas: i64, mut more: Value) -> Scene {
    if more["players"].is_null() {
        more["players"] = json!([{}]);
    }
    more["players"][0]["ideas"] = json!(ideas);
    escape("tech-lab", &[first, "5,7", "2,8"], more)
}

/// The steps to the Exit.
const ROUTE: [&str; 5] = ["step 5,3", "step 5,4", "step 5,5", "step 5,6", "step 5,7"];

fn is_over(scene: &Scene) -> bool {
    scene.state.node() == Node::Terminal
}

/// MH6.6a, H34, MH5.3h: gates close, then each unrevealed hex gets its chit in index order, then one chase test, then
/// Anger Therapy. Blanks of the Consultant leave.
#[test]
fn h34_how_the_escape_part_starts() {
    let more = json!({
        "deck": ["M1", "Z1"], "bag": {"dog": 1, "guard": 2}, "blanks": 2,
        "hexes": {"3,3": {"unrevealed": true}, "4,3": {"unrevealed": true}, "4,4": {"guards": 1}},
        "players": [{"card": "bruiser"}],
    });
    let mut scene = after("M1", "rival-hq", &["4,3", "7,3", "0,6"], more);
    assert_eq!((scene.phase(), scene.number("/closed-gates")), ("escape".to_owned(), 4));
    scene.play(&["chit dog"]);
    assert_eq!(
        scene.hex("3,3"),
        json!({"dogs": 1}),
        "3,3 stands first, and nothing is tested before all are drawn"
    );
    scene.play(&["chit guard"]);
    let expected = json!({
        "3,3": {}, "4,3": {"subdued-guards": 1, "subdued-dogs": 1}, "5,2": null, "2,3": null, "4,4": null, "1,6": null,
    });
    assert_eq!(scene.changes(), expected, "the Dog jumped before Anger Therapy");
    assert_eq!(scene.number("/blanks"), 0);
    assert_eq!(scene.ideas("1"), 2, "Anger Therapy gives no ideas of Adrenaline");
}

/// MH6.6a, MH3.1b: loot out of the bag brings its Guard at the start of ESCAPE too.
#[test]
fn mh6_6a_loot_brings_its_guard() {
    let more = json!({"deck": ["M1", "Z1"], "bag": {"keycard": 1}, "hexes": {"6,4": {"unrevealed": true}}});
    let mut scene = after("M1", "tech-lab", &["4,2", "5,7", "2,8"], more);
    scene.play(&["chit keycard"]);
    assert_eq!(scene.hex("6,4"), json!({"loot": ["keycard"], "guards": 1}));
}

/// MH6.6b: in any order, freely interleaved.
#[test]
fn mh6_6b_characters_interleave() {
    let mut scene = lab("5,2", 2, json!({}));
    scene.play(&[
        "act 1", "step 5,3", "act 2", "step 5,6", "act 1", "step 5,4", "act 2", "step 5,7",
    ]);
    assert_eq!(
        (scene.at("1"), scene.at("2"), scene.all_ideas()),
        (json!("5,4"), json!("5,7"), vec![0, 0, 2])
    );
    assert_eq!(
        legal(&scene.state),
        ["act 1", "act 2", "act 3", "finish"],
        "without ideas they have a last ditch"
    );
}

/// MH6.6c: one idea for a tile and one for each unsubdued guard on the hex left; Locks, rings and doors bar; Cameras
/// and tokens do not matter.
#[test]
fn mh6_6c_steps() {
    let hexes = json!({"4,2": {"guards": 1, "subdued-guards": 1}, "5,2": {"locks": 1}, "4,3": {"cameras": 2}, "3,2": {"unlocked": 2}});
    let steps = |ideas: i64| legal_with(&after_act(&lab("4,2", ideas, json!({"hexes": hexes})), "1"), "step");
    assert_eq!(steps(2), ["step 3,2", "step 3,3", "step 4,3"], "5,2 is locked");
    assert!(steps(1).is_empty(), "the guard makes it two");
    let mut scene = lab("4,2", 3, json!({"hexes": hexes}));
    scene.play(&["act 1", "step 4,3"]);
    assert_eq!((scene.ideas("1"), scene.alerts(), scene.changes()), (1, 0, json!({})));
    // 3,1 next to 3,2 and 2,2 is a keycard door.
    assert_eq!(
        legal_with(&after_act(&lab("3,2", 1, json!({})), "1"), "step"),
        ["step 2,2", "step 4,2", "step 2,3", "step 3,3"]
    );
}

fn after_act(scene: &Scene, who: &str) -> heist_engine::masters::MastersOfTheHeist {
    let mut state = scene.state;
    super::support::play(&mut state, &[&format!("act {who}")]);
    state
}

/// MH6.6c, MH7.2e, MH6.2d: with There Are Better Ways a guard costs nothing extra.
#[test]
fn mh6_6c_better_ways_cost_nothing_extra() {
    let more = json!({"hexes": {"4,2": {"guards": 2, "dogs": 1}}, "players": [{"card": "street-urchin"}]});
    let mut scene = lab("4,2", 1, more);
    scene.play(&["act 1", "step 5,2"]);
    assert_eq!((scene.ideas("1"), scene.changes()), (0, json!({})), "the Dog stays");
}

/// MH6.6c, H63: nobody can step out of a ring, or into one.
#[test]
fn h63_no_step_out_of_a_ring() {
    // In the estate 6,4 is under a ring of X, with 5,4 and 7,4 beside it.
    let inside = escape("estate-basement", &["6,4", "0,8", "8,8"], json!({}));
    assert!(
        options(&inside.state, "1").is_empty(),
        "no step, so no last ditch either"
    );
    let beside = escape("estate-basement", &["5,4", "0,8", "8,8"], json!({}));
    assert_eq!(
        legal_with(&after_act(&beside, "1"), "step"),
        ["step 5,3", "step 6,3", "step 4,4"]
    );
}

/// MH6.6d, MH10.9: a keycard opens a door for an idea and is kept.
#[test]
fn mh6_6d_a_door_costs_an_idea() {
    let holder = json!({"players": [{"loot": ["keycard"]}]});
    let mut scene = lab("3,2", 2, holder.clone());
    scene.play(&["act 1", "door 3,1"]);
    assert_eq!((scene.ideas("1"), scene.loot("1")), (1, json!(["keycard"])));
    assert_eq!(scene.changes(), json!({"3,1": {"fixture-gone": true}}));
    assert!(legal_with(&after_act(&scene, "1"), "step").contains(&"step 3,1".to_owned()));
    assert!(
        legal_with(&after_act(&lab("3,2", 0, holder), "1"), "door").is_empty(),
        "it needs an idea"
    );
    assert!(
        legal_with(&after_act(&lab("3,2", 2, json!({})), "1"), "door").is_empty(),
        "and a keycard"
    );
}

/// H35, MH6.6d: servers are free in ESCAPE.
#[test]
fn h35_servers_are_free() {
    let mut scene = escape(
        "estate-basement",
        &["6,1", "0,8", "8,8"],
        json!({"players": [{"ideas": 0}]}),
    );
    scene.play(&["act 1", "server"]);
    assert_eq!(
        scene.changes(),
        json!({"6,4": {"ring-gone": true}, "8,1": {"ring-gone": true}}),
        "both rings of X, not that of Y"
    );
    assert_eq!(scene.ideas("1"), 0);
}

/// MH6.6e: free things: loot, idea tokens, banking; no Old Friend.
#[test]
fn mh6_6e_free_things() {
    let lock = json!({"locks": 1});
    let hexes = json!({"4,2": {"loot": ["cash:2"], "idea": true}, "5,2": lock, "3,2": lock, "3,3": lock, "4,3": lock});
    let more =
        json!({"hexes": hexes, "players": [{"loot": ["radio"]}, {"loot": ["cash:1"]}], "fixers": ["old-friend"]});
    let mut scene = lab("4,2", 0, more);
    assert_eq!(
        options(&scene.state, "1"),
        ["take cash", "drop radio", "idea-token"].map(String::from)
    );
    let outdoors = options(&scene.state, "2");
    assert!(outdoors.contains(&"bank cash:1".to_owned()), "{outdoors:?}");
    assert!(
        outdoors.iter().all(|action| !action.starts_with("old-friend")),
        "{outdoors:?}"
    );
    scene.play(&["act 1", "idea-token", "act 1", "take cash", "act 2", "bank cash:1"]);
    assert_eq!(
        (scene.ideas("1"), scene.loot("1"), scene.get("/banked")),
        (1, json!(["cash:2", "radio"]), json!(["cash:1"]))
    );
}

/// MH6.6f, MH7.2m: Larcenist for an idea until the Escape part ends.
#[test]
fn mh6_6f_larcenist_in_escape() {
    let more = json!({"hexes": {"5,2": {"loot": ["cash:1"]}, "4,3": {"loot": ["keycard"]}}, "players": [{"card": "pickpocket"}]});
    let mut scene = lab("4,2", 2, more);
    assert!(legal_with(&after_act(&scene, "1"), "take").is_empty());
    scene.play(&["act 1", "larcenist"]);
    assert_eq!(scene.ideas("1"), 1);
    scene.play(&["act 1", "take cash e", "act 3", "step 2,7", "act 1", "step 3,2"]);
    assert_eq!(scene.loot("1"), json!(["cash:1"]));
    let mut later = lab(
        "4,2",
        2,
        json!({"hexes": {"4,3": {"loot": ["keycard"]}}, "players": [{"card": "pickpocket"}]}),
    );
    later.play(&["act 1", "larcenist", "act 1", "step 5,2"]);
    assert_eq!(
        legal_with(&after_act(&later, "1"), "take"),
        ["take keycard sw"],
        "it still holds after a step"
    );
}

/// MH6.6g, MH7.2b: Pick Under Pressure: an adjacent Lock for an idea, before the own last ditch.
#[test]
fn mh6_6g_pick_under_pressure() {
    let more = json!({"hexes": {"5,2": {"locks": 2}, "6,2": {"locks": 1}}, "players": [{"card": "angry-locksmith"}]});
    let mut scene = lab("4,2", 3, more);
    assert_eq!(
        legal_with(&after_act(&scene, "1"), "pick-under-pressure"),
        ["pick-under-pressure 5,2"]
    );
    scene.play(&[
        "act 1",
        "pick-under-pressure 5,2",
        "act 1",
        "pick-under-pressure 5,2",
        "act 1",
        "step 5,2",
    ]);
    assert_eq!((scene.ideas("1"), scene.hex("5,2")), (0, json!({"unlocked": 2})));
}

/// MH6.6g, MH7.2l: Good In A Pinch once, Great In A Pinch as often as it is paid; a Busted character gets nothing
/// (H36).
#[test]
fn mh6_6g_pinch() {
    let with = |card: &str| {
        let more =
            json!({"players": [{"card": "thug"}, {"card": card, "ideas": 4}, {"status": "busted", "at": "4,6"}]});
        lab("5,2", 0, more)
    };
    let mut good = with("lookout");
    assert_eq!(
        legal_with(&after_act(&good, "2"), "pinch"),
        ["pinch 1"],
        "player 3 is Busted"
    );
    good.play(&["act 2", "pinch 1"]);
    assert_eq!(good.all_ideas(), [1, 2, 2]);
    assert!(legal_with(&after_act(&good, "2"), "pinch").is_empty(), "once per heist");
    let mut great = with("sentinel");
    great.play(&["act 2", "pinch 1", "act 2", "pinch 1"]);
    assert_eq!(great.all_ideas(), [2, 0, 2]);
}

/// MH6.6g: abilities that cost N or A, and actions, may not be used in ESCAPE; nor those of the Action phase alone.
#[test]
fn mh6_6g_no_abilities_of_the_action_phase() {
    for card in [
        "mastermind",
        "script-kiddie",
        "grease-man",
        "technician",
        "demolitions-guy",
    ] {
        let more = json!({"players": [{"card": card, "tokens": ["5,2"]}, {}, {"card": "thug"}], "hexes": {"5,2": {"cameras": 1}}});
        let offered = options(&lab("4,2", 6, more).state, "1");
        let is_usual = |action: &String| ["step", "last-ditch"].contains(&action.split(' ').next().unwrap());
        assert!(offered.iter().all(is_usual), "{card}: {offered:?}");
    }
}

/// MH6.6h, MH11.12: five steps of which one leaves a guarded hex cost six; with three ideas a 3 is enough, a 2 is not.
#[test]
fn mh11_12_escape_arithmetic() {
    let rolled = |die: &str| {
        let mut scene = lab("5,2", 3, json!({"hexes": {"5,3": {"guards": 1}}}));
        scene.play(&["act 1", "last-ditch"]);
        scene.play(&ROUTE);
        scene.play(&["roll"]);
        assert_eq!(odds(&scene.state).len(), 6);
        scene.play(&[die]);
        (scene.at("1"), scene.of_character("1", "status"), scene.ideas("1"))
    };
    assert_eq!(rolled("die 3"), (json!("5,7"), Value::Null, 0));
    assert_eq!(
        rolled("die 6"),
        (json!("5,7"), Value::Null, 0),
        "what is left over is lost"
    );
    assert_eq!(
        rolled("die 2"),
        (json!("5,6"), json!("busted"), 0),
        "Busted where it stops"
    );
    // 1, then two for the guarded hex: with 3 + 1 points it reaches 5,5; a step of two may be paid part idea, part die.
    assert_eq!(rolled("die 1"), (json!("5,5"), json!("busted"), 0));
}

/// MH6.6h: a step costing two that is not fully paid is not done.
#[test]
fn mh6_6h_only_fully_paid_steps() {
    let mut scene = lab("5,2", 0, json!({"hexes": {"5,3": {"guards": 1}}}));
    scene.play(&["act 1", "last-ditch"]);
    scene.play(&ROUTE);
    scene.play(&["roll", "die 2"]);
    assert_eq!(
        (scene.at("1"), scene.of_character("1", "status")),
        (json!("5,3"), json!("busted"))
    );
}

/// MH6.6h: once per character, at least one step, ending on an Exit; no route, no last ditch.
#[test]
fn mh6_6h_a_last_ditch_needs_a_route() {
    let lock = json!({"locks": 1});
    let shut = json!({"hexes": {"3,2": lock, "5,2": lock, "3,3": lock, "4,3": lock}});
    assert!(options(&lab("4,2", 5, shut).state, "1").is_empty());
    let mut scene = lab("5,6", 0, json!({}));
    scene.play(&["act 1", "last-ditch"]);
    assert!(
        !legal(&scene.state).contains(&"roll".to_owned()),
        "a route must end on an Exit: {:?}",
        legal(&scene.state)
    );
    scene.play(&["step 5,7"]);
    assert!(legal(&scene.state).contains(&"roll".to_owned()));
    scene.play(&["roll", "die 1"]);
    assert_eq!(
        (scene.at("1"), scene.of_character("1", "ditched")),
        (json!("5,7"), json!(true))
    );
    assert!(
        !options(&scene.state, "1").contains(&"last-ditch".to_owned()),
        "once per character"
    );
}

/// MH6.6h, H64: a route over an Exit and in again: who stops on an Exit is not Busted.
#[test]
fn h64_a_route_over_an_exit() {
    let rolled = |die: &str| {
        let mut scene = lab("5,6", 0, json!({"hexes": {"5,6": {"loot": ["cash:2"]}}}));
        scene.play(&[
            "act 1",
            "last-ditch",
            "step 5,7",
            "step 5,6",
            "take cash",
            "step 5,7",
            "roll",
            die,
        ]);
        (scene.at("1"), scene.of_character("1", "status"), scene.loot("1"))
    };
    assert_eq!(rolled("die 1"), (json!("5,7"), Value::Null, json!([])));
    assert_eq!(
        rolled("die 2"),
        (json!("5,6"), json!("busted"), json!(["cash:2"])),
        "free things are done as far as it comes"
    );
    assert_eq!(rolled("die 3"), (json!("5,7"), Value::Null, json!(["cash:2"])));
}

/// MH6.6h, H64: an idea that is received on the route is no point of it; the character keeps it.
#[test]
fn h64_ideas_on_the_route_are_kept() {
    let mut scene = lab("5,4", 0, json!({"hexes": {"5,5": {"idea": true}}}));
    scene.play(&[
        "act 1",
        "last-ditch",
        "step 5,5",
        "idea-token",
        "step 5,6",
        "step 5,7",
        "roll",
        "die 2",
    ]);
    assert_eq!(
        (scene.at("1"), scene.ideas("1")),
        (json!("5,6"), 1),
        "two points, not three"
    );
    assert_eq!(scene.of_character("1", "status"), json!("busted"));
}

/// MH6.6i, MH10.8: characters on an Exit may go back in.
#[test]
fn mh6_6i_back_in_from_an_exit() {
    let mut scene = lab("4,2", 0, json!({"hexes": {"5,6": {"loot": ["documents"]}}}));
    scene.play(&[
        "act 2",
        "step 5,6",
        "act 2",
        "take documents",
        "act 2",
        "step 5,7",
        "finish",
    ]);
    assert!(is_over(&scene));
    assert_eq!(
        (scene.get("/ending"), scene.get("/banked")),
        (json!("won"), json!(["documents"]))
    );
    assert_eq!(scene.of_character("1", "status"), json!("busted"));
}

/// MH7.2c, MH6.5a: a Breach on a gate hex. The gate closes as ESCAPE begins, the new Exit stays and opens to nothing,
/// and the position is read back.
#[test]
fn mh7_2c_a_breach_on_a_gate_hex() {
    let bricks = Scenario::find("county-bricks").expect("a scenario");
    let is_gate = |&hex: &usize| matches!(bricks.squares[hex].fixture, Fixture::Gate(_));
    let mut breaches = 0;
    for gate in (0..bricks.plan().count()).filter(is_gate) {
        let gate = bricks.hex_tile(gate).to_string();
        let players = json!([{"card": "demolitions-guy", "ideas": 4}]);
        let before = uncommitted("county-bricks", &[&gate, "9,3", "8,0"], json!({"players": players}));
        let commits = options(&before.state, "1").into_iter();
        for commit in commits.filter(|option| option.starts_with("commit breach")) {
            let mut scene = Scene::of(position(&before.state));
            scene.play(&["act 1", &commit]);
            assert_eq!(scene.of_character("1", "status"), json!("busted"));
            assert_eq!(
                scene.get("/exits").as_object().map(Map::len),
                Some(1),
                "{gate}: {commit}"
            );
            let written = position(&scene.state);
            assert_eq!(heist(written.clone()), scene.state, "{written}");
            breaches += 1;
        }
    }
    assert!(breaches > 0);
}

/// MH7.2c, MH6.5a: the position of such a heist, which an outside program met: somebody breached the gate 4,2 towards
/// 5,1, and all four gates have closed.
#[test]
fn mh6_5a_an_exit_beside_a_closed_gate_is_read() {
    let position_of = |exits: Value| {
        json!({
            "scenario": "county-bricks", "phase": "escape", "round": 2, "closed-gates": 4, "exits": exits, "bag": {},
            "players": [
                {"card": "demolitions-guy", "skills": ["splice-in", "extract"], "status": "busted", "ideas": 0, "tokens": ["2,1"]},
                {"card": "lookout", "skills": ["linger", "steal"], "at": "2,0"},
                {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,0"},
            ],
            "hexes": {
                "2,2": {}, "3,2": {}, "5,2": {}, "6,2": {}, "7,2": {}, "1,3": {}, "3,3": {}, "0,4": {}, "3,4": {}, "7,4": {}, "0,5": {},
                "3,5": {}, "7,5": {}, "3,6": {}, "4,6": {},
            },
            "resolving": ["ask-escaper"],
        })
    };
    let state = heist(position_of(json!({"5,1": "sw"})));
    assert!(
        state
            .exits()
            .any(|(tile, side)| (tile.to_string(), side.name()) == ("5,1".to_owned(), "sw"))
    );
    assert_eq!(position(&state)["exits"], json!({"5,1": "sw"}));
    assert_eq!(heist(position(&state)), state);
    // A side across which the map never had a hex is still refused.
    assert!(refusal(position_of(json!({"5,1": "ne"}))).contains("exits.5,1: found an Exit at 5,1 to ne"));
}

/// Interior Ministry South: player 1 is Busted on an Exit (there a hideout would be safe, H38) with some loot, player 2
/// stands elsewhere with so many ideas, player 3 on the hideout 4,0. The Exit 5,3 opens to 4,3; the safe is open, and
/// empty.
fn busted_on_an_exit(exit: &str, loot: Value, second: &str, ideas: u8) -> Scene {
    let players = json!([{"status": "busted", "loot": loot}, {"ideas": ideas}, {}]);
    let more = json!({"players": players, "hexes": {"10,3": {"fixture-gone": true}}, "exits": {"8,3": "e"}});
    escape("interior-ministry-south", &[exit, second, "4,0"], more)
}

fn takes(scene: &Scene) -> Vec<String> {
    let options = options(&scene.state, "2").into_iter();
    options.filter(|option| option.starts_with("take ")).collect()
}

/// MH6.6j: loot of somebody Busted on an Exit can be taken by who stands there or comes there, by steps or in a last
/// ditch.
#[test]
fn mh6_6j_loot_of_somebody_busted_on_an_exit() {
    let loot = || json!(["documents", "cash:3"]);
    let mut there = busted_on_an_exit("5,3", loot(), "5,3", 4);
    assert_eq!(takes(&there), ["take cash", "take documents"]);
    there.play(&["act 2", "take documents", "act 2", "take cash"]);
    assert_eq!(
        (there.loot("1"), there.loot("2")),
        (json!([]), json!(["cash:3", "documents"]))
    );
    let mut comes = busted_on_an_exit("5,3", loot(), "4,3", 4);
    assert_eq!(takes(&comes), [""; 0]);
    comes.play(&["act 2", "step 5,3", "act 2", "take documents"]);
    assert_eq!(comes.loot("2"), json!(["documents"]));
    // In a last ditch, out and in again: two of its points carry it that far.
    let mut ditch = busted_on_an_exit("5,3", loot(), "4,3", 0);
    ditch.play(&["act 2", "last-ditch", "step 5,3"]);
    assert_eq!(legal_with(&ditch.state, "take"), ["take cash", "take documents"]);
    ditch.play(&[
        "take documents",
        "step 4,3",
        "step 4,2",
        "step 4,1",
        "step 4,0",
        "roll",
        "die 2",
    ]);
    assert_eq!((ditch.at("2"), ditch.loot("2")), (json!("4,3"), json!(["documents"])));
    assert_eq!(ditch.of_character("2", "status"), json!("busted"));
    // On an Exit that was placed (a tunnel, a Breach), too; elsewhere not.
    assert_eq!(takes(&busted_on_an_exit("8,3", loot(), "8,3", 4)).len(), 2);
    assert_eq!(takes(&busted_on_an_exit("8,3", loot(), "5,3", 4)), [""; 0]);
}

/// MH7.2m, MH6.6j: Larcenist reaches adjacent hexes, and no Exit; from an Exit it reaches the hex that this opens to.
#[test]
fn mh7_2m_larcenist_and_exits() {
    let with = |exit: &str, second: &str| {
        let thief = json!({"card": "thief", "effects": ["larcenist"], "ideas": 2});
        let players = json!([{"status": "busted", "loot": ["cash:3"]}, thief, {}]);
        escape(
            "interior-ministry-south",
            &[exit, second, "4,0"],
            json!({"players": players}),
        )
    };
    assert_eq!(takes(&with("5,3", "4,3")), [""; 0]);
    assert_eq!(takes(&with("4,3", "5,3")), ["take cash w"]);
}

/// MH6.6j, MH6.6h, MH6.6d: the hexes east of the keycard door 9,2 have no other way to a hideout: only the keycard of
/// somebody Busted on the Exit 8,3 makes a last-ditch route possible.
#[test]
fn mh6_6j_a_keycard_on_an_exit_opens_the_way() {
    let without = busted_on_an_exit("8,3", json!([]), "9,4", 0);
    assert_eq!(options(&without.state, "2"), [""; 0]);
    let mut with = busted_on_an_exit("8,3", json!(["keycard"]), "9,4", 0);
    assert_eq!(options(&with.state, "2"), ["last-ditch"]);
    with.play(&[
        "act 2",
        "last-ditch",
        "step 9,3",
        "step 8,3",
        "take keycard",
        "step 9,3",
        "door 9,2",
    ]);
    assert!(legal(&with.state).contains(&"step 9,2".to_owned()));
}

/// MH6.6j, H36, MH11.13, MH9a: a holder stops one step short; a teammate fetches the loot; the holder stays Busted.
#[test]
fn mh11_13_loot_rescue() {
    let mut scene = lab("5,2", 2, json!({"players": [{"loot": ["documents"]}]}));
    scene.play(&["act 1", "last-ditch"]);
    scene.play(&ROUTE);
    scene.play(&["roll", "die 2"]);
    assert_eq!(
        (scene.at("1"), scene.of_character("1", "status")),
        (json!("5,6"), json!("busted"))
    );
    assert_eq!(scene.loot("1"), json!(["documents"]), "it keeps its loot lying with it");
    assert!(!legal(&scene.state).contains(&"act 1".to_owned()), "it cannot move");
    scene.play(&[
        "act 2",
        "step 5,6",
        "act 2",
        "take documents",
        "act 2",
        "step 5,7",
        "finish",
    ]);
    assert_eq!(
        (scene.get("/ending"), scene.of_character("1", "status")),
        (json!("won"), json!("busted"))
    );
    assert_eq!(scene.of_character("2", "status"), Value::Null);
}

/// MH6.6k, MH9a, MH7.10c: at the end who is not on an Exit is Busted; loot on the board or with Busted characters is
/// lost, the rest is banked.
#[test]
fn mh6_6k_how_a_heist_ends() {
    let more = json!({
        "players": [{"loot": ["documents"]}, {"loot": ["cash:3"]}, {}], "hexes": {"5,6": {"loot": ["cash:9"]}}, "banked": ["cash:1"],
    });
    let mut scene = lab("4,2", 2, more);
    scene.play(&["finish"]);
    assert_eq!(
        (scene.get("/ending"), scene.get("/banked")),
        (json!("lost"), json!(["cash:4"]))
    );
    let busted = ["1", "2", "3"].map(|who| scene.of_character(who, "status"));
    assert_eq!(busted, [json!("busted"), Value::Null, Value::Null]);
    // MH9a: the objective can be met although characters are Busted.
    let mut won = lab("4,2", 2, json!({"banked": ["documents"]}));
    won.play(&["finish"]);
    assert_eq!(won.get("/ending"), json!("won"));
}

/// MH6.6k, MH7.10c: everything that somebody on an Exit holds is banked, copies of the same loot included; the same of
/// who is saved by Camouflage.
#[test]
fn mh6_6k_all_copies_are_banked() {
    // 7,2 and 6,4 are Exits.
    for (at, loot) in [
        ("7,2", json!(["jewel", "jewel"])),
        ("5,3", json!(["jewel", "jewel", "camouflage"])),
    ] {
        let players = json!([{"loot": loot}, {"loot": ["jewel"]}, {}]);
        let mut scene = escape("delinquent-jeweler", &[at, "7,2", "6,4"], json!({"players": players}));
        scene.play(&["finish"]);
        let banked = scene.get("/banked");
        let jewels = banked
            .as_array()
            .expect("banked loot")
            .iter()
            .filter(|loot| **loot == "jewel");
        assert_eq!((jewels.count(), scene.get("/ending")), (3, json!("won")), "{at}");
        assert_eq!(scene.loot("1"), json!([]), "{at}");
    }
}

/// MH6.6k, MH7.6h: Camouflage saves its holder on a hex that is neither on nor next to an unsubdued guard; its loot is
/// banked, but it does not count as escaped.
#[test]
fn mh6_6k_camouflage() {
    let end = |hexes: Value| {
        let mut scene = lab(
            "4,2",
            0,
            json!({"hexes": hexes, "players": [{"loot": ["documents", "camouflage"]}]}),
        );
        scene.play(&["finish"]);
        (scene.get("/ending"), scene.of_character("1", "status"))
    };
    let saved = (json!("won"), Value::Null);
    let busted = (json!("lost"), json!("busted"));
    assert_eq!(
        end(json!({"5,2": {"subdued-guards": 1, "cameras": 1}, "6,2": {"guards": 1}})),
        saved
    );
    assert_eq!(end(json!({"5,2": {"guards": 1}})), busted);
    assert_eq!(end(json!({"4,2": {"dogs": 1}})), busted);
}

/// H55: Camouflage also saves who was stopped by a failed last ditch; in a breakout it does not count as escaped.
#[test]
fn h55_camouflage_after_a_failed_last_ditch() {
    let mut scene = lab("5,2", 0, json!({"players": [{"loot": ["documents", "camouflage"]}]}));
    scene.play(&["act 1", "last-ditch"]);
    scene.play(&ROUTE);
    scene.play(&["roll", "die 1"]);
    assert_eq!(scene.of_character("1", "status"), json!("busted"));
    scene.play(&["finish"]);
    assert_eq!(
        (scene.get("/ending"), scene.of_character("1", "status")),
        (json!("won"), Value::Null)
    );
    let players = json!([{"loot": ["camouflage"]}, {"status": "busted"}, {"status": "busted"}]);
    let mut bricks = escape("county-bricks", &["1,7", "3,7", "5,7"], json!({"players": players}));
    bricks.play(&["finish"]);
    assert_eq!(
        (bricks.of_character("1", "status"), bricks.get("/ending")),
        (Value::Null, json!("lost")),
        "nobody escaped"
    );
}

/// MH7.6i, H65, H71: the Master Plan Copy of a Busted holder makes everybody Busted before the loot held on Exits is
/// banked.
#[test]
fn h65_the_master_plan_copy_before_banking() {
    let players = json!([{"loot": ["master-plan-copy"]}, {"loot": ["documents"]}]);
    let mut scene = lab("4,2", 0, json!({"players": players, "banked": ["cash:2"]}));
    scene.play(&["finish"]);
    assert_eq!(
        (scene.get("/ending"), scene.get("/banked")),
        (json!("lost"), json!(["cash:2"]))
    );
    assert_eq!(
        ["1", "2", "3"].map(|who| scene.of_character(who, "status")),
        [(); 3].map(|()| json!("busted"))
    );
    let players = json!([{}, {"loot": ["documents", "master-plan-copy"]}]);
    let mut out = lab("4,2", 0, json!({"players": players}));
    out.play(&["finish"]);
    assert_eq!(
        (out.get("/ending"), out.of_character("2", "status")),
        (json!("won"), Value::Null),
        "its holder is out"
    );
}

/// MH7.6i, H71: a gate Busted the holder earlier, and the card is gone: checked at the end all the same.
#[test]
fn h71_the_master_plan_copy_on_a_closed_gate() {
    let safe = json!({"5,0": {"fixture-gone": true}});
    let more = json!({"players": [{"loot": ["master-plan-copy"]}], "banked": ["documents"], "hexes": safe});
    let mut scene = after("G1", "rival-hq", &["5,2", "7,3", "0,6"], more);
    assert_eq!(
        (scene.of_character("1", "status"), scene.loot("1")),
        (json!("busted"), json!([]))
    );
    scene.play(&["die 1", "die 1", "escape"]);
    assert_eq!(scene.phase(), "escape");
    scene.play(&["finish"]);
    assert_eq!(
        scene.get("/ending"),
        json!("lost"),
        "the documents were banked, but the objective fails"
    );
}

/// MH6.6k, MH7.10c: an NPC escapes by the same rules, with its own ideas and die.
#[test]
fn mh6_6k_npcs_escape_by_the_same_rules() {
    let with = |at: &str| {
        let npc = json!({"at": at, "status": "active", "ideas": 2});
        escape(
            "hotel-basement",
            &["7,0", "7,0", "0,7"],
            json!({"npc": npc, "hexes": {"7,1": {"fixture-gone": true}}}),
        )
    };
    let mut stepping = with("7,1");
    stepping.play(&["act npc", "step 7,0", "finish"]);
    assert_eq!(stepping.get("/ending"), json!("won"));
    let mut rolling = with("7,2");
    rolling.play(&[
        "act npc",
        "last-ditch",
        "step 7,1",
        "step 7,0",
        "roll",
        "die 1",
        "finish",
    ]);
    assert_eq!(rolling.get("/ending"), json!("won"));
    let mut staying = with("7,2");
    staying.play(&["finish"]);
    assert_eq!(
        (staying.get("/ending"), staying.of_character("npc", "status")),
        (json!("lost"), json!("busted"))
    );
}

/// MH6.6l, H46, MH10.34: in a breakout one player character per Exit counts; during the part any number may stand
/// there, and the team chooses at the end.
#[test]
fn mh10_34_one_character_per_exit() {
    // The Bricks: 9,3 and 8,0 are Exits.
    let mut scene = escape("county-bricks", &["9,3", "9,3", "8,0"], json!({}));
    scene.play(&["finish"]);
    assert_eq!(legal(&scene.state), ["counts 1", "counts 2"]);
    scene.play(&["counts 2"]);
    assert!(is_over(&scene));
    assert_eq!(
        ["1", "2", "3"].map(|who| scene.of_character(who, "status")),
        [json!("busted"), Value::Null, Value::Null]
    );
    assert_eq!(
        (scene.get("/ending"), scene.get("/escaped")),
        (json!("won"), json!(["2", "3"]))
    );
}

/// MH6.6m, H38, H53, MH7.10c: hideouts replace the Exits; the objective is checked before loot is banked, and guards do
/// not matter.
#[test]
fn h38_hideouts_replace_the_exits() {
    // 4,0 and 7,0 are the hideouts, 5,3 an Exit.
    let more =
        json!({"players": [{"loot": ["documents"]}], "hexes": {"4,0": {"guards": 2}, "10,3": {"fixture-gone": true}}});
    let mut won = escape("interior-ministry-south", &["4,0", "7,0", "5,3"], more);
    won.play(&["finish"]);
    assert_eq!(
        (won.get("/ending"), won.get("/banked")),
        (json!("won"), json!(["documents"])),
        "H53: banked afterwards"
    );
    assert_eq!(
        ["1", "2", "3"].map(|who| won.of_character(who, "status")),
        [Value::Null, Value::Null, json!("busted")]
    );
    let mut elsewhere = escape(
        "interior-ministry-south",
        &["5,3", "7,0", "7,0"],
        json!({"players": [{"loot": ["documents"]}], "hexes": {"10,3": {"fixture-gone": true}}}),
    );
    elsewhere.play(&["finish"]);
    assert_eq!(elsewhere.get("/ending"), json!("lost"), "an Exit is no hideout");
    // A last ditch ends on a hideout. 4,1 is next to 4,0.
    let mut ditch = escape(
        "interior-ministry-south",
        &["4,1", "7,0", "7,0"],
        json!({"players": [{"ideas": 0}]}),
    );
    ditch.play(&["act 1", "last-ditch", "step 4,0", "roll", "die 1"]);
    assert_eq!(
        (ditch.at("1"), ditch.of_character("1", "status")),
        (json!("4,0"), Value::Null)
    );
}

/// MH6.6m, H38: at most two count on a hideout; the team chooses who of more.
#[test]
fn mh6_6m_two_on_a_hideout() {
    let mut scene = escape(
        "interior-ministry-south",
        &["4,0", "4,0", "4,0", "7,0"],
        json!({"players": [{"loot": ["documents"]}], "hexes": {"10,3": {"fixture-gone": true}}}),
    );
    scene.play(&["finish"]);
    assert_eq!(
        legal(&scene.state),
        ["counts 1", "counts 2"],
        "one by one in ascending order, two of three"
    );
    scene.play(&["counts 2"]);
    assert_eq!(legal(&scene.state), ["counts 3"]);
    scene.play(&["counts 3"]);
    assert_eq!(
        scene.get("/ending"),
        json!("lost"),
        "the holder of the documents was left out"
    );
    assert_eq!(scene.of_character("1", "status"), json!("busted"));
}

/// MH10.18, MH4.2c, MH10.17: with everybody outdoors the team may declare escape; banking the objective alone ends
/// nothing.
#[test]
fn mh10_18_escape_with_everybody_outdoors() {
    let more = json!({"players": [{"loot": ["documents"]}]});
    let mut scene = uncommitted("tech-lab", &["5,7", "5,7", "2,8"], more);
    scene.play(&["act 1", "bank documents"]);
    assert_eq!(scene.phase(), "action", "MH10.17");
    assert!(legal(&scene.state).contains(&"escape".to_owned()));
    scene.play(&["escape"]);
    assert_eq!(scene.phase(), "escape", "M1 was the Event");
    scene.play(&["finish"]);
    assert_eq!(scene.get("/ending"), json!("won"));
}

/// MH4.2c, H11: who has not committed does nothing, who has owes all its noise; END_ACTION, EVENT and CRISES are
/// played.
#[test]
fn h11_a_declared_escape_ends_the_action_phase() {
    let more =
        json!({"deck": ["E20", "M1", "M1", "Z1"], "hexes": {"4,2": {"guards": 1}}, "players": [{}], "queue": ["C4"]});
    let mut scene = uncommitted("tech-lab", &["4,2", "5,7", "2,8"], more);
    scene.play(&["act 3", "commit walk", "act 2", "commit run", "escape"]);
    assert_eq!(
        (scene.phase(), scene.number("/marker")),
        ("escape".to_owned(), 3),
        "N and NN"
    );
    assert_eq!(
        (scene.all_ideas(), scene.get("/queue")),
        (vec![1, 2, 2], Value::Null),
        "E20 was resolved"
    );
    assert_eq!(scene.get("/deck"), json!(["M1", "M1", "Z1"]));
}

/// MH4a, H49, MH10.19: nobody is left: to ESCAPE at once, the rest of the round is skipped.
#[test]
fn h49_nobody_left() {
    let more = json!({
        "deck": ["G1", "C4", "M1", "M1", "Z1"], "hexes": {"5,3": {"loot": ["cash:1"]}},
        "players": [{"loot": ["cash:3"], "tokens": ["4,3"]}, {"tokens": ["5,2"]}],
    });
    let scene = after("M1", "rival-hq", &["5,2", "5,2", "5,2"], more);
    assert_eq!(
        (scene.phase(), scene.number("/closed-gates")),
        ("escape".to_owned(), 4),
        "the other gates close as ESCAPE starts"
    );
    assert_eq!(
        scene.hex("5,3"),
        json!({"loot": ["cash:1"]}),
        "C4 was skipped, nothing was asked"
    );
    assert_eq!(legal(&scene.state), ["finish"]);
}
