//! Who thinks at a level: the recommended search, and networks in their roles.

use heist_agents::network::{Head, NetworkConfig, Precision, write};
use heist_agents::spec::analysis_factory;
use heist_agents::{LEVELS, Players, Role, Thinker};
use heist_engine::any::Listed;
use heist_engine::burgle_bros::{self, BurgleBros, Scenario};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::Game;
use heist_engine::{any, with_game};

use crate::network;
use crate::vault::{self, Game1, NoExpert};

/// A state of the Vault.
fn vault<G: Game<Setup = vault::Setup>>() -> G {
    G::new(&vault::Setup::open(1)).unwrap()
}

fn caper_cards(seats: u8) -> CaperCards {
    CaperCards::new(&caper_cards::Setup::new(seats)).unwrap()
}

fn burgle_bros(scenario: Scenario, seats: u8) -> BurgleBros {
    BurgleBros::new(&burgle_bros::Setup::new(scenario, seats, 1)).unwrap()
}

/// The first state of a listed game with so many seats; `None` if so many cannot play.
fn begun<G: Listed>(seats: u8) -> Option<G> {
    let setup = format!(r#"{{"seats": {seats}, "seed": 1}}"#);
    let setup = any::of::<G>().read_setup(&setup).unwrap().complete().ok()?;
    let state = setup.begin().unwrap();
    state.as_any().downcast_ref().cloned()
}

/// Every thinker of a game is found by its name and is an agent that analyses decisions, at every level and with every
/// number of seats.
fn check<G: Players + Listed>() {
    let all = Thinker::all(any::of::<G>());
    assert_eq!(all.first(), Some(&Thinker::Recommended));
    assert_eq!(all.contains(&Thinker::Expert), G::ROLLOUT_NETWORK.is_some());
    let states: Vec<G> = (1..=4).filter_map(begun).collect();
    assert!(!states.is_empty());
    for state in states {
        for thinker in &all {
            assert_eq!(Thinker::find(any::of::<G>(), &thinker.to_string()), Ok(*thinker));
            for level in LEVELS {
                let spec = thinker.spec(&state, level, 2).unwrap();
                assert!(analysis_factory::<G>(&spec).is_ok(), "{spec}");
                if *thinker == Thinker::Recommended {
                    assert_eq!(spec, level.spec(&state, 2).unwrap());
                }
            }
        }
    }
}

#[test]
fn every_thinker_of_a_game_is_an_agent_of_it() {
    for game in any::infos() {
        with_game!(game.id, G => check::<G>(), else name => panic!("no game `{name}`"));
    }
}

#[test]
fn a_network_thinks_in_every_role_that_is_open_to_it() {
    let quick = &LEVELS[1];
    let told = Thinker::all(any::of::<CaperCards>()).into_iter().map(|thinker| {
        let spec = thinker.spec(&caper_cards(4), quick, 1).unwrap();
        (thinker.to_string(), thinker.label(), spec.to_string())
    });
    let expected = [
        (
            "recommended",
            "the recommended search",
            "improve:time=0.25,doubt=1,margin=0",
        ),
        (
            "caper-cards-4:search",
            "network caper-cards-4 in the search",
            "improve:time=0.25,doubt=1,margin=0,net=caper-cards-4,rollout=net",
        ),
        (
            "caper-cards-4:tree",
            "network caper-cards-4 in a tree search",
            "puct:time=0.25,net=caper-cards-4,nodes=250000",
        ),
        (
            "caper-cards-4:alone",
            "network caper-cards-4 alone",
            "policy:net=caper-cards-4",
        ),
    ];
    let expected = expected.map(|(name, label, spec)| (name.to_owned(), label.to_owned(), spec.to_owned()));
    assert!(told.eq(expected));
}

/// In the Bank Job with three characters the network is worth its time; a first idea is too quick for it.
#[test]
fn in_the_bank_job_with_three_characters_a_network_plays_on_in_the_recommended_search() {
    let spec = |thinker: Thinker, state: &BurgleBros, level: usize, threads| {
        let spec = thinker.spec(state, &LEVELS[level], threads).unwrap();
        spec.to_string()
    };
    let network = "net=bank-job-3-residual,rollout=net";
    for scenario in Scenario::ALL.iter().copied() {
        for seats in 1..=4 {
            let state = burgle_bros(scenario, seats);
            let [recommended, expert] = [Thinker::Recommended, Thinker::Expert].map(|thinker| {
                let levels = [0, 1, 2, 3];
                levels.map(|level| spec(thinker, &state, level, 1))
            });
            assert_eq!(
                expert,
                [
                    "improve:time=0.015,doubt=1,margin=0",
                    "improve:time=0.25,doubt=1,margin=0",
                    "improve:time=3,doubt=2,margin=0",
                    "improve:time=30,doubt=3,margin=0"
                ]
            );
            assert_eq!(recommended[0], expert[0]);
            for (recommended, expert) in recommended[1..].iter().zip(&expert[1..]) {
                match (scenario, seats) {
                    (Scenario::BankJob, 3) => assert_eq!(*recommended, format!("{expert},{network}")),
                    _ => assert_eq!(recommended, expert),
                }
            }
        }
    }
    let state = burgle_bros(Scenario::BankJob, 3);
    let threads = spec(Thinker::Recommended, &state, 2, 4);
    assert_eq!(threads, format!("improve:time=3,doubt=2,margin=0,{network},threads=4"));
    // Whoever asks for the network has it everywhere, and once.
    let asked = Thinker::find(any::of::<BurgleBros>(), "bank-job-3-residual:search").unwrap();
    assert_eq!(spec(asked, &state, 2, 4), threads);
    let two = burgle_bros(Scenario::OfficeJob, 2);
    assert_eq!(
        spec(asked, &two, 1, 1),
        format!("improve:time=0.25,doubt=1,margin=0,{network}")
    );
    let expert = Thinker::find(any::of::<BurgleBros>(), "expert").unwrap();
    assert_eq!(expert.label(), "the search without a network");
    assert_eq!(
        spec(expert, &state, 1, 2),
        "improve:time=0.25,doubt=1,margin=0,threads=2"
    );
    assert_eq!(
        Thinker::all(any::of::<BurgleBros>())[..2],
        [Thinker::Recommended, Thinker::Expert]
    );
    assert!(
        Thinker::find(any::of::<CaperCards>(), "expert").is_err(),
        "there the recommended search is the expert's"
    );
}

#[test]
fn a_thinker_that_there_is_not_is_named_with_those_there_are() {
    let unknown = Thinker::find(any::of::<CaperCards>(), "deep-thought:alone")
        .unwrap_err()
        .to_string();
    let expected = "no thinker `deep-thought:alone` for this game; there are: recommended, caper-cards-4:search, \
                    caper-cards-4:tree, caper-cards-4:alone";
    assert_eq!(unknown, expected);
    // A network of another game, a file, and a game without networks.
    assert!(Thinker::find(any::of::<BurgleBros>(), "caper-cards-4:alone").is_err());
    assert!(Thinker::find(any::of::<CaperCards>(), "models/caper-cards-4.safetensors:alone").is_err());
    assert_eq!(Thinker::all(any::of::<Game1>()), [Thinker::Recommended]);
}

/// The agents of a network with some heads in all the roles that are open to it, with their names.
fn agents<G: Players<Setup = vault::Setup>>(heads: &[Head]) -> Vec<(String, String)> {
    let config = NetworkConfig {
        heads: heads.to_vec(),
        ..network::config::<G>()
    };
    let bytes = write::<G>(&config, &network::drawn(&config, 3), Precision::Half).unwrap();
    let name = format!("thinker-{}-{heads:?}", G::HEURISTIC.is_some()).replace([' ', ','], "");
    let path = network::save(&name, &bytes).display().to_string();
    let name: &'static str = path.clone().leak();
    let roles = Role::open_to(heads).into_iter();
    let agent = |role| {
        let thinker = Thinker::Network { name, role };
        let spec = thinker.spec(&vault::<G>(), &LEVELS[2], 3).unwrap();
        assert!(analysis_factory::<G>(&spec).is_ok(), "{spec}");
        let role = thinker.to_string().replace(&path, "net");
        (role, spec.to_string().replace(&path, "FILE"))
    };
    roles.map(agent).collect()
}

#[test]
fn the_heads_of_a_network_say_what_it_can_do() {
    let texts = |agents: [(&str, &str); 2]| agents.map(|(name, spec)| (name.to_owned(), spec.to_owned()));
    let tree = ("net:tree", "puct:time=3,net=FILE,nodes=250000,threads=3");
    let alone = ("net:alone", "policy:net=FILE");
    let with = "improve:time=3,doubt=2,margin=0,net=FILE";
    let search = |spec: &str| ("net:search".to_owned(), format!("{spec},threads=3"));

    let both = agents::<Game1>(&[Head::Value, Head::Policy]);
    assert_eq!(both[0], search(&format!("{with},rollout=net")));
    assert_eq!(both[1..], texts([tree, alone]));
    let values = agents::<Game1>(&[Head::Value]);
    assert_eq!(values[0], search(&format!("{with},leaf=net")));
    assert_eq!(values[1..], texts([tree, alone]));
    let policy = agents::<Game1>(&[Head::Policy]);
    let in_search = search(&format!("{with},rollout=net"));
    assert_eq!(policy, [in_search, (alone.0.to_owned(), alone.1.to_owned())]);
    assert_eq!(Role::open_to(&[]), []);

    // Without an expert the recommended search is another one.
    let both = agents::<NoExpert>(&[Head::Value, Head::Policy]);
    assert_eq!(both[0], search("flat:time=3,net=FILE,policy=net"));
    let values = agents::<NoExpert>(&[Head::Value]);
    assert_eq!(values[0], search("flat:time=3,net=FILE,leaf=net"));
}
