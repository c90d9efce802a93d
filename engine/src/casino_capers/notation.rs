//! The notation of actions and outcomes: a word and its arguments, `move 2:C3` (docs/games/casino-capers.md).

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::{Action, Use};
use super::chance::Outcome;
use super::components::Gear;
use super::dice::Dice;
use super::place::Place;
use super::state::CHARACTERS;
use crate::board::{Cell, Wall};
use crate::game::NotationError;

impl Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().try_for_each(|face| write!(f, "{face}"))
    }
}

impl FromStr for Dice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Dice, NotationError> {
        parse_dice(text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "one to five dice in ascending order such as 225".to_owned(),
        })
    }
}

fn parse_dice(text: &str) -> Option<Dice> {
    if text.is_empty() || text.len() > 5 {
        return None;
    }
    let dice = text.bytes().try_fold(Dice::NONE, |dice, digit| match digit {
        b'1'..=b'6' => Some(dice.with(digit - b'0')),
        _ => None,
    })?;
    // One text for each roll.
    (dice.to_string() == text).then_some(dice)
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Move(cell) => write!(f, "move {cell}"),
            Action::Quiet(cell) => write!(f, "quiet {cell}"),
            Action::Peek(cell) => write!(f, "peek {cell}"),
            Action::MagicShow(cell) => write!(f, "magic-show {cell}"),
            Action::RevolvingDoor(cell) => write!(f, "revolving-door {cell}"),
            Action::Monorail(cell) => write!(f, "monorail {cell}"),
            Action::Escalator => f.write_str("escalator"),
            Action::Clear => f.write_str("clear"),
            Action::SendDie => f.write_str("send-die"),
            Action::Roll => f.write_str("roll"),
            Action::Mole => f.write_str("mole"),
            Action::Prep(card) => write!(f, "prep {card}"),
            Action::TakeHeat(card, player) => write!(f, "take-heat {card} {}", player + 1),
            Action::GiveAction(card, player) => write!(f, "give-action {card} {}", player + 1),
            Action::MakeCommotion(card, cell) => write!(f, "make-commotion {card} {cell}"),
            Action::ZipLine => f.write_str("zip-line"),
            Action::RideZipLine => f.write_str("ride-zip-line"),
            Action::Jam(cell) => write!(f, "jam {cell}"),
            Action::Lights => f.write_str("lights"),
            Action::GetIn => f.write_str("get-in"),
            Action::Drive(dir) => write!(f, "drive {dir}"),
            Action::Steak => f.write_str("steak"),
            Action::Throw(cell) => write!(f, "throw {cell}"),
            Action::ThrowDown => f.write_str("throw-down"),
            Action::RemoveSwat => f.write_str("remove-swat"),
            Action::Destroy(cell) => write!(f, "destroy {cell}"),
            Action::End => f.write_str("end"),
            Action::Entrances(first, second) => write!(f, "entrances {first} {second}"),
            Action::Enter(cell) => write!(f, "enter {cell}"),
            Action::Pass => f.write_str("pass"),
            Action::Use(how) => write!(f, "{how}"),
            Action::Reroll(dice) => write!(f, "reroll {dice}"),
            Action::Distract(cell) => write!(f, "distract {cell}"),
            Action::Hunt(player) => write!(f, "hunt {}", player + 1),
            Action::Discard(card) => write!(f, "discard {card}"),
            Action::Deck(floor) => write!(f, "deck {}", floor + 1),
            Action::Tile(cell) => write!(f, "tile {cell}"),
            Action::Player(player) => write!(f, "player {}", player + 1),
            Action::Accept => f.write_str("accept"),
            Action::Decline => f.write_str("decline"),
            Action::Keep(card) => write!(f, "keep {card}"),
            Action::Leave => f.write_str("leave"),
            Action::Bottom => f.write_str("bottom"),
        }
    }
}

impl Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.card();
        match *self {
            Use::Trapeze
            | Use::Hack
            | Use::Adrenaline
            | Use::Fainting
            | Use::InsideTip
            | Use::SteadyHands
            | Use::Shoo
            | Use::Switcheroo
            | Use::Lookout
            | Use::RainCheck => write!(f, "{card}"),
            Use::Contortion(number) | Use::Disguise(number) | Use::FakeSchedule(number) | Use::InsideLine(number) => {
                write!(f, "{card} {}", number + 1)
            }
            Use::Vault(cell)
            | Use::Tumble(cell)
            | Use::LoopFootage(cell)
            | Use::OutOfOrder(cell)
            | Use::RadioInterference(cell)
            | Use::Binoculars(cell)
            | Use::XRaySpecs(cell)
            | Use::BirdsEye(cell)
            | Use::Spyglass(cell)
            | Use::Bingo(cell)
            | Use::Crybaby(cell)
            | Use::Crow(cell)
            | Use::Caw(cell)
            | Use::SpurLine(cell)
            | Use::MovingStairs(cell)
            | Use::Crowbar(cell)
            | Use::FlashMob(cell) => write!(f, "{card} {cell}"),
            Use::LoadedDice(dice) => write!(f, "{card} {dice}"),
            Use::Stethoscope(from, to) => write!(f, "{card} {from} {to}"),
            Use::Barricade(floor, from, to) => write!(f, "{card} {0}:{from} {0}:{to}", floor + 1),
            Use::Earpiece(player, cell) => write!(f, "{card} {} {cell}", player + 1),
            Use::WalkAndTalk(first, second) => write!(f, "{card} {} {}", first + 1, second + 1),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let mut words = text.split(' ');
        let word = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        let action = parse_action(word, &arguments).or_else(|| parse_use(word, &arguments).map(Action::Use));
        action.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action of Casino Capers such as `move 1:B2`, `peek 1:B2` or `end`".to_owned(),
        })
    }
}

fn parse_action(word: &str, arguments: &[&str]) -> Option<Action> {
    Some(match (word, arguments) {
        ("move", [cell]) => Action::Move(parse_cell(cell)?),
        ("quiet", [cell]) => Action::Quiet(parse_cell(cell)?),
        ("peek", [cell]) => Action::Peek(parse_cell(cell)?),
        ("magic-show", [cell]) => Action::MagicShow(parse_cell(cell)?),
        ("revolving-door", [cell]) => Action::RevolvingDoor(parse_cell(cell)?),
        ("monorail", [cell]) => Action::Monorail(parse_cell(cell)?),
        ("escalator", []) => Action::Escalator,
        ("clear", []) => Action::Clear,
        ("send-die", []) => Action::SendDie,
        ("roll", []) => Action::Roll,
        ("mole", []) => Action::Mole,
        ("prep", [card]) => Action::Prep(parse(card)?),
        ("take-heat", [card, player]) => Action::TakeHeat(parse(card)?, parse_player(player)?),
        ("give-action", [card, player]) => Action::GiveAction(parse(card)?, parse_player(player)?),
        ("make-commotion", [card, cell]) => Action::MakeCommotion(parse(card)?, parse_cell(cell)?),
        ("zip-line", []) => Action::ZipLine,
        ("ride-zip-line", []) => Action::RideZipLine,
        ("jam", [cell]) => Action::Jam(parse_cell(cell)?),
        ("lights", []) => Action::Lights,
        ("get-in", []) => Action::GetIn,
        ("drive", [dir]) => Action::Drive(parse(dir)?),
        ("steak", []) => Action::Steak,
        ("throw", [cell]) => Action::Throw(parse_cell(cell)?),
        ("throw-down", []) => Action::ThrowDown,
        ("remove-swat", []) => Action::RemoveSwat,
        ("destroy", [cell]) => Action::Destroy(parse_cell(cell)?),
        ("end", []) => Action::End,
        ("entrances", [first, second]) => {
            let (first, second) = (parse_cell(first)?, parse_cell(second)?);
            return (first < second).then_some(Action::Entrances(first, second));
        }
        ("enter", [cell]) => Action::Enter(parse_cell(cell)?),
        ("pass", []) => Action::Pass,
        ("reroll", [dice]) => Action::Reroll(parse(dice)?),
        ("distract", [cell]) => Action::Distract(parse_cell(cell)?),
        ("hunt", [player]) => Action::Hunt(parse_player(player)?),
        ("discard", [card]) => Action::Discard(parse(card)?),
        ("deck", [floor]) => Action::Deck(parse_floor(floor)?),
        ("tile", [cell]) => Action::Tile(parse_cell(cell)?),
        ("player", [player]) => Action::Player(parse_player(player)?),
        ("accept", []) => Action::Accept,
        ("decline", []) => Action::Decline,
        ("keep", [card]) => Action::Keep(parse(card)?),
        ("leave", []) => Action::Leave,
        ("bottom", []) => Action::Bottom,
        _ => return None,
    })
}

fn parse_use(word: &str, arguments: &[&str]) -> Option<Use> {
    let card: Gear = parse(word)?;
    Some(match (card, arguments) {
        (Gear::Trapeze, []) => Use::Trapeze,
        (Gear::Hack, []) => Use::Hack,
        (Gear::Adrenaline, []) => Use::Adrenaline,
        (Gear::Fainting, []) => Use::Fainting,
        (Gear::InsideTip, []) => Use::InsideTip,
        (Gear::SteadyHands, []) => Use::SteadyHands,
        (Gear::Shoo, []) => Use::Shoo,
        (Gear::Switcheroo, []) => Use::Switcheroo,
        (Gear::Lookout, []) => Use::Lookout,
        (Gear::RainCheck, []) => Use::RainCheck,
        (Gear::Contortion, [player]) => Use::Contortion(parse_player(player)?),
        (Gear::Disguise, [player]) => Use::Disguise(parse_player(player)?),
        (Gear::FakeSchedule, [floor]) => Use::FakeSchedule(parse_floor(floor)?),
        (Gear::InsideLine, [floor]) => Use::InsideLine(parse_floor(floor)?),
        (Gear::Vault, [cell]) => Use::Vault(parse_cell(cell)?),
        (Gear::Tumble, [cell]) => Use::Tumble(parse_cell(cell)?),
        (Gear::LoopFootage, [cell]) => Use::LoopFootage(parse_cell(cell)?),
        (Gear::OutOfOrder, [cell]) => Use::OutOfOrder(parse_cell(cell)?),
        (Gear::RadioInterference, [cell]) => Use::RadioInterference(parse_cell(cell)?),
        (Gear::Binoculars, [cell]) => Use::Binoculars(parse_cell(cell)?),
        (Gear::XRaySpecs, [cell]) => Use::XRaySpecs(parse_cell(cell)?),
        (Gear::BirdsEye, [cell]) => Use::BirdsEye(parse_cell(cell)?),
        (Gear::Spyglass, [cell]) => Use::Spyglass(parse_cell(cell)?),
        (Gear::Bingo, [cell]) => Use::Bingo(parse_cell(cell)?),
        (Gear::Crybaby, [cell]) => Use::Crybaby(parse_cell(cell)?),
        (Gear::Crow, [cell]) => Use::Crow(parse_cell(cell)?),
        (Gear::Caw, [cell]) => Use::Caw(parse_cell(cell)?),
        (Gear::SpurLine, [cell]) => Use::SpurLine(parse_cell(cell)?),
        (Gear::MovingStairs, [cell]) => Use::MovingStairs(parse_cell(cell)?),
        (Gear::Crowbar, [cell]) => Use::Crowbar(parse_cell(cell)?),
        (Gear::FlashMob, [cell]) => Use::FlashMob(parse_cell(cell)?),
        (Gear::LoadedDice, [dice]) => Use::LoadedDice(parse(dice)?),
        (Gear::Stethoscope, [from, to]) => {
            let (from, to) = (parse_number(from, 1, 6)?, parse_number(to, 1, 6)?);
            return (from != to).then_some(Use::Stethoscope(from, to));
        }
        (Gear::Barricade, [from, to]) => {
            let ((floor, from), (other, to)) = (parse_wall(from)?, parse_wall(to)?);
            return (floor == other && from != to).then_some(Use::Barricade(floor, from, to));
        }
        (Gear::Earpiece, [player, cell]) => Use::Earpiece(parse_player(player)?, parse_cell(cell)?),
        (Gear::WalkAndTalk, [first, second]) => {
            let (first, second) = (parse_player(first)?, parse_player(second)?);
            return (first != second).then_some(Use::WalkAndTalk(first, second));
        }
        _ => return None,
    })
}

fn parse<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// A cell of the two floors.
fn parse_cell(text: &str) -> Option<Cell> {
    let cell: Cell = parse(text)?;
    is_on_board(cell).then_some(cell)
}

/// Whether a cell is one of the 32.
pub(super) fn is_on_board(cell: Cell) -> bool {
    cell.floor() < super::place::LEVELS && super::place::GRID & cell.bit() != 0
}

/// A wall with its floor, `1:A1-B1`.
fn parse_wall(text: &str) -> Option<(u8, Wall)> {
    let (floor, wall) = text.split_once(':')?;
    let wall = Wall::parse(wall)?;
    let (low, high) = wall.squares();
    // One text for each wall.
    let is_inside = super::place::GRID & 1 << low != 0 && super::place::GRID & 1 << high != 0;
    (is_inside && text == format!("{floor}:{wall}")).then_some((parse_floor(floor)?, wall))
}

fn parse_player(text: &str) -> Option<u8> {
    Some(parse_number(text, 1, CHARACTERS as u8)? - 1)
}

fn parse_floor(text: &str) -> Option<u8> {
    Some(parse_number(text, 1, 2)? - 1)
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
            Outcome::Patrol(card) => write!(f, "patrol {}", Place::from_index(card.into()).cell()),
            Outcome::Distracted => f.write_str("patrol distracted"),
            Outcome::Tile(face) => write!(f, "tile {face}"),
            Outcome::Chip(chip) => write!(f, "chip {chip}"),
            Outcome::Event(event) => write!(f, "event {event}"),
            Outcome::Dice(dice) => write!(f, "dice {dice}"),
            Outcome::Gear(card) => write!(f, "gear {card}"),
            Outcome::Finale(finale) => write!(f, "finale {finale}"),
            Outcome::Token(number) => write!(f, "token {number}"),
        }
    }
}

impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Outcome, NotationError> {
        parse_outcome(text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an outcome of Casino Capers such as `tile pool-1`, `patrol 1:C3` or `dice 25`".to_owned(),
        })
    }
}

fn parse_outcome(text: &str) -> Option<Outcome> {
    let (word, argument) = text.split_once(' ')?;
    Some(match word {
        "patrol" if argument == "distracted" => Outcome::Distracted,
        "patrol" => Outcome::Patrol(Place::of(parse_cell(argument)?).index() as u8),
        "tile" => Outcome::Tile(parse(argument)?),
        "chip" => Outcome::Chip(parse(argument)?),
        "event" => Outcome::Event(parse(argument)?),
        "dice" => Outcome::Dice(parse(argument)?),
        "gear" => Outcome::Gear(parse(argument)?),
        "finale" => Outcome::Finale(parse(argument)?),
        "token" => Outcome::Token(parse_number(argument, 1, 4)?),
        _ => return None,
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
