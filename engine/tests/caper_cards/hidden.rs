//! Hidden information (section 8): who knows what, exact posteriors, and fillings against every consistent deal.

use std::collections::BTreeMap;

use heist_engine::caper_cards::{Action, CaperCards, Crew, Kind, Outcome, Reward, Setup};
use heist_engine::random::{choose, stream};
use heist_engine::{Fill, Game, Node, Seat};
use heist_testkit::play_randomly;
use serde_json::{Value, json};

use super::support::{
    Step, assert_follows, crew, filled, later, legal, orders, outcomes, play, random_game, row, state,
};

const COMPLICATIONS: [&str; 5] = [
    "",
    "journal",
    "journal coin",
    "journal coin gloomscale",
    "weave_lens bloom coin gloomscale",
];

fn written(state: &CaperCards) -> Value {
    serde_json::to_value(state.position()).expect("JSON")
}

/// Random games, and what each seat sees of every step.
fn views(name: &str, count: u64, mut show: impl FnMut(&CaperCards, Step, &CaperCards, Seat)) {
    for seats in 1..=4 {
        let mut rng = stream(61, name, seats.into());
        for _ in 0..count {
            random_game(&Setup::new(seats), &mut rng, |before, step, after| {
                Seat::all(seats.into()).for_each(|seat| show(before, step, after, seat));
            });
        }
    }
}

/// CC8.2a, CC8.2b, CC8.2c, CC8.2d, CC8.2e: what lies open is the same in every view.
#[test]
fn everybody_knows_what_lies_open() {
    views("open", 150, |_, _, after, seat| {
        let view = after.information_state(seat);
        assert_eq!(
            (
                view.seats(),
                view.printed_risk(),
                view.boss(),
                view.slot(),
                view.row(),
                view.node()
            ),
            (
                after.seats(),
                after.printed_risk(),
                after.boss(),
                after.slot(),
                after.row(),
                after.node()
            )
        );
        assert!(view.plays().eq(after.plays()));
        assert!(view.complications().eq(after.complications()));
        assert_eq!(
            (view.gone(), view.flipped(), view.result()),
            (after.gone(), after.flipped(), after.result())
        );
        assert_eq!(
            (view.deck_size(), view.flip_row_size()),
            (after.deck_size(), after.flip_row_size())
        );
        for other in Seat::all(after.seats()) {
            assert_eq!(view.hand_size(other), after.hand_size(other));
            assert_eq!(view.has_peeked(other), after.has_peeked(other));
        }
    });
}

/// CC8.2f, CC8.2i: a hand is known to its seat alone, to the end of the game. CC8.2g: the current Reward to those who
/// were shown it. CC8.2h: the order of what is not dealt and later Rewards to nobody. CC8.2j, CC8.2k: that is all there
/// is in an information state.
#[test]
fn a_view_holds_the_own_hand_and_the_reward_that_was_shown() {
    for seats in 1..=4u8 {
        let mut rng = stream(62, "private", seats.into());
        for _ in 0..150 {
            let first = CaperCards::new(&Setup::new(seats)).expect("a playable setup");
            // A world in which everything is fixed.
            let world = filled(first, Fill::All, &mut rng);
            for (world, _) in play_randomly(world, &mut rng) {
                for seat in Seat::all(seats.into()) {
                    let view = world.information_state(seat);
                    for other in Seat::all(seats.into()) {
                        let expected = world.hand(other).filter(|_| other == seat);
                        assert_eq!(view.hand(other), expected);
                    }
                    let json = written(&view);
                    assert_eq!(json.get("deck"), None);
                    let pile = json["pile"].as_array().map_or(0, Vec::len);
                    let is_over = world.node() == Node::Terminal;
                    let is_shown = world.has_peeked(seat) && !is_over;
                    assert_eq!(pile, usize::from(is_shown));
                    if is_shown {
                        assert_eq!(view.current_reward(), world.current_reward());
                    }
                    assert_eq!(view.information_state(seat), view);
                }
            }
        }
    }
}

/// CC8.2f, CC8.2g, CC8.2j: cards that come to others are seen by nobody else, nor Rewards shown to them; what is
/// flipped and revealed is seen by all. A peek does not outlive its heist.
#[test]
fn chance_is_seen_by_those_it_is_for() {
    views("observed", 150, |before, step, after, seat| {
        let Step::Chance(outcome) = step else { return };
        let seen = before.observed(outcome, seat);
        let grew = after.hand_size(seat) > before.hand_size(seat);
        let expected = match outcome {
            Outcome::Deal(_) if !grew => Outcome::Deal(None),
            Outcome::Draw(_) if !grew => Outcome::Draw(None),
            Outcome::Peek(_) if !after.has_peeked(seat) => Outcome::Peek(None),
            _ => outcome,
        };
        assert_eq!(seen, expected);
        let mut view = before.information_state(seat);
        view.resolve(seen);
        assert_eq!(view, after.information_state(seat));
        if let Outcome::Reveal(_) = outcome
            && after.heists_won() > before.heists_won()
        {
            assert!(!after.has_peeked(seat));
            assert_eq!(after.information_state(seat).current_reward(), None);
        }
    });
}

/// CC8.3b, CC8.3c, CC8.3d, CC8.3e, CC8.2d: the sizes of the hidden zones at the start of every heist.
#[test]
fn hidden_zones_have_the_sizes_of_the_table() {
    let mut rng = stream(63, "sizes", 0);
    for seats in 1..=4u8 {
        for (won, complications) in COMPLICATIONS.iter().enumerate() {
            let round = won + 1;
            if seats > 2 && round == 5 {
                continue;
            }
            // Hand, each other's hand, flip row, deck, unseen.
            let expected = match seats {
                4 => (6 - round, 6 - round, 0, 4, 22 - 3 * round),
                3 => (6 - round, 6 - round, 0, 10 - round, 22 - 3 * round),
                2 => (4, 4, 0, 20 - 4 * round, 24 - 4 * round),
                _ => (4, 0, 12 - 2 * round, 12 - 2 * round, 24 - 4 * round),
            };
            let world = filled(later(seats, complications, ""), Fill::Private, &mut rng);
            for seat in Seat::all(seats.into()) {
                let view = world.information_state(seat);
                let other = Seat::all(seats.into()).find(|&other| other != seat);
                let found = (
                    view.hand_size(seat),
                    other.map_or(0, |other| view.hand_size(other)),
                    view.flip_row_size(),
                    view.deck_size(),
                    view.unseen_crew().len(),
                );
                assert_eq!(found, expected, "{seats} players, heist {round}");
                assert_eq!(view.unseen_rewards().len(), 9 - won);
            }
        }
    }
}

/// CC8.3g, CC8.1d, CC8.1e: flips and own draws are each kind by its unseen copies.
#[test]
fn flips_and_draws_follow_the_unseen_copies() {
    let mut seen = 0;
    views("copies", 200, |before, step, _, seat| {
        let view = before.information_state(seat);
        let (unseen, kind): (Crew, fn(Outcome) -> Option<Kind>) = match step {
            Step::Chance(Outcome::Flip(_)) => (view.unseen_crew(), |outcome| match outcome {
                Outcome::Flip(kind) => Some(kind),
                _ => None,
            }),
            Step::Chance(Outcome::Draw(_)) => (view.unseen_crew(), |outcome| match outcome {
                Outcome::Draw(kind) => kind,
                _ => None,
            }),
            _ => return,
        };
        let found = outcomes(&view);
        if found.len() == 1 && kind(found[0].0).is_none() {
            // Somebody else's draw.
            assert!(matches!(found[0], (Outcome::Draw(None), 1.0)));
            return;
        }
        seen += 1;
        assert!(
            found
                .iter()
                .map(|&(outcome, _)| kind(outcome))
                .eq(unseen.kinds().map(Some))
        );
        for (outcome, chance) in found {
            let copies = unseen.count(kind(outcome).expect("a card"));
            assert!((chance - f64::from(copies) / unseen.len() as f64).abs() < 1e-12);
        }
    });
    assert!(seen > 1000, "{seen} flips and draws");
}

/// CC8.3g: a partner's card, an unused card, the next flip and the next draw have the same chances.
#[test]
fn every_hidden_card_has_the_same_chances() {
    let mut rng = stream(64, "any hidden card", 0);
    let game = state(&json!({
        "seats": 3,
        "heists": [{"plays": ["fixer", "fixer", "insider"]}],
        "hands": [["fcg", "fcg", "muscle", "chetney"], null, null]
    }));
    let unseen = game.unseen_crew();
    let chances: BTreeMap<Kind, f64> = unseen
        .kinds()
        .map(|kind| (kind, f64::from(unseen.count(kind)) / unseen.len() as f64))
        .collect();
    let (mut of_hand, mut of_deck) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..20_000 {
        let world = filled(game, Fill::All, &mut rng);
        let hand: Vec<Kind> = world.hand(Seat(2)).expect("it is filled").cards().collect();
        *of_hand.entry(choose(&mut rng, &hand)).or_default() += 1;
        let last: Kind = written(&world)["deck"][7]
            .as_str()
            .and_then(|name| name.parse().ok())
            .expect("a card");
        *of_deck.entry(last).or_default() += 1;
    }
    assert_follows(&of_hand, &chances);
    assert_follows(&of_deck, &chances);
}

/// What a filled world hides from a seat: others' hands, the deck and the pile.
fn secrets(world: &CaperCards) -> (Vec<Crew>, Vec<Kind>, Vec<Reward>) {
    let json = written(world);
    let cards = |name: &str| -> Vec<String> {
        let list = json.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    (
        Seat::all(world.seats()).filter_map(|seat| world.hand(seat)).collect(),
        cards("deck").iter().map(|name| name.parse().expect("a card")).collect(),
        cards("pile")
            .iter()
            .map(|name| name.parse().expect("a Reward"))
            .collect(),
    )
}

/// Every deal of the Crew that a view allows, by the physical cards, with its probability (CC8.3a).
fn deals(view: &CaperCards) -> BTreeMap<(Vec<Crew>, Vec<Kind>), f64> {
    let unseen: Vec<Kind> = view.unseen_crew().cards().collect();
    let all = orders(&unseen);
    let share = 1.0 / all.len() as f64;
    let mut deals = BTreeMap::new();
    for order in all {
        let mut cards = order.into_iter();
        let hands = Seat::all(view.seats()).map(|seat| {
            let known = view.hand(seat);
            known.unwrap_or_else(|| cards.by_ref().take(view.hand_size(seat)).collect())
        });
        let hands: Vec<Crew> = hands.collect();
        *deals.entry((hands, cards.collect())).or_default() += share;
    }
    deals
}

/// Fillings of a view against all deals: each as often as its physical orders, and each one a world that looks to the
/// seat as the view does, from which the view is played on to the end.
fn assert_fillings_are_uniform(view: &CaperCards, seat: Seat, draws: u64) {
    let deals = deals(view);
    let mut rng = stream(65, "fillings", view.key());
    let mut piles: BTreeMap<Vec<Reward>, u64> = BTreeMap::new();
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        let world = filled(*view, Fill::All, &mut rng);
        assert_eq!(world.information_state(seat), *view);
        let (hands, deck, pile) = secrets(&world);
        *counts.entry((hands, deck)).or_default() += 1;
        *piles.entry(pile).or_default() += 1;
    }
    assert_follows(&counts, &deals);
    // CC8.3h: the pile likewise.
    let left = usize::from(view.table().heists) - view.heists_won() - usize::from(view.current_reward().is_some());
    let unseen = view.unseen_rewards().len();
    let count: usize = (0..left).map(|taken| unseen - taken).product();
    assert!(piles.keys().all(|pile| {
        let hidden = &pile[pile.len() - left..];
        hidden.iter().all(|&reward| view.unseen_rewards().has(reward))
    }));
    let chances = piles.keys().map(|pile| (pile.clone(), 1.0 / count as f64)).collect();
    assert_follows(&piles, &chances);
}

/// CC8.3a, CC8.3f: two players in their fourth heist: three cards of the partner, four of the deck, two Rewards to
/// come.
#[test]
fn fillings_are_uniform_late_in_a_game_of_two() {
    let mut game = later(2, "weave_lens bloom coin", "");
    let mut rng = stream(66, "two", 0);
    // The Boss of the fourth heist is seat 2.
    assert_eq!(game.boss(), Seat(1));
    game = filled(game, Fill::Private, &mut rng);
    let action = legal(&game)[0];
    game.apply(action);
    let view = game.information_state(Seat(0));
    assert_eq!(
        (view.unseen_crew().len(), view.deck_size(), view.hand_size(Seat(1))),
        (7, 4, 3)
    );
    assert_fillings_are_uniform(&view, Seat(0), 40_000);
}

/// CC8.3a, CC8.3f: three players in their last heist, before the last hand play: a card of each other and five of the
/// deck.
#[test]
fn fillings_are_uniform_in_the_last_heist_of_three() {
    let game = later(3, "journal coin gloomscale", "fixer insider thief");
    // The Boss is seat 1 again; seat 2 played the Thief, so seat 3 was shown the Reward.
    assert_eq!((game.boss(), game.node()), (Seat(0), Node::Decision(Seat(2))));
    let mut json = written(&game);
    json["hands"][2] = json!(["mastermind", "mastermind"]);
    json["pile"] = json!(["mask"]);
    let view = state(&json);
    assert_eq!((view.unseen_crew().len(), view.deck_size()), (7, 5));
    assert!(view.has_peeked(Seat(2)) && view.current_reward() == Some(Reward::Mask));
    assert_fillings_are_uniform(&view, Seat(2), 40_000);
}

/// CC8.3a, CC8.3m: alone before the last heist: two cards of the flip row and two of the deck.
#[test]
fn fillings_are_uniform_before_the_last_heist_alone() {
    let game = later(1, "weave_lens bloom coin gloomscale", "");
    let mut rng = stream(67, "alone", 0);
    let view = filled(game, Fill::Private, &mut rng).information_state(Seat(0));
    assert_eq!(
        (view.unseen_crew().len(), view.flip_row_size(), view.deck_size()),
        (4, 2, 2)
    );
    assert_fillings_are_uniform(&view, Seat(0), 10_000);
}

/// CC8.3a: each deal that the counts allow is a world that looks the same, whatever partners did: the record is no
/// constraint on it.
#[test]
fn every_deal_of_the_unseen_cards_is_consistent() {
    let game = later(3, "journal coin gloomscale", "fixer insider fixer");
    let mut json = written(&game);
    json["hands"][2] = json!(["mastermind", "mastermind"]);
    let view = state(&json);
    for (hands, deck) in deals(&view).into_keys() {
        let names = |cards: Vec<Kind>| cards.iter().map(Kind::to_string).collect::<Vec<_>>();
        json["hands"] = hands.iter().map(|hand| names(hand.cards().collect())).collect();
        json["deck"] = json!(names(deck));
        assert_eq!(state(&json).information_state(Seat(2)), view);
    }
}

/// CC8.3k: with four players four cards stay unseen, so a partner's hand is never certain.
#[test]
fn partners_hands_are_never_certain_with_four_players() {
    views("never certain", 100, |_, step, after, seat| {
        if after.seats() == 4 && !matches!(step, Step::Chance(Outcome::Deal(_))) {
            let view = after.information_state(seat);
            let others: usize = Seat::all(4)
                .filter(|&other| other != seat)
                .map(|other| view.hand_size(other))
                .sum();
            assert_eq!(view.unseen_crew().len(), others + 4);
        }
    });
}

/// CC8.3h, CC8.3l: a seat that was not shown the Reward holds every unseen one for equally likely, also when a partner
/// was shown it; the peeker knows it.
#[test]
fn another_seats_peek_says_nothing_about_the_reward() {
    let mut game = state(&json!({
        "seats": 4,
        "hands": [["thief", "fixer", "fixer", "insider", "insider"], ["fcg", "fcg", "grifter", "muscle", "fixer"],
            ["thief", "chetney", "chetney", "muscle", "grifter"],
            ["fcg", "mastermind", "mastermind", "grifter", "muscle"]]
    }));
    play(
        &mut game,
        &["thief", "peek coin", "grifter", "grifter", "muscle:disc:grifter"],
    );
    for seat in Seat::all(4) {
        let view = game.information_state(seat);
        let revealed = outcomes(&view);
        if seat == Seat(1) {
            assert_eq!(revealed, [(Outcome::Reveal(Reward::Coin), 1.0)]);
            continue;
        }
        assert_eq!(view.unseen_rewards().len(), 9);
        assert_eq!(revealed.len(), 9);
        assert!(revealed.iter().all(|&(_, chance)| chance == 1.0 / 9.0));
    }
    // A filling for one of them holds some Reward that the peeker was shown.
    let mut rng = stream(68, "shown", 0);
    let world = filled(game.information_state(Seat(0)), Fill::Private, &mut rng);
    assert!(world.current_reward().is_some());
}

/// CC8.3m: alone, nothing is hidden from a partner: filling in what is private changes nothing.
#[test]
fn alone_there_is_nothing_private() {
    let mut rng = stream(69, "solo", 0);
    for _ in 0..100 {
        let mut fill_rng = stream(70, "solo fillings", 0);
        random_game(&Setup::new(1), &mut rng, |_, _, after| {
            let view = after.information_state(Seat(0));
            assert_eq!(filled(view, Fill::Private, &mut fill_rng), view);
        });
    }
}

/// CC8.1g: chance may be fixed at setup: then each node has one outcome, and the game is one that lazy draws could
/// give.
#[test]
fn a_filled_world_leaves_nothing_to_chance() {
    for seats in 1..=4 {
        let mut rng = stream(71, "filled", seats.into());
        for _ in 0..100 {
            let first = CaperCards::new(&Setup::new(seats)).expect("a playable setup");
            let (world, mut lazy) = (filled(first, Fill::All, &mut rng), first);
            for (world, step) in play_randomly(world, &mut rng) {
                match step {
                    Some(Step::Chance(outcome)) => {
                        assert_eq!(outcomes(&world), [(outcome, 1.0)]);
                        lazy.try_resolve(outcome).expect("a lazy draw may bring it");
                    }
                    Some(Step::Action(_, action)) => lazy.try_apply(action).expect("it is legal there, too"),
                    None => assert_eq!(world.result(), lazy.result()),
                }
            }
        }
    }
}

/// CC8.2k: what a seat may act on does not change with what it does not know.
#[test]
fn worlds_that_a_seat_cannot_tell_apart_look_the_same() {
    let hands = |second: [&str; 4]| {
        state(&json!({
            "seats": 2,
            "heists": [{"plays": ["chetney:six"]}],
            "hands": [["thief", "fixer", "insider"], second],
        }))
    };
    let one = hands(["fcg", "fcg", "muscle", "grifter"]);
    let other = hands(["fixer", "fixer", "mastermind", "insider"]);
    assert_ne!(one, other);
    assert_eq!(one.information_state(Seat(0)), other.information_state(Seat(0)));
    assert_eq!(one.information_key(Seat(0)), other.information_key(Seat(0)));
    assert_ne!(one.information_state(Seat(1)), other.information_state(Seat(1)));
}

/// CC8.3i, CC10.2.16, H15: fillings do not weigh what partners chose: a play that a convention could give a meaning to
/// leaves the same posterior.
#[test]
fn fillings_do_not_read_anything_into_what_partners_chose() {
    let after = |option: &str| {
        state(&json!({
            "seats": 4,
            "heists": [{"plays": [option]}],
            "hands": [null, ["thief", "fixer", "insider", "fcg", "muscle"], null, null]
        }))
    };
    for number in 0..100 {
        let hands = |option: &str| {
            let mut rng = stream(number, "choices", 0);
            secrets(&filled(after(option), Fill::Private, &mut rng)).0
        };
        assert_eq!(hands("chetney:six"), hands("chetney:nine"));
    }
}

/// CC8.3i: the posterior under a model of the partner is that of the fillings, weighted by how likely the model plays
/// what was played from the hand rebuilt of what is held and was played. The fillings deal physical cards and an action
/// names a kind: of a kind that the rebuilt hand has k times each copy is played with a k-th of the model's
/// probability.
#[test]
fn a_model_of_the_partner_weighs_the_fillings() {
    let view = state(&json!({
        "seats": 2,
        "hands": [null, ["fcg", "thief", "insider", "insider"]]
    }));
    let mut rng = stream(72, "model", 0);
    // A partner who plays any legal action; what is left of the hands that began with a Fixer.
    let mut counts: BTreeMap<Crew, u64> = BTreeMap::new();
    let mut after = None;
    for _ in 0..300_000 {
        let mut world = filled(view, Fill::Private, &mut rng);
        let action = choose(&mut rng, &legal(&world));
        if action == Action::Fixer {
            world.apply(action);
            *counts.entry(world.hand(Seat(0)).expect("it is filled")).or_default() += 1;
            after = Some(world.information_state(Seat(1)));
        }
    }
    let after = after.expect("some hands have a Fixer");
    // By its size, copies and branching: the same hands from the view after the play.
    let last = after.plays().next_back().expect("one play");
    assert!(!last.is_flip && last.seat == Seat(0));
    let unseen = after.unseen_crew();
    let mut weights: BTreeMap<Crew, f64> = BTreeMap::new();
    for &hand in counts.keys() {
        let ways: f64 = Kind::ALL
            .into_iter()
            .map(|kind| choose_of(unseen.count(kind), hand.count(kind)))
            .product();
        let mut rebuilt = hand;
        rebuilt.add(last.action.kind());
        let before = state(&json!({
            "seats": 2,
            "hands": [rebuilt.cards().map(|kind| kind.to_string()).collect::<Vec<_>>(), null]
        }));
        let copies = f64::from(rebuilt.count(last.action.kind()));
        weights.insert(hand, ways / legal(&before).len() as f64 / copies);
    }
    // Rare hands together.
    let sum: f64 = weights.values().sum();
    let draws: u64 = counts.values().sum();
    let is_rare = |hand: &Crew| weights[hand] / sum * (draws as f64) < 20.0;
    let (mut common, mut expected) = (BTreeMap::new(), BTreeMap::new());
    for (&hand, &weight) in &weights {
        let key = if is_rare(&hand) { None } else { Some(hand) };
        *expected.entry(key).or_insert(0.0) += weight / sum;
        *common.entry(key).or_insert(0) += counts[&hand];
    }
    assert!(expected.len() > 30, "{} hands", expected.len());
    assert_follows(&common, &expected);
    // Unweighted it is another distribution: hands that leave many options are less likely after a Fixer.
    let plain: f64 = weights.keys().map(|&hand| hypergeometric(unseen, hand)).sum();
    let wide = crew("chetney mastermind muscle");
    assert!(weights[&wide] / sum < hypergeometric(unseen, wide) / plain);
}

/// n over k.
fn choose_of(n: u8, k: u8) -> f64 {
    (0..k).map(|step| f64::from(n - step) / f64::from(step + 1)).product()
}

/// CC8.3f: the chance of a hidden hand.
fn hypergeometric(unseen: Crew, hand: Crew) -> f64 {
    let ways: f64 = Kind::ALL
        .into_iter()
        .map(|kind| choose_of(unseen.count(kind), hand.count(kind)))
        .product();
    ways / choose_of(unseen.len() as u8, hand.len() as u8)
}

/// CC8.3f: hands that are filled in are hypergeometric.
#[test]
fn hidden_hands_are_hypergeometric() {
    let view = state(&json!({
        "seats": 3,
        "heists": [{"plays": ["fixer", "muscle:disc:fixer", "muscle:disc:muscle"]}],
        "hands": [null, null, ["fcg", "fcg", "thief", "insider", "insider"]]
    }));
    assert_eq!(view.row(), row("muscle"));
    let unseen = view.unseen_crew();
    let mut rng = stream(73, "hands", 0);
    let mut counts = BTreeMap::new();
    for _ in 0..60_000 {
        let world = filled(view, Fill::Private, &mut rng);
        // What the Boss has of three kinds.
        let hand = world.hand(Seat(0)).expect("it is filled");
        *counts
            .entry([Kind::Chetney, Kind::Fcg, Kind::Thief].map(|kind| hand.count(kind)))
            .or_default() += 1;
    }
    let mut chances = BTreeMap::new();
    let rest = unseen.len() as u8
        - [Kind::Chetney, Kind::Fcg, Kind::Thief]
            .map(|kind| unseen.count(kind))
            .iter()
            .sum::<u8>();
    for a in 0..=unseen.count(Kind::Chetney) {
        for b in 0..=unseen.count(Kind::Fcg) {
            for c in 0..=unseen.count(Kind::Thief) {
                let size = view.hand_size(Seat(0)) as u8;
                if let Some(others) = size.checked_sub(a + b + c) {
                    let ways = choose_of(unseen.count(Kind::Chetney), a)
                        * choose_of(unseen.count(Kind::Fcg), b)
                        * choose_of(unseen.count(Kind::Thief), c)
                        * choose_of(rest, others);
                    chances.insert([a, b, c], ways / choose_of(unseen.len() as u8, size));
                }
            }
        }
    }
    assert_follows(&counts, &chances);
}
