//! One build of the engine's tests that holds every mutant behind a switch.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::draw::{self, Drawn};
use super::source::SWITCH;
use crate::child::{self, End};
use crate::runner::cargo;

/// The module that knows which mutant is switched on.
const SWITCHES: &str = include_str!("switch.rs.txt");

/// A binary of tests.
pub struct Tests {
    /// The name of the test target.
    pub name: String,
    /// The file.
    pub binary: PathBuf,
}

/// The copy in which mutants are made and built. The checkout stays as it is.
pub struct Copy {
    /// The root of the copied workspace.
    pub tree: PathBuf,
    target: PathBuf,
    /// The engine's sources, as paths in the checkout.
    sources: Vec<String>,
    /// Stands for the contents of all copied files: results are only as good as long as it is the same.
    pub fingerprint: u64,
}

impl Copy {
    /// Copies what git tracks or would add into `folder/tree`, and takes away what is no longer there. Files that are
    /// equal already are left alone, so that a second run builds little.
    pub fn of(root: &Path, folder: &Path) -> io::Result<Copy> {
        let listing = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .stderr(Stdio::inherit())
            .output()?;
        if !listing.status.success() {
            return Err(io::Error::other(
                "`git ls-files` failed: the mutation run copies what git knows",
            ));
        }
        let names = String::from_utf8_lossy(&listing.stdout);
        let names: BTreeSet<&str> = names
            .split_terminator('\0')
            .filter(|name| root.join(name).is_file())
            .collect();
        let tree = folder.join("tree");
        fs::create_dir_all(&tree)?;
        let (mut fingerprint, mut sources) = (0, Vec::new());
        for &name in &names {
            let contents = fs::read(root.join(name))?;
            let tells = ["engine/", "testkit/", "Cargo.lock", "Cargo.toml"]
                .iter()
                .any(|start| name.starts_with(start));
            if tells {
                fingerprint = draw::number(fingerprint, &[name, &String::from_utf8_lossy(&contents)]);
            }
            if name.starts_with("engine/src/") && name.ends_with(".rs") {
                // Written by `write_mutants`, once, so that what did not change is not built again.
                sources.push(name.to_owned());
            } else {
                write_if_changed(&tree.join(name), &contents)?;
            }
        }
        remove_others(&tree, &tree, &names)?;
        Ok(Copy {
            tree,
            target: folder.join("target"),
            sources,
            fingerprint,
        })
    }

    /// Puts the mutants into the copy and builds the engine's tests.
    ///
    /// A change that does not compile is given up for the next one of its function, and a function without any for the
    /// next one of `others`.
    pub fn build(
        &self,
        root: &Path,
        mutants: &mut Vec<Drawn>,
        others: &mut Vec<Drawn>,
        note: &mut dyn FnMut(String) -> io::Result<()>,
    ) -> io::Result<Vec<Tests>> {
        loop {
            let places = self.write_mutants(root, mutants)?;
            let mut complaints = Vec::new();
            let passed = self.cargo(&["check", "--lib"], |message| complaints.extend(errors(&message)))?;
            if passed {
                break;
            }
            let guilty = guilty(&complaints, &places);
            if guilty.is_empty() {
                let text = complaints.first().map_or("", |complaint| complaint.text.as_str());
                return Err(io::Error::other(format!("the engine does not compile:\n{text}")));
            }
            note(format!("{} changes do not compile and are replaced", guilty.len()))?;
            for &number in guilty.iter().rev() {
                if !mutants[number].give_up() {
                    match others.pop() {
                        Some(other) => mutants[number] = other,
                        None => drop(mutants.remove(number)),
                    }
                }
            }
        }
        let mut tests = Vec::new();
        let passed = self.cargo(&["test", "--no-run"], |message| tests.extend(binary(&message)))?;
        if !passed || tests.is_empty() {
            return Err(io::Error::other(
                "the engine's tests do not compile; see `cargo test -p heist-engine --no-run`",
            ));
        }
        Ok(tests)
    }

    /// Writes the engine's sources with the mutants in them, and the module with the switches. Returns where the
    /// mutants are.
    fn write_mutants(&self, root: &Path, mutants: &[Drawn]) -> io::Result<BTreeMap<String, Vec<Place>>> {
        let mut places = BTreeMap::new();
        for file in &self.sources {
            let original = fs::read_to_string(root.join(file))?;
            let mut here: Vec<(usize, &Drawn)> = mutants
                .iter()
                .enumerate()
                .filter(|(_, mutant)| mutant.file == *file)
                .collect();
            here.sort_by_key(|(_, mutant)| mutant.change().range.start);
            let (mut text, inside) = rewrite(&original, &here);
            if file == "engine/src/lib.rs" {
                text.push_str("\n#[allow(missing_docs)]\npub mod mutant;\n");
            }
            write_if_changed(&self.tree.join(file), text.as_bytes())?;
            places.insert(file.clone(), inside);
        }
        write_if_changed(&self.tree.join("engine/src/mutant.rs"), SWITCHES.as_bytes())?;
        Ok(places)
    }

    /// Runs cargo on the copied engine; `message` gets what it reports. True if it succeeded.
    fn cargo(&self, words: &[&str], mut message: impl FnMut(Value)) -> io::Result<bool> {
        let mut command = Command::new(cargo());
        command
            .args(words)
            .args(["-p", "heist-engine", "--all-features", "--message-format", "json"])
            .env("CARGO_TARGET_DIR", &self.target)
            .current_dir(&self.tree)
            .stderr(Stdio::null());
        let end = child::watch(&mut command, None, |line| {
            if let Ok(value) = serde_json::from_str(line) {
                message(value);
            }
            true
        })?;
        match end {
            End::Exit(status) => Ok(status.success()),
            End::Enough | End::Late | End::Stopped => Err(io::ErrorKind::Interrupted.into()),
        }
    }
}

/// Where a mutant lies in its rewritten file.
struct Place {
    number: usize,
    bytes: Range<usize>,
}

/// A file's text with its mutants in it, which are sorted by where they are, and where they are now.
fn rewrite(original: &str, mutants: &[(usize, &Drawn)]) -> (String, Vec<Place>) {
    let (mut text, mut places, mut done) = (String::new(), Vec::new(), 0);
    for &(number, mutant) in mutants {
        let change = mutant.change();
        text.push_str(&original[done..change.range.start]);
        let start = text.len();
        text.push_str(&change.schema.replace(SWITCH, &format!("crate::mutant::on({number})")));
        places.push(Place {
            number,
            bytes: start..text.len(),
        });
        done = change.range.end;
    }
    text.push_str(&original[done..]);
    (text, places)
}

/// An error of the compiler.
struct Complaint {
    text: String,
    /// Files with the bytes that it points at.
    spans: Vec<(String, Range<usize>)>,
}

/// The error that a message of cargo holds, if it holds one.
fn errors(message: &Value) -> Option<Complaint> {
    let message = message.get("message").filter(|message| message["level"] == "error")?;
    let mut spans = Vec::new();
    collect_spans(message, &mut spans);
    Some(Complaint {
        text: message["rendered"].as_str().unwrap_or_default().to_owned(),
        spans,
    })
}

fn collect_spans(message: &Value, spans: &mut Vec<(String, Range<usize>)>) {
    for span in message["spans"].as_array().into_iter().flatten() {
        let end = |name: &str| span[name].as_u64().and_then(|byte| usize::try_from(byte).ok());
        if let (Some(file), Some(start), Some(end)) = (span["file_name"].as_str(), end("byte_start"), end("byte_end")) {
            spans.push((file.replace('\\', "/"), start..end));
        }
    }
    for child in message["children"].as_array().into_iter().flatten() {
        collect_spans(child, spans);
    }
}

/// The mutants that errors point at. An error that points at none of them is laid to the nearest one of its file.
fn guilty(complaints: &[Complaint], places: &BTreeMap<String, Vec<Place>>) -> BTreeSet<usize> {
    let mut guilty = BTreeSet::new();
    for complaint in complaints {
        let distances = complaint.spans.iter().flat_map(|(file, span)| {
            let here = places.get(file).into_iter().flatten();
            here.map(move |place| {
                let gap = place
                    .bytes
                    .start
                    .saturating_sub(span.end)
                    .max(span.start.saturating_sub(place.bytes.end));
                (gap, place.number)
            })
        });
        guilty.extend(distances.min().map(|(_, number)| number));
    }
    guilty
}

/// The binary of tests that a message of cargo names, if it names one.
fn binary(message: &Value) -> Option<Tests> {
    let is_tests = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let binary = message["executable"].as_str().filter(|_| is_tests)?;
    let name = message["target"]["name"].as_str().unwrap_or_default().to_owned();
    Some(Tests {
        name,
        binary: binary.into(),
    })
}

fn write_if_changed(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|found| found == contents) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, contents)
}

/// Removes the files below a folder that are not among the names.
fn remove_others(tree: &Path, folder: &Path, names: &BTreeSet<&str>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(tree, &path, names)?;
            continue;
        }
        let name = path
            .strip_prefix(tree)
            .map_err(io::Error::other)?
            .to_string_lossy()
            .replace('\\', "/");
        // It is written anew with the mutants.
        if !names.contains(name.as_str()) && name != "engine/src/mutant.rs" {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_error_is_laid_to_the_mutant_it_points_at_or_else_to_the_nearest() {
        let places = |number: usize, start: usize| Place {
            number,
            bytes: start..start + 10,
        };
        let places = BTreeMap::from([("a.rs".to_owned(), vec![places(0, 100), places(1, 200)])]);
        let complaint = |spans: Value| {
            let message = json!({"message": {"level": "error", "rendered": "no", "spans": spans, "children": []}});
            errors(&message).expect("it is an error")
        };
        let at = |start: usize| json!([{"file_name": "a.rs", "byte_start": start, "byte_end": start + 1}]);
        assert_eq!(guilty(&[complaint(at(205))], &places), BTreeSet::from([1]));
        assert_eq!(
            guilty(&[complaint(at(120)), complaint(at(500))], &places),
            BTreeSet::from([0, 1])
        );
        assert!(guilty(&[complaint(json!([]))], &places).is_empty());
        assert!(errors(&json!({"message": {"level": "warning", "spans": [], "children": []}})).is_none());
    }
}
