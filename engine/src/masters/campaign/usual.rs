//! What is chosen for a team that chooses nothing: a rescue or the next job, the same characters with their upgrades,
//! and others for those who are Busted.

use super::super::components::{Card, Skill};
use super::super::describe::SCENARIO_NAMES;
use super::super::scenario::Scenario;
use super::super::setup::{Member, Setup};
use super::jobs::{self, Difficulty, Job};
use super::log::Party;
use super::roster::{Role, is_same};
use super::standing::{LEAST_TEAM, Stage, Standing, dealt};

impl Standing {
    /// The party after a heist: as many people and characters as in the last one.
    pub fn usual(&self, last: &Party) -> Party {
        let count = self.last.as_ref().map_or(LEAST_TEAM, |heist| heist.characters.len());
        let mut party = Party {
            characters: self.team(Job::Usual, last.seats, count),
            ..last.clone()
        };
        if let Some(scenario) = self.rescue(&party.characters) {
            party.scenario.clone_from(&scenario.name);
            party.characters = self.team(Job::County, last.seats, count);
            self.deal(&mut party);
            return party;
        }
        party.scenario = self.next_scenario(&party.characters);
        if self.stage() == Stage::SecondPart {
            party.characters = self.team(Job::SecondPart, last.seats, count);
        }
        self.deal(&mut party);
        party
    }

    /// A party with what it leaves open filled in; characters only where there are named ones.
    pub fn filled(&self, mut party: Party) -> Party {
        let job = Scenario::find(&party.scenario).map_or(Job::Usual, jobs::job);
        if party.characters.is_empty() && self.heists > 0 {
            let before = self.last.as_ref().map_or(LEAST_TEAM, |heist| heist.characters.len());
            let count = party.character_count.map_or(before, usize::from);
            party.characters = self.team(job, party.seats, count);
        }
        if party.items.is_empty() {
            self.deal(&mut party);
        }
        party
    }

    fn deal(&self, party: &mut Party) {
        party.items = dealt(&self.brought(&party.characters).0, party.characters.len());
    }

    /// MH9d: the county job in which those who are Busted are rescued, in the order of the data. None if nobody is
    /// Busted, or those that are left are harder than what suits the team.
    fn rescue(&self, team: &[Member]) -> Option<&'static Scenario> {
        let is_needed = self.stage() == Stage::Open && self.roster.named.iter().any(|named| named.is_busted);
        let advised = self.advised(team);
        is_needed
            .then(|| self.untried(Job::County).find(|job| Difficulty::of(job) <= advised))
            .flatten()
    }

    /// The jobs of a kind that were not tried, in the order of the data.
    fn untried(&self, wanted: Job) -> impl Iterator<Item = &'static Scenario> {
        let scenarios = SCENARIO_NAMES.iter().filter_map(|name| Scenario::find(name).ok());
        let of_job = scenarios.filter(move |scenario| jobs::job(scenario) == wanted && !scenario.name.contains('@'));
        of_job.filter(|scenario| !self.tried.contains(&scenario.name))
    }

    /// The next job in the order of the data. MH9e: those that suit the team come first, then easier ones, then harder
    /// ones, the Final Score at the end.
    fn next_scenario(&self, team: &[Member]) -> String {
        let wanted = match self.stage() {
            Stage::SecondPart => Job::SecondPart,
            Stage::LastJob => Job::FirstPart,
            Stage::Open | Stage::Over => Job::Usual,
        };
        let advised = self.advised(team);
        let distance = |scenario: &&Scenario| {
            let difficulty = Difficulty::of(scenario);
            let steps = (difficulty as i8 - advised as i8).unsigned_abs();
            (difficulty > advised, steps)
        };
        let next = self
            .untried(wanted)
            .min_by_key(distance)
            .or_else(|| self.untried(Job::FirstPart).next());
        next.map_or(String::new(), |scenario| scenario.name.clone())
    }

    /// MH9e: how hard a job suits these characters. H78: their levels are those before the heist.
    pub fn advised(&self, team: &[Member]) -> Difficulty {
        let levels: Vec<u8> = team.iter().filter_map(|member| self.roster.level_of(member)).collect();
        Difficulty::advised(&levels)
    }

    /// A team: in a county job the Busted ones first, then those of the last heist in their order, then whoever fits;
    /// empty if none does.
    fn team(&self, job: Job, seats: u8, count: usize) -> Vec<Member> {
        let last = self.last.iter().flat_map(|heist| &heist.characters);
        let named = |member: &Member| {
            self.roster
                .named
                .iter()
                .position(|named| is_same(&named.member, member))
        };
        let is_busted = |place: &usize| self.roster.named[*place].is_busted;
        let last: Vec<usize> = last.filter_map(named).collect();
        let all = 0..self.roster.named.len();
        let busted = all.clone().filter(|place| job == Job::County && is_busted(place));
        let free = last.iter().copied().chain(all).filter(|place| !is_busted(place));
        let mut first: Vec<usize> = busted.chain(free).collect();
        let mut count = count.max(LEAST_TEAM).max(seats.into());
        if job == Job::SecondPart {
            let on_hideouts: Vec<usize> = self.on_hideouts().into_iter().map(|(named, _)| named).collect();
            count = self.second_part_team(seats);
            first = on_hideouts.into_iter().chain(first).collect();
        }
        // New characters only where they are needed: ready-made ones, then any.
        let forms = |&place: &usize| {
            let is_own = move |form: &Member| self.roster.role(form, self.player_level()) == Ok(Role::Known(place));
            self.roster.forms(place).into_iter().filter(is_own)
        };
        let mut options: Vec<Member> = first.iter().flat_map(forms).collect();
        let mut team = Vec::new();
        if self.complete(&mut team, &options, count) {
            return team;
        }
        options.extend(self.new_members(self.ready_made()));
        if !self.complete(&mut team, &options, count) {
            options.extend(self.new_members(self.all_amateurs()));
            self.complete(&mut team, &options, count);
        }
        team
    }

    /// MH7.7: the ready-made characters.
    fn ready_made(&self) -> Vec<Member> {
        let built = self.tables().prebuilt.iter();
        built
            .map(|built| Member {
                card: built.card,
                skills: built.skills,
            })
            .collect()
    }

    /// Every amateur with every two skills.
    fn all_amateurs(&self) -> Vec<Member> {
        let tables = self.tables();
        let is_amateur = |skill: &Skill| !tables.skill(*skill).is_pro;
        let skills: Vec<Skill> = Skill::ALL.iter().copied().filter(is_amateur).collect();
        let pairs = skills.iter().enumerate().flat_map(|(place, &first)| {
            let others = &skills[place + 1..];
            others.iter().map(move |&second| [first, second])
        });
        let cards = Card::ALL.iter().copied().filter(|&card| !tables.card(card).is_pro);
        cards
            .flat_map(|card| pairs.clone().map(move |skills| Member { card, skills }))
            .collect()
    }

    /// MH9c: new characters that begin as these amateurs, at the level of the people.
    fn new_members(&self, amateurs: Vec<Member>) -> impl Iterator<Item = Member> {
        let level = self.player_level();
        let is_new = move |member: &Member| self.roster.role(member, level) == Ok(Role::New);
        let grown = amateurs
            .into_iter()
            .flat_map(move |member| self.roster.grown(member, level));
        grown.filter(is_new)
    }

    /// Adds members to a team, the first options that fit; says whether they are enough.
    fn complete(&self, team: &mut Vec<Member>, options: &[Member], count: usize) -> bool {
        if team.len() == count {
            return true;
        }
        for (place, option) in options.iter().enumerate() {
            team.push(*option);
            if Setup::is_team(team, self.roster.edition) && self.complete(team, &options[place + 1..], count) {
                return true;
            }
            team.pop();
        }
        false
    }
}
