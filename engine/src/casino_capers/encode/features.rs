//! The feature index space: its blocks, and the name of every feature.

use super::places::WallPlaces;
use super::sizes::{CELLS, DIE_FACES, EVENTS, FLOORS, GEAR, SQUARES, TASKS, WALLS, cell};
use crate::blocks::{IndexBlock, Places, blocks, turn_steps, turns_of_step};
use crate::casino_capers::components::{Character, Chip, Event, Face, Finale, Gear, TASK_CARDS, Task};
use crate::casino_capers::place::{LEVELS, Place};
use crate::casino_capers::position::KINDS;
use crate::casino_capers::scenario;
use crate::casino_capers::state::{CAUGHT, CHARACTERS, SAFE_DICE, done, flag};
use crate::casino_capers::window::Window;
use crate::game::Windows;

pub(super) const PLAYERS: usize = CHARACTERS;
pub(super) const CHIPS: usize = Chip::ALL.len();
/// Patrol cards: those with a cell, then the distracted one.
pub(super) const PATROL: usize = Place::COUNT + 1;
/// Pools of patrol cards: those shuffled for floors 1 and 2, and the pair of Fake Orders.
pub(super) const POOLS: usize = LEVELS + 1;
pub(super) const HEAT: usize = CAUGHT as usize;
pub(super) const DICE: usize = SAFE_DICE as usize;
/// Kinds of step of the rules.
pub(super) const STEPS: usize = KINDS.len();

/// Steps of the thermometers.
pub(super) const COPIES: usize = 4;
pub(super) const CUBES: usize = 5;
pub(super) const DISTRACTED: usize = 6;
pub(super) const DECK: usize = 24;
pub(super) const USES: usize = 3;
pub(super) const BONUS: usize = 6;
pub(super) const COUNTED: usize = 6;
pub(super) const TURNS: usize = turn_steps(400);
pub(super) const ACTIONS: usize = 12;
pub(super) const SUSPICION: usize = 10;
pub(super) const NUMBERS: usize = 6;
pub(super) const SPACES: usize = 3;

/// The thresholds of the turns left.
pub(super) const TURNS_LEFT: [u16; 8] = [1, 2, 3, 5, 10, 20, 50, 100];

/// Players, counted from the one who is up.
const NAMES: [&str; PLAYERS] = ["up", "next", "2nd next", "3rd next"];

/// The bits of [`done`], and what they mean.
pub(super) const DONE: [(u8, &str); 3] = [
    (done::PREPPED, "prepped this turn"),
    (done::ABILITY, "ability used"),
    (done::FAINTED, "fainted"),
];

/// The bits of [`flag`], and what they mean.
pub(super) const FLAGS: [(u8, &str); 5] = [
    (flag::DEAD_DROPS, "dead drops"),
    (flag::ABILITIES, "abilities"),
    (flag::FINALE_RUNS, "finale runs"),
    (flag::UNLOCKED, "unlocked"),
    (flag::NO_RUNNING, "no running"),
];

/// Directions of entering, but for none.
pub(super) const WAYS: [&str; 9] = ["n", "e", "s", "w", "ne", "se", "sw", "nw", "vertical"];
/// How a tile is entered.
pub(super) const MANNERS: [&str; 4] = ["ignoring", "quiet", "crossing", "past the bouncer"];

/// What is asked, and what waits below it.
const WHERE: [&str; 2] = ["asked about", "under way"];
/// Those.
pub(super) const ROWS: usize = WHERE.len();

const WINDOWS: usize = Windows::ALL.len();

/// The step of a thermometer, from 1, at a place of a block of thermometers.
fn step(place: usize, steps: usize) -> usize {
    place % steps + 1
}

/// The name of a wall piece of a floor.
fn wall_name(place: usize) -> String {
    format!("{}:{} wall", place / WALLS + 1, WallPlaces::at(place % WALLS))
}

/// A square of floor 2, where the Safe is.
fn upstairs(square: usize) -> crate::board::Cell {
    cell(SQUARES + square)
}

fn pool_name(pool: usize) -> String {
    match pool {
        floor if floor < FLOORS => format!("floor {} cards", floor + 1),
        _ => "fake orders".to_owned(),
    }
}

fn patrol_name(card: usize) -> String {
    match card {
        card if card < CELLS => cell(card).to_string(),
        _ => "distracted".to_owned(),
    }
}

/// The names of the features of a player in a block of so many of each.
fn of_player(place: usize, each: usize) -> (&'static str, usize) {
    (NAMES[place / each], place % each)
}

blocks! {
    /// The feature index space, each place with its name.
    pub(super) FeatureBlock of String {
        Unrevealed: "unrevealed", CELLS, |place| format!("{} unrevealed", cell(place));
        Face: "face", CELLS * Face::COUNT, |place| {
            format!("{} face {}", cell(place / Face::COUNT), Face((place % Face::COUNT) as u8))
        };
        ChipUp: "chip", CELLS * CHIPS, |place| format!("{} chip {}", cell(place / CHIPS), Chip::ALL[place % CHIPS]);
        ChipDown: "chip down", CELLS, |place| format!("{} chip down", cell(place));
        ChipKnown: "chip known", CELLS * CHIPS, |place| {
            format!("{} chip down, known {}", cell(place / CHIPS), Chip::ALL[place % CHIPS])
        };
        ChipNamed: "chip named", CELLS, |place| format!("{} chip named", cell(place));
        ChipUnseen: "chip unseen", CHIPS * COPIES, |place| {
            format!("{} unseen >= {}", Chip::ALL[place / COPIES], step(place, COPIES))
        };
        ChipBoxed: "chip boxed", CHIPS * COPIES, |place| {
            format!("{} maybe boxed >= {}", Chip::ALL[place / COPIES], step(place, COPIES))
        };
        Cubes: "cubes", CELLS * CUBES, |place| format!("{} cubes >= {}", cell(place / CUBES), step(place, CUBES));
        Cracked: "cracked", SQUARES, |place| format!("{} cracked", upstairs(place));
        Swat: "swat", SQUARES, |place| format!("{} swat", upstairs(place));
        ZipLine: "zip line", SQUARES, |place| format!("{} zip line", upstairs(place));
        LooseDice: "loose dice", CELLS * DICE, |place| format!("{} dice >= {}", cell(place / DICE), step(place, DICE));
        Entrance: "entrance", CELLS, |place| format!("{} entrance", cell(place));
        Monorail: "monorail", CELLS, |place| format!("{} monorail token", cell(place));
        Escalator: "escalator", CELLS, |place| format!("{} escalator token", cell(place));
        OutOfOrder: "out of order", CELLS, |place| format!("{} out of order", cell(place));
        Jammed: "jammed", CELLS, |place| format!("{} jammed", cell(place));
        Crow: "crow", CELLS, |place| format!("{} crow", cell(place));
        Crowd: "crowd", CELLS, |place| format!("{} crowd token", cell(place));
        Steak: "steak", CELLS, |place| format!("{} steak", cell(place));
        HadSteak: "had steak", CELLS, |place| format!("{} had a steak", cell(place));
        Car: "car", CELLS, |place| format!("{} car", cell(place));
        Tiger: "tiger", CELLS, |place| format!("{} tiger", cell(place));
        Football: "football", CELLS, |place| format!("{} football", cell(place));
        Walls: "wall", FLOORS * WALLS, wall_name;
        Bouncer: "bouncer", CELLS, |place| format!("{} bouncer", cell(place));
        Marker: "marker", CELLS, |place| format!("{} marker", cell(place));
        Hunting: "hunting", FLOORS, |place| format!("floor {} hunting", place + 1);
        Prey: "prey", FLOORS * PLAYERS, |place| format!("floor {} hunts {}", place / PLAYERS + 1, NAMES[place % PLAYERS]);
        PatrolUnseen: "patrol unseen", POOLS * CELLS, |place| {
            format!("{} of {} unseen", cell(place % CELLS), pool_name(place / CELLS))
        };
        DistractedUnseen: "distracted unseen", FLOORS * DISTRACTED, |place| {
            format!("distracted of {} unseen >= {}", pool_name(place / DISTRACTED), step(place, DISTRACTED))
        };
        PatrolTop: "patrol top", FLOORS * PATROL, |place| {
            format!("floor {} top card {}", place / PATROL + 1, patrol_name(place % PATROL))
        };
        PatrolBelow: "patrol below", FLOORS * PATROL, |place| {
            format!("floor {} known below {}", place / PATROL + 1, patrol_name(place % PATROL))
        };
        TopPool: "top pool", FLOORS * POOLS, |place| {
            format!("floor {} top card of {}", place / POOLS + 1, pool_name(place % POOLS))
        };
        DeckPool: "deck pool", FLOORS * POOLS * DECK, |place| {
            let (row, number) = (place / DECK, step(place, DECK));
            format!("floor {} deck has of {} >= {number}", row / POOLS + 1, pool_name(row % POOLS))
        };
        DeckSize: "deck size", FLOORS * DECK, |place| {
            format!("floor {} deck size >= {}", place / DECK + 1, step(place, DECK))
        };
        PatrolDiscard: "patrol discard", FLOORS * CELLS, |place| {
            format!("floor {} discarded {}", place / CELLS + 1, cell(place % CELLS))
        };
        DistractedDiscard: "distracted discard", FLOORS * DISTRACTED, |place| {
            format!("floor {} discarded distracted >= {}", place / DISTRACTED + 1, step(place, DISTRACTED))
        };
        EventUnseen: "event unseen", EVENTS, |place| format!("event {} unseen", Event::ALL[place]);
        EventDiscard: "event discard", EVENTS, |place| format!("event {} discarded", Event::ALL[place]);
        Pile: "pile", GEAR, |place| format!("pile {}", Gear::ALL[place]);
        Up: "player up", PLAYERS, |place| format!("player {} is up", place + 1);
        Characters: "characters", PLAYERS, |place| format!("characters = {}", place + 1);
        Seats: "seats", PLAYERS, |place| format!("seats = {}", place + 1);
        Character: "character", PLAYERS * Character::ALL.len(), |place| {
            let (player, character) = of_player(place, Character::ALL.len());
            format!("{player} {}", Character::ALL[character])
        };
        At: "player", PLAYERS * CELLS, |place| format!("{} {}", cell(place % CELLS), NAMES[place / CELLS]);
        Outside: "outside", PLAYERS, |place| format!("{} outside", NAMES[place]);
        Exited: "exited", PLAYERS, |place| format!("{} exited", NAMES[place]);
        Heat: "heat", PLAYERS * HEAT, |place| format!("{} heat >= {}", NAMES[place / HEAT], step(place, HEAT));
        Unprepped: "gear unprepped", PLAYERS * GEAR, |place| {
            let (player, card) = of_player(place, GEAR);
            format!("{player} {} unprepped", Gear::ALL[card])
        };
        Prepped: "gear prepped", PLAYERS * GEAR, |place| {
            let (player, card) = of_player(place, GEAR);
            format!("{player} {} prepped", Gear::ALL[card])
        };
        Back: "gear back", PLAYERS * GEAR, |place| {
            let (player, card) = of_player(place, GEAR);
            format!("{player} {} back", Gear::ALL[card])
        };
        Uses: "gear uses", GEAR * USES, |place| format!("{} uses >= {}", Gear::ALL[place / USES], step(place, USES));
        Disguise: "disguise", PLAYERS, |place| format!("{} disguise", NAMES[place]);
        Dubious: "dubious", PLAYERS, |place| format!("{} dubious meeting", NAMES[place]);
        InCar: "in car", PLAYERS, |place| format!("{} in the car", NAMES[place]);
        Boots: "boots", PLAYERS, |place| format!("{} boots", NAMES[place]);
        Contorted: "contorted", PLAYERS, |place| format!("{} contorted", NAMES[place]);
        Bonus: "bonus", PLAYERS * BONUS, |place| format!("{} bonus >= {}", NAMES[place / BONUS], step(place, BONUS));
        Count: "finale count", PLAYERS * COUNTED, |place| {
            format!("{} finale count >= {}", NAMES[place / COUNTED], step(place, COUNTED))
        };
        TaskCard: "task card", PLAYERS * TASK_CARDS, |place| {
            let (player, card) = of_player(place, TASK_CARDS);
            format!("{player} task card {}", card + 1)
        };
        TaskDone: "task done", TASKS, |place| format!("task {} done", Task::ALL[place]);
        TaskDue: "task due", TASKS, |place| format!("task {} due", Task::ALL[place]);
        TurnNumber: "turn", TURNS, |place| format!("turn >= {}", turns_of_step(place));
        TurnsLeft: "turns left", TURNS_LEFT.len(), |place| format!("turns left >= {}", TURNS_LEFT[place]);
        NoLimit: "no limit", 1, |_| "no turn limit".to_owned();
        ActionsLeft: "actions left", ACTIONS, |place| format!("actions left >= {}", place + 1);
        Done: "done", DONE.len(), |place| DONE[place].1.to_owned();
        Flags: "in force", FLAGS.len(), |place| FLAGS[place].1.to_owned();
        WindowMode: "window mode", WINDOWS, |place| format!("windows {}", Windows::ALL[place]);
        AskedMode: "asked window mode", WINDOWS, |place| format!("asked with windows {}", Windows::ALL[place]);
        Suspicion: "suspicion", SUSPICION, |place| format!("suspicion >= {}", place + 1);
        Finale: "finale", Finale::ALL.len(), |place| format!("finale {}", Finale::ALL[place]);
        FinaleMay: "finale included", Finale::ALL.len(), |place| format!("finale may be {}", Finale::ALL[place]);
        OfficeDice: "office dice", DICE, |place| format!("office dice >= {}", place + 1);
        SafeDice: "safe dice", DICE, |place| format!("safe dice >= {}", place + 1);
        SupplyDice: "supply dice", DICE, |place| format!("supply dice >= {}", place + 1);
        Decides: "decides", PLAYERS + 1, |place| {
            format!("{} decides", NAMES.get(place).copied().unwrap_or("team"))
        };
        Waiting: "waiting", STEPS, |place| format!("waiting for {}", KINDS[place]);
        UnderWay: "under way", STEPS, |place| format!("under way {}", KINDS[place]);
        Window: "window", ROWS * Window::COUNT, |place| {
            format!("window {} {}", Window::ALL[place % Window::COUNT], WHERE[place / Window::COUNT])
        };
        AboutFloor: "about floor", ROWS * FLOORS, |place| format!("floor {} {}", place % FLOORS + 1, WHERE[place / FLOORS]);
        AboutCell: "about cell", ROWS * CELLS, |place| format!("{} {}", cell(place % CELLS), WHERE[place / CELLS]);
        AboutPlayer: "about player", ROWS * PLAYERS, |place| format!("{} {}", NAMES[place % PLAYERS], WHERE[place / PLAYERS]);
        AboutGear: "about gear", GEAR, |place| format!("{} asked about", Gear::ALL[place]);
        AboutEvent: "about event", ROWS * EVENTS, |place| {
            format!("event {} {}", Event::ALL[place % EVENTS], WHERE[place / EVENTS])
        };
        AboutTask: "about task", TASKS, |place| format!("task {} asked about", Task::ALL[place]);
        Way: "way", WAYS.len(), |place| format!("entering {}", WAYS[place]);
        Manner: "manner", MANNERS.len(), |place| format!("entering {}", MANNERS[place]);
        Number: "number", NUMBERS, |place| format!("dice or cards >= {}", place + 1);
        Roll: "roll", ROWS * DIE_FACES * DICE, |place| {
            let (row, face) = (place / DICE / DIE_FACES, place / DICE % DIE_FACES + 1);
            format!("{} {face} dice >= {}", ["rolled", "kept"][row], step(place, DICE))
        };
        Steady: "steady", ROWS, |place| format!("steady hands {}", WHERE[place]);
        Spaces: "spaces left", FLOORS * SPACES, |place| {
            format!("floor {} spaces left >= {}", place / SPACES + 1, step(place, SPACES))
        };
        Stops: "stops", FLOORS, |place| format!("floor {} stops on arrival", place + 1);
    }
}

/// Chips in the box of the game.
const ALL_CHIPS: usize = {
    let (mut sum, mut kind) = (0, 0);
    while kind < CHIPS {
        sum += Chip::COPIES[kind] as usize;
        kind += 1;
    }
    sum
};

impl FeatureBlock {
    /// How many of a block's features a state may have at most.
    pub(super) fn most(self) -> usize {
        use FeatureBlock as Block;
        /// Buffets, Cashier Cages and Surveillances: 2 of each, with 2, 5 and 3 cubes.
        const CUBES_OUT: usize = 2 * (2 + 5 + 3);
        /// The Safe's row and column.
        const CRACKED: usize = 2 * (SQUARES.isqrt() - 1);
        const WALLS_OUT: usize = FLOORS * scenario::WALLS;
        match self {
            // A cell is face down or shows a face: both are counted with the faces; likewise with chips and gear.
            Block::Unrevealed | Block::ChipDown | Block::ChipKnown | Block::Prepped | Block::Back | Block::Pile => 0,
            Block::Face => CELLS,
            Block::ChipUp | Block::ChipNamed | Block::ChipUnseen | Block::ChipBoxed => ALL_CHIPS,
            Block::Cubes => CUBES_OUT,
            Block::Cracked => CRACKED,
            // There are five dice wherever they are.
            Block::LooseDice | Block::OfficeDice | Block::SafeDice => 0,
            Block::Entrance | Block::Bouncer | Block::Marker | Block::Prey => 2,
            Block::Monorail | Block::Escalator | Block::OutOfOrder | Block::Jammed => 1,
            Block::Car | Block::Tiger | Block::Football => 1,
            // Section 2: so many tokens there are.
            Block::Crow | Block::Steak | Block::HadSteak => 4,
            Block::Crowd => 3,
            Block::Walls => WALLS_OUT,
            // A card lies in one place; those that nobody has turned up are in the pools, whatever deck they are in.
            Block::PatrolUnseen => CELLS,
            Block::PatrolDiscard => CELLS,
            Block::DistractedUnseen | Block::DistractedDiscard => DISTRACTED,
            Block::PatrolTop | Block::TopPool => FLOORS,
            Block::PatrolBelow => PATROL + 1,
            Block::DeckPool | Block::DeckSize => CELLS + DISTRACTED,
            // An event is in the deck or in the discards.
            Block::EventDiscard => 0,
            // A card is in the pile or with one player, on one of its sides.
            Block::Unprepped => GEAR,
            Block::Up | Block::Characters | Block::Seats | Block::Boots | Block::Contorted | Block::Disguise => 1,
            Block::Character | Block::At | Block::TaskCard => PLAYERS,
            // Whoever is outside or has left is on no cell.
            Block::Outside | Block::Exited => 0,
            Block::WindowMode | Block::AskedMode | Block::Decides | Block::Waiting => 1,
            // The finale is known, or may be one of these.
            Block::Finale => 0,
            Block::AboutCell => 1 + CELLS,
            Block::AboutGear => 2,
            Block::AboutTask => 1,
            Block::Roll => ROWS * DICE,
            counted_whole => counted_whole.size(),
        }
    }
}
