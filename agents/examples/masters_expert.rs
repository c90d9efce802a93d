//! How often the expert meets the objective of each scenario, and where its time goes.
use heist_agents::heuristics::masters::{Weights, choose_with};
use heist_engine::game::{Game, Node};
use heist_engine::masters::{Ending, MastersOfTheHeist, Setup};
use heist_engine::random;
use heist_engine::random::Generator;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let which = args.next().unwrap_or("all".into());
    let games: u64 = args.next().and_then(|a| a.parse().ok()).unwrap_or(100);
    let trace = args.next().is_some();
    let names = [
        "delinquent-jeweler",
        "tech-lab",
        "the-track",
        "estate-basement",
        "courthouse",
        "museum-of-antiquity",
        "server-farm",
        "hotel-basement",
        "rival-hq",
        "parking-garage",
        "the-lair",
        "the-vault",
        "county-bricks",
        "county-river",
        "county-hole",
        "interior-ministry-south",
        "interior-ministry-north",
    ];
    let mut total = 0;
    for name in names {
        if which != "all" && which != name {
            continue;
        }
        let (mut won, mut decisions, mut rounds) = (0, 0u64, 0u64);
        let start = Instant::now();
        for seed in 0..games {
            let mut setup = Setup::new(name, 1, 1000 + seed);
            setup.character_count = Some(4);
            let mut g = MastersOfTheHeist::new(&setup).unwrap();
            let mut rng: Generator = random::stream(seed, "chance", 0);
            let mut legal = Vec::new();
            loop {
                match g.node() {
                    Node::Terminal => break,
                    Node::Chance => {
                        let o = g.sample(&mut rng);
                        if trace {
                            print!(" [{o}]");
                        }
                        g.resolve(o);
                    }
                    Node::Decision(_) => {
                        g.legal_actions(&mut legal);
                        let a = if legal.len() == 1 {
                            legal[0]
                        } else {
                            choose_with(&Weights::DEFAULT, &g, &legal)
                        };
                        decisions += 1;
                        if trace {
                            match g.deciding() {
                                Some(w) => println!("\n r{} {:?} {}: {a}", g.round(), w, legal.len()),
                                None => print!(
                                    "\n r{} noise {} events {} {:?}: {a}",
                                    g.round(),
                                    g.marker(),
                                    g.deck_cards().len(),
                                    g.phase()
                                ),
                            }
                        }
                        g.apply(a);
                    }
                }
            }
            if g.ending() == Ending::Won {
                won += 1;
            }
            rounds += u64::from(g.round());
        }
        let t = start.elapsed();
        total += won;
        println!(
            "{name:26} won {:5.1}%  rounds {:4.1}  {:.0} decisions a game, {:.1} us each",
            100.0 * won as f64 / games as f64,
            rounds as f64 / games as f64,
            decisions as f64 / games as f64,
            t.as_secs_f64() * 1e6 / decisions as f64
        );
    }
    println!("won {total}");
}
