//! Levels, upgrades and named characters.

use heist_engine::campaign::Campaign;
use heist_engine::masters::{Difficulty, MastersCampaign};
use serde_json::json;

use super::{TEAM, begun, choose, levels, lose, next, play, refusal, setup, team};

/// MH9b: the level of the people starts at 1 and rises by 1 after every heist whatever happened, up to 4; so does that
/// of the characters that were played.
#[test]
fn mh9b_everybody_rises_after_every_heist() {
    let mut campaign = begun();
    assert_eq!(campaign.level(), 1);
    let mut seen = Vec::new();
    for won in [true, false, false, false, false] {
        // Busted or not; new ones stand in for those who are, since nobody is rescued.
        play(&mut campaign, won, &[("fates", if won { 2220 } else { 1110 })]);
        choose(&mut campaign, json!({"scenario": "rival-hq", "characters": ""})).expect("no job was it yet");
        seen.push((campaign.level(), levels(&campaign)[0].0));
    }
    assert_eq!(
        seen.iter().map(|(level, _)| *level).collect::<Vec<_>>(),
        [2, 3, 4, 4, 4]
    );
    let played = levels(&campaign);
    assert_eq!(played[..3], [(3, true); 3], "played twice, then Busted");
    assert_eq!(played[3..6], [(4, true); 3], "made at level 3 for the third heist");
}

/// MH9c: level 2 upgrades a skill, level 3 makes the card one of its two pros, level 4 upgrades the other skill.
#[test]
fn mh9c_what_each_level_upgrades() {
    let mut campaign = begun();
    lose(&mut campaign, 1);
    let shown =
        |campaign: &MastersCampaign| -> Vec<String> { campaign.forms(0).iter().map(ToString::to_string).collect() };
    assert_eq!(
        shown(&campaign),
        [
            "thug:ninja:bypass",
            "thug:prowl:bypass",
            "thug:hurry:extract",
            "thug:hurry:circumvent"
        ]
    );
    let rest = "lookout:steal:linger burglar:concoct:hurry";
    choose(
        &mut campaign,
        json!({"characters": format!("thug:hurry:extract {rest}")}),
    )
    .expect("an upgrade");
    lose(&mut campaign, 1);
    assert_eq!(shown(&campaign), ["bruiser:hurry:extract", "operative:hurry:extract"]);
    let rest = "sentinel:steal:linger ghost-runner:concoct:hurry";
    choose(
        &mut campaign,
        json!({"characters": format!("operative:hurry:extract {rest}")}),
    )
    .expect("an upgrade");
    lose(&mut campaign, 1);
    assert_eq!(shown(&campaign), ["operative:ninja:extract", "operative:prowl:extract"]);
    let rest = "sentinel:steal:tamper ghost-runner:concoct:ninja";
    choose(
        &mut campaign,
        json!({"characters": format!("operative:prowl:extract {rest}")}),
    )
    .expect("an upgrade");
    lose(&mut campaign, 1);
    assert_eq!(shown(&campaign), ["operative:prowl:extract"], "level 4 is the highest");
    assert_eq!(campaign.characters().len(), 3);
}

/// MH9c: an upgrade that is due is not put off, and no other cards make a level.
#[test]
fn mh9c_upgrades_are_made_at_their_levels() {
    let mut campaign = begun();
    lose(&mut campaign, 1);
    let rest = "lookout:steal:linger burglar:concoct:hurry";
    let with = |first: &str| json!({"characters": format!("{first} {rest}")});
    let error = refusal(&mut campaign, with("thug:hurry:bypass"));
    assert!(
        error.contains("level 2 now") && error.contains("thug:ninja:bypass") && error.contains("MH9c"),
        "{error}"
    );
    for early in [
        "bruiser:hurry:bypass",
        "thug:ninja:extract",
        "thug:steal:pilfer",
        "thug:hurry:ninja",
    ] {
        let error = refusal(&mut campaign, with(early));
        assert!(error.contains(early) && error.contains("MH9c"), "{error}");
    }
    let error = refusal(&mut campaign, with("bruiser:ninja:linger"));
    assert!(error.contains("level 3; expected at most level 2"), "{error}");
}

/// MH9c: a new character may be made at the level of the people or lower, with that many upgrades.
#[test]
fn mh9c_new_characters() {
    let mut campaign = begun();
    let error = refusal(
        &mut campaign,
        json!({"characters": TEAM.replace("hurry:bypass", "ninja:bypass")}),
    );
    assert!(error.contains("level 2; expected at most level 1"), "{error}");
    lose(&mut campaign, 2);
    let rest = "lookout:bypass:linger pickpocket:steal:linger";
    for first in [
        "shutter-bug:hurry:wing-it",
        "shutter-bug:ninja:wing-it",
        "tinkerer:ninja:wing-it",
    ] {
        choose(&mut campaign, json!({"characters": format!("{first} {rest}")})).expect("at most level 3");
    }
    play(&mut campaign, false, &[]);
    let made: Vec<u8> = levels(&campaign)[3..].iter().map(|(level, _)| *level).collect();
    assert_eq!(made, [4, 2, 3], "each one more than it was made at");
}

/// MH9d: no two named characters with the same combination; cards that a character can come to have are that character.
#[test]
fn mh9d_combinations_are_unique() {
    let mut campaign = begun();
    lose(&mut campaign, 1);
    // The order of the skills makes no difference.
    let rest = "lookout:steal:linger burglar:concoct:hurry";
    let error = refusal(
        &mut campaign,
        json!({"characters": format!("thug:bypass:hurry {rest}")}),
    );
    assert!(error.contains("level 2 now"), "a second one would be the same: {error}");
    choose(
        &mut campaign,
        json!({"characters": format!("thug:bypass:ninja {rest}")}),
    )
    .expect("an upgrade");
    play(&mut campaign, false, &[]);
    assert_eq!(campaign.characters().len(), 3, "it is the same thug");
    assert_eq!(levels(&campaign)[0].0, 3);
    choose(
        &mut campaign,
        json!({"characters": "thug:hurry:linger shutter-bug:bypass:wing-it pickpocket:bypass:hurry"}),
    )
    .expect("others");
    play(&mut campaign, false, &[]);
    assert_eq!(campaign.characters().len(), 6, "another combination is another thug");
}

/// MH3.2b: what holds for the team of a heist holds in a campaign.
#[test]
fn mh3_2b_teams_fit_together() {
    let mut campaign = begun();
    for (characters, text) in [
        ("thug:hurry:bypass thug:linger:wing-it burglar:wing-it:hurry", "class"),
        (
            "thug:hurry:bypass lookout:hurry:linger burglar:hurry:wing-it",
            "third time",
        ),
        ("thug:hurry:bypass lookout:hurry:linger", "characters"),
    ] {
        let error = refusal(&mut campaign, json!({"characters": characters}));
        assert!(error.contains(text), "{error}");
    }
}

/// MH9d: Busted characters are used in county jobs only, where they start inside; one that reaches an Exit is rescued.
#[test]
fn mh9d_busted_characters_wait_for_a_rescue() {
    let mut campaign = begun();
    // The first two are Busted.
    play(&mut campaign, true, &[("fates", 1120)]);
    assert_eq!(levels(&campaign), [(2, true), (2, true), (2, false)]);
    let team = "thug:ninja:bypass lookout:steal:linger burglar:concoct:hurry";
    let error = refusal(&mut campaign, json!({"scenario": "tech-lab", "characters": team}));
    assert!(error.contains("who is Busted") && error.contains("MH9d"), "{error}");
    choose(&mut campaign, json!({"scenario": "county-bricks", "characters": team})).expect("a county job");
    assert_eq!(
        next(&campaign).inside,
        [1, 2],
        "they start inside, the third one does not"
    );
    // The first escapes, the second does not; the third is Busted while it helps.
    play(&mut campaign, true, &[("fates", 2110)]);
    assert_eq!(levels(&campaign), [(3, false), (3, true), (3, true)]);
}

/// MH9d, H55: who is saved by Camouflage is not Busted anew, but has reached no Exit either.
#[test]
fn mh9d_camouflage_is_no_rescue() {
    let mut campaign = begun();
    play(&mut campaign, true, &[("fates", 1220)]);
    let team = "thug:ninja:bypass lookout:steal:linger burglar:concoct:hurry";
    choose(&mut campaign, json!({"scenario": "county-river", "characters": team})).expect("a county job");
    play(&mut campaign, true, &[("fates", 20)]);
    assert_eq!(levels(&campaign), [(3, true), (3, false), (3, false)]);
}

/// MH7.10b: a county job needs somebody to get out.
#[test]
fn mh7_10b_a_county_job_needs_somebody_inside() {
    let mut campaign = begun();
    let error = refusal(&mut campaign, json!({"scenario": "county-hole"}));
    assert!(error.contains("nobody who is Busted"), "{error}");
    play(&mut campaign, true, &[("fates", 1110)]);
    // Without names those who are Busted come first.
    choose(&mut campaign, json!({"scenario": "county-hole", "characters": ""})).expect("a county job");
    assert_eq!(next(&campaign).inside, [1, 2, 3]);
}

/// MH9d, MH9c: a team that chooses no characters goes on with its upgrades; new ones stand in for those who are Busted.
#[test]
fn who_plays_where_nothing_is_chosen() {
    let mut campaign = begun();
    play(&mut campaign, true, &[("fates", 2120)]);
    choose(&mut campaign, json!({"scenario": "courthouse", "characters": ""})).expect("no rescue");
    let after: Vec<String> = team(&campaign).split(' ').map(str::to_owned).collect();
    assert_eq!(after[0], "thug:ninja:bypass", "the first upgrade");
    assert_eq!(after[1], "burglar:concoct:hurry");
    assert!(after.len() == 3 && !after[2].starts_with("lookout"), "{after:?}");
    play(&mut campaign, true, &[]);
    assert_eq!(levels(&campaign)[3], (3, false), "it was made at level 2");
}

/// MH9e, H78: amateur below an average of 2, semi-pro from 2 to 3, pro above, by the levels before the heist.
#[test]
fn mh9e_what_suits_a_party() {
    for (levels, difficulty) in [
        (&[1, 1, 1][..], Difficulty::Amateur),
        (&[1, 1, 3, 2], Difficulty::Amateur),
        (&[2, 2, 2], Difficulty::SemiPro),
        (&[1, 3, 2], Difficulty::SemiPro),
        (&[3, 3, 3, 3], Difficulty::SemiPro),
        (&[4, 3, 3], Difficulty::Pro),
        (&[4, 4, 4, 4], Difficulty::Pro),
    ] {
        assert_eq!(Difficulty::advised(levels), difficulty, "{levels:?}");
    }
    let mut campaign = begun();
    let mut advised = vec![campaign.advised().map(Difficulty::name)];
    for _ in 0..3 {
        lose(&mut campaign, 1);
        advised.push(campaign.advised().map(Difficulty::name));
    }
    assert_eq!(advised, ["amateur", "semi-pro", "semi-pro", "pro"].map(Some));
}

/// MH3.2a, MH9a: characters that are not named are ready-made ones, drawn before the first heist; they are the named
/// ones afterwards.
#[test]
fn the_first_team_may_be_drawn() {
    let mut campaign = MastersCampaign::begin(&setup(json!({"seats": 2, "character-count": 4}))).expect("a campaign");
    assert!(campaign.characters().is_empty() && campaign.advised().is_none());
    let played = next(&campaign);
    play(&mut campaign, false, &[]);
    let named: Vec<String> = campaign.characters().iter().map(|who| who.member.to_string()).collect();
    let drawn: Vec<String> = played.characters.iter().map(ToString::to_string).collect();
    assert_eq!((named.len(), named), (4, drawn));
}
