//! Pictures of Burgle Bros. against golden files, and what holds for every picture.

use heist_draw::{DrawText, Style};
use heist_engine::burgle_bros::{BurgleBros, Position, Setup, Sides};
use heist_engine::game::{Fill, Game, Node, Overrides, Seat};
use heist_engine::random::{choose, stream};

fn position(text: &str) -> BurgleBros {
    let position: Position = serde_json::from_str(text).expect("the position is readable");
    match BurgleBros::from_position(position, Overrides::None) {
        Ok(state) => state,
        Err(error) => panic!("{error}"),
    }
}

fn busy() -> BurgleBros {
    position(include_str!("positions/busy.json"))
}

fn plain(width: usize) -> Style {
    Style { width, colour: false }
}

/// The options with their explanations, as people see them.
fn options(state: &BurgleBros) -> String {
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

#[test]
fn a_busy_board_in_80_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(80)));
}

#[test]
fn a_busy_board_in_120_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(120)));
}

#[test]
fn a_narrow_terminal_puts_floors_below_each_other() {
    insta::assert_snapshot!(busy().draw_text(&plain(50)));
}

#[test]
fn actions_are_explained() {
    insta::assert_snapshot!(options(&busy()));
}

#[test]
fn the_first_states_of_a_game() {
    let mut state = BurgleBros::new(&Setup::bank_job(2, 1)).expect("the setup is playable");
    let mut text = state.draw_text(&plain(80));
    text.push_str(&options(&state));
    state.resolve("patrol B2".parse().expect("it is an outcome"));
    text.push_str(&format!("\n\n{}", state.draw_text(&plain(80))));
    insta::assert_snapshot!(text);
}

#[test]
fn a_world_shows_what_lies_face_down() {
    let mut world = busy();
    world.determinize(Fill::All, &mut stream(1, "draw tests", 0));
    let text = world.draw_text(&plain(80));
    assert!(!text.contains("??"), "{text}");
    assert_eq!(
        world.information_state(Seat(0)).draw_text(&plain(80)),
        busy().draw_text(&plain(80))
    );
}

#[test]
fn colour_adds_escape_sequences_and_nothing_else() {
    let style = Style {
        width: 80,
        colour: true,
    };
    let mut rest = busy().draw_text(&style);
    assert!(rest.contains("\x1b[0;1;31mG"), "{rest}");
    while let Some(start) = rest.find('\x1b') {
        let length = rest[start..].find('m').expect("every sequence ends");
        rest.replace_range(start..=start + length, "");
    }
    assert_eq!(rest, busy().draw_text(&plain(80)));
}

/// Random games on both sides of the characters: every picture keeps its width and shows every piece, and everything
/// that can happen is explained in a sentence.
#[test]
fn every_state_of_random_games_can_be_drawn_and_explained() {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    for seed in 0..60 {
        let mut rng = stream(seed, "draw tests", 0);
        let setup = Setup {
            sides: Sides::Both,
            ..Setup::bank_job(1 + (seed % 4) as u8, seed)
        };
        let mut state = BurgleBros::new(&setup).expect("the setup is playable");
        let width = [40, 80, 120][seed as usize % 3];
        while state.node() != Node::Terminal {
            check_picture(&state, width);
            state.legal_actions(&mut actions);
            state.outcomes(&mut outcomes);
            let sentences = actions.iter().map(|action| state.explain(*action));
            let sentences = sentences.chain(outcomes.iter().map(|(outcome, _)| state.explain_outcome(*outcome)));
            for sentence in sentences.chain([state.explain_node()]) {
                assert!(sentence.ends_with('.') && sentence.len() < 120, "{sentence}");
            }
            match state.node() {
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                _ => state.apply(choose(&mut rng, &actions)),
            }
        }
        check_picture(&state, width);
    }
}

fn check_picture(state: &BurgleBros, width: usize) {
    let text = state.draw_text(&plain(width));
    for line in text.lines() {
        assert!(line.chars().count() <= width, "wider than {width}: {line}");
        assert_eq!(line, line.trim_end());
    }
    let start = text.find('┌').expect("there are floors");
    let end = text.rfind('┘').expect("there are floors");
    let board = &text[start..end];
    let inside = Seat::all(state.seats())
        .filter(|seat| state.at(*seat).is_some())
        .count();
    let guards = (0..state.floors())
        .filter(|&floor| state.guard(floor).is_some())
        .count();
    let alarms: usize = (0..state.floors())
        .map(|floor| state.alarms(floor).count_ones() as usize)
        .sum();
    assert_eq!(board.matches('G').count(), guards);
    assert_eq!(board.matches('!').count(), alarms);
    // A player's digit follows a wall, a space or another player; numbers of tiles and counters follow a letter.
    let letters: Vec<char> = board.chars().collect();
    let digits = letters
        .windows(2)
        .filter(|pair| "1234".contains(pair[1]) && "│ 1234".contains(pair[0]));
    // The row numbers, one a row and floor, stand before a space.
    assert!(digits.count() >= inside, "{text}");
}
