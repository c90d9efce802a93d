//! The rules: what may be done, and what comes of it.

use super::action::{Action, Outcome};
use super::setup::{Role, Tool};
use super::state::{CREW, Ending, ExampleGame, LAST_TURN, Phase, Room};
use heist_engine::game::Windows;

impl ExampleGame {
    /// The legal actions in their fixed order.
    pub(super) fn offer(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Act => self.offer_turn(out),
            Phase::React => out.extend([Action::Radio, Action::Pass]),
            Phase::Route => out.extend([Action::Front, Action::Back]),
            Phase::Reveal { .. } | Phase::Crack | Phase::Escape | Phase::Over(_) => {}
        }
    }

    /// EG-TURN: an action while there are any left, or the end of the turn.
    fn offer_turn(&self, out: &mut Vec<Action>) {
        let at = self.at[usize::from(self.active)];
        if self.actions > 0 {
            out.extend(self.neighbours(at).map(Action::Move));
            let hidden = self.neighbours(at).filter(|&room| !self.is_revealed(room.into()));
            out.extend(hidden.map(Action::Peek));
            if self.room(at.into()) == Some(Room::Vault) && self.is_revealed(at.into()) {
                out.push(Action::Crack);
            }
        }
        out.push(Action::End);
    }

    /// EG-PLAN: the rooms next door, in a row.
    fn neighbours(&self, at: u8) -> impl Iterator<Item = u8> {
        let left = at.checked_sub(1);
        let right = (at + 1 < self.room_count).then_some(at + 1);
        left.into_iter().chain(right)
    }

    /// Plays a decision.
    pub(super) fn decide(&mut self, action: Action) {
        match action {
            Action::Move(room) => self.go(room),
            Action::Peek(room) => self.peek(room),
            Action::Crack => self.crack(),
            Action::End => self.end_turn(),
            Action::Radio => self.silence(),
            Action::Pass => self.ring(),
            Action::Front => self.phase = Phase::Escape,
            Action::Back => self.phase = Phase::Over(Ending::Half),
        }
    }

    /// Settles a draw.
    pub(super) fn settle(&mut self, outcome: Outcome) {
        match (self.phase, outcome) {
            (Phase::Reveal { room, is_entered }, Outcome::Room(content)) => self.reveal(room, content, is_entered),
            (Phase::Crack, Outcome::Die(pips)) => self.try_vault(pips),
            (Phase::Escape, Outcome::Die(pips)) => self.slip_out(pips),
            (phase, outcome) => debug_assert!(false, "{outcome} does not settle {phase:?}"),
        }
    }

    /// EG-MOVE: 1 action; a hidden room is revealed, and an alarm in it goes off.
    fn go(&mut self, room: u8) {
        self.actions -= 1;
        self.at[usize::from(self.active)] = room;
        if !self.is_revealed(room.into()) {
            self.phase = Phase::Reveal { room, is_entered: true };
        }
    }

    /// EG-PEEK: 1 action; the room is revealed, and an alarm in it stays silent.
    fn peek(&mut self, room: u8) {
        self.actions -= 1;
        self.phase = Phase::Reveal {
            room,
            is_entered: false,
        };
    }

    /// EG-ROOMS: a revealed room stays face up.
    fn reveal(&mut self, room: u8, content: Room, is_entered: bool) {
        self.rooms[usize::from(room)] = content as u8;
        self.revealed |= 1 << room;
        self.phase = Phase::Act;
        if content == Room::Alarm && is_entered {
            self.alarm();
        }
    }

    /// EG-ALARM, EG-RADIO: the alarm rings unless the other character may react.
    fn alarm(&mut self) {
        let is_likely = self.noise + 1 >= self.limit;
        let is_open = match self.windows {
            Windows::Full => true,
            Windows::Reduced => is_likely,
            Windows::Off => false,
        };
        if is_open && self.has(Tool::Radio) {
            self.phase = Phase::React
        } else {
            self.ring()
        }
    }

    /// EG-RADIO: the radio is used up, and the alarm makes no noise.
    fn silence(&mut self) {
        self.tools &= !Tool::Radio.bit();
        self.phase = Phase::Act;
    }

    /// EG-ALARM, EG-NOISE: 1 noise; at the limit the crew is caught.
    fn ring(&mut self) {
        self.noise += 1;
        self.phase = if self.noise >= self.limit {
            Phase::Over(Ending::Caught)
        } else {
            Phase::Act
        };
    }

    /// EG-CRACK: 1 action, then a die.
    fn crack(&mut self) {
        self.actions -= 1;
        self.phase = Phase::Crack;
    }

    /// EG-CRACK: the die, 1 more by a lifter, 1 more with the crowbar, must reach the number of the scenario; a failure
    /// makes 1 noise.
    fn try_vault(&mut self, pips: u8) {
        let lifter = u8::from(self.roles[usize::from(self.active)] == Role::Lifter);
        let crowbar = u8::from(self.has(Tool::Crowbar));
        if pips + lifter + crowbar >= self.scenario.strength() {
            self.phase = Phase::Route
        } else {
            self.ring()
        }
    }

    /// EG-ROUTE: at the front a 1 or 2 is the guard.
    fn slip_out(&mut self, pips: u8) {
        self.phase = Phase::Over(match pips {
            1 | 2 => Ending::Caught,
            _ => Ending::Escaped,
        });
    }

    /// EG-TURN, EG-DAWN: the other character's turn, or the end of the night.
    fn end_turn(&mut self) {
        if self.turn == LAST_TURN {
            self.phase = Phase::Over(Ending::Dawn);
            return;
        }
        self.turn += 1;
        self.active = (self.active + 1) % CREW as u8;
        self.actions = self.roles[usize::from(self.active)].actions();
    }
}
