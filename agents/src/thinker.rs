//! Who thinks about a decision at a [level](crate::level): the recommended search, that search without a network, or a
//! network that is shipped.

use std::fmt::{self, Display};

use heist_engine::any::AnyGame;

use crate::heuristics::{Heuristics, HeuristicsInfo, Shipped};
use crate::level::{Level, on_threads};
use crate::network::{Head, NetworkFile};
use crate::spec::{Spec, SpecError};

/// Who thinks. Written as its name, by which it is chosen: `recommended`, `caper-cards-4:alone`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Thinker {
    /// The search that is recommended for the position.
    #[default]
    Recommended,
    /// That search without a network: the expert plays on in simulations.
    Expert,
    /// A network.
    Network {
        /// Its name, as specs name it.
        name: &'static str,
        /// What it does.
        role: Role,
    },
}

/// What a network does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Plays on in the simulations of the search, in every setup.
    Rollouts,
    /// Values the positions where simulations of the search are cut off.
    Leaves,
    /// Guides a tree search: values its leaves and, if it has a policy, predicts the moves.
    Tree,
    /// Decides without a search.
    Alone,
}

/// A name that no thinker has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no thinker `{name}` for this game; there are: {}", .known.join(", "))]
pub struct UnknownThinker {
    /// What was asked for.
    pub name: String,
    /// What there is for the game.
    pub known: Vec<String>,
}

/// The nodes of a tree at most, some 100 MB: several people may ask the same machine for hints that take half a minute.
const TREE_NODES: u32 = 250_000;

impl Thinker {
    /// Those who think about a game: the recommended search first, then that search without a network, if it has one in
    /// some setups, then the shipped networks of the game, each in every role that is open to it.
    pub fn all(game: &dyn AnyGame) -> Vec<Thinker> {
        let info = HeuristicsInfo::find(game);
        let expert = info.has_rollout_network.then_some(Thinker::Expert);
        let networks = info.networks.iter().flat_map(|&Shipped { name, bytes }| {
            let config = NetworkFile::read_config(bytes);
            let roles = config.map_or(Vec::new(), |config| Role::open_to(&config.heads));
            roles.into_iter().map(move |role| Thinker::Network { name, role })
        });
        let searches = std::iter::once(Thinker::Recommended).chain(expert);
        searches.chain(networks).collect()
    }

    /// The thinker of a name for a game. No path of a file is such a name.
    ///
    /// # Errors
    /// When there is none; lists those there are for the game.
    pub fn find(game: &dyn AnyGame, name: &str) -> Result<Thinker, UnknownThinker> {
        let all = Thinker::all(game);
        let found = all.iter().find(|thinker| thinker.to_string() == name);
        found.copied().ok_or_else(|| UnknownThinker {
            name: name.to_owned(),
            known: all.iter().map(Thinker::to_string).collect(),
        })
    }

    /// What it is, in a few words for people.
    pub fn label(&self) -> String {
        let (name, role) = match self {
            Thinker::Recommended => return "the recommended search".to_owned(),
            Thinker::Expert => return "the search without a network".to_owned(),
            Thinker::Network { name, role } => (name, role),
        };
        let what = match role {
            Role::Rollouts | Role::Leaves => "in the search",
            Role::Tree => "in a tree search",
            Role::Alone => "alone",
        };
        format!("network {name} {what}")
    }

    /// The agent that thinks so about a decision, for the time of a level; `state` is what the deciding seat knows. A
    /// search has a number of threads; a network alone needs neither time nor threads.
    ///
    /// # Errors
    /// When there are more threads than a search may have.
    pub fn spec<G: Heuristics>(&self, state: &G, level: &Level, threads: usize) -> Result<Spec, SpecError> {
        let (name, role) = match *self {
            Thinker::Recommended => return level.spec(state, threads),
            Thinker::Expert => return on_threads(level.search::<G>(), threads).parse(),
            Thinker::Network { name, role } => (name, role),
        };
        let text = match role {
            Role::Rollouts => on_threads(level.search_with_rollouts::<G>(name), threads),
            Role::Leaves => on_threads(format!("{},net={name},leaf=net", level.search::<G>()), threads),
            Role::Tree => {
                let seconds = level.time.as_secs_f64();
                on_threads(format!("puct:time={seconds},net={name},nodes={TREE_NODES}"), threads)
            }
            Role::Alone => format!("policy:net={name}"),
        };
        text.parse()
    }
}

impl Display for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, role) = match self {
            Thinker::Recommended => return write!(f, "recommended"),
            Thinker::Expert => return write!(f, "expert"),
            Thinker::Network { name, role } => (name, role),
        };
        let role = match role {
            Role::Rollouts | Role::Leaves => "search",
            Role::Tree => "tree",
            Role::Alone => "alone",
        };
        write!(f, "{name}:{role}")
    }
}

impl Role {
    /// The roles that are open to a network with these heads. In a search its policy is of more use than its values.
    pub fn open_to(heads: &[Head]) -> Vec<Role> {
        let [has_policy, has_values] = [Head::Policy, Head::Value].map(|head| heads.contains(&head));
        let roles = [
            (has_policy, Role::Rollouts),
            (has_values && !has_policy, Role::Leaves),
            (has_values, Role::Tree),
            (has_policy || has_values, Role::Alone),
        ];
        let open = roles.into_iter().filter(|(is_open, _)| *is_open);
        open.map(|(_, role)| role).collect()
    }
}
