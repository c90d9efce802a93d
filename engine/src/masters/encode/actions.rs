//! The action index space.
//!
//! | block | size | meaning |
//! |---|---|---|
//! | blocks of tiles | 180 each | tile |
//! | blocks of tiles and sides | 1080 each | tile, side |
//! | take, put | 119, 102 | way or side; all cash, jewel, documents, usb, keycard, items |
//! | drop, pass, bank, toss | 1897, 1355, 271, 3252 | way, character, nothing, or side and steps; amounts of cash from 1 to 255, then as above |
//! | transfer | 6375 | giver, taker, ideas from 1 to 255 |

use crate::blocks::{IndexBlock, blocks};
use crate::board::hexes::Side;
use crate::masters::action::{Action, Commit, GuardKind, Piece, SafeTool, Sale, Way, Who};
use crate::masters::action::{GIVEN_IDEAS, MASTERMIND, MOST_STAKE, PLAYERS};
use crate::masters::components::{ActionName, Item, Skill};
use crate::masters::deck::CARDS;
use crate::masters::letters::Letter;
use crate::masters::notation::WITH_CHOICE;
use crate::masters::state::CHARACTERS;
use crate::masters::tile::Tile;

const TILES: usize = Tile::COUNT;
const SIDES: usize = Side::ALL.len();
/// Kinds of pieces other than cash.
const OTHERS: usize = 4 + Item::ALL.len();
/// Pieces with all cash as one.
const WHOLE: usize = 1 + OTHERS;
/// The greatest amount of cash or ideas.
const MOST: usize = u8::MAX as usize;
/// Pieces with every amount of cash.
const PARTS: usize = MOST + OTHERS;
/// MH7.2f.
const GIFTS: usize = GIVEN_IDEAS as usize;
/// The own hex and the sides.
const WAYS: usize = SIDES + 1;
/// MH7.2g.
const GRANTED: [Letter; 3] = [Letter::Subdue, Letter::Disable, Letter::Unlock];
const TOOLS: [SafeTool; 2] = [SafeTool::Tools, SafeTool::Torch];
const GUARDS: [GuardKind; 2] = [GuardKind::Guard, GuardKind::Dog];
/// MH7.8b: Guards and Dogs.
const BEAT_COP: [(u8, u8); 9] = [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)];

/// Actions without a choice.
const PLAIN: [ActionName; ActionName::ALL.len() - WITH_CHOICE.len()] = {
    let mut plain = [ActionName::Walk; ActionName::ALL.len() - WITH_CHOICE.len()];
    let (mut from, mut to) = (0, 0);
    while from < ActionName::ALL.len() {
        let mut place = 0;
        while place < WITH_CHOICE.len() && WITH_CHOICE[place] as usize != from {
            place += 1;
        }
        if place == WITH_CHOICE.len() {
            plain[to] = ActionName::ALL[from];
            to += 1;
        }
        from += 1;
    }
    plain
};

fn tile(place: usize) -> Tile {
    Tile::from_index(place).expect("a place of a block of tiles")
}

fn who(place: usize) -> Who {
    Who(place as u8)
}

fn number(place: usize) -> u8 {
    place as u8 + 1
}

fn other(place: usize) -> Piece {
    Piece::of_rank(place as u8 + 1).expect("a place of a block of pieces")
}

fn whole(place: usize) -> Piece {
    match place.checked_sub(1) {
        None => Piece::ALL_CASH,
        Some(place) => other(place),
    }
}

fn part(place: usize) -> Piece {
    match place.checked_sub(MOST) {
        None => Piece::Cash(number(place)),
        Some(place) => other(place),
    }
}

fn way(place: usize) -> Way {
    match place.checked_sub(1) {
        None => Way::Here,
        Some(side) => Way::Side(Side::ALL[side]),
    }
}

blocks! {
    /// The action index space.
    pub(super) ActionBlock of Action {
        Visage: "visage", TILES, |place| Action::Visage(tile(place));
        BuildingSchematics: "building-schematics", TILES, |place| Action::BuildingSchematics(tile(place));
        BeatCop: "beat-cop", BEAT_COP.len(), |place| Action::BeatCop(BEAT_COP[place].0, BEAT_COP[place].1);
        PrisonGuard: "prison-guard", 1, |_| Action::PrisonGuard;
        Sell: "sell", Item::ALL.len() + 1, |place| Action::Sell(match Item::ALL.get(place) {
            Some(&item) => Sale::Item(item),
            None => Sale::Jewel,
        });
        Buy: "buy", Item::ALL.len() * PLAYERS, |place| Action::Buy(Item::ALL[place / PLAYERS], who(place % PLAYERS));
        Shell: "shell", 1, |_| Action::Shell;
        Machinist: "machinist", PLAYERS, |place| Action::Machinist(who(place));
        Connoisseur: "connoisseur", 1, |_| Action::Connoisseur;
        Mayor: "mayor", PLAYERS * TILES, |place| Action::Mayor(who(place / TILES), tile(place % TILES));
        Consultant: "consultant", 3, |place| Action::Consultant(number(place));
        Diversion: "diversion", 4, |place| Action::Diversion(number(place));
        Architect: "architect", 3, |place| Action::Architect(number(place));
        PlaceIdea: "idea-token tile", TILES, |place| Action::PlaceIdea(tile(place));
        Retiree: "retiree", 3, |place| Action::Retiree(number(place));
        Insert: "insert", MASTERMIND.len() * CARDS, |place| Action::Insert(MASTERMIND[place / CARDS], (place % CARDS) as u8);
        Done: "done", 1, |_| Action::Done;
        Tunnel: "tunnel", TILES * SIDES, |place| Action::Tunnel(tile(place / SIDES), Side::ALL[place % SIDES]);
        Start: "start", CHARACTERS * TILES, |place| Action::Start(who(place / TILES), tile(place % TILES));
        Initial: "initial", 1, |_| Action::Initial;
        Leftover: "leftover", 1, |_| Action::Leftover;
        Transfer: "transfer", CHARACTERS * CHARACTERS * MOST, |place| {
            let pair = place / MOST;
            Action::Transfer(who(pair / CHARACTERS), who(pair % CHARACTERS), number(place % MOST))
        };
        Token: "token", TILES, |place| Action::Token(tile(place));
        Stake: "stake", MOST_STAKE as usize + 1, |place| Action::Stake(place as u8);
        Begin: "begin", 1, |_| Action::Begin;
        Act: "act", CHARACTERS, |place| Action::Act(who(place));
        End: "end", 1, |_| Action::End;
        Escape: "escape", 1, |_| Action::Escape;
        Finish: "finish", 1, |_| Action::Finish;
        CommitPlain: "commit", PLAIN.len(), |place| Action::Commit(Commit::Plain(PLAIN[place]));
        CommitSkill: "commit skill", Skill::ALL.len() * 6, |place| {
            Action::Commit(Commit::Skill(Skill::ALL[place / 6], number(place % 6)))
        };
        CommitBolt: "commit bolt", 2, |place| Action::Commit(Commit::Bolt(number(place)));
        CommitAutopwn: "commit autopwn", CHARACTERS * 3, |place| {
            Action::Commit(Commit::Autopwn(who(place / 3), GRANTED[place % 3]))
        };
        CommitExploit: "commit exploit", CHARACTERS * 3, |place| {
            Action::Commit(Commit::Exploit(who(place / 3), GRANTED[place % 3]))
        };
        CommitBreach: "commit breach", SIDES, |place| Action::Commit(Commit::Breach(Side::ALL[place]));
        CommitRake: "commit rake", 6, |place| Action::Commit(Commit::Rake(number(place)));
        CommitKillPixels: "commit kill-pixels", SIDES, |place| Action::Commit(Commit::KillPixels(Side::ALL[place]));
        CommitFlick: "commit fancy-card-flick", TILES, |place| Action::Commit(Commit::FancyCardFlick(tile(place)));
        Move: "move", TILES, |place| Action::Move(tile(place));
        Unlock: "unlock", TILES, |place| Action::Unlock(tile(place));
        Subdue: "subdue", TILES * 2, |place| Action::Subdue(tile(place / 2), GUARDS[place % 2]);
        Disable: "disable", TILES, |place| Action::Disable(tile(place));
        Idea: "idea", 1, |_| Action::Idea;
        Reveal: "reveal", TILES, |place| Action::Reveal(tile(place));
        RevealSurplus: "reveal surplus", 1, |_| Action::RevealSurplus;
        Loot: "loot", 1, |_| Action::Loot;
        Crack: "crack", 2, |place| Action::Crack(TOOLS[place]);
        Take: "take", WAYS * WHOLE, |place| Action::Take(whole(place % WHOLE), way(place / WHOLE));
        Drop: "drop", WAYS * PARTS, |place| Action::Drop(part(place % PARTS), way(place / PARTS));
        Pass: "pass", CHARACTERS * PARTS, |place| Action::Pass(part(place % PARTS), who(place / PARTS));
        Bank: "bank", PARTS, |place| Action::Bank(part(place));
        Server: "server", 1, |_| Action::Server;
        Door: "door", TILES, |place| Action::Door(tile(place));
        TakeIdea: "idea-token", 1, |_| Action::TakeIdea;
        Capture: "capture", 1, |_| Action::Capture;
        Story: "story", 1, |_| Action::Story;
        OldFriend: "old-friend", CHARACTERS, |place| Action::OldFriend(who(place));
        EfficientPicker: "efficient-picker", 1, |_| Action::EfficientPicker;
        BetterWays: "better-ways", 1, |_| Action::BetterWays;
        Larcenist: "larcenist", 1, |_| Action::Larcenist;
        Swindler: "swindler", 1, |_| Action::Swindler;
        VentCrawl: "vent-crawl", TILES, |place| Action::VentCrawl(tile(place));
        Codes: "codes", TILES, |place| Action::Codes(tile(place));
        ChangeOfPlans: "change-of-plans", 1, |_| Action::ChangeOfPlans;
        NewPlan: "new-plan", 1, |_| Action::NewPlan;
        Lift: "lift", PLAYERS * TILES, |place| Action::Lift(who(place / TILES), tile(place % TILES));
        GiveIdeas: "give ideas", CHARACTERS * GIFTS, |place| Action::GiveIdeas(who(place / GIFTS), number(place % GIFTS));
        Shift: "shift", TILES * SIDES, |place| Action::Shift(tile(place / SIDES), Side::ALL[place % SIDES]);
        Rewire: "rewire", TILES, |place| Action::Rewire(tile(place));
        Toss: "toss", SIDES * 2 * PARTS, |place| {
            let line = place / PARTS;
            Action::Toss(part(place % PARTS), Side::ALL[line / 2], number(line % 2))
        };
        Next: "next", TILES, |place| Action::Next(tile(place));
        Keep: "keep", 1, |_| Action::Keep;
        Blank: "blank", CHARACTERS, |place| Action::Blank(who(place));
        Chase: "chase", TILES * SIDES, |place| Action::Chase(tile(place / SIDES), Side::ALL[place % SIDES]);
        Divert: "divert", 1, |_| Action::Divert;
        Noise: "noise", 1, |_| Action::Noise;
        Victim: "victim", PLAYERS, |place| Action::Victim(who(place));
        LoseIdea: "lose-idea", 1, |_| Action::LoseIdea;
        TakeNoise: "take-noise", 1, |_| Action::TakeNoise;
        Accept: "accept", 1, |_| Action::Accept;
        Decline: "decline", 1, |_| Action::Decline;
        Give: "give", CHARACTERS, |place| Action::Give(who(place));
        Penny: "penny", 1, |_| Action::Penny;
        Put: "put", SIDES * WHOLE, |place| Action::Put(whole(place % WHOLE), Side::ALL[place / WHOLE]);
        Lock: "lock", TILES, |place| Action::Lock(tile(place));
        Off: "off", 1, |_| Action::Off;
        Reinforce: "reinforce", TILES, |place| Action::Reinforce(tile(place));
        TargetCharacter: "target", CHARACTERS, |place| Action::TargetCharacter(who(place));
        TargetHex: "target tile", TILES, |place| Action::TargetHex(tile(place));
        Dog: "dog", TILES, |place| Action::Dog(tile(place));
        Step: "step", TILES, |place| Action::Step(tile(place));
        PickUnderPressure: "pick-under-pressure", TILES, |place| Action::PickUnderPressure(tile(place));
        Pinch: "pinch", CHARACTERS, |place| Action::Pinch(who(place));
        LastDitch: "last-ditch", 1, |_| Action::LastDitch;
        Roll: "roll", 1, |_| Action::Roll;
        Counts: "counts", PLAYERS, |place| Action::Counts(who(place));
    }
}

fn whole_place(piece: Piece) -> usize {
    piece.rank().into()
}

fn part_place(piece: Piece) -> usize {
    match piece {
        Piece::Cash(amount) => usize::from(amount) - 1,
        piece => MOST + usize::from(piece.rank()) - 1,
    }
}

fn way_place(way: Way) -> usize {
    match way {
        Way::Here => 0,
        Way::Side(side) => 1 + side.index(),
    }
}

fn granted_place(who: Who, letter: Letter) -> usize {
    who.index() * GRANTED.len() + place_in(&GRANTED, letter)
}

/// The place of what an action names in the list of all that actions can name.
fn place_in<T: PartialEq + std::fmt::Debug>(all: &[T], named: T) -> usize {
    let place = all.iter().position(|known| *known == named);
    place.unwrap_or_else(|| panic!("{named:?} is never part of a legal action"))
}

/// The index of an action.
pub(super) fn index(action: Action) -> usize {
    use ActionBlock as B;
    let (block, place) = match action {
        Action::Visage(tile) => (B::Visage, tile.index()),
        Action::BuildingSchematics(tile) => (B::BuildingSchematics, tile.index()),
        Action::BeatCop(guards, dogs) => (B::BeatCop, place_in(&BEAT_COP, (guards, dogs))),
        Action::PrisonGuard => (B::PrisonGuard, 0),
        Action::Sell(Sale::Item(item)) => (B::Sell, item.index()),
        Action::Sell(Sale::Jewel) => (B::Sell, Item::ALL.len()),
        Action::Buy(item, who) => (B::Buy, item.index() * PLAYERS + who.index()),
        Action::Shell => (B::Shell, 0),
        Action::Machinist(who) => (B::Machinist, who.index()),
        Action::Connoisseur => (B::Connoisseur, 0),
        Action::Mayor(who, tile) => (B::Mayor, who.index() * TILES + tile.index()),
        Action::Consultant(count) => (B::Consultant, usize::from(count) - 1),
        Action::Diversion(count) => (B::Diversion, usize::from(count) - 1),
        Action::Architect(count) => (B::Architect, usize::from(count) - 1),
        Action::PlaceIdea(tile) => (B::PlaceIdea, tile.index()),
        Action::Retiree(count) => (B::Retiree, usize::from(count) - 1),
        Action::Insert(event, above) => (B::Insert, place_in(&MASTERMIND, event) * CARDS + usize::from(above)),
        Action::Done => (B::Done, 0),
        Action::Tunnel(tile, side) => (B::Tunnel, tile.index() * SIDES + side.index()),
        Action::Start(who, tile) => (B::Start, who.index() * TILES + tile.index()),
        Action::Initial => (B::Initial, 0),
        Action::Leftover => (B::Leftover, 0),
        Action::Transfer(giver, taker, count) => {
            let pair = giver.index() * CHARACTERS + taker.index();
            (B::Transfer, pair * MOST + usize::from(count) - 1)
        }
        Action::Token(tile) => (B::Token, tile.index()),
        Action::Stake(stake) => (B::Stake, stake.into()),
        Action::Begin => (B::Begin, 0),
        Action::Act(who) => (B::Act, who.index()),
        Action::End => (B::End, 0),
        Action::Escape => (B::Escape, 0),
        Action::Finish => (B::Finish, 0),
        Action::Commit(commit) => commit_place(commit),
        Action::Move(tile) => (B::Move, tile.index()),
        Action::Unlock(tile) => (B::Unlock, tile.index()),
        Action::Subdue(tile, kind) => (B::Subdue, tile.index() * 2 + kind as usize),
        Action::Disable(tile) => (B::Disable, tile.index()),
        Action::Idea => (B::Idea, 0),
        Action::Reveal(tile) => (B::Reveal, tile.index()),
        Action::RevealSurplus => (B::RevealSurplus, 0),
        Action::Loot => (B::Loot, 0),
        Action::Crack(tool) => (B::Crack, tool as usize),
        Action::Take(piece, way) => (B::Take, way_place(way) * WHOLE + whole_place(piece)),
        Action::Drop(piece, way) => (B::Drop, way_place(way) * PARTS + part_place(piece)),
        Action::Pass(piece, who) => (B::Pass, who.index() * PARTS + part_place(piece)),
        Action::Bank(piece) => (B::Bank, part_place(piece)),
        Action::Server => (B::Server, 0),
        Action::Door(tile) => (B::Door, tile.index()),
        Action::TakeIdea => (B::TakeIdea, 0),
        Action::Capture => (B::Capture, 0),
        Action::Story => (B::Story, 0),
        Action::OldFriend(who) => (B::OldFriend, who.index()),
        Action::EfficientPicker => (B::EfficientPicker, 0),
        Action::BetterWays => (B::BetterWays, 0),
        Action::Larcenist => (B::Larcenist, 0),
        Action::Swindler => (B::Swindler, 0),
        Action::VentCrawl(tile) => (B::VentCrawl, tile.index()),
        Action::Codes(tile) => (B::Codes, tile.index()),
        Action::ChangeOfPlans => (B::ChangeOfPlans, 0),
        Action::NewPlan => (B::NewPlan, 0),
        Action::Lift(who, tile) => (B::Lift, who.index() * TILES + tile.index()),
        Action::GiveIdeas(who, count) => (B::GiveIdeas, who.index() * GIFTS + usize::from(count) - 1),
        Action::Shift(tile, side) => (B::Shift, tile.index() * SIDES + side.index()),
        Action::Rewire(tile) => (B::Rewire, tile.index()),
        Action::Toss(piece, side, steps) => {
            let line = side.index() * 2 + usize::from(steps) - 1;
            (B::Toss, line * PARTS + part_place(piece))
        }
        Action::Next(tile) => (B::Next, tile.index()),
        Action::Keep => (B::Keep, 0),
        Action::Blank(who) => (B::Blank, who.index()),
        Action::Chase(tile, side) => (B::Chase, tile.index() * SIDES + side.index()),
        Action::Divert => (B::Divert, 0),
        Action::Noise => (B::Noise, 0),
        Action::Victim(who) => (B::Victim, who.index()),
        Action::LoseIdea => (B::LoseIdea, 0),
        Action::TakeNoise => (B::TakeNoise, 0),
        Action::Accept => (B::Accept, 0),
        Action::Decline => (B::Decline, 0),
        Action::Give(who) => (B::Give, who.index()),
        Action::Penny => (B::Penny, 0),
        Action::Put(piece, side) => (B::Put, side.index() * WHOLE + whole_place(piece)),
        Action::Lock(tile) => (B::Lock, tile.index()),
        Action::Off => (B::Off, 0),
        Action::Reinforce(tile) => (B::Reinforce, tile.index()),
        Action::TargetCharacter(who) => (B::TargetCharacter, who.index()),
        Action::TargetHex(tile) => (B::TargetHex, tile.index()),
        Action::Dog(tile) => (B::Dog, tile.index()),
        Action::Step(tile) => (B::Step, tile.index()),
        Action::PickUnderPressure(tile) => (B::PickUnderPressure, tile.index()),
        Action::Pinch(who) => (B::Pinch, who.index()),
        Action::LastDitch => (B::LastDitch, 0),
        Action::Roll => (B::Roll, 0),
        Action::Counts(who) => (B::Counts, who.index()),
    };
    assert!(place < block.size(), "`{action}` is never a legal action");
    block.first() + place
}

fn commit_place(commit: Commit) -> (ActionBlock, usize) {
    use ActionBlock as B;
    match commit {
        Commit::Plain(name) => (B::CommitPlain, place_in(&PLAIN, name)),
        Commit::Skill(skill, face) => (B::CommitSkill, skill.index() * 6 + usize::from(face) - 1),
        Commit::Bolt(ideas) => (B::CommitBolt, usize::from(ideas) - 1),
        Commit::Autopwn(who, letter) => (B::CommitAutopwn, granted_place(who, letter)),
        Commit::Exploit(who, letter) => (B::CommitExploit, granted_place(who, letter)),
        Commit::Breach(side) => (B::CommitBreach, side.index()),
        Commit::Rake(face) => (B::CommitRake, usize::from(face) - 1),
        Commit::KillPixels(side) => (B::CommitKillPixels, side.index()),
        Commit::FancyCardFlick(tile) => (B::CommitFlick, tile.index()),
    }
}
