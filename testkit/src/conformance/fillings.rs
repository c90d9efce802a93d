//! Filling holes: it agrees with what is known, uses nothing hidden, and follows the posterior.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

use heist_engine::game::{Fill, Game, Node};
use heist_engine::random::{Generator, choose, stream};

use super::games::{Place, STEP_LIMIT, filled, filled_game, game, legal, numbers, possible, some};
use super::views::check_views;
use crate::chi_square::Fit;

/// Filling changes nothing that is known: the filled view of a seat has that very view, holds what every seat knows,
/// and, filled wholly, has no hole left. Filling a state changes no seat's view of it, and where nothing private is
/// missing, [`Fill::Private`] changes nothing at all.
pub fn filling_agrees_with_the_view<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for moments in [game::<G>(setups, number), filled_game::<G>(setups, number)] {
            for moment in some(moments, 100) {
                check_views(&moment.state, moment.place);
                let mut rng = moment.rng("conformance private");
                let private = filled(&moment.state, Fill::Private, &mut rng);
                require!(private == moment.state; moment.place, "Fill::Private changed a state that holds every hand");
            }
        }
    }
}

/// Filling knows no more than the view: it varies with the seed, in what other seats know as well, and the views of two
/// worlds that a seat cannot tell apart are filled alike by one seed.
///
/// Compared are also the states' `Debug` texts, so that nothing hides from `==`.
pub fn filling_uses_no_hidden_truth<G: Game>(setups: &[G::Setup]) {
    let mut worlds_of = Variety::default();
    let mut hands_of = Variety::default();
    for number in numbers(setups, 24) {
        for moment in some(filled_game::<G>(setups, number), 30) {
            let place = moment.place;
            for seat in moment.seats() {
                let view = moment.state.information_state(seat);
                let mut rng = moment.rng("conformance worlds");
                let worlds: [G; 4] = std::array::from_fn(|_| filled(&view, Fill::All, &mut rng));
                let hands: [G; 4] = std::array::from_fn(|_| filled(&view, Fill::Private, &mut rng));
                if worlds.iter().any(|world| *world != view) {
                    worlds_of.note(&worlds, place);
                }
                for other in moment.seats().filter(|&other| !view.holds(other)) {
                    hands_of.note(&worlds.clone().map(|world| world.information_state(other)), place);
                    hands_of.note(&hands.clone().map(|world| world.information_state(other)), place);
                }
                for fill in [Fill::Private, Fill::All] {
                    let expected = filled(&view, fill, &mut moment.rng("conformance same seed"));
                    for world in worlds.iter().chain(&hands) {
                        let other = world.information_state(seat);
                        let refilled = filled(&other, fill, &mut moment.rng("conformance same seed"));
                        require!(
                            other == view && refilled == expected && debug(&refilled) == debug(&expected);
                            place, "two worlds that seat {seat} cannot tell apart are filled differently from its view"
                        );
                        require!(
                            hash(&other) == hash(&view) && other.key() == view.key();
                            place, "equal views of seat {seat} have different hashes or keys"
                        );
                    }
                }
            }
        }
    }
    worlds_of.check("filling varies with the seed");
    hands_of.check("what other seats know varies with the seed of a filling");
}

/// How often states that ought to vary do.
#[derive(Default)]
struct Variety {
    cases: usize,
    varied: usize,
    /// The last case that did not vary.
    stuck: Option<Place>,
}

impl Variety {
    fn note<G: Game>(&mut self, states: &[G], place: Place) {
        self.cases += 1;
        if states.windows(2).any(|pair| pair[0] != pair[1]) {
            self.varied += 1
        } else {
            self.stuck = Some(place)
        }
    }

    /// Now and then a hole can be filled in one way only, but not mostly.
    fn check(&self, what: &str) {
        let Variety { cases, varied, stuck } = *self;
        if let Some(place) = stuck {
            require!(2 * varied >= cases; place, "{what} in {varied} of {cases} views with holes; not here");
        }
    }
}

fn debug<G: Game>(state: &G) -> String {
    format!("{state:?}")
}

fn hash<G: Game>(state: &G) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Filling follows the exact posterior: over many worlds filled from one view, the next outcome has the distribution
/// the view gives it.
pub fn filling_follows_the_posterior<G: Game>(setups: &[G::Setup]) {
    const WORLDS: usize = 1_500;
    const NODES: usize = 40;
    let mut tested = vec![0; G::PURPOSES.len()];
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let place = moment.place;
            if moment.state.node() != Node::Chance {
                continue;
            }
            let purpose = usize::from(moment.state.purpose().0);
            require!(purpose < tested.len(); place, "purpose {purpose} has no name");
            let seat = moment.a_seat();
            let view = moment.state.information_state(seat);
            let outcomes = possible(&view, place);
            if outcomes.len() < 2 || tested[purpose] >= NODES {
                continue;
            }
            tested[purpose] += 1;
            let mut rng = moment.rng("conformance posterior");
            let mut counts = BTreeMap::new();
            for _ in 0..WORLDS {
                let world = filled(&view, Fill::All, &mut rng);
                let outcome = world.observed(world.sample(&mut rng), seat);
                let known = outcomes.iter().any(|(other, _)| *other == outcome);
                require!(known; place, "filling put `{outcome}` where seat {seat}'s view excludes it");
                *counts.entry(outcome).or_insert(0) += 1;
            }
            let fit = Fit::of(&outcomes, &counts);
            require!(
                fit.holds();
                place, "filling does not follow the posterior of `{}` for seat {seat}: {fit}", G::PURPOSES[purpose]
            );
        }
    }
}

/// Filling follows the joint posterior, too: a game goes on alike, in distribution, whether its world was filled up
/// front or is filled as it goes, when the seats play by what they know.
///
/// From a few views, many games of each kind are played on by one fixed policy for a number of chance nodes, and what
/// chance decided at each of them is compared.
pub fn filled_worlds_play_like_lazy_ones<G: Game>(setups: &[G::Setup]) {
    const GAMES: u64 = 1_500;
    const NODES: usize = 6;
    for number in numbers(setups, 24) {
        for moment in some(game::<G>(setups, number), 2) {
            let place = moment.place;
            let seat = moment.a_seat();
            let view = moment.state.information_state(seat);
            let mut rng = moment.rng("conformance rollouts");
            let mut tables: [BTreeMap<Option<G::Outcome>, [u64; 2]>; NODES] = std::array::from_fn(|_| BTreeMap::new());
            for _ in 0..GAMES {
                for (kind, fill) in [Fill::Private, Fill::All].into_iter().enumerate() {
                    let mut state = filled(&view, fill, &mut rng);
                    for table in &mut tables {
                        let outcome = next_outcome(&mut state, place, &mut rng);
                        let seen = outcome.map(|outcome| state.observed(outcome, seat));
                        table.entry(seen).or_insert([0; 2])[kind] += 1;
                        if let Some(outcome) = outcome {
                            state.resolve(outcome);
                        }
                    }
                }
            }
            for (node, table) in tables.iter().enumerate() {
                let fit = Fit::between(table);
                let node = node + 1;
                require!(
                    fit.holds();
                    place,
                    "in worlds of seat {seat}'s view, chance node {node} decides otherwise than when drawn: {fit}"
                );
            }
        }
    }
}

/// Plays to the next chance node, each seat by what it knows, and draws its outcome; none at the end of the game.
fn next_outcome<G: Game>(state: &mut G, place: Place, rng: &mut Generator) -> Option<G::Outcome> {
    for _ in 0..STEP_LIMIT {
        match state.node() {
            Node::Terminal => return None,
            Node::Chance => return Some(state.sample(rng)),
            Node::Decision(seat) => {
                let mut policy = stream(state.information_key(seat), "conformance policy", 0);
                let action = choose(&mut policy, &legal(state, place));
                state.apply(action);
            }
        }
    }
    panic!("no chance node and no end within {STEP_LIMIT} steps ({place})");
}
