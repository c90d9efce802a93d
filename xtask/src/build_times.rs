//! `cargo xtask build-times`: what each crate and each game costs to compile.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::runner::cargo;

/// Where the games are listed: a line each, `$crate::folder::Type,`.
const REGISTRY: &str = "engine/src/registry.rs";

/// Where a game has a folder of its own, if it has one there. All other code compiles without these, less the lines of
/// [`LISTS`] that name them.
const ROOMS: &[&str] = &["engine/src", "agents/src/heuristics", "draw/src"];

/// The files with those lines.
const LISTS: &[&str] = &[
    REGISTRY,
    "engine/src/campaigns.rs",
    "engine/src/lib.rs",
    "agents/src/heuristics/mod.rs",
    "draw/src/lib.rs",
    "registry/src/lib.rs",
];

/// Runs the compiler for a crate of the house and notes what it took. The shell knows that of its children, in the last
/// line that `times` prints.
const WRAPPER: &str = r#"#!/bin/sh
name=build
previous=
for word; do
    if [ "$previous" = --crate-name ]; then name=$word; fi
    previous=$word
done
"$@" || exit $?
times > "$BUILD_TIMES/$name.$$"
"#;

/// What a build took.
struct Times {
    /// The CPU seconds of each crate of the house, by its name: user and system time of the compiler and of what it
    /// starts.
    crates: BTreeMap<String, f64>,
    /// The seconds on the clock, dependencies included if they had to be built.
    clock: f64,
}

/// Builds `heist` with all games, without each of the games in turn (all of them if none is named), and with the
/// example game; prints what each crate and each game costs. Each build is one of `--release` in a copy of the tree;
/// the dependencies are built once.
pub fn run(root: &Path, games: &[String], out: &mut impl Write) -> io::Result<()> {
    let registry = fs::read_to_string(root.join(REGISTRY))?;
    let known = listed(&registry);
    if let Some(game) = games.iter().find(|game| !known.contains(game)) {
        let message = format!("build-times: no game `{game}`; there are: {}", known.join(", "));
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let games = if games.is_empty() { known } else { games.to_vec() };
    let bench = Bench::new(root)?;
    let mut times = Vec::new();
    let mut tell = |what: &str| writeln!(out, "building {what}").and_then(|()| out.flush());
    tell("all games")?;
    bench.restore()?;
    let all = bench.build(&[])?;
    for game in &games {
        tell(&format!("without {game}"))?;
        bench.restore()?;
        take_out(&bench.tree, &folder_of(game))?;
        let without = bench.build(&[])?;
        times.push((game.clone(), without));
    }
    tell("with the example game")?;
    bench.restore()?;
    let with_example = bench.build(&["--features", "example-game"])?;
    let mut costs: Vec<(String, BTreeMap<String, f64>)> = times
        .into_iter()
        .map(|(game, without)| (game, difference(&all.crates, &without.crates)))
        .collect();
    costs.push(("example-game".to_owned(), difference(&with_example.crates, &all.crates)));
    report(&all, &costs, out)
}

/// The games of the registry, called as their folders are, with hyphens.
fn listed(registry: &str) -> Vec<String> {
    let game = |line: &str| {
        let path = line.trim().strip_prefix("$crate::")?.strip_suffix(',')?;
        let (folder, _) = path.split_once("::")?;
        Some(folder.replace('_', "-"))
    };
    registry.lines().filter_map(game).collect()
}

fn folder_of(game: &str) -> String {
    game.replace('-', "_")
}

/// What each crate takes more in one build than in another.
fn difference(more: &BTreeMap<String, f64>, less: &BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let of = |name: &String| less.get(name).copied().unwrap_or_default();
    more.iter()
        .map(|(name, seconds)| (name.clone(), seconds - of(name)))
        .collect()
}

/// Prints a line for each crate, the dearest first, with a column for each game.
fn report(all: &Times, costs: &[(String, BTreeMap<String, f64>)], out: &mut impl Write) -> io::Result<()> {
    let total: f64 = all.crates.values().sum();
    let share = |seconds: f64| 100.0 * seconds / total.max(f64::MIN_POSITIVE);
    writeln!(
        out,
        "\nCPU seconds of a release build of `heist`, dependencies apart, and how many of them each game adds"
    )?;
    let width = all.crates.keys().map(String::len).max().unwrap_or(0).max(5);
    write!(out, "{:width$}  {:>9}", "crate", "all games")?;
    for (game, _) in costs {
        write!(out, "  {game:>13}")?;
    }
    writeln!(out)?;
    let mut line = |name: &str, seconds: f64, of: &dyn Fn(&BTreeMap<String, f64>) -> f64| {
        write!(out, "{name:width$}  {seconds:9.1}")?;
        for (_, cost) in costs {
            write!(out, "  {:>+13.1}", of(cost))?;
        }
        writeln!(out)
    };
    let mut crates: Vec<(&String, f64)> = all.crates.iter().map(|(name, seconds)| (name, *seconds)).collect();
    crates.sort_by(|one, other| other.1.total_cmp(&one.1));
    for (name, seconds) in crates {
        line(name, seconds, &|cost| cost.get(name).copied().unwrap_or_default())?;
    }
    line("all", total, &|cost| cost.values().sum())?;
    let shares: Vec<String> = costs
        .iter()
        .map(|(game, cost)| format!("{game} {:.0}%", share(cost.values().sum())))
        .collect();
    writeln!(out, "of all: {}", shares.join(", "))?;
    writeln!(out, "{:.0} s on the clock, with all that had to be built", all.clock)
}

/// A copy of the tree as it was at the start, one that is changed and built, and where that is done.
struct Bench {
    original: PathBuf,
    tree: PathBuf,
    wrapper: PathBuf,
    notes: PathBuf,
    target: PathBuf,
}

impl Bench {
    fn new(root: &Path) -> io::Result<Bench> {
        let folder = root.join("target/build-times");
        let bench = Bench {
            original: folder.join("original"),
            tree: folder.join("tree"),
            wrapper: folder.join("rustc.sh"),
            notes: folder.join("notes"),
            target: folder.join("target"),
        };
        fs::create_dir_all(&folder)?;
        fs::write(&bench.wrapper, WRAPPER)?;
        executable(&bench.wrapper)?;
        bench.copy_what_git_knows(root)?;
        Ok(bench)
    }

    /// Copies the tree once, so that all builds are of the same state, whatever is edited meanwhile.
    fn copy_what_git_knows(&self, root: &Path) -> io::Result<()> {
        if self.original.exists() {
            fs::remove_dir_all(&self.original)?;
        }
        let mut listing = Command::new("git");
        listing.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let listing = listing.current_dir(root).stderr(Stdio::inherit()).output()?;
        if !listing.status.success() {
            return Err(io::Error::other("`git ls-files` failed: what git knows is copied"));
        }
        for name in String::from_utf8_lossy(&listing.stdout).split_terminator('\0') {
            if root.join(name).is_file() {
                copy(&root.join(name), &self.original.join(name))?;
            }
        }
        Ok(())
    }

    /// Makes the tree anew, so that everything is newer than the last build.
    fn restore(&self) -> io::Result<()> {
        if self.tree.exists() {
            fs::remove_dir_all(&self.tree)?;
        }
        copy(&self.original, &self.tree)
    }

    /// Builds `heist`.
    fn build(&self, words: &[&str]) -> io::Result<Times> {
        if self.notes.exists() {
            fs::remove_dir_all(&self.notes)?;
        }
        fs::create_dir_all(&self.notes)?;
        let mut command = Command::new(cargo());
        command
            .args(["build", "--quiet", "--release", "--locked", "--package", "heistlab"])
            .args(words)
            .current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.target)
            // Around the crates of the house alone.
            .env("RUSTC_WORKSPACE_WRAPPER", &self.wrapper)
            .env("BUILD_TIMES", &self.notes)
            .env("LC_ALL", "C");
        let begun = Instant::now();
        let status = command.status()?;
        if !status.success() {
            return Err(io::Error::other(format!("the build failed: {status}")));
        }
        Ok(Times {
            crates: self.noted()?,
            clock: begun.elapsed().as_secs_f64(),
        })
    }

    /// What the wrapper noted: a file for each run of the compiler.
    fn noted(&self) -> io::Result<BTreeMap<String, f64>> {
        let mut crates = BTreeMap::new();
        for file in fs::read_dir(&self.notes)? {
            let path = file?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path)?;
            let seconds = seconds_of_children(&text)
                .ok_or_else(|| io::Error::other(format!("`times` of the shell printed {text:?}")))?;
            *crates.entry(name).or_default() += seconds;
        }
        if crates.is_empty() {
            Err(io::Error::other(
                "nothing was built: no crate of the house was compiled",
            ))
        } else {
            Ok(crates)
        }
    }
}

/// Copies a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().unwrap_or(to))?;
        // Not `fs::copy`, which copies permissions: the file may be read-only.
        return fs::write(to, fs::read(from)?);
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Marks a script as a program, where files are marked so.
fn executable(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    let _ = path;
    Ok(())
}

/// Deletes a game's folders and the lines that name them.
fn take_out(tree: &Path, folder: &str) -> io::Result<()> {
    for room in ROOMS {
        let folder = tree.join(room).join(folder);
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    for list in LISTS {
        let text = fs::read_to_string(tree.join(list))?;
        fs::write(tree.join(list), without(&text, folder))?;
    }
    Ok(())
}

/// A text without the lines that name a folder.
fn without(text: &str, folder: &str) -> String {
    let names_it = |line: &&str| {
        line.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .any(|word| word == folder)
    };
    text.split_inclusive('\n').filter(|line| !names_it(line)).collect()
}

/// The user and system time of the children: the last line, `1m2.34s 0m3.45s`.
fn seconds_of_children(times: &str) -> Option<f64> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    let mut words = times.lines().last()?.split_whitespace();
    let (user, system) = (seconds(words.next()?)?, seconds(words.next()?)?);
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::workspace_root;

    #[test]
    fn the_times_of_the_children_are_read() {
        assert_eq!(seconds_of_children("0m0.00s 0m0.00s\n1m2.50s 0m3.50s\n"), Some(66.0));
        assert_eq!(seconds_of_children(""), None);
        assert_eq!(seconds_of_children("1m2.50s\n"), None);
        assert_eq!(seconds_of_children("1.5 2.5"), None);
    }

    #[test]
    fn the_report_names_each_crate_and_each_game() {
        let crates = |pairs: &[(&str, f64)]| {
            let pairs = pairs.iter().map(|(name, seconds)| ((*name).to_owned(), *seconds));
            pairs.collect::<BTreeMap<_, _>>()
        };
        let all = Times {
            crates: crates(&[("heist", 10.0), ("heist_engine", 30.0)]),
            clock: 31.0,
        };
        let cost = difference(&all.crates, &crates(&[("heist", 9.0), ("heist_engine", 21.0)]));
        let mut out = Vec::new();
        report(&all, &[("whist".to_owned(), cost)], &mut out).expect("a buffer takes everything");
        let text = String::from_utf8(out).expect("the report is text");
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let lines: Vec<Vec<String>> = text.lines().skip(3).map(words).collect();
        assert_eq!(lines[0], ["heist_engine", "30.0", "+9.0"], "{text}");
        assert_eq!(lines[1], ["heist", "10.0", "+1.0"], "{text}");
        assert_eq!(lines[2], ["all", "40.0", "+10.0"], "{text}");
        assert!(
            text.contains("whist 25%") && text.contains("31 s on the clock"),
            "{text}"
        );
    }

    #[test]
    fn every_game_of_the_registry_has_its_folders_and_its_lines() {
        let root = workspace_root();
        let registry = fs::read_to_string(root.join(REGISTRY)).expect("the registry is readable");
        let games = listed(&registry);
        assert!(games.len() >= 4, "{games:?}");
        for game in games {
            let folder = folder_of(&game);
            assert!(root.join("engine/src").join(&folder).is_dir(), "{folder}");
            for list in LISTS {
                let text = fs::read_to_string(root.join(list)).expect("the list is readable");
                let without = without(&text, &folder);
                assert!(!without.contains(&format!("{folder}::")), "{list} names {folder}");
                // A line that names another game as well would take that one out, too.
                let kept = listed(&without).len();
                assert!(*list != REGISTRY || kept + 1 == listed(&text).len(), "{list}");
                assert!(text.lines().count() - without.lines().count() <= 3, "{list}");
            }
        }
    }
}
