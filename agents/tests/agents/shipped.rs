//! The networks of `models/`, which are part of the program.

use std::fs;
use std::path::{Path, PathBuf};

use heist_agents::Players;
use heist_agents::network::{Head, Mode, NetworkFile, any, bytes_of, find};
use heist_agents::{Evaluations, Evaluator, Heuristics, Query};
use heist_engine::any::{any_state, games};
use heist_engine::burgle_bros::{self, BurgleBros, Scenario};
use heist_engine::caper_cards::{CaperCards, Setup};
use heist_engine::game::{Encode, Fill, Game, Node, play_out};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::stream;
use heist_engine::with_game;
use serde_json::json;

/// The most that the file of a network may have, and all of them, in bytes.
const MOST: usize = 2_500_000;
const MOST_OF_ALL: usize = 12_000_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn check<G: Players>(name: &str, file: &NetworkFile) {
    file.config.check_game::<G>().unwrap();
    find::<G>(name).unwrap();
    assert!(file.config.heads.iter().all(|head| Head::READ.contains(head)), "{name}");
}

#[test]
fn shipped_networks_fit_their_games_and_are_small() {
    let mut all = 0;
    for game in games() {
        let id = game.info().id;
        for shipped in any::shipped(*game) {
            let file = NetworkFile::read(shipped.bytes).unwrap();
            assert_eq!(file.config.game, id);
            assert_eq!(NetworkFile::read_config(shipped.bytes).unwrap(), file.config);
            assert!(shipped.bytes.len() <= MOST, "{}", shipped.name);
            with_game!(id, G => check::<G>(shipped.name, &file), else name => panic!("no game `{name}`"));
            all += shipped.bytes.len();
        }
    }
    assert!(all <= MOST_OF_ALL, "{all}");
}

/// What is done without the types of games is what is done with them.
#[test]
fn a_network_answers_alike_with_and_without_the_type_of_its_game() {
    let game = heist_engine::any::find("caper-cards").unwrap();
    let bytes = bytes_of("caper-cards-4", any::shipped(game)).unwrap();
    let known = find::<CaperCards>("caper-cards-4").unwrap();
    let network = any::read(game, &bytes, Mode::Quantised).unwrap();
    assert_eq!(network.config(), known.config());
    let mut state = CaperCards::new(&Setup::new(4)).unwrap();
    let mut rng = stream(3, "answers", 0);
    state.determinize(Fill::All, &mut rng);
    while state.node() == Node::Chance {
        let outcome = state.sample(&mut rng);
        state.resolve(outcome);
    }
    let Node::Decision(seat) = state.node() else {
        panic!("somebody decides")
    };
    let mut legal = Vec::new();
    state.information_state(seat).legal_actions(&mut legal);
    let query = Query {
        state: &state,
        seat,
        legal: &legal,
    };
    let mut expected = Evaluations::default();
    Evaluator::evaluate(&known, &[query], &mut rng, &mut expected);
    let (value, priors) = network.evaluate(&*any_state(state), seat).unwrap();
    assert_eq!(value.to_bits(), expected.value(0).to_bits());
    let indices = legal.iter().map(|&action| CaperCards::action_index(action));
    let expected: Vec<(usize, f32)> = indices.zip(expected.priors(0).iter().copied()).collect();
    assert_eq!(priors, expected);

    let other = heist_engine::any::find("burgle-bros").unwrap();
    assert!(any::read(other, &bytes, Mode::Quantised).is_err());
    let fields = json!({"seats": 2, "seed": 1});
    let other = other.setup_from(fields.as_object().unwrap()).unwrap().begin().unwrap();
    assert!(network.evaluate(&*other, seat).is_none());
}

/// Each has a card beside it, with the command that made it; nothing else lies there.
#[test]
fn shipped_networks_have_their_cards() {
    let mut expected: Vec<String> = Vec::new();
    for shipped in games().iter().flat_map(|game| any::shipped(*game)) {
        let name = shipped.name;
        let card = fs::read_to_string(root().join(format!("models/{name}.md"))).unwrap();
        let command = format!("$ heist train --config training/configs/{name}.toml --out runs/{name}\n");
        assert!(card.contains(&command), "{name}");
        assert!(card.contains("## Strength") && card.contains("Limits"), "{name}");
        assert!(root().join(format!("training/configs/{name}.toml")).exists(), "{name}");
        expected.extend([format!("{name}.md"), format!("{name}.safetensors")]);
    }
    let entries = fs::read_dir(root().join("models")).unwrap();
    let mut found: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "README.md")
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

/// The share of games that a network wins in all seats.
fn share_won<G: Players>(setup: impl Fn(u64) -> G::Setup, name: &str, games: u64) -> f64 {
    let network = find::<G>(name).unwrap();
    let is_won = |game: &u64| {
        let mut rng = stream(7, "tests/shipped", *game);
        let mut state = G::new(&setup(*game)).unwrap();
        play_out(&mut state, &mut rng, |state, seat, legal, rng| {
            network.choose(&state.information_state(seat), seat, legal, rng)
        });
        state.result().unwrap().is_win()
    };
    (0..games).filter(is_won).count() as f64 / games as f64
}

/// The expert wins 75% of games with four players; the network, alone and in all seats, more.
#[test]
fn the_team_network_of_caper_cards_beats_the_expert() {
    let won = share_won::<CaperCards>(|_| Setup::new(4), "caper-cards-4", 3000);
    assert!(won > 0.78, "{won}");
}

/// The expert wins 11% of Bank Jobs with three players. One network asks it at every decision, the other never.
#[test]
fn the_networks_of_the_bank_job_beat_the_expert() {
    for (name, is_residual, least) in [("bank-job-3", false, 0.17), ("bank-job-3-residual", true, 0.26)] {
        let shipped = BurgleBros::NETWORKS
            .iter()
            .find(|shipped| shipped.name == name)
            .unwrap();
        let moves = NetworkFile::read(shipped.bytes).unwrap().config.moves.unwrap();
        assert_eq!(moves.residual, is_residual);
        let won = share_won::<BurgleBros>(|game| burgle_bros::Setup::new(Scenario::BankJob, 3, game), name, 500);
        assert!(won > least, "{name}: {won}");
    }
}

/// The expert wins about 6% of Tech Labs with three characters of the first team that is recommended.
#[test]
fn the_network_of_the_tech_lab_beats_the_expert() {
    let setup = |seed| {
        let fields = serde_json::json!({
            "scenario": "tech-lab",
            "seats": 1,
            "seed": seed,
            "characters": [
                {"card": "angry-locksmith", "skills": ["smash-n-grab", "bypass"]},
                {"card": "thug", "skills": ["wing-it", "bypass"]},
                {"card": "script-kiddie", "skills": ["smash-n-grab", "bypass"]},
            ],
        });
        serde_json::from_value(fields).unwrap()
    };
    let won = share_won::<MastersOfTheHeist>(setup, "tech-lab-3-residual", 500);
    assert!(won > 0.15, "{won}");
}
