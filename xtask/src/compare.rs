//! `cargo xtask compare`: the fast rules of Casino Capers beside a plain reference, step by step.
//!
//! An example program of the engine writes traces of games; the reference, which was written from the rules text alone, follows them
//! (engine/tests/reference/casino-capers.md).

use std::io::{self, Write};
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

/// Compares both kinds of games. Whether all of them agree.
pub fn run(options: Options, out: &mut impl Write) -> io::Result<bool> {
    let Options { games, finales, seed } = options;
    writeln!(out, "{games} games of all kinds")?;
    out.flush()?;
    let agree = follow(&[&games.to_string(), &seed.to_string()])?;
    writeln!(out, "{finales} games that reach their finale")?;
    out.flush()?;
    Ok(follow(&[&finales.to_string(), &seed.to_string(), "finales"])? && agree)
}

/// Lets the reference follow the games that the example writes.
fn follow(words: &[&str]) -> io::Result<bool> {
    let root = workspace_root();
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
        .current_dir(&root)
        .stdout(Stdio::piped())
        .spawn()?;
    let games = writer.stdout.take().expect("its output is piped");
    let followed = Command::new("python3")
        .args(["-m", "casino_capers", "replay", "-"])
        .current_dir(root.join("engine").join("tests").join("reference"))
        .stdin(games)
        .status()?;
    let written = writer.wait()?;
    Ok(written.success() && followed.success())
}
