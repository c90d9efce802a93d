//! Drawing functions and changes by a seed.
//!
//! Nothing is drawn one after the other: each function has a number made from the seed and its name, and those with the
//! lowest numbers are taken. So a longer draw begins with a shorter one, and an edit of one function leaves the others
//! in their places.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::source::{self, Change};

/// What may hold rules in a game's folder.
const ROOMS: [&str; 4] = ["rules", "setup", "state", "hidden"];

/// A function that was drawn.
pub struct Drawn {
    /// Its file, from the root of the workspace.
    pub file: String,
    /// Its path within the file.
    pub function: String,
    /// Its changes, in the order in which they are tried until one compiles.
    changes: Vec<Change>,
}

impl Drawn {
    /// The change to be made.
    pub fn change(&self) -> &Change {
        self.changes.last().expect("a function without changes is never drawn")
    }

    /// Gives up the change: it does not compile. False if there is no other.
    pub fn give_up(&mut self) -> bool {
        self.changes.pop();
        !self.changes.is_empty()
    }
}

/// Every function of a game's rules that has something to change, in the order of the draw; the last one comes first.
pub fn functions(root: &Path, game: &str, seed: u64) -> io::Result<Vec<Drawn>> {
    let folder = Path::new("engine/src").join(game.replace('-', "_"));
    if !root.join(&folder).is_dir() {
        let known = games(root)?.join(", ");
        return Err(io::Error::other(format!(
            "there is no game `{game}`; the games are {known}"
        )));
    }
    let mut files = Vec::new();
    for room in ROOMS {
        for place in [folder.join(room), folder.join(room).with_extension("rs")] {
            rust_files(root, &place, &mut files)?;
        }
    }
    let mut drawn = Vec::new();
    for file in files {
        let text = fs::read_to_string(root.join(&file))?;
        let name = file.to_string_lossy().replace('\\', "/");
        let found = source::functions(&text).map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        for function in found.into_iter().filter(|function| !function.changes.is_empty()) {
            let number = number(seed, &[&name, &function.name]);
            let mut changes: Vec<(u64, Change)> = (0_u64..)
                .zip(function.changes)
                .map(|(place, change)| (scramble(number ^ scramble(place + 1)), change))
                .collect();
            changes.sort_by_key(|(number, _)| *number);
            let changes = changes.into_iter().map(|(_, change)| change).collect();
            let function = Drawn {
                file: name.clone(),
                function: function.name,
                changes,
            };
            drawn.push((number, function));
        }
    }
    drawn.sort_by(|(a, left), (b, right)| b.cmp(a).then_with(|| right.function.cmp(&left.function)));
    Ok(drawn.into_iter().map(|(_, drawn)| drawn).collect())
}

/// The games with a folder of their own that holds rules.
fn games(root: &Path) -> io::Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(root.join("engine/src"))? {
        let entry = entry?;
        if entry.path().join("rules").is_dir() {
            games.push(entry.file_name().to_string_lossy().replace('_', "-"));
        }
    }
    games.sort();
    Ok(games)
}

/// The Rust files of a place: the place itself or everything below it. None if there is no such place.
fn rust_files(root: &Path, place: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let path = root.join(place);
    if path.is_dir() {
        let mut names = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.file_name()))
            .collect::<Result<Vec<_>, _>>()?;
        names.sort();
        for name in names {
            rust_files(root, &place.join(name), found)?;
        }
    } else if path.is_file() && place.extension().is_some_and(|extension| extension == "rs") {
        found.push(place.to_owned());
    }
    Ok(())
}

/// A number made from the seed and names: FNV-1a, scrambled.
pub fn number(seed: u64, names: &[&str]) -> u64 {
    let bytes = names.iter().flat_map(|name| name.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    scramble(hash ^ scramble(seed))
}

/// A step of SplitMix64.
fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::workspace_root;

    fn names(game: &str, seed: u64) -> Vec<String> {
        let drawn = functions(&workspace_root(), game, seed).expect("the game has rules");
        drawn
            .iter()
            .map(|drawn| format!("{} {}", drawn.file, drawn.function))
            .collect()
    }

    #[test]
    fn numbers_are_the_same_everywhere() {
        // The first number of SplitMix64 from seed 0.
        assert_eq!(scramble(0), 0xe220_a839_7b1d_cdaf);
        assert_ne!(number(1, &["a", "b"]), number(1, &["ab", ""]));
    }

    #[test]
    fn a_seed_draws_its_own_functions_and_always_the_same() {
        let drawn = names("caper-cards", 1);
        assert_eq!(drawn, names("caper-cards", 1));
        assert_ne!(drawn, names("caper-cards", 2));
        assert!(
            drawn
                .iter()
                .any(|name| name.starts_with("engine/src/caper_cards/rules/")),
            "{drawn:?}"
        );
        assert!(
            drawn
                .iter()
                .any(|name| name.starts_with("engine/src/caper_cards/setup.rs ")),
            "{drawn:?}"
        );
    }

    #[test]
    fn a_game_that_is_not_there_is_named_with_those_that_are() {
        let error = functions(&workspace_root(), "chess", 1)
            .err()
            .expect("there is no such game")
            .to_string();
        assert!(
            error.contains("`chess`") && error.contains("burgle-bros, caper-cards"),
            "{error}"
        );
    }
}
