//! `heist bench`: the signature of the rules, and how fast they run.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use heist_agents::arena::{Deal, PlayOptions, play};
use heist_agents::{Factory, Heuristics, Spec, factory};
use heist_engine::game::{Fill, Game, Node};
use heist_engine::hash::append;
use heist_engine::random::{Generator, choose, stream};
use heist_engine::registry::GAMES;
use heist_engine::with_game;
use rand_core::Rng;
use serde::{Serialize, Serializer};

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::JsonOption;
use crate::interrupt;
use crate::setup::SetupOptions;
use crate::terminal::{Table, progress};

/// Measure the signature of the rules and their speed
///
/// The signature is a hash of the states and results of a fixed set of seeded games: random and heuristic agents, all
/// scenarios and player counts. It is the same on every machine, and changes only when the rules, the chance or the
/// heuristic behave differently. A change that is only meant to be faster must not alter it. Each scenario also has a
/// signature of its own, which shows where a change is.
///
/// The speeds are those of one core, the best of several runs: transitions (decisions and draws) per second in random
/// playouts with 3 players, playouts per second and their mean length, the size of a state, and the nanoseconds it
/// takes to clone a state, to fill its holes and to compute its key. Two yardsticks measured in the same run make the
/// figures of different machines comparable: a plain copy of as many bytes as a state has, and a draw from the random
/// generator.
///
/// Example:
///
/// $ heist bench --json bench.json
#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    json: JsonOption,
}

/// The JSON of the command.
#[derive(Serialize)]
struct Report {
    signature: String,
    version: &'static str,
    games: Named<Measured>,
    yardsticks: Yardsticks,
}

/// What is measured of a game's scenario.
#[derive(Clone, Serialize)]
struct Measured {
    signature: String,
    #[serde(flatten)]
    speeds: Speeds,
}

/// How fast a game's scenario is.
#[derive(Clone, Copy, Serialize)]
struct Speeds {
    transitions_per_s: f64,
    playouts_per_s: f64,
    mean_transitions: f64,
    state_bytes: usize,
    clone_ns: f64,
    determinize_ns: f64,
    key_ns: f64,
    /// The yardstick of `clone_ns`: copying as many bytes.
    memcpy_ns: f64,
}

/// What the speeds can be compared with on another machine.
#[derive(Clone, Copy, Serialize)]
struct Yardsticks {
    draws_per_s: f64,
}

/// Values by name, a JSON object in this order.
struct Named<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    options.json.check()?;
    let count = GAMES.iter().map(|game| game.scenarios.len().max(1)).sum();
    let bar = progress(count as u64, "scenarios");
    let mut signature = Signature(0);
    let mut games = Vec::new();
    let draws_per_s = 1e9 / draw_ns();
    for game in GAMES {
        let scenarios = game.scenarios.iter().copied().map(Some);
        let scenarios: Vec<Option<&str>> = if game.scenarios.is_empty() {
            vec![None]
        } else {
            scenarios.collect()
        };
        for scenario in scenarios {
            let measured =
                with_game!(game.id, G => measure::<G>(scenario), else name => Err(Failure::unknown_game(name)))?;
            if interrupt::is_wanted() {
                bar.finish_and_clear();
                return stopped(&games, count, draws_per_s, out);
            }
            bar.inc(1);
            signature.add_text(&measured.signature);
            let name = scenario.map_or_else(|| game.id.to_owned(), |scenario| format!("{}/{scenario}", game.id));
            games.push((name, measured));
        }
    }
    bar.finish_and_clear();
    let report = Report {
        signature: signature.text(),
        version: env!("CARGO_PKG_VERSION"),
        games: Named(games),
        yardsticks: Yardsticks { draws_per_s },
    };
    options.json.write(&report, out)?;
    if !options.json.replaces_text() {
        print(&report, out)?;
    }
    Ok(Done::Well)
}

/// Prints what is measured so far. There is no signature: it is one of all scenarios.
fn stopped(games: &[(String, Measured)], count: usize, draws_per_s: f64, out: &mut dyn Write) -> Outcome {
    for (name, measured) in games {
        print_scenario(name, measured, draws_per_s, out)?;
    }
    out.flush()?;
    notice(&format!(
        "stopped: {} of {count} scenarios measured; the signature needs all of them",
        games.len()
    ));
    Ok(Done::Interrupted)
}

fn measure<G: Heuristics>(scenario: Option<&str>) -> Result<Measured, Failure> {
    let mut signature = Signature(0);
    sign::<G>(scenario, &mut signature)?;
    Ok(Measured {
        signature: signature.text(),
        speeds: speeds::<G>(scenario)?,
    })
}

fn print(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "signature  {}", report.signature)?;
    writeln!(out, "version    {}", report.version)?;
    for (name, measured) in &report.games.0 {
        print_scenario(name, measured, report.yardsticks.draws_per_s, out)?;
    }
    let millions = report.yardsticks.draws_per_s / 1e6;
    writeln!(
        out,
        "\nyardstick: {millions:.0} million draws per second from the generator"
    )?;
    Ok(())
}

fn print_scenario(name: &str, measured: &Measured, draws_per_s: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let Measured { signature, speeds } = measured;
    let draws = draws_per_s / speeds.transitions_per_s;
    let mut table = Table::new(&[name, "", ""], 1);
    let mut row = |what: &str, figure: String, beside: String| table.row(vec![what.to_owned(), figure, beside]);
    let millions = speeds.transitions_per_s / 1e6;
    row("signature", signature.clone(), String::new());
    row(
        "transitions per second",
        format!("{millions:.2} million"),
        format!("{draws:.1} draws each"),
    );
    row(
        "playouts per second",
        format!("{:.0}", speeds.playouts_per_s),
        String::new(),
    );
    row(
        "transitions per playout",
        format!("{:.1}", speeds.mean_transitions),
        String::new(),
    );
    row("bytes of a state", speeds.state_bytes.to_string(), String::new());
    let copies = format!("{:.2} times memcpy", speeds.clone_ns / speeds.memcpy_ns);
    row("clone, ns", format!("{:.1}", speeds.clone_ns), copies);
    row(
        "determinize, ns",
        format!("{:.1}", speeds.determinize_ns),
        String::new(),
    );
    row("key, ns", format!("{:.1}", speeds.key_ns), String::new());
    row(
        "yardstick: memcpy of a state, ns",
        format!("{:.1}", speeds.memcpy_ns),
        String::new(),
    );
    writeln!(out)?;
    Ok(table.print(out)?)
}

/// A setup with this many seats in which as many components as possible take part.
fn setup<G: Game>(scenario: Option<&str>, seats: u8, seed: u64) -> Option<G::Setup> {
    let widest = G::SETUP.iter().filter_map(|field| Some((field.name, field.widest?)));
    let mut options = SetupOptions::default().with("seats", seats);
    for (name, value) in widest.chain(scenario.map(|name| ("scenario", name))) {
        options = options.with(name, value);
    }
    options.setup::<G>(seed).ok()
}

/// The most seats a game may have.
const SEATS: u8 = 8;
/// Games of each agent and seat count in the signature.
const SIGNED_GAMES: u64 = 12;
/// The seed of everything here.
const SEED: u64 = 20_150_101;

/// A running hash.
struct Signature(u64);

impl Signature {
    fn add(&mut self, word: u64) {
        self.0 = append(self.0, &[word]);
    }

    fn add_text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(byte.into()));
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Adds the games of the fixed set: every state by its key and how many actions or outcomes it has, and the results.
fn sign<G: Heuristics>(scenario: Option<&str>, signature: &mut Signature) -> Result<(), Failure> {
    signature.add_text(G::ID);
    signature.add(G::FORMAT.into());
    for name in ["random", "heuristic"] {
        let Ok(make) = agent::<G>(name) else { continue };
        for seats in 1..=SEATS {
            for number in 0..SIGNED_GAMES {
                if interrupt::is_wanted() {
                    return Ok(());
                }
                let Some(setup) = setup::<G>(scenario, seats, Deal::<G>::setup_seed(SEED, number)) else {
                    break;
                };
                sign_game(&setup, number, &make, signature)?;
            }
        }
    }
    Ok(())
}

fn agent<G: Heuristics>(name: &str) -> Result<Factory<G>, Failure> {
    let spec: Spec = name.parse().map_err(Failure::input)?;
    factory(&spec).map_err(Failure::input)
}

fn sign_game<G: Game>(
    setup: &G::Setup,
    number: u64,
    make: &Factory<G>,
    signature: &mut Signature,
) -> Result<(), Failure> {
    let deal = Deal::<G>::new(setup, SEED, number).map_err(Failure::input)?;
    let mut team: Vec<_> = (0..deal.world.seats()).map(|_| make()).collect();
    let options = PlayOptions {
        record: true,
        ..PlayOptions::default()
    };
    let game = play(&deal, &mut team, options).map_err(Failure::input)?;
    let mut state = G::new(&deal.setup).map_err(Failure::input)?;
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for step in &game.steps {
        state.legal_actions(&mut actions);
        state.outcomes(&mut outcomes);
        signature.add(state.key());
        signature.add(actions.len() as u64);
        signature.add(outcomes.len() as u64);
        step.play(&mut state);
    }
    signature.add(state.key());
    signature.add(game.result.value.to_bits());
    signature.add_text(game.result.ending);
    game.result
        .figures
        .iter()
        .for_each(|&figure| signature.add(figure as u64));
    Ok(())
}

/// Time for one measurement.
const BUDGET: Duration = Duration::from_millis(400);

/// Nanoseconds per unit of work: a warm-up, then batches until the time is over; the best of them, which is the one
/// that was disturbed least. A batch returns how many units it did.
fn best_ns(mut batch: impl FnMut() -> u64) -> f64 {
    batch();
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    while begun.elapsed() < BUDGET && !interrupt::is_wanted() {
        let start = Instant::now();
        let units = batch();
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / units as f64);
    }
    best
}

fn draw_ns() -> f64 {
    let mut rng = stream(SEED, "bench/draws", 0);
    best_ns(|| {
        let count = 1_000_000;
        let sum = (0..count).fold(0u64, |sum, _| sum.wrapping_add(rng.next_u64()));
        black_box(sum);
        count
    })
}

/// Playouts in a batch.
const PLAYOUTS: u64 = 256;
/// States that are cloned, filled and hashed.
const SAMPLES: usize = 256;

fn speeds<G: Heuristics>(scenario: Option<&str>) -> Result<Speeds, Failure> {
    let is_playable = |seats: &u8| setup::<G>(scenario, *seats, 0).is_some();
    let seats = (1..=3).rev().find(is_playable).unwrap_or(1);
    let setups = (0..16).filter_map(|seed| setup::<G>(scenario, seats, seed));
    let firsts: Vec<G> = setups
        .map(|setup| G::new(&setup).map_err(Failure::input))
        .collect::<Result<_, _>>()?;
    let mut actions = Vec::with_capacity(256);
    let mut total = 0;
    let transition_ns = best_ns(|| {
        total = 0;
        for number in 0..PLAYOUTS {
            let mut rng = stream(SEED, "bench/playout", number);
            let mut state = firsts[number as usize % firsts.len()].clone();
            total += playout(&mut state, &mut actions, &mut rng);
            black_box(&state);
        }
        total
    });
    let mean_transitions = total as f64 / PLAYOUTS as f64;

    let samples = samples(&firsts);
    let count = samples.len() as u64;
    let clone_ns = best_ns(|| {
        for state in &samples {
            black_box(black_box(state).clone());
        }
        count
    });
    let size = size_of::<G>();
    let bytes = vec![0u8; size * samples.len()];
    let mut target = vec![0u8; size];
    let memcpy_ns = best_ns(|| {
        for source in bytes.chunks_exact(size) {
            black_box(&mut target).copy_from_slice(black_box(source));
        }
        count
    });
    let mut rng = stream(SEED, "bench/determinize", 0);
    let filled_ns = best_ns(|| {
        for state in &samples {
            let mut world = black_box(state).clone();
            world.determinize(Fill::All, &mut rng);
            black_box(&world);
        }
        count
    });
    let key_ns = best_ns(|| {
        for state in &samples {
            black_box(black_box(state).key());
        }
        count
    });
    Ok(Speeds {
        transitions_per_s: 1e9 / transition_ns,
        playouts_per_s: 1e9 / (transition_ns * mean_transitions),
        mean_transitions,
        state_bytes: size_of::<G>(),
        clone_ns,
        determinize_ns: (filled_ns - clone_ns).max(0.0),
        key_ns,
        memcpy_ns,
    })
}

/// Plays at random to the end; returns the number of transitions.
fn playout<G: Game>(state: &mut G, actions: &mut Vec<G::Action>, rng: &mut Generator) -> u64 {
    let mut count = 0;
    loop {
        match state.node() {
            Node::Terminal => return count,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(actions);
                let action = choose(rng, actions);
                state.apply(action);
            }
        }
        count += 1;
    }
}

/// Information states from all over random games.
fn samples<G: Game>(firsts: &[G]) -> Vec<G> {
    let mut samples = Vec::new();
    let mut actions = Vec::new();
    let mut rng = stream(SEED, "bench/samples", 0);
    for first in firsts.iter().cycle() {
        let mut state = first.clone();
        for step in 0.. {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                Node::Decision(seat) => {
                    if step % 16 == 0 {
                        samples.push(state.information_state(seat));
                    }
                    state.legal_actions(&mut actions);
                    let action = choose(&mut rng, &actions);
                    state.apply(action);
                }
            }
            if samples.len() == SAMPLES {
                return samples;
            }
        }
    }
    samples
}
