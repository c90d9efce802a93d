//! `cargo xtask compare`: the fast rules of Casino Capers and of Masters of the Heist beside plain references, step by
//! step.
//!
//! Example programs write traces of games; the references, which were written from the rules texts alone, follow them
//! (engine/tests/reference/casino-capers.md, engine/tests/reference/masters-of-the-heist.md). The tests of all
//! references run before.

use std::env::consts::EXE_EXTENSION;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::runner::{cargo, target_folder, workspace_root};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Games of Casino Capers with setups of all kinds.
    pub games: u32,
    /// Further ones, each of which reaches its finale.
    pub finales: u32,
    /// How often every two values of different options of Casino Capers meet in directed games.
    pub pairs: u32,
    /// Games of Masters of the Heist, over all scenarios in turn.
    pub heists: u32,
    /// What they are drawn from.
    pub seed: u64,
}

/// The examples that write traces. Experts play in some games of the second, which is one of `heist-benches` therefore.
const CASINO: &str = "casino_trace";
const MASTERS: &str = "masters_trace";

/// The packages of engine/tests/reference.
const REFERENCES: [&str; 2] = ["casino_capers", "masters"];

/// Tests the references, then compares both kinds of games. Whether all tests pass and all games agree.
pub fn run(options: Options, out: &mut impl Write) -> io::Result<bool> {
    let Options {
        games,
        finales,
        pairs,
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
    if !build()? {
        return Ok(false);
    }
    let [casino, masters] = REFERENCES;
    let seed = seed.to_string();
    let mut agree = true;
    let mut compare = |title: String, reference, example, words: &[&str]| -> io::Result<()> {
        writeln!(out, "{title}")?;
        out.flush()?;
        agree &= follow(reference, example, words)?;
        Ok(())
    };
    let title = format!("{games} games of Casino Capers of all kinds");
    compare(title, casino, CASINO, &[&games.to_string(), &seed])?;
    let title = format!("{finales} games of Casino Capers that reach their finale");
    compare(title, casino, CASINO, &[&finales.to_string(), &seed, "finales"])?;
    let title = format!("games of Casino Capers in which any two options meet {pairs} times");
    compare(title, casino, CASINO, &[&pairs.to_string(), &seed, "pairs"])?;
    let title = format!("{heists} games of Masters of the Heist");
    compare(title, masters, MASTERS, &[&heists.to_string(), &seed])?;
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

/// Compiles the examples, in the way of the step `test`: after it nothing is left to do. Whether that succeeds.
fn build() -> io::Result<bool> {
    let mut command = Command::new(cargo());
    command.args([
        "build",
        "--workspace",
        "--features",
        "example-game",
        "--locked",
        "--quiet",
    ]);
    for example in [CASINO, MASTERS] {
        command.args(["--example", example]);
    }
    Ok(command.current_dir(workspace_root()).status()?.success())
}

/// Lets a reference follow the games that an example writes.
fn follow(reference: &str, example: &str, words: &[&str]) -> io::Result<bool> {
    let program = target_folder().join("debug").join("examples").join(example);
    let mut writer = Command::new(program.with_extension(EXE_EXTENSION))
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
