//! What belongs to each kind of node: legal actions, outcomes, refusals.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::describe::{MAX_FIGURES, kept};
use heist_engine::game::{Fill, Game, Node};
use heist_engine::record::Step;

use super::games::{Moment, Place, filled, game, legal, numbers, possible, start};
use crate::chi_square::Fit;

/// Everything that must be true of any state by itself: one kind of node, with what belongs to it and nothing else.
///
/// # Panics
/// When something is not.
pub fn check_state<G: Game>(state: &G, place: Place) {
    let mut actions = Vec::new();
    let mut outcomes = Vec::new();
    state.legal_actions(&mut actions);
    state.outcomes(&mut outcomes);
    require!(G::FIGURES.len() <= MAX_FIGURES; place, "more figures have a name than a state holds");
    let unnamed = state.figures()[G::FIGURES.len()..].iter().all(|&figure| figure == 0);
    require!(unnamed; place, "a figure without a name is not 0");
    let node = state.node();
    match node {
        Node::Decision(seat) => {
            let seats = state.seats();
            require!(seat.index() < seats; place, "seat {seat} decides in a game of {seats}");
            require!(!actions.is_empty(); place, "no legal action at a decision");
            let mut sorted = actions.clone();
            sorted.sort_unstable();
            for pair in sorted.windows(2) {
                require!(pair[0] != pair[1]; place, "the action `{}` is listed twice", pair[0]);
            }
        }
        Node::Chance => {
            let purposes = G::PURPOSES.len();
            let purpose = state.purpose().0;
            require!(usize::from(purpose) < purposes; place, "purpose {purpose} where {purposes} have a name");
            check_distribution::<G>(&outcomes, place);
        }
        Node::Terminal => {
            let Some(result) = state.result() else {
                panic!("a terminal node has no result ({place})")
            };
            let value = result.value;
            require!((0.0..=1.0).contains(&value); place, "the result's value is {value}, outside 0 to 1");
            let ending = result.ending;
            require!(G::ENDINGS.contains(&ending); place, "the ending `{ending}` is not one of Game::ENDINGS");
            let end = kept(G::FIGURES, state.figures());
            require!(result.figures == end; place, "the result keeps other figures than the state has: {end:?}");
        }
    }
    if node != Node::Terminal {
        require!(state.result().is_none(); place, "a result before the end");
    }
    if !matches!(node, Node::Decision(_)) {
        require!(actions.is_empty(); place, "legal actions where no seat decides");
    }
    if node != Node::Chance {
        require!(outcomes.is_empty(); place, "outcomes where chance does not decide");
    }
}

pub(crate) fn check_distribution<G: Game>(outcomes: &[(G::Outcome, f64)], place: Place) {
    require!(!outcomes.is_empty(); place, "no outcome at a chance node");
    let mut seen = BTreeSet::new();
    let mut sum = 0.0;
    for &(outcome, probability) in outcomes {
        require!(seen.insert(outcome); place, "the outcome `{outcome}` is listed twice");
        require!(probability > 0.0; place, "the outcome `{outcome}` has probability {probability}");
        sum += probability;
    }
    require!((sum - 1.0).abs() <= 1e-9; place, "the outcomes sum to {sum}, not 1");
}

/// Random games end, and every state has exactly what belongs to its kind of node, in a fixed order.
pub fn games_end_and_nodes_are_consistent<G: Game>(setups: &[G::Setup]) {
    let mut actions = Vec::new();
    let mut outcomes = Vec::new();
    for number in numbers(setups, 200) {
        let seats = start::<G>(setups, number).1.seats();
        let (mut turn, mut lost) = (0, 0);
        for Moment { place, state, .. } in game::<G>(setups, number) {
            check_state(&state, place);
            require!(state.seats() == seats; place, "the number of seats changed");
            require!(state.turn() >= turn; place, "turn {} came after turn {turn}", state.turn());
            require!(state.lost() >= lost; place, "{} lost, after {lost}", state.lost());
            (turn, lost) = (state.turn(), state.lost());
            require!(lost == 0 || !G::STAKE.is_empty(); place, "{lost} lost of what has no name");
            // The lists of the state before are still in the buffers: they must be replaced.
            state.legal_actions(&mut actions);
            state.outcomes(&mut outcomes);
            let decision = matches!(state.node(), Node::Decision(_));
            let fresh = if decision { legal(&state, place) } else { Vec::new() };
            require!(actions == fresh; place, "the legal actions depend on what the list held before");
            let fresh = if state.node() == Node::Chance {
                possible(&state, place)
            } else {
                Vec::new()
            };
            require!(outcomes == fresh; place, "the outcomes depend on what the list held before");
        }
    }
}

/// Every legal action applies and leads to a consistent state.
pub fn legal_actions_apply<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for Moment { place, state, .. } in game::<G>(setups, number) {
            if !matches!(state.node(), Node::Decision(_)) {
                continue;
            }
            let actions = legal(&state, place);
            require!(actions == legal(&state, place); place, "the legal actions came in another order the second time");
            for action in actions {
                let mut next = state.clone();
                let applied = next.try_apply(action);
                require!(applied.is_ok(); place, "the legal action `{action}` is refused: {applied:?}");
                check_applied(&state, action, &next, place);
            }
        }
    }
}

/// What `try_apply` made of a state is consistent, and what `apply` makes of it.
fn check_applied<G: Game>(state: &G, action: G::Action, next: &G, place: Place) {
    check_state(
        next,
        Place {
            step: place.step + 1,
            ..place
        },
    );
    let mut unchecked = state.clone();
    unchecked.apply(action);
    require!(unchecked == *next; place, "try_apply and apply differ for `{action}`");
}

/// What is legal is accepted. What a mode leaves out is not legal, is accepted in the world and in views alike, and
/// leads to a consistent state.
pub fn left_out_actions_are_accepted<G: Game>(setups: &[G::Setup]) {
    let (mut left_out, mut seen) = (Vec::new(), Vec::new());
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let Moment { place, state, .. } = &moment;
            let place = *place;
            state.left_out(&mut left_out);
            let Node::Decision(seat) = state.node() else {
                require!(left_out.is_empty(); place, "actions are left out where no seat decides");
                continue;
            };
            let actions = legal(state, place);
            for &action in &actions {
                require!(state.accepts(action); place, "the legal action `{action}` is not accepted");
            }
            state.information_state(seat).left_out(&mut seen);
            require!(seen == left_out; place, "the view of seat {seat} leaves out other actions than the state");
            for (earlier, &action) in left_out.iter().enumerate() {
                require!(!actions.contains(&action); place, "the action `{action}` is legal and left out");
                require!(!left_out[..earlier].contains(&action); place, "the action `{action}` is left out twice");
                let mut next = state.clone();
                let applied = next.try_apply(action);
                require!(
                    applied.is_ok() && state.accepts(action);
                    place, "the action `{action}`, which is left out, is refused: {applied:?}"
                );
                check_applied(state, action, &next, place);
            }
        }
    }
}

/// The outcomes of a chance node are distinct, have positive probabilities that sum to 1, and all resolve; a filled
/// world lists no more than that.
pub fn outcomes_are_a_distribution<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let Moment { place, state, .. } = &moment;
            if state.node() != Node::Chance {
                continue;
            }
            let place = *place;
            let outcomes = possible(state, place);
            check_distribution::<G>(&outcomes, place);
            let (count, most) = (outcomes.len(), G::MAX_OUTCOMES);
            require!(count <= most; place, "there are {count} outcomes, more than {most}");
            require!(outcomes == possible(state, place); place, "the outcomes came in another order the second time");
            for &(outcome, _) in &outcomes {
                let mut next = state.clone();
                let resolved = next.try_resolve(outcome);
                require!(resolved.is_ok(); place, "the possible outcome `{outcome}` is refused: {resolved:?}");
                check_state(
                    &next,
                    Place {
                        step: place.step + 1,
                        ..place
                    },
                );
                let mut unchecked = state.clone();
                unchecked.resolve(outcome);
                require!(unchecked == next; place, "try_resolve and resolve differ for `{outcome}`");
            }
            let world = filled(state, Fill::All, &mut moment.rng("conformance outcomes"));
            for (outcome, _) in possible(&world, place) {
                let known = outcomes.iter().any(|(other, _)| *other == outcome);
                require!(known; place, "a filled world allows `{outcome}`, which the state does not");
            }
        }
    }
}

/// [`Game::sample`] draws from the distribution of [`Game::outcomes`]: at a number of nodes of each purpose, in states,
/// views and worlds alike.
pub fn samples_follow_the_outcomes<G: Game>(setups: &[G::Setup]) {
    const DRAWS: usize = 2_000;
    const NODES: usize = 40;
    let mut tested = vec![0; G::PURPOSES.len()];
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let place = moment.place;
            if moment.state.node() != Node::Chance {
                continue;
            }
            let mut rng = moment.rng("conformance samples");
            let view = moment.state.information_state(moment.a_seat());
            let world = filled(&view, Fill::All, &mut rng);
            for state in [&moment.state, &view, &world] {
                let outcomes = possible(state, place);
                let purpose = usize::from(state.purpose().0);
                require!(purpose < tested.len(); place, "purpose {purpose} has no name");
                // Where there is something to draw, often for the statistics; a few times everywhere.
                let full = outcomes.len() > 1 && tested[purpose] < NODES;
                let draws = if full { DRAWS } else { 4 };
                let mut counts = BTreeMap::new();
                for _ in 0..draws {
                    *counts.entry(state.sample(&mut rng)).or_insert(0) += 1;
                }
                for outcome in counts.keys() {
                    let listed = outcomes.iter().any(|(other, _)| other == outcome);
                    require!(listed; place, "sample drew `{outcome}`, which is not listed");
                }
                if full {
                    tested[purpose] += 1;
                    let fit = Fit::of(&outcomes, &counts);
                    require!(
                        fit.holds();
                        place, "sample does not follow the outcomes of `{}`: {fit}", G::PURPOSES[purpose]
                    );
                }
            }
        }
    }
}

/// What is neither legal nor left out by a mode, and what is not possible, is refused with a list of what is, and
/// leaves the state as it was.
pub fn illegal_steps_are_refused<G: Game>(setups: &[G::Setup]) {
    let mut actions = BTreeSet::new();
    let mut outcomes = BTreeSet::new();
    for number in numbers(setups, 30) {
        for Moment { place, state, next } in game::<G>(setups, number) {
            let mut legal = Vec::new();
            let mut possible = Vec::new();
            state.legal_actions(&mut legal);
            state.outcomes(&mut possible);
            let mut after = state.clone();
            for &action in &actions {
                if state.accepts(action) {
                    continue;
                }
                let Err(error) = after.try_apply(action) else {
                    panic!("the illegal action `{action}` was applied ({place})");
                };
                require!(after == state; place, "the refused action `{action}` changed the state");
                let listed: Vec<String> = legal.iter().map(ToString::to_string).collect();
                let right = error.legal == listed && error.given == action.to_string() && error.node == state.node();
                let right = right && !error.is_left_out;
                require!(right; place, "the refusal of `{action}` does not say what is legal: {error}");
            }
            for &outcome in &outcomes {
                if possible.iter().any(|(other, _)| *other == outcome) {
                    continue;
                }
                let Err(error) = after.try_resolve(outcome) else {
                    panic!("the impossible outcome `{outcome}` was resolved ({place})");
                };
                require!(after == state; place, "the refused outcome `{outcome}` changed the state");
                let listed: Vec<String> = possible.iter().map(|(other, _)| other.to_string()).collect();
                let right = error.possible == listed && error.given == outcome.to_string();
                let right = right && error.node == state.node();
                require!(right; place, "the refusal of `{outcome}` does not say what is possible: {error}");
            }
            match next {
                Some(Step::Action(_, action)) if actions.len() < 40 => {
                    actions.insert(action);
                }
                Some(Step::Chance(outcome)) if outcomes.len() < 40 => {
                    outcomes.insert(outcome);
                }
                _ => {}
            }
        }
    }
}
