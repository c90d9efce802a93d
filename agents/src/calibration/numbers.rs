//! What a calibration reads of a position: numbers with names, and the small features of the game's encoding.
//!
//! Everything follows from what the seat knows. Setup, phase and what people follow are among it in every game: figures
//! are numbers, and blocks of the encoding with few features name scenarios, characters, effects and the like. Blocks
//! of the whole board are left out.

use heist_engine::game::{Encode, Seat};

use super::curve::log_odds;
use crate::heuristics::Heuristics;

/// Blocks of features with more of them are left out.
const LARGEST_BLOCK: usize = 48;

/// The numbers and features of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers {
    /// The numbers, in the order of [`names`].
    pub numbers: Vec<f32>,
    /// The active features of small blocks, ascending.
    pub features: Vec<u32>,
}

/// The name of the first number, which says how much the agent is given that plays on: [`effort`]. It is 0 of every
/// position, and only of games that are played to fit a calibration anything else: games with few simulations for a
/// decision are cheap, and the model learns from them what the others have in common with them.
pub const EFFORT: &str = "effort";

/// About as many simulations as the recommended agent makes at `quick`, unless it is certain before that.
pub const USUAL_SIMULATIONS: u64 = 4_000;

/// The effort of so many simulations for a decision: what they leave to chance in the means that moves are compared by,
/// less the same of [`USUAL_SIMULATIONS`], for which it is 0. More of them hardly help, fewer do harm.
pub fn effort(simulations: u64) -> f64 {
    1.0 - (USUAL_SIMULATIONS as f64 / simulations.max(1) as f64).sqrt()
}

/// The names of a game's numbers.
pub fn names<G: Heuristics>() -> Vec<String> {
    let own = [EFFORT, "turn", "characters"].map(str::to_owned);
    let estimate = G::EVALUATION.map(|_| "estimate".to_owned());
    let progress = G::PROGRESS.map(|_| "progress".to_owned());
    let figures = G::FIGURES.iter().filter(|figure| !figure.is_packed);
    let figures = figures.map(|figure| format!("figure {}", figure.name));
    let dense = G::DENSE.iter().flat_map(|dense| dense.inputs);
    let dense = dense.map(|(name, _)| format!("input {name}"));
    let all = own.into_iter().chain(estimate).chain(progress);
    all.chain(figures).chain(dense).collect()
}

impl Numbers {
    /// Those of what a seat knows.
    pub fn of<G: Heuristics>(view: &G, seat: Seat) -> Numbers {
        let mut numbers = vec![0.0, f64::from(view.turn()).ln_1p() as f32, view.characters() as f32];
        // An estimate of 0 or 1 is no proof: log odds of about 6 are the most that it counts for.
        numbers.extend(G::EVALUATION.map(|estimate| log_odds(estimate(view).clamp(0.0025, 0.9975)) as f32));
        numbers.extend(G::PROGRESS.map(|progress| progress(view) as f32));
        let figures = G::FIGURES.iter().zip(view.figures());
        let figures = figures.filter(|(figure, _)| !figure.is_packed);
        numbers.extend(figures.map(|(_, value)| value as f32));
        if let Some(dense) = G::DENSE {
            let mut inputs = vec![0.0; dense.inputs.len()];
            (dense.fill)(view, &mut inputs);
            numbers.extend(
                inputs
                    .iter()
                    .zip(dense.inputs)
                    .map(|(input, (_, factor))| input * factor),
            );
        }
        let mut features = Vec::new();
        view.features(seat, &mut features);
        let small = small_blocks::<G>();
        features.retain(|&feature| small.iter().any(|block| block.contains(&feature)));
        Numbers { numbers, features }
    }
}

/// The blocks of features that are read.
fn small_blocks<G: Encode>() -> Vec<std::ops::Range<u32>> {
    let blocks = G::feature_blocks().into_iter().map(|(_, block)| block);
    let small = blocks.filter(|block| block.len() <= LARGEST_BLOCK);
    small.map(|block| block.start as u32..block.end as u32).collect()
}
