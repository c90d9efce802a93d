//! Many campaigns on several threads.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use heist_engine::campaign::{Campaign, CampaignError};
use heist_engine::game::Game;
use heist_engine::json;
use serde_json::{Map, Value, json};

use super::CampaignConfig;
use super::line::{CampaignLine, HeistLine};
use super::report::CampaignReport;
use crate::agent::{Fault, is_stopped};
use crate::arena::journal::{FolderError, Journal};
use crate::arena::matches::{PlayError, PlayOptions, play};
use crate::parallel;

/// The finished campaigns.
const CAMPAIGNS: &str = "campaigns.jsonl";
/// The format of `run.json` and of the campaigns.
const FORMAT: u32 = 1;

/// A run of campaigns that has nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum CampaignRunError {
    /// No campaigns were asked for.
    #[error("a run needs at least one campaign")]
    NoCampaigns,
    /// The campaign that is to be played has heists behind it.
    #[error("heists in the log of the campaign: {0}; expected 0, since a run begins before the first heist")]
    Begun(usize),
    /// A heist cannot be set up, or its result is not taken.
    #[error("campaign {campaign}, heist {heist}: {source}")]
    Campaign {
        /// The campaign, from 0.
        campaign: u64,
        /// The heist, from 1.
        heist: usize,
        /// What is wrong.
        source: CampaignError,
    },
    /// The agent cannot play at all: to count its heists as lost would say nothing about it.
    #[error("{agent}: {fault}; no game was begun with it")]
    Unable {
        /// Who.
        agent: String,
        /// Why.
        fault: Fault,
    },
    /// A heist did not come to its end.
    #[error("campaign {campaign}, heist {heist}: {source}")]
    Play {
        /// The campaign, from 0.
        campaign: u64,
        /// The heist, from 1.
        heist: usize,
        /// What went wrong.
        source: PlayError,
    },
    /// The run was stopped before the first campaign was finished.
    #[error("stopped before the first campaign was finished")]
    NothingFinished,
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A finished campaign could not be written into the run's folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// The folder of a run of campaigns, locked against other runs while it is open.
///
/// `run.json` holds what a campaign depends on beside its number, `campaigns.jsonl` a line for each that is finished,
/// in order: the same bytes for any number of threads.
#[derive(Debug)]
pub struct CampaignFolder {
    known: Vec<CampaignLine>,
    journal: Journal,
}

impl CampaignFolder {
    /// Opens the folder of a run, or makes it. The run may have more campaigns than before, or fewer; one that is there
    /// is not played again.
    ///
    /// # Errors
    /// When the folder cannot be read or written, is in use, or holds something else than campaigns of this run.
    pub fn open<C: Campaign>(path: &Path, config: &CampaignConfig<C>) -> Result<CampaignFolder, FolderError> {
        let mut known: Vec<CampaignLine> = Vec::new();
        let journal = Journal::open(path, CAMPAIGNS, &header(config), |_, line| {
            let text = std::str::from_utf8(line).map_err(|error| error.to_string())?;
            let read: CampaignLine = json::read(text).map_err(|error| match &error.field {
                Some(field) => format!("field `{field}`: {} (column {})", error.message, error.column),
                None => format!("no campaign: {} (column {})", error.message, error.column),
            })?;
            read.check(config, known.len() as u64)?;
            known.push(read);
            Ok(())
        })?;
        Ok(CampaignFolder { known, journal })
    }

    /// How many campaigns were finished before.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no campaign was finished before.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// Everything that a campaign depends on beside its number.
fn header<C: Campaign>(config: &CampaignConfig<C>) -> Map<String, Value> {
    let fields = [
        ("heistlab", json!("campaign-run")),
        ("run-format", json!(FORMAT)),
        // What agents play may change from release to release.
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("game", json!(C::Game::ID)),
        ("format", json!(C::Game::FORMAT)),
        ("campaign-format", json!(C::FORMAT)),
        ("setup", config.setup.clone()),
        ("agent", json!(config.contestant.name)),
        ("seed", json!(config.seed)),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Plays campaigns, each to its end. Those that are in the folder, if there is one, are not played again, and every
/// other is written into it once all before it are finished. `heist` is called after every heist, from the threads that
/// play.
///
/// The report is the same for any number of threads. Once `stop` is true, campaigns in play are given up, and the
/// report covers those from the first up to the first that is not finished: none is in it for having been short. Called
/// again with the folder, it goes on from there.
///
/// # Errors
/// When there is nothing to play, the threads cannot be started, a heist cannot be set up or played (of the earliest
/// such campaign, whatever the number of threads), the folder cannot be written, or `stop` came before the first
/// campaign was finished.
pub fn run_campaigns<C: Campaign>(
    config: &CampaignConfig<C>,
    folder: Option<&CampaignFolder>,
    heist: &(dyn Fn() + Sync),
    stop: &AtomicBool,
) -> Result<CampaignReport, CampaignRunError> {
    if config.campaigns == 0 {
        return Err(CampaignRunError::NoCampaigns);
    }
    let campaigns = u64::from(config.campaigns);
    let mut known = folder.map_or(Vec::new(), |folder| folder.known.clone());
    known.truncate(config.campaigns as usize);
    known.iter().for_each(|line| line.heists.iter().for_each(|_| heist()));
    if known.len() < config.campaigns as usize
        && let Err(fault) = config.contestant.stand_by(&[stop])
        && !is_stopped(&[stop])
    {
        let agent = config.contestant.name.clone();
        return Err(CampaignRunError::Unable { agent, fault });
    }
    let upcoming = AtomicU64::new(known.len() as u64);
    let finished = Mutex::new(Finished {
        lines: known,
        waiting: BTreeMap::new(),
        failure: None,
        journal: folder.map(|folder| &folder.journal),
    });
    let pool = config.threads.start()?;
    parallel::broadcast(&pool, &|| {
        while !is_stopped(&[stop]) {
            let number = upcoming.fetch_add(1, Ordering::Relaxed);
            if number >= campaigns {
                break;
            }
            let played = play_campaign(config, number, heist, stop);
            // A thread that panicked takes the whole run with it: nothing reads what it left behind.
            let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            match played.and_then(|line| Ok(finished.add(line)?)) {
                Ok(()) => {}
                Err(CampaignRunError::Play {
                    source: PlayError::Stopped,
                    ..
                }) => break,
                Err(error) => {
                    // No later campaign begins; earlier ones are in play and end, so the earliest failure is known.
                    upcoming.fetch_max(campaigns, Ordering::Relaxed);
                    finished.fail(number, error);
                }
            }
        }
    });
    let finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    match finished.failure {
        Some((_, error)) => Err(error),
        None if finished.lines.is_empty() => Err(CampaignRunError::NothingFinished),
        None => Ok(CampaignReport::new(config, &finished.lines)),
    }
}

/// Campaigns are finished in any order and added in their own.
struct Finished<'a> {
    lines: Vec<CampaignLine>,
    /// Those that are finished while an earlier one is not.
    waiting: BTreeMap<u64, CampaignLine>,
    /// The failure of the earliest campaign that failed.
    failure: Option<(u64, CampaignRunError)>,
    journal: Option<&'a Journal>,
}

impl Finished<'_> {
    fn add(&mut self, line: CampaignLine) -> Result<(), FolderError> {
        self.waiting.insert(line.campaign, line);
        while let Some(line) = self.waiting.remove(&(self.lines.len() as u64)) {
            if let Some(journal) = self.journal {
                journal.add(&line)?;
            }
            self.lines.push(line);
        }
        Ok(())
    }

    fn fail(&mut self, campaign: u64, error: CampaignRunError) {
        let is_earliest = self.failure.as_ref().is_none_or(|(earlier, _)| campaign < *earlier);
        if is_earliest {
            self.failure = Some((campaign, error));
        }
    }
}

/// Plays one campaign to its end.
fn play_campaign<C: Campaign>(
    config: &CampaignConfig<C>,
    number: u64,
    heist: &(dyn Fn() + Sync),
    stop: &AtomicBool,
) -> Result<CampaignLine, CampaignRunError> {
    let mut campaign = config.begun.clone();
    let mut heists = Vec::new();
    let refused = |heist: usize, source: CampaignError| CampaignRunError::Campaign {
        campaign: number,
        heist,
        source,
    };
    while let Some(deal) = config.deal(number, &campaign) {
        let place = heists.len() + 1;
        let deal = deal.map_err(|error| refused(place, error.into()))?;
        let options = PlayOptions {
            sight: config.contestant.sight,
            record: false,
            decision_limit: config.decision_limit,
            stop: &[stop],
        };
        let mut team = config.contestant.team(deal.world.seats(), deal.number);
        let game = play(&deal, &mut team, options).map_err(|source| CampaignRunError::Play {
            campaign: number,
            heist: place,
            source,
        })?;
        campaign
            .record(&deal.setup, &game.result)
            .map_err(|error| refused(place, error))?;
        let standing = campaign.figures();
        heists.extend(campaign.log().pop().map(|entry| HeistLine::new(entry, standing, game)));
        heist();
    }
    Ok(CampaignLine {
        campaign: number,
        heists,
    })
}
