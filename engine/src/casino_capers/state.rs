//! The state: plain data, no heap, everything the rules need and nothing they can derive.

use super::components::{Character, Chip, Event, Face, Finale, Gear, Kind, Task};
use super::frame::Frame;
use super::patrol::Patrol;
use super::place::{LEVELS, Place, Squares};
use super::stack::Stack;
use crate::board::{Cell, FloorPlan, squares};
use crate::cards::{Deck, DeckMut};
use crate::game::{Seat, Windows};

pub use super::components::CHARACTERS;
pub(super) use super::place::NONE;

/// Safe dice (section 2).
pub const SAFE_DICE: u8 = 5;
/// end.heat: the heat that loses the game.
pub const CAUGHT: u8 = 6;
/// The byte of something face down that the state does not know.
pub(super) const HOLE: u8 = 0xfe;

/// A game of Casino Capers: the whole state of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CasinoCapers {
    pub(super) plans: [FloorPlan; LEVELS],
    /// Gear that is prepped and shows its front, as a set of [`Gear::bit`].
    pub(super) prepped: u64,
    /// Gear that shows its back.
    pub(super) backs: u64,
    /// Gear that nobody holds and that may still come into the game: the pile of Dead Drops (dd.setup), otherwise the
    /// base cards of characters not in play (event.splash_zone).
    pub(super) pile: u64,
    pub(super) patrol: Patrol,
    pub(super) floors: [Floor; LEVELS],
    pub(super) players: [Player; CHARACTERS],
    /// Tiles that lie nowhere the state knows, as bits of the tile list; of two copies the first is taken first.
    pub(super) stock: u32,
    /// Squares of floor 2 with a crack token.
    pub(super) cracked: Squares,
    /// Squares of floor 2 with a SWAT token.
    pub(super) swat: Squares,
    /// Squares with a zip line.
    pub(super) zip_lines: Squares,
    /// Chips named to be discarded in Bodyguard and not yet turned up, as bits of [`Place`].
    pub(super) named_chips: u32,
    /// Dead Drops: tasks that are completed, and those of them whose owners have not been asked yet.
    pub(super) tasks_done: u32,
    pub(super) tasks_due: u32,
    /// Faces by place; a hole where the state does not know.
    pub(super) tiles: [u8; Place::COUNT],
    /// Chips by place: none, a hole, or a kind with bits of [`chip`].
    pub(super) chips: [u8; Place::COUNT],
    /// Chips that lie nowhere the state knows, by kind: those under holes and the one in the box.
    pub(super) chip_stock: [u8; Chip::ALL.len()],
    /// info.fin1: how many chips of each kind nobody had seen when Bodyguard began, the one in the box among them; all
    /// 0 before, and in a game of two.
    pub(super) box_weights: [u8; Chip::ALL.len()],
    /// The kind of the chip in the box if this state knows it, in Bodyguard only; otherwise a hole.
    pub(super) boxed: u8,
    pub(super) events: [EventDeck; LEVELS],
    /// Uses made of each card's front, two bits a card.
    pub(super) uses: [u8; Gear::ALL.len().div_ceil(4)],
    pub(super) turn: Turn,
    /// Safe dice that wait on tiles, by cell in ascending order; unused places last (chip.mole).
    pub(super) loose_dice: [u8; SAFE_DICE as usize],
    pub(super) office_dice: u8,
    pub(super) safe_dice: u8,
    /// Entrance tokens in ascending order; none before they are chosen.
    pub(super) entrances: [u8; 2],
    /// The monorail, escalator and out-of-order tokens' cells, or none.
    pub(super) monorail: u8,
    pub(super) escalator: u8,
    pub(super) out_of_order: u8,
    /// abil.juicer: the cell of the jammed Surveillance, or none.
    pub(super) jammed: u8,
    /// The player whom Contortion protects in the movement now running, or none.
    pub(super) contorted: u8,
    /// finale.gravity_boots: the player with the boots, or none.
    pub(super) boots: u8,
    /// Cells of the car, the tiger and the football, or none.
    pub(super) car: u8,
    pub(super) tiger: u8,
    pub(super) football: u8,
    /// The finale once it is known, before it runs or not; `NONE` otherwise.
    pub(super) finale: u8,
    /// rand.draw: the finales that may be drawn, as a set.
    pub(super) finales: u16,
    pub(super) suspicion: u8,
    /// 4.2: which windows open from now on, and which were in force when what the state waits for was asked.
    pub(super) windows: Windows,
    pub(super) asked_windows: Windows,
    pub(super) seat_count: u8,
    pub(super) character_count: u8,
    /// What holds or does not, bits of [`flag`].
    pub(super) flags: u8,
    pub(super) ending: Ending,
    pub(super) tally: Tally,
    pub(super) stack: Stack,
}

/// Bits of [`CasinoCapers::flags`]. Keys hold them as they stand here.
pub(super) mod flag {
    /// dd.setup: Dead Drops are played.
    pub const DEAD_DROPS: u8 = 1;
    /// Section 3.3: characters have abilities.
    pub const ABILITIES: u8 = 2;
    /// The Safe is cracked and the finale runs.
    pub const FINALE_RUNS: u8 = 4;
    /// A lasting unlock is met: Gravity Boots, Catch a Tiger, Hail Mary.
    pub const UNLOCKED: u8 = 8;
    /// event.no_running waits for the end of a turn.
    pub const NO_RUNNING: u8 = 16;
}

/// Bits of [`CasinoCapers::chips`] beside the kind.
pub(super) mod chip {
    /// The chip lies face up.
    pub const FACE_UP: u8 = 0x40;
    /// It lies face down, and everybody knows what it is (finale.bodyguard.ruling.5).
    pub const PUBLIC: u8 = 0x20;
    /// The bits of the kind.
    pub const KIND: u8 = 0x07;
}

/// One floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Floor {
    /// Cubes, four bits a place of the floor.
    pub cubes: u64,
    /// Face-up tiles.
    pub revealed: u32,
    /// Squares with a crow token, and those with a crowd token.
    pub crows: Squares,
    pub crowds: Squares,
    /// Squares with a steak, and those that have held one.
    pub steaks: Squares,
    pub had_steak: Squares,
    pub bouncer: Bouncer,
}

/// A bouncer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bouncer {
    /// His square; none before the set-up is over.
    pub at: u8,
    /// His marker's square, or none while he hunts.
    pub marker: u8,
    /// hunt.target: the player chosen of several who were equally near, or none.
    pub prey: u8,
}

/// Where a player is in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Status {
    /// turn.enter: not yet in the casino.
    Outside,
    Inside,
    /// fin.exit.
    Exited,
}

/// A character in the game with its figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Player {
    /// Gear held, as a set of [`Gear::bit`].
    pub gear: u64,
    /// The cell, or none while not in the casino.
    pub at: u8,
    pub status: Status,
    pub heat: u8,
    /// Bits of [`held`].
    pub flags: u8,
    /// back.give_action: more actions on the next turn.
    pub bonus: u8,
    pub character: Character,
    /// What the finale counts for each player: the die of Laundry Day, steaks, Prima Donnas, walls destroyed.
    pub count: u8,
    /// The Dead Drops card, or none.
    pub task_card: u8,
}

/// Bits of [`Player::flags`].
pub(super) mod held {
    /// The disguise token.
    pub const DISGUISE: u8 = 1;
    /// The event Dubious Meeting.
    pub const DUBIOUS: u8 = 2;
    /// A seat in the car.
    pub const IN_CAR: u8 = 4;
}

impl Player {
    pub const ABSENT: Player = Player {
        gear: 0,
        at: NONE,
        status: Status::Exited,
        heat: 0,
        flags: 0,
        bonus: 0,
        character: Character::Acrobat,
        count: 0,
        task_card: NONE,
    };

    #[inline]
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// The turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Turn {
    /// From 1; 0 before the first.
    pub number: u16,
    /// end.limit: the last turn; 0 for none.
    pub limit: u16,
    pub player: u8,
    pub actions: u8,
    /// Things done this turn, bits of [`done`].
    pub done: u8,
}

/// Bits of [`Turn::done`].
pub(super) mod done {
    /// act.prep.
    pub const PREPPED: u8 = 1;
    /// abil.peterman, abil.rigger, abil.acrobat, abil.juicer: once per turn.
    pub const ABILITY: u8 = 2;
    /// gear.fainting.order: the turn ends by Fainting.
    pub const FAINTED: u8 = 4;
}

/// An event deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct EventDeck {
    /// Cards that nobody has turned up since the deck was shuffled.
    pub unseen: u8,
    /// Discards.
    pub discards: u8,
    /// Cards in the deck, bottom first.
    pub order: [u8; 8],
    pub length: u8,
}

/// How the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ending {
    /// It goes on.
    Playing,
    /// end.win: the team has left.
    Escaped,
    /// finale.caught_red_handed.win.
    RedHanded,
    /// finale.the_raid.win.
    RaidOver,
    /// end.heat, finale.caught_red_handed.lose.
    Caught,
    /// finale.bodyguard.lose.
    PrimaDonnaSeen,
    /// finale.catch_a_tiger.lose.
    TigerSeen,
    /// end.limit.
    Stall,
}

/// What is counted for statistics (end.win). It influences nothing, so keys leave it out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Tally {
    pub heat: u16,
    pub actions: u16,
    pub commotions: u16,
}

impl CasinoCapers {
    #[inline]
    pub(super) fn plan(&self, floor: usize) -> FloorPlan {
        self.plans[floor]
    }

    /// The cells beside a cell without a wall between, as squares of its floor (section 1, "adjacent").
    #[inline]
    pub(super) fn adjacent(&self, cell: Cell) -> u32 {
        self.plans[cell.floor()].adjacent(cell.square())
    }

    /// The cells beside a cell behind a wall, as squares of its floor.
    #[inline]
    pub(super) fn walled(&self, cell: Cell) -> u32 {
        self.plans[cell.floor()].walled(cell.square())
    }

    #[inline]
    pub(super) fn is_set(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub(super) fn set_flag(&mut self, flag: u8, value: bool) {
        self.flags = self.flags & !flag | if value { flag } else { 0 };
    }

    /// The current player, also during the bouncers' turns after his own (gear.current).
    #[inline]
    pub(super) fn current(&self) -> usize {
        self.turn.player as usize
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.character_count as usize
    }

    /// All players, in turn order.
    #[inline]
    pub(super) fn everybody(&self) -> std::ops::Range<usize> {
        0..self.count()
    }

    /// Whether a player is in the casino.
    #[inline]
    pub(super) fn is_inside(&self, player: usize) -> bool {
        self.players[player].status == Status::Inside
    }

    /// The cell of a player in the casino.
    #[inline]
    pub(super) fn cell_of(&self, player: usize) -> Option<Cell> {
        let at = self.players[player].at;
        (at != NONE).then(|| Cell::from_code(at))
    }

    /// Whether a player is on a cell.
    #[inline]
    pub(super) fn is_on(&self, player: usize, cell: Cell) -> bool {
        self.players[player].at == cell.code()
    }

    /// The players on a cell.
    #[inline]
    pub(super) fn players_on(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        // Players who do not take part are on no cell either, and a fixed count is faster.
        (0..CHARACTERS).filter(move |&player| self.is_on(player, cell))
    }

    /// Whether anybody is on a cell.
    #[inline]
    pub(super) fn is_occupied(&self, cell: Cell) -> bool {
        self.players.iter().any(|player| player.at == cell.code())
    }

    #[inline]
    pub(super) fn is_revealed(&self, cell: Cell) -> bool {
        self.floors[cell.floor()].revealed & cell.bit() != 0
    }

    /// The face of a face-up tile.
    #[inline]
    pub(super) fn face(&self, cell: Cell) -> Option<Face> {
        self.is_revealed(cell)
            .then(|| Face(self.tiles[Place::of(cell).index()]))
    }

    /// The kind of a face-up tile, out of order or not.
    #[inline]
    pub(super) fn kind(&self, cell: Cell) -> Option<Kind> {
        self.face(cell).map(Face::kind)
    }

    /// tile.out_of_order, H25, tile.facedown: the kind of a tile whose effects work.
    #[inline]
    pub(super) fn active_kind(&self, cell: Cell) -> Option<Kind> {
        if self.out_of_order == cell.code() {
            return None;
        }
        self.kind(cell)
    }

    /// Whether a tile is face up and of a kind.
    #[inline]
    pub(super) fn is_kind(&self, cell: Cell, kind: Kind) -> bool {
        self.kind(cell) == Some(kind)
    }

    /// The face-up tile of a kind of which there is one.
    pub(super) fn find(&self, face: Face) -> Option<Cell> {
        let place = self.tiles.iter().position(|&tile| tile == face.0)?;
        Some(Place::from_index(place).cell()).filter(|&cell| self.is_revealed(cell))
    }

    /// The chip on a cell, face up.
    #[inline]
    pub(super) fn open_chip(&self, cell: Cell) -> Option<Chip> {
        let byte = self.chips[Place::of(cell).index()];
        (byte < HOLE && byte & chip::FACE_UP != 0).then(|| Chip::ALL[(byte & chip::KIND) as usize])
    }

    /// Whether a chip lies on a cell face down.
    #[inline]
    pub(super) fn has_closed_chip(&self, cell: Cell) -> bool {
        let byte = self.chips[Place::of(cell).index()];
        byte != NONE && (byte == HOLE || byte & chip::FACE_UP == 0)
    }

    #[inline]
    pub(super) fn has_chip(&self, cell: Cell) -> bool {
        self.chips[Place::of(cell).index()] != NONE
    }

    #[inline]
    pub(super) fn discard_chip(&mut self, cell: Cell) {
        self.chips[Place::of(cell).index()] = NONE;
    }

    /// The cubes on a tile.
    #[inline]
    pub(super) fn cubes(&self, cell: Cell) -> u8 {
        (self.floors[cell.floor()].cubes >> (4 * Place::of(cell).on_floor()) & 15) as u8
    }

    #[inline]
    pub(super) fn set_cubes(&mut self, cell: Cell, count: u8) {
        let shift = 4 * Place::of(cell).on_floor();
        let cubes = &mut self.floors[cell.floor()].cubes;
        *cubes = *cubes & !(15 << shift) | u64::from(count) << shift;
    }

    /// Whether the bouncer of its floor is on a cell.
    #[inline]
    pub(super) fn bouncer_on(&self, cell: Cell) -> bool {
        self.floors[cell.floor()].bouncer.at == cell.square() as u8
    }

    /// The cell of a floor's bouncer.
    #[inline]
    pub(super) fn bouncer_cell(&self, floor: usize) -> Cell {
        Cell::new(floor, self.floors[floor].bouncer.at as usize)
    }

    /// The cell of a floor's marker.
    #[inline]
    pub(super) fn marker_cell(&self, floor: usize) -> Option<Cell> {
        let marker = self.floors[floor].bouncer.marker;
        (marker != NONE).then(|| Cell::new(floor, marker as usize))
    }

    /// Whether a floor's bouncer hunts; hunt.refill: whatever cards come to his deck meanwhile.
    #[inline]
    pub(super) fn is_hunting(&self, floor: usize) -> bool {
        self.floors[floor].bouncer.marker == NONE
    }

    /// The finale that runs.
    #[inline]
    pub(super) fn running(&self) -> Option<Finale> {
        if !self.is_set(flag::FINALE_RUNS) {
            return None;
        }
        Finale::ALL.get(self.finale as usize).copied()
    }

    #[inline]
    pub(super) fn runs(&self, finale: Finale) -> bool {
        self.is_set(flag::FINALE_RUNS) && self.finale == finale as u8
    }

    /// Whether a cell has an entrance token.
    #[inline]
    pub(super) fn is_entrance(&self, cell: Cell) -> bool {
        self.entrances.contains(&cell.code())
    }

    /// Uses made of a card's front.
    #[inline]
    pub(super) fn uses_of(&self, card: Gear) -> u8 {
        self.uses[card.index() / 4] >> (2 * (card.index() % 4)) & 3
    }

    #[inline]
    pub(super) fn set_uses(&mut self, card: Gear, count: u8) {
        let shift = 2 * (card.index() % 4);
        let uses = &mut self.uses[card.index() / 4];
        *uses = *uses & !(3 << shift) | count << shift;
    }

    /// A card leaves the game.
    pub(super) fn remove_card(&mut self, card: Gear) {
        for player in &mut self.players {
            player.gear &= !card.bit();
        }
        self.prepped &= !card.bit();
        self.backs &= !card.bit();
        self.pile &= !card.bit();
        self.set_uses(card, 0);
    }

    /// Safe dice in the supply.
    pub(super) fn supply_dice(&self) -> u8 {
        // finale.laundry_day.setup.1: each player has one, from the set-up on.
        let is_laundry_day = self.runs(Finale::LaundryDay);
        let taken = self
            .players
            .iter()
            .filter(|player| is_laundry_day && player.count > 0)
            .count() as u8;
        SAFE_DICE - self.office_dice - self.safe_dice - self.loose_count() - taken
    }

    /// Safe dice on tiles.
    pub(super) fn loose_count(&self) -> u8 {
        self.loose_dice.iter().filter(|&&at| at != NONE).count() as u8
    }

    pub(super) fn put_loose_die(&mut self, cell: Cell) {
        if let Some(place) = self.loose_dice.iter_mut().find(|at| **at == NONE) {
            *place = cell.code();
            self.loose_dice.sort_unstable();
        }
    }

    /// Whether this character plays with its ability (section 3.3, H39). char.none: in the base game none does.
    #[inline]
    pub(super) fn has_ability(&self, player: usize, character: Character) -> bool {
        self.is_set(flag::ABILITIES) && self.players[player].character == character
    }

    #[inline]
    pub(super) fn has_done(&self, what: u8) -> bool {
        self.turn.done & what != 0
    }

    /// dd.task: a task is completed; its owner is asked as soon as what is being done is over (dd.when).
    #[inline]
    pub(super) fn complete(&mut self, task: Task) {
        if self.is_set(flag::DEAD_DROPS)
            && self.tasks_done & task.bit() == 0
            && self.players.iter().any(|player| player.task_card == task.card())
        {
            self.tasks_done |= task.bit();
            self.tasks_due |= task.bit();
        }
    }

    pub(super) fn event_deck(&self, deck: usize) -> Deck<'_> {
        let EventDeck {
            unseen, order, length, ..
        } = &self.events[deck];
        Deck {
            unseen: u32::from(*unseen),
            order: &order[..*length as usize],
            is_known: true,
        }
    }

    /// Changes an event deck.
    pub(super) fn change_events(&mut self, deck: usize, change: impl FnOnce(&mut DeckMut<'_>)) {
        let EventDeck {
            unseen, order, length, ..
        } = &mut self.events[deck];
        let mut cards = u32::from(*unseen);
        change(&mut DeckMut {
            unseen: &mut cards,
            order,
            length,
            is_known: true,
        });
        *unseen = cards as u8;
    }

    /// The event that lies in front of a player or is being carried out is in neither deck.
    pub(super) fn discard_event(&mut self, event: Event) {
        let (deck, place) = event.place();
        self.events[deck].discards |= 1 << place;
    }

    /// The seat that plays a character: they are dealt round.
    #[inline]
    pub(super) fn seat_playing(&self, character: usize) -> Seat {
        let character = character as u8;
        // Most often everybody plays one character: a division would take time.
        Seat(if character < self.seat_count {
            character
        } else {
            character % self.seat_count
        })
    }

    /// Puts a frame on the stack: it runs before everything already there.
    #[inline]
    pub(super) fn push(&mut self, frame: Frame) {
        self.stack.push(frame);
    }

    /// The cells of a mask.
    #[inline]
    pub(super) fn cells_of(floor: usize, mask: u32) -> impl Iterator<Item = Cell> {
        squares(mask).map(move |square| Cell::new(floor, square))
    }
}
