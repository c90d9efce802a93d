//! What there is to do, and where: before the crack; `finales` has the rest.

use heist_engine::board::{Cell, squares};
use heist_engine::casino_capers::{CasinoCapers, Chip, Finale, Kind};
use heist_engine::game::Game;

use super::chart::{ByCell, Chart, FAR, GRID, Squares, and, cells, has, minus, only, or};
use super::danger::Prices;
use super::finales;
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
    pub fn new(weights: &Weights, chart: &Chart, prices: &Prices, at: Option<Cell>) -> Plan {
        let mut plan = Plan {
            entry: ByCell::of(0.0),
            peek: ByCell::of(0.0),
            work: ByCell::of(Work::default()),
            working: [0; 2],
            end: ByCell::of(0.0),
            ahead: ByCell::of(0.0),
            alarms: [0; 2],
            alarms_at_end: chart.kind(Kind::CountRoom),
            step: weights.way,
        };
        plan.add_doors(weights, chart, prices);
        match chart.state.running_finale() {
            None => plan.add_heist(weights, chart, at),
            Some(finale) => finales::add(&mut plan, weights, chart, prices, finale, at),
        }
        plan
    }

    /// What entering costs whatever the aim.
    fn add_doors(&mut self, weights: &Weights, chart: &Chart, prices: &Prices) {
        let state = chart.state;
        let player = chart.player;
        let heat = state.heat(player);
        for cell in cells(chart.hidden) {
            self.entry[cell] -= weights.blind_price;
        }
        for cell in cells(chart.closed) {
            self.entry[cell] -= weights.chip_price;
        }
        for cell in chart.bouncers.into_iter().flatten() {
            self.entry[cell] -= prices.hit[player];
        }
        if heat < 3 {
            for cell in cells(chart.kind(Kind::FrontDesk)) {
                self.entry[cell] -= prices.warmth[player];
            }
        }
        for cell in cells(chart.kind(Kind::CashierCages)) {
            self.entry[cell] -= weights.cage * f32::from(state.cubes_on(cell) + 1);
        }
        for cell in cells(or(chart.kind(Kind::Pool), chart.kind(Kind::Lounge))) {
            self.entry[cell] -= weights.event;
        }
        for cell in cells(chart.chip(Chip::Saleswoman)) {
            self.entry[cell] += match has(chart.others(), cell) {
                true => weights.freeing,
                false => -weights.saleswoman,
            };
        }
        self.alarms = chart.kind(Kind::TableGames);
        if heat < 4 {
            self.alarms = or(self.alarms, chart.kind(Kind::PitBoss));
        }
        for cell in cells(chart.kind(Kind::Slots)) {
            let line = cell.lines() | cell.bit();
            if chart.others()[cell.floor()] & line == 0 {
                self.alarms[cell.floor()] |= cell.bit();
            }
        }
        for cell in cells(chart.kind(Kind::Buffet)) {
            if state.cubes_on(cell) == 2 {
                self.alarms[cell.floor()] |= cell.bit();
            }
        }
        for cell in cells(self.alarms) {
            self.entry[cell] -= weights.commotion;
            // The bouncer beside it steps in at once.
            let bouncer = chart.bouncers[cell.floor()];
            if bouncer.is_some_and(|bouncer| chart.steps(bouncer, cell) == 1) && !has(chart.chip(Chip::Crowd), cell) {
                let sure = if has(chart.kind(Kind::TableGames), cell) {
                    0.78
                } else {
                    1.0
                };
                self.entry[cell] -= sure * prices.hit[player];
            }
        }
        for cell in cells(chart.hidden) {
            let bouncer = chart.bouncers[cell.floor()];
            if bouncer.is_some_and(|bouncer| chart.steps(bouncer, cell) == 1) {
                self.entry[cell] -= 0.17 * prices.hit[player];
            }
        }
        if heat > 0 {
            for cell in cells(chart.kind(Kind::TableGames)) {
                self.entry[cell] += 8.0 / 36.0 * prices.warmth[player].max(0.0);
            }
        }
    }

    /// Before the crack.
    fn add_heist(&mut self, weights: &Weights, chart: &Chart, at: Option<Cell>) {
        let state = chart.state;
        let [office_dice, safe_dice, supply] = state.dice();
        let loose = state.loose_dice().count() as u8;
        let dice = office_dice + safe_dice + loose;
        let moles = chart.chip(Chip::Mole);
        let open_moles = (moles[0].count_ones() + moles[1].count_ones()) as u8;
        let mole = mole_worth(weights, dice);
        let next_mole = mole_worth(weights, dice + open_moles);
        let line = chart.safe.map_or(0, |safe| safe.lines() & GRID);
        let below = chart.players.iter().flatten().filter(|cell| cell.floor() == 0).count();
        let has_way = chart.escalators[0] != 0 || chart.monorails[0] != 0 && chart.monorails[1] != 0;
        let reveal = [
            weights.reveal_idle
                + if chart.office.is_none() {
                    weights.reveal_office
                } else {
                    0.0
                }
                + if !has_way {
                    weights.reveal_way * below as f32 / 3.0
                } else {
                    0.0
                },
            weights.reveal_idle + if chart.safe.is_none() { weights.reveal_safe } else { 0.0 },
        ];
        let is_open = chart.safe.is_some() && line & chart.hidden[1] == 0 && chart.office.is_some();
        let chip = if supply > 0 {
            weights.mole_share * next_mole
        } else {
            0.0
        };
        let mut goals = Goals::new(weights.way);
        for cell in cells(or(chart.hidden, chart.closed)) {
            let mut worth = 0.0;
            let mut sought = 0.0;
            if has(chart.hidden, cell) {
                worth = reveal[cell.floor()];
                if is_open {
                    worth = 0.05;
                }
                if cell.floor() == 1 && line & cell.bit() != 0 {
                    worth += weights.reveal_line;
                    sought += weights.seek_line;
                }
                if cell.floor() == 1 && chart.safe.is_none() {
                    sought += weights.seek_safe;
                }
                if cell.floor() == 0 && chart.office.is_none() && dice > 0 && chart.safe.is_some() {
                    sought += weights.seek_office;
                }
                if cell.floor() == 0 && !has_way {
                    sought += weights.seek_way;
                }
            }
            let mut peek = worth;
            if has(chart.closed, cell) {
                worth += chip;
                peek = worth - weights.chip_peek;
            }
            self.peek[cell] = peek.max(0.01);
            self.entry[cell] += weights.blind_share * worth;
            goals.add_beside(chart, cell, worth + sought);
        }
        add_freeing(&mut goals, weights, chart, at);
        if let Some(office) = chart.office.filter(|_| chart.safe.is_some()) {
            self.set_work(office, office_dice, 1, weights.send, 0.0);
            let waiting = if dice > 0 { weights.office_wait } else { 0.0 };
            let worth = weights.send * f32::from(office_dice.min(4)) + waiting;
            goals.add_exclusive(weights, chart, at, office, worth);
        }
        if let Some(safe) = chart.safe {
            let gain = roll_worth(weights, state, safe, safe_dice);
            if safe_dice > 0 {
                let next = roll_worth(weights, state, safe, safe_dice - 1);
                self.set_work(safe, safe_dice, 1, gain - weights.roll_cost, gain - next);
            }
            let coming = roll_worth(weights, state, safe, (safe_dice + office_dice).min(5));
            let worth = f32::from(safe_dice.min(4)) * (gain - weights.roll_cost).max(0.0) * weights.safe_share
                + weights.safe_wait * coming;
            goals.add_exclusive(weights, chart, at, safe, worth);
        }
        for cell in cells(moles) {
            self.set_work(cell, 1, 2, mole, 0.0);
            goals.add_exclusive(weights, chart, at, cell, mole - weights.mole_less);
        }
        self.look_ahead(chart, &goals, 0.0);
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

/// What a Mole's die is worth when there are so many.
fn mole_worth(weights: &Weights, dice: u8) -> f32 {
    match dice {
        0 => weights.mole_0,
        1 => weights.mole_1,
        2 => weights.mole_2,
        3 => weights.mole_3,
        4 => weights.mole_4,
        _ => 0.0,
    }
}

/// Open tiles in line with the Safe without a crack token, by number.
pub(super) fn uncracked(state: &CasinoCapers, safe: Cell) -> [u8; 7] {
    let mut numbers = [0; 7];
    for square in squares(safe.lines() & GRID & !safe.bit()) {
        let cell = Cell::new(1, square);
        if let Some(face) = state.face_at(cell).filter(|_| !state.has_crack_token(cell)) {
            numbers[face.number() as usize] += 1;
        }
    }
    numbers
}

/// What rolling so many dice is worth.
fn roll_worth(weights: &Weights, state: &CasinoCapers, safe: Cell, dice: u8) -> f32 {
    const HIT: [f32; 6] = [0.0, 0.1667, 0.3056, 0.4213, 0.5177, 0.5981];
    let open: u8 = uncracked(state, safe).iter().sum();
    weights.crack * HIT[dice.min(5) as usize] * f32::from(open)
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
        beside[cell.floor()] = chart.plans[cell.floor()].adjacent[cell.square()];
        let mut other = and(chart.escalators, [cell.bit(); 2]);
        other[cell.floor()] = 0;
        self.add_set(or(beside, other), steps);
    }

    /// A goal for one player: worth less to one who is farther from it than a partner.
    pub fn add_exclusive(&mut self, weights: &Weights, chart: &Chart, at: Option<Cell>, cell: Cell, worth: f32) {
        let far = |from: Cell| match from.floor() == cell.floor() {
            true => chart.steps(from, cell),
            false => 6,
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
