//! How much the planner of Masters of the Heist adds to the expert's plans, and whether hints about plans agree.
//!
//! `cargo run --release -p heist-benches --example masters_plans -- [HEISTS]` looks for plans for six teams of four
//! amateurs for each of six jobs, each in so many heists that the expert plays out, and prints the share of heists won
//! with the expert's plan and with the plan that was found. Then the recommended first team does the three jobs for
//! amateurs, with the plan that was found, with the expert's plan, which is greedy, and with plans drawn at random, in
//! the same heists, which the expert plays.
//!
//! `cargo run --release -p heist-benches --example masters_plans -- hints LEVEL [--seeds 8] [--heists 10000] [--search
//! 0] [FILE:STEP ...]` asks for hints about planning decisions, each with several seeds, and says how far their values
//! and the worth of their plans differ: see `hints.rs`.

mod hints;

use heist_agents::heuristics::Heuristics;
use heist_agents::heuristics::masters::{Weights, choose_with};
use heist_agents::planning::Effort;
use heist_agents::{Estimate, analysis::Moments};
use heist_engine::game::{Fill, Game, play_out};
use heist_engine::masters::{Action, Ending, MastersOfTheHeist, Phase, Setup};
use heist_engine::random::{choose, from_seed, stream};
use rayon::prelude::*;
use serde_json::json;

const JOBS: [&str; 6] = [
    "tech-lab",
    "the-track",
    "courthouse",
    "museum-of-antiquity",
    "estate-basement",
    "county-bricks",
];
const TEAMS: u64 = 6;
/// Heists in which plans of a drawn team are measured.
const MEASURED: u64 = 256;
/// Heists in which plans of the first team are compared.
const HEISTS: u64 = 1000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("hints", rest)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        hints::Options::read(rest)
            .unwrap_or_else(|problem| fail(&problem))
            .run();
        return;
    }
    let playouts = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(1500);
    let effort = Effort {
        playouts,
        time: None,
        parallel: true,
        reports: false,
    };
    let mut sums = [0.0; 2];
    for (place, job) in (0u64..).zip(JOBS) {
        let mut of_job = [0.0; 2];
        for team in 0..TEAMS {
            let setup = Setup {
                character_count: Some(4),
                ..Setup::new(job, 1, 40_000 + 100 * place + team)
            };
            let start = MastersOfTheHeist::new(&setup).unwrap_or_else(|problem| fail(&problem.to_string()));
            of_job[0] += share_won(&start, MEASURED) / TEAMS as f64;
            of_job[1] += share_won(&planned(start, &effort, team), MEASURED) / TEAMS as f64;
        }
        print_row(job, of_job);
        sums = [0, 1].map(|place| sums[place] + of_job[place] / JOBS.len() as f64);
    }
    print_row("all", sums);
    for job in ["the-track", "delinquent-jeweler", "tech-lab"] {
        for characters in [4, 3] {
            compare(job, characters, &effort);
        }
    }
}

fn fail(problem: &str) -> ! {
    eprintln!("{problem}");
    std::process::exit(1);
}

/// Where the plan leads that is found.
fn planned(mut state: MastersOfTheHeist, effort: &Effort, seed: u64) -> MastersOfTheHeist {
    let planner = MastersOfTheHeist::PLANNER.expect("the game has a planner");
    let found = planner(&state, effort, &mut from_seed(seed), &[]).expect("a heist begins with a decision of planning");
    found.line.iter().for_each(|&action| state.apply(action));
    state
}

/// What the expert does at a decision of planning.
fn planned_by_expert(state: &MastersOfTheHeist) -> Action {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    choose_with(&Weights::DEFAULT, state, &legal)
}

/// The share of heists that the expert wins from a state on.
fn share_won(state: &MastersOfTheHeist, heists: u64) -> f64 {
    let is_won = |&number: &u64| {
        is_won(
            *state,
            |state, legal| choose_with(&Weights::DEFAULT, state, legal),
            number,
        )
    };
    (0..heists).into_par_iter().filter(is_won).count() as f64 / heists as f64
}

/// The recommended first team (MH3.2a), or the first of it.
fn first_team(job: &str, characters: usize) -> Setup {
    let team = [
        json!({"card": "angry-locksmith", "skills": ["smash-n-grab", "bypass"]}),
        json!({"card": "thug", "skills": ["wing-it", "bypass"]}),
        json!({"card": "script-kiddie", "skills": ["smash-n-grab", "bypass"]}),
        json!({"card": "burglar", "skills": ["bypass", "wing-it"]}),
    ];
    let setup = json!({"scenario": job, "seats": 1, "seed": 43_000, "characters": team[..characters]});
    serde_json::from_value(setup).expect("a setup")
}

/// Whether the expert wins a heist with these dice; `plan` decides in planning.
fn is_won(
    mut state: MastersOfTheHeist,
    mut plan: impl FnMut(&MastersOfTheHeist, &[Action]) -> Action,
    number: u64,
) -> bool {
    let expert = MastersOfTheHeist::HEURISTIC.expect("the game has an expert");
    let mut dice = stream(3, "benches/masters-plans", number);
    state.determinize(Fill::All, &mut dice);
    play_out(&mut state, &mut dice, |state, seat, legal, rng| match state.phase() {
        Phase::Plan => plan(state, legal),
        _ => expert(state, seat, legal, rng),
    });
    state.ending() == Ending::Won
}

/// The same heists with three plans: the share won with each, and by how much the first beats the others, with 95%
/// intervals.
fn compare(job: &str, characters: usize, effort: &Effort) {
    let setup = first_team(job, characters);
    let start = MastersOfTheHeist::new(&setup).expect("a playable setup");
    let found = planned(start, effort, 1);
    let heist = |number: u64| {
        let mut draws = stream(3, "benches/masters-plans drawn", number);
        let won = [
            // Its planning is over.
            is_won(found, |_, legal| legal[0], number),
            is_won(
                start,
                |state, legal| choose_with(&Weights::DEFAULT, state, legal),
                number,
            ),
            is_won(start, |_, legal| choose(&mut draws, legal), number),
        ];
        won.map(|won| f64::from(u8::from(won)))
    };
    let won: Vec<[f64; 3]> = (0..HEISTS).into_par_iter().map(heist).collect();
    let share = |plan: usize| 100.0 * won.iter().map(|won| won[plan]).sum::<f64>() / HEISTS as f64;
    let gain = |plan: usize| {
        let differences: Moments = won.iter().map(|won| won[0] - won[plan]).collect();
        let Estimate { mean, error } = differences.estimate();
        let off = 1.96 * error;
        format!(
            "{:+.1} ({:+.1} to {:+.1})",
            100.0 * mean,
            100.0 * (mean - off),
            100.0 * (mean + off)
        )
    };
    println!(
        "{job:20} {characters}: found {:.1}%, greedy {:.1}%, drawn {:.1}%; found beats greedy by {}, drawn by {}",
        share(0),
        share(1),
        share(2),
        gain(1),
        gain(2)
    );
}

fn print_row(name: &str, [before, after]: [f64; 2]) {
    println!("{name:20} {:5.1}% -> {:5.1}%", 100.0 * before, 100.0 * after);
}
