//! Where the Guards will walk.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::Seat;

use super::Weights;

/// For every cell, roughly, how often the Guard of its floor is expected to come by before the player can act again, if
/// he ends his turn on that floor.
pub(super) struct Danger {
    expected: [[f32; 25]; 3],
}

impl Danger {
    /// The player's own turn end sets the Guard of his floor going, and so does that of everybody else on the floor.
    pub fn new(weights: &Weights, state: &BurgleBros, seat: Seat) -> Danger {
        let mut danger = Danger { expected: [[0.0; 25]; 3] };
        for floor in 0..state.floors() {
            let company = (0..4)
                .map(Seat)
                .filter(|&other| other != seat && state.at(other).is_some_and(|at| at.floor() == floor))
                .count() as u32;
            danger.add_walks(weights, state, floor, company);
        }
        danger
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
