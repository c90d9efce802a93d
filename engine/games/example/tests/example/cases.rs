//! Every rule case under `tests/cases` holds.

use heist_example_game::ExampleGame;
use heist_testkit::cases::{CaseFile, run};

#[test]
fn every_case_holds() {
    let file = CaseFile::parse(include_str!("../cases/rules.toml"), "rules.toml").expect("a file of cases");
    assert!(!file.cases.is_empty());
    let reports = run::<ExampleGame>(&file, &|name| Err(format!("{name}: these cases name no file")));
    for report in reports {
        assert!(report.passed(), "{report}");
    }
}
