//! What is played, and what is annotated.

use heist_agents::Players;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_training::record::RecordedGame;
use heist_training::rows::Resimulator;
use heist_training::selfplay::{Fast, Selfplay, SelfplayError, SelfplayOptions};
use heist_training::shard::ShardReader;
use serde_json::json;

use crate::support::{Folder, QUICK, for_each_game, games, record, selfplay, setup, short};

fn play<G: Players>(run: &Selfplay<G>, count: u64) -> Vec<RecordedGame> {
    (0..count)
        .map(|number| run.play(number, &[]).unwrap().unwrap())
        .collect()
}

fn with_fast(one_in: u32) -> SelfplayOptions {
    SelfplayOptions {
        fast: Some(Fast {
            spec: "random".parse().unwrap(),
            one_in,
        }),
        ..short(4)
    }
}

fn annotated(games: &[RecordedGame]) -> usize {
    games.iter().map(|game| game.decisions.len()).sum()
}

#[test]
fn agents_that_do_not_search_play_without_annotations() {
    fn plays<G: Players>() {
        for spec in ["random", "heuristic"] {
            if spec == "heuristic" && G::HEURISTIC.is_none() {
                continue;
            }
            let folder = Folder::new();
            assert_eq!(record(&selfplay::<G>(&[spec], short(10)), &folder.0), 10);
            let path = folder.0.join("games-00000000.shard");
            let header = ShardReader::open(&path).unwrap().header().clone();
            let mut simulator = Resimulator::<G>::new(&header).unwrap();
            for game in games(&path) {
                assert!(simulator.play(&game).unwrap().is_empty());
                assert!(!game.steps.is_empty());
            }
        }
    }
    for_each_game!(plays);
}

#[test]
fn a_fast_agent_takes_most_decisions() {
    let all = play(&selfplay::<CaperCards>(&[QUICK], short(4)), 4);
    assert_eq!(
        play(&selfplay::<CaperCards>(&[QUICK], with_fast(1)), 4),
        all,
        "one in one is all"
    );
    let run = selfplay::<BurgleBros>(&[QUICK], with_fast(4));
    let games = play(&run, 4);
    assert_eq!(play(&run, 4), games, "the same draws");
    let folder = Folder::new();
    record(&run, &folder.0);
    let header = ShardReader::open(&folder.0.join("games-00000000.shard"))
        .unwrap()
        .header()
        .clone();
    assert_eq!(header.runs[0].settings["fast"], json!("random"));
    assert_eq!(header.runs[0].settings["full-one-in"], json!(4));
    let mut simulator = Resimulator::<BurgleBros>::new(&header).unwrap();
    let choices: usize = games.iter().map(|game| simulator.choices(game).unwrap().len()).sum();
    let share = annotated(&games) as f64 / choices as f64;
    assert!((0.1..0.45).contains(&share), "{share} of {choices} decisions");
}

#[test]
fn a_temperature_plays_other_moves_than_the_chosen_ones() {
    let chosen_moves = |temperature: f64| {
        let options = SelfplayOptions {
            temperature,
            ..short(4)
        };
        let games = play(&selfplay::<CaperCards>(&[QUICK], options), 4);
        let chosen = games.iter().flat_map(|game| {
            let is_chosen = |decision: &heist_training::record::RecordedDecision| {
                decision.moves[0].place == game.steps[decision.step as usize]
            };
            game.decisions.iter().map(is_chosen)
        });
        let chosen: Vec<bool> = chosen.collect();
        chosen.iter().filter(|is_chosen| **is_chosen).count() as f64 / chosen.len() as f64
    };
    assert_eq!(chosen_moves(0.0), 1.0);
    let cold = chosen_moves(1e-9);
    assert!(
        cold >= 0.5,
        "{cold}: the move of the greatest value, mostly the chosen one"
    );
    let hot = chosen_moves(10.0);
    assert!((0.05..0.95).contains(&hot), "{hot}");
}

#[test]
fn every_seat_may_have_an_agent_of_its_own() {
    let games = play(&selfplay::<CaperCards>(&["random", QUICK], short(3)), 3);
    assert!(annotated(&games) > 0);
    let mixed = selfplay::<CaperCards>(&["random", QUICK], short(3));
    let folder = Folder::new();
    record(&mixed, &folder.0);
    let header = ShardReader::open(&folder.0.join("games-00000000.shard"))
        .unwrap()
        .header()
        .clone();
    assert_eq!(header.runs[0].agents, ["random", QUICK]);
    let mut simulator = Resimulator::<CaperCards>::new(&header).unwrap();
    for game in &games {
        let played = simulator.play(game).unwrap();
        assert!(
            played.iter().all(|row| row.seat.index() == 1),
            "only the second seat searches"
        );
    }
}

#[test]
fn bad_options_are_refused() {
    let refused = |agents: &[&str], options: SelfplayOptions| {
        let specs: Vec<_> = agents.iter().map(|spec| spec.parse().unwrap()).collect();
        match Selfplay::<CaperCards>::new(&setup::<CaperCards>(), &specs, options) {
            Ok(_) => panic!("{agents:?} are accepted"),
            Err(error) => error.to_string(),
        }
    };
    let three = refused(&["random", "random", "random"], short(1));
    assert!(three.contains("3 agents for 2 seats"), "{three}");
    assert!(refused(&[], short(1)).contains("0 agents for 2 seats"));
    assert!(refused(&["random"], short(0)).contains("games: found 0"));
    assert!(refused(&["heuristic"], with_fast(2)).contains("none of the agents is a search"));
    assert!(refused(&[QUICK], with_fast(0)).contains("one decision in: found 0"));
    for temperature in [-1.0, f64::NAN, f64::INFINITY] {
        let options = SelfplayOptions {
            temperature,
            ..short(1)
        };
        assert!(refused(&[QUICK], options).contains("temperature: found"));
    }
    let options = SelfplayOptions {
        temperature: 0.1,
        ..short(1)
    };
    assert!(refused(&["random"], options).contains("none of the agents is a search"));
}

#[test]
fn a_game_that_does_not_end_is_named() {
    let options = SelfplayOptions {
        decision_limit: 3,
        ..short(12)
    };
    let run = selfplay::<BurgleBros>(&["random"], options);
    let folder = Folder::new();
    let plan = run.plan(&folder.0).unwrap();
    let error = run.run(plan, &|| {}, &[]).unwrap_err();
    assert!(
        matches!(error, SelfplayError::Play { deal: 0, .. }),
        "the earliest: {error}"
    );
    assert!(error.to_string().contains("deal 0"), "{error}");
}
