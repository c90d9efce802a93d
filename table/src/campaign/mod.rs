//! A campaign at the table: heists in a row, each played at a table of its own.
//!
//! A [`Campaign`] is that of a game without its type. Forms and JSON change it, and a [`CampaignView`] says how it
//! stands. At which tables its heists are played is not its concern: that is kept beside it.

mod form;
mod view;

use heist_engine::any::{self, AnyGame};
use heist_engine::campaign::CampaignError;
use heist_engine::campaigns::{self, AnyCampaign, CAMPAIGNS, CampaignInfo};
use heist_engine::game::TeamResult;

pub use self::form::{begin_fields, begin_from_form};
pub use self::view::{CampaignView, LevelView, LoggedHeist, NextHeist};
use crate::table::{TableError, completed_setup};

/// A campaign. Changes make a new one.
#[derive(Debug)]
pub struct Campaign {
    state: Box<dyn AnyCampaign>,
    game: &'static dyn AnyGame,
}

/// The game of an id, if it has a campaign.
///
/// # Errors
/// Lists the games that have one.
pub fn game_with_campaign(id: &str) -> Result<&'static dyn AnyGame, TableError> {
    let found = CampaignInfo::find(id).and_then(|info| any::find(info.game));
    found.ok_or_else(|| {
        let known: Vec<&str> = CAMPAIGNS.iter().map(|campaign| campaign.game).collect();
        let known = known.join(", ");
        TableError::new(match any::find(id) {
            Some(game) => format!("{} has no campaign; there are campaigns of: {known}", game.info().name),
            None => format!("no game `{id}`; there are campaigns of: {known}"),
        })
    })
}

impl Campaign {
    /// A campaign before its first heist, from a setup as JSON.
    ///
    /// # Errors
    /// When the game has no campaign, or the setup is not playable or says what the campaign decides itself.
    pub fn begin(game: &str, setup: &str) -> Result<Campaign, TableError> {
        let game = game_with_campaign(game)?;
        let id = game.info().id;
        match campaigns::begin(id, setup) {
            Some(Ok(state)) => Ok(Campaign { state, game }),
            Some(Err(error)) => Err(refused("setup", &error)),
            None => Err(TableError::new(format!("{} has no campaign", game.info().name))),
        }
    }

    /// A campaign from what [`text`](Campaign::text) gave.
    ///
    /// # Errors
    /// When it is something else.
    pub fn read(text: &str) -> Result<Campaign, TableError> {
        let state = campaigns::read_any(text).map_err(TableError::new)?;
        let game = game_with_campaign(state.info().game)?;
        Ok(Campaign { state, game })
    }

    /// The campaign as JSON on one line.
    pub fn text(&self) -> String {
        self.state.to_json()
    }

    /// What there is to know of it without playing it.
    pub fn info(&self) -> &'static CampaignInfo {
        self.state.info()
    }

    /// How many heists were played.
    pub fn played(&self) -> usize {
        self.state.log().len()
    }

    /// Whether no heist is left.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The campaign with another choice before the next heist, as JSON.
    ///
    /// # Errors
    /// When the next heist could not be played so, or there is none.
    pub fn choose(&self, choice: &str) -> Result<Campaign, TableError> {
        self.changed(|state| state.choose(choice).map_err(|error| refused("choice", &error)))
    }

    /// The setup of the next heist as JSON, with everything that the team leaves open drawn from a seed.
    ///
    /// # Errors
    /// When no heist is left, or it cannot be set up.
    pub fn next_setup(&self, seed: u64) -> Result<String, TableError> {
        let setup = self.state.next_setup(Some(seed));
        let setup = setup.ok_or_else(|| TableError::new(CampaignError::Over))?;
        completed_setup(self.game, &setup.to_string())
    }

    /// The campaign after its next heist: its setup with nothing left open, and how it ended.
    ///
    /// # Errors
    /// When no heist is left or another one was played.
    pub fn log(&self, played: &str, result: &TeamResult) -> Result<Campaign, TableError> {
        self.changed(|state| state.record(played, result).map_err(|error| refused("heist", &error)))
    }

    fn changed(
        &self,
        change: impl FnOnce(&mut dyn AnyCampaign) -> Result<(), TableError>,
    ) -> Result<Campaign, TableError> {
        let mut state = self.state.copy();
        change(&mut *state)?;
        Ok(Campaign { state, game: self.game })
    }
}

/// What a campaign does not take, as people are told of it.
fn refused(what: &str, error: &CampaignError) -> TableError {
    match error {
        CampaignError::Setup(error) => TableError::of_setup(error),
        CampaignError::Json(error) => TableError::new(error).about(what),
        CampaignError::Over | CampaignError::Other { .. } => TableError::new(error),
    }
}
