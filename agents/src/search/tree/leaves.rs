//! How leaves are come to and valued.

use std::ptr;
use std::sync::Arc;

use heist_engine::game::Game;

use super::super::leaf::Leaf;
use super::growth::Growth;
use crate::evaluator::Evaluator;

/// A decision that a simulation went through.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) place: u32,
    pub(super) chosen: u32,
    /// Whether its result says anything about the move.
    pub(super) counts: bool,
}

/// Who values leaves by [`Evaluator::evaluate`].
#[derive(Clone, Debug)]
pub(super) struct Judge<G: Game> {
    pub(super) evaluator: Arc<dyn Evaluator<G>>,
    /// How many leaves it is given at most.
    pub(super) size: usize,
    /// Whether its answers have the priors of new nodes as well.
    pub(super) predicts: bool,
}

impl<G: Game> Judge<G> {
    /// `None` where leaves are valued one by one, and apart from priors.
    pub fn of(growth: &Growth<G>) -> Option<Judge<G>> {
        let Leaf::Estimate(evaluator) = &growth.leaf else {
            return None;
        };
        let is_same = ptr::addr_eq(Arc::as_ptr(evaluator), Arc::as_ptr(&growth.evaluator));
        let predicts = growth.prior.is_none() && is_same;
        let size = evaluator.batch_size();
        (predicts || size > 1).then(|| Judge {
            evaluator: Arc::clone(evaluator),
            size,
            predicts,
        })
    }
}
