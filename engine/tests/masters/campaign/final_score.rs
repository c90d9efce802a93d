//! The Final Score, whose second part begins where the first one ended.

use heist_engine::campaign::Campaign;
use heist_engine::masters::MastersCampaign;
use heist_engine::masters::components::Fixer;
use serde_json::json;

use super::{begun, choose, levels, next, play, refusal, setup, team};

/// A campaign whose first heist is Part 1, won with these fates and ideas.
fn after_part_one(characters: &str, seats: u8, fates: i32, ideas: i32) -> MastersCampaign {
    let fields = json!({"seats": seats, "scenario": "interior-ministry-south", "characters": characters});
    let mut campaign = MastersCampaign::begin(&setup(fields)).expect("a campaign");
    play(
        &mut campaign,
        true,
        &[("fates", fates), ("ideas left", ideas), ("team cash", 11)],
    );
    campaign
}

const FOUR: &str = "thug:hurry:bypass lookout:smash-n-grab:linger burglar:wing-it:hurry pickpocket:bypass:yank-wires";

/// MH7.10b, MH9a: Part 2 follows Part 1 with the same characters on the hideouts where it left them, W on W and E on E,
/// and the ideas that they had left.
#[test]
fn part_two_begins_where_part_one_ended() {
    let mut campaign = after_part_one(super::TEAM, 3, 2320, 4_00_12_00);
    let second = next(&campaign);
    assert_eq!(second.scenario, "interior-ministry-north");
    let hideouts: Vec<String> = second.hideouts.iter().map(ToString::to_string).collect();
    assert_eq!(
        (hideouts, second.ideas),
        (["0,7", "3,7", "0,7"].map(str::to_owned).to_vec(), vec![4, 0, 12])
    );
    assert_eq!(
        (second.cash, second.fixers),
        (11, Some(Vec::new())),
        "no fixer takes part"
    );
    let error = refusal(&mut campaign, json!({"scenario": "tech-lab"}));
    assert!(error.contains("expected Part 2"), "{error}");
    // The order in which they sit may change; ideas and hideouts go with them.
    let [thug, lookout, burglar] = ["thug:hurry:extract", "lookout:steal:linger", "burglar:wing-it:ninja"];
    choose(
        &mut campaign,
        json!({"characters": format!("{burglar} {thug} {lookout}")}),
    )
    .expect("the same three");
    let second = next(&campaign);
    let hideouts: Vec<String> = second.hideouts.iter().map(ToString::to_string).collect();
    assert_eq!(
        (hideouts, second.ideas),
        (["0,7", "0,7", "3,7"].map(str::to_owned).to_vec(), vec![12, 4, 0])
    );
}

/// MH9a, fixers:mayor: the score is the team cash after Part 2; the campaign is over.
#[test]
fn mh9a_the_score() {
    for won in [true, false] {
        let mut campaign = after_part_one(super::TEAM, 3, 2220, 0);
        assert_eq!((campaign.score(), campaign.is_over()), (None, false));
        play(&mut campaign, won, &[("team cash", 17), ("fates", 2210)]);
        assert_eq!((campaign.score(), campaign.is_over()), (Some(17), true));
        assert_eq!(campaign.fixers().contains(&Fixer::Mayor), won);
        assert_eq!(campaign.holdings()[0].label, "Final score");
        assert_eq!(campaign.holdings()[0].items, ["$17k"]);
    }
}

/// R32: without the documents of Part 1 there is no Part 2, and no score.
#[test]
fn r32_part_one_is_lost() {
    let mut campaign = begun();
    let error = refusal(&mut campaign, json!({"scenario": "interior-ministry-north"}));
    assert!(error.contains("Part 1 of the Final Score before it"), "{error}");
    choose(&mut campaign, json!({"scenario": "interior-ministry-south"})).expect("at any time");
    play(&mut campaign, false, &[]);
    assert_eq!((campaign.is_over(), campaign.score()), (true, None));
}

/// R33: those who were Busted in Part 1 are out. With four characters and three people three go on.
#[test]
fn r33_busted_characters_are_out() {
    let mut campaign = after_part_one(FOUR, 3, 2123, 1_02_03_04);
    assert_eq!(levels(&campaign)[1], (2, true));
    let second = next(&campaign);
    assert_eq!((second.characters.len(), second.ideas), (3, vec![1, 3, 4]));
    let more = format!("{} shutter-bug:linger:wing-it", team(&campaign));
    let error = refusal(&mut campaign, json!({"characters": more}));
    assert!(error.contains("4, expected 3") && error.contains("R33"), "{error}");
    let without = "thug:ninja:bypass burglar:concoct:hurry shutter-bug:linger:wing-it";
    let error = refusal(&mut campaign, json!({"characters": without}));
    assert!(error.contains("no pickpocket"), "{error}");
}

/// R33: others join as far as the game or the people need them, on the first hideout with room and with their own
/// ideas.
#[test]
fn r33_others_join_where_they_are_needed() {
    for (characters, seats, fates, count) in [(super::TEAM, 3, 3110, 3), (FOUR, 4, 2213, 4), (super::TEAM, 1, 2130, 3)]
    {
        let campaign = after_part_one(characters, seats, fates, 0);
        let second = next(&campaign);
        assert_eq!(
            (second.characters.len(), second.hideouts.len(), second.ideas.len()),
            (count, count, count)
        );
        assert!(levels(&campaign).iter().any(|(_, is_busted)| *is_busted));
    }
    let campaign = after_part_one(super::TEAM, 3, 3110, 0);
    let hideouts: Vec<String> = next(&campaign).hideouts.iter().map(ToString::to_string).collect();
    assert_eq!(hideouts, ["3,7", "0,7", "0,7"]);
    assert_eq!(
        next(&campaign).ideas[0],
        0,
        "what was left; the others have those of their cards"
    );
}
