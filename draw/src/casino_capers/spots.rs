//! What actions point at in the picture.

use std::collections::BTreeSet;

use heist_engine::board::Cell;
use heist_engine::casino_capers::{Action, CasinoCapers, Face, Gear, Use};

use super::finale;
use super::remarks::{here, other_floor};

/// The cells of its notation and others that it acts on, the players whom it names, the deck and the card.
pub(super) fn of(game: &CasinoCapers, action: Action) -> Vec<String> {
    let notation = action.to_string();
    let named = notation.split(' ').filter_map(|word| word.parse::<Cell>().ok());
    let cells: BTreeSet<Cell> = named.chain(implied(game, action)).collect();
    let cells = cells.into_iter().map(|cell| format!("cell={cell}"));
    let players = players(action)
        .into_iter()
        .map(|player| format!("player={}", player + 1));
    let deck = match action {
        Action::Deck(floor) | Action::Use(Use::InsideLine(floor) | Use::FakeSchedule(floor)) => Some(floor),
        _ => None,
    };
    let deck = deck.map(|floor| format!("deck=patrol-{}", floor + 1));
    let card = card(action).map(|card| format!("gear={card}"));
    cells.chain(players).chain(deck).chain(card).collect()
}

/// Cells that are acted on though the notation does not name them.
fn implied(game: &CasinoCapers, action: Action) -> Vec<Cell> {
    let at = match action {
        Action::Escalator
        | Action::RideZipLine
        | Action::ThrowDown
        | Action::RemoveSwat
        | Action::Use(Use::Trapeze) => here(game).map(other_floor),
        Action::Clear | Action::Mole | Action::ZipLine | Action::Lights | Action::GetIn | Action::Steak => here(game),
        Action::SendDie | Action::Roll => finale::find(game, Face::SAFE),
        Action::Use(Use::Crybaby(on)) => Some(other_floor(on)),
        Action::Use(Use::Barricade(floor, from, to)) => {
            let squares = [from, to].map(|wall| wall.squares());
            let all = squares.into_iter().flat_map(|(first, second)| [first, second]);
            return all.map(|square| Cell::new(floor.into(), square)).collect();
        }
        _ => None,
    };
    at.into_iter().collect()
}

/// The players whom an action names, from 0.
fn players(action: Action) -> Vec<u8> {
    match action {
        Action::TakeHeat(_, player)
        | Action::GiveAction(_, player)
        | Action::Hunt(player)
        | Action::Player(player)
        | Action::Use(Use::Contortion(player) | Use::Earpiece(player, _) | Use::Disguise(player)) => vec![player],
        Action::Use(Use::WalkAndTalk(first, second)) => vec![first, second],
        _ => Vec::new(),
    }
}

/// The card that lies in front of a player.
fn card(action: Action) -> Option<Gear> {
    match action {
        Action::Prep(card)
        | Action::TakeHeat(card, _)
        | Action::GiveAction(card, _)
        | Action::MakeCommotion(card, _)
        | Action::Discard(card) => Some(card),
        Action::Use(how) => Some(how.card()),
        _ => None,
    }
}
