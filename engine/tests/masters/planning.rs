//! Setup, the planning part and the fixers (3, 7.8).

use heist_engine::game::Game;
use heist_engine::masters::{MastersOfTheHeist, Phase, Setup, Who};
use serde_json::{Value, json};

use super::boards::{assert_same, board, changes, difference, lab, on};
use super::support::{legal, legal_with, odds, play, position};

fn setup(fields: Value) -> Setup {
    let mut whole = json!({
        "scenario": "tech-lab", "seats": 3, "fixers": [], "cash": 0,
        "characters": [
            {"card": "thug", "skills": ["bypass", "wing-it"]},
            {"card": "lookout", "skills": ["hurry", "linger"]},
            {"card": "burglar", "skills": ["steal", "hurry"]},
        ],
    });
    for (name, value) in fields.as_object().expect("fields") {
        whole[name] = value.clone();
    }
    serde_json::from_value(whole).expect("a setup")
}

/// A heist of a Thug, a Lookout and a Burglar from its setup: no cash and no fixer if nothing is said.
fn plan(fields: Value) -> MastersOfTheHeist {
    MastersOfTheHeist::new(&setup(fields)).expect("a playable setup")
}

/// The tiles of all hexes of a scenario that fit, in index order.
fn tiles(state: &MastersOfTheHeist, fits: impl Fn(usize) -> bool) -> Vec<String> {
    let scenario = state.scenario();
    let hexes = (0..scenario.plan().count()).filter(|&hex| fits(hex));
    hexes.map(|hex| scenario.hex_tile(hex).to_string()).collect()
}

/// Each of some words with a prefix and more behind them.
fn with(prefix: &str, words: &[String], more: &[&str]) -> Vec<String> {
    let words = words.iter().map(|word| format!("{prefix} {word}"));
    words.chain(more.iter().map(|word| (*word).to_owned())).collect()
}

#[track_caller]
fn assert_legal(state: &MastersOfTheHeist, expected: &[String]) {
    assert_same(legal(state), &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

/// MH3.1a, MH10.23: what a map lists lies there, active; security tiles are unrevealed.
#[test]
fn mh3_1a_the_board_is_laid() {
    let lab = plan(json!({}));
    let found = ["6,2", "7,2", "8,1", "4,0", "7,1", "1,3", "2,3", "3,3", "5,6"].map(|tile| on(&lab, tile));
    assert_eq!(
        found,
        [
            "guard lock",
            "lock lock",
            "cash:3",
            "documents",
            "keycard",
            "camera",
            "lock",
            "",
            ""
        ]
    );
    let unrevealed = tiles(&lab, |hex| lab.is_unrevealed(hex));
    assert_eq!(unrevealed.len(), 15);
    assert!(unrevealed.iter().all(|tile| on(&lab, tile) == "?"));
    let vault = plan(json!({"scenario": "the-vault"}));
    let found = ["4,1", "5,1", "5,3", "9,3", "9,4", "4,5", "8,1"].map(|tile| on(&vault, tile));
    assert_eq!(
        found,
        [
            "lock camera",
            "guard lock",
            "",
            "guard cash:1",
            "guard keycard",
            "jewel",
            ""
        ],
        "the gate and the closed safe hold nothing that can be seen"
    );
    assert_eq!(lab.marker(), 0, "MH3.1d");
}

/// MH3.2c, H44, `characters:thief`, `characters:safecracker`: ideas, as many tokens as the memory, and the starting
/// item.
#[test]
fn mh3_2c_what_characters_receive() {
    let state = plan(json!({"characters": [
        {"card": "safecracker", "skills": ["bypass", "wing-it"]},
        {"card": "thief", "skills": ["hurry", "linger"]},
        {"card": "lookout", "skills": ["steal", "hurry"]},
    ]}));
    let ideas = [0, 1, 2].map(|number| state.ideas(Who(number)));
    assert_eq!(ideas, [4, 3, 2]);
    let loot = [0, 1, 2].map(|number| {
        state
            .loot_of(Who(number))
            .iter()
            .map(|piece| piece.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    });
    assert_eq!(loot, ["safecracking-tools", "plasma-torch", ""]);
}

/// MH3.3b, MH3.3h (e): any hexes in ascending order, one token on each, as many as the memory; then the next character.
#[test]
fn mh3_3b_planning_tokens() {
    let mut state = plan(json!({}));
    play(&mut state, &["start 1 5,7", "start 2 5,7", "start 3 2,8"]);
    let all = tiles(&state, |_| true);
    assert_legal(&state, &with("token", &all, &["done"]));
    // The seven of the Thug, the first one on the far side of the map, through a door.
    let mut later = all.clone();
    for tile in ["4,0", "3,1", "7,1", "2,2", "3,2", "4,2"] {
        play(&mut state, &[&format!("token {tile}")]);
        let place = all.iter().position(|other| other == tile).unwrap();
        later = all[place + 1..].to_vec();
        assert_legal(&state, &with("token", &later, &["done"]));
    }
    play(&mut state, &["token 5,2"]);
    assert!(!later.is_empty());
    assert_legal(&state, &with("token", &all, &["done"]));
    assert_eq!(state.tokens(Who(0)).count_ones(), 7);
    // The Lookout uses the last hex: nothing later is left, so the Burglar is next.
    play(&mut state, &["token 2,7"]);
    assert_legal(&state, &with("token", &all, &["done"]));
    play(&mut state, &["done"]);
    assert_eq!(legal(&state), ["begin"]);
    assert_eq!([1, 2].map(|number| state.tokens(Who(number)).count_ones()), [1, 0]);
}

/// MH3.3c, MH3.3h (d): an Entrance each, in team order, at most two on one.
#[test]
fn mh3_3c_start_places() {
    let mut state = plan(json!({}));
    assert_same(legal(&state), &["start 1 5,7", "start 1 2,8"]);
    play(&mut state, &["start 1 2,8"]);
    assert_same(legal(&state), &["start 2 5,7", "start 2 2,8"]);
    play(&mut state, &["start 2 2,8"]);
    assert_same(legal(&state), &["start 3 5,7"]);
    // No limit in the Server Farm.
    let mut farm = plan(json!({"scenario": "server-farm"}));
    play(&mut farm, &["done", "start 1 5,7", "start 2 5,7"]);
    assert_same(legal(&farm), &["start 3 5,7"]);
}

/// MH3.3c, H52: in a county job those inside start on the pawn hexes, at most two on each, the others on Entrances.
#[test]
fn mh3_3c_inside_starts() {
    let mut state = plan(json!({"scenario": "county-bricks", "inside": [1, 3]}));
    assert_same(legal(&state), &["start 1 1,7", "start 1 3,7", "start 1 5,7"]);
    play(&mut state, &["start 1 3,7"]);
    assert_same(
        legal(&state),
        &["start 2 2,0", "start 2 8,0", "start 2 0,2", "start 2 9,3"],
    );
    let mut all = plan(json!({"scenario": "county-bricks"}));
    play(&mut all, &["start 1 3,7", "start 2 3,7"]);
    assert_same(legal(&all), &["start 3 1,7", "start 3 5,7"]);
}

/// H9, MH3.3c: a Guide without a pawn starts on an Entrance of the team's choice and counts for its limit.
#[test]
fn h9_a_guide_starts_on_an_entrance() {
    let mut state = plan(json!({"scenario": "museum-of-antiquity"}));
    play(&mut state, &["start 1 3,0", "start 2 3,0", "start 3 8,0"]);
    assert_same(legal(&state), &["start npc 8,0", "start npc 6,7"]);
    play(&mut state, &["start npc 8,0", "done", "done", "done", "begin"]);
    assert_eq!(state.tile_of(Who::NPC).unwrap().to_string(), "8,0");
    assert_eq!(state.ideas(Who::NPC), 3);
}

/// MH3.3d, H6, H60, MH3.3h (c): tunnel spaces in ascending order, each with a side; as many as the start places need.
#[test]
fn mh3_3d_tunnels() {
    let sides = |spaces: &[(&str, &[&str])]| -> Vec<String> {
        spaces
            .iter()
            .flat_map(|(tile, sides)| sides.iter().map(move |side| format!("tunnel {tile} {side}")))
            .collect()
    };
    let farm = plan(json!({"scenario": "server-farm"}));
    let all: &[(&str, &[&str])] = &[
        ("6,0", &["se", "sw"]),
        ("1,1", &["e", "se"]),
        ("0,2", &["e", "se"]),
        ("6,3", &["sw", "w", "nw"]),
    ];
    assert_legal(
        &farm,
        &with("", &[], &["done"])
            .into_iter()
            .chain(sides(all))
            .collect::<Vec<_>>(),
    );
    // The Lair has one printed Entrance for two of the three, so one tunnel is needed, two may be placed.
    let mut lair = plan(json!({"scenario": "the-lair"}));
    let spaces: &[(&str, &[&str])] = &[
        ("6,2", &["ne", "e", "se", "nw"]),
        ("5,3", &["e", "se"]),
        ("7,3", &["ne", "w", "nw"]),
        ("4,4", &["e", "se", "sw"]),
        ("6,4", &["se", "sw", "w", "nw"]),
    ];
    assert_legal(&lair, &sides(spaces));
    play(&mut lair, &["tunnel 7,3 w"]);
    let later: Vec<String> = sides(&spaces[3..]).into_iter().chain(["done".to_owned()]).collect();
    assert_legal(&lair, &later);
    let mut both = lair;
    play(&mut both, &["tunnel 6,4 se"]);
    assert_same(legal(&both), &["start 1 5,7", "start 1 7,3", "start 1 6,4"]);
    play(&mut lair, &["done"]);
    assert_same(legal(&lair), &["start 1 5,7", "start 1 7,3"]);
    // H6: the Exit on 7,3 touches 6,3 alone, not 8,2.
    play(&mut lair, &["start 1 7,3", "start 2 5,7", "start 3 5,7"]);
    play(&mut lair, &["token 8,2", "done", "done", "done", "begin"]);
    assert_eq!(
        odds(&lair).len(),
        7,
        "6,3 alone is revealed: seven kinds are in the bag"
    );
    play(&mut lair, &["chit lock"]);
    assert_eq!((on(&lair, "6,3").as_str(), on(&lair, "8,2").as_str()), ("lock", "?"));
}

/// MH3.3e, MH3.3h (b): items of the shop for their price, each copy once, in the order of the list and of the team.
#[test]
fn mh3_3e_the_shop_sells() {
    let buys = |items: &[(&str, &[u8])]| -> Vec<String> {
        let each = items
            .iter()
            .flat_map(|(item, who)| who.iter().map(move |who| format!("buy {item} {who}")));
        each.chain(["done".to_owned()]).collect()
    };
    let everybody: &[u8] = &[1, 2, 3];
    let mut state = plan(json!({"cash": 8}));
    play(&mut state, &["done"]);
    let all = [
        "cheap-picks",
        "master-plan-copy",
        "building-schematics",
        "radio",
        "plasma-torch",
        "dog-whistle",
    ];
    assert_legal(&state, &buys(&all.map(|item| (item, everybody))));
    assert_eq!(
        changes(&mut state, &["buy cheap-picks 2"]),
        ["2.loot: - > cheap-picks", "cash: 8 > 4"]
    );
    // $4k are left: the Plasma Torch costs $5k. Of two Cheap Picks the second is left, for the same holder or a later
    // one.
    let rest = ["master-plan-copy", "building-schematics", "radio", "dog-whistle"].map(|item| (item, everybody));
    assert_legal(&state, &buys(&[&[("cheap-picks", &[2, 3][..])], &rest[..]].concat()));
    play(&mut state, &["buy radio 1"]);
    assert_legal(&state, &buys(&[("dog-whistle", everybody)]));
    play(&mut state, &["buy dog-whistle 3"]);
    assert_eq!(state.team_cash(), 0);
    assert_same(legal(&state), &["start 1 5,7", "start 1 2,8"]);
}

/// MH3.3e: a discovered item that was discarded before is sold, an undiscovered one is not.
#[test]
fn mh3_3e_discovered_items() {
    let buys = |discovered: &[&str]| {
        let mut state = plan(json!({"cash": 5, "discovered": discovered}));
        play(&mut state, &["done"]);
        legal_with(&state, "buy")
            .into_iter()
            .filter(|buy| buy.contains("camouflage"))
            .collect::<Vec<_>>()
    };
    assert_same(buys(&[]), &[]);
    assert_same(
        buys(&["camouflage"]),
        &["buy camouflage 1", "buy camouflage 2", "buy camouflage 3"],
    );
}

/// MH3.3e, `fixers:fence`: each item $1k cheaper, not below 0.
#[test]
fn mh3_3e_the_fence() {
    let mut state = plan(json!({"cash": 1, "fixers": ["fence"], "discovered": ["lucky-penny"]}));
    play(&mut state, &["done"]);
    let found = legal(&state);
    for (item, is_affordable) in [("radio", true), ("lucky-penny", true), ("cheap-picks", false)] {
        assert_eq!(found.contains(&format!("buy {item} 1")), is_affordable, "{item}");
    }
    assert_eq!(
        changes(&mut state, &["buy radio 1"]),
        ["1.loot: - > radio", "cash: 1 > -"]
    );
    let mut free = plan(json!({"fixers": ["fence"], "discovered": ["lucky-penny"]}));
    assert_same(
        legal(&free),
        &["buy lucky-penny 1", "buy lucky-penny 2", "buy lucky-penny 3", "done"],
    );
    assert_eq!(changes(&mut free, &["buy lucky-penny 3"]), ["3.loot: - > lucky-penny"]);
}

/// MH3.3e, H7, H68, `fixers:curator`: items for half their price, rounded down; with the Curator for $1k less, and
/// jewels for $4k.
#[test]
fn h68_sales() {
    let with_fixers = |fixers: &[&str]| {
        plan(json!({
            "items": [["camouflage", 3], ["cheap-picks", 1]], "jewels": 2, "fixers": fixers,
            "characters": [
                {"card": "thug", "skills": ["bypass", "wing-it"]},
                {"card": "thief", "skills": ["hurry", "linger"]},
                {"card": "burglar", "skills": ["steal", "hurry"]},
            ],
        }))
    };
    // The Plasma Torch is the Thief's starting item: not for sale.
    let mut state = with_fixers(&[]);
    assert_same(legal(&state), &["sell camouflage", "sell cheap-picks", "done"]);
    assert_eq!(
        changes(&mut state, &["sell camouflage"]),
        ["3.loot: camouflage > -", "cash: - > 2"]
    );
    play(&mut state, &["sell cheap-picks"]);
    assert_eq!(state.team_cash(), 4);
    play(&mut state, &["done"]);
    // What was sold is not bought back, though the Camouflage is in the shop now.
    let found = legal(&state);
    assert!(found.contains(&"buy radio 1".to_owned()), "{found:?}");
    assert!(
        !found
            .iter()
            .any(|buy| buy.contains("cheap-picks") || buy.contains("camouflage")),
        "{found:?}"
    );
    let shop = position(&state)["shop"].to_string();
    assert!(shop.contains("camouflage"), "{shop}");
    let mut curator = with_fixers(&["curator"]);
    assert_same(
        legal(&curator),
        &["sell camouflage", "sell cheap-picks", "sell jewel", "done"],
    );
    assert_eq!(
        changes(&mut curator, &["sell camouflage"]),
        ["3.loot: camouflage > -", "cash: - > 4"]
    );
    assert_eq!(
        changes(&mut curator, &["sell cheap-picks"]),
        ["1.loot: cheap-picks > -", "cash: 4 > 7"]
    );
    assert_eq!(
        changes(&mut curator, &["sell jewel"]),
        ["cash: 7 > 11", "jewels: 2 > 1"]
    );
    play(&mut curator, &["sell jewel"]);
    assert_same(legal_with(&curator, "sell"), &[]);
}

/// H68: what was bought is not sold.
#[test]
fn h68_what_was_bought_is_not_sold() {
    let mut state = plan(json!({"cash": 4, "items": [["cheap-picks", 1]]}));
    play(&mut state, &["done"]);
    assert!(legal(&state).contains(&"sell cheap-picks".to_owned()));
    play(&mut state, &["buy cheap-picks 2"]);
    assert_same(legal(&state), &["start 1 5,7", "start 1 2,8"]);
    assert_eq!(state.team_cash(), 0);
}

/// MH3.3g, MH7.6j, `fixers:visage`, `items:building-schematics`: any unrevealed hex for $1k or $2k, the chit active; no
/// other hex.
#[test]
fn mh3_3g_planning_reveals() {
    let mut state = plan(json!({"cash": 3, "fixers": ["visage"]}));
    let unrevealed = tiles(&state, |hex| state.is_unrevealed(hex));
    let both = |unrevealed: &[String]| {
        let visage = with("visage", unrevealed, &[]);
        visage
            .into_iter()
            .chain(with("building-schematics", unrevealed, &["done"]))
            .collect::<Vec<_>>()
    };
    assert_legal(&state, &both(&unrevealed));
    let before = state;
    play(&mut state, &["visage 4,6"]);
    assert_eq!(
        odds(&state),
        [
            ("chit guard".to_owned(), 0.2),
            ("chit lock".to_owned(), 0.4),
            ("chit camera".to_owned(), 0.4)
        ]
    );
    play(&mut state, &["chit guard"]);
    assert_eq!(
        difference(&before, &state),
        ["4,6: ? > guard", "bag.guard: 3 > 2", "cash: 3 > 2"]
    );
    let left: Vec<String> = unrevealed.into_iter().filter(|tile| tile != "4,6").collect();
    assert_legal(&state, &both(&left));
    // $2k are a Building Schematics, used up at once.
    let before = state;
    play(&mut state, &["building-schematics 4,2", "chit camera"]);
    assert_eq!(
        difference(&before, &state),
        ["4,2: ? > camera", "bag.camera: 6 > 5", "cash: 2 > -"]
    );
    assert_same(legal(&state), &["start 1 5,7", "start 1 2,8"]);
}

/// MH3.3g: loot that is held by a guard brings one in planning as well. MH7.6j: what somebody holds is used first, and
/// bought again.
#[test]
fn mh7_6j_building_schematics_again_and_again() {
    let mut state = plan(json!({"scenario": "the-vault", "cash": 4, "items": [["building-schematics", 2]]}));
    let before = state;
    play(&mut state, &["building-schematics 3,4", "chit jewel"]);
    assert_eq!(
        difference(&before, &state),
        [
            "2.loot: building-schematics > -",
            "3,4: ? > guard jewel",
            "bag.jewel: 2 > 1"
        ],
        "without paying"
    );
    play(
        &mut state,
        &[
            "building-schematics 4,3",
            "chit lock",
            "building-schematics 7,3",
            "chit lock",
        ],
    );
    assert_eq!(state.team_cash(), 0);
    assert_same(legal(&state), &["start 1 0,8", "start 1 6,8"]);
}

/// MH3.3a, MH3.3h (a), (b), H79, H8: the Connoisseur and other purchases wait for the office, where nothing goes back.
#[test]
fn mh3_3h_order_of_the_office() {
    let mut state = plan(json!({
        "cash": 9, "fixers": ["visage", "connoisseur", "consultant", "diversion", "architect", "retiree", "shell"],
    }));
    let words = |state: &MastersOfTheHeist| {
        let mut words: Vec<String> = legal(state)
            .iter()
            .map(|action| action.split(' ').next().unwrap().to_owned())
            .collect();
        words.sort();
        words.dedup();
        words
    };
    assert_eq!(words(&state), ["building-schematics", "done", "visage"]);
    play(&mut state, &["done"]);
    assert_eq!(
        words(&state),
        [
            "architect",
            "buy",
            "connoisseur",
            "consultant",
            "diversion",
            "done",
            "retiree",
            "shell"
        ]
    );
    play(&mut state, &["connoisseur"]);
    assert_eq!(
        words(&state),
        ["architect", "consultant", "diversion", "done", "retiree"]
    );
    play(&mut state, &["diversion 1"]);
    assert_eq!(words(&state), ["architect", "done", "retiree"]);
    play(&mut state, &["architect 1", "idea-token 8,1"]);
    assert_eq!(words(&state), ["done", "retiree"]);
    play(&mut state, &["done"]);
    assert_eq!(words(&state), ["start"]);
}

/// MH3.3f, MH7.8b, `fixers:beat-cop`: one, two or three Guards or Dogs of the bag for blanks, once.
#[test]
fn mh7_8b_beat_cop() {
    let mut state = plan(json!({"scenario": "rival-hq", "cash": 3, "fixers": ["beat-cop"]}));
    assert_same(
        legal_with(&state, "beat-cop"),
        &[
            "beat-cop guard",
            "beat-cop dog",
            "beat-cop guard guard",
            "beat-cop guard dog",
            "beat-cop dog dog",
        ],
    );
    assert_eq!(
        changes(&mut state, &["beat-cop guard dog"]),
        ["bag.blank: - > 2", "bag.dog: 2 > 1", "bag.guard: 3 > 2", "cash: 3 > -"]
    );
    assert_same(legal_with(&state, "beat-cop"), &[]);
    let rich = plan(json!({"scenario": "rival-hq", "cash": 4, "fixers": ["beat-cop"]}));
    let three = legal_with(&rich, "beat-cop")
        .into_iter()
        .filter(|action| action.split(' ').count() == 4)
        .collect();
    assert_same(
        three,
        &[
            "beat-cop guard guard guard",
            "beat-cop guard guard dog",
            "beat-cop guard dog dog",
        ],
    );
    // Before or after a reveal.
    let mut later = plan(json!({"scenario": "rival-hq", "cash": 4, "fixers": ["beat-cop"]}));
    play(&mut later, &["building-schematics 3,1", "chit lock"]);
    assert_same(legal_with(&later, "beat-cop"), &["beat-cop guard", "beat-cop dog"]);
}

/// MH7.8b, H80, `fixers:prison-guard`: $3k for two Locks of the bag, or the only one; where somebody starts inside
/// alone.
#[test]
fn h80_prison_guard() {
    let fields = |scenario: &str, cash: u8| json!({"scenario": scenario, "cash": cash, "fixers": ["prison-guard"]});
    let mut state = plan(fields("estate-basement", 3));
    assert_eq!(
        changes(&mut state, &["prison-guard"]),
        ["bag.blank: - > 2", "bag.lock: 5 > 3", "cash: 3 > -"]
    );
    assert_same(legal_with(&state, "prison-guard"), &[]);
    assert_same(legal_with(&plan(fields("estate-basement", 2)), "prison-guard"), &[]);
    assert_same(legal_with(&plan(fields("tech-lab", 3)), "prison-guard"), &[]);
    assert_same(
        legal_with(&plan(fields("county-hole", 3)), "prison-guard"),
        &["prison-guard"],
    );
    let few = |locks: u8| {
        board(
            "estate-basement",
            ["0,8", "0,8", "8,8"],
            json!({
                "phase": "plan", "round": 0, "cash": 3, "fixers": ["prison-guard"], "bag": {"camera": 2, "lock": locks},
                "npc": {"die": 0}, "hexes": {"7,1": {"unrevealed": true}},
            }),
        )
    };
    let mut one = few(1);
    assert_eq!(
        changes(&mut one, &["prison-guard"]),
        ["bag.blank: - > 1", "bag.lock: 1 > -", "cash: 3 > -"]
    );
    assert_same(legal_with(&few(0), "prison-guard"), &[]);
}

/// MH7.8c, H18, `fixers:machinist`: an idea for each Lock that planning reveals found, to whom the team likes.
#[test]
fn mh7_8c_machinist() {
    let mut state = plan(json!({"cash": 3, "fixers": ["machinist", "visage"]}));
    play(
        &mut state,
        &[
            "visage 4,6",
            "chit lock",
            "visage 2,2",
            "chit camera",
            "visage 4,2",
            "chit lock",
        ],
    );
    assert_same(legal(&state), &["machinist 1", "machinist 2", "machinist 3", "done"]);
    assert_eq!(changes(&mut state, &["machinist 2"]), ["2.ideas: 2 > 3"]);
    assert_same(legal(&state), &["machinist 2", "machinist 3", "done"]);
    assert_eq!(changes(&mut state, &["machinist 2"]), ["2.ideas: 3 > 4"]);
    assert_same(legal(&state), &["start 1 5,7", "start 1 2,8"]);
    // MH10.33: the ideas are there when the heist begins.
    play(
        &mut state,
        &[
            "start 1 5,7",
            "start 2 5,7",
            "start 3 2,8",
            "done",
            "done",
            "done",
            "begin",
        ],
    );
    assert_eq!(state.ideas(Who(1)), 4);
    let mut none = plan(json!({"cash": 1, "fixers": ["machinist", "visage"]}));
    play(&mut none, &["visage 4,6", "chit camera"]);
    assert_same(legal(&none), &["start 1 5,7", "start 1 2,8"]);
}

/// MH7.8d, `fixers:shell`: for $3k, once, all Cameras found by planning reveals are disabled; those of the map stay
/// live.
#[test]
fn mh7_8d_shell() {
    let mut state = plan(json!({"cash": 5, "fixers": ["shell", "visage"]}));
    play(
        &mut state,
        &["visage 4,6", "chit camera", "visage 2,2", "chit camera", "done"],
    );
    let before = state;
    play(&mut state, &["shell"]);
    assert_eq!(
        difference(&before, &state)
            .into_iter()
            .filter(|line| !line.contains("planned"))
            .collect::<Vec<_>>(),
        ["2,2: camera > camera-", "4,6: camera > camera-", "cash: 3 > -"]
    );
    assert_eq!(on(&state, "3,2"), "camera");
    let poor = plan(json!({"cash": 2, "fixers": ["shell"]}));
    let mut office = poor;
    play(&mut office, &["done"]);
    assert_same(legal_with(&office, "shell"), &[]);
}

/// MH7.8e, `fixers:connoisseur`: $1k more on each hex that shows cash or a jewel, under a ring too; not in a closed
/// safe.
#[test]
fn mh7_8e_connoisseur() {
    let mut lab = plan(json!({"fixers": ["connoisseur"]}));
    assert_same(legal(&lab), &["connoisseur", "done"]);
    assert_eq!(
        changes(&mut lab, &["connoisseur"]),
        [
            "0,6: cash:2 > cash:3",
            "4,3: cash:1 > cash:2",
            "4,5: cash:1 > cash:2",
            "8,1: cash:3 > cash:4",
        ]
    );
    let mut vault = plan(json!({"scenario": "the-vault", "fixers": ["connoisseur"]}));
    assert_eq!(
        changes(&mut vault, &["connoisseur"]),
        [
            "3,7: cash:2 > cash:3",
            "4,5: jewel > cash:1 jewel",
            "6,4: guard cash:1 > guard cash:2",
            "9,3: guard cash:1 > guard cash:2",
        ]
    );
}

/// MH7.8f, MH3.3h (f), `fixers:bookie`: a stake of up to $8k, paid when planning ends.
#[test]
fn mh7_8f_bookie() {
    let stakes = |cash: u8| {
        let mut state = plan(json!({"cash": cash, "fixers": ["bookie"]}));
        while legal(&state).contains(&"done".to_owned()) && !legal(&state)[0].starts_with("start") {
            play(&mut state, &["done"]);
        }
        play(
            &mut state,
            &["start 1 5,7", "start 2 5,7", "start 3 2,8", "done", "done", "done"],
        );
        state
    };
    let mut state = stakes(3);
    assert_same(legal(&state), &["stake 0", "stake 1", "stake 2", "stake 3"]);
    assert_eq!(changes(&mut state, &["stake 2"]), ["cash: 3 > 1", "stake: - > 2"]);
    assert_eq!(legal(&state), ["begin"]);
    assert_eq!(legal(&stakes(12)).len(), 9, "none to $8k");
    assert_eq!(legal(&stakes(0)), ["begin"]);
}

/// MH3.3f, MH5.3j, `fixers:consultant`: one, two or three blanks for $0k, $3k or $7k, once.
#[test]
fn consultant_blanks() {
    let office = |cash: u8| {
        let mut state = plan(json!({"cash": cash, "fixers": ["consultant"]}));
        if cash > 1 {
            play(&mut state, &["done"]);
        }
        state
    };
    for (cash, levels) in [(0, 1), (2, 1), (3, 2), (6, 2), (7, 3)] {
        assert_eq!(legal_with(&office(cash), "consultant").len(), levels, "${cash}k");
    }
    let mut state = office(7);
    assert_eq!(changes(&mut state, &["consultant 2"]), ["blanks: - > 2", "cash: 7 > 4"]);
    assert_same(legal_with(&state, "consultant"), &[]);
}

/// MH5.3j: the Consultant is not asked at planning reveals, but at those of START.
#[test]
fn mh5_3j_start_draws() {
    let mut state = lab(json!({
        "phase": "plan", "round": 0, "fixers": ["consultant"], "blanks": 1, "resolving": ["ask-begin"],
        "bag": {"guard": 1, "lock": 2}, "hexes": {"6,5": {"unrevealed": true}},
        "1": {"die": 0, "action": null, "ideas": 1}, "2": {"die": 0, "action": null}, "3": {"die": 0, "action": null},
    }));
    play(&mut state, &["begin", "chit guard"]);
    assert_same(legal(&state), &["keep", "blank 1"]);
    assert_eq!(
        changes(&mut state, &["blank 1"])
            .into_iter()
            .filter(|line| !line.starts_with("phase"))
            .collect::<Vec<_>>(),
        [
            "1.ideas: 1 > 0",
            "6,5: ? > -",
            "blanks: 1 > -",
            "owed: - > 1",
            "round: - > 1"
        ],
        "the noise is owed to the first round"
    );
    let mut planning = plan(json!({"fixers": ["consultant", "visage"], "cash": 1}));
    play(&mut planning, &["visage 4,6", "chit guard"]);
    assert_same(legal_with(&planning, "blank"), &[]);
}

/// MH7.8g, `fixers:architect`: one to three tokens on hexes connected among themselves, for $0k, $3k or $5k.
#[test]
fn mh7_8g_architect() {
    let office = |cash: u8| {
        let mut state = plan(json!({"cash": cash, "fixers": ["architect"]}));
        if cash > 1 {
            play(&mut state, &["done"]);
        }
        state
    };
    for (cash, levels) in [(0, 1), (3, 2), (4, 2), (5, 3)] {
        assert_eq!(legal_with(&office(cash), "architect").len(), levels, "${cash}k");
    }
    let mut state = office(5);
    let before = state;
    play(&mut state, &["architect 3", "idea-token 5,4"]);
    // In ascending order: 4,6 would have to come behind 4,5 or 5,5, over which it is connected, and 5,3 before 5,4.
    assert_same(legal(&state), &["idea-token 6,4", "idea-token 4,5", "idea-token 5,5"]);
    play(&mut state, &["idea-token 4,5"]);
    // Beside 5,4 or 4,5 and later than 4,5.
    assert_same(legal(&state), &["idea-token 5,5", "idea-token 3,6", "idea-token 4,6"]);
    play(&mut state, &["idea-token 4,6"]);
    assert_eq!(
        difference(&before, &state),
        [
            "4,5: cash:1 > cash:1 idea",
            "4,6: ? > ? idea",
            "5,4: - > idea",
            "cash: 5 > -"
        ]
    );
}

/// MH7.8h, H74, `fixers:mayor`: instead of a visible Guard a player character starts there, without a token.
#[test]
fn mh7_8h_mayor() {
    let mut state = plan(json!({"fixers": ["mayor"]}));
    assert_same(legal(&state), &["mayor 1 6,2", "mayor 2 6,2", "mayor 3 6,2", "done"]);
    play(&mut state, &["mayor 2 6,2"]);
    assert_eq!(on(&state, "6,2"), "lock");
    assert_same(legal(&state), &["start 1 5,7", "start 1 2,8"]);
    play(&mut state, &["start 1 5,7"]);
    assert_same(legal(&state), &["start 3 5,7", "start 3 2,8"]);
    play(&mut state, &["start 3 5,7", "done", "done", "done", "begin"]);
    assert_eq!(state.tile_of(Who(1)).unwrap().to_string(), "6,2");
    assert_eq!(state.tokens(Who(1)), 0);
    // No Dogs (rival-hq has two of them on 2,7 and Guards on 5,3 and 3,7), none of the starting Guards of the garage.
    let rival = plan(json!({"scenario": "rival-hq", "fixers": ["mayor"]}));
    let first: Vec<String> = legal_with(&rival, "mayor")
        .into_iter()
        .filter(|action| action.starts_with("mayor 1"))
        .collect();
    assert_same(first, &["mayor 1 5,3", "mayor 1 3,7"]);
    let garage = plan(json!({"scenario": "parking-garage", "fixers": ["mayor"]}));
    assert_same(legal_with(&garage, "mayor"), &[]);
}

/// MH7.8i, H57, `fixers:retiree`: one, two or three of the Events M1 to M3 anywhere above the final Crisis, also on
/// top.
#[test]
fn mh7_8i_retiree() {
    let mut state = plan(json!({"cash": 5, "fixers": ["retiree"]}));
    play(&mut state, &["done"]);
    assert_same(legal_with(&state, "retiree"), &["retiree 1", "retiree 2"]);
    play(&mut state, &["retiree 2"]);
    // The deck has 26 cards above Z1: 27 places. M3 cannot be the first of two.
    let mut expected = Vec::new();
    for card in ["M1", "M2"] {
        expected.extend((0..=26).map(|place| format!("insert {card} {place}")));
    }
    assert_legal(&state, &expected);
    play(&mut state, &["insert M2 0"]);
    let expected: Vec<String> = (0..=27).map(|place| format!("insert M3 {place}")).collect();
    assert_legal(&state, &expected);
    play(&mut state, &["insert M3 27"]);
    let deck: Vec<String> = state.deck_cards().iter().map(|card| card.to_string()).collect();
    assert_eq!(deck.len(), 29);
    assert_eq!(
        (deck[0].as_str(), deck[27].as_str(), deck[28].as_str()),
        ("M2", "M3", "Z1")
    );
    assert_eq!(state.team_cash(), 0);
}

/// `fixers:diversion`: $1k for each token, at most four.
#[test]
fn diversion_tokens_are_bought() {
    let office = |cash: u8| {
        let mut state = plan(json!({"cash": cash, "fixers": ["diversion"]}));
        if cash > 1 {
            play(&mut state, &["done"]);
        }
        state
    };
    assert_same(legal(&office(1)), &["diversion 1", "done"]);
    assert_eq!(legal_with(&office(9), "diversion").len(), 4);
    let mut state = office(9);
    assert_eq!(
        changes(&mut state, &["diversion 3"]),
        ["cash: 9 > 6", "diversions: - > 3"]
    );
    assert_same(legal_with(&state, "diversion"), &[]);
}

/// A plan in the Tech Lab that waits for `begin`: the first character on 5,5, the others outdoors.
fn ready(fields: Value) -> MastersOfTheHeist {
    let mut whole = json!({
        "phase": "plan", "round": 0, "resolving": ["ask-begin"],
        "1": {"die": 0, "action": null}, "2": {"die": 0, "action": null}, "3": {"die": 0, "action": null},
    });
    for (name, value) in fields.as_object().expect("fields") {
        whole[name] = value.clone();
    }
    lab(whole)
}

/// MH3.4a, H57, MH3.1c: when planning is over Crises on top are queued, not before.
#[test]
fn h57_check_top_when_planning_ends() {
    let mut state = ready(json!({"deck": ["C2", "C2", "E1", "C2", "Z1"]}));
    assert_eq!(state.crisis_queue().len(), 0);
    play(&mut state, &["begin"]);
    assert_eq!(state.crisis_queue().len(), 2);
    assert_eq!(state.deck_cards().len(), 3);
    let mut above = ready(json!({"deck": ["M1", "C2", "E1", "Z1"]}));
    play(&mut above, &["begin"]);
    assert_eq!(
        (state.crisis_queue().len(), above.crisis_queue().len()),
        (2, 0),
        "an Event lies above it"
    );
}

/// MH3.4a, MH5.3e, MH10.7: at START hexes beside active characters are revealed, Cameras under them raise nothing; then
/// the dice.
#[test]
fn mh3_4a_reveals_at_the_start() {
    let mut state = ready(json!({
        "deck": ["E1", "E2", "Z1"], "bag": {"lock": 2, "guard": 1},
        "hexes": {"5,5": {"cameras": 2}, "6,5": {"unrevealed": true}, "4,6": {"unrevealed": true}, "3,6": {"unrevealed": true}},
    }));
    play(&mut state, &["begin"]);
    assert_same(legal(&state), &["next 6,5", "next 4,6"]);
    play(&mut state, &["next 4,6"]);
    assert_eq!(odds(&state).len(), 2);
    play(&mut state, &["chit guard", "chit lock"]);
    assert_eq!(on(&state, "3,6"), "?");
    assert_eq!(state.deck_cards().len(), 3, "no alert");
    assert_eq!((state.phase(), state.round()), (Phase::Roll, 1));
    assert_eq!(odds(&state).len(), 6);
}

/// MH5.3e, MH5.3d: a dog beside a start place jumps after the reveals of START.
#[test]
fn mh5_3e_dogs_at_the_start() {
    let mut state = ready(json!({"hexes": {"6,5": {"dogs": 1}}}));
    play(&mut state, &["begin"]);
    assert_eq!(
        (on(&state, "5,5"), on(&state, "6,5")),
        ("dog".to_owned(), String::new())
    );
}

/// MH3.4a, H9: a guide is active from the start and reveals beside it; a prisoner does not.
#[test]
fn h9_guides_are_active_at_the_start() {
    let idle = json!({"die": 0, "action": null});
    let begin = |scenario: &str, exit: &str, npc: &str, hex: &str| {
        let mut state = board(
            scenario,
            [exit; 3],
            json!({
                "phase": "plan", "round": 0, "resolving": ["ask-begin"], "1": idle, "2": idle, "3": idle,
                "npc": {"at": npc}, "bag": {"lock": 1}, "hexes": {hex: {"unrevealed": true}},
            }),
        );
        play(&mut state, &["begin"]);
        odds(&state)
    };
    assert_eq!(
        begin("server-farm", "5,7", "2,5", "1,5"),
        [("chit lock".to_owned(), 1.0)]
    );
    // The prisoner in its ring beside 7,1: only dice are rolled.
    assert_eq!(begin("estate-basement", "0,8", "8,1", "7,1").len(), 6);
}
