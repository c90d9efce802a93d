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
    decisions: u64,
    nanos: u64,
    act_nanos: u64,
    acts: u64,
    causes: std::collections::BTreeMap<String, u32>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|t| t.parse().ok()).unwrap_or(500);
    let seed: u64 = arguments.next().and_then(|t| t.parse().ok()).unwrap_or(1);
    let mut list = Weights::DEFAULT.get();
    let (mut characters, mut seats, mut suspicion, mut windows, mut verbose) = (3u8, 0u8, 6u8, Windows::Full, false);
    let mut scenario = Scenario::RandomFinale;
    for argument in arguments {
        let (key, value) = argument.split_once('=').expect("key=value");
        match key {
            "characters" => characters = value.parse().unwrap(),
            "seats" => seats = value.parse().unwrap(),
            "suspicion" => suspicion = value.parse().unwrap(),
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
    let weights = Weights::from_list(&list);
    let threads = 2u64;
    let parts: Vec<Totals> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|part| {
                let weights = &weights;
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
        all.decisions += t.decisions;
        all.nanos += t.nanos;
        all.acts += t.acts;
        all.act_nanos += t.act_nanos;
        for (k, v) in t.losses {
            *all.losses.entry(k).or_default() += v;
        }
        for (k, v) in t.causes {
            *all.causes.entry(k).or_default() += v;
        }
    }
    let n = f64::from(all.games);
    let p = f64::from(all.wins) / n;
    let z = 1.96;
    let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
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
    println!("  losses {:?}", all.losses);
    println!("  causes {:?}", all.causes);
    println!(
        "  {:.2} us a decision ({} decisions), {:.2} us an act ({})",
        all.nanos as f64 / 1e3 / all.decisions as f64,
        all.decisions,
        all.act_nanos as f64 / 1e3 / all.acts.max(1) as f64,
        all.acts
    );
}

fn play(setup: &Setup, seed: u64, number: u64, weights: &Weights, totals: &mut Totals, verbose: bool) {
    let mut rng = stream(seed, "expert/play", number);
    let mut state = CasinoCapers::new(setup).expect("a setup");
    let mut legal = Vec::new();
    let mut was_running = false;
    let mut log = String::new();
    loop {
        match state.node() {
            Node::Terminal => break,
            Node::Chance => {
                let outcome = state.sample(&mut rng);
                if verbose {
                    log += &format!("    [{outcome}]\n");
                }
                state.resolve(outcome);
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
                if verbose && (legal.len() > 1) {
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
                state.apply(action);
            }
        }
        if !was_running && state.running_finale().is_some() {
            was_running = true;
            totals.turns_at_crack += f64::from(state.turn());
            totals.heat_at_crack += (0..state.characters()).map(|p| f64::from(state.heat(p))).sum::<f64>();
            totals.hunters_at_crack += (0..2).filter(|&f| state.marker(f).is_none()).count() as f64;
        }
    }
    let result = state.result().expect("a result");
    let win = result.is_win();
    totals.games += 1;
    totals.wins += u32::from(win);
    totals.turns += f64::from(state.turn());
    let kinds = |face| CasinoCapers::cells().any(|cell| state.face_at(cell) == Some(face));
    totals.safe += u32::from(kinds(heist_engine::casino_capers::Face::SAFE));
    totals.office += u32::from(kinds(heist_engine::casino_capers::Face::OFFICE));
    totals.tokens += CasinoCapers::cells().filter(|&cell| state.has_crack_token(cell)).count() as u32;
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
