//! The action phase: what surrounds the current player, and what each of his actions is worth.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{Action, CasinoCapers, Dir, Kind, Use};

use super::chart::{Chart, GRID, Squares, across, cells, has, step};
use super::danger::{Danger, Prices, SPACES, Scene};
use super::plan::Plan;
use super::turn::{ACTIONS, Turn};
use super::weights::Weights;
use super::{aims, finales, gear};

/// The score of what the expert never does unless nothing else is left.
pub(super) const UNWANTED: f32 = -1000.0;

/// What surrounds the current player: computed once per decision.
pub(super) struct Surroundings<'a> {
    pub weights: &'a Weights,
    pub state: &'a CasinoCapers,
    pub player: usize,
    pub at: Cell,
    /// Actions left, as far as the plan looks.
    pub left: usize,
    pub chart: &'a Chart<'a>,
    pub prices: &'a Prices,
    pub plan: &'a Plan,
    pub turn: &'a Turn<'a>,
    reach: Squares,
}

/// Looks around from a cell, and judges by what is seen.
pub(super) fn look_around<T>(
    weights: &Weights,
    state: &CasinoCapers,
    at: Cell,
    left: usize,
    judge: impl FnOnce(&Surroundings<'_>) -> T,
) -> T {
    let player = state.current_player();
    let left = left.min(ACTIONS);
    let chart = Chart::new(state, player);
    let prices = Prices::new(weights, state);
    let mut reach = [[0; 2]; ACTIONS + 1];
    chart.reach(at, &mut reach[..=left]);
    let known = reach[left];
    let plan = aims::plan(weights, &chart, &prices, Some(at));
    let mut danger = Danger::new(weights, &chart, &prices, &known);
    if prices.red_handed && prices.all_ready {
        gather(&chart, &mut danger);
    }
    if gear::is_shielded(state) && !prices.red_handed {
        danger.scale(weights.shielded);
    }
    let mut turn = Turn::new(&chart, &danger, &plan, &prices);
    turn.look_ahead(&reach[..=left]);
    judge(&Surroundings {
        weights,
        state,
        player,
        at,
        left,
        chart: &chart,
        prices: &prices,
        plan: &plan,
        turn: &turn,
        reach: known,
    })
}

/// finale.caught_red_handed.win: where all the others stand, the bouncer is welcome.
fn gather(chart: &Chart, danger: &mut Danger) {
    let mut partners = chart.partners().map(|(_, cell)| cell);
    let Some(first) = partners.next() else { return };
    if partners.all(|cell| cell == first) {
        danger.set(first, -danger.at(first));
    }
}

impl Surroundings<'_> {
    /// The value of staying here once a number of actions are spent.
    fn after(&self, spent: usize) -> f32 {
        if spent > self.left {
            return UNWANTED;
        }
        self.turn.value(self.at, self.left - spent)
    }

    /// What an action is worth, with the best plan after it.
    pub fn score(&self, action: Action) -> f32 {
        let weights = self.weights;
        let turn = self.turn;
        match action {
            Action::End if self.is_driving() => self.car_at(self.at),
            Action::Move(_) | Action::Escalator | Action::Monorail(_) | Action::MagicShow(_) if self.is_driving() => {
                UNWANTED
            }
            Action::End => turn.end(self.at),
            Action::Move(to) => self.score_move(to),
            Action::Peek(cell) => turn.peek(self.at, cell, self.left),
            Action::MagicShow(to) | Action::Monorail(to) => turn.step(to, self.left),
            Action::Escalator => turn.step(across(self.at), self.left),
            Action::RevolvingDoor(to) => turn.value(to, self.left - 2) + turn.entry(to, self.left - 2),
            Action::Clear => self.clear() + self.after(1),
            Action::SendDie | Action::Roll | Action::Mole | Action::Steak | Action::RemoveSwat | Action::GetIn => {
                turn.work(self.at, self.left)
            }
            Action::Prep(card) => weights.gear * gear::worth(weights, self.state, card) - weights.prep + self.after(1),
            Action::TakeHeat(_, other) => self.take_heat(other as usize) + self.after(1),
            Action::GiveAction(_, _) => weights.give + self.after(1),
            Action::MakeCommotion(_, cell) => self.lure(cell) + self.after(1),
            Action::Drive(dir) => self.drive(dir),
            Action::Throw(to) => self.throw(to),
            Action::ThrowDown => self.throw(across(self.at)),
            Action::Destroy(_) => turn.work(self.at, self.left) - self.noise(),
            Action::Use(how) => self.score_use(how),
            _ => UNWANTED,
        }
    }

    fn score_move(&self, to: Cell) -> f32 {
        let to = if self.chart.slides() {
            self.slide_towards(to)
        } else {
            to
        };
        if !has(self.reach, to) {
            return UNWANTED;
        }
        let there = self.turn.step(to, self.left);
        if has(self.chart.kind(Kind::CashierCages), self.at) {
            let stays = self.turn.stays(self.at);
            return (1.0 - stays) * there + stays * self.turn.value(self.at, self.left - 1);
        }
        there
    }

    fn slide_towards(&self, to: Cell) -> Cell {
        let dir = Dir::STRAIGHT
            .into_iter()
            .position(|dir| step(self.at.square(), dir) == Some(to.square()));
        dir.and_then(|dir| self.chart.slide(self.at, dir)).unwrap_or(to)
    }

    /// Cubes off a Surveillance, in time.
    fn clear(&self) -> f32 {
        match self.state.cubes_on(self.at) {
            3 => 2.5,
            2 => 0.5,
            _ => -1.0,
        }
    }

    fn take_heat(&self, other: usize) -> f32 {
        let (mine, theirs) = (self.state.heat(self.player), self.state.heat(other));
        let worth = |heat: u8| match heat {
            0 => 0.0,
            1 => 1.0,
            2 => 2.5,
            3 => 4.5,
            4 => 10.0,
            _ => 13.0,
        };
        if self.prices.red_handed {
            return -5.0;
        }
        worth(theirs) - worth(theirs.saturating_sub(1)) - worth(mine + 1) + worth(mine) - self.weights.take
    }

    /// What the noise of a wall that comes down adds to the danger.
    fn noise(&self) -> f32 {
        let Some(bouncer) = self.chart.bouncers[self.at.floor()] else {
            return 0.0;
        };
        match self.chart.steps(bouncer, self.at) {
            1 => self.prices.hit[self.player],
            2 => 0.5,
            _ => 0.0,
        }
    }

    /// What it saves to draw a bouncer to a cell.
    pub fn lure(&self, cell: Cell) -> f32 {
        let Some(scene) = Scene::new(self.chart, self.prices, cell.floor()) else {
            return UNWANTED;
        };
        let mut lured = scene;
        lured.marker = Some(cell.square());
        let is_own = self.at.floor() == cell.floor();
        let spaces = if is_own { SPACES } else { 0 };
        scene.cost(spaces, true) - lured.cost(spaces + 1, false) - self.weights.lure
    }

    /// finale.rescuing_her_ride: away from the bouncer, to an edge once all are in.
    fn drive(&self, dir: Dir) -> f32 {
        let Some(end) = self.drive_end(dir) else {
            return UNWANTED;
        };
        self.car_at(end) + self.turn.entry(end, self.left - 1).min(0.0) - 0.2
    }

    /// Where the car gets in a direction.
    fn drive_end(&self, dir: Dir) -> Option<Cell> {
        let first = step(self.at.square(), dir)?;
        Some(Cell::new(1, step(first, dir).unwrap_or(first)))
    }

    /// What the car is worth on a cell at the end of the turn.
    fn car_at(&self, cell: Cell) -> f32 {
        let edge = GRID & self.chart.plans[1].outer();
        let count = self.chart.count;
        let all_in = (0..count).all(|player| self.state.is_in_car(player));
        if all_in && edge & cell.bit() != 0 {
            return 100.0;
        }
        let mut worth = 0.0;
        if let Some(bouncer) = self.chart.bouncers[1] {
            let steps = self.chart.steps(bouncer, cell);
            if steps <= SPACES {
                let inside = (0..count).filter(|&player| self.state.is_in_car(player));
                worth -= inside.map(|player| self.prices.hit[player]).sum::<f32>();
            }
            worth += 0.1 * f32::from(steps);
        }
        for (player, at) in self.chart.partners() {
            if !self.state.is_in_car(player) {
                let stairs = self.stairs_of(at);
                worth -= self.weights.pick_up * f32::from(self.chart.steps(stairs, cell));
            }
        }
        worth + if edge & cell.bit() != 0 { 1.0 } else { 0.0 }
    }

    /// Where a player comes up to floor 2.
    fn stairs_of(&self, at: Cell) -> Cell {
        if at.floor() == 1 {
            return at;
        }
        cells([self.chart.escalators[0], 0]).next().map_or(across(at), across)
    }

    fn throw(&self, to: Cell) -> f32 {
        let throws = finales::throws(self.chart);
        if throws[to] < throws[self.at] {
            12.0 + self.after(1)
        } else {
            UNWANTED
        }
    }

    /// Whether the player sits in the car.
    fn is_driving(&self) -> bool {
        self.state.is_in_car(self.player)
    }

    /// What a use of gear in the action phase is worth, with the best plan after it.
    fn score_use(&self, how: Use) -> f32 {
        let stay = self.turn.value(self.at, self.left);
        match how {
            Use::InsideTip => stay + 5.0,
            Use::Binoculars(cell) | Use::XRaySpecs(cell) | Use::Spyglass(cell) | Use::BirdsEye(cell) => {
                let gain = self.plan.peek[cell];
                if gain > 0.8 { stay + gain - 0.4 } else { UNWANTED }
            }
            Use::Disguise(player) => {
                let heat = self.state.heat(player as usize);
                if heat >= 2 {
                    stay + 0.5 * f32::from(heat)
                } else {
                    UNWANTED
                }
            }
            Use::MovingStairs(cell) => {
                let useful = self.chart.escalators[0] == 0 && cell.floor() == 0 && cell == self.at;
                if useful { stay + 1.0 } else { UNWANTED }
            }
            Use::Vault(to) | Use::Tumble(to) => self.jump(to) - self.weights.jump,
            Use::Trapeze => self.jump(across(self.at)) - self.weights.jump,
            _ => UNWANTED,
        }
    }

    /// What gear that makes the player jump is worth.
    fn jump(&self, to: Cell) -> f32 {
        if has(self.reach, to) {
            return self.turn.value(to, self.left) + self.turn.entry(to, self.left);
        }
        UNWANTED
    }
}

/// The expert's choice in the action phase.
pub(super) fn choose(weights: &Weights, state: &CasinoCapers, legal: &[Action]) -> Action {
    let Some(at) = state.player_cell(state.current_player()) else {
        return Action::End;
    };
    look_around(weights, state, at, usize::from(state.actions_left()), |around| {
        best(legal, |action| around.score(action))
    })
}

/// What the expert chooses by in the action phase, for each action.
pub(super) fn scores(weights: &Weights, state: &CasinoCapers, legal: &[Action]) -> Vec<f64> {
    let Some(at) = state.player_cell(state.current_player()) else {
        return vec![0.0; legal.len()];
    };
    look_around(weights, state, at, usize::from(state.actions_left()), |around| {
        legal.iter().map(|&action| f64::from(around.score(action))).collect()
    })
}

/// The first of the actions with the highest score.
pub(super) fn best(legal: &[Action], score: impl Fn(Action) -> f32) -> Action {
    let mut choice = legal[0];
    let mut highest = f32::MIN;
    for &action in legal {
        let value = score(action);
        if value > highest {
            (choice, highest) = (action, value);
        }
    }
    choice
}
