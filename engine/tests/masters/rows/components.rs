//! The contents of the box, as far as the program counts them. The supply never limits play (H4): of chits and hexes
//! this is the most that a scenario asks for.

use heist_engine::masters::components::{Card, Crisis, Event, Fixer, Item, NpcCard, Skill};
use heist_engine::masters::scenario::{Chit, Fixture, Loot, Scenario, Square};
use heist_engine::masters::tables::{Edition, Tables};
use heist_engine::masters::{Setup, Who};
use serde_json::json;

use super::super::boards::lab;
use super::super::scenes::scene;
use super::super::support::{heist, play};
use super::{number, rows, text};
use crate::common::rule_ids::{data_folder, table};

/// What no part of the program counts: it is only compared with the list of components.
const UNCOUNTED: [&str; 3] = ["components:game-help", "components:cash-token", "components:blank-chit"];

/// MH2a, H4: every component is there as often as the list says, and the program counts as its row says.
#[test]
fn components_are_as_many_as_the_program_counts() {
    let rows = rows(include_str!("components.json"));
    let (columns, table) = table(&data_folder("masters-of-the-heist").join("components.csv"));
    assert_eq!(columns[..4], ["id", "component", "count_v22", "count_v24"]);
    assert_eq!(rows.len(), table.len());
    for (row, listed) in rows.iter().zip(&table) {
        let id = row["rules"][0].as_str().expect("an id");
        assert_eq!(id, format!("components:{}", listed[0]));
        assert_eq!((text(row, "v22"), text(row, "v24")), (&*listed[2], &*listed[3]), "{id}");
        match text(row, "count") {
            "" => assert!(UNCOUNTED.contains(&id), "{id}"),
            name => assert_eq!(counted(name), number(row, "program"), "{id}"),
        }
    }
}

/// The most of something that a scenario has.
fn most(count: impl Fn(&Scenario) -> usize) -> usize {
    Scenario::all().iter().map(count).max().unwrap_or(0)
}

/// The most of something that lies on the map of a scenario.
fn on_map(count: impl Fn(&Square) -> u8) -> usize {
    most(|scenario| scenario.squares.iter().map(|square| usize::from(count(square))).sum())
}

/// The most chits of a kind that a scenario has on the map, in the bag and in the safe.
fn chits(chit: Chit, count: impl Fn(&Square) -> u8) -> usize {
    most(|scenario| {
        let map: usize = scenario.squares.iter().map(|square| usize::from(count(square))).sum();
        let safe = scenario.safe.iter().flat_map(|safe| &safe.loot);
        let safe = safe.filter(|(loot, _)| chit.loot() == Some(*loot) && *loot != Loot::Cash);
        map + usize::from(scenario.bag[chit.index()]) + safe.map(|&(_, count)| usize::from(count)).sum::<usize>()
    })
}

fn fixtures(is_it: impl Fn(Fixture) -> bool) -> usize {
    on_map(|square| u8::from(is_it(square.fixture)))
}

fn counted(name: &str) -> usize {
    let tables = Tables::get(Edition::V22);
    match name {
        "hexes" => most(|scenario| scenario.plan().count()),
        "exits" => most(|scenario| scenario.exits.len() + usize::from(scenario.tunnel_entrances)),
        "characters" => Card::ALL.len(),
        "npcs" => NpcCard::ALL.len(),
        "amateur skills" => {
            let amateurs = Skill::ALL
                .iter()
                .map(|&skill| tables.skill(skill))
                .filter(|row| !row.is_pro);
            amateurs.map(|row| usize::from(row.copies)).sum()
        }
        "events" => Event::ALL.len(),
        "crises" => Crisis::ALL.len(),
        "items" => Item::ALL
            .iter()
            .map(|&item| usize::from(tables.copies(item, Edition::V22)))
            .sum(),
        "fixers" => Fixer::ALL.len(),
        "lock" => chits(Chit::Lock, |square| square.locks),
        "camera" => chits(Chit::Camera, |square| square.cameras),
        "guard" => chits(Chit::Guard, |square| square.guards),
        "dog" => chits(Chit::Dog, |square| square.dogs),
        "jewel" => chits(Chit::Jewel, |square| square.jewels),
        "documents" => chits(Chit::Documents, |square| square.documents),
        "usb" => chits(Chit::Usb, |square| square.usb_keys),
        "keycard" => chits(Chit::Keycard, |square| square.keycards),
        "story" => most(|scenario| scenario.story_hexes.count_ones() as usize),
        "memory" => tables
            .cards
            .iter()
            .map(|card| usize::from(card.memory))
            .max()
            .unwrap_or(0),
        "door" => fixtures(|fixture| fixture == Fixture::KeycardDoor),
        "ring" => on_map(|square| u8::from(square.ring.is_some())),
        "server" => fixtures(|fixture| matches!(fixture, Fixture::Server(_))),
        "safe" => fixtures(|fixture| fixture == Fixture::Safe),
        "item" => fixtures(|fixture| fixture == Fixture::Item),
        "reinforcements" => fixtures(|fixture| fixture == Fixture::Reinforcements),
        "watchtower" => fixtures(|fixture| fixture == Fixture::Watchtower),
        "gate" => fixtures(|fixture| matches!(fixture, Fixture::Gate(_))),
        "kennel" => fixtures(|fixture| fixture == Fixture::Kennel),
        "npc" => most(|scenario| usize::from(scenario.npc.is_some())),
        "players" => (1..10)
            .take_while(|&seats| Setup::new("tech-lab", seats, 1).complete().is_ok())
            .count(),
        "dice" => dice(),
        // One more than there are tokens: the supply does not limit them.
        "ideas" => lab(json!({"1": {"ideas": 37}})).ideas(Who(0)).into(),
        other => panic!("nothing counts `{other}`"),
    }
}

/// How many dice four characters and a guide roll in a round.
fn dice() -> usize {
    let mut whole = scene(
        "server-farm",
        &["5,7", "5,7", "5,7", "5,7"],
        json!({"deck": super::super::scenes::deck(&["M1"])}),
    );
    whole["npc"]["at"] = json!("5,6");
    let mut state = heist(whole);
    play(&mut state, &["end"]);
    let mut rolled = 0;
    while let Some(who) = state.roller() {
        play(&mut state, &["die 3"]);
        assert_eq!(state.die(who), Some(3));
        rolled += 1;
    }
    rolled
}
