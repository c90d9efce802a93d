//! Tests of the policy gradient.

use std::fs;
use std::path::PathBuf;

use heist_agents::Players;
use heist_agents::network::NetworkFile;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_training::ppo::config::{PolicyGradient, PolicyGradientError};
use heist_training::ppo::progress::PolicyTrainer;
use heist_training::ppo::trainer::{Place, Trainer};
use serde_json::json;

use crate::support::Folder;

const PLACE: Place = Place {
    cuda: false,
    threads: 1,
};

fn tiny() -> PolicyGradient {
    PolicyGradient {
        lanes: 16,
        horizon: 8,
        clone_updates: 4,
        updates: 4,
        epochs: 1,
        batch: 64,
        hidden: vec![8, 8],
        critic_hidden: vec![8],
        round: 2,
        evaluation_games: 20,
        ..PolicyGradient::default()
    }
}

fn setup<G: Players>() -> G::Setup {
    serde_json::from_value(json!({"seats": 3})).unwrap()
}

fn all<G: Players>(trainer: &mut Trainer<G>) {
    while trainer.updates() < tiny().planned() {
        trainer.round(tiny().planned(), &mut |_| true).unwrap().unwrap();
    }
}

fn bytes(folder: &Folder, trainer: &Trainer<impl Players>, name: &str) -> (PathBuf, Vec<u8>) {
    let path = folder.0.join(name);
    trainer.save(&path).unwrap();
    (path.clone(), fs::read(path.join("net.safetensors")).unwrap())
}

fn check_resumed<G: Players>() {
    let folder = Folder::new();
    let new = || Trainer::<G>::new(&setup::<G>(), &tiny(), 3, PLACE).unwrap();
    let mut whole = new();
    all(&mut whole);
    let mut first = new();
    first.round(tiny().planned(), &mut |_| true).unwrap().unwrap();
    let (path, _) = bytes(&folder, &first, "first");
    let mut resumed = new();
    resumed.restore(&path).unwrap();
    assert_eq!(resumed.updates(), 2);
    all(&mut resumed);
    let (_, resumed) = bytes(&folder, &resumed, "resumed");
    assert_eq!(bytes(&folder, &whole, "whole").1, resumed);
    NetworkFile::read(&resumed).unwrap().config.check_game::<G>().unwrap();
}

#[test]
fn a_resumed_policy_gradient_gives_the_same_bytes() {
    check_resumed::<CaperCards>();
    check_resumed::<BurgleBros>();
}

#[test]
fn a_stopped_round_says_nothing() {
    let mut trainer = Trainer::<CaperCards>::new(&setup::<CaperCards>(), &tiny(), 3, PLACE).unwrap();
    assert_eq!(trainer.round(tiny().planned(), &mut |_| false).unwrap(), None);
}

/// A policy that cloned the expert plays as it does more often than a random one would.
#[test]
fn cloning_learns_what_the_expert_plays() {
    let config = PolicyGradient {
        lanes: 128,
        clone_updates: 60,
        updates: 1,
        batch: 256,
        clone_rate: 5e-3,
        hidden: vec![32],
        round: 20,
        ..tiny()
    };
    let mut trainer = Trainer::<CaperCards>::new(&setup::<CaperCards>(), &config, 3, PLACE).unwrap();
    let first = trainer.round(20, &mut |_| true).unwrap().unwrap();
    trainer.round(40, &mut |_| true).unwrap().unwrap();
    let last = trainer.round(60, &mut |_| true).unwrap().unwrap();
    assert!(last.entropy < 0.8 * first.entropy, "{} {}", first.entropy, last.entropy);
    assert!(
        last.critic_loss < first.critic_loss,
        "{} {}",
        first.critic_loss,
        last.critic_loss
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let new = |config| Trainer::<CaperCards>::new(&setup::<CaperCards>(), &config, 3, PLACE).unwrap_err();
    let zero = new(PolicyGradient { batch: 0, ..tiny() });
    assert!(matches!(zero, PolicyGradientError::Setting(_)));
    assert!(zero.to_string().contains("batch"));
}

#[test]
fn another_run_or_damage_is_refused() {
    let folder = Folder::new();
    let trainer = Trainer::<CaperCards>::new(&setup::<CaperCards>(), &tiny(), 3, PLACE).unwrap();
    let (path, _) = bytes(&folder, &trainer, "begun");
    let mut other = Trainer::<CaperCards>::new(&setup::<CaperCards>(), &tiny(), 4, PLACE).unwrap();
    assert!(other.restore(&path).unwrap_err().to_string().contains("another seed"));
    let mut same = Trainer::<CaperCards>::new(&setup::<CaperCards>(), &tiny(), 3, PLACE).unwrap();
    for name in ["actor.safetensors", "critic.safetensors"] {
        let file = path.join(name);
        let whole = fs::read(&file).unwrap();
        let mut refused = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            let error = same.restore(&path).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        };
        refused(&whole[..whole.len() / 2]);
        for place in [whole.len() / 2, whole.len() - 1] {
            let mut flipped = whole.clone();
            flipped[place] ^= 1;
            refused(&flipped);
        }
        fs::write(&file, whole).unwrap();
    }
    same.restore(&path).unwrap();
}
