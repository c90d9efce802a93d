//! Setups (section 3).

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::caper_cards::{CaperCards, Crew, Kind, Outcome, Setup, Table};
use heist_engine::random::stream;
use heist_engine::{Fill, Game, Node, Seat};
use heist_testkit::play_randomly;
use serde_json::json;

use super::support::{assert_follows, filled, outcomes, play, random_game, state};

/// A game whose hands are dealt.
fn dealt(setup: &Setup, seed: u64) -> CaperCards {
    let first = CaperCards::new(setup).expect("a playable setup");
    play_randomly(first, &mut stream(seed, "dealt", 0))
        .map(|(state, _)| state)
        .find(|state| !matches!(outcomes(state).first(), Some((Outcome::Deal(_), _))))
        .expect("the hands are dealt")
}

/// CC3a: 11 or 12. CC10.2.14: whatever happens, the printed Risk stays.
#[test]
fn the_risk_is_11_or_12_and_never_changes() {
    for risk in [11, 12] {
        let setup = Setup { risk, ..Setup::new(3) };
        let mut rng = stream(1, "risk", 0);
        for _ in 0..200 {
            random_game(&setup, &mut rng, |_, _, after| {
                assert_eq!(after.printed_risk(), i32::from(risk))
            });
        }
    }
    for risk in [0, 8, 10, 13, 255] {
        let setup = Setup { risk, ..Setup::new(3) };
        let error = CaperCards::new(&setup).expect_err("no such side");
        assert_eq!(error.0[0].field, "risk");
        assert!(error.0[0].what.contains("expected 11 or 12"), "{error}");
    }
}

/// CC3g, CC3h, CC3i, CC3j: the numbers of the table, and what is dealt and left with them.
#[test]
fn hands_flip_row_deck_and_rewards_are_as_the_table_says() {
    // Heists, hand, flip row, deck, draws.
    let table = [(5, 4, 10, 10, 2), (5, 4, 0, 16, 2), (4, 5, 0, 9, 0), (4, 5, 0, 4, 0)];
    for (seats, (heists, hand, flip_row, deck, draws)) in (1..=4u8).zip(table) {
        let numbers = Table::of(seats);
        assert_eq!((numbers.heists, numbers.draws), (heists, draws), "{seats} players");
        let state = dealt(&Setup::new(seats), 5);
        assert_eq!(state.table(), numbers);
        for seat in Seat::all(seats.into()) {
            assert_eq!(state.hand_size(seat), hand);
            assert_eq!(state.hand(seat).map(|hand| hand.len()), Some(hand));
        }
        assert_eq!(
            (state.flip_row_size(), state.deck_size()),
            (flip_row, deck),
            "{seats} players"
        );
    }
}

/// CC3b: the pile has a Reward for each heist, and the others are out of the game. CC3d, CC3e: the flip row of a solo
/// game and the deck are what is not dealt, in an order that the shuffle fixed.
#[test]
fn the_pile_the_flip_row_and_the_deck_are_what_is_left() {
    for (seats, pile, flip_row) in [(1u8, 5, 10), (2, 5, 0), (3, 4, 0), (4, 4, 0)] {
        let mut rng = stream(5, "world", seats.into());
        let mut world = filled(dealt(&Setup::new(seats), 5), Fill::All, &mut rng);
        assert_eq!(
            (world.known_pile().count(), world.unseen_rewards().len()),
            (pile, 9 - pile)
        );
        assert_eq!(world.flip_row_size(), flip_row);
        let deck: Vec<Kind> = world.known_deck().collect();
        let hands = Seat::all(seats.into()).filter_map(|seat| world.hand(seat));
        let hands: Vec<Kind> = hands.flat_map(|hand| hand.cards()).collect();
        let mut all = [&hands[..], &deck].concat();
        all.sort();
        assert!(all.into_iter().eq(Crew::ALL_CARDS.cards()), "{seats} players");
        // What is flipped first lies first.
        if let Node::Chance = world.node() {
            assert_eq!(outcomes(&world), [(Outcome::Flip(deck[0]), 1.0)]);
            world.resolve(Outcome::Flip(deck[0]));
            assert!(world.known_deck().eq(deck[1..].iter().copied()));
        }
    }
}

#[test]
fn only_one_to_four_can_play() {
    for seats in [0, 5, 255] {
        let error = CaperCards::new(&Setup::new(seats)).expect_err("too few or too many");
        assert_eq!(error.0.len(), 1);
        assert_eq!(error.0[0].field, "seats");
        assert!(error.0[0].what.contains("expected 1 to 4"), "{error}");
    }
}

/// CC3f, H1: seat 1 as people count, or the seat that the setup names; left is the next number, after the last the
/// first.
#[test]
fn the_first_boss_is_a_parameter_and_seat_1_if_nobody_is_named() {
    for seats in 1..=4 {
        assert_eq!(dealt(&Setup::new(seats), 1).boss(), Seat(0));
        for first in Seat::all(seats.into()) {
            let setup = Setup {
                first: Some(first),
                ..Setup::new(seats)
            };
            assert_eq!(dealt(&setup, 1).boss(), first);
        }
        let setup = Setup {
            first: Some(Seat(seats)),
            ..Setup::new(seats)
        };
        let error = CaperCards::new(&setup).expect_err("there is no such seat");
        assert_eq!(error.0[0].field, "first");
    }
    let mut game = state(&json!({"seats": 4, "first": 4}));
    assert_eq!(game.node(), Node::Decision(Seat(3)));
    play(&mut game, &["insider"]);
    assert_eq!(game.node(), Node::Decision(Seat(0)));
}

#[test]
fn what_a_setup_leaves_open_is_written_out_and_a_seed_has_no_effect() {
    let setup = Setup {
        seed: Some(7),
        ..Setup::new(2)
    };
    let complete = CaperCards::complete(&setup).expect("a playable setup");
    assert_eq!(
        (complete.first, complete.seed, complete.risk),
        (Some(Seat(0)), None, 11)
    );
    let state = CaperCards::new(&setup).expect("a playable setup");
    assert_eq!(state, CaperCards::new(&Setup::new(2)).expect("a playable setup"));
    assert_eq!(state.setup(), complete);
}

/// CC8.1a: each card of the deal is any of those left, by copies; so hands are uniform among the 24 physical cards.
#[test]
fn hands_are_dealt_uniformly_from_the_24_cards() {
    let mut state = CaperCards::new(&Setup::new(4)).expect("a playable setup");
    let first = outcomes(&state);
    assert_eq!(first.len(), 8);
    assert!(first.iter().all(|&(_, chance)| chance == 3.0 / 24.0));
    play(&mut state, &["deal fcg", "deal fcg", "deal fixer", "deal fcg"]);
    let next: BTreeMap<Outcome, f64> = outcomes(&state).into_iter().collect();
    assert_eq!(next.get(&Outcome::Deal(Some(Kind::Fcg))), None);
    assert_eq!(next[&Outcome::Deal(Some(Kind::Fixer))], 2.0 / 20.0);
    assert_eq!(next[&Outcome::Deal(Some(Kind::Thief))], 3.0 / 20.0);
}

/// CC8.1b: all orders of the pile are equally likely, and no Reward is in it twice.
#[test]
fn the_reward_pile_is_a_uniform_draw_without_repeats() {
    let mut rng = stream(6, "pile", 0);
    let start = dealt(&Setup::new(4), 2);
    let mut counts: BTreeMap<(String, String), u64> = BTreeMap::new();
    for _ in 0..10_000 {
        let world = serde_json::to_value(filled(start, Fill::All, &mut rng).position()).expect("JSON");
        let pile: Vec<String> = serde_json::from_value(world["pile"].clone()).expect("names");
        assert_eq!(pile.iter().collect::<BTreeSet<_>>().len(), 4);
        // The first and the last of the pile, jointly.
        *counts.entry((pile[0].clone(), pile[3].clone())).or_default() += 1;
    }
    let chances: BTreeMap<_, _> = counts.keys().map(|key| (key.clone(), 1.0 / 72.0)).collect();
    assert_eq!(chances.len(), 72);
    assert_follows(&counts, &chances);
}

/// CC9d: a game is begun from its setup alone.
#[test]
fn a_new_game_starts_from_setup() {
    let setup = Setup::new(3);
    let fresh = CaperCards::new(&setup).expect("a playable setup");
    let mut rng = stream(8, "two games", 0);
    let over = random_game(&setup, &mut rng, |_, _, _| {});
    assert_eq!(CaperCards::new(&over.setup()).expect("a playable setup"), fresh);
    assert_eq!(
        (
            fresh.heists_won(),
            fresh.slot(),
            fresh.gone().len(),
            fresh.plays().count()
        ),
        (0, 0, 0, 0)
    );
    assert!(fresh.complication_set().is_empty() && fresh.row().is_empty());
}
