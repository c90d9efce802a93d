//! `cargo xtask build-times`: what a further game costs to compile.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::runner::cargo;

/// The most that a further game may take, of what a build with one game takes.
const SHARE: f64 = 0.25;

/// The game that is taken out, as its folders are called.
const GAME: &str = "caper_cards";

/// Its folders. All other code compiles without them, less the lines that name them.
const FOLDERS: &[&str] = &[
    "engine/src/caper_cards",
    "agents/src/heuristics/caper_cards",
    "draw/src/caper_cards",
];

/// The files with those lines.
const LISTS: &[&str] = &[
    "engine/src/registry.rs",
    "engine/src/lib.rs",
    "agents/src/heuristics/mod.rs",
    "draw/src/lib.rs",
];

/// The crates whose compilation is timed.
const CRATES: &[&str] = &[
    "heist-engine",
    "heist-testkit",
    "heist-agents",
    "heist-draw",
    "heist-table",
    "heistlab",
];

/// Times release builds of `heist` with one game, two, and two and the example game. True if each further one costs little.
pub fn run(root: &Path, out: &mut impl Write) -> io::Result<bool> {
    let folder = root.join("target/build-times");
    let tree = copy(root, &folder)?;
    writeln!(out, "building the dependencies in {}", folder.display())?;
    out.flush()?;
    build(&tree, &["--features", "example-game"])?;
    let three = time(&tree, &["--features", "example-game"])?;
    let two = time(&tree, &[])?;
    take_out_a_game(&tree)?;
    let one = time(&tree, &[])?;
    report(&[one, two, three], out)
}

/// Prints the seconds of builds with one, two and three games, and whether each further game costs little.
fn report(seconds: &[f64; 3], out: &mut impl Write) -> io::Result<bool> {
    let [one, two, three] = *seconds;
    let mut passed = true;
    writeln!(
        out,
        "CPU seconds of a release build of `heist`, without its dependencies:"
    )?;
    writeln!(out, "  one game              {one:7.1}")?;
    for (name, with, without) in [("two games", two, one), ("and the example game", three, two)] {
        let share = (with - without) / one;
        let verdict = if share > SHARE { "  TOO MUCH" } else { "" };
        passed &= share <= SHARE;
        writeln!(
            out,
            "  {name:21} {with:7.1}  {:+.0}% of one game{verdict}",
            100.0 * share
        )?;
    }
    writeln!(out, "a further game may add {:.0}%", 100.0 * SHARE)?;
    Ok(passed)
}

/// A copy of what git knows.
fn copy(root: &Path, folder: &Path) -> io::Result<PathBuf> {
    let tree = folder.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    let mut listing = Command::new("git");
    listing.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let listing = listing.current_dir(root).stderr(Stdio::inherit()).output()?;
    if !listing.status.success() {
        return Err(io::Error::other("`git ls-files` failed: what git knows is copied"));
    }
    for name in String::from_utf8_lossy(&listing.stdout).split_terminator('\0') {
        let (from, to) = (root.join(name), tree.join(name));
        if from.is_file() {
            fs::create_dir_all(to.parent().unwrap_or(&tree))?;
            fs::copy(from, to)?;
        }
    }
    Ok(tree)
}

/// Deletes a game's folders and the lines that name them.
fn take_out_a_game(tree: &Path) -> io::Result<()> {
    for folder in FOLDERS {
        fs::remove_dir_all(tree.join(folder))?;
    }
    for list in LISTS {
        let text = fs::read_to_string(tree.join(list))?;
        fs::write(tree.join(list), without_the_game(&text))?;
    }
    Ok(())
}

fn without_the_game(text: &str) -> String {
    let names_it = |line: &&str| {
        line.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .any(|word| word == GAME)
    };
    text.split_inclusive('\n').filter(|line| !names_it(line)).collect()
}

/// The CPU seconds of a build of the house's crates; the dependencies are there.
fn time(tree: &Path, words: &[&str]) -> io::Result<f64> {
    let mut clean = command(tree, cargo());
    clean.args(["clean", "--release"]);
    for name in CRATES {
        clean.args(["--package", name]);
    }
    if !clean.status()?.success() {
        return Err(io::Error::other("`cargo clean` failed"));
    }
    build(tree, words)
}

/// Builds `heist` and returns the CPU seconds that the compiler took.
fn build(tree: &Path, words: &[&str]) -> io::Result<f64> {
    // The shell knows what its children took.
    let script = "\"$@\" && times";
    let mut shell = command(tree, "sh".into());
    shell.args(["-c", script, "sh"]).arg(cargo());
    shell.args(["build", "--quiet", "--release", "--locked", "--package", "heistlab"]);
    let output = shell.args(words).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("the build failed: {}", output.status)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    user_seconds(&text).ok_or_else(|| io::Error::other(format!("`times` of the shell printed {text:?}")))
}

fn command(tree: &Path, program: OsString) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", tree.with_file_name("target"))
        .env("LC_ALL", "C");
    command
}

/// The user time of the children: the first of the last line, `1m2.34s 0m3.45s`.
fn user_seconds(times: &str) -> Option<f64> {
    let last = times.lines().last()?.split_whitespace().next()?;
    let (minutes, seconds) = last.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::workspace_root;

    #[test]
    fn the_times_of_the_children_are_read() {
        assert_eq!(user_seconds("0m0.00s 0m0.00s\n1m2.50s 0m3.45s\n"), Some(62.5));
        assert_eq!(user_seconds(""), None);
        assert_eq!(user_seconds("1.5 2.5"), None);
    }

    #[test]
    fn a_further_game_is_compared_with_the_build_of_one() {
        let said = |seconds: &[f64; 3]| {
            let mut out = Vec::new();
            let passed = report(seconds, &mut out).expect("a buffer takes everything");
            (passed, String::from_utf8(out).expect("the report is text"))
        };
        let (passed, text) = said(&[100.0, 125.0, 130.0]);
        assert!(passed && text.contains("+25%") && text.contains("+5%"), "{text}");
        let (passed, text) = said(&[100.0, 126.0, 130.0]);
        assert!(!passed && text.matches("TOO MUCH").count() == 1, "{text}");
        assert!(!said(&[100.0, 110.0, 140.0]).0);
    }

    #[test]
    fn the_game_that_is_taken_out_has_its_folders_and_its_lines() {
        let root = workspace_root();
        for folder in FOLDERS {
            assert!(root.join(folder).is_dir(), "{folder}");
        }
        for list in LISTS {
            let text = fs::read_to_string(root.join(list)).expect("the list is readable");
            let without = without_the_game(&text);
            assert!(without.len() < text.len() && !without.contains("caper_cards"), "{list}");
            assert!(text.lines().count() - without.lines().count() <= 2, "{list}");
        }
    }
}
