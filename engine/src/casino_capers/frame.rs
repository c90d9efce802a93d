//! What is being resolved: a stack of resumable steps (section 4.1).

use super::components::{CHARACTERS, Event, Gear, Task};
use super::dice::Dice;
use super::place::{Dir, Place};
use super::window::Window;
use crate::board::Cell;

/// A player and a cell, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct At(u8);

impl At {
    #[inline]
    pub fn new(player: usize, cell: Cell) -> At {
        At((player as u8) << 6 | cell.code())
    }

    #[inline]
    pub fn player(self) -> usize {
        (self.0 >> 6) as usize
    }

    #[inline]
    pub fn cell(self) -> Cell {
        Cell::from_code(self.0 & 0x3f)
    }

    /// A number below [`COUNT`](At::COUNT), which is the same for no two.
    pub fn number(self) -> u16 {
        (self.player() * Place::COUNT + Place::of(self.cell()).index()) as u16
    }

    /// What [`number`](At::number) has numbered.
    pub fn of_number(number: u16) -> At {
        let (player, place) = (number as usize / Place::COUNT, number as usize % Place::COUNT);
        At::new(player, Place::from_index(place).cell())
    }

    /// How many there are.
    pub const COUNT: u16 = (CHARACTERS * Place::COUNT) as u16;
}

/// How a tile is entered (5.2), in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct How(u8);

impl How {
    const IGNORE: u8 = 0x10;
    const QUIET: u8 = 0x20;
    const CROSSING: u8 = 0x40;
    const UNSEEN: u8 = 0x80;

    /// The ways in which the rules let a tile be entered.
    const ALL: [How; 21] = [
        How::from(Dir::North),
        How::from(Dir::East),
        How::from(Dir::South),
        How::from(Dir::West),
        How::from(Dir::NorthEast),
        How::from(Dir::SouthEast),
        How::from(Dir::SouthWest),
        How::from(Dir::NorthWest),
        How::from(Dir::Vertical),
        How::from(Dir::None),
        // The Ghost's quiet Moves and the Acrobat's through walls.
        How::from(Dir::North).quiet(),
        How::from(Dir::East).quiet(),
        How::from(Dir::South).quiet(),
        How::from(Dir::West).quiet(),
        How::from(Dir::North).crossing(),
        How::from(Dir::East).crossing(),
        How::from(Dir::South).crossing(),
        How::from(Dir::West).crossing(),
        // The falls of Gravity Boots; gear and Share a Drink; Tumble.
        How::from(Dir::Vertical).ignoring(),
        How::from(Dir::None).ignoring(),
        How::from(Dir::None).ignoring().past_bouncer(),
    ];
    /// How many these are.
    pub const COUNT: u16 = How::ALL.len() as u16;

    /// A number below [`COUNT`](How::COUNT), which is the same for no two; none for what the rules never make.
    pub fn number(self) -> Option<u16> {
        How::ALL.iter().position(|&how| how == self).map(|number| number as u16)
    }

    /// What [`number`](How::number) has numbered.
    pub fn of_number(number: u16) -> How {
        How::ALL[number as usize]
    }

    /// With nothing particular.
    #[inline]
    pub const fn from(dir: Dir) -> How {
        How(dir as u8)
    }

    /// Ignoring When You Enter (enter.ignore).
    #[inline]
    pub const fn ignoring(self) -> How {
        How(self.0 | How::IGNORE)
    }

    /// A quiet Move of the Ghost.
    #[inline]
    pub const fn quiet(self) -> How {
        How(self.0 | How::QUIET)
    }

    /// Through a wall, as declared by the Acrobat (H54).
    #[inline]
    pub const fn crossing(self) -> How {
        How(self.0 | How::CROSSING)
    }

    /// gear.moves: Tumble leaves out the bouncer.
    #[inline]
    pub const fn past_bouncer(self) -> How {
        How(self.0 | How::UNSEEN)
    }

    #[inline]
    pub fn dir(self) -> Dir {
        Dir::from_code(self.0 & 0x0f)
    }

    #[inline]
    pub const fn is_ignoring(self) -> bool {
        self.0 & How::IGNORE != 0
    }

    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0 & How::QUIET != 0
    }

    #[inline]
    pub const fn is_crossing(self) -> bool {
        self.0 & How::CROSSING != 0
    }

    #[inline]
    pub const fn is_past_bouncer(self) -> bool {
        self.0 & How::UNSEEN != 0
    }
}

/// A floor and a small number, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Movement(u8);

impl Movement {
    /// `[com.order]` 4: arrival ends it.
    const STOPS: u8 = 0x10;

    /// Spaces left of a bouncer's movement.
    #[inline]
    pub fn new(floor: usize, left: u8) -> Movement {
        Movement((floor as u8) << 7 | left)
    }

    /// The same movement, ending with an arrival.
    #[inline]
    pub fn stopping(self, stops: bool) -> Movement {
        Movement(self.0 | if stops { Movement::STOPS } else { 0 })
    }

    #[inline]
    pub fn floor(self) -> usize {
        (self.0 >> 7) as usize
    }

    #[inline]
    pub fn left(self) -> u8 {
        self.0 & 0x0f
    }

    #[inline]
    pub fn stops(self) -> bool {
        self.0 & Movement::STOPS != 0
    }

    /// A number below [`COUNT`](Movement::COUNT), which is the same for no two.
    pub fn number(self) -> u16 {
        u16::from(self.0 >> 7) << 5 | u16::from(self.0 & 0x1f)
    }

    /// What [`number`](Movement::number) has numbered.
    pub fn of_number(number: u16) -> Movement {
        Movement((number >> 5 << 7 | number & 0x1f) as u8)
    }

    /// How many there are.
    pub const COUNT: u16 = 64;

    /// With this many spaces left.
    #[inline]
    pub fn with_left(self, left: u8) -> Movement {
        Movement(self.0 & !0x0f | left)
    }
}

/// One step of the rules, resumed when it comes to the top of the stack.
///
/// A frame that *runs* does so as soon as it is on top; one that *asks* waits for a decision, one that *draws* for
/// chance, and one that *rests* is read by the frame above it. They stand in this order, so that which of the four a
/// frame is can be told by comparing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Frame {
    // These run.

    // rules/turn.rs
    BeginTurn,
    /// TURN_END with its steps, and what follows; the bouncer step knows the floor on which the player has exited.
    EndTurn,
    ExitStep,
    TigerStep,
    BouncerStep(u8),
    NextTurn,

    // rules/enter.rs
    /// 5.2 from its beginning, and from step 2.
    Enter(At, How),
    Arrive(At, How),
    /// 5.4, entered and peeked.
    ChipEntered(At, How),
    ChipPeeked(At),
    /// 5.2 steps 4, 5 and 6.
    EnterTile(At, How),
    EnterHooks(At, How),
    WhenYouEnter(At),
    /// act.peek.do: the tile under the chip.
    PeekTile(Cell),

    // rules/windows.rs
    /// A window opens, or opens again, if anything is offered: with the cell (C, N), the floor (S), or nothing.
    Open(Window, u8),
    /// Window D with the dice rolled.
    OpenDice(Dice),

    // rules/bouncers.rs
    /// 6.1: the turn, standing heat, then the walk.
    BouncerTurn(Movement),
    StandingHeat(Movement),
    Walk(Movement),
    Step(Movement),
    AfterStep(Movement),
    /// 6.4.
    Reached(u8),
    /// 6.5: a commotion is announced on a cell.
    Announce(Cell),
    /// 6.5 after window M, with the steps.
    Commotion(Cell, u8),
    /// A marker goes to a cell that its bouncer has left (event.tipsy).
    MoveMarker(Cell),
    /// A marker is set on a cell, where the bouncer may stand already (hunt.lure).
    SetMarker(Cell),
    /// A bouncer may stand on his marker (b.atmarker).
    CheckMarker(u8),

    // rules/events.rs
    /// An event is carried out for the player who drew it.
    Event(Event, u8),
    /// event.draw: an event that has been carried out is discarded.
    DiscardEvent(Event),

    // rules/gear.rs
    /// gear.fainting.order: the bouncer jumps to the player.
    FaintJump,

    // rules/tiles.rs
    /// safe.return, unless Steady Hands keeps the die.
    SafeReturn(bool),

    // rules/finales.rs, rules/bodyguard.rs
    /// safe.done.
    StartFinale,
    /// fin.start: setup after the bonus.
    SetUpFinale,
    /// finale.bodyguard.setup.
    PlaceChips,
    TurnUpNamed,
    /// finale.gravity_boots.rule.4.
    Shift(u8, Dir),
    /// After a slide and its tile: then the shift begins. Not [`Frame::Shift`], which is a movement of the bouncer that
    /// goes on already (gear.contortion.movement).
    AfterSlide(u8, Dir),

    // These ask.

    // rules/turn.rs
    /// The ACTIONS phase.
    Act,
    /// turn.enter with window A.
    AskEntry,
    /// set.entrances.
    ChooseEntrances,

    // rules/windows.rs
    /// A window.
    AskWindow(Window, u8),
    /// Window D.
    AskDice(Dice),

    // rules/bouncers.rs
    /// hunt.target.
    AskHunt(u8),
    /// dest.distracted.
    AskDistract(u8),

    // rules/events.rs
    /// event.splash_zone.
    AskDiscard(u8),
    /// event.trade_shifts.
    AskTrade,
    /// event.go_for_a_swim: the deck, and the tile a distracted card stands for.
    AskSwim,
    AskSwimTile(u8),
    /// event.lifeguard_tip, event.directions, event.share_a_drink for a player.
    AskLifeguard(u8),
    AskDirections(u8),
    AskDrinker(u8),

    // rules/gear.rs
    /// gear.inside_line, once the card is known.
    AskInsideLine(u8),

    // rules/tasks.rs
    /// dd.task.
    AskTask(Task),
    /// The card kept of two.
    AskKeep(Gear, Gear),

    // rules/finales.rs, rules/bodyguard.rs
    /// fin.fake_orders.
    AskFakeOrders,
    /// finale.bodyguard.setup.
    AskChipTile(u8),
    /// With the first place that may be named and the number to name.
    AskChipDiscard(u8, u8),
    /// finale.catch_a_tiger.setup.1.
    AskTigerStart,
    /// finale.catch_a_tiger.ruling.1.
    AskSteak,

    // These draw.

    // rules/turn.rs
    /// set.floor, the bouncer's card and the marker's, with the distracted cards set aside so far.
    DrawBouncer(u8, u8),
    DrawMarker(u8, u8),

    // rules/enter.rs
    /// A face-down chip.
    RevealChip(Cell),
    /// A face-down tile.
    RevealTile(Cell),

    // rules/dice.rs
    /// This many dice.
    RollDice(u8),

    // rules/bouncers.rs
    /// dest.reached.
    DrawDestination(u8),

    // rules/events.rs
    /// event.draw for a player, from a deck.
    DrawEvent(u8, u8),
    /// event.splash_zone.
    DrawSplash(u8),
    /// event.pool_prank.
    DrawPrank,
    /// event.go_for_a_swim.
    DrawSwim(u8),

    // rules/gear.rs
    /// gear.inside_line.
    LookPatrol(u8),

    // rules/tasks.rs
    /// The first and second card drawn for a task.
    DrawReward(Task),
    DrawSecondReward(Task, Gear),

    // rules/finales.rs, rules/bodyguard.rs
    /// fin.random.
    DrawFinale,
    /// fin.fake_orders, with the deck and the cards to draw.
    DrawFakeOrder(u8, u8),
    /// finale.bodyguard.setup.
    DrawLayout(u8),
    DrawNamedChip(Cell),
    /// finale.caught_red_handed.setup.1 for a player.
    DrawToken(u8),

    // These rest.

    // rules/dice.rs
    /// The dice that are not rolled again.
    KeptDice(Dice),
    /// What the roll above is for: act.move.cages, tile.table_games, safe.roll.
    CagesRoll(At, How),
    TableRoll(At),
    SafeRoll,

    // rules/tasks.rs
    /// The player who keeps one of two cards.
    KeepFor(u8),

    /// Nothing.
    Idle,
}

// Every frame is in exactly one of the four patterns below. The matches over frames name the frames of one pattern one
// by one and the other three patterns as a whole, without a wildcard: a new frame does not compile until every match
// deals with it.

/// The frames that run by themselves as soon as they are on top.
macro_rules! runs {
    () => {
        Frame::BeginTurn
            | Frame::EndTurn
            | Frame::TigerStep
            | Frame::BouncerStep(_)
            | Frame::ExitStep
            | Frame::NextTurn
            | Frame::Enter(..)
            | Frame::Arrive(..)
            | Frame::ChipEntered(..)
            | Frame::ChipPeeked(_)
            | Frame::EnterTile(..)
            | Frame::EnterHooks(..)
            | Frame::WhenYouEnter(_)
            | Frame::PeekTile(_)
            | Frame::Open(..)
            | Frame::OpenDice(_)
            | Frame::BouncerTurn(_)
            | Frame::StandingHeat(_)
            | Frame::Walk(_)
            | Frame::Step(_)
            | Frame::AfterStep(_)
            | Frame::Reached(_)
            | Frame::Announce(_)
            | Frame::Commotion(..)
            | Frame::SetMarker(_)
            | Frame::MoveMarker(_)
            | Frame::CheckMarker(_)
            | Frame::Event(..)
            | Frame::DiscardEvent(_)
            | Frame::FaintJump
            | Frame::SafeReturn(_)
            | Frame::StartFinale
            | Frame::SetUpFinale
            | Frame::PlaceChips
            | Frame::TurnUpNamed
            | Frame::Shift(..)
            | Frame::AfterSlide(..)
    };
}
pub(super) use runs;

/// The frames that wait for a decision.
macro_rules! asks {
    () => {
        Frame::ChooseEntrances
            | Frame::AskEntry
            | Frame::Act
            | Frame::AskWindow(..)
            | Frame::AskDice(_)
            | Frame::AskHunt(_)
            | Frame::AskDistract(_)
            | Frame::AskDiscard(_)
            | Frame::AskTrade
            | Frame::AskSwim
            | Frame::AskSwimTile(_)
            | Frame::AskLifeguard(_)
            | Frame::AskDirections(_)
            | Frame::AskDrinker(_)
            | Frame::AskInsideLine(_)
            | Frame::AskTask(_)
            | Frame::AskKeep(..)
            | Frame::AskFakeOrders
            | Frame::AskChipTile(_)
            | Frame::AskChipDiscard(..)
            | Frame::AskTigerStart
            | Frame::AskSteak
    };
}
pub(super) use asks;

/// The frames that wait for chance.
macro_rules! draws {
    () => {
        Frame::DrawBouncer(..)
            | Frame::DrawMarker(..)
            | Frame::RevealChip(_)
            | Frame::RevealTile(_)
            | Frame::RollDice(_)
            | Frame::DrawDestination(_)
            | Frame::DrawEvent(..)
            | Frame::DrawSplash(_)
            | Frame::DrawPrank
            | Frame::DrawSwim(_)
            | Frame::LookPatrol(_)
            | Frame::DrawReward(_)
            | Frame::DrawSecondReward(..)
            | Frame::DrawFinale
            | Frame::DrawFakeOrder(..)
            | Frame::DrawLayout(_)
            | Frame::DrawNamedChip(_)
            | Frame::DrawToken(_)
    };
}
pub(super) use draws;

/// The frames that are read by the one above them.
macro_rules! rests {
    () => {
        Frame::Idle
            | Frame::KeptDice(_)
            | Frame::CagesRoll(..)
            | Frame::TableRoll(_)
            | Frame::SafeRoll
            | Frame::KeepFor(_)
    };
}
pub(super) use rests;

impl Frame {
    /// A number for each kind, never reused, for keys.
    pub fn number(self) -> u8 {
        match self {
            Frame::Idle => 0,
            Frame::DrawBouncer(..) => 1,
            Frame::DrawMarker(..) => 2,
            Frame::ChooseEntrances => 3,
            Frame::BeginTurn => 4,
            Frame::AskEntry => 5,
            Frame::Act => 6,
            Frame::EndTurn => 7,
            Frame::ExitStep => 8,
            Frame::TigerStep => 10,
            Frame::BouncerStep(_) => 11,
            Frame::NextTurn => 12,
            Frame::Enter(..) => 13,
            Frame::RevealChip(_) => 14,
            Frame::ChipEntered(..) => 15,
            Frame::ChipPeeked(_) => 16,
            Frame::EnterTile(..) => 17,
            Frame::EnterHooks(..) => 18,
            Frame::WhenYouEnter(_) => 19,
            Frame::RevealTile(_) => 20,
            Frame::PeekTile(_) => 21,
            Frame::Open(..) => 22,
            Frame::AskWindow(..) => 23,
            Frame::OpenDice(_) => 24,
            Frame::AskDice(_) => 25,
            Frame::RollDice(_) => 26,
            Frame::KeptDice(_) => 27,
            Frame::CagesRoll(..) => 28,
            Frame::TableRoll(_) => 29,
            Frame::SafeRoll => 30,
            Frame::BouncerTurn(_) => 31,
            Frame::StandingHeat(_) => 32,
            Frame::Walk(_) => 33,
            Frame::Step(_) => 34,
            Frame::AfterStep(_) => 35,
            Frame::AskHunt(_) => 36,
            Frame::Reached(_) => 37,
            Frame::DrawDestination(_) => 38,
            Frame::AskDistract(_) => 39,
            Frame::Announce(_) => 40,
            Frame::Commotion(..) => 41,
            Frame::SetMarker(_) => 42,
            Frame::CheckMarker(_) => 43,
            Frame::DrawEvent(..) => 44,
            Frame::Event(..) => 45,
            Frame::DiscardEvent(_) => 46,
            Frame::AskDiscard(_) => 47,
            Frame::DrawSplash(_) => 48,
            Frame::DrawPrank => 49,
            Frame::AskTrade => 50,
            Frame::AskSwim => 51,
            Frame::DrawSwim(_) => 52,
            Frame::AskSwimTile(_) => 53,
            Frame::AskLifeguard(_) => 54,
            Frame::AskDirections(_) => 55,
            Frame::AskDrinker(_) => 56,
            Frame::FaintJump => 57,
            Frame::LookPatrol(_) => 58,
            Frame::AskInsideLine(_) => 59,
            Frame::AskTask(_) => 60,
            Frame::DrawReward(_) => 61,
            Frame::DrawSecondReward(..) => 62,
            Frame::KeepFor(_) => 63,
            Frame::AskKeep(..) => 64,
            Frame::StartFinale => 65,
            Frame::DrawFinale => 66,
            Frame::SetUpFinale => 67,
            Frame::AskFakeOrders => 68,
            Frame::DrawFakeOrder(..) => 69,
            Frame::DrawLayout(_) => 70,
            Frame::PlaceChips => 71,
            Frame::AskChipTile(_) => 72,
            Frame::AskChipDiscard(..) => 73,
            Frame::TurnUpNamed => 74,
            Frame::DrawNamedChip(_) => 75,
            Frame::DrawToken(_) => 76,
            Frame::AskTigerStart => 77,
            Frame::AskSteak => 78,
            Frame::Shift(..) => 79,
            Frame::AfterSlide(..) => 80,
            Frame::Arrive(..) => 81,
            Frame::SafeReturn(_) => 82,
            Frame::MoveMarker(_) => 83,
        }
    }

    /// What it holds, for keys.
    pub fn content(self) -> [u8; 2] {
        match self {
            Frame::DrawBouncer(a, b) => [a, b],
            Frame::DrawMarker(a, b) => [a, b],
            Frame::BouncerStep(a) => [a, 0],
            Frame::Enter(a, b) => [a.0, b.0],
            Frame::Arrive(a, b) => [a.0, b.0],
            Frame::RevealChip(a) => [a.code(), 0],
            Frame::ChipEntered(a, b) => [a.0, b.0],
            Frame::ChipPeeked(a) => [a.0, 0],
            Frame::EnterTile(a, b) => [a.0, b.0],
            Frame::EnterHooks(a, b) => [a.0, b.0],
            Frame::WhenYouEnter(a) => [a.0, 0],
            Frame::RevealTile(a) => [a.code(), 0],
            Frame::PeekTile(a) => [a.code(), 0],
            Frame::Open(a, b) => [a as u8, b],
            Frame::AskWindow(a, b) => [a as u8, b],
            Frame::OpenDice(dice) => dice.bytes(),
            Frame::AskDice(dice) => dice.bytes(),
            Frame::RollDice(a) => [a, 0],
            Frame::KeptDice(dice) => dice.bytes(),
            Frame::CagesRoll(a, b) => [a.0, b.0],
            Frame::TableRoll(a) => [a.0, 0],
            Frame::BouncerTurn(a) => [a.0, 0],
            Frame::StandingHeat(a) => [a.0, 0],
            Frame::Walk(a) => [a.0, 0],
            Frame::Step(a) => [a.0, 0],
            Frame::AfterStep(a) => [a.0, 0],
            Frame::AskHunt(a) => [a, 0],
            Frame::Reached(a) => [a, 0],
            Frame::DrawDestination(a) => [a, 0],
            Frame::AskDistract(a) => [a, 0],
            Frame::Announce(a) => [a.code(), 0],
            Frame::Commotion(a, b) => [a.code(), b],
            Frame::SetMarker(a) => [a.code(), 0],
            Frame::MoveMarker(a) => [a.code(), 0],
            Frame::CheckMarker(a) => [a, 0],
            Frame::DrawEvent(a, b) => [a, b],
            Frame::Event(a, b) => [a as u8, b],
            Frame::DiscardEvent(a) => [a as u8, 0],
            Frame::AskDiscard(a) => [a, 0],
            Frame::DrawSplash(a) => [a, 0],
            Frame::DrawSwim(a) => [a, 0],
            Frame::AskSwimTile(a) => [a, 0],
            Frame::AskLifeguard(a) => [a, 0],
            Frame::AskDirections(a) => [a, 0],
            Frame::AskDrinker(a) => [a, 0],
            Frame::LookPatrol(a) => [a, 0],
            Frame::AskInsideLine(a) => [a, 0],
            Frame::SafeReturn(a) => [a as u8, 0],
            Frame::AskTask(a) => [a as u8, 0],
            Frame::DrawReward(a) => [a as u8, 0],
            Frame::DrawSecondReward(a, b) => [a as u8, b as u8],
            Frame::KeepFor(a) => [a, 0],
            Frame::AskKeep(a, b) => [a as u8, b as u8],
            Frame::DrawFakeOrder(a, b) => [a, b],
            Frame::DrawLayout(a) => [a, 0],
            Frame::AskChipTile(a) => [a, 0],
            Frame::AskChipDiscard(a, b) => [a, b],
            Frame::DrawNamedChip(a) => [a.code(), 0],
            Frame::DrawToken(a) => [a, 0],
            Frame::Shift(a, b) => [a, b as u8],
            Frame::AfterSlide(a, b) => [a, b as u8],
            Frame::Idle
            | Frame::ChooseEntrances
            | Frame::BeginTurn
            | Frame::AskEntry
            | Frame::Act
            | Frame::EndTurn
            | Frame::ExitStep
            | Frame::TigerStep
            | Frame::NextTurn
            | Frame::SafeRoll
            | Frame::DrawPrank
            | Frame::AskTrade
            | Frame::AskSwim
            | Frame::FaintJump
            | Frame::StartFinale
            | Frame::DrawFinale
            | Frame::SetUpFinale
            | Frame::AskFakeOrders
            | Frame::PlaceChips
            | Frame::TurnUpNamed
            | Frame::AskTigerStart
            | Frame::AskSteak => [0; 2],
        }
    }
}

// The stack of frames is a large part of a state.
const _: () = assert!(size_of::<Frame>() == 3);
