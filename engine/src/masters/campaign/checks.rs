//! What a campaign does not take: parties that may not go on the next heist, heists that nobody can have played.

use super::super::components::Item;
use super::super::scenario::Scenario;
use super::super::setup::{Owned, Setup};
use super::super::state::MastersOfTheHeist;
use super::super::tables::Source;
use super::jobs::{self, Job};
use super::log::{Heist, Party};
use super::roster::Role;
use super::standing::{self, Cards, Stage, Standing};
use crate::game::{Game, Problem, SetupError};

impl Standing {
    /// Everything about a party that contradicts what the campaign has come to. What contradicts the setup itself is
    /// not in it.
    pub fn problems(&self, party: &Party) -> Vec<Problem> {
        let Ok(scenario) = Scenario::find(&party.scenario) else {
            return Vec::new();
        };
        let mut problems = self.job_problems(scenario);
        let job = jobs::job(scenario);
        let mut roles = Vec::new();
        for (place, member) in party.characters.iter().enumerate() {
            match self.roster.role(member, self.player_level()) {
                Ok(Role::Known(known)) if self.roster.named[known].is_busted && job != Job::County => {
                    let what = format!("{member}, who is Busted; expected in county jobs only, until rescued (MH9d)");
                    problems.push(Problem::new(format!("characters[{place}]"), what));
                }
                Ok(role) => roles.push(role),
                Err(what) => problems.push(Problem::new(format!("characters[{place}]"), what)),
            }
        }
        if !problems.is_empty() {
            return problems;
        }
        if job == Job::County && !roles.iter().any(|&role| self.is_busted(role)) {
            let what = "nobody who is Busted, expected at least one to get out in a county job (MH7.10b)";
            problems.push(Problem::new("characters", what));
        }
        if job == Job::SecondPart {
            problems.extend(self.second_part_problems(party, &roles));
        }
        problems.extend(self.item_problems(party));
        problems
    }

    /// R32: which jobs may come next.
    fn job_problems(&self, scenario: &Scenario) -> Vec<Problem> {
        let name = &scenario.name;
        let is_won = self.won.iter().any(|won| won == jobs::name_of(name));
        let what = match (self.stage(), jobs::job(scenario)) {
            (Stage::Over, _) => "after the last heist, expected none".to_owned(),
            (Stage::SecondPart, Job::SecondPart) | (Stage::LastJob | Stage::Open, Job::FirstPart) => return Vec::new(),
            (Stage::SecondPart, _) => format!("{name} after Part 1 of the Final Score, expected Part 2"),
            (_, Job::SecondPart) => format!("{name}, expected Part 1 of the Final Score before it"),
            (Stage::LastJob, _) => {
                format!(
                    "{name} after {} heists, expected Part 1 of the Final Score",
                    self.heists
                )
            }
            (Stage::Open, Job::Usual) if is_won => format!("{name}, expected a job that was not won"),
            (Stage::Open, Job::Usual | Job::County) => return Vec::new(),
        };
        vec![Problem::new("scenario", format!("{what} (R32)"))]
    }

    /// interior-ministry-north: the same characters, without those who are Busted; R33: others only as far as they are
    /// needed.
    fn second_part_problems(&self, party: &Party, roles: &[Role]) -> Vec<Problem> {
        let from_part_one = self.on_hideouts();
        let is_missing = |&&(known, _): &&(usize, usize)| !roles.contains(&Role::Known(known));
        if let Some(&(missing, _)) = from_part_one.iter().find(is_missing) {
            let what = format!(
                "no {}, expected all who were on hideouts at the end of Part 1",
                self.roster.named[missing].member
            );
            return vec![Problem::new("characters", what)];
        }
        let needed = self.second_part_team(party.seats);
        if roles.len() > needed {
            let what = format!(
                "{}, expected {needed}: those of Part 1 who are not Busted (R33)",
                roles.len()
            );
            return vec![Problem::new("characters", what)];
        }
        Vec::new()
    }

    fn item_problems(&self, party: &Party) -> Vec<Problem> {
        if party.items.is_empty() {
            return Vec::new();
        }
        let (brought, _) = self.brought(&party.characters);
        let mut held = Cards::default();
        party.items.iter().for_each(|&Owned(item, _)| held[item.index()] += 1);
        let wrong = Item::ALL
            .iter()
            .find(|item| held[item.index()] != brought[item.index()]);
        let problem = |item: &Item| {
            let [held, brought] = [held, brought].map(|cards| cards[item.index()]);
            let what = format!("{item} {held} times, expected {brought}: all items of the team (MH10.32)");
            Problem::new("items", what)
        };
        wrong.map(problem).into_iter().collect()
    }

    /// What is wrong with a heist of a log: the first field, what was found and what was expected. `base` has what
    /// applies to all heists.
    pub fn fault(&self, heist: &Heist, base: &Setup) -> Option<String> {
        let party = Party {
            scenario: heist.scenario.clone(),
            seats: heist.seats,
            characters: heist.characters.clone(),
            character_count: None,
            items: Vec::new(),
        };
        if party.characters.is_empty() {
            return Some("characters: none, expected three or four (MH3.1d)".to_owned());
        }
        if let Err(SetupError(problems)) = MastersOfTheHeist::complete(&self.setup(&party, base)) {
            return problems.first().map(Problem::to_string);
        }
        if let Some(problem) = self.problems(&party).first() {
            return Some(problem.to_string());
        }
        let fates = [("busted", &heist.busted), ("escaped", &heist.escaped)];
        for (field, who) in fates {
            let is_one = |number: &u8| (1..=heist.characters.len()).contains(&usize::from(*number));
            if !who.iter().all(is_one) || !who.is_sorted_by(|one, next| one < next) {
                let count = heist.characters.len();
                return Some(format!(
                    "{field}: {who:?}, expected some of the characters from 1 to {count} in order"
                ));
            }
        }
        if let Some(both) = heist.busted.iter().find(|who| heist.escaped.contains(who)) {
            return Some(format!(
                "escaped: character {both}, who is Busted; expected one of both (MH6.6k)"
            ));
        }
        self.item_fault(heist).or_else(|| part_one_fault(heist))
    }

    /// MH10.31, MH10.32: there are no more items than cards.
    fn item_fault(&self, heist: &Heist) -> Option<String> {
        let [items, discovered] = [&heist.items, &heist.discovered].map(|list| standing::counted(list));
        Item::ALL.iter().find_map(|&item| {
            let row = self.tables().item(item);
            let (items, discovered) = (items[item.index()], discovered[item.index()]);
            if row.source == Source::Shop && discovered > 0 {
                return Some(format!(
                    "discovered: {item}, which the shop always has; expected items found in heists (MH3.3e)"
                ));
            }
            let copies = self.tables().copies(item, self.roster.edition);
            let is_too_many = u16::from(items) + u16::from(discovered) > copies.into();
            is_too_many.then(|| {
                let field = if items > copies { "items" } else { "discovered" };
                format!("{field}: too many of {item}, expected {copies} at most (MH3.3e)")
            })
        })
    }
}

/// Only Part 1 of the Final Score leaves ideas and hideouts.
fn part_one_fault(heist: &Heist) -> Option<String> {
    let scenario = Scenario::find(&heist.scenario).ok()?;
    let is_part_one = jobs::job(scenario) == Job::FirstPart;
    let hexes = standing::hideouts(scenario);
    let [ideas, hideouts] =
        [heist.characters.len(), heist.escaped.len()].map(|count| if is_part_one { count } else { 0 });
    // A heist that was given up before it began leaves nothing.
    if heist.ideas.len() != ideas && !(heist.ideas.is_empty() && heist.escaped.is_empty()) {
        return Some(format!("ideas: {}, expected {ideas}", heist.ideas.len()));
    }
    if heist.hideouts.len() != hideouts || !heist.hideouts.iter().all(|hideout| hexes.contains(hideout)) {
        return Some(format!(
            "hideouts: {:?}, expected {hideouts} hideouts of the scenario",
            heist.hideouts
        ));
    }
    None
}
