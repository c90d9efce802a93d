//! A search tree: decisions with the statistics of their moves, found by a key.
//!
//! There are no links between nodes. A simulation carries the state along, and the state, or the way it came, gives the
//! key of the next node: so states that are reached on several ways share a node, and chance needs no nodes of its own
//! unless its outcomes are counted.

mod draws;
mod growth;
mod improved;
mod leaves;
mod node;
mod simulation;

use std::hash::{Hash, Hasher};

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::Generator;
use heist_engine::record::Step;
use rustc_hash::{FxHashMap, FxHasher};

use super::holds_all;
use super::leaf::Leaf;
use crate::analysis::Foreseen;
use crate::evaluator::Evaluations;
use draws::Draws;
pub use growth::{ChanceRule, Formula, Growth, Kind, Partners};
pub use improved::{Improvement, Tried, untried_value};
use leaves::{Choice, Judge};
pub use node::RootMove;
use node::{Branching, Move};

/// By how much tables are larger than what they hold, at most: they grow by doubling.
const SPARE: usize = 2;

/// No simulation takes more decisions than this inside a tree.
const DEEPEST: usize = 256;

/// Bytes that a node may take on average: a tree that has taken more is full as if it had all its nodes. So a search
/// has a known maximum of memory, whatever the game. Measured are 150 to 400.
pub const BYTES_PER_NODE: usize = 1024;

/// The place of the first decision.
const ROOT: u32 = 0;

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

/// Whether another seat knows what the searching one does not, or the searching one what another does not. To a
/// clairvoyant nothing is private.
pub(super) fn is_private<G: Game>(view: &G, seat: Seat) -> bool {
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
    /// The decisions of the simulations of a batch, one after the other.
    path: Vec<Choice>,
    /// The ways of a simulation: as each seat sees it, where nodes depend on that; one for all otherwise.
    ways: Vec<Way>,
    legal: Vec<G::Action>,
    /// As [`is_private`] says.
    is_private: bool,
    simulations: u64,
    /// Who values leaves together.
    judge: Option<Judge<G>>,
    /// The move of the root that the simulation begins with, if that is given.
    first: Option<usize>,
    /// How many simulations wait for the worth of their leaves, by node and move.
    waiting: FxHashMap<(u32, u32), u32>,
    /// New nodes of simulations that wait.
    unknown: Vec<u32>,
    /// The values of nodes by themselves, where [`Formula::Improved`] needs them.
    own_values: Vec<f64>,
    // Buffers.
    priors: Vec<f32>,
    tried: Vec<Tried>,
    listed: Vec<usize>,
    policy: Vec<f64>,
    answers: Evaluations,
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
            judge: Judge::of(&growth),
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
            first: None,
            waiting: FxHashMap::default(),
            unknown: Vec::new(),
            own_values: Vec::new(),
            priors: Vec::new(),
            tried: Vec::new(),
            listed: Vec::new(),
            policy: Vec::new(),
            answers: Evaluations::default(),
        };
        tree.branch();
        tree.expand(ROOT, view, seat);
        if let (Some(own), Leaf::Estimate(evaluator)) = (tree.own_values.first_mut(), &tree.growth.leaf) {
            *own = evaluator.value(view, seat);
        }
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
            + self.own_values.capacity() * size_of::<f64>()
            + moves * size_of::<Move<G>>()
            + outcomes
    }

    /// The moves of the root: the one that the evaluator plays, if it prefers any, then the others in the order they
    /// were given.
    pub fn root(&self) -> impl Iterator<Item = RootMove<G>> + '_ {
        self.branchings[ROOT as usize].moves.iter().map(|known| RootMove {
            action: known.action,
            prior: known.prior,
            values: known.values,
        })
    }

    /// The value of the root by itself; not a number where only rollouts value positions.
    pub fn own_value(&self) -> f64 {
        self.own_values.first().copied().unwrap_or(f64::NAN)
    }

    /// How many ways are distinguished.
    fn observers(&self) -> usize {
        match self.growth.kind {
            Kind::Observers => self.view.seats(),
            _ => 1,
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

    /// What is expected after a move of the root: the move tried most at each decision and the likeliest outcome of
    /// each draw, as far as the tree goes. Empty where the others' private knowledge would have to be made up.
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
