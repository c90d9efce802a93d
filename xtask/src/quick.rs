//! `cargo xtask quick`: a check after a change, in less than a minute.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use crate::runner::{self, Run, workspace_root};
use crate::steps::{self, Budget, PYTHON, Step};

/// A crate of the workspace, as far as a quick check goes.
struct Crate {
    /// The folder, from the root.
    folder: &'static str,
    /// The package.
    package: &'static str,
    /// The folders of the crates that it uses, through others included.
    uses: &'static [&'static str],
    /// What its tests turn on, as those of `cargo xtask test` do.
    features: &'static [&'static str],
    /// The binary of all its tests; empty where it has none.
    binary: &'static str,
    /// The modules of it that take seconds.
    fast: &'static [&'static str],
}

/// Every crate, those first that use no other.
const CRATES: &[Crate] = &[
    Crate {
        folder: "engine",
        package: "heist-engine",
        uses: &[],
        features: &[],
        binary: "engine",
        fast: &["cases::"],
    },
    Crate {
        folder: "testkit",
        package: "heist-testkit",
        uses: &["engine"],
        features: &[],
        binary: "",
        fast: &[],
    },
    Crate {
        folder: "agents",
        package: "heist-agents",
        uses: &["engine"],
        features: &[],
        binary: "agents",
        fast: &["golden_searches::"],
    },
    Crate {
        folder: "training",
        package: "heist-training",
        uses: &["engine", "agents"],
        features: &[],
        binary: "training",
        fast: &[],
    },
    Crate {
        folder: "draw",
        package: "heist-draw",
        uses: &["engine"],
        features: &[],
        binary: "draw",
        fast: &["svg::"],
    },
    Crate {
        folder: "advice",
        package: "heist-advice",
        uses: &["engine", "agents", "draw"],
        features: &[],
        binary: "advice",
        fast: &[],
    },
    Crate {
        folder: "engine/games/example",
        package: "heist-example-game",
        uses: &["engine", "testkit", "agents", "training", "draw", "advice"],
        features: &["--features", "advice,training,cases"],
        binary: "example",
        fast: &["rules::"],
    },
    Crate {
        folder: "registry",
        package: "heist-registry",
        uses: &[
            "engine",
            "testkit",
            "agents",
            "training",
            "draw",
            "advice",
            "engine/games/example",
        ],
        features: &["--features", "example-game"],
        binary: "",
        fast: &[],
    },
    Crate {
        folder: "table",
        package: "heist-table",
        uses: &["engine", "agents", "draw", "advice"],
        features: &[],
        binary: "table",
        fast: &["page::"],
    },
    Crate {
        folder: "cli",
        package: "heistlab",
        uses: &[
            "engine",
            "testkit",
            "agents",
            "training",
            "draw",
            "advice",
            "engine/games/example",
            "registry",
            "table",
        ],
        features: &["--features", "example-game"],
        binary: "heist",
        fast: &[],
    },
    Crate {
        folder: "python",
        package: "heist-python",
        uses: &["engine", "agents", "draw", "training", "registry"],
        features: &["--features", "example-game"],
        binary: "",
        fast: &[],
    },
    Crate {
        folder: "benches",
        package: "heist-benches",
        uses: &["engine", "agents"],
        features: &[],
        binary: "",
        fast: &[],
    },
    Crate {
        folder: "fuzz/targets",
        package: "heist-fuzz",
        uses: &["engine", "testkit", "agents", "training"],
        features: &[],
        binary: "",
        fast: &[],
    },
    Crate {
        folder: "xtask",
        package: "xtask",
        uses: &[],
        features: &[],
        binary: "",
        fast: &[],
    },
];

/// Whether a file is one of a crate: a crate inside another's folder owns its own.
fn owns(one: &Crate, file: &str) -> bool {
    let is_in = |known: &Crate| {
        file.strip_prefix(known.folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let inner = CRATES
        .iter()
        .filter(|known| is_in(known))
        .max_by_key(|known| known.folder.len());
    inner.is_some_and(|inner| inner.folder == one.folder)
}

/// Finds what changed, runs the steps for it and prints how they went. True if all passed.
pub fn run(out: &mut impl Write) -> io::Result<bool> {
    let root = workspace_root();
    let files = changed_files(&root)?;
    writeln!(out, "{} changed files", files.len())?;
    let steps = plan(&root, &files);
    let told = Run {
        again: "cargo xtask quick   # step ",
        stamps: None,
        strict: false,
    };
    runner::run(&steps, &told, runner::execute, out)
}

/// The files that differ from where this branch left `main`, by their paths from the root.
fn changed_files(root: &Path) -> io::Result<BTreeSet<String>> {
    let mains = ["main", "origin/main"];
    let base = mains
        .iter()
        .find_map(|main| git(root, &["merge-base", "HEAD", main]).ok());
    let base = base.as_deref().map_or("HEAD", str::trim);
    let changed = git(root, &["diff", "--name-only", "--no-renames", base])?;
    let new = git(root, &["ls-files", "--others", "--exclude-standard"])?;
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}

fn git(root: &Path, words: &[&str]) -> io::Result<String> {
    let output = Command::new("git").args(words).current_dir(root).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!(
            "`git {}` failed: {}",
            words.join(" "),
            said.trim()
        )));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The steps for changed files.
fn plan(root: &Path, files: &BTreeSet<String>) -> Vec<Step> {
    let below = |folder: &str| files.iter().any(|file| file.starts_with(&format!("{folder}/")));
    // They say how everything is compiled.
    let everything = ["Cargo.toml", "Cargo.lock", "clippy.toml"]
        .iter()
        .any(|file| files.contains(*file));
    let compiled = |file: &&String| !file.ends_with(".md") && !file.ends_with(".py");
    let changed = |one: &Crate| files.iter().filter(compiled).any(|file| owns(one, file));
    let touched = |one: &Crate| {
        everything
            || changed(one)
            || CRATES
                .iter()
                .any(|used| one.uses.contains(&used.folder) && changed(used))
    };
    let mut steps: Vec<Step> = steps::find("fmt").cloned().into_iter().collect();

    let packages = |wanted: &dyn Fn(&Crate) -> bool| {
        CRATES
            .iter()
            .filter(|one| wanted(one))
            .flat_map(|one| ["-p", one.package])
            .collect::<Vec<_>>()
    };
    let mut linted = packages(&touched);
    let games = |one: &Crate| touched(one) && one.features.contains(&"example-game");
    if CRATES.iter().any(games) {
        linted.extend(["--features", "example-game"]);
    }
    if !linted.is_empty() {
        let command = [
            vec!["cargo", "clippy", "--locked"],
            linted,
            vec!["--", "-D", "warnings"],
        ]
        .concat();
        steps.push(step(
            "clippy",
            "no warnings in what changed and what uses it",
            command,
            Some("clippy"),
        ));
    }
    for one in CRATES
        .iter()
        .filter(|one| changed(one) && one.package != "heist-python")
    {
        let test = [&["cargo", "test", "--locked", "-p", one.package], one.features].concat();
        let has = |place: &str| root.join(one.folder).join("src").join(place).is_file();
        let units = [("lib.rs", "--lib"), ("main.rs", "--bins")];
        let units = units.iter().filter(|(file, _)| has(file)).map(|(_, word)| *word);
        let units: Vec<&str> = test.iter().copied().chain(units).collect();
        let (modules, binaries) = test_modules(one, files);
        steps.push(match modules[..] {
            [] => step(one.folder, "the crate's unit tests pass", units, None),
            // Both binaries are compiled side by side. Unit tests are in modules called `tests`.
            _ => {
                let command = [&units[..], &["--test", one.binary, "--", "tests::"], &modules].concat();
                step(one.folder, "the crate's unit tests and quick tests pass", command, None)
            }
        });
        for name in binaries {
            let command = [&test[..], &["--test", name]].concat();
            steps.push(step(name, "the changed tests pass", command, None));
        }
    }
    let python = files
        .iter()
        .any(|file| file.ends_with(".py") || file.ends_with(".pyi") || file.ends_with(".ipynb"));
    if (python || below("python/tests")) && root.join(PYTHON).exists() {
        steps.extend(
            ["ruff-format", "ruff"]
                .iter()
                .filter_map(|name| steps::find(name).cloned()),
        );
    }
    steps
}

/// The crate's tests to be run, those that take seconds and those that changed: modules of its test binary, and
/// binaries of crates that have several.
fn test_modules(one: &Crate, files: &BTreeSet<String>) -> (Vec<&'static str>, Vec<&'static str>) {
    let mut modules: BTreeSet<&'static str> = one.fast.iter().copied().collect();
    let mut binaries = BTreeSet::new();
    for file in files {
        let Some(rest) = file.strip_prefix(&format!("{}/tests/", one.folder)) else {
            continue;
        };
        let rest = rest.strip_prefix(&format!("{}/", one.binary)).unwrap_or(rest);
        // A run of xtask has few of them and is over soon.
        let name: &'static str = rest.to_owned().leak();
        let names: Vec<&str> = name.trim_end_matches(".rs").split('/').collect();
        match names[..] {
            // Rule cases, golden games: data of the module of that name.
            [folder, ..] if !name.ends_with(".rs") => drop(modules.insert(format!("{folder}::").leak())),
            [first, ..] if one.binary.is_empty() => drop(binaries.insert(first)),
            // What all of them share.
            ["main" | "common", ..] => {}
            [.., "mod"] => drop(modules.insert(format!("{}::", names[..names.len() - 1].join("::")).leak())),
            _ => drop(modules.insert(format!("{}::", names.join("::")).leak())),
        }
    }
    // A filter within another runs nothing more.
    let all: Vec<&str> = modules.iter().copied().collect();
    modules.retain(|name| !all.iter().any(|other| other != name && name.starts_with(other)));
    (modules.into_iter().collect(), binaries.into_iter().collect())
}

fn step(name: &'static str, checks: &'static str, command: Vec<&'static str>, component: Option<&'static str>) -> Step {
    Step {
        name,
        checks,
        command: Cow::Owned(command),
        environment: &[],
        component,
        budget: Budget { warm: 60, cold: 600 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands for changed files.
    fn commands(files: &[&str]) -> Vec<String> {
        let files = files.iter().map(|file| (*file).to_owned()).collect();
        plan(&workspace_root(), &files)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn crates_that_changed_are_tested_and_those_that_use_them_linted() {
        let lint = "cargo clippy --locked -p heist-draw -p heist-advice -p heist-example-game -p heist-registry -p \
                    heist-table -p heistlab -p heist-python --features example-game -- -D warnings";
        let tests = "cargo test --locked -p heist-draw";
        assert_eq!(
            commands(&["draw/src/lib.rs"]),
            [
                "cargo fmt --all --check",
                lint,
                &format!("{tests} --lib --test draw -- tests:: svg::")
            ]
        );
    }

    #[test]
    fn tests_that_changed_are_run() {
        let last = |files: &[&str]| commands(files).pop().unwrap_or_default();
        let engine = "cargo test --locked -p heist-engine --lib --test engine -- tests:: ";
        assert_eq!(
            last(&["engine/tests/burgle_bros/tools.rs", "engine/tests/main.rs"]),
            format!("{engine}burgle_bros::tools:: cases::")
        );
        assert_eq!(
            last(&["engine/tests/burgle_bros/mod.rs", "engine/tests/burgle_bros/tools.rs"]),
            format!("{engine}burgle_bros:: cases::")
        );
        assert_eq!(
            last(&["engine/tests/golden/office-job.jsonl", "engine/tests/cases/loot.toml"]),
            format!("{engine}cases:: golden::")
        );
        assert_eq!(
            last(&["agents/tests/agents/spec.rs"]),
            "cargo test --locked -p heist-agents --lib --test agents -- tests:: golden_searches:: spec::"
        );
        assert_eq!(
            last(&["engine/games/example/tests/example/rules.rs"]),
            "cargo test --locked -p heist-example-game --features advice,training,cases --lib --test example -- \
             tests:: rules::"
        );
        assert_eq!(last(&["xtask/tests/cli.rs"]), "cargo test --locked -p xtask --test cli");
        assert_eq!(
            last(&["xtask/tests/architecture/circles.rs"]),
            "cargo test --locked -p xtask --test architecture"
        );
    }

    #[test]
    fn a_change_of_text_compiles_nothing_and_one_of_the_workspace_lints_everything() {
        assert_eq!(
            commands(&["README.md", "engine/README.md"]),
            ["cargo fmt --all --check"]
        );
        let everything = commands(&["Cargo.lock"]);
        assert!(
            CRATES
                .iter()
                .all(|one| everything[1].contains(&format!("-p {} ", one.package))),
            "{everything:?}"
        );
    }

    #[test]
    fn every_crate_of_the_workspace_is_known() {
        let manifest = std::fs::read_to_string(workspace_root().join("Cargo.toml")).expect("the manifest is readable");
        let members = manifest
            .lines()
            .find(|line| line.starts_with("members = "))
            .expect("the workspace has members");
        let mut members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
        let mut known: Vec<&str> = CRATES.iter().map(|one| one.folder).collect();
        members.sort_unstable();
        known.sort_unstable();
        assert_eq!(members, known);
        for one in CRATES {
            let manifest =
                std::fs::read_to_string(workspace_root().join(one.folder).join("Cargo.toml")).expect("it is there");
            assert!(
                manifest.contains(&format!("name = \"{}\"\n", one.package)),
                "{}",
                one.folder
            );
            let tests = workspace_root().join(one.folder).join("tests");
            for module in one.fast {
                let name = module.trim_end_matches(':');
                let places = [format!("{name}.rs"), format!("{}/{name}.rs", one.binary)];
                assert!(
                    places.iter().any(|place| tests.join(place).is_file()),
                    "{}: {module}",
                    one.folder
                );
            }
        }
    }
}
