//! Campaigns: heists in a row, each set up by what the earlier ones left ([`heist_engine::campaign`]).
//!
//! Heist `h` of campaign `n`, both counted from 0, is the deal `n` times [`MOST_HEISTS`](Campaign::MOST_HEISTS) plus
//! `h` of the run's seed. So runs of two agents with one seed meet the same buildings and the same dice heist by heist,
//! as far as their results allow.
//!
//! - [`mod@line`]: a campaign that was played, as its line in a run's folder; [`mod@run`]: many campaigns on several
//!   threads.
//! - [`report`]: what they add up to.
//! - [`any`]: runs without the type of their campaign.

pub mod any;
pub mod line;
pub mod report;
pub mod run;

use heist_engine::campaign::Campaign;
use heist_engine::game::{Game, SetupError};
use serde_json::Value;

use super::contestant::Contestant;
use super::matches::{Deal, PlayOptions};
use super::threads::Threads;

pub use any::{AnyCampaignConfig, CampaignConfigError, any_campaign_config};
pub use line::{CampaignLine, HeistLine};
pub use report::{CampaignReport, FigureReport, LevelReport, PositionReport};
pub use run::{CampaignFolder, CampaignRunError, run_campaigns};

/// What a run of campaigns plays.
pub struct CampaignConfig<C: Campaign> {
    /// Who plays.
    pub contestant: Contestant<C::Game>,
    /// The campaign before its first heist. What it leaves open is drawn anew for each heist.
    pub begun: C,
    /// Its setup as the report shows it.
    pub setup: Value,
    /// How many campaigns are played.
    pub campaigns: u32,
    /// The seed of all deals.
    pub seed: u64,
    /// The threads that campaigns are played on in parallel.
    pub threads: Threads,
    /// How many decisions a heist may take.
    pub decision_limit: u64,
}

impl<C: Campaign> CampaignConfig<C> {
    /// A run of a campaign before its first heist, with [`PlayOptions::DECISION_LIMIT`].
    ///
    /// # Errors
    /// When the campaign has begun: every campaign of a run is played from its first heist on.
    pub fn new(
        begun: C,
        contestant: Contestant<C::Game>,
        campaigns: u32,
        seed: u64,
        threads: Threads,
    ) -> Result<CampaignConfig<C>, CampaignRunError> {
        if !begun.log().is_empty() {
            return Err(CampaignRunError::Begun(begun.log().len()));
        }
        let mut setup = serde_json::to_value(begun.next_setup()).expect("setups serialize");
        // What is decided anew for each heist says nothing of the run.
        if let Some(fields) = setup.as_object_mut() {
            fields.retain(|name, _| C::DECIDED.iter().all(|(decided, _)| decided != name));
        }
        Ok(CampaignConfig {
            contestant,
            begun,
            setup,
            campaigns,
            seed,
            threads,
            decision_limit: PlayOptions::DECISION_LIMIT,
        })
    }

    /// The deal of the next heist of a campaign; `None` if it is over.
    ///
    /// # Errors
    /// When its setup is not playable.
    pub fn deal(&self, number: u64, campaign: &C) -> Option<Result<Deal<C::Game>, SetupError>> {
        let setup = campaign.next_setup()?;
        let heist = campaign.log().len() as u64;
        let deal = number * C::MOST_HEISTS as u64 + heist;
        let seed = Deal::<C::Game>::setup_seed(self.seed, deal);
        let setup = C::Game::with_seed(&setup, Some(seed));
        Some(Deal::new(&setup, self.seed, deal))
    }
}
