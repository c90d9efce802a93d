//! A simulation in three steps: down the tree to a leaf, a new node and the worth of the leaf, and back up.
//!
//! An evaluator that answers many positions at a time gets the leaves of several simulations at once.

use std::collections::hash_map::Entry;
use std::iter;
use std::mem;
use std::ops::Range;

use heist_engine::game::{Fill, Game, Node, Seat};

use super::draws::Draws;
use super::growth::{ChanceRule, Formula, Kind, Partners};
use super::improved::{Improvement, Tried};
use super::leaves::{Choice, Judge};
use super::node::{Branching, Move};
use super::{DEEPEST, ROOT, SPARE, Tree, Way};
use crate::analysis::Moments;
use crate::evaluator::Query;

/// A simulation on its way: it has come to a leaf, whose worth is not known yet.
struct Descent<G: Game> {
    leaf: G,
    /// Who decides there, unless it is an end.
    seat: Seat,
    /// The new node of the leaf, whose moves have no priors yet.
    grown: Option<u32>,
    /// Its part of the path.
    path: Range<usize>,
}

/// What is found where a simulation goes.
enum Found {
    /// A node from before.
    Known(u32),
    /// A new node.
    Grown(u32),
    /// No node, and no room for one; or a new one of a simulation that still waits.
    Leaf,
}

impl<G: Game> Tree<G> {
    /// Some simulations.
    pub fn simulate(&mut self, count: usize) {
        self.simulate_all(iter::repeat_n(None, count));
    }

    /// A simulation for each of these moves of the root, by their places in [`Tree::root`], that begins with it.
    pub fn simulate_moves(&mut self, moves: &[usize]) {
        self.simulate_all(moves.iter().map(|&place| Some(place)));
    }

    /// Simulations that begin with a move of the root, or with the one that the formula selects.
    fn simulate_all(&mut self, mut first: impl ExactSizeIterator<Item = Option<usize>>) {
        match self.judge.clone() {
            None => first.for_each(|first| self.simulate_one(first)),
            Some(judge) => {
                while first.len() > 0 {
                    self.simulate_batch(&judge, first.by_ref().take(judge.size));
                }
            }
        }
    }

    fn simulate_one(&mut self, first: Option<usize>) {
        self.path.clear();
        let Descent {
            ref leaf,
            seat,
            grown,
            ref path,
        } = self.descend(first);
        if let Some(place) = grown {
            // Its moves were listed just now.
            self.expand_listed(place, leaf, seat);
        }
        let turn = self.view.turn();
        let value = self.growth.leaf.value(leaf, seat, turn, &mut self.rng, &mut self.legal);
        self.back_up(grown, path.clone(), value);
    }

    /// As many simulations, whose leaves are valued together. While they wait they count as losses, so that they
    /// differ.
    fn simulate_batch(&mut self, judge: &Judge<G>, mut first: impl ExactSizeIterator<Item = Option<usize>>) {
        self.path.clear();
        let mut descents = Vec::with_capacity(first.len());
        while let Some(begins_with) = first.next() {
            let descent = self.descend(begins_with);
            if first.len() > 0 {
                for choice in self.path[descent.path.clone()].iter().filter(|choice| choice.counts) {
                    *self.waiting.entry((choice.place, choice.chosen)).or_default() += 1;
                }
                self.unknown.extend(descent.grown);
            }
            descents.push(descent);
        }
        self.waiting.clear();
        self.unknown.clear();
        for (value, descent) in self.judge(judge, &descents).into_iter().zip(descents) {
            self.back_up(descent.grown, descent.path, value);
        }
    }

    /// The worth of leaves; new nodes get their priors.
    fn judge(&mut self, judge: &Judge<G>, descents: &[Descent<G>]) -> Vec<f64> {
        let results: Vec<Option<f64>> = descents.iter().map(|descent| descent.leaf.reward()).collect();
        let legal = |descent: &Descent<G>| match descent.grown.filter(|_| judge.predicts) {
            Some(place) => self.branchings[place as usize]
                .moves
                .iter()
                .map(|known| known.action)
                .collect(),
            None => Vec::new(),
        };
        let legal: Vec<Vec<G::Action>> = descents.iter().map(legal).collect();
        let asked = || (0..descents.len()).filter(|&number| results[number].is_none());
        let queries: Vec<Query<'_, G>> = asked()
            .map(|number| Query {
                state: &descents[number].leaf,
                seat: descents[number].seat,
                legal: &legal[number],
            })
            .collect();
        let mut answers = mem::take(&mut self.answers);
        if !queries.is_empty() {
            judge.evaluator.evaluate(&queries, &mut self.rng, &mut answers);
        }
        let mut values: Vec<f64> = results.iter().map(|value| value.unwrap_or_default()).collect();
        for (query, number) in asked().enumerate() {
            values[number] = answers.value(query);
            let descent = &descents[number];
            match descent.grown {
                Some(place) if judge.predicts => {
                    self.priors.clear();
                    self.priors.extend(answers.priors(query));
                    self.set_priors(place, likeliest(&self.priors));
                }
                Some(place) => self.expand(place, &descent.leaf, descent.seat),
                None => {}
            }
        }
        self.answers = answers;
        values
    }

    /// From the root to a leaf.
    fn descend(&mut self, first: Option<usize>) -> Descent<G> {
        self.simulations += 1;
        self.first = first;
        let begin = self.path.len();
        self.ways.clear();
        self.ways.resize(self.observers(), Way::default());
        // Every other one is for the partners' nodes, where they have any that differ.
        let is_partners = self.teaches_partners() && self.simulations.is_multiple_of(2);
        let mut descent = Descent {
            leaf: self.first_state(is_partners),
            seat: self.seat,
            grown: None,
            path: begin..begin,
        };
        let state = &mut descent.leaf;
        let mut at = if is_partners { None } else { Some(ROOT) };
        loop {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = self.draw(state);
                    if self.growth.kind == Kind::Observers {
                        for (seat, way) in Seat::all(state.seats()).zip(&mut self.ways) {
                            way.add(&state.observed(outcome, seat));
                        }
                    }
                    state.resolve(outcome);
                    at = None;
                }
                Node::Decision(seat) => {
                    descent.seat = seat;
                    let place = match at {
                        Some(place) => place,
                        None if self.is_left_to_expert(seat) => {
                            let action = self.expert_choice(state, seat);
                            self.take(state, action);
                            continue;
                        }
                        None => match self.find(state, seat, self.path.len() - begin) {
                            Found::Known(place) => place,
                            Found::Grown(place) if self.branchings[place as usize].moves.len() == 1 => place,
                            Found::Grown(place) => {
                                descent.grown = Some(place);
                                break;
                            }
                            Found::Leaf => break,
                        },
                    };
                    if self.path.len() - begin == DEEPEST {
                        break;
                    }
                    let chosen = self.select(place, state, seat);
                    let action = self.branchings[place as usize].moves[chosen].action;
                    self.path.push(Choice {
                        place,
                        chosen: chosen as u32,
                        counts: self.counts(seat, is_partners),
                    });
                    self.take(state, action);
                    at = None;
                }
            }
        }
        descent.path.end = self.path.len();
        descent
    }

    /// The moves of a new node get the priors of the evaluator.
    pub(super) fn expand(&mut self, place: u32, state: &G, seat: Seat) {
        let moves = &self.branchings[place as usize].moves;
        self.legal.clear();
        self.legal.extend(moves.iter().map(|known| known.action));
        self.expand_listed(place, state, seat);
    }

    /// The same where `legal` has the moves of the node.
    fn expand_listed(&mut self, place: u32, state: &G, seat: Seat) {
        if self.has_expert && self.legal.len() > 1 {
            let home = self.predict(state, seat);
            self.set_priors(place, home);
        }
    }

    /// The value of a leaf counts for every decision on the way to it.
    fn back_up(&mut self, grown: Option<u32>, path: Range<usize>, value: f64) {
        if let Some(own) = grown.and_then(|place| self.own_values.get_mut(place as usize)) {
            *own = value;
        }
        for &Choice { place, chosen, .. } in self.path[path].iter().filter(|choice| choice.counts) {
            let node = &mut self.branchings[place as usize];
            node.values.add(value);
            node.moves[chosen as usize].values.add(value);
        }
    }

    /// Whether partners decide by a search and know other things than the searching seat. In a world that all know they
    /// do not. Then every other simulation is for them.
    pub fn teaches_partners(&self) -> bool {
        self.growth.kind != Kind::World && self.growth.partners == Partners::Search && self.is_private
    }

    /// Whether a simulation says anything about the moves of a node of this seat: those in worlds sampled for the
    /// partners count for the partners' nodes, the others for the searching seat's. An information state stands for
    /// itself whatever the worlds are for.
    fn counts(&self, seat: Seat, is_partners: bool) -> bool {
        if seat == self.seat {
            self.growth.kind == Kind::Closed || !is_partners
        } else {
            is_partners || !self.teaches_partners()
        }
    }

    fn is_left_to_expert(&self, seat: Seat) -> bool {
        let is_partner = self.growth.kind == Kind::Observers && seat != self.seat;
        is_partner && self.growth.partners == Partners::Expert && self.has_expert
    }

    /// Where a simulation begins: a world as the searching seat sees it; one for the partners' nodes is sampled after
    /// the move, as anybody sees it.
    fn first_state(&mut self, is_partners: bool) -> G {
        if let Some(world) = &self.world {
            return world.clone();
        }
        let mut world = self.view.clone();
        let fill = match self.growth.kind {
            Kind::Observers => Fill::All,
            _ => Fill::Private,
        };
        if is_partners {
            let chosen = self.select(ROOT, &world, self.seat);
            let action = self.branchings[ROOT as usize].moves[chosen].action;
            self.take(&mut world, action);
            let other = Seat::all(world.seats()).find(|&seat| seat != self.seat);
            world = world.information_state(other.unwrap_or(self.seat));
            // What anybody believes who is none of the players.
            world.determinize(fill, &mut self.rng);
            return world;
        }
        self.growth.belief.fill(&mut world, self.seat, fill, &mut self.rng);
        world
    }

    /// A decision is taken, seen by all.
    fn take(&mut self, state: &mut G, action: G::Action) {
        self.ways.iter_mut().for_each(|way| way.add(&action));
        state.apply(action);
    }

    /// The evaluator's move among the legal ones; the first where it prefers none.
    fn expert_choice(&mut self, state: &G, seat: Seat) -> G::Action {
        state.legal_actions(&mut self.legal);
        match &self.legal[..] {
            legal @ [_, _, ..] if self.has_expert => self.growth.evaluator.choose(state, seat, legal, &mut self.rng),
            legal => legal[0],
        }
    }

    /// Replaces `priors` by those of the moves in `legal`, two at least; returns the place of the move that the
    /// evaluator plays.
    fn predict(&mut self, state: &G, seat: Seat) -> usize {
        let (evaluator, legal) = (&self.growth.evaluator, &self.legal);
        self.priors.clear();
        match self.growth.prior {
            None => {
                evaluator.add_priors(state, seat, legal, &mut self.rng, &mut self.priors);
                likeliest(&self.priors)
            }
            Some(prior) => {
                let choice = evaluator.choose(state, seat, legal, &mut self.rng);
                let rest = (1.0 - prior) / (legal.len() - 1) as f64;
                let share = |&action: &G::Action| if action == choice { prior } else { rest } as f32;
                self.priors.extend(legal.iter().map(share));
                let place = legal.iter().position(|&action| action == choice);
                place.expect("an evaluator chooses a legal action")
            }
        }
    }

    /// The moves of a node get these priors, and the one at the place `home` comes first; the others stay in the game's
    /// order.
    fn set_priors(&mut self, place: u32, home: usize) {
        let moves = &mut self.branchings[place as usize].moves;
        for (known, &prior) in moves.iter_mut().zip(&self.priors) {
            known.prior = prior;
        }
        moves[..=home].rotate_right(1);
    }

    /// The node of a decision, `depth` decisions from the root, made if it is new and there is room.
    fn find(&mut self, state: &G, seat: Seat, depth: usize) -> Found {
        let key = self.key(state, seat, &self.ways);
        if let Some(&place) = self.places.get(&key) {
            return if self.unknown.contains(&place) {
                Found::Leaf
            } else {
                Found::Known(place)
            };
        }
        if self.is_full() {
            return Found::Leaf;
        }
        self.depth = self.depth.max(depth as u32);
        state.legal_actions(&mut self.legal);
        let place = self.branch();
        self.places.insert(key, place);
        Found::Grown(place)
    }

    /// A new node of the moves in `legal`.
    pub(super) fn branch(&mut self) -> u32 {
        let even = 1.0 / self.legal.len() as f64;
        let moves: Vec<Move<G>> = self.legal.iter().map(|&action| Move::new(action, even)).collect();
        let mut table = size_of::<Branching<G>>() + size_of::<(u64, u32)>();
        if matches!(self.growth.formula, Formula::Improved(_)) {
            self.own_values.push(f64::NAN);
            table += size_of::<f64>();
        }
        self.taken += moves.capacity() * size_of::<Move<G>>() + SPARE * table;
        self.branchings.push(Branching {
            moves,
            values: Moments::default(),
        });
        self.branchings.len() as u32 - 1
    }

    /// The move to try, as a place in the node's list.
    fn select(&mut self, place: u32, state: &G, seat: Seat) -> usize {
        if let Some(first) = self.first.filter(|_| place == ROOT) {
            self.branchings[ROOT as usize].moves[first].available += 1;
            return first;
        }
        // In these a node stands for states that differ in what is legal.
        let varies = place != ROOT && matches!(self.growth.kind, Kind::Open | Kind::Observers);
        let mut is_predicted = false;
        if varies {
            state.legal_actions(&mut self.legal);
            let node = &mut self.branchings[place as usize];
            let even = 1.0 / self.legal.len() as f64;
            let before = node.moves.capacity();
            for &action in &self.legal {
                if !node.moves.iter().any(|known| known.action == action) {
                    node.moves.push(Move::new(action, even));
                }
            }
            self.taken += (node.moves.capacity() - before) * size_of::<Move<G>>();
            // Where they differ in what the seat holds, so does what the evaluator would do.
            let has_priors = self.has_expert && !matches!(self.growth.formula, Formula::Uct { .. });
            is_predicted = has_priors && self.is_private && self.legal.len() > 1;
            if is_predicted {
                self.predict(state, seat);
            }
        }
        let list = varies.then_some(is_predicted);
        let mut best = (0, f64::NEG_INFINITY);
        let mut compare = |number, score| {
            if score > best.1 {
                best = (number, score);
            }
        };
        match self.growth.formula {
            Formula::Uct { exploration } => self.each_choice(place, list, |number, known, waiting| {
                compare(number, known.uct(exploration, waiting));
            }),
            Formula::Puct { exploration } => {
                let untried = self.branchings[place as usize].values.mean();
                self.each_choice(place, list, |number, known, waiting| {
                    compare(number, known.puct(exploration, untried, waiting));
                });
            }
            Formula::Improved(improvement) => return self.select_improved(place, list, improvement),
        }
        best.0
    }

    /// [`select`](Tree::select) by an improved policy.
    fn select_improved(&mut self, place: u32, list: Option<bool>, improvement: Improvement) -> usize {
        let (mut tried, mut listed) = (mem::take(&mut self.tried), mem::take(&mut self.listed));
        tried.clear();
        listed.clear();
        self.each_choice(place, list, |number, known, waiting| {
            let (visits, value) = known.tried(waiting);
            let prior = known.prior;
            tried.push(Tried { prior, visits, value });
            listed.push(number);
        });
        let own = self.own_values[place as usize];
        let chosen = listed[improvement.select(&tried, own, &mut self.policy)];
        (self.tried, self.listed) = (tried, listed);
        chosen
    }

    /// Every move of a node that can be tried, with its place and how many simulations wait that have tried it. With a
    /// `list` these are the moves in `legal`, and if it is true they get the priors of this state.
    #[inline(always)]
    fn each_choice(&mut self, place: u32, list: Option<bool>, mut choice: impl FnMut(usize, &Move<G>, u32)) {
        let is_anyone_waiting = !self.waiting.is_empty();
        for (number, known) in self.branchings[place as usize].moves.iter_mut().enumerate() {
            if let Some(is_predicted) = list {
                let Some(legal) = self.legal.iter().position(|&action| action == known.action) else {
                    continue;
                };
                if is_predicted {
                    known.prior = self.priors[legal];
                }
            }
            known.available += 1;
            let waiting = if is_anyone_waiting {
                self.waiting.get(&(place, number as u32)).copied().unwrap_or(0)
            } else {
                0
            };
            choice(number, known, waiting);
        }
    }

    /// The outcome that a simulation meets.
    fn draw(&mut self, state: &G) -> G::Outcome {
        let counted = matches!(self.growth.kind, Kind::Closed | Kind::World);
        if !counted || self.growth.chance == ChanceRule::Sample {
            return state.sample(&mut self.rng);
        }
        let key = state.key();
        let is_full = self.is_full();
        let draws = match self.draws.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(_) if is_full => return state.sample(&mut self.rng),
            Entry::Vacant(new) => {
                let draws = Draws::new(state);
                self.taken += draws.memory() + SPARE * size_of::<(u64, Draws<G>)>();
                new.insert(draws)
            }
        };
        match self.growth.chance {
            ChanceRule::Widen { exponent } => draws.widen(state, exponent, &mut self.rng),
            _ => draws.spread(),
        }
    }
}

/// The place of the greatest prior, the first of equals.
fn likeliest(priors: &[f32]) -> usize {
    let places = (0..priors.len()).rev();
    let likeliest = places.max_by(|&a, &b| priors[a].total_cmp(&priors[b]));
    likeliest.expect("a decision has a move")
}
