//! Names of components as people write them.

use heist_engine::board::hexes::Side;
use heist_engine::describe::{capitalized, counted};
use heist_engine::game::Game;
use heist_engine::masters::components::{Ability, ActionName, Fixer, Item, NpcCard, Skill};
use heist_engine::masters::letters::{Letter, Letters};
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::{Commit, GuardKind, MastersOfTheHeist, Piece, Tile, Who};

use crate::words::titled;

/// A character inside a sentence: `Thug`, `the Hostage`, `the Mayor` where the scenario names its NPC.
pub(super) fn who(game: &MastersOfTheHeist, who: Who) -> String {
    match game.scenario().npc.filter(|_| who.is_npc()) {
        None if who.is_npc() => "the NPC".to_owned(),
        None => game.character_name(who.index()),
        Some(npc) => match game.scenario().npc_name.as_deref() {
            None => format!("the {}", npc_card(npc.card)),
            Some(name) => name
                .strip_prefix("The ")
                .map_or(name.to_owned(), |name| format!("the {name}")),
        },
    }
}

/// The same at the beginning of a sentence.
pub(super) fn first(game: &MastersOfTheHeist, character: Who) -> String {
    capitalized(&who(game, character))
}

/// A character in a table: `Thug`, `Hostage`.
pub(super) fn title(game: &MastersOfTheHeist, character: Who) -> String {
    let name = who(game, character);
    name.strip_prefix("the ").map_or(name.clone(), str::to_owned)
}

/// The character that decides, at the beginning of a sentence.
pub(super) fn decider(game: &MastersOfTheHeist) -> String {
    game.deciding()
        .map_or("The team".to_owned(), |character| first(game, character))
}

/// The same inside a sentence.
pub(super) fn deciding(game: &MastersOfTheHeist) -> String {
    game.deciding()
        .map_or("the team".to_owned(), |character| who(game, character))
}

const fn npc_card(card: NpcCard) -> &'static str {
    match card {
        NpcCard::Prisoner => "Prisoner",
        NpcCard::Hostage => "Hostage",
        NpcCard::Guide => "Guide",
    }
}

/// A name inside a list: `Thug, Lookout and the Hostage`.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A tile: its coordinates, and that it is an Exit.
pub(super) fn tile(game: &MastersOfTheHeist, at: Tile) -> String {
    if is_exit(game, at) {
        format!("the Exit {at}")
    } else {
        at.to_string()
    }
}

/// Whether an Exit is there.
pub(super) fn is_exit(game: &MastersOfTheHeist, at: Tile) -> bool {
    game.exits().any(|(exit, _)| exit == at)
}

/// The tile across a side of the tile of a character, or the side where there is none.
pub(super) fn across(game: &MastersOfTheHeist, character: Option<Who>, side: Side) -> String {
    let at = character.and_then(|character| game.tile_of(character));
    at.and_then(|at| Tile::at(at.place().beside(side)))
        .map_or_else(|| direction(side).to_owned(), |to| to.to_string())
}

pub(super) const fn direction(side: Side) -> &'static str {
    match side {
        Side::East => "the east",
        Side::NorthEast => "the north-east",
        Side::NorthWest => "the north-west",
        Side::West => "the west",
        Side::SouthWest => "the south-west",
        Side::SouthEast => "the south-east",
    }
}

/// A kind of chit.
pub(super) const fn chit(chit: Chit) -> &'static str {
    match chit {
        Chit::Guard => "Guard",
        Chit::Dog => "Dog",
        Chit::Lock => "Lock",
        Chit::Camera => "Camera",
        Chit::Jewel => "jewel",
        Chit::Documents => "documents",
        Chit::Usb => "USB key",
        Chit::Keycard => "keycard",
        Chit::Blank => "blank",
    }
}

/// So many chits of a kind: `3 Guards`.
pub(super) fn chit_count(kind: Chit, count: u8) -> String {
    match kind {
        Chit::Documents => format!("{count} documents"),
        kind => counted(count.into(), chit(kind)),
    }
}

/// A kind of chit as a thing: `a Guard`, `the documents`.
pub(super) fn a_chit(kind: Chit) -> String {
    match kind {
        Chit::Documents => "documents".to_owned(),
        kind => format!("a {}", chit(kind)),
    }
}

pub(super) const fn guard(kind: GuardKind) -> &'static str {
    match kind {
        GuardKind::Guard => "Guard",
        GuardKind::Dog => "Dog",
    }
}

/// Loot in a list: `$3k`, `jewel`, `Radio`.
pub(super) fn piece(piece: Piece) -> String {
    match piece {
        Piece::ALL_CASH => "all cash".to_owned(),
        Piece::Cash(amount) => format!("${amount}k"),
        Piece::Jewel => "jewel".to_owned(),
        Piece::Documents => "documents".to_owned(),
        Piece::Usb => "USB key".to_owned(),
        Piece::Keycard => "keycard".to_owned(),
        Piece::Item(kind) => item(kind),
    }
}

/// Loot in a sentence: `$3k`, `a jewel`, `the Radio`.
pub(super) fn a_piece(loot: Piece) -> String {
    match loot {
        Piece::Jewel | Piece::Keycard => format!("a {}", piece(loot)),
        Piece::Documents | Piece::Usb | Piece::Item(_) => format!("the {}", piece(loot)),
        Piece::Cash(_) => piece(loot),
    }
}

/// Equal pieces of a list counted: `2 jewel` would be wrong, so `jewel x2`.
pub(super) fn pieces(loot: &[Piece]) -> Vec<String> {
    let mut names: Vec<(String, usize)> = Vec::new();
    for &one in loot {
        let name = piece(one);
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    let name = |(name, count): (String, usize)| if count > 1 { format!("{name} x{count}") } else { name };
    names.into_iter().map(name).collect()
}

pub(super) fn item(item: Item) -> String {
    titled(item.name())
}

pub(super) fn fixer(fixer: Fixer) -> String {
    titled(fixer.name())
}

pub(super) fn skill(skill: Skill) -> String {
    match skill {
        Skill::SmashNGrab => "Smash 'n' Grab".to_owned(),
        Skill::HitNRun => "Hit 'n' Run".to_owned(),
        skill => titled(skill.name()),
    }
}

pub(super) fn ability(ability: Ability) -> String {
    match ability {
        Ability::AlrightNewPlan => "Alright, New Plan".to_owned(),
        Ability::IKnowAWay => "I Know A Way".to_owned(),
        Ability::WeKnowAWay => "We Know A Way".to_owned(),
        Ability::GoodInAPinch => "Good In A Pinch".to_owned(),
        Ability::GreatInAPinch => "Great In A Pinch".to_owned(),
        ability => titled(ability.name()),
    }
}

pub(super) fn action_name(name: ActionName) -> String {
    match name {
        ActionName::PickII => "Pick II".to_owned(),
        ActionName::RewireCharacter => "Rewire".to_owned(),
        name => titled(name.name()),
    }
}

/// What a character commits to, by the name of the action alone.
pub(super) fn commit(game: &MastersOfTheHeist, commit: Commit) -> String {
    let name = match commit {
        Commit::Plain(name) => name,
        Commit::Skill(skill, face) => {
            return game.tables().skill(skill).faces[usize::from(face) - 1].name.clone();
        }
        Commit::Bolt(_) => ActionName::Bolt,
        Commit::Autopwn(..) => ActionName::Autopwn,
        Commit::Exploit(..) => ActionName::Exploit,
        Commit::Breach(_) => ActionName::Breach,
        Commit::Rake(_) => ActionName::Rake,
        Commit::KillPixels(_) => ActionName::KillPixels,
        Commit::FancyCardFlick(_) => ActionName::FancyCardFlick,
    };
    action_name(name)
}

/// A kind of sub-action.
pub(super) const fn letter(letter: Letter) -> &'static str {
    match letter {
        Letter::Move => "Move",
        Letter::Unlock => "Unlock",
        Letter::Subdue => "Subdue",
        Letter::Disable => "Disable",
        Letter::Idea => "Idea",
        Letter::Reveal => "Reveal",
        Letter::Loot => "Loot",
        Letter::Noise => "noise",
        Letter::Alert => "alert",
    }
}

/// So many of a letter: `2 Moves`, `1 noise`.
pub(super) fn letter_count(kind: Letter, count: u8) -> String {
    match kind {
        Letter::Noise | Letter::Loot => format!("{count} {}", letter(kind)),
        kind => counted(count.into(), letter(kind)),
    }
}

/// The letters of an action in words.
pub(super) fn letters(letters: Letters) -> String {
    let all = Letter::ALL.into_iter().filter(|&kind| letters[kind] > 0);
    let words: Vec<String> = all.map(|kind| letter_count(kind, letters[kind])).collect();
    words.join(", ")
}

/// A number of ideas.
pub(super) fn ideas(count: u8) -> String {
    counted(count.into(), "idea")
}
