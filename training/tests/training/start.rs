//! Tests of the networks that a run of the learner begins with.

use heist_agents::Players;
use heist_agents::network::{Activation, Base, Head, MovesConfig, NetworkConfig, NetworkFile, Precision, write};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_training::learn::config::LearnConfig;
use heist_training::learn::start::check_start;

use crate::support::{for_each_game, weights};

/// What the learner makes of its usual configuration.
fn own<G: Players>() -> NetworkConfig {
    LearnConfig::default().network::<G>()
}

fn is_accepted<G: Players>() {
    let own = own::<G>();
    let bytes = write::<G>(&own, &weights(&own), Precision::Single).unwrap();
    let mut read = NetworkFile::read(&bytes).unwrap().config;
    check_start(&read, &own).unwrap();
    read.heads.retain(|head| Head::READ.contains(head));
    read.card.insert("name".to_owned(), "another".into());
    check_start(&read, &own).unwrap();
}

#[test]
fn a_network_of_the_same_kind_is_accepted_without_the_heads_for_training() {
    for_each_game!(is_accepted);
}

#[test]
fn what_differs_is_named() {
    let own = own::<BurgleBros>();
    let refused = |start: NetworkConfig| check_start(&start, &own).unwrap_err().to_string();
    let moves = MovesConfig::of_game::<BurgleBros>(8, false).unwrap();
    assert_eq!(
        refused(NetworkConfig::of_moves::<BurgleBros>(moves)),
        "field `moves`: found a policy that scores moves one by one; expected a network without that field"
    );
    assert!(refused(NetworkConfig::of_game::<CaperCards>()).starts_with("field `game`: "));
    for (start, expected) in [
        (
            NetworkConfig {
                hidden: vec![64, 16],
                ..own.clone()
            },
            "field `hidden`: found [64,16]; expected [64,32,32], as in the configuration",
        ),
        (
            NetworkConfig {
                activation: Activation::Relu,
                ..own.clone()
            },
            "field `activation`: found \"relu\"; expected \"crelu\", as in the configuration",
        ),
        (
            NetworkConfig {
                base: Base::None,
                ..own.clone()
            },
            "field `base`: found \"none\"; expected \"estimate\", as in the configuration",
        ),
        (
            NetworkConfig {
                heads: vec![Head::Policy],
                ..own.clone()
            },
            "field `heads`: found [\"policy\"]; expected [\"value\"], as in the configuration",
        ),
        (
            NetworkConfig {
                encoding: "0".repeat(16),
                ..own.clone()
            },
            "field `encoding`: found \"0000000000000000\"; expected ",
        ),
        (
            NetworkConfig {
                dense: Vec::new(),
                ..own.clone()
            },
            "field `dense`: found []; expected [",
        ),
    ] {
        let refused = refused(start);
        assert!(refused.starts_with(expected), "{refused}");
    }
}
