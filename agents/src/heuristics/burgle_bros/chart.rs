//! The building as one player walks it: which way leads where, and at what price.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, Face, Kind, Loot, Room};
use heist_engine::game::Seat;

use super::Weights;

/// A mask of squares for each floor.
pub(super) type Squares = [u32; 3];

/// Calls `visit` with every cell of a set, floor by floor.
#[inline]
pub(super) fn each(set: Squares, mut visit: impl FnMut(Cell)) {
    for (floor, mask) in set.into_iter().enumerate() {
        squares(mask).for_each(|square| visit(Cell::new(floor, square)));
    }
}

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
    /// Squares of the chain of pure Moves.
    pub chain: Squares,
    ducts: [Option<Cell>; 2],
    /// What entering costs beside the one action, in action points.
    price: [[f32; 25]; 3],
    gate: [[Gate; 25]; 3],
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
            chain: [0; 3],
            ducts: [None; 2],
            price: [[0.0; 25]; 3],
            gate: [[Gate::Open; 25]; 3],
        };
        let prices = Prices::new(weights, state, seat);
        for floor in 0..state.floors() {
            chart.hidden[floor] = state.floor_plan(floor).cells & !state.revealed(floor);
            chart.stairs[floor] = state.links(floor);
            for square in squares(state.revealed(floor)) {
                let cell = Cell::new(floor, square);
                let Some(face) = state.face_at(cell) else { continue };
                let bit = cell.bit();
                match face.kind() {
                    Kind::Stairs => chart.stairs[floor] |= bit,
                    Kind::Foyer => chart.foyers[floor] |= bit,
                    Kind::Atrium => chart.atriums[floor] |= bit,
                    Kind::Thermo if !state.is_disabled(face) => chart.thermos[floor] |= bit,
                    Kind::SecretDoor => chart.secret_doors[floor] |= bit,
                    Kind::ServiceDuct => {
                        let place = usize::from(chart.ducts[0].is_some());
                        chart.ducts[place] = Some(cell);
                    }
                    _ => {}
                }
                (chart.gate[floor][square], chart.price[floor][square]) = prices.of(face);
            }
            for square in squares(chart.hidden[floor]) {
                chart.price[floor][square] = weights.blind_price;
                chart.gate[floor][square] = Gate::Hidden;
            }
        }
        for floor in 0..state.floors() {
            chart.add_sight(floor);
        }
        for cell in state.chain() {
            chart.chain[cell.floor()] |= cell.bit();
        }
        chart
    }

    fn add_sight(&mut self, floor: usize) {
        let Some(guard) = self.state.guard(floor) else { return };
        let bit = guard.at.bit();
        let near = self.state.floor_plan(floor).adjacent[guard.at.square()];
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
        self.price[cell.floor()][cell.square()]
    }

    /// What stands in the way of entering a cell.
    pub fn gate(&self, cell: Cell) -> Gate {
        self.gate[cell.floor()][cell.square()]
    }

    /// The cells that can be entered from a cell.
    pub fn ways(&self, cell: Cell) -> Squares {
        let walled = self.state.floor_plan(cell.floor()).walled[cell.square()];
        self.ways_with(cell, walled & self.secret_doors[cell.floor()])
    }

    /// The cells from which a cell can be entered: only Secret Doors are one way.
    fn ways_into(&self, cell: Cell) -> Squares {
        let is_door = self.secret_doors[cell.floor()] & cell.bit() != 0;
        let walled = self.state.floor_plan(cell.floor()).walled[cell.square()];
        self.ways_with(cell, if is_door { walled } else { 0 })
    }

    fn ways_with(&self, cell: Cell, through_walls: u32) -> Squares {
        let floor = cell.floor();
        let bit = cell.bit();
        let mut ways = [0; 3];
        ways[floor] = self.state.floor_plan(floor).adjacent[cell.square()] | through_walls;
        if floor + 1 < self.state.floors() {
            ways[floor + 1] = self.stairs[floor] & bit;
        }
        if floor > 0 {
            ways[floor - 1] = self.stairs[floor - 1] & bit;
        }
        if let [Some(one), Some(other)] = self.ducts {
            if cell == one {
                ways[other.floor()] |= other.bit();
            } else if cell == other {
                ways[one.floor()] |= one.bit();
            }
        }
        ways
    }

    /// Fills `reach[n]` with the cells that can be reached from `at` in `n` steps or fewer.
    pub fn reach<'b>(&self, at: Cell, reach: &'b mut [Squares]) -> &'b [Squares] {
        reach[0][at.floor()] = at.bit();
        for steps in 1..reach.len() {
            let mut reached = reach[steps - 1];
            each(reach[steps - 1], |cell| join(&mut reached, self.ways(cell)));
            reach[steps] = reached;
        }
        reach
    }

    /// The cells that can be peeked at from a cell.
    pub fn views(&self, cell: Cell) -> Squares {
        let floor = cell.floor();
        let bit = cell.bit();
        let atrium = self.atriums[floor] & bit;
        let mut views = [0; 3];
        views[floor] = self.state.floor_plan(floor).adjacent[cell.square()] & self.hidden[floor];
        if floor + 1 < self.state.floors() {
            views[floor + 1] = (atrium | self.stairs[floor] & bit) & self.hidden[floor + 1];
        }
        if floor > 0 {
            views[floor - 1] = (atrium | self.state.links(floor - 1) & bit) & self.hidden[floor - 1];
        }
        views
    }

    /// Action points from every cell to the nearest goal, prices rounded; [`FAR`] where there is no way, and where it is
    /// longer than from every cell of `asked`.
    pub fn distances(&self, goals: Squares, asked: Squares) -> [[u8; 25]; 3] {
        let mut distance = [[FAR; 25]; 3];
        let mut reached = [[0u32; 3]; FAR as usize + MOST as usize + 1];
        let mut done = [0u32; 3];
        reached[0] = goals;
        for steps in 0..FAR {
            if (0..3).all(|floor| asked[floor] & !done[floor] == 0) {
                break;
            }
            for floor in 0..self.state.floors() {
                let fresh = reached[steps as usize][floor] & !done[floor];
                done[floor] |= fresh;
                for square in squares(fresh) {
                    distance[floor][square] = steps;
                    let cell = Cell::new(floor, square);
                    let cost = 1 + (self.price(cell) + 0.5) as u8;
                    join(&mut reached[(steps + cost.min(MOST)) as usize], self.ways_into(cell));
                }
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
    /// The basic Hacker sets off no Fingerprint, Laser or Motion.
    jammed: bool,
    mirror: bool,
    /// Whether a Detector would notice him.
    laden: bool,
    isotope: bool,
}

impl<'a> Prices<'a> {
    fn new(weights: &'a Weights, state: &'a BurgleBros, seat: Seat) -> Prices<'a> {
        let loot = state.loot(seat);
        Prices {
            weights,
            state,
            jammed: state.character(seat) == Character::HackerBasic,
            mirror: loot & Loot::Mirror.bit() != 0,
            laden: loot != 0 || state.tools(seat) != 0,
            isotope: loot & Loot::Isotope.bit() != 0,
        }
    }

    fn of(&self, face: Face) -> (Gate, f32) {
        let (state, weights) = (self.state, self.weights);
        let kind = face.kind();
        let open = |price| (Gate::Open, price);
        match kind {
            Kind::Laboratory if !state.is_marked(face) => open(-weights.laboratory),
            Kind::Keypad if state.is_marked(face) => open(0.0),
            _ if state.is_disabled(face) => open(0.0),
            Kind::Deadbolt => (Gate::Deadbolt, weights.deadbolt),
            Kind::Keypad => (Gate::Keypad, weights.keypad),
            Kind::Laser if self.mirror || self.jammed => open(0.0),
            Kind::Laser if state.hack_tokens(Room::Laser) > 0 => open(weights.hacked),
            Kind::Laser => (Gate::Laser, weights.laser),
            Kind::Fingerprint if self.jammed => open(0.0),
            Kind::Fingerprint if state.hack_tokens(Room::Fingerprint) > 0 => open(weights.hacked),
            Kind::Fingerprint => (Gate::Alarm, weights.alarm),
            Kind::Motion if self.jammed => open(0.0),
            Kind::Motion if state.hack_tokens(Room::Motion) > 0 => open(weights.hacked),
            Kind::Motion => open(weights.motion),
            Kind::Detector if self.laden => (Gate::Alarm, weights.alarm),
            Kind::Thermo if self.isotope => (Gate::Alarm, weights.alarm),
            Kind::Camera => open(weights.camera),
            _ => open(0.0),
        }
    }
}
