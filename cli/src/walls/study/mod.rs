//! `heist walls study`: how walls affect difficulty.

mod entry;
mod folder;
mod found;
mod layouts;
mod play;
mod plots;
mod rows;
mod text;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_engine::any::AnyGame;
use heist_engine::board::MEASURES;
use heist_engine::describe::{FieldKind, SetupField};
use heist_engine::registry::GameInfo;
use serde_json::{Map, Value};

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Ending, JsonOption};
use crate::interrupt;
use crate::setup::{self, SetupOptions, split_specs};
use crate::terminal::waiting;
use crate::walls::shape::game_of;
use entry::Entry;
use found::{Found, OfAgent};
use layouts::{Layouts, SCENARIO};
use play::Play;

/// Study how walls affect difficulty: many random layouts, their measures, and how often agents win on them
///
/// Every layout is played with the same deals. The scenario's own layout is played beside the random ones, which are
/// those of `heist walls random` with the same scenario and seed.
///
/// Example:
///
/// $ heist walls study --scenario office-job --seats 3 --agents heuristic --layouts 200 --games 200 --out study
///
/// The first table shows how much layouts differ: the mean win rate; the standard deviation (SD) of the layouts' win
/// rates with chance removed, in percentage points; the SD as measured; the SD that chance alone would give; and the
/// result on the scenario's own layout. Then, for each agent, each measure: its correlation with the win rate; the
/// slope, which is the change of the win rate in percentage points when the measure rises by one; the same for a rise
/// by one SD; and its slope in a regression on several measures jointly. All intervals are 95%; those of measures come
/// from a bootstrap over the layouts. Chance biases correlations and the explained share of the variance (R2) towards
/// 0, but not slopes; the text says what a perfect measure could be expected to reach. Measures are correlated with
/// each other, so one that predicts winning need not be its cause.
///
/// A game that an agent cannot go on with is a loss; the first such fault is quoted on standard error, and the exit
/// code is 1.
///
/// With --out DIR the games, drawings, a Parquet file and a picture for each agent are kept in a folder. After Ctrl-C,
/// or if it was killed, the same command continues from there; so does one with more layouts or agents.
#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten, next_help_heading = "Setup")]
    setup: SetupOptions,

    /// How many random layouts
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(3..=1_000_000),
        help_heading = "Study"
    )]
    layouts: u32,

    /// How many deals on each layout
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(2..),
        help_heading = "Study"
    )]
    games: u32,

    /// The agents, separated by commas, as listed by `heist agents`
    #[arg(long, value_name = "SPECS", default_value = "heuristic", help_heading = "Study")]
    agents: String,

    /// The measures of the joint regression, separated by commas, as listed by `heist walls show`
    #[arg(
        long,
        value_name = "NAMES",
        default_value = "mean-route,bridges,dead-ends,busiest-square",
        help_heading = "Study"
    )]
    joint: String,

    /// The seed of all layouts and deals
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Study")]
    seed: u64,

    /// How many games are played in parallel; by default one per processor core
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = "Study"
    )]
    threads: Option<u16>,

    /// Keep games and results in this folder, and continue from the games that are there; made if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

/// Random layouts without which there is nothing to say.
const FEWEST: usize = 3;

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    // A scenario without walls is refused by the first game that has some.
    let game = game_of(options.setup.text_of(SCENARIO)).or_else(|| game_of(None));
    let none = || Failure::input("no game here has scenarios whose walls may be drawn");
    study(setup::game(game.ok_or_else(none)?.id)?, options, out)
}

fn study(game: &dyn AnyGame, options: &Options, out: &mut dyn Write) -> Outcome {
    let deferred = interrupt::defer();
    options.json.check()?;
    if let Some(folder) = &options.out {
        files::check_folder(folder)?;
    }
    let walls = drawing_field(game.info())?;
    if let Some(option) = options.setup.option_of(walls.name) {
        let message = format!("{option}: a study draws the walls itself; expected a setup without walls");
        return Err(Failure::Input(message));
    }
    let joint_places = joint_places(&options.joint)?;
    let specs = split_specs(&options.agents);
    let setup = setup_without(walls, game, &options.setup)?;
    let layouts = Layouts::new(game.info().blueprints, &setup)?;
    let scenario = layouts.scenario;
    let play = Play {
        game,
        specs: &specs,
        setup: &setup,
        walls: walls.name,
        games: options.games,
        seed: options.seed,
        threads: options.threads.map_or(0, usize::from),
        folder: options.out.as_deref(),
    };
    // Everything is tried before anything is played or written.
    let names: Vec<String> = play
        .config(&layouts.first(options.seed))?
        .names()
        .into_iter()
        .map(str::to_owned)
        .collect();
    let Some(mut entries) = layouts.entries(options.layouts, options.seed)? else {
        notice("stopped while the layouts were drawn, before any game");
        return Ok(Done::Interrupted);
    };
    if let Some(folder) = &options.out {
        folder::keep_drawings(folder, &entries, options.seed)?;
    }
    let first_fault = play.all(&mut entries)?;
    let done = match &first_fault {
        Some(fault) => {
            notice(fault);
            Done::Negative
        }
        None => Done::Well,
    };
    entries.retain(|entry| !entry.games.is_empty());
    let random: Vec<&Entry> = entries.iter().filter(|entry| entry.number > 0).collect();
    let finished = random.len();
    let resumed = options.out.as_ref().map(|_| "; the same command continues the study");
    let complete = format!(
        "{finished} of {} layouts finished{}",
        options.layouts,
        resumed.unwrap_or_default()
    );
    let stopped = (finished < options.layouts as usize).then(|| complete.clone());
    let mut ending = Ending::default();
    if finished < FEWEST {
        writeln!(out, "Stopped before three random layouts were finished by all agents.")?;
        return ending.finish(Done::Interrupted, stopped, &complete, out);
    }
    // The figures of many layouts take a while, in which there is nothing to be kept: a signal ends it at once.
    drop(deferred);
    let own = entries.iter().find(|entry| entry.number == 0);
    let of_agent =
        |(place, name): (usize, &String)| OfAgent::new(place, name, &random, own, &joint_places, options.seed);
    let spinner = waiting("working out the figures");
    let found = Found {
        game: game.info().id,
        scenario,
        setup: Value::Object(setup.clone()),
        seed: options.seed,
        games: options.games,
        layouts: finished,
        requested: options.layouts,
        agents: names.iter().enumerate().map(of_agent).collect(),
    };
    spinner.finish_and_clear();
    let written = match &options.out {
        Some(folder) => ending.note(folder::write(folder, &entries, &found)).unwrap_or_default(),
        None => Vec::new(),
    };
    ending.note(
        options
            .json
            .write_and_print(&found, out, |out| text::print(&found, &written, out)),
    );
    ending.finish(done, stopped, &complete, out)
}

/// The field of a setup that holds the walls.
fn drawing_field(game: &'static GameInfo) -> Result<&'static SetupField, Failure> {
    let is_drawing = |field: &&SetupField| matches!(field.kind, FieldKind::Drawing { .. });
    let none = || Failure::input(format!("the setups of {} have no walls", game.name));
    game.setup.iter().find(is_drawing).ok_or_else(none)
}

/// The setup without its walls.
fn setup_without(
    walls: &SetupField,
    game: &dyn AnyGame,
    options: &SetupOptions,
) -> Result<Map<String, Value>, Failure> {
    // Some walls fit only some setups: those of a scenario its own empty space only. One kind that fits is enough.
    let tried = walls.kind.choices().iter().map(|choice| {
        let template = options.clone().with(walls.name, choice.value).template(game)?;
        Ok(template.open().fields())
    });
    let none = || Err(Failure::input(format!("{} has no walls by name", game.info().name)));
    let mut setup = tried.reduce(Result::or).unwrap_or_else(none)?;
    setup.remove(walls.name);
    Ok(setup)
}

/// The measures of the joint regression, by their places.
fn joint_places(names: &str) -> Result<Vec<usize>, Failure> {
    let place = |name: &str| {
        MEASURES.iter().position(|measure| measure.name == name).ok_or_else(|| {
            let known: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
            Failure::input(format!("--joint: no measure `{name}`; there are: {}", known.join(", ")))
        })
    };
    names.split(',').map(place).collect()
}
