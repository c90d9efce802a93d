//! `heist hint`: what to do in a position, and why.

mod source;
mod words;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use heist_advice::{Hint, Prepared, prepare};
use heist_agents::protocol::{Effort, Question};
use heist_agents::{LEVELS, Level, Thinker};
use heist_draw::Style;
use heist_engine::any::{AnyGame, AnyState};
use heist_engine::game::Seat;

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, JsonOption};
use crate::interrupt;
use crate::setup;
use crate::terminal::{Live, live_height, waiting};
use source::{Asked, QuestionOptions};
use words::{Extent, Page};

/// Advise what to do in a position: all moves from best to worst, with their chances
///
/// FILE is a position, as `heist position` reads it, or a replay of a game. In a replay the question is the last
/// decision, or the one after --step steps; the advice uses what the player knew then, and is compared with what was
/// played.
///
/// Examples:
///
/// $ heist hint docs/examples/table.json
///
/// $ heist hint burgle-bros-7.jsonl --step 120 --level instant
///
/// $ heist hint docs/examples/table.json --move "peek 1:B1"
///
/// The advice comes first, with its chance to win, how sure it is, why, and what is likely to follow as far as that can
/// be foretold. The table has the best moves, each with its chance to win and a 95% interval, and the difference from
/// the best move with its interval, in the same simulated worlds. --explain tells the same of every move, with what it
/// may cost before the player's next turn (in Burgle Bros., Stealth), what the next player should do and what would
/// change the advice. --move asks why a move is not the advice. The last line repeats the answer.
///
/// On a terminal the answer improves while you watch; Ctrl-C stops the search and keeps the answer so far.
#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    question: QuestionOptions,

    /// How hard to think: instant, quick (0.3 s), strong (3 s) or proof (30 s)
    #[arg(long, value_name = "LEVEL", default_value = "strong", value_parser = read_level, help_heading = "Search")]
    level: &'static Level,

    /// An agent to ask instead, as `heist agents` lists them; `random`, `heuristic` and `policy` say what they
    /// play
    #[arg(long, value_name = "SPEC", conflicts_with = "level", help_heading = "Search")]
    agent: Option<String>,

    /// Also say why this move, in notation, is not the advice
    #[arg(long = "move", value_name = "MOVE", help_heading = "Question")]
    about: Option<String>,

    /// Say everything that was found out: of each move what is expected to follow, what it may cost and why it is not
    /// better
    #[arg(long, help_heading = "Output")]
    explain: bool,

    /// Say what the figures mean
    #[arg(long, help_heading = "Output")]
    legend: bool,

    /// How many moves to show
    #[arg(
        long,
        value_name = "K",
        default_value_t = 6,
        value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "Output"
    )]
    moves: u16,

    /// The seed of the search
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u64,

    #[command(flatten)]
    json: JsonOption,
}

/// How often the answer on a terminal is refreshed.
const REDRAW: Duration = Duration::from_millis(250);

/// How many moves are shown to a player in the middle of a game.
const IN_PLAY: usize = 3;

/// In how many worlds losses are sampled if an agent is named.
const SAMPLES: u64 = 400;

/// The level of a name; the error lists them.
pub fn read_level(text: &str) -> Result<&'static Level, String> {
    Level::find(text).map_err(|_| {
        let known: Vec<String> = LEVELS
            .iter()
            .map(|level| format!("{} ({})", level.name, level.summary))
            .collect();
        format!("expected one of: {}", known.join(", "))
    })
}

/// Runs the command.
pub fn command(options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    let question = &options.question;
    let text = files::read_text(&question.file)?;
    let id = source::game_of(&text, &question.file, question.game.as_deref())?;
    advise(setup::game(&id)?, &text, options, style, out)
}

fn advise(game: &dyn AnyGame, text: &str, options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    options.json.check()?;
    let asked = source::read(game, text, &options.question)?;
    let asked = match &options.about {
        Some(notation) => asked.about(notation)?,
        None => asked,
    };
    let (effort, samples) = search(options)?;
    let id = options.question.file.display().to_string();
    let live = live_height().filter(|_| !options.json.replaces_text()).map(Live::new);
    let question = Question {
        report_every: live.map(|_| REDRAW),
        ..asked.question(id, effort, samples, options.seed)
    };
    let prepared = prepare(&question).map_err(|remark| match remark.field.as_str() {
        "agent" => Failure::input(format!("--agent: {}", remark.text)),
        _ => Failure::input(remark.text),
    })?;
    let page = Page {
        asked: &asked,
        count: options.moves.into(),
        extent: match (options.explain, options.legend) {
            (true, _) => Extent::Whole,
            (false, true) => Extent::Legend,
            (false, false) => Extent::Short,
        },
        style,
    };
    if asked.state.branch_count() == 1 && !options.json.is_wanted() {
        page.only().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        return Ok(Done::Well);
    }
    let mut hint = answer(&*prepared, live, &page, out)?;
    let stopped = interrupt::flag().load(Ordering::Relaxed);
    hint.report = hint.report.ended(stopped);
    let written = options.json.write_and_print(&hint.report, out, |out| {
        let mut lines = page.lines(&hint).into_iter();
        Ok(lines.try_for_each(|line| writeln!(out, "{line}"))?)
    });
    if stopped {
        out.flush()?;
        let simulations = hint.report.totals.simulations;
        notice(&format!(
            "stopped early: the answer is that of {simulations} simulations"
        ));
    }
    written.map(|()| if stopped { Done::Interrupted } else { Done::Well })
}

/// Shows a player in the middle of a game the best moves; `view` is what the player knows.
pub fn tell(
    view: &dyn AnyState,
    seat: Seat,
    level: &'static Level,
    style: &Style,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let asked = Asked {
        state: view.copy(),
        seat,
        note: None,
        played: None,
        about: None,
    };
    let live = live_height().map(Live::new);
    let question = Question {
        report_every: live.map(|_| REDRAW),
        ..asked.question("hint".to_owned(), effort(level), level.samples, 0)
    };
    let prepared = prepare(&question).map_err(|remark| Failure::input(remark.text))?;
    let page = Page {
        asked: &asked,
        count: IN_PLAY,
        extent: Extent::Short,
        style,
    };
    let lines = match asked.state.branch_count() {
        1 => page.only(),
        _ => page.lines(&answer(&*prepared, live, &page, out)?),
    };
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// What searches, and in how many worlds losses are sampled.
fn search(options: &Options) -> Result<(Effort, u64), Failure> {
    match &options.agent {
        Some(text) => {
            let spec = text
                .parse()
                .map_err(|error| Failure::input(format!("--agent: {error}")));
            Ok((Effort::Agent(spec?), SAMPLES))
        }
        None => Ok((effort(options.level), options.level.samples)),
    }
}

/// The search that is recommended at a level, on all cores.
fn effort(level: &'static Level) -> Effort {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Effort::Level(level, Thinker::Recommended, cores.min(256))
}

/// Searches; on a terminal each interim answer is shown until the next one is there.
fn answer(prepared: &dyn Prepared, live: Option<Live>, page: &Page<'_>, out: &mut dyn Write) -> Result<Hint, Failure> {
    let Some(mut live) = live else {
        let spinner = waiting("thinking");
        let hint = prepared.hint(interrupt::flag(), &mut |_| ());
        spinner.finish_and_clear();
        return Ok(hint);
    };
    let mut shown = live.show(&page.waiting(), out);
    let mut tell = |hint: Hint| {
        if shown.is_ok() {
            shown = live.show(&page.lines(&hint), out);
        }
    };
    let hint = prepared.hint(interrupt::flag(), &mut tell);
    shown?;
    live.clear(out)?;
    Ok(hint)
}
