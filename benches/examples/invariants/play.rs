//! Plays a game and checks it: what all games have in common.

use heist_agents::Players;
use heist_engine::game::{Game, Node, Overrides, Seat};
use heist_engine::random::{Generator, below, choose, stream};
use heist_engine::record::{Recorder, Replay};
use heist_testkit::conformance::{Place, check_replay, check_state};

use crate::table::{Count, Tally};

/// Checks a state, and what has become of the one before it.
pub type Invariant<G> = fn(Option<&G>, &G) -> Result<(), String>;

/// One decision in so many of a game that is not the expert's alone is random.
const RANDOM: u32 = 5;
/// Every state so many steps apart is also read back from its position, and its view compared.
const POSITIONS: usize = 40;
/// One game in so many goes through every property of recorded games (`check_replay`).
const PROPERTIES: u64 = 40;

/// Fails with a message unless something holds.
pub fn require(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

/// Plays a game of a seed by its number and checks it. Every other game is the expert's alone.
pub fn play<G: Players, C: Count<G>>(
    invariants: &[(&str, Invariant<G>)],
    setup: &G::Setup,
    seed: u64,
    game: u64,
    is_wild: bool,
) -> Tally<C> {
    let words = || format!("setup {}", serde_json::to_string(setup).unwrap_or_default());
    let mut rng = stream(seed, "invariants/play", game);
    let mut recorder: Recorder<G> = match Recorder::new(setup) {
        Ok(recorder) => recorder,
        Err(error) => panic!("{error}: {}", words()),
    };
    let mut before: Option<G> = None;
    let mut tally = Tally::default();
    let mut legal = Vec::new();
    loop {
        let state = recorder.state().clone();
        let place = Place {
            setup: 0,
            seed: game,
            step: recorder.steps().len(),
        };
        check_state(&state, place);
        for (name, invariant) in invariants {
            if let Err(problem) = invariant(before.as_ref(), &state) {
                panic!("{name}: {problem} ({place}, {})", words());
            }
        }
        if place.step.is_multiple_of(POSITIONS) || state.node() == Node::Terminal {
            check_forms(&state, place, &words);
        }
        tally.note(before.as_ref(), &state);
        let taken = match state.node() {
            Node::Terminal => break,
            Node::Chance => recorder
                .chance(state.sample(&mut rng))
                .map_err(|error| error.to_string()),
            Node::Decision(seat) => {
                state.legal_actions(&mut legal);
                let action = if is_wild && below(&mut rng, RANDOM) == 0 {
                    choose(&mut rng, &legal)
                } else {
                    expert(&state, seat, &legal, &mut rng)
                };
                recorder.action(action).map_err(|error| error.to_string())
            }
        };
        if let Err(error) = taken {
            panic!("{error} ({place}, {})", words());
        }
        before = Some(state);
    }
    let (last, replay) = (recorder.state().clone(), recorder.finish());
    check_record(&replay, &last, &words);
    if game.is_multiple_of(PROPERTIES) {
        check_replay(&replay);
    }
    tally
}

/// The expert's choice. It sees what everybody sees.
fn expert<G: Players>(state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
    match G::HEURISTIC {
        Some(policy) => policy(&state.information_state(seat), seat, legal, rng),
        None => choose(rng, legal),
    }
}

/// Nothing is private in these games: every seat knows the same, and the same is possible in its view. A position gives
/// its state back.
fn check_forms<G: Game>(state: &G, place: Place, words: &dyn Fn() -> String) {
    let view = state.information_state(Seat(0));
    let others = Seat::all(state.seats()).map(|seat| state.information_state(seat));
    assert!(
        others.into_iter().all(|other| other == view),
        "seats know different things ({place}, {})",
        words()
    );
    let (mut legal, mut possible) = (Vec::new(), Vec::new());
    state.legal_actions(&mut legal);
    view.legal_actions(&mut possible);
    assert!(
        legal == possible,
        "the view has other legal actions ({place}, {})",
        words()
    );
    for form in [state.clone(), view] {
        match G::from_position(form.position(), Overrides::None) {
            Ok(read) => assert!(read == form, "the position gives another state ({place}, {})", words()),
            Err(error) => panic!("the position is refused: {error} ({place}, {})", words()),
        }
    }
}

/// A written replay reads back, every key is as written, and it ends in the state that the game ended in.
fn check_record<G: Game>(replay: &Replay<G>, last: &G, words: &dyn Fn() -> String) {
    let mut bytes = Vec::new();
    if let Err(error) = replay.write(&mut bytes) {
        panic!("the replay cannot be written: {error} ({})", words());
    }
    match Replay::<G>::read(&bytes[..]) {
        Ok(read) => assert!(read == *replay, "the replay reads back as another ({})", words()),
        Err(error) => panic!("the replay does not read back: {error} ({})", words()),
    }
    match replay.verify() {
        Ok(end) => assert!(end == *last, "the replay ends elsewhere ({})", words()),
        Err(error) => panic!("the replay does not verify: {error} ({})", words()),
    }
}
