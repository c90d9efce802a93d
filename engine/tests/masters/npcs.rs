//! NPCs (7.9).
//!
//! The Hospitality Job has a hostage (10,3), the Greedy Prisoner's estate a prisoner under a ring (8,1), the Side
//! Channel and the Melee Job have guides, The Black Box one behind a keycard door (0,7).

use serde_json::{Value, json};

use super::scenes::{Scene, after, deck, escape, remove_from_characters, scene, uncommitted};
use super::support::{heist, legal, legal_with, odds, options, position};

/// The hotel with an active hostage that has acted, and three players; the Action phase has ended.
fn hostage(places: &[&str], at: &str, more: Value) -> Scene {
    let npc = json!({"npc": {"at": at, "status": "active", "action": "crawl", "die": 1}});
    let mut whole = scene("hotel-basement", places, npc);
    whole["marker"] = json!(0);
    for (field, value) in more.as_object().expect("fields") {
        whole[field] = value.clone();
    }
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    scene
}

/// MH7.9a: an inactive NPC is not a character for any rule.
#[test]
fn mh7_9a_an_inactive_npc_is_no_character() {
    // Next to a live Camera and a guard, alone, and with a guard on its hex.
    let hexes = json!({"9,3": {"cameras": 1, "guards": 1}, "10,3": {"guards": 1, "subdued-guards": 1}});
    for card in ["E3", "E4", "E7", "E12", "E19", "E23"] {
        let scene = after(card, "hotel-basement", &["7,0", "7,0", "6,9"], json!({"hexes": hexes}));
        assert_eq!(
            (scene.alerts(), scene.changes(), scene.phase()),
            (0, json!({}), "roll".to_owned()),
            "{card}"
        );
    }
    let scene = uncommitted("hotel-basement", &["7,0", "7,0", "6,9"], json!({}));
    assert!(!legal(&scene.state).contains(&"act npc".to_owned()));
}

/// MH7.9a, MH7.9b, npcs:hostage-normal, MH10.24: captured by a player character on its tile, for free and if it wants;
/// +3 ideas, its die, the hexes next to it, and it must commit this round.
#[test]
fn npcs_hostage_normal_is_captured() {
    let mut scene = uncommitted("hotel-basement", &["10,3", "7,0", "7,0"], json!({}));
    assert!(options(&scene.state, "1").contains(&"capture".to_owned()));
    assert!(!options(&scene.state, "2").contains(&"capture".to_owned()));
    scene.play(&["act 1", "capture"]);
    assert_eq!(odds(&scene.state).len(), 6, "its die");
    scene.play(&["die 6"]);
    assert_eq!(scene.number("/npc/ideas"), 3);
    scene.play(&[
        "act 1",
        "commit walk",
        "act 2",
        "commit discover",
        "act 3",
        "commit pause",
    ]);
    assert!(
        !legal(&scene.state).contains(&"end".to_owned()),
        "it must commit before the phase can end"
    );
    assert_eq!(
        legal_with(&after_act(&scene, "npc"), "commit"),
        ["commit crawl", "commit handle", "commit pause"]
    );
    scene.play(&["act npc", "commit handle"]);
    assert!(legal(&scene.state).contains(&"end".to_owned()));
    assert_eq!(scene.of_character("npc", "letters"), json!("USD"));
}

fn after_act(scene: &Scene, who: &str) -> heist_engine::masters::MastersOfTheHeist {
    let mut state = scene.state;
    super::support::play(&mut state, &[&format!("act {who}")]);
    state
}

/// What an NPC may commit to with a die of 1 and so many ideas.
fn commits(scenario: &str, at: &str, players: &[&str], panic: bool, die: i64, ideas: i64) -> Vec<String> {
    let npc = json!({"at": at, "status": "active", "die": die, "ideas": ideas});
    let scene = uncommitted(scenario, players, json!({"npc": npc, "panic": panic}));
    legal_with(&after_act(&scene, "npc"), "commit")
}

/// MH5.7a, npcs:prisoner-normal, npcs:prisoner-panic, npcs:hostage-normal, npcs:hostage-panic, npcs:guide-normal,
/// npcs:guide-panic: two default actions, and the third with a 6 of the die, which ideas may change.
#[test]
fn mh5_7a_actions_of_npcs() {
    let prisoner = |panic, die, ideas| commits("estate-basement", "6,3", &["0,8", "0,8", "8,8"], panic, die, ideas);
    assert_eq!(prisoner(false, 2, 0), ["commit crawl", "commit pause"]);
    assert_eq!(prisoner(false, 6, 0), ["commit crawl", "commit pause", "commit dash"]);
    assert_eq!(
        prisoner(false, 1, 1),
        ["commit crawl", "commit pause", "commit dash"],
        "1 turns to 6 for one idea"
    );
    assert_eq!(prisoner(false, 2, 1), ["commit crawl", "commit pause"]);
    assert_eq!(prisoner(true, 6, 0), ["commit run", "commit hesitate", "commit sprint"]);
    let hostage = |panic, die| commits("hotel-basement", "6,3", &["7,0", "7,0", "0,7"], panic, die, 0);
    assert_eq!(hostage(false, 6), ["commit crawl", "commit handle", "commit pause"]);
    assert_eq!(hostage(true, 5), ["commit run", "commit whimper"]);
    assert_eq!(hostage(true, 6), ["commit run", "commit whimper", "commit pause"]);
    let guide = |panic, die| commits("server-farm", "6,2", &["5,7", "5,7", "5,7"], panic, die, 0);
    assert_eq!(
        guide(false, 5),
        ["commit stride", "commit pause"],
        "its special action is Pause here"
    );
    assert_eq!(guide(false, 6), ["commit stride", "commit pause", "commit observe"]);
    assert_eq!(guide(true, 6), ["commit run", "commit pause", "commit walk"]);
}

/// npcs:prisoner-normal, npcs:prisoner-panic, H23: letters and noise of its actions; the calm one cannot perform S, the
/// panicked may.
#[test]
fn npcs_prisoner_and_subduing() {
    let scene = |panic: bool, commit: &str| {
        let npc = json!({"at": "6,3", "status": "active", "die": 6, "ideas": 0, "loot": ["cheap-picks"]});
        let more = json!({"npc": npc, "panic": panic, "hexes": {"5,3": {"guards": 1, "locks": 1}}});
        let mut scene = uncommitted("estate-basement", &["0,8", "0,8", "8,8"], more);
        scene.play(&["act npc", commit]);
        (scene.of_character("npc", "letters"), scene.number("/owed"))
    };
    assert_eq!(scene(false, "commit dash"), (json!("MM"), 1));
    assert_eq!(scene(false, "commit crawl"), (json!("M"), 0));
    assert_eq!(scene(true, "commit sprint"), (json!("MMM"), 2));
    assert_eq!(scene(true, "commit hesitate"), (json!("I"), 1));
    assert_eq!(
        scene(false, "commit rake 6"),
        (json!("MUU"), 1),
        "H23: it may use an item that it holds"
    );
    // A Script Kiddie may lend an S to the panicked Prisoner alone.
    let lend = |panic: bool| {
        let npc = json!({"at": "6,3", "status": "active", "die": 1, "ideas": 0});
        let more = json!({"npc": npc, "panic": panic, "players": [{"card": "script-kiddie"}]});
        let scene = uncommitted("estate-basement", &["0,8", "0,8", "8,8"], more);
        let to_npc = |action: &String| action.starts_with("commit autopwn npc");
        options(&scene.state, "1")
            .into_iter()
            .filter(to_npc)
            .collect::<Vec<_>>()
    };
    assert_eq!(lend(false), ["commit autopwn npc D", "commit autopwn npc U"]);
    assert_eq!(
        lend(true),
        ["commit autopwn npc S", "commit autopwn npc D", "commit autopwn npc U"]
    );
}

/// MH7.9a, H69, npcs:prisoner-normal: a Prisoner is freed when its hex has no ring and no unsubdued guard; its die
/// follows, then the hexes next to it are revealed, and it has no ideas.
#[test]
fn mh7_9a_a_prisoner_is_freed_by_its_server() {
    // 6,1 is a server of ring X. Next to the Prisoner on 8,1 are 7,1, 9,1, 8,0, 8,2.
    let more = json!({"hexes": {"7,1": {"unrevealed": true}}, "bag": {"lock": 1}});
    let mut freed = uncommitted("estate-basement", &["6,1", "0,8", "8,8"], more.clone());
    freed.play(&["act 1", "server"]);
    assert_eq!(odds(&freed.state).len(), 6);
    assert!(
        heist(position(&freed.state)) == freed.state,
        "its die is still to come (MH8e)"
    );
    freed.play(&["die 4", "chit lock"]);
    assert_eq!(freed.hex("7,1"), json!({"locks": 1}));
    assert_eq!(
        (freed.of_character("npc", "status"), freed.number("/npc/ideas")),
        (json!("active"), 0)
    );
    assert_eq!(freed.of_character("npc", "die"), json!(4));
    assert!(legal(&freed.state).contains(&"act npc".to_owned()));
    // With a guard on its hex the ring is not enough.
    let mut guarded = more;
    guarded["hexes"]["8,1"] = json!({"guards": 1, "ring-gone": true});
    guarded["players"] = json!([{"die": 1}]);
    let mut scene = uncommitted("estate-basement", &["8,0", "0,8", "8,8"], guarded);
    assert!(!legal(&scene.state).contains(&"act npc".to_owned()));
    scene.play(&["act 1", "commit punch", "act 1", "subdue 8,1 guard"]);
    assert_eq!(odds(&scene.state).len(), 6, "freed by the S, after this micro-action");
}

/// MH7.9a, H69: what frees it in EVENT to END_EVENT counts when ACTION begins.
#[test]
fn h69_freed_when_action_begins() {
    let more = json!({"hexes": {"8,1": {"ring-gone": true}}, "npc": {"at": "8,1"}, "phase": "roll", "round": 3});
    let mut whole = scene("estate-basement", &["0,8", "0,8", "8,8"], more);
    remove_from_characters(&mut whole, &["die", "action"]);
    let mut scene = Scene::of(whole);
    scene.play(&["die 1", "die 2", "die 3"]);
    assert_eq!(scene.phase(), "action");
    assert_eq!(odds(&scene.state).len(), 6, "the Prisoner's die, when ACTION begins");
    scene.play(&["die 5"]);
    assert_eq!(scene.of_character("npc", "die"), json!(5));
}

/// H37, MH7.9a, MH7.9b: in ESCAPE an NPC is freed or captured without a die and without reveals; a hostage gets its
/// three ideas.
#[test]
fn h37_npcs_may_be_freed_in_escape() {
    let mut hotel = escape("hotel-basement", &["10,3", "7,0", "7,0"], json!({}));
    hotel.play(&["act 1", "capture"]);
    assert_eq!(
        (hotel.number("/npc/ideas"), hotel.of_character("npc", "status")),
        (3, json!("active"))
    );
    assert_eq!(
        options(&hotel.state, "npc"),
        ["step 11,3"],
        "the only way out is shut by a keycard door"
    );
    let mut estate = escape("estate-basement", &["6,1", "0,8", "8,8"], json!({}));
    estate.play(&["act 1", "server"]);
    assert_eq!(estate.of_character("npc", "status"), json!("active"));
    assert_eq!(estate.number("/npc/ideas"), 0);
    assert!(
        options(&estate.state, "npc").contains(&"last-ditch".to_owned()),
        "it escapes by the same rules"
    );
}

/// MH7.9c, npcs:hostage-normal, H48: alone at the end of the Action phase: the nearest player character loses an idea,
/// or NN.
#[test]
fn mh7_9c_a_lonely_hostage() {
    // 6,3 to 5,4 is one step, to 7,3 as well.
    let mut scene = hostage(&["5,4", "7,0", "0,7"], "6,3", json!({}));
    assert_eq!(legal(&scene.state), ["lose-idea", "take-noise"]);
    let mut noise = scene.state;
    scene.play(&["lose-idea"]);
    assert_eq!((scene.all_ideas(), scene.number("/marker")), (vec![1, 2, 2], 0));
    super::support::play(&mut noise, &["take-noise"]);
    scene.state = noise;
    assert_eq!((scene.all_ideas(), scene.number("/marker")), (vec![2, 2, 2], 2));
    let together = hostage(&["6,3", "7,0", "0,7"], "6,3", json!({}));
    assert_eq!(
        (together.phase(), together.number("/marker")),
        ("roll".to_owned(), 0),
        "it shares its tile"
    );
}

/// MH7.9c, H14: of equally near characters the team chooses the victim.
#[test]
fn mh7_9c_ties_for_the_victim() {
    let mut scene = hostage(&["5,4", "7,3", "0,7"], "6,3", json!({}));
    assert_eq!(legal(&scene.state), ["victim 1", "victim 2"]);
    scene.play(&["victim 2", "lose-idea"]);
    assert_eq!(scene.all_ideas(), [2, 1, 2]);
}

/// MH7.9c, H48: outdoors it is tested too; on the same Exit as a player character it shares the tile. Busted ones do
/// not count.
#[test]
fn h48_a_hostage_outdoors() {
    let mut scene = hostage(&["7,1", "0,7", "0,7"], "7,0", json!({}));
    assert_eq!(legal(&scene.state), ["lose-idea", "take-noise"]);
    scene.play(&["lose-idea"]);
    assert_eq!(scene.all_ideas(), [1, 2, 2], "the character next to its Exit");
    let shared = hostage(&["7,0", "0,7", "0,7"], "7,0", json!({}));
    assert_eq!(shared.phase(), "roll");
    let players = json!([
        {"card": "thug", "skills": ["hurry", "bypass"], "at": "6,3", "ideas": 2, "status": "busted"},
        {"card": "lookout", "skills": ["linger", "steal"], "at": "7,0", "ideas": 1, "die": 1, "action": "run"},
        {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "0,7", "ideas": 2, "die": 1, "action": "walk"},
    ]);
    let mut busted = hostage(&["6,3", "7,0", "0,7"], "6,3", json!({"players": players}));
    busted.play(&["lose-idea"]);
    assert_eq!(busted.all_ideas(), [2, 0, 2], "7,0 is nearer than 0,7");
}

/// MH7.9c, MH11.19: with no idea NN is forced; from position 21 of four players that raises two alerts, at 22 and 23.
#[test]
fn mh11_19_a_forced_noise() {
    let mut whole = scene("hotel-basement", &["5,4", "7,0", "0,7", "0,7"], json!({"marker": 21}));
    whole["npc"] = json!({"at": "6,3", "status": "active", "action": "crawl", "die": 1});
    whole["players"][0]["ideas"] = json!(0);
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    assert_eq!(
        (scene.number("/marker"), scene.phase(), scene.alerts()),
        (23, "roll".to_owned(), 2)
    );
}

/// MH7.9c, npcs:hostage-panic: the nearest player character and then the hostage itself; in v24 as on the normal side.
#[test]
fn npcs_hostage_panic_asks_twice() {
    let npc = |ideas: i64| json!({"at": "6,3", "status": "active", "action": "run", "die": 1, "ideas": ideas});
    let mut scene = hostage(&["5,4", "7,0", "0,7"], "6,3", json!({"panic": true, "npc": npc(1)}));
    scene.play(&["lose-idea"]);
    assert_eq!(
        legal(&scene.state),
        ["lose-idea", "take-noise"],
        "a second, separate choice"
    );
    scene.play(&["lose-idea"]);
    assert_eq!(
        (scene.all_ideas(), scene.number("/npc/ideas"), scene.number("/marker")),
        (vec![1, 2, 2], 0, 0)
    );
    let mut poor = hostage(&["5,4", "7,0", "0,7"], "6,3", json!({"panic": true, "npc": npc(0)}));
    poor.play(&["take-noise"]);
    assert_eq!(
        (poor.phase(), poor.number("/marker")),
        ("roll".to_owned(), 4),
        "its own NN is forced"
    );
    let mut v24 = hostage(
        &["5,4", "7,0", "0,7"],
        "6,3",
        json!({"panic": true, "npc": npc(1), "edition": "v24"}),
    );
    v24.play(&["lose-idea"]);
    assert_eq!((v24.phase(), v24.number("/npc/ideas")), ("roll".to_owned(), 1));
}

/// MH7.9d, npcs:guide-panic: N if a player character is on or adjacent at the end of the Action phase; the calm guide
/// makes none.
#[test]
fn mh7_9d_a_talkative_guide() {
    let marker = |panic: bool, first: &str| {
        let npc = json!({"at": "4,3", "action": "run", "die": 1});
        let mut scene = Scene::of(scene(
            "server-farm",
            &[first, "5,7", "5,7"],
            json!({"npc": npc, "panic": panic}),
        ));
        scene.play(&["end"]);
        assert_eq!(scene.phase(), "roll");
        scene.number("/marker")
    };
    assert_eq!(
        [marker(true, "4,3"), marker(true, "5,3"), marker(true, "5,7")],
        [1, 1, 0]
    );
    assert_eq!([marker(false, "4,3"), marker(false, "5,3")], [0, 0]);
}

/// MH7.9e, npcs:guide-normal: NPCs trigger Cameras and reveals, carry loot, need no tokens, and count as characters.
#[test]
fn mh7_9e_npcs_are_characters() {
    let more = json!({
        "npc": {"at": "4,3", "die": 6}, "bag": {"guard": 1},
        "hexes": {"5,3": {"cameras": 2}, "6,2": {"unrevealed": true}, "4,3": {"loot": ["cash:2"]}}, "deck": deck(&["E18"]),
    });
    let mut scene = uncommitted("server-farm", &["5,4", "5,7", "5,7"], more);
    scene.play(&[
        "act npc",
        "take cash",
        "act npc",
        "commit stride",
        "act npc",
        "move 5,3",
        "chit guard",
    ]);
    assert_eq!(
        (scene.alerts(), scene.hex("6,2")),
        (2, json!({"guards": 1})),
        "two live Cameras"
    );
    assert_eq!(scene.of_character("npc", "loot"), json!(["cash:2"]));
    assert_eq!(
        scene.get("/deck").as_array().map(Vec::len),
        Some(8),
        "E18 and an M1 are gone"
    );
    // E18: the guide is company for player 1, and the other way round.
    let more = json!({"npc": {"at": "4,3", "action": "run", "die": 1, "ideas": 2}});
    let with = after("E18", "server-farm", &["5,3", "5,7", "5,7"], more);
    assert_eq!((with.all_ideas(), with.number("/npc/ideas")), (vec![2, 2, 2], 0));
    assert_eq!(
        with.of_character("npc", "ideas"),
        Value::Null,
        "it has the two of the scenario"
    );
}

/// H9, MH3.4a: a guide is active from the start, whatever stands around it; the hexes next to it are revealed at START.
#[test]
fn h9_guides_are_active_at_the_start() {
    let scene = Scene::of(json!({
        "scenario": "the-lair", "phase": "start", "resolving": ["round"],
        "players": [
            {"card": "thug", "skills": ["hurry", "bypass"], "at": "5,7"},
            {"card": "lookout", "skills": ["linger", "steal"], "at": "5,7"},
            {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "5,7"},
        ],
        "npc": {"at": "0,7"},
    }));
    let mut scene = scene;
    assert_eq!(scene.phase(), "roll");
    scene.play(&["die 1", "die 1", "die 1"]);
    assert_eq!(
        (scene.phase(), odds(&scene.state).len()),
        ("roll".to_owned(), 6),
        "the guide rolls with everybody"
    );
    scene.play(&["die 2"]);
    assert!(legal(&scene.state).contains(&"act npc".to_owned()));
}

/// H37b, MH7.9a: keycard doors on all sides would keep a Prisoner shut in. No map has such a cell; with one side open
/// it is free, whatever lies on the hexes around it.
#[test]
fn h37b_one_open_side_is_enough() {
    let locked =
        json!({"hexes": {"8,1": {"ring-gone": true}, "7,1": {"locks": 2}, "9,1": {"locks": 1}, "8,0": {"guards": 1}}});
    let scene = uncommitted("estate-basement", &["0,8", "0,8", "8,8"], locked);
    assert_eq!(odds(&scene.state).len(), 6, "its die");
    let ring = uncommitted("estate-basement", &["0,8", "0,8", "8,8"], json!({}));
    assert_eq!(odds(&ring.state), [], "under the ring it is not free");
}
