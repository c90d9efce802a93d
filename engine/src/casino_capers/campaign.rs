//! The campaign (section 9.2).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::CasinoCapers;
use super::components::{Character, Finale, Gear};
use super::describe::{FIELDS, finale_title};
use super::scenario::Scenario;
use super::setup::{Chips, DeadDrops, Setup};
use super::tables::Tables;
use crate::board::Walls;
use crate::campaign::{Campaign, CampaignError, Entry, Holding, Level};
use crate::describe::{SetupField, counted, titled};
use crate::game::{Game, Problem, SetupError, TeamResult};

/// camp.order: one for each finale.
const HEISTS: usize = Finale::ALL.len();

/// camp.suspicion: where it starts, and where it stays.
const SUSPICION: Level = Level {
    name: "suspicion",
    help: "how closely the casino watches; one more after a heist that was won, one less after one that was lost",
    first: 6,
    least: 1,
    most: 10,
};

/// A campaign: nine heists, with what applies to all of them.
///
/// In JSON `setup` has the fields that the team decides, and `log` the heists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct CasinoCampaign {
    /// What the team decides: variants for all heists, and the party of the next one.
    #[serde(serialize_with = "write_setup")]
    setup: Setup,
    log: Vec<Heist>,
}

/// camp.log: a heist that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heist {
    /// Who took part, in turn order.
    pub players: Vec<Character>,
    /// Whether the heist was won.
    pub won: bool,
    /// The suspicion after it.
    pub suspicion: u8,
}

/// camp.order: who goes on a heist, with the fields of [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Party {
    /// [`Setup::seats`].
    pub seats: u8,
    /// [`Setup::characters`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<Character>,
    /// [`Setup::character_count`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_count: Option<u8>,
    /// [`Setup::first`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
}

/// The fields of [`Party`].
const PARTY: [&str; 4] = ["seats", "characters", "character-count", "first"];

impl Campaign for CasinoCampaign {
    type Game = CasinoCapers;
    type Choice = Party;

    const DECIDED: &'static [(&'static str, &'static str)] = &[
        ("scenario", "camp.order"),
        ("finales", "camp.order"),
        ("suspicion", "camp.suspicion"),
        ("alternates", "camp.reward"),
    ];
    const FORMAT: u32 = 1;
    const MOST_HEISTS: usize = HEISTS;
    const LEVEL: Level = SUSPICION;

    fn begin(setup: &Setup) -> Result<CasinoCampaign, SetupError> {
        let problems = undecided(setup);
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        let campaign = CasinoCampaign {
            setup: Setup {
                seed: None,
                ..setup.clone()
            },
            log: Vec::new(),
        };
        campaign.check()?;
        Ok(campaign)
    }

    /// camp.order: people, number and characters may change between heists.
    fn choices(&self) -> Vec<&'static SetupField> {
        let is_chosen = |field: &&SetupField| !self.is_over() && PARTY.contains(&field.name);
        FIELDS.iter().filter(is_chosen).collect()
    }

    fn choice(&self) -> Party {
        Party {
            seats: self.setup.seats,
            characters: self.setup.characters.clone(),
            character_count: self.setup.character_count,
            first: self.setup.first,
        }
    }

    fn choose(&mut self, party: Party) -> Result<(), CampaignError> {
        if self.is_over() {
            return Err(CampaignError::Over);
        }
        let mut chosen = self.clone();
        chosen.setup.seats = party.seats;
        chosen.setup.characters = party.characters;
        chosen.setup.character_count = party.character_count;
        chosen.setup.first = party.first;
        chosen.check()?;
        *self = chosen;
        Ok(())
    }

    fn next_setup(&self) -> Option<Setup> {
        // camp.order: the finales in their order, won or lost.
        let finale = *Finale::ALL.get(self.log.len())?;
        Some(Setup {
            scenario: Scenario::Known(finale),
            suspicion: self.suspicion(),
            alternates: self.unlocked(),
            ..self.setup.clone()
        })
    }

    fn record(&mut self, played: &Setup, result: &TeamResult) -> Result<(), CampaignError> {
        let next = self.next_setup().ok_or(CampaignError::Over)?;
        let played = CasinoCapers::with_seed(played, None).complete()?;
        CampaignError::unless_same(&played, &as_played(next, &played)?)?;
        let won = result.is_win();
        self.log.push(Heist {
            players: played.characters,
            won,
            suspicion: after(self.suspicion(), won),
        });
        Ok(())
    }

    fn log(&self) -> Vec<Entry> {
        let entry = |(heist, finale): (&Heist, &Finale)| Entry {
            heist: finale_title(*finale),
            players: heist.players.iter().map(|who| who.name().to_owned()).collect(),
            won: heist.won,
            level: heist.suspicion.into(),
        };
        self.log.iter().zip(Finale::ALL).map(entry).collect()
    }

    fn level(&self) -> i32 {
        self.suspicion().into()
    }

    fn holdings(&self) -> Vec<Holding> {
        vec![
            Holding {
                label: "Loot",
                items: self.loot().into_iter().map(finale_title).collect(),
            },
            Holding {
                label: "Alternate gear",
                items: self.unlocked().iter().map(|card| titled(card.name())).collect(),
            },
        ]
    }
}

impl CasinoCampaign {
    /// camp.log: the heists that were played.
    pub fn heists(&self) -> &[Heist] {
        &self.log
    }

    /// camp.suspicion: the suspicion now.
    pub fn suspicion(&self) -> u8 {
        self.log.last().map_or(SUSPICION.first as u8, |heist| heist.suspicion)
    }

    /// camp.reward, H23: the alternate gear that is unlocked, a card for each heist that is over.
    pub fn unlocked(&self) -> Vec<Gear> {
        let order = |card: &Gear| Tables::card(*card).unlock;
        let is_unlocked = |card: &Gear| (1..=self.log.len()).contains(&order(card).into());
        let mut cards: Vec<Gear> = Gear::ALL.iter().copied().filter(is_unlocked).collect();
        cards.sort_by_key(order);
        cards
    }

    /// camp.reward: the finales whose loot the team has.
    pub fn loot(&self) -> Vec<Finale> {
        let heists = self.log.iter().zip(Finale::ALL);
        heists
            .filter(|(heist, _)| heist.won)
            .map(|(_, finale)| *finale)
            .collect()
    }

    /// Whether the next heist can be played.
    fn check(&self) -> Result<(), SetupError> {
        let next = self.next_setup().unwrap_or_else(|| self.setup.clone());
        CasinoCapers::with_seed(&next, Some(0)).complete().map(drop)
    }
}

/// camp.suspicion: one more if the heist was won, one less if it was lost, kept within 1 and 10.
fn after(suspicion: u8, won: bool) -> u8 {
    let moved = if won {
        suspicion + 1
    } else {
        suspicion.saturating_sub(1)
    };
    moved.clamp(SUSPICION.least as u8, SUSPICION.most as u8)
}

/// The setup of a heist with what it leaves open as it was when it was played.
fn as_played(next: Setup, played: &Setup) -> Result<Setup, CampaignError> {
    let count = next.count();
    let mut setup = next;
    if setup.characters.is_empty() {
        if played.characters.len() != usize::from(count) {
            return Err(CampaignError::Other {
                field: "characters".to_owned(),
                found: counted(played.characters.len(), "character"),
                expected: counted(count.into(), "character"),
            });
        }
        setup.characters.clone_from(&played.characters);
    }
    setup.character_count = None;
    setup.first = setup.first.or(played.first);
    setup.abilities = setup.abilities.or(played.abilities);
    setup.alternates.sort_unstable();
    setup.walls = match setup.walls {
        Walls::Drawing(layout) => Walls::Pieces(layout.walls),
        Walls::Random => played.walls.clone(),
        given => given,
    };
    if setup.chips == Chips::Uniform {
        setup.chips = played.chips;
    }
    if setup.dead_drops == DeadDrops::Drawn {
        setup.dead_drops = played.dead_drops.clone();
    }
    Ok(setup)
}

/// What a setup says of things that the campaign decides.
fn undecided(setup: &Setup) -> Vec<Problem> {
    let unsaid = Setup::random_finale(setup.seats, 0);
    let are_said = [
        setup.scenario != unsaid.scenario,
        setup.finales != unsaid.finales,
        setup.suspicion != unsaid.suspicion,
        setup.alternates != unsaid.alternates,
    ];
    let said = CasinoCampaign::DECIDED
        .iter()
        .zip(are_said)
        .filter(|(_, is_said)| *is_said);
    let problem = |((field, rule), _): (&(&str, &str), bool)| {
        Problem::new(
            *field,
            format!("given, expected nothing: a campaign decides it ({rule})"),
        )
    };
    said.map(problem).collect()
}

/// The fields that the team decides.
fn write_setup<S: Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
    let fields = serde_json::to_value(setup).map_err(serde::ser::Error::custom)?;
    let fields: Map<String, Value> = Map::deserialize(fields).map_err(serde::ser::Error::custom)?;
    let is_decided = |name: &str| CasinoCampaign::DECIDED.iter().any(|(decided, _)| *decided == name);
    serializer.collect_map(fields.iter().filter(|(name, _)| !is_decided(name)))
}

/// A campaign as its JSON has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    setup: Setup,
    #[serde(deserialize_with = "read_log")]
    log: Vec<Heist>,
}

impl TryFrom<Form> for CasinoCampaign {
    type Error = String;

    fn try_from(form: Form) -> Result<CasinoCampaign, String> {
        let begun = CasinoCampaign::begin(&form.setup).map_err(|error| format!("setup: {error}"))?;
        let campaign = CasinoCampaign { log: form.log, ..begun };
        campaign.check().map_err(|error| format!("setup: {error}"))?;
        Ok(campaign)
    }
}

/// A log, if it can be that of a campaign.
fn read_log<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Heist>, D::Error> {
    let log: Vec<Heist> = Vec::deserialize(deserializer)?;
    match fault(&log) {
        None => Ok(log),
        Some(fault) => Err(serde::de::Error::custom(fault)),
    }
}

/// What no log says.
fn fault(log: &[Heist]) -> Option<String> {
    if log.len() > HEISTS {
        let found = counted(log.len(), "heist");
        return Some(format!("log: {found}, expected at most {HEISTS} (camp.order)"));
    }
    let mut suspicion = SUSPICION.first as u8;
    for (place, heist) in log.iter().enumerate() {
        let players = heist.players.len();
        if !(2..=super::CHARACTERS).contains(&players) {
            let found = counted(players, "player");
            return Some(format!("log[{place}].players: {found}, expected 2 to 4 (mode.solo)"));
        }
        if (1..players).any(|who| heist.players[..who].contains(&heist.players[who])) {
            return Some(format!(
                "log[{place}].players: a character twice, expected each once (camp.log)"
            ));
        }
        suspicion = after(suspicion, heist.won);
        if heist.suspicion != suspicion {
            let found = heist.suspicion;
            return Some(format!(
                "log[{place}].suspicion: {found}, expected {suspicion} (camp.suspicion)"
            ));
        }
    }
    None
}
