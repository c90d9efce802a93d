//! Potential-based shaping of rewards (Ng, Harada and Russell, "Policy invariance under reward transformations", 1999).

use heist_engine::game::Node;

use crate::heuristics::{Evaluation, Heuristics};

/// The names of quantities that are no figure.
const ESTIMATE: &str = "estimate";
const PROGRESS: &str = "progress";

/// A potential of states, and the discount: a step from a state s to a state s' adds `discount * P(s') - P(s)` to the
/// reward, which leaves every policy as good as it was, compared to the others.
pub struct Shaping<G> {
    evaluations: Vec<(Evaluation<G>, f64)>,
    /// Places among the game's figures, with weights.
    figures: Vec<(usize, f64)>,
    discount: f64,
}

/// A quantity that a game lacks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("shaping: found '{found}', which {game} does not have; expected one of: {}", .known.join(", "))]
pub struct ShapingError {
    /// Its name.
    pub found: String,
    /// The game's id.
    pub game: &'static str,
    /// The names of the quantities that the game has.
    pub known: Vec<&'static str>,
}

impl<G: Heuristics> Shaping<G> {
    /// The potential that is the sum of quantities, each times its weight: figures of the game, its `estimate`
    /// ([`Heuristics::EVALUATION`]) and its `progress` ([`Heuristics::PROGRESS`]).
    ///
    /// # Errors
    /// When the game lacks a quantity.
    pub fn new(weights: &[(String, f64)], discount: f64) -> Result<Shaping<G>, ShapingError> {
        let mut typed = Shaping {
            evaluations: Vec::new(),
            figures: Vec::new(),
            discount,
        };
        for (name, weight) in weights {
            let evaluation = match name.as_str() {
                ESTIMATE => G::EVALUATION,
                PROGRESS => G::PROGRESS,
                _ => None,
            };
            let figure = G::FIGURES.iter().position(|figure| figure.name == name);
            match (evaluation, figure) {
                (Some(evaluation), _) => typed.evaluations.push((evaluation, *weight)),
                (None, Some(place)) => typed.figures.push((place, *weight)),
                (None, None) => {
                    let known = G::FIGURES.iter().map(|figure| figure.name);
                    let known = known
                        .chain(G::EVALUATION.map(|_| ESTIMATE))
                        .chain(G::PROGRESS.map(|_| PROGRESS));
                    return Err(ShapingError {
                        found: name.clone(),
                        game: G::ID,
                        known: known.collect(),
                    });
                }
            }
        }
        Ok(typed)
    }

    /// The potential of a state; 0 once the rules ended the game, so that the shaping of a whole game does not depend
    /// on how it was played.
    pub fn potential(&self, state: &G) -> f64 {
        if state.node() == Node::Terminal {
            return 0.0;
        }
        let evaluations = self
            .evaluations
            .iter()
            .map(|(evaluation, weight)| weight * evaluation(state));
        let mut potential: f64 = evaluations.sum();
        if !self.figures.is_empty() {
            let figures = state.figures();
            let weighted = self
                .figures
                .iter()
                .map(|&(place, weight)| weight * f64::from(figures[place]));
            potential += weighted.sum::<f64>();
        }
        potential
    }

    /// What a step adds to the reward, from the potentials before and after it.
    pub fn of_step(&self, before: f64, after: f64) -> f64 {
        self.discount * after - before
    }
}
