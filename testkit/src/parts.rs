//! What this crate compiles for a game.

use std::marker::PhantomData;

use heist_engine::any::{Listed, Part};

use crate::cases::run::{AnyCases, Cases};

/// The rule cases of a game without its types.
#[derive(Clone, Copy, Debug)]
pub struct Parts<G>(PhantomData<fn() -> G>);

impl<G: Listed> Parts<G> {
    /// All of them, for [`listed!`](heist_engine::listed).
    pub const ALL: &'static [Part] = &[&(&Cases::<G>(PhantomData) as &'static dyn AnyCases)];
}
