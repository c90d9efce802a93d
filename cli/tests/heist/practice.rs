//! `heist practice`: sets of positions, continued and refused.

use std::fs;

use crate::Folder;

/// A quick hunt through so many games.
fn words(games: u32) -> String {
    format!(
        "practice caper-cards --seats 3 --games {games} --search improve:sims=400,doubt=2,margin=0 --confirm \
         flat:sims=3000,policy=heuristic --out set.json"
    )
}

#[test]
fn a_set_is_the_same_whether_it_is_made_at_once_or_continued() {
    let (whole, parts) = (Folder::new(), Folder::new());
    let run = whole.heist(&words(12)).exits(0);
    assert!(run.out.contains(" from 12 games: set.json"), "{}", run.out);
    parts.heist(&words(5)).exits(0);
    let run = parts.heist(&words(12)).exits(0);
    assert!(run.out.contains("5 of them looked through before"), "{}", run.out);
    assert_eq!(parts.json("set.json"), whole.json("set.json"));
    let set = whole.json("set.json");
    assert_eq!(set["made"]["examined"], 12);
    assert_eq!(set["made"]["command"], format!("heist {}", words(12)));
    assert!(!set["positions"].as_array().unwrap().is_empty());
    // With nothing left to do the file stays as it is.
    whole.heist(&words(12)).exits(0);
    assert_eq!(whole.json("set.json"), set);
}

#[test]
fn replays_are_looked_through_instead() {
    let folder = Folder::new();
    folder
        .heist("arena caper-cards --seats 3 --agents heuristic --games 12 --seed 3 --replays games")
        .exits(0);
    let search = "--search improve:sims=400,doubt=2,margin=0 --confirm flat:sims=3000,policy=heuristic";
    let words = format!("practice caper-cards --replays games {search} --out set.json");
    folder.heist(&words).exits(0);
    let set = folder.json("set.json");
    assert_eq!(set["made"]["replays"].as_array().unwrap().len(), 12);
    assert_eq!(set["made"]["examined"], 12);
    assert!(set["made"].get("setup").is_none());
    assert!(!set["positions"].as_array().unwrap().is_empty());
}

#[test]
fn what_cannot_be_done_is_said_in_one_message() {
    let folder = Folder::new();
    let says = |words: &str, parts: &[&str]| {
        let run = folder.heist(words).exits(2);
        assert!(parts.iter().all(|part| run.err.contains(part)), "{words}: {}", run.err);
    };
    says("practice chess --games 1 --out a.json", &["no game `chess`"]);
    says(
        "practice caper-cards --games 1 --level proof --out a.json",
        &["--level proof", "expected a lower level"],
    );
    says(
        "practice caper-cards --games 1 --search heuristic --out a.json",
        &["`heuristic`", "expected a search"],
    );
    fs::write(folder.path("other.json"), "{}").unwrap();
    says(
        "practice caper-cards --games 1 --out other.json",
        &["other.json", "missing"],
    );
    folder.heist(&words(2)).exits(0);
    says(
        &format!("{} --seed 9", words(2)),
        &["set.json", "`made.seed`", "expected the same, or another file"],
    );
    says(&words(1), &["set.json", "`made.examined`"]);
    fs::create_dir(folder.path("empty")).unwrap();
    says(
        "practice caper-cards --replays empty --out a.json",
        &["empty", "expected replays"],
    );
    assert!(!folder.path("a.json").exists());
}
