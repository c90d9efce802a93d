//! Games side by side are the games that are played one by one.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heist_agents::Players;
use heist_agents::arena::Threads;
use heist_agents::network::{self, Head, Network, NetworkError};
use heist_agents::spec::{LoadedNetwork, Spec};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::random::{below, stream};
use heist_training::selfplay::{Selfplay, SelfplayError, SelfplayOptions};
use heist_training::shard::ShardReader;
use serde_json::json;

use crate::support::{Folder, drawn, games, record, selfplay, setup, short};

/// Networks that are evaluated in plain Rust, as agents of specs evaluate them.
fn plain<G: Players>(name: &str) -> Result<LoadedNetwork<G>, NetworkError> {
    let network: Network<G> = network::find(name)?;
    Ok(LoadedNetwork {
        has_policy: network.config().has(Head::Policy),
        evaluator: std::sync::Arc::new(network),
    })
}

fn lockstep<G: Players>(agents: &[&str], options: SelfplayOptions, lanes: usize) -> Result<Selfplay<G>, SelfplayError> {
    let agents: Vec<Spec> = agents.iter().map(|agent| agent.parse().unwrap()).collect();
    Selfplay::with_networks(&setup::<G>(), &agents, options, &plain, lanes)
}

fn files<G: Players>(run: &Selfplay<G>) -> Vec<(String, Vec<u8>)> {
    let folder = Folder::new();
    record(run, &folder.0);
    folder.files()
}

/// A file with a network of a game, and the folder that it is in.
fn network_of<G: Players>(heads: &[Head]) -> (Folder, PathBuf) {
    let folder = Folder::new();
    let path = folder.0.join("net.safetensors");
    fs::write(&path, drawn::<G>(heads)).unwrap();
    (folder, path)
}

const CAPER: &str = "policy:net=caper-cards-4";

#[test]
fn games_side_by_side_have_the_bytes_of_games_one_by_one() {
    for temperature in ["0", "1", "0.4"] {
        let agents = [&*format!("{CAPER},temperature={temperature}")];
        let expected = files(&selfplay::<CaperCards>(&agents, short(33)));
        for (lanes, threads) in [(1, 1), (5, 3), (64, 2)] {
            let options = SelfplayOptions {
                threads: Threads::new(threads),
                ..short(33)
            };
            let run = lockstep::<CaperCards>(&agents, options, lanes).unwrap();
            assert!(files(&run) == expected, "temperature {temperature}, {lanes} lanes");
        }
    }
    let (_folder, path) = network_of::<BurgleBros>(&Head::READ);
    let agents = [&*format!("policy:net={},temperature=1", path.display())];
    let expected = files(&selfplay::<BurgleBros>(&agents, short(12)));
    let run = lockstep::<BurgleBros>(&agents, short(12), 5).unwrap();
    assert!(files(&run) == expected);
}

#[test]
fn every_seat_may_have_a_network_of_its_own() {
    let agents = [&*format!("{CAPER},temperature=1"), CAPER];
    let expected = files(&selfplay::<CaperCards>(&agents, short(20)));
    let run = lockstep::<CaperCards>(&agents, short(20), 7).unwrap();
    assert!(files(&run) == expected);
}

#[test]
fn a_part_of_a_run_has_the_shards_of_the_whole() {
    let expected = files(&lockstep::<CaperCards>(&[CAPER], short(35), 4).unwrap());
    let folder = Folder::new();
    for (first, games) in [(20, 15), (0, 20)] {
        let options = SelfplayOptions { first, ..short(games) };
        record(&lockstep::<CaperCards>(&[CAPER], options, 4).unwrap(), &folder.0);
    }
    assert!(folder.files() == expected);
}

#[test]
fn a_run_that_was_stopped_or_lost_a_shard_goes_on() {
    let run = |threads| {
        let options = SelfplayOptions {
            threads: Threads::new(threads),
            ..short(35)
        };
        lockstep::<CaperCards>(&[&format!("{CAPER},temperature=1")], options, 4).unwrap()
    };
    let expected = files(&run(2));
    let mut rng = stream(5, "lockstep tests", 0);
    for threads in [1, 3] {
        let folder = Folder::new();
        let mut stops = 0;
        loop {
            let run = run(threads);
            let plan = run.plan(&folder.0).unwrap();
            let (stop, count) = (AtomicBool::new(false), AtomicU64::new(0));
            let limit = u64::from(5 + below(&mut rng, 10));
            let progress = || {
                if count.fetch_add(1, Ordering::SeqCst) + 1 >= limit {
                    stop.store(true, Ordering::SeqCst);
                }
            };
            match run.run(plan, &progress, &[&stop]).unwrap() {
                35 => break,
                recorded => assert!(recorded < 35),
            }
            stops += 1;
        }
        assert!(stops > 1, "{stops} stops");
        assert!(folder.files() == expected);
        // A gap between shards that are there.
        fs::remove_file(folder.0.join("games-00000010.shard")).unwrap();
        record(&run(threads), &folder.0);
        assert!(folder.files() == expected);
    }
}

#[test]
fn a_game_that_does_not_end_is_named_and_those_before_it_are_written() {
    let decisions = |limit| SelfplayOptions {
        decision_limit: limit,
        games_per_block: 1,
        ..short(12)
    };
    let (_folder, path) = network_of::<BurgleBros>(&Head::READ);
    let agents = [&*format!("policy:net={},temperature=1", path.display())];
    let first_too_long = |limit| {
        let run = selfplay::<BurgleBros>(&agents, decisions(limit));
        (0..12).find(|&deal| run.play(deal, &[]).is_err())
    };
    let failure = |limit| Some((limit, first_too_long(limit).filter(|deal| *deal > 1)?));
    let (limit, failed) = (10..1_000).step_by(5).find_map(failure).unwrap();
    let run = lockstep::<BurgleBros>(&agents, decisions(limit), 5).unwrap();
    let folder = Folder::new();
    let plan = run.plan(&folder.0).unwrap();
    let error = run.run(plan, &|| {}, &[]).unwrap_err();
    assert!(
        matches!(error, SelfplayError::Play { deal, .. } if deal == failed),
        "{error}"
    );
    assert_eq!(run.plan(&folder.0).unwrap().done(), failed);
}

#[test]
fn agents_without_a_network_or_a_policy_are_refused() {
    let refused = |agents: &[&str]| match lockstep::<CaperCards>(agents, short(1), 4) {
        Ok(_) => panic!("{agents:?} are accepted"),
        Err(error) => error.to_string(),
    };
    for agents in [&["heuristic"][..], &[CAPER, "random"], &["puct:sims=8"]] {
        let error = refused(agents);
        let agent = agents.last().unwrap();
        assert!(error.contains(&format!("agent `{agent}` has no network")), "{error}");
    }
    for agent in [
        "mcts:net=caper-cards-4",
        "improve:net=caper-cards-4,leaf=net",
        "puct:net=caper-cards-4,leaf=rollout",
    ] {
        let error = refused(&[agent]);
        assert!(
            error.contains(&format!("agent `{agent}` asks its network for one")),
            "{error}"
        );
    }
    let (_folder, path) = network_of::<CaperCards>(&[Head::Value]);
    let agent = format!("policy:net={}", path.display());
    let error = refused(&[&agent]);
    assert!(error.contains("no policy") && error.contains(&agent), "{error}");
    assert!(refused(&["policy:net=nobody"]).contains("no network `nobody`"));
}

#[test]
fn searches_ask_the_network_that_they_are_given() {
    let agent = "puct:net=caper-cards-4,sims=12";
    let folder = Folder::new();
    let run = lockstep::<CaperCards>(&[agent], short(6), 4).unwrap();
    record(&run, &folder.0);
    let path = folder.0.join("games-00000000.shard");
    let header = ShardReader::open(&path).unwrap().header().clone();
    assert_eq!(header.runs[0].settings["leaves"], json!(4));
    // Given the same network, it plays the same games.
    let plain = selfplay::<CaperCards>(&[agent], short(6));
    for game in games(&path) {
        assert_eq!(plain.play(game.number, &[]).unwrap(), Some(game));
    }
}
