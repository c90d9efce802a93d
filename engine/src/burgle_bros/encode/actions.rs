//! The action index space: the block and the place of every action, and back.

use super::sizes::{CELLS, DIE_FACES, LOOT, ROOMS, TOOLS, cell};
use crate::blocks::blocks;
use crate::board::{Cell, FLOORS, SQUARES};
use crate::burgle_bros::action::Action;
use crate::burgle_bros::components::{Loot, Room, Tool};
use crate::burgle_bros::state::SEATS;
use crate::game::Seat;

/// Numbers the actions without a parameter.
macro_rules! plain {
    ($($action:ident)+) => {
        #[derive(Clone, Copy)]
        enum Plain { $($action),+ }

        /// The actions without a parameter.
        const PLAIN: &[Action] = &[$(Action::$action),+];

        /// The place of an action without a parameter in [`PLAIN`].
        #[inline]
        fn plain_place(action: Action) -> Option<usize> {
            match action {
                $(Action::$action => Some(Plain::$action as usize),)+
                _ => None,
            }
        }
    };
}

plain! {
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

fn seat(place: usize) -> Seat {
    Seat(place as u8)
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

/// The orders of three cards (M-DEC-9).
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A die of the first face and the place of another face among the other five (M-DEC-8).
fn turned_die(place: usize) -> Action {
    let (from, other) = ((place / (DIE_FACES - 1)) as u8 + 1, (place % (DIE_FACES - 1)) as u8 + 1);
    Action::SetDie(from, if other < from { other } else { other + 1 })
}

blocks! {
    /// The action index space.
    pub(super) ActionBlock of Action {
        Plain: "plain", PLAIN.len(), |place| PLAIN[place];
        Peek: "peek", CELLS, |place| Action::Peek(cell(place));
        Move: "move", CELLS, |place| Action::Move(cell(place));
        AddDie: "add-die", CELLS, |place| Action::AddDie(cell(place));
        Crack: "crack", CELLS, |place| Action::Crack(cell(place));
        Flexibility: "flexibility", CELLS, |place| Action::Flexibility(cell(place));
        ClimbWindow: "climb-window", CELLS, |place| Action::ClimbWindow(cell(place));
        XRay: "x-ray", CELLS, |place| Action::XRay(cell(place));
        Enhance: "enhance", CELLS, |place| Action::Enhance(cell(place));
        Crybaby: "crybaby", CELLS, |place| Action::Crybaby(cell(place));
        Crow: "crow", CELLS, |place| Action::Crow(cell(place));
        Orders: "orders", SEATS * CELLS, |place| Action::Orders(seat(place / CELLS), cell(place % CELLS));
        Disguise: "disguise", SEATS, |place| Action::Disguise(seat(place));
        Blueprints: "blueprints", CELLS, |place| Action::Blueprints(cell(place));
        Crowbar: "crowbar", CELLS, |place| Action::Crowbar(cell(place));
        Donuts: "donuts", FLOORS, |place| Action::Donuts(place as u8);
        Dynamite: "dynamite", CELLS, |place| Action::Dynamite(cell(place));
        ThermalBomb: "thermal-bomb", 2, |place| Action::ThermalBomb(place == 1);
        Virus: "virus", SPLITS.len(), |place| {
            let [fingerprint, laser, motion] = SPLITS[place];
            Action::Virus(fingerprint, laser, motion)
        };
        GiveTool: "give-tool", SEATS * TOOLS, |place| Action::GiveTool(seat(place / TOOLS), Tool::ALL[place % TOOLS]);
        GiveLoot: "give-loot", SEATS * LOOT, |place| Action::GiveLoot(seat(place / LOOT), Loot::ALL[place % LOOT]);
        TakeTool: "take-tool", SEATS * TOOLS, |place| Action::TakeTool(seat(place / TOOLS), Tool::ALL[place % TOOLS]);
        TakeLoot: "take-loot", SEATS * LOOT, |place| Action::TakeLoot(seat(place / LOOT), Loot::ALL[place % LOOT]);
        PickUpTool: "pick-up-tool", TOOLS, |place| Action::PickUpTool(Tool::ALL[place]);
        PickUpLoot: "pick-up-loot", LOOT, |place| Action::PickUpLoot(Loot::ALL[place]);
        Enter: "enter", CELLS, |place| Action::Enter(cell(place));
        SpendToken: "spend", ROOMS, |place| Action::SpendToken(Room::ALL[place]);
        Nearest: "nearest", CELLS, |place| Action::Nearest(cell(place));
        Keep: "keep", TOOLS, |place| Action::Keep(Tool::ALL[place]);
        SetDie: "set-die", DIE_FACES * (DIE_FACES - 1), turned_die;
        OrderEvents: "order", ORDERS.len(), |place| {
            let [first, second, third] = ORDERS[place];
            Action::OrderEvents(first, second, third)
        };
        KittyTo: "kitty", CELLS, |place| Action::KittyTo(cell(place));
        ChoosePlayer: "player", SEATS, |place| Action::ChoosePlayer(seat(place));
        ChooseTile: "tile", CELLS, |place| Action::ChooseTile(cell(place));
        MoveGuard: "guard", FLOORS, |place| Action::MoveGuard(place as u8);
        HackRoom: "hack-room", ROOMS, |place| Action::HackRoom(Room::ALL[place]);
    }
}

/// The place of a cell in a block of cells, if it is one of the building.
#[inline]
fn cell_place(cell: Cell) -> Option<usize> {
    (cell.floor() < FLOORS && cell.square() < SQUARES).then(|| cell.number())
}

#[inline]
fn seat_place(seat: Seat) -> Option<usize> {
    (seat.index() < SEATS).then(|| seat.index())
}

#[inline]
fn floor_place(floor: u8) -> Option<usize> {
    ((floor as usize) < FLOORS).then_some(floor as usize)
}

/// The block of an action and its place there; `None` if no game offers it, such as a die turned to the face it shows.
#[inline(always)]
fn action_place(action: Action) -> Option<(ActionBlock, usize)> {
    use ActionBlock as Block;
    Some(match action {
        Action::Peek(cell) => (Block::Peek, cell_place(cell)?),
        Action::Move(cell) => (Block::Move, cell_place(cell)?),
        Action::AddDie(cell) => (Block::AddDie, cell_place(cell)?),
        Action::Crack(cell) => (Block::Crack, cell_place(cell)?),
        Action::Flexibility(cell) => (Block::Flexibility, cell_place(cell)?),
        Action::ClimbWindow(cell) => (Block::ClimbWindow, cell_place(cell)?),
        Action::XRay(cell) => (Block::XRay, cell_place(cell)?),
        Action::Enhance(cell) => (Block::Enhance, cell_place(cell)?),
        Action::Crybaby(cell) => (Block::Crybaby, cell_place(cell)?),
        Action::Crow(cell) => (Block::Crow, cell_place(cell)?),
        Action::Orders(seat, cell) => (Block::Orders, seat_place(seat)? * CELLS + cell_place(cell)?),
        Action::Disguise(seat) => (Block::Disguise, seat_place(seat)?),
        Action::Blueprints(cell) => (Block::Blueprints, cell_place(cell)?),
        Action::Crowbar(cell) => (Block::Crowbar, cell_place(cell)?),
        Action::Donuts(floor) => (Block::Donuts, floor_place(floor)?),
        Action::Dynamite(cell) => (Block::Dynamite, cell_place(cell)?),
        Action::ThermalBomb(up) => (Block::ThermalBomb, usize::from(up)),
        Action::Virus(fingerprint, laser, motion) => {
            let tokens = [fingerprint, laser, motion];
            (Block::Virus, SPLITS.iter().position(|split| *split == tokens)?)
        }
        Action::GiveTool(seat, tool) => (Block::GiveTool, seat_place(seat)? * TOOLS + tool.index()),
        Action::GiveLoot(seat, loot) => (Block::GiveLoot, seat_place(seat)? * LOOT + loot.index()),
        Action::TakeTool(seat, tool) => (Block::TakeTool, seat_place(seat)? * TOOLS + tool.index()),
        Action::TakeLoot(seat, loot) => (Block::TakeLoot, seat_place(seat)? * LOOT + loot.index()),
        Action::PickUpTool(tool) => (Block::PickUpTool, tool.index()),
        Action::PickUpLoot(loot) => (Block::PickUpLoot, loot.index()),
        Action::Enter(cell) => (Block::Enter, cell_place(cell)?),
        Action::SpendToken(room) => (Block::SpendToken, room.index()),
        Action::Nearest(cell) => (Block::Nearest, cell_place(cell)?),
        Action::Keep(tool) => (Block::Keep, tool.index()),
        Action::SetDie(from, to) => {
            let is_face = |face: u8| (1..=DIE_FACES as u8).contains(&face);
            if !is_face(from) || !is_face(to) || from == to {
                return None;
            }
            let other = if to < from { to - 1 } else { to - 2 };
            (
                Block::SetDie,
                usize::from(from - 1) * (DIE_FACES - 1) + usize::from(other),
            )
        }
        Action::OrderEvents(first, second, third) => {
            let order = [first, second, third];
            (Block::OrderEvents, ORDERS.iter().position(|known| *known == order)?)
        }
        Action::KittyTo(cell) => (Block::KittyTo, cell_place(cell)?),
        Action::ChoosePlayer(seat) => (Block::ChoosePlayer, seat_place(seat)?),
        Action::ChooseTile(cell) => (Block::ChooseTile, cell_place(cell)?),
        Action::HackRoom(room) => (Block::HackRoom, room.index()),
        Action::MoveGuard(floor) => (Block::MoveGuard, floor_place(floor)?),
        plain => (Block::Plain, plain_place(plain)?),
    })
}

/// The index of an action; `None` if no game offers it.
#[inline(always)]
pub(super) fn index_of(action: Action) -> Option<usize> {
    let (block, place) = action_place(action)?;
    debug_assert!(place < block.size());
    Some(block.first() + place)
}
