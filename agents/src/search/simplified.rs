//! Searches whose simulations open fewer windows than the game.

use heist_engine::game::{Game, Seat, Windows};
use heist_engine::random::Generator;

use super::{Search, Watch};
use crate::analysis::Analysis;

/// A search in whose simulations only some of the optional [`Windows`] open. The decision itself, its legal actions and
/// the game that is played stay as they are.
#[derive(Clone, Debug)]
pub struct Simplified<S> {
    /// The search.
    pub search: S,
    /// The windows that open in its simulations.
    pub windows: Windows,
}

impl<G: Game, S: Search<G>> Search<G> for Simplified<S> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        // Every world that the search samples is made from what it is given to look at.
        let mut simplified = view.clone();
        simplified.set_windows(self.windows);
        let windows = self.windows;
        let mark = move |analysis: &mut Analysis<G>| analysis.totals.windows = windows;
        let mut analysis = watch.changing(&mark, |watch| self.search.analyse(&simplified, seat, legal, rng, watch));
        mark(&mut analysis);
        analysis
    }
}
