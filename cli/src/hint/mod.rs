//! `heist hint`: what to do in a position, and why.

mod source;
mod words;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use heist_agents::protocol::report::{About, Report};
use heist_agents::spec::{analysis_factory, search_factory};
use heist_agents::{Analysis, Heuristics, Inquiry, LEVELS, Level, Search, Spec, Told};
use heist_draw::{Draw, Style};
use heist_engine::game::Seat;
use heist_engine::registry::Listed;
use heist_engine::with_game;

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, JsonOption};
use crate::interrupt;
use crate::terminal::{Live, live_height, waiting};
use source::{Asked, QuestionOptions};
use words::Page;

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
/// Every move is listed with its chance to win and a 95% interval, the difference from the best move with its interval,
/// what it is expected to cost before the player's next turn (in Burgle Bros., Stealth), and the probability that it is
/// the best of all. Moves that the simulations cannot distinguish from the best are marked as such; moves that lead to
/// the same state are counted as one. Then comes what is likely to follow: at each draw the likeliest outcome, with its
/// probability.
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
    with_game!(
        id.as_str(),
        G => advise::<G>(&text, options, style, out),
        else name => Err(Failure::unknown_game(name))
    )
}

fn advise<G: Listed + Draw + Heuristics>(text: &str, options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    options.json.check()?;
    let asked: Asked<G> = source::read(text, &options.question)?;
    let (spec, samples) = search(&asked.state, options)?;
    let mut search = analysis_factory::<G>(&spec).map_err(|error| Failure::input(format!("--agent: {error}")))?();
    let inquiry = asked.inquiry(samples, options.seed);
    let page = Page {
        asked: &asked,
        agent: &spec,
        seed: inquiry.seed,
        count: options.moves.into(),
        style,
    };
    if let ([only], false) = (&inquiry.moves[..], options.json.is_wanted()) {
        page.only(*only).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        return Ok(Done::Well);
    }
    let live = live_height().filter(|_| !options.json.replaces_text()).map(Live::new);
    let analysis = answer(&inquiry, search.as_mut(), live, &page, out)?;
    let stopped = interrupt::flag().load(Ordering::Relaxed);
    let about = About {
        id: options.question.file.display().to_string(),
        seat: inquiry.seat,
        agent: spec.to_string(),
        seed: inquiry.seed,
    };
    let report = Report {
        stopped,
        ..Report::new(&about, &inquiry.state, &analysis)
    };
    options.json.write(&report, out)?;
    if !options.json.replaces_text() {
        page.lines(&analysis)
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if stopped {
        out.flush()?;
        let simulations = analysis.totals.simulations;
        notice(&format!(
            "stopped early: the answer is that of {simulations} simulations"
        ));
        return Ok(Done::Interrupted);
    }
    Ok(Done::Well)
}

/// Shows a player in the middle of a game the best moves; `view` is what the player knows.
pub fn tell<G: Draw + Heuristics>(
    view: &G,
    seat: Seat,
    level: &Level,
    style: &Style,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let spec = level_spec(view, level)?;
    let mut search = search_factory::<G>(&spec).map_err(Failure::input)?();
    let asked = Asked {
        state: view.clone(),
        seat,
        note: None,
        played: None,
    };
    let inquiry = asked.inquiry(level.samples, 0);
    let page = Page {
        asked: &asked,
        agent: &spec,
        seed: inquiry.seed,
        count: IN_PLAY,
        style,
    };
    let lines = match inquiry.moves[..] {
        [only] => page.only(only),
        _ => page.lines(&answer(
            &inquiry,
            search.as_mut(),
            live_height().map(Live::new),
            &page,
            out,
        )?),
    };
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// What searches a state, and in how many worlds losses are sampled.
fn search<G: Heuristics>(state: &G, options: &Options) -> Result<(Spec, u64), Failure> {
    match &options.agent {
        Some(text) => {
            let spec = text
                .parse()
                .map_err(|error| Failure::input(format!("--agent: {error}")));
            Ok((spec?, SAMPLES))
        }
        None => Ok((level_spec(state, options.level)?, options.level.samples)),
    }
}

/// The search that is recommended for a state at a level, on all cores.
fn level_spec<G: Heuristics>(state: &G, level: &Level) -> Result<Spec, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    level.spec(state, cores.min(256)).map_err(Failure::input)
}

/// Searches; on a terminal each interim answer is shown until the next one is there.
fn answer<G: Draw + Heuristics>(
    inquiry: &Inquiry<G>,
    search: &mut dyn Search<G>,
    live: Option<Live>,
    page: &Page<'_, G>,
    out: &mut dyn Write,
) -> Result<Analysis<G>, Failure> {
    let Some(mut live) = live else {
        let spinner = waiting("thinking");
        let analysis = inquiry.answer(search, interrupt::flag(), None);
        spinner.finish_and_clear();
        return Ok(analysis);
    };
    let mut shown = live.show(&page.waiting(), out);
    let mut tell = |analysis: Analysis<G>| {
        if shown.is_ok() {
            shown = live.show(&page.lines(&analysis), out);
        }
    };
    let told = Told {
        every: REDRAW,
        tell: &mut tell,
    };
    let analysis = inquiry.answer(search, interrupt::flag(), Some(told));
    shown?;
    live.clear(out)?;
    Ok(analysis)
}
