//! END_ACTION: 4.3.

use super::super::action::{Commit, Who};
use super::super::components::ActionName;
use super::super::frame::Frame;
use super::super::letters::Letter;
use super::super::state::{MastersOfTheHeist, Phase, done, flag};
use super::super::vents::Vents;

impl MastersOfTheHeist {
    /// MH4.3a: tests of NPCs; MH4.3b: noise; MH4.3c: the rest.
    pub(super) fn end_action(&mut self) {
        self.phase = Phase::EndAction;
        self.push(Frame::AfterNoise);
        self.push(Frame::OwedNoise);
        self.push(Frame::CancelNoise);
        self.npc_tests();
    }

    /// MH5.5d, items:perfect-picks: the N printed in an action that makes none.
    pub(super) fn cancel_noise(&mut self) {
        for who in (0..self.characters.len() as u8).map(Who) {
            let character = self.get(who);
            let Some(action) = character.action else { continue };
            let is_silent = character.tool_cracks > 0 && !character.has_done(done::BROKE_SILENCE);
            let is_perfect = action == Commit::Plain(ActionName::PerfectPick)
                && character.has_done(done::UNLOCKED)
                && !character.has_done(done::MOVED);
            if is_silent || is_perfect {
                let printed = self.printed_letters(who, action)[Letter::Noise];
                self.owed = self.owed.saturating_sub(printed);
            }
        }
    }

    /// MH4.3c: checks of the scenario, one-use items, effects that last until the phase ends. Then EVENT.
    pub(super) fn after_noise(&mut self) {
        self.ambush();
        self.discard_used_items();
        for character in &mut self.characters {
            character.done &= !done::EFFECTS;
        }
        self.vents = Vents::NONE;
        self.set_flag(flag::WHISTLE, false);
        self.push(Frame::EventPhase);
    }
}
