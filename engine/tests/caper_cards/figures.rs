//! The figures that people follow, at every state.

use heist_engine::caper_cards::{CaperCards, Setup};
use heist_engine::random::stream;
use heist_engine::{Fill, Game, Seat};
use serde_json::json;

use super::support::{filled, later, play, random_game, state};
use crate::common::figures::{assert_figures, figure};

/// CC4m, CC6.1a, CC6.2g: the score follows the row, and the difficulty is known when the Reward is revealed, which is
/// at the check. The next heist begins with an empty row and an unknown Reward (CC4n).
#[test]
fn a_heist_is_counted_as_it_goes() {
    let mut game = state(&json!({"seats": 4}));
    let steps = [
        ("thief", 4, 1),
        ("chetney:six", 10, 2),
        ("fixer", 13, 3),
        // CC11.1: one other Heart for the Fixer, one Spade for the Grifter.
        ("grifter", 18, 4),
    ];
    assert_figures(
        &game,
        &[
            ("heists won", 0),
            ("last crew score", 0),
            ("plays", 0),
            ("unseen crew", 24),
        ],
    );
    for (step, score, plays) in steps {
        play(&mut game, &[step]);
        if step == "thief" {
            play(&mut game, &["peek ?"]);
        }
        let expected = [
            ("heists won", 0),
            ("last crew score", score),
            ("last difficulty", 0),
            ("plays", plays),
            ("unseen crew", 24 - plays),
        ];
        assert_figures(&game, &expected);
    }
    play(&mut game, &["reveal bloom"]);
    let expected = [
        ("heists won", 1),
        ("last crew score", 0),
        ("last difficulty", 0),
        ("plays", 4),
        ("unseen crew", 20),
    ];
    assert_figures(&game, &expected);
}

/// CC6.2f, CC7.1g: the difficulty is that of the Risk as it lies, 8 under a Mastermind. CC9a: a lost game keeps its
/// last heist.
#[test]
fn the_difficulty_follows_the_risk() {
    for (plays, score, difficulty) in [
        (["mastermind:cover", "fcg:none", "fcg:none", "fixer"], 7, 14),
        (["mastermind:join", "fcg:none", "fcg:none", "fixer"], 15, 17),
    ] {
        let mut game = later(4, "", &plays.join(" "));
        assert_figures(&game, &[("last crew score", score), ("last difficulty", 0)]);
        play(&mut game, &["reveal mask"]);
        assert_figures(
            &game,
            &[
                ("heists won", 0),
                ("last crew score", score),
                ("last difficulty", difficulty),
            ],
        );
        let result = game.result().expect("the heist failed");
        assert_eq!(result.figures[..3], [0, score, difficulty]);
    }
    // The next heist is played against the printed Risk, whatever the last one was played against.
    let mut won = later(4, "", "mastermind:cover insider fixer grifter");
    play(&mut won, &["reveal mask"]);
    assert_figures(&won, &[("heists won", 1), ("last difficulty", 0)]);
}

/// CC6.2b: the score is what the check would make of the row. CC6.1c: what was discarded counts no more, and yet was
/// seen.
#[test]
fn discards_leave_the_score_and_stay_seen() {
    let masked = later(4, "mask", "fcg:none insider");
    assert_figures(&masked, &[("last crew score", 10), ("plays", 6), ("unseen crew", 18)]);
    let dropped = later(4, "", "fixer mastermind:join muscle:disc:fixer");
    assert_figures(&dropped, &[("last crew score", 15), ("plays", 3), ("unseen crew", 21)]);
    // CC4a: a flipped card is seen at once and is a play when its option is chosen.
    let mut flipped = state(&json!({"seats": 1, "heists": [{"plays": []}], "flipped": "chetney"}));
    assert_figures(&flipped, &[("last crew score", 0), ("plays", 0), ("unseen crew", 23)]);
    play(&mut flipped, &["chetney:nine"]);
    assert_figures(&flipped, &[("last crew score", 9), ("plays", 1), ("unseen crew", 23)]);
}

/// CC8.2g: who was shown the Reward knows the difficulty, and nobody else does. CC9b, CC9c: a won game keeps its last
/// heist and all heists.
#[test]
fn figures_say_what_the_state_knows() {
    let mut shown = 0;
    for seats in 1..=4 {
        let mut rng = stream(23, "figures", seats.into());
        for _ in 0..400 {
            let over = random_game(&Setup::new(seats), &mut rng, |_, _, state| {
                for seat in Seat::all(state.seats()) {
                    let view = state.information_state(seat);
                    let difficulty = figure(&view, "last difficulty");
                    let is_known = view.has_peeked(seat) || view.result().is_some();
                    assert_eq!(difficulty > 0, is_known, "seat {seat}");
                    shown += u32::from(view.has_peeked(seat));
                    assert_eq!(figure(&view, "plays") as usize, view.plays().count());
                    assert_eq!(figure(&view, "unseen crew") as usize, 24 - view.gone().len());
                    assert_eq!(figure(&view, "heists won") as usize, view.heists_won());
                }
            });
            assert!(figure(&over, "last difficulty") > 0, "it is revealed");
        }
    }
    assert!(shown > 100, "{shown} views of seats that were shown the Reward");
    let mut last = later(4, "journal coin gloomscale", "mastermind:cover insider fixer grifter");
    assert_figures(&last, &[("heists won", 3), ("plays", 16), ("last difficulty", 0)]);
    let world: CaperCards = filled(last, Fill::All, &mut stream(24, "figures", 0));
    assert!(figure(&world, "last difficulty") >= 13, "a world knows every Reward");
    let score = figure(&last, "last crew score");
    play(&mut last, &["reveal mask"]);
    let expected = [("heists won", 4), ("last crew score", score), ("last difficulty", 14)];
    assert_figures(&last, &expected);
    assert!(last.result().is_some_and(|result| result.is_win()), "{score}");
}
