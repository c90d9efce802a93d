//! `heist practice`: sets of positions to practise on.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use heist_advice::practice::{Made, Set};
use heist_advice::{Hunt, Searcher};
use heist_agents::arena::Threads;
use heist_agents::{Level, Spec};
use heist_engine::any::{AnyGame, AnyState, AnyStep};
use heist_engine::random::stream_seed;

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Existing};
use crate::hint::read_level;
use crate::interrupt;
use crate::setup::{self, SetupOptions};
use crate::terminal::progress;

/// Make a set of positions to practise on: one move is clearly best, and it is not the obvious one
///
/// The game's expert plays games, or replays are read. Of every game some decisions are searched, each from what its
/// player knows. A decision is picked if the 95% interval of every other move's difference from the best one lies below
/// zero and is two percentage points or more, and the expert, whose moves are the obvious ones, plays another. Then a
/// longer search with another seed has to find the same, the expert's move has to give away three percentage points or
/// more, and there has to be a reason that holds in further worlds. A set has at most one position of each game.
///
/// The page /practice of `heist table` asks the positions of the sets that are part of the program. docs/formats.md
/// describes the file.
///
/// Examples:
///
/// $ heist practice burgle-bros --seats 2 --games 100 --out set.json
///
/// $ heist practice caper-cards --replays games --out set.json
///
/// The set is written after every few games. After Ctrl-C the same command continues; with more --games it adds to the
/// set. Unless --level is given, the same seed makes the same set on every machine.
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as listed by `heist games`
    #[arg(value_name = "GAME")]
    game: String,

    #[command(flatten, next_help_heading = "Setup")]
    setup: SetupOptions,

    /// Look through N games that the expert plays
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "replays",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000),
        help_heading = "Games"
    )]
    games: Option<u64>,

    /// Look through replays instead: files, or folders of *.jsonl
    #[arg(
        long,
        value_name = "FILE|DIR",
        num_args = 1..,
        conflicts_with_all = ["games", setup::GROUP],
        help_heading = "Games"
    )]
    replays: Vec<PathBuf>,

    /// The seed of deals, picks and searches
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Games")]
    seed: u64,

    /// Stop once the set has N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Games")]
    positions: Option<u64>,

    /// Pick with the search of a level: instant, quick (0.3 s) or strong (3 s); the next level confirms. How far a
    /// level comes depends on the machine
    #[arg(long, value_name = "LEVEL", value_parser = read_level, help_heading = "Search")]
    level: Option<&'static Level>,

    /// Pick with this search, as listed by `heist agents` [default: improve:sims=2000,doubt=2,margin=0,turns=0]
    #[arg(long, value_name = "SPEC", conflicts_with = "level", help_heading = "Search")]
    search: Option<Spec>,

    /// Confirm with this search [default: flat:sims=16000,policy=heuristic,turns=0]
    #[arg(long, value_name = "SPEC", conflicts_with = "level", help_heading = "Search")]
    confirm: Option<Spec>,

    /// How many games are looked through in parallel; by default one per processor core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Search")]
    threads: Option<u16>,

    /// The set; one that is there is continued if it was made in the same way
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
}

/// Runs the command.
pub fn command(options: &Options, out: &mut dyn Write) -> Outcome {
    make(setup::game(&options.game)?, options, out)
}

/// Where games come from.
enum Source {
    /// The expert plays from the first states of these setups.
    Deals(Box<dyn Fn(u64) -> Option<Box<dyn AnyState>> + Sync>),
    /// Replays: the first state and the steps of each.
    Replays(Vec<(Box<dyn AnyState>, Vec<AnyStep>)>),
}

fn make(game: &'static dyn AnyGame, options: &Options, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    let hunt = hunt(options)?;
    hunt.check(game).map_err(Failure::input)?;
    files::check_target(&options.out, Existing::Replace)?;
    let (source, setup, replays) = if options.replays.is_empty() {
        let template = options.setup.template(game)?;
        let (shown, seed) = (template.shown(), options.seed);
        let deal = move |number| {
            let setup = template.of(stream_seed(seed, "practice/deal", number));
            setup.complete().ok()?.begin().ok()
        };
        (Source::Deals(Box::new(deal)), Some(shown), Vec::new())
    } else {
        let (replays, names) = read_replays(&options.replays, game)?;
        (Source::Replays(replays), None, names)
    };
    let made = Made {
        command: command_line(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        setup,
        games: options.games.unwrap_or(replays.len() as u64),
        replays,
        seed: options.seed,
        screen: hunt.screen.to_string(),
        confirm: hunt.confirm.to_string(),
        examined: 0,
    };
    let set = if options.out.exists() {
        continued(&options.out, game, made)?
    } else {
        Set {
            game,
            made,
            puzzles: Vec::new(),
        }
    };
    let before = set.made.examined;
    let set = look_through(options, &hunt, &source, set)?;
    let Made { games, examined, .. } = set.made;
    let is_enough = options
        .positions
        .is_some_and(|wanted| set.puzzles.len() as u64 >= wanted);
    let counts = format!("{} positions from {examined} games", set.puzzles.len());
    if examined < games && !is_enough {
        notice(&format!("stopped: {counts} of {games}; the same command continues"));
        return Ok(Done::Interrupted);
    }
    let again = if before == 0 {
        String::new()
    } else {
        format!(", {before} of them looked through before")
    };
    writeln!(out, "{counts}{again}: {}", options.out.display())?;
    Ok(Done::Well)
}

/// The searches of the options.
fn hunt(options: &Options) -> Result<Hunt, Failure> {
    let [screen, confirm] = match options.level {
        Some(level) => {
            let levels = heist_agents::LEVELS;
            let place = levels.iter().position(|known| known == level);
            let place = place.expect("the level was found among them");
            let Some(next) = levels.get(place + 1) else {
                let message = format!(
                    "--level {}: no longer search could confirm it; expected a lower level",
                    level.name
                );
                return Err(Failure::input(message));
            };
            [Searcher::Level(level), Searcher::Level(next)]
        }
        None => {
            let [screen, confirm] = Hunt::usual();
            [
                Searcher::Spec(options.search.clone().unwrap_or(screen)),
                Searcher::Spec(options.confirm.clone().unwrap_or(confirm)),
            ]
        }
    };
    Ok(Hunt {
        screen,
        confirm,
        seed: options.seed,
    })
}

/// The set that is there, if it was made in the same way.
fn continued(path: &Path, game: &dyn AnyGame, made: Made) -> Result<Set, Failure> {
    let text = files::read_text(path)?;
    let mut set = Set::read(&text).map_err(|error| Failure::file(path, error))?;
    let differs = |field: &str, found: &dyn std::fmt::Display, wanted: &dyn std::fmt::Display| {
        let message =
            format!("field `{field}`: the set has {found}, this command {wanted}; expected the same, or another file");
        Failure::file(path, message)
    };
    let (found, wanted) = (set.game.info().id, game.info().id);
    if found != wanted {
        return Err(differs("game", &found, &wanted));
    }
    let json = |value: &Option<serde_json::Value>| value.as_ref().map_or("none".to_owned(), ToString::to_string);
    let pairs = [
        ("made.version", set.made.version.clone(), made.version.clone()),
        ("made.setup", json(&set.made.setup), json(&made.setup)),
        ("made.replays", set.made.replays.join(", "), made.replays.join(", ")),
        ("made.seed", set.made.seed.to_string(), made.seed.to_string()),
        ("made.screen", set.made.screen.clone(), made.screen.clone()),
        ("made.confirm", set.made.confirm.clone(), made.confirm.clone()),
    ];
    if let Some((field, found, wanted)) = pairs.iter().find(|(_, found, wanted)| found != wanted) {
        return Err(differs(field, found, wanted));
    }
    if made.games < set.made.examined {
        return Err(differs(
            "made.examined",
            &set.made.examined,
            &format!("looks through {}", made.games),
        ));
    }
    set.made = Made {
        examined: set.made.examined,
        ..made
    };
    Ok(set)
}

/// Looks through the games that are left, several at a time, and writes the set after each of these turns.
fn look_through(options: &Options, hunt: &Hunt, source: &Source, mut set: Set) -> Result<Set, Failure> {
    let bar = progress(set.made.games, "games");
    bar.set_position(set.made.examined);
    let count = options.threads.map_or(0, usize::from);
    let pool = Threads::new(count).start().map_err(Failure::input)?;
    let at_a_time = pool.current_num_threads() as u64;
    let is_enough = |set: &Set| {
        options
            .positions
            .is_some_and(|wanted| set.puzzles.len() as u64 >= wanted)
    };
    while set.made.examined < set.made.games && !is_enough(&set) {
        let from = set.made.examined;
        let numbers = from..set.made.games.min(from + at_a_time);
        let found = pool.install(|| {
            hunt.look_through_all(numbers.clone(), interrupt::flag(), |number| match source {
                Source::Deals(deal) => Some((deal(number)?, None)),
                Source::Replays(replays) => {
                    let (first, steps) = replays.get(usize::try_from(number).ok()?)?;
                    Some((first.copy(), Some(steps.clone())))
                }
            })
        });
        // What was stopped is looked through again.
        if interrupt::is_wanted() {
            break;
        }
        for (number, puzzle) in numbers.zip(found) {
            if is_enough(&set) {
                break;
            }
            set.made.examined = number + 1;
            if let Some(puzzle) = puzzle.filter(|puzzle| !set.has_like(puzzle)) {
                set.puzzles.push(puzzle);
            }
            bar.inc(1);
        }
        // The set before is still there, with what the turns before this one found.
        write(&options.out, &set).inspect_err(|_| {
            bar.finish_and_clear();
            let games = set.made.games;
            notice(&format!(
                "stopped: {from} of {games} games looked through; the same command continues"
            ));
        })?;
    }
    bar.finish_and_clear();
    Ok(set)
}

fn write(path: &Path, set: &Set) -> Result<(), Failure> {
    let text = set.write().map_err(Failure::input)?;
    files::write_atomically(path, Existing::Replace, |file| file.write_all(text.as_bytes()))
}

/// A replay's first state and its steps, with its name.
type Replays = (Vec<(Box<dyn AnyState>, Vec<AnyStep>)>, Vec<String>);

/// The replays that paths stand for, in the order of their names within each folder.
fn read_replays(paths: &[PathBuf], game: &dyn AnyGame) -> Result<Replays, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error: io::Error| Failure::file(path, format!("cannot be read: {}", files::reason(&error)));
        let entries: Result<Vec<_>, io::Error> = std::fs::read_dir(path).map_err(failed)?.collect();
        let mut within: Vec<PathBuf> = entries.map_err(failed)?.into_iter().map(|entry| entry.path()).collect();
        within.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
        if within.is_empty() {
            return Err(Failure::file(path, "has no *.jsonl; expected replays"));
        }
        within.sort();
        files.extend(within);
    }
    let (mut replays, mut names) = (Vec::new(), Vec::new());
    for file in files {
        let text = files::read_text(&file)?;
        let replay = game.read_replay(&mut text.as_bytes());
        let replay = replay.map_err(|error| Failure::file(&file, error))?;
        let first = replay.setup().begin().map_err(|error| Failure::file(&file, error))?;
        replays.push((first, replay.steps()));
        let name = file.file_name().unwrap_or(file.as_os_str());
        names.push(name.to_string_lossy().into_owned());
    }
    Ok((replays, names))
}

/// The command as it was given, for people who read the set.
fn command_line() -> String {
    let quoted = |word: String| {
        if word.contains(|letter: char| letter.is_whitespace() || "'\"$\\*?;&|<>(){}".contains(letter)) {
            format!("'{}'", word.replace('\'', "'\\''"))
        } else {
            word
        }
    };
    let words = std::env::args_os()
        .skip(1)
        .map(|word| quoted(word.to_string_lossy().into_owned()));
    std::iter::once("heist".to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}
