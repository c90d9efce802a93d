//! The campaign (section 9).

mod characters;
mod files;
mod final_score;
mod items;
mod jobs;
mod results;

use heist_engine::campaign::{Campaign, CampaignError};
use heist_engine::describe::MAX_KEPT_FIGURES;
use heist_engine::game::{Game, TeamResult};
use heist_engine::masters::components::Item;
use heist_engine::masters::{MastersCampaign, MastersOfTheHeist, Party, Setup};
use serde_json::{Value, json};

/// Three characters of different classes.
const TEAM: &str = "thug:hurry:bypass lookout:smash-n-grab:linger burglar:wing-it:hurry";

fn setup(fields: Value) -> Setup {
    serde_json::from_value(fields).expect("a setup")
}

/// A campaign of three people with [`TEAM`].
fn begun() -> MastersCampaign {
    MastersCampaign::begin(&setup(json!({"seats": 3, "characters": TEAM}))).expect("a campaign")
}

/// Chooses some fields anew; the others stay, items are dealt round.
fn choose(campaign: &mut MastersCampaign, fields: Value) -> Result<(), CampaignError> {
    let mut choice = serde_json::to_value(campaign.choice()).expect("JSON");
    choice["items"] = json!("");
    for (name, value) in fields.as_object().expect("fields") {
        choice[name] = value.clone();
    }
    let party: Party = serde_json::from_value(choice).expect("a party");
    campaign.choose(party)
}

/// Why a choice is refused; the campaign stays as it was.
fn refusal(campaign: &mut MastersCampaign, fields: Value) -> String {
    let before = campaign.clone();
    let error = choose(campaign, fields).expect_err("it is refused");
    assert_eq!(*campaign, before);
    error.to_string()
}

/// Items as the figure has them.
fn packed(items: &[Item]) -> i32 {
    let last = Item::ALL.len() as u32 - 1;
    items.iter().map(|item| 4i32.pow(last - item.index() as u32)).sum()
}

/// A result: everybody escaped, and cash, jewels and items stayed as they were, unless the figures say otherwise.
fn result(campaign: &MastersCampaign, won: bool, figures: &[(&str, i32)]) -> TeamResult {
    let mut all = [0; MAX_KEPT_FIGURES];
    let jewels = campaign.heists().last().map_or(0, |heist| heist.jewels);
    let usual = [
        ("rounds", 7),
        ("team cash", campaign.cash().into()),
        ("jewels", jewels.into()),
        ("fates", 2222),
        ("items", packed(&campaign.items())),
    ];
    for (name, value) in usual.iter().chain(figures) {
        let place = MastersOfTheHeist::FIGURES
            .iter()
            .position(|figure| figure.name == *name);
        all[place.expect("a figure")] = *value;
    }
    TeamResult {
        value: f64::from(u8::from(won)),
        ending: if won { "won" } else { "lost" },
        figures: all,
    }
}

/// The next heist as it is played.
fn next(campaign: &MastersCampaign) -> Setup {
    let setup = campaign.next_setup().expect("a next heist");
    MastersOfTheHeist::complete(&MastersOfTheHeist::with_seed(&setup, Some(3))).expect("it is playable")
}

/// Plays the next heist.
fn play(campaign: &mut MastersCampaign, won: bool, figures: &[(&str, i32)]) {
    let played = next(campaign);
    let result = result(campaign, won, figures);
    campaign.record(&played, &result).expect("it is the next heist");
}

/// Plays so many heists without a win.
fn lose(campaign: &mut MastersCampaign, heists: usize) {
    (0..heists).for_each(|_| play(campaign, false, &[]));
}

/// The characters that are chosen.
fn team(campaign: &MastersCampaign) -> String {
    let choice = serde_json::to_value(campaign.choice()).expect("JSON");
    choice["characters"].as_str().expect("characters").to_owned()
}

/// The level and whether it is Busted of each named character.
fn levels(campaign: &MastersCampaign) -> Vec<(u8, bool)> {
    let all = campaign.characters().iter();
    all.map(|who| (who.level, who.is_busted)).collect()
}
