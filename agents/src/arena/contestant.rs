//! Who plays a run: a team for every deal.

use std::sync::Arc;

use heist_engine::game::Game;

use super::matches::{Sight, Team};
use crate::agent::{Agent, Factory, Fault, Stop};
use crate::spec::{self, Players, Spec, SpecError};

/// A team that plays every deal: the same kind of agent in every seat, each with a mind of its own, or a guest in one
/// seat and his hosts in the others.
pub struct Contestant<G: Game> {
    /// Its name in reports.
    pub name: String,
    /// How many deals it plays, from the first on; all if `None`.
    pub games: Option<u32>,
    /// What it is shown.
    pub sight: Sight,
    host: Player<G>,
    guest: Option<Player<G>>,
}

/// What the name of a clairvoyant contestant begins with.
pub const CLAIRVOYANT: &str = "clairvoyant+";

/// A kind of agent.
struct Player<G: Game> {
    name: String,
    make: Arc<Factory<G>>,
}

impl<G: Game> Clone for Player<G> {
    fn clone(&self) -> Self {
        Player {
            name: self.name.clone(),
            make: Arc::clone(&self.make),
        }
    }
}

impl<G: Game> Contestant<G> {
    /// A contestant of the agents that `make` makes.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Agent<G>> + Send + Sync + 'static) -> Self {
        Contestant::of(name.into(), Box::new(make))
    }

    /// A contestant of a spec, named by it.
    ///
    /// # Errors
    /// As [`spec::factory`].
    pub fn from_spec(spec: &Spec) -> Result<Self, SpecError>
    where
        G: Players,
    {
        Ok(Contestant::of(spec.to_string(), spec::factory(spec)?))
    }

    /// A contestant of a spec as people write it: clairvoyant if [`CLAIRVOYANT`] stands before it.
    ///
    /// # Errors
    /// As [`from_spec`](Contestant::from_spec), and when it is no spec.
    pub fn read(text: &str) -> Result<Self, SpecError>
    where
        G: Players,
    {
        let agent = text.strip_prefix(CLAIRVOYANT);
        let team = Contestant::from_spec(&agent.unwrap_or(text).parse()?)?;
        Ok(if agent.is_some() { team.clairvoyant() } else { team })
    }

    fn of(name: String, make: Factory<G>) -> Self {
        let host = Player {
            name: name.clone(),
            make: Arc::new(make),
        };
        Contestant {
            name,
            games: None,
            sight: Sight::Own,
            host,
            guest: None,
        }
    }

    /// The same team with nothing hidden from it but the dice.
    pub fn clairvoyant(self) -> Self {
        Contestant {
            name: format!("{CLAIRVOYANT}{}", self.name),
            sight: Sight::World,
            ..self
        }
    }

    /// The agent of `self` in one seat among those of `hosts`. The seat goes round with the number of the deal.
    pub fn among(&self, hosts: &Contestant<G>) -> Self {
        Contestant {
            name: format!("{} among {}", self.name, hosts.name),
            games: None,
            sight: hosts.sight,
            host: hosts.host.clone(),
            guest: Some(self.host.clone()),
        }
    }

    /// A new team of `seats` agents for the deal of this number.
    pub fn team(&self, seats: usize, deal: u64) -> Team<G> {
        self.players(seats, deal).map(|player| (player.make)()).collect()
    }

    /// Makes sure that its agents can play at all, before a run ([`Agent::stand_by`]).
    pub(in crate::arena) fn stand_by(&self, stop: Stop<'_>) -> Result<(), Fault> {
        let kinds = [Some(&self.host), self.guest.as_ref()];
        let mut agents = kinds.into_iter().flatten().map(|player| (player.make)());
        agents.try_for_each(|mut agent| agent.stand_by(stop))
    }

    /// The names of a team's agents: one for all seats, or one a seat.
    pub fn agents(&self, seats: usize, deal: u64) -> Vec<String> {
        match self.guest {
            None => vec![self.host.name.clone()],
            Some(_) => self.players(seats, deal).map(|player| player.name.clone()).collect(),
        }
    }

    fn players(&self, seats: usize, deal: u64) -> impl Iterator<Item = &Player<G>> {
        let guests_seat = deal % seats.max(1) as u64;
        (0..seats as u64).map(move |seat| match &self.guest {
            Some(guest) if seat == guests_seat => guest,
            _ => &self.host,
        })
    }

    /// Whether it plays this deal.
    pub fn plays(&self, deal: u64) -> bool {
        self.games.is_none_or(|games| deal < u64::from(games))
    }
}
