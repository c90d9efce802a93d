//! `heist bench`: the signature of the rules, and how fast they run.

use std::io::Write;

use clap::Args;
use heist_agents::speed::{self, Signature, Speeds};
use heist_engine::any::{self, AnyGame, AnySetup};
use serde::{Serialize, Serializer};

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{Ending, JsonOption};
use crate::interrupt;
use crate::setup::SetupOptions;
use crate::terminal::{Table, progress};

/// Measure the signature of the rules and their speed
///
/// The signature is a hash of the states and results of a fixed set of seeded games: random and heuristic agents, all
/// scenarios and player counts. It is the same on every machine, and changes only when the rules, the chance or the
/// heuristic behave differently. A change that is only meant to be faster must not alter it. Each scenario also has a
/// signature of its own, which shows where a change is.
///
/// The speeds are those of one core, the best of several runs: transitions (decisions and draws) per second in random
/// playouts with 3 players, playouts per second and their mean length, the size of a state, and the nanoseconds it
/// takes to clone a state, to fill its holes and to compute its key. Two yardsticks measured in the same run make the
/// figures of different machines comparable: a plain copy of as many bytes as a state has, and a draw from the random
/// generator.
///
/// Examples:
///
/// $ heist bench --json bench.json
///
/// $ heist bench burgle-bros/bank-job caper-cards
#[derive(Debug, Args)]
pub struct Options {
    /// Games, or scenarios of a game, to measure alone; without the signature of all
    #[arg(value_name = "GAME[/SCENARIO]")]
    only: Vec<String>,
    #[command(flatten)]
    json: JsonOption,
}

/// The JSON of the command.
#[derive(Serialize)]
struct Report {
    /// That of all scenarios, if all were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
    version: &'static str,
    games: Named<Measured>,
    yardsticks: Yardsticks,
}

/// What is measured of a game's scenario.
#[derive(Clone, Serialize)]
struct Measured {
    signature: String,
    #[serde(flatten)]
    speeds: Speeds,
}

/// What the speeds can be compared with on another machine.
#[derive(Clone, Copy, Serialize)]
struct Yardsticks {
    draws_per_s: f64,
}

/// Values by name, a JSON object in this order.
struct Named<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    options.json.check()?;
    let selected = select(&options.only)?;
    let bar = progress(selected.len() as u64, "scenarios");
    let mut signature = Signature::default();
    let mut games = Vec::new();
    let draws_per_s = 1e9 / speed::draw_ns(&[interrupt::flag()]);
    for candidate in &selected {
        let measured = measure(candidate.game, candidate.scenario)?;
        if interrupt::is_wanted() {
            bar.finish_and_clear();
            return stopped(&games, selected.len(), draws_per_s, out);
        }
        bar.inc(1);
        signature.add_text(&measured.signature);
        games.push((candidate.name.clone(), measured));
    }
    bar.finish_and_clear();
    let report = Report {
        signature: options.only.is_empty().then(|| signature.to_string()),
        version: env!("CARGO_PKG_VERSION"),
        games: Named(games),
        yardsticks: Yardsticks { draws_per_s },
    };
    let count = selected.len();
    let mut ending = Ending::default();
    ending.note(options.json.write_and_print(&report, out, |out| print(&report, out)));
    ending.finish(Done::Well, None, &format!("{count} of {count} scenarios measured"), out)
}

/// A game, or one of its scenarios.
struct Candidate {
    game: &'static dyn AnyGame,
    scenario: Option<&'static str>,
    /// `GAME/SCENARIO`, or `GAME` where it has none.
    name: String,
}

/// Every scenario, or those that are named, in the order of the list of games.
fn select(only: &[String]) -> Result<Vec<Candidate>, Failure> {
    let all = || any::games().iter().flat_map(|game| candidates(*game));
    for named in only {
        if !all().any(|candidate| candidate.is_meant(named)) {
            let known: Vec<String> = all().map(|candidate| candidate.name).collect();
            let known = known.join(", ");
            return Err(Failure::input(format!(
                "no game or scenario `{named}`; there are: {known}"
            )));
        }
    }
    let is_meant = |candidate: &Candidate| only.is_empty() || only.iter().any(|named| candidate.is_meant(named));
    Ok(all().filter(is_meant).collect())
}

fn candidates(game: &'static dyn AnyGame) -> Vec<Candidate> {
    let info = game.info();
    let named = |scenario: &'static str| Candidate {
        game,
        scenario: Some(scenario),
        name: format!("{}/{scenario}", info.id),
    };
    let whole = || Candidate {
        game,
        scenario: None,
        name: info.id.to_owned(),
    };
    match info.scenarios {
        [] => vec![whole()],
        scenarios => scenarios.iter().copied().map(named).collect(),
    }
}

impl Candidate {
    /// Whether a name is its own, or that of its game.
    fn is_meant(&self, named: &str) -> bool {
        named == self.name || named == self.game.info().id
    }
}

/// Prints what is measured so far. There is no signature: it is one of all scenarios.
fn stopped(games: &[(String, Measured)], count: usize, draws_per_s: f64, out: &mut dyn Write) -> Outcome {
    for (name, measured) in games {
        print_scenario(name, measured, draws_per_s, out)?;
    }
    out.flush()?;
    notice(&format!(
        "stopped: {} of {count} scenarios measured; the signature needs all of them",
        games.len()
    ));
    Ok(Done::Interrupted)
}

fn measure(game: &dyn AnyGame, scenario: Option<&str>) -> Result<Measured, Failure> {
    let setups = |seats, seed| setup(game, scenario, seats, seed);
    let measured = speed::measure(game, &setups, &[interrupt::flag()]).map_err(Failure::input)?;
    Ok(Measured {
        signature: measured.signature.to_string(),
        speeds: measured.speeds,
    })
}

fn print(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(signature) = &report.signature {
        writeln!(out, "signature  {signature}")?;
    }
    writeln!(out, "version    {}", report.version)?;
    for (name, measured) in &report.games.0 {
        print_scenario(name, measured, report.yardsticks.draws_per_s, out)?;
    }
    let millions = report.yardsticks.draws_per_s / 1e6;
    writeln!(
        out,
        "\nyardstick: {millions:.0} million draws per second from the generator"
    )?;
    Ok(())
}

fn print_scenario(name: &str, measured: &Measured, draws_per_s: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let Measured { signature, speeds } = measured;
    let draws = draws_per_s / speeds.transitions_per_s;
    let mut table = Table::new(&[name, "", ""], 1);
    let mut row = |what: &str, figure: String, beside: String| table.row(vec![what.to_owned(), figure, beside]);
    let millions = speeds.transitions_per_s / 1e6;
    row("signature", signature.clone(), String::new());
    row(
        "transitions per second",
        format!("{millions:.2} million"),
        format!("{draws:.1} draws each"),
    );
    row(
        "playouts per second",
        format!("{:.0}", speeds.playouts_per_s),
        String::new(),
    );
    row(
        "transitions per playout",
        format!("{:.1}", speeds.mean_transitions),
        String::new(),
    );
    row("bytes of a state", speeds.state_bytes.to_string(), String::new());
    let copies = format!("{:.2} times memcpy", speeds.clone_ns / speeds.memcpy_ns);
    row("clone, ns", format!("{:.1}", speeds.clone_ns), copies);
    row(
        "determinize, ns",
        format!("{:.1}", speeds.determinize_ns),
        String::new(),
    );
    row("key, ns", format!("{:.1}", speeds.key_ns), String::new());
    row(
        "yardstick: memcpy of a state, ns",
        format!("{:.1}", speeds.memcpy_ns),
        String::new(),
    );
    writeln!(out)?;
    Ok(table.print(out)?)
}

/// A setup with this many seats in which as many components as possible take part.
fn setup(game: &dyn AnyGame, scenario: Option<&str>, seats: u8, seed: u64) -> Option<Box<dyn AnySetup>> {
    let fields = game.info().setup.iter();
    let widest = fields.filter_map(|field| Some((field.name, field.widest?)));
    let mut options = SetupOptions::default().with("seats", seats);
    for (name, value) in widest.chain(scenario.map(|name| ("scenario", name))) {
        options = options.with(name, value);
    }
    options.setup(game, seed).ok()
}
