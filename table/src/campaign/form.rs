//! The forms of a campaign: what the team decides for all heists, and before each.

use heist_engine::any::AnyGame;
use heist_engine::campaigns::CampaignInfo;
use heist_engine::describe;
use serde_json::{Map, Value};

use super::{Campaign, game_with_campaign, refused};
use crate::table::{SEED, SetupField, TableError, fields_from_form, fields_of_all, form_from_setup, title_in_setup};

/// The fields of the form that begins a campaign: those of the game's setup that the campaign does not decide itself.
pub fn begin_fields(game: &dyn AnyGame) -> Vec<SetupField> {
    fields_of_all(game.info(), undecided(game))
}

fn undecided(game: &dyn AnyGame) -> Vec<&'static describe::SetupField> {
    let decided = CampaignInfo::find(game.info().id).map_or(&[][..], |info| info.decided);
    let is_free = |field: &&describe::SetupField| decided.iter().all(|(name, _)| field.name != *name);
    game.info().setup.iter().filter(is_free).collect()
}

/// A campaign before its first heist, from the fields of a form. What they leave open stays open for every heist,
/// except for entries of a list of which others are given; those are drawn from the seed. Other fields of the form are
/// ignored.
///
/// # Errors
/// When the game has no campaign, or names the field and what was expected.
pub fn begin_from_form(game: &str, form: &[(String, String)], seed: u64) -> Result<Campaign, TableError> {
    let game = game_with_campaign(game)?;
    let decided = CampaignInfo::find(game.info().id).map_or(&[][..], |info| info.decided);
    for (name, rule) in decided {
        if form.iter().any(|(given, _)| given == name) {
            let what = "given, expected nothing: a campaign decides it";
            return Err(TableError::new(format!("field `{name}`: {what} ({rule})")));
        }
    }
    let mut setup = fields_from_form(game, &undecided(game), Map::new(), form, seed)?;
    setup.remove(SEED);
    Campaign::begin(game.info().id, &Value::Object(setup).to_string())
}

impl Campaign {
    /// The fields of the form with the choices before the next heist; none once the campaign is over.
    pub fn choice_fields(&self) -> Vec<SetupField> {
        fields_of_all(self.game.info(), self.state.choices())
    }

    /// What is chosen, as that form has it. What is left open is not in it.
    pub fn choice_form(&self) -> Vec<(String, String)> {
        match self.choice() {
            Value::Object(fields) => {
                let form = form_from_setup(fields);
                form.expect("choices are fields of setups: texts, numbers, truth values and lists of them")
            }
            _ => Vec::new(),
        }
    }

    /// What is chosen, as JSON.
    pub(super) fn choice(&self) -> Value {
        self.state.choice()
    }

    /// The campaign with another choice, from the fields of the form. Entries of a list that are left open beside
    /// others are drawn from the seed; what else is left open stays open.
    ///
    /// # Errors
    /// When the next heist could not be played so, or there is none. Names the field and what was expected.
    pub fn choose_from_form(&self, form: &[(String, String)], seed: u64) -> Result<Campaign, TableError> {
        let asked = self.state.choices();
        let Some(Value::Object(next)) = self.state.next_setup(None) else {
            // The campaign says why nothing can be chosen any more.
            return self.choose(&self.choice().to_string());
        };
        let mut chosen = fields_from_form(self.game, &asked, next, form, seed)?;
        chosen.retain(|name, _| asked.iter().any(|field| field.name == name));
        let chosen = Value::Object(chosen).to_string();
        self.changed(|state| state.choose(&chosen).map_err(|error| refused("choice", &error)))
    }

    /// What people call the next heist; none if no heist is left.
    pub fn next_name(&self) -> Option<String> {
        let Some(Value::Object(next)) = self.state.next_setup(None) else {
            return None;
        };
        // The field in which the setups of every game name their scenario.
        let title = title_in_setup(self.game.info(), "scenario", &next);
        Some(title.unwrap_or_else(|| format!("Heist {}", self.played() + 1)))
    }
}
