//! Named characters: levels, upgrades, and who may be played (MH9b to MH9d).

use super::super::components::{Card, Skill};
use super::super::setup::Member;
use super::super::tables::{Edition, Tables};

/// MH9b: no level is higher.
pub const TOP_LEVEL: u8 = 4;

/// MH9b: the level of the people after so many heists: 1 at first, one more after each.
pub fn player_level(heists: usize) -> u8 {
    (heists + 1).min(TOP_LEVEL.into()) as u8
}

/// MH9a: a named character, which is its card and its two skills (MH9d).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its card and its skills when it was played last.
    pub member: Member,
    /// MH9b: its level. If that is higher than what its cards say, its next heist begins with an upgrade.
    pub level: u8,
    /// MH9d: whether it waits for a rescue.
    pub is_busted: bool,
}

/// Who a member of a team is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A named character, by its place in the roster.
    Known(usize),
    /// One that is made for the heist.
    New,
}

/// MH9d: whether the combination of cards is the same; the order of the skills does not matter.
pub fn is_same(one: &Member, other: &Member) -> bool {
    let [first, second] = other.skills;
    one.card == other.card && (one.skills == [first, second] || one.skills == [second, first])
}

/// The named characters of a campaign, in the order in which they were made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    pub edition: Edition,
    pub named: Vec<Named>,
}

impl Roster {
    fn tables(&self) -> &'static Tables {
        Tables::get(self.edition)
    }

    /// MH9c: the level that the cards of a member say; none for cards that no character comes to have.
    pub fn level_of(&self, member: &Member) -> Option<u8> {
        let [first, second] = member.skills.map(|skill| self.tables().skill(skill));
        if self.root(member.skills[0]) == self.root(member.skills[1]) {
            return None;
        }
        let skills = u8::from(first.is_pro) + u8::from(second.is_pro);
        match (skills, self.tables().card(member.card).is_pro) {
            (0 | 1, false) => Some(1 + skills),
            (1 | 2, true) => Some(2 + skills),
            _ => None,
        }
    }

    /// The amateur skill that a skill is or comes from.
    fn root(&self, skill: Skill) -> Skill {
        let leads_here = |amateur: &&Skill| self.tables().skill(**amateur).upgrades.contains(&skill);
        Skill::ALL.iter().find(leads_here).copied().unwrap_or(skill)
    }

    /// MH9c: what a character can become at the next level: at level 2 a better skill, at level 3 one of its pros, at
    /// level 4 the other skill.
    pub fn upgrades(&self, member: &Member) -> Vec<Member> {
        let of_card = |&card: &Card| Member { card, ..*member };
        let of_skill = |place: usize| {
            self.tables()
                .skill(member.skills[place])
                .upgrades
                .iter()
                .map(move |&skill| {
                    let mut better = *member;
                    better.skills[place] = skill;
                    better
                })
        };
        match self.level_of(member) {
            Some(1 | 3) => (0..member.skills.len()).flat_map(of_skill).collect(),
            Some(2) => self.tables().card(member.card).upgrades.iter().map(of_card).collect(),
            _ => Vec::new(),
        }
    }

    /// All forms in which a member of level 1 can be made at a level.
    pub fn grown(&self, member: Member, level: u8) -> Vec<Member> {
        let grow = |members: Vec<Member>, _| members.iter().flat_map(|member| self.upgrades(member)).collect();
        (1..level).fold(vec![member], grow)
    }

    /// MH9c: the forms in which a named character can be played now: as it is, or with the upgrade that is due.
    pub fn forms(&self, place: usize) -> Vec<Member> {
        let named = &self.named[place];
        if self.level_of(&named.member) < Some(named.level) {
            self.upgrades(&named.member)
        } else {
            vec![named.member]
        }
    }

    /// Who a member of a team is. Cards that a named character can have now are that character.
    ///
    /// # Errors
    /// Says why nobody may be played with these cards.
    pub fn role(&self, member: &Member, player_level: u8) -> Result<Role, String> {
        let level = self.level_of(member).ok_or_else(|| {
            format!(
                "{member}, expected a skill of a pro at level 2, a pro's card at level 3, two skills of pros at level \
                 4 (MH9c)"
            )
        })?;
        if let Some(place) = self.named.iter().position(|named| is_same(&named.member, member)) {
            return match self.forms(place) {
                forms if forms.contains(&self.named[place].member) => Ok(Role::Known(place)),
                forms => {
                    let forms: Vec<String> = forms.iter().map(Member::to_string).collect();
                    let level = self.named[place].level;
                    Err(format!(
                        "{member}, who is of level {level} now; expected {} (MH9c)",
                        forms.join(", ")
                    ))
                }
            };
        }
        let can_be = |place: &usize| self.forms(*place).iter().any(|form| is_same(form, member));
        match (0..self.named.len()).find(can_be) {
            Some(place) => Ok(Role::Known(place)),
            None if level <= player_level => Ok(Role::New),
            None => Err(format!(
                "{member}, a new character of level {level}; expected at most level {player_level} (MH9c)"
            )),
        }
    }

    /// MH9b: a character was played. It and whoever played it rise by a level, whatever happened.
    pub fn play(&mut self, member: &Member, role: Role, is_busted: impl FnOnce(bool) -> bool) {
        let level = self.level_of(member).unwrap_or(1);
        let was_busted = match role {
            Role::Known(place) => self.named[place].is_busted,
            Role::New => false,
        };
        let named = Named {
            member: *member,
            level: (level + 1).min(TOP_LEVEL),
            is_busted: is_busted(was_busted),
        };
        match role {
            Role::Known(place) => self.named[place] = named,
            Role::New => self.named.push(named),
        }
    }
}
