//! The Action phase: 4.2 and 5.8.

use super::super::action::{Action, Who};
use super::super::footprint::Footprint;
use super::super::frame::Frame;
use super::super::offers::{Any, Offers};
use super::super::state::{FREE_THINGS, MastersOfTheHeist, flag};

impl MastersOfTheHeist {
    /// MH7.9a: the Prisoner's test, when ACTION begins and after every micro-action; then the team says who acts next.
    pub(super) fn action_phase(&mut self) {
        if self.is_prisoner_free() {
            self.push(Frame::ActionPhase);
            self.activate_npc();
        } else {
            self.push(Frame::AskActor);
        }
    }

    /// MH5.8a: anybody, always; MH4.2a: everybody has to commit; MH10.18: escape may be declared whoever is left;
    /// MH5.8e, MH10.24: the phase may end when all have committed; MH4.2c: or escape is declared.
    pub(super) fn offer_actors(&self, out: &mut impl Offers) {
        let all_committed = self.present().all(|who| self.get(who).action.is_some());
        let able = self.present().filter(|&who| self.can_act(who));
        let able = able.fold(0, |set, who| set | who.bit());
        out.extend(Who::all_in(able).map(Action::Act));
        if all_committed {
            out.push(Action::End);
        }
        out.push(Action::Escape);
    }

    /// MH10.1: who has not committed always has a legal action.
    fn can_act(&self, who: Who) -> bool {
        if self.get(who).action.is_none() {
            return true;
        }
        let mut any = Any::default();
        self.offer_unskipped(who, &mut any);
        any.0
    }

    /// H11: a declared escape ends the phase as the team's own word does, and END_ACTION follows.
    pub(super) fn choose_actor(&mut self, action: Action) {
        match action {
            Action::Act(who) => {
                self.push(Frame::ActionPhase);
                self.push(Frame::AskMicro(who));
            }
            other => {
                self.last = Footprint::NONE;
                self.free_things = 0;
                if other == Action::Escape {
                    self.set_flag(flag::ESCAPE_FOLLOWS, true);
                }
                self.push(Frame::EndAction);
                self.push(Frame::EndPhase);
            }
        }
    }

    /// MH5.8e: the letters that are left vanish. MH6.2c, H62: tests that wait are made, under a Dog Whistle without a
    /// chase.
    pub(super) fn end_phase(&mut self) {
        self.characters
            .iter_mut()
            .for_each(|character| character.clear_letters());
        if self.left_dogs != 0 {
            self.left_dogs = 0;
            self.chase();
        }
    }

    /// What a character may do next, but for what MH5.8c skips; everything for one that was named although all of it is
    /// skipped.
    pub(super) fn offer_micro_actions(&self, who: Who, out: &mut impl Offers) {
        let is_empty = self.offer_unskipped(who, out);
        if is_empty && self.may_skip(who) {
            self.offer_all_micro_actions(who, out);
        }
    }

    /// What a character may do next, but for what MH5.8c skips. Whether all of it is skipped.
    fn offer_unskipped(&self, who: Who, out: &mut impl Offers) -> bool {
        if !self.may_skip(who) {
            self.offer_all_micro_actions(who, out);
            return false;
        }
        let mut unskipped = self.unskipped(who, out);
        self.offer_all_micro_actions(who, &mut unskipped);
        unskipped.is_empty
    }

    /// Everything that a character may do next.
    fn offer_all_micro_actions(&self, who: Who, out: &mut impl Offers) {
        if self.get(who).action.is_none() {
            self.offer_commits(who, out);
        }
        self.offer_sub_actions(who, out);
        if out.is_content() {
            return;
        }
        self.offer_abilities(who, out);
        if self.free_things < FREE_THINGS {
            self.offer_free_things(who, out);
        }
    }

    /// How many free things were done in a row.
    pub(super) fn count_free_things(&mut self, action: Action) {
        let is_free = matches!(
            action,
            Action::Take(..)
                | Action::Drop(..)
                | Action::Pass(..)
                | Action::Bank(_)
                | Action::Server
                | Action::TakeIdea
        );
        self.free_things = if is_free { self.free_things + 1 } else { 0 };
    }

    pub(super) fn do_micro_action(&mut self, who: Who, action: Action) {
        self.count_free_things(action);
        self.note_action(who, action);
        match action {
            Action::Commit(commit) => self.commit(who, commit),
            Action::Move(_)
            | Action::Unlock(_)
            | Action::Subdue(..)
            | Action::Disable(_)
            | Action::Idea
            | Action::Loot
            | Action::Reveal(_)
            | Action::RevealSurplus
            | Action::Crack(_) => self.do_sub_action(who, action),
            Action::Take(..)
            | Action::Drop(..)
            | Action::Pass(..)
            | Action::Bank(_)
            | Action::Server
            | Action::TakeIdea
            | Action::Door(_) => self.do_free_thing(who, action),
            other => self.do_ability(who, other),
        }
    }
}
