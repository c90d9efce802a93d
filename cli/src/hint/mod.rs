//! `heist hint`: what to do in a position, and why.

mod source;
mod words;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use heist_agents::protocol::report::{About, Report};
use heist_agents::spec::{analysis_factory, search_factory};
use heist_agents::{Analysis, Heuristics, Inquiry, LEVELS, Level, Search, Spec, Told};
use heist_draw::{Draw, Style};
use heist_engine::game::Seat;
use heist_engine::with_game;

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, JsonOption};
use crate::interrupt;
use crate::terminal::{Live, live_height};
use source::Asked;
use words::Page;

/// Say what to do in a position: the moves from the best to the worst, with their chances
///
/// FILE is a position, as `heist position` reads it, or a replay of a game. Of a replay the last decision is taken, or
/// that after --step steps; it is shown what the player knew then, and compared with what was played.
///
/// Example:
///
/// $ heist hint table.json
///
/// $ heist hint burgle-bros-7.jsonl --step 120 --level instant
///
/// Every move has its chance to win with a 95% interval, what it gives away against the best with the interval of the
/// difference, what it is expected to cost until the player's next turn (in Burgle Bros. Stealth), and the chance that
/// it is the best of all. Moves that the simulations cannot tell from the best are listed as such; moves that lead to the same state are
/// one. Then comes what is likely to follow: at each draw the likeliest outcome, with its probability.
///
/// On a terminal the answer improves while it is worked out, and Ctrl-C takes it as it is.
#[derive(Debug, Args)]
pub struct Options {
    /// The position or the replay
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Of a replay, the decision after so many steps; the last one if not given
    #[arg(long, value_name = "N")]
    step: Option<usize>,

    /// The player who asks, from 1: of a replay without --step, the last decision of that player
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..))]
    seat: Option<u8>,

    /// How hard to think: instant, quick (0.3 s), strong (3 s) or proof (30 s)
    #[arg(long, value_name = "LEVEL", default_value = "strong", value_parser = read_level)]
    level: &'static Level,

    /// The search to ask instead, as `heist agents` lists them, such as mcts:time=3
    #[arg(long, value_name = "SPEC", conflicts_with = "level")]
    agent: Option<Spec>,

    /// How many moves to show
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
    moves: u16,

    /// The seed of the search
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The game, for a position that does not name it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Accept contradictions of a position that may be overridden
    #[arg(long = "override")]
    overrides: bool,

    #[command(flatten)]
    json: JsonOption,
}

/// How often a terminal is told the state of things.
const REDRAW: Duration = Duration::from_millis(250);

/// How many moves a player in the middle of a game is shown.
const IN_PLAY: usize = 3;

/// In how many worlds losses are sampled where an agent is named.
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
    let text = files::read_text(&options.file)?;
    let id = source::game_of(&text, &options.file, options.game.as_deref())?;
    with_game!(
        id.as_str(),
        G => advise::<G>(&text, options, style, out),
        else name => Err(Failure::unknown_game(name))
    )
}

fn advise<G: Draw + Heuristics>(text: &str, options: &Options, style: &Style, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let (spec, samples) = search::<G>(options)?;
    let mut search = analysis_factory::<G>(&spec).map_err(|error| Failure::input(format!("--agent: {error}")))?();
    let asked: Asked<G> = source::read(text, options)?;
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
        id: options.file.display().to_string(),
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
    Ok(if stopped { Done::Interrupted } else { Done::Well })
}

/// Tells a player in the middle of a game what the best moves are; `view` is what he knows.
pub fn tell<G: Draw + Heuristics>(
    view: &G,
    seat: Seat,
    level: &Level,
    style: &Style,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let spec = level_spec::<G>(level)?;
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

/// The search, and in how many worlds losses are sampled.
fn search<G: Heuristics>(options: &Options) -> Result<(Spec, u64), Failure> {
    match &options.agent {
        Some(spec) => Ok((spec.clone(), SAMPLES)),
        None => Ok((level_spec::<G>(options.level)?, options.level.samples)),
    }
}

fn level_spec<G: Heuristics>(level: &Level) -> Result<Spec, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    level.spec::<G>(cores.min(256)).map_err(Failure::input)
}

/// Searches; on a terminal every state of things is shown until the next one is there.
fn answer<G: Draw + Heuristics>(
    inquiry: &Inquiry<G>,
    search: &mut dyn Search<G>,
    live: Option<Live>,
    page: &Page<'_, G>,
    out: &mut dyn Write,
) -> Result<Analysis<G>, Failure> {
    let Some(mut live) = live else {
        return Ok(inquiry.answer(search, interrupt::flag(), None));
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

/// A message about an option that does not go with a file.
fn option_failure(option: &str, path: &Path, message: &str) -> Failure {
    Failure::input(format!("{option}: {}: {message}", path.display()))
}
