//! Campaigns at rest, and campaigns in which anything happens.

use heist_engine::campaign::{Campaign, read, write};
use heist_engine::game::{Game, Node, TeamResult};
use heist_engine::masters::{MastersCampaign, MastersOfTheHeist, Setup};
use heist_engine::random::{Generator, below, stream};
use serde_json::{Value, json};

use super::{begun, choose, next, play, result, setup};

/// A result of a heist with any figures that a heist can have.
fn any_result(campaign: &MastersCampaign, rng: &mut Generator) -> TeamResult {
    let won = below(rng, 2) == 1;
    let fates = (0..4).fold(0, |sum, _| sum * 10 + below(rng, 4) as i32);
    let figures = [
        ("rounds", below(rng, 10) as i32),
        ("team cash", below(rng, 40) as i32),
        ("jewels", below(rng, 5) as i32),
        ("fates", fates),
        ("ideas left", below(rng, 99_999_999) as i32),
        ("items", below(rng, 1 << 24) as i32),
        ("items found", below(rng, 4) as i32),
        ("other loot", below(rng, 777) as i32),
    ];
    result(campaign, won, &figures)
}

/// Chooses some field anew, as likely as not one that is refused.
fn choose_anything(campaign: &mut MastersCampaign, rng: &mut Generator) {
    let scenarios = MastersOfTheHeist::SCENARIOS;
    let fields = match below(rng, 4) {
        0 => json!({"scenario": scenarios[below(rng, scenarios.len() as u32) as usize], "characters": ""}),
        1 => json!({"seats": 1 + below(rng, 5), "characters": ""}),
        2 => json!({"seats": 1 + below(rng, 3), "character-count": 3 + below(rng, 2), "characters": ""}),
        _ => {
            // Some form of each of the first named characters that are free.
            let all = 0..campaign.characters().len();
            let free = all.filter(|place| !campaign.characters()[*place].is_busted);
            let forms = free.take(3).map(|place| {
                let forms = campaign.forms(place);
                forms[below(rng, forms.len() as u32) as usize].to_string()
            });
            json!({"characters": forms.collect::<Vec<_>>().join(" ")})
        }
    };
    let before = campaign.clone();
    match choose(campaign, fields) {
        Ok(()) => assert!(campaign.next_setup().is_some()),
        Err(_) => assert_eq!(*campaign, before),
    }
}

/// MH9a to MH9e: whatever is chosen and however heists end, there is a next heist that can be played until the campaign
/// is over, levels stay in range, and a campaign is read as it was written.
#[test]
fn campaigns_in_which_anything_happens() {
    for number in 0..60 {
        let mut rng = stream(number, "campaigns of masters", 0);
        let edition = if number % 2 == 0 { "v22" } else { "v24" };
        let fields = json!({"seats": 1 + number % 4, "edition": edition});
        let mut campaign = MastersCampaign::begin(&setup(fields)).expect("a campaign");
        while !campaign.is_over() {
            (0..below(&mut rng, 4)).for_each(|_| choose_anything(&mut campaign, &mut rng));
            assert_eq!(read::<MastersCampaign>(&write(&campaign)).as_ref(), Ok(&campaign));
            let played = next(&campaign);
            MastersOfTheHeist::new(&played).expect("it can be played");
            let result = any_result(&campaign, &mut rng);
            campaign.record(&played, &result).expect("it is the next heist");
            assert!(campaign.characters().iter().all(|who| (1..=4).contains(&who.level)));
            let choice = campaign.choice();
            if !campaign.is_over() {
                campaign.choose(choice.clone()).expect("what is chosen may be chosen");
                assert_eq!(campaign.choice(), choice);
            }
        }
        assert_eq!(read::<MastersCampaign>(&write(&campaign)), Ok(campaign.clone()));
        assert!(campaign.heists().len() <= MastersCampaign::MOST_HEISTS);
    }
}

/// Plays a heist to its end, at random.
fn played_out(setup: &Setup, rng: &mut Generator) -> TeamResult {
    let mut state = MastersOfTheHeist::new(setup).expect("it can be played");
    let mut legal = Vec::new();
    loop {
        match state.node() {
            Node::Decision(_) => {
                state.legal_actions(&mut legal);
                state.apply(legal[below(rng, legal.len() as u32) as usize]);
            }
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Terminal => return state.result().expect("it is over"),
        }
    }
}

/// MH9a: heists that are played leave what the next one begins with; without a win nothing is unlocked.
#[test]
fn campaigns_of_heists_that_are_played() {
    for number in 0..4 {
        let mut rng = stream(number, "played campaigns of masters", 0);
        let mut campaign = MastersCampaign::begin(&setup(json!({"seats": 1 + number}))).expect("a campaign");
        while !campaign.is_over() {
            (0..2).for_each(|_| choose_anything(&mut campaign, &mut rng));
            let played = next(&campaign);
            let result = played_out(&played, &mut rng);
            campaign.record(&played, &result).expect("it is the next heist");
            let heist = campaign.heists().last().expect("a heist").clone();
            assert_eq!(
                heist.busted.len() + heist.escaped.len(),
                heist.characters.len(),
                "nobody is hidden"
            );
            assert!(heist.cash < 200 && heist.won == result.is_win());
            assert_eq!(read::<MastersCampaign>(&write(&campaign)), Ok(campaign.clone()));
        }
    }
}

/// The text of a campaign at rest.
#[test]
fn what_a_file_holds() {
    let mut campaign = begun();
    play(
        &mut campaign,
        true,
        &[
            ("team cash", 4),
            ("fates", 1220),
            (
                "items",
                super::packed(&[heist_engine::masters::components::Item::Radio]),
            ),
        ],
    );
    let text: Value = serde_json::from_str(&write(&campaign)).expect("JSON");
    assert_eq!(
        text["campaign"],
        json!({
            "setup": {
                "scenario": "county-bricks", "seats": 3, "edition": "v22", "actions": "normal",
                "characters": "thug:ninja:bypass lookout:steal:linger burglar:concoct:hurry",
            },
            "items": "radio:1",
            "log": [{
                "scenario": "delinquent-jeweler", "seats": 3, "characters": super::TEAM, "won": true, "busted": "1", "escaped": "2 3",
                "cash": 4, "items": "radio",
            }],
        })
    );
}

/// Texts that no campaign writes are refused with one clear error.
#[test]
fn contradictory_campaigns_are_refused() {
    let mut campaign = begun();
    choose(&mut campaign, json!({"scenario": "courthouse"})).expect("a job");
    play(&mut campaign, true, &[("fates", 1220), ("items found", 1)]);
    choose(&mut campaign, json!({"scenario": "estate-basement", "characters": ""})).expect("no rescue");
    play(&mut campaign, false, &[]);
    choose(&mut campaign, json!({"scenario": "rival-hq", "characters": ""})).expect("no rescue");
    let text: Value = serde_json::from_str(&write(&campaign)).expect("JSON");
    let wrong = [
        ("/format", json!(2), &["`format`", "expected 1"][..]),
        ("/game", json!("casino-capers"), &["expected masters-of-the-heist"]),
        ("/campaign/setup/seats", json!(7), &["setup", "7 people"]),
        ("/campaign/setup/cash", json!(7), &["setup", "cash", "MH9a"]),
        (
            "/campaign/setup/characters",
            json!(super::TEAM),
            &["setup", "characters[0]", "MH9c"],
        ),
        (
            "/campaign/log/0/scenario",
            json!("the-bank"),
            &["log[0].scenario", "the-bank"],
        ),
        (
            "/campaign/log/1/scenario",
            json!("courthouse"),
            &["log[1].scenario", "not won"],
        ),
        (
            "/campaign/log/0/characters",
            json!("thug:hurry:bypass"),
            &["log[0].characters", "1 character"],
        ),
        ("/campaign/log/0/characters", json!("thug:hurry"), &["thug:hurry"]),
        ("/campaign/log/0/characters", json!(""), &["log[0].characters", "none"]),
        (
            "/campaign/log/1/characters",
            json!(super::TEAM),
            &["log[1].characters[0]", "level 2 now"],
        ),
        ("/campaign/log/0/busted", json!("4"), &["log[0].busted", "from 1 to 3"]),
        ("/campaign/log/0/escaped", json!("1 2"), &["log[0].escaped", "Busted"]),
        ("/campaign/log/0/escaped", json!("3 2"), &["log[0].escaped", "in order"]),
        ("/campaign/log/0/cash", json!(-1), &["cash"]),
        (
            "/campaign/log/0/discovered",
            json!("radio"),
            &["log[0].discovered", "radio", "MH3.3e"],
        ),
        (
            "/campaign/log/0/discovered",
            json!("lucky-penny lucky-penny"),
            &["log[0].discovered", "lucky-penny", "1 at most"],
        ),
        (
            "/campaign/log/0/items",
            json!("perfect-picks"),
            &["log[0].items", "perfect-picks", "0 at most"],
        ),
        ("/campaign/log/0/ideas", json!("1 2 3"), &["log[0].ideas"]),
        ("/campaign/log/0/hideouts", json!("4,0"), &["log[0].hideouts"]),
        ("/campaign/items", json!("radio:1"), &["items", "radio", "MH10.32"]),
        ("/campaign/log/0/fame", json!(3), &["fame"]),
    ];
    for (place, value, texts) in wrong {
        let mut changed = text.clone();
        let (folder, field) = place.rsplit_once('/').expect("a place");
        *changed
            .pointer_mut(folder)
            .expect("it is there")
            .get_mut(field)
            .unwrap_or(&mut Value::Null) = value.clone();
        if changed.pointer(place).is_none() {
            changed
                .pointer_mut(folder)
                .and_then(Value::as_object_mut)
                .expect("fields")
                .insert(field.to_owned(), value);
        }
        let error = read::<MastersCampaign>(&changed.to_string())
            .expect_err(place)
            .to_string();
        for text in texts {
            assert!(error.contains(text), "{place}: `{text}` is not in: {error}");
        }
    }
}

/// No heist follows the Final Score.
#[test]
fn nothing_follows_the_last_heist() {
    let mut campaign = begun();
    choose(&mut campaign, json!({"scenario": "interior-ministry-south"})).expect("at any time");
    play(&mut campaign, false, &[]);
    let mut text: Value = serde_json::from_str(&write(&campaign)).expect("JSON");
    let again = text["campaign"]["log"][0].clone();
    text["campaign"]["log"].as_array_mut().expect("a log").push(again);
    let error = read::<MastersCampaign>(&text.to_string())
        .expect_err("it is over")
        .to_string();
    assert!(error.contains("log[1]"), "{error}");
}
