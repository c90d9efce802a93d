//! `heist replay`: what happened in a recorded game.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_draw::Style;
use heist_draw::any::{draw_text, explain};
use heist_engine::any::{self, AnyGame, AnyReplay, AnyState, AnyStep, figures_to_read, named_figures};
use heist_engine::game::{Actor, Seat, TeamResult};
use heist_engine::record::{Fault, ReplayError, read_header};
use heist_engine::registry::GameInfo;
use serde_json::{Map, Value, json};

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, JsonOption};
use crate::interrupt;
use crate::picture::SvgOption;
use crate::plain;
use crate::terminal::{Keyboard, Lines, Typed};

/// Summarise, verify or step through a recorded game
///
/// Replays are written by `heist play` and `heist arena --replays`. Every step carries the key of the state that it
/// leads to, so a replay proves what happened.
///
/// Example:
///
/// $ heist replay burgle-bros-7.jsonl --verify
///
/// Without options it prints the setup, who played, the number of steps and how the game ended. With --verify it checks
/// that the rules of this release lead through the same states: the exit code is 0 if every step is legal and every key
/// and the result agree, 1 if a key or the result differs. With --step it prints every step with its picture; on a
/// terminal Enter continues and q quits. With --svg a picture of the last state, or of the state after --at steps, is
/// written as an SVG file.
///
/// A file that is not a replay, is cut off or holds an illegal step is bad input, exit code 2; the message names the
/// line and the field.
#[derive(Debug, Args)]
pub struct Options {
    /// The replay
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Check that every key and the result agree
    #[arg(long)]
    verify: bool,

    /// Print every step with its picture
    #[arg(long)]
    step: bool,

    #[command(flatten)]
    svg: SvgOption,

    /// With --svg, draw the state after N steps; by default the last one
    #[arg(long, value_name = "N", requires = "svg", help_heading = "Output")]
    at: Option<usize>,

    #[command(flatten)]
    json: JsonOption,
}

/// Runs the command; `is_watched` if somebody sits at the terminal.
pub fn command(options: &Options, style: &Style, is_watched: bool, out: &mut dyn Write) -> Outcome {
    let header = read_header(files::open(&options.file)?).map_err(|error| Failure::file(&options.file, error))?;
    let game = any::find(&header.game).ok_or_else(|| {
        let message = Failure::unknown_game(&header.game).message();
        Failure::file(&options.file, format!("line 1, field `game`: {message}"))
    })?;
    show(game, options, style, is_watched, out)
}

fn show(game: &dyn AnyGame, options: &Options, style: &Style, is_watched: bool, out: &mut dyn Write) -> Outcome {
    options.svg.check()?;
    options.json.check()?;
    let is_told = !options.json.replaces_text();
    let replay = match game.read_replay(&mut files::open(&options.file)?) {
        Ok(replay) => replay,
        Err(error) if options.verify && is_verdict(&error) => {
            let problem = format!("{}: {error}", options.file.display());
            let verdict = json!({"game": game.info().id, "verified": false, "problem": problem});
            options.json.write_and_print(&verdict, out, |out| {
                writeln!(out, "{}", plain::message(&problem))?;
                Ok(writeln!(out, "Not verified.")?)
            })?;
            return Ok(Done::Negative);
        }
        Err(error) => return Err(Failure::file(&options.file, error)),
    };
    let replay = &*replay;
    if is_told {
        summarise(replay, out)?;
    }
    if options.verify && is_told {
        let count = replay.step_count();
        writeln!(
            out,
            "Verified: all {count} steps are legal, and every key and the result agree."
        )?;
    }
    // Wherever the files go, what has been printed so far comes before them.
    out.flush()?;
    let drawn = draw(replay, options);
    let mut summary = described(replay);
    if options.verify {
        summary.insert("verified".to_owned(), json!(true));
    }
    let written = options.json.write(&summary, out);
    drawn.and(written)?;
    if options.step && is_told {
        walk(replay, style, is_watched, out)
    } else {
        Ok(Done::Well)
    }
}

/// A replay for programs: what it is about, how long it is and how it ended.
pub fn described(replay: &dyn AnyReplay) -> Map<String, Value> {
    let setup = replay.setup();
    let game = setup.game().info();
    let (steps, decisions) = (replay.step_count(), decisions(replay));
    let result = replay.result().map(|result| {
        let figures = named_figures(game, &result).into_iter();
        let figures: Map<String, Value> = figures.map(|(name, figure)| (name.to_owned(), json!(figure))).collect();
        json!({"value": result.value, "ending": result.ending, "figures": figures})
    });
    let fields = [
        ("game", json!(game.id)),
        ("format", json!(game.format)),
        ("setup", Value::Object(setup.fields())),
        ("seed", json!(replay.seed())),
        ("players", json!(replay.agents())),
        ("steps", json!(steps)),
        ("decisions", json!(decisions)),
        ("draws", json!(steps - decisions)),
        ("result", json!(result)),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn decisions(replay: &dyn AnyReplay) -> usize {
    replay.steps().iter().filter(|step| step.seat.is_some()).count()
}

/// Writes the picture that is asked for, with the step that led to it.
fn draw(replay: &dyn AnyReplay, options: &Options) -> Result<(), Failure> {
    if !options.svg.is_wanted() {
        return Ok(());
    }
    let steps = replay.steps();
    let place = options.at.unwrap_or(steps.len());
    if place > steps.len() {
        let steps = steps.len();
        let message = format!("--at {place}: the replay has {steps} steps, expected 0 to {steps}");
        return Err(Failure::file(&options.file, message));
    }
    let mut before: Option<Box<dyn AnyState>> = None;
    for (number, state) in replay.states().enumerate() {
        let state = state.map_err(Failure::input)?;
        if number == place {
            let happened = before.map(|before| tell(&*before, &steps[place - 1]));
            return options.svg.write(&*state, happened);
        }
        before = Some(state);
    }
    Ok(())
}

/// Whether a replay is whole but does not agree with the rules of this release.
fn is_verdict(error: &ReplayError) -> bool {
    matches!(error.fault, Fault::Key | Fault::Result | Fault::World)
}

fn summarise(replay: &dyn AnyReplay, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = replay.setup();
    let game = setup.game().info();
    writeln!(out, "game     {} (format {})", game.name, game.format)?;
    writeln!(out, "setup    {}", plain::json(setup.text()))?;
    if let Some(seed) = replay.seed() {
        writeln!(out, "seed     {seed}")?;
    }
    if !replay.agents().is_empty() {
        // The author of the file chose these names.
        writeln!(out, "players  {}", plain::text(&replay.agents().join(", ")))?;
    }
    let (steps, decisions) = (replay.step_count(), decisions(replay));
    let draws = steps - decisions;
    writeln!(out, "steps    {steps} ({decisions} decisions, {draws} draws)")?;
    match &replay.result() {
        Some(result) => writeln!(out, "result   {}", describe(game, result))?,
        None => writeln!(out, "result   none: the game was stopped")?,
    }
    Ok(())
}

/// A result with its figures.
pub fn describe(game: &GameInfo, result: &TeamResult) -> String {
    let figures = figures_to_read(game, result);
    let figures: Vec<String> = figures
        .iter()
        .map(|(name, figure)| format!("{name} {figure}"))
        .collect();
    format!("{}; {}", result.ending, figures.join(", "))
}

/// A player and, if that player plays several characters, the one that acts.
pub fn who(state: &dyn AnyState, seat: Seat) -> String {
    let characters = state.characters();
    let own = characters.iter().filter(|(_, player)| *player == seat);
    match state.actor() {
        Some(Actor::Character(character)) if own.count() > 1 => {
            format!("player {seat}, {}", characters[usize::from(character)].0)
        }
        _ => format!("player {seat}"),
    }
}

/// A step in words, seen from the state before it.
pub fn tell(before: &dyn AnyState, step: &AnyStep) -> String {
    let who = match step.seat {
        Some(seat) => who(before, seat),
        None => "chance".to_owned(),
    };
    let explained = before
        .find(&step.notation)
        .ok()
        .and_then(|place| explain(before, place));
    // A step that was played is possible.
    let text = explained.map_or_else(String::new, |explained| explained.text);
    format!("{who}: {}  ({text})", step.notation)
}

fn walk(replay: &dyn AnyReplay, style: &Style, is_watched: bool, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    let mut keyboard = is_watched.then(Keyboard::listen);
    let mut states = replay.states();
    let first = states.next().transpose().map_err(Failure::input)?;
    let Some(mut state) = first else { return Ok(Done::Well) };
    writeln!(out, "\n{}", draw_text(&*state, style))?;
    let steps = replay.steps();
    for ((place, step), next) in steps.iter().enumerate().zip(states) {
        let after = next.map_err(Failure::input)?;
        if interrupt::is_wanted() {
            return stopped(place, steps.len(), out);
        }
        if let Some(keyboard) = &mut keyboard {
            write!(out, "[{} of {}] Enter continues, q quits: ", place + 1, steps.len())?;
            out.flush()?;
            match keyboard.line()? {
                Typed::Line(line) if line.trim() == "q" => return Ok(Done::Well),
                Typed::Line(_) => {}
                Typed::End => return Ok(Done::Well),
                Typed::Interrupt => return stopped(place, steps.len(), out),
            }
        }
        writeln!(out, "step {}  {}\n", place + 1, tell(&*state, step))?;
        writeln!(out, "{}", draw_text(&*after, style))?;
        state = after;
    }
    Ok(Done::Well)
}

/// Says how far a walk has come.
fn stopped(place: usize, steps: usize, out: &mut dyn Write) -> Outcome {
    out.flush()?;
    notice(&format!("stopped: {place} of {steps} steps shown"));
    Ok(Done::Interrupted)
}
