//! How much the planner of Masters of the Heist adds to the expert's plans.
//!
//! `cargo run --release -p heist-benches --example masters_plans -- [HEISTS]` looks for plans for six teams of four amateurs for each of six jobs, each in
//! so many heists that the expert plays out, and prints the share of heists won with the expert's plan and with the plan that was found.

use heist_agents::heuristics::Heuristics;
use heist_agents::planning::Effort;
use heist_engine::game::Game;
use heist_engine::masters::{MastersOfTheHeist, Setup};
use heist_engine::random::from_seed;

const JOBS: [&str; 6] = [
    "tech-lab",
    "the-track",
    "courthouse",
    "museum-of-antiquity",
    "estate-basement",
    "county-bricks",
];
const TEAMS: u64 = 6;

fn main() {
    let playouts = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1500);
    let effort = Effort {
        playouts,
        time: None,
        parallel: true,
        reports: true,
    };
    let mut sums = [0.0; 2];
    for (place, job) in (0u64..).zip(JOBS) {
        let mut of_job = [0.0; 2];
        for team in 0..TEAMS {
            let setup = Setup {
                character_count: Some(4),
                ..Setup::new(job, 1, 40_000 + 100 * place + team)
            };
            let found = MastersOfTheHeist::new(&setup).ok().and_then(|state| {
                let planner = MastersOfTheHeist::PLANNER?;
                planner(&state, &effort, &mut from_seed(team), &[])
            });
            let Some(plan) = found else {
                eprintln!("{job}: no plan for team {team}");
                std::process::exit(1);
            };
            of_job[0] += plan.before.mean / TEAMS as f64;
            of_job[1] += plan.value.mean / TEAMS as f64;
        }
        print_row(job, of_job);
        sums = [0, 1].map(|place| sums[place] + of_job[place] / JOBS.len() as f64);
    }
    print_row("all", sums);
}

fn print_row(name: &str, [before, after]: [f64; 2]) {
    println!("{name:20} {:5.1}% -> {:5.1}%", 100.0 * before, 100.0 * after);
}
