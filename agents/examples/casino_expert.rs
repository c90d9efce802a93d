//! Plays games of the Casino Capers expert and tells how they go.
//!
//! `casino_expert GAMES SEED [key=value]...`: characters=, seats=, suspicion=, windows=, weights by name.

#![allow(dead_code, unused_imports, missing_docs)]

#[path = "../src/heuristics/casino_capers/acts.rs"]
mod acts;
#[path = "../src/heuristics/casino_capers/answers.rs"]
mod answers;
#[path = "../src/heuristics/casino_capers/chart.rs"]
mod chart;
#[path = "../src/heuristics/casino_capers/choice.rs"]
mod choice;
#[path = "../src/heuristics/casino_capers/danger.rs"]
mod danger;
#[path = "../src/heuristics/casino_capers/finales.rs"]
mod finales;
#[path = "../src/heuristics/casino_capers/gear.rs"]
mod gear;
#[path = "../src/heuristics/casino_capers/plan.rs"]
mod plan;
#[path = "../src/heuristics/casino_capers/turn.rs"]
mod turn;
#[path = "../src/heuristics/casino_capers/weights.rs"]
mod weights;

use std::time::Instant;

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Finale, Scenario, Setup};
use heist_engine::game::{Game, Node, Windows};
use heist_engine::random::{stream, stream_seed};
use weights::Weights;

#[derive(Default, Clone)]
struct Totals {
    games: u32,
    wins: u32,
    safe: u32,
    office: u32,
    up: u32,
    dice: u32,
    tokens: u32,
    cracked: u32,
    entered: [u32; 9],
    won: [u32; 9],
    turns: f64,
    turns_at_crack: f64,
    heat_at_crack: f64,
    hunters_at_crack: f64,
    heat_lost: f64,
    losses: std::collections::BTreeMap<(&'static str, usize), u32>,
    lost_turns: f64,
    score: f64,
    decisions: u64,
    nanos: u64,
    act_nanos: u64,
    acts: u64,
    causes: std::collections::BTreeMap<String, u32>,
    acts_done: std::collections::BTreeMap<String, u32>,
    reached: [u32; MILESTONES.len()],
    reached_at: [u32; MILESTONES.len()],
    heat: std::collections::BTreeMap<String, u32>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|t| t.parse().ok()).unwrap_or(500);
    let seed: u64 = arguments.next().and_then(|t| t.parse().ok()).unwrap_or(1);
    let mut list = Weights::DEFAULT.get();
    let (mut characters, mut seats, mut suspicion, mut windows, mut verbose) = (3u8, 0u8, 6u8, Windows::Full, false);
    let mut scenario = Scenario::RandomFinale;
    let (mut tune, mut only) = (None, String::new());
    for argument in arguments {
        let (key, value) = argument.split_once('=').expect("key=value");
        match key {
            "characters" => characters = value.parse().unwrap(),
            "seats" => seats = value.parse().unwrap(),
            "suspicion" => suspicion = value.parse().unwrap(),
            "tune" => tune = value.parse().ok(),
            "only" => only = value.to_owned(),
            "verbose" => verbose = value == "1",
            "finale" => scenario = Scenario::Known(value.parse().unwrap()),
            "windows" => windows = *Windows::ALL.iter().find(|w| w.name() == value).unwrap(),
            name => {
                let place = Weights::NAMES.iter().position(|n| *n == name).expect(name);
                list[place] = value.parse().unwrap();
            }
        }
    }
    if seats == 0 {
        seats = characters;
    }
    let options = Options {
        characters,
        seats,
        suspicion,
        windows,
        scenario,
        seed,
    };
    if let Some(steps) = tune {
        return tune_weights(&options, games, list, steps, &only);
    }
    let all = run(&options, games, &Weights::from_list(&list), verbose);
    let n = f64::from(all.games);
    let p = f64::from(all.wins) / n;
    let z = 1.96;
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    println!("score {:.4}", all.score / n);
    println!(
        "{characters} characters {seats} seats suspicion {suspicion}: {} of {} won: {:.1}% [{:.1}, {:.1}]",
        all.wins,
        all.games,
        100.0 * p,
        100.0 * (centre - half),
        100.0 * (centre + half)
    );
    let c = f64::from(all.cracked.max(1));
    println!(
        "  safe {:.2} office {:.2} up {:.2} dice {:.2} tokens {:.2} cracked {:.3}; turns {:.1}, lost {:.1}, crack at {:.1} heat {:.1} hunters {:.2}",
        f64::from(all.safe) / n,
        f64::from(all.office) / n,
        f64::from(all.up) / n,
        f64::from(all.dice) / n,
        f64::from(all.tokens) / n,
        f64::from(all.cracked) / n,
        all.turns / n,
        all.lost_turns / (n - f64::from(all.wins)).max(1.0),
        all.turns_at_crack / c,
        all.heat_at_crack / c,
        all.hunters_at_crack / c
    );
    for (i, finale) in Finale::ALL.iter().enumerate() {
        print!("  {} {}/{}", finale.name(), all.won[i], all.entered[i]);
    }
    println!();
    print!(" ");
    for (i, name) in MILESTONES.iter().enumerate() {
        print!(
            " {name} {:.2}@{:.1}",
            f64::from(all.reached[i]) / n,
            f64::from(all.reached_at[i]) / f64::from(all.reached[i].max(1))
        );
    }
    println!();
    println!("  losses {:?}", all.losses);
    println!("  causes {:?}", all.causes);
    if verbose || std::env::var("HEAT").is_ok() {
        for (k, v) in &all.acts_done {
            if f64::from(*v) / n > 0.3 {
                print!(" {k} {:.2}", f64::from(*v) / n);
            }
        }
        println!();
        for (k, v) in &all.heat {
            println!("    {k}: {:.2}", f64::from(*v) / n);
        }
    }
    println!(
        "  {:.2} us a decision ({} decisions), {:.2} us an act ({})",
        all.nanos as f64 / 1e3 / all.decisions as f64,
        all.decisions,
        all.act_nanos as f64 / 1e3 / all.acts.max(1) as f64,
        all.acts
    );
}

const MILESTONES: [&str; 9] = [
    "office", "stairs", "upstairs", "safe", "line", "die1", "die3", "token1", "crack",
];

fn milestones(state: &CasinoCapers, reached: &mut [u32; MILESTONES.len()]) {
    use heist_engine::casino_capers::{Face, Kind};
    if state.turn() == 0 || state.running_finale().is_some() && reached[8] > 0 {
        return;
    }
    let at =
        |kind: Kind| CasinoCapers::cells().find(|&cell| state.face_at(cell).is_some_and(|face| face.kind() == kind));
    let safe = at(Kind::Safe);
    let [a, b, _] = state.dice();
    let dice = u32::from(a + b) + state.loose_dice().count() as u32;
    let tokens = CasinoCapers::cells()
        .filter(|&cell| state.has_crack_token(cell))
        .count();
    let now = [
        at(Kind::OwnersOffice).is_some(),
        at(Kind::Escalator).is_some_and(|cell| cell.floor() == 0),
        (0..state.characters()).any(|p| state.player_cell(p).is_some_and(|c| c.floor() == 1)),
        safe.is_some(),
        safe.is_some_and(|safe| safe.lines() & 0b01111_01111_01111_01111 & !state.revealed(1) == 0),
        dice >= 1,
        dice >= 3,
        tokens > 0,
        state.running_finale().is_some(),
    ];
    for (turn, yes) in reached.iter_mut().zip(now) {
        if yes && *turn == 0 {
            *turn = state.turn();
        }
    }
}

fn dump(view: &CasinoCapers, weights: &Weights, legal: &[heist_engine::casino_capers::Action]) -> String {
    let mut text = String::new();
    for floor in 0..2 {
        for row in 0..4 {
            for column in 0..4 {
                let cell = Cell::new(floor, row * 5 + column);
                let face = view.face_at(cell).map_or("?".to_owned(), |f| f.to_string());
                let chip = view
                    .chip_at(cell)
                    .map_or(String::new(), |c| format!("{c:?}").replace("Up", "").to_lowercase());
                let players: String = (0..view.characters())
                    .filter(|&p| view.player_cell(p) == Some(cell))
                    .map(|p| char::from(b'1' + p as u8))
                    .collect();
                let b = if view.bouncer(floor) == Some(cell) { "B" } else { "" };
                let m = if view.marker(floor) == Some(cell) { "m" } else { "" };
                let k = if view.has_crack_token(cell) { "*" } else { "" };
                let walled = view.floor_plan(floor).walled[cell.square()];
                let e = if walled & cell.bit() << 1 != 0 { "|" } else { " " };
                let s = if walled & cell.bit() << 5 != 0 { "_" } else { " " };
                text += &format!("{:>26}", format!("{face}{k} {chip} {players}{b}{m}{s}{e}"));
            }
            text += "\n";
        }
        text += "\n";
    }
    text += &format!("dice {:?} loose {}\n", view.dice(), view.loose_dice().count());
    for (action, score) in legal.iter().zip(acts::scores(weights, view, legal)) {
        if score > -900.0 {
            text += &format!("     {action}: {score:.2}\n");
        }
    }
    text
}

fn tally(was: &CasinoCapers, now: &CasinoCapers, totals: &mut Totals) {
    for player in 0..now.characters() {
        let (before, after) = (was.heat(player), now.heat(player));
        if after <= before
            || was.running_finale() == Some(Finale::CaughtRedHanded)
            || was.running_finale() != now.running_finale()
        {
            continue;
        }
        let phase = if was.running_finale().is_some() {
            "finale"
        } else {
            "before"
        };
        let floor = was.player_cell(player).map_or(0, Cell::floor);
        let moved = was.bouncer(floor) != now.bouncer(floor);
        let own = if was.current_player() == player { "own" } else { "other" };
        let hunt = if was.marker(floor).is_none() { "hunter" } else { "" };
        let acting = if was.actions_left() > 0 { "acting" } else { "spent" };
        let how = if moved { "came" } else { "went" };
        *totals
            .heat
            .entry(format!("{phase} {how} {own} {acting} {hunt} +{}", after - before))
            .or_default() += u32::from(after - before);
    }
}

#[derive(Clone, Copy)]
struct Options {
    characters: u8,
    seats: u8,
    suspicion: u8,
    windows: Windows,
    scenario: Scenario,
    seed: u64,
}

fn run(options: &Options, games: u64, weights: &Weights, verbose: bool) -> Totals {
    let Options {
        characters,
        seats,
        suspicion,
        windows,
        scenario,
        seed,
    } = *options;
    let threads = 2u64;
    let parts: Vec<Totals> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|part| {
                let weights = weights;
                scope.spawn(move || {
                    let mut totals = Totals::default();
                    let mut number = part;
                    while number < games {
                        let setup = Setup {
                            character_count: Some(characters),
                            suspicion,
                            windows,
                            ..Setup::new(scenario, seats, stream_seed(seed, "expert/setup", number))
                        };
                        play(&setup, seed, number, weights, &mut totals, verbose);
                        number += threads;
                    }
                    totals
                })
            })
            .collect();
        handles.into_iter().map(|h| h.join().unwrap()).collect()
    });
    let mut all = Totals::default();
    for t in parts {
        all.games += t.games;
        all.wins += t.wins;
        all.safe += t.safe;
        all.office += t.office;
        all.up += t.up;
        all.dice += t.dice;
        all.tokens += t.tokens;
        all.cracked += t.cracked;
        for i in 0..9 {
            all.entered[i] += t.entered[i];
            all.won[i] += t.won[i];
        }
        all.turns += t.turns;
        all.turns_at_crack += t.turns_at_crack;
        all.heat_at_crack += t.heat_at_crack;
        all.hunters_at_crack += t.hunters_at_crack;
        all.heat_lost += t.heat_lost;
        all.lost_turns += t.lost_turns;
        all.score += t.score;
        all.decisions += t.decisions;
        all.nanos += t.nanos;
        all.acts += t.acts;
        all.act_nanos += t.act_nanos;
        for (k, v) in t.losses {
            *all.losses.entry(k).or_default() += v;
        }
        for i in 0..MILESTONES.len() {
            all.reached[i] += t.reached[i];
            all.reached_at[i] += t.reached_at[i];
        }
        for (k, v) in t.acts_done {
            *all.acts_done.entry(k).or_default() += v;
        }
        for (k, v) in t.heat {
            *all.heat.entry(k).or_default() += v;
        }
        for (k, v) in t.causes {
            *all.causes.entry(k).or_default() += v;
        }
    }
    all
}

/// Changes a few weights at a time and keeps what is better.
fn tune_weights(options: &Options, games: u64, mut list: Vec<f32>, steps: u64, only: &str) {
    use heist_engine::random::below;
    let mut rng = stream(options.seed, "tune", 0);
    let names: Vec<usize> = (0..list.len())
        .filter(|&i| only.is_empty() || only.split(',').any(|o| Weights::NAMES[i].starts_with(o)))
        .collect();
    let value = |list: &[f32], seed: u64| {
        let mut options = *options;
        options.seed = seed;
        let t = run(&options, games, &Weights::from_list(list), false);
        t.score / f64::from(t.games) + WIN.with(|w| w.get()) * f64::from(t.wins) / f64::from(t.games)
    };
    let mut seed = options.seed;
    let mut best = value(&list, seed);
    println!("start {best:.4}");
    for step in 0..steps {
        if step % 25 == 24 {
            seed += 1;
            best = value(&list, seed);
        }
        let mut next = list.clone();
        let count = 1 + below(&mut rng, 3);
        let mut what = String::new();
        for _ in 0..count {
            let i = names[below(&mut rng, names.len() as u32) as usize];
            let z = (0..6).map(|_| f64::from(below(&mut rng, 1000)) / 1000.0).sum::<f64>() - 3.0;
            next[i] = (next[i] * (0.8 * z).exp() as f32 * 1000.0).round() / 1000.0;
            if below(&mut rng, 20) == 0 {
                next[i] += 0.1;
            }
            what += &format!(" {}={}", Weights::NAMES[i], next[i]);
        }
        let v = value(&next, seed);
        if v > best + 0.001 {
            // Confirmed on other games.
            let (a, b) = (value(&list, seed + 1000), value(&next, seed + 1000));
            if b > a {
                println!("{step}: {best:.4} -> {v:.4}, {a:.4} -> {b:.4}{what}");
                best = v;
                list = next;
            }
        }
    }
    for (name, value) in Weights::NAMES.iter().zip(&list) {
        print!("{name}={value} ");
    }
    println!();
}

thread_local! {
    static WIN: std::cell::Cell<f64> = std::cell::Cell::new(std::env::var("WIN").ok().and_then(|t| t.parse().ok()).unwrap_or(0.3));
}

fn play(setup: &Setup, seed: u64, number: u64, weights: &Weights, totals: &mut Totals, verbose: bool) {
    let mut rng = stream(seed, "expert/play", number);
    let mut state = CasinoCapers::new(setup).expect("a setup");
    let mut legal = Vec::new();
    let mut was_running = false;
    let mut log = String::new();
    let (mut turn_cells, mut turn_of_cells) = (Vec::new(), 0);
    let mut reached = [0u32; MILESTONES.len()];
    loop {
        match state.node() {
            Node::Terminal => break,
            Node::Chance => {
                let outcome = state.sample(&mut rng);
                if verbose {
                    log += &format!("    [{outcome}]\n");
                }
                let was = state;
                state.resolve(outcome);
                tally(&was, &state, totals);
            }
            Node::Decision(seat) => {
                let view = state.information_state(seat);
                view.legal_actions(&mut legal);
                let begin = Instant::now();
                let action = choice::choose_with(weights, &view, &legal);
                let spent = begin.elapsed().as_nanos() as u64;
                totals.nanos += spent;
                totals.decisions += 1;
                if view.question() == Some(heist_engine::casino_capers::Question::Act) {
                    totals.acts += 1;
                    totals.act_nanos += spent;
                }
                if verbose && legal.len() > 1 && action != heist_engine::casino_capers::Action::Pass {
                    let p = state.current_player();
                    log += &format!(
                        "  t{} p{} {:?} left {} heat {:?} b {:?} m {:?}: {action}\n",
                        state.turn(),
                        p + 1,
                        state.player_cell(p).map(|c| c.to_string()),
                        state.actions_left(),
                        (0..state.characters()).map(|p| state.heat(p)).collect::<Vec<_>>(),
                        [0, 1].map(|f| state.bouncer(f).map(|c| c.to_string()).unwrap_or_default()),
                        [0, 1].map(|f| state.marker(f).map(|c| c.to_string()).unwrap_or_default()),
                    );
                }
                if view.question() == Some(heist_engine::casino_capers::Question::Act)
                    && state.running_finale().is_none()
                {
                    let text = action.to_string();
                    let mut word = text.split(' ').next().unwrap_or("").to_owned();
                    if word == "end" {
                        *totals.acts_done.entry("unused".into()).or_default() += u32::from(state.actions_left());
                    }
                    if let heist_engine::casino_capers::Action::Move(to) = action {
                        word = if state.face_at(to).is_none() {
                            "move-hidden".into()
                        } else if turn_cells.contains(&to) {
                            "move-back".into()
                        } else {
                            word
                        };
                        if turn_of_cells != state.turn() {
                            turn_cells.clear();
                            turn_of_cells = state.turn();
                        }
                        turn_cells.extend(state.player_cell(state.current_player()));
                    }
                    let stage = if reached[8] > 0 {
                        4
                    } else if reached[4] > 0 {
                        3
                    } else if reached[3] > 0 {
                        2
                    } else if reached[2] > 0 {
                        1
                    } else {
                        0
                    };
                    let floor = state.player_cell(state.current_player()).map_or(0, Cell::floor);
                    if word == "end" {
                        *totals.acts_done.entry(format!("{stage}.{floor} unused")).or_default() +=
                            u32::from(state.actions_left());
                    }
                    *totals.acts_done.entry(format!("{stage}.{floor} {word}")).or_default() += 1;
                }
                if verbose
                    && std::env::var("DUMP")
                        .ok()
                        .is_some_and(|d| d == format!("{number}.{}", state.turn()))
                    && view.question() == Some(heist_engine::casino_capers::Question::Act)
                {
                    log += &dump(&view, weights, &legal);
                }
                if let heist_engine::casino_capers::Action::Use(how) = action {
                    let phase = if state.running_finale().is_some() { "f" } else { "h" };
                    let where_ = match view.question() {
                        Some(heist_engine::casino_capers::Question::Act) => "act",
                        _ => "window",
                    };
                    *totals
                        .heat
                        .entry(format!("use {phase} {where_} {}", how.card()))
                        .or_default() += 1;
                }
                let was = state;
                state.apply(action);
                tally(&was, &state, totals);
                if was.running_finale().is_none() {
                    let p = was.current_player();
                    for q in 0..state.characters() {
                        let gained = state.heat(q).saturating_sub(was.heat(q));
                        let f = was.player_cell(q).map_or(0, Cell::floor);
                        if gained > 0 && was.bouncer(f) == state.bouncer(f) {
                            let word = action.to_string();
                            let word = word.split(' ').next().unwrap_or("");
                            let to = state.player_cell(q);
                            let at_b = to.is_some_and(|c| state.bouncer(c.floor()) == Some(c));
                            let kind = to
                                .and_then(|c| was.face_at(c))
                                .map_or("hidden".into(), |f| f.kind().name().to_owned());
                            let kind = if kind == "front-desk" || kind == "hidden" {
                                kind
                            } else {
                                "other".into()
                            };
                            *totals
                                .heat
                                .entry(format!("zz {} {word} bouncer {at_b} {kind} +{gained}", p == q))
                                .or_default() += u32::from(gained);
                        }
                    }
                }
            }
        }
        milestones(&state, &mut reached);
        if !was_running && state.running_finale().is_some() {
            let heat = (0..state.characters()).map(|p| f64::from(state.heat(p))).sum::<f64>() * 3.0
                / f64::from(setup.character_count.unwrap_or(3));
            let turns = f64::from(state.turn());
            totals.score += (0.25 - 0.012 * heat - 0.004 * (turns - 20.0)).max(0.02);
            was_running = true;
            if verbose {
                let safe = CasinoCapers::cells()
                    .find(|&c| state.face_at(c) == Some(heist_engine::casino_capers::Face::SAFE))
                    .map(|c| c.to_string());
                log += &format!(
                    "#CRACK safe {safe:?} exits {:?} players {:?} decks {:?} escalators {:?}\n",
                    state.entrance_cells().map(|c| c.to_string()).collect::<Vec<_>>(),
                    (0..state.characters())
                        .map(|p| state.player_cell(p).map(|c| c.to_string()))
                        .collect::<Vec<_>>(),
                    [state.patrol_size(0), state.patrol_size(1)],
                    CasinoCapers::cells()
                        .filter(|&c| state
                            .face_at(c)
                            .is_some_and(|f| f.kind() == heist_engine::casino_capers::Kind::Escalator))
                        .map(|c| c.to_string())
                        .collect::<Vec<_>>()
                );
            }
            totals.turns_at_crack += f64::from(state.turn());
            totals.heat_at_crack += (0..state.characters()).map(|p| f64::from(state.heat(p))).sum::<f64>();
            totals.hunters_at_crack += (0..2).filter(|&f| state.marker(f).is_none()).count() as f64;
        }
    }
    for (place, &turn) in reached.iter().enumerate() {
        totals.reached[place] += u32::from(turn > 0);
        totals.reached_at[place] += turn;
    }
    let result = state.result().expect("a result");
    let win = result.is_win();
    totals.games += 1;
    totals.wins += u32::from(win);
    totals.turns += f64::from(state.turn());
    let kinds = |face| CasinoCapers::cells().any(|cell| state.face_at(cell) == Some(face));
    totals.safe += u32::from(kinds(heist_engine::casino_capers::Face::SAFE));
    totals.office += u32::from(kinds(heist_engine::casino_capers::Face::OFFICE));
    totals.tokens += CasinoCapers::cells()
        .filter(|&cell| state.has_crack_token(cell))
        .count() as u32;
    let [a, b, _] = state.dice();
    totals.dice += u32::from(a + b) + state.loose_dice().count() as u32;
    if let Some(finale) = state.running_finale() {
        totals.cracked += 1;
        totals.entered[finale as usize] += 1;
        totals.won[finale as usize] += u32::from(win);
    }
    if !win {
        let phase = state.running_finale().map_or(0, |f| f as usize + 1);
        *totals.losses.entry((result.ending, phase)).or_default() += 1;
        totals.lost_turns += f64::from(state.turn());
        let hunters = (0..2).filter(|&f| state.marker(f).is_none()).count();
        let word = if phase == 0 { "before" } else { "finale" };
        *totals.causes.entry(format!("{word}, {hunters} hunting")).or_default() += 1;
    }
    if verbose {
        println!("== game {number} {}\n{log}", result.ending);
    }
}
