//! The notation of actions and outcomes: a word and its arguments, `move 4,7`
//! (engine/tests/reference/masters-of-the-heist.md).

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::{Action, Commit, GuardKind, Outcome, Piece, SafeTool, Sale, Way, Who};
use super::action::{GIVEN_IDEAS, MASTERMIND, MOST_STAKE, PLAYERS};
use super::components::{ActionName, Item, Skill};
use super::deck::CARDS;
use super::letters::Letter;
use super::scenario::Loot;
use crate::game::NotationError;

impl Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_npc() {
            f.write_str("npc")
        } else {
            write!(f, "{}", self.0 + 1)
        }
    }
}

impl FromStr for Who {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Who, NotationError> {
        let player = number(text).filter(|&player| (1..=PLAYERS as u8).contains(&player));
        let who = match text {
            "npc" => Some(Who::NPC),
            _ => player.map(|player| Who(player - 1)),
        };
        who.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: format!("a character: 1 to {PLAYERS} or npc"),
        })
    }
}

impl Display for GuardKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GuardKind::Guard => "guard",
            GuardKind::Dog => "dog",
        })
    }
}

/// Nothing for the own hex, otherwise a side with a space before it.
impl Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Here => Ok(()),
            Way::Side(side) => write!(f, " {side}"),
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.loot()) {
            (&Piece::ALL_CASH, _) => f.write_str("cash"),
            (Piece::Cash(amount), _) => write!(f, "cash:{amount}"),
            (Piece::Item(item), _) => item.fmt(f),
            (_, Some(kind)) => kind.fmt(f),
            (_, None) => Ok(()),
        }
    }
}

impl FromStr for Piece {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Piece, NotationError> {
        let kind = || parse::<Loot>(text).filter(|&kind| kind != Loot::Cash).map(Piece::of);
        let piece = match text.strip_prefix("cash:") {
            Some(amount) => number(amount).filter(|&amount| amount > 0).map(Piece::Cash),
            None if text == "cash" => Some(Piece::ALL_CASH),
            None => kind().or_else(|| parse::<Item>(text).map(Piece::Item)),
        };
        piece.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "loot: cash:3 or cash, jewel, documents, usb, keycard or an item".to_owned(),
        })
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Piece, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Commit::Plain(name) => name.fmt(f),
            Commit::Skill(skill, face) => write!(f, "{skill} {face}"),
            Commit::Bolt(ideas) => write!(f, "bolt {ideas}"),
            Commit::Autopwn(who, letter) => write!(f, "autopwn {who} {}", letter.char()),
            Commit::Exploit(who, letter) => write!(f, "exploit {who} {}", letter.char()),
            Commit::Breach(side) => write!(f, "breach {side}"),
            Commit::Rake(face) => write!(f, "rake {face}"),
            Commit::KillPixels(side) => write!(f, "kill-pixels {side}"),
            Commit::FancyCardFlick(tile) => write!(f, "fancy-card-flick {tile}"),
        }
    }
}

impl FromStr for Commit {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Commit, NotationError> {
        let mut words = text.split(' ');
        let word = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        parse_commit(word, &arguments).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action of a character such as `walk`, `hurry 5` or `bolt 2`".to_owned(),
        })
    }
}

/// The names that stand for nothing without a choice.
pub(super) const WITH_CHOICE: [ActionName; 7] = [
    ActionName::Bolt,
    ActionName::Autopwn,
    ActionName::Exploit,
    ActionName::Breach,
    ActionName::Rake,
    ActionName::KillPixels,
    ActionName::FancyCardFlick,
];

fn parse_commit(word: &str, arguments: &[&str]) -> Option<Commit> {
    Some(match (word, arguments) {
        ("bolt", [ideas]) => Commit::Bolt(between(ideas, 1, 2)?),
        ("autopwn", [who, letter]) => Commit::Autopwn(parse(who)?, parse_granted(letter)?),
        ("exploit", [who, letter]) => Commit::Exploit(parse(who)?, parse_granted(letter)?),
        ("breach", [side]) => Commit::Breach(parse(side)?),
        ("rake", [face]) => Commit::Rake(between(face, 1, 6)?),
        ("kill-pixels", [side]) => Commit::KillPixels(parse(side)?),
        ("fancy-card-flick", [tile]) => Commit::FancyCardFlick(parse(tile)?),
        (skill, [face]) => Commit::Skill(parse::<Skill>(skill)?, between(face, 1, 6)?),
        (name, []) => Commit::Plain(parse(name).filter(|name| !WITH_CHOICE.contains(name))?),
        _ => return None,
    })
}

/// MH7.2g: the letters of Autopwn and Exploit.
fn parse_granted(text: &str) -> Option<Letter> {
    let letters = [Letter::Subdue, Letter::Disable, Letter::Unlock];
    letters.into_iter().find(|letter| text.chars().eq([letter.char()]))
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Visage(tile) => write!(f, "visage {tile}"),
            Action::BuildingSchematics(tile) => write!(f, "building-schematics {tile}"),
            Action::BeatCop(guards, dogs) => {
                f.write_str("beat-cop")?;
                (0..guards).try_for_each(|_| f.write_str(" guard"))?;
                (0..dogs).try_for_each(|_| f.write_str(" dog"))
            }
            Action::PrisonGuard => f.write_str("prison-guard"),
            Action::Sell(Sale::Item(item)) => write!(f, "sell {item}"),
            Action::Sell(Sale::Jewel) => f.write_str("sell jewel"),
            Action::Buy(item, who) => write!(f, "buy {item} {who}"),
            Action::Shell => f.write_str("shell"),
            Action::Machinist(who) => write!(f, "machinist {who}"),
            Action::Connoisseur => f.write_str("connoisseur"),
            Action::Mayor(who, tile) => write!(f, "mayor {who} {tile}"),
            Action::Consultant(count) => write!(f, "consultant {count}"),
            Action::Diversion(count) => write!(f, "diversion {count}"),
            Action::Architect(count) => write!(f, "architect {count}"),
            Action::PlaceIdea(tile) => write!(f, "idea-token {tile}"),
            Action::Retiree(count) => write!(f, "retiree {count}"),
            Action::Insert(event, above) => write!(f, "insert {event} {above}"),
            Action::Done => f.write_str("done"),
            Action::Tunnel(tile, side) => write!(f, "tunnel {tile} {side}"),
            Action::Start(who, tile) => write!(f, "start {who} {tile}"),
            Action::Initial => f.write_str("initial"),
            Action::Leftover => f.write_str("leftover"),
            Action::Transfer(giver, taker, count) => write!(f, "transfer {giver} {taker} {count}"),
            Action::Token(tile) => write!(f, "token {tile}"),
            Action::Stake(stake) => write!(f, "stake {stake}"),
            Action::Begin => f.write_str("begin"),
            Action::Act(who) => write!(f, "act {who}"),
            Action::End => f.write_str("end"),
            Action::Escape => f.write_str("escape"),
            Action::Finish => f.write_str("finish"),
            Action::Commit(commit) => write!(f, "commit {commit}"),
            Action::Move(tile) => write!(f, "move {tile}"),
            Action::Unlock(tile) => write!(f, "unlock {tile}"),
            Action::Subdue(tile, kind) => write!(f, "subdue {tile} {kind}"),
            Action::Disable(tile) => write!(f, "disable {tile}"),
            Action::Idea => f.write_str("idea"),
            Action::Reveal(tile) => write!(f, "reveal {tile}"),
            Action::RevealSurplus => f.write_str("reveal"),
            Action::Loot => f.write_str("loot"),
            Action::Crack(SafeTool::Tools) => f.write_str("crack tools"),
            Action::Crack(SafeTool::Torch) => f.write_str("crack torch"),
            Action::Take(piece, way) => write!(f, "take {piece}{way}"),
            Action::Drop(piece, way) => write!(f, "drop {piece}{way}"),
            Action::Pass(piece, who) => write!(f, "pass {piece} {who}"),
            Action::Bank(piece) => write!(f, "bank {piece}"),
            Action::Server => f.write_str("server"),
            Action::Door(tile) => write!(f, "door {tile}"),
            Action::TakeIdea => f.write_str("idea-token"),
            Action::Capture => f.write_str("capture"),
            Action::Story => f.write_str("story"),
            Action::OldFriend(who) => write!(f, "old-friend {who}"),
            Action::EfficientPicker => f.write_str("efficient-picker"),
            Action::BetterWays => f.write_str("better-ways"),
            Action::Larcenist => f.write_str("larcenist"),
            Action::Swindler => f.write_str("swindler"),
            Action::VentCrawl(tile) => write!(f, "vent-crawl {tile}"),
            Action::Codes(tile) => write!(f, "codes {tile}"),
            Action::ChangeOfPlans => f.write_str("change-of-plans"),
            Action::NewPlan => f.write_str("new-plan"),
            Action::Lift(who, tile) => write!(f, "lift {who} {tile}"),
            Action::GiveIdeas(who, count) => write!(f, "give {who} {count}"),
            Action::Shift(from, side) => write!(f, "shift {from} {side}"),
            Action::Rewire(tile) => write!(f, "rewire {tile}"),
            Action::Toss(piece, side, steps) => write!(f, "toss {piece} {side} {steps}"),
            Action::Next(tile) => write!(f, "next {tile}"),
            Action::Keep => f.write_str("keep"),
            Action::Blank(who) => write!(f, "blank {who}"),
            Action::Chase(from, side) => write!(f, "chase {from} {side}"),
            Action::Divert => f.write_str("divert"),
            Action::Noise => f.write_str("noise"),
            Action::Victim(who) => write!(f, "victim {who}"),
            Action::LoseIdea => f.write_str("lose-idea"),
            Action::TakeNoise => f.write_str("take-noise"),
            Action::Accept => f.write_str("accept"),
            Action::Decline => f.write_str("decline"),
            Action::Give(who) => write!(f, "give {who}"),
            Action::Penny => f.write_str("penny"),
            Action::Put(piece, side) => write!(f, "put {piece} {side}"),
            Action::Lock(tile) => write!(f, "lock {tile}"),
            Action::Off => f.write_str("off"),
            Action::Reinforce(tile) => write!(f, "reinforce {tile}"),
            Action::TargetCharacter(who) => write!(f, "target {who}"),
            Action::TargetHex(tile) => write!(f, "target {tile}"),
            Action::Dog(tile) => write!(f, "dog {tile}"),
            Action::Step(tile) => write!(f, "step {tile}"),
            Action::PickUnderPressure(tile) => write!(f, "pick-under-pressure {tile}"),
            Action::Pinch(who) => write!(f, "pinch {who}"),
            Action::LastDitch => f.write_str("last-ditch"),
            Action::Roll => f.write_str("roll"),
            Action::Counts(who) => write!(f, "counts {who}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let mut words = text.split(' ');
        let word = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        let action = parse_plan(word, &arguments)
            .or_else(|| parse_micro(word, &arguments))
            .or_else(|| parse_other(word, &arguments));
        action.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action of Masters of the Heist such as `act 1`, `commit walk` or `move 4,7`".to_owned(),
        })
    }
}

fn parse_plan(word: &str, arguments: &[&str]) -> Option<Action> {
    Some(match (word, arguments) {
        ("visage", [tile]) => Action::Visage(parse(tile)?),
        ("building-schematics", [tile]) => Action::BuildingSchematics(parse(tile)?),
        ("beat-cop", kinds) => parse_beat_cop(kinds)?,
        ("prison-guard", []) => Action::PrisonGuard,
        ("sell", ["jewel"]) => Action::Sell(Sale::Jewel),
        ("sell", [item]) => Action::Sell(Sale::Item(parse(item)?)),
        ("buy", [item, who]) => Action::Buy(parse(item)?, parse_player(who)?),
        ("shell", []) => Action::Shell,
        ("machinist", [who]) => Action::Machinist(parse_player(who)?),
        ("connoisseur", []) => Action::Connoisseur,
        ("mayor", [who, tile]) => Action::Mayor(parse_player(who)?, parse(tile)?),
        ("consultant", [count]) => Action::Consultant(between(count, 1, 3)?),
        ("diversion", [count]) => Action::Diversion(between(count, 1, 4)?),
        ("architect", [count]) => Action::Architect(between(count, 1, 3)?),
        ("idea-token", [tile]) => Action::PlaceIdea(parse(tile)?),
        ("retiree", [count]) => Action::Retiree(between(count, 1, 3)?),
        ("insert", [event, above]) => {
            let event = parse(event).filter(|event| MASTERMIND.contains(event))?;
            Action::Insert(event, between(above, 0, CARDS as u8 - 1)?)
        }
        ("done", []) => Action::Done,
        ("tunnel", [tile, side]) => Action::Tunnel(parse(tile)?, parse(side)?),
        ("start", [who, tile]) => Action::Start(parse(who)?, parse(tile)?),
        ("initial", []) => Action::Initial,
        ("leftover", []) => Action::Leftover,
        ("transfer", [giver, taker, count]) => Action::Transfer(parse(giver)?, parse(taker)?, positive(count)?),
        ("token", [tile]) => Action::Token(parse(tile)?),
        ("stake", [stake]) => Action::Stake(between(stake, 0, MOST_STAKE)?),
        ("begin", []) => Action::Begin,
        _ => return None,
    })
}

fn parse_beat_cop(kinds: &[&str]) -> Option<Action> {
    let guards = kinds.iter().take_while(|kind| **kind == "guard").count();
    let dogs = kinds[guards..].iter().filter(|kind| **kind == "dog").count();
    let is_whole = guards + dogs == kinds.len() && (1..=3).contains(&kinds.len());
    is_whole.then_some(Action::BeatCop(guards as u8, dogs as u8))
}

fn parse_micro(word: &str, arguments: &[&str]) -> Option<Action> {
    Some(match (word, arguments) {
        ("act", [who]) => Action::Act(parse(who)?),
        ("end", []) => Action::End,
        ("escape", []) => Action::Escape,
        ("finish", []) => Action::Finish,
        ("commit", [name, arguments @ ..]) => Action::Commit(parse_commit(name, arguments)?),
        ("move", [tile]) => Action::Move(parse(tile)?),
        ("unlock", [tile]) => Action::Unlock(parse(tile)?),
        ("subdue", [tile, "guard"]) => Action::Subdue(parse(tile)?, GuardKind::Guard),
        ("subdue", [tile, "dog"]) => Action::Subdue(parse(tile)?, GuardKind::Dog),
        ("disable", [tile]) => Action::Disable(parse(tile)?),
        ("idea", []) => Action::Idea,
        ("reveal", [tile]) => Action::Reveal(parse(tile)?),
        ("reveal", []) => Action::RevealSurplus,
        ("loot", []) => Action::Loot,
        ("crack", ["tools"]) => Action::Crack(SafeTool::Tools),
        ("crack", ["torch"]) => Action::Crack(SafeTool::Torch),
        ("take", [piece, way @ ..]) => Action::Take(parse_whole(piece)?, parse_way(way)?),
        ("drop", [piece, way @ ..]) => Action::Drop(parse_part(piece)?, parse_way(way)?),
        ("pass", [piece, who]) => Action::Pass(parse_part(piece)?, parse(who)?),
        ("bank", [piece]) => Action::Bank(parse_part(piece)?),
        ("server", []) => Action::Server,
        ("door", [tile]) => Action::Door(parse(tile)?),
        ("idea-token", []) => Action::TakeIdea,
        ("capture", []) => Action::Capture,
        ("story", []) => Action::Story,
        ("old-friend", [who]) => Action::OldFriend(parse(who)?),
        ("efficient-picker", []) => Action::EfficientPicker,
        ("better-ways", []) => Action::BetterWays,
        ("larcenist", []) => Action::Larcenist,
        ("swindler", []) => Action::Swindler,
        ("vent-crawl", [tile]) => Action::VentCrawl(parse(tile)?),
        ("codes", [tile]) => Action::Codes(parse(tile)?),
        ("change-of-plans", []) => Action::ChangeOfPlans,
        ("new-plan", []) => Action::NewPlan,
        ("lift", [who, tile]) => Action::Lift(parse_player(who)?, parse(tile)?),
        ("give", [who, count]) => Action::GiveIdeas(parse(who)?, between(count, 1, GIVEN_IDEAS)?),
        ("shift", [from, to]) => Action::Shift(parse(from)?, parse(to)?),
        ("rewire", [tile]) => Action::Rewire(parse(tile)?),
        ("toss", [piece, side, steps]) => Action::Toss(parse_part(piece)?, parse(side)?, between(steps, 1, 2)?),
        _ => return None,
    })
}

fn parse_other(word: &str, arguments: &[&str]) -> Option<Action> {
    Some(match (word, arguments) {
        ("next", [tile]) => Action::Next(parse(tile)?),
        ("keep", []) => Action::Keep,
        ("blank", [who]) => Action::Blank(parse(who)?),
        ("chase", [from, to]) => Action::Chase(parse(from)?, parse(to)?),
        ("divert", []) => Action::Divert,
        ("noise", []) => Action::Noise,
        ("victim", [who]) => Action::Victim(parse_player(who)?),
        ("lose-idea", []) => Action::LoseIdea,
        ("take-noise", []) => Action::TakeNoise,
        ("accept", []) => Action::Accept,
        ("decline", []) => Action::Decline,
        ("give", [who]) => Action::Give(parse(who)?),
        ("penny", []) => Action::Penny,
        ("put", [piece, side]) => Action::Put(parse_whole(piece)?, parse(side)?),
        ("lock", [tile]) => Action::Lock(parse(tile)?),
        ("off", []) => Action::Off,
        ("reinforce", [tile]) => Action::Reinforce(parse(tile)?),
        ("target", [target]) => match parse(target) {
            Some(who) => Action::TargetCharacter(who),
            None => Action::TargetHex(parse(target)?),
        },
        ("dog", [tile]) => Action::Dog(parse(tile)?),
        ("step", [tile]) => Action::Step(parse(tile)?),
        ("pick-under-pressure", [tile]) => Action::PickUnderPressure(parse(tile)?),
        ("pinch", [who]) => Action::Pinch(parse(who)?),
        ("last-ditch", []) => Action::LastDitch,
        ("roll", []) => Action::Roll,
        ("counts", [who]) => Action::Counts(parse_player(who)?),
        _ => return None,
    })
}

fn parse<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// A piece with all cash as one.
fn parse_whole(text: &str) -> Option<Piece> {
    parse(text).filter(|piece| !matches!(piece, Piece::Cash(1..)))
}

/// A piece with an amount of cash.
fn parse_part(text: &str) -> Option<Piece> {
    parse(text).filter(|piece| *piece != Piece::ALL_CASH)
}

fn parse_way(words: &[&str]) -> Option<Way> {
    match words {
        [] => Some(Way::Here),
        [side] => parse(side).map(Way::Side),
        _ => None,
    }
}

fn parse_player(text: &str) -> Option<Who> {
    parse(text).filter(|who: &Who| !who.is_npc())
}

/// A number below 256, of which there is only one text.
fn number(text: &str) -> Option<u8> {
    let number: u8 = parse(text)?;
    (number.to_string() == text).then_some(number)
}

fn positive(text: &str) -> Option<u8> {
    number(text).filter(|&number| number > 0)
}

fn between(text: &str, low: u8, high: u8) -> Option<u8> {
    number(text).filter(|number| (low..=high).contains(number))
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Chit(chit) => write!(f, "chit {chit}"),
            Outcome::Die(face) => write!(f, "die {face}"),
        }
    }
}

impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Outcome, NotationError> {
        let outcome = match text.split_once(' ') {
            Some(("chit", chit)) => parse(chit).map(Outcome::Chit),
            Some(("die", face)) => between(face, 1, 6).map(Outcome::Die),
            _ => None,
        };
        outcome.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an outcome of Masters of the Heist such as `chit guard` or `die 4`".to_owned(),
        })
    }
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
