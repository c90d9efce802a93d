use crate::Folder;

#[test]
fn a_replay_is_summarised_and_verified() {
    let folder = Folder::with_replay();
    let run = folder.heist("replay game.jsonl").exits(0);
    for text in [
        "Burgle Bros.",
        "bank-job",
        "random",
        "decisions",
        "caught on floor",
        "turns",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    assert!(!run.out.contains("Verified"));
    let steps = folder.read("game.jsonl").lines().count() - 2;
    assert!(
        folder
            .heist("replay game.jsonl --verify")
            .exits(0)
            .out
            .contains(&format!("all {steps} steps"))
    );
}

#[test]
fn a_key_that_differs_is_a_negative_verdict() {
    let folder = Folder::with_replay();
    let text = folder.read("game.jsonl");
    let line = text.lines().nth(3).unwrap();
    let (start, key) = line.split_once("\"key\":\"").unwrap();
    let other = if key.starts_with('0') { "1" } else { "0" };
    folder.write(
        "bad.jsonl",
        &text.replacen(line, &format!("{start}\"key\":\"{other}{}", &key[1..]), 1),
    );
    let run = folder.heist("replay bad.jsonl --verify").exits(1);
    assert!(
        run.out.contains("line 4, field `key`") && run.out.contains("Not verified"),
        "{}",
        run.out
    );
    folder.heist("replay bad.jsonl").refuses(&["line 4, field `key`"]);
}

#[test]
fn every_step_is_drawn() {
    let folder = Folder::with_replay();
    let run = folder.heist("replay game.jsonl --step").exits(0);
    let steps = folder.read("game.jsonl").lines().count() - 2;
    assert_eq!(
        run.out.matches("Floor 1 ").count(),
        steps + 1,
        "a picture before the first step and one after each"
    );
    assert!(run.out.contains("step 1  chance: patrol"), "{}", run.out);
    assert!(run.out.contains(&format!("step {steps}  ")));
}

#[test]
fn a_state_of_a_replay_is_drawn_as_svg() {
    let folder = Folder::with_replay();
    let steps = folder.read("game.jsonl").lines().count() - 2;
    folder.heist("replay game.jsonl --svg start.svg --at 0").exits(0);
    folder.heist("replay game.jsonl --svg first.svg --at 1").exits(0);
    folder.heist("replay game.jsonl --svg end.svg").exits(0);
    assert!(folder.read("start.svg").contains("Before the first turn"));
    assert!(folder.read("first.svg").contains("chance: patrol"));
    assert!(folder.read("end.svg").contains("The game is over"));
    let run = format!("replay game.jsonl --svg late.svg --at {}", steps + 1);
    folder.heist(&run).refuses(&["--at", &format!("expected 0 to {steps}")]);
    folder
        .heist("replay game.jsonl --svg end.svg")
        .refuses(&["end.svg", "is there already", "--force"]);
}
