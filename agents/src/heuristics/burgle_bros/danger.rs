//! Where the Guards will walk.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::Seat;

use super::chart::{Chart, Squares};
use super::weights::Weights;

/// How often the Guard of its floor is expected to come by each cell before the player can act again, if he ends his
/// turn on that floor; and what ending there costs his partners.
pub(super) struct Danger {
    expected: [[f32; 25]; 3],
    /// Expected visits to partners by the walk that the player's own turn end sets going, at their price.
    partners: [f32; 3],
}

impl Danger {
    /// For the floors with a square in `reach`. The player's own turn end sets the Guard of his floor going, and so
    /// does that of everybody else on the floor.
    pub fn new(weights: &Weights, chart: &Chart, seat: Seat, reach: &Squares) -> Danger {
        let state = chart.state;
        let mut danger = Danger {
            expected: [[0.0; 25]; 3],
            partners: [0.0; 3],
        };
        for floor in (0..state.floors()).filter(|&floor| reach[floor] != 0) {
            danger.add_floor(weights, chart, seat, floor);
        }
        danger
    }

    fn add_floor(&mut self, weights: &Weights, chart: &Chart, seat: Seat, floor: usize) {
        let state = chart.state;
        let partners = || {
            (0..4)
                .map(Seat)
                .filter(|&other| other != seat)
                .filter_map(|other| Some((other, state.at(other)?)))
                .filter(|(_, at)| at.floor() == floor)
        };
        let mut visits = [0.0; 25];
        let Some(walk) = Walk::of(state, floor) else {
            self.expected[floor] = [weights.new_floor; 25];
            return;
        };
        walk.add(walk.first, 0, 1.0, &mut visits);
        for (other, at) in partners() {
            self.partners[floor] += seen(chart, &visits, at) * weights.stealth_price(state.stealth(other));
        }
        let company = partners().count();
        if company > 0 {
            walk.add(
                walk.first + company * walk.later,
                walk.first,
                weights.risk_company,
                &mut visits,
            );
        }
        let expected = &mut self.expected[floor];
        *expected = visits;
        for square in squares(chart.foyers[floor]) {
            expected[square] = seen(chart, &visits, Cell::new(floor, square));
        }
    }

    /// How often a Guard is expected to see a player on a cell.
    pub fn at(&self, cell: Cell) -> f32 {
        self.expected[cell.floor()][cell.square()]
    }

    /// Whether a Guard called by an alarm on a cell gets there at once.
    pub fn reaches(&self, chart: &Chart, cell: Cell) -> bool {
        let state = chart.state;
        let floor = cell.floor();
        state.guard(floor).is_some_and(|guard| {
            let steps = state.floor_plan(floor).distance(guard.at.square(), cell.square());
            !guard.donuts && steps <= state.guard_steps(floor) + 1
        })
    }

    /// What ending the turn on a floor costs the partners there.
    pub fn partners(&self, floor: usize) -> f32 {
        self.partners[floor]
    }
}

/// Visits that count on a cell: those to its neighbours too, if it is a Foyer (V-SIGHT-6).
fn seen(chart: &Chart, visits: &[f32; 25], cell: Cell) -> f32 {
    let here = visits[cell.square()];
    if chart.foyers[cell.floor()] & cell.bit() == 0 {
        return here;
    }
    let near = chart.state.floor_plan(cell.floor()).adjacent(cell.square());
    here + squares(near).map(|square| visits[square]).sum::<f32>()
}

/// The ways a Guard may take: to his die for sure, then to a card that may come next.
struct Walk<'a> {
    state: &'a BurgleBros,
    floor: usize,
    at: usize,
    die: usize,
    /// Steps of his next move: none if he rests.
    first: usize,
    /// Steps of each move after it.
    later: usize,
    /// Where he may be sent next, each as likely.
    next: u32,
}

impl<'a> Walk<'a> {
    fn of(state: &'a BurgleBros, floor: usize) -> Option<Walk<'a>> {
        let guard = state.guard(floor)?;
        let die = guard.die?.square();
        let steps = usize::from(state.guard_steps(floor));
        let others = state.alarms(floor) & !(1 << die);
        let (unseen, cards) = state.patrol(floor);
        let next = match state.known_patrol(floor) {
            _ if others != 0 => others,
            Some(card) => card.bit(),
            None if cards == 0 => state.floor_plan(floor).cells(),
            None => unseen,
        };
        Some(Walk {
            state,
            floor,
            at: guard.at.square(),
            die,
            first: if guard.donuts { 0 } else { steps },
            later: steps,
            next,
        })
    }

    /// Adds the expected visits from step `from` (counted from 0) to before step `to`.
    fn add(&self, to: usize, from: usize, weight: f32, visits: &mut [f32; 25]) {
        let plan = self.state.floor_plan(self.floor);
        let way = plan.routes_to(self.die);
        let mut at = self.at;
        let mut step = 0;
        while step < to && at != self.die {
            at = way.step(at);
            if step >= from {
                visits[at] += weight;
            }
            step += 1;
        }
        let next = self.next & !(1 << at);
        if step >= to || next == 0 {
            return;
        }
        let share = weight / next.count_ones() as f32;
        let mut beyond = 0;
        for target in squares(next) {
            let way = plan.routes_to(target);
            let mut walker = at;
            let mut count = step;
            while count < to && walker != target {
                walker = way.step(walker);
                if count >= from {
                    visits[walker] += share;
                }
                count += 1;
            }
            beyond += to - count.max(from).min(to);
        }
        // The card after the next may lead anywhere.
        if beyond > 0 {
            let anywhere = share * beyond as f32 / plan.cells().count_ones() as f32;
            squares(plan.cells()).for_each(|square| visits[square] += anywhere);
        }
    }
}
