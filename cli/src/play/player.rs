//! Who plays.

use heist_agents::Spec;
use heist_agents::heuristics::has_expert;
use heist_engine::any::AnyGame;

use crate::failure::Failure;
use crate::setup::split_specs;

/// Who plays the other seats where no agent is named: one that chooses by its seed alone, however long it takes.
fn default_agent(game: &dyn AnyGame) -> &'static str {
    if has_expert(game) { "heuristic" } else { "flat:sims=500" }
}

/// What a person is called among the players of a replay.
pub const PERSON: &str = "person";

/// Who sits in a seat.
#[derive(Clone, Debug)]
pub enum Player {
    /// Somebody at the terminal.
    Person,
    /// An agent.
    Agent(Spec),
}

impl Player {
    /// From the text in a replay.
    pub fn read(text: &str) -> Result<Player, String> {
        match text {
            PERSON => Ok(Player::Person),
            spec => Ok(Player::Agent(
                spec.parse()
                    .map_err(|error: heist_agents::SpecError| error.to_string())?,
            )),
        }
    }

    /// As in a replay.
    pub fn name(&self) -> String {
        match self {
            Player::Person => PERSON.to_owned(),
            Player::Agent(spec) => spec.to_string(),
        }
    }
}

/// Who sits where in a game: persons in the seats of `you`, the first one if there are none, and agents in the
/// others.
pub fn players(game: &dyn AnyGame, you: &[u8], agents: Option<&str>, seats: usize) -> Result<Vec<Player>, Failure> {
    let agents = agents.unwrap_or(default_agent(game));
    let you: &[u8] = if you.is_empty() { &[1] } else { you };
    if let Some(seat) = you.iter().find(|seat| usize::from(**seat) > seats) {
        return Err(Failure::input(format!(
            "--you {seat}: expected seats from 1 to {seats}"
        )));
    }
    let is_twice = |place: usize| you[..place].contains(&you[place]);
    if let Some(place) = (0..you.len()).find(|&place| is_twice(place)) {
        let (given, seat) = (you.iter().map(u8::to_string).collect::<Vec<_>>().join(","), you[place]);
        return Err(Failure::input(format!(
            "--you {given}: found seat {seat} twice; expected each seat once"
        )));
    }
    let others = (1..=seats).filter(|&seat| !you.contains(&(seat as u8))).count();
    let mut specs = Vec::new();
    for text in split_specs(agents) {
        let spec: Spec = text
            .parse()
            .map_err(|error| Failure::input(format!("--agents: {error}")))?;
        specs.push(spec);
    }
    if specs.len() != 1 && specs.len() != others {
        return Err(Failure::input(format!(
            "--agents {agents}: found {} agents; expected one for all other seats, or one for each of them ({others})",
            specs.len()
        )));
    }
    let mut specs = specs.iter().cycle().cloned();
    let seated = (1..=seats).map(|seat| {
        if you.contains(&(seat as u8)) {
            Some(Player::Person)
        } else {
            specs.next().map(Player::Agent)
        }
    });
    // There is at least one spec, and a cycle of one does not end.
    Ok(seated.flatten().collect())
}
