//! The expert's choice: who answers which question.

use heist_engine::game::{Game, Node};
use heist_engine::masters::{Action, MastersOfTheHeist, Phase};
use heist_engine::random::Generator;

use super::team::Team;
use super::weights::Weights;
use super::{acts, answers, escape, plan};

/// The choice of an expert with these weights.
pub fn choose_with(weights: &Weights, state: &MastersOfTheHeist, legal: &[Action]) -> Action {
    choose_ahead(weights, state, legal).0
}

/// The same, and what it chooses at the next decision, where it knows that: who acts is chosen for what it then does.
pub(super) fn choose_ahead(weights: &Weights, state: &MastersOfTheHeist, legal: &[Action]) -> (Action, Option<Action>) {
    if let [only] = legal {
        return (*only, None);
    }
    let names_actors = legal.iter().any(|action| matches!(action, Action::Act(_)));
    let action = match (state.phase(), state.deciding()) {
        (Phase::Plan, _) => plan::choose(state, weights, legal),
        (Phase::Action, _) if names_actors => return acts::Acts::new(state, weights).actor(legal),
        // H83: the Prisoner is free once all four starting Guards are subdued.
        (Phase::Action, _) if state.chooses_guard_on().is_some() => Action::Accept,
        (Phase::Action, Some(who)) if state.asks_micro_action() => {
            acts::Acts::new(state, weights).micro_action(who, legal)
        }
        (Phase::Escape, _) if names_actors => return escape::Escape::new(state, weights).actor(legal),
        (Phase::Escape, Some(who)) if state.declares_route() => escape::Escape::new(state, weights).element(who, legal),
        (Phase::Escape, Some(who)) => escape::Escape::new(state, weights).action(who, legal),
        _ => answers::choose(legal),
    };
    (action, None)
}

/// Plays a heist on to its end with the expert; `watch` sees each decision before it is taken. Gives the end.
pub(super) fn play_on(
    start: &MastersOfTheHeist,
    rng: &mut Generator,
    mut watch: impl FnMut(&MastersOfTheHeist, Action),
) -> MastersOfTheHeist {
    let mut state = *start;
    let mut legal = Vec::with_capacity(64);
    loop {
        match state.node() {
            Node::Terminal => return state,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(&mut legal);
                let (action, next) = choose_ahead(&Weights::DEFAULT, &state, &legal);
                for action in std::iter::once(action).chain(next) {
                    watch(&state, action);
                    state.apply(action);
                }
            }
        }
    }
}

/// About the chance that the objective is met if nothing but the Escape part follows; it looks at no hidden thing.
pub fn chance_to_escape(state: &MastersOfTheHeist) -> f64 {
    escape::chance(state, &Team::new(state, &Weights::DEFAULT))
}
