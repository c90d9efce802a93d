//! What values of searches are worth as chances to win.
//!
//! The value of a move is the mean result of simulations in which an expert or a network plays on. A team that asks the
//! search at every decision wins more often than that, and not by the same factor everywhere: it is the more, the
//! longer the game still lasts and the more options are left. A [`Calibration`] says how often: a logistic model of the
//! result of games that the recommended agent played, from the values of its searches and from [numbers of the
//! positions](numbers) that they began in. `heist calibrate` plays such games ([`crate::arena::calibrate`]),
//! [fits](mod@fit) the model and measures it on games that it was not fitted on.
//!
//! Only what people are shown is changed: [`Inquiry`](crate::Inquiry) [applies](apply) it to its answers. Searches
//! choose by their own values, and so do recorded games and labels hold them. The model rises with the value, at the
//! same position by the same curve for all moves: their order stays, and a difference keeps its sign and the number of
//! its standard errors.
//!
//! J. Platt, "Probabilistic Outputs for Support Vector Machines" (Advances in Large Margin Classifiers, 1999), for the
//! idea; the value is first shrunk towards what is usual in such positions, by as many simulations as say as much as
//! that does (an empirical Bayes estimate of a share).

pub mod curve;
pub mod fit;
pub mod logistic;
pub mod model;
pub mod numbers;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use heist_engine::any::AnyGame;
use heist_engine::game::{Game, Node, Seat, Windows};

use crate::analysis::{Analysis, Candidate, Estimate, Simulated, Totals};
use crate::heuristics::{Heuristics, HeuristicsInfo};
use curve::Curve;
pub use fit::{Sample, fit};
pub use model::{Calibration, CalibrationError, Model, Number};
pub use numbers::{EFFORT, Numbers, effort, names};

/// The calibrations of games that were asked for, by the ids of the games, each read once.
static READ: Mutex<BTreeMap<&str, &Calibration>> = Mutex::new(BTreeMap::new());

/// The calibration of a game that is [part of the program](Heuristics::CALIBRATION), if it has one.
pub fn shipped<G: Heuristics>() -> Option<&'static Calibration> {
    G::CALIBRATION.map(|text| read_once(G::ID, text))
}

/// The same of a game without its types.
pub fn shipped_for(game: &dyn AnyGame) -> Option<&'static Calibration> {
    let text = HeuristicsInfo::find(game).calibration;
    text.map(|text| read_once(game.info().id, text))
}

fn read_once(game: &'static str, text: &str) -> &'static Calibration {
    // A map is whole between any two of its operations.
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.entry(game).or_insert_with(|| {
        let calibration = Calibration::read(text, game).expect("a test reads what is shipped");
        // As long-lived as the text, of which the program has one for each game.
        Box::leak(Box::new(calibration))
    })
}

/// The name under which a calibration knows who played on in simulations of a state; `None` where no calibration does.
pub fn source<G: Heuristics>(view: &G, totals: &Totals) -> Option<&'static str> {
    if totals.windows != Windows::Full || view.weighs_more() {
        return None;
    }
    match totals.simulated? {
        Simulated::Expert => Some(EXPERT),
        Simulated::Network(name) => {
            let recommended = G::ROLLOUT_NETWORK.and_then(|network_of| network_of(view));
            (recommended == Some(name)).then_some(NETWORK)
        }
        Simulated::Plans => Some(PLANS),
    }
}

/// The expert plays on.
pub const EXPERT: &str = "expert";
/// The network plays on that is recommended for the position.
pub const NETWORK: &str = "network";
/// The expert plays on after whole plans.
pub const PLANS: &str = "plans";

/// Replaces the values of an analysis by chances to win and its differences by differences of those, where the game has
/// a calibration for what was simulated. `view` is the information state of `seat`, in which the moves of the analysis
/// were looked at.
pub fn apply<G: Heuristics>(view: &G, seat: Seat, analysis: &mut Analysis<G>) {
    if let Some(calibration) = shipped::<G>() {
        apply_with(calibration, view, seat, analysis);
    }
}

/// The same by a given calibration.
pub fn apply_with<G: Heuristics>(calibration: &Calibration, view: &G, seat: Seat, analysis: &mut Analysis<G>) {
    let Some(first) = analysis.candidates.first().filter(|_| analysis.is_estimated()) else {
        return;
    };
    let Some(source) = source(view, &analysis.totals) else {
        return;
    };
    let position = Numbers::of(view, seat);
    let Some(curve) = calibration.curve::<G>(source, &position, first.visits) else {
        return;
    };
    let level = first.worth.mean;
    analysis.totals.is_calibrated = true;
    for candidate in &mut analysis.candidates {
        change(candidate, view, &curve, level);
    }
    let (first, others) = analysis.candidates.split_at_mut(1);
    for candidate in others
        .iter_mut()
        .filter(|other| first[0].is_certain || other.is_certain)
    {
        // What is proven is no point of the curve. No simulations that went alike differ by that.
        let exact = candidate.value.mean - first[0].value.mean;
        if exact * candidate.difference.mean > 0.0 {
            candidate.difference.mean = exact;
        }
    }
    // The chosen move stays first.
    analysis.candidates[1..].sort_by(|a, b| b.value.mean.total_cmp(&a.value.mean));
}

/// Replaces value and difference of a candidate. `level` is the worth of the chosen one: those that dropped out early
/// were tried in fewer worlds, so that only their difference to it says how good they are.
fn change<G: Game>(candidate: &mut Candidate<G>, view: &G, curve: &Curve, level: f64) {
    let (mean, difference) = (candidate.worth, candidate.worth_difference);
    let at = level + difference.mean;
    if let Some(result) = end_after(view, candidate.action) {
        candidate.value = result;
        candidate.is_certain = true;
    } else if !candidate.is_certain {
        candidate.value = Estimate {
            mean: curve.chance(at),
            error: curve.error(at, mean.error),
        };
    }
    // The difference of the chances, which keeps sign and number of standard errors whatever is rounded.
    let slope = curve.slope_between(level, at);
    candidate.difference = Estimate {
        mean: difference.mean * slope,
        error: difference.error * slope,
    };
}

/// The result of a move that ends the game.
fn end_after<G: Game>(view: &G, action: G::Action) -> Option<Estimate> {
    let mut after = view.clone();
    after.apply(action);
    let result = after.result().filter(|_| after.node() == Node::Terminal)?;
    Some(Estimate {
        mean: result.value,
        error: 0.0,
    })
}
