//! `heist arena`: agents over common deals.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_agents::Heuristics;
use heist_agents::arena::{
    Config, Contestant, Cross, Deal, Findings, PlayError, PlayOptions, Report, Rows, Sprt, Threads, Verdict,
    against_the_first, cross, games_table, luck, play,
};
use heist_engine::game::Game;
use heist_engine::with_game;

use crate::arena_text;
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Existing, JsonOption};
use crate::interrupt;
use crate::matches::{contestants, play_all};
use crate::parquet_file;
use crate::setup::{SetupOptions, split_specs};
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
/// won. An agent that cannot go on, or chooses an illegal action, loses that game: this counts as a fault, and the
/// first fault is quoted.
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
    with_game!(options.game.as_str(), G => compare::<G>(options, out), else name => Err(Failure::unknown_game(name)))
}

fn compare<G: Heuristics>(options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    let config = config::<G>(options)?;
    options.json.check()?;
    if let Some(path) = &options.parquet {
        files::check_target(path, Existing::Replace)?;
    }
    if let Some(folder) = &options.replays {
        prepare_replays(&config, folder, options)?;
    }
    let rows = options.parquet.as_ref().map(|_| Rows::default());
    let Some(report) = play_all(&config, options.resume.as_deref(), rows.as_ref())? else {
        notice("stopped before all contestants had finished the first deal; there is nothing to report");
        return Ok(Done::Interrupted);
    };
    let replays = match &options.replays {
        Some(folder) => Some(write_replays(&config, folder, report.games, options)?),
        None => None,
    };
    if let (Some(path), Some(rows)) = (&options.parquet, rows) {
        let table = games_table(&config, rows).map_err(Failure::input)?;
        parquet_file::write(&table, path)?;
    }
    let cross = options.cross.then(|| Cross::new(split_specs(&options.agents), &report));
    let found = Findings { report: &report, cross };
    options.json.write(&found, out)?;
    if !options.json.replaces_text() {
        arena_text::print::<G>(&report, found.cross.as_ref(), out)?;
    }
    let Some(missing) = missing(&report, replays, options) else {
        return Ok(Done::Well);
    };
    out.flush()?;
    notice(&missing);
    Ok(Done::Interrupted)
}

/// What a run that was stopped has left undone, if anything.
fn missing(report: &Report, replays: Option<Replays>, options: &Options) -> Option<String> {
    let is_decided = report.sprt.is_some_and(|sprt| sprt.verdict != Verdict::Undecided);
    let mut done = Vec::new();
    if report.games < report.requested && !is_decided {
        done.push(format!("{} of {} deals finished", report.games, report.requested));
    }
    if let Some(Replays { written, requested }) = replays
        && written < requested
    {
        done.push(format!("{written} of {requested} replays written"));
    }
    if done.is_empty() {
        return None;
    }
    let resumed = options.resume.as_ref().map(|_| "; the same command continues the run");
    Some(format!("stopped: {}{}", done.join(", "), resumed.unwrap_or_default()))
}

fn config<G: Heuristics>(options: &Options) -> Result<Config<G>, Failure> {
    let (setup_of, setup) = options.setup.template::<G>()?;
    let specs = split_specs(&options.agents);
    let agents = contestants::<G>(specs.iter().map(String::as_str), "--agents")?;
    let sprt = options.sprt.as_ref().map(|text| sprt(text, options)).transpose()?;
    if sprt.is_some() && agents.len() != 2 {
        let found = agents.len();
        return Err(Failure::input(format!("--sprt: --agents names {found}; expected two")));
    }
    let luck = match options.luck {
        true => Some(luck::foresight::<G>().ok_or_else(|| {
            Failure::input(format!(
                "--luck: {} has no estimate of positions to measure luck by",
                G::NAME
            ))
        })?),
        false => None,
    };
    if options.cross {
        let setup = setup_of(0);
        let seats = G::new(&setup).map_err(Failure::input)?.seats();
        if let Some(problem) = cross::problem(&agents, seats) {
            return Err(Failure::input(format!("--cross: {problem}")));
        }
    }
    let (contestants, pairs) = match options.cross {
        true => (cross::contestants(&agents), cross::pairs(agents.len())),
        false => {
            let pairs = against_the_first(agents.len());
            (agents, pairs)
        }
    };
    let config = Config {
        contestants,
        pairs,
        setup,
        setup_of,
        games: options.games,
        seed: options.seed,
        threads: Threads::new(options.threads.map_or(0, usize::from)),
        decision_limit: PlayOptions::DECISION_LIMIT,
        luck,
        sprt,
    };
    Ok(config)
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
fn replay_path<G: Game>(folder: &Path, deal: u64, place: usize, contestant: &Contestant<G>) -> PathBuf {
    let fit = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let name: String = contestant.name.chars().map(fit).collect();
    folder.join(format!("{}-{deal:06}-{}-{name}.jsonl", G::ID, place + 1))
}

fn prepare_replays<G: Game>(config: &Config<G>, folder: &Path, options: &Options) -> Result<(), Failure> {
    files::make_folder(folder)?;
    for deal in 0..u64::from(config.games) {
        if interrupt::is_wanted() {
            break;
        }
        for (place, contestant) in config.contestants.iter().enumerate() {
            files::check_target(
                &replay_path(folder, deal, place, contestant),
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

/// Plays the finished deals once more, step by step the same, and writes them down until the user stops it.
fn write_replays<G: Game>(
    config: &Config<G>,
    folder: &Path,
    games: u64,
    options: &Options,
) -> Result<Replays, Failure> {
    let mut replays = Replays {
        written: 0,
        requested: games * config.contestants.len() as u64,
    };
    let bar = progress(replays.requested, "replays");
    for number in 0..games {
        let deal: Deal<G> = config.deal(number).map_err(Failure::input)?;
        for (place, contestant) in config.contestants.iter().enumerate() {
            let recorded = PlayOptions {
                sight: contestant.sight,
                record: true,
                decision_limit: config.decision_limit,
                stop: &[interrupt::flag()],
            };
            let mut team = contestant.team(deal.world.seats(), number);
            let game = match play(&deal, &mut team, recorded) {
                Ok(game) => game,
                Err(PlayError::Stopped) => {
                    bar.finish_and_clear();
                    return Ok(replays);
                }
                Err(error) => return Err(Failure::input(error)),
            };
            let replay = deal.replay(game, contestant.agents(deal.world.seats(), number));
            let path = replay_path(folder, number, place, contestant);
            files::write_replay(&path, Existing::forced(options.force), &replay)?;
            replays.written += 1;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(replays)
}
