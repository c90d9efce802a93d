//! What actions do and cost, in short sentences.

use heist_engine::game::Game;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase};

use super::{answers, commits, escape, moves, names, planning};

/// What an action does and costs.
pub(super) fn sentence(game: &MastersOfTheHeist, action: Action) -> String {
    let who = names::decider(game);
    planning::sentence(game, action)
        .or_else(|| escape::sentence(game, action))
        .or_else(|| answers::sentence(game, action))
        .or_else(|| moves::sentence(game, action))
        .unwrap_or_else(|| match action {
            Action::Commit(commit) => commits::sentence(game, commit),
            Action::Done => done(game),
            _ => format!("{who} goes on."),
        })
}

/// The end of a sequence, by what could be chosen instead.
fn done(game: &MastersOfTheHeist) -> String {
    let who = names::decider(game);
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let other = legal.into_iter().find(|&action| action != Action::Done);
    match (game.phase(), other) {
        (Phase::Plan, Some(Action::Tunnel(..))) => "Place no further Exit.".to_owned(),
        (Phase::Plan, Some(Action::Transfer(..))) => "No ideas change hands on this hideout.".to_owned(),
        (Phase::Plan, Some(Action::Token(_)) | None) if game.deciding().is_some() => {
            format!("{who} places no further planning token.")
        }
        (Phase::Plan, _) => "Go on with the plan.".to_owned(),
        (_, Some(Action::Rewire(_))) => format!("{who} rewires no further Camera."),
        (_, Some(Action::Toss(..))) => format!("{who} tosses nothing more."),
        (_, Some(Action::Lift(..))) => format!("{who} moves no further planning token."),
        (_, Some(Action::GiveIdeas(..))) => format!("{who} gives away no further idea."),
        (_, Some(Action::Transfer(..))) => "No further idea changes hands.".to_owned(),
        _ => "Go on.".to_owned(),
    }
}
