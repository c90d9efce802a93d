//! Cases of campaigns: how one begins, how its heists ended, and what must hold then.

use heist_engine::campaign::{Campaign, CampaignError, read};
use heist_engine::describe::MAX_KEPT_FIGURES;
use heist_engine::game::{Game, TeamResult};
use heist_engine::{json, with_campaign};
use serde_json::{Map, Value};

use super::file::{Case, Heist, Load, Start, are_fields};
use super::path::Query;
use super::report::{CaseFailure, CaseOutcome, Failures, Mismatch};
use super::values::{Unfilled, check_values};

/// Plays a case of the campaign of a game.
pub(super) fn play(game: &str, case: &Case, load: &Load) -> Result<CaseOutcome, CaseFailure> {
    with_campaign!(game, C => play_typed::<C>(case, load), else name => {
        Err(Mismatch::new("campaign", "a game that has one", format!("`{name}`, which has none")).into())
    })
}

fn play_typed<C: Campaign>(case: &Case, load: &Load) -> Result<CaseOutcome, CaseFailure> {
    let mut campaign = match begin::<C>(case, load)? {
        Ok(campaign) => campaign,
        Err(error) => return check_refusal(case, "where it begins", &error),
    };
    for (place, heist) in case.heists.iter().enumerate() {
        if let Err(error) = record(&mut campaign, heist)? {
            if place + 1 < case.heists.len() {
                return Err(refused(&heist.field, &error));
            }
            return check_refusal(case, &heist.field, &error);
        }
    }
    if let Some(fields) = &case.invalid {
        return Err(Mismatch::new("problems", on_exactly(fields), "none, it is accepted").into());
    }
    let mut failures = Failures::default();
    if !case.asserts_something() {
        failures.add("the case", "heists, or something that must hold", "nothing");
    }
    let document = document(&campaign);
    check_values(case, &document, &OfCampaign, &mut failures);
    Ok(failures.outcome_at(document))
}

/// The campaign that the case begins with, or why there is none.
fn begin<C: Campaign>(case: &Case, load: &Load) -> Result<Result<C, CampaignError>, CaseFailure> {
    match &case.start {
        Start::CampaignFile(name) => {
            let unread = |what: String| CaseFailure::from(format!("the campaign {name} cannot be read: {what}"));
            let text = load(name).map_err(unread)?;
            read::<C>(&text).map(Ok).map_err(|error| unread(error.to_string()))
        }
        Start::Campaign(setup) => {
            let setup = setup_of::<C>(setup, "campaign")?;
            Ok(C::begin(&setup).map_err(CampaignError::Setup))
        }
        _ => unreachable!("only cases with `campaign` come here"),
    }
}

fn setup_of<C: Campaign>(setup: &Value, field: &str) -> Result<<C::Game as Game>::Setup, CaseFailure> {
    let read = json::read_value(setup);
    read.map_err(|error| CaseFailure::from(format!("{field}: the setup cannot be read: {}", json::message(&error))))
}

/// Plays a heist: chooses, and tells the campaign how it ended.
fn record<C: Campaign>(campaign: &mut C, heist: &Heist) -> Result<Result<(), CampaignError>, CaseFailure> {
    if let Some(choice) = &heist.choose {
        let choice: C::Choice = json::read_value(choice).map_err(|error| {
            let message = json::message(&error);
            CaseFailure::from(format!("{}.choose: cannot be read: {message}", heist.field))
        })?;
        if let Err(error) = campaign.choose(choice) {
            return Ok(Err(error));
        }
    }
    let Some(next) = campaign.next_setup() else {
        return Ok(Err(CampaignError::Over));
    };
    let mut fields = match serde_json::to_value(&next) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    fields.extend(heist.setup.clone());
    let setup = setup_of::<C>(&Value::Object(fields), &heist.field)?;
    let result = result::<C::Game>(heist)?;
    let played = C::Game::complete(&C::Game::with_seed(&setup, Some(heist.seed)));
    Ok(played
        .map_err(CampaignError::Setup)
        .and_then(|played| campaign.record(&played, &result)))
}

/// How a heist ended.
fn result<G: Game>(heist: &Heist) -> Result<TeamResult, CaseFailure> {
    let ending = G::ENDINGS.iter().find(|ending| **ending == heist.result);
    let ending = ending.ok_or_else(|| {
        let (what, expected) = (
            format!("{}.result", heist.field),
            format!("one of: {}", G::ENDINGS.join(", ")),
        );
        Mismatch::new(what, expected, format!("`{}`", heist.result))
    })?;
    let kept: Vec<&str> = G::FIGURES
        .iter()
        .filter(|figure| figure.is_kept)
        .map(|figure| figure.name)
        .collect();
    let mut figures = [0; MAX_KEPT_FIGURES];
    for (name, value) in &heist.figures {
        let what = || format!("{}.figures, `{name}`", heist.field);
        let place = kept.iter().position(|known| known == name);
        let place =
            place.ok_or_else(|| Mismatch::new(what(), format!("one of: {}", kept.join(", ")), "no such figure"))?;
        figures[place] =
            i32::try_from(*value).map_err(|_| Mismatch::new(what(), "a number of at most 32 bits", value))?;
    }
    Ok(TeamResult {
        value: heist.value,
        ending,
        figures,
    })
}

/// How a campaign stands, as cases see it.
fn document<C: Campaign>(campaign: &C) -> Value {
    let figures = C::FIGURES.iter().zip(campaign.figures());
    let figures: Map<String, Value> = figures
        .map(|(figure, value)| (figure.name.to_owned(), value.into()))
        .collect();
    let holdings = campaign.holdings();
    let holdings: Map<String, Value> = holdings
        .iter()
        .map(|holding| (holding.label.to_owned(), holding.items.clone().into()))
        .collect();
    let choices: Vec<&str> = campaign.choices().iter().map(|field| field.name).collect();
    let value = |written: Result<Value, serde_json::Error>| written.expect("its maps have keys that are texts");
    let next = campaign.next_setup().map(|setup| value(serde_json::to_value(setup)));
    let mut document = Map::new();
    document.insert("over".to_owned(), campaign.is_over().into());
    document.insert("level".to_owned(), campaign.level().into());
    document.insert("figures".to_owned(), figures.into());
    document.insert("holdings".to_owned(), holdings.into());
    document.insert("log".to_owned(), value(serde_json::to_value(campaign.log())));
    document.insert("choices".to_owned(), choices.into());
    document.insert("next".to_owned(), next.unwrap_or(Value::Null));
    document.insert("campaign".to_owned(), value(serde_json::to_value(campaign)));
    document.into()
}

/// What cases see of a campaign: everything is written, and the names below the first are those of each game.
struct OfCampaign;

impl Unfilled for OfCampaign {
    fn is_same(&self, _: &Value) -> bool {
        false
    }

    fn default_at(&self, _: &str) -> Option<Value> {
        None
    }

    fn misspelt(&self, query: &Query, document: &Value) -> Option<String> {
        query.first_name().filter(|name| document.get(name).is_none())
    }
}

/// `invalid`: refused with problems on exactly these fields. Without it, being refused is a failure.
fn check_refusal(case: &Case, what: &str, error: &CampaignError) -> Result<CaseOutcome, CaseFailure> {
    let Some(expected) = &case.invalid else {
        return Err(refused(what, error));
    };
    let found: Vec<String> = match error {
        CampaignError::Setup(error) => error.0.iter().map(|problem| problem.field.clone()).collect(),
        CampaignError::Other { field, .. } => vec![field.clone()],
        CampaignError::Over => vec!["over".to_owned()],
        CampaignError::Json(error) => error.field.iter().cloned().collect(),
    };
    if are_fields(&found, expected) {
        Ok(CaseOutcome::Passed)
    } else {
        Err(Mismatch::new("problems", on_exactly(expected), error).into())
    }
}

fn refused(what: &str, error: &CampaignError) -> CaseFailure {
    Mismatch::new(format!("{what} is refused"), "no problems", error).into()
}

fn on_exactly(fields: &[String]) -> String {
    format!("on exactly {}", fields.join(", "))
}
