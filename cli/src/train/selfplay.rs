//! `heist selfplay`: games played and recorded.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_agents::arena::{PlayOptions, Threads};
use heist_agents::spec::Spec;
use heist_engine::any::AnySetup;
use heist_training::any::{self, AnySelfplay};
use heist_training::selfplay::{Fast, GAMES_PER_SHARD, SelfplayError, SelfplayOptions};
use heist_training::shard::GAMES_PER_BLOCK;

use super::shard_failure;
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files;
use crate::interrupt;
use crate::setup::{self, SetupOptions, split_specs};
use crate::terminal::progress;

/// Play games and record them, with what searches find out about their decisions
///
/// The games go into shards: compressed files with checksums, each with the games of so many deals, described in
/// docs/formats.md. A shard holds the deals and every step; positions, features and targets are worked out again when
/// they are needed. Decisions of searches are annotated: for every move simulations, value, and the paired difference
/// to the chosen move with its standard error.
///
/// The games are those of `heist arena` with the same agents, setup and seed, and the bytes are the same for any
/// number of threads. All cores play. The same command continues after Ctrl-C or a crash, and loses at most the block
/// being written; with --device and agents that decide by their networks alone, at most four times --batch games. It
/// names damaged blocks. With more games than before, shards that are complete stay as they are.
///
/// Examples:
///
/// $ heist selfplay burgle-bros --seats 3 --agents improve:sims=100 --games 1000 --out games
///
/// $ heist selfplay burgle-bros --seats 3 --agents improve:sims=400 --full 1/8 --fast heuristic --games 10000 --out
/// games
///
/// $ heist selfplay caper-cards --agents policy:net=caper-cards-4,temperature=1 --games 100000 --device cuda --out
/// games
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as listed by `heist games`
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten, next_help_heading = "Setup")]
    setup: SetupOptions,

    /// The agents, as listed by `heist agents`: one for all seats, or one for each, separated by commas
    #[arg(long, value_name = "SPECS", help_heading = "Games")]
    agents: String,

    /// How many games
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000),
        help_heading = "Games"
    )]
    games: u64,

    /// The number of the first deal; with it several machines can each play a part of one run
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u64).range(0..=1_000_000_000_000),
        help_heading = "Games"
    )]
    first_deal: u64,

    /// The seed of all deals
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Games")]
    seed: u64,

    /// How many games are played in parallel; by default one per processor core
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = "Games"
    )]
    threads: Option<u16>,

    /// Search only this share of the decisions, such as 1/8, each drawn at random, and let the agent of --fast play the
    /// others, which are not annotated (playout cap randomisation)
    #[arg(long, value_name = "1/N", requires = "fast", value_parser = one_in, help_heading = "Games")]
    full: Option<u32>,

    /// Who plays the decisions that are not searched
    #[arg(long, value_name = "SPEC", requires = "full", help_heading = "Games")]
    fast: Option<Spec>,

    /// Play any of a search's moves, with a probability in proportion to exp(value / T); 0 plays the chosen one. With
    /// 0.01 a move that is one percentage point worse is e times rarer
    #[arg(long, value_name = "T", default_value_t = 0.0, help_heading = "Games")]
    temperature: f64,

    /// Let PyTorch evaluate the agents' networks, on `cpu`, `cuda` or `cuda:N`, in 32-bit floats. All agents need a
    /// network: `policy`, of which many games are played side by side, or `puct` and trees with leaf=net, which ask for
    /// several leaves at a time. By default networks are evaluated in plain Rust, which on a processor is faster
    #[arg(long, value_name = "DEVICE", help_heading = "Games")]
    device: Option<String>,

    /// How many positions --device evaluates at a time: games side by side, by default 2048, or leaves of a search, by
    /// default 16
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=65_536),
        help_heading = "Games"
    )]
    batch: Option<u32>,

    /// The folder for the shards; made if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,

    /// How many games a shard holds
    #[arg(
        long,
        value_name = "N",
        default_value_t = GAMES_PER_SHARD,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help_heading = "Output"
    )]
    games_per_shard: u32,

    /// How many games a block of a shard holds. A block is written once it is full, so as many games may be lost when
    /// the run is killed: choose fewer if the agents are slow
    #[arg(
        long,
        value_name = "N",
        default_value_t = GAMES_PER_BLOCK,
        value_parser = clap::value_parser!(u32).range(1..=65_536),
        help_heading = "Output"
    )]
    games_per_block: u32,
}

/// A share such as 1/8.
fn one_in(text: &str) -> Result<u32, String> {
    let number = text.strip_prefix("1/").and_then(|number| number.parse().ok());
    let number = number.filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| "expected a share such as 1/8".to_owned())
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    let game = setup::game(&options.game)?;
    let _deferred = interrupt::defer();
    let template = options.setup.template(game)?;
    let agents = split_specs(&options.agents);
    let agents: Result<Vec<Spec>, Failure> = agents
        .iter()
        .map(|text| {
            text.parse()
                .map_err(|error| Failure::input(format!("--agents: {error}")))
        })
        .collect();
    let fast = options.full.zip(options.fast.clone());
    let run = SelfplayOptions {
        seed: options.seed,
        first: options.first_deal,
        games: options.games,
        fast: fast.map(|(one_in, spec)| Fast { spec, one_in }),
        temperature: options.temperature,
        games_per_shard: options.games_per_shard,
        games_per_block: options.games_per_block,
        threads: Threads::new(options.threads.map_or(0, usize::from)),
        decision_limit: PlayOptions::DECISION_LIMIT,
    };
    let run = match &options.device {
        None if options.batch.is_some() => {
            return Err(Failure::input(
                "--batch: expected --device as well, which evaluates so many positions at a time",
            ));
        }
        None => any::selfplay(template.open(), &agents?, run).map_err(failure)?,
        Some(device) => on_device(device, options.batch, template.open(), &agents?, run)?,
    };
    files::make_folder(&options.out)?;
    let plan = run.plan(&options.out).map_err(failure)?;
    plan.damage().iter().for_each(|line| notice(line));
    let (before, games) = (plan.done(), plan.games());
    let bar = progress(games, "games");
    bar.set_position(before);
    let played = run.run(plan, &|| bar.inc(1), &[interrupt::flag()]);
    bar.finish_and_clear();
    let recorded = played.map_err(failure)?;
    let folder = options.out.display();
    if recorded < games {
        notice(&format!(
            "stopped: {recorded} of {games} games recorded; the same command continues"
        ));
        return Ok(Done::Interrupted);
    }
    match before {
        0 => writeln!(out, "{games} games recorded in {folder}")?,
        _ => writeln!(out, "{games} games recorded in {folder}, {before} of them before")?,
    }
    Ok(Done::Well)
}

/// A run whose networks are evaluated on a device.
#[cfg(not(feature = "torch"))]
fn on_device(
    _: &str,
    _: Option<u32>,
    _: &dyn AnySetup,
    _: &[Spec],
    _: SelfplayOptions,
) -> Result<Box<dyn AnySelfplay>, Failure> {
    Err(super::without_torch())
}

/// A run whose networks are evaluated on a device.
#[cfg(feature = "torch")]
fn on_device(
    device: &str,
    batch: Option<u32>,
    setup: &dyn AnySetup,
    agents: &[Spec],
    run: SelfplayOptions,
) -> Result<Box<dyn AnySelfplay>, Failure> {
    use heist_training::learn::evaluator;
    use heist_training::selfplay::{LANES, LEAVES, decide_alone};

    let device = evaluator::device(device).map_err(|error| Failure::input(format!("--device {device}: {error}")))?;
    let usual = if decide_alone(agents) { LANES } else { LEAVES };
    let batch = batch.map_or(usual, |batch| batch as usize);
    any::selfplay_on(device, batch, setup, agents, run).map_err(failure)
}

fn failure(error: SelfplayError) -> Failure {
    match error {
        SelfplayError::Shard(error) => shard_failure(error),
        SelfplayError::Agents { .. }
        | SelfplayError::Spec(_)
        | SelfplayError::NoNetwork { .. }
        | SelfplayError::NoBatches { .. }
        | SelfplayError::NoPolicy { .. } => Failure::input(format!("--agents: {error}")),
        SelfplayError::NoSearch(option) => Failure::input(format!("--{option}: none of the agents is a search")),
        SelfplayError::Number {
            name: "temperature",
            found,
            expected,
        } => Failure::input(format!("--temperature {found}: expected {expected}")),
        error => Failure::input(error),
    }
}
