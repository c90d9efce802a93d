use heist_agents::heuristics::masters::{Weights, choose_with};
use heist_engine::game::{Game, Node};
use heist_engine::masters::scenario::Goal;
use heist_engine::masters::{Ending, MastersOfTheHeist, Piece, Setup, Standing, Who};
use heist_engine::random;
use rayon::prelude::*;
const NAMES: [&str; 8] = [
    "delinquent-jeweler",
    "tech-lab",
    "the-track",
    "courthouse",
    "museum-of-antiquity",
    "hotel-basement",
    "estate-basement",
    "county-bricks",
];
fn plans() -> Vec<MastersOfTheHeist> {
    use heist_agents::heuristics::masters::planner::{Effort, find};
    let mut all = vec![];
    for name in NAMES {
        for team in 0..4u64 {
            let mut setup = Setup::new(name, 1, 700_000 + team);
            setup.character_count = Some(4);
            let mut g = MastersOfTheHeist::new(&setup).unwrap();
            let f = find(
                &g,
                &Effort {
                    playouts: 600,
                    time: None,
                    parallel: true,
                },
                &mut random::from_seed(team),
                &[],
            )
            .unwrap();
            println!("{name} {team} {:.3} -> {:.3}", f.before[0], f.value);
            for a in f.line {
                g.apply(a);
            }
            all.push(g);
        }
    }
    all
}
fn play(w: &Weights, start: &MastersOfTheHeist, seed: u64) -> (f64, f64) {
    let mut g = *start;
    let mut rng = random::stream(seed, "chance", 0);
    let mut legal = Vec::new();
    let mut chance = None;
    loop {
        match g.node() {
            Node::Terminal => break,
            Node::Chance => {
                let o = g.sample(&mut rng);
                g.resolve(o);
            }
            Node::Decision(_) => {
                if g.phase() == heist_engine::masters::Phase::Escape && chance.is_none() {
                    chance = Some(heist_agents::heuristics::masters::chance_to_escape(&g));
                }
                g.legal_actions(&mut legal);
                let a = choose_with(w, &g, &legal);
                g.apply(a);
            }
        }
    }
    let won = f64::from(u8::from(g.ending() == Ending::Won));
    let mut s = 0.0;
    let n = g.scenario().objective.len() as f64;
    for goal in &g.scenario().objective {
        s += match *goal {
            Goal::Stolen(k, c) => {
                let p = Piece::of(k);
                let held: u8 = g.everyone().map(|w| g.held_count(w, p)).sum();
                (f64::from(g.banked_count(p)) + 0.5 * f64::from(held)) / f64::from(c)
            }
            Goal::NpcEscaped => {
                if g.standing(Who::NPC) != Standing::Inactive {
                    0.5
                } else {
                    0.0
                }
            }
            _ => 0.0,
        }
        .min(1.0)
            / n;
    }
    (
        won,
        0.5 * won + 0.5 * chance.unwrap_or(won) + if won > 0.0 { 0.1 } else { 0.1 * s },
    )
}
fn score(plans: &[MastersOfTheHeist], w: &Weights, from: u64, games: u64) -> (f64, f64) {
    let r: Vec<(f64, f64)> = plans
        .par_iter()
        .flat_map(|n| (0..games).into_par_iter().map(move |s| play(w, n, from + s)))
        .collect();
    let k = r.len() as f64;
    (
        r.iter().map(|x| x.0).sum::<f64>() / k,
        r.iter().map(|x| x.1).sum::<f64>() / k,
    )
}
fn main() {
    let mut a = std::env::args().skip(1);
    let iters: u64 = a.next().unwrap().parse().unwrap();
    let games: u64 = a.next().unwrap().parse().unwrap();
    let plans = plans();
    let mut best = Weights::DEFAULT.get();
    let mut rng = random::from_seed(7);
    let mut unit = {
        let mut rng = random::from_seed(11);
        move || random::below(&mut rng, 1 << 20) as f32 / (1 << 20) as f32
    };
    for i in 0..iters {
        let from = i * games;
        let mut w = best.clone();
        let k = 1 + (unit() * 3.0) as usize;
        for _ in 0..k {
            let j = random::below(&mut rng, w.len() as u32) as usize;
            w[j] *= (0.7f32 * (unit() + unit() - 1.0) * 1.4).exp();
        }
        let last = w.len() - 1;
        w[last] = w[last].min(0.96);
        let a = score(&plans, &Weights::from_list(&best), from, games);
        let b = score(&plans, &Weights::from_list(&w), from, games);
        if b.1 > a.1 {
            // Again, on other games.
            let a2 = score(&plans, &Weights::from_list(&best), 1_000_000 + from, games);
            let b2 = score(&plans, &Weights::from_list(&w), 1_000_000 + from, games);
            if b2.1 > a2.1 {
                best = w;
                println!(
                    "{i}: {:.3}/{:.3} -> {:.3}/{:.3}  {:?}",
                    (a.0 + a2.0) / 2.0,
                    (a.1 + a2.1) / 2.0,
                    (b.0 + b2.0) / 2.0,
                    (b.1 + b2.1) / 2.0,
                    Weights::NAMES
                        .iter()
                        .zip(&best)
                        .map(|(n, v)| format!("{n} {v:.2}"))
                        .collect::<Vec<_>>()
                        .join(", ")
                );
            }
        }
    }
}
