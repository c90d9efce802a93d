//! What actions and outcomes point at in the picture.

use std::collections::BTreeSet;

use heist_engine::board::hexes::Side;
use heist_engine::masters::{Action, Commit, MastersOfTheHeist, Outcome, Tile, Way, Who};

use super::things::places;

/// What an action points at: tiles, then characters, then the deck.
pub(super) fn of_action(game: &MastersOfTheHeist, action: Action) -> Vec<String> {
    let shown: BTreeSet<Tile> = places(game).into_iter().map(|(at, _)| at).collect();
    let tiles = tiles(game, action).into_iter().filter(|at| shown.contains(at));
    let tiles: BTreeSet<Tile> = tiles.collect();
    let characters: BTreeSet<Who> = characters(game, action).into_iter().collect();
    let deck = matches!(action, Action::Insert(..)).then(|| "deck=events".to_owned());
    let tiles = tiles.into_iter().map(|at| format!("cell={at}"));
    tiles
        .chain(characters.into_iter().map(|who| format!("character={who}")))
        .chain(deck)
        .collect()
}

/// The tiles that an action names or acts on.
fn tiles(game: &MastersOfTheHeist, action: Action) -> Vec<Tile> {
    let own = game.deciding().and_then(|who| game.tile_of(who));
    let beside = |at: Option<Tile>, side: Side| at.and_then(|at| Tile::at(at.place().beside(side)));
    let found = match action {
        Action::Visage(at)
        | Action::BuildingSchematics(at)
        | Action::Mayor(_, at)
        | Action::PlaceIdea(at)
        | Action::Start(_, at)
        | Action::Token(at)
        | Action::Move(at)
        | Action::Unlock(at)
        | Action::Subdue(at, _)
        | Action::Disable(at)
        | Action::Reveal(at)
        | Action::Door(at)
        | Action::VentCrawl(at)
        | Action::Codes(at)
        | Action::Lift(_, at)
        | Action::Rewire(at)
        | Action::Next(at)
        | Action::Lock(at)
        | Action::Reinforce(at)
        | Action::TargetHex(at)
        | Action::Dog(at)
        | Action::Step(at)
        | Action::PickUnderPressure(at)
        | Action::Commit(Commit::FancyCardFlick(at)) => Some(at),
        Action::Tunnel(at, side) | Action::Shift(at, side) | Action::Chase(at, side) => {
            return [Some(at), beside(Some(at), side)].into_iter().flatten().collect();
        }
        Action::Take(_, Way::Side(side))
        | Action::Drop(_, Way::Side(side))
        | Action::Put(_, side)
        | Action::Toss(_, side, 1)
        | Action::Commit(Commit::Breach(side) | Commit::KillPixels(side)) => beside(own, side),
        Action::Toss(_, side, _) => beside(beside(own, side), side),
        Action::Take(_, Way::Here)
        | Action::Drop(_, Way::Here)
        | Action::Bank(_)
        | Action::Crack(_)
        | Action::Server
        | Action::TakeIdea
        | Action::Capture
        | Action::Story => own,
        Action::Keep | Action::Blank(_) => game.drawn_hex().map(|hex| game.scenario().hex_tile(hex)),
        _ => None,
    };
    found.into_iter().collect()
}

/// The characters that an action names.
fn characters(game: &MastersOfTheHeist, action: Action) -> Vec<Who> {
    match action {
        Action::Buy(_, who)
        | Action::Machinist(who)
        | Action::Mayor(who, _)
        | Action::Start(who, _)
        | Action::Act(who)
        | Action::Pass(_, who)
        | Action::OldFriend(who)
        | Action::Lift(who, _)
        | Action::GiveIdeas(who, _)
        | Action::Blank(who)
        | Action::Victim(who)
        | Action::Give(who)
        | Action::TargetCharacter(who)
        | Action::Pinch(who)
        | Action::Counts(who)
        | Action::Commit(Commit::Autopwn(who, _) | Commit::Exploit(who, _)) => vec![who],
        Action::Transfer(giver, taker, _) => vec![giver, taker],
        Action::Commit(_)
        | Action::Idea
        | Action::Loot
        | Action::EfficientPicker
        | Action::BetterWays
        | Action::Larcenist
        | Action::Swindler
        | Action::ChangeOfPlans
        | Action::NewPlan
        | Action::LoseIdea
        | Action::Accept
        | Action::Penny
        | Action::LastDitch
        | Action::Roll
        | Action::Initial
        | Action::Leftover => game.deciding().into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What an outcome points at: the hex and the kind in the bag, or the character that rolls.
pub(super) fn of_outcome(game: &MastersOfTheHeist, outcome: Outcome) -> Vec<String> {
    match outcome {
        Outcome::Chit(chit) => {
            let hex = game.drawn_hex().map(|hex| game.scenario().hex_tile(hex));
            let hex = hex.map(|at| format!("cell={at}"));
            hex.into_iter().chain([format!("bag={chit}")]).collect()
        }
        Outcome::Die(_) => game
            .roller()
            .map(|who| format!("character={who}"))
            .into_iter()
            .collect(),
    }
}
