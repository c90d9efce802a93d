//! What a card may do and does (section 5 and the Crew of section 7), over every row that can come up. Single cases are
//! in `cases/caper-cards/plays.toml`.

use heist_engine::caper_cards::{
    Action, COPIES, CaperCards, Face, FaceSet, Icon, Kind, Outcome, Row, Setup, each_option, put_into_play,
};
use heist_engine::random::stream;
use heist_engine::{Game, Node, Seat};
use serde_json::json;

use super::sizes::rows_before;
use super::support::{Step, crew, legal, legal_names, outcomes, play, random_game, row, state};

/// Every row that a fourth play or an earlier one may meet.
fn rows() -> Vec<Row> {
    (0..4).flat_map(rows_before).collect()
}

fn options(kind: Kind, row: Row) -> Vec<Action> {
    let mut options = Vec::new();
    each_option(kind, row, |action| options.push(action));
    options
}

/// What CC5b, CC5c, CC5d, CC5e and CC5f list for a kind, in this order, as texts: written from the tables of the rules,
/// face by face. CC5g, H6: a face is one target however many show it. CC5i: `none` only without a target.
fn listed(kind: Kind, row: Row) -> Vec<String> {
    let targets = |word: &str, fits: &dyn Fn(Face) -> bool| {
        let faces = Face::ALL.into_iter().filter(|&face| row.has(face) && fits(face));
        let texts: Vec<String> = faces.map(|face| format!("{kind}:{word}:{face}")).collect();
        if texts.is_empty() {
            vec![format!("{kind}:none")]
        } else {
            texts
        }
    };
    match kind {
        Kind::Fixer | Kind::Thief | Kind::Grifter | Kind::Insider => vec![kind.to_string()],
        Kind::Chetney => vec!["chetney:six".to_owned(), "chetney:nine".to_owned()],
        Kind::Mastermind if row.has(Face::Cover) => vec!["mastermind:join".to_owned()],
        Kind::Mastermind => vec!["mastermind:join".to_owned(), "mastermind:cover".to_owned()],
        // CC7.1o.
        Kind::Muscle => targets("disc", &|face| face.number() % 2 == 1),
        // CC7.1j.
        Kind::Fcg => targets("rot", &|face| face.kind().icon() == Icon::Diamond),
    }
}

/// CC5b, CC5c, CC5d, CC5e, CC5f, CC5m: every kind in every row.
#[test]
fn every_kind_has_the_options_of_the_table_in_every_row() {
    for row in rows() {
        for kind in Kind::ALL {
            let mut found: Vec<String> = options(kind, row).iter().map(Action::to_string).collect();
            let mut expected = listed(kind, row);
            // The order is that of the fixed list, where the faces of a target run as in the table of faces.
            assert!(options(kind, row).is_sorted());
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{kind} in {row:?}");
        }
    }
}

/// CC5d, CC5e, CC5f: the counts of options that the table gives.
#[test]
fn options_are_as_many_as_the_table_says() {
    let counts = |kind| -> Vec<usize> {
        let mut counts: Vec<usize> = rows().into_iter().map(|row| options(kind, row).len()).collect();
        counts.sort();
        counts.dedup();
        counts
    };
    for kind in Kind::ALL {
        let expected: &[usize] = match kind {
            Kind::Chetney => &[2],
            Kind::Mastermind => &[1, 2],
            Kind::Muscle | Kind::Fcg => &[1, 2, 3],
            _ => &[1],
        };
        assert_eq!(counts(kind), expected, "{kind}");
    }
}

/// CC5h, CC7.1a, CC7.1f, CC10.2.9: a play adds its own face, and turns or discards one card
/// that lay there before; everything else stays as it is.
#[test]
fn a_play_changes_its_target_and_adds_its_card() {
    for before in rows() {
        // A fourth copy of what lies there cannot be played.
        let free = Kind::ALL
            .into_iter()
            .filter(|&kind| before.count_of(FaceSet::of_kind(kind)) < i32::from(COPIES));
        for action in free.flat_map(|kind| options(kind, before)) {
            let after = put_into_play(before, action);
            let mut expected = before;
            if let Some(target) = action.target() {
                assert!(before.has(target));
                expected.remove(target);
                if action.kind() == Kind::Fcg {
                    let turned = match target {
                        Face::Chetney6 => Face::Chetney9,
                        Face::Chetney9 => Face::Chetney6,
                        Face::Insider10 => Face::Insider01,
                        Face::Insider01 => Face::Insider10,
                        face => panic!("{face} is no Diamond"),
                    };
                    assert_eq!(turned.kind(), target.kind());
                    expected.add(turned);
                }
            }
            expected.add(action.enters_as());
            assert_eq!(after, expected, "{action} in {before:?}");
        }
    }
    // CC7.1q: an Insider is never played as 01; CC7.1i: a cover is a face of its own.
    let enters: Vec<Face> = Action::ALL.into_iter().map(Action::enters_as).collect();
    assert!(!enters.contains(&Face::Insider01));
    assert!(enters.contains(&Face::Cover));
}

/// CC5a, CC5g: the legal actions are the options of each kind in hand, a kind held twice counting once.
#[test]
fn legal_actions_are_the_options_of_the_kinds_in_hand() {
    let game = state(&json!({
        "seats": 4,
        "heists": [{"plays": ["chetney:nine", "insider"]}],
        "hands": [null, null, ["muscle", "muscle", "fcg", "chetney", "mastermind"], null]
    }));
    assert_eq!(
        legal_names(&game),
        [
            "fcg:rot:chetney9",
            "fcg:rot:insider10",
            "chetney:six",
            "chetney:nine",
            "muscle:disc:chetney9",
            "mastermind:join",
            "mastermind:cover"
        ]
    );
    for seats in 1..=4 {
        let mut rng = stream(31, "legal", seats.into());
        for _ in 0..200 {
            random_game(&Setup::new(seats), &mut rng, |before, step, _| {
                if let (Step::Action(seat, _), None) = (step, before.flipped()) {
                    let hand = before.hand(seat).expect("a world holds all hands");
                    let all = hand.kinds().flat_map(|kind| options(kind, before.row()));
                    assert_eq!(legal(before), all.collect::<Vec<_>>());
                }
            });
        }
    }
}

/// CC5a: a flipped card with one option is played without asking.
#[test]
fn a_flipped_card_with_one_option_is_not_asked_about() {
    let start = state(&json!({"seats": 1, "heists": [{"plays": ["fixer", "chetney:nine"]}]}));
    for (kind, expected) in [
        ("fcg", "fcg:rot:chetney9"),
        ("thief", "thief"),
        ("insider", "insider"),
        ("grifter", "grifter"),
    ] {
        let mut game = start;
        play(&mut game, &[&format!("flip {kind}")]);
        assert_eq!(game.flipped(), None);
        assert_eq!(game.plays().next_back().map(|play| play.action.name()), Some(expected));
    }
    for (kind, expected) in [
        ("muscle", ["muscle:disc:fixer", "muscle:disc:chetney9"]),
        ("chetney", ["chetney:six", "chetney:nine"]),
        ("mastermind", ["mastermind:join", "mastermind:cover"]),
    ] {
        let mut game = start;
        play(&mut game, &[&format!("flip {kind}")]);
        assert_eq!(game.flipped().map(Kind::name), Some(kind));
        assert_eq!((game.node(), game.slot()), (Node::Decision(Seat(0)), 2));
        assert_eq!(legal_names(&game), expected);
    }
}

/// CC5j, CC10.2.11: the seat that plays the card chooses its target, and everybody sees which it was.
#[test]
fn targets_are_chosen_by_the_acting_seat_and_public() {
    let mut game = state(&json!({
        "seats": 4, "first": 3,
        "heists": [{"plays": ["fixer", "grifter"]}],
        "hands": [["muscle", "fcg", "thief", "thief", "insider"], ["fcg", "fcg", "chetney", "muscle", "insider"],
            ["fixer", "grifter", "chetney", "muscle"], ["fixer", "thief", "mastermind", "mastermind"]]
    }));
    assert_eq!(game.node(), Node::Decision(Seat(0)));
    play(&mut game, &["muscle:disc:grifter"]);
    for seat in Seat::all(4) {
        let seen = game.information_state(seat).plays().next_back().expect("a play");
        assert_eq!((seen.seat, seen.action), (Seat(0), Action::MuscleDropGrifter));
        assert_eq!(game.information_state(seat).row(), row("fixer muscle"));
    }
}

/// Who is shown the Reward after a Thief in a slot, from the rules: CC7.1k, CC7.1l, CC7.1m, CC7.1n, H11, H12.
fn peeker(seats: u8, boss: u8, slot: u8) -> Option<Seat> {
    let place = match (seats, slot) {
        (_, 3) => return None,
        (1, _) => 0,
        (3, 0 | 1) => boss + 1,
        (3, _) => boss + 2,
        _ => boss + slot + 1,
    };
    Some(Seat(place % seats))
}

/// CC5k, CC7.1c, CC7.1k, CC7.1l, CC7.1m, CC7.1r: in every slot, with every seat count and Boss. The peek is no decision
/// and comes at once; who is shown the Reward is on record, and plays next from hand.
#[test]
fn a_thief_shows_the_reward_to_the_next_player() {
    for seats in 1..=4u8 {
        for boss in 0..seats {
            for slot in 0..4u8 {
                let before = ["fixer", "grifter", "insider"];
                let position = json!({
                    "seats": seats, "first": boss + 1,
                    "heists": [{"plays": &before[..slot.into()]}]
                });
                let mut game = state(&position);
                let step = match game.node() {
                    Node::Chance => "flip thief",
                    _ => "thief",
                };
                play(&mut game, &[step]);
                let Some(seat) = peeker(seats, boss, slot) else {
                    // The check is next, and nothing carries over.
                    assert_eq!(game.slot(), 4);
                    assert!(
                        outcomes(&game)
                            .iter()
                            .all(|(outcome, _)| matches!(outcome, Outcome::Reveal(_)))
                    );
                    assert!(Seat::all(seats.into()).all(|seat| !game.has_peeked(seat)));
                    continue;
                };
                assert_eq!(game.node(), Node::Chance, "{seats} players, Boss {boss}, slot {slot}");
                assert!(!game.has_peeked(seat));
                play(&mut game, &["peek ?"]);
                let shown: Vec<Seat> = Seat::all(seats.into()).filter(|&seat| game.has_peeked(seat)).collect();
                assert_eq!(shown, [seat], "{seats} players, Boss {boss}, slot {slot}");
                if let Node::Decision(next) = game.node() {
                    assert_eq!(next, if seats == 3 && slot == 0 { Seat(boss) } else { seat });
                }
            }
        }
    }
}

/// CC7.1k: the peeker is the next seat that still plays from hand in this heist.
#[test]
fn whoever_is_shown_the_reward_still_plays_in_the_heist() {
    for seats in 1..=4 {
        let mut rng = stream(32, "peekers", seats.into());
        let mut peeks = 0;
        for _ in 0..300 {
            let mut shown: Vec<Seat> = Vec::new();
            random_game(&Setup::new(seats), &mut rng, |before, step, after| {
                if let Step::Chance(Outcome::Peek(_)) = step {
                    let seat =
                        Seat::all(after.seats()).find(|&seat| after.has_peeked(seat) && !before.has_peeked(seat));
                    shown.push(seat.expect("somebody was shown it"));
                    peeks += 1;
                }
                if let (Step::Action(seat, _), None) = (step, before.flipped()) {
                    shown.retain(|&it| it != seat);
                }
                if after.slot() == 4 {
                    assert!(shown.is_empty(), "{shown:?} have no play left");
                }
            });
        }
        assert!(peeks > 50, "{peeks} peeks with {seats} players");
    }
}

/// CC10.2.13: two Thieves give two peekers, or one of them who learns nothing new.
#[test]
fn two_thieves_give_two_peekers_or_one() {
    let mut four = state(&json!({"seats": 4}));
    play(&mut four, &["thief", "peek ?", "thief", "peek ?"]);
    assert_eq!(
        [0, 1, 2, 3].map(|seat| four.has_peeked(Seat(seat))),
        [false, true, true, false]
    );
    let mut two = state(&json!({"seats": 2}));
    play(&mut two, &["thief", "peek ?", "fixer", "thief"]);
    // Nothing is shown a second time.
    assert_eq!(two.node(), Node::Decision(Seat(1)));
    assert_eq!([0, 1].map(|seat| two.has_peeked(Seat(seat))), [false, true]);
    // The flipped Thief and the Boss's own point at the same seat, too.
    let mut three = state(&json!({"seats": 3}));
    play(&mut three, &["flip thief", "peek ?", "thief"]);
    assert_eq!(three.node(), Node::Decision(Seat(1)));
    assert_eq!([0, 1, 2].map(|seat| three.has_peeked(Seat(seat))), [false, true, false]);
}

/// CC7.1r, CC10.2.12, H7: the whole card is shown, thus also the Complication that comes next.
#[test]
fn a_peek_shows_which_card_it_is() {
    let mut game = state(&json!({
        "seats": 2,
        "hands": [["thief", "fixer", "fixer", "insider"], ["fcg", "fcg", "grifter", "muscle"]]
    }));
    play(&mut game, &["thief"]);
    let shown = outcomes(&game);
    assert_eq!(shown.len(), 9);
    assert!(shown.iter().all(|&(_, chance)| chance == 1.0 / 9.0));
    // Two cards of the same value are told apart.
    play(&mut game, &["peek gnarlrock"]);
    let view = game.information_state(Seat(1));
    assert_eq!(view.current_reward().map(|reward| reward.name()), Some("gnarlrock"));
    assert_eq!(game.information_state(Seat(0)).current_reward(), None);
}

/// CC10.2.15: a hand is a multiset; the order in which its cards are named or drawn means nothing.
#[test]
fn the_order_of_a_hand_has_no_meaning() {
    let with_hand = |hand: [&str; 4]| -> CaperCards { state(&json!({"seats": 2, "hands": [hand, null]})) };
    let one = with_hand(["thief", "fixer", "insider", "fixer"]);
    let other = with_hand(["fixer", "insider", "fixer", "thief"]);
    assert_eq!(one, other);
    assert_eq!(one.hand(Seat(0)), Some(crew("fixer fixer thief insider")));
}
