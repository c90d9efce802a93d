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

#[test]
fn agents_are_listed() {
    let folder = Folder::new();
    let run = folder.heist("agents --json agents.json").exits(0);
    let agents = folder.json("agents.json");
    for agent in agents.as_array().unwrap() {
        assert!(run.out.contains(agent["agent"].as_str().unwrap()));
        assert!(agent["options"].is_array());
    }
    assert_eq!(agents[0]["agent"], "random");
}
