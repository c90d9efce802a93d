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
    }
}
