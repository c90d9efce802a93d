//! `heist net`: networks shown, measured and converted.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use heist_agents::Spec;
use heist_agents::heuristics::has_expert;
use heist_agents::network::any::{self, CheckError};
use heist_agents::network::{self, Base, Findings, Moved, NetworkConfig, NetworkError, NetworkFile, Precision, Speeds};
use heist_engine::any::{AnyGame, games};
use serde::Serialize;
use serde_json::Value;

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Ending, Existing, JsonOption};
use crate::interrupt;
use crate::plain;
use crate::setup::{self, SetupOptions, fresh_seed};
use crate::terminal::{Table, progress};

/// Show, measure and convert networks
///
/// A network is a file in the format safetensors; docs/formats.md describes it. It is named by its path, or by its name
/// if it is shipped. Agents play with it: `policy:net=NETWORK`.
///
/// Examples:
///
/// $ heist net show mine.safetensors
///
/// $ heist net check mine.safetensors --games 200 --seats 3
///
/// $ heist net convert old.safetensors --to new.safetensors
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Show(ShowOptions),
    Check(Box<CheckOptions>),
    Convert(ConvertOptions),
}

/// Show what a network is: game, encoding, layers, heads, size and card
///
/// The exit code is 1 if the network does not fit this version of the game; the reason is shown.
///
/// Example:
///
/// $ heist net show mine.safetensors
#[derive(Debug, Args)]
struct ShowOptions {
    /// The network: the name of one that is shipped, or the path of a file that ends in .safetensors
    #[arg(value_name = "NETWORK")]
    network: String,

    #[command(flatten)]
    json: JsonOption,
}

/// Measure a network over games that an agent plays
///
/// At every decision, and at those of as many games that are played at random, the network is asked as it is used in
/// play (quantised) and in single precision: the largest differences, and how often both choose the same move. Its
/// values are compared with the results of the agent's games, by the turns that were left: the Brier score, beside that
/// of the best constant. Then comes how many positions it evaluates per second on one thread: one decision after the
/// other, and from scratch.
///
/// Example:
///
/// $ heist net check mine.safetensors --games 200 --seed 7 --seats 3 --agent improve:sims=100
#[derive(Debug, Args)]
struct CheckOptions {
    /// The network: the name of one that is shipped, or the path of a file that ends in .safetensors
    #[arg(value_name = "NETWORK")]
    network: String,

    #[command(flatten, next_help_heading = "Setup")]
    setup: SetupOptions,

    /// How many games of the agent, and as many at random
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,

    /// The seed of the games; drawn and reported if not given. Use one that the network was not trained with
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Who plays, as listed by `heist agents`; the game's expert if it has one, else at random
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,

    #[command(flatten)]
    json: JsonOption,
}

/// Convert a network to the encoding of this version
///
/// Rows of features and actions are found again by the names of their blocks and their own names, numbers of moves by
/// theirs. New rows are 0. Check the result in games, or train it further.
///
/// Example:
///
/// $ heist net convert old.safetensors --to new.safetensors
#[derive(Debug, Args)]
struct ConvertOptions {
    /// The network: the path of a file that ends in .safetensors
    #[arg(value_name = "FILE")]
    network: String,

    /// The file to write
    #[arg(long, value_name = "OUT")]
    to: PathBuf,

    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    match &options.command {
        Command::Show(options) => show(options, out),
        Command::Check(options) => check(options, out),
        Command::Convert(options) => convert_file(options, out),
    }
}

/// A network by name or path, and the size of its file.
fn read(name: &str) -> Result<(NetworkFile, usize), Failure> {
    let failed = |error| network_failure(name, error);
    let bytes = network::bytes_of(name, games().iter().flat_map(|&game| any::shipped(game))).map_err(failed)?;
    Ok((NetworkFile::read(&bytes).map_err(failed)?, bytes.len()))
}

/// The game of a network that is named by its name or path.
fn game_of(name: &str, config: &NetworkConfig) -> Result<&'static dyn AnyGame, Failure> {
    setup::game(&config.game).map_err(|failure| Failure::file(Path::new(name), failure.message()))
}

/// What is wrong with a network that is named by its name or path.
fn network_failure(name: &str, error: NetworkError) -> Failure {
    if network::is_path(name) {
        Failure::file(Path::new(name), error)
    } else {
        Failure::input(format!("network {name}: {error}"))
    }
}

/// What is shown of a network.
#[derive(Serialize)]
struct Shown<'a> {
    network: &'a str,
    bytes: usize,
    parameters: usize,
    precision: &'static str,
    fits: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    config: &'a NetworkConfig,
}

fn show(options: &ShowOptions, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let (file, bytes) = read(&options.network)?;
    let config = &file.config;
    let problem = any::check_game(game_of(&options.network, config)?, config).err();
    let problem = problem.map(|error| error.to_string());
    let shown = Shown {
        network: &options.network,
        bytes,
        parameters: file.tensors.values().map(|tensor| tensor.values.len()).sum(),
        precision: match file.precision {
            Precision::Single => "32 bits",
            Precision::Half => "16 bits",
        },
        fits: problem.is_none(),
        problem,
        config,
    };
    options
        .json
        .write_and_print(&shown, out, |out| print_network(&shown, out))?;
    Ok(if shown.fits { Done::Well } else { Done::Negative })
}

fn print_network(shown: &Shown<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let config = shown.config;
    let mut table = Table::new(&["network", shown.network], 2);
    let mut row = |name: &str, text: String| table.row(vec![name.to_owned(), text]);
    row("game", config.game.clone());
    let fits = if shown.fits { ", that of this version" } else { "" };
    if config.has_layers() {
        row("encoding", format!("{}{fits}", config.encoding));
        row(
            "features",
            format!("{} in {} blocks", config.features, config.blocks.len()),
        );
        row("dense inputs", config.dense.len().to_string());
        let layers: Vec<String> = config.hidden.iter().map(ToString::to_string).collect();
        row("layers", layers.join(", "));
        row("activation", word(&config.activation));
    }
    if let Some(moves) = &config.moves {
        let (inputs, context) = (moves.inputs.len(), moves.context.len());
        let numbers = format!(
            "{inputs} numbers of each and {context} of the decision, {} hidden units",
            moves.hidden
        );
        let expert = if moves.residual {
            "; adds to the expert's scores"
        } else {
            ""
        };
        row("scores of moves", format!("by {numbers}{expert}"));
        let names = if moves.encoding.is_empty() {
            "unknown names"
        } else {
            &moves.encoding
        };
        row("numbers", format!("version {}, {names}{fits}", moves.version));
    }
    let base = match config.base {
        Base::None => "",
        Base::Estimate => " (the value adds to the game's estimate)",
    };
    let heads: Vec<&str> = config.heads.iter().map(|head| head.name()).collect();
    row("heads", format!("{}{base}", heads.join(", ")));
    row("parameters", format!("{}, {} each", shown.parameters, shown.precision));
    row("file", format!("{:.2} MB", shown.bytes as f64 / 1e6));
    table.print(out)?;
    if let Some(problem) = &shown.problem {
        writeln!(out, "\ndoes not fit: {}", plain::text(problem))?;
    }
    if !config.card.is_empty() {
        writeln!(out, "\ncard")?;
        print_card(&Value::Object(config.card.clone()), 1, out)?;
    }
    Ok(())
}

/// The word of a unit variant in files.
fn word(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("unit variants serialize");
    value.as_str().expect("a unit variant is a word").to_owned()
}

/// A card line by line, what lies deeper further in.
fn print_card(value: &Value, depth: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let Value::Object(fields) = value else { return Ok(()) };
    for (name, value) in fields {
        let margin = "  ".repeat(depth);
        match value {
            Value::Object(_) => {
                writeln!(out, "{margin}{}", plain::text(name))?;
                print_card(value, depth + 1, out)?;
            }
            Value::String(text) => writeln!(out, "{margin}{}: {}", plain::text(name), plain::text(text))?,
            other => writeln!(
                out,
                "{margin}{}: {}",
                plain::text(name),
                plain::text(&other.to_string())
            )?,
        }
    }
    Ok(())
}

/// The JSON of a check.
#[derive(Serialize)]
struct CheckReport<'a> {
    network: &'a str,
    agent: String,
    seed: u64,
    setup: Value,
    #[serde(flatten)]
    findings: Findings,
    per_second: Speeds,
}

fn check(options: &CheckOptions, out: &mut dyn Write) -> Outcome {
    options.json.check()?;
    let (file, _) = read(&options.network)?;
    let game = game_of(&options.network, &file.config)?;
    let usual = if has_expert(game) { "heuristic" } else { "random" };
    let agent = options.agent.as_deref().unwrap_or(usual);
    let failed = |error: CheckError| match error {
        CheckError::Network(error) => network_failure(&options.network, error),
        CheckError::Agent(error) => Failure::input(format!("--agent: {error}")),
        CheckError::Fault(fault) => Failure::input(format!("--agent {agent}: {fault}")),
        error => Failure::input(error),
    };
    // What does not fit the game comes before what is wrong with the options.
    any::check_game(game, &file.config).map_err(|error| failed(error.into()))?;
    let template = options.setup.template(game)?;
    let spec: Spec = agent.parse().map_err(|error| failed(CheckError::Agent(error)))?;
    let seed = options.seed.unwrap_or_else(fresh_seed);
    let mut check = any::check(&file, template.open(), &spec, seed).map_err(failed)?;
    let all = 2 * options.games;
    let _deferred = interrupt::defer();
    let bar = progress(all, "games");
    for number in 0..all {
        let at_random = number >= options.games;
        if !check.play(number, at_random, &[interrupt::flag()]).map_err(failed)? {
            break;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let report = CheckReport {
        network: &options.network,
        agent: spec.to_string(),
        seed,
        setup: template.shown(),
        findings: check.findings(),
        per_second: check.speeds(),
    };
    let mut ending = Ending::default();
    ending.note(
        options
            .json
            .write_and_print(&report, out, |out| print_check(&report, out)),
    );
    let played = report.findings.games + report.findings.random_games;
    let complete = format!("{played} of {all} games were played");
    ending.finish(Done::Well, (played < all).then(|| complete.clone()), &complete, out)
}

fn print_check(report: &CheckReport<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let findings = &report.findings;
    writeln!(
        out,
        "{} games of {} and {} at random, seed {}, {} decisions\n",
        findings.games,
        plain::text(&report.agent),
        findings.random_games,
        report.seed,
        findings.decisions
    )?;
    let mut table = Table::new(&["quantised against single precision", ""], 1);
    let mut row = |name: &str, text: String| table.row(vec![name.to_owned(), text]);
    if let Some(error) = findings.largest_value_error {
        row("largest difference of values", format!("{error:.6}"));
    }
    row(
        "largest difference of priors",
        format!("{:.6}", findings.largest_prior_error),
    );
    let share = 100.0 * findings.same_move as f64 / findings.choices.max(1) as f64;
    row("same move", format!("{share:.2}% of {}", findings.choices));
    table.print(out)?;
    if !findings.phases.is_empty() {
        writeln!(out)?;
        let mut table = Table::new(&["turns left", "decisions", "value", "result", "Brier", "constant"], 1);
        for (place, phase) in findings.phases.iter().enumerate() {
            let turns = match findings.phases.get(place + 1) {
                Some(next) => format!("{} to {}", phase.turns, next.turns - 1),
                None => format!("{} or more", phase.turns),
            };
            let number = |number: f64| format!("{number:.3}");
            table.row(vec![
                turns,
                phase.decisions.to_string(),
                number(phase.value),
                number(phase.result),
                number(phase.brier),
                number(phase.constant),
            ]);
        }
        table.print(out)?;
    }
    let Speeds { in_order, from_scratch } = report.per_second;
    writeln!(
        out,
        "\n{in_order:.0} evaluations a second in order, {from_scratch:.0} from scratch, on one thread"
    )?;
    Ok(())
}

fn convert_file(options: &ConvertOptions, out: &mut dyn Write) -> Outcome {
    let existing = Existing::forced(options.force);
    files::check_target(&options.to, existing)?;
    let (file, _) = read(&options.network)?;
    let game = game_of(&options.network, &file.config)?;
    let failed = |error| network_failure(&options.network, error);
    let converted = any::convert(game, &file).map_err(failed)?;
    let bytes = any::write(game, &converted.config, &converted.tensors, file.precision).map_err(failed)?;
    files::write_atomically(&options.to, existing, |to| to.write_all(&bytes))?;
    let [decision, moves] = converted.numbers.map_or([None; 2], |numbers| numbers.map(Some));
    for (what, moved) in [
        ("features", converted.features),
        ("actions", converted.actions),
        ("numbers of the decision", decision),
        ("numbers of moves", moves),
    ] {
        if let Some(Moved { kept, new, dropped }) = moved {
            writeln!(out, "{what}: {kept} kept, {new} new, {dropped} dropped")?;
        }
    }
    Ok(Done::Well)
}
