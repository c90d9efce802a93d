//! What a search does not look at itself: how a line goes on after it, what a move costs until the seat's next turn,
//! why it is recommended, and which of several moves that are worth the same people would take.
//!
//! Searches compare moves by the result of the game. A player also wants to know what is likely to happen next, how
//! dear the next round is, what the others should do, and what would change the advice. All of it is worked out here by
//! letting the game's expert play on, so it says the same of every search.

use std::cmp::{Ordering as Order, Reverse};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::parallel;
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, stream};
use heist_engine::record::Step;

use super::{Alike, alike};
use crate::analysis::{Analysis, Branch, Candidate, Change, Estimate, Foreseen, Moments, Next, Reason, ReasonKind};
use crate::evaluator::Evaluator;
use crate::heuristics::{Expert, Heuristics};
use crate::ranking::{Standing, ranking};
use crate::reasons::{self, Course, LEAST_WORLDS, Pair};

/// No line gets more steps than this.
pub const LONGEST_LINE: usize = 64;
/// A line goes on after a draw only if one outcome is the likeliest and has at least this chance.
pub const LIKELY: f64 = 0.3;
/// How many branches a draw has at most that ends a line.
pub const MOST_BRANCHES: usize = 3;

/// What the branches of a draw have to hold together, to be told.
const LEAST_BRANCHED: f64 = 0.5;
/// Draws with more outcomes have no branches: each takes decisions of the expert.
const MOST_OUTCOMES: usize = 64;
/// How many steps are looked at after an outcome until somebody has a choice.
const FORCED: usize = 8;
/// How many other moves are looked at for a reason.
const COMPARED: usize = 4;
/// How many moves have reasons of their own, beside those that were asked about.
const REASONED: usize = 6;
/// How many steps are played to the ends of games for each world in which the next round is sampled: a bound on the
/// time that does not depend on the machine.
const STEPS_TO_END: u64 = 120;
/// What a decision remembers of what is decided after it in the same turn.
const DEEDS: usize = 16;
/// How many decisions of the next player are told at most.
const MOST_NEXT: usize = 3;
/// In what share of the worlds they have to be the same.
const LEAST_NEXT: f64 = 0.5;
/// How many moves that are worth the same are ranked by what people care about; the others keep their order.
const MOST_RANKED: usize = 24;

/// What is foreseen of one decision, to complete analyses of it with.
///
/// It holds no world: everything comes from what the seat knows.
#[derive(Clone, Debug)]
pub struct Foresight<G: Game> {
    view: G,
    seat: Seat,
    seed: u64,
    samples: u64,
    /// The moves, those that lead to the same state as one.
    groups: Vec<Alike<G>>,
    /// The moves that are told apart: the first of each group.
    moves: Vec<G::Action>,
    /// The place of the move that the expert plays; none without an expert.
    natural: Option<usize>,
    /// The places of the moves that are asked about.
    asked: Vec<usize>,
    /// How the next round went after each of them, world by world; empty if it was not asked for.
    rounds: Vec<Vec<Course<G>>>,
}

/// How games went to their ends after some moves.
#[derive(Debug)]
struct Ends<G: Game> {
    /// The places of the moves.
    places: Vec<usize>,
    /// World by world, a course for each of them.
    courses: Vec<Vec<Course<G>>>,
}

/// A decision of a seat.
type Deed<G> = (Seat, <G as Game>::Action);

impl<G: Game> Ends<G> {
    /// None were played.
    const NONE: Ends<G> = Ends {
        places: Vec::new(),
        courses: Vec::new(),
    };

    /// How they went after two of the moves; empty if one of them is none of those.
    fn pairs(&self, first: usize, other: usize) -> Vec<Pair<'_, G>> {
        let find = |place: usize| self.places.iter().position(|known| *known == place);
        match (find(first), find(other)) {
            (Some(first), Some(other)) => self
                .courses
                .iter()
                .map(|world| (&world[first], &world[other]))
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl<G: Heuristics> Foresight<G> {
    /// Looks ahead over `samples` sampled worlds, the same for all moves; with none, losses stay unknown and only the
    /// simplest reasons are found. Losses stay unknown as well in a game without a [`STAKE`](Game::STAKE).
    ///
    /// `legal` are the moves of `seat` that may be asked about. The result is a function of the arguments, whatever the
    /// number of threads; work is shared out among those of the rayon pool it is called in.
    ///
    /// Sampling ends early once `stop` is true. Losses are then those of the worlds sampled so far, unknown if there
    /// are none.
    pub fn new(view: &G, seat: Seat, legal: &[G::Action], samples: u64, seed: u64, stop: &AtomicBool) -> Foresight<G> {
        let view = view.information_state(seat);
        let groups = alike(&view, legal);
        let moves: Vec<G::Action> = groups.iter().map(|group| group.action).collect();
        let rounds = sampled(samples, stop, |number| {
            round_in_world(&view, seat, &moves, &mut stream(seed, WORLD, number))
        });
        let natural = (G::HEURISTIC.is_some() && moves.len() > 1).then(|| {
            let mut rng = stream(seed, "foresight/natural", 0);
            let choice = by_the_expert(&view, seat, legal, &mut rng);
            groups.iter().position(|group| group.contains(choice))
        });
        Foresight {
            view,
            seat,
            seed,
            samples,
            groups,
            moves,
            natural: natural.flatten(),
            asked: Vec::new(),
            rounds,
        }
    }

    /// The same, asked why some of the moves are not recommended. The reason for the chosen move is then one against
    /// the first of these.
    pub fn asking(mut self, moves: &[G::Action]) -> Foresight<G> {
        let place = |&action: &G::Action| self.groups.iter().position(|group| group.contains(action));
        self.asked = moves.iter().filter_map(place).collect();
        self
    }

    /// Fills in what an analysis leaves open: every candidate's loss and its line as far as the end of the turn, and
    /// the reason for the first one as far as the next round tells. Moves that are worth the same are ranked by what
    /// people care about.
    pub fn complete(&self, analysis: &mut Analysis<G>) {
        for candidate in &mut analysis.candidates {
            candidate.loss = candidate.loss.or_else(|| self.loss(candidate));
            self.extend(candidate);
        }
        self.rank(analysis, &Ends::NONE);
        self.fork(analysis);
        analysis.reason = self.main_reason(analysis, |first, other| self.by_round(first, other));
    }

    /// Looks at the ends of games where the next round tells nothing, unless `stop` is true, and fills in the rest: the
    /// reasons against other moves, what the next player should do, and what would change the advice.
    pub fn conclude(&self, analysis: &mut Analysis<G>, stop: &AtomicBool) {
        let mut steps = self.samples.saturating_mul(STEPS_TO_END);
        let tied = self.tied_for_first(analysis);
        if tied.len() > 1 {
            let ends = self.ends(tied, &mut steps, stop);
            self.rank(analysis, &ends);
            self.fork(analysis);
        }
        let mut reasons = self.reasons_of_moves(analysis, &mut steps, stop);
        analysis.reason = self.main_reason(analysis, |first, other| {
            let place = analysis
                .candidates
                .iter()
                .position(|candidate| std::ptr::eq(candidate, other));
            let known = place.and_then(|place| reasons[place].as_ref());
            match known {
                Some(reason) => Some(reason.kind.clone()).filter(ReasonKind::says_why),
                None => {
                    let found = self.by_round(first, other);
                    found.or_else(|| self.by_end(first, other, &mut steps, stop))
                }
            }
        });
        // Whoever asks about the other move of the main reason gets the same one.
        if let Some(main) = analysis.reason.clone().filter(|reason| reason.kind.says_why()) {
            let place = analysis
                .candidates
                .iter()
                .position(|other| Some(other.action) == main.against);
            if let Some(place) = place {
                reasons[place] = Some(main);
            }
        }
        for (candidate, reason) in analysis.candidates.iter_mut().zip(reasons) {
            candidate.reason = reason;
        }
        analysis.next = analysis
            .candidates
            .first()
            .and_then(|first| self.next(self.place(first)?));
        analysis.change = self.change(analysis);
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

    /// The place among the candidates of an analysis of one of the moves that are told apart.
    fn candidate_at(&self, analysis: &Analysis<G>, place: usize) -> Option<usize> {
        let mut candidates = analysis.candidates.iter();
        candidates.position(|candidate| self.place(candidate) == Some(place))
    }

    /// Ranks moves that are worth the same by what people care about, as far as courses of games tell: those that came
    /// to the same as the first one in every world together with it, others among themselves. A plan stays where it is,
    /// since what it places is told by its decisions.
    fn rank(&self, analysis: &mut Analysis<G>, ends: &Ends<G>) {
        if !analysis.purposes.is_empty() || !analysis.is_estimated() {
            return;
        }
        let mut is_ranked = vec![false; analysis.candidates.len()];
        for start in 0..analysis.candidates.len() {
            if is_ranked[start] {
                continue;
            }
            let tied: Vec<usize> = (start..analysis.candidates.len())
                .filter(|&place| !is_ranked[place] && is_tied(analysis, start, place))
                .take(MOST_RANKED)
                .collect();
            tied.iter().for_each(|&place| is_ranked[place] = true);
            if tied.len() < 2 {
                continue;
            }
            let order = self.preferred(analysis, &tied, ends);
            let sorted: Vec<Candidate<G>> = order.iter().map(|&place| analysis.candidates[place].clone()).collect();
            for (place, candidate) in tied.into_iter().zip(sorted) {
                analysis.candidates[place] = candidate;
            }
        }
    }

    /// The places of candidates in the order in which people would play them: at each step the one that is surely
    /// preferred to those before it. Where nothing is sure, the expert's move comes first, and then the others in the
    /// game's order.
    fn preferred(&self, analysis: &Analysis<G>, tied: &[usize], ends: &Ends<G>) -> Vec<usize> {
        let place_of = |candidate: usize| self.place(&analysis.candidates[candidate]);
        let mut left = tied.to_vec();
        left.sort_by_key(|&candidate| {
            let place = place_of(candidate);
            (place.is_none(), place != self.natural, place)
        });
        let is_preferred = |one: usize, other: usize| match (place_of(one), place_of(other)) {
            (Some(one), Some(other)) => {
                reasons::preference(&self.round_courses(one, other), &ends.pairs(one, other)) == Order::Less
            }
            _ => false,
        };
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let mut best = 0;
            for at in 1..left.len() {
                if is_preferred(left[at], left[best]) {
                    best = at;
                }
            }
            order.push(left.remove(best));
        }
        order
    }

    /// The places of the first moves that are tied with the first one, itself included: those whose games are played to
    /// their ends.
    fn tied_for_first(&self, analysis: &Analysis<G>) -> Vec<usize> {
        if !analysis.purposes.is_empty() || !analysis.is_estimated() {
            return Vec::new();
        }
        let tied = (0..analysis.candidates.len()).filter(|&place| is_tied(analysis, 0, place));
        let places = tied.filter_map(|place| self.place(&analysis.candidates[place]));
        places.take(COMPARED).collect()
    }

    /// Why the first candidate is recommended: the first reason that `tells` finds against what people would play.
    fn main_reason(
        &self,
        analysis: &Analysis<G>,
        mut tells: impl FnMut(&Candidate<G>, &Candidate<G>) -> Option<ReasonKind<G>>,
    ) -> Option<Reason<G>> {
        let simple = |kind: ReasonKind<G>| Some(Reason { kind, against: None });
        let (first, others) = analysis.candidates.split_first()?;
        if others.is_empty() {
            return simple(if first.alike.is_empty() {
                ReasonKind::Only
            } else {
                ReasonKind::Alike
            });
        }
        let opponents = self.opponents(analysis);
        for &place in &opponents {
            let other = &analysis.candidates[place];
            if let Some(kind) = tells(first, other) {
                return Some(Reason {
                    kind,
                    against: Some(other.action),
                });
            }
        }
        if let Some(place) = self.first_asked(analysis) {
            return modest(analysis, place);
        }
        let worse = opponents
            .iter()
            .copied()
            .find(|&place| standing(analysis, place) == Standing::Worse);
        match worse {
            Some(place) => modest(analysis, place),
            None if analysis.is_estimated() => simple(ReasonKind::Open { others: others.len() }),
            None => None,
        }
    }

    /// The candidate that was asked about first, if it is not the first one.
    fn first_asked(&self, analysis: &Analysis<G>) -> Option<usize> {
        let mut asked = self
            .asked
            .iter()
            .filter_map(|&place| self.candidate_at(analysis, place));
        asked.find(|&place| place > 0)
    }

    /// The candidates that the first one is compared with, by their places: the one that was asked about or, if none
    /// was, the expert's move, the second one that is not the same as the first, and the nearest that is worse.
    fn opponents(&self, analysis: &Analysis<G>) -> Vec<usize> {
        if let Some(asked) = self.first_asked(analysis) {
            return vec![asked];
        }
        let ranked = ranking(analysis);
        let others = || ranked.iter().filter(|ranked| ranked.place > 0);
        let natural = self.natural.and_then(|place| self.candidate_at(analysis, place));
        let second = others()
            .find(|ranked| ranked.standing != Standing::Same)
            .or_else(|| others().next());
        let worse = others().find(|ranked| ranked.standing == Standing::Worse);
        let mut opponents: Vec<usize> = natural.into_iter().filter(|&place| place > 0).collect();
        for ranked in second.into_iter().chain(worse) {
            if !opponents.contains(&ranked.place) {
                opponents.push(ranked.place);
            }
        }
        opponents
    }

    /// For each candidate why the first one is recommended rather than this one: by the next round for those that are
    /// shown, by the ends of games as well for those that were asked about.
    fn reasons_of_moves(&self, analysis: &Analysis<G>, steps: &mut u64, stop: &AtomicBool) -> Vec<Option<Reason<G>>> {
        let mut reasons = vec![None; analysis.candidates.len()];
        let Some(first) = analysis.candidates.first() else {
            return reasons;
        };
        let against = |kind, other: &Candidate<G>| Reason {
            kind,
            against: Some(other.action),
        };
        let asked = self
            .asked
            .iter()
            .filter_map(|&place| self.candidate_at(analysis, place));
        let asked: Vec<usize> = asked.filter(|&place| place > 0).collect();
        let shown = ranking(analysis).into_iter().map(|ranked| ranked.place);
        let shown = shown
            .filter(|place| *place > 0 && !asked.contains(place))
            .take(REASONED);
        for place in shown {
            let other = &analysis.candidates[place];
            reasons[place] = self.by_round(first, other).map(|kind| against(kind, other));
        }
        for &place in &asked {
            let other = &analysis.candidates[place];
            let found = self.by_round(first, other);
            let found = found.or_else(|| self.by_end(first, other, steps, stop));
            reasons[place] = match found {
                Some(kind) => Some(against(kind, other)),
                None => modest(analysis, place),
            };
        }
        reasons
    }

    /// What the next round tells of a candidate against another.
    fn by_round(&self, first: &Candidate<G>, other: &Candidate<G>) -> Option<ReasonKind<G>> {
        let (first, other) = (self.place(first)?, self.place(other)?);
        let courses = self.round_courses(first, other);
        let before = |world: usize, deed: G::Action| self.before(world as u64, first, deed);
        reasons::by_round(&courses, &self.moves, before)
    }

    /// How the next round went after two moves, world by world.
    fn round_courses(&self, first: usize, other: usize) -> Vec<Pair<'_, G>> {
        self.rounds.iter().map(|world| (&world[first], &world[other])).collect()
    }

    /// Whether a reason for the first of the moves holds in the worlds that were sampled here, which need not be those
    /// that it was found in; none if it says nothing of games played on, or was found against a move that is not looked
    /// at here.
    pub fn holds(&self, reason: &Reason<G>, stop: &AtomicBool) -> Option<bool> {
        let against = reason.against?;
        let other = self.groups.iter().position(|group| group.contains(against))?;
        if !reason.kind.is_of_ends() {
            reasons::holds(&reason.kind, &self.round_courses(0, other))
        } else {
            let mut steps = self.samples.saturating_mul(STEPS_TO_END);
            let ends = self.ends(vec![0, other], &mut steps, stop);
            reasons::holds(&reason.kind, &ends.pairs(0, other))
        }
    }

    /// Plays a sampled world again after a move, as its course of the next round was played; `visit` sees each state
    /// with the step that comes next, and says whether to go on.
    fn replay(&self, world: u64, place: usize, mut visit: impl FnMut(&G, Step<G>) -> bool) {
        let mut rng = stream(self.seed, WORLD, world);
        let mut state = self.view.clone();
        state.determinize(Fill::All, &mut rng);
        state.apply(self.moves[place]);
        let mut legal = Vec::new();
        while let Some(step) = next_step(&state, &mut rng, &mut legal) {
            if !visit(&state, step) {
                break;
            }
            step.play(&mut state);
        }
    }

    /// The state in which something is decided in the next round after a move, in a world.
    fn before(&self, world: u64, place: usize, deed: G::Action) -> Option<G> {
        let mut found = None;
        self.replay(world, place, |state, step| {
            if state.turn() != self.view.turn() {
                return false;
            }
            let is_it = matches!(step, Step::Action(_, action) if action == deed);
            if is_it {
                found = Some(state.clone());
            }
            !is_it
        });
        // To let something go by is nothing that a move leads to.
        found.filter(|state| state.pass() != Some(deed))
    }

    /// What the ends of games tell of a candidate against another.
    fn by_end(
        &self,
        first: &Candidate<G>,
        other: &Candidate<G>,
        steps: &mut u64,
        stop: &AtomicBool,
    ) -> Option<ReasonKind<G>> {
        let (first, other) = (self.place(first)?, self.place(other)?);
        let ends = self.ends(vec![first, other], steps, stop);
        reasons::by_end(&ends.pairs(first, other))
    }

    /// How games went to their ends after some moves, world by world, as long as their share of the steps that are left
    /// lasts, unless `stop` is true.
    fn ends(&self, places: Vec<usize>, left: &mut u64, stop: &AtomicBool) -> Ends<G> {
        let most = (*left).min(self.samples.saturating_mul(STEPS_TO_END) / COMPARED as u64);
        let (mut courses, mut steps) = (Vec::new(), 0);
        for number in 0..self.samples {
            if steps >= most || stop.load(Ordering::Relaxed) {
                break;
            }
            let mut rng = stream(self.seed, "foresight/end", number);
            let mut world = self.view.clone();
            world.determinize(Fill::All, &mut rng);
            let mut to_end = |&place: &usize| {
                let action = self.moves[place];
                course(
                    &self.view,
                    self.seat,
                    &world,
                    action,
                    u32::MAX,
                    &mut rng.clone(),
                    &mut steps,
                )
            };
            courses.push(places.iter().map(&mut to_end).collect());
        }
        *left = left.saturating_sub(steps);
        Ends { places, courses }
    }

    /// What the next player should do after a move: what is decided in most worlds.
    fn next(&self, place: usize) -> Option<Next<G>> {
        let all = self.rounds.len();
        if all < LEAST_WORLDS || G::HEURISTIC.is_none() {
            return None;
        }
        let mut deeds: Vec<Deed<G>> = Vec::new();
        let mut worlds: Vec<usize> = (0..all).collect();
        while deeds.len() < MOST_NEXT {
            let mut choices: Vec<(Deed<G>, Vec<usize>)> = Vec::new();
            for &world in &worlds {
                let Some(&choice) = self.rounds[world][place].next.get(deeds.len()) else {
                    continue;
                };
                match choices.iter_mut().find(|(known, _)| *known == choice) {
                    Some((_, worlds)) => worlds.push(world),
                    None => choices.push((choice, vec![world])),
                }
            }
            let most = choices
                .into_iter()
                .max_by_key(|(_, worlds)| (worlds.len(), Reverse(worlds[0])));
            match most {
                Some((deed, agreeing)) if agreeing.len() as f64 >= LEAST_NEXT * all as f64 => {
                    deeds.push(deed);
                    worlds = agreeing;
                }
                _ => break,
            }
        }
        let &(seat, _) = deeds.first()?;
        let mut actions = Vec::new();
        self.replay(*worlds.first()? as u64, place, |state, step| {
            let deed = deeds.get(actions.len());
            if let (Some(&(seat, deed)), Step::Action(decider, action)) = (deed, step)
                && state.turn() > self.view.turn()
                && (seat, deed) == (decider, action)
            {
                actions.push((state.clone(), action));
            }
            actions.len() < deeds.len()
        });
        Some(Next {
            seat,
            actions,
            chance: worlds.len() as f64 / all as f64,
        })
    }

    /// What would change the advice: of the facts that come to light after the first candidate, the likeliest after
    /// which another one would surely have been better in the next round.
    fn change(&self, analysis: &Analysis<G>) -> Option<Change<G>> {
        let first = self.place(analysis.candidates.first()?)?;
        let mut facts: Vec<(G::Outcome, Vec<usize>)> = Vec::new();
        for (world, courses) in self.rounds.iter().enumerate() {
            let Some(fact) = courses[first].fact else { continue };
            match facts.iter_mut().find(|(known, _)| *known == fact) {
                Some((_, worlds)) => worlds.push(world),
                None => facts.push((fact, vec![world])),
            }
        }
        facts.retain(|(_, worlds)| (LEAST_WORLDS..self.rounds.len()).contains(&worlds.len()));
        facts.sort_by_key(|(_, worlds)| Reverse(worlds.len()));
        for (outcome, worlds) in facts {
            for other in &analysis.candidates[1..] {
                let Some(place) = self.place(other) else { continue };
                let courses = worlds.iter().map(|&world| {
                    let courses = &self.rounds[world];
                    (&courses[place], &courses[first])
                });
                let courses: Vec<Pair<'_, G>> = courses.collect();
                let Some(kind) = reasons::where_known(&courses) else {
                    continue;
                };
                let mut before = None;
                self.replay(worlds[0] as u64, first, |state, step| {
                    let is_it = matches!(step, Step::Chance(_));
                    if is_it {
                        before = Some(state.information_state(self.seat));
                    }
                    !is_it
                });
                return Some(Change {
                    before: Box::new(before?),
                    outcome,
                    chance: worlds.len() as f64 / self.rounds.len() as f64,
                    better: other.action,
                    kind,
                });
            }
        }
        None
    }

    /// Goes on with a line where the search left off: the expert decides, the likely happens. It ends with the turn and
    /// the draws that come with that, before a draw that nobody can foretell, where only another seat could tell what
    /// is decided, and in games without an expert at the first decision. Optional windows that did not open in the
    /// search are passed.
    fn extend(&self, candidate: &mut Candidate<G>) {
        let mut told = Telling::new(&self.view);
        told.state.apply(candidate.action);
        let mut outcomes = Vec::new();
        let mut is_open = true;
        for foreseen in std::mem::take(&mut candidate.line) {
            while let Node::Decision(seat) = told.state.node()
                && let Some(pass) = told.state.pass()
                && !is_next(&told.state, foreseen.step)
            {
                told.add(Foreseen::decision_in(&told.state, seat, pass));
            }
            // A window that cannot be passed leads elsewhere.
            if !is_next(&told.state, foreseen.step) {
                break;
            }
            let next = match foreseen.step {
                Step::Action(seat, action) => Some(Foreseen::decision_in(&told.state, seat, action)),
                Step::Chance(_) => self
                    .foretold(&told.state, &mut outcomes)
                    .filter(|next| next.step == foreseen.step),
            };
            is_open = next.is_some_and(|next| told.add(next));
            if !is_open {
                break;
            }
        }
        let mut rng = stream(self.seed, "foresight/line", 0);
        let mut legal = Vec::new();
        while is_open && told.line.len() < LONGEST_LINE {
            let state = &told.state;
            let next = match state.node() {
                Node::Terminal => None,
                Node::Chance => self.foretold(state, &mut outcomes),
                Node::Decision(_) if state.turn() != self.view.turn() => None,
                Node::Decision(seat) if !state.holds(seat) => None,
                Node::Decision(seat) => {
                    state.legal_actions(&mut legal);
                    let is_told = G::HEURISTIC.is_some() || legal.len() == 1;
                    is_told.then(|| Foreseen::decision_in(state, seat, by_the_expert(state, seat, &legal, &mut rng)))
                }
            };
            is_open = next.is_some_and(|next| told.add(next));
        }
        candidate.line = told.line;
    }

    /// What comes out at a draw, if that can be said: the likeliest outcome, if it is likely, no other is as likely,
    /// and the seat sees it.
    fn foretold(&self, state: &G, outcomes: &mut Vec<(G::Outcome, f64)>) -> Option<Foreseen<G>> {
        state.outcomes(outcomes);
        let likeliest = Foreseen::likeliest(outcomes)?;
        let as_likely = outcomes.iter().filter(|(_, chance)| *chance > likeliest.chance - 1e-9);
        let is_seen =
            |step: Step<G>| matches!(step, Step::Chance(outcome) if state.observed(outcome, self.seat) == outcome);
        let is_clear = likeliest.chance >= LIKELY && as_likely.count() == 1 && is_seen(likeliest.step);
        (is_clear || outcomes.len() == 1).then_some(likeliest)
    }

    /// Fills in the branches of the first candidate and of those that were asked about, and of no other.
    fn fork(&self, analysis: &mut Analysis<G>) {
        let asked: Vec<usize> = self
            .asked
            .iter()
            .filter_map(|&place| self.candidate_at(analysis, place))
            .collect();
        for (place, candidate) in analysis.candidates.iter_mut().enumerate() {
            candidate.branches.clear();
            if place == 0 || asked.contains(&place) {
                let mut state = self.view.clone();
                state.apply(candidate.action);
                candidate
                    .line
                    .iter()
                    .for_each(|foreseen| foreseen.step.play(&mut state));
                candidate.branches = self.branches(&state);
            }
        }
    }

    /// What follows the outcomes of a draw, if it ends a line within the turn: outcomes after which the expert decides
    /// the same are one branch.
    fn branches(&self, state: &G) -> Vec<Branch<G>> {
        let mut outcomes = Vec::new();
        if state.node() == Node::Chance && state.turn() == self.view.turn() && G::HEURISTIC.is_some() {
            state.outcomes(&mut outcomes);
        }
        if outcomes.len() > MOST_OUTCOMES {
            return Vec::new();
        }
        // As the seat sees them: an outcome, one that looks like it, and the chance of all that do.
        let mut seen: Vec<(G::Outcome, G::Outcome, f64)> = Vec::new();
        for (outcome, chance) in outcomes {
            let observed = state.observed(outcome, self.seat);
            match seen.iter_mut().find(|(known, ..)| *known == observed) {
                Some((.., sum)) => *sum += chance,
                None => seen.push((observed, outcome, chance)),
            }
        }
        if seen.len() < 2 {
            return Vec::new();
        }
        seen.sort_by(|(.., one), (.., other)| other.total_cmp(one));
        let (mut branches, mut is_whole): (Vec<Branch<G>>, bool) = (Vec::new(), true);
        for (outcome, sample, chance) in seen {
            let Some(line) = self.after(state, sample) else {
                is_whole = false;
                continue;
            };
            match branches.iter_mut().find(|branch| told(&branch.line).eq(told(&line))) {
                Some(branch) => {
                    branch.outcomes.push(outcome);
                    branch.chance += chance;
                }
                None => branches.push(Branch {
                    outcomes: vec![outcome],
                    sample,
                    chance,
                    is_rest: false,
                    line,
                }),
            }
        }
        branches.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        is_whole &= branches.len() <= MOST_BRANCHES;
        branches.truncate(MOST_BRANCHES);
        let total: f64 = branches.iter().map(|branch| branch.chance).sum();
        if total < LEAST_BRANCHED {
            return Vec::new();
        }
        // What has most outcomes is said in the fewest words by the others.
        let longest = (0..branches.len()).max_by_key(|&place| branches[place].outcomes.len());
        if let Some(longest) = longest.filter(|_| is_whole) {
            let rest = branches.remove(longest);
            branches.push(Branch { is_rest: true, ..rest });
        }
        branches
    }

    /// What follows an outcome of a draw up to the first choice; none if nobody has one before the turn ends or
    /// something else is drawn that cannot be foretold.
    fn after(&self, state: &G, outcome: G::Outcome) -> Option<Vec<Foreseen<G>>> {
        let mut told = Telling::new(state);
        told.state.resolve(outcome);
        let mut rng = stream(self.seed, "foresight/branch", 0);
        let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
        for _ in 0..FORCED {
            let state = &told.state;
            let (next, is_choice) = match state.node() {
                Node::Chance => (self.foretold(state, &mut outcomes)?, false),
                Node::Decision(seat) if state.turn() == self.view.turn() && state.holds(seat) => {
                    state.legal_actions(&mut legal);
                    let next = Foreseen::decision_in(state, seat, by_the_expert(state, seat, &legal, &mut rng));
                    let is_choice = legal.len() > 1 && !next.is_pass;
                    (next, is_choice)
                }
                Node::Decision(_) | Node::Terminal => return None,
            };
            if !told.add(next) {
                return None;
            }
            if is_choice {
                return Some(told.line);
            }
        }
        None
    }
}

/// The steps of a line that people are told.
fn told<G: Game>(line: &[Foreseen<G>]) -> impl Iterator<Item = Step<G>> {
    line.iter()
        .filter(|foreseen| !foreseen.is_pass)
        .map(|foreseen| foreseen.step)
}

/// How a candidate stands to the first one.
fn standing<G: Game>(analysis: &Analysis<G>, place: usize) -> Standing {
    Standing::of(place, &analysis.candidates)
}

/// Why the first candidate is recommended rather than another one, where nothing is known but their values.
fn modest<G: Game>(analysis: &Analysis<G>, place: usize) -> Option<Reason<G>> {
    let kind = match standing(analysis, place) {
        _ if !analysis.is_estimated() => return None,
        Standing::Worse => ReasonKind::Value,
        Standing::Same => ReasonKind::Same,
        Standing::First | Standing::Better | Standing::Equal => ReasonKind::Open { others: 1 },
    };
    Some(Reason {
        kind,
        against: Some(analysis.candidates[place].action),
    })
}

/// Whether a candidate is worth the same as another before it. With the first one only those are tied that were
/// compared with it about as well as it was itself: a move that dropped out early was the same in few worlds.
fn is_tied<G: Game>(analysis: &Analysis<G>, one: usize, other: usize) -> bool {
    let (first, second) = (&analysis.candidates[one], &analysis.candidates[other]);
    match one {
        _ if one == other => true,
        0 => standing(analysis, other) == Standing::Same && 2 * second.visits >= first.visits,
        _ => {
            let figures = |of: &Candidate<G>| (of.difference, of.worth_difference, of.best);
            figures(first) == figures(second)
        }
    }
}

/// A line that is being written.
struct Telling<G: Game> {
    /// The state after it.
    state: G,
    line: Vec<Foreseen<G>>,
    /// The windows that went by since the last step that people are told.
    windows: Vec<G>,
}

impl<G: Game> Telling<G> {
    fn new(state: &G) -> Telling<G> {
        Telling {
            state: state.clone(),
            line: Vec::new(),
            windows: Vec::new(),
        }
    }

    /// Plays a step and notes it. False, and nothing is done, if people could not tell it from a reaction in a window
    /// that went by before it: whoever enters it would enter something else.
    fn add(&mut self, foreseen: Foreseen<G>) -> bool {
        match foreseen.step {
            Step::Action(_, action) if !foreseen.is_pass => {
                if self.windows.iter().any(|window| window.accepts(action)) {
                    return false;
                }
                self.windows.clear();
            }
            Step::Action(..) => self.windows.push(self.state.clone()),
            Step::Chance(_) => self.windows.clear(),
        }
        foreseen.step.play(&mut self.state);
        self.line.push(foreseen);
        true
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

/// How the next round goes after each move in one world, with the same dice for all, everybody playing on by the
/// expert, at random in a game without one.
fn round_in_world<G: Heuristics>(view: &G, seat: Seat, moves: &[G::Action], rng: &mut Generator) -> Vec<Course<G>> {
    let mut world = view.clone();
    world.determinize(Fill::All, rng);
    let round = view.turn() + view.turns_per_round();
    let course = |&action: &G::Action| course(view, seat, &world, action, round, &mut rng.clone(), &mut 0);
    moves.iter().map(course).collect()
}

/// How a game goes on in a world after a move of a seat until a turn, or its end. `steps` counts those that were
/// played.
fn course<G: Heuristics>(
    view: &G,
    seat: Seat,
    world: &G,
    action: G::Action,
    until: u32,
    dice: &mut Generator,
    steps: &mut u64,
) -> Course<G> {
    let mut after = world.clone();
    after.apply(action);
    let (mut legal, mut deeds, mut is_drawn, mut fact) = (Vec::new(), Vec::new(), false, None);
    // Who decides first in a later turn, and in which.
    let mut later: Option<(u32, Seat)> = None;
    let mut next = Vec::new();
    while after.turn() < until
        && let Some(step) = next_step(&after, dice, &mut legal)
    {
        match step {
            Step::Action(_, deed) if after.turn() == view.turn() => {
                if deeds.len() < DEEDS {
                    deeds.push(deed);
                }
            }
            Step::Action(decider, deed) => {
                let now = (after.turn(), decider);
                let is_choice = legal.len() > 1 && after.pass() != Some(deed);
                if *later.get_or_insert(now) == now && is_choice && next.len() < MOST_NEXT {
                    next.push((decider, deed));
                }
            }
            Step::Chance(outcome) => {
                if deeds.is_empty() && !is_drawn {
                    fact = fact_in(&after, outcome, seat);
                }
                is_drawn |= deeds.is_empty();
            }
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
        fact,
        next,
    }
}

/// What comes to light in a world where an outcome is drawn, as a seat sees it, if the world holds it already; none
/// where chance decides only now.
fn fact_in<G: Game>(world: &G, outcome: G::Outcome, seat: Seat) -> Option<G::Outcome> {
    let mut outcomes = Vec::new();
    world.outcomes(&mut outcomes);
    (outcomes.len() == 1).then(|| world.observed(outcome, seat))
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
