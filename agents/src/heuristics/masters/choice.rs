//! The expert's choice: who answers which question.

use heist_engine::game::{Game, Node};
use heist_engine::masters::{Action, MastersOfTheHeist, Phase};
use heist_engine::random::Generator;

use super::team::Team;
use super::weights::Weights;
use super::{acts, answers, escape, plan};

/// The choice of an expert with these weights.
pub fn choose_with(weights: &Weights, state: &MastersOfTheHeist, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    let names_actors = legal.iter().any(|action| matches!(action, Action::Act(_)));
    match (state.phase(), state.deciding()) {
        (Phase::Plan, _) => plan::choose(state, weights, legal),
        (Phase::Action, _) if names_actors => acts::Acts::new(state, weights).actor(legal),
        (Phase::Action, Some(who)) if state.asks_micro_action() => {
            acts::Acts::new(state, weights).micro_action(who, legal)
        }
        (Phase::Escape, _) if names_actors => escape::Escape::new(state, weights).actor(legal),
        (Phase::Escape, Some(who)) if state.declares_route() => escape::Escape::new(state, weights).element(who, legal),
        (Phase::Escape, Some(who)) => escape::Escape::new(state, weights).action(who, legal),
        _ => answers::choose(legal),
    }
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
                let action = choose_with(&Weights::DEFAULT, &state, &legal);
                watch(&state, action);
                state.apply(action);
            }
        }
    }
}

/// About the chance that the objective is met if nothing but the Escape part follows; it looks at no hidden thing.
pub fn chance_to_escape(state: &MastersOfTheHeist) -> f64 {
    escape::chance(state, &Team::new(state, &Weights::DEFAULT))
}
