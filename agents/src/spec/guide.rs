//! Who values positions and predicts moves in the search of a spec: the game's expert and estimate, or a network.

use std::sync::Arc;

use heist_engine::game::Game;

use super::parse::{Spec, SpecError};
use crate::evaluator::{Evaluator, Uniform};
use crate::heuristics::{Expert, Heuristics};
use crate::network::{self, Head, NetworkError};
use crate::search::leaf::Leaf;
use crate::search::rollout::Rollout;

/// A network as searches ask it, whoever evaluates it.
#[derive(Clone, Debug)]
pub struct LoadedNetwork<G: Game> {
    /// Answers for the network.
    pub evaluator: Arc<dyn Evaluator<G>>,
    /// Whether it has a policy: priors of its own, which need no values of what comes after each move.
    pub has_policy: bool,
}

/// Loads networks by the names or paths that specs give.
pub type NetworkLoader<'a, G> = &'a dyn Fn(&str) -> Result<LoadedNetwork<G>, NetworkError>;

/// Loads networks that are evaluated in plain Rust, on the thread that asks.
pub(super) fn plain<G: Heuristics>(name: &str) -> Result<LoadedNetwork<G>, NetworkError> {
    let network = network::find::<G>(name)?;
    Ok(LoadedNetwork {
        has_policy: network.config().has(Head::Policy),
        evaluator: Arc::new(network),
    })
}

/// The evaluators of a spec, each loaded once: what comes from one evaluator is asked for at once.
pub(super) struct Guide<'a, G: Heuristics> {
    spec: &'a Spec,
    /// The game's expert and estimate, as far as it has them.
    own: Arc<dyn Evaluator<G>>,
    /// The network of the option `net`.
    network: Option<LoadedNetwork<G>>,
}

/// Who predicts moves, and the prior probability of the move that is predicted; `None` with priors for every move.
type Predictor<G> = (Arc<dyn Evaluator<G>>, Option<f64>);

impl<'a, G: Heuristics> Guide<'a, G> {
    /// # Errors
    /// When there is no such network, or it does not play the game.
    pub fn new(spec: &'a Spec, networks: NetworkLoader<'_, G>) -> Result<Guide<'a, G>, SpecError> {
        Ok(Guide {
            spec,
            own: Expert::shared(),
            network: network(spec, networks)?,
        })
    }

    /// The game's expert.
    pub fn expert(&self) -> Result<Arc<dyn Evaluator<G>>, SpecError> {
        if self.own.answers().priors {
            Ok(Arc::clone(&self.own))
        } else {
            Err(SpecError::NoHeuristic { game: G::NAME })
        }
    }

    /// The game's estimate.
    fn estimate(&self) -> Result<Arc<dyn Evaluator<G>>, SpecError> {
        if self.own.answers().values {
            Ok(Arc::clone(&self.own))
        } else {
            Err(SpecError::NoEstimate { game: G::NAME })
        }
    }

    /// The network, which an option needs.
    fn network(&self, option: &'static str) -> Result<Arc<dyn Evaluator<G>>, SpecError> {
        let network = self.network.as_ref().ok_or(SpecError::NoNetwork {
            agent: self.spec.name(),
            option,
        })?;
        Ok(Arc::clone(&network.evaluator))
    }

    /// The network, whose values an option needs.
    fn network_with_values(&self, option: &'static str) -> Result<Arc<dyn Evaluator<G>>, SpecError> {
        let network = self.network(option)?;
        if network.answers().values {
            Ok(network)
        } else {
            Err(SpecError::NoValues {
                agent: self.spec.name(),
                network: self.network_name(),
                option,
            })
        }
    }

    /// The network, as it was named.
    fn network_name(&self) -> String {
        self.spec.network().unwrap_or_default().to_owned()
    }

    /// Who plays on in simulations by an option that says so, `policy` or `rollout`.
    pub fn policy(&self, option: &str) -> Result<Arc<dyn Evaluator<G>>, SpecError> {
        match self.spec.text(option) {
            Some("net") if option == "policy" => self.network("policy=net"),
            Some("net") => self.network("rollout=net"),
            Some("random") => Ok(Arc::new(Uniform)),
            _ => self.expert(),
        }
    }

    /// Whose move is played unless another is clearly better, if that is not who plays on in simulations.
    pub fn blueprint(&self) -> Result<Option<Arc<dyn Evaluator<G>>>, SpecError> {
        match self.spec.text("blueprint") {
            Some("net") => self.network("blueprint=net").map(Some),
            Some("heuristic") => self.expert().map(Some),
            _ => Ok(None),
        }
    }

    /// A rollout by a policy, cut after `turns` where the position can be valued: by the network with `leaf=net`, by
    /// the estimate otherwise.
    pub fn rollout(&self, policy: Arc<dyn Evaluator<G>>) -> Result<Rollout<G>, SpecError> {
        let turns: u32 = self.spec.value("turns")?;
        let value: Option<Arc<dyn Evaluator<G>>> = match self.spec.text("leaf") {
            Some("net") => Some(self.network_with_values("leaf=net")?),
            _ => self.estimate().ok(),
        };
        Ok(Rollout {
            policy,
            cut: value.filter(|_| turns > 0).map(|value| (value, turns)),
        })
    }

    /// Rollouts from leaves. Where nothing was said of them, a game without an expert takes random ones.
    fn rollouts(&self) -> Result<Rollout<G>, SpecError> {
        let is_given = |option| self.spec.options().any(|(name, _)| name == option);
        self.rollout(match self.spec.text("leaf") {
            Some("random") => Arc::new(Uniform),
            _ if !is_given("leaf") && !is_given("rollout") => Arc::clone(&self.own),
            _ => self.policy("rollout")?,
        })
    }

    /// The worth of the leaves of a tree, as `leaf` says.
    pub fn leaf(&self) -> Result<Leaf<G>, SpecError> {
        Ok(match self.spec.text("leaf") {
            Some("heuristic") => self.expert().and_then(|_| self.estimate()).map(Leaf::Estimate)?,
            Some("net") => Leaf::Estimate(self.network_with_values("leaf=net")?),
            Some("blend") => Leaf::Blend {
                rollout: self.rollouts()?,
                estimate: self.estimate()?,
                share: self.spec.value("blend")?,
            },
            _ => Leaf::Rollout(self.rollouts()?),
        })
    }

    /// The worth of the leaves of a search that values guide, unless `leaf` says that they are rolled out: the
    /// network's value or the estimate. A game without either has rollouts.
    pub fn guided_leaf(&self) -> Result<Leaf<G>, SpecError> {
        Ok(match (self.spec.text("leaf"), &self.network) {
            (Some("rollout"), _) => Leaf::Rollout(self.rollouts()?),
            (_, Some(_)) => Leaf::Estimate(self.network_with_values("leaf=value")?),
            (_, None) if self.own.answers().values => Leaf::Estimate(Arc::clone(&self.own)),
            _ => Leaf::Rollout(self.rollouts()?),
        })
    }

    /// Whether there is a network with a policy.
    pub fn has_policy(&self) -> bool {
        self.network.as_ref().is_some_and(|network| network.has_policy)
    }

    /// Who predicts the moves of a tree, as [`predictor`](Guide::predictor).
    pub fn priors(&self) -> Result<Predictor<G>, SpecError> {
        let prior = if self.has_policy() {
            None
        } else {
            Some(self.spec.value("prior")?)
        };
        Ok((self.predictor(), prior))
    }

    /// Who predicts moves: the network, if it has a policy, or the expert, if the game has one.
    pub fn predictor(&self) -> Arc<dyn Evaluator<G>> {
        match self.network.as_ref().filter(|network| network.has_policy) {
            Some(network) => Arc::clone(&network.evaluator),
            None => Arc::clone(&self.own),
        }
    }

    /// The same, where a network is only good for options that say `net`.
    ///
    /// # Errors
    /// When there is a network that none of them uses.
    pub fn used_by(self, options: &'static [&'static str]) -> Result<Guide<'a, G>, SpecError> {
        let is_used = options.iter().any(|option| self.spec.text(option) == Some("net"));
        if self.network.is_none() || is_used {
            Ok(self)
        } else {
            Err(SpecError::UnusedNetwork {
                agent: self.spec.name(),
                network: self.network_name(),
                options,
            })
        }
    }
}

/// The network of a spec, for agents that decide by it alone; `None` if the spec names none.
///
/// # Errors
/// When there is no such network, or it does not play the game.
pub fn network<G: Heuristics>(
    spec: &Spec,
    networks: NetworkLoader<'_, G>,
) -> Result<Option<LoadedNetwork<G>>, SpecError> {
    spec.network().map(|name| load(spec, name, networks)).transpose()
}

/// Whether a network decides alone, without a search and without plans.
pub fn decides_by_network(spec: &Spec) -> bool {
    spec.name() == "policy" && spec.value("plan").is_ok_and(|playouts: u64| playouts == 0)
}

/// Whether the agent of a spec, which has a network, asks it for many answers at a time: where it decides alone, in
/// many games at once, and in trees whose leaves it values. Rollouts ask step by step.
pub fn asks_in_batches(spec: &Spec) -> bool {
    match (spec.name(), spec.text("leaf")) {
        ("policy", _) => decides_by_network(spec),
        ("puct", leaf) => leaf != Some("rollout"),
        ("mcts" | "ismcts" | "pimc", leaf) => leaf == Some("net"),
        _ => false,
    }
}

/// A network by the name or the path that a spec gives.
///
/// # Errors
/// When there is none, or it does not play the game.
pub(super) fn load<N>(
    spec: &Spec,
    name: &str,
    networks: impl Fn(&str) -> Result<N, NetworkError>,
) -> Result<N, SpecError> {
    networks(name).map_err(|problem| SpecError::Network {
        agent: spec.name(),
        network: name.to_owned(),
        problem: Box::new(problem),
    })
}
