//! Completions and manual pages.

use crate::Folder;

#[test]
fn every_shell_is_given_completions() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.heist(&format!("completions {shell}")).exits(0).out;
        // Values are offered by the shells whose completions can.
        let values: &[&str] = match shell {
            "powershell" | "elvish" => &[],
            _ => &["burgle-bros", "office-job"],
        };
        for text in ["heist", "arena", "replays"].iter().chain(values) {
            assert!(script.contains(text), "{shell}: `{text}` is missing");
        }
    }
    let bash = folder.heist("completions bash").exits(0).out;
    folder.write("heist.bash", &bash);
    let checked = std::process::Command::new("bash")
        .arg("-n")
        .arg(folder.path("heist.bash"))
        .status();
    assert!(checked.unwrap().success());
    folder.heist("completions tcsh").exits(2);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    let page = folder.heist("man").exits(0).out;
    for text in [".TH heist 1", "SUBCOMMANDS", "heist\\-arena"] {
        assert!(page.contains(text), "`{text}` is not in:\n{page}");
    }
    let printed = folder.heist("man --out man1").exits(0).out;
    let names = folder.names_in("man1");
    assert_eq!(printed.lines().count(), names.len());
    for name in [
        "heist.1",
        "heist-arena.1",
        "heist-walls.1",
        "heist-walls-study.1",
        "heist-completions.1",
    ] {
        assert!(names.iter().any(|other| other == name), "{name} is not in {names:?}");
    }
    assert!(folder.read("man1/heist-arena.1").contains("Wilson"));
    for name in &names {
        let page = folder.read(&format!("man1/{name}"));
        assert!(!page.contains("\\-help(1)"), "{name} names a page for `help`:\n{page}");
    }
    // They may be written again.
    folder.heist("man --out man1").exits(0);
}

#[test]
fn values_of_options_are_listed_once() {
    let folder = Folder::new();
    for (words, help) in [
        (
            "play caper-cards --help",
            "The side of the Risk card that is up: 11 (normal) or 12 (harder) [default: 11]",
        ),
        (
            "play burgle-bros --help",
            "Where the walls stand (`heist walls random` makes drawings): standard, random, or a file with a drawing",
        ),
    ] {
        let page = folder.heist(words).exits(0).out;
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(help), "`{help}` is not in:\n{page}");
    }
}

#[test]
fn options_stand_under_headings() {
    let folder = Folder::new();
    let help = folder.heist("arena --help").exits(0).out;
    let places: Vec<usize> = ["Setup:", "Match:", "Statistics:", "Output:", "Global options:"]
        .iter()
        .map(|heading| help.find(&format!("\n{heading}\n")).expect(heading))
        .collect();
    assert!(places.is_sorted(), "{help}");
}
