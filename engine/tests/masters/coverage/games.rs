//! The games that are looked at: setups with everything in them, how actions are chosen, and heists that go on from
//! late positions.

use std::collections::BTreeMap;

use heist_engine::game::{Game, Overrides};
use heist_engine::masters::components::{Card, Fixer, Item, Skill};
use heist_engine::masters::scenario::{Fixture, Scenario};
use heist_engine::masters::setup::{Mode, Owned};
use heist_engine::masters::tables::{Edition, Source, Tables};
use heist_engine::masters::{Action, MastersOfTheHeist, Member, Phase, Position, Setup, Who};
use heist_engine::random::{Generator, below, choose, shuffle};
use serde_json::{Value, json};

use super::kinds;
use crate::masters::support::position;

/// How often each kind of action was chosen: rare ones come first.
#[derive(Default)]
pub struct Chosen(BTreeMap<String, u32>);

/// Kinds that end something or lead round in circles.
fn is_dull(action: &Action) -> bool {
    matches!(
        action,
        Action::Done
            | Action::End
            | Action::Finish
            | Action::Drop(..)
            | Action::Decline
            | Action::Noise
            | Action::TakeNoise
    )
}

impl Chosen {
    /// Chooses a kind of action first, every other time the one that was chosen least; declaring escape is rare, and so
    /// is what is dull.
    pub fn next(&mut self, state: &MastersOfTheHeist, rng: &mut Generator) -> Action {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        if legal.len() > 1 && below(rng, 25) > 0 {
            legal.retain(|action| *action != Action::Escape);
        }
        if !legal.iter().all(is_dull) && below(rng, 6) > 0 {
            legal.retain(|action| !is_dull(action));
        }
        let mut kinds: BTreeMap<String, Vec<Action>> = BTreeMap::new();
        for action in legal {
            kinds.entry(kinds::label(&action)).or_default().push(action);
        }
        let names: Vec<&String> = kinds.keys().collect();
        let rarest = names.iter().min_by_key(|name| self.0.get(**name).copied().unwrap_or(0));
        let name = match rarest {
            Some(rarest) if below(rng, 2) == 0 => (*rarest).clone(),
            _ => choose(rng, &names).clone(),
        };
        let mut action = choose(rng, &kinds[&name]);
        if state.phase() == Phase::Plan {
            // Tokens go in ascending order: low ones leave room for more.
            action = action.min(choose(rng, &kinds[&name])).min(choose(rng, &kinds[&name]));
        }
        *self.0.entry(name).or_default() += 1;
        action
    }
}

/// A team of any cards (MH3.2b).
fn team(count: usize, rng: &mut Generator) -> Vec<Member> {
    let tables = Tables::get(Edition::V22);
    let mut cards = Card::ALL.to_vec();
    shuffle(rng, &mut cards);
    let mut skills: Vec<Skill> = [Skill::ALL, Skill::ALL].concat();
    shuffle(rng, &mut skills);
    let mut team: Vec<Member> = Vec::new();
    for card in cards {
        let is_free = |other: &Member| tables.card(other.card).class != tables.card(card).class;
        if team.len() == count || !team.iter().all(is_free) {
            continue;
        }
        let first = skills.pop().expect("a skill");
        let other = skills.iter().rposition(|skill| *skill != first).expect("another skill");
        team.push(Member {
            card,
            skills: [first, skills.remove(other)],
        });
    }
    team
}

/// A setup with everything in it that setups may have.
pub fn setup(number: u64, rng: &mut Generator) -> Setup {
    let all = Scenario::all();
    let scenario = &all[number as usize % all.len()];
    let round = number / all.len() as u64;
    let edition = Edition::ALL[round as usize % 2];
    let characters = team(3 + (number % 2) as usize, rng);
    let tables = Tables::get(edition);
    let mut left: Vec<u8> = Item::ALL.iter().map(|&item| tables.copies(item, edition)).collect();
    for item in characters
        .iter()
        .filter_map(|member| tables.card(member.card).starts_with)
    {
        left[item.index()] = left[item.index()].saturating_sub(1);
    }
    let (mut items, mut discovered) = (Vec::new(), Vec::new());
    for &item in Item::ALL {
        if left[item.index()] == 0 || tables.item(item).edition > edition {
            continue;
        }
        match below(rng, 3) {
            0 => items.push(Owned(item, 1 + below(rng, characters.len() as u32) as u8)),
            1 if tables.item(item).source == Source::Scenario => discovered.push(item),
            _ => {}
        }
    }
    let is_second_part = scenario.starts_on_hideouts();
    Setup {
        edition,
        actions: Mode::ALL[if number.is_multiple_of(5) { 2 } else { 0 }],
        cash: 10 + below(rng, 30) as u16,
        fixers: Some(
            Fixer::ALL
                .iter()
                .copied()
                .filter(|&fixer| scenario.allows(fixer))
                .collect(),
        ),
        ideas: if is_second_part {
            characters.iter().map(|_| below(rng, 5) as u8).collect()
        } else {
            Vec::new()
        },
        jewels: below(rng, 3) as u8,
        items,
        discovered,
        characters,
        ..Setup::new(&scenario.name, 1 + (number % 3) as u8, number)
    }
}

/// The heist from the beginning of a round with everybody moved, mostly to where something is: who can open a safe to
/// the safe, which may lack a few cracks, others to fixtures, loot and the NPC. None if the rules do not allow it.
pub fn moved(state: &MastersOfTheHeist, rng: &mut Generator) -> Option<MastersOfTheHeist> {
    if state.phase() != Phase::Roll {
        return None;
    }
    let scenario = state.scenario();
    let plan = scenario.plan();
    let mut position = position(state);
    let present: Vec<usize> = (0..plan.count())
        .filter(|&hex| {
            position["hexes"]
                .get(scenario.hex_tile(hex).to_string())
                .is_none_or(|hex| !hex.is_null())
        })
        .collect();
    let is_place = |hex: &&usize| {
        let is_thing = !matches!(state.fixture_on(**hex), Fixture::None | Fixture::Gate(_));
        is_thing || !state.loot_on(**hex).is_empty() || state.hex_of(Who::NPC) == Some(**hex)
    };
    let places: Vec<usize> = present.iter().filter(is_place).copied().collect();
    let players = position["players"].as_array_mut()?;
    for player in players.iter_mut().filter(|player| player.get("status").is_none()) {
        let near: Vec<usize> = if places.is_empty() || below(rng, 3) == 0 {
            present.clone()
        } else {
            places.clone()
        };
        let mut hex = choose(rng, &near);
        let can_crack = |piece: &Value| piece == "safecracking-tools" || piece == "plasma-torch";
        let is_cracker = player["loot"].as_array().is_some_and(|loot| loot.iter().any(can_crack));
        if let Some(safe) = scenario.safe.as_ref().filter(|_| is_cracker) {
            hex = usize::from(safe.hex);
        }
        player["at"] = json!(scenario.hex_tile(hex).to_string());
        player["ideas"] = json!(below(rng, 7));
    }
    if let Some(safe) = scenario
        .safe
        .as_ref()
        .filter(|safe| state.fixture_on(safe.hex.into()) == Fixture::Safe)
    {
        position["cracks"] = json!(below(rng, safe.cracks.into()));
    }
    from(position)
}

/// The heist of a position, if the rules allow it.
fn from(position: Value) -> Option<MastersOfTheHeist> {
    let position: Position = serde_json::from_value(position).ok()?;
    MastersOfTheHeist::from_position(position, Overrides::None).ok()
}
