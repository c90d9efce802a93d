//! `heist calibrate`: what values of searches are worth as chances to win.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use heist_agents::arena::Threads;
use heist_agents::arena::calibrate::{
    Effort, Group, Limits, PlayedGame, Protocol, RecordError, Report, Setting, Setups, calibrate, record, shown,
};
use heist_agents::calibration;
use heist_agents::level::Level;
use heist_agents::parallel;
use heist_engine::any::AnyGame;
use heist_training::problem::{Bound, all_from, fields, out_of_range};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toml::Spanned;

use crate::arena_text::{percent, points, points_between};
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Ending, Existing, JsonOption};
use crate::interrupt;
use crate::matches::folder_failure;
use crate::setup::{self, Template};
use crate::terminal::{Table, progress};

/// Fit what values of searches are worth as chances to win, and measure how true the chances are that hints show
///
/// The value that a search finds is what a team may expect that plays on as its simulations do. Hints show the chance
/// to win of a team that goes on as the recommended agent plays. This command plays games of that agent in setups of
/// all kinds, looks into every twentieth decision or so, fits the chance to values and positions, and prints how far
/// the chances are from results, in games that they were not fitted on.
///
/// Example:
///
/// $ heist calibrate burgle-bros --out fit --games 1500
///
/// The fit is written to DIR/GAME.json; those of the project are in agents/data/calibration. Every finished game is
/// kept in DIR: Ctrl-C gives up those in play, and the same command, or one with more games, continues from there.
///
/// With --suite the setups are those of a TOML file, the agent thinks as long as the file says, nothing is fitted, and
/// the report is that of the shipped fit:
///
/// $ heist calibrate burgle-bros --suite benches/hints/calibration.toml --out measured --hours 1.5
///
/// Columns: games and positions; the mean chance shown, the mean value of the searches (raw) and the share won; shown
/// less won with its 95% interval, by bootstrap over games; the Brier score, that of a constant, and the 95% interval
/// of their difference.
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as listed by `heist games`
    #[arg(value_name = "GAME")]
    game: String,

    /// Keep finished games in DIR, continue from those that are there, and write the fit there; made if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,

    /// How many games there are to be; with --suite by default as many as it says
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=10_000_000),
        help_heading = "Games"
    )]
    games: Option<u64>,

    /// How many simulations the agent makes for a decision: each game has one of these numbers, separated by commas;
    /// one that is given twice is twice as likely. Games with few are cheap, and the fit says what those with many are
    /// like
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = PLAYED,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000),
        conflicts_with = "suite",
        help_heading = "Games"
    )]
    sims: Vec<u64>,

    /// The seed of all games
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "suite",
        help_heading = "Games"
    )]
    seed: u64,

    /// Begin no game after so many hours
    #[arg(long, value_name = "H", value_parser = hours, help_heading = "Games")]
    hours: Option<f64>,

    /// How many games are played in parallel; by default one per processor core
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = "Games"
    )]
    threads: Option<u16>,

    /// Measure the shipped fit in the setups of a suite
    #[arg(long, value_name = "FILE.toml", help_heading = "Games")]
    suite: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

/// Games that a fit is played on if nothing else is said.
const GAMES: u64 = 1_500;
/// The simulations of a decision while such games are played.
const PLAYED: &str = "250,1000";
/// Those of the searches in positions that are looked at: as many as hints of all levels make.
const LOOKED: [u64; 3] = [96, 384, 1_536];
/// One of so many decisions is looked at.
const EVERY: u64 = 20;
/// One of so many games is not fitted on, and measures the fit.
const HELD_OUT: u64 = 5;

fn hours(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|hours: &f64| *hours > 0.0 && *hours <= 10_000.0);
    number.ok_or_else(|| "expected a number of hours above 0, at most 10000".to_owned())
}

/// What a fit is measured in, as TOML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    /// What is measured, as a heading.
    title: String,
    /// The seed of all deals: one that nothing is fitted on.
    seed: u64,
    /// How many games of each setting.
    games: u64,
    /// One of so many decisions is looked at.
    every: u64,
    /// How long the agent thinks.
    level: Spanned<String>,
    /// The settings, of all games.
    settings: Vec<Spanned<Listed>>,
}

/// A setting of a suite.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// Its name, by which results are told.
    name: String,
    /// The game's name in commands.
    game: String,
    /// The setup without its seed.
    setup: Map<String, Value>,
}

const BOUNDS: &[Bound<Suite>] = &[
    Bound {
        field: "seed",
        range: all_from(0),
        bytes: 0,
        of: |suite| vec![suite.seed],
    },
    Bound {
        field: "games",
        range: 1..=1_000_000,
        bytes: 0,
        of: |suite| vec![suite.games],
    },
    Bound {
        field: "every",
        range: 1..=1_000_000,
        bytes: 0,
        of: |suite| vec![suite.every],
    },
];

impl Suite {
    fn read(path: &Path) -> Result<(Suite, String), Failure> {
        let text = files::read_text(path)?;
        if let Some((start, problem)) = out_of_range(&text, &fields(BOUNDS, "")) {
            let line = files::line_at(&text, start);
            return Err(Failure::file(path, format!("line {line}: {problem}")));
        }
        let suite: Suite = files::parsed_toml(path, &text)?;
        Ok((suite, text))
    }

    /// The settings of a game.
    fn settings(&self, path: &Path, text: &str, game: &'static dyn AnyGame) -> Result<Vec<Setting>, Failure> {
        let mut settings = Vec::new();
        for listed in &self.settings {
            let refused = |what: String| {
                let line = files::line_at(text, listed.span().start);
                Failure::file(path, format!("line {line}: {what}"))
            };
            let Listed { name, game: of, setup } = listed.as_ref();
            setup::game(of).map_err(|failure| refused(format!("field `game`: {}", failure.message())))?;
            if of != game.info().id {
                continue;
            }
            let template = Template::new(game, setup.clone());
            let template = template.map_err(|failure| refused(format!("field `setup`: {}", failure.message())))?;
            if settings.iter().any(|earlier: &Setting| earlier.name == *name) {
                return Err(refused(format!(
                    "field `name`: found `{name}` for the second time in a game; expected another one"
                )));
            }
            settings.push(Setting {
                name: name.clone(),
                setup: template.open().copy(),
            });
        }
        if settings.is_empty() {
            let found = format!(
                "field `settings`: found none of {}; expected at least one",
                game.info().id
            );
            Err(Failure::file(path, found))
        } else {
            Ok(settings)
        }
    }

    fn level(&self, path: &Path, text: &str) -> Result<&'static Level, Failure> {
        Level::find(self.level.as_ref()).map_err(|error| {
            let line = files::line_at(text, self.level.span().start);
            Failure::file(path, format!("line {line}: field `level`: {error}"))
        })
    }
}

/// What is printed, and written as JSON.
#[derive(Serialize)]
struct Measured<'a> {
    game: &'a str,
    title: &'a str,
    /// Who played.
    agent: &'a str,
    games: usize,
    requested: u64,
    #[serde(flatten)]
    report: &'a Report,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let game = setup::game(&options.game)?;
    let _deferred = interrupt::defer();
    options.json.check()?;
    let (protocol, title, wanted) = protocol(options, game)?;
    files::make_folder(&options.out)?;
    let threads = Threads::new(options.threads.map_or(0, usize::from));
    let bar = progress(wanted, "games");
    let limits = Limits {
        games: wanted,
        until: options
            .hours
            .map(|hours| Instant::now() + Duration::from_secs_f64(3600.0 * hours)),
        threads: &threads,
        tell: &|finished| bar.set_position(finished),
        stop: interrupt::flag(),
    };
    let played = record(game, &protocol, &options.out, &limits);
    bar.finish_and_clear();
    let played = played.map_err(failure)?;
    let agent = Effort::texts(&protocol.play).join(", ");
    let pool = threads.start().map_err(Failure::input)?;
    let mut ending = Ending::default();
    let found = parallel::install(&pool, || match options.suite {
        Some(_) => Report::of(&shown(game, calibration::shipped_for(game), &played), protocol.seed),
        None => held_out(game, &agent, &played, protocol.seed),
    });
    let folder = options.out.display();
    let stopped = (played.len() as u64) < wanted;
    let done = format!(
        "{} of {wanted} games finished; the same command continues",
        played.len()
    );
    let Some(report) = found else {
        notice(&format!("{done}: too few to say anything"));
        return Ok(if interrupt::is_wanted() {
            Done::Interrupted
        } else {
            Done::Well
        });
    };
    let measured = Measured {
        game: game.info().id,
        title: &title,
        agent: &agent,
        games: played.len(),
        requested: wanted,
        report: &report,
    };
    ending.note(
        options
            .json
            .write_and_print(&measured, out, |out| print(game, &measured, out)),
    );
    if options.suite.is_none() {
        let fitted = parallel::install(&pool, || calibrate(game, &agent, &played));
        if let Some(fitted) = fitted {
            let path = options.out.join(format!("{}.json", game.info().id));
            let text = fitted.text();
            let written = files::write_atomically(&path, Existing::Replace, |file| file.write_all(text.as_bytes()));
            if ending.note(written).is_some() && !options.json.replaces_text() {
                ending.note(
                    writeln!(out, "\nThe fit to all games is in {folder}/{}.json.", game.info().id)
                        .map_err(Failure::from),
                );
            }
        }
    }
    if stopped && !interrupt::is_wanted() {
        notice(&done);
    }
    let interrupted = (stopped && interrupt::is_wanted()).then_some(done);
    ending.finish(Done::Well, interrupted, "all games finished", out)
}

/// What is played, its title, and how many games of it.
fn protocol(options: &Options, game: &'static dyn AnyGame) -> Result<(Protocol, String, u64), Failure> {
    let Some(path) = &options.suite else {
        let protocol = Protocol {
            setups: Setups::Drawn,
            seed: options.seed,
            play: options.sims.iter().copied().map(Effort::Simulations).collect(),
            looks: LOOKED.map(Effort::Simulations).to_vec(),
            every: EVERY,
        };
        let title = "on games that it was not fitted on".to_owned();
        return Ok((protocol, title, options.games.unwrap_or(GAMES)));
    };
    let (suite, text) = Suite::read(path)?;
    let level = suite.level(path, &text)?;
    let settings = suite.settings(path, &text, game)?;
    let games = suite.games * settings.len() as u64;
    let protocol = Protocol {
        setups: Setups::Listed(settings),
        seed: suite.seed,
        play: vec![Effort::Level(level)],
        looks: vec![Effort::Level(level)],
        every: suite.every,
    };
    Ok((protocol, suite.title, options.games.unwrap_or(games)))
}

/// What a fit to four fifths of the games shows in the others.
fn held_out(game: &dyn AnyGame, agent: &str, played: &[PlayedGame], seed: u64) -> Option<Report> {
    let is_held_out = |played: &&PlayedGame| played.game % HELD_OUT == HELD_OUT - 1;
    let (held, fitted): (Vec<&PlayedGame>, Vec<&PlayedGame>) = played.iter().partition(is_held_out);
    let [held, fitted] = [held, fitted].map(|games| games.into_iter().cloned().collect::<Vec<PlayedGame>>());
    let fit = calibrate(game, agent, &fitted)?;
    Report::of(&shown(game, Some(&fit), &held), seed)
}

fn failure(error: RecordError) -> Failure {
    match error {
        RecordError::Folder(error) => folder_failure(error),
        error => Failure::input(error),
    }
}

fn print(game: &dyn AnyGame, measured: &Measured<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let Measured {
        games,
        requested,
        agent,
        ..
    } = measured;
    let name = game.info().name;
    writeln!(
        out,
        "{name}, {}: {games} of {requested} games with {agent} a decision",
        measured.title
    )?;
    let Report {
        all,
        settings,
        phases,
        deciles,
    } = measured.report;
    for groups in [std::slice::from_ref(all), settings, phases, deciles] {
        writeln!(out)?;
        let headings = [
            "",
            "games",
            "positions",
            "shown",
            "raw",
            "won",
            "shown - won",
            "95% interval",
            "Brier",
            "constant",
            "95% interval",
        ];
        let mut table = Table::new(&headings, 1);
        groups.iter().for_each(|group| table.row(row(group)));
        table.print(out)?;
    }
    Ok(())
}

fn row(group: &Group) -> Vec<String> {
    let [low, high] = group.brier_interval95;
    vec![
        group.name.clone(),
        group.games.to_string(),
        group.positions.to_string(),
        percent(group.shown),
        percent(group.raw),
        percent(group.won),
        points(group.difference),
        points_between(group.difference_interval95),
        format!("{:.3}", group.brier),
        format!("{:.3}", group.brier_of_constant),
        format!("{low:+.3} to {high:+.3}"),
    ]
}

#[cfg(test)]
mod tests {
    use heist_engine::any;

    use super::*;

    #[test]
    fn the_suite_of_the_project_can_be_measured() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../benches/hints/calibration.toml");
        let (suite, text) = Suite::read(&path).expect("it is a suite");
        assert_eq!(suite.level(&path, &text).expect("a level").name, "quick");
        let of_game = |game: &&'static dyn AnyGame| suite.settings(&path, &text, *game).map_or(0, |found| found.len());
        let counts: Vec<usize> = any::games().iter().map(of_game).collect();
        assert_eq!(counts.iter().sum::<usize>(), suite.settings.len(), "{counts:?}");
        assert!(counts.iter().filter(|count| **count > 0).count() >= 4, "{counts:?}");
    }
}
