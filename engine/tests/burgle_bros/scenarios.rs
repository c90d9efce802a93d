//! The Office Job, Fort Knox, walls of one's own and the empty space (rules/burgle-bros.md, sections 2, 3, 5.7, 7.1, 8,
//! 9 and 11). The tables of walls and patrol cards are in `setup.rs`.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::board::{Cell, Layout, Wall, parse_square, square_name, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, Face, Kind, Outcome, Scenario, Setup, Walls};
use heist_engine::random;
use heist_engine::{Fill, Game, Node, Seat};
use serde_json::{Value, json};

use super::odds::{Distribution, assert_fits, assert_same, count, outcomes, uniform};
use super::support::{
    filled, generator, legal_names as legal, new_game, play, scenario_tables, table, turning_up, waived as state,
};

// ---- Helpers -------------------------------------------------------------------------------------------------------

fn cell(name: &str) -> Cell {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The scenarios played on two floors.
const TWO_FLOORS: [Scenario; 2] = [Scenario::OfficeJob, Scenario::FortKnox];

/// All cells of a scenario's building.
fn cells(scenario: Scenario) -> Vec<Cell> {
    let plans = scenario.plans();
    let floors = plans.iter().enumerate();
    floors
        .flat_map(|(floor, plan)| squares(plan.cells()).map(move |square| Cell::new(floor, square)))
        .collect()
}

fn hidden(world: &BurgleBros, at: Cell) -> Face {
    world.hidden_face(at).expect("a filled world knows every tile")
}

/// The numbered tiles with a white circle.
fn white_tiles() -> BTreeSet<Face> {
    let rows = table("tiles.csv");
    let white = rows.iter().filter(|row| row["circle"] == "white");
    white
        .map(|row| row["tile_id"].parse().unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

/// The grid of five squares a side, and the steps between its squares without walls, the empty space left out.
fn grid_distances(space: usize) -> BTreeMap<(usize, usize), u32> {
    let (side, squares): (usize, Vec<usize>) = (5, (0..25).filter(|&square| square != space).collect());
    let mut found = BTreeMap::new();
    for &from in &squares {
        let (mut reached, mut edge, mut steps) = (BTreeSet::from([from]), vec![from], 0);
        while !edge.is_empty() {
            found.extend(edge.iter().map(|&to| ((from, to), steps)));
            let next: BTreeSet<usize> = edge
                .iter()
                .flat_map(|&at| beside(at, side))
                .filter(|to| *to != space && !reached.contains(to))
                .collect();
            reached.extend(&next);
            (edge, steps) = (next.into_iter().collect(), steps + 1);
        }
    }
    found
}

/// The orthogonal neighbours of a square on a grid.
fn beside(at: usize, side: usize) -> Vec<usize> {
    let (row, column) = ((at / 5) as isize, (at % 5) as isize);
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let places = steps.map(|(down, right)| (row + down, column + right));
    let on_grid = |place: &isize| (0..side as isize).contains(place);
    let fits = places
        .into_iter()
        .filter(|(row, column)| on_grid(row) && on_grid(column));
    fits.map(|(row, column)| (row * 5 + column) as usize).collect()
}

// ---- Section 3.1: the scenarios ------------------------------------------------------------------------------------

/// S-SCEN-1, S-SCEN-4, S-SCEN-5, S-SCEN-6, D-OFFICE, D-KNOX: floors, grid, walls, Guard dice and Safes of the Office
/// Job and of Fort Knox, as scenarios.toml has them.
#[test]
fn the_office_has_two_floors_of_sixteen_and_fort_knox_two_of_twenty_four() {
    let tables = scenario_tables();
    for (scenario, key, size, dice, safes, walls) in [
        (Scenario::OfficeJob, "office", 4, [2, 3], 2, 8),
        (Scenario::FortKnox, "fort-knox", 5, [3, 4], 3, 12),
    ] {
        let table = &tables[key];
        let number = |key: &str| table[key].as_integer().unwrap_or_else(|| panic!("{key}"));
        assert_eq!((number("floors"), number("size")), (2, size));
        assert_eq!((number("safes_to_open"), number("walls_per_floor")), (safes, walls));
        let listed = table["guard_dice"].as_array().expect("a list").iter();
        assert_eq!(listed.filter_map(toml::Value::as_integer).collect::<Vec<_>>(), dice);
        for seats in 1..=4 {
            let state = new_game(&Setup::new(scenario, seats, 1));
            assert_eq!((state.scenario(), state.floors()), (scenario, 2));
            assert_eq!([0, 1].map(|floor| i64::from(state.guard_speed(floor))), dice);
            for floor in 0..2 {
                let plan = state.floor_plan(floor);
                let found: BTreeSet<String> = squares(plan.cells()).map(square_name).collect();
                let grid = (0..size as usize * size as usize).map(|place| {
                    let column = (b'A' + (place % size as usize) as u8) as char;
                    format!("{column}{}", place / size as usize + 1)
                });
                let space = table.get("empty_space_default").and_then(toml::Value::as_str);
                assert_eq!(found, grid.filter(|name| Some(name.as_str()) != space).collect());
                assert_eq!(i64::from(plan.walls().count_ones()), walls);
            }
        }
        assert_eq!(scenario.safes() as i64, safes);
    }
}

/// S-SCEN-8, S-PATROL-4: one to four may play every scenario, and the fewer they are, the more patrol cards are set
/// aside.
#[test]
fn one_to_four_play_every_scenario() {
    for &scenario in Scenario::ALL {
        for (seats, aside) in [(1u8, 9usize), (2, 6), (3, 3), (4, 0)] {
            let state = new_game(&Setup::new(scenario, seats, 1));
            assert_eq!(state.seats(), seats as usize);
            for floor in 0..state.floors() {
                let cells = state.floor_plan(floor).cells();
                let cards = cells.count_ones() as usize;
                assert_eq!(state.patrol(floor), (cells, cards - aside), "{seats} players");
            }
        }
        for seats in [0, 5] {
            let error = BurgleBros::new(&Setup::new(scenario, seats, 1)).expect_err("too few or too many");
            assert_eq!(error.0[0].field, "seats");
        }
    }
}

/// S-SCEN-8, S-START-2: solo is allowed in every scenario, without the Rook and the Gold Bars.
#[test]
fn every_scenario_may_be_played_alone() {
    for &scenario in Scenario::ALL {
        for seed in 0..60 {
            let state = new_game(&Setup::new(scenario, 1, seed));
            assert_ne!(state.character(Seat(0)).card(), Character::RookBasic.card());
            assert_eq!(state.deck_sizes().2, 11);
        }
        let rook = Setup {
            characters: vec![Character::RookAdvanced],
            ..Setup::new(scenario, 1, 1)
        };
        assert_eq!(BurgleBros::new(&rook).expect_err("no Rook").0[0].field, "characters[0]");
    }
}

// ---- Section 3.2, 7.1: the tiles -----------------------------------------------------------------------------------

/// T-NOTE-1, T-NOTE-2: the tiles with a white circle are those of the Office Job; without Safes and Stairs they are 28,
/// of the stated kinds, no Atrium and no Detector.
#[test]
fn white_tiles_are_those_of_the_office() {
    let rows = table("tiles.csv");
    let mut kinds = BTreeMap::new();
    for row in rows.iter().filter(|row| row["kind"] != "safe") {
        assert_eq!(row["circle"] == "white", row["office_job"] == "1", "{}", row["rule_id"]);
        if row["circle"] == "white" && row["kind"] != "stairs" {
            let kind = row["kind"].split('-').next().expect("a word");
            let kind = if kind == "computer" { kind } else { row["kind"].as_str() };
            *kinds.entry(kind.to_owned()).or_insert(0) += 1;
        }
    }
    let stated = [
        ("camera", 3),
        ("computer", 3),
        ("deadbolt", 2),
        ("fingerprint", 2),
        ("foyer", 2),
        ("keypad", 2),
        ("laboratory", 1),
        ("laser", 2),
        ("lavatory", 1),
        ("motion", 2),
        ("secret-door", 2),
        ("service-duct", 2),
        ("thermo", 2),
        ("walkway", 2),
    ];
    assert_eq!(kinds, stated.map(|(kind, tiles)| (kind.to_owned(), tiles)).into());
    assert_eq!(kinds.values().sum::<i32>(), 28);
    let safes = rows
        .iter()
        .filter(|row| row["kind"] == "safe" && row["office_job"] == "1");
    assert_eq!(safes.count(), 2);
    // The engine knows the same ones.
    let engine = Face::all().filter(|face| Face::WHITE & face.bit() != 0);
    assert_eq!(engine.collect::<BTreeSet<_>>(), white_tiles());
}

/// S-SCEN-2, S-SCEN-3, S-BUILD-2, T-NOTE-1, D-OFFICE: every floor of the Office gets a Safe, one of the Stairs 4 and 5
/// and fourteen of the 28 white tiles; the others are out of the game.
#[test]
fn every_office_deal_has_a_safe_a_stairs_and_fourteen_white_tiles_on_each_floor() {
    let white = white_tiles();
    for seed in 0..200 {
        let world = filled(Scenario::OfficeJob, seed);
        let mut found = BTreeSet::new();
        for floor in 0..2 {
            let on_floor = cells(Scenario::OfficeJob).into_iter().filter(|at| at.floor() == floor);
            let faces: Vec<Face> = on_floor.map(|at| hidden(&world, at)).collect();
            let of = |kind| faces.iter().filter(|face| face.kind() == kind).count();
            assert_eq!((faces.len(), of(Kind::Safe), of(Kind::Stairs)), (16, 1, 1));
            let numbered = faces.into_iter().filter(|face| *face != Face::SAFE);
            numbered.for_each(|face| assert!(found.insert(face), "{face} twice"));
        }
        assert_eq!(found, white, "all of them and no others");
    }
    // The first tile turned up: the Safe or the Stairs of the floor, or one of its fourteen of 28 others.
    let mut opening = new_game(&Setup::new(Scenario::OfficeJob, 2, 1));
    play(&mut opening, &["patrol D4", "enter 1:A1"]);
    let share = |face: &Face| {
        (
            format!("tile {face}"),
            if *face == Face::SAFE { 1.0 } else { 0.5 } / 16.0,
        )
    };
    let expected = white.iter().chain([&Face::SAFE]).map(share);
    assert_same(&outcomes(&opening), &expected.collect());
}

/// S-BUILD-2, I-DET-1: the deal of the Office is uniform: which Stairs lies on which floor, and where each tile lies.
#[test]
fn the_deal_of_the_office_is_uniform() {
    let mut rng = generator("office deals");
    let first = new_game(&Setup::new(Scenario::OfficeJob, 2, 1));
    let all = cells(Scenario::OfficeJob);
    let (mut stairs, mut safe, mut laser) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for _ in 0..6_000 {
        let mut world = first;
        world.determinize(Fill::All, &mut rng);
        for &at in &all {
            match hidden(&world, at) {
                Face::SAFE => count(
                    &mut safe,
                    format!("{} of floor {}", square_name(at.square()), at.floor()),
                ),
                face if face.kind() == Kind::Stairs && at.floor() == 0 => count(&mut stairs, face),
                face if face.to_string() == "laser-2" => count(&mut laser, at),
                _ => {}
            }
        }
    }
    assert_fits(&stairs, &uniform(["stairs-4", "stairs-5"].map(String::from)));
    let places = all
        .iter()
        .map(|at| format!("{} of floor {}", square_name(at.square()), at.floor()));
    assert_fits(&safe, &uniform(places));
    assert_fits(&laser, &uniform(all.iter().map(ToString::to_string)));
}

/// S-SCEN-2, S-SCEN-3, S-BUILD-3, D-KNOX: every floor of Fort Knox gets 24 tiles with at least one Safe and one Stairs;
/// all 48 tiles lie in the building, three Safes and three Stairs among them.
#[test]
fn every_deal_of_fort_knox_has_a_safe_and_a_stairs_on_each_floor() {
    for seed in 0..200 {
        let world = filled(Scenario::FortKnox, seed);
        let mut found = BTreeMap::new();
        for floor in 0..2 {
            let on_floor = cells(Scenario::FortKnox).into_iter().filter(|at| at.floor() == floor);
            let faces: Vec<Face> = on_floor.map(|at| hidden(&world, at)).collect();
            let of = |kind| faces.iter().filter(|face| face.kind() == kind).count();
            assert_eq!(faces.len(), 24);
            assert!((1..=2).contains(&of(Kind::Safe)) && (1..=2).contains(&of(Kind::Stairs)));
            faces.into_iter().for_each(|face| *found.entry(face).or_insert(0) += 1);
        }
        assert_eq!(
            found,
            Face::all()
                .map(|face| (face, if face == Face::SAFE { 3 } else { 1 }))
                .collect()
        );
    }
}

/// S-BUILD-3, H2, I-DET-1: after a Safe and a Stairs are put to each floor, the third ones are dealt with the 42
/// others, 22 of 44 to each floor: so both go to one floor with 21 chances in 43. Which numbered Stairs is the third is
/// random.
#[test]
fn the_third_safe_and_the_third_stairs_are_dealt_with_the_others() {
    let mut rng = generator("knox deals");
    let first = new_game(&Setup::new(Scenario::FortKnox, 2, 1));
    let all = cells(Scenario::FortKnox);
    let (mut floors, mut lonely, mut laser) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for _ in 0..12_000 {
        let mut world = first;
        world.determinize(Fill::All, &mut rng);
        let (mut safes, mut stairs) = ([0, 0], [vec![], vec![]]);
        for &at in &all {
            let face = hidden(&world, at);
            match face.kind() {
                Kind::Safe => safes[at.floor()] += 1,
                Kind::Stairs => stairs[at.floor()].push(face),
                _ if face.to_string() == "laser-2" => count(&mut laser, at),
                _ => {}
            }
        }
        count(&mut floors, format!("{} Safes, {} Stairs", safes[0], stairs[0].len()));
        let alone = usize::from(stairs[0].len() == 2);
        count(&mut lonely, format!("{} on floor {}", stairs[alone][0], alone + 1));
    }
    let (same, other) = (21.0 / 86.0, 22.0 / 86.0);
    let expected = [(1, 1, same), (1, 2, other), (2, 1, other), (2, 2, same)];
    let named = expected.map(|(safes, stairs, share)| (format!("{safes} Safes, {stairs} Stairs"), share));
    assert_fits(&floors, &named.into());
    let names = ["stairs-4", "stairs-5", "stairs-6"].iter();
    let names = names.flat_map(|stairs| [1, 2].map(|floor| format!("{stairs} on floor {floor}")));
    assert_fits(&lonely, &uniform(names));
    assert_fits(&laser, &uniform(all.iter().map(ToString::to_string)));
}

/// I-HID-1, I-CHANCE-1, S-BUILD-3, H2: at first each of the 48 tiles is equally likely in each cell of Fort Knox. A
/// Safe found makes it two to one that its floor has two.
#[test]
fn a_safe_found_in_fort_knox_tells_where_the_third_may_be() {
    let mut opening = new_game(&Setup::new(Scenario::FortKnox, 2, 1));
    play(&mut opening, &["patrol E4", "enter 1:A1"]);
    let share = |face: Face| {
        (
            format!("tile {face}"),
            if face == Face::SAFE { 3.0 } else { 1.0 } / 48.0,
        )
    };
    assert_same(&outcomes(&opening), &Face::all().map(share).collect());
    play(&mut opening, &["tile safe", "patrol D4"]);
    for (at, safes, tiles) in [("1:B1", 2.0 / 3.0, 23.0), ("2:B1", 4.0 / 3.0, 24.0)] {
        let found = outcomes(&turning_up(&opening, cell(at)));
        assert!(
            (found["tile safe"] - safes / tiles).abs() < 1e-12,
            "{at}: {}",
            found["tile safe"]
        );
    }
}

// ---- Section 8: what is known about the tiles of Fort Knox ----------------------------------------------------------

/// A building of which nearly everything is known.
struct Remainder {
    world: BurgleBros,
    /// Face down, and nobody knows the tile.
    holes: Vec<Cell>,
    /// Face down, but this world knows the tile.
    known: Vec<Cell>,
}

impl Remainder {
    fn position(&self) -> Value {
        let mut floors =
            vec![json!({"tiles": {}, "hidden": {}, "guard": {"at": "E5", "die": "D5"}, "discard": ["E5", "D5"]}); 2];
        let all = cells(Scenario::FortKnox);
        for &at in all.iter().filter(|at| !self.holes.contains(at)) {
            let list = if self.known.contains(&at) { "hidden" } else { "tiles" };
            floors[at.floor()][list][square_name(at.square())] = json!(hidden(&self.world, at).to_string());
        }
        let is_face_up = |at: &&Cell| !self.holes.contains(at) && !self.known.contains(at);
        let at = all.iter().find(is_face_up).expect("a tile face up").to_string();
        json!({
            "scenario": "fort-knox",
            "players": [{"character": "hawk-basic", "at": at}, {"character": "raven-basic", "at": at}],
            "entrance": if at.starts_with('1') { json!(at) } else { json!(null) },
            "floors": floors
        })
    }

    /// All distinct ways to lay the unknown tiles into the holes so that every floor has a Safe and a Stairs at least.
    fn placements(&self) -> Vec<Vec<Face>> {
        let mut left: BTreeMap<Face, usize> = BTreeMap::new();
        self.holes
            .iter()
            .for_each(|&at| *left.entry(hidden(&self.world, at)).or_default() += 1);
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), &mut left, &mut found);
        found
    }

    fn extend(&self, placed: &mut Vec<Face>, left: &mut BTreeMap<Face, usize>, found: &mut Vec<Vec<Face>>) {
        if placed.len() == self.holes.len() {
            let face_at = |at: Cell| match self.holes.iter().position(|hole| *hole == at) {
                Some(hole) => placed[hole],
                None => hidden(&self.world, at),
            };
            let has = |floor, kind| {
                let mut on_floor = cells(Scenario::FortKnox).into_iter().filter(|at| at.floor() == floor);
                on_floor.any(|at| face_at(at).kind() == kind)
            };
            if (0..2).all(|floor| has(floor, Kind::Safe) && has(floor, Kind::Stairs)) {
                found.push(placed.clone());
            }
            return;
        }
        let faces: Vec<Face> = left
            .iter()
            .filter(|(_, tiles)| **tiles > 0)
            .map(|(face, _)| *face)
            .collect();
        for face in faces {
            *left.get_mut(&face).expect("a face") -= 1;
            placed.push(face);
            self.extend(placed, left, found);
            placed.pop();
            *left.get_mut(&face).expect("a face") += 1;
        }
    }

    /// What may lie in a hole, by all placements counted.
    fn expected(&self, hole: usize, placements: &[Vec<Face>]) -> Distribution {
        let mut expected = Distribution::new();
        for placed in placements {
            *expected.entry(format!("tile {}", placed[hole])).or_default() += 1.0 / placements.len() as f64;
        }
        expected
    }
}

fn specials(world: &BurgleBros) -> Vec<Cell> {
    let is_special = |at: &Cell| matches!(hidden(world, *at).kind(), Kind::Safe | Kind::Stairs);
    cells(Scenario::FortKnox).into_iter().filter(is_special).collect()
}

/// I-HID-1, I-CHANCE-1, S-BUILD-3, H2: whatever is revealed and whatever a world knows besides, all placements of the
/// rest with a Safe and a Stairs on each floor are equally likely. Each draw agrees with them, so any sequence of draws
/// does.
#[test]
fn reveals_in_fort_knox_agree_with_all_placements_counted() {
    let mut rng = generator("remainders");
    let (mut third_open, mut third_sure) = (0, 0);
    for seed in 0..70 {
        let world = filled(Scenario::FortKnox, seed);
        let others: Vec<Cell> = cells(Scenario::FortKnox)
            .into_iter()
            .filter(|at| !specials(&world).contains(at))
            .collect();
        let mut face_down: Vec<Cell> = specials(&world)
            .into_iter()
            .filter(|_| random::below(&mut rng, 4) > 0)
            .collect();
        while face_down.len() < 7 {
            let other = random::choose(&mut rng, &others);
            if !face_down.contains(&other) {
                face_down.push(other);
            }
        }
        let (known, holes) = face_down.into_iter().partition(|_| random::below(&mut rng, 8) == 0);
        let remainder = Remainder { world, holes, known };
        let placements = remainder.placements();
        let view = state(&remainder.position());
        for (hole, &at) in remainder.holes.iter().enumerate() {
            let expected = remainder.expected(hole, &placements);
            assert_same(&outcomes(&turning_up(&view, at)), &expected);
            match expected.get("tile safe") {
                Some(share) if *share < 1.0 => third_open += 1,
                _ => third_sure += 1,
            }
        }
        for &at in &remainder.known {
            let certain = [(format!("tile {}", hidden(&remainder.world, at)), 1.0)];
            assert_same(&outcomes(&turning_up(&view, at)), &certain.into());
        }
    }
    assert!(
        third_open > 100 && third_sure > 20,
        "{third_open} open, {third_sure} sure"
    );
}

/// I-HID-1, I-DET-1, S-BUILD-3, H2: drawn tiles and filled worlds follow the same distribution, with the third Safe and
/// the third Stairs on one floor or on two, and with some of them known.
#[test]
fn drawn_and_filled_tiles_of_fort_knox_agree_with_all_placements_counted() {
    let mut rng = generator("knox placements");
    // How many Safes and Stairs floor 1 has in truth, and how many of the six the world knows.
    for (safes, stairs, known) in [(1, 1, 0), (2, 1, 0), (1, 2, 1), (2, 2, 2)] {
        let fits = |world: &BurgleBros| {
            let of = |kind| {
                let on_floor = specials(world).into_iter().filter(|at| at.floor() == 0);
                on_floor.filter(|&at| hidden(world, at).kind() == kind).count()
            };
            (of(Kind::Safe), of(Kind::Stairs)) == (safes, stairs)
        };
        let mut worlds = (0..).map(|seed| filled(Scenario::FortKnox, seed));
        let world = worlds.find(fits).expect("every deal comes up");
        let mut holes = specials(&world);
        let known = holes.drain(..known).collect();
        let plain = |floor| {
            let mut others = cells(Scenario::FortKnox).into_iter();
            others
                .find(|at| at.floor() == floor && !specials(&world).contains(at))
                .expect("a plain tile")
        };
        holes.extend([plain(0), plain(1)]);
        let remainder = Remainder { world, holes, known };
        let placements = remainder.placements();
        assert!(
            (60..6_000).contains(&placements.len()),
            "{} placements",
            placements.len()
        );
        let view = state(&remainder.position());
        let name = |faces: &[Face]| faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let mut counts = BTreeMap::new();
        for _ in 0..placements.len() * 12 {
            let mut world = view;
            world.determinize(Fill::All, &mut rng);
            let placed: Vec<Face> = remainder.holes.iter().map(|&at| hidden(&world, at)).collect();
            count(&mut counts, name(&placed));
            assert!(
                remainder
                    .known
                    .iter()
                    .all(|&at| hidden(&world, at) == hidden(&remainder.world, at))
            );
        }
        assert_fits(&counts, &uniform(placements.iter().map(|placed| name(placed))));
        for hole in [0, remainder.holes.len() - 1] {
            let turning_up = turning_up(&view, remainder.holes[hole]);
            let mut counts = BTreeMap::new();
            for _ in 0..4_000 {
                let Outcome::Tile(face) = turning_up.sample(&mut rng) else {
                    panic!("a tile is turned up")
                };
                count(&mut counts, format!("tile {face}"));
            }
            assert_fits(&counts, &remainder.expected(hole, &placements));
        }
    }
}

// ---- Section 5.7: Safes --------------------------------------------------------------------------------------------

/// Two Safes in one column of floor 1, B2 and B4, with all numbers of both lines open and all of them cracked but the
/// three that both see.
fn two_in_line() -> Value {
    json!({
        "scenario": "fort-knox",
        "players": [
            {"character": "raven-basic", "at": "1:B2", "stealth": 5},
            {"character": "hawk-basic", "at": "1:A1", "stealth": 5}
        ],
        "entrance": "1:A1",
        "turn": {"number": 9},
        "floors": [{
            "tiles": {
                "A1": "secret-door-2", "B2": "safe", "B4": "safe", "A2": "deadbolt-2", "C2": "deadbolt-3",
                "D2": "detector-4", "E2": "detector-5", "A4": "fingerprint-4", "C4": "fingerprint-5", "D4": "foyer-2",
                "E4": "keypad-6", "B1": "laser-1", "B3": "laser-2", "B5": "laser-3"
            },
            "cracked": ["A2", "C2", "D2", "E2", "A4", "C4", "D4", "E4"],
            "safes": {"B2": {"dice": 3}, "B4": {"dice": 1}},
            "guard": {"at": "E5", "die": "D5"},
            "discard": ["E5", "D5"]
        }]
    })
}

fn is_open(state: &BurgleBros, at: &str) -> bool {
    let safe = state.safes().find(|safe| safe.at == cell(at));
    safe.unwrap_or_else(|| panic!("a Safe on {at}")).open
}

/// M-CRACK-9: a Cracked token counts for every Safe that sees the tile; a Safe completed by another Safe's roll opens
/// only at the next Crack performed on it, whatever is rolled.
#[test]
fn tokens_count_for_both_safes_of_a_line_and_the_other_opens_at_its_next_crack() {
    let mut cracked = state(&two_in_line());
    play(&mut cracked, &["crack 1:B2", "faces 123"]);
    assert!(is_open(&cracked, "1:B2") && !is_open(&cracked, "1:B4"));
    for number in 1..=3 {
        assert!(cracked.is_cracked(Face::of(Kind::Laser, number).expect("a laser")));
    }
    play(&mut cracked, &["tool emp", "loot stamp"]);
    // The other one is complete and yet shut, until somebody on it rolls.
    let mut position = serde_json::to_value(cracked.position()).expect("JSON");
    position["players"][0]["at"] = json!("1:B4");
    position["turn"] = json!({"number": 9});
    let waiting = state(&position);
    assert!(!is_open(&waiting, "1:B4"));
    let mut rolling = waiting;
    play(&mut rolling, &["crack 1:B4"]);
    assert_eq!(outcomes(&rolling).len(), 6);
    for roll in outcomes(&rolling).keys() {
        let mut rolled = rolling;
        play(&mut rolled, &[roll]);
        assert!(is_open(&rolled, "1:B4"), "{roll}");
    }
}

/// M-CRACK-4, M-CRACK-9: with another Safe in line a Safe sees seven numbers, without one eight, and beside the empty
/// space seven; every one of them is needed, and the Safe and the empty space need none.
#[test]
fn a_safe_of_fort_knox_needs_seven_numbers_or_eight() {
    let mut apart = two_in_line();
    apart["floors"][0]["tiles"]["B4"] = json!("motion-1");
    apart["floors"][0]["safes"] = json!({"B2": {"dice": 3}});
    // In column C, where the empty space is.
    let mut column = apart.clone();
    let floor = &mut column["floors"][0];
    floor["tiles"] = json!({
        "A1": "secret-door-2", "B1": "laser-1", "D1": "laser-2", "E1": "laser-3", "C1": "safe", "C2": "deadbolt-3",
        "C4": "fingerprint-5", "C5": "motion-1"
    });
    floor["safes"] = json!({"C1": {"dice": 3}});
    column["players"][0]["at"] = json!("1:C1");
    for (position, safe, line) in [
        (
            two_in_line(),
            "1:B2",
            ["A2", "C2", "D2", "E2", "B1", "B3", "B5"].as_slice(),
        ),
        (two_in_line(), "1:B4", &["A4", "C4", "D4", "E4", "B1", "B3", "B5"]),
        (apart, "1:B2", &["A2", "C2", "D2", "E2", "B1", "B3", "B4", "B5"]),
        (column, "1:C1", &["A1", "B1", "D1", "E1", "C2", "C4", "C5"]),
    ] {
        // A roll of a number that none of the tiles has, so that the tokens there decide.
        let roll = |line: Vec<&&str>| {
            let mut position = position.clone();
            position["players"][0]["at"] = json!(safe);
            position["floors"][0]["cracked"] = json!(line);
            let mut state = state(&position);
            let number = |at: &&&str| state.face_at(cell(&format!("1:{at}"))).expect("open").number();
            let shown: BTreeSet<u8> = line.iter().map(number).collect();
            play(&mut state, &[&format!("crack {safe}")]);
            let missing = position["floors"][0]["tiles"].as_object().expect("an object").keys();
            let missing = missing.filter(|at| !line.contains(&&at.as_str()));
            let numbers: BTreeSet<u8> = missing
                .filter_map(|at| state.face_at(cell(&format!("1:{at}"))).map(Face::number))
                .collect();
            let blank = (1..=6).find(|face| !numbers.contains(face));
            let blank = blank.or_else(|| shown.into_iter().next()).expect("a face");
            play(&mut state, &[&format!("faces {blank}")]);
            is_open(&state, safe)
        };
        assert!(roll(line.iter().collect()), "{safe} with all {} numbers", line.len());
        for &without in line {
            let rest = line.iter().filter(|at| **at != without).collect();
            assert!(!roll(rest), "{safe} without {without}");
        }
    }
}

/// H64, M-CRACK-4: a tile face down in its line keeps a Safe of Fort Knox shut, even if it should be another Safe, and
/// even if a world knows it; once it is turned up the next roll opens it.
#[test]
fn a_face_down_tile_keeps_a_safe_shut_even_if_it_is_a_safe() {
    let mut position = two_in_line();
    let floor = &mut position["floors"][0];
    floor["tiles"]["B4"] = json!("motion-1");
    floor["tiles"].as_object_mut().expect("an object").remove("E2");
    floor["cracked"] = json!(["A2", "C2", "D2", "B1", "B3", "B4", "B5"]);
    floor["safes"] = json!({"B2": {"dice": 1}});
    for hidden in [json!({}), json!({"E2": "safe"})] {
        position["floors"][0]["hidden"] = hidden;
        let mut shut = state(&position);
        play(&mut shut, &["crack 1:B2", "faces 6"]);
        assert!(!is_open(&shut, "1:B2"));
        let mut open = turning_up(&shut, cell("1:E2"));
        play(&mut open, &["tile safe"]);
        assert!(!is_open(&open, "1:B2"), "turning it up opens nothing");
        play(&mut open, &["crack 1:B2", "faces 6"]);
        assert!(is_open(&open, "1:B2"));
    }
}

/// M-CRACK-5, M-CRACK-6, M-CRACK-7: opening a Safe raises the dice of its floor and of every floor below, in both
/// scenarios.
#[test]
fn opening_a_safe_raises_the_dice_from_its_floor_down() {
    for (floor, speeds) in [(0, [4, 4]), (1, [4, 5])] {
        let mut position = two_in_line();
        let (building, quiet) = (position["floors"][0].clone(), json!({"tiles": {"A1": "stairs-4"}}));
        position["floors"] = if floor == 0 {
            json!([building, quiet])
        } else {
            json!([quiet, building])
        };
        for player in position["players"].as_array_mut().expect("a list") {
            let at = player["at"]
                .as_str()
                .expect("a cell")
                .replacen('1', &(floor + 1).to_string(), 1);
            player["at"] = json!(at);
        }
        let mut state = state(&position);
        let crack = format!("crack {}:B2", floor + 1);
        play(&mut state, &[&crack, "faces 123", "tool emp", "loot stamp"]);
        assert_eq!([state.guard_speed(0), state.guard_speed(1)], speeds);
    }
}

// ---- Section 9: the way out ----------------------------------------------------------------------------------------

/// Two players on Stairs of floor 2, every Safe open.
fn endgame(scenario: Scenario) -> Value {
    let guard = json!({"at": "A3", "die": "A4"});
    let mut floors = json!([
        {"tiles": {"A1": "foyer-1", "B2": "safe", "D4": "stairs-4"}, "safes": {"B2": {"dice": 1, "open": true}}},
        {"tiles": {"B2": "safe", "D1": "stairs-5", "D3": "foyer-2"}, "safes": {"B2": {"dice": 1, "open": true}}}
    ]);
    if scenario == Scenario::FortKnox {
        floors[0]["tiles"]["D2"] = json!("safe");
        floors[0]["safes"]["D2"] = json!({"dice": 1, "open": true});
        floors[1]["tiles"]["A5"] = json!("stairs-6");
    }
    for floor in floors.as_array_mut().expect("a list") {
        floor["guard"] = guard.clone();
        floor["discard"] = json!(["A3", "A4"]);
    }
    json!({
        "scenario": scenario.name(),
        "players": [
            {"character": "spotter-basic", "at": "2:D1", "loot": ["isotope"]},
            {"character": "hawk-basic", "at": "2:D1", "tools": ["crowbar"], "loot": ["tiara"]}
        ],
        "entrance": "1:A1",
        "turn": {"number": 31},
        "floors": floors
    })
}

/// S-SCEN-6, S-SCEN-7, M-ACT-ESCAPE, Z-END-2: the exit is the Stairs on floor 2, in Fort Knox any Stairs there, once
/// every Safe is open: two, or in Fort Knox three, two of them on one floor.
#[test]
fn the_exit_is_any_stairs_of_floor_two_once_every_safe_is_open() {
    for scenario in TWO_FLOORS {
        let may_escape = |position: &Value| legal(&state(position)).contains(&"escape".to_owned());
        let is_knox = scenario == Scenario::FortKnox;
        for (at, is_exit) in [
            ("2:D1", true),
            ("2:A5", true),
            ("1:D4", false),
            ("2:D3", false),
            ("2:B2", false),
            ("1:A1", false),
        ] {
            let mut position = endgame(scenario);
            if at == "2:A5" && !is_knox {
                continue;
            }
            position["players"][0]["at"] = json!(at);
            assert_eq!(may_escape(&position), is_exit, "{at} of the {}", scenario.name());
        }
        let safes = if is_knox {
            vec![(0, "B2"), (0, "D2"), (1, "B2")]
        } else {
            vec![(0, "B2"), (1, "B2")]
        };
        for (floor, safe) in &safes {
            let mut position = endgame(scenario);
            position["floors"][floor]["safes"][safe]["open"] = json!(false);
            assert!(
                !may_escape(&position),
                "with the Safe on {safe} of floor {} shut",
                floor + 1
            );
            // Nor while nobody has found it.
            let mut position = endgame(scenario);
            position["floors"][floor]["safes"]
                .as_object_mut()
                .expect("an object")
                .remove(*safe);
            position["floors"][floor]["tiles"]
                .as_object_mut()
                .expect("an object")
                .remove(*safe);
            assert!(
                !may_escape(&position),
                "with the Safe on {safe} of floor {} face down",
                floor + 1
            );
        }
        let mut game = state(&endgame(scenario));
        play(&mut game, &["escape", "escape"]);
        let result = game.result().expect("everybody is out");
        assert!(result.is_win());
        assert_eq!(result.figures[5] as usize, safes.len(), "Safes opened");
    }
}

// ---- Sections 3.2, 11: the empty space -----------------------------------------------------------------------------

/// The usual empty space, two inside the grid, one on its edge and two corners.
const SPACES: [&str; 6] = ["C3", "B4", "D2", "C1", "A1", "E5"];

/// Fort Knox without walls around an empty space, a player somewhere on floor 1 or 2, everything else face down.
fn open_plan(space: &str, character: &str, at: &str) -> Value {
    let corner = if space == "E5" { "E4" } else { "E5" };
    let die = if space == "D5" { "C5" } else { "D5" };
    let floor = json!({"tiles": {}, "walls": [], "guard": {"at": corner, "die": die}, "discard": [corner, die]});
    let mut floors = vec![floor; 2];
    let (floor, square) = at.split_once(':').expect("a cell");
    floors[floor.parse::<usize>().expect("a floor") - 1]["tiles"][square] = json!("foyer-1");
    let entrance = if space == "A1" { "B1" } else { "A1" };
    if floors[0]["tiles"][entrance].is_null() {
        floors[0]["tiles"][entrance] = json!("foyer-2");
    }
    json!({
        "scenario": "fort-knox",
        "empty-space": space,
        "players": [{"character": character, "at": at, "stealth": 5, "tools": ["blueprints", "dynamite"]}],
        "entrance": format!("1:{entrance}"),
        "turn": {"number": 9},
        "floors": floors
    })
}

/// Q-19, S-BUILD-4: the empty space is no tile: from the squares beside it nobody Moves there, peeks there or looks
/// there with an ability; Blueprints, Dynamite and the crow do not name it; it is never the entrance.
#[test]
fn the_empty_space_is_not_entered_peeked_named_or_haunted() {
    for space in SPACES {
        let hole = parse_square(space).expect("a square");
        let distances = grid_distances(hole);
        for (floor, near) in [1, 2]
            .iter()
            .flat_map(|floor| beside(hole, 5).into_iter().map(move |near| (floor, near)))
        {
            let at = format!("{floor}:{}", square_name(near));
            for character in [
                "raven-basic",
                "hawk-basic",
                "hawk-advanced",
                "acrobat-advanced",
                "juicer-basic",
            ] {
                let state = state(&open_plan(space, character, &at));
                let legal = legal(&state);
                let named = legal.iter().find(|action| action.ends_with(&format!(":{space}")));
                assert_eq!(named, None, "{character} on {at}");
                let targets = |word: &str| -> BTreeSet<String> {
                    let targets = legal.iter().filter_map(|action| action.strip_prefix(word));
                    targets.map(str::to_owned).collect()
                };
                let face_down = cells(Scenario::FortKnox)
                    .into_iter()
                    .map(Cell::floor)
                    .collect::<BTreeSet<_>>();
                let face_down = face_down.into_iter().flat_map(|floor| {
                    let all = (0..25).filter(|square| *square != hole);
                    all.map(move |square| Cell::new(floor, square))
                });
                let face_down = face_down.filter(|&at| state.face_at(at).is_none());
                assert_eq!(targets("blueprints "), face_down.map(|at| at.to_string()).collect());
                if character == "raven-basic" {
                    let near = distances
                        .iter()
                        .filter(|((from, _), steps)| *from == near && **steps <= 2);
                    let near = near.map(|((_, to), _)| format!("{floor}:{}", square_name(*to)));
                    assert_eq!(targets("crow "), near.collect(), "two steps around {space}");
                }
                if character == "hawk-advanced" {
                    // Enhance: at most two steps with a revealed tile between.
                    assert!(targets("enhance ").iter().all(|target| !target.ends_with(space)));
                }
            }
        }
        let setup = Setup {
            walls: Walls::Random,
            empty_space: Some(hole),
            ..Setup::new(Scenario::FortKnox, 2, 5)
        };
        let mut opening = new_game(&setup);
        let name = square_name(hole);
        assert!(!outcomes(&opening).contains_key(&format!("patrol {name}")));
        let first = outcomes(&opening).keys().next().cloned().expect("a card");
        play(&mut opening, &[&first]);
        let entrances: BTreeSet<String> = legal(&opening).into_iter().collect();
        let expected = (0..25).filter(|square| *square != hole);
        assert_eq!(
            entrances,
            expected
                .map(|square| format!("enter 1:{}", square_name(square)))
                .collect()
        );
    }
}

/// S-BUILD-4, C-ACROBAT-A: the sides of the empty space are outer sides, so a window may be climbed from the squares
/// around it, and from no others inside the grid.
#[test]
fn windows_face_the_empty_space() {
    for space in SPACES {
        let hole = parse_square(space).expect("a square");
        for at in (0..25).filter(|square| *square != hole) {
            let climbs = |floor: usize, to: usize| {
                let at = format!("{floor}:{}", square_name(at));
                let legal = legal(&state(&open_plan(space, "acrobat-advanced", &at)));
                legal.contains(&format!("climb-window {to}:{}", &at[2..]))
            };
            let on_edge = beside(at, 5).len() < 4;
            let is_outer = on_edge || beside(hole, 5).contains(&at);
            assert_eq!(climbs(1, 2), is_outer, "up from {} beside {space}", square_name(at));
            assert_eq!(climbs(2, 1), is_outer, "down to {} beside {space}", square_name(at));
        }
    }
}

/// G-PATH-1, G-PATH-2, S-BUILD-4, Q-19: Guards go around the empty space, on the clockwise one of the two shortest
/// ways.
#[test]
fn guards_walk_around_the_empty_space() {
    for space in SPACES {
        let hole = parse_square(space).expect("a square");
        let state = state(&open_plan(
            space,
            "hawk-basic",
            if space == "B1" { "1:C1" } else { "1:B1" },
        ));
        let plan = state.floor_plan(0);
        for (&(from, to), &steps) in &grid_distances(hole) {
            assert_eq!(u32::from(plan.distance(from, to)), steps, "{}", square_name(from));
            assert_ne!(plan.step(from, to), hole);
        }
    }
    for (from, to, way) in [
        ("B3", "D3", ["B2", "C2", "D2", "D3"]),
        ("D3", "B3", ["D4", "C4", "B4", "B3"]),
        ("C2", "C4", ["D2", "D3", "D4", "C4"]),
        ("C4", "C2", ["B4", "B3", "B2", "C2"]),
    ] {
        for (speed, stop) in (1..=3).zip(way) {
            let mut position = open_plan("C3", "hawk-basic", "1:A1");
            let floor = &mut position["floors"][0];
            floor["guard"] = json!({"at": from, "die": to});
            floor["discard"] = json!([from, to]);
            floor["speed"] = json!(speed);
            position["turn"]["counted"] = json!(3);
            let mut state = state(&position);
            play(&mut state, &["end"]);
            let guard = state.guard(0).expect("in play");
            assert_eq!(
                square_name(guard.at.square()),
                stop,
                "{from} to {to} with {speed} steps"
            );
        }
    }
}

/// S-PATROL-3, S-PATROL-2, S-PATROL-4, G-DRAW-1: the card of the empty space is in no patrol deck, after a reshuffle
/// neither; 24 cards are left, of which some are set aside again.
#[test]
fn the_card_of_the_empty_space_never_comes() {
    for space in SPACES {
        let all: Vec<String> = (0..25).map(square_name).filter(|name| name != space).collect();
        for floor in 1..=2 {
            // Two players, so eighteen cards in the deck: all are drawn, and the Guard steps onto his die.
            let at = format!("{floor}:{}", if space == "A1" { "B1" } else { "A1" });
            let mut position = open_plan(space, "hawk-basic", &at);
            let other = json!({"character": "raven-basic", "at": at, "stealth": 5});
            position["players"].as_array_mut().expect("a list").push(other);
            position["turn"]["counted"] = json!(3);
            let form = &mut position["floors"][floor - 1];
            let die = form["guard"]["die"].clone();
            let (rest, guard): (Vec<_>, Vec<_>) = all.iter().partition(|name| die != json!(name));
            let discard: Vec<&String> = guard.into_iter().chain(rest).take(18).collect();
            form["guard"]["at"] = json!(if die == json!("D5") && space != "D4" {
                "D4"
            } else {
                "C5"
            });
            form["discard"] = json!(discard);
            form["speed"] = json!(1);
            let mut state = state(&position);
            assert_eq!(state.patrol(floor - 1).1, 0, "the deck is empty");
            play(&mut state, &["end"]);
            assert_same(
                &outcomes(&state),
                &uniform(all.iter().map(|name| format!("patrol {name}"))),
            );
            assert_eq!(state.patrol(floor - 1).1, 18);
            assert_eq!(state.guard_speed(floor - 1), 2);
        }
    }
}

// ---- Section 3.3: walls --------------------------------------------------------------------------------------------

/// Eight walls a floor for the Office, not its own.
fn office_walls() -> Value {
    json!([
        ["A1-B1", "C1-C2", "C2-D2", "A2-A3", "B2-B3", "D3-D4", "A4-B4", "B4-C4"],
        ["C1-C2", "A2-B2", "C2-D2", "A2-A3", "C2-C3", "A3-B3", "B3-C3", "C4-D4"]
    ])
}

/// Twelve walls a floor for Fort Knox with the empty space on another square than C3.
fn knox_walls() -> Value {
    json!([
        [
            "A1-A2", "B2-B3", "D2-D3", "A3-B3", "B3-C3", "C3-D3", "D3-E3", "A5-B5", "C5-D5", "B4-C4", "E4-E5", "C4-D4"
        ],
        [
            "A1-A2", "B2-B3", "D2-D3", "A3-B3", "B3-C3", "C3-D3", "D3-E3", "A5-B5", "C5-D5", "B4-C4", "E4-E5", "C4-D4"
        ]
    ])
}

fn setup(written: Value) -> Result<Setup, serde_json::Error> {
    serde_json::from_value(written)
}

/// S-SCEN-1: scenarios go by their names.
#[test]
fn scenarios_are_read_by_name() {
    for &scenario in Scenario::ALL {
        assert_eq!(scenario.name().parse(), Ok(scenario));
    }
    let error = "casino".parse::<Scenario>().expect_err("no scenario");
    assert_eq!(
        error.to_string(),
        "`casino` is not a scenario (bank-job, office-job, fort-knox)"
    );
}

/// Two floors of the Office, as a person draws them.
const OFFICE_DRAWING: &str = "
    A   B   C   D
  +---+---+---+---+
1 |   |           |
  +   +   +---+   +
2 |           |   |
  +---+---+   +   +
3 |               |
  +   +   +   +---+
4 |   |   |       |
  +---+---+---+---+

  +---+---+---+---+
1 |               |
  +   +   +---+   +
2 |   |       |   |
  +---+   +---+   +
3 |   |   |       |
  +   +   +   +   +
4 |           |   |
  +---+---+---+---+
";

/// S-WALL-3, M-DEC-1: walls may be given as names or as a drawing, and both are the same game, played by these walls.
#[test]
fn walls_of_ones_own_are_played_by_however_they_are_written() {
    let listed =
        setup(json!({"scenario": "office-job", "seats": 2, "seed": 4, "walls": office_walls()})).expect("a setup");
    let drawn =
        setup(json!({"scenario": "office-job", "seats": 2, "seed": 4, "walls": OFFICE_DRAWING})).expect("a setup");
    assert_ne!(listed, drawn);
    let complete = BurgleBros::complete(&listed).expect("sound");
    assert_eq!(BurgleBros::complete(&drawn).expect("sound"), complete);
    assert_eq!(
        (new_game(&listed), new_game(&drawn).key()),
        (new_game(&drawn), new_game(&listed).key())
    );
    let usual = new_game(&Setup::new(Scenario::OfficeJob, 2, 4));
    assert_ne!(new_game(&listed).key(), usual.key(), "another building, another key");
    let mut game = new_game(&listed);
    play(&mut game, &["patrol D4", "enter 1:A1", "tile foyer-1", "patrol D1"]);
    assert!(!legal(&game).contains(&"move 1:B1".to_owned()), "A1-B1 is a wall");
    assert!(legal(&game).contains(&"move 1:A2".to_owned()));
    for (floor, names) in office_walls().as_array().expect("floors").iter().enumerate() {
        let names = names.as_array().expect("names").iter().filter_map(Value::as_str);
        let walls: BTreeSet<String> = names.map(str::to_owned).collect();
        assert_eq!(
            Wall::names(game.floor_plan(floor).walls()).collect::<BTreeSet<_>>(),
            walls
        );
    }
    // Fort Knox with another empty space, which a drawing brings along.
    let layout = setup(json!({"scenario": "fort-knox", "seats": 1, "walls": knox_walls(), "empty-space": "C2"}))
        .map(|setup| match setup.walls {
            Walls::Pieces(walls) => Layout {
                size: 5,
                space: parse_square("C2"),
                walls,
            },
            walls => panic!("{walls:?}"),
        })
        .expect("a setup");
    let listed = json!({"scenario": "fort-knox", "seats": 3, "seed": 9, "walls": knox_walls(), "empty-space": "C2"});
    for drawn in [
        json!({"scenario": "fort-knox", "seats": 3, "seed": 9, "walls": layout.to_string()}),
        json!({"scenario": "fort-knox", "seats": 3, "seed": 9, "walls": layout.to_string(), "empty-space": "C2"}),
    ] {
        let (listed, drawn) = (setup(listed.clone()).expect("a setup"), setup(drawn).expect("a setup"));
        assert_eq!(
            BurgleBros::complete(&drawn).expect("sound"),
            BurgleBros::complete(&listed).expect("sound")
        );
        let game = new_game(&drawn);
        assert_eq!(game, new_game(&listed));
        assert_eq!(game.floor_plan(1).hole(), parse_square("C2"));
        let patrol = outcomes(&game);
        assert!(patrol.contains_key("patrol C3") && !patrol.contains_key("patrol C2"));
    }
}

/// S-WALL-2, S-BUILD-4: the usual walls and the usual empty space go without saying, however they were said.
#[test]
fn what_is_said_as_usual_completes_to_nothing_said() {
    for &scenario in Scenario::ALL {
        let usual = BurgleBros::complete(&Setup::new(scenario, 2, 3)).expect("sound");
        let layout = scenario.layout();
        for (walls, empty_space) in [
            (Walls::Standard, layout.space),
            (Walls::Pieces(layout.walls.clone()), None),
            (Walls::Pieces(layout.walls.clone()), layout.space),
            (Walls::Drawing(layout.clone()), None),
            (Walls::Drawing(layout.clone()), layout.space),
        ] {
            let said = Setup {
                walls,
                empty_space,
                ..Setup::new(scenario, 2, 3)
            };
            assert_eq!(BurgleBros::complete(&said).expect("sound"), usual, "{said:?}");
        }
        let written = serde_json::to_value(&usual).expect("JSON");
        assert!(written.get("walls").is_none() && written.get("empty-space").is_none());
    }
}

/// S-WALL-3, S-WALL-5: setups are the same after JSON, whole ones complete to themselves, and a game and its completed
/// setup are one game.
#[test]
fn setups_with_walls_round_trip_and_complete_once() {
    let layout = Scenario::FortKnox.layout();
    for written in [
        json!({"scenario": "office-job", "seats": 1, "seed": 1}),
        json!({"scenario": "office-job", "seats": 2, "seed": 1, "walls": "random"}),
        json!({"scenario": "office-job", "seats": 3, "seed": 1, "walls": office_walls()}),
        json!({"scenario": "office-job", "seats": 3, "seed": 1, "walls": OFFICE_DRAWING}),
        json!({"scenario": "fort-knox", "seats": 4, "seed": 1, "walls": "standard", "empty-space": "C3"}),
        json!({"scenario": "fort-knox", "seats": 4, "seed": 1, "walls": "random"}),
        json!({"scenario": "fort-knox", "seats": 4, "seed": 1, "walls": "random", "empty-space": "A5"}),
        json!({"scenario": "fort-knox", "seats": 2, "seed": 1, "walls": knox_walls(), "empty-space": "C2"}),
        json!({"scenario": "fort-knox", "seats": 2, "seed": 1, "walls": layout.to_string()}),
        json!({"scenario": "fort-knox", "seats": 2, "seed": 1, "empty-space": null}),
        json!({"seats": 2, "seed": 1, "walls": "random", "sides": "older", "lost-visual": true}),
    ] {
        let open = setup(written).expect("a setup");
        let again = serde_json::to_string(&open).expect("JSON");
        assert_eq!(serde_json::from_str::<Setup>(&again).expect("a setup"), open, "{again}");
        let whole = BurgleBros::complete(&open).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(BurgleBros::complete(&whole).expect("sound"), whole);
        assert_eq!(whole.seed, None);
        assert!(
            !matches!(whole.walls, Walls::Random | Walls::Drawing(_)),
            "{:?}",
            whole.walls
        );
        let again = serde_json::to_string(&whole).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Setup>(&again).expect("a setup"),
            whole,
            "{again}"
        );
        assert_eq!(new_game(&open), new_game(&whole));
    }
}

/// S-WALL-3, S-BUILD-4: a drawing is written in one line that says the same, its empty space included.
#[test]
fn a_drawing_in_a_setup_is_written_as_lists() {
    let drawn = setup(json!({"scenario": "office-job", "seats": 3, "walls": OFFICE_DRAWING})).expect("a setup");
    let written = serde_json::to_value(&drawn).expect("JSON");
    assert_eq!(written["walls"]["size"], 4);
    let Walls::Drawing(layout) = &drawn.walls else {
        panic!("{:?}", drawn.walls)
    };
    let listed: Walls = serde_json::from_value(written["walls"]["walls"].clone()).expect("lists");
    assert_eq!(listed, Walls::Pieces(layout.walls.clone()));
    let moved = Layout {
        space: parse_square("C2"),
        ..Scenario::FortKnox.layout().clone()
    };
    let written = serde_json::to_value(Walls::Drawing(moved.clone())).expect("JSON");
    assert_eq!((&written["size"], &written["empty-space"]), (&json!(5), &json!("C2")));
    assert_eq!(
        serde_json::from_value::<Walls>(written).expect("walls"),
        Walls::Drawing(moved)
    );
    for (wrong, expected) in [
        (
            json!({"size": 4, "walls": [["A1-C1"]]}),
            "floor 1: `A1-C1`, expected a wall",
        ),
        (
            json!({"size": 4, "walls": [[], ["A1-B1", "A1-B1"]]}),
            "floor 2: A1-B1 twice",
        ),
        (
            json!({"size": 4, "walls": [], "empty-space": "F1"}),
            "`F1`, expected a square such as C3",
        ),
        (json!({"size": 4, "floors": []}), "unknown field `floors`"),
        (json!({"walls": []}), "missing field `size`"),
    ] {
        let error = serde_json::from_value::<Walls>(wrong)
            .expect_err("no walls")
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// S-WALL-2, S-WALL-3, S-WALL-4, H3, S-BUILD-4: what is wrong with walls or empty space is said, and what would be
/// right.
#[test]
fn wrong_walls_and_empty_spaces_are_named() {
    let replaced = |mut walls: Value, floor: usize, names: Value| {
        walls[floor] = names;
        walls
    };
    let corner = json!(["A1-B1", "A1-A2", "C2-D2", "B2-B3", "D3-D4", "A4-B4", "B4-C4", "C1-C2"]);
    let outside = json!(["D1-E1", "C1-C2", "C2-D2", "A2-A3", "B2-B3", "D3-D4", "A4-B4", "B4-C4"]);
    let few = json!(["A1-B1", "C1-C2", "C2-D2"]);
    let drawing = |scenario: Scenario| scenario.layout().to_string();
    for (written, expected) in [
        (
            json!({"scenario": "office-job", "walls": replaced(office_walls(), 1, few)}),
            vec!["walls[1]: 3 walls, expected 8"],
        ),
        (
            // H3: though a Secret Door, duct or Walkway might lead there.
            json!({"scenario": "office-job", "walls": replaced(office_walls(), 0, corner)}),
            vec!["walls[0]: cut off from the rest of the floor: A1; expected a way between any two squares"],
        ),
        (
            json!({"scenario": "office-job", "walls": replaced(office_walls(), 0, outside)}),
            vec!["walls[0]: D1-E1 on an outer side, expected walls between two squares of the floor only"],
        ),
        (
            json!({"scenario": "fort-knox", "walls": knox_walls()}),
            vec![
                "walls[0]: B3-C3, C3-D3 on an outer side, expected walls between two squares of the floor only",
                "walls[1]: B3-C3, C3-D3 on an outer side, expected walls between two squares of the floor only",
            ],
        ),
        (
            json!({"scenario": "bank-job", "walls": office_walls()}),
            vec![
                "walls: 2 floors of 4x4 with no empty space, expected 3 floors of 4x4 with no empty space for the \
                 bank-job",
            ],
        ),
        (
            json!({"scenario": "office-job", "walls": []}),
            vec![
                "walls: 0 floors of 4x4 with no empty space, expected 2 floors of 4x4 with no empty space for the \
                 office-job",
            ],
        ),
        (
            json!({"scenario": "fort-knox", "walls": drawing(Scenario::OfficeJob)}),
            vec![
                "walls: 2 floors of 4x4 with no empty space, expected 2 floors of 5x5 with an empty space for the \
                 fort-knox",
            ],
        ),
        (
            json!({"scenario": "office-job", "walls": drawing(Scenario::FortKnox)}),
            vec![
                "walls: 2 floors of 5x5 with an empty space, expected 2 floors of 4x4 with no empty space for the \
                 office-job",
            ],
        ),
        (
            json!({"scenario": "bank-job", "empty-space": "C3"}),
            vec!["empty-space: C3, expected none because the bank-job has no empty space (S-BUILD-4)"],
        ),
        (
            json!({"scenario": "office-job", "empty-space": "B2", "walls": "random"}),
            vec!["empty-space: B2, expected none because the office-job has no empty space (S-BUILD-4)"],
        ),
        (
            json!({"scenario": "fort-knox", "empty-space": "B2"}),
            vec![
                "empty-space: B2, expected C3 because the scenario's own walls fit no other (S-WALL-2); give `walls` \
                 as well",
            ],
        ),
        (
            json!({"scenario": "fort-knox", "empty-space": "B4", "walls": drawing(Scenario::FortKnox)}),
            vec!["empty-space: B4, expected the empty space of the drawing in `walls`"],
        ),
    ] {
        let mut written = written;
        (written["seats"], written["seed"]) = (json!(2), json!(1));
        let setup = setup(written.clone()).unwrap_or_else(|error| panic!("{error} in {written}"));
        let error = BurgleBros::complete(&setup).expect_err("it is wrong");
        let found: Vec<String> = error.0.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{written}");
        assert_eq!(
            BurgleBros::new(&setup).expect_err("it is wrong").0.len(),
            expected.len()
        );
    }
    // A square that no name says.
    let nowhere = Setup {
        empty_space: Some(30),
        walls: Walls::Random,
        ..Setup::new(Scenario::FortKnox, 2, 1)
    };
    let listed = Setup {
        walls: Walls::Pieces(Scenario::FortKnox.layout().walls.clone()),
        ..nowhere.clone()
    };
    for nowhere in [nowhere, listed] {
        let error = BurgleBros::complete(&nowhere).expect_err("off the grid");
        let fields: Vec<&str> = error.0.iter().map(|problem| problem.field.as_str()).collect();
        assert_eq!(fields, ["empty-space"], "said once");
    }
    // Walls that are left open need a seed as characters do.
    let open = Setup {
        walls: Walls::Random,
        characters: vec![Character::HawkBasic],
        first: Some(Seat(0)),
        seed: None,
        ..Setup::new(Scenario::OfficeJob, 1, 1)
    };
    let error = BurgleBros::complete(&open).expect_err("nothing to draw from");
    assert_eq!(
        error.0[0].to_string(),
        "seed: missing, expected a seed because characters, first player or walls are left open"
    );
}

/// S-WALL-3: words, names and drawings that cannot be read are refused with what was expected.
#[test]
fn walls_that_cannot_be_read_are_refused() {
    let cut = OFFICE_DRAWING.replace("4 |           |   |\n  +---+---+---+---+\n", "");
    for (field, value, expected) in [
        (
            "walls",
            json!("labyrinth"),
            "expected walls: standard, random, a list of wall names such as A1-B1 for each floor",
        ),
        (
            "walls",
            json!(""),
            "expected walls: standard, random, a list of wall names",
        ),
        (
            "walls",
            json!(7),
            "expected walls: standard, random, a list of wall names",
        ),
        ("walls", json!({}), "missing field `size`"),
        (
            "walls",
            json!(null),
            "expected walls: standard, random, a list of wall names",
        ),
        (
            "walls",
            json!([["A1-C1"]]),
            "floor 1: `A1-C1`, expected a wall between two neighbours such as A1-B1",
        ),
        (
            "walls",
            json!([[], ["A1-A1"]]),
            "floor 2: `A1-A1`, expected a wall between two neighbours",
        ),
        (
            "walls",
            json!([["A1-B1", "B1-A1"]]),
            "floor 1: A1-B1 twice, expected it once",
        ),
        ("walls", json!([7]), "invalid type: integer `7`"),
        ("walls", json!(cut), "found the end of the drawing; expected"),
        ("walls", json!("nonsense\nin two lines"), "line 1, column 1"),
        ("empty-space", json!("F9"), "`F9`, expected a square such as C3"),
        ("empty-space", json!("1:C3"), "`1:C3`, expected a square such as C3"),
        ("empty-space", json!(12), "invalid type: integer `12`"),
        ("lost-visual", json!("yes"), "expected a boolean"),
        ("sides", json!("oldest"), "unknown variant `oldest`"),
        ("scenario", json!("museum-job"), "unknown variant `museum-job`"),
        ("wall", json!("random"), "unknown field `wall`"),
    ] {
        let mut written = json!({"scenario": "office-job", "seats": 2, "seed": 1});
        written[field] = value.clone();
        let error = setup(written).expect_err("it cannot be read").to_string();
        assert!(error.contains(expected), "{field} {value}: {error}");
    }
}

/// Every square reached from the first one by plain steps.
fn flood(size: usize, space: Option<usize>, walls: u64) -> BTreeSet<usize> {
    let on_grid = (0..25).filter(|square| square / 5 < size && square % 5 < size && Some(*square) != space);
    let all: BTreeSet<usize> = on_grid.collect();
    let first = *all.first().expect("a square");
    let (mut reached, mut open) = (BTreeSet::from([first]), vec![first]);
    while let Some(at) = open.pop() {
        for to in beside(at, size) {
            let is_wall = Wall::between(at, to).is_some_and(|wall| walls & wall.bit() != 0);
            if !is_wall && all.contains(&to) && reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

/// S-WALL-3, S-WALL-4, S-WALL-5, H3: random walls are as many as the scenario has, only between two tiles, and cut no
/// tile off; a seed draws them always alike, floors and seeds draw different ones.
#[test]
fn random_walls_are_sound_and_follow_from_the_seed() {
    for &scenario in Scenario::ALL {
        for space in [None, Some(16)] {
            if space.is_some() && scenario != Scenario::FortKnox {
                continue;
            }
            let mut seen = BTreeSet::new();
            for seed in 0..60 {
                let open = Setup {
                    walls: Walls::Random,
                    empty_space: space,
                    ..Setup::new(scenario, 2, seed)
                };
                let (whole, again) = (BurgleBros::complete(&open), BurgleBros::complete(&open));
                assert_eq!(whole, again);
                let game = new_game(&open);
                for floor in 0..game.floors() {
                    let plan = game.floor_plan(floor);
                    assert_eq!(plan.hole(), space.or(scenario.space()));
                    assert_eq!(plan.walls().count_ones() as usize, scenario.walls_per_floor());
                    for wall in Wall::all(plan.walls()) {
                        let (a, b) = wall.squares();
                        assert!(plan.cells() & 1 << a != 0 && plan.cells() & 1 << b != 0, "{wall}");
                    }
                    let reached = flood(scenario.size(), plan.hole(), plan.walls());
                    assert_eq!(reached.len(), plan.cells().count_ones() as usize);
                    assert!(seen.insert(plan.walls()), "the same walls twice");
                }
            }
        }
    }
}

/// S-WALL-5: every connected set is equally likely: 175,264 of the 735,471 sets of eight walls are connected, and each
/// side is a wall as often as in them, on either floor.
#[test]
fn random_walls_are_uniform_over_the_connected_sets() {
    let sides: Vec<Wall> = (0..4 * 5)
        .flat_map(|at: usize| beside(at, 4).into_iter().filter_map(move |to| Wall::between(at, to)))
        .filter(|wall| wall.squares().0 % 5 < 4 && wall.squares().1 % 5 < 4 && wall.squares().1 / 5 < 4)
        .collect::<BTreeSet<Wall>>()
        .into_iter()
        .collect();
    assert_eq!(sides.len(), 24);
    // Squares joined by the open sides, as a forest; sets by their bits among the 24.
    let ends: Vec<(usize, usize)> = sides.iter().map(|wall| wall.squares()).collect();
    let is_connected = |set: u32| {
        let mut roots: [u8; 25] = std::array::from_fn(|square| square as u8);
        let mut parts = 16;
        for (side, &(a, b)) in ends.iter().enumerate().filter(|(side, _)| set & 1 << side == 0) {
            let root = |roots: &[u8; 25], mut at: u8| {
                while roots[at as usize] != at {
                    at = roots[at as usize];
                }
                at
            };
            let (a, b) = (root(&roots, a as u8), root(&roots, b as u8));
            if a != b {
                roots[a as usize] = b;
                parts -= 1;
            }
            let _ = side;
        }
        parts == 1
    };
    let (mut all, mut connected, mut shares) = (0u32, 0u32, [0f64; 24]);
    let mut set = 0xffu32;
    while set < 1 << 24 {
        all += 1;
        if is_connected(set) {
            connected += 1;
            squares(set).for_each(|side| shares[side] += 1.0);
        }
        // The next set of as many.
        let low = set & set.wrapping_neg();
        let carried = set + low;
        set = carried | (((carried ^ set) >> 2) / low);
    }
    assert_eq!((all, connected), (735_471, 175_264));
    let seeds = 4_000;
    for floor in 0..2 {
        let mut counts = [0f64; 24];
        for seed in 0..seeds {
            let open = Setup {
                walls: Walls::Random,
                ..Setup::new(Scenario::OfficeJob, 1, seed)
            };
            let Walls::Pieces(walls) = BurgleBros::complete(&open).expect("sound").walls else {
                panic!("random walls are drawn")
            };
            let drawn = sides
                .iter()
                .enumerate()
                .filter(|(_, side)| walls[floor] & side.bit() != 0);
            drawn.for_each(|(side, _)| counts[side] += 1.0);
        }
        for (side, wall) in sides.iter().enumerate() {
            let share = shares[side] / f64::from(connected);
            let spread = (seeds as f64 * share * (1.0 - share)).sqrt();
            let deviation = (counts[side] - seeds as f64 * share) / spread;
            assert!(deviation.abs() < 4.5, "{wall} on floor {}: {deviation}", floor + 1);
        }
    }
}

/// S-WALL-5, S-START-3, S-START-10: whatever the walls, the empty space and Lost Visual are, a seed deals the same
/// characters and the same first player.
#[test]
fn walls_do_not_change_whom_a_seed_deals() {
    for seed in 0..40 {
        for &scenario in Scenario::ALL {
            let usual = BurgleBros::complete(&Setup::new(scenario, 3, seed)).expect("sound");
            for (walls, lost_visual) in [(Walls::Random, false), (Walls::Random, true), (Walls::Standard, true)] {
                let other = Setup {
                    walls,
                    lost_visual,
                    ..Setup::new(scenario, 3, seed)
                };
                let other = BurgleBros::complete(&other).expect("sound");
                assert_eq!((&other.characters, other.first), (&usual.characters, usual.first));
            }
            let bank = BurgleBros::complete(&Setup::bank_job(3, seed)).expect("sound");
            assert_eq!((bank.characters, bank.first), (usual.characters, usual.first));
        }
    }
}

/// G-SETUP-1, S-START-9, N-NEXT-1: the second floor's Guard comes when somebody arrives, in Fort Knox as in the Office,
/// from the deck of his floor.
#[test]
fn the_guard_upstairs_comes_with_the_first_visitor() {
    for scenario in TWO_FLOORS {
        let mut game = state(&json!({
            "scenario": scenario.name(),
            "players": [{"character": "hawk-basic", "at": "1:A1"}],
            "entrance": "1:A1",
            "floors": [{"tiles": {"A1": "stairs-4"}, "guard": {"at": "D4", "die": "D2"}, "discard": ["D4", "D2"]}]
        }));
        assert_eq!(game.guard(1), None);
        play(&mut game, &["move 2:A1", "tile foyer-1"]);
        assert_eq!(game.node(), Node::Chance);
        let cards = squares(scenario.plans()[1].cells()).map(|square| format!("patrol {}", square_name(square)));
        assert_same(&outcomes(&game), &uniform(cards));
        play(&mut game, &["patrol D3", "patrol D1"]);
        let guard = game.guard(1).expect("in play");
        assert_eq!((guard.at, guard.die), (cell("2:D3"), Some(cell("2:D1"))));
        assert_eq!(guard.speed, scenario.guard_dice()[1]);
    }
}
