//! The canonical bytes of a state, for its key.

use super::action::Commit;
use super::action::PLAYERS;
use super::frame::Frame;
use super::state::{Character, MastersOfTheHeist, NOWHERE, Phase};
use super::tile::Tile;
use crate::hash::append_bytes;

/// Bytes that a key is made of, with room for every state.
struct Bytes {
    bytes: [u8; 768],
    length: usize,
}

impl Bytes {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    /// Bytes that are not in a row yet.
    fn put_each(&mut self, bytes: impl ExactSizeIterator<Item = u8>) {
        let length = self.length + bytes.len();
        for (place, byte) in self.bytes[self.length..length].iter_mut().zip(bytes) {
            *place = byte;
        }
        self.length = length;
    }

    fn put_set(&mut self, set: u32) {
        self.put(&set.to_le_bytes());
    }

    fn put_half(&mut self, set: u16) {
        self.put(&set.to_le_bytes());
    }
}

impl MastersOfTheHeist {
    /// The key of the whole state: everything in it can influence the rest of the heist.
    pub(super) fn hash_key(&self) -> u64 {
        let mut out = Bytes {
            bytes: [0; 768],
            length: 0,
        };
        self.put_setup(&mut out);
        self.put_board(&mut out);
        self.characters
            .iter()
            .for_each(|character| put_character(character, &mut out));
        self.put_team(&mut out);
        if !self.vents.is_empty() {
            out.put(&[NOWHERE]);
            out.put(&self.vents.bytes());
        }
        for &frame in self.stack.frames() {
            out.put(&frame_bytes(frame));
        }
        append_bytes(0, &out.bytes[..out.length])
    }

    fn put_setup(&self, out: &mut Bytes) {
        out.put(&[
            self.scenario.number,
            self.edition as u8,
            self.mode as u8,
            self.seat_count,
            self.player_count,
            self.phase as u8,
            self.ending as u8,
        ]);
        // Keys from before there was a weight stay as they were.
        if self.cash_weight != 0 {
            out.put(&[self.cash_weight]);
        }
        for member in &self.team {
            out.put(&[member.card as u8, member.skills[0] as u8, member.skills[1] as u8]);
        }
        let planning = &self.planning;
        for set in [planning.bought, planning.sold, planning.used] {
            out.put_half(set);
        }
        // H82: beyond planning only where not everybody started inside, so that other keys stay as they were.
        let everybody = self.players().fold(0, |set, who| set | 1 << who.0);
        let inside = match self.phase {
            Phase::Plan => planning.inside,
            _ if planning.inside == everybody => 0,
            _ => planning.inside,
        };
        out.put(&[planning.reached, planning.locks, planning.jewels, inside]);
        let both: [[u8; PLAYERS]; 2] = [planning.leftover, planning.starts];
        both.iter().for_each(|list| out.put(list));
    }

    fn put_board(&self, out: &mut Bytes) {
        for set in [
            self.unrevealed,
            self.rings,
            self.doors,
            self.towers,
            self.reinforcements,
            self.idea_tokens,
            self.left_dogs,
            self.pending,
            self.planned_cameras,
            self.used_items,
            self.leaving_items,
        ] {
            out.put_set(set);
        }
        let ground = self
            .ground
            .map(|ground| [ground.guards.0, ground.dogs.0, ground.locks.0, ground.cameras.0]);
        out.put(ground.as_flattened());
        out.put_set(self.last.hexes);
        out.put(&[self.last.actor, self.last.characters]);
        out.put(&self.marks);
        out.put(&self.cash_at);
        out.put(&self.pieces);
        let exits = self
            .exits
            .map(|exit| [exit.space.map_or(0, |tile| 1 + tile.index() as u8), exit.hex]);
        out.put(exits.as_flattened());
        let starters = &self.starters;
        out.put(&starters.at);
        out.put(&[starters.subdued, starters.fresh, starters.flashed]);
    }

    fn put_team(&self, out: &mut Bytes) {
        out.put(&self.bag);
        out.put(&self.order.bytes());
        out.put_set(self.order.entropy());
        let deck = &self.deck;
        out.put(&[deck.cards().len() as u8, deck.queue().len() as u8]);
        out.put_each(deck.cards().iter().map(|card| card.code()));
        out.put_each(deck.queue().iter().map(|&crisis| crisis as u8));
        let last = deck.last_event().map_or(u8::MAX, |event| event as u8);
        out.put(&[last, u8::from(deck.overshoot())]);
        for half in [self.cash, self.fixers, self.flags] {
            out.put_half(half);
        }
        out.put(&[
            self.exit_count,
            self.round,
            self.marker,
            self.owed,
            self.diversions,
            self.blanks,
            self.closed_gates,
            self.cracks,
            self.stake,
            self.free_things,
            self.active_event,
            self.escaped,
        ]);
    }
}

fn put_character(character: &Character, out: &mut Bytes) {
    out.put_set(character.tokens);
    out.put_set(character.letters());
    out.put_half(character.done);
    out.put(&[
        character.at,
        character.status as u8,
        character.ideas,
        character.die,
        // Where a single Vent Crawl stood before there could be several; keys without any stay as they were.
        NOWHERE,
        character.granted,
        character.pickers,
        character.tool_cracks,
    ]);
    out.put(&character.action.map_or([0; 3], commit_bytes));
}

/// A number for each kind of commit, never reused, and its content.
fn commit_bytes(commit: Commit) -> [u8; 3] {
    match commit {
        Commit::Plain(name) => [1, name as u8, 0],
        Commit::Skill(skill, face) => [2, skill as u8, face],
        Commit::Bolt(ideas) => [3, ideas, 0],
        Commit::Autopwn(who, letter) => [4, who.0, letter as u8],
        Commit::Exploit(who, letter) => [5, who.0, letter as u8],
        Commit::Breach(side) => [6, side as u8, 0],
        Commit::Rake(face) => [7, face, 0],
        Commit::KillPixels(side) => [8, side as u8, 0],
        Commit::FancyCardFlick(tile) => [9, tile_byte(tile), 0],
    }
}

fn tile_byte(tile: Tile) -> u8 {
    tile.index() as u8
}

/// Numbers of kinds of frames.
pub(super) const FRAME_KINDS: usize = 128;

/// A number below [`FRAME_KINDS`] for each kind of frame, never reused, and its content.
pub(super) fn frame_bytes(frame: Frame) -> [u8; 4] {
    match frame {
        Frame::Idle => [0, 0, 0, 0],
        Frame::Reveals => [1, 0, 0, 0],
        Frame::AskReveals => [2, 0, 0, 0],
        Frame::Office => [3, 0, 0, 0],
        Frame::AskOffice => [4, 0, 0, 0],
        Frame::AskIdeaToken(a, b) => [5, a, b, 0],
        Frame::AskInsert(a, b) => [6, a, b, 0],
        Frame::Tunnels(a) => [7, a, 0, 0],
        Frame::AskTunnel(a) => [8, a, 0, 0],
        Frame::StartPlaces(a) => [9, a, 0, 0],
        Frame::AskStart(a) => [10, a.0, 0, 0],
        Frame::Leftovers(a) => [11, a, 0, 0],
        Frame::AskLeftover(a) => [12, a.0, 0, 0],
        Frame::Exchanges(a, b) => [13, a.0, b.0, 0],
        Frame::AskExchange(a, b) => [14, a.0, b.0, 0],
        Frame::Tokens(a, b) => [15, a.0, b, 0],
        Frame::AskPlanToken(a, b) => [16, a.0, b, 0],
        Frame::Stake => [17, 0, 0, 0],
        Frame::AskStake => [18, 0, 0, 0],
        Frame::AskBegin => [19, 0, 0, 0],
        Frame::StartHeist => [20, 0, 0, 0],
        Frame::Round => [21, 0, 0, 0],
        Frame::RollDice(a) => [22, a, 0, 0],
        Frame::DrawDie(a) => [23, a.0, 0, 0],
        Frame::ActionPhase => [24, 0, 0, 0],
        Frame::EndEvent => [25, 0, 0, 0],
        Frame::Movements => [26, 0, 0, 0],
        Frame::NextRound => [27, 0, 0, 0],
        Frame::RevealNext => [28, 0, 0, 0],
        Frame::AskNext => [29, 0, 0, 0],
        Frame::DrawChit(a) => [30, a, 0, 0],
        Frame::AskConsultant(a, b) => [31, a, b as u8, 0],
        Frame::Arrived(a) => [32, a.0, 0, 0],
        Frame::Chase => [33, 0, 0, 0],
        Frame::AskChase => [34, 0, 0, 0],
        Frame::EventDog(a) => [35, a as u8, 0, 0],
        Frame::AskTarget(a) => [36, a as u8, 0, 0],
        Frame::AskTargetHex => [37, 0, 0, 0],
        Frame::RunDog(a, b, c) => [38, a, b, c],
        Frame::AskDog(a, b, c) => [39, a, b, c],
        Frame::Hounds([a, b, c]) => [40, a, b, c],
        Frame::AskHound([a, b, c]) => [41, a, b, c],
        Frame::FreePrisoner => [42, 0, 0, 0],
        Frame::NpcActive => [43, 0, 0, 0],
        Frame::NpcArrives => [44, 0, 0, 0],
        Frame::AskVictim => [45, 0, 0, 0],
        Frame::IdeaOrNoise(a) => [46, a.0, 0, 0],
        Frame::AskIdeaOrNoise(a) => [47, a.0, 0, 0],
        Frame::AskActor => [48, 0, 0, 0],
        Frame::AskMicro(a) => [49, a.0, 0, 0],
        Frame::EndPhase => [50, 0, 0, 0],
        Frame::Rewire(a, b, c) => [51, a.0, b, c],
        Frame::AskRewire(a, b, c) => [52, a.0, b, c],
        Frame::Toss(a, b, c) => [53, a.0, b, c],
        Frame::AskToss(a, b, c) => [54, a.0, b, c],
        Frame::DrawSurplus => [55, 0, 0, 0],
        Frame::Replan(a, b) => [56, a.0, b, 0],
        Frame::AskLift(a, b) => [57, a.0, b, 0],
        Frame::AskReplace(a, b) => [58, a.0, b, 0],
        Frame::GiveIdeas(a, b, c) => [59, a.0, b, c],
        Frame::AskGiveIdeas(a, b, c) => [60, a.0, b, c],
        Frame::StoryReveal(a) => [61, a.0, 0, 0],
        Frame::AskStoryReveal(a) => [62, a.0, 0, 0],
        Frame::StoryCash(a) => [63, a.0, 0, 0],
        Frame::EndAction => [64, 0, 0, 0],
        Frame::CancelNoise => [65, 0, 0, 0],
        Frame::OwedNoise => [66, 0, 0, 0],
        Frame::AskDivert => [67, 0, 0, 0],
        Frame::AfterNoise => [68, 0, 0, 0],
        Frame::Noises(a) => [69, a, 0, 0],
        Frame::EventPhase => [70, 0, 0, 0],
        Frame::EventDone => [71, 0, 0, 0],
        Frame::AskLock(a, b) => [72, a, b, 0],
        Frame::Blabbing(a) => [73, a, 0, 0],
        Frame::AskBlabbing(a) => [74, a.0, 0, 0],
        Frame::AskEncourage => [75, 0, 0, 0],
        Frame::Whisper([a, b]) => [76, a, b, 0],
        Frame::AskWhisper([a, b]) => [77, a, b, 0],
        Frame::LoseIdeas(a) => [78, a, 0, 0],
        Frame::AskPenny(a) => [79, a.0, 0, 0],
        Frame::Fumble(a) => [80, a, 0, 0],
        Frame::AskPut(a) => [81, a.0, 0, 0],
        Frame::AskGift => [82, 0, 0, 0],
        Frame::Crises => [83, 0, 0, 0],
        Frame::Reinforcements => [84, 0, 0, 0],
        Frame::AskReinforce => [85, 0, 0, 0],
        Frame::CloseGates(a) => [86, a, 0, 0],
        Frame::Displaced(a) => [87, a, 0, 0],
        Frame::AskDisplaced(a) => [88, a.0, 0, 0],
        Frame::EscapeStart => [89, 0, 0, 0],
        Frame::EscapeReveals => [90, 0, 0, 0],
        Frame::EscapeReady => [91, 0, 0, 0],
        Frame::EscapePhase => [92, 0, 0, 0],
        Frame::AskEscaper => [93, 0, 0, 0],
        Frame::AskEscape(a) => [94, a.0, 0, 0],
        Frame::AskRoute(a) => [95, a.0, 0, 0],
        Frame::DrawDitch(a, b) => [96, a.0, b, 0],
        Frame::Count(a) => [97, a, 0, 0],
        Frame::AskCounts(a) => [98, a, 0, 0],
        Frame::AskGuard(a, b) => [99, a.0, b, 0],
    }
}
