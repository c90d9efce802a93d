//! What there is to do, and where.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Chip, Finale, Kind};
use heist_engine::game::Game;

use super::chart::{ByCell, Chart, FAR, GRID, Squares, and, cells, minus, only, or};
use super::weights::Weights;

/// Work that can be done on a cell, again and again.
#[derive(Clone, Copy, Default)]
pub(super) struct Work {
    /// What doing it once is worth.
    pub gain: f32,
    /// How much less each further time is worth.
    pub drop: f32,
    /// How often it can be done.
    pub count: u8,
    /// Actions that it takes.
    pub cost: u8,
}

/// What the player wants, by cells.
pub(super) struct Plan {
    /// What entering a cell is worth beside the way.
    pub entry: ByCell<f32>,
    /// What peeking at a cell is worth; 0 where nothing is hidden.
    pub peek: ByCell<f32>,
    pub work: ByCell<Work>,
    pub working: Squares,
    /// What ending the turn on a cell is worth.
    pub end: ByCell<f32>,
    /// What lies ahead from a cell: the goals, less the ways to them.
    pub ahead: ByCell<f32>,
    /// Cells on which entering makes a commotion, or ending the turn does.
    pub alarms: Squares,
    pub alarms_at_end: Squares,
    /// What each hidden tile or chip is worth.
    pub step: f32,
}

impl Plan {
    /// Nothing to do yet.
    pub fn new(weights: &Weights, chart: &Chart) -> Plan {
        Plan {
            entry: ByCell::of(0.0),
            peek: ByCell::of(0.0),
            work: ByCell::of(Work::default()),
            working: [0; 2],
            end: ByCell::of(0.0),
            ahead: ByCell::of(0.0),
            alarms: [0; 2],
            alarms_at_end: chart.kind(Kind::CountRoom),
            step: weights.way,
        }
    }

    /// Work on a cell.
    pub fn set_work(&mut self, cell: Cell, count: u8, cost: u8, gain: f32, drop: f32) {
        if count == 0 {
            return;
        }
        self.work[cell] = Work {
            gain,
            drop,
            count,
            cost,
        };
        self.working[cell.floor()] |= cell.bit();
    }

    /// What lies ahead, by goals.
    pub fn look_ahead(&mut self, chart: &Chart, goals: &Goals, base: f32) {
        let distance = chart.distances(&goals.buckets, dear(chart), or(goals.barred, held(chart)));
        for cell in cells([GRID; 2]) {
            self.ahead[cell] += base - goals.way * f32::from(distance[cell]);
        }
    }
}

/// Partners whom a Saleswoman holds are freed by whoever is nearest.
pub(super) fn add_freeing(goals: &mut Goals, weights: &Weights, chart: &Chart, at: Option<Cell>) {
    for cell in cells(and(chart.chip(Chip::Saleswoman), chart.others())) {
        goals.add_exclusive(weights, chart, at, cell, weights.rescue);
    }
}

/// Cells that are entered at a price: closed chips, and bouncers.
pub(super) fn dear(chart: &Chart) -> Squares {
    chart
        .bouncers
        .into_iter()
        .flatten()
        .fold(chart.closed, |set, cell| or(set, only(cell)))
}

/// Cells with a Saleswoman and nobody to take her place.
pub(super) fn held(chart: &Chart) -> Squares {
    minus(chart.chip(Chip::Saleswoman), chart.others())
}

/// Goals by what is left to do there, in steps of the way.
pub(super) struct Goals {
    pub buckets: [Squares; FAR as usize],
    /// What a step costs.
    pub way: f32,
    /// Cells that are better not entered.
    pub barred: Squares,
}

/// The worth of a goal in the first bucket.
const TOP: f32 = 12.0;

impl Goals {
    pub fn new(way: f32) -> Goals {
        Goals {
            buckets: [[0; 2]; FAR as usize],
            way,
            barred: [0; 2],
        }
    }

    /// Cells with so many steps still to do from there.
    pub fn add_set(&mut self, set: Squares, steps: u8) {
        let bucket = &mut self.buckets[steps.min(FAR - 1) as usize];
        *bucket = or(*bucket, set);
    }

    pub fn add(&mut self, cell: Cell, worth: f32) {
        let steps = ((TOP - worth) / self.way).clamp(0.0, f32::from(FAR - 1)) as u8;
        self.add_set(only(cell), steps);
    }

    /// A goal that is reached from beside it.
    pub fn add_beside(&mut self, chart: &Chart, cell: Cell, worth: f32) {
        let steps = ((TOP - worth) / self.way).clamp(0.0, f32::from(FAR - 3)) as u8 + 1;
        let mut beside = [0; 2];
        beside[cell.floor()] = chart.plans[cell.floor()].adjacent(cell.square());
        let mut other = and(chart.escalators, [cell.bit(); 2]);
        other[cell.floor()] = 0;
        self.add_set(or(beside, other), steps);
    }

    /// A goal for one player: worth less to one who is farther from it than a partner.
    pub fn add_exclusive(&mut self, weights: &Weights, chart: &Chart, at: Option<Cell>, cell: Cell, worth: f32) {
        let far = |from: Cell| {
            if from.floor() == cell.floor() {
                chart.steps(from, cell)
            } else {
                6
            }
        };
        let own = at.map_or(6, far);
        let is_second = chart
            .partners()
            .any(|(_, partner)| !chart.is_held(partner) && far(partner) < own);
        let share = if is_second { weights.second_share } else { 1.0 };
        self.add(cell, worth * share);
    }
}

/// Whether a finale runs in which the player may do something else than walk.
pub(super) fn is_exit_open(state: &CasinoCapers, player: usize) -> bool {
    let own = state.finale_count(player);
    let count = state.characters();
    match state.running_finale() {
        Some(Finale::Bodyguard) => (0..count).map(|player| state.finale_count(player)).sum::<u8>() >= 2,
        Some(Finale::LaundryDay) => own == 5,
        Some(Finale::CatchATiger | Finale::HailMary) => state.is_unlocked(),
        Some(Finale::BringingDownTheHouse) => own >= quota(state),
        _ => false,
    }
}

/// finale.bringing_down_the_house.rule.2.
pub(super) fn quota(state: &CasinoCapers) -> u8 {
    match state.characters() {
        2 => 5,
        3 => 4,
        _ => 3,
    }
}
