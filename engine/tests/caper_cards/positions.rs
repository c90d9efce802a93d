//! Positions of Caper Cards: exact round trips, short positions written by hand, and an error for every contradiction.

use heist_engine::caper_cards::{CaperCards, Kind, Position, Reward, Setup};
use heist_engine::random::{Generator, below, choose, stream};
use heist_engine::{Fill, Game, Node, Overrides, Problem, Seat};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::support::{crew, filled, legal_names, outcomes, random_game, row, state};

fn read(position: &Value, overrides: Overrides) -> Result<CaperCards, Vec<Problem>> {
    let position: Position = serde_json::from_value(position.clone()).expect("the shape of a position");
    CaperCards::from_position(position, overrides).map_err(|error| error.problems)
}

// ---------------------------------------------------------------------------------------------------------------------
// Round trips

fn assert_round_trip(state: &CaperCards) {
    let text = serde_json::to_string(state).expect("a state is always JSON");
    match serde_json::from_str::<CaperCards>(&text) {
        Ok(again) => assert!(again == *state, "{text}\n{state:?}\n{again:?}"),
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// CC8.6a: worlds, views and filled worlds of random games, at every step.
#[test]
fn every_step_of_random_games_round_trips() {
    for seats in 1..=4u8 {
        let mut rng = stream(101, "round trips", seats.into());
        let mut fill_rng = stream(102, "round trips", seats.into());
        for number in 0..60 {
            let setup = Setup {
                first: Some(Seat(number % seats)),
                ..Setup::new(seats)
            };
            random_game(&setup, &mut rng, |_, _, after| {
                assert_round_trip(after);
                for seat in Seat::all(seats.into()) {
                    let view = after.information_state(seat);
                    assert_round_trip(&view);
                    assert_round_trip(&filled(view, Fill::Private, &mut fill_rng));
                    assert_round_trip(&filled(view, Fill::All, &mut fill_rng));
                }
            });
        }
    }
}

/// CC8.6a: what a person at the table can tell is enough; the rest is derived.
#[test]
fn a_short_position_is_completed_by_the_rules() {
    let game = state(&json!({
        "seats": 4, "risk": 12, "first": 2,
        "heists": [
            {"plays": ["fcg:none", "fcg:none", "grifter", "insider"], "reward": "journal"},
            {"plays": ["thief", "chetney:six"]}
        ],
        "hands": [["fixer", "fixer", "muscle", "insider"]]
    }));
    assert_eq!((game.boss(), game.slot(), game.heists_won()), (Seat(2), 2, 1));
    assert_eq!(
        (game.node(), game.row()),
        (Node::Decision(Seat(0)), row("thief chetney6"))
    );
    // Seat 4 was shown the Reward by seat 3.
    assert_eq!(
        [0, 1, 2, 3].map(|seat| game.has_peeked(Seat(seat))),
        [false, false, false, true]
    );
    assert!(game.complications().eq([Reward::Journal]));
    assert_eq!([0, 1, 2, 3].map(|seat| game.hand_size(Seat(seat))), [4, 4, 3, 3]);
    assert_eq!(game.deck_size(), 4);
    assert_eq!(legal_names(&game), ["fixer", "muscle:none", "insider"]);
    assert_eq!(
        state(&json!({"seats": 4})),
        state(&json!({"seats": 4, "risk": 11, "first": 1, "hands": [5, null]}))
    );
}

#[test]
fn a_hand_may_be_dealt_or_drawn_in_part() {
    let game = state(&json!({"seats": 2, "hands": [["fcg", "fcg"], 0]}));
    assert_eq!(
        (game.node(), game.hand_size(Seat(0)), game.hand_size(Seat(1))),
        (Node::Chance, 2, 0)
    );
    let won = json!({"plays": ["fcg:none", "fcg:none", "grifter", "insider"], "reward": "journal"});
    let game = state(&json!({"seats": 2, "heists": [won], "hands": [2, 3]}));
    assert_eq!(game.node(), Node::Chance);
    assert_eq!(outcomes(&game).len(), 1);
    assert_eq!([0, 1].map(|seat| game.hand_size(Seat(seat))), [2, 3]);
    let peeking = state(&json!({"seats": 2, "heists": [{"plays": ["thief"]}], "peeking": true}));
    assert_eq!((peeking.node(), peeking.has_peeked(Seat(1))), (Node::Chance, false));
}

#[test]
fn a_deck_and_a_pile_may_be_known() {
    let mut left = Vec::new();
    for kind in Kind::ALL {
        left.extend(std::iter::repeat_n(kind.to_string(), 3));
    }
    left.retain(|name| name != "fcg" && name != "insider");
    left.retain(|name| name != "thief");
    left.push("thief".to_owned());
    let game = state(&json!({
        "seats": 2,
        "hands": [["fcg", "fcg", "fcg", "thief"], ["insider", "insider", "insider", "thief"]],
        "pile": ["coin", "mask"],
        "deck": left
    }));
    assert_eq!(game.current_reward(), Some(Reward::Coin));
    assert_eq!(
        game.unseen_crew(),
        crew(
            "fixer fixer fixer grifter grifter grifter chetney chetney chetney muscle muscle muscle mastermind \
             mastermind mastermind thief"
        )
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// Contradictions

/// The plays of a heist that wins any Reward of 5 to 8.
fn won(reward: &str) -> Value {
    json!({"plays": ["fcg:none", "fcg:none", "grifter", "insider"], "reward": reward})
}

/// The position is refused with these problems alone: the field, and words of what was found and expected. Nothing is
/// waived.
fn assert_refused(position: Value, expected: &[(&str, &str)]) {
    for overrides in [Overrides::None, Overrides::Waivable] {
        let problems = match read(&position, overrides) {
            Ok(_) => panic!("accepted: {position}"),
            Err(problems) => problems,
        };
        let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
        let wanted: Vec<&str> = expected.iter().map(|(field, _)| *field).collect();
        assert_eq!(fields, wanted, "{problems:?}");
        for (problem, (_, words)) in problems.iter().zip(expected) {
            assert!(problem.what.contains(words), "`{}` lacks `{words}`", problem.what);
            assert!(
                problem.what.contains("expected"),
                "`{}` does not say what was expected",
                problem.what
            );
            assert!(!problem.waivable);
        }
    }
}

#[test]
fn another_game_is_refused() {
    assert_refused(
        json!({"game": "burgle-bros", "seats": 2}),
        &[("game", "expected `caper-cards`")],
    );
}

/// CC3a, H1.
#[test]
fn setups_that_cannot_be_are_refused() {
    for seats in [0, 5] {
        assert_refused(json!({"seats": seats}), &[("seats", "expected 1 to 4")]);
    }
    for risk in [8, 10, 13] {
        assert_refused(json!({"seats": 2, "risk": risk}), &[("risk", "expected 11 or 12")]);
    }
    assert_refused(json!({"seats": 3, "first": 4}), &[("first", "seat 4, expected 1 to 3")]);
    assert_refused(
        json!({"seats": 9, "risk": 13}),
        &[("seats", "9 players"), ("risk", "13, expected")],
    );
}

/// CC8.6a: a fourth copy of a kind, wherever it is said to be.
#[test]
fn a_fourth_copy_of_a_kind_is_refused() {
    let fourth = "a fourth `fcg`, expected at most 3";
    assert_refused(
        json!({"seats": 4, "heists": [{"plays": ["fcg:none", "fcg:none", "fcg:none", "fcg:none"]}]}),
        &[("heists[0].plays[3]", fourth)],
    );
    assert_refused(
        json!({"seats": 3, "heists": [won("coin"), {"plays": ["fcg:none", "fcg:none"]}]}),
        &[("heists[1].plays[1]", fourth)],
    );
    assert_refused(
        json!({"seats": 2, "hands": [["fcg", "fcg", "thief", "fixer"], ["thief", "fcg", "fcg", "fixer"]]}),
        &[("hands[1][2]", fourth)],
    );
    assert_refused(
        json!({"seats": 4, "heists": [won("coin")], "hands": [null, ["fcg", "fcg", "thief", "fixer"]]}),
        &[("hands[1][1]", fourth)],
    );
    assert_refused(
        json!({
            "seats": 1, "flipped": "mastermind",
            "heists": [
                {"plays": ["mastermind:cover", "mastermind:join", "mastermind:join", "fixer"], "reward": "gloomscale"}
            ]
        }),
        &[("flipped", "a fourth `mastermind`")],
    );
    let hands = json!([
        ["thief", "thief", "thief", "fixer"],
        ["fixer", "fixer", "insider", "insider"]
    ]);
    assert_refused(
        json!({"seats": 2, "hands": hands, "deck": ["fcg", "fcg", "fcg", "fcg", "insider", "grifter", "grifter",
            "grifter",
            "muscle", "muscle", "muscle", "chetney", "chetney", "chetney", "mastermind", "mastermind"]}),
        &[("deck[3]", fourth)],
    );
}

/// CC4a.
#[test]
fn a_fifth_play_is_refused() {
    assert_refused(
        json!({"seats": 4, "heists": [{"plays": ["fcg:none", "fixer", "grifter", "insider", "thief"]}]}),
        &[(
            "heists[0].plays[4]",
            "`thief` is a fifth play, expected 4 plays a heist",
        )],
    );
}

/// CC5i, CC7.1p, CC7.1o, CC7.1j: plays that were not legal, from hand and flipped.
#[test]
fn plays_that_were_not_legal_are_refused() {
    for (seats, plays, field, words) in [
        (
            4,
            json!(["fixer", "muscle:none"]),
            "heists[0].plays[1]",
            "expected one of: muscle:disc:fixer",
        ),
        (
            4,
            json!(["mastermind:cover", "mastermind:cover"]),
            "heists[0].plays[1]",
            "expected one of: mastermind:join",
        ),
        (
            4,
            json!(["chetney:six", "muscle:disc:chetney9"]),
            "heists[0].plays[1]",
            "expected one of: muscle:none",
        ),
        (
            4,
            json!(["fcg:rot:insider01"]),
            "heists[0].plays[0]",
            "expected one of: fcg:none",
        ),
        (
            3,
            json!(["muscle:disc:fixer"]),
            "heists[0].plays[0]",
            "expected `muscle:none`",
        ),
        (
            1,
            json!(["insider", "fixer", "fcg:none"]),
            "heists[0].plays[2]",
            "expected `fcg:rot:insider10`",
        ),
        (
            1,
            json!(["insider", "chetney:six", "fcg:none"]),
            "heists[0].plays[2]",
            "fcg:rot:chetney6, fcg:rot:insider10",
        ),
        (
            2,
            json!(["orym"]),
            "heists[0].plays[0]",
            "expected an action of Caper Cards",
        ),
        (
            2,
            json!(["insider:01"]),
            "heists[0].plays[0]",
            "expected an action of Caper Cards",
        ),
    ] {
        let words = words.trim_start_matches("expected an ");
        let position = json!({"seats": seats, "heists": [{"plays": plays}]});
        let problems = read(&position, Overrides::None).expect_err("a contradiction");
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].field, field);
        assert!(
            problems[0].what.contains(words),
            "`{}` lacks `{words}`",
            problems[0].what
        );
    }
}

/// CC8.6a, CC6.3a: a Reward that is none, comes too early or was seen before, and heists after the end.
#[test]
fn rewards_that_cannot_be_are_refused() {
    assert_refused(
        json!({"seats": 4, "heists": [won("treasure")]}),
        &[("heists[0].reward", "expected one of gloomscale")],
    );
    assert_refused(
        json!({"seats": 4, "heists": [{"plays": ["fixer", "thief"], "reward": "coin"}]}),
        &[("heists[0].reward", "`coin` after 2 plays, expected 4 plays")],
    );
    assert_refused(
        json!({"seats": 4, "heists": [{"reward": "coin"}]}),
        &[("heists[0].reward", "`coin` after 0 plays, expected 4 plays")],
    );
    let second = json!({"plays": ["fixer", "grifter", "insider", "thief"], "reward": "coin"});
    assert_refused(
        json!({"seats": 4, "heists": [won("coin"), second]}),
        &[("heists[1].reward", "`coin` was revealed before, expected another")],
    );
    assert_refused(
        json!({"seats": 4, "heists": [{"plays": ["fcg:none", "fcg:none", "grifter", "insider"]}, {}]}),
        &[("heists[0].reward", "missing, expected the Reward revealed")],
    );
    assert_refused(
        json!({"seats": 4, "heists": [{"plays": ["thief", "fixer"]}, {"plays": ["insider"]}]}),
        &[("heists[0].reward", "missing, expected the Reward revealed")],
    );
    assert_refused(
        json!({"seats": 4, "heists": [{"plays": ["fcg:none", "fcg:none", "fcg:none", "thief"], "reward": "coin"}, {}]}),
        &[(
            "heists[0].reward",
            "ends the game in heist 1 (short), expected no further heist",
        )],
    );
    let mut heists = super::support::heists(
        &super::support::rewards("journal coin gloomscale marionette"),
        11,
        crew(""),
    );
    heists.push(json!({"plays": ["thief"]}));
    assert_refused(
        json!({"seats": 4, "heists": heists}),
        &[(
            "heists[3].reward",
            "ends the game in heist 4 (won), expected no further heist",
        )],
    );
}

#[test]
fn peeks_and_flips_that_are_not_due_are_refused() {
    let nobody = "nobody is to be shown the Reward here, expected it only right after a Thief";
    assert_refused(json!({"seats": 4, "peeking": true}), &[("peeking", nobody)]);
    // Nobody after the last slot (CC7.1n), and nobody twice (CC10.2.13).
    for plays in [
        json!(["fixer", "fixer", "insider", "thief"]),
        json!(["thief", "fixer", "thief"]),
    ] {
        assert_refused(
            json!({"seats": 2, "heists": [{"plays": plays}], "peeking": true}),
            &[("peeking", nobody)],
        );
    }
    assert_refused(
        json!({"seats": 4, "flipped": "chetney"}),
        &[("flipped", "no card is flipped here")],
    );
    assert_refused(
        json!({"seats": 3, "flipped": "fixer"}),
        &[("flipped", "`fixer` leaves no choice here")],
    );
    assert_refused(
        json!({"seats": 3, "flipped": "laudna"}),
        &[("flipped", "expected one of fcg")],
    );
    assert_refused(
        json!({"seats": 1, "flipped": "chetney", "heists": [{"plays": ["chetney:six"]}]}),
        &[("flipped", "no card is flipped here")],
    );
}

#[test]
fn hands_that_cannot_be_are_refused() {
    assert_refused(
        json!({"seats": 2, "hands": [4, 4, 4]}),
        &[("hands", "3 hands, expected one a seat, 2 at most")],
    );
    for (hand, words) in [
        (
            json!(["fcg", "fcg", "fixer", "thief", "insider"]),
            "5 cards, expected 4",
        ),
        (json!(6), "6 cards, expected 4"),
    ] {
        assert_refused(json!({"seats": 2, "hands": [hand]}), &[("hands[0]", words)]);
    }
    // Too few are a deal or a draw that is still under way, but not once a card was played.
    assert_refused(
        json!({"seats": 2, "heists": [{"plays": ["fixer"]}], "hands": [["fcg"], 4]}),
        &[("hands[0]", "1 cards, expected 3 after these plays")],
    );
    assert_refused(
        json!({"seats": 2, "hands": [2, 4]}),
        &[("hands[1]", "4 cards, expected 0")],
    );
    assert_refused(
        json!({"seats": 2, "hands": [-1]}),
        &[("hands[0]", "-1 cards, expected 0")],
    );
    assert_refused(json!({"seats": 2, "hands": [i64::MAX]}), &[("hands[0]", "expected 4")]);
    assert_refused(
        json!({"seats": 2, "hands": [["fcg", "fearne", "thief", "insider"], ["ashton", "fcg", "fixer", "fixer"]]}),
        &[
            ("hands[0][1]", "`fearne`, expected one of"),
            ("hands[1][0]", "`ashton`, expected one of"),
        ],
    );
}

/// CC8.6a: the Reward is told if, and only if, it was shown.
#[test]
fn piles_that_cannot_be_are_refused() {
    assert_refused(
        json!({"seats": 2, "pile": ["gold"]}),
        &[("pile[0]", "expected one of gloomscale")],
    );
    assert_refused(
        json!({"seats": 2, "pile": ["coin", "coin"]}),
        &[("pile[1]", "`coin` is among the Rewards before")],
    );
    assert_refused(
        json!({"seats": 4, "heists": [won("coin")], "pile": ["coin"]}),
        &[("pile[0]", "`coin` is among the Rewards before")],
    );
    assert_refused(
        json!({"seats": 4, "pile": ["coin", "mask", "bloom", "journal", "gnarlrock"]}),
        &[("pile[4]", "one too many, expected 4 Rewards at most")],
    );
    assert_refused(
        json!({"seats": 2, "heists": [{"plays": ["thief"]}], "hands": [null, ["fcg", "fcg", "fixer", "insider"]]}),
        &[("pile", "empty, expected the Reward that player 2 was shown")],
    );
}

#[test]
fn decks_that_cannot_be_are_refused() {
    let hands = json!([
        ["thief", "thief", "thief", "fixer"],
        ["fixer", "fixer", "insider", "insider"]
    ]);
    let deck = json!([
        "fcg",
        "fcg",
        "fcg",
        "insider",
        "grifter",
        "grifter",
        "grifter",
        "muscle",
        "muscle",
        "muscle",
        "chetney",
        "chetney",
        "chetney",
        "mastermind",
        "mastermind",
        "mastermind"
    ]);
    assert_eq!(
        state(&json!({"seats": 2, "hands": hands, "deck": deck})).deck_size(),
        16
    );
    let all = "expected all 16 that are left, and every hand, or no deck";
    assert_refused(json!({"seats": 2, "hands": hands, "deck": ["fcg"]}), &[("deck", all)]);
    assert_refused(json!({"seats": 2, "hands": [hands[0]], "deck": deck}), &[("deck", all)]);
    let mut wrong = deck.clone();
    wrong[2] = json!("dorian");
    assert_refused(
        json!({"seats": 2, "hands": hands, "deck": wrong}),
        &[("deck[2]", "`dorian`, expected one of")],
    );
}

#[test]
fn what_has_not_the_shape_of_a_position_is_no_position() {
    for (text, words) in [
        (r#"{}"#, "missing field `seats`"),
        (r#"{"seats": 2, "first": 0}"#, "seats are numbered from 1"),
        (r#"{"seats": 2, "boss": 1}"#, "unknown field `boss`"),
        (r#"{"seats": 300}"#, "expected u8"),
        (
            r#"{"seats": 2, "heists": [{"plays": [], "result": "won"}]}"#,
            "unknown field `result`",
        ),
        (r#"{"seats": 2, "hands": ["fcg"]}"#, "expected a hand: a list of cards"),
        (r#"{"seats": 2, "peeking": 1}"#, "expected a boolean"),
        (r#"[]"#, "invalid length"),
    ] {
        let error = serde_json::from_str::<Position>(text)
            .expect_err("no position")
            .to_string();
        assert!(error.contains(words), "`{error}` lacks `{words}`");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Anything at all

/// A value that some field may have.
fn any_value(rng: &mut Generator) -> Value {
    const TEXTS: &[&str] = &[
        "fcg",
        "fixer",
        "thief",
        "insider",
        "chetney",
        "mastermind",
        "muscle",
        "coin",
        "mask",
        "weave_lens",
        "chetney:six",
        "muscle:none",
        "muscle:disc:fixer",
        "fcg:none",
        "mastermind:cover",
        "",
        "?",
    ];
    match below(rng, 7) {
        0 => Value::Null,
        1 => json!(below(rng, 14)),
        2 => json!(i64::from(below(rng, 9)) - 4),
        3 => json!(below(rng, 2) == 0),
        4 => json!([choose(rng, TEXTS), choose(rng, TEXTS)]),
        5 => json!({"plays": [choose(rng, TEXTS)], "reward": choose(rng, TEXTS)}),
        _ => json!(choose(rng, TEXTS)),
    }
}

/// Changes one thing somewhere: another value, one more, one less, or two exchanged.
fn mutate(value: &mut Value, rng: &mut Generator) {
    match value {
        Value::Object(map) if below(rng, 8) > 0 => {
            const FIELDS: &[&str] = &[
                "seats", "risk", "first", "heists", "flipped", "peeking", "hands", "pile", "deck", "plays", "reward",
                "game",
            ];
            let name = choose(rng, FIELDS);
            match map.get_mut(name) {
                Some(inner) if below(rng, 6) > 0 => mutate(inner, rng),
                Some(_) => {
                    map.remove(name);
                }
                None if below(rng, 3) == 0 => {
                    map.insert(name.to_owned(), any_value(rng));
                }
                None => {}
            }
        }
        Value::Array(list) if !list.is_empty() && below(rng, 8) > 0 => {
            let place = below(rng, list.len() as u32) as usize;
            match below(rng, 6) {
                0 => {
                    list.remove(place);
                }
                1 => list.push(list[place].clone()),
                2 => {
                    let other = below(rng, list.len() as u32) as usize;
                    list.swap(place, other);
                }
                _ => mutate(&mut list[place], rng),
            }
        }
        other => *other = any_value(rng),
    }
}

/// The position of a state somewhere in a random game: the world, a view or a filled one.
fn any_position(rng: &mut Generator) -> Value {
    let seats = 1 + below(rng, 4) as u8;
    let stop = below(rng, 60);
    let (mut steps, mut found) = (0, None);
    random_game(&Setup::new(seats), rng, |_, _, after| {
        steps += 1;
        if steps <= stop {
            found = Some(*after);
        }
    });
    let state = found.unwrap_or_else(|| CaperCards::new(&Setup::new(seats)).expect("a playable setup"));
    let shown = match below(rng, 3) {
        0 => state,
        1 => state.information_state(Seat(below(rng, seats.into()) as u8)),
        _ => filled(state, Fill::All, rng),
    };
    serde_json::to_value(shown.position()).expect("JSON")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A changed position is a state that can be played on, or is refused with problems that name a field.
    #[test]
    fn changed_positions_are_read_or_refused(seed: u64) {
        let mut rng = stream(seed, "changed positions", 0);
        let mut position = any_position(&mut rng);
        for _ in 0..=below(&mut rng, 3) {
            mutate(&mut position, &mut rng);
        }
        if let Ok(read) = serde_json::from_value::<Position>(position.clone()) {
            match CaperCards::from_position(read, Overrides::None) {
                Err(error) => {
                    prop_assert!(!error.problems.is_empty(), "{position}");
                    prop_assert!(error.problems.iter().all(|problem| !problem.field.is_empty()), "{position}");
                }
                Ok(mut state) => {
                    assert_round_trip(&state);
                    for seat in Seat::all(state.seats()) {
                        assert_round_trip(&state.information_state(seat));
                    }
                    state.determinize(Fill::All, &mut rng);
                    assert_round_trip(&state);
                    heist_engine::game::play_out(&mut state, &mut rng, |_, _, legal, rng| choose(rng, legal));
                    prop_assert!(state.result().is_some());
                }
            }
        }
    }
}
