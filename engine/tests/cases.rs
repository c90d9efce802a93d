//! Every rule case under `tests/cases` holds.

use std::fs;
use std::path::{Path, PathBuf};

use heist_engine::cases::{CaseFile, CaseReport, run};
use heist_engine::with_game;

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

/// The reports of a file, or why it cannot be read.
fn reports(path: &Path, name: &str) -> Result<Vec<CaseReport>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let file = CaseFile::parse(&text, name).map_err(|error| error.to_string())?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let load = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| error.to_string());
    with_game!(file.game.as_str(), G => Ok(run::<G>(&file, &load)), else game => Err(format!("there is no game `{game}`")))
}

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in case_files(&folder) {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        match reports(&path, &name) {
            Ok(reports) => {
                count += reports.len();
                let failed = reports.iter().filter(|report| !report.passed());
                failures.extend(failed.map(|report| format!("{name}: {report}")));
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
