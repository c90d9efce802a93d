//! Runs of campaigns without the type of their campaign, as [`arena::any`](crate::arena::any) has those of games.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use heist_engine::campaign::Campaign;
use heist_engine::campaigns::AnyCampaign;
use heist_engine::with_campaign;

use super::CampaignConfig;
use super::report::CampaignReport;
use super::run::{CampaignFolder, CampaignRunError, run_campaigns};
use crate::arena::contestant::Contestant;
use crate::arena::journal::FolderError;
use crate::arena::threads::Threads;
use crate::spec::SpecError;

/// What a run of any campaign plays: a [`CampaignConfig`] without its type.
pub trait AnyCampaignConfig: Send + Sync {
    /// [`CampaignFolder::open`].
    ///
    /// # Errors
    /// As there.
    fn open(&self, path: &Path) -> Result<CampaignFolder, FolderError>;
    /// [`run_campaigns`].
    ///
    /// # Errors
    /// As there.
    fn run(
        &self,
        folder: Option<&CampaignFolder>,
        heist: &(dyn Fn() + Sync),
        stop: &AtomicBool,
    ) -> Result<CampaignReport, CampaignRunError>;
}

impl<C: Campaign> AnyCampaignConfig for CampaignConfig<C> {
    fn open(&self, path: &Path) -> Result<CampaignFolder, FolderError> {
        CampaignFolder::open(path, self)
    }

    fn run(
        &self,
        folder: Option<&CampaignFolder>,
        heist: &(dyn Fn() + Sync),
        stop: &AtomicBool,
    ) -> Result<CampaignReport, CampaignRunError> {
        run_campaigns(self, folder, heist, stop)
    }
}

/// What cannot be a run of campaigns.
#[derive(Debug, thiserror::Error)]
pub enum CampaignConfigError {
    /// The spec names no agent that can play the game.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// The campaign has begun.
    #[error(transparent)]
    Campaign(#[from] CampaignRunError),
    /// The campaign is none of the [list](heist_engine::each_campaign).
    #[error("the campaign of `{0}` is not listed")]
    Unlisted(&'static str),
}

/// A run of a campaign before its first heist, as [`CampaignConfig::new`] makes it. `spec` says who plays, as
/// [`Contestant::read`] takes it.
///
/// # Errors
/// When the spec names no agent that can play the game, or the campaign has begun.
pub fn any_campaign_config(
    begun: &dyn AnyCampaign,
    spec: &str,
    campaigns: u32,
    seed: u64,
    threads: Threads,
) -> Result<Box<dyn AnyCampaignConfig>, CampaignConfigError> {
    let game = begun.info().game;
    let unlisted = || CampaignConfigError::Unlisted(game);
    with_campaign!(
        game,
        C => {
            let begun = begun.as_any().downcast_ref::<C>().ok_or_else(unlisted)?;
            let contestant = Contestant::read(spec)?;
            Ok(Box::new(CampaignConfig::new(begun.clone(), contestant, campaigns, seed, threads)?))
        },
        else _name => Err(unlisted()),
    )
}
