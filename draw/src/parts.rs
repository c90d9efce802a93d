//! What this crate compiles for a game.

use std::marker::PhantomData;

use heist_engine::any::Part;

use crate::Draw;
use crate::any::{AnyPictures, Pictures};

/// The pictures of a game without its types, and what is said about it.
#[derive(Clone, Copy, Debug)]
pub struct Parts<G>(PhantomData<fn() -> G>);

impl<G: Draw> Parts<G> {
    /// All of them, for [`listed!`](heist_engine::listed).
    pub const ALL: &'static [Part] = &[&(&Pictures::<G>(PhantomData) as &'static dyn AnyPictures)];
}
