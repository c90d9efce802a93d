//! Hidden information and chance (section 8).

use std::collections::BTreeMap;

use heist_engine::game::{Fill, Game, Seat};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::masters::scenario::Scenario;
use heist_engine::random;
use serde_json::json;

use super::boards::{board, difference, lab, on};
use super::support::{act, heist, odds, play, position, refusal};

/// A Tech Lab with three unrevealed hexes and the bag of MH11.10: two Guards, a Lock and a Camera.
fn three_hexes(letters: &str) -> MastersOfTheHeist {
    lab(json!({
        "1": {"letters": letters}, "bag": {"guard": 2, "lock": 1, "camera": 1}, "deck": ["M1", "M1", "Z1"],
        "hexes": {"2,2": {"unrevealed": true}, "1,4": {"unrevealed": true}, "2,6": {"unrevealed": true}},
    }))
}

fn chance(state: &MastersOfTheHeist, chit: &str) -> f64 {
    let name = format!("chit {chit}");
    odds(state)
        .iter()
        .find(|(outcome, _)| *outcome == name)
        .map_or(0.0, |(_, odds)| *odds)
}

/// MH11.10, MH8a, MH5.3f: first draw Guard 1/2, then 1/3; a fixed hex is the Lock with 1/4, in whatever order.
#[test]
fn mh11_10_bag_odds() {
    let mut state = three_hexes("RRR");
    act(&mut state, "1", &["reveal 1,4"]);
    assert!((chance(&state, "guard") - 0.5).abs() < 1e-9);
    play(&mut state, &["chit guard"]);
    act(&mut state, "1", &["reveal 2,6"]);
    assert!((chance(&state, "guard") - 1.0 / 3.0).abs() < 1e-9);
    // The Lock on 2,2: drawn first, second or third.
    for order in [["2,2", "1,4", "2,6"], ["1,4", "2,2", "2,6"], ["2,6", "1,4", "2,2"]] {
        let mut worlds = vec![(three_hexes("RRR"), 1.0)];
        let mut found = 0.0;
        for tile in order {
            let mut next = Vec::new();
            for (mut state, weight) in worlds {
                act(&mut state, "1", &[&format!("reveal {tile}")]);
                for (outcome, odds) in odds(&state) {
                    let mut state = state;
                    play(&mut state, &[&outcome]);
                    if tile == "2,2" && outcome == "chit lock" {
                        found += weight * odds;
                    }
                    next.push((state, weight * odds));
                }
            }
            worlds = next;
        }
        assert!((found - 0.25).abs() < 1e-9, "{order:?}: {found}");
    }
}

/// MH8b: the surplus is drawn from what is left in the bag.
#[test]
fn mh8b_the_surplus() {
    let mut state = lab(json!({"1": {"letters": "RR"}, "bag": {"guard": 1, "camera": 3}}));
    act(&mut state, "1", &["reveal"]);
    assert!((chance(&state, "camera") - 0.75).abs() < 1e-9);
    play(&mut state, &["chit camera"]);
    act(&mut state, "1", &["reveal"]);
    assert!((chance(&state, "camera") - 2.0 / 3.0).abs() < 1e-9);
}

/// MH8c, MH8d, MH8e: dice are one in six each: at ROLL, for a last ditch, for an NPC that is freed.
#[test]
fn mh8c_dice() {
    let die: Vec<(String, f64)> = (1..=6).map(|face| (format!("die {face}"), 1.0 / 6.0)).collect();
    let idle = json!({"die": 0, "action": null});
    let roll = lab(json!({"phase": "roll", "1": idle, "2": idle, "3": idle}));
    assert_eq!(odds(&roll), die);
    let mut ditch = lab(json!({"phase": "escape", "1": {"at": "5,6", "action": null}}));
    act(&mut ditch, "1", &["last-ditch", "step 5,7", "roll"]);
    assert_eq!(odds(&ditch), die);
    let mut freed = board("estate-basement", ["6,1", "0,8", "0,8"], json!({"npc": {"at": "8,1"}}));
    act(&mut freed, "1", &["server"]);
    assert_eq!(odds(&freed), die);
}

/// MH8f: deck, Crises, plans and hands are open: the information state keeps them all, for every seat.
#[test]
fn mh8f_everything_else_is_open() {
    let state = lab(json!({
        "seats": 3, "1": {"loot": ["documents"], "tokens": ["6,5"]}, "2": {"ideas": 3}, "queue": ["C2"],
        "deck": ["E5", "M1", "Z1"], "bag": {"guard": 2}, "hexes": {"2,2": {"unrevealed": true}},
    }));
    let mut world = state;
    world.determinize(Fill::All, &mut random::stream(1, "worlds", 0));
    for seat in 0..3 {
        assert_eq!(position(&world.information_state(Seat(seat))), position(&state));
        assert_eq!(world.information_state(Seat(seat)).key(), state.key());
    }
    // Nothing is private: only what nobody knows is there to be filled.
    let mut private = state;
    private.determinize(Fill::Private, &mut random::stream(1, "worlds", 0));
    assert_eq!(position(&private), position(&state));
}

/// MH8g, MH8a: each way to deal the bag to the hexes is equally likely, and a world draws what it has dealt.
#[test]
fn mh8g_worlds_deal_the_bag() {
    let state = three_hexes("RRR");
    let mut rng = random::stream(7, "worlds", 0);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let trials = 6000;
    for _ in 0..trials {
        let mut world = state;
        world.determinize(Fill::All, &mut rng);
        let hidden = position(&world)["hidden"].clone();
        let mut names: Vec<&str> = hidden
            .as_array()
            .unwrap()
            .iter()
            .map(|chit| chit.as_str().unwrap())
            .collect();
        *counts.entry(names.join(" ")).or_default() += 1;
        names.sort_unstable();
        assert_eq!(names, ["camera", "guard", "guard", "lock"]);
    }
    // Four chits of which two are equal: twelve orders.
    assert_eq!(counts.len(), 12, "{counts:?}");
    for (order, count) in counts {
        assert!(count.abs_diff(trials / 12) < 110, "{order}: {count}");
    }
    let mut world = state;
    world.determinize(Fill::All, &mut rng);
    let hidden = position(&world)["hidden"].clone();
    let mut drawn = world;
    // In index order: 2,2, then 1,4, then 2,6; the fourth is the surplus. The order of reveals makes no difference.
    for (tile, place) in [("2,6", 2), ("2,2", 0), ("1,4", 1)] {
        act(&mut drawn, "1", &[&format!("reveal {tile}")]);
        let chit = drawn.sample(&mut rng).to_string();
        assert_eq!(chit, format!("chit {}", hidden[place].as_str().unwrap()), "{tile}");
        play(&mut drawn, &[&chit]);
    }
    assert_eq!(position(&drawn)["hidden"], json!([hidden[3]]));
}

/// MH8g: a world in which chits are added re-deals nothing, and new chits come to every place equally often.
#[test]
fn mh8g_new_chits_go_to_random_places() {
    // E6 adds two Locks to a bag of three Guards under two unrevealed hexes.
    let state = lab(json!({
        "bag": {"guard": 3}, "deck": ["E6", "M1", "Z1"],
        "hexes": {"2,2": {"unrevealed": true}, "1,4": {"unrevealed": true}},
    }));
    let mut rng = random::stream(9, "worlds", 0);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let trials = 5000;
    for _ in 0..trials {
        let mut world = state;
        world.determinize(Fill::All, &mut rng);
        play(&mut world, &["end"]);
        let hidden = position(&world)["hidden"].clone();
        let names: Vec<&str> = hidden
            .as_array()
            .unwrap()
            .iter()
            .map(|chit| chit.as_str().unwrap())
            .collect();
        *counts.entry(names.join(" ")).or_default() += 1;
    }
    assert_eq!(counts.len(), 10, "two places of five: {counts:?}");
    for (order, count) in counts {
        assert!(count.abs_diff(trials / 10) < 110, "{order}: {count}");
    }
    // What was there before keeps its order.
    let mut mixed = lab(json!({
        "bag": {"guard": 1, "camera": 1, "jewel": 0}, "hidden": ["camera", "guard"], "hidden-entropy": 5,
        "deck": ["E6", "M1", "Z1"], "hexes": {"2,2": {"unrevealed": true}},
    }));
    play(&mut mixed, &["end"]);
    let hidden = position(&mixed)["hidden"].clone();
    let before: Vec<&str> = hidden
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|chit| chit.as_str())
        .filter(|&chit| chit != "lock")
        .collect();
    assert_eq!(before, ["camera", "guard"]);
    assert_eq!(hidden.as_array().unwrap().len(), 4);
}

/// MH8g: The Melee Job has 15 chits for 11 hexes: all three jewels lie on the board with 0.363, two 0.484, one 0.145,
/// none 0.009.
#[test]
fn mh8g_the_jewels_of_the_melee_job() {
    let state = board_of_the_melee_job();
    let mut rng = random::stream(3, "worlds", 0);
    let trials = 5000u32;
    let (mut jewels, mut keycards) = ([0u32; 4], 0);
    for _ in 0..trials {
        let mut world = state;
        world.determinize(Fill::All, &mut rng);
        let hidden = position(&world)["hidden"].clone();
        let dealt: Vec<&str> = hidden.as_array().unwrap()[..11]
            .iter()
            .map(|chit| chit.as_str().unwrap())
            .collect();
        jewels[dealt.iter().filter(|&&chit| chit == "jewel").count()] += 1;
        keycards += u32::from(dealt.contains(&"keycard"));
    }
    let share = |count: u32| f64::from(count) / f64::from(trials);
    // Five standard deviations, and what the rules round off.
    let is_near = |found: f64, expected: f64| {
        (found - expected).abs() < 5.0 * (expected * (1.0 - expected) / f64::from(trials)).sqrt() + 0.001
    };
    for (count, expected) in jewels.into_iter().zip([0.009, 0.145, 0.484, 0.363]) {
        assert!(is_near(share(count), expected), "{jewels:?}");
    }
    assert!(is_near(share(keycards), 11.0 / 15.0), "{keycards}");
}

/// The Melee Job as it begins.
fn board_of_the_melee_job() -> MastersOfTheHeist {
    let setup =
        serde_json::from_value(json!({"scenario": "museum-of-antiquity", "seats": 3, "seed": 1})).expect("a setup");
    MastersOfTheHeist::new(&setup).expect("a playable setup")
}

/// MH8g, MH5.3j: a world stays whole through draws, and what is drawn is what lies there.
#[test]
fn mh8g_a_world_goes_on_after_draws() {
    let mut world = three_hexes("R");
    world.determinize(Fill::All, &mut random::stream(4, "worlds", 0));
    let before = world;
    act(&mut world, "1", &["reveal 1,4"]);
    let chit = world.sample(&mut random::stream(4, "draws", 0)).to_string();
    play(&mut world, &[&chit]);
    let kind = chit.trim_start_matches("chit ");
    assert_eq!(on(&world, "1,4"), kind);
    let hidden = difference(&before, &world)
        .into_iter()
        .find(|line| line.starts_with("hidden:"))
        .unwrap();
    assert_eq!(
        hidden.matches(kind).count() % 2,
        1,
        "one of it has left the order: {hidden}"
    );
}

/// MH8g: the order that a world knows is one of exactly the chits of the bag.
#[test]
fn mh8g_an_order_of_other_chits_is_refused() {
    let mut world = position(&three_hexes("R"));
    world["hidden"] = json!(["guard", "lock", "camera", "camera"]);
    world["hidden-entropy"] = json!(1);
    assert!(refusal(world.clone()).contains("expected exactly those of the bag, in an order"));
    world["hidden"] = json!(["guard", "lock", "camera", "guard"]);
    heist(world);
}

/// MH3.1b, MH7.4b: a position's bag holds no more chits than the scenario puts in, and E1 and E6 with three and two.
#[test]
fn mh3_1b_no_more_chits_than_the_bag_has() {
    let bag = Scenario::find("tech-lab").expect("a scenario").bag;
    let most = bag.iter().sum::<u8>() + 3 + 2;
    let with = |count: u8| {
        let mut position = position(&lab(json!({})));
        position["bag"] = json!({"guard": 3, "blank": count - 3});
        position
    };
    heist(with(most));
    let found = refusal(with(most + 1));
    let expected = format!("bag: found {} chits, expected at most {most}, as many as", most + 1);
    assert!(found.contains(&expected), "{found}");
}

/// MH3.3b, MH7.6i: no more planning tokens than the memory of the card, and two more if the Master Plan Copy may have
/// been held.
#[test]
fn mh3_3b_no_more_tokens_than_the_memory() {
    // The Thug has a memory of 7.
    let tiles = ["5,5", "5,4", "6,4", "6,5", "5,6", "4,6", "4,5", "5,3", "3,6", "2,6"];
    let acting = |count: usize| {
        let mut position = position(&lab(json!({})));
        position["players"][0]["tokens"] = json!(tiles[..count]);
        position
    };
    heist(acting(9));
    let found = refusal(acting(10));
    assert!(
        found.contains("players[0].tokens: found 10 tokens, expected at most 9"),
        "{found}"
    );
    let planning = |count: usize, loot: &[&str]| {
        let still = json!({"die": 0, "action": null});
        let state = lab(json!({
            "phase": "plan", "round": 0, "resolving": ["tokens 2 0"], "2": still, "3": still,
            "1": {"die": 0, "action": null, "loot": loot},
        }));
        let mut position = position(&state);
        position["players"][0]["tokens"] = json!(tiles[..count]);
        position
    };
    heist(planning(7, &[]));
    heist(planning(9, &["master-plan-copy"]));
    for (count, loot, most) in [(8, &[][..], 7), (10, &["master-plan-copy"][..], 9)] {
        let found = refusal(planning(count, loot));
        let expected = format!("players[0].tokens: found {count} tokens, expected at most {most}");
        assert!(found.contains(&expected), "{found}");
    }
}
