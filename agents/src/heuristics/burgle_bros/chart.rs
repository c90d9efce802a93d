//! The building as one player walks it: which way leads where, and at what price.

use std::ops::{Index, IndexMut};

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, Face, Kind, Loot, Room};
use heist_engine::game::Seat;

use super::weights::Weights;

/// A mask of squares for each floor.
pub(super) type Squares = [u32; 3];

/// One more than the highest code of a cell: five bits for the square, of which there are 25, and the floor above them.
const CODES: usize = (2 << 5) + 25;

/// One entry a cell, by its code.
#[derive(Clone, Copy)]
pub(super) struct ByCell<T>([T; CODES]);

impl<T: Copy> ByCell<T> {
    /// The same entry for every cell.
    pub fn of(entry: T) -> ByCell<T> {
        ByCell([entry; CODES])
    }
}

impl<T> Index<Cell> for ByCell<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.0[cell.code() as usize]
    }
}

impl<T> IndexMut<Cell> for ByCell<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0[cell.code() as usize]
    }
}

/// Calls `visit` with every cell of a set, floor by floor.
#[inline]
pub(super) fn each(set: Squares, mut visit: impl FnMut(Cell)) {
    for (floor, mask) in set.into_iter().enumerate() {
        squares(mask).for_each(|square| visit(Cell::new(floor, square)));
    }
}

#[inline(always)]
fn join(set: &mut Squares, more: Squares) {
    set.iter_mut().zip(more).for_each(|(mask, more)| *mask |= more);
}

/// What is known of the building, by kinds and by prices.
pub(super) struct Chart<'a> {
    pub state: &'a BurgleBros,
    /// Squares from which one can go up a floor: revealed Stairs and links.
    pub stairs: Squares,
    /// Squares still face down.
    pub hidden: Squares,
    pub foyers: Squares,
    pub atriums: Squares,
    pub thermos: Squares,
    secret_doors: Squares,
    /// Squares on which a Guard sees whoever enters (V-SIGHT-1, V-SIGHT-2, V-SIGHT-4).
    pub watched: Squares,
    /// Squares with Stealth tokens.
    pub tokens: Squares,
    /// Squares of the chain of pure Moves.
    pub chain: Squares,
    ducts: [Option<Cell>; 2],
    /// What entering costs beside the one action, in action points.
    price: ByCell<f32>,
    /// Squares that, rounded, cost more than the one action.
    dear: Squares,
    gate: ByCell<Gate>,
}

/// What stands in the way of entering a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    /// Nothing.
    Open,
    /// Nobody knows.
    Hidden,
    /// Three action points (M-MOVE-5a).
    Deadbolt,
    /// A roll (M-MOVE-5b).
    Keypad,
    /// A second action point, or an alarm (M-MOVE-10a).
    Laser,
    /// An alarm for sure.
    Alarm,
}

impl<'a> Chart<'a> {
    pub fn new(weights: &Weights, state: &'a BurgleBros, seat: Seat) -> Chart<'a> {
        let mut chart = Chart {
            state,
            stairs: [0; 3],
            hidden: [0; 3],
            foyers: [0; 3],
            atriums: [0; 3],
            thermos: [0; 3],
            secret_doors: [0; 3],
            watched: [0; 3],
            tokens: [0; 3],
            chain: [0; 3],
            ducts: [None; 2],
            price: ByCell::of(0.0),
            dear: [0; 3],
            gate: ByCell::of(Gate::Open),
        };
        let prices = Prices::new(weights, state, seat);
        let mut kinds = [[0; 3]; Kind::ALL.len()];
        (0..state.floors()).for_each(|floor| chart.add_floor(floor, &prices, &mut kinds));
        chart.foyers = kinds[Kind::Foyer as usize];
        chart.atriums = kinds[Kind::Atrium as usize];
        chart.thermos = kinds[Kind::Thermo as usize];
        chart.secret_doors = kinds[Kind::SecretDoor as usize];
        each(kinds[Kind::ServiceDuct as usize], |cell| {
            let place = usize::from(chart.ducts[0].is_some());
            chart.ducts[place] = Some(cell);
        });
        for floor in 0..state.floors() {
            chart.add_sight(floor);
        }
        for (cell, _) in state.token_tiles() {
            chart.tokens[cell.floor()] |= cell.bit();
        }
        for cell in state.chain() {
            chart.chain[cell.floor()] |= cell.bit();
        }
        chart
    }

    /// The tiles of a floor, by kind and with their prices.
    #[inline(always)]
    fn add_floor(&mut self, floor: usize, prices: &Prices, kinds: &mut [Squares; Kind::ALL.len()]) {
        let state = self.state;
        for square in squares(state.revealed(floor)) {
            let cell = Cell::new(floor, square);
            // None is disabled that leads, shows or sees anything.
            let Some(face) = state.face_at(cell).filter(|&face| !state.is_disabled(face)) else {
                continue;
            };
            kinds[face.kind() as usize][floor] |= cell.bit();
            let (gate, price) = prices.of(face);
            self.gate[cell] = gate;
            self.price[cell] = price;
            self.dear[floor] |= u32::from(price >= 0.5) << square;
        }
        let blind = prices.weights.blind_price;
        self.hidden[floor] = state.floor_plan(floor).cells() & !state.revealed(floor);
        for square in squares(self.hidden[floor]) {
            self.gate[Cell::new(floor, square)] = Gate::Hidden;
            self.price[Cell::new(floor, square)] = blind;
        }
        if blind >= 0.5 {
            self.dear[floor] |= self.hidden[floor];
        }
        self.stairs[floor] = kinds[Kind::Stairs as usize][floor] | state.links(floor);
    }

    fn add_sight(&mut self, floor: usize) {
        let Some(guard) = self.state.guard(floor) else { return };
        let bit = guard.at.bit();
        let near = self.state.floor_plan(floor).adjacent(guard.at.square());
        self.watched[floor] |= bit | near & self.foyers[floor];
        if floor > 0 {
            self.watched[floor - 1] |= bit & self.atriums[floor - 1];
        }
        if floor + 1 < self.state.floors() {
            self.watched[floor + 1] |= bit & self.atriums[floor + 1];
        }
    }

    /// What entering a cell costs beside the one action, in action points.
    pub fn price(&self, cell: Cell) -> f32 {
        self.price[cell]
    }

    /// What stands in the way of entering a cell.
    pub fn gate(&self, cell: Cell) -> Gate {
        self.gate[cell]
    }

    /// The cells that can be entered from some squares of a floor.
    #[inline(always)]
    pub fn ways(&self, floor: usize, from: u32) -> Squares {
        let plan = self.state.floor_plan(floor);
        let mut ways = self.up_and_down(floor, from);
        ways[floor] |= plan.around(from);
        for door in squares(self.secret_doors[floor]) {
            if plan.walled(door) & from != 0 {
                ways[floor] |= 1 << door;
            }
        }
        ways
    }

    /// The cells from which one of some squares of a floor can be entered: only Secret Doors are one way.
    #[inline(always)]
    fn ways_into(&self, floor: usize, entered: u32) -> Squares {
        let plan = self.state.floor_plan(floor);
        let mut ways = self.up_and_down(floor, entered);
        ways[floor] |= plan.around(entered);
        for door in squares(self.secret_doors[floor] & entered) {
            ways[floor] |= plan.walled(door);
        }
        ways
    }

    /// The cells joined with some squares of a floor by Stairs, links and Service Ducts, both ways.
    #[inline(always)]
    fn up_and_down(&self, floor: usize, of: u32) -> Squares {
        let mut ways = [0; 3];
        if floor + 1 < self.state.floors() {
            ways[floor + 1] = self.stairs[floor] & of;
        }
        if floor > 0 {
            ways[floor - 1] = self.stairs[floor - 1] & of;
        }
        if let [Some(one), Some(other)] = self.ducts {
            for (here, there) in [(one, other), (other, one)] {
                if here.floor() == floor && of & here.bit() != 0 {
                    ways[there.floor()] |= there.bit();
                }
            }
        }
        ways
    }

    /// Fills `reach[n]` with the cells that can be reached from `at` in `n` steps or fewer.
    pub fn reach<'b>(&self, at: Cell, reach: &'b mut [Squares]) -> &'b [Squares] {
        let mut reached = [0; 3];
        reached[at.floor()] = at.bit();
        for reach in &mut *reach {
            *reach = reached;
            for (floor, &from) in reach.iter().enumerate().filter(|(_, from)| **from != 0) {
                join(&mut reached, self.ways(floor, from));
            }
        }
        reach
    }

    /// The cells that can be peeked at from a cell.
    #[inline(always)]
    pub fn views(&self, cell: Cell) -> Squares {
        let floor = cell.floor();
        let bit = cell.bit();
        let atrium = self.atriums[floor] & bit;
        let mut views = [0; 3];
        views[floor] = self.state.floor_plan(floor).adjacent(cell.square()) & self.hidden[floor];
        if floor + 1 < self.state.floors() {
            views[floor + 1] = (atrium | self.stairs[floor] & bit) & self.hidden[floor + 1];
        }
        if floor > 0 {
            views[floor - 1] = (atrium | self.state.links(floor - 1) & bit) & self.hidden[floor - 1];
        }
        views
    }

    /// Action points to the nearest goal from every cell of `asked`, prices rounded; [`FAR`] where there is no way.
    pub fn distances(&self, goals: Squares, asked: Squares) -> ByCell<u8> {
        let mut distance = ByCell::of(FAR);
        let mut reached = [[0u32; 3]; FAR as usize + MOST as usize + 1];
        let mut done = [0u32; 3];
        reached[0] = goals;
        for steps in 0..FAR {
            if (0..3).all(|floor| asked[floor] & !done[floor] == 0) {
                break;
            }
            for floor in 0..self.state.floors() {
                let fresh = reached[steps as usize][floor] & !done[floor];
                if fresh == 0 {
                    continue;
                }
                done[floor] |= fresh;
                squares(fresh & asked[floor]).for_each(|square| distance[Cell::new(floor, square)] = steps);
                for square in squares(fresh & self.dear[floor]) {
                    let cost = 1 + (self.price(Cell::new(floor, square)) + 0.5) as u8;
                    let later = &mut reached[(steps + cost.min(MOST)) as usize];
                    join(later, self.ways_into(floor, 1 << square));
                }
                let cheap = fresh & !self.dear[floor];
                join(&mut reached[steps as usize + 1], self.ways_into(floor, cheap));
            }
        }
        distance
    }
}

/// The distance of cells from which no goal can be reached.
pub(super) const FAR: u8 = 30;

/// What entering a cell is counted as at most.
const MOST: u8 = 6;

/// What a player pays for entering tiles beside the Move.
struct Prices<'a> {
    weights: &'a Weights,
    state: &'a BurgleBros,
    /// By kind, for tiles whose mark makes no difference.
    kinds: [(Gate, f32); Kind::ALL.len()],
}

impl<'a> Prices<'a> {
    fn new(weights: &'a Weights, state: &'a BurgleBros, seat: Seat) -> Prices<'a> {
        let loot = state.loot(seat);
        let holds = |card: Loot| loot & card.bit() != 0;
        // The basic Hacker sets off no Fingerprint, Laser or Motion.
        let jammed = state.character(seat) == Character::HackerBasic;
        let laden = loot != 0 || state.tools(seat) != 0;
        let mut kinds = [(Gate::Open, 0.0); Kind::ALL.len()];
        let mut set = |kind: Kind, gate, price| kinds[kind as usize] = (gate, price);
        set(Kind::Deadbolt, Gate::Deadbolt, weights.deadbolt);
        set(Kind::Camera, Gate::Open, weights.camera);
        if laden {
            set(Kind::Detector, Gate::Alarm, weights.alarm);
        }
        if holds(Loot::Isotope) {
            set(Kind::Thermo, Gate::Alarm, weights.alarm);
        }
        if !jammed {
            let hacked = |room, gate, price| match state.hack_tokens(room) {
                0 => (gate, price),
                _ => (Gate::Open, weights.hacked),
            };
            let (gate, price) = hacked(Room::Fingerprint, Gate::Alarm, weights.alarm);
            set(Kind::Fingerprint, gate, price);
            let (gate, price) = hacked(Room::Motion, Gate::Open, weights.motion);
            set(Kind::Motion, gate, price);
            if !holds(Loot::Mirror) {
                let (gate, price) = hacked(Room::Laser, Gate::Laser, weights.laser);
                set(Kind::Laser, gate, price);
            }
        }
        Prices { weights, state, kinds }
    }

    fn of(&self, face: Face) -> (Gate, f32) {
        match face.kind() {
            Kind::Laboratory if !self.state.is_marked(face) => (Gate::Open, -self.weights.laboratory),
            Kind::Keypad if !self.state.is_marked(face) => (Gate::Keypad, self.weights.keypad),
            kind => self.kinds[kind as usize],
        }
    }
}
