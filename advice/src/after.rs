//! What a game was like.
//!
//! Every decision is searched again from what its seat knew then, with fixed seeds and fixed numbers of simulations, so
//! that a game is always judged in the same way. The greatest of many noisy figures is partly noise, so whatever is
//! picked is measured again afterwards, in worlds that had no part in the choice.

use std::iter;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::arena::luck::{foresight, luck_from};
use heist_agents::interval::difference_interval95;
use heist_agents::spec::search_factory;
use heist_agents::{Analysis, Candidate, Estimate, Inquiry, Players, Reason, Spec};
use heist_draw::{Draw, decider};
use heist_engine::any::{AnyGame, AnyState, AnyStep};
use heist_engine::game::{Game, Seat};
use heist_engine::part_of;
use heist_engine::record::Step;

/// The summary of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct After {
    /// The result's value, 1 for a win; none while the game goes on.
    pub value: Option<f64>,
    /// How lucky the team was, in the result's measure; none in a game without an estimate.
    pub luck: Option<f64>,
    /// The win probability at each decision that was examined and at the end: the number of steps before it, the
    /// estimate and its 95% interval.
    pub curve: Vec<(usize, f64, [f64; 2])>,
    /// Of each point of the curve, the number of entries after which it stood open.
    pub entries: Vec<usize>,
    /// Where turns begin: the number of steps before it and the number of the turn.
    pub turns: Vec<(usize, u32)>,
    /// The decisions that cost most, the costliest first, at most three.
    pub costly: Vec<Costly>,
    /// How many decisions could not be examined, because the record hides what their seats knew.
    pub left_out: usize,
}

impl After {
    /// Every text for people in it.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.costly.iter_mut().flat_map(|of| {
            let texts = [&mut of.decider, &mut of.played.1, &mut of.better.1];
            texts.into_iter().chain(&mut of.reason)
        })
    }
}

/// A decision that cost something.
#[derive(Clone, PartialEq, Debug)]
pub struct Costly {
    /// The number of steps before the decision.
    pub step: usize,
    /// The number of entries after which the decision stood open.
    pub entry: usize,
    /// Who answered, from 1.
    pub seat: u8,
    /// On whose behalf it was decided, for people.
    pub decider: String,
    /// What was played and what it did.
    pub played: (String, String),
    /// What was better and what it would have done.
    pub better: (String, String),
    /// How much win probability it gave away, and the 95% interval of that. Simulations go on by the expert after it;
    /// what a later decision could still have saved counts as saved only where nothing was left to chance before that
    /// decision.
    pub cost: (f64, [f64; 2]),
    /// Why the better move is better, in a sentence; none if no reason was found that holds when the game is played on.
    pub reason: Option<String>,
    /// What the two moves point at in the picture of the moment: the one that was played, and the better one.
    pub spots: [Vec<String>; 2],
}

/// A game that was played, or as much of it as there is since the last correction.
#[derive(Clone, Debug)]
pub struct Past {
    first: Box<dyn AnyState>,
    steps: Vec<AnyStep>,
    entries: Vec<usize>,
}

impl Past {
    /// The game from its first state on, with the steps since then and, of each, the number of entries after which it
    /// stood open.
    pub fn new(first: Box<dyn AnyState>, steps: Vec<AnyStep>, entries: Vec<usize>) -> Past {
        Past { first, steps, entries }
    }

    /// Examines every decision and reports the progress, from 0 to 1; `None` if `stop` became true.
    ///
    /// # Panics
    /// When the steps are not those of a game from the first state on.
    pub fn look_back(&self, stop: &AtomicBool, tell: &mut dyn FnMut(f64)) -> Option<After> {
        reviews(self.first.game()).look_back(self, stop, tell)
    }
}

/// What reviews one game, without its types.
pub(crate) trait AnyReviews: Sync {
    fn look_back(&self, past: &Past, stop: &AtomicBool, tell: &mut dyn FnMut(f64)) -> Option<After>;
}

pub(crate) struct Reviews<G>(pub(crate) PhantomData<fn() -> G>);

fn reviews(game: &dyn AnyGame) -> &'static dyn AnyReviews {
    part_of!(game, Reviews as dyn AnyReviews)
}

impl<G: Draw + Players> AnyReviews for Reviews<G> {
    fn look_back(&self, past: &Past, stop: &AtomicBool, tell: &mut dyn FnMut(f64)) -> Option<After> {
        let first: Option<&G> = past.first.as_any().downcast_ref();
        let first = first.expect("the state is of this game");
        look_back(first, &past.steps, &past.entries, stop, tell)
    }
}

impl After {
    /// The result minus luck: what play of this kind is worth on average.
    pub fn adjusted(&self) -> Option<f64> {
        Some(self.value? - self.luck?)
    }
}

/// Searches all moves of a decision for the best one.
const SCREEN: Look = Look {
    with_expert: "improve:sims=1500,doubt=2,margin=0",
    without_expert: "flat:sims=1500",
    salt: 1,
    samples: 0,
};
/// Compares that move with the one that was played, in fresh worlds: in the worlds that it was picked by, the greatest
/// of noisy means looks better than it is.
const MEASURE: Look = Look {
    with_expert: "flat:sims=1000,policy=heuristic",
    without_expert: "flat:sims=1000",
    salt: 2,
    samples: 0,
};
/// The greatest costs are picked out of all decisions, so they too are measured again, in more and fresh worlds.
const CONFIRM: Look = Look {
    with_expert: "flat:sims=8000,policy=heuristic",
    without_expert: "flat:sims=8000",
    salt: 3,
    samples: 400,
};
/// How many decisions are confirmed.
const CONFIRMED: usize = 6;
/// How much longer that takes than the rest of a decision, for the progress bar.
const CONFIRM_SHARE: usize = 3;
/// How many costly decisions are shown.
const TOLD: usize = 3;

/// A search with a budget of simulations, so that the same game is always judged in the same way.
struct Look {
    with_expert: &'static str,
    without_expert: &'static str,
    /// Makes its worlds differ from those of the others.
    salt: u64,
    /// In how many worlds a reason is looked for.
    samples: u64,
}

impl Look {
    /// Examines some moves of a decision; the number of steps before it is part of the seed.
    fn at<G: Players>(&self, open: &Open<G>, moves: &[G::Action], stop: &AtomicBool) -> Analysis<G> {
        const VALID: &str = "these specs hold for every game with and without an expert";
        let text = match G::HEURISTIC {
            Some(_) => self.with_expert,
            None => self.without_expert,
        };
        let spec: Spec = text.parse().expect(VALID);
        let mut search = search_factory::<G>(&spec).expect(VALID)();
        let inquiry = Inquiry {
            state: open.view.clone(),
            seat: open.seat,
            moves: moves.to_vec(),
            asked: Vec::new(),
            samples: self.samples,
            seed: (self.salt << 32) + open.step as u64,
        };
        G::answer(&inquiry, search.as_mut(), stop, None)
    }
}

/// A decision of the game with more than one legal move.
struct Open<G: Game> {
    /// The number of steps before it.
    step: usize,
    seat: Seat,
    /// What the seat knew.
    view: G,
    legal: Vec<G::Action>,
    played: G::Action,
    /// Whether the next decision looked into follows from what was played, with nothing left to chance between.
    leads_on: bool,
}

/// What the examination of a decision found.
struct Judged<G: Game> {
    open: Open<G>,
    best: G::Action,
    /// What the best move is worth, and the 95% interval of that.
    value: Estimate,
    interval: [f64; 2],
    /// By how much that is more than what was played.
    gap: Estimate,
    /// What the best move of the next decision is worth, if nothing was left to chance between.
    kept: Option<Estimate>,
}

impl<G: Game> Judged<G> {
    /// What was given away for good. Simulations go on by the expert, who may not see what the next move can still
    /// save; where the next decision was as good as this one nothing was lost yet.
    fn cost(&self) -> Estimate {
        let drop = self.kept.map(|kept| Estimate {
            mean: self.value.mean - kept.mean,
            error: self.value.error.hypot(kept.error),
        });
        drop.filter(|drop| drop.mean < self.gap.mean).unwrap_or(self.gap)
    }
}

impl<G: Players> Open<G> {
    fn judge(self, stop: &AtomicBool) -> Judged<G> {
        let screened = SCREEN.at(&self, &self.legal, stop);
        let best = screened.candidates.first().map_or(self.played, |best| best.action);
        let is_as_good =
            |candidate: &Candidate<G>| candidate.action == self.played || candidate.alike.contains(&self.played);
        let played_best = screened.candidates.first().is_some_and(is_as_good);
        // Where the best was played the comparison with the next tells what it is worth.
        let other = if played_best {
            screened.candidates.get(1).map(|next| next.action)
        } else {
            Some(self.played)
        };
        let moves: Vec<G::Action> = iter::once(best).chain(other).collect();
        let measured = MEASURE.at(&self, &moves, stop);
        let gap = if played_best {
            Estimate::default()
        } else {
            gap(&measured, best, self.played)
        };
        let found = find(&measured, best);
        Judged {
            open: self,
            best,
            value: found.map(|best| best.value).unwrap_or_default(),
            interval: found.map_or([0.0, 1.0], Candidate::value_interval95),
            gap,
            kept: None,
        }
    }
}

impl<G: Draw + Players> Judged<G> {
    /// The decision as it is shown, if it cost something with 95% certainty.
    fn confirmed(mut self, entry: usize, stop: &AtomicBool) -> Option<Costly> {
        let measured = CONFIRM.at(&self.open, &[self.best, self.open.played], stop);
        self.gap = gap(&measured, self.best, self.open.played);
        let found = find(&measured, self.best);
        self.value = found.map_or(self.value, |best| best.value);
        let worlds = found.map_or(1, |best| best.visits);
        let (open, best, cost) = (&self.open, self.best, self.cost());
        let interval = difference_interval95(cost, worlds, false);
        let told = |action: G::Action| (action.to_string(), open.view.explain(action));
        let is_best = measured.candidates.first().is_some_and(|first| first.action == best);
        let reason = measured.reason.as_ref().filter(|reason| is_best && says_why(reason));
        (interval[0] > 0.0).then(|| Costly {
            step: open.step,
            entry,
            seat: open.seat.0 + 1,
            decider: decider(&open.view).unwrap_or_default(),
            played: told(open.played),
            better: told(best),
            cost: (cost.mean, interval),
            reason: reason.map(|reason| reason.sentence(&open.view, G::explain)),
            spots: [open.played, best].map(|action| open.view.spots(action)),
        })
    }
}

/// Whether a reason says more than that a move is better.
pub(crate) fn says_why<G: Game>(reason: &Reason<G>) -> bool {
    reason.kind.says_why()
}

/// By how much one move of a comparison of two is better than the other.
fn gap<G: Game>(analysis: &Analysis<G>, one: G::Action, other: G::Action) -> Estimate {
    // Differences are told to the first candidate, which may be either.
    let [one, other] =
        [one, other].map(|action| find(analysis, action).map(|found| found.difference).unwrap_or_default());
    Estimate {
        mean: one.mean - other.mean,
        error: one.error.max(other.error),
    }
}

fn find<G: Game>(analysis: &Analysis<G>, action: G::Action) -> Option<&Candidate<G>> {
    let mut candidates = analysis.candidates.iter();
    candidates.find(|candidate| candidate.action == action || candidate.alike.contains(&action))
}

/// What a walk through a game shows.
struct Walk<G: Game> {
    last: G,
    decisions: Vec<Open<G>>,
    turns: Vec<(usize, u32)>,
    left_out: usize,
    /// Whether every state held all that any seat knew.
    is_open: bool,
}

/// Walks through a game.
fn walk<G: Game>(first: &G, steps: &[Step<G>]) -> Walk<G> {
    let mut walk = Walk {
        last: first.clone(),
        decisions: Vec::new(),
        turns: vec![(0, first.turn())],
        left_out: 0,
        is_open: true,
    };
    let mut outcomes = Vec::new();
    // Whether nothing was left to chance since the last decision.
    let mut is_certain = true;
    for (number, &step) in steps.iter().enumerate() {
        let state = &mut walk.last;
        walk.is_open &= Seat::all(state.seats()).all(|seat| state.holds(seat));
        state.outcomes(&mut outcomes);
        if outcomes.len() > 1 {
            is_certain = false;
        }
        if let Step::Action(seat, played) = step {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            if !state.holds(seat) {
                walk.left_out += 1;
                is_certain = false;
            } else if !legal.contains(&played) {
                // What the setup's mode has left out is compared with nothing.
                is_certain = false;
            } else if legal.len() > 1 {
                if let Some(before) = walk.decisions.last_mut() {
                    before.leads_on = is_certain;
                }
                is_certain = true;
                walk.decisions.push(Open {
                    step: number,
                    seat,
                    view: state.information_state(seat),
                    legal,
                    played,
                    leads_on: false,
                });
            }
        }
        step.play(state);
        if walk.turns.last().is_none_or(|(_, turn)| *turn != state.turn()) {
            walk.turns.push((number + 1, state.turn()));
        }
    }
    walk
}

fn look_back<G: Draw + Players>(
    first: &G,
    steps: &[AnyStep],
    entries: &[usize],
    stop: &AtomicBool,
    tell: &mut dyn FnMut(f64),
) -> Option<After> {
    let is_stopped = || stop.load(Ordering::Relaxed);
    let steps: Result<Vec<Step<G>>, _> = steps.iter().map(AnyStep::typed).collect();
    let steps = steps.expect("steps of a game have its notation");
    let mut walk = walk(first, &steps);
    // Unknown where hands are hidden, because what is drawn from them then depends on who plays.
    let value = foresight::<G>().filter(|_| walk.is_open);
    let luck = value.map(|value| luck_from(first.clone(), &steps, value));
    let entry_of = |step: usize| entries.get(step).or(entries.last()).copied().unwrap_or(0);
    let decisions = std::mem::take(&mut walk.decisions);
    let whole = (decisions.len() + CONFIRMED.min(decisions.len()) * CONFIRM_SHARE).max(1) as f64;
    let mut done = 0;
    let mut judged: Vec<Judged<G>> = Vec::new();
    for open in decisions {
        tell(done as f64 / whole);
        let next = open.judge(stop);
        if is_stopped() {
            return None;
        }
        if let Some(before) = judged.last_mut().filter(|before| before.open.leads_on) {
            before.kept = Some(next.value);
        }
        judged.push(next);
        done += 1;
    }
    let value = walk.last.result().map(|result| result.value);
    let points = judged
        .iter()
        .map(|judged| (judged.open.step, judged.value.mean, judged.interval));
    let end = value.map(|value| (steps.len(), value, [value; 2]));
    let curve: Vec<(usize, f64, [f64; 2])> = points.chain(end).collect();
    // Once the game is over nothing stands open.
    let after_all = entries.last().map_or(0, |entry| entry + 1);
    let entry_at = |step: usize| {
        if step < entries.len() {
            entry_of(step)
        } else {
            after_all
        }
    };
    let entries = curve.iter().map(|point| entry_at(point.0)).collect();
    judged.sort_by(|a, b| b.cost().mean.total_cmp(&a.cost().mean));
    let mut costly = Vec::new();
    for judged in judged
        .into_iter()
        .take(CONFIRMED)
        .filter(|judged| judged.cost().mean > 0.0)
    {
        tell(done as f64 / whole);
        let entry = entry_of(judged.open.step);
        costly.extend(judged.confirmed(entry, stop));
        if is_stopped() {
            return None;
        }
        done += CONFIRM_SHARE;
    }
    costly.sort_by(|a, b| b.cost.0.total_cmp(&a.cost.0));
    costly.truncate(TOLD);
    tell(1.0);
    Some(After {
        value,
        luck,
        curve,
        entries,
        turns: walk.turns,
        costly,
        left_out: walk.left_out,
    })
}
