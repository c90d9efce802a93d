//! Which jobs come when, and what winning one brings.

use heist_engine::campaign::{Campaign, CampaignError};
use heist_engine::masters::components::Fixer;
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::{MastersCampaign, Setup};
use serde_json::json;

use super::{begun, choose, lose, next, play, refusal, result, setup};

/// MH3.1e: a first heist has Old Friend and $0k.
#[test]
fn mh3_1e_the_first_heist() {
    let first = begun().next_setup().expect("a first heist");
    assert_eq!((first.cash, first.fixers), (0, Some(vec![Fixer::OldFriend])));
    assert!(first.items.is_empty() && first.discovered.is_empty() && first.jewels == 0);
}

/// MH9a: on success the fixer is unlocked and the reward is added; cash that was banked stays either way.
#[test]
fn mh9a_what_a_win_brings() {
    for scenario in Scenario::all().iter().filter(|scenario| !scenario.name.contains('@')) {
        if scenario.inside_starts != 0 || scenario.starts_on_hideouts() {
            continue;
        }
        for won in [true, false] {
            let mut campaign = begun();
            choose(&mut campaign, json!({"scenario": scenario.name})).expect("any job may come first");
            play(&mut campaign, won, &[("team cash", 5)]);
            let reward = if won { u16::from(scenario.reward) } else { 0 };
            assert_eq!(campaign.cash(), 5 + reward, "{}", scenario.name);
            let unlocked = scenario.unlocks.filter(|_| won);
            let expected: Vec<Fixer> = [Fixer::OldFriend].into_iter().chain(unlocked).collect();
            assert_eq!(campaign.fixers(), expected, "{}", scenario.name);
        }
    }
}

/// MH9a, MH3.1e: every fixer but the Prison Guard and the Mayor is unlocked by the job of its row, and takes part in
/// the next heist.
#[test]
fn mh3_1e_fixers_stay_unlocked() {
    let mut campaign = begun();
    for _ in 0..12 {
        play(&mut campaign, true, &[]);
    }
    assert_eq!(campaign.fixers().len(), 13);
    // The Final Score, Part 1, is next: Old Friend takes no part.
    let next = next(&campaign);
    assert_eq!(next.scenario, "interior-ministry-south");
    let fixers = next.fixers.expect("fixers");
    assert!(fixers.len() == 12 && !fixers.contains(&Fixer::OldFriend));
}

/// MH9d: a team that chooses nothing plays each county job once while somebody is Busted, first those that suit it. Who
/// gets out goes on.
#[test]
fn mh9d_the_usual_choice_is_a_rescue() {
    let mut campaign = begun();
    choose(&mut campaign, json!({"scenario": "tech-lab"})).expect("any job may come first");
    play(&mut campaign, false, &[("fates", 1222)]);
    let mut rescues = Vec::new();
    for _ in 0..6 {
        let next = next(&campaign);
        if next.scenario.starts_with("county") {
            // The first of those who are inside gets out, another one is Busted.
            assert_eq!(next.inside, [1], "{}", next.scenario);
            rescues.push(next.scenario);
            play(&mut campaign, true, &[("fates", 2122)]);
        } else {
            play(&mut campaign, false, &[]);
        }
    }
    assert_eq!(rescues, ["county-bricks", "county-river", "county-hole"]);
    let is_busted = |campaign: &MastersCampaign| campaign.characters().iter().filter(|who| who.is_busted).count();
    assert_eq!(is_busted(&campaign), 1);
}

/// MH9a: reports give the team cash, and the score once the Final Score is played.
#[test]
fn mh9a_the_figures_of_a_campaign() {
    let names: Vec<&str> = MastersCampaign::FIGURES.iter().map(|figure| figure.name).collect();
    assert_eq!(names, ["cash", "final score"]);
    let mut campaign = begun();
    assert_eq!(campaign.figures(), [Some(0), None]);
    play(&mut campaign, false, &[("team cash", 7)]);
    assert_eq!(campaign.figures(), [Some(7), None]);
    choose(&mut campaign, json!({"scenario": "interior-ministry-south"})).expect("the last job");
    play(&mut campaign, true, &[("team cash", 9)]);
    assert_eq!(campaign.figures(), [Some(9), None], "Part 2 is to come");
    play(&mut campaign, true, &[("team cash", 12)]);
    assert_eq!(campaign.figures(), [Some(12), Some(12)]);
}

/// fixers:prison-guard, MH9a: any county job unlocks it, once; each rescue brings its reward.
#[test]
fn the_prison_guard_is_unlocked_once() {
    let mut campaign = begun();
    play(&mut campaign, false, &[("fates", 1220)]);
    for (scenario, cash) in [("county-bricks", 10), ("county-river", 22), ("county-bricks", 32)] {
        choose(&mut campaign, json!({"scenario": scenario, "characters": ""})).expect("a county job");
        play(&mut campaign, true, &[("fates", 1220)]);
        assert_eq!(campaign.cash(), cash);
    }
    assert_eq!(campaign.fixers(), [Fixer::OldFriend, Fixer::PrisonGuard]);
}

/// R32: any job may come at any time and be tried again until it is won.
#[test]
fn r32_jobs_until_they_are_won() {
    let mut campaign = begun();
    choose(&mut campaign, json!({"scenario": "the-vault"})).expect("MH9e is advice");
    play(&mut campaign, false, &[]);
    choose(&mut campaign, json!({"scenario": "the-vault"})).expect("again");
    play(&mut campaign, true, &[]);
    let error = refusal(&mut campaign, json!({"scenario": "the-vault"}));
    assert!(error.contains("not won") && error.contains("R32"), "{error}");
    // An earlier revision is the same job.
    choose(&mut campaign, json!({"scenario": "the-track@2021-01"})).expect("another map");
    play(&mut campaign, true, &[]);
    let error = refusal(&mut campaign, json!({"scenario": "the-track"}));
    assert!(error.contains("not won"), "{error}");
}

/// MH9e, R32: without a choice the jobs that suit the team come first, then easier ones; each comes once, the Final
/// Score last.
#[test]
fn r32_the_usual_order() {
    let mut campaign = begun();
    let mut jobs = Vec::new();
    while let Some(next) = campaign.next_setup() {
        jobs.push(next.scenario);
        play(&mut campaign, false, &[]);
    }
    let expected = [
        "delinquent-jeweler",
        "estate-basement",
        "courthouse",
        "parking-garage",
        "the-lair",
        "the-vault",
        "museum-of-antiquity",
        "server-farm",
        "hotel-basement",
        "rival-hq",
        "tech-lab",
        "the-track",
        "interior-ministry-south",
    ];
    assert_eq!(jobs, expected, "Part 1 is lost, so there is no Part 2");
    assert!(campaign.is_over() && campaign.choices().is_empty());
    let party = campaign.choice();
    assert_eq!(campaign.choose(party), Err(CampaignError::Over));
}

/// R32: after 22 heists only the Final Score is left.
#[test]
fn r32_the_final_score_is_never_missed() {
    let mut campaign = begun();
    for _ in 0..22 {
        choose(&mut campaign, json!({"scenario": "tech-lab"})).expect("it may be tried again");
        lose(&mut campaign, 1);
    }
    assert_eq!(next(&campaign).scenario, "interior-ministry-south");
    let error = refusal(&mut campaign, json!({"scenario": "tech-lab"}));
    assert!(error.contains("Final Score"), "{error}");
    play(&mut campaign, true, &[]);
    play(&mut campaign, false, &[]);
    assert_eq!(
        (campaign.heists().len(), campaign.is_over()),
        (MastersCampaign::MOST_HEISTS, true)
    );
}

/// MH9a, MH3.1e, MH9d: what the campaign decides is not the team's to set.
#[test]
fn what_the_campaign_decides_cannot_be_set() {
    for (field, value, rule) in [
        ("cash", json!(5), "MH9a"),
        ("fixers", json!(["fence"]), "MH3.1e"),
        ("items", json!("radio:1"), "MH10.32"),
        ("discovered", json!("lucky-penny"), "MH7.6k"),
        ("jewels", json!(1), "MH9a"),
        ("inside", json!("1"), "MH9d"),
        ("ideas", json!("1 2 3"), "MH7.10b"),
        ("hideouts", json!("0,7 0,7 3,7"), "MH7.10b"),
    ] {
        let error = MastersCampaign::begin(&setup(json!({"seats": 3, field: value}))).expect_err("it is decided");
        let error = error.to_string();
        assert!(error.contains(field) && error.contains(rule), "{error}");
    }
}

/// The edition and the orders of actions apply to all heists.
#[test]
fn variants_apply_to_all_heists() {
    let fields = json!({"seats": 1, "characters": super::TEAM, "edition": "v24", "actions": "strict"});
    let mut campaign = MastersCampaign::begin(&setup(fields)).expect("a campaign");
    while let Some(next) = campaign.next_setup() {
        let fields = serde_json::to_value(&next).expect("JSON");
        assert_eq!(
            (&fields["edition"], &fields["actions"]),
            (&json!("v24"), &json!("strict"))
        );
        play(&mut campaign, true, &[]);
    }
    assert_eq!(campaign.heists().len(), 14);
}

/// Another heist than the next one is not taken.
#[test]
fn only_the_next_heist_is_taken() {
    let mut campaign = begun();
    play(&mut campaign, true, &[("team cash", 9)]);
    let before = campaign.clone();
    let right = next(&campaign);
    let wrong = [
        (
            "scenario",
            Setup {
                scenario: "tech-lab".to_owned(),
                ..right.clone()
            },
        ),
        (
            "cash",
            Setup {
                cash: 8,
                ..right.clone()
            },
        ),
        (
            "fixers",
            Setup {
                fixers: Some(Vec::new()),
                ..right.clone()
            },
        ),
        (
            "jewels",
            Setup {
                jewels: 1,
                ..right.clone()
            },
        ),
        (
            "characters",
            Setup {
                characters: begun().choice().characters,
                ..right.clone()
            },
        ),
    ];
    for (field, played) in wrong {
        let error = campaign
            .record(&played, &result(&before, true, &[]))
            .expect_err("it is another heist");
        assert!(
            matches!(&error, CampaignError::Other { field: found, .. } if found == field),
            "{field}: {error}"
        );
        assert_eq!(campaign, before);
    }
    campaign
        .record(&right, &result(&before, true, &[]))
        .expect("it is the next heist");
}

/// A heist that was given up before it began leaves everything as it was; the levels rise all the same (MH9b).
#[test]
fn a_heist_that_was_given_up() {
    let mut campaign = begun();
    play(&mut campaign, true, &[("team cash", 9), ("jewels", 2)]);
    play(
        &mut campaign,
        false,
        &[("rounds", 0), ("team cash", 0), ("fates", 0), ("jewels", 0)],
    );
    let last = campaign.heists().last().expect("a heist");
    assert_eq!((campaign.cash(), last.jewels, campaign.level()), (9, 2, 3));
    assert!(last.busted.is_empty() && last.escaped.is_empty());
}
