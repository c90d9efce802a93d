//! The data files of Masters of the Heist: every row is read, and says what the rules say of it.

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::masters::components::{Ability, ActionName, Card, Class, Crisis, Event, Fixer, Item, NpcCard, Skill};
use heist_engine::masters::letters::{Letter, Letters};
use heist_engine::masters::tables::{CardRow, Edition, Printed, Source, Tables, named_actions};

use crate::common::rule_ids::{data_folder, table};

/// The rows of a data file as maps from column to text.
fn rows(file: &str) -> Vec<BTreeMap<String, String>> {
    let (columns, rows) = table(&data_folder("masters-of-the-heist").join(file));
    let row = |row: Vec<String>| columns.iter().cloned().zip(row).collect();
    rows.into_iter().map(row).collect()
}

fn letters(text: &str) -> Letters {
    text.parse().expect("letters of sub-actions")
}

/// `Sleeper Hold` as it is in actions.csv.
fn letters_of_name() -> BTreeMap<String, Letters> {
    let named = named_actions().into_iter();
    named.map(|action| (action.name, action.letters)).collect()
}

/// 7.1, characters:*.
#[test]
fn every_character_row_is_a_card() {
    let tables = Tables::get(Edition::V22);
    let rows = rows("characters.csv");
    assert_eq!(rows.len(), Card::ALL.len());
    for (row, &card) in rows.iter().zip(Card::ALL) {
        let read = tables.card(card);
        assert_eq!(row["id"], card.name());
        assert_eq!(row["class"], read.class.name());
        assert_eq!(row["level"] == "pro", read.is_pro);
        assert_eq!(row["memory"], read.memory.to_string());
        assert_eq!(row["ideas"], read.ideas.to_string());
        let defaults = [&row["default1"], &row["default2"], &row["default3"]];
        let defaults: Vec<&str> = defaults
            .into_iter()
            .map(String::as_str)
            .filter(|text| !text.is_empty())
            .collect();
        let written: Vec<String> = read.defaults.iter().map(written).collect();
        assert_eq!(written, defaults);
        let abilities: BTreeSet<&str> = row["abilities"].split(';').collect();
        let has = Ability::ALL.iter().filter(|&&ability| read.has(ability));
        assert_eq!(has.map(|ability| ability.name()).collect::<BTreeSet<_>>(), abilities);
        assert_eq!(row["starts_with_item"], read.starts_with.map_or("", Item::name));
        let upgrades = [&row["upgrade_a"], &row["upgrade_b"]];
        let upgrades: Vec<&str> = upgrades
            .into_iter()
            .map(String::as_str)
            .filter(|text| !text.is_empty())
            .collect();
        assert_eq!(
            read.upgrades.iter().map(|card| card.name()).collect::<Vec<_>>(),
            upgrades
        );
    }
}

fn written(action: &Printed) -> String {
    match action {
        Printed::Letters(name, letters) => format!("{name}:{letters}"),
        Printed::Special(name) => format!("{name}:special"),
        Printed::Guide => "special".to_owned(),
    }
}

/// MH3.2b, MH9c: eight classes, each an amateur and the two pros that it can become.
#[test]
fn every_class_has_an_amateur_and_two_pros() {
    let tables = Tables::get(Edition::V22);
    assert_eq!(Class::ALL.len(), 8);
    for &class in Class::ALL {
        let of_class: Vec<Card> = Card::ALL
            .iter()
            .copied()
            .filter(|&card| tables.card(card).class == class)
            .collect();
        let [amateur, pros @ ..] = &of_class[..] else {
            panic!("{class} has no cards")
        };
        assert_eq!(amateur.name(), class.name());
        assert!(!tables.card(*amateur).is_pro);
        assert_eq!(tables.card(*amateur).upgrades, pros);
        assert_eq!(pros.len(), 2);
        assert!(
            pros.iter()
                .all(|&pro| tables.card(pro).is_pro && tables.card(pro).upgrades.is_empty())
        );
    }
}

/// MH2a: what v24 changes on the cards of characters.
#[test]
fn mh2a_characters_of_the_later_edition() {
    let (old, new) = (Tables::get(Edition::V22), Tables::get(Edition::V24));
    let changed = |card: Card, change: &dyn Fn(&mut CardRow)| {
        let mut row = old.card(card).clone();
        change(&mut row);
        assert_eq!(new.card(card), &row, "{card}");
        assert_ne!(new.card(card), old.card(card), "{card}");
    };
    changed(Card::Bruiser, &|row| row.ideas = 1);
    changed(Card::Operative, &|row| row.ideas = 2);
    changed(Card::StreetUrchin, &|row| row.change_of_plans_noise = 1);
    changed(Card::Grifter, &|row| row.change_of_plans_noise = 1);
    changed(Card::Mastermind, &|row| row.ideas = 4);
    changed(Card::Hacktivist, &|row| row.ideas = 5);
    changed(Card::Sentinel, &|row| row.ideas = 3);
    changed(Card::ConArtist, &|row| row.memory = 9);
    changed(Card::Thief, &|row| {
        row.ideas = 2;
        row.defaults.push(Printed::Letters(ActionName::Pick, letters("UN")));
    });
    let same = Card::ALL.iter().filter(|&&card| old.card(card) == new.card(card));
    assert_eq!(same.count(), 24 - 9);
}

/// skills:*, 7.3.
#[test]
fn every_skill_row_adds_up() {
    let tables = Tables::get(Edition::V22);
    let rows = rows("skills.csv");
    assert_eq!(rows.len(), Skill::ALL.len());
    let named = letters_of_name();
    for (row, &skill) in rows.iter().zip(Skill::ALL) {
        let read = tables.skill(skill);
        assert_eq!(row["id"], skill.name());
        assert_eq!(read.copies, 2, "MH3.2b: at most two copies in a team");
        assert_eq!(row["level"] == "pro", read.is_pro);
        let mut sum = Letters::NONE;
        for (face, number) in read.faces.iter().zip(1..) {
            assert_eq!(row[&format!("face{number}_action")], face.name);
            assert_eq!(row[&format!("face{number}_sub")], face.letters.to_string());
            assert_eq!(
                named.get(&face.name),
                Some(&face.letters),
                "actions.csv has {}",
                face.name
            );
            sum = sum.plus(face.letters);
        }
        for letter in Letter::ALL {
            let total = &row[&format!("n_{}", letter.char())];
            assert_eq!(*total, sum[letter].to_string(), "{skill} {}", letter.char());
        }
        let upgrades: Vec<&str> = read.upgrades.iter().map(|skill| skill.name()).collect();
        if read.is_pro {
            assert!(upgrades.is_empty())
        } else {
            assert_eq!(upgrades, [row["upgrade_a"].as_str(), row["upgrade_b"].as_str()])
        }
    }
    assert_eq!(
        Skill::ALL.iter().filter(|&&skill| !tables.skill(skill).is_pro).count(),
        7
    );
}

/// MH2a: what v24 changes on skills.
#[test]
fn mh2a_skills_of_the_later_edition() {
    let (old, new) = (Tables::get(Edition::V22), Tables::get(Edition::V24));
    for &skill in Skill::ALL {
        if skill == Skill::Linger {
            assert_eq!(new.skill(skill).faces[5].name, "Snatch");
            assert_eq!(new.skill(skill).faces[5].letters, letters("UULNN"));
            assert_eq!(new.skill(skill).faces[..5], old.skill(skill).faces[..5]);
        } else {
            assert_eq!(new.skill(skill), old.skill(skill));
        }
    }
}

/// actions:*: the letters and their counts agree; what cards print under a name has these letters.
#[test]
fn every_named_action_is_printed_alike() {
    let named = named_actions();
    assert_eq!(named.len(), 50);
    let by_id: BTreeMap<&str, Letters> = named
        .iter()
        .map(|action| (action.id.as_str(), action.letters))
        .collect();
    let tables = Tables::get(Edition::V22);
    let of_cards = tables.cards.iter().flat_map(|card| &card.defaults);
    let of_npcs = tables
        .npcs
        .iter()
        .flatten()
        .flat_map(|side| side.defaults.iter().chain([&side.on_six]));
    for action in of_cards.chain(of_npcs) {
        if let Printed::Letters(name, letters) = action {
            assert_eq!(by_id.get(name.name()), Some(letters), "{name}");
        }
    }
}

/// abilities:*: every one is on a card.
#[test]
fn every_ability_belongs_to_a_character() {
    let rows = rows("abilities.csv");
    assert_eq!(rows.len(), Ability::ALL.len());
    for (row, &ability) in rows.iter().zip(Ability::ALL) {
        assert_eq!(row["id"], ability.name());
        let tables = Tables::get(Edition::V22);
        assert!(tables.cards.iter().any(|card| card.has(ability)), "{ability}");
        // An ability that is a whole action is a default action of its characters.
        let is_action = row["kind"] == "action" && !row["id"].starts_with("pick");
        for card in tables.cards.iter().filter(|card| card.has(ability)) {
            let special = ability.name().parse().map(Printed::Special);
            let is_default = special.is_ok_and(|special| card.defaults.contains(&special));
            assert_eq!(is_default, is_action, "{ability}");
        }
    }
}

/// items:*, MH2a.
#[test]
fn every_item_row_is_read() {
    let tables = Tables::get(Edition::V22);
    let rows = rows("items.csv");
    assert_eq!(rows.len(), Item::ALL.len());
    for (row, &item) in rows.iter().zip(Item::ALL) {
        let read = tables.item(item);
        assert_eq!(row["id"], item.name());
        assert_eq!(row["copies"], read.copies.to_string());
        assert_eq!(row["price_k"], read.price.to_string());
        assert_eq!(row["source"] == "shop", read.source == Source::Shop);
        assert_eq!(row["action"], read.action.as_ref().map(written).unwrap_or_default());
        assert_eq!(row["edition"], read.edition.name());
    }
    let added: Vec<Item> = Item::ALL
        .iter()
        .copied()
        .filter(|&item| tables.item(item).edition == Edition::V24)
        .collect();
    assert_eq!(added, [Item::PerfectPicks]);
    let copies = |edition| {
        Item::ALL
            .iter()
            .filter(move |&&item| tables.item(item).edition <= edition)
    };
    let count: u8 = copies(Edition::V22).map(|&item| tables.item(item).copies).sum();
    assert_eq!(count, 14, "MH2a: the rulebook's number of items");
}

/// events:*, MH7.2o, H42.
#[test]
fn every_event_row_is_an_event() {
    let rows = rows("events.csv");
    assert_eq!(rows.len(), Event::ALL.len());
    let tables = Tables::get(Edition::V22);
    for (row, &event) in rows.iter().zip(Event::ALL) {
        assert_eq!(row["id"], event.name());
    }
    let skipped = Event::ALL
        .iter()
        .filter(|event| tables.skipped_by_loop_footage & 1 << event.index() != 0);
    assert_eq!(
        skipped.copied().collect::<Vec<_>>(),
        [Event::E3, Event::E16, Event::E19, Event::A1]
    );
}

/// crises:*, MH7.5c.
#[test]
fn every_crisis_row_is_a_crisis() {
    let rows = rows("crises.csv");
    assert_eq!(rows.len(), Crisis::ALL.len());
    let tables = Tables::get(Edition::V22);
    for (row, &crisis) in rows.iter().zip(Crisis::ALL) {
        assert_eq!(row["id"], crisis.name());
        let is_final = tables.final_crises & 1 << crisis.index() != 0;
        assert_eq!(is_final, matches!(crisis, Crisis::Z1 | Crisis::Z2), "{crisis}");
    }
}

/// fixers:*: every fixer but the first one and that of county jobs is unlocked by winning a scenario (MH9a).
#[test]
fn every_fixer_row_is_a_fixer() {
    let rows = rows("fixers.csv");
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str()).collect();
    assert_eq!(ids, Fixer::ALL.iter().map(|fixer| fixer.name()).collect::<Vec<_>>());
}

/// npcs:*, MH5.7a, MH7.9a.
#[test]
fn every_npc_row_is_a_side() {
    let tables = Tables::get(Edition::V22);
    let rows = rows("npcs.csv");
    assert_eq!(rows.len(), 2 * NpcCard::ALL.len());
    for row in rows {
        let card: NpcCard = row["card"].parse().unwrap();
        let is_panic = row["side"] == "panic";
        assert_eq!(row["id"], format!("{card}-{}", row["side"]));
        let side = tables.npc(card, is_panic);
        let read = [&side.defaults[0], &side.defaults[1], &side.on_six];
        for (column, action) in ["default1", "default2", "roll6"].into_iter().zip(read) {
            assert_eq!(written(action), row[column], "{} {column}", row["id"]);
        }
    }
}

/// noise_tracks:3p, noise_tracks:4p, noise_tracks:4p-v24, MH2a.
#[test]
fn noise_tracks_are_those_of_the_edition() {
    let alerts = |edition, players| {
        let track = Tables::get(edition).track(players);
        let positions: Vec<u32> = (0..64).filter(|position| track.alerts() & 1 << position != 0).collect();
        (track.last, positions)
    };
    let three = vec![4, 8, 11, 14, 17, 19, 21, 23, 25, 27, 28, 31, 32, 34, 35, 37, 38];
    assert_eq!(alerts(Edition::V22, 3), (41, three.clone()));
    assert_eq!(alerts(Edition::V24, 3), (41, three));
    assert_eq!(
        alerts(Edition::V22, 4),
        (38, vec![4, 7, 10, 13, 15, 17, 19, 22, 23, 26, 27, 30, 31, 34, 35, 36])
    );
    assert_eq!(
        alerts(Edition::V24, 4),
        (
            42,
            vec![4, 7, 10, 13, 15, 17, 19, 22, 23, 26, 27, 30, 31, 34, 35, 37, 39]
        )
    );
}

/// prebuilt:*, 7.7, MH3.2a.
#[test]
fn prebuilt_characters_are_amateurs_with_two_skills() {
    for edition in Edition::ALL {
        let tables = Tables::get(edition);
        assert_eq!(tables.prebuilt.len(), 16);
        for built in &tables.prebuilt {
            assert!(!tables.card(built.card).is_pro, "{}", built.id);
            assert!(
                built.skills.iter().all(|&skill| !tables.skill(skill).is_pro),
                "{}",
                built.id
            );
            assert_ne!(built.skills[0], built.skills[1], "{}: H5", built.id);
        }
    }
    let first: Vec<&str> = Tables::get(Edition::V22)
        .prebuilt
        .iter()
        .filter(|built| built.is_first_pick)
        .map(|built| built.id.as_str())
        .collect();
    assert_eq!(
        first,
        ["v22-johnny-swagger", "v22-tiny-mike", "v22-phobia", "v22-showtime"]
    );
}

#[test]
fn letters_are_read_and_written() {
    assert_eq!(letters("MSNN").to_string(), "MSNN");
    assert_eq!(letters("NMNS").to_string(), "MSNN");
    assert_eq!(letters("").to_string(), "");
    assert_eq!(letters("MSNN")[Letter::Noise], 2);
    let error = "MX".parse::<Letters>().unwrap_err();
    assert_eq!(error.expected, "sub-actions, letters of MUSDIRLNA, such as MSNN");
}
