//! What the seat is after: its share of the team's work, and how far everything is from it.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{BurgleBros, Kind};
use heist_engine::game::Seat;

use super::Weights;

/// The distance of cells from which no goal can be reached.
const FAR: u8 = 30;

/// A seat's goals, and for every cell the steps to the nearest.
pub(super) struct Plan<'a> {
    weights: &'a Weights,
    distance: [[u8; 25]; 3],
    /// Unrevealed squares in line with a shut Safe, a mask a floor.
    lines: [u32; 3],
    /// Floors whose Safe is still hidden, as bits.
    safe_hidden: u8,
    /// Floors whose Stairs are still hidden, as bits.
    stairs_hidden: u8,
    /// The floor the seat works on.
    floor: usize,
    urgent: bool,
}

/// What is left to do on one floor.
struct Work {
    /// The shut Safe, if it has been found.
    safe: Option<Cell>,
    /// Unrevealed squares in line with it.
    hidden: u32,
    done: bool,
}

impl<'a> Plan<'a> {
    pub fn new(weights: &'a Weights, state: &BurgleBros, seat: Seat, at: Cell) -> Plan<'a> {
        let mut plan = Plan {
            weights,
            distance: [[FAR; 25]; 3],
            lines: [0; 3],
            safe_hidden: 0,
            stairs_hidden: 0,
            floor: at.floor(),
            urgent: false,
        };
        let floors = state.floors();
        let mut work: [Work; 3] = std::array::from_fn(|_| Work {
            safe: None,
            hidden: 0,
            done: false,
        });
        for safe in state.safes() {
            let floor = safe.at.floor();
            if safe.open {
                work[floor].done = true;
                continue;
            }
            let line = safe.at.lines() & state.floor_plan(floor).cells;
            let hidden = line & !state.revealed(floor);
            plan.lines[floor] = hidden;
            work[floor] = Work {
                safe: Some(safe.at),
                hidden,
                done: false,
            };
        }
        let mut stairs = [0u32; 3];
        for floor in 0..floors {
            if work[floor].safe.is_none() && !work[floor].done {
                plan.safe_hidden |= 1 << floor;
            }
            stairs[floor] = squares(state.revealed(floor))
                .filter(|&square| {
                    state
                        .face_at(Cell::new(floor, square))
                        .is_some_and(|face| face.kind() == Kind::Stairs)
                })
                .fold(state.links(floor), |mask, square| mask | 1 << square);
            if stairs[floor] == 0 {
                plan.stairs_hidden |= 1 << floor;
            }
        }
        let goals = plan.goals(state, seat, at, &work, &stairs);
        plan.flood(state, goals, &stairs);
        plan
    }

    /// The goals of the seat, a mask a floor.
    fn goals(&mut self, state: &BurgleBros, seat: Seat, at: Cell, work: &[Work; 3], stairs: &[u32; 3]) -> [u32; 3] {
        let floors = state.floors();
        let top = floors - 1;
        let mut goals = [0; 3];
        if let Some(kitty) = state.kitty() {
            goals[kitty.floor()] |= kitty.bit();
        }
        for safe in state.safes().filter(|safe| safe.loot != 0) {
            goals[safe.at.floor()] |= safe.at.bit();
        }
        if goals != [0; 3] {
            return goals;
        }
        if state.is_ready_to_escape() {
            self.urgent = true;
            self.floor = top;
            goals[top] = if stairs[top] != 0 {
                stairs[top]
            } else {
                unrevealed(state, top)
            };
            return if self.is_open(at.floor(), top) {
                goals
            } else {
                self.way_up(state, at.floor())
            };
        }
        // Every seat has a floor of its own to begin with, and goes on to the next one with work: no two seats swap plans
        // from turn to turn.
        let home = seat.index() % floors;
        let floor = (0..floors)
            .map(|step| (home + step) % floors)
            .find(|&floor| !work[floor].done)
            .unwrap_or(top);
        self.floor = floor;
        if !self.is_open(at.floor(), floor) {
            return self.way_up(state, at.floor());
        }
        let work = &work[floor];
        goals[floor] = match work.safe {
            None => unrevealed(state, floor),
            Some(safe) => {
                let company = (0..4)
                    .map(Seat)
                    .any(|other| other != seat && state.at(other).is_some_and(|at| at == safe));
                if work.hidden == 0 || (work.hidden.count_ones() <= 1 && at == safe) {
                    safe.bit()
                } else if company {
                    work.hidden
                } else {
                    work.hidden | if work.hidden.count_ones() <= 2 { safe.bit() } else { 0 }
                }
            }
        };
        if goals[floor] == 0 {
            goals[floor] = unrevealed(state, floor);
        }
        self.urgent = work.safe == Some(at) && work.hidden == 0;
        goals
    }

    /// Whether the Stairs between two floors are known (down one can always go the way one came).
    fn is_open(&self, from: usize, to: usize) -> bool {
        let (low, high) = (from.min(to), from.max(to));
        (low..high).all(|floor| self.stairs_hidden & 1 << floor == 0)
    }

    /// Looking for the way up: the hidden tiles of the highest floor that can be reached.
    fn way_up(&self, state: &BurgleBros, from: usize) -> [u32; 3] {
        let mut floor = from;
        while floor + 1 < state.floors() && self.stairs_hidden & 1 << floor == 0 {
            floor += 1;
        }
        let mut goals = [0; 3];
        goals[floor] = unrevealed(state, floor);
        if goals[floor] == 0 {
            goals[from] = state.floor_plan(from).cells;
        }
        goals
    }

    /// Breadth-first from the goals over all floors; Stairs and links join them.
    fn flood(&mut self, state: &BurgleBros, goals: [u32; 3], stairs: &[u32; 3]) {
        let floors = state.floors();
        let mut frontier = goals;
        let mut seen = goals;
        let mut steps = 0;
        while frontier != [0; 3] && steps < FAR {
            let mut next = [0u32; 3];
            for floor in 0..floors {
                let plan = state.floor_plan(floor);
                for square in squares(frontier[floor]) {
                    self.distance[floor][square] = steps;
                    next[floor] |= plan.adjacent[square];
                }
                if floor + 1 < floors {
                    next[floor + 1] |= frontier[floor] & stairs[floor];
                }
                if floor > 0 {
                    next[floor - 1] |= frontier[floor] & stairs[floor - 1];
                }
            }
            for floor in 0..floors {
                next[floor] &= !seen[floor];
                seen[floor] |= next[floor];
            }
            frontier = next;
            steps += 1;
        }
    }

    /// How many steps nearer to a goal `to` is than `from`.
    pub fn progress(&self, from: Cell, to: Cell) -> f32 {
        let distance = |cell: Cell| f32::from(self.distance[cell.floor()][cell.square()]);
        (distance(from) - distance(to)).clamp(-3.0, 3.0)
    }

    /// What turning a hidden tile up is worth.
    pub fn reveal_value(&self, cell: Cell) -> f32 {
        let floor = cell.floor();
        let bit = 1 << floor;
        let weights = self.weights;
        let mut value = weights.reveal_any;
        if self.safe_hidden & bit != 0 {
            value = value.max(weights.reveal_safe);
        }
        if self.lines[floor] & cell.bit() != 0 {
            value = value.max(weights.reveal_line);
        }
        if self.stairs_hidden & bit != 0 {
            value += weights.reveal_stairs;
        }
        if floor == self.floor {
            value
        } else {
            weights.reveal_elsewhere * value
        }
    }

    /// Whether the seat has something to do at once: work at its Safe, or the way out.
    pub fn is_urgent(&self) -> bool {
        self.urgent
    }

    /// How a Safe stands.
    pub fn lock(&self, state: &BurgleBros, safe: Cell) -> Lock {
        let floor = safe.floor();
        let line = safe.lines() & state.floor_plan(floor).cells;
        let tiles = squares(line & state.revealed(floor))
            .filter_map(|square| state.face_at(Cell::new(floor, square)))
            .filter(|&face| face.number() > 0 && !state.is_cracked(face))
            .count() as f32;
        let hidden = (line & !state.revealed(floor)).count_ones();
        let dice = state.safes().find(|view| view.at == safe).map_or(0, |view| view.dice);
        Lock { tiles, hidden, dice }
    }
}

/// How a Safe stands: revealed tiles in line not cracked yet, hidden ones, dice on it.
pub(super) struct Lock {
    pub tiles: f32,
    pub hidden: u32,
    pub dice: u8,
}

fn unrevealed(state: &BurgleBros, floor: usize) -> u32 {
    state.floor_plan(floor).cells & !state.revealed(floor)
}
