//! `heist arena`: agents over common deals.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_agents::Heuristics;
use heist_agents::arena::{
    ArenaError, Config, Contestant, Cross, Deal, Findings, GameSummary, PlayError, PlayOptions, Progress, Report, Rows,
    RunFolder, Sprt, Threads, against_the_first, cross, games_table, luck, play, resume, run,
};
use heist_engine::game::Game;
use heist_engine::with_game;
use indicatif::ProgressBar;

use crate::arena_text;
use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Existing, JsonOption};
use crate::interrupt;
use crate::parquet_file;
use crate::setup::{SetupOptions, split_specs};
use crate::terminal::progress;

/// Compare agents over common deals
///
/// Every contestant is a team of one kind of agent in all seats, and every contestant plays the same deals: the same
/// building, the same decks, the same dice as far as its choices allow. Differences are therefore taken deal by deal,
/// and are much sharper than those of unrelated games.
///
/// Example:
///
/// $ heist arena burgle-bros --scenario bank-job --seats 3 --agents random,heuristic --games 1000 --seed 7
///
/// The first table has a row for each contestant: games won, the win rate with its 95% Wilson interval, the mean number
/// of turns and decisions in a game, and microseconds a decision. The second compares the others with the first: the
/// mean difference over the deals, in points of the win rate, with its 95% bootstrap interval; an interval without 0 is
/// a difference that the deals show. The last says how the games ended that were not won. A game that an agent could not
/// go on with, or in which it chose what is not legal, is lost by a fault; the first fault is quoted.
///
/// All figures but the time are the same for any number of threads. Ctrl-C stops at the next decision of each game in play
/// and reports the deals that everybody has finished. With `--resume DIR` finished games are kept in a folder, and the same
/// command goes on from there, however it was ended.
///
/// Which of two agents is better, with as few games as it takes:
///
/// $ heist arena burgle-bros --seats 3 --agents heuristic,improve:sims=100 --games 10000 --sprt 0,50
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as `heist games` lists them
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten)]
    setup: SetupOptions,

    /// The contestants, separated by commas, as `heist agents` lists them; `clairvoyant+` before one shows it everything but
    /// the dice, for a bound to compare with
    #[arg(long, value_name = "SPECS", default_value = "random,heuristic")]
    agents: String,

    /// How many deals each contestant plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// The seed of all deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games are played side by side; one a processor core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Also take luck off, and show what is left: at each draw and roll what came is compared with what might have come,
    /// by the game's estimate of positions. The rates are as unbiased as the plain ones and vary less
    #[arg(long)]
    luck: bool,

    /// Stop as soon as a sequential test can tell whether the second agent's advantage over the first is ELO0 or ELO1.
    /// A deal counts 1, 1/2 or 0 as it does better, alike or worse
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, conflicts_with = "cross")]
    sprt: Option<String>,

    /// The chance that the test takes ELO1 where ELO0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,

    /// The chance that the test takes ELO0 where ELO1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    beta: f64,

    /// Cross-play: every agent in one seat, which goes round, with every agent in the others
    #[arg(long)]
    cross: bool,

    /// Keep finished games in this folder, and go on from those that are there; made if need be
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,

    /// Also write a row for every game to FILE as Parquet, replacing it
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,

    /// Also write a replay of every game into this folder
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,

    /// Replace replays that are there already
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    with_game!(options.game.as_str(), G => compare::<G>(options, out), else name => Err(Failure::unknown_game(name)))
}

fn compare<G: Heuristics>(options: &Options, out: &mut dyn Write) -> Outcome {
    let config = config::<G>(options)?;
    options.json.check()?;
    if let Some(path) = &options.parquet {
        files::check_target(path, Existing::Replace)?;
    }
    if let Some(folder) = &options.replays {
        prepare_replays(&config, folder, options)?;
    }
    let rows = options.parquet.as_ref().map(|_| Rows::default());
    let report = match play_all(&config, options.resume.as_deref(), rows.as_ref())? {
        Some(report) => report,
        None => {
            writeln!(out, "Stopped before any deal was finished by everybody.")?;
            return Ok(Done::Interrupted);
        }
    };
    if let Some(folder) = &options.replays {
        write_replays(&config, folder, report.games, options)?;
    }
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
    if interrupt::is_wanted() && report.games < report.requested {
        return Ok(Done::Interrupted);
    }
    Ok(Done::Well)
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

/// A contestant of each spec, clairvoyant if that stands before it; errors begin with `place`.
pub fn contestants<'a, G: Heuristics>(
    specs: impl Iterator<Item = &'a str>,
    place: &str,
) -> Result<Vec<Contestant<G>>, Failure> {
    let contestant = |text: &str| Contestant::read(text).map_err(|error| Failure::input(format!("{place}: {error}")));
    specs.map(contestant).collect()
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

/// Plays a run with a progress bar, from its folder if it has one; `None` if it was stopped before anything was finished.
pub fn play_all<G: Game>(
    config: &Config<G>,
    folder: Option<&Path>,
    rows: Option<&Rows>,
) -> Result<Option<Report>, Failure> {
    let folder = match folder {
        Some(path) => Some(RunFolder::open(path, config).map_err(Failure::input)?),
        None => None,
    };
    let games = |contestant: &Contestant<G>| u64::from(contestant.games.unwrap_or(config.games).min(config.games));
    let bar = progress(config.contestants.iter().map(games).sum(), "games");
    let watch = Watch { bar: &bar, rows };
    let played = match &folder {
        Some(folder) => resume(config, folder, &watch, interrupt::flag()),
        None => run(config, &watch, interrupt::flag()),
    };
    bar.finish_and_clear();
    match played {
        Ok(report) => Ok(Some(report)),
        Err(ArenaError::NothingFinished) => Ok(None),
        Err(error) => Err(Failure::input(error)),
    }
}

/// Moves the bar and keeps the games, if they are wanted.
struct Watch<'a> {
    bar: &'a ProgressBar,
    rows: Option<&'a Rows>,
}

impl Progress for Watch<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        self.bar.inc(1);
    }

    fn counted(&self, deal: u64, games: &[Option<GameSummary>]) {
        if let Some(rows) = self.rows {
            rows.add(deal, games);
        }
    }
}

/// The file of a game's replay.
fn replay_path<G: Game>(folder: &Path, deal: u64, place: usize, contestant: &Contestant<G>) -> PathBuf {
    let fit = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let name: String = contestant.name.chars().map(fit).collect();
    folder.join(format!("{}-{deal:06}-{}-{name}.jsonl", G::ID, place + 1))
}

fn prepare_replays<G: Game>(config: &Config<G>, folder: &Path, options: &Options) -> Result<(), Failure> {
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| Failure::file(folder, format!("cannot be made: {error}")))?;
    for deal in 0..u64::from(config.games) {
        for (place, contestant) in config.contestants.iter().enumerate() {
            files::check_target(
                &replay_path(folder, deal, place, contestant),
                Existing::forced(options.force),
            )?;
        }
    }
    Ok(())
}

/// Plays the finished deals once more, step by step the same, and writes them down.
fn write_replays<G: Game>(config: &Config<G>, folder: &Path, games: u64, options: &Options) -> Result<(), Failure> {
    let bar = progress(games * config.contestants.len() as u64, "replays");
    for number in 0..games {
        let deal: Deal<G> = config.deal(number).map_err(Failure::input)?;
        for (place, contestant) in config.contestants.iter().enumerate() {
            let recorded = PlayOptions {
                sight: contestant.sight,
                record: true,
                decision_limit: config.decision_limit,
                stop: &[],
            };
            let mut team = contestant.team(deal.world.seats(), number);
            let game = play(&deal, &mut team, recorded).map_err(|error: PlayError| Failure::input(error))?;
            let replay = deal.replay(game, contestant.agents(deal.world.seats(), number));
            let path = replay_path(folder, number, place, contestant);
            files::write_replay(&path, Existing::forced(options.force), &replay)?;
            bar.inc(1);
        }
        if interrupt::is_wanted() {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(())
}
