//! `heist calibrate`.

use crate::Folder;

#[test]
fn games_are_played_fitted_and_told_and_a_run_goes_on() {
    let folder = Folder::new();
    let words = "calibrate caper-cards --out fit --sims 1,40 --seed 3 --threads 2";
    let run = folder.heist(&format!("{words} --games 20 --json found.json")).exits(0);
    assert!(
        run.out.contains("20 of 20 games") && run.out.contains("shown - won"),
        "{}",
        run.out
    );
    assert!(folder.has_lines("fit/games.jsonl", 20));
    let fit = folder.json("fit/caper-cards.json");
    assert_eq!(fit["game"], "caper-cards");
    // Games without a position that was looked at say nothing.
    assert!((12..=20).contains(&fit["games"].as_u64().unwrap()), "{fit}");
    let found = folder.json("found.json");
    assert_eq!(found["games"], 20);
    assert!(
        found["all"]["games"].as_u64().unwrap() <= 4,
        "a fifth of the games measures the fit"
    );
    // With more games it goes on; with as many it plays none again.
    let before = folder.read("fit/games.jsonl");
    folder.heist(&format!("{words} --games 22")).exits(0);
    assert!(folder.read("fit/games.jsonl").starts_with(&before) && folder.has_lines("fit/games.jsonl", 22));
    folder
        .heist("calibrate caper-cards --out fit --sims 2 --seed 3 --games 22")
        .refuses(&[
            "fit/run.json",
            "field `play`",
            "expected the same run, or another folder",
        ]);
}

#[test]
fn a_suite_measures_the_shipped_fit() {
    let folder = Folder::new();
    let suite = r#"
        title = "it"
        seed = 1
        games = 1
        every = 3
        level = "instant"

        [[settings]]
        name = "one"
        game = "caper-cards"
        setup = { seats = 1 }
    "#;
    folder.write("suite.toml", suite);
    let words = "calibrate caper-cards --suite suite.toml --out runs";
    let run = folder.heist(words).exits(0);
    assert!(
        run.out.contains("it: 1 of 1 games with instant a decision"),
        "{}",
        run.out
    );
    assert!(!folder.path("runs/caper-cards.json").exists(), "nothing is fitted");
    folder
        .heist("calibrate burgle-bros --suite suite.toml --out other")
        .refuses(&["suite.toml", "found none of burgle-bros"]);
    for (from, to, expected) in [
        ("instant", "slow", "line 6: field `level`: no level `slow`"),
        ("seats = 1", "seats = 9", "field `setup`"),
        ("games = 1", "games = 0", "games"),
        ("seed = 1", "sed = 1", "sed"),
    ] {
        folder.write("suite.toml", &suite.replace(from, to));
        folder.heist(words).refuses(&["suite.toml", expected]);
    }
    let run = folder.heist(&format!("{words} --sims 5")).exits(2);
    assert!(
        run.err
            .contains("'--suite <FILE.toml>' cannot be used with '--sims <LIST>'"),
        "{}",
        run.err
    );
}
