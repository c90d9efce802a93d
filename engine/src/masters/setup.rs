//! Setups: scenario, edition, the team, and what a campaign brings along (section 3).

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::components::{Card, Fixer, Item, Skill};
use super::describe::MOST_WEIGHT;
use super::scenario::Scenario;
use super::tables::{Edition, Prebuilt, Source, Tables};
use crate::board::hexes::Hex;
use crate::describe::counted;
use crate::game::{NotationError, Problem, SetupError};
use crate::random;

/// MH3.1d: the numbers of player characters.
pub const CHARACTERS: std::ops::RangeInclusive<u8> = 3..=4;

/// MH3.2b: copies of a skill in a team.
const SKILL_COPIES: usize = 2;

/// MH7.10b, MH6.6m: characters that start on one pawn hex or one hideout.
const TOGETHER: usize = 2;

/// MH3.2a: a player character, in a text `thug:hurry:bypass`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its character card.
    pub card: Card,
    /// Its two skills.
    pub skills: [Skill; 2],
}

impl Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.skills;
        write!(f, "{}:{first}:{second}", self.card)
    }
}

impl FromStr for Member {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Member, NotationError> {
        match text.split(':').collect::<Vec<_>>()[..] {
            [card, first, second] => Ok(Member {
                card: card.parse()?,
                skills: [first.parse()?, second.parse()?],
            }),
            _ => Err(NotationError {
                text: text.to_owned(),
                expected: "a character: its card and two skills, such as thug:hurry:bypass".to_owned(),
            }),
        }
    }
}

/// MH10.32: an item that the team owns, and the character that holds it, from 1; in a text `radio:2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Owned(pub Item, pub u8);

impl Display for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0, self.1)
    }
}

impl FromStr for Owned {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Owned, NotationError> {
        let owned = text
            .split_once(':')
            .and_then(|(item, holder)| Some(Owned(item.parse().ok()?, holder.parse().ok()?)));
        owned.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an item and the character that holds it, such as radio:2".to_owned(),
        })
    }
}

/// Which orders of actions, and which of equal actions, are offered in the Action phase (5.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// All of them.
    Strict,
    /// MH5.8c: of two actions that commute one order; every position can still be reached.
    Reduced,
    /// Also of commits with equal letters the cheapest, and ideas are taken at the commit (5.8, normal forms).
    #[default]
    Normal,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 3] = [Mode::Strict, Mode::Reduced, Mode::Normal];

    /// The name in setups.
    pub const fn name(self) -> &'static str {
        ["strict", "reduced", "normal"][self as usize]
    }
}

/// What a heist is set up from. Everything left open is drawn from `seed`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// The scenario, such as `tech-lab`; with `@2021-01` behind it an earlier revision.
    #[serde(default = "usual_scenario")]
    pub scenario: String,
    /// How many people play, 1 to 4; characters are dealt round to them.
    pub seats: u8,
    /// MH2a.
    #[serde(default)]
    pub edition: Edition,
    /// Which orders of actions are offered.
    #[serde(default)]
    pub actions: Mode,
    /// The characters in team order, three or four and no fewer than people; ready-made ones are drawn if empty
    /// (MH3.2a).
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::texts")]
    pub characters: Vec<Member>,
    /// How many characters are drawn if `characters` is empty; as many as people, but at least three, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_count: Option<u8>,
    /// MH3.3e: team cash, in $k.
    #[serde(default)]
    pub cash: u16,
    /// MH3.1e: the fixers that are available; Old Friend alone if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixers: Option<Vec<Fixer>>,
    /// MH10.32: items that the team owns, beside those that characters start with, each with the character that holds
    /// it, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::texts")]
    pub items: Vec<Owned>,
    /// MH3.3e: items found in earlier heists that the shop has, as often as it has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::texts")]
    pub discovered: Vec<Item>,
    /// MH3.3e: jewels that the team owns.
    #[serde(default)]
    pub jewels: u8,
    /// MH7.10b, H52: in a county job, the characters that start inside, from 1; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::texts")]
    pub inside: Vec<u8>,
    /// Final Score Part 2: the ideas that each character had left in Part 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::texts")]
    pub ideas: Vec<u8>,
    /// Final Score Part 2: the hideout that Part 1 left each character on. The team chooses if it is empty (H51).
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "super::texts")]
    pub hideouts: Vec<Hex>,
    /// MH9a: what $1k is worth to agents beside the objective, in thousandths of it; not counted if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cash_weight: u8,
    /// What open items are drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// Whether a field has its default and is not written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn usual_scenario() -> String {
    super::describe::SCENARIO_NAMES[0].to_owned()
}

impl Setup {
    /// A scenario with everything else as usual or left to the seed.
    pub fn new(scenario: &str, seats: u8, seed: u64) -> Setup {
        Setup {
            scenario: scenario.to_owned(),
            seats,
            edition: Edition::V22,
            actions: Mode::Normal,
            characters: Vec::new(),
            character_count: None,
            cash: 0,
            fixers: None,
            items: Vec::new(),
            discovered: Vec::new(),
            jewels: 0,
            inside: Vec::new(),
            ideas: Vec::new(),
            hideouts: Vec::new(),
            cash_weight: 0,
            seed: Some(seed),
        }
    }

    /// MH3.1d: how many characters play.
    pub(super) fn count(&self) -> usize {
        match self.characters.len() {
            0 => usize::from(self.character_count.unwrap_or(self.seats.max(*CHARACTERS.start()))),
            count => count,
        }
    }

    /// Everything in the setup that contradicts the rules.
    fn problems(&self, scenario: &Scenario) -> Vec<Problem> {
        let mut problems = Vec::new();
        let most = *CHARACTERS.end();
        if !(1..=most).contains(&self.seats) {
            let what = format!("{} people, expected 1 to {most}", self.seats);
            return vec![Problem::new("seats", what)];
        }
        let least = self.seats.max(*CHARACTERS.start());
        if !(usize::from(least)..=usize::from(most)).contains(&self.count()) {
            let field = if self.characters.is_empty() {
                "character-count"
            } else {
                "characters"
            };
            let found = counted(self.count(), "character");
            let people = match self.seats {
                1 => "1 person".to_owned(),
                seats => format!("{seats} people"),
            };
            let what = format!("{found} for {people}, expected {least} to {most} (MH3.1d)");
            return vec![Problem::new(field, what)];
        }
        if self.cash_weight > MOST_WEIGHT {
            let what = format!("{}, expected 0 to {MOST_WEIGHT}", self.cash_weight);
            problems.push(Problem::new("cash-weight", what));
        }
        problems.extend(self.team_problems());
        problems.extend(self.fixer_problems(scenario));
        problems.extend(self.item_problems());
        problems.extend(self.start_problems(scenario));
        problems
    }

    /// MH3.2b: whether these characters may be in one team.
    pub(super) fn is_team(characters: &[Member], edition: Edition) -> bool {
        team_problems(characters, Tables::get(edition)).is_empty()
    }

    /// MH3.2b.
    fn team_problems(&self) -> Vec<Problem> {
        team_problems(&self.characters, Tables::get(self.edition))
    }

    /// Final Score: Part 1 is played without Old Friend, Part 2 without any fixer.
    fn fixer_problems(&self, scenario: &Scenario) -> Vec<Problem> {
        let mut problems = Vec::new();
        let fixers = self.fixers.as_deref().unwrap_or_default();
        for (place, fixer) in fixers.iter().enumerate() {
            let what = if fixers[..place].contains(fixer) {
                format!("{fixer} stands there twice, expected each fixer once (MH3.1e)")
            } else if !scenario.allows(*fixer) {
                format!("{fixer}, who takes no part in {}", scenario.name)
            } else {
                continue;
            };
            problems.push(Problem::new(format!("fixers[{place}]"), what));
        }
        problems
    }

    /// MH3.3e, H81: of each item there are as many as cards; an item that a character starts with is one of them.
    fn item_problems(&self) -> Vec<Problem> {
        let tables = Tables::get(self.edition);
        let mut problems = Vec::new();
        let starting = self
            .characters
            .iter()
            .filter_map(|member| tables.card(member.card).starts_with);
        let mut counts = [0; Item::ALL.len()];
        starting.for_each(|item| counts[item.index()] += 1);
        let mut count = |item: Item, field: String| {
            let row = tables.item(item);
            counts[item.index()] += 1;
            if row.edition > self.edition {
                let what = format!("{item}, which the edition {} does not have (MH2a)", self.edition.name());
                problems.push(Problem::new(field, what));
            } else if counts[item.index()] > row.copies {
                let what = format!(
                    "{item} number {}, expected at most {} with those that characters start with (MH3.3e)",
                    counts[item.index()],
                    row.copies
                );
                problems.push(Problem::new(field, what));
            }
        };
        for (place, &Owned(item, _)) in self.items.iter().enumerate() {
            count(item, format!("items[{place}]"));
        }
        for (place, &item) in self.discovered.iter().enumerate() {
            count(item, format!("discovered[{place}]"));
        }
        for (place, &Owned(item, holder)) in self.items.iter().enumerate() {
            if !(1..=self.count()).contains(&usize::from(holder)) {
                let what = format!("{item} with character {holder}, expected 1 to {}", self.count());
                problems.push(Problem::new(format!("items[{place}]"), what));
            }
        }
        for (place, &item) in self.discovered.iter().enumerate() {
            if tables.item(item).source == Source::Shop {
                let what = format!("{item}, which the shop always has; expected items found in heists (MH3.3e)");
                problems.push(Problem::new(format!("discovered[{place}]"), what));
            }
        }
        problems
    }

    /// MH7.10b, H51, H52: who starts inside, and on which hideout.
    fn start_problems(&self, scenario: &Scenario) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut add = |field: &str, what: String| problems.push(Problem::new(field, what));
        let count = self.count();
        let pawns = scenario.inside_starts.count_ones() as usize;
        if !self.inside.is_empty() && pawns == 0 {
            add(
                "inside",
                format!("given for {}, expected only in a county job (MH7.10b)", scenario.name),
            );
        }
        for (place, who) in self.inside.iter().enumerate() {
            let field = format!("inside[{place}]");
            if !(1..=count).contains(&usize::from(*who)) {
                add(&field, format!("character {who}, expected 1 to {count} (MH7.10b)"));
            } else if self.inside[..place].contains(who) {
                add(&field, format!("character {who} twice, expected each once (MH7.10b)"));
            }
        }
        let is_second_part = scenario.starts_on_hideouts();
        let of_part_one = [("ideas", self.ideas.len()), ("hideouts", self.hideouts.len())];
        for (field, given) in of_part_one.into_iter().filter(|(_, given)| *given > 0) {
            if !is_second_part {
                add(
                    field,
                    format!("given for {}, expected only in Final Score Part 2", scenario.name),
                );
            } else if given != count {
                add(
                    field,
                    format!("{given} for {}, expected one each", counted(count, "character")),
                );
            }
        }
        for (place, &hideout) in self.hideouts.iter().enumerate().filter(|_| is_second_part) {
            let field = format!("hideouts[{place}]");
            let hex = scenario
                .plan()
                .at(hideout)
                .filter(|hex| scenario.story_hexes & 1 << hex != 0);
            if hex.is_none() {
                add(&field, format!("{hideout}, which is no hideout of {}", scenario.name));
            } else if self.hideouts[..place].iter().filter(|other| **other == hideout).count() >= TOGETHER {
                add(
                    &field,
                    format!("{hideout} for the third time, expected at most {TOGETHER} on a hideout (MH6.6m)"),
                );
            }
        }
        problems
    }

    /// The setup with everything it leaves open drawn from its seed, and the seed erased.
    ///
    /// # Errors
    /// Lists everything that contradicts the rules; also when something is open and there is no seed.
    pub fn complete(&self) -> Result<Setup, SetupError> {
        let scenario = Scenario::find(&self.scenario)
            .map_err(|error| SetupError(vec![Problem::new("scenario", error.to_string())]))?;
        let mut problems = self.problems(scenario);
        if self.characters.is_empty() && self.seed.is_none() {
            let what = "missing, expected a seed because characters are left open";
            problems.push(Problem::new("seed", what));
        }
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        let mut setup = self.clone();
        if setup.characters.is_empty() {
            let mut rng = random::stream(self.seed.unwrap_or(0), "masters-of-the-heist characters", 0);
            setup.characters = draw_team(self.edition, self.count(), &mut rng);
            let problems = setup.problems(scenario);
            if !problems.is_empty() {
                return Err(SetupError(problems));
            }
        }
        setup.character_count = None;
        let fixers = setup.fixers.get_or_insert_with(|| vec![Fixer::OldFriend]);
        fixers.retain(|fixer| scenario.allows(*fixer));
        fixers.sort_unstable();
        if setup.inside.is_empty() && scenario.inside_starts != 0 {
            setup.inside = (1..=setup.characters.len() as u8).collect();
        }
        setup.inside.sort_unstable();
        setup.discovered.sort_unstable();
        setup.items.sort_unstable();
        setup.seed = None;
        Ok(setup)
    }
}

/// MH3.2b, H5.
fn team_problems(characters: &[Member], tables: &Tables) -> Vec<Problem> {
    let mut problems = Vec::new();
    let is_recommended = characters.iter().all(|member| is_first_pick(member, tables));
    for (place, member) in characters.iter().enumerate() {
        let before = &characters[..place];
        let class = tables.card(member.card).class;
        let field = format!("characters[{place}]");
        if let Some(other) = before.iter().find(|other| tables.card(other.card).class == class) {
            let what = format!(
                "{} beside {}, expected one character of the class {class} (MH3.2b)",
                member.card, other.card
            );
            problems.push(Problem::new(format!("{field}.card"), what));
        }
        let [first, second] = member.skills;
        if first == second {
            let what = format!("{first} twice, expected two different skills (MH3.2b)");
            problems.push(Problem::new(format!("{field}.skills"), what));
        }
        // R36: the recommended first team has four cards of one skill.
        for skill in member.skills.into_iter().filter(|_| !is_recommended) {
            let copies = before.iter().filter(|other| other.skills.contains(&skill)).count();
            if copies >= SKILL_COPIES {
                let what = format!("{skill} for the third time, expected at most {SKILL_COPIES} in a team (MH3.2b)");
                problems.push(Problem::new(format!("{field}.skills"), what));
            }
        }
    }
    problems
}

/// MH3.2a, R36: whether a character is one of the recommended first team.
fn is_first_pick(member: &Member, tables: &Tables) -> bool {
    let [first, second] = member.skills;
    let is_it =
        |built: &Prebuilt| built.card == member.card && [[first, second], [second, first]].contains(&built.skills);
    tables.prebuilt.iter().any(|built| built.is_first_pick && is_it(built))
}

/// MH3.2a: ready-made characters of an edition that fit together (MH3.2b).
fn draw_team(edition: Edition, count: usize, rng: &mut random::Generator) -> Vec<Member> {
    let tables = Tables::get(edition);
    let mut all: Vec<Member> = tables
        .prebuilt
        .iter()
        .map(|built| Member {
            card: built.card,
            skills: built.skills,
        })
        .collect();
    // With two skills each of seven that come twice some orders end too early; most do not.
    loop {
        random::shuffle(rng, &mut all);
        let mut team: Vec<Member> = Vec::new();
        for member in &all {
            let fits = |other: &Member| tables.card(other.card).class != tables.card(member.card).class;
            let copies = |skill: Skill| team.iter().filter(|other| other.skills.contains(&skill)).count();
            if team.iter().all(fits) && member.skills.iter().all(|&skill| copies(skill) < SKILL_COPIES) {
                team.push(*member);
            }
            if team.len() == count {
                return team;
            }
        }
    }
}
