//! What holds for the expert of every game, over whole games.

use heist_agents::heuristics::{Heuristics, Policy};
use heist_engine::game::{Fill, Game, Seat, TeamResult};
use heist_engine::random::{choose, stream};
use heist_engine::record::{Recorder, Step};
use heist_testkit::conformance::check_replay;
use heist_testkit::play_with;

/// The expert of a game.
pub fn expert<G: Heuristics>() -> Policy<G> {
    G::HEURISTIC.expect("an expert")
}

/// Plays a game in which every decision is made by `decide`: how it ends, and its steps.
pub fn play<G: Game>(
    setup: &G::Setup,
    seed: u64,
    mut decide: impl FnMut(&G, Seat, &[G::Action]) -> G::Action,
) -> (TeamResult, Vec<Step<G>>) {
    let mut rng = stream(seed, "expert games", 0);
    let mut last = G::new(setup).expect("a playable setup");
    let mut steps = Vec::new();
    let game = play_with(last.clone(), &mut rng, |state, seat, legal, _| {
        let action = decide(state, seat, legal);
        assert!(legal.contains(&action), "{action} is not legal");
        action
    });
    for (state, step) in game {
        steps.extend(step);
        last = state;
    }
    (last.result().expect("a game that is over has a result"), steps)
}

/// How a game of the expert ends.
pub fn play_expertly<G: Heuristics>(setup: &G::Setup, seed: u64) -> TeamResult {
    let mut rng = stream(seed, "policy", 0);
    play(setup, seed, |state: &G, seat, legal| {
        expert()(state, seat, legal, &mut rng)
    })
    .0
}

/// How a game of random moves ends.
pub fn play_at_random<G: Game>(setup: &G::Setup, seed: u64) -> TeamResult {
    let mut rng = stream(seed, "policy", 0);
    play(setup, seed, |_: &G, _, legal| choose(&mut rng, legal)).0
}

/// Plays a game in which the expert decides alike in what a seat sees and in worlds that look the same to it.
pub fn looks_at_nothing_hidden<G: Heuristics>(setup: &G::Setup, seed: u64) {
    let mut worlds = stream(seed, "hidden worlds", 0);
    let mut rng = stream(seed, "policy", 0);
    play(setup, seed, |state: &G, seat, legal| {
        let view = state.information_state(seat);
        let decision = expert()(&view, seat, legal, &mut rng);
        for _ in 0..2 {
            let mut world = view.clone();
            world.determinize(Fill::All, &mut worlds);
            let in_world = expert()(&world, seat, legal, &mut rng);
            assert_eq!(in_world, decision, "seat {seat}, seed {seed}");
        }
        decision
    });
}

/// Plays a game of the expert, and replays it with every check of the contract.
pub fn keeps_every_property<G: Heuristics>(setup: &G::Setup, seed: u64) {
    let mut rng = stream(seed, "policy", 0);
    let mut recorder = Recorder::<G>::new(setup).expect("a playable setup");
    let (_, steps) = play(setup, seed, |state: &G, seat, legal| {
        expert()(state, seat, legal, &mut rng)
    });
    for step in steps {
        match step {
            Step::Action(_, action) => recorder.action(action).expect("a legal action"),
            Step::Chance(outcome) => recorder.chance(outcome).expect("a possible outcome"),
        }
    }
    check_replay(&recorder.finish());
}
