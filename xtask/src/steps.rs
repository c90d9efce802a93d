//! The steps of `cargo xtask test`, one entry each.

use std::borrow::Cow;
use std::fmt;

/// A command that passes when it ends with exit code 0.
#[derive(Clone)]
pub struct Step {
    /// How the command line and the report call it.
    pub name: &'static str,
    /// What it checks, in a few words.
    pub checks: &'static str,
    /// The program and its arguments. The program `cargo` is the one that runs xtask, [`PYTHON`] that of the
    /// environment which the step `python` makes.
    pub command: Cow<'static, [&'static str]>,
    /// Environment variables set for the command, beside the inherited ones.
    pub environment: &'static [(&'static str, &'static str)],
    /// The rustup component that brings the command, where a toolchain can lack it.
    pub component: Option<&'static str>,
    /// How long it may take.
    pub budget: Budget,
}

/// How many seconds a step may take on two cores. One over its budget is reported, and fails with `--strict` only:
/// other programs may be at work on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Where the step has passed before in this `target` folder, with the same dependencies and compiler.
    pub warm: u32,
    /// Where it has not, downloads included.
    pub cold: u32,
}

/// What all budgets come to at most, in seconds.
#[cfg(test)]
const TOTAL: Budget = Budget {
    warm: 12 * 60,
    cold: 35 * 60,
};

/// The interpreter of the package's own virtual environment.
pub const PYTHON: &str = "target/venv/bin/python";

/// Every step, in the order in which they run: the quick ones first, so that most mistakes show early.
pub const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        checks: "the code is formatted",
        command: Cow::Borrowed(&["cargo", "fmt", "--all", "--check"]),
        environment: &[],
        component: Some("rustfmt"),
        budget: Budget { warm: 5, cold: 5 },
    },
    Step {
        name: "clippy",
        checks: "no warnings from the compiler or from Clippy",
        command: Cow::Borrowed(&[
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--features",
            "example-game",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]),
        environment: &[],
        component: Some("clippy"),
        budget: Budget { warm: 10, cold: 100 },
    },
    Step {
        name: "doc",
        checks: "the documentation builds without warnings",
        command: Cow::Borrowed(&[
            "cargo",
            "doc",
            "--workspace",
            "--no-deps",
            "--features",
            "example-game",
            "--locked",
        ]),
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        component: None,
        budget: Budget { warm: 5, cold: 35 },
    },
    Step {
        name: "test",
        checks: "every test passes, with the example game, examples in the documentation included",
        command: Cow::Borrowed(&["cargo", "test", "--workspace", "--features", "example-game", "--locked"]),
        environment: &[],
        component: None,
        budget: Budget { warm: 230, cold: 740 },
    },
    Step {
        name: "outside",
        checks: "a crate outside of the workspace has a game and agents of its own, and a program with both",
        command: Cow::Borrowed(&[
            "cargo",
            "test",
            "--locked",
            "--manifest-path",
            "examples/outside/Cargo.toml",
            "--target-dir",
            "target",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 5, cold: 110 },
    },
    Step {
        name: "build",
        checks: "`heist` and the package's compiled part build without the example game, as users build them",
        // Both at once, since crates have the features that all packages of a build ask for: then the step `python`
        // finds everything compiled, which a test holds.
        command: Cow::Borrowed(&[
            "cargo",
            "build",
            "--release",
            "--locked",
            "-p",
            "heistlab",
            "-p",
            "heist-python",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 5, cold: 220 },
    },
    Step {
        name: "instances",
        checks: "`heist` holds games without their types, forms of positions and searches once for each game",
        command: Cow::Borrowed(&[
            "cargo",
            "run",
            "--locked",
            "--quiet",
            "--package",
            "xtask",
            "--",
            "instances",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 5, cold: 5 },
    },
    Step {
        name: "compare",
        checks: "plain references pass their tests, and the rules of two games agree with them in a few games",
        command: Cow::Borrowed(&[
            "cargo",
            "run",
            "--locked",
            "--quiet",
            "--package",
            "xtask",
            "--",
            "compare",
            "--games",
            "100",
            "--finales",
            "5",
            "--pairs",
            "1",
            "--heists",
            "42",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 25, cold: 35 },
    },
    Step {
        name: "python",
        checks: "`pip install ./python` succeeds, in a virtual environment of pinned packages",
        command: Cow::Borrowed(&["python3", "python/tools/environment.py"]),
        environment: &[],
        component: None,
        budget: Budget { warm: 25, cold: 130 },
    },
    Step {
        name: "ruff-format",
        checks: "the Python code is formatted",
        command: Cow::Borrowed(&[
            PYTHON,
            "-m",
            "ruff",
            "format",
            "--check",
            "--config",
            "python/pyproject.toml",
            "python",
            "notebooks",
            "table/browser",
            "engine/tests/reference",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 5, cold: 5 },
    },
    Step {
        name: "ruff",
        checks: "the Python code has no lints",
        command: Cow::Borrowed(&[
            PYTHON,
            "-m",
            "ruff",
            "check",
            "--config",
            "python/pyproject.toml",
            "python",
            "notebooks",
            "table/browser",
            "engine/tests/reference",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 5, cold: 5 },
    },
    Step {
        name: "mypy",
        checks: "the package is typed as its stubs say",
        command: Cow::Borrowed(&[PYTHON, "-m", "mypy", "--config-file", "python/pyproject.toml"]),
        environment: &[("MYPYPATH", "python")],
        component: None,
        budget: Budget { warm: 5, cold: 20 },
    },
    Step {
        name: "pytest",
        checks: "the package's tests pass: adapters with their own suites, the arena on a Ray cluster, notebooks",
        // Files stay whole: their tests share what takes long to make.
        command: Cow::Borrowed(&[
            PYTHON,
            "-m",
            "pytest",
            "-q",
            "--durations=10",
            "--numprocesses=2",
            "--dist=loadfile",
            "python",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 130, cold: 230 },
    },
    Step {
        name: "torch",
        checks: "the learner's tests pass, with the LibTorch of the package's environment",
        // With the features of the step `test`, so that it finds all other crates compiled.
        command: Cow::Borrowed(&[
            PYTHON,
            "python/tools/with_torch.py",
            "cargo",
            "test",
            "--workspace",
            "--features",
            "example-game,torch",
            "--locked",
            "--test",
            "training",
            "--test",
            "heist",
            "--",
            "device::",
            "learn::",
            "ppo::",
            "train::",
        ]),
        environment: &[],
        component: None,
        budget: Budget { warm: 30, cold: 210 },
    },
    Step {
        name: "browser",
        checks: "the live table's page works in a browser, on a phone's screen and a laptop's",
        // One at a time: two browsers on two cores are slow enough for a test to press what has not come up yet.
        command: Cow::Borrowed(&[PYTHON, "-m", "pytest", "-q", "--durations=10", "table/browser"]),
        environment: &[("HEIST_PROGRAM", "target/release/heist")],
        component: None,
        budget: Budget { warm: 215, cold: 250 },
    },
];

/// The step of a name.
pub fn find(name: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.name == name)
}

/// The names of all steps, separated by commas.
pub fn names() -> String {
    STEPS.iter().map(|step| step.name).collect::<Vec<_>>().join(", ")
}

/// The command as it would be typed into a shell.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.environment {
            write!(f, "{name}=\"{value}\" ")?;
        }
        f.write_str(&self.command.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_cannot_be_taken_for_options() {
        for (place, step) in STEPS.iter().enumerate() {
            assert!(!step.name.is_empty() && !step.name.starts_with('-'), "{:?}", step.name);
            assert!(
                STEPS[..place].iter().all(|other| other.name != step.name),
                "{} is listed twice",
                step.name
            );
        }
    }

    #[test]
    fn every_step_that_resolves_dependencies_keeps_the_lock_file() {
        let resolves = |step: &&Step| step.command[0] == "cargo" && step.command[1] != "fmt";
        for step in STEPS.iter().filter(resolves) {
            assert!(step.command.contains(&"--locked"), "{} lacks --locked", step.name);
        }
    }

    #[test]
    fn all_budgets_together_keep_within_the_total() {
        let sum = |budget: fn(&Budget) -> u32| STEPS.iter().map(|step| budget(&step.budget)).sum::<u32>();
        assert!(
            sum(|budget| budget.warm) <= TOTAL.warm,
            "{} s warm",
            sum(|budget| budget.warm)
        );
        assert!(
            sum(|budget| budget.cold) <= TOTAL.cold,
            "{} s cold",
            sum(|budget| budget.cold)
        );
        assert!(STEPS.iter().all(|step| step.budget.warm <= step.budget.cold));
    }

    #[test]
    fn a_command_is_shown_as_typed() {
        let doc = find("doc").expect("the step is listed");
        assert_eq!(
            doc.to_string(),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --workspace --no-deps --features example-game --locked"
        );
    }
}
