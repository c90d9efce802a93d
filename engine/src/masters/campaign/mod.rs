//! The campaign (section 9): one job after the other, with what the earlier ones left.

mod checks;
mod jobs;
mod log;
mod record;
mod roster;
mod standing;
mod usual;

pub use jobs::Difficulty;
pub use log::{Heist, Party};
pub use roster::Named;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::aftermath::Aftermath;
use super::components::{Fixer, Item};
use super::describe::FIELDS;
use super::scenario::Scenario;
use super::setup::{Member, Owned, Setup};
use super::state::MastersOfTheHeist;
use crate::campaign::{Campaign, CampaignError, CampaignFigure, Entry, Holding, Level};
use crate::describe::{SetupField, counted, titled};
use crate::game::{Game, Problem, SetupError, TeamResult};
use jobs::MOST_HEISTS;
use log::PARTY;
use roster::TOP_LEVEL;
use standing::{Stage, Standing, listed};

/// MH9b.
const PLAYER_LEVEL: Level = Level {
    name: "level",
    help: "the player level: how good new characters may be; one more after every heist, whatever happened",
    first: 1,
    least: 1,
    most: TOP_LEVEL as i32,
};

/// A campaign: jobs in an order that the team chooses, the Final Score at the end.
///
/// In JSON `setup` has the fields that the team decides, `items` who holds the items in the next heist, and `log` the
/// heists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct MastersCampaign {
    /// What the team decides: edition and orders of actions for all heists, and the job and party of the next one.
    #[serde(serialize_with = "write_setup")]
    setup: Setup,
    /// Who holds the items of the team in the next heist.
    #[serde(skip_serializing_if = "Vec::is_empty", with = "super::texts")]
    items: Vec<Owned>,
    log: Vec<Heist>,
    /// What follows from the log.
    #[serde(skip)]
    standing: Standing,
}

impl Campaign for MastersCampaign {
    type Game = MastersOfTheHeist;
    type Choice = Party;

    const DECIDED: &'static [(&'static str, &'static str)] = &[
        ("cash", "MH9a"),
        ("fixers", "MH3.1e"),
        ("items", "MH10.32"),
        ("discovered", "MH7.6k"),
        ("jewels", "MH9a"),
        ("inside", "MH9d"),
        ("ideas", "MH7.10b"),
        ("hideouts", "MH7.10b"),
    ];
    const FORMAT: u32 = 1;
    const MOST_HEISTS: usize = MOST_HEISTS;
    const LEVEL: Level = PLAYER_LEVEL;
    const FIGURES: &'static [CampaignFigure] = &[
        // MH9a.
        CampaignFigure {
            name: "cash",
            help: "team cash, in $k",
        },
        CampaignFigure {
            name: "final score",
            help: "the score: team cash after Part 2 of the Final Score, in $k",
        },
    ];

    fn begin(setup: &Setup) -> Result<MastersCampaign, SetupError> {
        let campaign = MastersCampaign::unplayed(setup)?;
        campaign.check()?;
        Ok(campaign)
    }

    fn choices(&self) -> Vec<&'static SetupField> {
        let is_chosen = |field: &&SetupField| !self.is_over() && PARTY.contains(&field.name);
        FIELDS.iter().filter(is_chosen).collect()
    }

    fn choice(&self) -> Party {
        Party {
            scenario: self.setup.scenario.clone(),
            seats: self.setup.seats,
            characters: self.setup.characters.clone(),
            character_count: self.setup.character_count,
            items: self.items.clone(),
        }
    }

    fn choose(&mut self, party: Party) -> Result<(), CampaignError> {
        if self.is_over() {
            return Err(CampaignError::Over);
        }
        let mut chosen = self.clone();
        chosen.set(self.standing.filled(party));
        chosen.check()?;
        *self = chosen;
        Ok(())
    }

    fn next_setup(&self) -> Option<Setup> {
        (self.standing.stage() != Stage::Over).then(|| self.standing.setup(&self.choice(), &self.setup))
    }

    fn record(&mut self, played: &Setup, result: &TeamResult) -> Result<(), CampaignError> {
        let mut next = self.next_setup().ok_or(CampaignError::Over)?;
        let played = MastersOfTheHeist::with_seed(played, None).complete()?;
        if next.characters.is_empty() {
            // MH3.2a: ready-made ones were drawn; only how many there are was decided.
            if played.characters.len() != next.count() {
                return Err(CampaignError::Other {
                    field: "characters".to_owned(),
                    found: counted(played.characters.len(), "character"),
                    expected: counted(next.count(), "character"),
                });
            }
            next.characters.clone_from(&played.characters);
        }
        CampaignError::unless_same(&played, &next.complete()?)?;
        let heist = self
            .standing
            .heist(&played, result.is_win(), aftermath(&played, result).as_ref());
        self.add(heist);
        self.set(if self.is_over() {
            Party {
                items: Vec::new(),
                ..self.choice()
            }
        } else {
            self.standing.usual(&self.choice())
        });
        Ok(())
    }

    fn log(&self) -> Vec<Entry> {
        let entry = |(place, heist): (usize, &Heist)| Entry {
            heist: Scenario::find(&heist.scenario).map_or(String::new(), |scenario| scenario.job.clone()),
            players: heist.characters.iter().map(Member::to_string).collect(),
            won: heist.won,
            level: roster::player_level(place + 1).into(),
        };
        self.log.iter().enumerate().map(entry).collect()
    }

    fn level(&self) -> i32 {
        self.standing.player_level().into()
    }

    fn figures(&self) -> Vec<Option<i32>> {
        vec![Some(self.cash().into()), self.score().map(i32::from)]
    }

    fn holdings(&self) -> Vec<Holding> {
        let standing = &self.standing;
        let titles = |items: &standing::Cards| listed(items).iter().map(|item| titled(item.name())).collect();
        let named = |named: &Named| format!("{}, level {}", named.member, named.level);
        let all = || standing.roster.named.iter();
        let holdings = [
            ("Final score", standing.score().into_iter().map(in_thousands).collect()),
            ("Team cash", vec![in_thousands(standing.cash)]),
            (
                "Fixers",
                standing.fixers.iter().map(|fixer| titled(fixer.name())).collect(),
            ),
            ("Items", titles(&standing.items)),
            ("Items that the shop has besides", titles(&standing.discovered)),
            (
                "Jewels",
                (0..standing.jewels.min(1))
                    .map(|_| standing.jewels.to_string())
                    .collect(),
            ),
            (
                "Other loot",
                standing.loot.iter().map(|loot| titled(loot.name())).collect(),
            ),
            ("Characters", all().filter(|who| !who.is_busted).map(named).collect()),
            ("Busted", all().filter(|who| who.is_busted).map(named).collect()),
            (
                "Suits the party",
                self.advised()
                    .map(|advised| advised.name().to_owned())
                    .into_iter()
                    .collect(),
            ),
        ];
        let holdings = holdings.into_iter().map(|(label, items)| Holding { label, items });
        holdings.filter(|holding: &Holding| !holding.items.is_empty()).collect()
    }
}

impl MastersCampaign {
    /// MH9a: the heists that were played.
    pub fn heists(&self) -> &[Heist] {
        &self.log
    }

    /// MH9a: team cash, in $k.
    pub fn cash(&self) -> u16 {
        self.standing.cash
    }

    /// MH3.1e: the fixers that are unlocked, in the order in which they were.
    pub fn fixers(&self) -> &[Fixer] {
        &self.standing.fixers
    }

    /// MH10.32: the items that the team owns.
    pub fn items(&self) -> Vec<Item> {
        listed(&self.standing.items)
    }

    /// MH7.6k: the items found in heists that the shop has.
    pub fn discovered(&self) -> Vec<Item> {
        listed(&self.standing.discovered)
    }

    /// MH9a: the named characters, in the order in which they were made.
    pub fn characters(&self) -> &[Named] {
        &self.standing.roster.named
    }

    /// MH9c: the cards with which a named character can be played in the next heist, by its place among
    /// [them](Self::characters): one for each upgrade if one is due.
    ///
    /// # Panics
    /// If there is none of this number.
    pub fn forms(&self, character: usize) -> Vec<Member> {
        self.standing.roster.forms(character)
    }

    /// MH9e: how hard a job suits the party; none while it is not known.
    pub fn advised(&self) -> Option<Difficulty> {
        let team = &self.setup.characters;
        (!team.is_empty()).then(|| self.standing.advised(team))
    }

    /// MH9a: the score of the Final Score, once its Part 2 was played.
    pub fn score(&self) -> Option<u16> {
        self.standing.score()
    }

    /// A campaign before its first heist, of which it is not checked whether it can be played.
    fn unplayed(setup: &Setup) -> Result<MastersCampaign, SetupError> {
        let problems = undecided(setup);
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        Ok(MastersCampaign {
            standing: Standing::first(setup.edition),
            setup: Setup {
                seed: None,
                ..setup.clone()
            },
            items: Vec::new(),
            log: Vec::new(),
        })
    }

    fn set(&mut self, party: Party) {
        self.setup.scenario = party.scenario;
        self.setup.seats = party.seats;
        self.setup.characters = party.characters;
        self.setup.character_count = party.character_count;
        self.items = party.items;
    }

    fn add(&mut self, heist: Heist) {
        self.standing.add(&heist);
        self.log.push(heist);
    }

    /// Whether the next heist can be played.
    fn check(&self) -> Result<(), SetupError> {
        let Some(next) = self.next_setup() else { return Ok(()) };
        // A setup that contradicts the rules of a single heist is told first.
        MastersOfTheHeist::with_seed(&next, Some(0)).complete()?;
        match self.standing.problems(&self.choice()) {
            problems if problems.is_empty() => Ok(()),
            problems => Err(SetupError(problems)),
        }
    }
}

fn in_thousands(cash: u16) -> String {
    format!("${cash}k")
}

/// What a result says; none of a heist that was given up before it began.
fn aftermath(played: &Setup, result: &TeamResult) -> Option<Aftermath> {
    let figure = |name: &str| {
        let place = MastersOfTheHeist::FIGURES.iter().position(|figure| figure.name == name);
        let kept = place.and_then(|place| result.figures.get(place));
        *kept.expect("an aftermath is read from figures that results keep")
    };
    (figure("rounds") > 0).then(|| Aftermath::read(figure, played.characters.len()))
}

/// What a setup says of things that the campaign decides.
fn undecided(setup: &Setup) -> Vec<Problem> {
    let are_said = [
        setup.cash != 0,
        setup.fixers.is_some(),
        !setup.items.is_empty(),
        !setup.discovered.is_empty(),
        setup.jewels != 0,
        !setup.inside.is_empty(),
        !setup.ideas.is_empty(),
        !setup.hideouts.is_empty(),
    ];
    let decided = MastersCampaign::DECIDED.iter().zip(are_said);
    let problem = |((field, rule), _): (&(&str, &str), bool)| {
        let what = format!("given, expected nothing: a campaign decides it ({rule})");
        Problem::new(*field, what)
    };
    decided.filter(|(_, is_said)| *is_said).map(problem).collect()
}

/// The fields that the team decides.
fn write_setup<S: Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
    let fields = serde_json::to_value(setup).map_err(serde::ser::Error::custom)?;
    let fields: Map<String, Value> = Map::deserialize(fields).map_err(serde::ser::Error::custom)?;
    let is_decided = |name: &str| MastersCampaign::DECIDED.iter().any(|(decided, _)| *decided == name);
    serializer.collect_map(fields.iter().filter(|(name, _)| !is_decided(name)))
}

/// A campaign as its JSON has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    setup: Setup,
    #[serde(default, with = "super::texts")]
    items: Vec<Owned>,
    log: Vec<Heist>,
}

impl TryFrom<Form> for MastersCampaign {
    type Error = String;

    fn try_from(form: Form) -> Result<MastersCampaign, String> {
        let of_setup = |error: SetupError| format!("setup: {error}");
        let mut campaign = MastersCampaign::unplayed(&form.setup).map_err(of_setup)?;
        for (place, heist) in form.log.into_iter().enumerate() {
            let fault = campaign.standing.fault(&heist, &form.setup);
            fault.map_or(Ok(()), |fault| Err(format!("log[{place}].{fault}")))?;
            campaign.add(heist);
        }
        campaign.items = form.items;
        campaign.check().map_err(of_setup)?;
        Ok(campaign)
    }
}
