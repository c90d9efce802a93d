//! Noise and alerts: 5.6, MH4.4a.

use super::super::action::Action;
use super::super::frame::Frame;
use super::super::noise;
use super::super::state::MastersOfTheHeist;

impl MastersOfTheHeist {
    /// MH4.4a, some times.
    pub(super) fn raise_alerts(&mut self, count: u8) {
        (0..count).for_each(|_| self.deck.raise_alert());
    }

    /// MH5.2h: noise of the round, applied at END_ACTION (MH4.3b).
    pub(super) fn owe_noise(&mut self, count: u8) {
        self.owed = self.owed.saturating_add(count);
    }

    /// MH4.3b: the noise of the round, one by one.
    pub(super) fn owed_noise(&mut self) {
        while self.owed > 0 {
            self.owed -= 1;
            if self.diversions > 0 {
                self.push(Frame::OwedNoise);
                self.push(Frame::AskDivert);
                return;
            }
            self.take_noise();
        }
    }

    /// MH5.6a: noise of an Event, applied at once.
    pub(super) fn noises(&mut self, left: u8) {
        for taken in 0..left {
            if self.diversions > 0 {
                self.push(Frame::Noises(left - taken - 1));
                self.push(Frame::AskDivert);
                return;
            }
            self.take_noise();
        }
    }

    /// MH5.6a: a Diversion token instead of a noise, if the team wants.
    pub(super) fn divert(&mut self, action: Action) {
        match action {
            Action::Divert => self.diversions -= 1,
            _ => self.take_noise(),
        }
    }

    /// MH5.6a.
    fn take_noise(&mut self) {
        let track = self.tables().track(usize::from(self.player_count));
        if noise::take(&mut self.marker, track) {
            self.deck.raise_alert();
        }
    }
}
