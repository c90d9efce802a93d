//! House rulings that need more than one position each; the others are in `cases/rulings.toml` and `cases/guards.toml`.

use heist_engine::burgle_bros::{Action, BurgleBros, Setup, Sides};
use heist_engine::random;
use heist_engine::{Game, Node, Seat};
use serde_json::{Value, json};

use super::support::{legal, state as read};

/// H5, S-START-10: whoever is left open to be first is any player, equally likely, whatever characters are dealt; and
/// he is the one who takes the first turn.
#[test]
fn the_first_player_is_random() {
    const GAMES: u64 = 1200;
    for seats in 2..=4u8 {
        let mut firsts = [0; 4];
        let mut firsts_of_card = [[0; 4]; 9];
        for seed in 0..GAMES {
            let setup = BurgleBros::complete(&Setup {
                sides: Sides::Both,
                ..Setup::bank_job(seats, seed)
            })
            .expect("a setup");
            let first = setup.first.expect("a first player");
            assert!(first.0 < seats);
            firsts[first.index()] += 1;
            firsts_of_card[setup.characters[0].card()][first.index()] += 1;
            let state = BurgleBros::new(&setup).expect("a game");
            assert_eq!(state.active_seat(), first);
        }
        let fair = GAMES / u64::from(seats);
        for &count in &firsts[..seats as usize] {
            assert!(
                count * 5 > fair * 4 && count * 5 < fair * 6,
                "{seats} players: {firsts:?} of {GAMES}"
            );
        }
        // The first seat's card says nothing about who is first.
        for counts in firsts_of_card {
            assert!(
                counts[..seats as usize].iter().all(|&count| count > 0),
                "{seats} players: {counts:?}"
            );
        }
    }
}

/// H5: a first player who is named stays so, whatever the seed.
#[test]
fn a_first_player_named_is_first() {
    for seed in 0..50 {
        let setup = Setup {
            first: Some(Seat(2)),
            ..Setup::bank_job(4, seed)
        };
        let complete = BurgleBros::complete(&setup).expect("a setup");
        assert_eq!(complete.first, Some(Seat(2)));
        assert_eq!(
            complete.characters,
            BurgleBros::complete(&Setup::bank_job(4, seed))
                .expect("a setup")
                .characters
        );
    }
}

/// Three players with cards to trade on a Walkway, the Guards of floors 1 and 2 on its two ends.
fn crowd(character: &str) -> Value {
    json!({
        "players": [
            {"character": character, "at": "2:A2", "stealth": 9, "tools": ["emp", "donuts"], "loot": ["stamp", "gold-bar"]},
            {"character": "hawk-basic", "at": "2:A2", "stealth": 9, "tools": ["virus"], "loot": ["bust", "gold-bar"]},
            {"character": "spotter-basic", "at": "2:A2", "stealth": 9, "loot": ["tiara", "isotope"]},
        ],
        "entrance": "1:A2",
        "turn": {"number": 3, "actions": 4},
        "floors": [
            {"tiles": {"A2": "stairs-4"}, "guard": {"at": "A2", "die": "C1"}, "discard": ["A2", "C1"]},
            {"tiles": {"A2": "walkway-1"}, "guard": {"at": "A2", "die": "C1"}, "discard": ["A2", "C1"]},
        ],
    })
}

/// Whether an action of seat 1 is free and could be repeated but for the limits, or is another seat's answer.
fn is_repeatable(action: &Action, seat: Seat) -> bool {
    seat != Seat(0)
        || matches!(
            action,
            Action::Crow(_)
                | Action::Flexibility(_)
                | Action::Crybaby(_)
                | Action::GiveTool(..)
                | Action::GiveLoot(..)
                | Action::TakeTool(..)
                | Action::TakeLoot(..)
        )
}

/// H17, M-FREE-2: without a costed action and without a Tool, free actions come to an end, whatever is chosen. A crow,
/// a card given to and fro and Flexibility up and down a Walkway would go on for ever.
#[test]
fn free_actions_come_to_an_end() {
    let mut rng = random::stream(8, "free actions", 0);
    let mut most = 0;
    for character in [
        "raven-basic",
        "raven-advanced",
        "acrobat-basic",
        "rook-basic",
        "juicer-basic",
    ] {
        for _ in 0..120 {
            let mut state = read(&crowd(character));
            let mut steps = 0;
            loop {
                let Node::Decision(seat) = state.node() else {
                    panic!("chance has no part in this")
                };
                let mut free = legal(&state);
                free.retain(|action| is_repeatable(action, seat));
                if free.is_empty() {
                    break;
                }
                state.apply(random::choose(&mut rng, &free));
                steps += 1;
                assert!(steps < 100, "{character}: no end of free actions");
            }
            assert_eq!(state.actions_left(), 4);
            most = most.max(steps);
        }
    }
    assert!(most > 10, "the limits leave room: {most}");
}

/// H17, M-FREE-2: the limits take no useful trade away: any card may change hands once.
#[test]
fn any_card_can_change_hands_once() {
    let state = read(&crowd("raven-basic"));
    let legal: Vec<String> = legal(&state).iter().map(ToString::to_string).collect();
    for wanted in [
        "give 2 emp",
        "give 2 donuts",
        "give 3 emp",
        "give 3 gold-bar",
        "give 2 stamp",
        "take 2 virus",
        "take 2 bust",
        "take 3 tiara",
    ] {
        assert!(legal.iter().any(|action| action == wanted), "{wanted} in {legal:?}");
    }
    // L-GOLD-BAR: each of the two has his bar already.
    for refused in ["give 2 gold-bar", "take 2 gold-bar"] {
        assert!(legal.iter().all(|action| action != refused), "{refused} in {legal:?}");
    }
}

/// Section 12.4, G-DRAW-7: of the patrol discard only the set matters, so positions that differ in its order are one.
#[test]
fn the_order_of_the_patrol_discard_does_not_matter() {
    let mut one = crowd("raven-basic");
    let mut other = one.clone();
    one["floors"][1]["discard"] = json!(["A2", "C1", "B4", "D3"]);
    other["floors"][1]["discard"] = json!(["D3", "B4", "A2", "C1"]);
    let (one, other) = (read(&one), read(&other));
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
}
