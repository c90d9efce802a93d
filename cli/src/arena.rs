//! `heist arena`: agents over common deals.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_agents::arena::{
    AnyConfig, Cross, CrossError, Entrant, Findings, GameError, PlayError, Report, Rows, Sprt, Threads, any_config,
};
use heist_engine::any::AnyGame;

use crate::arena_text;
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Ending, Existing, JsonOption};
use crate::interrupt;
use crate::matches::play_all;
use crate::parquet_file;
use crate::setup::{self, SetupOptions, split_specs};
use crate::terminal::progress;

/// Compare agents over common deals
///
/// Every contestant is a team with the same kind of agent in every seat, and all contestants play the same deals: the
/// same building, the same decks, and the same dice as far as their choices allow. Differences are therefore measured
/// deal by deal, and are much more precise than between unrelated games.
///
/// Example:
///
/// $ heist arena burgle-bros --scenario bank-job --seats 3 --agents random,heuristic --games 1000 --seed 7
///
/// The first table has a row for each contestant: games won, the win rate with its 95% Wilson interval, the mean
/// numbers of turns and decisions per game, and the time per decision in microseconds. The second compares the others
/// with the first: the mean difference in win rate over the deals, in percentage points, with its 95% bootstrap
/// interval; if the interval excludes 0, the deals show a difference. The last counts how the games ended that were not
/// won. An agent that cannot go on, or chooses an illegal action, loses that game: this counts as a fault, the first
/// fault is quoted, and the exit code is 1. A contestant that cannot play at all ends the run, with exit code 2.
///
/// All figures except times are the same for any number of threads. Ctrl-C gives up the games in play and
/// reports the deals that all contestants have finished. With `--resume DIR` finished games are kept in a folder, and
/// the same command continues from there, however the run ended.
///
/// To find out which of two agents is better, in as few games as possible:
///
/// $ heist arena burgle-bros --seats 3 --agents heuristic,improve:sims=100 --games 10000 --sprt 0,50
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as listed by `heist games`
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten, next_help_heading = "Setup")]
    setup: SetupOptions,

    /// The contestants, separated by commas, as listed by `heist agents`; one with `clairvoyant+` before it sees
    /// everything except the dice, as a bound to compare with
    #[arg(
        long,
        value_name = "SPECS",
        default_value = "random,heuristic",
        help_heading = "Match"
    )]
    agents: String,

    /// How many deals each contestant plays
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Match"
    )]
    games: u32,

    /// Play these deals alone, counted from 0 as reports count them: one, such as 17, or several, such as 100..200,
    /// which ends with deal 199
    #[arg(long, value_name = "DEALS", value_parser = deals, conflicts_with = "games", help_heading = "Match")]
    deals: Option<Range<u64>>,

    /// End the match as soon as a contestant has lost N games to faults
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Match"
    )]
    max_faults: Option<u64>,

    /// The seed of all deals
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Match")]
    seed: u64,

    /// How many games are played in parallel; by default one per processor core
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = "Match"
    )]
    threads: Option<u16>,

    /// Also report luck-adjusted rates: at each draw and roll the outcome is compared with what might have come, using
    /// the game's estimate of positions. The rates are still unbiased, with narrower intervals
    #[arg(long, help_heading = "Statistics")]
    luck: bool,

    /// Stop as soon as a sequential test can decide whether the second agent's advantage over the first is ELO0 or
    /// ELO1. A deal counts 1, 1/2 or 0 if the second agent does better, equally well or worse
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true,
        conflicts_with = "cross",
        help_heading = "Statistics"
    )]
    sprt: Option<String>,

    /// The probability that the test accepts ELO1 although ELO0 is true
    #[arg(
        long,
        value_name = "P",
        default_value_t = 0.05,
        requires = "sprt",
        help_heading = "Statistics"
    )]
    alpha: f64,

    /// The probability that the test accepts ELO0 although ELO1 is true
    #[arg(
        long,
        value_name = "P",
        default_value_t = 0.05,
        requires = "sprt",
        help_heading = "Statistics"
    )]
    beta: f64,

    /// Cross-play: each agent in turn takes one seat, which rotates, among every other agent
    #[arg(long, help_heading = "Statistics")]
    cross: bool,

    /// Keep finished games in this folder, and continue from those that are there; made if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    resume: Option<PathBuf>,

    /// Also write a row for every game to FILE as Parquet, replacing it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    parquet: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,

    /// Also write a replay of every game into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    replays: Option<PathBuf>,

    /// Replace replays that are there already
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let game = setup::game(&options.game)?;
    let _deferred = interrupt::defer();
    let config = config(game, options)?;
    options.json.check()?;
    if let Some(path) = &options.parquet {
        files::check_target(path, Existing::Replace)?;
    }
    if let Some(folder) = &options.replays {
        prepare_replays(&*config, folder, options)?;
    }
    let rows = options.parquet.as_ref().map(|_| Rows::default());
    let Some(report) = play_all(&*config, options.resume.as_deref(), rows.as_ref())? else {
        notice("stopped before all contestants had finished the first deal; there is nothing to report");
        return Ok(Done::Interrupted);
    };
    let mut ending = Ending::default();
    let cross = options.cross.then(|| Cross::new(split_specs(&options.agents), &report));
    let found = Findings { report: &report, cross };
    ending.note(options.json.write_and_print(&found, out, |out| {
        arena_text::print(game.info(), &report, found.cross.as_ref(), out)
    }));
    // The replays may take as long as the run did: nobody waits for the report meanwhile.
    ending.note(out.flush().map_err(Failure::from));
    if let (Some(path), Some(rows)) = (&options.parquet, rows) {
        let table = config.games_table(rows).map_err(Failure::input);
        ending.note(table.and_then(|table| parquet_file::write(&table, path)));
    }
    let mut replays = None;
    if let Some(folder) = &options.replays {
        let counts = replays.insert(Replays::of(&*config, report.games));
        ending.note(write_replays(&*config, folder, report.games, options, counts));
    }
    let complete = format!(
        "{} of {} deals finished{}",
        report.games,
        report.requested,
        resumed(options)
    );
    let done = if report.has_faults() {
        Done::Negative
    } else {
        Done::Well
    };
    ending.finish(done, missing(&report, replays, options), &complete, out)
}

/// That the same command goes on, if it does.
fn resumed(options: &Options) -> &'static str {
    match options.resume {
        Some(_) => "; the same command continues the run",
        None => "",
    }
}

/// What a run that was stopped has left undone, if anything.
fn missing(report: &Report, replays: Option<Replays>, options: &Options) -> Option<String> {
    let mut done = Vec::new();
    if report.games < report.requested && !report.has_ended_early() {
        done.push(format!("{} of {} deals finished", report.games, report.requested));
    }
    if let Some(Replays { written, requested }) = replays
        && written < requested
    {
        done.push(format!("{written} of {requested} replays written"));
    }
    (!done.is_empty()).then(|| format!("{}{}", done.join(", "), resumed(options)))
}

fn config(game: &dyn AnyGame, options: &Options) -> Result<Box<dyn AnyConfig>, Failure> {
    let template = options.setup.template(game)?;
    let specs = split_specs(&options.agents);
    let entrants: Vec<Entrant<'_>> = specs.iter().map(|spec| Entrant::of_all_deals(spec)).collect();
    let threads = Threads::new(options.threads.map_or(0, usize::from));
    let (first, games) = match &options.deals {
        Some(deals) => (deals.start, (deals.end - deals.start) as u32),
        None => (0, options.games),
    };
    let config = any_config(template.open(), &entrants, games, options.seed, threads);
    let mut config = config.map_err(|error| Failure::input(format!("--agents: {error}")))?;
    config.begin_at(first);
    if let Some(faults) = options.max_faults {
        config.end_at_faults(faults);
    }
    if let Some(text) = &options.sprt {
        let sprt = sprt(text, options)?;
        if specs.len() != 2 {
            let found = specs.len();
            return Err(Failure::input(format!("--sprt: --agents names {found}; expected two")));
        }
        config.test(sprt);
    }
    if options.luck && !config.measure_luck() {
        let game = game.info().name;
        return Err(Failure::input(format!(
            "--luck: {game} has no estimate of positions to measure luck by"
        )));
    }
    if options.cross {
        config.cross().map_err(|error| match error {
            CrossError::Setup(error) => Failure::input(error),
            CrossError::Contestants(problem) => Failure::input(format!("--cross: {problem}")),
        })?
    } else {
        config.compare_with_first()
    }
    Ok(config)
}

/// Deals: a number, or two with `..` between them, the second one past the last deal.
fn deals(text: &str) -> Result<Range<u64>, String> {
    /// No deal has a greater number, as in `heist selfplay`.
    const LAST: u64 = 1_000_000_000_000;
    let number = |text: &str| text.parse::<u64>().ok();
    let deals = match text.split_once("..") {
        Some((first, end)) => number(first).zip(number(end)).map(|(first, end)| first..end),
        None => number(text).map(|deal| deal..deal.saturating_add(1)),
    };
    let is_fit = |deals: &Range<u64>| {
        !deals.is_empty() && deals.end - deals.start <= u64::from(u32::MAX) && deals.end <= LAST + 1
    };
    let most = u32::MAX;
    let expected =
        || format!("expected a deal, such as 17, or a range, such as 100..200: at most {most} deals, from 0 to {LAST}");
    deals.filter(is_fit).ok_or_else(expected)
}

fn sprt(text: &str, options: &Options) -> Result<Sprt, Failure> {
    let malformed = || {
        Failure::input(format!(
            "--sprt {text}: expected two numbers with a comma, such as 0,50"
        ))
    };
    let (elo0, elo1) = text.split_once(',').ok_or_else(malformed)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| malformed());
    let test = Sprt::new(number(elo0)?, number(elo1)?, options.alpha, options.beta);
    test.map_err(|error| Failure::input(format!("--sprt: {error}")))
}

/// The file of a game's replay.
fn replay_path(config: &dyn AnyConfig, folder: &Path, deal: u64, place: usize, contestant: &str) -> PathBuf {
    let fit = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let name: String = contestant.chars().map(fit).collect();
    folder.join(format!("{}-{deal:06}-{}-{name}.jsonl", config.game().id, place + 1))
}

fn prepare_replays(config: &dyn AnyConfig, folder: &Path, options: &Options) -> Result<(), Failure> {
    files::make_folder(folder)?;
    let names = config.names();
    for deal in config.deals() {
        if interrupt::is_wanted() {
            break;
        }
        for (place, name) in names.iter().enumerate() {
            files::check_name(
                &replay_path(config, folder, deal, place, name),
                Existing::forced(options.force),
            )?;
        }
    }
    Ok(())
}

/// How many replays there are.
#[derive(Clone, Copy)]
struct Replays {
    written: u64,
    requested: u64,
}

impl Replays {
    /// None yet of a run that has finished so many deals.
    fn of(config: &dyn AnyConfig, games: u64) -> Replays {
        Replays {
            written: 0,
            requested: games * config.names().len() as u64,
        }
    }
}

/// Plays the finished deals once more, step by step the same, and writes them down until the user stops it. Counts
/// them.
fn write_replays(
    config: &dyn AnyConfig,
    folder: &Path,
    games: u64,
    options: &Options,
    replays: &mut Replays,
) -> Result<(), Failure> {
    let names = config.names();
    let bar = progress(replays.requested, "replays");
    for deal in config.deals().take(games as usize) {
        for (place, name) in names.iter().enumerate() {
            let replay = match config.replay(deal, place, &[interrupt::flag()]) {
                Ok(replay) => replay,
                Err(GameError::Play(PlayError::Stopped)) => {
                    bar.finish_and_clear();
                    return Ok(());
                }
                Err(error) => return Err(Failure::input(error)),
            };
            let path = replay_path(config, folder, deal, place, name);
            let written = files::write_replay(&path, Existing::forced(options.force), &*replay);
            written.inspect_err(|_| bar.finish_and_clear())?;
            replays.written += 1;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}
