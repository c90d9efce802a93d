//! What networks read of Caper Cards: the fixed action list and the features.

use std::collections::BTreeSet;

use heist_engine::caper_cards::{Action, CaperCards, Setup};
use heist_engine::game::IndexBlocks;
use heist_engine::random::stream;
use heist_engine::{Encode, Game, Seat};
use serde_json::json;

use super::support::{play, random_game, state};
use crate::common::documented::documented;

const SOURCE: &str = include_str!("../../src/caper_cards/encode.rs");

/// The names of the active features.
fn names(state: &CaperCards, seat: u8) -> Vec<String> {
    let mut out = Vec::new();
    state.features(Seat(seat), &mut out);
    out.iter()
        .map(|&index| CaperCards::feature_name(index as usize))
        .collect()
}

#[test]
fn the_documented_tables_are_the_compiled_ones() {
    let compiled = |blocks: IndexBlocks| -> Vec<(String, usize)> {
        let rows = blocks.into_iter().map(|(name, range)| (name.to_owned(), range.len()));
        rows.collect()
    };
    assert_eq!(documented(SOURCE, "# Actions"), compiled(CaperCards::action_blocks()));
    assert_eq!(documented(SOURCE, "# Features"), compiled(CaperCards::feature_blocks()));
    let sizes = |rows: Vec<(String, usize)>| -> usize { rows.into_iter().map(|(_, size)| size).sum() };
    assert_eq!(sizes(documented(SOURCE, "# Actions")), CaperCards::action_count());
    assert_eq!(sizes(documented(SOURCE, "# Features")), CaperCards::feature_count());
}

/// CC5m: the action index space is the fixed list.
#[test]
fn every_action_index_has_one_action_and_back() {
    assert_eq!(CaperCards::action_count(), 19);
    for (index, action) in Action::ALL.into_iter().enumerate() {
        assert_eq!(CaperCards::action_at(index), Some(action));
        assert_eq!(CaperCards::action_index(action), index);
        assert_eq!(action.to_string().parse::<Action>(), Ok(action));
    }
    assert_eq!(CaperCards::action_at(19), None);
    assert_eq!(CaperCards::action_at(usize::MAX), None);
}

#[test]
fn every_feature_has_a_name_of_its_own() {
    let all: BTreeSet<String> = (0..CaperCards::feature_count()).map(CaperCards::feature_name).collect();
    assert_eq!(all.len(), CaperCards::feature_count());
}

#[test]
fn the_features_of_a_first_play_are_these() {
    let game = state(&json!({
        "seats": 2, "risk": 12, "first": 2,
        "hands": [null, ["fcg", "fcg", "thief", "insider"]]
    }));
    let mut expected: Vec<String> = [
        "seats 2",
        "risk 12",
        "heist 1",
        "slot 0",
        "boss me",
        "decides me",
        "hand fcg >= 1",
        "hand fcg >= 2",
        "hand thief >= 1",
        "hand insider >= 1",
    ]
    .map(str::to_owned)
    .into();
    for player in ["me", "next"] {
        expected.extend((1..=4).map(|size| format!("hand size {player} >= {size}")));
    }
    for reward in [
        "gloomscale",
        "marionette",
        "hidden_eye",
        "coin",
        "mask",
        "journal",
        "gnarlrock",
        "bloom",
        "weave_lens",
    ] {
        expected.push(format!("reward unseen {reward}"));
    }
    assert_eq!(names(&game, 1), expected);
}

#[test]
fn the_features_of_a_later_heist_are_these() {
    // The second heist of three: seat 2 is the Boss; the flipped Thief let seat 3 see the Reward.
    let mut game = state(&json!({
        "seats": 3,
        "heists": [
            {"plays": ["fcg:none", "fcg:none", "grifter", "chetney:nine"], "reward": "gloomscale"},
            {"plays": ["thief"]}
        ],
        "hands": [null, null, ["fixer", "fixer", "fixer", "muscle"]],
        "pile": ["weave_lens"]
    }));
    play(&mut game, &["mastermind:cover"]);
    let third = names(&game, 2);
    let expected = [
        "seats 3",
        "heist 2",
        "slot 2",
        "boss 2nd next",
        "decides me",
        "hand fixer >= 1",
        "hand fixer >= 2",
        "hand fixer >= 3",
        "hand muscle >= 1",
        "row thief >= 1",
        "row mastermind@risk >= 1",
        "gone fcg >= 1",
        "gone fcg >= 2",
        "gone thief >= 1",
        "gone grifter >= 1",
        "gone chetney >= 1",
        "gone mastermind >= 1",
        "hand size me >= 1",
        "hand size me >= 2",
        "hand size me >= 3",
        "hand size me >= 4",
        "hand size next >= 1",
        "hand size next >= 2",
        "hand size next >= 3",
        "hand size next >= 4",
        "hand size 2nd next >= 1",
        "hand size 2nd next >= 2",
        "hand size 2nd next >= 3",
        "complication gloomscale",
        "reward weave_lens",
        "peeked me",
        "play 1 fcg:none",
        "play 2 fcg:none",
        "play 3 grifter",
        "play 4 chetney:nine",
        "play 5 thief",
        "play 6 mastermind:cover",
        "player of 1 next",
        "player of 2 next",
        "player of 3 2nd next",
        "player of 4 me",
        "player of 5 2nd next",
        "player of 6 2nd next",
    ];
    assert_eq!(third, expected);
    // Seat 1 sees neither that hand nor the Reward, and that seat 3 was shown it.
    let first = names(&game, 0);
    assert!(
        first
            .iter()
            .all(|name| !name.starts_with("hand fixer") && !name.starts_with("reward weave"))
    );
    assert!(first.contains(&"peeked 2nd next".to_owned()));
    assert!(first.contains(&"reward unseen weave_lens".to_owned()));
    assert!(!first.contains(&"reward unseen gloomscale".to_owned()));
}

#[test]
fn flips_orders_of_complications_and_checks_have_features() {
    let game = state(&json!({"seats": 3, "flipped": "chetney"}));
    assert!(names(&game, 0).contains(&"flipped chetney".to_owned()));
    let won = super::support::later(4, "mask gnarlrock", "thief fixer insider fixer");
    let found = names(&won, 3);
    for name in ["older mask, then gnarlrock", "slot 4", "heist 3", "row fixer >= 2"] {
        assert!(found.contains(&name.to_owned()), "{name} in {found:?}");
    }
    assert!(
        found
            .iter()
            .all(|name| !name.starts_with("decides") && *name != "older gnarlrock, then mask")
    );
}

/// Every block of features is used, and what a seat does not know bears on none of them.
#[test]
fn features_are_ascending_and_read_the_view_alone() {
    let mut seen = BTreeSet::new();
    for seats in 1..=4u8 {
        let mut rng = stream(91, "features", seats.into());
        for number in 0..250 {
            let setup = Setup {
                risk: 11 + number % 2,
                ..Setup::new(seats)
            };
            random_game(&setup, &mut rng, |_, _, after| {
                for seat in Seat::all(seats.into()) {
                    let mut out = Vec::new();
                    after.features(seat, &mut out);
                    assert!(out.is_sorted_by(|a, b| a < b));
                    let mut of_view = Vec::new();
                    after.information_state(seat).features(seat, &mut of_view);
                    assert_eq!(out, of_view);
                    seen.extend(out);
                }
            });
        }
    }
    for (name, block) in CaperCards::feature_blocks() {
        assert!(
            block.clone().any(|index| seen.contains(&(index as u32))),
            "nothing of the block {name}"
        );
    }
}
