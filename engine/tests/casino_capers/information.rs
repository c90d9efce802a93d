//! What nobody knows, and how likely it is, at every chance node of random games (docs/rules/casino-capers.md, section
//! 8). Single positions: `cases/casino-capers/information.toml`.

use std::collections::BTreeMap;

use heist_engine::casino_capers::CasinoCapers;
use heist_engine::random::{self, Generator};
use heist_engine::{Fill, Game, Node, Seat};
use serde_json::{Value, json};

use super::support::{
    Distribution, assert_same, hyphens, new_game, outcomes, play, square_names, state, table, written,
};

// ---- Games ---------------------------------------------------------------------------------------------------------

/// Plays games of one to four people at random, with every chance node, its position and what is resolved there shown
/// to `look`.
fn chances(name: &str, games: u64, setup: &Value, mut look: impl FnMut(&CasinoCapers, &Value, &str)) {
    for number in 0..games {
        let mut rng = random::stream(number, name, 0);
        let mut setup = setup.clone();
        setup["seats"] = json!(1 + number % 4);
        setup["seed"] = json!(number);
        let mut state = new_game(&setup);
        for _ in 0..800 {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let position = written(&state);
                    let step = texts(&position["resolving"]).pop().expect("a step");
                    look(&state, &position, step);
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                Node::Decision(_) => {
                    let action = decide(&state, &mut rng);
                    state.apply(action);
                }
            }
        }
    }
}

/// A random action; the turn does not end while there is something else to do.
fn decide(state: &CasinoCapers, rng: &mut Generator) -> <CasinoCapers as Game>::Action {
    let actions = heist_testkit::steps::legal(state);
    let is_other = |action: &<CasinoCapers as Game>::Action| action.to_string() != "end";
    let other: Vec<_> = actions.iter().copied().filter(is_other).collect();
    if other.is_empty() {
        actions[0]
    } else {
        random::choose(rng, &other)
    }
}

/// The texts of a list of a position; none if it is left out.
fn texts(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// The entries of an object of a position.
fn entries(object: &Value) -> Vec<(&str, &str)> {
    let pairs = object.as_object().into_iter().flatten();
    pairs
        .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)))
        .collect()
}

/// How many there are of each.
fn census(names: impl Iterator<Item = String>) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    counts
}

/// Takes away what is seen.
fn take_away<'a>(counts: &mut BTreeMap<String, u32>, seen: impl Iterator<Item = &'a str>) {
    for name in seen {
        *counts.get_mut(name).expect("one of those counted") -= 1;
    }
}

// ---- What all know -------------------------------------------------------------------------------------------------

/// info.public: every seat sees the same at every chance node; and a world in which all is settled looks from a seat as
/// the game did before.
#[test]
fn all_seats_know_the_same() {
    let mut nodes = 0;
    chances("public", 60, &json!({"character-count": 4}), |state, _, _| {
        let first = state.information_state(Seat(0));
        assert!((1..state.seats() as u8).all(|seat| state.information_state(Seat(seat)) == first));
        let mut world = *state;
        world.determinize(Fill::All, &mut random::stream(1, "public", 0));
        assert!(world.information_state(Seat(0)) == first);
        nodes += 1;
    });
    assert!(nodes > 800, "{nodes}");
}

// ---- Tiles and chips -----------------------------------------------------------------------------------------------

/// The chance of each face on a face-down cell of a floor, by the row info.tiles.
fn tile_chances(position: &Value, floor: char) -> Distribution {
    let seen = entries(&position["tiles"]);
    let is_seen = |face: &str| seen.iter().any(|(_, other)| *other == face);
    let is_here = |prefix: &str| {
        seen.iter()
            .any(|(cell, face)| cell.starts_with(floor) && face.starts_with(prefix))
    };
    let places = 16.0 - seen.iter().filter(|(cell, _)| cell.starts_with(floor)).count() as f64;
    let mut found = Distribution::new();
    let mut fixed = 0.0;
    let own = if floor == '1' { "owners-office" } else { "safe" };
    if !is_seen(own) {
        fixed += 1.0;
        found.insert(format!("tile {own}"), 1.0 / places);
    }
    for (kind, pair) in [
        ("monorail", ["monorail-1", "monorail-2"]),
        ("escalator", ["escalator-3", "escalator-4"]),
    ] {
        if !is_here(kind) {
            fixed += 1.0;
            let left: Vec<&str> = pair.into_iter().filter(|face| !is_seen(face)).collect();
            for face in &left {
                found.insert(format!("tile {face}"), 1.0 / left.len() as f64 / places);
            }
        }
    }
    let rows = table("tiles.csv");
    let pool = rows.iter().filter(|row| row["placement"] == "pool_of_26");
    let mut unseen = census(pool.map(|row| format!("{}-{}", hyphens(&row["kind"]), row["number"])));
    let of_pool: Vec<&str> = seen
        .iter()
        .map(|(_, face)| *face)
        .filter(|face| unseen.contains_key(*face))
        .collect();
    take_away(&mut unseen, of_pool.into_iter());
    let total: u32 = unseen.values().sum();
    let share = (places - fixed) / places;
    for (face, left) in unseen.iter().filter(|(_, left)| **left > 0 && share > 0.0) {
        found.insert(format!("tile {face}"), share * f64::from(*left) / f64::from(total));
    }
    found
}

/// info.tiles: whenever a tile is turned up, its chances are those of the table.
#[test]
fn tiles_turn_up_as_the_table_says() {
    let mut nodes = 0;
    chances("tiles", 60, &json!({}), |state, position, step| {
        if let Some(cell) = step.strip_prefix("reveal-tile ") {
            let floor = cell.chars().next().expect("a floor");
            assert_same(&outcomes(state), &tile_chances(position, floor));
            nodes += 1;
        }
    });
    assert!(nodes > 300, "{nodes}");
}

/// info.chips: whenever a chip is turned up, it is one of those unseen, and with three or four characters the one in
/// the box counts among them.
#[test]
fn chips_turn_up_as_the_table_says() {
    let (mut nodes, rows) = (0, table("chips.csv"));
    chances(
        "chips",
        60,
        &json!({"scenario": "finale-7"}),
        |state, position, step| {
            if !step.starts_with("reveal-chip ") {
                return;
            }
            let mut unseen = census(rows.iter().map(|row| hyphens(&row["kind"])));
            if position["players"].as_array().map(Vec::len) == Some(2) {
                take_away(&mut unseen, ["saleswoman"].into_iter());
            }
            let face_up = entries(&position["chips"]).into_iter().map(|(_, chip)| chip);
            let discarded = texts(&position["discarded-chips"]);
            take_away(&mut unseen, face_up.filter(|chip| *chip != "?").chain(discarded));
            let total: u32 = unseen.values().sum();
            let left = unseen.iter().filter(|(_, left)| **left > 0);
            let expected = left.map(|(chip, left)| (format!("chip {chip}"), f64::from(*left) / f64::from(total)));
            assert_same(&outcomes(state), &expected.collect());
            nodes += 1;
        },
    );
    assert!(nodes > 200, "{nodes}");
}

// ---- Decks ---------------------------------------------------------------------------------------------------------

/// info.patrol, info.distracted: whenever a bouncer needs a card and no deck was mixed with the other one, it is one of
/// those of the floor that lie nowhere else, each alike, distracted ones by their number.
#[test]
fn patrol_cards_come_as_the_table_says() {
    let (mut nodes, suspicion) = (0, table("suspicion.csv"));
    for level in [1, 6, 10] {
        chances("patrol", 40, &json!({"suspicion": level}), |state, position, step| {
            let Some(floor) = step.strip_prefix("draw-destination ") else {
                return;
            };
            let decks = position["decks"].as_array().expect("two decks");
            if decks
                .iter()
                .any(|deck| deck.get("sources").is_some() || deck.get("top").is_some())
            {
                return;
            }
            let discards = texts(&decks[floor.parse::<usize>().expect("a floor") - 1]["discards"]);
            let cards = square_names().into_iter().map(|square| format!("{floor}:{square}"));
            let left: Vec<String> = cards.filter(|card| !discards.contains(&card.as_str())).collect();
            let added = suspicion[level - 1][&format!("distracted_added_floor{floor}")].parse::<usize>();
            let gone = discards.iter().filter(|card| **card == "distracted").count();
            let distracted = added.expect("a number") - gone;
            let total = (left.len() + distracted) as f64;
            let even = left.iter().map(|card| (format!("patrol {card}"), 1.0 / total));
            let mut expected: Distribution = even.collect();
            if distracted > 0 {
                expected.insert("patrol distracted".to_owned(), distracted as f64 / total);
            }
            assert_same(&outcomes(state), &expected);
            nodes += 1;
        });
    }
    assert!(nodes > 300, "{nodes}");
}

/// info.events: whenever an event is drawn, it is one of those of its deck neither in the discards nor in front of a
/// player.
#[test]
fn events_come_as_the_table_says() {
    let (mut nodes, rows) = (0, table("events.csv"));
    chances("events", 100, &json!({}), |state, position, step| {
        let words: Vec<&str> = step.split(' ').collect();
        let ["draw-event", _, deck] = words[..] else { return };
        let discards = texts(&position["events"][deck]);
        let players = position["players"].as_array().expect("players");
        let has_meeting = players.iter().any(|player| player["dubious"] == json!(true));
        let steps = texts(&position["resolving"]);
        let is_away = |event: &str| {
            discards.contains(&event)
                || event == "dubious-meeting" && has_meeting
                || steps.iter().any(|step| step.split(' ').any(|word| word == event))
        };
        let own = rows.iter().filter(|row| row["deck"] == deck);
        let events = own.map(|row| hyphens(&row["event_id"]));
        let left: Vec<String> = events.filter(|event| !is_away(event)).collect();
        // Of an empty deck the discards are shuffled (event.draw).
        if !left.is_empty() {
            let even = 1.0 / left.len() as f64;
            let expected = left.iter().map(|event| (format!("event {event}"), even));
            assert_same(&outcomes(state), &expected.collect());
            nodes += 1;
        }
    });
    assert!(nodes > 50, "{nodes}");
}

// ---- Dice ----------------------------------------------------------------------------------------------------------

/// A position with dice on the Safe and cubes on Cashier Cages beside Table Games.
fn dice_position(dice: u32, cubes: u32) -> Value {
    json!({
        "players": [{"character": "hawk", "at": "2:B2"}, {"character": "rook", "at": "1:B2"}],
        "entrances": ["1:A1", "1:D4"],
        "tiles": {
            "2:B2": "safe", "1:C4": "owners-office", "1:B2": "cashier-cages-6", "1:B1": "table-games-5"
        },
        "dice": {"safe": dice},
        "cubes": {"1:B2": cubes},
        "bouncers": [{"at": "1:D1", "marker": "1:A4"}, {"at": "2:A4", "marker": "2:D1"}],
        "decks": [{"discards": ["1:D1", "1:A4"]}, {"discards": ["2:A4", "2:D1"]}]
    })
}

/// info.dice: dice are fair and independent. Rolls of the Safe come as all rolls counted say; a given number is among n
/// dice with 1 - (5/6)^n.
#[test]
fn safe_dice_are_fair() {
    for count in 1..=5u32 {
        let mut state = state(&dice_position(count, 1));
        play(&mut state, &["roll"]);
        let rolls = 6u32.pow(count);
        let mut expected = Distribution::new();
        for roll in 0..rolls {
            let mut faces: Vec<u32> = (0..count).map(|die| roll / 6u32.pow(die) % 6 + 1).collect();
            faces.sort_unstable();
            let name: String = faces.iter().map(u32::to_string).collect();
            *expected.entry(format!("dice {name}")).or_default() += 1.0 / f64::from(rolls);
        }
        let found = outcomes(&state);
        assert_same(&found, &expected);
        let hits = found.iter().filter(|(name, _)| name.contains('3'));
        let hit: f64 = hits.map(|(_, chance)| chance).sum();
        assert!(
            (hit - (1.0 - (5.0f64 / 6.0).powi(count as i32))).abs() < 1e-9,
            "{count} dice: {hit}"
        );
    }
}

/// info.dice: the Cashiers hold a player with (cubes - 1)/6; 7 or 11 comes with 8/36.
#[test]
fn cashiers_and_tables_have_their_chances() {
    for cubes in 2..=5u32 {
        let mut position = dice_position(1, cubes);
        position["current"] = json!(2);
        let mut leaving = state(&position);
        play(&mut leaving, &["move 1:B1"]);
        let stays = |die: &str| {
            let mut next = leaving;
            play(&mut next, &[die]);
            next.player_cell(1).is_some_and(|at| at.to_string() == "1:B2")
        };
        let held: f64 = outcomes(&leaving)
            .into_iter()
            .filter(|(die, _)| stays(die))
            .map(|(_, chance)| chance)
            .sum();
        assert!(
            (held - f64::from(cubes - 1) / 6.0).abs() < 1e-9,
            "{cubes} cubes: {held}"
        );
        play(&mut leaving, &["dice 6"]);
        let is_lucky = |dice: &str| {
            let sum: u32 = dice.chars().filter_map(|face| face.to_digit(10)).sum();
            sum == 7 || sum == 11
        };
        let lucky = outcomes(&leaving).into_iter().filter(|(dice, _)| is_lucky(dice));
        let chance: f64 = lucky.map(|(_, chance)| chance).sum();
        assert!((chance - 8.0 / 36.0).abs() < 1e-9, "{chance}");
    }
}
