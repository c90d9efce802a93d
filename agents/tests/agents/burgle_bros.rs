//! The expert for Burgle Bros. in whole games.

use std::collections::BTreeMap;

use heist_agents::heuristics::Heuristics;
use heist_agents::search::Watch;
use heist_agents::spec::search_factory;
use heist_engine::board::{Cell, square_name, squares};
use heist_engine::burgle_bros::{BurgleBros, Face, Kind, Position, Scenario, Setup, Sides, Walls};
use heist_engine::game::{Game, Overrides, play_out};
use heist_engine::random::stream;
use serde_json::json;

use crate::experts::{keeps_every_property, looks_at_nothing_hidden, play, play_at_random, play_expertly};

/// Every scenario in turn, with and without its variants.
fn setup(seats: u8, seed: u64) -> Setup {
    Setup {
        sides: [Sides::Both, Sides::Older][usize::from(seed % 5 == 4)],
        walls: if seed % 4 == 3 { Walls::Random } else { Walls::Standard },
        lost_visual: seed % 2 == 1,
        ..Setup::new(Scenario::ALL[seed as usize % Scenario::ALL.len()], seats, seed)
    }
}

#[test]
fn the_expert_does_not_look_at_hidden_things() {
    for seats in 1..=4 {
        for seed in 0..12 {
            looks_at_nothing_hidden::<BurgleBros>(&setup(seats, seed), seed);
        }
    }
}

#[test]
fn games_of_the_expert_keep_every_property() {
    for seats in 1..=4 {
        for seed in 0..6 {
            keeps_every_property::<BurgleBros>(&setup(seats, seed), seed);
        }
    }
}

#[test]
fn the_expert_gets_much_further_than_chance() {
    let opened = FIGURE_SAFES;
    for seats in 1..=4 {
        let (mut expert, mut random) = (0, 0);
        for seed in 0..60 {
            let setup = setup(seats, seed);
            expert += play_expertly::<BurgleBros>(&setup, seed).figures[opened];
            random += play_at_random::<BurgleBros>(&setup, seed).figures[opened];
        }
        assert!(
            expert > 10 + 5 * random,
            "{seats} seats: {expert} Safes opened by the expert, {random} by chance"
        );
    }
}

/// Fort Knox, alone: floor 1 lies open and its Safe is done, so the others are upstairs.
#[test]
fn the_expert_leaves_a_floor_on_which_nothing_is_hidden() {
    let names: Vec<String> = Face::all()
        .filter(|face| face.kind() != Kind::Stairs)
        .map(|face| face.to_string())
        .collect();
    let plan = Scenario::FortKnox.plans()[0];
    let mut tiles: BTreeMap<String, String> = squares(plan.cells()).map(square_name).zip(names).collect();
    tiles.extend([("B2".into(), "safe".into()), ("A1".into(), "stairs-4".into())]);
    let position = json!({
        "scenario": "fort-knox",
        "players": [{"character": "hawk-basic", "at": "1:E5", "stealth": 60}],
        "entrance": "1:E5",
        "floors": [{
            "tiles": tiles,
            "safes": {"B2": {"dice": 3, "open": true}},
            "guard": {"at": "C4", "die": "A5"},
            "discard": ["C4", "A5"]
        }]
    });
    let position: Position = serde_json::from_value(position).expect("a position");
    let mut state = BurgleBros::from_position(position, Overrides::Waivable).expect("a sound one");
    let policy = BurgleBros::HEURISTIC.expect("an expert");
    let mut highest = 0;
    play_out(&mut state, &mut stream(5, "upstairs", 0), |state, seat, legal, rng| {
        if state.turn() <= 12 {
            highest = highest.max(state.at(seat).map_or(0, Cell::floor));
        }
        policy(state, seat, legal, rng)
    });
    assert_eq!(highest, 1, "he was never upstairs in his first turns");
}

/// The place of "safes opened" among the figures.
const FIGURE_SAFES: usize = 5;

#[test]
fn the_figure_of_opened_safes_is_where_the_tests_look() {
    assert_eq!(BurgleBros::FIGURES[FIGURE_SAFES].name, "safes opened");
}

#[test]
fn what_dropped_out_of_a_race_is_not_played() {
    let spec = "improve:sims=600,turns=1,margin=0,follow=false"
        .parse()
        .expect("a spec");
    let mut search = search_factory::<BurgleBros>(&spec).expect("the game has all it takes")();
    let policy = BurgleBros::HEURISTIC.expect("an expert");
    let mut rng = stream(1, "races", 0);
    let mut races = 0;
    for seed in 0..6 {
        let mut decisions = 0;
        play(&setup(3, seed), seed, |state: &BurgleBros, seat, legal| {
            decisions += 1;
            if legal.len() > 2 && decisions % 3 == 0 {
                let mut watch = Watch::hurried();
                let candidates = search.analyse(state, seat, legal, &mut rng, &mut watch).candidates;
                let longest = candidates.iter().map(|candidate| candidate.visits).max();
                assert_eq!(Some(candidates[0].visits), longest, "seed {seed}, decision {decisions}");
                races += 1;
            }
            policy(state, seat, legal, &mut rng)
        });
    }
    assert!(races > 100, "{races} races");
}
