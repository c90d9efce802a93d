//! The example game, in which a person plays two characters: every agent plays it, and searches simplify it.

use heist_agents::arena::{Deal, PlayOptions, play};
use heist_agents::protocol::Report;
use heist_agents::protocol::report::About;
use heist_agents::search::{Search, Watch};
use heist_agents::spec::analysis_factory;
use heist_agents::{AGENTS, Analysis, Spec, build, factory};
use heist_engine::game::{Actor, Game, Node, Seat, Windows};
use heist_engine::random::stream;
use heist_engine::record::Step;
use heist_example_game::{Action, ExampleGame, Setup};

/// Every agent that can play a game without an expert, cheaply.
fn specs() -> Vec<String> {
    let searches = AGENTS
        .iter()
        .filter(|agent| !["heuristic", "policy", "improve", "bot"].contains(&agent.name));
    let spec = |name: &str| match name {
        "random" => name.to_owned(),
        name => format!("{name}:sims=16"),
    };
    searches.map(|agent| spec(agent.name)).collect()
}

#[test]
fn an_agent_answers_for_every_character_of_its_seat() {
    for spec in specs() {
        let make = factory::<ExampleGame>(&spec.parse().unwrap()).unwrap();
        for seats in 1..=2 {
            let (mut acted, mut reacted, mut together) = ([false; 2], false, false);
            for number in 0..12 {
                let setup = Setup::shop(seats, Deal::<ExampleGame>::setup_seed(7, number));
                let deal = Deal::<ExampleGame>::new(&setup, 7, number).unwrap();
                let mut team: Vec<_> = (0..deal.world.seats()).map(|_| make()).collect();
                assert_eq!(
                    team.len(),
                    usize::from(seats),
                    "one agent for a seat, whatever it plays"
                );
                let options = PlayOptions {
                    record: true,
                    ..PlayOptions::default()
                };
                let game = play(&deal, &mut team, options).unwrap();
                assert_eq!(game.fault, None, "{spec}");
                let mut state = deal.world;
                for step in &game.steps {
                    match (step, state.actor()) {
                        (Step::Action(seat, action), Some(Actor::Character(character))) => {
                            let character = usize::from(character);
                            assert_eq!(state.seat_of(character), *seat, "{spec}: its own seat answers");
                            acted[character] = true;
                            reacted |= matches!(action, Action::Radio | Action::Pass);
                        }
                        (_, actor) => together |= actor == Some(Actor::Team),
                    }
                    step.play(&mut state);
                }
            }
            assert_eq!(acted, [true; 2], "{spec}, {seats}");
            assert!(
                spec != "random" || (reacted && together),
                "{spec}, {seats}: {reacted} {together}"
            );
        }
    }
}

/// A character next to a hidden room.
fn decision() -> ExampleGame {
    let position = serde_json::json!({"seats": 2, "tools": ["radio"]});
    let position = serde_json::from_value(position).unwrap();
    ExampleGame::from_position(position, heist_engine::game::Overrides::None).unwrap()
}

fn report(spec: &str) -> Report {
    let state = decision();
    let Node::Decision(seat) = state.node() else {
        panic!("somebody decides")
    };
    let spec: Spec = spec.parse().unwrap();
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let mut search = analysis_factory::<ExampleGame>(&spec).unwrap()();
    let mut interim = Vec::new();
    let mut tell = |analysis: Analysis<ExampleGame>| interim.push(analysis.totals.windows);
    let mut watch = Watch::patient().told(std::time::Duration::ZERO, &mut tell);
    let analysis = search.analyse(&state, seat, &legal, &mut stream(1, "test", 0), &mut watch);
    assert!(
        interim.iter().all(|windows| *windows == analysis.totals.windows),
        "{spec}"
    );
    let about = About {
        id: "a".to_owned(),
        seat: Seat(0),
        agent: spec.to_string(),
        seed: 1,
    };
    Report::new(&about, &state, &analysis)
}

#[test]
fn a_search_simulates_in_the_windows_of_its_spec_and_says_so() {
    for agent in ["flat", "mcts", "ismcts", "pimc", "puct", "expectimax"] {
        let full = report(&format!("{agent}:sims=300"));
        assert_eq!(full.windows, Windows::Full);
        let text = serde_json::to_string(&full).unwrap();
        assert!(
            !text.contains("\"windows\""),
            "nothing is said of exact simulations: {text}"
        );
        for windows in [Windows::Reduced, Windows::Off] {
            let simple = report(&format!("{agent}:sims=300,windows={windows}"));
            assert_eq!(simple.windows, windows, "{agent}");
            let text = serde_json::to_string(&simple).unwrap();
            assert!(text.contains(&format!("\"windows\":\"{windows}\"")), "{text}");
            assert_eq!(simple.key, full.key, "the report is about the game that is played");
            assert_ne!(simple.moves, full.moves, "{agent}: the radio makes a difference");
        }
    }
}

#[test]
fn the_game_that_is_played_keeps_its_windows() {
    let mut agent = build::<ExampleGame>(&"flat:sims=16,windows=off".parse().unwrap()).unwrap();
    let mut state = decision();
    let before = state;
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    agent
        .decide(&state, Seat(0), &legal, &mut stream(1, "test", 0))
        .unwrap();
    assert_eq!(state, before);
    state.apply("move B".parse().unwrap());
    state.resolve("room alarm".parse().unwrap());
    assert_eq!(state.actor(), Some(Actor::Character(1)), "the radio is offered");
}
