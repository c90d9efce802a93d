//! The deck and the noise marker (4.4 to 4.6, 5.6).

use heist_engine::masters::components::{Crisis, Event};
use heist_engine::masters::deck::{Active, Deck};
use heist_engine::masters::noise;
use heist_engine::masters::scenario::{DeckCard, Scenario};
use heist_engine::masters::tables::{Edition, Tables};

use crate::common::rule_ids::{data_folder, table};

/// A deck of ids, the top card first.
fn deck(ids: &str) -> Deck {
    let cards = ids
        .split(' ')
        .map(|id| id.parse::<DeckCard>().expect("the id of a card"));
    Deck::new(&cards.collect::<Vec<_>>())
}

fn left(deck: &Deck) -> String {
    let ids: Vec<String> = deck.cards().iter().map(DeckCard::to_string).collect();
    ids.join(" ")
}

fn waiting(deck: &Deck) -> String {
    let ids: Vec<&str> = deck.queue().iter().map(|crisis| crisis.name()).collect();
    ids.join(" ")
}

fn active(event: Event) -> Active {
    Active {
        event,
        is_discarded: false,
    }
}

/// So many noises from a position on a track: where the marker is then, and the positions at which alerts were raised.
fn noises(players: usize, mut marker: u8, count: u32) -> (u8, Vec<u8>) {
    let track = Tables::get(Edition::V22).track(players);
    let mut alerts = Vec::new();
    for _ in 0..count {
        if noise::take(&mut marker, track) {
            alerts.push(marker);
        }
    }
    (marker, alerts)
}

/// MH11.1.
#[test]
fn mh11_1_noise() {
    assert_eq!(noises(4, 9, 6), (15, vec![10, 13, 15]));
}

/// MH11.2, H47.
#[test]
fn mh11_2_final_slot() {
    assert_eq!(
        noises(4, 36, 4),
        (38, vec![38, 38]),
        "37 and the arrival on 38 raise nothing"
    );
}

/// MH5.6a, MH3.1d: a whole track, from its start.
#[test]
fn mh5_6a_every_listed_position_raises_one_alert() {
    for players in [3, 4] {
        let track = Tables::get(Edition::V22).track(players);
        let (marker, alerts) = noises(players, noise::START, u32::from(track.last));
        assert_eq!(marker, track.last);
        let listed: Vec<u8> = (0..64).filter(|position| track.alerts() & 1 << position != 0).collect();
        assert_eq!(alerts, listed);
    }
}

/// MH11.3, MH4.5a.
#[test]
fn mh11_3_same_phase_crisis() {
    let mut deck = deck("E15 C2 E16 E17");
    assert_eq!(deck.take_active(), active(Event::E15));
    assert_eq!(waiting(&deck), "C2");
    assert_eq!(left(&deck), "E16 E17");
    assert_eq!(deck.next_crisis(), Some(Crisis::C2));
    assert_eq!(deck.next_crisis(), None);
}

/// MH11.4, MH4.4a, MH4.4b.
#[test]
fn mh11_4_alert_past_a_crisis() {
    let mut deck = deck("E4 C3 E5 E6");
    deck.raise_alert();
    assert_eq!((left(&deck), waiting(&deck)), ("E5 E6".to_owned(), "C3".to_owned()));
    deck.raise_alert();
    assert_eq!(deck.take_active(), active(Event::E6));
    assert_eq!(deck.next_crisis(), Some(Crisis::C3));
}

/// MH11.5, MH4.4a, MH4.4d, MH4.5a.
#[test]
fn mh11_5_empty_deck() {
    let mut deck = deck("E23 E24 Z1");
    deck.raise_alert();
    assert!(!deck.overshoot());
    deck.raise_alert();
    assert_eq!((left(&deck), waiting(&deck)), (String::new(), "Z1".to_owned()));
    assert!(deck.overshoot(), "the last Event was discarded");
    let before = deck;
    deck.raise_alert();
    assert_eq!(deck, before, "a third alert does nothing");
    assert_eq!(
        deck.take_active(),
        Active {
            event: Event::E24,
            is_discarded: true
        }
    );
    assert_eq!(deck.next_crisis(), Some(Crisis::Z1));
}

/// MH4.4d: only alerts of this round count, and only those before EVENT.
#[test]
fn mh4_4d_overshoot_belongs_to_a_round() {
    let mut before = deck("E1 E2 Z1");
    before.raise_alert();
    before.raise_alert();
    assert!(before.overshoot());
    before.begin_round();
    assert!(!before.overshoot(), "cleared each round");
    before.raise_alert();
    assert!(!before.overshoot(), "nothing was discarded");
    let mut during = deck("E1 E2 Z1");
    during.take_active();
    during.raise_alert();
    assert_eq!(left(&during), "");
    assert!(!during.overshoot(), "the alert came in EVENT");
}

/// MH4.4b: several Crises in a row, and at the top when planning ends (H57).
#[test]
fn mh4_4b_crises_on_top_are_queued_in_order() {
    let mut deck = deck("C4 C1 E1 C2 C3 E2 Z1");
    assert_eq!(waiting(&deck), "", "not before planning ends");
    deck.check_top();
    assert_eq!(
        (left(&deck), waiting(&deck)),
        ("E1 C2 C3 E2 Z1".to_owned(), "C4 C1".to_owned())
    );
    deck.raise_alert();
    assert_eq!(
        (left(&deck), waiting(&deck)),
        ("E2 Z1".to_owned(), "C4 C1 C2 C3".to_owned())
    );
    // MH4.6a: first in, first out, also what is queued meanwhile.
    assert_eq!(deck.next_crisis(), Some(Crisis::C4));
    deck.raise_alert();
    let order: Vec<Crisis> = std::iter::from_fn(|| deck.next_crisis()).collect();
    assert_eq!(order, [Crisis::C1, Crisis::C2, Crisis::C3, Crisis::Z1]);
}

/// MH7.8i, H57: the Retiree's Events at any places, also on top.
#[test]
fn mh7_8i_events_are_put_into_the_deck() {
    let mut deck = deck("C2 E1 Z1");
    deck.insert(Event::M1, 2);
    deck.insert(Event::M2, 0);
    assert_eq!(left(&deck), "M2 C2 E1 M1 Z1");
    deck.check_top();
    assert_eq!(waiting(&deck), "", "an Event lies above the Crisis");
    assert_eq!(deck.take_active(), active(Event::M2));
    deck.raise_alert();
    deck.raise_alert();
    assert_eq!(
        deck.take_active(),
        Active {
            event: Event::M1,
            is_discarded: true
        },
        "MH4.5a: the last Event of the deck"
    );
}

/// MH7.10d: the ambush takes its Crisis out of the deck; it has been used if it is no longer there.
#[test]
fn mh7_10d_a_crisis_is_taken_out_of_the_deck() {
    let mut deck = deck("E1 E2 C1 E3 Z1");
    assert!(deck.draw_crisis(Crisis::C1));
    assert_eq!(
        (left(&deck), waiting(&deck)),
        ("E1 E2 E3 Z1".to_owned(), "C1".to_owned())
    );
    assert!(!deck.draw_crisis(Crisis::C1));
    assert_eq!(waiting(&deck), "C1");
}

/// MH3.1c, MH10.13, MH10.14: every deck ends with its final Crisis, however alerts fall.
#[test]
fn mh3_1c_every_deck_can_be_played_to_its_end() {
    for scenario in Scenario::all() {
        for alerts in 0..4 {
            let mut deck = Deck::new(&scenario.deck);
            deck.check_top();
            let mut resolved = Vec::new();
            let mut crises = Vec::new();
            while !matches!(crises.last(), Some(Crisis::Z1 | Crisis::Z2)) {
                deck.begin_round();
                (0..alerts).for_each(|_| deck.raise_alert());
                resolved.push(deck.take_active().event);
                crises.extend(std::iter::from_fn(|| deck.next_crisis()));
                assert!(resolved.len() <= scenario.deck.len(), "{}", scenario.name);
            }
            let printed: Vec<Crisis> = scenario.deck.iter().filter_map(|card| card.crisis()).collect();
            assert_eq!(crises, printed, "{}", scenario.name);
            assert_eq!(left(&deck), "", "{}", scenario.name);
        }
    }
}

/// playtests:*: the recorded noise of a play adds up, and no play was longer than its deck.
#[test]
fn recorded_plays_are_read() {
    let (columns, rows) = table(&data_folder("masters-of-the-heist").join("playtests.csv"));
    assert_eq!(rows.len(), 12);
    for row in rows {
        let text = |column: &str| row[columns.iter().position(|name| name == column).unwrap()].as_str();
        let number = |column: &str| text(column).parse::<u32>().unwrap();
        assert!((7..=9).contains(&number("rounds")), "section 9: {}", text("id"));
        assert!((28..=48).contains(&number("noise_total")), "section 9: {}", text("id"));
        assert!(number("events_in_deck") > number("rounds"), "{}", text("id"));
        let Some((_, noise)) = text("source_note").split_once("noise ") else {
            continue;
        };
        let rounds: Vec<u32> = noise.split(' ').filter_map(|noise| noise.parse().ok()).collect();
        if rounds.len() as u32 >= number("rounds") - 1 && !rounds.is_empty() {
            let sum: u32 = rounds.iter().sum();
            assert!(sum.abs_diff(number("noise_total")) <= 1, "{}: {sum}", text("id"));
        }
    }
}
