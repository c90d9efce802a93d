//! What a person may set in a position.

use super::action::Action;
use super::components::{Kind, Reward};
use super::state::{CaperCards, SEATS};
use crate::describe::{Fact, Picker};
use crate::game::Game;

/// The facts of a position with as many heists as the state's, and the next one.
pub(super) fn of(state: &CaperCards) -> Vec<Fact> {
    let game = "The game";
    let mut facts = vec![
        Fact::new("/game", game, "Game", Picker::one([CaperCards::ID])),
        Fact::new("/seats", game, "Players", Picker::number(1, SEATS as i64)),
        Fact::new("/risk", game, "Risk", Picker::number(11, 12)),
        Fact::new("/first", game, "First Boss", Picker::number(1, i64::from(state.seats))),
    ];
    let heists = usize::from(state.table().heists);
    for place in 0..heists {
        let group = format!("Heist {}", place + 1);
        let plays = list(Action::ALL, true, true);
        facts.push(Fact::new(
            format!("/heists/{place}/plays"),
            &group,
            "Cards played, in order",
            plays,
        ));
        facts.push(Fact::new(
            format!("/heists/{place}/reward"),
            &group,
            "Reward",
            Picker::one(Reward::ALL),
        ));
    }
    let now = "This heist";
    facts.push(Fact::new(
        "/flipped",
        now,
        "Card flipped that waits for its option",
        Picker::one(Kind::ALL),
    ));
    facts.push(Fact::new(
        "/peeking",
        now,
        "The Reward is about to be shown",
        Picker::YesNo,
    ));
    for seat in 0..usize::from(state.seats) {
        let hand = Fact::new(
            format!("/hands/{seat}"),
            format!("Player {}", seat + 1),
            "Hand",
            list(Kind::ALL, false, true),
        );
        facts.push(hand.at(format!("seat={}", seat + 1)));
    }
    let hidden = "What is known of the piles";
    facts.push(Fact::new(
        "/pile",
        hidden,
        "Rewards to come, the current one first",
        list(Reward::ALL, true, false),
    ));
    facts.push(
        Fact::new(
            "/deck",
            hidden,
            "All cards to come, in order",
            list(Kind::ALL, true, true),
        )
        .rare(),
    );
    facts
}

fn list<T: ToString>(options: impl IntoIterator<Item = T>, is_ordered: bool, repeats: bool) -> Picker {
    Picker::List {
        options: options.into_iter().map(|option| option.to_string()).collect(),
        is_ordered,
        repeats,
    }
}
