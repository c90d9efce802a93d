//! Self-play: games of a team over a range of deals, recorded in shards.
//!
//! - `player`: an agent that also notes what its search found out.
//! - `shards`: a run over the shards of a folder.
//! - `missing`: the deals that are still to be played; `numbered`: games as shards record them; `error`: what can go
//!   wrong.
//! - `lockstep`: many games side by side, whose agents decide by networks that answer in batches.
//!
//! The games are those that [`arena`](heist_agents::arena) plays with the same agents, setup and seed, unless a fast
//! agent takes a part of the decisions or a temperature changes what is played.

mod error;
mod lockstep;
mod missing;
mod numbered;
mod player;
mod shards;

use std::ops::Range;

use heist_agents::Players;
use heist_agents::agent::{Factory, Stop};
use heist_agents::arena::{Deal, PlayError, PlayOptions, Team, Threads, play};
use heist_agents::spec::{self, NetworkLoader, SearchFactory, Spec, SpecError};
use heist_engine::game::Game;
use serde_json::{Map, Value, json};

use crate::record::RecordedGame;
use crate::shard::{GAMES_PER_BLOCK, Header, Kind, Run};
pub use error::SelfplayError;
use lockstep::{Lockstep, Mind};
use numbered::numbered;
use player::{Log, Player};
pub use shards::{Plan, shard_name};

/// How many games are played side by side, by agents that decide by networks alone, unless a run says otherwise: a GPU
/// needs as many to be busy.
pub const LANES: usize = 2048;
/// How many leaves of a search's tree a network is given at a time unless a run says otherwise: the more there are, the
/// less each knows of the others.
pub const LEAVES: usize = 16;

/// How many games a shard holds unless a run says otherwise.
pub const GAMES_PER_SHARD: u32 = 1024;

/// A run of self-play: a function from the number of a deal to a recorded game.
pub struct Selfplay<G: Game> {
    /// The setup, with no seed; what it leaves open every deal draws for itself.
    setup: G::Setup,
    agents: Vec<Kindred<G>>,
    fast: Option<Kindred<G>>,
    /// Games side by side, instead of one after the other on each thread.
    lockstep: Option<Lockstep<G>>,
    /// How many leaves of a search are valued at a time, where that is not one.
    leaves: Option<usize>,
    options: SelfplayOptions,
}

/// How a run plays.
#[derive(Clone)]
pub struct SelfplayOptions {
    /// The seed of the deals.
    pub seed: u64,
    /// The number of the first deal.
    pub first: u64,
    /// How many deals are played.
    pub games: u64,
    /// Playout cap randomisation (D. Wu, "Accelerating Self-Play Learning in Go", 2019, section 3.1): one decision in
    /// so many is searched in full and recorded, the others are played by the fast agent. Without one, every decision
    /// is searched.
    pub fast: Option<Fast>,
    /// With a temperature above 0 a search plays any of its moves, with a probability in proportion to the exponential
    /// of its value divided by the temperature.
    pub temperature: f64,
    /// How many games a shard holds.
    pub games_per_shard: u32,
    /// How many games a block holds: as many may be lost when a run is killed.
    pub games_per_block: u32,
    /// The threads that games are played on in parallel.
    pub threads: Threads,
    /// How many decisions a game may take.
    pub decision_limit: u64,
}

impl Default for SelfplayOptions {
    /// A single game of seed 1, every decision in full.
    fn default() -> SelfplayOptions {
        SelfplayOptions {
            seed: 1,
            first: 0,
            games: 1,
            fast: None,
            temperature: 0.0,
            games_per_shard: GAMES_PER_SHARD,
            games_per_block: GAMES_PER_BLOCK,
            threads: Threads::default(),
            decision_limit: PlayOptions::DECISION_LIMIT,
        }
    }
}

/// Who plays the decisions that are not searched in full.
#[derive(Clone, PartialEq, Debug)]
pub struct Fast {
    /// The agent.
    pub spec: Spec,
    /// One decision in so many is searched in full.
    pub one_in: u32,
}

/// What makes agents of one spec.
struct Kindred<G: Game> {
    spec: String,
    make: Make<G>,
}

enum Make<G: Game> {
    Search(SearchFactory<G>),
    Agent(Factory<G>),
}

impl<G: Players> Kindred<G> {
    fn new(spec: &Spec) -> Result<Kindred<G>, SpecError> {
        Kindred::of(spec, spec::search_factory(spec))
    }

    /// Agents of a spec, whose search is made so if it is one.
    fn of(spec: &Spec, search: Result<SearchFactory<G>, SpecError>) -> Result<Kindred<G>, SpecError> {
        let make = match search {
            Ok(make) => Make::Search(make),
            Err(SpecError::NoSearch { .. }) => Make::Agent(spec::factory(spec)?),
            Err(error) => return Err(error),
        };
        Ok(Kindred {
            spec: spec.to_string(),
            make,
        })
    }
}

impl<G: Players> Selfplay<G> {
    /// A run of agents, one for all seats or one a seat.
    ///
    /// # Errors
    /// When an agent cannot play the game, there are not as many as seats, or an option makes no sense.
    pub fn new(setup: &G::Setup, agents: &[Spec], options: SelfplayOptions) -> Result<Self, SelfplayError> {
        let kindred: Result<Vec<Kindred<G>>, SpecError> = agents.iter().map(Kindred::new).collect();
        Selfplay::of(setup, kindred?, None, None, options)
    }

    /// A run whose networks come from elsewhere, and are best asked for a batch of answers at a time.
    ///
    /// If all agents decide by their networks alone, `batch` games are played side by side, each of which waits for the
    /// answers of one batch. They are those that [`Selfplay::new`] plays, as far as the networks answer the same.
    /// Searches ask for `batch` leaves of a tree, and are played one game a thread.
    ///
    /// # Errors As [`Selfplay::new`], and when an agent has no network, one that decides by it alone has no policy, or
    /// a search does not ask it in batches.
    pub fn with_networks(
        setup: &G::Setup,
        agents: &[Spec],
        options: SelfplayOptions,
        networks: NetworkLoader<'_, G>,
        batch: usize,
    ) -> Result<Self, SelfplayError> {
        for spec in agents {
            let agent = spec.to_string();
            if spec.network().is_none() {
                return Err(SelfplayError::NoNetwork { agent });
            }
            if !spec::asks_in_batches(spec) {
                return Err(SelfplayError::NoBatches { agent });
            }
        }
        let kindred = |agent| Kindred::of(agent, spec::search_factory_with(agent, networks));
        let kindred: Result<Vec<Kindred<G>>, SpecError> = agents.iter().map(kindred).collect();
        if !decide_alone(agents) {
            return Selfplay::of(setup, kindred?, None, Some(batch), options);
        }
        let minds: Result<Vec<Mind<G>>, SelfplayError> =
            agents.iter().map(|agent| Mind::new(agent, networks)).collect();
        let lockstep = Lockstep {
            minds: minds?,
            lanes: batch.max(1),
        };
        Selfplay::of(setup, kindred?, Some(lockstep), None, options)
    }

    fn of(
        setup: &G::Setup,
        agents: Vec<Kindred<G>>,
        lockstep: Option<Lockstep<G>>,
        leaves: Option<usize>,
        options: SelfplayOptions,
    ) -> Result<Self, SelfplayError> {
        let fast = options.fast.as_ref().map(|fast| Kindred::new(&fast.spec));
        let run = Selfplay {
            setup: G::with_seed(setup, None),
            agents,
            fast: fast.transpose()?,
            lockstep,
            leaves,
            options,
        };
        run.check()?;
        Ok(run)
    }

    fn check(&self) -> Result<(), SelfplayError> {
        let options = &self.options;
        let refused = |name, found: String, expected| Err(SelfplayError::Number { name, found, expected });
        for (name, number) in [
            ("games", options.games),
            ("games per shard", options.games_per_shard.into()),
            ("games per block", options.games_per_block.into()),
            (
                "one decision in",
                options.fast.as_ref().map_or(1, |fast| fast.one_in.into()),
            ),
        ] {
            if number == 0 {
                return refused(name, "0".to_owned(), "1 or more");
            }
        }
        if !(0.0..=100.0).contains(&options.temperature) {
            return refused("temperature", options.temperature.to_string(), "a number from 0 to 100");
        }
        let has_search = self.agents.iter().any(|agent| matches!(agent.make, Make::Search(_)));
        for (name, is_given) in [
            ("temperature", options.temperature > 0.0),
            ("fast", self.fast.is_some()),
        ] {
            if is_given && !has_search {
                return Err(SelfplayError::NoSearch(name));
            }
        }
        let seats = self.deal(options.first)?.world.seats();
        match self.agents.len() {
            1 => Ok(()),
            found if found == seats => Ok(()),
            found => Err(SelfplayError::Agents { found, seats }),
        }
    }

    /// A deal of the run.
    ///
    /// # Errors
    /// When its setup is not playable.
    pub fn deal(&self, number: u64) -> Result<Deal<G>, SelfplayError> {
        let seed = self.options.seed;
        let setup = G::with_seed(&self.setup, Some(Deal::<G>::setup_seed(seed, number)));
        Deal::new(&setup, seed, number).map_err(|source| SelfplayError::Setup { deal: number, source })
    }

    /// Plays a deal; `None` if it was stopped. A function of the number, unless an agent has a limit of time.
    ///
    /// # Errors
    /// When the deal cannot be set up, or the game does not come to its end by the rules.
    pub fn play(&self, number: u64, stop: Stop<'_>) -> Result<Option<RecordedGame>, SelfplayError> {
        let deal = self.deal(number)?;
        let log = Log::default();
        let mut team = self.team(deal.world.seats(), &log);
        let options = PlayOptions {
            record: true,
            decision_limit: self.options.decision_limit,
            stop,
            ..PlayOptions::default()
        };
        let game = match play(&deal, &mut team, options) {
            Ok(game) => game,
            Err(PlayError::Stopped) => return Ok(None),
            Err(source) => return Err(SelfplayError::Play { deal: number, source }),
        };
        match game.fault {
            Some(source) => Err(SelfplayError::Fault { deal: number, source }),
            None => numbered(&deal, &game.steps, log).map(Some),
        }
    }

    fn team(&self, seats: usize, log: &Log) -> Team<G> {
        let player = |seat: usize| {
            let kindred = if self.agents.len() == 1 {
                &self.agents[0]
            } else {
                &self.agents[seat]
            };
            let player: Box<dyn heist_agents::Agent<G>> = match &kindred.make {
                Make::Agent(make) => Box::new(Player::quiet(make(), log)),
                Make::Search(make) => {
                    let fast = self.fast.as_ref().zip(self.options.fast.as_ref());
                    let fast = fast.map(|(fast, options)| (fast.agent(), options.one_in));
                    Box::new(Player::searching(make(), fast, self.options.temperature, log))
                }
            };
            player
        };
        (0..seats).map(player).collect()
    }

    /// The header of a shard of some of the run's games.
    fn header(&self, deals: &Range<u64>) -> Result<Header, SelfplayError> {
        let games = deals.end - deals.start;
        let run = Run {
            setup: serde_json::to_value(&self.setup)?,
            agents: self.agents.iter().map(|agent| agent.spec.clone()).collect(),
            seed: self.options.seed,
            first: deals.start,
            games,
            settings: self.settings(),
        };
        Ok(Header::new::<G>(
            Kind::Selfplay,
            games,
            self.options.games_per_block,
            vec![run],
        ))
    }

    /// What the games depend on beside deals and agents.
    fn settings(&self) -> Map<String, Value> {
        let mut settings = Map::new();
        if let Some(fast) = &self.options.fast {
            settings.insert("fast".to_owned(), json!(fast.spec.to_string()));
            settings.insert("full-one-in".to_owned(), json!(fast.one_in));
        }
        if self.options.temperature > 0.0 {
            settings.insert("temperature".to_owned(), json!(self.options.temperature));
        }
        if let Some(leaves) = self.leaves {
            settings.insert("leaves".to_owned(), json!(leaves));
        }
        settings
    }
}

impl<G: Players> Kindred<G> {
    /// An agent that only plays.
    fn agent(&self) -> Box<dyn heist_agents::Agent<G>> {
        match &self.make {
            Make::Agent(make) => make(),
            Make::Search(make) => G::search_agent(make()),
        }
    }
}

/// Whether all of these agents decide by their networks alone.
pub fn decide_alone(agents: &[Spec]) -> bool {
    agents.iter().all(spec::decides_by_network)
}
