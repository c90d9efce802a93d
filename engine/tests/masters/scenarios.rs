//! The scenarios of Masters of the Heist (7.10): every file is read and agrees with the table of the rules.

use heist_engine::board::hexes::{NO_WAY, Side, members};
use heist_engine::masters::components::{Crisis, Event, Fixer, Item, NpcCard};
use heist_engine::masters::scenario::{Chit, DeckCard, Fixture, Goal, GuideSpecial, Loot, Scenario, ScenarioError};

use serde_json::json;

use super::support::refusal;
use crate::common::rule_ids::{data_folder, table};

fn scenario(name: &str) -> &'static Scenario {
    Scenario::find(name).expect("a scenario")
}

/// scenarios:*, scenarios/rev-2021-01:*: index.csv says of every file how many of everything there are.
#[test]
fn every_scenario_agrees_with_the_index() {
    let (columns, rows) = table(&data_folder("masters-of-the-heist").join("scenarios").join("index.csv"));
    let mut seen = 0;
    for row in rows {
        let text = |column: &str| row[columns.iter().position(|name| name == column).unwrap()].as_str();
        let number = |column: &str| text(column).parse::<usize>().unwrap();
        let name = match seen {
            0..17 => text("id").to_owned(),
            _ => format!("{}@{}", text("id"), text("revision")),
        };
        seen += 1;
        let found = Scenario::find(&name);
        if text("complete") == "no" {
            let missing = ScenarioError::Incomplete {
                name,
                missing: "no event deck".to_owned(),
            };
            assert_eq!(found, Err(missing));
            continue;
        }
        let scenario = found.unwrap();
        assert_eq!(scenario.job, text("job"), "{name}");
        assert_eq!(scenario.difficulty, text("difficulty"), "{name}");
        assert_eq!(scenario.plan().count(), number("hexes"), "{name}");
        assert_eq!(scenario.unrevealed().count_ones() as usize, number("unknown"), "{name}");
        assert_eq!(scenario.exits.len(), number("exits"), "{name}");
        let any_outer_side = name == "server-farm@2021-01";
        assert!(
            any_outer_side || scenario.tunnels.len() == number("tunnel_spaces"),
            "{name}"
        );
        for chit in &Chit::ALL[..8] {
            assert_eq!(
                usize::from(scenario.bag[chit.index()]),
                number(&format!("bag_{chit}")),
                "{name} {chit}"
            );
        }
        assert_eq!(
            scenario.bag.iter().map(|&count| usize::from(count)).sum::<usize>(),
            number("bag_total"),
            "{name}"
        );
        let events = scenario.deck.iter().filter(|card| card.event().is_some());
        assert_eq!(events.count(), number("events"), "{name}");
        assert_eq!(scenario.deck.len(), number("events") + number("crises"), "{name}");
        assert_eq!(
            scenario.unlocks.map_or("", Fixer::name),
            text("unlocks_fixer"),
            "{name}"
        );
        assert_eq!(usize::from(scenario.reward), number("reward_k"), "{name}");
        let objective: Vec<String> = scenario.objective.iter().map(written).collect();
        assert_eq!(objective.join(";"), text("objective"), "{name}");
    }
    assert_eq!(seen, 17 + 6);
    assert_eq!(Scenario::all().len(), 17 + 4);
}

/// A part of an objective, as scenario files write it.
pub fn written(goal: &Goal) -> String {
    match goal {
        Goal::Stolen(loot, count) => format!("stolen({loot}) >= {count}"),
        Goal::NpcEscaped => "npc_escaped".to_owned(),
        Goal::Escaped(count) => format!("escaped_count >= {count}"),
        Goal::HideoutHas(loot) => format!("hideout_has({loot})"),
    }
}

/// MH3.1b: there are chits for all unrevealed hexes. MH3.1c, MH7.5c: the last card opens the Escape part.
#[test]
fn bags_last_and_decks_end_with_a_final_crisis() {
    for scenario in Scenario::all() {
        let chits: u32 = scenario.bag.iter().map(|&count| u32::from(count)).sum();
        assert!(chits >= scenario.unrevealed().count_ones(), "{}", scenario.name);
        assert_eq!(scenario.bag[Chit::Blank.index()], 0, "{}", scenario.name);
        let is_final = |card: &DeckCard| matches!(card.crisis(), Some(Crisis::Z1 | Crisis::Z2));
        assert_eq!(
            scenario.deck.iter().filter(|card| is_final(card)).count(),
            1,
            "{}",
            scenario.name
        );
        assert!(scenario.deck.last().is_some_and(is_final), "{}", scenario.name);
    }
}

/// MH1b: an Exit stands beside the map and opens to one hex. MH3.3d: tunnel spaces too, on each of their sides.
#[test]
fn exits_and_tunnels_are_beside_the_hexes_that_they_open_to() {
    for scenario in Scenario::all() {
        let plan = scenario.plan();
        for exit in &scenario.exits {
            assert_eq!(plan.at(exit.space), None, "{}", scenario.name);
            assert_eq!(
                plan.at(exit.space.beside(exit.opens)),
                Some(usize::from(exit.hex)),
                "{}",
                scenario.name
            );
        }
        for tunnel in &scenario.tunnels {
            assert_eq!(plan.at(tunnel.space), None, "{}", scenario.name);
            let sides = Side::ALL.into_iter().filter(|side| tunnel.sides & side.bit() != 0);
            let opens: Vec<Side> = sides.collect();
            assert!(!opens.is_empty(), "{}", scenario.name);
            assert!(
                opens.iter().all(|&side| plan.at(tunnel.space.beside(side)).is_some()),
                "{}",
                scenario.name
            );
        }
        assert!(
            usize::from(scenario.tunnel_entrances) <= scenario.tunnels.len(),
            "{}",
            scenario.name
        );
    }
}

/// Section 8: hexes have 2.8 to 4.1 neighbours on average, and the farthest hex is 4 to 9 steps from the nearest Exit.
#[test]
fn maps_have_the_shape_that_section_8_says() {
    for scenario in Scenario::all() {
        let plan = scenario.plan();
        let pairs: u32 = members(plan.present())
            .map(|hex| plan.neighbours(hex).count_ones())
            .sum();
        let mean = f64::from(pairs) / plan.count() as f64;
        assert!((2.75..4.15).contains(&mean), "{}: {mean}", scenario.name);
        let ways = |hex: usize| {
            scenario
                .exits
                .iter()
                .map(move |exit| plan.distance(usize::from(exit.hex), hex))
        };
        let nearest = members(plan.present()).map(|hex| ways(hex).min().unwrap());
        let farthest = nearest.max().unwrap();
        assert_ne!(farthest, NO_WAY, "{}", scenario.name);
    }
}

/// scenarios/rev-2021-01:server-farm: its tunnel may come out at any external side of any hex.
#[test]
fn the_earlier_server_farm_may_dig_anywhere() {
    let farm = scenario("server-farm@2021-01");
    let plan = farm.plan();
    let mut dug = 0;
    for hex in members(plan.present()) {
        for side in Side::ALL
            .into_iter()
            .filter(|side| plan.outer_sides(hex) & side.bit() != 0)
        {
            let space = plan.hex(hex).beside(side);
            let is_exit = farm.exits.iter().any(|exit| exit.space == space);
            let tunnel = farm.tunnels.iter().find(|tunnel| tunnel.space == space);
            let opens_here = tunnel.is_some_and(|tunnel| tunnel.sides & side.opposite().bit() != 0);
            assert_eq!(opens_here, !is_exit, "{space}");
            dug += u32::from(opens_here);
        }
    }
    assert_eq!(
        dug,
        farm.tunnels.iter().map(|tunnel| tunnel.sides.count_ones()).sum::<u32>()
    );
    assert!(
        farm.tunnels.is_sorted_by_key(|tunnel| (tunnel.space.r, tunnel.space.q)),
        "MH1c: index order"
    );
}

/// MH6.5a: gates are lettered from A without a gap. MH6.7a: the ring of each letter has its server, Y of the Server
/// Farm apart.
#[test]
fn gates_rings_and_servers_belong_together() {
    for scenario in Scenario::all() {
        let has = |fixture: Fixture| {
            scenario
                .squares
                .iter()
                .filter(|square| square.fixture == fixture)
                .count()
        };
        let gates = (0..4).map(|gate| has(Fixture::Gate(gate))).collect::<Vec<_>>();
        let count = gates.iter().sum::<usize>();
        assert!(
            gates.iter().take(count).all(|&gates| gates == 1),
            "{}: {gates:?}",
            scenario.name
        );
        for ring in [0, 1] {
            let has_ring = scenario.squares.iter().any(|square| square.ring == Some(ring));
            let freed_by_npc = ring == 1 && scenario.name.starts_with("server-farm");
            let has_server = has(Fixture::Server(ring)) > 0;
            assert_eq!(
                has_ring,
                has_server || (has_ring && freed_by_npc),
                "{} {ring}",
                scenario.name
            );
        }
    }
}

/// MH6.5a: gates close in the order of their letters, each for good.
#[test]
fn mh6_5a_gates_close_in_order() {
    for scenario in Scenario::all() {
        let mut present = scenario.plan().present();
        for closed in 1..=scenario.gates() {
            let gate = scenario.squares_with(|square| square.fixture == Fixture::Gate(closed as u8 - 1));
            assert_eq!(gate.count_ones(), 1, "{}", scenario.name);
            present &= !gate;
            assert_eq!(scenario.plan_after(closed).present(), present, "{}", scenario.name);
        }
        let gates = scenario.squares_with(|square| matches!(square.fixture, Fixture::Gate(_)));
        assert_eq!(gates & present, 0, "{}", scenario.name);
    }
    assert_eq!(scenario("interior-ministry-north").gates(), 4);
    assert_eq!(scenario("tech-lab").gates(), 0);
}

/// MH6.2e, MH6.2f, H30: whoever lets event dogs loose has a kennel or what stands for it.
#[test]
fn decks_with_event_dogs_have_a_kennel() {
    for scenario in Scenario::all() {
        let calls = |card: &DeckCard| {
            matches!(card.event(), Some(Event::D1 | Event::D2 | Event::D3)) || card.crisis() == Some(Crisis::C6)
        };
        if scenario.deck.iter().any(calls) {
            assert!(scenario.kennel.is_some(), "{}", scenario.name);
        }
    }
}

/// tiles:*: every code of a hex that scenarios use says what is there.
#[test]
fn hexes_hold_what_their_codes_say() {
    let lair = scenario("the-lair");
    let at = |q, r| &lair.squares[lair.plan().at(heist_engine::board::hexes::Hex { q, r }).unwrap()];
    assert_eq!((at(5, 0).guards, at(5, 0).keycards), (1, 1), "tiles:GKC");
    assert_eq!(at(4, 1).fixture, Fixture::Kennel, "tiles:DK");
    assert!(at(5, 1).is_unrevealed, "tiles:SC");
    assert_eq!(at(8, 1).fixture, Fixture::Story, "tiles:*");
    assert_eq!(at(7, 2), &Default::default(), "tiles:EM");
    assert_eq!(at(9, 3).fixture, Fixture::Safe, "tiles:S");
    assert_eq!(at(5, 5).fixture, Fixture::Reinforcements, "tiles:RE");
    assert_eq!(at(1, 6).fixture, Fixture::KeycardDoor, "tiles:KCL");
    assert_eq!(at(0, 7).fixture, Fixture::Pawn, "tiles:MW");
    assert_eq!(at(1, 7).cash, 3, "tiles:$3");
    let ministry = scenario("interior-ministry-north");
    let at = |q, r| &ministry.squares[ministry.plan().at(heist_engine::board::hexes::Hex { q, r }).unwrap()];
    assert_eq!(at(3, 2).locks, 2, "tiles:L2");
    assert_eq!(at(5, 2).fixture, Fixture::Server(0), "tiles:SX");
    assert_eq!(at(6, 2).ring, Some(1), "tiles:RY");
    assert_eq!(at(8, 2).fixture, Fixture::Gate(3), "tiles:GD");
    assert_eq!(at(6, 3).cameras, 2, "tiles:C2");
    assert_eq!((at(7, 3).guards, at(7, 3).locks), (1, 1), "tiles:2GL");
    assert_eq!((at(3, 4).cameras, at(3, 4).locks), (1, 1), "tiles:2CL");
    assert_eq!(at(5, 5).guards, 2, "tiles:G2");
}

/// scenarios:the-lair.
#[test]
fn the_lair_has_its_guide_its_safe_and_its_tunnels() {
    let lair = scenario("the-lair");
    let safe = lair.safe.as_ref().unwrap();
    assert_eq!(safe.cracks, 3);
    assert_eq!(safe.items, [Item::SafecrackingTools]);
    assert_eq!(safe.loot, [(Loot::Cash, 5)]);
    let npc = lair.npc.unwrap();
    assert_eq!(
        (npc.card, npc.ideas, npc.special),
        (NpcCard::Guide, 0, Some(GuideSpecial::StudySchematics))
    );
    assert_eq!(
        (lair.tunnel_entrances, lair.entrance_limit, lair.exit_capacity),
        (2, 2, 0)
    );
    let held = Loot::ALL
        .iter()
        .filter(|loot| lair.held_by_guard & 1 << loot.index() != 0);
    assert_eq!(
        held.copied().collect::<Vec<_>>(),
        [Loot::Jewel, Loot::Documents, Loot::Usb, Loot::Keycard]
    );
    assert_eq!(lair.story_hexes.count_ones(), 1);
    assert_eq!(lair.objective, [Goal::NpcEscaped]);
}

/// maps_incomplete:*, MH7.10c: what lacks something is refused with what it lacks; what does not exist, with what does.
#[test]
fn incomplete_scenarios_are_refused() {
    let message = |name: &str| Scenario::find(name).unwrap_err().to_string();
    assert_eq!(
        message("the-blind-justice-job"),
        "`the-blind-justice-job` cannot be played: its sources have no event deck"
    );
    assert_eq!(
        message("the-docks"),
        "`the-docks` cannot be played: its sources have no event deck and no bag"
    );
    assert_eq!(
        message("county-bricks@2021-01"),
        "`county-bricks@2021-01` cannot be played: its sources have no event deck"
    );
    assert!(message("the-moon").starts_with("there is no `the-moon`; expected one of delinquent-jeweler, tech-lab, "));
    // The same in positions.
    let refused = |name: &str| refusal(json!({"scenario": name, "players": []}));
    let unknown = refused("the-moon");
    assert!(
        unknown.contains("found `the-moon`, expected one of delinquent-jeweler, tech-lab, "),
        "{unknown}"
    );
    let incomplete = refused("the-docks");
    let expected = "found `the-docks`, expected a scenario that can be played; the sources of this one have no event \
                    deck and no bag";
    assert!(incomplete.contains(expected), "{incomplete}");
    let text = std::fs::read_to_string(data_folder("masters-of-the-heist").join("maps_incomplete.toml")).unwrap();
    let layouts: toml::Table = text.parse().unwrap();
    let layouts = layouts["map"].as_array().unwrap();
    assert_eq!(layouts.len(), 10);
    for layout in layouts {
        let error = Scenario::find(layout["id"].as_str().unwrap()).unwrap_err();
        assert!(matches!(error, ScenarioError::Incomplete { .. }), "{error}");
    }
}
