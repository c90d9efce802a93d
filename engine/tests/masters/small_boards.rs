//! Small boards for the reduction of MH5.8c: parts of real maps, filled at random with what makes actions depend on
//! each other.
//!
//! A board is a few hexes of a scenario with the Exits that open to them. Every other hex is empty, and nobody has
//! tokens there. Chits, loot, letters, cards and NPCs are drawn, so that most boards have something that two characters
//! read or change: a Dog between them, a Lock that one opens and the other enters, a torch on the safe.

use heist_engine::game::{Game, Node, Overrides};
use heist_engine::masters::components::NpcCard;
use heist_engine::masters::scenario::{Fixture, Scenario};
use heist_engine::masters::{Action, MastersOfTheHeist, Position};
use heist_engine::random::{Generator, below, choose, shuffle, stream};
use serde_json::{Map, Value, json};

/// Cards, one of each class, and the action that each has committed to.
const CLASSES: [&[(&str, &str)]; 8] = [
    &[
        ("angry-locksmith", "walk"),
        ("safecracker", "walk"),
        ("demolitions-guy", "walk"),
    ],
    &[("thug", "walk"), ("bruiser", "walk"), ("operative", "walk")],
    &[("street-urchin", "walk"), ("grifter", "dash"), ("mastermind", "walk")],
    &[
        ("script-kiddie", "stride"),
        ("hacktivist", "stride"),
        ("black-hat", "stride"),
    ],
    &[("burglar", "walk"), ("grease-man", "walk"), ("ghost-runner", "walk")],
    &[("lookout", "run"), ("watchman", "run"), ("sentinel", "run")],
    &[("pickpocket", "walk"), ("con-artist", "walk"), ("thief", "walk")],
    &[
        ("shutter-bug", "walk"),
        ("technician", "disable"),
        ("tinkerer", "disable"),
    ],
];

/// Skills with many different letters.
const SKILLS: [&str; 6] = ["hurry", "bypass", "linger", "steal", "wing-it", "yank-wires"];

/// A board that was drawn, in the mode `strict`.
pub struct Board {
    pub state: MastersOfTheHeist,
    /// How many hexes it has.
    pub size: usize,
    /// What is on it, by the names of [`KINDS`].
    pub kinds: Vec<&'static str>,
}

/// What boards have.
pub const KINDS: [&str; 20] = [
    "Dogs",
    "untested Dogs",
    "subdued Dogs",
    "Guards",
    "Locks",
    "Cameras",
    "something to reveal",
    "an Exit",
    "a gate",
    "a door",
    "a ring",
    "a server",
    "the safe",
    "a torch",
    "tools",
    "loot",
    "somebody who has not committed",
    "a calm Prisoner",
    "a Hostage",
    "a Guide",
];

/// The board of a number with at most so many hexes; none where the drawn position contradicts itself.
pub fn draw(number: u64, most: usize) -> Option<Board> {
    let mut rng = stream(number, "small boards", 0);
    let scenarios = Scenario::all();
    let scenario = &scenarios[number as usize % scenarios.len()];
    let region = region(scenario, most, &mut rng);
    let spots = spots(scenario, &region);
    let mut hexes = Map::new();
    for hex in 0..scenario.plan().count() {
        let form = if region.contains(&hex) {
            contents(scenario, hex, &mut rng)
        } else {
            json!({})
        };
        hexes.insert(scenario.hex_tile(hex).to_string(), form);
    }
    let mut whole = json!({
        "scenario": scenario.name, "phase": "action", "round": 2, "actions": "strict", "bag": bag(scenario),
        "players": players(scenario, &region, &spots, &mut rng), "fixers": ["old-friend"],
    });
    if let Some(npc) = npc(scenario, &region, &mut rng) {
        whole["npc"] = npc;
    }
    if below(&mut rng, 14) == 0 {
        whole["whistle"] = json!(true);
    }
    if below(&mut rng, 20) == 0 {
        whole["edition"] = json!("v24");
    }
    calm_dogs(scenario, &mut hexes, &mut whole, &mut rng);
    whole["hexes"] = Value::Object(hexes);
    let position: Position = serde_json::from_value(whole).expect("the form of a position");
    let state = MastersOfTheHeist::from_position(position, Overrides::None).ok()?;
    let is_ready = matches!(state.node(), Node::Decision(_)) && state.asks_actor();
    let kinds = kinds(&state, &region);
    is_ready.then_some(Board {
        state,
        size: region.len(),
        kinds,
    })
}

/// Some hexes that hang together, from one that has something to it.
fn region(scenario: &Scenario, most: usize, rng: &mut Generator) -> Vec<usize> {
    let plan = scenario.plan();
    let all: Vec<usize> = (0..plan.count()).collect();
    let fixtures: Vec<usize> = all
        .iter()
        .copied()
        .filter(|&hex| {
            let square = &scenario.squares[hex];
            square.ring.is_some()
                || matches!(
                    square.fixture,
                    Fixture::Gate(_) | Fixture::Server(_) | Fixture::KeycardDoor | Fixture::Safe
                )
        })
        .chain(scenario.npc.and_then(|npc| npc.hex).map(usize::from))
        .collect();
    let exits: Vec<usize> = scenario.exits.iter().map(|exit| usize::from(exit.hex)).collect();
    let first = match below(rng, 5) {
        0 | 1 if !fixtures.is_empty() => choose(rng, &fixtures),
        2 | 3 if !exits.is_empty() => choose(rng, &exits),
        _ => choose(rng, &all),
    };
    let size = 3 + below(rng, most as u32 - 2) as usize;
    let mut region = vec![first];
    while region.len() < size {
        let beside = region.iter().fold(0, |set, &hex| set | plan.neighbours(hex));
        let next: Vec<usize> = all
            .iter()
            .copied()
            .filter(|&hex| beside & 1 << hex != 0 && !region.contains(&hex))
            .collect();
        if next.is_empty() {
            break;
        }
        region.push(choose(rng, &next));
    }
    region
}

/// The hexes of a region and the Exits that open to it, as tiles.
fn spots(scenario: &Scenario, region: &[usize]) -> Vec<String> {
    let hexes = region.iter().map(|&hex| scenario.hex_tile(hex).to_string());
    let exits = scenario
        .exits
        .iter()
        .filter(|exit| region.contains(&usize::from(exit.hex)));
    hexes
        .chain(exits.map(|exit| format!("{},{}", exit.space.q, exit.space.r)))
        .collect()
}

fn contents(scenario: &Scenario, hex: usize, rng: &mut Generator) -> Value {
    let mut form = Map::new();
    for (field, in_hundred) in [
        ("dogs", 22),
        ("subdued-dogs", 8),
        ("guards", 12),
        ("subdued-guards", 4),
        ("locks", 12),
        ("unlocked", 4),
        ("cameras", 12),
        ("disabled", 4),
    ] {
        if below(rng, 100) < in_hundred {
            form.insert(field.to_owned(), json!(1 + u8::from(below(rng, 8) == 0)));
        }
    }
    let square = &scenario.squares[hex];
    if square.is_unrevealed && below(rng, 100) < 8 {
        form.insert("unrevealed".to_owned(), json!(true));
    }
    if square.ring.is_some() && below(rng, 3) == 0 {
        form.insert("ring-gone".to_owned(), json!(true));
    }
    if below(rng, 100) < 4 {
        form.insert("idea".to_owned(), json!(true));
    }
    let loot: &[&str] = match below(rng, 100) {
        0..4 => &["cash:1"],
        4..6 => &["plasma-torch"],
        6..8 if scenario.name.starts_with("server-farm") => &["usb"],
        _ => &[],
    };
    form.insert("loot".to_owned(), json!(loot));
    Value::Object(form)
}

/// A chit for each hex that can be unrevealed, without loot.
fn bag(scenario: &Scenario) -> Value {
    let count: u8 = scenario.bag.iter().sum();
    json!({"guard": count / 2, "dog": count - count / 2})
}

fn players(scenario: &Scenario, region: &[usize], spots: &[String], rng: &mut Generator) -> Value {
    let mut classes: Vec<usize> = (0..CLASSES.len()).collect();
    shuffle(rng, &mut classes);
    let count = 3 + usize::from(below(rng, 6) == 0);
    // Two have something left in most boards, now and then three.
    let busy = 2 + below(rng, 2) as usize;
    let mut order: Vec<usize> = (0..count).collect();
    shuffle(rng, &mut order);
    let has_safe = region.iter().any(|&hex| scenario.squares[hex].fixture == Fixture::Safe);
    let mut keycards = scenario.name.starts_with("server-farm");
    let mut players = Vec::new();
    for number in 0..count {
        let (card, action) = choose(rng, CLASSES[classes[number]]);
        let is_busy = order[..busy.min(count)].contains(&number);
        let mut tokens: Vec<usize> = region.iter().copied().filter(|_| below(rng, 10) < 7).collect();
        shuffle(rng, &mut tokens);
        tokens.truncate(6);
        let tokens: Vec<String> = tokens.iter().map(|&hex| scenario.hex_tile(hex).to_string()).collect();
        let letters = if is_busy {
            choose(
                rng,
                &[
                    "M", "M", "MM", "MM", "S", "MS", "MS", "SS", "D", "MD", "SD", "U", "MU", "UU", "I", "MI", "ML",
                    "MR",
                ],
            )
        } else {
            ""
        };
        let mut loot = match below(rng, 12) {
            0 => vec!["cash:1"],
            1 if keycards => {
                keycards = false;
                vec!["keycard"]
            }
            _ => Vec::new(),
        };
        let mut at = choose_text(rng, spots);
        if has_safe && below(rng, 2) == 0 {
            let safe = region
                .iter()
                .find(|&&hex| scenario.squares[hex].fixture == Fixture::Safe);
            at = safe.map_or(at, |&hex| scenario.hex_tile(hex).to_string());
            let tool = choose(rng, &["plasma-torch", "safecracking-tools"]);
            loot = vec![tool];
        }
        let effects: &[&str] = match card {
            "street-urchin" | "grifter" | "mastermind" if below(rng, 2) == 0 => &["better-ways"],
            "pickpocket" | "thief" if below(rng, 2) == 0 => &["larcenist"],
            "con-artist" if below(rng, 2) == 0 => &["swindler"],
            _ if below(rng, 16) == 0 => &["shift"],
            _ => &[],
        };
        let mut skills = SKILLS.to_vec();
        shuffle(rng, &mut skills);
        let is_free = is_busy && below(rng, 9) == 0;
        players.push(json!({
            "card": card, "skills": [skills[0], skills[1]], "at": at, "die": 1 + below(rng, 6), "loot": loot,
            "ideas": choose(rng, &[0, 0, 0, 1, 1, 2]), "tokens": tokens, "effects": effects,
            "letters": if is_free { "" } else { letters },
            "action": if is_free { Value::Null } else { json!(action) },
        }));
    }
    Value::from(players)
}

fn choose_text(rng: &mut Generator, texts: &[String]) -> String {
    texts[below(rng, texts.len() as u32) as usize].clone()
}

fn npc(scenario: &Scenario, region: &[usize], rng: &mut Generator) -> Option<Value> {
    let npc = scenario.npc?;
    let at = scenario.hex_tile(choose(rng, region)).to_string();
    let is_active = npc.card == NpcCard::Guide || below(rng, 3) == 0;
    Some(if is_active {
        json!({
            "at": at, "status": "active", "die": 1 + below(rng, 6), "action": "pause",
            "letters": choose(rng, &["", "", "M"]),
        })
    } else {
        json!({"at": at, "status": "inactive"})
    })
}

/// Takes Dogs off that would chase at once, but now and then, and lets some wait for the character that has left them.
fn calm_dogs(scenario: &Scenario, hexes: &mut Map<String, Value>, whole: &mut Value, rng: &mut Generator) {
    let plan = scenario.plan();
    let number = |at: &Value| {
        at.as_str()
            .and_then(|at| at.parse().ok())
            .and_then(|tile| scenario.hex_number(tile))
    };
    let players = whole["players"].as_array().expect("players").iter();
    let mut inside = players
        .filter_map(|player| number(&player["at"]))
        .fold(0u32, |set, hex| set | 1 << hex);
    if let Some(npc) = whole.get("npc").filter(|npc| npc["status"] == "active") {
        inside |= number(&npc["at"]).map_or(0, |hex| 1 << hex);
    }
    let stays = below(rng, 12) == 0;
    for hex in 0..plan.count() {
        let chases = inside & 1 << hex == 0 && plan.neighbours(hex) & inside != 0;
        let form = hexes[&scenario.hex_tile(hex).to_string()]
            .as_object_mut()
            .expect("an object");
        if chases && !stays && form.contains_key("dogs") {
            let leaves = below(rng, 8) == 0;
            if leaves {
                whole["left-dogs"] = json!([scenario.hex_tile(hex).to_string()])
            } else {
                form.remove("dogs");
            }
        }
    }
}

fn kinds(state: &MastersOfTheHeist, region: &[usize]) -> Vec<&'static str> {
    let scenario = state.scenario();
    let any = |holds: &dyn Fn(usize) -> bool| region.iter().any(|&hex| holds(hex));
    let fixture = |wanted: &dyn Fn(Fixture) -> bool| any(&|hex| wanted(scenario.squares[hex].fixture));
    let holds = |name: &str| {
        let text = |piece: heist_engine::masters::Piece| piece.to_string() == name;
        state.everyone().any(|who| state.loot_of(who).into_iter().any(text))
            || any(&|hex| state.loot_on(hex).into_iter().any(text))
    };
    let inside: Vec<usize> = state.everyone().filter_map(|who| state.hex_of(who)).collect();
    let chases = |hex: usize| {
        let beside = state.plan().neighbours(hex);
        state.dogs(hex).active > 0 && !inside.contains(&hex) && inside.iter().any(|&other| beside & 1 << other != 0)
    };
    let npc = |card: NpcCard| scenario.npc.is_some_and(|npc| npc.card == card);
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let is_free = !actions.contains(&Action::End);
    let facts = [
        any(&|hex| state.dogs(hex).active > 0),
        any(&chases),
        any(&|hex| state.dogs(hex).inactive > 0),
        any(&|hex| state.guards(hex).active > 0),
        any(&|hex| state.locks(hex).active > 0),
        any(&|hex| state.cameras(hex).active > 0),
        any(&|hex| state.is_unrevealed(hex)),
        state.everyone().any(|who| state.exit_of(who).is_some()),
        fixture(&|fixture| matches!(fixture, Fixture::Gate(_))),
        any(&|hex| state.fixture_on(hex) == Fixture::KeycardDoor),
        any(&|hex| state.ring(hex).is_some()),
        fixture(&|fixture| matches!(fixture, Fixture::Server(_))),
        fixture(&|fixture| fixture == Fixture::Safe),
        holds("plasma-torch"),
        holds("safecracking-tools"),
        any(&|hex| !state.loot_on(hex).is_empty()),
        is_free,
        npc(NpcCard::Prisoner),
        npc(NpcCard::Hostage),
        npc(NpcCard::Guide),
    ];
    let named = KINDS.into_iter().zip(facts);
    named.filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}
