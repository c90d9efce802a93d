use heist_agents::heuristics::masters::planner::{Effort, find};
use heist_engine::game::Game;
use heist_engine::masters::{MastersOfTheHeist, Setup};
use heist_engine::random;
fn main() {
    let mut a = std::env::args().skip(1);
    let name = a.next().unwrap();
    let playouts: u64 = a.next().unwrap().parse().unwrap();
    let seed: u64 = a.next().map_or(1, |s| s.parse().unwrap());
    let names: Vec<String> = if name == "all" {
        MastersOfTheHeist::SCENARIOS.iter().map(|s| s.to_string()).collect()
    } else {
        vec![name]
    };
    for name in names {
        let mut setup = Setup::new(&name, 1, 1000 + seed);
        setup.character_count = Some(4);
        let g = MastersOfTheHeist::new(&setup).unwrap();
        let t = std::time::Instant::now();
        let f = find(
            &g,
            &Effort {
                playouts,
                time: None,
                parallel: true,
            },
            &mut random::from_seed(seed),
            &[],
        )
        .unwrap();
        println!(
            "{name:26} before {:.3} after {:.3} +- {:.3}  playouts {} {:.1}s",
            f.before[0],
            f.value,
            f.error,
            f.playouts,
            t.elapsed().as_secs_f64()
        );
        if std::env::var("TRACE").is_ok() {
            use heist_agents::heuristics::masters::{Weights, choose_with};
            use heist_engine::game::Node;
            println!(
                "{}",
                f.line.iter().map(|a| a.to_string()).collect::<Vec<_>>().join(", ")
            );
            let mut rounds = 0;
            let mut trace = true;
            let mut hist = std::collections::BTreeMap::new();
            for seed in 0..200 {
                let mut g = g;
                for &a in &f.line {
                    g.apply(a);
                }
                let mut rng = random::stream(seed, "x", 0);
                let mut legal = vec![];
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
                            let a = choose_with(&Weights::DEFAULT, &g, &legal);
                            if trace && !matches!(a, heist_engine::masters::Action::Act(_)) {
                                print!(
                                    "\n r{} n{} e{} {:?} {a}",
                                    g.round(),
                                    g.marker(),
                                    g.deck_cards().len(),
                                    g.deciding().map(|w| w.0 + 1)
                                );
                            }
                            g.apply(a);
                        }
                    }
                }
                trace = false;
                rounds += u32::from(g.round());
                let what: Vec<String> = g
                    .scenario()
                    .objective
                    .iter()
                    .map(|o| match *o {
                        heist_engine::masters::scenario::Goal::Stolen(k, _) => {
                            let p = heist_engine::masters::Piece::of(k);
                            format!(
                                "banked {} held {}",
                                g.banked_count(p),
                                g.everyone().map(|w| g.held_count(w, p)).sum::<u8>()
                            )
                        }
                        heist_engine::masters::scenario::Goal::NpcEscaped => format!(
                            "npc {:?} {:?}",
                            g.standing(heist_engine::masters::Who::NPC),
                            g.exit_of(heist_engine::masters::Who::NPC)
                        ),
                        _ => String::new(),
                    })
                    .collect();
                *hist.entry(what.join("; ")).or_insert(0) += 1;
            }
            println!("\nrounds {:.1} {hist:?}", f64::from(rounds) / 200.0);
        }
    }
}
