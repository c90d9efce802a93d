//! NPCs: 7.9.

use super::super::action::{Action, Who};
use super::super::components::NpcCard;
use super::super::frame::Frame;
use super::super::state::{EXIT, MastersOfTheHeist, NOWHERE, Phase, Status, flag};
use super::super::tables::Edition;

impl MastersOfTheHeist {
    /// The card of the NPC, if there is one.
    pub(in super::super) fn npc_card(&self) -> Option<NpcCard> {
        self.scenario().npc.map(|npc| npc.card)
    }

    /// MH7.9: a Prisoner whose normal side is up cannot perform S.
    pub(super) fn is_calm_prisoner(&self, who: Who) -> bool {
        who.is_npc() && self.npc_card() == Some(NpcCard::Prisoner) && !self.is_set(flag::PANIC)
    }

    /// MH7.9a, H37b, H69: whether the inactive Prisoner becomes active.
    pub(super) fn is_prisoner_free(&self) -> bool {
        let npc = self.get(Who::NPC);
        if npc.status != Status::Inactive || npc.at == NOWHERE || self.npc_card() != Some(NpcCard::Prisoner) {
            return false;
        }
        if self.is_moving_target() {
            return self.phase == Phase::Action && self.are_starters_subdued_now();
        }
        let beside = self.beside(npc.at);
        let is_shut_in = beside & !self.doors == 0;
        !self.is_ringed(npc.at) && self.ground[usize::from(npc.at)].active_guards() == 0 && !is_shut_in
    }

    /// MH7.9a: the test at START.
    pub(super) fn free_prisoner(&mut self) {
        if self.is_prisoner_free() {
            self.activate_npc();
        }
    }

    /// MH7.9a: whether a player character may capture the Hostage.
    pub(super) fn can_capture(&self, who: Who) -> bool {
        let npc = self.get(Who::NPC);
        !who.is_npc()
            && npc.status == Status::Inactive
            && npc.at == self.get(who).at
            && self.npc_card() == Some(NpcCard::Hostage)
    }

    /// MH7.9a, MH7.9b: the Hostage is captured.
    pub(super) fn capture(&mut self) {
        if !self.is_set(flag::PANIC) {
            self.gain_ideas(Who::NPC, 3);
        }
        self.activate_npc();
    }

    /// MH7.9a: a freed or captured NPC. Its own hex is revealed first (H69); in ESCAPE there is no die and no reveal.
    pub(super) fn activate_npc(&mut self) {
        if self.phase == Phase::Escape {
            self.get_mut(Who::NPC).status = Status::Active;
            return;
        }
        self.push(Frame::NpcActive);
        let at = self.get(Who::NPC).at;
        if at < EXIT && self.unrevealed & 1 << at != 0 {
            self.reveal(usize::from(at));
        }
    }

    /// MH7.9a: it rolls its die in ACTION; freed at START it rolls with everybody.
    pub(super) fn npc_becomes_active(&mut self) {
        self.get_mut(Who::NPC).status = Status::Active;
        self.push(Frame::NpcArrives);
        if self.phase == Phase::Action {
            self.push(Frame::DrawDie(Who::NPC));
        }
    }

    /// MH5.3e: steps 2 and 3 of an arrival.
    pub(super) fn npc_arrives(&mut self) {
        self.push(Frame::Chase);
        self.reveal_all(self.beside(self.get(Who::NPC).at));
    }

    /// MH4.3a: the tests of NPCs at the end of the Action phase.
    pub(super) fn npc_tests(&mut self) {
        if !self.is_present(Who::NPC) {
            return;
        }
        match self.npc_card() {
            Some(NpcCard::Hostage) => self.hostage_test(),
            Some(NpcCard::Guide) if self.is_set(flag::PANIC) => self.guide_test(),
            Some(NpcCard::Guide | NpcCard::Prisoner) | None => {}
        }
    }

    /// MH7.9d.
    fn guide_test(&mut self) {
        let at = self.get(Who::NPC).at;
        let is_near = |who: Who| {
            let other = self.get(who).at;
            other == at || self.are_adjacent(at, other)
        };
        if self.present_players().any(is_near) {
            self.owe_noise(1);
        }
    }

    /// MH7.9c.
    fn hostage_test(&mut self) {
        let at = self.get(Who::NPC).at;
        let victims = self.hostage_victims();
        if victims == 0 || self.present_players().any(|who| self.get(who).at == at) {
            return;
        }
        if self.is_set(flag::PANIC) && self.edition == Edition::V22 {
            self.push(Frame::IdeaOrNoise(Who::NPC));
        }
        let mut nearest = Who::all_in(victims);
        match (nearest.next(), nearest.next()) {
            (Some(only), None) => self.push(Frame::IdeaOrNoise(only)),
            _ => self.push(Frame::AskVictim),
        }
    }

    /// MH7.9c, H48: the nearest player characters, as bits; no path is farthest.
    pub(super) fn hostage_victims(&self) -> u8 {
        let at = self.get(Who::NPC).at;
        let length = |who: Who| self.distance(at, self.get(who).at).unwrap_or(u8::MAX);
        let least = self.present_players().map(length).min();
        let nearest = self.present_players().filter(|&who| Some(length(who)) == least);
        nearest.fold(0, |set, who| set | who.bit())
    }

    /// MH7.9c: one idea or NN; with no idea NN is forced.
    pub(super) fn idea_or_noise(&mut self, who: Who) {
        match self.get(who).ideas {
            0 => self.owe_noise(2),
            _ => self.push(Frame::AskIdeaOrNoise(who)),
        }
    }

    pub(super) fn choose_idea_or_noise(&mut self, who: Who, action: Action) {
        match action {
            Action::LoseIdea => self.get_mut(who).ideas -= 1,
            _ => self.owe_noise(2),
        }
    }
}
