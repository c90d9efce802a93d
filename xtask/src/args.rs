//! The command line.

use std::fmt::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use crate::compare;
use crate::instances;
use crate::mutate;
use crate::rule;
use crate::steps::{self, Budget, STEPS, Step};

/// What the command line asks for.
pub enum Command {
    /// Print the help.
    Help,
    /// Print the list of steps.
    List,
    /// Run these steps, in this order.
    Test {
        /// The steps.
        steps: Vec<Step>,
        /// Whether one over its budget fails the run.
        strict: bool,
    },
    /// Check what has changed, in less than a minute.
    Quick,
    /// Time release builds with all games and without each of these, or of all if none is named.
    BuildTimes(Vec<String>),
    /// Count what a program holds twice.
    Instances(PathBuf),
    /// Feed a fuzz target; the words are those of its program.
    Fuzz(Vec<String>),
    /// Compare the rules of a game with a plain reference.
    Compare(compare::Options),
    /// Try the tests with mistakes made on purpose.
    Mutate(mutate::Options),
    /// Answer a question about rules.
    Rule(rule::Query),
}

/// A command line that asks for nothing known.
#[derive(Debug, PartialEq, Eq)]
pub enum UsageError {
    /// No words at all.
    Empty,
    /// The first word is no command.
    UnknownCommand(String),
    /// A word after `test` is no step.
    UnknownStep(String),
    /// A word after `test` looks like an option and is none.
    UnknownOption(String),
    /// A word that stands alone has company.
    NotAlone(String),
    /// `rule` without an id, or with more.
    Rule,
    /// An option without its value, or with one that it cannot have.
    Value {
        /// The option.
        option: String,
        /// What follows it.
        found: Option<String>,
        /// What would have been right.
        expected: &'static str,
    },
    /// An option that the command needs is not there.
    Lacking(&'static str),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Empty => f.write_str("no command given"),
            UsageError::UnknownCommand(word) => write!(f, "unknown command `{word}`"),
            UsageError::UnknownStep(word) => write!(f, "unknown step `{word}`; the steps are {}", steps::names()),
            UsageError::UnknownOption(word) => write!(f, "unknown option `{word}`"),
            UsageError::NotAlone(word) => write!(f, "`{word}` cannot be combined with other words"),
            UsageError::Rule => f.write_str("`rule` takes one id, or `--missing` and perhaps a game"),
            UsageError::Value {
                option,
                found: Some(found),
                expected,
            } => {
                write!(f, "`{option} {found}`: expected {expected}")
            }
            UsageError::Value {
                option,
                found: None,
                expected,
            } => write!(f, "`{option}` expects {expected}"),
            UsageError::Lacking(option) => write!(f, "`{option}` is missing"),
        }
    }
}

/// Reads the words after `cargo xtask`.
///
/// Named steps come out in the order of the list, each once, however they were named: the later ones take the earlier
/// ones for granted.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Command, UsageError> {
    let words: Vec<String> = words.into_iter().collect();
    let (command, rest) = words.split_first().ok_or(UsageError::Empty)?;
    match command.as_str() {
        "test" => parse_test(rest),
        "rule" => rule::parse(rest).map(Command::Rule).ok_or(UsageError::Rule),
        "quick" if rest.is_empty() => Ok(Command::Quick),
        "quick" if rest == ["--help"] || rest == ["-h"] => Ok(Command::Help),
        "quick" => Err(UsageError::NotAlone(command.clone())),
        "build-times" => parse_build_times(rest),
        "instances" => parse_instances(rest),
        "mutate" => parse_mutate(rest),
        "compare" => parse_compare(rest),
        "fuzz" if rest.iter().any(|word| word == "--help" || word == "-h") => Ok(Command::Help),
        "fuzz" => Ok(Command::Fuzz(rest.to_vec())),
        "help" | "--help" | "-h" if rest.is_empty() => Ok(Command::Help),
        "help" | "--help" | "-h" => Err(UsageError::NotAlone(command.clone())),
        word => Err(UsageError::UnknownCommand(word.to_owned())),
    }
}

/// Reads the words after `test`.
fn parse_test(words: &[String]) -> Result<Command, UsageError> {
    if words == ["--list"] {
        return Ok(Command::List);
    }
    if words.iter().any(|word| word == "--help" || word == "-h") {
        return Ok(Command::Help);
    }
    let (flags, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| *word == "--strict");
    if let Some(&word) = words.iter().find(|word| steps::find(word).is_none()) {
        return Err(match word.as_str() {
            "--list" => UsageError::NotAlone(word.clone()),
            option if option.starts_with('-') => UsageError::UnknownOption(word.clone()),
            _ => UsageError::UnknownStep(word.clone()),
        });
    }
    let wanted = |step: &&Step| words.is_empty() || words.iter().any(|word| *word == step.name);
    let steps = STEPS.iter().filter(wanted).cloned().collect();
    Ok(Command::Test {
        steps,
        strict: !flags.is_empty(),
    })
}

/// Reads the words after `build-times`: games.
fn parse_build_times(words: &[String]) -> Result<Command, UsageError> {
    match words.iter().find(|word| word.starts_with('-')) {
        Some(word) if word == "--help" || word == "-h" => Ok(Command::Help),
        Some(option) => Err(UsageError::UnknownOption(option.clone())),
        None => Ok(Command::BuildTimes(words.to_vec())),
    }
}

/// Reads the words after `instances`: a program, or none for the usual one.
fn parse_instances(words: &[String]) -> Result<Command, UsageError> {
    match words {
        [] => Ok(Command::Instances(PathBuf::from(instances::PROGRAM))),
        [word] if word == "--help" || word == "-h" => Ok(Command::Help),
        [option] if option.starts_with('-') => Err(UsageError::UnknownOption(option.clone())),
        [program] => Ok(Command::Instances(PathBuf::from(program))),
        [_, more, ..] => Err(UsageError::NotAlone(more.clone())),
    }
}

/// Reads the words after `compare`.
fn parse_compare(words: &[String]) -> Result<Command, UsageError> {
    let mut options = compare::Options {
        games: 1000,
        finales: 200,
        pairs: 50,
        heists: 1000,
        seed: 1,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--help" | "-h" => return Ok(Command::Help),
            "--games" => options.games = value(word, words.next(), "a whole number")?,
            "--finales" => options.finales = value(word, words.next(), "a whole number")?,
            "--pairs" => options.pairs = value(word, words.next(), "a whole number")?,
            "--heists" => options.heists = value(word, words.next(), "a whole number")?,
            "--seed" => options.seed = value(word, words.next(), "a whole number")?,
            _ => return Err(UsageError::UnknownOption(word.clone())),
        }
    }
    Ok(Command::Compare(options))
}

/// Reads the words after `mutate`.
fn parse_mutate(words: &[String]) -> Result<Command, UsageError> {
    let mut options = mutate::Options {
        game: String::new(),
        seed: 1,
        functions: 50,
        at_least: 90,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--help" | "-h" => return Ok(Command::Help),
            "--game" => options.game = value(word, words.next(), "the name of a game")?,
            "--seed" => options.seed = value(word, words.next(), "a whole number")?,
            "--functions" => options.functions = value(word, words.next(), "how many functions to draw")?,
            "--at-least" => options.at_least = value(word, words.next(), "a whole number of percent")?,
            _ => return Err(UsageError::UnknownOption(word.clone())),
        }
    }
    if options.game.is_empty() {
        return Err(UsageError::Lacking("--game"));
    }
    Ok(Command::Mutate(options))
}

/// The value of an option.
fn value<T: FromStr>(option: &str, found: Option<&String>, expected: &'static str) -> Result<T, UsageError> {
    found
        .and_then(|found| found.parse().ok())
        .ok_or_else(|| UsageError::Value {
            option: option.to_owned(),
            found: found.cloned(),
            expected,
        })
}

/// The help.
pub fn help() -> String {
    format!(
        "\
The checks that every change must pass, and the tools beside them.

usage:
  cargo xtask quick                  check what has changed, in less than a minute
  cargo xtask test                   run every step, in order, until one fails
  cargo xtask test STEP...           run the named steps only, in the same order
  cargo xtask test --strict [STEP...]
                                     fail as well if a step takes longer than its budget
  cargo xtask test --list            list the steps with their budgets
  cargo xtask build-times [GAME...]  print what each crate and each game costs to compile
  cargo xtask instances [PROGRAM]    list what a built program holds twice though it is to be compiled once
  cargo xtask mutate --game GAME [--seed 1] [--functions 50] [--at-least 90]
                                     make mistakes in the rules and see whether the tests notice
  cargo xtask compare [--games 1000] [--finales 200] [--pairs 50] [--heists 1000] [--seed 1]
                                     play Casino Capers and Masters of the Heist beside plain references, step by step
  cargo xtask fuzz TARGET [--seconds 60] [--seed 1]
                                     feed a reader of text damaged inputs
  cargo xtask fuzz TARGET FILE       feed it one input again
  cargo xtask rule ID                print a rule, the code that carries it out and its tests
  cargo xtask rule --missing [GAME]  list the ids without code or without a test
  cargo xtask help                   print this help

quick: looks at what differs from where this branch left `main` (on `main`: from the last commit), untracked files
  included, and runs
    fmt     the formatting of everything
    clippy  the libraries and programs of the crates that changed and of those that use them
    test    of the crates that changed: unit tests, a few quick tests, and tests that changed
    ruff    the Python code, if some changed and `target/venv` is there
  It leaves out all other tests, examples in the documentation, release builds, and the package's and the browser's
  tests. The first run in a fresh checkout takes longer: it compiles the dependencies.

test: runs the steps {steps}.
  A budget per step, in seconds on two cores, stands beside the time it took. A step is warm if it has passed before in
  this `target` folder with the same dependencies and compiler, and cold otherwise. A step over its budget is reported;
  it fails the run only with --strict, as another program may have kept the machine busy.

build-times: compiles `heist` in a copy of the tree below `target/build-times`, with `--release`: with all games, \
         without each game (or
  without the named ones) in turn, and with the example game. It prints the CPU seconds of each crate, and how many of \
         them each game
  adds. Games are called as their folders: masters. It fails if the rest does not compile without a game's folders and \
         the lines that
  name them. Expect as many builds as there are games and two more. It needs `sh` and `git`.

instances: reads the symbols of target/release/heist, or of another program that is not stripped. Games without their \
         types, forms of
  positions and searches are compiled once for each game, by the crates that own them; it fails if another crate has \
         compiled one again.

mutate: draws functions of the game's rules by the seed and changes one thing in each, in a copy of the tree below
  `target/mutate`. The engine's tests are compiled once with every change behind a switch, and run once per change \
         until
  one fails. Prints every survivor as a diff and the share that was caught, and fails if it is less than --at-least
  percent. Expect about an hour for 50 functions on two cores. A run that was stopped continues where it was; one on a
  changed engine begins anew. `const` functions are never drawn.

compare: example programs of the engine play games of Casino Capers with setups of all kinds (--games), further ones \
         that reach
  their finale (--finales), directed ones in which every two values of its options meet (--pairs, how often; \
         docs/invariants.md lists
  the options), and games of Masters of the Heist over all scenarios in turn (--heists). The references in
  engine/tests/reference, which know nothing but the rules texts, follow them and compare what may be chosen, what may \
         happen with
  which probability, and all facts after every step. The tests of all references run first. It needs `python3`. The \
         usual run takes
  about twenty minutes.

fuzz: the inputs are made from texts of this repository by the seed, the same on every machine. `cargo xtask fuzz` \
         alone lists
  the targets. With nightly Rust and cargo-fuzz, `cargo +nightly fuzz run TARGET` searches by coverage as well.

exit code: 0 if all is well, 1 if a check failed or an id is unknown, 2 if the command line makes no sense, 130 if a \
         signal ended the run
",
        steps = steps::names()
    )
}

/// The list of steps: name, what it checks, its budgets, its command.
pub fn list() -> String {
    let width = STEPS.iter().map(|step| step.name.len()).max().unwrap_or(0);
    STEPS.iter().fold(String::new(), |mut text, step| {
        let (name, checks, Budget { warm, cold }) = (step.name, step.checks, step.budget);
        let _ = writeln!(
            text,
            "{name:width$}  {checks} ({warm} s warm, {cold} s cold)\n{:width$}    {step}",
            ""
        );
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Command, UsageError> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    fn step_names(line: &str) -> Vec<&'static str> {
        match parse_line(line) {
            Ok(Command::Test { steps, .. }) => steps.iter().map(|step| step.name).collect(),
            Ok(_) => panic!("`{line}` runs no steps"),
            Err(error) => panic!("`{line}`: {error}"),
        }
    }

    fn error(line: &str) -> UsageError {
        parse_line(line)
            .err()
            .unwrap_or_else(|| panic!("`{line}` was accepted"))
    }

    #[test]
    fn test_alone_runs_every_step_in_order() {
        let steps = [
            "fmt",
            "clippy",
            "doc",
            "test",
            "outside",
            "build",
            "instances",
            "compare",
            "python",
            "ruff-format",
            "ruff",
            "mypy",
            "pytest",
            "torch",
            "browser",
        ];
        assert_eq!(step_names("test"), steps);
    }

    #[test]
    fn named_steps_run_once_each_in_the_order_of_the_list() {
        assert_eq!(step_names("test doc"), ["doc"]);
        assert_eq!(step_names("test test"), ["test"]);
        assert_eq!(step_names("test build fmt build"), ["fmt", "build"]);
    }

    #[test]
    fn strictness_is_no_step() {
        assert!(
            matches!(parse_line("test --strict"), Ok(Command::Test { strict: true, steps }) if steps.len() == STEPS.len())
        );
        assert!(
            matches!(parse_line("test fmt --strict"), Ok(Command::Test { strict: true, steps }) if steps.len() == 1)
        );
        assert!(matches!(
            parse_line("test fmt"),
            Ok(Command::Test { strict: false, .. })
        ));
    }

    #[test]
    fn options_have_values_and_usual_ones() {
        let Ok(Command::Mutate(options)) = parse_line("mutate --game caper-cards --functions 7") else {
            panic!()
        };
        assert_eq!(
            (options.game.as_str(), options.seed, options.functions, options.at_least),
            ("caper-cards", 1, 7, 90)
        );
        assert_eq!(error("mutate"), UsageError::Lacking("--game"));
        assert_eq!(
            error("mutate --game a --sead 1"),
            UsageError::UnknownOption("--sead".to_owned())
        );
        assert_eq!(
            error("mutate --game a --seed one").to_string(),
            "`--seed one`: expected a whole number"
        );
        assert_eq!(
            error("mutate --game a --seed").to_string(),
            "`--seed` expects a whole number"
        );
        assert!(matches!(parse_line("fuzz cases --seconds 5"), Ok(Command::Fuzz(words)) if words.len() == 3));
        assert!(matches!(parse_line("quick"), Ok(Command::Quick)));
    }

    #[test]
    fn comparisons_have_sizes() {
        let Ok(Command::Compare(options)) = parse_line("compare --games 7 --seed 3") else {
            panic!()
        };
        assert_eq!(
            (
                options.games,
                options.finales,
                options.pairs,
                options.heists,
                options.seed
            ),
            (7, 200, 50, 1000, 3)
        );
        assert_eq!(
            error("compare --finales few").to_string(),
            "`--finales few`: expected a whole number"
        );
        assert_eq!(
            error("compare --game 7"),
            UsageError::UnknownOption("--game".to_owned())
        );
    }

    #[test]
    fn help_and_the_list_are_asked_for_by_name() {
        let lines = [
            "help",
            "--help",
            "-h",
            "test --help",
            "test -h",
            "test fmt --help",
            "quick -h",
            "build-times -h",
            "mutate --help",
            "compare --help",
            "fuzz -h",
        ];
        for line in lines {
            assert!(matches!(parse_line(line), Ok(Command::Help)), "{line}");
        }
        assert!(matches!(parse_line("test --list"), Ok(Command::List)));
    }

    #[test]
    fn rules_are_asked_for_by_id() {
        let query = |line| match parse_line(line) {
            Ok(Command::Rule(query)) => query,
            _ => panic!("`{line}` asks about no rule"),
        };
        assert_eq!(query("rule CC4a"), rule::Query::Show("CC4a".to_owned()));
        assert_eq!(query("rule --missing"), rule::Query::Missing(None));
        let game = Some("caper-cards".to_owned());
        assert_eq!(query("rule --missing caper-cards"), rule::Query::Missing(game));
    }

    #[test]
    fn everything_else_is_an_error_that_names_the_word() {
        assert_eq!(error(""), UsageError::Empty);
        assert_eq!(error("tset"), UsageError::UnknownCommand("tset".to_owned()));
        assert_eq!(error("--list"), UsageError::UnknownCommand("--list".to_owned()));
        assert_eq!(error("test fmt docs"), UsageError::UnknownStep("docs".to_owned()));
        assert_eq!(error("test --all"), UsageError::UnknownOption("--all".to_owned()));
        assert_eq!(error("test fmt --list"), UsageError::NotAlone("--list".to_owned()));
        assert_eq!(error("help fmt"), UsageError::NotAlone("help".to_owned()));
        for line in [
            "rule",
            "rule CC4a CC4b",
            "rule --all",
            "rule --missing caper-cards burgle-bros",
        ] {
            assert_eq!(error(line), UsageError::Rule, "{line}");
        }
        assert!(matches!(parse_line("build-times"), Ok(Command::BuildTimes(games)) if games.is_empty()));
        assert!(matches!(parse_line("build-times masters"), Ok(Command::BuildTimes(games)) if games == ["masters"]));
        assert_eq!(
            error("build-times --all"),
            UsageError::UnknownOption("--all".to_owned())
        );
        assert_eq!(error("quick fmt"), UsageError::NotAlone("quick".to_owned()));
    }

    #[test]
    fn the_list_has_every_step_with_its_command() {
        let list = list();
        for step in STEPS {
            assert!(list.contains(step.name) && list.contains(step.checks) && list.contains(&step.to_string()));
        }
    }
}
