//! The feature index space: its blocks, and the name of every feature.

use super::sizes::{CELLS, DIE_FACES, EVENTS, LOOT, ROOMS, TOOLS, cell};
use crate::blocks::{IndexBlock, blocks, turn_steps, turns_of_step};
use crate::board::{FLOORS, Wall};
use crate::burgle_bros::components::{Character, Event, Face, Loot, Room, Tool};
use crate::burgle_bros::frame::Frame;
use crate::burgle_bros::rules::{HORIZON, TOP_SPEED};
use crate::burgle_bros::scenario::Scenario;
use crate::burgle_bros::state::{ROOM_TOKENS, SAFE_DICE, SEATS, TOKEN_TILES, done};

/// Steps of the thermometers.
pub(super) const TILE_TOKENS: usize = 3;
pub(super) const STEALTH: usize = 10;
pub(super) const TURNS: usize = turn_steps(HORIZON as usize);
pub(super) const ACTIONS: usize = 8;
pub(super) const USED: usize = 5;
pub(super) const ATTEMPTS: usize = 4;
pub(super) const NUMBERS: usize = 7;
pub(super) const STEPS: usize = 10;
pub(super) const ROLLED: usize = 7;
/// How many Events from the top have a place of their own.
pub(super) const KNOWN_EVENTS: usize = 3;
/// Loot that may lie about: the kinds and the second Gold Bar.
pub(super) const LYING_LOOT: usize = LOOT + 1;
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
pub(super) const DONE: [(u16, &str); 5] = [
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
        pub(super) enum Pending { $($frame),+ }

        pub(super) const PENDING: &[&str] = &[$($name),+];

        pub(super) fn pending(frame: Frame) -> Pending {
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
    pub(super) FeatureBlock of String {
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
        TurnNumber: "turn", TURNS, |place| format!("turn >= {}", turns_of_step(place));
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
    pub(super) fn most(self) -> usize {
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
