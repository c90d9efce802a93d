//! The components against the data files, row by row (sections 2 and 7).

use std::collections::BTreeSet;

use heist_engine::caper_cards::{
    Action, COPIES, CREW, Check, Crew, Face, Icon, Kind, Reward, Rewards, Row, before_scoring, crew_score, each_option,
};

use super::sizes::final_rows;
use super::support::row;
use crate::common::rule_ids::{data_folder, table};

/// The rows of a data file as named columns.
fn rows(file: &str) -> Vec<impl Fn(&str) -> String> {
    let (columns, rows) = table(&data_folder("caper-cards").join(file));
    let row = |cells: Vec<String>| {
        let columns = columns.clone();
        move |name: &str| {
            let place = columns.iter().position(|column| column == name);
            cells[place.unwrap_or_else(|| panic!("there is no column {name}"))].clone()
        }
    };
    rows.into_iter().map(row).collect()
}

fn parity(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

/// Every row of crew.csv against the kind of its id.
#[test]
fn every_crew_row_is_a_kind_of_the_game() {
    let rows = rows("crew.csv");
    assert_eq!(rows.len(), Kind::ALL.len());
    for (cell, kind) in rows.iter().zip(Kind::ALL) {
        assert_eq!(cell("index"), (kind as usize).to_string());
        assert_eq!(cell("id"), kind.name());
        assert_eq!(cell("copies"), COPIES.to_string());
        let icon = match kind.icon() {
            Icon::Club => "club",
            Icon::Heart => "heart",
            Icon::Spade => "spade",
            Icon::Diamond => "diamond",
        };
        assert_eq!(cell("icon"), icon, "{kind}");
        // The number as it lies first, and what it shows when it is turned.
        let faces: Vec<Face> = Face::ALL.into_iter().filter(|face| face.kind() == kind).collect();
        let upright = faces[0];
        assert_eq!(cell("number_upright"), upright.number().to_string(), "{kind}");
        assert_eq!(cell("parity_upright"), parity(upright.is_odd()), "{kind}");
        let turned = upright.turned();
        assert_eq!(
            cell("number_rotated"),
            turned.map_or(String::new(), |face| face.number().to_string())
        );
        let turned_parity = turned.map_or("", |face| parity(face.is_odd()));
        assert_eq!(cell("parity_rotated"), turned_parity, "{kind}");
        // What it enters play as, over all that may lie there.
        let mut enters = BTreeSet::new();
        each_option(kind, Row::EMPTY, |action| {
            enters.insert(action.enters_as().name());
        });
        let listed = cell("enters_play_as");
        assert_eq!(enters, listed.split('|').collect::<BTreeSet<_>>(), "{kind}");
        // Whether there is something to decide, in some row.
        let decides = ["", "fixer grifter chetney9", "chetney6 insider10"].iter().any(|text| {
            let mut options = 0;
            each_option(kind, row(text), |_| options += 1);
            options > 1
        });
        assert_eq!(cell("decision") != "none", decides, "{kind}");
    }
}

/// Every row of rewards.csv against the Reward of its id.
#[test]
fn every_reward_row_is_a_reward_of_the_game() {
    let rows = rows("rewards.csv");
    assert_eq!(rows.len(), Reward::ALL.len());
    let played = final_rows();
    for (cell, reward) in rows.iter().zip(Reward::ALL) {
        assert_eq!(cell("index"), (reward as usize).to_string());
        assert_eq!(cell("id"), reward.name());
        assert_eq!(cell("value"), reward.value().to_string(), "{reward}");
        let set: Rewards = [reward].into_iter().collect();
        let is_static = played
            .iter()
            .any(|&row| crew_score(row, set) != crew_score(row, Rewards::EMPTY));
        let changes_rows = played
            .iter()
            .any(|&row| before_scoring(row, [reward].into_iter()) != row);
        let compares = !Check::of(Row::EMPTY, [reward].into_iter(), 11).tie_wins;
        let kind = match (is_static, changes_rows, compares) {
            (true, false, false) => "static",
            (false, true, false) => "before_scoring",
            (false, false, true) => "compare",
            other => panic!("{reward} acts as {other:?}"),
        };
        assert_eq!(cell("complication_kind"), kind, "{reward}");
    }
}

/// CC6.2g: the rulebook's counts of Rewards, and what they make of the two sides of the Risk card and of a cover. H13:
/// one of the sixes is the Mask.
#[test]
fn difficulties_run_as_the_rulebook_has_them() {
    let values = Reward::ALL.map(Reward::value);
    assert_eq!(
        [5, 6, 7, 8].map(|value| values.iter().filter(|&&it| it == value).count()),
        [2, 3, 3, 1]
    );
    assert_eq!(Reward::Mask.value(), 6);
    for (text, risk, least, most) in [("", 11, 16, 19), ("", 12, 17, 20), ("mastermind@risk", 11, 13, 16)] {
        let check = Check::of(row(text), std::iter::empty(), risk);
        let difficulties = Reward::ALL.map(|reward| check.difficulty(reward));
        assert_eq!(difficulties.iter().min(), Some(&least));
        assert_eq!(difficulties.iter().max(), Some(&most));
    }
}

#[test]
fn there_are_24_crew_of_8_kinds_and_9_rewards() {
    assert_eq!((CREW, Crew::ALL_CARDS.len(), Rewards::ALL.len()), (24, 24, 9));
    assert!(Kind::ALL.iter().all(|&kind| Crew::ALL_CARDS.count(kind) == 3));
}

/// CC7.1i: the eleven faces with their numbers, icons and parities.
#[test]
fn the_eleven_faces_have_their_numbers_icons_and_parities() {
    let faces = [
        ("fcg", 2, Icon::Club),
        ("fixer", 3, Icon::Heart),
        ("thief", 4, Icon::Spade),
        ("grifter", 5, Icon::Heart),
        ("chetney6", 6, Icon::Diamond),
        ("chetney9", 9, Icon::Diamond),
        ("muscle", 7, Icon::Spade),
        ("mastermind", 8, Icon::Club),
        ("mastermind@risk", 8, Icon::Club),
        ("insider10", 10, Icon::Diamond),
        ("insider01", 1, Icon::Diamond),
    ];
    assert_eq!(Face::ALL.len(), faces.len());
    for (face, (name, number, icon)) in Face::ALL.into_iter().zip(faces) {
        assert_eq!((face.name(), face.number(), face.kind().icon()), (name, number, icon));
    }
    let odd: Vec<&str> = Face::ALL
        .iter()
        .filter(|face| face.is_odd())
        .map(|face| face.name())
        .collect();
    assert_eq!(odd, ["fixer", "grifter", "chetney9", "muscle", "insider01"]);
    for icon in [Icon::Club, Icon::Heart, Icon::Spade, Icon::Diamond] {
        assert_eq!(
            Kind::ALL.iter().filter(|kind| kind.icon() == icon).count(),
            2,
            "{icon:?}"
        );
    }
}

/// CC5m: the fixed action list.
#[test]
fn the_action_list_is_the_fixed_one() {
    let names = Action::ALL.map(Action::name);
    let fixed = [
        "fcg:none",
        "fcg:rot:chetney6",
        "fcg:rot:chetney9",
        "fcg:rot:insider10",
        "fcg:rot:insider01",
        "fixer",
        "thief",
        "grifter",
        "chetney:six",
        "chetney:nine",
        "muscle:none",
        "muscle:disc:fixer",
        "muscle:disc:grifter",
        "muscle:disc:chetney9",
        "muscle:disc:muscle",
        "muscle:disc:insider01",
        "mastermind:join",
        "mastermind:cover",
        "insider",
    ];
    assert_eq!(names, fixed);
    assert!(
        Action::ALL
            .iter()
            .enumerate()
            .all(|(place, action)| *action as usize == place)
    );
}
