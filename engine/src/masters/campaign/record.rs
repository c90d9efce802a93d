//! What a campaign writes down of a heist.

use super::super::aftermath::{Aftermath, Fate, KEEPSAKES};
use super::super::components::Item;
use super::super::scenario::Scenario;
use super::super::setup::Setup;
use super::super::tables::Source;
use super::jobs::{self, Job};
use super::log::Heist;
use super::standing::{Cards, Standing, hideouts, listed};

impl Standing {
    /// MH9a: what is written down of a heist.
    pub fn heist(&self, played: &Setup, won: bool, after: Option<&Aftermath>) -> Heist {
        let mut heist = Heist {
            scenario: played.scenario.clone(),
            seats: played.seats,
            characters: played.characters.clone(),
            won,
            busted: Vec::new(),
            escaped: Vec::new(),
            cash: self.cash,
            jewels: self.jewels,
            items: listed(&self.items),
            discovered: listed(&self.discovered),
            loot: Vec::new(),
            ideas: Vec::new(),
            hideouts: Vec::new(),
        };
        let (Some(after), Ok(scenario)) = (after, Scenario::find(&played.scenario)) else {
            return heist;
        };
        let reward = if won { u16::from(scenario.reward) } else { 0 };
        heist.cash = after.cash.saturating_add(reward);
        heist.jewels = after.jewels;
        (heist.items, heist.discovered) = self.cards_after(played, scenario, after);
        let kinds = KEEPSAKES.into_iter().zip(after.keepsakes);
        heist.loot = kinds
            .flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into()))
            .collect();
        let numbered = || (1..).zip(&after.fates);
        heist.busted = numbered()
            .filter(|(_, fate)| **fate == Fate::Busted)
            .map(|(number, _)| number)
            .collect();
        heist.escaped = numbered()
            .filter(|(_, fate)| matches!(fate, Fate::Escaped(_)))
            .map(|(number, _)| number)
            .collect();
        if jobs::job(scenario) == Job::FirstPart {
            heist.ideas.clone_from(&after.ideas);
            let hideouts = hideouts(scenario);
            let number = |fate: &Fate| match *fate {
                Fate::Escaped(number) => hideouts.get(usize::from(number)).or(hideouts.first()).copied(),
                Fate::Busted | Fate::Hidden => None,
            };
            heist.hideouts = after.fates.iter().filter_map(number).collect();
        }
        heist
    }

    /// MH10.31, H45, MH10.32, MH7.6k: what is out belongs to the team; everything else that was ever found goes to the
    /// shop pool.
    fn cards_after(&self, played: &Setup, scenario: &Scenario, after: &Aftermath) -> (Vec<Item>, Vec<Item>) {
        let tables = self.tables();
        let (brought, _) = self.brought(&played.characters);
        let on_map = scenario.item.map(|(_, item)| item);
        let in_safe = scenario.safe.as_ref().and_then(|safe| safe.items.first().copied());
        let (mut items, mut discovered) = (Cards::default(), Cards::default());
        for &item in Item::ALL {
            let (place, row) = (item.index(), tables.item(item));
            let found = [on_map, in_safe].into_iter().zip(after.found);
            let found = found
                .filter(|&(place, is_found)| is_found && place == Some(item))
                .count() as u8;
            let stayed_behind = self.items[place] - brought[place];
            // R34: there are no more than cards.
            let copies = tables.copies(item, self.roster.edition);
            let all = match row.source {
                Source::Shop => copies,
                Source::Scenario => copies.min(self.items[place] + self.discovered[place] + found),
            };
            items[place] = all.min(after.items[place] + stayed_behind);
            if row.source == Source::Scenario {
                discovered[place] = all - items[place];
            }
        }
        (listed(&items), listed(&discovered))
    }
}
