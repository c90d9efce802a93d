//! Recorded games: they read back, and their states keep the contract.

use heist_engine::game::{Game, Node};
use heist_engine::random::{below, stream};
use heist_engine::record::{Recorder, Replay, Step};

use super::games::{Moment, Place, filled_game, game, legal, numbers, possible};
use super::nodes::check_state;
use super::serialization::check_position;
use super::views::{check_lockstep, check_views};

/// Checks every state of a recorded game by itself, that its position reads back, what the seats know of it, and that
/// their views take its steps. For games that get further than random ones, such as those of an agent that plays well.
///
/// # Panics
/// When the replay does not run or the game breaks a rule of the contract.
pub fn check_replay<G: Game>(replay: &Replay<G>) {
    let mut moments = Vec::new();
    for (step, state) in replay.states().enumerate() {
        let place = Place {
            setup: 0,
            seed: replay.seed.unwrap_or(0),
            step,
        };
        let state = state.unwrap_or_else(|error| panic!("{error} ({place})"));
        check_state(&state, place);
        check_position(&state, place);
        check_views(&state, place);
        moments.push(Moment {
            place,
            state,
            next: replay.steps.get(step).copied(),
        });
    }
    check_lockstep(&moments, moments[0].state.clone());
    check_written(replay, moments[0].place);
}

/// Plays a game whose choices are read from bytes, two a choice, until they run out or the game ends; checks every
/// state on the way by itself, and the last one's views. For fuzzers and property tests.
///
/// # Panics
/// When the setup is not playable or the game breaks a rule of the contract.
pub fn drive<G: Game>(setup: &G::Setup, bytes: &[u8]) -> Replay<G> {
    let mut recorder: Recorder<G> = Recorder::new(setup).unwrap_or_else(|error| panic!("{error}"));
    let mut place = Place {
        setup: 0,
        seed: 0,
        step: 0,
    };
    for pair in bytes.chunks(2) {
        let state = recorder.state();
        check_state(state, place);
        let number = usize::from(pair[0]) | usize::from(*pair.get(1).unwrap_or(&0)) << 8;
        match state.node() {
            Node::Terminal => break,
            Node::Decision(_) => {
                let actions = legal(state, place);
                let taken = recorder.action(actions[number % actions.len()]);
                taken.unwrap_or_else(|error| panic!("{error} ({place})"));
            }
            Node::Chance => {
                let outcomes = possible(state, place);
                let taken = recorder.chance(outcomes[number % outcomes.len()].0);
                taken.unwrap_or_else(|error| panic!("{error} ({place})"));
            }
        }
        place.step += 1;
    }
    check_state(recorder.state(), place);
    check_views(recorder.state(), place);
    recorder.finish()
}

/// A replay, written and read, is the same and has every key and the result; also that of a game on a filled world.
pub fn replays_reproduce_keys<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 24) {
        for (kept, moments) in [
            (false, game::<G>(setups, number)),
            (true, filled_game::<G>(setups, number)),
        ] {
            let place = moments[0].place;
            let recorder = Recorder::new(&setups[place.setup]).unwrap_or_else(|error| panic!("{error} ({place})"));
            let mut recorder = recorder.with_seed(number).with_agents(["conformance"]);
            if kept {
                recorder = recorder.with_world(moments[0].state.clone());
            }
            for Moment { place, state, next } in &moments {
                if !kept {
                    require!(recorder.state() == state; place, "the recorder's state is not that of the game");
                }
                match next {
                    Some(Step::Action(_, action)) => {
                        recorder
                            .action(*action)
                            .unwrap_or_else(|error| panic!("{error} ({place})"));
                    }
                    Some(Step::Chance(outcome)) => {
                        recorder
                            .chance(*outcome)
                            .unwrap_or_else(|error| panic!("{error} ({place})"));
                    }
                    None => {}
                }
            }
            let replay = recorder.finish();
            check_written(&replay, place);
            require!(replay.result.is_some(); place, "the replay of a finished game has no result");
        }
    }
}

pub(crate) fn check_written<G: Game>(replay: &Replay<G>, place: Place) {
    let mut bytes = Vec::new();
    replay
        .write(&mut bytes)
        .unwrap_or_else(|error| panic!("{error} ({place})"));
    match Replay::<G>::read(&bytes[..]) {
        Ok(read) => require!(read == *replay; place, "the replay reads back as another"),
        Err(error) => panic!("the replay does not read back: {error} ({place})"),
    }
}

/// Games whose choices come from bytes keep the contract: always the first choice, always the last, short cycles and
/// random bytes.
pub fn byte_driven_games_keep_the_rules<G: Game>(setups: &[G::Setup]) {
    const LENGTH: usize = 2_000;
    for (number, setup) in setups.iter().enumerate() {
        let mut rng = stream(number as u64, "conformance bytes", 0);
        let mut random = || below(&mut rng, 256) as u8;
        let mut patterns = vec![vec![0; LENGTH], vec![u8::MAX; LENGTH]];
        for period in [2, 6, 10, LENGTH, LENGTH] {
            let cycle: Vec<u8> = (0..period).map(|_| random()).collect();
            patterns.push(cycle.into_iter().cycle().take(LENGTH).collect());
        }
        for bytes in patterns {
            let replay = drive::<G>(setup, &bytes);
            check_replay(&replay);
        }
    }
}
