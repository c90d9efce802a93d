use crate::Folder;

const GAME: &str = "play burgle-bros --seats 2 --you 1 --seed 7 --agents random";

/// The first choice of every decision, more often than any game asks.
fn firsts() -> String {
    "1\n".repeat(3000)
}

/// The notations on offer at a decision, counted from 0.
fn offers(out: &str, decision: usize) -> Vec<String> {
    let list = out
        .split("what it does\n")
        .nth(decision + 1)
        .expect("so many decisions were shown");
    let lines = list
        .lines()
        .take_while(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()));
    let notation = |line: &str| {
        let rest = line
            .trim_start()
            .split_once("  ")
            .expect("a number, then the notation")
            .1;
        rest.split("  ").next().expect("a split has a first part").to_owned()
    };
    lines.map(notation).collect()
}

#[test]
fn a_whole_game_leaves_a_replay_that_verifies() {
    let folder = Folder::new();
    let run = folder.heist_with(GAME, &firsts()).exits(0);
    assert!(run.out.contains("The game is over"), "{}", run.out);
    assert!(run.out.contains("player 2: "), "the agent's moves are told");
    assert_eq!(folder.names(), ["burgle-bros-7.jsonl"]);
    let replay = folder.heist("replay burgle-bros-7.jsonl --verify").exits(0).out;
    assert!(
        replay.contains("players  person, random") && replay.contains("seed     7"),
        "{replay}"
    );
    // The next one takes another name; a name that is taken is refused.
    folder.heist_with(GAME, &firsts()).exits(0);
    assert_eq!(folder.names(), ["burgle-bros-7-2.jsonl", "burgle-bros-7.jsonl"]);
    assert_eq!(
        folder.read("burgle-bros-7-2.jsonl"),
        folder.read("burgle-bros-7.jsonl"),
        "the same seed, the same game"
    );
}

#[test]
fn numbers_and_notation_are_the_same() {
    let folder = Folder::new();
    let shown = folder.heist_with(GAME, "2\n1\n1\n").exits(0);
    let words = [
        &offers(&shown.out, 0)[1],
        &offers(&shown.out, 1)[0],
        &offers(&shown.out, 2)[0],
    ];
    assert!(words[0].starts_with("enter 1:"), "{words:?}");
    folder
        .heist_with(&format!("{GAME} --save numbers"), "2\n1\n1\nquit\n")
        .exits(0);
    let typed = format!("{}\n  {} \n{}\nquit\n", words[0], words[1], words[2]);
    folder.heist_with(&format!("{GAME} --save words"), &typed).exits(0);
    assert_eq!(folder.read("numbers"), folder.read("words"));
}

#[test]
fn undo_goes_back_to_the_previous_decision_and_the_dice_remember() {
    let folder = Folder::new();
    folder
        .heist_with(&format!("{GAME} --save straight"), "2\n1\n1\nquit\n")
        .exits(0);
    // Back over one decision, over two, and past the first.
    let typed = "undo\n1\nundo\n2\n1\n1\nundo\nundo\n1\n1\nquit\n";
    let run = folder.heist_with(&format!("{GAME} --save winding"), typed).exits(0);
    assert!(run.out.contains("There is nothing to undo."), "{}", run.out);
    assert_eq!(folder.read("straight"), folder.read("winding"));
}

#[test]
fn a_saved_game_goes_on_as_if_it_had_not_stopped() {
    let folder = Folder::new();
    folder.heist_with(&format!("{GAME} --replay whole"), &firsts()).exits(0);
    let run = folder.heist_with(GAME, "1\n1\nsave\n1\nquit\n").exits(0);
    assert_eq!(
        run.out.matches("Saved: burgle-bros-7-saved.jsonl").count(),
        2,
        "{}",
        run.out
    );
    let saved = folder.heist("replay burgle-bros-7-saved.jsonl --verify").exits(0).out;
    assert!(saved.contains("the game was stopped"), "{saved}");
    // Undo reaches behind the pause.
    folder
        .heist_with("play --resume burgle-bros-7-saved.jsonl", "undo\nundo\n1\n1\nquit\n")
        .exits(0);
    let run = folder
        .heist_with("play --resume burgle-bros-7-saved.jsonl --replay parts", &firsts())
        .exits(0);
    assert!(run.out.contains("The game is over"), "{}", run.out);
    assert_eq!(folder.read("parts"), folder.read("whole"));
    folder
        .heist("play --resume parts")
        .refuses(&["parts", "the game is over"]);
}

#[test]
fn the_end_of_the_input_is_polite() {
    let folder = Folder::new();
    let run = folder.heist_with(GAME, "").exits(0);
    assert!(
        run.out.contains("Before the first turn") && run.err.is_empty(),
        "{}{}",
        run.out,
        run.err
    );
    assert!(
        folder.names().is_empty(),
        "nothing was chosen, so there is nothing to save"
    );
    let run = folder.heist_with(GAME, "1\n").exits(0);
    assert!(run.out.contains("Saved: "), "{}", run.out);
    folder.heist("replay burgle-bros-7-saved.jsonl --verify").exits(0);
}

#[test]
fn what_is_no_answer_is_asked_again_and_help_helps() {
    let folder = Folder::new();
    let run = folder
        .heist_with(GAME, "0\n99\nfly away\n\nhelp\ndraw\nquit\n")
        .exits(0);
    assert_eq!(
        run.out.matches("is neither a number from 1 to 16").count(),
        4,
        "{}",
        run.out
    );
    assert!(run.out.contains("back to your previous decision"), "{}", run.out);
    assert_eq!(
        run.out.matches("Player 1 chooses the entrance").count(),
        2,
        "drawn at the decision and for `draw`"
    );
}

#[test]
fn a_hint_costs_nothing_and_says_its_levels() {
    let folder = Folder::new();
    let run = folder
        .heist_with(GAME, "hint\nhint instant\nhint at once\nquit\n")
        .exits(0);
    assert_eq!(run.out.matches("% to win.").count(), 2);
    let refusal = "`hint at once`: expected one of: instant (";
    assert!(run.out.contains(refusal), "{}", run.out);
    assert!(folder.names().is_empty(), "nothing was chosen");
}

#[test]
fn a_person_alone_and_all_seats_by_hand() {
    let folder = Folder::new();
    folder
        .heist_with("play burgle-bros --seats 1 --seed 3", &firsts())
        .exits(0);
    folder
        .heist_with(
            "play burgle-bros --seats 3 --you 1,2,3 --seed 3 --replay three",
            &firsts(),
        )
        .exits(0);
    assert!(
        folder
            .heist("replay three --verify")
            .exits(0)
            .out
            .contains("players  person, person, person")
    );
}

#[test]
fn nothing_hidden_is_shown_to_a_person() {
    let run = Folder::new().heist_with(GAME, "1\nquit\n").exits(0);
    // The world has every tile. One that a picture knows although it lies face down ends in a number and `?`.
    let board = run.out.rsplit("Floor 1").next().expect("a split has a last part");
    assert!(board.contains("??"), "{board}");
    let letters: Vec<char> = board.chars().collect();
    assert!(
        !letters
            .windows(2)
            .any(|pair| pair[0].is_ascii_digit() && pair[1] == '?'),
        "{board}"
    );
}
