//! What the rest of a turn is worth: a plan over all the actions left, by dynamic programming over cells and actions.
//!
//! The unit is the action point. The value of a plan is the work it does, less what its steps cost, less the way still
//! to go from where it ends, less the Stealth that ending there is expected to cost.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{BurgleBros, Loot};
use heist_engine::game::Seat;

use super::chart::{ByCell, Chart, Gate, Squares, each};
use super::danger::Danger;
use super::plan::Plan;
use super::weights::Weights;

/// Actions looked ahead at most.
pub(super) const ACTIONS: usize = 4;

/// The value of leaving through the roof.
pub(super) const ESCAPE: f32 = 50.0;

/// What stopping costs, by the number of actions left.
fn stopping(weights: &Weights, state: &BurgleBros, seat: Seat, actions: usize) -> [f32; ACTIONS + 1] {
    let few = if state.loot(seat) & Loot::Stamp.bit() != 0 {
        3
    } else {
        2
    };
    let used = usize::from(state.actions_used());
    std::array::from_fn(|left| {
        let event = used + actions.saturating_sub(left) <= few;
        weights.idle * left as f32 + if event { weights.event } else { 0.0 }
    })
}

/// The value of being on each cell, by the number of actions left.
pub(super) struct Turn<'a> {
    weights: &'a Weights,
    chart: &'a Chart<'a>,
    danger: &'a Danger,
    plan: &'a Plan,
    stealth_price: f32,
    /// What stopping costs, by the number of actions left: their loss, and an Event after too few.
    stopping: [f32; ACTIONS + 1],
    /// `value[left][cell]`, filled where the player can be with that many actions left.
    value: [ByCell<f32>; ACTIONS + 1],
    /// The same for plans that do not begin with a Peek, with one action left and more; without one there is no
    /// difference.
    unseeing: [ByCell<f32>; ACTIONS],
    /// What entering each cell is worth to who has all the actions left before.
    doors: ByCell<Door>,
}

/// The value of entering a cell.
#[derive(Clone, Copy, Default)]
struct Door {
    /// If one gets in, all costs counted.
    value: f32,
    /// Of what follows inside.
    inside: f32,
    /// The chance of not getting in.
    fails: f32,
}

impl Door {
    const SHUT: Door = Door {
        value: f32::MIN,
        inside: 0.0,
        fails: 0.0,
    };

    /// The value of trying, if staying outside is worth so much.
    fn from(self, outside: f32) -> f32 {
        self.value + self.fails * (outside - self.inside).min(0.0)
    }
}

impl<'a> Turn<'a> {
    /// A plan that has not looked ahead yet.
    #[inline]
    pub fn new(
        weights: &'a Weights,
        chart: &'a Chart<'a>,
        danger: &'a Danger,
        plan: &'a Plan,
        seat: Seat,
        actions: usize,
    ) -> Turn<'a> {
        Turn {
            weights,
            chart,
            danger,
            plan,
            stealth_price: weights.stealth_price(chart.state.stealth(seat)),
            stopping: stopping(weights, chart.state, seat, actions),
            value: [ByCell::of(0.0); ACTIONS + 1],
            unseeing: [ByCell::of(0.0); ACTIONS],
            doors: ByCell::of(Door::default()),
        }
    }

    /// Looks ahead over all actions left, from every cell that the player can be on: `reach[n]` after `n` of them.
    pub fn look_ahead(&mut self, reach: &[Squares]) {
        let actions = reach.len() - 1;
        each(reach[actions], |cell| {
            self.value[0][cell] = self.end(cell) - self.stopping[0];
        });
        for left in 1..=actions {
            each(reach[actions - left + 1], |cell| {
                self.doors[cell] = self.door(cell, left);
            });
            each(reach[actions - left], |cell| {
                self.unseeing[left - 1][cell] = self.other_than_peeks(cell, left);
                self.value[left][cell] = self.best_of(cell, left, self.chart.views(cell));
            });
        }
    }

    /// The value of being on a cell, which the player can reach, with `left` actions left.
    pub fn value(&self, cell: Cell, left: usize) -> f32 {
        self.value[left][cell]
    }

    /// The best of all that can be done on a cell or from it, with only some of the tiles in view turned up.
    fn best_of(&self, cell: Cell, left: usize, views: Squares) -> f32 {
        let unseeing = |left: usize| match left {
            0 => self.value[0][cell],
            _ => self.unseeing[left - 1][cell],
        };
        let mut best = unseeing(left);
        if views == [0; 3] {
            return best;
        }
        let mut seen = 0.0;
        let mut left = left;
        self.plan.by_value(cell.floor(), views, |value| {
            if left > 0 {
                left -= 1;
                seen += value + self.weights.peek;
                best = best.max(seen + unseeing(left));
            }
        });
        best
    }

    /// The best that begins with anything but a Peek.
    #[inline(always)]
    fn other_than_peeks(&self, cell: Cell, left: usize) -> f32 {
        if self.plan.is_exit(cell) {
            return ESCAPE;
        }
        let mut best = self.stop(cell, left);
        let outside = self.value(cell, left - 1);
        each(self.chart.ways(cell.floor(), cell.bit()), |to| {
            best = best.max(self.doors[to].from(outside));
        });
        if let Some(lock) = self.plan.lock(cell) {
            best = best.max(self.weights.work * lock.roll_gain + outside);
            if left > 1 {
                best = best.max(self.weights.work * lock.die_gain + self.value(cell, left - 2));
            }
        }
        best
    }

    /// The value of stopping on a cell.
    pub fn stop(&self, cell: Cell, left: usize) -> f32 {
        self.value(cell, 0) + self.stopping[0] - self.stopping[left]
    }

    /// The value of a Peek, with the best plan after it that does not count the same tile again.
    pub fn peek(&self, at: Cell, view: Cell, left: usize) -> f32 {
        let mut others = self.chart.views(at);
        others[view.floor()] &= !view.bit();
        self.plan.reveal_value(view) + self.weights.peek + self.best_of(at, left - 1, others)
    }

    /// The value of a Move to a neighbouring cell with all actions left.
    pub fn step(&self, from: Cell, to: Cell, left: usize) -> f32 {
        self.doors[to].from(self.value(from, left - 1))
    }

    /// The value of entering a cell with `left` actions left before.
    #[inline(always)]
    fn door(&self, to: Cell, left: usize) -> Door {
        let (chart, weights) = (self.chart, self.weights);
        let mut inside = self.value(to, left - 1);
        let mut fails = 0.0;
        let mut price = chart.price(to);
        match chart.gate(to) {
            Gate::Open => {}
            Gate::Deadbolt if left < 3 => return Door::SHUT,
            Gate::Deadbolt => (inside, price) = (self.value(to, left - 3), 0.0),
            Gate::Keypad => (fails, price) = (1.0 - weights.keypad_opens, 0.0),
            Gate::Laser if left > 1 => (inside, price) = (self.value(to, left - 2), 0.0),
            Gate::Laser | Gate::Alarm => {
                price = weights.alarm;
                if left == 1 {
                    price += self.alarm_risk(to);
                }
            }
            Gate::Hidden => {
                fails = weights.blind_bounce;
                price -= weights.blind_share * self.plan.reveal_value(to);
                if left == 1 {
                    price += weights.blind_alarm * self.alarm_risk(to);
                }
            }
        }
        if chart.chain[to.floor()] & to.bit() != 0 {
            price += weights.backtrack;
        }
        if chart.watched[to.floor()] & to.bit() != 0 {
            price += self.stealth_price;
        }
        Door {
            value: inside - price,
            inside,
            fails,
        }
    }

    /// The value of ending the turn on a cell.
    pub fn end(&self, cell: Cell) -> f32 {
        let floor = cell.floor();
        let stealth = self.danger.at(cell) * self.price_on(cell);
        let mut value = -stealth - self.danger.partners(floor) - self.weights.way * self.plan.distance(cell);
        if self.chart.thermos[floor] & cell.bit() != 0 {
            value -= self.weights.alarm + self.alarm_risk(cell);
        }
        value
    }

    /// What a hit costs on a cell: tokens lying there may pay for it.
    fn price_on(&self, cell: Cell) -> f32 {
        if self.chart.tokens[cell.floor()] & cell.bit() != 0 {
            self.weights.tile_token * self.stealth_price
        } else {
            self.stealth_price
        }
    }

    /// What an alarm on the cell on which the turn ends adds to the Stealth at risk.
    fn alarm_risk(&self, cell: Cell) -> f32 {
        let alarmed = if self.danger.reaches(self.chart, cell) {
            1.0
        } else {
            0.0
        };
        (alarmed - self.danger.at(cell)).max(0.0) * self.price_on(cell)
    }
}
