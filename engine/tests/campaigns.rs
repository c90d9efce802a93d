//! What holds for the campaign of every game, with and without its type.

use heist_engine::campaign::{Campaign, read, write};
use heist_engine::campaigns::{CAMPAIGNS, CampaignInfo, begin, read_any};
use heist_engine::describe::{FieldDefault, MAX_KEPT_FIGURES, SetupField};
use heist_engine::game::{Game, TeamResult};
use heist_engine::random::{below, stream};
use heist_engine::{each_campaign, with_campaign};
use serde_json::{Map, Value};

/// Calls a generic function for every campaign.
macro_rules! for_each {
    ([$($campaign:path,)*] $check:ident) => {
        $($check::<$campaign>();)*
    };
}

/// The least that a setup of a game says.
fn least<G: Game>() -> Map<String, Value> {
    let required = |field: &SetupField| match field.default {
        FieldDefault::Required(text) => Some((field.name.to_owned(), field.read(text).expect("it may be given"))),
        _ => None,
    };
    G::SETUP.iter().filter_map(required).collect()
}

fn result<G: Game>(won: bool) -> TeamResult {
    TeamResult {
        value: f64::from(u8::from(won)),
        ending: if won {
            G::ENDINGS[0]
        } else {
            G::ENDINGS[G::ENDINGS.len() - 1]
        },
        figures: [0; MAX_KEPT_FIGURES],
    }
}

/// A campaign ends, keeps its log and its level in range, offers fields of the setup, and survives being written.
fn keeps_the_contract<C: Campaign>() {
    for number in 0..20 {
        let mut rng = stream(number, "campaign contract", 0);
        let setup = serde_json::from_value(Value::Object(least::<C::Game>())).expect("the least setup");
        let mut campaign = C::begin(&setup).expect("the least setup is legal");
        assert_eq!(campaign.level(), C::LEVEL.first);
        let mut played = 0;
        while let Some(setup) = campaign.next_setup() {
            assert!(!campaign.is_over() && played < C::MOST_HEISTS);
            for field in campaign.choices() {
                assert!(C::Game::SETUP.contains(field), "{}", field.name);
            }
            let choice = campaign.choice();
            campaign.choose(choice.clone()).expect("what is chosen may be chosen");
            assert_eq!(campaign.choice(), choice);
            assert_eq!(campaign.next_setup().as_ref(), Some(&setup));
            let heist = C::Game::complete(&C::Game::with_seed(&setup, Some(number))).expect("it is playable");
            let won = below(&mut rng, 2) == 1;
            campaign
                .record(&heist, &result::<C::Game>(won))
                .expect("it is the next heist");
            played += 1;
            let log = campaign.log();
            let last = log.last().expect("a heist was played");
            assert_eq!((log.len(), last.won, last.level), (played, won, campaign.level()));
            assert!((C::LEVEL.least..=C::LEVEL.most).contains(&campaign.level()));
            assert_eq!(read::<C>(&write(&campaign)).as_ref(), Ok(&campaign));
        }
        assert!(campaign.is_over() && campaign.choices().is_empty());
    }
}

#[test]
fn every_campaign_keeps_the_contract() {
    each_campaign!([for_each] keeps_the_contract);
}

/// Without its type a campaign is the same one.
fn is_the_same_without_its_type<C: Campaign>() {
    let fields = Value::Object(least::<C::Game>());
    let mut typed = C::begin(&serde_json::from_value(fields.clone()).expect("a setup")).expect("legal");
    let mut any = begin(C::Game::ID, &fields.to_string())
        .expect("it is listed")
        .expect("legal");
    for seed in 0.. {
        assert_eq!(any.to_json(), write(&typed));
        assert_eq!(any.copy().as_any().downcast_ref::<C>(), Some(&typed));
        assert_eq!((any.log(), any.level()), (typed.log(), typed.level()));
        assert_eq!((any.holdings(), any.choices()), (typed.holdings(), typed.choices()));
        assert_eq!(
            read_any(&any.to_json()).expect("it was written").to_json(),
            any.to_json()
        );
        let Some(setup) = typed.next_setup() else { break };
        let choice = any.choice().to_string();
        any.choose(&choice).expect("what is chosen may be chosen");
        let fields = any.next_setup(Some(seed)).expect("a next heist");
        let setup = C::Game::with_seed(&setup, Some(seed));
        assert_eq!(fields, serde_json::to_value(&setup).expect("JSON"));
        let played = C::Game::complete(&setup).expect("it is playable");
        let won = result::<C::Game>(seed % 2 == 0);
        let text = serde_json::to_string(&played).expect("JSON");
        any.record(&text, &won).expect("it is the next heist");
        typed.record(&played, &won).expect("it is the next heist");
    }
    assert!(any.is_over() && any.next_setup(None).is_none());
    assert_eq!(any.info().game, C::Game::ID);
}

#[test]
fn campaigns_are_the_same_without_their_types() {
    each_campaign!([for_each] is_the_same_without_its_type);
}

#[test]
fn campaigns_are_found_by_their_games() {
    for campaign in CAMPAIGNS {
        assert_eq!(
            with_campaign!(campaign.game, C => CampaignInfo::of::<C>().name, else name => name),
            campaign.name
        );
        assert_eq!(
            CampaignInfo::find(campaign.game).map(|found| found.name),
            Some(campaign.name)
        );
    }
    for other in ["burgle-bros", "chess"] {
        assert!(CampaignInfo::find(other).is_none() && begin(other, "{}").is_none());
    }
}

#[test]
fn texts_of_no_campaign_are_refused() {
    for text in [
        "",
        "[]",
        "{}",
        r#"{"heistlab": "campaign", "game": "chess", "format": 1, "campaign": {}}"#,
    ] {
        assert!(read_any(text).is_err(), "{text}");
    }
    for campaign in CAMPAIGNS {
        let begun = |setup: &str| begin(campaign.game, setup).expect("it is listed");
        let error = begun(r#"{"no-such-field": 1}"#).expect_err("no setup").to_string();
        assert!(error.contains("no-such-field"), "{error}");
    }
}
