//! Abilities and other things that are no sub-actions: 7.2, 7.6, 7.8, the capture and the story hex.

use super::super::action::{Action, GIVEN_IDEAS, Piece, Who};
use super::super::components::{Ability, Fixer};
use super::super::frame::Frame;
use super::super::letters::Letter;
use super::super::offers::{Any, Offers};
use super::super::state::{EXIT, MastersOfTheHeist, Spot, done, flag};
use super::super::tables::Edition;
use crate::board::hexes::{Side, members};

/// What Change Of Plans and Alright, New Plan cost in ideas, and the tokens that they move (MH7.2f).
const PLAN_COST: u8 = 2;
const CHANGED_TOKENS: u8 = 3;
const NEW_TOKENS: u8 = 6;
/// MH7.8a.
const OLD_FRIEND_COST: u8 = 2;
/// MH7.2j: NNNN.
const VENT_NOISE: u8 = 4;
/// The Lair: cash of the story hex in $k.
const STORY_CASH: u8 = 3;

impl MastersOfTheHeist {
    /// MH5.4f: what a character may do in ACTION besides committing, sub-actions and free things.
    pub(super) fn offer_abilities(&self, who: Who, out: &mut impl Offers) {
        let character = self.get(who);
        let ideas = character.ideas;
        let scenario = self.scenario();
        if let Some(card) = self.card(who) {
            if card.has(Ability::EfficientPicker) && ideas >= 1 && self.may_pick_efficiently(who) {
                out.push(Action::EfficientPicker);
            }
            if card.has(Ability::ThereAreBetterWays) && ideas >= 1 && !character.has_done(done::BETTER_WAYS) {
                out.push(Action::BetterWays);
            }
            self.offer_loot_abilities(who, out);
            if card.has(Ability::VentCrawl) {
                out.extend(self.tiles_in(self.payable_vents(who)).map(Action::VentCrawl));
            }
            if self.code_ability(who).is_some() {
                let live = self.hexes_with(|ground| ground.cameras.active() > 0) & !self.unrevealed;
                out.extend(self.tiles_in(live).map(Action::Codes));
            }
            let plans = [
                (Ability::ChangeOfPlans, done::CHANGE_OF_PLANS, Action::ChangeOfPlans),
                (Ability::AlrightNewPlan, done::ALRIGHT_NEW_PLAN, Action::NewPlan),
            ];
            for (ability, used, action) in plans {
                if card.has(ability) && !character.has_done(used) && ideas >= PLAN_COST {
                    out.push(action);
                }
            }
            if character.at >= EXIT && ideas >= OLD_FRIEND_COST && self.may_use_old_friend() {
                // MH7.8a: v22 helps player characters, v24 any character.
                let others = self.present().filter(|&other| other != who);
                let others = others.filter(|other| !other.is_npc() || self.edition == Edition::V24);
                out.extend(others.map(Action::OldFriend));
            }
        }
        out.extend(self.tiles_in(self.doors_beside(who)).map(Action::Door));
        if self.can_capture(who) {
            out.push(Action::Capture);
        }
        if self.may_use_story(who) {
            out.push(Action::Story);
        }
        if character.has_done(done::MAY_SHIFT) {
            // MH7.6e.
            for from in members(character.tokens) {
                let free = self.plan().neighbours(from) & !character.tokens;
                let sides = members(free).map(|to| self.side_to(from as Spot, to));
                out.extend(sides.map(|side| Action::Shift(scenario.hex_tile(from), side)));
            }
        }
    }

    /// MH7.2a, H39, MH10.21: only after the own commit, once for each U of it and each granted one.
    fn may_pick_efficiently(&self, who: Who) -> bool {
        let character = self.get(who);
        character.action.is_some_and(|action| {
            let printed = self.printed_letters(who, action)[Letter::Unlock];
            character.pickers < printed + character.granted
        })
    }

    /// MH7.2m, MH6.6f: in ACTION and ESCAPE.
    pub(super) fn offer_loot_abilities(&self, who: Who, out: &mut impl Offers) {
        let character = self.get(who);
        let abilities = [
            (Ability::Larcenist, done::LARCENIST, Action::Larcenist),
            (Ability::Swindler, done::SWINDLER, Action::Swindler),
        ];
        for (ability, paid, action) in abilities {
            if character.ideas >= 1 && !character.has_done(paid) && self.has_ability(who, ability) {
                out.push(action);
            }
        }
    }

    /// MH7.2j, H73: the far hexes that can be paid for; not from an Exit, nor from inside a ring (H72). H85: several
    /// payments may wait.
    fn payable_vents(&self, who: Who) -> u32 {
        let at = self.get(who).at;
        if at >= EXIT || self.vents.is_full() || self.is_ringed(at) {
            return 0;
        }
        self.vents_across(at).fold(0, |set, (hex, _)| set | 1 << hex)
    }

    /// MH7.2j: hexes two steps away in a straight line across a missing hex, and the sides that those lie across.
    pub(in super::super) fn vents_across(&self, at: Spot) -> impl Iterator<Item = (usize, Side)> + '_ {
        Side::ALL
            .into_iter()
            .filter(move |_| at < EXIT)
            .filter_map(move |side| {
                let is_gap = self.along(at, side, 1).is_none();
                let far = self.along(at, side, 2).filter(|_| is_gap);
                far.map(|hex| (hex, side))
            })
    }

    /// H85: whether a Vent Crawl of a character waits, here or elsewhere.
    pub(in super::super) fn has_vent(&self, who: Who) -> bool {
        !self.vents.is_empty() && self.has_ability(who, Ability::VentCrawl)
    }

    /// H85: the far hexes of those that were paid for on a spot.
    pub(super) fn vent_ends(&self, at: Spot) -> u32 {
        let here = self.vents.each().filter(|&(hex, _)| hex == at);
        here.filter_map(|(_, side)| self.along(at, side, 2))
            .fold(0, |set, hex| set | 1 << hex)
    }

    /// MH7.2h: the ability that can be used, its bit and what it costs.
    fn code_ability(&self, who: Who) -> Option<(u16, u8)> {
        let character = self.get(who);
        let abilities = [
            (Ability::ICanHazTehCodes, done::I_CAN_HAZ_TEH_CODES, 2),
            (Ability::HasTheCode, done::HAS_THE_CODE, 0),
        ];
        let usable = abilities.into_iter().find(|&(ability, used, cost)| {
            self.has_ability(who, ability) && !character.has_done(used) && character.ideas >= cost
        });
        usable.map(|(_, used, cost)| (used, cost))
    }

    /// MH10.28: nothing counts how often.
    fn may_use_old_friend(&self) -> bool {
        self.has_fixer(Fixer::OldFriend) && self.scenario().allows(Fixer::OldFriend)
    }

    pub(super) fn has_fixer(&self, fixer: Fixer) -> bool {
        self.fixers & 1 << fixer.index() != 0
    }

    /// The Lair: a character with the USB key on the story hex, once per heist.
    fn may_use_story(&self, who: Who) -> bool {
        let at = self.get(who).at;
        self.has_story_cache()
            && at < EXIT
            && self.scenario().story_hexes & 1 << at != 0
            && !self.is_set(flag::STORY_USED)
            && self.holds(who, Piece::Usb)
    }

    pub(super) fn do_ability(&mut self, who: Who, action: Action) {
        match action {
            Action::EfficientPicker => {
                self.pay_ideas(who, 1);
                let character = self.get_mut(who);
                character.pickers += 1;
                character.add_letter(Letter::Move, 1);
                self.owe_noise(1);
            }
            Action::BetterWays => self.pay_for(who, 1, done::BETTER_WAYS),
            Action::Larcenist => self.pay_for(who, 1, done::LARCENIST),
            Action::Swindler => self.pay_for(who, 1, done::SWINDLER),
            Action::VentCrawl(tile) => self.vent_crawl(who, self.hex(tile)),
            Action::Codes(tile) => {
                if let Some((used, cost)) = self.code_ability(who) {
                    match cost {
                        0 => self.get_mut(who).done |= used,
                        cost => self.pay_for(who, cost, used),
                    }
                    self.reveal_all(self.plan().neighbours(self.hex(tile)));
                }
            }
            Action::ChangeOfPlans => {
                self.pay_for(who, PLAN_COST, done::CHANGE_OF_PLANS);
                self.owe_noise(self.card(who).map_or(0, |card| card.change_of_plans_noise));
                self.push(Frame::Replan(who, CHANGED_TOKENS));
            }
            Action::NewPlan => {
                self.pay_for(who, PLAN_COST, done::ALRIGHT_NEW_PLAN);
                self.owe_noise(1);
                self.push(Frame::GiveIdeas(who, GIVEN_IDEAS, 0));
                self.push(Frame::Replan(who, NEW_TOKENS));
            }
            Action::OldFriend(other) => {
                self.pay_ideas(who, OLD_FRIEND_COST);
                self.gain_ideas(other, 1);
            }
            Action::Capture => self.capture(),
            Action::Story => {
                self.set_flag(flag::STORY_USED, true);
                self.push(Frame::StoryCash(who));
                self.push(Frame::StoryReveal(who));
                self.push(Frame::StoryReveal(who));
            }
            Action::Shift(from, side) => {
                let from = self.hex(from);
                let to = self.plan().beside(from, side).map_or(0, |to| 1 << to);
                let character = self.get_mut(who);
                character.tokens = character.tokens & !(1 << from) | to;
                character.done &= !done::MAY_SHIFT;
            }
            _ => {}
        }
    }

    /// MH10.16: each ability has a bit of its own, so that several may be used in one phase.
    fn pay_for(&mut self, who: Who, ideas: u8, bit: u16) {
        self.pay_ideas(who, ideas);
        self.get_mut(who).done |= bit;
    }

    /// MH7.2j: NNNN; the far hex is revealed first.
    fn vent_crawl(&mut self, who: Who, far: usize) {
        self.owe_noise(VENT_NOISE);
        let character = self.get_mut(who);
        character.done |= done::BROKE_SILENCE;
        let at = character.at;
        let across = self.vents_across(at).find(|(hex, _)| *hex == far);
        let (_, side) = across.expect("a Vent Crawl is paid for across a missing hex");
        self.vents.add(at, side);
        if self.unrevealed & 1 << far != 0 {
            self.reveal(far);
        }
    }

    /// MH5.8d: the tokens of a plan are moved one by one.
    pub(super) fn replan(&mut self, who: Who, left: u8) {
        if left > 0 {
            let mut any = Any::default();
            self.offer_lifts(&mut any);
            if any.0 {
                self.push(Frame::AskLift(who, left));
            }
        }
    }

    /// MH7.2f: tokens on the board, of any owner that has another hex for it.
    pub(super) fn offer_lifts(&self, out: &mut impl Offers) {
        let present = self.plan().present();
        for owner in self.players() {
            let tokens = self.get(owner).tokens;
            if tokens != present {
                out.extend(self.tiles_in(tokens).map(|tile| Action::Lift(owner, tile)));
            }
        }
    }

    pub(super) fn lift(&mut self, who: Who, left: u8, action: Action) {
        if let Action::Lift(owner, tile) = action {
            self.push(Frame::Replan(who, left - 1));
            self.push(Frame::AskReplace(owner, self.hex(tile) as u8));
        }
    }

    /// MH7.2f: any hex without a token of the same owner.
    pub(super) fn offer_replacements(&self, owner: Who, out: &mut impl Offers) {
        let free = self.plan().present() & !self.get(owner).tokens;
        out.extend(self.tiles_in(free).map(Action::Token));
    }

    pub(super) fn replace_token(&mut self, owner: Who, from: u8, to: usize) {
        let character = self.get_mut(owner);
        character.tokens = character.tokens & !(1 << from) | 1 << to;
    }

    /// MH7.2f: up to three of the own ideas, to other characters in ascending order.
    pub(super) fn give_ideas(&mut self, who: Who, left: u8, next: u8) {
        let mut any = Any::default();
        self.offer_idea_gifts(who, left, next, &mut any);
        if any.0 {
            self.push(Frame::AskGiveIdeas(who, left, next));
        }
    }

    pub(super) fn offer_idea_gifts(&self, who: Who, left: u8, next: u8, out: &mut impl Offers) {
        let most = left.min(self.get(who).ideas);
        for other in self.present().filter(|&other| other != who && other.0 >= next) {
            out.extend((1..=most).map(|count| Action::GiveIdeas(other, count)));
        }
    }

    pub(super) fn do_give_ideas(&mut self, who: Who, left: u8, action: Action) {
        if let Action::GiveIdeas(other, count) = action {
            self.get_mut(who).ideas -= count;
            self.gain_ideas(other, count);
            self.push(Frame::GiveIdeas(who, left - count, other.0 + 1));
        }
    }

    /// The Lair: one of the two R of the story hex.
    pub(super) fn story_reveal(&mut self, who: Who) {
        if self.reveals_a_hex(who) {
            self.push(Frame::AskStoryReveal(who))
        } else {
            self.reveal_surplus(who)
        }
    }

    pub(super) fn story_cash(&mut self, who: Who) {
        self.add_cash(Self::held_by(who), STORY_CASH);
    }
}
