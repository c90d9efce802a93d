//! The steps of `cargo xtask test`, one entry each.

use std::fmt;

/// A command that passes when it ends with exit code 0.
pub struct Step {
    /// How the command line and the report call it.
    pub name: &'static str,
    /// What it checks, in a few words.
    pub checks: &'static str,
    /// The program and its arguments. The program `cargo` is the one that runs xtask, [`PYTHON`] that of the environment which
    /// the step `python` makes.
    pub command: &'static [&'static str],
    /// Environment variables set for the command, beside the inherited ones.
    pub environment: &'static [(&'static str, &'static str)],
    /// The rustup component that brings the command, where a toolchain can lack it.
    pub component: Option<&'static str>,
}

/// The interpreter of the package's own virtual environment.
pub const PYTHON: &str = "target/venv/bin/python";

/// Every step, in the order in which they run: the quick ones first.
pub const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        checks: "the code is formatted",
        command: &["cargo", "fmt", "--all", "--check"],
        environment: &[],
        component: Some("rustfmt"),
    },
    Step {
        name: "clippy",
        checks: "no warnings from the compiler or from Clippy",
        command: &[
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        environment: &[],
        component: Some("clippy"),
    },
    Step {
        name: "doc",
        checks: "the documentation builds without warnings",
        command: &["cargo", "doc", "--workspace", "--no-deps", "--locked"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        component: None,
    },
    Step {
        name: "test",
        checks: "every test passes, examples in the documentation included",
        command: &["cargo", "test", "--workspace", "--locked"],
        environment: &[],
        component: None,
    },
    Step {
        name: "build",
        checks: "the release build of `heist` succeeds",
        command: &["cargo", "build", "--release", "--locked", "-p", "heistlab"],
        environment: &[],
        component: None,
    },
    Step {
        name: "python",
        checks: "`pip install ./python` succeeds, in a virtual environment of pinned packages",
        command: &["python3", "python/tools/environment.py"],
        environment: &[],
        component: None,
    },
    Step {
        name: "ruff-format",
        checks: "the Python code is formatted",
        command: &[
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
        ],
        environment: &[],
        component: None,
    },
    Step {
        name: "ruff",
        checks: "the Python code has no lints",
        command: &[
            PYTHON,
            "-m",
            "ruff",
            "check",
            "--config",
            "python/pyproject.toml",
            "python",
            "notebooks",
            "table/browser",
        ],
        environment: &[],
        component: None,
    },
    Step {
        name: "mypy",
        checks: "the package is typed as its stubs say",
        command: &[PYTHON, "-m", "mypy", "--config-file", "python/pyproject.toml"],
        environment: &[("MYPYPATH", "python")],
        component: None,
    },
    Step {
        name: "pytest",
        checks: "the package's tests pass: adapters with their own suites, the arena on a Ray cluster, notebooks",
        command: &[PYTHON, "-m", "pytest", "-q", "--durations=10", "python"],
        environment: &[],
        component: None,
    },
    Step {
        name: "browser",
        checks: "the live table's page works in a browser, on a phone's screen and a laptop's",
        command: &[PYTHON, "-m", "pytest", "-q", "--durations=10", "table/browser"],
        environment: &[],
        component: None,
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
    fn a_command_is_shown_as_typed() {
        let doc = find("doc").expect("the step is listed");
        assert_eq!(
            doc.to_string(),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --workspace --no-deps --locked"
        );
    }
}
