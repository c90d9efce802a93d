//! The expert for Burgle Bros.: a sensible crew in a microsecond or two per decision.
//!
//! In the action phase it plans the rest of the turn: a look ahead over all actions left (`turn.rs`) weighs the work that
//! can be done on the way (`lock.rs` knows what a Safe still takes), what doors cost (`chart.rs`), how far the seat's next
//! goal is from where the turn ends (`plan.rs`), and how likely a Guard comes by there (`danger.rs`). The action with the
//! best plan behind it is played; the next decision plans anew. Other decisions have a rule each (`answers.rs`). What a
//! position is worth under all that, `value.rs` estimates.

mod answers;
mod chart;
mod danger;
mod lock;
mod moves;
mod plan;
mod rank;
mod turn;
mod value;
mod weights;

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{Action, BurgleBros, Frame, Room};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use super::{Dense, Evaluation, Heuristics, Moves, Policy, Scores};
use chart::{Chart, Squares};
use danger::Danger;
use lock::Lock;
use plan::Plan;
use rank::best;
use turn::{ACTIONS, Turn};
pub use value::{FEATURES, features, value};
pub use weights::Weights;

impl Heuristics for BurgleBros {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
    const SCORES: Option<Scores<Self>> = Some(scores);
    const EVALUATION: Option<Evaluation<Self>> = Some(value::value);
    const DENSE: Option<Dense<Self>> = Some(value::DENSE);
    const MOVES: Option<Moves<Self>> = Some(moves::MOVES);
}

/// The expert's choice.
fn choose(state: &BurgleBros, seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    choose_with(&Weights::DEFAULT, state, seat, legal)
}

/// The choice of an expert with other weights.
pub fn choose_with(weights: &Weights, state: &BurgleBros, seat: Seat, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    if state.frames().last() != Some(&Frame::Act) {
        return answers::choose(weights, state, seat, legal);
    }
    outlook(weights, state, seat, legal, |outlook| {
        best(legal, |action| outlook.score(action))
    })
}

/// What the expert chooses the acts of a turn by; other decisions follow a rule each.
fn scores(state: &BurgleBros, seat: Seat, legal: &[Action]) -> Option<Vec<f64>> {
    (state.frames().last() == Some(&Frame::Act)).then(|| {
        outlook(&Weights::DEFAULT, state, seat, legal, |outlook| {
            legal.iter().map(|&action| outlook.score(action).into()).collect()
        })
    })
}

/// The active player's view of his turn: computed once per decision.
struct Outlook<'a> {
    weights: &'a Weights,
    state: &'a BurgleBros,
    seat: Seat,
    at: Cell,
    /// Actions left, as far as the plan looks.
    left: usize,
    /// The cells that the plan can go to next.
    near: Squares,
    chart: &'a Chart<'a>,
    danger: &'a Danger,
    plan: &'a Plan,
    turn: &'a Turn<'a>,
}

/// Looks ahead over the active player's turn and judges by what is seen.
fn outlook<T>(
    weights: &Weights,
    state: &BurgleBros,
    seat: Seat,
    legal: &[Action],
    judge: impl FnOnce(&Outlook<'_>) -> T,
) -> T {
    // The active player in his action phase is on the board; the fallback is never used.
    let at = state.at(seat).unwrap_or(Cell::new(0, 0));
    let left = usize::from(state.actions_left()).min(ACTIONS);
    let chart = Chart::new(weights, state, seat);
    let mut reach = [[0; 3]; ACTIONS + 1];
    let reach = chart.reach(at, &mut reach[..=left]);
    let mut floors = reach[left];
    for action in legal {
        if let Action::Move(to) | Action::Flexibility(to) | Action::ClimbWindow(to) = action {
            floors[to.floor()] |= to.bit();
        }
    }
    let plan = Plan::new(weights, &chart, seat, at, floors);
    let danger = Danger::new(weights, &chart, seat, &floors);
    let mut turn = Turn::new(weights, &chart, &danger, &plan, seat, left);
    turn.look_ahead(reach);
    judge(&Outlook {
        weights,
        state,
        seat,
        at,
        left,
        near: reach[left.min(1)],
        chart: &chart,
        danger: &danger,
        plan: &plan,
        turn: &turn,
    })
}

impl Outlook<'_> {
    /// What an action is worth, with the best plan after it.
    fn score(&self, action: Action) -> f32 {
        let weights = self.weights;
        match action {
            Action::EndActions => self.turn.stop(self.at, self.left),
            Action::Escape => 2.0 * turn::ESCAPE,
            Action::Move(to) => self.score_move(to),
            Action::Peek(cell) => self.turn.peek(self.at, cell, self.left),
            Action::Hack => self.room_here().map_or(0.0, |room| self.score_hack(room)) + self.after(1),
            Action::HackRoom(room) => self.score_hack(room) + self.after(1),
            Action::Laptop => weights.hack_first + self.after(1),
            Action::AddDie(safe) => self.work(safe, |lock| lock.die_gain) + self.after(2),
            Action::Crack(safe) => self.work(safe, |lock| lock.roll_gain) + self.after(1),
            Action::Flexibility(to) if self.left > 0 && self.is_near(to) => {
                self.turn.step(self.at, to, self.left) + weights.stealth_price(self.state.stealth(self.seat)) + 1.0
            }
            Action::ClimbWindow(to) => self.turn.end(to) - 0.5,
            Action::XRay(cell) | Action::Enhance(cell) | Action::Blueprints(cell) => {
                self.after(0) + self.plan.reveal_value(cell) + 0.2
            }
            Action::CatchKitty | Action::PickUpLoot(_) => 1000.0,
            Action::PickUpTool(_) => 999.0,
            Action::Orders(other, to) => self.score_order(other, to) + self.after(1),
            Action::Crow(cell) => self.score_crow(cell) + self.after(0),
            Action::RerouteTake => {
                self.danger.at(self.at) * weights.stealth_price(self.state.stealth(self.seat)) - 0.5 + self.after(0)
            }
            Action::Tinker if self.state.stealth(self.seat) >= 5 => 2.0 + self.after(0),
            Action::Clairvoyance => weights.clairvoyance + self.after(1),
            Action::Precognition => self.after(1) - 0.5,
            _ => self.score_tool(action) + self.after(0),
        }
    }

    /// The value of staying here once a number of actions are spent.
    fn after(&self, spent: usize) -> f32 {
        self.turn.value(self.at, self.left.saturating_sub(spent))
    }

    fn work(&self, safe: Cell, gain: fn(&Lock) -> f32) -> f32 {
        self.plan.lock(safe).map_or(0.0, |lock| self.weights.work * gain(lock))
    }

    fn score_move(&self, to: Cell) -> f32 {
        // A Move that cannot be foreseen (out of a Walkway, through a Thermal Bomb's hole) is worth where it ends.
        if self.is_near(to) {
            self.turn.step(self.at, to, self.left)
        } else {
            self.turn.end(to)
        }
    }

    /// Whether the plan can go there next.
    fn is_near(&self, to: Cell) -> bool {
        self.near[to.floor()] & to.bit() != 0
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
