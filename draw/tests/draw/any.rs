//! Words about states without their types are those of the typed states.

use heist_draw::any::{ExplainedBranch, explain, explain_all};
use heist_draw::{Draw, any};
use heist_engine::any::Listed;
use heist_engine::any::any_state;
use heist_engine::burgle_bros::{BurgleBros, Scenario, Setup};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::Game;
use heist_engine::random::{below, from_seed};

/// The branches of a state, made with its type.
fn branches<G: Draw>(state: &G) -> Vec<ExplainedBranch> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    state.legal_actions(&mut actions);
    state.outcomes(&mut outcomes);
    let actions = actions.into_iter().map(|action| ExplainedBranch {
        notation: action.to_string(),
        probability: None,
        text: state.explain(action),
        spots: state.spots(action),
        costs: state.costs(action),
        is_step: state.is_step(action),
    });
    let outcomes = outcomes.into_iter().map(|(outcome, probability)| ExplainedBranch {
        notation: outcome.to_string(),
        probability: Some(probability),
        text: state.explain_outcome(outcome),
        spots: state.outcome_spots(outcome),
        costs: None,
        is_step: false,
    });
    actions.chain(outcomes).collect()
}

fn explained_alike<G: Draw + Listed>(first: G) {
    let mut state = any_state(first);
    let mut rng = from_seed(1);
    for _ in 0..80 {
        let typed: &G = state.as_any().downcast_ref().expect("a state of this game");
        assert_eq!(any::explain_node(&*state), typed.explain_node());
        let expected = branches(typed);
        assert_eq!(explain_all(&*state), expected);
        for (place, branch) in expected.iter().enumerate() {
            assert_eq!(explain(&*state, place).as_ref(), Some(branch));
        }
        assert_eq!(explain(&*state, expected.len()), None);
        if expected.is_empty() {
            break;
        }
        assert!(state.take(below(&mut rng, expected.len() as u32) as usize));
    }
}

#[test]
fn a_branch_is_explained_by_its_place_as_among_all() {
    explained_alike(BurgleBros::new(&Setup::new(Scenario::OfficeJob, 2, 3)).expect("playable"));
    explained_alike(CaperCards::new(&caper_cards::Setup::new(3)).expect("playable"));
}
