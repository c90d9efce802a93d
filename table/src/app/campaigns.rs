//! What can be done with campaigns, for everything that answers.

use serde::Serialize;

use super::error::AppError;
use super::link::is_link;
use super::loaded::Opened;
use super::opened::OpenedCampaign;
use super::tables::{App, LIST_LIMIT};
use super::work::named;
use crate::campaign::Campaign;
use crate::table::TableError;

/// A campaign in the list of the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CampaignSummary {
    /// The game's id.
    pub game: String,
    /// What people call the campaign.
    pub name: String,
    /// The link that the team has.
    pub link: String,
    /// How many heists are in its log.
    pub played: usize,
    /// Whether no heist is left.
    pub is_over: bool,
    /// The last change, in milliseconds since 1970.
    pub changed: u64,
}

impl App {
    /// Begins a campaign. An empty name is that of the game.
    ///
    /// # Errors
    /// When the name is too long, or what `make` finds wrong.
    pub async fn begin_campaign(
        &self,
        name: String,
        make: impl FnOnce() -> Result<Campaign, TableError> + Send + 'static,
    ) -> Result<OpenedCampaign, AppError> {
        self.blocking(move |work| {
            let campaign = make()?;
            let name = named("campaign", &name, campaign.info().name)?;
            work.begin_campaign(campaign, name)
        })
        .await
    }

    /// The campaign of a link.
    ///
    /// # Errors
    /// When no campaign has this link, or it cannot be read.
    pub async fn open_campaign(&self, link: &str) -> Result<OpenedCampaign, AppError> {
        let link = checked(link)?;
        self.blocking(move |work| work.campaign(&link, None)).await
    }

    /// Whether a link opens a campaign, even one that cannot be read.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn has_campaign(&self, link: &str) -> Result<bool, AppError> {
        match checked(link) {
            Ok(link) => self.blocking(move |work| Ok(work.store.has_campaign(&link)?)).await,
            Err(_) => Ok(false),
        }
    }

    /// Changes what is chosen before the next heist. The change is on the disk before this returns. `revision` is that
    /// of the campaign that the page was made from; nothing happens if it is another by now.
    ///
    /// # Errors
    /// [`AppError::CampaignStale`], [`AppError::InPlay`], or what `make` finds wrong.
    pub async fn choose(
        &self,
        link: &str,
        revision: Option<u64>,
        make: impl FnOnce(&Campaign) -> Result<Campaign, TableError> + Send + 'static,
    ) -> Result<OpenedCampaign, AppError> {
        let link = checked(link)?;
        self.blocking(move |work| work.choose(&link, revision, make)).await
    }

    /// Opens the table of the next heist. What the team leaves open is drawn from the seed.
    ///
    /// # Errors
    /// [`AppError::CampaignStale`], [`AppError::InPlay`], and when the campaign is over.
    pub async fn open_heist(&self, link: &str, revision: Option<u64>, seed: u64) -> Result<Opened, AppError> {
        let link = checked(link)?;
        self.blocking(move |work| work.open_heist(&link, revision, seed)).await
    }

    /// Writes the result of the heist in play into the log of its campaign.
    ///
    /// # Errors
    /// [`AppError::CampaignStale`], [`AppError::NotInPlay`], and when the game is not over.
    pub async fn log_heist(&self, link: &str, revision: Option<u64>) -> Result<OpenedCampaign, AppError> {
        let (link, table) = self.heist_in_play(link).await?;
        let (loaded, _) = self.find(&table).await?;
        self.in_order(loaded, move |work, loaded| work.log_heist(&link, revision, loaded))
            .await
    }

    /// Gives the heist in play up: its table is deleted, and the choices before the heist stay.
    ///
    /// # Errors
    /// [`AppError::CampaignStale`] and [`AppError::NotInPlay`].
    pub async fn give_up_heist(&self, link: &str, revision: Option<u64>) -> Result<OpenedCampaign, AppError> {
        let (link, table) = self.heist_in_play(link).await?;
        let (loaded, _) = self.find(&table).await?;
        self.in_order(loaded, move |work, loaded| work.give_up_heist(&link, revision, loaded))
            .await
    }

    /// The link of a campaign, and that of the table at which its heist is in play.
    async fn heist_in_play(&self, link: &str) -> Result<(String, String), AppError> {
        let opened = self.open_campaign(link).await?;
        match opened.in_play() {
            Some(table) => Ok((link.to_owned(), table.to_owned())),
            None => Err(AppError::NotInPlay(Box::new(opened))),
        }
    }

    /// The campaigns, the last changed first; at most 500.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn list_campaigns(&self) -> Result<Vec<CampaignSummary>, AppError> {
        let listed = self.blocking(|work| Ok(work.store.list_campaigns(LIST_LIMIT)?)).await?;
        let summaries = listed.into_iter().map(|campaign| CampaignSummary {
            game: campaign.game,
            name: campaign.name,
            link: campaign.link,
            played: campaign.played,
            is_over: campaign.is_over,
            changed: campaign.changed,
        });
        Ok(summaries.collect())
    }

    /// Drops a campaign with its log. The tables of its heists stay.
    ///
    /// # Errors
    /// When no campaign has this link.
    pub async fn delete_campaign(&self, link: &str) -> Result<(), AppError> {
        let link = checked(link)?;
        self.blocking(move |work| work.delete_campaign(&link)).await
    }
}

/// What may be a link; what is none is not worth a look at the disk.
fn checked(link: &str) -> Result<String, AppError> {
    if is_link(link) {
        Ok(link.to_owned())
    } else {
        Err(AppError::NoCampaign)
    }
}
