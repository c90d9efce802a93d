//! Sub-actions: 5.2 and 5.5.

use super::super::action::{Action, GuardKind, Piece, SafeTool, Who};
use super::super::components::{Ability, Item};
use super::super::frame::Frame;
use super::super::letters::Letter;
use super::super::offers::Offers;
use super::super::scenario::Loot;
use super::super::state::{EXIT, IN_SAFE, MastersOfTheHeist, done, flag};
use super::super::tile::Tile;
use crate::board::hexes::{Side, members};

impl MastersOfTheHeist {
    /// The hexes that count as adjacent for a character: those that are, and the far hex of a Vent Crawl (MH7.2j).
    pub(super) fn reach(&self, who: Who) -> u32 {
        let at = self.get(who).at;
        if self.has_vent(who) {
            self.beside(at) | self.vent_ends(at)
        } else {
            self.beside(at)
        }
    }

    /// MH5.2a, MH6.1b: whether an unsubdued guard holds a character on its hex: any of several (MH10.2), whenever it
    /// became active (MH10.3).
    fn is_held(&self, who: Who) -> bool {
        let character = self.get(who);
        let guards = |at: u8| self.ground[usize::from(at)].active_guards();
        character.at < EXIT && guards(character.at) > 0 && !character.has_done(done::BETTER_WAYS)
    }

    /// Sub-actions that a character has letters for.
    pub(super) fn offer_sub_actions(&self, who: Who, out: &mut impl Offers) {
        let character = *self.get(who);
        if !character.has_letters() {
            return;
        }
        let scenario = self.scenario();
        let tile = |hex: usize| scenario.hex_tile(hex);
        let reach = self.reach(who);
        let own = if character.at < EXIT { 1 << character.at } else { 0 };
        // MH6.7a: M, U, S, D and cracks are barred inside a ring.
        if !self.is_ringed(character.at) {
            if character.letter(Letter::Move) > 0 && !self.is_held(who) {
                // MH5.2a, MH10.4: Locks are asked for at every step. MH7.9e: an NPC needs no tokens.
                let planned = if who.is_npc() { u32::MAX } else { character.tokens };
                let open = members(reach & planned).filter(|&hex| !self.is_barred(hex));
                out.extend(open.map(|hex| Action::Move(tile(hex))));
                if character.at < EXIT {
                    let exits = self.exits_at(usize::from(character.at));
                    out.extend(exits.map(|exit| Action::Move(self.tile(exit))));
                }
            }
            if character.letter(Letter::Unlock) > 0 {
                // MH5.2b.
                let locked = members(reach).filter(|&hex| self.ground[hex].locks.active() > 0);
                out.extend(locked.map(|hex| Action::Unlock(tile(hex))));
                self.offer_cracks(who, reach, out);
            }
            if character.letter(Letter::Subdue) > 0 && self.can_subdue(who) {
                // MH5.2c.
                for hex in members(own | reach) {
                    let ground = self.ground[hex];
                    if ground.guards.active() > 0 {
                        out.push(Action::Subdue(tile(hex), GuardKind::Guard));
                    }
                    if ground.dogs.active() > 0 {
                        out.push(Action::Subdue(tile(hex), GuardKind::Dog));
                    }
                }
            }
            if character.letter(Letter::Disable) > 0 {
                // MH5.2d.
                let live = members(own | reach).filter(|&hex| self.ground[hex].cameras.active() > 0);
                out.extend(live.map(|hex| Action::Disable(tile(hex))));
            }
        }
        if character.letter(Letter::Idea) > 0 {
            out.push(Action::Idea);
        }
        if character.letter(Letter::Loot) > 0 {
            out.push(Action::Loot);
        }
        if character.letter(Letter::Reveal) > 0 {
            // MH5.2f.
            if self.reveals_a_hex(who) {
                out.extend(self.tiles_in(self.unrevealed).map(Action::Reveal));
            } else {
                out.push(Action::RevealSurplus);
            }
        }
    }

    /// MH5.2f, MH7.2k: whether an R of a character reveals a hex.
    pub(super) fn reveals_a_hex(&self, who: Who) -> bool {
        self.unrevealed != 0 && !self.knows_a_way(who)
    }

    /// MH7.2k: I Know A Way or We Know A Way, while the bag is empty.
    fn knows_a_way(&self, who: Who) -> bool {
        self.bag_size() == 0
            && (self.has_ability(who, Ability::IKnowAWay)
                || self
                    .present_players()
                    .any(|other| self.has_ability(other, Ability::WeKnowAWay)))
    }

    /// MH5.5a to MH5.5c: ways to spend a U on the closed safe.
    fn offer_cracks(&self, who: Who, reach: u32, out: &mut impl Offers) {
        let Some(safe) = self.closed_safe() else { return };
        let at = self.get(who).at;
        let is_on_safe = usize::from(at) == safe;
        let has_tools = is_on_safe && self.holds(who, Piece::Item(Item::SafecrackingTools));
        if has_tools {
            out.push(Action::Crack(SafeTool::Tools));
        }
        let is_torch = |other: Who| {
            // With both items the tools' rate holds for the holder's own U.
            self.holds(other, Piece::Item(Item::PlasmaTorch)) && !(other == who && has_tools)
        };
        if (is_on_safe || reach & 1 << safe != 0) && self.on(safe as u8).any(is_torch) {
            out.push(Action::Crack(SafeTool::Torch));
        }
    }

    /// The hex of the safe while it is closed.
    pub(super) fn closed_safe(&self) -> Option<usize> {
        let safe = self.scenario().safe.as_ref().map(|safe| usize::from(safe.hex));
        safe.filter(|&hex| !self.is_set(flag::SAFE_OPEN) && self.plan().present() & 1 << hex != 0)
    }

    /// MH5.2k: each U, S and D handles one chit.
    pub(super) fn do_sub_action(&mut self, who: Who, action: Action) {
        match action {
            Action::Move(tile) => self.do_move(who, tile),
            Action::Unlock(tile) => {
                let hex = self.use_letter_on(who, Letter::Unlock, tile);
                self.ground[hex].locks.switch_off(1);
                self.get_mut(who).done |= done::UNLOCKED;
            }
            Action::Subdue(tile, kind) => {
                let hex = self.use_letter_on(who, Letter::Subdue, tile);
                self.subdue(who, hex, kind);
                if self.has_ability(who, Ability::Adrenaline) {
                    // MH7.2d, H40: only an S brings the idea.
                    self.gain_ideas(who, 1);
                }
            }
            Action::Disable(tile) => {
                let hex = self.use_letter_on(who, Letter::Disable, tile);
                self.ground[hex].cameras.switch_off(1);
            }
            Action::Idea => {
                // MH5.2e.
                self.use_letter(who, Letter::Idea);
                self.gain_ideas(who, 1);
            }
            Action::Loot => {
                // MH5.2g.
                self.use_letter(who, Letter::Loot);
                self.add_cash(Self::held_by(who), 1);
            }
            Action::Reveal(tile) => {
                self.use_letter(who, Letter::Reveal);
                self.reveal(self.hex(tile));
            }
            Action::RevealSurplus => {
                self.use_letter(who, Letter::Reveal);
                self.reveal_surplus(who);
            }
            Action::Crack(tool) => self.crack(who, tool),
            _ => {}
        }
    }

    /// MH5.5d, H22: every sub-action but a crack breaks the silence.
    fn use_letter(&mut self, who: Who, letter: Letter) {
        let character = self.get_mut(who);
        character.spend_letter(letter);
        character.done |= done::BROKE_SILENCE;
    }

    /// A letter is spent on a hex; on the far hex of a Vent Crawl that is its one sub-action (MH7.2j).
    fn use_letter_on(&mut self, who: Who, letter: Letter, tile: Tile) -> usize {
        self.use_letter(who, letter);
        let hex = self.hex(tile);
        self.spend_vent(who, hex);
        hex
    }

    /// MH7.2j, H85: a sub-action on a hex across a missing one uses one of the Vent Crawls that were paid for it here.
    fn spend_vent(&mut self, who: Who, far: usize) {
        if !self.has_vent(who) {
            return;
        }
        let at = self.get(who).at;
        let leads_there = |&(hex, side): &(u8, Side)| hex == at && self.along(hex, side, 2) == Some(far);
        let paid = self.vents.each().find(leads_there);
        if let Some((hex, side)) = paid {
            self.vents.spend(hex, side);
        }
    }

    /// MH5.2a, MH6.2c: a step; dogs that are left unsubdued wait.
    fn do_move(&mut self, who: Who, tile: Tile) {
        self.use_letter(who, Letter::Move);
        let Some(spot) = self.spot(tile) else { return };
        if spot < EXIT {
            self.spend_vent(who, usize::from(spot));
        }
        let character = self.get_mut(who);
        character.done |= done::MOVED;
        let from = character.at;
        if from < EXIT && self.ground[usize::from(from)].dogs.active() > 0 {
            self.left_dogs |= 1 << from;
        }
        self.arrive(who, spot);
    }

    /// MH5.2f, H16: a chit of the surplus is shown and leaves the game; MH7.2k: an idea instead, while the bag is
    /// empty.
    pub(super) fn reveal_surplus(&mut self, who: Who) {
        if self.knows_a_way(who) {
            self.gain_ideas(who, 1);
        } else if self.bag_size() > 0 {
            self.push(Frame::DrawSurplus);
        }
    }

    /// MH5.5b, H21, MH5.5c, H77: a U becomes cracks.
    fn crack(&mut self, who: Who, tool: SafeTool) {
        let Some(safe) = self.closed_safe() else { return };
        let character = self.get_mut(who);
        character.spend_letter(Letter::Unlock);
        character.done |= done::UNLOCKED;
        match tool {
            SafeTool::Tools => {
                character.tool_cracks += 1;
                let is_even = character.tool_cracks.is_multiple_of(2);
                self.cracks += 1 + u8::from(is_even);
            }
            SafeTool::Torch => {
                character.done |= done::BROKE_SILENCE;
                self.spend_vent(who, safe);
                self.cracks += 1;
            }
        }
        self.open_safe(safe);
    }

    /// MH5.4e: the contents come out when there are cracks enough.
    fn open_safe(&mut self, hex: usize) {
        let Some(safe) = self.scenario().safe.as_ref().filter(|safe| self.cracks >= safe.cracks) else {
            return;
        };
        self.set_flag(flag::SAFE_OPEN, true);
        self.cracks = 0;
        for &(kind, count) in &safe.loot {
            if kind == Loot::Cash {
                self.add_cash(hex as u8, count);
            }
        }
        let inside: u32 = self.slots_at(IN_SAFE).fold(0, |set, slot| set | 1 << slot);
        self.move_slots(inside, hex as u8);
    }
}
