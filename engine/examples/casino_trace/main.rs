//! Writes traces of Casino Capers for the plain reference (engine/tests/reference/casino-capers.md).
//!
//! `casino_trace GAMES SEED [finales]`: each game has a setup of its own; with `finales` only games that reach their
//! finale are written, and easy setups are likelier. `casino_trace TIMES SEED pairs` writes parts of games in which
//! every pair of values of six options meets so many times (docs/invariants.md). Actions and outcomes are drawn so that
//! games get far: of what is possible, what leads to a better state is likelier. Which outcome is taken does not matter
//! to the comparison, only what is possible.

mod pairs;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use heist_engine::board::{Cell, Wall};
use heist_engine::casino_capers::{
    Action, CasinoCapers, Character, Chip, ChipView, DeadDrops, Finale, Gear, GearView, Kind, Outcome, PatrolCard,
    Scenario, Setup, Tables, Task, Whereabouts,
};
use heist_engine::game::{Game, Node, Windows};
use heist_engine::random::{Generator, below, choose, stream};
use serde_json::{Map, Value, json};

fn main() -> std::io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse().ok());
    let (games, seed): (u64, u64) = (number().unwrap_or(10), number().unwrap_or(1));
    let kind = arguments.next().unwrap_or_default();
    let mut out = BufWriter::new(std::io::stdout().lock());
    if kind == "pairs" {
        let is_complete = pairs::write(games, seed, &mut out)?;
        out.flush()?;
        return Ok(if is_complete {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        });
    }
    let only_finales = kind == "finales";
    let (mut written, mut game) = (0, 0);
    while written < games {
        let mut rng = stream(seed, "casino trace", game);
        let mut setup = random_setup(game, &mut rng);
        game += 1;
        if only_finales {
            setup.suspicion = 1 + below(&mut rng, 4) as u8;
        }
        // Some games are played for the crack, others to try things out.
        let cares: &[f64] = if only_finales { &CAREFUL } else { &[0.3, 3.0, 6.0, 10.0] };
        let begun = CasinoCapers::new(&setup).expect("the setup is complete");
        let mut lines = Vec::new();
        let reaches_finale = play(&setup, begun, &[], cares, &mut Unbiased, &mut rng, &mut lines)?;
        if reaches_finale || !only_finales {
            out.write_all(&lines)?;
            written += 1;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// How much better a choice must be to be likelier, in games that are played for the crack.
const CAREFUL: [f64; 3] = [8.0, 15.0, 30.0];

/// What is taken at a node.
#[derive(Clone, Copy)]
enum Taken {
    Action(Action),
    Outcome(Outcome),
}

/// What a game is played for beside the heist.
trait Aim {
    /// How much better that makes a step.
    fn bonus(&self, before: &CasinoCapers, taken: Taken, after: &CasinoCapers) -> f64;
    /// A step was made.
    fn note(&mut self, before: &CasinoCapers, taken: Taken, after: &CasinoCapers);
    /// Whether the rest of the game is not needed.
    fn is_reached(&self) -> bool;
}

/// Nothing.
struct Unbiased;

impl Aim for Unbiased {
    fn bonus(&self, _: &CasinoCapers, _: Taken, _: &CasinoCapers) -> f64 {
        0.0
    }

    fn note(&mut self, _: &CasinoCapers, _: Taken, _: &CasinoCapers) {}

    fn is_reached(&self) -> bool {
        false
    }
}

/// A setup of any kind; finales take turns.
fn random_setup(game: u64, rng: &mut Generator) -> Setup {
    let mut setup = Setup::random_finale(1 + below(rng, 4) as u8, u64::from(below(rng, u32::MAX)));
    if below(rng, 3) > 0 {
        setup.scenario = Scenario::Known(Finale::ALL[game as usize % Finale::ALL.len()]);
    }
    setup.character_count = Some(setup.seats.max(2).max(2 + below(rng, 3) as u8));
    setup.suspicion = 1 + below(rng, 10) as u8;
    setup.abilities = Some(below(rng, 3) == 0);
    setup.windows = choose(
        rng,
        &[
            Windows::Full,
            Windows::Full,
            Windows::Full,
            Windows::Reduced,
            Windows::Off,
        ],
    );
    if below(rng, 4) == 0 {
        setup.dead_drops = DeadDrops::Drawn;
    }
    if below(rng, 2) == 0 {
        let alternates = Gear::ALL
            .iter()
            .copied()
            .filter(|&card| Tables::card(card).alternate_of.is_some());
        setup.alternates = alternates.filter(|_| below(rng, 2) == 0).collect();
    }
    if below(rng, 4) == 0 {
        setup.chips = heist_engine::casino_capers::Chips::Uniform;
    }
    if below(rng, 10) == 0 {
        setup.turn_limit = 20 + below(rng, 60) as u16;
    }
    setup.complete().expect("random setups are legal")
}

/// Plays a game of a setup, from its beginning or from a turn on, before which chips were discarded, and writes its
/// lines; whether the finale began.
fn play(
    setup: &Setup,
    mut state: CasinoCapers,
    discarded: &[Chip],
    cares: &[f64],
    aim: &mut impl Aim,
    rng: &mut Generator,
    out: &mut impl Write,
) -> std::io::Result<bool> {
    let mut written = json!({
        "scenario": setup.scenario,
        "finales": if setup.finales.is_empty() { Finale::ALL.to_vec() } else { setup.finales.clone() },
        "suspicion": setup.suspicion,
        "characters": setup.characters,
        "first": setup.first,
        "walls": setup.walls,
        "chips": setup.chips,
        "alternates": setup.alternates,
        "abilities": setup.abilities.unwrap_or(false),
        "turn-limit": setup.turn_limit,
        "windows": setup.windows,
    });
    if setup.dead_drops != DeadDrops::Off {
        written["dead-drops"] = json!(setup.dead_drops);
    }
    if state.turn() > 0 {
        written["start"] = facts(&state);
        written["start"]["discarded-chips"] = json!(discarded);
    }
    writeln!(out, "{}", json!({ "setup": written }))?;
    let care = choose(rng, cares);
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..3_000 {
        if aim.is_reached() {
            break;
        }
        let facts = facts(&state);
        match state.node() {
            Node::Terminal => {
                let ending = state.result().map(|result| result.ending);
                writeln!(out, "{}", json!({ "facts": facts, "over": ending }))?;
                break;
            }
            Node::Chance => {
                state.outcomes(&mut outcomes);
                let listed: Vec<Value> = outcomes.iter().map(|(outcome, odds)| json!([outcome, odds])).collect();
                let after: Vec<f64> = outcomes
                    .iter()
                    .map(|&(outcome, _)| {
                        let mut next = state;
                        next.resolve(outcome);
                        worth(&next)
                            + worth(&at_next_turn(next, rng))
                            + aim.bonus(&state, Taken::Outcome(outcome), &next)
                    })
                    .collect();
                // No finale is better than another.
                let is_finale = matches!(outcomes[0].0, Outcome::Finale(_));
                let taken = outcomes[draw(&after, if is_finale { 0.0 } else { care }, rng)].0;
                writeln!(out, "{}", json!({ "facts": facts, "chance": listed, "taken": taken }))?;
                let before = state;
                state.resolve(taken);
                aim.note(&before, Taken::Outcome(taken), &state);
            }
            Node::Decision(_) => {
                state.legal_actions(&mut legal);
                let after: Vec<f64> = legal
                    .iter()
                    .map(|&action| {
                        let mut next = state;
                        next.apply(action);
                        0.5 * worth(&next)
                            + worth(&at_next_turn(next, rng))
                            + aim.bonus(&state, Taken::Action(action), &next)
                    })
                    .collect();
                let taken = legal[draw(&after, care, rng)];
                writeln!(out, "{}", json!({ "facts": facts, "decision": legal, "taken": taken }))?;
                let before = state;
                state.apply(taken);
                aim.note(&before, Taken::Action(taken), &state);
            }
        }
    }
    Ok(state.running_finale().is_some())
}

/// The state when the turn is over, if it is ended at once, with a little luck.
fn at_next_turn(mut state: CasinoCapers, rng: &mut Generator) -> CasinoCapers {
    let (turn, mut legal) = (state.turn(), Vec::new());
    for _ in 0..200 {
        match state.node() {
            Node::Terminal => break,
            _ if state.turn() > turn => break,
            Node::Chance => {
                let luckier = (0..4).map(|_| {
                    let mut next = state;
                    let outcome = state.sample(rng);
                    next.resolve(outcome);
                    next
                });
                let best = luckier.max_by(|a, b| worth(a).total_cmp(&worth(b)));
                state = best.unwrap_or(state);
            }
            Node::Decision(_) => {
                state.legal_actions(&mut legal);
                let calm = legal
                    .iter()
                    .find(|action| ["pass", "end"].contains(&action.to_string().as_str()));
                let action = calm.copied().unwrap_or_else(|| choose(rng, &legal));
                state.apply(action);
            }
        }
    }
    state
}

/// A place of a list, the likelier the greater its worth.
fn draw(worth: &[f64], care: f64, rng: &mut Generator) -> usize {
    let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = worth
        .iter()
        .map(|value| ((value - most) * care).exp().max(3e-5))
        .collect();
    heist_engine::random::choose_weighted(rng, &weights)
}

/// Roughly how far a team is; good enough to reach every finale.
fn worth(state: &CasinoCapers) -> f64 {
    let players = 0..state.characters();
    if let Some(result) = state.result() {
        return if result.is_win() { 20.0 } else { -30.0 };
    }
    let mut value = 0.0;
    for player in players.clone() {
        let heat = f64::from(state.heat(player));
        value -= heat * heat * 0.3 + if heat >= 5.0 { 4.0 } else { 0.0 };
        if state.whereabouts(player) == Whereabouts::Exited {
            value += 12.0;
        }
        value += 0.3
            * state
                .gear(player)
                .filter(|(_, shown)| *shown != GearView::Unprepped)
                .count() as f64;
    }
    let [office, safe, _] = state.dice();
    let loose = state.loose_dice().count() as f64;
    let revealed = (state.revealed(0).count_ones() + state.revealed(1).count_ones()) as f64;
    let cracked = CasinoCapers::cells()
        .filter(|&cell| state.has_crack_token(cell))
        .count() as f64;
    let find =
        |kind: Kind| CasinoCapers::cells().find(|&cell| state.face_at(cell).is_some_and(|face| face.kind() == kind));
    let (safe_cell, office_cell) = (find(Kind::Safe), find(Kind::OwnersOffice));
    value += 0.25 * (state.patrol_size(0) + state.patrol_size(1)) as f64;
    let mut goals: Vec<Cell> = Vec::new();
    match state.running_finale() {
        None => {
            value += 0.4 * revealed + 9.0 * cracked + 5.0 * f64::from(office) + 8.0 * f64::from(safe) + 4.0 * loose;
            value += 4.0 * f64::from(u8::from(safe_cell.is_some()) + u8::from(office_cell.is_some()));
            let moles = CasinoCapers::cells()
                .filter(|&cell| state.chip_at(cell) == Some(ChipView::Up(heist_engine::casino_capers::Chip::Mole)));
            let moles: Vec<Cell> = moles.collect();
            value += 2.0 * moles.len() as f64;
            goals.extend(moles);
            goals.extend(office_cell.filter(|_| office > 0));
            goals.extend(safe_cell.filter(|_| safe > 0));
            if let Some(safe) = safe_cell {
                let line = CasinoCapers::cells().filter(|cell| cell.floor() == 1 && safe.lines() & cell.bit() != 0);
                goals.extend(line.filter(|&cell| state.face_at(cell).is_none()));
            }
        }
        Some(finale) => {
            value += 150.0;
            value += players
                .clone()
                .map(|player| f64::from(state.finale_count(player)))
                .sum::<f64>()
                * 2.0;
            value += if state.is_unlocked() { 10.0 } else { 0.0 };
            let entrances: Vec<Cell> = state.entrance_cells().collect();
            match finale {
                Finale::GravityBoots => goals.extend(safe_cell),
                Finale::TheRaid => {
                    value -= 6.0 * cracked;
                    goals.extend(CasinoCapers::cells().filter(|&cell| state.has_crack_token(cell)));
                }
                Finale::RescuingHerRide => {
                    value += players.clone().filter(|&player| state.is_in_car(player)).count() as f64 * 5.0;
                    goals.extend(state.finale_figures()[0]);
                }
                Finale::CatchATiger => {
                    let eaten = CasinoCapers::cells()
                        .filter(|&cell| state.had_steak(cell) && !state.has_steak(cell))
                        .count();
                    let laid = CasinoCapers::cells().filter(|&cell| state.has_steak(cell)).count();
                    value += 8.0 * eaten as f64 + 4.0 * laid as f64;
                    match state.finale_figures()[1] {
                        Some(tiger) => goals.push(tiger),
                        None => goals.extend(entrances),
                    }
                }
                Finale::Bodyguard => {
                    let donnas = CasinoCapers::cells().filter(|&cell| {
                        use heist_engine::casino_capers::Chip::PrimaDonna;
                        matches!(
                            state.chip_at(cell),
                            Some(ChipView::Up(PrimaDonna) | ChipView::Known(PrimaDonna))
                        )
                    });
                    goals.extend(donnas);
                    goals.extend(entrances);
                }
                _ => goals.extend(entrances),
            }
        }
    }
    for player in players {
        if let Some(at) = state.player_cell(player) {
            let steps = |goal: &Cell| {
                let floors = if goal.floor() == at.floor() { 0.0 } else { 3.0 };
                let (a, b) = (at.square() as i32, goal.square() as i32);
                floors + f64::from((a % 5 - b % 5).abs() + (a / 5 - b / 5).abs())
            };
            value -= 0.7 * goals.iter().map(steps).fold(6.0, f64::min);
            if state.bouncer(at.floor()) == Some(at) {
                value -= 0.3;
            }
        }
    }
    value
}

/// The facts of the state, as the document describes them.
fn facts(state: &CasinoCapers) -> Value {
    let mut facts = Map::new();
    let mut put = |name: &str, value: Value| {
        let is_empty = match &value {
            Value::Null | Value::Bool(false) => true,
            Value::Array(list) => list.is_empty(),
            Value::Object(map) => map.is_empty(),
            Value::Number(number) => number.as_u64() == Some(0) && name != "turn",
            _ => false,
        };
        if !is_empty {
            facts.insert(name.to_owned(), value);
        }
    };
    let sorted = |cells: &mut dyn Iterator<Item = Cell>| {
        let mut names: Vec<String> = cells.map(|cell| cell.to_string()).collect();
        names.sort();
        json!(names)
    };
    let on_board = |holds: &dyn Fn(Cell) -> bool| sorted(&mut CasinoCapers::cells().filter(|&cell| holds(cell)));
    put("turn", json!(state.turn()));
    if state.turn() > 0 {
        put("current", json!(state.current_player() + 1));
        put("actions", json!(state.actions_left()));
    }
    put("entrances", sorted(&mut state.entrance_cells()));
    let walls = [0, 1].map(|floor| {
        let mut names: Vec<String> = Wall::names(state.floor_plan(floor).walls()).collect();
        names.sort();
        names
    });
    put("walls", json!(walls));
    let by_cell = |value: &dyn Fn(Cell) -> Option<Value>| {
        let entries = CasinoCapers::cells().filter_map(|cell| Some((cell.to_string(), value(cell)?)));
        Value::Object(entries.collect())
    };
    put("tiles", by_cell(&|cell| state.face_at(cell).map(|face| json!(face))));
    put(
        "chips",
        by_cell(&|cell| {
            Some(match state.chip_at(cell)? {
                ChipView::Up(kind) => json!(kind),
                ChipView::Down => json!("?"),
                ChipView::Known(kind) => json!(format!("?{kind}")),
            })
        }),
    );
    put(
        "players",
        Value::Array(
            (0..state.characters())
                .map(|player| player_facts(state, player))
                .collect(),
        ),
    );
    let bouncers = (0..2).map(|floor| {
        let mut bouncer = Map::new();
        state.bouncer(floor).into_iter().for_each(|at| {
            bouncer.insert("at".to_owned(), json!(at));
        });
        state.marker(floor).into_iter().for_each(|at| {
            bouncer.insert("marker".to_owned(), json!(at));
        });
        Value::Object(bouncer)
    });
    put("bouncers", Value::Array(bouncers.collect()));
    let decks = (0..2).map(|floor| {
        let mut discards: Vec<String> = state.patrol_discards(floor).map(card_name).collect();
        discards.sort();
        let mut deck = Map::new();
        if state.patrol_size(floor) > 0 {
            deck.insert("size".to_owned(), json!(state.patrol_size(floor)));
        }
        if !discards.is_empty() {
            deck.insert("discards".to_owned(), json!(discards));
        }
        Value::Object(deck)
    });
    put("decks", Value::Array(decks.collect()));
    let mut events = Map::new();
    for (deck, name) in ["pool", "lounge"].into_iter().enumerate() {
        let mut discards: Vec<String> = state.event_discards(deck).map(|event| event.to_string()).collect();
        discards.sort();
        if !discards.is_empty() {
            events.insert(name.to_owned(), json!(discards));
        }
    }
    put("events", Value::Object(events));
    put(
        "cubes",
        by_cell(&|cell| {
            Some(state.cubes_on(cell))
                .filter(|&cubes| cubes > 0)
                .map(|cubes| json!(cubes))
        }),
    );
    put("cracked", on_board(&|cell| state.has_crack_token(cell)));
    let [office, safe, supply] = state.dice();
    let mut dice = Map::new();
    for (name, count) in [("office", office), ("safe", safe), ("supply", supply)] {
        if count > 0 {
            dice.insert(name.to_owned(), json!(count));
        }
    }
    let mut loose = Map::new();
    for cell in state.loose_dice() {
        let count = loose.get(&cell.to_string()).and_then(Value::as_u64).unwrap_or(0);
        loose.insert(cell.to_string(), json!(count + 1));
    }
    if !loose.is_empty() {
        dice.insert("loose".to_owned(), Value::Object(loose));
    }
    put("dice", Value::Object(dice));
    put("crows", on_board(&|cell| state.has_crow(cell)));
    put("crowds", on_board(&|cell| state.has_crowd(cell)));
    for (name, cell) in ["monorail", "escalator", "out-of-order"]
        .into_iter()
        .zip(state.tokens())
    {
        put(name, json!(cell));
    }
    let squares = CasinoCapers::cells().filter(|cell| cell.floor() == 0 && state.has_zip_line(*cell));
    let mut squares: Vec<String> = squares.map(|cell| cell.to_string()[2..].to_owned()).collect();
    squares.sort();
    put("zip-lines", json!(squares));
    put("jammed", json!(state.jammed_camera()));
    put("no-running", json!(state.is_no_running()));
    put("finale", json!(state.running_finale()));
    for (name, cell) in ["car", "tiger", "football"].into_iter().zip(state.finale_figures()) {
        put(name, json!(cell));
    }
    put("steaks", on_board(&|cell| state.has_steak(cell)));
    put("had-steak", on_board(&|cell| state.had_steak(cell)));
    put("swat", on_board(&|cell| state.has_swat(cell)));
    put("unlocked", json!(state.is_unlocked()));
    let mut tasks: Vec<String> = state.tasks_completed().map(|task: Task| task.to_string()).collect();
    tasks.sort();
    put("tasks", json!(tasks));
    Value::Object(facts)
}

fn card_name(card: PatrolCard) -> String {
    match card {
        PatrolCard::Cell(cell) => cell.to_string(),
        PatrolCard::Distracted => "distracted".to_owned(),
    }
}

fn player_facts(state: &CasinoCapers, player: usize) -> Value {
    let mut facts = Map::new();
    let character: Character = state.character(player);
    facts.insert("character".to_owned(), json!(character));
    let at = match state.whereabouts(player) {
        Whereabouts::On(cell) => Some(json!(cell)),
        Whereabouts::Outside => Some(json!("outside")),
        Whereabouts::Exited => Some(json!("exited")),
        Whereabouts::Lifted => None,
    };
    at.into_iter().for_each(|at| {
        facts.insert("at".to_owned(), at);
    });
    let mut put = |name: &str, count: u8| {
        if count > 0 {
            facts.insert(name.to_owned(), json!(count));
        }
    };
    put("heat", state.heat(player));
    put("bonus", state.bonus_actions(player));
    match state.running_finale() {
        Some(Finale::Bodyguard) => put("prima-donnas", state.finale_count(player)),
        Some(Finale::LaundryDay) => put("die", state.finale_count(player)),
        Some(Finale::CatchATiger) => put("steaks", state.finale_count(player)),
        Some(Finale::BringingDownTheHouse) => put("walls-destroyed", state.finale_count(player)),
        _ => {}
    }
    let gear = state.gear(player).map(|(card, shown)| {
        let shown = match shown {
            GearView::Unprepped => "unprepped".to_owned(),
            GearView::Prepped(uses) => format!("prepped {uses}"),
            GearView::Back => "back".to_owned(),
        };
        (card.to_string(), json!(shown))
    });
    let gear: Map<String, Value> = gear.collect();
    if !gear.is_empty() {
        facts.insert("gear".to_owned(), Value::Object(gear));
    }
    for (name, holds) in [
        ("disguise", state.has_disguise(player)),
        ("dubious", state.has_meeting(player)),
        ("in-car", state.is_in_car(player)),
        ("boots", state.has_boots(player)),
    ] {
        if holds {
            facts.insert(name.to_owned(), json!(true));
        }
    }
    Value::Object(facts)
}
