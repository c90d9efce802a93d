//! What this crate compiles for a game.

use std::marker::PhantomData;

use heist_agents::Players;
use heist_engine::any::Part;

use crate::any::{AnyTrainer, Trainer};
use crate::batch::tables::{AnyBatches, Batches};

/// The training of a game without its types: self-play, labels, exports, the learner, the loop, batches.
#[derive(Clone, Copy, Debug)]
pub struct Parts<G>(PhantomData<fn() -> G>);

impl<G: Players> Parts<G> {
    /// All of them, for [`listed!`](heist_engine::listed).
    pub const ALL: &'static [Part] = &[
        &(&Trainer::<G>(PhantomData) as &'static dyn AnyTrainer),
        &(&Batches::<G>(PhantomData) as &'static dyn AnyBatches),
    ];
}
