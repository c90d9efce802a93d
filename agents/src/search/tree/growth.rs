//! How a search tree grows: which worlds, which nodes, which moves, which outcomes.

use std::sync::Arc;

use heist_engine::game::Game;

use super::super::leaf::Leaf;
use super::super::worlds::Belief;
use super::improved::Improvement;
use crate::evaluator::Evaluator;

/// Which world a simulation is played in, and which states share a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Explicit chance: what nobody knows is drawn when it is revealed, what seats hold in private is sampled for each
    /// simulation, and a node is an information state of the seat that decides.
    Closed,
    /// As `Closed`, but a node is the decisions that led to it, whatever chance did between: D. Perez Liebana and
    /// others, "Open Loop Search for General Video Game Playing", GECCO 2015.
    Open,
    /// Every simulation in a filled world of its own, and a node is what the seat that decides has observed on the way:
    /// P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
    /// Computational Intelligence and AI in Games 4 (2012), section V-C (multiple observers; where all seats see the
    /// same it is the single observer of section V-A). What a seat held from the start is on no way: its node stands
    /// for all hands that it may hold, and takes from it what is legal.
    Observers,
    /// All simulations in one filled world, which every decision knows: M. Ginsberg, "GIB: Imperfect Information in a
    /// Computationally Challenging Game", JAIR 14 (2001), with a tree for each world.
    World,
}

/// How a tree takes the other seats to decide. In a [`Kind::World`] they know all that the searching seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partners {
    /// By a search of their own. They do not know what the searching seat holds in private, so their nodes learn from
    /// simulations of their own, in worlds sampled without that knowledge: J. Goodman, "Re-determinizing MCTS in
    /// Hanabi", CoG 2019.
    Search,
    /// As the evaluator does, for [`Kind::Observers`].
    Expert,
}

/// Which move a simulation tries at a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Formula {
    /// UCB1 (P. Auer, N. Cesa-Bianchi and P. Fischer, 2002), as in UCT: L. Kocsis and C. Szepesvari, "Bandit Based
    /// Monte-Carlo Planning", ECML 2006. Every move is tried once before any is tried again.
    Uct {
        /// The factor of the exploration term; values are 0 to 1.
        exploration: f64,
    },
    /// Predictor and UCB (C. Rosin, 2011) in the form of AlphaGo Zero (D. Silver and others, Nature 550, 2017). An
    /// untried move counts as the node's mean.
    Puct {
        /// The factor of the exploration term.
        exploration: f64,
    },
    /// Tries in proportion to the policy that the tries so far lead to: I. Danihelka and others, "Policy improvement by
    /// planning with Gumbel", ICLR 2022, section 5. An untried move has a completed value.
    Improved(Improvement),
}

/// Which outcome a simulation meets at a chance node of the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ChanceRule {
    /// Drawn afresh every time.
    Sample,
    /// The outcome furthest behind its share, so that each comes as often as it is likely: the full distribution,
    /// evenly spread over the visits.
    Spread,
    /// Drawn afresh only while there are fewer outcomes than a power of the visits, otherwise among those met already:
    /// A. Couetoux and others, "Continuous Upper Confidence Trees", LION 2011 (double progressive widening).
    Widen {
        /// The exponent, 0 to 1.
        exponent: f64,
    },
}

/// How a tree grows.
#[derive(Clone, Debug)]
pub struct Growth<G: Game> {
    /// Worlds and nodes.
    pub kind: Kind,
    /// Moves.
    pub formula: Formula,
    /// The other seats.
    pub partners: Partners,
    /// Which worlds are sampled.
    pub belief: Belief<G>,
    /// Who predicts moves, for [`Formula::Puct`] and [`Formula::Improved`], and whose move is tried first.
    pub evaluator: Arc<dyn Evaluator<G>>,
    /// The prior probability of the evaluator's move, the others sharing the rest: for experts, who name one move. With
    /// `None` moves have the evaluator's own priors.
    pub prior: Option<f64>,
    /// Outcomes.
    pub chance: ChanceRule,
    /// The worth of leaves.
    pub leaf: Leaf<G>,
}
