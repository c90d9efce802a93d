//! `heist campaign`: an agent over many campaigns.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_agents::arena::{
    AnyCampaignConfig, CampaignConfigError, CampaignReport, CampaignRunError, Threads, any_campaign_config,
};
use heist_engine::any::find_info;
use heist_engine::campaigns::{self, CAMPAIGNS, CampaignInfo};

use crate::campaign_plot;
use crate::campaign_text;
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Ending, Existing, JsonOption};
use crate::interrupt;
use crate::matches::folder_failure;
use crate::setup::{self, SetupOptions};
use crate::terminal::progress;

/// Play campaigns with an agent and report how they went
///
/// A campaign is a row of heists. What a heist leaves applies to the next one: in Casino Capers the suspicion, which
/// rises with every heist won, and the alternate gear that is unlocked; in Masters of the Heist cash, items, fixers and
/// characters, who rise by a level. The agent plays every seat of every heist.
///
/// Example:
///
/// $ heist campaign casino-capers --seats 2 --agent heuristic --campaigns 100 --seed 7 --out runs/casino
///
/// The table has a row for each heist of the campaign: how many campaigns won it, the win rate with its 95% Wilson
/// interval, and the mean level before it (suspicion, or player level) with its 95% interval over campaigns. Below are
/// the heists won in whole campaigns and the ways in which heists were lost.
///
/// The options of the setup apply to all heists. What the campaign decides itself, such as the suspicion or the team
/// cash, cannot be given. In Casino Capers characters that are not given are drawn anew for each heist. In Masters of
/// the Heist job and characters are those of the first heist; then the same characters go on from job to job, with
/// others for those who are Busted.
///
/// An agent that cannot go on loses that heist: this counts as a fault, and the exit code is 1.
///
/// All figures are the same for any number of threads, and two agents with the same seed meet the same buildings and
/// dice. With `--out DIR` every finished campaign is kept in a folder, with the report and a picture of the level from
/// heist to heist. Ctrl-C gives up the campaigns in play; the same command continues from those that are finished.
#[derive(Debug, Args)]
pub struct Options {
    /// A game that has a campaign: casino-capers or masters-of-the-heist
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten, next_help_heading = "Setup")]
    setup: SetupOptions,

    /// Who plays, as listed by `heist agents`; with `clairvoyant+` before it, it sees everything except the dice
    #[arg(long, value_name = "SPEC", default_value = "heuristic", help_heading = "Match")]
    agent: String,

    /// How many campaigns are played
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000),
        help_heading = "Match"
    )]
    campaigns: u32,

    /// The seed of all heists
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Match")]
    seed: u64,

    /// How many campaigns are played in parallel; by default one per processor core
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = "Match"
    )]
    threads: Option<u16>,

    /// Keep finished campaigns, the report and the picture in this folder, and continue from those that are there; made
    /// if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let info = CampaignInfo::find(&options.game).ok_or_else(|| without_campaign(&options.game))?;
    play_all(info, options, out)
}

/// A name of no game, or of one that has no campaign.
fn without_campaign(name: &str) -> Failure {
    match find_info(name) {
        None => Failure::unknown_game(name),
        Some(game) => {
            let known: Vec<&str> = CAMPAIGNS.iter().map(|campaign| campaign.game).collect();
            Failure::input(format!(
                "{} has no campaign; games with one: {}",
                game.name,
                known.join(", ")
            ))
        }
    }
}

fn play_all(info: &CampaignInfo, options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    let config = config(info, options)?;
    options.json.check()?;
    let folder = match &options.out {
        Some(path) => {
            files::make_folder(path)?;
            Some(config.open(path).map_err(folder_failure)?)
        }
        None => None,
    };
    let bar = progress(u64::from(options.campaigns) * info.most_heists as u64, "heists");
    let played = config.run(folder.as_ref(), &|| bar.inc(1), interrupt::flag());
    bar.finish_and_clear();
    let report = match played {
        Ok(report) => report,
        Err(CampaignRunError::NothingFinished) => {
            notice("stopped before the first campaign was finished; there is nothing to report");
            return Ok(Done::Interrupted);
        }
        Err(CampaignRunError::Folder(error)) => {
            notice("stopped; the campaigns that are in the folder are kept, and the same command continues the run");
            return Err(folder_failure(error));
        }
        Err(error) => return Err(Failure::input(error)),
    };
    let mut ending = Ending::default();
    if let Some(path) = &options.out {
        ending.note(keep(info, path, &report));
    }
    ending.note(
        options
            .json
            .write_and_print(&report, out, |out| campaign_text::print(info, &report, out)),
    );
    let resumed = options.out.as_ref().map(|_| "; the same command continues the run");
    let (finished, requested) = (report.campaigns, report.requested);
    let complete = format!(
        "{finished} of {requested} campaigns finished{}",
        resumed.unwrap_or_default()
    );
    let stopped = (finished < requested).then(|| complete.clone());
    let done = match report.faults {
        0 => Done::Well,
        _ => Done::Negative,
    };
    ending.finish(done, stopped, &complete, out)
}

fn config(info: &CampaignInfo, options: &Options) -> Result<Box<dyn AnyCampaignConfig>, Failure> {
    let setup = options.setup.template(setup::game(info.game)?)?.of(0);
    let begun = campaigns::begin(info.game, &setup.text()).ok_or_else(|| without_campaign(info.game))?;
    let begun = begun.map_err(Failure::input)?;
    let threads = Threads::new(options.threads.map_or(0, usize::from));
    let config = any_campaign_config(&*begun, &options.agent, options.campaigns, options.seed, threads);
    config.map_err(|error| match error {
        CampaignConfigError::Agent(error) => Failure::input(format!("--agent: {error}")),
        other => Failure::input(other),
    })
}

/// Writes the report and the picture into the folder.
fn keep(info: &CampaignInfo, folder: &std::path::Path, report: &CampaignReport) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(report).map_err(Failure::input)?;
    files::write_atomically(&folder.join("report.json"), Existing::Replace, |file| {
        writeln!(file, "{text}")
    })?;
    let title = format!("{}: {} from heist to heist", info.name, report.level);
    let picture = campaign_plot::svg(&title, report, info.level).map_err(Failure::input)?;
    let path = folder.join(format!("{}.svg", report.level));
    files::write_atomically(&path, Existing::Replace, |file| file.write_all(picture.as_bytes()))
}
