//! The state: plain data, no heap, everything the rules need and nothing they can derive.

use super::components::{Character, Face, Kind, Loot, Room, Tool};
use super::decks::Decks;
use super::frame::{Frame, Stack};
use crate::board::{Cell, FLOORS, FloorPlan, SQUARES, squares};
use crate::game::Seat;

/// The most players.
pub const SEATS: usize = 4;
/// The byte for "no square", "no cell" and "no seat".
pub(super) const NONE: u8 = u8::MAX;
/// The byte of a face-down tile whose face the state does not know.
pub(super) const HOLE: u8 = u8::MAX;
/// The most dice on a Safe (section 2, caps).
pub const SAFE_DICE: u8 = 6;
/// The most hack tokens in a Computer Room (section 2, caps).
pub const ROOM_TOKENS: u8 = 6;

/// A game of Burgle Bros: the whole state of one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BurgleBros {
    /// The floors' plans; floors past the top have that of the scenario's own top floor, which nothing refers to.
    pub(super) plans: [FloorPlan; FLOORS],
    /// Numbered faces that lie nowhere the state knows, as bits: the stock that holes are filled from. A revealed one
    /// is never among them, on which [`BurgleBros::may_be_revealed`] relies.
    pub(super) stock: u64,
    /// Tiles with a Cracked token, by face.
    pub(super) cracked: u64,
    /// Tiles hit by the Crowbar, by face.
    pub(super) disabled: u64,
    /// Tiles with a mark of their own kind, by face: the Open token of a Keypad, the taken Tool of a Laboratory, the
    /// "Moved into" mark of a Motion tile (M-MOVE-10c; this turn only).
    pub(super) marked: u64,
    /// Revealed Secret Doors, Service Ducts and Deadbolts, by place ([`BurgleBros::place`]): every list of Moves asks
    /// which are around a player.
    pub(super) passages: u64,
    pub(super) floors: [Floor; FLOORS],
    pub(super) players: [Player; SEATS],
    /// Revealed Safes in the order of their cells; unused places last.
    pub(super) safes: [SafeState; 3],
    /// Tiles with Stealth tokens (Lavatory, Smoke Bomb) in the order of their cells; unused places last.
    pub(super) tile_stealth: [(u8, u8); TOKEN_TILES],
    /// Faces by place ([`BurgleBros::place`]); a hole where the state does not know.
    pub(super) tiles: [u8; TILE_PLACES],
    pub(super) decks: Decks,
    pub(super) turn: Turn,
    pub(super) mover: MoveContext,
    pub(super) stack: Stack,
    /// Hack tokens in the Computer Rooms, by room.
    pub(super) room_tokens: [u8; 3],
    /// The crow's cell, or none.
    pub(super) crow: u8,
    /// The loose kitty's cell, or none while its card is an ordinary Loot.
    pub(super) kitty: u8,
    /// The entrance's cell, or none before it is chosen.
    pub(super) entrance: u8,
    /// Owners of the round effects and of the pending cards, or none.
    pub(super) emp: u8,
    pub(super) gymnastics: u8,
    pub(super) time_lock: u8,
    pub(super) video_loop: u8,
    pub(super) heads_up: u8,
    pub(super) jump_the_gun: u8,
    /// The floor whose Guard has the Donuts, or none.
    pub(super) donuts: u8,
    /// The Safes and the Stairs of which the state knows where they lie, face down or not.
    pub(super) safes_known: FloorCounts,
    pub(super) stairs_known: FloorCounts,
    pub(super) seat_count: u8,
    pub(super) scenario: super::scenario::Scenario,
    /// What holds or does not, bits of [`flag`].
    pub(super) flags: u8,
    pub(super) ending: Ending,
    pub(super) tally: Tally,
}

/// Some of the seats, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats(pub u8);

impl Seats {
    /// Those for which something holds.
    #[inline]
    pub fn where_true(holds: impl Fn(Seat) -> bool) -> Seats {
        Seats(Seat::all(SEATS).fold(0, |seats, seat| seats | u8::from(holds(seat)) << seat.0))
    }

    #[inline]
    pub fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))?;
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

/// How many tiles can carry Stealth tokens at once: the Lavatory and six others (ruling R6: a Smoke Bomb is not offered
/// where a seventh would be needed, which takes six cycles of the Tool deck in one game).
pub(super) const TOKEN_TILES: usize = 7;

/// Places for tiles: three floors of 4x4 (squares 0 to 18) or two of 5x5 (squares 0 to 24).
pub(super) const TILE_PLACES: usize = 63;
/// The first place of each floor.
const FIRST_PLACES: [usize; FLOORS] = [0, SQUARES, TILE_PLACES - 19];

/// One floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Floor {
    pub revealed: u32,
    pub alarms: u32,
    /// Squares linked with the same square above, or with the roof, by a Thermal Bomb.
    pub links: u32,
    /// Squares whose face the state does not know.
    pub holes: u8,
    pub guard: Guard,
}

/// A Guard, his die and his speed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Guard {
    /// His square, or none while he is not in play.
    pub at: u8,
    /// The die's square, or none, or [`AWAY`].
    pub die: u8,
    pub speed: u8,
}

/// The byte of a die whose Guard was removed by Lost Visual and has not come back (G-LOST-1).
pub(super) const AWAY: u8 = 0xfe;

/// Bits of [`BurgleBros::flags`]. Keys hold them as they stand here.
pub(super) mod flag {
    /// The tile of the Move in progress was turned over by this very Move.
    pub const MOVE_REVEALED: u8 = 1;
    /// Something but the action count changed since the Move in progress began: no pure Move (N-LOOP-2). Set while
    /// there is no Move.
    pub const IMPURE_MOVE: u8 = 2;
    /// N-LOOP-1: the back-and-forth rule is in force.
    pub const LOOP_RULE: u8 = 4;
    /// C-JUICER-A: the advanced Juicer holds an alarm token.
    pub const JUICER_TOKEN: u8 = 8;
    /// C-HACKER-A: the laptop carries its token.
    pub const LAPTOP: u8 = 16;
    /// S-PATROL-5: the patrol decks hold a Lost Visual card each.
    pub const LOST_VISUAL: u8 = 32;
}

/// How many of something each floor has, at most three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct FloorCounts(u8);

impl FloorCounts {
    #[inline]
    pub fn on(self, floor: usize) -> u8 {
        self.0 >> (2 * floor) & 3
    }

    #[inline]
    pub fn add(&mut self, floor: usize) {
        debug_assert!(self.on(floor) < 3);
        self.0 += 1 << (2 * floor);
    }

    #[inline]
    pub fn remove(&mut self, floor: usize) {
        debug_assert!(self.on(floor) > 0);
        self.0 -= 1 << (2 * floor);
    }

    /// On all floors together.
    #[inline]
    pub fn total(self) -> u8 {
        self.on(0) + self.on(1) + self.on(2)
    }
}

/// Where a player is in the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Status {
    /// His first turn has not begun (N-NEXT-2).
    Outside,
    /// On the board.
    Inside,
    /// Left through the roof.
    Escaped,
}

/// One player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Player {
    pub tools: u16,
    pub loot: u16,
    /// His cell, or none while he is not on the board.
    pub at: u8,
    pub stealth: u8,
    pub character: Character,
    pub status: Status,
}

/// A revealed Safe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct SafeState {
    /// Tools and Loot lying on the tile after a Drill or a Gold Bar.
    pub tools: u16,
    pub loot: u16,
    /// The cell, or none.
    pub at: u8,
    /// The dice on it, and [`SafeState::OPEN`] if it is open.
    lock: u8,
}

impl SafeState {
    const OPEN: u8 = 1 << 7;
    pub const ABSENT: SafeState = SafeState::just_revealed(NONE);

    /// A Safe on a cell with nothing on it, shut.
    pub const fn just_revealed(at: u8) -> SafeState {
        SafeState {
            tools: 0,
            loot: 0,
            at,
            lock: 0,
        }
    }

    pub fn dice(&self) -> u8 {
        self.lock & !SafeState::OPEN
    }

    pub fn is_open(&self) -> bool {
        self.lock & SafeState::OPEN != 0
    }

    pub fn add_die(&mut self) {
        self.lock += 1;
    }

    pub fn open(&mut self) {
        self.lock |= SafeState::OPEN;
    }

    /// Sets the dice on it and whether it is open.
    pub fn set_lock(&mut self, dice: u8, is_open: bool) {
        self.lock = dice | if is_open { SafeState::OPEN } else { 0 };
    }
}

/// How many cells the back-and-forth chain holds. Its cells are distinct, each step costs an action or is one of three
/// Flexibility Moves, and no turn has more than eight actions without using one Tool twice.
pub(super) const CHAIN: usize = 12;

/// The per-turn record (N-START-0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Turn {
    /// M-FREE-2: cards a seat gave away since the last costed action or Tool use: they may not return to it.
    pub gave_tools: [u16; SEATS],
    pub gave_loot: [u16; SEATS],
    /// H65: cards a seat would not have given or taken this turn.
    pub refused_tools: [u16; SEATS],
    pub refused_loot: [u16; SEATS],
    /// H51: steps a seat refused this turn, as bits of [`super::rules::characters::step_bit`].
    pub refused_orders: [u8; SEATS],
    pub number: u16,
    /// Things done and abilities used, bits of [`done`].
    pub done: u16,
    pub seat: u8,
    /// Action points left.
    pub actions: u8,
    /// Points counted for the Event check apart from the chain's (N-EVENT-1, N-LOOP-4).
    pub counted: u8,
    /// N-LOOP-3: cells in order, the unused places last, and the points of the Move into each.
    pub chain: [u8; CHAIN],
    pub chain_points: [u8; CHAIN],
    /// Failed attempts on the Keypads this turn, by number 4, 5, 6 (M-MOVE-5b).
    pub attempts: [u8; 3],
    /// The cell entered with Flexibility and not left since, or none.
    pub flexed_to: u8,
    /// M-FREE-2: floors on which Flexibility was used since the last costed action.
    pub flexed_floors: u8,
    /// Espresso and Daydreaming for a floor's Guard: the floor, or none.
    pub espresso: u8,
    pub daydreaming: u8,
}

/// Bits of [`Turn::done`].
pub(super) mod done {
    /// Something was done in this action phase (C-ROOK-A).
    pub const ANYTHING: u16 = 1;
    /// C-HAWK-B, C-HAWK-A, C-JUICER-A, C-ROOK-B, C-ROOK-A, C-SPOTTER-B, C-SPOTTER-A: once per turn.
    pub const ABILITY: u16 = 2;
    /// M-FREE-2 (ruling R1): the crow was placed since the last costed action.
    pub const CROW: u16 = 4;
    /// U-INVISIBLE-SUIT is worn.
    pub const SUIT: u16 = 8;
    /// E-SHIFT-CHANGE was drawn.
    pub const SHIFT_CHANGE: u16 = 16;
}

/// The Move being made: there is never more than one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct MoveContext {
    pub seat: u8,
    pub from: u8,
    pub to: u8,
    pub cause: Cause,
    /// The points paid so far.
    pub paid: u8,
}

impl MoveContext {
    pub const IDLE: MoveContext = MoveContext {
        seat: NONE,
        from: NONE,
        to: NONE,
        cause: Cause::Action,
        paid: 0,
    };
}

/// Why a player Moves (M-PAY-1 to M-PAY-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Cause {
    /// M-PAY-1: the Move action.
    Action,
    /// M-PAY-2: Climb Window.
    Climb,
    /// M-PAY-3: Go with Your Gut.
    Gut,
    /// M-PAY-4: Orders.
    Orders,
    /// M-PAY-5: Flexibility.
    Flexibility,
}

/// Whether and how the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Ending {
    /// It is not.
    Playing,
    /// Z-END-2: everybody escaped.
    Escaped,
    /// Z-END-1: a Stealth token was due that nobody had, on floor 1.
    CaughtFloor1,
    /// The same on floor 2.
    CaughtFloor2,
    /// The same on floor 3.
    CaughtFloor3,
    /// Z-END-5: 400 turns.
    Horizon,
}

/// What is counted for statistics (Z-END-4). It influences nothing, so keys leave it out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Tally {
    pub events: u16,
    pub alarms: u16,
    pub stealth_lost: u16,
}

/// Cells of the whole building, a mask a floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cells(pub [u32; FLOORS]);

impl Cells {
    /// Squares of one floor.
    #[inline]
    pub fn on_floor(floor: usize, squares: u32) -> Cells {
        let mut cells = Cells::default();
        cells.0[floor] = squares;
        cells
    }

    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.floor()] &= !cell.bit();
    }

    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.floor()] |= cell.bit();
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, cells| any | cells) == 0
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        (0..FLOORS).flat_map(move |floor| squares(self.0[floor]).map(move |square| Cell::new(floor, square)))
    }

    /// The cells for which `keep` holds.
    #[inline(always)]
    pub fn filter(self, keep: impl Fn(Cell) -> bool) -> Cells {
        let mut kept = self;
        self.each(|cell| {
            if !keep(cell) {
                kept.0[cell.floor()] &= !cell.bit();
            }
        });
        kept
    }

    /// Puts a cell in if it is wanted, without a branch that would often be guessed wrong.
    #[inline]
    pub fn insert_if(&mut self, cell: Cell, is_wanted: bool) {
        self.0[cell.floor()] |= u32::from(is_wanted) << cell.square();
    }

    /// Those that are among others, too.
    #[inline]
    pub fn and(self, others: Cells) -> Cells {
        Cells(std::array::from_fn(|floor| self.0[floor] & others.0[floor]))
    }

    /// Calls `visit` for every cell, floor by floor. A plain loop: the hot path has no time for [`iter`](Cells::iter).
    #[inline(always)]
    pub fn each(self, mut visit: impl FnMut(Cell)) {
        for floor in 0..FLOORS {
            let mut mask = self.0[floor];
            while mask != 0 {
                visit(Cell::new(floor, mask.trailing_zeros() as usize));
                mask &= mask - 1;
            }
        }
    }
}

impl BurgleBros {
    #[inline]
    pub(super) fn plan(&self, floor: usize) -> FloorPlan {
        self.plans[floor]
    }

    /// The place of a cell's tile.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> usize {
        FIRST_PLACES[cell.floor()] + cell.square()
    }

    #[inline]
    pub(super) fn floor_count(&self) -> usize {
        self.scenario.floor_count()
    }

    #[inline]
    pub(super) fn top_floor(&self) -> usize {
        self.floor_count() - 1
    }

    #[inline]
    pub(super) fn is_set(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub(super) fn set_flag(&mut self, flag: u8, value: bool) {
        self.flags = self.flags & !flag | if value { flag } else { 0 };
    }

    /// N-LOOP-2: something but the action count changed, so that a Move in progress is no pure one.
    #[inline]
    pub(super) fn taint_move(&mut self) {
        self.flags |= flag::IMPURE_MOVE;
    }

    #[inline]
    pub(super) fn active(&self) -> Seat {
        Seat(self.turn.seat)
    }

    #[inline]
    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    #[inline]
    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The cell of a player on the board.
    #[inline]
    pub(super) fn place_of(&self, seat: Seat) -> Cell {
        debug_assert_eq!(self.player(seat).status, Status::Inside);
        Cell::from_code(self.player(seat).at)
    }

    #[inline]
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seat_count as usize)
    }

    /// The players on the board.
    /// H42, N-NEXT-2: a player whose first turn has not begun is not, and cannot be met, moved or chosen.
    #[inline]
    pub(super) fn inside(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|&seat| self.player(seat).status == Status::Inside)
    }

    /// The players on a tile.
    #[inline]
    pub(super) fn players_on(&self, cell: Cell) -> Seats {
        // Players who do not take part are on no cell either, and a fixed count is faster.
        Seats::where_true(|seat| self.player(seat).at == cell.code())
    }

    /// The players on a tile other than `seat`.
    #[inline]
    pub(super) fn company_on(&self, cell: Cell, seat: Seat) -> Seats {
        self.players_on(cell).without(seat)
    }

    #[inline]
    pub(super) fn is_revealed(&self, cell: Cell) -> bool {
        self.floors[cell.floor()].revealed & cell.bit() != 0
    }

    /// False only while all of these faces are in the stock, where no revealed one is: spares looking for them. True
    /// does not say that one is revealed; it is the answer in filled worlds, and for faces of which a scenario has only
    /// some.
    #[inline]
    pub(super) fn may_be_revealed(&self, faces: u64) -> bool {
        self.stock & faces != faces
    }

    /// The face of a revealed tile.
    #[inline]
    pub(super) fn face(&self, cell: Cell) -> Option<Face> {
        self.is_revealed(cell).then(|| Face(self.tiles[self.place(cell)]))
    }

    /// The kind of a revealed tile.
    #[inline]
    pub(super) fn kind(&self, cell: Cell) -> Option<Kind> {
        self.face(cell).map(Face::kind)
    }

    /// The face of a revealed tile as a bit; 0 of one that is not. Found without a branch: whether a tile is of a kind
    /// is asked all the time, and hard to guess.
    #[inline]
    pub(super) fn face_bit(&self, cell: Cell) -> u64 {
        // A hole, whose byte is no face, is not revealed.
        let is_revealed = self.floors[cell.floor()].revealed >> cell.square() & 1;
        u64::from(is_revealed) << (self.tiles[self.place(cell)] % 64)
    }

    /// Whether a tile is revealed and of a kind.
    #[inline]
    pub(super) fn is_kind(&self, cell: Cell, kind: Kind) -> bool {
        self.face_bit(cell) & Face::of_kind(kind) != 0
    }

    /// Whether a revealed tile is of a kind and not disabled by the Crowbar.
    #[inline]
    pub(super) fn is_enabled(&self, cell: Cell, kind: Kind) -> bool {
        self.face_bit(cell) & Face::of_kind(kind) & !self.disabled != 0
    }

    /// The revealed Secret Doors, Service Ducts and Deadbolts of a floor.
    #[inline]
    pub(super) fn passages_on(&self, floor: usize) -> u32 {
        // Past the floor's own places lie those of the next.
        (self.passages >> FIRST_PLACES[floor]) as u32 & self.floors[floor].revealed
    }

    /// The same of the whole building.
    #[inline]
    pub(super) fn passages(&self) -> Cells {
        Cells(std::array::from_fn(|floor| self.passages_on(floor)))
    }

    /// The revealed tiles of a kind.
    pub(super) fn revealed_of(&self, kind: Kind) -> Cells {
        let mut found = Cells::default();
        for floor in 0..self.floor_count() {
            for square in squares(self.floors[floor].revealed) {
                let cell = Cell::new(floor, square);
                if self.is_kind(cell, kind) {
                    found.insert(cell);
                }
            }
        }
        found
    }

    /// whether the Guard of the cell's floor is on it; no other Guard can be.
    #[inline]
    pub(super) fn guard_on(&self, cell: Cell) -> bool {
        self.floors[cell.floor()].guard.at == cell.square() as u8
    }

    /// The square of a floor's Guard, as a bit; none while he is not in play.
    #[inline]
    pub(super) fn guard_squares(&self, floor: usize) -> u32 {
        1u32.checked_shl(self.floors[floor].guard.at.into()).unwrap_or(0)
    }

    /// Whether a floor has a Guard on it.
    /// G-LOST-7: one who is away is on no tile and follows no alarm.
    #[inline]
    pub(super) fn guard_in_play(&self, floor: usize) -> bool {
        self.floors[floor].guard.at != NONE
    }

    /// Whether the Guard of a floor was never set up (G-SETUP-1).
    #[inline]
    pub(super) fn is_unguarded(&self, floor: usize) -> bool {
        let guard = self.floors[floor].guard;
        guard.at == NONE && guard.die == NONE
    }

    /// Whether the Guard of a floor was removed by Lost Visual and has not come back (6.8).
    #[inline]
    pub(super) fn guard_is_away(&self, floor: usize) -> bool {
        self.floors[floor].guard.die == AWAY
    }

    #[inline]
    pub(super) fn alarm_on(&self, cell: Cell) -> bool {
        self.floors[cell.floor()].alarms & cell.bit() != 0
    }

    #[inline]
    pub(super) fn is_character(&self, seat: Seat, character: Character) -> bool {
        self.player(seat).character == character
    }

    /// Whether a player holds a Loot. The card of the loose kitty is held by nobody (L-KITTY).
    #[inline]
    pub(super) fn holds(&self, seat: Seat, loot: Loot) -> bool {
        self.held_loot(seat) & loot.bit() != 0
    }

    /// The Loot a player holds, the loose kitty's card left out.
    #[inline]
    pub(super) fn held_loot(&self, seat: Seat) -> u16 {
        let mut loot = self.player(seat).loot;
        if self.kitty != NONE {
            loot &= !Loot::PersianKitty.bit();
        }
        loot
    }

    #[inline]
    pub(super) fn has_tool(&self, seat: Seat, tool: Tool) -> bool {
        self.player(seat).tools & tool.bit() != 0
    }

    #[inline]
    pub(super) fn has_done(&self, what: u16) -> bool {
        self.turn.done & what != 0
    }

    /// The revealed Safe on a cell.
    #[inline]
    pub(super) fn safe_at(&self, cell: Cell) -> Option<&SafeState> {
        self.safes.iter().find(|safe| safe.at == cell.code())
    }

    #[inline]
    pub(super) fn safe_at_mut(&mut self, cell: Cell) -> Option<&mut SafeState> {
        self.safes.iter_mut().find(|safe| safe.at == cell.code())
    }

    #[inline]
    pub(super) fn room_tokens(&self, room: Room) -> u8 {
        self.room_tokens[room.index()]
    }

    /// Stealth tokens lying on a tile.
    pub(super) fn tokens_on(&self, cell: Cell) -> u8 {
        self.tile_stealth
            .iter()
            .find(|(at, _)| *at == cell.code())
            .map_or(0, |&(_, count)| count)
    }

    /// Ruling R6: whether tokens can be put on a tile, with a place kept for the Lavatory.
    pub(super) fn has_room_for_tokens(&self, cell: Cell) -> bool {
        let others = self
            .tile_stealth
            .iter()
            .filter(|&&(at, _)| at != NONE && at != cell.code() && !self.is_kind(Cell::from_code(at), Kind::Lavatory));
        others.count() < TOKEN_TILES - 1
    }

    /// Changes the Stealth tokens lying on a tile to `count`. H1: there are always enough.
    pub(super) fn set_tokens_on(&mut self, cell: Cell, count: u8) {
        let place = self.tile_stealth.partition_point(|&(at, _)| at < cell.code());
        debug_assert!(place < TOKEN_TILES, "an eighth tile with tokens");
        let Some(entry) = self.tile_stealth.get(place) else {
            return;
        };
        let present = entry.0 == cell.code();
        match (present, count) {
            (true, 0) => {
                self.tile_stealth[place..].rotate_left(1);
                self.tile_stealth[TOKEN_TILES - 1] = (NONE, 0);
            }
            (false, 0) => {}
            (false, _) => {
                self.tile_stealth[place..].rotate_right(1);
                self.tile_stealth[place] = (cell.code(), count);
            }
            (true, _) => self.tile_stealth[place].1 = count,
        }
    }

    /// Puts a frame on the stack: it runs before everything already there.
    #[inline]
    pub(super) fn push(&mut self, frame: Frame) {
        self.stack.push(frame);
    }
}
