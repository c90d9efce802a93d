//! A search tree: decisions with the statistics of their moves, found by a key.
//!
//! There are no links between nodes. A simulation carries the state along, and the state, or the way it came, gives the key
//! of the next node: so states that are reached on several ways share a node, and chance needs no nodes of its own unless its
//! outcomes are counted.

mod draws;
mod growth;

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::Generator;
use heist_engine::record::Step;
use rustc_hash::{FxHashMap, FxHasher};

use super::holds_all;
use crate::analysis::{Foreseen, Moments};
use draws::Draws;
pub use growth::{ChanceRule, Formula, Growth, Kind, Partners};

/// By how much tables are larger than what they hold, at most: they grow by doubling.
const SPARE: usize = 2;

/// No simulation takes more decisions than this inside a tree.
const DEEPEST: usize = 256;

/// Bytes that a node may take on average: a tree that has taken more is full as if it had all its nodes. So a search has a
/// known maximum of memory, whatever the game. Measured are 150 to 400.
pub const BYTES_PER_NODE: usize = 1024;

/// The place of the first decision.
const ROOT: u32 = 0;

/// A decision.
struct Branching<G: Game> {
    moves: Vec<Move<G>>,
    values: Moments,
}

/// A move of a decision.
#[derive(Clone, Copy)]
struct Move<G: Game> {
    action: G::Action,
    prior: f32,
    /// Simulations that could have tried it.
    available: u32,
    values: Moments,
}

/// A move of the root with what its simulations came to.
#[derive(Clone, Copy, Debug)]
pub struct RootMove<G: Game> {
    /// The move.
    pub action: G::Action,
    /// Values of the simulations that began with it.
    pub values: Moments,
}

impl<G: Game> Move<G> {
    fn new(action: G::Action, prior: f64) -> Move<G> {
        Move {
            action,
            prior: prior as f32,
            available: 0,
            values: Moments::default(),
        }
    }

    /// The score by UCB1; infinite before the first try.
    fn uct(&self, exploration: f64) -> f64 {
        match self.values.count() {
            0 => f64::INFINITY,
            tries => self.values.mean() + exploration * (f64::from(self.available).ln() / tries as f64).sqrt(),
        }
    }

    /// The score by PUCT; `untried` is the value before the first try.
    fn puct(&self, exploration: f64, untried: f64) -> f64 {
        let tries = self.values.count();
        let mean = if tries == 0 { untried } else { self.values.mean() };
        mean + exploration * f64::from(self.prior) * f64::from(self.available).sqrt() / (1.0 + tries as f64)
    }
}

/// The decisions and observations that led somewhere, as a hash.
#[derive(Clone, Copy, Default, Debug)]
struct Way(u64);

impl Way {
    fn add(&mut self, step: &impl Hash) {
        let mut hasher = FxHasher::default();
        (self.0, step).hash(&mut hasher);
        // A way never gets the hash of no way.
        self.0 = hasher.finish().max(1);
    }
}

/// What is found where a simulation goes.
enum Found {
    /// A node from before.
    Known(u32),
    /// A new node.
    Grown(u32),
    /// No node, and no room for one.
    Full,
}

/// Whether another seat knows what the searching one does not, or the searching one what another does not. To a clairvoyant
/// nothing is private.
fn is_private<G: Game>(view: &G, seat: Seat) -> bool {
    let is_clairvoyant = view.information_state(seat) != *view;
    !is_clairvoyant && (!holds_all(view) || Seat::all(view.seats()).any(|other| view.information_state(other) != *view))
}

/// A tree over one decision.
pub struct Tree<G: Game> {
    view: G,
    seat: Seat,
    growth: Growth<G>,
    /// Whether the evaluator of `growth` predicts moves.
    has_expert: bool,
    /// The world of [`Kind::World`].
    world: Option<G>,
    branchings: Vec<Branching<G>>,
    places: FxHashMap<u64, u32>,
    draws: FxHashMap<u64, Draws<G>>,
    /// Decisions and chance nodes at most.
    limit: usize,
    /// Bytes taken so far, with room to spare.
    taken: usize,
    depth: u32,
    rng: Generator,
    path: Vec<Choice>,
    /// The ways of a simulation: as each seat sees it, where nodes depend on that; one for all otherwise.
    ways: Vec<Way>,
    legal: Vec<G::Action>,
    /// As [`is_private`] says.
    is_private: bool,
    simulations: u64,
}

/// A decision that a simulation went through.
#[derive(Clone, Copy)]
struct Choice {
    place: u32,
    chosen: u32,
    /// Whether its result says anything about the move.
    counts: bool,
}

impl<G: Game> Tree<G> {
    /// A tree of at most `limit` nodes over a decision of `seat` among `legal`.
    pub fn new(
        growth: Growth<G>,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        limit: usize,
        mut rng: Generator,
    ) -> Tree<G> {
        let world = (growth.kind == Kind::World).then(|| {
            let mut world = view.clone();
            growth.belief.fill(&mut world, seat, Fill::All, &mut rng);
            world
        });
        let mut tree = Tree {
            view: view.clone(),
            seat,
            has_expert: growth.evaluator.answers().priors,
            growth,
            world,
            branchings: Vec::new(),
            places: FxHashMap::default(),
            draws: FxHashMap::default(),
            limit,
            taken: 0,
            depth: 0,
            rng,
            path: Vec::new(),
            ways: Vec::new(),
            legal: legal.to_vec(),
            is_private: is_private(view, seat),
            simulations: 0,
        };
        tree.branch(view, seat);
        tree
    }

    /// Simulations so far, those for the partners' nodes included.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Decisions and chance nodes.
    pub fn nodes(&self) -> usize {
        self.branchings.len() + self.draws.len()
    }

    /// Whether no node may be added.
    fn is_full(&self) -> bool {
        self.nodes() >= self.limit || self.taken >= self.limit.saturating_mul(BYTES_PER_NODE)
    }

    /// Decisions from the root to the deepest one.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Bytes taken, the tables' spare room included.
    pub fn memory(&self) -> usize {
        let moves: usize = self.branchings.iter().map(|node| node.moves.capacity()).sum();
        let outcomes: usize = self.draws.values().map(Draws::memory).sum();
        self.branchings.capacity() * size_of::<Branching<G>>()
            + self.places.capacity() * size_of::<(u64, u32)>()
            + self.draws.capacity() * size_of::<(u64, Draws<G>)>()
            + moves * size_of::<Move<G>>()
            + outcomes
    }

    /// The moves of the root, in the order they were given.
    pub fn root(&self) -> impl Iterator<Item = RootMove<G>> + '_ {
        self.branchings[ROOT as usize].moves.iter().map(|known| RootMove {
            action: known.action,
            values: known.values,
        })
    }

    /// One simulation.
    pub fn simulate(&mut self) {
        self.simulations += 1;
        self.path.clear();
        self.ways.clear();
        self.ways.resize(self.observers(), Way::default());
        // Every other one is for the partners' nodes, where they have any that differ.
        let is_partners = self.teaches_partners() && self.simulations.is_multiple_of(2);
        let mut state = self.first_state(is_partners);
        let mut at = if is_partners { None } else { Some(ROOT) };
        // Who decides at the leaf.
        let mut deciding = self.seat;
        loop {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = self.draw(&state);
                    if self.growth.kind == Kind::Observers {
                        for (seat, way) in Seat::all(state.seats()).zip(&mut self.ways) {
                            way.add(&state.observed(outcome, seat));
                        }
                    }
                    state.resolve(outcome);
                    at = None;
                }
                Node::Decision(seat) => {
                    deciding = seat;
                    let place = match at {
                        Some(place) => place,
                        None if self.is_left_to_expert(seat) => {
                            let action = self.expert_choice(&state, seat);
                            self.take(&mut state, action);
                            continue;
                        }
                        None => match self.find(&state, seat) {
                            Found::Known(place) => place,
                            Found::Grown(place) if self.branchings[place as usize].moves.len() == 1 => place,
                            Found::Grown(_) | Found::Full => break,
                        },
                    };
                    if self.path.len() == DEEPEST {
                        break;
                    }
                    let chosen = self.select(place, &state, seat);
                    let action = self.branchings[place as usize].moves[chosen].action;
                    self.path.push(Choice {
                        place,
                        chosen: chosen as u32,
                        counts: self.counts(seat, is_partners),
                    });
                    self.take(&mut state, action);
                    at = None;
                }
            }
        }
        let turn = self.view.turn();
        let value = self
            .growth
            .leaf
            .value(state, deciding, turn, &mut self.rng, &mut self.legal);
        for &Choice { place, chosen, .. } in self.path.iter().filter(|choice| choice.counts) {
            let node = &mut self.branchings[place as usize];
            node.values.add(value);
            node.moves[chosen as usize].values.add(value);
        }
    }

    /// How many ways are distinguished.
    fn observers(&self) -> usize {
        match self.growth.kind {
            Kind::Observers => self.view.seats(),
            _ => 1,
        }
    }

    /// Whether partners decide by a search and know other things than the searching seat. In a world that all know they
    /// do not.
    fn teaches_partners(&self) -> bool {
        self.growth.kind != Kind::World && self.growth.partners == Partners::Search && self.is_private
    }

    /// Whether a simulation says anything about the moves of a node of this seat: those in worlds sampled for the
    /// partners count for the partners' nodes, the others for the searching seat's. An information state stands for itself
    /// whatever the worlds are for.
    fn counts(&self, seat: Seat, is_partners: bool) -> bool {
        match seat == self.seat {
            true => self.growth.kind == Kind::Closed || !is_partners,
            false => is_partners || !self.teaches_partners(),
        }
    }

    fn is_left_to_expert(&self, seat: Seat) -> bool {
        let is_partner = self.growth.kind == Kind::Observers && seat != self.seat;
        is_partner && self.growth.partners == Partners::Expert && self.has_expert
    }

    /// Where a simulation begins: a world as the searching seat sees it; one for the partners' nodes is sampled after the move,
    /// as anybody sees it.
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

    /// The expert's move among the legal ones; the first where there is no expert.
    fn expert_choice(&mut self, state: &G, seat: Seat) -> G::Action {
        state.legal_actions(&mut self.legal);
        match &self.legal[..] {
            legal @ [_, _, ..] if self.has_expert => self.growth.evaluator.choose(state, seat, legal, &mut self.rng),
            legal => legal[0],
        }
    }

    /// The key of a decision that was reached on these ways.
    fn key(&self, state: &G, seat: Seat, ways: &[Way]) -> u64 {
        match self.growth.kind {
            Kind::Closed => state.information_key(seat),
            Kind::World => state.key(),
            Kind::Open => ways[0].0,
            Kind::Observers => ways[seat.index()].0,
        }
    }

    /// The node of a decision, made if it is new and there is room.
    fn find(&mut self, state: &G, seat: Seat) -> Found {
        let key = self.key(state, seat, &self.ways);
        if let Some(&place) = self.places.get(&key) {
            return Found::Known(place);
        }
        if self.is_full() {
            return Found::Full;
        }
        self.depth = self.depth.max(self.path.len() as u32);
        state.legal_actions(&mut self.legal);
        let place = self.branch(state, seat);
        self.places.insert(key, place);
        Found::Grown(place)
    }

    /// A new node of the moves in `legal`, the expert's first.
    fn branch(&mut self, state: &G, seat: Seat) -> u32 {
        let count = self.legal.len();
        let even = 1.0 / count as f64;
        let mut moves: Vec<Move<G>> = self.legal.iter().map(|&action| Move::new(action, even)).collect();
        if self.has_expert && count > 1 {
            let choice = self.growth.evaluator.choose(state, seat, &self.legal, &mut self.rng);
            if let Formula::Puct { prior, .. } = self.growth.formula {
                let rest = (1.0 - prior) / (count - 1) as f64;
                moves.iter_mut().for_each(|known| known.prior = rest as f32);
                moves
                    .iter_mut()
                    .filter(|known| known.action == choice)
                    .for_each(|known| known.prior = prior as f32);
            }
            // A stable sort: the others stay in the game's order.
            moves.sort_by_key(|known| known.action != choice);
        }
        let values = Moments::default();
        let table = size_of::<Branching<G>>() + size_of::<(u64, u32)>();
        self.taken += moves.capacity() * size_of::<Move<G>>() + SPARE * table;
        self.branchings.push(Branching { moves, values });
        self.branchings.len() as u32 - 1
    }

    /// The move to try, as a place in the node's list.
    fn select(&mut self, place: u32, state: &G, seat: Seat) -> usize {
        // In these a node stands for states that differ in what is legal.
        let varies = place != ROOT && matches!(self.growth.kind, Kind::Open | Kind::Observers);
        // Where they differ in what the seat holds, so does what the expert would do.
        let predicted = match self.growth.formula {
            Formula::Puct { prior, .. } if varies && self.is_private && self.has_expert => {
                Some((self.expert_choice(state, seat), prior))
            }
            _ => None,
        };
        let node = &mut self.branchings[place as usize];
        if varies {
            state.legal_actions(&mut self.legal);
            let even = 1.0 / self.legal.len() as f64;
            let before = node.moves.capacity();
            for &action in &self.legal {
                if !node.moves.iter().any(|known| known.action == action) {
                    node.moves.push(Move::new(action, even));
                }
            }
            self.taken += (node.moves.capacity() - before) * size_of::<Move<G>>();
        }
        let untried = node.values.mean();
        let mut best = (0, f64::NEG_INFINITY);
        for (number, known) in node.moves.iter_mut().enumerate() {
            if varies && !self.legal.contains(&known.action) {
                continue;
            }
            known.available += 1;
            if let Some((choice, prior)) = predicted
                && self.legal.len() > 1
            {
                let rest = (1.0 - prior) / (self.legal.len() - 1) as f64;
                known.prior = if known.action == choice { prior } else { rest } as f32;
            }
            let score = match self.growth.formula {
                Formula::Uct { exploration } => known.uct(exploration),
                Formula::Puct { exploration, .. } => known.puct(exploration, untried),
            };
            if score > best.1 {
                best = (number, score);
            }
        }
        best.0
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

    /// What is expected after a move of the root: the move tried most at each decision and the likeliest outcome of each draw,
    /// as far as the tree goes. Empty where the others' private knowledge would have to be made up.
    pub fn line(&self, action: G::Action) -> Vec<Foreseen<G>> {
        let mut line = Vec::new();
        if self.growth.kind == Kind::World || !holds_all(&self.view) {
            return line;
        }
        let mut state = self.view.clone();
        let mut ways = vec![Way::default(); self.observers()];
        let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
        ways.iter_mut().for_each(|way| way.add(&action));
        state.apply(action);
        while line.len() < DEEPEST {
            let foreseen = match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    state.outcomes(&mut outcomes);
                    Foreseen::likeliest(&outcomes)
                }
                Node::Decision(seat) => {
                    let node = self.places.get(&self.key(&state, seat, &ways));
                    state.legal_actions(&mut legal);
                    let best = node.and_then(|&place| self.branchings[place as usize].most_tried(&legal));
                    best.map(|best| Foreseen::decision(seat, best))
                }
            };
            let Some(foreseen) = foreseen else { break };
            for (seat, way) in Seat::all(state.seats()).zip(&mut ways) {
                match foreseen.step {
                    Step::Action(_, action) => way.add(&action),
                    Step::Chance(outcome) if self.growth.kind == Kind::Observers => {
                        way.add(&state.observed(outcome, seat));
                    }
                    Step::Chance(_) => {}
                }
            }
            foreseen.step.play(&mut state);
            line.push(foreseen);
        }
        line
    }
}

impl<G: Game> Branching<G> {
    /// The first of the legal moves tried most; `None` if none of them was tried.
    fn most_tried(&self, legal: &[G::Action]) -> Option<G::Action> {
        let tried = self.moves.iter().filter(|known| known.values.count() > 0);
        let tried = tried.filter(|known| legal.contains(&known.action));
        let best = tried.rev().max_by_key(|known| known.values.count());
        best.map(|known| known.action)
    }
}
