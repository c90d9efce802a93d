//! `cargo xtask mutate`: what share of mistakes in the rules would the tests notice?
//!
//! Functions of a game's rules are drawn by a seed and one thing is changed in each: an operator, a constant, a
//! condition, a statement, a result. All changes are compiled into one build of the engine's tests, each behind a
//! switch ([`build`]), in a copy of the tree below `target/mutate`. Then the tests run once per change ([`trial`]),
//! those that never reach it left out. Every result is written down at once, so that a run that was stopped continues.

mod build;
mod draw;
mod source;
mod trial;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::child;
use crate::runner::workspace_root;
use build::Copy;
use draw::Drawn;
use trial::{Outcome, Suite};

/// What is asked of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The game whose rules are changed, by its name.
    pub game: String,
    /// What the draw depends on.
    pub seed: u64,
    /// How many functions are drawn.
    pub functions: usize,
    /// The share in percent below which the run fails.
    pub at_least: u32,
}

/// Runs as told and prints what it finds. False if the tests catch less than they should.
pub fn run(options: &Options, out: &mut impl Write) -> io::Result<bool> {
    child::heed_signals()?;
    let root = workspace_root();
    let folder = root.join("target/mutate");
    let mut functions = draw::functions(&root, &options.game, options.seed)?;
    let count = options.functions.min(functions.len());
    writeln!(
        out,
        "{count} of {} functions of {} drawn by seed {}",
        functions.len(),
        options.game,
        options.seed
    )?;
    let mut drawn: Vec<Drawn> = functions.drain(functions.len() - count..).rev().collect();

    writeln!(
        out,
        "copying the tree to target/mutate and building the engine's tests there (minutes at first)"
    )?;
    out.flush()?;
    let copy = Copy::of(&root, &folder)?;
    let tests = copy.build(&root, &mut drawn, &mut functions, &mut |text| {
        writeln!(out, "{text}")?;
        out.flush()
    })?;

    writeln!(out, "running {} test binaries without any change", tests.len())?;
    out.flush()?;
    let suite = Suite::measure(&copy, tests)?;
    let mut results = Results::open(&folder.join(format!("{}.tsv", options.game)), copy.fingerprint)?;
    let known = drawn.iter().filter(|mutant| results.of(mutant).is_some()).count();
    let left = u32::try_from(drawn.len() - known).unwrap_or(u32::MAX);
    // Most are caught within seconds; one in ten survives, and has run every test that reaches it twice.
    let expected = Duration::from_secs(5) * left + suite.time() * 2 * left / 10;
    writeln!(
        out,
        "all tests take {}; {known} of {} mutants are known from an earlier run, the others take about {}",
        in_words(suite.time()),
        drawn.len(),
        in_words(expected),
    )?;
    out.flush()?;

    let mut outcomes = Vec::new();
    for (number, mutant) in drawn.iter().enumerate() {
        let start = Instant::now();
        let outcome = match results.of(mutant) {
            Some(outcome) => outcome.clone(),
            None => match suite.try_mutant(&copy, number) {
                Ok(outcome) => {
                    results.add(mutant, &outcome)?;
                    outcome
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    writeln!(
                        out,
                        "stopped: {number} of {} mutants are tried; the same command continues",
                        drawn.len()
                    )?;
                    return Err(error);
                }
                Err(error) => return Err(error),
            },
        };
        let (place, seconds) = (number + 1, start.elapsed().as_secs_f64());
        let what = describe(&outcome);
        writeln!(
            out,
            "[{place}/{}] {seconds:6.1} s  {}, {}: {what}",
            drawn.len(),
            mutant.file,
            mutant.function
        )?;
        out.flush()?;
        outcomes.push(outcome);
    }

    let (text, enough) = report(&root, options, &drawn, &outcomes)?;
    out.write_all(text.as_bytes())?;
    let file = folder.join(format!("{}-{}.txt", options.game, options.seed));
    fs::write(&file, &text)?;
    writeln!(
        out,
        "this report is in {}",
        file.strip_prefix(&root).unwrap_or(&file).display()
    )?;
    Ok(enough)
}

/// An outcome in words.
fn describe(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Caught(test) => format!("caught by {test}"),
        Outcome::Endless => "caught: the tests did not end".to_owned(),
        Outcome::Survived => "SURVIVED".to_owned(),
        Outcome::Unreached => "SURVIVED: no test reaches it".to_owned(),
    }
}

/// The survivors as diffs and the share that was caught, and whether that is enough.
fn report(root: &Path, options: &Options, drawn: &[Drawn], outcomes: &[Outcome]) -> io::Result<(String, bool)> {
    let mut text = String::new();
    for (mutant, outcome) in drawn.iter().zip(outcomes).filter(|(_, outcome)| !outcome.caught()) {
        let _ = write!(
            text,
            "\n{}: {}\n{}",
            mutant.function,
            describe(outcome),
            diff(root, mutant)?
        );
    }
    let caught = outcomes.iter().filter(|outcome| outcome.caught()).count();
    let share = percent(caught, outcomes.len());
    let _ = writeln!(
        text,
        "\n{}: {caught} of {} mutants caught ({share:.0}%), seed {}",
        options.game,
        outcomes.len(),
        options.seed
    );
    let enough = share >= f64::from(options.at_least);
    if !enough {
        let _ = writeln!(text, "expected at least {}%", options.at_least);
    }
    Ok((text, enough))
}

/// A share in percent; all of nothing is everything.
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        100.0
    } else {
        100.0 * part as f64 / whole as f64
    }
}

/// The change as a diff of whole lines.
fn diff(root: &Path, mutant: &Drawn) -> io::Result<String> {
    let original = fs::read_to_string(root.join(&mutant.file))?;
    let change = mutant.change();
    let start = original[..change.range.start].rfind('\n').map_or(0, |place| place + 1);
    let end = original[change.range.end..]
        .find('\n')
        .map_or(original.len(), |place| change.range.end + place);
    let line = original[..start].matches('\n').count() + 1;
    let changed = format!(
        "{}{}{}",
        &original[start..change.range.start],
        change.text,
        &original[change.range.end..end]
    );
    let mut text = format!("--- {}:{line}\n", mutant.file);
    for (mark, lines) in [('-', &original[start..end]), ('+', changed.as_str())] {
        for line in lines.lines() {
            let _ = writeln!(text, "{mark}{line}");
        }
    }
    Ok(text)
}

/// A length of time for people.
fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds < 90 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

/// What is known of mutants, in a file with a line for each.
struct Results {
    file: PathBuf,
    known: BTreeMap<String, Outcome>,
}

impl Results {
    /// Reads the results of the same tree; those of another one are forgotten.
    fn open(file: &Path, fingerprint: u64) -> io::Result<Results> {
        let heading = format!("{fingerprint:016x}");
        let text = fs::read_to_string(file).unwrap_or_default();
        let mut lines = text.lines();
        let mut known = BTreeMap::new();
        if lines.next() == Some(&heading) {
            for line in lines {
                let parts: Vec<&str> = line.split('\t').collect();
                // A line cut off by a crash has fewer parts.
                let (key, outcome) = match parts[..] {
                    [key, "caught", test, "."] => (key, Outcome::Caught(test.to_owned())),
                    [key, "endless", "", "."] => (key, Outcome::Endless),
                    [key, "survived", "", "."] => (key, Outcome::Survived),
                    [key, "unreached", "", "."] => (key, Outcome::Unreached),
                    _ => continue,
                };
                known.insert(key.to_owned(), outcome);
            }
        } else {
            fs::write(file, format!("{heading}\n"))?;
        }
        Ok(Results {
            file: file.to_owned(),
            known,
        })
    }

    fn of(&self, mutant: &Drawn) -> Option<&Outcome> {
        self.known.get(&key(mutant))
    }

    fn add(&mut self, mutant: &Drawn, outcome: &Outcome) -> io::Result<()> {
        let key = key(mutant);
        let (word, test) = match outcome {
            Outcome::Caught(test) => ("caught", test.as_str()),
            Outcome::Endless => ("endless", ""),
            Outcome::Survived => ("survived", ""),
            Outcome::Unreached => ("unreached", ""),
        };
        let mut file = OpenOptions::new().append(true).open(&self.file)?;
        // It begins with a line break in case the last line was cut off.
        file.write_all(format!("\n{key}\t{word}\t{test}\t.\n").as_bytes())?;
        self.known.insert(key, outcome.clone());
        Ok(())
    }
}

/// Names a mutant within a tree.
fn key(mutant: &Drawn) -> String {
    let change = mutant.change();
    let place = format!("{}..{}", change.range.start, change.range.end);
    format!("{:016x}", draw::number(0, &[&mutant.file, &place, &change.text]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_mutants() -> Vec<Drawn> {
        let mut drawn = draw::functions(&workspace_root(), "caper-cards", 1).expect("the game has rules");
        drawn.split_off(drawn.len() - 2)
    }

    #[test]
    fn a_report_shows_survivors_and_the_share() {
        let options = Options {
            game: "caper-cards".to_owned(),
            seed: 1,
            functions: 2,
            at_least: 90,
        };
        let drawn = two_mutants();
        let root = workspace_root();
        let outcomes = [Outcome::Caught("a_test".to_owned()), Outcome::Survived];
        let (text, enough) = report(&root, &options, &drawn, &outcomes).expect("the sources are readable");
        assert!(
            !enough && text.contains("caper-cards: 1 of 2 mutants caught (50%)"),
            "{text}"
        );
        assert!(
            text.contains(&drawn[1].function) && text.contains("\n+") && text.contains(&drawn[1].file),
            "{text}"
        );
        let (text, enough) = report(&root, &options, &drawn, &[Outcome::Endless, Outcome::Endless]).expect("as above");
        assert!(enough && text.contains("(100%)") && !text.contains("---"), "{text}");
    }

    #[test]
    fn results_survive_a_crash_and_belong_to_one_tree() {
        let folder = std::env::temp_dir().join(format!("heistlab-mutate-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let file = folder.join("results.tsv");
        let _ = fs::remove_file(&file);
        let drawn = two_mutants();
        let mut results = Results::open(&file, 1).expect("it can be written");
        results
            .add(&drawn[0], &Outcome::Caught("a::test".to_owned()))
            .expect("it can be written");
        let cut_off = format!(
            "{}{}\tcaught\ta_te",
            fs::read_to_string(&file).expect("it is there"),
            key(&drawn[1])
        );
        fs::write(&file, cut_off).expect("it can be written");
        let mut results = Results::open(&file, 1).expect("it can be read");
        assert_eq!(results.of(&drawn[0]), Some(&Outcome::Caught("a::test".to_owned())));
        assert_eq!(results.of(&drawn[1]), None);
        results.add(&drawn[1], &Outcome::Unreached).expect("it can be written");
        let results = Results::open(&file, 1).expect("it can be read");
        assert_eq!(results.of(&drawn[1]), Some(&Outcome::Unreached));
        assert_eq!(Results::open(&file, 2).expect("it can be read").of(&drawn[0]), None);
    }
}
