//! What characters do in the Action phase and in passing, in short sentences.

use heist_engine::board::hexes::members;
use heist_engine::describe::counted;
use heist_engine::game::Game;
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, SafeTool, Tile, Way, Who};

use super::remarks::{hex, paid_ideas, unrevealed_beside};
use super::{names, people};

/// What an action of a character does.
pub(super) fn sentence(game: &MastersOfTheHeist, action: Action) -> Option<String> {
    let decider = names::decider(game);
    let who = |who| names::who(game, who);
    Some(match action {
        Action::Act(who) => act(game, who),
        Action::End => end(game),
        Action::Escape => "Declare escape: the Action phase ends, and the Escape part follows this round.".to_owned(),
        Action::Move(to) => format!("{decider} moves to {}{}.", names::tile(game, to), arrival(game, to)),
        Action::Unlock(at) => format!("{decider} unlocks a Lock on {at}{}.", left_of(game, at, action)),
        Action::Subdue(at, kind) => format!(
            "{decider} subdues a {} on {at}{}.",
            names::guard(kind),
            left_of(game, at, action)
        ),
        Action::Disable(at) => format!("{decider} disables a Camera on {at}{}.", left_of(game, at, action)),
        Action::Idea => format!("{decider} gains 1 idea."),
        Action::Reveal(at) => format!("{decider} reveals {at}."),
        Action::RevealSurplus => surplus(game, action),
        Action::Loot => format!("{decider} takes $1k from the supply."),
        Action::Crack(tool) => {
            let tool = match tool {
                SafeTool::Tools => "with the Safecracking Tools",
                SafeTool::Torch => "with the Plasma Torch",
            };
            format!(
                "{decider} cracks the safe {tool} ({} so far).",
                counted(game.cracks().into(), "crack")
            )
        }
        Action::Take(piece, Way::Here) => format!("{decider} picks up {}.", names::a_piece(piece)),
        Action::Take(piece, Way::Side(side)) => format!(
            "{decider} picks up {} from {}.",
            names::a_piece(piece),
            names::across(game, game.deciding(), side)
        ),
        Action::Drop(piece, Way::Here) => format!("{decider} drops {}.", names::a_piece(piece)),
        Action::Drop(piece, Way::Side(side)) => format!(
            "{decider} drops {} on {}.",
            names::a_piece(piece),
            names::across(game, game.deciding(), side)
        ),
        Action::Pass(piece, to) => format!("{decider} passes {} to {}.", names::a_piece(piece), who(to)),
        Action::Bank(piece) => format!("{decider} banks {}.", names::a_piece(piece)),
        Action::Server => format!("{decider} turns off the Remote Locks of the server here."),
        Action::Door(at) => format!("{decider} opens the keycard door on {at}."),
        Action::TakeIdea => format!("{decider} takes the idea token here."),
        Action::Capture => format!("{decider} captures {}.", who(Who::NPC)),
        Action::Story => format!("{decider} uses the USB key here, for 2 reveals and $3k."),
        Action::OldFriend(to) => format!(
            "Old Friend: {} pays 2 ideas, and {} gains 1.",
            names::deciding(game),
            who(to)
        ),
        Action::EfficientPicker => format!("{decider} pays 1 idea for another Move and 1 noise."),
        Action::BetterWays => format!("{decider} pays 1 idea to leave hexes with guards until the phase ends."),
        Action::Larcenist => format!("{decider} pays 1 idea to pick up loot next to it until the phase ends."),
        Action::Swindler => {
            format!("{decider} pays 1 idea to pick up and drop loot next to it until the phase ends.")
        }
        Action::VentCrawl(to) => {
            format!("{decider} crawls through a vent: {to} counts as adjacent for one sub-action, with 4 noise.")
        }
        Action::Codes(at) => format!(
            "{decider} has the codes of the Camera on {at}: {} next to it {} revealed{}.",
            counted_hexes(hex(game, at).map_or(0, |hex| unrevealed_beside(game, hex))),
            if hex(game, at).is_some_and(|hex| unrevealed_beside(game, hex) == 1) {
                "is"
            } else {
                "are"
            },
            paid_ideas(game, action, ", for ")
        ),
        Action::ChangeOfPlans => format!(
            "{decider} moves up to 3 planning tokens{}.",
            paid_ideas(game, action, ", for ")
        ),
        Action::NewPlan => format!(
            "{decider} moves up to 6 planning tokens and may give away ideas{}, with 1 noise.",
            paid_ideas(game, action, ", for ")
        ),
        Action::Shift(at, side) => match Tile::at(at.place().beside(side)) {
            Some(to) => format!("{decider} moves a planning token from {at} to {to}."),
            None => format!("{decider} moves the planning token on {at}."),
        },
        _ => return None,
    })
}

fn counted_hexes(count: usize) -> String {
    match count {
        1 => "1 hex".to_owned(),
        count => format!("{count} hexes"),
    }
}

/// Who acts, with what it has to act with.
fn act(game: &MastersOfTheHeist, who: Who) -> String {
    let name = names::first(game, who);
    if game.phase() == Phase::Escape {
        return format!("{name} acts, with {}.", names::ideas(game.ideas(who)));
    }
    let left = people::left(game, who);
    match (game.committed(who), game.die(who)) {
        (None, Some(die)) => format!("{name} acts: not committed yet, with a die of {die}."),
        _ if left.is_empty() => format!("{name} acts."),
        _ => format!("{name} acts, with {} left.", names::list(&left)),
    }
}

/// The end of the Action phase, with what it brings.
fn end(game: &MastersOfTheHeist) -> String {
    let is_idle = |who: Who| game.letters_left(who).next().is_none();
    let lost = if game.everyone().all(is_idle) {
        ""
    } else {
        "; sub-actions that are left are lost"
    };
    match game.owed_noise_count() {
        0 => format!("End the Action phase{lost}."),
        noise => format!("End the Action phase with {noise} noise{lost}."),
    }
}

/// What happens to a character that arrives on a tile.
fn arrival(game: &MastersOfTheHeist, to: Tile) -> String {
    let mut remarks = Vec::new();
    let hexes = match hex(game, to) {
        Some(hex) => {
            let cameras = game.cameras(hex).active;
            if cameras > 0 && !game.is_footage_looped() {
                remarks.push(counted(cameras.into(), "alert"));
            }
            game.plan().neighbours(hex)
        }
        None => 0,
    };
    let unrevealed = members(hexes).filter(|&hex| game.is_unrevealed(hex)).count();
    if unrevealed > 0 {
        remarks.push(format!("{} revealed", counted_hexes(unrevealed)));
    }
    if let Some(hex) = hex(game, to) {
        let guards = game.guards(hex).active + game.dogs(hex).active;
        if guards > 0 {
            remarks.push(format!("{} there", counted(guards.into(), "guard")));
        }
    }
    if remarks.is_empty() {
        String::new()
    } else {
        format!(": {}", remarks.join(", "))
    }
}

/// How many active chits of the kind that an action switches off stay on a hex.
fn left_of(game: &MastersOfTheHeist, at: Tile, action: Action) -> String {
    let Some(hex) = hex(game, at) else {
        return String::new();
    };
    let count = match action {
        Action::Unlock(_) => game.locks(hex).active,
        Action::Disable(_) => game.cameras(hex).active,
        _ => game.guards(hex).active + game.dogs(hex).active,
    };
    match count {
        0 | 1 => String::new(),
        count => format!(", {} left there", count - 1),
    }
}

/// A Reveal without an unrevealed hex.
fn surplus(game: &MastersOfTheHeist, action: Action) -> String {
    let name = names::decider(game);
    let Some(who) = game.deciding() else {
        return format!("{name} uses up a Reveal.");
    };
    let mut after = *game;
    after.apply(action);
    let is_empty = Chit::ALL.iter().all(|&chit| game.in_bag(chit) == 0);
    match is_empty {
        true if after.ideas(who) > game.ideas(who) => format!("{name} gains 1 idea instead of a Reveal."),
        true => format!("{name} uses up a Reveal; the bag is empty."),
        false => format!("{name} draws a chit of the bag, which leaves the game."),
    }
}
