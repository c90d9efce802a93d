//! Running steps and reporting on them.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
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

/// What a run of steps is told beside them.
pub struct Run<'a> {
    /// What repeats the run of one step, before its name.
    pub again: &'static str,
    /// Where it is noted which steps have passed; none keeps no notes and checks no budgets.
    pub stamps: Option<&'a Stamps>,
    /// Whether a step over its budget fails the run.
    pub strict: bool,
}

/// Runs steps in order until one fails, under a heading each, and ends with the time of each and the verdict.
///
/// True if all passed. An error is one of printing.
pub fn run(
    steps: &[Step],
    run: &Run<'_>,
    mut execute: impl FnMut(&Step) -> Result<(), Failure>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let mut times = Vec::with_capacity(steps.len());
    let mut failed = None;
    for (number, step) in (1..).zip(steps) {
        writeln!(out, "\n==> [{number}/{}] {}: {step}", steps.len(), step.name)?;
        out.flush()?;
        let is_warm = run.stamps.map(|stamps| stamps.has(step));
        let start = Instant::now();
        let outcome = execute(step);
        times.push(Time {
            taken: start.elapsed(),
            is_warm,
        });
        if let Err(failure) = outcome {
            failed = Some((step, failure));
            break;
        }
        if let Some(stamps) = run.stamps {
            stamps.add(step)?;
        }
    }
    write_times(steps, &times, out)?;
    let over: Vec<&str> = steps
        .iter()
        .zip(&times)
        .filter(|(step, time)| time.is_over(step))
        .map(|(step, _)| step.name)
        .collect();
    match &failed {
        None if steps.len() == 1 => writeln!(out, "the step passed")?,
        None => writeln!(out, "all {} steps passed", steps.len())?,
        Some((step, failure)) => {
            writeln!(out, "step `{}` failed: {failure}", step.name)?;
            writeln!(out, "run it alone with `{}{}`", run.again, step.name)?;
        }
    }
    if !over.is_empty() {
        writeln!(
            out,
            "over budget: {}; budgets are for two cores with nothing else to do",
            over.join(", ")
        )?;
    }
    out.flush()?;
    Ok(failed.is_none() && (over.is_empty() || !run.strict))
}

/// How long a step took.
struct Time {
    taken: Duration,
    /// Whether it had passed here before; none where nobody looks at budgets.
    is_warm: Option<bool>,
}

impl Time {
    /// The budget that applies.
    fn budget(&self, step: &Step) -> Option<Duration> {
        let seconds = if self.is_warm? {
            step.budget.warm
        } else {
            step.budget.cold
        };
        Some(Duration::from_secs(seconds.into()))
    }

    fn is_over(&self, step: &Step) -> bool {
        self.budget(step).is_some_and(|budget| self.taken > budget)
    }
}

/// One line per step: its name, the time it took and its budget, where it ran.
fn write_times(steps: &[Step], times: &[Time], out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    for (place, step) in steps.iter().enumerate() {
        let Some(time) = times.get(place) else {
            writeln!(out, "  {:width$}    not run", step.name)?;
            continue;
        };
        write!(out, "  {:width$} {:8.1} s", step.name, time.taken.as_secs_f64())?;
        if let (Some(budget), Some(is_warm)) = (time.budget(step), time.is_warm) {
            let state = if is_warm { "warm" } else { "cold" };
            let verdict = if time.is_over(step) { "  OVER BUDGET" } else { "" };
            write!(out, "  of {:4} s {state}{verdict}", budget.as_secs())?;
        }
        writeln!(out)?;
    }
    let sum: f64 = times.iter().map(|time| time.taken.as_secs_f64()).sum();
    writeln!(out, "  {:width$} {sum:8.1} s", "sum")
}

/// Notes in the `target` folder of the steps that have passed there: such a step is warm from then on.
///
/// A note counts as long as the compiler, the dependencies and the profiles are the same.
pub struct Stamps {
    folder: PathBuf,
    text: String,
}

impl Stamps {
    /// The notes of the workspace.
    pub fn of_workspace() -> Stamps {
        let root = workspace_root();
        let mut version = Command::new(cargo());
        version.arg("--version").current_dir(&root).stderr(Stdio::null());
        let mut text = version
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
            .unwrap_or_default();
        for file in ["Cargo.toml", "Cargo.lock", "python/requirements.txt"] {
            text += &std::fs::read_to_string(root.join(file)).unwrap_or_default();
        }
        Stamps {
            folder: target_folder().join("xtask-passed"),
            text,
        }
    }

    /// Whether a step has passed before.
    fn has(&self, step: &Step) -> bool {
        std::fs::read_to_string(self.folder.join(step.name)).is_ok_and(|text| text == self.text)
    }

    /// Notes that a step has passed.
    fn add(&self, step: &Step) -> io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(self.folder.join(step.name), &self.text)
    }
}

/// Runs a step's command in the workspace root and waits for it; its output goes where xtask's goes.
pub fn execute(step: &Step) -> Result<(), Failure> {
    if let Some(component) = step.component {
        require(step, component)?;
    }
    verdict(command(step, &step.command[1..]).status())
}

/// Runs the fuzzer for stable Rust with these words; its exit code is ours.
pub fn fuzz(words: &[String]) -> io::Result<ExitCode> {
    let mut command = Command::new(cargo());
    command
        .args(["run", "--quiet", "--package", "heist-fuzz", "--manifest-path"])
        .arg(workspace_root().join("Cargo.toml"))
        .arg("--")
        .args(words);
    // In the user's folder: a word may be a file.
    let status = command.status()?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
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

/// The folder that Cargo compiles into.
pub fn target_folder() -> PathBuf {
    let root = workspace_root();
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |target| root.join(target))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::steps::{Budget, STEPS};

    fn step(command: &'static [&'static str], component: Option<&'static str>) -> Step {
        Step {
            name: "probe",
            checks: "nothing",
            command: Cow::Borrowed(command),
            environment: &[],
            component,
            budget: Budget { warm: 0, cold: 3600 },
        }
    }

    /// Runs every step with a stand-in that fails at the named one. Returns the verdict, the steps run and the report.
    fn report(fails: &str) -> (bool, Vec<&'static str>, String) {
        let (mut ran, mut out) = (Vec::new(), Vec::new());
        let stand_in = |step: &Step| {
            ran.push(step.name);
            if step.name != fails {
                return Ok(());
            }
            Err(Failure::Start(io::Error::other("a reason")))
        };
        let plain = Run {
            again: "cargo xtask test ",
            stamps: None,
            strict: false,
        };
        let passed = run(STEPS, &plain, stand_in, &mut out).expect("a buffer takes everything");
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
        assert_eq!(
            text.matches(" s\n").count(),
            STEPS.len() + 1,
            "a line for each and their sum: {text}"
        );
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
    fn a_step_is_warm_once_it_has_passed_and_one_over_its_budget_fails_on_demand() {
        let folder = env::temp_dir().join(format!("heistlab-stamps-{}", std::process::id()));
        let stamps = Stamps {
            folder: folder.clone(),
            text: "as now".to_owned(),
        };
        // Nothing is done within no time at all.
        let steps = [step(&["cargo"], None)];
        let passes = |stamps: &Stamps, strict: bool| {
            let mut out = Vec::new();
            let told = Run {
                again: "",
                stamps: Some(stamps),
                strict,
            };
            let passed = run(&steps, &told, |_| Ok(()), &mut out).expect("a buffer takes everything");
            (passed, String::from_utf8(out).expect("the report is text"))
        };
        let (passed, text) = passes(&stamps, true);
        assert!(
            passed && text.contains("of 3600 s cold\n") && !text.contains("over budget"),
            "{text}"
        );
        let (passed, text) = passes(&stamps, false);
        assert!(
            passed && text.contains("of    0 s warm  OVER BUDGET\n") && text.contains("over budget: probe;"),
            "{text}"
        );
        assert!(!passes(&stamps, true).0);
        // Another compiler, other dependencies.
        let (_, text) = passes(
            &Stamps {
                folder: folder.clone(),
                text: "as later".to_owned(),
            },
            true,
        );
        assert!(text.contains("cold"), "{text}");
        std::fs::remove_dir_all(folder).expect("the folder is there");
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
