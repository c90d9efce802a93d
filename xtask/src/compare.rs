//! `cargo xtask compare`: the fast rules of Casino Capers beside a plain reference, step by step.
//!
//! An example program of the engine writes traces of games; the reference, which was written from the rules text alone, follows them
//! (engine/tests/reference/casino-capers.md). The tests of all references run before. That of Masters of the Heist waits for the game.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::runner::{cargo, workspace_root};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Games with setups of all kinds.
    pub games: u32,
    /// Further games, each of which reaches its finale.
    pub finales: u32,
    /// What they are drawn from.
    pub seed: u64,
}

/// The packages of engine/tests/reference.
const REFERENCES: [&str; 2] = ["casino_capers", "masters"];

/// Tests the references, then compares both kinds of games. Whether all tests pass and all games agree.
pub fn run(options: Options, out: &mut impl Write) -> io::Result<bool> {
    let Options { games, finales, seed } = options;
    for reference in REFERENCES {
        writeln!(out, "tests of the reference {reference}")?;
        out.flush()?;
        if !test(reference)? {
            return Ok(false);
        }
    }
    writeln!(out, "{games} games of all kinds")?;
    out.flush()?;
    let agree = follow(&[&games.to_string(), &seed.to_string()])?;
    writeln!(out, "{finales} games that reach their finale")?;
    out.flush()?;
    Ok(follow(&[&finales.to_string(), &seed.to_string(), "finales"])? && agree)
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

/// Lets the reference follow the games that the example writes.
fn follow(words: &[&str]) -> io::Result<bool> {
    let mut writer = Command::new(cargo())
        .args([
            "run",
            "--release",
            "--locked",
            "--quiet",
            "--package",
            "heist-engine",
            "--example",
            "casino_trace",
            "--",
        ])
        .args(words)
        .current_dir(workspace_root())
        .stdout(Stdio::piped())
        .spawn()?;
    let games = writer.stdout.take().expect("its output is piped");
    let followed = Command::new("python3")
        .args(["-m", "casino_capers", "replay", "-"])
        .current_dir(references())
        .stdin(games)
        .status()?;
    let written = writer.wait()?;
    Ok(written.success() && followed.success())
}
