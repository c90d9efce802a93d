//! How a campaign stands: what follows from the heists that were played (MH9a).

use super::super::aftermath::Fate;
use super::super::components::{Fixer, Item};
use super::super::pieces::Loot;
use super::super::scenario::Scenario;
use super::super::setup::{Member, Owned, Setup};
use super::super::tables::{Edition, Tables};
use super::jobs::{self, Job, MOST_HEISTS, PARTS};
use super::log::{Heist, Party};
use super::roster::{Role, Roster, is_same, player_level};
use crate::board::hexes::{Hex, members};

/// Cards of each item.
pub type Cards = [u8; Item::ALL.len()];

/// MH6.6m: characters on a hideout.
const TOGETHER: usize = 2;
/// MH3.1d: characters that a heist needs.
pub const LEAST_TEAM: usize = 3;

/// How a campaign stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// MH9a: team cash, in $k.
    pub cash: u16,
    /// MH3.3e: jewels.
    pub jewels: u8,
    /// MH10.32: the items of the team.
    pub items: Cards,
    /// MH7.6k: items found in heists that the shop has.
    pub discovered: Cards,
    /// MH9a: other loot, in the order in which it came.
    pub loot: Vec<Loot>,
    /// MH3.1e: the fixers, in the order in which they were unlocked.
    pub fixers: Vec<Fixer>,
    /// MH9d.
    pub roster: Roster,
    /// Heists that were played.
    pub heists: usize,
    /// Jobs that were tried, and those that were won.
    pub tried: Vec<String>,
    pub won: Vec<String>,
    /// The heist that was played last.
    pub last: Option<Heist>,
}

/// Which jobs may come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Any that was not won.
    Open,
    /// The Final Score: there is room for no other heist.
    LastJob,
    /// The second part of the Final Score.
    SecondPart,
    /// None.
    Over,
}

impl Standing {
    /// MH3.1e: Old Friend and no cash.
    pub fn first(edition: Edition) -> Standing {
        Standing {
            cash: 0,
            jewels: 0,
            items: Cards::default(),
            discovered: Cards::default(),
            loot: Vec::new(),
            fixers: vec![Fixer::OldFriend],
            roster: Roster {
                edition,
                named: Vec::new(),
            },
            heists: 0,
            tried: Vec::new(),
            won: Vec::new(),
            last: None,
        }
    }

    /// The tables of its edition.
    pub fn tables(&self) -> &'static Tables {
        Tables::get(self.roster.edition)
    }

    /// R32: the Final Score ends a campaign.
    pub fn stage(&self) -> Stage {
        let last = self.last.as_ref().and_then(|heist| {
            let scenario = Scenario::find(&heist.scenario).ok()?;
            Some((jobs::job(scenario), heist.won))
        });
        match last {
            Some((Job::FirstPart, true)) => Stage::SecondPart,
            Some((Job::FirstPart | Job::SecondPart, _)) => Stage::Over,
            _ if self.heists >= MOST_HEISTS => Stage::Over,
            _ if self.heists + PARTS >= MOST_HEISTS => Stage::LastJob,
            _ => Stage::Open,
        }
    }

    /// MH9b.
    pub fn player_level(&self) -> u8 {
        player_level(self.heists)
    }

    /// MH9a: team cash after Part 2 of the Final Score.
    pub fn score(&self) -> Option<u16> {
        let last = Scenario::find(&self.last.as_ref()?.scenario).ok()?;
        (jobs::job(last) == Job::SecondPart).then_some(self.cash)
    }

    /// H81: cards of the team and of the shop that take part beside those that characters start with. More than there
    /// are stay behind.
    pub fn brought(&self, team: &[Member]) -> (Cards, Cards) {
        let tables = self.tables();
        let (mut items, mut discovered) = (self.items, self.discovered);
        for &item in Item::ALL {
            let starts = |member: &&Member| tables.card(member.card).starts_with == Some(item);
            let starting = team.iter().filter(starts).count() as u8;
            let room = tables.item(item).copies.saturating_sub(starting);
            let items = &mut items[item.index()];
            *items = (*items).min(room);
            let discovered = &mut discovered[item.index()];
            *discovered = (*discovered).min(room - *items);
        }
        (items, discovered)
    }

    /// Whether a member waits for a rescue.
    pub fn is_busted(&self, role: Role) -> bool {
        matches!(role, Role::Known(place) if self.roster.named[place].is_busted)
    }

    /// The named characters that Part 1 of the Final Score left on hideouts, each with its place there, in team order.
    pub fn on_hideouts(&self) -> Vec<(usize, usize)> {
        let Some(heist) = self.last.as_ref().filter(|_| self.stage() == Stage::SecondPart) else {
            return Vec::new();
        };
        let named = |member: &Member| {
            let same = |named: &super::roster::Named| is_same(&named.member, member);
            self.roster.named.iter().position(same)
        };
        let places = (0..heist.characters.len()).filter(|&place| matches!(heist.fate(place), Fate::Escaped(_)));
        places
            .filter_map(|place| Some((named(&heist.characters[place])?, place)))
            .collect()
    }

    /// R33: as many as were on hideouts, but enough for the people and the game.
    pub fn second_part_team(&self, seats: u8) -> usize {
        self.on_hideouts().len().max(LEAST_TEAM).max(seats.into())
    }

    /// The setup of the next heist with a party. `base` has what applies to all heists.
    pub fn setup(&self, party: &Party, base: &Setup) -> Setup {
        let mut setup = Setup {
            scenario: party.scenario.clone(),
            seats: party.seats,
            characters: party.characters.clone(),
            character_count: party.character_count.filter(|_| party.characters.is_empty()),
            cash: self.cash,
            jewels: self.jewels,
            seed: None,
            ..base.clone()
        };
        let (items, discovered) = self.brought(&party.characters);
        setup.discovered = listed(&discovered);
        setup.items = if party.items.is_empty() {
            dealt(&items, party.characters.len())
        } else {
            party.items.clone()
        };
        setup.items.sort_unstable();
        let Ok(scenario) = Scenario::find(&party.scenario) else {
            return setup;
        };
        let mut fixers: Vec<Fixer> = self
            .fixers
            .iter()
            .copied()
            .filter(|&fixer| scenario.allows(fixer))
            .collect();
        fixers.sort_unstable();
        setup.fixers = Some(fixers);
        let roles = party
            .characters
            .iter()
            .map(|member| self.roster.role(member, self.player_level()));
        let roles: Vec<Role> = roles.map(|role| role.unwrap_or(Role::New)).collect();
        match jobs::job(scenario) {
            Job::County => {
                let inside = (1..).zip(&roles).filter(|(_, role)| self.is_busted(**role));
                setup.inside = inside.map(|(number, _)| number).collect();
            }
            Job::SecondPart => self.set_on_hideouts(&mut setup, scenario, &roles),
            Job::Usual | Job::FirstPart => {}
        }
        setup
    }

    /// interior-ministry-north: where Part 1 left each character, hideouts in their order, and the ideas that it had
    /// left. R33: who was not there begins on the first hideout with room.
    fn set_on_hideouts(&self, setup: &mut Setup, scenario: &Scenario, roles: &[Role]) {
        let Some(first) = &self.last else { return };
        let hideouts: Vec<Hex> = hideouts(scenario);
        let numbers = hideouts_of(first);
        let known = self.on_hideouts();
        let mut places: Vec<Option<usize>> = Vec::new();
        let has_room = |places: &[Option<usize>], number: usize| {
            places.iter().filter(|place| **place == Some(number)).count() < TOGETHER
        };
        for (role, member) in roles.iter().zip(&setup.characters) {
            let before = known.iter().find(|(known, _)| *role == Role::Known(*known));
            let ideas = before.and_then(|&(_, place)| first.ideas.get(place).copied());
            setup.ideas.push(ideas.unwrap_or(self.tables().card(member.card).ideas));
            let own = before.and_then(|&(_, place)| numbers[place]);
            places.push(own.filter(|number| has_room(&places, *number)));
        }
        for place in 0..places.len() {
            let free = (0..hideouts.len()).find(|number| has_room(&places, *number));
            places[place] = places[place].or(free);
        }
        setup.hideouts = places
            .iter()
            .flatten()
            .filter_map(|&number| hideouts.get(number).copied())
            .collect();
    }

    /// Goes on by a heist that may be played now.
    pub fn add(&mut self, heist: &Heist) {
        let level = self.player_level();
        let roles = heist.characters.iter().map(|member| self.roster.role(member, level));
        let roles: Vec<Role> = roles.map(|role| role.unwrap_or(Role::New)).collect();
        for (place, (member, role)) in heist.characters.iter().zip(roles).enumerate() {
            // MH9d: a character that reaches an Exit is rescued.
            let fate = heist.fate(place);
            self.roster.play(member, role, |was_busted| match fate {
                Fate::Busted => true,
                Fate::Escaped(_) => false,
                Fate::Hidden => was_busted,
            });
        }
        self.cash = heist.cash;
        self.jewels = heist.jewels;
        self.items = counted(&heist.items);
        self.discovered = counted(&heist.discovered);
        self.loot.extend(&heist.loot);
        self.heists += 1;
        let name = jobs::name_of(&heist.scenario).to_owned();
        if heist.won {
            let unlocked = Scenario::find(&heist.scenario)
                .ok()
                .and_then(|scenario| scenario.unlocks);
            self.fixers
                .extend(unlocked.filter(|fixer| !self.fixers.contains(fixer)));
            self.won.push(name.clone());
        }
        self.tried.push(name);
        self.last = Some(heist.clone());
    }
}

/// Each item as often as there are cards of it.
pub fn listed(cards: &Cards) -> Vec<Item> {
    let each = Item::ALL.iter().zip(cards);
    each.flat_map(|(&item, &count)| std::iter::repeat_n(item, count.into()))
        .collect()
}

/// The cards of a list.
pub fn counted(items: &[Item]) -> Cards {
    let mut cards = Cards::default();
    items
        .iter()
        .for_each(|item| cards[item.index()] = cards[item.index()].saturating_add(1));
    cards
}

/// MH3.3e: items dealt round to characters.
pub fn dealt(cards: &Cards, characters: usize) -> Vec<Owned> {
    let holders = (1..=characters as u8).cycle();
    listed(cards)
        .into_iter()
        .zip(holders)
        .map(|(item, holder)| Owned(item, holder))
        .collect()
}

/// The hideouts of a part of the Final Score, W before E.
pub fn hideouts(scenario: &Scenario) -> Vec<Hex> {
    members(scenario.story_hexes)
        .map(|hex| scenario.plan().hex(hex))
        .collect()
}

/// The number of the hideout that each character of Part 1 was on, in team order.
fn hideouts_of(heist: &Heist) -> Vec<Option<usize>> {
    let scenario = Scenario::find(&heist.scenario);
    let hexes = hideouts(scenario.expect("a heist of a campaign was checked before it was added"));
    let mut given = heist.hideouts.iter();
    let is_out = |place: usize| matches!(heist.fate(place), Fate::Escaped(_));
    let places = (0..heist.characters.len()).map(|place| is_out(place).then(|| given.next()).flatten());
    places
        .map(|hex| hex.and_then(|hex| hexes.iter().position(|known| known == hex)))
        .collect()
}
