//! Where the Guards will walk.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::Seat;

/// For every square of the active player's floor, and roughly of the others, the chance that its Guard comes by before
/// the player can act again.
pub(super) struct Danger {
    chance: [[f32; 25]; 3],
    floors: usize,
}

/// How much of a Guard's next walk counts on a floor where he does not move this turn, for each player who ends a turn
/// there before the next own one.
const LATER: f32 = 0.7;

impl Danger {
    pub fn new(state: &BurgleBros, seat: Seat) -> Danger {
        let mut danger = Danger { chance: [[0.0; 25]; 3], floors: state.floors() };
        let here = state.at(seat).map_or(0, Cell::floor);
        for floor in 0..state.floors() {
            // On other floors nobody but their own players sets the Guard going.
            let others = (0..4).map(Seat).filter(|&other| {
                other != seat && state.at(other).is_some_and(|at| at.floor() == floor)
            });
            let weight = if floor == here { 1.0 } else { LATER * others.count().min(1) as f32 + 0.3 };
            danger.add_walk(state, floor, weight);
        }
        danger
    }

    /// Adds one walk of a floor's Guard: the known way for sure, then every way to a card that may come next.
    fn add_walk(&mut self, state: &BurgleBros, floor: usize, weight: f32) {
        let Some(guard) = state.guard(floor) else { return };
        let Some(die) = guard.die else { return };
        if guard.donuts {
            return;
        }
        let plan = state.floor_plan(floor);
        let chance = &mut self.chance[floor];
        let alarms = state.alarms(floor);
        let mut left = u32::from(guard.speed) + alarms.count_ones();
        let mut at = guard.at.square();
        let die = die.square();
        while left > 0 && at != die {
            at = plan.step[at][die] as usize;
            chance[at] = weight;
            left -= 1;
        }
        // With more alarms he goes on to one of them; with none a card tells.
        let (unseen, _) = state.patrol(floor);
        let next = if alarms & !(1 << die) != 0 { alarms & !(1 << die) } else { unseen & !(1 << at) };
        if left == 0 || next == 0 {
            return;
        }
        let share = weight / next.count_ones() as f32;
        for target in squares(next) {
            let mut walker = at;
            for _ in 0..left {
                if walker == target {
                    break;
                }
                walker = plan.step[walker][target] as usize;
                let seen = &mut chance[walker];
                *seen = (*seen + share).min(weight);
            }
        }
    }

    /// The chance that a Guard comes by a cell.
    pub fn at(&self, cell: Cell) -> f32 {
        debug_assert!(cell.floor() < self.floors);
        self.chance[cell.floor()][cell.square()]
    }

    /// How sure the likeliest walk is, for what slowing it is worth.
    pub fn near_miss(&self) -> f32 {
        self.chance.iter().flatten().fold(0.0, |most, &chance| f32::max(most, chance))
    }
}
