//! What may wait for the disk: campaigns are begun, changed, and played heist by heist.

use std::sync::Arc;

use super::error::{AppError, wrong};
use super::loaded::{Loaded, Opened, lock};
use super::opened::OpenedCampaign;
use super::work::{NAME_LENGTH, Work, find_game};
use crate::campaign::Campaign;
use crate::store::{HeistOfTable, KeptCampaign, Stand};
use crate::table::TableError;

impl Work {
    /// Begins a campaign.
    pub fn begin_campaign(&self, campaign: Campaign, name: String) -> Result<OpenedCampaign, AppError> {
        let kept = KeptCampaign {
            id: self.id()?,
            link: self.link()?,
            game: campaign.info().game.to_owned(),
            name,
            stand: stand(&campaign),
            revision: 0,
            tables: Vec::new(),
        };
        self.store.create_campaign(&kept)?;
        opened(kept)
    }

    /// The campaign of a link, if it is still at the revision that a change is meant for.
    pub fn campaign(&self, link: &str, revision: Option<u64>) -> Result<OpenedCampaign, AppError> {
        self.kept_campaign(link, revision).map(|(_, opened)| opened)
    }

    /// The same with its id.
    fn kept_campaign(&self, link: &str, revision: Option<u64>) -> Result<(String, OpenedCampaign), AppError> {
        let kept = self.store.load_campaign(link)?.ok_or(AppError::NoCampaign)?;
        let id = kept.id.clone();
        let opened = opened(kept)?;
        match revision {
            Some(revision) if revision != opened.revision => Err(AppError::CampaignStale(Box::new(opened))),
            _ => Ok((id, opened)),
        }
    }

    /// Changes what is chosen before the next heist.
    pub fn choose(
        &self,
        link: &str,
        revision: Option<u64>,
        make: impl FnOnce(&Campaign) -> Result<Campaign, TableError>,
    ) -> Result<OpenedCampaign, AppError> {
        let _campaigns = lock(&self.campaigns);
        let (id, opened) = self.kept_campaign(link, revision)?;
        // The table was set up as it was chosen before: nobody could log it after another choice.
        let opened = unless_in_play(opened)?;
        let campaign = make(&opened.campaign)?;
        self.keep_campaign(&id, opened, campaign)
    }

    /// Opens the table of the next heist.
    pub fn open_heist(&self, link: &str, revision: Option<u64>, seed: u64) -> Result<Opened, AppError> {
        let _campaigns = lock(&self.campaigns);
        let (id, opened) = self.kept_campaign(link, revision)?;
        let opened = unless_in_play(opened)?;
        let setup = opened.campaign.next_setup(seed)?;
        let game = find_game(opened.campaign.info().game)?;
        let heist = HeistOfTable {
            campaign: id,
            link: opened.link.clone(),
            name: opened.name.clone(),
            number: opened.campaign.played(),
            is_logged: false,
        };
        let name = heist_name(&opened);
        self.begin(game, setup, Vec::new(), &name, Some(heist))
    }

    /// Writes the result of the heist at a table into the log of its campaign. The caller holds the table's `order`.
    pub fn log_heist(
        &self,
        link: &str,
        revision: Option<u64>,
        loaded: &Arc<Loaded>,
    ) -> Result<OpenedCampaign, AppError> {
        let _campaigns = lock(&self.campaigns);
        let (id, opened) = self.kept_campaign(link, revision)?;
        let opened = if_in_play(opened, loaded)?;
        let table = Arc::clone(&lock(&loaded.present).table);
        let Some(result) = table.result() else {
            return Err(wrong(
                "the game at this table is not over; expected its result".to_owned(),
            ));
        };
        let campaign = opened.campaign.log(&table.setup(), &result)?;
        let opened = self.keep_campaign(&id, opened, campaign)?;
        if let Some(heist) = lock(&loaded.heist).as_mut() {
            heist.is_logged = true;
        }
        Ok(opened)
    }

    /// Deletes the table of the heist in play. The caller holds the table's `order`.
    pub fn give_up_heist(
        &self,
        link: &str,
        revision: Option<u64>,
        loaded: &Arc<Loaded>,
    ) -> Result<OpenedCampaign, AppError> {
        let _campaigns = lock(&self.campaigns);
        if_in_play(self.campaign(link, revision)?, loaded)?;
        self.delete(loaded)?;
        self.campaign(link, None)
    }

    /// Drops a campaign; the tables of its heists are those of no campaign from now on.
    pub fn delete_campaign(&self, link: &str) -> Result<(), AppError> {
        let _campaigns = lock(&self.campaigns);
        // So that no table comes into memory that still knows its campaign.
        let _loading = lock(&self.loading);
        let tables = self.store.delete_campaign(link)?.ok_or(AppError::NoCampaign)?;
        for loaded in tables.iter().filter_map(|table| self.memory.table(table)) {
            *lock(&loaded.heist) = None;
        }
        Ok(())
    }

    /// Keeps a change of a campaign, then shows it.
    fn keep_campaign(&self, id: &str, opened: OpenedCampaign, campaign: Campaign) -> Result<OpenedCampaign, AppError> {
        let revision = self.store.keep_campaign(id, &stand(&campaign))?;
        Ok(OpenedCampaign {
            campaign: Arc::new(campaign),
            revision,
            ..opened
        })
    }
}

/// A campaign that was kept.
fn opened(kept: KeptCampaign) -> Result<OpenedCampaign, AppError> {
    let KeptCampaign { id, game, stand, .. } = kept;
    let unreadable = |problem: &str| AppError::Store(format!("campaign {id} cannot be opened: {problem}"));
    let campaign = Campaign::read(&stand.state).map_err(|error| unreadable(&error.message))?;
    let info = campaign.info();
    if info.game != game {
        return Err(unreadable(&format!("it is of {}; expected {game}", info.game)));
    }
    if campaign.played() != stand.played {
        let (found, expected) = (campaign.played(), stand.played);
        return Err(unreadable(&format!("heists in its log: {found}; expected {expected}")));
    }
    Ok(OpenedCampaign {
        name: kept.name,
        link: kept.link,
        campaign: Arc::new(campaign),
        revision: kept.revision,
        tables: kept.tables,
    })
}

fn stand(campaign: &Campaign) -> Stand {
    Stand {
        state: campaign.text(),
        played: campaign.played(),
        is_over: campaign.is_over(),
    }
}

/// The campaign, if its next heist has no table.
fn unless_in_play(opened: OpenedCampaign) -> Result<OpenedCampaign, AppError> {
    match opened.in_play() {
        None => Ok(opened),
        Some(_) => Err(AppError::InPlay(Box::new(opened))),
    }
}

/// The campaign, if its next heist is played at this table.
fn if_in_play(opened: OpenedCampaign, loaded: &Loaded) -> Result<OpenedCampaign, AppError> {
    if opened.in_play() == Some(lock(&loaded.present).link.as_str()) {
        Ok(opened)
    } else {
        Err(AppError::NotInPlay(Box::new(opened)))
    }
}

/// The name of the table of the next heist: that of the campaign and of the heist, or of the heist alone where both are
/// too long.
fn heist_name(opened: &OpenedCampaign) -> String {
    let heist = opened.campaign.next_name().unwrap_or_default();
    let name = format!("{}: {heist}", opened.name);
    if name.chars().count() <= NAME_LENGTH {
        name
    } else {
        heist
    }
}
