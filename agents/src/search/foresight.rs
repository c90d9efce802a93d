//! What a search does not look at itself: how a line goes on after it, and what a move costs until the seat's next turn.
//!
//! Searches compare moves by the result of the game. A player also wants to know what is likely to happen next, how dear the
//! next round is, and why a move is recommended. All of it is worked out here by letting the game's expert play on, so it says the
//! same of every search.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::parallel;
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use heist_engine::record::Step;

use super::alike;
use crate::analysis::{Analysis, Candidate, Estimate, Foreseen, Moments, Reason, ReasonKind};
use crate::evaluator::Evaluator;
use crate::heuristics::{Expert, Heuristics};
use crate::ranking::{Standing, ranking};
use crate::reasons::{self, Course};

/// No line gets more steps than this.
pub const LONGEST_LINE: usize = 64;

/// How many other moves are looked at for a reason, from the nearest one on.
const COMPARED: usize = 4;
/// How many steps are played to the ends of games for each world in which the next round is sampled: a bound on the time that does not
/// depend on the machine.
const STEPS_TO_END: u64 = 120;
/// What a decision remembers of what is decided after it in the same turn.
const DEEDS: usize = 16;

/// What is foreseen of one decision, to complete analyses of it with.
///
/// It holds no world: everything comes from what the seat knows.
#[derive(Clone, Debug)]
pub struct Foresight<G: Game> {
    view: G,
    seed: u64,
    samples: u64,
    /// The moves that are told apart.
    moves: Vec<G::Action>,
    /// How the next round went after each of them, world by world; empty if it was not asked for.
    rounds: Vec<Vec<Course<G>>>,
}

impl<G: Heuristics> Foresight<G> {
    /// Looks ahead over `samples` sampled worlds, the same for all moves; with none, losses stay unknown and only the simplest reasons are
    /// found. Losses stay unknown as well in a game without a [`STAKE`](Game::STAKE).
    ///
    /// `legal` are the moves of `seat` that may be asked about. The result is a function of the arguments, whatever the number
    /// of threads; work is shared out among those of the rayon pool it is called in.
    ///
    /// Sampling ends early once `stop` is true. Losses are then those of the worlds sampled so far, unknown if there are none.
    pub fn new(view: &G, seat: Seat, legal: &[G::Action], samples: u64, seed: u64, stop: &AtomicBool) -> Foresight<G> {
        let view = view.information_state(seat);
        let moves: Vec<G::Action> = alike(&view, legal).iter().map(|group| group.action).collect();
        let rounds = sampled(samples, stop, |number| {
            round_in_world(&view, &moves, &mut stream(seed, WORLD, number))
        });
        Foresight {
            view,
            seed,
            samples,
            moves,
            rounds,
        }
    }

    /// Fills in what an analysis leaves open: every candidate's loss, its line as far as the end of the turn, and the reason for
    /// the first one as far as the next round tells.
    pub fn complete(&self, analysis: &mut Analysis<G>) {
        for candidate in &mut analysis.candidates {
            candidate.loss = candidate.loss.or_else(|| self.loss(candidate));
            self.extend(candidate);
        }
        analysis.reason = self.reason(analysis, |other| self.by_round(analysis.candidates.first()?, other));
    }

    /// Looks for a reason in how games end, where the next round tells none, unless `stop` is true.
    pub fn conclude(&self, analysis: &mut Analysis<G>, stop: &AtomicBool) {
        let is_known = |reason: &Reason<G>| !matches!(reason.kind, ReasonKind::Value | ReasonKind::Open { .. });
        if analysis.reason.as_ref().is_some_and(is_known) || stop.load(Ordering::Relaxed) {
            return;
        }
        let found = self.reason(analysis, |other| self.by_end(analysis.candidates.first()?, other, stop));
        if let Some(found) = found.filter(is_known) {
            analysis.reason = Some(found);
        }
    }

    fn loss(&self, candidate: &Candidate<G>) -> Option<Estimate> {
        if G::STAKE.is_empty() || self.rounds.is_empty() {
            return None;
        }
        let place = self.place(candidate)?;
        let losses: Moments = self.rounds.iter().map(|world| world[place].lost).collect();
        Some(losses.estimate())
    }

    /// The place among the moves that are told apart.
    fn place(&self, candidate: &Candidate<G>) -> Option<usize> {
        let is_it = |action: &G::Action| *action == candidate.action || candidate.alike.contains(action);
        self.moves.iter().position(is_it)
    }

    /// Why the first candidate is recommended: the first reason that `tells` finds against another one. Those that are worse come
    /// first, the nearest ahead, then those that cannot be told from it, the one with the lowest value ahead.
    fn reason(
        &self,
        analysis: &Analysis<G>,
        tells: impl Fn(&Candidate<G>) -> Option<ReasonKind<G>>,
    ) -> Option<Reason<G>> {
        let simple = |kind: ReasonKind<G>| Some(Reason { kind, against: None });
        let ranked = ranking(analysis);
        let (first, others) = ranked.split_first()?;
        if others.is_empty() {
            return simple(match first.candidate.alike.is_empty() {
                true => ReasonKind::Only,
                false => ReasonKind::Alike,
            });
        }
        let (worse, open): (Vec<_>, Vec<_>) = others.iter().partition(|ranked| ranked.standing == Standing::Worse);
        let distinct = open.iter().rev().filter(|ranked| ranked.standing != Standing::Same);
        let compared = worse.iter().chain(distinct).take(COMPARED);
        for ranked in compared {
            if let Some(kind) = tells(ranked.candidate) {
                return Some(Reason {
                    kind,
                    against: Some(ranked.candidate.action),
                });
            }
        }
        match worse.first() {
            None if analysis.is_estimated() => simple(ReasonKind::Open { others: others.len() }),
            None => None,
            Some(nearest) => Some(Reason {
                kind: ReasonKind::Value,
                against: Some(nearest.candidate.action),
            }),
        }
    }

    /// What the next round tells of a candidate against another.
    fn by_round(&self, first: &Candidate<G>, other: &Candidate<G>) -> Option<ReasonKind<G>> {
        let (first, other) = (self.place(first)?, self.place(other)?);
        let courses = self.round_courses(first, other);
        let before = |world: usize, deed: G::Action| self.before(world as u64, first, deed);
        reasons::by_round(&courses, &self.moves, before)
    }

    /// How the next round went after two moves, world by world.
    fn round_courses(&self, first: usize, other: usize) -> Vec<(&Course<G>, &Course<G>)> {
        self.rounds.iter().map(|world| (&world[first], &world[other])).collect()
    }

    /// Whether a reason for the first of the moves holds in the worlds that were sampled here, which need not be those that it was
    /// found in; none if it says nothing of games played on, or was found against a move that is not looked at here.
    pub fn holds(&self, reason: &Reason<G>, stop: &AtomicBool) -> Option<bool> {
        let other = self.moves.iter().position(|action| Some(*action) == reason.against)?;
        match reason.kind.is_of_ends() {
            false => reasons::holds(&reason.kind, &self.round_courses(0, other)),
            true => {
                let courses = self.end_courses([self.moves[0], self.moves[other]], stop);
                let courses: Vec<_> = courses.iter().map(|[first, other]| (first, other)).collect();
                reasons::holds(&reason.kind, &courses)
            }
        }
    }

    /// The state in which something is decided in the next round after a move, in a world.
    fn before(&self, world: u64, place: usize, deed: G::Action) -> Option<G> {
        let mut rng = stream(self.seed, WORLD, world);
        let mut state = self.view.clone();
        state.determinize(Fill::All, &mut rng);
        state.apply(self.moves[place]);
        let mut legal = Vec::new();
        while state.turn() == self.view.turn() {
            let step = next_step(&state, &mut rng, &mut legal)?;
            if matches!(step, Step::Action(_, action) if action == deed) {
                // To let something go by is nothing that a move leads to.
                return Some(state).filter(|state| state.pass() != Some(deed));
            }
            step.play(&mut state);
        }
        None
    }

    /// What the ends of games tell of a candidate against another.
    fn by_end(&self, first: &Candidate<G>, other: &Candidate<G>, stop: &AtomicBool) -> Option<ReasonKind<G>> {
        let moves = [self.moves[self.place(first)?], self.moves[self.place(other)?]];
        let courses = self.end_courses(moves, stop);
        let courses: Vec<_> = courses.iter().map(|[first, other]| (first, other)).collect();
        reasons::by_end(&courses)
    }

    /// How games went to their ends after two moves, world by world, as long as the steps last.
    fn end_courses(&self, moves: [G::Action; 2], stop: &AtomicBool) -> Vec<[Course<G>; 2]> {
        let (mut courses, mut steps) = (Vec::new(), 0);
        for number in 0..self.samples {
            if steps >= self.samples * STEPS_TO_END / COMPARED as u64 || stop.load(Ordering::Relaxed) {
                break;
            }
            let mut rng = stream(self.seed, "foresight/end", number);
            let mut world = self.view.clone();
            world.determinize(Fill::All, &mut rng);
            courses
                .push(moves.map(|action| course(&self.view, &world, action, u32::MAX, &mut rng.clone(), &mut steps)));
        }
        courses
    }

    /// Goes on with a line where the search left off: the expert decides, the likeliest happens. It ends with the turn and the
    /// draws that come with that, where only another seat could tell what is decided, and in games without an expert at the
    /// first decision. Optional windows that did not open in the search are passed.
    fn extend(&self, candidate: &mut Candidate<G>) {
        let mut state = self.view.clone();
        state.apply(candidate.action);
        for foreseen in std::mem::take(&mut candidate.line) {
            while let Node::Decision(seat) = state.node()
                && let Some(pass) = state.pass()
                && !is_next(&state, foreseen.step)
            {
                state.apply(pass);
                candidate.line.push(Foreseen::decision(seat, pass));
            }
            // A window that cannot be passed leads elsewhere.
            if !is_next(&state, foreseen.step) {
                break;
            }
            foreseen.step.play(&mut state);
            candidate.line.push(foreseen);
        }
        let mut rng = stream(self.seed, "foresight/line", 0);
        let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
        while candidate.line.len() < LONGEST_LINE {
            let foreseen = match state.node() {
                Node::Terminal => return,
                Node::Chance => {
                    state.outcomes(&mut outcomes);
                    Foreseen::likeliest(&outcomes)
                }
                Node::Decision(_) if state.turn() != self.view.turn() => return,
                Node::Decision(seat) if !state.holds(seat) => return,
                Node::Decision(seat) => {
                    state.legal_actions(&mut legal);
                    let is_told = G::HEURISTIC.is_some() || legal.len() == 1;
                    is_told.then(|| Foreseen::decision(seat, by_the_expert(&state, seat, &legal, &mut rng)))
                }
            };
            let Some(foreseen) = foreseen else { return };
            foreseen.step.play(&mut state);
            candidate.line.push(foreseen);
        }
    }
}

/// Whether a step that a search looked at can come next where all windows open.
fn is_next<G: Game>(state: &G, step: Step<G>) -> bool {
    match step {
        Step::Action(seat, action) => state.node() == Node::Decision(seat) && state.accepts(action),
        Step::Chance(_) => state.node() == Node::Chance,
    }
}

/// The stream of the worlds in which the next round is sampled.
const WORLD: &str = "foresight/world";

/// Samples in the order of their numbers: all of them, or once `stop` is true those that were begun by then.
fn sampled<T: Send>(samples: u64, stop: &AtomicBool, sample: impl Fn(u64) -> T + Sync) -> Vec<T> {
    parallel::map_while(samples, |number| {
        (!stop.load(Ordering::Relaxed)).then(|| sample(number))
    })
}

/// How the next round goes after each move in one world, with the same dice for all, everybody playing on by the expert, at random in
/// a game without one.
fn round_in_world<G: Heuristics>(view: &G, moves: &[G::Action], rng: &mut Generator) -> Vec<Course<G>> {
    let mut world = view.clone();
    world.determinize(Fill::All, rng);
    let round = view.turn() + view.turns_per_round();
    let course = |&action: &G::Action| course(view, &world, action, round, &mut rng.clone(), &mut 0);
    moves.iter().map(course).collect()
}

/// How a game goes on in a world after a move until a turn, or its end. `steps` counts those that were played.
fn course<G: Heuristics>(
    view: &G,
    world: &G,
    action: G::Action,
    until: u32,
    dice: &mut Generator,
    steps: &mut u64,
) -> Course<G> {
    let mut after = world.clone();
    after.apply(action);
    let (mut legal, mut deeds, mut is_drawn) = (Vec::new(), Vec::new(), false);
    while after.turn() < until
        && let Some(step) = next_step(&after, dice, &mut legal)
    {
        match step {
            Step::Action(_, deed) if after.turn() == view.turn() && deeds.len() < DEEDS => deeds.push(deed),
            Step::Chance(_) => is_drawn |= deeds.is_empty(),
            Step::Action(..) => {}
        }
        step.play(&mut after);
        *steps += 1;
    }
    Course {
        lost: f64::from(after.lost() - view.lost()),
        turns: after.turn() - view.turn(),
        result: after.result().map(|result| (result.value, result.ending)),
        figures: after.figures(),
        deeds,
        is_drawn,
    }
}

/// What is decided among `legal` moves: the only one, or the expert's, in a game without one a random move.
fn by_the_expert<G: Heuristics>(state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
    match legal {
        [only] => *only,
        _ => Expert::of_game().choose(state, seat, legal, rng),
    }
}

/// What happens next in a world; `None` at its end.
fn next_step<G: Heuristics>(world: &G, rng: &mut Generator, legal: &mut Vec<G::Action>) -> Option<Step<G>> {
    match world.node() {
        Node::Terminal => None,
        Node::Chance => Some(Step::Chance(world.sample(rng))),
        Node::Decision(seat) => {
            world.legal_actions(legal);
            Some(Step::Action(seat, by_the_expert(world, seat, legal, rng)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn samples_are_taken_in_order_until_they_are_stopped() {
        let never = AtomicBool::new(false);
        assert_eq!(sampled(1000, &never, |number| number), (0..1000).collect::<Vec<u64>>());
        let already = AtomicBool::new(true);
        assert!(sampled(1000, &already, |number| number).is_empty());
        // Set on the way: each thread ends the sample that it is at, and begins no other.
        let (stop, begun) = (AtomicBool::new(false), AtomicU64::new(0));
        let found = sampled(1_000_000, &stop, |number| {
            if begun.fetch_add(1, Ordering::Relaxed) + 1 == 10 {
                stop.store(true, Ordering::Relaxed);
            }
            number
        });
        assert!(found.is_sorted());
        assert!(found.len() < 1_000_000, "{} samples", found.len());
        let begun = begun.into_inner() as usize;
        // Between the tenth sample's count and its store the other threads may have gone on a little.
        assert!((10..500_000).contains(&begun), "{begun} samples");
    }
}
