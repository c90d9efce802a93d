//! What the rest of a turn is worth: a plan over all actions left, by dynamic programming over cells and actions.

use heist_engine::board::{Cell, squares};
use heist_engine::casino_capers::{Chip, Kind};

use super::chart::{ByCell, Chart, Squares, cells, has};
use super::danger::{Danger, Prices, SPACES};
use super::plan::{Plan, Work};

/// Actions looked ahead at most.
pub(super) const ACTIONS: usize = 4;

/// The value of being on each cell, by the number of actions left.
pub(super) struct Turn<'a> {
    chart: &'a Chart<'a>,
    danger: &'a Danger,
    plan: &'a Plan,
    hit: f32,
    /// `value[left][cell]`, filled where the player can be with that many actions left.
    value: [ByCell<f32>; ACTIONS + 1],
    /// The same for plans that do not begin with work on the spot or a Peek.
    leaving: [ByCell<f32>; ACTIONS + 1],
}

impl<'a> Turn<'a> {
    pub fn new(chart: &'a Chart<'a>, danger: &'a Danger, plan: &'a Plan, prices: &Prices) -> Turn<'a> {
        Turn {
            chart,
            danger,
            plan,
            hit: prices.hit[chart.player],
            value: [ByCell::of(0.0); ACTIONS + 1],
            leaving: [ByCell::of(0.0); ACTIONS + 1],
        }
    }

    /// Looks ahead from every cell that the player can be on: `reach[n]` after `n` actions.
    pub fn look_ahead(&mut self, reach: &[Squares]) {
        let actions = reach.len() - 1;
        for cell in cells(reach[actions]) {
            let value = self.end(cell);
            self.value[0][cell] = value;
            self.leaving[0][cell] = value;
        }
        for left in 1..=actions {
            for cell in cells(reach[actions - left]) {
                let leaving = self.best_way(cell, left);
                self.leaving[left][cell] = leaving;
                self.value[left][cell] = self.best_of(cell, left, u32::MAX);
            }
        }
    }

    /// The value of being on a cell that can be reached, with `left` actions left.
    pub fn value(&self, cell: Cell, left: usize) -> f32 {
        self.value[left][cell]
    }

    /// The value of going elsewhere, or ending the turn.
    fn best_way(&self, cell: Cell, left: usize) -> f32 {
        let mut best = self.value[0][cell];
        let mut moved = f32::MIN;
        let moves = self.chart.moves(cell);
        let floor = cell.floor();
        for square in squares(moves) {
            moved = moved.max(self.step(Cell::new(floor, square), left));
        }
        if moves != 0 && has(self.chart.kind(Kind::CashierCages), cell) {
            let stays = self.stays(cell);
            moved = (1.0 - stays) * moved + stays * self.value[left - 1][cell];
        }
        best = best.max(moved);
        let mut ways = self.chart.ways(cell);
        ways[floor] &= !moves;
        for to in cells(ways) {
            best = best.max(self.step(to, left));
        }
        if left >= 2 {
            for square in squares(self.chart.doors(cell)) {
                let to = Cell::new(floor, square);
                best = best.max(self.value[left - 2][to] + self.entry(to, left - 2));
            }
        }
        best
    }

    /// The chance that Cashier Cages hold the player.
    pub fn stays(&self, cell: Cell) -> f32 {
        f32::from(self.chart.state.cubes_on(cell).saturating_sub(1)) / 6.0
    }

    /// The best that begins with work, or with Peeks at some of the neighbours.
    fn best_of(&self, cell: Cell, left: usize, views: u32) -> f32 {
        let mut best = self.leaving[left][cell];
        if has(self.plan.working, cell) {
            let Work {
                gain,
                drop,
                count,
                cost,
            } = self.plan.work[cell];
            let mut sum = 0.0;
            for times in 0..usize::from(count) {
                let spent = (times + 1) * usize::from(cost);
                if spent > left {
                    break;
                }
                sum += gain - drop * times as f32;
                best = best.max(sum + self.leaving[left - spent][cell]);
            }
        }
        let views = self.views(cell) & views;
        if views != 0 {
            let mut gains = [0.0f32; 4];
            for (gain, square) in gains.iter_mut().zip(squares(views)) {
                *gain = self.plan.peek[Cell::new(cell.floor(), square)];
            }
            gains.sort_unstable_by(|a, b| b.total_cmp(a));
            let mut seen = 0.0;
            for (number, gain) in gains.iter().enumerate().take(left) {
                if *gain <= 0.0 {
                    break;
                }
                seen += gain;
                best = best.max(seen + self.leaving[left - number - 1][cell]);
            }
        }
        best
    }

    /// The squares that can be peeked at from a cell.
    #[inline]
    fn views(&self, cell: Cell) -> u32 {
        let floor = cell.floor();
        if has(self.chart.kind(Kind::CountRoom), cell) {
            return 0;
        }
        self.chart.plans[floor].adjacent(cell.square()) & (self.chart.hidden[floor] | self.chart.closed[floor])
    }

    /// The value of a Peek, with the best plan after it that does not count the same tile again.
    pub fn peek(&self, at: Cell, view: Cell, left: usize) -> f32 {
        self.plan.peek[view] + self.best_of(at, left.saturating_sub(1), !view.bit())
    }

    /// The value of working once, with the best after it.
    pub fn work(&self, at: Cell, left: usize) -> f32 {
        let Work {
            gain,
            drop,
            count,
            cost,
        } = self.plan.work[at];
        let mut best = f32::MIN;
        let mut sum = 0.0;
        for times in 0..usize::from(count) {
            let spent = (times + 1) * usize::from(cost);
            if spent > left {
                break;
            }
            sum += gain - drop * times as f32;
            best = best.max(sum + self.leaving[left - spent][at]);
        }
        best
    }

    /// The value of a step to a cell with `left` actions before it.
    #[inline]
    pub fn step(&self, to: Cell, left: usize) -> f32 {
        self.value[left - 1][to] + self.entry(to, left - 1)
    }

    /// What entering a cell is worth if so many actions are left after it.
    #[inline]
    pub fn entry(&self, to: Cell, left: usize) -> f32 {
        let mut worth = self.plan.entry[to];
        if left == 0 && has(self.plan.alarms, to) {
            worth -= self.alarm(to);
        }
        worth
    }

    /// The value of ending the turn on a cell.
    pub fn end(&self, cell: Cell) -> f32 {
        let mut value = self.plan.ahead[cell] + self.plan.end[cell]
            - self.danger.at(cell) * self.hit
            - self.danger.partners(cell.floor());
        if has(self.plan.alarms_at_end, cell) {
            value -= self.alarm(cell);
        }
        value
    }

    /// What a commotion on the cell on which the turn ends adds to the danger.
    fn alarm(&self, cell: Cell) -> f32 {
        let Some(bouncer) = self.chart.bouncers[cell.floor()] else {
            return 0.0;
        };
        let steps = self.chart.steps(bouncer, cell);
        let meets = steps > 0 && steps <= SPACES + 1 && !has(self.chart.chip(Chip::Crowd), cell);
        let alarmed = if meets { 1.0 } else { 0.0 };
        (alarmed - self.danger.at(cell)) * self.hit
    }
}
