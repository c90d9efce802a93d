//! The heist as a state machine: section 4 without its END_ACTION, EVENT and CRISES.

use super::super::action::PLAYERS;
use super::super::frame::Frame;
use super::super::state::{MastersOfTheHeist, NOWHERE, Phase, Planning, flag};

impl MastersOfTheHeist {
    /// MH3.4a, H57: planning is confirmed; what it gave is kept (MH10.33). MH10.7: reveals come before the first roll.
    pub(super) fn start_heist(&mut self) {
        self.phase = Phase::Start;
        self.forget_planning();
        self.deck.check_top();
        self.push(Frame::Round);
        self.push(Frame::FreePrisoner);
        self.push(Frame::Chase);
        let beside = self.present().fold(0, |set, who| set | self.beside(self.get(who).at));
        self.reveal_all(beside);
    }

    /// What only planning needs is forgotten, so that equal plans give equal heists. H82: who starts inside counts at
    /// the end.
    fn forget_planning(&mut self) {
        self.planned_cameras = 0;
        self.planning = Planning {
            jewels: self.planning.jewels,
            inside: self.planning.inside,
            leftover: [NOWHERE; PLAYERS],
            starts: [NOWHERE; PLAYERS],
            ..Planning::default()
        };
    }

    /// A new round begins with ROLL.
    pub(super) fn begin_round(&mut self) {
        self.phase = Phase::Roll;
        self.round += 1;
        self.deck.begin_round();
        self.starters.fresh = 0;
        self.characters.iter_mut().for_each(|character| character.begin_round());
        self.push(Frame::RollDice(0));
    }

    /// MH4.1a: one die for every active character that is not Busted.
    pub(super) fn roll_dice(&mut self, next: u8) {
        let waiting = self.present().find(|who| who.0 >= next);
        match waiting {
            Some(who) => {
                self.push(Frame::RollDice(who.0 + 1));
                self.push(Frame::DrawDie(who));
            }
            None => {
                self.phase = Phase::Action;
                self.push(Frame::ActionPhase);
            }
        }
    }

    /// MH4.7a: Flashbang expiry, then movements of the scenario.
    pub(super) fn end_event(&mut self) {
        self.phase = Phase::EndEvent;
        self.set_flag(flag::LOOP_FOOTAGE, false);
        self.push(Frame::NextRound);
        self.push(Frame::Movements);
        if self.expire_flashbangs() {
            self.push(Frame::Chase);
        }
    }

    /// MH4.7a: ESCAPE if a final Crisis was done or escape was declared.
    pub(super) fn next_round(&mut self) {
        let next = if self.is_set(flag::ESCAPE_FOLLOWS) {
            Frame::EscapeStart
        } else {
            Frame::Round
        };
        self.push(next);
    }

    /// MH4a, MH7.2c: everything else of the round is skipped, and ESCAPE follows.
    pub(super) fn skip_to_escape(&mut self) {
        self.stack.clear();
        self.pending = 0;
        self.active_event = NOWHERE;
        self.push(Frame::EscapeStart);
    }
}
