//! What outcomes mean, in short sentences.

use heist_engine::game::Game;
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::{MastersOfTheHeist, Outcome, Standing, Who};

use super::names;

/// What an outcome means.
pub(super) fn sentence(game: &MastersOfTheHeist, outcome: Outcome) -> String {
    match outcome {
        Outcome::Chit(chit) => drawn(game, chit),
        Outcome::Die(face) => match game.roller() {
            Some(who) => rolled(game, who, face),
            None => format!("The die shows {face}."),
        },
    }
}

fn drawn(game: &MastersOfTheHeist, chit: Chit) -> String {
    let Some(hex) = game.drawn_hex() else {
        return format!("The chit is {}; it leaves the game.", names::a_chit(chit));
    };
    let at = game.scenario().hex_tile(hex);
    match chit {
        Chit::Blank => format!("{at} is empty."),
        chit if is_held(game, chit) => format!("{at} holds {} and a Guard.", names::a_chit(chit)),
        chit => format!("{at} holds {}.", names::a_chit(chit)),
    }
}

/// MH5.3h: whether a chit brings a Guard.
fn is_held(game: &MastersOfTheHeist, chit: Chit) -> bool {
    let held = game.scenario().held_by_guard;
    chit.loot().is_some_and(|loot| held & 1 << loot.index() != 0)
}

/// A die, with what a last ditch comes to.
fn rolled(game: &MastersOfTheHeist, who: Who, face: u8) -> String {
    let name = names::first(game, who);
    if game.last_ditch_route().is_none() {
        return format!("{name} rolls {face}.");
    }
    let mut after = *game;
    after.resolve(Outcome::Die(face));
    match (after.standing(who), after.tile_of(who)) {
        (Standing::Busted, Some(at)) => {
            format!("{name} rolls {face} and is Busted on {}.", names::tile(game, at))
        }
        (_, Some(at)) => format!("{name} rolls {face} and reaches {}.", names::tile(game, at)),
        (_, None) => format!("{name} rolls {face}."),
    }
}
