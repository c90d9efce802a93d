//! The state: plain data, no heap.

pub use super::room::Room;
pub(super) use super::room::{CREW, ROOMS, parse_room, room_name};
use super::setup::{Role, Scenario, Setup, Tool};
use heist_engine::game::Windows;
use heist_engine::hash::append;

/// A room whose content the state does not know.
pub(super) const HOLE: u8 = u8::MAX;
/// EG-DAWN: the game ends when a turn after this one would begin.
pub(super) const LAST_TURN: u8 = 24;

/// How the game ended, in the order of the game's endings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Ending {
    /// EG-ROUTE: with everything, by the front.
    Escaped,
    /// EG-ROUTE: with half, by the back.
    Half,
    /// EG-NOISE, EG-ROUTE.
    Caught,
    /// EG-DAWN.
    Dawn,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// EG-TURN: the active character acts.
    Act,
    /// EG-ROOMS: a door opens; whether somebody goes in.
    Reveal {
        /// The room.
        room: u8,
        /// Whether the active character entered it; otherwise it was peeked at.
        is_entered: bool,
    },
    /// EG-RADIO: the other character may react to an alarm.
    React,
    /// EG-CRACK: the die.
    Crack,
    /// EG-ROUTE: the way out.
    Route,
    /// EG-ROUTE: the die at the front.
    Escape,
    /// The end.
    Over(Ending),
}

/// A game of the example: the whole state of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExampleGame {
    /// What is behind the doors, as bytes of [`Room`]; [`HOLE`] where the state does not know.
    pub(super) rooms: [u8; ROOMS],
    /// Rooms face up, as bits.
    pub(super) revealed: u8,
    /// The room of the vault if the setup gave it away (EG-TIP), or [`HOLE`].
    pub(super) tip: u8,
    pub(super) room_count: u8,
    pub(super) entrance: u8,
    pub(super) alarms: u8,
    pub(super) roles: [Role; CREW],
    pub(super) at: [u8; CREW],
    pub(super) seats: u8,
    pub(super) scenario: Scenario,
    /// Tools still there, as bits of [`Tool`].
    pub(super) tools: u8,
    pub(super) noise: u8,
    pub(super) limit: u8,
    pub(super) turn: u8,
    /// The character whose turn it is.
    pub(super) active: u8,
    pub(super) actions: u8,
    pub(super) windows: Windows,
    pub(super) phase: Phase,
}

impl ExampleGame {
    /// The first state of a complete setup.
    pub(super) fn first_state(setup: &Setup) -> ExampleGame {
        let plan = setup.plan.layout();
        let mut state = ExampleGame {
            rooms: [HOLE; ROOMS],
            revealed: 0,
            tip: setup.vault.unwrap_or(HOLE),
            room_count: plan.rooms,
            entrance: plan.entrance,
            alarms: if setup.alarms { plan.rooms / 3 } else { 0 },
            roles: setup.roles(),
            at: [plan.entrance; CREW],
            seats: setup.seats,
            scenario: setup.scenario,
            tools: setup.tools.iter().fold(0, |set, tool| set | tool.bit()),
            noise: 0,
            limit: setup.noise,
            turn: 1,
            active: setup.first.map_or(0, |seat| seat.0),
            actions: 0,
            windows: setup.windows,
            phase: Phase::Act,
        };
        if state.tip != HOLE {
            state.rooms[usize::from(state.tip)] = Room::Vault as u8;
        }
        // EG-PLAN: the entrance holds nothing and is open from the start.
        state.rooms[usize::from(plan.entrance)] = Room::Empty as u8;
        state.revealed |= 1 << plan.entrance;
        state.actions = state.roles[usize::from(state.active)].actions();
        state
    }

    /// The character whose turn it is not.
    pub(super) fn other(&self) -> u8 {
        1 - self.active
    }

    /// What is behind a door, as far as the state knows.
    pub fn room(&self, room: usize) -> Option<Room> {
        Room::ALL.get(usize::from(self.rooms[room])).copied()
    }

    /// How many rooms there are.
    pub fn room_count(&self) -> usize {
        self.room_count.into()
    }

    /// Whether a room is face up.
    pub fn is_revealed(&self, room: usize) -> bool {
        self.revealed & 1 << room != 0
    }

    /// Where a character is.
    pub fn place_of(&self, character: usize) -> usize {
        self.at[character].into()
    }

    /// Noise so far, and the noise that loses the game.
    pub fn noise(&self) -> (u8, u8) {
        (self.noise, self.limit)
    }

    /// Whether the crew still has a tool.
    pub fn has(&self, tool: Tool) -> bool {
        self.tools & tool.bit() != 0
    }

    /// The key: everything but what follows from it.
    pub(super) fn hash_key(&self) -> u64 {
        let [a, b] = self.at;
        let [first, second] = self.roles;
        let phase = match self.phase {
            Phase::Act => 0,
            Phase::Reveal { room, is_entered } => 1 | u64::from(room) << 8 | u64::from(is_entered) << 16,
            Phase::React => 2,
            Phase::Crack => 3,
            Phase::Route => 4,
            Phase::Escape => 5,
            Phase::Over(ending) => 6 | (ending as u64) << 8,
        };
        let bytes = u64::from_le_bytes;
        append(
            0,
            &[
                bytes(self.rooms),
                bytes([
                    self.revealed,
                    self.tip,
                    self.room_count,
                    self.entrance,
                    self.alarms,
                    first as u8,
                    second as u8,
                    a,
                ]),
                bytes([
                    b,
                    self.seats,
                    self.scenario as u8,
                    self.tools,
                    self.noise,
                    self.limit,
                    self.turn,
                    self.active,
                ]),
                bytes([self.actions, self.windows as u8, 0, 0, 0, 0, 0, 0]),
                phase,
            ],
        )
    }
}
