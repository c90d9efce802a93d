//! The notation of the steps that are being resolved: a word and what it holds, `run-dog 4,7 2,3 2`.

use std::str::FromStr;

use crate::board::hexes::Side;
use crate::masters::action::Who;
use crate::masters::frame::{DogCard, Frame};
use crate::masters::state::{EXIT, MastersOfTheHeist, NOWHERE, Phase};
use crate::masters::tile::Tile;

/// Steps without anything to hold.
const PLAIN: [(&str, Frame); 42] = [
    ("reveals", Frame::Reveals),
    ("ask-reveals", Frame::AskReveals),
    ("office", Frame::Office),
    ("ask-office", Frame::AskOffice),
    ("stake", Frame::Stake),
    ("ask-stake", Frame::AskStake),
    ("ask-begin", Frame::AskBegin),
    ("start-heist", Frame::StartHeist),
    ("round", Frame::Round),
    ("action-phase", Frame::ActionPhase),
    ("end-event", Frame::EndEvent),
    ("movements", Frame::Movements),
    ("next-round", Frame::NextRound),
    ("reveal-next", Frame::RevealNext),
    ("ask-next", Frame::AskNext),
    ("chase", Frame::Chase),
    ("ask-chase", Frame::AskChase),
    ("ask-target-hex", Frame::AskTargetHex),
    ("free-prisoner", Frame::FreePrisoner),
    ("npc-active", Frame::NpcActive),
    ("npc-arrives", Frame::NpcArrives),
    ("ask-victim", Frame::AskVictim),
    ("ask-actor", Frame::AskActor),
    ("end-phase", Frame::EndPhase),
    ("draw-surplus", Frame::DrawSurplus),
    ("end-action", Frame::EndAction),
    ("cancel-noise", Frame::CancelNoise),
    ("owed-noise", Frame::OwedNoise),
    ("ask-divert", Frame::AskDivert),
    ("after-noise", Frame::AfterNoise),
    ("event-phase", Frame::EventPhase),
    ("event-done", Frame::EventDone),
    ("ask-encourage", Frame::AskEncourage),
    ("ask-gift", Frame::AskGift),
    ("crises", Frame::Crises),
    ("reinforcements", Frame::Reinforcements),
    ("ask-reinforce", Frame::AskReinforce),
    ("escape-start", Frame::EscapeStart),
    ("escape-reveals", Frame::EscapeReveals),
    ("escape-ready", Frame::EscapeReady),
    ("escape-phase", Frame::EscapePhase),
    ("ask-escaper", Frame::AskEscaper),
];

/// Cards of event dogs.
const DOGS: [(&str, DogCard); 3] = [
    ("character", DogCard::Character),
    ("loot", DogCard::Loot),
    ("fear", DogCard::Fear),
];

/// The word for nothing.
const NONE: &str = "none";

/// A step in words.
pub(super) fn write(state: &MastersOfTheHeist, frame: Frame) -> String {
    if let Some((word, _)) = PLAIN.iter().find(|(_, known)| *known == frame) {
        return (*word).to_owned();
    }
    let hex = |hex: u8| {
        if hex < EXIT {
            state.tile(hex).to_string()
        } else {
            NONE.to_owned()
        }
    };
    let side = |side: u8| Side::ALL.get(usize::from(side)).map_or(NONE, |side| side.name());
    let anybody = |who: u8| {
        if who == NOWHERE {
            NONE.to_owned()
        } else {
            Who(who).to_string()
        }
    };
    let hounds = |targets: [u8; 3]| targets.map(anybody).join(" ");
    let dog = |card: DogCard| super::forms::word_for(&DOGS, card);
    match frame {
        Frame::AskIdeaToken(left, next) => format!("ask-idea-token {left} {next}"),
        Frame::AskInsert(left, next) => format!("ask-insert {left} {next}"),
        Frame::Tunnels(next) => format!("tunnels {next}"),
        Frame::AskTunnel(next) => format!("ask-tunnel {next}"),
        Frame::StartPlaces(next) => format!("start-places {next}"),
        Frame::AskStart(who) => format!("ask-start {who}"),
        Frame::Leftovers(next) => format!("leftovers {next}"),
        Frame::AskLeftover(who) => format!("ask-leftover {who}"),
        Frame::Exchanges(first, second) => format!("exchanges {first} {second}"),
        Frame::AskExchange(first, second) => format!("ask-exchange {first} {second}"),
        Frame::Tokens(who, next) => format!("tokens {} {next}", who.0 + 1),
        Frame::AskPlanToken(who, next) => format!("ask-plan-token {} {next}", who.0 + 1),
        Frame::RollDice(next) => format!("roll-dice {next}"),
        Frame::DrawDie(who) => format!("draw-die {who}"),
        Frame::DrawChit(at) => format!("draw-chit {}", hex(at)),
        Frame::AskConsultant(at, chit) => format!("ask-consultant {} {chit}", hex(at)),
        Frame::Arrived(who) => format!("arrived {who}"),
        Frame::EventDog(card) => format!("event-dog {}", dog(card)),
        Frame::AskTarget(card) => format!("ask-target {}", dog(card)),
        Frame::RunDog(at, target, left) => format!("run-dog {} {} {left}", hex(at), hex(target)),
        Frame::AskDog(at, target, left) => format!("ask-dog {} {} {left}", hex(at), hex(target)),
        Frame::Hounds(targets) => format!("hounds {}", hounds(targets)),
        Frame::AskHound(targets) => format!("ask-hound {}", hounds(targets)),
        Frame::IdeaOrNoise(who) => format!("idea-or-noise {who}"),
        Frame::AskIdeaOrNoise(who) => format!("ask-idea-or-noise {who}"),
        Frame::AskMicro(who) => format!("ask-micro {who}"),
        Frame::Rewire(who, left, next) => format!("rewire {who} {left} {next}"),
        Frame::AskRewire(who, left, next) => format!("ask-rewire {who} {left} {next}"),
        Frame::Toss(who, way, next) => format!("toss {who} {} {next}", side(way)),
        Frame::AskToss(who, way, next) => format!("ask-toss {who} {} {next}", side(way)),
        Frame::AskGuard(who, at) => format!("ask-guard {who} {}", hex(at)),
        Frame::Replan(who, left) => format!("replan {who} {left}"),
        Frame::AskLift(who, left) => format!("ask-lift {who} {left}"),
        Frame::AskReplace(owner, at) => format!("ask-replace {owner} {}", hex(at)),
        Frame::GiveIdeas(who, left, next) => format!("give-ideas {who} {left} {next}"),
        Frame::AskGiveIdeas(who, left, next) => format!("ask-give-ideas {who} {left} {next}"),
        Frame::StoryReveal(who) => format!("story-reveal {who}"),
        Frame::AskStoryReveal(who) => format!("ask-story-reveal {who}"),
        Frame::StoryCash(who) => format!("story-cash {who}"),
        Frame::Noises(left) => format!("noises {left}"),
        Frame::AskLock(left, next) => format!("ask-lock {left} {next}"),
        Frame::Blabbing(next) => format!("blabbing {next}"),
        Frame::AskBlabbing(who) => format!("ask-blabbing {who}"),
        Frame::Whisper(done) => format!("whisper {}", u16::from_le_bytes(done)),
        Frame::AskWhisper(done) => format!("ask-whisper {}", u16::from_le_bytes(done)),
        Frame::LoseIdeas(losers) => format!("lose-ideas {losers}"),
        Frame::AskPenny(who) => format!("ask-penny {who}"),
        Frame::Fumble(next) => format!("fumble {next}"),
        Frame::AskPut(who) => format!("ask-put {who}"),
        Frame::CloseGates(left) => format!("close-gates {left}"),
        Frame::Displaced(owners) => format!("displaced {owners}"),
        Frame::AskDisplaced(who) => format!("ask-displaced {who}"),
        Frame::AskEscape(who) => format!("ask-escape {who}"),
        Frame::AskRoute(who) => format!("ask-route {who}"),
        Frame::DrawDitch(who, points) => format!("draw-ditch {who} {points}"),
        Frame::Count(place) => format!("count {place}"),
        Frame::AskCounts(place) => format!("ask-counts {place}"),
        // The steps of `PLAIN`.
        _ => String::new(),
    }
}

/// The words of a step that are still to be read.
struct Reading<'a> {
    state: &'a MastersOfTheHeist,
    words: std::str::Split<'a, char>,
}

impl<'a> Reading<'a> {
    fn word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    fn parse<T: FromStr>(&mut self) -> Option<T> {
        self.word()?.parse().ok()
    }

    /// A number up to a limit, of which there is only one text.
    fn number(&mut self, most: u8) -> Option<u8> {
        let word = self.word()?;
        let number: u8 = word.parse().ok()?;
        (number <= most && number.to_string() == word).then_some(number)
    }

    /// A character that takes part.
    fn who(&mut self) -> Option<Who> {
        let who: Who = self.parse()?;
        self.state.everybody().any(|other| other == who).then_some(who)
    }

    fn player(&mut self) -> Option<Who> {
        self.who().filter(|who| !who.is_npc())
    }

    /// A character by its number, or one more than the last.
    fn player_or_end(&mut self) -> Option<Who> {
        let number = self.number(self.state.player_count + 1)?;
        Some(Who(number.checked_sub(1)?))
    }

    /// A hex that is there.
    fn hex(&mut self) -> Option<u8> {
        let tile: Tile = self.parse()?;
        self.state.hex_at(tile).map(|hex| hex as u8)
    }

    fn side(&mut self) -> Option<u8> {
        match self.word()? {
            NONE => Some(NOWHERE),
            word => word.parse::<Side>().ok().map(|side| side as u8),
        }
    }

    fn dog(&mut self) -> Option<DogCard> {
        let word = self.word()?;
        DOGS.iter().find(|(known, _)| *known == word).map(|(_, card)| *card)
    }

    /// Targets, those that are not chosen last.
    fn hounds(&mut self) -> Option<[u8; 3]> {
        let mut targets = [NOWHERE; 3];
        for place in 0..targets.len() {
            let word = self.word()?;
            if word != NONE {
                let who: Who = word.parse().ok()?;
                let is_there = self.state.everybody().any(|other| other == who);
                if !is_there || targets[..place].contains(&NOWHERE) {
                    return None;
                }
                targets[place] = who.0;
            }
        }
        Some(targets)
    }

    fn pairs(&mut self) -> Option<[u8; 2]> {
        let word = self.word()?;
        let done: u16 = word.parse().ok()?;
        (done < 1 << 10 && done.to_string() == word).then_some(done.to_le_bytes())
    }

    /// Characters as bits of their numbers.
    fn set(&mut self) -> Option<u8> {
        let all = self.state.everybody().fold(0, |set, who| set | 1 << who.0);
        self.number(u8::MAX).filter(|set| set & !all == 0)
    }
}

/// The step of some words, in a state of which the board and the characters are known.
pub(super) fn read(state: &MastersOfTheHeist, text: &str) -> Result<Frame, &'static str> {
    if let Some((_, frame)) = PLAIN.iter().find(|(word, _)| *word == text) {
        return Ok(*frame);
    }
    let mut reading = Reading {
        state,
        words: text.split(' '),
    };
    let frame = reading.word().and_then(|word| read_step(&mut reading, word));
    frame
        .filter(|_| reading.words.next().is_none())
        .ok_or("a step such as `action-phase`, `ask-micro 1` or `draw-chit 4,7`")
}

fn read_step(reading: &mut Reading<'_>, word: &str) -> Option<Frame> {
    let hexes = crate::board::hexes::MOST_HEXES as u8;
    let r = reading;
    Some(match word {
        "ask-idea-token" => Frame::AskIdeaToken(r.number(3)?, r.number(hexes)?),
        "ask-insert" => Frame::AskInsert(r.number(3)?, r.number(2)?),
        "tunnels" => Frame::Tunnels(r.number(99)?),
        "ask-tunnel" => Frame::AskTunnel(r.number(99)?),
        "start-places" => Frame::StartPlaces(r.number(5)?),
        "ask-start" => Frame::AskStart(r.who()?),
        "leftovers" => Frame::Leftovers(r.number(5)?),
        "ask-leftover" => Frame::AskLeftover(r.player()?),
        "exchanges" => {
            let (first, second) = (r.parse()?, r.parse()?);
            return (first < second).then_some(Frame::Exchanges(first, second));
        }
        "ask-exchange" => {
            let (first, second) = (r.player()?, r.player()?);
            return (first < second).then_some(Frame::AskExchange(first, second));
        }
        "tokens" => Frame::Tokens(r.player_or_end()?, r.number(hexes)?),
        "ask-plan-token" => Frame::AskPlanToken(r.player()?, r.number(hexes)?),
        "roll-dice" => Frame::RollDice(r.number(5)?),
        "draw-die" => Frame::DrawDie(r.who()?),
        "draw-chit" => Frame::DrawChit(r.hex()?),
        "ask-consultant" => Frame::AskConsultant(r.hex()?, r.parse()?),
        "arrived" => Frame::Arrived(r.who()?),
        "event-dog" => Frame::EventDog(r.dog()?),
        "ask-target" => Frame::AskTarget(r.dog()?),
        "run-dog" => Frame::RunDog(r.hex()?, r.hex()?, r.number(3)?),
        "ask-dog" => Frame::AskDog(r.hex()?, r.hex()?, r.number(3).filter(|&left| left > 0)?),
        "hounds" => Frame::Hounds(r.hounds()?),
        "ask-hound" => Frame::AskHound(r.hounds().filter(|targets| targets.contains(&NOWHERE))?),
        "idea-or-noise" => Frame::IdeaOrNoise(r.who()?),
        "ask-idea-or-noise" => Frame::AskIdeaOrNoise(r.who()?),
        "ask-micro" => Frame::AskMicro(r.who()?),
        "rewire" => Frame::Rewire(r.who()?, r.number(2)?, r.number(hexes)?),
        "ask-rewire" => Frame::AskRewire(r.who()?, r.number(2).filter(|&left| left > 0)?, r.number(hexes)?),
        "toss" => Frame::Toss(r.who()?, r.side()?, r.number(40)?),
        "ask-toss" => Frame::AskToss(r.who()?, r.side()?, r.number(40)?),
        "ask-guard" => Frame::AskGuard(r.who()?, r.hex()?),
        "replan" => Frame::Replan(r.player()?, r.number(6)?),
        "ask-lift" => Frame::AskLift(r.player()?, r.number(6).filter(|&left| left > 0)?),
        "ask-replace" => Frame::AskReplace(r.player()?, r.hex()?),
        "give-ideas" => Frame::GiveIdeas(r.player()?, r.number(3)?, r.number(5)?),
        "ask-give-ideas" => Frame::AskGiveIdeas(r.player()?, r.number(3)?, r.number(5)?),
        "story-reveal" => Frame::StoryReveal(r.who()?),
        "ask-story-reveal" => Frame::AskStoryReveal(r.who()?),
        "story-cash" => Frame::StoryCash(r.who()?),
        "noises" => Frame::Noises(r.number(u8::MAX)?),
        "ask-lock" => Frame::AskLock(r.number(3).filter(|&left| left > 0)?, r.number(hexes)?),
        "blabbing" => Frame::Blabbing(r.number(5)?),
        "ask-blabbing" => Frame::AskBlabbing(r.who()?),
        "whisper" => Frame::Whisper(r.pairs()?),
        "ask-whisper" => Frame::AskWhisper(r.pairs()?),
        "lose-ideas" => Frame::LoseIdeas(r.set()?),
        "ask-penny" => Frame::AskPenny(r.who()?),
        "fumble" => Frame::Fumble(r.number(5)?),
        "ask-put" => Frame::AskPut(r.who()?),
        "close-gates" => Frame::CloseGates(r.number(u8::MAX)?),
        "displaced" => Frame::Displaced(r.set()? & !(1 << Who::NPC.0)),
        "ask-displaced" => Frame::AskDisplaced(r.player()?),
        "ask-escape" => Frame::AskEscape(r.who()?),
        "ask-route" => Frame::AskRoute(r.who()?),
        "draw-ditch" => Frame::DrawDitch(r.who()?, r.number(u8::MAX)?),
        "count" => Frame::Count(r.number(40)?),
        "ask-counts" => Frame::AskCounts(r.number(40)?),
        _ => return None,
    })
}

/// Whether a step can be the lowest one in a part of the heist.
pub(super) fn is_bottom(frame: Frame, phase: Phase) -> bool {
    match phase {
        Phase::Plan => matches!(
            frame,
            Frame::Reveals
                | Frame::AskReveals
                | Frame::Office
                | Frame::AskOffice
                | Frame::Tunnels(_)
                | Frame::AskTunnel(_)
                | Frame::StartPlaces(_)
                | Frame::AskStart(_)
                | Frame::Leftovers(_)
                | Frame::AskLeftover(_)
                | Frame::Exchanges(..)
                | Frame::AskExchange(..)
                | Frame::Tokens(..)
                | Frame::AskPlanToken(..)
                | Frame::Stake
                | Frame::AskStake
                | Frame::AskBegin
                | Frame::StartHeist
        ),
        Phase::Start => frame == Frame::Round,
        Phase::Roll => matches!(frame, Frame::RollDice(_)),
        Phase::Action => matches!(frame, Frame::ActionPhase | Frame::AskActor | Frame::EndAction),
        Phase::EndAction => matches!(frame, Frame::AfterNoise | Frame::EventPhase),
        Phase::Event => frame == Frame::EventDone,
        Phase::Crises => matches!(frame, Frame::Crises | Frame::EndEvent),
        Phase::EndEvent => frame == Frame::NextRound,
        Phase::Escape => matches!(
            frame,
            Frame::EscapeStart
                | Frame::EscapeReveals
                | Frame::EscapeReady
                | Frame::EscapePhase
                | Frame::AskEscaper
                | Frame::Count(_)
                | Frame::AskCounts(_)
        ),
        Phase::Over => false,
    }
}

/// Whether a step can be found above another in a part of the heist.
pub(super) fn is_above(frame: Frame, phase: Phase) -> bool {
    let of_action = matches!(
        frame,
        Frame::AskMicro(_)
            | Frame::EndPhase
            | Frame::Arrived(_)
            | Frame::Rewire(..)
            | Frame::AskRewire(..)
            | Frame::Toss(..)
            | Frame::AskToss(..)
            | Frame::DrawSurplus
            | Frame::AskGuard(..)
            | Frame::Replan(..)
            | Frame::AskLift(..)
            | Frame::AskReplace(..)
            | Frame::GiveIdeas(..)
            | Frame::AskGiveIdeas(..)
            | Frame::StoryReveal(_)
            | Frame::AskStoryReveal(_)
            | Frame::StoryCash(_)
    );
    let of_reveals = matches!(
        frame,
        Frame::RevealNext | Frame::AskNext | Frame::DrawChit(_) | Frame::AskConsultant(..)
    );
    let of_npc = matches!(frame, Frame::NpcActive | Frame::NpcArrives);
    let of_gates = matches!(
        frame,
        Frame::CloseGates(_) | Frame::Displaced(_) | Frame::AskDisplaced(_)
    );
    let of_dogs = matches!(frame, Frame::Chase | Frame::AskChase);
    let of_event_dogs = matches!(
        frame,
        Frame::EventDog(_) | Frame::AskTarget(_) | Frame::AskTargetHex | Frame::RunDog(..) | Frame::AskDog(..)
    );
    let of_noise = matches!(frame, Frame::Noises(_) | Frame::AskDivert);
    match phase {
        Phase::Plan => {
            matches!(
                frame,
                Frame::AskIdeaToken(..) | Frame::AskInsert(..) | Frame::Chase | Frame::DrawChit(_)
            )
        }
        Phase::Start => of_reveals || of_dogs || of_npc || frame == Frame::FreePrisoner,
        Phase::Roll => matches!(frame, Frame::DrawDie(_)),
        Phase::Action => of_action || of_reveals || of_dogs || of_npc || matches!(frame, Frame::DrawDie(_)),
        Phase::EndAction => matches!(
            frame,
            Frame::OwedNoise
                | Frame::CancelNoise
                | Frame::AskDivert
                | Frame::AskVictim
                | Frame::IdeaOrNoise(_)
                | Frame::AskIdeaOrNoise(_)
        ),
        Phase::Event => {
            of_dogs
                || of_gates
                || of_event_dogs
                || of_noise
                || matches!(
                    frame,
                    Frame::AskLock(..)
                        | Frame::Blabbing(_)
                        | Frame::AskBlabbing(_)
                        | Frame::AskEncourage
                        | Frame::Whisper(_)
                        | Frame::AskWhisper(_)
                        | Frame::LoseIdeas(_)
                        | Frame::AskPenny(_)
                        | Frame::Fumble(_)
                        | Frame::AskPut(_)
                        | Frame::AskGift
                )
        }
        Phase::Crises => {
            of_dogs
                || of_gates
                || matches!(
                    frame,
                    Frame::Reinforcements
                        | Frame::AskReinforce
                        | Frame::RunDog(..)
                        | Frame::AskDog(..)
                        | Frame::Hounds(_)
                        | Frame::AskHound(_)
                )
        }
        Phase::EndEvent => of_dogs || frame == Frame::Movements,
        Phase::Escape => {
            of_dogs
                || of_gates
                || matches!(
                    frame,
                    Frame::DrawChit(_) | Frame::AskEscape(_) | Frame::AskRoute(_) | Frame::DrawDitch(..)
                )
        }
        Phase::Over => false,
    }
}
