//! Actions in a word or two, for scripts and for what a planning token is for.

use heist_engine::masters::{Action, Commit, GuardKind, MastersOfTheHeist, Phase, Way, Who};

use super::names;
use crate::Brief;
use crate::words::TOGETHER;

/// What an action is in a script; none of what belongs to none: what ends a phase, and answers to Events and Crises.
pub(super) fn of(game: &MastersOfTheHeist, action: Action) -> Option<Brief> {
    match game.phase() {
        Phase::Plan => planned(game, action),
        Phase::Action | Phase::Escape => acted(game, action),
        _ => None,
    }
}

/// A step of planning. Who places something is told; what concerns everybody is the team's.
fn planned(game: &MastersOfTheHeist, action: Action) -> Option<Brief> {
    let (who, what) = match action {
        Action::Begin => return None,
        Action::Done => (game.deciding(), String::new()),
        Action::Start(who, at) => (Some(who), format!("start on {}", names::tile(game, at))),
        Action::Token(at) => (game.deciding(), format!("token on {at}")),
        Action::Buy(item, who) => (Some(who), format!("buy the {}", names::item(item))),
        Action::Initial => (game.deciding(), "start with the usual ideas".to_owned()),
        Action::Leftover => (game.deciding(), "start with the ideas left of Part 1".to_owned()),
        Action::Stake(0) => (None, String::new()),
        other => {
            let sentence = super::planning::sentence(game, other)?;
            (None, sentence.trim_end_matches('.').to_owned())
        }
    };
    Some(brief(game, who, what))
}

/// An action of a character.
fn acted(game: &MastersOfTheHeist, action: Action) -> Option<Brief> {
    if let Action::Act(who) = action {
        return Some(brief(game, Some(who), String::new()));
    }
    let who = game.deciding()?;
    let name = |other: Who| names::who(game, other);
    let beside = |way: Way, word: &str| match way {
        Way::Here => String::new(),
        Way::Side(side) => format!(" {word} {}", names::across(game, Some(who), side)),
    };
    let what = match action {
        Action::Commit(commit) => committed(game, commit),
        Action::Move(to) | Action::Step(to) => format!("move to {}", names::tile(game, to)),
        Action::Unlock(at) | Action::PickUnderPressure(at) => format!("unlock {at}"),
        Action::Subdue(at, GuardKind::Guard) => format!("subdue a Guard on {at}"),
        Action::Subdue(at, GuardKind::Dog) => format!("subdue a Dog on {at}"),
        Action::Accept if game.chooses_guard_on().is_some() => "subdue a starting Guard".to_owned(),
        Action::Decline if game.chooses_guard_on().is_some() => "subdue a Guard that came later".to_owned(),
        Action::Disable(at) => format!("disable a Camera on {at}"),
        Action::Idea => "gain an idea".to_owned(),
        Action::Reveal(at) => format!("reveal {at}"),
        Action::RevealSurplus => "use up a Reveal".to_owned(),
        Action::Loot => "loot $1k".to_owned(),
        Action::Crack(_) => "crack the safe".to_owned(),
        Action::Take(piece, way) => format!("take {}{}", names::a_piece(piece), beside(way, "from")),
        Action::Drop(piece, way) => format!("drop {}{}", names::a_piece(piece), beside(way, "on")),
        Action::Pass(piece, to) => format!("pass {} to {}", names::a_piece(piece), name(to)),
        Action::Bank(piece) => format!("bank {}", names::a_piece(piece)),
        Action::Server => "turn off the server".to_owned(),
        Action::Door(at) => format!("open the door on {at}"),
        Action::TakeIdea => "take the idea token".to_owned(),
        Action::Capture => "capture the Hostage".to_owned(),
        Action::Story => "use the USB key".to_owned(),
        Action::OldFriend(to) => format!("give an idea to {} with Old Friend", name(to)),
        Action::EfficientPicker => "use Efficient Picker".to_owned(),
        Action::BetterWays => "use There Are Better Ways".to_owned(),
        Action::Larcenist => "use Larcenist".to_owned(),
        Action::Swindler => "use Swindler".to_owned(),
        Action::VentCrawl(to) => format!("crawl through the vent to {to}"),
        Action::Codes(at) => format!("use the codes of {at}"),
        Action::ChangeOfPlans => "change plans".to_owned(),
        Action::NewPlan => "make a new plan".to_owned(),
        Action::Lift(of, at) => format!("lift the token of {} on {at}", name(of)),
        Action::Token(at) => format!("put it on {at}"),
        Action::GiveIdeas(to, count) => format!("give {} {}", name(to), names::ideas(count)),
        Action::Rewire(at) => format!("rewire {at}"),
        Action::Toss(piece, ..) => format!("toss {}", names::a_piece(piece)),
        Action::Pinch(of) => format!("get {} an idea", name(of)),
        Action::LastDitch => "declare a last ditch".to_owned(),
        Action::Roll => "roll for it".to_owned(),
        Action::Done => String::new(),
        _ => return None,
    };
    Some(brief(game, Some(who), what))
}

/// The action that somebody commits to, with the skill and the face of the die.
fn committed(game: &MastersOfTheHeist, commit: Commit) -> String {
    let name = names::commit(game, commit);
    match commit {
        Commit::Skill(skill, face) => format!("{name} ({} {face})", names::skill(skill)),
        Commit::Bolt(ideas) => format!("{name} for {}", names::ideas(ideas)),
        Commit::Autopwn(to, letter) | Commit::Exploit(to, letter) => {
            format!("{name} ({} for {})", names::letter(letter), names::who(game, to))
        }
        Commit::Rake(face) => format!("{name} ({face})"),
        Commit::FancyCardFlick(to) if game.deciding().and_then(|who| game.tile_of(who)) == Some(to) => name,
        Commit::FancyCardFlick(to) => format!("{name} to {to}"),
        _ => name,
    }
}

fn brief(game: &MastersOfTheHeist, who: Option<Who>, what: String) -> Brief {
    Brief {
        who: who.map_or_else(|| TOGETHER.to_owned(), |who| names::title(game, who)),
        what,
    }
}
