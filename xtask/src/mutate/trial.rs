//! Running the engine's tests with one mutant switched on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::build::{Copy, Tests};
use crate::child::{self, End};

/// The most memory that a binary of tests may take, in KiB: a mutant can be a loop that fills a list.
const MEMORY: &str = "6000000";

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A test failed; its name.
    Caught(String),
    /// The tests did not come to an end.
    Endless,
    /// Every test passed.
    Survived,
    /// No test runs the changed code.
    Unreached,
}

impl Outcome {
    /// Whether the tests noticed.
    pub fn caught(&self) -> bool {
        matches!(self, Outcome::Caught(_) | Outcome::Endless)
    }
}

/// The tests, and which of them run which mutant's code.
pub struct Suite {
    /// Quickest binary first.
    binaries: Vec<Timed>,
}

struct Timed {
    tests: Tests,
    /// How long all its tests take.
    time: Duration,
    /// For each mutant the tests that reach it. A name that is no test's stands for all of them.
    reach: BTreeMap<usize, BTreeSet<String>>,
    names: BTreeSet<String>,
}

impl Suite {
    /// Runs every test once with no mutant switched on, and notes the time and what is reached.
    pub fn measure(copy: &Copy, tests: Vec<Tests>) -> io::Result<Suite> {
        let mut binaries = Vec::new();
        for (place, tests) in tests.into_iter().enumerate() {
            let mut names = BTreeSet::new();
            let mut list = command(copy, &tests);
            list.arg("--list");
            child::watch(&mut list, None, |line| {
                names.extend(line.strip_suffix(": test").map(str::to_owned));
                true
            })?;
            let notes = copy.tree.with_file_name(format!("notes-{place}"));
            if notes.exists() {
                fs::remove_file(&notes)?;
            }
            let start = Instant::now();
            let mut all = command(copy, &tests);
            all.env("MUTANT_NOTES", &notes);
            match run(&mut all, None)? {
                None => {}
                Some(Outcome::Caught(test)) => {
                    let name = &tests.name;
                    return Err(io::Error::other(format!(
                        "{name}: {test} fails without any change; mend it first"
                    )));
                }
                Some(_) => return Err(io::Error::other(format!("{} does not end", tests.name))),
            }
            let reach = read_notes(&notes)?;
            binaries.push(Timed {
                tests,
                time: start.elapsed(),
                reach,
                names,
            });
        }
        binaries.sort_by_key(|binary| binary.time);
        Ok(Suite { binaries })
    }

    /// How long all tests take.
    pub fn time(&self) -> Duration {
        self.binaries.iter().map(|binary| binary.time).sum()
    }

    /// Tries a mutant: first the tests that reach it, then, as long as none fails, the whole binaries that these are in
    /// (what is computed once for all tests is reached by the first of them only).
    pub fn try_mutant(&self, copy: &Copy, number: usize) -> io::Result<Outcome> {
        let reaching: Vec<(&Timed, &BTreeSet<String>)> = self
            .binaries
            .iter()
            .filter_map(|binary| Some((binary, binary.reach.get(&number)?)))
            .collect();
        if reaching.is_empty() {
            return Ok(Outcome::Unreached);
        }
        let known = |binary: &Timed, tests: &BTreeSet<String>| tests.is_subset(&binary.names);
        for (binary, tests) in &reaching {
            let mut command = command(copy, &binary.tests);
            if known(binary, tests) {
                command.arg("--exact").args(tests.iter());
            }
            if let Some(outcome) = run(command.env("MUTANT", number.to_string()), Some(limit(binary)))? {
                return Ok(outcome);
            }
        }
        for (binary, tests) in reaching {
            if known(binary, tests) && tests.len() < binary.names.len() {
                let mut command = command(copy, &binary.tests);
                if let Some(outcome) = run(command.env("MUTANT", number.to_string()), Some(limit(binary)))? {
                    return Ok(outcome);
                }
            }
        }
        Ok(Outcome::Survived)
    }
}

/// Generous: other programs may be at work as well.
fn limit(binary: &Timed) -> Duration {
    binary.time * 5 + Duration::from_secs(30)
}

/// A binary of tests, to be started as cargo starts it, such that it leaves nothing behind for the next mutant.
fn command(copy: &Copy, tests: &Tests) -> Command {
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")])
            .arg(&tests.binary);
        shell
    } else {
        Command::new(&tests.binary)
    };
    command
        .current_dir(copy.tree.join("engine"))
        .env("CARGO_MANIFEST_DIR", copy.tree.join("engine"))
        // With one thread the names of tests would not reach the notes.
        .env("RUST_TEST_THREADS", "2")
        .env("INSTA_UPDATE", "no")
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
        .env("PROPTEST_RNG_SEED", "1")
        .env("RUST_BACKTRACE", "0")
        .stderr(Stdio::null());
    command
}

/// Runs tests until one fails. Nothing if all pass.
fn run(command: &mut Command, limit: Option<Duration>) -> io::Result<Option<Outcome>> {
    let mut failed = None;
    let end = child::watch(command, limit, |line| {
        failed = failed_test(line).map(str::to_owned);
        failed.is_none()
    })?;
    match end {
        End::Exit(status) if status.success() => Ok(None),
        // An abort: the stack or the memory ran out.
        End::Exit(status) => Ok(Some(Outcome::Caught(format!("{status}")))),
        End::Enough => Ok(failed.map(Outcome::Caught)),
        End::Late => Ok(Some(Outcome::Endless)),
        End::Stopped => Err(io::ErrorKind::Interrupted.into()),
    }
}

/// The test that a line reports as failed.
fn failed_test(line: &str) -> Option<&str> {
    let name = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
    Some(name.strip_suffix(" - should panic").unwrap_or(name))
}

/// The notes of a run: which test reached which mutant.
fn read_notes(notes: &Path) -> io::Result<BTreeMap<usize, BTreeSet<String>>> {
    let mut reach: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    if notes.exists() {
        for line in fs::read_to_string(notes)?.lines() {
            if let Some((number, test)) = line.split_once('\t')
                && let Ok(number) = number.parse()
            {
                reach.entry(number).or_default().insert(test.to_owned());
            }
        }
    }
    Ok(reach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_read_off_the_harness() {
        assert_eq!(failed_test("test turn::a_turn ... FAILED"), Some("turn::a_turn"));
        assert_eq!(
            failed_test("test turn::panics - should panic ... FAILED"),
            Some("turn::panics")
        );
        assert_eq!(failed_test("test turn::a_turn ... ok"), None);
        assert_eq!(failed_test("test result: FAILED. 1 passed"), None);
    }
}
