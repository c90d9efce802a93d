//! Writes traces of Masters of the Heist for the plain reference (engine/tests/reference/masters-of-the-heist.md).
//!
//! `masters_trace GAMES SEED [SCENARIO]`: each game has a setup of its own, the scenarios in turn unless one is named.
//! Which of the legal actions is taken does not matter to the comparison. In every other round of the scenarios actions
//! are drawn so that games get far and everything is tried: what goes round in circles is rarer. In the others the
//! expert plays, since drawn actions hardly ever bring loot out, with a tenth of the decisions drawn.

use std::io::{BufWriter, Write};

use heist_agents::heuristics::Heuristics;
use heist_engine::game::{Game, Node, Seat};
use heist_engine::masters::components::{Card, Fixer, Item, Skill};
use heist_engine::masters::scenario::{Chit, Fixture, Scenario};
use heist_engine::masters::setup::{Mode, Owned};
use heist_engine::masters::tables::{Edition, Source, Tables};
use heist_engine::masters::{Action, Ending, MastersOfTheHeist, Member, Phase, Piece, Setup, Standing, Who};
use heist_engine::random::{Generator, below, choose, choose_weighted, shuffle, stream};
use serde_json::{Map, Value, json};

/// Steps after which a game is cut off; most are over by then.
const MOST_STEPS: usize = 6_000;
/// One decision in so many of the expert's games is drawn.
const DRAWN: u32 = 10;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse().ok());
    let (games, seed): (u64, u64) = (number().unwrap_or(21), number().unwrap_or(1));
    let only = arguments.next();
    let mut out = BufWriter::new(std::io::stdout().lock());
    for game in 0..games {
        let mut rng = stream(seed, "masters trace", game);
        let scenarios = Scenario::all();
        let scenario = only
            .as_deref()
            .unwrap_or(&scenarios[game as usize % scenarios.len()].name);
        let is_expert = game as usize / scenarios.len() % 2 == 1;
        play(&random_setup(scenario, &mut rng), is_expert, &mut rng, &mut out)?;
    }
    out.flush()
}

/// A setup of any kind for a scenario.
fn random_setup(name: &str, rng: &mut Generator) -> Setup {
    let scenario = Scenario::find(name).expect("a scenario");
    loop {
        let mut setup = Setup::new(name, 1 + below(rng, 4) as u8, 0);
        // The reference offers everything.
        setup.actions = Mode::Strict;
        setup.edition = choose(rng, &[Edition::V22, Edition::V22, Edition::V24]);
        setup.characters = random_team(
            setup.edition,
            usize::from(setup.seats.max(3 + below(rng, 2) as u8)),
            rng,
        );
        setup.cash = below(rng, 30) as u16;
        let fixers = Fixer::ALL.iter().copied().filter(|&fixer| scenario.allows(fixer));
        setup.fixers = Some(fixers.filter(|_| below(rng, 3) == 0).collect());
        let tables = Tables::get(setup.edition);
        for &item in Item::ALL {
            if tables.item(item).edition <= setup.edition && below(rng, 3) == 0 {
                let holder = 1 + below(rng, setup.characters.len() as u32) as u8;
                setup.items.push(Owned(item, holder));
            } else if tables.item(item).source == Source::Scenario && below(rng, 4) == 0 {
                setup.discovered.push(item);
            }
        }
        setup.jewels = below(rng, 3) as u8;
        let count = setup.characters.len() as u8;
        if scenario.inside_starts != 0 {
            setup.inside = (1..=count).filter(|_| below(rng, 2) == 0).collect();
        }
        if scenario.starts_on_hideouts() && below(rng, 2) == 0 {
            setup.ideas = (0..count).map(|_| below(rng, 6) as u8).collect();
            let places: Vec<_> = (0..32).filter(|hex| scenario.story_hexes & 1 << hex != 0).collect();
            let on = |number: u8| scenario.plan().hex(places[usize::from(number) % places.len()]);
            if below(rng, 2) == 0 {
                setup.hideouts = (0..count).map(on).collect();
            }
        }
        // A starting item may be the last copy of what was drawn as well.
        if let Ok(complete) = setup.complete() {
            return complete;
        }
    }
}

/// MH3.2b: any cards and skills that fit together.
fn random_team(edition: Edition, count: usize, rng: &mut Generator) -> Vec<Member> {
    let tables = Tables::get(edition);
    let mut cards = Card::ALL.to_vec();
    shuffle(rng, &mut cards);
    let mut team: Vec<Member> = Vec::new();
    for card in cards {
        if team.len() < count
            && team
                .iter()
                .all(|other| tables.card(other.card).class != tables.card(card).class)
        {
            let mut skills = Skill::ALL.to_vec();
            shuffle(rng, &mut skills);
            let copies = |skill: Skill| team.iter().filter(|other| other.skills.contains(&skill)).count();
            skills.retain(|&skill| copies(skill) < 2);
            let skills = [skills[0], skills[1]];
            team.push(Member { card, skills });
        }
    }
    team
}

/// Plays a game and writes its lines.
fn play(setup: &Setup, is_expert: bool, rng: &mut Generator, out: &mut impl Write) -> std::io::Result<()> {
    let written = json!({
        "scenario": setup.scenario,
        "edition": setup.edition,
        "characters": setup.characters.iter().map(|member| json!({"card": member.card, "skills": member.skills})).collect::<Vec<_>>(),
        "cash": setup.cash,
        "fixers": setup.fixers,
        "items": setup.items.iter().map(|owned| (owned.0, owned.1)).collect::<Vec<_>>(),
        "discovered": setup.discovered.iter().map(|item| item.name()).collect::<Vec<_>>(),
        "jewels": setup.jewels,
        "inside": setup.inside,
        "ideas": (!setup.ideas.is_empty()).then_some(&setup.ideas),
        "hideouts": (!setup.hideouts.is_empty()).then_some(&setup.hideouts),
    });
    writeln!(out, "{}", json!({ "setup": written }))?;
    let mut state = MastersOfTheHeist::new(setup).expect("the setup is complete");
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    let mut wishes = [0; 5];
    let mut visited = [0u32; 5];
    let expert = MastersOfTheHeist::HEURISTIC.filter(|_| is_expert);
    for _ in 0..MOST_STEPS {
        let facts = facts(&state);
        match state.node() {
            Node::Terminal => {
                let over = if state.ending() == Ending::Won { "won" } else { "lost" };
                writeln!(out, "{}", json!({ "facts": facts, "over": over }))?;
                break;
            }
            Node::Chance => {
                state.outcomes(&mut outcomes);
                let weights: Vec<f64> = outcomes.iter().map(|(_, odds)| *odds).collect();
                let taken = outcomes[choose_weighted(rng, &weights)].0;
                writeln!(out, "{}", json!({ "facts": facts, "chance": outcomes, "taken": taken }))?;
                state.resolve(taken);
            }
            Node::Decision(_) => {
                state.legal_actions(&mut legal);
                let who = state.deciding();
                if let Some(who) = who.filter(|who| state.phase() == Phase::Plan && wishes[who.index()] == 0) {
                    wishes[who.index()] = wish(&state, who, rng);
                }
                let wished = who.map_or(0, |who| wishes[who.index()]);
                let seen = who.map_or(0, |who| visited[who.index()]);
                let weights: Vec<f64> = legal
                    .iter()
                    .map(|action| weight(&state, action, wished, seen))
                    .collect();
                let taken = match expert {
                    Some(expert) if below(rng, DRAWN) > 0 => expert(&state, Seat(0), &legal, rng),
                    _ => legal[choose_weighted(rng, &weights)],
                };
                writeln!(out, "{}", json!({ "facts": facts, "decision": legal, "taken": taken }))?;
                if let (Some(who), Action::Move(tile) | Action::Step(tile)) = (who, taken) {
                    let hex = state.scenario().hex_number(tile);
                    visited[who.index()] |= hex.map_or(0, |hex| 1 << hex);
                }
                state.apply(taken);
            }
        }
    }
    Ok(())
}

/// Connected hexes from where a character starts, for its tokens.
fn wish(state: &MastersOfTheHeist, who: Who, rng: &mut Generator) -> u32 {
    let Some(tile) = state.tile_of(who) else { return 0 };
    let plan = state.plan();
    let on_exit = || {
        (0..plan.count()).find(|&hex| {
            state
                .exits()
                .any(|(exit, side)| exit == tile && plan.hex(hex) == tile.place().beside(side))
        })
    };
    let Some(first) = state.hex_of(who).or_else(on_exit) else {
        return 0;
    };
    let mut wished: u32 = 1 << first;
    for _ in 0..11 {
        let beside: Vec<usize> = (0..plan.count())
            .filter(|&hex| plan.neighbours(hex) & wished != 0 && wished & 1 << hex == 0)
            .collect();
        if beside.is_empty() {
            break;
        }
        wished |= 1 << choose(rng, &beside);
    }
    wished
}

/// How likely an action is taken.
fn weight(state: &MastersOfTheHeist, action: &Action, wished: u32, visited: u32) -> f64 {
    let is_in = |set: u32, tile| state.scenario().hex_number(tile).is_some_and(|hex| set & 1 << hex != 0);
    match action {
        Action::Token(tile) if state.phase() == Phase::Plan => {
            let hex = state.scenario().hex_number(*tile).unwrap_or(0);
            // In index order: those before this one can be placed no more.
            let placed = state.deciding().map_or(0, |who| state.tokens(who));
            let later = (0..hex).filter(|other| wished & !placed & 1 << other != 0).count();
            if is_in(wished, *tile) {
                100.0 / (1.0 + later as f64).powi(4)
            } else {
                0.02
            }
        }
        Action::Move(tile) | Action::Step(tile) if is_in(visited, *tile) => 0.7,
        Action::Move(_) => 12.0,
        Action::Act(who) => {
            if state.letters_left(*who).next().is_some() {
                4.0
            } else if state.committed(*who).is_none() {
                1.0
            } else {
                0.15
            }
        }
        Action::Escape => 0.003,
        Action::End => {
            let is_open = state.everyone().any(|who| state.letters_left(who).next().is_some());
            if is_open { 0.15 } else { 1.0 }
        }
        Action::Finish => 0.1,
        Action::Done if state.phase() == Phase::Plan => 0.3,
        Action::Unlock(_) | Action::Subdue(..) | Action::Crack(_) | Action::Capture => 6.0,
        Action::Server | Action::Door(_) | Action::Story => 4.0,
        Action::Take(..) => 1.0,
        Action::Drop(..) | Action::Pass(..) | Action::Bank(_) => 0.05,
        Action::Step(_) => 3.0,
        Action::LastDitch => 0.5,
        Action::Roll => 4.0,
        _ => 1.0,
    }
}

/// The facts of the state, as the document describes them.
fn facts(state: &MastersOfTheHeist) -> Value {
    let scenario = state.scenario();
    let plan = state.plan();
    let hexes = || (0..plan.count()).filter(|hex| plan.present() & 1 << hex != 0);
    let by_hex = |value: &dyn Fn(usize) -> Value| {
        let entries = hexes().map(|hex| (scenario.hex_tile(hex).to_string(), value(hex)));
        Value::Object(entries.filter(|(_, value)| !is_empty(value)).collect())
    };
    let gone = (0..plan.count()).filter(|hex| plan.present() & 1 << hex == 0);
    let bag = Chit::ALL
        .iter()
        .map(|&chit| (chit.to_string(), json!(state.in_bag(chit))));
    let cards: Vec<String> = state.deck_cards().iter().map(ToString::to_string).collect();
    object([
        ("phase", json!(phase(state.phase()))),
        ("round", json!(state.round())),
        // Every hex that is there is listed, also if nothing is on it.
        (
            "hexes",
            Value::Object(
                hexes()
                    .map(|hex| (scenario.hex_tile(hex).to_string(), hex_facts(state, hex)))
                    .collect(),
            ),
        ),
        ("gone", gone.map(|hex| json!(scenario.hex_tile(hex))).collect()),
        (
            "exits",
            Value::Object(
                state
                    .exits()
                    .map(|(tile, side)| (tile.to_string(), json!(side.name())))
                    .collect(),
            ),
        ),
        (
            "bag",
            Value::Object(bag.filter(|(_, count)| !is_empty(count)).collect()),
        ),
        ("blanks", json!(state.blanks())),
        ("deck", json!(cards)),
        ("queue", json!(state.crisis_queue())),
        ("active", json!(state.active_event())),
        ("marker", json!(state.marker())),
        ("owed", json!(state.owed_noise_count())),
        ("diversions", json!(state.diversions())),
        ("overshoot", json!(state.has_overshot())),
        ("panic", json!(state.is_panicked())),
        ("loop-footage", json!(state.is_footage_looped())),
        ("whistle", json!(state.is_whistle_blown())),
        (
            "flashbang",
            by_hex(&|hex| match state.flashed(hex) {
                [0, 0] => Value::Null,
                counts => json!(counts),
            }),
        ),
        ("cracks", json!(state.cracks())),
        ("cash", json!(state.team_cash())),
        ("banked", json!(state.banked())),
        (
            "characters",
            state.everyone().map(|who| character_facts(state, who)).collect(),
        ),
        ("drawn", json!(state.drawn_chit())),
    ])
}

/// What is not empty of some fields.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let full = fields.into_iter().filter(|(_, value)| !is_empty(value));
    Value::Object(
        full.map(|(name, value)| (name.to_owned(), value))
            .collect::<Map<_, _>>(),
    )
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Number(number) => number.as_u64() == Some(0),
        _ => false,
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Plan => "plan",
        Phase::Start => "start",
        Phase::Roll => "roll",
        Phase::Action => "action",
        Phase::EndAction => "end-action",
        Phase::Event => "event",
        Phase::Crises => "crises",
        Phase::EndEvent => "end-event",
        Phase::Escape => "escape",
        Phase::Over => "over",
    }
}

fn hex_facts(state: &MastersOfTheHeist, hex: usize) -> Value {
    let pair = |pair: heist_engine::masters::Pair| match (pair.active, pair.inactive) {
        (0, 0) => Value::Null,
        counts => json!(counts),
    };
    let letter = |number: u8, letters: &str| letters.chars().nth(number.into()).map(String::from);
    let fixture = match state.fixture_on(hex) {
        Fixture::None | Fixture::Item | Fixture::Pawn => None,
        Fixture::Reinforcements => Some("reinforcements".to_owned()),
        Fixture::Watchtower => Some("watchtower".to_owned()),
        Fixture::Gate(number) => letter(number, "ABCD").map(|letter| format!("gate:{letter}")),
        Fixture::Server(number) => letter(number, "XY").map(|letter| format!("server:{letter}")),
        Fixture::KeycardDoor => Some("door".to_owned()),
        Fixture::Kennel => Some("kennel".to_owned()),
        Fixture::Safe => Some("safe".to_owned()),
        Fixture::Story => Some("story".to_owned()),
    };
    object([
        ("unrevealed", json!(state.is_unrevealed(hex))),
        ("guards", pair(state.guards(hex))),
        ("dogs", pair(state.dogs(hex))),
        ("locks", pair(state.locks(hex))),
        ("cameras", pair(state.cameras(hex))),
        ("fixture", json!(fixture)),
        ("ring", json!(state.ring(hex).and_then(|number| letter(number, "XY")))),
        ("loot", json!(state.loot_on(hex))),
        ("idea", json!(state.has_idea_token(hex))),
    ])
}

fn character_facts(state: &MastersOfTheHeist, who: Who) -> Value {
    let standing = match state.standing(who) {
        Standing::Active => None,
        Standing::Inactive => Some("inactive"),
        Standing::Busted => Some("busted"),
    };
    let letters = state
        .letters_left(who)
        .map(|(letter, count)| (letter.char().to_string(), json!(count)));
    let hexes = (0..state.plan().count()).filter(|hex| state.tokens(who) & 1 << hex != 0);
    let loot: Vec<Piece> = state.loot_of(who);
    object([
        ("at", json!(state.tile_of(who))),
        ("state", json!(standing)),
        ("ideas", json!(state.ideas(who))),
        ("die", json!(state.die(who))),
        ("action", json!(state.committed(who).map(|commit| commit.to_string()))),
        ("letters", Value::Object(letters.collect())),
        (
            "tokens",
            hexes.map(|hex| json!(state.scenario().hex_tile(hex))).collect(),
        ),
        ("loot", json!(loot)),
        ("used", json!(state.used_abilities(who).collect::<Vec<_>>())),
        ("effects", json!(state.effects(who).collect::<Vec<_>>())),
        ("ditched", json!(state.has_ditched(who))),
    ])
}
