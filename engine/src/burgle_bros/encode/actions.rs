//! The action index space: the block and the place of every action, and back, from one description of its layout.

use super::sizes::{CELLS, DIE_FACES, LOOT, ROOMS, TOOLS, cell};
use crate::blocks::blocks;
use crate::board::{Cell, FLOORS, SQUARES};
use crate::burgle_bros::action::Action;
use crate::burgle_bros::components::{Loot, Room, Tool};
use crate::burgle_bros::state::SEATS;
use crate::game::Seat;

/// What a block's places stand for.
trait Places {
    /// The parameter of an action, or all of them.
    type Value;
    /// How many places there are.
    const COUNT: usize;

    /// What stands at a place, below [`COUNT`](Places::COUNT).
    fn at(place: usize) -> Self::Value;

    /// The place of a value, the inverse of [`at`](Places::at); `None` for what no game offers.
    fn place(value: Self::Value) -> Option<usize>;
}

/// Cells by their numbers.
struct Cells;

impl Places for Cells {
    type Value = Cell;
    const COUNT: usize = CELLS;

    fn at(place: usize) -> Cell {
        cell(place)
    }

    #[inline(always)]
    fn place(cell: Cell) -> Option<usize> {
        (cell.floor() < FLOORS && cell.square() < SQUARES).then(|| cell.number())
    }
}

struct Seats;

impl Places for Seats {
    type Value = Seat;
    const COUNT: usize = SEATS;

    fn at(place: usize) -> Seat {
        Seat(place as u8)
    }

    #[inline(always)]
    fn place(seat: Seat) -> Option<usize> {
        (seat.index() < SEATS).then(|| seat.index())
    }
}

struct Floors;

impl Places for Floors {
    type Value = u8;
    const COUNT: usize = FLOORS;

    fn at(place: usize) -> u8 {
        place as u8
    }

    #[inline(always)]
    fn place(floor: u8) -> Option<usize> {
        ((floor as usize) < FLOORS).then_some(floor as usize)
    }
}

/// Components in the order of their data file.
macro_rules! component_places {
    ($($places:ident of $component:ident: $count:ident;)+) => {$(
        struct $places;

        impl Places for $places {
            type Value = $component;
            const COUNT: usize = $count;

            fn at(place: usize) -> $component {
                $component::ALL[place]
            }

            #[inline(always)]
            fn place(component: $component) -> Option<usize> {
                Some(component.index())
            }
        }
    )+};
}

component_places! {
    Tools of Tool: TOOLS;
    Loots of Loot: LOOT;
    Rooms of Room: ROOMS;
}

/// Down, up (U-THERMAL-BOMB).
struct Directions;

impl Places for Directions {
    type Value = bool;
    const COUNT: usize = 2;

    fn at(place: usize) -> bool {
        place == 1
    }

    #[inline(always)]
    fn place(up: bool) -> Option<usize> {
        Some(usize::from(up))
    }
}

/// Two things, the second of which counts fastest.
struct Pairs<A, B>(A, B);

impl<A: Places, B: Places> Places for Pairs<A, B> {
    type Value = (A::Value, B::Value);
    const COUNT: usize = A::COUNT * B::COUNT;

    fn at(place: usize) -> Self::Value {
        (A::at(place / B::COUNT), B::at(place % B::COUNT))
    }

    #[inline(always)]
    fn place((first, second): Self::Value) -> Option<usize> {
        Some(A::place(first)? * B::COUNT + B::place(second)?)
    }
}

/// The splits of one to three tokens over the three Computer Rooms (U-VIRUS).
const SPLITS: [[u8; ROOMS]; 19] = {
    let mut splits = [[0; ROOMS]; 19];
    let mut place = 0;
    let mut total = 1;
    while total <= 3 {
        let mut fingerprint = 0;
        while fingerprint <= total {
            let mut laser = 0;
            while fingerprint + laser <= total {
                splits[place] = [fingerprint, laser, total - fingerprint - laser];
                place += 1;
                laser += 1;
            }
            fingerprint += 1;
        }
        total += 1;
    }
    splits
};

/// The members of [`SPLITS`].
struct Splits;

impl Places for Splits {
    type Value = (u8, u8, u8);
    const COUNT: usize = SPLITS.len();

    fn at(place: usize) -> (u8, u8, u8) {
        SPLITS[place].into()
    }

    #[inline(always)]
    fn place(tokens: (u8, u8, u8)) -> Option<usize> {
        SPLITS.iter().position(|&split| tokens == split.into())
    }
}

/// The orders of three cards (M-DEC-9).
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The members of [`ORDERS`].
struct CardOrders;

impl Places for CardOrders {
    type Value = (u8, u8, u8);
    const COUNT: usize = ORDERS.len();

    fn at(place: usize) -> (u8, u8, u8) {
        ORDERS[place].into()
    }

    #[inline(always)]
    fn place(cards: (u8, u8, u8)) -> Option<usize> {
        ORDERS.iter().position(|&order| cards == order.into())
    }
}

/// A die's face, and one of the other five that it is set to (M-DEC-8).
struct TurnedDice;

impl Places for TurnedDice {
    type Value = (u8, u8);
    const COUNT: usize = DIE_FACES * (DIE_FACES - 1);

    fn at(place: usize) -> (u8, u8) {
        let (from, other) = ((place / (DIE_FACES - 1)) as u8 + 1, (place % (DIE_FACES - 1)) as u8 + 1);
        (from, if other < from { other } else { other + 1 })
    }

    #[inline(always)]
    fn place((from, to): (u8, u8)) -> Option<usize> {
        let is_face = |face: u8| (1..=DIE_FACES as u8).contains(&face);
        if !is_face(from) || !is_face(to) || from == to {
            return None;
        }
        let other = if to < from { to - 1 } else { to - 2 };
        Some(usize::from(from - 1) * (DIE_FACES - 1) + usize::from(other))
    }
}

/// Describes the layout: the actions without a parameter, which share a block, then every other action with the name of
/// its block and what the block's places stand for.
macro_rules! actions {
    (
        $plain_block:literal { $($plain:ident)+ }
        $($block:ident($($field:ident),+) $name:literal: $places:ty;)+
    ) => {
        #[derive(Clone, Copy)]
        enum Plain { $($plain),+ }

        /// The actions without a parameter.
        const PLAIN: &[Action] = &[$(Action::$plain),+];

        blocks! {
            /// The action index space.
            pub(super) ActionBlock of Action {
                Plain: $plain_block, PLAIN.len(), |place| PLAIN[place];
                $($block: $name, <$places as Places>::COUNT, |place| {
                    #[allow(unused_parens, reason = "one field or several")]
                    let ($($field),+) = <$places as Places>::at(place);
                    Action::$block($($field),+)
                };)+
            }
        }

        /// The block of an action and its place there; `None` if no game offers it, such as a die turned to the face it
        /// shows.
        #[inline(always)]
        fn action_place(action: Action) -> Option<(ActionBlock, usize)> {
            match action {
                $(Action::$block($($field),+) => {
                    Some((ActionBlock::$block, <$places as Places>::place(($($field),+))?))
                })+
                $(Action::$plain => Some((ActionBlock::Plain, Plain::$plain as usize)),)+
            }
        }
    };
}

actions! {
    "plain" {
        Hack
        Escape
        EndActions
        Laptop
        RerouteTake
        RerouteDiscard
        Tinker
        Clairvoyance
        Precognition
        CrystalBall
        Emp
        InvisibleSuit
        MakeupKit
        Rollerskates
        SmokeBomb
        CatchKitty
        Pay
        Stay
        SpendLaptop
        SoundAlarm
        OwnToken
        TileToken
        KeepRoll
        Top
        Bottom
        Accept
        Refuse
        Skip
    }
    Peek(cell) "peek": Cells;
    Move(cell) "move": Cells;
    AddDie(cell) "add-die": Cells;
    Crack(cell) "crack": Cells;
    Flexibility(cell) "flexibility": Cells;
    ClimbWindow(cell) "climb-window": Cells;
    XRay(cell) "x-ray": Cells;
    Enhance(cell) "enhance": Cells;
    Crybaby(cell) "crybaby": Cells;
    Crow(cell) "crow": Cells;
    Orders(seat, cell) "orders": Pairs<Seats, Cells>;
    Disguise(seat) "disguise": Seats;
    Blueprints(cell) "blueprints": Cells;
    Crowbar(cell) "crowbar": Cells;
    Donuts(floor) "donuts": Floors;
    Dynamite(cell) "dynamite": Cells;
    ThermalBomb(up) "thermal-bomb": Directions;
    Virus(fingerprint, laser, motion) "virus": Splits;
    GiveTool(seat, tool) "give-tool": Pairs<Seats, Tools>;
    GiveLoot(seat, loot) "give-loot": Pairs<Seats, Loots>;
    TakeTool(seat, tool) "take-tool": Pairs<Seats, Tools>;
    TakeLoot(seat, loot) "take-loot": Pairs<Seats, Loots>;
    PickUpTool(tool) "pick-up-tool": Tools;
    PickUpLoot(loot) "pick-up-loot": Loots;
    Enter(cell) "enter": Cells;
    SpendToken(room) "spend": Rooms;
    Nearest(cell) "nearest": Cells;
    Keep(tool) "keep": Tools;
    SetDie(from, to) "set-die": TurnedDice;
    OrderEvents(first, second, third) "order": CardOrders;
    KittyTo(cell) "kitty": Cells;
    ChoosePlayer(seat) "player": Seats;
    ChooseTile(cell) "tile": Cells;
    MoveGuard(floor) "guard": Floors;
    HackRoom(room) "hack-room": Rooms;
}

/// The index of an action; `None` if no game offers it.
#[inline(always)]
pub(super) fn index_of(action: Action) -> Option<usize> {
    let (block, place) = action_place(action)?;
    debug_assert!(place < block.size());
    Some(block.first() + place)
}
