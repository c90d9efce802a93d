//! Names of components as people write them.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{
    Back, CasinoCapers, Character, Chip, Dice, Event, Face, Finale, Gear, Kind, PatrolCard, Tables, Task,
};
use heist_engine::describe::capitalized;

use crate::words::titled;

pub(super) fn kind(kind: Kind) -> String {
    match kind {
        Kind::CrowsNest => "Crow's Nest".to_owned(),
        Kind::OwnersOffice => "Owner's Office".to_owned(),
        kind => titled(kind.name()),
    }
}

pub(super) fn face(face: Face) -> String {
    match face.number() {
        0 => kind(face.kind()),
        number => format!("{} {number}", kind(face.kind())),
    }
}

pub(super) fn chip(chip: Chip) -> String {
    titled(chip.name())
}

pub(super) fn gear(card: Gear) -> String {
    match card {
        Gear::BirdsEye => "Bird's-Eye View".to_owned(),
        Gear::XRaySpecs => "X-Ray Specs".to_owned(),
        Gear::OutOfOrder => "Out of Order".to_owned(),
        card => titled(card.name()),
    }
}

/// What the back of a card does, in two words.
pub(super) fn back(card: Gear) -> &'static str {
    match Tables::card(card).back {
        Back::TakeHeat => "take heat",
        Back::GiveAction => "give action",
        Back::MakeCommotion => "make commotion",
    }
}

pub(super) fn event(event: Event) -> String {
    titled(event.name())
}

pub(super) fn finale(finale: Finale) -> String {
    titled(finale.name())
}

pub(super) fn character(character: Character) -> String {
    titled(character.name())
}

/// A player with the character: `player 2 (Hacker)`.
pub(super) fn player(game: &CasinoCapers, player: usize) -> String {
    format!("player {} ({})", player + 1, character(game.character(player)))
}

/// The same at the beginning of a sentence.
pub(super) fn first_player(game: &CasinoCapers, number: usize) -> String {
    capitalized(&player(game, number))
}

/// A cell with the tile on it.
pub(super) fn place(game: &CasinoCapers, at: Cell) -> String {
    match game.face_at(at) {
        Some(open) => format!("{at} ({})", face(open)),
        None => format!("{at} (face down)"),
    }
}

/// A patrol card: the cell it is printed for, or that it is distracted.
pub(super) fn patrol_card(card: PatrolCard) -> String {
    match card {
        PatrolCard::Cell(at) => at.to_string(),
        PatrolCard::Distracted => "distracted".to_owned(),
    }
}

/// The faces of dice.
pub(super) fn dice(dice: Dice) -> String {
    let faces: Vec<String> = dice.faces().map(|face| face.to_string()).collect();
    faces.join(" ")
}

/// A number of dice.
pub(super) fn dice_count(count: usize) -> String {
    match count {
        1 => "1 die".to_owned(),
        _ => format!("{count} dice"),
    }
}

/// What completes a Dead Drops task.
pub(super) const fn task(task: Task) -> &'static str {
    match task {
        Task::EnterPool => "enter a Pool",
        Task::BouncerHeat => "heat from a bouncer",
        Task::CrackLow => "crack a 1 or a 2",
        Task::EnterLounge => "enter a Lounge",
        Task::CommotionUpstairs => "commotion on floor 2",
        Task::EndTogether => "end a turn together",
        Task::RevealOffice => "reveal the Office",
        Task::RideMonorail => "ride a Monorail",
        Task::PeekDiscard => "peek a red chip away",
        Task::RevealSafe => "reveal the Safe",
        Task::RideEscalator => "ride an Escalator",
        Task::Hunting => "a bouncer starts hunting",
        Task::UseMole => "use a Mole",
        Task::LuckyRoll => "roll 7 or 11 at Table Games",
        Task::EndCountRoom => "end a turn in a Count Room",
        Task::UseRevolving => "use a Revolving Door",
        Task::ClearSurveillance => "clear a Surveillance",
        Task::EnterCages => "enter Cages with cubes",
        Task::MoveDie => "send a die to the Safe",
        Task::EnterBouncer => "enter a bouncer's tile",
        Task::MeetPrimaDonna => "jump to a Prima Donna",
        Task::RowOpen => "open a row of floor 1",
        Task::DoubleCrack => "crack 2 tiles in a roll",
        Task::Fall => "fall to floor 1",
    }
}
