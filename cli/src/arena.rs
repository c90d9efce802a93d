//! `heist arena`: agents over common deals.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_agents::arena::{
    ArenaError, Config, Contestant, ContestantReport, Deal, FAULT, PlayError, PlayOptions, Progress, Report, play, run,
};
use heist_agents::{Heuristics, Spec};
use heist_engine::game::Game;
use heist_engine::with_game;
use indicatif::ProgressBar;

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Existing, JsonOption};
use crate::interrupt;
use crate::setup::{SetupOptions, split_specs};
use crate::terminal::{Table, progress};

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
/// All figures but the time are the same for any number of threads. Ctrl-C stops after the games in play and reports
/// the deals that everybody has finished.
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as `heist games` lists them
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten)]
    setup: SetupOptions,

    /// The contestants, separated by commas, as `heist agents` lists them
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
    let (setup_of, setup) = options.setup.template::<G>()?;
    let mut contestants = Vec::new();
    for text in split_specs(&options.agents) {
        let spec: Spec = text
            .parse()
            .map_err(|error| Failure::input(format!("--agents: {error}")))?;
        let contestant = Contestant::from_spec(&spec).map_err(|error| Failure::input(format!("--agents: {error}")))?;
        contestants.push(contestant);
    }
    let config: Config<G> = Config {
        contestants,
        setup,
        setup_of,
        games: options.games,
        seed: options.seed,
        threads: options.threads.map_or(0, usize::from),
        decision_limit: PlayOptions::DECISION_LIMIT,
    };
    options.json.check()?;
    if let Some(folder) = &options.replays {
        prepare_replays(&config, folder, options)?;
    }
    let bar = progress(u64::from(options.games) * config.contestants.len() as u64, "games");
    let played = run(&config, &Bar(&bar), interrupt::flag());
    bar.finish_and_clear();
    let report = match played {
        Ok(report) => report,
        Err(ArenaError::NothingFinished) => {
            writeln!(out, "Stopped before any deal was finished by everybody.")?;
            return Ok(Done::Interrupted);
        }
        Err(error) => return Err(Failure::input(error)),
    };
    if let Some(folder) = &options.replays {
        write_replays(&config, folder, report.games, options)?;
    }
    options.json.write(&report, out)?;
    if !options.json.replaces_text() {
        print::<G>(&report, out)?;
    }
    Ok(if interrupt::is_wanted() {
        Done::Interrupted
    } else {
        Done::Well
    })
}

struct Bar<'a>(&'a ProgressBar);

impl Progress for Bar<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        self.0.inc(1);
    }
}

fn print<G: Game>(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{}, {} deals with seed {}, setup {}",
        G::NAME,
        report.games,
        report.seed,
        report.setup
    )?;
    if report.games < report.requested {
        writeln!(out, "Stopped after {} of {} deals.", report.games, report.requested)?;
    }
    writeln!(out)?;
    let headings = [
        "agent",
        "wins",
        "win rate",
        "95% interval",
        "turns",
        "decisions",
        "us a decision",
    ];
    let mut table = Table::new(&headings, 1);
    for contestant in &report.contestants {
        table.row(vec![
            contestant.agent.clone(),
            contestant.wins.to_string(),
            format!("{:.1}%", 100.0 * contestant.win_rate),
            format!(
                "{:.1}% to {:.1}%",
                100.0 * contestant.wilson95[0],
                100.0 * contestant.wilson95[1]
            ),
            contestant
                .mean_turns
                .map_or("-".to_owned(), |turns| format!("{turns:.1}")),
            format!("{:.1}", contestant.mean_decisions),
            format!("{:.2}", contestant.decision_us_mean),
        ]);
    }
    table.print(out)?;
    if !report.paired.is_empty() {
        writeln!(out)?;
        let first = format!("compared to {}", report.contestants[0].agent);
        let mut table = Table::new(&[&first, "difference", "95% interval"], 1);
        for pair in &report.paired {
            let [low, high] = pair.interval95;
            table.row(vec![
                pair.agent.clone(),
                format!("{:+.1}", 100.0 * pair.difference),
                format!("{:+.1} to {:+.1}", 100.0 * low, 100.0 * high),
            ]);
        }
        table.print(out)?;
    }
    print_losses::<G>(&report.contestants, out)
}

fn print_losses<G: Game>(contestants: &[ContestantReport], out: &mut dyn Write) -> Result<(), Failure> {
    let occurs = |ending: &&&str| {
        contestants
            .iter()
            .any(|contestant| contestant.losses.get(ending).is_some())
    };
    let endings: Vec<&str> = G::ENDINGS.iter().filter(occurs).copied().collect();
    let has_faults = contestants.iter().any(|contestant| contestant.faults > 0);
    if endings.is_empty() && !has_faults {
        return Ok(());
    }
    writeln!(out)?;
    let faults: &[&str] = if has_faults { &[FAULT] } else { &[] };
    let mut table = Table::new(&[&["not won"], &endings[..], faults].concat(), 1);
    for contestant in contestants {
        let counts = endings
            .iter()
            .map(|ending| contestant.losses.get(ending).unwrap_or(0))
            .chain(has_faults.then_some(contestant.faults))
            .map(|count| count.to_string());
        table.row(std::iter::once(contestant.agent.clone()).chain(counts).collect());
    }
    table.print(out)?;
    print_faults(contestants, out)
}

fn print_faults(contestants: &[ContestantReport], out: &mut dyn Write) -> Result<(), Failure> {
    for contestant in contestants {
        if let Some(first) = &contestant.first_fault {
            writeln!(
                out,
                "\n{}: {} lost by a fault; the first in deal {}, seat {}: {}",
                contestant.agent,
                match contestant.faults {
                    1 => "1 game".to_owned(),
                    count => format!("{count} games"),
                },
                first.deal,
                first.seat,
                first.text
            )?;
        }
    }
    Ok(())
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
                record: true,
                decision_limit: config.decision_limit,
                stop: None,
            };
            let mut team = contestant.team(deal.world.seats());
            let game = play(&deal, &mut team, recorded).map_err(|error: PlayError| Failure::input(error))?;
            let replay = deal.replay(game, vec![contestant.name.clone()]);
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
