//! Actions of the action phase.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{Action, BurgleBros, Loot};
use heist_engine::game::Seat;

use super::super::acts::{Surroundings, look_around, step_of};
use super::super::chart::Gate;
use super::super::turn::ACTIONS;
use super::super::weights::Weights;
use super::numbers::{FARTHEST, MOST_DANGER, Of, Row};

/// Action points that a floor on the way to the roof counts.
const FLOOR_WAY: f32 = 5.0;

/// How many action points of the way a danger of 1 counts as, where both are weighed against each other.
const WEIGHED: [(Of, f32); 3] = [
    (Of::least_way_and_2_danger_within_reach, 2.0),
    (Of::least_way_and_6_danger_within_reach, 6.0),
    (Of::least_way_and_16_danger_within_reach, 16.0),
];

pub(super) fn fill<'a>(
    state: &BurgleBros,
    seat: Seat,
    legal: &[Action],
    rows: impl Iterator<Item = (Row<'a>, Action)>,
    scores: Option<&mut Vec<f64>>,
) {
    look_around(&Weights::DEFAULT, state, seat, legal, |around| {
        for (mut row, action) in rows {
            around.measure(&mut row, action);
        }
        if let Some(scores) = scores {
            around.add_scores(legal, scores);
        }
    });
}

/// The tile that an action looks at.
fn look_of(action: Action) -> Option<Cell> {
    match action {
        Action::Peek(cell) | Action::XRay(cell) | Action::Enhance(cell) | Action::Blueprints(cell) => Some(cell),
        _ => None,
    }
}

/// Whether it is a Tool or a special ability, or hands something over.
fn is_special(action: Action) -> bool {
    !matches!(
        action,
        Action::Peek(_)
            | Action::Move(_)
            | Action::Hack
            | Action::HackRoom(_)
            | Action::AddDie(_)
            | Action::Crack(_)
            | Action::Escape
            | Action::EndActions
            | Action::Flexibility(_)
            | Action::ClimbWindow(_)
            | Action::Laptop
            | Action::XRay(_)
            | Action::Enhance(_)
    )
}

impl Surroundings<'_> {
    fn measure(&self, row: &mut Row<'_>, action: Action) {
        let to = step_of(action).unwrap_or(self.at);
        let after = self.left.saturating_sub(self.cost(action));
        self.measure_end(row, to, after);
        self.measure_reach(row, action, to, after);
        self.measure_cell(row, to, after);
        if let Some(to) = step_of(action) {
            self.measure_entry(row, to, after);
        }
        let entered = step_of(action).filter(|&to| self.chart.gate(to) == Gate::Hidden);
        if let Some(cell) = look_of(action).or(entered) {
            self.measure_look(row, cell);
        }
        self.measure_tile(row, action, to);
        self.measure_gain(row, action);
        if is_special(action) {
            self.measure_need(row);
        }
    }

    /// Actions that an action takes.
    fn cost(&self, action: Action) -> usize {
        match action {
            Action::Move(_) | Action::Peek(_) | Action::Hack | Action::HackRoom(_) | Action::Laptop => 1,
            Action::Crack(_) | Action::Orders(..) | Action::Clairvoyance | Action::Precognition => 1,
            Action::AddDie(_) => 2,
            Action::EndActions | Action::Escape => self.left,
            _ => 0,
        }
    }

    fn danger(&self, cell: Cell) -> f32 {
        self.danger.at(cell).min(MOST_DANGER)
    }

    fn way(&self, cell: Cell) -> f32 {
        self.plan.distance(cell).min(FARTHEST)
    }

    /// The danger after the action, and what ending there means.
    fn measure_end(&self, row: &mut Row<'_>, to: Cell, after: usize) {
        let stealth = self.state.stealth(self.seat);
        let danger = self.danger(to);
        row.set_with_stealth((Of::danger, Of::danger_by_stealth), danger, stealth);
        row.set(Of::danger_change, self.danger.at(to) - self.danger.at(self.at));
        row.set(Of::actions_after, after as f32);
        // Whoever acts too little draws an Event (the Stamp asks for one action more).
        let has_stamp = self.state.loot(self.seat) & Loot::Stamp.bit() != 0;
        let used = usize::from(self.state.actions_used()) + self.left - after;
        row.mark(Of::event_if_ended, used <= if has_stamp { 3 } else { 2 });
        if after == 0 {
            row.set_with_stealth((Of::danger_at_end, Of::danger_at_end_by_stealth), danger, stealth);
            row.set(Of::partners_danger_at_end, self.danger.partners(to.floor()));
            row.set(Of::no_action_after, 1.0);
        }
        row.mark(Of::leaving, self.plan.is_leaving());
    }

    /// What can still be reached afterwards.
    fn measure_reach(&self, row: &mut Row<'_>, action: Action, to: Cell, after: usize) {
        let (mut danger, mut way) = (self.danger(to), self.way(to));
        let mut weighed = WEIGHED.map(|(_, weight)| way + weight * danger);
        row.set(Of::way, way);
        row.set(Of::way_change, way - self.way(self.at));
        if action != Action::EndActions {
            let reach = if to == self.at {
                self.reach[after]
            } else {
                let mut reach = [[0; 3]; ACTIONS + 1];
                self.chart.reach(to, &mut reach[..=after])[after]
            };
            for (floor, (mask, known)) in reach.iter().zip(self.known).enumerate() {
                for square in squares(mask & known) {
                    let cell = Cell::new(floor, square);
                    let (danger_there, way_there) = (self.danger(cell), self.way(cell));
                    danger = danger.min(danger_there);
                    way = way.min(way_there);
                    for (least, (_, weight)) in weighed.iter_mut().zip(WEIGHED) {
                        *least = least.min(way_there + weight * danger_there);
                    }
                }
            }
        }
        let least = (Of::least_danger_within_reach, Of::least_danger_within_reach_by_stealth);
        row.set_with_stealth(least, danger, self.state.stealth(self.seat));
        row.set(Of::least_way_within_reach_change, way - self.way(self.at));
        for (least, (what, _)) in weighed.into_iter().zip(WEIGHED) {
            row.set(what, least - self.way(self.at));
        }
    }

    /// What is on the cell where the seat is after the action.
    fn measure_cell(&self, row: &mut Row<'_>, to: Cell, after: usize) {
        let (state, chart) = (self.state, self.chart);
        let floor = to.floor();
        if let Some(guard) = state.guard(floor) {
            let steps = state.floor_plan(floor).distance(guard.at.square(), to.square());
            row.set(Of::guard_near, 1.0 / (1.0 + f32::from(steps)));
            row.mark(Of::on_guard, guard.at == to);
            row.mark(Of::on_die, guard.die == Some(to));
        }
        row.mark(Of::alarm_there, state.alarms(floor) & to.bit() != 0);
        row.mark(Of::tokens_there, chart.tokens[floor] & to.bit() != 0);
        let partners = (0..4).map(Seat).filter(|&other| other != self.seat);
        row.mark(
            Of::partner_there,
            partners.into_iter().any(|other| state.at(other) == Some(to)),
        );
        if let Some(safe) = state.safes().find(|safe| safe.at == to) {
            row.mark(Of::loot_there, safe.loot != 0);
            row.mark(Of::safe_shut, !safe.open);
        }
        row.mark(Of::kitty_there, state.kitty() == Some(to));
        row.mark(Of::exit, self.plan.is_exit(to));
        let stairs = chart.stairs[floor] & to.bit() != 0;
        row.mark(Of::stairs, stairs);
        row.mark(Of::stairs_while_leaving, stairs && self.plan.is_leaving());
        if let Some(lock) = self.plan.lock(to) {
            row.set(Of::lock_roll, lock.roll_gain);
            row.set(Of::lock_die, lock.die_gain);
            row.set(Of::lock_rolls_left, lock.roll_gain * after as f32);
        }
        let views: u32 = chart.views(to).iter().map(|mask| mask.count_ones()).sum();
        row.set(Of::views, views as f32);
        row.set(Of::views_left, (views * after as u32) as f32);
    }

    /// What it takes to enter a cell.
    fn measure_entry(&self, row: &mut Row<'_>, to: Cell, after: usize) {
        let chart = self.chart;
        let floor = to.floor();
        row.mark(Of::up, floor > self.at.floor());
        row.mark(Of::down, floor < self.at.floor());
        row.mark(Of::up_while_leaving, floor > self.at.floor() && self.plan.is_leaving());
        if chart.watched[floor] & to.bit() != 0 {
            let seen = (Of::seen_on_entry, Of::seen_on_entry_by_stealth);
            row.set_with_stealth(seen, 1.0, self.state.stealth(self.seat));
        }
        match chart.gate(to) {
            Gate::Open => {}
            Gate::Hidden => {
                row.set(Of::hidden, 1.0);
                row.mark(Of::hidden_on_last_action, after == 0);
            }
            Gate::Deadbolt => row.set(Of::gate_deadbolt, 1.0),
            Gate::Keypad => row.set(Of::gate_keypad, 1.0),
            Gate::Laser => {
                row.set(Of::gate_laser, 1.0);
                row.mark(Of::alarm_on_last_action, after == 0);
            }
            Gate::Alarm => {
                row.set(Of::gate_alarm, 1.0);
                row.mark(Of::alarm_on_last_action, after == 0);
            }
        }
        row.set(Of::price, chart.price(to));
        row.mark(Of::passed_this_turn, chart.chain[floor] & to.bit() != 0);
    }

    /// What turning a tile up may show.
    fn measure_look(&self, row: &mut Row<'_>, cell: Cell) {
        let floor = cell.floor();
        row.mark(Of::in_line, self.plan.is_in_line(cell));
        row.mark(Of::safe_unfound, self.state.safes_to_find().0 & 1 << floor != 0);
        row.mark(Of::stairs_unfound, self.chart.stairs[floor] == 0);
        row.mark(Of::up, floor > self.at.floor());
        row.mark(Of::down, floor < self.at.floor());
    }

    /// The tile that the action goes to, is about or ends on.
    fn measure_tile(&self, row: &mut Row<'_>, action: Action, to: Cell) {
        let tile = match action {
            Action::Crowbar(cell) | Action::Crow(cell) | Action::Crybaby(cell) => cell,
            Action::EndActions => self.at,
            _ if to != self.at => to,
            _ => return,
        };
        if let Some(face) = self.state.face_at(tile) {
            row.set_tile(face.kind(), self.state.is_marked(face) || self.state.is_disabled(face));
        }
    }

    /// What some actions are for.
    fn measure_gain(&self, row: &mut Row<'_>, action: Action) {
        let state = self.state;
        match action {
            Action::AddDie(safe) | Action::Crack(safe) => {
                if let Some(lock) = self.plan.lock(safe) {
                    let is_roll = matches!(action, Action::Crack(_));
                    row.set(Of::gain, if is_roll { lock.roll_gain } else { lock.die_gain });
                    row.mark(Of::in_line, lock.hidden != 0);
                }
            }
            Action::Hack => {
                if let Some(room) = state.face_at(self.at).and_then(|face| face.kind().room()) {
                    row.set(Of::hack_tokens, state.hack_tokens(room).into());
                }
            }
            Action::HackRoom(room) => row.set(Of::hack_tokens, state.hack_tokens(room).into()),
            Action::Orders(other, cell) => {
                if let Some(from) = state.at(other) {
                    row.set(Of::gain, self.danger.at(from) - self.danger.at(cell));
                    row.set(Of::other_danger, self.danger.at(from));
                    row.set(Of::other_stealth, state.stealth(other).into());
                    row.mark(Of::hidden, state.face_at(cell).is_none());
                }
            }
            Action::Crow(cell) => row.set(Of::gain, self.danger.at(cell)),
            Action::Crowbar(cell) | Action::Dynamite(cell) => {
                row.set(Of::gain, (self.way(self.at) - self.way(cell)).max(-FLOOR_WAY));
                row.set(Of::price, self.chart.price(cell));
            }
            Action::Donuts(floor) => row.mark(Of::gain, usize::from(floor) == self.at.floor()),
            Action::GiveTool(other, _)
            | Action::GiveLoot(other, _)
            | Action::TakeTool(other, _)
            | Action::TakeLoot(other, _) => {
                row.set(Of::other_stealth, state.stealth(other).into());
                if let Some(theirs) = state.at(other) {
                    row.set(Of::other_nearer_exit, self.way_out(self.at) - self.way_out(theirs));
                    row.set(Of::other_danger, self.danger.at(theirs));
                }
            }
            _ => {}
        }
    }

    /// A rough way to the roof.
    fn way_out(&self, cell: Cell) -> f32 {
        let floors_up = self.state.floors() - 1 - cell.floor();
        let is_known = self.known[cell.floor()] & cell.bit() != 0;
        FLOOR_WAY * floors_up as f32 + if is_known { self.way(cell) } else { 0.0 }
    }

    /// What special actions are needed for.
    fn measure_need(&self, row: &mut Row<'_>) {
        let state = self.state;
        let alarms = |floor: usize| state.alarms(floor).count_ones() as f32;
        let all: f32 = (0..state.floors()).map(alarms).sum();
        let stealth = state.stealth(self.seat);
        row.set(Of::own_stealth, stealth.into());
        row.set(Of::alarms_on_floor, alarms(self.at.floor()));
        row.set(Of::alarms_elsewhere, all - alarms(self.at.floor()));
        if state.actions_left() == 0 {
            row.set_with_stealth((Of::trapped, Of::trapped_by_stealth), self.danger(self.at), stealth);
        }
    }
}
