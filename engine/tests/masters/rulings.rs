//! Rulings for edge cases (section 10), obstacles (6.7), and house rulings of section 12 that belong to no other file.

use serde_json::{Value, json};

use super::scenes::{Scene, after, deck, escape, scene, uncommitted};
use super::support::{heist, legal, legal_with, odds, options, play, position, refusal};

/// The Tech Lab in ACTION with player 1 at a tile and the others outdoors.
fn lab(first: &str, more: Value) -> Scene {
    uncommitted("tech-lab", &[first, "5,7", "2,8"], more)
}

/// MH10.1: walking without moving is legal, costs N and does nothing else.
#[test]
fn mh10_1_walk_without_moving() {
    let mut scene = lab("4,2", json!({}));
    assert!(options(&scene.state, "1").contains(&"commit walk".to_owned()));
    scene.play(&["act 1", "commit walk"]);
    assert!(options(&scene.state, "1").is_empty(), "no hex has a token");
    scene.play(&["act 2", "commit discover", "act 3", "commit pause", "end"]);
    assert_eq!(
        (scene.phase(), scene.at("1"), scene.number("/marker")),
        ("roll".to_owned(), json!("4,2"), 2),
        "N of two"
    );
}

/// MH10.2: two guards need two S before leaving; entering a second guarded hex is fine.
#[test]
fn mh10_2_two_guards() {
    let more = json!({
        "hexes": {"4,2": {"guards": 2}, "5,2": {"guards": 1}},
        "players": [{"card": "bruiser", "skills": ["assault", "bypass"], "tokens": ["5,2", "6,2"], "die": 3}],
    });
    let mut scene = lab("4,2", more);
    scene.play(&["act 1", "commit assault 3", "act 1", "subdue 4,2 guard"]);
    assert!(legal_with(&after_act(&scene, "1"), "move").is_empty());
    scene.play(&["act 1", "subdue 4,2 guard", "act 1", "move 5,2"]);
    assert!(
        options(&scene.state, "1").is_empty(),
        "the Guard on 5,2 holds, and no S is left"
    );
}

fn after_act(scene: &Scene, who: &str) -> heist_engine::masters::MastersOfTheHeist {
    let mut state = scene.state;
    play(&mut state, &[&format!("act {who}")]);
    state
}

/// MH10.4: a Lock that becomes active stops M, even if it was planned.
#[test]
fn mh10_4_a_lock_that_comes_back_stops() {
    let more = json!({"hexes": {"5,2": {"unlocked": 1}, "3,2": {}}, "players": [{"tokens": ["5,2", "3,2"]}]});
    let mut scene = after("E11", "tech-lab", &["4,2", "5,7", "2,8"], more);
    scene.play(&["die 1", "die 1", "die 1", "act 1", "commit walk"]);
    assert_eq!(options(&scene.state, "1"), ["move 3,2"]);
}

/// MH10.5: one alert per live Camera each time a character enters; nothing for staying or for disabled ones.
#[test]
fn mh10_5_cameras_cost_at_each_entry() {
    let more = json!({
        "hexes": {"5,2": {"cameras": 1, "disabled": 2}, "4,2": {"cameras": 1}},
        "players": [{"tokens": ["4,2", "5,2"], "die": 4}],
    });
    let mut scene = lab("4,2", more);
    scene.play(&["act 1", "commit bypass 4", "act 1", "move 5,2"]);
    assert_eq!(scene.alerts(), 1);
    scene.play(&["act 1", "move 4,2", "act 1", "move 5,2"]);
    assert_eq!(scene.alerts(), 3);
}

/// MH10.6, MH5.3c: hexes are revealed through Locks, doors and rings.
#[test]
fn mh10_6_reveals_through_obstacles() {
    // 6,4 holds a Lock that a card has put on it while unrevealed; 6,3 has an active Lock too.
    let more = json!({
        "hexes": {"6,4": {"unrevealed": true, "locks": 1}, "6,3": {"locks": 1}}, "bag": {"camera": 1}, "players": [{"tokens": ["5,5"]}],
    });
    let mut scene = lab("5,4", more);
    scene.play(&["act 1", "commit walk", "act 1", "move 5,5", "chit camera"]);
    assert_eq!(scene.hex("6,4"), json!({"locks": 1, "cameras": 1}));
    let more = json!({
        "hexes": {"2,2": {"unrevealed": true}}, "bag": {"lock": 2},
    });
    let mut start = Scene::of(scene_of_start("tech-lab", "3,1", more));
    assert_eq!(start.phase(), "start", "out of a hex with a keycard door");
    start.play(&["chit lock"]);
    assert_eq!(start.hex("2,2"), json!({"locks": 1}));
    assert_eq!(start.phase(), "roll");
    let more = json!({"hexes": {"8,2": {"unrevealed": true}, "7,4": {"unrevealed": true}}, "bag": {"guard": 2}});
    let mut ring = Scene::of(scene_of_start("county-river", "7,3", more));
    assert_eq!(legal(&ring.state), ["next 8,2", "next 7,4"], "out of a ring");
    ring.play(&["next 7,4", "chit guard", "chit guard"]);
    assert_eq!(ring.phase(), "roll");
}

/// A heist whose planning is confirmed, with everybody on one tile.
fn scene_of_start(scenario: &str, at: &str, more: Value) -> Value {
    let mut whole = scene(scenario, &[at, at, at], more);
    super::scenes::remove_from_characters(&mut whole, &["die", "action"]);
    whole["phase"] = json!("plan");
    whole["round"] = json!(0);
    whole["resolving"] = json!(["start-heist"]);
    whole
}

/// MH10.6, MH10.7, MH3.4a: the hexes next to characters are revealed from Exits too, with the odds of the bag, before
/// the first roll.
#[test]
fn mh10_7_reveals_at_the_start_of_a_heist() {
    let more = json!({"hexes": {"3,1": {"unrevealed": true}}, "bag": {"guard": 3, "lock": 1}});
    let mut scene = Scene::of(scene_of_start("county-hole", "3,0", more));
    assert_eq!(scene.phase(), "start");
    assert_eq!(
        odds(&scene.state),
        [("chit guard".to_owned(), 0.75), ("chit lock".to_owned(), 0.25)]
    );
    scene.play(&["chit lock"]);
    assert_eq!((scene.phase(), odds(&scene.state).len()), ("roll".to_owned(), 6));
}

/// MH10.8: loot on an Exit can be banked and the character may walk back in. MH10.32: an item that is out at the end
/// stays with the team.
#[test]
fn mh10_8_bank_and_walk_back_in() {
    let more = json!({"players": [{"loot": ["cash:2", "radio"], "tokens": ["5,6"]}]});
    let mut scene = lab("5,7", more);
    scene.play(&["act 1", "bank cash:2", "act 1", "commit walk", "act 1", "move 5,6"]);
    assert_eq!(
        (scene.get("/banked"), scene.loot("1"), scene.at("1")),
        (json!(["cash:2"]), json!(["radio"]), json!("5,6"))
    );
    let mut end = escape(
        "tech-lab",
        &["5,7", "5,7", "2,8"],
        json!({"players": [{"loot": ["radio"]}]}),
    );
    end.play(&["finish"]);
    assert_eq!(end.get("/banked"), json!(["radio"]));
}

/// MH10.9, MH6.7b: in ACTION a keycard opens doors for free, any number of them, and is kept; nobody can enter a shut
/// one.
#[test]
fn mh10_9_one_keycard_many_doors() {
    // The museum has doors on 1,5 and 3,5, with 2,5 between them.
    let players = json!([{"loot": ["keycard"], "tokens": ["1,5", "3,5"]}]);
    let npc = json!({"at": "8,0", "die": 1});
    let mut scene = uncommitted(
        "museum-of-antiquity",
        &["2,5", "3,0", "3,0"],
        json!({"players": players, "npc": npc}),
    );
    assert_eq!(legal_with(&after_act(&scene, "1"), "door"), ["door 1,5", "door 3,5"]);
    scene.play(&["act 1", "commit walk"]);
    assert!(legal_with(&after_act(&scene, "1"), "move").is_empty());
    scene.play(&["act 1", "door 1,5", "act 1", "door 3,5"]);
    assert_eq!(legal_with(&after_act(&scene, "1"), "move"), ["move 1,5", "move 3,5"]);
    assert_eq!(
        (scene.ideas("1"), scene.loot("1"), scene.number("/owed")),
        (2, json!(["keycard"]), 1)
    );
}

/// MH10.16: several once-per-heist abilities in one phase, each once.
#[test]
fn mh10_16_each_once_per_heist_ability_once() {
    let more = json!({
        "hexes": {"5,2": {"cameras": 1}, "6,3": {"unrevealed": true}, "4,2": {"unrevealed": true}, "4,3": {"cameras": 1}},
        "bag": {"lock": 2},
        "players": [{"card": "black-hat"}, {"card": "street-urchin", "tokens": ["5,2"], "ideas": 4}],
    });
    let mut scene = lab("2,2", more);
    let codes = legal_with(&after_act(&scene, "1"), "codes");
    assert_eq!(codes, ["codes 5,2", "codes 4,3"]);
    scene.play(&["act 1", "codes 5,2", "chit lock"]);
    assert_eq!(
        scene.hex("4,2"),
        json!({"locks": 1}),
        "the only unrevealed hex next to 5,2"
    );
    assert!(legal_with(&after_act(&scene, "1"), "codes").is_empty());
    scene.play(&["act 2", "change-of-plans", "lift 2 5,2", "token 6,2"]);
    if legal(&scene.state).contains(&"done".to_owned()) {
        scene.play(&["done"]);
    }
    assert_eq!(
        (scene.of_character("2", "tokens"), scene.ideas("2")),
        (json!(["6,2"]), 2)
    );
    assert!(!options(&scene.state, "2").contains(&"change-of-plans".to_owned()));
}

/// MH10.19: a character that a gate Busts has made its noise all the same.
#[test]
fn mh10_19_noise_of_a_busted_character_stays() {
    let scene = after("G1", "rival-hq", &["5,2", "7,3", "0,6"], json!({"owed": 3}));
    assert_eq!(
        (scene.of_character("1", "status"), scene.number("/marker")),
        (json!("busted"), 3)
    );
}

/// MH10.20: ideas have no upper limit.
#[test]
fn mh10_20_many_ideas() {
    let mut scene = lab("4,2", json!({"players": [{}, {}, {"ideas": 40}]}));
    scene.play(&["act 3", "commit pause", "act 3", "idea"]);
    assert_eq!(scene.ideas("3"), 41);
}

/// MH10.21: Efficient Picker with Pick II gives at most two extra moves.
#[test]
fn mh10_21_two_extra_moves() {
    let more = json!({"players": [{"card": "safecracker", "ideas": 5, "tokens": ["5,2", "6,2"]}]});
    let mut scene = lab("4,2", more);
    assert!(
        !options(&scene.state, "1").contains(&"efficient-picker".to_owned()),
        "only after the own commit"
    );
    scene.play(&[
        "act 1",
        "commit pick-ii",
        "act 1",
        "efficient-picker",
        "act 1",
        "efficient-picker",
    ]);
    assert!(!options(&scene.state, "1").contains(&"efficient-picker".to_owned()));
    assert_eq!(
        (
            scene.of_character("1", "letters"),
            scene.ideas("1"),
            scene.number("/owed")
        ),
        (json!("MMUU"), 3, 3)
    );
}

/// MH10.22: Autopwn may give U to a character that has not committed; it still must commit.
#[test]
fn mh10_22_autopwn_before_the_commit() {
    let more = json!({"hexes": {"5,2": {"locks": 1}}, "players": [{}, {"card": "script-kiddie"}]});
    let mut scene = lab("4,2", more);
    scene.play(&[
        "act 2",
        "commit autopwn 1 U",
        "act 3",
        "commit pause",
        "act 1",
        "unlock 5,2",
    ]);
    assert_eq!(scene.hex("5,2"), json!({"unlocked": 1}));
    assert!(!legal(&scene.state).contains(&"end".to_owned()));
    scene.play(&["act 1", "commit walk"]);
    assert!(legal(&scene.state).contains(&"end".to_owned()));
    assert_eq!(scene.number("/owed"), 2, "N of the grant and N of the walk");
}

/// MH10.23: chits on hexes with a fixture are normal chits. 3,3 and 5,4 are towers.
#[test]
fn mh10_23_chits_on_fixtures() {
    let more = json!({
        "hexes": {"3,3": {"locks": 1}, "5,3": {"locks": 0}, "5,4": {"cameras": 1, "guards": 1}},
        "players": [{"tokens": ["3,3", "5,4", "5,3"], "die": 1}],
    });
    let mut scene = lab("5,3", more.clone());
    scene.play(&["act 1", "commit hurry 1", "act 1", "move 5,4"]);
    assert_eq!(scene.alerts(), 1);
    assert!(options(&scene.state, "1").is_empty(), "held");
    let mut locked = lab("4,2", more);
    locked.play(&["act 1", "commit walk"]);
    assert!(options(&locked.state, "1").is_empty());
    let fixer = uncommitted(
        "rival-hq",
        &["4,3", "7,3", "0,6"],
        json!({"hexes": {"3,4": {"guards": 1}}}),
    );
    let mut kennel = fixer;
    kennel.play(&["act 1", "commit punch"]);
    assert_eq!(options(&kennel.state, "1"), ["subdue 3,4 guard"]);
}

/// MH10.25: Dogs count as guards for the Flashbang and for Rewire.
#[test]
fn mh10_25_dogs_are_guards_for_flashbang_and_rewire() {
    let more = json!({"hexes": {"4,2": {"dogs": 1}}, "players": [{"loot": ["flashbang"]}]});
    let mut flash = lab("4,2", more);
    flash.play(&["act 1", "commit toss-flashbang"]);
    assert_eq!(flash.hex("4,2"), json!({"subdued-dogs": 1, "flashed-dogs": 1}));
    let more = json!({"hexes": {"4,2": {"dogs": 1, "cameras": 1}}, "players": [{"card": "tinkerer"}]});
    let mut rewire = lab("4,2", more);
    rewire.play(&["act 1", "commit rewire-character", "rewire 4,2"]);
    assert_eq!(rewire.hex("4,2"), json!({"subdued-dogs": 1, "disabled": 1}));
}

/// MH10.25, events:E15: Dogs are un-subdued too, and hold.
#[test]
fn mh10_25_e15_counts_dogs() {
    let scene = after(
        "E15",
        "tech-lab",
        &["4,2", "5,7", "2,8"],
        json!({"hexes": {"4,2": {"subdued-dogs": 1}}}),
    );
    assert_eq!(
        (scene.hex("4,2"), scene.phase()),
        (json!({"dogs": 1}), "event".to_owned()),
        "an idea is offered"
    );
}

/// MH10.28, MH7.8a: Old Friend several times by several characters outdoors, before or after their commit; not from
/// indoors.
#[test]
fn mh10_28_old_friend_several_times() {
    let more = json!({"fixers": ["old-friend"], "players": [{}, {"ideas": 4}, {"ideas": 2}]});
    let mut scene = lab("4,2", more);
    assert!(legal_with(&after_act(&scene, "1"), "old-friend").is_empty());
    assert_eq!(
        legal_with(&after_act(&scene, "2"), "old-friend"),
        ["old-friend 1", "old-friend 3"]
    );
    scene.play(&[
        "act 2",
        "old-friend 1",
        "act 2",
        "commit discover",
        "act 2",
        "old-friend 1",
        "act 3",
        "old-friend 1",
    ]);
    assert_eq!(scene.all_ideas(), [5, 0, 0]);
}

/// MH10.29: in The Bricks inside characters need no token on their start hex and share it.
#[test]
fn mh10_29_inside_characters_need_no_token() {
    let mut scene = Scene::of(scene_of_start("county-bricks", "1,7", json!({})));
    assert_eq!(scene.phase(), "roll");
    scene.play(&["die 1", "die 1", "die 1"]);
    assert_eq!(legal(&scene.state), ["act 1", "act 2", "act 3", "escape"]);
}

/// H44, MH3.2c: a starting item is with its character whenever nothing else is said.
#[test]
fn h44_starting_items_are_there_at_each_heist() {
    let mut whole = scene(
        "tech-lab",
        &["5,7", "5,7", "2,8"],
        json!({"players": [{"card": "safecracker"}]}),
    );
    super::scenes::remove_from_characters(&mut whole, &["action", "loot"]);
    let scene = Scene::of(whole);
    assert_eq!(legal_with(&after_act(&scene, "1"), "bank"), ["bank safecracking-tools"]);
}

/// H44, MH8e: a position says which copy of an item is the starting one.
#[test]
fn h44_a_position_tells_copies_apart() {
    let with = |held: &str, lying: &str| {
        let more = json!({
            "players": [{"card": "safecracker", "loot": [held]}, {}, {}], "hexes": {"5,6": {"loot": [lying]}},
        });
        Scene::of(scene("tech-lab", &["5,7", "5,7", "2,8"], more))
    };
    let started = with("safecracking-tools", "safecracking-tools spare");
    let swapped = with("safecracking-tools spare", "safecracking-tools");
    assert!(started.state != swapped.state);
    for scene in [started, swapped] {
        assert!(heist(position(&scene.state)) == scene.state);
    }
    let unknown = json!({"players": [{"loot": ["jewel spare"]}, {}, {}]});
    let whole = scene("delinquent-jeweler", &["7,2", "7,2", "1,8"], unknown);
    let message = refusal(whole);
    assert!(message.contains("`spare` behind an item"), "{message}");
}

/// MH10.33: ideas of planning are kept into the first round.
#[test]
fn mh10_33_ideas_of_planning_are_kept() {
    let whole = scene_of_start("tech-lab", "5,7", json!({"players": [{"ideas": 7}]}));
    let mut scene = Scene::of(whole);
    scene.play(&["die 1", "die 1", "die 1"]);
    assert_eq!((scene.phase(), scene.ideas("1")), ("action".to_owned(), 7));
}

/// H2, MH1b: an Exit touches the one hex that it opens to. In The Proving Grounds 4,6 lies next to the Exit 4,7, which
/// opens to 3,7.
#[test]
fn h2_an_exit_touches_one_hex() {
    let more = json!({"players": [{"tokens": ["3,7", "4,6"]}, {}, {}]});
    let mut scene = uncommitted("rival-hq", &["4,7", "4,6", "7,3"], more);
    scene.play(&["act 1", "commit walk", "act 2", "commit run"]);
    assert_eq!(options(&scene.state, "1"), ["move 3,7"]);
    assert!(options(&scene.state, "2").is_empty(), "nor is the Exit next to 4,6");
}

/// H60, MH3.3d: as many tunnel Exits as are needed for every start place.
#[test]
fn h60_tunnels_that_are_needed() {
    let plan = |players: usize| {
        let team = [
            ("thug", ["hurry", "bypass"]),
            ("lookout", ["linger", "steal"]),
            ("burglar", ["hurry", "wing-it"]),
        ];
        let players: Vec<Value> = team
            .iter()
            .take(players)
            .map(|(card, skills)| json!({"card": card, "skills": skills}))
            .collect();
        let whole = json!({
            "scenario": "the-lair", "phase": "plan", "resolving": ["tunnels 0"], "npc": {"at": "0,7"}, "players": players,
        });
        heist(whole)
    };
    let mut state = plan(3);
    assert!(
        !legal(&state).contains(&"done".to_owned()),
        "one printed Entrance for two of three"
    );
    play(&mut state, &["tunnel 6,2 e"]);
    assert!(legal(&state).contains(&"done".to_owned()));
}

/// H61, MH5.4g: on an Exit loot is handed over directly or banked, never dropped.
#[test]
fn h61_passing_on_an_exit() {
    let mut scene = uncommitted(
        "tech-lab",
        &["5,7", "5,7", "2,8"],
        json!({"players": [{"loot": ["radio"]}]}),
    );
    let free = |action: &String| ["drop", "pass", "bank"].contains(&action.split(' ').next().unwrap_or_default());
    let offered: Vec<String> = options(&scene.state, "1").into_iter().filter(free).collect();
    assert_eq!(offered, ["pass radio 2", "bank radio"], "player 3 is on another Exit");
    scene.play(&["act 1", "pass radio 2"]);
    assert_eq!((scene.loot("1"), scene.loot("2")), (json!([]), json!(["radio"])));
}

/// H11b, H66, MH7.2c: a Breach skips the noise and the Event; one-use items are discarded, guards of a Flashbang stay
/// subdued.
#[test]
fn h66_cards_used_before_a_breach() {
    let more = json!({
        "hexes": {"2,2": {"guards": 1}}, "deck": deck(&["E20"]),
        "players": [{"card": "demolitions-guy", "ideas": 4}, {"loot": ["flashbang"]}, {"loot": ["radio"]}],
    });
    let mut scene = uncommitted("tech-lab", &["2,2", "2,2", "2,8"], more);
    scene.play(&["act 2", "commit toss-flashbang", "act 3", "commit tweak-plan"]);
    assert_eq!(scene.number("/owed"), 4);
    // 2,2 has 3,2, 3,1, 1,3 and 2,3 beside it: NW and W are external.
    assert_eq!(
        legal_with(&after_act(&scene, "1"), "commit breach"),
        ["commit breach nw", "commit breach w"]
    );
    scene.play(&["act 1", "commit breach w"]);
    assert_eq!(
        (scene.phase(), scene.number("/marker"), scene.all_ideas()),
        ("escape".to_owned(), 0, vec![0, 2, 2])
    );
    assert_eq!((scene.loot("2"), scene.loot("3")), (json!([]), json!([])));
    assert_eq!(scene.hex("2,2"), json!({"subdued-guards": 1}));
    assert_eq!(scene.get("/exits"), json!({"1,2": "e"}));
    scene.play(&["act 2", "step 1,2"]);
    assert_eq!(scene.at("2"), json!("1,2"), "usable by all");
}

/// H68, MH3.3e, H81: half the price, rounded down; what is sold is not bought back; a starting item cannot be sold.
#[test]
fn h68_sales_in_the_shop() {
    let whole = json!({
        "scenario": "tech-lab", "phase": "plan", "resolving": ["ask-office"], "cash": 10,
        "players": [
            {"card": "thief", "skills": ["hurry", "bypass"]}, {"card": "lookout", "skills": ["linger", "steal"], "loot": ["flashbang"]},
            {"card": "burglar", "skills": ["hurry", "wing-it"], "loot": ["cheap-picks"]},
        ],
    });
    let mut state = heist(whole);
    assert_eq!(
        legal_with(&state, "sell"),
        ["sell cheap-picks", "sell flashbang"],
        "not the Thief's torch"
    );
    assert!(
        legal_with(&state, "buy")
            .iter()
            .all(|action| !action.contains("plasma-torch")),
        "H81: its only copy is the Thief's"
    );
    play(&mut state, &["sell flashbang"]);
    assert_eq!(position(&state)["cash"], json!(11), "3 halved is 1");
    assert!(
        !legal(&state).contains(&"sell cheap-picks".to_owned()),
        "in the order of the list"
    );
    assert!(
        legal_with(&state, "buy")
            .iter()
            .all(|action| !action.contains("flashbang"))
    );
}

/// H74, MH7.8h: the Mayor replaces a visible Guard, no Dog and none of the four starting Guards of the parking garage.
#[test]
fn h74_which_guard_the_mayor_removes() {
    let whole = json!({
        "scenario": "parking-garage", "phase": "plan", "resolving": ["ask-office"], "fixers": ["mayor"], "npc": {"at": "1,4"},
        "hexes": {"3,3": {"guards": 1}, "3,4": {"dogs": 1}},
        "players": [
            {"card": "thug", "skills": ["hurry", "bypass"]}, {"card": "lookout", "skills": ["linger", "steal"]},
            {"card": "burglar", "skills": ["hurry", "wing-it"]},
        ],
    });
    let mut state = heist(whole);
    assert_eq!(
        legal_with(&state, "mayor"),
        ["mayor 1 3,3", "mayor 2 3,3", "mayor 3 3,3"]
    );
    play(&mut state, &["mayor 2 3,3"]);
    assert_eq!(position(&state)["players"][1]["start"], json!("3,3"));
}

/// H76, MH7.6g: the Lucky Penny replaces the whole loss of one Event, if its holder wants.
#[test]
fn h76_the_lucky_penny_is_optional() {
    let more = json!({"hexes": {"4,2": {"guards": 1}}, "players": [{"loot": ["lucky-penny"]}]});
    let mut scene = after("E20", "tech-lab", &["4,2", "5,7", "2,8"], more);
    assert_eq!(legal(&scene.state), ["penny", "lose-idea"]);
    let mut kept = scene.state;
    scene.play(&["penny"]);
    assert_eq!((scene.ideas("1"), scene.loot("1")), (2, json!([])));
    play(&mut kept, &["lose-idea"]);
    scene.state = kept;
    assert_eq!((scene.ideas("1"), scene.loot("1")), (1, json!(["lucky-penny"])));
}

/// MH6.7a, H72: inside a ring no M, U, S, D and no picking up; I, R, L and drops are possible. The River's 7,3 is under
/// a ring of Y.
#[test]
fn mh6_7a_inside_a_ring() {
    let more = json!({
        "hexes": {
            "7,3": {"loot": ["cash:1"], "guards": 1}, "8,2": {"locks": 1}, "7,4": {"guards": 1, "cameras": 1}, "8,3": {"unrevealed": true},
        },
        "bag": {"lock": 1},
        "players": [
            {"loot": ["radio"], "tokens": ["8,3"], "card": "thug", "skills": ["linger", "bypass"], "letters": "MUSDIRL", "action": "walk"},
            {"skills": ["hurry", "steal"]},
        ],
    });
    let mut scene = uncommitted("county-river", &["7,3", "4,0", "4,0"], more);
    assert_eq!(options(&scene.state, "1"), ["idea", "loot", "reveal 8,3", "drop radio"]);
    scene.play(&["act 1", "drop radio", "act 1", "loot"]);
    assert_eq!(
        (scene.hex("7,3"), scene.loot("1")),
        (json!({"loot": ["cash:1", "radio"], "guards": 1}), json!(["cash:1"]))
    );
    // Its server on 3,8 frees it.
    let more = json!({"players": [{"tokens": ["7,4"], "action": "walk", "letters": "M"}]});
    let mut freed = uncommitted("county-river", &["7,3", "3,8", "4,0"], more);
    assert!(options(&freed.state, "1").is_empty());
    freed.play(&["act 2", "server"]);
    assert_eq!(options(&freed.state, "1"), ["move 7,4"]);
}

/// MH6.7a: nobody can enter a ring.
#[test]
fn mh6_7a_nobody_enters_a_ring() {
    let more = json!({"players": [{"tokens": ["7,3", "8,2"], "action": "walk", "letters": "M"}]});
    let scene = uncommitted("county-river", &["8,3", "4,0", "4,0"], more);
    assert_eq!(options(&scene.state, "1"), ["move 8,2"]);
}

/// MH6.7c: the item hex holds its item as loot: the Track's Cheap Picks on 2,3.
#[test]
fn mh6_7c_the_item_hex() {
    let mut whole = scene("the-track", &["2,3", "2,0", "2,0"], json!({}));
    super::scenes::remove_from_characters(&mut whole, &["action"]);
    whole["hexes"].as_object_mut().unwrap().remove("2,3");
    let mut scene = Scene::of(whole);
    scene.play(&["act 1", "take cheap-picks"]);
    assert_eq!((scene.loot("1"), scene.hex("2,3")), (json!(["cheap-picks"]), json!({})));
    let mut faces = legal_with(&after_act(&scene, "1"), "commit rake");
    faces.sort();
    assert_eq!(
        faces,
        ["1", "2", "3", "5", "6"].map(|face| format!("commit rake {face}")),
        "a die of 1 and two ideas"
    );
}

/// MH6.7d, MH5.3h: a USB key and a keycard out of the bag bring a Guard; in the Tech Lab a jewel would not.
#[test]
fn mh6_7d_keys_bring_a_guard() {
    for (scenario, chit, hex) in [("the-lair", "usb", "6,1"), ("museum-of-antiquity", "keycard", "5,2")] {
        let mut bag = json!({});
        bag[chit] = json!(1);
        let mut more = json!({"bag": bag});
        more["hexes"][hex] = json!({"unrevealed": true});
        let at = if scenario == "the-lair" { "5,7" } else { "3,0" };
        if scenario != "the-lair" {
            more["npc"] = json!({"at": "8,0", "die": 1});
        }
        let mut scene = uncommitted(scenario, &[at, at, at], more);
        scene.play(&[
            "act 2",
            "commit discover",
            "act 2",
            &format!("reveal {hex}"),
            &format!("chit {chit}"),
        ]);
        assert_eq!(scene.hex(hex), json!({"guards": 1, "loot": [chit]}), "{scenario}");
    }
}
