//! What this crate compiles for a game.

use std::marker::PhantomData;

use heist_agents::Players;
use heist_draw::Draw;
use heist_engine::any::Part;

use crate::after::{AnyReviews, Reviews};
use crate::hunt::{AnyHunter, Hunter};
use crate::prepared::{AnyHints, Hints};

/// The advice for a game without its types: hints, reviews, positions to practise on.
#[derive(Clone, Copy, Debug)]
pub struct Parts<G>(PhantomData<fn() -> G>);

impl<G: Draw + Players> Parts<G> {
    /// All of them, for [`listed!`](heist_engine::listed).
    pub const ALL: &'static [Part] = &[
        &(&Hints::<G>(PhantomData) as &'static dyn AnyHints),
        &(&Hunter::<G>(PhantomData) as &'static dyn AnyHunter),
        &(&Reviews::<G>(PhantomData) as &'static dyn AnyReviews),
    ];
}
