//! What characters commit to, in short sentences.

use heist_engine::masters::components::{ActionName, Item};
use heist_engine::masters::letters::{Letter, Letters};
use heist_engine::masters::tables::Printed;
use heist_engine::masters::{Commit, MastersOfTheHeist, Who};

use super::names;

/// What a character commits to, with what it pays and gets.
pub(super) fn sentence(game: &MastersOfTheHeist, commit: Commit) -> String {
    let Some(who) = game.deciding() else {
        return format!("Commit to {}.", names::commit(game, commit));
    };
    let of = match commit {
        Commit::Skill(skill, _) => format!(" of {}", names::skill(skill)),
        Commit::Rake(_) => format!(" with the {}", names::item(Item::CheapPicks)),
        Commit::Plain(name) => item(name).map_or(String::new(), |item| format!(" with the {}", names::item(item))),
        _ => String::new(),
    };
    let mut parts = vec![format!(
        "{} commits to {}{of}{}",
        names::first(game, who),
        names::commit(game, commit),
        letters(game.letters_of(who, commit))
    )];
    parts.extend(turned(game, who, commit));
    parts.extend(cost(commit).map(|ideas| format!("for {}", names::ideas(ideas))));
    let text = parts.join(", ");
    match effect(game, who, commit) {
        Some(effect) => format!("{text}: {effect}."),
        None => format!("{text}."),
    }
}

/// Letters in words, in brackets.
fn letters(letters: Letters) -> String {
    if letters == Letters::NONE {
        String::new()
    } else {
        format!(" ({})", names::letters(letters))
    }
}

/// MH5.1a: what it costs to turn the die to the face of an action.
fn turned(game: &MastersOfTheHeist, who: Who, commit: Commit) -> Option<String> {
    let die = game.die(who)?;
    let face = match commit {
        Commit::Skill(_, face) | Commit::Rake(face) => face,
        Commit::Plain(name) if is_on_six(game, who, name) => 6,
        _ => return None,
    };
    let steps = die.abs_diff(face);
    match steps.min(6 - steps) {
        0 => None,
        cost => Some(format!(
            "turning the die from {die} to {face} for {}",
            names::ideas(cost)
        )),
    }
}

/// MH5.7a: whether the NPC's die must show a 6 for an action.
fn is_on_six(game: &MastersOfTheHeist, who: Who, name: ActionName) -> bool {
    let Some(npc) = game.scenario().npc.filter(|_| who.is_npc()) else {
        return false;
    };
    let side = game.tables().npc(npc.card, game.is_panicked());
    let is = |printed: &Printed| matches!(printed, Printed::Letters(known, _) if *known == name);
    is(&side.on_six) && !side.defaults.iter().any(is)
}

/// The item that an action is printed on.
fn item(name: ActionName) -> Option<Item> {
    Some(match name {
        ActionName::TossFlashbang => Item::Flashbang,
        ActionName::TweakPlan => Item::Radio,
        ActionName::BlowWhistle => Item::DogWhistle,
        ActionName::PerfectPick => Item::PerfectPicks,
        _ => return None,
    })
}

/// MH7.2: ideas that a special action costs.
const fn cost(commit: Commit) -> Option<u8> {
    match commit {
        Commit::Plain(ActionName::Dart) | Commit::Autopwn(..) | Commit::Exploit(..) => Some(1),
        Commit::Plain(ActionName::LoopFootage | ActionName::RewireCharacter) => Some(2),
        Commit::Bolt(ideas) => Some(ideas),
        Commit::Breach(_) => Some(4),
        _ => None,
    }
}

/// What a special action does beside its letters.
fn effect(game: &MastersOfTheHeist, who: Who, commit: Commit) -> Option<String> {
    let granted = |other: Who, letter: Letter, count: u8| {
        let letters = Letters::NONE.with(letter, count).with(Letter::Noise, 1);
        format!("{} gets {}", names::who(game, other), names::letters(letters))
    };
    Some(match commit {
        Commit::Autopwn(other, letter) => granted(other, letter, 1),
        Commit::Exploit(other, letter) => granted(other, letter, 2),
        Commit::Breach(side) => format!(
            "a new Exit on {}, and the Escape part begins at once",
            names::across(game, Some(who), side)
        ),
        Commit::KillPixels(side) => format!(
            "live Cameras up to 3 hexes towards {} are disabled, 1 noise for each hex",
            names::across(game, Some(who), side)
        ),
        Commit::FancyCardFlick(to) if game.tile_of(who) == Some(to) => "no keycard flies".to_owned(),
        Commit::FancyCardFlick(to) => format!("the keycard flies to {to}"),
        Commit::Plain(ActionName::LoopFootage) => "Cameras do not hurt until the end of the Event phase".to_owned(),
        Commit::Plain(ActionName::RewireCharacter) => {
            "up to 2 Cameras nearby are disabled and the guards with them subdued".to_owned()
        }
        Commit::Plain(ActionName::TossLoot) => "loot flies 1 or 2 hexes in one direction".to_owned(),
        Commit::Plain(ActionName::TossFlashbang) => {
            "all guards on and next to its tile are subdued until the end of the Event phase".to_owned()
        }
        Commit::Plain(ActionName::TweakPlan) => {
            "each character may move a planning token to an adjacent hex".to_owned()
        }
        Commit::Plain(ActionName::BlowWhistle) => "no Dog chases until the Action phase ends".to_owned(),
        Commit::Plain(ActionName::StudySchematics) => "cash on the kennel and the Reinforcements".to_owned(),
        Commit::Rake(face) if face < 5 => "the Cheap Picks are discarded after it".to_owned(),
        Commit::Rake(_) => "the Cheap Picks are kept".to_owned(),
        _ => return None,
    })
}
