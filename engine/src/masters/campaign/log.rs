//! What a campaign keeps of a heist, and what is chosen before one.

use serde::{Deserialize, Serialize};

use super::super::aftermath::Fate;
use super::super::components::Item;
use super::super::pieces::Loot;
use super::super::setup::{Member, Owned};
use crate::board::hexes::Hex;

/// A heist that was played, and what the team had after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Heist {
    /// The scenario.
    pub scenario: String,
    /// How many people played.
    pub seats: u8,
    /// Who took part, in team order.
    #[serde(with = "super::super::texts")]
    pub characters: Vec<Member>,
    /// Whether the objective was met.
    pub won: bool,
    /// Characters that were Busted, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub busted: Vec<u8>,
    /// Characters that escaped, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub escaped: Vec<u8>,
    /// MH9a: team cash after it, in $k.
    pub cash: u16,
    /// MH3.3e: jewels of the team after it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub jewels: u8,
    /// MH10.32: items of the team after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub items: Vec<Item>,
    /// MH7.6k: items found in heists that the shop has after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub discovered: Vec<Item>,
    /// MH9a: other loot that was banked in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub loot: Vec<Loot>,
    /// Final Score Part 1: the ideas that each character had left.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub ideas: Vec<u8>,
    /// Final Score Part 1: the hideout of each character that escaped, in team order.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub hideouts: Vec<Hex>,
}

fn is_none(count: &u8) -> bool {
    *count == 0
}

impl Heist {
    /// What became of a character, by its place in the team.
    pub fn fate(&self, place: usize) -> Fate {
        let number = place as u8 + 1;
        if self.busted.contains(&number) {
            Fate::Busted
        } else if self.escaped.contains(&number) {
            Fate::Escaped(0)
        } else {
            Fate::Hidden
        }
    }
}

/// What is chosen before a heist, with the fields of [`Setup`](super::super::setup::Setup).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Party {
    /// The scenario.
    pub scenario: String,
    /// How many people play.
    pub seats: u8,
    /// MH9c, MH9d: the characters; drawn before the first heist, else those of the last heist, if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub characters: Vec<Member>,
    /// How many characters take part if none are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_count: Option<u8>,
    /// MH3.3e: who holds the items of the team; they are dealt round if it is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::super::texts")]
    pub items: Vec<Owned>,
}

/// The fields of [`Party`].
pub const PARTY: [&str; 5] = ["scenario", "seats", "characters", "character-count", "items"];
