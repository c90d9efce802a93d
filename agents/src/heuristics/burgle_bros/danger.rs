//! Where the Guards will walk.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{Action, BurgleBros, Kind};
use heist_engine::game::Seat;

use super::Weights;

/// For every cell, roughly, how often the Guard of its floor is expected to come by before the player can act again, if
/// he ends his turn on that floor.
pub(super) struct Danger {
    expected: [[f32; 25]; 3],
    /// The player's floor.
    floor: usize,
    /// For each number of actions left and each square of the player's floor, the danger of the safest square that can
    /// still be reached.
    refuge: [[f32; 25]; REFUGES],
}

/// Up to how many actions left refuges are told apart.
const REFUGES: usize = 4;

impl Danger {
    /// The player's own turn end sets the Guard of his floor going, and so does that of everybody else on the floor.
    pub fn new(weights: &Weights, state: &BurgleBros, seat: Seat, legal: &[Action]) -> Danger {
        let floor = state.at(seat).map_or(0, Cell::floor);
        let mut danger = Danger {
            expected: [[0.0; 25]; 3],
            floor,
            refuge: [[0.0; 25]; REFUGES],
        };
        // Other floors matter only where the player can go to them now.
        let floors = legal.iter().fold(1 << floor, |floors, action| match action {
            Action::Move(to) | Action::Flexibility(to) | Action::ClimbWindow(to) => floors | 1 << to.floor(),
            _ => floors,
        });
        for floor in (0..state.floors()).filter(|floor| floors & 1 << floor != 0) {
            let company = (0..4)
                .map(Seat)
                .filter(|&other| other != seat && state.at(other).is_some_and(|at| at.floor() == floor))
                .count() as u32;
            danger.add_walks(weights, state, floor, company);
        }
        danger.find_refuges(weights, state);
        danger
    }

    /// One step after the other over tiles that can be entered for one action.
    fn find_refuges(&mut self, weights: &Weights, state: &BurgleBros) {
        let floor = self.floor;
        let plan = state.floor_plan(floor);
        let mut open = plan.cells;
        self.refuge[0] = self.expected[floor];
        for square in squares(state.revealed(floor)) {
            let cell = Cell::new(floor, square);
            let Some(face) = state.face_at(cell) else { continue };
            if state.is_disabled(face) {
                continue;
            }
            match face.kind() {
                Kind::Deadbolt | Kind::Laser | Kind::Fingerprint => open &= !cell.bit(),
                Kind::Keypad if !state.is_marked(face) => open &= !cell.bit(),
                Kind::Thermo => self.refuge[0][square] += weights.thermo_refuge,
                _ => {}
            }
        }
        if let Some(guard) = state.guard(floor) {
            open &= !guard.at.bit();
        }
        for left in 1..REFUGES {
            for square in squares(plan.cells) {
                let mut best = self.refuge[left - 1][square];
                for next in squares(plan.adjacent[square] & open) {
                    let hidden = if state.revealed(floor) & (1 << next) == 0 {
                        weights.hidden_refuge
                    } else {
                        0.0
                    };
                    best = best.min(self.refuge[left - 1][next] + hidden);
                }
                self.refuge[left][square] = best;
            }
        }
    }

    /// The danger that is left of standing on a cell with so many actions to walk off it.
    pub fn with_actions(&self, cell: Cell, left: u8) -> f32 {
        if cell.floor() == self.floor {
            return self.refuge[(left as usize).min(REFUGES - 1)][cell.square()];
        }
        let share = match left {
            0 => 1.0,
            1 => 0.4,
            _ => 0.15,
        };
        share * self.at(cell)
    }

    /// Adds the walks of a floor's Guard: the known way for sure, then every way to a card that may come next.
    fn add_walks(&mut self, weights: &Weights, state: &BurgleBros, floor: usize, later: u32) {
        let Some(guard) = state.guard(floor) else { return };
        let Some(die) = guard.die else { return };
        let plan = state.floor_plan(floor);
        let expected = &mut self.expected[floor];
        let alarms = state.alarms(floor);
        let movement = u32::from(guard.speed) + alarms.count_ones();
        let first = if guard.donuts { 0 } else { movement };
        let mut steps = first + later * movement;
        let mut at = guard.at.square();
        let die = die.square();
        let mut walked = 0;
        while steps > 0 && at != die {
            at = plan.step[at][die] as usize;
            walked += 1;
            expected[at] += if walked <= first { 1.0 } else { weights.risk_company };
            steps -= 1;
        }
        // With more alarms he goes on to one of them; with none a card tells.
        let others = alarms & !(1 << die);
        let (unseen, _) = state.patrol(floor);
        let next = if others != 0 { others } else { unseen & !(1 << at) };
        if steps == 0 || next == 0 {
            return;
        }
        let share = 1.0 / next.count_ones() as f32;
        for target in squares(next) {
            let mut walker = at;
            let mut count = walked;
            for _ in 0..steps {
                if walker == target {
                    break;
                }
                walker = plan.step[walker][target] as usize;
                count += 1;
                expected[walker] += share * if count <= first { 1.0 } else { weights.risk_company };
            }
        }
    }

    /// How often a Guard is expected on a cell.
    pub fn at(&self, cell: Cell) -> f32 {
        self.expected[cell.floor()][cell.square()]
    }
}
