//! Whole games: the size of a state, how deep rules nest, and that components are conserved.

use std::collections::HashMap;

use heist_engine::casino_capers::{CasinoCapers, Chip, ChipView, DeadDrops, Gear, PatrolCard, Setup, Tables};
use heist_engine::game::{Game, Node};
use heist_engine::random::{choose, choose_weighted, shuffle, stream};
use serde_json::{Value, json};

use super::support::{hyphens, new_game, square_names, state, table, written};

/// Games that go for depth.
const DEEP_GAMES: u64 = 60;

/// Games at random in which much gear is prepped, with every step shown to `look`.
fn games(count: u64, mut look: impl FnMut(&CasinoCapers)) {
    for number in 0..count {
        let mut rng = stream(number, "casino games", 0);
        let setup = Setup {
            dead_drops: if number % 2 == 0 {
                DeadDrops::Drawn
            } else {
                DeadDrops::Off
            },
            alternates: Gear::ALL
                .iter()
                .copied()
                .filter(|&card| Tables::card(card).alternate_of.is_some())
                .collect(),
            suspicion: 1 + (number % 10) as u8,
            ..Setup::random_finale(1 + (number % 4) as u8, number)
        };
        let mut state = CasinoCapers::new(&setup).expect("the setup is legal");
        let mut legal = Vec::new();
        while state.node() != Node::Terminal {
            look(&state);
            if state.node() == Node::Chance {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
                continue;
            }
            state.legal_actions(&mut legal);
            // Cards are prepped and taken where they can be.
            let is_useful = |name: &str| name.starts_with("prep") || name == "accept" || name.starts_with("keep");
            let useful = legal.iter().copied().find(|action| is_useful(&action.to_string()));
            state.apply(useful.unwrap_or_else(|| choose(&mut rng, &legal)));
        }
        look(&state);
    }
}

/// Many are held at a time: at most 512 bytes.
#[test]
fn a_state_is_small() {
    assert!(size_of::<CasinoCapers>() <= 512, "{} bytes", size_of::<CasinoCapers>());
}

/// A position in which gear can be used within uses of gear: all of it that nests is prepped, and chips lie face down
/// everywhere.
fn deep_start(number: u64) -> CasinoCapers {
    let (mut rng, rows) = (stream(number, "deep games", 0), table("gear.csv"));
    let begun = written(&new_game(&json!({"seats": 4, "seed": number})));
    let squares = square_names();
    let mut cells = |floor: usize, count: usize| -> Vec<String> {
        let mut names: Vec<String> = squares.iter().map(|square| format!("{}:{square}", floor + 1)).collect();
        shuffle(&mut rng, &mut names);
        names.truncate(count);
        names
    };
    let floors = [cells(0, 2), cells(1, 2)];
    let at = [cells(0, 2), cells(1, 2)].concat();
    let faces = ["magic-show-3", "magic-show-4", "front-desk-1", "front-desk-2"];
    let tiles: serde_json::Map<String, Value> = at.iter().cloned().zip(faces.map(|face| json!(face))).collect();
    let chips = [cells(0, 8), cells(1, 8)]
        .concat()
        .into_iter()
        .filter(|cell| !at.contains(cell));
    let chips: serde_json::Map<String, Value> = chips.map(|cell| (cell, json!("?"))).collect();
    let gear: [&[&str]; 4] = [
        &["vault", "trapeze", "earpiece"],
        &["binoculars", "x-ray-specs", "spyglass"],
        &["crybaby", "radio-interference", "fake-schedule"],
        &["switcheroo", "lookout", "disguise"],
    ];
    let characters = ["rook", "hawk", "juicer", "raven"];
    // What is prepped has removed its counterparts (act.prep.alt).
    let held = gear.concat();
    let is_gone = |row: &HashMap<String, String>| {
        let (id, alternate_of) = (hyphens(&row["gear_id"]), hyphens(&row["alternate_of"]));
        let is_base_of_held = rows.iter().any(|other| {
            held.contains(&hyphens(&other["gear_id"]).as_str()) && other["alternate_of"] == row["gear_id"]
        });
        held.contains(&id.as_str()) || held.contains(&alternate_of.as_str()) || is_base_of_held
    };
    let pile: Vec<String> = rows
        .iter()
        .filter(|row| !is_gone(row))
        .map(|row| hyphens(&row["gear_id"]))
        .collect();
    let players = (0..4).map(|player| {
        let gear: serde_json::Map<String, Value> = gear[player]
            .iter()
            .map(|card| ((*card).to_owned(), json!("prepped")))
            .collect();
        json!({"character": characters[player], "at": at[player], "gear": gear, "task-card": player + 1})
    });
    state(&json!({
        "scenario": "random-finale", "seats": 4, "suspicion": 1 + number % 10, "dead-drops": true,
        "players": players.collect::<Vec<_>>(), "current": 1 + number % 4, "pile": pile,
        "walls": begun["walls"], "chips": chips, "tiles": tiles, "entrances": ["1:A1", "1:D4"],
        "bouncers": floors.clone().map(|cells| json!({"at": cells[0], "marker": cells[1]})),
        "decks": floors.map(|cells| json!({"discards": cells})),
    }))
}

/// Ruling R26: windows open however deep rules nest, and no state nests deeper than docs/invariants.md proves, which
/// debug builds assert at every step. These games go for depth.
#[test]
fn rules_nest_deep_and_have_room() {
    let mut depths = Vec::new();
    for number in 0..DEEP_GAMES {
        let mut rng = stream(number, "deep games", 1);
        let (mut state, mut deepest) = (deep_start(number), 0);
        let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
        for step in 0..400 {
            let mut next = Vec::new();
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    state.outcomes(&mut outcomes);
                    next.extend(outcomes.iter().map(|&(outcome, _)| {
                        let mut next = state;
                        next.resolve(outcome);
                        next
                    }));
                }
                Node::Decision(_) => {
                    state.legal_actions(&mut legal);
                    next.extend(legal.iter().map(|&action| {
                        let mut next = state;
                        next.apply(action);
                        next
                    }));
                }
            }
            // A use counts as deep as what it opens; an end is no use.
            let worth = |next: &CasinoCapers| {
                if next.node() == Node::Terminal {
                    0.0
                } else {
                    next.depth() as f64
                }
            };
            let most = next.iter().map(worth).fold(0.0, f64::max);
            let care = 1.0 + (number % 3) as f64;
            let weights: Vec<f64> = next.iter().map(|next| ((worth(next) - most) * care).exp()).collect();
            state = next[choose_weighted(&mut rng, &weights)];
            deepest = deepest.max(state.depth());
            if step % 20 == 0 || state.depth() > 24 && step % 5 == 0 {
                assert_eq!(self::state(&written(&state)), state, "game {number}, step {step}");
            }
        }
        depths.push(deepest);
    }
    depths.sort_unstable();
    assert!(
        depths[DEEP_GAMES as usize / 2] > 28 && depths[DEEP_GAMES as usize - 1] > 36,
        "{depths:?}"
    );
}

/// set.decks, set.chips: no patrol card and no chip is there twice.
#[test]
fn components_are_conserved() {
    games(300, |state| {
        let discards = || (0..2).flat_map(|floor| state.patrol_discards(floor));
        let cells: Vec<PatrolCard> = discards().filter(|card| *card != PatrolCard::Distracted).collect();
        let is_alone = |card: &PatrolCard| cells.iter().filter(|other| *other == card).count() == 1;
        assert!(cells.iter().all(is_alone), "a patrol card lies in both discards");
        let in_decks: usize = (0..2).map(|floor| state.patrol_size(floor)).sum();
        assert!(in_decks + discards().count() <= 32 + 6);
        for kind in Chip::ALL {
            let shown = CasinoCapers::cells().filter(|&cell| state.chip_at(cell) == Some(ChipView::Up(*kind)));
            assert!(shown.count() <= usize::from(Chip::COPIES[kind.index()]));
        }
    });
}
