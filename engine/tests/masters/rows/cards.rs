//! Characters, ready-made teams, skills and named actions, as they are in play.

use std::collections::BTreeSet;

use heist_engine::game::Game;
use heist_engine::masters::components::{Ability, Card, Skill};
use heist_engine::masters::letters::{Letter, Letters};
use heist_engine::masters::tables::{Edition, Tables};
use heist_engine::masters::{MastersOfTheHeist, Setup, Who};
use serde_json::{Value, json};

use super::super::boards::lab;
use super::super::scenes::uncommitted;
use super::super::support::{legal, play};
use super::{number, rows, text, words};

/// The letters that a commit gives: those that are left after it, the noise that it owes, and the alerts that it
/// raises.
fn given(state: &MastersOfTheHeist, who: (&str, Who), commit: &str) -> String {
    let mut after = *state;
    play(&mut after, &[&format!("act {}", who.0), &format!("commit {commit}")]);
    let events = |state: &MastersOfTheHeist| {
        let cards = state.deck_cards().iter();
        cards.filter(|card| card.event().is_some()).count()
    };
    let alerts = u8::try_from(events(state) - events(&after)).expect("few alerts");
    let mut letters = Letters::NONE
        .with(Letter::Noise, after.owed_noise_count() - state.owed_noise_count())
        .with(Letter::Alert, alerts);
    for (letter, count) in after.letters_left(who.1) {
        letters = letters.with(letter, count);
    }
    letters.to_string()
}

/// A character in the Tech Lab that has not committed, without ideas. The others leave it every class and every skill.
fn ready(card: &str, skills: [&str; 2], die: usize) -> MastersOfTheHeist {
    let class = Tables::get(Edition::V22).card(card.parse().expect("a card")).class;
    let mut others = ["thug", "burglar", "pickpocket"]
        .into_iter()
        .filter(|&other| other != class.name());
    let mut other = |skills: [&str; 2]| json!({"card": others.next().expect("two are left"), "skills": skills});
    lab(json!({
        "1": {"card": card, "skills": skills, "die": die, "ideas": 0, "action": null},
        "2": other(["concoct", "improvise"]), "3": other(["tamper", "intrude"]),
    }))
}

/// A skill of another name.
fn beside(skill: &str) -> &'static str {
    if skill == "bypass" { "wing-it" } else { "bypass" }
}

/// Each named action gives its letters.
#[test]
fn named_actions_give_their_letters() {
    let rows = rows(include_str!("actions.json"));
    assert_eq!(rows.len(), 50);
    for row in &rows {
        let commit = text(row, "commit");
        let found = match row.get("npc").and_then(Value::as_str) {
            Some(scenario) => {
                let npc = json!({"at": "6,3", "status": "active", "die": 1, "ideas": 0});
                let places = if scenario == "hotel-basement" {
                    ["7,0", "7,0", "0,7"]
                } else {
                    ["0,8", "0,8", "8,8"]
                };
                let scene = uncommitted(scenario, &places, json!({"npc": npc, "panic": row["panic"]}));
                given(&scene.state, ("npc", Who::NPC), commit)
            }
            None => {
                let skill = row["skill"].as_str().unwrap_or("hurry");
                let state = ready(text(row, "card"), [skill, beside(skill)], number(row, "die"));
                given(&state, ("1", Who(0)), commit)
            }
        };
        assert_eq!(found, text(row, "letters"), "{row}");
    }
}

/// Each face of each skill gives its letters.
#[test]
fn skills_give_the_letters_of_their_faces() {
    let rows = rows(include_str!("skills.json"));
    assert_eq!(rows.len(), Skill::ALL.len());
    for row in &rows {
        let name = text(row, "skill");
        let skill: Skill = name.parse().expect("a skill");
        assert_eq!(Tables::get(Edition::V22).skill(skill).is_pro, row["pro"], "{name}");
        let faces = words(row, "faces");
        assert_eq!(faces.len(), 6, "{name}");
        for (face, letters) in (1..).zip(faces) {
            let state = ready("thug", [name, beside(name)], face);
            assert_eq!(
                given(&state, ("1", Who(0)), &format!("{name} {face}")),
                letters,
                "{name} {face}"
            );
        }
    }
}

/// Each character has its ideas, its memory, its item, its default actions and its abilities.
#[test]
fn characters_have_what_their_cards_say() {
    let rows = rows(include_str!("characters.json"));
    assert_eq!(rows.len(), Card::ALL.len());
    for row in &rows {
        let name = text(row, "card");
        let mut state = start(name, text(row, "class"));
        assert_eq!(usize::from(state.ideas(Who(0))), number(row, "ideas"), "{name}");
        let loot: Vec<String> = state.loot_of(Who(0)).iter().map(|piece| piece.to_string()).collect();
        assert_eq!(loot.join(" "), text(row, "item"), "{name}");
        let card = state.card_of(Who(0)).expect("a player character");
        assert_eq!(
            (card.class.name(), card.is_pro),
            (text(row, "class"), row["pro"] == true),
            "{name}"
        );
        let abilities = Ability::ALL.iter().filter(|&&ability| card.has(ability));
        let abilities: BTreeSet<String> = abilities.map(|ability| ability.to_string()).collect();
        assert_eq!(abilities, words(row, "abilities").into_iter().collect(), "{name}");
        assert_eq!(placed(&mut state), number(row, "memory"), "{name}");
        check_defaults(name, &words(row, "actions"));
    }
}

/// A heist in planning in which the first character is of a card, with two others.
fn start(card: &str, class: &str) -> MastersOfTheHeist {
    let others = ["thug", "lookout", "burglar"]
        .into_iter()
        .filter(|&other| other != class)
        .take(2);
    let team =
        std::iter::once(card)
            .chain(others)
            .zip([["bypass", "wing-it"], ["hurry", "linger"], ["steal", "hurry"]]);
    let team: Vec<Value> = team
        .map(|(card, skills)| json!({"card": card, "skills": skills}))
        .collect();
    let setup = json!({"scenario": "tech-lab", "seats": 3, "fixers": [], "cash": 0, "characters": team});
    let setup: Setup = serde_json::from_value(setup).expect("a setup");
    MastersOfTheHeist::new(&setup).expect("a playable setup")
}

/// How many planning tokens the first character can place.
fn placed(state: &mut MastersOfTheHeist) -> usize {
    while legal(state).contains(&"done".to_owned()) {
        play(state, &["done"]);
    }
    play(state, &["start 1 5,7", "start 2 5,7", "start 3 2,8"]);
    let mut last = 0;
    loop {
        let mut next = *state;
        let first = legal(state).into_iter().find(|action| action.starts_with("token "));
        play(&mut next, &[&first.expect("there are hexes enough")]);
        let now = next.tokens(Who(0)).count_ones() as usize;
        if now == last {
            return last;
        }
        last = now;
        *state = next;
    }
}

/// The default actions with their letters; of one with a text of its own, that it is there.
fn check_defaults(name: &str, actions: &[String]) {
    let card: Card = name.parse().expect("a card");
    assert_eq!(
        Tables::get(Edition::V22).card(card).defaults.len(),
        actions.len(),
        "{name}"
    );
    let state = ready(name, ["bypass", "wing-it"], 1);
    for action in actions {
        match action.split_once(':') {
            Some((action, letters)) => assert_eq!(given(&state, ("1", Who(0)), action), letters, "{name} {action}"),
            None => {
                let row = state.card_of(Who(0)).expect("a player character");
                let special = action.parse().map(heist_engine::masters::tables::Printed::Special);
                assert!(row.defaults.contains(&special.expect("an action")), "{name} {action}");
            }
        }
    }
}

/// Each ready-made character of an edition is drawn, and nobody else.
#[test]
fn ready_made_characters_are_drawn() {
    let rows = rows(include_str!("prebuilt.json"));
    for edition in Edition::ALL {
        let of_edition = rows.iter().filter(|row| text(row, "edition") == edition.name());
        let expected: BTreeSet<String> = of_edition
            .clone()
            .map(|row| format!("{}:{}", text(row, "card"), words(row, "skills").join(":")))
            .collect();
        let mut drawn = BTreeSet::new();
        for seed in 0..200 {
            let mut setup = Setup::new("tech-lab", 4, seed);
            setup.edition = edition;
            let complete = setup.complete().expect("a playable setup");
            drawn.extend(complete.characters.iter().map(|member| member.to_string()));
        }
        assert_eq!(drawn, expected, "{edition:?}");
        let first = of_edition.filter(|row| row["first"] == true).map(|row| text(row, "id"));
        let picks = Tables::get(edition).prebuilt.iter().filter(|built| built.is_first_pick);
        assert_eq!(
            picks.map(|built| built.id.as_str()).collect::<Vec<_>>(),
            first.collect::<Vec<_>>()
        );
    }
}
