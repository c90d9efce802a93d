//! Setup, hidden information and chance, the end of the game, and the component tables (docs/rules/burgle-bros.md,
//! sections 2, 3, 8 and 9; every row of the data files). More of the same as data: `cases/setup.toml`.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::board::{Cell, Wall, parse_square, square_name, squares};
use heist_engine::burgle_bros::{
    Action, BurgleBros, Character, Dice, Event, Face, Frame, HORIZON, Kind, Loot, Outcome, Scenario, Setup, Sides, Tool,
};
use heist_engine::describe::kept_names;
use heist_engine::random::{self, Generator};
use heist_engine::{Fill, Game, Node, Seat};
use heist_testkit::play_with;
use serde_json::{Value, json};

use super::odds::{Distribution, assert_fits, assert_same, count, outcomes, uniform};
use super::support::{
    changed, filled, generator, legal_names as legal, new_game, play, scenario_tables, table, turning_up,
    waived as state,
};

// ---- Helpers -------------------------------------------------------------------------------------------------------

/// The first state with these characters; the first of them begins.
fn game_of(characters: &[Character]) -> BurgleBros {
    new_game(&Setup {
        characters: characters.to_vec(),
        first: Some(Seat(0)),
        seed: None,
        ..Setup::bank_job(characters.len() as u8, 0)
    })
}

/// All cells of the Bank.
fn bank_cells() -> Vec<Cell> {
    let plans = Scenario::BankJob.plans();
    let floors = plans.iter().enumerate();
    floors
        .flat_map(|(floor, plan)| squares(plan.cells()).map(move |square| Cell::new(floor, square)))
        .collect()
}

/// Two players on floor 1, nobody upstairs yet.
fn ground() -> Value {
    json!({
        "players": [{"character": "spotter-basic", "at": "1:A1"}, {"character": "hawk-basic", "at": "1:D1"}],
        "entrance": "1:A1",
        "turn": {"number": 3},
        "floors": [{
            "tiles": {"A1": "computer-laser-5", "D1": "secret-door-2"},
            "guard": {"at": "D4", "die": "C4"},
            "discard": ["D4", "C4"]
        }]
    })
}

// ---- Section 3.1: the scenario -------------------------------------------------------------------------------------

/// S-SCEN-1, S-SCEN-5, S-SCEN-6, S-SCEN-8, D-BANK: the Bank Job is three floors of 4x4 with Guard dice 2, 3, 4 and
/// three Safes to open, for one to four players; scenarios.toml says the same.
#[test]
fn the_bank_job_has_three_floors_of_sixteen_and_dice_two_three_four() {
    let tables = scenario_tables();
    let bank = &tables["bank"];
    let number = |key: &str| bank[key].as_integer().unwrap_or_else(|| panic!("{key}"));
    assert_eq!((number("floors"), number("size")), (3, 4));
    for seats in 1..=4 {
        let state = new_game(&Setup::bank_job(seats, 1));
        assert_eq!((state.scenario(), state.seats()), (Scenario::BankJob, seats as usize));
        assert_eq!(state.floors() as i64, number("floors"));
        let dice: Vec<i64> = (0..state.floors())
            .map(|floor| i64::from(state.guard_speed(floor)))
            .collect();
        let listed: Vec<i64> = bank["guard_dice"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(toml::Value::as_integer)
            .collect();
        assert_eq!((dice.as_slice(), listed.as_slice()), (&[2, 3, 4][..], &[2, 3, 4][..]));
        for floor in 0..state.floors() {
            let plan = state.floor_plan(floor);
            assert_eq!(plan.cells().count_ones() as i64, number("size").pow(2));
            let grid: u32 = ["A", "B", "C", "D"]
                .iter()
                .flat_map(|column| (1..=4).map(move |row| format!("{column}{row}")))
                .filter_map(|name| parse_square(&name))
                .fold(0, |set, square| set | 1 << square);
            assert_eq!(plan.cells(), grid);
        }
    }
    assert_eq!((Scenario::BankJob.safes() as i64, number("safes_to_open")), (3, 3));
    for seats in [0, 5] {
        let error = BurgleBros::new(&Setup::bank_job(seats, 1)).expect_err("too few or too many players");
        assert_eq!(
            error.0.iter().map(|problem| problem.field.as_str()).collect::<Vec<_>>(),
            ["seats"]
        );
    }
}

/// S-SCEN-2, S-SCEN-3, S-BUILD-1, D-BANK: every floor gets one Safe, one Stairs and 14 others, and the pool of the
/// others is all 42: every numbered tile lies in the building exactly once.
#[test]
fn every_deal_has_a_safe_a_stairs_and_fourteen_others_on_each_floor() {
    let others = scenario_tables()["bank"]["random_tiles_per_floor"].as_integer();
    for seed in 0..200 {
        let world = filled(Scenario::BankJob, seed);
        let mut faces = BTreeMap::new();
        for floor in 0..3 {
            let on_floor: Vec<Face> = bank_cells()
                .into_iter()
                .filter(|cell| cell.floor() == floor)
                .map(|cell| world.hidden_face(cell).expect("a filled world knows every tile"))
                .collect();
            let of = |kind| on_floor.iter().filter(|face| face.kind() == kind).count();
            assert_eq!((of(Kind::Safe), of(Kind::Stairs)), (1, 1));
            assert_eq!(Some(on_floor.len() as i64 - 2), others);
            for face in on_floor {
                *faces.entry(face).or_insert(0) += 1;
            }
        }
        for face in Face::all() {
            assert_eq!(
                faces.get(&face),
                Some(&if face == Face::SAFE { 3 } else { 1 }),
                "{face}"
            );
        }
    }
}

/// S-BUILD-1, I-CHANCE-10, I-DET-1: the deal is uniform. Which numbered Stairs lies on which floor is random, and
/// each tile is as likely in one cell as in any other.
#[test]
fn the_deal_is_uniform() {
    let mut rng = generator("deals");
    let first = new_game(&Setup::bank_job(2, 1));
    let (mut stairs, mut safe, mut laser) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let cells = bank_cells();
    for _ in 0..12_000 {
        let mut world = first;
        world.determinize(Fill::All, &mut rng);
        let mut order = String::new();
        for &cell in &cells {
            let face = world.hidden_face(cell).expect("a filled world knows every tile");
            match face.kind() {
                Kind::Stairs => order.push_str(&face.number().to_string()),
                Kind::Safe if cell.floor() == 1 => count(&mut safe, cell),
                Kind::Laser if face.number() == 2 => count(&mut laser, cell),
                _ => {}
            }
        }
        count(&mut stairs, order);
    }
    assert_fits(
        &stairs,
        &uniform(["456", "465", "546", "564", "645", "654"].map(String::from)),
    );
    assert_fits(
        &safe,
        &uniform(cells.iter().filter(|cell| cell.floor() == 1).map(ToString::to_string)),
    );
    assert_fits(&laser, &uniform(cells.iter().map(ToString::to_string)));
}

/// S-SCEN-7: the exit is the Stairs on floor 3; those on the floors below lead nowhere but up.
#[test]
fn only_the_stairs_on_floor_three_are_the_exit() {
    let finished = |at: &str| {
        let mut position = endgame();
        position["players"][0]["at"] = json!(at);
        legal(&state(&position)).contains(&"escape".to_owned())
    };
    assert!(finished("3:D4"));
    for below in ["1:D4", "2:D4", "3:C4", "3:B2"] {
        assert!(!finished(below), "{below}");
    }
}

/// S-SCEN-6, Z-END-2, M-ACT-ESCAPE: with one of the three Safes shut nobody may leave.
#[test]
fn all_three_safes_must_be_open() {
    assert!(legal(&state(&endgame())).contains(&"escape".to_owned()));
    for floor in 0..3 {
        let mut position = endgame();
        position["floors"][floor]["safes"]["B2"]["open"] = json!(false);
        assert!(
            !legal(&state(&position)).contains(&"escape".to_owned()),
            "the Safe on floor {}",
            floor + 1
        );
    }
}

/// Two players on the top Stairs with every Safe open and every Loot in hand.
fn endgame() -> Value {
    let floor = |names: [&str; 6], stairs: &str, guard: Value| {
        json!({
            "tiles": {
                "B2": "safe", "A2": names[0], "C2": names[1], "D2": names[2], "B1": names[3], "B3": names[4],
                "B4": names[5], "D4": stairs, "C4": "", "A1": ""
            },
            "safes": {"B2": {"dice": 1, "open": true}},
            "cracked": ["A2", "C2", "D2", "B1", "B3", "B4"],
            "guard": guard,
            "speed": 5,
            "discard": [guard["at"], guard["die"]]
        })
    };
    let guard = json!({"at": "A3", "die": "A4"});
    let mut floors = vec![
        floor(
            [
                "camera-1",
                "camera-2",
                "camera-3",
                "deadbolt-1",
                "deadbolt-2",
                "deadbolt-3",
            ],
            "stairs-4",
            guard.clone(),
        ),
        floor(
            ["laser-1", "laser-2", "laser-3", "motion-1", "motion-2", "motion-3"],
            "stairs-5",
            guard.clone(),
        ),
        floor(
            [
                "thermo-1",
                "thermo-2",
                "thermo-3",
                "walkway-1",
                "walkway-2",
                "walkway-3",
            ],
            "stairs-6",
            guard,
        ),
    ];
    for (floor, plain) in floors
        .iter_mut()
        .zip(["secret-door-1", "secret-door-2", "service-duct-5"])
    {
        floor["tiles"]["C4"] = json!(plain);
        floor["tiles"].as_object_mut().expect("an object").remove("A1");
    }
    json!({
        "players": [
            {"character": "spotter-basic", "at": "3:D4", "tools": ["donuts"], "loot": ["isotope"]},
            {"character": "hawk-basic", "at": "3:D4", "tools": ["crowbar", "virus"], "loot": ["painting", "tiara"]}
        ],
        "entrance": "1:D4",
        "turn": {"number": 31},
        "floors": floors
    })
}

// ---- Section 3.3: walls --------------------------------------------------------------------------------------------

/// S-WALL-1, S-WALL-2, S-SCEN-4, D-BANK, D-OFFICE, D-KNOX and every row of walls.csv: eight wall pieces a floor, twelve
/// in Fort Knox, where the rows say, and no others. Each bars the Move both ways, and every other pair of neighbours is
/// open.
#[test]
fn every_wall_row_bars_the_way() {
    let rows = table("walls.csv");
    let mut walls: BTreeMap<(Scenario, usize), u64> = BTreeMap::new();
    for row in &rows {
        let (id, key) = (&row["rule_id"], row["scenario"].as_str());
        let scenario = scenario_of(key);
        let floor = row["floor"].parse::<usize>().expect("a floor") - 1;
        let (a, b) = (&row["cell_a"], &row["cell_b"]);
        let letter = if key == "fort-knox" {
            "K".to_owned()
        } else {
            key[..1].to_uppercase()
        };
        assert_eq!(*id, format!("W-{letter}{}-{a}{b}", floor + 1));
        let wall = Wall::parse(&format!("{a}-{b}")).unwrap_or_else(|| panic!("{id} is between neighbours"));
        let set = walls.entry((scenario, floor)).or_default();
        assert_eq!(*set & wall.bit(), 0, "{id} is one piece");
        *set |= wall.bit();
        assert!(
            !may_walk(scenario, floor, a, b) && !may_walk(scenario, floor, b, a),
            "{id} bars the way"
        );
    }
    assert_eq!(walls.len(), 3 + 2 + 2, "every floor of every scenario has its rows");
    for ((scenario, floor), set) in walls {
        let per_floor = scenario_tables()[key_of(scenario)]["walls_per_floor"].as_integer();
        assert_eq!(Some(i64::from(set.count_ones())), per_floor);
        let name = format!("floor {} of the {}", floor + 1, scenario.name());
        assert_eq!(scenario.plans()[floor].walls(), set, "{name} has its rows' walls only");
        let cells = scenario.plans()[floor].cells();
        for wall in Wall::all(u64::MAX >> (64 - Wall::COUNT)).filter(|wall| set & wall.bit() == 0) {
            let (a, b) = wall.squares();
            if cells & 1 << a != 0 && cells & 1 << b != 0 {
                let (a, b) = (square_name(a), square_name(b));
                assert!(may_walk(scenario, floor, &a, &b), "{wall} on {name} is open");
            }
        }
    }
}

/// The name of a scenario in the data files.
fn key_of(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::BankJob => "bank",
        Scenario::OfficeJob => "office",
        Scenario::FortKnox => "fort-knox",
    }
}

fn scenario_of(key: &str) -> Scenario {
    let known = Scenario::ALL.iter().find(|scenario| key_of(**scenario) == key);
    *known.unwrap_or_else(|| panic!("a scenario {key}"))
}

/// Whether a player may Move from one square of a floor to another. All tiles but the first are face down, so walls
/// alone decide.
fn may_walk(scenario: Scenario, floor: usize, from: &str, to: &str) -> bool {
    let mut floors = vec![json!({}); scenario.floor_count()];
    floors[0] = json!({"tiles": {"A1": "foyer-2"}, "guard": {"at": "A1", "die": "B2"}, "discard": ["A1", "B2"]});
    if floors[floor]["tiles"].is_null() {
        floors[floor] = json!({"tiles": {}, "guard": {"at": "A1", "die": "B2"}, "discard": ["A1", "B2"]});
    }
    floors[floor]["tiles"][from] = json!("lavatory-5");
    let floor = floor + 1;
    let position = json!({
        "scenario": scenario.name(),
        "players": [{"character": "hacker-basic", "at": format!("{floor}:{from}")}],
        "entrance": "1:A1",
        "floors": floors
    });
    legal(&state(&position)).contains(&format!("move {floor}:{to}"))
}

// ---- Section 3.4: patrol decks -------------------------------------------------------------------------------------

/// P-LV-1, P-LV-2, P-LV-3 and every other row of patrol.csv: 48 printed cards and two triangles of E5 are named for
/// their floor and cell, and lie on the floor of their circle in Fort Knox; three cards are Lost Visuals.
#[test]
fn every_patrol_row_is_named_for_its_cell() {
    let rows = table("patrol.csv");
    let extra = rows.iter().filter(|row| row["lost_visual"] == "1");
    let extra: Vec<&String> = extra.map(|row| &row["rule_id"]).collect();
    assert_eq!(
        (rows.len(), extra.as_slice()),
        (
            53,
            ["P-LV-1", "P-LV-2", "P-LV-3"].map(String::from).each_ref().as_slice()
        )
    );
    for row in rows.iter().filter(|row| row["lost_visual"] == "0") {
        let id = match row["printed_floor"].as_str() {
            "" => {
                assert_eq!(
                    (row["cell_4x4"].as_str(), row["fort_knox_cell"].as_str()),
                    ("", "E5"),
                    "only a triangle"
                );
                format!("P-K{}-E5", row["fort_knox_floor"])
            }
            printed => format!("P-{printed}-{}", row["cell_4x4"]),
        };
        assert_eq!(
            (&row["rule_id"], &row["card_id"]),
            (&id, &id.replacen("P-", "p", 1).replace("pK", "pk"))
        );
        let floor_of_circle = if row["circle"] == "white" { "1" } else { "2" };
        if !row["fort_knox_floor"].is_empty() {
            assert_eq!(row["fort_knox_floor"], floor_of_circle, "{id}");
        }
    }
}

/// S-PATROL-1, S-PATROL-2, S-PATROL-3, S-PATROL-5, I-CHANCE-2 and every row of patrol.csv: in Bank and Office the deck
/// of a floor is the 16 cards printed for it, each with its 4x4 cell; in Fort Knox the cards of its circle, each with
/// its Fort Knox cell, but for that of the empty space. A Lost Visual card is in every deck in use, or in none. Each
/// card is equally likely.
#[test]
fn every_patrol_row_is_a_card_of_its_floor() {
    let rows = table("patrol.csv");
    let usual = rows.iter().filter(|row| row["lost_visual"] == "0");
    for &scenario in Scenario::ALL {
        let (floor_column, cell_column) = match scenario {
            Scenario::FortKnox => ("fort_knox_floor", "fort_knox_cell"),
            _ => ("printed_floor", "cell_4x4"),
        };
        for (floor, lost_visual) in (0..scenario.floor_count()).flat_map(|floor| [(floor, false), (floor, true)]) {
            let number = (floor + 1).to_string();
            let cards = usual.clone().filter(|row| row[floor_column] == number);
            let mut cells: Vec<&str> = cards.map(|row| row[cell_column].as_str()).collect();
            assert_eq!(cells.len(), scenario.size().pow(2), "a card for each cell of the grid");
            cells.retain(|cell| scenario.space().map(square_name).as_deref() != Some(*cell));
            assert_eq!(
                cells.iter().collect::<BTreeSet<_>>().len(),
                scenario.plans()[floor].cells().count_ones() as usize
            );
            let setting_up = setting_up(scenario, floor, lost_visual);
            let names = cells.iter().map(|cell| format!("patrol {cell}"));
            let all = uniform(names.chain(lost_visual.then(|| "patrol lost-visual".to_owned())));
            assert_same(&outcomes(&setting_up), &all);
            for cell in cells {
                let mut drawn = setting_up;
                play(&mut drawn, &[&format!("patrol {cell}")]);
                let guard = drawn.guard(floor).expect("the Guard is in play");
                assert_eq!(guard.at.to_string(), format!("{number}:{cell}"));
                if floor == 0 {
                    play(&mut drawn, &["enter 1:A1", "tile foyer-1"]);
                }
                let left = uniform(all.keys().filter(|name| **name != format!("patrol {cell}")).cloned());
                assert_same(&outcomes(&drawn), &left);
            }
        }
    }
}

/// A moment before the first patrol card of a floor is drawn.
fn setting_up(scenario: Scenario, floor: usize, lost_visual: bool) -> BurgleBros {
    if floor == 0 {
        return new_game(&Setup {
            lost_visual,
            ..Setup::new(scenario, 1, 3)
        });
    }
    let mut position = serde_json::to_value(climbing(floor).position()).expect("JSON");
    position["scenario"] = json!(scenario.name());
    position["lost-visual"] = json!(lost_visual);
    for (floor, speed) in position["floors"]
        .as_array_mut()
        .expect("a list")
        .iter_mut()
        .zip(scenario.guard_dice())
    {
        floor["speed"] = json!(speed);
    }
    position["floors"]
        .as_array_mut()
        .expect("a list")
        .truncate(scenario.floor_count());
    let mut state = state(&position);
    play(&mut state, &[&format!("move {}:A1", floor + 1), "tile foyer-1"]);
    state
}

/// A player below the unrevealed A1 of a floor nobody has been on.
fn climbing(floor: usize) -> BurgleBros {
    let mut floors =
        vec![json!({"tiles": {"A1": "stairs-4"}, "guard": {"at": "D4", "die": "C4"}, "discard": ["D4", "C4"]})];
    if floor == 2 {
        floors[0]["tiles"]["A1"] = json!("lavatory-5");
        let floor = json!({"tiles": {"A1": "stairs-5"}, "guard": {"at": "D4", "die": "C4"}, "discard": ["D4", "C4"]});
        floors.push(floor);
    }
    state(&json!({
        "players": [{"character": "hawk-basic", "at": format!("{floor}:A1")}],
        "entrance": "1:A1",
        "floors": floors
    }))
}

/// S-PATROL-4, D-SET-ASIDE, I-HID-3: with fewer than four players 3, 6 or 9 cards of every deck are set aside,
/// unseen: the deck is so much smaller, and yet each of the 16 cards may come first.
#[test]
fn cards_are_set_aside_unseen_by_player_count() {
    let listed = &scenario_tables()["patrol_set_aside"];
    for (seats, aside) in [(1u8, 9usize), (2, 6), (3, 3), (4, 0)] {
        assert_eq!(listed[seats.to_string()].as_integer(), Some(aside as i64));
        let state = new_game(&Setup::bank_job(seats, 7));
        for floor in 0..3 {
            let (unseen, length) = state.patrol(floor);
            assert_eq!(
                (unseen.count_ones(), length),
                (16, 16 - aside),
                "{seats} players, floor {}",
                floor + 1
            );
        }
        assert_eq!(outcomes(&state).len(), 16);
    }
}

/// S-PATROL-4, G-DRAW-1, I-CHANCE-3, I-HID-3: when the deck is empty, discards and set-aside cards are shuffled
/// together and as many set aside again.
#[test]
fn the_reshuffle_brings_the_set_aside_cards_back_and_sets_aside_again() {
    let all: Vec<String> = squares(Scenario::BankJob.plans()[0].cells()).map(square_name).collect();
    for (seats, aside) in [(2usize, 6usize), (3, 3), (4, 0)] {
        // The Guard comes to his die with the last card of the deck discarded.
        let mut discard: Vec<&str> = vec!["D3", "D4"];
        discard.extend(
            all.iter()
                .map(String::as_str)
                .filter(|name| !["D3", "D4"].contains(name))
                .take(14 - aside),
        );
        let mut position = ground();
        for character in ["raven-basic", "juicer-basic"].iter().take(seats - 2) {
            position["players"]
                .as_array_mut()
                .expect("a list")
                .push(json!({"character": character, "at": "1:A1"}));
        }
        position["turn"]["counted"] = json!(3);
        position["floors"][0]["guard"] = json!({"at": "C3", "die": "D3"});
        position["floors"][0]["discard"] = json!(discard);
        let mut state = state(&position);
        assert_eq!((state.patrol(0).0.count_ones() as usize, state.patrol(0).1), (aside, 0));
        play(&mut state, &["end"]);
        assert_same(
            &outcomes(&state),
            &uniform(all.iter().map(|name| format!("patrol {name}"))),
        );
        assert_eq!(
            (state.patrol(0).0.count_ones() as usize, state.patrol(0).1),
            (16, 16 - aside)
        );
        play(&mut state, &["patrol D3"]);
        assert_same(
            &outcomes(&state),
            &uniform(
                all.iter()
                    .filter(|name| *name != "D3")
                    .map(|name| format!("patrol {name}")),
            ),
        );
    }
}

// ---- Section 3.5: decks, characters, start -------------------------------------------------------------------------

/// S-START-1, I-HID-4, I-HID-5, I-CHANCE-4: each deck begins in a uniformly random order, whatever the others' are.
#[test]
fn event_tool_and_loot_decks_are_shuffled() {
    let first = new_game(&Setup::bank_job(4, 1));
    let mut rng = generator("decks");
    let (mut events, mut tools, mut loot, mut both) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for _ in 0..6_000 {
        let mut world = first;
        world.determinize(Fill::All, &mut rng);
        let position = serde_json::to_value(world.position()).expect("JSON");
        let top = |deck: &str, depth: &str| {
            position[deck]["hidden-top"][depth]
                .as_str()
                .expect("a known card")
                .to_owned()
        };
        count(&mut events, top("events", "0"));
        count(&mut tools, top("tools", "12"));
        count(&mut loot, top("loot", "5"));
        count(&mut both, format!("{} {}", top("tools", "0"), top("loot", "0")));
    }
    assert_fits(&events, &uniform(Event::ALL.iter().map(ToString::to_string)));
    assert_fits(&tools, &uniform(Tool::ALL.iter().map(ToString::to_string)));
    let cards: Vec<String> = Loot::ALL
        .iter()
        .map(ToString::to_string)
        .chain(["gold-bar-2".to_owned()])
        .collect();
    assert_fits(&loot, &uniform(cards.iter().cloned()));
    assert_fits(
        &both,
        &uniform(
            Tool::ALL
                .iter()
                .flat_map(|tool| cards.iter().map(move |loot| format!("{tool} {loot}"))),
        ),
    );
}

/// S-START-2, E-NOTE-3: alone, there are no Gold Bars, no Rook, and four Events are out of the game.
#[test]
fn the_solo_game_plays_without_gold_rook_and_four_events() {
    let solo = game_of(&[Character::HawkBasic]);
    assert_eq!(solo.deck_sizes(), (22, 13, 11));
    let event = state(&json!({
        "players": [{"character": "hawk-basic", "at": "1:A1"}],
        "floors": [{"tiles": {"A1": "foyer-1"}, "guard": {"at": "D4", "die": "C4"}, "discard": ["D4", "C4"]}],
        "pending": ["guard-step", "draw-event"]
    }));
    let out = ["freight-elevator", "buddy-system", "dead-drop", "jump-the-gun"];
    let left = Event::ALL
        .iter()
        .map(ToString::to_string)
        .filter(|name| !out.contains(&name.as_str()));
    assert_same(&outcomes(&event), &uniform(left.map(|name| format!("event {name}"))));
    let loot = changed(
        endgame(),
        "/players",
        json!([{"character": "hawk-basic", "at": "3:B2"}]),
    );
    let loot = changed(
        loot,
        "/pending",
        json!(["act", {"raise-speeds": 2}, {"draw-loot": {"drawer": 1, "safe": "3:B2"}}]),
    );
    let kinds = Loot::ALL.iter().filter(|loot| **loot != Loot::GoldBar);
    assert_same(
        &outcomes(&state(&loot)),
        &uniform(kinds.map(|loot| format!("loot {loot}"))),
    );
    for rook in [Character::RookBasic, Character::RookAdvanced] {
        let setup = Setup {
            characters: vec![rook],
            ..Setup::bank_job(1, 1)
        };
        let error = BurgleBros::new(&setup).expect_err("no Rook alone");
        assert_eq!(error.0[0].field, "characters[0]");
        assert!(
            BurgleBros::new(&Setup {
                characters: vec![rook, Character::HawkBasic],
                ..Setup::bank_job(2, 1)
            })
            .is_ok()
        );
    }
    let deal = |seed| {
        new_game(&Setup {
            sides: Sides::Both,
            ..Setup::bank_job(1, seed)
        })
        .character(Seat(0))
    };
    let dealt: BTreeSet<Character> = (0..2_000).map(deal).collect();
    assert_eq!(dealt.len(), 16, "all but the Rook are dealt: {dealt:?}");
}

/// S-START-2: two or more players have all Events and both Gold Bars.
#[test]
fn more_players_have_all_cards() {
    let players = [
        Character::HawkBasic,
        Character::RookBasic,
        Character::RavenAdvanced,
        Character::JuicerBasic,
    ];
    for seats in 2..=4 {
        assert_eq!(game_of(&players[..seats]).deck_sizes(), (26, 13, 13));
    }
}

/// S-START-3, I-CHANCE-10: characters are dealt at random, none twice, on the sides in use; a free choice is kept.
#[test]
fn characters_are_dealt_at_random_and_none_twice() {
    let (mut basic, mut advanced, mut both, mut older) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for seed in 0..9_000 {
        for (sides, counts) in [
            (Sides::Basic, &mut basic),
            (Sides::Advanced, &mut advanced),
            (Sides::Both, &mut both),
            (Sides::Older, &mut older),
        ] {
            let state = new_game(&Setup {
                sides,
                ..Setup::bank_job(4, seed)
            });
            let cards: BTreeSet<usize> = Seat::all(4).map(|seat| state.character(seat).card()).collect();
            assert_eq!(cards.len(), 4, "no character twice");
            count(counts, state.character(Seat(seed as u8 % 4)));
        }
    }
    let sides = |fits: &dyn Fn(&str) -> bool| {
        let names = Character::ALL.iter().map(|side| side.name());
        uniform(names.filter(|name| fits(name)).map(str::to_owned))
    };
    assert_fits(&basic, &sides(&|name| name.ends_with("-basic")));
    assert_fits(&advanced, &sides(&|name| name.ends_with("-advanced")));
    assert_fits(&both, &sides(&|name| !name.ends_with("-older")));
    // C-NOTE-2: an older printing has other basic sides of four cards.
    let replaced = |name: &str| {
        Character::ALL
            .iter()
            .any(|side| side.name() == name.replace("-basic", "-older"))
    };
    assert_fits(
        &older,
        &sides(&|name| name.ends_with("-older") || (name.ends_with("-basic") && !replaced(name))),
    );
    let chosen = [
        Character::RavenAdvanced,
        Character::HackerBasic,
        Character::SpotterAdvanced,
    ];
    let state = game_of(&chosen);
    assert_eq!(
        Seat::all(3).map(|seat| state.character(seat)).collect::<Vec<_>>(),
        chosen
    );
    let twice = Setup {
        characters: vec![Character::HawkBasic, Character::HawkAdvanced],
        ..Setup::bank_job(2, 1)
    };
    assert_eq!(
        BurgleBros::new(&twice).expect_err("one card has two sides").0[0].field,
        "characters[1]"
    );
}

/// S-START-4, C-RIGGER-B: the basic Rigger takes Dynamite out of the Tool deck; the advanced one takes nothing.
#[test]
fn the_basic_rigger_starts_with_dynamite() {
    let basic = game_of(&[Character::HawkBasic, Character::RiggerBasic]);
    assert_eq!((basic.tools(Seat(0)), basic.tools(Seat(1))), (0, Tool::Dynamite.bit()));
    assert_eq!(basic.deck_sizes().1, 12);
    let advanced = game_of(&[Character::HawkBasic, Character::RiggerAdvanced]);
    assert_eq!(
        (
            advanced.tools(Seat(0)),
            advanced.tools(Seat(1)),
            advanced.deck_sizes().1
        ),
        (0, 0, 13)
    );
    let drawing = |character: &str, tools: Value| {
        let mut position = ground();
        position["players"][1] = json!({"character": character, "at": "1:D1", "tools": tools});
        position["pending"] = json!(["act", {"draw-tool": {"drawer": 1, "safe": null}}]);
        outcomes(&state(&position))
    };
    assert!(!drawing("rigger-basic", json!(["dynamite"])).contains_key("tool dynamite"));
    assert!(drawing("rigger-advanced", json!([])).contains_key("tool dynamite"));
}

/// S-START-5, D-STEALTH: three Stealth each, six on the easy and one on the hard level.
#[test]
fn everybody_starts_with_three_stealth_or_as_the_level_says() {
    let levels = &scenario_tables()["stealth"];
    let standard = new_game(&Setup::bank_job(4, 1));
    assert!(Seat::all(4).all(|seat| standard.stealth(seat) == 3));
    for (level, tokens) in [("standard", 3u8), ("easy", 6), ("hard", 1)] {
        assert_eq!(levels[level].as_integer(), Some(i64::from(tokens)));
        let state = new_game(&Setup {
            stealth: tokens,
            ..Setup::bank_job(3, 1)
        });
        assert!(Seat::all(3).all(|seat| state.stealth(seat) == tokens), "{level}");
    }
}

/// S-START-6 to S-START-9, each: S-START-6, S-START-7, S-START-8, S-START-9. The Guard of floor 1 by the first card,
/// the entrance, his die by the second card; both cards are discarded, and the other Guards are not in play.
#[test]
fn the_game_opens_with_guard_entrance_and_die() {
    let mut state = game_of(&[Character::HawkBasic, Character::JuicerBasic]);
    assert_eq!((state.node(), state.guard(0)), (Node::Chance, None));
    play(&mut state, &["patrol C2"]);
    let guard = state.guard(0).expect("the Guard is put down first");
    assert_eq!(
        (guard.at.to_string(), guard.die),
        ("1:C2".to_owned(), None),
        "his destination is not known yet"
    );
    assert_eq!(state.node(), Node::Decision(Seat(0)));
    let entrances: Vec<String> = squares(state.floor_plan(0).cells())
        .map(|square| format!("enter 1:{}", square_name(square)))
        .collect();
    assert_eq!(entrances.len(), 16);
    assert_eq!(legal(&state), entrances, "any tile of floor 1, the Guard's too");
    play(&mut state, &["enter 1:B3"]);
    assert_eq!(outcomes(&state).len(), 46, "the entrance is revealed");
    play(&mut state, &["tile lavatory-5"]);
    let entrance: Cell = "1:B3".parse().expect("a cell");
    assert_eq!(
        (state.entrance(), state.tile_tokens(entrance)),
        (Some(entrance), 3),
        "reveal effects apply"
    );
    assert_eq!(
        state.face_at(entrance).map(|face| face.to_string()).as_deref(),
        Some("lavatory-5")
    );
    assert_eq!(
        (state.node(), outcomes(&state).len()),
        (Node::Chance, 15),
        "the next card for the die"
    );
    play(&mut state, &["patrol A4"]);
    let guard = state.guard(0).expect("the Guard is in play");
    assert_eq!(guard.die.map(|die| die.to_string()).as_deref(), Some("1:A4"));
    assert_eq!(
        (state.patrol(0).0.count_ones(), state.patrol(0).1),
        (14, 16 - 6 - 2),
        "two cards are discarded"
    );
    assert_eq!((state.guard(1), state.guard(2)), (None, None));
    assert_eq!((state.at(Seat(0)), state.at(Seat(1))), (Some(entrance), None));
    assert_eq!(
        (state.patrol(1).1, state.patrol(2).1),
        (10, 10),
        "and no card of the other floors is drawn"
    );
}

/// S-START-10, H5, I-CHANCE-10: the first player is random; the turns go clockwise in seating order.
#[test]
fn the_first_player_is_random_and_play_goes_clockwise() {
    let mut first = BTreeMap::new();
    for seed in 0..4_000 {
        count(&mut first, new_game(&Setup::bank_job(4, seed)).active_seat());
    }
    assert_fits(&first, &uniform(["1", "2", "3", "4"].map(String::from)));
    let mut state = new_game(&Setup {
        first: Some(Seat(2)),
        ..Setup::bank_job(4, 1)
    });
    play(&mut state, &["patrol D4", "enter 1:A1", "tile foyer-1", "patrol D1"]);
    let mut rng = generator("clockwise");
    let mut order = vec![state.active_seat().0];
    while order.len() < 9 {
        match state.node() {
            Node::Decision(_) if legal(&state).contains(&"end".to_owned()) => play(&mut state, &["end"]),
            Node::Chance => {
                // An Event that bears on nobody's turn, so that the order alone is seen.
                let outcome = if outcomes(&state).contains_key("event video-loop") {
                    Outcome::Event(Event::VideoLoop)
                } else if outcomes(&state).contains_key("event daydreaming") {
                    Outcome::Event(Event::Daydreaming)
                } else if let Some(event) = outcomes(&state).keys().find(|name| {
                    [
                        "event gymnastics",
                        "event lampshade",
                        "event keycode-change",
                        "event reboot",
                        "event time-lock",
                        "event espresso",
                        "event lost-grip",
                    ]
                    .contains(&name.as_str())
                }) {
                    event.parse().expect("an outcome")
                } else {
                    state.sample(&mut rng)
                };
                state.resolve(outcome);
            }
            node => panic!("{node:?}: {:?}", legal(&state)),
        }
        if order.last() != Some(&state.active_seat().0) {
            order.push(state.active_seat().0);
        }
    }
    assert_eq!(order, [2, 3, 0, 1, 2, 3, 0, 1, 2]);
}

// ---- The component tables ------------------------------------------------------------------------------------------

/// Every row of tiles.csv: each is a physical tile of the game with its kind, number and icon. Face
/// down it may be anywhere; once it lies open it comes up nowhere else.
#[test]
fn every_tile_row_is_a_tile_of_the_game() {
    let rows = table("tiles.csv");
    assert_eq!(rows.len(), 48);
    let mut opening = game_of(&[Character::HawkBasic]);
    play(&mut opening, &["patrol D4", "enter 1:A1"]);
    let first = outcomes(&opening);
    let (mut numbered, mut safes) = (Vec::new(), 0);
    for row in &rows {
        let (id, kind) = (
            &row["rule_id"],
            row["kind"].parse::<Kind>().unwrap_or_else(|error| panic!("{error}")),
        );
        let class = match kind {
            Kind::Camera | Kind::Detector | Kind::Fingerprint | Kind::Laser | Kind::Motion | Kind::Thermo => "alarm",
            Kind::Deadbolt | Kind::Keypad => "stop",
            _ => "plain",
        };
        assert_eq!(
            (row["class"].as_str(), kind.is_alarm_type()),
            (class, class == "alarm"),
            "{id}"
        );
        assert_eq!(kind.can_be_disabled(), class != "plain", "{id}");
        if kind == Kind::Safe {
            safes += 1;
            assert_eq!(row["number"], "", "{id} has no number");
            continue;
        }
        assert_eq!(*id, format!("T-{}", row["tile_id"].to_uppercase()));
        let face: Face = row["tile_id"].parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (face.kind(), face.number().to_string()),
            (kind, row["number"].clone()),
            "{id}"
        );
        numbered.push(face);
        // I-HID-1: a floor gets one of the three Stairs, and 14 of the 42 others.
        let (places, tiles) = if kind == Kind::Stairs { (1.0, 3.0) } else { (14.0, 42.0) };
        let expected = places / 16.0 / tiles;
        let found = first
            .get(&format!("tile {face}"))
            .unwrap_or_else(|| panic!("{id} may come up"));
        assert!((found - expected).abs() < 1e-12, "{id}: {found}, expected {expected}");
        // It is one tile: it may be revealed, and then it is nowhere else, not on another floor either.
        let mut open = opening;
        play(&mut open, &[&format!("tile {face}"), "patrol C4"]);
        assert_eq!(open.face_at("1:A1".parse().expect("a cell")), Some(face), "{id}");
        for elsewhere in ["1:B2", "2:A1", "3:C3"] {
            let next = turning_up(&open, elsewhere.parse().expect("a cell"));
            assert!(
                !outcomes(&next).contains_key(&format!("tile {face}")),
                "{id} comes up twice"
            );
        }
    }
    assert_eq!(
        numbered,
        Face::all().filter(|face| *face != Face::SAFE).collect::<Vec<_>>(),
        "no others, in this order"
    );
    // The three Safes are alike: one on each floor, and with it open no other on that floor.
    assert_eq!((safes, first["tile safe"]), (3, 1.0 / 16.0));
    play(&mut opening, &["tile safe", "patrol C4"]);
    for (cell, safe) in [("1:B2", None), ("2:A1", Some(1.0 / 16.0)), ("3:C3", Some(1.0 / 16.0))] {
        let next = turning_up(&opening, cell.parse().expect("a cell"));
        assert_eq!(outcomes(&next).get("tile safe").copied(), safe, "a Safe on {cell}");
    }
}

/// The counts of table 7.1, and section 2: numbers 1 to 3 occur eight times, 4 to 6 seven times.
#[test]
fn kinds_and_numbers_occur_as_often_as_the_table_says() {
    let counts = [
        ("atrium", "34"),
        ("camera", "1236"),
        ("deadbolt", "123"),
        ("detector", "456"),
        ("fingerprint", "456"),
        ("foyer", "12"),
        ("keypad", "456"),
        ("laboratory", "34"),
        ("laser", "123"),
        ("lavatory", "5"),
        ("motion", "123"),
        ("secret-door", "12"),
        ("service-duct", "56"),
        ("stairs", "456"),
        ("thermo", "123"),
        ("walkway", "123"),
        ("computer-fingerprint", "4"),
        ("computer-laser", "5"),
        ("computer-motion", "6"),
    ];
    for (kind, numbers) in counts {
        let faces = Face::all().filter(|face| face.kind().name() == kind);
        assert_eq!(
            faces.map(|face| face.number().to_string()).collect::<String>(),
            numbers,
            "{kind}"
        );
    }
    assert_eq!(counts.len() + 1, Kind::ALL.len(), "and the Safe");
    for number in 1..=6 {
        let tiles = Face::all().filter(|face| face.number() == number).count();
        assert_eq!(tiles, if number <= 3 { 8 } else { 7 }, "number {number}");
    }
}

/// Every row of characters.csv: nine characters, each with a basic and an advanced side on one card; and of
/// characters-older.csv: four other basic sides of the same cards (C-NOTE-2).
#[test]
fn every_character_row_is_a_side_of_a_card() {
    let (cards, older) = (table("characters.csv"), table("characters-older.csv"));
    assert_eq!((cards.len(), older.len(), Character::ALL.len()), (18, 4, 22));
    for (row, side) in cards.iter().chain(&older).zip(Character::ALL) {
        let id = &row["rule_id"];
        assert_eq!(row["id"], side.name(), "{id}");
        let (name, letter) = (
            row["name"].trim_start_matches("The ").to_lowercase(),
            row["side"][..1].to_uppercase(),
        );
        assert_eq!(
            (side.name(), id),
            (
                &*format!("{name}-{}", row["side"]),
                &format!("C-{}-{letter}", name.to_uppercase())
            )
        );
        let of_card = Character::ALL.iter().filter(|other| other.card() == side.card());
        let of_card: Vec<&str> = of_card
            .map(|other| other.name().split_once('-').expect("a side").0)
            .collect();
        let has_older = older.iter().any(|row| row["id"].starts_with(&format!("{name}-")));
        assert_eq!(of_card, vec![name.as_str(); if has_older { 3 } else { 2 }], "{id}");
        let sides = [
            Character::basic(side.card()),
            Character::advanced(side.card()),
            Character::older(side.card()),
        ];
        assert!(sides.contains(side), "{id}");
        // Alone (or, the Rook, in company) he may be played.
        let company = if name == "hawk" {
            Character::RavenBasic
        } else {
            Character::HawkBasic
        };
        assert_eq!(game_of(&[*side, company]).character(Seat(0)), *side, "{id}");
    }
}

/// Every row of tools.csv, I-CHANCE-5: 13 Tools, one card each, each equally likely to be drawn.
#[test]
fn every_tool_row_is_one_card() {
    let rows = table("tools.csv");
    assert_eq!(
        rows.iter().map(|row| row["id"].as_str()).collect::<Vec<_>>(),
        Tool::ALL.iter().map(|tool| tool.name()).collect::<Vec<_>>()
    );
    let position = changed(
        ground(),
        "/pending",
        json!(["act", {"draw-tool": {"drawer": 1, "safe": null}}]),
    );
    let deck = state(&position);
    assert_same(
        &outcomes(&deck),
        &uniform(rows.iter().map(|row| format!("tool {}", row["id"]))),
    );
    for row in &rows {
        let (id, name) = (&row["rule_id"], &row["id"]);
        assert_eq!(
            (id, row["count"].as_str()),
            (&format!("U-{}", name.to_uppercase()), "1")
        );
        let tool: Tool = name.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut drawn = deck;
        play(&mut drawn, &[&format!("tool {name}")]);
        assert_eq!((drawn.tools(Seat(0)), drawn.deck_sizes().1), (tool.bit(), 12), "{id}");
        let mut position = serde_json::to_value(drawn.position()).expect("JSON");
        position["pending"] = json!(["act", {"draw-tool": {"drawer": 2, "safe": null}}]);
        assert!(
            !outcomes(&state(&position)).contains_key(&format!("tool {name}")),
            "{id} is one card"
        );
    }
}

/// Every row of loot.csv, I-CHANCE-6, L-GOLD-BAR: 12 kinds in 13 cards, the Gold Bar twice, out of the solo game
/// where the row says so.
#[test]
fn every_loot_row_is_a_card_as_often_as_it_says() {
    let rows = table("loot.csv");
    assert_eq!(
        rows.iter().map(|row| row["id"].as_str()).collect::<Vec<_>>(),
        Loot::ALL.iter().map(|loot| loot.name()).collect::<Vec<_>>()
    );
    let mut position = endgame();
    for (player, at) in position["players"]
        .as_array_mut()
        .expect("a list")
        .iter_mut()
        .zip(["3:B2", "3:D4"])
    {
        player["at"] = json!(at);
        player["loot"] = json!([]);
    }
    position["pending"] = json!(["act", {"raise-speeds": 2}, {"draw-loot": {"drawer": 1, "safe": "3:B2"}}]);
    let deck = state(&position);
    let found = outcomes(&deck);
    assert_eq!(found.len(), 12);
    position["players"].as_array_mut().expect("a list").truncate(1);
    let solo = outcomes(&state(&position));
    for row in &rows {
        let (id, name) = (&row["rule_id"], &row["id"]);
        let cards: f64 = row["count"].parse().expect("a number");
        assert!((found[&format!("loot {name}")] - cards / 13.0).abs() < 1e-12, "{id}");
        assert_eq!(
            solo.contains_key(&format!("loot {name}")),
            row["solo_removed"] == "0",
            "{id} alone"
        );
        let loot: Loot = name.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut drawn = deck;
        play(&mut drawn, &[&format!("loot {name}")]);
        assert_eq!(
            (drawn.loot(Seat(0)), drawn.deck_sizes().2),
            (loot.bit(), 13 - cards as usize),
            "{id}"
        );
    }
}

/// Every row of events.csv, I-CHANCE-4, E-NOTE-1: 26 Events, one card each, each equally likely, discarded when
/// resolved; out of the solo game where the row says so.
#[test]
fn every_event_row_is_one_card() {
    let rows = table("events.csv");
    assert_eq!(rows.len(), 26);
    assert_eq!(
        rows.iter().map(|row| row["id"].as_str()).collect::<Vec<_>>(),
        Event::ALL.iter().map(|event| event.name()).collect::<Vec<_>>()
    );
    let deck = state(&changed(ground(), "/pending", json!(["guard-step", "draw-event"])));
    assert_same(
        &outcomes(&deck),
        &uniform(rows.iter().map(|row| format!("event {}", row["id"]))),
    );
    let mut solo = ground();
    solo["players"].as_array_mut().expect("a list").truncate(1);
    let solo = outcomes(&state(&changed(solo, "/pending", json!(["guard-step", "draw-event"]))));
    let mut rng = generator("events");
    for row in &rows {
        let (id, name) = (&row["rule_id"], &row["id"]);
        assert_eq!(
            solo.contains_key(&format!("event {name}")),
            row["solo_removed"] == "0",
            "{id} alone"
        );
        let mut drawn = deck;
        play(&mut drawn, &[&format!("event {name}")]);
        assert_eq!(drawn.deck_sizes().0, 25, "{id}");
        // Once it is resolved any other may be next, but not this one until the deck is shuffled.
        let mut game = play_with(drawn, &mut rng, |_, _, legal, _| legal[0]);
        let (resolved, _) = game
            .find(|(state, _)| state.frames() == [Frame::Act])
            .expect("the turn goes on");
        let next = outcomes(&drawing_event(&resolved));
        assert!(
            next.len() == 25 && !next.contains_key(&format!("event {name}")),
            "{id} is one card"
        );
    }
}

// ---- Section 8: hidden information ---------------------------------------------------------------------------------

/// I-OPEN-1: all players know the same, what one of them saw included; and nobody knows more.
#[test]
fn every_seat_knows_the_same_and_nothing_hidden() {
    let mut rng = generator("views");
    let mut position = ground();
    position["floors"][0]["top"] = json!({"0": "B2"});
    position["events"] = json!({"top": {"0": "crash"}});
    position["players"][0]["tools"] = json!(["emp"]);
    let known = state(&position);
    for _ in 0..50 {
        let mut world = known;
        world.determinize(Fill::All, &mut rng);
        assert!(
            bank_cells().iter().any(|&cell| world.hidden_face(cell).is_some()),
            "a world knows what nobody knows"
        );
        for seat in Seat::all(2) {
            let view = world.information_state(seat);
            assert_eq!(view, known, "the same for seat {seat}, whatever is hidden");
            assert_eq!(view.key(), known.key());
            assert!(bank_cells().iter().all(|&cell| view.hidden_face(cell).is_none()));
            assert_eq!(
                view.known_patrol(0).map(|cell| cell.to_string()).as_deref(),
                Some("1:B2"),
                "seen by somebody"
            );
            assert_eq!(view.known_events().collect::<Vec<_>>(), [Event::Crash]);
            assert_eq!(view.tools(Seat(0)), Tool::Emp.bit(), "cards are held openly");
        }
    }
}

/// A building with everything face up but for these cells, and what lies there in truth.
fn nearly_revealed(world: &BurgleBros, holes: &[Cell]) -> (Value, Vec<Face>) {
    let mut floors = vec![json!({"tiles": {}, "guard": {"at": "D4", "die": "C4"}, "discard": ["D4", "C4"]}); 3];
    let mut faces = Vec::new();
    for cell in bank_cells() {
        let face = world.hidden_face(cell).expect("a filled world knows every tile");
        if holes.contains(&cell) {
            faces.push(face);
        } else {
            floors[cell.floor()]["tiles"][square_name(cell.square())] = json!(face.to_string());
        }
    }
    let at = bank_cells()
        .into_iter()
        .find(|cell| cell.floor() == 0 && !holes.contains(cell))
        .expect("a revealed cell");
    let position = json!({
        "players": [
            {"character": "hawk-basic", "at": at.to_string()},
            {"character": "raven-basic", "at": at.to_string()}
        ],
        "entrance": at.to_string(),
        "floors": floors
    });
    (position, faces)
}

/// All distinct placements of tiles into cells that give every floor its one Safe and one Stairs.
fn placements(world: &BurgleBros, holes: &[Cell], mut faces: Vec<Face>) -> BTreeSet<Vec<Face>> {
    fn permute(placed: &mut Vec<Face>, left: &mut Vec<Face>, each: &mut impl FnMut(&[Face])) {
        if left.is_empty() {
            each(placed);
        }
        for pick in 0..left.len() {
            let face = left.remove(pick);
            placed.push(face);
            permute(placed, left, each);
            placed.pop();
            left.insert(pick, face);
        }
    }
    let cells = bank_cells();
    let mut found = BTreeSet::new();
    permute(&mut Vec::new(), &mut faces, &mut |placed| {
        let face_at = |cell: Cell| match holes.iter().position(|hole| *hole == cell) {
            Some(hole) => placed[hole],
            None => world.hidden_face(cell).expect("a filled world knows every tile"),
        };
        let complete = (0..3).all(|floor| {
            [Kind::Safe, Kind::Stairs].into_iter().all(|kind| {
                cells
                    .iter()
                    .filter(|cell| cell.floor() == floor && face_at(**cell).kind() == kind)
                    .count()
                    == 1
            })
        });
        if complete {
            found.insert(placed.to_vec());
        }
    });
    found
}

/// The cells of a floor with a kind of tile, and some others.
fn cells_of(world: &BurgleBros, floor: usize, kinds: &[Kind], others: usize) -> Vec<Cell> {
    let on_floor = bank_cells().into_iter().filter(|cell| cell.floor() == floor);
    let (special, plain): (Vec<Cell>, Vec<Cell>) = on_floor.partition(|&cell| {
        matches!(
            world.hidden_face(cell).expect("a filled world").kind(),
            Kind::Safe | Kind::Stairs
        )
    });
    let wanted = special
        .into_iter()
        .filter(|&cell| kinds.contains(&world.hidden_face(cell).expect("a filled world").kind()));
    wanted.chain(plain.into_iter().take(others)).collect()
}

fn describe(faces: &[Face]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Cells face down whose true content leaves few placements: a Safe and another on floor 1, Safe, Stairs and another
/// on floor 2, Stairs and another on floor 3.
fn few_holes(world: &BurgleBros) -> Vec<Cell> {
    let mut holes = cells_of(world, 0, &[Kind::Safe], 1);
    holes.extend(cells_of(world, 1, &[Kind::Safe, Kind::Stairs], 1));
    holes.extend(cells_of(world, 2, &[Kind::Stairs], 1));
    holes
}

/// I-HID-1, S-BUILD-1: revealing the face-down tiles one by one, in whatever order, gives every placement with a Safe
/// and a Stairs on each floor the same probability. The numbers of unrevealed Stairs are exchangeable.
#[test]
fn reveals_agree_with_all_placements_counted() {
    for seed in 0..3 {
        let world = filled(Scenario::BankJob, seed);
        let holes = few_holes(&world);
        let (position, faces) = nearly_revealed(&world, &holes);
        let all = placements(&world, &holes, faces);
        assert_eq!(
            all.len(),
            2 * 6 * 2 * 2 * 6,
            "Safes and Stairs by cell, two Stairs, three others"
        );
        let expected = uniform(all.iter().map(|faces| describe(faces)));
        let mut order: Vec<usize> = (0..holes.len()).collect();
        for _ in 0..2 {
            let mut found = Distribution::new();
            let mut open = vec![(state(&position), vec![Face::SAFE; holes.len()], 1.0)];
            for &hole in &order {
                let mut next = Vec::new();
                for (state, placed, probability) in open {
                    let revealing = turning_up(&state, holes[hole]);
                    let mut list = Vec::new();
                    revealing.outcomes(&mut list);
                    for (outcome, share) in list {
                        let (mut state, mut placed) = (revealing, placed.clone());
                        let Outcome::Tile(face) = outcome else {
                            panic!("{outcome} is no tile")
                        };
                        state.resolve(outcome);
                        placed[hole] = face;
                        next.push((state, placed, probability * share));
                    }
                }
                open = next;
            }
            for (_, placed, probability) in open {
                *found.entry(describe(&placed)).or_default() += probability;
            }
            assert_same(&found, &expected);
            order.reverse();
        }
    }
}

/// I-HID-1, I-DET-1: filled worlds have the same distribution, and keep what is known of a face-down tile.
#[test]
fn filled_tiles_agree_with_all_placements_counted() {
    let mut rng = generator("placements");
    let world = filled(Scenario::BankJob, 11);
    let holes = few_holes(&world);
    let (position, faces) = nearly_revealed(&world, &holes);
    let all = placements(&world, &holes, faces.clone());
    let sample = |position: &Value, rng: &mut Generator, draws: usize| {
        let view = state(position);
        let mut counts = BTreeMap::new();
        for _ in 0..draws {
            let mut filled = view;
            filled.determinize(Fill::All, rng);
            let placed: Vec<Face> = holes
                .iter()
                .map(|&hole| filled.hidden_face(hole).expect("filled"))
                .collect();
            count(&mut counts, describe(&placed));
        }
        counts
    };
    assert_fits(
        &sample(&position, &mut rng, 30_000),
        &uniform(all.iter().map(|faces| describe(faces))),
    );
    // With one of them known the others are conditioned on it: first the Stairs of floor 2, then its Safe.
    for kind in [Kind::Stairs, Kind::Safe] {
        let known = holes
            .iter()
            .position(|&hole| hole.floor() == 1 && world.hidden_face(hole).map(Face::kind) == Some(kind));
        let known = known.expect("face down");
        let order: Vec<Face> = holes
            .iter()
            .map(|&hole| world.hidden_face(hole).expect("a filled world"))
            .collect();
        let mut position = position.clone();
        position["floors"][1]["hidden"] = json!({square_name(holes[known].square()): order[known].to_string()});
        let conditioned = all
            .iter()
            .filter(|placed| placed[known] == order[known])
            .map(|placed| describe(placed));
        assert_fits(&sample(&position, &mut rng, 12_000), &uniform(conditioned));
    }
    let mut untouched = state(&position);
    untouched.determinize(Fill::Private, &mut rng);
    assert_eq!(untouched, state(&position), "nothing is private");
}

/// I-CHANCE-1: the first tile is any of 46 faces of 20 kinds, for 48 tiles.
#[test]
fn the_first_tile_is_any_of_46_faces() {
    let mut opening = new_game(&Setup::bank_job(3, 2));
    play(&mut opening, &["patrol D4", "enter 1:A1"]);
    let found = outcomes(&opening);
    let kinds: BTreeSet<Kind> = found
        .keys()
        .map(|name| {
            name["tile ".len()..]
                .parse::<Face>()
                .unwrap_or_else(|error| panic!("{error}"))
                .kind()
        })
        .collect();
    assert_eq!((found.len(), kinds.len()), (46, 20));
    assert!((found.values().sum::<f64>() - 1.0).abs() < 1e-12);
    let tiles = |share: f64, of: &str| {
        found
            .iter()
            .filter(|(name, _)| name.contains(of))
            .map(|(_, p)| p / share)
            .sum::<f64>()
    };
    assert!((tiles(1.0 / 16.0, "stairs") - 1.0).abs() < 1e-9 && (tiles(1.0 / 16.0, "safe") - 1.0).abs() < 1e-9);
}

/// The cards of a deck that a filled state knows, from the top.
fn deck_order(state: &BurgleBros, path: &str) -> Vec<String> {
    let position = serde_json::to_value(state.position()).expect("JSON");
    let deck = position.pointer(path).unwrap_or(&Value::Null);
    let mut cards = BTreeMap::new();
    for known in ["top", "hidden-top"] {
        for (depth, card) in deck[known].as_object().into_iter().flatten() {
            let depth: usize = depth.parse().expect("a depth");
            assert!(cards.insert(depth, card.as_str().expect("a card").to_owned()).is_none());
        }
    }
    cards.into_values().collect()
}

/// All orders of a given number of these cards.
fn orders(cards: &[&str], length: usize) -> Vec<String> {
    if length == 0 {
        return vec![String::new()];
    }
    let mut found = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        let mut others = cards.to_vec();
        others.remove(place);
        found.extend(
            orders(&others, length - 1)
                .iter()
                .map(|rest| format!("{card} {rest}").trim_end().to_owned()),
        );
    }
    found
}

/// How often filling a state gives each order of a deck.
fn filled_orders(position: &Value, path: &str, draws: usize) -> BTreeMap<String, u64> {
    let view = state(position);
    let mut rng = generator(path);
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        let mut world = view;
        world.determinize(Fill::All, &mut rng);
        count(&mut counts, deck_order(&world, path).join(" "));
    }
    counts
}

/// Three players; of floor 1's patrol cards five are unseen, three of them set aside and two in the deck.
fn two_patrol_cards_left() -> Value {
    let mut position = ground();
    position["players"]
        .as_array_mut()
        .expect("a list")
        .push(json!({"character": "raven-basic", "at": "1:A1"}));
    let unseen = ["A1", "B2", "C3", "D4", "D1"];
    let discard: Vec<String> = squares(Scenario::BankJob.plans()[0].cells())
        .map(square_name)
        .filter(|name| !unseen.contains(&name.as_str()))
        .collect();
    position["floors"][0]["guard"] = json!({"at": "C4", "die": "B4"});
    position["floors"][0]["discard"] = json!(discard);
    position
}

/// I-HID-2, I-HID-3, I-CHANCE-2, X-23: every unseen card is equally likely to be next, those set aside included;
/// drawing two of five in turn gives each of the 20 orders the same probability.
#[test]
fn unseen_patrol_cards_are_equally_likely_in_every_order() {
    let position = two_patrol_cards_left();
    let start = state(&changed(position, "/pending", json!(["act", {"draw-patrol": 0}])));
    assert_eq!((start.patrol(0).0.count_ones(), start.patrol(0).1), (5, 2));
    let mut found = Distribution::new();
    for (first, chance) in outcomes(&start) {
        let mut drawn = start;
        play(&mut drawn, &[&first]);
        let mut next = serde_json::to_value(drawn.position()).expect("JSON");
        next["pending"] = json!(["act", {"draw-patrol": 0}]);
        for (second, share) in outcomes(&state(&next)) {
            let name = |outcome: &str| outcome["patrol ".len()..].to_owned();
            found.insert(format!("{} {}", name(&first), name(&second)), chance * share);
        }
    }
    assert_same(&found, &uniform(orders(&["A1", "B2", "C3", "D4", "D1"], 2)));
}

/// I-HID-2, I-HID-3, I-DET-1: filled patrol decks have the same distribution, and so have the cards set aside, which
/// are the remainder; a card that everybody knows stays where it is.
#[test]
fn filled_patrol_decks_agree_with_all_orders_counted() {
    let position = two_patrol_cards_left();
    let cards = ["A1", "B2", "C3", "D4", "D1"];
    assert_fits(
        &filled_orders(&position, "/floors/0", 6_000),
        &uniform(orders(&cards, 2)),
    );
    let mut known = position;
    known["floors"][0]["top"] = json!({"0": "C3"});
    let counts = filled_orders(&known, "/floors/0", 2_000);
    assert_fits(
        &counts,
        &uniform(
            orders(&["A1", "B2", "D4", "D1"], 1)
                .into_iter()
                .map(|second| format!("C3 {second}")),
        ),
    );
}

/// I-HID-2, C-SPOTTER-B: Clairvoyance fixes the card it left on top, or the one it put at the bottom, which comes
/// last.
#[test]
fn clairvoyance_fixes_the_top_or_the_bottom() {
    let draw = |state: &BurgleBros| {
        let mut position = serde_json::to_value(state.position()).expect("JSON");
        position["pending"] = json!(["act", {"draw-patrol": 0}]);
        self::state(&position)
    };
    let start = state(&two_patrol_cards_left());
    let mut top = start;
    play(&mut top, &["clairvoyance", "patrol B2", "top"]);
    assert_eq!(top.information_state(Seat(1)), top, "told to all");
    assert_same(&outcomes(&draw(&top)), &uniform(["patrol B2".to_owned()]));
    let mut bottom = start;
    play(&mut bottom, &["clairvoyance", "patrol B2", "bottom"]);
    let mut next = draw(&bottom);
    assert_same(
        &outcomes(&next),
        &uniform(["A1", "C3", "D4", "D1"].map(|card| format!("patrol {card}"))),
    );
    play(&mut next, &["patrol D1"]);
    assert_same(&outcomes(&draw(&next)), &uniform(["patrol B2".to_owned()]));
    let position = serde_json::to_value(bottom.position()).expect("JSON");
    let counts = filled_orders(&position, "/floors/0", 2_000);
    assert_fits(
        &counts,
        &uniform(["A1", "C3", "D4", "D1"].map(|card| format!("{card} B2"))),
    );
}

/// Four Events are left in the deck.
fn four_events_left() -> Value {
    let mut position = ground();
    position["players"][0]["character"] = json!("spotter-advanced");
    let left = ["crash", "lampshade", "reboot", "squeak"];
    let discard: Vec<&str> = Event::ALL
        .iter()
        .map(|event| event.name())
        .filter(|name| !left.contains(name))
        .collect();
    position["events"] = json!({"discard": discard});
    position
}

/// The same state, about to draw an Event.
fn drawing_event(state: &BurgleBros) -> BurgleBros {
    let mut position = serde_json::to_value(state.position()).expect("JSON");
    position["pending"] = json!(["guard-step", "draw-event"]);
    self::state(&position)
}

/// I-HID-4, I-CHANCE-4, I-DET-1: the unseen Events are equally likely in every order; one put at the bottom by
/// Precognition stays last, until the deck is shuffled.
#[test]
fn unseen_events_are_equally_likely_but_for_those_looked_at() {
    let position = four_events_left();
    let start = state(&position);
    let all = ["crash", "lampshade", "reboot", "squeak"];
    assert_same(
        &outcomes(&drawing_event(&start)),
        &uniform(all.map(|event| format!("event {event}"))),
    );
    assert_fits(&filled_orders(&position, "/events", 3_000), &uniform(orders(&all, 4)));
    let mut top = start;
    play(&mut top, &["precognition", "event squeak", "top"]);
    assert_same(&outcomes(&drawing_event(&top)), &uniform(["event squeak".to_owned()]));
    let mut bottom = start;
    play(&mut bottom, &["precognition", "event squeak", "bottom"]);
    let counts = filled_orders(
        &serde_json::to_value(bottom.position()).expect("JSON"),
        "/events",
        2_000,
    );
    let others = ["crash", "lampshade", "reboot"];
    assert_fits(
        &counts,
        &uniform(orders(&others, 3).into_iter().map(|order| format!("{order} squeak"))),
    );
    let mut state = drawing_event(&bottom);
    for left in (1..=3).rev() {
        let next = outcomes(&state);
        assert!(next.len() == left && !next.contains_key("event squeak"), "{next:?}");
        let event = next.keys().next().expect("an Event").clone();
        play(&mut state, &[&event]);
        state = drawing_event(&state);
    }
    assert_same(&outcomes(&state), &uniform(["event squeak".to_owned()]));
}

/// I-HID-4, E-NOTE-2: with the deck empty the discards are shuffled, and nothing of their order is known.
#[test]
fn a_reshuffled_event_deck_is_unknown() {
    let mut position = four_events_left();
    let discard: Vec<&str> = Event::ALL
        .iter()
        .map(|event| event.name())
        .filter(|name| *name != "squeak")
        .collect();
    position["events"] = json!({"discard": discard, "top": {"0": "squeak"}});
    position["turn"]["counted"] = json!(0);
    let mut state = state(&position);
    // Squeak! is the last card: the Guard comes a step nearer, and player 2 draws from the new deck.
    play(&mut state, &["end"]);
    assert_same(&outcomes(&state), &uniform(["event squeak".to_owned()]));
    play(&mut state, &["event squeak"]);
    let mut rng = generator("reshuffle");
    let mut game = play_with(state, &mut rng, |_, _, legal, _| legal[0]);
    let (mut state, _) = game
        .find(|(state, _)| state.active_seat() != Seat(0))
        .expect("player 2 has a turn");
    assert_eq!(state.deck_sizes().0, 0);
    play(&mut state, &["end"]);
    assert_same(
        &outcomes(&state),
        &uniform(Event::ALL.iter().map(|event| format!("event {event}"))),
    );
}

/// I-HID-4, U-CRYSTAL-BALL: what the Crystal Ball showed lies in the order chosen, known to all.
#[test]
fn the_crystal_ball_fixes_three_events() {
    let mut position = four_events_left();
    position["players"][0]["tools"] = json!(["crystal-ball"]);
    let mut state = state(&position);
    play(&mut state, &["crystal-ball", "event crash", "event reboot"]);
    assert_same(
        &outcomes(&state),
        &uniform(["event lampshade", "event squeak"].map(String::from)),
    );
    play(&mut state, &["event squeak"]);
    let order = legal(&state)
        .into_iter()
        .find(|action| action.ends_with("3 1 2") || action.ends_with("2 0 1"));
    play(&mut state, &[&order.expect("the third card may come first")]);
    assert_eq!(
        state.known_events().collect::<Vec<_>>(),
        [Event::Squeak, Event::Crash, Event::Reboot]
    );
    assert_eq!(state.information_state(Seat(1)), state);
    for event in ["squeak", "crash", "reboot", "lampshade"] {
        let mut drawing = drawing_event(&state);
        assert_same(&outcomes(&drawing), &uniform([format!("event {event}")]));
        play(&mut drawing, &[&format!("event {event}")]);
        state = drawing;
    }
}

/// I-HID-5, I-DET-1: unseen Tools and Loot are equally likely in every order; cards seen are not among them.
#[test]
fn unseen_tools_and_loot_are_equally_likely() {
    let mut position = ground();
    let tools = ["blueprints", "crowbar", "virus"];
    let mut others: Vec<&str> = Tool::ALL
        .iter()
        .map(|tool| tool.name())
        .filter(|name| !tools.contains(name))
        .collect();
    position["players"][0]["tools"] = json!(others.split_off(5));
    position["tools"] = json!({"discard": others});
    let held: Vec<&str> = Loot::ALL
        .iter()
        .map(|loot| loot.name())
        .filter(|name| !["tiara", "gold-bar"].contains(name))
        .collect();
    position["players"][0]["loot"] = json!(held);
    assert_fits(&filled_orders(&position, "/tools", 2_000), &uniform(orders(&tools, 3)));
    let loot = ["tiara", "gold-bar", "gold-bar-2"];
    assert_fits(&filled_orders(&position, "/loot", 2_000), &uniform(orders(&loot, 3)));
    let drawing = state(&changed(
        position.clone(),
        "/pending",
        json!(["act", {"draw-tool": {"drawer": 2, "safe": null}}]),
    ));
    assert_same(&outcomes(&drawing), &uniform(tools.map(|tool| format!("tool {tool}"))));
    position["floors"][0]["tiles"]["D2"] = json!("safe");
    position["floors"][0]["safes"] = json!({"D2": {"dice": 1, "open": true}});
    position["players"][1]["at"] = json!("1:D2");
    position["turn"]["seat"] = json!(2);
    position["pending"] = json!(["act", {"raise-speeds": 0}, {"draw-loot": {"drawer": 2, "safe": "1:D2"}}]);
    let expected: Distribution = [
        ("loot gold-bar".to_owned(), 2.0 / 3.0),
        ("loot tiara".to_owned(), 1.0 / 3.0),
    ]
    .into();
    assert_same(&outcomes(&state(&position)), &expected);
}

// ---- Section 8: chance ---------------------------------------------------------------------------------------------

/// I-CHANCE-5: with the Rigger a draw shows an unordered pair, one of 78 (66 where the Dynamite is out), all equally
/// likely.
#[test]
fn the_rigger_sees_a_uniform_pair_of_tools() {
    for (character, dynamite, pairs) in [
        ("rigger-advanced", json!([]), 78),
        ("rigger-basic", json!(["dynamite"]), 66),
    ] {
        let mut position = ground();
        position["players"][1] = json!({"character": character, "at": "1:D1", "tools": dynamite});
        position["pending"] = json!(["act", {"draw-tool": {"drawer": 1, "safe": null}}]);
        let start = state(&position);
        let mut found: BTreeMap<Vec<String>, f64> = BTreeMap::new();
        for (first, chance) in outcomes(&start) {
            let mut drawn = start;
            play(&mut drawn, &[&first]);
            for (second, share) in outcomes(&drawn) {
                let mut shown = drawn;
                play(&mut shown, &[&second]);
                let mut kept = legal(&shown);
                kept.sort();
                *found.entry(kept).or_default() += chance * share;
            }
        }
        assert_eq!(found.len(), pairs, "{character}");
        for (pair, probability) in found {
            assert!(
                pair.len() == 2 && (probability - 1.0 / pairs as f64).abs() < 1e-12,
                "{pair:?}: {probability}"
            );
        }
    }
}

/// I-CHANCE-7: n dice open a Keypad with probability 1-(5/6)^n, for one to five dice.
#[test]
fn keypad_rolls_succeed_with_the_stated_probability() {
    let stated = [0.167, 0.306, 0.421, 0.518, 0.598];
    for (character, extra) in [("hawk-basic", 0), ("peterman-basic", 1)] {
        for failed in 0..4usize {
            let mut position = ground();
            position["players"][0]["character"] = json!("raven-basic");
            position["players"][1] = json!({"character": "juicer-basic", "at": "1:D1"});
            position["players"][0]["character"] = json!(character);
            position["floors"][0]["tiles"]["A2"] = json!("keypad-4");
            position["turn"]["attempts"] = json!({"4": failed});
            let mut state = state(&position);
            play(&mut state, &["move 1:A2"]);
            let dice = 1 + failed + extra;
            let expected = 1.0 - (5.0f64 / 6.0).powi(dice as i32);
            assert!((expected - stated[dice - 1]).abs() < 0.0005);
            let odds = [
                ("roll hit".to_owned(), expected),
                ("roll miss".to_owned(), 1.0 - expected),
            ];
            assert_same(&outcomes(&state), &odds.into());
        }
    }
}

/// I-CHANCE-8, M-CRACK-1, M-CRACK-2: a Crack roll of one to seven dice shows each set of faces as often as counting
/// all rolls says; with the Stethoscope at hand each multiset.
#[test]
fn crack_rolls_agree_with_all_rolls_counted() {
    for dice in 1..=7u32 {
        let (mut sets, mut multisets) = (Distribution::new(), Distribution::new());
        let rolls = 6u32.pow(dice);
        for roll in 0..rolls {
            let shown = (0..dice).fold(Dice::default(), |shown, die| {
                shown.with((roll / 6u32.pow(die) % 6) as u8 + 1)
            });
            *sets.entry(Outcome::Faces(shown.faces()).to_string()).or_default() += 1.0 / f64::from(rolls);
            *multisets.entry(Outcome::Dice(shown).to_string()).or_default() += 1.0 / f64::from(rolls);
        }
        assert_eq!(
            sets.len() == 63,
            dice >= 6,
            "63 sets, once there is a die for each face"
        );
        for stethoscope in [false, true] {
            let mut position = ground();
            position["floors"][0]["tiles"]["A1"] = json!("safe");
            position["floors"][0]["safes"] = json!({"A1": {"dice": dice.min(6)}});
            if dice == 7 {
                position["players"][0]["character"] = json!("peterman-basic");
            }
            if stethoscope {
                position["players"][0]["tools"] = json!(["stethoscope"]);
            }
            let mut state = state(&position);
            play(&mut state, &["crack 1:A1"]);
            let expected = if stethoscope { &multisets } else { &sets };
            assert_same(&outcomes(&state), expected);
            let mut counts = BTreeMap::new();
            let mut rng = generator("crack");
            for _ in 0..1_000 {
                count(&mut counts, state.sample(&mut rng));
            }
            assert!(counts.keys().all(|roll| expected.contains_key(roll)), "{counts:?}");
        }
    }
}

/// I-CHANCE-9, N-START-5, N-START-6: the Chihuahua barks on one face of six, the kitty runs on two.
#[test]
fn chihuahua_and_kitty_roll_one_and_two_in_six() {
    for (loot, chance) in [("chihuahua", 1.0 / 6.0), ("persian-kitty", 1.0 / 3.0)] {
        let mut position = ground();
        position["players"][1]["loot"] = json!([loot]);
        position["turn"]["counted"] = json!(3);
        position["floors"][0]["guard"] = json!({"at": "D4", "die": "A4"});
        let mut state = state(&position);
        play(&mut state, &["end"]);
        assert_eq!(state.active_seat(), Seat(1));
        assert_same(
            &outcomes(&state),
            &[("roll hit".to_owned(), chance), ("roll miss".to_owned(), 1.0 - chance)].into(),
        );
    }
}

// ---- Section 9: the end --------------------------------------------------------------------------------------------

/// Z-END-4: the figures of a finished game: win or loss, turns, Stealth left and lost, Events, alarms, Safes,
/// escapes.
#[test]
fn the_result_counts_what_happened() {
    let mut position = endgame();
    position["players"][1]["stealth"] = json!(1);
    position["tally"] = json!({"events": 4, "alarms": 6, "stealth-lost": 2});
    let mut won = state(&position);
    assert_eq!(won.result(), None);
    play(&mut won, &["escape", "escape"]);
    let figures = |state: &BurgleBros| -> BTreeMap<&str, i32> {
        kept_names(BurgleBros::FIGURES)
            .zip(state.result().expect("over").figures)
            .collect()
    };
    let result = won.result().expect("over");
    assert_eq!((result.value, result.ending, result.is_win()), (1.0, "escaped", true));
    let expected = [
        ("turns", 32),
        ("stealth left", 4),
        ("stealth lost", 2),
        ("events", 4),
        ("alarms", 6),
        ("safes opened", 3),
        ("players escaped", 2),
    ];
    assert_eq!(figures(&won), expected.into());
    // A loss: the first player leaves, the second is caught while he waits, after an Event and an alarm.
    let mut position = changed(position, "/players/1/stealth", json!(0));
    position["floors"][2]["guard"] = json!({"at": "C4", "die": "D4"});
    position["floors"][2]["discard"] = json!(["C4", "D4"]);
    let mut lost = state(&position);
    play(&mut lost, &["escape", "end", "event video-loop"]);
    let result = lost.result().expect("over");
    assert_eq!(
        (result.value, result.ending, lost.node()),
        (0.0, "caught on floor 3", Node::Terminal)
    );
    let expected = [
        ("turns", 32),
        ("stealth left", 3),
        ("stealth lost", 3),
        ("events", 5),
        ("alarms", 6),
        ("safes opened", 3),
        ("players escaped", 1),
    ];
    assert_eq!(figures(&lost), expected.into());
    let alarm = |state: &mut BurgleBros, steps: &[&str]| {
        play(state, steps);
        serde_json::to_value(state.position()).expect("JSON")["tally"]["alarms"].clone()
    };
    let mut position = ground();
    position["floors"][0]["tiles"]["A2"] = json!("fingerprint-4");
    assert_eq!(alarm(&mut state(&position), &["move 1:A2"]), json!(1));
    position["hack-tokens"] = json!({"fingerprint": 1});
    position["floors"][0]["tiles"]["B1"] = json!("computer-fingerprint-4");
    position["floors"][0]["tiles"]["A2"] = json!("fingerprint-5");
    assert_eq!(
        alarm(&mut state(&position), &["move 1:A2", "spend fingerprint"]),
        Value::Null,
        "hacked: none sounds"
    );
}

/// Z-END-5, H39: after 400 player turns the game counts as not won; a player who leaves in the last of them has left.
#[test]
fn the_game_ends_after_four_hundred_turns() {
    assert_eq!(HORIZON, 400);
    let at_turn = |number: u16| {
        let mut position = ground();
        position["turn"] = json!({"number": number, "counted": 3});
        position["floors"][0]["guard"] = json!({"at": "D4", "die": "A4"});
        let mut state = state(&position);
        play(&mut state, &["end"]);
        state
    };
    assert_eq!((at_turn(399).result(), at_turn(399).turn_number()), (None, 400));
    let result = at_turn(400).result().expect("over");
    assert_eq!((result.ending, result.value, result.figures[0]), ("horizon", 0.0, 400));
    let mut position = changed(endgame(), "/turn/number", json!(400));
    position["players"][1] = json!({"character": "hawk-basic", "status": "escaped", "loot": ["painting", "tiara"]});
    let mut last = state(&position);
    play(&mut last, &["escape"]);
    assert_eq!(last.result().map(|result| result.ending), Some("escaped"));
}

/// A whole game of players who do nothing is over by turn 400 at the latest, and nothing can be done after it
/// (Z-END-1, Z-END-5).
#[test]
fn a_game_of_idlers_ends() {
    let mut endings = BTreeSet::new();
    for seed in 0..20 {
        let mut state = new_game(&Setup::bank_job(2, seed));
        let mut position = serde_json::to_value(state.position()).expect("JSON");
        if seed % 2 == 0 {
            for player in position["players"].as_array_mut().expect("a list") {
                player["stealth"] = json!(255);
            }
            state = self::state(&position);
        }
        let mut rng = random::stream(seed, "idlers", 0);
        let stop = |_: &BurgleBros, _, legal: &[Action], _: &mut Generator| *legal.last().expect("the last is to stop");
        for (next, _) in play_with(state, &mut rng, stop) {
            assert!(next.turn_number() <= HORIZON);
            state = next;
        }
        assert_eq!(state.node(), Node::Terminal);
        let result = state.result().expect("over");
        assert_eq!(
            (result.value, legal(&state), outcomes(&state)),
            (0.0, Vec::new(), Distribution::new())
        );
        if result.ending.starts_with("caught") {
            let caught = Seat::all(2).any(|seat| state.stealth(seat) == 0);
            assert!(caught, "somebody had no Stealth left");
        }
        endings.insert(result.ending);
    }
    assert!(
        endings.contains("horizon") && endings.contains("caught on floor 1"),
        "{endings:?}"
    );
}
