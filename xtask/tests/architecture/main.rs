//! The invariants of ARCHITECTURE.md, "What holds everywhere", as far as the sources show them.

mod circles;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crates of the house a crate may use, by folder. What only its tests use is marked.
const ARROWS: &[(&str, &[&str])] = &[
    ("engine", &[TESTKIT, EXAMPLE]),
    ("testkit", &["heist-engine"]),
    ("agents", &["heist-engine", TESTKIT, EXAMPLE, REGISTRY]),
    ("training", &["heist-engine", "heist-agents", REGISTRY]),
    (
        "draw",
        &["heist-engine", "heist-agents (tests)", TESTKIT, EXAMPLE, REGISTRY],
    ),
    ("advice", &["heist-engine", "heist-agents", "heist-draw"]),
    (
        "engine/games/example",
        &[
            "heist-engine",
            "heist-testkit",
            "heist-agents",
            "heist-training",
            "heist-draw",
            "heist-advice",
            "heist-agents (tests)",
            TESTKIT,
        ],
    ),
    ("registry", &["heist-engine", "heist-example-game"]),
    (
        "table",
        &[
            "heist-engine",
            "heist-agents",
            "heist-draw",
            "heist-advice",
            TESTKIT,
            REGISTRY,
        ],
    ),
    (
        "cli",
        &[
            "heist-engine",
            "heist-testkit",
            "heist-agents",
            "heist-draw",
            "heist-advice",
            "heist-registry",
            "heist-table",
            "heist-training",
        ],
    ),
    (
        "python",
        &[
            "heist-engine",
            "heist-agents",
            "heist-draw",
            "heist-registry",
            "heist-training",
        ],
    ),
    ("benches", &["heist-engine", "heist-agents", "heist-testkit"]),
    (
        "fuzz/targets",
        &["heist-engine", "heist-testkit", "heist-agents", "heist-training"],
    ),
    ("xtask", &[]),
];

const TESTKIT: &str = "heist-testkit (tests)";
/// What is generic over games is tested with the games, which are above it.
const EXAMPLE: &str = "heist-example-game (tests)";
const REGISTRY: &str = "heist-registry (tests)";

/// What a crate does without: words that its sources hold nowhere, and the places that are excepted.
struct Without {
    folder: &'static str,
    words: &'static [&'static str],
    except: &'static [&'static str],
    why: &'static str,
}

const WITHOUT: &[Without] = &[
    Without {
        folder: "engine/src",
        words: &["std::thread", "thread::spawn", "rayon::", "tokio::"],
        except: &[],
        why: "the rules have no threads",
    },
    Without {
        folder: "engine/src",
        words: &["std::fs", "File::", "std::net", "std::process", "std::env", "env::var"],
        except: &[],
        why: "the rules know no files, sockets, programs or settings",
    },
    Without {
        folder: "engine/src",
        words: &["std::time", "Instant::", "SystemTime"],
        except: &[],
        why: "the rules have no clock",
    },
    Without {
        folder: "engine/src",
        words: &[
            "getrandom",
            "thread_rng",
            "ThreadRng",
            "SysRng",
            "rand::rng(",
            "rand::random",
            "RandomState",
        ],
        except: &[],
        why: "the rules draw from the generators that they are given",
    },
    Without {
        folder: "table/src",
        words: &["<G:", "<G>"],
        except: &[],
        why: "the table is compiled once for all games",
    },
    Without {
        folder: "python/src",
        words: &["<G:", "<G>"],
        except: &[],
        why: "the package is compiled once for all games",
    },
    Without {
        folder: "agents/src",
        words: &["std::net", "TcpStream", "TcpListener", "UdpSocket", "UnixStream"],
        except: &["agents/src/bot/"],
        why: "agents have no sockets outside of bot/",
    },
    Without {
        folder: "agents/src",
        words: &["std::process", "Command::new"],
        except: &["agents/src/bot/"],
        why: "agents start no programs outside of bot/",
    },
    Without {
        folder: "agents/src",
        words: &["std::fs"],
        except: &["agents/src/bot/", "agents/src/arena/", "agents/src/files.rs"],
        why: "agents know no files but the arena's run folder and networks, and read whole files in one place",
    },
    Without {
        folder: "agents/src",
        words: &["fs::read(", "fs::read_to_string("],
        except: &[],
        why: "files are read whole by agents/src/files.rs or cli/src/files/read.rs, which know how long one may be",
    },
    Without {
        folder: "training/src",
        words: &["fs::read(", "fs::read_to_string("],
        except: &[],
        why: "files are read whole by agents/src/files.rs or cli/src/files/read.rs, which know how long one may be",
    },
    Without {
        folder: "cli/src",
        words: &["fs::read(", "fs::read_to_string("],
        except: &[],
        why: "files are read whole by agents/src/files.rs or cli/src/files/read.rs, which know how long one may be",
    },
    Without {
        folder: "table/src",
        words: &["fs::read(", "fs::read_to_string("],
        except: &[],
        why: "files are read whole by agents/src/files.rs or cli/src/files/read.rs, which know how long one may be",
    },
    Without {
        folder: "python/src",
        words: &["fs::read(", "fs::read_to_string("],
        except: &[],
        why: "files are read whole by agents/src/files.rs or cli/src/files/read.rs, which know how long one may be",
    },
    Without {
        folder: "draw/src",
        words: &["std::fs", "std::net", "std::process", "std::thread", "std::time"],
        except: &[],
        why: "a picture is a function of the state",
    },
];

#[test]
fn crates_use_each_other_in_one_direction_only() {
    for (folder, allowed) in ARROWS {
        for used in uses(&read(&root().join(folder).join("Cargo.toml"))) {
            assert!(
                allowed.contains(&used.as_str()),
                "{folder} must not use {used}; it may use {allowed:?}"
            );
        }
    }
}

#[test]
fn every_crate_has_its_arrows() {
    let manifest = read(&root().join("Cargo.toml"));
    let members = manifest
        .lines()
        .find(|line| line.starts_with("members = "))
        .expect("the workspace has members");
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(!members.is_empty());
    for member in members {
        assert!(
            ARROWS.iter().any(|(folder, _)| *folder == member),
            "{member} is not in the list of arrows"
        );
    }
}

#[test]
fn every_crate_is_on_the_map() {
    let map = read(&root().join("ARCHITECTURE.md"));
    for (folder, _) in ARROWS {
        // The parts of `engine/games` and `fuzz` stand under their folders.
        let named = match *folder {
            "fuzz/targets" => "fuzz/",
            game if game.starts_with("engine/games/") => "engine/games/",
            folder => &format!("{folder}/"),
        };
        assert!(map.contains(&format!("`{named}`")), "ARCHITECTURE.md lacks {named}");
    }
    let is_wide = |line: &&str| line.chars().count() > 120;
    assert_eq!(map.lines().find(is_wide), None, "wider than 120 columns");
}

#[test]
fn crates_do_without_what_is_not_theirs() {
    for rule in WITHOUT {
        let mut files = sources(rule.folder);
        if rule.folder == "engine/src" {
            // Games are pure as well, also those with a crate of their own.
            files.extend(
                sources("engine/games")
                    .into_iter()
                    .filter(|(name, _)| name.contains("/src/")),
            );
        }
        assert!(!files.is_empty(), "{} holds no sources", rule.folder);
        for (name, text) in files
            .iter()
            .filter(|(name, _)| !rule.except.iter().any(|place| name.starts_with(place)))
        {
            for (number, line) in (1..).zip(code(text).lines()) {
                if let Some(word) = rule.words.iter().find(|word| line.contains(**word)) {
                    panic!("{name}:{number}: `{word}`: {}\n{line}", rule.why);
                }
            }
        }
    }
}

/// A game's crate without features holds its rules alone, which compile with the contract and nothing above it.
#[test]
fn a_games_crate_without_features_depends_on_the_contract_alone() {
    let games = fs::read_dir(root().join("engine/games")).expect("the folder is readable");
    for game in games {
        let manifest = read(&game.expect("the folder is readable").path().join("Cargo.toml"));
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = "))
            .expect("a name");
        let name = name.trim_matches('"');
        let mut command = Command::new(env!("CARGO"));
        command.args([
            "tree",
            "--locked",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ]);
        command
            .args(["--no-default-features", "--package", name])
            .current_dir(root());
        let output = command.output().expect("cargo starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let tree = String::from_utf8(output.stdout).expect("names of crates are text");
        let house = tree.lines().filter_map(|line| line.split(' ').next());
        let house: BTreeSet<&str> = house.filter(|name| name.starts_with("heist")).collect();
        assert_eq!(house, BTreeSet::from([name, "heist-engine"]));
    }
}

/// The crate outside of the workspace takes its dependencies in the same versions, so that they are compiled once.
#[test]
fn the_crate_outside_shares_the_versions_of_the_workspace() {
    let packages = |path: &str| -> BTreeSet<(String, String)> {
        let lock = read(&root().join(path));
        let value = |line: Option<&str>, key: &str| Some(line?.strip_prefix(key)?.trim_matches('"').to_owned());
        let package = |text: &str| {
            let mut lines = text.lines().skip(1);
            Some((value(lines.next(), "name = ")?, value(lines.next(), "version = ")?))
        };
        lock.split("[[package]]").skip(1).filter_map(package).collect()
    };
    let (ours, outside) = (packages("Cargo.lock"), packages("examples/outside/Cargo.lock"));
    assert!(outside.len() > 100, "{}", outside.len());
    let other: Vec<_> = outside
        .difference(&ours)
        .filter(|(name, _)| name != "lucky-lock")
        .collect();
    assert!(
        other.is_empty(),
        "`cargo update` in examples/outside, or copy Cargo.lock there: {other:?}"
    );
}

/// A game's folder is whole: without it and its lines in `registry.rs`, `campaigns.rs` and `lib.rs` the rest of the
/// engine compiles.
#[test]
fn nothing_in_the_engine_names_a_game_but_the_registry() {
    let files = sources("engine/src");
    let games: Vec<&str> = files
        .keys()
        .filter_map(|name| name.strip_prefix("engine/src/")?.strip_suffix("/rules/mod.rs"))
        .collect();
    assert!(games.len() >= 2, "{games:?}");
    for game in games {
        let inside = format!("engine/src/{game}/");
        let known = ["engine/src/lib.rs", "engine/src/registry.rs", "engine/src/campaigns.rs"];
        for (name, text) in files
            .iter()
            .filter(|(name, _)| !name.starts_with(&inside) && !known.contains(&name.as_str()))
        {
            for (number, line) in (1..).zip(code(text).lines()) {
                assert!(
                    !line.contains(&format!("{game}::")),
                    "{name}:{number} names {game}\n{line}"
                );
            }
        }
    }
}

#[test]
fn modules_of_a_crate_use_each_other_in_one_direction_only() {
    let mut found = Vec::new();
    for (folder, _) in ARROWS {
        let source = format!("{folder}/src");
        let files = sources(&source)
            .into_iter()
            .filter_map(|(name, text)| Some((name.strip_prefix(&source)?.trim_start_matches('/').to_owned(), text)))
            .collect();
        found.extend(
            circles::circles(&files)
                .into_iter()
                .map(|circle| format!("{folder}: {circle}")),
        );
    }
    assert!(found.is_empty(), "import circles: {found:#?}");
}

/// The documentation of the engine lists its public modules by hand.
#[test]
fn the_table_of_modules_names_every_public_module_of_the_engine() {
    let text = read(&root().join("engine/src/lib.rs"));
    let modules = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let modules: Vec<&str> = modules.collect();
    assert!(modules.len() > 10, "{modules:?}");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("//! | [")).collect();
    let is_listed = |module: &str| rows.iter().any(|row| row.contains(&format!("[`{module}`]")));
    let missing: Vec<&str> = modules.into_iter().filter(|module| !is_listed(module)).collect();
    assert!(missing.is_empty(), "the table of engine/src/lib.rs lacks {missing:?}");
}

/// Cargo compiles a crate anew for other features of anything below it: the package's build takes the crates of the
/// house from the build of `heist` only if the features of everything they use agree.
#[test]
fn the_package_is_built_from_the_same_crates_as_the_program() {
    let both = tree(&["--package", "heistlab", "--package", "heist-python"]);
    let package = tree(&["--package", "heist-python"]);
    assert!(package.len() > 20, "{package:?}");
    let other: Vec<&String> = package.difference(&both).collect();
    assert!(
        other.is_empty(),
        "python/Cargo.toml must ask for the features that `heist` has of {other:#?}"
    );
}

/// For the same reason the tests of the learner take all crates but those that link LibTorch from the tests without it.
#[test]
fn the_learner_is_tested_with_the_same_crates_as_the_rest() {
    const LINKED: [&str; 2] = ["heist-training", "heistlab"];
    let without = tree(&["--workspace", "--features", "example-game"]);
    let with = tree(&["--workspace", "--features", "example-game,torch"]);
    let other: Vec<&String> = without
        .difference(&with)
        .filter(|line| !LINKED.iter().any(|name| line.starts_with(name)))
        .collect();
    assert!(
        other.is_empty(),
        "benches/Cargo.toml must ask for the features that LibTorch's crates want of {other:#?}"
    );
}

/// The crates of some packages and below them, with their features.
fn tree(selection: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["tree", "--locked", "--edges", "normal,build,dev", "--prefix", "none"])
        .args(["--no-dedupe", "--format", "{p} {f}"])
        .args(selection)
        .current_dir(root());
    let output = command.output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("names of crates are text");
    lines.lines().map(str::to_owned).collect()
}

/// rustfmt keeps code within its width and leaves comments alone.
#[test]
fn comments_are_as_narrow_as_code() {
    const WIDTH: usize = 120;
    let mut wide = Vec::new();
    for (name, text) in ARROWS.iter().flat_map(|(folder, _)| sources(folder)) {
        let mut is_example = false;
        for (place, line) in text.lines().enumerate() {
            let Some(comment) = line.trim_start().strip_prefix("//") else {
                is_example = false;
                continue;
            };
            let comment = comment.trim_start_matches(['/', '!']).trim_start();
            if comment.starts_with("```") {
                is_example = !is_example;
            }
            // Examples are code, and a row of a table cannot be broken.
            if line.chars().count() > WIDTH && !is_example && !comment.starts_with('|') {
                wide.push(format!("{name}:{}", place + 1));
            }
        }
    }
    assert!(wide.is_empty(), "wider than {WIDTH} columns:\n{}", wide.join("\n"));
}

#[test]
fn the_scanner_sees_code_and_no_comments_or_unit_tests() {
    let text = "use std::fs; // std::net\n/// std::time\nfn f() {}\n#[cfg(test)]\nmod tests { use std::thread; }\n";
    assert_eq!(code(text), "use std::fs; \n\nfn f() {}\n");
    let manifest = "[dependencies]\nheist-engine.workspace = true\n[dev-dependencies]\nheist-agents = { path = \"x\" \
                    }\nserde = \"1\"";
    assert_eq!(uses(manifest), ["heist-engine", "heist-agents (tests)"]);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The crates of the house among a manifest's dependencies.
fn uses(manifest: &str) -> Vec<String> {
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.to_owned();
        } else if section.contains("dependencies") && line.starts_with("heist") {
            let end = line.find([' ', '.', '=']).unwrap_or(line.len());
            let mark = if section.contains("dev-dependencies") {
                " (tests)"
            } else {
                ""
            };
            found.push(format!("{}{mark}", &line[..end]));
        }
    }
    found
}

/// The Rust files below a folder with their texts, by their paths from the root.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries {
        let entry = entry.expect("the folder is readable");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(sources(&name));
        } else if name.ends_with(".rs") {
            found.insert(name, read(&entry.path()));
        }
    }
    found
}

/// The code of a file: comments are blank, and the unit tests at its end are gone.
fn code(text: &str) -> String {
    let text = text.find("#[cfg(test)]\nmod ").map_or(text, |start| &text[..start]);
    text.lines()
        .map(|line| format!("{}\n", line.find("//").map_or(line, |start| &line[..start])))
        .collect()
}
