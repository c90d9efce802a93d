//! Setting up, and the tables it uses (docs/rules/casino-capers.md, section 3; patrol.csv, suspicion.csv,
//! characters.csv, abilities.csv). Single games: `cases/casino-capers/setup.toml`.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::casino_capers::{CasinoCapers, ChipView, GearView};
use heist_engine::{Fill, Game, random};
use heist_testkit::chi_square_critical;
use serde_json::{Value, json};

use super::support::{
    Distribution, assert_same, face, hyphens, legal, new_game, outcomes, play, square_names, state, table, written,
};

// ---- Helpers -------------------------------------------------------------------------------------------------------

/// A game of two characters at a suspicion, everything that is left open drawn from a seed.
fn game(seed: u64, suspicion: usize) -> CasinoCapers {
    new_game(&json!({"seats": 2, "characters": ["hawk", "rook"], "first": 1, "seed": seed, "suspicion": suspicion}))
}

/// Draws cards until the entrances are to be chosen: A4 and A3 on each floor.
fn drawn(mut state: CasinoCapers) -> CasinoCapers {
    play(
        &mut state,
        &["patrol 1:A4", "patrol 1:A3", "patrol 2:A4", "patrol 2:A3"],
    );
    state
}

/// The cells with a face-down chip.
fn chip_cells(state: &CasinoCapers) -> BTreeSet<String> {
    let cells = CasinoCapers::cells().filter(|&cell| state.chip_at(cell) == Some(ChipView::Down));
    cells.map(|cell| cell.to_string()).collect()
}

/// The chi-square statistic of counts that are expected to be alike.
fn unevenness(counts: &[u32]) -> f64 {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts
        .iter()
        .map(|&count| (f64::from(count) - mean).powi(2) / mean)
        .sum()
}

// ---- Tiles ---------------------------------------------------------------------------------------------------------

/// set.tiles, info.tiles: each floor has its Office or Safe, one Monorail and one Escalator and 13 of the 26 others;
/// all 32 tiles of tiles.csv are there. Which of a pair is upstairs is a fair coin, and every cell is as good as
/// another.
#[test]
fn each_floor_has_its_fixed_tiles() {
    let mut all: Vec<String> = table("tiles.csv").iter().map(face).collect();
    all.sort();
    let mut rng = random::stream(1, "tiles", 0);
    let (mut first_monorail, mut office) = (0, BTreeMap::<String, u32>::new());
    let worlds = 1_600;
    for _ in 0..worlds {
        let mut world = game(1, 6);
        world.determinize(Fill::All, &mut rng);
        let position = written(&world);
        let hidden = position["hidden-tiles"].as_object().expect("face-down tiles");
        let hidden: Vec<(&str, &str)> = hidden
            .iter()
            .filter_map(|(cell, tile)| Some((cell.as_str(), tile.as_str()?)))
            .collect();
        let mut found: Vec<&str> = hidden.iter().map(|(_, tile)| *tile).collect();
        found.sort_unstable();
        assert_eq!(found, all);
        for (floor, own) in [("1:", "owners-office"), ("2:", "safe")] {
            let with = |prefix: &str| {
                hidden
                    .iter()
                    .filter(|(cell, tile)| cell.starts_with(floor) && tile.starts_with(prefix))
                    .count()
            };
            assert_eq!(
                (with(""), with(own), with("monorail"), with("escalator")),
                (16, 1, 1, 1)
            );
        }
        first_monorail += hidden
            .iter()
            .filter(|(cell, tile)| cell.starts_with("1:") && *tile == "monorail-1")
            .count();
        let at = hidden
            .iter()
            .find(|(_, tile)| *tile == "owners-office")
            .expect("an Office");
        *office.entry(at.0.to_owned()).or_default() += 1;
    }
    // Five standard deviations: 5 * sqrt(1600) / 2 = 100.
    assert!((700..=900).contains(&first_monorail), "{first_monorail} of {worlds}");
    let counts: Vec<u32> = office.values().copied().collect();
    assert_eq!(counts.len(), 16);
    assert!(unevenness(&counts) <= chi_square_critical(15), "{office:?}");
}

// ---- Walls ---------------------------------------------------------------------------------------------------------

/// The pairs of squares between which a wall may stand, and their names: 12 between columns, then 12 between rows.
fn edges() -> Vec<(usize, usize, String)> {
    let names = square_names();
    let between = |a: usize, b: usize| (a, b, format!("{}-{}", names[a], names[b]));
    let beside = (0..16)
        .filter(|square| square % 4 < 3)
        .map(|square| between(square, square + 1));
    let below = (0..12).map(|square| between(square, square + 4));
    beside.chain(below).collect()
}

/// Whether all 16 squares hang together with walls on some of the edges.
fn is_whole(edges: &[(usize, usize, String)], walls: u32) -> bool {
    let mut reached = 1u32;
    loop {
        let before = reached;
        for (place, (a, b, _)) in edges.iter().enumerate() {
            if walls >> place & 1 == 0 && (reached >> a & 1 != reached >> b & 1) {
                reached |= 1 << a | 1 << b;
            }
        }
        if reached == before {
            return reached == 0xffff;
        }
    }
}

/// The next number with as many bits.
fn next_with_as_many(number: u32) -> u32 {
    let low = number & number.wrapping_neg();
    let ripple = number + low;
    (((number ^ ripple) >> 2) / low) | ripple
}

/// set.walls, info.walls, H3: of C(24,8) = 735,471 choices 175,264 leave a floor whole. Random walls are eight on each
/// floor, leave it whole, lie open to all, and have each number of walls between columns as often as a uniform choice
/// does.
#[test]
fn random_walls_are_uniform_over_whole_floors() {
    let edges = edges();
    let between_columns = |walls: u32| (walls & 0xfff).count_ones() as usize;
    let (mut choices, mut sets) = (0u32, [0u32; 9]);
    let mut walls: u32 = 0xff;
    while walls < 1 << 24 {
        choices += 1;
        if is_whole(&edges, walls) {
            sets[between_columns(walls)] += 1;
        }
        walls = next_with_as_many(walls);
    }
    let whole: u32 = sets.iter().sum();
    assert_eq!((choices, whole), (735_471, 175_264));
    let mut counts = [0u32; 9];
    let games = 1_000u32;
    for seed in 0..games {
        let position = written(&game(seed.into(), 6));
        for floor in position["walls"].as_array().expect("two floors") {
            let names: Vec<&str> = floor
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let is_there = |name: &str| u32::from(names.contains(&name));
            let numbered = edges.iter().enumerate();
            let walls = numbered.fold(0, |walls, (place, (_, _, name))| walls | is_there(name) << place);
            assert_eq!((names.len(), walls.count_ones()), (8, 8), "{names:?}");
            assert!(is_whole(&edges, walls), "{names:?}");
            counts[between_columns(walls)] += 1;
        }
    }
    let (mut statistic, mut classes) = (0.0, 0);
    for (count, sets) in counts.into_iter().zip(sets) {
        let mean = 2.0 * f64::from(games) * f64::from(sets) / f64::from(whole);
        if mean >= 5.0 {
            statistic += (f64::from(count) - mean).powi(2) / mean;
            classes += 1;
        }
    }
    assert!(
        classes >= 5 && statistic <= chi_square_critical(classes - 1),
        "{statistic}: {counts:?}"
    );
}

// ---- Chips ---------------------------------------------------------------------------------------------------------

/// set.chips, info.layout: 16 chips, eight on each floor, whatever the number of characters; on random squares instead
/// of dots each square has one in half of the games.
#[test]
fn eight_chips_lie_on_each_floor() {
    let mut on_square = BTreeMap::<String, u32>::new();
    for seed in 0..400 {
        let setup = json!({"seats": 1, "character-count": 2 + seed % 3, "seed": seed, "chips": "uniform"});
        let cells = chip_cells(&drawn(new_game(&setup)));
        let downstairs = cells.iter().filter(|cell| cell.starts_with("1:")).count();
        assert_eq!((downstairs, cells.len()), (8, 16));
        for cell in cells {
            *on_square.entry(cell).or_default() += 1;
        }
    }
    // Half of 400, within five standard deviations of 10.
    assert_eq!(on_square.len(), 32);
    assert!(
        on_square.values().all(|count| (150..=250).contains(count)),
        "{on_square:?}"
    );
}

// ---- Patrol cards --------------------------------------------------------------------------------------------------

/// Every ordinary row of patrol.csv; set.floor, info.layout, H5: each is the first card of its floor with 1/16 and puts
/// the bouncer on its cell and chips on its eight dots, two in each row and column and none on the cell.
#[test]
fn every_patrol_row_is_a_card_of_its_floor() {
    let mut on_cell = BTreeMap::<String, u32>::new();
    for row in table("patrol.csv").iter().filter(|row| row["kind"] == "patrol") {
        let (id, floor, coord) = (&row["card_id"], &row["deck_floor"], &row["coord"]);
        assert_eq!(*id, format!("patrol_{floor}_{coord}"));
        assert_eq!(*coord, format!("{}{}", row["col_letter"], row["row_number"]));
        let dots: BTreeSet<String> = row["chip_dots"]
            .split(' ')
            .map(|dot| format!("{floor}:{dot}"))
            .collect();
        for line in "ABCD1234".chars() {
            let on_line = dots.iter().filter(|dot| dot[2..].contains(line)).count();
            assert_eq!(on_line, 2, "{id}: dots in row or column {line}");
        }
        let cell = format!("{floor}:{coord}");
        assert!(dots.len() == 8 && !dots.contains(&cell), "{id}: {dots:?}");
        for dot in &dots {
            *on_cell.entry(dot.clone()).or_default() += 1;
        }
        // Suspicion 7 has no distracted cards.
        let mut state = game(1, 7);
        if floor == "2" {
            play(&mut state, &["patrol 1:A4", "patrol 1:A3"]);
        }
        let even = square_names()
            .into_iter()
            .map(|name| (format!("patrol {floor}:{name}"), 1.0 / 16.0));
        assert_same(&outcomes(&state), &even.collect());
        play(&mut state, &[&format!("patrol {cell}")]);
        let level = floor.parse::<usize>().expect("a floor") - 1;
        assert_eq!(state.bouncer(level).map(|at| at.to_string()), Some(cell), "{id}");
        let mut chips = chip_cells(&state);
        chips.retain(|cell| cell.starts_with(floor.as_str()));
        assert_eq!(chips, dots, "{id}");
    }
    assert_eq!(on_cell.len(), 32);
    assert!(on_cell.values().all(|&cards| cards == 8), "{on_cell:?}");
}

/// Every distracted row of patrol.csv, set.distracted: six cards, three on each floor at suspicion 1, alike to all.
#[test]
fn every_distracted_row_is_a_card_of_the_decks() {
    let rows = table("patrol.csv");
    let distracted = rows.iter().filter(|row| row["kind"] == "distracted");
    let ids: Vec<&str> = distracted.map(|row| row["card_id"].as_str()).collect();
    assert_eq!(
        ids,
        (1..=6).map(|number| format!("distracted_{number}")).collect::<Vec<_>>()
    );
    let mut state = game(1, 1);
    let mut found = 0;
    for floor in 1..=2 {
        for left in (1..=3).rev() {
            let chance = outcomes(&state)["patrol distracted"];
            let expected = f64::from(left) / f64::from(16 + left);
            assert!((chance - expected).abs() < 1e-9, "floor {floor}, {left} left: {chance}");
            play(&mut state, &["patrol distracted"]);
            found += 1;
        }
        assert!(
            !outcomes(&state).contains_key("patrol distracted"),
            "three on each floor"
        );
        play(
            &mut state,
            &[&format!("patrol {floor}:A4"), &format!("patrol {floor}:A3")],
        );
    }
    assert_eq!(found, ids.len());
}

/// Every row of suspicion.csv; set.decks, set.distracted: distracted cards are added to the 16 of a floor or cards
/// taken away, and after both draws the distracted ones are in the deck again.
#[test]
fn every_suspicion_row_makes_its_decks() {
    // Section 9.2: what each level adds to the decks, and takes away from them.
    let added = [
        (3, 3),
        (3, 3),
        (2, 2),
        (2, 1),
        (1, 1),
        (1, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
    ];
    let removed = [
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 1),
        (2, 2),
    ];
    let rows = table("suspicion.csv");
    assert_eq!(rows.len(), 10);
    for (place, row) in rows.iter().enumerate() {
        let (id, level) = (&row["suspicion_id"], place + 1);
        assert_eq!((id, &row["suspicion"]), (&format!("level_{level}"), &level.to_string()));
        let mut state = game(1, level);
        let floors = [(added[place].0, removed[place].0), (added[place].1, removed[place].1)];
        for (floor, (added, removed)) in floors.into_iter().enumerate() {
            let number = |what: &str| row[&format!("{what}_floor{}", floor + 1)].parse::<usize>();
            assert_eq!(
                (number("distracted_added"), number("patrol_removed")),
                (Ok(added), Ok(removed)),
                "{id}"
            );
            assert_eq!(state.patrol_size(floor), 16 + added - removed, "{id}");
            // Which cards were taken away nobody knows: each of the 16 may be on top.
            let share = added as f64 / (16 + added) as f64;
            let card = |square: &str| format!("patrol {}:{square}", floor + 1);
            let ordinary = square_names()
                .into_iter()
                .map(|square| (card(&square), (1.0 - share) / 16.0));
            let mut expected: Distribution = ordinary.collect();
            if added > 0 {
                expected.insert("patrol distracted".to_owned(), share);
            }
            assert_same(&outcomes(&state), &expected);
            play(&mut state, &vec!["patrol distracted"; added]);
            play(&mut state, &[&card("A4"), &card("A3")]);
            assert_eq!(state.patrol_size(floor), 14 + added - removed, "{id}");
            assert_eq!(state.patrol_discards(floor).count(), 2, "{id}");
        }
    }
}

// ---- Characters ----------------------------------------------------------------------------------------------------

/// Every row of characters.csv; set.gear: each may be played, the Ghost with abilities only, and begins with the three
/// base cards that gear.csv gives to the character whose gear it takes, all unprepped.
#[test]
fn every_character_row_can_be_played() {
    let (rows, gear) = (table("characters.csv"), table("gear.csv"));
    assert_eq!(rows.len(), 10);
    for row in &rows {
        let id = &row["character_id"];
        let needs_abilities = row["mode"] == "abilities";
        assert_eq!(needs_abilities, id == "ghost");
        let other = if id == "hawk" { "rook" } else { "hawk" };
        let setup = json!({"seats": 1, "characters": [id, other], "first": 1, "seed": 1, "abilities": needs_abilities});
        let state = drawn(new_game(&setup));
        assert_eq!(state.character(0).name(), id);
        assert!(state.gear(0).all(|(_, view)| view == GearView::Unprepped), "{id}");
        let found: BTreeSet<String> = state.gear(0).map(|(card, _)| card.to_string()).collect();
        let own = gear
            .iter()
            .filter(|card| card["character"] == row["gear_of"] && card["slot"] == "base");
        let expected: BTreeSet<String> = own.map(|card| hyphens(&card["gear_id"])).collect();
        assert_eq!((found.len(), &found), (3, &expected), "{id}");
    }
}

/// A position in which a character may use an ability, and the action that does.
fn using(ability: &str, character: &str, has_abilities: bool) -> (Value, &'static str) {
    let mut position = json!({
        "abilities": has_abilities,
        "players": [
            {"character": character, "at": "1:B2", "gear": {}},
            {"character": "raven", "at": "2:D4", "gear": {}}
        ],
        "entrances": ["1:A1", "1:D4"],
        "tiles": {"1:B1": "magic-show-3", "1:A2": "surveillance-3", "1:B2": "monorail-1", "2:D4": "surveillance-4"},
        "bouncers": [{"at": "1:D4", "marker": "1:A2"}, {"at": "2:A1", "marker": "2:D3"}],
        "decks": [{"discards": ["1:D4", "1:A2"]}, {"discards": ["2:A1", "2:D3"]}]
    });
    let action = match ability {
        "rook" => "move 1:C3",
        "peterman" => {
            position["tiles"]["2:C1"] = json!("safe");
            position["players"][0]["at"] = json!("2:C1");
            position["dice"] = json!({"safe": 1});
            "reroll 2"
        }
        "hacker" => "peek 1:C2",
        "rigger" => "zip-line",
        "acrobat" => {
            position["walls"] = json!([["B1-B2"], []]);
            "move 1:B1"
        }
        "juicer" => "jam 1:A2",
        "hawk" => "peek 1:C3",
        "ghost" => "quiet 1:C2",
        "ghost_reveal" => {
            position["tiles"].as_object_mut().expect("tiles").remove("1:B2");
            "lights"
        }
        other => panic!("no position for {other}"),
    };
    (position, action)
}

/// The state in which an ability is used: Peterman's is after his roll.
fn about_to_use(ability: &str, position: &Value) -> CasinoCapers {
    let mut state = state(position);
    if ability == "peterman" {
        play(&mut state, &["roll", "dice 2"]);
    }
    state
}

/// Every row of abilities.csv: its character can do it in this variant for the action it costs; another character
/// cannot, and nobody can without the variant. (A Peek is everybody's, but free for the Hacker only.)
#[test]
fn every_ability_row_is_something_to_do() {
    let rows = table("abilities.csv");
    assert_eq!(rows.len(), 9);
    for row in &rows {
        let (id, own) = (row["ability_id"].as_str(), row["character_id"].as_str());
        let cost_with = |character: &str, has_abilities: bool| -> Option<u8> {
            let (position, action) = using(id, character, has_abilities);
            let mut state = about_to_use(id, &position);
            let before = state.actions_left();
            legal(&state).contains(&action.to_owned()).then(|| {
                play(&mut state, &[action]);
                before - state.actions_left()
            })
        };
        let cost = u8::from(row["cost"].starts_with("1 action"));
        assert_eq!(cost_with(own, true), Some(cost), "{id}: {}", row["cost"]);
        let of_others = if id == "hacker" { Some(1) } else { None };
        assert_eq!(cost_with("spotter", true), of_others, "{id} by Spotter");
        if own != "ghost" {
            assert_eq!(cost_with(own, false), of_others, "{id} without abilities");
        }
    }
}

// ---- First player, Dead Drops --------------------------------------------------------------------------------------

/// set.first: left open, each of three characters begins equally often.
#[test]
fn any_character_may_begin() {
    let mut counts = [0u32; 3];
    for seed in 0..900 {
        let setup = json!({"seats": 3, "characters": ["hawk", "rook", "raven"], "seed": seed});
        let mut state = drawn(new_game(&setup));
        play(&mut state, &["entrances 1:A1 1:D1"]);
        counts[state.current_player()] += 1;
    }
    assert!(unevenness(&counts) <= chi_square_critical(2), "{counts:?}");
}

/// dd.setup: each player gets one of the eight task cards, no two the same, any of them equally often, and no gear.
#[test]
fn task_cards_are_dealt_at_random() {
    let mut counts = [0u32; 8];
    for seed in 0..400 {
        let setup = json!({"seats": 4, "character-count": 4, "seed": seed, "dead-drops": true});
        let state = drawn(new_game(&setup));
        let cards: BTreeSet<u8> = (0..4).filter_map(|player| state.task_card(player)).collect();
        assert_eq!(cards.len(), 4, "{cards:?}");
        assert!((0..4).all(|player| state.gear(player).next().is_none()));
        for card in cards {
            counts[usize::from(card)] += 1;
        }
    }
    // Each of the eight with 1/2, within five standard deviations of 10.
    assert!(counts.iter().all(|count| (150..=250).contains(count)), "{counts:?}");
}
