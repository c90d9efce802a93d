//! What actions of the Escape part do, in short sentences.

use heist_engine::game::Game;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase};

use super::names;

/// What an action of the Escape part does; none of those that are the same in the Action phase.
pub(super) fn sentence(game: &MastersOfTheHeist, action: Action) -> Option<String> {
    if game.phase() != Phase::Escape {
        return None;
    }
    let decider = names::decider(game);
    let is_route = game.last_ditch_route().is_some();
    Some(match action {
        Action::Finish => "End the Escape part: whoever is not out is Busted.".to_owned(),
        Action::Step(to) if is_route => format!("The route goes on to {}.", names::tile(game, to)),
        Action::Step(to) => format!("{decider} steps to {}{}.", names::tile(game, to), cost(game, action)),
        Action::Door(at) if is_route => format!("The route opens the keycard door on {at}."),
        Action::Door(at) => format!("{decider} opens the keycard door on {at}{}.", cost(game, action)),
        Action::PickUnderPressure(at) => format!("{decider} unlocks a Lock on {at}{}.", cost(game, action)),
        Action::Pinch(to) => format!("{decider} pays 2 ideas, and {} gains 1.", names::who(game, to)),
        Action::LastDitch => {
            format!("{decider} declares a last ditch: a route that is paid with all its ideas and a die.")
        }
        Action::Roll => match game.deciding().map(|who| game.ideas(who)) {
            Some(count) if count > 0 => format!("End the route: {decider} rolls and adds {}.", names::ideas(count)),
            _ => format!("End the route: {decider} rolls."),
        },
        _ => return None,
    })
}

/// What an action costs the character that takes it.
fn cost(game: &MastersOfTheHeist, action: Action) -> String {
    let Some(who) = game.deciding() else {
        return String::new();
    };
    let mut after = *game;
    after.apply(action);
    match game.ideas(who).saturating_sub(after.ideas(who)) {
        0 => String::new(),
        count => format!(" for {}", names::ideas(count)),
    }
}
