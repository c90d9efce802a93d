//! Setups of Masters of the Heist (section 3).

use heist_engine::masters::components::{Card, Fixer, Item, Skill};
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::setup::{Member, Owned, Setup};
use heist_engine::masters::tables::{Edition, Tables};
use serde_json::{Value, json};

/// The setup of a JSON object on top of a usual one.
fn setup(fields: Value) -> Setup {
    let mut whole = json!({"scenario": "tech-lab", "seats": 4, "seed": 1});
    for (name, value) in fields.as_object().expect("fields") {
        whole[name] = value.clone();
    }
    serde_json::from_value(whole).expect("a setup")
}

fn complete(fields: Value) -> Setup {
    setup(fields).complete().expect("a playable setup")
}

/// What is wrong with a setup, a line each.
fn problems(fields: Value) -> String {
    let problems = setup(fields).complete().expect_err("a setup that cannot be played").0;
    let lines: Vec<String> = problems.iter().map(|problem| problem.to_string()).collect();
    lines.join("\n")
}

fn member(card: &str, a: &str, b: &str) -> Value {
    json!({"card": card, "skills": [a, b]})
}

/// A team of four that fits together.
fn team() -> Value {
    json!([
        member("thug", "wing-it", "bypass"),
        member("burglar", "bypass", "wing-it"),
        member("lookout", "hurry", "linger"),
        member("thief", "steal", "hurry"),
    ])
}

/// MH3.1d, MH3.2a, MH3.2b: ready-made characters are drawn, which fit together.
#[test]
fn mh3_2a_teams_are_drawn_that_fit_together() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        for (edition, count) in [("v22", 3), ("v24", 4), ("v22", 4)] {
            let found = complete(json!({"seed": seed, "edition": edition, "seats": 1, "character-count": count}));
            assert_eq!(found.characters.len(), count);
            let tables = Tables::get(found.edition);
            for member in &found.characters {
                let built = tables
                    .prebuilt
                    .iter()
                    .find(|built| built.card == member.card && built.skills == member.skills);
                seen.insert(built.expect("a ready-made character").id.clone());
            }
            let mut again = found.clone();
            again.seed = Some(seed);
            assert_eq!(again.complete().unwrap(), found, "what is complete stays as it is");
        }
    }
    assert_eq!(seen.len(), 32, "every ready-made character is drawn: {seen:?}");
    assert_eq!(
        complete(json!({"seats": 1})).characters.len(),
        3,
        "MH3.1d: at least three"
    );
    assert_eq!(complete(json!({"seats": 4})).characters.len(), 4);
    assert_eq!(
        complete(json!({})),
        complete(json!({})),
        "the same seed gives the same team"
    );
}

#[test]
fn every_scenario_can_be_set_up() {
    for scenario in Scenario::all() {
        let found = complete(json!({"scenario": scenario.name}));
        assert_eq!(found.seed, None);
        let expected: Vec<u8> = match scenario.inside_starts {
            0 => Vec::new(),
            _ => vec![1, 2, 3, 4],
        };
        assert_eq!(found.inside, expected, "H52: {}", scenario.name);
    }
}

/// MH3.1e, MH7.10b: Old Friend alone unless the setup says otherwise; the Final Score has its own rules.
#[test]
fn mh3_1e_old_friend_is_there_unless_it_is_the_final_score() {
    assert_eq!(complete(json!({})).fixers, Some(vec![Fixer::OldFriend]));
    assert_eq!(complete(json!({"fixers": []})).fixers, Some(Vec::new()));
    let fixers = complete(json!({"fixers": ["visage", "old-friend"]})).fixers;
    assert_eq!(fixers, Some(vec![Fixer::OldFriend, Fixer::Visage]), "sorted");
    for scenario in ["interior-ministry-south", "interior-ministry-north"] {
        assert_eq!(complete(json!({"scenario": scenario})).fixers, Some(Vec::new()));
    }
    assert_eq!(
        problems(json!({"scenario": "interior-ministry-south", "fixers": ["fence", "old-friend"]})),
        "fixers[1]: old-friend, who takes no part in interior-ministry-south"
    );
    assert_eq!(
        problems(json!({"scenario": "interior-ministry-north", "fixers": ["fence"]})),
        "fixers[0]: fence, who takes no part in interior-ministry-north"
    );
    assert_eq!(
        problems(json!({"fixers": ["fence", "fence"]})),
        "fixers[1]: fence stands there twice, expected each fixer once (MH3.1e)"
    );
}

/// MH3.2b, H5: one character of each class, two of each skill, no skill twice on one character.
#[test]
fn mh3_2b_teams_that_do_not_fit_are_refused() {
    assert_eq!(complete(json!({"characters": team()})).characters.len(), 4);
    let with = |place: usize, other: Value| {
        let mut team = team();
        team[place] = other;
        problems(json!({"characters": team}))
    };
    assert_eq!(
        with(1, member("bruiser", "bypass", "wing-it")),
        "characters[1].card: bruiser beside thug, expected one character of the class thug (MH3.2b)"
    );
    assert_eq!(
        with(3, member("thief", "steal", "steal")),
        "characters[3].skills: steal twice, expected two different skills (MH3.2b)"
    );
    assert_eq!(
        with(3, member("thief", "steal", "bypass")),
        "characters[3].skills: bypass for the third time, expected at most 2 in a team (MH3.2b)"
    );
}

/// MH3.1d.
#[test]
fn mh3_1d_three_or_four_characters_play() {
    assert_eq!(problems(json!({"seats": 5})), "seats: 5 people, expected 1 to 4");
    assert_eq!(
        problems(json!({"seats": 1, "character-count": 2})),
        "character-count: 2 characters for 1 person, expected 3 to 4 (MH3.1d)"
    );
    let team = team();
    let three = &team.as_array().unwrap()[..3];
    assert_eq!(
        problems(json!({"seats": 4, "characters": three})),
        "characters: 3 characters for 4 people, expected 4 to 4 (MH3.1d)"
    );
    assert_eq!(
        problems(json!({"seed": null})),
        "seed: missing, expected a seed because characters are left open"
    );
}

/// MH3.3e, H81, MH2a.
#[test]
fn mh3_3e_items_are_limited_by_their_copies() {
    let found =
        complete(json!({"characters": team(), "items": [["radio", 2], ["cheap-picks", 1], ["cheap-picks", 3]]}));
    assert_eq!(
        found.items,
        [
            Owned(Item::CheapPicks, 1),
            Owned(Item::CheapPicks, 3),
            Owned(Item::Radio, 2)
        ]
    );
    let with = |fields: Value| {
        let mut whole = json!({"characters": team()});
        whole
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        problems(whole)
    };
    assert_eq!(
        with(json!({"items": [["radio", 1], ["radio", 2]]})),
        "items[1]: radio number 2, expected at most 1 with those that characters start with (MH3.3e)"
    );
    // The Thief starts with the only Plasma Torch.
    assert_eq!(
        with(json!({"items": [["plasma-torch", 1]]})),
        "items[0]: plasma-torch number 2, expected at most 1 with those that characters start with (MH3.3e)"
    );
    assert_eq!(
        with(json!({"items": [["radio", 5]]})),
        "items[0]: radio with character 5, expected 1 to 4"
    );
    assert_eq!(
        with(json!({"items": [["perfect-picks", 1]]})),
        "items[0]: perfect-picks, which the edition v22 does not have (MH2a)"
    );
    assert_eq!(
        with(json!({"discovered": ["radio"]})),
        "discovered[0]: radio, which the shop always has; expected items found in heists (MH3.3e)"
    );
    assert_eq!(
        with(json!({"items": [["camouflage", 1]], "discovered": ["camouflage"]})),
        "discovered[0]: camouflage number 2, expected at most 1 with those that characters start with (MH3.3e)"
    );
    complete(json!({"edition": "v24", "characters": team(), "items": [["perfect-picks", 1]]}));
}

/// MH7.10b, H51, H52.
#[test]
fn mh7_10b_starts_inside_and_on_hideouts() {
    let county = complete(json!({"scenario": "county-hole", "characters": team(), "inside": [4, 2]}));
    assert_eq!(county.inside, [2, 4]);
    assert_eq!(
        problems(json!({"inside": [1]})),
        "inside: given for tech-lab, expected only in a county job (MH7.10b)"
    );
    assert_eq!(
        problems(json!({"scenario": "county-hole", "inside": [1, 5, 1]})),
        "inside[1]: character 5, expected 1 to 4 (MH7.10b)\ninside[2]: character 1 twice, expected each once (MH7.10b)"
    );
    let part_two = |fields: Value| {
        let mut whole = json!({"scenario": "interior-ministry-north"});
        whole
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        whole
    };
    complete(part_two(
        json!({"ideas": [0, 1, 2, 3], "hideouts": ["0,7", "3,7", "3,7", "0,7"]}),
    ));
    assert_eq!(
        problems(part_two(json!({"ideas": [0, 1]}))),
        "ideas: 2 for 4 characters, expected one each"
    );
    assert_eq!(
        problems(part_two(json!({"hideouts": ["0,7", "0,7", "0,7", "1,1"]}))),
        "hideouts[2]: 0,7 for the third time, expected at most 2 on a hideout (MH6.6m)\nhideouts[3]: 1,1, which is no \
         hideout of interior-ministry-north"
    );
    assert_eq!(
        problems(json!({"ideas": [0, 1, 2, 3]})),
        "ideas: given for tech-lab, expected only in Final Score Part 2"
    );
}

/// MH3.2a, MH3.2b, prebuilt:*, R36: the recommended first team is allowed as it stands, though four of its cards are of
/// one skill; with anybody else in it the limit holds.
#[test]
fn r36_the_recommended_first_team_is_allowed() {
    let built = &Tables::get(Edition::V22).prebuilt;
    let picks: Vec<Member> = built
        .iter()
        .filter(|built| built.is_first_pick)
        .map(|built| Member {
            card: built.card,
            skills: built.skills,
        })
        .collect();
    assert_eq!(picks.len(), 4);
    let text = |team: &[Member]| team.iter().map(Member::to_string).collect::<Vec<_>>().join(" ");
    let found = complete(json!({"characters": text(&picks)}));
    let with_bypass = found
        .characters
        .iter()
        .filter(|member| member.skills.contains(&Skill::Bypass));
    assert_eq!((with_bypass.count(), &found.characters), (4, &picks));
    complete(json!({"seats": 3, "characters": text(&picks[1..])}));
    let mut other = picks.clone();
    other[3].skills = [Skill::Bypass, Skill::Linger];
    assert_eq!(
        problems(json!({"characters": text(&other)})),
        "characters[2].skills: bypass for the third time, expected at most 2 in a team \
         (MH3.2b)\ncharacters[3].skills: bypass for the third time, expected at most 2 in a team (MH3.2b)"
    );
}

/// MH9a: the weight of cash is a field of the setup that is left out where it is 0.
#[test]
fn mh9a_the_weight_of_cash_is_a_field() {
    assert_eq!(
        complete(json!({"characters": team(), "cash-weight": 10})).cash_weight,
        10
    );
    let without = serde_json::to_value(complete(json!({"characters": team()}))).expect("JSON");
    assert_eq!(without.get("cash-weight"), None);
    assert_eq!(
        problems(json!({"characters": team(), "cash-weight": 101})),
        "cash-weight: 101, expected 0 to 100"
    );
}

#[test]
fn unknown_scenarios_are_refused() {
    let error = problems(json!({"scenario": "tech-labs"}));
    assert!(
        error.starts_with("scenario: there is no `tech-labs`; expected one of delinquent-jeweler, tech-lab,"),
        "{error}"
    );
    assert_eq!(
        problems(json!({"scenario": "the-docks"})),
        "scenario: `the-docks` cannot be played: its sources have no event deck and no bag"
    );
}

#[test]
fn setups_are_written_as_they_are_read() {
    let found = complete(json!({"characters": team(), "edition": "v24", "cash": 12, "jewels": 1}));
    assert_eq!(
        found.characters[0],
        Member {
            card: Card::Thug,
            skills: [Skill::WingIt, Skill::Bypass]
        }
    );
    assert_eq!((found.edition, found.cash, found.jewels), (Edition::V24, 12, 1));
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), found);
    let error = serde_json::from_value::<Setup>(json!({"scenario": "tech-lab", "seats": 3, "colour": 1})).unwrap_err();
    assert!(error.to_string().contains("unknown field `colour`"), "{error}");
}
