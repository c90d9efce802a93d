//! Agents of other crates, by name beside those of this one.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

use heist_engine::game::Game;

use super::catalogue::{self, AgentInfo};
use super::parse::{Spec, SpecError};
use crate::agent::Factory;
use crate::search::SearchFactory;

/// Makes the agents of a spec that are no search.
pub type MakeAgents<G> = fn(&Spec) -> Result<Factory<G>, SpecError>;
/// Makes the searches of a spec.
pub type MakeSearches<G> = fn(&Spec) -> Result<SearchFactory<G>, SpecError>;

/// An agent of another crate: its name and options, and what makes it for each game that it plays.
pub struct OwnAgent {
    info: &'static AgentInfo,
    makers: Vec<Box<dyn Any + Send + Sync>>,
}

enum Maker<G: Game> {
    Agents(MakeAgents<G>),
    Searches(MakeSearches<G>),
}

impl fmt::Debug for OwnAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnAgent")
            .field("info", self.info)
            .finish_non_exhaustive()
    }
}

impl OwnAgent {
    /// An agent that plays no game yet. Its name is not one of [`AGENTS`](super::AGENTS), which come first.
    pub fn new(info: &'static AgentInfo) -> OwnAgent {
        OwnAgent {
            info,
            makers: Vec::new(),
        }
    }

    /// Lets it play a game as an agent that gives no reasons.
    #[must_use]
    pub fn plays<G: Game>(mut self, make: MakeAgents<G>) -> OwnAgent {
        self.makers.push(Box::new(Maker::Agents(make)));
        self
    }

    /// Lets it play and analyse a game as a search.
    #[must_use]
    pub fn searches<G: Game>(mut self, make: MakeSearches<G>) -> OwnAgent {
        self.makers.push(Box::new(Maker::Searches(make)));
        self
    }

    fn maker<G: Game>(&self) -> Option<&Maker<G>> {
        self.makers.iter().find_map(|maker| maker.downcast_ref())
    }
}

static OWN: OnceLock<Vec<OwnAgent>> = OnceLock::new();

/// Adds agents to those that specs name, for the whole program, which calls this when it begins. Only the first call
/// counts.
pub fn add_agents(agents: Vec<OwnAgent>) {
    catalogue::add(agents.iter().map(|agent| agent.info).collect());
    OWN.get_or_init(|| agents);
}

fn own() -> &'static [OwnAgent] {
    OWN.get().map_or(&[], Vec::as_slice)
}

/// The added agent of a spec; none if the spec is of another one.
fn find(spec: &Spec) -> Option<&'static OwnAgent> {
    own().iter().find(|agent| std::ptr::eq(agent.info, spec.info()))
}

/// What makes the agents of a spec, if it names an added one that is no search of the game.
pub(super) fn agent_factory<G: Game>(spec: &Spec) -> Option<Result<Factory<G>, SpecError>> {
    match find(spec)?.maker::<G>()? {
        Maker::Agents(make) => Some(make(spec)),
        Maker::Searches(_) => None,
    }
}

/// What makes the searches of a spec that names an added agent.
pub(super) fn search_factory<G: Game>(spec: &Spec) -> Result<SearchFactory<G>, SpecError> {
    let not_played = SpecError::NotPlayed {
        name: spec.name(),
        game: G::NAME,
    };
    match find(spec).ok_or(not_played.clone())?.maker::<G>() {
        Some(Maker::Searches(make)) => make(spec),
        Some(Maker::Agents(_)) => Err(SpecError::NoSearch {
            name: spec.name().to_owned(),
            known: catalogue::agents()
                .map(|info| info.name)
                .filter(|name| *name != spec.name())
                .collect(),
        }),
        None => Err(not_played),
    }
}
