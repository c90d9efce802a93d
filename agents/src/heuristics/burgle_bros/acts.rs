//! The action phase: what surrounds the active player, and what each of his actions is worth.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{Action, BurgleBros, Room};
use heist_engine::game::Seat;

use super::chart::{Chart, Squares};
use super::danger::Danger;
use super::lock::Lock;
use super::plan::Plan;
use super::turn::{ACTIONS, ESCAPE, Turn};
use super::weights::Weights;

/// What surrounds the active player: computed once per decision.
pub(super) struct Surroundings<'a> {
    pub weights: &'a Weights,
    pub state: &'a BurgleBros,
    pub seat: Seat,
    pub at: Cell,
    /// Actions left, as far as the plan looks.
    pub left: usize,
    /// The cells that can be reached with 0 actions, with 1, and so on to `left`.
    pub reach: &'a [Squares],
    /// Those that can be reached in this turn or are named by a legal action: their way and danger are known.
    pub known: Squares,
    pub chart: &'a Chart<'a>,
    pub danger: &'a Danger,
    pub plan: &'a Plan,
}

/// Looks around from where the active player is, and judges by what is seen.
pub(super) fn look_around<T>(
    weights: &Weights,
    state: &BurgleBros,
    seat: Seat,
    legal: &[Action],
    judge: impl FnOnce(&Surroundings<'_>) -> T,
) -> T {
    let at = state.at(seat);
    let at = at.expect("the active player in his action phase is on the board");
    let left = usize::from(state.actions_left()).min(ACTIONS);
    let chart = Chart::new(weights, state, seat);
    let mut reach = [[0; 3]; ACTIONS + 1];
    let reach = chart.reach(at, &mut reach[..=left]);
    let mut known = reach[left];
    for to in legal.iter().filter_map(|&action| step_of(action)) {
        known[to.floor()] |= to.bit();
    }
    let plan = Plan::new(weights, &chart, seat, at, known);
    let danger = Danger::new(weights, &chart, seat, &known);
    judge(&Surroundings {
        weights,
        state,
        seat,
        at,
        left,
        reach,
        known,
        chart: &chart,
        danger: &danger,
        plan: &plan,
    })
}

/// Where an action leads.
pub(super) fn step_of(action: Action) -> Option<Cell> {
    match action {
        Action::Move(to) | Action::Flexibility(to) | Action::ClimbWindow(to) => Some(to),
        _ => None,
    }
}

impl Surroundings<'_> {
    /// The plans of the turn.
    #[inline(always)]
    pub fn look_ahead(&self) -> Turn<'_> {
        let mut turn = Turn::new(self.weights, self.chart, self.danger, self.plan, self.seat, self.left);
        turn.look_ahead(self.reach);
        turn
    }

    /// Appends what the expert chooses by: the worth of each action.
    pub fn add_scores(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let turn = self.look_ahead();
        scores.extend(legal.iter().map(|&action| f64::from(self.score(&turn, action))));
    }

    /// What an action is worth, with the best plan after it.
    pub fn score(&self, turn: &Turn<'_>, action: Action) -> f32 {
        let weights = self.weights;
        match action {
            Action::EndActions => turn.stop(self.at, self.left),
            Action::Escape => 2.0 * ESCAPE,
            Action::Move(to) => self.score_move(turn, to),
            Action::Peek(cell) => turn.peek(self.at, cell, self.left),
            Action::Hack => self.room_here().map_or(0.0, |room| self.score_hack(room)) + self.after(turn, 1),
            Action::HackRoom(room) => self.score_hack(room) + self.after(turn, 1),
            Action::Laptop => weights.hack_first + self.after(turn, 1),
            Action::AddDie(safe) => self.work(safe, |lock| lock.die_gain) + self.after(turn, 2),
            Action::Crack(safe) => self.work(safe, |lock| lock.roll_gain) + self.after(turn, 1),
            Action::Flexibility(to) if self.left > 0 && self.is_near(to) => {
                turn.step(self.at, to, self.left) + weights.stealth_price(self.state.stealth(self.seat)) + 1.0
            }
            Action::ClimbWindow(to) => turn.end(to) - 0.5,
            Action::XRay(cell) | Action::Enhance(cell) | Action::Blueprints(cell) => {
                self.after(turn, 0) + self.plan.reveal_value(cell) + 0.2
            }
            Action::CatchKitty | Action::PickUpLoot(_) => 1000.0,
            Action::PickUpTool(_) => 999.0,
            Action::Orders(other, to) => self.score_order(other, to) + self.after(turn, 1),
            Action::Crow(cell) => self.score_crow(cell) + self.after(turn, 0),
            Action::RerouteTake => {
                self.danger.at(self.at) * weights.stealth_price(self.state.stealth(self.seat)) - 0.5
                    + self.after(turn, 0)
            }
            Action::Tinker if self.state.stealth(self.seat) >= 5 => 2.0 + self.after(turn, 0),
            Action::Clairvoyance => weights.clairvoyance + self.after(turn, 1),
            Action::Precognition => self.after(turn, 1) - 0.5,
            _ => self.score_tool(action) + self.after(turn, 0),
        }
    }

    /// The value of staying here once a number of actions are spent.
    fn after(&self, turn: &Turn<'_>, spent: usize) -> f32 {
        turn.value(self.at, self.left.saturating_sub(spent))
    }

    fn work(&self, safe: Cell, gain: fn(&Lock) -> f32) -> f32 {
        self.plan.lock(safe).map_or(0.0, |lock| self.weights.work * gain(lock))
    }

    fn score_move(&self, turn: &Turn<'_>, to: Cell) -> f32 {
        // A Move that cannot be foreseen (out of a Walkway, through a Thermal Bomb's hole) is worth where it ends.
        if self.is_near(to) {
            turn.step(self.at, to, self.left)
        } else {
            turn.end(to)
        }
    }

    /// Whether the plan can go there next.
    fn is_near(&self, to: Cell) -> bool {
        self.reach[self.left.min(1)][to.floor()] & to.bit() != 0
    }

    fn room_here(&self) -> Option<Room> {
        self.state.face_at(self.at)?.kind().room()
    }

    fn score_hack(&self, room: Room) -> f32 {
        match self.state.hack_tokens(room) {
            0 => self.weights.hack_first,
            _ => self.weights.hack_more,
        }
    }

    /// An order is for getting somebody out of a Guard's way.
    fn score_order(&self, other: Seat, to: Cell) -> f32 {
        let Some(from) = self.state.at(other) else {
            return UNWANTED;
        };
        if from.floor() != self.at.floor() || self.state.face_at(to).is_none() {
            return UNWANTED;
        }
        let guarded = self.state.guard(to.floor()).is_some_and(|guard| guard.at == to);
        let saved = self.danger.at(from) - self.danger.at(to) - if guarded { 1.0 } else { 0.0 };
        saved * self.weights.stealth_price(self.state.stealth(other)) - self.weights.order_cost
    }

    /// The crow belongs where the Guard of this floor walks next.
    fn score_crow(&self, cell: Cell) -> f32 {
        if self.state.crow() == Some(cell) || self.danger.at(cell) < 0.9 {
            return UNWANTED;
        }
        let already = self
            .state
            .crow()
            .is_some_and(|crow| crow.floor() == cell.floor() && self.danger.at(crow) > 0.5);
        if already { UNWANTED } else { 1.0 }
    }

    /// Tools that always help are used at once; those against Guards when one is about to come by.
    fn score_tool(&self, action: Action) -> f32 {
        let state = self.state;
        let here = self.danger.at(self.at);
        let trapped = state.actions_left() == 0 && here > self.weights.trapped;
        match action {
            Action::MakeupKit => 20.0,
            Action::Virus(a, b, c) => 6.0 - 0.1 * f32::from(a.max(b).max(c)),
            Action::Emp if self.emp_pays(trapped) => 5.0,
            Action::Rollerskates if trapped || (state.actions_left() == 0 && self.plan.distance(self.at) == 0.0) => 4.0,
            Action::InvisibleSuit if trapped => 4.5,
            Action::SmokeBomb if trapped && here > 0.6 => 3.0,
            Action::Donuts(floor) if floor as usize == self.at.floor() && trapped => 4.8,
            Action::Crowbar(cell)
                if self.plan.distance(cell) < self.plan.distance(self.at) && self.chart.price(cell) > 1.5 =>
            {
                2.0
            }
            // A way up, when everybody wants to leave.
            Action::ThermalBomb(true) if self.plan.is_leaving() => {
                let on_top = self.at.floor() + 1 == state.floors();
                if state.actions_left() > 0 || !on_top {
                    6.0
                } else {
                    UNWANTED
                }
            }
            _ => UNWANTED,
        }
    }

    fn emp_pays(&self, trapped: bool) -> bool {
        let alarms: u32 = (0..self.state.floors())
            .map(|floor| self.state.alarms(floor).count_ones())
            .sum();
        alarms >= 2 || (alarms == 1 && trapped)
    }
}

/// The score of what the expert never does unless nothing else is left.
const UNWANTED: f32 = -100.0;
