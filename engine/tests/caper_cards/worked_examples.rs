//! The worked examples of section 11 that are sums; those that are plays are in
//! `cases/caper-cards/worked_examples.toml`.

use heist_engine::caper_cards::{Check, Kind, Outcome, Reward, Rewards, Row, Verdict, crew_score, put_into_play};
use heist_engine::random::stream;
use heist_engine::{Fill, Game, Seat};
use serde_json::json;

use super::support::{filled, later, legal, outcomes, rewards, row, state};

/// The row after some plays.
fn played(plays: &str) -> Row {
    plays.split_whitespace().fold(Row::EMPTY, |row, text| {
        put_into_play(row, text.parse().unwrap_or_else(|error| panic!("{error}")))
    })
}

/// A check: what lies there, the Complications, printed Risk and Reward; then score, difficulty and verdict.
struct Example {
    id: &'static str,
    row: Row,
    won: &'static str,
    risk: i32,
    reward: Reward,
    expected: (i32, i32, Verdict),
}

/// The examples that end with a check, by their numbers. Each is a case too, which names its id.
#[test]
fn checks_come_out_as_in_the_examples() {
    let example = |id, row, won, risk, reward, score, difficulty, verdict| Example {
        id,
        row,
        won,
        risk,
        reward,
        expected: (score, difficulty, verdict),
    };
    use Verdict::{Bust, Short, Success};
    let one = "thief chetney:six fixer grifter";
    let twelve = "insider chetney:six muscle:none thief";
    let examples = [
        example("1", played(one), "", 11, Reward::Bloom, 18, 18, Success),
        example(
            "3",
            row("fixer fixer grifter fcg"),
            "",
            11,
            Reward::Coin,
            17,
            17,
            Success,
        ),
        example(
            "4",
            played("muscle:none thief grifter insider"),
            "",
            11,
            Reward::Marionette,
            24,
            16,
            Bust,
        ),
        example(
            "7",
            row("mastermind@risk thief fcg muscle"),
            "journal",
            12,
            Reward::Bloom,
            17,
            15,
            Success,
        ),
        example(
            "9a",
            played("insider chetney:nine fixer muscle:disc:chetney9"),
            "",
            11,
            Reward::Bloom,
            20,
            18,
            Success,
        ),
        example(
            "9b",
            played("insider chetney:nine fixer muscle:disc:fixer"),
            "",
            11,
            Reward::Bloom,
            26,
            18,
            Bust,
        ),
        example("10", played(one), "weave_lens", 11, Reward::Bloom, 18, 18, Short),
        example(
            "11",
            played("thief thief mastermind:join insider"),
            "hidden_eye",
            11,
            Reward::Bloom,
            18,
            18,
            Success,
        ),
        example(
            "12a",
            played(twelve),
            "mask gnarlrock",
            11,
            Reward::Bloom,
            17,
            18,
            Short,
        ),
        example(
            "12b",
            played(twelve),
            "gnarlrock mask",
            11,
            Reward::Bloom,
            20,
            18,
            Success,
        ),
        example(
            "13",
            row("fixer grifter mastermind chetney6"),
            "gloomscale",
            11,
            Reward::Coin,
            19,
            17,
            Success,
        ),
        example(
            "20",
            row("fixer mastermind@risk fcg chetney6"),
            "bloom",
            11,
            Reward::Journal,
            14,
            15,
            Short,
        ),
        example(
            "21",
            row("mastermind@risk insider10 insider10 chetney9"),
            "mask",
            11,
            Reward::Marionette,
            29,
            16,
            Bust,
        ),
        example(
            "22",
            played("fcg:none mastermind:cover chetney:nine insider"),
            "mask",
            11,
            Reward::Marionette,
            19,
            13,
            Success,
        ),
    ];
    for example in examples {
        let check = Check::of(example.row, rewards(example.won).into_iter(), example.risk);
        let found = (
            check.score,
            check.difficulty(example.reward),
            check.verdict(example.reward),
        );
        assert_eq!(found, example.expected, "example {}", example.id);
    }
}

/// CC11.2, CC11.5, CC11.6, CC11.11, CC11.13, CC11.14: scores that are announced on the way.
#[test]
fn scores_on_the_way_are_those_of_the_examples() {
    for (example, plays, won, score) in [
        ("2 before", "fixer mastermind:join", "", 11),
        ("2", "fixer mastermind:join muscle:disc:fixer", "", 15),
        ("5 before", "chetney:nine thief", "", 13),
        ("5", "chetney:nine thief fcg:rot:chetney9", "", 12),
        ("6 fixer", "fixer grifter chetney:nine muscle:disc:fixer", "", 20),
        ("6 grifter", "fixer grifter chetney:nine muscle:disc:grifter", "", 19),
        ("6 chetney", "fixer grifter chetney:nine muscle:disc:chetney9", "", 15),
        ("9 before", "insider chetney:nine fixer", "", 22),
        ("11", "thief thief mastermind:join insider", "hidden_eye", 26),
        ("13", "fixer grifter mastermind:join chetney:six", "gloomscale", 19),
        ("14", "fixer insider", "coin", 14),
        ("14 fcg", "fixer insider fcg:rot:insider10", "coin", 8),
        (
            "14 fixer",
            "fixer insider fcg:rot:insider10 muscle:disc:fixer",
            "coin",
            12,
        ),
        (
            "14 insider",
            "fixer insider fcg:rot:insider10 muscle:disc:insider01",
            "coin",
            14,
        ),
    ] {
        let set: Rewards = rewards(won).into_iter().collect();
        assert_eq!(crew_score(played(plays), set), score, "example {example}");
    }
}

/// n over k.
fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |value, step| value * (n - step) / (step + 1))
}

/// CC11.18, CC8.3f: what seat 0 may do and what it knows of seat 1's hand.
#[test]
fn the_first_player_of_four_has_seven_actions_and_19_unseen_cards() {
    let game = state(&json!({
        "seats": 4,
        "hands": [["fixer", "thief", "chetney", "mastermind", "insider"], null, null, null]
    }));
    assert_eq!(legal(&game).len(), 7);
    let unseen = game.unseen_crew();
    assert_eq!(unseen.len(), 19);
    assert_eq!(Kind::ALL.map(|kind| unseen.count(kind)), [3, 2, 2, 3, 2, 3, 2, 2]);
    let others = u64::try_from(unseen.len()).expect("19") - u64::from(unseen.count(Kind::Fcg));
    assert_eq!((binomial(others, 5), binomial(19, 5)), (4368, 11_628));
    // Card by card, seat 1's hand has no fcg with the same probability.
    let chance: f64 = (0..5)
        .map(|drawn| f64::from(16 - drawn) / f64::from(19 - drawn))
        .product();
    assert!((chance - 4368.0 / 11_628.0).abs() < 1e-12 && (chance - 0.3756).abs() < 5e-5);
    let mut rng = stream(51, "no fcg", 0);
    let without = (0..20_000)
        .filter(|_| {
            let world = filled(game, Fill::Private, &mut rng);
            world.hand(Seat(1)).is_some_and(|hand| hand.count(Kind::Fcg) == 0)
        })
        .count();
    // Four standard errors.
    assert!((without as f64 / 20_000.0 - chance).abs() < 4.0 * (chance * (1.0 - chance) / 20_000.0).sqrt());
}

/// CC11.19, CC8.3h: the chances of each difficulty while nobody was shown the Reward.
#[test]
fn the_difficulty_of_the_first_heist_is_16_to_19_with_known_chances() {
    let game = state(&json!({"seats": 4, "heists": [{"plays": ["fixer", "fixer", "insider", "insider"]}]}));
    let mut chances = [0.0; 4];
    for (outcome, chance) in outcomes(&game) {
        let Outcome::Reveal(reward) = outcome else {
            panic!("{outcome}")
        };
        chances[(game.check().difficulty(reward) - 16) as usize] += chance;
    }
    for (found, ninths) in chances.into_iter().zip([2.0, 3.0, 3.0, 1.0]) {
        assert!((found - ninths / 9.0).abs() < 1e-12, "{chances:?}");
    }
}

/// CC11.23, CC8.3j: in the fifth heist of two the unseen cards are the partner's hand.
#[test]
fn in_the_fifth_heist_of_two_the_partners_hand_is_known() {
    let game = later(2, "weave_lens bloom coin gloomscale", "");
    assert_eq!(
        (game.heists_won(), game.deck_size(), game.unseen_crew().len()),
        (4, 0, 8)
    );
    let mut rng = stream(52, "last hands", 0);
    for _ in 0..50 {
        let world = filled(game, Fill::All, &mut rng);
        for seat in [Seat(0), Seat(1)] {
            let other = Seat(1 - seat.0);
            let view = world.information_state(seat);
            assert_eq!(Some(view.unseen_crew()), world.hand(other));
            // Any filling gives that hand.
            let guess = filled(view, Fill::Private, &mut rng);
            assert_eq!(guess.hand(other), world.hand(other));
        }
    }
}
