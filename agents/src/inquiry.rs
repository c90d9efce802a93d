//! One decision, everything that is asked about it, and the answer: the common part of hints and the analysis protocol.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heist_engine::game::{Game, Seat};
use heist_engine::random::stream;

use crate::analysis::{Analysis, Reason};
use crate::calibration;
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
    /// Those of them of which is asked why they are not recommended.
    pub asked: Vec<G::Action>,
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
    /// Searches, turns values into [chances to win](mod@crate::calibration), and completes the analysis with lines,
    /// losses and reasons. Of moves that are the same as the chosen one in every world, the one that people would take
    /// comes first. The search ends early once `stop` is true, and then says what it has.
    ///
    /// With a budget of simulations the answer is a function of the inquiry, its time aside, unless it is stopped.
    /// Other crates call [`Players::answer`](crate::spec::Players::answer), which is compiled once.
    pub fn answer(&self, search: &mut dyn Search<G>, stop: &AtomicBool, told: Option<Told<'_, G>>) -> Analysis<G> {
        let (view, foresight) = self.foresight(stop);
        let mut rng = stream(self.seed, "analysis", 0);
        let stop = [stop];
        let mut watch = Watch::patient().until(&stop);
        let mut analysis = match told {
            None => search.analyse(&view, self.seat, &self.moves, &mut rng, &mut watch),
            Some(Told { every, tell }) => {
                let mut complete = |mut analysis: Analysis<G>| {
                    calibration::apply(&view, self.seat, &mut analysis);
                    foresight.complete(&mut analysis);
                    tell(analysis);
                };
                let mut watch = watch.told(every, &mut complete);
                search.analyse(&view, self.seat, &self.moves, &mut rng, &mut watch)
            }
        };
        calibration::apply(&view, self.seat, &mut analysis);
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
        // The next round after a move would be that of the expert's plan for it and not that of the plan found.
        let samples = if view.is_planning() { 0 } else { self.samples };
        let foresight = Foresight::new(&view, self.seat, &self.moves, samples, self.seed, stop);
        (view, foresight.asking(&self.asked))
    }
}
