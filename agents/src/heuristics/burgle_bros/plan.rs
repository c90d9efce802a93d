//! What the seat is after: its share of the team's work, and how far everything is from it.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::Loot;
use heist_engine::game::Seat;

use super::chart::{ByCell, Chart, Squares};
use super::lock::Lock;
use super::weights::Weights;

/// A seat's goals, and for every cell the way to the nearest.
pub(super) struct Plan {
    distance: ByCell<u8>,
    /// The shut Safes that have been found.
    locks: [Option<Lock>; 3],
    /// Squares still face down in line with one of them.
    lines: Squares,
    /// Floors with one of them, as bits.
    shut: u8,
    /// Floors where a Safe may still be hidden, as bits.
    safe_hidden: u8,
    /// Floors whose Stairs are still hidden, as bits.
    stairs_hidden: u8,
    /// What turning up a tile of each floor is worth, in action points: one in line with the shut Safe, and any other.
    reveal: [[f32; 2]; 3],
    /// The floor the seat works on.
    floor: usize,
    /// Whether everybody may leave.
    leaving: bool,
    /// Where one can leave through the roof, as things stand.
    exits: Squares,
}

impl Plan {
    /// The plan of a seat on the cell `at`; distances are worked out for the cells of `asked`.
    pub fn new(weights: &Weights, chart: &Chart, seat: Seat, at: Cell, asked: Squares) -> Plan {
        let state = chart.state;
        let mut plan = Plan {
            distance: ByCell::of(0),
            locks: [None; 3],
            lines: [0; 3],
            shut: 0,
            safe_hidden: state.safes_to_find().0,
            stairs_hidden: 0,
            reveal: [[0.0; 2]; 3],
            floor: at.floor(),
            leaving: false,
            exits: [0; 3],
        };
        for (place, safe) in plan.locks.iter_mut().zip(state.safes()) {
            if !safe.open {
                let lock = Lock::new(state, seat, &safe);
                plan.lines[safe.at.floor()] |= lock.hidden;
                plan.shut |= 1 << safe.at.floor();
                *place = Some(lock);
            }
        }
        for floor in 0..state.floors() {
            if chart.stairs[floor] == 0 {
                plan.stairs_hidden |= 1 << floor;
            }
        }
        if state.is_ready_to_escape() {
            let top = state.floors() - 1;
            plan.exits[top] = chart.stairs[top];
            plan.leaving = true;
        }
        let goals = plan.goals(chart, seat, at);
        plan.reveal = std::array::from_fn(|floor| plan.reveal_values(weights, floor));
        plan.distance = chart.distances(goals, asked);
        plan
    }

    /// The goals of the seat.
    fn goals(&mut self, chart: &Chart, seat: Seat, at: Cell) -> Squares {
        let state = chart.state;
        let top = state.floors() - 1;
        let mut goals = [0; 3];
        if let Some(prize) = self.prize(chart, seat) {
            goals[prize.floor()] = prize.bit();
            return goals;
        }
        if self.leaving {
            self.floor = top;
            goals[top] = if chart.stairs[top] != 0 {
                chart.stairs[top]
            } else {
                chart.hidden[top]
            };
        } else {
            self.floor = self.work_floor(chart, seat);
            goals[self.floor] = self.work(chart, self.floor);
        }
        if self.is_joined(at.floor(), self.floor) {
            return goals;
        }
        // The way up is still hidden: on the highest floor that can be reached.
        let floor = (at.floor()..self.floor)
            .find(|&floor| self.stairs_hidden & 1 << floor != 0)
            .unwrap_or(at.floor());
        let mut goals = [0; 3];
        goals[floor] = chart.hidden[floor];
        goals
    }

    /// Loot lying about that is nearest to this seat of those that may take it.
    fn prize(&self, chart: &Chart, seat: Seat) -> Option<Cell> {
        let state = chart.state;
        let way = |from: Cell, to: Cell| {
            let floors = from.floor().abs_diff(to.floor()) as u8;
            8 * floors + state.floor_plan(to.floor()).distance(from.square(), to.square())
        };
        let bars = Loot::GoldBar.bit() | Loot::SECOND_GOLD_BAR;
        let nearest = |prize: Cell, bar: bool| {
            (0..4)
                .map(Seat)
                .filter(|&other| !bar || state.loot(other) & bars == 0)
                .filter_map(|other| Some((way(state.at(other)?, prize), other.0)))
                .min()
                .is_some_and(|(_, other)| other == seat.0)
        };
        if let Some(kitty) = state.kitty().filter(|&kitty| nearest(kitty, false)) {
            return Some(kitty);
        }
        state
            .safes()
            .find(|safe| safe.loot != 0 && nearest(safe.at, true))
            .map(|safe| safe.at)
    }

    /// Every seat has a floor of its own to begin with, and goes on to the next one where it can help: no two seats
    /// swap plans from turn to turn.
    fn work_floor(&self, chart: &Chart, seat: Seat) -> usize {
        let floors = chart.state.floors();
        let home = seat.index() % floors;
        let undone = || {
            (0..floors)
                .map(|step| (home + step) % floors)
                .filter(|floor| (self.shut | self.safe_hidden) & 1 << floor != 0)
        };
        undone()
            .find(|&floor| !self.is_served(chart, seat, floor))
            .or_else(|| undone().next())
            .unwrap_or(floors - 1)
    }

    /// The shut Safes found on a floor.
    fn locks_on(&self, floor: usize) -> impl Iterator<Item = &Lock> {
        self.locks.iter().flatten().filter(move |lock| lock.at.floor() == floor)
    }

    /// Whether partners stand at all shut Safes of a floor and only rolls are left to do.
    fn is_served(&self, chart: &Chart, seat: Seat, floor: usize) -> bool {
        let is_served = |lock: &Lock| lock.hidden == 0 && self.has_partner_at(chart, seat, lock.at);
        self.shut & 1 << floor != 0 && self.locks_on(floor).all(is_served)
    }

    fn has_partner_at(&self, chart: &Chart, seat: Seat, cell: Cell) -> bool {
        (0..4)
            .map(Seat)
            .any(|other| other != seat && chart.state.at(other) == Some(cell))
    }

    /// Where the work of a floor is.
    fn work(&self, chart: &Chart, floor: usize) -> u32 {
        if self.shut & 1 << floor == 0 {
            return chart.hidden[floor];
        }
        self.locks_on(floor).fold(0, |work, lock| match lock.hidden {
            0 => work | lock.at.bit(),
            hidden => work | hidden,
        })
    }

    /// Whether the Stairs between two floors are known.
    fn is_joined(&self, from: usize, to: usize) -> bool {
        (from..to).all(|floor| self.stairs_hidden & 1 << floor == 0)
    }

    /// Action points to the nearest goal.
    pub fn distance(&self, cell: Cell) -> f32 {
        f32::from(self.distance[cell])
    }

    fn reveal_values(&self, weights: &Weights, floor: usize) -> [f32; 2] {
        let bit = 1 << floor;
        let share = if floor == self.floor {
            1.0
        } else {
            weights.reveal_elsewhere
        };
        let stairs = if self.stairs_hidden & bit != 0 {
            weights.reveal_stairs
        } else {
            0.0
        };
        let other = if self.safe_hidden & !self.shut & bit != 0 {
            weights.reveal_safe
        } else {
            weights.reveal_any
        };
        [weights.reveal_line, other].map(|value| share * (value + stairs))
    }

    /// What turning a hidden tile up is worth, in action points.
    pub fn reveal_value(&self, cell: Cell) -> f32 {
        let floor = cell.floor();
        let in_line = self.lines[floor] & cell.bit() != 0;
        self.reveal[floor][usize::from(!in_line)]
    }

    /// Whether a hidden tile is in line with a shut Safe that has been found.
    pub fn is_in_line(&self, cell: Cell) -> bool {
        self.lines[cell.floor()] & cell.bit() != 0
    }

    /// Calls `visit` with what turning each of some hidden tiles up is worth, the most first: those in line with the
    /// Safe of `floor`, and the others about in order.
    #[inline(always)]
    pub fn by_value(&self, floor: usize, tiles: Squares, mut visit: impl FnMut(f32)) {
        let line = self.lines[floor];
        let [in_line, other] = self.reveal[floor];
        let elsewhere = |wanted: fn(f32, f32) -> bool, visit: &mut dyn FnMut(f32)| {
            for (there, &mask) in tiles
                .iter()
                .enumerate()
                .filter(|(there, mask)| *there != floor && **mask != 0)
            {
                squares(mask)
                    .map(|square| self.reveal_value(Cell::new(there, square)))
                    .filter(|&value| wanted(value, other))
                    .for_each(&mut *visit);
            }
        };
        (0..(tiles[floor] & line).count_ones()).for_each(|_| visit(in_line));
        elsewhere(|value, other| value > other, &mut visit);
        (0..(tiles[floor] & !line).count_ones()).for_each(|_| visit(other));
        elsewhere(|value, other| value <= other, &mut visit);
    }

    /// The shut Safe of a cell.
    pub fn lock(&self, safe: Cell) -> Option<&Lock> {
        self.locks.iter().flatten().find(|lock| lock.at == safe)
    }

    /// Whether one can leave through the roof from a cell.
    pub fn is_exit(&self, cell: Cell) -> bool {
        self.exits[cell.floor()] & cell.bit() != 0
    }

    /// Whether everybody may leave.
    pub fn is_leaving(&self) -> bool {
        self.leaving
    }
}
