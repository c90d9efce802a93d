//! Tests of policies that score moves one by one.

use std::fs;

use heist_agents::Evaluator;
use heist_agents::heuristics::Heuristics;
use heist_agents::network::{Mode, Network};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::game::{Game, Node};
use heist_engine::random;
use heist_training::ppo::config::{MoveScores, PolicyGradient, PolicyGradientError};
use heist_training::ppo::moves::trainer::MovesTrainer;
use heist_training::ppo::progress::PolicyTrainer;
use serde_json::json;

use crate::support::Folder;

fn tiny() -> PolicyGradient {
    PolicyGradient {
        lanes: 12,
        horizon: 10,
        clone_updates: 2,
        updates: 4,
        epochs: 2,
        batch: 50,
        moves: Some(MoveScores {
            hidden: 6,
            critic_hidden: 5,
            ..MoveScores::default()
        }),
        round: 3,
        evaluation_games: 4,
        ..PolicyGradient::default()
    }
}

fn residual() -> PolicyGradient {
    PolicyGradient {
        clone_updates: 0,
        moves: Some(MoveScores {
            residual: true,
            ..MoveScores::default()
        }),
        ..tiny()
    }
}

fn setup<G: Game>() -> G::Setup {
    serde_json::from_value(json!({"seats": 3})).unwrap()
}

fn trainer(config: &PolicyGradient) -> MovesTrainer<BurgleBros> {
    MovesTrainer::new(&[setup::<BurgleBros>()], config, 3).unwrap()
}

/// Goes on to the end of the run.
fn finish(config: &PolicyGradient, trainer: &mut MovesTrainer<BurgleBros>) {
    while trainer.updates() < config.planned() {
        trainer.round(config.planned(), &mut |_| true).unwrap().unwrap();
    }
}

/// What a checkpoint holds, file by file.
fn files(folder: &Folder, trainer: &MovesTrainer<BurgleBros>, name: &str) -> Vec<Vec<u8>> {
    let path = folder.0.join(name);
    trainer.save(&path).unwrap();
    let names = [
        "net.safetensors",
        "actor.safetensors",
        "critic.safetensors",
        "state.json",
    ];
    names.map(|name| fs::read(path.join(name)).unwrap()).to_vec()
}

#[test]
fn a_resumed_run_gives_the_same_bytes() {
    for config in [tiny(), residual()] {
        let folder = Folder::new();
        let mut whole = trainer(&config);
        finish(&config, &mut whole);
        let mut first = trainer(&config);
        first.round(config.planned(), &mut |_| true).unwrap().unwrap();
        files(&folder, &first, "first");
        let mut resumed = trainer(&config);
        resumed.restore(&folder.0.join("first")).unwrap();
        assert_eq!(resumed.updates(), 3);
        finish(&config, &mut resumed);
        assert_eq!(files(&folder, &whole, "whole"), files(&folder, &resumed, "resumed"));
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::new();
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut trainer = trainer(&tiny());
        let progress = pool.install(|| trainer.round(3, &mut |_| true)).unwrap().unwrap();
        (files(&folder, &trainer, &threads.to_string()), progress)
    });
    assert_eq!(one, three);
}

#[test]
fn a_stopped_round_says_nothing() {
    assert_eq!(trainer(&tiny()).round(6, &mut |_| false).unwrap(), None);
}

/// How often a network plays the expert's move, at decisions of games that the expert plays.
fn agreement(trainer: &MovesTrainer<BurgleBros>) -> f64 {
    let network = Network::<BurgleBros>::new(trainer.network_config(), &trainer.network(), Mode::Single).unwrap();
    let expert = BurgleBros::HEURISTIC.unwrap();
    let (mut same, mut all) = (0, 0);
    for deal in 0..4 {
        let setup = BurgleBros::with_seed(&setup::<BurgleBros>(), Some(deal));
        let mut world = BurgleBros::new(&setup).unwrap();
        let mut rng = random::stream(deal, "test", 0);
        let mut legal = Vec::new();
        loop {
            match world.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = world.sample(&mut rng);
                    world.resolve(outcome);
                }
                Node::Decision(seat) => {
                    world.legal_actions(&mut legal);
                    let view = world.information_state(seat);
                    let action = expert(&view, seat, &legal, &mut rng);
                    if legal.len() > 1 {
                        all += 1;
                        same += usize::from(network.choose(&view, seat, &legal, &mut rng) == action);
                    }
                    world.apply(action);
                }
            }
        }
    }
    assert!(all > 100, "{all}");
    same as f64 / all as f64
}

#[test]
fn a_residual_policy_begins_as_the_expert() {
    let same = agreement(&trainer(&residual()));
    assert!(same > 0.95, "{same}");
}

#[test]
fn cloning_learns_what_the_expert_plays() {
    let config = PolicyGradient {
        lanes: 64,
        horizon: 32,
        clone_updates: 12,
        clone_rate: 0.01,
        batch: 256,
        average: 0.9,
        moves: Some(MoveScores::default()),
        ..tiny()
    };
    let mut trainer = trainer(&config);
    let before = agreement(&trainer);
    for _ in 0..4 {
        trainer.round(12, &mut |_| true).unwrap().unwrap();
    }
    let after = agreement(&trainer);
    assert!(after > before + 0.2 && after > 0.6, "{before} and {after}");
}

#[test]
fn a_network_can_be_the_teacher() {
    let folder = Folder::new();
    let teacher = trainer(&residual());
    teacher.save(&folder.0.join("teacher")).unwrap();
    let path = folder.0.join("teacher/net.safetensors");
    let config = PolicyGradient {
        lanes: 64,
        horizon: 32,
        clone_updates: 12,
        clone_rate: 0.01,
        batch: 256,
        average: 0.9,
        moves: Some(MoveScores {
            teacher: Some(path.to_str().unwrap().to_owned()),
            ..MoveScores::default()
        }),
        ..tiny()
    };
    let mut student = trainer(&config);
    for _ in 0..4 {
        student.round(12, &mut |_| true).unwrap().unwrap();
    }
    // The teacher plays nearly as the expert does.
    let after = agreement(&student);
    assert!(after > 0.6, "{after}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let with = |moves| PolicyGradient {
        moves: Some(moves),
        ..tiny()
    };
    let new =
        |config: PolicyGradient| MovesTrainer::<BurgleBros>::new(&[setup::<BurgleBros>()], &config, 3).unwrap_err();
    let zero = new(with(MoveScores {
        hidden: 0,
        ..MoveScores::default()
    }));
    assert_eq!(
        zero.to_string(),
        "field `moves.hidden`: found 0; expected a whole number from 1 to 4096"
    );
    let zero = new(PolicyGradient { batch: 0, ..tiny() });
    assert_eq!(
        zero.to_string(),
        "field `batch`: found 0; expected a whole number from 1 to 1048576"
    );
    let unused = new(PolicyGradient {
        hidden: vec![8],
        ..tiny()
    });
    assert_eq!(unused, PolicyGradientError::Unused { setting: "hidden" });
    let with_teacher = |clone_updates| PolicyGradient {
        clone_updates,
        ..with(MoveScores {
            teacher: Some("nobody".to_owned()),
            ..MoveScores::default()
        })
    };
    assert_eq!(new(with_teacher(0)), PolicyGradientError::IdleTeacher);
    let unknown = new(with_teacher(1)).to_string();
    assert!(
        unknown.starts_with("field `moves.teacher`: no network `nobody`"),
        "{unknown}"
    );
    let other = MovesTrainer::<CaperCards>::new(&[setup::<CaperCards>()], &tiny(), 3).unwrap_err();
    assert!(
        other.to_string().contains("Caper Cards computes no numbers of moves"),
        "{other}"
    );
}

/// A rate that is far too great makes weights infinite, and then they are no numbers.
#[test]
fn learning_that_diverges_is_told() {
    let config = PolicyGradient {
        rate: 1e38,
        clone_updates: 0,
        ..tiny()
    };
    let mut trainer = trainer(&config);
    let error = trainer.round(config.planned(), &mut |_| true).unwrap_err();
    assert!(matches!(error, PolicyGradientError::Diverged { .. }), "{error}");
    assert!(error.to_string().contains("expected a lower `rate`"), "{error}");
}

#[test]
fn another_run_or_damage_is_refused() {
    let folder = Folder::new();
    files(&folder, &trainer(&tiny()), "begun");
    let path = folder.0.join("begun");
    let mut other = MovesTrainer::<BurgleBros>::new(&[setup::<BurgleBros>()], &tiny(), 4).unwrap();
    assert!(other.restore(&path).unwrap_err().to_string().contains("another seed"));
    let actor = path.join("actor.safetensors");
    let whole = fs::read(&actor).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&actor, bytes).unwrap();
        let error = trainer(&tiny()).restore(&path).unwrap_err().to_string();
        assert!(error.contains("actor.safetensors"), "{error}");
    };
    refused(&whole[..whole.len() / 2]);
    refused(&[]);
    // In the header, and everywhere in the numbers, of which safetensors has no checksum.
    let numbers = 8 + u64::from_le_bytes(whole[..8].try_into().unwrap()) as usize;
    for place in [100].into_iter().chain((numbers..whole.len()).step_by(61)) {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        refused(&flipped);
    }
    refused(&fs::read(path.join("critic.safetensors")).unwrap());
    refused(&fs::read(path.join("net.safetensors")).unwrap());
    fs::write(&actor, whole).unwrap();
    trainer(&tiny()).restore(&path).unwrap();
}
