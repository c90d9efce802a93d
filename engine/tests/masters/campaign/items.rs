//! Items, jewels and other loot from heist to heist.

use heist_engine::campaign::Campaign;
use heist_engine::masters::MastersCampaign;
use heist_engine::masters::components::Item::{
    self, BuildingSchematics, CheapPicks, Flashbang, LuckyPenny, PlasmaTorch, Radio, SafecrackingTools,
};
use heist_engine::masters::setup::Owned;
use serde_json::json;

use super::{begun, choose, next, packed, play, refusal};

/// After one heist that leaves items.
fn with(items: &[Item]) -> MastersCampaign {
    let mut campaign = begun();
    play(&mut campaign, true, &[("items", packed(items))]);
    campaign
}

/// MH10.32: items that are out at the end stay with the team; MH3.3e: they are assigned to characters, dealt round
/// unless the team chooses.
#[test]
fn mh10_32_items_stay_with_the_team() {
    let mut campaign = with(&[CheapPicks, Radio, PlasmaTorch, BuildingSchematics]);
    assert_eq!(campaign.items(), [CheapPicks, BuildingSchematics, Radio, PlasmaTorch]);
    let dealt = [
        Owned(CheapPicks, 1),
        Owned(BuildingSchematics, 2),
        Owned(Radio, 3),
        Owned(PlasmaTorch, 1),
    ];
    assert_eq!(next(&campaign).items, dealt);
    let chosen = "cheap-picks:3 building-schematics:3 radio:3 plasma-torch:3";
    choose(&mut campaign, json!({"items": chosen})).expect("all to one");
    assert!(next(&campaign).items.iter().all(|Owned(_, holder)| *holder == 3));
    for wrong in ["radio:1", "cheap-picks:1 radio:1 plasma-torch:2"] {
        let error = refusal(&mut campaign, json!({"items": wrong}));
        assert!(error.contains("items") && error.contains("MH10.32"), "{error}");
    }
    let error = refusal(&mut campaign, json!({"items": chosen.replace(":3", ":4")}));
    assert!(error.contains("character 4"), "{error}");
}

/// H45, MH10.31, MH7.6k: a found item that was lost, used up or sold goes to the shop pool; a shop item is in the shop
/// anyway.
#[test]
fn mh10_31_where_lost_items_go() {
    let mut campaign = begun();
    choose(&mut campaign, json!({"scenario": "courthouse"})).expect("a job");
    // MH6.7c: the Lucky Penny of the item hex is found and brought out.
    play(
        &mut campaign,
        true,
        &[("items", packed(&[LuckyPenny, Radio])), ("items found", 1)],
    );
    assert_eq!(
        (campaign.items(), campaign.discovered()),
        (vec![LuckyPenny, Radio], vec![])
    );
    play(&mut campaign, true, &[("items", 0)]);
    assert_eq!((campaign.items(), campaign.discovered()), (vec![], vec![LuckyPenny]));
    assert_eq!(next(&campaign).discovered, [LuckyPenny]);
    // MH3.3e: bought out of the pool.
    play(&mut campaign, true, &[("items", packed(&[LuckyPenny]))]);
    assert_eq!((campaign.items(), campaign.discovered()), (vec![LuckyPenny], vec![]));
}

/// MH7.6k, R34: an item that was found and lost in the same heist is in the shop pool; one that nobody took is not.
#[test]
fn mh7_6k_items_that_were_found() {
    for (found, pool) in [(1, vec![LuckyPenny]), (0, vec![])] {
        let mut campaign = begun();
        choose(&mut campaign, json!({"scenario": "courthouse"})).expect("a job");
        play(&mut campaign, false, &[("items found", found)]);
        assert_eq!(campaign.discovered(), pool);
    }
    // In the Lair the Safecracking Tools are in the safe.
    let mut campaign = begun();
    choose(&mut campaign, json!({"scenario": "the-lair"})).expect("a job");
    play(&mut campaign, false, &[("items found", 2)]);
    assert_eq!(campaign.discovered(), [SafecrackingTools]);
}

/// R34: there are no more than cards: a Lucky Penny that lies on the map again is the one that was found before.
#[test]
fn r34_no_more_items_than_cards() {
    let mut campaign = begun();
    for owned in [0, packed(&[LuckyPenny]), 2 * packed(&[LuckyPenny])] {
        choose(&mut campaign, json!({"scenario": "courthouse"})).expect("a job");
        play(&mut campaign, false, &[("items", owned), ("items found", 1)]);
        let all = campaign.items().len() + campaign.discovered().len();
        assert_eq!((all, campaign.items().len()), (1, usize::from(owned > 0)));
    }
}

/// H44, H81: starting items are none of the team's, and count among the cards; a card too many stays behind.
#[test]
fn h81_starting_items_count_as_cards() {
    let mut campaign = with(&[]);
    for (scenario, tools) in [("museum-of-antiquity", 1), ("county-hole", 2)] {
        choose(&mut campaign, json!({"scenario": scenario, "characters": ""})).expect("a job");
        let tools = tools * packed(&[SafecrackingTools]);
        play(
            &mut campaign,
            true,
            &[("items", tools), ("items found", 1), ("fates", 1220)],
        );
    }
    assert_eq!(campaign.items(), [SafecrackingTools; 2]);
    let team = "safecracker:ninja:wing-it pickpocket:bypass:linger script-kiddie:smash-n-grab:hurry";
    choose(&mut campaign, json!({"scenario": "tech-lab", "characters": team})).expect("a job");
    assert_eq!(
        next(&campaign).items,
        [Owned(SafecrackingTools, 1)],
        "the Safecracker brings one of two"
    );
    // The one that was brought is lost: it goes to the pool, the other one is still there.
    play(&mut campaign, false, &[("items", 0)]);
    assert_eq!(
        (campaign.items(), campaign.discovered()),
        (vec![SafecrackingTools], vec![SafecrackingTools])
    );
    assert!(
        next(&campaign).discovered.is_empty(),
        "with the Safecracker there are no three"
    );
}

/// MH9a, MH3.3e: jewels are the team's until the Curator buys them; other loot is recorded.
#[test]
fn mh9a_jewels_and_other_loot() {
    let mut campaign = begun();
    play(&mut campaign, true, &[("jewels", 3), ("other loot", 102)]);
    assert_eq!(next(&campaign).jewels, 3);
    play(&mut campaign, true, &[("jewels", 1), ("other loot", 10)]);
    assert_eq!(next(&campaign).jewels, 1);
    let holdings = campaign.holdings();
    let of = |label: &str| {
        let found = holdings.iter().find(|holding| holding.label == label);
        found.map(|holding| holding.items.join(", "))
    };
    assert_eq!(of("Other loot").as_deref(), Some("Documents, Keycard, Keycard, Usb"));
    assert_eq!(of("Jewels").as_deref(), Some("1"));
    assert_eq!(of("Items"), None);
    assert_eq!(of("Fixers").as_deref(), Some("Old friend, Fence, Connoisseur"));
}

/// MH2a: Flashbangs come in pairs.
#[test]
fn items_of_which_there_are_two() {
    let mut campaign = with(&[]);
    choose(&mut campaign, json!({"scenario": "the-track"})).expect("a job");
    play(
        &mut campaign,
        true,
        &[("items", packed(&[CheapPicks, CheapPicks, Flashbang]))],
    );
    assert_eq!(
        campaign.items(),
        [CheapPicks, CheapPicks],
        "no Flashbang was ever found"
    );
}
