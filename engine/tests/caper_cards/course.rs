//! The course of a game (sections 4 and 9), over random games and in positions.

use heist_engine::caper_cards::{Action, CaperCards, Crew, Kind, Outcome, Rewards, SLOTS, Setup, Table, crew_score};
use heist_engine::random::stream;
use heist_engine::{Fill, Game, Node, Seat};
use serde_json::{Value, json};

use super::support::{Step, announced, filled, later, legal, outcomes, play, random_game, state};

/// Random games with each seat count and first Boss.
fn games(name: &str, count: u64, mut show: impl FnMut(&CaperCards, Step, &CaperCards)) {
    for seats in 1..=4 {
        let mut rng = stream(21, name, seats.into());
        for number in 0..count {
            let setup = Setup {
                first: Some(Seat((number % u64::from(seats)) as u8)),
                ..Setup::new(seats)
            };
            random_game(&setup, &mut rng, &mut show);
        }
    }
}

/// The seat after another.
fn left_of(state: &CaperCards, seat: Seat, places: u8) -> Seat {
    Seat((seat.0 + places) % state.seats() as u8)
}

/// CC4a: four plays a heist, then the check, whatever was discarded.
#[test]
fn a_heist_has_exactly_four_plays() {
    games("four plays", 500, |before, step, after| {
        if let Step::Chance(Outcome::Reveal(_)) = step {
            assert_eq!(before.slot(), SLOTS);
            assert_eq!(before.plays().count(), usize::from(SLOTS) * (before.heists_won() + 1));
        } else if let Step::Action(..) | Step::Chance(Outcome::Flip(_)) = step {
            let made = after.plays().count() - before.plays().count();
            // A flipped card that leaves a choice is played by the option.
            assert_eq!(made, usize::from(after.flipped().is_none()));
        }
        assert!(after.row().len() <= usize::from(SLOTS));
    });
    // Two discards and a cover are three plays used up.
    let mut game = state(&json!({"seats": 4}));
    play(
        &mut game,
        &["fixer", "muscle:disc:fixer", "muscle:disc:muscle", "mastermind:cover"],
    );
    assert_eq!((game.row().len(), game.slot(), game.node()), (2, 4, Node::Chance));
    assert!(
        outcomes(&game)
            .iter()
            .all(|(outcome, _)| matches!(outcome, Outcome::Reveal(_)))
    );
}

/// CC4b, CC5l, CC8a: no passing, no talking, nothing else to decide: every action plays a card, and every card of the
/// hand can be played.
#[test]
fn every_card_of_the_hand_may_be_played_and_nothing_else_is_decided() {
    games("any card", 300, |before, step, _| {
        if let Step::Action(seat, _) = step {
            let playable: Crew = {
                let mut kinds: Vec<Kind> = legal(before).into_iter().map(Action::kind).collect();
                kinds.dedup();
                kinds.into_iter().collect()
            };
            let hand = before.hand(seat).expect("a world holds all hands");
            match before.flipped() {
                Some(kind) => assert!(legal(before).iter().all(|action| action.kind() == kind)),
                None => assert!(hand.kinds().eq(playable.kinds())),
            }
        }
    });
}

/// CC4c: with three or four players nobody draws, and one card is left after four heists. CC4i: with four, the four
/// cards that were not dealt stay unseen.
#[test]
fn hands_are_not_refilled_with_three_or_four_players() {
    games("hands", 500, |before, step, after| {
        if before.seats() < 3 || matches!(step, Step::Chance(Outcome::Deal(_))) {
            return;
        }
        let sizes = |state: &CaperCards| -> usize { Seat::all(state.seats()).map(|seat| state.hand_size(seat)).sum() };
        assert!(sizes(after) <= sizes(before));
        if before.seats() == 4 {
            assert_eq!((after.deck_size(), after.flip_row_size()), (4, 0));
        }
        for seat in Seat::all(after.seats()) {
            let plays = after.plays().filter(|play| play.seat == seat && !play.is_flip).count();
            assert_eq!(after.hand_size(seat), 5 - plays);
        }
    });
    for seats in [3, 4] {
        let last = later(seats, "journal coin gloomscale marionette", "");
        assert_eq!(last.node(), Node::Terminal);
        assert!(Seat::all(last.seats()).all(|seat| last.hand_size(seat) == 1));
    }
}

/// CC4i, H5, CC8.1g: every card is in one place, and what was played never comes back.
#[test]
fn cards_are_never_shuffled_back() {
    games("no reshuffle", 500, |before, _, after| {
        let held: usize = Seat::all(after.seats()).map(|seat| after.hand_size(seat)).sum();
        assert_eq!(
            after.gone().len() + held + after.flip_row_size() + after.deck_size(),
            24
        );
        for kind in Kind::ALL {
            assert!(after.gone().count(kind) >= before.gone().count(kind));
            // What was flipped waits for its option before it is on record.
            let played = after.plays().filter(|play| play.action.kind() == kind).count();
            let waits = usize::from(after.flipped() == Some(kind));
            assert_eq!(usize::from(after.gone().count(kind)), played + waits);
        }
    });
}

/// CC4d, CC4k: with three players a flip, then Boss, Boss + 1, Boss + 2 from hand. CC4f: in a solo game flip, hand,
/// flip, hand. CC4j: with four clockwise from the Boss. CC4l: with two in turn. CC4h: nobody but the seat to move
/// decides.
#[test]
fn seats_play_in_the_order_of_their_count() {
    let order: [&[u8]; 4] = [&[0, 0, 0, 0], &[0, 1, 0, 1], &[0, 0, 1, 2], &[0, 1, 2, 3]];
    let flips: [&[bool]; 4] = [
        &[true, false, true, false],
        &[false; 4],
        &[true, false, false, false],
        &[false; 4],
    ];
    games("order", 500, |before, step, after| {
        let seats = before.seats() - 1;
        let slot = usize::from(before.slot());
        match step {
            Step::Action(seat, _) => {
                assert_eq!(seat, left_of(before, before.boss(), order[seats][slot]));
                // From hand unless a flipped card waits.
                assert_eq!(before.flipped().is_some(), flips[seats][slot]);
            }
            Step::Chance(Outcome::Flip(_)) => assert!(flips[seats][slot]),
            _ => {}
        }
        if after.plays().count() > before.plays().count() {
            let play = after.plays().next_back().expect("one was made");
            assert_eq!(
                (usize::from(play.slot), usize::from(play.heist)),
                (slot, before.heists_won())
            );
            assert_eq!(play.seat, left_of(before, before.boss(), order[seats][slot]));
            assert_eq!(play.is_flip, flips[seats][slot]);
        }
    });
}

/// CC4e: with three players the flipped Muscle and FCG never have a target, so only two kinds give a choice.
#[test]
fn the_flip_of_three_gives_a_choice_with_chetney_and_mastermind_alone() {
    for kind in Kind::ALL {
        let mut game = state(&json!({"seats": 3, "first": 2}));
        game.resolve(Outcome::Flip(kind));
        let gives_choice = matches!(kind, Kind::Chetney | Kind::Mastermind);
        assert_eq!(game.flipped().is_some(), gives_choice, "{kind}");
        match kind {
            // A peek comes before the Boss's play.
            Kind::Thief => assert_eq!(game.node(), Node::Chance),
            _ => assert_eq!(game.node(), Node::Decision(Seat(1)), "{kind}"),
        }
    }
}

/// CC8.1d, H3: in a solo game the flip row is turned over from its left. CC4g, CC8.1e: two cards are drawn from the top
/// of the deck after a success.
#[test]
fn flips_and_draws_come_in_the_order_of_the_cards() {
    let deck = [
        "insider",
        "mastermind",
        "fixer",
        "fixer",
        "fixer",
        "fcg",
        "fcg",
        "fcg",
        "chetney",
        "chetney", // the flip row
        "thief",
        "muscle",
        "grifter",
        "thief",
        "thief",
        "muscle",
        "muscle",
        "chetney",
        "insider",
        "insider",
    ];
    let mut game = state(&json!({
        "seats": 1,
        "hands": [["mastermind", "mastermind", "grifter", "grifter"]],
        "pile": ["gloomscale", "coin", "mask", "journal", "bloom"],
        "deck": deck
    }));
    play(&mut game, &["flip insider", "grifter", "flip mastermind"]);
    play(&mut game, &["mastermind:cover", "grifter"]);
    // 10 + 5 + 5 against 8 + 5.
    play(
        &mut game,
        &["reveal gloomscale", "draw thief", "draw muscle", "flip fixer"],
    );
    assert_eq!(
        game.hand(Seat(0)),
        Some(super::support::crew("mastermind mastermind thief muscle"))
    );
    assert_eq!((game.flip_row_size(), game.deck_size()), (7, 8));
}

/// CC8.1a, CC8.1e, CC7.1k: a card that is dealt or drawn comes to the seat whose hand grows by it, and a peek to the
/// seat that has been shown the Reward afterwards; flips and Rewards that are revealed to all come to nobody.
#[test]
fn chance_names_the_seat_that_its_card_comes_to() {
    let mut counts = [0; 4];
    games("receivers", 150, |before, step, after| {
        let seats = || Seat::all(before.seats());
        let grown = seats().find(|&seat| after.hand_size(seat) > before.hand_size(seat));
        let shown = seats().find(|&seat| after.has_peeked(seat) && !before.has_peeked(seat));
        let (kind, receiver) = match step {
            Step::Action(..) => {
                assert_eq!(before.receiver(), None);
                return;
            }
            Step::Chance(Outcome::Deal(_)) => (0, grown),
            Step::Chance(Outcome::Draw(_)) => (1, grown),
            // A second Thief shows the Reward again.
            Step::Chance(Outcome::Peek(_)) => {
                let again = before.receiver().filter(|&seat| before.has_peeked(seat));
                (2, shown.or(again))
            }
            Step::Chance(Outcome::Flip(_) | Outcome::Reveal(_)) => (3, None),
        };
        assert!(kind == 3 || receiver.is_some(), "{step:?}");
        assert_eq!(before.receiver(), receiver, "{step:?}");
        counts[kind] += 1;
    });
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// CC4g, H4, CC8.1e: after a success with two players the new Boss draws two cards, then the other; after the last
/// heist nobody draws.
#[test]
fn the_new_boss_draws_first_and_nobody_after_the_last_heist() {
    games("draws", 2000, |before, step, after| {
        if let Step::Chance(Outcome::Draw(_)) = step {
            let drawn: Vec<usize> = Seat::all(2.min(before.seats()))
                .map(|seat| after.hand_size(seat) - before.hand_size(seat))
                .collect();
            if before.seats() == 2 {
                let boss = after.boss();
                let other = left_of(after, boss, 1);
                // Hands of two: the Boss's is filled up to four, then the other's.
                let expected = if before.hand_size(boss) < 4 { boss } else { other };
                assert_eq!(drawn[expected.index()], 1);
            }
            assert_eq!(drawn.iter().sum::<usize>(), 1);
            assert!(before.seats() < 3 && before.slot() == 0);
        }
    });
    for seats in [1, 2] {
        let last = later(seats, "weave_lens bloom coin gloomscale hidden_eye", "");
        assert_eq!(last.node(), Node::Terminal);
        assert!(Seat::all(last.seats()).all(|seat| last.hand_size(seat) == 2));
    }
}

/// CC4g, CC9b, CC3g: of the ten cards of a solo deck eight are drawn, and the last success leaves the other two where
/// they are.
#[test]
fn the_last_success_leaves_the_deck_as_it_is() {
    let won = "weave_lens marionette coin bloom";
    let plays = "insider fixer grifter mastermind:cover";
    let mut rng = stream(25, "last deck", 0);
    // 21 against 8 and any Reward that is left.
    let before = filled(later(1, won, plays), Fill::All, &mut rng);
    let mut after = before;
    after.resolve(outcomes(&before)[0].0);
    assert_eq!(after.result().map(|result| result.ending), Some("won"));
    assert_eq!((before.known_deck().count(), after.deck_size()), (2, 2));
    assert!(after.known_deck().eq(before.known_deck()));
    assert_eq!(after.hand(Seat(0)), before.hand(Seat(0)));
}

/// CC4m, CC6.1e, H8: the score announced is the pure function of the row and the Complications; those that act before
/// scoring are left out of it.
#[test]
fn announcements_leave_out_what_acts_before_scoring() {
    let game = later(4, "mask", "fcg:none insider");
    assert_eq!(announced(&game), 12);
    assert_eq!(game.check().score, 10);
    games("announced", 200, |before, _, after| {
        assert_eq!(announced(after), crew_score(after.row(), after.complication_set()));
        if after.row() == before.row() && after.complication_set() == before.complication_set() {
            assert_eq!(announced(after), announced(before));
        }
    });
}

/// CC4n: the Reward becomes the newest Complication, the row and the cover are cleared and the printed Risk is back,
/// and the Boss passes to the left. CC6.3a: it acts from the next heist on, with all those won before.
#[test]
fn after_a_success_the_row_is_cleared_and_the_boss_passes() {
    let mut successes = 0;
    games("successes", 1500, |before, step, after| {
        let Step::Chance(Outcome::Reveal(reward)) = step else {
            // Complications change in no other way.
            assert!(before.complications().eq(after.complications()));
            return;
        };
        if after.heists_won() == before.heists_won() {
            return;
        }
        successes += 1;
        assert!(after.complications().eq(before.complications().chain([reward])));
        let is_last = after.heists_won() == usize::from(after.table().heists);
        assert_eq!(after.node() == Node::Terminal, is_last);
        if !is_last {
            assert!(after.row().is_empty());
            assert_eq!(after.check().risk, after.printed_risk());
            assert_eq!(after.boss(), left_of(before, before.boss(), 1));
            assert_eq!(after.slot(), 0);
        }
        assert!(Seat::all(after.seats()).all(|seat| !after.has_peeked(seat)));
    });
    assert!(successes > 1000, "{successes} successes");
}

/// CC6.3b, CC6.3a: at most 3 Complications act with three or four players, 4 with one or two, none twice.
#[test]
fn at_most_three_or_four_complications_act() {
    let mut most = [0; 4];
    games("in force", 20_000, |before, step, _| {
        if let Step::Action(..) = step {
            let set = before.complication_set();
            assert_eq!(set.len(), before.complications().count());
            let seats = before.seats() - 1;
            most[seats] = set.len().max(most[seats]);
        }
    });
    assert_eq!(most, [4, 4, 3, 3]);
}

/// CC9a: the first failed heist ends the game. CC9b: the fourth or fifth success wins it at once, without a draw or a
/// new Boss. CC9c, H14: a win is 1, a loss 0, and the heists won are counted.
#[test]
fn a_failed_heist_loses_and_the_last_success_wins() {
    let mut endings = std::collections::BTreeMap::<(usize, &str), u32>::new();
    for seats in 1..=4 {
        let mut rng = stream(22, "endings", seats.into());
        for _ in 0..6000 {
            let mut failed = 0;
            let over = random_game(&Setup::new(seats), &mut rng, |before, step, after| {
                if let Step::Chance(Outcome::Reveal(_)) = step
                    && after.heists_won() == before.heists_won()
                {
                    failed += 1;
                    assert_eq!(after.node(), Node::Terminal);
                }
                assert_eq!(after.result().is_some(), after.node() == Node::Terminal);
                if after.node() == Node::Terminal {
                    assert_eq!(after.boss(), before.boss());
                }
            });
            let result = over.result().expect("the game is over");
            *endings.entry((over.seats(), result.ending)).or_default() += 1;
            let is_won = result.ending == "won";
            assert_eq!((failed == 0, result.is_win()), (is_won, is_won));
            assert_eq!(result.value, f64::from(u8::from(is_won)));
            assert_eq!(result.figures[0] as usize, over.heists_won());
            assert_eq!(is_won, over.heists_won() == usize::from(Table::of(seats).heists));
            let check = over.check();
            assert_eq!(result.figures[1], check.score);
            assert!(
                [8 + 5..=8 + 8, 11 + 5..=11 + 8]
                    .iter()
                    .any(|range| range.contains(&result.figures[2]))
            );
            assert_eq!(result.ending == "bust", check.score > 21);
        }
    }
    assert_eq!(endings.len(), 12, "{endings:?}");
    assert_eq!(CaperCards::FIGURES[0].name, "heists won");
}

/// CC9b: the Complication won last never acts.
#[test]
fn the_last_reward_never_acts() {
    // The fourth heist of four players; the Bloom would have raised the score by the even Crew.
    let mut game = later(4, "weave_lens gnarlrock mask", "chetney:six fixer fixer grifter");
    let check = game.check();
    let Ok(()) = game.try_resolve(Outcome::Reveal(heist_engine::caper_cards::Reward::Bloom)) else {
        panic!("any Reward may be revealed")
    };
    assert_eq!(game.check(), check);
}

/// CC6.2g, CC8.1f: the Reward revealed is any that was not seen, each as likely, and the top of a known pile.
#[test]
fn the_reward_revealed_is_the_top_of_the_pile() {
    let game = later(4, "mask coin", "fixer fixer insider chetney:six");
    let seen: Rewards = game.complications().collect();
    let revealed = outcomes(&game);
    assert_eq!(revealed.len(), 7);
    for (outcome, chance) in revealed {
        let Outcome::Reveal(reward) = outcome else {
            panic!("{outcome}")
        };
        assert!(!seen.has(reward));
        assert_eq!(chance, 1.0 / 7.0);
    }
    let mut rng = stream(23, "pile", 0);
    let world = filled(game, Fill::All, &mut rng);
    let written: Value = serde_json::to_value(world.position()).expect("JSON");
    let top = written["pile"][0].as_str().expect("a name").to_owned();
    assert_eq!(
        outcomes(&world)
            .iter()
            .map(|(outcome, _)| outcome.to_string())
            .collect::<Vec<_>>(),
        [format!("reveal {top}")]
    );
}

/// CC8.1c: with three players the card of slot 0 is the top of the deck, any unseen card by copies.
#[test]
fn the_flip_of_three_is_the_top_of_the_deck() {
    let game = state(&json!({
        "seats": 3,
        "hands": [["fcg", "fcg", "fcg", "thief", "insider"], null, null]
    }));
    let flips = outcomes(&game);
    assert_eq!(flips.len(), 7);
    for (outcome, chance) in flips {
        let Outcome::Flip(kind) = outcome else {
            panic!("{outcome}")
        };
        assert_eq!(chance, f64::from(game.unseen_crew().count(kind)) / 19.0);
    }
    let mut rng = stream(24, "deck", 0);
    let world = filled(game, Fill::All, &mut rng);
    let written: Value = serde_json::to_value(world.position()).expect("JSON");
    let top = written["deck"][0].as_str().expect("a name").to_owned();
    assert_eq!(world.sample(&mut rng).to_string(), format!("flip {top}"));
}
