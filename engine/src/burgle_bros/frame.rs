//! The stack of things still to be resolved.
//!
//! A rule that needs a decision or a draw in its middle leaves a frame that says how it goes on. The top frame is
//! either *waiting* (for a seat or for chance) or it runs when the frames above it are done. Each kind's behaviour
//! is in the file of its rule under `rules/`. Keys, features and positions name every kind of frame too (`key.rs`,
//! `encode/features.rs`, `position/frames.rs`).

// A new frame, room or card must not be forgotten: every match names all cases.
#![deny(clippy::wildcard_enum_match_arm)]

use serde::{Deserialize, Serialize};

use super::components::{Event, Tool};
use crate::board::Cell;
use crate::game::Seat;

/// One thing to resolve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// Nothing: the bottom of the stack.
    Idle,

    // rules/turn.rs
    /// Chance: S-START-6.
    PlaceFirstGuard,
    /// Decision: S-START-7.
    ChooseEntrance,
    /// Chance: S-START-8.
    PlaceFirstDie,
    /// 4.1.
    BeginTurn,
    /// Chance: N-START-5.
    RollChihuahua,
    /// Chance: N-START-6.
    RollKitty,
    /// Decision: M-DEC-15.
    ChooseKittyTile,
    /// Decision: 4.2.
    Act,
    /// 4.4.
    EventCheck,
    /// Chance: 4.4.
    DrawEvent,
    /// 4.5.
    GuardStep,
    /// Decision: M-DEC-17, floors left as bits.
    ChooseGuard(u8),
    /// 6.4 on a floor.
    GuardMove(u8),
    /// 4.6.
    NextPlayer,

    // rules/tiles.rs
    /// Chance: 5.3.
    Reveal(Cell),

    // rules/moves.rs
    /// The stages of 5.4 for the Move in progress.
    Move(MoveStage),
    /// Decision: M-DEC-2.
    AskDeadbolt,
    /// Chance: M-MOVE-5b with this many dice.
    RollKeypad(u8),
    /// Decision: M-DEC-3.
    AskLaser,

    // rules/relocation.rs
    /// M-PUT-3: set up the Guard of a floor (0 at the bottom) if he never was.
    EnsureGuard(u8),

    // rules/alarms.rs
    /// Decision: M-DEC-4, the alarm of a tile.
    AskHack(Cell),
    /// A-ALARM-8 for floors as bits, lowest first.
    Retarget(u8),
    /// Decision: M-DEC-5 on a floor.
    AskNearest(u8),

    // rules/guards.rs
    /// Chance: G-SETUP-1, the Guard.
    SetUpGuard(u8),
    /// Chance: G-SETUP-1, the die.
    SetUpDie(u8),
    /// Chance: 6.5.
    DrawPatrol(u8),
    /// 6.4: a Guard with movement left.
    Walk {
        /// The floor, 0 at the bottom.
        floor: u8,
        /// Movement left.
        left: u8,
    },
    /// G-MOVE-12.
    WalkArrival(u8),
    /// G-MOVE-11.
    CameraCheck(u8),
    /// G-MOVE-14.
    Arrive(u8),
    /// Chance: G-LOST-2, where the Guard of a floor comes back.
    ReturnGuard(u8),
    /// 6.4 for a Guard who has just come back.
    Returned(u8),

    // rules/stealth.rs
    /// 6.6: players who must pay, as bits; those of them for whom the active player decides (V-PAY-2).
    Pay {
        /// Who still has to pay.
        due: u8,
        /// For whom tile tokens are scarce.
        scarce: u8,
    },
    /// Decision: M-DEC-6.
    AskToken {
        /// Who pays.
        payer: Seat,
        /// Who decides.
        decider: Seat,
    },

    // rules/safes.rs
    /// Chance: M-CRACK-1.
    RollCrack {
        /// The Safe.
        safe: Cell,
        /// How many dice.
        dice: u8,
    },
    /// The Safe of the roll above.
    Cracking(Cell),
    /// Decision: M-DEC-8, with the roll as three bytes, lowest first.
    AskStethoscope([u8; 3]),
    /// M-CRACK-7 from this floor (0 at the bottom) down.
    RaiseSpeeds(u8),

    // rules/cards.rs
    /// Chance: U-NOTE-2, for a player, or left on a drilled Safe.
    DrawTool {
        /// Who draws.
        drawer: Seat,
        /// The drilled Safe, if any.
        safe: Option<Drilled>,
    },
    /// Chance: the Rigger's second card.
    DrawSecondTool {
        /// Who draws.
        drawer: Seat,
        /// The drilled Safe, if any.
        safe: Option<Drilled>,
        /// The first card.
        first: Tool,
    },
    /// Decision: M-DEC-7.
    KeepTool {
        /// Who draws.
        drawer: Seat,
        /// The drilled Safe, if any.
        safe: Option<Drilled>,
        /// The two cards.
        pair: ToolPair,
    },
    /// Chance: M-CRACK-6.
    DrawLoot {
        /// Who draws.
        drawer: Seat,
        /// The Safe opened.
        safe: Cell,
    },
    /// Decision: consent to a trade (M-DEC-14).
    AskTrade {
        /// The other side.
        partner: Seat,
        /// What changes hands.
        offer: Offer,
    },

    // rules/characters.rs
    /// Decision: consent to Orders (M-DEC-13).
    AskOrders(Seat, Cell),
    /// Chance: C-SPOTTER-B on a floor.
    LookPatrol(u8),
    /// Decision: M-DEC-10 on a floor.
    AskPatrolPlace(u8),
    /// Chance: look at the next of this many Events (C-SPOTTER-A, U-CRYSTAL-BALL).
    LookEvent {
        /// Cards looked at already.
        seen: u8,
        /// Cards to look at.
        count: u8,
    },
    /// Decision: M-DEC-10.
    AskEventPlace,
    /// Decision: M-DEC-9, of this many cards.
    AskEventOrder(u8),

    // rules/events.rs
    /// Decision: M-DEC-16, a player (Buddy System).
    AskPlayer,
    /// Decision: M-DEC-16, a tile.
    AskTile(Event),
    /// E-BROWN-OUT: cards still to draw on each floor.
    BrownOut([u8; 3]),
}

// Every frame is in exactly one of the four patterns below. The matches over frames name the frames of one pattern one
// by one and the other three patterns as a whole, without a wildcard: a new frame does not compile until it is in a
// pattern here, and then not until every match that the pattern concerns deals with it.

/// The frames that run by themselves as soon as they are on top.
macro_rules! runs {
    () => {
        Frame::BeginTurn
            | Frame::EventCheck
            | Frame::GuardStep
            | Frame::NextPlayer
            | Frame::Move(_)
            | Frame::EnsureGuard(_)
            | Frame::Retarget(_)
            | Frame::GuardMove(_)
            | Frame::Walk { .. }
            | Frame::WalkArrival(_)
            | Frame::CameraCheck(_)
            | Frame::Arrive(_)
            | Frame::Returned(_)
            | Frame::Pay { .. }
            | Frame::RaiseSpeeds(_)
            | Frame::BrownOut(_)
    };
}
pub(super) use runs;

/// The frames that wait for a seat's decision.
macro_rules! asks {
    () => {
        Frame::Act
            | Frame::ChooseEntrance
            | Frame::ChooseKittyTile
            | Frame::ChooseGuard(_)
            | Frame::AskDeadbolt
            | Frame::AskLaser
            | Frame::AskHack(_)
            | Frame::AskNearest(_)
            | Frame::AskToken { .. }
            | Frame::AskStethoscope(_)
            | Frame::KeepTool { .. }
            | Frame::AskTrade { .. }
            | Frame::AskOrders(..)
            | Frame::AskPatrolPlace(_)
            | Frame::AskEventPlace
            | Frame::AskEventOrder(_)
            | Frame::AskPlayer
            | Frame::AskTile(_)
    };
}
pub(super) use asks;

/// The frames that wait for chance.
macro_rules! draws {
    () => {
        Frame::PlaceFirstGuard
            | Frame::PlaceFirstDie
            | Frame::RollChihuahua
            | Frame::RollKitty
            | Frame::DrawEvent
            | Frame::Reveal(_)
            | Frame::RollKeypad(_)
            | Frame::SetUpGuard(_)
            | Frame::SetUpDie(_)
            | Frame::DrawPatrol(_)
            | Frame::ReturnGuard(_)
            | Frame::RollCrack { .. }
            | Frame::DrawTool { .. }
            | Frame::DrawSecondTool { .. }
            | Frame::DrawLoot { .. }
            | Frame::LookPatrol(_)
            | Frame::LookEvent { .. }
    };
}
pub(super) use draws;

/// The frames that are never on top while a game goes on: the bottom of the stack, and what the frame above refers to.
macro_rules! rests {
    () => {
        Frame::Idle | Frame::Cracking(_)
    };
}
pub(super) use rests;

impl Frame {
    /// Whether the frame stays on the stack until somebody or something else takes it off.
    #[inline]
    fn waits(self) -> bool {
        match self {
            runs!() => false,
            asks!() | draws!() | rests!() => true,
        }
    }
}

/// The stages of a Move, named after the steps of 5.4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum MoveStage {
    /// M-MOVE-3 is done: M-MOVE-4 and M-MOVE-5.
    Revealed,
    /// M-MOVE-6: the way is free.
    Admitted,
    /// M-MOVE-7.
    Leaving,
    /// M-MOVE-8 and M-MOVE-9.
    Arriving,
    /// M-MOVE-10.
    Entering,
    /// Everything is resolved: count the points (N-LOOP-3, N-LOOP-4).
    Done,
    /// M-FALL-1, after the exit effect.
    Falling,
    /// The player stayed where he was.
    Stayed,
}

/// A Safe drilled by the advanced Peterman, where Tool and Loot stay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Drilled {
    /// The Safe above the drawer.
    Above,
    /// The Safe below the drawer.
    Below,
}

/// Two different Tools, as one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "(Tool, Tool)", into = "(Tool, Tool)")]
pub struct ToolPair(u8);

impl ToolPair {
    /// The two Tools, in the order of their list.
    pub fn tools(self) -> (Tool, Tool) {
        let count = Tool::ALL.len() as u8;
        (
            Tool::ALL[(self.0 / count) as usize],
            Tool::ALL[(self.0 % count) as usize],
        )
    }
}

impl ToolPair {
    /// The byte, for keys.
    pub(super) fn code(self) -> u8 {
        self.0
    }
}

impl From<(Tool, Tool)> for ToolPair {
    fn from((a, b): (Tool, Tool)) -> ToolPair {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        ToolPair(low as u8 * Tool::ALL.len() as u8 + high as u8)
    }
}

impl From<ToolPair> for (Tool, Tool) {
    fn from(pair: ToolPair) -> (Tool, Tool) {
        pair.tools()
    }
}

/// What changes hands in a trade, seen by the active player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// The active player gives a Tool.
    GiveTool(Tool),
    /// The active player gives a Loot.
    GiveLoot(super::components::Loot),
    /// The active player takes a Tool.
    TakeTool(Tool),
    /// The active player takes a Loot.
    TakeLoot(super::components::Loot),
}

impl Offer {
    /// The kind of offer and its card, for keys.
    pub(super) fn code(self) -> (u8, u8) {
        match self {
            Offer::GiveTool(tool) => (0, tool as u8),
            Offer::GiveLoot(loot) => (1, loot as u8),
            Offer::TakeTool(tool) => (2, tool as u8),
            Offer::TakeLoot(loot) => (3, loot as u8),
        }
    }
}

/// How deep rules nest: a turn phase, an Event, a Move with a stage to come, an alarm, its retarget, a Guard's set-up,
/// with room to spare. A test of `position/frames.rs` goes through all chains of frames that may rest on each other.
const DEPTH: usize = 8;

/// A stack of frames; the last one is on top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stack {
    frames: [Frame; DEPTH],
    length: u8,
}

impl Stack {
    pub const EMPTY: Stack = Stack {
        frames: [Frame::Idle; DEPTH],
        length: 0,
    };

    /// The frame on top, or [`Frame::Idle`].
    #[inline]
    pub fn top(&self) -> &Frame {
        // An empty stack looks at its last place, which is idle then.
        &self.frames[self.length.wrapping_sub(1) as usize % DEPTH]
    }

    // Inlined, a frame is written byte by byte, and taking it off right after waits until the processor has stored
    // them.
    #[inline(never)]
    pub fn push(&mut self, frame: Frame) {
        self.frames[self.length as usize] = frame;
        self.length += 1;
    }

    #[inline]
    pub fn pop(&mut self) -> Frame {
        let top = *self.top();
        self.length = self.length.saturating_sub(1);
        self.frames[self.length as usize % DEPTH] = Frame::Idle;
        top
    }

    /// Takes the top frame off if it runs by itself; what waits stays.
    #[inline]
    pub fn pop_running(&mut self) -> Option<Frame> {
        if self.top().waits() {
            return None;
        }
        Some(self.pop())
    }

    pub fn clear(&mut self) {
        *self = Stack::EMPTY;
    }

    /// The frames, bottom first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames[..self.length as usize]
    }

    /// How many frames fit.
    pub const fn capacity() -> usize {
        DEPTH
    }
}
