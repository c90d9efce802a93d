//! What is known of Safes and Stairs, and how far things are.

use heist_engine::board::{Cell, FloorPlan, squares};
use heist_engine::burgle_bros::{BurgleBros, Kind, SafeView};

/// Steps to the Stairs of a floor where they are hidden.
const HIDDEN_WAY: f32 = 3.5;
/// Steps from Stairs that nobody has seen to a square of the floor above or below.
const LANDING: f32 = 2.0;
/// As far as anything is.
pub(super) const FAR: f32 = 12.0;

/// What is known of Safes and Stairs.
pub(super) struct Building {
    pub floors: usize,
    plans: [FloorPlan; 3],
    revealed: [u32; 3],
    links: [u32; 3],
    /// All Safes that have been found.
    safes: [Option<SafeView>; 3],
    /// Floors on which no Safe is left to open.
    pub open: [bool; 3],
    /// The shut Safes that have been found.
    shut: [Option<SafeView>; 3],
    /// Floors on which no Safe has been found, as bits.
    lacking: u8,
    /// Safes still hidden beside one for each of those floors.
    pub spare: usize,
    /// Where each floor is left upwards: by the first of its ways, if there are several.
    pub stairs: [Option<usize>; 3],
    /// Squares of each floor on which there is something to do for its Safe: those it may lie under, then those in line
    /// with it that are still face down, then its own.
    pub work: [u32; 3],
    /// Steps from the Stairs' upper end to the roof, by the floor they begin on.
    above: [f32; 3],
}

impl Building {
    #[inline(always)]
    pub fn new(state: &BurgleBros) -> Building {
        let floors = state.floors();
        let mut building = Building {
            floors,
            plans: std::array::from_fn(|floor| state.floor_plan(floor.min(floors - 1))),
            revealed: [0; 3],
            links: [0; 3],
            safes: [None; 3],
            open: [true; 3],
            shut: [None; 3],
            lacking: (1 << floors) - 1,
            spare: 0,
            stairs: [None; 3],
            work: [0; 3],
            above: [1.0; 3],
        };
        for (place, safe) in state.safes().enumerate() {
            let floor = safe.at.floor();
            building.lacking &= !(1 << floor);
            building.safes[place] = Some(safe);
            if !safe.open {
                building.shut[place] = Some(safe);
                building.open[floor] = false;
            }
        }
        let (hiding, left) = state.safes_to_find();
        building.spare = left.saturating_sub(building.lacking.count_ones() as usize);
        for floor in 0..floors {
            building.open[floor] &= hiding & 1 << floor == 0;
            building.revealed[floor] = state.revealed(floor);
            let is_stairs = |&square: &usize| {
                let face = state.face_at(Cell::new(floor, square));
                face.is_some_and(|face| face.kind() == Kind::Stairs)
            };
            building.links[floor] = state.links(floor);
            let link = squares(building.links[floor]).next();
            building.stairs[floor] = link.or_else(|| squares(state.revealed(floor)).find(is_stairs));
            if !building.open[floor] {
                building.work[floor] = building.work(floor);
            }
        }
        for floor in (0..floors - 1).rev() {
            let next = building.to_stairs(floor + 1, floor + 1, building.stairs[floor]);
            building.above[floor] = 1.0 + next + building.above[floor + 1];
        }
        building
    }

    /// Whether it is that of a position, which stands to this one as after to before an action: tiles that are face up
    /// stay what they are.
    #[inline]
    pub fn is_of(&self, state: &BurgleBros) -> bool {
        let is_same_floor = |floor: usize| {
            self.revealed[floor] == state.revealed(floor)
                && self.links[floor] == state.links(floor)
                && self.plans[floor] == state.floor_plan(floor)
        };
        (0..self.floors).all(is_same_floor) && self.safes.iter().flatten().copied().eq(state.safes())
    }

    /// The squares of a floor that are face down.
    #[inline]
    pub fn hidden(&self, floor: usize) -> u32 {
        self.plans[floor].cells() & !self.revealed[floor]
    }

    /// Whether no Safe has been found on a floor.
    #[inline]
    pub fn is_lacking(&self, floor: usize) -> bool {
        self.lacking & 1 << floor != 0
    }

    /// The shut Safes found on a floor.
    #[inline]
    pub fn shut(&self, floor: usize) -> impl Iterator<Item = &SafeView> {
        self.shut.iter().flatten().filter(move |safe| safe.at.floor() == floor)
    }

    fn work(&self, floor: usize) -> u32 {
        let hidden = self.hidden(floor);
        let work = self.shut(floor).fold(0, |work, safe| match safe.at.lines() & hidden {
            0 => work | safe.at.bit(),
            line => work | line,
        });
        if work == 0 { hidden } else { work }
    }

    /// Steps between two squares of a floor; doors and Guards are not counted, here and below.
    #[inline]
    pub fn steps(&self, floor: usize, from: usize, to: usize) -> f32 {
        f32::from(self.plans[floor].distance(from, to)).min(FAR)
    }

    /// Steps on a floor to where the Stairs of `lower` begin or end, if both ends of the way are known.
    #[inline]
    fn to_stairs(&self, floor: usize, lower: usize, from: Option<usize>) -> f32 {
        match (from, self.stairs[lower]) {
            (Some(from), Some(stairs)) => self.steps(floor, from, stairs),
            _ => HIDDEN_WAY,
        }
    }

    /// Steps from a cell to the roof.
    #[inline(always)]
    pub fn way_out(&self, at: Cell) -> f32 {
        self.to_stairs(at.floor(), at.floor(), Some(at.square())) + self.above[at.floor()]
    }

    /// Steps from a square of a floor to its work.
    #[inline]
    fn to_work(&self, floor: usize, from: Option<usize>) -> f32 {
        match (self.work[floor], from) {
            (0, _) => FAR,
            (_, None) => LANDING,
            (work, Some(from)) => {
                let steps = self.plans[floor].routes_to(from).distance;
                squares(work).map(|square| f32::from(steps[square])).fold(FAR, f32::min)
            }
        }
    }

    /// Steps from a cell to the work of each floor, [`FAR`] if it has none.
    #[inline(always)]
    pub fn ways_to_work(&self, at: Cell) -> [f32; 3] {
        let mut ways = [FAR; 3];
        let here = at.floor();
        ways[here] = self.to_work(here, Some(at.square()));
        let (mut from, mut steps) = (Some(at.square()), 0.0);
        for lower in here..self.floors - 1 {
            steps += 1.0 + self.to_stairs(lower, lower, from);
            from = self.stairs[lower];
            ways[lower + 1] = (steps + self.to_work(lower + 1, from)).min(FAR);
        }
        let (mut from, mut steps) = (Some(at.square()), 0.0);
        for lower in (0..here).rev() {
            steps += 1.0 + self.to_stairs(lower + 1, lower, from);
            from = self.stairs[lower];
            ways[lower] = (steps + self.to_work(lower, from)).min(FAR);
        }
        ways
    }
}
