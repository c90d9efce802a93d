//! The campaign (section 9.2).

use heist_engine::campaign::{Campaign, CampaignError, read, write};
use heist_engine::casino_capers::{
    CasinoCampaign, CasinoCapers, Character, Finale, Gear, Party, Scenario, Setup, Tables,
};
use heist_engine::describe::MAX_KEPT_FIGURES;
use heist_engine::game::{Game, TeamResult};
use serde_json::{Value, json};

/// A result that was won or lost.
fn result(won: bool) -> TeamResult {
    TeamResult {
        value: f64::from(u8::from(won)),
        ending: if won { "escaped" } else { "caught" },
        figures: [0; MAX_KEPT_FIGURES],
    }
}

fn setup(fields: Value) -> Setup {
    serde_json::from_value(fields).expect("a setup")
}

/// A campaign of two characters that are drawn anew for each heist.
fn campaign() -> CasinoCampaign {
    CasinoCampaign::begin(&setup(json!({"seats": 2}))).expect("a campaign")
}

/// The next heist as it is played with a seed.
fn next(campaign: &CasinoCampaign, seed: u64) -> Setup {
    let setup = campaign.next_setup().expect("a next heist");
    CasinoCapers::complete(&CasinoCapers::with_seed(&setup, Some(seed))).expect("it is playable")
}

/// Plays heists that end so.
fn play(campaign: &mut CasinoCampaign, wins: &[bool]) {
    for (&won, seed) in wins.iter().zip(1..) {
        let played = next(campaign, seed);
        campaign.record(&played, &result(won)).expect("it is the next heist");
    }
}

/// The alternate cards by the order in which they are unlocked.
fn alternates() -> Vec<Gear> {
    let mut cards: Vec<Gear> = Gear::ALL.to_vec();
    cards.retain(|card| Tables::card(*card).alternate_of.is_some());
    cards.sort_by_key(|card| Tables::card(*card).unlock);
    cards
}

/// camp.order: finales 1 to 9 in order, whether heists are won or lost; after the ninth the campaign is over.
#[test]
fn nine_heists_have_the_finales_in_order() {
    for wins in [[true; 9], [false; 9]] {
        let mut campaign = campaign();
        for (place, finale) in Finale::ALL.iter().enumerate() {
            let setup = campaign.next_setup().expect("nine heists");
            assert_eq!(setup.scenario, Scenario::Known(*finale));
            let game = CasinoCapers::new(&next(&campaign, 3)).expect("it is playable");
            assert_eq!(game.known_finale(), Some(*finale));
            play(&mut campaign, &wins[place..=place]);
        }
        assert!(campaign.is_over() && campaign.next_setup().is_none() && campaign.choices().is_empty());
        let last = Setup::new(Scenario::Known(Finale::BringingDownTheHouse), 2, 1);
        assert_eq!(campaign.record(&last, &result(true)), Err(CampaignError::Over));
        let party = campaign.choice();
        assert_eq!(campaign.choose(party), Err(CampaignError::Over));
    }
}

/// camp.order: people, number and characters may change between heists.
#[test]
fn the_party_may_change_between_heists() {
    let mut campaign = campaign();
    let fields: Vec<&str> = campaign.choices().iter().map(|field| field.name).collect();
    assert_eq!(fields, ["seats", "characters", "character-count", "first"]);
    let parties = [
        json!({"seats": 1, "characters": ["hawk", "rook", "raven"], "first": 3}),
        json!({"seats": 4}),
        json!({"seats": 2, "character-count": 3}),
        json!({"seats": 2, "characters": ["ghost", "juicer"]}),
    ];
    for (party, (seats, characters)) in parties.into_iter().zip([(1, 3), (4, 4), (2, 3), (2, 2)]) {
        let party: Party = serde_json::from_value(party).expect("a party");
        campaign.choose(party.clone()).expect("it may be chosen");
        assert_eq!(campaign.choice(), party);
        let played = next(&campaign, 5);
        assert_eq!((played.seats, played.characters.len()), (seats, characters));
        campaign.record(&played, &result(false)).expect("it is the next heist");
        let heist = campaign.heists().last().expect("a heist was played");
        assert_eq!(heist.players, played.characters);
        // The choice stands until the next one.
        assert_eq!(campaign.choice(), party);
    }
}

/// A party that cannot play is refused, and the campaign stays as it was.
#[test]
fn parties_that_cannot_play_are_refused() {
    let mut campaign = campaign();
    let before = campaign.clone();
    for (party, text) in [
        (json!({"seats": 5}), "seats"),
        (json!({"seats": 3, "characters": ["hawk", "rook"]}), "characters"),
        (json!({"seats": 2, "characters": ["hawk", "hawk"]}), "characters"),
        (json!({"seats": 2, "first": 3}), "first"),
    ] {
        let party: Party = serde_json::from_value(party).expect("a party");
        let error = campaign.choose(party).expect_err("it cannot play").to_string();
        assert!(error.contains(text), "{error}");
        assert_eq!(campaign, before);
    }
}

/// camp.suspicion: it starts at 6, rises by 1 after a heist that was won, falls by 1 after one that was lost.
#[test]
fn suspicion_follows_the_results() {
    let mut campaign = campaign();
    assert_eq!(campaign.suspicion(), 6);
    let mut levels = Vec::new();
    for won in [true, true, false, true, false, false, false, false, true] {
        let before = campaign.suspicion();
        assert_eq!(next(&campaign, 1).suspicion, before, "the heist is played at it");
        play(&mut campaign, &[won]);
        levels.push(campaign.suspicion());
    }
    assert_eq!(levels, [7, 8, 7, 8, 7, 6, 5, 4, 5]);
}

/// camp.suspicion: it is kept within 1 and 10.
#[test]
fn suspicion_stays_within_its_bounds() {
    for (won, levels) in [
        (true, [7, 8, 9, 10, 10, 10, 10, 10, 10]),
        (false, [5, 4, 3, 2, 1, 1, 1, 1, 1]),
    ] {
        let mut campaign = campaign();
        play(&mut campaign, &[won; 9]);
        let found: Vec<u8> = campaign.heists().iter().map(|heist| heist.suspicion).collect();
        assert_eq!(found, levels);
    }
}

/// camp.reward: a heist that was won gives the loot of its finale.
#[test]
fn wins_give_the_loot_of_their_finales() {
    let mut campaign = campaign();
    play(&mut campaign, &[true, false, true]);
    assert_eq!(campaign.loot(), [Finale::Bodyguard, Finale::LaundryDay]);
    let holdings = campaign.holdings();
    assert_eq!(holdings[0].label, "Loot");
    assert_eq!(holdings[0].items, ["Bodyguard", "Laundry Day"]);
}

/// camp.reward: heist n is played with the first n - 1 alternates, won or lost.
#[test]
fn every_heist_unlocks_an_alternate() {
    let order = alternates();
    assert_eq!(order.len(), 9);
    for won in [true, false] {
        let mut campaign = campaign();
        for heist in 1..=9 {
            let setup = campaign.next_setup().expect("nine heists");
            assert_eq!(setup.alternates, order[..heist - 1]);
            let owned = |card: &Gear| Tables::card(*card).owner;
            // Those who own the first and the last card that can be in play.
            let characters = vec![owned(&order[0]), owned(&order[7])];
            let party = Party {
                characters: characters.clone(),
                ..campaign.choice()
            };
            campaign.choose(party).expect("it may be chosen");
            let game = CasinoCapers::new(&next(&campaign, 9)).expect("it is playable");
            for (player, card) in [(0, order[0]), (1, order[7])] {
                let has = game.gear(player).any(|(own, _)| own == card);
                assert_eq!(has, order[..heist - 1].contains(&card), "heist {heist}, {card}");
            }
            play(&mut campaign, &[won]);
        }
        assert_eq!(campaign.unlocked(), order);
    }
}

/// camp.log: players, won or lost, new suspicion.
#[test]
fn the_log_keeps_every_heist() {
    let mut campaign =
        CasinoCampaign::begin(&setup(json!({"seats": 2, "characters": ["hawk", "rook"]}))).expect("legal");
    play(&mut campaign, &[true, false]);
    let text: Value = serde_json::from_str(&write(&campaign)).expect("JSON");
    assert_eq!(
        text["campaign"]["log"],
        json!([
            {"players": ["hawk", "rook"], "won": true, "suspicion": 7},
            {"players": ["hawk", "rook"], "won": false, "suspicion": 6}
        ])
    );
    let log = campaign.log();
    let entry = &log[1];
    assert_eq!(
        (entry.heist.as_str(), entry.won, entry.level),
        ("Rescuing Her Ride", false, 6)
    );
    assert_eq!(entry.players, ["hawk", "rook"]);
}

/// camp.order, camp.suspicion, camp.reward: what the campaign decides is not the team's to set.
#[test]
fn what_the_campaign_decides_cannot_be_set() {
    for (field, value, rule) in [
        ("scenario", json!("finale-3"), "camp.order"),
        ("finales", json!(["hail-mary"]), "camp.order"),
        ("suspicion", json!(5), "camp.suspicion"),
        ("alternates", json!(["crybaby"]), "camp.reward"),
    ] {
        let error = CasinoCampaign::begin(&setup(json!({"seats": 2, field: value}))).expect_err("it is decided");
        let error = error.to_string();
        assert!(error.contains(field) && error.contains(rule), "{error}");
    }
}

/// Variants apply to all heists; in Dead Drops the unlocked alternates lie in the pile (dd.setup).
#[test]
fn variants_apply_to_all_heists() {
    let fields = json!({"seats": 2, "dead-drops": true, "abilities": true, "turn-limit": 90, "windows": "off"});
    let mut campaign = CasinoCampaign::begin(&setup(fields)).expect("legal");
    for _ in 0..9 {
        let next = campaign.next_setup().expect("nine heists");
        let fields = serde_json::to_value(&next).expect("JSON");
        for (field, value) in [
            ("dead-drops", json!(true)),
            ("abilities", json!(true)),
            ("turn-limit", json!(90)),
            ("windows", json!("off")),
        ] {
            assert_eq!(fields[field], value);
        }
        play(&mut campaign, &[true]);
    }
}

/// Another heist than the next one, or one with something left open, is not taken.
#[test]
fn only_the_next_heist_is_taken() {
    let begun = setup(json!({"seats": 2, "characters": ["hawk", "rook"]}));
    let mut campaign = CasinoCampaign::begin(&begun).expect("legal");
    play(&mut campaign, &[true]);
    let before = campaign.clone();
    let right = next(&campaign, 1);
    let open = campaign.next_setup().expect("a next heist");
    let error = campaign
        .record(&open, &result(true))
        .expect_err("walls are open")
        .to_string();
    assert!(error.contains("left open"), "{error}");
    let wrong = [
        (
            "scenario",
            Setup {
                scenario: Scenario::Known(Finale::Bodyguard),
                ..right.clone()
            },
        ),
        (
            "suspicion",
            Setup {
                suspicion: 6,
                ..right.clone()
            },
        ),
        (
            "alternates",
            Setup {
                alternates: Vec::new(),
                ..right.clone()
            },
        ),
        (
            "characters",
            Setup {
                characters: vec![Character::Hawk, Character::Raven],
                ..right.clone()
            },
        ),
        (
            "seats",
            Setup {
                seats: 1,
                ..right.clone()
            },
        ),
        (
            "turn-limit",
            Setup {
                turn_limit: 10,
                ..right.clone()
            },
        ),
    ];
    for (field, played) in wrong {
        let error = campaign
            .record(&played, &result(true))
            .expect_err("it is another heist");
        assert!(
            matches!(&error, CampaignError::Other { field: found, .. } if found == field),
            "{field}: {error}"
        );
        assert_eq!(campaign, before);
    }
    campaign.record(&right, &result(true)).expect("it is the next heist");
}

/// Where characters are drawn, as many must have played as the party has.
#[test]
fn as_many_play_as_the_party_has() {
    let mut campaign = campaign();
    let three = Setup {
        characters: vec![Character::Hawk, Character::Rook, Character::Raven],
        ..next(&campaign, 1)
    };
    let error = campaign
        .record(&three, &result(true))
        .expect_err("two play")
        .to_string();
    assert!(
        error.contains("3 characters") && error.contains("2 characters"),
        "{error}"
    );
}

/// A campaign can rest at any moment.
#[test]
fn a_campaign_is_read_as_it_was_written() {
    let mut campaign = campaign();
    loop {
        assert_eq!(read::<CasinoCampaign>(&write(&campaign)), Ok(campaign.clone()));
        if campaign.is_over() {
            break;
        }
        let won = campaign.heists().len().is_multiple_of(3);
        play(&mut campaign, &[won]);
    }
}

/// Texts that no campaign writes are refused with one clear error.
#[test]
fn contradictory_campaigns_are_refused() {
    let mut campaign = campaign();
    play(&mut campaign, &[true, false]);
    let text: Value = serde_json::from_str(&write(&campaign)).expect("JSON");
    let wrong = [
        ("/format", json!(2), &["`format`", "2", "expected 1"][..]),
        ("/game", json!("caper-cards"), &["`game`", "expected casino-capers"]),
        ("/heistlab", json!("replay"), &["`heistlab`", "expected campaign"]),
        (
            "/campaign/log/1/suspicion",
            json!(8),
            &["log[1].suspicion", "8", "expected 6", "camp.suspicion"],
        ),
        (
            "/campaign/log/0/players",
            json!(["hawk"]),
            &["log[0].players", "1 player"],
        ),
        (
            "/campaign/log/0/players",
            json!(["hawk", "hawk"]),
            &["log[0].players", "twice"],
        ),
        ("/campaign/log/0/players", json!(["hawk", "nobody"]), &["nobody"]),
        ("/campaign/setup/seats", json!(9), &["setup", "9 people"]),
        (
            "/campaign/setup/suspicion",
            json!(7),
            &["setup", "suspicion", "camp.suspicion"],
        ),
        ("/campaign/log", json!([{}]), &["players", "missing"]),
    ];
    for (place, value, texts) in wrong {
        let mut changed = text.clone();
        match changed.pointer_mut(place) {
            Some(field) => *field = value,
            None => changed["campaign"]["setup"]["suspicion"] = value,
        }
        let error = read::<CasinoCampaign>(&changed.to_string())
            .expect_err("a contradiction")
            .to_string();
        for text in texts {
            assert!(error.contains(text), "{place}: `{text}` is not in: {error}");
        }
    }
    let heist = json!({"players": ["hawk", "rook"], "won": true, "suspicion": 10});
    let mut long = text;
    long["campaign"]["log"] = (0..10)
        .map(|place| {
            let mut heist = heist.clone();
            heist["suspicion"] = json!((7 + place).min(10));
            heist
        })
        .collect();
    let error = read::<CasinoCampaign>(&long.to_string())
        .expect_err("ten heists")
        .to_string();
    assert!(error.contains("10 heists") && error.contains("camp.order"), "{error}");
}
