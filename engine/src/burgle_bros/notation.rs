//! The notation of actions and outcomes: a word and its arguments, `move 2:C3` (docs/games/burgle-bros.md).

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::Action;
use super::chance::{Dice, Outcome};
use super::components::{Event, Face, Loot, Room, Tool};
use crate::board::{FLOORS, parse_square, square_name};
use crate::game::{NotationError, Seat};

use super::state::SEATS;

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Peek(cell) => write!(f, "peek {cell}"),
            Action::Move(cell) => write!(f, "move {cell}"),
            Action::Hack => f.write_str("hack"),
            Action::AddDie(cell) => write!(f, "add-die {cell}"),
            Action::Crack(cell) => write!(f, "crack {cell}"),
            Action::Escape => f.write_str("escape"),
            Action::EndActions => f.write_str("end"),
            Action::Flexibility(cell) => write!(f, "flexibility {cell}"),
            Action::ClimbWindow(cell) => write!(f, "climb-window {cell}"),
            Action::Laptop => f.write_str("laptop"),
            Action::XRay(cell) => write!(f, "x-ray {cell}"),
            Action::Enhance(cell) => write!(f, "enhance {cell}"),
            Action::Crybaby(cell) => write!(f, "crybaby {cell}"),
            Action::RerouteTake => f.write_str("reroute-take"),
            Action::RerouteDiscard => f.write_str("reroute-discard"),
            Action::Crow(cell) => write!(f, "crow {cell}"),
            Action::Tinker => f.write_str("tinker"),
            Action::Orders(seat, cell) => write!(f, "orders {seat} {cell}"),
            Action::Disguise(seat) => write!(f, "disguise {seat}"),
            Action::Clairvoyance => f.write_str("clairvoyance"),
            Action::Precognition => f.write_str("precognition"),
            Action::Blueprints(cell) => write!(f, "blueprints {cell}"),
            Action::Crowbar(cell) => write!(f, "crowbar {cell}"),
            Action::CrystalBall => f.write_str("crystal-ball"),
            Action::Donuts(floor) => write!(f, "donuts {}", floor + 1),
            Action::Dynamite(cell) => write!(f, "dynamite {cell}"),
            Action::Emp => f.write_str("emp"),
            Action::InvisibleSuit => f.write_str("invisible-suit"),
            Action::MakeupKit => f.write_str("makeup-kit"),
            Action::Rollerskates => f.write_str("rollerskates"),
            Action::SmokeBomb => f.write_str("smoke-bomb"),
            Action::ThermalBomb(up) => write!(f, "thermal-bomb {}", if up { "up" } else { "down" }),
            Action::Virus(fingerprint, laser, motion) => write!(f, "virus {fingerprint} {laser} {motion}"),
            Action::GiveTool(seat, tool) => write!(f, "give {seat} {tool}"),
            Action::GiveLoot(seat, loot) => write!(f, "give {seat} {loot}"),
            Action::TakeTool(seat, tool) => write!(f, "take {seat} {tool}"),
            Action::TakeLoot(seat, loot) => write!(f, "take {seat} {loot}"),
            Action::PickUpTool(tool) => write!(f, "pick-up {tool}"),
            Action::PickUpLoot(loot) => write!(f, "pick-up {loot}"),
            Action::CatchKitty => f.write_str("catch-kitty"),
            Action::Enter(cell) => write!(f, "enter {cell}"),
            Action::Pay => f.write_str("pay"),
            Action::Stay => f.write_str("stay"),
            Action::SpendToken(room) => write!(f, "spend {room}"),
            Action::SpendLaptop => f.write_str("spend laptop"),
            Action::SoundAlarm => f.write_str("alarm"),
            Action::Nearest(cell) => write!(f, "nearest {cell}"),
            Action::OwnToken => f.write_str("own-token"),
            Action::TileToken => f.write_str("tile-token"),
            Action::Keep(tool) => write!(f, "keep {tool}"),
            Action::SetDie(from, to) => write!(f, "set-die {from} {to}"),
            Action::KeepRoll => f.write_str("keep-roll"),
            Action::OrderEvents(a, b, c) => write!(f, "order {} {} {}", a + 1, b + 1, c + 1),
            Action::Top => f.write_str("top"),
            Action::Bottom => f.write_str("bottom"),
            Action::Accept => f.write_str("accept"),
            Action::Refuse => f.write_str("refuse"),
            Action::KittyTo(cell) => write!(f, "kitty {cell}"),
            Action::ChoosePlayer(seat) => write!(f, "player {seat}"),
            Action::ChooseTile(cell) => write!(f, "tile {cell}"),
            Action::Skip => f.write_str("skip"),
            Action::MoveGuard(floor) => write!(f, "guard {}", floor + 1),
            Action::HackRoom(room) => write!(f, "hack {room}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let mut words = text.split(' ');
        let word = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        parse_action(word, &arguments).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action of Burgle Bros. such as `move 1:B2`, `peek 1:B2` or `end`".to_owned(),
        })
    }
}

fn parse_action(word: &str, arguments: &[&str]) -> Option<Action> {
    let action = match (word, arguments) {
        ("peek", [cell]) => Action::Peek(parse(cell)?),
        ("move", [cell]) => Action::Move(parse(cell)?),
        ("hack", []) => Action::Hack,
        ("hack", [room]) => Action::HackRoom(parse(room)?),
        ("add-die", [cell]) => Action::AddDie(parse(cell)?),
        ("crack", [cell]) => Action::Crack(parse(cell)?),
        ("escape", []) => Action::Escape,
        ("end", []) => Action::EndActions,
        ("flexibility", [cell]) => Action::Flexibility(parse(cell)?),
        ("climb-window", [cell]) => Action::ClimbWindow(parse(cell)?),
        ("laptop", []) => Action::Laptop,
        ("x-ray", [cell]) => Action::XRay(parse(cell)?),
        ("enhance", [cell]) => Action::Enhance(parse(cell)?),
        ("crybaby", [cell]) => Action::Crybaby(parse(cell)?),
        ("reroute-take", []) => Action::RerouteTake,
        ("reroute-discard", []) => Action::RerouteDiscard,
        ("crow", [cell]) => Action::Crow(parse(cell)?),
        ("tinker", []) => Action::Tinker,
        ("orders", [seat, cell]) => Action::Orders(parse_seat(seat)?, parse(cell)?),
        ("disguise", [seat]) => Action::Disguise(parse_seat(seat)?),
        ("clairvoyance", []) => Action::Clairvoyance,
        ("precognition", []) => Action::Precognition,
        ("blueprints", [cell]) => Action::Blueprints(parse(cell)?),
        ("crowbar", [cell]) => Action::Crowbar(parse(cell)?),
        ("crystal-ball", []) => Action::CrystalBall,
        ("donuts", [floor]) => Action::Donuts(parse_number(floor, 1, FLOORS as u8)? - 1),
        ("dynamite", [cell]) => Action::Dynamite(parse(cell)?),
        ("emp", []) => Action::Emp,
        ("invisible-suit", []) => Action::InvisibleSuit,
        ("makeup-kit", []) => Action::MakeupKit,
        ("rollerskates", []) => Action::Rollerskates,
        ("smoke-bomb", []) => Action::SmokeBomb,
        ("thermal-bomb", ["up"]) => Action::ThermalBomb(true),
        ("thermal-bomb", ["down"]) => Action::ThermalBomb(false),
        ("virus", [f, l, m]) => Action::Virus(parse_number(f, 0, 3)?, parse_number(l, 0, 3)?, parse_number(m, 0, 3)?),
        ("give", [seat, card]) => match (parse(card), parse(card)) {
            (Some(tool), _) => Action::GiveTool(parse_seat(seat)?, tool),
            (_, Some(loot)) => Action::GiveLoot(parse_seat(seat)?, loot),
            _ => return None,
        },
        ("take", [seat, card]) => match (parse(card), parse(card)) {
            (Some(tool), _) => Action::TakeTool(parse_seat(seat)?, tool),
            (_, Some(loot)) => Action::TakeLoot(parse_seat(seat)?, loot),
            _ => return None,
        },
        ("pick-up", [card]) => match (parse(card), parse(card)) {
            (Some(tool), _) => Action::PickUpTool(tool),
            (_, Some(loot)) => Action::PickUpLoot(loot),
            _ => return None,
        },
        ("catch-kitty", []) => Action::CatchKitty,
        ("enter", [cell]) => Action::Enter(parse(cell)?),
        ("pay", []) => Action::Pay,
        ("stay", []) => Action::Stay,
        ("spend", ["laptop"]) => Action::SpendLaptop,
        ("spend", [room]) => Action::SpendToken(parse::<Room>(room)?),
        ("alarm", []) => Action::SoundAlarm,
        ("nearest", [cell]) => Action::Nearest(parse(cell)?),
        ("own-token", []) => Action::OwnToken,
        ("tile-token", []) => Action::TileToken,
        ("keep", [tool]) => Action::Keep(parse(tool)?),
        ("set-die", [from, to]) => Action::SetDie(parse_number(from, 1, 6)?, parse_number(to, 1, 6)?),
        ("keep-roll", []) => Action::KeepRoll,
        ("order", [a, b, c]) => {
            let place = |text| Some(parse_number(text, 1, 3)? - 1);
            Action::OrderEvents(place(a)?, place(b)?, place(c)?)
        }
        ("top", []) => Action::Top,
        ("bottom", []) => Action::Bottom,
        ("accept", []) => Action::Accept,
        ("refuse", []) => Action::Refuse,
        ("kitty", [cell]) => Action::KittyTo(parse(cell)?),
        ("player", [seat]) => Action::ChoosePlayer(parse_seat(seat)?),
        ("tile", [cell]) => Action::ChooseTile(parse(cell)?),
        ("skip", []) => Action::Skip,
        ("guard", [floor]) => Action::MoveGuard(parse_number(floor, 1, FLOORS as u8)? - 1),
        _ => return None,
    };
    Some(action)
}

fn parse<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn parse_seat(text: &str) -> Option<Seat> {
    Some(Seat(parse_number(text, 1, SEATS as u8)? - 1))
}

/// One digit between two bounds.
fn parse_number(text: &str, low: u8, high: u8) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0').filter(|number| (low..=high).contains(number)),
        _ => None,
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Outcome::Tile(face) => write!(f, "tile {face}"),
            Outcome::Patrol(square) => write!(f, "patrol {}", square_name(square as usize)),
            Outcome::Event(event) => write!(f, "event {event}"),
            Outcome::Tool(tool) => write!(f, "tool {tool}"),
            Outcome::Loot(loot) => write!(f, "loot {loot}"),
            Outcome::Roll(true) => f.write_str("roll hit"),
            Outcome::Roll(false) => f.write_str("roll miss"),
            Outcome::Faces(faces) => {
                f.write_str("faces ")?;
                (1..=6)
                    .filter(|face| faces & 1 << (face - 1) != 0)
                    .try_for_each(|face| write!(f, "{face}"))
            }
            Outcome::Dice(dice) => {
                f.write_str("dice ")?;
                (1..=6).try_for_each(|face| (0..dice.count(face)).try_for_each(|_| write!(f, "{face}")))
            }
            Outcome::LostVisual => f.write_str("patrol lost-visual"),
        }
    }
}

impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Outcome, NotationError> {
        parse_outcome(text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an outcome of Burgle Bros. such as `tile laser-1`, `patrol C3` or `roll hit`".to_owned(),
        })
    }
}

fn parse_outcome(text: &str) -> Option<Outcome> {
    let (word, argument) = text.split_once(' ')?;
    let outcome = match word {
        "tile" => Outcome::Tile(parse::<Face>(argument)?),
        "patrol" if argument == "lost-visual" => Outcome::LostVisual,
        "patrol" => Outcome::Patrol(parse_square(argument)? as u8),
        "event" => Outcome::Event(parse::<Event>(argument)?),
        "tool" => Outcome::Tool(parse::<Tool>(argument)?),
        "loot" => Outcome::Loot(parse::<Loot>(argument)?),
        "roll" => match argument {
            "hit" => Outcome::Roll(true),
            "miss" => Outcome::Roll(false),
            _ => return None,
        },
        "faces" => Outcome::Faces(parse_dice(argument)?.faces()),
        "dice" => Outcome::Dice(parse_dice(argument)?),
        _ => return None,
    };
    // One text for each outcome: dice in ascending order, faces without repeats.
    (outcome.to_string() == text).then_some(outcome)
}

/// One to seven dice, a digit each.
fn parse_dice(text: &str) -> Option<Dice> {
    if text.is_empty() || text.len() > 7 {
        return None;
    }
    text.bytes().try_fold(Dice::default(), |dice, digit| match digit {
        b'1'..=b'6' => Some(dice.with(digit - b'0')),
        _ => None,
    })
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
