//! What networks read: a dense index for every action, and sparse features of an information state.
//!
//! Both index spaces are rows of **blocks**. A block is a run of indices with one meaning; in a block of pairs the
//! second thing counts fastest. Cells are numbered by [`Cell::number`]: 75 places, for three floors of 4x4 as for two
//! of 5x5, so that no index depends on the scenario. Some places therefore never occur. The tables below are the
//! compiled ones (a test compares them); [`BurgleBros::action_blocks`] and [`BurgleBros::feature_blocks`] give the
//! offsets.
//!
//! # Actions
//!
//! An action is an absolute thing: the seat in `give 3 emp` is seat 3 whoever looks. The features say which seat looks.
//!
//! | block | size | meaning |
//! |---|---|---|
//! | plain | 28 | the actions without a parameter, in the order of [`Action`] |
//! | peek | 75 | the cell |
//! | move | 75 | the cell |
//! | add-die | 75 | the cell of the Safe |
//! | crack | 75 | the cell of the Safe |
//! | flexibility | 75 | the cell |
//! | climb-window | 75 | the cell |
//! | x-ray | 75 | the cell |
//! | enhance | 75 | the cell |
//! | crybaby | 75 | the cell |
//! | crow | 75 | the cell |
//! | orders | 300 | the seat, the cell |
//! | disguise | 4 | the seat |
//! | blueprints | 75 | the cell |
//! | crowbar | 75 | the cell |
//! | donuts | 3 | the floor |
//! | dynamite | 75 | the cell behind the wall |
//! | thermal-bomb | 2 | down, up |
//! | virus | 19 | the splits of 1, 2 and 3 tokens, by total, then Fingerprint, then Laser |
//! | give-tool | 52 | the seat, the Tool |
//! | give-loot | 48 | the seat, the Loot |
//! | take-tool | 52 | the seat, the Tool |
//! | take-loot | 48 | the seat, the Loot |
//! | pick-up-tool | 13 | the Tool |
//! | pick-up-loot | 12 | the Loot |
//! | enter | 75 | the cell |
//! | spend | 3 | the Computer Room |
//! | nearest | 75 | the cell |
//! | keep | 13 | the Tool |
//! | set-die | 30 | the face shown, then the other faces in ascending order |
//! | order | 6 | the permutations in lexicographic order |
//! | kitty | 75 | the cell |
//! | player | 4 | the seat |
//! | tile | 75 | the cell |
//! | guard | 3 | the floor |
//! | hack-room | 3 | the Computer Room |
//!
//! # Features
//!
//! A feature is on or off. Numbers are thermometers: `>= 1`, `>= 2` and so on are all on up to the number. Players are
//! counted from the seat that looks: me, next, 2nd next, 3rd next. Only what lies open is read: the faces of revealed
//! tiles, and places in decks that everybody has seen.
//!
//! | block | size | meaning |
//! |---|---|---|
//! | unrevealed | 75 | cells of the building that are face down |
//! | face | 3450 | cell, face of the revealed tile |
//! | cracked | 75 | cells with a Cracked token |
//! | disabled | 75 | cells hit by the Crowbar |
//! | marked | 75 | cells with a mark: open Keypad, empty Laboratory, Motion moved into this turn |
//! | alarm | 75 | cells with an alarm token |
//! | link | 75 | cells linked upwards by a Thermal Bomb |
//! | tile stealth | 225 | cell, Stealth tokens lying there, up to 3 |
//! | safe dice | 450 | cell, dice on its Safe |
//! | open safe | 75 | cells with an open Safe |
//! | lying tool | 975 | cell of a Safe, Tool lying there |
//! | lying loot | 975 | cell of a Safe, Loot lying there, the second Gold Bar after the kinds |
//! | wall | 120 | floor, wall piece that stands; one that Dynamite removed is off |
//! | player | 300 | player, the cell he is on |
//! | guard | 75 | cells with a Guard |
//! | guard die | 75 | cells with a Guard's die |
//! | guard speed | 18 | floor, number on the die |
//! | guard away | 3 | floors whose Guard Lost Visual has removed |
//! | donuts | 3 | floors whose Guard has the Donuts |
//! | crow | 75 | the crow's cell |
//! | kitty | 75 | the loose kitty's cell |
//! | entrance | 75 | the entrance |
//! | patrol unseen | 75 | cells whose patrol card is face down, in the deck or set aside |
//! | patrol top | 75 | cells whose card is known to be the next of their floor |
//! | patrol below | 75 | cells whose card is known to lie further down |
//! | lost visual | 9 | floors whose Lost Visual is face down; is known to be next; is known to lie further down |
//! | event unseen | 26 | Events in the deck |
//! | event known | 78 | place from the top (first, second, third), Event known to lie there |
//! | event below | 26 | Events known to lie further down |
//! | tool unseen | 13 | Tools in the deck |
//! | tool discarded | 13 | Tools in the discard |
//! | loot unseen | 12 | Loot in the deck |
//! | seat | 4 | the seat that looks |
//! | seats | 4 | how many play |
//! | character | 88 | player, character side |
//! | stealth | 40 | player, own Stealth tokens up to 10 |
//! | outside | 4 | players who have not come in yet |
//! | escaped | 4 | players who have left through the roof |
//! | tool | 52 | player, Tool he holds |
//! | loot | 48 | player, Loot he holds |
//! | hack tokens | 18 | Computer Room, hack tokens |
//! | laptop | 1 | the laptop carries its token |
//! | juicer token | 1 | the advanced Juicer holds an alarm token |
//! | effect | 24 | effect in force or pending, the player it belongs to |
//! | turn of | 4 | the active player |
//! | turn | 16 | number of the turn, in steps of 25 |
//! | actions left | 8 | action points left to the active player |
//! | actions used | 5 | action points that count for the Event check |
//! | done | 5 | anything; the once-per-turn ability; the crow; Invisible Suit; Shift Change |
//! | flexibility | 4 | still on the tile entered with it; then floors it was used on |
//! | attempts | 12 | Keypad number 4 to 6, failed attempts this turn up to 4 |
//! | espresso | 3 | floors whose Guard has drunk one |
//! | daydreaming | 3 | floors whose Guard is daydreaming |
//! | mover | 4 | the player of the Move in progress |
//! | move to | 75 | the cell it leads to |
//! | decides | 4 | the player who is asked; none at a chance node |
//! | waiting | 53 | the top pending frame: what is asked, drawn or rolled |
//! | under way | 53 | the frames below it |
//! | asked floor | 3 | floors it is about |
//! | asked cell | 75 | the cell it is about |
//! | asked player | 4 | the player it is about |
//! | asked tool | 13 | Tools it is about |
//! | asked loot | 12 | the Loot it is about |
//! | trade | 2 | the active player gives; he takes |
//! | asked event | 26 | the Event it is about |
//! | asked number | 7 | its dice or cards, up to 7 |
//! | roll | 42 | face, dice that show it |
//! | steps left | 10 | movement left to the Guard under way |
//! | loop rule | 1 | the back-and-forth rule is in force |
//! | scenario | 3 | the scenario |
//!
//! Not among the features, though it lies open: cards given away and offers or orders refused this turn, which only
//! narrow the legal actions; the cells of the back-and-forth chain, of which `actions used` tells the sum; and what
//! exceeds a thermometer. The empty space of Fort Knox is the square that is neither face down nor a tile.

use std::ops::Range;

use super::action::Action;
use super::chance::Dice;
use super::components::{Character, Event, Face, Loot, Room, Tool};
use super::decks::{DeckName, LOST_VISUAL};
use super::frame::{Drilled, Frame, Offer};
use super::offers::Indices;
use super::rules::{HORIZON, TOP_SPEED};
use super::setup::Scenario;
use super::state::{BurgleBros, NONE, ROOM_TOKENS, SAFE_DICE, SEATS, TOKEN_TILES, done, flag};
use super::view::public_card;
use crate::blocks::blocks;
use crate::board::{Cell, FLOORS, SQUARES, Wall, squares};
use crate::game::{Encode, Game, Node, Seat};

const CELLS: usize = FLOORS * SQUARES;
const TOOLS: usize = Tool::ALL.len();
const LOOT: usize = Loot::ALL.len();
const EVENTS: usize = Event::ALL.len();
const ROOMS: usize = Room::ALL.len();
const DIE_FACES: usize = 6;

// ---------------------------------------------------------------------------------------------------------------------
// Blocks

/// The cell at a place of a block of cells.
fn cell(place: usize) -> Cell {
    Cell::from_number(place).expect("places in a block of cells are numbers of cells")
}

fn seat(place: usize) -> Seat {
    Seat(place as u8)
}

// ---------------------------------------------------------------------------------------------------------------------
// Actions

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
    ActionBlock of Action {
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

// ---------------------------------------------------------------------------------------------------------------------
// Features

/// Steps of the thermometers.
const TILE_TOKENS: usize = 3;
const STEALTH: usize = 10;
const TURN_STEP: usize = 25;
const TURNS: usize = HORIZON as usize / TURN_STEP;
const ACTIONS: usize = 8;
const USED: usize = 5;
const ATTEMPTS: usize = 4;
const NUMBERS: usize = 7;
const STEPS: usize = 10;
const ROLLED: usize = 7;
/// How many Events from the top have a place of their own.
const KNOWN_EVENTS: usize = 3;
/// Loot that may lie about: the kinds and the second Gold Bar.
const LYING_LOOT: usize = LOOT + 1;
/// The lowest number of a Keypad.
const FIRST_KEYPAD: usize = 4;

/// Players, counted from the seat that looks.
const PLAYERS: [&str; SEATS] = ["me", "next", "2nd next", "3rd next"];

/// Effects with an owner.
const EFFECTS: [&str; 6] = [
    "emp",
    "gymnastics",
    "time-lock",
    "video-loop",
    "heads-up",
    "jump-the-gun",
];

/// The bits of [`done`], and what they mean.
const DONE: [(u16, &str); 5] = [
    (done::ANYTHING, "something done"),
    (done::ABILITY, "ability used"),
    (done::CROW, "crow placed"),
    (done::SUIT, "invisible suit worn"),
    (done::SHIFT_CHANGE, "shift change drawn"),
];

/// What is known about the Lost Visual card of a floor.
const LOST_VISUALS: [&str; 3] = ["unseen", "on top", "known below"];

/// Numbers the kinds of frame and names them.
macro_rules! frames {
    ($($frame:ident = $name:literal,)+) => {
        /// The kinds of frame, without their content.
        #[derive(Clone, Copy)]
        enum Pending { $($frame),+ }

        const PENDING: &[&str] = &[$($name),+];

        fn pending(frame: Frame) -> Pending {
            match frame { $(Frame::$frame { .. } => Pending::$frame,)+ }
        }
    };
}

frames! {
    Idle = "nothing",
    PlaceFirstGuard = "place-first-guard",
    ChooseEntrance = "choose-entrance",
    PlaceFirstDie = "place-first-die",
    BeginTurn = "begin-turn",
    RollChihuahua = "roll-chihuahua",
    RollKitty = "roll-kitty",
    ChooseKittyTile = "choose-kitty-tile",
    Act = "act",
    EventCheck = "event-check",
    DrawEvent = "draw-event",
    GuardStep = "guard-step",
    ChooseGuard = "choose-guard",
    GuardMove = "guard-move",
    NextPlayer = "next-player",
    Reveal = "reveal",
    Move = "move",
    AskDeadbolt = "ask-deadbolt",
    RollKeypad = "roll-keypad",
    AskLaser = "ask-laser",
    EnsureGuard = "ensure-guard",
    AskHack = "ask-hack",
    Retarget = "retarget",
    AskNearest = "ask-nearest",
    SetUpGuard = "set-up-guard",
    SetUpDie = "set-up-die",
    DrawPatrol = "draw-patrol",
    Walk = "walk",
    WalkArrival = "walk-arrival",
    CameraCheck = "camera-check",
    Arrive = "arrive",
    ReturnGuard = "return-guard",
    Returned = "returned",
    Pay = "pay",
    AskToken = "ask-token",
    RollCrack = "roll-crack",
    Cracking = "cracking",
    AskStethoscope = "ask-stethoscope",
    RaiseSpeeds = "raise-speeds",
    DrawTool = "draw-tool",
    DrawSecondTool = "draw-second-tool",
    KeepTool = "keep-tool",
    DrawLoot = "draw-loot",
    AskTrade = "ask-trade",
    AskOrders = "ask-orders",
    LookPatrol = "look-patrol",
    AskPatrolPlace = "ask-patrol-place",
    LookEvent = "look-event",
    AskEventPlace = "ask-event-place",
    AskEventOrder = "ask-event-order",
    AskPlayer = "ask-player",
    AskTile = "ask-tile",
    BrownOut = "brown-out",
}

/// The step of a thermometer, from 1, at a place of a block of thermometers.
fn step(place: usize, steps: usize) -> usize {
    place % steps + 1
}

/// The name of a wall piece of a floor.
fn wall_name(place: usize) -> String {
    let (floor, index) = (place / Wall::COUNT, place % Wall::COUNT);
    let wall = Wall::all(1 << index)
        .next()
        .expect("the index is below the number of wall pieces");
    format!("{}:{wall} wall", floor + 1)
}

blocks! {
    /// The feature index space, each place with its name.
    FeatureBlock of String {
        Unrevealed: "unrevealed", CELLS, |place| format!("{} unrevealed", cell(place));
        Face: "face", CELLS * Face::COUNT, |place| {
            format!("{} face {}", cell(place / Face::COUNT), Face((place % Face::COUNT) as u8))
        };
        Cracked: "cracked", CELLS, |place| format!("{} cracked", cell(place));
        Disabled: "disabled", CELLS, |place| format!("{} disabled", cell(place));
        Marked: "marked", CELLS, |place| format!("{} marked", cell(place));
        Alarm: "alarm", CELLS, |place| format!("{} alarm", cell(place));
        Link: "link", CELLS, |place| format!("{} link up", cell(place));
        TileStealth: "tile stealth", CELLS * TILE_TOKENS, |place| {
            format!("{} stealth >= {}", cell(place / TILE_TOKENS), step(place, TILE_TOKENS))
        };
        SafeDice: "safe dice", CELLS * SAFE_DICE as usize, |place| {
            format!("{} safe dice >= {}", cell(place / SAFE_DICE as usize), step(place, SAFE_DICE as usize))
        };
        OpenSafe: "open safe", CELLS, |place| format!("{} safe open", cell(place));
        LyingTool: "lying tool", CELLS * TOOLS, |place| {
            format!("{} lying tool {}", cell(place / TOOLS), Tool::ALL[place % TOOLS])
        };
        LyingLoot: "lying loot", CELLS * LYING_LOOT, |place| {
            let name = Loot::ALL.get(place % LYING_LOOT).map_or("second gold-bar", |loot| loot.name());
            format!("{} lying loot {name}", cell(place / LYING_LOOT))
        };
        Walls: "wall", FLOORS * Wall::COUNT, wall_name;
        Player: "player", SEATS * CELLS, |place| format!("{} {}", cell(place % CELLS), PLAYERS[place / CELLS]);
        Guard: "guard", CELLS, |place| format!("{} guard", cell(place));
        GuardDie: "guard die", CELLS, |place| format!("{} guard die", cell(place));
        GuardSpeed: "guard speed", FLOORS * TOP_SPEED as usize, |place| {
            format!("floor {} guard speed >= {}", place / TOP_SPEED as usize + 1, step(place, TOP_SPEED as usize))
        };
        GuardAway: "guard away", FLOORS, |place| format!("floor {} guard away", place + 1);
        Donuts: "donuts", FLOORS, |place| format!("floor {} donuts", place + 1);
        Crow: "crow", CELLS, |place| format!("{} crow", cell(place));
        Kitty: "kitty", CELLS, |place| format!("{} kitty", cell(place));
        Entrance: "entrance", CELLS, |place| format!("{} entrance", cell(place));
        PatrolUnseen: "patrol unseen", CELLS, |place| format!("{} patrol card unseen", cell(place));
        PatrolTop: "patrol top", CELLS, |place| format!("{} patrol card on top", cell(place));
        PatrolBelow: "patrol below", CELLS, |place| format!("{} patrol card known below", cell(place));
        LostVisual: "lost visual", LOST_VISUALS.len() * FLOORS, |place| {
            format!("floor {} lost visual {}", place % FLOORS + 1, LOST_VISUALS[place / FLOORS])
        };
        EventUnseen: "event unseen", EVENTS, |place| format!("event {} unseen", Event::ALL[place]);
        EventKnown: "event known", KNOWN_EVENTS * EVENTS, |place| {
            format!("event {} known at {} from the top", Event::ALL[place % EVENTS], place / EVENTS + 1)
        };
        EventBelow: "event below", EVENTS, |place| format!("event {} known below", Event::ALL[place]);
        ToolUnseen: "tool unseen", TOOLS, |place| format!("tool {} unseen", Tool::ALL[place]);
        ToolDiscarded: "tool discarded", TOOLS, |place| format!("tool {} discarded", Tool::ALL[place]);
        LootUnseen: "loot unseen", LOOT, |place| format!("loot {} unseen", Loot::ALL[place]);
        Seat: "seat", SEATS, |place| format!("my seat is {}", place + 1);
        Seats: "seats", SEATS, |place| format!("seats = {}", place + 1);
        Character: "character", SEATS * Character::ALL.len(), |place| {
            let (player, side) = (place / Character::ALL.len(), place % Character::ALL.len());
            format!("{} {}", PLAYERS[player], Character::ALL[side])
        };
        Stealth: "stealth", SEATS * STEALTH, |place| {
            format!("{} stealth >= {}", PLAYERS[place / STEALTH], step(place, STEALTH))
        };
        Outside: "outside", SEATS, |place| format!("{} outside", PLAYERS[place]);
        Escaped: "escaped", SEATS, |place| format!("{} escaped", PLAYERS[place]);
        Tool: "tool", SEATS * TOOLS, |place| format!("{} tool {}", PLAYERS[place / TOOLS], Tool::ALL[place % TOOLS]);
        Loot: "loot", SEATS * LOOT, |place| format!("{} loot {}", PLAYERS[place / LOOT], Loot::ALL[place % LOOT]);
        HackTokens: "hack tokens", ROOMS * ROOM_TOKENS as usize, |place| {
            let room = Room::ALL[place / ROOM_TOKENS as usize];
            format!("{room} hack tokens >= {}", step(place, ROOM_TOKENS as usize))
        };
        Laptop: "laptop", 1, |_| "laptop token".to_owned();
        JuicerToken: "juicer token", 1, |_| "juicer alarm token".to_owned();
        Effect: "effect", EFFECTS.len() * SEATS, |place| {
            format!("{} of {}", EFFECTS[place / SEATS], PLAYERS[place % SEATS])
        };
        TurnOf: "turn of", SEATS, |place| format!("turn of {}", PLAYERS[place]);
        TurnNumber: "turn", TURNS, |place| format!("turn >= {}", (place + 1) * TURN_STEP);
        ActionsLeft: "actions left", ACTIONS, |place| format!("actions left >= {}", place + 1);
        ActionsUsed: "actions used", USED, |place| format!("actions used >= {}", place + 1);
        Done: "done", DONE.len(), |place| DONE[place].1.to_owned();
        Flexibility: "flexibility", 1 + FLOORS, |place| match place {
            0 => "on the tile entered with flexibility".to_owned(),
            floor => format!("floor {floor} flexibility used"),
        };
        Attempts: "attempts", ROOMS * ATTEMPTS, |place| {
            format!("keypad-{} attempts >= {}", place / ATTEMPTS + FIRST_KEYPAD, step(place, ATTEMPTS))
        };
        Espresso: "espresso", FLOORS, |place| format!("floor {} espresso", place + 1);
        Daydreaming: "daydreaming", FLOORS, |place| format!("floor {} daydreaming", place + 1);
        Mover: "mover", SEATS, |place| format!("{} moving", PLAYERS[place]);
        MoveTo: "move to", CELLS, |place| format!("{} moved to", cell(place));
        Decides: "decides", SEATS, |place| format!("{} decides", PLAYERS[place]);
        Waiting: "waiting", PENDING.len(), |place| format!("waiting for {}", PENDING[place]);
        UnderWay: "under way", PENDING.len(), |place| format!("under way {}", PENDING[place]);
        AskedFloor: "asked floor", FLOORS, |place| format!("floor {} asked about", place + 1);
        AskedCell: "asked cell", CELLS, |place| format!("{} asked about", cell(place));
        AskedPlayer: "asked player", SEATS, |place| format!("{} asked about", PLAYERS[place]);
        AskedTool: "asked tool", TOOLS, |place| format!("tool {} asked about", Tool::ALL[place]);
        AskedLoot: "asked loot", LOOT, |place| format!("loot {} asked about", Loot::ALL[place]);
        Trade: "trade", 2, |place| ["asked to be given", "asked to give"][place].to_owned();
        AskedEvent: "asked event", EVENTS, |place| format!("event {} asked about", Event::ALL[place]);
        AskedNumber: "asked number", NUMBERS, |place| format!("dice or cards >= {}", place + 1);
        Roll: "roll", DIE_FACES * ROLLED, |place| {
            format!("rolled {} dice >= {}", place / ROLLED + 1, step(place, ROLLED))
        };
        StepsLeft: "steps left", STEPS, |place| format!("guard steps left >= {}", place + 1);
        LoopRule: "loop rule", 1, |_| "back-and-forth rule".to_owned();
        Scenario: "scenario", Scenario::ALL.len(), |place| format!("scenario {}", Scenario::ALL[place].name());
    }
}

impl FeatureBlock {
    /// How many of a block's features a state may have at most.
    fn most(self) -> usize {
        use FeatureBlock as Block;
        /// Squares of the largest building: two floors of 5x5.
        const SQUARES_IN_PLAY: usize = 50;
        /// Wall pieces of the largest set: two floors of 12, three of 8.
        const WALLS_IN_PLAY: usize = 24;
        const SAFES: usize = 3;
        match self {
            // A square is face down or shows a face: both are counted with the faces.
            Block::Unrevealed => 0,
            Block::Face | Block::Cracked | Block::Disabled | Block::Marked | Block::Alarm | Block::Link => {
                SQUARES_IN_PLAY
            }
            Block::TileStealth => TILE_TOKENS * TOKEN_TILES,
            Block::SafeDice => SAFES * SAFE_DICE as usize,
            Block::OpenSafe => SAFES,
            Block::LyingTool => TOOLS,
            Block::LyingLoot => LYING_LOOT,
            Block::Walls => WALLS_IN_PLAY,
            Block::Player | Block::Character => SEATS,
            Block::Guard | Block::GuardDie | Block::PatrolTop => FLOORS,
            Block::PatrolUnseen | Block::PatrolBelow => SQUARES_IN_PLAY,
            Block::EventKnown => KNOWN_EVENTS,
            // A card is in one place; the second Gold Bar has no feature in a hand.
            Block::Tool => TOOLS,
            Block::Loot => LOOT,
            Block::Effect => EFFECTS.len(),
            Block::Crow | Block::Kitty | Block::Entrance | Block::MoveTo | Block::AskedCell => 1,
            Block::Seat | Block::Seats | Block::TurnOf | Block::Mover | Block::Decides | Block::Waiting => 1,
            Block::AskedPlayer | Block::Trade | Block::AskedEvent | Block::Scenario => 1,
            Block::Roll => ROLLED,
            counted_whole => counted_whole.size(),
        }
    }
}

/// What the top pending frame is about.
#[derive(Default)]
struct Question {
    /// Floors, as bits.
    floors: u8,
    cell: Option<Cell>,
    player: Option<Seat>,
    tools: u16,
    loot: u16,
    /// Whether a trade takes from the player asked.
    takes: Option<bool>,
    event: Option<Event>,
    number: u8,
    roll: Dice,
}

/// The members of a set of cells, by their numbers.
#[inline]
fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// Writes features, block by block in the order of the table.
struct Writer<'a> {
    out: &'a mut Vec<u32>,
    /// The seat that looks, and how many there are.
    me: u8,
    seats: u8,
}

impl Writer<'_> {
    #[inline]
    fn on(&mut self, block: FeatureBlock, place: usize) {
        debug_assert!(place < block.size(), "{place} is no place of block {}", block as usize);
        let index = (block.first() + place) as u32;
        debug_assert!(
            self.out.last().is_none_or(|&last| last < index),
            "feature {index} is out of order"
        );
        self.out.push(index);
    }

    #[inline]
    fn on_if(&mut self, condition: bool, block: FeatureBlock, place: usize) {
        if condition {
            self.on(block, place);
        }
    }

    /// The members of a set, from a place on.
    #[inline]
    fn set(&mut self, block: FeatureBlock, first: usize, set: u32) {
        for member in squares(set) {
            self.on(block, first + member);
        }
    }

    /// Cells, as bits by their numbers.
    #[inline]
    fn cells(&mut self, block: FeatureBlock, set: u128) {
        members(set).for_each(|cell| self.on(block, cell));
    }

    /// A thermometer of so many steps, from a place on.
    #[inline]
    fn level(&mut self, block: FeatureBlock, first: usize, steps: usize, value: usize) {
        for step in 0..steps.min(value) {
            self.on(block, first + step);
        }
    }

    #[inline]
    fn cell(&mut self, block: FeatureBlock, cell: Option<Cell>) {
        if let Some(cell) = cell {
            self.on(block, cell.number());
        }
    }

    /// A player counted from the seat that looks.
    #[inline]
    fn relative(&self, seat: Seat) -> usize {
        ((seat.0 + self.seats - self.me) % self.seats) as usize
    }

    /// The players with their places, the seat that looks first.
    #[inline]
    fn players(&self) -> impl Iterator<Item = (usize, Seat)> + use<> {
        let (me, seats) = (self.me, self.seats);
        (0..seats).map(move |place| (place as usize, Seat((me + place) % seats)))
    }

    #[inline]
    fn player(&mut self, block: FeatureBlock, first: usize, seat: Option<Seat>) {
        if let Some(seat) = seat {
            self.on(block, first + self.relative(seat));
        }
    }
}

impl BurgleBros {
    /// The blocks of the action index space, with their names and indices.
    pub fn action_blocks() -> impl Iterator<Item = (&'static str, Range<usize>)> {
        ActionBlock::blocks()
    }

    /// The blocks of the feature index space, with their names and indices.
    pub fn feature_blocks() -> impl Iterator<Item = (&'static str, Range<usize>)> {
        FeatureBlock::blocks()
    }

    /// Calls `visit` for every revealed tile, in the order of the cells.
    #[inline]
    fn each_revealed(&self, mut visit: impl FnMut(Cell, Face)) {
        for floor in 0..self.floors() {
            for square in squares(self.revealed(floor)) {
                let cell = Cell::new(floor, square);
                if let Some(face) = self.face_at(cell) {
                    visit(cell, face);
                }
            }
        }
    }

    fn tile_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for floor in 0..self.floors() {
            to.set(
                Block::Unrevealed,
                floor * SQUARES,
                self.floor_plan(floor).cells & !self.revealed(floor),
            );
        }
        // Cells by what their faces carry, as bits: the tiles are looked at once.
        let [mut cracked, mut disabled, mut marked] = [0u128; 3];
        self.each_revealed(|cell, face| {
            to.on(Block::Face, cell.number() * Face::COUNT + face.index());
            cracked |= u128::from(self.is_cracked(face)) << cell.number();
            disabled |= u128::from(self.is_disabled(face)) << cell.number();
            marked |= u128::from(self.is_marked(face)) << cell.number();
        });
        to.cells(Block::Cracked, cracked);
        to.cells(Block::Disabled, disabled);
        to.cells(Block::Marked, marked);
        for floor in 0..self.floors() {
            to.set(Block::Alarm, floor * SQUARES, self.alarms(floor));
        }
        for floor in 0..self.floors() {
            to.set(Block::Link, floor * SQUARES, self.links(floor));
        }
        let with_tokens = self
            .token_tiles()
            .fold(0, |set, (cell, _)| set | 1u128 << cell.number());
        for cell in members(with_tokens) {
            let tokens = self.tile_tokens(self::cell(cell)) as usize;
            to.level(Block::TileStealth, cell * TILE_TOKENS, TILE_TOKENS, tokens);
        }
        for safe in self.safes() {
            let dice = SAFE_DICE as usize;
            to.level(Block::SafeDice, safe.at.number() * dice, dice, safe.dice as usize);
        }
        for safe in self.safes() {
            to.on_if(safe.open, Block::OpenSafe, safe.at.number());
        }
        for safe in self.safes() {
            to.set(Block::LyingTool, safe.at.number() * TOOLS, u32::from(safe.tools));
        }
        for safe in self.safes() {
            to.set(Block::LyingLoot, safe.at.number() * LYING_LOOT, u32::from(safe.loot));
        }
        for floor in 0..self.floors() {
            for wall in Wall::all(self.floor_plan(floor).walls) {
                to.on(Block::Walls, floor * Wall::COUNT + wall.index());
            }
        }
    }

    fn piece_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for (place, seat) in to.players() {
            if let Some(at) = self.at(seat) {
                to.on(Block::Player, place * CELLS + at.number());
            }
        }
        for floor in 0..self.floors() {
            to.cell(Block::Guard, self.guard(floor).map(|guard| guard.at));
        }
        for floor in 0..self.floors() {
            to.cell(Block::GuardDie, self.guard(floor).and_then(|guard| guard.die));
        }
        for floor in 0..self.floors() {
            let top = TOP_SPEED as usize;
            to.level(Block::GuardSpeed, floor * top, top, self.guard_speed(floor) as usize);
        }
        for floor in 0..self.floors() {
            to.on_if(self.is_guard_away(floor), Block::GuardAway, floor);
        }
        for floor in 0..self.floors() {
            to.on_if(self.donuts() == Some(floor), Block::Donuts, floor);
        }
        to.cell(Block::Crow, self.crow());
        to.cell(Block::Kitty, self.kitty());
        to.cell(Block::Entrance, self.entrance());
    }

    /// The cards that everybody knows to lie `from` places below the top or deeper, as bits.
    fn public_from(&self, name: DeckName, from: usize) -> u32 {
        let deck = self.deck(name);
        if !deck.is_known {
            return 0;
        }
        (from..deck.len())
            .filter_map(|depth| public_card(deck, depth))
            .fold(0, |set, card| set | 1 << card)
    }

    fn deck_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for floor in 0..self.floors() {
            to.set(Block::PatrolUnseen, floor * SQUARES, self.patrol(floor).0);
        }
        for floor in 0..self.floors() {
            to.cell(Block::PatrolTop, self.known_patrol(floor));
        }
        for floor in 0..self.floors() {
            let below = self.public_from(DeckName::Patrol(floor), 1) & !(1 << LOST_VISUAL);
            to.set(Block::PatrolBelow, floor * SQUARES, below);
        }
        if self.has_lost_visual() {
            self.lost_visual_features(to);
        }
        to.set(Block::EventUnseen, 0, self.deck(DeckName::Events).unseen);
        for depth in 0..KNOWN_EVENTS {
            if let Some(card) = public_card(self.deck(DeckName::Events), depth) {
                to.on(Block::EventKnown, depth * EVENTS + card as usize);
            }
        }
        to.set(Block::EventBelow, 0, self.public_from(DeckName::Events, KNOWN_EVENTS));
        to.set(Block::ToolUnseen, 0, self.deck(DeckName::Tools).unseen);
        to.set(Block::ToolDiscarded, 0, u32::from(self.tool_discard()));
        to.set(
            Block::LootUnseen,
            0,
            self.deck(DeckName::Loot).unseen & u32::from(Loot::SET),
        );
    }

    fn lost_visual_features(&self, to: &mut Writer) {
        let is_below = |floor| self.public_from(DeckName::Patrol(floor), 1) & 1 << LOST_VISUAL != 0;
        for floor in 0..self.floors() {
            to.on_if(self.lost_visual_unseen(floor), FeatureBlock::LostVisual, floor);
        }
        for floor in 0..self.floors() {
            to.on_if(
                self.lost_visual_is_next(floor),
                FeatureBlock::LostVisual,
                FLOORS + floor,
            );
        }
        for floor in 0..self.floors() {
            to.on_if(is_below(floor), FeatureBlock::LostVisual, 2 * FLOORS + floor);
        }
    }

    fn player_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        to.on(Block::Seat, to.me as usize);
        to.on(Block::Seats, to.seats as usize - 1);
        for (place, seat) in to.players() {
            to.on(
                Block::Character,
                place * Character::ALL.len() + self.character(seat).index(),
            );
        }
        for (place, seat) in to.players() {
            to.level(Block::Stealth, place * STEALTH, STEALTH, self.stealth(seat) as usize);
        }
        for (place, seat) in to.players() {
            to.on_if(
                self.at(seat).is_none() && !self.has_escaped(seat),
                Block::Outside,
                place,
            );
        }
        for (place, seat) in to.players() {
            to.on_if(self.has_escaped(seat), Block::Escaped, place);
        }
        for (place, seat) in to.players() {
            to.set(Block::Tool, place * TOOLS, u32::from(self.tools(seat)));
        }
        for (place, seat) in to.players() {
            to.set(Block::Loot, place * LOOT, u32::from(self.loot(seat)));
        }
        for &room in Room::ALL {
            let most = ROOM_TOKENS as usize;
            to.level(
                Block::HackTokens,
                room.index() * most,
                most,
                self.hack_tokens(room) as usize,
            );
        }
        to.on_if(self.laptop_token(), Block::Laptop, 0);
        to.on_if(self.juicer_token(), Block::JuicerToken, 0);
        let [gymnastics, time_lock, video_loop] = self.round_effects().map(|(_, owner)| owner);
        let [heads_up, jump_the_gun] = self.pending_events().map(|(_, owner)| owner);
        let owners = [
            self.emp_owner(),
            gymnastics,
            time_lock,
            video_loop,
            heads_up,
            jump_the_gun,
        ];
        for (effect, owner) in owners.into_iter().enumerate() {
            to.player(Block::Effect, effect * SEATS, owner);
        }
    }

    fn turn_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        to.player(Block::TurnOf, 0, Some(self.active_seat()));
        to.level(Block::TurnNumber, 0, TURNS, self.turn_number() as usize / TURN_STEP);
        to.level(Block::ActionsLeft, 0, ACTIONS, self.actions_left() as usize);
        to.level(Block::ActionsUsed, 0, USED, self.actions_used() as usize);
        for (place, (what, _)) in DONE.into_iter().enumerate() {
            to.on_if(self.has_done(what), Block::Done, place);
        }
        to.on_if(self.turn.flexed_to != NONE, Block::Flexibility, 0);
        to.set(Block::Flexibility, 1, u32::from(self.turn.flexed_floors));
        for (keypad, attempts) in self.turn.attempts.into_iter().enumerate() {
            to.level(Block::Attempts, keypad * ATTEMPTS, ATTEMPTS, attempts as usize);
        }
        to.on_if(self.turn.espresso != NONE, Block::Espresso, self.turn.espresso as usize);
        to.on_if(
            self.turn.daydreaming != NONE,
            Block::Daydreaming,
            self.turn.daydreaming as usize,
        );
        if self.mover.seat != NONE {
            to.player(Block::Mover, 0, Some(Seat(self.mover.seat)));
            to.on(Block::MoveTo, Cell::from_code(self.mover.to).number());
        }
    }

    /// The Safe that a player drills, if he does.
    fn safe_drilled(&self, drawer: Seat, safe: Option<Drilled>) -> Option<Cell> {
        let at = self.at(drawer)?;
        match safe? {
            Drilled::Above => Some(at.above()),
            Drilled::Below => Some(at.below()),
        }
    }

    /// What the top frame is about. Only frames that wait are on top.
    fn question(&self) -> Question {
        let mut about = Question::default();
        match self.frames().last().copied().unwrap_or(Frame::Idle) {
            Frame::ChooseGuard(floors) => about.floors = floors,
            Frame::AskNearest(floor)
            | Frame::SetUpGuard(floor)
            | Frame::SetUpDie(floor)
            | Frame::DrawPatrol(floor)
            | Frame::ReturnGuard(floor)
            | Frame::LookPatrol(floor)
            | Frame::AskPatrolPlace(floor) => about.floors = 1 << floor,
            Frame::Reveal(cell) | Frame::AskHack(cell) => about.cell = Some(cell),
            Frame::RollKeypad(dice) => about.number = dice,
            Frame::AskToken { payer, .. } => about.player = Some(payer),
            Frame::RollCrack { safe, dice } => {
                about.cell = Some(safe);
                about.number = dice;
            }
            Frame::AskStethoscope([low, middle, high]) => {
                about.roll = Dice(u32::from_le_bytes([low, middle, high, 0]));
                about.cell = self.frames().iter().rev().find_map(|frame| match frame {
                    Frame::Cracking(safe) => Some(*safe),
                    _ => None,
                });
            }
            Frame::DrawTool { drawer, safe } => {
                about.player = Some(drawer);
                about.cell = self.safe_drilled(drawer, safe);
            }
            Frame::DrawSecondTool { drawer, safe, first } => {
                about.player = Some(drawer);
                about.cell = self.safe_drilled(drawer, safe);
                about.tools = first.bit();
            }
            Frame::KeepTool { drawer, safe, pair } => {
                let (first, second) = pair.tools();
                about.player = Some(drawer);
                about.cell = self.safe_drilled(drawer, safe);
                about.tools = first.bit() | second.bit();
            }
            Frame::DrawLoot { drawer, safe } => {
                about.player = Some(drawer);
                about.cell = Some(safe);
            }
            Frame::AskTrade { partner, offer } => {
                about.player = Some(partner);
                match offer {
                    Offer::GiveTool(tool) | Offer::TakeTool(tool) => about.tools = tool.bit(),
                    Offer::GiveLoot(loot) | Offer::TakeLoot(loot) => about.loot = loot.bit(),
                }
                about.takes = Some(matches!(offer, Offer::TakeTool(_) | Offer::TakeLoot(_)));
            }
            Frame::AskOrders(seat, cell) => {
                about.player = Some(seat);
                about.cell = Some(cell);
            }
            Frame::LookEvent { seen, count } => about.number = count - seen,
            Frame::AskEventOrder(count) => about.number = count,
            Frame::AskTile(event) => about.event = Some(event),
            _ => {}
        }
        about
    }

    fn question_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        if let Node::Decision(seat) = self.node() {
            to.player(Block::Decides, 0, Some(seat));
        }
        let (top, below) = self
            .frames()
            .split_last()
            .map_or((Frame::Idle, &[][..]), |(top, below)| (*top, below));
        to.on(Block::Waiting, pending(top) as usize);
        let kinds = below.iter().fold(0u64, |set, &frame| set | 1 << pending(frame) as u64);
        for kind in (0..PENDING.len()).filter(|kind| kinds & 1 << kind != 0) {
            to.on(Block::UnderWay, kind);
        }
        let about = self.question();
        to.set(Block::AskedFloor, 0, u32::from(about.floors));
        to.cell(Block::AskedCell, about.cell);
        to.player(Block::AskedPlayer, 0, about.player);
        to.set(Block::AskedTool, 0, u32::from(about.tools));
        to.set(Block::AskedLoot, 0, u32::from(about.loot));
        if let Some(takes) = about.takes {
            to.on(Block::Trade, usize::from(takes));
        }
        if let Some(event) = about.event {
            to.on(Block::AskedEvent, event.index());
        }
        to.level(Block::AskedNumber, 0, NUMBERS, about.number as usize);
        for face in 1..=DIE_FACES {
            to.level(
                Block::Roll,
                (face - 1) * ROLLED,
                ROLLED,
                about.roll.count(face as u8) as usize,
            );
        }
        let steps = self.frames().iter().rev().find_map(|frame| match frame {
            Frame::Walk { left, .. } => Some(*left),
            _ => None,
        });
        to.level(Block::StepsLeft, 0, STEPS, steps.unwrap_or(0) as usize);
    }
}

/// The blocks of both index spaces are in [`BurgleBros::action_blocks`] and [`BurgleBros::feature_blocks`].
impl Encode for BurgleBros {
    fn feature_count() -> usize {
        FeatureBlock::COUNT
    }

    fn max_active_features() -> usize {
        FeatureBlock::ALL.iter().map(|block| block.most()).sum()
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        let seats = Game::seats(self) as u8;
        debug_assert!(seat.0 < seats, "seat {seat} does not play");
        out.clear();
        let mut writer = Writer { out, me: seat.0, seats };
        let to = &mut writer;
        self.tile_features(to);
        self.piece_features(to);
        self.deck_features(to);
        self.player_features(to);
        self.turn_features(to);
        self.question_features(to);
        to.on_if(self.is_set(flag::LOOP_RULE), FeatureBlock::LoopRule, 0);
        to.on(FeatureBlock::Scenario, self.scenario() as usize);
    }

    /// Panics past the end of the features.
    fn feature_name(index: usize) -> String {
        let name = FeatureBlock::read(index);
        name.unwrap_or_else(|| panic!("feature {index}: there are {}", FeatureBlock::COUNT))
    }

    fn action_count() -> usize {
        ActionBlock::COUNT
    }

    #[inline]
    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        self.offer(&mut Indices(out));
    }

    /// Panics on a value that no game offers, such as a die turned to the face it shows.
    #[inline(always)]
    fn action_index(action: Action) -> usize {
        let Some((block, place)) = action_place(action) else {
            panic!("`{action}` is never a legal action and has no index");
        };
        debug_assert!(place < block.size());
        block.first() + place
    }

    fn action_at(index: usize) -> Option<Action> {
        ActionBlock::read(index)
    }
}
