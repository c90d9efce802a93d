//! What actions of the Escape part do, in short sentences.

use heist_engine::masters::{Action, MastersOfTheHeist, Phase};

use super::names;
use super::remarks::paid_ideas;

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
        Action::Step(to) => format!(
            "{decider} steps to {}{}.",
            names::tile(game, to),
            paid_ideas(game, action, " for ")
        ),
        Action::Door(at) if is_route => format!("The route opens the keycard door on {at}."),
        Action::Door(at) => format!(
            "{decider} opens the keycard door on {at}{}.",
            paid_ideas(game, action, " for ")
        ),
        Action::PickUnderPressure(at) => {
            format!("{decider} unlocks a Lock on {at}{}.", paid_ideas(game, action, " for "))
        }
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
