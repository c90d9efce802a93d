//! One decision, everything that is asked about it, and the answer: the common part of hints and the analysis protocol.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heist_engine::game::{Game, Seat};
use heist_engine::random::stream;

use crate::analysis::{Analysis, Reason};
use crate::heuristics::Heuristics;
use crate::search::foresight::Foresight;
use crate::search::{Search, Watch};

/// A decision to be looked into.
#[derive(Clone, Debug)]
pub struct Inquiry<G: Game> {
    /// What is known. The search is shown what `seat` knows of it.
    pub state: G,
    /// Whose decision it is.
    pub seat: Seat,
    /// The moves to compare: legal, and at least one.
    pub moves: Vec<G::Action>,
    /// In how many worlds the losses of the next round are sampled; 0 leaves them open.
    pub samples: u64,
    /// The seed of all that is drawn.
    pub seed: u64,
}

/// Reports on the way: how often, and to whom.
pub struct Told<'a, G: Game> {
    /// The least time between two reports.
    pub every: Duration,
    /// Receives the reports.
    pub tell: &'a mut dyn FnMut(Analysis<G>),
}

impl<G: Heuristics> Inquiry<G> {
    /// Searches and completes the analysis with lines, losses and the reason for the chosen move. The search ends early once `stop` is true, and then says what
    /// it has.
    ///
    /// With a budget of simulations the answer is a function of the inquiry, its time aside, unless it is stopped. Other crates
    /// call [`Players::answer`](crate::spec::Players::answer), which is compiled once.
    pub fn answer(&self, search: &mut dyn Search<G>, stop: &AtomicBool, told: Option<Told<'_, G>>) -> Analysis<G> {
        let (view, foresight) = self.foresight(stop);
        let mut rng = stream(self.seed, "analysis", 0);
        let stop = [stop];
        let mut watch = Watch::patient().until(&stop);
        let mut analysis = match told {
            None => search.analyse(&view, self.seat, &self.moves, &mut rng, &mut watch),
            Some(Told { every, tell }) => {
                let mut complete = |mut analysis: Analysis<G>| {
                    foresight.complete(&mut analysis);
                    tell(analysis);
                };
                let mut watch = watch.told(every, &mut complete);
                search.analyse(&view, self.seat, &self.moves, &mut rng, &mut watch)
            }
        };
        foresight.complete(&mut analysis);
        foresight.conclude(&mut analysis, stop[0]);
        analysis
    }

    /// Whether a reason holds in the sampled worlds of this inquiry, see [`Foresight::holds`]. Other crates call
    /// [`Players::holds_reason`](crate::spec::Players::holds_reason), which is compiled once.
    pub fn holds(&self, reason: &Reason<G>, stop: &AtomicBool) -> Option<bool> {
        self.foresight(stop).1.holds(reason, stop)
    }

    fn foresight(&self, stop: &AtomicBool) -> (G, Foresight<G>) {
        let view = self.state.information_state(self.seat);
        let foresight = Foresight::new(&view, self.seat, &self.moves, self.samples, self.seed, stop);
        (view, foresight)
    }
}
