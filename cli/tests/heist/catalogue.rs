use crate::Folder;

#[test]
fn games_are_listed() {
    let folder = Folder::new();
    let run = folder.heist("games --json games.json").exits(0);
    assert!(
        run.out.contains("burgle-bros") && run.out.contains("Burgle Bros."),
        "{}",
        run.out
    );
    let games = folder.json("games.json");
    assert_eq!(games[0]["game"], "burgle-bros");
    assert_eq!(games[0]["endings"][0], "escaped");
    assert_eq!(games[0]["scenarios"][0], "bank-job");
    assert!(run.out.contains("bank-job, office-job, fort-knox"), "{}", run.out);
}

/// The names that a refused position lists as its fields.
fn position_fields(folder: &Folder, game: &str) -> Vec<String> {
    folder.write("unknown.json", &format!(r#"{{"game": "{game}", "no-such-field": 1}}"#));
    let err = folder.heist("position unknown.json").exits(2).err;
    let (_, expected) = err.split_once("expected one of ").unwrap_or_else(|| panic!("{err}"));
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_page_of_a_game_has_every_field_figure_and_ending() {
    let folder = Folder::new();
    let games = folder.heist("games --json games.json").exits(0);
    assert!(games.err.is_empty(), "{}", games.err);
    for game in folder.json("games.json").as_array().unwrap() {
        let id = game["game"].as_str().unwrap();
        // The game behind a feature is described in docs/adding-a-game.md.
        if id == "example-game" {
            continue;
        }
        let path = format!("{}/../docs/games/{id}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let described = ["setup", "figures"].map(|list| game[list].as_array().unwrap());
        let described = described.into_iter().flatten().map(|entry| &entry["name"]);
        let listed = ["endings", "scenarios"].map(|list| game[list].as_array().unwrap());
        let names = described.chain(listed.into_iter().flatten());
        let mut names: Vec<String> = names.map(|name| name.as_str().unwrap().to_owned()).collect();
        names.extend(position_fields(&folder, id));
        for name in names {
            assert!(page.contains(&format!("`{name}`")), "`{name}` is not in {path}");
        }
    }
}

#[test]
fn a_game_is_described_with_its_setup_and_figures() {
    let folder = Folder::new();
    let games = folder.heist("games --json -").exits(0).out;
    let games: serde_json::Value = serde_json::from_str(&games).unwrap();
    for game in games.as_array().unwrap() {
        let id = game["game"].as_str().unwrap();
        let out = folder.heist(&format!("games {id}")).exits(0).out;
        for field in game["setup"].as_array().unwrap() {
            assert!(
                out.contains(&format!("  --{} ", field["name"].as_str().unwrap())),
                "{out}"
            );
        }
        for figure in game["figures"].as_array().unwrap() {
            assert!(out.contains(figure["name"].as_str().unwrap()), "{out}");
        }
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
        let one = folder.heist(&format!("games {id} --json -")).exits(0).out;
        let one: serde_json::Value = serde_json::from_str(&one).unwrap();
        assert_eq!(one, serde_json::json!([game]));
    }
    folder
        .heist("games burgle-bro")
        .refuses(&["no game `burgle-bro`", "burgle-bros"]);
}

#[test]
fn the_help_of_a_game_shows_only_its_options() {
    let folder = Folder::new();
    let help = folder.heist("arena caper-cards --help").exits(0).out;
    assert!(help.contains("--risk") && !help.contains("--characters"), "{help}");
    let help = folder.heist("arena --help").exits(0).out;
    assert!(help.contains("--risk") && help.contains("--characters"), "{help}");
    assert!(
        help.contains("Caper Cards: ") && help.contains("Burgle Bros.: "),
        "{help}"
    );
    let help = folder.heist("walls study --help").exits(0).out;
    assert!(!help.contains("--risk") && help.contains("--characters"), "{help}");
    let run = folder.heist("arena caper-cards --characters raven-basic").exits(2);
    for text in [
        "--characters raven-basic: Caper Cards has no such option",
        "--seats, --risk",
    ] {
        assert!(run.err.contains(text), "{}", run.err);
    }
    // An option of no game.
    let run = folder.heist("arena caper-cards --rsik 12").exits(2);
    assert!(run.err.contains("--risk"), "{}", run.err);
}

#[test]
fn agents_are_listed() {
    let folder = Folder::new();
    let run = folder.heist("agents --json agents.json").exits(0);
    let agents = folder.json("agents.json");
    for agent in agents.as_array().unwrap() {
        assert!(run.out.contains(agent["agent"].as_str().unwrap()));
        assert!(agent["least_per_move"].is_u64());
        for option in agent["options"].as_array().unwrap() {
            let name = option["option"].as_str().unwrap();
            let default = match option["default"].as_str() {
                Some(value) => format!("[default: {value}]"),
                None => "[must be given]".to_owned(),
            };
            let line = format!("  {name}= {} {default}\n", option["values"].as_str().unwrap());
            assert!(run.out.contains(&line), "{line}{}", run.out);
        }
    }
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
    assert_eq!(agents[0]["agent"], "random");
}
