//! The order of micro-actions of different characters: MH5.8c.
//!
//! Of two micro-actions that commute only one order is offered: the one in which the characters ascend. What an action
//! reads or changes is its [`Footprint`]; two commute if their footprints have nothing in common. Nothing is lost:
//! every position that is reached by an order that is skipped is reached by the other one.
//!
//! The rule takes footprints on the position before both actions and on the one between them; here that of the later
//! action is taken on the one between alone. Where the earlier one has changed what that footprint is made of, Dogs
//! above all, nothing is skipped. Whether it has is read off the position, so that a state need not remember it.

use super::super::action::{Action, Commit, Piece, SafeTool, Way, Who};
use super::super::components::{ActionName, Item, NpcCard};
use super::super::footprint::Footprint;
use super::super::offers::{Finds, Offers};
use super::super::setup::Mode;
use super::super::state::{EXIT, MastersOfTheHeist, NOWHERE, Phase, Spot, Status};
use crate::board::hexes::members;

impl MastersOfTheHeist {
    /// The same heist in another mode, with nothing remembered of what was done before: neither the last action
    /// (MH5.8c) nor how many free things were done in a row.
    #[must_use]
    pub fn in_mode(&self, mode: Mode) -> MastersOfTheHeist {
        MastersOfTheHeist {
            mode,
            last: Footprint::NONE,
            free_things: 0,
            ..*self
        }
    }

    /// The same heist as if no free things had been done in a row (R30), so that a search in which loot goes in circles
    /// has an end.
    #[must_use]
    pub fn without_free_things(&self) -> MastersOfTheHeist {
        MastersOfTheHeist {
            free_things: 0,
            ..*self
        }
    }

    /// The same heist without MH5.8c and the normal forms.
    fn unreduced(&self) -> MastersOfTheHeist {
        MastersOfTheHeist {
            mode: Mode::Strict,
            last: Footprint::NONE,
            ..*self
        }
    }

    /// Whether the rules allow an action, also one that MH5.8c or a normal form leaves out.
    pub(in super::super) fn is_allowed(&self, action: Action) -> bool {
        let mut found = Finds::new(action);
        self.unreduced().offer(&mut found);
        found.is_content()
    }

    /// What the rules allow here and MH5.8c or a normal form leaves out.
    pub(in super::super) fn list_left_out(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.mode == Mode::Strict || self.phase != Phase::Action {
            return;
        }
        let mut legal = Vec::new();
        self.offer(&mut legal);
        self.unreduced().offer(out);
        out.retain(|action| !legal.contains(action));
    }

    /// Whether an action of a character of whom something [may be skipped](Self::may_skip) need not be offered: the
    /// same position is reached by doing it before the last one. A commit is always offered: everybody has to, and who
    /// lets others go first shall not be left without one.
    fn is_skipped(&self, who: Who, action: Action) -> bool {
        let is_apart = |footprint: Footprint| footprint.is_apart(self.last);
        match action {
            Action::Commit(_) => false,
            // A crack may open the safe; before that the last one kept ideas of its commit.
            Action::Crack(_) if self.keeps_ideas(Who(self.last.actor)) => false,
            _ => self.footprint(who, action).is_some_and(is_apart),
        }
    }

    /// Whether anything of a character may be skipped: only of one that stands before the one that acted last.
    #[inline]
    pub(super) fn may_skip(&self, who: Who) -> bool {
        self.last.actor != NOWHERE
            && who.0 < self.last.actor
            && !self.may_have_moved_dogs()
            && !self.may_have_opened_rings()
    }

    /// Whether the last action may have moved or subdued a dog: a dog that jumps ends on a character's hex, next to the
    /// hex that the one who acted has come to or has left. A later action may have read the dog where it was, or was
    /// not possible then.
    fn may_have_moved_dogs(&self) -> bool {
        let hexes = self.last.hexes;
        let jumped = |at: Spot| self.ground[usize::from(at)].dogs.active() > 0 && self.on_or_beside(at) & hexes != 0;
        members(hexes).any(|hex| self.ground[hex].dogs.inactive() > 0)
            || self.indoors().any(|who| jumped(self.get(who).at))
    }

    /// Whether the last action may have been that by which the NPC of the Server Farm got the USB key, which removes
    /// rings anywhere.
    fn may_have_opened_rings(&self) -> bool {
        self.last.characters & Who::NPC.bit() != 0
            && self.opens_rings_by_usb(Who::NPC)
            && self.holds(Who::NPC, Piece::Usb)
    }

    /// Remembers an action before it is done. What it may lead to is asked at once, and whatever is drawn clears it.
    /// After one that was skipped and is played all the same nothing is skipped, because what belongs before it was
    /// perhaps skipped as well.
    pub(super) fn note_action(&mut self, who: Who, action: Action) {
        let is_remembered = self.mode != Mode::Strict && !(self.may_skip(who) && self.is_skipped(who, action));
        let footprint = is_remembered.then(|| self.footprint(who, action)).flatten();
        self.last = footprint.unwrap_or(Footprint::NONE);
    }

    /// What an action reads or changes; `None` if it commutes with nothing, because it holds chance or reaches far.
    fn footprint(&self, who: Who, action: Action) -> Option<Footprint> {
        let own = Footprint::of(who);
        let at = self.get(who).at;
        let here = if at < EXIT { 1 << at } else { 0 };
        let footprint = match action {
            Action::Commit(commit) => self.commit_footprint(who, commit)?,
            Action::Move(tile) => self.move_footprint(who, self.spot(tile)?)?,
            Action::Unlock(tile) | Action::Subdue(tile, _) | Action::Disable(tile) => {
                own.on(here | 1 << self.hex_at(tile)?)
            }
            Action::Idea | Action::Loot | Action::EfficientPicker | Action::BetterWays => own,
            Action::Larcenist | Action::Swindler | Action::Shift(..) => own,
            Action::Crack(tool) => {
                let safe = self.closed_safe()?;
                let holders = self
                    .on(safe as Spot)
                    .filter(|&other| tool == SafeTool::Torch && self.holds(other, Piece::Item(Item::PlasmaTorch)));
                holders.fold(own.on(here | 1 << safe), Footprint::with)
            }
            Action::Take(_, way) | Action::Drop(_, way) => {
                let there = match way {
                    Way::Here => 0,
                    Way::Side(side) => self.along(at, side, 1).map_or(0, |hex| 1 << hex),
                };
                own.on(here | there)
            }
            Action::Pass(_, other) | Action::OldFriend(other) => own.with(other),
            Action::Bank(_) => own,
            Action::Door(tile) => own.on(1 << self.hex_at(tile)?),
            Action::TakeIdea => own.on(here),
            // Chance, or MH5.8c: with nothing commute.
            _ => return None,
        };
        (!self.may_free_prisoner(footprint, action)).then_some(footprint)
    }

    fn commit_footprint(&self, who: Who, commit: Commit) -> Option<Footprint> {
        let own = Footprint::of(who);
        match commit {
            Commit::Autopwn(other, _) | Commit::Exploit(other, _) => Some(own.with(other)),
            Commit::Breach(_) | Commit::KillPixels(_) | Commit::FancyCardFlick(_) => None,
            Commit::Plain(ActionName::PatchIn) => Some(own.on(self.beside(self.get(who).at))),
            Commit::Plain(
                ActionName::LoopFootage
                | ActionName::RewireCharacter
                | ActionName::TossLoot
                | ActionName::StudySchematics
                | ActionName::TossFlashbang
                | ActionName::TweakPlan
                | ActionName::BlowWhistle,
            ) => None,
            Commit::Plain(_) | Commit::Skill(..) | Commit::Bolt(_) | Commit::Rake(_) => Some(own),
        }
    }

    /// A move reads the own tile and the target, and every active dog on or next to them. One that reveals something
    /// holds chance; H56: nothing commutes with one while a dog could chase at once.
    fn move_footprint(&self, who: Who, to: Spot) -> Option<Footprint> {
        let from = self.get(who).at;
        let reveals = self.beside(to) & self.unrevealed != 0;
        if reveals || self.has_untested_dog() {
            return None;
        }
        let tiles = [from, to]
            .into_iter()
            .filter(|&spot| spot < EXIT)
            .fold(0u32, |set, spot| set | 1 << spot);
        let near = self.on_or_beside(from) | self.on_or_beside(to);
        let dogs = members(near).filter(|&hex| self.ground[hex].dogs.active() > 0);
        Some(Footprint::of(who).on(dogs.fold(tiles, |set, hex| set | 1 << hex)))
    }

    /// MH7.9a: the Prisoner's test comes after every micro-action, and its die is chance.
    fn may_free_prisoner(&self, footprint: Footprint, action: Action) -> bool {
        let npc = self.get(Who::NPC);
        if npc.status != Status::Inactive || self.npc_card() != Some(NpcCard::Prisoner) || npc.at == NOWHERE {
            return false;
        }
        if self.is_moving_target() {
            return matches!(action, Action::Subdue(..));
        }
        footprint.hexes & self.on_or_beside(npc.at) != 0
    }

    /// Takes options of a character that are not skipped.
    pub(super) fn unskipped<'a, O: Offers>(&'a self, who: Who, out: &'a mut O) -> Unskipped<'a, O> {
        Unskipped {
            state: self,
            who,
            out,
            is_empty: true,
        }
    }
}

/// See [`MastersOfTheHeist::unskipped`].
pub(super) struct Unskipped<'a, O> {
    state: &'a MastersOfTheHeist,
    who: Who,
    out: &'a mut O,
    /// Whether everything so far was skipped.
    pub is_empty: bool,
}

impl<O: Offers> Offers for Unskipped<'_, O> {
    #[inline]
    fn push(&mut self, action: Action) {
        if !self.state.is_skipped(self.who, action) {
            self.is_empty = false;
            self.out.push(action);
        }
    }

    fn is_content(&self) -> bool {
        self.out.is_content()
    }
}
