//! What seats know: information states, and that they take the steps of the world.

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::stream;
use heist_engine::record::Step;

use super::games::{Moment, Place, Style, filled, filled_game, game, legal, numbers, play, possible, some, start};
use super::nodes::check_state;

/// What each seat knows of a state, before and after filling, agrees with the state.
///
/// # Panics
/// When it does not.
pub fn check_views<G: Game>(state: &G, place: Place) {
    let mut rng = stream(place.seed, "conformance views", place.step as u64);
    let seats = state.seats();
    let whole = filled(state, Fill::All, &mut rng);
    for seat in Seat::all(seats) {
        let view = state.information_state(seat);
        require!(
            whole.information_state(seat) == view;
            place, "filling changed what seat {seat} knows: its view holds what only the filling put there"
        );
        for fill in [Fill::Private, Fill::All] {
            let world = filled(&view, fill, &mut rng);
            require!(
                world.node() == view.node();
                place, "Fill::{fill:?} of seat {seat}'s view leads to another node: {:?}, not {:?}",
                world.node(), view.node()
            );
            require!(
                world.information_state(seat) == view;
                place, "Fill::{fill:?} of seat {seat}'s view changed what the seat knows"
            );
            for other in Seat::all(seats) {
                require!(
                    world.holds(other);
                    place, "Fill::{fill:?} of seat {seat}'s view does not hold what seat {other} knows"
                );
            }
            if fill == Fill::All {
                let again = filled(&world, fill, &mut rng);
                require!(
                    again == world;
                    place, "Fill::All left a hole in seat {seat}'s view: filling again changed it"
                );
            }
        }
    }
}

/// An information state is its own information state, holds what its seat knows, and waits for the same as the state.
/// A state of a real game holds what every seat knows.
pub fn information_states_hold_what_their_seat_knows<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for moments in [game::<G>(setups, number), filled_game::<G>(setups, number)] {
            for Moment { place, state, .. } in moments {
                for seat in Seat::all(state.seats()) {
                    require!(state.holds(seat); place, "the state does not hold what seat {seat} knows");
                    let view = state.information_state(seat);
                    require!(view.holds(seat); place, "seat {seat}'s view does not hold what the seat knows");
                    require!(
                        view.information_state(seat) == view;
                        place, "the information state of seat {seat}'s information state is another"
                    );
                    require!(
                        view.node() == state.node();
                        place, "seat {seat}'s view waits for {:?}, the state for {:?}", view.node(), state.node()
                    );
                    require!(view.seats() == state.seats(); place, "seat {seat}'s view has another number of seats");
                    check_state(&view, place);
                }
            }
        }
    }
}

/// Worlds and views take the same steps: at every step, what a seat knows afterwards is what its view becomes by the
/// step as the seat sees it. The world's actions and outcomes are among the view's; the seat that decides lists exactly
/// its legal actions. The same for the view that every seat has carried along from the start, and, beside a filled
/// world, for the state in which nothing was filled.
///
/// The worlds are states of real games, worlds filled before the start, and worlds filled from a seat's view in the
/// middle of a game.
pub fn worlds_and_views_take_the_same_steps<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 45) {
        let first = start::<G>(setups, number).1;
        let moments = game::<G>(setups, number);
        check_lockstep(&moments, first.clone());
        check_lockstep(&filled_game::<G>(setups, number), first);
        for moment in some(moments, 2) {
            let view = moment.state.information_state(moment.a_seat());
            let world = filled(&view, Fill::All, &mut moment.rng("conformance lockstep"));
            check_lockstep(&play(world.clone(), moment.place, Style::Even), world);
        }
    }
}

/// `lazy` is the first state or one like it that knows less.
pub(crate) fn check_lockstep<G: Game>(moments: &[Moment<G>], mut lazy: G) {
    let result = |state: &G| state.result().map(|result| (result.value, result.ending));
    let mut carried: Vec<G> = moments[0].seats().map(|seat| lazy.information_state(seat)).collect();
    for (now, then) in moments.iter().zip(&moments[1..]) {
        let Moment {
            place,
            state,
            next: Some(step),
        } = now
        else {
            return;
        };
        let (place, step, after) = (*place, *step, &then.state);
        check_step(&lazy, state, step, place);
        step.play(&mut lazy);
        for (seat, carried) in now.seats().zip(&mut carried) {
            let view = state.information_state(seat);
            let observed = step.observed(state, seat);
            check_step(&view, state, observed, place);
            check_lists(&view, state, seat, place);
            check_step(carried, state, observed, place);
            let mut next = view;
            observed.play(&mut next);
            observed.play(carried);
            let expected = after.information_state(seat);
            for (whose, next) in [("view", &next), ("carried view", carried), ("lazy state", &lazy)] {
                let what = format_args!("after `{step}`, seat {seat}'s {whose}");
                let (found, node) = (next.node(), after.node());
                require!(found == node; place, "{what} waits for {found:?}, the world for {node:?}");
                let known = next.information_state(seat);
                require!(known == expected; place, "{what} is not what the seat knows: {known:?} for {expected:?}");
                require!(result(next) == result(after); place, "{what} has another result than the world");
            }
        }
    }
}

/// A step of the world is possible in a state that knows less.
fn check_step<G: Game>(view: &G, world: &G, step: Step<G>, place: Place) {
    match step {
        Step::Action(_, action) => {
            let known = legal(view, place).contains(&action);
            require!(known; place, "`{action}` is legal in the world but not in the view");
        }
        Step::Chance(outcome) => {
            let known = possible(view, place).iter().any(|(other, _)| *other == outcome);
            require!(known; place, "`{outcome}` is possible in the world but not in the view");
            require!(view.purpose() == world.purpose(); place, "the view draws for another purpose than the world");
        }
    }
}

/// Everything the world lists, the view of a seat lists.
fn check_lists<G: Game>(view: &G, world: &G, seat: Seat, place: Place) {
    match world.node() {
        Node::Terminal => {}
        Node::Decision(decider) => {
            let (listed, actions) = (legal(view, place), legal(world, place));
            if view.holds(decider) {
                require!(listed == actions; place, "seat {seat}'s view lists other legal actions for seat {decider}");
            }
            for action in actions {
                let known = listed.contains(&action);
                require!(known; place, "`{action}` is legal in the world but not in seat {seat}'s view");
            }
        }
        Node::Chance => {
            let listed = possible(view, place);
            for (outcome, _) in possible(world, place) {
                let observed = world.observed(outcome, seat);
                let known = listed.iter().any(|(other, _)| *other == observed);
                require!(known; place, "`{observed}` is possible in the world but not in seat {seat}'s view");
            }
        }
    }
}
