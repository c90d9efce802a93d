//! House rulings that need loops (docs/rules/casino-capers.md, section 12.3). Single ones: `cases/casino-capers/rulings.toml`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use heist_engine::casino_capers::{CasinoCapers, Gear, Position, Setup, Tables};
use heist_engine::{Game, Overrides};
use heist_testkit::chi_square_critical;
use serde_json::json;

use crate::common::steps::play;

// ---- Floors --------------------------------------------------------------------------------------------------------

/// A square by column and row, from 0.
type Square = (i32, i32);

fn name((x, y): Square) -> String {
    format!("{}{}", char::from(b'A' + x as u8), y + 1)
}

fn squares() -> impl Iterator<Item = Square> {
    (0..16).map(|place| (place % 4, place / 4))
}

/// The 24 edges between neighbours, the western or northern one first.
fn edges() -> Vec<(Square, Square)> {
    let pairs = squares().flat_map(|(x, y)| [((x, y), (x + 1, y)), ((x, y), (x, y + 1))]);
    pairs.filter(|&(_, (x, y))| x < 4 && y < 4).collect()
}

/// The neighbours of a square without a wall between.
fn neighbours((x, y): Square, walls: &[String]) -> Vec<Square> {
    let near = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
    let is_open = |&to: &Square| {
        let (first, last) = if to < (x, y) { (to, (x, y)) } else { ((x, y), to) };
        !walls.contains(&format!("{}-{}", name(first), name(last)))
    };
    let inside = |&(x, y): &Square| (0..4).contains(&x) && (0..4).contains(&y);
    near.into_iter().filter(inside).filter(is_open).collect()
}

/// The random walls of floor 1 that a seed gives.
fn random_walls(seed: u64) -> Vec<String> {
    let setup: Setup = serde_json::from_value(json!({"seats": 2, "seed": seed})).expect("a setup");
    let setup = serde_json::to_value(setup.complete().expect("a playable setup")).expect("JSON");
    let walls = setup["walls"][0].as_array().expect("floor 1").iter();
    walls.map(|wall| wall.as_str().expect("a name").to_owned()).collect()
}

/// H3: over all sets of eight walls that leave a floor whole, each edge has a wall as often as in random setups.
#[test]
fn random_walls_stand_where_a_uniform_choice_puts_them() {
    const SETUPS: u64 = 3_000;
    let edges = edges();
    let bit = |(x, y): Square| 1u32 << (y * 4 + x);
    let masks: Vec<u32> = edges.iter().map(|&(a, b)| bit(a) | bit(b)).collect();
    let is_whole = |walls: u32| {
        let (mut reached, mut before) = (1u32, 0);
        while reached != before {
            before = reached;
            for (edge, &mask) in masks.iter().enumerate() {
                if walls >> edge & 1 == 0 && reached & mask != 0 {
                    reached |= mask;
                }
            }
        }
        reached == 0xffff
    };
    let (mut total, mut counts) = (0u32, [0u32; 24]);
    let mut walls: u32 = 0xff;
    while walls < 1 << 24 {
        if is_whole(walls) {
            total += 1;
            for (edge, count) in counts.iter_mut().enumerate() {
                *count += walls >> edge & 1;
            }
        }
        // The next number with as many bits.
        let low = walls & walls.wrapping_neg();
        let ripple = walls + low;
        walls = (((walls ^ ripple) >> 2) / low) | ripple;
    }
    assert_eq!(total, 175_264);

    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..SETUPS {
        let walls = random_walls(seed);
        assert_eq!(walls.iter().collect::<BTreeSet<_>>().len(), 8);
        for wall in walls {
            *found.entry(wall).or_default() += 1;
        }
    }
    let mut statistic = 0.0;
    for (&(a, b), &count) in edges.iter().zip(&counts) {
        let expected = f64::from(count) / f64::from(total) * SETUPS as f64;
        let found = found.remove(&format!("{}-{}", name(a), name(b))).unwrap_or_default();
        statistic += (f64::from(found) - expected).powi(2) / expected;
    }
    assert!(found.is_empty(), "{found:?} are edges of the floor");
    // Eight walls a setup vary less than independent ones, so the bound is a generous one.
    assert!(statistic < chi_square_critical(23), "{statistic}");
}

/// set.walls, H35: the walls given as an example have eight pieces on each floor and cut nothing off. What is wrong with a
/// table's own walls is said without the rules of another game.
#[test]
fn example_walls_can_be_played() {
    for blueprint in CasinoCapers::BLUEPRINTS {
        assert_eq!(blueprint.problems((blueprint.layout)()), [], "{}", blueprint.scenario);
    }
    let corner = ["A1-B1", "A1-A2", "C1-D1", "A2-B2", "B2-C2", "C2-D2", "A3-B3", "B3-C3"];
    let setup = json!({
        "seats": 2, "characters": ["hawk", "rook"], "first": 1, "chips": "dots", "walls": [corner, &corner[1..]]
    });
    let setup: Setup = serde_json::from_value(setup).expect("a setup");
    let problems = setup.complete().expect_err("walls that cannot be played").0;
    assert_eq!(
        problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "walls[0]: cut off from the rest of the floor: A1; expected a way between any two squares",
            "walls[1]: 7 walls, expected 8"
        ]
    );
}

/// finale.bringing_down_the_house.ruling.1: a setup has walls for the quotas of all players, however many they are.
#[test]
fn setups_have_walls_for_every_quota() {
    for count in 2..=4 {
        let setup = json!({"seats": count, "seed": count, "scenario": "finale-9"});
        let setup: Setup = serde_json::from_value(setup).expect("a setup");
        let state = CasinoCapers::new(&setup).expect("a playable setup");
        let walls: u32 = (0..2).map(|floor| state.floor_plan(floor).walls.count_ones()).sum();
        assert_eq!(walls, 16);
        assert!(walls >= count * u32::from(state.walls_to_destroy()), "{count} players");
    }
}

// ---- The bouncers' ways --------------------------------------------------------------------------------------------

/// Distances to a square.
fn distances(to: Square, walls: &[String]) -> BTreeMap<Square, usize> {
    let mut distances = BTreeMap::from([(to, 0)]);
    let mut queue = VecDeque::from([to]);
    while let Some(square) = queue.pop_front() {
        for next in neighbours(square, walls) {
            if !distances.contains_key(&next) {
                distances.insert(next, distances[&square] + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

/// All shortest ways onward from the end of `way` to the square at distance 0, each with its area: the sum of x y' - x' y
/// over its steps.
fn ways(way: &[Square], area: i32, distances: &BTreeMap<Square, usize>, walls: &[String]) -> Vec<(i32, Vec<Square>)> {
    let at = *way.last().expect("a way begins somewhere");
    if distances[&at] == 0 {
        return vec![(area, way.to_vec())];
    }
    let nearer = neighbours(at, walls)
        .into_iter()
        .filter(|next| distances[next] + 1 == distances[&at]);
    nearer
        .flat_map(|next| {
            let step = at.0 * next.1 - next.0 * at.1;
            ways(&[way, &[next]].concat(), area + step, distances, walls)
        })
        .collect()
}

/// A bouncer of floor 1 who is about to take his turn.
fn walking(from: Square, to: Square, walls: &[String]) -> CasinoCapers {
    let position = json!({
        "players": [{"character": "hawk", "at": "1:A1", "gear": {}}, {"character": "rook", "at": "2:A1", "gear": {}}],
        "entrances": ["1:A1", "1:D4"],
        "tiles": {"1:A1": "slots-3", "2:A1": "slots-4"},
        "walls": [walls, []],
        "bouncers": [
            {"at": format!("1:{}", name(from)), "marker": format!("1:{}", name(to))},
            {"at": "2:D4", "marker": "2:D1"}
        ],
        "decks": [{"discards": []}, {"discards": ["2:D4", "2:D1"]}]
    });
    let position: Position = serde_json::from_value(position).expect("the shape of a position");
    CasinoCapers::from_position(position, Overrides::None).expect("a position")
}

/// H16: of all shortest ways the one with the greatest area, which no other one has; three spaces of it in a turn.
#[test]
fn bouncers_take_the_way_with_the_greatest_area() {
    for seed in 0..8 {
        let walls = random_walls(seed);
        for to in squares() {
            let distances = distances(to, &walls);
            for from in squares().filter(|&from| from != to) {
                let mut found = ways(&[from], 0, &distances, &walls);
                found.sort();
                let (area, way) = found.pop().expect("a floor is whole");
                let is_only = found.last().is_none_or(|(other, _)| *other < area);
                assert!(is_only, "from {from:?} to {to:?} with {walls:?}");
                let mut state = walking(from, to, &walls);
                play(&mut state, &["end"]);
                let expected = format!("1:{}", name(way[3.min(way.len() - 1)]));
                let at = state.bouncer(0).map(|cell| cell.to_string());
                assert_eq!(at, Some(expected), "from {from:?} to {to:?} with {walls:?}");
            }
        }
    }
}

// ---- Alternate gear ------------------------------------------------------------------------------------------------

/// The alternates with the base cards that they stand beside.
fn alternates() -> Vec<(Gear, Gear)> {
    let all = Gear::ALL.iter().copied();
    all.filter_map(|card| Some((card, Tables::card(card).alternate_of?)))
        .collect()
}

/// H23: nine alternates, one of each character, beside a base card of the same character, Crybaby beside Bingo; they are
/// unlocked one after the other.
#[test]
fn each_character_has_one_alternate() {
    let alternates = alternates();
    let mut owners = BTreeSet::new();
    let mut unlocked = BTreeSet::new();
    for &(card, base) in &alternates {
        let owner = Tables::card(card).owner;
        assert_eq!(Tables::card(base).owner, owner, "{card}");
        assert!(Tables::card(base).alternate_of.is_none(), "{base} is a base card");
        assert_eq!(card.to_string() == "crybaby", base.to_string() == "bingo", "{card}");
        owners.insert(owner.to_string());
        unlocked.insert(Tables::card(card).unlock);
    }
    assert_eq!(alternates.len(), 9);
    assert_eq!(owners.len(), 9);
    assert_eq!(unlocked, (1..=9).collect());
}

/// H23, set.gear: an alternate that is unlocked goes to its character in addition to the three base cards, and nobody
/// else gets a fourth.
#[test]
fn alternates_go_to_their_characters() {
    for (card, _) in alternates() {
        let owner = Tables::card(card).owner.to_string();
        let other = if owner == "hawk" { "rook" } else { "hawk" };
        let setup = json!({
            "seats": 2, "characters": [owner, other], "first": 1, "seed": 1, "alternates": [card.to_string()]
        });
        let setup: Setup = serde_json::from_value(setup).expect("a setup");
        let state = CasinoCapers::new(&setup).expect("a playable setup");
        let cards = |player| state.gear(player).map(|(card, _)| card).collect::<Vec<_>>();
        assert_eq!(cards(0).len(), 4, "{card}");
        assert!(cards(0).contains(&card), "{card}");
        assert_eq!(cards(1).len(), 3, "{card}");
    }
}
