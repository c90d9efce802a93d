//! `cargo xtask compare`: the fast rules of Casino Capers and of Masters of the Heist beside plain references, step by step.
//!
//! Example programs write traces of games; the references, which were written from the rules texts alone, follow them
//! (engine/tests/reference/casino-capers.md, engine/tests/reference/masters-of-the-heist.md). The tests of all references run before.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::runner::{cargo, workspace_root};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Games of Casino Capers with setups of all kinds.
    pub games: u32,
    /// Further ones, each of which reaches its finale.
    pub finales: u32,
    /// Games of Masters of the Heist, over all scenarios in turn.
    pub heists: u32,
    /// What they are drawn from.
    pub seed: u64,
}

/// The packages of engine/tests/reference.
const REFERENCES: [&str; 2] = ["casino_capers", "masters"];

/// Tests the references, then compares both kinds of games. Whether all tests pass and all games agree.
pub fn run(options: Options, out: &mut impl Write) -> io::Result<bool> {
    let Options {
        games,
        finales,
        heists,
        seed,
    } = options;
    for reference in REFERENCES {
        writeln!(out, "tests of the reference {reference}")?;
        out.flush()?;
        if !test(reference)? {
            return Ok(false);
        }
    }
    let [casino, masters] = REFERENCES;
    let seed = seed.to_string();
    let mut agree = true;
    let mut compare = |title: String, reference, [package, example]: [&str; 2], words: &[&str]| -> io::Result<()> {
        writeln!(out, "{title}")?;
        out.flush()?;
        agree &= follow(reference, package, example, words)?;
        Ok(())
    };
    let casino_trace = ["heist-engine", "casino_trace"];
    // Experts play in some of its games.
    let masters_trace = ["heist-benches", "masters_trace"];
    let title = format!("{games} games of Casino Capers of all kinds");
    compare(title, casino, casino_trace, &[&games.to_string(), &seed])?;
    let title = format!("{finales} games of Casino Capers that reach their finale");
    compare(title, casino, casino_trace, &[&finales.to_string(), &seed, "finales"])?;
    let title = format!("{heists} games of Masters of the Heist");
    compare(title, masters, masters_trace, &[&heists.to_string(), &seed])?;
    Ok(agree)
}

/// Runs the tests of a reference. Whether they pass.
fn test(reference: &str) -> io::Result<bool> {
    let tests = format!("{reference}/tests");
    let words = [
        "-m",
        "unittest",
        "discover",
        "--top-level-directory",
        ".",
        "--start-directory",
        &tests,
    ];
    let status = Command::new("python3").args(words).current_dir(references()).status()?;
    Ok(status.success())
}

/// The folder of the references.
fn references() -> PathBuf {
    workspace_root().join("engine").join("tests").join("reference")
}

/// Lets a reference follow the games that an example writes.
fn follow(reference: &str, package: &str, example: &str, words: &[&str]) -> io::Result<bool> {
    let mut writer = Command::new(cargo())
        .args([
            "run",
            "--release",
            "--locked",
            "--quiet",
            "--package",
            package,
            "--example",
            example,
            "--",
        ])
        .args(words)
        .current_dir(workspace_root())
        .stdout(Stdio::piped())
        .spawn()?;
    let games = writer.stdout.take().expect("its output is piped");
    let followed = Command::new("python3")
        .args(["-m", reference, "replay", "-"])
        .current_dir(references())
        .stdin(games)
        .status()?;
    let written = writer.wait()?;
    Ok(written.success() && followed.success())
}
