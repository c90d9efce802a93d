//! Answers to what the rules ask, in short sentences.

use heist_engine::board::hexes::Side;
use heist_engine::game::Game;
use heist_engine::masters::components::Event;
use heist_engine::masters::noise::take;
use heist_engine::masters::{Action, MastersOfTheHeist, Tile, Who};

use super::names;

/// What an answer means; none of actions that answer nothing.
pub(super) fn sentence(game: &MastersOfTheHeist, action: Action) -> Option<String> {
    let decider = names::decider(game);
    let first = |who| names::first(game, who);
    let across = |side| names::across(game, game.deciding(), side);
    Some(match action {
        Action::Next(at) => format!("Reveal {at} next."),
        Action::Keep => match game.drawn_chit() {
            Some(chit) => format!("Keep the {}.", names::chit(chit)),
            None => "Keep the chit.".to_owned(),
        },
        Action::Blank(who) => format!(
            "{} pays 1 idea and 1 noise: a blank replaces the {}.",
            first(who),
            game.drawn_chit().map_or("chit", names::chit)
        ),
        Action::Chase(at, side) => match Tile::at(at.place().beside(side)) {
            Some(to) => format!("The Dog on {at} chases to {to}."),
            None => format!("The Dog on {at} chases."),
        },
        Action::Rewire(at) => format!("{decider} rewires a Camera on {at}, and guards there are subdued."),
        Action::Toss(piece, side, steps) => {
            format!(
                "{decider} tosses {} to {}.",
                names::a_piece(piece),
                landing(game, side, steps)
            )
        }
        Action::Lift(who, at) => format!("Move the planning token of {} from {at}.", names::who(game, who)),
        Action::Token(at) => format!("The planning token goes to {at}."),
        Action::Off => "The planning token leaves the map.".to_owned(),
        Action::GiveIdeas(who, count) => format!("{decider} gives {} {}.", names::who(game, who), names::ideas(count)),
        Action::Divert => "Discard a Diversion token instead of the noise.".to_owned(),
        Action::Noise => noise(game),
        Action::Victim(who) => format!("{} troubles {}.", names::first(game, Who::NPC), names::who(game, who)),
        Action::LoseIdea => format!("{decider} loses 1 idea."),
        Action::TakeNoise => "The team takes 2 noise.".to_owned(),
        Action::Accept if game.chooses_guard_on().is_some() => {
            format!("{decider} subdues one of the four starting Guards.")
        }
        Action::Decline if game.chooses_guard_on().is_some() => {
            format!("{decider} subdues a Guard that came later.")
        }
        Action::Accept => format!("{decider} takes 1 idea for 1 noise."),
        Action::Decline => decline(game),
        Action::Give(who) => format!("{} takes 1 idea for 1 noise.", first(who)),
        Action::Transfer(giver, taker, count) => format!(
            "{} gives {} {}{}.",
            first(giver),
            names::who(game, taker),
            names::ideas(count),
            transfer_noise(game, count)
        ),
        Action::Penny => format!("{decider} discards the Lucky Penny instead of an idea."),
        Action::Put(piece, side) => format!("{decider} puts {} on {}.", names::a_piece(piece), across(side)),
        Action::Lock(at) => format!("Put a Lock on {at}."),
        Action::Reinforce(at) => format!("The Reinforcements on {at} come next."),
        Action::TargetCharacter(who) => format!("The Dog goes for {}.", names::who(game, who)),
        Action::TargetHex(at) => format!("The Dog goes for the loot on {at}."),
        Action::Dog(at) => format!("The Dog runs on to {at}."),
        Action::Counts(who) => format!("{} counts as escaped.", first(who)),
        _ => return None,
    })
}

/// Where a piece lands that is tossed so many steps.
fn landing(game: &MastersOfTheHeist, side: Side, steps: u8) -> String {
    let at = game.deciding().and_then(|who| game.tile_of(who));
    let end = at.map(|at| (0..steps).fold(at.place(), |place, _| place.beside(side)));
    match end.and_then(Tile::at) {
        Some(to) => to.to_string(),
        None => names::across(game, game.deciding(), side),
    }
}

/// MH5.6a: one noise with the alert that it raises.
fn noise(game: &MastersOfTheHeist) -> String {
    let track = game.tables().track(game.player_count());
    let mut marker = game.marker();
    let raises = take(&mut marker, track);
    if raises {
        "Take the noise, which raises an alert.".to_owned()
    } else {
        "Take the noise.".to_owned()
    }
}

/// What is turned down.
fn decline(game: &MastersOfTheHeist) -> String {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    match legal.first() {
        Some(Action::Accept) => format!("{} takes no idea.", names::decider(game)),
        Some(Action::Give(_)) => "Nobody takes an idea.".to_owned(),
        _ => "Nobody gives ideas.".to_owned(),
    }
}

/// MH7.4m: the noise of ideas that are passed on in the Event of that name.
fn transfer_noise(game: &MastersOfTheHeist, count: u8) -> String {
    match game.active_event() {
        Some(Event::E17) => format!(", with {count} noise"),
        _ => String::new(),
    }
}
