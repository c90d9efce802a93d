//! What the data files say about characters, skills, items, NPCs and noise tracks, read once for each edition.

use std::sync::LazyLock;

use serde::Deserialize;

use super::components::{Ability, ActionName, Card, Class, Crisis, Event, Item, NpcCard, Skill};
use super::letters::{Letter, Letters};
use crate::data_rows::{self, Row, value};

/// MH2a: which data of the cards and which tracker a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// Rulebook 22.0 and the cards of January 2021.
    #[default]
    V22,
    /// The cards of May 2021.
    V24,
}

impl Edition {
    /// Both.
    pub const ALL: [Edition; 2] = [Edition::V22, Edition::V24];

    /// `v22` or `v24`.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::V22 => "v22",
            Edition::V24 => "v24",
        }
    }
}

/// MH5.1a: an action of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// Letters under a name.
    Letters(ActionName, Letters),
    /// What an ability or an item describes, under a name.
    Special(ActionName),
    /// What the scenario describes: the special action of a guide.
    Guide,
}

impl Printed {
    /// Its letters; none for what is described elsewhere.
    pub fn letters(&self) -> Letters {
        match self {
            Printed::Letters(_, letters) => *letters,
            Printed::Special(_) | Printed::Guide => Letters::NONE,
        }
    }
}

/// A row of characters.csv.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardRow {
    /// MH3.2b: no two characters of a team are of one class.
    pub class: Class,
    /// Whether it is a pro.
    pub is_pro: bool,
    /// MH3.3b: planning tokens.
    pub memory: u8,
    /// MH3.2c: ideas at the start.
    pub ideas: u8,
    /// Default actions, two or three.
    pub defaults: Vec<Printed>,
    /// Abilities, as bits of [`Ability::index`].
    pub abilities: u32,
    /// MH3.2c: the item that it starts with.
    pub starts_with: Option<Item>,
    /// MH9c: the pros that an amateur can become.
    pub upgrades: Vec<Card>,
    /// Noise that Change Of Plans makes.
    pub change_of_plans_noise: u8,
}

impl CardRow {
    /// Whether it has an ability.
    #[inline]
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities & 1 << ability.index() != 0
    }
}

/// A face of a skill.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// The name of the action.
    pub name: String,
    /// Its letters.
    pub letters: Letters,
    /// The [code](Letters::code) of its letters.
    pub code: u64,
}

impl Face {
    fn new(name: &str, letters: Letters) -> Face {
        Face {
            name: name.to_owned(),
            letters,
            code: letters.code(),
        }
    }
}

/// A row of skills.csv.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkillRow {
    /// Whether it is for pros.
    pub is_pro: bool,
    /// Copies of the card.
    pub copies: u8,
    /// MH9c: what an amateur skill can become.
    pub upgrades: Vec<Skill>,
    /// 7.3: its action for each face of the die, from 1.
    pub faces: [Face; 6],
}

/// Where an item comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// MH3.3e: from the shop.
    Shop,
    /// Found in a heist, or brought along by a character.
    Scenario,
}

/// A row of items.csv.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemRow {
    /// Copies of the card.
    pub copies: u8,
    /// MH3.3e: its price in $k.
    pub price: u8,
    /// Where it comes from.
    pub source: Source,
    /// MH5.1a: the action printed on it.
    pub action: Option<Printed>,
    /// The edition that brought it in.
    pub edition: Edition,
}

/// A row of npcs.csv: one side of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NpcSide {
    /// MH7.9a: the two default actions.
    pub defaults: [Printed; 2],
    /// MH5.7a: the action when its die shows 6.
    pub on_six: Printed,
}

/// A row of noise_tracks.toml.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Track {
    /// MH3.1d: for how many players.
    pub players: u8,
    edition: Vec<Edition>,
    /// MH5.6a: the last position.
    pub last: u8,
    /// MH5.6a: positions at which an alert is raised.
    alerts: Vec<u8>,
}

impl Track {
    /// MH5.6a: the positions at which an alert is raised, as bits.
    pub fn alerts(&self) -> u64 {
        self.alerts.iter().fold(0, |set, &position| set | 1 << position)
    }
}

/// A row of prebuilt.csv.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prebuilt {
    /// The id, such as `v22-tiny-mike`.
    pub id: String,
    /// The edition that it belongs to.
    pub edition: Edition,
    /// Its character card.
    pub card: Card,
    /// Its skills.
    pub skills: [Skill; 2],
    /// 7.7: whether it is in the team that is suggested for a first game.
    pub is_first_pick: bool,
}

/// The data files as tables, by the order of components.
#[derive(Clone, Debug)]
pub struct Tables {
    /// characters.csv.
    pub cards: Vec<CardRow>,
    /// skills.csv.
    pub skills: Vec<SkillRow>,
    /// items.csv.
    pub items: Vec<ItemRow>,
    /// npcs.csv: the normal and the panicked side of each card.
    pub npcs: Vec<[NpcSide; 2]>,
    /// noise_tracks.toml: for three and four players.
    pub tracks: [Track; 2],
    /// prebuilt.csv, of this edition.
    pub prebuilt: Vec<Prebuilt>,
    /// events.csv: MH7.2o, the Events that Loop Footage skips, as bits of [`Event::index`].
    pub skipped_by_loop_footage: u64,
    /// crises.csv: those that open the Escape part, as bits of [`Crisis::index`].
    pub final_crises: u8,
}

impl Tables {
    /// The tables of an edition.
    #[inline]
    pub fn get(edition: Edition) -> &'static Tables {
        static TABLES: LazyLock<[Tables; 2]> = LazyLock::new(|| Edition::ALL.map(Tables::read));
        &TABLES[edition as usize]
    }

    /// The row of a character card.
    #[inline]
    pub fn card(&self, card: Card) -> &CardRow {
        &self.cards[card.index()]
    }

    /// The row of a skill.
    #[inline]
    pub fn skill(&self, skill: Skill) -> &SkillRow {
        &self.skills[skill.index()]
    }

    /// The row of an item.
    #[inline]
    pub fn item(&self, item: Item) -> &ItemRow {
        &self.items[item.index()]
    }

    /// MH2a: how many cards of an item an edition has.
    pub fn copies(&self, item: Item, edition: Edition) -> u8 {
        let row = self.item(item);
        if row.edition > edition { 0 } else { row.copies }
    }

    /// MH7.5b: the side of an NPC card that is up.
    #[inline]
    pub fn npc(&self, card: NpcCard, is_panic: bool) -> &NpcSide {
        &self.npcs[card.index()][usize::from(is_panic)]
    }

    /// MH3.1d: the noise track for three or four players.
    #[inline]
    pub fn track(&self, players: usize) -> &Track {
        &self.tracks[players - 3]
    }

    fn read(edition: Edition) -> Tables {
        let events = rows(include_str!("../../data/masters-of-the-heist/events.csv"));
        let crises = rows(include_str!("../../data/masters-of-the-heist/crises.csv"));
        let skips = events.iter().zip(Event::ALL).filter(|(row, event)| {
            assert_eq!(row.text("id"), event.name(), "events.csv is in the order of the Events");
            row.text("skipped_by_loop_footage") == "yes"
        });
        let ends = crises.iter().zip(Crisis::ALL).filter(|(row, crisis)| {
            assert_eq!(
                row.text("id"),
                crisis.name(),
                "crises.csv is in the order of the Crises"
            );
            row.text("final") == "yes"
        });
        Tables {
            cards: cards(edition),
            skills: skills(edition),
            items: items(),
            npcs: npcs(),
            tracks: tracks(edition),
            prebuilt: prebuilt(edition),
            skipped_by_loop_footage: skips.fold(0, |set, (_, event)| set | 1 << event.index()),
            final_crises: ends.fold(0, |set, (_, crisis)| set | 1 << crisis.index()),
        }
    }
}

/// The rows of a data file.
fn rows(text: &'static str) -> Vec<Row> {
    data_rows::rows(text).collect()
}

/// `walk:MN`, `dart:special`, or `special` of a guide.
fn printed(text: &str) -> Printed {
    match text.split_once(':') {
        Some((name, "special")) => Printed::Special(value(name)),
        Some((name, letters)) => Printed::Letters(value(name), value(letters)),
        None => Printed::Guide,
    }
}

/// characters.csv with the changes of the edition.
fn cards(edition: Edition) -> Vec<CardRow> {
    let rows = rows(include_str!("../../data/masters-of-the-heist/characters.csv"));
    let card = |(row, card): (&Row, &Card)| {
        assert_eq!(
            row.text("id"),
            card.name(),
            "characters.csv is in the order of the cards"
        );
        let defaults = ["default1", "default2", "default3"].map(|column| row.text(column));
        let abilities = row.text("abilities").split(';').map(value::<Ability>);
        let mut read = CardRow {
            class: row.value("class"),
            is_pro: row.text("level") == "pro",
            memory: row.value("memory"),
            ideas: row.value("ideas"),
            defaults: defaults
                .into_iter()
                .filter(|text| !text.is_empty())
                .map(printed)
                .collect(),
            abilities: abilities.fold(0, |set, ability| set | 1 << ability.index()),
            starts_with: row.optional("starts_with_item"),
            upgrades: ["upgrade_a", "upgrade_b"]
                .iter()
                .filter_map(|column| row.optional(column))
                .collect(),
            change_of_plans_noise: 0,
        };
        if edition == Edition::V24 {
            let changes = row.text("v24_change").split("; ").filter(|text| !text.is_empty());
            changes.for_each(|change| change_card(&mut read, change));
        }
        read
    };
    rows.iter().zip(Card::ALL).map(card).collect()
}

/// A change of characters.csv from v22 to v24.
fn change_card(row: &mut CardRow, change: &str) {
    match change.split_once('=') {
        Some(("ideas", ideas)) => row.ideas = value(ideas),
        Some(("memory", memory)) => row.memory = value(memory),
        Some(("default3", action)) => row.defaults.push(printed(action)),
        None if change == "change-of-plans costs 2 ideas + 1 noise" => row.change_of_plans_noise = 1,
        _ => panic!("`{change}` in characters.csv"),
    }
}

/// skills.csv with the changes of the edition.
fn skills(edition: Edition) -> Vec<SkillRow> {
    let rows = rows(include_str!("../../data/masters-of-the-heist/skills.csv"));
    let skill = |(row, skill): (&Row, &Skill)| {
        assert_eq!(row.text("id"), skill.name(), "skills.csv is in the order of the skills");
        let mut faces = [1, 2, 3, 4, 5, 6].map(|face| {
            Face::new(
                row.text(&format!("face{face}_action")),
                row.value(&format!("face{face}_sub")),
            )
        });
        let change = row.text("v24_change");
        if edition == Edition::V24 && !change.is_empty() {
            let (face, action) = change
                .strip_prefix("face ")
                .and_then(|change| change.split_once(' '))
                .unwrap_or_else(|| panic!("`{change}` in skills.csv"));
            let (name, letters) = action
                .split_once('=')
                .unwrap_or_else(|| panic!("`{change}` in skills.csv"));
            faces[value::<usize>(face) - 1] = Face::new(name, value(letters));
        }
        SkillRow {
            is_pro: row.text("level") == "pro",
            copies: row.value("copies"),
            upgrades: ["upgrade_a", "upgrade_b"]
                .iter()
                .filter_map(|column| row.optional(column))
                .collect(),
            faces,
        }
    };
    rows.iter().zip(Skill::ALL).map(skill).collect()
}

fn items() -> Vec<ItemRow> {
    let rows = rows(include_str!("../../data/masters-of-the-heist/items.csv"));
    let item = |(row, item): (&Row, &Item)| {
        assert_eq!(row.text("id"), item.name(), "items.csv is in the order of the items");
        ItemRow {
            copies: row.value("copies"),
            price: row.value("price_k"),
            source: match row.text("source") {
                "shop" => Source::Shop,
                "scenario" => Source::Scenario,
                other => panic!("source `{other}` in items.csv"),
            },
            action: Some(row.text("action")).filter(|text| !text.is_empty()).map(printed),
            edition: match row.text("edition") {
                "v22" => Edition::V22,
                "v24" => Edition::V24,
                other => panic!("edition `{other}` in items.csv"),
            },
        }
    };
    rows.iter().zip(Item::ALL).map(item).collect()
}

fn npcs() -> Vec<[NpcSide; 2]> {
    let rows = rows(include_str!("../../data/masters-of-the-heist/npcs.csv"));
    let side = |card: &NpcCard, name: &str| {
        let row = rows
            .iter()
            .find(|row| row.text("card") == card.name() && row.text("side") == name);
        let row = row.unwrap_or_else(|| panic!("npcs.csv has no {name} side of {card}"));
        NpcSide {
            defaults: ["default1", "default2"].map(|column| printed(row.text(column))),
            on_six: printed(row.text("roll6")),
        }
    };
    NpcCard::ALL
        .iter()
        .map(|card| ["normal", "panic"].map(|name| side(card, name)))
        .collect()
}

fn tracks(edition: Edition) -> [Track; 2] {
    #[derive(Deserialize)]
    struct File {
        track: std::collections::BTreeMap<String, Track>,
    }
    let text = include_str!("../../data/masters-of-the-heist/noise_tracks.toml");
    let file: File = data_rows::from_toml(text);
    [3, 4].map(|players| {
        let mut fit = file
            .track
            .values()
            .filter(|track| track.players == players && track.edition.contains(&edition));
        fit.next()
            .expect("a track for each number of players and edition")
            .clone()
    })
}

fn prebuilt(edition: Edition) -> Vec<Prebuilt> {
    let rows = rows(include_str!("../../data/masters-of-the-heist/prebuilt.csv"));
    let of_edition = rows.iter().filter(|row| row.text("edition") == edition.name());
    of_edition
        .map(|row| Prebuilt {
            id: row.text("id").to_owned(),
            edition,
            card: row.value("character"),
            skills: [row.value("skill_a"), row.value("skill_b")],
            is_first_pick: row.text("first_game_pick") == "yes",
        })
        .collect()
}

/// A named action of actions.csv with the letters that it has everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedAction {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Its letters.
    pub letters: Letters,
}

/// actions.csv.
///
/// # Panics
/// If a row counts other letters than it lists.
pub fn named_actions() -> Vec<NamedAction> {
    const COLUMNS: [&str; Letter::ALL.len()] = [
        "moves", "unlocks", "subdues", "disables", "ideas", "reveals", "loots", "noise", "alerts",
    ];
    let rows = rows(include_str!("../../data/masters-of-the-heist/actions.csv"));
    let action = |row: &Row| {
        let letters: Letters = row.value("sub");
        for (letter, column) in Letter::ALL.into_iter().zip(COLUMNS) {
            assert_eq!(
                letters[letter],
                row.value::<u8>(column),
                "{column} of {}",
                row.text("id")
            );
        }
        NamedAction {
            id: row.text("id").to_owned(),
            name: row.text("name").to_owned(),
            letters,
        }
    };
    rows.iter().map(action).collect()
}
