//! Every rule case under `tests/cases` holds.

use std::fs;
use std::path::{Path, PathBuf};

use heist_testkit::cases::{CaseFile, run};

use crate::common::games::with_game;

/// The case files, in the order of their names, with those of folders inside.
fn case_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder is readable").path())
        .collect();
    paths.sort();
    let files = paths.into_iter().flat_map(|path| {
        if path.is_dir() {
            case_files(&path)
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            vec![path]
        } else {
            Vec::new()
        }
    });
    files.collect()
}

/// How many cases a file has, and what became of those that do not hold; or why it cannot be read.
fn failures(path: &Path, name: &str) -> Result<(usize, Vec<String>), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let file = CaseFile::parse(&text, name).map_err(|error| error.to_string())?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let load = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
    let failures = with_game!(file.game.as_str(), G => {
        let reports = run::<G>(&file, &load);
        let failed = reports.iter().filter(|report| !report.passed());
        failed.map(|report| format!("{name}: {report}")).collect()
    }, else game => return Err(format!("there is no game `{game}`")));
    Ok((file.cases.len(), failures))
}

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in case_files(&folder) {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        match self::failures(&path, &name) {
            Ok((cases, failed)) => {
                count += cases;
                failures.extend(failed);
            }
            Err(error) => failures.push(format!("{name}: {error}")),
        }
    }
    assert!(count > 0, "there are no cases under {}", folder.display());
    assert!(
        failures.is_empty(),
        "{} of {count} cases do not hold\n\n{}\n",
        failures.len(),
        failures.join("\n\n")
    );
}
