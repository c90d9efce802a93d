//! Running steps and reporting on them.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::steps::Step;

/// Why a step did not pass.
#[derive(Debug)]
pub enum Failure {
    /// The toolchain lacks the rustup component that brings the command.
    Missing {
        /// The command that is not there, as typed.
        command: String,
        /// The component that brings it.
        component: &'static str,
    },
    /// The program could not be started.
    Start(io::Error),
    /// The command ran and ended with something other than success.
    Status(ExitStatus),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Missing { command, component } => write!(
                f,
                "`{command}` is not installed for this toolchain; add it with `rustup component add {component}`"
            ),
            Failure::Start(error) => write!(f, "the command could not be started: {error}"),
            Failure::Status(status) => write!(f, "{status}"),
        }
    }
}

/// Runs steps in order until one fails, under a heading each, and ends with the time of each and the verdict.
///
/// True if all passed. An error is one of printing.
pub fn run(
    steps: &[&Step],
    mut execute: impl FnMut(&Step) -> Result<(), Failure>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let mut times = Vec::with_capacity(steps.len());
    let mut failed = None;
    for (number, step) in (1..).zip(steps) {
        writeln!(out, "\n==> [{number}/{}] {}: {step}", steps.len(), step.name)?;
        out.flush()?;
        let start = Instant::now();
        let outcome = execute(step);
        times.push(start.elapsed());
        if let Err(failure) = outcome {
            failed = Some((step, failure));
            break;
        }
    }
    write_times(steps, &times, out)?;
    match &failed {
        None => writeln!(out, "all {} steps passed", steps.len())?,
        Some((step, failure)) => {
            writeln!(out, "step `{}` failed: {failure}", step.name)?;
            writeln!(out, "run it alone with `cargo xtask test {}`", step.name)?;
        }
    }
    out.flush()?;
    Ok(failed.is_none())
}

/// One line a step: its name and the time it took, where it ran.
fn write_times(steps: &[&Step], times: &[Duration], out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    for (place, step) in steps.iter().enumerate() {
        match times.get(place) {
            Some(time) => writeln!(out, "  {:width$} {:8.1} s", step.name, time.as_secs_f64())?,
            None => writeln!(out, "  {:width$}    not run", step.name)?,
        }
    }
    Ok(())
}

/// Runs a step's command in the workspace root and waits for it; its output goes where xtask's goes.
pub fn execute(step: &Step) -> Result<(), Failure> {
    if let Some(component) = step.component {
        require(step, component)?;
    }
    verdict(command(step, &step.command[1..]).status())
}

/// Checks that a step's subcommand answers at all, so that a missing component is told apart from a failed check.
fn require(step: &Step, component: &'static str) -> Result<(), Failure> {
    let mut probe = command(step, &[step.command[1], "--version"]);
    let answer = verdict(probe.stdout(Stdio::null()).stderr(Stdio::null()).status());
    answer.map_err(|failure| match failure {
        Failure::Status(_) => Failure::Missing {
            command: step.command[..2].join(" "),
            component,
        },
        other => other,
    })
}

/// Success is exit code 0 and nothing else.
fn verdict(status: io::Result<ExitStatus>) -> Result<(), Failure> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Status(status)),
        Err(error) => Err(Failure::Start(error)),
    }
}

/// A step's program with other arguments, in the workspace root and the step's environment.
fn command(step: &Step, arguments: &[&str]) -> Command {
    let program = match step.command[0] {
        "cargo" => cargo(),
        other => other.into(),
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .envs(step.environment.iter().copied())
        .current_dir(workspace_root());
    command
}

/// The cargo that runs xtask.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The folder above this crate's. Cargo names the crate's folder to what it runs; a binary started by hand uses the
/// folder it was built in.
pub fn workspace_root() -> PathBuf {
    let mut root = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    root.pop();
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::STEPS;

    fn step(command: &'static [&'static str], component: Option<&'static str>) -> Step {
        Step {
            name: "probe",
            checks: "nothing",
            command,
            environment: &[],
            component,
        }
    }

    /// Runs every step with a stand-in that fails at the named one. Returns the verdict, the steps run and the report.
    fn report(fails: &str) -> (bool, Vec<&'static str>, String) {
        let steps: Vec<&'static Step> = STEPS.iter().collect();
        let (mut ran, mut out) = (Vec::new(), Vec::new());
        let stand_in = |step: &Step| {
            ran.push(step.name);
            if step.name != fails {
                return Ok(());
            }
            Err(Failure::Start(io::Error::other("a reason")))
        };
        let passed = run(&steps, stand_in, &mut out).expect("a buffer takes everything");
        (passed, ran, String::from_utf8(out).expect("the report is text"))
    }

    #[test]
    fn a_run_without_failures_heads_every_step_and_ends_with_times_and_the_verdict() {
        let (passed, ran, text) = report("none of them");
        assert!(passed);
        assert_eq!(ran.len(), STEPS.len());
        for (number, step) in (1..).zip(STEPS) {
            assert!(
                text.contains(&format!("==> [{number}/{}] {}: {step}\n", STEPS.len(), step.name)),
                "{text}"
            );
        }
        assert_eq!(text.matches(" s\n").count(), STEPS.len(), "{text}");
        assert!(
            text.ends_with(&format!("\nall {} steps passed\n", STEPS.len())),
            "{text}"
        );
    }

    #[test]
    fn a_run_stops_at_the_first_failure_and_names_it() {
        let (passed, ran, text) = report("clippy");
        assert!(!passed);
        assert_eq!(ran, ["fmt", "clippy"]);
        assert!(
            text.contains("step `clippy` failed: the command could not be started: a reason\n"),
            "{text}"
        );
        assert_eq!(text.matches("not run\n").count(), STEPS.len() - 2, "{text}");
        assert!(!text.contains("steps passed"), "{text}");
    }

    #[test]
    fn commands_run_with_this_cargo_and_their_exit_code_counts() {
        let cargo = step(&["cargo"], None);
        let quietly = |argument| {
            command(&cargo, &[argument])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
        };
        assert!(verdict(quietly("--version")).is_ok());
        let failure = verdict(quietly("--no-such-option")).expect_err("cargo refuses the option");
        assert!(matches!(failure, Failure::Status(status) if !status.success()));
    }

    #[test]
    fn a_missing_component_is_named_with_the_command_that_adds_it() {
        let failure = execute(&step(&["cargo", "no-such-command", "--check"], Some("rustfmt")))
            .expect_err("there is no such command");
        let text = failure.to_string();
        assert!(text.contains("`cargo no-such-command` is not installed"), "{text}");
        assert!(text.contains("`rustup component add rustfmt`"), "{text}");
    }

    #[test]
    fn a_program_that_is_not_there_fails_to_start() {
        let failure = execute(&step(&["heistlab-no-such-program"], None)).expect_err("there is no such program");
        assert!(matches!(failure, Failure::Start(_)));
    }

    #[test]
    fn the_workspace_root_holds_the_workspace() {
        let manifest = std::fs::read_to_string(workspace_root().join("Cargo.toml")).expect("the manifest is readable");
        assert!(manifest.contains("[workspace]"));
    }
}
