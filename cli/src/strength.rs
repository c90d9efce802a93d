//! `heist strength`: how strong agents are, by fixed suites, as Markdown.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_agents::arena::{Adjusted, ContestantReport, Report};
use serde::Serialize;

use crate::arena_text::{percent, percents, points, points_between};
use crate::curve::{self, Line, Point};
use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Ending, Existing, JsonOption};
use crate::grid::{self, Cell};
use crate::interrupt;
use crate::matches::play_all;
use crate::plain;
use crate::suite::{Entry, Suite};

/// Measure how strong agents are by fixed suites, and print tables in Markdown
///
/// A suite is a TOML file that says who plays which game and how often; those of the project are in benches/suites.
/// Each gives a table: wins with their Wilson interval, the luck-adjusted win rate (still unbiased, with a narrower
/// interval), the difference from the first agent over the same deals, and the time per decision. A suite with a curve
/// also gives a picture of the win rates over its numbers; one with a grid gives tables of win rates by fields of the
/// setup.
///
/// Example:
///
/// $ heist strength benches/suites/bank-job-quick.toml --resume runs --svg docs/strength
///
/// The exit code is 1 if an agent lost games to faults.
///
/// Long suites take hours. With `--resume DIR` every finished game is kept, Ctrl-C gives up those in play, and the
/// same command continues from there. Agents and games may be added to a suite; nothing is played twice.
#[derive(Debug, Args)]
pub struct Options {
    /// The suites
    #[arg(value_name = "SUITE.toml", required = true)]
    suites: Vec<PathBuf>,

    /// Keep finished games in folders within DIR, each named after its suite, and continue from those that are there
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    resume: Option<PathBuf>,

    /// Draw curves into DIR, each named after its suite. The tables link to them as from a Markdown file beside DIR
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    svg: Option<PathBuf>,

    /// How many games are played in parallel; by default one per processor core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    json: JsonOption,
}

/// A suite's result in JSON.
#[derive(Serialize)]
struct Measured {
    suite: String,
    title: String,
    #[serde(flatten)]
    report: Report,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    options.json.check()?;
    let mut suites = Vec::new();
    // All suites are read before any is played: a mistake in the last one does not wait for the first.
    for path in &options.suites {
        let suite = Suite::read(path)?;
        suite.game(path)?;
        suite
            .cells()
            .iter()
            .try_for_each(|cell| suite.config(cell, path, 1).map(drop))?;
        suites.push((path, suite));
    }
    for folder in [&options.svg, &options.resume].into_iter().flatten() {
        files::make_folder(folder)?;
    }
    let (mut all, mut ending) = (Vec::new(), Ending::default());
    let planned = suites.iter().map(|(_, suite)| suite.cells().len()).sum();
    for (path, suite) in suites {
        match measure(options, path, &suite, &mut ending, out) {
            Ok(measured) => all.extend(measured),
            Err(failure) if all.is_empty() => return Err(failure),
            // What was measured before is kept.
            failed => {
                ending.note(failed);
                break;
            }
        }
        // What was measured is seen before the next suite is through.
        if ending.note(out.flush().map_err(Failure::from)).is_none() {
            break;
        }
        if interrupt::is_wanted() {
            break;
        }
    }
    ending.note(options.json.write(&all, out));
    let complete = format!(
        "{planned} of {planned} {} finished{}",
        unit(planned, options),
        resumed(options)
    );
    let done = if all.iter().any(|one| one.report.has_faults()) {
        Done::Negative
    } else {
        Done::Well
    };
    ending.finish(done, missing(&all, planned, options), &complete, out)
}

/// What is counted when `planned` setups are played: suites, if each has one.
fn unit(planned: usize, options: &Options) -> &'static str {
    if planned == options.suites.len() {
        "suites"
    } else {
        "setups"
    }
}

/// That the same command goes on, if it does.
fn resumed(options: &Options) -> &'static str {
    match options.resume {
        Some(_) => "; the same command continues",
        None => "",
    }
}

/// What suites that were stopped have left undone, if anything. `planned` counts the setups of all suites.
fn missing(all: &[Measured], planned: usize, options: &Options) -> Option<String> {
    let is_whole = |one: &&Measured| one.report.games == one.report.requested;
    let whole = all.iter().filter(is_whole).count();
    if whole == planned {
        return None;
    }
    let partial = all.iter().find(|one| !is_whole(one)).map(|one| {
        let Report { games, requested, .. } = one.report;
        format!(", and {games} of {requested} deals of {}", one.suite)
    });
    let (what, partial) = (unit(planned, options), partial.unwrap_or_default());
    Some(format!(
        "{whole} of {planned} {what} finished{partial}{}",
        resumed(options)
    ))
}

/// Plays a suite and prints its tables. Returns a result for each of its setups, without those that were stopped before
/// there was anything to print. `ending` learns how its picture and its tables went.
fn measure(
    options: &Options,
    path: &Path,
    suite: &Suite,
    ending: &mut Ending,
    out: &mut dyn Write,
) -> Result<Vec<Measured>, Failure> {
    let stem = path
        .file_stem()
        .map_or_else(|| "suite".into(), |stem| stem.to_string_lossy());
    let played = play(options, path, suite, &stem)?;
    let entries = suite.entries();
    let picture = match (&options.svg, &suite.curve, played.first()) {
        (Some(folder), Some(_), Some((_, report))) => ending.note(draw(folder, &stem, suite, &entries, report)),
        _ => None,
    };
    if !options.json.replaces_text() {
        ending.note(print(path, suite, &entries, &played, picture.as_deref(), out));
    }
    let measured = |(_, report)| Measured {
        suite: stem.to_string(),
        title: suite.title.clone(),
        report,
    };
    Ok(played.into_iter().map(measured).collect())
}

/// Plays the setups of a suite, one after the other, until it is stopped.
fn play(options: &Options, path: &Path, suite: &Suite, stem: &str) -> Result<Vec<(Cell, Report)>, Failure> {
    let threads = options.threads.map_or(0, usize::from);
    let mut played = Vec::new();
    for cell in suite.cells() {
        if interrupt::is_wanted() {
            break;
        }
        let config = suite.config(&cell, path, threads)?;
        let folder = options.resume.as_ref().map(|folder| folder.join(stem));
        let folder = folder.map(|folder| cell.folder.iter().fold(folder, |folder, part| folder.join(part)));
        let Some(report) = play_all(&*config, folder.as_deref(), None)? else {
            break;
        };
        played.push((cell, report));
    }
    Ok(played)
}

/// The tables of a suite, if there is anything in them.
fn print(
    path: &Path,
    suite: &Suite,
    entries: &[Entry],
    played: &[(Cell, Report)],
    picture: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some((_, first)) = played.first() else {
        return Ok(());
    };
    heading(path, suite, suite.game(path)?.info().name, first, out)?;
    match suite.grid {
        Some(_) => {
            let agents: Vec<String> = entries.iter().map(|entry| entry.spec.clone()).collect();
            grid::print(suite.axes(), played, &agents, out)?;
            Ok(writeln!(out)?)
        }
        None => table(suite, first, picture, out),
    }
}

/// The heading of a suite's tables: its title, its command, and what is played.
fn heading(path: &Path, suite: &Suite, game: &str, report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "### {}\n", plain::text(&suite.title))?;
    let file = path.display().to_string();
    writeln!(out, "```console\n$ heist strength {}\n```\n", plain::text(&file))?;
    match &suite.grid {
        Some(_) => {
            let setup = serde_json::Value::Object(suite.setup.as_ref().clone());
            let deals = report.requested;
            let seed = report.seed;
            writeln!(
                out,
                "{game}, {deals} deals with seed {seed} in each cell, setup `{setup}`. In brackets the 95% interval."
            )?;
        }
        None => writeln!(
            out,
            "{game}, up to {} deals with seed {}, setup `{}`. Intervals are 95%; *games x N*: the unadjusted figure \
             needs N times as many games for an interval as narrow.",
            report.games, report.seed, report.setup
        )?,
    }
    Ok(())
}

/// The table of a suite without a grid.
fn table(suite: &Suite, report: &Report, picture: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let first = &report.contestants[0].agent;
    let title = plain::text(&suite.title);
    if report.games < report.requested {
        writeln!(out, "\nStopped after {} of {} deals.", report.games, report.requested)?;
    }
    if let (Some(picture), Some(curve)) = (picture, &suite.curve) {
        let label = plain::text(&curve.as_ref().label);
        writeln!(out, "\n![{title}: games won over {label}]({picture})")?;
    }
    writeln!(
        out,
        "\n| agent | games | wins | win rate | luck-adjusted | vs. `{first}`, points | the same, luck-adjusted | per \
         decision | turns |"
    )?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")?;
    for (place, contestant) in report.contestants.iter().enumerate() {
        let pair = place.checked_sub(1).and_then(|place| report.paired.get(place));
        let cells = [
            format!("`{}`", contestant.agent),
            contestant.games.to_string(),
            contestant.wins.to_string(),
            with_interval(percent(contestant.win_rate), percents(contestant.wilson95)),
            adjusted(contestant.luck_adjusted, percent, percents),
            pair.map_or(none(), |pair| {
                with_interval(points(pair.difference), points_between(pair.interval95))
            }),
            adjusted(pair.and_then(|pair| pair.luck_adjusted), points, points_between),
            time(contestant),
            headline(contestant),
        ];
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)?;
    Ok(())
}

/// The means of the game's headline figures.
fn headline(contestant: &ContestantReport) -> String {
    let means: Vec<String> = contestant
        .headline
        .0
        .iter()
        .map(|(_, mean)| format!("{mean:.1}"))
        .collect();
    if means.is_empty() { none() } else { means.join(", ") }
}

fn none() -> String {
    "-".to_owned()
}

fn with_interval(value: String, interval: String) -> String {
    format!("{value} ({interval})")
}

/// A luck-adjusted mean, its interval, and how many times as many games it is worth.
fn adjusted(adjusted: Option<Adjusted>, mean: fn(f64) -> String, interval: fn([f64; 2]) -> String) -> String {
    adjusted.map_or(none(), |adjusted| {
        let ratio = adjusted.variance_ratio;
        let games = ratio.map_or(String::new(), |ratio| format!(", games x {ratio:.2}"));
        let ends = interval(adjusted.interval95);
        format!("{} ({ends}{games})", mean(adjusted.mean))
    })
}

/// The mean time of a decision, in a unit that suits it.
fn time(contestant: &ContestantReport) -> String {
    let microseconds = contestant.decision_us_mean;
    let (number, unit) = match microseconds {
        us if us < 1e3 => (us, "us"),
        us if us < 1e6 => (us / 1e3, "ms"),
        us => (us / 1e6, "s"),
    };
    let digits = 2usize.saturating_sub(number.max(1.0).log10() as usize);
    format!("{number:.digits$} {unit}")
}

/// Draws a suite's curve. Returns how a Markdown file beside its folder refers to it.
fn draw(folder: &Path, stem: &str, suite: &Suite, entries: &[Entry], report: &Report) -> Result<String, Failure> {
    let mut lines: Vec<Line> = suite
        .agents
        .iter()
        .map(|agent| Line {
            name: agent.as_ref().replace("{x}", "x"),
            points: Vec::new(),
        })
        .collect();
    for (entry, contestant) in entries.iter().zip(&report.contestants) {
        lines[entry.agent].points.push(Point {
            x: entry.x,
            share: contestant.win_rate,
            interval: contestant.wilson95,
        });
    }
    let label = suite.curve.as_ref().map_or("", |curve| curve.as_ref().label.as_str());
    let picture = curve::svg(&suite.title, label, &lines).map_err(Failure::input)?;
    let name = format!("{stem}.svg");
    let path = folder.join(&name);
    files::write_atomically(&path, Existing::Replace, |out| out.write_all(picture.as_bytes()))?;
    Ok(match folder.file_name() {
        Some(folder) => format!("{}/{name}", folder.to_string_lossy()),
        None => name,
    })
}
