//! Keys: stable, equal for equal states, different for different ones.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use heist_engine::record::Step;

use super::games::{
    Moment, Place, STEP_LIMIT, Style, after, filled, game, kinds, legal, numbers, possible, random_step, some, start,
};

/// The states a search for wrong keys has met.
struct Seen<G: Game> {
    keys: HashMap<G, u64, BuildHasherDefault<DefaultHasher>>,
    states: BTreeMap<u64, G>,
    collisions: Vec<Place>,
}

impl<G: Game> Seen<G> {
    fn note(&mut self, state: G, place: Place) {
        /// How many pairs of states with one key are played on.
        const PLAYED_ON: usize = 40;
        let key = state.key();
        if let Some(&known) = self.keys.get(&state) {
            require!(known == key; place, "equal states have different keys: {known:016x} and {key:016x}");
            return;
        }
        match self.states.get(&key) {
            None => {
                self.states.insert(key, state.clone());
            }
            Some(other) => {
                self.collisions.push(place);
                let steps = if self.collisions.len() <= PLAYED_ON {
                    STEP_LIMIT
                } else {
                    0
                };
                let mut rng = stream(key, "conformance collision", 0);
                for _ in 0..4 {
                    if let Some((step, difference)) = parting(other, &state, steps, place, &mut rng) {
                        panic!(
                            "states with the key {key:016x} differ in {difference} {step} steps later: {other:?} and \
                             {state:?} ({place})"
                        );
                    }
                }
            }
        }
        self.keys.insert(state, key);
    }
}

/// Plays two states on by the same steps; says after how many they differ, and in what.
fn parting<G: Game>(a: &G, b: &G, steps: usize, place: Place, rng: &mut Generator) -> Option<(usize, &'static str)> {
    let (mut a, mut b) = (a.clone(), b.clone());
    for taken in 0..=steps {
        if let Some(difference) = difference(&a, &b) {
            return Some((taken, difference));
        }
        let step = random_step(&a, place, Style::Even, rng)?;
        step.play(&mut a);
        step.play(&mut b);
    }
    None
}

/// What two states that bear alike on the rest of the game cannot differ in.
fn difference<G: Game>(a: &G, b: &G) -> Option<&'static str> {
    if a.key() != b.key() {
        return Some("key");
    }
    if a.node() != b.node() || a.seats() != b.seats() {
        return Some("node");
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    a.legal_actions(&mut left);
    b.legal_actions(&mut right);
    if left != right {
        return Some("legal actions");
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    a.outcomes(&mut left);
    b.outcomes(&mut right);
    let alike = left
        .iter()
        .zip(&right)
        .all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-9);
    if left.len() != right.len() || !alike {
        return Some("outcomes");
    }
    let result = |state: &G| state.result().map(|result| (result.value.to_bits(), result.ending));
    if result(a) != result(b) {
        return Some("result");
    }
    Seat::all(a.seats())
        .any(|seat| a.holds(seat) != b.holds(seat))
        .then_some("what they hold")
}

/// Equal states have equal keys. Different ones have different keys, except for one in 50: a key may leave out what
/// makes no difference to the rest of the game (the order in which things came about), so states with one key must
/// offer the same actions, outcomes and results wherever the same steps lead.
///
/// Compared are the states of whole games, all that any action or outcome leads to, short continuations, in which the
/// same things happen in another order, views and filled worlds.
pub fn keys_tell_states_apart<G: Game>(setups: &[G::Setup]) {
    const CONTINUATIONS: usize = 16;
    const LENGTH: usize = 6;
    let mut seen = Seen {
        keys: HashMap::default(),
        states: BTreeMap::new(),
        collisions: Vec::new(),
    };
    for number in numbers(setups, 60) {
        let moments = game::<G>(setups, number);
        for moment in &moments {
            for (_, state) in kinds(moment) {
                seen.note(state, moment.place);
            }
            let Moment { place, state, .. } = moment;
            seen.note(
                filled(state, Fill::All, &mut moment.rng("conformance other worlds")),
                *place,
            );
            let place = Place {
                step: place.step + 1,
                ..*place
            };
            match state.node() {
                Node::Decision(seat) => {
                    for action in legal(state, place) {
                        seen.note(after(state, Step::Action(seat, action)), place);
                    }
                }
                Node::Chance => {
                    for (outcome, _) in possible(state, place).into_iter().take(30) {
                        seen.note(after(state, Step::Chance(outcome)), place);
                    }
                }
                Node::Terminal => {}
            }
        }
        for moment in some(moments, 20) {
            let mut rng = moment.rng("conformance continuations");
            for _ in 0..CONTINUATIONS {
                let mut state = moment.state.clone();
                let mut place = moment.place;
                for _ in 0..LENGTH {
                    let Some(step) = random_step(&state, place, Style::Varied, &mut rng) else {
                        break;
                    };
                    step.play(&mut state);
                    place.step += 1;
                    seen.note(state.clone(), place);
                }
            }
        }
    }
    let (collisions, distinct) = (seen.collisions.len(), seen.keys.len());
    if let Some(first) = seen.collisions.first() {
        require!(
            50 * collisions <= distinct;
            first, "{collisions} of {distinct} different states share a key with another, the first"
        );
    }
}

/// The same steps from the same setup give the same keys, and a view's key is that of its information state.
pub fn keys_are_stable<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        let (_, mut again) = start::<G>(setups, number);
        for Moment { place, state, next } in game::<G>(setups, number) {
            require!(again.key() == state.key(); place, "the same game has another key the second time");
            require!(again == state; place, "the same game has another state the second time");
            for seat in Seat::all(state.seats()) {
                require!(
                    state.information_key(seat) == state.information_state(seat).key();
                    place, "information_key is not the key of seat {seat}'s information state"
                );
            }
            if let Some(step) = next {
                step.play(&mut again);
            }
        }
    }
}
