//! Pictures of Caper Cards against golden files, and what holds for every picture.

use heist_draw::{Draw, SvgStyle};
use heist_engine::caper_cards::{CaperCards, Crew, Face, Kind, Setup};
use heist_engine::game::{Fill, Game, Seat};
use heist_engine::random::stream;
use heist_testkit::play_randomly;
use roxmltree::Document;

use super::documents::{check_document, lines, play, ring_count, styles, values, with};
use super::support::{check_colour, check_lines, check_sentences, options, plain, state};

/// Four players in the second heist; player 3 was shown the Reward and has one play of the heist before it.
fn table() -> CaperCards {
    state(
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
    state(
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

/// A state after plays in notation, of this game with this row so far.
fn after(row: &[&str], reward: Option<&str>) -> CaperCards {
    let plays: Vec<String> = row.iter().map(|play| format!("{play:?}")).collect();
    let reward = reward.map_or(String::new(), |reward| format!(", \"reward\": \"{reward}\""));
    state(&format!(
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
        state(r#"{"game": "caper-cards", "seats": 3, "heists": [], "hands": [5, 5, 5]}"#),
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
    let state: CaperCards = state(
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
    check_colour(&table(), &["\x1b[0;31m10♦", "\x1b[0;31m 10♦"]);
}

/// Random games: every picture keeps its width and shows every card in play, and everything that can happen is
/// explained in a sentence, to somebody who sees everything and to each player.
#[test]
fn every_state_of_random_games_can_be_drawn_and_explained() {
    let mut wins = 0;
    for seed in 0..400 {
        let mut rng = stream(seed, "draw tests", 0);
        let first = CaperCards::new(&Setup::new(1 + (seed % 4) as u8)).expect("the setup is playable");
        let width = [40, 80, 120][seed as usize % 3];
        let mut is_won = false;
        for (world, _) in play_randomly(first, &mut rng) {
            let views = Seat::all(world.seats()).map(|seat| world.information_state(seat));
            for state in views.chain([world]) {
                check_picture(&state, width);
                check_sentences(&state, 140);
            }
            is_won = world.heists_won() == usize::from(world.table().heists);
        }
        wins += usize::from(is_won);
    }
    assert!(wins > 0, "no game was won, so the last heist was not drawn");
}

fn check_picture(state: &CaperCards, width: usize) {
    let text = state.draw_text(&plain(width));
    check_lines(&text, width);
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

/// Every hand has its size, and faces are those of hands that the state holds.
fn check_table(state: &CaperCards, text: &str) {
    let document = Document::parse(text).expect("it was read before");
    let mut cards = values(&document, "data-card");
    cards.sort_unstable();
    let mut expected: Vec<String> = Seat::all(state.seats())
        .filter_map(|seat| Some((seat, state.hand(seat)?)))
        .flat_map(|(seat, hand)| hand.cards().map(move |kind| format!("{seat}:{kind}")))
        .collect();
    expected.sort_unstable();
    assert_eq!(cards, expected);
    for seat in Seat::all(state.seats()) {
        let mut hands =
            with(&document, "data-seat").filter(|hand| hand.attribute("data-seat") == Some(&seat.to_string()));
        let hand = hands.next().expect("every player has a panel");
        assert_eq!(
            hand.attribute("data-count"),
            Some(state.hand_size(seat).to_string().as_str())
        );
    }
    let mut faces = values(&document, "data-face");
    faces.sort_unstable();
    let row = state.row();
    let mut expected: Vec<&str> = row
        .faces()
        .flat_map(|face| (0..row.count(face)).map(move |_| face.name()))
        .collect();
    expected.sort_unstable();
    assert_eq!(faces, expected);
    let unseen = state.unseen_crew();
    let counts: Vec<String> = Kind::ALL.map(|kind| unseen.count(kind).to_string()).to_vec();
    let drawn: Vec<&str> = with(&document, "data-unseen")
        .filter_map(|kind| kind.attribute("data-count"))
        .collect();
    assert_eq!(drawn, counts);
}

#[test]
fn every_table_is_drawn_as_it_is() {
    let mut seen = 0;
    for seed in 0..60u64 {
        let setup = Setup::new(1 + (seed % 4) as u8);
        let mut first = CaperCards::new(&setup).expect("the setup is playable");
        if seed % 3 == 0 {
            first.determinize(Fill::All, &mut stream(seed, "svg worlds", 0));
        }
        let styles = styles();
        play(first, seed, seed % 2 == 0, |step, world| {
            let view = world.information_state(Seat((step % world.seats()) as u8));
            for state in [world, &view] {
                let text = check_document(state, &styles[step % styles.len()]);
                check_table(state, &text);
                seen += 1;
            }
        });
    }
    assert!(seen > 2000, "{seen} states");
}

/// CC8a: the names of the cards in the other hands are nowhere in a seat's picture but where everybody may read them.
#[test]
fn other_hands_show_their_backs() {
    let world = |theirs: &str| {
        state::<CaperCards>(&format!(
            r#"{{"game": "caper-cards", "seats": 2, "heists": [],
                "hands": [["fixer", "thief", "thief", "muscle"], {theirs}]}}"#
        ))
    };
    let worlds = [
        world(r#"["chetney", "chetney", "chetney", "fcg"]"#),
        world(r#"["insider", "grifter", "fcg", "mastermind"]"#),
    ];
    let [first, second] = worlds.map(|world| world.information_state(Seat(0)).draw_svg(&SvgStyle::default()));
    assert_eq!(first, second);
    let document = Document::parse(&first).expect("well-formed");
    assert_eq!(values(&document, "data-card").len(), 4);
    assert!(first.contains("Player 2 holds 4 cards."), "{first}");
    assert_ne!(
        worlds[0].draw_svg(&SvgStyle::default()),
        worlds[1].draw_svg(&SvgStyle::default()),
        "whoever sees everything sees the difference"
    );
}

/// CC5a: a play points at the card, and at the one in play that it acts on.
#[test]
fn plays_point_at_their_cards() {
    let holder: CaperCards = state(
        r#"{"game": "caper-cards", "seats": 2, "heists": [{"plays": ["insider"]}],
            "hands": [null, ["fcg", "fixer", "thief", "muscle"]]}"#,
    );
    let action = "fcg:rot:insider10".parse().expect("an action");
    assert_eq!(holder.spots(action), ["card=2:fcg", "face=insider10"]);
    assert_eq!(ring_count(&holder, holder.spots(action)), 2);
    let flipped: CaperCards =
        state(r#"{"game": "caper-cards", "seats": 1, "heists": [{"plays": []}], "flipped": "chetney"}"#);
    let action = "chetney:nine".parse().expect("an action");
    assert_eq!(flipped.spots(action), ["flipped=chetney"]);
    assert_eq!(ring_count(&flipped, flipped.spots(action)), 1);
}

#[test]
fn a_table_on_a_laptop() {
    insta::assert_snapshot!(lines(&table().draw_svg(&SvgStyle::default())));
}
