//! `heist walls study`: how walls drive difficulty.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use heist_agents::arena::{
    ArenaError, Config, Effect, GameSummary, Joint, PlayOptions, Progress, RunFolder, Spread, Threads, effects, joint,
    paired_bootstrap, resume, run, wilson,
};
use heist_engine::board::{FloorMeasures, Layout, MEASURE_COUNT, MEASURES, parse_square};
use heist_engine::burgle_bros::{BurgleBros, Scenario};
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Shape, plots, show, study_file, study_text, wall_names, with_origin};
use crate::arena::contestants;
use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Existing, JsonOption};
use crate::interrupt;
use crate::parquet_file;
use crate::setup::{SetupOptions, split_specs, template_of};
use crate::terminal::progress;

/// Study how walls drive difficulty: many random layouts, their measures, and how often agents win on them
///
/// Every layout is played on deals of the same numbers and seed; the scenario's own layout is played beside the random ones.
/// Layouts are those of `heist walls random` with the same scenario and seed.
///
/// Example:
///
/// $ heist walls study --scenario office-job --seats 3 --agents heuristic --layouts 200 --games 200 --out study
///
/// The first table tells how much layouts differ: the mean win rate; the standard deviation (SD) of the layouts' win
/// rates with chance taken off, in points of the win rate; as it was measured; what chance alone would give; and how
/// the scenario's own layout does. Then for each agent what goes with it: the correlation of each measure with the win
/// rate; the slope, which is points of the win rate for one more of the measure; the same for one SD more of it; and
/// the slope in a regression on a few measures together. All intervals are 95%, those of measures by bootstrap over the
/// layouts. Chance pulls correlations and the explained share of the variance (R2) towards 0, not slopes; what a
/// perfect measure is expected to reach in spite of it is said. Measures go with each other, so what goes with winning
/// need not be what causes it.
///
/// With --out DIR the games, drawings, a Parquet file and a picture for each agent are kept in a folder. Killed at any moment
/// or stopped with Ctrl-C, the same command goes on from there; so does one with more layouts, games or agents.
#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    setup: SetupOptions,

    /// How many random layouts
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(3..=1_000_000))]
    layouts: u32,

    /// How many deals on each layout
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,

    /// The agents, separated by commas, as `heist agents` lists them
    #[arg(long, value_name = "SPECS", default_value = "heuristic")]
    agents: String,

    /// The measures of the joint regression, separated by commas, as `heist walls show` lists them
    #[arg(
        long,
        value_name = "NAMES",
        default_value = "mean-route,bridges,dead-ends,busiest-square"
    )]
    joint: String,

    /// The seed of all layouts and deals
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games are played side by side; one a processor core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Keep games and results in this folder, and go on from the games that are there; made if need be
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

/// A layout of the study.
pub struct Entry {
    /// Its number, from 1; 0 for the scenario's own.
    pub number: u64,
    /// The layout.
    pub layout: Layout,
    /// The measures of each floor.
    pub floors: Vec<FloorMeasures>,
    /// Their means.
    pub measures: [f64; MEASURE_COUNT],
    /// For each agent, each deal: 1 for a win, 0 for a loss. Empty until it is played.
    pub games: Vec<Vec<f64>>,
}

impl Entry {
    /// How many games an agent won.
    pub fn wins(&self, agent: usize) -> u64 {
        self.games[agent].iter().filter(|game| **game > 0.0).count() as u64
    }

    /// The share of games that an agent won.
    pub fn rate(&self, agent: usize) -> f64 {
        self.wins(agent) as f64 / self.games[agent].len().max(1) as f64
    }

    /// Its name in tables and files.
    pub fn name(&self) -> String {
        match self.number {
            0 => "own".to_owned(),
            number => format!("{number:04}"),
        }
    }
}

/// What a study found. Serializes to its JSON.
#[derive(Serialize)]
pub struct Found {
    /// The game.
    pub game: &'static str,
    /// The scenario.
    pub scenario: &'static str,
    /// The setup without its walls.
    pub setup: Value,
    /// The seed of layouts and deals.
    pub seed: u64,
    /// Deals on each layout.
    pub games: u32,
    /// Random layouts that every agent has played.
    pub layouts: usize,
    /// How many were asked for.
    pub requested: u32,
    /// What each agent's games say.
    pub agents: Vec<OfAgent>,
}

/// What one agent's games say.
#[derive(Serialize)]
pub struct OfAgent {
    /// The agent.
    pub agent: String,
    /// How much layouts differ.
    pub spread: Spread,
    /// The scenario's own layout, if it can be played.
    pub own: Option<Own>,
    /// The effect of each measure on its own; `null` for one that is the same for all layouts.
    pub effects: Vec<OfMeasure>,
    /// The measures of the joint regression.
    pub joint_measures: Vec<&'static str>,
    /// The joint regression; `null` if there are too few layouts for it or they cannot tell the measures apart.
    pub joint: Option<Joint>,
    /// The layouts won most often, the first of them most.
    pub easiest: Vec<Extreme>,
    /// The layouts won least often, the first of them least.
    pub hardest: Vec<Extreme>,
}

/// The scenario's own layout.
#[derive(Serialize)]
pub struct Own {
    /// Games won.
    pub wins: u64,
    /// Their share.
    pub win_rate: f64,
    /// Its 95% Wilson interval, low end first.
    pub wilson95: [f64; 2],
    /// The win rate less the mean of the random layouts on the same deals.
    pub difference: f64,
    /// Its 95% bootstrap interval over the deals, low end first.
    pub interval95: [f64; 2],
}

/// A measure's effect.
#[derive(Serialize)]
pub struct OfMeasure {
    /// The measure's name.
    pub measure: &'static str,
    /// Its mean over the layouts.
    pub mean: f64,
    /// Its standard deviation over the layouts.
    pub sd: f64,
    /// What goes with it.
    pub effect: Option<Effect>,
}

/// A layout at one end.
#[derive(Serialize)]
pub struct Extreme {
    /// The layout's number.
    pub layout: u64,
    /// Games won.
    pub wins: u64,
    /// Their share.
    pub win_rate: f64,
    /// Its 95% Wilson interval, low end first.
    pub wilson95: [f64; 2],
    /// The win rate to expect of it in other deals: less far from the mean, since the extremes of many were also lucky.
    pub expected: f64,
}

/// How many layouts of either end are named.
const EXTREMES: usize = 3;

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    if let Some(option) = options.setup.option_of("walls") {
        let message = format!("{option}: a study draws the walls itself; expected a setup without walls");
        return Err(Failure::Input(message));
    }
    let joint_places = joint_places(&options.joint)?;
    let specs = split_specs(&options.agents);
    // With walls of its own a scenario has its own empty space only.
    let setup = options.setup.clone().with("walls", "random");
    let (_, setup) = setup.template::<BurgleBros>()?;
    let Value::Object(mut setup) = setup else {
        return Err(Failure::input("the setup is no object of fields"));
    };
    setup.remove("walls");
    let (scenario, mut entries) = entries(&setup, options)?;
    let play = Play {
        specs: &specs,
        setup: &setup,
        options,
    };
    // All is tried before anything is played or written.
    let names: Vec<String> = match entries.first() {
        Some(entry) => play
            .config(&entry.layout)?
            .contestants
            .iter()
            .map(|team| team.name.clone())
            .collect(),
        None => Vec::new(),
    };
    if let Some(folder) = &options.out {
        keep_drawings(folder, &entries, options.seed)?;
    }
    let is_whole = play.all(&mut entries)?;
    entries.retain(|entry| !entry.games.is_empty());
    let random: Vec<&Entry> = entries.iter().filter(|entry| entry.number > 0).collect();
    if random.len() < 3 {
        writeln!(out, "Stopped before three random layouts were played by everybody.")?;
        return Ok(Done::Interrupted);
    }
    let own = entries.iter().find(|entry| entry.number == 0);
    let of_agent =
        |(place, name): (usize, &String)| OfAgent::new(place, name, &random, own, &joint_places, options.seed);
    let found = Found {
        game: "burgle-bros",
        scenario: scenario.name(),
        setup: Value::Object(setup.clone()),
        seed: options.seed,
        games: options.games,
        layouts: random.len(),
        requested: options.layouts,
        agents: names.iter().enumerate().map(of_agent).collect(),
    };
    let written = match &options.out {
        Some(folder) => write(folder, &entries, &found)?,
        None => Vec::new(),
    };
    options.json.write(&found, out)?;
    if !options.json.replaces_text() {
        study_text::print(&found, &written, out)?;
    }
    Ok(if is_whole { Done::Well } else { Done::Interrupted })
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

/// The layouts of a study: the scenario's own, if the setup can be played on it, and the random ones.
fn entries(setup: &Map<String, Value>, options: &Options) -> Result<(Scenario, Vec<Entry>), Failure> {
    let text = |field: &str| setup.get(field).and_then(Value::as_str);
    let scenario: Scenario = text("scenario").unwrap_or_default().parse().map_err(Failure::input)?;
    let own = scenario.layout().clone();
    let space = text("empty-space").and_then(parse_square).or(own.space);
    let shape = Shape {
        size: own.size,
        space,
        floors: own.walls.len(),
        walls: scenario.walls_per_floor(),
    };
    // S-WALL-2: the scenario's walls fit its own empty space only.
    let own = (space == own.space).then_some((0, own));
    let random = (1..=u64::from(options.layouts)).map(|number| (number, shape.layout(options.seed, number)));
    let entry = |(number, layout): (u64, Layout)| {
        let floors = show::measures(&layout).ok_or_else(|| Failure::input("a layout falls into parts"))?;
        Ok(Entry {
            number,
            measures: FloorMeasures::means(&floors),
            floors,
            layout,
            games: Vec::new(),
        })
    };
    Ok((
        scenario,
        own.into_iter()
            .chain(random)
            .map(entry)
            .collect::<Result<_, Failure>>()?,
    ))
}

/// Plays the layouts of a study.
struct Play<'a> {
    specs: &'a [String],
    setup: &'a Map<String, Value>,
    options: &'a Options,
}

impl Play<'_> {
    /// The run on one layout.
    fn config(&self, layout: &Layout) -> Result<Config<BurgleBros>, Failure> {
        let mut setup = self.setup.clone();
        setup.insert("walls".to_owned(), wall_names(layout));
        let (setup_of, setup) = template_of::<BurgleBros>(setup)?;
        Ok(Config {
            contestants: contestants(self.specs.iter().map(String::as_str), "--agents")?,
            pairs: Vec::new(),
            setup,
            setup_of,
            games: self.options.games,
            seed: self.options.seed,
            threads: Threads::new(self.options.threads.map_or(0, usize::from)),
            decision_limit: PlayOptions::DECISION_LIMIT,
            luck: None,
            sprt: None,
        })
    }

    /// Plays all layouts one after the other; whether that came to its end. Those that were not finished have no games.
    fn all(&self, entries: &mut [Entry]) -> Result<bool, Failure> {
        let games = entries.len() as u64 * self.specs.len() as u64 * u64::from(self.options.games);
        let bar = progress(games, "games");
        for entry in entries.iter_mut() {
            if interrupt::is_wanted() {
                break;
            }
            if let Some(games) = self.one(entry, &bar)? {
                entry.games = games;
            }
        }
        bar.finish_and_clear();
        Ok(entries.iter().all(|entry| !entry.games.is_empty()))
    }

    /// Plays a layout; `None` if it was stopped.
    fn one(&self, entry: &Entry, bar: &ProgressBar) -> Result<Option<Vec<Vec<f64>>>, Failure> {
        let config = self.config(&entry.layout)?;
        let watch = Watch {
            bar,
            games: Mutex::new(vec![Vec::new(); self.specs.len()]),
        };
        let played = match &self.options.out {
            Some(folder) => {
                let path = folder.join("games").join(entry.name());
                let folder = RunFolder::open(&path, &config).map_err(Failure::input)?;
                resume(&config, &folder, &watch, interrupt::flag())
            }
            None => run(&config, &watch, interrupt::flag()),
        };
        match played {
            Ok(report) if report.games < report.requested => Ok(None),
            Ok(_) => Ok(Some(watch.games.into_inner().unwrap_or_else(PoisonError::into_inner))),
            Err(ArenaError::NothingFinished) => Ok(None),
            Err(error) => Err(Failure::input(format!("layout {}: {error}", entry.name()))),
        }
    }
}

/// Moves the bar and keeps who won.
struct Watch<'a> {
    bar: &'a ProgressBar,
    games: Mutex<Vec<Vec<f64>>>,
}

impl Progress for Watch<'_> {
    fn finished(&self, _contestant: usize, _deal: u64) {
        self.bar.inc(1);
    }

    fn counted(&self, _deal: u64, games: &[Option<GameSummary>]) {
        let mut all = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        for (own, game) in all.iter_mut().zip(games) {
            let is_won = game.as_ref().is_some_and(|game| game.result.is_win());
            own.push(f64::from(u8::from(is_won)));
        }
    }
}

impl OfAgent {
    /// What the games of the agent at this place say.
    fn new(
        place: usize,
        name: &str,
        random: &[&Entry],
        own: Option<&Entry>,
        joint_places: &[usize],
        seed: u64,
    ) -> OfAgent {
        let games: Vec<Vec<f64>> = random.iter().map(|entry| entry.games[place].clone()).collect();
        let rates: Vec<f64> = random.iter().map(|entry| entry.rate(place)).collect();
        let measure = |measure: usize| random.iter().map(|entry| entry.measures[measure]).collect();
        let measures: Vec<Vec<f64>> = (0..MEASURE_COUNT).map(measure).collect();
        let spread = Spread::of(&games, seed);
        let of_measure = |(effect, numbers): (Option<Effect>, &Vec<f64>)| {
            let (mean, variance) = heist_agents::arena::control::spread(numbers);
            (effect, mean, variance.sqrt())
        };
        let effects = effects(&measures, &rates, seed)
            .into_iter()
            .zip(&measures)
            .map(of_measure);
        let chosen: Vec<Vec<f64>> = joint_places.iter().map(|&place| measures[place].clone()).collect();
        let mut order: Vec<usize> = (0..random.len()).collect();
        // Layouts that were won as often stand in their own order, at both ends.
        order.sort_by_key(|&entry| (random[entry].wins(place), entry));
        let extreme = |entry: &Entry| {
            let (wins, rate) = (entry.wins(place), entry.rate(place));
            Extreme {
                layout: entry.number,
                wins,
                win_rate: rate,
                wilson95: wilson(wins, entry.games[place].len() as u64),
                expected: spread.expected(rate),
            }
        };
        let hardest = order
            .iter()
            .take(EXTREMES)
            .map(|&entry| extreme(random[entry]))
            .collect();
        order.sort_by_key(|&entry| (std::cmp::Reverse(random[entry].wins(place)), entry));
        let easiest = order
            .iter()
            .take(EXTREMES)
            .map(|&entry| extreme(random[entry]))
            .collect();
        OfAgent {
            agent: name.to_owned(),
            spread,
            own: own.map(|own| Own::new(place, own, &games, seed)),
            effects: MEASURES
                .iter()
                .zip(effects)
                .map(|(measure, (effect, mean, sd))| OfMeasure {
                    measure: measure.name,
                    mean,
                    sd,
                    effect,
                })
                .collect(),
            joint_measures: joint_places.iter().map(|&place| MEASURES[place].name).collect(),
            joint: joint(&chosen, &rates, spread.reliability, seed),
            easiest,
            hardest,
        }
    }
}

impl Own {
    fn new(place: usize, own: &Entry, random: &[Vec<f64>], seed: u64) -> Own {
        let mean_of_deal = |deal: usize| random.iter().map(|games| games[deal]).sum::<f64>() / random.len() as f64;
        let games = own.games[place].iter().enumerate();
        let differences: Vec<f64> = games.map(|(deal, game)| game - mean_of_deal(deal)).collect();
        let wins = own.wins(place);
        Own {
            wins,
            win_rate: own.rate(place),
            wilson95: wilson(wins, differences.len() as u64),
            difference: differences.iter().sum::<f64>() / differences.len() as f64,
            interval95: paired_bootstrap(&differences, seed),
        }
    }
}

/// Writes the drawings of a study into its folder.
fn keep_drawings(folder: &Path, entries: &[Entry], seed: u64) -> Result<(), Failure> {
    let folder = folder.join("layouts");
    let made = std::fs::create_dir_all(&folder);
    made.map_err(|error| Failure::file(&folder, format!("cannot be made: {error}")))?;
    for entry in entries {
        let origin = match entry.number {
            0 => "the scenario's own layout".to_owned(),
            number => format!("random layout {number} of seed {seed}"),
        };
        let drawing = with_origin(&entry.layout, &origin);
        let path = folder.join(format!("{}.txt", entry.name()));
        // Most of them are there when a study goes on.
        if std::fs::read_to_string(&path).is_ok_and(|there| there == drawing) {
            continue;
        }
        files::write_atomically(&path, Existing::Replace, |out| out.write_all(drawing.as_bytes()))?;
    }
    Ok(())
}

/// Writes the results of a study into its folder; the files.
fn write(folder: &Path, entries: &[Entry], found: &Found) -> Result<Vec<PathBuf>, Failure> {
    let mut written = vec![folder.join("study.parquet")];
    parquet_file::write(&study_file::columns(entries, found), &written[0])?;
    for (place, agent) in found.agents.iter().enumerate() {
        let fit = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = agent.agent.chars().map(fit).collect();
        let path = folder.join(format!("{}-{name}.svg", place + 1));
        let picture = plots::svg(place, entries, found).map_err(Failure::input)?;
        files::write_atomically(&path, Existing::Replace, |out| out.write_all(picture.as_bytes()))?;
        written.push(path);
    }
    Ok(written)
}
