use crate::Folder;

const BUSY: &str = include_str!("../../../draw/tests/positions/busy.json");

#[test]
fn a_position_is_drawn_with_what_can_happen() {
    let folder = Folder::new();
    folder.write("busy.json", BUSY);
    let run = folder.heist("position busy.json --json out.json").exits(0);
    for text in [
        "Floor 1",
        "Floor 3",
        "Guard 1  1:D3",
        "move 1:C4",
        "Move to 1:C4",
        "end",
        "Player 1 acts.",
    ] {
        assert!(run.out.contains(text), "`{text}` is not in:\n{}", run.out);
    }
    assert!(
        run.out.lines().take(25).all(|line| line.chars().count() <= 80),
        "{}",
        run.out
    );
    assert!(!run.out.contains('\x1b'), "no colour without a terminal");
    assert!(
        folder
            .heist("position busy.json --color always")
            .exits(0)
            .out
            .contains("\x1b[")
    );
    let described = folder.json("out.json");
    assert_eq!(
        (&described["node"], &described["seat"]),
        (&"decision".into(), &1.into())
    );
    assert_eq!(
        described["actions"].as_array().unwrap().last().unwrap()["action"],
        "end"
    );
    assert_eq!(described["key"].as_str().unwrap().len(), 16);
}

#[test]
fn at_a_chance_node_the_outcomes_have_their_probabilities() {
    let folder = Folder::new();
    let position = r#"{
  "heistlab": "position",
  "game": "burgle-bros",
  "players": [{"character": "hawk-basic"}],
  "entrance": null,
  "turn": {"number": 0},
  "pending": ["place-first-guard"]
}"#;
    folder.write("start.json", position);
    let run = folder.heist("position start.json --json out.json").exits(0);
    assert!(
        run.out.contains("patrol A1") && run.out.contains("0.062500"),
        "{}",
        run.out
    );
    let outcomes = &folder.json("out.json")["outcomes"];
    let sum: f64 = outcomes
        .as_array()
        .unwrap()
        .iter()
        .map(|outcome| outcome["probability"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn contradictions_that_may_be_overridden_can_be() {
    let folder = Folder::new();
    folder.write(
        "busy.json",
        &BUSY.replacen("\"guard\": {\"at\": \"D3\", \"die\": \"C1\"},", "", 1),
    );
    folder
        .heist("position busy.json")
        .refuses(&["floors[0].guard", "may be overridden", "--override"]);
    folder.heist("position busy.json --override").exits(0);
}

#[test]
fn a_position_is_drawn_as_svg() {
    let folder = Folder::new();
    folder.write("busy.json", BUSY);
    folder.heist("position busy.json --svg wide.svg").exits(0);
    folder
        .heist("position busy.json --svg narrow.svg --narrow --dark")
        .exits(0);
    let (wide, narrow) = (folder.read("wide.svg"), folder.read("narrow.svg"));
    for (picture, width) in [(&wide, "1200"), (&narrow, "360")] {
        assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"));
        assert!(picture.contains(&format!("viewBox=\"0 0 {width} ")), "{picture}");
        assert!(picture.contains("data-cell=\"1:C4\""), "{picture}");
    }
    folder
        .heist("position busy.json --svg wide.svg --dark")
        .refuses(&["wide.svg", "is there already", "--force"]);
    assert_eq!(folder.read("wide.svg"), wide);
    folder
        .heist("position busy.json --svg wide.svg --dark --force")
        .exits(0);
    assert_ne!(folder.read("wide.svg"), wide);
}
