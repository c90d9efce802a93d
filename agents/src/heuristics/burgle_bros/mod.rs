//! The expert for Burgle Bros.: a sensible crew in a microsecond or two a decision.
//!
//! In the action phase every legal action gets a score: what it brings the plan (explore, feed and crack the Safes, carry
//! the Loot to the roof), less what it risks. The plan is the seat's share of the team's work (`plan.rs`); the risk is
//! where the Guards will walk (`danger.rs`). Other decisions have a rule each (`answers.rs`).

mod answers;
mod danger;
mod plan;
mod weights;

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{Action, BurgleBros, Character, Face, Frame, Kind, Loot, Room, Tool};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use super::{Heuristics, Policy};
use danger::Danger;
use plan::Plan;
pub use weights::Weights;

impl Heuristics for BurgleBros {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
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
    let turn = Outlook::new(weights, state, seat, legal);
    best(legal, |action| turn.score(action))
}

/// The first of the actions with the highest score.
fn best(legal: &[Action], score: impl Fn(Action) -> f32) -> Action {
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

/// The active player's view of his turn: computed once a decision.
struct Outlook<'a> {
    weights: &'a Weights,
    state: &'a BurgleBros,
    seat: Seat,
    at: Cell,
    actions: u8,
    danger: Danger,
    plan: Plan<'a>,
}

impl<'a> Outlook<'a> {
    fn new(weights: &'a Weights, state: &'a BurgleBros, seat: Seat, legal: &[Action]) -> Outlook<'a> {
        // The active player in his action phase is on the board; the fallback is never used.
        let at = state.at(seat).unwrap_or(Cell::new(0, 0));
        let danger = Danger::new(weights, state, seat, legal);
        Outlook {
            weights,
            state,
            seat,
            at,
            actions: state.actions_left(),
            plan: Plan::new(weights, state, seat, at),
            danger,
        }
    }

    /// What an action is worth.
    fn score(&self, action: Action) -> f32 {
        let left = self.actions;
        match action {
            Action::EndActions => self.score_ending(),
            Action::Escape => 1000.0,
            Action::Move(to) => self.score_move(to, left.saturating_sub(1)),
            Action::Peek(cell) => self.score_peek(cell) - self.risk(self.at, left - 1),
            Action::Hack => self.score_hack() - self.risk(self.at, left - 1),
            Action::Laptop => 0.9 - self.risk(self.at, left - 1),
            Action::AddDie(safe) => self.score_add_die(safe) - self.risk(self.at, left - 2),
            Action::Crack(safe) => self.score_crack(safe) - self.risk(self.at, left - 1),
            Action::Flexibility(to) => {
                self.score_move(to, left) + self.stealth_price(self.seat)
                    - if left == 0 { self.stealth_price(self.seat) } else { 1.0 }
            }
            Action::ClimbWindow(to) => self.score_move(to, 0) - 2.5,
            Action::XRay(cell) | Action::Enhance(cell) => 3.0 + self.score_peek(cell),
            Action::Blueprints(cell) => 2.0 + self.score_peek(cell),
            Action::CatchKitty | Action::PickUpLoot(_) => 50.0,
            Action::PickUpTool(_) => 49.0,
            Action::Orders(other, to) => self.score_order(other, to) - self.risk(self.at, left.saturating_sub(1)),
            Action::Crow(cell) => self.score_crow(cell),
            Action::RerouteTake => self.danger.at(self.at) * self.stealth_price(self.seat) - 0.5,
            Action::Tinker => {
                if self.state.stealth(self.seat) >= 5 {
                    2.0
                } else {
                    UNWANTED
                }
            }
            Action::Clairvoyance => self.weights.clairvoyance - self.risk(self.at, left - 1),
            Action::Precognition => -0.5 - self.risk(self.at, left - 1),
            Action::Disguise(_) | Action::Crybaby(_) | Action::RerouteDiscard => UNWANTED,
            // Cards stay where they are.
            Action::GiveTool(..) | Action::TakeTool(..) | Action::TakeLoot(..) | Action::GiveLoot(..) => UNWANTED,
            _ => self.score_tool(action),
        }
    }

    /// What a Stealth token of a player is worth.
    fn stealth_price(&self, seat: Seat) -> f32 {
        match self.state.stealth(seat) {
            0 => self.weights.stealth_0,
            1 => self.weights.stealth_1,
            2 => self.weights.stealth_2,
            _ => self.weights.stealth_3,
        }
    }

    /// What staying on `cell` with `left` actions to spare risks: with actions left one can still walk on.
    fn risk(&self, cell: Cell, left: u8) -> f32 {
        let lasting = if left > 0 {
            self.weights.stay * self.danger.at(cell)
        } else {
            0.0
        };
        (self.danger.with_actions(cell, left) + lasting) * self.stealth_price(self.seat)
    }

    /// Ending now: what staying risks, and an Event if too little was done.
    fn score_ending(&self) -> f32 {
        let few = if self.state.loot(self.seat) & Loot::Stamp.bit() != 0 {
            3
        } else {
            2
        };
        let event = if self.state.actions_used() <= few {
            self.weights.event
        } else {
            0.0
        };
        let thermo = if self.is_live(self.at, Kind::Thermo) {
            self.weights.alarm
        } else {
            0.0
        };
        -self.risk(self.at, 0) - event - thermo
    }

    fn is_live(&self, cell: Cell, kind: Kind) -> bool {
        self.state
            .face_at(cell)
            .is_some_and(|face| face.kind() == kind && !self.state.is_disabled(face))
    }

    fn score_move(&self, to: Cell, left: u8) -> f32 {
        let state = self.state;
        let guarded = state.guard(to.floor()).is_some_and(|guard| guard.at == to);
        let mut score = self.weights.progress * self.plan.progress(self.at, to) - self.risk(to, left);
        if guarded {
            score -= self.stealth_price(self.seat);
        }
        match state.face_at(to) {
            None => {
                // Going in blind: worth the reveal, less what may be behind the door.
                score += self.weights.blind_share * self.plan.reveal_value(to) - self.weights.blind_price;
                if left == 0 {
                    score -= self.weights.blind_last;
                }
            }
            Some(face) => score -= self.price_of_entry(to, face, left),
        }
        if state.was_here(to) {
            score -= self.weights.backtrack;
        }
        if self.is_live(self.at, Kind::Motion) && state.face_at(self.at).is_some_and(|face| state.is_marked(face)) {
            score -= self.weights.motion;
        }
        score
    }

    /// What entering a revealed tile costs beside the Move.
    fn price_of_entry(&self, to: Cell, face: Face, left: u8) -> f32 {
        let state = self.state;
        let watched = state
            .guard(to.floor())
            .is_some_and(|guard| state.floor_plan(to.floor()).adjacent[to.square()] & guard.at.bit() != 0);
        if watched && (face.kind() == Kind::Foyer || state.loot(self.seat) & Loot::Tiara.bit() != 0) {
            return self.stealth_price(self.seat);
        }
        if state.is_disabled(face) {
            return 0.0;
        }
        let jammed = state.character(self.seat) == Character::HackerBasic;
        let laden = state.tools(self.seat) != 0 || state.loot(self.seat) != 0;
        let weights = self.weights;
        match face.kind() {
            Kind::Deadbolt => weights.deadbolt,
            Kind::Keypad if !state.is_marked(face) => weights.keypad,
            Kind::Laser if !jammed && state.loot(self.seat) & Loot::Mirror.bit() == 0 => {
                if left > 0 || state.hack_tokens(Room::Laser) > 0 {
                    weights.laser
                } else {
                    weights.alarm
                }
            }
            Kind::Fingerprint if !jammed => {
                if state.hack_tokens(Room::Fingerprint) > 0 {
                    0.3
                } else {
                    weights.alarm
                }
            }
            Kind::Motion if !jammed => weights.motion,
            Kind::Detector if laden => weights.alarm,
            Kind::Thermo if left == 0 => weights.alarm,
            Kind::Camera => weights.camera,
            Kind::Laboratory if !state.is_marked(face) => -weights.laboratory,
            _ => 0.0,
        }
    }

    fn score_peek(&self, cell: Cell) -> f32 {
        self.weights.peek + self.plan.reveal_value(cell)
    }

    fn score_hack(&self) -> f32 {
        let Some(room) = self.state.face_at(self.at).and_then(|face| face.kind().room()) else {
            return 0.0;
        };
        match self.state.hack_tokens(room) {
            0 => self.weights.hack_first,
            1 | 2 => self.weights.hack_more,
            _ => 0.1,
        }
    }

    /// What a die more brings to the rolls to come.
    fn score_add_die(&self, safe: Cell) -> f32 {
        let lock = self.plan.lock(self.state, safe);
        let gain = (hit_chance(lock.dice + 1) - hit_chance(lock.dice)) * lock.tiles;
        let score = self.weights.die_base + self.weights.die * gain;
        if lock.hidden > 0 {
            self.weights.crack_early * score
        } else {
            score
        }
    }

    /// What a roll now is expected to crack.
    fn score_crack(&self, safe: Cell) -> f32 {
        let lock = self.plan.lock(self.state, safe);
        if lock.tiles == 0.0 && lock.hidden > 0 {
            return -1.0;
        }
        let score = self.weights.crack_base + self.weights.crack * hit_chance(lock.dice) * lock.tiles;
        if lock.hidden > 0 {
            self.weights.crack_early * score
        } else {
            score
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
        saved * self.stealth_price(other) - self.weights.order_cost
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
        let trapped = self.actions == 0 && here > self.weights.trapped;
        match action {
            Action::MakeupKit => 20.0,
            Action::Virus(a, b, c) => 6.0 - 0.1 * f32::from(a.max(b).max(c)),
            Action::Emp if self.emp_pays(trapped) => 5.0,
            Action::Rollerskates if trapped || (self.actions == 0 && self.plan.is_urgent()) => 4.0,
            Action::InvisibleSuit if trapped => 4.5,
            Action::SmokeBomb if trapped && here > 0.6 => 3.0,
            Action::Donuts(floor) if floor as usize == self.at.floor() && trapped => 4.8,
            Action::Crowbar(cell) if self.plan.progress(self.at, cell) > 0.0 => {
                match state.face_at(cell).map(Face::kind) {
                    Some(Kind::Keypad | Kind::Deadbolt) => 4.0,
                    Some(Kind::Laser | Kind::Fingerprint) => 2.0,
                    _ => UNWANTED,
                }
            }
            Action::CrystalBall => 0.0,
            // A way up, when everybody wants to leave.
            Action::ThermalBomb(true) if state.is_ready_to_escape() => {
                let on_top = self.at.floor() + 1 == state.floors();
                if self.actions > 0 || !on_top { 6.0 } else { UNWANTED }
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
const UNWANTED: f32 = -10.0;

/// The chance that a given number shows on at least one of so many dice.
fn hit_chance(dice: u8) -> f32 {
    1.0 - (5.0f32 / 6.0).powi(i32::from(dice))
}

/// How much the expert wants a Tool, for the choices between two.
fn tool_rank(tool: Tool) -> u8 {
    match tool {
        Tool::Donuts => 12,
        Tool::InvisibleSuit => 11,
        Tool::MakeupKit => 10,
        Tool::SmokeBomb => 9,
        Tool::Rollerskates => 8,
        Tool::Blueprints => 7,
        Tool::Stethoscope => 6,
        Tool::Virus => 5,
        Tool::Emp => 4,
        Tool::ThermalBomb => 3,
        Tool::Crowbar => 2,
        Tool::CrystalBall => 1,
        Tool::Dynamite => 0,
    }
}
