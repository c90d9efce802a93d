//! Pictures of Caper Cards against golden files, and what holds for every picture.

use heist_draw::{Draw, Style};
use heist_engine::caper_cards::{CaperCards, Crew, Face, Position, Setup};
use heist_engine::game::{Fill, Game, Node, Overrides, Seat};
use heist_engine::random::{choose, stream};

fn position(text: &str) -> CaperCards {
    let position: Position = serde_json::from_str(text).expect("the position is readable");
    match CaperCards::from_position(position, Overrides::None) {
        Ok(state) => state,
        Err(error) => panic!("{error}"),
    }
}

/// Four players in the second heist; player 3 was shown the Reward and has one play of the heist before it.
fn table() -> CaperCards {
    position(
        r#"{
  "game": "caper-cards", "seats": 4,
  "heists": [
    {"plays": ["thief", "chetney:six", "fixer", "grifter"], "reward": "mask"},
    {"plays": ["thief"]}
  ],
  "hands": [null, null, ["fcg", "fixer", "mastermind", "insider"], null],
  "pile": ["bloom"]
}"#,
    )
}

/// One player whose third card is flipped, with a covered Risk and two Complications.
fn solo() -> CaperCards {
    position(
        r#"{
  "game": "caper-cards", "seats": 1, "risk": 12,
  "heists": [
    {"plays": ["mastermind:cover", "fixer", "muscle:disc:fixer", "insider"], "reward": "hidden_eye"},
    {"plays": ["mastermind:cover", "chetney:nine", "thief", "fixer"], "reward": "coin"},
    {"plays": ["insider", "mastermind:cover"]}
  ],
  "flipped": "chetney",
  "hands": [["grifter", "muscle", "thief"]]
}"#,
    )
}

fn plain(width: usize) -> Style {
    Style { width, colour: false }
}

/// The options with their explanations, as people see them.
fn options(state: &CaperCards) -> String {
    let mut lines = vec![state.explain_node()];
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    state.legal_actions(&mut actions);
    state.outcomes(&mut outcomes);
    lines.extend(
        actions
            .iter()
            .map(|action| format!("{action} | {}", state.explain(*action))),
    );
    lines.extend(
        outcomes
            .iter()
            .map(|(outcome, _)| format!("{outcome} | {}", state.explain_outcome(*outcome))),
    );
    lines.join("\n")
}

/// A state after plays in notation, of this game with this row so far.
fn after(row: &[&str], reward: Option<&str>) -> CaperCards {
    let plays: Vec<String> = row.iter().map(|play| format!("{play:?}")).collect();
    let reward = reward.map_or(String::new(), |reward| format!(", \"reward\": \"{reward}\""));
    position(&format!(
        r#"{{"game": "caper-cards", "seats": 4, "heists": [{{"plays": [{}]{reward}}}]}}"#,
        plays.join(", ")
    ))
}

#[test]
fn a_table_in_80_columns() {
    insta::assert_snapshot!(table().draw_text(&plain(80)));
}

#[test]
fn a_narrow_terminal_breaks_rows_and_lines() {
    insta::assert_snapshot!(solo().draw_text(&plain(40)));
}

#[test]
fn actions_and_outcomes_are_explained() {
    let mut text = options(&table());
    for state in [
        solo(),
        after(&["fixer", "mastermind:join"], None),
        after(&["insider", "chetney:six", "muscle:none"], None),
        after(&["insider", "chetney:six", "muscle:none", "grifter"], None),
        position(r#"{"game": "caper-cards", "seats": 3, "heists": [], "hands": [5, 5, 5]}"#),
        after(&["insider", "chetney:nine", "mastermind:join", "thief"], Some("coin")),
    ] {
        text.push_str("\n\n");
        text.push_str(&options(&state));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_first_states_of_a_game() {
    let mut state = CaperCards::new(&Setup::new(2)).expect("the setup is playable");
    let mut text = state.draw_text(&plain(80));
    for card in ["fixer", "fixer", "thief", "muscle", "insider", "fcg", "fcg", "grifter"] {
        let outcome = format!("deal {card}").parse().expect("it is an outcome");
        text.push_str(&state.explain_outcome(outcome));
        text.push('\n');
        state.resolve(outcome);
    }
    text.push_str(&format!("\n{}", state.information_state(Seat(1)).draw_text(&plain(80))));
    insta::assert_snapshot!(text);
}

#[test]
fn the_last_play_of_a_heist_says_what_the_check_makes_of_it() {
    let state = position(
        r#"{
  "game": "caper-cards", "seats": 4,
  "heists": [
    {"plays": ["thief", "chetney:six", "fixer", "grifter"], "reward": "mask"},
    {"plays": ["muscle:none", "thief", "insider"]}
  ],
  "hands": [["thief", "fcg", "muscle", "mastermind"]]
}"#,
    );
    let says = |action: &str| state.explain(action.parse().expect("it is an action"));
    // Both Thieves go; 17 is enough for the Rewards of 5 and of 6.
    assert_eq!(
        says("thief"),
        "Play the Thief: Crew score 21 to 25, 17 at the check, enough for 4 of 8 Rewards."
    );
    assert_eq!(
        says("fcg:rot:insider10"),
        "Play FCG and turn Insider 10 to 01: Crew score 21 to 14, 13 at the check, too low."
    );
    let text = state.draw_text(&plain(100));
    assert!(
        text.contains("At the check    Muscle 7, Insider 10: Crew score 17 against 16 to 19, as the row lies now"),
        "{text}"
    );
}

#[test]
fn the_end_says_why() {
    let ends = |plays: &[&str], reward| after(plays, Some(reward)).explain_node();
    assert_eq!(
        ends(&["muscle:none", "thief", "grifter", "insider"], "gloomscale"),
        "The game is over: lost in heist 1, bust with a Crew score of 24."
    );
    assert_eq!(
        ends(&["fcg:none", "fixer", "thief", "grifter"], "gloomscale"),
        "The game is over: lost in heist 1, Crew score 14 short of 16."
    );
}

#[test]
fn a_picture_shows_one_hand_and_no_more() {
    let mut world = table();
    world.determinize(Fill::All, &mut stream(1, "draw tests", 0));
    let text = world.draw_text(&plain(100));
    assert!(text.contains("Next Crew") && text.contains("Next Rewards"), "{text}");
    // Three hands are drawn that player 3 does not see.
    assert!(!text.contains("4 cards") && !text.contains("3 cards"), "{text}");
    let view = world.information_state(Seat(2));
    assert_eq!(view.draw_text(&plain(80)), table().draw_text(&plain(80)));
    // Somebody who was shown nothing is told a range.
    let other = world.information_state(Seat(0)).draw_text(&plain(80));
    assert!(other.contains("16 to 19: Risk 11 and a Reward of 5 to 8"), "{other}");
    assert!(!other.contains("Next "), "{other}");
}

#[test]
fn colour_adds_escape_sequences_and_nothing_else() {
    let style = Style {
        width: 80,
        colour: true,
    };
    let mut rest = table().draw_text(&style);
    assert!(
        rest.contains("\x1b[0;31m10♦") || rest.contains("\x1b[0;31m 10♦"),
        "{rest}"
    );
    while let Some(start) = rest.find('\x1b') {
        let length = rest[start..].find('m').expect("every sequence ends");
        rest.replace_range(start..=start + length, "");
    }
    assert_eq!(rest, table().draw_text(&plain(80)));
}

/// Random games: every picture keeps its width and shows every card in play, and everything that can happen is explained in
/// a sentence, to somebody who sees everything and to each player.
#[test]
fn every_state_of_random_games_can_be_drawn_and_explained() {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut wins = 0;
    for seed in 0..400 {
        let mut rng = stream(seed, "draw tests", 0);
        let mut world = CaperCards::new(&Setup::new(1 + (seed % 4) as u8)).expect("the setup is playable");
        let width = [40, 80, 120][seed as usize % 3];
        loop {
            let views = Seat::all(world.seats()).map(|seat| world.information_state(seat));
            for state in views.chain([world]) {
                check_picture(&state, width);
                state.legal_actions(&mut actions);
                state.outcomes(&mut outcomes);
                let sentences = actions.iter().map(|action| state.explain(*action));
                let sentences = sentences.chain(outcomes.iter().map(|(outcome, _)| state.explain_outcome(*outcome)));
                for sentence in sentences.chain([state.explain_node()]) {
                    assert!(sentence.ends_with('.') && sentence.len() < 140, "{sentence}");
                }
            }
            match world.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = world.sample(&mut rng);
                    world.resolve(outcome);
                }
                Node::Decision(_) => {
                    world.legal_actions(&mut actions);
                    world.apply(choose(&mut rng, &actions));
                }
            }
        }
        wins += usize::from(world.heists_won() == usize::from(world.table().heists));
    }
    assert!(wins > 0, "no game was won, so the last heist was not drawn");
}

fn check_picture(state: &CaperCards, width: usize) {
    let text = state.draw_text(&plain(width));
    for line in text.lines() {
        assert!(line.chars().count() <= width, "wider than {width}: {line}");
        assert_eq!(line, line.trim_end());
    }
    // The Risk is a card, and a cover lies on it.
    let flipped = usize::from(state.flipped().is_some());
    let covers = state.row().count(Face::Cover) as usize;
    let drawn = text.matches('┌').count() - text.matches("┌┄").count();
    assert_eq!(drawn, 1 + state.row().len() - covers + flipped, "{text}");
    // Complications act up to the last heist, whose Reward never does.
    let in_force = state.heists_won() - usize::from(state.heists_won() == usize::from(state.table().heists));
    let is_listed = |number: usize| text.lines().any(|line| line.starts_with(&format!("  {number} ")));
    assert!((1..=in_force).all(is_listed) && !is_listed(in_force + 1), "{text}");
    // A hand that the state does not hold is a number.
    for seat in Seat::all(state.seats()) {
        let line = text.lines().find(|line| {
            line.strip_prefix([' ', '>'])
                .is_some_and(|line| line.starts_with(&format!(" player {seat}")))
        });
        let line = line.expect("every player has a line");
        assert_eq!(
            line.contains(" card"),
            state.hand(seat).is_none_or(Crew::is_empty),
            "{line}"
        );
    }
}
