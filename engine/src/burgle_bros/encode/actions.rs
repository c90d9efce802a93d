//! The action index space: the block and the place of every action, and back, from one description of its layout.

use super::sizes::{CELLS, DIE_FACES, ROOMS, cell};
use crate::blocks::{Distinct, Numbers, Pairs, Places, action_blocks, component_places};
use crate::board::{Cell, FLOORS, SQUARES};
use crate::burgle_bros::action::Action;
use crate::burgle_bros::components::{Loot, Room, Tool};
use crate::burgle_bros::state::SEATS;
use crate::game::Seat;

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

component_places! {
    Tools of Tool;
    Loots of Loot;
    Rooms of Room;
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

action_blocks! {
    /// The action index space.
    pub(super) ActionBlock of Action {
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
        Donuts(floor) "donuts": Numbers<0, FLOORS>;
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
        SetDie(from, to) "set-die": Distinct<Numbers<1, DIE_FACES>>;
        OrderEvents(first, second, third) "order": CardOrders;
        KittyTo(cell) "kitty": Cells;
        ChoosePlayer(seat) "player": Seats;
        ChooseTile(cell) "tile": Cells;
        MoveGuard(floor) "guard": Numbers<0, FLOORS>;
        HackRoom(room) "hack-room": Rooms;
    }
}
