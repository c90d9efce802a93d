//! Networks that LibTorch evaluates in batches answer as plain inference does.

use std::fs;
use std::path::Path;
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heist_agents::arena::Threads;
use heist_agents::evaluator::{Evaluations, Evaluator, Query};
use heist_agents::network::{Base, Head, Mode, MovesConfig, Network, NetworkConfig, Precision, write};
use heist_agents::{Heuristics, Players};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::game::{Game, Seat};
use heist_engine::random::{self, below};
use heist_training::learn::evaluator::{BatchNetwork, DeviceError, device, load};
use heist_training::selfplay::{Selfplay, SelfplayOptions};
use heist_training::survey::verify;
use serde_json::{Value, json};
use tch::{Cuda, Device};

use super::agreement::decisions;
use crate::support::{Folder, drawn, record, selfplay, setup, short, weights};

/// The GPU if there is one: what holds on a processor must hold there.
fn any_device() -> Device {
    device(if Cuda::is_available() { "cuda" } else { "cpu" }).unwrap()
}

/// How far answers on a device may be from those of plain Rust.
fn tolerance() -> f64 {
    if Cuda::is_available() { 1e-3 } else { 1e-4 }
}

/// Decisions with their legal moves. Of every fourth one only the value is wanted.
struct Asked<G: Game>(Vec<(G, Seat, Vec<G::Action>)>);

impl<G: Players> Asked<G> {
    fn new(setup: Value, count: usize) -> Asked<G> {
        let legal = |(place, (state, seat)): (usize, (G, Seat))| {
            let mut legal = Vec::new();
            if place % 4 != 3 {
                state.legal_actions(&mut legal);
            }
            (state, seat, legal)
        };
        Asked(decisions(setup, count).into_iter().enumerate().map(legal).collect())
    }

    fn queries(&self) -> Vec<Query<'_, G>> {
        let asked = self.0.iter();
        asked
            .map(|(state, seat, legal)| Query {
                state,
                seat: *seat,
                legal,
            })
            .collect()
    }
}

fn evaluate<G: Game>(evaluator: &dyn Evaluator<G>, queries: &[Query<'_, G>]) -> Evaluations {
    let mut answers = Evaluations::default();
    evaluator.evaluate(queries, &mut random::from_seed(0), &mut answers);
    answers
}

/// The greatest differences of values and of priors.
fn differences(count: usize, one: &Evaluations, other: &Evaluations) -> (f64, f64) {
    let (mut values, mut priors) = (0.0f64, 0.0f64);
    for query in 0..count {
        let (value, other_value) = (one.value(query), other.value(query));
        assert_eq!(value.is_nan(), other_value.is_nan());
        if !value.is_nan() {
            values = values.max((value - other_value).abs());
        }
        assert_eq!(one.priors(query).len(), other.priors(query).len());
        for (prior, other) in one.priors(query).iter().zip(other.priors(query)) {
            priors = priors.max(f64::from((prior - other).abs()));
        }
    }
    (values, priors)
}

/// A network answers as plain inference does, in batches of several sizes.
fn agrees<G: Players>(bytes: &[u8], asked: &Asked<G>) {
    let queries = asked.queries();
    let single = evaluate(&Network::<G>::read(bytes, Mode::Single).unwrap(), &queries);
    let quantised = evaluate(&Network::<G>::read(bytes, Mode::Quantised).unwrap(), &queries);
    for rows in [7, 256, 2048] {
        let network = BatchNetwork::<G>::read(bytes, any_device(), rows).unwrap();
        let answers = evaluate(&network, &queries);
        let (values, priors) = differences(queries.len(), &answers, &single);
        assert!(values < tolerance(), "{rows} rows: values differ by {values}");
        assert!(priors < tolerance(), "{rows} rows: priors differ by {priors}");
        let (values, priors) = differences(queries.len(), &answers, &quantised);
        assert!(
            values < 1e-3,
            "{rows} rows: values differ by {values} from 16-bit weights"
        );
        // Roundings of log odds, which are sums over many rows, show most where two moves are about as likely.
        assert!(
            priors < 3e-3,
            "{rows} rows: priors differ by {priors} from 16-bit weights"
        );
    }
    let answers = (0..queries.len()).map(|query| single.priors(query));
    let widest = answers.flat_map(|priors| priors.iter().copied()).fold(0.0, f32::max);
    assert!(
        widest > 0.5 || single.value(0).is_finite(),
        "a network that says nothing agrees by itself"
    );
}

/// The file of the shipped network of Caper Cards.
fn caper_network() -> &'static [u8] {
    CaperCards::NETWORKS
        .iter()
        .find(|network| network.name == "caper-cards-4")
        .unwrap()
        .bytes
}

fn caper(count: usize) -> Asked<CaperCards> {
    Asked::new(json!({"seats": 4}), count)
}

fn burgle(count: usize) -> Asked<BurgleBros> {
    Asked::new(json!({"scenario": "bank-job", "seats": 3}), count)
}

#[test]
fn answers_are_those_of_plain_inference() {
    let (caper, burgle) = (caper(4_000), burgle(4_000));
    agrees(caper_network(), &caper);
    agrees(&drawn::<CaperCards>(&Head::READ), &caper);
    agrees(&drawn::<BurgleBros>(&Head::READ), &burgle);
}

#[test]
fn networks_of_all_kinds_are_evaluated() {
    let burgle = burgle(300);
    for heads in [[Head::Value], [Head::Policy]] {
        agrees(&drawn::<BurgleBros>(&heads), &burgle);
    }
    // Some dense inputs in another order, and none; policies that score moves one by one, with a value and without a
    // layer.
    let mut some = NetworkConfig {
        hidden: vec![12],
        ..NetworkConfig::of_game::<BurgleBros>()
    };
    some.dense.reverse();
    some.dense.truncate(5);
    let none = NetworkConfig {
        hidden: vec![12, 8],
        dense: Vec::new(),
        base: Base::None,
        heads: vec![Head::Value, Head::Policy, Head::Turns],
        ..NetworkConfig::of_game::<BurgleBros>()
    };
    let with_moves = NetworkConfig {
        moves: MovesConfig::of_game::<BurgleBros>(6, true),
        ..none.clone()
    };
    let only_moves = NetworkConfig {
        hidden: Vec::new(),
        moves: MovesConfig::of_game::<BurgleBros>(6, false),
        heads: vec![Head::Policy],
        ..none.clone()
    };
    for config in [some, none, with_moves, only_moves] {
        let bytes = write::<BurgleBros>(&config, &weights(&config), Precision::Single).unwrap();
        agrees(&bytes, &burgle);
    }
}

#[test]
fn an_answer_does_not_depend_on_what_else_is_asked() {
    fn holds<G: Players>(bytes: &[u8], asked: &Asked<G>) {
        let queries = asked.queries();
        let network = BatchNetwork::<G>::read(bytes, any_device(), 64).unwrap();
        let all = evaluate(&network, &queries);
        for (place, query) in queries.iter().enumerate() {
            let alone = evaluate(&network, slice::from_ref(query));
            assert_eq!(alone.value(0).to_bits(), all.value(place).to_bits());
            assert_eq!(alone.priors(0), all.priors(place));
        }
    }
    holds(caper_network(), &caper(150));
    holds(&drawn::<BurgleBros>(&Head::READ), &burgle(150));
}

#[test]
fn single_questions_are_answered_in_plain_rust() {
    let network = BatchNetwork::<CaperCards>::read(caper_network(), any_device(), 8).unwrap();
    let plain = Network::<CaperCards>::read(caper_network(), Mode::Quantised).unwrap();
    assert_eq!(network.batch_size(), 8);
    assert_eq!(network.answers(), plain.answers());
    let mut rng = random::from_seed(1);
    for (state, seat, legal) in caper(50).0.iter().filter(|(.., legal)| !legal.is_empty()) {
        assert_eq!(network.value(state, *seat), plain.value(state, *seat));
        assert_eq!(
            network.choose(state, *seat, legal, &mut rng),
            plain.choose(state, *seat, legal, &mut rng)
        );
        let (mut one, mut other) = (Vec::new(), Vec::new());
        network.add_priors(state, *seat, legal, &mut rng, &mut one);
        plain.add_priors(state, *seat, legal, &mut rng, &mut other);
        assert_eq!(one, other);
    }
}

/// A run whose networks are evaluated on a device.
fn on_device<G: Players>(agent: &str, options: SelfplayOptions, rows: usize) -> Selfplay<G> {
    let device = any_device();
    let networks = |name: &str| load::<G>(name, device, rows);
    Selfplay::with_networks(&setup::<G>(), &[agent.parse().unwrap()], options, &networks, rows).unwrap()
}

fn files<G: Players>(run: &Selfplay<G>) -> Vec<(String, Vec<u8>)> {
    let folder = Folder::new();
    record(run, &folder.0);
    folder.files()
}

fn with_threads(threads: usize, games: u64) -> SelfplayOptions {
    SelfplayOptions {
        threads: Threads::new(threads),
        ..short(games)
    }
}

/// All games of a shard can be played again as they are recorded.
fn is_right<G: Players>(path: &Path) -> bool {
    verify::<G>(path, &Threads::new(2), &|_| {}, &[]).unwrap().is_right()
}

const SAMPLING: &str = "policy:net=caper-cards-4,temperature=1";

#[test]
fn recorded_games_are_right_and_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    assert_eq!(
        record(&on_device::<CaperCards>(SAMPLING, with_threads(2, 45), 16), &folder.0),
        45
    );
    let files = folder.files();
    assert_eq!(files.len(), 5);
    assert!(
        files
            .iter()
            .all(|(name, _)| is_right::<CaperCards>(&folder.0.join(name)))
    );
    for threads in [1, 3] {
        let run = on_device::<CaperCards>(SAMPLING, with_threads(threads, 45), 16);
        assert!(self::files(&run) == files, "{threads} threads");
    }
    let network = Folder::new();
    let path = network.0.join("net.safetensors");
    fs::write(&path, drawn::<BurgleBros>(&Head::READ)).unwrap();
    let agent = format!("policy:net={},temperature=1", path.display());
    let folder = Folder::new();
    record(&on_device::<BurgleBros>(&agent, with_threads(2, 8), 4), &folder.0);
    assert!(is_right::<BurgleBros>(&folder.0.join("games-00000000.shard")));
    let one = on_device::<BurgleBros>(&agent, with_threads(1, 8), 4);
    assert!(self::files(&one) == folder.files());
}

#[test]
fn games_are_those_that_are_played_one_by_one() {
    // The weights that plain inference rounds may decide between moves that are almost equal, so most games are the
    // same, not all.
    for (agent, least) in [("policy:net=caper-cards-4", 57), (SAMPLING, 54)] {
        let plain = selfplay::<CaperCards>(&[agent], short(60));
        let folder = Folder::new();
        record(&on_device::<CaperCards>(agent, short(60), 16), &folder.0);
        let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
        let games = names
            .iter()
            .flat_map(|name| crate::support::games(&folder.0.join(name)));
        let same = games.filter(|game| plain.play(game.number, &[]).unwrap().as_ref() == Some(game));
        let same = same.count();
        assert!(same >= least, "{agent}: {same} of 60 games are the same");
    }
}

#[test]
fn a_stopped_run_ends_with_the_same_bytes() {
    let run = || on_device::<CaperCards>(SAMPLING, with_threads(2, 45), 8);
    let expected = files(&run());
    let mut rng = random::from_seed(2);
    let folder = Folder::new();
    let mut stops = 0;
    loop {
        let run = run();
        let plan = run.plan(&folder.0).unwrap();
        let (stop, count) = (AtomicBool::new(false), AtomicU64::new(0));
        let limit = u64::from(6 + below(&mut rng, 12));
        let progress = || {
            if count.fetch_add(1, Ordering::SeqCst) + 1 >= limit {
                stop.store(true, Ordering::SeqCst);
            }
        };
        if run.run(plan, &progress, &[&stop]).unwrap() == 45 {
            break;
        }
        stops += 1;
    }
    assert!(stops > 1, "{stops} stops");
    assert!(folder.files() == expected);
}

#[test]
fn searches_have_their_leaves_evaluated_in_batches() {
    for agent in [
        "puct:net=caper-cards-4,sims=24",
        "mcts:net=caper-cards-4,leaf=net,sims=24",
    ] {
        let folder = Folder::new();
        record(&on_device::<CaperCards>(agent, with_threads(2, 4), 6), &folder.0);
        let path = folder.0.join("games-00000000.shard");
        assert!(is_right::<CaperCards>(&path));
        let annotated = |game: &heist_training::record::RecordedGame| game.decisions.len();
        assert!(crate::support::games(&path).iter().map(annotated).sum::<usize>() > 20);
        let one = on_device::<CaperCards>(agent, with_threads(1, 4), 6);
        assert!(files(&one) == folder.files());
        // Leaves that wait for others of their batch make another search than leaves one by one.
        let other = on_device::<CaperCards>(agent, with_threads(2, 4), 1);
        assert!(files(&other) != folder.files());
    }
}

#[test]
fn devices_that_do_not_exist_are_refused() {
    assert_eq!(device("cpu"), Ok(Device::Cpu));
    for name in ["gpu", "cuda:", "cuda:x", "CPU", ""] {
        assert_eq!(device(name), Err(DeviceError::Unknown(name.to_owned())));
    }
    let count = Cuda::device_count() as usize;
    let expected = match count {
        0 => DeviceError::NoCuda,
        count => DeviceError::NoSuchCuda { number: 999, count },
    };
    assert_eq!(device("cuda:999"), Err(expected));
    assert_eq!(device("cuda").is_ok(), count > 0);
}
