//! Games without their types say and do the same as with them.

use heist_engine::any::{self, AnyState, AnyStep, Listed, PositionFault, StepError};
use heist_engine::describe::FieldKind;
use heist_engine::game::{Fill, Node, Overrides, Seat};
use heist_engine::random::stream;
use heist_engine::record::{Replay, Step};
use heist_engine::{Game, encoding_hash};
use heist_testkit::play_randomly;
use serde_json::{Value, json};

use crate::common::games::{each_game, install, with_game};
use crate::common::setups;

/// Calls a generic function for every game.
macro_rules! for_each {
    ([$($game:path,)*] $check:ident) => {
        $($check::<$game>();)*
    };
}

fn agree<G: Listed>(typed: &G, state: &dyn AnyState) {
    assert_eq!(state.as_any().downcast_ref::<G>(), Some(typed));
    assert_eq!(state.game().info().id, G::ID);
    assert_eq!((state.node(), state.turn()), (typed.node(), typed.turn()));
    assert_eq!((state.actor(), state.seats()), (typed.actor(), typed.seats()));
    assert_eq!((state.result(), state.key()), (typed.result(), typed.key()));
    let characters = (0..typed.characters()).map(|number| (typed.character_name(number), typed.seat_of(number)));
    assert_eq!(state.characters(), characters.collect::<Vec<_>>());
    let figures = G::FIGURES.iter().map(|figure| figure.name).zip(typed.figures());
    assert_eq!(state.figures(), figures.collect::<Vec<_>>());
    assert_eq!(
        state.position(),
        serde_json::to_string(&typed.position()).expect("plain data")
    );
    let (mut actions, mut outcomes, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    typed.legal_actions(&mut actions);
    typed.outcomes(&mut outcomes);
    state.legal_indices(&mut indices);
    let expected: Vec<u32> = actions.iter().map(|&action| G::action_index(action) as u32).collect();
    assert_eq!(indices, expected);
    let branches = state.branches();
    assert_eq!(
        (state.branch_count(), branches.len()),
        (branches.len(), actions.len() + outcomes.len())
    );
    let mut left_out = Vec::new();
    typed.left_out(&mut left_out);
    for (place, action) in (branches.len()..).zip(&left_out) {
        let notation = action.to_string();
        assert_eq!(
            state.branch(place).map(|branch| branch.notation),
            Some(notation.clone())
        );
        assert_eq!(
            (state.place(&notation), state.find(&notation)),
            (Some(place), Ok(place))
        );
        assert_eq!(state.action_index(place), Some(G::action_index(*action)));
        let refused = state.find_listed(&notation).expect_err("it is on no list").to_string();
        assert!(refused.contains("is left out in this mode"), "{refused}");
        let (mut taken, mut played) = (state.copy(), typed.clone());
        assert!(taken.take(place));
        played.apply(*action);
        assert_eq!(taken.as_any().downcast_ref(), Some(&played));
    }
    let accepted = branches.len() + left_out.len();
    assert_eq!((state.branch(accepted), state.place("no such thing")), (None, None));
    let views = |outcome| Seat::all(typed.seats()).map(move |seat| typed.observed(outcome, seat).to_string());
    let observed: Vec<Vec<String>> = outcomes.iter().map(|(outcome, _)| views(*outcome).collect()).collect();
    assert_eq!(state.observed_as("no such thing"), Vec::<usize>::new());
    for (place, branch) in branches.iter().enumerate() {
        assert_eq!(state.branch(place).as_ref(), Some(branch));
        assert_eq!(state.find(&branch.notation), Ok(place));
        assert_eq!(state.find_listed(&branch.notation), Ok(place));
        assert_eq!(state.place(&branch.notation), Some(place));
        match outcomes.get(place) {
            Some(&(outcome, probability)) => {
                assert_eq!(
                    (&branch.notation, branch.probability),
                    (&outcome.to_string(), Some(probability))
                );
                for (seat, seen) in Seat::all(typed.seats()).zip(&observed[place]) {
                    assert_eq!(state.observed(place, seat).as_ref(), Some(seen));
                    let alike = (0..outcomes.len()).filter(|&other| observed[other].contains(seen));
                    assert_eq!(state.observed_as(seen), alike.collect::<Vec<_>>());
                }
            }
            None => assert_eq!(
                (&branch.notation, branch.probability),
                (&actions[place].to_string(), None)
            ),
        }
    }
    for seat in Seat::all(typed.seats()) {
        let known = typed.information_state(seat);
        assert_eq!(state.information_state(seat).as_any().downcast_ref(), Some(&known));
        assert_eq!(
            (state.holds(seat), state.information_key(seat)),
            (typed.holds(seat), known.key())
        );
    }
    let again = state
        .game()
        .read_state(&state.to_json().to_string())
        .expect("a state that was written");
    assert!(again.is_same(state));
}

fn plays_alike<G: Listed>() {
    install();
    let game = any::find(G::ID).expect("a listed game");
    for seed in 0..3 {
        let setup = G::complete(&setups::drawn::<G>(seed)).expect("a playable setup");
        let text = serde_json::to_string(&setup).expect("plain data");
        let any_setup = game.read_setup(&text).expect("a setup");
        assert_eq!(
            (any_setup.text(), any_setup.as_any().downcast_ref()),
            (text, Some(&setup))
        );
        let mut state = any_setup.begin().expect("a playable setup");
        let first = G::new(&setup).expect("a playable setup");
        let (mut steps, mut places) = (Vec::new(), Vec::new());
        for (typed, step) in play_randomly(first, &mut stream(seed, "games without types", 0)) {
            agree(&typed, &*state);
            let Some(step) = step else { continue };
            let before = state.copy();
            let mut left_out = Vec::new();
            typed.left_out(&mut left_out);
            let count = state.branch_count() + left_out.len();
            assert!(!state.take(count) && state.is_same(&*before), "there is no such branch");
            let place = state
                .find(&AnyStep::from(step).notation)
                .expect("what was played is possible");
            assert!(state.take(place) && !state.is_same(&*before));
            steps.push(step);
            places.push(place);
        }
        assert_eq!((state.node(), state.branches()), (Node::Terminal, Vec::new()));
        let replay = Replay::<G> {
            setup,
            seed: Some(seed),
            agents: vec!["random".to_owned()],
            world: None,
            result: state.result(),
            steps,
        };
        is_recorded_alike(
            &replay,
            &*any_setup
                .replay(replay.seed, replay.agents.clone(), &places)
                .expect("it can be played"),
        );
        assert!(any_setup.replay(None, Vec::new(), &[usize::MAX]).is_none());
    }
}

fn is_recorded_alike<G: Listed>(replay: &Replay<G>, recorded: &dyn any::AnyReplay) {
    assert_eq!(recorded.as_any().downcast_ref(), Some(replay));
    let (mut one, mut other) = (Vec::new(), Vec::new());
    replay.write(&mut one).expect("a replay of a game");
    recorded.write(&mut other).expect("a replay of a game");
    assert_eq!(one, other);
    let text = String::from_utf8(one).expect("JSON is UTF-8");
    let read = any::read_replay(&text).expect("a replay").expect("a listed game");
    assert_eq!(read.as_any().downcast_ref(), Some(replay));
    assert_eq!((read.step_count(), read.result()), (replay.steps.len(), replay.result));
    let steps: Vec<AnyStep> = replay.steps.iter().copied().map(AnyStep::from).collect();
    assert_eq!(read.steps(), steps);
    let typed: Result<Vec<Step<G>>, _> = steps.iter().map(AnyStep::typed).collect();
    assert_eq!(typed.as_ref(), Ok(&replay.steps));
    let states: Vec<Box<dyn AnyState>> = read.states().collect::<Result<_, _>>().expect("it re-runs");
    assert_eq!(states.len(), steps.len() + 1);
    let typed: Vec<G> = replay.states().collect::<Result<_, _>>().expect("it re-runs");
    assert_eq!(states.len(), typed.len());
    assert!(
        states
            .iter()
            .zip(&typed)
            .all(|(state, typed)| state.as_any().downcast_ref() == Some(typed))
    );
}

#[test]
fn games_without_their_types_go_step_by_step_as_with_them() {
    each_game! { [for_each] plays_alike }
}

fn draws_alike<G: Listed>() {
    let typed = G::new(&setups::drawn::<G>(4)).expect("a playable setup");
    let mut state = any::any_state(typed.clone());
    let (mut filled, mut rng) = (typed, stream(4, "games without types", 1));
    filled.determinize(Fill::All, &mut rng.clone());
    state.determinize(Fill::All, &mut rng);
    assert_eq!(state.as_any().downcast_ref(), Some(&filled));
    for step in 0.. {
        let (before, mut expected) = (rng.clone(), rng.clone());
        let place = match state.node() {
            Node::Terminal => break,
            Node::Chance => {
                let drawn = filled.sample(&mut expected).to_string();
                let place = state.sample(&mut rng).expect("chance decides");
                assert_eq!(state.branch(place).map(|branch| branch.notation), Some(drawn));
                assert_eq!(state.purpose(), Some(filled.purpose().0.into()));
                place
            }
            Node::Decision(_) => {
                assert_eq!((state.sample(&mut rng), state.purpose()), (None, None));
                step % state.branch_count()
            }
        };
        assert_eq!(rng, expected);
        let (mut by_index, mut by_chance) = (state.copy(), state.copy());
        let mut again = before;
        match state.node() {
            Node::Chance => assert_eq!(by_chance.take_chance(&mut again), Some(place)),
            _ => assert_eq!(by_chance.take_chance(&mut again), None),
        }
        let mut indices = Vec::new();
        state.legal_indices(&mut indices);
        let taken = indices
            .get(place)
            .and_then(|&index| by_index.take_action(index as usize));
        assert_eq!(taken, indices.get(place).map(|_| place));
        assert_eq!(by_index.take_action(G::action_count()), None);
        assert!(state.take(place));
        match taken {
            Some(_) => assert!(by_index.is_same(&*state)),
            None => assert!(by_chance.is_same(&*state)),
        }
        filled = state.as_any().downcast_ref::<G>().expect("a state of the game").clone();
    }
}

#[test]
fn the_same_generator_draws_the_same_with_and_without_types() {
    each_game! { [for_each] draws_alike }
}

#[test]
fn a_text_that_is_no_step_is_refused_with_what_is_possible() {
    install();
    for game in any::games() {
        let mut state = first(game.info().id);
        let mut rng = stream(5, "games without types", 2);
        while let Some(place) = state.sample(&mut rng) {
            let StepError::Notation { text, possible, .. } = state.find("no such thing").expect_err("nonsense") else {
                panic!("it is no notation");
            };
            assert_eq!((text.as_str(), possible.len()), ("no such thing", state.branch_count()));
            assert!(state.take(place));
        }
        let before = state.copy();
        let legal = state.branch(0).expect("a seat decides").notation;
        let mut after = state;
        while after.node() != Node::Terminal {
            let place = after.sample(&mut rng).unwrap_or(0);
            assert!(after.take(place));
        }
        let over = after.find(&legal).expect_err("the game is over");
        assert_eq!(over.to_string(), format!("action `{legal}`: the game is over"));
        assert_eq!(
            after.find("no such thing").expect_err("nonsense").to_string(),
            "`no such thing`: the game is over"
        );
        assert!(before.find(&legal).is_ok());
    }
}

/// The first state of a drawn setup of a game.
fn first(id: &str) -> Box<dyn AnyState> {
    with_game!(id, G => any::any_state(G::new(&setups::drawn::<G>(7)).expect("a playable setup")), else name => panic!("{name}"))
}

#[test]
fn positions_are_read_with_and_without_a_header_and_refused_with_a_reason() {
    install();
    for game in any::games() {
        let state = first(game.info().id);
        let text = state.position();
        let read = |text: &str| game.read_position(text, Overrides::None);
        assert!(read(&text).expect("a position").is_same(&*state), "{text}");
        let with = |field: &str, value: &str| text.replacen('{', &format!("{{\"{field}\": {value}, "), 1);
        assert!(
            read(&with("heistlab", "\"position\""))
                .expect("a position")
                .is_same(&*state)
        );
        let other = read(&with("heistlab", "\"replay\"")).expect_err("another thing");
        assert_eq!(
            other.to_string(),
            "line 1, field `heistlab`: found \"replay\"; expected \"position\""
        );
        assert!(matches!(read("{"), Err(PositionFault::Read(_))));
        assert!(matches!(read(&with("surprise", "1")), Err(PositionFault::Read(_))));
        assert!(matches!(read("[1]"), Err(PositionFault::Read(_))));
    }
}

#[test]
fn every_listed_game_is_found_and_says_what_its_type_says() {
    fn same<G: Listed>() {
        install();
        let game = any::find(G::ID).expect("a listed game");
        assert_eq!(game.info().name, G::NAME);
        assert_eq!(game.action_count(), G::action_count());
        assert_eq!(game.feature_count(), G::feature_count());
        assert_eq!(game.max_active_features(), G::max_active_features());
        assert_eq!(game.feature_blocks(), G::feature_blocks());
        assert_eq!(game.action_blocks(), G::action_blocks());
        assert_eq!(game.encoding_hash(), encoding_hash::<G>());
        for index in 0..G::action_count() {
            let text = game.action_text(index).expect("an action");
            assert_eq!(game.action_index(&text), Ok(Some(index)));
        }
        assert_eq!(game.action_text(G::action_count()), None);
        assert!(game.action_index("no such thing").is_err());
        assert_eq!(game.feature_name(0), Some(G::feature_name(0)));
        assert_eq!(game.feature_name(G::feature_count()), None);
    }
    each_game! { [for_each] same }
    assert_eq!(any::games().len(), any::infos().len());
    assert!(any::find("chess").is_none());
}

#[test]
fn a_state_without_its_type_is_the_same_as_itself_alone() {
    install();
    for game in any::games() {
        let state = first(game.info().id);
        let others = any::games().iter().filter(|other| other.info().id != game.info().id);
        assert!(others.into_iter().all(|other| !first(other.info().id).is_same(&*state)));
    }
}

/// Whether some field of the game's completed setups has another form than people give it.
fn takes_what_completed_setups_have<G: Listed>() -> bool {
    let game = any::of::<G>();
    let mut has_other_forms = false;
    for seed in 0..300 {
        let complete = G::complete(&setups::drawn::<G>(seed)).expect("a playable setup");
        let Ok(Value::Object(fields)) = serde_json::to_value(&complete) else {
            panic!("a setup is no object: {complete:?}")
        };
        for field in G::SETUP {
            let Some(value) = fields.get(field.name) else { continue };
            assert!(
                any::takes(game, field, value),
                "{}: {} takes {value}",
                G::ID,
                field.name
            );
            has_other_forms |= !field.fits(value);
        }
    }
    for field in G::SETUP {
        for wrong in [json!([["nothing"]]), json!({"no": "field"}), json!(null), json!(-1)] {
            // What is wrong with a drawing the game says itself.
            let is_drawing = matches!(field.kind, FieldKind::Drawing { .. }) && (wrong.is_array() || wrong.is_object());
            assert!(
                is_drawing || !any::takes(game, field, &wrong),
                "{}: {} takes {wrong}",
                G::ID,
                field.name
            );
        }
    }
    has_other_forms
}

#[test]
fn fields_take_what_completed_setups_have() {
    let mut games = Vec::new();
    macro_rules! of_each {
        ([$($game:path,)*]) => {
            $(if takes_what_completed_setups_have::<$game>() {
                games.push(<$game as Game>::ID);
            })*
        };
    }
    each_game!([of_each]);
    assert_eq!(
        games,
        ["casino-capers"],
        "games whose completed setups have forms of their own"
    );
}
