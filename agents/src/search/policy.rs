//! What agents that do not search can say about a decision: which move they play, how likely, and by what scores.

use std::sync::Arc;
use std::time::Instant;

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;

use super::{Alike, Search, Watch, alike};
use crate::analysis::{Analysis, Candidate, Estimate, Totals};
use crate::evaluator::{Evaluator, Uniform};
use crate::heuristics::{Expert, Heuristics, Scores};

/// An account of a policy: nothing is estimated.
#[derive(Clone, Debug)]
pub struct PolicyAccount<G: Game> {
    policy: Arc<dyn Evaluator<G>>,
    scores: Option<Scores<G>>,
}

impl<G: Game> PolicyAccount<G> {
    /// The account of the agent that plays as an evaluator does.
    pub fn new(policy: Arc<dyn Evaluator<G>>) -> PolicyAccount<G> {
        PolicyAccount { policy, scores: None }
    }
}

impl<G: Heuristics> PolicyAccount<G> {
    /// The account of the agent that plays at random.
    pub fn random() -> PolicyAccount<G> {
        PolicyAccount::new(Arc::new(Uniform))
    }

    /// The account of the game's expert; `None` if it has none.
    pub fn expert() -> Option<PolicyAccount<G>> {
        G::HEURISTIC.map(|_| PolicyAccount {
            policy: Expert::shared(),
            scores: G::SCORES,
        })
    }
}

impl<G: Game> Search<G> for PolicyAccount<G> {
    fn analyse(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Generator,
        _watch: &mut Watch<'_, G>,
    ) -> Analysis<G> {
        let start = Instant::now();
        // Random play has exact chances; its choice would say nothing.
        let mut priors = Vec::new();
        if self.policy.answers().priors {
            self.policy.add_priors(view, seat, legal, rng, &mut priors);
        }
        let scores = self.scores.and_then(|scores| scores(view, seat, legal));
        let chances = (!priors.is_empty()).then_some(&priors[..]);
        account(view, legal, chances, scores.as_deref(), start)
    }
}

/// What is said about a decision without a search: the moves with the chance that each is played, all the same if
/// `None`, and with their scores, if there are any; both in the order of the legal moves. Those likeliest to be played
/// come first, then by score, then in the game's order.
pub(crate) fn account<G: Game>(
    view: &G,
    legal: &[G::Action],
    chances: Option<&[f32]>,
    scores: Option<&[f64]>,
    start: Instant,
) -> Analysis<G> {
    let place = |action| legal.iter().position(|&other| other == action);
    let chance = |action| Some(chances?[place(action)?]);
    let score = |action| Some(scores?[place(action)?]);
    let candidate = |group: Alike<G>| {
        let moves = || std::iter::once(group.action).chain(group.others.iter().copied());
        let played = match chances {
            None => (1 + group.others.len()) as f64 / legal.len() as f64,
            Some(_) => moves().filter_map(chance).map(f64::from).sum(),
        };
        // Of moves that lead to the same state, the likeliest to be played speaks for them, the first of equals.
        let likelier = |best, next| if chance(next) > chance(best) { next } else { best };
        let speaks = moves().reduce(likelier).unwrap_or(group.action);
        Candidate {
            best: f64::NAN,
            played: Some(played),
            score: score(speaks),
            ..group.candidate(0, Estimate::UNKNOWN, Estimate::UNKNOWN)
        }
    };
    let mut candidates: Vec<Candidate<G>> = alike(view, legal).into_iter().map(candidate).collect();
    // A stable sort: without scores the moves stay in the game's order.
    let rank = |candidate: &Candidate<G>| (candidate.played.unwrap_or(0.0), candidate.score.unwrap_or(0.0));
    candidates.sort_by(|a, b| {
        let ((likely, score), (other_likely, other_score)) = (rank(a), rank(b));
        other_likely.total_cmp(&likely).then(other_score.total_cmp(&score))
    });
    Analysis {
        candidates,
        purposes: Vec::new(),
        reason: None,
        next: None,
        change: None,
        doubted: None,
        totals: Totals {
            time: start.elapsed(),
            ..Totals::default()
        },
    }
}
