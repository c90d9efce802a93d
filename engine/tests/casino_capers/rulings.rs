//! House rulings that need loops (docs/rules/casino-capers.md, section 12.3). Single ones:
//! `cases/casino-capers/rulings.toml`.

use heist_engine::Game;
use heist_engine::casino_capers::{CasinoCapers, Setup};
use serde_json::json;

use super::support::{hyphens, new_game, table};

/// set.walls, H35: the walls given as an example have eight pieces on each floor and cut nothing off. What is wrong
/// with a table's own walls is said without the rules of another game.
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
        let state = new_game(&setup);
        let walls: u32 = (0..2).map(|floor| state.floor_plan(floor).walls().count_ones()).sum();
        assert_eq!(walls, 16);
        assert!(walls >= count * u32::from(state.walls_to_destroy()), "{count} players");
    }
}

/// H23, set.gear: an alternate that is unlocked goes to its character in addition to the three base cards, and nobody
/// else gets a fourth.
#[test]
fn alternates_go_to_their_characters() {
    let rows = table("gear.csv");
    let alternates = rows.iter().filter(|row| row["slot"] == "alt");
    assert_eq!(alternates.clone().count(), 9);
    for row in alternates {
        let (card, owner) = (hyphens(&row["gear_id"]), row["character"].as_str());
        let other = if owner == "hawk" { "rook" } else { "hawk" };
        let state = new_game(&json!({
            "seats": 2, "characters": [owner, other], "first": 1, "seed": 1, "alternates": [card]
        }));
        let cards = |player| state.gear(player).map(|(card, _)| card.to_string()).collect::<Vec<_>>();
        assert_eq!(cards(0).len(), 4, "{card}");
        assert!(cards(0).contains(&card), "{card}");
        assert_eq!(cards(1).len(), 3, "{card}");
    }
}
