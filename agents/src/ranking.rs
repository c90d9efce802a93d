//! How the moves of an analysis compare with the first one, the order they are shown in, and how sure the advice is.

use heist_engine::game::Game;
use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Candidate};

/// How many moves are named at most that are as good as the first one.
pub const EQUALS: usize = 5;

/// How a move compares with the first one. Moves are shown in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The one that the search would play.
    First,
    /// As good as the first one in every single world, also by what else a search compares moves: mostly a matter of
    /// order.
    Same,
    /// A tree search plays what it tried most, which need not have the best value yet.
    Better,
    /// The simulations cannot tell which of it and the first one is better.
    Equal,
    /// Its whole 95% interval lies below the first one.
    Worse,
}

impl Standing {
    /// How the candidate at a place of an analysis stands.
    ///
    /// # Panics
    /// When there is none.
    pub fn of<G: Game>(place: usize, candidates: &[Candidate<G>]) -> Standing {
        let candidate = &candidates[place];
        match (place, candidate.difference_interval95(&candidates[0])) {
            (0, _) => Standing::First,
            _ if candidate.is_same() => Standing::Same,
            (_, [least, _]) if least > 0.0 => Standing::Better,
            (_, [_, most]) if most < 0.0 => Standing::Worse,
            _ => Standing::Equal,
        }
    }
}

/// A candidate with how it stands.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a, G: Game> {
    /// How it stands to the first one.
    pub standing: Standing,
    /// Its place among the candidates of the analysis.
    pub place: usize,
    /// The candidate.
    pub candidate: &'a Candidate<G>,
}

/// The candidates in the order they are shown in. Worse moves come last whatever their values: those that dropped out
/// early were tried in fewer worlds.
pub fn ranking<G: Game>(analysis: &Analysis<G>) -> Vec<Ranked<'_, G>> {
    let candidates = analysis.candidates.iter().enumerate();
    let mut ranked: Vec<Ranked<'_, G>> = candidates
        .map(|(place, candidate)| Ranked {
            standing: Standing::of(place, &analysis.candidates),
            place,
            candidate,
        })
        .collect();
    ranked.sort_by_key(|ranked| ranked.standing);
    ranked
}

/// The moves that are as good as the first one in every world, at most [`EQUALS`].
pub fn equals<G: Game>(analysis: &Analysis<G>) -> Vec<&Candidate<G>> {
    let ranked = ranking(analysis).into_iter();
    let same = ranked.filter(|ranked| ranked.standing == Standing::Same);
    same.map(|ranked| ranked.candidate).take(EQUALS).collect()
}

/// How sure it is that the first move of an analysis is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Every move that is not as good in every world is worse, with 95% confidence, and the chance that the first one
    /// or one as good is the best is as high.
    Sure,
    /// It is the best more likely than not.
    Likely,
    /// It is not known which of several moves is the best.
    Open,
}

impl Confidence {
    /// The least chance of being the best of what is sure.
    const SURE: f64 = 0.95;
    /// The least chance of being the best of what is likely.
    const LIKELY: f64 = 0.6;

    /// That of an analysis; none without estimates.
    pub fn of<G: Game>(analysis: &Analysis<G>) -> Option<Confidence> {
        if analysis.candidates.is_empty() || !analysis.is_estimated() {
            return None;
        }
        let ranked = ranking(analysis);
        let is_best = |ranked: &&Ranked<'_, G>| matches!(ranked.standing, Standing::First | Standing::Same);
        let best: f64 = ranked.iter().filter(is_best).map(|ranked| ranked.candidate.best).sum();
        let is_clear = ranked
            .iter()
            .all(|ranked| is_best(&ranked) || ranked.standing == Standing::Worse);
        Some(match best {
            sure if is_clear && sure >= Confidence::SURE => Confidence::Sure,
            likely if likely >= Confidence::LIKELY => Confidence::Likely,
            _ => Confidence::Open,
        })
    }

    /// Its name, in reports.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Sure => "sure",
            Confidence::Likely => "likely",
            Confidence::Open => "open",
        }
    }

    /// What people are told of it, in a sentence about the first move.
    pub fn sentence(self) -> &'static str {
        match self {
            Confidence::Sure => "This is surely the best move.",
            Confidence::Likely => "This is probably the best move.",
            Confidence::Open => "Other moves may be just as good.",
        }
    }
}
